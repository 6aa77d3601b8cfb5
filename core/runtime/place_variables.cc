// Where variables live under automatic placement. A session plans for one signature at a time, and the
// first is usually the one that initialises: what the variables are for is seen only in the whole graph.
// So that is planned once, as if every node ran in one step.
#include "core/runtime/link_speed.h"
#include "core/runtime/plan_builder.h"

namespace runnel {
namespace {

constexpr int64_t kAssumedDim = 32;  // of a placeholder's unknown sizes: mostly the batch

}  // namespace

Status PlanBuilder::PlaceWholeGraph(bool assume_sizes, VariableDevices* out) {
  RUNNEL_RETURN_IF_ERROR(PruneNothing(user_graph_, assume_sizes ? kAssumedDim : -1, &graph_));
  RUNNEL_RETURN_IF_ERROR(RunPasses());
  RUNNEL_RETURN_IF_ERROR(PlaceNodes());
  for (const PlanNode& node : graph_.nodes) {
    if (!node.removed && node.is("VarHandleOp")) out->emplace(VariableName(node), node.placed);
  }
  return OkStatus();
}

Result<VariableDevices> Plan::PlaceVariables(const Context& context, const PlannerOptions& options,
                                             const Graph& graph) {
  PlannerOptions whole = options;
  whole.description = nullptr;
  whole.earlier = nullptr;
  whole.keep_on_device = true;  // nothing is fetched
  whole.print = whole.log_placement = false;
  // Of what is left out of the graph nobody learns where it is best.
  whole.branches = whole.simplify = whole.cse = false;
  VariableDevices out;
  // Sizes that are assumed may contradict the graph's own.
  Status status = PlanBuilder(context, whole, graph).PlaceWholeGraph(true, &out);
  if (!status.ok()) {
    out.clear();
    status = PlanBuilder(context, whole, graph).PlaceWholeGraph(false, &out);
  }
  RUNNEL_RETURN_IF_ERROR(status);
  return out;
}

}  // namespace runnel
