// The shapes of products and convolutions, which their fused forms have, too. Of the inputs only the
// first two count.
#ifndef RUNNEL_CORE_OPS_PRODUCT_SHAPES_H_
#define RUNNEL_CORE_OPS_PRODUCT_SHAPES_H_

#include "core/graph/shape_context.h"

namespace runnel {

Status MatMulShape(ShapeContext& ctx);       // attrs transpose_a, transpose_b
Status BatchMatMulShape(ShapeContext& ctx);  // attrs adj_x, adj_y
Status ConvShape(ShapeContext& ctx);         // also channel by channel, as the op's name says
Status PointwiseDepthwiseShape(ShapeContext& ctx);

}  // namespace runnel

#endif  // RUNNEL_CORE_OPS_PRODUCT_SHAPES_H_
