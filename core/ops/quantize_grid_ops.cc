// Rounding to the numbers that a quantised type would hold, in floats.
//
// A grid has 0 in it. Its step is what lets the range that is given, or that of the input, just fit into
// the integers; the other end of the range follows from it.
#include <limits>

#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/sizes.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

int64_t AxisOf(const AttrList& attrs) {
  const AttrValue* value = FindAttr(attrs, "axis");
  const auto* axis = value == nullptr ? nullptr : value->get_if<int64_t>();
  return axis == nullptr ? -1 : *axis;
}

// Ranges are scalars or, with an axis, vectors along it.
Status CheckRanges(const ShapeContext& ctx, int first, const Shape& input) {
  const int64_t axis = AxisOf(ctx.attrs());
  if (axis < -1) return InvalidArgument("attr \"axis\" is ", axis, ", expected at least -1");
  if (input.has_rank() && axis >= input.rank()) {
    return InvalidArgument("attr \"axis\" is ", axis, ": ", ArgIs(ctx, 0, "input"));
  }
  for (int i = first; i < first + 2 && i < ctx.num_inputs(); ++i) {
    const std::string_view name = ctx.schema().inputs[static_cast<size_t>(i)].name;
    if (name == "num_bits") break;
    if (axis == -1) {
      RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, i, name));
      continue;
    }
    RUNNEL_ASSIGN_OR_RETURN(const Shape range, RequireRank(ctx, i, name, 1));
    if (input.has_rank() && !range.IsCompatibleWith(Shape{input.dim(static_cast<int>(axis))})) {
      return InvalidArgument(ArgIs(ctx, i, name), ": expected one for each place along axis ", axis);
    }
  }
  return OkStatus();
}

Status GridShape(ShapeContext& ctx) {
  const auto* given = ctx.attr<bool>("range_given");
  const Shape& input = ctx.input(0);
  const bool is_signed = BoolAttr(ctx, "signed_input");
  if (const auto* bits = ctx.attr<int64_t>("num_bits"); bits != nullptr) {
    if (*bits < (is_signed ? 2 : 1) || *bits > (is_signed ? 63 : 62)) {
      return InvalidArgument("attr \"num_bits\" is ", *bits, ", expected ",
                             is_signed ? "2 to 63" : "1 to 62");
    }
  }
  if (ctx.num_inputs() > 3) RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 3, "num_bits"));
  if (given != nullptr && *given) RUNNEL_RETURN_IF_ERROR(CheckRanges(ctx, 1, input));
  ctx.set_output(0, input);
  return OkStatus();
}

Status GridGradShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape input, RequireSame(ctx, 0, "gradients", 1, "input"));
  RUNNEL_RETURN_IF_ERROR(CheckRanges(ctx, 2, input));
  ctx.set_output(0, input);
  ctx.set_output(1, ctx.input(2));
  ctx.set_output(2, ctx.input(3));
  return OkStatus();
}

double Largest(DType type) {
  switch (type) {
    case DType::kHalf:
      return 65504;
    case DType::kBFloat16:
      return 0x1.FEp127;
    case DType::kFloat:
      return static_cast<double>(std::numeric_limits<float>::max());
    default:
      return std::numeric_limits<double>::max();
  }
}

class Grid {
 public:
  explicit Grid(CompositionContext& ctx)
      : ctx_(ctx), s_(ctx), b_(ctx.b()), type_(TypeOf(ctx.input(0))), axis_(AxisOf(ctx.attrs())) {}

  // Ranges with the axis where the input has it.
  OutputRef Spread(OutputRef range, OutputRef input) {
    if (axis_ < 0) return range;
    std::vector<Size> sizes(static_cast<size_t>(ShapeOf(input).rank()), Size(1));
    sizes[static_cast<size_t>(axis_)] = -1;
    return b_.Op("Reshape", {range, s_.Vector(sizes)});
  }

  Result<OutputRef> Rounded() {
    const OutputRef input = ctx_.input(0);
    const bool given = Flag("range_given", false), is_signed = Flag("signed_input", true);
    OutputRef least, most;  // of the integers
    RUNNEL_RETURN_IF_ERROR(Integers(is_signed, &least, &most));
    OutputRef low, high;
    if (!given) {
      low = b_.Op("Min", {input, Others(input)}, {{"keep_dims", axis_ >= 0}});
      high = b_.Op("Max", {input, Others(input)}, {{"keep_dims", axis_ >= 0}});
    } else if (ctx_.input_refs().size() > 1) {
      low = Spread(ctx_.input(1), input);
      high = Spread(ctx_.input(2), input);
    } else {
      low = b_.Scalar(type_, static_cast<double>(*ctx_.attr<float>("input_min")));
      high = b_.Scalar(type_, static_cast<double>(*ctx_.attr<float>("input_max")));
    }
    const OutputRef none = b_.Scalar(type_, Largest(type_)), zero = b_.Scalar(type_, 0);
    const auto scale = [&](OutputRef whole, OutputRef end) {
      const OutputRef fits = b_.Op("Greater", {b_.Op("Mul", {whole, end}), zero});
      return b_.Op("SelectV2", {fits, b_.Op("RealDiv", {whole, end}), none});
    };
    const OutputRef by_low = scale(least, low), by_high = scale(most, high);
    const OutputRef low_sets = b_.Op("Less", {by_low, by_high});
    const auto choose = [&](OutputRef x, OutputRef y) { return b_.Op("SelectV2", {low_sets, x, y}); };
    const OutputRef step = choose(b_.Op("RealDiv", {low, least}), b_.Op("RealDiv", {high, most}));
    const OutputRef per_step = choose(by_low, by_high);
    OutputRef x = input;
    if (given) {
      const OutputRef top = choose(b_.Op("Mul", {most, step}), high);
      const OutputRef bottom = choose(low, b_.Op("Mul", {least, step}));
      x = b_.Op("Maximum", {b_.Op("Minimum", {x, top}), bottom});
    }
    x = b_.Op("Mul", {x, per_step});
    const auto* mode = ctx_.attr<std::string>("round_mode");
    if (mode != nullptr && *mode == "HALF_UP") {
      x = b_.Op("Floor", {b_.Op("AddV2", {x, b_.Scalar(type_, 0.5)})});
    } else {
      x = b_.Op("Rint", {x});
    }
    return b_.Op("Mul", {x, step});
  }

 private:
  bool Flag(const char* name, bool otherwise) const {
    const bool* value = ctx_.attr<bool>(name);
    return value == nullptr ? otherwise : *value;
  }
  // All axes but that of the ranges.
  OutputRef Others(OutputRef input) {
    if (axis_ < 0) return b_.Op("Range", {s_.Scalar(0), b_.Op("Rank", {input}), s_.Scalar(1)});
    std::vector<int64_t> axes;
    for (int d = 0; d < ShapeOf(input).rank(); ++d) {
      if (d != axis_) axes.push_back(d);
    }
    return IntVector(b_, DType::kInt32, axes);
  }
  Status Integers(bool is_signed, OutputRef* least, OutputRef* most) {
    std::optional<int64_t> bits;
    if (ctx_.input_refs().size() > 3) {
      const auto known = ConstantIntsOf(ctx_.input(3));
      if (known.has_value() && known->size() == 1) bits = (*known)[0];
    } else {
      const auto* attr = ctx_.attr<int64_t>("num_bits");
      bits = attr == nullptr ? 8 : *attr;
    }
    const double narrow = Flag("narrow_range", false) ? 1 : 0;
    if (bits.has_value()) {
      if (*bits < (is_signed ? 2 : 1) || *bits > (is_signed ? 63 : 62)) {
        return InvalidArgument("num_bits is ", *bits, ", expected ", is_signed ? "2 to 63" : "1 to 62");
      }
      const auto places = static_cast<double>(int64_t{1} << (is_signed ? *bits - 1 : *bits));
      *least = b_.Scalar(type_, is_signed ? narrow - places : 0);
      *most = b_.Scalar(type_, places - 1);
      return OkStatus();
    }
    const auto whole = [&](double value) { return b_.Scalar(DType::kDouble, value); };
    const OutputRef number = b_.Op("Cast", {ctx_.input(3)}, {{"DstT", DType::kDouble}});
    const OutputRef places = b_.Op("Pow", {whole(2), b_.Op("Sub", {number, whole(is_signed ? 1 : 0)})});
    const auto narrowed = [&](OutputRef value) {
      return type_ == DType::kDouble ? value : b_.Op("Cast", {value}, {{"DstT", type_}});
    };
    *least = is_signed ? narrowed(b_.Op("Sub", {whole(narrow), places})) : b_.Scalar(type_, 0);
    *most = narrowed(b_.Op("Sub", {places, whole(1)}));
    return OkStatus();
  }

  CompositionContext& ctx_;
  Sizes s_;
  GraphBuilder& b_;
  const DType type_;
  const int64_t axis_;
};

// The rank may be known now, and was not when the node was made.
Status CheckAxis(const CompositionContext& ctx, const Shape& input) {
  const int64_t axis = AxisOf(ctx.attrs());
  if (!input.has_rank() || axis < input.rank()) return OkStatus();
  return InvalidArgument("attr \"axis\" is ", axis, ": input is ", input.ToString());
}

Status GridComposition(CompositionContext& ctx) {
  if (AxisOf(ctx.attrs()) >= 0 && !ShapeOf(ctx.input(0)).has_rank()) return OkStatus();
  RUNNEL_RETURN_IF_ERROR(CheckAxis(ctx, ShapeOf(ctx.input(0))));
  RUNNEL_ASSIGN_OR_RETURN(const OutputRef rounded, Grid(ctx).Rounded());
  ctx.set_output(0, rounded);
  return OkStatus();
}

Status GridGradComposition(CompositionContext& ctx) {
  const OutputRef input = ctx.input(1);
  if (AxisOf(ctx.attrs()) >= 0 && !ShapeOf(input).has_rank()) return OkStatus();
  RUNNEL_RETURN_IF_ERROR(CheckAxis(ctx, ShapeOf(input)));
  Grid grid(ctx);
  GraphBuilder& b = ctx.b();
  const OutputRef inside =
      b.Op("LogicalAnd", {b.Op("GreaterEqual", {input, grid.Spread(ctx.input(2), input)}),
                          b.Op("LessEqual", {input, grid.Spread(ctx.input(3), input)})});
  ctx.set_output(0, b.Op("SelectV2", {inside, ctx.input(0), b.Scalar(TypeOf(input), 0)}));
  for (const int i : {1, 2}) ctx.set_output(i, b.Op("ZerosLike", {ctx.input(i + 1)}));
  return OkStatus();
}

#define RUNNEL_ROUND_MODE                                                                        \
  "round_mode: {'HALF_TO_EVEN', 'HALF_UP'} = 'HALF_TO_EVEN'; narrow_range: bool = false; axis: " \
  "int = -1; "

constexpr OpRow kQuantizeGridOps[] = {
    {
        .name = "QuantizeAndDequantize",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = "signed_input: bool = true; num_bits: int = 8; range_given: bool = false; input_min: "
                 "float = 0; input_max: float = 0; T: " RUNNEL_FLOAT_TYPES,
        .doc = "QuantizeAndDequantizeV2 with a range of attrs.",
        .shape = GridShape,
        .gradient = "input: g",
        .composition = GridComposition,
    },
    {
        .name = "QuantizeAndDequantizeV2",
        .inputs = "input: T, input_min: T, input_max: T",
        .outputs = "output: T",
        .attrs = "signed_input: bool = true; num_bits: int = 8; range_given: bool = "
                 "false; " RUNNEL_ROUND_MODE "T: " RUNNEL_FLOAT_TYPES,
        .doc =
            "Rounds input to the grid of integers of num_bits that covers the range [input_min, "
            "input_max], or the input's own unless range_given, and holds 0; what is outside of the "
            "range goes to its ends. Shapes: output is like input; ranges are scalars or, with an axis, "
            "vectors along it. Its gradient is that of the identity. Errors: INVALID_ARGUMENT for "
            "num_bits out of range.",
        .shape = GridShape,
        .gradient = "input: g",
        .composition = GridComposition,
    },
    {
        .name = "QuantizeAndDequantizeV3",
        .inputs = "input: T, input_min: T, input_max: T, num_bits: int32",
        .outputs = "output: T",
        .attrs =
            "signed_input: bool = true; range_given: bool = true; narrow_range: bool = false; axis: "
            "int = -1; T: " RUNNEL_FLOAT_TYPES,
        .doc = "QuantizeAndDequantizeV2 with num_bits, a scalar, as an input; it rounds halves to even.",
        .shape = GridShape,
        .gradient = "input: g",
        .composition = GridComposition,
    },
    {
        .name = "QuantizeAndDequantizeV4",
        .inputs = "input: T, input_min: T, input_max: T",
        .outputs = "output: T",
        .attrs = "signed_input: bool = true; num_bits: int = 8; range_given: bool = "
                 "false; " RUNNEL_ROUND_MODE "T: " RUNNEL_FLOAT_TYPES,
        .doc = "QuantizeAndDequantizeV2 with a gradient that is 0 outside of the range.",
        .shape = GridShape,
        .gradient = "d = QuantizeAndDequantizeV4Grad(g, input, input_min, input_max, ...); input: "
                    "d.input_backprop; input_min: d.input_min_backprop; input_max: d.input_max_backprop",
        .composition = GridComposition,
    },
    {
        .name = "QuantizeAndDequantizeV4Grad",
        .inputs = "gradients: T, input: T, input_min: T, input_max: T",
        .outputs = "input_backprop: T, input_min_backprop: T, input_max_backprop: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES "; axis: int = -1",
        .doc = "Gives the gradient of QuantizeAndDequantizeV4: gradients where input is in [input_min, "
               "input_max], 0 elsewhere and for the ranges. Shapes: gradients is like input.",
        .shape = GridGradShape,
        .composition = GridGradComposition,
    },
};

}  // namespace

std::span<const OpRow> QuantizeGridOps() { return ChosenRows<kQuantizeGridOps>::All(); }

}  // namespace runnel
