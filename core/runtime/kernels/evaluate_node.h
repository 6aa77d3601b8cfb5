// Nodes that are computed while a plan is made.
#ifndef RUNNEL_CORE_RUNTIME_KERNELS_EVALUATE_NODE_H_
#define RUNNEL_CORE_RUNTIME_KERNELS_EVALUATE_NODE_H_

#include "core/passes/plan_watch.h"
#include "core/runtime/kernels/kernel_select.h"

namespace runnel {

// Computes one node on host tensors, for constant folding. The kernel asks `watch`, which may be null,
// whether it is to end early. Errors: UNIMPLEMENTED without a kernel on `device`, which computes in host
// memory; why planning ends; the kernel's own.
Status EvaluateNode(const PluginSet& plugins, Device* device, Allocator* allocator, const PlanNode& node,
                    std::span<const Tensor> inputs, PlanWatch* watch, std::vector<Tensor>* outputs);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_KERNELS_EVALUATE_NODE_H_
