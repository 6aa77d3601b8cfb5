// Functions and eigenvalues of general matrices, and triangles of few diagonals. Matrices are the last
// two dimensions of a tensor.
#include "core/ops/gradient_helpers.h"
#include "core/ops/matrix_shapes.h"
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status EigShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckMatrix(ctx, 0, "input", true));
  const bool vectors = BoolAttr(ctx, "compute_v");
  if (!vectors) ctx.set_output(1, Shape{0});
  const Shape& input = ctx.input(0);
  if (!input.has_rank()) return OkStatus();
  const int64_t n = std::max(input.dim(input.rank() - 1), input.dim(input.rank() - 2));
  ctx.set_output(0, Concat(BatchOf(input), Shape{n}));
  if (vectors) ctx.set_output(1, Concat(BatchOf(input), Shape{n, n}));
  return OkStatus();
}

Status BandedShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckMatrix(ctx, 0, "matrix", false));
  RUNNEL_RETURN_IF_ERROR(CheckMatrix(ctx, 1, "rhs", false));
  const Shape& matrix = ctx.input(0);
  const Shape& rhs = ctx.input(1);
  if (!matrix.has_rank() || !rhs.has_rank()) return OkStatus();
  const auto batch = Shape::Broadcast(BatchOf(matrix), BatchOf(rhs));
  const int64_t n = matrix.dim(matrix.rank() - 1), rows = rhs.dim(rhs.rank() - 2);
  if (!batch.ok() || (n >= 0 && rows >= 0 && n != rows) || matrix.dim(matrix.rank() - 2) == 0) {
    return InvalidArgument(ArgIs(ctx, 0, "matrix"), ", ", ArgIs(ctx, 1, "rhs"),
                           ": expected [..., k, n], k from 1, and [..., n, columns]");
  }
  ctx.set_output(0, Concat(*batch, Shape{std::max(n, rows), rhs.dim(rhs.rank() - 1)}));
  return OkStatus();
}

// The derivative of a function of matrices stands in that of [[A, E], [0, A]], above the diagonal; the
// gradient is the derivative for the adjoint of A. Source: Higham 2008, theorem 3.6.
Status FunctionGrad(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  const OutputRef grad = ctx.grad();
  if (!grad) return OkStatus();
  OutputRef a = b.Op("Einsum", std::vector<OutputRef>{ctx.input(0)}, {{"equation", "...ij->...ji"}});
  if (IsComplex(ctx.input_type(0))) a = b.Op("Conj", {a});
  const auto join = [&](OutputRef x, OutputRef y, int32_t axis) {
    return b.Op("ConcatV2", {x, y, IntScalar(b, DType::kInt32, axis)});
  };
  const auto half = [&](OutputRef x, int32_t axis) {
    return b.Ops("Split", {IntScalar(b, DType::kInt32, axis), x}, {{"num_split", 2}});
  };
  const OutputRef block = join(join(a, grad, -1), join(b.Op("ZerosLike", {a}), a, -1), -2);
  const std::vector<OutputRef> rows = half(b.Op(ctx.schema().name, {block}), -2);
  if (rows.empty()) return b.status();
  const std::vector<OutputRef> columns = half(rows[0], -1);
  if (columns.empty()) return b.status();
  ctx.set_input_grad(0, columns[1]);
  return OkStatus();
}

constexpr OpRow kMatrixFunctionOps[] = {
    {
        .name = "MatrixExponential",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = RUNNEL_LINALG_TYPES,
        .doc = "Gives the exponentials of matrices: sums of input^k / k!. Shapes: input and output are "
               "[..., n, n]. TensorFlow has it in graphs before version 27. Source: Higham 2005.",
        .shape = SquareShape,
        .gradient = FunctionGrad,
    },
    {
        .name = "MatrixLogarithm",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = "T: {complex64, complex128}",
        .doc =
            "Gives the principal logarithms of matrices: their exponentials are the matrices, and the "
            "imaginary parts of their eigenvalues lie in (-pi, pi]. A matrix that has none gives NaN. "
            "Shapes: input and output are [..., n, n].",
        .shape = SquareShape,
        .gradient = FunctionGrad,
    },
    {
        .name = "MatrixSquareRoot",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = RUNNEL_LINALG_TYPES,
        .doc =
            "Gives the principal square roots of matrices: output * output is input, and no eigenvalue "
            "of output has a negative real part. A matrix that has none gives NaN, as a real one with "
            "a negative real eigenvalue does. Shapes: input and output are [..., n, n].",
        .shape = SquareShape,
        .gradient = FunctionGrad,
    },
    {
        .name = "Eig",
        .inputs = "input: T",
        .outputs = "e: Tout, v: Tout",
        .attrs = "compute_v: bool = true; T: {float, double, complex64, complex128}; Tout: {complex64, "
                 "complex128}",
        .doc =
            "Gives the eigenvalues of matrices and their vectors, the columns of v, of norm 1. Those of "
            "complex matrices ascend by absolute value; those of real ones are in any order, but "
            "conjugates stand together. The phase of vectors is any. Shapes: input is [..., n, n], e "
            "[..., n], v like input, or [0] without compute_v. Errors: INVALID_ARGUMENT for numbers "
            "that are not finite, and unless Tout is the complex type of T.",
        .shape = EigShape,
        .gradient =
            "w = compute_v ? v : Eig(input, Tout = Tout).v; "
            "t = conj(Einsum([w], equation = '...ij->...ji')); "
            "f = conj(MatrixSetDiag(DivNoNan(1, ExpandDims(e, -2) - ExpandDims(e, -1)), zeros(e))); "
            "q = BatchMatMulV2(w, g.v, adj_x = true); "
            "d = MatrixDiag(MatrixDiagPart(0.5 * (q + conj(q)))); "
            "m = MatrixDiag(g) + f * (q - BatchMatMulV2(BatchMatMulV2(w, w, adj_x = true), d)); "
            "input: Cast(MatrixSolve(t, BatchMatMulV2(m, t)), DstT = T)",
    },
    {
        .name = "BandedTriangularSolve",
        .inputs = "matrix: T, rhs: T",
        .outputs = "output: T",
        .attrs = "lower: bool = true; adjoint: bool = false; " RUNNEL_LINALG_TYPES,
        .doc =
            "Solves matrix * output = rhs, with adjoint for the adjoint of matrix, a triangle of k "
            "diagonals: from the main one downwards with lower, else down to the main one. Element j of "
            "a diagonal is in column j of a lower triangle and in row j of an upper one; what lies "
            "outside is not looked at. Shapes: matrix is [..., k, n], rhs and output are [..., n, "
            "columns]; the leading dimensions broadcast. Errors: INVALID_ARGUMENT for a 0 on the main "
            "diagonal.",
        .shape = BandedShape,
        .gradient =
            "r = BandedTriangularSolve(matrix, g, lower = lower, adjoint = !adjoint); "
            "rhs: sum_to(r, rhs, matrix, 2); "
            "p = adjoint ? BatchMatMulV2(output, r, adj_y = true) : BatchMatMulV2(r, output, adj_y "
            "= true); "
            "k = StridedSlice(shape(matrix), [-2], [-1], [1]); "
            "i = lower ? ConcatV2([1 - k, constant([0], int32)], 0) : ConcatV2([constant([0], int32), k "
            "- "
            "1], 0); "
            "matrix: -sum_to(MatrixDiagPartV3(p, i, constant(0, T), align = 'LEFT_RIGHT'), matrix, rhs, "
            "2)",
    },
};

}  // namespace

std::span<const OpRow> MatrixFunctionOps() { return ChosenRows<kMatrixFunctionOps>::All(); }

}  // namespace runnel
