// Places in sorted rows, and places in tensors as vectors of indices.
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status BoundShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape sorted, RequireRank(ctx, 0, "sorted_inputs", 2));
  RUNNEL_ASSIGN_OR_RETURN(const Shape values, RequireRank(ctx, 1, "values", 2));
  if (!Shape{sorted.dim(0)}.IsCompatibleWith(Shape{values.dim(0)})) {
    return InvalidArgument(ArgIs(ctx, 0, "sorted_inputs"), ", ", ArgIs(ctx, 1, "values"),
                           ": there must be as many rows of both");
  }
  ctx.set_output(0, values);
  return OkStatus();
}

Status UnravelIndexShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape dims, RequireRank(ctx, 1, "dims", 1));
  const Shape& indices = ctx.input(0);
  if (!indices.has_rank()) return OkStatus();
  if (indices.rank() > 1) {
    return InvalidArgument(ArgIs(ctx, 0, "indices"), ": must be a scalar or a vector");
  }
  ctx.set_output(0, Concat(dims, indices));
  return OkStatus();
}

constexpr OpRow kSearchOps[] = {
    {
        .name = "LowerBound",
        .inputs = "sorted_inputs: T, values: T",
        .outputs = "output: out_type",
        .attrs = "T: type; out_type: {int32, int64} = int32",
        .doc = "Gives for each value how many elements of its row of sorted_inputs are less than it. "
               "Shapes: matrices with as many rows, whose numbers do not fall; output is like values. "
               "Errors: INVALID_ARGUMENT for rows of more elements than out_type counts.",
        .flags = kOpNotDifferentiable,
        .shape = BoundShape,
    },
    {
        .name = "UpperBound",
        .inputs = "sorted_inputs: T, values: T",
        .outputs = "output: out_type",
        .attrs = "T: type; out_type: {int32, int64} = int32",
        .doc = "As LowerBound, with the elements that equal the value.",
        .flags = kOpNotDifferentiable,
        .shape = BoundShape,
    },
    {
        .name = "UnravelIndex",
        .inputs = "indices: Tidx, dims: Tidx",
        .outputs = "output: Tidx",
        .attrs = "Tidx: {int32, int64} = int32",
        .doc = "Gives the vectors of indices that places in row-major order have in a tensor with these "
               "dims. Shapes: indices is a scalar or a vector, dims a vector; output is "
               "[dims] + indices.shape. Errors: INVALID_ARGUMENT for a place that is not there, for "
               "more places than Tidx counts, and without any indices or dims.",
        .flags = kOpNotDifferentiable,
        .shape = UnravelIndexShape,
    },
};

}  // namespace

std::span<const OpRow> SearchOps() { return ChosenRows<kSearchOps>::All(); }

}  // namespace runnel
