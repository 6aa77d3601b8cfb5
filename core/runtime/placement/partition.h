// Partition by memory: where each value of a placed plan lies, and the copies between memories.
#ifndef RUNNEL_CORE_RUNTIME_PLACEMENT_PARTITION_H_
#define RUNNEL_CORE_RUNTIME_PLACEMENT_PARTITION_H_

#include "core/passes/plan_graph.h"
#include "core/runtime/plugins/plugin_loader.h"

namespace runnel {

// Puts a _Send/_Recv pair on every edge whose ends lie in different memories, one pair per tensor and
// destination, shared by all consumers there. What is fetched comes to the host, unless it is kept on
// its device. Sets PlanNode::where.
Status PartitionMemory(const PluginSet& plugins, bool keep_on_device, PlanGraph* plan);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLACEMENT_PARTITION_H_
