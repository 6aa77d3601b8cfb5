// Attention as imported graphs have it: a product with keys, a scale, a mask, Softmax and a product with
// values become one Runnel>Attention, whose scores are never whole in memory.
#ifndef RUNNEL_CORE_PASSES_ATTENTION_H_
#define RUNNEL_CORE_PASSES_ATTENTION_H_

#include "core/passes/plan_graph.h"

namespace runnel {

// To be run after placement. `supports(fused node)`: its device has a kernel for it. Values with other
// readers, as weights that a gradient reads, stay separate. Errors: RESOURCE_EXHAUSTED.
Result<std::vector<MadeNode>> FuseAttention(const std::function<bool(const PlanNode& fused)>& supports,
                                            PlanGraph* plan);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_ATTENTION_H_
