// Dividing a signature among tasks, under a watch: a master divides what clients send.
#ifndef RUNNEL_CORE_RUNTIME_PARTITION_WATCH_H_
#define RUNNEL_CORE_RUNTIME_PARTITION_WATCH_H_

#include "core/passes/plan_watch.h"
#include "core/runtime/partition_tasks.h"

namespace runnel {

// PartitionByTask of partition_tasks.h. Errors also: why `watch`, which may be null, ends it;
// RESOURCE_EXHAUSTED beyond its limits.
Result<std::vector<TaskPartition>> PartitionByTask(const Graph& graph, const Signature& signature,
                                                   std::span<const TaskInfo> tasks,
                                                   const TaskPlacementOptions& options,
                                                   TaskPlacement* placement, PlanWatch* watch);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PARTITION_WATCH_H_
