// TensorFlow's arithmetic on quantised tensors, each with the range that its numbers stand for: the
// lowest of the type is min, the highest max. Made by its quantisation of graphs.
#include "core/ops/shape_helpers.h"
#include "core/ops/window.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// Output 0 is `shape`, the two after it are scalars.
Status WithRange(ShapeContext& ctx, Shape shape, int first_range) {
  for (int i = first_range; i < ctx.num_inputs(); ++i)
    RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, i, ctx.schema().inputs[static_cast<size_t>(i)].name));
  ctx.set_output(0, std::move(shape));
  ctx.set_output(1, Shape());
  ctx.set_output(2, Shape());
  return OkStatus();
}
Status MapShape(ShapeContext& ctx) { return WithRange(ctx, ctx.input(0), 1); }
Status RangeShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "input_min"));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 2, "input_max"));
  ctx.set_output(0, Shape());
  ctx.set_output(1, Shape());
  return OkStatus();
}
Status PairShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(BroadcastShape(ctx));
  for (int i = 2; i < 6; ++i)
    RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, i, ctx.schema().inputs[static_cast<size_t>(i)].name));
  ctx.set_output(1, Shape());
  ctx.set_output(2, Shape());
  return OkStatus();
}
Status BiasShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape bias, RequireRank(ctx, 1, "bias", 1));
  const Shape& input = ctx.input(0);
  if (input.has_rank() &&
      (input.rank() < 1 || !Shape{input.dim(input.rank() - 1)}.IsCompatibleWith(bias))) {
    return InvalidArgument(ArgIs(ctx, 1, "bias"), ", ", ArgIs(ctx, 0, "input"),
                           ": bias must be as long as the last dimension of input");
  }
  return WithRange(ctx, input, 2);
}
Status MatMulShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape a, RequireRank(ctx, 0, "a", 2));
  RUNNEL_ASSIGN_OR_RETURN(const Shape b, RequireRank(ctx, 1, "b", 2));
  const int ta = BoolAttr(ctx, "transpose_a") ? 1 : 0, tb = BoolAttr(ctx, "transpose_b") ? 1 : 0;
  if (!Shape{a.dim(1 - ta)}.IsCompatibleWith(Shape{b.dim(tb)})) {
    return InvalidArgument(ArgIs(ctx, 0, "a"), ", ", ArgIs(ctx, 1, "b"), ": inner dimensions differ");
  }
  return WithRange(ctx, Shape{a.dim(ta), b.dim(1 - tb)}, 2);
}
Status SlidingShape(ShapeContext& ctx, bool has_filter) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape image, RequireRank(ctx, 0, "input", 4));
  RUNNEL_ASSIGN_OR_RETURN(const Window window, ReadWindow(ctx));
  Shape out = image, filter;
  if (has_filter) {
    RUNNEL_ASSIGN_OR_RETURN(filter, RequireRank(ctx, 1, "filter", 4));
    if (!Shape{image.dim(3)}.IsCompatibleWith(Shape{filter.dim(2)})) {
      return InvalidArgument(ArgIs(ctx, 1, "filter"), ", ", ArgIs(ctx, 0, "input"),
                             ": numbers of channels differ");
    }
    out.set_dim(3, filter.dim(3));
  } else if (window.depth > 1) {
    return InvalidArgument("attr \"ksize\": the pool goes over channels");
  }
  for (int axis = 0; axis < 2; ++axis) {
    const int64_t size = has_filter ? filter.dim(axis) : window.size[axis];
    RUNNEL_ASSIGN_OR_RETURN(const int64_t count, window.Count(axis, image.dim(axis + 1), size));
    out.set_dim(axis + 1, count);
  }
  return WithRange(ctx, std::move(out), has_filter ? 2 : 1);
}
Status QuantizedConvShape(ShapeContext& ctx) { return SlidingShape(ctx, true); }
Status QuantizedPoolShape(ShapeContext& ctx) { return SlidingShape(ctx, false); }
Status QuantizedReshapeShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const auto sizes, ConstantInts(ctx, 1, "shape"));
  ctx.set_output(1, Shape());
  ctx.set_output(2, Shape());
  if (!sizes.has_value()) return OkStatus();
  Shape out = Shape::UnknownOfRank(static_cast<int>(sizes->size()));
  for (size_t d = 0; d < sizes->size(); ++d) {
    if ((*sizes)[d] >= 0) out.set_dim(static_cast<int>(d), (*sizes)[d]);
  }
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

#define RUNNEL_Q "{qint8, quint8, qint32, qint16, quint16}"
#define RUNNEL_RANGE(a) "min_" a ": float, max_" a ": float"

constexpr OpRow kQuantizedOps[] = {
    {
        .name = "QuantizedConv2D",
        .inputs = "input: Tinput, filter: Tfilter, " RUNNEL_RANGE("input") ", " RUNNEL_RANGE("filter"),
        .outputs = "output: out_type, " RUNNEL_RANGE("output"),
        .attrs = "Tinput: " RUNNEL_Q "; Tfilter: " RUNNEL_Q "; out_type: " RUNNEL_Q " = qint32; "
                 "strides: list(int); padding: {'SAME', 'VALID'}; dilations: list(int) = [1, 1, 1, 1]",
        .doc = "Convolves images with a filter as Conv2D does. Shapes: input [batch,rows,columns,in], "
               "filter [rows,columns,in,out], ranges are scalars.",
        .flags = kOpNotDifferentiable,
        .shape = QuantizedConvShape,
    },
    {
        .name = "QuantizedMatMul",
        .inputs = "a: T1, b: T2, " RUNNEL_RANGE("a") ", " RUNNEL_RANGE("b"),
        .outputs = "out: Toutput, " RUNNEL_RANGE("out"),
        .attrs =
            "T1: " RUNNEL_Q "; T2: " RUNNEL_Q "; Toutput: " RUNNEL_Q " = qint32; transpose_a: bool = "
            "false; transpose_b: bool = false; Tactivation: " RUNNEL_Q " = quint8",
        .doc = "Multiplies matrices, as MatMul does. Shapes: ranges are scalars.",
        .flags = kOpNotDifferentiable,
        .shape = MatMulShape,
    },
    {
        .name = "QuantizedBiasAdd",
        .inputs = "input: T1, bias: T2, " RUNNEL_RANGE("input") ", " RUNNEL_RANGE("bias"),
        .outputs = "output: out_type, " RUNNEL_RANGE("out"),
        .attrs = "T1: " RUNNEL_Q "; T2: " RUNNEL_Q "; out_type: " RUNNEL_Q,
        .doc = "Adds bias along the last dimension. Shapes: bias is as long as it, ranges are scalars.",
        .flags = kOpNotDifferentiable,
        .shape = BiasShape,
    },
    {
        .name = "QuantizedAdd",
        .inputs = "x: T1, y: T2, " RUNNEL_RANGE("x") ", " RUNNEL_RANGE("y"),
        .outputs = "z: Toutput, " RUNNEL_RANGE("z"),
        .attrs = "T1: " RUNNEL_Q "; T2: " RUNNEL_Q "; Toutput: " RUNNEL_Q " = qint32",
        .doc = "Gives x + y. Shapes: x and y broadcast against each other, ranges are scalars.",
        .flags = kOpNotDifferentiable,
        .shape = PairShape,
    },
    {
        .name = "QuantizedMul",
        .inputs = "x: T1, y: T2, " RUNNEL_RANGE("x") ", " RUNNEL_RANGE("y"),
        .outputs = "z: Toutput, " RUNNEL_RANGE("z"),
        .attrs = "T1: " RUNNEL_Q "; T2: " RUNNEL_Q "; Toutput: " RUNNEL_Q " = qint32",
        .doc = "Gives x * y. Shapes: x and y broadcast against each other, ranges are scalars.",
        .flags = kOpNotDifferentiable,
        .shape = PairShape,
    },
    {
        .name = "Requantize",
        .inputs = "input: Tinput, input_min: float, input_max: float, requested_output_min: float, "
                  "requested_output_max: float",
        .outputs = "output: out_type, output_min: float, output_max: float",
        .attrs = "Tinput: " RUNNEL_Q "; out_type: " RUNNEL_Q,
        .doc = "Gives the same numbers in the range that is requested. Shapes: output is like input, "
               "ranges are scalars. Errors: INVALID_ARGUMENT unless the range holds 0 and is not turned "
               "round.",
        .flags = kOpNotDifferentiable,
        .shape = MapShape,
    },
    {
        .name = "RequantizationRange",
        .inputs = "input: Tinput, input_min: float, input_max: float",
        .outputs = "output_min: float, output_max: float",
        .attrs = "Tinput: " RUNNEL_Q,
        .doc = "Gives the range that the numbers of input and 0 fill. Shapes: all ranges are scalars.",
        .flags = kOpNotDifferentiable,
        .shape = RangeShape,
    },
    {
        .name = "QuantizeDownAndShrinkRange",
        .inputs = "input: Tinput, input_min: float, input_max: float",
        .outputs = "output: out_type, output_min: float, output_max: float",
        .attrs = "Tinput: " RUNNEL_Q "; out_type: " RUNNEL_Q,
        .doc = "Requantize to the range that RequantizationRange gives. Shapes: output is like input, "
               "ranges are scalars.",
        .flags = kOpNotDifferentiable,
        .shape = MapShape,
    },
    {
        .name = "QuantizedRelu",
        .inputs = "features: Tinput, " RUNNEL_RANGE("features"),
        .outputs = "activations: out_type, " RUNNEL_RANGE("activations"),
        .attrs = "Tinput: " RUNNEL_Q "; out_type: " RUNNEL_Q " = quint8",
        .doc =
            "Gives max(features, 0) in the same range. Shapes: activations is like features, ranges are "
            "scalars.",
        .flags = kOpNotDifferentiable,
        .shape = MapShape,
    },
    {
        .name = "QuantizedRelu6",
        .inputs = "features: Tinput, " RUNNEL_RANGE("features"),
        .outputs = "activations: out_type, " RUNNEL_RANGE("activations"),
        .attrs = "Tinput: " RUNNEL_Q "; out_type: " RUNNEL_Q " = quint8",
        .doc = "Gives min(max(features, 0), 6) in the same range. Shapes: activations is like features, "
               "ranges are scalars.",
        .flags = kOpNotDifferentiable,
        .shape = MapShape,
    },
    {
        .name = "QuantizedMaxPool",
        .inputs = "input: T, " RUNNEL_RANGE("input"),
        .outputs = "output: T, " RUNNEL_RANGE("output"),
        .attrs = "T: " RUNNEL_Q "; ksize: list(int); strides: list(int); padding: {'SAME', 'VALID'}",
        .doc = "Gives the largest numbers in windows over images [batch,rows,columns,channels].",
        .flags = kOpNotDifferentiable,
        .shape = QuantizedPoolShape,
    },
    {
        .name = "QuantizedAvgPool",
        .inputs = "input: T, " RUNNEL_RANGE("input"),
        .outputs = "output: T, " RUNNEL_RANGE("output"),
        .attrs = "T: " RUNNEL_Q "; ksize: list(int); strides: list(int); padding: {'SAME', 'VALID'}",
        .doc =
            "Gives means over windows over images [batch,rows,columns,channels], without their padding; "
            "halves become even.",
        .flags = kOpNotDifferentiable,
        .shape = QuantizedPoolShape,
    },
    {
        .name = "QuantizedReshape",
        .inputs = "tensor: T, shape: Tshape, input_min: float, input_max: float",
        .outputs = "output: T, output_min: float, output_max: float",
        .attrs = "T: type; Tshape: {int32, int64} = int32",
        .doc = "Reshape; the range passes. Shapes: as of Reshape, ranges are scalars.",
        .flags = kOpNotDifferentiable,
        .shape = QuantizedReshapeShape,
        .composition = "output: Reshape(tensor, shape); output_min: Identity(input_min); output_max: "
                       "Identity(input_max)",
    },
};

}  // namespace

std::span<const OpRow> QuantizedOps() { return ChosenRows<kQuantizedOps>::All(); }

}  // namespace runnel
