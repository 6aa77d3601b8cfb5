// What an exported graph says of state, so that TensorFlow means the same by it.
#ifndef RUNNEL_CORE_GRAPH_REF_EXPORT_H_
#define RUNNEL_CORE_GRAPH_REF_EXPORT_H_

#include "core/graph/graph_def.h"
#include "core/graph/op_schema.h"

namespace runnel {

// Makes ref variables again of those that LowerRefVariables has made resource variables of, with all
// that was added to the graph since: resource variables that an op takes together with them as well. A
// graph in which something takes such a variable that has no form for references (a call, say) is left
// as it is: valid, but its variables are read once, where TensorFlow 1 read references. Functions are
// left alone.
void RaiseRefVariables(GraphDef* graph);

// Names the resource of every node that makes one by attr shared_name and has none: as here, by the
// node, where TensorFlow makes one variable of all VarHandleOps without a name. Those in a function are
// named after it, too.
void NameResources(const OpRegistry& registry, GraphDef* graph);

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_REF_EXPORT_H_
