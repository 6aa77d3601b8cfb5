// TaskPlacer: which task and device of a cluster each node of a plan belongs to.
#ifndef RUNNEL_CORE_RUNTIME_TASKS_TASK_PLACER_H_
#define RUNNEL_CORE_RUNTIME_TASKS_TASK_PLACER_H_

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "core/graph/device_name.h"
#include "core/passes/plan_graph.h"
#include "core/runtime/kernels/kernel_select.h"
#include "core/runtime/tasks/loop_frames.h"
#include "core/runtime/tasks/task_placement.h"

namespace runnel {

// A device of the cluster.
struct TaskDevice {
  size_t task = 0;
  size_t number = 0;  // in the task's list
  DeviceName name;
};

// Places by a variable's container and name and the device that its handle asks for: under one name
// there may be variables on several tasks.
using VariablePlaces = std::map<std::tuple<std::string, std::string, std::string>, size_t>;

class TaskPlacer {
 public:
  TaskPlacer(const PlanGraph& plan, const LoopFrames& loops, std::span<const TaskInfo> tasks,
             const TaskPlacementOptions& options);

  // The place of each node, by node; -1 for feeds, which go wherever they are read. Errors: as
  // PartitionByTask.
  Result<std::vector<int>> Run();
  const TaskDevice& place(int number) const { return places_[static_cast<size_t>(number)]; }
  // In place of Run, for a plan of the whole graph: places of variables at which all of their users have
  // kernels. Variables that cannot be placed are left out.
  Result<VariablePlaces> FindHomes();
  // With soft placement: of the variables that FindHomes knew, which outlives this.
  void set_homes(const VariablePlaces* homes) { soft_homes_ = homes; }
  // The first place of a task.
  int PlaceOfTask(size_t task) const;
  // Whether the node itself asks for a device type or number, which its task then has to respect.
  bool AsksForDevice(int node);
  // What Run has decided, and why.
  void Describe(const std::vector<int>& place_of, TaskPlacement* out);

 private:
  // Where a group may be, the first choice first; one place of each task.
  struct Choice {
    std::vector<size_t> places;
    int without = -1;  // soft placement: the node that has no kernel where the group should be
    bool is_home = false;
  };

  Status FindPlaces();
  // Groups, and what each asks for.
  Status Group();
  static std::tuple<std::string, std::string, std::string> KeyOf(const PlanNode& handle);
  // The place of the group's variable by soft_homes_; -1.
  int SoftHomeOf(const std::vector<int>& members) const;
  void Tell(const std::vector<int>& members, const std::string& wanted, size_t place);

  Result<size_t> FindDefault() const;
  std::string PlaceList() const;
  int Find(int i);
  void Union(int a, int b) { parent_[static_cast<size_t>(Find(a))] = Find(b); }
  void GroupLoops();
  void GroupByNamesAndResources();
  Status Constrain(int* split);
  Status ConstrainNode(int i, std::vector<int>* source, int* split);
  void JoinFreeNodesOfLoops();
  bool Supports(const PlanNode& node, const TaskDevice& place) const;
  Status Assign();
  Result<Choice> CandidatesOf(const DeviceName& want, const std::vector<int>& members);
  void Settle(int root, size_t place);
  void FollowInputs();
  std::string Reason(int node, const Choice& choice);

  // ---- automatic placement (task_placer_costs.cc) ----
  // Whether a node must stay with the default: it counts, waits, or touches files, so its place must not
  // depend on costs.
  bool IsFree(const std::vector<int>& members) const;
  // The task of the group's variable, if it is known; -1.
  int HomeOf(const std::vector<int>& members) const;
  double CostNs(int node, size_t task) const;
  PlanGraph WithFedShapes() const;
  Status ChooseByCost();
  void FollowUsers();

  const PlanGraph& plan_;
  const LoopFrames& loops_;
  const std::span<const TaskInfo> tasks_;
  const TaskPlacementOptions& options_;
  std::vector<std::unordered_map<std::string_view, std::vector<const KernelInfo*>>> kernels_;
  std::vector<TaskDevice> places_;
  size_t default_ = 0;
  std::vector<int> order_, parent_, place_of_;
  std::set<int> split_;           // outermost frames whose nodes go to several tasks
  std::vector<DeviceName> want_;  // by group
  std::vector<NodeKind> kinds_;
  std::map<int, std::vector<int>> groups_;  // members, by group; without feeds
  std::map<int, Choice> choices_;           // by group
  std::map<int, size_t> chosen_;            // by group: the place
  std::map<int, std::string> because_;      // by group: what the cost model says
  std::vector<std::string> fallbacks_, dropped_;
  std::vector<bool> gives_way_;  // by node: its wish counts for nothing
  const VariablePlaces* soft_homes_ = nullptr;
  PlacementForecast forecast_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_TASKS_TASK_PLACER_H_
