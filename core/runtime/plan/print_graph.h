// The text of a plan's graph, for logs and tests.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_PRINT_GRAPH_H_
#define RUNNEL_CORE_RUNTIME_PLAN_PRINT_GRAPH_H_

#include <string>

#include "core/passes/plan_graph.h"

namespace runnel {

// `three = AddV2(one, two:1, ^init): float[8] on DEVICE`, or `wants DEVICE` before it is placed.
std::string ToText(const PlanGraph& graph, int node);
// "3 nodes", then a line for each.
std::string ToText(const PlanGraph& graph);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_PRINT_GRAPH_H_
