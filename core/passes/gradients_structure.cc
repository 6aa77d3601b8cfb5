#include "core/passes/gradients_structure.h"

#include <algorithm>

namespace runnel {
namespace {

OutputRef SkipIdentities(OutputRef edge) {
  while (edge.node != nullptr && edge.node->op() == "Identity") edge = edge.node->input(0);
  return edge;
}

void AddCondition(BranchConditions* all, const BranchCondition& condition) {
  if (std::find(all->begin(), all->end(), condition) == all->end()) all->push_back(condition);
}

}  // namespace

bool ControlStructure::IsLoopSwitch(const Node* node) {
  if (node->op() != "Switch") return false;
  const OutputRef pred = SkipIdentities(node->input(1));
  return pred.node != nullptr && pred.node->op() == "LoopCond";
}

bool ControlStructure::IsLoopMerge(const Node* node) {
  if (node->op() != "Merge") return false;
  for (const OutputRef& in : node->inputs()) {
    if (in.node == nullptr || in.node->op() == "NextIteration") return true;  // open, or closed
  }
  return false;
}

Status ControlStructure::Update() {
  const int n = graph_->num_nodes();
  for (int id = num_nodes(); id < n; ++id) RUNNEL_RETURN_IF_ERROR(AddNode(graph_->node(id)));
  return OkStatus();
}

int ControlStructure::ChildTowards(int ancestor, int frame) const {
  while (frame > 0) {
    const int parent = ParentOf(frame);
    if (parent == ancestor) return frame;
    frame = parent;
  }
  return -1;
}

Status ControlStructure::AddNode(Node* node) {
  // The frame that the inputs lie in; a constant without inputs of any kind lies outside.
  int frame = 0;
  const Node* from = nullptr;
  const auto join = [&](const Node* source) {
    if (source == nullptr || source->id() >= num_nodes()) return true;  // a back edge
    const int of = FrameOf(source);
    if (from != nullptr && of != frame) return false;
    frame = of;
    from = source;
    return true;
  };
  for (const OutputRef& in : node->inputs()) {
    if (join(in.node)) continue;
    return InvalidArgument("node \"", node->name(), "\" (", node->op(), ") takes \"", from->name(),
                           "\" and \"", in.node->name(), "\" from different loops")
        .WithNode(node->name());
  }
  if (node->inputs().empty()) {
    for (const Node* control : node->control_inputs()) {
      if (from == nullptr) join(control);
    }
  }
  auto conditions = std::make_shared<BranchConditions>();
  const bool is_merge = node->op() == "Merge";
  bool first = true;
  for (const OutputRef& in : node->inputs()) {
    if (in.node == nullptr || in.node->id() >= num_nodes()) continue;
    BranchConditions of = ConditionsOf(in);
    if (is_merge && !first) {  // keeps the conditions that hold for every input
      std::erase_if(*conditions, [&](const BranchCondition& c) {
        return std::find(of.begin(), of.end(), c) == of.end();
      });
    } else {
      for (const BranchCondition& c : of) AddCondition(conditions.get(), c);
    }
    first = false;
  }
  if (node->op() != "ControlTrigger") {
    for (const Node* control : node->control_inputs()) {
      if (control->id() >= num_nodes()) continue;
      for (const BranchCondition& c : ConditionsOf(control)) AddCondition(conditions.get(), c);
    }
  }

  if (node->op() == "Enter") {
    const std::string& name = *node->attr<std::string>("frame_name");
    const auto [known, added] =
        frame_by_name_.emplace(std::pair(frame, name), static_cast<int>(frames_.size()));
    const int child = known->second;
    if (added) frames_.push_back({frame, name, {}, {}, {}});
    for (const BranchCondition& c : *conditions) {
      if (FrameOf(c.pred.node) == frame) AddCondition(&frames_[static_cast<size_t>(child)].entered, c);
    }
    frame = child;
  } else if (node->op() == "Exit") {
    if (frame == 0) {
      return InvalidArgument("node \"", node->name(), "\" (Exit) stands outside of any loop")
          .WithNode(node->name());
    }
    frames_[static_cast<size_t>(frame)].exits.push_back(node);
    *conditions = frames_[static_cast<size_t>(frame)].entered;
    frame = ParentOf(frame);
  }
  // A loop as a whole depends on the conditions under which it is entered; conditions inside of it do
  // not apply outside.
  std::erase_if(*conditions, [&](const BranchCondition& c) { return FrameOf(c.pred.node) != frame; });
  frame_of_.push_back(frame);
  conditions_.push_back(Shared(node, std::move(conditions)));
  frames_[static_cast<size_t>(frame)].nodes.push_back(node);
  return OkStatus();
}

// Most nodes have the conditions of their input, so the set is shared.
std::shared_ptr<const BranchConditions> ControlStructure::Shared(
    const Node* node, std::shared_ptr<const BranchConditions> conditions) const {
  if (conditions->empty()) return nullptr;
  for (const OutputRef& in : node->inputs()) {
    if (in.node == nullptr || in.node->id() >= static_cast<int>(conditions_.size())) continue;
    const auto& theirs = conditions_[static_cast<size_t>(in.node->id())];
    if (theirs != nullptr && *theirs == *conditions) return theirs;
  }
  return conditions;
}

const BranchConditions& ControlStructure::ConditionsOf(const Node* node) const {
  static const BranchConditions kNone;
  const auto& conditions = conditions_[static_cast<size_t>(node->id())];
  return conditions == nullptr ? kNone : *conditions;
}

BranchConditions ControlStructure::ConditionsOf(OutputRef edge) const {
  BranchConditions out = ConditionsOf(edge.node);
  if (edge.node->op() == "Switch" && !IsLoopSwitch(edge.node)) {
    AddCondition(&out, {SkipIdentities(edge.node->input(1)), edge.index == 1});
  }
  return out;
}

Result<LoopParts> ControlStructure::Loop(int frame) const {
  LoopParts loop;
  loop.frame_name = FrameName(frame);
  const auto odd = [&](const Node* node, std::string_view why) {
    return Unimplemented("gradients of loop \"", loop.frame_name, "\": node \"", node->name(), "\" (",
                         node->op(), ") ", why)
        .WithNode(node->name());
  };
  std::unordered_map<const Node*, size_t> by_merge;
  for (Node* node : frames_[static_cast<size_t>(frame)].nodes) {
    if (node->op() == "Enter") {
      loop.parallel_iterations = static_cast<int>(*node->attr<int64_t>("parallel_iterations"));
      if (*node->attr<bool>("is_constant")) loop.constants.push_back(node);
    } else if (node->op() == "LoopCond") {
      if (loop.pred) return odd(node, "is the loop's second LoopCond");
      loop.pred = {node, 0};
    } else if (IsLoopMerge(node)) {
      LoopVariable variable;
      variable.merge = node;
      variable.enter = node->input(0).node;
      variable.next = node->num_inputs() == 2 ? node->input(1).node : nullptr;
      if (variable.next == nullptr) continue;  // open: being built, or given up
      if (variable.enter == nullptr || variable.enter->op() != "Enter") {
        return odd(node, "is not headed by an Enter");
      }
      by_merge[node] = loop.variables.size();
      loop.variables.push_back(std::move(variable));
    } else if (IsLoopSwitch(node)) {
      const auto it = by_merge.find(node->input(0).node);
      if (it != by_merge.end() && node->input(0).index == 0) {
        loop.variables[it->second].switches.push_back(node);
      } else if (!IsLoopMerge(node->input(0).node)) {
        return odd(node, "does not switch a loop variable");
      }
    }
  }
  if (!loop.pred) {
    return Unimplemented("gradients of loop \"", loop.frame_name, "\", which has no LoopCond");
  }
  for (Node* node : frames_[static_cast<size_t>(frame)].exits) {
    const OutputRef from = node->input(0);
    const auto it =
        from.node->op() == "Switch" ? by_merge.find(from.node->input(0).node) : by_merge.end();
    if (it != by_merge.end() && from.index == 0) loop.variables[it->second].exits.push_back(node);
  }
  for (LoopVariable& variable : loop.variables) {
    const OutputRef from = SkipIdentities(variable.next->input(0));
    variable.invariant = from == OutputRef{variable.merge, 0};
    for (Node* s : variable.switches) variable.invariant |= from == OutputRef{s, 1};
  }
  return loop;
}

}  // namespace runnel
