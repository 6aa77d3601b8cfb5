// Kernels that their device runs as one where nothing comes between them (RNLP_KERNEL_GROUPED).
#ifndef RUNNEL_CORE_RUNTIME_KERNELS_KERNEL_GROUPS_H_
#define RUNNEL_CORE_RUNTIME_KERNELS_KERNEL_GROUPS_H_

#include <functional>
#include <vector>

#include "core/passes/plan_graph.h"

namespace runnel {

// `nodes`, in topological order, with the grouped ones as late as their dependents allow, so that they
// follow each other. At most some 32 MiB of their inputs stay alive for that.
std::vector<int> GroupKernels(const PlanGraph& graph, const std::vector<int>& nodes,
                              const std::function<bool(int node)>& is_grouped);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_KERNELS_KERNEL_GROUPS_H_
