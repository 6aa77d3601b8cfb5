// Zeros around an image become the padding of the convolution or pool behind, which counts them without
// writing them.
#ifndef RUNNEL_CORE_PASSES_FOLD_PADS_H_
#define RUNNEL_CORE_PASSES_FOLD_PADS_H_

#include <functional>

#include "core/passes/plan_graph.h"

namespace runnel {

// After placement: a Pad, or a PadV2 with zeros, whose only reader is a Conv2D or DepthwiseConv2dNative
// that pads by itself explicitly or not at all, or a MaxPool of what a Relu gives. The same results,
// except that a filter with infinities meets no zeros where a device leaves out what lies outside of the
// image. `supports(node)`: its device has a kernel for it. `count`: how many went.
Status FoldPads(const std::function<bool(const PlanNode& node)>& supports, PlanGraph* plan, int* count);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_FOLD_PADS_H_
