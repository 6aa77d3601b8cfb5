#include "core/runtime/plan/fuse_groups.h"

#include "core/passes/bands.h"
#include "core/passes/follow.h"
#include "core/passes/fuse.h"
#include "core/runtime/kernels/kernel_select.h"

namespace runnel {
namespace {

struct Made {
  int node, group;
  std::vector<int> sources;
};

// Puts the new nodes into their groups, the graph and its groups into an order in which they may run.
Status Regroup(const std::vector<Made>& made, FramedGraph* framed, NodeGroups* groups) {
  PlanGraph& graph = framed->placed.graph;
  // What is in a group is in no loop.
  framed->frames.of_node.resize(graph.nodes.size(), GraphFrames::kRoot);
  framed->frames.of_outputs.resize(graph.nodes.size(), GraphFrames::kRoot);
  groups->group_of.resize(graph.nodes.size(), -1);
  for (const Made& one : made) {
    groups->group_of[static_cast<size_t>(one.node)] = one.group;
    framed->placed.notes.AddMade(graph, one.node, one.sources);
  }
  framed->variables = FindVariableUses(graph);
  RUNNEL_ASSIGN_OR_RETURN(framed->order, graph.TopologicalOrder());
  for (auto& members : groups->members) members.clear();
  for (const int i : framed->order) {
    if (const int group = groups->Of(i); group >= 0)
      groups->members[static_cast<size_t>(group)].push_back(i);
  }
  return OkStatus();
}

// Runs a fusion of products in every group.
template <typename Fusion>
Status FuseProducts(const PassContext& context, FramedGraph* framed, NodeGroups* groups) {
  PlanGraph& graph = framed->placed.graph;
  const NodeFusion::Supports supports = [&](const PlanNode& node) {
    return IsSupported(context, graph, node);
  };
  const auto library_of = [&](const PlanNode& node) -> const LoadedPlugin* {
    const auto entry = SelectKernel(context.plugins(), graph, node, node.placed);
    return entry.ok() && entry->row != nullptr ? entry->plugin : nullptr;
  };
  const NodeFusion::SameLibrary same_library = [&](const PlanNode& a, const PlanNode& b) {
    const LoadedPlugin* const of_b = library_of(b);
    return of_b != nullptr && library_of(a) == of_b;
  };
  const auto is_kernel = [&](int i) { return KindOf(graph.at(i)) == NodeKind::kKernel; };
  Fusion fusion(supports, same_library, &graph);
  std::vector<Made> made;
  for (size_t g = 0; g < groups->members.size(); ++g) {
    RUNNEL_RETURN_IF_ERROR(fusion.Run(groups->members[g], is_kernel));
    for (size_t k = made.size(); k < fusion.made().size(); ++k)
      made.push_back({fusion.made()[k].made, static_cast<int>(g), fusion.made()[k].sources});
  }
  if (made.empty()) return OkStatus();
  fusion.Commit();
  return Regroup(made, framed, groups);
}

}  // namespace

Status FuseGroups(const PassContext& context, FramedGraph* framed, NodeGroups* groups) {
  PlanGraph& graph = framed->placed.graph;
  const auto supports = [&](const PlanNode& node) { return IsSupported(context, graph, node); };
  const auto is_kernel = [&](int i) { return KindOf(graph.at(i)) == NodeKind::kKernel; };
  ElementwiseFusion fusion(&graph, supports);
  std::vector<Made> made;
  for (size_t g = 0; g < groups->members.size(); ++g) {
    RUNNEL_RETURN_IF_ERROR(fusion.Run(groups->members[g], is_kernel));
    for (size_t k = made.size(); k < fusion.fused().size(); ++k)
      made.push_back({fusion.fused()[k], static_cast<int>(g), fusion.sources()[k]});
  }
  return fusion.Commit() == 0 ? OkStatus() : Regroup(made, framed, groups);
}

Status FollowProducts(const PassContext& context, FramedGraph* framed, NodeGroups* groups) {
  return FuseProducts<FollowerFusion>(context, framed, groups);
}

Status ComputeInBands(const PassContext& context, FramedGraph* framed, NodeGroups* groups) {
  return FuseProducts<BandFusion>(context, framed, groups);
}

}  // namespace runnel
