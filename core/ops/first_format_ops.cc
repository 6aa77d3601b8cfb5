// Ops of savers that write TensorFlow's first format of checkpoints.
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kFileFlags = kOpHost | kOpStateful | kOpNotDifferentiable;

Status SaveShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "filename"));
  return RequireRank(ctx, 1, "tensor_names", 1).status();
}

Status SaveSlicesShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(SaveShape(ctx));
  return RequireRank(ctx, 2, "shapes_and_slices", 1).status();
}

// The type and shape are in the file.
Status RestoreShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "file_pattern"));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "tensor_name"));
  if (ctx.num_inputs() > 2) RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 2, "shape_and_slice"));
  return OkStatus();
}

constexpr OpRow kFirstFormatOps[] = {
    {
        .name = "Save",
        .inputs = "filename: string, tensor_names: string, data: T",
        .attrs = "T: list(type) >= 1",
        .doc =
            "Writes the tensors under their names into the file `filename`, a checkpoint of "
            "TensorFlow's first format, whole or not at all. Shapes: filename is a scalar, "
            "tensor_names a vector with one entry per tensor. Errors: INVALID_ARGUMENT for a wrong "
            "count, a double name, or a tensor of more than 2 GiB; NOT_FOUND for a folder that is not "
            "there.",
        .flags = kFileFlags,
        .shape = SaveShape,
    },
    {
        .name = "SaveSlices",
        .inputs = "filename: string, tensor_names: string, shapes_and_slices: string, data: T",
        .attrs = "T: list(type) >= 1",
        .doc = "As Save, of slices of tensors: \"4 5 0,2:-\" is the first two rows of a [4,5]; an empty "
               "one means the whole tensor. Shapes: shapes_and_slices is a vector with one entry per "
               "tensor. Errors: also INVALID_ARGUMENT for a slice that does not fit.",
        .flags = kFileFlags,
        .shape = SaveSlicesShape,
    },
    {
        .name = "Restore",
        .inputs = "file_pattern: string, tensor_name: string",
        .outputs = "tensor: dt",
        .attrs = "dt: type; preferred_shard: int = -1",
        .doc = "Reads a tensor from a checkpoint of either format; one in shards is named without their "
               "numbers, or with ?????. preferred_shard is a hint. Shapes: scalars. Errors: NOT_FOUND "
               "naming a file or tensor that is not there; INVALID_ARGUMENT for another type; DATA_LOSS "
               "for a file that is damaged.",
        .flags = kFileFlags,
        .shape = RestoreShape,
    },
    {
        .name = "RestoreSlice",
        .inputs = "file_pattern: string, tensor_name: string, shape_and_slice: string",
        .outputs = "tensor: dt",
        .attrs = "dt: type; preferred_shard: int = -1",
        .doc = "As Restore, of a slice of the tensor, said as SaveSlices does. Errors: also "
               "INVALID_ARGUMENT for a tensor of another shape.",
        .flags = kFileFlags,
        .shape = RestoreShape,
    },
};

}  // namespace

std::span<const OpRow> FirstFormatOps() { return ChosenRows<kFirstFormatOps>::All(); }

}  // namespace runnel
