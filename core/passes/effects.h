// What nodes do beside computing, and the order in which that is seen.
//
// A pass that puts a value in the place of a node's outputs cuts what reads them off from what the node
// waited for: from effects that would then run later, or not at all, and from failures.
#ifndef RUNNEL_CORE_PASSES_EFFECTS_H_
#define RUNNEL_CORE_PASSES_EFFECTS_H_

#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/passes/plan_graph.h"

namespace runnel {

// Whether it matters that, and when, a node runs: it reads or changes what outlives it, or it may fail
// by intent. Not of what only names a resource.
bool HasEffect(const OpSchema& op);
// An effect that others can tell: not the reads of variables, nor random numbers.
bool ChangesSomething(const OpSchema& op);

// Call this before PlanGraph::ReplaceUses(replacement). Adds control edges so that every node, and every
// fetch, still waits for all of `effects` (by node) that it waits for now. Only where no path is left,
// so most graphs get none. Values that are put in place may be new nodes without inputs. Errors:
// INVALID_ARGUMENT naming a cycle.
Status KeepWaiting(const std::vector<std::vector<PlanEdge>>& replacement,
                   const std::vector<bool>& effects, PlanGraph* plan);
// By node for which `input` is not -1: whether its other inputs wait for `effects` that input does not
// wait for.
Result<std::vector<bool>> WaitsBeyond(const std::vector<int>& input, const std::vector<bool>& effects,
                                      const PlanGraph& plan);
// By node: whether HasEffect, or a control edge leaves it.
std::vector<bool> EffectsOf(const PlanGraph& plan);
// By node: whether control flow decides that it runs.
Result<std::vector<bool>> ConditionalNodes(const PlanGraph& plan);

// The functions that have a node which ChangesSomething, or that call one that has.
std::unordered_set<std::string_view> ChangingFunctions(const Graph& library);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_EFFECTS_H_
