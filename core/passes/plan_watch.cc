#include "core/passes/plan_watch.h"

namespace runnel {

void PlanWatch::Stop(const Status& reason) {
  const std::lock_guard lock(mutex_);
  if (stopped_.load(std::memory_order_relaxed)) return;
  reason_ = reason;
  stopped_.store(true, std::memory_order_release);
}

Status PlanWatch::reason() const {
  const std::lock_guard lock(mutex_);
  return reason_;
}

Status PlanWatch::Look() {
  if (on_look_) on_look_();
  return stopped() ? reason() : OkStatus();
}

Status PlanWatch::CountInlined(uint64_t nodes) {
  inlined_nodes_ += nodes;
  if (inlined_nodes_ <= limits_.inlined_nodes) return OkStatus();
  return ResourceExhausted("functions, conditions and loops become more than ", limits_.inlined_nodes,
                           " nodes (session option max_inlined_nodes)");
}

Status PlanWatch::CountFolded(uint64_t bytes, std::string_view name) {
  folded_bytes_ += bytes;
  if (folded_bytes_ <= limits_.folded_bytes) return OkStatus();
  return ResourceExhausted("node \"", name, "\": constants that planning computes hold more than ",
                           limits_.folded_bytes, " bytes (session option max_folded_bytes)")
      .WithNode(name);
}

}  // namespace runnel
