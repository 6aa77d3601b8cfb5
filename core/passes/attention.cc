#include "core/passes/attention.h"

#include <cstring>
#include <optional>
#include <span>
#include <utility>

#include "core/passes/node_fusion.h"

namespace runnel {
namespace {

class AttentionFusion : public NodeFusion {
 public:
  AttentionFusion(const Supports& supports, PlanGraph* plan) : NodeFusion(supports, plan) {}

  Status Run() {
    for (int i = 0; i < end(); ++i) {
      const PlanNode& node = plan_->at(i);
      if (!node.removed && node.placed != nullptr && IsProduct(node, false))
        RUNNEL_RETURN_IF_ERROR(Fuse(i));
    }
    Commit();
    return OkStatus();
  }

 private:
  // A match: from the product with the values back to the product with the keys.
  struct Found {
    std::vector<int> nodes;
    PlanEdge query, key, value, mask;  // mask.node is -1 without one
    PlanEdge choice{-1, 0},
        other{-1, 0};  // where scores count, or do not (first), and what is there else
    bool first = false;
    std::vector<int64_t> turned;  // how the key is to be transposed first; empty: not at all
    float scale = 1;
  };

  static bool IsProduct(const PlanNode& node, bool transposed) {
    const auto flag = [&](const char* name) {
      const bool* value = node.attr<bool>(name);
      return value != nullptr && *value;
    };
    return node.is("BatchMatMulV2") && !flag("adj_x") && flag("adj_y") == transposed;
  }
  // The node behind `edge`, if it can be fused with its reader.
  int Inner(PlanEdge edge, const Device* placed) const {
    return edge.index == 0 && GoesWithItsReader(edge.node, placed) ? edge.node : -1;
  }
  std::optional<double> ScalarOf(PlanEdge edge) const {
    const PlanNode& node = plan_->at(edge.node);
    if (!node.is("Const") || node.known.empty() || node.known[0].dtype() != DType::kFloat ||
        node.known[0].shape().num_elements() != 1) {
      return std::nullopt;
    }
    return static_cast<double>(node.known[0].values<float>()[0]);
  }

  // Follows the scores that Softmax reads back to the product with the keys.
  bool Find(PlanEdge scores, const Device* placed, Found* found) const {
    int node = Inner(scores, placed);
    if (node < 0) return false;
    if (plan_->at(node).is("AddV2") || plan_->at(node).is("Add")) {
      // The mask is the addend that is not the product, scaled or not.
      for (const int side : {0, 1}) {
        Found inner = *found;
        inner.nodes.push_back(node);
        inner.mask = plan_->at(node).inputs[static_cast<size_t>(1 - side)];
        if (FindScaled(plan_->at(node).inputs[static_cast<size_t>(side)], placed, &inner)) {
          *found = std::move(inner);
          return true;
        }
      }
      return false;
    }
    if (plan_->at(node).is("SelectV2")) {
      // Scores that do not count are so low that nothing of them is left in a sum with the others.
      constexpr double kLow = -1e9;
      const std::vector<PlanEdge>& inputs = plan_->at(node).inputs;
      for (const bool first : {false, true}) {
        const auto low = ScalarOf(inputs[first ? 1 : 2]);
        if (!low.has_value() || !(*low <= kLow)) continue;
        found->nodes.push_back(node);
        found->choice = inputs[0];
        found->other = inputs[first ? 1 : 2];
        found->first = first;
        return FindScaled(inputs[first ? 2 : 1], placed, found);
      }
    }
    return FindScaled(scores, placed, found);
  }
  bool FindScaled(PlanEdge scores, const Device* placed, Found* found) const {
    int node = Inner(scores, placed);
    if (node < 0) return false;
    const bool divides = plan_->at(node).is("RealDiv") || plan_->at(node).is("Div");
    if (divides || plan_->at(node).is("Mul")) {
      const std::vector<PlanEdge>& inputs = plan_->at(node).inputs;
      const int constant = ScalarOf(inputs[1]).has_value() ? 1 : divides ? -1 : 0;
      const auto factor = constant < 0 ? std::nullopt : ScalarOf(inputs[static_cast<size_t>(constant)]);
      if (!factor.has_value()) return false;
      found->scale = static_cast<float>(divides ? 1 / *factor : *factor);
      found->nodes.push_back(node);
      node = Inner(inputs[static_cast<size_t>(1 - constant)], placed);
    }
    if (node < 0) return false;
    const bool turns = IsProduct(plan_->at(node), false);
    if (!turns && !IsProduct(plan_->at(node), true)) return false;
    found->nodes.push_back(node);
    found->query = plan_->at(node).inputs[0];
    found->key = plan_->at(node).inputs[1];
    return !turns || FindTurned(placed, found);
  }
  // Keys that are transposed by a node, as exporters write it, perhaps together with other dimensions
  // and before a factor of their own: what is left to transpose stays a node.
  bool FindTurned(const Device* placed, Found* found) const {
    int node = Inner(found->key, placed);
    if (node >= 0 && plan_->at(node).is("Mul")) {
      const std::vector<PlanEdge>& inputs = plan_->at(node).inputs;
      const int constant = ScalarOf(inputs[1]).has_value() ? 1 : 0;
      const auto factor = ScalarOf(inputs[static_cast<size_t>(constant)]);
      if (!factor.has_value()) return false;
      found->scale *= static_cast<float>(*factor);
      found->nodes.push_back(node);
      node = Inner(inputs[static_cast<size_t>(1 - constant)], placed);
    }
    if (node < 0 || !plan_->at(node).is("Transpose")) return false;
    const PlanNode& transpose = plan_->at(node);
    const PlanNode& order = plan_->at(transpose.inputs[1].node);
    if (!order.is("Const") || order.known.empty() || order.known[0].empty()) return false;
    const Tensor& perm = order.known[0];
    found->turned.clear();
    for (int64_t i = 0; i < perm.shape().num_elements(); ++i) {
      const auto at = static_cast<size_t>(i);
      found->turned.push_back(perm.dtype() == DType::kInt64 ? perm.values<int64_t>()[at]
                                                            : perm.values<int32_t>()[at]);
    }
    const size_t rank = found->turned.size();
    if (rank < 2) return false;
    std::swap(found->turned[rank - 1], found->turned[rank - 2]);
    found->nodes.push_back(node);
    found->key = transpose.inputs[0];
    bool as_it_is = true;
    for (size_t i = 0; i < rank; ++i) as_it_is = as_it_is && found->turned[i] == static_cast<int64_t>(i);
    if (as_it_is) found->turned.clear();
    return true;
  }
  // The shape of the keys as the kernel gets them.
  Shape KeyShape(const Found& found) const {
    Shape shape = plan_->shape(found.key);
    if (found.turned.empty() || !shape.has_rank()) return shape;
    if (static_cast<size_t>(shape.rank()) != found.turned.size()) return Shape::Unknown();
    const Shape from = shape;
    for (int i = 0; i < from.rank(); ++i)
      shape.set_dim(i, from.dim(static_cast<int>(found.turned[static_cast<size_t>(i)])));
    return shape;
  }
  Status TurnKey(const PlanNode& like, Found* found) {
    if (found->turned.empty()) return OkStatus();
    const Shape shape = KeyShape(*found);
    const std::vector<int32_t> order(found->turned.begin(), found->turned.end());
    RUNNEL_ASSIGN_OR_RETURN(
        const Tensor perm,
        Tensor::FromValues<int32_t>(Shape({shape.rank()}), std::span<const int32_t>(order)));
    RUNNEL_ASSIGN_OR_RETURN(const int constant,
                            plan_->AddConst(plan_->UniqueName(like.name), perm, like.device));
    RUNNEL_ASSIGN_OR_RETURN(found->key.node,
                            plan_->Add(plan_->UniqueName(like.name), "Transpose",
                                       {found->key, PlanEdge{constant, 0}}, {}, like.device));
    found->key.index = 0;
    plan_->at(constant).placed = plan_->at(found->key.node).placed = like.placed;
    plan_->at(found->key.node).shapes = {shape};
    return OkStatus();
  }
  // Whether the shapes are known to fit one kernel: no operand broadcasts except the mask.
  bool Fits(const Found& found) const {
    const Shape &q = plan_->shape(found.query), &v = plan_->shape(found.value);
    const Shape k = KeyShape(found);
    if (!q.has_rank() || q.rank() != k.rank() || q.rank() != v.rank()) return false;
    for (int i = 0; i + 2 < q.rank(); ++i) {
      if (q.dim(i) < 0 || q.dim(i) != k.dim(i) || q.dim(i) != v.dim(i)) return false;
    }
    if (found.mask.node < 0 && found.choice.node < 0) return true;
    Shape scores = q;
    scores.set_dim(q.rank() - 1, k.dim(k.rank() - 2));
    const Shape& mask = plan_->shape(found.mask.node < 0 ? found.choice : found.mask);
    if (!mask.has_rank() || mask.rank() > scores.rank()) return false;
    for (int i = 0; i < mask.rank(); ++i) {
      const int64_t dim = mask.dim(i), of = scores.dim(i + scores.rank() - mask.rank());
      if (dim != 1 && (dim < 0 || dim != of)) return false;
    }
    return true;
  }

  Status Fuse(int product) {
    const PlanNode& last = plan_->at(product);
    if (!MayGo(product, last.placed) || !IsFloating(last.output_types[0])) return OkStatus();
    const int softmax = Inner(last.inputs[0], last.placed);
    if (softmax < 0 || !plan_->at(softmax).is("Softmax")) return OkStatus();
    Found found;
    found.nodes = {product, softmax};
    found.value = last.inputs[1];
    if (!Find(plan_->at(softmax).inputs[0], last.placed, &found) || !Fits(found)) return OkStatus();
    const size_t before = plan_->nodes.size();
    RUNNEL_RETURN_IF_ERROR(TurnKey(last, &found));
    if (found.mask.node < 0) {
      RUNNEL_ASSIGN_OR_RETURN(const Tensor zero, ZeroScalar(last.output_types[0]));
      RUNNEL_ASSIGN_OR_RETURN(found.mask.node,
                              plan_->AddConst(plan_->UniqueName(last.name), zero, last.device));
      plan_->at(found.mask.node).placed = last.placed;
    }
    if (found.choice.node >= 0) RUNNEL_RETURN_IF_ERROR(MaskOfChoice(last, &found));
    RUNNEL_ASSIGN_OR_RETURN(const int made,
                            plan_->Add(plan_->UniqueName(last.name), "Runnel>Attention",
                                       {found.query, found.key, found.value, found.mask},
                                       {{"scale", AttrValue(found.scale)}}, last.device, last.controls));
    if (!Replace(made, product, found.nodes)) {
      for (size_t i = before; i < plan_->nodes.size(); ++i) plan_->nodes[i].removed = true;
    }
    return OkStatus();
  }

  // Makes a mask of zeros, which found->mask is yet, and of what stands for scores that do not count.
  Status MaskOfChoice(const PlanNode& like, Found* found) {
    const Shape shape = plan_->shape(found->choice);
    std::vector<PlanEdge> inputs = {found->choice, found->mask, found->other};
    if (found->first) std::swap(inputs[1], inputs[2]);
    RUNNEL_ASSIGN_OR_RETURN(found->mask.node, plan_->Add(plan_->UniqueName(like.name), "SelectV2",
                                                         std::move(inputs), {}, like.device));
    plan_->at(found->mask.node).placed = like.placed;
    plan_->at(found->mask.node).shapes = {shape};
    return OkStatus();
  }

  static Result<Tensor> ZeroScalar(DType dtype) {
    RUNNEL_ASSIGN_OR_RETURN(Tensor zero, Tensor::Allocate(SystemAllocator(), dtype, Shape()));
    std::memset(zero.data(), 0, zero.size_bytes());
    return zero;
  }
};

}  // namespace

Result<std::vector<MadeNode>> FuseAttention(const std::function<bool(const PlanNode& fused)>& supports,
                                            PlanGraph* plan) {
  AttentionFusion fusion(supports, plan);
  RUNNEL_RETURN_IF_ERROR(fusion.Run());
  return fusion.Take();
}

}  // namespace runnel
