// Numbers of 8 bits that follow, element by element, from one tensor of such numbers are looked up: a
// table has what nodes between the two make of each of the 256 numbers, as of Sigmoid and Mul in SiLU.
#ifndef RUNNEL_CORE_PASSES_LOOKUPS_H_
#define RUNNEL_CORE_PASSES_LOOKUPS_H_

#include <functional>
#include <vector>

#include "core/passes/plan_graph.h"

namespace runnel {

// After placement: one Runnel>AffineLookup in the place of two nodes or more, which nothing else reads.
// Their results are computed by `evaluate`, so integers stay as they are. Small tensors are left alone.
// `supports(node)`: its device has a kernel for it. Errors: RESOURCE_EXHAUSTED; INVALID_ARGUMENT for a
// cycle.
Result<std::vector<MadeNode>> LookUpBytes(const std::function<bool(const PlanNode& node)>& supports,
                                          const Evaluate& evaluate, PlanGraph* plan);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_LOOKUPS_H_
