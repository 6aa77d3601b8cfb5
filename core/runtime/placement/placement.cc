#include "core/runtime/placement/placement.h"

#include <algorithm>
#include <map>

#include "core/graph/device_name.h"
#include "core/runtime/devices/device.h"
#include "core/runtime/kernels/kernel_select.h"
#include "core/runtime/placement/placement_groups.h"
#include "core/runtime/placement/placement_simulation.h"
#include "core/runtime/resources/resource.h"

namespace runnel {
namespace {

bool TakesPlaceOfInput(NodeKind kind) {
  switch (kind) {
    case NodeKind::kPassThrough:
    case NodeKind::kReshape:
    case NodeKind::kMetadata:
    case NodeKind::kSwitch:
    case NodeKind::kMerge:
    case NodeKind::kEnter:
    case NodeKind::kExit:
    case NodeKind::kNextIteration:
      return true;
    default:
      return false;
  }
}

// Joins handles of the same variable: it has one place.
void JoinVariables(const PlanGraph& plan, std::span<const int> nodes, PlacementGroups* groups) {
  std::map<std::pair<std::string, std::string>, int> first;
  for (const int i : nodes) {
    if (!plan.at(i).is("VarHandleOp")) continue;
    const auto [it, is_new] = first.emplace(VariableName(plan.at(i)), i);
    if (!is_new) groups->Join(i, it->second);
  }
}

class Placer {
 public:
  Placer(const PluginSet& plugins, const PlacementOptions& options, PlanGraph* plan,
         std::vector<std::string>* fallbacks, PlacementForecast* forecast)
      : plugins_(plugins),
        options_(options),
        plan_(plan),
        fallbacks_(fallbacks),
        forecast_(forecast),
        groups_(*plan) {}

  Status Run() {
    RUNNEL_RETURN_IF_ERROR(FindDevices());
    if constexpr (kMinimal) return PlaceOnOne();
    RUNNEL_ASSIGN_OR_RETURN(default_, FindDefault());
    if (options_.reasons != nullptr) options_.reasons->assign(plan_->nodes.size(), std::string());
    kinds_.reserve(plan_->nodes.size());
    bool constrained = false;
    std::vector<int> live;
    for (size_t i = 0; i < plan_->nodes.size(); ++i) {
      kinds_.push_back(KindOf(plan_->nodes[i]));
      constrained |= !plan_->nodes[i].device.empty();
      if (!plan_->nodes[i].removed) live.push_back(static_cast<int>(i));
    }
    automatic_ = !kMinimal && options_.costs != nullptr && devices_.size() > 1;
    if (options_.only_variables) {
      std::erase_if(live, [this](int i) { return !DeviceName::Parse(plan_->at(i).device).ok(); });
    }
    groups_.JoinByNamesAndResources(live);
    if (automatic_ || options_.variable_device || options_.only_variables)
      JoinVariables(*plan_, live, &groups_);
    gives_way_.assign(plan_->nodes.size(), false);
    RUNNEL_RETURN_IF_ERROR(
        groups_.Constrain(live, [this](int node, int other, const std::string& before) {
          return GiveWay(node, other, before);
        }));
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<std::vector<int>> groups, Divided(groups_.Members(live)));
    for (const std::vector<int>& members : groups) {
      if (options_.only_variables && !HasVariable(members)) continue;
      Result<Choice> chosen = CandidatesOf(members);
      if (!chosen.ok() && options_.only_variables) continue;
      RUNNEL_ASSIGN_OR_RETURN(Choice choice, std::move(chosen));
      Settle(members, choice, choice.devices[0]);
      if (automatic_) choices_[groups_.Find(members[0])] = std::move(choice);
    }
    if (!kMinimal && automatic_) RUNNEL_RETURN_IF_ERROR(ChooseByCost(groups));
    if (options_.only_variables) return OkStatus();
    if (devices_.size() > 1 && (constrained || automatic_)) return JoinNeighbours();
    return OkStatus();
  }

  Status FindDevices() {
    devices_ = plugins_.devices();
    if (devices_.empty()) return FailedPrecondition("there is no device to run on: no plugin is loaded");
    for (Device* device : devices_) {
      RUNNEL_ASSIGN_OR_RETURN(DeviceName name, DeviceName::Parse(device->name()));
      names_.push_back(std::move(name));
    }
    return OkStatus();
  }

  // Placement in a minimal build, which has a single device.
  Status PlaceOnOne() {
    if (devices_.size() > 1) {
      return Unimplemented("there are ", devices_.size(), " devices, ", DeviceList(),
                           "; this build runs on one (RUNNEL_MINIMAL)");
    }
    RUNNEL_RETURN_IF_ERROR(FindDefault().status());
    for (PlanNode& node : plan_->nodes) {
      if (node.removed) continue;
      RUNNEL_ASSIGN_OR_RETURN(const DeviceName want, DeviceName::Parse(node.device));
      if (!want.Matches(names_[0])) return NoDevice(node, want);
      RUNNEL_ASSIGN_OR_RETURN(const bool supported, Supports(node, KindOf(node), devices_[0]));
      if (!supported) return NoKernel(node, want);
      node.placed = devices_[0];
    }
    return OkStatus();
  }

 private:
  // The devices on which a group may run, and why no device that it asks for is among them.
  struct Choice {
    std::vector<size_t> devices;  // the preferred one first
    int without = -1;             // soft placement: the node that has no kernel where it should run
    bool is_home = false;         // the group's variable lives there
  };

  // Judges a node that asks for another device than its group. Errors: INVALID_ARGUMENT, unless the wish
  // may be dropped.
  Status GiveWay(int node, int other, const std::string& before) {
    if (!options_.soft && !options_.only_variables && StandingOf(*plan_, node) != Standing::kUser)
      return groups_.Contradiction(node, other, before);
    gives_way_[static_cast<size_t>(node)] = true;
    if (options_.dropped != nullptr)
      options_.dropped->push_back(DroppedWish(*plan_, node, other, before));
    return OkStatus();
  }

  bool HasVariable(const std::vector<int>& members) const {
    return std::any_of(members.begin(), members.end(),
                       [this](int i) { return kinds_[static_cast<size_t>(i)] == NodeKind::kVarHandle; });
  }

  // Soft placement: who is only colocated with others, and has no kernel where these go, runs elsewhere
  // alone. What a gradient computes of shapes must not take along the op that it belongs to.
  Result<std::vector<std::vector<int>>> Divided(std::vector<std::vector<int>> groups) {
    if (kMinimal || !options_.soft || automatic_) return groups;
    std::vector<std::vector<int>> divided;
    for (std::vector<int>& members : groups) {
      std::vector<int> together, alone;
      const int device = members.size() == 1 ? -1 : AskedFirst(members);
      for (size_t m = 0; device >= 0 && m < members.size(); ++m) {
        const int i = members[m];
        const Standing standing = StandingOf(*plan_, i);
        const bool bound = standing == Standing::kOwner || standing == Standing::kUser;
        RUNNEL_ASSIGN_OR_RETURN(const bool ok, Supports(plan_->at(i), kinds_[static_cast<size_t>(i)],
                                                        devices_[static_cast<size_t>(device)]));
        (ok || bound ? together : alone).push_back(i);
      }
      if (together.empty()) alone.clear();
      divided.push_back(together.empty() ? std::move(members) : std::move(together));
      for (const int i : alone) divided.push_back({i});
    }
    return divided;
  }

  // The device on which a group would run if it had all kernels; -1: there is none.
  int AskedFirst(const std::vector<int>& members) {
    if (const int home = HomeOf(members); home >= 0) return home;
    const DeviceName& want = groups_.wanted(members[0]);
    if (want.Matches(names_[default_])) return static_cast<int>(default_);
    const auto it = std::find_if(names_.begin(), names_.end(),
                                 [&](const DeviceName& name) { return want.Matches(name); });
    return it == names_.end() ? -1 : static_cast<int>(it - names_.begin());
  }

  Result<size_t> FindDefault() {
    if (options_.default_device.empty()) return size_t{0};
    RUNNEL_ASSIGN_OR_RETURN(const DeviceName want, DeviceName::Parse(options_.default_device));
    for (size_t d = 0; d < devices_.size(); ++d) {
      if (want.Matches(names_[d])) return d;
    }
    return InvalidArgument("the session's default device \"", options_.default_device,
                           "\" matches none of ", DeviceList());
  }

  std::string DeviceList() const {
    std::string out;
    for (const Device* device : devices_) out += StrCat(out.empty() ? "" : ", ", device->name());
    return out;
  }

  Result<bool> Supports(const PlanNode& node, NodeKind kind, Device* device) {
    if (kind != NodeKind::kKernel) return true;
    RUNNEL_ASSIGN_OR_RETURN(const KernelEntry entry, SelectKernel(plugins_, *plan_, node, device));
    return entry.row != nullptr;
  }

  // The first of `members` without a kernel there; -1: all have one.
  Result<int> Unsupported(const std::vector<int>& members, size_t d) {
    for (const int i : members) {
      RUNNEL_ASSIGN_OR_RETURN(const bool ok,
                              Supports(plan_->at(i), kinds_[static_cast<size_t>(i)], devices_[d]));
      if (!ok) return i;
    }
    return -1;
  }

  // The device on which a variable of the group already lives, which binds the group; -1: none.
  int HomeOf(const std::vector<int>& members) const {
    if (!options_.variable_device) return -1;
    for (const int i : members) {
      if (kinds_[static_cast<size_t>(i)] != NodeKind::kVarHandle) continue;
      Device* home = options_.variable_device(plan_->at(i));
      const auto it = std::find(devices_.begin(), devices_.end(), home);
      if (it != devices_.end()) return static_cast<int>(it - devices_.begin());
    }
    return -1;
  }

  Result<Choice> CandidatesOf(const std::vector<int>& members) {
    const DeviceName& want = groups_.wanted(members[0]);
    // Candidates in order of preference: those that the group asks for (the default first among them),
    // then, with soft placement, all others. Without a wish the default is the only one, unless the cost
    // model chooses.
    std::vector<size_t> asked, others;
    const auto consider = [](size_t d, std::vector<size_t>* list) {
      if (std::find(list->begin(), list->end(), d) == list->end()) list->push_back(d);
    };
    if (want.Matches(names_[default_])) consider(default_, &asked);
    if (!want.empty() || automatic_) {
      for (size_t d = 0; d < devices_.size(); ++d) {
        // A lost device is a candidate only for a node that asks for it. Measuring its link logs the
        // loss.
        if (want.Matches(names_[d]) && (!want.empty() || devices_[d]->Open().ok())) consider(d, &asked);
      }
    }
    const int home = options_.soft || (automatic_ && want.empty()) ? HomeOf(members) : -1;
    const size_t home_place = static_cast<size_t>(home);
    // Soft placement: some other step needs a kernel that the requested device lacks.
    const bool is_moved = home >= 0 && (want.empty() ? !automatic_ && home_place != default_
                                                     : !want.Matches(names_[home_place]));
    const bool is_home = is_moved || (automatic_ && home >= 0);
    if (home >= 0) asked = {home_place};
    if (options_.soft) {
      for (size_t d = 0; d < devices_.size(); ++d) {
        if (std::find(asked.begin(), asked.end(), d) == asked.end()) others.push_back(d);
      }
    }
    if (asked.empty() && others.empty()) {
      const int asker = groups_.asked_by(members[0]);
      return NoDevice(plan_->at(asker < 0 ? members[0] : asker), want);
    }
    Choice choice;
    choice.is_home = is_home;
    int without = members[0];
    for (const size_t d : asked) {
      RUNNEL_ASSIGN_OR_RETURN(const int bad, Unsupported(members, d));
      if (bad < 0) choice.devices.push_back(d);
      if (bad < 0 && is_moved) Tell(members, want, d, ", where its variable lives");
      if (bad < 0 && !automatic_) return choice;
      if (bad >= 0) without = bad;
    }
    if (!choice.devices.empty()) return choice;
    for (const size_t d : others) {
      RUNNEL_ASSIGN_OR_RETURN(const int bad, Unsupported(members, d));
      if (bad >= 0) {
        if (asked.empty()) without = bad;
        continue;
      }
      choice.devices.push_back(d);
      choice.without = without;
      RUNNEL_ASSIGN_OR_RETURN(const std::string why, WhyNot(plan_->at(without), want));
      Tell(members, want, d, why);
      return choice;
    }
    return NoKernel(plan_->at(without), want);
  }

  void Tell(const std::vector<int>& members, const DeviceName& want, size_t d, const std::string& why) {
    for (const int i : members) {
      fallbacks_->push_back(StrCat(plan_->at(i).name, ": wanted \"",
                                   want.empty() ? devices_[default_]->name() : want.ToString(),
                                   "\", runs on ", devices_[d]->name(), why));
    }
  }

  // ", since ...": what a node's group lacks on the devices that it wants; empty if there is none of
  // them.
  Result<std::string> WhyNot(const PlanNode& node, const DeviceName& want) const {
    RUNNEL_ASSIGN_OR_RETURN(const std::string refusals, Refusals(node, want));
    const bool any = std::any_of(names_.begin(), names_.end(),
                                 [&](const DeviceName& name) { return want.Matches(name); });
    if (!any) return std::string();
    return StrCat(", since ", node.name, " (", node.op(), TypesOf(node), ") has no kernel there",
                  refusals);
  }

  static std::string TypesOf(const PlanNode& node) {
    std::string types;
    for (const auto& [name, value] : *node.attrs) {
      if (value.get_if<DType>() != nullptr) types += StrCat(" ", name, "=", value.ToString());
    }
    return types;
  }

  // "; DEVICE: reason" of each wanted device whose plugin gives one.
  Result<std::string> Refusals(const PlanNode& node, const DeviceName& want) const {
    std::string refusals;
    for (size_t d = 0; d < devices_.size(); ++d) {
      if (want.empty() ? d != default_ : !want.Matches(names_[d])) continue;
      std::string why;
      const auto none = SelectKernel(plugins_, *plan_, node, devices_[d], nullptr, &why);
      if (!none.ok()) return none.status();
      if (!why.empty()) refusals += StrCat("; ", devices_[d]->name(), ": ", why);
    }
    return refusals;
  }

  Status NoDevice(const PlanNode& node, const DeviceName& want) const {
    return Status(Code::kInvalidArgument,
                  StrCat("node \"", node.name, "\" asks for device \"", want.ToString(),
                         "\", but there are only: ", DeviceList()),
                  node.name);
  }

  Status NoKernel(const PlanNode& node, const DeviceName& want) const {
    std::string inputs;
    for (const PlanEdge& in : node.inputs)
      inputs += StrCat(inputs.empty() ? " of " : ", ", plan_->shape(in).ToString());
    const Result<std::string> refusals = Refusals(node, want);
    if (!refusals.ok()) return refusals.status();
    return Status(
        Code::kInvalidArgument,
        StrCat("node \"", node.name, "\" (", node.op(), TypesOf(node), inputs, ") has no kernel on ",
               want.empty() ? devices_[default_]->name() : want.ToString(), *refusals,
               "; kernels of this op: ", DescribeKernels(plugins_, node.op())),
        node.name);
  }

  void Settle(const std::vector<int>& members, const Choice& choice, size_t d) {
    for (const int i : members) {
      plan_->at(i).placed = devices_[d];
      Explain(i, [&] { return Reason(i, choice); });
    }
  }

  template <typename Text>
  void Explain(int i, Text text) {
    if (options_.reasons != nullptr) (*options_.reasons)[static_cast<size_t>(i)] = text();
  }

  std::string Reason(int i, const Choice& choice) {
    const PlanNode& node = plan_->at(i);
    const DeviceName& want = groups_.wanted(i);
    if (choice.without >= 0) {
      const std::string wanted = want.empty() ? devices_[default_]->name() : want.ToString();
      const PlanNode& without = plan_->at(choice.without);
      return StrCat("soft placement: ", without.name, " (", without.op(), ") has no kernel on ", wanted);
    }
    if (choice.is_home && !automatic_) return "where its variable lives";
    if (!node.device.empty() && !gives_way_[static_cast<size_t>(i)])
      return StrCat("asks for ", node.device);
    const int source = groups_.asked_by(i);
    if (source >= 0)
      return StrCat("with ", plan_->at(source).name, ", which asks for ", want.ToString());
    if (choice.is_home) return "where its variable lives";
    return automatic_ && choice.devices.size() == 1 ? "the only device that has a kernel for it"
                                                    : "default device";
  }

  // ---- automatic placement ----

  // What node i costs on each device that its group may use.
  Status FillCosts(int i, const Choice& choice, PlacementSimulation::Problem* problem) {
    const size_t number = static_cast<size_t>(i);
    std::vector<double>& costs = problem->cost_ns[number];
    std::vector<uint64_t>& host_inputs = problem->host_inputs[number];
    costs.assign(devices_.size(), 0);
    host_inputs.assign(devices_.size(), 0);
    if (kinds_[number] == NodeKind::kHost) costs.assign(devices_.size(), CostModel::kUnknownNs);
    if (kinds_[number] != NodeKind::kKernel) return OkStatus();
    const PlanNode& node = plan_->at(i);
    for (const size_t d : choice.devices) {
      uint64_t estimate = 0;
      RUNNEL_ASSIGN_OR_RETURN(const KernelEntry entry,
                              SelectKernel(plugins_, *plan_, node, devices_[d], &estimate));
      if (entry.row == nullptr) continue;
      estimate = EstimateKernel(entry, estimate, *plan_, node, devices_[d]);
      costs[d] = options_.costs->CostNs(node.name, *devices_[d], estimate, BytesTouched(*plan_, node));
      const std::vector<uint32_t> marks = InputMarks(*entry.row, node);
      for (size_t k = 0; k < marks.size() && k < 64; ++k) {
        if ((marks[k] & RNLP_ARG_HOST) != 0) host_inputs[d] |= uint64_t{1} << k;
      }
    }
    return OkStatus();
  }

  int MemoryOf(size_t d) const {
    return devices_[d]->host_memory() ? PlacementSimulation::kHub : static_cast<int>(d);
  }

  Status ChooseByCost(const std::vector<std::vector<int>>& groups) {
    bool had_choice = false;
    for (const auto& [root, choice] : choices_) had_choice |= choice.devices.size() > 1;
    if (forecast_ != nullptr) forecast_->had_choice = had_choice;
    if (!had_choice) return OkStatus();
    PlacementSimulation::Problem problem;
    problem.plan = plan_;
    RUNNEL_ASSIGN_OR_RETURN(problem.order, plan_->TopologicalOrder());
    problem.kinds = kinds_;
    problem.brings_fetches = options_.fetches_to_host;
    const size_t n = plan_->nodes.size();
    problem.group.assign(n, 0);
    problem.candidates.resize(n);
    problem.cost_ns.resize(n);
    problem.host_inputs.resize(n);
    for (size_t d = 0; d < devices_.size(); ++d) {
      RUNNEL_ASSIGN_OR_RETURN(const LinkSpeeds::Link link, options_.links->Of(devices_[d]));
      problem.places.push_back({StrCat(devices_[d]->type(), ":", devices_[d]->ordinal()), MemoryOf(d),
                                PlacementSimulation::kHub, link.in, link.out});
    }
    for (Device* from : devices_) {
      for (Device* to : devices_) {
        RUNNEL_ASSIGN_OR_RETURN(problem.direct.emplace_back(), options_.links->Between(from, to));
      }
    }
    for (const PlanFeed& feed : plan_->feeds) {
      const auto it = std::find(devices_.begin(), devices_.end(), feed.device);
      problem.fed_in.push_back(it == devices_.end()
                                   ? PlacementSimulation::kHub
                                   : MemoryOf(static_cast<size_t>(it - devices_.begin())));
    }
    for (const std::vector<int>& members : groups) {
      const int root = groups_.Find(members[0]);
      const Choice& choice = choices_.at(root);
      problem.candidates[static_cast<size_t>(root)] = choice.devices;
      for (const int i : members) {
        problem.group[static_cast<size_t>(i)] = root;
        RUNNEL_RETURN_IF_ERROR(FillCosts(i, choice, &problem));
      }
    }
    PlacementSimulation simulation(problem);
    const PlacementSimulation::Decision best = simulation.Decide(default_);
    for (const std::vector<int>& members : groups) {
      const int root = groups_.Find(members[0]);
      const Choice& choice = choices_.at(root);
      if (choice.devices.size() < 2) continue;
      Settle(members, choice, static_cast<size_t>(best.outcome.place[static_cast<size_t>(root)]));
      for (const int i : members) Explain(i, [&] { return simulation.Reason(best, root); });
    }
    if (forecast_ == nullptr) return OkStatus();
    forecast_->step_ns = best.outcome.end_ns;
    forecast_->earlier_step_ns =
        options_.earlier == nullptr ? best.outcome.end_ns : Earlier(simulation).end_ns;
    return OkStatus();
  }

  PlacementSimulation::Outcome Earlier(PlacementSimulation& simulation) {
    std::map<std::string_view, int> number_of;
    for (size_t d = 0; d < devices_.size(); ++d) number_of[devices_[d]->name()] = static_cast<int>(d);
    std::map<std::string_view, std::string_view> device_of;
    for (const auto& [node, device] : *options_.earlier) device_of[node] = device;
    std::vector<int> wish(plan_->nodes.size(), -1);
    for (size_t i = 0; i < plan_->nodes.size(); ++i) {
      const auto it = device_of.find(plan_->nodes[i].name);
      if (plan_->nodes[i].removed || it == device_of.end()) continue;
      wish[static_cast<size_t>(groups_.Find(static_cast<int>(i)))] = number_of[it->second];
    }
    return simulation.Follow(wish);
  }

  // Moves unconstrained nodes that would only cause copies where they are.
  Status JoinNeighbours() {
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> order, plan_->TopologicalOrder());
    std::vector<int> group_size(plan_->nodes.size(), 0);
    for (const int i : order) ++group_size[static_cast<size_t>(groups_.Find(i))];
    const auto is_free = [&](int i) {
      return group_size[static_cast<size_t>(groups_.Find(i))] == 1 && groups_.wanted(i).empty();
    };
    for (const int i : order) {
      PlanNode& node = plan_->at(i);
      if (is_free(i) && TakesPlaceOfInput(kinds_[static_cast<size_t>(i)]) && !node.inputs.empty()) {
        const PlanNode& input = plan_->at(node.inputs[0].node);
        if (node.placed != input.placed)
          Explain(i, [&] { return StrCat("beside its input ", input.name); });
        node.placed = input.placed;
      }
    }
    std::vector<Device*> consumer(plan_->nodes.size(), nullptr);
    std::vector<bool> mixed(plan_->nodes.size(), false);
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
      PlanNode& node = plan_->at(*it);
      const size_t i = static_cast<size_t>(*it);
      if (is_free(*it) && kinds_[i] == NodeKind::kConst && consumer[i] != nullptr && !mixed[i]) {
        if (node.placed != consumer[i]) Explain(*it, [] { return "beside what it is used by"; });
        node.placed = consumer[i];
      }
      for (const PlanEdge& in : node.inputs) {
        const size_t s = static_cast<size_t>(in.node);
        if (consumer[s] != nullptr && consumer[s] != node.placed) mixed[s] = true;
        consumer[s] = node.placed;
      }
    }
    return OkStatus();
  }

  const PluginSet& plugins_;
  const PlacementOptions& options_;
  PlanGraph* plan_;
  std::vector<std::string>* fallbacks_;
  std::vector<Device*> devices_;
  std::vector<DeviceName> names_;
  size_t default_ = 0;
  std::vector<NodeKind> kinds_;
  PlacementForecast* const forecast_;
  PlacementGroups groups_;
  bool automatic_ = false;
  std::vector<bool> gives_way_;    // by node: its wish for a device is dropped
  std::map<int, Choice> choices_;  // by group; for automatic placement
};

}  // namespace

std::pair<std::string, std::string> VariableName(const std::string& node, const AttrList& attrs) {
  const auto text = [&](std::string_view name) {
    const AttrValue* const value = FindAttr(attrs, name);
    const auto* const given = value == nullptr ? nullptr : value->get_if<std::string>();
    return given == nullptr ? std::string() : *given;
  };
  std::string container = text("container"), shared = text("shared_name");
  if (container.empty()) container = ResourceManager::kDefaultContainer;
  if (shared.empty()) shared = node;
  return {std::move(container), std::move(shared)};
}

std::pair<std::string, std::string> VariableName(const PlanNode& handle) {
  return VariableName(handle.name, *handle.attrs);
}

bool IsClearGain(double now_ns, double then_ns) {
  constexpr double kShare = 0.85, kLeastNs = 10'000;  // a smaller gain does not pay for a new plan
  return then_ns <= now_ns * kShare && now_ns - then_ns >= kLeastNs;
}

Status Place(const PluginSet& plugins, const PlacementOptions& options, PlanGraph* plan,
             std::vector<std::string>* fallbacks, PlacementForecast* forecast) {
  return Placer(plugins, options, plan, fallbacks, forecast).Run();
}

}  // namespace runnel
