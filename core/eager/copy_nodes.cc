#include "core/eager/copy_nodes.h"

#include <algorithm>
#include <utility>

#include "core/passes/function_attrs.h"

namespace runnel {

Status CopyFunctions(const Graph& from, std::string_view op, const AttrList& attrs, Graph* to) {
  std::vector<std::string> wanted;
  GraphDef gradients;
  const auto want = [&](std::string_view name) { wanted.emplace_back(name); };
  EachCallee(op, attrs, want);
  while (!wanted.empty()) {
    const std::string next = std::move(wanted.back());
    wanted.pop_back();
    const FunctionDef* def = from.FindFunction(next);
    if (def == nullptr || to->FindFunction(next) != nullptr) continue;
    RUNNEL_RETURN_IF_ERROR(to->AddFunction(*def));
    for (const NodeDef& node : def->nodes) EachCallee(node.op, node.attrs, want);
    EachCallee("", def->attrs, want);
    if (std::string gradient = from.FindGradientFunction(next); !gradient.empty()) {
      wanted.push_back(gradient);
      gradients.gradients.emplace_back(next, std::move(gradient));
    }
  }
  return gradients.gradients.empty() ? OkStatus() : to->Import(gradients);
}

OutputRef NodeCopier::At(const OutputRef& edge) const {
  if (const auto it = cut_.find({edge.node, edge.index}); it != cut_.end()) return it->second;
  const auto it = nodes_.find(edge.node);
  return it == nodes_.end() ? OutputRef{} : OutputRef{it->second, edge.index};
}

std::vector<const Node*> NodeCopier::Needed(std::span<const OutputRef> outputs) const {
  std::vector<char> seen(static_cast<size_t>(from_.num_nodes()), 0);
  std::vector<const Node*> todo, found;
  const auto visit = [&](const Node* node) {
    if (node == nullptr || seen[static_cast<size_t>(node->id())] != 0) return;
    seen[static_cast<size_t>(node->id())] = 1;
    todo.push_back(node);
    found.push_back(node);
  };
  for (const OutputRef& output : outputs) {
    if (!IsCut(output)) visit(output.node);
  }
  while (!todo.empty()) {
    const Node* const node = todo.back();
    todo.pop_back();
    for (const OutputRef& in : node->inputs()) {
      if (!IsCut(in)) visit(in.node);
    }
    for (const Node* control : node->control_inputs()) visit(control);
  }
  // In the order of the original: what a node reads comes first, but for back edges.
  std::sort(found.begin(), found.end(), [](const Node* a, const Node* b) { return a->id() < b->id(); });
  return found;
}

Status NodeCopier::Add(const Node& node, std::vector<std::pair<const Node*, size_t>>* open) {
  NodeSpec spec;
  spec.name = to_->UniqueName(StrCat(prefix_, "/", node.name()));
  spec.op = node.op();
  spec.attrs = node.attrs();
  std::erase_if(spec.attrs, [](const auto& attr) { return attr.first == "_class"; });  // names nodes
  spec.device = node.device();
  for (size_t i = 0; i < node.inputs().size(); ++i) {
    const OutputRef in = At(node.inputs()[i]);
    if (in) {
      spec.inputs.push_back(in);
    } else {
      open->emplace_back(&node, i);  // a Merge's back edge
    }
  }
  for (const Node* control : node.control_inputs()) {
    if (const auto it = nodes_.find(control); it != nodes_.end())
      spec.control_inputs.push_back(it->second);
  }
  RUNNEL_RETURN_IF_ERROR(CopyFunctions(from_, spec.op, spec.attrs, to_));
  RUNNEL_ASSIGN_OR_RETURN(nodes_[&node], to_->AddNode(std::move(spec)));
  return OkStatus();
}

Status NodeCopier::Copy(std::span<const OutputRef> outputs) {
  std::vector<std::pair<const Node*, size_t>> open;
  for (const Node* node : Needed(outputs)) RUNNEL_RETURN_IF_ERROR(Add(*node, &open));
  for (const auto& [merge, input] : open) {
    const OutputRef from = At(merge->inputs()[input]);
    if (!from) return Internal("node \"", merge->name(), "\" was copied without its inputs");
    RUNNEL_RETURN_IF_ERROR(to_->CloseLoop(nodes_[merge], from, true));
  }
  return OkStatus();
}

}  // namespace runnel
