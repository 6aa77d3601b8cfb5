// A function of the program that hears of a fit.
#ifndef RUNNEL_C_API_LEARN_OBSERVER_H_
#define RUNNEL_C_API_LEARN_OBSERVER_H_

#include <string_view>
#include <vector>

#include "c_api/learn.h"

namespace runnel::capi {

class CallingObserver final : public learn::Observer {
 public:
  CallingObserver(rnl_learn_progress_fn_t call, void* arg) : call_(call), arg_(arg) {}
  Status OnProgress(const learn::Progress& progress) override {
    names_.clear();
    values_.clear();
    for (const auto& [name, value] : progress.logs) {
      names_.push_back(ToC(std::string_view(name)));
      values_.push_back(value);
    }
    rnl_learn_progress_t told = {};
    told.struct_size = sizeof(told);
    told.epoch = progress.epoch;
    told.epochs = progress.epochs;
    told.batch = progress.batch;
    told.batches = progress.batches;
    told.epoch_ends = progress.epoch_ends;
    told.names = names_.data();
    told.values = values_.data();
    told.num_values = names_.size();
    return Status::Adopt(reinterpret_cast<Status::Rep*>(call_(arg_, &told)));
  }

 private:
  const rnl_learn_progress_fn_t call_;
  void* const arg_;
  std::vector<rnl_str_t> names_;
  std::vector<double> values_;
};

}  // namespace runnel::capi

#endif  // RUNNEL_C_API_LEARN_OBSERVER_H_
