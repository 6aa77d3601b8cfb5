// Runnel's own ops, each a composition of TensorFlow's: a device needs no kernel for them.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

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

Status AttentionShape(ShapeContext& ctx) {
  constexpr const char* kNames[] = {"query", "key", "value"};
  Shape outer = Shape::Unknown();
  int64_t dims[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
  for (int i = 0; i < 3; ++i) {
    const Shape& shape = ctx.input(i);
    if (!shape.has_rank()) continue;
    if (shape.rank() < 2) return InvalidArgument(ArgIs(ctx, i, kNames[i]), ": must have rank 2 or more");
    for (int d = 0; d < 2; ++d) dims[i][d] = shape.dim(shape.rank() - 2 + d);
    const Shape own = SubShape(shape, 0, shape.rank() - 2);
    if (!own.IsCompatibleWith(outer)) {
      return InvalidArgument(ArgIs(ctx, 0, "query"), ", ", ArgIs(ctx, i, kNames[i]),
                             ": leading dimensions must be equal");
    }
    if (!outer.has_rank()) outer = own;
    for (int d = 0; d < own.rank(); ++d) {
      if (outer.dim(d) < 0) outer.set_dim(d, own.dim(d));
    }
  }
  const auto differ = [](int64_t a, int64_t b) { return a >= 0 && b >= 0 && a != b; };
  if (differ(dims[0][1], dims[1][1])) {
    return InvalidArgument(ArgIs(ctx, 0, "query"), ", ", ArgIs(ctx, 1, "key"),
                           ": last dimensions must be equal");
  }
  if (differ(dims[1][0], dims[2][0])) {
    return InvalidArgument(ArgIs(ctx, 1, "key"), ", ", ArgIs(ctx, 2, "value"),
                           ": there must be a value for each key");
  }
  if (!outer.has_rank()) return OkStatus();
  const int64_t keys = dims[1][0] >= 0 ? dims[1][0] : dims[2][0];
  const Shape scores = Concat(outer, Shape{dims[0][0], keys});
  const auto masked = Shape::Broadcast(scores, ctx.input(3));
  if (!masked.ok() || (masked->has_rank() && masked->rank() != scores.rank()) ||
      !masked->IsCompatibleWith(scores)) {
    return InvalidArgument(ArgIs(ctx, 3, "mask"), ": must broadcast to the scores, which are ",
                           scores.ToString());
  }
  ctx.set_output(0, Concat(outer, Shape{dims[0][0], dims[2][1]}));
  return OkStatus();
}

constexpr OpRow kComposedOps[] = {
    {
        .name = "Runnel>Attention",
        .inputs = "query: T, key: T, value: T, mask: T",
        .outputs = "output: T",
        .attrs = "scale: float = 1; T: " RUNNEL_FLOAT_TYPES,
        .doc =
            "Gives each query a mean of the values, weighed by how well their keys fit: "
            "Softmax(scale * query * transposed key + mask) * value. The scores are never whole in "
            "memory where a device has a kernel. Shapes: query [..., m, d], key [..., n, d] and value "
            "[..., n, e] have equal leading dimensions, and mask, which may be a scalar 0, broadcasts "
            "to [..., m, n]; output is [..., m, e]. Source: Vaswani et al. 2017, section 3.2.1.",
        .shape = AttentionShape,
        .composition = "output: BatchMatMulV2(Softmax(BatchMatMulV2(query, key, adj_y = true) * scale + "
                       "mask), value)",
    },
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
