// Special functions, element by element: inverse error functions, Bessel's, incomplete gamma and beta
// functions, integrals.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status BetaShape(ShapeContext& ctx) {
  Shape all;
  for (int i = 0; i < 3; ++i) {
    // Scalars go with any shape.
    const Shape& shape = ctx.input(i);
    if (shape.has_rank() && shape.rank() == 0) continue;
    if (all.has_rank() && all.rank() == 0) {
      all = shape;
      continue;
    }
    auto merged = Shape::Merge(all, shape);
    if (!merged.ok()) {
      return InvalidArgument(ArgIs(ctx, 0, "a"), ", ", ArgIs(ctx, 1, "b"), ", ", ArgIs(ctx, 2, "x"),
                             ": those that are no scalars must have one shape");
    }
    all = std::move(*merged);
  }
  ctx.set_output(0, std::move(all));
  return OkStatus();
}

#define RUNNEL_UNARY(op, text, grad)                                                    \
  {                                                                                     \
    .name = op, .inputs = "x: T", .outputs = "y: T", .attrs = "T: " RUNNEL_FLOAT_TYPES, \
    .doc = text " Shapes: y is like x.", .shape = UnchangedShape, .gradient = grad      \
  }

constexpr OpRow kSpecialOps[] = {
    RUNNEL_UNARY("Erfinv", "Gives the number whose Erf is x; NaN outside [-1,1], infinite at its ends.",
                 "x: 0.88622692545275801365 * g * Exp(Square(y))"),
    RUNNEL_UNARY("Ndtri",
                 "Gives the number below which a normal number of mean 0 and deviation 1 lies with "
                 "probability x; NaN outside [0,1], infinite at its ends.",
                 "x: 2.50662827463100050242 * g * Exp(0.5 * Square(y))"),
    RUNNEL_UNARY("BesselI0", "Gives the modified Bessel function of the first kind and order 0.",
                 "x: g * BesselI1(x)"),
    RUNNEL_UNARY("BesselI1", "Gives the modified Bessel function of the first kind and order 1.",
                 "x: g * (BesselI0(x) - SelectV2(Equal(x, 0), 0.5, y / SelectV2(Equal(x, 0), 1, x)))"),
    RUNNEL_UNARY("BesselI0e", "Gives exp(-|x|) * BesselI0(x).", "x: g * (BesselI1e(x) - Sign(x) * y)"),
    RUNNEL_UNARY("BesselI1e", "Gives exp(-|x|) * BesselI1(x).",
                 "s = SelectV2(Equal(x, 0), 1, x); "
                 "x: g * SelectV2(Equal(x, 0), 0.5, BesselI0e(x) - y * (Sign(x) + Reciprocal(s)))"),
    RUNNEL_UNARY("BesselK0",
                 "Gives the modified Bessel function of the second kind and order 0; NaN below 0.",
                 "x: -(g * BesselK1(x))"),
    RUNNEL_UNARY("BesselK1",
                 "Gives the modified Bessel function of the second kind and order 1; NaN below 0.",
                 "x: -(g * (BesselK0(x) + y / x))"),
    RUNNEL_UNARY("BesselK0e", "Gives exp(x) * BesselK0(x).", "x: g * (y - BesselK1e(x))"),
    RUNNEL_UNARY("BesselK1e", "Gives exp(x) * BesselK1(x).",
                 "x: g * (y * (1 - Reciprocal(x)) - BesselK0e(x))"),
    RUNNEL_UNARY("BesselJ0", "Gives the Bessel function of the first kind and order 0.",
                 "x: -(g * BesselJ1(x))"),
    RUNNEL_UNARY("BesselJ1", "Gives the Bessel function of the first kind and order 1.",
                 "x: g * (BesselJ0(x) - SelectV2(Equal(x, 0), 0.5, y / SelectV2(Equal(x, 0), 1, x)))"),
    RUNNEL_UNARY("BesselY0", "Gives the Bessel function of the second kind and order 0; NaN below 0.",
                 "x: -(g * BesselY1(x))"),
    RUNNEL_UNARY("BesselY1", "Gives the Bessel function of the second kind and order 1; NaN below 0.",
                 "x: g * (BesselY0(x) - y / x)"),
    RUNNEL_UNARY("Dawsn", "Gives Dawson's integral, exp(-x^2) * integral of exp(t^2) from 0 to x.",
                 "x: g * (1 - 2 * x * y)"),
    RUNNEL_UNARY("Expint", "Gives the integral of exp(t) / t from minus infinity to x; NaN below 0.",
                 "x: g * Exp(x) / x"),
    RUNNEL_UNARY("FresnelCos", "Gives the integral of cos(pi t^2 / 2) from 0 to x.",
                 "x: g * Cos(1.57079632679489661923 * Square(x))"),
    RUNNEL_UNARY("FresnelSin", "Gives the integral of sin(pi t^2 / 2) from 0 to x.",
                 "x: g * Sin(1.57079632679489661923 * Square(x))"),
    RUNNEL_UNARY(
        "Spence",
        "Gives Spence's function, minus the integral of log(t) / (t - 1) from 1 to x; NaN below 0.",
        "s = SelectV2(Equal(x, 1), 2, x); x: g * SelectV2(Equal(x, 1), -1, Log(x) / (1 - s))"),
    {
        .name = "Igamma",
        .inputs = "a: T, x: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc = "Gives the lower regularised incomplete gamma function, the integral of t^(a-1) exp(-t) "
               "from "
               "0 to x divided by the whole; NaN for x below 0 and a not above 0. Shapes: a and x "
               "broadcast against each other. Source: Abramowitz & Stegun 1964, 6.5.",
        .shape = BroadcastShape,
        .gradient = "a: sum_to(g * IgammaGradA(a, x), a); "
                    "x: sum_to(g * Exp((a - 1) * Log(x) - x - Lgamma(a)), x)",
    },
    {
        .name = "Igammac",
        .inputs = "a: T, x: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES,
        .doc =
            "Gives 1 - Igamma(a, x), exact where that is small. Shapes: a and x broadcast against each "
            "other.",
        .shape = BroadcastShape,
        .gradient = "a: -sum_to(g * IgammaGradA(a, x), a); "
                    "x: -sum_to(g * Exp((a - 1) * Log(x) - x - Lgamma(a)), x)",
    },
    {
        .name = "IgammaGradA",
        .inputs = "a: T, x: T",
        .outputs = "z: T",
        .attrs = "T: {float, double}",
        .doc = "Gives the derivative of Igamma by a. Shapes: a and x broadcast against each other.",
        .flags = kOpNotDifferentiable,
        .shape = BroadcastShape,
    },
    {
        .name = "RandomGammaGrad",
        .inputs = "alpha: T, sample: T",
        .outputs = "output: T",
        .attrs = "T: {float, double}",
        .doc =
            "Gives the derivative by alpha of a number that RandomGamma drew, at the same probability. "
            "Shapes: alpha and sample broadcast against each other. Source: Figurnov, Mohamed & Mnih "
            "2018.",
        .flags = kOpNotDifferentiable,
        .shape = BroadcastShape,
    },
    {
        .name = "Betainc",
        .inputs = "a: T, b: T, x: T",
        .outputs = "z: T",
        .attrs = "T: {float, double}",
        .doc =
            "Gives the regularised incomplete beta function, the integral of t^(a-1) (1-t)^(b-1) from 0 "
            "to x divided by the whole; NaN for x outside [0,1], and a or b not above 0. Shapes: all "
            "alike, or scalars. Source: Abramowitz & Stegun 1964, 26.5.",
        .shape = BetaShape,
        .gradient =
            "l = Lgamma(a) + Lgamma(b) - Lgamma(a + b); "
            "x: sum_to(g * Exp((b - 1) * Log1p(-x) + (a - 1) * Log(x) - l), x, z); a: none; b: none",
    },
    {
        .name = "NextAfter",
        .inputs = "x1: T, x2: T",
        .outputs = "output: T",
        .attrs = "T: {double, float} = float",
        .doc = "Gives the number next to x1 that T can hold, towards x2. Shapes: x1 and x2 broadcast "
               "against each other.",
        .flags = kOpNotDifferentiable,
        .shape = BroadcastShape,
    },
};

}  // namespace

std::span<const OpRow> SpecialOps() { return ChosenRows<kSpecialOps>::All(); }

}  // namespace runnel
