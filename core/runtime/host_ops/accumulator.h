// Accumulator: adds up gradients of several replicas until somebody takes their mean or sum.
//
// Its clock, the global step, is monotonic. A gradient computed from an older step's values is stale and
// dropped; a take advances the clock. Takes are served in order of arrival and hold no thread while they
// wait. What was added stays when a take is cancelled. Source: TensorFlow 1.15's
// conditional_accumulator_base.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_ACCUMULATOR_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_ACCUMULATOR_H_

#include <functional>
#include <list>
#include <mutex>

#include "core/runtime/exchange/cancellation.h"
#include "core/runtime/resources/resource.h"

namespace runnel {

class Accumulator : public Resource {
 public:
  static constexpr std::string_view kTypeName = "ConditionalAccumulator";
  struct Spec {
    DType dtype = DType::kFloat;
    Shape shape;  // may be unknown: any, and all gradients of one round alike
    bool mean = true;
    bool operator==(const Spec&) const = default;
  };
  using Done = std::function<void(Status, Tensor)>;

  Accumulator(std::string name, Spec spec) : Resource(std::move(name)), spec_(std::move(spec)) {}
  std::string_view TypeName() const override { return kTypeName; }
  const Spec& spec() const { return spec_; }

  // Adds `gradient`, which was computed from the values of step `local_step`. A gradient older than the
  // global step is dropped without an error. Errors: INVALID_ARGUMENT for another dtype or shape; after
  // Abort, its status.
  Status Apply(int64_t local_step, const Tensor& gradient, Allocator* allocator);
  // Calls done once with the mean or sum of all that was added since the last take, when these are
  // `num_required` or more; the next global step begins. Errors: INVALID_ARGUMENT unless num_required
  // is above 0; CANCELLED; after Abort, its status.
  void Take(int64_t num_required, CancellationManager* cancellation, Done done);
  void SetGlobalStep(int64_t step);
  int64_t num_accumulated() const;

  void Abort(const Status& status) override;

 private:
  struct Attempt {
    uint64_t id = 0;
    int64_t num_required = 0;
    Ref<CancellationManager> cancellation;
    CancellationManager::Token token = 0;
    Status status;
    Tensor value;
    Done done;
  };
  using Line = std::list<Attempt>;

  void Advance(Line* finished);
  void OnCancel(uint64_t id, const Status& reason);
  static void Finish(Line finished);

  const Spec spec_;
  mutable std::mutex mutex_;  // guards all below
  int64_t global_step_ = 0;
  int64_t count_ = 0;
  Tensor sum_;  // empty while count_ is 0
  Status aborted_;
  uint64_t next_id_ = 1;
  Line takes_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_ACCUMULATOR_H_
