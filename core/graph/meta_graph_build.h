// Makes the MetaGraph of a graph: its nodes as TensorFlow is to read them, its variables, the nodes that
// save and restore them, and what a program says besides.
#ifndef RUNNEL_CORE_GRAPH_META_GRAPH_BUILD_H_
#define RUNNEL_CORE_GRAPH_META_GRAPH_BUILD_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/graph.h"
#include "core/graph/meta_graph.h"
#include "core/graph/saver_nodes.h"

namespace runnel {

// Nodes that sessions add to read and assign variables, and to save and restore them task by task. They
// are no part of what is exported.
inline constexpr std::string_view kCheckpointScope = "rnl_checkpoint/";
inline constexpr std::string_view kShardsScope = "rnl_shards/";

// A variable of a graph and what it is called in checkpoints, as in TensorFlow's: by its shared_name, or
// of the ref variables of imported graphs by their node's name.
struct GraphVariable {
  Node* handle = nullptr;
  std::string key;
};
// One entry for each variable, by the first VarHandleOp that refers to it. Variables that would be
// called the same go by that node's name. Errors: INVALID_ARGUMENT if that is another one's name, too.
Result<std::vector<GraphVariable>> ListVariables(const Graph& graph);

// What a node is called in the exported graph: a ref variable's handle has the name of the variable.
std::string_view ExportedName(std::string_view node);

// What a program says of a graph. Names are of the graph's nodes, or of tensors: "x", "x:0".
struct MetaGraphSpec {
  MetaGraphDef
      def;  // tags, signatures by names alone, collections, and a saver if nodes of the graph are one
  std::vector<std::string> trainable;  // variables, to be in "trainable_variables"
  std::string init_op;                 // runs once before anything else; empty: none
};

// The part of a checkpoint that a variable is, if an entry of def's variable collections says so.
// Errors: those of DecodeVariableDef, with the collection's name.
Result<std::vector<SavedVariable>> SavedVariables(const MetaGraphSpec& spec,
                                                  std::span<const GraphVariable> variables);
// Without those of the collection "local_variables", which TensorFlow does not save.
Result<std::vector<GraphVariable>> GlobalVariables(const MetaGraphSpec& spec,
                                                   std::vector<GraphVariable> variables);

// Nodes of kCheckpointScope and kShardsScope are left out; ref variables are such again
// (core/graph/ref_export.h); every variable gets an entry in "variables", unless "local_variables" has
// it; `saved` get saver nodes, unless def's saver names nodes that are there. Errors: INVALID_ARGUMENT
// naming the signature and key, the collection or the variable whose node the exported graph lacks.
Result<MetaGraphDef> BuildMetaGraph(const Graph& graph, const MetaGraphSpec& spec,
                                    std::span<const SavedVariable> saved);

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_META_GRAPH_BUILD_H_
