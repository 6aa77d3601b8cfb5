// What is known of the tasks of a cluster, what their placement goes by, and what was decided.
#ifndef RUNNEL_CORE_RUNTIME_TASKS_TASK_PLACEMENT_H_
#define RUNNEL_CORE_RUNTIME_TASKS_TASK_PLACEMENT_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/passes/plan_graph.h"
#include "core/runtime/devices/link_speed.h"
#include "core/runtime/kernels/kernel_info.h"
#include "core/runtime/placement/placement.h"

namespace runnel {

// What a task reports of itself.
struct TaskInfo {
  std::string job;
  int index = 0;
  std::vector<std::pair<std::string, int>> devices;  // type and number, as "CPU", 0; in its order
  std::vector<KernelInfo> kernels;
  std::string name() const { return StrCat("/job:", job, "/replica:0/task:", index); }
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

// The outcome, for logs and callers.
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

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_TASKS_TASK_PLACEMENT_H_
