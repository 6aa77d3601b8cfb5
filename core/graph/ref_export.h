// Exports state such that TensorFlow means the same by it.
#ifndef RUNNEL_CORE_GRAPH_REF_EXPORT_H_
#define RUNNEL_CORE_GRAPH_REF_EXPORT_H_

#include "core/graph/graph_def.h"
#include "core/graph/op_schema.h"

namespace runnel {

// Converts back the ref variables that LowerRefVariables made resource variables of, with all nodes
// added since; also resource variables that an op takes together with them. If a node takes such a
// variable and has no form for references (a call, for example), the graph is left as it is: valid, but
// its variables are read once, where TensorFlow 1 read references. Functions are not changed.
void RaiseRefVariables(GraphDef* graph);

// Gives a shared_name to every node that makes a resource by that attr and has none: here it is the
// node's name, while TensorFlow makes one variable of all VarHandleOps without a name. In a function the
// name includes the function's.
void NameResources(const OpRegistry& registry, GraphDef* graph);

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_REF_EXPORT_H_
