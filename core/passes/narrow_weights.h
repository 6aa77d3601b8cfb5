// Weights of 16 bits that a graph casts to floats where it uses them. Folded, they would take twice the
// memory; computed in each step, twice the time. So the casts move next to the products, stay out of
// folding, and products that widen their weights themselves take their place.
#ifndef RUNNEL_CORE_PASSES_NARROW_WEIGHTS_H_
#define RUNNEL_CORE_PASSES_NARROW_WEIGHTS_H_

#include <vector>

#include "core/passes/plan_graph.h"

namespace runnel {

// Before inference: lets a Cast of a constant follow the nodes behind it that only move its elements,
// and gathers that take some of them. Errors: INVALID_ARGUMENT for a cycle.
Status MoveCastsDown(PlanGraph* plan);

// By node: the Casts that only products read, as their weights, which folding leaves alone.
std::vector<bool> NarrowWeights(const PlanGraph& plan);

// After placement: lets products take their weights as they are, where their devices have kernels for
// that, and counts them; makes constants of all other casts that folding has left, with `evaluate`.
Status WidenInProducts(const std::function<bool(const PlanNode& node)>& supports,
                       const Evaluate& evaluate, PlanGraph* plan, int* count);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_NARROW_WEIGHTS_H_
