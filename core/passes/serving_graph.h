// The part of a MetaGraph that serves: what some outputs need, without what only trained or saved the
// model.
#ifndef RUNNEL_CORE_PASSES_SERVING_GRAPH_H_
#define RUNNEL_CORE_PASSES_SERVING_GRAPH_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/meta_graph.h"

namespace runnel {

struct ServingGraph {
  // Where a variable's value lies in the model's checkpoint.
  struct Variable {
    std::string name;               // as the model's author knows it
    std::string node;               // its VarHandleOp
    std::string tensor;             // name in the checkpoint
    std::string slice;              // as RestoreV2 has it: empty, or "shape slice" of a part
    bool is_for_init_only = false;  // it may be missing in the checkpoint
  };
  GraphDef graph;
  std::vector<Variable> variables;
  std::string init_op;  // the node that runs once when the variables are restored; empty: none
};

// Makes a constant with an asset's path of the node that stands for it. Other nodes than constants and
// Placeholders stay as they are.
Status SetAssetPath(const std::string& path, NodeDef* node);

// What `outputs` ("node", "node:1") need once `inputs` are fed: the nodes of inputs become Placeholders,
// and what these were computed from is left out. Ref variables become resource variables, as when the
// graph is imported (core/graph/ref_variables.h); assets become paths under `asset_folder`; functions
// that nothing calls are left out. Which checkpoint entry a variable has is read off the saver's
// RestoreV2 and assign nodes, or those of the function that it calls (TensorFlow 2); a variable that
// these do not mention has its own name. What initialises the model (tables, for example) is in the
// graph too, unless it needs what is fed. Errors: NOT_FOUND naming an output or input that is no node;
// INVALID_ARGUMENT for an input that is not its node's first output or of no known type.
Result<ServingGraph> MakeServingGraph(const MetaGraphDef& meta, std::span<const std::string> inputs,
                                      std::span<const std::string> outputs,
                                      std::string_view asset_folder);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_SERVING_GRAPH_H_
