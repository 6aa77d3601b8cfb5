// Partition by task: what a master does with the graph of a signature before any device sees it.
//
// Every node goes to one task of the cluster: the one whose devices its device string, its colocation
// group and its resources ask for, and that has kernels for it, as the tasks themselves report. Each
// task then plans its part for its own devices, with its own kernels, as any session does. Edges
// between tasks become a _HostSend and a _HostRecv, one pair per tensor and destination.
//
// A loop stays on one task unless its nodes ask for several: see loop_frames.h. So does a call of a
// function, an If or a While; one whose nodes ask for tasks is lowered here, and divided.
#ifndef RUNNEL_CORE_RUNTIME_TASKS_PARTITION_TASKS_H_
#define RUNNEL_CORE_RUNTIME_TASKS_PARTITION_TASKS_H_

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/passes/plan_watch.h"
#include "core/runtime/session/session.h"
#include "core/runtime/tasks/task_placement.h"

namespace runnel {

// One task's share of a signature. Indices are those of the signature.
struct TaskPartition {
  size_t task = 0;  // in the list of tasks
  GraphDef graph;
  std::vector<std::pair<int, std::string>> feeds;    // which one, and the output that it feeds here
  std::vector<std::pair<int, std::string>> fetches;  // which one, and the output that gives it here
  std::vector<std::string> targets;                  // nodes here, the sends among them
};

// What stands for the master in the ends of an edge.
inline constexpr char kClientEnd[] = "client";

// *placement may be null. Errors: those of Prune; INVALID_ARGUMENT naming the node: no such task or
// device (lists those that exist), constraints that contradict, no kernel on what it asks for;
// UNIMPLEMENTED for loops that nest too deep to be split.
Result<std::vector<TaskPartition>> PartitionByTask(const Graph& graph, const Signature& signature,
                                                   std::span<const TaskInfo> tasks,
                                                   const TaskPlacementOptions& options,
                                                   TaskPlacement* placement = nullptr);

// The same under a watch: a master divides what clients send. Errors also: why `watch`, which may be
// null, ends it; RESOURCE_EXHAUSTED beyond its limits.
Result<std::vector<TaskPartition>> PartitionByTask(const Graph& graph, const Signature& signature,
                                                   std::span<const TaskInfo> tasks,
                                                   const TaskPlacementOptions& options,
                                                   TaskPlacement* placement, PlanWatch* watch);

// Where to keep the variables of a graph that options.costs->homes does not know, as if every node ran
// in one step: the initialising signature, which mostly runs first, does not show what they are for.
Result<VariableTasks> PlaceVariablesByTask(const Graph& graph, std::span<const TaskInfo> tasks,
                                           const TaskPlacementOptions& options);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_TASKS_PARTITION_TASKS_H_
