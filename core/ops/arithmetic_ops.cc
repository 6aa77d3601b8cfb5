// Element-wise arithmetic of two tensors, with NumPy broadcasting.
#include "core/ops/families.h"
#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

OutputRef Mul(GraphBuilder& b, OutputRef x, OutputRef y) { return b.Op("Mul", {x, y}); }
OutputRef Neg(GraphBuilder& b, OutputRef x) { return b.Op("Neg", {x}); }

Status AddGrad(GradientContext& ctx) {
  SetBroadcastGrads(ctx, ctx.wants(0) ? ctx.grad() : OutputRef(),
                    ctx.wants(1) ? ctx.grad() : OutputRef());
  return OkStatus();
}

Status SubGrad(GradientContext& ctx) {
  if (ctx.wants(0)) SetBroadcastGrads(ctx, ctx.grad(), {});
  if (!ctx.wants(1)) return OkStatus();
  // Summed before it is negated: the smaller tensor.
  const OutputRef sum = SumToShape(ctx, ctx.grad(), ctx.input_ref(1), ctx.input_ref(0));
  ctx.set_input_grad(1, Neg(ctx.b(), sum));
  return OkStatus();
}

Status MulGrad(GradientContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RealOnly(ctx));
  OutputRef grad_x, grad_y;
  if (ctx.wants(0)) grad_x = Mul(ctx.b(), ctx.grad(), ctx.input(1));
  if (ctx.wants(1)) grad_y = Mul(ctx.b(), ctx.grad(), ctx.input(0));
  SetBroadcastGrads(ctx, grad_x, grad_y);
  return OkStatus();
}

// d(x/y) = dx / y - dy * (x / y) / y, with whichever division the op itself does.
Status DivisionGrad(GradientContext& ctx, std::string_view division) {
  RUNNEL_RETURN_IF_ERROR(RealOnly(ctx));
  GraphBuilder& b = ctx.b();
  const OutputRef by_y = b.Op(division, {ctx.grad(), ctx.input(1)});
  OutputRef grad_y;
  if (ctx.wants(1)) grad_y = Neg(b, Mul(b, by_y, ctx.output(0)));
  SetBroadcastGrads(ctx, ctx.wants(0) ? by_y : OutputRef(), grad_y);
  return OkStatus();
}

Status DivGrad(GradientContext& ctx) { return DivisionGrad(ctx, "RealDiv"); }

Status DivNoNanGrad(GradientContext& ctx) { return DivisionGrad(ctx, "DivNoNan"); }

Status FloorModGrad(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  OutputRef grad_y;
  if (ctx.wants(1)) {
    grad_y = Neg(b, Mul(b, ctx.grad(), b.Op("FloorDiv", {ctx.input(0), ctx.input(1)})));
  }
  SetBroadcastGrads(ctx, ctx.grad(), grad_y);
  return OkStatus();
}

// All of it to the side that was chosen; x where both are equal.
Status ChoiceGrad(GradientContext& ctx, std::string_view takes_x) {
  GraphBuilder& b = ctx.b();
  const OutputRef mask = b.Op(takes_x, {ctx.input(0), ctx.input(1)});
  const OutputRef zeros = ZerosLike(b, ctx.grad());
  SetBroadcastGrads(ctx, b.Op("Select", {mask, ctx.grad(), zeros}),
                    b.Op("Select", {mask, zeros, ctx.grad()}));
  return OkStatus();
}

Status MaximumGrad(GradientContext& ctx) { return ChoiceGrad(ctx, "GreaterEqual"); }

Status MinimumGrad(GradientContext& ctx) { return ChoiceGrad(ctx, "LessEqual"); }

Status PowGrad(GradientContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RealOnly(ctx));
  GraphBuilder& b = ctx.b();
  const DType dtype = ctx.input_type(0);
  const OutputRef x = ctx.input(0), y = ctx.input(1);
  OutputRef grad_x, grad_y;
  if (ctx.wants(0)) {
    const OutputRef less_one = b.Op("Sub", {y, b.Scalar(dtype, 1)});
    grad_x = Mul(b, Mul(b, ctx.grad(), y), b.Op("Pow", {x, less_one}));
  }
  // log(x) counts only where x > 0; elsewhere the power is not differentiable in y.
  if (ctx.wants(1)) {
    const OutputRef positive = b.Op("Greater", {x, b.Scalar(dtype, 0)});
    const OutputRef safe = b.Op("SelectV2", {positive, x, b.Scalar(dtype, 1)});
    grad_y = Mul(b, Mul(b, ctx.grad(), ctx.output(0)), b.Op("Log", {safe}));
  }
  SetBroadcastGrads(ctx, grad_x, grad_y);
  return OkStatus();
}

Status SquaredDifferenceGrad(GradientContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RealOnly(ctx));
  GraphBuilder& b = ctx.b();
  const OutputRef twice = Mul(b, ctx.grad(), b.Scalar(ctx.input_type(0), 2));
  const OutputRef grad = Mul(b, twice, b.Op("Sub", {ctx.input(0), ctx.input(1)}));
  if (ctx.wants(0)) SetBroadcastGrads(ctx, grad, {});
  if (ctx.wants(1))
    ctx.set_input_grad(1, Neg(b, SumToShape(ctx, grad, ctx.input_ref(1), ctx.input_ref(0))));
  return OkStatus();
}

Status AddNGrad(GradientContext& ctx) {
  for (int i = 0; i < ctx.node().num_inputs(); ++i) ctx.set_input_grad(i, ctx.grad());
  return OkStatus();
}

constinit const OpRow kArithmeticOps[] = {
    {
        .name = "Add",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: {bfloat16, half, float, double, uint8, int8, int16, int32, int64, complex64, "
                 "complex128, string}",
        .doc = "Gives x + y, element by element; strings are joined. Shapes: x and y broadcast against "
               "each other. Integers wrap round.",
        .shape = BroadcastShape,
        .gradient = AddGrad,
    },
    {
        .name = "AddV2",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: {bfloat16, half, float, double, uint8, int8, int16, int32, int64, complex64, "
                 "complex128}",
        .doc = "Gives x + y, element by element. Shapes: x and y broadcast against each other. Integers "
               "wrap round.",
        .flags = kOpCommutative,
        .shape = BroadcastShape,
        .gradient = AddGrad,
    },
    {
        .name = "Sub",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_ARITHMETIC_TYPES,
        .doc = "Gives x - y, element by element. Shapes: x and y broadcast against each other. Integers "
               "wrap round.",
        .shape = BroadcastShape,
        .gradient = SubGrad,
    },
    {
        .name = "Mul",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_ARITHMETIC_TYPES,
        .doc = "Gives x * y, element by element. Shapes: x and y broadcast against each other. Integers "
               "wrap round.",
        .flags = kOpCommutative,
        .shape = BroadcastShape,
        .gradient = MulGrad,
    },
    {
        .name = "Div",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_ARITHMETIC_TYPES,
        .doc = "Gives x / y, element by element; integers are divided towards zero. Shapes: x and y "
               "broadcast against each other. Errors: INVALID_ARGUMENT for an integer division by zero.",
        .shape = BroadcastShape,
        .gradient = DivGrad,
    },
    {
        .name = "RealDiv",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_ARITHMETIC_TYPES,
        .doc = "Gives x / y of real or complex numbers, element by element. Shapes: x and y broadcast "
               "against each other.",
        .shape = BroadcastShape,
        .gradient = DivGrad,
    },
    {
        .name = "DivNoNan",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: {half, float, double, complex64, complex128}",
        .doc = "Gives x / y, and 0 where y is 0. Shapes: x and y broadcast against each other.",
        .shape = BroadcastShape,
        .gradient = DivNoNanGrad,
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
        .attrs = "T: {int32, int64, bfloat16, half, float, double}",
        .doc = "Gives the remainder x - floor(x / y) * y, which has the sign of y. Shapes: x and y "
               "broadcast against each other. Errors: INVALID_ARGUMENT for an integer division by zero.",
        .shape = BroadcastShape,
        .gradient = FloorModGrad,
    },
    {
        .name = "Maximum",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: {bfloat16, half, float, double, int32, int64}",
        .doc = "Gives the larger of x and y, element by element. Shapes: x and y broadcast against each "
               "other.",
        .flags = kOpCommutative,
        .shape = BroadcastShape,
        .gradient = MaximumGrad,
    },
    {
        .name = "Minimum",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: {bfloat16, half, float, double, int32, int64}",
        .doc =
            "Gives the smaller of x and y, element by element. Shapes: x and y broadcast against each "
            "other.",
        .flags = kOpCommutative,
        .shape = BroadcastShape,
        .gradient = MinimumGrad,
    },
    {
        .name = "Pow",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: {bfloat16, float, half, double, int32, int64, complex64, complex128}",
        .doc = "Gives x to the power of y, element by element. Shapes: x and y broadcast against each "
               "other. Errors: INVALID_ARGUMENT for an integer to a negative power.",
        .shape = BroadcastShape,
        .gradient = PowGrad,
    },
    {
        .name = "SquaredDifference",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_SIGNED_COMPLEX_TYPES,
        .doc = "Gives (x - y) squared, element by element; conj(x - y) * (x - y) for complex numbers. "
               "Shapes: x and y broadcast against each other.",
        .flags = kOpCommutative,
        .shape = BroadcastShape,
        .gradient = SquaredDifferenceGrad,
    },
    {
        .name = "AddN",
        .inputs = "inputs: N * T",
        .outputs = "sum: T",
        .attrs = "N: int >= 1; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, "
                 "quint8, qint32, bfloat16, uint16, complex128, half, uint32, uint64, variant}",
        .doc = "Adds all inputs, element by element. Shapes: all inputs have one shape; nothing is "
               "broadcast.",
        .flags = kOpCommutative,
        .shape = SameInputsShape,
        .gradient = AddNGrad,
    },
};

}  // namespace

std::span<const OpRow> ArithmeticOps() { return kArithmeticOps; }

}  // namespace runnel
