// Runnel's own ops, each a composition of TensorFlow's: a device needs no kernel for them.
#include "core/graph/builder.h"
#include "core/ops/families.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

// 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))
Status ComposeGelu(CompositionContext& ctx) {
  GraphBuilder& b = ctx.b();
  const OutputRef x = ctx.input(0);
  if (x.node == nullptr) return InvalidArgument("Gelu: no input");
  const DType dtype = x.node->output_type(x.index);
  const OutputRef cube = b.Op("Mul", {b.Op("Square", {x}), x});
  const OutputRef sum = b.Op("AddV2", {x, b.Op("Mul", {b.Scalar(dtype, 0.044715), cube})});
  const OutputRef inner = b.Op("Mul", {b.Scalar(dtype, 0.79788456080286535588), sum});
  const OutputRef one_plus = b.Op("AddV2", {b.Op("Tanh", {inner}), b.Scalar(dtype, 1.0)});
  ctx.set_output(0, b.Op("Mul", {b.Op("Mul", {b.Scalar(dtype, 0.5), x}), one_plus}));
  return b.status();
}

constinit const OpRow kComposedOps[] = {
    {
        .name = "Runnel>Gelu",
        .inputs = "features: T",
        .outputs = "activations: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc = "Gives 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))), element by element. Shapes: "
               "activations is like features. Source: Hendrycks & Gimpel 2016, section 2.",
        .shape = UnchangedShape,
        .composition = ComposeGelu,
    },
};

}  // namespace

std::span<const OpRow> ComposedOps() { return kComposedOps; }

}  // namespace runnel
