// Sparse tensors as bytes and in maps, on their way through queues.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kSparseFlags = kOpStateful | kOpHost | kOpNotDifferentiable;

Status CheckSparseInputs(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 0, "sparse_indices", 2).status());
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "sparse_values", 1).status());
  return RequireRank(ctx, 2, "sparse_shape", 1).status();
}

Status SerializeShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckSparseInputs(ctx));
  ctx.set_output(0, Shape{3});
  return OkStatus();
}

Status SerializeManyShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckSparseInputs(ctx));
  ctx.set_output(0, Shape{kUnknownDim, 3});
  return OkStatus();
}

Status SparseOutputs(ShapeContext& ctx) {
  ctx.set_output(0, Shape{kUnknownDim, kUnknownDim});
  ctx.set_output(1, Shape{kUnknownDim});
  ctx.set_output(2, Shape{kUnknownDim});
  return OkStatus();
}

Status AddShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckSparseInputs(ctx));
  return ScalarShape(ctx);
}

Status AddManyShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckSparseInputs(ctx));
  ctx.set_output(0, Shape{kUnknownDim});
  return OkStatus();
}

Status TakeManyShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 0, "sparse_handles", 1).status());
  return SparseOutputs(ctx);
}

#define RUNNEL_SPARSE_INPUTS "sparse_indices: int64, sparse_values: T, sparse_shape: int64"
#define RUNNEL_SPARSE_OUTPUTS "sparse_indices: int64, sparse_values: dtype, sparse_shape: int64"

constexpr OpRow kSparseBytesOps[] = {
    {
        .name = "SerializeSparse",
        .inputs = RUNNEL_SPARSE_INPUTS,
        .outputs = "serialized_sparse: out_type",
        .attrs = "T: type; out_type: {string, variant} = string",
        .doc = "A sparse tensor as three TensorProtos, or variants. Shapes: sparse_indices is a matrix, "
               "sparse_values and sparse_shape are vectors; the output has 3 elements. Errors: "
               "INVALID_ARGUMENT for shapes that do not go together.",
        .flags = kSparseFlags,
        .shape = SerializeShape,
    },
    {
        .name = "SerializeManySparse",
        .inputs = RUNNEL_SPARSE_INPUTS,
        .outputs = "serialized_sparse: out_type",
        .attrs = "T: type; out_type: {string, variant} = string",
        .doc = "Each row along dimension 0 of a sparse tensor of rank 2 or more as three TensorProtos, "
               "or variants. Shapes: the output has 3 columns. Errors: INVALID_ARGUMENT for indices "
               "that are out of order.",
        .flags = kSparseFlags,
        .shape = SerializeManyShape,
    },
    {
        .name = "DeserializeSparse",
        .inputs = "serialized_sparse: Tserialized",
        .outputs = RUNNEL_SPARSE_OUTPUTS,
        .attrs = "dtype: type; Tserialized: {string, variant} = string",
        .doc = "Sparse tensors of SerializeSparse, stacked along as many new dimensions as there are "
               "before the last one, whose size is 3; each size is the largest of all. Errors: "
               "INVALID_ARGUMENT for bytes that are none, other types or ranks.",
        .flags = kSparseFlags,
        .shape = SparseOutputs,
    },
    {
        .name = "DeserializeManySparse",
        .inputs = "serialized_sparse: string",
        .outputs = RUNNEL_SPARSE_OUTPUTS,
        .attrs = "dtype: type",
        .doc = "Sparse tensors of SerializeSparse, stacked along a new first dimension. Shapes: "
               "serialized_sparse is a matrix with 3 columns. Errors: as DeserializeSparse.",
        .flags = kSparseFlags,
        .shape = SparseOutputs,
    },
    {
        .name = "AddSparseToTensorsMap",
        .inputs = RUNNEL_SPARSE_INPUTS,
        .outputs = "sparse_handle: int64",
        .attrs = "T: type; container: string = ''; shared_name: string = ''",
        .doc = "Keeps a sparse tensor in the map of shared_name and gives its number. Shapes: as "
               "SerializeSparse; the number is a scalar.",
        .flags = kSparseFlags,
        .shape = AddShape,
    },
    {
        .name = "AddManySparseToTensorsMap",
        .inputs = RUNNEL_SPARSE_INPUTS,
        .outputs = "sparse_handles: int64",
        .attrs = "T: type; container: string = ''; shared_name: string = ''",
        .doc = "Keeps each row along dimension 0 of a sparse tensor in the map of shared_name and gives "
               "their numbers. Shapes: as SerializeManySparse; the numbers are a vector.",
        .flags = kSparseFlags,
        .shape = AddManyShape,
    },
    {
        .name = "TakeManySparseFromTensorsMap",
        .inputs = "sparse_handles: int64",
        .outputs = RUNNEL_SPARSE_OUTPUTS,
        .attrs = "dtype: type; container: string = ''; shared_name: string = ''",
        .doc = "Takes sparse tensors out of the map of shared_name and stacks them along a new first "
               "dimension. Shapes: sparse_handles is a vector. Errors: INVALID_ARGUMENT for a number "
               "that is not there, of which none is taken.",
        .flags = kSparseFlags,
        .shape = TakeManyShape,
    },
};

#undef RUNNEL_SPARSE_INPUTS
#undef RUNNEL_SPARSE_OUTPUTS

}  // namespace

std::span<const OpRow> SparseBytesOps() { return ChosenRows<kSparseBytesOps>::All(); }

}  // namespace runnel
