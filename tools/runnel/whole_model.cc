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

// What the file says besides its graph; nothing if it is a GraphDef.
MetaGraphHandle ReadMeta(const std::string& path) {
  MetaGraphHandle meta;
  const std::string bytes = ReadFile(path);
  rnl_status_t* status = rnl_meta_graph_read(Str(bytes), Out(&meta));
  if (status == nullptr) return meta;
  const bool is_graph =
      View(rnl_status_message(status)).find("this is a GraphDef") != std::string_view::npos;
  if (is_graph) {
    rnl_status_release(status);
    Check(rnl_meta_graph_create(Out(&meta)));
    return meta;
  }
  try {
    Check(status);
  } catch (const Error& error) {
    Fail(path, ": ", error.what());
  }
  return meta;
}

}  // namespace

WholeModel LoadWhole(rnl_runtime_t* runtime, const std::string& path) {
  WholeModel whole;
  if (IsSavedModel(path)) {
    Handle<rnl_saved_model_t, rnl_saved_model_release> model;
    Check(rnl_saved_model_open(runtime, Str(path), nullptr, 0, Out(&model)));
    Check(rnl_graph_create(runtime, Out(&whole.graph)));
    Check(rnl_saved_model_import(model.get(), whole.graph.get(), Out(&whole.meta)));
    whole.checkpoint = path + "/variables/variables";
  } else {
    whole.graph = LoadGraph(runtime, path);
    whole.meta = ReadMeta(path);
    constexpr std::string_view kSuffix = ".meta";
    if (path.ends_with(kSuffix)) whole.checkpoint = path.substr(0, path.size() - kSuffix.size());
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
