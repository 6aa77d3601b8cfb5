// Automatic placement over the tasks of a cluster: among the tasks that constraints leave, each group
// goes where a simulated step ends earliest. Each task chooses among its own devices when it plans its
// part.
#include "core/runtime/tasks/task_placer.h"

#include <algorithm>

#include "core/runtime/placement/placement_simulation.h"

namespace runnel {
bool TaskPlacer::IsFree(const std::vector<int>& members) const {
  return std::none_of(members.begin(), members.end(), [&](int i) {
    const PlanNode& node = plan_.at(i);
    if (kinds_[static_cast<size_t>(i)] == NodeKind::kHost) return true;
    const bool uses_variable =
        node.is("VarHandleOp") ||
        std::any_of(node.inputs.begin(), node.inputs.end(),
                    [&](const PlanEdge& in) { return plan_.type(in) == DType::kResource; });
    return (node.schema->flags & kOpStateful) != 0 && !uses_variable;
  });
}

int TaskPlacer::HomeOf(const std::vector<int>& members) const {
  for (const int i : members) {
    if (kinds_[static_cast<size_t>(i)] != NodeKind::kVarHandle) continue;
    const auto it = options_.costs->homes.find(VariableName(plan_.at(i)));
    if (it != options_.costs->homes.end() && it->second < tasks_.size())
      return static_cast<int>(it->second);
  }
  return -1;
}

double TaskPlacer::CostNs(int i, size_t task) const {
  const PlanNode& node = plan_.at(i);
  const NodeKind kind = kinds_[static_cast<size_t>(i)];
  if (task < options_.costs->cannot.size() && options_.costs->cannot[task]) return TaskCosts::kNoKernel;
  if (kind != NodeKind::kKernel && kind != NodeKind::kHost) return 0;
  const auto& known = options_.costs->node_ns[task];
  const auto it = known.find(node.name);
  if (it != known.end()) return it->second;
  // A node that the task replaces when it plans counts as all that it is made of.
  double sum = 0;
  const std::string prefix = node.name + "/";
  for (auto part = known.lower_bound(prefix); part != known.end() && part->first.starts_with(prefix);
       ++part) {
    if (part->second == TaskCosts::kNoKernel) return TaskCosts::kNoKernel;
    sum += part->second;
  }
  return sum > 0 ? sum : CostModel::kUnknownNs;
}

// Fills in shapes for feeds of these sizes. What cannot be inferred stays as it is.
PlanGraph TaskPlacer::WithFedShapes() const {
  PlanGraph sized = plan_;
  for (PlanNode& node : sized.nodes) {
    if (node.feed < 0) continue;
    const auto it = options_.fed.find(plan_.feeds[static_cast<size_t>(node.feed)].output.node->name());
    if (it == options_.fed.end() || !node.shapes[0].IsCompatibleWith(it->second)) continue;
    node.shapes[0] = sized.feeds[static_cast<size_t>(node.feed)].shape = it->second;
  }
  const auto nothing = [](const PlanNode&, std::span<const Tensor>, std::vector<Tensor>*) {
    return Unimplemented("nothing is computed here");
  };
  return InferAndFold(false, nothing, &sized).ok() ? sized : plan_;
}

Status TaskPlacer::ChooseByCost() {
  const size_t n = plan_.nodes.size();
  PlacementSimulation::Problem problem;
  problem.order = order_;
  problem.kinds = kinds_;
  problem.group.assign(n, 0);
  problem.candidates.resize(n);
  problem.cost_ns.assign(n, std::vector<double>(tasks_.size(), 0));
  problem.host_inputs.assign(n, std::vector<uint64_t>(tasks_.size(), 0));
  problem.free_constant_bytes = static_cast<double>(kMaxCopiedConstant);
  // The client is at the master, which is the first task.
  problem.fed_in.assign(plan_.feeds.size(), 0);
  problem.fetch_memory = 0;
  const PlanGraph sized = WithFedShapes();
  problem.plan = &sized;
  for (size_t t = 0; t < tasks_.size(); ++t) {
    const int memory = static_cast<int>(t);
    problem.places.push_back(
        {tasks_[t].name(), memory, memory, options_.costs->links[t], options_.costs->links[t]});
  }
  for (const int i : order_) {
    const size_t root = static_cast<size_t>(Find(i));
    problem.group[static_cast<size_t>(i)] = static_cast<int>(root);
    if (problem.candidates[root].empty()) problem.candidates[root] = {places_[default_].task};
    for (size_t t = 0; t < tasks_.size(); ++t)
      problem.cost_ns[static_cast<size_t>(i)][t] = std::max(CostNs(i, t), 0.0);
  }
  for (auto& [root, choice] : choices_) {
    // The task itself decides which kernels it has.
    const std::vector<int>& members = groups_.at(root);
    const auto has_none = [&](size_t p) {
      return std::any_of(members.begin(), members.end(),
                         [&](int i) { return CostNs(i, places_[p].task) == TaskCosts::kNoKernel; });
    };
    const bool all = std::all_of(choice.places.begin(), choice.places.end(), has_none);
    if (!all) std::erase_if(choice.places, has_none);
    std::vector<size_t>& candidates = problem.candidates[static_cast<size_t>(root)];
    candidates.clear();
    for (const size_t p : choice.places) candidates.push_back(places_[p].task);
    forecast_.had_choice |= candidates.size() > 1;
    Settle(root, choice.places[0]);
  }
  if (!forecast_.had_choice) return OkStatus();
  PlacementSimulation simulation(problem);
  const PlacementSimulation::Decision best = simulation.Decide(places_[default_].task);
  for (const auto& [root, choice] : choices_) {
    if (choice.places.size() < 2) continue;
    const size_t task = static_cast<size_t>(best.outcome.place[static_cast<size_t>(root)]);
    const auto it = std::find_if(choice.places.begin(), choice.places.end(),
                                 [&](size_t p) { return places_[p].task == task; });
    Settle(root, *it);
    because_[root] = simulation.Reason(best, root);
  }
  forecast_.step_ns = forecast_.earlier_step_ns = best.outcome.end_ns;
  if (options_.earlier == nullptr) return OkStatus();
  std::map<std::string, int> number_of;
  for (size_t t = 0; t < tasks_.size(); ++t) number_of[tasks_[t].name()] = static_cast<int>(t);
  std::vector<int> wish(n, -1);
  for (const int i : order_) {
    const auto it = options_.earlier->find(plan_.at(i).name);
    const auto task = it == options_.earlier->end() ? number_of.end() : number_of.find(it->second);
    if (task != number_of.end()) wish[static_cast<size_t>(Find(i))] = task->second;
  }
  forecast_.earlier_step_ns = simulation.Follow(wish).end_ns;
  return OkStatus();
}

// Constants without other ties go where all of their users are.
void TaskPlacer::FollowUsers() {
  std::vector<int> user(plan_.nodes.size(), -1);
  std::vector<bool> several(plan_.nodes.size(), false);
  for (const int i : order_) {
    const int place = place_of_[static_cast<size_t>(i)];
    for (const PlanEdge& in : plan_.at(i).inputs) {
      const size_t s = static_cast<size_t>(in.node);
      if (user[s] >= 0 && user[s] != place) several[s] = true;
      user[s] = place;
    }
  }
  for (const auto& [root, members] : groups_) {
    const size_t i = static_cast<size_t>(members[0]);
    if (members.size() != 1 || kinds_[i] != NodeKind::kConst ||
        !want_[static_cast<size_t>(root)].empty())
      continue;
    if (user[i] >= 0 && !several[i]) place_of_[i] = user[i];
  }
}

}  // namespace runnel
