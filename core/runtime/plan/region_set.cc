// Regions of groups: which values leave each, and when they are of use.
#include "core/runtime/plan/region_set.h"

#include <algorithm>

#include "core/runtime/kernels/kernel_groups.h"
#include "core/runtime/plan/print_graph.h"
#include "core/runtime/plan/value_origin.h"
#include "core/runtime/region/region_builder.h"
#include "core/runtime/runtime.h"

namespace runnel {
namespace {

// By group.
using Exports = std::vector<std::vector<RegionExport>>;

class ExportFinder {
 public:
  ExportFinder(const FramedGraph& framed, const NodeGroups& groups)
      : framed_(framed), graph_(framed.graph()), groups_(groups), seen_(groups.members.size()) {}

  Exports Run();

 private:
  void Add(PlanEdge edge, bool copy, bool soon);
  void FindUsers();
  bool IsUsedMeanwhile(PlanEdge value, int user) const;
  PlanEdge CopySource(PlanEdge edge) const;

  const FramedGraph& framed_;
  const PlanGraph& graph_;
  const NodeGroups& groups_;
  std::vector<std::map<std::pair<int, int>, RegionExport>> seen_;  // by group and edge
  std::vector<std::vector<int>> users_;  // by node; empty where no device computes beside the host
};

Exports ExportFinder::Run() {
  FindUsers();
  for (const int i : framed_.order) {
    for (const PlanEdge& in : graph_.at(i).inputs) {
      if (groups_.Of(in.node) != groups_.Of(i)) Add(in, false, IsUsedMeanwhile(in, i));
    }
  }
  for (const PlanFetch& fetch : graph_.fetches) {
    Add(CopySource(fetch.source), true, false);
    Add(fetch.source, true, false);
  }
  Exports exports(seen_.size());
  for (size_t g = 0; g < seen_.size(); ++g) {
    for (const auto& [key, out] : seen_[g]) exports[g].push_back(out);
  }
  return exports;
}

void ExportFinder::Add(PlanEdge edge, bool copy, bool soon) {
  const int group = groups_.Of(edge.node);
  if (group < 0) return;
  RegionExport& out = seen_[static_cast<size_t>(group)][std::pair(edge.node, edge.index)];
  out.edge = edge;
  out.copy |= copy;
  out.soon |= soon;
}

void ExportFinder::FindUsers() {
  const auto on_host = [](const Device* device) { return device->host_memory(); };
  if (kMinimal || std::all_of(groups_.devices.begin(), groups_.devices.end(), on_host)) return;
  users_.resize(graph_.nodes.size());
  for (const int i : framed_.order) {
    for (const PlanEdge& in : graph_.at(i).inputs) users_[static_cast<size_t>(in.node)].push_back(i);
    for (const int c : graph_.at(i).controls) users_[static_cast<size_t>(c)].push_back(i);
  }
}

// Whether an export of a region is useful to `user` before the region ends. Not if `user` is in a region
// of the same device, which runs after this one anyway; nor if it is a small fetch, since the step waits
// for the whole region in any case.
bool ExportFinder::IsUsedMeanwhile(PlanEdge value, int user) const {
  constexpr int64_t kSmall = 64 << 10;  // bytes
  if (kMinimal || users_.empty()) return false;
  const auto device = [&](int node) -> const Device* {
    const int group = groups_.Of(node);
    return group < 0 ? nullptr : groups_.devices[static_cast<size_t>(group)];
  };
  if (device(user) == device(value.node)) return false;
  const PlanNode& node = graph_.at(user);
  const std::vector<int>& next = users_[static_cast<size_t>(user)];
  if (node.is("_Send")) {
    return std::any_of(next.begin(), next.end(),
                       [&](int receiver) { return IsUsedMeanwhile(value, receiver); });
  }
  const bool to_host = KindOf(node) == NodeKind::kTransfer && node.where[0] == nullptr;
  const auto bytes = static_cast<int64_t>(DTypeSize(graph_.type(value)));
  return !to_host || !next.empty() || graph_.shape(value).num_elements() * bytes > kSmall;
}

// A fetch of something that shares a read's memory makes the read copy.
PlanEdge ExportFinder::CopySource(PlanEdge edge) const {
  while (groups_.Of(edge.node) >= 0) {
    const PlanNode& node = graph_.at(edge.node);
    const NodeKind kind = KindOf(node);
    if (kind == NodeKind::kReshape) {
      edge = node.inputs[0];
    } else if (kind == NodeKind::kPassThrough) {
      edge = node.inputs[static_cast<size_t>(edge.index)];
    } else {
      break;
    }
    if (IsLiteral(graph_, edge.node)) break;
  }
  return edge;
}

// Skipped for devices with host memory, where a launch costs no more than a function call.
void GroupLaunches(const FramedGraph& framed, const RegionKernels& kernels, NodeGroups* groups) {
  const auto is_grouped = [&](int i) {
    if (KindOf(framed.graph().at(i)) != NodeKind::kKernel) return false;
    const auto kernel = kernels.Of(i);
    return kernel.ok() && ((*kernel)->row().flags & RNLP_KERNEL_GROUPED) != 0;
  };
  for (size_t g = 0; g < groups->members.size(); ++g) {
    if (groups->devices[g]->host_memory()) continue;
    groups->members[g] = GroupKernels(framed.graph(), groups->members[g], is_grouped);
  }
}

Status BuildRegions(const PassContext& context, PlanObjects* objects, RegionSet* set) {
  const PlanGraph& graph = set->graph();
  const RegionKernels kernels(context, set->framed, objects);
  RegionBuilder::Services services;
  services.kernel = [&](int node) { return kernels.Of(node); };
  services.variable = [&](int node) { return objects->VariableOf(graph, node); };
  services.constant = [&](int node) -> Result<Tensor> {
    if (graph.at(node).is("_PackedConst")) return Tensor();  // whoever reads it finds its form
    return objects->Constant(graph, node);
  };
  services.counter = [&](int node) { return context.plan.random_counter(graph.at(node).name); };
  services.handle_of = [&](PlanEdge edge) { return HandleOf(graph, edge); };
  services.read_at = [&](PlanEdge edge) { return VariableReadAt(graph, edge); };
  services.is_literal = [&](int node) { return IsLiteral(graph, node); };
  services.packed_forms = &context.plan.runtime->packed_forms();
  services.allocator = context.plan.runtime->allocator();
  const Exports exports = ExportFinder(set->framed, set->groups).Run();
  for (size_t g = 0; g < exports.size(); ++g) {
    RegionBuilder builder(graph, set->groups.devices[g], set->groups.members[g], exports[g], services);
    RUNNEL_RETURN_IF_ERROR(builder.Build());
    set->externals.push_back(builder.externals());
    auto& numbers = set->export_numbers.emplace_back();
    for (size_t e = 0; e < exports[g].size(); ++e) {
      numbers[std::pair(exports[g][e].edge.node, exports[g][e].edge.index)] =
          builder.export_numbers()[e];
    }
    Region& region = *set->regions.emplace_back(builder.TakeRegion());
    if constexpr (!kMinimal) region.PlanCaptures();
    for (const RegionPacked& packed : region.packed) {
      if (packed.constant) set->packed_bytes += packed.constant->size_bytes();
    }
  }
  return OkStatus();
}

}  // namespace

Result<RegionSet> MakeRegionSet(const PassContext& context, FramedGraph framed, PlanObjects* objects) {
  RegionSet set{std::move(framed), {}, {}, {}, {}, 0};
  set.groups = NoGroups(set.framed);
  if (!context.IsOn(PassId::kRegions)) return set;
  const RegionKernels kernels(context, set.framed, objects);
  set.groups = FindGroups(context, set.framed, kernels);
  RUNNEL_RETURN_IF_ERROR(RunPasses(context, set.graph(), &set.framed, &set.groups));
  objects->DropRemoved(set.graph());
  if constexpr (!kMinimal) GroupLaunches(set.framed, kernels, &set.groups);
  RUNNEL_RETURN_IF_ERROR(BuildRegions(context, objects, &set));
  return set;
}

std::string ToText(const RegionSet& set) {
  const PlanGraph& graph = set.graph();
  std::string text = StrCat(StageName(PlanStage::kRegions), ": ", set.regions.size(), " regions");
  for (size_t r = 0; r < set.regions.size(); ++r) {
    text += StrCat("\n  region ", r, " on ", set.groups.devices[r]->name(), ": ",
                   set.regions[r]->arena_bytes, " bytes");
    for (const PlanEdge& in : set.externals[r]) {
      text += StrCat("\n    enters: ", graph.at(in.node).name, ":", in.index);
    }
    for (const int m : set.groups.members[r]) text += StrCat("\n    ", ToText(graph, m));
    for (const auto& [edge, number] : set.export_numbers[r]) {
      text += StrCat("\n    leaves: ", graph.at(edge.first).name, ":", edge.second);
    }
  }
  for (const int i : set.framed.order) {
    if (set.groups.Of(i) < 0) text += StrCat("\n  alone: ", ToText(graph, i));
  }
  return text;
}

}  // namespace runnel
