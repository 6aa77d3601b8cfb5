#include "core/runtime/placement.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "core/graph/device_name.h"
#include "core/runtime/device.h"
#include "core/runtime/kernel_select.h"

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

class Placer {
 public:
  Placer(const PluginSet& plugins, const PlacementOptions& options, PlanGraph* plan,
         std::vector<std::string>* fallbacks)
      : plugins_(plugins),
        options_(options),
        plan_(plan),
        fallbacks_(fallbacks),
        parent_(plan->nodes.size()) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  Status Run() {
    devices_ = plugins_.devices();
    if (devices_.empty()) return FailedPrecondition("there is no device to run on: no plugin is loaded");
    for (Device* device : devices_) {
      RUNNEL_ASSIGN_OR_RETURN(DeviceName name, DeviceName::Parse(device->name()));
      names_.push_back(std::move(name));
    }
    RUNNEL_ASSIGN_OR_RETURN(default_, FindDefault());
    if (options_.reasons != nullptr) options_.reasons->assign(plan_->nodes.size(), std::string());
    kinds_.reserve(plan_->nodes.size());
    bool constrained = false;
    for (const PlanNode& node : plan_->nodes) {
      kinds_.push_back(KindOf(node));
      constrained |= !node.device.empty();
    }
    RUNNEL_RETURN_IF_ERROR(Group());
    RUNNEL_RETURN_IF_ERROR(Constrain());
    RUNNEL_RETURN_IF_ERROR(Assign());
    if (devices_.size() > 1 && constrained) return JoinNeighbours();
    return OkStatus();
  }

 private:
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

  int Find(int i) {
    while (parent_[static_cast<size_t>(i)] != i) {
      parent_[static_cast<size_t>(i)] = parent_[static_cast<size_t>(parent_[static_cast<size_t>(i)])];
      i = parent_[static_cast<size_t>(i)];
    }
    return i;
  }
  void Union(int a, int b) { parent_[static_cast<size_t>(Find(a))] = Find(b); }

  Status Group() {
    std::unordered_map<std::string_view, int> by_name;
    for (size_t i = 0; i < plan_->nodes.size(); ++i) {
      const PlanNode& node = plan_->nodes[i];
      if (node.removed) continue;
      const auto* classes = node.attr<std::vector<std::string>>("_class");
      if (classes != nullptr && by_name.empty()) {
        for (size_t k = 0; k < plan_->nodes.size(); ++k) {
          if (!plan_->nodes[k].removed) by_name.emplace(plan_->nodes[k].name, static_cast<int>(k));
        }
      }
      if (classes != nullptr) {
        for (const std::string& text : *classes) {
          if (!text.starts_with("loc:@")) continue;
          const auto it = by_name.find(std::string_view(text).substr(5));
          // A node that this signature does not need constrains nothing.
          if (it != by_name.end()) Union(static_cast<int>(i), it->second);
        }
      }
      for (const PlanEdge& in : node.inputs) {
        if (plan_->type(in) == DType::kResource) Union(static_cast<int>(i), in.node);
      }
    }
    return OkStatus();
  }

  Status Constrain() {
    group_want_.resize(plan_->nodes.size());
    group_source_.assign(plan_->nodes.size(), -1);
    for (size_t i = 0; i < plan_->nodes.size(); ++i) {
      const PlanNode& node = plan_->nodes[i];
      if (node.removed || node.device.empty()) continue;
      auto want = DeviceName::Parse(node.device);
      if (!want.ok())
        return want.status().WithPrefix(StrCat("node \"", node.name, "\"")).WithNode(node.name);
      const size_t root = static_cast<size_t>(Find(static_cast<int>(i)));
      const std::string before = group_want_[root].ToString();
      if (!group_want_[root].MergeFrom(*want)) {
        const PlanNode& other = plan_->nodes[static_cast<size_t>(group_source_[root])];
        return Status(Code::kInvalidArgument,
                      StrCat("node \"", node.name, "\" asks for device \"", node.device,
                             "\", but it is colocated with \"", other.name, "\" on \"", before, "\""),
                      node.name);
      }
      group_source_[root] = static_cast<int>(i);
    }
    return OkStatus();
  }

  Result<bool> Supports(const PlanNode& node, NodeKind kind, Device* device) {
    if (kind != NodeKind::kKernel) return true;
    RUNNEL_ASSIGN_OR_RETURN(const KernelEntry entry, SelectKernel(plugins_, *plan_, node, device));
    return entry.row != nullptr;
  }

  Status Assign() {
    std::vector<std::vector<int>> members(plan_->nodes.size());
    for (size_t i = 0; i < plan_->nodes.size(); ++i) {
      if (!plan_->nodes[i].removed)
        members[static_cast<size_t>(Find(static_cast<int>(i)))].push_back(static_cast<int>(i));
    }
    for (size_t g = 0; g < members.size(); ++g) {
      if (!members[g].empty()) RUNNEL_RETURN_IF_ERROR(AssignGroup(members[g], group_want_[g]));
    }
    return OkStatus();
  }

  Status AssignGroup(const std::vector<int>& members, const DeviceName& want) {
    // Candidates in order: those that the group asks for (the default first among them), then, with soft
    // placement, all others.
    std::vector<size_t> candidates;
    const auto consider = [&](size_t d) {
      if (std::find(candidates.begin(), candidates.end(), d) == candidates.end())
        candidates.push_back(d);
    };
    if (want.Matches(names_[default_])) consider(default_);
    if (!want.empty()) {
      for (size_t d = 0; d < devices_.size(); ++d) {
        if (want.Matches(names_[d])) consider(d);
      }
    }
    const size_t asked_for = candidates.size();
    if (options_.soft) {
      consider(0);
      for (size_t d = 0; d < devices_.size(); ++d) consider(d);
    }
    const PlanNode& first = plan_->at(members[0]);
    if (candidates.empty()) {
      return Status(Code::kInvalidArgument,
                    StrCat("node \"", first.name, "\" asks for device \"", want.ToString(),
                           "\", but there are only: ", DeviceList()),
                    first.name);
    }
    int unsupported = members[0];
    for (size_t k = 0; k < candidates.size(); ++k) {
      Device* device = devices_[candidates[k]];
      bool all = true;
      for (const int i : members) {
        RUNNEL_ASSIGN_OR_RETURN(const bool ok,
                                Supports(plan_->at(i), kinds_[static_cast<size_t>(i)], device));
        if (!ok) {
          all = false;
          if (k < asked_for || asked_for == 0) unsupported = i;
          break;
        }
      }
      if (!all) continue;
      for (const int i : members) {
        plan_->at(i).placed = device;
        Explain(i, [&] { return Reason(i, k >= asked_for, want, unsupported); });
      }
      if (k >= asked_for) {
        for (const int i : members) {
          fallbacks_->push_back(StrCat(plan_->at(i).name, ": wanted \"",
                                       want.empty() ? devices_[default_]->name() : want.ToString(),
                                       "\", runs on ", device->name()));
        }
      }
      return OkStatus();
    }
    const PlanNode& node = plan_->at(unsupported);
    std::string types;
    for (const auto& [name, value] : *node.attrs) {
      if (value.get_if<DType>() != nullptr) types += StrCat(" ", name, "=", value.ToString());
    }
    return Status(Code::kInvalidArgument,
                  StrCat("node \"", node.name, "\" (", node.op(), types, ") has no kernel on ",
                         want.empty() ? devices_[default_]->name() : want.ToString(),
                         "; kernels of this op: ", DescribeKernels(plugins_, node.op())),
                  node.name);
  }

  template <typename Text>
  void Explain(int i, Text text) {
    if (options_.reasons != nullptr) (*options_.reasons)[static_cast<size_t>(i)] = text();
  }

  std::string Reason(int i, bool is_fallback, const DeviceName& want, int unsupported) {
    const PlanNode& node = plan_->at(i);
    if (is_fallback) {
      const std::string wanted = want.empty() ? devices_[default_]->name() : want.ToString();
      const PlanNode& without = plan_->at(unsupported);
      return StrCat("soft placement: ", without.name, " (", without.op(), ") has no kernel on ", wanted);
    }
    if (!node.device.empty()) return StrCat("asks for ", node.device);
    const int source = group_source_[static_cast<size_t>(Find(i))];
    if (source >= 0)
      return StrCat("with ", plan_->at(source).name, ", which asks for ", want.ToString());
    return "default device";
  }

  // Unconstrained nodes that would only cause copies where they are.
  Status JoinNeighbours() {
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> order, plan_->TopologicalOrder());
    std::vector<int> group_size(plan_->nodes.size(), 0);
    for (const int i : order) ++group_size[static_cast<size_t>(Find(i))];
    const auto is_free = [&](int i) {
      const size_t root = static_cast<size_t>(Find(i));
      return group_size[root] == 1 && group_want_[root].empty();
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
  std::vector<int> parent_;
  std::vector<DeviceName> group_want_;
  std::vector<int> group_source_;
};

}  // namespace

Status Place(const PluginSet& plugins, const PlacementOptions& options, PlanGraph* plan,
             std::vector<std::string>* fallbacks) {
  return Placer(plugins, options, plan, fallbacks).Run();
}

}  // namespace runnel
