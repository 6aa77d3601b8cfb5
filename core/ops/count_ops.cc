// Counts: how many elements there are of each number, or in each bin of a range.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// Input `at`, the size, as far as it is known.
Result<int64_t> BinCount(ShapeContext& ctx, int at) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, at, "size"));
  const auto size = ConstantInt(ctx, at);
  if (size && *size < 0) return InvalidArgument("size is ", *size, ", expected at least 0");
  return size.value_or(kUnknownDim);
}

Status DenseBincountShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const int64_t size, BinCount(ctx, 1));
  const Shape& input = ctx.input(0);
  if (!input.has_rank()) return OkStatus();
  if (input.rank() > 2) return InvalidArgument(ArgIs(ctx, 0, "input"), ": expected a vector or matrix");
  Shape out = input.rank() == 2 ? Shape{input.dim(0)} : Shape{};
  ctx.set_output(0, Concat(out, Shape{size}));
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

// Inputs: indices, values, dense_shape, size, weights.
Status SparseBincountShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape indices, RequireRank(ctx, 0, "indices", 2));
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "values", 1).status());
  RUNNEL_ASSIGN_OR_RETURN(const Shape shape, RequireRank(ctx, 2, "dense_shape", 1));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t size, BinCount(ctx, 3));
  const int64_t rank = indices.dim(1) >= 0 ? indices.dim(1) : shape.dim(0);
  if (rank < 0) return OkStatus();
  ctx.set_output(0, rank == 1 ? Shape{size} : Shape{kUnknownDim, size});
  return OkStatus();
}
// Inputs: splits, values, size, weights.
Status RaggedBincountShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape splits, RequireRank(ctx, 0, "splits", 1));
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "values", 1).status());
  RUNNEL_ASSIGN_OR_RETURN(const int64_t size, BinCount(ctx, 2));
  if (splits.dim(0) == 0) return InvalidArgument(ArgIs(ctx, 0, "splits"), ": must not be empty");
  ctx.set_output(0, Shape{splits.dim(0) < 0 ? kUnknownDim : splits.dim(0) - 1, size});
  return OkStatus();
}

Status SetCounts(ShapeContext& ctx, int64_t rank) {
  ctx.set_output(0, Shape{kUnknownDim, rank});
  ctx.set_output(1, Shape{kUnknownDim});
  ctx.set_output(2, Shape{rank});
  return OkStatus();
}
Status DenseCountsShape(ShapeContext& ctx) {
  const Shape& values = ctx.input(0);
  if (!values.has_rank()) return SetCounts(ctx, kUnknownDim);
  if (values.rank() < 1 || values.rank() > 2) {
    return InvalidArgument(ArgIs(ctx, 0, "values"), ": expected a vector or matrix");
  }
  return SetCounts(ctx, values.rank());
}
Status SparseCountsShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape indices, RequireRank(ctx, 0, "indices", 2));
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "values", 1).status());
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 2, "dense_shape", 1).status());
  const int64_t rank = indices.dim(1);
  return SetCounts(ctx, rank > 1 ? 2 : rank);
}
Status RaggedCountsShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 0, "splits", 1).status());
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "values", 1).status());
  return SetCounts(ctx, 2);
}

#define RUNNEL_COUNT_OUTPUTS \
  "output_indices: int64, output_values: output_type, output_dense_shape: int64"
#define RUNNEL_COUNT_ATTRS                                                                          \
  "T: {int32, int64}; minlength: int = -1; maxlength: int = -1; binary_output: bool; output_type: " \
  "{int32, int64, float, double}"

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
        .name = "SparseBincount",
        .inputs = "indices: int64, values: Tidx, dense_shape: int64, size: Tidx, weights: T",
        .outputs = "output: T",
        .attrs = "Tidx: {int32, int64}; T: {int32, int64, float, double}; binary_output: bool = false",
        .doc =
            "As DenseBincount, of the values of a sparse tensor, whose rows are counted if it has more "
            "than one dimension. Shapes: indices is [n, rank], values [n], dense_shape [rank], size a "
            "scalar, weights like values or empty; output is [size] or [rows, size]. Errors: "
            "INVALID_ARGUMENT for a value below 0, and indices outside of dense_shape.",
        .flags = kOpNotDifferentiable,
        .shape = SparseBincountShape,
    },
    {
        .name = "RaggedBincount",
        .inputs = "splits: int64, values: Tidx, size: Tidx, weights: T",
        .outputs = "output: T",
        .attrs = "Tidx: {int32, int64}; T: {int32, int64, float, double}; binary_output: bool = false",
        .doc = "As DenseBincount, of the rows of a ragged tensor. Shapes: splits is [rows + 1], values "
               "[n], "
               "size a scalar, weights like values or empty; output is [rows, size]. Errors: "
               "INVALID_ARGUMENT for a value below 0, and splits that fall or do not go from 0 to n.",
        .flags = kOpNotDifferentiable,
        .shape = RaggedBincountShape,
    },
    {
        .name = "DenseCountSparseOutput",
        .inputs = "values: T, weights: output_type",
        .outputs = RUNNEL_COUNT_OUTPUTS,
        .attrs = RUNNEL_COUNT_ATTRS,
        .doc =
            "Counts the numbers of values, or of each of its rows, into a sparse tensor: at (row, "
            "number) "
            "it has how often the number is there, or the sum of its weights; 1 with binary_output. "
            "Numbers from maxlength on do not count, if that is not negative. Shapes: values is [n] or "
            "[rows, n], weights like it or empty; the last dimension of output_dense_shape is "
            "maxlength, "
            "or the largest number + 1, and at least minlength. Errors: INVALID_ARGUMENT for a number "
            "below 0.",
        .flags = kOpNotDifferentiable,
        .shape = DenseCountsShape,
    },
    {
        .name = "SparseCountSparseOutput",
        .inputs = "indices: int64, values: T, dense_shape: int64, weights: output_type",
        .outputs = RUNNEL_COUNT_OUTPUTS,
        .attrs = RUNNEL_COUNT_ATTRS,
        .doc =
            "As DenseCountSparseOutput, of a sparse tensor, whose rows are counted if it has more than "
            "one dimension. Shapes: indices is [n, rank], values [n], dense_shape [rank], weights like "
            "values or empty.",
        .flags = kOpNotDifferentiable,
        .shape = SparseCountsShape,
    },
    {
        .name = "RaggedCountSparseOutput",
        .inputs = "splits: int64, values: T, weights: output_type",
        .outputs = RUNNEL_COUNT_OUTPUTS,
        .attrs = RUNNEL_COUNT_ATTRS,
        .doc = "As DenseCountSparseOutput, of the rows of a ragged tensor. Shapes: splits is [rows + "
               "1], at "
               "least one row, values [n], weights like values or empty.",
        .flags = kOpNotDifferentiable,
        .shape = RaggedCountsShape,
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
