#include "core/ops/matrix_shapes.h"

#include "core/ops/shape_helpers.h"

namespace runnel {

Status CheckMatrix(const ShapeContext& ctx, int i, std::string_view arg, bool square) {
  const Shape& shape = ctx.input(i);
  if (!shape.has_rank()) return OkStatus();
  if (shape.rank() < 2) return InvalidArgument(ArgIs(ctx, i, arg), ": must have rank 2 or more");
  const int64_t rows = shape.dim(shape.rank() - 2), columns = shape.dim(shape.rank() - 1);
  if (square && rows >= 0 && columns >= 0 && rows != columns) {
    return InvalidArgument(ArgIs(ctx, i, arg), ": the last two dimensions must be equal");
  }
  return OkStatus();
}

Shape BatchOf(const Shape& shape) {
  return shape.has_rank() ? SubShape(shape, 0, shape.rank() - 2) : Shape::Unknown();
}

Status SquareShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckMatrix(ctx, 0, ctx.schema().inputs[0].name, true));
  ctx.set_output(0, ctx.input(0));
  return OkStatus();
}

}  // namespace runnel
