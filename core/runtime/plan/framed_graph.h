// FramedGraph: a placed graph in the order in which its nodes may run, with the loop that each runs in
// and the uses of its variables.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_FRAMED_GRAPH_H_
#define RUNNEL_CORE_RUNTIME_PLAN_FRAMED_GRAPH_H_

#include <string>
#include <vector>

#include "core/passes/frames.h"
#include "core/runtime/plan/placed_graph.h"
#include "core/runtime/plan/variable_uses.h"

namespace runnel {

struct FramedGraph {
  PlacedGraph placed;
  std::vector<int> order;  // every node behind its sources, but for back edges
  GraphFrames frames;
  VariableUses variables;

  const PlanGraph& graph() const { return placed.graph; }
  int RunsIn(int node) const { return frames.node(node); }
};

// Errors: INVALID_ARGUMENT for a cycle and for edges that do not fit the frames; those of FindFrames.
Result<FramedGraph> MakeFramedGraph(PlacedGraph placed);

std::string ToText(const FramedGraph& framed);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_FRAMED_GRAPH_H_
