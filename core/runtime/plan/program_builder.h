// ProgramBuilder: the work of program.h, one object per plan. Nodes are in program_nodes.cc, edges in
// program_edges.cc, what is known of the whole in program.cc.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_PROGRAM_BUILDER_H_
#define RUNNEL_CORE_RUNTIME_PLAN_PROGRAM_BUILDER_H_

#include <string>
#include <unordered_map>
#include <vector>

#include "core/runtime/plan/plan.h"
#include "core/runtime/plan/region_set.h"

namespace runnel {

class ProgramBuilder {
 public:
  // `context` and `objects` outlive it.
  ProgramBuilder(const PassContext& context, RegionSet set, PlanObjects* objects)
      : context_(context),
        set_(std::move(set)),
        graph_(set_.graph()),
        objects_(objects),
        plan_(MakeRef<Plan>()) {}
  ProgramBuilder(const ProgramBuilder&) = delete;

  Result<Ref<Plan>> Run();

 private:
  struct PendingEdge {
    int src, src_output, dst, dst_input;
  };

  // ---- nodes ----
  int NewExecNode(NodeKind kind, int frame);
  Status CreateNodes();
  std::vector<bool> SourcesOfMerges() const;
  void CreateRegionNode(int region);
  Status CreateNode(int i);
  Status SetUpByKind(int i, ExecNode* node);
  Status SetUpKernel(int i, ExecNode* node);
  Status SetUpHostKernel(int i, ExecNode* node);
  // Indices into the plan's tables, where what is there already is found again.
  int32_t KindOfOutput(ExecOutput output);
  Result<int32_t> LiteralOf(int i);

  // ---- edges ----
  Status Connect();
  Status ConnectInputs(int id, const std::vector<PlanEdge>& inputs);
  std::vector<int> ControlsOfRegion(int region) const;
  void ConnectControls(int id, const std::vector<int>& controls);
  Status LayOutEdges();
  int32_t SlotOf(int id, int input) const;

  // ---- the whole ----
  void MakeViews();
  Status Finish();
  void NoteEnds();
  bool IsBrief() const;
  // The region's exec node if there is nothing else but feeds and fetches.
  int OnlyRegion() const;

  const PassContext& context_;
  RegionSet set_;
  const PlanGraph& graph_;
  PlanObjects* const objects_;
  Ref<Plan> plan_;
  // Nodes of plan_, by node of the graph and by region; -1: it has none.
  std::vector<int> exec_of_, region_exec_;
  std::vector<PendingEdge> pending_edges_;
  std::unordered_map<std::string, int32_t> kind_of_output_;
  std::unordered_map<int, int32_t> literal_of_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_PROGRAM_BUILDER_H_
