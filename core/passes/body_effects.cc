#include "core/passes/body_effects.h"

#include <unordered_set>

#include "core/passes/effects.h"
#include "core/passes/function_attrs.h"

namespace runnel {
namespace {

// A call has the effects of the functions that it calls.
bool IsLowered(const PlanNode& node) {
  return node.is("PartitionedCall") || node.is("StatefulPartitionedCall") || node.is("RemoteCall") ||
         node.is("Case") || node.is("StatelessCase") || node.is("If") || node.is("StatelessIf") ||
         node.is("While") || node.is("StatelessWhile");
}

}  // namespace

std::vector<int> SourcesOf(const PlanGraph& plan, int node) {
  std::vector<int> sources = plan.at(node).controls;
  std::unordered_set<int> seen(sources.begin(), sources.end());
  for (const PlanEdge& in : plan.at(node).inputs) {
    if (seen.insert(in.node).second) sources.push_back(in.node);
  }
  return sources;
}

bool BodyEffects::Changes(const PlanNode& node) {
  if (!changing_) changing_ = ChangingFunctions(library_);
  bool calls = false, changes = false;
  EachCallee(node.op(), *node.attrs, [&](std::string_view callee) {
    if (library_.FindFunction(callee) == nullptr) return;
    calls = true;
    changes |= changing_->contains(callee);
  });
  return calls ? changes : ChangesSomething(*node.schema);
}

void BodyEffects::Add(size_t first, const std::vector<PlanEdge>& outputs, std::vector<int>* effects) {
  const size_t count = plan_->nodes.size() - first;
  std::vector<bool> conditional(count, false), reached(count, false);
  const auto in_body = [&](int node) { return node >= static_cast<int>(first); };
  const auto place = [&](int node) { return static_cast<size_t>(node) - first; };
  std::vector<int> stack = *effects;
  for (const PlanEdge& out : outputs) stack.push_back(out.node);
  while (!stack.empty()) {
    const int i = stack.back();
    stack.pop_back();
    if (!in_body(i) || reached[place(i)]) continue;
    reached[place(i)] = true;
    for (const PlanEdge& in : plan_->at(i).inputs) stack.push_back(in.node);
    for (const int c : plan_->at(i).controls) stack.push_back(c);
  }
  const std::unordered_set<int> known(effects->begin(), effects->end());
  for (size_t k = 0; k < count; ++k) {
    PlanNode& node = plan_->nodes[first + k];
    const int i = static_cast<int>(first + k);
    bool decided = (node.schema->flags & kOpControlFlow) != 0;
    for (const PlanEdge& in : node.inputs) decided |= in_body(in.node) && conditional[place(in.node)];
    for (const int c : node.controls) decided |= in_body(c) && conditional[place(c)];
    conditional[k] = decided;
    if (!Changes(node) && (reached[k] || !HasEffect(*node.schema) || IsLowered(node))) continue;
    if (known.contains(i)) continue;
    if (decided) {
      plan_->targets.push_back(i);
      node.pinned = true;
    } else {
      effects->push_back(i);
    }
  }
}

bool BodyEffects::Carries(int id) {
  carries_.resize(plan_->nodes.size(), 0);
  constexpr char kNo = 1, kYes = 2, kOpen = 3;
  std::vector<int> stack{id};
  while (!stack.empty()) {
    const int i = stack.back();
    const PlanNode& node = plan_->at(i);
    char& state = carries_[static_cast<size_t>(i)];
    if (state == 0 && (node.is("NextIteration") || Changes(node))) state = kYes;
    if (state == kNo || state == kYes) {
      stack.pop_back();
      continue;
    }
    bool waits = false, yes = false;
    for (const int source : SourcesOf(*plan_, i)) {
      const char of = carries_[static_cast<size_t>(source)];
      yes |= of == kYes;
      // A node on the stack closes a cycle through a loop.
      if (of != 0) continue;
      waits = true;
      stack.push_back(source);
    }
    if (yes || (state == kOpen && !waits)) {
      state = yes ? kYes : kNo;
    } else {
      state = waits ? kOpen : kNo;
    }
  }
  return carries_[static_cast<size_t>(id)] == kYes;
}

std::vector<int> BodyEffects::CarryingInputs(int id) {
  std::vector<int> carrying;
  std::unordered_set<int> seen;
  for (const PlanEdge& in : plan_->at(id).inputs) {
    if (Carries(in.node) && seen.insert(in.node).second) carrying.push_back(in.node);
  }
  return carrying;
}

}  // namespace runnel
