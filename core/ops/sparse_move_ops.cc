// Sparse tensors whose values move: ordered, reshaped, joined, cut, filled up.
#include "core/ops/fixed_shapes.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kHostDifferentiable = kOpStateful | kOpHost;
constexpr uint32_t kHostFlags = kHostDifferentiable | kOpNotDifferentiable;

Status ReorderShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Shape indices, RequireRank(ctx, 0, "input_indices", 2));
  RUNNEL_ASSIGN_OR_RETURN(Shape values, RequireRank(ctx, 1, "input_values", 1));
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 2, "input_shape", 1).status());
  ctx.set_output(0, std::move(indices));
  ctx.set_output(1, std::move(values));
  return OkStatus();
}

Status ReshapeShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape indices, RequireRank(ctx, 0, "input_indices", 2));
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "input_shape", 1).status());
  RUNNEL_ASSIGN_OR_RETURN(Shape shape, RequireRank(ctx, 2, "new_shape", 1));
  ctx.set_output(0, Shape{indices.dim(0), shape.dim(0)});
  ctx.set_output(1, std::move(shape));
  return OkStatus();
}

Status SplitShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "split_dim"));
  RUNNEL_ASSIGN_OR_RETURN(const Shape indices, RequireRank(ctx, 1, "indices", 2));
  const int count = ctx.num_outputs() / 3;
  for (int i = 0; i < count; ++i) {
    ctx.set_output(i, Shape{kUnknownDim, indices.dim(1)});
    ctx.set_output(count + i, Shape{kUnknownDim});
    ctx.set_output(2 * count + i, Shape{indices.dim(1)});
  }
  return OkStatus();
}

Status SliceShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape indices, RequireRank(ctx, 0, "indices", 2));
  RUNNEL_ASSIGN_OR_RETURN(Shape start, RequireSame(ctx, 3, "start", 4, "size"));
  ctx.set_output(0, Shape{kUnknownDim, indices.dim(1)});
  ctx.set_output(1, Shape{kUnknownDim});
  ctx.set_output(2, std::move(start));
  return OkStatus();
}

Status SliceGradShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape indices, RequireRank(ctx, 1, "input_indices", 2));
  ctx.set_output(0, Shape{indices.dim(0)});
  return OkStatus();
}

Status FillEmptyRowsShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape indices, RequireRank(ctx, 0, "indices", 2));
  RUNNEL_ASSIGN_OR_RETURN(const Shape values, RequireRank(ctx, 1, "values", 1));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 3, "default_value"));
  RUNNEL_ASSIGN_OR_RETURN(const Shape shape, ctx.ConstantInputAsShape(2));
  ctx.set_output(0, Shape{kUnknownDim, indices.dim(1)});
  ctx.set_output(1, Shape{kUnknownDim});
  ctx.set_output(2, Shape{shape.has_rank() && shape.rank() > 0 ? shape.dim(0) : kUnknownDim});
  ctx.set_output(3, Shape{values.dim(0)});
  return OkStatus();
}

Status FillEmptyRowsGradShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Shape map, RequireRank(ctx, 0, "reverse_index_map", 1));
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "grad_values", 1).status());
  ctx.set_output(0, std::move(map));
  ctx.set_output(1, Shape());
  return OkStatus();
}

constexpr OpRow kSparseMoveOps[] = {
    {
        .name = "SparseReorder",
        .inputs = "input_indices: int64, input_values: T, input_shape: int64",
        .outputs = "output_indices: int64, output_values: T",
        .attrs = "T: type",
        .doc = "Puts the values of a sparse tensor in the order of their indices, row by row. "
               "Shapes: indices is [n,rank], values [n], the dense shape [rank].",
        .flags = kHostDifferentiable,
        .shape = ReorderShape,
        .gradient = "o = SparseReorder(input_indices, Range(0, Size(input_values), 1), input_shape); "
                    "input_values: GatherV2(g.output_values, InvertPermutation(o.output_values), 0)",
    },
    {
        .name = "SparseReshape",
        .inputs = "input_indices: int64, input_shape: int64, new_shape: int64",
        .outputs = "output_indices: int64, output_shape: int64",
        .doc = "Gives a sparse tensor another shape of as many elements, of which one dim may be -1. "
               "Shapes: input_indices is [n,rank], the shapes are vectors. Errors: INVALID_ARGUMENT "
               "for a shape of another size, or an index out of range.",
        .flags = kHostFlags,
        .shape = ReshapeShape,
    },
    {
        .name = "SparseConcat",
        .inputs = "indices: N * int64, values: N * T, shapes: N * int64",
        .outputs = "output_indices: int64, output_values: T, output_shape: int64",
        .attrs = "concat_dim: int; N: int >= 2; T: type",
        .doc = "Joins sparse tensors along concat_dim, which counts from the end if it is below 0, "
               "and puts the values in the order of their indices. Shapes: indices is [n,rank], "
               "values [n], the dense shape [rank]. Errors: INVALID_ARGUMENT where other dims "
               "differ.",
        .flags = kHostFlags,
        .shape = FixedShapes<"?x?;?;?">,
    },
    {
        .name = "SparseSplit",
        .inputs = "split_dim: int64, indices: int64, values: T, shape: int64",
        .outputs = "output_indices: num_split * int64, output_values: num_split * T, output_shape: "
                   "num_split * int64",
        .attrs = "num_split: int >= 1; T: type",
        .doc = "Cuts a sparse tensor into num_split parts along split_dim; where the dim is no "
               "multiple the first ones have one more. Shapes: indices is [n,rank], values [n], the "
               "dense shape [rank]. Errors: INVALID_ARGUMENT for more parts than the dim has, or an "
               "index out of range.",
        .flags = kHostFlags,
        .shape = SplitShape,
    },
    {
        .name = "SparseSlice",
        .inputs = "indices: int64, values: T, shape: int64, start: int64, size: int64",
        .outputs = "output_indices: int64, output_values: T, output_shape: int64",
        .attrs = "T: type",
        .doc = "Cuts what lies in [start,start + size) out of a sparse tensor; a slice that goes "
               "beyond its end ends there. Shapes: as the input's parts; start and size are [rank]. "
               "Errors: INVALID_ARGUMENT for a size below 0.",
        .flags = kHostDifferentiable,
        .shape = SliceShape,
        .gradient = "values: SparseSliceGrad(g.output_values, indices, start, output_indices)",
    },
    {
        .name = "SparseSliceGrad",
        .inputs =
            "backprop_val_grad: T, input_indices: int64, input_start: int64, output_indices: int64",
        .outputs = "val_grad: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES,
        .doc = "Gives each of the values that SparseSlice was given the gradient of its place in the "
               "slice, others 0. Shapes: val_grad has as many elements as input_indices rows. "
               "Errors: INVALID_ARGUMENT for a row of output_indices that is not among those of the "
               "input, in their order.",
        .flags = kHostFlags,
        .shape = SliceGradShape,
    },
    {
        .name = "SparseFillEmptyRows",
        .inputs = "indices: int64, values: T, dense_shape: int64, default_value: T",
        .outputs = "output_indices: int64, output_values: T, empty_row_indicator: bool, "
                   "reverse_index_map: int64",
        .attrs = "T: type",
        .doc = "Gives each row, which is the first dim, that has no values one of default_value at "
               "its begin, and orders values by rows. empty_row_indicator says which rows these "
               "were, reverse_index_map where each value has gone. Shapes: indices is [n,rank], "
               "values [n], dense_shape [rank], default_value a scalar. Errors: INVALID_ARGUMENT for "
               "a row out of range.",
        .flags = kHostDifferentiable,
        .shape = FillEmptyRowsShape,
        .gradient = "d = SparseFillEmptyRowsGrad(reverse_index_map, g.output_values); values: d; "
                    "default_value: d.d_default_value",
    },
    {
        .name = "SparseFillEmptyRowsGrad",
        .inputs = "reverse_index_map: int64, grad_values: T",
        .outputs = "d_values: T, d_default_value: T",
        .attrs = "T: type",
        .doc = "Gives the gradients of the values and of the default value of SparseFillEmptyRows. "
               "Shapes: vectors; d_values is as long as reverse_index_map, d_default_value a scalar. "
               "Errors: INVALID_ARGUMENT for an index out of range.",
        .flags = kHostFlags,
        .shape = FillEmptyRowsGradShape,
    },
};

}  // namespace

std::span<const OpRow> SparseMoveOps() { return ChosenRows<kSparseMoveOps>::All(); }

}  // namespace runnel
