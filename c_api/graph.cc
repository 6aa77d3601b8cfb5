// Graphs: nodes by number, nodes added in one call, GraphDef in and out, gradients.
#include "c_api/import_options.h"
#include "c_api/internal.h"
#include "core/graph/internal_ops.h"
#include "core/graph/meta_graph.h"
#include "core/graph/ref_export.h"
#include "core/passes/gradients.h"
#include "core/runtime/plugins/gradients_library.h"

using runnel::AttrList;
using runnel::DType;
using runnel::Graph;
using runnel::InvalidArgument;
using runnel::Node;
using runnel::NodeSpec;
using runnel::OutputRef;
using runnel::Ref;
using runnel::Result;
using runnel::Shape;
using runnel::Status;
using namespace runnel::capi;

namespace {

// The graph as TensorFlow is to read it.
runnel::GraphDef ExportForOthers(const Graph& graph) {
  runnel::GraphDef def = graph.Export();
  if constexpr (!runnel::kMinimal) runnel::RaiseRefVariables(&def);
  runnel::NameResources(graph.registry(), &def);
  return def;
}

}  // namespace

namespace runnel::capi {

std::string NodeName(const Graph& graph, std::string_view name, std::string_view op) {
  if (name.empty()) return graph.UniqueName(op);
  return name.ends_with('/') ? graph.UniqueName(runnel::StrCat(name, op)) : std::string(name);
}

Result<Node*> ToNode(const Graph& graph, rnl_node_t node) {
  if (node < 0 || node >= graph.num_nodes()) {
    return InvalidArgument("node number ", node, " in a graph of ", graph.num_nodes(), " nodes");
  }
  return graph.node(node);
}

Result<OutputRef> ToOutput(const Graph& graph, rnl_output_t output) {
  RUNNEL_ASSIGN_OR_RETURN(Node * node, ToNode(graph, output.node));
  if (output.index < 0 || output.index >= node->num_outputs()) {
    return InvalidArgument("node \"", node->name(), "\" (", node->op(), ") has ", node->num_outputs(),
                           " outputs, got output number ", output.index)
        .WithNode(node->name());
  }
  return OutputRef{node, output.index};
}

Result<std::vector<OutputRef>> ToOutputs(const Graph& graph, const rnl_output_t* outputs, size_t count,
                                         std::string_view name) {
  std::span<const rnl_output_t> span;
  RUNNEL_RETURN_IF_ERROR(ToSpan(outputs, count, name, &span));
  std::vector<OutputRef> result;
  result.reserve(count);
  for (const rnl_output_t& output : span) {
    RUNNEL_ASSIGN_OR_RETURN(OutputRef ref, ToOutput(graph, output));
    result.push_back(ref);
  }
  return result;
}

}  // namespace runnel::capi

namespace {

// Names a node that has no name after its op.
std::string NameOrOp(const Graph& graph, std::string_view name, std::string_view op) {
  return NodeName(graph, name, op);
}

// Adds a node; *out_output is its output 0, or none if it has no outputs.
Status Add(rnl_graph_t* graph, rnl_str_t name, NodeSpec spec, rnl_output_t* out_output) {
  RUNNEL_RETURN_IF_ERROR(graph->runtime().CheckProcess());
  std::string_view name_view;
  RUNNEL_RETURN_IF_ERROR(ToView(name, "name", &name_view));
  spec.name = NameOrOp(*graph->graph, name_view, spec.op);
  RUNNEL_RETURN_IF_ERROR(runnel::CheckUsersOp(*graph->graph, spec.name, spec.op));
  RUNNEL_ASSIGN_OR_RETURN(Node * node, graph->graph->AddNode(std::move(spec)));
  *out_output = {node->id(), 0};
  return runnel::OkStatus();
}

}  // namespace

rnl_status_t* rnl_graph_create(rnl_runtime_t* runtime, rnl_graph_t** out_graph) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_graph);
    *out_graph = nullptr;
    RNL_CHECK_NOT_NULL(runtime);
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    *out_graph = new rnl_graph_t(Ref<rnl_runtime_t>::Share(runtime),
                                 std::make_shared<Graph>(&runtime->runtime->ops()));
    return runnel::OkStatus();
  });
}

rnl_graph_t* rnl_graph_retain(rnl_graph_t* graph) { return Retain(graph); }

void rnl_graph_release(rnl_graph_t* graph) { Release(graph); }

rnl_status_t* rnl_graph_add_op(rnl_graph_t* graph, rnl_str_t op, rnl_str_t name,
                               const rnl_output_t* inputs, size_t num_inputs, rnl_output_t* out_output) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_output);
    *out_output = {RNL_NO_NODE, 0};
    RNL_CHECK_NOT_NULL(graph);
    NodeSpec spec;
    std::string_view op_view;
    RUNNEL_RETURN_IF_ERROR(ToView(op, "op", &op_view));
    spec.op = op_view;
    RUNNEL_ASSIGN_OR_RETURN(spec.inputs, ToOutputs(*graph->graph, inputs, num_inputs, "inputs"));
    return Add(graph, name, std::move(spec), out_output);
  });
}

rnl_status_t* rnl_graph_add_constant(rnl_graph_t* graph, rnl_str_t name, const rnl_tensor_t* value,
                                     rnl_output_t* out_output) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_output);
    *out_output = {RNL_NO_NODE, 0};
    RNL_CHECK_NOT_NULL(graph);
    RNL_CHECK_NOT_NULL(value);
    NodeSpec spec;
    spec.op = "Const";
    runnel::SetAttr(&spec.attrs, "dtype", value->tensor.dtype());
    runnel::SetAttr(&spec.attrs, "value", value->tensor);
    return Add(graph, name, std::move(spec), out_output);
  });
}

namespace {

Status AddTyped(rnl_graph_t* graph, std::string_view op, rnl_str_t name, rnl_dtype_t dtype, int32_t rank,
                const int64_t* dims, bool shared_name, rnl_output_t* out_output) {
  if (!runnel::IsValidDType(dtype)) return InvalidArgument("dtype ", dtype, " does not exist");
  NodeSpec spec;
  spec.op = op;
  RUNNEL_ASSIGN_OR_RETURN(Shape shape, ToShape(rank, dims, true));
  runnel::SetAttr(&spec.attrs, "dtype", static_cast<DType>(dtype));
  runnel::SetAttr(&spec.attrs, "shape", std::move(shape));
  if (shared_name) {
    // The name that the resource goes by, so that equal names mean equal variables in every graph.
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(name, "name", &view));
    const std::string own = NameOrOp(*graph->graph, view, op);
    runnel::SetAttr(&spec.attrs, "shared_name", own);
    return Add(graph, ToC(std::string_view(own)), std::move(spec), out_output);
  }
  return Add(graph, name, std::move(spec), out_output);
}

}  // namespace

rnl_status_t* rnl_graph_add_placeholder(rnl_graph_t* graph, rnl_str_t name, rnl_dtype_t dtype,
                                        int32_t rank, const int64_t* dims, rnl_output_t* out_output) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_output);
    *out_output = {RNL_NO_NODE, 0};
    RNL_CHECK_NOT_NULL(graph);
    return AddTyped(graph, "Placeholder", name, dtype, rank, dims, false, out_output);
  });
}

rnl_status_t* rnl_graph_add_variable(rnl_graph_t* graph, rnl_str_t name, rnl_dtype_t dtype, int32_t rank,
                                     const int64_t* dims, rnl_output_t* out_handle) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_handle);
    *out_handle = {RNL_NO_NODE, 0};
    RNL_CHECK_NOT_NULL(graph);
    return AddTyped(graph, "VarHandleOp", name, dtype, rank, dims, true, out_handle);
  });
}

rnl_status_t* rnl_graph_add_group(rnl_graph_t* graph, rnl_str_t name, const rnl_node_t* after,
                                  size_t num_after, rnl_node_t* out_node) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_node);
    *out_node = RNL_NO_NODE;
    RNL_CHECK_NOT_NULL(graph);
    std::span<const rnl_node_t> span;
    RUNNEL_RETURN_IF_ERROR(ToSpan(after, num_after, "after", &span));
    NodeSpec spec;
    spec.op = "NoOp";
    for (const rnl_node_t id : span) {
      RUNNEL_ASSIGN_OR_RETURN(Node * node, ToNode(*graph->graph, id));
      spec.control_inputs.push_back(node);
    }
    rnl_output_t output{RNL_NO_NODE, 0};
    RUNNEL_RETURN_IF_ERROR(Add(graph, name, std::move(spec), &output));
    *out_node = output.node;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_graph_close_loop(rnl_graph_t* graph, rnl_node_t merge, rnl_output_t from) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(graph);
    RUNNEL_RETURN_IF_ERROR(graph->runtime().CheckProcess());
    RUNNEL_ASSIGN_OR_RETURN(Node * node, ToNode(*graph->graph, merge));
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef output, ToOutput(*graph->graph, from));
    return graph->graph->CloseLoop(node, output);
  });
}

rnl_status_t* rnl_graph_import(rnl_graph_t* graph, rnl_str_t graph_def,
                               const rnl_import_options_t* options) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(graph);
    RUNNEL_RETURN_IF_ERROR(graph->runtime().CheckProcess());
    std::string_view bytes;
    RUNNEL_RETURN_IF_ERROR(ToView(graph_def, "graph_def", &bytes));
    runnel::ImportOptions import;
    RUNNEL_RETURN_IF_ERROR(ToImportOptions(*graph->graph, options, &import));
    RUNNEL_ASSIGN_OR_RETURN(const runnel::GraphDef def, runnel::ReadGraphFile(bytes));
    RUNNEL_RETURN_IF_ERROR(runnel::CheckOps(*graph->graph, def));
    std::vector<std::string> warnings;
    RUNNEL_RETURN_IF_ERROR(graph->graph->Import(def, import, &warnings));
    for (const std::string& warning : warnings)
      graph->runtime().Log(runnel::Severity::kWarning, warning);
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_graph_export(const rnl_graph_t* graph, rnl_bytes_t** out_graph_def) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_graph_def);
    *out_graph_def = nullptr;
    RNL_CHECK_NOT_NULL(graph);
    RUNNEL_RETURN_IF_ERROR(graph->runtime().CheckProcess());
    RUNNEL_ASSIGN_OR_RETURN(std::string bytes, runnel::EncodeGraphDef(ExportForOthers(*graph->graph)));
    *out_graph_def = NewBytes(std::move(bytes));
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_graph_export_text(const rnl_graph_t* graph, rnl_bytes_t** out_text) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_text);
    *out_text = nullptr;
    RNL_CHECK_NOT_NULL(graph);
    RUNNEL_RETURN_IF_ERROR(graph->runtime().CheckProcess());
    RUNNEL_ASSIGN_OR_RETURN(std::string text, runnel::PrintTextGraphDef(ExportForOthers(*graph->graph)));
    *out_text = NewBytes(std::move(text));
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_graph_add_gradients(rnl_graph_t* graph, const rnl_output_t* ys,
                                      const rnl_output_t* grad_ys, size_t num_ys, const rnl_output_t* xs,
                                      size_t num_xs, const rnl_output_t* stop_gradients, size_t num_stop,
                                      rnl_str_t scope, rnl_output_t* out_gradients) {
  for (size_t i = 0; out_gradients != nullptr && i < num_xs; ++i) out_gradients[i] = {RNL_NO_NODE, 0};
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(graph);
    if (out_gradients == nullptr && num_xs != 0) return NullArgument("out_gradients");
    RUNNEL_RETURN_IF_ERROR(graph->runtime().CheckProcess());
    Graph& g = *graph->graph;
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> y, ToOutputs(g, ys, num_ys, "ys"));
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> x, ToOutputs(g, xs, num_xs, "xs"));
    if (y.empty()) return InvalidArgument("no ys to differentiate");
    std::vector<OutputRef> weights;
    for (size_t i = 0; grad_ys != nullptr && i < num_ys; ++i) {
      OutputRef weight;
      if (grad_ys[i].node != RNL_NO_NODE) {
        RUNNEL_ASSIGN_OR_RETURN(weight, ToOutput(g, grad_ys[i]));
      }
      weights.push_back(weight);
    }
    runnel::GradientOptions options;
    RUNNEL_ASSIGN_OR_RETURN(options.stop_gradients,
                            ToOutputs(g, stop_gradients, num_stop, "stop_gradients"));
    std::string_view scope_view;
    RUNNEL_RETURN_IF_ERROR(ToView(scope, "scope", &scope_view));
    if (!scope_view.empty()) options.name_scope = scope_view;
    RUNNEL_ASSIGN_OR_RETURN(const auto add_gradients, runnel::OpenGradients());
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> grads,
                            add_gradients(&g, y, x, weights, options));
    for (size_t i = 0; i < num_xs && i < grads.size(); ++i) out_gradients[i] = FromOutput(grads[i]);
    return runnel::OkStatus();
  });
}
