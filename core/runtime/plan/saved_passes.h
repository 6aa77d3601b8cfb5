// Which passes are left to be done for a saved plan (save_plan.h).
#ifndef RUNNEL_CORE_RUNTIME_PLAN_SAVED_PASSES_H_
#define RUNNEL_CORE_RUNTIME_PLAN_SAVED_PASSES_H_

#include <span>
#include <string_view>

#include "core/graph/graph.h"
#include "core/runtime/plan/pass_set.h"

namespace runnel {

// The annotation of a saved plan's nodes.
inline constexpr std::string_view kPlannedAttr = "_rnl_planned";

// The passes that plan a run: all that `options` has, or, where everything that it asks for is of a
// saved plan, those that this leaves to be done.
PassSet PassesFor(std::span<const OutputRef> fetches, std::span<Node* const> targets,
                  const PassSet& options);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_SAVED_PASSES_H_
