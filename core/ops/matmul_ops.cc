// Products of matrices.
#include "core/ops/product_shapes.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// Rows and columns of a matrix argument whose last two dims are rows and columns, after transposing.
struct MatrixDims {
  int64_t rows = kUnknownDim;
  int64_t columns = kUnknownDim;
};

MatrixDims LastTwo(const Shape& shape, bool transposed) {
  if (!shape.has_rank()) return {};
  const int64_t a = shape.dim(shape.rank() - 2), b = shape.dim(shape.rank() - 1);
  return transposed ? MatrixDims{b, a} : MatrixDims{a, b};
}

Status InnerDimsDiffer(const ShapeContext& ctx, std::string_view x, bool x_transposed,
                       std::string_view y, bool y_transposed) {
  return InvalidArgument("inner dimensions differ: ", x, " is ", ctx.input(0).ToString(),
                         x_transposed ? " transposed" : "", ", ", y, " is ", ctx.input(1).ToString(),
                         y_transposed ? " transposed" : "");
}

}  // namespace

Status MatMulShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape a, RequireRank(ctx, 0, "a", 2));
  RUNNEL_ASSIGN_OR_RETURN(const Shape b, RequireRank(ctx, 1, "b", 2));
  const bool transpose_a = BoolAttr(ctx, "transpose_a"), transpose_b = BoolAttr(ctx, "transpose_b");
  const MatrixDims x = LastTwo(a, transpose_a), y = LastTwo(b, transpose_b);
  if (x.columns >= 0 && y.rows >= 0 && x.columns != y.rows) {
    return InnerDimsDiffer(ctx, "a", transpose_a, "b", transpose_b);
  }
  ctx.set_output(0, Shape{x.rows, y.columns});
  return OkStatus();
}

Status BatchMatMulShape(ShapeContext& ctx) {
  const bool adj_x = BoolAttr(ctx, "adj_x"), adj_y = BoolAttr(ctx, "adj_y");
  for (int i = 0; i < 2; ++i) {
    if (ctx.input(i).has_rank() && ctx.input(i).rank() < 2) {
      return InvalidArgument(ArgIs(ctx, i, i == 0 ? "x" : "y"), ": must have rank 2 or more");
    }
  }
  const MatrixDims x = LastTwo(ctx.input(0), adj_x), y = LastTwo(ctx.input(1), adj_y);
  if (x.columns >= 0 && y.rows >= 0 && x.columns != y.rows) {
    return InnerDimsDiffer(ctx, "x", adj_x, "y", adj_y);
  }
  if (!ctx.input(0).has_rank() || !ctx.input(1).has_rank()) return OkStatus();
  auto batch = Shape::Broadcast(SubShape(ctx.input(0), 0, ctx.input(0).rank() - 2),
                                SubShape(ctx.input(1), 0, ctx.input(1).rank() - 2));
  if (!batch.ok()) {
    return InvalidArgument(ArgIs(ctx, 0, "x"), ", ", ArgIs(ctx, 1, "y"),
                           ": leading dimensions do not broadcast against each other");
  }
  ctx.set_output(0, Concat(*batch, Shape{x.rows, y.columns}));
  return OkStatus();
}

namespace {

constexpr OpRow kMatMulOps[] = {
    {
        .name = "MatMul",
        .inputs = "a: T, b: T",
        .outputs = "product: T",
        .attrs =
            "transpose_a: bool = false; transpose_b: bool = false; T: {bfloat16, half, float, double, "
            "uint8, uint16, uint32, uint64, int32, int64, complex64, complex128}; grad_a: bool = false; "
            "grad_b: bool = false",
        .doc = "Multiplies two matrices, either transposed first where its attr says so. Shapes: [m,k] "
               "times [k,n] gives [m,n]; k = 0 gives zeros. Errors: INVALID_ARGUMENT if the inner "
               "dimensions differ.",
        .shape = MatMulShape,
        .gradient = "a: transpose_a ? MatMul(conj(b), g, transpose_a = transpose_b, transpose_b = "
                    "true) : MatMul(g, conj(b), transpose_b = !transpose_b); "
                    "b: transpose_b ? MatMul(g, conj(a), transpose_a = true, transpose_b = "
                    "transpose_a) : MatMul(conj(a), g, transpose_a = !transpose_a)",
    },
    {
        .name = "BatchMatMulV2",
        .inputs = "x: T, y: T",
        .outputs = "output: T",
        .attrs =
            "T: {bfloat16, half, float, double, uint8, uint16, uint32, uint64, int16, int32, int64, "
            "complex64, complex128}; adj_x: bool = false; adj_y: bool = false; grad_x: bool = false; "
            "grad_y: bool = false",
        .doc =
            "Multiplies matrices that lie in the last two dimensions; adj_x and adj_y take the adjoint "
            "(conjugate transpose) first. Shapes: [..,m,k] times [..,k,n] gives [..,m,n]; the leading "
            "dimensions broadcast. Errors: INVALID_ARGUMENT if the inner dimensions differ.",
        .shape = BatchMatMulShape,
        .gradient = "x: sum_to(adj_x ? BatchMatMulV2(y, g, adj_x = adj_y, adj_y = true) : "
                    "BatchMatMulV2(g, y, adj_y = !adj_y), x, y, 2); "
                    "y: sum_to(adj_y ? BatchMatMulV2(g, x, adj_x = true, adj_y = adj_x) : "
                    "BatchMatMulV2(x, g, adj_x = !adj_x), y, x, 2)",
    },
    {
        .name = "BatchMatMul",
        .inputs = "x: T, y: T",
        .outputs = "output: T",
        .attrs =
            "T: " RUNNEL_SIGNED_COMPLEX_TYPES
            "; adj_x: bool = false; adj_y: bool = false; grad_x: bool = false; grad_y: bool = false",
        .doc = "BatchMatMulV2, as older graphs call it.",
        .shape = BatchMatMulShape,
        .composition = "output: BatchMatMulV2(x, y, ...)",
    },
};

}  // namespace

std::span<const OpRow> MatMulOps() { return ChosenRows<kMatMulOps>::All(); }

}  // namespace runnel
