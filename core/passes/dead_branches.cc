// Removes branches whose condition is known. The output of a Switch on the taken side is its input, and
// a Merge that can be reached only one way is that way's value. Nodes on the other side are then unused,
// except effects that happen on either side: readers of the value still wait for those.
//
// A condition that is constant within a branch of an outer conditional is dead where that branch is not
// taken. The Switch then goes only if its input is dead there, too (TakenSides).
#include <algorithm>
#include <bit>

#include "core/passes/effects.h"

namespace runnel {
namespace {

// The side that never gets a value, or -1.
int DeadSide(const PlanGraph& plan, const PlanNode& node) {
  if (!node.is("Switch") || node.inputs.size() != 2) return -1;
  const PlanNode& pred = plan.at(node.inputs[1].node);
  const Tensor* value = pred.is("Const") ? pred.attr<Tensor>("value") : nullptr;
  if (value == nullptr || value->dtype() != DType::kBool || value->num_elements() != 1) return -1;
  return value->values<const bool>()[0] ? 0 : 1;
}

// By node: sides of Switches that must be taken, or else it is dead. Sides have bits, those of one
// condition beside each other.
class TakenSides {
 public:
  TakenSides(const PlanGraph& plan, const std::vector<int>& order)
      : plan_(plan), needed_(plan.nodes.size()) {
    for (const int i : order) needed_[static_cast<size_t>(i)] = Find(i);
  }

  // Whether `value` is dead wherever `node` is.
  bool DiesWith(PlanEdge value, int node) const {
    const Needed& of = needed_[static_cast<size_t>(node)];
    return of.all && (of.sides & ~At(value).sides) == 0;
  }

 private:
  static constexpr size_t kMostConditions = 32;
  struct Needed {
    uint64_t sides = 0;
    bool all = true;  // nothing else makes it dead
    void Add(const Needed& other) {
      sides |= other.sides;
      all &= other.all;
    }
  };

  Needed At(PlanEdge edge) const {
    Needed needed = needed_[static_cast<size_t>(edge.node)];
    if (!plan_.at(edge.node).is("Switch")) return needed;
    const auto condition =
        std::find(conditions_.begin(), conditions_.end(), plan_.at(edge.node).inputs[1]);
    if (condition == conditions_.end()) return {needed.sides, false};
    needed.sides |= uint64_t{1} << (2 * (condition - conditions_.begin()) + edge.index);
    return needed;
  }

  Needed Find(int i) {
    const PlanNode& node = plan_.at(i);
    if (node.feed >= 0) return {};
    if (node.is("Merge")) return FindMerge(i);
    Needed needed;
    for (const PlanEdge& in : node.inputs) needed.Add(At(in));
    for (const int c : node.controls) needed.Add(needed_[static_cast<size_t>(c)]);
    if (node.is("Switch")) {
      const bool known =
          std::find(conditions_.begin(), conditions_.end(), node.inputs[1]) != conditions_.end();
      if (!known && conditions_.size() < kMostConditions) conditions_.push_back(node.inputs[1]);
      return needed;
    }
    // What leaves a loop does not need what the last iteration took. Another task may send dead values.
    const bool plain = (node.schema->flags & (kOpControlFlow | kOpHost)) == 0;
    if (!plain && !node.is("Enter") && !node.is("LoopCond")) return {0, false};
    return needed;
  }
  // Needs what all of its inputs need. Both sides of one condition make none.
  Needed FindMerge(int i) const {
    const PlanNode& node = plan_.at(i);
    std::vector<Needed> inputs;
    for (const PlanEdge& in : node.inputs) {
      if (!plan_.IsBackEdge(i, in)) inputs.push_back(At(in));
    }
    if (inputs.empty() || !node.controls.empty()) return {0, false};
    Needed needed = inputs[0];
    for (const Needed& input : inputs) needed.sides &= input.sides;
    if (inputs.size() == 1) return needed;
    const uint64_t apart = inputs[0].sides ^ inputs[1].sides;
    const bool one_condition = (apart & (apart >> 1) & kFirstSides) != 0 && std::popcount(apart) == 2;
    needed.all = inputs.size() == 2 && one_condition && inputs[0].all && inputs[1].all;
    return needed;
  }
  static constexpr uint64_t kFirstSides = 0x5555555555555555;

  const PlanGraph& plan_;
  std::vector<Needed> needed_;
  std::vector<PlanEdge> conditions_;
};

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
  const TakenSides sides(*plan, order);
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
      if (!may_go(i, node.inputs[0]) || !sides.DiesWith(node.inputs[0], node.inputs[1].node)) continue;
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
