#include "core/passes/handle_shapes.h"

namespace runnel {
namespace {

constexpr std::string_view kDeclared = "_rnl_forgotten_shape";

}  // namespace

int VariableBehind(const PlanGraph& plan, PlanEdge edge) {
  for (size_t hops = 0; hops <= plan.nodes.size() && edge.node >= 0; ++hops) {
    const PlanNode& node = plan.at(edge.node);
    if (node.is("VarHandleOp")) return edge.node;
    const bool hands_on = node.is("Identity") || node.is("_Send") || node.is("_Recv") ||
                          (node.schema->flags & kOpControlFlow) != 0;
    if (!hands_on || node.feed >= 0 || node.inputs.empty()) return -1;
    edge = node.inputs[0];
  }
  return -1;
}

void ForgetShape(int handle, PlanGraph* plan) {
  PlanNode& node = plan->at(handle);
  AttrList attrs = *node.attrs;
  if (FindAttr(attrs, kDeclared) == nullptr) {
    const Shape* shape = node.attr<Shape>("shape");
    SetAttr(&attrs, kDeclared, AttrValue(shape == nullptr ? Shape::Unknown() : *shape));
  }
  SetAttr(&attrs, "shape", AttrValue(Shape::Unknown()));
  node.attrs = plan->Own(std::move(attrs));
}

Shape DeclaredShape(const PlanNode& handle) {
  const Shape* shape = handle.attr<Shape>(kDeclared);
  if (shape == nullptr) shape = handle.attr<Shape>("shape");
  return shape == nullptr ? Shape::Unknown() : *shape;
}

std::vector<bool> UsedVariables(const PlanGraph& plan) {
  std::vector<bool> used(plan.nodes.size(), false);
  for (const PlanNode& node : plan.nodes) {
    if (node.removed || node.is("AssignVariableOp") || node.is("VarIsInitializedOp") ||
        node.is("DestroyResourceOp") || node.is("Identity") ||
        (node.schema->flags & kOpControlFlow) != 0) {
      continue;
    }
    for (const PlanEdge& in : node.inputs) {
      if (in.node < 0 || plan.type(in) != DType::kResource) continue;
      if (const int handle = VariableBehind(plan, in); handle >= 0)
        used[static_cast<size_t>(handle)] = true;
    }
  }
  return used;
}

}  // namespace runnel
