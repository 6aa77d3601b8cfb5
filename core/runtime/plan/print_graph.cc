#include "core/runtime/plan/print_graph.h"

#include "core/runtime/devices/device.h"

namespace runnel {

std::string ToText(const PlanGraph& graph, int id) {
  const PlanNode& node = graph.at(id);
  std::string out = StrCat(node.name, " = ", node.op(), "(");
  const char* between = "";
  for (const PlanEdge& in : node.inputs) {
    out += StrCat(between, graph.at(in.node).name);
    if (in.index != 0) out += StrCat(":", in.index);
    between = ", ";
  }
  for (const int c : node.controls) {
    out += StrCat(between, "^", graph.at(c).name);
    between = ", ";
  }
  out += ")";
  for (size_t i = 0; i < node.output_types.size(); ++i) {
    out += StrCat(i == 0 ? ": " : ", ", DTypeName(node.output_types[i]), node.shapes[i].ToString());
  }
  if (node.placed != nullptr) {
    out += StrCat(" on ", node.placed->name());
  } else if (!node.device.empty()) {
    out += StrCat(" wants ", node.device);
  }
  return out;
}

std::string ToText(const PlanGraph& graph) {
  std::string text = StrCat(graph.num_live(), " nodes");
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    if (!graph.nodes[i].removed) text += StrCat("\n  ", ToText(graph, static_cast<int>(i)));
  }
  return text;
}

}  // namespace runnel
