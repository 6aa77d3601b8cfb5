// Planning: from a graph and a signature to a Plan, and what placement asks of a whole graph, as if
// every node of it ran in one step.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_BUILD_PLAN_H_
#define RUNNEL_CORE_RUNTIME_PLAN_BUILD_PLAN_H_

#include <span>
#include <vector>

#include "core/graph/graph.h"
#include "core/passes/plan_watch.h"
#include "core/runtime/plan/plan.h"
#include "core/runtime/plan/planner_options.h"

namespace runnel {

// Those that take a `watch`, which may be null, ask it between bounded pieces of work. Errors also: why
// it ends planning.

// Errors: those of the passes, of placement and of kernels.
Result<Ref<Plan>> BuildPlan(const PlanContext& context, const PlannerOptions& options,
                            const Graph& graph, std::span<const PlanFeed> feeds,
                            std::span<const OutputRef> fetches, std::span<Node* const> targets,
                            PlanWatch* watch);

// Automatic placement of a whole graph, every node of it in one step: the device of each variable, for
// those who see a part of its users at a time. Errors: as BuildPlan's.
Result<VariableDevices> PlaceVariables(const PlanContext& context, const PlannerOptions& options,
                                       const Graph& graph, const FedShapes& fed, PlanWatch* watch);

// Soft placement of a whole graph: the device of each variable on which every node that uses it has a
// kernel, as far as there is one. Looks at types and shapes as the graph has them. Errors: those of
// functions that cannot be inlined.
Result<VariableDevices> FindHomes(const PlanContext& context, const PlannerOptions& options,
                                  const Graph& graph, PlanWatch* watch);

// What the kernels of a whole graph cost here, for whoever divides it: each on the device that is
// quickest at it of those that it asks for, by the context's cost model. Within the usual limits of
// planning.
Result<std::vector<NodeCost>> EstimateCosts(const PlanContext& context, const Graph& graph,
                                            const FedShapes& fed);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_BUILD_PLAN_H_
