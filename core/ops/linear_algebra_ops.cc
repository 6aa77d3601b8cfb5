// Factorisations of matrices and what is solved with them. Matrices are the last two dimensions of a
// tensor.
#include <algorithm>

#include "core/ops/gradient_helpers.h"
#include "core/ops/matrix_shapes.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// The least of two dims, as far as it is known.
int64_t LeastDim(int64_t a, int64_t b) {
  return a == 0 || b == 0 ? 0 : a < 0 || b < 0 ? kUnknownDim : std::min(a, b);
}

Status DeterminantShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckMatrix(ctx, 0, "input", true));
  for (int i = 0; i < ctx.num_outputs(); ++i) ctx.set_output(i, BatchOf(ctx.input(0)));
  return OkStatus();
}

Status SolveShape(ShapeContext& ctx, bool square, bool broadcasts) {
  RUNNEL_RETURN_IF_ERROR(CheckMatrix(ctx, 0, "matrix", square));
  RUNNEL_RETURN_IF_ERROR(CheckMatrix(ctx, 1, "rhs", false));
  const Shape& matrix = ctx.input(0);
  const Shape& rhs = ctx.input(1);
  if (!matrix.has_rank() || !rhs.has_rank()) return OkStatus();
  const auto batch = broadcasts ? Shape::Broadcast(BatchOf(matrix), BatchOf(rhs))
                                : Shape::Merge(BatchOf(matrix), BatchOf(rhs));
  const int64_t rows = matrix.dim(matrix.rank() - 2), given = rhs.dim(rhs.rank() - 2);
  if (!batch.ok() || (rows >= 0 && given >= 0 && rows != given)) {
    return InvalidArgument(ArgIs(ctx, 0, "matrix"), ", ", ArgIs(ctx, 1, "rhs"),
                           ": they must have the same batch and rows");
  }
  ctx.set_output(0, Concat(*batch, Shape{square && rows < 0 ? given : matrix.dim(matrix.rank() - 1),
                                         rhs.dim(rhs.rank() - 1)}));
  return OkStatus();
}
Status MatrixSolveShape(ShapeContext& ctx) { return SolveShape(ctx, true, false); }
Status TriangularShape(ShapeContext& ctx) { return SolveShape(ctx, true, true); }
Status LeastSquaresShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 2, "l2_regularizer"));
  return SolveShape(ctx, false, false);
}

Status QrShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckMatrix(ctx, 0, "input", false));
  const Shape& input = ctx.input(0);
  if (!input.has_rank()) return OkStatus();
  const int64_t m = input.dim(input.rank() - 2), n = input.dim(input.rank() - 1);
  const int64_t k = BoolAttr(ctx, "full_matrices") ? m : LeastDim(m, n);
  ctx.set_output(0, Concat(BatchOf(input), Shape{m, k}));
  ctx.set_output(1, Concat(BatchOf(input), Shape{k, n}));
  return OkStatus();
}

Status LuShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckMatrix(ctx, 0, "input", true));
  const Shape& input = ctx.input(0);
  if (!input.has_rank()) return OkStatus();
  ctx.set_output(0, input);
  ctx.set_output(1, SubShape(input, 0, input.rank() - 1));
  return OkStatus();
}

Status SvdShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckMatrix(ctx, 0, "input", false));
  const Shape& input = ctx.input(0);
  const bool vectors = BoolAttr(ctx, "compute_uv"), full = BoolAttr(ctx, "full_matrices");
  if (!vectors) {
    ctx.set_output(1, Shape{0});
    ctx.set_output(2, Shape{0});
  }
  if (!input.has_rank()) return OkStatus();
  const int64_t m = input.dim(input.rank() - 2), n = input.dim(input.rank() - 1), p = LeastDim(m, n);
  ctx.set_output(0, Concat(BatchOf(input), Shape{p}));
  if (!vectors) return OkStatus();
  ctx.set_output(1, Concat(BatchOf(input), Shape{m, full ? m : p}));
  ctx.set_output(2, Concat(BatchOf(input), Shape{n, full ? n : p}));
  return OkStatus();
}

Status EigenShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckMatrix(ctx, 0, "input", true));
  const Shape& input = ctx.input(0);
  const bool joined = ctx.num_outputs() == 1;
  const bool vectors = joined || BoolAttr(ctx, "compute_v");
  if (!vectors) ctx.set_output(1, Shape{0});
  if (!input.has_rank()) return OkStatus();
  const int64_t n = std::max(input.dim(input.rank() - 1), input.dim(input.rank() - 2));
  if (joined) {
    ctx.set_output(0, Concat(BatchOf(input), Shape{n < 0 ? kUnknownDim : n + 1, n}));
    return OkStatus();
  }
  ctx.set_output(0, Concat(BatchOf(input), Shape{n}));
  if (vectors) ctx.set_output(1, input);
  return OkStatus();
}

Status TridiagonalSolveShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckMatrix(ctx, 0, "diagonals", false));
  RUNNEL_RETURN_IF_ERROR(CheckMatrix(ctx, 1, "rhs", false));
  ctx.set_output(0, ctx.input(1));
  return OkStatus();
}
Status TridiagonalMatMulShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckMatrix(ctx, 3, "rhs", false));
  ctx.set_output(0, ctx.input(3));
  return OkStatus();
}

// ---- gradients that need to know sizes ----

class MatrixMaker {
 public:
  explicit MatrixMaker(GraphBuilder& b) : b_(b) {}
  OutputRef Adjoint(OutputRef x) {
    const OutputRef turned = b_.Op("Einsum", std::vector<OutputRef>{x}, {{"equation", kTurn}});
    return IsComplex(TypeOf(x)) ? b_.Op("Conj", {turned}) : turned;
  }
  OutputRef Times(OutputRef x, OutputRef y, bool adj_x = false, bool adj_y = false) {
    return b_.Op("BatchMatMulV2", {x, y}, {{"adj_x", adj_x}, {"adj_y", adj_y}});
  }
  OutputRef Plus(OutputRef x, OutputRef y) { return b_.Op("AddV2", {x, y}); }
  OutputRef Minus(OutputRef x, OutputRef y) { return b_.Op("Sub", {x, y}); }
  OutputRef Lower(OutputRef x) {
    return b_.Op("MatrixBandPart",
                 {x, IntScalar(b_, DType::kInt64, -1), IntScalar(b_, DType::kInt64, 0)});
  }

 private:
  const std::string kTurn = "...ij->...ji";
  GraphBuilder& b_;
};

// Of matrices that are not wider than high, real ones. Source: Walter & Lehmann 2012.
Status QrGrad(GradientContext& ctx) {
  const Shape& input = ctx.input_shape(0);
  const int rank = input.has_rank() ? input.rank() : -1;
  const int64_t m = rank < 0 ? kUnknownDim : input.dim(rank - 2),
                n = rank < 0 ? kUnknownDim : input.dim(rank - 1);
  const bool full = *ctx.attr<bool>("full_matrices");
  if (IsComplex(ctx.input_type(0))) return Unimplemented("gradients of Qr for complex matrices");
  if (m < 0 || n < 0 || m < n || (full && m != n)) {
    return Unimplemented(
        "gradients of Qr unless it is known that there are at least as many rows as columns, "
        "and as many with full_matrices: input is ",
        input.ToString());
  }
  MatrixMaker make(ctx.b());
  GraphBuilder& b = ctx.b();
  const OutputRef q = ctx.output(0), r = ctx.output(1);
  const OutputRef dq = ctx.grad(0), dr = ctx.grad(1);
  // x R^-H
  const auto over = [&](OutputRef x) {
    return make.Adjoint(b.Op("MatrixTriangularSolve", {r, make.Adjoint(x)}, {{"lower", false}}));
  };
  OutputRef skew, sum;
  if (dq) {
    const OutputRef qdq = make.Times(q, dq, true);
    skew = make.Minus(qdq, make.Adjoint(qdq));
    sum = over(make.Minus(dq, make.Times(q, qdq)));
  }
  if (dr) {
    const OutputRef rdr = make.Times(r, dr, false, true);
    const OutputRef own = make.Minus(rdr, make.Adjoint(rdr));
    skew = skew ? make.Plus(skew, own) : own;
  }
  if (!skew) return OkStatus();
  OutputRef inner = over(make.Lower(skew));
  if (dr) inner = make.Plus(dr, inner);
  inner = make.Times(q, inner);
  ctx.set_input_grad(0, sum ? make.Plus(inner, sum) : inner);
  return OkStatus();
}

// Of real matrices, and of the thin form unless they are square. Source: Townsend 2016.
Status SvdGrad(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  MatrixMaker make(b);
  const bool vectors = *ctx.attr<bool>("compute_uv"), full = *ctx.attr<bool>("full_matrices");
  const DType dtype = ctx.input_type(0);
  OutputRef s = ctx.output(0), u, v;
  if (vectors && !full) {
    u = ctx.output(1);
    v = ctx.output(2);
  } else {
    const std::vector<OutputRef> all = b.Ops("Svd", {ctx.input(0)});
    if (!b.status().ok()) return b.status();
    s = all[0];
    u = all[1];
    v = all[2];
  }
  OutputRef inner;  // in the basis of the vectors
  if (ctx.grad(0)) inner = b.Op("MatrixDiag", {ctx.grad(0)});
  const OutputRef du = ctx.grad(1), dv = ctx.grad(2);
  OutputRef outer;
  if (vectors && (du || dv)) {
    if (IsComplex(dtype)) return Unimplemented("gradients of Svd's vectors for complex matrices");
    const Shape& input = ctx.input_shape(0);
    if (full && !(input.has_rank() && input.dim(input.rank() - 1) >= 0 &&
                  input.dim(input.rank() - 1) == input.dim(input.rank() - 2))) {
      return Unimplemented(
          "gradients of Svd's vectors with full_matrices, unless the matrices are square");
    }
    const OutputRef row = b.Op("ExpandDims", {s, IntScalar(b, DType::kInt32, -2)});
    const OutputRef column = b.Op("ExpandDims", {s, IntScalar(b, DType::kInt32, -1)});
    // 1 / (s_j^2 - s_i^2), and 0 for equal ones.
    const OutputRef one = b.Scalar(dtype, 1);
    const OutputRef f =
        b.Op("DivNoNan", {one, make.Minus(b.Op("Square", {row}), b.Op("Square", {column}))});
    const auto turned = [&](OutputRef x, OutputRef dx) {
      const OutputRef xdx = make.Times(x, dx, true);
      return b.Op("Mul", {f, make.Minus(xdx, make.Adjoint(xdx))});
    };
    const OutputRef inverse = b.Op("DivNoNan", {one, row});
    const auto add = [&](OutputRef& sum, OutputRef x) { sum = sum ? make.Plus(sum, x) : x; };
    if (du) {
      add(inner, b.Op("Mul", {turned(u, du), row}));
      // (1 - U U^T) dU S^-1 V^T
      const OutputRef rest = make.Minus(du, make.Times(u, make.Times(u, du, true)));
      add(outer, make.Times(b.Op("Mul", {rest, inverse}), v, false, true));
    }
    if (dv) {
      add(inner, b.Op("Mul", {column, turned(v, dv)}));
      const OutputRef rest = make.Minus(dv, make.Times(v, make.Times(v, dv, true)));
      add(outer, make.Times(b.Op("Mul", {u, inverse}), rest, false, true));
    }
  }
  if (!inner) return OkStatus();
  OutputRef all = make.Times(make.Times(u, inner), v, false, true);
  if (outer) all = make.Plus(all, outer);
  ctx.set_input_grad(0, all);
  return OkStatus();
}

// Of the fast form.
Status LeastSquaresGrad(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  MatrixMaker make(b);
  const Shape& matrix = ctx.input_shape(0);
  const int rank = matrix.has_rank() ? matrix.rank() : -1;
  const int64_t m = rank < 0 ? kUnknownDim : matrix.dim(rank - 2),
                n = rank < 0 ? kUnknownDim : matrix.dim(rank - 1);
  if (m < 0 || n < 0) return Unimplemented("gradients of MatrixSolveLs for matrices of unknown size");
  const DType dtype = ctx.input_type(0);
  const OutputRef a = ctx.input(0), rhs = ctx.input(1), x = ctx.output(0), g = ctx.grad();
  // The factor of the Gram matrix.
  const bool tall = m >= n;
  OutputRef gram = tall ? make.Times(a, a, true) : make.Times(a, a, false, true);
  const OutputRef scale = b.Op("Cast", {ctx.input(2)}, {{"DstT", dtype}});
  gram = b.Op("MatrixSetDiag", {gram, make.Plus(b.Op("MatrixDiagPart", {gram}), scale)});
  const OutputRef factor = b.Op("Cholesky", {gram});
  const auto solve = [&](OutputRef y) {
    const OutputRef half = b.Op("MatrixTriangularSolve", {factor, y});
    return b.Op("MatrixTriangularSolve", {factor, half}, {{"adjoint", true}});
  };
  const OutputRef minus = b.Scalar(dtype, -1);
  if (tall) {
    const OutputRef z = solve(g);
    const OutputRef xz = make.Times(x, z, false, true);
    const OutputRef both = make.Plus(xz, make.Adjoint(xz));
    ctx.set_input_grad(0, make.Minus(make.Times(rhs, z, false, true), make.Times(a, both)));
    ctx.set_input_grad(1, make.Times(a, z));
    return OkStatus();
  }
  const OutputRef grad_rhs = solve(make.Times(a, g));
  const OutputRef y = solve(rhs);
  const OutputRef first = b.Op("Mul", {minus, make.Times(grad_rhs, make.Times(y, a, true))});
  const OutputRef second = make.Times(y, make.Minus(g, make.Times(a, grad_rhs, true)), false, true);
  ctx.set_input_grad(0, make.Plus(first, second));
  ctx.set_input_grad(1, grad_rhs);
  return OkStatus();
}

// The gradient of Cholesky's factor l: Z = L^-H (L^-H m)^H, where m is the lower half of L^H g with half
// its diagonal; then (Z + Z^H) / 2. Source: Murray 2016.
#define RUNNEL_CHOLESKY_GRAD(l, g, adjoint_of_y, adjoint_of_z)                             \
  "p = BatchMatMulV2(" l ", " g                                                            \
  ", adj_x = true); "                                                                      \
  "m = MatrixSetDiag(MatrixBandPart(p, -1, 0, Tindex = int64), 0.5 * MatrixDiagPart(p)); " \
  "y = MatrixTriangularSolve(" l                                                           \
  ", m, adjoint = true); "                                                                 \
  "z = MatrixTriangularSolve(" l ", " adjoint_of_y                                         \
  ", adjoint = true); "                                                                    \
  "s = 0.5 * (z + " adjoint_of_z "); "

constexpr OpRow kLinearAlgebraOps[] = {
    {
        .name = "Cholesky",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = RUNNEL_LINALG_TYPES,
        .doc = "Gives the lower triangles whose products with their adjoints are the matrices. Only the "
               "lower triangles of input are looked at. Shapes: input and output are [..., n, n]. "
               "Errors: INVALID_ARGUMENT for a matrix that is not positive definite.",
        .shape = SquareShape,
        .gradient = RUNNEL_CHOLESKY_GRAD("output", "g", "conj(Einsum([y], equation = '...ij->...ji'))",
                                         "conj(Einsum([z], equation = '...ij->...ji'))") "input: s",
    },
    {
        .name = "CholeskyGrad",
        .inputs = "l: T, grad: T",
        .outputs = "output: T",
        .attrs = "T: {half, float, double}",
        .doc = "Gives the gradient of Cholesky for its output l and what arrives there. Shapes: all are "
               "[..., n, n].",
        .shape = SquareShape,
        // Products with one turn matrices of any rank round.
        .composition = "i = MatrixSetDiag(MulNoNan(l, 0), MulNoNan(MatrixDiagPart(l), 0) + "
                       "1); " RUNNEL_CHOLESKY_GRAD("l", "grad", "BatchMatMulV2(y, i, adj_x = true)",
                                                   "BatchMatMulV2(z, i, adj_x = true)") "output: s",
    },
    {
        .name = "MatrixInverse",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = "adjoint: bool = false; " RUNNEL_LINALG_TYPES,
        .doc =
            "Gives the inverses of matrices, with adjoint of their adjoints. Shapes: input and output "
            "are [..., n, n]. Errors: INVALID_ARGUMENT for a matrix that has none.",
        .shape = SquareShape,
        .gradient = "input: -BatchMatMulV2(output, BatchMatMulV2(g, output, adj_x = adjoint, adj_y = "
                    "!adjoint), adj_x = !adjoint)",
    },
    {
        .name = "MatrixDeterminant",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = RUNNEL_LINALG_TYPES,
        .doc = "Gives the determinants of matrices. Shapes: input is [..., n, n], output [...].",
        .shape = DeterminantShape,
        .gradient = "input: ExpandDims(ExpandDims(g * conj(output), -1), -1) * MatrixInverse(input, "
                    "adjoint = true)",
    },
    {
        .name = "LogMatrixDeterminant",
        .inputs = "input: T",
        .outputs = "sign: T, log_abs_determinant: T",
        .attrs = RUNNEL_LINALG_TYPES,
        .doc = "Gives the sign (of absolute value 1, or 0) of determinants, and the logarithm of their "
               "absolute value, -inf for 0. Shapes: input is [..., n, n], outputs are [...].",
        .shape = DeterminantShape,
        .gradient = "input: ExpandDims(ExpandDims(g.log_abs_determinant, -1), -1) * "
                    "MatrixInverse(input, adjoint = true)",
    },
    {
        .name = "MatrixSolve",
        .inputs = "matrix: T, rhs: T",
        .outputs = "output: T",
        .attrs = "adjoint: bool = false; " RUNNEL_LINALG_TYPES,
        .doc = "Solves matrix * output = rhs, with adjoint for the adjoint of matrix. Shapes: matrix is "
               "[..., n, n], rhs and output are [..., n, k]. Errors: INVALID_ARGUMENT for a matrix "
               "without an inverse.",
        .shape = MatrixSolveShape,
        .gradient = "r = MatrixSolve(matrix, g, adjoint = !adjoint); rhs: r; "
                    "matrix: adjoint ? -BatchMatMulV2(output, r, adj_y = true) : -BatchMatMulV2(r, "
                    "output, adj_y = true)",
    },
    {
        .name = "MatrixTriangularSolve",
        .inputs = "matrix: T, rhs: T",
        .outputs = "output: T",
        .attrs = "lower: bool = true; adjoint: bool = false; T: {bfloat16, double, float, half, "
                 "complex64, complex128}",
        .doc =
            "Solves matrix * output = rhs for the lower or the upper triangle of matrix, with adjoint "
            "for its adjoint. The rest of matrix is not looked at. Shapes: matrix is [..., n, n], rhs "
            "and output are [..., n, k]; the leading dimensions broadcast. Errors: INVALID_ARGUMENT "
            "for a 0 on the diagonal.",
        .shape = TriangularShape,
        .gradient =
            "r = MatrixTriangularSolve(matrix, g, lower = lower, adjoint = !adjoint); "
            "rhs: sum_to(r, rhs, matrix, 2); "
            "p = adjoint ? BatchMatMulV2(output, r, adj_y = true) : BatchMatMulV2(r, output, adj_y "
            "= true); "
            "matrix: -sum_to(lower ? MatrixBandPart(p, -1, 0, Tindex = int64) : MatrixBandPart(p, "
            "0, -1, Tindex = int64), matrix, rhs, 2)",
    },
    {
        .name = "Qr",
        .inputs = "input: T",
        .outputs = "q: T, r: T",
        .attrs = "full_matrices: bool = false; " RUNNEL_LINALG_TYPES,
        .doc =
            "Gives unitary q and upper triangles r whose products are the matrices, by Householder's "
            "reflections. Shapes: input is [..., m, n]; q is [..., m, k], r [..., k, n], where k is m "
            "with full_matrices, else the least of m and n.",
        .shape = QrShape,
        .gradient = QrGrad,
    },
    {
        .name = "Lu",
        .inputs = "input: T",
        .outputs = "lu: T, p: output_idx_type",
        .attrs = RUNNEL_LINALG_TYPES "; output_idx_type: {int32, int64} = int32",
        .doc = "Gives a unit lower triangle and an upper one, in one matrix, whose product is that of "
               "input's "
               "rows in the order p. Shapes: input and lu are [..., n, n], p is [..., n]. Errors: "
               "INVALID_ARGUMENT for a matrix that is not invertible.",
        .shape = LuShape,
        .gradient = "e = OnesLike(MatrixDiagPart(lu)); l = MatrixSetDiag(MatrixBandPart(lu, -1, 0, "
                    "Tindex = int64), e); "
                    "u = MatrixBandPart(lu, 0, -1, Tindex = int64); h = MatrixBandPart(g, 0, -1, Tindex "
                    "= int64); "
                    "a = BatchMatMulV2(l, g - h, adj_x = true); b = BatchMatMulV2(h, u, adj_y = true); "
                    "m = a - MatrixBandPart(a, 0, -1, Tindex = int64) + MatrixBandPart(b, 0, -1, Tindex "
                    "= int64); "
                    "y = MatrixTriangularSolve(l, m, lower = true, adjoint = true); "
                    "i = MatrixTriangularSolve(u, MatrixDiag(e), lower = false); "
                    "o = OneHot(p, Gather(Shape(p), Rank(p) - 1), constant(1, T), constant(0, T)); "
                    "input: BatchMatMulV2(o, BatchMatMulV2(y, i, adj_y = true), adj_x = true)",
    },
    {
        .name = "Svd",
        .inputs = "input: T",
        .outputs = "s: T, u: T, v: T",
        .attrs = "compute_uv: bool = true; full_matrices: bool = false; " RUNNEL_LINALG_TYPES,
        .doc =
            "Gives singular values, descending, and the vectors: input = u * diag(s) * adjoint(v). The "
            "phase of vectors is any. Shapes: input is [..., m, n], s is [..., p], p the least of m "
            "and n; u is [..., m, p] and v [..., n, p], with full_matrices [..., m, m] and [..., n, "
            "n]; without compute_uv they are [0]. Errors: INVALID_ARGUMENT for numbers that are not "
            "finite.",
        .shape = SvdShape,
        .gradient = SvdGrad,
    },
    {
        .name = "SelfAdjointEig",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = "T: {double, float, half}",
        .doc = "As SelfAdjointEigV2, with the eigenvalues in a row above the vectors. Shapes: input is "
               "[..., n, n], output [..., n + 1, n].",
        .flags = kOpNotDifferentiable,
        .shape = EigenShape,
    },
    {
        .name = "SelfAdjointEigV2",
        .inputs = "input: T",
        .outputs = "e: T, v: T",
        .attrs = "compute_v: bool = true; " RUNNEL_LINALG_TYPES,
        .doc =
            "Gives the eigenvalues, ascending, of self-adjoint matrices, whose lower triangles alone "
            "are looked at, and their vectors, the columns of v. Shapes: input is [..., n, n], e [..., "
            "n], v like input, or [0] without compute_v. Errors: INVALID_ARGUMENT for numbers that are "
            "not finite.",
        .shape = EigenShape,
        .gradient =
            "w = compute_v ? v : SelfAdjointEigV2(input).v; "
            "f = MatrixSetDiag(DivNoNan(1, ExpandDims(e, -2) - ExpandDims(e, -1)), zeros(e)); "
            "i = MatrixDiag(g) + f * BatchMatMulV2(w, g.v, adj_x = true); "
            "a = BatchMatMulV2(BatchMatMulV2(w, i), w, adj_y = true); "
            "b = MatrixBandPart(a + conj(Einsum([a], equation = '...ij->...ji')), -1, 0, Tindex = "
            "int64); "
            "input: MatrixSetDiag(b, 0.5 * MatrixDiagPart(b))",
    },
    {
        .name = "MatrixSolveLs",
        .inputs = "matrix: T, rhs: T, l2_regularizer: double",
        .outputs = "output: T",
        .attrs = RUNNEL_LINALG_TYPES "; fast: bool = true",
        .doc =
            "Gives the output with the least |matrix * output - rhs|^2 + l2_regularizer * |output|^2, "
            "and of least norm where there are many. fast goes by the normal equations, which lose "
            "half of the digits; without it l2_regularizer counts for nothing, as in TensorFlow. "
            "Shapes: matrix is [..., m, n], rhs [..., m, k], output [..., n, k]. Errors: "
            "INVALID_ARGUMENT where fast finds no solution.",
        .shape = LeastSquaresShape,
        .gradient = LeastSquaresGrad,
    },
    {
        .name = "TridiagonalSolve",
        .inputs = "diagonals: T, rhs: T",
        .outputs = "output: T",
        .attrs = "partial_pivoting: bool = true; perturb_singular: bool = false; T: {double, float, "
                 "complex64, complex128}",
        .doc = "Solves systems whose matrices have three diagonals: the rows of diagonals are the one "
               "above the main one (the last element is not looked at), the main one, and the one below "
               "(the first is not). Shapes: diagonals is [..., 3, n], rhs and output are [..., n, k]. "
               "Errors: INVALID_ARGUMENT for a matrix without an inverse; UNIMPLEMENTED for "
               "perturb_singular.",
        .shape = TridiagonalSolveShape,
        .gradient =
            "d = conj(diagonals); u = GatherV2(d, constant([0], int32), -2); m = GatherV2(d, "
            "constant([1], int32), -2); "
            "l = GatherV2(d, constant([2], int32), -2); "
            "r = TridiagonalSolve(ConcatV2([Roll(l, -1, -1), m, Roll(u, 1, -1)], -2), g, ...); "
            "rhs: r; z = MulNoNan(u, 0); o = z + 1; c = conj(output); "
            "diagonals: -ConcatV2([ExpandDims(Sum(r * TridiagonalMatMul(o, z, z, c), [-1]), -2), "
            "ExpandDims(Sum(r * c, [-1]), -2), "
            "ExpandDims(Sum(r * TridiagonalMatMul(z, z, o, c), [-1]), -2)], -2)",
    },
    {
        .name = "TridiagonalMatMul",
        .inputs = "superdiag: T, maindiag: T, subdiag: T, rhs: T",
        .outputs = "output: T",
        .attrs = "T: {double, float, complex64, complex128}",
        .doc = "Multiplies matrices of three diagonals with rhs; the last element of superdiag and the "
               "first of subdiag are not looked at. Shapes: diagonals are [..., 1, n], rhs and output "
               "are [..., n, k].",
        .shape = TridiagonalMatMulShape,
        .gradient = "rhs: TridiagonalMatMul(Roll(conj(subdiag), -1, -1), conj(maindiag), "
                    "Roll(conj(superdiag), 1, "
                    "-1), g); c = conj(rhs); z = zeros(superdiag); o = z + 1; "
                    "superdiag: ExpandDims(Sum(g * TridiagonalMatMul(o, z, z, c), [-1]), -2); "
                    "maindiag: ExpandDims(Sum(g * c, [-1]), -2); "
                    "subdiag: ExpandDims(Sum(g * TridiagonalMatMul(z, z, o, c), [-1]), -2)",
    },
};

}  // namespace

std::span<const OpRow> LinearAlgebraOps() { return ChosenRows<kLinearAlgebraOps>::All(); }

}  // namespace runnel
