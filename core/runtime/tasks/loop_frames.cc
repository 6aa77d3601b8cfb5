#include "core/runtime/tasks/loop_frames.h"

#include <algorithm>

namespace runnel {

Status LoopFrames::Find() {
  RUNNEL_ASSIGN_OR_RETURN(graph_, FindFrames(plan_, std::move(graph_.frames)));
  makers_.resize(graph_.frames.size() - 1);
  const auto count = static_cast<int>(plan_.nodes.size());
  for (int i = 0; i < count; ++i) {
    const PlanNode& node = plan_.at(i);
    const int frame = frame_of(i);
    if (node.removed || frame < 0) continue;
    Makers& makers = makers_[static_cast<size_t>(frame)];
    if (node.is("Enter") && !IsConstantEnter(i) && makers.enter < 0) makers.enter = i;
    if (node.is("LoopCond")) {
      makers.several |= makers.condition >= 0 && makers.condition != i;
      if (makers.condition < 0) makers.condition = i;
    }
    if (makers.merge < 0 && node.is("Merge") && IsControl(i)) makers.merge = i;
  }
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> order, plan_.TopologicalOrder());
  FindWhatRunsEachTime(order);
  return OkStatus();
}

void LoopFrames::FindWhatRunsEachTime(const std::vector<int>& order) {
  each_time_.assign(plan_.nodes.size(), true);
  std::vector<bool> entered_each_time(makers_.size(), true);  // by frame: in its parent's iterations
  for (const int i : order) {
    const PlanNode& node = plan_.at(i);
    const bool loops = node.is("Merge") && IsControl(i);
    bool each = true;
    for (const PlanEdge& in : node.inputs)
      each = each && (loops || each_time_[static_cast<size_t>(in.node)]);
    for (const int c : node.controls) each = each && each_time_[static_cast<size_t>(c)];
    if (node.is("Enter")) {
      if (!each) entered_each_time[static_cast<size_t>(frame_of(i))] = false;
      each = IsConstantEnter(i);
    } else if (node.is("NextIteration")) {
      each = false;
    } else if (node.is("Exit")) {
      each = frame_of(i) < 0 || entered_each_time[static_cast<size_t>(frame_of(i))];
    }
    each_time_[static_cast<size_t>(i)] = each;
  }
}

int LoopFrames::Outermost(int frame) const {
  while (parent(frame) >= 0) frame = parent(frame);
  return frame;
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

// Adds a loop to the task's own frames: Enter -> Merge -> Switch -> NextIteration -> Merge. Its
// condition is received, because the LoopCond is on another task.
Status LoopFrames::AddDriver(PlanGraph* plan, int frame_number, size_t task) {
  const Makers makers = makers_[static_cast<size_t>(frame_number)];
  const GraphFrames::Frame frame = of(frame_number);
  if (makers.condition < 0 || makers.enter < 0 || makers.merge < 0) {
    return Unimplemented("loop \"", frame.name, "\" over several tasks: it has no ",
                         makers.condition < 0 ? "LoopCond" : "variable");
  }
  if (makers.several) {
    return Unimplemented("loop \"", frame.name, "\" over several tasks: it has several LoopConds");
  }
  const std::string prefix = StrCat(plan_.at(makers.condition).name, "/_rnl_driver_", task);
  const auto name = [&](const char* part) { return plan->UniqueName(StrCat(prefix, "/", part)); };
  RUNNEL_ASSIGN_OR_RETURN(const Tensor nothing, Tensor::FromScalar<bool>(false));
  RUNNEL_ASSIGN_OR_RETURN(const int start, plan->AddConst(name("start"), nothing));
  // Within an outer loop it begins anew in each iteration of that loop.
  if (const int outer = parent(frame_number); outer >= 0)
    plan->at(start).controls.push_back(driver(outer, task));
  AttrList attrs{{"T", AttrValue(DType::kBool)},
                 {"frame_name", AttrValue(frame.name)},
                 {"is_constant", AttrValue(false)}};
  if (const int64_t* parallel = plan_.at(makers.enter).attr<int64_t>("parallel_iterations")) {
    attrs.emplace_back("parallel_iterations", AttrValue(*parallel));
  }
  const AttrList type{{"T", AttrValue(DType::kBool)}};
  RUNNEL_ASSIGN_OR_RETURN(const int enter, plan->Add(name("enter"), "Enter", {{start, 0}}, attrs));
  RUNNEL_ASSIGN_OR_RETURN(const int merge,
                          plan->Add(name("merge"), "Merge", {{enter, 0}, {enter, 0}},
                                    {{"N", AttrValue(int64_t{2})}, {"T", AttrValue(DType::kBool)}}));
  RUNNEL_ASSIGN_OR_RETURN(
      const int pivot, plan->Add(name("switch"), "Switch", {{merge, 0}, {makers.condition, 0}}, type));
  RUNNEL_ASSIGN_OR_RETURN(const int next, plan->Add(name("next"), "NextIteration", {{pivot, 1}}, type));
  plan->at(merge).inputs[1] = {next, 0};
  drivers_[{frame_number, task}] = merge;
  targets_.push_back(next);
  return OkStatus();
}

}  // namespace runnel
