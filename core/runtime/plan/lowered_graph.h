// LoweredGraph: a graph of primitives and ops that have kernels, with the shapes that follow from what
// is fed, without what is constant, never reached or done twice.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_LOWERED_GRAPH_H_
#define RUNNEL_CORE_RUNTIME_PLAN_LOWERED_GRAPH_H_

#include <string>

#include "core/runtime/plan/pruned_graph.h"

namespace runnel {

struct LoweredGraph {
  PlanGraph graph;
};

// Errors: those of the passes; INVALID_ARGUMENT for edges that do not fit the loops' frames.
Result<LoweredGraph> MakeLoweredGraph(const PassContext& context, PrunedGraph pruned);

std::string ToText(const LoweredGraph& lowered);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_LOWERED_GRAPH_H_
