#include "core/passes/compose.h"

#include <algorithm>

#include "core/graph/builder.h"
#include "core/ops/formula.h"

namespace runnel {

Result<Composition> MakeComposition(const PlanGraph& plan, const PlanNode& node) {
  Composition out;
  out.graph = std::make_shared<Graph>(&plan.registry());
  GraphBuilder builder(out.graph.get(), "");
  for (const PlanEdge& in : node.inputs) {
    const std::vector<HandleData>& handles = plan.at(in.node).handles;
    const auto index = static_cast<size_t>(in.index);
    if (index < handles.size() && handles[index].dtype != DType::kInvalid) {
      // A handle's stand-in says of which type and shape the variable is.
      out.args.push_back(builder.Op(
          "VarHandleOp", {},
          {{"dtype", AttrValue(handles[index].dtype)}, {"shape", AttrValue(handles[index].shape)}}));
      continue;
    }
    out.args.push_back(builder.Op(
        "Placeholder", {}, {{"dtype", AttrValue(plan.type(in))}, {"shape", AttrValue(plan.shape(in))}}));
  }
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
