// Convolutions over images, each with its two gradients; the three are closed under differentiation.
#include "core/ops/families.h"
#include "core/ops/type_sets.h"
#include "core/ops/window.h"

namespace runnel {
namespace {

bool IsDepthwise(const ShapeContext& ctx) { return ctx.schema().name[0] == 'D'; }

// What the convolution of an image with a filter, both of rank 4, gives.
Result<Shape> ConvOutput(const ShapeContext& ctx, const Shape& image, const Shape& filter) {
  RUNNEL_ASSIGN_OR_RETURN(const Window window, ReadWindow(ctx));
  const int64_t channels = image.dim(window.channels);
  if (channels >= 0 && filter.dim(2) >= 0 && channels != filter.dim(2)) {
    return InvalidArgument("filter has ", filter.dim(2), " input channels, input has ", channels);
  }
  Shape out = Shape::UnknownOfRank(4);
  out.set_dim(0, image.dim(0));
  for (int axis = 0; axis < 2; ++axis) {
    const int dim = window.dims[axis];
    RUNNEL_ASSIGN_OR_RETURN(const int64_t count, window.Count(axis, image.dim(dim), filter.dim(axis)));
    out.set_dim(dim, count);
  }
  int64_t depth = filter.dim(3);
  if (IsDepthwise(ctx)) {
    RUNNEL_ASSIGN_OR_RETURN(depth, MulDims(channels >= 0 ? channels : filter.dim(2), depth));
  }
  out.set_dim(window.channels, depth);
  if (filter.dim(2) == 0 && ctx.schema().name == "Conv2D") {
    return InvalidArgument("filter is ", filter.ToString(), ": expected at least one input channel");
  }
  return out;
}

Status ConvShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape image, RequireRank(ctx, 0, "input", 4));
  RUNNEL_ASSIGN_OR_RETURN(const Shape filter, RequireRank(ctx, 1, "filter", 4));
  RUNNEL_ASSIGN_OR_RETURN(Shape out, ConvOutput(ctx, image, filter));
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

// The gradient for the image if `sizes` is 0, for the filter if it is 1: that input spells its shape.
Status BackpropShape(ShapeContext& ctx, int sizes) {
  RUNNEL_ASSIGN_OR_RETURN(Shape result, ctx.ConstantInputAsShape(sizes));
  if (!result.has_rank()) result = Shape::UnknownOfRank(4);
  if (result.rank() != 4) {
    return InvalidArgument(ctx.schema().inputs[static_cast<size_t>(sizes)].name, " is ",
                           result.ToString(), ": expected four sizes");
  }
  RUNNEL_ASSIGN_OR_RETURN(const Shape other,
                          RequireRank(ctx, 1 - sizes, sizes == 0 ? "filter" : "input", 4));
  RUNNEL_ASSIGN_OR_RETURN(const Shape grad, RequireRank(ctx, 2, "out_backprop", 4));
  RUNNEL_ASSIGN_OR_RETURN(const Shape out,
                          sizes == 0 ? ConvOutput(ctx, result, other) : ConvOutput(ctx, other, result));
  if (!out.IsCompatibleWith(grad)) {
    return InvalidArgument(ArgIs(ctx, 2, "out_backprop"), ": the convolution gives ", out.ToString());
  }
  ctx.set_output(0, std::move(result));
  return OkStatus();
}

Status InputBackpropShape(ShapeContext& ctx) { return BackpropShape(ctx, 0); }
Status FilterBackpropShape(ShapeContext& ctx) { return BackpropShape(ctx, 1); }

#define RUNNEL_CONV_ATTRS                                                             \
  "; strides: list(int); padding: {'SAME', 'VALID', 'EXPLICIT'}; explicit_paddings: " \
  "list(int) = []; data_format: {'NHWC', 'NCHW'} = 'NHWC'; dilations: list(int) = [1, 1, 1, 1]"
#define RUNNEL_DENSE_ATTRS(types) "T: " types "; use_cudnn_on_gpu: bool = true" RUNNEL_CONV_ATTRS
#define RUNNEL_DENSE_TYPES "{half, bfloat16, float, double, int32}"
#define RUNNEL_DEPTHWISE_ATTRS "T: " RUNNEL_FLOAT_TYPES RUNNEL_CONV_ATTRS

constexpr OpRow kConvOps[] = {
    {
        .name = "Conv2D",
        .inputs = "input: T, filter: T",
        .outputs = "output: T",
        .attrs = RUNNEL_DENSE_ATTRS(RUNNEL_DENSE_TYPES),
        .doc = "Slides a filter over images: every output is the sum of the products of the filter and "
               "the window below it. Shapes: input is [batch,rows,columns,channels] or, for NCHW, "
               "[batch,channels,rows,columns]; filter is [rows,columns,channels,out]. SAME gives "
               "ceil(size / stride) rows and columns. Errors: INVALID_ARGUMENT if channels differ or a "
               "filter does not fit into the padded image.",
        .shape = ConvShape,
        .gradient = "input: Conv2DBackpropInput(shape(input), filter, g, ...); "
                    "filter: Conv2DBackpropFilter(input, shape(filter), g, ...)",
    },
    {
        .name = "Conv2DBackpropInput",
        .inputs = "input_sizes: int32, filter: T, out_backprop: T",
        .outputs = "output: T",
        .attrs = RUNNEL_DENSE_ATTRS(RUNNEL_DENSE_TYPES),
        .doc =
            "Gives the gradient of Conv2D for its input, whose shape input_sizes spells: a transposed "
            "convolution. Errors: INVALID_ARGUMENT if out_backprop is not shaped like Conv2D's output.",
        .shape = InputBackpropShape,
        .gradient = "filter: Conv2DBackpropFilter(g, shape(filter), out_backprop, ...); "
                    "out_backprop: Conv2D(g, filter, ...)",
    },
    {
        .name = "Conv2DBackpropFilter",
        .inputs = "input: T, filter_sizes: int32, out_backprop: T",
        .outputs = "output: T",
        .attrs = RUNNEL_DENSE_ATTRS(RUNNEL_FLOAT_TYPES),
        .doc = "Gives the gradient of Conv2D for its filter, whose shape filter_sizes spells. Errors: "
               "INVALID_ARGUMENT if out_backprop is not shaped like Conv2D's output.",
        .shape = FilterBackpropShape,
        .gradient = "input: Conv2DBackpropInput(shape(input), g, out_backprop, ...); "
                    "out_backprop: Conv2D(input, g, ...)",
    },
    {
        .name = "DepthwiseConv2dNative",
        .inputs = "input: T, filter: T",
        .outputs = "output: T",
        .attrs = RUNNEL_DEPTHWISE_ATTRS,
        .doc =
            "Slides filters over images, each over one channel: channel c of the input gives channels "
            "[c * m, (c + 1) * m) of the output. Shapes: as for Conv2D; filter is "
            "[rows,columns,channels,m]. Errors: INVALID_ARGUMENT if channels differ or a filter does "
            "not fit into the padded image.",
        .shape = ConvShape,
        .gradient = "input: DepthwiseConv2dNativeBackpropInput(shape(input), filter, g, ...); "
                    "filter: DepthwiseConv2dNativeBackpropFilter(input, shape(filter), g, ...)",
    },
    {
        .name = "DepthwiseConv2dNativeBackpropInput",
        .inputs = "input_sizes: int32, filter: T, out_backprop: T",
        .outputs = "output: T",
        .attrs = RUNNEL_DEPTHWISE_ATTRS,
        .doc = "Gives the gradient of DepthwiseConv2dNative for its input, whose shape input_sizes "
               "spells. Errors: INVALID_ARGUMENT if out_backprop is not shaped like its output.",
        .shape = InputBackpropShape,
        .gradient = "filter: DepthwiseConv2dNativeBackpropFilter(g, shape(filter), out_backprop, ...); "
                    "out_backprop: DepthwiseConv2dNative(g, filter, ...)",
    },
    {
        .name = "DepthwiseConv2dNativeBackpropFilter",
        .inputs = "input: T, filter_sizes: int32, out_backprop: T",
        .outputs = "output: T",
        .attrs = RUNNEL_DEPTHWISE_ATTRS,
        .doc = "Gives the gradient of DepthwiseConv2dNative for its filter, whose shape filter_sizes "
               "spells. Errors: INVALID_ARGUMENT if out_backprop is not shaped like its output.",
        .shape = FilterBackpropShape,
        .gradient = "input: DepthwiseConv2dNativeBackpropInput(shape(input), g, out_backprop, ...); "
                    "out_backprop: DepthwiseConv2dNative(input, g, ...)",
    },
};

}  // namespace

std::span<const OpRow> ConvOps() { return ChosenRows<kConvOps>::All(); }

}  // namespace runnel
