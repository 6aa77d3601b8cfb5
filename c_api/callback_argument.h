// What a callback of the caller's gets, kept until no more callbacks come.
#ifndef RUNNEL_C_API_CALLBACK_ARGUMENT_H_
#define RUNNEL_C_API_CALLBACK_ARGUMENT_H_

#include <memory>

#include "c_api/runnel.h"

namespace runnel::capi {

// Something of the caller's that a callback gets, and who wants to hear when no more callbacks come.
class Argument {
 public:
  Argument(void* data, rnl_drop_fn_t drop) : data_(data), drop_(drop) {}
  Argument(const Argument&) = delete;
  Argument& operator=(const Argument&) = delete;
  ~Argument() {
    if (drop_ != nullptr) drop_(data_);
  }
  void* data() const { return data_; }
  // The caller keeps it after all.
  void Forget() { drop_ = nullptr; }

 private:
  void* const data_;
  rnl_drop_fn_t drop_;
};

// Keeps `argument` with `keep(shared)`. Its deleter is not called if that fails.
template <typename Keep>
void KeepArgument(void* argument, rnl_drop_fn_t drop, Keep keep) {
  const auto shared = std::make_shared<Argument>(argument, drop);
  try {
    keep(shared);
  } catch (...) {
    shared->Forget();
    throw;
  }
}

}  // namespace runnel::capi

#endif  // RUNNEL_C_API_CALLBACK_ARGUMENT_H_
