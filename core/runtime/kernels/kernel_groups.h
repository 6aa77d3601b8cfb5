// Kernels that their device runs as one where nothing comes between them (RNLP_KERNEL_GROUPED).
#ifndef RUNNEL_CORE_RUNTIME_KERNELS_KERNEL_GROUPS_H_
#define RUNNEL_CORE_RUNTIME_KERNELS_KERNEL_GROUPS_H_

#include <functional>
#include <vector>

#include "core/passes/plan_graph.h"

namespace runnel {

// `nodes`, in topological order, with the grouped ones as late as what depends on them allows, so that
// they come one after the other. What waits for them keeps at most some 32 MiB of their inputs alive.
std::vector<int> GroupKernels(const PlanGraph& graph, const std::vector<int>& nodes,
                              const std::function<bool(int node)>& is_grouped);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_KERNELS_KERNEL_GROUPS_H_
