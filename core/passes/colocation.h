// What a signature's nodes owe to the rest of the graph: a variable's handle that asks for no device
// lives where the graph's other users of it ask to be, whether this signature needs them or not. Without
// that a variable would be initialised on one device, or task, and updated on another.
#ifndef RUNNEL_CORE_PASSES_COLOCATION_H_
#define RUNNEL_CORE_PASSES_COLOCATION_H_

#include "core/graph/graph.h"
#include "core/passes/plan_graph.h"

namespace runnel {

// Gives each node of `copies` (a node of `graph`, its number in `plan`) that asks for no device what its
// group asks for: the nodes that share a resource with it, or that "_class" colocates with it, directly
// or not. Where a group asks for several, the first one that fits counts; what does not fit is the
// placement's to refuse.
void InheritDevices(const Graph& graph, std::span<const std::pair<const Node*, int>> copies,
                    PlanGraph* plan);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_COLOCATION_H_
