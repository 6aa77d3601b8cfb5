#include "core/runtime/loop_frames.h"

#include <algorithm>

namespace runnel {

Status LoopFrames::Find() {
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> order, plan_.TopologicalOrder());
  frame_.assign(plan_.nodes.size(), -1);
  std::map<std::pair<int, std::string>, int> known;
  for (size_t f = 0; f < frames_.size(); ++f)
    known[{frames_[f].parent, frames_[f].name}] = static_cast<int>(f);
  for (const int i : order) {
    const PlanNode& node = plan_.at(i);
    int& mine = frame_[static_cast<size_t>(i)];
    const auto inherit = [&](int source) {
      const int from = frame_of_outputs(source);
      if (from >= 0 && (mine < 0 || Depth(from) > Depth(mine))) mine = from;
    };
    for (const PlanEdge& in : node.inputs) {
      if (!plan_.IsBackEdge(i, in)) inherit(in.node);
    }
    for (const int c : node.controls) inherit(c);
    if (node.is("Enter")) {
      const auto* name = node.attr<std::string>("frame_name");
      const auto [it, is_new] = known.emplace(std::pair(mine, name == nullptr ? std::string() : *name),
                                              static_cast<int>(frames_.size()));
      if (is_new) frames_.push_back({.name = it->first.second, .parent = mine});
      mine = it->second;
    }
    if (mine < 0) continue;
    Frame& frame = frames_[static_cast<size_t>(mine)];
    if (node.is("Enter") && !IsConstantEnter(i) && frame.enter < 0) frame.enter = i;
    if (node.is("LoopCond") && frame.condition < 0) frame.condition = i;
    if (frame.merge < 0 && node.is("Merge") && IsControl(i)) frame.merge = i;
  }
  return OkStatus();
}

int LoopFrames::Outermost(int frame) const {
  while (parent(frame) >= 0) frame = parent(frame);
  return frame;
}

int LoopFrames::Depth(int frame) const {
  int depth = 0;
  for (; frame >= 0; frame = parent(frame)) ++depth;
  return depth;
}

bool LoopFrames::IsConstantEnter(int i) const {
  if (!plan_.at(i).is("Enter")) return false;
  const bool* constant = plan_.at(i).attr<bool>("is_constant");
  return constant != nullptr && *constant;
}

bool LoopFrames::IsControl(int i) const {
  if (frame_of(i) < 0) return false;
  const PlanNode& node = plan_.at(i);
  if (node.is("Enter")) return !IsConstantEnter(i);
  if (node.is("NextIteration") || node.is("Exit") || node.is("LoopCond")) return true;
  if (node.is("Merge")) {
    return std::any_of(node.inputs.begin(), node.inputs.end(),
                       [&](const PlanEdge& in) { return plan_.IsBackEdge(i, in); });
  }
  return node.is("Switch") && node.inputs.size() == 2 && plan_.at(node.inputs[1].node).is("LoopCond");
}

// In frames of its own task: Enter -> Merge -> Switch -> NextIteration -> Merge, with the loop's own
// condition, which is received since it is on another task.
Status LoopFrames::AddDriver(PlanGraph* plan, int frame_number, size_t task) {
  const Frame frame = frames_[static_cast<size_t>(frame_number)];
  if (frame.condition < 0 || frame.enter < 0) {
    return Unimplemented("loop \"", frame.name, "\" over several tasks: it has no LoopCond");
  }
  const std::string prefix = StrCat(plan_.at(frame.condition).name, "/_rnl_driver_", task);
  const auto name = [&](const char* part) { return plan->UniqueName(StrCat(prefix, "/", part)); };
  RUNNEL_ASSIGN_OR_RETURN(const Tensor nothing, Tensor::FromScalar<bool>(false));
  RUNNEL_ASSIGN_OR_RETURN(const int start, plan->AddConst(name("start"), nothing));
  // Within an outer loop it begins anew in each of that loop's iterations.
  if (frame.parent >= 0) plan->at(start).controls.push_back(driver(frame.parent, task));
  AttrList attrs{{"T", AttrValue(DType::kBool)},
                 {"frame_name", AttrValue(frame.name)},
                 {"is_constant", AttrValue(false)}};
  if (const int64_t* parallel = plan_.at(frame.enter).attr<int64_t>("parallel_iterations")) {
    attrs.emplace_back("parallel_iterations", AttrValue(*parallel));
  }
  const AttrList type{{"T", AttrValue(DType::kBool)}};
  RUNNEL_ASSIGN_OR_RETURN(const int enter, plan->Add(name("enter"), "Enter", {{start, 0}}, attrs));
  RUNNEL_ASSIGN_OR_RETURN(const int merge,
                          plan->Add(name("merge"), "Merge", {{enter, 0}, {enter, 0}},
                                    {{"N", AttrValue(int64_t{2})}, {"T", AttrValue(DType::kBool)}}));
  RUNNEL_ASSIGN_OR_RETURN(const int pivot,
                          plan->Add(name("switch"), "Switch", {{merge, 0}, {frame.condition, 0}}, type));
  RUNNEL_ASSIGN_OR_RETURN(const int next, plan->Add(name("next"), "NextIteration", {{pivot, 1}}, type));
  plan->at(merge).inputs[1] = {next, 0};
  drivers_[{frame_number, task}] = merge;
  targets_.push_back(next);
  return OkStatus();
}

}  // namespace runnel
