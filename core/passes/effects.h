// Effects: what nodes do besides computing, and the order in which that is visible.
//
// A pass that replaces a node's outputs by another value cuts the readers off from what the node waited
// for: effects would then run later or not at all, and failures would be lost.
#ifndef RUNNEL_CORE_PASSES_EFFECTS_H_
#define RUNNEL_CORE_PASSES_EFFECTS_H_

#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/passes/plan_graph.h"

namespace runnel {

// Whether it matters that, and when, a node runs: it reads or changes what outlives it, or it may fail
// by intent. False for a node that only names a resource.
bool HasEffect(const OpSchema& op);
// Whether the effect is observable from outside. Reads of variables and random numbers are not.
bool ChangesSomething(const OpSchema& op);

// To be called before PlanGraph::ReplaceUses(replacement). Adds control edges so that every node, and
// every fetch, still waits for all of `effects` (by node) that it waits for now. Edges are added only
// where no path is left, so most graphs get none. Replacements may be new nodes without inputs. Errors:
// INVALID_ARGUMENT naming a cycle.
Status KeepWaiting(const std::vector<std::vector<PlanEdge>>& replacement,
                   const std::vector<bool>& effects, PlanGraph* plan);
// By node for which `input` is not -1: whether its other inputs wait for `effects` that this input does
// not wait for.
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
