// Shapes of ops over matrices, which are the last two dimensions of a tensor.
#ifndef RUNNEL_CORE_OPS_MATRIX_SHAPES_H_
#define RUNNEL_CORE_OPS_MATRIX_SHAPES_H_

#include <string_view>

#include "core/graph/shape_context.h"

#define RUNNEL_LINALG_TYPES "T: {double, float, half, complex64, complex128}"

namespace runnel {

// Input i has rank 2 or more; its last two dimensions must be able to be equal if `square`.
Status CheckMatrix(const ShapeContext& ctx, int i, std::string_view arg, bool square);
// All dimensions but the last two.
Shape BatchOf(const Shape& shape);
// Input 0 is of square matrices, and output 0 like it.
Status SquareShape(ShapeContext& ctx);

}  // namespace runnel

#endif  // RUNNEL_CORE_OPS_MATRIX_SHAPES_H_
