// What warm starts need when a vocabulary has changed: which old entry each new one is, and a matrix of
// a checkpoint with its rows and columns moved accordingly.
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kHostFlags = kOpStateful | kOpHost | kOpNotDifferentiable;

Status VocabRemappingShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "new_vocab_file"));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "old_vocab_file"));
  ctx.set_output(0, Shape{IntAttr(ctx, "num_new_vocab")});
  ctx.set_output(1, Shape());
  return OkStatus();
}

Status RemapMatrixShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 2, "row_remapping", 1).status());
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 3, "col_remapping", 1).status());
  ctx.set_output(0, Shape{IntAttr(ctx, "num_rows"), IntAttr(ctx, "num_cols", 1)});
  return OkStatus();
}

constexpr OpRow kRemapOps[] = {
    {
        .name = "GenerateVocabRemapping",
        .inputs = "new_vocab_file: string, old_vocab_file: string",
        .outputs = "remapping: int64, num_present: int32",
        .attrs = "new_vocab_offset: int >= 0; num_new_vocab: int >= 0; old_vocab_size: int >= -1 = -1",
        .doc =
            "Gives for num_new_vocab lines of the new file, from line new_vocab_offset on, the number "
            "of the same line in the old file, of which the first old_vocab_size lines count (-1: "
            "all), or -1; num_present says how many are there. Shapes: the inputs are scalars; "
            "remapping is [num_new_vocab], num_present a scalar. Errors: NOT_FOUND for a file; "
            "INVALID_ARGUMENT for one with fewer lines; FAILED_PRECONDITION for an old line that is "
            "there twice.",
        .flags = kHostFlags,
        .shape = VocabRemappingShape,
    },
    {
        .name = "LoadAndRemapMatrix",
        .inputs = "ckpt_path: string, old_tensor_name: string, row_remapping: int64, col_remapping: "
                  "int64, initializing_values: float",
        .outputs = "output_matrix: float",
        .attrs = "num_rows: int >= 0; num_cols: int >= 1; max_rows_in_memory: int = -1",
        .doc = "Gives a matrix of which row i is row row_remapping[i] of a tensor in a checkpoint, and "
               "column j column col_remapping[j], or j if there is no col_remapping; where either is "
               "below 0, elements come from initializing_values, in order. max_rows_in_memory: how many "
               "old rows are read at a time, all below 1. Shapes: ckpt_path and old_tensor_name have "
               "one element, row_remapping is [num_rows], "
               "col_remapping [num_cols] or empty; output_matrix is [num_rows,num_cols]. Errors: "
               "NOT_FOUND for the checkpoint or the tensor; INVALID_ARGUMENT for a tensor that is no "
               "float matrix, a number that it does not have, and too few or many initializing_values; "
               "UNIMPLEMENTED for a number that is there twice.",
        .flags = kHostFlags,
        .shape = RemapMatrixShape,
    },
};

}  // namespace

std::span<const OpRow> RemapOps() { return ChosenRows<kRemapOps>::All(); }

}  // namespace runnel
