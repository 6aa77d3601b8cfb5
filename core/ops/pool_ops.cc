// Pools: the largest or the mean of every window of an image, and their gradients.
#include "core/ops/gradient_helpers.h"
#include "core/ops/type_sets.h"
#include "core/ops/window.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Result<Shape> Pooled(const ShapeContext& ctx, const Shape& image) {
  RUNNEL_ASSIGN_OR_RETURN(const Window window, ReadWindow(ctx));
  Shape out = image;
  for (int axis = 0; axis < 2; ++axis) {
    const int dim = window.dims[axis];
    RUNNEL_ASSIGN_OR_RETURN(const int64_t count, window.Count(axis, image.dim(dim), window.size[axis]));
    out.set_dim(dim, count);
  }
  const int64_t channels = image.dim(window.channels);
  if (window.depth > 1 && channels >= 0) {
    if (channels % window.depth != 0) {
      return InvalidArgument("a pool over ", window.depth, " channels does not divide the ", channels,
                             " of the image");
    }
    out.set_dim(window.channels, channels / window.depth);
  }
  return out;
}

// ---- pools over channels, as reductions of [..., channels / depth, depth, ...] ----

class DepthPool {
 public:
  explicit DepthPool(CompositionContext& ctx) : ctx_(ctx), b_(ctx.b()) {
    const std::string* format = ctx.attr<std::string>("data_format");
    channel_ = format != nullptr && *format == "NCHW" ? 1 : 3;
    const auto* ksize = ctx.attr<std::vector<int64_t>>("ksize");
    depth_ = ksize != nullptr && ksize->size() == 4 ? (*ksize)[static_cast<size_t>(channel_)] : 1;
  }
  // Other pools have no composition.
  bool applies() const { return depth_ > 1; }
  int64_t depth() const { return depth_; }

  // The axis of the windows in the divided image.
  OutputRef axis() { return IntScalar(b_, DType::kInt32, channel_ + 1); }
  OutputRef Cut(OutputRef image) { return b_.Op("Reshape", {image, Sizes(ShapeOfEdge(image))}); }
  // A window of ones for each element of the pooled image.
  OutputRef Apart(OutputRef pooled) { return b_.Op("ExpandDims", {pooled, axis()}); }
  // In each window: `one` at the first of the largest elements, else 0.
  OutputRef AtLargest(OutputRef image) {
    const OutputRef cut = Cut(image);
    const OutputRef place = b_.Op("ArgMax", {cut, axis()}, {{"output_type", DType::kInt32}});
    const DType dtype = TypeOf(image);
    return b_.Op("OneHot",
                 {place, IntScalar(b_, DType::kInt32, depth_), b_.Scalar(dtype, 1), b_.Scalar(dtype, 0)},
                 {{"axis", int64_t{channel_ + 1}}});
  }
  // The shape of the image, as a vector.
  OutputRef ShapeOfEdge(OutputRef image) { return ShapeTensor(ctx_, image); }

 private:
  // The sizes of the image, with the channels divided in two dimensions.
  OutputRef Sizes(OutputRef shape) {
    const auto part = [&](int64_t first, int64_t count) {
      return b_.Op("Slice", {shape, IntVector(b_, DType::kInt32, {first}),
                             IntVector(b_, DType::kInt32, {count})});
    };
    const OutputRef depth = IntVector(b_, DType::kInt32, {depth_});
    std::vector<OutputRef> parts = {part(0, channel_), b_.Op("FloorDiv", {part(channel_, 1), depth}),
                                    depth};
    if (channel_ < 3) parts.push_back(part(channel_ + 1, 3 - channel_));
    parts.push_back(IntScalar(b_, DType::kInt32, 0));
    return b_.Op("ConcatV2", parts);
  }

  CompositionContext& ctx_;
  GraphBuilder& b_;
  int64_t channel_ = 3, depth_ = 1;
};

Status MaxPoolComposition(CompositionContext& ctx) {
  DepthPool pool(ctx);
  if (pool.applies()) ctx.set_output(0, ctx.b().Op("Max", {pool.Cut(ctx.input(0)), pool.axis()}));
  return OkStatus();
}

Status MaxPoolGradComposition(CompositionContext& ctx) {
  DepthPool pool(ctx);
  if (!pool.applies()) return OkStatus();
  const OutputRef image = ctx.input(0);
  const OutputRef spread = ctx.b().Op("Mul", {pool.AtLargest(image), pool.Apart(ctx.input(2))});
  ctx.set_output(0, ctx.b().Op("Reshape", {spread, pool.ShapeOfEdge(image)}));
  return OkStatus();
}

Status MaxPoolGradGradComposition(CompositionContext& ctx) {
  DepthPool pool(ctx);
  if (!pool.applies()) return OkStatus();
  const OutputRef picked = ctx.b().Op("Mul", {pool.AtLargest(ctx.input(0)), pool.Cut(ctx.input(2))});
  ctx.set_output(0, ctx.b().Op("Sum", {picked, pool.axis()}));
  return OkStatus();
}

Status AvgPoolComposition(CompositionContext& ctx) {
  DepthPool pool(ctx);
  if (pool.applies()) ctx.set_output(0, ctx.b().Op("Mean", {pool.Cut(ctx.input(0)), pool.axis()}));
  return OkStatus();
}

Status AvgPoolGradComposition(CompositionContext& ctx) {
  DepthPool pool(ctx);
  if (!pool.applies()) return OkStatus();
  GraphBuilder& b = ctx.b();
  const OutputRef share = b.Op(
      "RealDiv",
      {pool.Apart(ctx.input(1)), b.Scalar(TypeOf(ctx.input(1)), static_cast<double>(pool.depth()))});
  std::vector<int64_t> repeats(5, 1);
  const auto* format = ctx.attr<std::string>("data_format");
  repeats[format != nullptr && *format == "NCHW" ? 2 : 4] = pool.depth();
  ctx.set_output(
      0, b.Op("Reshape", {b.Op("Tile", {share, IntVector(b, DType::kInt32, repeats)}), ctx.input(0)}));
  return OkStatus();
}

Status PoolShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape image, RequireRank(ctx, 0, ctx.schema().inputs[0].name, 4));
  RUNNEL_ASSIGN_OR_RETURN(Shape out, Pooled(ctx, image));
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

// Input i must have the shape that pooling gives.
Status RequirePooled(const ShapeContext& ctx, int i, const Shape& pooled) {
  const std::string_view name = ctx.schema().inputs[static_cast<size_t>(i)].name;
  RUNNEL_ASSIGN_OR_RETURN(const Shape shape, RequireRank(ctx, i, name, 4));
  if (shape.IsCompatibleWith(pooled)) return OkStatus();
  return InvalidArgument(ArgIs(ctx, i, name), ": the pool gives ", pooled.ToString());
}

Status MaxPoolGradShape(ShapeContext& ctx) {
  const bool second = ctx.schema().name == "MaxPoolGradGrad";
  RUNNEL_ASSIGN_OR_RETURN(Shape image, RequireRank(ctx, 0, "orig_input", 4));
  RUNNEL_ASSIGN_OR_RETURN(Shape pooled, Pooled(ctx, image));
  RUNNEL_RETURN_IF_ERROR(RequirePooled(ctx, 1, pooled));
  if (second) {
    RUNNEL_RETURN_IF_ERROR(RequireSame(ctx, 0, "orig_input", 2, "grad").status());
  } else {
    RUNNEL_RETURN_IF_ERROR(RequirePooled(ctx, 2, pooled));
  }
  ctx.set_output(0, second ? std::move(pooled) : std::move(image));
  return OkStatus();
}

Status AvgPoolGradShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Shape image, ctx.ConstantInputAsShape(0));
  if (!image.has_rank()) image = Shape::UnknownOfRank(4);
  if (image.rank() != 4) {
    return InvalidArgument("orig_input_shape is ", image.ToString(), ": expected four sizes");
  }
  RUNNEL_ASSIGN_OR_RETURN(const Shape pooled, Pooled(ctx, image));
  RUNNEL_RETURN_IF_ERROR(RequirePooled(ctx, 1, pooled));
  ctx.set_output(0, std::move(image));
  return OkStatus();
}

#define RUNNEL_POOL_ATTRS "ksize: list(int) >= 4; strides: list(int) >= 4; "
#define RUNNEL_MAX_POOL_ATTRS                                                                         \
  RUNNEL_POOL_ATTRS                                                                                   \
  "padding: {'SAME', 'VALID', 'EXPLICIT'}; explicit_paddings: list(int) = []; data_format: {'NHWC', " \
  "'NCHW'} = 'NHWC'; T: " RUNNEL_REAL_TYPES " = float"
#define RUNNEL_AVG_POOL_ATTRS \
  RUNNEL_POOL_ATTRS           \
  "padding: {'SAME', 'VALID'}; data_format: {'NHWC', 'NCHW'} = 'NHWC'; T: " RUNNEL_FLOAT_TYPES

constexpr OpRow kPoolOps[] = {
    {
        .name = "MaxPool",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = RUNNEL_MAX_POOL_ATTRS,
        .doc =
            "Gives the largest element of every window, channel by channel, or of as many channels as "
            "ksize and strides say for them. Shapes: input is [batch,rows,columns,channels] or, for "
            "NCHW, [batch,channels,rows,columns]. Errors: INVALID_ARGUMENT if a window does not fit "
            "into the padded image, does not divide the channels, or goes over both.",
        .shape = PoolShape,
        .gradient = "input: MaxPoolGrad(input, output, g, ...)",
        .composition = MaxPoolComposition,
    },
    {
        .name = "MaxPoolGrad",
        .inputs = "orig_input: T, orig_output: T, grad: T",
        .outputs = "output: T",
        .attrs = RUNNEL_MAX_POOL_ATTRS,
        .doc = "Gives the gradient of MaxPool: each element of grad goes to the first of the largest "
               "elements of its window. Shapes: output is like orig_input, grad like orig_output.",
        .shape = MaxPoolGradShape,
        .gradient = "grad: MaxPoolGradGrad(orig_input, orig_output, g, ...)",
        .composition = MaxPoolGradComposition,
    },
    {
        .name = "MaxPoolGradGrad",
        .inputs = "orig_input: T, orig_output: T, grad: T",
        .outputs = "output: T",
        .attrs = RUNNEL_MAX_POOL_ATTRS,
        .doc =
            "Gives the gradient of MaxPoolGrad: from every window the element of grad where the first "
            "of the largest elements of orig_input is. Shapes: grad is like orig_input, output like "
            "orig_output.",
        .shape = MaxPoolGradShape,
        .gradient = "grad: MaxPoolGrad(orig_input, orig_output, g, ...)",
        .composition = MaxPoolGradGradComposition,
    },
    {
        .name = "AvgPool",
        .inputs = "value: T",
        .outputs = "output: T",
        .attrs = RUNNEL_AVG_POOL_ATTRS,
        .doc = "Gives the mean of every window, channel by channel; what lies outside of the image does "
               "not "
               "count. Shapes: value is [batch,rows,columns,channels] or, for NCHW, "
               "[batch,channels,rows,columns].",
        .shape = PoolShape,
        .gradient = "value: AvgPoolGrad(shape(value), g, ...)",
        .composition = AvgPoolComposition,
    },
    {
        .name = "AvgPoolGrad",
        .inputs = "orig_input_shape: int32, grad: T",
        .outputs = "output: T",
        .attrs = RUNNEL_AVG_POOL_ATTRS,
        .doc = "Gives the gradient of AvgPool for an input whose shape orig_input_shape spells.",
        .shape = AvgPoolGradShape,
        .gradient = "grad: AvgPool(g, ...)",
        .composition = AvgPoolGradComposition,
    },
};

}  // namespace

std::span<const OpRow> PoolOps() { return ChosenRows<kPoolOps>::All(); }

}  // namespace runnel
