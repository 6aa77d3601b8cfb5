// What automatic and soft placement ask of a whole graph, as if every node ran in one step: where
// variables live, and what nodes cost here. A session plans for one signature at a time, and the first
// is usually the one that initialises: what the variables are for is seen only in the whole.
#include "core/runtime/plan/build_plan.h"

#include "core/graph/device_name.h"
#include "core/passes/watched_passes.h"
#include "core/runtime/devices/device.h"
#include "core/runtime/plan/pass_table.h"
#include "core/runtime/plan/placed_graph.h"
#include "core/runtime/runtime.h"

namespace runnel {
namespace {

constexpr int64_t kAssumedDim = 32;  // of a placeholder's unknown sizes: mostly the batch

// One attempt: sizes that are assumed may contradict the graph's own.
Result<LoweredGraph> LowerWholeGraph(const PassContext& context, bool assume_sizes,
                                     const FedShapes& fed) {
  RUNNEL_ASSIGN_OR_RETURN(PrunedGraph whole,
                          MakeWholeGraph(context, assume_sizes ? kAssumedDim : -1, fed));
  return MakeLoweredGraph(context, std::move(whole));
}

VariableDevices DevicesOfVariables(const PlanGraph& graph) {
  VariableDevices out;
  for (const PlanNode& node : graph.nodes) {
    if (!node.removed && node.placed != nullptr && node.is("VarHandleOp"))
      out.emplace(VariableName(node), node.placed);
  }
  return out;
}

Result<VariableDevices> PlaceWholeGraph(const PassContext& context, bool assume_sizes,
                                        const FedShapes& fed) {
  RUNNEL_ASSIGN_OR_RETURN(LoweredGraph lowered, LowerWholeGraph(context, assume_sizes, fed));
  PlacementNotes notes;
  RUNNEL_RETURN_IF_ERROR(context.PassOf(PassId::kPlace).place(context, &lowered.graph, &notes));
  return DevicesOfVariables(lowered.graph);
}

// `lower`: with functions and compositions taken apart.
Result<VariableDevices> FindHomesIn(const PassContext& context, bool lower) {
  RUNNEL_ASSIGN_OR_RETURN(PrunedGraph whole, MakeWholeGraph(context, -1, {}));
  if (lower) RUNNEL_RETURN_IF_ERROR(context.PassOf(PassId::kLower).lower(context, &whole.graph));
  PlacementOptions options;
  options.soft = options.only_variables = true;
  options.default_device = context.options.default_device;
  options.variable_device = context.plan.variable_device;
  std::vector<std::string> fallbacks;  // the steps that run report them
  RUNNEL_RETURN_IF_ERROR(Place(context.plugins(), options, &whole.graph, &fallbacks));
  return DevicesOfVariables(whole.graph);
}

// On the quickest of the devices that the node asks for.
Result<NodeCost> CostOf(const PassContext& context, const PlanGraph& graph, const PlanNode& node) {
  NodeCost cost{node.name, NodeCost::kNoKernel};
  RUNNEL_ASSIGN_OR_RETURN(const DeviceName want, DeviceName::Parse(node.device));
  for (Device* device : context.plugins().devices()) {
    RUNNEL_ASSIGN_OR_RETURN(const DeviceName name, DeviceName::Parse(device->name()));
    if (!want.Matches(name) || !device->Open().ok()) continue;  // a lost device gets nothing
    uint64_t estimate = 0;
    RUNNEL_ASSIGN_OR_RETURN(const KernelEntry entry,
                            SelectKernel(context.plugins(), graph, node, device, &estimate));
    if (entry.row == nullptr) continue;
    estimate = EstimateKernel(entry, estimate, graph, node, device);
    const double ns =
        context.plan.costs->CostNs(node.name, *device, estimate, BytesTouched(graph, node));
    if (cost.ns == NodeCost::kNoKernel || ns < cost.ns) cost.ns = ns;
  }
  return cost;
}

Result<std::vector<NodeCost>> CostsOfWholeGraph(const PassContext& context, bool assume_sizes,
                                                const FedShapes& fed) {
  RUNNEL_ASSIGN_OR_RETURN(const LoweredGraph lowered, LowerWholeGraph(context, assume_sizes, fed));
  std::vector<NodeCost> out;
  for (const PlanNode& node : lowered.graph.nodes) {
    if (node.removed || KindOf(node) != NodeKind::kKernel) continue;
    RUNNEL_ASSIGN_OR_RETURN(NodeCost cost, CostOf(context, lowered.graph, node));
    out.push_back(std::move(cost));
  }
  return out;
}

PassContext OfWholeGraph(const PlanContext& context, const PlannerOptions& options, const Graph& graph,
                         PlanWatch* watch) {
  return {context, options, Passes(), graph, watch, nullptr, true};
}

}  // namespace

Result<std::vector<NodeCost>> EstimateCosts(const PlanContext& context, const Graph& graph,
                                            const FedShapes& fed) {
  PlannerOptions whole;
  whole.passes.Remove({PassId::kFold, PassId::kBranches, PassId::kSimplify, PassId::kCse});
  PlanWatch watch, again;  // with the default limits
  auto out = CostsOfWholeGraph(OfWholeGraph(context, whole, graph, &watch), true, fed);
  if (out.ok()) return out;
  return CostsOfWholeGraph(OfWholeGraph(context, whole, graph, &again), false, {});
}

Result<VariableDevices> FindHomes(const PlanContext& context, const PlannerOptions& options,
                                  const Graph& graph, PlanWatch* watch) {
  const PassContext passes = OfWholeGraph(context, options, graph, watch);
  auto out = FindHomesIn(passes, true);
  if (out.ok()) return out;
  return FindHomesIn(passes, false);
}

Result<VariableDevices> PlaceVariables(const PlanContext& context, const PlannerOptions& options,
                                       const Graph& graph, const FedShapes& fed, PlanWatch* watch) {
  PlannerOptions whole = options;
  whole.description = nullptr;
  whole.earlier = nullptr;
  whole.keep_on_device = true;  // nothing is fetched
  whole.log_placement = false;
  // Keeps all nodes: for a node that a pass removed, no best place would be learned.
  whole.passes.Remove({PassId::kBranches, PassId::kSimplify, PassId::kCse});
  const PassContext passes = OfWholeGraph(context, whole, graph, watch);
  // Assumed sizes may contradict the graph's own; then without them.
  auto out = PlaceWholeGraph(passes, true, fed);
  if (out.ok()) return out;
  return PlaceWholeGraph(passes, false, {});
}

}  // namespace runnel
