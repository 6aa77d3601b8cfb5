// Products of matrices.
#include "core/ops/families.h"
#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"

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

// Both products have the same four cases; `t_a` and `t_b` are how the op calls its two flags.
void ProductGrads(GradientContext& ctx, const char* t_a, const char* t_b, OutputRef* grad_a,
                  OutputRef* grad_b) {
  const bool ta = *ctx.node().attr<bool>(t_a), tb = *ctx.node().attr<bool>(t_b);
  const OutputRef g = ctx.grad();
  const auto product = [&](OutputRef x, bool tx, OutputRef y, bool ty) {
    return ctx.b().Op(ctx.node().op(), {x, y}, {{t_a, AttrValue(tx)}, {t_b, AttrValue(ty)}});
  };
  if (ctx.wants(0)) {
    *grad_a = ta ? product(ctx.input(1), tb, g, true) : product(g, false, ctx.input(1), !tb);
  }
  if (ctx.wants(1)) {
    *grad_b = tb ? product(g, true, ctx.input(0), ta) : product(ctx.input(0), !ta, g, false);
  }
}

Status MatMulGrad(GradientContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RealOnly(ctx));
  OutputRef grad_a, grad_b;
  ProductGrads(ctx, "transpose_a", "transpose_b", &grad_a, &grad_b);
  ctx.set_input_grad(0, grad_a);
  ctx.set_input_grad(1, grad_b);
  return OkStatus();
}

Status BatchMatMulGrad(GradientContext& ctx) {
  OutputRef grad_x, grad_y;
  ProductGrads(ctx, "adj_x", "adj_y", &grad_x, &grad_y);
  const OutputRef x = ctx.input_ref(0), y = ctx.input_ref(1);
  if (grad_x) ctx.set_input_grad(0, SumToShape(ctx, grad_x, x, y, 2));
  if (grad_y) ctx.set_input_grad(1, SumToShape(ctx, grad_y, y, x, 2));
  return OkStatus();
}

constinit const OpRow kMatMulOps[] = {
    {
        .name = "MatMul",
        .inputs = "a: T, b: T",
        .outputs = "product: T",
        .attrs = "transpose_a: bool = false; transpose_b: bool = false; T: " RUNNEL_SIGNED_COMPLEX_TYPES,
        .doc = "Multiplies two matrices, either transposed first where its attr says so. Shapes: [m,k] "
               "times [k,n] gives [m,n]; k = 0 gives zeros. Errors: INVALID_ARGUMENT if the inner "
               "dimensions differ.",
        .shape = MatMulShape,
        .gradient = MatMulGrad,
    },
    {
        .name = "BatchMatMulV2",
        .inputs = "x: T, y: T",
        .outputs = "output: T",
        .attrs = "T: " RUNNEL_SIGNED_COMPLEX_TYPES "; adj_x: bool = false; adj_y: bool = false",
        .doc =
            "Multiplies matrices that lie in the last two dimensions; adj_x and adj_y take the adjoint "
            "(conjugate transpose) first. Shapes: [..,m,k] times [..,k,n] gives [..,m,n]; the leading "
            "dimensions broadcast. Errors: INVALID_ARGUMENT if the inner dimensions differ.",
        .shape = BatchMatMulShape,
        .gradient = BatchMatMulGrad,
    },
};

}  // namespace

std::span<const OpRow> MatMulOps() { return kMatMulOps; }

}  // namespace runnel
