// Subgraphs that operators call.
#include "plugins/tflite/convert.h"

namespace runnel::tflite {
namespace {

std::vector<int32_t> InTypes(Op& op, size_t first) {
  std::vector<int32_t> types;
  for (size_t i = first; i < op.num_inputs(); ++i) types.push_back(op.Has(i) ? op.In(i).dtype : 0);
  return types;
}
std::vector<int32_t> OutTypes(Op& op) {
  std::vector<int32_t> types;
  for (size_t i = 0; i < op.num_outputs(); ++i) types.push_back(op.Out(i).dtype);
  return types;
}
// Whether the operator passes and takes what the subgraph wants.
bool Fits(Op& op, int32_t subgraph, size_t first, size_t results) {
  const std::vector<Subgraph>& all = op.scope().import().model().subgraphs;
  if (subgraph < 0 || static_cast<size_t>(subgraph) >= all.size()) return true;  // told by Function
  const Subgraph& graph = all[static_cast<size_t>(subgraph)];
  if (graph.inputs.size() == op.num_inputs() - first && graph.outputs.size() == results) return true;
  op.scope().import().Fail(RNLP_INVALID_ARGUMENT,
                           OperatorName(op.table().code) + " gives subgraph " +
                               std::to_string(subgraph) + " " + std::to_string(op.num_inputs() - first) +
                               " inputs for " + std::to_string(results) + " outputs, it has " +
                               std::to_string(graph.inputs.size()) + " and " +
                               std::to_string(graph.outputs.size()));
  return false;
}
// Sets the outputs of a call, which is an effect if one of its functions has any.
void Finish(Op& op, NodeWriter& node, bool has_effects) {
  if (has_effects) op.scope().AfterEffects(node);
  const std::string name = node.Done();
  if (has_effects) op.scope().AddEffect(name);
  op.SetAll(name);
}

void If(Op& op) {
  const auto then_graph = op.options().Get<int32_t>(0, 0), else_graph = op.options().Get<int32_t>(1, 0);
  if (op.num_inputs() < 1 || !Fits(op, then_graph, 1, op.num_outputs()) ||
      !Fits(op, else_graph, 1, op.num_outputs()))
    return;
  Import& import = op.scope().import();
  const std::string then_name = import.Function(then_graph), else_name = import.Function(else_graph);
  if (import.failed()) return;
  const bool effects = import.HasEffects(then_graph) || import.HasEffects(else_graph);
  std::string condition = op.Stored(0);
  if (!op.In(0).dims.empty()) condition = op.Reshaped(condition, op.In(0).dtype, {});
  NodeWriter node = op.Node(effects ? "If" : "StatelessIf");
  node.In(condition);
  for (size_t i = 1; i < op.num_inputs(); ++i) node.In(op.Stored(i));
  node.Type("Tcond", op.In(0).dtype).Types("Tin", InTypes(op, 1)).Types("Tout", OutTypes(op));
  node.Function("then_branch", then_name).Function("else_branch", else_name);
  Finish(op, node, effects);
}

void While(Op& op) {
  const auto condition = op.options().Get<int32_t>(0, 0), body = op.options().Get<int32_t>(1, 0);
  if (!Fits(op, condition, 0, 1) || !Fits(op, body, 0, op.num_outputs())) return;
  Import& import = op.scope().import();
  const std::string condition_name = import.Function(condition), body_name = import.Function(body);
  if (import.failed()) return;
  const bool effects = import.HasEffects(condition) || import.HasEffects(body);
  NodeWriter node = op.Node(effects ? "While" : "StatelessWhile");
  for (size_t i = 0; i < op.num_inputs(); ++i) node.In(op.Stored(i));
  node.Types("T", InTypes(op, 0)).Function("cond", condition_name).Function("body", body_name);
  Finish(op, node, effects);
}

void CallGraph(Op& op, int32_t subgraph) {
  if (!Fits(op, subgraph, 0, op.num_outputs())) return;
  Import& import = op.scope().import();
  const std::string name = import.Function(subgraph);
  if (import.failed()) return;
  const bool effects = import.HasEffects(subgraph);
  NodeWriter node = op.Node(effects ? "StatefulPartitionedCall" : "PartitionedCall");
  for (size_t i = 0; i < op.num_inputs(); ++i) node.In(op.Stored(i));
  node.Types("Tin", InTypes(op, 0)).Types("Tout", OutTypes(op)).Function("f", name);
  Finish(op, node, effects);
}
void Call(Op& op) { CallGraph(op, static_cast<int32_t>(op.options().Get<uint32_t>(0, 0))); }
void Composite(Op& op) { CallGraph(op, op.table().options2.Get<int32_t>(1, 0)); }

// Once in the life of the model's variables: a variable tells whether it has been.
void CallOnce(Op& op) {
  const auto subgraph = op.options().Get<int32_t>(0, 0);
  if (!Fits(op, subgraph, 0, 0)) return;
  Scope& scope = op.scope();
  Import& import = scope.import();
  const std::string body = import.Function(subgraph);
  if (import.failed()) return;
  const std::string marker = "tflite/call_once/" + std::to_string(subgraph);
  const auto handle_in = [&](NodeList& list) {
    return list.Node("VarHandleOp", "called")
        .Type("dtype", RNLP_BOOL)
        .Shape("shape", {})
        .String("shared_name", marker)
        .Done();
  };
  const std::string name = "tflite_once_" + std::to_string(subgraph);
  if (import.IsFirstUse(name)) {
    const std::string yes(1, '\1');
    for (const bool first : {true, false}) {
      plugin::FunctionWriter function;
      const std::string truth =
          function.Const("yes", RNLP_BOOL, plugin::TensorMessage(RNLP_BOOL, {}, yes));
      std::string last;
      if (first) {
        const std::string call = function.Node("StatefulPartitionedCall", "call")
                                     .Types("Tin", {})
                                     .Types("Tout", {})
                                     .Function("f", body)
                                     .Done();
        last = function.Node("AssignVariableOp", "mark")
                   .In(handle_in(function))
                   .In(truth)
                   .After(call)
                   .Type("dtype", RNLP_BOOL)
                   .Done();
      }
      NodeWriter result = function.Node("Identity", "done");
      result.In(truth).Type("T", RNLP_BOOL);
      if (first) result.After(last);
      function.Result(result.Done(), RNLP_BOOL);
      import.graph().Function(name + (first ? "_first" : "_later"), function);
    }
  }
  NodeWriter asks = op.Node("VarIsInitializedOp");
  asks.In(handle_in(scope.list()));
  const std::string called = scope.AfterEffects(asks).Done();
  const int32_t truth[] = {RNLP_BOOL};
  scope.AddEffect(op.Node("If")
                      .In(called)
                      .Type("Tcond", RNLP_BOOL)
                      .Types("Tin", {})
                      .Types("Tout", truth)
                      .Function("then_branch", name + "_later")
                      .Function("else_branch", name + "_first")
                      .Done());
}

constexpr OpRow kControlOps[] = {
    {.name = "IF", .write = If, .moves = true},
    {.name = "WHILE", .write = While, .moves = true},
    {.name = "CALL", .write = Call, .moves = true},
    {.name = "CALL_ONCE", .write = CallOnce, .moves = true},
    {.name = "STABLEHLO_COMPOSITE", .write = Composite, .moves = true},
};

}  // namespace

std::span<const OpRow> ControlOps() { return kControlOps; }

}  // namespace runnel::tflite
