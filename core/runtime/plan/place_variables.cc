// What automatic and soft placement ask of a whole graph, as if every node ran in one step: where
// variables live, and what nodes cost here. A session plans for one signature at a time, and the first
// is usually the one that initialises: what the variables are for is seen only in the whole.
#include "core/runtime/plan/plan_builder.h"

#include "core/runtime/devices/link_speed.h"

namespace runnel {
namespace {

constexpr int64_t kAssumedDim = 32;  // of a placeholder's unknown sizes: mostly the batch

}  // namespace

Status PlanBuilder::PlaceWholeGraph(bool assume_sizes, const FedShapes& fed, VariableDevices* out) {
  RUNNEL_RETURN_IF_ERROR(PruneNothing(user_graph_, assume_sizes ? kAssumedDim : -1, fed, &graph_));
  whole_graph_ = true;
  RUNNEL_RETURN_IF_ERROR(RunPasses());
  RUNNEL_RETURN_IF_ERROR(PlaceNodes());
  for (const PlanNode& node : graph_.nodes) {
    if (!node.removed && node.is("VarHandleOp")) out->emplace(VariableName(node), node.placed);
  }
  return OkStatus();
}

Status PlanBuilder::FindHomes(bool lower, VariableDevices* out) {
  RUNNEL_RETURN_IF_ERROR(PruneNothing(user_graph_, -1, {}, &graph_));
  if (lower) {
    const HasKernel has_kernel = [this](const PlanNode& node) { return HasKernelFor(node); };
    RUNNEL_RETURN_IF_ERROR(InlineAndLower(user_graph_, has_kernel, &graph_, {}, watch_));
  }
  PlacementOptions options;
  options.soft = options.only_variables = true;
  options.default_device = options_.default_device;
  options.variable_device = context_.variable_device;
  std::vector<std::string> fallbacks;  // the steps that run report them
  RUNNEL_RETURN_IF_ERROR(Place(plugins_, options, &graph_, &fallbacks));
  for (const PlanNode& node : graph_.nodes) {
    if (!node.removed && node.placed != nullptr && node.is("VarHandleOp"))
      out->emplace(VariableName(node), node.placed);
  }
  return OkStatus();
}

Status PlanBuilder::EstimateWholeGraph(bool assume_sizes, const FedShapes& fed,
                                       std::vector<NodeCost>* out) {
  RUNNEL_RETURN_IF_ERROR(PruneNothing(user_graph_, assume_sizes ? kAssumedDim : -1, fed, &graph_));
  whole_graph_ = true;
  RUNNEL_RETURN_IF_ERROR(RunPasses());
  for (const PlanNode& node : graph_.nodes) {
    if (node.removed || KindOf(node) != NodeKind::kKernel) continue;
    NodeCost cost{node.name, NodeCost::kNoKernel};
    RUNNEL_ASSIGN_OR_RETURN(const DeviceName want, DeviceName::Parse(node.device));
    for (Device* device : plugins_.devices()) {
      RUNNEL_ASSIGN_OR_RETURN(const DeviceName name, DeviceName::Parse(device->name()));
      if (!want.Matches(name) || !device->Open().ok()) continue;  // a lost device gets nothing
      uint64_t estimate = 0;
      RUNNEL_ASSIGN_OR_RETURN(const KernelEntry entry,
                              SelectKernel(plugins_, graph_, node, device, &estimate));
      if (entry.row == nullptr) continue;
      estimate = EstimateKernel(entry, estimate, graph_, node, device);
      const double ns = context_.costs->CostNs(node.name, *device, estimate, BytesTouched(graph_, node));
      if (cost.ns == NodeCost::kNoKernel || ns < cost.ns) cost.ns = ns;
    }
    out->push_back(std::move(cost));
  }
  return OkStatus();
}

Result<std::vector<NodeCost>> EstimateCosts(const PlanContext& context, const Graph& graph,
                                            const FedShapes& fed) {
  PlannerOptions whole;
  whole.fold = whole.branches = whole.simplify = whole.cse = false;
  std::vector<NodeCost> out;
  // With the default limits.
  PlanWatch watch;
  Status status = PlanBuilder(context, whole, graph, &watch).EstimateWholeGraph(true, fed, &out);
  if (!status.ok()) {
    out.clear();
    PlanWatch again;
    status = PlanBuilder(context, whole, graph, &again).EstimateWholeGraph(false, {}, &out);
  }
  RUNNEL_RETURN_IF_ERROR(status);
  return out;
}

Result<VariableDevices> FindHomes(const PlanContext& context, const PlannerOptions& options,
                                  const Graph& graph, PlanWatch* watch) {
  PlannerOptions whole = options;
  whole.description = nullptr;
  VariableDevices out;
  Status status = PlanBuilder(context, whole, graph, watch).FindHomes(true, &out);
  if (!status.ok()) {
    out.clear();
    status = PlanBuilder(context, whole, graph, watch).FindHomes(false, &out);
  }
  RUNNEL_RETURN_IF_ERROR(status);
  return out;
}

Result<VariableDevices> PlaceVariables(const PlanContext& context, const PlannerOptions& options,
                                       const Graph& graph, const FedShapes& fed, PlanWatch* watch) {
  PlannerOptions whole = options;
  whole.description = nullptr;
  whole.earlier = nullptr;
  whole.keep_on_device = true;  // nothing is fetched
  whole.print = whole.log_placement = false;
  // Keeps all nodes: for a node that a pass removed, no best place would be learned.
  whole.branches = whole.simplify = whole.cse = false;
  VariableDevices out;
  // Assumed sizes may contradict the graph's own; then without them.
  Status status = PlanBuilder(context, whole, graph, watch).PlaceWholeGraph(true, fed, &out);
  if (!status.ok()) {
    out.clear();
    status = PlanBuilder(context, whole, graph, watch).PlaceWholeGraph(false, {}, &out);
  }
  RUNNEL_RETURN_IF_ERROR(status);
  return out;
}

}  // namespace runnel
