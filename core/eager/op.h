// One op with its attrs, and the entries for the types and resources that came so far.
#ifndef RUNNEL_CORE_EAGER_OP_H_
#define RUNNEL_CORE_EAGER_OP_H_

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/eager/eager.h"
#include "core/eager/entry.h"

namespace runnel {

class EagerPlainOp final : public EagerOp {
 public:
  // `library` has the functions that the attrs name.
  EagerPlainOp(std::shared_ptr<EagerState> state, std::shared_ptr<Graph> library, const OpSchema* schema,
               NodeSpec spec);
  Result<size_t> CountOutputs(std::span<const Tensor> inputs) override;
  Status Run(std::span<const Tensor> inputs, std::span<Tensor> outputs, size_t* count,
             const RunOptions* options, Ref<EagerRecord>* out_record) override;

 private:
  // The entry for inputs like these.
  Result<Ref<EagerEntry>> Find(std::span<const Tensor> inputs);
  Result<Ref<EagerEntry>> Make(std::span<const Tensor> inputs);
  // A new resource of an op that makes one.
  Status MakeResource(std::span<Tensor> outputs, const RunOptions* options);
  Status CheckRoom(size_t outputs, size_t room) const;

  const std::shared_ptr<EagerState> state_;
  const std::shared_ptr<Graph> library_;
  const NodeSpec spec_;
  bool makes_resource_ = false;
  std::mutex mutex_;  // guards all below
  std::string last_key_;
  Ref<EagerEntry> last_;
  struct Hash {
    using is_transparent = void;
    size_t operator()(std::string_view key) const { return std::hash<std::string_view>()(key); }
  };
  std::unordered_map<std::string, Ref<EagerEntry>, Hash, std::equal_to<>> entries_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_EAGER_OP_H_
