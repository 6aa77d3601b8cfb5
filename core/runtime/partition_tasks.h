// Partition by task: what a master does with the graph of a signature before any device sees it.
//
// Every node goes to one task of the cluster: the one whose devices its device string, its colocation
// group and its resources ask for, and that has kernels for it, as the tasks themselves report. Each
// task then plans its part for its own devices, with its own kernels, as any session does. Edges
// between tasks become a _HostSend and a _HostRecv, one pair per tensor and destination.
//
// A loop stays on one task unless its nodes ask for several: see loop_frames.h. So does a call of a
// function, an If or a While; one whose nodes ask for tasks is lowered here, and divided.
#ifndef RUNNEL_CORE_RUNTIME_PARTITION_TASKS_H_
#define RUNNEL_CORE_RUNTIME_PARTITION_TASKS_H_

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/device_name.h"
#include "core/runtime/runtime.h"
#include "core/runtime/session.h"

namespace runnel {

// What a task reports of itself.
struct TaskInfo {
  std::string job;
  int index = 0;
  std::vector<std::pair<std::string, int>> devices;  // type and number, as "CPU", 0; in its order
  std::vector<KernelInfo> kernels;
  std::string name() const { return StrCat("/job:", job, "/replica:0/task:", index); }
};

// One task's share of a signature. Indices are those of the signature.
struct TaskPartition {
  size_t task = 0;  // in the list of tasks
  GraphDef graph;
  std::vector<std::pair<int, std::string>> feeds;    // which one, and the output that it feeds here
  std::vector<std::pair<int, std::string>> fetches;  // which one, and the output that gives it here
  std::vector<std::string> targets;                  // nodes here, the sends among them
};

struct TaskPlacementOptions {
  std::string default_device;  // for nodes without constraints; empty: the first task's first device
  // Of a partial run: feeds and fetches come and go one by one, while the step runs. A feed is a
  // _HostRecv of "in<which>" from kClientEnd, a fetch a _HostSend of "out<which>" to it, and a target;
  // the lists of feeds and fetches only say what there is where.
  bool partial = false;
};

// What stands for the master in the ends of an edge.
inline constexpr char kClientEnd[] = "client";

// *placement, if not null, receives every node's task or device. Errors: those of Prune;
// INVALID_ARGUMENT naming the node: no such task or device (lists those that exist), constraints that
// contradict, no kernel on what it asks for; UNIMPLEMENTED for loops that nest too deep to be split.
Result<std::vector<TaskPartition>> PartitionByTask(
    const Graph& graph, const Signature& signature, std::span<const TaskInfo> tasks,
    const TaskPlacementOptions& options,
    std::vector<std::pair<std::string, std::string>>* placement = nullptr);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PARTITION_TASKS_H_
