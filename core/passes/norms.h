// What exporters write op by op: the normalisation of rows becomes one Runnel>LayerNorm, Pow by 2 or 3,
// as in Gelu by tanh, products. Results change by rounding.
#ifndef RUNNEL_CORE_PASSES_NORMS_H_
#define RUNNEL_CORE_PASSES_NORMS_H_

#include <vector>

#include "core/passes/plan_graph.h"

namespace runnel {

// To be run after placement. `supports(fused node)`: its device has a kernel for it. Values with readers
// outside of the chain stay separate. Errors: RESOURCE_EXHAUSTED.
Result<std::vector<MadeNode>> FuseNorms(const std::function<bool(const PlanNode& fused)>& supports,
                                        PlanGraph* plan);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_NORMS_H_
