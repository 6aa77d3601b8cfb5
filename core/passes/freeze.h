// Freezing: the part of a graph that some outputs need, with variables turned into constants.
#ifndef RUNNEL_CORE_PASSES_FREEZE_H_
#define RUNNEL_CORE_PASSES_FREEZE_H_

#include <functional>
#include <span>
#include <vector>

#include "core/graph/graph.h"

namespace runnel {

// Gives the present values of the variables behind these VarHandleOps, each in host memory.
using ReadVariables = std::function<Result<std::vector<Tensor>>(std::span<Node* const> handles)>;

// Keeps the names of all nodes that stay; a ReadVariableOp becomes a Const of its name, a ResourceGather
// a GatherV2 over a Const. A read's control inputs stay where something changes behind them, or where
// control flow decides whether it happens. Functions of the graph come along. `graph` is not changed.
// Errors: those of `read`; UNIMPLEMENTED naming a node that uses a resource in another way.
Result<GraphDef> Freeze(const Graph& graph, std::span<const OutputRef> outputs,
                        const ReadVariables& read);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_FREEZE_H_
