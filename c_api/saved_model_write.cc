// SavedModels written from a session.
#include "c_api/saved_model_write.h"

#include "c_api/variables.h"
#include "core/graph/needed.h"
#include "core/io/saved_model_writer.h"

using runnel::AssetFileDef;
using runnel::GraphVariable;
using runnel::MetaGraphDef;
using runnel::MetaGraphSpec;
using runnel::SavedModelFiles;
using runnel::SavedVariable;
using runnel::Status;
using runnel::StrCat;
using runnel::Tensor;
using namespace runnel::capi;

namespace {

constexpr std::string_view kDefaultTag = "serve";

// The variables that have a value, with it: those of `part`, which is the session's graph or a copy of
// some of its nodes.
Status ReadValues(rnl_session_t* session, const runnel::Graph& part, const MetaGraphSpec& spec,
                  std::vector<SavedVariable>* saved, std::vector<Tensor>* values) {
  runnel::Graph& graph = *session->graph->graph;
  RUNNEL_ASSIGN_OR_RETURN(auto listed, runnel::ListVariables(graph));
  if (&part != &graph) {
    std::erase_if(listed, [&](const GraphVariable& variable) {
      return part.FindNode(variable.handle->name()) == nullptr;
    });
  }
  RUNNEL_ASSIGN_OR_RETURN(listed, runnel::GlobalVariables(spec, std::move(listed)));
  RUNNEL_ASSIGN_OR_RETURN(const auto nodes, NodesOf(graph, listed));
  RUNNEL_ASSIGN_OR_RETURN(const auto initialized, AreInitialized(*session->session, nodes));
  std::vector<GraphVariable> with_value;
  std::vector<VariableNodes> read;
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (!initialized[i]) continue;
    with_value.push_back(listed[i]);
    read.push_back(nodes[i]);
  }
  RUNNEL_ASSIGN_OR_RETURN(*saved, runnel::SavedVariables(spec, with_value));
  RUNNEL_ASSIGN_OR_RETURN(*values, ReadAll(*session->session, read));
  return runnel::OkStatus();
}

// Which file each asset is, under names that are all different.
Status FindAssets(const rnl_meta_graph_t* meta, MetaGraphSpec* spec,
                  std::vector<SavedModelFiles::Asset>* assets) {
  for (AssetFileDef& asset : spec->def.assets) {
    const auto source = meta->asset_sources.find(asset.tensor);
    if (source == meta->asset_sources.end()) {
      return runnel::FailedPrecondition("the asset \"", asset.filename, "\" of tensor \"", asset.tensor,
                                        "\" has no file: rnl_meta_graph_add_asset says which it is");
    }
    const auto same = std::find_if(assets->begin(), assets->end(), [&](const SavedModelFiles::Asset& a) {
      return a.source == source->second;
    });
    if (same != assets->end()) {
      asset.filename = same->filename;
      continue;
    }
    asset.filename = runnel::AssetName(source->second, *assets);
    assets->push_back({asset.filename, source->second});
  }
  return runnel::OkStatus();
}

Status Write(rnl_session_t* session, const runnel::Graph& graph, const rnl_meta_graph_t* meta,
             const std::string& folder) {
  MetaGraphSpec spec = meta == nullptr ? MetaGraphSpec() : meta->spec;
  if (spec.def.tags.empty()) spec.def.tags.emplace_back(kDefaultTag);
  // The graph's own saver may save more than has a value.
  spec.def.saver = {};
  SavedModelFiles files;
  RUNNEL_RETURN_IF_ERROR(FindAssets(meta, &spec, &files.assets));
  std::vector<SavedVariable> saved;
  std::vector<Tensor> values;
  RUNNEL_RETURN_IF_ERROR(ReadValues(session, graph, spec, &saved, &values));
  for (size_t i = 0; i < saved.size(); ++i)
    files.variables.push_back({saved[i].key, saved[i].slice, std::move(values[i])});
  runnel::SavedModel model;
  model.schema_version = 1;
  RUNNEL_ASSIGN_OR_RETURN(MetaGraphDef def, runnel::BuildMetaGraph(graph, spec, saved));
  model.meta_graphs.push_back(std::move(def));
  RUNNEL_ASSIGN_OR_RETURN(files.model, runnel::EncodeSavedModel(model));
  return runnel::WriteSavedModel(runnel::FileSystem(), folder, files);
}

}  // namespace

rnl_status_t* rnl_saved_model_write(rnl_session_t* session, const rnl_meta_graph_t* meta,
                                    rnl_str_t folder) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(session);
    RUNNEL_RETURN_IF_ERROR(session->runtime().CheckProcess());
    if constexpr (runnel::kMinimal) return runnel::LeftOut("SavedModels that are written");
    std::string_view path;
    RUNNEL_RETURN_IF_ERROR(ToView(folder, "folder", &path));
    const Status written = Write(session, *session->graph->graph, meta, std::string(path));
    return written.ok() ? written : written.WithPrefix(StrCat("SavedModel \"", path, "\""));
  });
}

namespace runnel::capi {

Status WriteServed(rnl_session_t* session, const rnl_meta_graph_t& meta, const std::string& folder) {
  if constexpr (kMinimal) return LeftOut("SavedModels that are written");
  const Graph& graph = *session->graph->graph;
  std::vector<Node*> roots;
  const auto add = [&](std::string_view tensor) {
    Node* const node = graph.FindNode(tensor.substr(0, tensor.find(':')));
    if (node != nullptr) roots.push_back(node);
  };
  add(meta.spec.init_op);
  for (const auto& signature : meta.spec.def.signatures) {
    for (const auto& input : signature.inputs) add(input.name);
    for (const auto& output : signature.outputs) add(output.name);
  }
  RUNNEL_ASSIGN_OR_RETURN(const std::shared_ptr<Graph> part, CopyNeeded(graph, roots));
  const Status written = Write(session, *part, &meta, folder);
  return written.ok() ? written : written.WithPrefix(StrCat("SavedModel \"", folder, "\""));
}

}  // namespace runnel::capi
