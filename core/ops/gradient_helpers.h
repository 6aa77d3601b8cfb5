// Pieces that gradient functions are made of.
//
// Where shapes are known when the gradient is built, the helpers give constants and leave out what would
// do nothing, so that graphs stay small and static; elsewhere they give ops that read the shapes.
#ifndef RUNNEL_CORE_OPS_GRADIENT_HELPERS_H_
#define RUNNEL_CORE_OPS_GRADIENT_HELPERS_H_

#include <optional>
#include <vector>

#include "core/graph/builder.h"

namespace runnel {

// The shape or type of an edge as its node knows it; empty edges: unknown, invalid.
const Shape& ShapeOf(OutputRef edge);
DType TypeOf(OutputRef edge);
// The value behind an edge, if it is a constant (seen through Identity); else null.
const Tensor* ConstantOf(OutputRef edge);
// The same, if it is a vector or scalar of int32 or int64.
std::optional<std::vector<int64_t>> ConstantIntsOf(OutputRef edge);

// A vector constant of int32 or int64.
OutputRef IntVector(GraphBuilder& b, DType dtype, const std::vector<int64_t>& values);
OutputRef IntScalar(GraphBuilder& b, DType dtype, int64_t value);
// The shape of a forward value as a vector of `dtype`, for use in the gradient.
OutputRef ShapeTensor(GradientContext& ctx, OutputRef forward, DType dtype = DType::kInt32);
// `value` with the shape of the forward value `like`; itself if it has that shape already.
OutputRef ReshapeLike(GradientContext& ctx, OutputRef value, OutputRef like);
// `grad`, in the shape that x and y broadcast to, summed over the axes along which x was repeated.
// x and y are forward values; the last `tail` dims are left alone.
OutputRef SumToShape(GradientContext& ctx, OutputRef grad, OutputRef x, OutputRef y, int tail = 0);
// Sets the gradients of inputs 0 and 1, which broadcast against each other. Empty ones are left unset.
void SetBroadcastGrads(GradientContext& ctx, OutputRef grad_x, OutputRef grad_y);
// grad `dtype` may be used in Mul and such: complex gradients would need Conj, which is not there yet.
Status RealOnly(const GradientContext& ctx);
// Zeros like a forward value, for use in the gradient.
OutputRef ZerosForward(GradientContext& ctx, OutputRef forward);
// Zeros like `edge`, an edge of the gradient's own part of the graph.
OutputRef ZerosLike(GraphBuilder& b, OutputRef edge);

}  // namespace runnel

#endif  // RUNNEL_CORE_OPS_GRADIENT_HELPERS_H_
