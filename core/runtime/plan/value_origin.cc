#include "core/runtime/plan/value_origin.h"

#include "core/runtime/kernels/kernel_select.h"
#include "runnel_chosen.h"

namespace runnel {

bool IsDynamic(const PlanGraph& graph, int consumer, PlanEdge in) {
  return !IsLiteral(graph, in.node) || graph.at(consumer).is("Merge");
}

bool IsKnown(const PlanGraph& graph, PlanEdge edge) {
  const PlanNode& node = graph.at(edge.node);
  const size_t index = static_cast<size_t>(edge.index);
  return node.is("Const") || (index < node.known.size() && !node.known[index].empty());
}

int HandleOf(const PlanGraph& graph, PlanEdge edge) {
  int hops = 0;
  while (edge.node >= 0 && KindOf(graph.at(edge.node)) == NodeKind::kPassThrough &&
         hops++ < static_cast<int>(graph.nodes.size())) {
    const PlanNode& node = graph.at(edge.node);
    if (static_cast<size_t>(edge.index) >= node.inputs.size()) return -1;
    edge = node.inputs[static_cast<size_t>(edge.index)];
  }
  return graph.at(edge.node).is("VarHandleOp") && graph.at(edge.node).controls.empty() ? edge.node : -1;
}

PlanEdge OriginOf(const PlanGraph& graph, PlanEdge in) {
  while (!IsLiteral(graph, in.node) && graph.at(in.node).feed < 0) {
    const NodeKind kind = KindOf(graph.at(in.node));
    if (kind != NodeKind::kPassThrough && kind != NodeKind::kReshape) break;
    in = graph.at(in.node).inputs[kind == NodeKind::kReshape ? 0 : static_cast<size_t>(in.index)];
  }
  return in;
}

int VariableReadAt(const PlanGraph& graph, PlanEdge in) {
  if constexpr (!kHasVariables) return -1;
  const PlanNode& source = graph.at(OriginOf(graph, in).node);
  const bool reads = source.feed < 0 && KindOf(source) == NodeKind::kReadVariable;
  return reads ? HandleOf(graph, source.inputs[0]) : -1;
}

}  // namespace runnel
