// Element-wise functions of one tensor, and the two-input ops that their gradients are written in.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status SameTwoShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(
      Shape shape, RequireSame(ctx, 0, ctx.schema().inputs[0].name, 1, ctx.schema().inputs[1].name));
  ctx.set_output(0, std::move(shape));
  return OkStatus();
}

constexpr OpRow kUnaryOps[] = {
    {
        .name = "Neg",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: {bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128}",
        .doc = "Gives -x, element by element. Shapes: y is like x.",
        .flags = kOpAnyLayout,
        .shape = UnchangedShape,
        .gradient = "x: -g",
    },
    {
        .name = "Abs",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: {bfloat16, half, float, double, int8, int16, int32, int64}",
        .doc = "Gives the absolute value of x, element by element. Shapes: y is like x.",
        .flags = kOpAnyLayout,
        .shape = UnchangedShape,
        .gradient = "x: g * Sign(x)",
    },
    {
        .name = "Sign",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: {bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128}",
        .doc =
            "Gives -1, 0 or 1 as x is negative, zero or positive; NaN for NaN; x / |x| for complex x. "
            "Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = "x: none",
    },
    {
        .name = "Exp",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives e to the power of x, element by element. Shapes: y is like x.",
        .flags = kOpAnyLayout,
        .shape = UnchangedShape,
        .gradient = "x: g * conj(y)",
    },
    {
        .name = "Log",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives the natural logarithm of x, element by element: NaN below 0, -inf at 0. Shapes: y "
               "is like x.",
        .flags = kOpAnyLayout,
        .shape = UnchangedShape,
        .gradient = "x: g * Reciprocal(conj(x))",
    },
    {
        .name = "Log1p",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives log(1 + x), exact near 0, element by element. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = "x: g * Reciprocal(conj(x) + 1)",
    },
    {
        .name = "Sqrt",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives the square root of x, element by element; NaN below 0. Shapes: y is like x.",
        .flags = kOpAnyLayout,
        .shape = UnchangedShape,
        .gradient = "x: SqrtGrad(y, g)",
    },
    {
        .name = "Rsqrt",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives 1 / sqrt(x), element by element; NaN below 0, inf at 0. Shapes: y is like x.",
        .flags = kOpAnyLayout,
        .shape = UnchangedShape,
        .gradient = "x: RsqrtGrad(y, g)",
    },
    {
        .name = "Square",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: {bfloat16, half, float, double, int8, int16, int32, int64, uint8, uint16, uint32, "
                 "uint64, "
                 "complex64, complex128}",
        .doc = "Gives x * x, element by element. Shapes: y is like x.",
        .flags = kOpAnyLayout,
        .shape = UnchangedShape,
        .gradient = "x: g * (2 * conj(x))",
    },
    {
        .name = "Reciprocal",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: {bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128}",
        .doc = "Gives 1 / x, element by element. Shapes: y is like x. Errors: INVALID_ARGUMENT for an "
               "integer 0.",
        .shape = UnchangedShape,
        .gradient = "x: ReciprocalGrad(y, g)",
    },
    {
        .name = "Tanh",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives the hyperbolic tangent of x, element by element. Shapes: y is like x.",
        .flags = kOpAnyLayout,
        .shape = UnchangedShape,
        .gradient = "x: TanhGrad(conj(y), g)",
    },
    {
        .name = "Sigmoid",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives 1 / (1 + exp(-x)), element by element. Shapes: y is like x.",
        .flags = kOpAnyLayout,
        .shape = UnchangedShape,
        .gradient = "x: SigmoidGrad(conj(y), g)",
    },
    {
        .name = "Relu",
        .inputs = "features: T",
        .outputs = "activations: T",
        .attrs = "T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, "
                 "uint64, qint8}",
        .doc = "Gives max(features, 0), element by element; NaN stays NaN. Shapes: activations is like "
               "features.",
        .flags = kOpAnyLayout,
        .shape = UnchangedShape,
        .gradient = "features: ReluGrad(g, activations)",
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
        .flags = kOpAnyLayout,
        .shape = SameTwoShape,
        .gradient = "gradients: ReluGrad(g, features)",
    },
    {
        .name = "TanhGrad",
        .inputs = "y: T, dy: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives dy * (1 - y * y), the gradient of Tanh for its output y. Shapes: all alike.",
        .flags = kOpAnyLayout,
        .shape = SameTwoShape,
        .gradient = "c = conj(y); y: -2 * (g * (conj(dy) * c)); dy: TanhGrad(c, g)",
    },
    {
        .name = "SigmoidGrad",
        .inputs = "y: T, dy: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives dy * y * (1 - y), the gradient of Sigmoid for its output y. Shapes: all alike.",
        .flags = kOpAnyLayout,
        .shape = SameTwoShape,
        .gradient = "c = conj(y); y: g * conj(dy) * (1 - 2 * c); dy: SigmoidGrad(c, g)",
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
        .flags = kOpAnyLayout,
        .shape = UnchangedShape,
        .gradient = "x: Cast(g, DstT = SrcT)",
    },
};

}  // namespace

std::span<const OpRow> UnaryOps() { return ChosenRows<kUnaryOps>::All(); }

}  // namespace runnel
