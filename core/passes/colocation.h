// What a signature's nodes inherit from the rest of the graph. A variable's handle without a device
// lives where the graph's other users of the variable ask to be, whether this signature needs them or
// not. Otherwise a variable might be initialised on one device, or task, and updated on another.
#ifndef RUNNEL_CORE_PASSES_COLOCATION_H_
#define RUNNEL_CORE_PASSES_COLOCATION_H_

#include "core/graph/graph.h"
#include "core/passes/plan_graph.h"

namespace runnel {

// Gives each node of `copies` (a node of `graph`, its number in `plan`) without a device the device of
// its group: the nodes that share a resource with it, or that "_class" colocates with it, directly or
// transitively. Where a group asks for several, the first one that fits counts; placement refuses what
// does not fit.
void InheritDevices(const Graph& graph, std::span<const std::pair<const Node*, int>> copies,
                    PlanGraph* plan);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_COLOCATION_H_
