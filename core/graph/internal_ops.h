// Ops whose names begin with "_" are the runtime's own: planning makes them, and dividing a graph among
// tasks does. No graph that comes from outside may have one, in a node or in a function's body. What
// takes graphs from users and clients asks here.
#ifndef RUNNEL_CORE_GRAPH_INTERNAL_OPS_H_
#define RUNNEL_CORE_GRAPH_INTERNAL_OPS_H_

#include <string_view>

#include "core/graph/graph.h"

namespace runnel {

// Whose a graph is. The part of one that a master has divided has _HostSend and _HostRecv besides, for
// the edges between tasks.
enum class GraphOf : uint8_t { kUser, kMaster };

// Errors: INVALID_ARGUMENT naming node and op. `graph` may have functions of such a name, as TensorFlow
// gives them ("__inference_f_12"), but none is called as an op is.
Status CheckUsersOp(const Graph& graph, std::string_view node, const std::string& op);
// The same for all nodes of a GraphDef, and of its functions.
Status CheckOps(const Graph& graph, const GraphDef& def, GraphOf whose = GraphOf::kUser);

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_INTERNAL_OPS_H_
