// The passes of planning, in the order in which they run: one table, from which come their names, what
// is said of them, and what can be switched off.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_PASS_TABLE_H_
#define RUNNEL_CORE_RUNTIME_PLAN_PASS_TABLE_H_

#include <span>
#include <string_view>

#include "core/runtime/plan/pass.h"

namespace runnel {

// By PassId.
std::span<const Pass> Passes();

// Takes `name` out, "all": every pass that can be off. Errors: INVALID_ARGUMENT, listing the passes, for
// another name.
Status DisablePass(std::string_view name, PassSet* passes);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_PASS_TABLE_H_
