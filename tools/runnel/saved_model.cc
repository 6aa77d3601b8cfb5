#include "tools/runnel/saved_model.h"

#include <sys/stat.h>

#include <utility>

#include "tools/common/error.h"

namespace runnel::tools {

bool IsSavedModel(const std::string& path) {
  struct stat info;
  for (const char* name : {"/saved_model.pb", "/saved_model.pbtxt"}) {
    if (::stat((path + name).c_str(), &info) == 0) return true;
  }
  return false;
}

std::string DefaultSignature(const rnl_saved_model_t* model) {
  std::string chosen;
  for (size_t s = 0; s < rnl_saved_model_num_signatures(model); ++s) {
    const std::string_view key = View(rnl_saved_model_signature_key(model, s));
    if (chosen.empty() || key == "serving_default") chosen = key;
  }
  return chosen;
}

SavedModel::SavedModel(rnl_runtime_t* runtime, std::string path, const std::string& signature)
    : path_(std::move(path)) {
  Check(rnl_saved_model_open(runtime, Str(path_), nullptr, 0, Out(&model_)));
  names_tensors_ = signature.empty();
  if (is_graph() && !signature.empty())
    throw UsageError("--signature is for SavedModels and imported models");
  if (!signature.empty()) {
    ReadSignature(signature);
  } else if (!is_graph() && !IsSavedModel(path_)) {
    ReadSignature("serving_default");
  }
}

bool SavedModel::is_graph() const {
  const std::string_view format = View(rnl_saved_model_format(model_.get()));
  return format == "GraphDef" || format == "MetaGraph";
}

GraphHandle SavedModel::Graph(rnl_runtime_t* runtime) const {
  GraphHandle graph;
  MetaGraphHandle meta;
  Check(rnl_graph_create(runtime, Out(&graph)));
  Check(rnl_saved_model_import(model_.get(), graph.get(), Out(&meta)));
  return graph;
}

void SavedModel::ReadSignature(const std::string& wanted) {
  std::string known;
  for (size_t s = 0; s < rnl_saved_model_num_signatures(model_.get()); ++s) {
    const std::string_view key = View(rnl_saved_model_signature_key(model_.get(), s));
    known += Cat(known.empty() ? "" : ", ", key);
    if (key != wanted) continue;
    const auto add = [&](auto get, size_t count, std::vector<Named>* list) {
      for (size_t i = 0; i < count; ++i) {
        rnl_str_t name, tensor;
        Check(get(model_.get(), s, i, &name, &tensor, nullptr));
        tensors_.emplace(View(name), View(tensor));
        list->push_back({std::string(View(name)), std::string(View(tensor))});
      }
    };
    add(rnl_saved_model_input, rnl_saved_model_num_inputs(model_.get(), s), &inputs_);
    add(rnl_saved_model_output, rnl_saved_model_num_outputs(model_.get(), s), &outputs_);
    return;
  }
  Fail("--signature: ", path_, " has no signature ", wanted, "; it has ",
       known.empty() ? "none" : known);
}

std::string SavedModel::Tensor(const std::string& name) const {
  if (tensors_.empty()) return name;
  const auto it = tensors_.find(name);
  if (it != tensors_.end() && !it->second.empty()) return it->second;
  if (names_tensors_) return name;
  std::string known;
  for (const auto& [key, tensor] : tensors_) known += Cat(known.empty() ? "" : ", ", key);
  Fail("NOT_FOUND: the signature has no \"", name, "\"; it has ", known);
}

void SavedModel::Load(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs,
                      const rnl_session_options_t* options, GraphHandle* graph,
                      SessionHandle* session) const {
  const auto views = [](const std::vector<std::string>& names) {
    std::vector<rnl_str_t> all;
    for (const std::string& name : names) all.push_back(Str(name));
    return all;
  };
  const std::vector<rnl_str_t> in = views(inputs), out = views(outputs);
  Check(rnl_saved_model_load(model_.get(), in.data(), in.size(), out.data(), out.size(), options,
                             Out(graph), Out(session)));
}

}  // namespace runnel::tools
