// Normalisation.
#include "core/learn/row.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

#define RUNNEL_SCALE_ARGS                                                                             \
  "center: bool = true; scale: bool = true; beta_initializer: string = 'zeros'; gamma_initializer: "  \
  "string = "                                                                                         \
  "'ones'; beta_regularizer: string = ''; gamma_regularizer: string = ''; beta_constraint: string = " \
  "''; "                                                                                              \
  "gamma_constraint: string = ''"
#define RUNNEL_GAMMA                                                                       \
  {                                                                                        \
    .name = "gamma", .shape = "[dim(x, -1)]", .initializer = "gamma_initializer",          \
    .regularizer = "gamma_regularizer", .constraint = "gamma_constraint", .when = "scale", \
  }
#define RUNNEL_BETA                                                                       \
  {                                                                                       \
    .name = "beta", .shape = "[dim(x, -1)]", .initializer = "beta_initializer",           \
    .regularizer = "beta_regularizer", .constraint = "beta_constraint", .when = "center", \
  }

// Over the positions and the channels of a group: [b, positions, groups, channels of one].
Status GroupCall(CompositionContext& ctx) {
  GraphBuilder& b = ctx.b();
  const OutputRef x = ctx.input(0), gamma = ctx.input(1), beta = ctx.input(2);
  const Shape& in = x.node->output_shape(x.index);
  int64_t groups = *ctx.attr<int64_t>("groups");
  if (!in.has_rank() || in.rank() < 2 || in.dim(in.rank() - 1) < 0) {
    return InvalidArgument("its input must have a known last dimension, got ", in.ToString());
  }
  const int64_t channels = in.dim(in.rank() - 1);
  if (groups == -1) groups = channels;
  if (groups < 1 || channels % groups != 0) {
    return InvalidArgument("the ", channels, " channels of its input do not divide into ", groups,
                           " groups");
  }
  const OutputRef shape = ShapeTensor(ctx, x);
  const OutputRef batch =
      b.Op("StridedSlice", {shape, IntVector(b, DType::kInt32, {0}), IntVector(b, DType::kInt32, {1}),
                            IntVector(b, DType::kInt32, {1})});
  const OutputRef split =
      b.Op("ConcatV2",
           std::vector<OutputRef>{batch, IntVector(b, DType::kInt32, {-1, groups, channels / groups}),
                                  IntScalar(b, DType::kInt32, 0)});
  const OutputRef parts = b.Op("Reshape", {x, split});
  const OutputRef axes = IntVector(b, DType::kInt32, {1, 3});
  const OutputRef mean = b.Op("Mean", {parts, axes}, {{"keep_dims", true}});
  const OutputRef variance =
      b.Op("Mean", {b.Op("SquaredDifference", {parts, mean}), axes}, {{"keep_dims", true}});
  const OutputRef epsilon = b.Scalar(x.node->output_type(x.index), *ctx.attr<float>("epsilon"));
  OutputRef y =
      b.Op("Mul", {b.Op("Sub", {parts, mean}), b.Op("Rsqrt", {b.Op("AddV2", {variance, epsilon})})});
  y = b.Op("Reshape", {y, shape});
  if (gamma) y = b.Op("Mul", {y, gamma});
  if (beta) y = b.Op("AddV2", {y, beta});
  ctx.set_output(0, y);
  return OkStatus();
}

constexpr Row kNormLayers[] = {
    {
        .kind = RowKind::kLayer,
        .name = "BatchNormalization",
        .args =
            "axis: int = -1; momentum: float = 0.99; epsilon: float = 0.001; " RUNNEL_SCALE_ARGS
            "; moving_mean_initializer: string = 'zeros'; moving_variance_initializer: string = 'ones'",
        .doc = "(x - mean) / sqrt(variance + epsilon) gamma + beta for each channel. While training, "
               "mean and variance "
               "are those of the batch, and moving_mean and moving_variance follow them; else these are "
               "used, also by "
               "a layer that is not trainable. axis must be the last one. Shapes: x [..., c], y like "
               "it; all weights "
               "[c].",
        .call = "axes = Range(0, rank(x) - 1, 1); counts = has_mask ? Cast(ExpandDims(mask, -1), DstT = "
                "T) : "
                "none; n = has_mask ? Sum(OnesLike(x) * counts, axes) + 1e-7 : none; "
                "m = has_mask ? Sum(x * counts, axes) / n : Mean(x, axes); "
                "v = has_mask ? Sum(Square((x - m) * counts), axes) / n : Mean(SquaredDifference(x, m), "
                "axes); "
                "r = Rsqrt((training ? v : moving_variance) + epsilon); k = scale ? r * gamma : r; "
                "c = (x - m) * k; o = center ? beta - moving_mean * k : -(moving_mean * k); "
                "last = axis == -1 ? true : axis == rank(x) - 1; y: last ? (training ? (center ? c + "
                "beta : c) : x * k + o) : none; "
                "moving_mean: training ? moving_mean * momentum + m * (1 - momentum) : none; "
                "moving_variance: training ? moving_variance * momentum + v * (1 - momentum) : none",
        .weights = {RUNNEL_GAMMA,
                    RUNNEL_BETA,
                    {.name = "moving_mean",
                     .shape = "[dim(x, -1)]",
                     .initializer = "moving_mean_initializer",
                     .trainable = false},
                    {.name = "moving_variance",
                     .shape = "[dim(x, -1)]",
                     .initializer = "moving_variance_initializer",
                     .trainable = false}},
        .mask = kKeepsMask,
        .uses_mask = true,
        .widens = true,
    },
    {
        .kind = RowKind::kLayer,
        .name = "LayerNormalization",
        .args = "axis: int = -1; epsilon: float = 0.001; " RUNNEL_SCALE_ARGS,
        .doc = "(x - mean) / sqrt(variance + epsilon) gamma + beta over the last dimension of each "
               "sample; axis must "
               "be that. Shapes: x [..., c], y like it; gamma and beta [c].",
        .call =
            "m = Mean(x, [-1], keep_dims = true); v = Mean(SquaredDifference(x, m), [-1], keep_dims "
            "= true); "
            "n = (x - m) * Rsqrt(v + epsilon); s = scale ? n * gamma : n; "
            "last = axis == -1 ? true : axis == rank(x) - 1; y: last ? (center ? s + beta : s) : none",
        .weights = {RUNNEL_GAMMA, RUNNEL_BETA},
        .mask = kKeepsMask,
        .widens = true,
    },
    {
        .kind = RowKind::kLayer,
        .name = "GroupNormalization",
        .args = "groups: int = 32; axis: int = -1; epsilon: float = 0.001; " RUNNEL_SCALE_ARGS,
        .doc = "(x - mean) / sqrt(variance + epsilon) gamma + beta over the positions and channels of "
               "each group of "
               "channels; groups -1: one for each channel. Shapes: x [b, ..., c], y like it; gamma and "
               "beta [c].",
        .call = GroupCall,
        .weights = {RUNNEL_GAMMA, RUNNEL_BETA},
        .mask = kKeepsMask,
        .widens = true,
    },
    {
        .kind = RowKind::kLayer,
        .name = "UnitNormalization",
        .doc = "Divides by the Euclidean norm of the last dimension. Shapes: y is like x.",
        .call = "y: x * Rsqrt(Maximum(Sum(Square(x), [-1], keep_dims = true), 1e-12))",
        .mask = kKeepsMask,
    },
};

}  // namespace

std::span<const Row> NormLayerRows() { return kNormLayers; }

}  // namespace runnel::learn
