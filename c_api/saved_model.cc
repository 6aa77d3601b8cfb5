// SavedModels: a folder with a graph, its variables and named signatures, opened and loaded to be run.
#include <algorithm>
#include <memory>
#include <mutex>
#include <set>

#include "c_api/import_options.h"
#include "c_api/meta_graph.h"
#include "c_api/model_file.h"
#include "c_api/session_options.h"
#include "c_api/variables.h"
#include "core/graph/internal_ops.h"
#include "core/graph/meta_graph.h"
#include "core/io/bundle_reader.h"
#include "core/io/file.h"
#include "core/io/foreign_file.h"
#include "core/passes/serving_graph.h"

using runnel::BundleReader;
using runnel::DType;
using runnel::Graph;
using runnel::InvalidArgument;
using runnel::NotFound;
using runnel::Ref;
using runnel::Result;
using runnel::ServingGraph;
using runnel::Session;
using runnel::Shape;
using runnel::SignatureDef;
using runnel::Status;
using runnel::StrCat;
using runnel::Tensor;
using runnel::TensorInfo;
using namespace runnel::capi;

namespace {

Status ToNames(const rnl_str_t* names, size_t count, std::string_view argument,
               std::vector<std::string>* out) {
  std::span<const rnl_str_t> span;
  RUNNEL_RETURN_IF_ERROR(ToSpan(names, count, argument, &span));
  for (const rnl_str_t name : span) {
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(name, argument, &view));
    out->emplace_back(view);
  }
  return runnel::OkStatus();
}

Result<Tensor> ReadVariable(const BundleReader& reader, const ServingGraph::Variable& variable,
                            runnel::Allocator* allocator) {
  if (variable.slice.empty()) return reader.Read(variable.tensor, allocator);
  RUNNEL_ASSIGN_OR_RETURN(const runnel::ShapeAndSlice slice, runnel::ParseShapeAndSlice(variable.slice));
  return reader.ReadSlice(variable.tensor, slice.slice, allocator);
}

Status Restore(const std::string& prefix, std::span<const ServingGraph::Variable> variables,
               Graph* graph, Session* session) {
  if (variables.empty() || prefix.empty()) return runnel::OkStatus();
  auto opened = BundleReader::Open(runnel::FileSystem(), prefix);
  if (opened.status().code() == runnel::Code::kNotFound &&
      std::all_of(variables.begin(), variables.end(),
                  [](const ServingGraph::Variable& v) { return v.is_for_init_only; })) {
    return runnel::OkStatus();
  }
  RUNNEL_ASSIGN_OR_RETURN(const auto reader, std::move(opened));
  std::vector<VariableNodes> nodes;
  std::vector<Tensor> values;
  for (const ServingGraph::Variable& variable : variables) {
    if (variable.is_for_init_only && reader->Find(variable.tensor) == nullptr) continue;
    runnel::Node* const handle = graph->FindNode(variable.node);
    RUNNEL_ASSIGN_OR_RETURN(VariableNodes found, NodesFor(*graph, handle));
    Result<Tensor> value = ReadVariable(*reader, variable, session->runtime().allocator());
    if (!value.ok()) {
      return value.status()
          .WithPrefix(StrCat("variable \"", variable.name, "\""))
          .WithNode(variable.node);
    }
    const DType dtype = *handle->attr<DType>("dtype");
    const Shape& shape = *handle->attr<Shape>("shape");
    if (value->dtype() != dtype || !shape.IsCompatibleWith(value->shape())) {
      return InvalidArgument("variable \"", variable.name, "\" is ", runnel::DTypeName(dtype),
                             shape.ToString(), ", the checkpoint ", prefix, " has ",
                             runnel::DTypeName(value->dtype()), value->shape().ToString())
          .WithNode(variable.node);
    }
    nodes.push_back(found);
    values.push_back(std::move(*value));
  }
  return AssignAll(*session, nodes, values);
}

// Item `index` of a signature's inputs or outputs.
rnl_status_t* GetTensorInfo(const rnl_saved_model_t* model, size_t signature, size_t index,
                            bool is_input, rnl_str_t* out_key, rnl_str_t* out_tensor,
                            rnl_dtype_t* out_dtype) {
  if (out_key != nullptr) *out_key = kEmpty;
  if (out_tensor != nullptr) *out_tensor = kEmpty;
  if (out_dtype != nullptr) *out_dtype = RNL_INVALID;
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(model);
    const SignatureDef* found = model->signature(signature);
    if (found == nullptr) {
      return runnel::OutOfRange("signature ", signature, " of ", model->meta->signatures.size());
    }
    const std::vector<TensorInfo>& list = is_input ? found->inputs : found->outputs;
    if (index >= list.size()) {
      return runnel::OutOfRange(is_input ? "input " : "output ", index, " of signature \"", found->key,
                                "\", which has ", list.size());
    }
    if (out_key != nullptr) *out_key = ToC(std::string_view(list[index].key));
    if (out_tensor != nullptr) *out_tensor = ToC(std::string_view(list[index].name));
    if (out_dtype != nullptr) *out_dtype = static_cast<rnl_dtype_t>(list[index].dtype);
    return runnel::OkStatus();
  });
}

// Whether the nodes of the model may be in a graph.
Status CheckOps(const rnl_saved_model_t& model, const runnel::GraphDef& def, const Graph& graph) {
  return runnel::CheckOps(graph, def, model.is_plan ? runnel::GraphOf::kPlan : runnel::GraphOf::kUser);
}

// Adds all of the model's graph to `graph`. `out_meta` may be null.
Status ImportWhole(const rnl_saved_model_t& model, rnl_graph_t* graph,
                   const runnel::ImportOptions& options, rnl_meta_graph_t** out_meta) {
  if constexpr (runnel::kMinimal) return runnel::LeftOut("MetaGraphs");
  runnel::GraphDef def = model.meta->graph;
  auto meta = NewMetaGraph(*model.meta);
  if (!meta.ok()) return meta.status().WithPrefix(model.what);
  for (runnel::AssetFileDef& asset : (*meta)->spec.def.assets) {
    if (asset.tensor.find(':') == std::string::npos) asset.tensor += ":0";
    const std::string path = StrCat(model.assets, "/", asset.filename);
    const std::string_view node = std::string_view(asset.tensor).substr(0, asset.tensor.rfind(':'));
    for (runnel::NodeDef& candidate : def.nodes) {
      if (candidate.name == node) RUNNEL_RETURN_IF_ERROR(runnel::SetAssetPath(path, &candidate));
    }
    (*meta)->asset_sources[asset.tensor] = path;
  }
  Graph& target = *graph->graph;
  RUNNEL_RETURN_IF_ERROR(CheckOps(model, def, target));
  std::vector<std::string> warnings;
  const Status imported = target.Import(def, options, &warnings);
  if (!imported.ok()) return imported.WithPrefix(model.what);
  for (const std::string& warning : warnings) graph->runtime().Log(runnel::Severity::kWarning, warning);
  if (out_meta != nullptr) *out_meta = meta->release();
  return runnel::OkStatus();
}

}  // namespace

rnl_status_t* rnl_saved_model_open(rnl_runtime_t* runtime, rnl_str_t folder, const rnl_str_t* tags,
                                   size_t num_tags, rnl_saved_model_t** out_model) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_model);
    *out_model = nullptr;
    RNL_CHECK_NOT_NULL(runtime);
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    std::string_view path_view;
    RUNNEL_RETURN_IF_ERROR(ToView(folder, "folder", &path_view));
    std::vector<std::string> wanted;
    RUNNEL_RETURN_IF_ERROR(ToNames(tags, num_tags, "tags", &wanted));
    RUNNEL_ASSIGN_OR_RETURN(const Ref<rnl_saved_model_t> model,
                            OpenModel(runtime, std::string(path_view), wanted, {}));
    *out_model = Retain(model.get());
    return runnel::OkStatus();
  });
}

rnl_saved_model_t* rnl_saved_model_retain(rnl_saved_model_t* model) { return Retain(model); }

void rnl_saved_model_release(rnl_saved_model_t* model) { Release(model); }

rnl_str_t rnl_saved_model_format(const rnl_saved_model_t* model) {
  return model == nullptr ? kEmpty : ToC(std::string_view(model->format));
}

size_t rnl_saved_model_num_signatures(const rnl_saved_model_t* model) {
  return model == nullptr ? 0 : model->meta->signatures.size();
}

rnl_str_t rnl_saved_model_signature_key(const rnl_saved_model_t* model, size_t signature) {
  const SignatureDef* found = model == nullptr ? nullptr : model->signature(signature);
  return found == nullptr ? kEmpty : ToC(std::string_view(found->key));
}

rnl_str_t rnl_saved_model_signature_method(const rnl_saved_model_t* model, size_t signature) {
  const SignatureDef* found = model == nullptr ? nullptr : model->signature(signature);
  return found == nullptr ? kEmpty : ToC(std::string_view(found->method_name));
}

size_t rnl_saved_model_num_inputs(const rnl_saved_model_t* model, size_t signature) {
  const SignatureDef* found = model == nullptr ? nullptr : model->signature(signature);
  return found == nullptr ? 0 : found->inputs.size();
}

size_t rnl_saved_model_num_outputs(const rnl_saved_model_t* model, size_t signature) {
  const SignatureDef* found = model == nullptr ? nullptr : model->signature(signature);
  return found == nullptr ? 0 : found->outputs.size();
}

rnl_status_t* rnl_saved_model_input(const rnl_saved_model_t* model, size_t signature, size_t index,
                                    rnl_str_t* out_key, rnl_str_t* out_tensor, rnl_dtype_t* out_dtype) {
  return GetTensorInfo(model, signature, index, true, out_key, out_tensor, out_dtype);
}

rnl_status_t* rnl_saved_model_output(const rnl_saved_model_t* model, size_t signature, size_t index,
                                     rnl_str_t* out_key, rnl_str_t* out_tensor, rnl_dtype_t* out_dtype) {
  return GetTensorInfo(model, signature, index, false, out_key, out_tensor, out_dtype);
}

namespace {

// Runs the op that makes the model's tables and the like, unless it needs ops that are not registered:
// those matter to a step that needs what it would make.
Status Initialise(const rnl_saved_model_t* model, const std::string& init_op, Graph* graph,
                  Session* session) {
  const runnel::Node* node = init_op.empty() ? nullptr : graph->FindNode(init_op);
  if (node == nullptr) return runnel::OkStatus();
  std::set<const runnel::Node*> needed{node};
  std::vector<const runnel::Node*> stack{node};
  const auto need = [&](const runnel::Node* from) {
    if (from != nullptr && needed.insert(from).second) stack.push_back(from);
  };
  while (!stack.empty()) {
    const runnel::Node* at = stack.back();
    stack.pop_back();
    for (const runnel::OutputRef& input : at->inputs()) need(input.node);
    for (const runnel::Node* input : at->control_inputs()) need(input);
  }
  const std::vector<const runnel::Node*> nodes(needed.begin(), needed.end());
  const Status known = graph->CheckKnown(nodes, StrCat("the init op \"", init_op, "\""));
  if (!known.ok()) {
    model->runtime().Log(runnel::Severity::kWarning,
                         StrCat(model->what, ": it was not initialised: ", known.message()));
    return runnel::OkStatus();
  }
  runnel::Signature signature;
  signature.targets.push_back(graph->FindNode(init_op));
  const Status status = session->Run(signature, {}, {});
  return status.ok() ? status : status.WithPrefix(StrCat("the init op \"", init_op, "\""));
}

// Graph and session of what `outputs` need once `inputs` are fed.
Status LoadPart(rnl_saved_model_t* model, const std::vector<std::string>& inputs,
                const std::vector<std::string>& outputs, const rnl_session_options_t* options,
                rnl_graph_t** out_graph, rnl_session_t** out_session) {
  Result<ServingGraph> serving = runnel::MakeServingGraph(*model->meta, inputs, outputs, model->assets);
  if (!serving.ok()) return serving.status();
  auto graph = std::make_shared<Graph>(&model->runtime().ops());
  RUNNEL_RETURN_IF_ERROR(CheckOps(*model, serving->graph, *graph));
  std::vector<std::string> warnings;
  RUNNEL_RETURN_IF_ERROR(graph->Import(serving->graph, {}, &warnings));
  for (const std::string& warning : warnings) model->runtime().Log(runnel::Severity::kWarning, warning);
  const runnel::SessionOptions defaults;
  RUNNEL_ASSIGN_OR_RETURN(
      Ref<Session> session,
      Session::Create(model->owner->runtime, graph, options == nullptr ? defaults : options->options));
  RUNNEL_RETURN_IF_ERROR(Restore(model->checkpoint, serving->variables, graph.get(), session.get()));
  RUNNEL_RETURN_IF_ERROR(Initialise(model, serving->init_op, graph.get(), session.get()));
  model->Remember(graph);
  const auto graph_handle = Ref<rnl_graph_t>::Adopt(new rnl_graph_t(model->owner, std::move(graph)));
  *out_session = new rnl_session_t(graph_handle, std::move(session));
  *out_graph = Retain(graph_handle.get());
  return runnel::OkStatus();
}

// Adds to a session of LoadPart's what it lacks.
Status AddPart(rnl_saved_model_t* model, const std::vector<std::string>& inputs,
               const std::vector<std::string>& outputs, rnl_session_t* session) {
  Result<ServingGraph> serving = runnel::MakeServingGraph(*model->meta, inputs, outputs, model->assets);
  if (!serving.ok()) return serving.status();
  Graph* const graph = session->graph->graph.get();
  std::vector<ServingGraph::Variable> missing;
  for (ServingGraph::Variable& variable : serving->variables) {
    if (graph->FindNode(variable.node) == nullptr) missing.push_back(std::move(variable));
  }
  runnel::ImportOptions extend;
  extend.extend = true;
  RUNNEL_RETURN_IF_ERROR(CheckOps(*model, serving->graph, *graph));
  RUNNEL_RETURN_IF_ERROR(graph->Import(serving->graph, extend));
  return Restore(model->checkpoint, missing, graph, session->session.get());
}

// Names of the tensors of a signature.
Status SignatureTensors(const rnl_saved_model_t* model, std::string_view key,
                        std::vector<std::string>* inputs, std::vector<std::string>* outputs) {
  const SignatureDef* signature = model->meta->FindSignature(key);
  if (signature == nullptr) {
    std::string known;
    for (const SignatureDef& s : model->meta->signatures)
      known += StrCat(known.empty() ? "\"" : ", \"", s.key, "\"");
    return NotFound("no signature \"", key, "\"; there are ", known.empty() ? "none" : known);
  }
  const auto add = [](const std::vector<TensorInfo>& from, std::vector<std::string>* to) {
    for (const TensorInfo& tensor : from) {
      if (!tensor.name.empty()) to->push_back(tensor.name);
      to->insert(to->end(), tensor.parts.begin(), tensor.parts.end());
    }
  };
  add(signature->inputs, inputs);
  add(signature->outputs, outputs);
  return runnel::OkStatus();
}

// Checks what both loads take, and puts the model's folder before what `load` says.
template <typename Load>
rnl_status_t* GuardLoad(rnl_saved_model_t* model, rnl_graph_t** out_graph, rnl_session_t** out_session,
                        Load&& load) {
  return Guard([&]() -> Status {
    if (out_graph != nullptr) *out_graph = nullptr;
    if (out_session != nullptr) *out_session = nullptr;
    RNL_CHECK_NOT_NULL(out_graph);
    RNL_CHECK_NOT_NULL(out_session);
    RNL_CHECK_NOT_NULL(model);
    RUNNEL_RETURN_IF_ERROR(model->runtime().CheckProcess());
    const Status loaded = load();
    return loaded.ok() ? loaded : loaded.WithPrefix(model->what);
  });
}

}  // namespace

rnl_status_t* rnl_saved_model_load(rnl_saved_model_t* model, const rnl_str_t* inputs, size_t num_inputs,
                                   const rnl_str_t* outputs, size_t num_outputs,
                                   const rnl_session_options_t* options, rnl_graph_t** out_graph,
                                   rnl_session_t** out_session) {
  return GuardLoad(model, out_graph, out_session, [&]() -> Status {
    std::vector<std::string> input_names, output_names;
    RUNNEL_RETURN_IF_ERROR(ToNames(inputs, num_inputs, "inputs", &input_names));
    RUNNEL_RETURN_IF_ERROR(ToNames(outputs, num_outputs, "outputs", &output_names));
    if (output_names.empty()) return InvalidArgument("no outputs to load");
    return LoadPart(model, input_names, output_names, options, out_graph, out_session);
  });
}

rnl_status_t* rnl_saved_model_load_signature(rnl_saved_model_t* model, rnl_str_t key,
                                             const rnl_session_options_t* options,
                                             rnl_graph_t** out_graph, rnl_session_t** out_session) {
  return GuardLoad(model, out_graph, out_session, [&]() -> Status {
    std::string_view wanted;
    RUNNEL_RETURN_IF_ERROR(ToView(key, "key", &wanted));
    std::vector<std::string> inputs, outputs;
    RUNNEL_RETURN_IF_ERROR(SignatureTensors(model, wanted, &inputs, &outputs));
    return LoadPart(model, inputs, outputs, options, out_graph, out_session);
  });
}

rnl_status_t* rnl_saved_model_add_signature(rnl_saved_model_t* model, rnl_str_t key,
                                            rnl_session_t* session) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(model);
    RNL_CHECK_NOT_NULL(session);
    RUNNEL_RETURN_IF_ERROR(model->runtime().CheckProcess());
    if (!model->Made(session->graph->graph)) {
      return InvalidArgument("the session was not loaded from ", model->what);
    }
    std::string_view wanted;
    RUNNEL_RETURN_IF_ERROR(ToView(key, "key", &wanted));
    std::vector<std::string> inputs, outputs;
    RUNNEL_RETURN_IF_ERROR(SignatureTensors(model, wanted, &inputs, &outputs));
    const Status added = AddPart(model, inputs, outputs, session);
    return added.ok() ? added : added.WithPrefix(StrCat(model->what, ", signature \"", wanted, "\""));
  });
}

rnl_status_t* rnl_saved_model_import(rnl_saved_model_t* model, rnl_graph_t* graph,
                                     rnl_meta_graph_t** out_meta) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_meta);
    *out_meta = nullptr;
    RNL_CHECK_NOT_NULL(model);
    RNL_CHECK_NOT_NULL(graph);
    RUNNEL_RETURN_IF_ERROR(model->runtime().CheckProcess());
    return ImportWhole(*model, graph, {}, out_meta);
  });
}

rnl_status_t* rnl_graph_load(rnl_graph_t* graph, rnl_str_t path, const rnl_import_options_t* options,
                             rnl_meta_graph_t** out_meta) {
  return Guard([&]() -> Status {
    if (out_meta != nullptr) *out_meta = nullptr;
    RNL_CHECK_NOT_NULL(graph);
    RUNNEL_RETURN_IF_ERROR(graph->runtime().CheckProcess());
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(path, "path", &view));
    runnel::ImportOptions import;
    RUNNEL_RETURN_IF_ERROR(ToImportOptions(*graph->graph, options, &import));
    const runnel::ImporterOptions none;
    RUNNEL_ASSIGN_OR_RETURN(const Ref<rnl_saved_model_t> model,
                            OpenModel(graph->owner.get(), std::string(view), {},
                                      options == nullptr ? none : options->importer));
    return ImportWhole(*model, graph, import, out_meta);
  });
}

rnl_status_t* rnl_model_export(rnl_runtime_t* runtime, rnl_str_t meta_graph, rnl_str_t format,
                               rnl_bytes_t** out_model) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_model);
    *out_model = nullptr;
    RNL_CHECK_NOT_NULL(runtime);
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    if constexpr (runnel::kMinimal) return runnel::LeftOut("exporters");
    std::string_view bytes, wanted;
    RUNNEL_RETURN_IF_ERROR(ToView(meta_graph, "meta_graph", &bytes));
    RUNNEL_RETURN_IF_ERROR(ToView(format, "format", &wanted));
    RUNNEL_ASSIGN_OR_RETURN(std::string model,
                            runnel::ExportModel(&runtime->runtime->plugins(), bytes, wanted));
    *out_model = NewBytes(std::move(model));
    return runnel::OkStatus();
  });
}
