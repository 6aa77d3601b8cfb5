// PlacedGraph: a graph whose nodes have devices and whose values lie in one memory each, with a _Send
// and a _Recv on every edge between two.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_PLACED_GRAPH_H_
#define RUNNEL_CORE_RUNTIME_PLAN_PLACED_GRAPH_H_

#include <string>
#include <utility>
#include <vector>

#include "core/runtime/plan/lowered_graph.h"
#include "core/runtime/plan/placement_notes.h"

namespace runnel {

struct PlacedGraph {
  PlanGraph graph;
  PlacementNotes notes;
  std::vector<std::pair<std::string, std::string>> placement;  // names of nodes and of their devices
};

// Logs what placement had to give up, and every node's device if the session wants that. Errors: those
// of placement and of the passes.
Result<PlacedGraph> MakePlacedGraph(const PassContext& context, LoweredGraph lowered);

std::string ToText(const PlacedGraph& placed);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_PLACED_GRAPH_H_
