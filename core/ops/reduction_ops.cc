// Reductions over given axes, and the positions of extremes.
#include <algorithm>

#include "core/ops/families.h"
#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

Status ArgMaxShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "dimension"));
  const Shape& input = ctx.input(0);
  if (!input.has_rank()) return OkStatus();
  if (input.rank() == 0) return InvalidArgument(ArgIs(ctx, 0, "input"), ": must have rank 1 or more");
  const auto axis = ConstantInt(ctx, 1);
  if (!axis) {
    ctx.set_output(0, Shape::UnknownOfRank(input.rank() - 1));
    return OkStatus();
  }
  RUNNEL_ASSIGN_OR_RETURN(const int a,
                          NormalAxis(*axis, input.rank(), "dimension", ArgIs(ctx, 0, "input")));
  if (input.dim(a) == 0) {
    return InvalidArgument("dimension ", *axis, " is empty: ", ArgIs(ctx, 0, "input"));
  }
  ctx.set_output(0, Concat(SubShape(input, 0, a), SubShape(input, a + 1, input.rank())));
  return OkStatus();
}

OutputRef Mul(GraphBuilder& b, OutputRef x, OutputRef y) { return b.Op("Mul", {x, y}); }

// How a reduction's result is laid over its input again. Built from what is known of the axes.
class Spread {
 public:
  explicit Spread(GradientContext& ctx) : ctx_(ctx), input_(ctx.input_shape(0)) {
    kept_ = *ctx.node().attr<bool>("keep_dims");
    const auto axes = ConstantIntsOf(ctx.input_ref(1));
    if (!axes || !input_.has_rank()) return;
    known_ = true;
    for (const int64_t axis : *axes) axes_.push_back(axis < 0 ? axis + input_.rank() : axis);
    std::sort(axes_.begin(), axes_.end());
  }

  // `value`, like the reduction's output, with its axes kept as dims of 1: broadcasts against the input.
  OutputRef Keep(OutputRef value) {
    if (kept_) return value;
    GraphBuilder& b = ctx_.b();
    if (known_) {
      // Leading axes need no place: broadcasting adds them.
      bool leading = true;
      for (size_t i = 0; i < axes_.size(); ++i) leading &= axes_[i] == static_cast<int64_t>(i);
      if (leading) return value;
      for (const int64_t axis : axes_) {
        value = b.Op("ExpandDims", {value, IntScalar(b, DType::kInt32, axis)});
      }
      return value;
    }
    // The input's shape with 1 at every axis, stitched together from both.
    const OutputRef shape = ShapeTensor(ctx_, ctx_.input_ref(0));
    const OutputRef zero = b.Scalar(DType::kInt32, 0), one = b.Scalar(DType::kInt32, 1);
    const OutputRef rank = b.Op("Size", {shape});
    OutputRef axes = ctx_.input(1);
    if (TypeOf(axes) != DType::kInt32) {
      axes = b.Op("Cast", {axes}, {{"DstT", AttrValue(DType::kInt32)}});
    }
    axes = b.Op("Reshape", {b.Op("FloorMod", {b.Op("AddV2", {axes, rank}), rank}), b.Int32Vector({-1})});
    const OutputRef ones = b.Op("OnesLike", {axes});
    const OutputRef all = b.Op("Range", {zero, rank, one});
    return b.Op("Reshape", {value, b.Op("DynamicStitch", {all, axes, shape, ones})});
  }

  OutputRef ToInput(OutputRef value) {
    return ctx_.b().Op("BroadcastTo", {Keep(value), ShapeTensor(ctx_, ctx_.input_ref(0))});
  }

  // The number of elements behind each result, as a scalar of the gradient's type.
  OutputRef Count(DType dtype) {
    GraphBuilder& b = ctx_.b();
    int64_t count = 1;
    bool fixed = known_;
    for (const int64_t axis : axes_) {
      const int64_t d = input_.dim(static_cast<int>(axis));
      fixed &= d >= 0;
      count *= d;
    }
    if (fixed) return b.Scalar(dtype, static_cast<double>(count));
    const auto size = [&](OutputRef forward) {
      return b.Op("Prod", {ShapeTensor(ctx_, forward, DType::kInt64), b.Int32Vector({0})});
    };
    // Where the result is empty there is nothing to divide.
    const OutputRef results = b.Op("Maximum", {size(ctx_.output_ref(0)), b.Scalar(DType::kInt64, 1)});
    const OutputRef ratio = b.Op("FloorDiv", {size(ctx_.input_ref(0)), results});
    return b.Op("Cast", {ratio}, {{"DstT", AttrValue(dtype)}});
  }

 private:
  GradientContext& ctx_;
  const Shape& input_;
  bool kept_ = false;
  bool known_ = false;  // axes_ is right
  std::vector<int64_t> axes_;
};

Status SumGrad(GradientContext& ctx) {
  ctx.set_input_grad(0, Spread(ctx).ToInput(ctx.grad()));
  return OkStatus();
}

Status MeanGrad(GradientContext& ctx) {
  Spread spread(ctx);
  const OutputRef share = ctx.b().Op("RealDiv", {ctx.grad(), spread.Count(TypeOf(ctx.grad()))});
  ctx.set_input_grad(0, spread.ToInput(share));
  return OkStatus();
}

// Equal extremes share the gradient equally.
Status ExtremeGrad(GradientContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RealOnly(ctx));
  GraphBuilder& b = ctx.b();
  Spread spread(ctx);
  const OutputRef hits = b.Op("Equal", {spread.Keep(ctx.output(0)), ctx.input(0)});
  const OutputRef marks = b.Op("Cast", {hits}, {{"DstT", AttrValue(ctx.input_type(0))}});
  const OutputRef count =
      b.Op("Sum", {marks, ctx.input(1)}, {{"keep_dims", *FindAttr(ctx.node().attrs(), "keep_dims")}});
  const OutputRef share = b.Op("RealDiv", {ctx.grad(), count});
  ctx.set_input_grad(0, Mul(b, marks, spread.Keep(share)));
  return OkStatus();
}

// The product of all others: product / x, and where zeros are in the way the product of what is not
// zero, for the one zero there is. Derivatives of this at exact zeros miss the terms that pair them.
Status ProdGrad(GradientContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RealOnly(ctx));
  GraphBuilder& b = ctx.b();
  Spread spread(ctx);
  const DType dtype = ctx.input_type(0);
  const OutputRef x = ctx.input(0), axes = ctx.input(1);
  const AttrList keep = {{"keep_dims", *FindAttr(ctx.node().attrs(), "keep_dims")}};
  const AttrList to_value = {{"DstT", AttrValue(dtype)}};
  const OutputRef one = b.Scalar(dtype, 1);
  const OutputRef is_zero = b.Op("Equal", {x, b.Scalar(dtype, 0)});
  const OutputRef safe = b.Op("SelectV2", {is_zero, one, x});
  const OutputRef zeros = b.Op("Sum", {b.Op("Cast", {is_zero}, to_value), axes}, keep);
  const OutputRef others = b.Op("Prod", {safe, axes}, keep);
  const auto weight = [&](double wanted) {  // gradient times `others`, where there are that many zeros
    const OutputRef right = b.Op("Cast", {b.Op("Equal", {zeros, b.Scalar(dtype, wanted)})}, to_value);
    return spread.Keep(Mul(b, Mul(b, ctx.grad(), others), right));
  };
  const OutputRef without = b.Op("RealDiv", {weight(0), safe});
  ctx.set_input_grad(0, b.Op("SelectV2", {is_zero, weight(1), without}));
  return OkStatus();
}

constinit const OpRow kReductionOps[] = {
    {
        .name = "Sum",
        .inputs = "input: T, reduction_indices: Tidx",
        .outputs = "output: T",
        .attrs = "keep_dims: bool = false; T: " RUNNEL_NUMBER_TYPES "; Tidx: {int32, int64} = int32",
        .doc =
            "Sums over the given axes; an empty axis gives 0. Shapes: reduction_indices is a scalar or "
            "vector of axes in [-rank,rank); they vanish, or become 1 with keep_dims. Errors: "
            "INVALID_ARGUMENT for an axis out of range or given twice.",
        .shape = ReductionShape,
        .gradient = SumGrad,
    },
    {
        .name = "Mean",
        .inputs = "input: T, reduction_indices: Tidx",
        .outputs = "output: T",
        .attrs = "keep_dims: bool = false; T: " RUNNEL_NUMBER_TYPES "; Tidx: {int32, int64} = int32",
        .doc = "Averages over the given axes; an empty axis gives NaN, or 0 for integers, whose "
               "quotient is "
               "cut towards zero. Shapes and errors: as Sum.",
        .shape = ReductionShape,
        .gradient = MeanGrad,
    },
    {
        .name = "Prod",
        .inputs = "input: T, reduction_indices: Tidx",
        .outputs = "output: T",
        .attrs = "keep_dims: bool = false; T: " RUNNEL_NUMBER_TYPES "; Tidx: {int32, int64} = int32",
        .doc = "Multiplies over the given axes; an empty axis gives 1. Shapes and errors: as Sum.",
        .shape = ReductionShape,
        .gradient = ProdGrad,
    },
    {
        .name = "Max",
        .inputs = "input: T, reduction_indices: Tidx",
        .outputs = "output: T",
        .attrs = "keep_dims: bool = false; T: " RUNNEL_NUMBER_TYPES "; Tidx: {int32, int64} = int32",
        .doc =
            "Gives the largest element over the given axes; an empty axis gives the lowest number of T. "
            "Shapes and errors: as Sum.",
        .shape = ReductionShape,
        .gradient = ExtremeGrad,
    },
    {
        .name = "Min",
        .inputs = "input: T, reduction_indices: Tidx",
        .outputs = "output: T",
        .attrs = "keep_dims: bool = false; T: " RUNNEL_NUMBER_TYPES "; Tidx: {int32, int64} = int32",
        .doc =
            "Gives the smallest element over the given axes; an empty axis gives the highest number of "
            "T. Shapes and errors: as Sum.",
        .shape = ReductionShape,
        .gradient = ExtremeGrad,
    },
    {
        .name = "All",
        .inputs = "input: bool, reduction_indices: Tidx",
        .outputs = "output: bool",
        .attrs = "keep_dims: bool = false; Tidx: {int32, int64} = int32",
        .doc = "Tells whether all elements over the given axes hold; true for an empty axis. Shapes and "
               "errors: as Sum.",
        .flags = kOpNotDifferentiable,
        .shape = ReductionShape,
    },
    {
        .name = "Any",
        .inputs = "input: bool, reduction_indices: Tidx",
        .outputs = "output: bool",
        .attrs = "keep_dims: bool = false; Tidx: {int32, int64} = int32",
        .doc =
            "Tells whether any element over the given axes holds; false for an empty axis. Shapes and "
            "errors: as Sum.",
        .flags = kOpNotDifferentiable,
        .shape = ReductionShape,
    },
    {
        .name = "ArgMax",
        .inputs = "input: T, dimension: Tidx",
        .outputs = "output: output_type",
        .attrs = "T: " RUNNEL_NUMBER_TYPES
                 "; Tidx: {int32, int64} = int32; output_type: {int32, int64} = int64",
        .doc =
            "Gives the position of the largest element along one axis, the first of equal ones. Shapes: "
            "dimension is a scalar in [-rank,rank); that axis vanishes. Errors: INVALID_ARGUMENT for an "
            "axis out of range or an empty axis.",
        .flags = kOpNotDifferentiable,
        .shape = ArgMaxShape,
    },
    {
        .name = "ArgMin",
        .inputs = "input: T, dimension: Tidx",
        .outputs = "output: output_type",
        .attrs = "T: " RUNNEL_NUMBER_TYPES
                 "; Tidx: {int32, int64} = int32; output_type: {int32, int64} = int64",
        .doc =
            "Gives the position of the smallest element along one axis, the first of equal ones. Shapes "
            "and errors: as ArgMax.",
        .flags = kOpNotDifferentiable,
        .shape = ArgMaxShape,
    },
};

}  // namespace

std::span<const OpRow> ReductionOps() { return kReductionOps; }

}  // namespace runnel
