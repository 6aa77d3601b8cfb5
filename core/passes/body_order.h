// The order in which the nodes of a function's body can be added: every node behind those that it reads.
#ifndef RUNNEL_CORE_PASSES_BODY_ORDER_H_
#define RUNNEL_CORE_PASSES_BODY_ORDER_H_

#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/graph/graph_def.h"

namespace runnel {

// The node, or the argument, that an input's text names: "node:out:3", "^node".
std::string_view SourceOf(std::string_view input);

// The nodes of `def`, which the pointers refer to, in an order of dependences; among ready nodes the
// first in the body comes first. A Merge does not wait for a NextIteration. Takes time O(n log n).
// Errors: INVALID_ARGUMENT naming the function and a node that waits for itself.
Result<std::vector<const NodeDef*>> BodyOrder(const FunctionDef& def);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_BODY_ORDER_H_
