// The gradient of one node, and of conditionals: what flows back into a Switch or Merge is alive exactly
// where the forward value was.
#include <algorithm>

#include "core/ops/formula.h"
#include "core/ops/gradient_helpers.h"
#include "core/passes/gradients_expand.h"
#include "core/passes/gradients_internal.h"

namespace runnel {
namespace {

bool Has(const BranchConditions& conditions, const BranchCondition& c) {
  return std::find(conditions.begin(), conditions.end(), c) != conditions.end();
}

Status Named(const Status& status, const Node* node) {
  if (status.ok()) return status;
  return status.WithPrefix(StrCat("gradient of node \"", node->name(), "\" (", node->op(), ")"))
      .WithNode(node->name());
}

}  // namespace

GraphBuilder GradientBuilder::BuilderFor(const Scope& scope, const std::string& forward_name) const {
  GraphBuilder b(graph_, StrCat(scope_, "/", forward_name, "_grad"));
  b.set_source_controls(scope.source_controls);
  b.set_colocate_with(forward_name);
  return b;
}

Result<OutputRef> GradientBuilder::Total(Sweep* sweep, OutputRef edge) {
  const auto it = sweep->grads.find(edge);
  if (it == sweep->grads.end() || it->second.empty()) return OutputRef();
  if (it->second.size() > 1) {
    GraphBuilder b = BuilderFor(*sweep->scope, edge.node->name());
    const OutputRef sum = b.Op("AddN", it->second);
    RUNNEL_RETURN_IF_ERROR(b.status());
    it->second = {sum};
  }
  return it->second[0];
}

Status GradientBuilder::Contribute(Sweep* sweep, const Node* user, OutputRef edge, OutputRef grad) {
  if (!grad) return OkStatus();
  if (TypeOf(grad) != GradientType(edge) || !ShapeOf(grad).IsCompatibleWith(GradientShape(edge))) {
    return Internal("the gradient for \"", edge.node->name(), "\" is ", DTypeName(TypeOf(grad)),
                    ShapeOf(grad).ToString(), ", expected ", DTypeName(GradientType(edge)),
                    GradientShape(edge).ToString());
  }
  if (user != nullptr && structure_.FrameOf(user) == structure_.FrameOf(edge.node)) {
    // The user runs in fewer branches than the edge: the gradient is zero where the user did not run.
    const BranchConditions& narrow = structure_.ConditionsOf(user);
    const BranchConditions wide = structure_.ConditionsOf(edge);
    for (auto c = narrow.rbegin(); c != narrow.rend(); ++c) {
      if (Has(wide, *c)) continue;
      GraphBuilder b = BuilderFor(*sweep->scope, user->name());
      RUNNEL_ASSIGN_OR_RETURN(const OutputRef zeros, Zeros(*sweep->scope, b, edge));
      RUNNEL_ASSIGN_OR_RETURN(const OutputRef pred, Forward(*sweep->scope, c->pred));
      OutputRef elsewhere = b.Op("Switch", {zeros, pred});
      elsewhere.index = c->branch ? 0 : 1;
      grad = b.Op("Merge", {elsewhere, grad});
      RUNNEL_RETURN_IF_ERROR(b.status());
    }
  }
  sweep->grads[edge].push_back(grad);
  return OkStatus();
}

Status GradientBuilder::ProcessNode(Sweep* sweep, Node* node) {
  std::vector<OutputRef> grads(static_cast<size_t>(node->num_outputs()));
  bool any = false;
  for (int i = 0; i < node->num_outputs(); ++i) {
    const OutputRef edge{node, i};
    if (!IsDifferentiable(edge) || stops_.contains(edge)) continue;
    RUNNEL_ASSIGN_OR_RETURN(grads[static_cast<size_t>(i)], Total(sweep, edge));
    any |= static_cast<bool>(grads[static_cast<size_t>(i)]);
  }
  if (!any) return OkStatus();
  const std::string& op = node->op();
  if (op == "Exit") {
    const OutputRef in = node->input(0);
    if (!ControlStructure::IsLoopSwitch(in.node) || in.index != 0) {
      return Named(Unimplemented("it does not take a loop variable from its Switch"), node);
    }
    return Contribute(sweep, nullptr, in, grads[0]);
  }
  if (op == "Switch") return Named(SwitchGradient(sweep, node, grads), node);
  if (op == "Merge") return Named(MergeGradient(sweep, node, grads[0]), node);

  const std::string* custom = node->attr<std::string>("_gradient_op_type");
  const bool automatic = custom != nullptr && (custom->starts_with("PartitionedCall-") ||
                                               custom->starts_with("StatefulPartitionedCall-"));
  if (custom != nullptr && !custom->empty() && !automatic) {
    return Named(Unimplemented("it declares a gradient of its own, \"", *custom,
                               "\", which only the program that made the graph has"),
                 node);
  }
  const FuncRef* callee = node->attr<FuncRef>("f");
  const std::string declared = graph_->FindGradientFunction(callee == nullptr ? op : callee->name);
  if (!declared.empty()) {
    const FunctionDef* function = graph_->FindFunction(declared);
    if (function == nullptr) {
      return Named(Unimplemented("its gradient is declared to be the function \"", declared,
                                 "\", which the graph lacks"),
                   node);
    }
    return Named(FunctionGradient(sweep, node, grads, *function), node);
  }
  const OpSchema& schema = node->schema();
  if (schema.gradient()) return Named(RowGradient(sweep, node, grads), node);
  if (!schema.gradient_bytes().empty()) {
    auto function = DecodeFunctionDef(schema.gradient_bytes());
    if (!function.ok()) return Named(function.status(), node);
    return Named(FunctionGradient(sweep, node, grads, *function), node);
  }
  if (IsExpandable(*graph_, *node)) return Named(ExpansionGradient(sweep, node, grads), node);
  return Unimplemented("node \"", node->name(), "\" (", op, "): the op has no gradient")
      .WithNode(node->name());
}

Status GradientBuilder::RowGradient(Sweep* sweep, Node* node, const std::vector<OutputRef>& grads) {
  GraphBuilder b = BuilderFor(*sweep->scope, node->name());
  // The device of a plugin's op may lack kernels for the ops of its gradient.
  if (node->schema().plugin_row != nullptr) b.set_colocate_with("");
  GradientContext::ForwardFn forward;
  if (sweep->scope->parent != nullptr) {
    forward = [&](OutputRef edge) {
      if (!b.status().ok() || !edge) return OutputRef();
      auto value = Forward(*sweep->scope, edge);
      if (value.ok()) return *value;
      b.Fail(value.status());
      return OutputRef();
    };
  }
  GradientContext ctx(*node, grads, &b, forward);
  std::vector<bool> wanted;
  for (const OutputRef& in : node->inputs()) wanted.push_back(IsReached(*sweep, in));
  ctx.set_wanted(wanted);
  ctx.set_pass(scope_);
  RUNNEL_RETURN_IF_ERROR(BuildGradient(ctx));
  RUNNEL_RETURN_IF_ERROR(b.status());
  for (int i = 0; i < node->num_inputs(); ++i) {
    if (!wanted[static_cast<size_t>(i)]) continue;
    RUNNEL_RETURN_IF_ERROR(
        Contribute(sweep, node, node->input(i), ctx.input_grads()[static_cast<size_t>(i)]));
  }
  return OkStatus();
}

Status GradientBuilder::SwitchGradient(Sweep* sweep, Node* node, const std::vector<OutputRef>& grads) {
  if (!IsReached(*sweep, node->input(0))) return OkStatus();
  GraphBuilder b = BuilderFor(*sweep->scope, node->name());
  std::vector<OutputRef> sides = grads;
  for (int side = 0; side < 2; ++side) {
    OutputRef& grad = sides[static_cast<size_t>(side)];
    if (grad) continue;
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef zeros, Zeros(*sweep->scope, b, node->input(0)));
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef pred, Forward(*sweep->scope, node->input(1)));
    grad = b.Op("Switch", {zeros, pred});
    grad.index = side;
  }
  const OutputRef merged = b.Op("Merge", sides);
  RUNNEL_RETURN_IF_ERROR(b.status());
  return Contribute(sweep, node, node->input(0), merged);
}

Status GradientBuilder::MergeGradient(Sweep* sweep, Node* node, OutputRef grad) {
  GraphBuilder b = BuilderFor(*sweep->scope, node->name());
  if (node->num_inputs() == 2) {
    // The predicate that decides between the inputs, if they are the two sides of one condition.
    const BranchConditions first = structure_.ConditionsOf(node->input(0));
    const BranchConditions second = structure_.ConditionsOf(node->input(1));
    for (const BranchCondition& c : first) {
      if (!Has(second, {c.pred, !c.branch})) continue;
      RUNNEL_ASSIGN_OR_RETURN(const OutputRef pred, Forward(*sweep->scope, c.pred));
      const OutputRef sides = b.Op("Switch", {grad, pred});
      RUNNEL_RETURN_IF_ERROR(b.status());
      for (int i = 0; i < 2; ++i) {
        if (!IsReached(*sweep, node->input(i))) continue;
        const bool side = i == 0 ? c.branch : !c.branch;
        RUNNEL_RETURN_IF_ERROR(Contribute(sweep, node, node->input(i), {sides.node, side ? 1 : 0}));
      }
      return OkStatus();
    }
  }
  RUNNEL_ASSIGN_OR_RETURN(const OutputRef chosen, Forward(*sweep->scope, {node, 1}));
  for (int i = 0; i < node->num_inputs(); ++i) {
    if (!IsReached(*sweep, node->input(i))) continue;
    const OutputRef pred = b.Op("Equal", {chosen, b.Scalar(DType::kInt32, i)});
    const OutputRef sides = b.Op("Switch", {grad, pred});
    RUNNEL_RETURN_IF_ERROR(b.status());
    RUNNEL_RETURN_IF_ERROR(Contribute(sweep, node, node->input(i), {sides.node, 1}));
  }
  return OkStatus();
}

Status GradientBuilder::ExpansionGradient(Sweep* sweep, Node* node,
                                          const std::vector<OutputRef>& grads) {
  if (depth_ >= kMaxGradientDepth) {
    return Unimplemented("calls nest ", kMaxGradientDepth,
                         " deep; recursive functions have no gradients");
  }
  // Constants of the copy are alive where the node is.
  std::vector<Node*> controls;
  if (structure_.FrameOf(node) != 0 || !structure_.ConditionsOf(node).empty()) {
    controls = {node};
    if (node->num_inputs() > 0) {
      GraphBuilder pin(graph_, StrCat(scope_, "/", node->name()));
      controls = {pin.Op("Identity", {node->input(0)}).node};
      RUNNEL_RETURN_IF_ERROR(pin.status());
    }
  }
  const int first_id = graph_->num_nodes();
  RUNNEL_ASSIGN_OR_RETURN(
      const std::vector<OutputRef> copies,
      ExpandNode(graph_, *node, graph_->UniqueName(StrCat(scope_, "/", node->name())), controls));
  std::vector<OutputRef> ys, grad_ys, xs;
  for (size_t i = 0; i < copies.size(); ++i) {
    if (!grads[i]) continue;
    ys.push_back(copies[i]);
    grad_ys.push_back(grads[i]);
  }
  for (const OutputRef& in : node->inputs()) {
    if (IsReached(*sweep, in) && std::find(xs.begin(), xs.end(), in) == xs.end()) xs.push_back(in);
  }
  ++depth_;
  const auto results = Differentiate(*sweep->scope, ys, grad_ys, xs, first_id);
  --depth_;
  RUNNEL_RETURN_IF_ERROR(results.status());
  for (size_t i = 0; i < xs.size(); ++i) {
    RUNNEL_RETURN_IF_ERROR(Contribute(sweep, node, xs[i], (*results)[i]));
  }
  return OkStatus();
}

// A gradient given as a function of the op's inputs and its outputs' gradients.
Status GradientBuilder::FunctionGradient(Sweep* sweep, Node* node, const std::vector<OutputRef>& grads,
                                         const FunctionDef& function) {
  GraphBuilder b = BuilderFor(*sweep->scope, node->name());
  std::vector<OutputRef> inputs;
  for (const OutputRef& in : node->inputs()) {
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef value, Forward(*sweep->scope, in));
    inputs.push_back(value);
  }
  for (int i = 0; i < node->num_outputs(); ++i) {
    OutputRef grad = grads[static_cast<size_t>(i)];
    if (!grad) {
      RUNNEL_ASSIGN_OR_RETURN(grad, Zeros(*sweep->scope, b, {node, i}));
    }
    inputs.push_back(grad);
  }
  // The body's nodes are of other ops than the forward node: they may be placed elsewhere.
  b.set_colocate_with("");
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> results,
                          InstantiateFunction(b, function, node->attrs(), inputs));
  for (int i = 0; i < node->num_inputs() && i < static_cast<int>(results.size()); ++i) {
    if (!IsReached(*sweep, node->input(i))) continue;
    RUNNEL_RETURN_IF_ERROR(Contribute(sweep, node, node->input(i), results[static_cast<size_t>(i)]));
  }
  return OkStatus();
}

}  // namespace runnel
