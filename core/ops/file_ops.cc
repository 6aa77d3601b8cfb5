// Checkpoint files, and Assert: what talks to the world outside.
#include "core/ops/families.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

constexpr uint32_t kFileFlags = kOpStateful | kOpHost | kOpNotDifferentiable;

constinit const OpRow kFileOps[] = {
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
    },
    {
        .name = "MergeV2Checkpoints",
        .inputs = "checkpoint_prefixes: string, destination_prefix: string",
        .attrs = "delete_old_dirs: bool = true",
        .doc = "Joins checkpoints written apart into one, moving their data files. Shapes: "
               "checkpoint_prefixes is a vector, destination_prefix a scalar.",
        .flags = kFileFlags,
    },
    {
        .name = "Assert",
        .inputs = "condition: bool, data: T",
        .attrs = "T: list(type) >= 1; summarize: int = 3",
        .doc = "Fails the step if condition does not hold. Shapes: condition is a scalar. Errors: "
               "INVALID_ARGUMENT showing the first `summarize` elements of every data tensor.",
        .flags = kFileFlags,
    },
};

}  // namespace

std::span<const OpRow> FileOps() { return kFileOps; }

}  // namespace runnel
