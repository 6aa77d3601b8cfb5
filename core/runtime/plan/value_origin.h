// Where a value of a placed graph comes from, through nodes that only hand it on.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_VALUE_ORIGIN_H_
#define RUNNEL_CORE_RUNTIME_PLAN_VALUE_ORIGIN_H_

#include "core/passes/frames.h"
#include "core/passes/plan_graph.h"

namespace runnel {

// A literal is there before anything runs (IsLiteral of frames.h).
inline bool IsLiteral(const PlanGraph& graph, int node) { return IsLiteral(graph.at(node)); }
// Whether the value arrives at `consumer` while a step runs. A Merge awaits all of its inputs.
bool IsDynamic(const PlanGraph& graph, int consumer, PlanEdge in);
// Whether planning knows the value itself, not only its shape.
bool IsKnown(const PlanGraph& graph, PlanEdge edge);

// The VarHandleOp without control inputs behind a resource; -1 if it is none.
int HandleOf(const PlanGraph& graph, PlanEdge edge);
// The producer of a value, looking through nodes that share memory.
PlanEdge OriginOf(const PlanGraph& graph, PlanEdge in);
// The handle of the variable whose value this is, or -1.
int VariableReadAt(const PlanGraph& graph, PlanEdge in);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_VALUE_ORIGIN_H_
