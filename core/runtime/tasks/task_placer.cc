// TaskPlacer: a place (task and device) for each node.
//
// Nodes that must be together are joined by union-find: colocated nodes, users of a resource, and the
// nodes of each outermost loop. If a loop's nodes ask for different tasks, that loop is split and the
// grouping starts again: only the nodes that drive its frames stay joined. Each group then gets its
// candidate places from its device strings and the tasks' kernels, in order of preference. The first one
// is taken, or with automatic placement the simulation chooses (task_placer_costs.cc). Free nodes that
// only hand a value on follow it.
#include "core/runtime/tasks/task_placer.h"

#include <algorithm>
#include <numeric>

#include "core/runtime/placement/placement_groups.h"

namespace runnel {

TaskPlacer::TaskPlacer(const PlanGraph& plan, const LoopFrames& loops, std::span<const TaskInfo> tasks,
                       const TaskPlacementOptions& options)
    : plan_(plan), loops_(loops), tasks_(tasks), options_(options) {
  for (const TaskInfo& task : tasks) {
    auto& index = kernels_.emplace_back();
    for (const KernelInfo& kernel : task.kernels) index[kernel.op].push_back(&kernel);
  }
}

Status TaskPlacer::FindPlaces() {
  for (size_t t = 0; t < tasks_.size(); ++t) {
    for (size_t d = 0; d < tasks_[t].devices.size(); ++d) {
      const auto& [type, id] = tasks_[t].devices[d];
      places_.push_back({t, d, {tasks_[t].job, 0, tasks_[t].index, type, id}});
    }
  }
  if (places_.empty()) return FailedPrecondition("no task of the cluster has a device");
  RUNNEL_ASSIGN_OR_RETURN(order_, plan_.TopologicalOrder());
  RUNNEL_ASSIGN_OR_RETURN(default_, FindDefault());
  for (const PlanNode& node : plan_.nodes) kinds_.push_back(KindOf(node));
  return OkStatus();
}

// A loop stays on one task unless its nodes ask for several.
Status TaskPlacer::Group() {
  while (true) {
    parent_.resize(plan_.nodes.size());
    std::iota(parent_.begin(), parent_.end(), 0);
    GroupLoops();
    GroupByNamesAndResources();
    int split = -1;
    Status status = Constrain(&split);
    if (status.ok()) break;
    if (split < 0 || !split_.insert(split).second) return status;
  }
  JoinFreeNodesOfLoops();
  return OkStatus();
}

Result<std::vector<int>> TaskPlacer::Run() {
  RUNNEL_RETURN_IF_ERROR(FindPlaces());
  RUNNEL_RETURN_IF_ERROR(Group());
  place_of_.assign(plan_.nodes.size(), -1);
  RUNNEL_RETURN_IF_ERROR(Assign());
  FollowInputs();
  if (options_.costs != nullptr) FollowUsers();
  return std::move(place_of_);
}

Result<VariablePlaces> TaskPlacer::FindHomes() {
  RUNNEL_RETURN_IF_ERROR(FindPlaces());
  RUNNEL_RETURN_IF_ERROR(Group());
  for (const int i : order_) {
    if (plan_.at(i).feed < 0) groups_[Find(i)].push_back(i);
  }
  VariablePlaces homes;
  for (const auto& [root, members] : groups_) {
    const auto is_handle = [&](int i) { return plan_.at(i).is("VarHandleOp"); };
    if (std::none_of(members.begin(), members.end(), is_handle)) continue;
    const auto choice = CandidatesOf(want_[static_cast<size_t>(root)], members);
    if (!choice.ok()) continue;
    for (const int i : members) {
      if (is_handle(i)) homes.emplace(KeyOf(plan_.at(i)), choice->places[0]);
    }
  }
  return homes;
}

std::tuple<std::string, std::string, std::string> TaskPlacer::KeyOf(const PlanNode& handle) {
  auto [container, name] = VariableName(handle);
  return {std::move(container), std::move(name), handle.device};
}

int TaskPlacer::SoftHomeOf(const std::vector<int>& members) const {
  if (soft_homes_ == nullptr || options_.costs != nullptr) return -1;
  for (const int i : members) {
    if (!plan_.at(i).is("VarHandleOp")) continue;
    const auto it = soft_homes_->find(KeyOf(plan_.at(i)));
    if (it != soft_homes_->end()) return static_cast<int>(it->second);
  }
  return -1;
}

int TaskPlacer::PlaceOfTask(size_t task) const {
  const auto it = std::find_if(places_.begin(), places_.end(),
                               [task](const TaskDevice& place) { return place.task == task; });
  return static_cast<int>(it - places_.begin());
}

bool TaskPlacer::AsksForDevice(int node) {
  if (static_cast<size_t>(node) >= parent_.size()) return false;  // added later, for a loop
  const DeviceName& want = want_[static_cast<size_t>(Find(node))];
  return want.type || want.id;
}

Result<size_t> TaskPlacer::FindDefault() const {
  RUNNEL_ASSIGN_OR_RETURN(const DeviceName want, DeviceName::Parse(options_.default_device));
  for (size_t p = 0; p < places_.size(); ++p) {
    if (want.Matches(places_[p].name)) return p;
  }
  return InvalidArgument("the session's default device \"", options_.default_device,
                         "\" matches none of ", PlaceList());
}

std::string TaskPlacer::PlaceList() const {
  std::string out;
  for (const TaskDevice& place : places_) out += StrCat(out.empty() ? "" : ", ", place.name.ToString());
  return out;
}

int TaskPlacer::Find(int i) {
  while (parent_[static_cast<size_t>(i)] != i) {
    parent_[static_cast<size_t>(i)] = parent_[static_cast<size_t>(parent_[static_cast<size_t>(i)])];
    i = parent_[static_cast<size_t>(i)];
  }
  return i;
}
// Joins the nodes of each outermost loop, from its Enters to its Exits; of a split loop only those that
// drive each of its frames.
void TaskPlacer::GroupLoops() {
  std::map<int, int> first;
  for (const int i : order_) {
    const int frame = loops_.frame_of(i);
    if (frame < 0) continue;
    const int outermost = loops_.Outermost(frame);
    const bool split = split_.contains(outermost);
    if (split && !loops_.IsControl(i)) continue;
    const auto [it, is_new] = first.emplace(split ? frame : outermost, i);
    if (!is_new) Union(i, it->second);
  }
}

void TaskPlacer::GroupByNamesAndResources() {
  std::unordered_map<std::string_view, int> by_name;
  for (const int i : order_) by_name.emplace(plan_.at(i).name, i);
  // Handles of one variable share a place. Handles of one name that ask for different tasks are
  // different variables.
  std::map<std::tuple<std::string, std::string, std::string>, int> variables;
  for (const int i : order_) {
    if ((options_.costs == nullptr && !options_.soft) || !plan_.at(i).is("VarHandleOp")) continue;
    const auto [it, is_new] = variables.emplace(KeyOf(plan_.at(i)), i);
    if (!is_new) Union(i, it->second);
  }
  for (const int i : order_) {
    const PlanNode& node = plan_.at(i);
    if (const auto* classes = node.attr<std::vector<std::string>>("_class")) {
      for (const std::string& text : *classes) {
        if (!text.starts_with("loc:@")) continue;
        const auto it = by_name.find(std::string_view(text).substr(5));
        if (it != by_name.end()) Union(i, it->second);
      }
    }
    for (const PlanEdge& in : node.inputs) {
      if (plan_.type(in) == DType::kResource) Union(i, in.node);
    }
  }
}

// *split: the outermost frame that could be split to make it right; -1: none.
Status TaskPlacer::Constrain(int* split) {
  want_.assign(plan_.nodes.size(), DeviceName());
  std::vector<int> source(plan_.nodes.size(), -1);
  gives_way_.assign(plan_.nodes.size(), false);
  dropped_.clear();
  for (const bool control : {false, true}) {
    for (const Standing turn : kStandings) {
      for (const int i : order_) {
        if (loops_.IsControl(i) != control || StandingOf(plan_, i) != turn) continue;
        RUNNEL_RETURN_IF_ERROR(ConstrainNode(i, &source, split));
      }
    }
  }
  return OkStatus();
}

Status TaskPlacer::ConstrainNode(int i, std::vector<int>* source, int* split) {
  const PlanNode& node = plan_.at(i);
  if (node.device.empty() || node.feed >= 0) return OkStatus();
  auto want = DeviceName::Parse(node.device);
  if (!want.ok())
    return want.status().WithPrefix(StrCat("node \"", node.name, "\"")).WithNode(node.name);
  const size_t root = static_cast<size_t>(Find(i));
  const std::string before = want_[root].ToString();
  DeviceName both = want_[root];
  if (both.MergeFrom(*want)) {
    want_[root] = std::move(both);
    (*source)[root] = i;
    return OkStatus();
  }
  // A node that drives a split loop computes nothing: other nodes of the loop determine the place.
  if (loops_.IsControl(i) && split_.contains(loops_.Outermost(loops_.frame_of(i)))) return OkStatus();
  // One of the two is in a loop that joins them, or their gradients are.
  std::vector<int> joined = {i, (*source)[root]};
  for (const int other : order_) {
    if (Find(other) == static_cast<int>(root)) joined.push_back(other);
  }
  for (const int one : joined) {
    const int frame = loops_.frame_of(one);
    if (frame >= 0 && *split < 0 && !split_.contains(loops_.Outermost(frame)))
      *split = loops_.Outermost(frame);
  }
  if (*split < 0 && (options_.soft || StandingOf(plan_, i) == Standing::kUser)) {
    gives_way_[static_cast<size_t>(i)] = true;
    dropped_.push_back(DroppedWish(plan_, i, (*source)[root], before));
    return OkStatus();
  }
  return Status(Code::kInvalidArgument,
                StrCat("node \"", node.name, "\" asks for device \"", node.device,
                       "\", but it is colocated with \"", plan_.at((*source)[root]).name, "\" on \"",
                       before, "\""),
                node.name);
}

// In a split loop, nodes without a wish stay on the task that drives the loop. If nothing places the
// loop itself, it is driven by the task of its first node with a wish.
void TaskPlacer::JoinFreeNodesOfLoops() {
  std::map<int, int> home, asks;  // by frame: a control node; by outermost frame: a node
  for (const int i : order_) {
    const int frame = loops_.frame_of(i);
    if (frame < 0 || !split_.contains(loops_.Outermost(frame))) continue;
    if (loops_.IsControl(i)) home.emplace(frame, i);
    const DeviceName& want = want_[static_cast<size_t>(Find(i))];
    if (want.job || want.task) asks.emplace(loops_.Outermost(frame), i);
  }
  const auto is_free = [&](int i) { return want_[static_cast<size_t>(Find(i))].empty(); };
  for (const auto& [frame, node] : home) {
    if (!is_free(node)) continue;
    const auto parent = home.find(loops_.parent(frame));
    if (parent != home.end()) {
      Union(node, parent->second);
    } else if (const auto it = asks.find(frame); it != asks.end()) {
      DeviceName where = want_[static_cast<size_t>(Find(it->second))];
      where.type.reset();
      where.id.reset();
      want_[static_cast<size_t>(Find(node))] = where;
    }
  }
  for (const int i : order_) {
    const int frame = loops_.frame_of(i);
    if (frame >= 0 && home.contains(frame) && is_free(i)) Union(i, home.at(frame));
  }
}

// Ops that the task's planner replaces, or that need no kernel, run anywhere.
bool TaskPlacer::Supports(const PlanNode& node, const TaskDevice& place) const {
  if (node.feed >= 0 || KindOf(node) != NodeKind::kKernel) return true;
  const auto& index = kernels_[place.task];
  const auto it = index.find(node.op());
  if (it != index.end()) {
    for (const KernelInfo* kernel : it->second) {
      if (kernel->device_type == "*") return true;
      if (kernel->device_type == *place.name.type && TypesFit(*kernel, node)) return true;
    }
  }
  return node.schema->has_composition() ||
         plan_.registry().Find(node.op()).status().code() == Code::kNotFound;
}

Status TaskPlacer::Assign() {
  for (const int i : order_) {
    if (plan_.at(i).feed < 0) groups_[Find(i)].push_back(i);
  }
  for (const auto& [root, members] : groups_) {
    RUNNEL_ASSIGN_OR_RETURN(Choice choice, CandidatesOf(want_[static_cast<size_t>(root)], members));
    Settle(root, choice.places[0]);
    choices_[root] = std::move(choice);
  }
  return options_.costs == nullptr ? OkStatus() : ChooseByCost();
}

void TaskPlacer::Settle(int root, size_t place) {
  chosen_[root] = place;
  for (const int i : groups_.at(root)) place_of_[static_cast<size_t>(i)] = static_cast<int>(place);
}

Result<TaskPlacer::Choice> TaskPlacer::CandidatesOf(const DeviceName& want,
                                                    const std::vector<int>& members) {
  const std::string wanted = want.empty() ? places_[default_].name.ToString() : want.ToString();
  if (const int home = SoftHomeOf(members); home >= 0) {
    const size_t place = static_cast<size_t>(home);
    // Another step needs a kernel that the requested device lacks.
    if (want.empty() ? place != default_ : !want.Matches(places_[place].name))
      Tell(members, wanted, place);
    Choice choice;
    choice.places = {place};
    choice.is_home = true;
    return choice;
  }
  const bool automatic = options_.costs != nullptr && IsFree(members);
  const int home = automatic && want.empty() ? HomeOf(members) : -1;
  const auto fits = [&](size_t p) {
    if (!want.empty()) return want.Matches(places_[p].name);
    if (home >= 0) return places_[p].task == static_cast<size_t>(home);
    // Without a wish, another device of the default's task may have the kernel.
    return automatic || places_[p].task == places_[default_].task;
  };
  std::vector<size_t> asked, others;
  if (fits(default_)) asked.push_back(default_);
  for (size_t p = 0; p < places_.size(); ++p) {
    if (p != default_ && fits(p)) asked.push_back(p);
  }
  for (size_t p = 0; p < places_.size() && options_.soft; ++p) {
    if (!fits(p)) others.push_back(p);
  }
  // Devices of the requested task come first: soft placement should stay near.
  std::stable_sort(others.begin(), others.end(), [&](size_t a, size_t b) {
    const size_t near = asked.empty() ? default_ : asked[0];
    return (places_[a].task == places_[near].task) > (places_[b].task == places_[near].task);
  });
  const PlanNode& first = plan_.at(members[0]);
  if (asked.empty() && others.empty()) {
    return Status(Code::kInvalidArgument,
                  StrCat("node \"", first.name, "\" asks for device \"", want.ToString(),
                         "\", but the cluster has only: ", PlaceList()),
                  first.name);
  }
  Choice choice;
  choice.is_home = home >= 0;
  int unsupported = members[0];
  const auto has_kernels = [&](size_t p) {
    const auto bad = std::find_if(members.begin(), members.end(),
                                  [&](int i) { return !Supports(plan_.at(i), places_[p]); });
    if (bad != members.end()) unsupported = *bad;
    return bad == members.end();
  };
  for (const size_t p : asked) {
    const bool is_there = std::any_of(choice.places.begin(), choice.places.end(), [&](size_t other) {
      return places_[other].task == places_[p].task;
    });
    if (is_there || !has_kernels(p)) continue;
    choice.places.push_back(p);
    if (!automatic) return choice;
  }
  if (!choice.places.empty()) return choice;
  for (const size_t p : others) {
    const int without = unsupported;
    if (!has_kernels(p)) continue;
    choice.places.push_back(p);
    choice.without = without;
    Tell(members, wanted, p);
    return choice;
  }
  const PlanNode& node = plan_.at(unsupported);
  return Status(Code::kInvalidArgument,
                StrCat("node \"", node.name, "\" (", node.op(), ") has no kernel for its types on ",
                       wanted, ", as the tasks report"),
                node.name);
}

void TaskPlacer::Tell(const std::vector<int>& members, const std::string& wanted, size_t place) {
  for (const int i : members) {
    fallbacks_.push_back(
        StrCat(plan_.at(i).name, ": wanted \"", wanted, "\", runs on ", places_[place].name.ToString()));
  }
}

std::string TaskPlacer::Reason(int i, const Choice& choice) {
  const PlanNode& node = plan_.at(i);
  const DeviceName& want = want_[static_cast<size_t>(Find(i))];
  if (choice.without >= 0) {
    const PlanNode& without = plan_.at(choice.without);
    return StrCat("soft placement: ", without.name, " (", without.op(), ") has no kernel on ",
                  want.empty() ? places_[default_].name.ToString() : want.ToString());
  }
  if (const auto it = because_.find(Find(i)); it != because_.end()) return it->second;
  if (choice.is_home && options_.costs == nullptr) return "where its variable lives";
  if (!node.device.empty() && !gives_way_[static_cast<size_t>(i)])
    return StrCat("asks for ", node.device);
  if (!want.empty()) return StrCat("with others that ask for ", want.ToString());
  return choice.is_home ? "where its variable lives" : "default device";
}

void TaskPlacer::Describe(const std::vector<int>& place_of, TaskPlacement* out) {
  for (const int i : order_) {
    const int place = place_of[static_cast<size_t>(i)];
    if (place < 0) continue;
    const PlanNode& node = plan_.at(i);
    const Choice& choice = choices_.at(Find(i));
    std::string reason = Reason(i, choice);
    const size_t task = places_[static_cast<size_t>(place)].task;
    if (task != places_[chosen_.at(Find(i))].task) reason = "beside what it hands on, or is used by";
    if (node.is("VarHandleOp")) out->variables.emplace(VariableName(node), task);
    out->nodes.push_back({node.name, node.op(), tasks_[task].name(), std::move(reason)});
  }
  out->fallbacks = fallbacks_;
  out->dropped = dropped_;
  out->forecast = forecast_;
}

// Free nodes that only hand on or describe a value follow it.
void TaskPlacer::FollowInputs() {
  std::vector<int> size(plan_.nodes.size(), 0);
  for (const int i : order_) ++size[static_cast<size_t>(Find(i))];
  for (const int i : order_) {
    const PlanNode& node = plan_.at(i);
    const size_t root = static_cast<size_t>(Find(i));
    if (size[root] != 1 || !want_[root].empty() || node.inputs.empty()) continue;
    const NodeKind kind = kinds_[static_cast<size_t>(i)];
    if (kind != NodeKind::kPassThrough && kind != NodeKind::kReshape && kind != NodeKind::kMetadata)
      continue;
    const int from = place_of_[static_cast<size_t>(node.inputs[0].node)];
    if (from >= 0) place_of_[static_cast<size_t>(i)] = from;
  }
}

}  // namespace runnel
