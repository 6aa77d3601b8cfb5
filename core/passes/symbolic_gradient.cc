#include "core/passes/symbolic_gradient.h"

#include <utility>

#include "core/graph/builder.h"
#include "core/graph/graph_def.h"

namespace runnel {
namespace {

// The functions of `library`, and what it declares to be their gradients.
Status CopyFunctions(const Graph& library, Graph* graph) {
  GraphDef def;
  for (const FunctionDef* const function : library.functions()) {
    def.functions.push_back(*function);
    std::string gradient = library.FindGradientFunction(function->signature.name);
    if (!gradient.empty()) def.gradients.emplace_back(function->signature.name, std::move(gradient));
  }
  return graph->Import(def);
}

// What the outputs depend on. Calls that gradients have expanded are no part of it.
std::vector<bool> Needed(const Composition& composition) {
  std::vector<bool> needed(static_cast<size_t>(composition.graph->num_nodes()), false);
  std::vector<const Node*> open;
  const auto visit = [&](const Node* node) {
    if (needed[static_cast<size_t>(node->id())]) return;
    needed[static_cast<size_t>(node->id())] = true;
    open.push_back(node);
  };
  for (const OutputRef& output : composition.outputs) visit(output.node);
  while (!open.empty()) {
    const Node* const node = open.back();
    open.pop_back();
    for (const OutputRef& in : node->inputs()) visit(in.node);
    for (const Node* control : node->control_inputs()) visit(control);
  }
  return needed;
}

bool HasGradient(DType type) { return IsFloating(type) || IsComplex(type) || type == DType::kResource; }

}  // namespace

Result<Composition> MakeSymbolicGradient(const Graph& library, const PlanGraph& plan,
                                         const PlanNode& node, const GetGradients& gradients) {
  const FuncRef* const function = node.attr<FuncRef>("f");
  const size_t count = node.output_types.size();  // of the function's inputs
  if (function == nullptr || count > node.inputs.size()) {
    return InvalidArgument("has ", node.inputs.size(), " inputs for the gradients of ", count,
                           " inputs of a function");
  }
  if (library.FindFunction(function->name) == nullptr)
    return NotFound("the graph has no function \"", function->name, "\"");
  RUNNEL_ASSIGN_OR_RETURN(const auto add_gradients, gradients());
  Composition out;
  out.graph = std::make_shared<Graph>(&plan.registry());
  RUNNEL_RETURN_IF_ERROR(CopyFunctions(library, out.graph.get()));
  GraphBuilder b(out.graph.get(), "");
  out.args = StandIns(plan, node, &b);
  std::vector<DType> types;
  for (const PlanEdge& in : node.inputs) types.push_back(plan.type(in));
  const std::vector<OutputRef> inputs(out.args.begin(),
                                      out.args.begin() + static_cast<ptrdiff_t>(count));
  const auto split = types.begin() + static_cast<ptrdiff_t>(count);
  const std::vector<OutputRef> results = b.Ops("PartitionedCall", inputs,
                                               {{"Tin", std::vector<DType>(types.begin(), split)},
                                                {"Tout", std::vector<DType>(split, types.end())},
                                                {"f", *function}});
  RUNNEL_RETURN_IF_ERROR(b.status());
  std::vector<OutputRef> ys, grad_ys, xs;
  for (size_t i = 0; i < results.size(); ++i) {
    if (!HasGradient(types[count + i])) continue;
    ys.push_back(results[i]);
    grad_ys.push_back(out.args[count + i]);
  }
  for (size_t i = 0; i < count; ++i) {
    if (HasGradient(types[i])) xs.push_back(inputs[i]);
  }
  std::vector<OutputRef> found;
  if (!ys.empty() && !xs.empty()) {
    RUNNEL_ASSIGN_OR_RETURN(found, add_gradients(out.graph.get(), ys, xs, grad_ys, GradientOptions()));
  }
  for (size_t i = 0, next = 0; i < count; ++i) {
    OutputRef gradient;
    if (HasGradient(types[i]) && !found.empty()) gradient = found[next++];
    if (!gradient) {
      const OutputRef like = types[i] != DType::kResource ? inputs[i]
                                                          : b.Op("ReadVariableOp", {inputs[i]},
                                                                 {{"dtype", node.output_types[i]}});
      gradient = b.Op("ZerosLike", {like});
    }
    const DType got = gradient ? gradient.node->output_type(gradient.index) : node.output_types[i];
    if (got != node.output_types[i]) {
      return InvalidArgument("the gradient of input ", i, " is ", DTypeName(got), ", Tout says ",
                             DTypeName(node.output_types[i]));
    }
    out.outputs.push_back(gradient);
  }
  RUNNEL_RETURN_IF_ERROR(b.status());
  out.needed = Needed(out);
  return out;
}

}  // namespace runnel
