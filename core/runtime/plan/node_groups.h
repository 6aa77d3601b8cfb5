// NodeGroups: which nodes of a framed graph are to form a region.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_NODE_GROUPS_H_
#define RUNNEL_CORE_RUNTIME_PLAN_NODE_GROUPS_H_

#include <vector>

#include "core/runtime/plan/framed_graph.h"
#include "core/runtime/plan/region_kernels.h"

namespace runnel {

struct NodeGroups {
  std::vector<int> group_of;              // by node; -1: on its own
  std::vector<std::vector<int>> members;  // by group, in an order in which they may run
  std::vector<Device*> devices;           // by group

  int Of(int node) const { return group_of[static_cast<size_t>(node)]; }
};

// Nodes of one device with known shapes and no control flow that wait for the same set of dynamic
// values: joining them adds no dependence, whatever paths lead through other devices, queues or tasks.
NodeGroups FindGroups(const PassContext& context, const FramedGraph& framed,
                      const RegionKernels& kernels);
// Every node on its own.
NodeGroups NoGroups(const FramedGraph& framed);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_NODE_GROUPS_H_
