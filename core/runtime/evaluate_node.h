// Nodes that are computed while a plan is made.
#ifndef RUNNEL_CORE_RUNTIME_EVALUATE_NODE_H_
#define RUNNEL_CORE_RUNTIME_EVALUATE_NODE_H_

#include "core/passes/plan_watch.h"
#include "core/runtime/kernel_select.h"

namespace runnel {

// EvaluateNode of kernel_select.h, whose kernel asks `watch`, which may be null, whether it is to end
// early. Errors also: why planning ends.
Status EvaluateNode(const PluginSet& plugins, Device* device, Allocator* allocator, const PlanNode& node,
                    std::span<const Tensor> inputs, PlanWatch* watch, std::vector<Tensor>* outputs);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_EVALUATE_NODE_H_
