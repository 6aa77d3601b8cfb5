#include "core/runtime/plan/pruned_graph.h"

#include "core/runtime/plan/print_graph.h"

namespace runnel {

Result<PrunedGraph> MakePrunedGraph(const PassContext& context, std::span<const PlanFeed> feeds,
                                    std::span<const OutputRef> fetches, std::span<Node* const> targets) {
  PrunedGraph pruned{PlanGraph(&context.user_graph.registry())};
  RUNNEL_RETURN_IF_ERROR(Prune(context.user_graph, feeds, fetches, targets, &pruned.graph));
  if (context.log != nullptr) context.log->After(context.PassOf(PassId::kPrune), pruned.graph);
  return pruned;
}

Result<PrunedGraph> MakeWholeGraph(const PassContext& context, int64_t assumed_size,
                                   const FedShapes& fed) {
  PrunedGraph pruned{PlanGraph(&context.user_graph.registry())};
  RUNNEL_RETURN_IF_ERROR(PruneNothing(context.user_graph, assumed_size, fed, &pruned.graph));
  return pruned;
}

std::string ToText(const PrunedGraph& pruned) {
  return StrCat(StageName(PlanStage::kPruned), ": ", ToText(pruned.graph));
}

}  // namespace runnel
