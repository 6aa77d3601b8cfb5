// The nodes by which a graph writes and reads its own checkpoint, as TensorFlow 1's Saver adds them.
#ifndef RUNNEL_CORE_GRAPH_SAVER_NODES_H_
#define RUNNEL_CORE_GRAPH_SAVER_NODES_H_

#include <span>
#include <string>

#include "core/graph/meta_graph.h"

namespace runnel {

// A variable of a GraphDef, as its checkpoint knows it.
struct SavedVariable {
  std::string node;   // VarHandleOp or VariableV2
  std::string key;    // name in the checkpoint
  std::string slice;  // "shape slice" of the tensor of that name which the variable is; empty: all of it
};

// Adds a SaveV2 and a RestoreV2 of the variables under a scope that is new, "save" or "save_1"..., and
// what feeds and follows them, and says in *saver what is where. Files are not sharded. Errors:
// INVALID_ARGUMENT naming a variable that is no node, or no variable, of the graph.
Status AddSaverNodes(std::span<const SavedVariable> variables, GraphDef* graph, SaverDef* saver);

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_SAVER_NODES_H_
