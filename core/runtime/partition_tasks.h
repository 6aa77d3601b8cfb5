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

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/device_name.h"
#include "core/runtime/placement.h"
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

// Constants up to this size, in bytes, are copied to every task that reads them instead of being sent
// when a step runs.
inline constexpr uint64_t kMaxCopiedConstant = 64 << 10;

using VariableTasks = std::map<std::pair<std::string, std::string>, size_t>;  // by VariableName

// What automatic placement over tasks goes by. Each task chooses among its devices itself.
struct TaskCosts {
  static constexpr double kNoKernel = -1;
  // By task, then by node: what it takes there, in ns, or kNoKernel. The nodes of calls, Ifs and Whiles
  // are named as inlining names them.
  std::vector<std::map<std::string, double, std::less<>>> node_ns;
  std::vector<bool> cannot;      // by task: it takes only what asks for it; empty: none is so
  std::vector<LinkSpeed> links;  // by task: between it and what lies between all of them
  VariableTasks homes;           // where variables live, or are to live
};

struct TaskPlacementOptions {
  std::string default_device;  // for nodes without constraints; empty: the first task's first device
  bool soft = false;           // fall back to a device that has a kernel, and say so
  // Automatic placement: what a node's constraints leave is chosen by costs. Null: the default device.
  const TaskCosts* costs = nullptr;
  // With costs: an earlier placement by tasks, to tell what a step takes with it.
  const std::map<std::string, std::string>* earlier = nullptr;
  FedShapes fed;  // with costs: of placeholders, by name, as far as somebody knows
  // Of a partial run: feeds and fetches come and go one by one, while the step runs. A feed is a
  // _HostRecv of "in<which>" from kClientEnd, a fetch a _HostSend of "out<which>" to it, and a target;
  // the lists of feeds and fetches only say what there is where.
  bool partial = false;
};

// What was decided.
struct TaskPlacement {
  struct Node {
    std::string name, op, task, reason;
  };
  std::vector<Node> nodes;
  VariableTasks variables;
  std::vector<std::string> fallbacks;  // "node: wanted ..., runs on ...", of soft placement
  std::vector<std::string> dropped;    // wishes that count for nothing, as PlacementOptions::dropped
  PlacementForecast forecast;          // of automatic placement
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

// Where the variables of a graph are best kept that options.costs->homes does not know: as if every node
// ran in one step. What initialises them, which mostly runs first, does not tell.
Result<VariableTasks> PlaceVariablesByTask(const Graph& graph, std::span<const TaskInfo> tasks,
                                           const TaskPlacementOptions& options);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PARTITION_TASKS_H_
