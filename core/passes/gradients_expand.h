// Puts the body of a function, or of an op that is one of several kinds of shorthand, into a graph
// beside the node that stands for it, so that gradients can go through plain nodes.
#ifndef RUNNEL_CORE_PASSES_GRADIENTS_EXPAND_H_
#define RUNNEL_CORE_PASSES_GRADIENTS_EXPAND_H_

#include <string>
#include <vector>

#include "core/graph/builder.h"

namespace runnel {

// Adds the nodes of a function's body, with the types and values in `attrs` bound; returns its outputs.
// Nodes take their names from b's scope. Errors: INVALID_ARGUMENT naming the function and the node.
Result<std::vector<OutputRef>> InstantiateFunction(GraphBuilder& b, const FunctionDef& function,
                                                   const AttrList& attrs,
                                                   const std::vector<OutputRef>& inputs);

// True for calls, If, While, ops that are functions, and ops given as compositions.
bool IsExpandable(const Graph& graph, const Node& node);

// Computes what `node` computes a second time, from plain nodes and control flow primitives: calls
// become bodies, If and While become Switch, Merge and loops, compositions become what they are composed
// of. Constants of the copy hang on `controls`. Errors: UNIMPLEMENTED naming the op if a body has
// effects or draws random numbers, which a second time would not repeat.
Result<std::vector<OutputRef>> ExpandNode(Graph* graph, const Node& node, const std::string& scope,
                                          const std::vector<Node*>& controls);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_GRADIENTS_EXPAND_H_
