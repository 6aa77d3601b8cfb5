// Ragged tensors: rows of different lengths, whose limits are vectors of splits. Row i holds what lies
// from splits[i] to splits[i + 1] of the next level, or of the values.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kHostFlags = kOpStateful | kOpHost;
constexpr uint32_t kHostFinal = kHostFlags | kOpNotDifferentiable;

Status ToTensorShape(ShapeContext& ctx) {
  const Shape& shape = ctx.input(0);
  if (shape.has_rank() && shape.rank() > 1) {
    return InvalidArgument(ArgIs(ctx, 0, "shape"), ": must be a vector, or a scalar of -1");
  }
  ctx.set_output(0, Shape::Unknown());
  return OkStatus();
}

Status ToSparseShape(ShapeContext& ctx) {
  const int splits = static_cast<int>(IntAttr(ctx, "RAGGED_RANK", 1));
  const Shape& values = ctx.input(splits);
  int64_t rank = kUnknownDim;
  if (values.has_rank()) {
    if (values.rank() == 0)
      return InvalidArgument(ArgIs(ctx, splits, "rt_dense_values"), ": must have rank 1 or more");
    rank = splits + values.rank();
  }
  ctx.set_output(0, Shape{kUnknownDim, rank});
  ctx.set_output(1, Shape{kUnknownDim});
  ctx.set_output(2, Shape{rank});
  return OkStatus();
}

Status ToVariantShape(ShapeContext& ctx) {
  const int splits = static_cast<int>(IntAttr(ctx, "RAGGED_RANK"));
  if (!BoolAttr(ctx, "batched_input")) {
    ctx.set_output(0, Shape());
    return OkStatus();
  }
  const Shape& outer = ctx.input(0);
  if (!outer.has_rank() || outer.rank() == 0) {
    ctx.set_output(0, Shape{kUnknownDim});
  } else if (splits == 0 || outer.dim(0) < 1) {
    ctx.set_output(0, Shape{splits == 0 ? outer.dim(0) : kUnknownDim});
  } else {
    ctx.set_output(0, Shape{outer.dim(0) - 1});
  }
  return OkStatus();
}

// Splits are vectors; of the values nothing is known.
Status SplitsAndValuesShape(ShapeContext& ctx) {
  const auto last = static_cast<int>(ctx.outputs().size()) - 1;
  for (int i = 0; i < last; ++i) ctx.set_output(i, Shape{kUnknownDim});
  ctx.set_output(last, Shape::Unknown());
  return OkStatus();
}

Status RangeShape(ShapeContext& ctx) {
  for (int i = 0; i < 3; ++i) {
    if (ctx.input(i).has_rank() && ctx.input(i).rank() > 1) {
      return InvalidArgument("starts, limits and deltas must be scalars or vectors: ",
                             ArgIs(ctx, i, ctx.schema().inputs[static_cast<size_t>(i)].name));
    }
  }
  ctx.set_output(0, Shape{kUnknownDim});
  ctx.set_output(1, Shape{kUnknownDim});
  return OkStatus();
}

constexpr OpRow kRaggedOps[] = {
    {
        .name = "RaggedTensorToTensor",
        .inputs = "shape: Tshape, values: T, default_value: T, row_partition_tensors: "
                  "num_row_partition_tensors * Tindex",
        .outputs = "result: T",
        .attrs = "T: type; Tindex: {int64, int32}; Tshape: {int64, int32}; num_row_partition_tensors: "
                 "int >= 1; row_partition_types: list(string)",
        .doc =
            "Gives a ragged tensor as a dense one, with default_value where rows end early. "
            "row_partition_types say what the tensors are: ROW_SPLITS, or FIRST_DIM_SIZE and for each "
            "level VALUE_ROWIDS. Shapes: shape gives sizes to which rows are cut or filled, -1 for as "
            "many as there are; a scalar of -1 says nothing. default_value broadcasts to one element "
            "of values. Errors: INVALID_ARGUMENT for partitions that do not fit each other, and for "
            "shapes that do not; UNIMPLEMENTED for other types of partitions.",
        .flags = kHostFinal,
        .shape = ToTensorShape,
    },
    {
        .name = "RaggedTensorToSparse",
        .inputs = "rt_nested_splits: RAGGED_RANK * Tsplits, rt_dense_values: T",
        .outputs = "sparse_indices: int64, sparse_values: T, sparse_dense_shape: int64",
        .attrs = "RAGGED_RANK: int >= 1; T: type; Tsplits: {int32, int64} = int64",
        .doc =
            "Gives a ragged tensor as a sparse one, with a place for every element of rt_dense_values. "
            "Shapes: splits are vectors; the rank is that of the ragged tensor. Errors: "
            "INVALID_ARGUMENT for splits that do not fit.",
        .flags = kHostFlags,
        .shape = ToSparseShape,
        .gradient = "rt_dense_values: reshape_to(g.sparse_values, rt_dense_values)",
    },
    {
        .name = "RaggedTensorToVariant",
        .inputs = "rt_nested_splits: RAGGED_RANK * Tsplits, rt_dense_values: Tvalues",
        .outputs = "encoded_ragged: variant",
        .attrs = "RAGGED_RANK: int >= 0; Tvalues: type; Tsplits: {int32, int64} = int64; "
                 "batched_input: bool",
        .doc = "Gives a ragged tensor as a variant, or with batched_input each of its rows as one. "
               "Shapes: encoded_ragged is a scalar, or a vector with an element for each row. Errors: "
               "INVALID_ARGUMENT for splits that do not fit.",
        .flags = kHostFinal,
        .shape = ToVariantShape,
    },
    {
        .name = "RaggedTensorFromVariant",
        .inputs = "encoded_ragged: variant",
        .outputs = "output_nested_splits: output_ragged_rank * Tsplits, output_dense_values: Tvalues",
        .attrs = "input_ragged_rank: int >= -1; output_ragged_rank: int >= 0; Tvalues: type; Tsplits: "
                 "{int32, int64} = int64",
        .doc =
            "Gives the ragged tensor that a variant is, or one whose outer dimensions are those of "
            "encoded_ragged and whose rows are its elements. Shapes: output_ragged_rank is "
            "input_ragged_rank and the rank of encoded_ragged together; an input_ragged_rank of -1 is "
            "what is left. Errors: INVALID_ARGUMENT for elements of other types or ranks.",
        .flags = kHostFinal,
        .shape = SplitsAndValuesShape,
    },
    {
        .name = "RaggedGather",
        .inputs = "params_nested_splits: PARAMS_RAGGED_RANK * Tsplits, params_dense_values: Tvalues, "
                  "indices: Tindices",
        .outputs = "output_nested_splits: OUTPUT_RAGGED_RANK * Tsplits, output_dense_values: Tvalues",
        .attrs = "Tvalues: type; Tindices: {int32, int64}; Tsplits: {int32, int64} = int64; "
                 "PARAMS_RAGGED_RANK: int >= 1; OUTPUT_RAGGED_RANK: int >= 0",
        .doc =
            "Takes rows of a ragged tensor. Shapes: OUTPUT_RAGGED_RANK is PARAMS_RAGGED_RANK and the "
            "rank of indices together, less 1. Errors: INVALID_ARGUMENT for an index out of range, or "
            "splits that do not fit.",
        .flags = kHostFinal,
        .shape = SplitsAndValuesShape,
    },
    {
        .name = "RaggedRange",
        .inputs = "starts: T, limits: T, deltas: T",
        .outputs = "rt_nested_splits: Tsplits, rt_dense_values: T",
        .attrs = "T: {bfloat16, float, double, int32, int64} = int32; Tsplits: {int32, int64} = int64",
        .doc = "Gives a range for each row, as Range does. Shapes: vectors of one length, or scalars, "
               "which are repeated. Errors: INVALID_ARGUMENT for a delta of 0.",
        .flags = kHostFinal,
        .shape = RangeShape,
    },
};

}  // namespace

std::span<const OpRow> RaggedOps() { return ChosenRows<kRaggedOps>::All(); }

}  // namespace runnel
