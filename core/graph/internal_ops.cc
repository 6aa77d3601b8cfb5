#include "core/graph/internal_ops.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <unordered_set>

namespace runnel {
namespace {

Status Refusal(std::string_view node, std::string_view op) {
  return InvalidArgument("node \"", node, "\" (", op,
                         "): ops whose names begin with _ are the runtime's own, which makes them as it "
                         "plans; a graph cannot have one")
      .WithNode(node);
}

bool IsEndOfEdge(std::string_view op) { return op == "_HostSend" || op == "_HostRecv"; }

constexpr std::string_view kPlanOps[] = {"_FusedBatchMatMulV2",
                                         "_FusedConv2D",
                                         "_FusedDepthwiseConv2dNative",
                                         "_FusedMatMul",
                                         "_FusedPointwiseDepthwise",
                                         "_MixedBatchMatMulV2",
                                         "_MixedConv2D",
                                         "_MixedMatMul",
                                         "_PackedConst"};

}  // namespace

bool IsPlanOp(std::string_view op) {
  return std::find(std::begin(kPlanOps), std::end(kPlanOps), op) != std::end(kPlanOps);
}

Status CheckUsersOp(const Graph& graph, std::string_view node, const std::string& op) {
  if (!op.starts_with('_') || graph.FindFunction(op) != nullptr) return OkStatus();
  return Refusal(node, op);
}

Status CheckOps(const Graph& graph, const GraphDef& def, GraphOf whose) {
  std::unordered_set<std::string_view> functions;
  for (const FunctionDef& function : def.functions) functions.insert(function.signature.name);
  const auto is_refused = [&](const std::string& op) {
    return op.starts_with('_') && !functions.contains(op) && graph.FindFunction(op) == nullptr;
  };
  for (const NodeDef& node : def.nodes) {
    const bool may_be = (whose == GraphOf::kMaster && IsEndOfEdge(node.op)) ||
                        (whose == GraphOf::kPlan && IsPlanOp(node.op));
    if (is_refused(node.op) && !may_be) return Refusal(node.name, node.op);
  }
  for (const FunctionDef& function : def.functions) {
    for (const NodeDef& node : function.nodes) {
      if (is_refused(node.op)) {
        return Refusal(node.name, node.op)
            .WithPrefix(StrCat("function \"", function.signature.name, "\""));
      }
    }
  }
  return OkStatus();
}

}  // namespace runnel
