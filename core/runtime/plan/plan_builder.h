// PlanBuilder: the work of build_plan.h, one object per plan. Passes, placement and frames are in
// plan_builder.cc, regions in plan_regions.cc and plan_waits.cc, the executor's arrays in
// plan_arrays.cc, what is printed in print_plan.cc, what is described in describe_plan.cc.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_PLAN_BUILDER_H_
#define RUNNEL_CORE_RUNTIME_PLAN_PLAN_BUILDER_H_

#include <algorithm>
#include <map>
#include <unordered_map>

#include "core/graph/device_name.h"
#include "core/passes/frames.h"
#include "core/runtime/plan/ancestors.h"
#include "core/runtime/plan/build_plan.h"
#include "core/runtime/plan/pass_context.h"
#include "core/runtime/plan/placement_notes.h"
#include "core/runtime/plan/plan_log.h"
#include "core/runtime/region/region_builder.h"
#include "core/runtime/runtime.h"

namespace runnel {

class PlanBuilder {
 public:
  // `watch` may be null.
  PlanBuilder(const PlanContext& context, const PlannerOptions& options, const Graph& user_graph,
              PlanWatch* watch)
      : context_(context),
        options_(options),
        user_graph_(user_graph),
        log_(context.runtime, options.description, options.print, user_graph.num_nodes()),
        pass_context_{context, options, user_graph, watch, &log_},
        graph_(&user_graph.registry()),
        plan_(MakeRef<Plan>()),
        description_(options.description),
        plugins_(context.runtime->plugins()) {}

  Result<Ref<Plan>> Run(std::span<const PlanFeed> feeds, std::span<const OutputRef> fetches,
                        std::span<Node* const> targets);

 private:
  // Fills description_.
  void Describe();
  // The node's estimated cost; below 0: there is no estimate.
  double EstimateOf(int i);
  // ---- literals: constants and variable handles, values that exist before anything runs ----

  bool IsLiteral(int i) const { return runnel::IsLiteral(graph_.at(i)); }
  // Edges along which a value arrives while a step runs. A Merge awaits all of its inputs.
  bool IsDynamic(int consumer, PlanEdge in) const;

  int HandleOf(PlanEdge edge) const;

  // A constant in the memory where the plan wants it.
  Result<Tensor> Constant(int i);

  Result<Ref<Variable>> VariableOf(int i);

  // ---- kernels ----

  Result<const PlannedKernel*> KernelOf(int i);
  // rnlp_input_life_t of what a node reads, for nodes that may become part of a region.
  std::vector<uint32_t> InputLives(int i);
  // The handles of variables with uses other than reads.
  const std::vector<bool>& WrittenHandles();
  // The producer of a value, looking through nodes that share memory.
  PlanEdge OriginOf(PlanEdge in) const;
  // The handle of the variable whose value this is, or -1.
  int VariableReadAt(PlanEdge in) const;
  // How many nodes read the variable that node `reader` reads at `input`, as it does.
  size_t NumReadersLike(int reader, size_t input);

  // ---- frames ----

  // Errors: those of FindFrames; INVALID_ARGUMENT where something does not fit.
  Status VerifyFrames();
  void AssignFrames();
  int RunsIn(int i) const { return frames_.node(i); }

  // ---- regions ----

  // Whether planning knows the value itself, not only its shape.
  bool IsKnown(PlanEdge edge) const;

  bool IsStatic(int i);

  Status FormRegions();
  // Element-wise nodes of a region become one where the device has a kernel for that.
  Status Fuse();

  // Values that come while the step runs. Feeds are there when it begins, except in partial runs.
  bool Awaited(int i, const PlanNode& by) const;
  bool ComesWithOthers(int i) const { return !kMinimal && arrives_with_[static_cast<size_t>(i)] >= 0; }
  // The node that stands for `i` among awaited values.
  int ArrivesWith(int i) const { return ComesWithOthers(i) ? arrives_with_[static_cast<size_t>(i)] : i; }
  void FindArrivals();
  void ReadWhereUsed(std::vector<int>* set_of);
  bool IsResourceOfAnOp(PlanEdge edge) const;

  Status BuildRegions();

  // A fetch of something that shares a read's memory makes the read copy.
  PlanEdge CopySource(PlanEdge edge) const;
  std::vector<std::vector<int>> UsersBesideDevices() const;
  bool IsUsedMeanwhile(PlanEdge value, int user, const std::vector<std::vector<int>>& users) const;

  // ---- the executor's arrays ----

  int NewExecNode(NodeKind kind, int frame);

  Status CreateNodes();

  bool FeedsMerge(int i);

  void CreateRegionNode(int region);

  Status CreateNode(int i);

  // Indices into the plan's tables, where what is there already is found again.
  int32_t KindOfOutput(ExecOutput output);
  Result<int32_t> LiteralOf(int i);

  struct PendingEdge {
    int src, src_output, dst, dst_input;
  };

  Status Connect();

  Status ConnectInputs(int id, const std::vector<PlanEdge>& inputs);

  std::vector<int> ControlsOfRegion(int region) const;
  void ConnectControls(int id, const std::vector<int>& controls);

  Status LayOutEdges();

  int32_t SlotOf(int id, int input) const;

  void MakeViews();
  Status Finish();

  // The region's exec node if there is nothing else but feeds and fetches.
  int OnlyRegion() const;

  const PlanContext& context_;
  const PlannerOptions& options_;
  const Graph& user_graph_;
  PlanLog log_;
  const PassContext pass_context_;
  PlanGraph graph_;
  PlacementNotes notes_;
  Ref<Plan> plan_;
  PlanDescription* const description_;  // may be null
  PluginSet& plugins_;
  std::vector<int> order_;
  GraphFrames frames_;
  std::vector<int> region_of_;  // by plan node; -1: on its own
  std::vector<bool> static_;
  std::vector<int> arrives_with_;          // by plan node; -1: it comes alone
  std::vector<std::vector<int>> members_;  // by region
  std::vector<Device*> region_devices_;
  std::vector<std::vector<PlanEdge>> region_externals_;
  std::vector<std::map<std::pair<int, int>, int>> export_number_;
  std::vector<int> exec_of_, region_exec_;
  std::vector<bool> merge_literals_;
  std::vector<PendingEdge> pending_edges_;
  std::unordered_map<std::string, int32_t> kind_of_output_;
  std::unordered_map<int, int32_t> literal_of_;
  std::unordered_map<int, Tensor> constants_;
  std::unordered_map<int, Ref<Variable>> variables_;
  std::unordered_map<int, const PlannedKernel*> kernel_of_;
  bool forming_regions_ = false;
  std::vector<bool> written_handles_;
  // By handle: nodes and the inputs at which they read the variable; empty until somebody asks.
  std::vector<std::vector<std::pair<int, size_t>>> readers_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_PLAN_BUILDER_H_
