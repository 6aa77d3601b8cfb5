// Ops whose names begin with "_" are internal: only planning and the division among tasks make them. A
// graph from outside may not have one, in a node or in a function's body. Everything that takes graphs
// from users and clients checks this here.
#ifndef RUNNEL_CORE_GRAPH_INTERNAL_OPS_H_
#define RUNNEL_CORE_GRAPH_INTERNAL_OPS_H_

#include <string_view>

#include "core/graph/graph.h"

namespace runnel {

// The origin of a graph. The part of a graph that a master has divided may also have _HostSend and
// _HostRecv, for the edges between tasks, and a saved plan what IsPlanOp names.
enum class GraphOf : uint8_t { kUser, kMaster, kPlan };

// The internal ops that passes leave in a graph with devices, and whose shape functions and kernels rely
// on nothing that a pass has promised.
bool IsPlanOp(std::string_view op);

// Errors: INVALID_ARGUMENT naming node and op. `graph` may have functions of such a name, as TensorFlow
// gives them ("__inference_f_12"), but none is called as an op is.
Status CheckUsersOp(const Graph& graph, std::string_view node, const std::string& op);
// The same for all nodes of a GraphDef, and of its functions.
Status CheckOps(const Graph& graph, const GraphDef& def, GraphOf whose = GraphOf::kUser);

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_INTERNAL_OPS_H_
