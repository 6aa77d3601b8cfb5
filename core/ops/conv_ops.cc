// Convolutions over images, each with its two gradients; the three are closed under differentiation.
#include "core/ops/gradient_helpers.h"
#include "core/ops/product_shapes.h"
#include "core/ops/type_sets.h"
#include "core/ops/window.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

bool IsDepthwise(const ShapeContext& ctx) {
  const std::string_view name = ctx.schema().name;
  return name.starts_with("Depthwise") || name.starts_with("_FusedDepthwise") ||
         name == "_FusedPointwiseDepthwise";
}

// The shape of the convolution of an image with a filter, both of rank 4.
Result<Shape> ConvOutput(const ShapeContext& ctx, const Shape& image, const Shape& filter) {
  RUNNEL_ASSIGN_OR_RETURN(const Window window, ReadWindow(ctx));
  const int64_t channels = image.dim(window.channels), seen = filter.dim(2);
  if (channels >= 0 && seen >= 0 && channels != seen) {
    if (IsDepthwise(ctx) || seen == 0 || channels % seen != 0) {
      return InvalidArgument("filter has ", seen, " input channels, input has ", channels);
    }
    if (filter.dim(3) >= 0 && filter.dim(3) % (channels / seen) != 0) {
      return InvalidArgument("filter has ", filter.dim(3), " output channels for ", channels / seen,
                             " groups of ", seen, " input channels");
    }
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

}  // namespace

Status ConvShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape image, RequireRank(ctx, 0, "input", 4));
  RUNNEL_ASSIGN_OR_RETURN(const Shape filter, RequireRank(ctx, 1, "filter", 4));
  RUNNEL_ASSIGN_OR_RETURN(Shape out, ConvOutput(ctx, image, filter));
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

Status PointwiseDepthwiseShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Shape image, RequireRank(ctx, 0, "input", 4));
  RUNNEL_ASSIGN_OR_RETURN(const Shape pointwise, RequireRank(ctx, 1, "pointwise_filter", 4));
  RUNNEL_ASSIGN_OR_RETURN(const Shape filter, RequireRank(ctx, 2, "filter", 4));
  const Shape want{1, 1, image.dim(3), pointwise.dim(3)};
  if (!pointwise.IsCompatibleWith(want)) {
    return InvalidArgument("pointwise_filter is ", pointwise.ToString(), ": expected ", want.ToString());
  }
  image.set_dim(3, pointwise.dim(3));
  RUNNEL_ASSIGN_OR_RETURN(Shape out, ConvOutput(ctx, image, filter));
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

namespace {

// The shape of the gradient for the image (`sizes` is 0) or the filter (1): that input contains it.
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

// ---- convolutions in groups of channels ----

// Group g of n takes the g-th part of the image's channels and makes the g-th part of the output's, with
// its part of the filter. Composed of one convolution per group, or of a depthwise one.
class Grouped {
 public:
  // `image` and `filter`: their shapes, as far as they are known.
  Grouped(CompositionContext& ctx, const Shape& image, const Shape& filter) : ctx_(ctx), b_(ctx.b()) {
    const std::string* format = ctx.attr<std::string>("data_format");
    channel_ = format != nullptr && *format == "NCHW" ? 1 : 3;
    if (!image.has_rank() || !filter.has_rank() || image.rank() != 4 || filter.rank() != 4) return;
    const int64_t channels = image.dim(channel_), seen = filter.dim(2);
    out_ = filter.dim(3);
    if (channels <= 0 || seen <= 0 || out_ <= 0 || channels % seen != 0) return;
    const int64_t groups = channels / seen;
    if (groups < 2 || out_ % groups != 0) return;
    groups_ = groups;
    seen_ = seen;
  }
  // Otherwise there is no composition: there is one group, or the shapes do not tell.
  bool applies() const { return groups_ > 1; }
  // If each filter takes one channel, it is a depthwise convolution, which exists for floats.
  bool by_channel() const { return seen_ == 1 && *ctx_.attr<DType>("T") != DType::kInt32; }

  // Slices of an image along its channels, and of a filter along its outputs.
  std::vector<OutputRef> CutImage(OutputRef x) { return Cut(x, channel_); }
  std::vector<OutputRef> CutFilter(OutputRef x) { return Cut(x, 3); }
  OutputRef JoinImage(std::vector<OutputRef> parts) { return Join(std::move(parts), channel_); }
  OutputRef JoinFilter(std::vector<OutputRef> parts) { return Join(std::move(parts), 3); }
  // The sizes of one group, from a vector of an image's or filter's sizes.
  OutputRef ImageSizes(OutputRef sizes) { return WithSize(sizes, channel_, seen_); }
  OutputRef FilterSizes(OutputRef sizes) { return WithSize(sizes, 3, out_ / groups_); }
  // [rows, columns, 1, channels * m] as [rows, columns, channels, m], of sizes or of a filter.
  OutputRef DepthwiseSizes(OutputRef sizes) {
    return WithSize(WithSize(sizes, 2, groups_), 3, out_ / groups_);
  }
  OutputRef DepthwiseFilter(OutputRef filter) {
    return b_.Op("Reshape", {filter, DepthwiseSizes(ShapeTensor(ctx_, filter))});
  }
  // A convolution, or gradient of one, with this one's attrs.
  OutputRef Convolve(const char* op, const std::vector<OutputRef>& inputs) {
    AttrList attrs;
    for (const char* name : {"strides", "padding", "explicit_paddings", "data_format", "dilations"}) {
      if (const AttrValue* value = FindAttr(ctx_.attrs(), name)) attrs.emplace_back(name, *value);
    }
    return b_.Op(op, inputs, attrs);
  }

 private:
  std::vector<OutputRef> Cut(OutputRef x, int64_t axis) {
    return b_.Ops("Split", {IntScalar(b_, DType::kInt32, axis), x}, {{"num_split", groups_}});
  }
  OutputRef Join(std::vector<OutputRef> parts, int64_t axis) {
    parts.push_back(IntScalar(b_, DType::kInt32, axis));
    return b_.Op("ConcatV2", parts);
  }
  OutputRef WithSize(OutputRef sizes, int64_t at, int64_t size) {
    const auto part = [&](int64_t first, int64_t count) {
      return b_.Op("Slice", {sizes, IntVector(b_, DType::kInt32, {first}),
                             IntVector(b_, DType::kInt32, {count})});
    };
    std::vector<OutputRef> parts = {part(0, at), IntVector(b_, DType::kInt32, {size})};
    if (at < 3) parts.push_back(part(at + 1, 3 - at));
    parts.push_back(IntScalar(b_, DType::kInt32, 0));
    return b_.Op("ConcatV2", parts);
  }

  CompositionContext& ctx_;
  GraphBuilder& b_;
  int channel_ = 3;
  int64_t groups_ = 1, seen_ = 0, out_ = 0;
};

Status ConvComposition(CompositionContext& ctx) {
  const OutputRef image = ctx.input(0), filter = ctx.input(1);
  Grouped conv(ctx, ShapeOf(image), ShapeOf(filter));
  if (!conv.applies()) return OkStatus();
  if (conv.by_channel()) {
    ctx.set_output(0, conv.Convolve("DepthwiseConv2dNative", {image, conv.DepthwiseFilter(filter)}));
    return OkStatus();
  }
  const std::vector<OutputRef> images = conv.CutImage(image), filters = conv.CutFilter(filter);
  std::vector<OutputRef> parts;
  for (size_t g = 0; g < images.size() && g < filters.size(); ++g)
    parts.push_back(conv.Convolve("Conv2D", {images[g], filters[g]}));
  ctx.set_output(0, conv.JoinImage(std::move(parts)));
  return OkStatus();
}

Status ConvInputComposition(CompositionContext& ctx) {
  const OutputRef sizes = ctx.input(0), filter = ctx.input(1), grad = ctx.input(2);
  Grouped conv(ctx, ctx.output_shape(0), ShapeOf(filter));
  if (!conv.applies()) return OkStatus();
  if (conv.by_channel()) {
    ctx.set_output(0, conv.Convolve("DepthwiseConv2dNativeBackpropInput",
                                    {sizes, conv.DepthwiseFilter(filter), grad}));
    return OkStatus();
  }
  const OutputRef part_sizes = conv.ImageSizes(sizes);
  const std::vector<OutputRef> filters = conv.CutFilter(filter), grads = conv.CutImage(grad);
  std::vector<OutputRef> parts;
  for (size_t g = 0; g < filters.size() && g < grads.size(); ++g)
    parts.push_back(conv.Convolve("Conv2DBackpropInput", {part_sizes, filters[g], grads[g]}));
  ctx.set_output(0, conv.JoinImage(std::move(parts)));
  return OkStatus();
}

Status ConvFilterComposition(CompositionContext& ctx) {
  const OutputRef image = ctx.input(0), sizes = ctx.input(1), grad = ctx.input(2);
  Grouped conv(ctx, ShapeOf(image), ctx.output_shape(0));
  if (!conv.applies()) return OkStatus();
  if (conv.by_channel()) {
    const OutputRef filter =
        conv.Convolve("DepthwiseConv2dNativeBackpropFilter", {image, conv.DepthwiseSizes(sizes), grad});
    ctx.set_output(0, ctx.b().Op("Reshape", {filter, sizes}));
    return OkStatus();
  }
  const OutputRef part_sizes = conv.FilterSizes(sizes);
  const std::vector<OutputRef> images = conv.CutImage(image), grads = conv.CutImage(grad);
  std::vector<OutputRef> parts;
  for (size_t g = 0; g < images.size() && g < grads.size(); ++g)
    parts.push_back(conv.Convolve("Conv2DBackpropFilter", {images[g], part_sizes, grads[g]}));
  ctx.set_output(0, conv.JoinFilter(std::move(parts)));
  return OkStatus();
}

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
               "[batch,channels,rows,columns]; filter is [rows,columns,channels,out]. A filter with a "
               "part of the input's channels makes as many groups of them, each of which gives its part "
               "of the output's. SAME gives ceil(size / stride) rows and columns. Errors: "
               "INVALID_ARGUMENT if channels do not divide or a filter does not fit into the padded "
               "image.",
        .shape = ConvShape,
        .gradient = "input: Conv2DBackpropInput(shape(input), filter, g, ...); "
                    "filter: Conv2DBackpropFilter(input, shape(filter), g, ...)",
        .composition = ConvComposition,
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
        .composition = ConvInputComposition,
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
        .composition = ConvFilterComposition,
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
