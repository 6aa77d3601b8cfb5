// A graph that grows by the parts of one GraphDef, as they are asked for.
#ifndef RUNNEL_CORE_GRAPH_EXTEND_H_
#define RUNNEL_CORE_GRAPH_EXTEND_H_

#include "core/graph/graph.h"

namespace runnel {

// Imports what the graph does not have yet: a node or function whose name exists is taken to be the
// same. A Placeholder of `def` stands for the existing node of its name, since any edge may be fed.
// `def` has no ref variables. Errors: those of Graph::Import; INVALID_ARGUMENT for a node that is a
// Placeholder, or another op, in the graph. On error nodes may have been added.
Status ExtendGraph(Graph* graph, const GraphDef& def);

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_EXTEND_H_
