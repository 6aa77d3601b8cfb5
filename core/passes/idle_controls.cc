#include "core/passes/idle_controls.h"

#include <algorithm>

#include "core/passes/effects.h"

namespace runnel {
namespace {

// Whether the node by itself is over before a step begins: it cannot fail, and nobody sees it run.
bool IsIdle(const PlanNode& node) {
  if (node.feed >= 0) return false;
  if (node.is("Const") || node.is("Identity") || node.is("NoOp")) return true;
  return !HasEffect(*node.schema) && !node.known.empty() &&
         std::none_of(node.known.begin(), node.known.end(), [](const Tensor& t) { return t.empty(); });
}

}  // namespace

Status DropIdleControls(PlanGraph* plan, int* count) {
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> order, plan->TopologicalOrder());
  std::vector<bool> idle(plan->nodes.size(), false);
  for (const int i : order) {
    PlanNode& node = plan->at(i);
    *count += static_cast<int>(
        std::erase_if(node.controls, [&](int c) { return idle[static_cast<size_t>(c)]; }));
    // What control flow decides waits for a Switch or a Merge, which is not idle.
    idle[static_cast<size_t>(i)] =
        IsIdle(node) && node.controls.empty() &&
        std::all_of(node.inputs.begin(), node.inputs.end(),
                    [&](const PlanEdge& in) { return idle[static_cast<size_t>(in.node)]; });
  }
  return OkStatus();
}

}  // namespace runnel
