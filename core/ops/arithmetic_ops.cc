// Element-wise arithmetic of two tensors, with NumPy broadcasting.
#include "core/graph/builder.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// Variants are not for devices.
Status AddVariants(CompositionContext& ctx) {
  const DType* type = ctx.attr<DType>("T");
  if (type == nullptr || *type != DType::kVariant) return OkStatus();
  ctx.set_output(0, ctx.b().Op("_AddVariants", ctx.input_refs()));
  return OkStatus();
}

constexpr OpRow kArithmeticOps[] = {
    {
        .name = "Add",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: {bfloat16, half, float, double, uint8, int8, int16, int32, int64, complex64, "
                 "complex128, string}",
        .doc = "Gives x + y, element by element; strings are joined. Shapes: x and y broadcast against "
               "each other. Integers wrap round.",
        .flags = kOpAnyLayout,
        .shape = BroadcastShape,
        .gradient = "x: sum_to(g, x); y: sum_to(g, y)",
    },
    {
        .name = "AddV2",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_ARITHMETIC_TYPES,
        .doc = "Gives x + y, element by element. Shapes: x and y broadcast against each other. Integers "
               "wrap round.",
        .flags = kOpCommutative | kOpAnyLayout,
        .shape = BroadcastShape,
        .gradient = "x: sum_to(g, x); y: sum_to(g, y)",
    },
    {
        .name = "Sub",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_ARITHMETIC_TYPES,
        .doc = "Gives x - y, element by element. Shapes: x and y broadcast against each other. Integers "
               "wrap round.",
        .flags = kOpAnyLayout,
        .shape = BroadcastShape,
        .gradient = "x: sum_to(g, x); y: -sum_to(g, y)",
    },
    {
        .name = "Mul",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_ARITHMETIC_TYPES,
        .doc = "Gives x * y, element by element. Shapes: x and y broadcast against each other. Integers "
               "wrap round.",
        .flags = kOpCommutative | kOpAnyLayout,
        .shape = BroadcastShape,
        .gradient = "x: sum_to(g * conj(y), x); y: sum_to(g * conj(x), y)",
    },
    {
        .name = "Div",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_ARITHMETIC_TYPES,
        .doc = "Gives x / y, element by element; integers are divided towards zero. Shapes: x and y "
               "broadcast against each other. Errors: INVALID_ARGUMENT for an integer division by zero.",
        .shape = BroadcastShape,
        .gradient = "q = g / conj(y); x: sum_to(q, x); y: sum_to(-(q * conj(z)), y)",
    },
    {
        .name = "RealDiv",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_ARITHMETIC_TYPES,
        .doc = "Gives x / y of real or complex numbers, element by element. Shapes: x and y broadcast "
               "against each other.",
        .flags = kOpAnyLayout,
        .shape = BroadcastShape,
        .gradient = "q = g / conj(y); x: sum_to(q, x); y: sum_to(-(q * conj(z)), y)",
    },
    {
        .name = "DivNoNan",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: {half, bfloat16, float, double, complex64, complex128}",
        .doc = "Gives x / y, and 0 where y is 0. Shapes: x and y broadcast against each other.",
        .shape = BroadcastShape,
        .gradient = "q = DivNoNan(g, conj(y)); x: sum_to(q, x); y: sum_to(-(q * conj(z)), y)",
    },
    {
        .name = "FloorDiv",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_ARITHMETIC_TYPES,
        .doc = "Gives floor(x / y), element by element. Shapes: x and y broadcast against each other. "
               "Errors: INVALID_ARGUMENT for an integer division by zero.",
        .flags = kOpNotDifferentiable,
        .shape = BroadcastShape,
    },
    {
        .name = "FloorMod",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_REAL_NUMBER_TYPES,
        .doc = "Gives the remainder x - floor(x / y) * y, which has the sign of y. Shapes: x and y "
               "broadcast against each other. Errors: INVALID_ARGUMENT for an integer division by zero.",
        .shape = BroadcastShape,
        .gradient = "x: sum_to(g, x); y: sum_to(-(g * FloorDiv(x, y)), y)",
    },
    {
        .name = "Mod",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: {int32, int64, half, bfloat16, float, double}",
        .doc = "The older name of TruncateMod. Shapes: x and y broadcast against each other. Errors: "
               "INVALID_ARGUMENT for an integer division by zero.",
        .shape = BroadcastShape,
        .gradient = "x: sum_to(g, x); y: sum_to(-(g * TruncateDiv(x, y)), y)",
    },
    {
        .name = "TruncateMod",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: {int32, int64, bfloat16, half, float, double}",
        .doc = "Gives the remainder of the division that rounds towards zero; it has the sign of x. "
               "Shapes: x and y broadcast against each other. Errors: INVALID_ARGUMENT for an integer "
               "division by zero.",
        .shape = BroadcastShape,
        .gradient = "x: sum_to(g, x); y: sum_to(-(g * TruncateDiv(x, y)), y)",
    },
    {
        .name = "TruncateDiv",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_ARITHMETIC_TYPES,
        .doc = "Gives x / y rounded towards zero. Shapes: x and y broadcast against each other. Errors: "
               "INVALID_ARGUMENT for an integer division by zero.",
        .flags = kOpNotDifferentiable,
        .shape = BroadcastShape,
    },
    {
        .name = "ClipByValue",
        .inputs = "t: T, clip_value_min: T, clip_value_max: T",
        .outputs = "output: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES,
        .doc = "Gives max(min(t, clip_value_max), clip_value_min); NaN on any side stays NaN. Shapes: "
               "output is like t; the bounds are scalars or like t. Errors: INVALID_ARGUMENT otherwise.",
        .shape = UnchangedShape,
        .gradient = "l = Less(t, clip_value_min); "
                    "h = Greater(t, clip_value_max); "
                    "t: SelectV2(LogicalOr(l, h), 0, g); "
                    "clip_value_min: sum_to(SelectV2(l, g, 0), clip_value_min); "
                    "clip_value_max: sum_to(SelectV2(h, g, 0), clip_value_max)",
    },
    {
        .name = "Maximum",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_REAL_NUMBER_TYPES,
        .doc = "Gives the larger of x and y, element by element. Shapes: x and y broadcast against each "
               "other.",
        .flags = kOpCommutative | kOpAnyLayout,
        .shape = BroadcastShape,
        .gradient = "m = GreaterEqual(x, y); "
                    "n = ZerosLike(g); "
                    "x: sum_to(Select(m, g, n), x); "
                    "y: sum_to(Select(m, n, g), y)",
    },
    {
        .name = "Minimum",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_REAL_NUMBER_TYPES,
        .doc =
            "Gives the smaller of x and y, element by element. Shapes: x and y broadcast against each "
            "other.",
        .flags = kOpCommutative | kOpAnyLayout,
        .shape = BroadcastShape,
        .gradient = "m = LessEqual(x, y); "
                    "n = ZerosLike(g); "
                    "x: sum_to(Select(m, g, n), x); "
                    "y: sum_to(Select(m, n, g), y)",
    },
    {
        .name = "Pow",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: {bfloat16, float, half, double, int8, int16, int32, int64, complex64, complex128}",
        .doc = "Gives x to the power of y, element by element. Shapes: x and y broadcast against each "
               "other. Errors: INVALID_ARGUMENT for an integer to a negative power.",
        .shape = BroadcastShape,
        .gradient = "a = conj(x); b = conj(y); x: sum_to(g * b * Pow(a, b - 1), x); "
                    "there = T == complex64 ? NotEqual(x, 0) : T == complex128 ? NotEqual(x, 0) : "
                    "Greater(x, 0); "
                    "y: sum_to(g * conj(z) * Log(SelectV2(there, a, 1)), y)",
    },
    {
        .name = "SquaredDifference",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_SIGNED_COMPLEX_TYPES,
        .doc = "Gives (x - y) squared, element by element; conj(x - y) * (x - y) for complex numbers. "
               "Shapes: x and y broadcast against each other.",
        .flags = kOpCommutative | kOpAnyLayout,
        .shape = BroadcastShape,
        .gradient = "d = g * 2 * (real(x) - y); x: sum_to(d, x); y: -sum_to(d, y)",
    },
    {
        .name = "AddN",
        .inputs = "inputs: N * T",
        .outputs = "sum: T",
        .attrs = "N: int >= 1; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, "
                 "quint8, qint32, bfloat16, uint16, complex128, half, uint32, uint64, variant}",
        .doc = "Adds all inputs, element by element. Shapes: all inputs have one shape; nothing is "
               "broadcast.",
        .flags = kOpCommutative | kOpAnyLayout,
        .shape = SameInputsShape,
        .gradient = "inputs: g",
        .composition = AddVariants,
    },
};

}  // namespace

std::span<const OpRow> ArithmeticOps() { return ChosenRows<kArithmeticOps>::All(); }

}  // namespace runnel
