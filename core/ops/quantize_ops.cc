// Rounding to what few bits hold: as if (fake quantisation, whose results stay floats) and in quantised
// types.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status FakeVarsShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "min"));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 2, "max"));
  ctx.set_output(0, ctx.input(0));
  return OkStatus();
}
Status CheckPerChannel(const ShapeContext& ctx, int data, int range) {
  const Shape& inputs = ctx.input(data);
  if (inputs.has_rank() && inputs.rank() == 0) {
    return InvalidArgument(ArgIs(ctx, data, "inputs"), ": must have rank 1 or more");
  }
  const Shape wanted{inputs.has_rank() ? inputs.dim(inputs.rank() - 1) : kUnknownDim};
  for (int i = range; i < range + 2; ++i) {
    if (ctx.input(i).IsCompatibleWith(wanted)) continue;
    return InvalidArgument(ArgIs(ctx, i, i == range ? "min" : "max"), ", ", ArgIs(ctx, data, "inputs"),
                           ": it must be a vector as long as the last dimension of inputs");
  }
  return OkStatus();
}
Status FakePerChannelShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckPerChannel(ctx, 0, 1));
  ctx.set_output(0, ctx.input(0));
  return OkStatus();
}
Status FakeVarsGradShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Shape shape, RequireSame(ctx, 0, "gradients", 1, "inputs"));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 2, "min"));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 3, "max"));
  ctx.set_output(0, std::move(shape));
  ctx.set_output(1, Shape());
  ctx.set_output(2, Shape());
  return OkStatus();
}
Status FakePerChannelGradShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Shape shape, RequireSame(ctx, 0, "gradients", 1, "inputs"));
  RUNNEL_RETURN_IF_ERROR(CheckPerChannel(ctx, 1, 2));
  ctx.set_output(0, std::move(shape));
  ctx.set_output(1, ctx.input(2));
  ctx.set_output(2, ctx.input(3));
  return OkStatus();
}

Status QuantizeShape(ShapeContext& ctx) {
  const int64_t axis = IntAttr(ctx, "axis", -1);
  const Shape& input = ctx.input(0);
  if (axis < -1 || (input.has_rank() && axis >= input.rank())) {
    return InvalidArgument("attr \"axis\" is ", axis, ": ", ArgIs(ctx, 0, "input"));
  }
  Shape range = axis < 0 ? Shape{} : Shape{kUnknownDim};
  if (axis >= 0 && input.has_rank()) range = Shape{input.dim(static_cast<int>(axis))};
  for (const int i : {1, 2}) {
    const std::string_view name = ctx.schema().inputs[static_cast<size_t>(i)].name;
    if (axis < 0) {
      RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, i, name));
    } else if (!ctx.input(i).IsCompatibleWith(range)) {
      return InvalidArgument(ArgIs(ctx, i, name), ": expected ", range.ToString());
    }
  }
  ctx.set_output(0, input);
  for (int i = 1; i < ctx.num_outputs(); ++i) ctx.set_output(i, range);
  return OkStatus();
}

#define RUNNEL_FAKE_ATTRS "num_bits: int = 8; narrow_range: bool = false"
#define RUNNEL_QUANTISED "T: {qint8, quint8, qint32, qint16, quint16}"
#define RUNNEL_QUANTISE_MODE "mode: {'MIN_COMBINED', 'MIN_FIRST', 'SCALED'} = 'MIN_COMBINED'"

constexpr OpRow kQuantizeOps[] = {
    {
        .name = "FakeQuantWithMinMaxArgs",
        .inputs = "inputs: float",
        .outputs = "outputs: float",
        .attrs = "min: float = -6; max: float = 6; " RUNNEL_FAKE_ATTRS,
        .doc =
            "Rounds inputs to the nearest of 2^num_bits numbers from min to max, of which one is 0: the "
            "range is moved a little for that. narrow_range leaves out the lowest. Shapes: outputs is "
            "like inputs. Errors: INVALID_ARGUMENT unless min < max and num_bits is 2 to 16. Source: "
            "Jacob et al. 2018.",
        .shape = UnchangedShape,
        .gradient = "inputs: FakeQuantWithMinMaxArgsGradient(g, inputs, ...)",
    },
    {
        .name = "FakeQuantWithMinMaxArgsGradient",
        .inputs = "gradients: float, inputs: float",
        .outputs = "backprops: float",
        .attrs = "min: float = -6; max: float = 6; " RUNNEL_FAKE_ATTRS,
        .doc =
            "Gives gradients where inputs are in the range of FakeQuantWithMinMaxArgs, and 0 elsewhere. "
            "Shapes: all alike.",
        .flags = kOpNotDifferentiable,
        .shape = SameInputsShape,
    },
    {
        .name = "FakeQuantWithMinMaxVars",
        .inputs = "inputs: float, min: float, max: float",
        .outputs = "outputs: float",
        .attrs = RUNNEL_FAKE_ATTRS,
        .doc =
            "As FakeQuantWithMinMaxArgs, with the range as inputs; zeros where both of its ends are 0. "
            "Shapes: min and max are scalars, outputs is like inputs.",
        .shape = FakeVarsShape,
        .gradient = "b = FakeQuantWithMinMaxVarsGradient(g, inputs, min, max, ...); inputs: b; min: "
                    "b.backprop_wrt_min; max: b.backprop_wrt_max",
    },
    {
        .name = "FakeQuantWithMinMaxVarsGradient",
        .inputs = "gradients: float, inputs: float, min: float, max: float",
        .outputs = "backprops_wrt_input: float, backprop_wrt_min: float, backprop_wrt_max: float",
        .attrs = RUNNEL_FAKE_ATTRS,
        .doc =
            "Divides gradients among inputs that are in the range of FakeQuantWithMinMaxVars, min for "
            "those below and max for those above. Shapes: min and max are scalars, the rest are alike.",
        .flags = kOpNotDifferentiable,
        .shape = FakeVarsGradShape,
    },
    {
        .name = "FakeQuantWithMinMaxVarsPerChannel",
        .inputs = "inputs: float, min: float, max: float",
        .outputs = "outputs: float",
        .attrs = RUNNEL_FAKE_ATTRS,
        .doc =
            "As FakeQuantWithMinMaxVars, with a range for each element of the last dimension. Shapes: "
            "min and max are vectors as long as it.",
        .shape = FakePerChannelShape,
        .gradient =
            "b = FakeQuantWithMinMaxVarsPerChannelGradient(g, inputs, min, max, ...); inputs: b; "
            "min: b.backprop_wrt_min; max: b.backprop_wrt_max",
    },
    {
        .name = "FakeQuantWithMinMaxVarsPerChannelGradient",
        .inputs = "gradients: float, inputs: float, min: float, max: float",
        .outputs = "backprops_wrt_input: float, backprop_wrt_min: float, backprop_wrt_max: float",
        .attrs = RUNNEL_FAKE_ATTRS,
        .doc =
            "As FakeQuantWithMinMaxVarsGradient, with a range for each element of the last dimension.",
        .flags = kOpNotDifferentiable,
        .shape = FakePerChannelGradShape,
    },
    {
        .name = "QuantizeV2",
        .inputs = "input: float, min_range: float, max_range: float",
        .outputs = "output: T, output_min: float, output_max: float",
        .attrs = RUNNEL_QUANTISED
        "; " RUNNEL_QUANTISE_MODE
        "; round_mode: {'HALF_AWAY_FROM_ZERO', 'HALF_TO_EVEN'} = 'HALF_AWAY_FROM_ZERO'; "
        "narrow_range: bool = false; axis: int = -1; ensure_minimum_range: float = 0.01",
        .doc = "Converts input to T, whose numbers stand for those of a range that holds min_range, "
               "max_range and 0; output_min and output_max say which. Shapes: output is like input, the "
               "rest are scalars, or vectors along an axis.",
        .flags = kOpNotDifferentiable,
        .shape = QuantizeShape,
    },
    {
        .name = "Dequantize",
        .inputs = "input: T, min_range: float, max_range: float",
        .outputs = "output: dtype",
        .attrs = RUNNEL_QUANTISED
        "; " RUNNEL_QUANTISE_MODE
        "; narrow_range: bool = false; axis: int = -1; dtype: {bfloat16, float} = float",
        .doc = "Gives what the numbers of T stand for that QuantizeV2 made with the same mode, from "
               "min_range to max_range. Shapes: output is like input, the ranges are scalars, or "
               "vectors along an axis.",
        .flags = kOpNotDifferentiable,
        .shape = QuantizeShape,
    },
};

}  // namespace

std::span<const OpRow> QuantizeOps() { return ChosenRows<kQuantizeOps>::All(); }

}  // namespace runnel
