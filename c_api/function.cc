// Functions: a graph turned into a FunctionDef of another graph.
//
// In a function's body "arg" names an argument and "node:output_arg:i" the i-th tensor of a node's
// output argument, where a graph says "node:i". Source: TensorFlow, function.proto.
#include <cctype>
#include <unordered_map>
#include <unordered_set>

#include "c_api/internal.h"

using runnel::FunctionDef;
using runnel::Graph;
using runnel::InvalidArgument;
using runnel::Node;
using runnel::NodeDef;
using runnel::OutputRef;
using runnel::Result;
using runnel::Status;
using namespace runnel::capi;

namespace {

// TensorFlow wants argument names to match [a-z][a-z0-9_]*.
std::string ArgumentName(std::string_view name, std::unordered_set<std::string>* taken) {
  std::string base;
  for (const char c : name) {
    const auto u = static_cast<unsigned char>(c);
    base.push_back(u < 128 && std::isalnum(u) != 0 ? static_cast<char>(std::tolower(u)) : '_');
  }
  if (base.empty() || std::islower(static_cast<unsigned char>(base[0])) == 0) base.insert(0, "arg_");
  std::string result = base;
  for (int i = 1; !taken->insert(result).second; ++i) result = runnel::StrCat(base, "_", i);
  return result;
}

class Converter {
 public:
  Converter(std::string_view name, const Graph& body) : body_(body), num_nodes_(body.num_nodes()) {
    def_.signature.name = name;
    for (int i = 0; i < num_nodes_; ++i) taken_.insert(body.node(i)->name());
  }

  Result<FunctionDef> Convert(std::span<const OutputRef> inputs, std::span<const OutputRef> outputs) {
    for (const OutputRef& input : inputs) RUNNEL_RETURN_IF_ERROR(AddInput(input));
    for (int i = 0; i < num_nodes_; ++i) {
      const Node* node = body_.node(i);
      if (!arguments_.contains(node)) RUNNEL_RETURN_IF_ERROR(AddNode(*node));
    }
    std::unordered_set<std::string> names;
    for (const OutputRef& output : outputs) {
      runnel::ArgSchema arg;
      arg.name = ArgumentName(output.node->name(), &names);
      arg.dtype = output.node->output_type(output.index);
      RUNNEL_ASSIGN_OR_RETURN(std::string source, TensorName(output));
      def_.ret.emplace_back(arg.name, std::move(source));
      def_.signature.outputs.push_back(std::move(arg));
    }
    AddSideEffects();
    return std::move(def_);
  }

 private:
  Status AddInput(const OutputRef& input) {
    if (input.node->op() != "Placeholder") {
      return InvalidArgument("input \"", input.node->name(), "\" of function \"", def_.signature.name,
                             "\" is a ", input.node->op(), ", expected a Placeholder")
          .WithNode(input.node->name());
    }
    runnel::ArgSchema arg;
    taken_.erase(input.node->name());  // the node vanishes
    arg.name = ArgumentName(input.node->name(), &taken_);
    arg.dtype = input.node->output_type(input.index);
    if (!arguments_.emplace(input.node, arg.name).second) {
      return InvalidArgument("input \"", input.node->name(), "\" of function \"", def_.signature.name,
                             "\" is given twice")
          .WithNode(input.node->name());
    }
    def_.signature.inputs.push_back(std::move(arg));
    return runnel::OkStatus();
  }

  Status AddNode(const Node& node) {
    NodeDef def;
    def.name = node.name();
    def.op = node.op();
    def.device = node.device();
    def.attrs = node.attrs();
    for (const OutputRef& input : node.inputs()) {
      RUNNEL_ASSIGN_OR_RETURN(std::string source, TensorName(input));
      def.inputs.push_back(std::move(source));
    }
    for (const Node* control : node.control_inputs()) {
      const auto argument = arguments_.find(control);
      def.inputs.push_back("^" + (argument == arguments_.end() ? control->name() : argument->second));
    }
    if (node.schema().flags & runnel::kOpStateful) def_.signature.flags |= runnel::kOpStateful;
    def_.nodes.push_back(std::move(def));
    return runnel::OkStatus();
  }

  // Nodes without outputs, such as assignments, run too when the function is called.
  void AddSideEffects() {
    for (int i = 0; i < num_nodes_; ++i) {
      const Node* node = body_.node(i);
      if (node->num_outputs() == 0) def_.control_ret.emplace_back(node->name(), node->name());
    }
  }

  Result<std::string> TensorName(const OutputRef& output) const {
    if (!output)
      return InvalidArgument("a loop of the body of function \"", def_.signature.name, "\" is open");
    const auto argument = arguments_.find(output.node);
    if (argument != arguments_.end()) return argument->second;
    for (const runnel::ArgSchema& arg : output.node->schema().outputs) {
      const auto [first, last] = output.node->output_range(arg.name);
      if (output.index >= first && output.index < last) {
        return runnel::StrCat(output.node->name(), ":", arg.name, ":", output.index - first);
      }
    }
    return runnel::Internal("output ", output.index, " of node \"", output.node->name(),
                            "\" belongs to no argument of its op");
  }

  const Graph& body_;
  const int num_nodes_;
  FunctionDef def_;
  std::unordered_set<std::string> taken_;  // names of nodes and arguments
  std::unordered_map<const Node*, std::string> arguments_;
};

}  // namespace

rnl_status_t* rnl_graph_add_function(rnl_graph_t* graph, rnl_str_t name, const rnl_graph_t* body,
                                     const rnl_output_t* inputs, size_t num_inputs,
                                     const rnl_output_t* outputs, size_t num_outputs) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(graph);
    RNL_CHECK_NOT_NULL(body);
    RUNNEL_RETURN_IF_ERROR(graph->runtime().CheckProcess());
    if (graph == body) return InvalidArgument("a graph cannot be a function of its own");
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(name, "name", &view));
    if (view.empty()) return InvalidArgument("a function without a name");
    RUNNEL_ASSIGN_OR_RETURN(const auto in, ToOutputs(*body->graph, inputs, num_inputs, "inputs"));
    RUNNEL_ASSIGN_OR_RETURN(const auto out, ToOutputs(*body->graph, outputs, num_outputs, "outputs"));
    RUNNEL_ASSIGN_OR_RETURN(FunctionDef def, Converter(view, *body->graph).Convert(in, out));
    for (const FunctionDef* called : body->graph->functions()) {
      RUNNEL_RETURN_IF_ERROR(graph->graph->AddFunction(*called));
    }
    return graph->graph->AddFunction(std::move(def));
  });
}

rnl_status_t* rnl_graph_functions(const rnl_graph_t* graph, rnl_names_t** out_names) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_names);
    *out_names = nullptr;
    RNL_CHECK_NOT_NULL(graph);
    std::vector<std::string> names;
    for (const FunctionDef* function : graph->graph->functions())
      names.push_back(function->signature.name);
    *out_names = NewNames(std::move(names));
    return runnel::OkStatus();
  });
}
