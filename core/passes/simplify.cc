// Local rewrites: nodes that only pass a value on, neutral elements, and equal computations.
#include <algorithm>
#include <unordered_map>

#include "core/passes/plan_graph.h"

namespace runnel {
namespace {

bool IsPassThrough(const PlanNode& node) {
  return node.is("Identity") || node.is("StopGradient") || node.is("PreventGradient") ||
         node.is("PlaceholderWithDefault");
}

// The known scalar or constant-filled value of an input; false if there is none.
bool AllEqualTo(const PlanGraph& plan, PlanEdge edge, double want) {
  const PlanNode& node = plan.at(edge.node);
  if (!node.is("Const") || node.known.empty() || !node.controls.empty()) return false;
  const Tensor& value = node.known[0];
  const auto all = [&](auto example) {
    using T = decltype(example);
    const auto values = value.values<const T>();
    return !values.empty() &&
           std::all_of(values.begin(), values.end(), [&](T v) { return v == static_cast<T>(want); });
  };
  switch (value.dtype()) {
    case DType::kFloat:
      return all(0.0f);
    case DType::kDouble:
      return all(0.0);
    case DType::kInt32:
      return all(int32_t{0});
    case DType::kInt64:
      return all(int64_t{0});
    default:
      return false;
  }
}

// Which input a node equals, or -1. Only where no rounding, NaN or signed zero can tell the difference:
// x*1 and x/1 in every type, x+0 and x-0 in integers.
int NeutralInput(const PlanGraph& plan, const PlanNode& node) {
  const bool product = node.is("Mul"), quotient = node.is("RealDiv") || node.is("Div");
  const bool sum = node.is("Add") || node.is("AddV2"), difference = node.is("Sub");
  if (!product && !quotient && !sum && !difference) return -1;
  const bool additive = sum || difference;
  if (additive && !IsInteger(node.output_types[0])) return -1;
  const double neutral = additive ? 0 : 1;
  for (const int side : {1, 0}) {
    if (side == 0 && !product && !sum) continue;
    const PlanEdge other = node.inputs[static_cast<size_t>(1 - side)];
    if (AllEqualTo(plan, node.inputs[static_cast<size_t>(side)], neutral) &&
        plan.shape(other).IsFullyDefined() && plan.shape(other) == node.shapes[0]) {
      return 1 - side;
    }
  }
  return -1;
}

uint64_t Mix(uint64_t h, uint64_t v) {
  return (h ^ (v + 0x9E3779B97F4A7C15ull + (h << 6))) * 0xD6E8FEB86659FD93ull;
}

}  // namespace

Status Simplify(PlanGraph* plan, int* count) {
  const size_t n = plan->nodes.size();
  const std::vector<bool> orders_others = plan->OrderingNodes();
  std::vector<std::vector<PlanEdge>> replacement(n);
  for (size_t i = 0; i < n; ++i) {
    const PlanNode& node = plan->nodes[i];
    // A control edge carries order and deadness: nodes at either end of one are left alone.
    if (node.removed || node.feed >= 0 || node.pinned || !node.controls.empty() || orders_others[i])
      continue;
    if (node.is("IdentityN") && node.device.empty()) {
      replacement[i] = node.inputs;
      ++*count;
      continue;
    }
    int input = -1;
    if (IsPassThrough(node)) {
      input = 0;
    } else if (node.is("Cast") && plan->type(node.inputs[0]) == node.output_types[0]) {
      input = 0;
    } else {
      input = NeutralInput(*plan, node);
    }
    // A node that asks for a device asks for a copy there.
    if (input < 0 || (!node.device.empty() && node.device != plan->at(node.inputs[0].node).device))
      continue;
    replacement[i] = {node.inputs[static_cast<size_t>(input)]};
    ++*count;
  }
  plan->ReplaceUses(replacement);
  plan->RemoveUnused();
  return OkStatus();
}

Status EliminateCommonSubexpressions(PlanGraph* plan, int* count) {
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> order, plan->TopologicalOrder());
  std::unordered_multimap<uint64_t, int> seen;
  std::vector<std::vector<PlanEdge>> replacement(plan->nodes.size());
  std::vector<int> same(plan->nodes.size(), -1);
  const std::vector<bool> orders_others = plan->OrderingNodes();
  // Inputs are compared after their replacement, so equal chains collapse in one walk.
  for (const int i : order) {
    PlanNode& node = plan->at(i);
    for (PlanEdge& in : node.inputs) {
      if (same[static_cast<size_t>(in.node)] >= 0) in.node = same[static_cast<size_t>(in.node)];
    }
    if ((node.schema->flags & (kOpStateful | kOpControlFlow | kOpHost)) != 0 || node.feed >= 0 ||
        node.pinned || node.output_types.empty() || node.is("Placeholder")) {
      continue;
    }
    if ((node.schema->flags & kOpCommutative) != 0 && node.inputs.size() == 2 &&
        std::pair(node.inputs[1].node, node.inputs[1].index) <
            std::pair(node.inputs[0].node, node.inputs[0].index) &&
        plan->shape(node.inputs[0]) == plan->shape(node.inputs[1])) {
      std::swap(node.inputs[0], node.inputs[1]);
    }
    std::vector<int> controls = node.controls;
    std::sort(controls.begin(), controls.end());
    uint64_t hash = Mix(std::hash<std::string>()(node.op()), std::hash<std::string>()(node.device));
    for (const PlanEdge& in : node.inputs) {
      hash = Mix(hash, static_cast<uint64_t>(in.node) * 64 + static_cast<uint64_t>(in.index));
    }
    for (const int c : controls) hash = Mix(hash, static_cast<uint64_t>(c) + 1000003);
    for (const auto& [name, value] : *node.attrs) {
      if (name != "_class") hash = Mix(hash, value.Hash());
    }
    const auto equal = [&](const PlanNode& other) {
      std::vector<int> other_controls = other.controls;
      std::sort(other_controls.begin(), other_controls.end());
      return other.op() == node.op() && other.inputs == node.inputs && other_controls == controls &&
             other.device == node.device && *other.attrs == *node.attrs;
    };
    const auto [begin, end] = seen.equal_range(hash);
    const auto twin =
        std::find_if(begin, end, [&](const auto& entry) { return equal(plan->at(entry.second)); });
    if (twin == end) {
      seen.emplace(hash, i);
      continue;
    }
    same[static_cast<size_t>(i)] = twin->second;
    for (size_t k = 0; k < node.output_types.size(); ++k) {
      replacement[static_cast<size_t>(i)].push_back({twin->second, static_cast<int>(k)});
    }
    const int keep[] = {twin->second};
    if (orders_others[static_cast<size_t>(i)]) plan->ReplaceControls(i, keep);
    ++*count;
  }
  plan->ReplaceUses(replacement);
  plan->RemoveUnused();
  return OkStatus();
}

}  // namespace runnel
