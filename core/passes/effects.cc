#include "core/passes/effects.h"

#include <algorithm>
#include <span>
#include <unordered_map>

#include "core/passes/function_attrs.h"

namespace runnel {
namespace {

bool OnlyNamesAResource(const OpSchema& op) {
  return op.inputs.empty() && !op.outputs.empty() &&
         std::all_of(op.outputs.begin(), op.outputs.end(),
                     [](const ArgSchema& out) { return out.dtype == DType::kResource; });
}

// For up to 64 effects, as a bit set per node: which of them the node waits for, before and after the
// replacement.
class Waits {
 public:
  Waits(const std::vector<std::vector<PlanEdge>>& replacement, const std::vector<int>& order,
        std::span<const int> effects, PlanGraph* plan)
      : replacement_(replacement),
        order_(order),
        effects_(effects),
        plan_(plan),
        bit_(plan->nodes.size(), 0),
        now_(plan->nodes.size(), 0),
        then_(plan->nodes.size(), 0),
        known_(plan->nodes.size(), false) {
    for (size_t k = 0; k < effects.size(); ++k) bit_[static_cast<size_t>(effects[k])] = uint64_t{1} << k;
  }

  // `added`: by node, the control edges that it needs; `fetched`: by fetch.
  void Find(std::vector<std::vector<int>>* added, std::vector<std::vector<int>>* fetched) {
    for (const int i : order_) Visit(i, &(*added)[static_cast<size_t>(i)]);
    for (size_t f = 0; f < plan_->fetches.size(); ++f) {
      const PlanEdge from = plan_->fetches[f].source;
      Add(Now(from.node) & ~Then(Resolve(from).node), &(*fetched)[f]);
    }
  }

 private:
  void Visit(int i, std::vector<int>* added) {
    const PlanNode& node = plan_->at(i);
    uint64_t now = 0, then = 0;
    for (const PlanEdge& in : node.inputs) {
      if (plan_->IsBackEdge(i, in)) continue;
      now |= Now(in.node);
      then |= Then(Resolve(in).node);
    }
    for (const int c : node.controls) {
      now |= Now(c);
      then |= Then(c);
    }
    now_[static_cast<size_t>(i)] = then_[static_cast<size_t>(i)] = now;
    known_[static_cast<size_t>(i)] = true;
    // A node that is removed needs no edges.
    if (now != then && !IsReplaced(i)) Add(now & ~then, added);
  }

  uint64_t Now(int i) const { return now_[static_cast<size_t>(i)] | bit_[static_cast<size_t>(i)]; }
  // A node made by a pass may come behind its readers in the order: what it waits for is found when it
  // is asked for, once for each.
  uint64_t Then(int i) {
    std::vector<int> stack;
    if (!IsKnown(i)) stack.push_back(i);
    while (!stack.empty()) {
      const int at = stack.back();
      uint64_t then = 0;
      bool ready = true;
      const auto add = [&](int source) {
        if (IsKnown(source)) {
          then |= then_[static_cast<size_t>(source)] | bit_[static_cast<size_t>(source)];
        } else {
          stack.push_back(source);
          ready = false;
        }
      };
      if (!IsKnown(at)) {
        for (const PlanEdge& in : plan_->at(at).inputs) {
          if (!plan_->IsBackEdge(at, in)) add(Resolve(in).node);
        }
        for (const int c : plan_->at(at).controls) add(c);
      }
      if (!ready) continue;
      stack.pop_back();
      if (IsKnown(at)) continue;
      then_[static_cast<size_t>(at)] = then;
      known_[static_cast<size_t>(at)] = true;
    }
    return then_[static_cast<size_t>(i)] | bit_[static_cast<size_t>(i)];
  }
  bool IsKnown(int i) const {
    return static_cast<size_t>(i) < replacement_.size() || known_[static_cast<size_t>(i)];
  }

  PlanEdge Resolve(PlanEdge edge) const {
    while (static_cast<size_t>(edge.node) < replacement_.size()) {
      const std::vector<PlanEdge>& outputs = replacement_[static_cast<size_t>(edge.node)];
      const auto index = static_cast<size_t>(edge.index);
      if (index >= outputs.size() || outputs[index].node < 0) break;
      edge = outputs[index];
    }
    return edge;
  }
  bool IsReplaced(int i) const {
    if (static_cast<size_t>(i) >= replacement_.size()) return false;
    const PlanNode& node = plan_->at(i);
    const std::vector<PlanEdge>& outputs = replacement_[static_cast<size_t>(i)];
    return !node.pinned && bit_[static_cast<size_t>(i)] == 0 && !outputs.empty() &&
           outputs.size() == node.output_types.size() &&
           std::all_of(outputs.begin(), outputs.end(), [](PlanEdge edge) { return edge.node >= 0; });
  }

  // Adds edges to the last of `missing` in topological order, then to those that are not implied by it.
  void Add(uint64_t missing, std::vector<int>* added) const {
    for (size_t k = effects_.size(); k-- > 0 && missing != 0;) {
      if ((missing >> k & 1) == 0) continue;
      added->push_back(effects_[k]);
      missing &= ~Now(effects_[k]);
    }
  }

  const std::vector<std::vector<PlanEdge>>& replacement_;
  const std::vector<int>& order_;
  const std::span<const int> effects_;  // in the graph's order
  PlanGraph* const plan_;
  std::vector<uint64_t> bit_, now_, then_;
  std::vector<bool> known_;  // of nodes made by the pass: whether then_ is
};

std::vector<int> InOrder(const std::vector<int>& order, const std::vector<bool>& effects) {
  std::vector<int> found;
  for (const int i : order) {
    if (static_cast<size_t>(i) < effects.size() && effects[static_cast<size_t>(i)]) found.push_back(i);
  }
  return found;
}

void Join(const std::vector<int>& added, std::vector<int>* controls) {
  for (const int c : added) {
    if (std::find(controls->begin(), controls->end(), c) == controls->end()) controls->push_back(c);
  }
}

}  // namespace

bool HasEffect(const OpSchema& op) { return (op.flags & kOpStateful) != 0 && !OnlyNamesAResource(op); }

bool ChangesSomething(const OpSchema& op) {
  constexpr std::string_view kOthers[] = {
      "ReadVariableOp", "VarIsInitializedOp",   "VariableShape",   "ResourceGather",
      "RandomUniform",  "RandomStandardNormal", "TruncatedNormal", "RandomUniformInt",
      "RandomShuffle",  "Multinomial"};
  return HasEffect(op) &&
         std::find(std::begin(kOthers), std::end(kOthers), op.name) == std::end(kOthers);
}

Result<std::vector<bool>> WaitsBeyond(const std::vector<int>& input, const std::vector<bool>& effects,
                                      const PlanGraph& plan) {
  std::vector<bool> beyond(plan.nodes.size(), false);
  if (std::none_of(input.begin(), input.end(), [](int k) { return k >= 0; })) return beyond;
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> order, plan.TopologicalOrder());
  const std::vector<int> all = InOrder(order, effects);
  for (size_t first = 0; first < all.size(); first += 64) {
    std::vector<uint64_t> waits(plan.nodes.size(), 0), bit(plan.nodes.size(), 0);
    for (size_t k = first; k < std::min(first + 64, all.size()); ++k)
      bit[static_cast<size_t>(all[k])] = uint64_t{1} << (k - first);
    for (const int i : order) {
      const PlanNode& node = plan.at(i);
      const auto n = static_cast<size_t>(i);
      uint64_t of_input = 0, of_all = 0;
      const auto add = [&](int source, bool is_input) {
        const uint64_t more = waits[static_cast<size_t>(source)] | bit[static_cast<size_t>(source)];
        of_all |= more;
        if (is_input) of_input |= more;
      };
      for (size_t k = 0; k < node.inputs.size(); ++k) {
        if (!plan.IsBackEdge(i, node.inputs[k]))
          add(node.inputs[k].node, input[n] == static_cast<int>(k));
      }
      for (const int c : node.controls) add(c, false);
      waits[n] = of_all;
      if (input[n] >= 0 && (of_all & ~of_input) != 0) beyond[n] = true;
    }
  }
  return beyond;
}

std::vector<bool> EffectsOf(const PlanGraph& plan) {
  std::vector<bool> effects = plan.OrderingNodes();
  for (size_t i = 0; i < plan.nodes.size(); ++i) {
    const PlanNode& node = plan.nodes[i];
    const bool is_literal = node.controls.empty() && (node.is("Const") || node.is("VarHandleOp"));
    effects[i] = !node.removed && !is_literal && (effects[i] || HasEffect(*node.schema));
  }
  return effects;
}

Result<std::vector<bool>> ConditionalNodes(const PlanGraph& plan) {
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> order, plan.TopologicalOrder());
  std::vector<bool> conditional(plan.nodes.size(), false);
  for (const int i : order) {
    const PlanNode& node = plan.at(i);
    bool c = (node.schema->flags & kOpControlFlow) != 0;
    for (const PlanEdge& in : node.inputs) c |= conditional[static_cast<size_t>(in.node)];
    for (const int s : node.controls) c |= conditional[static_cast<size_t>(s)];
    conditional[static_cast<size_t>(i)] = c;
  }
  return conditional;
}

Status KeepWaiting(const std::vector<std::vector<PlanEdge>>& replacement,
                   const std::vector<bool>& effects, PlanGraph* plan) {
  const bool any_effect = std::find(effects.begin(), effects.end(), true) != effects.end();
  const bool any_replaced = std::any_of(replacement.begin(), replacement.end(),
                                        [](const auto& outputs) { return !outputs.empty(); });
  if (!any_effect || !any_replaced) return OkStatus();
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> order, plan->TopologicalOrder());
  const std::vector<int> in_order = InOrder(order, effects);
  std::vector<std::vector<int>> added(plan->nodes.size()), fetched(plan->fetches.size());
  for (size_t first = 0; first < in_order.size(); first += 64) {
    const size_t count = std::min<size_t>(64, in_order.size() - first);
    Waits(replacement, order, std::span(in_order).subspan(first, count), plan).Find(&added, &fetched);
  }
  for (size_t i = 0; i < added.size(); ++i) Join(added[i], &plan->nodes[i].controls);
  for (size_t f = 0; f < fetched.size(); ++f) {
    if (fetched[f].empty()) continue;
    PlanFetch& fetch = plan->fetches[f];
    const PlanNode& source = plan->at(fetch.source.node);
    const HandleData handle = source.handles[static_cast<size_t>(fetch.source.index)];
    const Shape shape = plan->shape(fetch.source);
    RUNNEL_ASSIGN_OR_RETURN(const int id, plan->Add(plan->UniqueName(source.name), "Identity",
                                                    {fetch.source}, {}, source.device, fetched[f]));
    plan->at(id).shapes = {shape};
    plan->at(id).handles = {handle};
    fetch.source = {id, 0};
  }
  return OkStatus();
}

std::unordered_set<std::string_view> ChangingFunctions(const Graph& library) {
  // Works from callees to callers, without recursion: a graph from outside may nest calls deeper than
  // the stack allows.
  std::unordered_map<std::string_view, std::vector<std::string_view>> callers;
  std::unordered_set<std::string_view> changing;
  std::vector<std::string_view> left;
  for (const FunctionDef* def : library.functions()) {
    const std::string_view name = def->signature.name;
    for (const NodeDef& node : def->nodes) {
      bool calls = false;
      EachCallee(node.op, node.attrs, [&](std::string_view callee) {
        if (library.FindFunction(callee) == nullptr) return;
        callers[callee].push_back(name);
        calls = true;
      });
      if (calls) continue;
      const auto op = library.registry().Find(node.op);
      if (op.ok() && ChangesSomething(**op) && changing.insert(name).second) left.push_back(name);
    }
  }
  while (!left.empty()) {
    const std::string_view callee = left.back();
    left.pop_back();
    for (const std::string_view caller : callers[callee]) {
      if (changing.insert(caller).second) left.push_back(caller);
    }
  }
  return changing;
}

}  // namespace runnel
