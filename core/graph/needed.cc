#include "core/graph/needed.h"

#include "core/graph/meta_graph_build.h"

namespace runnel {

std::vector<Node*> FirstAssignments(const Graph& graph) {
  std::vector<Node*> found;
  std::set<const Node*> assigned;
  for (int id = 0; id < graph.num_nodes(); ++id) {
    Node* const node = graph.node(id);
    if (node->op() != "AssignVariableOp" || node->name().starts_with(kCheckpointScope)) continue;
    const Node* const handle = node->input(0).node;
    if (handle->op() == "VarHandleOp" && assigned.insert(handle).second) found.push_back(node);
  }
  return found;
}

std::set<std::string> NamesOfNeeded(const Graph& graph, std::span<Node* const> roots) {
  std::set<const Node*> needed;
  const auto need = [&](const Node* root) {
    std::vector<const Node*> left = {root};
    while (!left.empty()) {
      const Node* const node = left.back();
      left.pop_back();
      if (node == nullptr || !needed.insert(node).second) continue;
      for (const OutputRef input : node->inputs()) left.push_back(input.node);
      left.insert(left.end(), node->control_inputs().begin(), node->control_inputs().end());
    }
  };
  for (const Node* root : roots) need(root);
  const std::vector<Node*> assignments = FirstAssignments(graph);
  for (size_t before = 0; before != needed.size();) {  // a first value may come from another variable
    before = needed.size();
    for (const Node* assign : assignments) {
      if (needed.count(assign->input(0).node) != 0) need(assign);
    }
  }
  std::set<std::string> names;
  for (const Node* node : needed) names.insert(node->name());
  return names;
}

Result<std::shared_ptr<Graph>> CopyNeeded(const Graph& graph, std::span<Node* const> roots) {
  const std::set<std::string> needed = NamesOfNeeded(graph, roots);
  GraphDef def = graph.Export();
  std::erase_if(def.nodes, [&](const NodeDef& node) { return needed.count(node.name) == 0; });
  auto copy = std::make_shared<Graph>(&graph.registry());
  RUNNEL_RETURN_IF_ERROR(copy->Import(def));
  return copy;
}

}  // namespace runnel
