// The graph of a plan as GraphDefs, one per device, each whole in itself: what run metadata shows.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_PARTITION_GRAPHS_H_
#define RUNNEL_CORE_RUNTIME_PLAN_PARTITION_GRAPHS_H_

#include <string>
#include <utility>
#include <vector>

#include "core/graph/graph_def.h"
#include "core/passes/plan_graph.h"

namespace runnel {

// Of a placed graph, by the devices' names. Errors: RESOURCE_EXHAUSTED.
Result<std::vector<std::pair<std::string, GraphDef>>> PartitionGraphs(const PlanGraph& graph);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_PARTITION_GRAPHS_H_
