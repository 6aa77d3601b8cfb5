// StepPool: a plan and the steps that have run it, for the next ones: a step that has run before
// allocates nothing.
#ifndef RUNNEL_CORE_RUNTIME_STEP_STEP_POOL_H_
#define RUNNEL_CORE_RUNTIME_STEP_STEP_POOL_H_

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/base/ref.h"
#include "core/base/spare.h"
#include "core/runtime/plan/plan.h"
#include "core/runtime/step/step.h"

namespace runnel {

// Keeps the plan. Threads: any.
class StepPool : public RefCounted {
 public:
  explicit StepPool(Ref<Plan> plan) : plan_(std::move(plan)) {}

  const Plan& plan() const { return *plan_; }
  // What is taken is given back before the pool goes.
  std::unique_ptr<Step> Take();
  void GiveBack(std::unique_ptr<Step> step);
  // Frees what is pooled for steps, regions' memory included, and no step has used since the last call.
  void TrimIdle();

  std::atomic<uint32_t> num_runs{
      0};  // of automatic placement: steps so far, for those that are measured
  std::atomic<uint32_t> num_learned{0};  // likewise: of those, how many have been heard of

 private:
  ~StepPool() override { delete last_.Take(); }

  const Ref<Plan> plan_;
  Spare<Step> last_;  // first in line, and kept when the others are trimmed
  std::mutex mutex_;  // guards all below
  std::vector<std::unique_ptr<Step>> steps_;
  size_t idle_steps_ = 0;  // how many were in there all the time since TrimIdle
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_STEP_STEP_POOL_H_
