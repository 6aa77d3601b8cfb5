#include "core/runtime/plan/saved_passes.h"

#include <algorithm>

#include "core/runtime/plan/pass_table.h"

namespace runnel {

PassSet PassesFor(std::span<const OutputRef> fetches, std::span<Node* const> targets,
                  const PassSet& options) {
  const auto is_planned = [](const Node& node) { return node.attr<bool>(kPlannedAttr) != nullptr; };
  const bool all = std::all_of(fetches.begin(), fetches.end(),
                               [&](const OutputRef& fetch) { return is_planned(*fetch.node); }) &&
                   std::all_of(targets.begin(), targets.end(),
                               [&](const Node* target) { return is_planned(*target); });
  PassSet passes = options;
  for (const Pass& pass : Passes()) {
    const bool is_done = pass.stage == PlanStage::kLowered || pass.stage == PlanStage::kPlaced;
    if (all && is_done && pass.can_be_off) passes.Remove({pass.id});
  }
  return passes;
}

}  // namespace runnel
