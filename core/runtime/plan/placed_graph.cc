#include "core/runtime/plan/placed_graph.h"

#include "core/runtime/devices/device.h"
#include "core/runtime/plan/print_graph.h"
#include "core/runtime/runtime.h"

namespace runnel {
namespace {

void LogPlacement(const PassContext& context, const PlacedGraph& placed) {
  Runtime& runtime = *context.plan.runtime;
  for (size_t i = 0; context.options.log_placement && i < placed.graph.nodes.size(); ++i) {
    const PlanNode& node = placed.graph.nodes[i];
    if (node.removed || node.placed == nullptr) continue;
    runtime.Log(Severity::kInfo, StrCat(node.name, " (", node.op(), "): ", node.placed->name(), ": ",
                                        placed.notes.ReasonOf(i)));
  }
  for (const std::string& line : placed.notes.dropped_wishes) {
    runtime.Log(Severity::kWarning, StrCat("placement: ", line));
  }
  for (const std::string& line : placed.notes.fallbacks) {
    runtime.Log(Severity::kWarning, StrCat("soft placement: ", line));
  }
}

}  // namespace

Result<PlacedGraph> MakePlacedGraph(const PassContext& context, LoweredGraph lowered) {
  PlacedGraph placed{std::move(lowered.graph), {}, {}};
  RUNNEL_RETURN_IF_ERROR(RunPasses(context, &placed.graph, &placed.notes));
  for (const PlanNode& node : placed.graph.nodes) {
    if (node.removed || node.placed == nullptr) continue;
    placed.placement.emplace_back(node.name, node.placed->name());
  }
  LogPlacement(context, placed);
  return placed;
}

std::string ToText(const PlacedGraph& placed) {
  return StrCat(StageName(PlanStage::kPlaced), ": ", ToText(placed.graph));
}

}  // namespace runnel
