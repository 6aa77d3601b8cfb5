// PrunedGraph: the copy of a user's graph that one planning works on.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_PRUNED_GRAPH_H_
#define RUNNEL_CORE_RUNTIME_PLAN_PRUNED_GRAPH_H_

#include <span>
#include <string>

#include "core/runtime/plan/pass_context.h"

namespace runnel {

struct PrunedGraph {
  PlanGraph graph;
};

// What fetches and targets need, cut off at the feeds. Errors: Prune's.
Result<PrunedGraph> MakePrunedGraph(const PassContext& context, std::span<const PlanFeed> feeds,
                                    std::span<const OutputRef> fetches, std::span<Node* const> targets);
// All of the graph, as PruneNothing has it. Errors: its own.
Result<PrunedGraph> MakeWholeGraph(const PassContext& context, int64_t assumed_size,
                                   const FedShapes& fed);

std::string ToText(const PrunedGraph& pruned);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_PRUNED_GRAPH_H_
