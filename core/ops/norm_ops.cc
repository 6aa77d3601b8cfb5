// Batch normalisation, fused, and normalisation by neighbouring channels, with their gradients.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// An image of attr data_format; sets *channel to the dimension of its channels.
Result<Shape> RequireImage(const ShapeContext& ctx, int i, std::string_view arg, int* channel) {
  const std::string* format = ctx.attr<std::string>("data_format");
  const int rank = format == nullptr ? 4 : static_cast<int>(format->size());
  *channel = format != nullptr && (*format)[1] == 'C' ? 1 : rank - 1;
  return RequireRank(ctx, i, arg, rank);
}

// Merges into *channels the length of the vectors that inputs [first,last) are.
Status MergeVectors(const ShapeContext& ctx, int first, int last, int64_t* channels) {
  for (int i = first; i < last; ++i) {
    const std::string_view name = ctx.schema().inputs[static_cast<size_t>(i)].name;
    RUNNEL_ASSIGN_OR_RETURN(const Shape vector, RequireRank(ctx, i, name, 1));
    if (!ctx.MergeDim(*channels, vector.dim(0), channels).ok()) {
      return InvalidArgument(ArgIs(ctx, i, name), ": there are ", *channels, " channels");
    }
  }
  return OkStatus();
}

Status BatchNormShape(ShapeContext& ctx) {
  int channel = 0;
  RUNNEL_ASSIGN_OR_RETURN(Shape x, RequireImage(ctx, 0, "x", &channel));
  int64_t channels = x.dim(channel);
  const float* average = ctx.attr<float>("exponential_avg_factor");
  const bool has_moments = !BoolAttr(ctx, "is_training") || (average != nullptr && *average != 1.0f);
  RUNNEL_RETURN_IF_ERROR(MergeVectors(ctx, 1, has_moments ? 5 : 3, &channels));
  for (int i = 3; i < 5; ++i) {
    const std::string_view name = ctx.schema().inputs[static_cast<size_t>(i)].name;
    RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, i, name, 1).status());
  }
  x.set_dim(channel, channels);
  ctx.set_output(0, std::move(x));
  for (int i = 1; i < 5; ++i) ctx.set_output(i, Shape{channels});
  if (ctx.num_outputs() > 5) ctx.set_output(5, Shape{0});
  return OkStatus();
}

Status BatchNormGradShape(ShapeContext& ctx) {
  int channel = 0;
  RUNNEL_RETURN_IF_ERROR(RequireImage(ctx, 0, "y_backprop", &channel).status());
  RUNNEL_ASSIGN_OR_RETURN(Shape x, RequireImage(ctx, 1, "x", &channel));
  RUNNEL_ASSIGN_OR_RETURN(Shape both, RequireSame(ctx, 0, "y_backprop", 1, "x"));
  if (both.has_rank()) x = std::move(both);
  int64_t channels = x.dim(channel);
  RUNNEL_RETURN_IF_ERROR(MergeVectors(ctx, 2, 5, &channels));
  x.set_dim(channel, channels);
  ctx.set_output(0, std::move(x));
  for (int i = 1; i < 3; ++i) ctx.set_output(i, Shape{channels});
  for (int i = 3; i < 5; ++i) ctx.set_output(i, Shape{0});
  return OkStatus();
}

Status LrnShape(ShapeContext& ctx) {
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    const std::string_view name = ctx.schema().inputs[static_cast<size_t>(i)].name;
    RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, i, name, 4).status());
  }
  const int64_t radius = IntAttr(ctx, "depth_radius");
  if (radius < 0 || radius >= INT32_MAX) {
    return InvalidArgument("attr \"depth_radius\" is ", radius, ": expected a number from 0 to ",
                           INT32_MAX - 1);
  }
  return SameInputsShape(ctx);
}

#define RUNNEL_LRN_ATTRS                                                                        \
  "depth_radius: int = 5; bias: float = 1.0; alpha: float = 1.0; beta: float = 0.5; T: {half, " \
  "bfloat16, float} = float"

// Sums over neighbouring channels are products with a band of ones. n = bias + alpha * sum(x^2), p = n
// to the power of -beta; output = input_grads p - 2 alpha beta x sum(input_grads y / n).
#define RUNNEL_LRN_SECOND                                                      \
  "x = input_image; "                                                          \
  "i = Range(0, Sum(Slice(shape(x), [3], [1]), [0]), 1); "                     \
  "near = LessEqual(Abs(ExpandDims(i, 0) - ExpandDims(i, 1)), depth_radius); " \
  "band = Cast(near, DstT = T); "                                              \
  "n = bias + alpha * BatchMatMulV2(x * x, band); "                            \
  "p = Pow(n, -beta); "                                                        \
  "k = 2 * alpha * beta; "                                                     \
  "w = BatchMatMulV2(g * x, band); "                                           \
  "s = input_grads * output_image / n; "                                       \
  "m = k * s * w / n - beta * g * input_grads * p / n; "                       \
  "input_grads: g * p - k * output_image * w / n; "                            \
  "output_image: -(k * input_grads * w / n); "                                 \
  "input_image: 2 * alpha * x * BatchMatMulV2(m, band) - k * g * BatchMatMulV2(s, band)"

#define RUNNEL_NORM_FORMATS "data_format: {'NHWC', 'NCHW'} = 'NHWC'; is_training: bool = true"
#define RUNNEL_NORM_FORMATS_3D \
  "data_format: {'NHWC', 'NCHW', 'NDHWC', 'NCDHW'} = 'NHWC'; is_training: bool = true"
#define RUNNEL_NORM_ATTRS "epsilon: float = 0.0001; exponential_avg_factor: float = 1.0; "
#define RUNNEL_NORM_TYPES "T: {half, bfloat16, float}; "

#define RUNNEL_NORM_DOC                                                                                \
  "Gives scale * (x - m) / sqrt(v + epsilon) + offset, channel by channel. In training m and v are "   \
  "the mean and variance of x over all other dimensions; batch_mean and batch_variance (the unbiased " \
  "one) are mixed with mean and variance as exponential_avg_factor says, and reserve_space_1 and 2 "   \
  "are m and v for the gradient. Otherwise m and v are the inputs mean and variance. Shapes: y is "    \
  "like x; all others are vectors as long as the channel dimension, mean and variance may be empty "   \
  "if they are not used. Only y has a gradient."
#define RUNNEL_NORM_GRAD_DOC                                                                          \
  "Gives the gradient of fused batch normalisation for x, scale and offset; the reserved values are " \
  "what the forward op gave, or outside of training its mean and variance. Shapes: x_backprop is "    \
  "like x, scale_backprop and offset_backprop are vectors as long as the channel dimension, and the " \
  "reserved outputs are empty."

// In training the gradient op gets statistics that were computed from x, otherwise they come from the
// inputs.
#define RUNNEL_NORM_GRADIENT(op, more)                                 \
  "d = " op                                                            \
  "(g, x, scale, is_training ? reserve_space_1 : mean, is_training ? " \
  "reserve_space_2 : variance" more                                    \
  ", ...); "                                                           \
  "x: d; scale: d.scale_backprop; offset: d.offset_backprop"

// With everything in float, sums over all but the channels: m = x - mean, r = 1 / sqrt(variance +
// epsilon), b = sum(dy m) and q what arrives for x_backprop. In training mean and variance depend on x:
// x_backprop = scale r (dy - mean(dy) - m r^2 b / n).
#define RUNNEL_NORM_SECOND                                                                          \
  "first = data_format == 'NHWC' ? [1, 1, 1, -1] : data_format == 'NDHWC' ? [1, 1, 1, 1, -1] : "    \
  "data_format == 'NCHW' ? [1, -1, 1, 1] : [1, -1, 1, 1, 1]; "                                      \
  "axes = data_format == 'NHWC' ? [0, 1, 2] : data_format == 'NDHWC' ? [0, 1, 2, 3] : "             \
  "data_format == 'NCHW' ? [0, 2, 3] : [0, 2, 3, 4]; "                                              \
  "w = Reshape(scale, first); "                                                                     \
  "r = Rsqrt(Reshape(reserve_space_2, first) + epsilon); "                                          \
  "m = Cast(x, DstT = float) - Reshape(reserve_space_1, first); "                                   \
  "dy = Cast(y_backprop, DstT = float); "                                                           \
  "n = Cast(Size(x), DstT = float) / Cast(Size(scale), DstT = float); "                             \
  "b = Sum(dy * m, axes, keep_dims = true); "                                                       \
  "d = is_training ? dy - Mean(dy, axes, keep_dims = true) : dy; "                                  \
  "q = Cast(g, DstT = float); "                                                                     \
  "a = Sum(q * m, axes, keep_dims = true); "                                                        \
  "e = is_training ? q - Mean(q, axes, keep_dims = true) : q; "                                     \
  "s = Sum(e * d, axes, keep_dims = true); "                                                        \
  "h = r * r / n; "                                                                                 \
  "u = Reshape(g.scale_backprop, first); "                                                          \
  "v = Reshape(g.offset_backprop, first); "                                                         \
  "y_backprop: Cast((is_training ? w * r * (e - m * h * a) : w * r * q) + u * r * m + "             \
  "broadcast_to(v, y_backprop), DstT = T); "                                                        \
  "scale: Reshape(is_training ? r * (s - h * a * b) : r * s, [-1]); "                               \
  "x: Cast((is_training ? w * r * h * (m * (3 * h * a * b - s) - e * b - d * a) : none) + u * r * " \
  "(is_training ? d - m * h * b : dy), DstT = T)"

constexpr OpRow kNormOps[] = {
    {
        .name = "FusedBatchNorm",
        .inputs = "x: T, scale: T, offset: T, mean: T, variance: T",
        .outputs = "y: T, batch_mean: T, batch_variance: T, reserve_space_1: T, reserve_space_2: T",
        .attrs = "T: {float}; " RUNNEL_NORM_ATTRS RUNNEL_NORM_FORMATS,
        .doc = RUNNEL_NORM_DOC,
        .shape = BatchNormShape,
        .gradient = RUNNEL_NORM_GRADIENT("FusedBatchNormGrad", ""),
    },
    {
        .name = "FusedBatchNormV2",
        .inputs = "x: T, scale: U, offset: U, mean: U, variance: U",
        .outputs = "y: T, batch_mean: U, batch_variance: U, reserve_space_1: U, reserve_space_2: U",
        .attrs = RUNNEL_NORM_TYPES "U: {float}; " RUNNEL_NORM_ATTRS RUNNEL_NORM_FORMATS,
        .doc = RUNNEL_NORM_DOC,
        .shape = BatchNormShape,
        .gradient = RUNNEL_NORM_GRADIENT("FusedBatchNormGradV2", ""),
    },
    {
        .name = "FusedBatchNormV3",
        .inputs = "x: T, scale: U, offset: U, mean: U, variance: U",
        .outputs = "y: T, batch_mean: U, batch_variance: U, reserve_space_1: U, reserve_space_2: U, "
                   "reserve_space_3: U",
        .attrs = RUNNEL_NORM_TYPES "U: {bfloat16, float}; " RUNNEL_NORM_ATTRS RUNNEL_NORM_FORMATS_3D,
        .doc = RUNNEL_NORM_DOC " reserve_space_3 is empty.",
        .shape = BatchNormShape,
        .gradient = RUNNEL_NORM_GRADIENT("FusedBatchNormGradV3", ", reserve_space_3"),
    },
    {
        .name = "FusedBatchNormGrad",
        .inputs = "y_backprop: T, x: T, scale: T, reserve_space_1: T, reserve_space_2: T",
        .outputs = "x_backprop: T, scale_backprop: T, offset_backprop: T, reserve_space_3: T, "
                   "reserve_space_4: T",
        .attrs = "T: {float}; epsilon: float = 0.0001; " RUNNEL_NORM_FORMATS,
        .doc = RUNNEL_NORM_GRAD_DOC,
        .shape = BatchNormGradShape,
        .gradient = RUNNEL_NORM_SECOND,
    },
    {
        .name = "FusedBatchNormGradV2",
        .inputs = "y_backprop: T, x: T, scale: float, reserve_space_1: U, reserve_space_2: U",
        .outputs = "x_backprop: T, scale_backprop: U, offset_backprop: U, reserve_space_3: U, "
                   "reserve_space_4: U",
        .attrs = RUNNEL_NORM_TYPES "U: {float}; epsilon: float = 0.0001; " RUNNEL_NORM_FORMATS,
        .doc = RUNNEL_NORM_GRAD_DOC,
        .shape = BatchNormGradShape,
        .gradient = RUNNEL_NORM_SECOND,
    },
    {
        .name = "FusedBatchNormGradV3",
        .inputs = "y_backprop: T, x: T, scale: float, reserve_space_1: U, reserve_space_2: U, "
                  "reserve_space_3: U",
        .outputs = "x_backprop: T, scale_backprop: U, offset_backprop: U, reserve_space_4: U, "
                   "reserve_space_5: U",
        .attrs = RUNNEL_NORM_TYPES "U: {float}; epsilon: float = 0.0001; " RUNNEL_NORM_FORMATS_3D,
        .doc = RUNNEL_NORM_GRAD_DOC,
        .shape = BatchNormGradShape,
        .gradient = RUNNEL_NORM_SECOND,
    },
    {
        .name = "LRN",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = RUNNEL_LRN_ATTRS,
        .doc =
            "Gives input / (bias + alpha * s)^beta, where s is the sum of the squares of a channel and "
            "of depth_radius channels on either side. Shapes: input is [batch,rows,columns,channels], "
            "output is like it. Source: Krizhevsky, Sutskever & Hinton 2012, section 3.3.",
        .shape = LrnShape,
        .gradient = "input: LRNGrad(g, input, output, ...)",
    },
    {
        .name = "LRNGrad",
        .inputs = "input_grads: T, input_image: T, output_image: T",
        .outputs = "output: T",
        .attrs = RUNNEL_LRN_ATTRS,
        .doc = "Gives the gradient of LRN, which gave output_image for input_image. Shapes: all alike.",
        .shape = LrnShape,
        .gradient = RUNNEL_LRN_SECOND,
    },
};

}  // namespace

std::span<const OpRow> NormOps() { return ChosenRows<kNormOps>::All(); }

}  // namespace runnel
