// Control edges from what takes no part in a step: constants, what only passes them on, and what folding
// has computed. They say no order, yet nodes at either end of a control edge are left alone by other
// passes. A frozen function of TensorFlow 2 has one from each read of a weight.
#ifndef RUNNEL_CORE_PASSES_IDLE_CONTROLS_H_
#define RUNNEL_CORE_PASSES_IDLE_CONTROLS_H_

#include "core/passes/plan_graph.h"

namespace runnel {

// After InferAndFold. Removes those edges; an edge from a node that has an effect, may fail, belongs to
// a branch or a loop, or waits for one that does, stays. `count`: how many went. Errors:
// INVALID_ARGUMENT naming a cycle.
Status DropIdleControls(PlanGraph* plan, int* count);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_IDLE_CONTROLS_H_
