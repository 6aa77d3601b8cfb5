// Files, of checkpoints above all, and Assert: what talks to the world outside.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kFileFlags = kOpStateful | kOpHost | kOpNotDifferentiable;

// prefix is a scalar; names and slices are vectors with one entry per tensor.
Status CheckpointNames(ShapeContext& ctx, int64_t num_tensors) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "prefix"));
  for (int i = 1; i < 3; ++i) {
    const std::string_view arg = i == 1 ? "tensor_names" : "shape_and_slices";
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, RequireRank(ctx, i, arg, 1));
    if (shape.dim(0) >= 0 && shape.dim(0) != num_tensors) {
      return InvalidArgument(arg, " has ", shape.dim(0), " entries for ", num_tensors, " tensors");
    }
  }
  return OkStatus();
}

Status SaveShape(ShapeContext& ctx) { return CheckpointNames(ctx, ctx.num_inputs() - 3); }

// The type and shape are in the file. A slice "4 5 0,2:0,5" has the shape, but it is parsed only at run
// time.
Status RestoreShape(ShapeContext& ctx) { return CheckpointNames(ctx, ctx.num_outputs()); }

Status MergeCheckpointsShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 0, "checkpoint_prefixes", 1).status());
  return RequireScalar(ctx, 1, "destination_prefix");
}

Status ReadFileShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "filename"));
  ctx.set_output(0, Shape());
  return OkStatus();
}

Status WriteFileShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "filename"));
  return RequireScalar(ctx, 1, "contents");
}

Status MatchingFilesShape(ShapeContext& ctx) {
  if (ctx.input(0).rank() > 1) {
    return InvalidArgument("pattern must be a scalar or a vector, got shape ", ctx.input(0).ToString());
  }
  ctx.set_output(0, Shape{kUnknownDim});
  return OkStatus();
}

Status AssertShape(ShapeContext& ctx) { return RequireScalar(ctx, 0, "condition"); }

constexpr OpRow kFileOps[] = {
    {
        .name = "SaveV2",
        .inputs = "prefix: string, tensor_names: string, shape_and_slices: string, tensors: dtypes",
        .attrs = "dtypes: list(type) >= 1",
        .doc = "Writes the tensors under their names into the checkpoint `prefix`, in TensorFlow's V2 "
               "format, whole or not at all. Shapes: prefix is a scalar; tensor_names and "
               "shape_and_slices are vectors with one entry per tensor; an empty slice means the whole "
               "tensor. Errors: INVALID_ARGUMENT for a wrong count, a double name or a bad slice; "
               "RESOURCE_EXHAUSTED if no space is left.",
        .flags = kFileFlags,
        .shape = SaveShape,
    },
    {
        .name = "RestoreV2",
        .inputs = "prefix: string, tensor_names: string, shape_and_slices: string",
        .outputs = "tensors: dtypes",
        .attrs = "dtypes: list(type) >= 1",
        .doc =
            "Reads the named tensors from the checkpoint `prefix`. Shapes: as SaveV2. Errors: NOT_FOUND "
            "naming a file or tensor that is not there; INVALID_ARGUMENT for another type or a bad "
            "slice; DATA_LOSS for a file that is damaged.",
        .flags = kFileFlags,
        .shape = RestoreShape,
    },
    {
        .name = "MergeV2Checkpoints",
        .inputs = "checkpoint_prefixes: string, destination_prefix: string",
        .attrs = "delete_old_dirs: bool = true; allow_missing_files: bool = false",
        .doc = "Joins checkpoints written apart into one, moving their data files. Shapes: "
               "checkpoint_prefixes is a vector, destination_prefix a scalar. Errors: NOT_FOUND for one "
               "that is not there; with allow_missing_files only INVALID_ARGUMENT if none is.",
        .flags = kFileFlags,
        .shape = MergeCheckpointsShape,
    },
    {
        .name = "ReadFile",
        .inputs = "filename: string",
        .outputs = "contents: string",
        .doc = "The whole file as a string. Shapes: scalars. Errors: NOT_FOUND naming the file.",
        .flags = kFileFlags,
        .shape = ReadFileShape,
    },
    {
        .name = "WriteFile",
        .inputs = "filename: string, contents: string",
        .doc = "Writes the file, whole or not at all, and the folders that lead to it. Shapes: scalars. "
               "Errors: RESOURCE_EXHAUSTED if no space is left.",
        .flags = kFileFlags,
        .shape = WriteFileShape,
    },
    {
        .name = "MatchingFiles",
        .inputs = "pattern: string",
        .outputs = "filenames: string",
        .doc =
            "The files whose paths match one of the patterns, sorted, each once. `*`, `?` and `[a-z]` "
            "stand for characters of one name, never for `/`. Shapes: a scalar or a vector gives a "
            "vector.",
        .flags = kFileFlags,
        .shape = MatchingFilesShape,
    },
    {
        .name = "Assert",
        .inputs = "condition: bool, data: T",
        .attrs = "T: list(type) >= 1; summarize: int = 3",
        .doc = "Fails the step if condition does not hold. Shapes: condition is a scalar. Errors: "
               "INVALID_ARGUMENT showing the first `summarize` elements of every data tensor.",
        .flags = kFileFlags,
        .shape = AssertShape,
    },
};

}  // namespace

std::span<const OpRow> FileOps() { return ChosenRows<kFileOps>::All(); }

}  // namespace runnel
