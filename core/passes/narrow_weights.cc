#include "core/passes/narrow_weights.h"

#include <algorithm>
#include <utility>

#include "core/passes/plan_limits.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr int64_t kFewestElements = 1024;  // of weights that are worth it
constexpr int64_t kFewestColumns = 16;     // of a filter: fewer do not fill a vector

bool IsNarrow(DType dtype) { return dtype == DType::kHalf || dtype == DType::kBFloat16; }

bool IsFree(const PlanNode& node) {
  return !node.removed && node.feed < 0 && !node.pinned && node.controls.empty();
}
// Of weights of 16 bits to floats.
bool IsWideningCast(const PlanGraph& plan, const PlanNode& node) {
  return node.is("Cast") && IsFree(node) && node.output_types[0] == DType::kFloat &&
         IsNarrow(plan.type(node.inputs[0]));
}
bool OnlyMoves(const PlanNode& node) {
  return node.is("Reshape") || node.is("Transpose") || node.is("ExpandDims") || node.is("Squeeze") ||
         node.is("Identity");
}
bool Gathers(const PlanNode& node) { return node.is("GatherV2") || node.is("Gather"); }

// The constant whose elements are those of `edge`, all of them, moved by constants; NULL if there is
// none.
const Tensor* ConstantBehind(const PlanGraph& plan, PlanEdge edge) {
  for (;;) {
    const PlanNode& node = plan.at(edge.node);
    if (!IsFree(node)) return nullptr;
    if (node.is("Const")) return node.attr<Tensor>("value");
    if (!OnlyMoves(node)) return nullptr;
    for (size_t i = 1; i < node.inputs.size(); ++i) {
      if (!plan.at(node.inputs[i].node).is("Const")) return nullptr;
    }
    edge = node.inputs[0];
  }
}

bool Flag(const PlanNode& node, const char* name) {
  const bool* value = node.attr<bool>(name);
  return value != nullptr && *value;
}
// The product that widens its weights by itself; NULL if the op has none.
const char* MixedOp(const PlanNode& node) {
  if (node.output_types.empty() || node.output_types[0] != DType::kFloat) return nullptr;
  if (node.is("MatMul")) return HasOp("_MixedMatMul") ? "_MixedMatMul" : nullptr;
  if (node.is("BatchMatMulV2") && !Flag(node, "adj_x"))
    return HasOp("_MixedBatchMatMulV2") ? "_MixedBatchMatMulV2" : nullptr;
  return node.is("Conv2D") && HasOp("_MixedConv2D") ? "_MixedConv2D" : nullptr;
}

}  // namespace

Status MoveCastsDown(PlanGraph* plan) {
  const bool any = std::any_of(plan->nodes.begin(), plan->nodes.end(), [&](const PlanNode& node) {
    return !node.removed && IsWideningCast(*plan, node);
  });
  if (!any) return OkStatus();
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> order, plan->TopologicalOrder());
  const std::vector<bool> orders_others = plan->OrderingNodes();
  for (const int i : order) {
    const PlanNode& node = plan->at(i);
    if ((!OnlyMoves(node) && !Gathers(node)) || !IsFree(node) || orders_others[static_cast<size_t>(i)])
      continue;
    const PlanEdge cast = node.inputs[0];
    if (node.output_types[0] != DType::kFloat || !IsWideningCast(*plan, plan->at(cast.node))) continue;
    const PlanEdge from = plan->at(cast.node).inputs[0];
    if (ConstantBehind(*plan, from) == nullptr) continue;
    std::vector<PlanEdge> inputs = node.inputs;
    inputs[0] = from;
    AttrList attrs = *node.attrs;
    std::erase_if(attrs, [](const auto& attr) { return attr.first == "T" || attr.first == "Tparams"; });
    RUNNEL_ASSIGN_OR_RETURN(const int moved,
                            plan->Add(plan->UniqueName(node.name), node.op(), std::move(inputs),
                                      std::move(attrs), node.device));
    RUNNEL_ASSIGN_OR_RETURN(const int made,
                            plan->Add(plan->UniqueName(node.name), "Cast", {{moved, 0}},
                                      {{"DstT", AttrValue(DType::kFloat)}}, node.device));
    plan->ReplaceUses({i, 0}, {made, 0});
    plan->at(i).removed = true;
  }
  plan->RemoveUnused();
  return OkStatus();
}

std::vector<bool> NarrowWeights(const PlanGraph& plan) {
  const size_t n = plan.nodes.size();
  std::vector<bool> held(n, false), refused(n, false);
  for (const PlanFetch& fetch : plan.fetches) refused[static_cast<size_t>(fetch.source.node)] = true;
  for (const PlanNode& node : plan.nodes) {
    if (node.removed) continue;
    for (size_t k = 0; k < node.inputs.size(); ++k) {
      const auto from = static_cast<size_t>(node.inputs[k].node);
      const bool is_product = k == 1 && MixedOp(node) != nullptr;
      (is_product ? held : refused)[from] = true;
    }
  }
  const std::vector<bool> orders_others = plan.OrderingNodes();
  for (size_t i = 0; i < n; ++i) {
    if (!held[i]) continue;
    held[i] = false;
    if (refused[i] || orders_others[i] || !IsWideningCast(plan, plan.nodes[i])) continue;
    const Tensor* const weights = ConstantBehind(plan, plan.nodes[i].inputs[0]);
    held[i] = weights != nullptr && weights->shape().num_elements() >= kFewestElements;
  }
  return held;
}

namespace {

// Whether the weights of a product are one matrix, or a filter of all channels with enough columns.
bool Fits(const PlanGraph& plan, const PlanNode& node) {
  const Shape &x = plan.shape(node.inputs[0]), &weights = plan.shape(node.inputs[1]);
  const PlanNode& from = plan.at(plan.at(node.inputs[1].node).inputs[0].node);
  if (!from.is("Const") || !x.has_rank() || !weights.IsFullyDefined()) return false;
  if (weights.num_elements() < kFewestElements) return false;
  if (node.is("MatMul")) return true;
  if (node.is("BatchMatMulV2")) {
    const int rank = weights.rank();
    return rank >= 2 && rank <= x.rank() &&
           weights.num_elements() == weights.dim(rank - 1) * weights.dim(rank - 2);
  }
  const auto* format = node.attr<std::string>("data_format");
  const int channel = format != nullptr && *format == "NCHW" ? 1 : 3;
  return x.rank() == 4 && weights.rank() == 4 && x.dim(channel) == weights.dim(2) &&
         weights.dim(3) >= kFewestColumns;
}

// The node keeps its name and its readers.
Status TakeNarrow(const std::function<bool(const PlanNode& node)>& supports, PlanNode* node,
                  PlanGraph* plan, int* count) {
  const OpSchema* const before = node->schema;
  const AttrList* const attrs_before = node->attrs;
  const PlanEdge cast = node->inputs[1], weights = plan->at(cast.node).inputs[0];
  AttrList attrs = {{"T", AttrValue(DType::kFloat)},
                    {"Tw", AttrValue(plan->type(weights))},
                    {"N", AttrValue(int64_t{0})},
                    {"epilogue", AttrValue("")},
                    {"runs", AttrValue(std::vector<int64_t>())}};
  for (const char* name : {"transpose_a", "transpose_b", "adj_x", "adj_y", "strides", "padding",
                           "explicit_paddings", "data_format", "dilations"}) {
    if (const AttrValue* value = FindAttr(*node->attrs, name)) attrs.emplace_back(name, *value);
  }
  std::sort(attrs.begin(), attrs.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  RUNNEL_ASSIGN_OR_RETURN(node->schema, plan->registry().Find(MixedOp(*node)));
  node->attrs = plan->Own(std::move(attrs));
  node->inputs[1] = weights;
  if (supports(*node)) {
    ++*count;
    return OkStatus();
  }
  node->schema = before;
  node->attrs = attrs_before;
  node->inputs[1] = cast;
  return OkStatus();
}

}  // namespace

Status WidenInProducts(const std::function<bool(const PlanNode& node)>& supports,
                       const Evaluate& evaluate, PlanGraph* plan, int* count) {
  for (PlanNode& node : plan->nodes) {
    if (node.removed || node.placed == nullptr || node.feed >= 0 || MixedOp(node) == nullptr) continue;
    const PlanNode& cast = plan->at(node.inputs[1].node);
    if (!IsWideningCast(*plan, cast) || cast.placed != node.placed || !Fits(*plan, node)) continue;
    RUNNEL_RETURN_IF_ERROR(TakeNarrow(supports, &node, plan, count));
  }
  plan->RemoveUnused();
  const size_t n = plan->nodes.size();
  for (size_t i = 0; i < n; ++i) {
    const PlanNode& node = plan->nodes[i];
    if (node.removed || !IsWideningCast(*plan, node) || !node.shapes[0].IsFullyDefined()) continue;
    const PlanNode& from = plan->at(node.inputs[0].node);
    if (!from.is("Const") || from.known.empty() || from.known[0].empty()) continue;
    if (2 * from.known[0].size_bytes() > kMaxFoldedBytes) continue;
    std::vector<Tensor> outputs;
    // As in folding, the node stays where that fails.
    if (!evaluate(node, {&from.known[0], 1}, &outputs).ok() || outputs.size() != 1) continue;
    RUNNEL_ASSIGN_OR_RETURN(const int made,
                            plan->AddConst(plan->UniqueName(node.name), outputs[0], node.device));
    plan->at(made).placed = node.placed;
    plan->ReplaceUses({static_cast<int>(i), 0}, {made, 0});
    plan->nodes[i].removed = true;
  }
  plan->RemoveUnused();
  return OkStatus();
}

}  // namespace runnel
