// Element-wise functions of one tensor, and the two-input ops that their gradients are written in.
#include "core/ops/families.h"
#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

Status SameTwoShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(
      Shape shape, RequireSame(ctx, 0, ctx.schema().inputs[0].name, 1, ctx.schema().inputs[1].name));
  ctx.set_output(0, std::move(shape));
  return OkStatus();
}

OutputRef Mul(GraphBuilder& b, OutputRef x, OutputRef y) { return b.Op("Mul", {x, y}); }
OutputRef Times(GraphBuilder& b, double factor, OutputRef x) {
  return Mul(b, b.Scalar(TypeOf(x), factor), x);
}

// One input: its gradient is what `formula` makes of the gradient, given the context.
template <OutputRef (*formula)(GradientContext& ctx, GraphBuilder& b, OutputRef grad)>
Status UnaryGrad(GradientContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RealOnly(ctx));
  ctx.set_input_grad(0, formula(ctx, ctx.b(), ctx.grad()));
  return OkStatus();
}

OutputRef NegGrad(GradientContext&, GraphBuilder& b, OutputRef g) { return b.Op("Neg", {g}); }
OutputRef AbsGrad(GradientContext& ctx, GraphBuilder& b, OutputRef g) {
  return Mul(b, g, b.Op("Sign", {ctx.input(0)}));
}
OutputRef ExpGrad(GradientContext& ctx, GraphBuilder& b, OutputRef g) {
  return Mul(b, g, ctx.output(0));
}
OutputRef LogGrad(GradientContext& ctx, GraphBuilder& b, OutputRef g) {
  return Mul(b, g, b.Op("Reciprocal", {ctx.input(0)}));
}
OutputRef Log1pGrad(GradientContext& ctx, GraphBuilder& b, OutputRef g) {
  const OutputRef x = ctx.input(0);
  return Mul(b, g, b.Op("Reciprocal", {b.Op("AddV2", {x, b.Scalar(TypeOf(x), 1)})}));
}
OutputRef SqrtGrad(GradientContext& ctx, GraphBuilder& b, OutputRef g) {
  return b.Op("RealDiv", {Times(b, 0.5, g), ctx.output(0)});
}
OutputRef RsqrtGrad(GradientContext& ctx, GraphBuilder& b, OutputRef g) {
  const OutputRef y = ctx.output(0);
  return Mul(b, Times(b, -0.5, g), Mul(b, b.Op("Square", {y}), y));
}
OutputRef SquareGrad(GradientContext& ctx, GraphBuilder& b, OutputRef g) {
  return Mul(b, g, Times(b, 2, ctx.input(0)));
}
OutputRef ReciprocalGrad(GradientContext& ctx, GraphBuilder& b, OutputRef g) {
  return b.Op("Neg", {Mul(b, g, b.Op("Square", {ctx.output(0)}))});
}
OutputRef TanhGradient(GradientContext& ctx, GraphBuilder& b, OutputRef g) {
  return b.Op("TanhGrad", {ctx.output(0), g});
}
OutputRef SigmoidGradient(GradientContext& ctx, GraphBuilder& b, OutputRef g) {
  return b.Op("SigmoidGrad", {ctx.output(0), g});
}
OutputRef ReluGradient(GradientContext& ctx, GraphBuilder& b, OutputRef g) {
  return b.Op("ReluGrad", {g, ctx.output(0)});
}
OutputRef SignGrad(GradientContext&, GraphBuilder&, OutputRef) { return {}; }  // zero almost everywhere

Status ReluGradGrad(GradientContext& ctx) {
  ctx.set_input_grad(0, ctx.b().Op("ReluGrad", {ctx.grad(), ctx.input(1)}));
  return OkStatus();
}

// z = dy (1 - y^2)
Status TanhGradGrad(GradientContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RealOnly(ctx));
  GraphBuilder& b = ctx.b();
  const OutputRef y = ctx.input(0);
  ctx.set_input_grad(0, Times(b, -2, Mul(b, ctx.grad(), Mul(b, ctx.input(1), y))));
  ctx.set_input_grad(1, b.Op("TanhGrad", {y, ctx.grad()}));
  return OkStatus();
}

// z = dy y (1 - y)
Status SigmoidGradGrad(GradientContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RealOnly(ctx));
  GraphBuilder& b = ctx.b();
  const OutputRef y = ctx.input(0);
  const OutputRef slope = b.Op("Sub", {b.Scalar(TypeOf(y), 1), Times(b, 2, y)});
  ctx.set_input_grad(0, Mul(b, Mul(b, ctx.grad(), ctx.input(1)), slope));
  ctx.set_input_grad(1, b.Op("SigmoidGrad", {y, ctx.grad()}));
  return OkStatus();
}

Status CastGrad(GradientContext& ctx) {
  const DType source = ctx.input_type(0);
  if (!IsFloating(source) && !IsComplex(source)) return OkStatus();
  if (IsComplex(TypeOf(ctx.grad())) != IsComplex(source)) {
    return Unimplemented("gradients of Cast between real and complex types");
  }
  ctx.set_input_grad(0, ctx.b().Op("Cast", {ctx.grad()}, {{"DstT", AttrValue(source)}}));
  return OkStatus();
}

constinit const OpRow kUnaryOps[] = {
    {
        .name = "Neg",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_SIGNED_COMPLEX_TYPES,
        .doc = "Gives -x, element by element. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = UnaryGrad<NegGrad>,
    },
    {
        .name = "Abs",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: {bfloat16, half, float, double, int8, int16, int32, int64}",
        .doc = "Gives the absolute value of x, element by element. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = UnaryGrad<AbsGrad>,
    },
    {
        .name = "Sign",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_SIGNED_COMPLEX_TYPES,
        .doc =
            "Gives -1, 0 or 1 as x is negative, zero or positive; NaN for NaN; x / |x| for complex x. "
            "Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = UnaryGrad<SignGrad>,
    },
    {
        .name = "Exp",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives e to the power of x, element by element. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = UnaryGrad<ExpGrad>,
    },
    {
        .name = "Log",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives the natural logarithm of x, element by element: NaN below 0, -inf at 0. Shapes: y "
               "is like x.",
        .shape = UnchangedShape,
        .gradient = UnaryGrad<LogGrad>,
    },
    {
        .name = "Log1p",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives log(1 + x), exact near 0, element by element. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = UnaryGrad<Log1pGrad>,
    },
    {
        .name = "Sqrt",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives the square root of x, element by element; NaN below 0. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = UnaryGrad<SqrtGrad>,
    },
    {
        .name = "Rsqrt",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives 1 / sqrt(x), element by element; NaN below 0, inf at 0. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = UnaryGrad<RsqrtGrad>,
    },
    {
        .name = "Square",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_SIGNED_COMPLEX_TYPES,
        .doc = "Gives x * x, element by element. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = UnaryGrad<SquareGrad>,
    },
    {
        .name = "Reciprocal",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_SIGNED_COMPLEX_TYPES,
        .doc = "Gives 1 / x, element by element. Shapes: y is like x. Errors: INVALID_ARGUMENT for an "
               "integer 0.",
        .shape = UnchangedShape,
        .gradient = UnaryGrad<ReciprocalGrad>,
    },
    {
        .name = "Tanh",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives the hyperbolic tangent of x, element by element. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = UnaryGrad<TanhGradient>,
    },
    {
        .name = "Sigmoid",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives 1 / (1 + exp(-x)), element by element. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = UnaryGrad<SigmoidGradient>,
    },
    {
        .name = "Relu",
        .inputs = "features: T",
        .outputs = "activations: T",
        .attrs = "T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, "
                 "uint64, qint8}",
        .doc = "Gives max(features, 0), element by element; NaN stays NaN. Shapes: activations is like "
               "features.",
        .shape = UnchangedShape,
        .gradient = UnaryGrad<ReluGradient>,
    },
    {
        .name = "Floor",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: {bfloat16, half, float, double}",
        .doc = "Gives the largest whole number not above x, element by element. Shapes: y is like x.",
        .flags = kOpNotDifferentiable,
        .shape = UnchangedShape,
    },
    {
        .name = "Ceil",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: {bfloat16, half, float, double}",
        .doc = "Gives the smallest whole number not below x, element by element. Shapes: y is like x.",
        .flags = kOpNotDifferentiable,
        .shape = UnchangedShape,
    },
    {
        .name = "ReluGrad",
        .inputs = "gradients: T, features: T",
        .outputs = "backprops: T",
        .attrs = "T: " RUNNEL_REAL_TYPES,
        .doc = "Gives gradients where features > 0 and 0 elsewhere. features may be the input or the "
               "output of Relu. Shapes: all alike.",
        .shape = SameTwoShape,
        .gradient = ReluGradGrad,
    },
    {
        .name = "TanhGrad",
        .inputs = "y: T, dy: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives dy * (1 - y * y), the gradient of Tanh for its output y. Shapes: all alike.",
        .shape = SameTwoShape,
        .gradient = TanhGradGrad,
    },
    {
        .name = "SigmoidGrad",
        .inputs = "y: T, dy: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives dy * y * (1 - y), the gradient of Sigmoid for its output y. Shapes: all alike.",
        .shape = SameTwoShape,
        .gradient = SigmoidGradGrad,
    },
    {
        .name = "Cast",
        .inputs = "x: SrcT",
        .outputs = "y: DstT",
        .attrs = "SrcT: type; DstT: type; Truncate: bool = false",
        .doc =
            "Converts x to DstT, element by element: floating numbers are cut towards zero for integers "
            "and rounded to even for narrower floating types (cut with Truncate); NaN and numbers out "
            "of range give unspecified integers; anything but 0 is true. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = CastGrad,
    },
};

}  // namespace

std::span<const OpRow> UnaryOps() { return kUnaryOps; }

}  // namespace runnel
