// Sums of matrix products become one product: A1*B1 + A2*B2 = [A1 A2]*[B1; B2]. A matrix that a model
// uses at every step of time has such a sum for its gradient, of a small product for each step.
#ifndef RUNNEL_CORE_PASSES_JOIN_PRODUCTS_H_
#define RUNNEL_CORE_PASSES_JOIN_PRODUCTS_H_

#include "core/passes/plan_graph.h"

namespace runnel {

// After placement. `supports(node)`: its device has a kernel for it. f32 and f64 only: the sum of the
// others would be rounded elsewhere. Errors: RESOURCE_EXHAUSTED.
Result<std::vector<MadeNode>> JoinProducts(const std::function<bool(const PlanNode& node)>& supports,
                                           PlanGraph* plan);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_JOIN_PRODUCTS_H_
