// The variables of TensorFlow 1's graphs: values behind reference edges (VariableV2, Assign, ApplyAdam).
// As such a graph is imported, they become resource variables, so that nothing behind the import knows
// two kinds.
//
//   v = VariableV2            v/_rnl_handle = VarHandleOp, v = ReadVariableOp
//   a = Assign(v, x)          a/_rnl_update = AssignVariableOp, a = ReadVariableOp behind it
//   y = Op(v, z)              y = Op(v, z)
//
// Every name still stands for the value that it had, save for references on their way through a
// condition or a loop (RefSwitch, RefEnter, RefNextIteration). What is updated or tested is the variable
// at the edge's root, after the updates that the edge has passed. The reads that stand for references
// say so (kReferenceAttr): a plan makes a read anew for whoever uses the value behind an update
// (core/passes/references.h), so to the graph, its gradients and its users these are ordinary values.
#ifndef RUNNEL_CORE_GRAPH_REF_VARIABLES_H_
#define RUNNEL_CORE_GRAPH_REF_VARIABLES_H_

#include <functional>
#include <string>
#include <string_view>

#include "core/graph/graph_def.h"

namespace runnel {

// Attr of the ReadVariableOps that stand for references: true.
inline constexpr std::string_view kReferenceAttr = "_rnl_ref";

// Whether LowerRefVariables would change the graph.
bool HasRefVariables(const GraphDef& graph);

// The nodes of `graph` with resource variables for its ref variables; functions are left alone.
// Variables without a shared_name are shared as `prefix`/name (name, if prefix is empty). Inputs for
// which `is_mapped` is true are values from elsewhere and stay. A variable that an Assign without
// validate_shape may resize has no shape. Ops on references that have no counterpart stay too, for the
// import to name. Errors: INVALID_ARGUMENT for an input that should be a reference and is none, or a
// type that is missing.
Result<std::vector<NodeDef>> LowerRefVariables(
    const GraphDef& graph, std::string_view prefix,
    const std::function<bool(std::string_view node, int index)>& is_mapped);

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_REF_VARIABLES_H_
