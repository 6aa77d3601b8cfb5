// What planning makes of a graph for one signature, as a graph that can be written to a file
// (core/io/plan_file.h). Planning such a graph runs no optimising pass and packs no weights, and gives
// the same kernels with the same operands, and so the same bits.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_SAVE_PLAN_H_
#define RUNNEL_CORE_RUNTIME_PLAN_SAVE_PLAN_H_

#include "core/runtime/plan/build_plan.h"
#include "core/runtime/plan/saved_plan.h"

namespace runnel {

// Errors: those of planning; UNIMPLEMENTED naming a node for variables and other resources, for
// functions that steps call, and for nodes that only a plan in memory has.
Result<SavedPlan> MakeSavedPlan(const PlanContext& services, const PlannerOptions& options,
                                const Graph& graph, std::span<const PlanFeed> feeds,
                                std::span<const OutputRef> fetches, PlanWatch* watch);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_SAVE_PLAN_H_
