// PlanWatch: the bounds of one planning, and its early end.
//
// Planning, folding and the making of kernels call `Look` between bounded pieces of work: a node
// inlined, inferred, folded or made ready. So a cancellation, a deadline or the end of a session takes
// effect soon, however large a graph a few lines of functions make.
#ifndef RUNNEL_CORE_PASSES_PLAN_WATCH_H_
#define RUNNEL_CORE_PASSES_PLAN_WATCH_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string_view>

#include "core/base/status.h"
#include "core/passes/plan_limits.h"

namespace runnel {

// Threads: Stop and the questions any; the rest by whoever plans.
class PlanWatch {
 public:
  PlanWatch() : PlanWatch(PlanLimits()) {}
  // `on_look` is called at every look, by the thread that looks; may be empty.
  explicit PlanWatch(const PlanLimits& limits, std::function<void()> on_look = {})
      : limits_(limits), on_look_(std::move(on_look)) {}
  PlanWatch(const PlanWatch&) = delete;

  // Planning ends with `reason` at its next look. The first reason counts; `reason` is not OK.
  void Stop(const Status& reason);
  bool stopped() const { return stopped_.load(std::memory_order_acquire); }
  Status reason() const;  // OK until stopped

  // The reason, once there is one.
  Status Look();

  // A pass has made so many nodes of one. Errors: RESOURCE_EXHAUSTED naming the option
  // max_inlined_nodes.
  Status CountInlined(uint64_t nodes);
  // Restarts the count: what was folded before is constant by now, or is computed again.
  void ForgetFolded() { folded_bytes_ = 0; }
  // Folding has made a constant of so many bytes of the node `name`. Errors: RESOURCE_EXHAUSTED naming
  // the option max_folded_bytes and the node.
  Status CountFolded(uint64_t bytes, std::string_view name);

 private:
  const PlanLimits limits_;
  const std::function<void()> on_look_;
  uint64_t inlined_nodes_ = 0;
  uint64_t folded_bytes_ = 0;
  std::atomic<bool> stopped_{false};
  mutable std::mutex mutex_;  // guards reason_
  Status reason_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_PLAN_WATCH_H_
