// The shapes with which a plan may count on variables.
#ifndef RUNNEL_CORE_PASSES_HANDLE_SHAPES_H_
#define RUNNEL_CORE_PASSES_HANDLE_SHAPES_H_

#include "core/passes/plan_graph.h"

namespace runnel {

// The VarHandleOp that `edge` hands on, through branches and loops too; -1 if it is another resource.
int VariableBehind(const PlanGraph& plan, PlanEdge edge);
// Plans the variable of this VarHandleOp as one of any shape: a step may change it.
void ForgetShape(int handle, PlanGraph* plan);
// What a VarHandleOp of the graph declares, whatever the plan counts on.
Shape DeclaredShape(const PlanNode& handle);
// By node: whether something reads or updates the variable of this VarHandleOp, beside assigning.
std::vector<bool> UsedVariables(const PlanGraph& plan);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_HANDLE_SHAPES_H_
