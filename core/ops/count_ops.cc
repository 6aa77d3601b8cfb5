// Counts: how many elements there are of each number, or in each bin of a range.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status DenseBincountShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "size"));
  const auto size = ConstantInt(ctx, 1);
  if (size && *size < 0) return InvalidArgument("size is ", *size, ", expected at least 0");
  const Shape& input = ctx.input(0);
  if (!input.has_rank()) return OkStatus();
  if (input.rank() > 2) return InvalidArgument(ArgIs(ctx, 0, "input"), ": expected a vector or matrix");
  Shape out = input.rank() == 2 ? Shape{input.dim(0)} : Shape{};
  ctx.set_output(0, Concat(out, Shape{size.value_or(kUnknownDim)}));
  return OkStatus();
}

Status HistogramShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape range, RequireRank(ctx, 1, "value_range", 1));
  if (range.dim(0) >= 0 && range.dim(0) != 2) {
    return InvalidArgument(ArgIs(ctx, 1, "value_range"), ": expected two numbers");
  }
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 2, "nbins"));
  const auto bins = ConstantInt(ctx, 2);
  if (bins && *bins < 1) return InvalidArgument("nbins is ", *bins, ", expected at least 1");
  ctx.set_output(0, Shape{bins.value_or(kUnknownDim)});
  return OkStatus();
}

constexpr OpRow kCountOps[] = {
    {
        .name = "DenseBincount",
        .inputs = "input: Tidx, size: Tidx, weights: T",
        .outputs = "output: T",
        .attrs = "Tidx: {int32, int64}; T: {int32, int64, float, double}; binary_output: bool = false",
        .doc =
            "Counts how often each of 0 to size - 1 is in input, or in each of its rows, or adds up the "
            "weights of these elements; binary_output tells whether it is there at all. Shapes: size is "
            "a scalar, weights is like input or empty, output is [size] or [rows,size]. Errors: "
            "INVALID_ARGUMENT for an element below 0.",
        .flags = kOpNotDifferentiable,
        .shape = DenseBincountShape,
    },
    {
        .name = "HistogramFixedWidth",
        .inputs = "values: T, value_range: T, nbins: int32",
        .outputs = "out: dtype",
        .attrs = "T: {int32, int64, float, double}; dtype: {int32, int64} = int32",
        .doc =
            "Counts the values in each of nbins bins of one width between the two numbers of "
            "value_range; what is outside counts for the first or last. Shapes: nbins is a scalar, out "
            "is [nbins]. Errors: INVALID_ARGUMENT for a range that does not rise, or NaN.",
        .flags = kOpNotDifferentiable,
        .shape = HistogramShape,
    },
};

}  // namespace

std::span<const OpRow> CountOps() { return ChosenRows<kCountOps>::All(); }

}  // namespace runnel
