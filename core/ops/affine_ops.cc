// Integer arithmetic on quantised tensors: a stored number q stands for scale * (q - zero_point).
// Results are those of LiteRT's reference kernels, bit by bit.
//
// Source: Jacob et al. 2018, section 2; LiteRT's specification of 8-bit quantisation.
#include "core/ops/shape_helpers.h"
#include "core/ops/window.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// A scale for all, or one for each place along attr "axis".
Status CheckScales(const ShapeContext& ctx, int scales) {
  const int64_t axis = IntAttr(ctx, "axis");
  const Shape& x = ctx.input(0);
  RUNNEL_ASSIGN_OR_RETURN(const Shape count, RequireRank(ctx, scales, "scales", 1));
  RUNNEL_RETURN_IF_ERROR(RequireSame(ctx, scales, "scales", scales + 1, "zero_points").status());
  if (count.dim(0) < 0 || count.dim(0) == 1 || !x.has_rank()) return OkStatus();
  if (axis < 0 || axis >= x.rank()) {
    return InvalidArgument("attr \"axis\" is ", axis, ": ", ArgIs(ctx, 0, "x"));
  }
  if (Shape{x.dim(static_cast<int>(axis))}.IsCompatibleWith(count)) return OkStatus();
  return InvalidArgument(ArgIs(ctx, scales, "scales"), ", ", ArgIs(ctx, 0, "x"),
                         ": there must be one, or one for each place along axis ", axis);
}
Status ScaledShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckScales(ctx, 1));
  ctx.set_output(0, ctx.input(0));
  return OkStatus();
}

// filter_scales and bias: as many as there are channels of the output; of scales, one will do.
Status CheckChannels(const ShapeContext& ctx, int64_t channels) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape bias, RequireRank(ctx, 2, "bias", 1));
  RUNNEL_ASSIGN_OR_RETURN(const Shape scales, RequireRank(ctx, 3, "filter_scales", 1));
  if (channels < 0) return OkStatus();
  if (!bias.IsCompatibleWith(Shape{channels})) {
    return InvalidArgument(ArgIs(ctx, 2, "bias"), ": expected one for each of ", channels, " channels");
  }
  if (scales.dim(0) == 1 || scales.IsCompatibleWith(Shape{channels})) return OkStatus();
  return InvalidArgument(ArgIs(ctx, 3, "filter_scales"), ": expected one, or one for each of ", channels,
                         " channels");
}

// Of sums: one for all, or one for each image or row; kernels see which.
Status CheckZeroPoints(const ShapeContext& ctx) {
  const Shape& zeros = ctx.input(2);
  if (!zeros.has_rank() || zeros.rank() <= 1) return OkStatus();
  return InvalidArgument(ArgIs(ctx, 2, "x_zero_points"), ": expected a scalar or a vector");
}

Status LookupShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape table, RequireRank(ctx, 1, "table", 1));
  if (!table.IsCompatibleWith(Shape{256}))
    return InvalidArgument(ArgIs(ctx, 1, "table"), ": expected [256]");
  ctx.set_output(0, ctx.input(0));
  return OkStatus();
}

// The filter is [out,rows,columns,in] or, depthwise, [1,rows,columns,out].
enum class Filter : uint8_t { kDense, kDepthwise, kSums };
Status ImageShape(ShapeContext& ctx, Filter kind) {
  const bool depthwise = kind == Filter::kDepthwise;
  RUNNEL_ASSIGN_OR_RETURN(const Shape x, RequireRank(ctx, 0, "x", 4));
  RUNNEL_ASSIGN_OR_RETURN(const Shape filter, RequireRank(ctx, 1, "filter", 4));
  RUNNEL_ASSIGN_OR_RETURN(const Window window, ReadWindow(ctx));
  const int64_t channels = filter.dim(depthwise ? 3 : 0);
  RUNNEL_RETURN_IF_ERROR(kind == Filter::kSums ? CheckZeroPoints(ctx) : CheckChannels(ctx, channels));
  const int64_t in = x.dim(3), seen = filter.dim(3);
  const bool fits = depthwise ? in < 0 || seen < 0 || (in > 0 && seen % in == 0)
                              : in < 0 || seen < 0 || (seen > 0 && in % seen == 0);
  if (!fits || (depthwise && filter.dim(0) > 1)) {
    return InvalidArgument(ArgIs(ctx, 1, "filter"), ", ", ArgIs(ctx, 0, "x"),
                           ": the channels do not fit each other");
  }
  Shape out = Shape::UnknownOfRank(4);
  out.set_dim(0, x.dim(0));
  out.set_dim(3, channels);
  for (int axis = 0; axis < 2; ++axis) {
    RUNNEL_ASSIGN_OR_RETURN(const int64_t count,
                            window.Count(axis, x.dim(axis + 1), filter.dim(axis + 1)));
    out.set_dim(axis + 1, count);
  }
  ctx.set_output(0, std::move(out));
  return OkStatus();
}
Status ConvShape(ShapeContext& ctx) { return ImageShape(ctx, Filter::kDense); }
Status DepthwiseShape(ShapeContext& ctx) { return ImageShape(ctx, Filter::kDepthwise); }
Status ConvSumsShape(ShapeContext& ctx) { return ImageShape(ctx, Filter::kSums); }

Status TransposeConvShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 0, "x", 4).status());
  RUNNEL_ASSIGN_OR_RETURN(const Shape filter, RequireRank(ctx, 1, "filter", 4));
  RUNNEL_RETURN_IF_ERROR(CheckChannels(ctx, filter.dim(0)));
  RUNNEL_ASSIGN_OR_RETURN(const auto sizes, ConstantInts(ctx, 4, "output_shape"));
  if (!sizes.has_value()) {
    ctx.set_output(0, Shape::UnknownOfRank(4));
    return OkStatus();
  }
  bool fits = sizes->size() == 4;
  for (const int64_t size : *sizes) fits = fits && size >= 0;
  if (!fits) return InvalidArgument(ArgIs(ctx, 4, "output_shape"), ": expected four sizes");
  ctx.set_output(0, Shape(*sizes));
  return OkStatus();
}

// Like x, with units as the last dimension.
Status RowsShape(ShapeContext& ctx, const Shape& filter) {
  const Shape& x = ctx.input(0);
  if (!x.has_rank()) return OkStatus();
  if (x.rank() < 1 || !Shape{x.dim(x.rank() - 1)}.IsCompatibleWith(Shape{filter.dim(1)})) {
    return InvalidArgument(ArgIs(ctx, 0, "x"), ", ", ArgIs(ctx, 1, "filter"),
                           ": last dimensions must be equal");
  }
  Shape out = x;
  out.set_dim(x.rank() - 1, filter.dim(0));
  ctx.set_output(0, std::move(out));
  return OkStatus();
}
Status ProductSumsShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape filter, RequireRank(ctx, 1, "filter", 2));
  RUNNEL_RETURN_IF_ERROR(CheckZeroPoints(ctx));
  return RowsShape(ctx, filter);
}

Status FullyConnectedShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape filter, RequireRank(ctx, 1, "filter", 2));
  RUNNEL_RETURN_IF_ERROR(CheckChannels(ctx, filter.dim(0)));
  if (BoolAttr(ctx, "keep_dims")) return RowsShape(ctx, filter);
  const Shape& x = ctx.input(0);
  if (!x.has_rank()) {
    ctx.set_output(0, Shape{kUnknownDim, filter.dim(0)});
    return OkStatus();
  }
  int64_t count = 1;
  for (int d = 0; d < x.rank(); ++d) {
    RUNNEL_ASSIGN_OR_RETURN(count, MulDims(count, x.dim(d)));
  }
  const int64_t seen = filter.dim(1);
  if (count >= 0 && seen >= 0 && (seen == 0 || count % seen != 0)) {
    return InvalidArgument(ArgIs(ctx, 0, "x"), ", ", ArgIs(ctx, 1, "filter"),
                           ": x must be rows as long as those of filter");
  }
  ctx.set_output(0, Shape{count >= 0 && seen > 0 ? count / seen : kUnknownDim, filter.dim(0)});
  return OkStatus();
}

// One scale and zero point for each place of the first batch_dims dimensions.
Status DynamicQuantizeShape(ShapeContext& ctx) {
  const Shape& x = ctx.input(0);
  const int64_t batch_dims = IntAttr(ctx, "batch_dims");
  if (batch_dims < 0 || (x.has_rank() && batch_dims > x.rank())) {
    return InvalidArgument("attr \"batch_dims\" is ", batch_dims, ": ", ArgIs(ctx, 0, "x"));
  }
  ctx.set_output(0, x);
  if (!x.has_rank() && batch_dims > kMaxRank) return OkStatus();
  Shape scales = Shape::UnknownOfRank(static_cast<int>(batch_dims));
  for (int d = 0; x.has_rank() && d < scales.rank(); ++d) scales.set_dim(d, x.dim(d));
  ctx.set_output(1, scales);
  ctx.set_output(2, std::move(scales));
  return OkStatus();
}

Status PoolShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape x, RequireRank(ctx, 0, "x", 4));
  RUNNEL_ASSIGN_OR_RETURN(const Window window, ReadWindow(ctx));
  if (window.depth > 1) return InvalidArgument("attr \"ksize\": the pool goes over channels");
  Shape out = x;
  for (int axis = 0; axis < 2; ++axis) {
    RUNNEL_ASSIGN_OR_RETURN(const int64_t count, window.Count(axis, x.dim(axis + 1), window.size[axis]));
    out.set_dim(axis + 1, count);
  }
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

#define RUNNEL_STORED "{int8, uint8, int16}"
#define RUNNEL_SCALE(name) name "_scale: float; " name "_zero_point: int = 0; "
#define RUNNEL_CLAMP "activation: {'NONE', 'RELU', 'RELU_N1_TO_1', 'RELU6'} = 'NONE'"
#define RUNNEL_ROUNDING "; rounding: {'DOUBLE', 'SINGLE', 'REAL'} = 'DOUBLE'"
#define RUNNEL_PRODUCT                                                        \
  "T: " RUNNEL_STORED "; W: {int8, uint8}; B: {int32, int64}; " RUNNEL_SCALE( \
      "x") "filter_zero_point: int = 0; " RUNNEL_SCALE("y") RUNNEL_CLAMP RUNNEL_ROUNDING
#define RUNNEL_SLIDE "strides: list(int); padding: {'SAME', 'VALID'}"
#define RUNNEL_SLIDE_FREELY                                                         \
  "strides: list(int); padding: {'SAME', 'VALID', 'EXPLICIT'}; explicit_paddings: " \
  "list(int) = []"
#define RUNNEL_DILATE "; dilations: list(int) = [1, 1, 1, 1]"
#define RUNNEL_PAIR                                                              \
  "T: " RUNNEL_STORED "; " RUNNEL_SCALE("x") RUNNEL_SCALE("y") RUNNEL_SCALE("z") \
      RUNNEL_CLAMP RUNNEL_ROUNDING
#define RUNNEL_ROUNDING_DOC                                                                           \
  " rounding: DOUBLE rounds a product of fixed-point numbers twice, as LiteRT's builtin kernels do, " \
  "SINGLE once; REAL multiplies with floats, halves become even, as ONNX Runtime does."

constexpr OpRow kAffineOps[] = {
    {
        .name = "Runnel>AffineQuantize",
        .inputs = "x: float, scales: float, zero_points: int32",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_STORED "; axis: int = 0; round_mode: {'HALF_AWAY_FROM_ZERO', "
                 "'HALF_TO_EVEN'} = 'HALF_AWAY_FROM_ZERO'",
        .doc =
            "Gives round(x / scale) + zero_point, the nearest number that T holds. "
            "Shapes: y is like x; scales and zero_points have one element, or one for each place along "
            "axis.",
        .flags = kOpNotDifferentiable | kOpAnyLayout,
        .shape = ScaledShape,
    },
    {
        .name = "Runnel>AffineDequantize",
        .inputs = "x: T, scales: float, zero_points: int32",
        .outputs = "y: float",
        .attrs = "T: {int8, uint8, int16, int32}; axis: int = 0",
        .doc = "Gives scale * (x - zero_point). Shapes: y is like x; scales and zero_points have one "
               "element, or one for each place along axis.",
        .flags = kOpNotDifferentiable | kOpAnyLayout,
        .shape = ScaledShape,
    },
    {
        .name = "Runnel>AffineRequantize",
        .inputs = "x: T",
        .outputs = "y: U",
        .attrs = "T: {int8, uint8, int16, int32}; U: {int8, uint8, int16, int32}; " RUNNEL_SCALE("x")
            RUNNEL_SCALE("y") RUNNEL_CLAMP RUNNEL_ROUNDING,
        .doc =
            "Gives the real numbers of x, clamped by activation, in the scale of y. Shapes: y is like "
            "x." RUNNEL_ROUNDING_DOC,
        .flags = kOpNotDifferentiable | kOpAnyLayout,
        .shape = UnchangedShape,
    },
    {
        .name = "Runnel>AffineConv2D",
        .inputs = "x: T, filter: W, bias: B, filter_scales: float",
        .outputs = "y: T",
        .attrs = RUNNEL_PRODUCT "; " RUNNEL_SLIDE_FREELY RUNNEL_DILATE,
        .doc =
            "Convolves images [batch,rows,columns,channels] with a filter [out,rows,columns,in], adds "
            "bias, clamps by activation. in divides the channels; then these are divided into groups. "
            "Shapes: bias is [out], filter_scales [1] or [out], y "
            "[batch,rows,columns,out]." RUNNEL_ROUNDING_DOC,
        .flags = kOpNotDifferentiable,
        .shape = ConvShape,
    },
    {
        .name = "Runnel>AffineDepthwiseConv2D",
        .inputs = "x: T, filter: W, bias: B, filter_scales: float",
        .outputs = "y: T",
        .attrs = RUNNEL_PRODUCT "; " RUNNEL_SLIDE_FREELY RUNNEL_DILATE,
        .doc = "Convolves each channel of images [batch,rows,columns,channels] with filters of its own, "
               "those of filter [1,rows,columns,out], adds bias, clamps by activation. Shapes: bias is "
               "[out], filter_scales [1] or [out], y [batch,rows,columns,out]." RUNNEL_ROUNDING_DOC,
        .flags = kOpNotDifferentiable,
        .shape = DepthwiseShape,
    },
    {
        .name = "Runnel>AffineTransposeConv2D",
        .inputs = "x: T, filter: W, bias: B, filter_scales: float, output_shape: int32",
        .outputs = "y: T",
        .attrs = RUNNEL_PRODUCT "; " RUNNEL_SLIDE,
        .doc =
            "Adds each pixel of x [batch,rows,columns,in], multiplied with filter "
            "[out,rows,columns,in], "
            "to the window of y that a convolution would make it of, adds bias, clamps by activation. "
            "Shapes: bias is [out], filter_scales [1] or [out], y output_shape." RUNNEL_ROUNDING_DOC,
        .flags = kOpNotDifferentiable,
        .shape = TransposeConvShape,
    },
    {
        .name = "Runnel>AffineFullyConnected",
        .inputs = "x: T, filter: W, bias: B, filter_scales: float",
        .outputs = "y: T",
        .attrs = RUNNEL_PRODUCT "; keep_dims: bool = false",
        .doc =
            "Multiplies the rows of x with those of filter [units,depth], adds bias [units], clamps by "
            "activation. Shapes: y is [rows,units] or, with keep_dims, like x with units as its last "
            "dimension; filter_scales is [1] or [units]." RUNNEL_ROUNDING_DOC,
        .flags = kOpNotDifferentiable,
        .shape = FullyConnectedShape,
    },
    {
        .name = "Runnel>AffineConv2DSums",
        .inputs = "x: T, filter: W, x_zero_points: T",
        .outputs = "sums: int32",
        .attrs = "T: {int8, uint8}; W: {int8, uint8}; filter_zero_point: int = 0; " RUNNEL_SLIDE_FREELY
            RUNNEL_DILATE,
        .doc =
            "Convolves images [batch,rows,columns,channels] with a filter [out,rows,columns,in] and "
            "gives the sums of (x - x_zero_point) (filter - filter_zero_point), modulo 2^32. in divides "
            "the channels; then these are divided into groups. Padding is x_zero_point. Shapes: "
            "x_zero_points is a scalar, [1] or [batch], sums [batch,rows,columns,out].",
        .flags = kOpNotDifferentiable,
        .shape = ConvSumsShape,
    },
    {
        .name = "Runnel>AffineFullyConnectedSums",
        .inputs = "x: T, filter: W, x_zero_points: T",
        .outputs = "sums: int32",
        .attrs = "T: {int8, uint8}; W: {int8, uint8}; filter_zero_point: int = 0",
        .doc =
            "Multiplies the rows of x with those of filter [units,depth] and gives the sums of "
            "(x - x_zero_point) (filter - filter_zero_point), modulo 2^32. Shapes: sums is like x with "
            "units as its last dimension; x_zero_points is a scalar, [1], or a vector of one for each "
            "row.",
        .flags = kOpNotDifferentiable,
        .shape = ProductSumsShape,
    },
    {
        .name = "Runnel>AffineDynamicQuantize",
        .inputs = "x: float",
        .outputs = "y: T, scales: float, zero_points: T",
        .attrs = "T: {int8, uint8}; batch_dims: int = 0; method: {'FULL', 'ASYMMETRIC', 'SYMMETRIC'} = "
                 "'FULL'",
        .doc =
            "Gives round(x / scale) + zero_point with the scale and zero point that let T hold all of x "
            "and 0. method: FULL as ONNX has it, halves to even; of int8, ASYMMETRIC and SYMMETRIC, "
            "with "
            "the zero point 0, as LiteRT's portable kernels do. Shapes: y is like x; scales and "
            "zero_points are like the first batch_dims dimensions of x, whose places are quantised each "
            "by itself. Errors: INVALID_ARGUMENT for another method than FULL of uint8.",
        .flags = kOpNotDifferentiable,
        .shape = DynamicQuantizeShape,
    },
    {
        .name = "Runnel>AffineAdd",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = RUNNEL_PAIR,
        .doc = "Gives x + y, clamped by activation. Shapes: x and y broadcast against each "
               "other." RUNNEL_ROUNDING_DOC,
        .flags = kOpNotDifferentiable | kOpAnyLayout,
        .shape = BroadcastShape,
    },
    {
        .name = "Runnel>AffineSub",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = RUNNEL_PAIR,
        .doc = "Gives x - y, clamped by activation. Shapes: x and y broadcast against each "
               "other." RUNNEL_ROUNDING_DOC,
        .flags = kOpNotDifferentiable | kOpAnyLayout,
        .shape = BroadcastShape,
    },
    {
        .name = "Runnel>AffineMul",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = RUNNEL_PAIR,
        .doc = "Gives x * y, clamped by activation. Shapes: x and y broadcast against each "
               "other." RUNNEL_ROUNDING_DOC,
        .flags = kOpNotDifferentiable | kOpAnyLayout,
        .shape = BroadcastShape,
    },
    {
        .name = "Runnel>AffineAvgPool",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_STORED "; ksize: list(int); " RUNNEL_SLIDE_FREELY "; " RUNNEL_SCALE("y")
            RUNNEL_CLAMP,
        .doc = "Gives means over windows of images [batch,rows,columns,channels] without their padding, "
               "halves away from 0, clamped by activation. x has the scale of y.",
        .flags = kOpNotDifferentiable,
        .shape = PoolShape,
    },
    {
        .name = "Runnel>AffineMaxPool",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_STORED "; ksize: list(int); " RUNNEL_SLIDE_FREELY "; " RUNNEL_SCALE("y")
            RUNNEL_CLAMP,
        .doc =
            "Gives the largest numbers in windows of images [batch,rows,columns,channels], clamped by "
            "activation. x has the scale of y.",
        .flags = kOpNotDifferentiable,
        .shape = PoolShape,
    },
    {
        .name = "Runnel>AffineMean",
        .inputs = "x: T, axes: int32",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_STORED "; " RUNNEL_SCALE("x")
            RUNNEL_SCALE("y") "keep_dims: bool = false" RUNNEL_ROUNDING,
        .doc = "Gives means along axes. Shapes: y is x without axes, or with 1 for "
               "them." RUNNEL_ROUNDING_DOC,
        .flags = kOpNotDifferentiable,
        .shape = ReductionShape,
    },
    {
        .name = "Runnel>AffineSoftmax",
        .inputs = "x: T",
        .outputs = "y: U",
        .attrs = "T: {int8, uint8}; U: " RUNNEL_STORED "; " RUNNEL_SCALE("x")
            RUNNEL_SCALE("y") "beta: float = 1",
        .doc = "Gives exp(beta x) divided by its sum along the last dimension, in fixed-point numbers. "
               "Shapes: y is like x. Errors: INVALID_ARGUMENT unless y stands for 0 to 1: by steps of "
               "2^-8 from the lowest of int8 or uint8 on, by steps of 2^-16 of int16.",
        .flags = kOpNotDifferentiable,
        .shape = UnchangedShape,
    },
    {
        .name = "Runnel>AffineLeakyRelu",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_STORED "; " RUNNEL_SCALE("x") RUNNEL_SCALE("y") "alpha: float = 0.2",
        .doc =
            "Gives x, and alpha x where it is negative. Shapes: y is like x. Errors: INVALID_ARGUMENT "
            "for a negative alpha.",
        .flags = kOpNotDifferentiable | kOpAnyLayout,
        .shape = UnchangedShape,
    },
    {
        .name = "Runnel>AffineHardSwish",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: {int8, uint8}; " RUNNEL_SCALE("x") RUNNEL_SCALE("y"),
        .doc =
            "Gives x min(max(x + 3, 0), 6) / 6, in fixed-point numbers of 16 bits. Shapes: y is like x.",
        .flags = kOpNotDifferentiable | kOpAnyLayout,
        .shape = UnchangedShape,
    },
    {
        .name = "Runnel>AffineSigmoid",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: {int8}; " RUNNEL_SCALE("x") RUNNEL_SCALE("y"),
        .doc = "Gives 1 / (1 + exp(-x)), in fixed-point numbers. Shapes: y is like x. Errors: "
               "INVALID_ARGUMENT unless y has the scale 2^-8 and the zero point -128.",
        .flags = kOpNotDifferentiable | kOpAnyLayout,
        .shape = UnchangedShape,
    },
    {
        .name = "Runnel>AffineTanh",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: {int8}; " RUNNEL_SCALE("x") RUNNEL_SCALE("y"),
        .doc = "Gives tanh(x), in fixed-point numbers. Shapes: y is like x. Errors: INVALID_ARGUMENT "
               "unless y has the scale 2^-7 and the zero point 0.",
        .flags = kOpNotDifferentiable | kOpAnyLayout,
        .shape = UnchangedShape,
    },
    {
        .name = "Runnel>AffineLookup",
        .inputs = "x: T, table: U",
        .outputs = "y: U",
        .attrs = "T: {int8, uint8}; U: {int8, uint8}",
        .doc = "Gives of each number of x what table has for it: its first element for the least number "
               "of T. A plan puts it in the place of nodes that compute numbers of 8 bits from one such "
               "tensor, element by element. Shapes: table is [256], y like x.",
        .flags = kOpNotDifferentiable,
        .shape = LookupShape,
    },
};

}  // namespace

std::span<const OpRow> AffineOps() { return ChosenRows<kAffineOps>::All(); }

}  // namespace runnel
