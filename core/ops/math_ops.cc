// Elementary functions, element by element: trigonometry, exponentials, rounding, tests of floating
// numbers, and the two-input ops that belong to them.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr OpRow kMathOps[] = {
    {
        .name = "Sin",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives the sine of x in radians; NaN for infinities. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = "x: g * Cos(conj(x))",
    },
    {
        .name = "Cos",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives the cosine of x in radians; NaN for infinities. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = "x: -(g * Sin(conj(x)))",
    },
    {
        .name = "Tan",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: {bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128}",
        .doc = "Gives the tangent of x in radians; NaN for infinities. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = "x: g * Square(Reciprocal(Cos(conj(x))))",
    },
    {
        .name = "Asin",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: {bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128}",
        .doc =
            "Gives the angle in [-pi/2,pi/2] whose sine is x; NaN outside [-1,1]. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = "x: g * Reciprocal(Sqrt(1 - Square(conj(x))))",
    },
    {
        .name = "Acos",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: {bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128}",
        .doc = "Gives the angle in [0,pi] whose cosine is x; NaN outside [-1,1]. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = "x: -(g * Reciprocal(Sqrt(1 - Square(conj(x)))))",
    },
    {
        .name = "Atan",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: {bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128}",
        .doc = "Gives the angle in [-pi/2,pi/2] whose tangent is x. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = "x: g * Reciprocal(1 + Square(conj(x)))",
    },
    {
        .name = "Atan2",
        .inputs = "y: T, x: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc = "Gives the angle in [-pi,pi] of the point (x, y). Shapes: x and y broadcast against each "
               "other.",
        .shape = BroadcastShape,
        .gradient = "q = g / (Square(x) + Square(y)); y: sum_to(x * q, y); x: sum_to(-(y * q), x)",
    },
    {
        .name = "Sinh",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives the hyperbolic sine of x. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = "x: g * Cosh(conj(x))",
    },
    {
        .name = "Cosh",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives the hyperbolic cosine of x. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = "x: g * Sinh(conj(x))",
    },
    {
        .name = "Asinh",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives the number whose hyperbolic sine is x. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = "x: g / Cosh(conj(y))",
    },
    {
        .name = "Acosh",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives the number >= 0 whose hyperbolic cosine is x; NaN below 1. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = "x: g / Sinh(conj(y))",
    },
    {
        .name = "Atanh",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc =
            "Gives the number whose hyperbolic tangent is x; infinite at -1 and 1, NaN beyond. Shapes: "
            "y is like x.",
        .shape = UnchangedShape,
        .gradient = "x: g * Reciprocal(1 - Square(conj(x)))",
    },
    {
        .name = "Expm1",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives exp(x) - 1, exact near 0. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = "x: g * Exp(conj(x))",
    },
    {
        .name = "Erf",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc = "Gives the error function 2 / sqrt(pi) * integral of exp(-t^2) from 0 to x. Shapes: y is "
               "like x.",
        .shape = UnchangedShape,
        .gradient = "x: 1.1283791670955125739 * g * Exp(-Square(x))",
    },
    {
        .name = "Erfc",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc = "Gives 1 - Erf(x), exact where that is small. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = "x: -1.1283791670955125739 * g * Exp(-Square(x))",
    },
    {
        .name = "Rint",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc = "Gives the whole number nearest to x, the even one of two. Shapes: y is like x.",
        .flags = kOpNotDifferentiable,
        .shape = UnchangedShape,
    },
    {
        .name = "Round",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: {bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128}",
        .doc =
            "Gives the whole number nearest to x, the even one of two; integers as they are. Shapes: y "
            "is like x.",
        .flags = kOpNotDifferentiable,
        .shape = UnchangedShape,
    },
    {
        .name = "Inv",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: {bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128}",
        .doc = "The older name of Reciprocal. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = "x: InvGrad(y, g)",
    },
    {
        .name = "IsNan",
        .inputs = "x: T",
        .outputs = "y: bool",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc = "Says which elements are NaN. Shapes: y is like x.",
        .flags = kOpNotDifferentiable,
        .shape = UnchangedShape,
    },
    {
        .name = "IsInf",
        .inputs = "x: T",
        .outputs = "y: bool",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc = "Says which elements are infinite. Shapes: y is like x.",
        .flags = kOpNotDifferentiable,
        .shape = UnchangedShape,
    },
    {
        .name = "IsFinite",
        .inputs = "x: T",
        .outputs = "y: bool",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc = "Says which elements are neither infinite nor NaN. Shapes: y is like x.",
        .flags = kOpNotDifferentiable,
        .shape = UnchangedShape,
    },
    {
        .name = "Xdivy",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives x / y, and 0 where x is 0. Shapes: x and y broadcast against each other.",
        .shape = BroadcastShape,
        .gradient = "x: sum_to(g * Xdivy(Cast(NotEqual(x, 0), DstT = T), conj(y)), x); "
                    "y: sum_to(g * Xdivy(-conj(x), Square(conj(y))), y)",
    },
    {
        .name = "Xlogy",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives x * log(y), and 0 where x is 0. Shapes: x and y broadcast against each other.",
        .shape = BroadcastShape,
        .gradient = "x: sum_to(g * Xlogy(Cast(NotEqual(x, 0), DstT = T), conj(y)), x); "
                    "y: sum_to(g * Xdivy(conj(x), conj(y)), y)",
    },
    {
        .name = "Xlog1py",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives x * log1p(y), and 0 where x is 0. Shapes: x and y broadcast against each other.",
        .shape = BroadcastShape,
        .gradient = "x: sum_to(g * Xlog1py(Cast(NotEqual(x, 0), DstT = T), conj(y)), x); "
                    "y: sum_to(g * Xdivy(conj(x), conj(y) + 1), y)",
    },
    {
        .name = "MulNoNan",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc =
            "Gives x * y, and 0 where y is 0, even if x is infinite or NaN. Shapes: x and y broadcast "
            "against each other.",
        .shape = BroadcastShape,
        .gradient = "x: sum_to(MulNoNan(g, y), x); y: sum_to(MulNoNan(x, g), y)",
    },
    {
        .name = "Lgamma",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc =
            "Gives the logarithm of the gamma function's absolute value; infinity at 0 and at negative "
            "integers. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = "x: g * Digamma(x)",
    },
    {
        .name = "Digamma",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc = "Gives the derivative of Lgamma; NaN at 0 and at negative integers. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = "x: g * (T == double ? Polygamma(1, x) "
                    ": Cast(Polygamma(1, Cast(x, DstT = float)), DstT = T))",
    },
    {
        .name = "Polygamma",
        .inputs = "a: T, x: T",
        .outputs = "z: T",
        .attrs = "T: {float, double}",
        .doc =
            "Gives derivative a of Digamma at x; NaN unless a is a whole number from 0. Shapes: a and x "
            "broadcast against each other. Source: Abramowitz & Stegun 1964, 6.4.",
        .shape = BroadcastShape,
        .gradient = "x: sum_to(g * Polygamma(a + 1, x), x); a: none",
    },
    {
        .name = "Zeta",
        .inputs = "x: T, q: T",
        .outputs = "z: T",
        .attrs = "T: {float, double}",
        .doc =
            "Gives Hurwitz' zeta function, the sum of (q + k)^-x over all k from 0; infinity for x = 1, "
            "NaN below and where a power has no real value. Shapes: x and q broadcast against each "
            "other. Source: Abramowitz & Stegun 1964, 23.2.",
        .shape = BroadcastShape,
        .gradient = "q: -sum_to(g * x * Zeta(x + 1, q), q); x: none",
    },
    {
        .name = "SqrtGrad",
        .inputs = "y: T, dy: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "Gives dy * 0.5 / conj(y), the gradient of Sqrt for its output y, and 0 where dy is 0. "
               "Shapes: "
               "all alike.",
        .shape = SameInputsShape,
        .gradient = "q = g / y; y: -(conj(q) * z); dy: 0.5 * q",
    },
    {
        .name = "RsqrtGrad",
        .inputs = "y: T, dy: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc =
            "Gives dy * -0.5 * conj(y)^3, the gradient of Rsqrt for its output y, and 0 where dy is 0. "
            "Shapes: all alike.",
        .shape = SameInputsShape,
        .gradient = "c = conj(y); y: -1.5 * conj(g) * dy * Square(c); dy: RsqrtGrad(c, g)",
    },
    {
        .name = "ReciprocalGrad",
        .inputs = "y: T, dy: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc =
            "Gives -dy * conj(y)^2, the gradient of Reciprocal for its output y, and 0 where dy is 0. "
            "Shapes: all alike.",
        .shape = SameInputsShape,
        .gradient = "c = conj(y); y: -2 * conj(g) * dy * c; dy: ReciprocalGrad(c, g)",
    },
    {
        .name = "InvGrad",
        .inputs = "y: T, dy: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_FLOAT_COMPLEX_TYPES,
        .doc = "The older name of ReciprocalGrad. Shapes: all alike.",
        .shape = SameInputsShape,
        .gradient = "c = conj(y); y: -2 * conj(g) * dy * c; dy: InvGrad(c, g)",
    },
};

}  // namespace

std::span<const OpRow> MathOps() { return ChosenRows<kMathOps>::All(); }

}  // namespace runnel
