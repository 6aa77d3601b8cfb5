// Which nodes form regions, and what enters and leaves them.
#include "core/runtime/plan/plan_builder.h"

#include <algorithm>
#include <unordered_set>

#include "core/passes/fuse.h"
#include "core/runtime/kernels/kernel_groups.h"
#include "core/runtime/plan/pass_table.h"

namespace runnel {
namespace {

Device* MemoryOf(Device* device) { return device->host_memory() ? nullptr : device; }

}  // namespace

bool PlanBuilder::IsKnown(PlanEdge edge) const {
  const PlanNode& node = graph_.at(edge.node);
  const size_t index = static_cast<size_t>(edge.index);
  return node.is("Const") || (index < node.known.size() && !node.known[index].empty());
}

bool PlanBuilder::IsStatic(int i) {
  const PlanNode& node = graph_.at(i);
  if (RunsIn(i) != 0 || node.placed == nullptr) return false;
  const NodeKind kind = KindOf(node);
  for (size_t k = 0; k < node.output_types.size(); ++k) {
    if (node.output_types[k] == DType::kResource) continue;
    if (!IsPlainData(node.output_types[k]) || !node.shapes[k].IsFullyDefined()) return false;
    if (!node.shapes[k].CheckSize(DTypeSize(node.output_types[k])).ok()) return false;
    if (node.where[k] != MemoryOf(node.placed)) return false;
  }
  for (const PlanEdge& in : node.inputs) {
    if (graph_.type(in) == DType::kResource) {
      if (HandleOf(in) < 0) return false;
    } else if (!IsPlainData(graph_.type(in)) || !graph_.shape(in).IsFullyDefined()) {
      return false;
    }
  }
  switch (kind) {
    case NodeKind::kKernel: {
      const auto kernel = KernelOf(i);
      return kernel.ok() && ((*kernel)->row().flags & RNLP_KERNEL_LATE_SHAPE) == 0 &&
             (*kernel)->row().run != nullptr;
    }
    case NodeKind::kPassThrough:
      return !node.is("_Send") && !node.is("LoopCond");
    case NodeKind::kReshape:
      // A shape that arrives during the step, and an element count that changes, must be checked by the
      // op then: the inferred shape holds only if they fit.
      for (size_t k = 1; k < node.inputs.size(); ++k) {
        if (!IsKnown(node.inputs[k])) return false;
      }
      return graph_.shape(node.inputs[0]).num_elements() == node.shapes[0].num_elements();
    case NodeKind::kNoOp:
    case NodeKind::kReadVariable:
    case NodeKind::kAssignVariable:
    case NodeKind::kVarIsInitialized:
    case NodeKind::kDestroyResource:
      return true;
    default:
      return false;
  }
}

Status PlanBuilder::FormRegions() {
  region_of_.assign(graph_.nodes.size(), -1);
  static_.assign(graph_.nodes.size(), false);
  if (!pass_context_.IsOn(PassId::kRegions)) return OkStatus();
  forming_regions_ = true;
  if constexpr (!kMinimal) FindArrivals();
  // Nodes that wait for the same set of dynamic values: joining them adds no dependence, whatever
  // paths lead through other devices, queues or tasks.
  AncestorSets ancestors;
  std::vector<int> set_of(graph_.nodes.size(), 0);
  for (const int i : order_) {
    const PlanNode& node = graph_.at(i);
    if (IsLiteral(i)) continue;
    int set = 0;
    for (const PlanEdge& in : node.inputs) {
      if (graph_.IsBackEdge(i, in) || !IsDynamic(i, in)) continue;
      set = ancestors.Union(set, set_of[static_cast<size_t>(in.node)]);
      if (Awaited(in.node, node)) set = ancestors.With(set, ArrivesWith(in.node), in.index);
    }
    for (const int c : node.controls) {
      if (IsLiteral(c)) continue;
      set = ancestors.Union(set, set_of[static_cast<size_t>(c)]);
      if (Awaited(c, node)) set = ancestors.With(set, ArrivesWith(c), -1);
    }
    // The value arrives together with others, so waiting for any of them means waiting for all: they
    // count as one.
    if (ComesWithOthers(i)) set = 0;
    set_of[static_cast<size_t>(i)] = set;
    // Beyond the number of sets that is tracked, nodes stay on their own.
    if (set == AncestorSets::kTooLarge || !IsStatic(i)) continue;
    static_[static_cast<size_t>(i)] = true;
  }
  if constexpr (kHasVariables) ReadWhereUsed(&set_of);
  std::map<std::pair<int, Device*>, std::vector<int>> groups;
  for (const int i : order_) {
    const auto index = static_cast<size_t>(i);
    if (static_[index]) groups[{set_of[index], graph_.at(i).placed}].push_back(i);
  }
  for (auto& [key, members] : groups) {
    const int number = static_cast<int>(members_.size());
    for (const int m : members) region_of_[static_cast<size_t>(m)] = number;
    members_.push_back(std::move(members));
    region_devices_.push_back(key.second);
  }
  if (HasOp("_FusedElementwise") && pass_context_.IsOn(PassId::kFuse)) RUNNEL_RETURN_IF_ERROR(Fuse());
  if constexpr (!kMinimal) {
    const auto is_grouped = [this](int i) {
      if (KindOf(graph_.at(i)) != NodeKind::kKernel) return false;
      const auto kernel = KernelOf(i);
      return kernel.ok() && ((*kernel)->row().flags & RNLP_KERNEL_GROUPED) != 0;
    };
    // Skipped for devices with host memory, where a launch costs no more than a function call.
    for (size_t r = 0; r < members_.size(); ++r) {
      if (!region_devices_[r]->host_memory())
        members_[r] = GroupKernels(graph_, members_[r], is_grouped);
    }
  }
  RUNNEL_RETURN_IF_ERROR(BuildRegions());
  forming_regions_ = false;
  return OkStatus();
}

Status PlanBuilder::Fuse() {
  const auto supports = [this](const PlanNode& node) {
    return IsSupported(pass_context_, graph_, node);
  };
  ElementwiseFusion fusion(&graph_, supports);
  std::vector<int> region_of_fused;
  for (size_t r = 0; r < members_.size(); ++r) {
    RUNNEL_RETURN_IF_ERROR(
        fusion.Run(members_[r], [this](int i) { return KindOf(graph_.at(i)) == NodeKind::kKernel; }));
    region_of_fused.resize(fusion.fused().size(), static_cast<int>(r));
  }
  if (fusion.Commit() == 0) return OkStatus();
  frames_.of_node.resize(graph_.nodes.size(), GraphFrames::kRoot);
  frames_.of_outputs.resize(graph_.nodes.size(), GraphFrames::kRoot);
  static_.resize(graph_.nodes.size(), true);
  region_of_.resize(graph_.nodes.size(), -1);
  for (size_t k = 0; k < region_of_fused.size(); ++k) {
    region_of_[static_cast<size_t>(fusion.fused()[k])] = region_of_fused[k];
    notes_.AddMade(graph_, fusion.fused()[k], fusion.sources()[k]);
  }
  RUNNEL_ASSIGN_OR_RETURN(order_, graph_.TopologicalOrder());
  for (auto& members : members_) members.clear();
  for (const int i : order_) {
    if (const int region = region_of_[static_cast<size_t>(i)]; region >= 0)
      members_[static_cast<size_t>(region)].push_back(i);
  }
  // Drops the kernels of removed nodes.
  std::unordered_set<const PlannedKernel*> gone;
  std::erase_if(kernel_of_, [&](const auto& entry) {
    return graph_.at(entry.first).removed && gone.insert(entry.second).second;
  });
  std::erase_if(plan_->kernels_, [&](const auto& kernel) { return gone.count(kernel.get()) != 0; });
  log_.After(PassOf(PassId::kFuse).name, graph_);
  return OkStatus();
}

Status PlanBuilder::BuildRegions() {
  std::vector<std::vector<RegionExport>> exports(members_.size());
  std::vector<std::map<std::tuple<int, int>, RegionExport>> seen(members_.size());
  const auto add = [&](PlanEdge edge, bool copy, bool soon) {
    const int region = region_of_[static_cast<size_t>(edge.node)];
    if (region < 0) return;
    RegionExport& out = seen[static_cast<size_t>(region)][std::tuple(edge.node, edge.index)];
    out.edge = edge;
    out.copy |= copy;
    out.soon |= soon;
  };
  const std::vector<std::vector<int>> users = UsersBesideDevices();
  for (const int i : order_) {
    for (const PlanEdge& in : graph_.at(i).inputs) {
      if (region_of_[static_cast<size_t>(in.node)] != region_of_[static_cast<size_t>(i)])
        add(in, false, IsUsedMeanwhile(in, i, users));
    }
  }
  for (const PlanFetch& fetch : graph_.fetches)
    add(CopySource(fetch.source), true, false), add(fetch.source, true, false);
  for (size_t r = 0; r < members_.size(); ++r) {
    for (const auto& [key, out] : seen[r]) exports[r].push_back(out);
  }
  RegionBuilder::Services services;
  services.kernel = [this](int node) { return KernelOf(node); };
  services.variable = [this](int node) { return VariableOf(node); };
  services.constant = [this](int node) { return Constant(node); };
  services.counter = [this](int node) { return context_.random_counter(graph_.at(node).name); };
  services.handle_of = [this](PlanEdge edge) { return HandleOf(edge); };
  services.read_at = [this](PlanEdge edge) { return VariableReadAt(edge); };
  services.is_literal = [this](int node) { return IsLiteral(node); };
  services.packed_forms = &context_.runtime->packed_forms();
  services.allocator = context_.runtime->allocator();
  for (size_t r = 0; r < members_.size(); ++r) {
    RegionBuilder builder(graph_, region_devices_[r], members_[r], exports[r], services);
    RUNNEL_RETURN_IF_ERROR(builder.Build());
    region_externals_.push_back(builder.externals());
    auto& numbers = export_number_.emplace_back();
    for (size_t e = 0; e < exports[r].size(); ++e) {
      numbers[std::pair(exports[r][e].edge.node, exports[r][e].edge.index)] =
          builder.export_numbers()[e];
    }
    plan_->regions.push_back(builder.TakeRegion());
    if constexpr (!kMinimal) plan_->regions.back()->PlanCaptures();
    for (const RegionPacked& packed : plan_->regions.back()->packed) {
      if (packed.constant) plan_->approximate_bytes += packed.form->size_bytes();
    }
  }
  return OkStatus();
}

// Who uses each node, where some region is on a device that computes beside the host.
std::vector<std::vector<int>> PlanBuilder::UsersBesideDevices() const {
  std::vector<std::vector<int>> users;
  if (kMinimal || std::all_of(region_devices_.begin(), region_devices_.end(),
                              [](const Device* device) { return device->host_memory(); }))
    return users;
  users.resize(graph_.nodes.size());
  for (const int i : order_) {
    for (const PlanEdge& in : graph_.at(i).inputs) users[static_cast<size_t>(in.node)].push_back(i);
    for (const int c : graph_.at(i).controls) users[static_cast<size_t>(c)].push_back(i);
  }
  return users;
}

// Whether an export of a region is useful to `user` before the region ends. Not if `user` is a region of
// the same device, which runs after this one anyway; nor if it is a small fetch, since the step waits
// for the whole region in any case.
bool PlanBuilder::IsUsedMeanwhile(PlanEdge value, int user,
                                  const std::vector<std::vector<int>>& users) const {
  constexpr int64_t kSmall = 64 << 10;  // bytes
  if (kMinimal || users.empty()) return false;
  const auto device = [&](int node) -> const Device* {
    const int region = region_of_[static_cast<size_t>(node)];
    return region < 0 ? nullptr : region_devices_[static_cast<size_t>(region)];
  };
  if (device(user) == device(value.node)) return false;
  const PlanNode& node = graph_.at(user);
  const std::vector<int>& next = users[static_cast<size_t>(user)];
  if (node.is("_Send")) {
    return std::any_of(next.begin(), next.end(),
                       [&](int receiver) { return IsUsedMeanwhile(value, receiver, users); });
  }
  const bool to_host = KindOf(node) == NodeKind::kTransfer && node.where[0] == nullptr;
  const auto bytes = static_cast<int64_t>(DTypeSize(graph_.type(value)));
  return !to_host || !next.empty() || graph_.shape(value).num_elements() * bytes > kSmall;
}

PlanEdge PlanBuilder::CopySource(PlanEdge edge) const {
  while (region_of_[static_cast<size_t>(edge.node)] >= 0) {
    const PlanNode& node = graph_.at(edge.node);
    const NodeKind kind = KindOf(node);
    if (kind == NodeKind::kReshape) {
      edge = node.inputs[0];
    } else if (kind == NodeKind::kPassThrough) {
      edge = node.inputs[static_cast<size_t>(edge.index)];
    } else {
      break;
    }
    if (IsLiteral(edge.node)) break;
  }
  return edge;
}

}  // namespace runnel
