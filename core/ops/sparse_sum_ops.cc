// Sparse tensors whose values are computed with: sums, products and extremes with sparse and dense ones,
// reductions, softmax.
#include "core/ops/fixed_shapes.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kHostDifferentiable = kOpStateful | kOpHost;
constexpr uint32_t kHostFlags = kHostDifferentiable | kOpNotDifferentiable;

Status ExtremeGrad(GradientContext&) {
  return Unimplemented(
      "the gradient of extremes of two sparse tensors, which TensorFlow has not either");
}

Status AddGradShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape a, RequireRank(ctx, 1, "a_indices", 2));
  RUNNEL_ASSIGN_OR_RETURN(const Shape b, RequireRank(ctx, 2, "b_indices", 2));
  ctx.set_output(0, Shape{a.dim(0)});
  ctx.set_output(1, Shape{b.dim(0)});
  return OkStatus();
}

Status DenseAddShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 0, "a_indices", 2).status());
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "a_values", 1).status());
  ctx.set_output(0, ctx.input(3));
  return OkStatus();
}

Status CwiseShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 0, "sp_indices", 2).status());
  RUNNEL_ASSIGN_OR_RETURN(Shape values, RequireRank(ctx, 1, "sp_values", 1));
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 2, "sp_shape", 1).status());
  ctx.set_output(0, std::move(values));
  return OkStatus();
}

Status ReduceShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 0, "input_indices", 2).status());
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "input_values", 1).status());
  RUNNEL_ASSIGN_OR_RETURN(const Shape in, ctx.ConstantInputAsShape(2));
  RUNNEL_ASSIGN_OR_RETURN(const auto axes, ConstantInts(ctx, 3, "reduction_axes"));
  if (!in.has_rank() || !axes) return OkStatus();
  std::vector<bool> reduced(static_cast<size_t>(in.rank()));
  for (const int64_t axis : *axes) {
    RUNNEL_ASSIGN_OR_RETURN(const int d,
                            NormalAxis(axis, in.rank(), "reduction axis", "the sparse tensor"));
    reduced[static_cast<size_t>(d)] = true;
  }
  Shape out;
  for (int d = 0; d < in.rank(); ++d) {
    const bool is_reduced = reduced[static_cast<size_t>(d)];
    if (!is_reduced || BoolAttr(ctx, "keep_dims")) out.Append(is_reduced ? 1 : in.dim(d));
  }
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

constexpr OpRow kSparseSumOps[] = {
    {
        .name = "SparseAdd",
        .inputs = "a_indices: int64, a_values: T, a_shape: int64, b_indices: int64, b_values: T, "
                  "b_shape: int64, thresh: Treal",
        .outputs = "sum_indices: int64, sum_values: T, sum_shape: int64",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; Treal: " RUNNEL_REAL_TYPES,
        .doc = "Adds two sparse tensors of one shape, whose indices are in order, and leaves out "
               "what is smaller than thresh in magnitude of the values that both have. Shapes: "
               "indices is [n,rank], values [n], the dense shape [rank]. Errors: INVALID_ARGUMENT "
               "where the dense shapes differ.",
        .flags = kHostDifferentiable,
        .shape = FixedShapes<"?x?;?;?">,
        .gradient = "d = SparseAddGrad(g.sum_values, a_indices, b_indices, sum_indices); a_values: d; "
                    "b_values: d.b_val_grad",
    },
    {
        .name = "SparseAddGrad",
        .inputs = "backprop_val_grad: T, a_indices: int64, b_indices: int64, sum_indices: int64",
        .outputs = "a_val_grad: T, b_val_grad: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES,
        .doc = "Gives each value of the operands of SparseAdd the gradient of its place in the sum, "
               "0 if it was left out. Shapes: each gradient has as many elements as its operand's "
               "indices rows.",
        .flags = kHostFlags,
        .shape = AddGradShape,
    },
    {
        .name = "SparseSparseMaximum",
        .inputs = "a_indices: int64, a_values: T, a_shape: int64, b_indices: int64, b_values: T, "
                  "b_shape: int64",
        .outputs = "output_indices: int64, output_values: T",
        .attrs = "T: " RUNNEL_REAL_TYPES,
        .doc = "Gives the larger ones of the values of two sparse tensors of one shape, whose "
               "indices are in order; what one of them does not have is 0. Shapes: indices is "
               "[n,rank], values [n], the dense shape [rank]. Errors: INVALID_ARGUMENT where the "
               "dense shapes differ.",
        .flags = kHostDifferentiable,
        .shape = FixedShapes<"?x?;?">,
        .gradient = ExtremeGrad,
    },
    {
        .name = "SparseSparseMinimum",
        .inputs = "a_indices: int64, a_values: T, a_shape: int64, b_indices: int64, b_values: T, "
                  "b_shape: int64",
        .outputs = "output_indices: int64, output_values: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES,
        .doc = "Gives the smaller ones of the values of two sparse tensors of one shape, whose "
               "indices are in order; what one of them does not have is 0. Shapes: indices is "
               "[n,rank], values [n], the dense shape [rank]. Errors: INVALID_ARGUMENT where the "
               "dense shapes differ.",
        .flags = kHostDifferentiable,
        .shape = FixedShapes<"?x?;?">,
        .gradient = ExtremeGrad,
    },
    {
        .name = "SparseTensorDenseAdd",
        .inputs = "a_indices: Tindices, a_values: T, a_shape: Tindices, b: T",
        .outputs = "output: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; Tindices: {int32, int64}",
        .doc = "Adds a sparse tensor to a dense one. Shapes: a_indices is [n,rank], a_values [n], "
               "a_shape [rank]; b and output have that shape. Errors: INVALID_ARGUMENT for another "
               "shape, or an index out of range.",
        .flags = kHostDifferentiable,
        .shape = DenseAddShape,
        .gradient = "a_values: GatherNd(g, a_indices); b: g",
    },
    {
        .name = "SparseDenseCwiseAdd",
        .inputs = "sp_indices: int64, sp_values: T, sp_shape: int64, dense: T",
        .outputs = "output: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES,
        .doc = "Gives the sum of each value of a sparse tensor and what dense, broadcast to its "
               "shape, has in its place. Shapes: sp_indices is [n,rank], sp_values [n], sp_shape "
               "[rank]; output is like sp_values. Errors: INVALID_ARGUMENT for a dense tensor that "
               "does not broadcast to sp_shape, or an index out of range.",
        .flags = kHostDifferentiable,
        .shape = CwiseShape,
        .gradient =
            "a = ConcatV2([Fill(Reshape(Size(sp_shape) - Rank(dense), [1]), constant(1, int64)), "
            "shape(dense, int64)], 0); j = Slice(FloorDiv(sp_indices, FloorDiv(sp_shape, a)), "
            "ConcatV2([constant([0], int32), Reshape(Size(sp_shape) - Rank(dense), [1])], 0), "
            "[-1, -1]); sp_values: g; dense: ScatterNd(j, g, shape(dense, int64))",
    },
    {
        .name = "SparseDenseCwiseMul",
        .inputs = "sp_indices: int64, sp_values: T, sp_shape: int64, dense: T",
        .outputs = "output: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES,
        .doc = "Gives the product of each value of a sparse tensor and what dense, broadcast to its "
               "shape, has in its place. Shapes: sp_indices is [n,rank], sp_values [n], sp_shape "
               "[rank]; output is like sp_values. Errors: INVALID_ARGUMENT for a dense tensor that "
               "does not broadcast to sp_shape, or an index out of range.",
        .flags = kHostDifferentiable,
        .shape = CwiseShape,
        .gradient =
            "a = ConcatV2([Fill(Reshape(Size(sp_shape) - Rank(dense), [1]), constant(1, int64)), "
            "shape(dense, int64)], 0); j = Slice(FloorDiv(sp_indices, FloorDiv(sp_shape, a)), "
            "ConcatV2([constant([0], int32), Reshape(Size(sp_shape) - Rank(dense), [1])], 0), "
            "[-1, -1]); sp_values: g * conj(GatherNd(dense, j)); dense: ScatterNd(j, g * "
            "conj(sp_values), shape(dense, int64))",
    },
    {
        .name = "SparseDenseCwiseDiv",
        .inputs = "sp_indices: int64, sp_values: T, sp_shape: int64, dense: T",
        .outputs = "output: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES,
        .doc = "Gives the quotient of each value of a sparse tensor and what dense, broadcast to its "
               "shape, has in its place. Shapes: sp_indices is [n,rank], sp_values [n], sp_shape "
               "[rank]; output is like sp_values. Errors: INVALID_ARGUMENT for a dense tensor that "
               "does not broadcast to sp_shape, or an index out of range.",
        .flags = kHostDifferentiable,
        .shape = CwiseShape,
        .gradient =
            "a = ConcatV2([Fill(Reshape(Size(sp_shape) - Rank(dense), [1]), constant(1, int64)), "
            "shape(dense, int64)], 0); j = Slice(FloorDiv(sp_indices, FloorDiv(sp_shape, a)), "
            "ConcatV2([constant([0], int32), Reshape(Size(sp_shape) - Rank(dense), [1])], 0), "
            "[-1, -1]); v = GatherNd(dense, j); sp_values: g / conj(v); dense: ScatterNd(j, -g * "
            "conj(sp_values / v / v), shape(dense, int64))",
    },
    {
        .name = "SparseReduceSum",
        .inputs = "input_indices: int64, input_values: T, input_shape: int64, reduction_axes: int32",
        .outputs = "output: T",
        .attrs = "keep_dims: bool = false; T: " RUNNEL_NUMBER_TYPES,
        .doc = "Adds the values of a sparse tensor along the dims in reduction_axes, which count "
               "from the end below 0; keep_dims keeps them, as 1. Without axes nothing is reduced. "
               "Shapes: input_indices is [n,rank], input_values [n], input_shape [rank]. Errors: "
               "INVALID_ARGUMENT for an axis or index out of range. The output is dense.",
        .flags = kHostDifferentiable,
        .shape = ReduceShape,
        .gradient = "r = Size(input_shape); a = FloorMod(reduction_axes + r, r); k = "
                    "DynamicStitch([Range(0, r, 1), a], [input_shape, Fill(Shape(a), constant(1, "
                    "int64))]); input_values: GatherNd(Reshape(g, k), FloorDiv(input_indices, "
                    "FloorDiv(input_shape, k)))",
    },
    {
        .name = "SparseReduceSumSparse",
        .inputs = "input_indices: int64, input_values: T, input_shape: int64, reduction_axes: int32",
        .outputs = "output_indices: int64, output_values: T, output_shape: int64",
        .attrs = "keep_dims: bool = false; T: " RUNNEL_NUMBER_TYPES,
        .doc = "Adds the values of a sparse tensor along the dims in reduction_axes, which count "
               "from the end below 0; keep_dims keeps them, as 1. Without axes nothing is reduced. "
               "Shapes: input_indices is [n,rank], input_values [n], input_shape [rank]. Errors: "
               "INVALID_ARGUMENT for an axis or index out of range. The output is sparse.",
        .flags = kHostFlags,
        .shape = FixedShapes<"?x?;?;?">,
    },
    {
        .name = "SparseReduceMax",
        .inputs = "input_indices: int64, input_values: T, input_shape: int64, reduction_axes: int32",
        .outputs = "output: T",
        .attrs = "keep_dims: bool = false; T: " RUNNEL_REAL_TYPES,
        .doc = "Gives the largest values of a sparse tensor, 0 where there are none, along the dims "
               "in reduction_axes, which count from the end below 0; keep_dims keeps them, as 1. "
               "Without axes nothing is reduced. Shapes: input_indices is [n,rank], input_values "
               "[n], input_shape [rank]. Errors: INVALID_ARGUMENT for an axis or index out of range. "
               "The output is dense.",
        .flags = kHostFlags,
        .shape = ReduceShape,
    },
    {
        .name = "SparseReduceMaxSparse",
        .inputs = "input_indices: int64, input_values: T, input_shape: int64, reduction_axes: int32",
        .outputs = "output_indices: int64, output_values: T, output_shape: int64",
        .attrs = "keep_dims: bool = false; T: " RUNNEL_REAL_TYPES,
        .doc = "Gives the largest values of a sparse tensor along the dims in reduction_axes, which "
               "count from the end below 0; keep_dims keeps them, as 1. Without axes nothing is "
               "reduced. Shapes: input_indices is [n,rank], input_values [n], input_shape [rank]. "
               "Errors: INVALID_ARGUMENT for an axis or index out of range. The output is sparse.",
        .flags = kHostFlags,
        .shape = FixedShapes<"?x?;?;?">,
    },
    {
        .name = "SparseSoftmax",
        .inputs = "sp_indices: int64, sp_values: T, sp_shape: int64",
        .outputs = "output: T",
        .attrs = "T: {half, float, double}",
        .doc = "Gives the softmax of the values of each row of the last dim; what is not there "
               "counts as nothing, not as 0. Shapes: sp_indices is [n,rank], sp_values [n], sp_shape "
               "[rank], with a rank of at least 2; output is like sp_values.",
        .flags = kHostDifferentiable,
        .shape = CwiseShape,
        .gradient = "s = SparseReduceSum(sp_indices, output * g, sp_shape, [-1], keep_dims = true); "
                    "sp_values: SparseDenseCwiseAdd(sp_indices, g, sp_shape, -s) * output",
    },
};

}  // namespace

std::span<const OpRow> SparseSumOps() { return ChosenRows<kSparseSumOps>::All(); }

}  // namespace runnel
