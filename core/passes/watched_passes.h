// The passes that may take long, with a PlanWatch. `watch` may be null: then they have no bounds and no
// early end, as the passes of plan_graph.h. Errors besides theirs: the reason why planning ends;
// RESOURCE_EXHAUSTED beyond the watch's limits.
#ifndef RUNNEL_CORE_PASSES_WATCHED_PASSES_H_
#define RUNNEL_CORE_PASSES_WATCHED_PASSES_H_

#include <vector>

#include "core/passes/plan_graph.h"
#include "core/passes/plan_watch.h"
#include "core/passes/symbolic_gradient.h"

namespace runnel {

inline Status LookAt(PlanWatch* watch) { return watch == nullptr ? OkStatus() : watch->Look(); }

// Puts function bodies in place of calls, Switch/Merge primitives in place of If and While, and
// compositions in place of ops for which `has_kernel(op, requested device)` says no.
// Errors: NOT_FOUND for a function, INVALID_ARGUMENT for signatures that do not fit, UNIMPLEMENTED for
// recursion.
// Without `gradients`, nodes of SymbolicGradient stay as they are. shapes_follow: it is called once more
// when shapes have been inferred, also of what functions computed: until then what is UNIMPLEMENTED for
// the shapes that are known stays as it is.
Status InlineAndLower(const Graph& library, const HasKernel& has_kernel, PlanGraph* plan,
                      const IsLeft& is_left, PlanWatch* watch, const GetGradients& gradients = {},
                      bool shapes_follow = false);
Status InlineSpreadCalls(const Graph& library, bool all_calls, PlanGraph* plan, PlanWatch* watch);
// `held`: by node, what folding leaves alone.
Status InferAndFold(bool fold, const Evaluate& evaluate, PlanGraph* plan, PlanWatch* watch,
                    const std::vector<bool>& held = {});

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_WATCHED_PASSES_H_
