// Functions for graphs under test, written with a GraphBuilder.
#ifndef RUNNEL_TESTS_GRADIENTS_FUNCTION_UTIL_H_
#define RUNNEL_TESTS_GRADIENTS_FUNCTION_UTIL_H_

#include <functional>
#include <string>
#include <vector>

#include "core/graph/builder.h"

namespace runnel::testing {

// A function "name" of inputs a0, a1, ... and outputs r0, r1, ...; `body` builds it.
inline FunctionDef MakeFunction(
    const Graph& library, const std::string& name, const std::vector<DType>& inputs,
    const std::function<std::vector<OutputRef>(GraphBuilder& b, const std::vector<OutputRef>& args)>&
        body) {
  Graph graph(&library.registry());
  for (const FunctionDef* function : library.functions()) {
    if (!graph.AddFunction(*function).ok()) return {};
  }
  GraphBuilder b(&graph, "");
  FunctionDef def;
  def.signature.name = name;
  std::vector<OutputRef> args;
  for (size_t i = 0; i < inputs.size(); ++i) {
    ArgSchema arg;
    arg.name = StrCat("a", i);
    arg.dtype = inputs[i];
    def.signature.inputs.push_back(arg);
    args.push_back(b.Op("Placeholder", {}, {{"dtype", AttrValue(inputs[i])}}));
  }
  const auto edge_name = [&](OutputRef edge) {
    for (size_t i = 0; i < args.size(); ++i) {
      if (edge == args[i]) return StrCat("a", i);
    }
    for (const ArgSchema& arg : edge.node->schema().outputs) {
      const auto [first, last] = edge.node->output_range(arg.name);
      if (edge.index >= first && edge.index < last) {
        return StrCat(edge.node->name(), ":", arg.name, ":", edge.index - first);
      }
    }
    return std::string();
  };
  const std::vector<OutputRef> results = body(b, args);
  for (int i = 0; i < graph.num_nodes(); ++i) {
    const Node& node = *graph.node(i);
    if (node.op() == "Placeholder") continue;
    NodeDef out;
    out.name = node.name();
    out.op = node.op();
    out.attrs = node.attrs();
    for (const OutputRef& in : node.inputs()) out.inputs.push_back(edge_name(in));
    for (const Node* control : node.control_inputs()) out.inputs.push_back("^" + control->name());
    def.nodes.push_back(std::move(out));
  }
  for (size_t i = 0; i < results.size(); ++i) {
    ArgSchema arg;
    arg.name = StrCat("r", i);
    arg.dtype = results[i].node->output_type(results[i].index);
    def.signature.outputs.push_back(arg);
    def.ret.emplace_back(arg.name, edge_name(results[i]));
  }
  return def;
}

}  // namespace runnel::testing

#endif  // RUNNEL_TESTS_GRADIENTS_FUNCTION_UTIL_H_
