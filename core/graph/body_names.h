// The names of values in function bodies, where another program has written them as graphs do.
#ifndef RUNNEL_CORE_GRAPH_BODY_NAMES_H_
#define RUNNEL_CORE_GRAPH_BODY_NAMES_H_

#include "core/graph/graph_def.h"
#include "core/graph/op_schema.h"

namespace runnel {

// Writes what the functions of `def` call "node" or "node:1", as graphs do, as functions have it:
// "node:out:0". What names no output of a node, or one of a node whose op is not registered, stays as it
// is.
void NameBodyOutputs(const OpRegistry& registry, GraphDef* def);

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_BODY_NAMES_H_
