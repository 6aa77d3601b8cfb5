// From regions and what runs beside them to a Plan: the executor's flat arrays.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_PROGRAM_H_
#define RUNNEL_CORE_RUNTIME_PLAN_PROGRAM_H_

#include <string>

#include "core/runtime/plan/plan.h"
#include "core/runtime/plan/region_set.h"

namespace runnel {

// `objects` are those of the set's graph. Errors: those of kernels, of host kernels, of variables and of
// memory.
Result<Ref<Plan>> MakeProgram(const PassContext& context, RegionSet set, PlanObjects* objects);

std::string ToText(const Plan& plan);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_PROGRAM_H_
