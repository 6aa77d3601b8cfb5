// What some nodes of a graph need: to copy it without the rest.
#ifndef RUNNEL_CORE_GRAPH_NEEDED_H_
#define RUNNEL_CORE_GRAPH_NEEDED_H_

#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/graph/graph.h"

namespace runnel {

// The first node that assigns each variable, which is the one that gives it its first value.
std::vector<Node*> FirstAssignments(const Graph& graph);

// Names of the nodes that `roots` need, with the first assignments of their variables and what these
// need.
std::set<std::string> NamesOfNeeded(const Graph& graph, std::span<Node* const> roots);
// A copy of these nodes.
Result<std::shared_ptr<Graph>> CopyNeeded(const Graph& graph, std::span<Node* const> roots);

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_NEEDED_H_
