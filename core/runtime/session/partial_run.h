// PartialStep: a step whose feeds and fetches come in several calls.
#ifndef RUNNEL_CORE_RUNTIME_SESSION_PARTIAL_RUN_H_
#define RUNNEL_CORE_RUNTIME_SESSION_PARTIAL_RUN_H_

#include <condition_variable>
#include <memory>
#include <vector>

#include "core/runtime/session/partial_items.h"
#include "core/runtime/step/step.h"

namespace runnel {

// Any thread, but the destructor none of the pool's: it ends the step and waits for that.
class PartialStep {
 public:
  PartialStep(Ref<Plan> plan, Signature signature);
  ~PartialStep();
  PartialStep(const PartialStep&) = delete;

  void Start(StepContext context);
  // Its signature, and what a call may bring.
  const PartialItems& items() const { return items_; }
  // Feeds some, then waits for the fetches; the last call waits for the whole step. Errors:
  // INVALID_ARGUMENT for an undeclared or repeated item, or a fetch that needs a feed not yet given;
  // else the step's failure.
  Status Run(std::span<const OutputRef> feeds, std::span<const Tensor> values,
             std::span<const OutputRef> fetches, std::span<Tensor> results);
  // Returns when the step has ended.
  void Abort(const Status& reason);
  // Everything was fetched (without fetches: fed), or the step has failed.
  bool ended() const;

 private:
  struct Feed {
    Tensor value;
    std::function<void(Status, Tensor)> waiting;
  };
  struct Fetch {
    bool computed = false;
    Tensor value;
  };

  Ref<Plan> plan_;
  std::unique_ptr<Step> step_;
  std::vector<Tensor> no_feeds_, fetched_;
  bool started_ = false;      // by the thread that made it, before any other knows it
  mutable std::mutex mutex_;  // guards all below
  std::condition_variable changed_;
  PartialItems items_;  // the signature in it never changes
  std::vector<Feed> feeds_;
  std::vector<Fetch> fetches_;
  bool done_ = false;
  Status status_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_SESSION_PARTIAL_RUN_H_
