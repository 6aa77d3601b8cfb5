// RegionSet: the regions of a graph, ready to run, and how their values are called outside of them.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_REGION_SET_H_
#define RUNNEL_CORE_RUNTIME_PLAN_REGION_SET_H_

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/runtime/plan/node_groups.h"
#include "core/runtime/plan/plan_objects.h"
#include "core/runtime/region/region.h"

namespace runnel {

struct RegionSet {
  FramedGraph framed;  // with fused nodes
  NodeGroups groups;
  // By group: its region, the edges that enter it, and the number of each edge that leaves it.
  std::vector<std::unique_ptr<Region>> regions;
  std::vector<std::vector<PlanEdge>> externals;
  std::vector<std::map<std::pair<int, int>, int>> export_numbers;
  uint64_t packed_bytes = 0;  // of the forms that are made ahead

  const PlanGraph& graph() const { return framed.graph(); }
};

// `objects` are the graph's, from here on those of the graph with fused nodes. Errors: those of kernels,
// of variables and of memory.
Result<RegionSet> MakeRegionSet(const PassContext& context, FramedGraph framed, PlanObjects* objects);

std::string ToText(const RegionSet& set);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_REGION_SET_H_
