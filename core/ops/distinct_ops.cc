// Slices of tensors without repetition, and those that another tensor does not have.
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kHostFlags = kOpStateful | kOpHost | kOpNotDifferentiable;

Status ListDiffShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 0, "x", 1).status());
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "y", 1).status());
  ctx.set_output(0, Shape{kUnknownDim});
  ctx.set_output(1, Shape{kUnknownDim});
  return OkStatus();
}

Status UniqueAxisShape(ShapeContext& ctx) {
  const Shape& x = ctx.input(0);
  ctx.set_output(1, Shape{kUnknownDim});
  if (ctx.num_outputs() > 2) ctx.set_output(2, Shape{kUnknownDim});
  RUNNEL_ASSIGN_OR_RETURN(const auto axes, ConstantInts(ctx, 1, "axis"));
  if (!x.has_rank() || !axes) return OkStatus();
  int axis = 0;
  if (axes->size() == 1) {
    RUNNEL_ASSIGN_OR_RETURN(axis, NormalAxis((*axes)[0], x.rank(), "axis", ArgIs(ctx, 0, "x")));
  } else if (!axes->empty() || x.rank() != 1) {
    return InvalidArgument("axis has ", axes->size(), " numbers, ", ArgIs(ctx, 0, "x"),
                           ": expected one, or none for a vector");
  }
  ctx.set_output(
      0, Concat(Concat(SubShape(x, 0, axis), Shape{kUnknownDim}), SubShape(x, axis + 1, x.rank())));
  ctx.set_output(1, Shape{x.dim(axis)});
  return OkStatus();
}

constexpr OpRow kDistinctOps[] = {
    {
        .name = "ListDiff",
        .inputs = "x: T, y: T",
        .outputs = "out: T, idx: out_idx",
        .attrs = "T: type; out_idx: {int32, int64} = int32",
        .doc = "Gives the elements of x that y does not have, in their order, and their places in x. "
               "NaN is equal to nothing. Shapes: vectors.",
        .flags = kHostFlags,
        .shape = ListDiffShape,
    },
    {
        .name = "UniqueV2",
        .inputs = "x: T, axis: Taxis",
        .outputs = "y: T, idx: out_idx",
        .attrs = "T: type; Taxis: {int32, int64} = int64; out_idx: {int32, int64} = int32",
        .doc = "Gives the slices of x along axis once each, in the order in which they come first, "
               "and where each slice is among them. Shapes: axis is a vector of one number, which "
               "counts from the end below 0, or empty for an x that is a vector; idx is a vector. "
               "Errors: INVALID_ARGUMENT for another axis.",
        .flags = kHostFlags,
        .shape = UniqueAxisShape,
    },
    {
        .name = "UniqueWithCountsV2",
        .inputs = "x: T, axis: Taxis",
        .outputs = "y: T, idx: out_idx, count: out_idx",
        .attrs = "T: type; Taxis: {int32, int64} = int64; out_idx: {int32, int64} = int32",
        .doc = "As UniqueV2; count says how often each slice is there.",
        .flags = kHostFlags,
        .shape = UniqueAxisShape,
    },
};

}  // namespace

std::span<const OpRow> DistinctOps() { return ChosenRows<kDistinctOps>::All(); }

}  // namespace runnel
