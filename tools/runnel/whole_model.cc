#include "tools/runnel/whole_model.h"

#include <sys/stat.h>

#include "tools/common/error.h"
#include "tools/common/files.h"
#include "tools/runnel/command.h"
#include "tools/runnel/saved_model.h"

namespace runnel::tools {
namespace {

bool IsFile(const std::string& path) {
  struct stat info;
  return ::stat(path.c_str(), &info) == 0;
}

}  // namespace

WholeModel LoadWhole(rnl_runtime_t* runtime, const std::string& path) {
  constexpr std::string_view kMetaSuffix = ".meta";
  WholeModel whole;
  Handle<rnl_saved_model_t, rnl_saved_model_release> model;
  Check(rnl_saved_model_open(runtime, Str(path), nullptr, 0, Out(&model)));
  whole.format = View(rnl_saved_model_format(model.get()));
  Check(rnl_graph_create(runtime, Out(&whole.graph)));
  Check(rnl_saved_model_import(model.get(), whole.graph.get(), Out(&whole.meta)));
  if (IsSavedModel(path)) {
    whole.checkpoint = path + "/variables/variables";
  } else if (path.ends_with(kMetaSuffix)) {
    whole.checkpoint = path.substr(0, path.size() - kMetaSuffix.size());
  }
  // A checkpoint of the first format is one file of that name.
  if (!IsFile(whole.checkpoint + ".index") &&
      (!IsFile(whole.checkpoint) || IsDirectory(whole.checkpoint)))
    whole.checkpoint.clear();
  return whole;
}

std::vector<std::string> Collection(const rnl_meta_graph_t* meta, const std::string& name) {
  rnl_collection_kind_t kind = RNL_COLLECTION_NONE;
  NamesHandle values;
  Check(rnl_meta_graph_collection(meta, Str(name), &kind, Out(&values)));
  std::vector<std::string> names;
  if (kind != RNL_COLLECTION_NODES) return names;
  for (size_t i = 0; i < rnl_names_count(values.get()); ++i)
    names.emplace_back(View(rnl_names_get(values.get(), i)));
  return names;
}

void RestoreFrom(rnl_session_t* session, const rnl_meta_graph_t* meta, const std::string& checkpoint) {
  SaverHandle saver;
  Check(rnl_saver_create(session, meta, Str(checkpoint), Out(&saver)));
  Check(rnl_saver_restore(saver.get(), Str(checkpoint)));
}

void RunNodes(rnl_session_t* session, const std::vector<std::string>& names) {
  if (names.empty()) return;
  std::vector<rnl_str_t> targets;
  for (const std::string& name : names) targets.push_back(Str(name));
  Check(rnl_session_run(session, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0, targets.data(),
                        targets.size(), nullptr));
}

}  // namespace runnel::tools
