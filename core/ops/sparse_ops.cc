// Sparse tensors, as three tensors: indices (a row for each value), values, and the dense shape.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status ToDenseShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 3, "default_value"));
  const Shape& indices = ctx.input(0);
  const Shape& values = ctx.input(2);
  if ((indices.has_rank() && indices.rank() > 2) || (values.has_rank() && values.rank() > 1)) {
    return InvalidArgument(ArgIs(ctx, 0, "sparse_indices"), ", ", ArgIs(ctx, 2, "sparse_values"),
                           ": expected at most a matrix and a vector");
  }
  RUNNEL_ASSIGN_OR_RETURN(Shape out, ctx.ConstantInputAsShape(1));
  if (indices.has_rank() && out.has_rank()) {
    const int64_t depth = indices.rank() < 2 ? 1 : indices.dim(1);
    if (depth >= 0 && depth != out.rank()) {
      return InvalidArgument(ArgIs(ctx, 0, "sparse_indices"), ", but output_shape is ", out.ToString());
    }
  }
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

Status SparseMatMulShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 0, "a_indices", 2).status());
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "a_values", 1).status());
  RUNNEL_ASSIGN_OR_RETURN(const Shape b, RequireRank(ctx, 3, "b", 2));
  RUNNEL_ASSIGN_OR_RETURN(Shape a, ctx.ConstantInputAsShape(2));
  if (!a.has_rank()) a = Shape::UnknownOfRank(2);
  if (a.rank() != 2) return InvalidArgument("a_shape is ", a.ToString(), ": expected two dimensions");
  const bool adjoint_a = BoolAttr(ctx, "adjoint_a"), adjoint_b = BoolAttr(ctx, "adjoint_b");
  const int64_t inner_a = a.dim(adjoint_a ? 0 : 1), inner_b = b.dim(adjoint_b ? 1 : 0);
  if (inner_a >= 0 && inner_b >= 0 && inner_a != inner_b) {
    return InvalidArgument("a_shape is ", a.ToString(), ", ", ArgIs(ctx, 3, "b"),
                           ": the inner dimensions differ");
  }
  ctx.set_output(0, Shape{a.dim(adjoint_a ? 1 : 0), b.dim(adjoint_b ? 0 : 1)});
  return OkStatus();
}

constexpr OpRow kSparseOps[] = {
    {
        .name = "SparseToDense",
        .inputs = "sparse_indices: Tindices, output_shape: Tindices, sparse_values: T, default_value: T",
        .outputs = "dense: T",
        .attrs = "validate_indices: bool = true; T: type; Tindices: {int32, int64}",
        .doc = "Gives a dense tensor of default_value, with sparse_values where sparse_indices say. "
               "Shapes: "
               "sparse_indices is [n,rank] ([n] and [] for vectors), sparse_values is [n] or a scalar, "
               "default_value a scalar. Errors: INVALID_ARGUMENT for an index out of range and, with "
               "validate_indices, for indices that repeat or are not in order.",
        .shape = ToDenseShape,
        .gradient = "s = ConcatV2([constant([-1], int32), Reshape(Rank(dense), [1])], 0); "
                    "v = GatherNd(g, Reshape(sparse_indices, s)); "
                    "sparse_values: reshape_to(v, sparse_values); "
                    "default_value: Sum(Reshape(g, [-1]), [0]) - Sum(v, [0])",
    },
    {
        .name = "SparseTensorDenseMatMul",
        .inputs = "a_indices: Tindices, a_values: T, a_shape: int64, b: T",
        .outputs = "product: T",
        .attrs = "T: type; Tindices: {int32, int64} = int64; adjoint_a: bool = false; "
                 "adjoint_b: bool = false",
        .doc =
            "Multiplies a sparse matrix with a dense one; adjoint_a and adjoint_b take the adjoint "
            "first. Values of a at one place add up. Shapes: a_indices is [n,2], a_values [n], a_shape "
            "two numbers. Errors: INVALID_ARGUMENT for an index out of range, and if the inner "
            "dimensions differ.",
        .shape = SparseMatMulShape,
        .gradient =
            "i = StridedSlice(a_indices, [0, 0], [0, 1], [1, 1], begin_mask = 1, end_mask = 1, "
            "shrink_axis_mask = 2); "
            "k = StridedSlice(a_indices, [0, 1], [0, 2], [1, 1], begin_mask = 1, end_mask = 1, "
            "shrink_axis_mask = 2); "
            "d = adjoint_b ? Transpose(conj(b), [1, 0]) : b; "
            "p = GatherV2(g, adjoint_a ? k : i, 0); "
            "q = GatherV2(d, adjoint_a ? i : k, 0); "
            "a_values: Sum(adjoint_a ? conj(p) * q : p * conj(q), [1]); "
            "h = SparseTensorDenseMatMul(a_indices, a_values, a_shape, g, adjoint_a = !adjoint_a); "
            "b: adjoint_b ? Transpose(conj(h), [1, 0]) : h",
    },
};

}  // namespace

std::span<const OpRow> SparseOps() { return ChosenRows<kSparseOps>::All(); }

}  // namespace runnel
