// Runnel's own ops, each a composition of TensorFlow's: a device needs no kernel for them.
#include "core/ops/families.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

Status LayerNormShape(ShapeContext& ctx) {
  const Shape& x = ctx.input(0);
  if (x.has_rank() && x.rank() == 0) {
    return InvalidArgument(ArgIs(ctx, 0, "x"), ": must have rank 1 or more");
  }
  for (const int i : {1, 2}) {
    const char* name = i == 1 ? "scale" : "offset";
    RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, i, name, 1).status());
    if (!x.has_rank() || ctx.input(i).IsCompatibleWith(SubShape(x, x.rank() - 1, x.rank()))) continue;
    return InvalidArgument(ArgIs(ctx, i, name), ", ", ArgIs(ctx, 0, "x"),
                           ": it must be as long as the last dimension of x");
  }
  ctx.set_output(0, x);
  if (!x.has_rank()) return OkStatus();
  const Shape moments = Concat(SubShape(x, 0, x.rank() - 1), Shape{1});
  ctx.set_output(1, moments);
  ctx.set_output(2, moments);
  return OkStatus();
}

constexpr OpRow kComposedOps[] = {
    {
        .name = "Runnel>Gelu",
        .inputs = "features: T",
        .outputs = "activations: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc = "Gives 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))), element by element. Shapes: "
               "activations is like features. Source: Hendrycks & Gimpel 2016, section 2.",
        .shape = UnchangedShape,
        .composition = "activations: 0.5 * features * (Tanh(0.79788456080286535588 * (features + "
                       "0.044715 * (Square(features) * features))) + 1)",
    },
    {
        .name = "Runnel>LayerNorm",
        .inputs = "x: T, scale: T, offset: T",
        .outputs = "y: T, mean: T, inverse_deviation: T",
        .attrs = "epsilon: float = 0.00001; T: " RUNNEL_FLOAT_TYPES,
        .doc = "Gives (x - mean) * inverse_deviation * scale + offset, where mean and inverse_deviation "
               "= 1 / "
               "sqrt(variance + epsilon) are those of the last dimension. Shapes: scale and offset are "
               "vectors as long as that dimension; y is like x, mean and inverse_deviation too, but for "
               "1 as "
               "their last dimension. Source: Ba, Kiros and Hinton 2016.",
        .shape = LayerNormShape,
        .gradient = "n = Cast(Size(x), DstT = T) / Cast(Size(mean), DstT = T); "
                    "h = (x - mean) * inverse_deviation; u = g * scale; "
                    "x: inverse_deviation * (u - Mean(u, [-1], keep_dims = true) - "
                    "h * Mean(u * h, [-1], keep_dims = true)) + broadcast_to(g.mean / n, x) - "
                    "g.inverse_deviation * Square(inverse_deviation) * h / n; "
                    "scale: sum_to(g * h, scale, x); offset: sum_to(g, offset, x)",
        .composition = "mean: Mean(x, [-1], keep_dims = true); m = Mean(x, [-1], keep_dims = true); "
                       "d = Rsqrt(Mean(SquaredDifference(x, m), [-1], keep_dims = true) + epsilon); "
                       "inverse_deviation: d; y: (x - m) * d * scale + offset",
    },
};

}  // namespace

std::span<const OpRow> ComposedOps() { return ChosenRows<kComposedOps>::All(); }

}  // namespace runnel
