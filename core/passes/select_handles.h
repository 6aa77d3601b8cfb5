// Handles that are chosen by a number: GatherV2 of a Pack of resources, as QueueBase.from_list writes
// it.
#ifndef RUNNEL_CORE_PASSES_SELECT_HANDLES_H_
#define RUNNEL_CORE_PASSES_SELECT_HANDLES_H_

#include "core/passes/plan_graph.h"

namespace runnel {

// A tensor holds one handle, so nothing gathers them: a Switch for each handle and a Merge take the
// place of a GatherV2 of a Pack of scalars, if its index is a scalar. Others are left alone. An index
// that is out of range fails the step as GatherV2 does.
Status SelectHandles(PlanGraph* plan);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_SELECT_HANDLES_H_
