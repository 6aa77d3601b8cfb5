// Removes branches whose condition is known. The output of a Switch on the taken side is its input, and
// a Merge that can be reached only one way is that way's value. Nodes on the other side are then unused,
// except effects that happen on either side: readers of the value still wait for those.
#include <algorithm>

#include "core/passes/effects.h"

namespace runnel {
namespace {

// The side that never gets a value, or -1.
int DeadSide(const PlanGraph& plan, const PlanNode& node) {
  if (!node.is("Switch") || node.inputs.size() != 2) return -1;
  const PlanNode& pred = plan.at(node.inputs[1].node);
  const Tensor* value = pred.is("Const") && pred.controls.empty() ? pred.attr<Tensor>("value") : nullptr;
  if (value == nullptr || value->dtype() != DType::kBool || value->num_elements() != 1) return -1;
  return value->values<const bool>()[0] ? 0 : 1;
}

}  // namespace

Status RemoveDeadBranches(PlanGraph* plan, int* count) {
  const size_t n = plan->nodes.size();
  if (std::none_of(plan->nodes.begin(), plan->nodes.end(),
                   [&](const PlanNode& node) { return !node.removed && DeadSide(*plan, node) >= 0; })) {
    return OkStatus();
  }
  const std::vector<bool> orders_others = plan->OrderingNodes();
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> order, plan->TopologicalOrder());
  std::vector<bool> dead(n, false);     // by node: it never runs
  std::vector<int> dead_output(n, -1);  // by Switch
  std::vector<int> only(n, -1);         // by Merge that goes: the one input that comes
  std::vector<std::vector<PlanEdge>> replacement(n);
  const auto is_dead = [&](PlanEdge edge) {
    const size_t source = static_cast<size_t>(edge.node);
    return dead[source] || dead_output[source] == edge.index;
  };
  // A node at either end of a control edge carries order. A node that asks for a device asks for a copy
  // there.
  const auto may_go = [&](size_t i, PlanEdge value) {
    const PlanNode& node = plan->nodes[i];
    return !node.pinned && node.controls.empty() && !orders_others[i] &&
           (node.device.empty() || node.device == plan->at(value.node).device);
  };
  for (const int at : order) {
    const size_t i = static_cast<size_t>(at);
    const PlanNode& node = plan->nodes[i];
    const bool waits_for_dead = std::any_of(node.controls.begin(), node.controls.end(), [&](int c) {
      return static_cast<bool>(dead[static_cast<size_t>(c)]);
    });
    if (!node.is("Merge")) {
      dead[i] = waits_for_dead || std::any_of(node.inputs.begin(), node.inputs.end(), is_dead);
      const int side = DeadSide(*plan, node);
      if (dead[i] || side < 0) continue;
      dead_output[i] = side;
      if (!may_go(i, node.inputs[0])) continue;
      replacement[i].assign(2, {});
      replacement[i][static_cast<size_t>(1 - side)] = node.inputs[0];
      ++*count;
      continue;
    }
    int alive = -1, num_alive = 0;
    for (size_t k = 0; k < node.inputs.size(); ++k) {
      // A back edge may always bring a value.
      if (!plan->IsBackEdge(at, node.inputs[k]) && is_dead(node.inputs[k])) continue;
      alive = static_cast<int>(k);
      ++num_alive;
    }
    dead[i] = num_alive == 0;
    if (num_alive != 1 || node.inputs.size() < 2) continue;
    const PlanEdge value = node.inputs[static_cast<size_t>(alive)];
    if (plan->IsBackEdge(at, value) || !may_go(i, value)) continue;
    only[i] = alive;
    replacement[i] = {value};
    ++*count;
  }
  std::vector<bool> effects = EffectsOf(*plan), maybe(n, false);
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<bool> conditional, ConditionalNodes(*plan));
  for (size_t i = 0; i < n; ++i) {
    maybe[i] = effects[i] && conditional[i] && !dead[i];
    effects[i] = effects[i] && !conditional[i];
  }
  // A control edge cannot wait for an effect that may not happen: then the Merge stays.
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<bool> loses, WaitsBeyond(only, maybe, *plan));
  for (size_t i = 0; i < n; ++i) {
    if (!loses[i]) continue;
    replacement[i].clear();
    --*count;
  }
  RUNNEL_RETURN_IF_ERROR(KeepWaiting(replacement, effects, plan));
  plan->ReplaceUses(replacement);
  plan->RemoveUnused();
  return OkStatus();
}

}  // namespace runnel
