#include "core/runtime/plan/lowered_graph.h"

#include "core/runtime/plan/print_graph.h"

namespace runnel {

Result<LoweredGraph> MakeLoweredGraph(const PassContext& context, PrunedGraph pruned) {
  LoweredGraph lowered{std::move(pruned.graph)};
  RUNNEL_RETURN_IF_ERROR(RunPasses(context, &lowered.graph));
  return lowered;
}

std::string ToText(const LoweredGraph& lowered) {
  return StrCat(StageName(PlanStage::kLowered), ": ", ToText(lowered.graph));
}

}  // namespace runnel
