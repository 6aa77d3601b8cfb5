// Constant factors and summands by channel behind a convolution or a product, as a frozen batch norm
// has them, become part of its constant filter and of one bias. Weights in variables are left alone.
#ifndef RUNNEL_CORE_PASSES_FOLD_SCALES_H_
#define RUNNEL_CORE_PASSES_FOLD_SCALES_H_

#include <functional>

#include "core/passes/plan_graph.h"
#include "core/passes/plan_watch.h"

namespace runnel {

// After placement, for float and double. Behind Conv2D, DepthwiseConv2dNative and MatMul: Mul, RealDiv,
// Add, AddV2, Sub, BiasAdd with constants, and FusedBatchNorm in inference. Results change by rounding:
// a sum is scaled term by term, and factors are multiplied ahead, in double. A filter with a second
// reader is copied only if it is small, and one that would not stay finite is left alone.
// `supports(node)`: its device has a kernel for it; `watch` may be null. Errors: RESOURCE_EXHAUSTED;
// those of `watch`.
Result<std::vector<MadeNode>> FoldScales(const std::function<bool(const PlanNode& node)>& supports,
                                         PlanWatch* watch, PlanGraph* plan);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_FOLD_SCALES_H_
