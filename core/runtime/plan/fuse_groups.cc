#include "core/runtime/plan/fuse_groups.h"

#include "core/passes/fuse.h"

namespace runnel {

Status FuseGroups(const PassContext& context, FramedGraph* framed, NodeGroups* groups) {
  PlanGraph& graph = framed->placed.graph;
  const auto supports = [&](const PlanNode& node) { return IsSupported(context, graph, node); };
  const auto is_kernel = [&](int i) { return KindOf(graph.at(i)) == NodeKind::kKernel; };
  ElementwiseFusion fusion(&graph, supports);
  std::vector<int> group_of_fused;
  for (size_t g = 0; g < groups->members.size(); ++g) {
    RUNNEL_RETURN_IF_ERROR(fusion.Run(groups->members[g], is_kernel));
    group_of_fused.resize(fusion.fused().size(), static_cast<int>(g));
  }
  if (fusion.Commit() == 0) return OkStatus();
  // What is in a group is in no loop.
  framed->frames.of_node.resize(graph.nodes.size(), GraphFrames::kRoot);
  framed->frames.of_outputs.resize(graph.nodes.size(), GraphFrames::kRoot);
  groups->group_of.resize(graph.nodes.size(), -1);
  for (size_t k = 0; k < group_of_fused.size(); ++k) {
    groups->group_of[static_cast<size_t>(fusion.fused()[k])] = group_of_fused[k];
    framed->placed.notes.AddMade(graph, fusion.fused()[k], fusion.sources()[k]);
  }
  RUNNEL_ASSIGN_OR_RETURN(framed->order, graph.TopologicalOrder());
  for (auto& members : groups->members) members.clear();
  for (const int i : framed->order) {
    if (const int group = groups->Of(i); group >= 0)
      groups->members[static_cast<size_t>(group)].push_back(i);
  }
  return OkStatus();
}

}  // namespace runnel
