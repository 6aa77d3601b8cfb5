// A match goes back from the last node of a chain, a sum, over factors and operands in either order. Its
// inner nodes must have no reader outside, so each is collected with those of its readers that were met.
#include "core/passes/norms.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/passes/node_fusion.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

class NormFusion : public NodeFusion {
 public:
  NormFusion(const Supports& supports, PlanGraph* plan)
      : NodeFusion(supports, plan), reads_(plan->CountReads()) {}

  Status Run() {
    for (int i = 0; i < end(); ++i) {
      const PlanNode& node = plan_->at(i);
      if (node.removed || node.placed == nullptr || node.output_types.empty() ||
          node.output_types[0] != DType::kFloat)
        continue;
      if (HasOp("Runnel>LayerNorm") && IsSum(node)) RUNNEL_RETURN_IF_ERROR(FuseNorm(i));
    }
    for (int i = 0; i < end(); ++i) {
      const PlanNode& node = plan_->at(i);
      if (node.removed || !node.is("Pow") || node.placed == nullptr) continue;
      if (node.output_types[0] == DType::kFloat && HasOp("Square") && HasOp("Mul"))
        RUNNEL_RETURN_IF_ERROR(MultiplyPower(i));
    }
    Commit();
    return OkStatus();
  }

 private:
  // The nodes of a match, and how often its own nodes read each of them.
  struct Match {
    int last = -1;
    std::map<int, int> read;  // by node: edges from nodes of the match
    PlanEdge x{-1, 0};
    std::vector<int> Sources() const {
      std::vector<int> out = {last};
      for (const auto& [node, count] : read) out.push_back(node);
      return out;
    }
  };

  static bool IsSum(const PlanNode& node) { return node.is("AddV2") || node.is("Add"); }
  static bool IsQuotient(const PlanNode& node) { return node.is("RealDiv") || node.is("Div"); }

  // The node that gives `edge`, counted as one of the match.
  const PlanNode* Inner(PlanEdge edge, Match* match) const {
    const PlanNode& last = plan_->at(match->last);
    if (edge.index != 0 || !MayGo(edge.node, last.placed)) return nullptr;
    const PlanNode& node = plan_->at(edge.node);
    if (!node.controls.empty() || GivesMore(edge.node)) return nullptr;
    ++match->read[edge.node];
    return &node;
  }
  bool IsClosed(const Match& match) const {
    return std::all_of(match.read.begin(), match.read.end(), [&](const auto& read) {
      return reads_[static_cast<size_t>(read.first)] == read.second;
    });
  }

  const Tensor* Known(PlanEdge edge) const {
    const PlanNode& node = plan_->at(edge.node);
    const bool known = node.is("Const") && node.controls.empty() && !node.known.empty();
    return known && !node.known[0].empty() ? &node.known[0] : nullptr;
  }
  std::optional<double> Scalar(PlanEdge edge) const {
    const Tensor* value = Known(edge);
    if (value == nullptr || value->dtype() != DType::kFloat || value->shape().num_elements() != 1)
      return std::nullopt;
    return static_cast<double>(value->values<float>()[0]);
  }
  bool Is(PlanEdge edge, double want) const {
    const auto value = Scalar(edge);
    return value.has_value() && *value == want;
  }
  // ---- normalised rows: scale * (x - mean) / sqrt(variance + epsilon) + offset ----

  // A mean over the last dimension, which stays.
  const PlanNode* MeanOfRows(PlanEdge edge, Match* match) const {
    const PlanNode* node = Inner(edge, match);
    if (node == nullptr || !node->is("Mean")) return nullptr;
    const bool* keep = node->attr<bool>("keep_dims");
    const Tensor* axes = Known(node->inputs[1]);
    const Shape& from = plan_->shape(node->inputs[0]);
    if (keep == nullptr || !*keep || axes == nullptr || axes->shape().num_elements() != 1 ||
        !from.has_rank())
      return nullptr;
    const int64_t axis =
        axes->dtype() == DType::kInt64 ? axes->values<int64_t>()[0] : axes->values<int32_t>()[0];
    return axis == -1 || axis == from.rank() - 1 ? node : nullptr;
  }
  // x - mean(x); sets or compares match->x.
  bool IsCentred(PlanEdge edge, Match* match) const {
    const PlanNode* node = Inner(edge, match);
    if (node == nullptr || !node->is("Sub")) return false;
    if (match->x.node < 0) match->x = node->inputs[0];
    if (node->inputs[0] != match->x) return false;
    const PlanNode* mean = MeanOfRows(node->inputs[1], match);
    return mean != nullptr && mean->inputs[0] == match->x;
  }
  // sqrt(mean of squares of (x - mean(x)) + epsilon), or its inverse.
  bool IsDeviation(PlanEdge edge, bool inverse, Match* match, double* epsilon) const {
    const PlanNode* root = Inner(edge, match);
    if (root == nullptr || !root->is(inverse ? OpName("Rsqrt") : OpName("Sqrt"))) return false;
    const PlanNode* sum = Inner(root->inputs[0], match);
    if (sum == nullptr || !IsSum(*sum)) return false;
    for (const size_t side : {0u, 1u}) {
      const auto value = Scalar(sum->inputs[side]);
      if (!value.has_value()) continue;
      *epsilon = *value;
      const PlanNode* variance = MeanOfRows(sum->inputs[1 - side], match);
      if (variance == nullptr) return false;
      return IsSquare(variance->inputs[0], match);
    }
    return false;
  }
  bool IsSquare(PlanEdge edge, Match* match) const {
    const PlanNode* square = Inner(edge, match);
    if (square == nullptr) return false;
    if (square->is("SquaredDifference")) {
      if (square->inputs[0] != match->x) return false;
      const PlanNode* mean = MeanOfRows(square->inputs[1], match);
      return mean != nullptr && mean->inputs[0] == match->x;
    }
    if (square->is("Pow") && !Is(square->inputs[1], 2)) return false;
    if (square->is("Mul") && square->inputs[0] != square->inputs[1]) return false;
    if (!square->is("Pow") && !square->is("Mul") && !square->is("Square")) return false;
    // A second reader of the same difference is one more edge to it, not to what is behind.
    const bool again = match->read.contains(square->inputs[0].node);
    if (square->is("Mul")) ++match->read[square->inputs[0].node];
    if (!again) return IsCentred(square->inputs[0], match);
    ++match->read[square->inputs[0].node];
    const PlanNode& difference = plan_->at(square->inputs[0].node);
    return difference.is("Sub") && difference.inputs[0] == match->x;
  }
  // (x - mean(x)) over the deviation, as a quotient or a product with the inverse.
  bool IsNormalised(PlanEdge edge, Match* match, double* epsilon) const {
    const PlanNode* node = Inner(edge, match);
    if (node == nullptr) return false;
    if (IsQuotient(*node))
      return IsCentred(node->inputs[0], match) && IsDeviation(node->inputs[1], false, match, epsilon);
    if (!node->is("Mul")) return false;
    for (const size_t side : {0u, 1u}) {
      Match inner = *match;
      if (!IsCentred(node->inputs[side], &inner)) continue;
      if (!IsDeviation(node->inputs[1 - side], true, &inner, epsilon)) continue;
      *match = std::move(inner);
      return true;
    }
    return false;
  }
  bool IsVector(PlanEdge edge, const Shape& rows) const {
    const Shape& shape = plan_->shape(edge);
    return shape.has_rank() && shape.rank() == 1 && rows.rank() > 0 && shape.dim(0) > 0 &&
           shape.dim(0) == rows.dim(rows.rank() - 1);
  }

  Status FuseNorm(int sum) {
    const PlanNode& last = plan_->at(sum);
    if (!MayGo(sum, last.placed) || !last.controls.empty() || !last.shapes[0].has_rank())
      return OkStatus();
    for (const size_t side : {0u, 1u}) {
      const PlanEdge offset = last.inputs[1 - side];
      if (!IsVector(offset, last.shapes[0])) continue;
      Match product;
      product.last = sum;
      const PlanNode* scaled = Inner(last.inputs[side], &product);
      if (scaled == nullptr || !scaled->is("Mul")) continue;
      for (const size_t of : {0u, 1u}) {
        const PlanEdge scale = scaled->inputs[1 - of];
        if (!IsVector(scale, last.shapes[0])) continue;
        Match match = product;
        double epsilon = 0;
        if (!IsNormalised(scaled->inputs[of], &match, &epsilon) || !IsClosed(match)) continue;
        if (plan_->shape(match.x) != last.shapes[0]) continue;
        return Make(match, "Runnel>LayerNorm", {match.x, scale, offset},
                    {{"epsilon", AttrValue(static_cast<float>(epsilon))}});
      }
    }
    return OkStatus();
  }

  // ---- whole powers, as in Gelu by tanh ----

  // x^2 and x^3 as products, which vectors have.
  Status MultiplyPower(int power) {
    const PlanNode& node = plan_->at(power);
    const bool square = Is(node.inputs[1], 2), cube = Is(node.inputs[1], 3);
    const PlanEdge x = node.inputs[0];
    if ((!square && !cube) || plan_->shape(x) != node.shapes[0] || !MayGo(power, node.placed))
      return OkStatus();
    const size_t before = plan_->nodes.size();
    RUNNEL_ASSIGN_OR_RETURN(int made, plan_->Add(plan_->UniqueName(node.name), "Square", {x}, {},
                                                 node.device, node.controls));
    plan_->at(made).placed = node.placed;
    plan_->at(made).shapes = node.shapes;
    if (cube && supports_(plan_->at(made))) {
      RUNNEL_ASSIGN_OR_RETURN(made, plan_->Add(plan_->UniqueName(node.name), "Mul",
                                               {PlanEdge{made, 0}, x}, {}, node.device));
    }
    if (!Replace(made, power, {power})) {
      for (size_t i = before; i < plan_->nodes.size(); ++i) plan_->nodes[i].removed = true;
    }
    return OkStatus();
  }

  Status Make(const Match& match, const char* op, std::vector<PlanEdge> inputs, AttrList attrs) {
    const PlanNode& last = plan_->at(match.last);
    RUNNEL_ASSIGN_OR_RETURN(
        const int made,
        plan_->Add(plan_->UniqueName(last.name), op, std::move(inputs), std::move(attrs), last.device));
    // Replace says the shape of output 0; moments are as long as the rows are many.
    PlanNode& node = plan_->at(made);
    const Shape rows = last.shapes[0];
    const size_t outputs = node.output_types.size();
    Replace(made, match.last, match.Sources());
    for (size_t k = 1; k < outputs; ++k) {
      Shape moments = rows;
      moments.set_dim(moments.rank() - 1, 1);
      node.shapes.push_back(std::move(moments));
    }
    return OkStatus();
  }

  const std::vector<int> reads_;
};

}  // namespace

Result<std::vector<MadeNode>> FuseNorms(const std::function<bool(const PlanNode& fused)>& supports,
                                        PlanGraph* plan) {
  NormFusion fusion(supports, plan);
  RUNNEL_RETURN_IF_ERROR(fusion.Run());
  plan->RemoveUnused();
  return fusion.Take();
}

}  // namespace runnel
