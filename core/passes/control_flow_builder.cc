#include "core/passes/control_flow_builder.h"

#include <algorithm>
#include <unordered_set>

namespace runnel {
namespace {

const Shape& ShapeOfEdge(OutputRef edge) { return edge.node->output_shape(edge.index); }

Status CheckEdges(std::string_view name, const std::vector<OutputRef>& edges, std::string_view what) {
  for (size_t i = 0; i < edges.size(); ++i) {
    if (edges[i].node == nullptr) return InvalidArgument(name, ": ", what, " ", i, " is missing");
  }
  return OkStatus();
}

// Whether a node of a loop's body reads or awaits one of the loop's variables.
bool IsBehind(const Node* node, const std::vector<OutputRef>& vars) {
  std::unordered_set<const Node*> seen;
  std::vector<const Node*> stack{node};
  while (!stack.empty()) {
    const Node* at = stack.back();
    stack.pop_back();
    if (at == nullptr || !seen.insert(at).second) continue;
    if (std::any_of(vars.begin(), vars.end(), [&](const OutputRef& var) { return var.node == at; }))
      return true;
    if (at->op() == "Enter" && at->attr<bool>("is_constant") != nullptr &&
        *at->attr<bool>("is_constant"))
      continue;  // what is behind it is outside
    for (const OutputRef& in : at->inputs()) stack.push_back(in.node);
    for (const Node* control : at->control_inputs()) stack.push_back(control);
  }
  return false;
}

}  // namespace

Result<std::vector<OutputRef>> BuildWhile(Graph* graph, const std::vector<OutputRef>& inputs,
                                          const std::vector<OutputRef>& constants,
                                          const LoopCondFn& cond, const LoopBodyFn& body,
                                          const ControlFlowOptions& options) {
  const std::string name = graph->UniqueName(options.name.empty() ? "while" : options.name);
  if (inputs.empty()) return InvalidArgument("loop \"", name, "\" has no variables");
  RUNNEL_RETURN_IF_ERROR(CheckEdges(name, inputs, "input"));
  RUNNEL_RETURN_IF_ERROR(CheckEdges(name, constants, "constant"));
  if (!options.shape_invariants.empty() && options.shape_invariants.size() != inputs.size()) {
    return InvalidArgument("loop \"", name, "\" has ", inputs.size(), " variables and ",
                           options.shape_invariants.size(), " shape invariants");
  }
  GraphBuilder b(graph, name);
  const auto enter = [&](OutputRef value, bool is_constant) {
    return b.Op("Enter", {value},
                {{"frame_name", AttrValue(name)},
                 {"is_constant", AttrValue(is_constant)},
                 {"parallel_iterations", AttrValue(options.parallel_iterations)}});
  };
  std::vector<OutputRef> merges, fixed;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Shape& keeps =
        options.shape_invariants.empty() ? ShapeOfEdge(inputs[i]) : options.shape_invariants[i];
    merges.push_back(
        b.Op("Merge", {enter(inputs[i], false)}, {{"N", 2}, {"_rnl_shape_invariant", keeps}}));
  }
  for (const OutputRef& value : constants) fixed.push_back(enter(value, true));
  RUNNEL_RETURN_IF_ERROR(b.status());

  std::vector<OutputRef> vars = merges;
  vars.insert(vars.end(), fixed.begin(), fixed.end());
  GraphBuilder cond_builder(graph, name);
  cond_builder.set_source_controls({merges[0].node});
  const OutputRef goes_on = cond(cond_builder, vars);
  RUNNEL_RETURN_IF_ERROR(cond_builder.status());
  if (!goes_on) return InvalidArgument("loop \"", name, "\" has no condition");
  const OutputRef loop_cond = b.Op("LoopCond", {goes_on});

  std::vector<OutputRef> exits;
  vars.clear();
  for (const OutputRef& merge : merges) {
    const std::vector<OutputRef> sides = b.Ops("Switch", {merge, loop_cond});
    RUNNEL_RETURN_IF_ERROR(b.status());
    exits.push_back(b.Op("Exit", {sides[0]}));
    vars.push_back(b.Op("Identity", {sides[1]}));
  }
  RUNNEL_RETURN_IF_ERROR(b.status());
  GraphBuilder body_builder(graph, name);
  body_builder.set_source_controls({vars[0].node});
  vars.insert(vars.end(), fixed.begin(), fixed.end());
  const std::vector<OutputRef> next = body(body_builder, vars);
  vars.resize(inputs.size());
  RUNNEL_RETURN_IF_ERROR(body_builder.status());
  if (next.size() != inputs.size()) {
    return InvalidArgument("loop \"", name, "\" has ", inputs.size(), " variables, its body gives ",
                           next.size());
  }
  RUNNEL_RETURN_IF_ERROR(CheckEdges(name, next, "next value"));
  for (size_t i = 0; i < next.size(); ++i) {
    NodeSpec spec;
    spec.op = "NextIteration";
    spec.inputs = {next[i]};
    // A value that depends on loop constants only exists in every iteration, so the loop would never
    // end.
    if (!IsBehind(next[i].node, vars)) spec.control_inputs = {vars[0].node};
    const OutputRef back{b.AddNode(std::move(spec)), 0};
    RUNNEL_RETURN_IF_ERROR(b.status());
    RUNNEL_RETURN_IF_ERROR(graph->CloseLoop(merges[i].node, back, options.trusts_invariants)
                               .WithPrefix(StrCat("loop \"", name, "\"")));
  }
  return exits;
}

Result<std::vector<OutputRef>> BuildCond(Graph* graph, OutputRef pred,
                                         const std::vector<OutputRef>& inputs,
                                         const BranchFn& then_branch, const BranchFn& else_branch,
                                         const ControlFlowOptions& options) {
  const std::string name = graph->UniqueName(options.name.empty() ? "cond" : options.name);
  RUNNEL_RETURN_IF_ERROR(CheckEdges(name, {pred}, "pred"));
  RUNNEL_RETURN_IF_ERROR(CheckEdges(name, inputs, "input"));
  GraphBuilder b(graph, name);
  const std::vector<OutputRef> pivots = b.Ops("Switch", {pred, pred});
  std::vector<OutputRef> sides[2];
  for (const OutputRef& input : inputs) {
    const std::vector<OutputRef> both = b.Ops("Switch", {input, pred});
    if (!b.status().ok()) break;
    sides[0].push_back(both[0]);
    sides[1].push_back(both[1]);
  }
  RUNNEL_RETURN_IF_ERROR(b.status());
  std::vector<OutputRef> results[2];
  for (const int side : {0, 1}) {
    const OutputRef pivot = b.Op("Identity", {pivots[static_cast<size_t>(side)]});
    RUNNEL_RETURN_IF_ERROR(b.status());
    GraphBuilder branch(graph, name);
    branch.set_source_controls({pivot.node});
    results[side] = (side == 1 ? then_branch : else_branch)(branch, sides[side]);
    RUNNEL_RETURN_IF_ERROR(branch.status());
    RUNNEL_RETURN_IF_ERROR(CheckEdges(name, results[side], "result"));
    // Identity nodes make the results dead unless the branch was taken.
    for (OutputRef& result : results[side]) {
      NodeSpec spec;
      spec.op = "Identity";
      spec.inputs = {result};
      spec.control_inputs = {pivot.node};
      result = {branch.AddNode(std::move(spec)), 0};
    }
    RUNNEL_RETURN_IF_ERROR(branch.status());
  }
  if (results[0].size() != results[1].size()) {
    return InvalidArgument("conditional \"", name, "\": one branch gives ", results[1].size(),
                           " results, the other ", results[0].size());
  }
  std::vector<OutputRef> merged;
  for (size_t i = 0; i < results[0].size(); ++i) {
    merged.push_back(b.Op("Merge", {results[0][i], results[1][i]}));
  }
  RUNNEL_RETURN_IF_ERROR(b.status());
  return merged;
}

}  // namespace runnel
