// What passes leave behind: counts for a description, and for the log the graph of a plan, node by node.
#include "core/runtime/plan/plan_builder.h"

namespace runnel {
namespace {

void AppendNode(const PlanGraph& graph, const PlanNode& node, std::string* out) {
  *out += StrCat("\n  ", node.name, " = ", node.op(), "(");
  const char* between = "";
  for (const PlanEdge& in : node.inputs) {
    *out += StrCat(between, graph.at(in.node).name);
    if (in.index != 0) *out += StrCat(":", in.index);
    between = ", ";
  }
  for (const int c : node.controls) {
    *out += StrCat(between, "^", graph.at(c).name);
    between = ", ";
  }
  *out += ")";
  for (size_t i = 0; i < node.output_types.size(); ++i) {
    *out += StrCat(i == 0 ? ": " : ", ", DTypeName(node.output_types[i]), node.shapes[i].ToString());
  }
  if (node.placed != nullptr) {
    *out += StrCat(" on ", node.placed->name());
  } else if (!node.device.empty()) {
    *out += StrCat(" wants ", node.device);
  }
}

}  // namespace

void PlanBuilder::After(std::string_view pass) {
  if (kMinimal) return;
  if (description_ != nullptr) {
    std::vector<PlanDescription::Pass>& passes = description_->passes;
    const int64_t before = passes.empty() ? user_graph_.num_nodes() : passes.back().nodes_after;
    passes.push_back({std::string(pass), before, graph_.num_live()});
  }
  if (!options_.print) return;
  std::string text = StrCat("after ", pass, ": ", graph_.num_live(), " nodes");
  for (const PlanNode& node : graph_.nodes) {
    if (!node.removed) AppendNode(graph_, node, &text);
  }
  context_.runtime->Log(Severity::kInfo, text);
}

}  // namespace runnel
