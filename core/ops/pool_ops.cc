// Pools: the largest or the mean of every window of an image, and their gradients.
#include "core/ops/families.h"
#include "core/ops/type_sets.h"
#include "core/ops/window.h"

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
  return out;
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
        .doc = "Gives the largest element of every window, channel by channel. Shapes: input is "
               "[batch,rows,columns,channels] or, for NCHW, [batch,channels,rows,columns]. Errors: "
               "INVALID_ARGUMENT if a window does not fit into the padded image.",
        .shape = PoolShape,
        .gradient = "input: MaxPoolGrad(input, output, g, ...)",
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
    },
    {
        .name = "AvgPoolGrad",
        .inputs = "orig_input_shape: int32, grad: T",
        .outputs = "output: T",
        .attrs = RUNNEL_AVG_POOL_ATTRS,
        .doc = "Gives the gradient of AvgPool for an input whose shape orig_input_shape spells.",
        .shape = AvgPoolGradShape,
        .gradient = "grad: AvgPool(g, ...)",
    },
};

}  // namespace

std::span<const OpRow> PoolOps() { return ChosenRows<kPoolOps>::All(); }

}  // namespace runnel
