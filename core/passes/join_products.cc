// Worth it where joining copies less than the terms wrote: each term is as large as the sum, and was
// written, read again and added.
#include "core/passes/join_products.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/passes/node_fusion.h"

namespace runnel {
namespace {

constexpr size_t kFewest = 3;  // so that no more nodes run than before

class ProductJoiner : public NodeFusion {
 public:
  ProductJoiner(const Supports& supports, PlanGraph* plan) : NodeFusion(supports, plan) {}

  Status Run() {
    for (int i = 0; i < end(); ++i) {
      const PlanNode& node = plan_->at(i);
      if (!node.removed && node.is("AddN") && node.feed < 0) RUNNEL_RETURN_IF_ERROR(JoinTerms(i));
    }
    return OkStatus();
  }

 private:
  // The key by which products can be joined: device, as asked and as placed, and which factors are
  // transposed.
  using Kind = std::tuple<Device*, std::string, bool, bool>;

  // A literal belongs to no frame, so a node with literals only would leave its loop.
  bool IsLiteral(PlanEdge edge) const { return plan_->at(edge.node).is("Const"); }

  bool MayJoin(PlanEdge term) const {
    // A joined product of an inner sum is not joined again.
    if (term.node >= end()) return false;
    const PlanNode& node = plan_->at(term.node);
    const DType dtype = node.output_types[0];
    return node.is("MatMul") && (dtype == DType::kFloat || dtype == DType::kDouble) &&
           GoesWithItsReader(term.node, node.placed) && plan_->shape(term).IsFullyDefined() &&
           plan_->shape(node.inputs[0]).IsFullyDefined() &&
           plan_->shape(node.inputs[1]).IsFullyDefined() && !IsLiteral(node.inputs[0]) &&
           !IsLiteral(node.inputs[1]);
  }

  static bool Flag(const PlanNode& node, const char* name) {
    const auto* value = node.attr<bool>(name);
    return value != nullptr && *value;
  }

  // The dimension of factor `side` that the product sums over.
  static int SummedDim(const Kind& kind, int side) {
    return side == 0 ? (std::get<2>(kind) ? 0 : 1) : (std::get<3>(kind) ? 1 : 0);
  }

  Status JoinTerms(int sum) {
    std::map<Kind, std::vector<int>> kinds;
    for (const PlanEdge& term : plan_->at(sum).inputs) {
      if (!MayJoin(term)) continue;
      const PlanNode& node = plan_->at(term.node);
      const Kind kind(node.placed, node.device, Flag(node, "transpose_a"), Flag(node, "transpose_b"));
      if (node.placed == plan_->at(sum).placed) kinds[kind].push_back(term.node);
    }
    for (const auto& [kind, products] : kinds) {
      if (products.size() < kFewest || !IsWorth(products)) continue;
      RUNNEL_ASSIGN_OR_RETURN(const int made, Join(kind, products));
      if (made >= 0) RUNNEL_RETURN_IF_ERROR(ReplaceTerms(sum, made, products));
    }
    return OkStatus();
  }

  bool IsWorth(const std::vector<int>& products) const {
    double copied = 0, written = 0;
    for (const int i : products) {
      copied += Elements(plan_->shape(plan_->at(i).inputs[0])) +
                Elements(plan_->shape(plan_->at(i).inputs[1]));
      written += Elements(plan_->at(i).shapes[0]);
    }
    return copied > 0 && copied <= written;
  }

  static double Elements(const Shape& shape) {
    double elements = 1;
    for (int d = 0; d < shape.rank(); ++d) elements *= static_cast<double>(shape.dim(d));
    return elements;
  }

  // The joined product; -1 if its device lacks a kernel for what it needs.
  Result<int> Join(const Kind& kind, const std::vector<int>& products) {
    const PlanNode& first = plan_->at(products[0]);
    const size_t before = plan_->nodes.size();
    std::vector<PlanEdge> factors;
    for (const int side : {0, 1}) {
      RUNNEL_ASSIGN_OR_RETURN(const int factor,
                              Concatenated(products, side, SummedDim(kind, side), first));
      factors.push_back({factor, 0});
    }
    RUNNEL_ASSIGN_OR_RETURN(const int made, plan_->Add(plan_->UniqueName(first.name), "MatMul", factors,
                                                       *first.attrs, first.device));
    plan_->at(made).placed = first.placed;
    plan_->at(made).shapes = first.shapes;
    for (size_t i = before; i < plan_->nodes.size(); ++i) {
      if (plan_->nodes[i].is("Const") || supports_(plan_->nodes[i])) continue;
      for (size_t k = before; k < plan_->nodes.size(); ++k) plan_->nodes[k].removed = true;
      return -1;
    }
    return made;
  }

  Result<int> Concatenated(const std::vector<int>& products, int side, int dim, const PlanNode& first) {
    std::vector<PlanEdge> inputs;
    int64_t length = 0;
    for (const int i : products) {
      inputs.push_back(plan_->at(i).inputs[static_cast<size_t>(side)]);
      length += plan_->shape(inputs.back()).dim(dim);
    }
    std::vector<int64_t> dims = {length, length};
    dims[static_cast<size_t>(1 - dim)] = plan_->shape(inputs[0]).dim(1 - dim);
    RUNNEL_ASSIGN_OR_RETURN(const Tensor axis, Tensor::FromValues<int32_t>(Shape(), {{dim}}));
    RUNNEL_ASSIGN_OR_RETURN(const int axis_node,
                            plan_->AddConst(plan_->UniqueName(first.name), axis, first.device));
    plan_->at(axis_node).placed = first.placed;
    inputs.push_back({axis_node, 0});
    AttrList attrs = {{"N", AttrValue(static_cast<int64_t>(products.size()))}};
    RUNNEL_ASSIGN_OR_RETURN(const int node,
                            plan_->Add(plan_->UniqueName(first.name), "ConcatV2", std::move(inputs),
                                       std::move(attrs), first.device));
    plan_->at(node).placed = first.placed;
    plan_->at(node).shapes[0] = Shape(std::span<const int64_t>(dims));
    return node;
  }

  // The joined product replaces the first of its terms. A single term that is left is the sum.
  Status ReplaceTerms(int sum, int made, const std::vector<int>& products) {
    PlanNode& node = plan_->at(sum);
    std::vector<PlanEdge> terms;
    for (const PlanEdge& term : node.inputs) {
      const bool joined = std::find(products.begin(), products.end(), term.node) != products.end();
      if (!joined) terms.push_back(term);
      if (term.node == products[0]) terms.push_back({made, 0});
    }
    for (const int i : products) plan_->at(i).removed = true;
    made_.push_back({made, products});
    const bool stays = terms.size() > 1 || node.pinned || !node.controls.empty() || OrdersOthers(sum);
    if (!stays) {
      plan_->ReplaceUses({sum, 0}, terms[0]);
      node.removed = true;
      return OkStatus();
    }
    AttrList attrs = *node.attrs;
    for (auto& [name, value] : attrs) {
      if (name == "N") value = AttrValue(static_cast<int64_t>(terms.size()));
    }
    node.inputs = std::move(terms);
    node.attrs = plan_->Own(std::move(attrs));
    return OkStatus();
  }
};

}  // namespace

Result<std::vector<MadeNode>> JoinProducts(const std::function<bool(const PlanNode& node)>& supports,
                                           PlanGraph* plan) {
  ProductJoiner joiner(supports, plan);
  RUNNEL_RETURN_IF_ERROR(joiner.Run());
  return joiner.Take();
}

}  // namespace runnel
