// The shapes of variables that a plan may rely on.
#ifndef RUNNEL_CORE_PASSES_HANDLE_SHAPES_H_
#define RUNNEL_CORE_PASSES_HANDLE_SHAPES_H_

#include "core/passes/plan_graph.h"

namespace runnel {

// The VarHandleOp behind `edge`, through branches and loops; -1 for another resource.
int VariableBehind(const PlanGraph& plan, PlanEdge edge);
// Plans the variable of this VarHandleOp with an unknown shape: a step may change it.
void ForgetShape(int handle, PlanGraph* plan);
// The shape that a VarHandleOp declares in the graph, whatever the plan relies on.
Shape DeclaredShape(const PlanNode& handle);
// By node: whether something reads or updates the variable of this VarHandleOp, beside assigning.
std::vector<bool> UsedVariables(const PlanGraph& plan);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_HANDLE_SHAPES_H_
