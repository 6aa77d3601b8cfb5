// Sets as rows of tensors, and how far rows are from each other.
#include <algorithm>

#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kHostFlags = kOpStateful | kOpHost | kOpNotDifferentiable;

Status SetShape(ShapeContext& ctx) {
  for (int i = 0; i < 3; ++i) {
    ctx.set_output(i, i == 0 ? Shape::UnknownOfRank(2) : Shape{kUnknownDim});
  }
  return OkStatus();
}

Status SetSizeShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape shape, ctx.ConstantInputAsShape(2));
  if (shape.has_rank() && shape.rank() > 0) ctx.set_output(0, SubShape(shape, 0, shape.rank() - 1));
  return OkStatus();
}

Status DistanceShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 0, "hypothesis_indices", 2).status());
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 3, "truth_indices", 2).status());
  RUNNEL_ASSIGN_OR_RETURN(const Shape a, ctx.ConstantInputAsShape(2));
  RUNNEL_ASSIGN_OR_RETURN(const Shape b, ctx.ConstantInputAsShape(5));
  if (!a.IsFullyDefined() || !b.IsFullyDefined() || a.rank() != b.rank()) return OkStatus();
  Shape out;
  for (int d = 0; d + 1 < a.rank(); ++d) out.Append(std::max(a.dim(d), b.dim(d)));
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

constexpr OpRow kSetOps[] = {
    {
        .name = "DenseToDenseSetOperation",
        .inputs = "set1: T, set2: T",
        .outputs = "result_indices: int64, result_values: T, result_shape: int64",
        .attrs = "set_operation: string; validate_indices: bool = true; T: {int8, int16, int32, int64, "
                 "uint8, uint16, string}",
        .doc = "Combines the sets that are the rows of the last dim of two dense tensors, without "
               "repetition. set_operation is a-b, b-a, intersection or union. The result is sparse, "
               "each of its sets in rising order. Errors: INVALID_ARGUMENT for another operation, or "
               "groups that differ; with validate_indices for indices out of order.",
        .flags = kHostFlags,
        .shape = SetShape,
    },
    {
        .name = "DenseToSparseSetOperation",
        .inputs = "set1: T, set2_indices: int64, set2_values: T, set2_shape: int64",
        .outputs = "result_indices: int64, result_values: T, result_shape: int64",
        .attrs = "set_operation: string; validate_indices: bool = true; T: {int8, int16, int32, int64, "
                 "uint8, uint16, string}",
        .doc = "Combines the sets that are the rows of the last dim of a dense and a sparse tensor, "
               "without repetition. set_operation is a-b, b-a, intersection or union. The result is "
               "sparse, each of its sets in rising order. Errors: INVALID_ARGUMENT for another "
               "operation, or groups that differ; with validate_indices for indices out of order.",
        .flags = kHostFlags,
        .shape = SetShape,
    },
    {
        .name = "SparseToSparseSetOperation",
        .inputs = "set1_indices: int64, set1_values: T, set1_shape: int64, set2_indices: int64, "
                  "set2_values: T, set2_shape: int64",
        .outputs = "result_indices: int64, result_values: T, result_shape: int64",
        .attrs = "set_operation: string; validate_indices: bool = true; T: {int8, int16, int32, int64, "
                 "uint8, uint16, string}",
        .doc = "Combines the sets that are the rows of the last dim of two sparse tensors, without "
               "repetition. set_operation is a-b, b-a, intersection or union. The result is sparse, "
               "each of its sets in rising order. Errors: INVALID_ARGUMENT for another operation, or "
               "groups that differ; with validate_indices for indices out of order.",
        .flags = kHostFlags,
        .shape = SetShape,
    },
    {
        .name = "SetSize",
        .inputs = "set_indices: int64, set_values: T, set_shape: int64",
        .outputs = "size: int32",
        .attrs = "validate_indices: bool = true; T: {int8, int16, int32, int64, uint8, uint16, string}",
        .doc = "Counts the elements of the sets that are the rows of the last dim of a sparse "
               "tensor, without repetition. Shapes: size is the dense shape without its last dim. "
               "Errors: INVALID_ARGUMENT for an index out of range and, with validate_indices, out "
               "of order.",
        .flags = kHostFlags,
        .shape = SetSizeShape,
    },
    {
        .name = "EditDistance",
        .inputs = "hypothesis_indices: int64, hypothesis_values: T, hypothesis_shape: int64, "
                  "truth_indices: int64, truth_values: T, truth_shape: int64",
        .outputs = "output: float",
        .attrs = "normalize: bool = true; T: type",
        .doc = "Counts how many insertions, deletions and replacements make each row of the last dim "
               "of hypothesis that of truth, divided by truth's length if normalize is set. Shapes: "
               "output is, dim by dim, the larger of the dense shapes without their last dims. "
               "Errors: INVALID_ARGUMENT for an index out of range.",
        .flags = kHostFlags,
        .shape = DistanceShape,
    },
};

}  // namespace

std::span<const OpRow> SetOps() { return ChosenRows<kSetOps>::All(); }

}  // namespace runnel
