// PassContext: what a pass of planning may ask beside the value that it works on.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_PASS_CONTEXT_H_
#define RUNNEL_CORE_RUNTIME_PLAN_PASS_CONTEXT_H_

#include <span>

#include "core/passes/plan_graph.h"
#include "core/passes/plan_watch.h"
#include "core/runtime/plan/pass.h"
#include "core/runtime/plan/plan_log.h"
#include "core/runtime/plan/planner_options.h"

namespace runnel {

class PluginSet;

// Borrows everything. One planning has one, which stays as it is.
struct PassContext {
  const PlanContext& plan;
  const PlannerOptions& options;
  std::span<const Pass> passes;  // by PassId
  const Graph& user_graph;       // the functions that nodes call are in it, too
  PlanWatch* watch;              // may be null
  PlanLog* log;                  // may be null
  bool whole_graph = false;      // every node of it in one step, which never runs

  bool IsOn(PassId pass) const { return options.passes.Has(pass); }
  const Pass& PassOf(PassId pass) const { return passes[static_cast<size_t>(pass)]; }
  PluginSet& plugins() const;
};

// Before placement: whether some kernel could compute the node on the device that it asks for; with soft
// placement on any.
bool HasKernelFor(const PassContext& context, const PlanGraph& graph, const PlanNode& node);
// After placement: whether the node's device has a kernel for it.
bool IsSupported(const PassContext& context, const PlanGraph& graph, const PlanNode& node);

// Runs those passes of a stage that are on, in order, and tells `context.log`. Errors: theirs; why
// planning ends.
Status RunPasses(const PassContext& context, PlanGraph* graph);
Status RunPasses(const PassContext& context, PlanGraph* graph, PlacementNotes* notes);
// `graph`: that of `framed`.
Status RunPasses(const PassContext& context, const PlanGraph& graph, FramedGraph* framed,
                 NodeGroups* groups);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_PASS_CONTEXT_H_
