// Building blocks of gradient functions and of the functions of formulas.
//
// If shapes are known when the gradient is built, the helpers give constants and omit nodes without
// effect, so that graphs stay small and static. Otherwise they give ops that read the shapes at run
// time.
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
OutputRef ShapeTensor(RuleContext& ctx, OutputRef forward, DType dtype = DType::kInt32);
// `value` with the shape of the forward value `like`; itself if it has that shape already.
OutputRef ReshapeLike(RuleContext& ctx, OutputRef value, OutputRef like);
// `grad`, in the shape that x and y broadcast to, summed over the axes along which x was repeated.
// x and y are forward values; the last `tail` dims are left alone.
OutputRef SumToShape(RuleContext& ctx, OutputRef grad, OutputRef x, OutputRef y, int tail = 0);
// `value`, which is the forward value `input` reduced over `axes`, reshaped with these axes as
// dimensions of 1: it broadcasts against the input.
OutputRef ExpandReduced(RuleContext& ctx, OutputRef value, OutputRef input, OutputRef axes);
// How many elements of the forward value `input` were reduced over `axes` to each element of `output`: a
// scalar of `dtype`.
OutputRef ElementsPerResult(RuleContext& ctx, OutputRef input, OutputRef axes, OutputRef output,
                            DType dtype);
// Zeros like a forward value, for use in the gradient.
OutputRef ZerosForward(RuleContext& ctx, OutputRef forward);

}  // namespace runnel

#endif  // RUNNEL_CORE_OPS_GRADIENT_HELPERS_H_
