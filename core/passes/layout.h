// Layout: where a device would rather have the channels of images last, connected groups of
// convolutions, pools, norms and what lies between them are computed so, and transposes within them go.
// Groups for which that would cost more in transposes at their ends than it gains stay as they are.
#ifndef RUNNEL_CORE_PASSES_LAYOUT_H_
#define RUNNEL_CORE_PASSES_LAYOUT_H_

#include "core/passes/plan_graph.h"

namespace runnel {

// After placement. `prefers_channels_last(device)`; `supports(node)`: its device has a kernel for it.
// Counts the nodes that were changed. Errors: RESOURCE_EXHAUSTED.
Status ChooseLayouts(const std::function<bool(const Device* device)>& prefers_channels_last,
                     const std::function<bool(const PlanNode& node)>& supports, PlanGraph* plan,
                     int* count);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_LAYOUT_H_
