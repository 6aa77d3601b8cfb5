#include "core/passes/compose.h"

#include <algorithm>

#include "core/graph/builder.h"
#include "core/ops/formula.h"

namespace runnel {

namespace {

// The value of a small tensor of sizes or axes, where planning knows it; else null.
const Tensor* KnownSizes(const PlanGraph& plan, PlanEdge edge) {
  constexpr int64_t kMost = 16;
  const PlanNode& node = plan.at(edge.node);
  const auto index = static_cast<size_t>(edge.index);
  const Tensor* value = index < node.known.size() ? &node.known[index] : nullptr;
  if (value == nullptr || value->dtype() == DType::kInvalid) {
    value = node.is("Const") ? node.attr<Tensor>("value") : nullptr;
  }
  if (value == nullptr || !value->on_host() || value->shape().rank() > 1) return nullptr;
  if (value->dtype() != DType::kInt32 && value->dtype() != DType::kInt64) return nullptr;
  return value->num_elements() <= kMost ? value : nullptr;
}

}  // namespace

std::vector<OutputRef> StandIns(const PlanGraph& plan, const PlanNode& node, GraphBuilder* builder) {
  std::vector<OutputRef> args;
  for (const PlanEdge& in : node.inputs) {
    const std::vector<HandleData>& handles = plan.at(in.node).handles;
    const auto index = static_cast<size_t>(in.index);
    if (index < handles.size() && handles[index].dtype != DType::kInvalid) {
      // A handle's stand-in says of which type and shape the variable is.
      args.push_back(builder->Op(
          "VarHandleOp", {},
          {{"dtype", AttrValue(handles[index].dtype)}, {"shape", AttrValue(handles[index].shape)}}));
      continue;
    }
    AttrList attrs;
    SetAttr(&attrs, "dtype", AttrValue(plan.type(in)));
    SetAttr(&attrs, "shape", AttrValue(plan.shape(in)));
    // What ConstantOf sees.
    if (const Tensor* value = KnownSizes(plan, in)) SetAttr(&attrs, "_value", AttrValue(*value));
    args.push_back(builder->Op("Placeholder", std::vector<OutputRef>(), attrs));
  }
  return args;
}

Result<Composition> MakeComposition(const PlanGraph& plan, const PlanNode& node) {
  Composition out;
  out.graph = std::make_shared<Graph>(&plan.registry());
  GraphBuilder builder(out.graph.get(), "");
  out.args = StandIns(plan, node, &builder);
  CompositionContext ctx(*node.schema, *node.attrs, out.args, node.output_types.size(), &builder);
  ctx.set_output_shapes(node.shapes);
  RUNNEL_RETURN_IF_ERROR(BuildComposition(ctx));
  RUNNEL_RETURN_IF_ERROR(builder.status());
  const bool any = std::any_of(ctx.outputs().begin(), ctx.outputs().end(),
                               [](const OutputRef& one) { return static_cast<bool>(one); });
  if (any) out.outputs = ctx.outputs();
  return out;
}

}  // namespace runnel
