// A model that was opened: the folder of a SavedModel, or a file with a graph, of any format that an
// importer reads.
#ifndef RUNNEL_C_API_MODEL_FILE_H_
#define RUNNEL_C_API_MODEL_FILE_H_

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "c_api/internal.h"
#include "core/graph/meta_graph.h"
#include "core/runtime/plugins/importers.h"

struct rnl_saved_model_t final : runnel::capi::Child {
  using Child::Child;
  std::string format;      // "SavedModel"
  bool is_plan = false;    // saved after planning
  std::string what;        // for messages: "SavedModel \"folder\""
  std::string checkpoint;  // prefix of the variables' values; empty: it brings none
  std::string assets;      // the folder of files that it brings
  runnel::SavedModel model;
  const runnel::MetaGraphDef* meta = nullptr;  // the one with the tags

  std::mutex mutex;                                  // guards the rest
  std::vector<std::weak_ptr<runnel::Graph>> loaded;  // graphs that were made from it

  void Remember(const std::shared_ptr<runnel::Graph>& graph) {
    const std::lock_guard lock(mutex);
    std::erase_if(loaded, [](const std::weak_ptr<runnel::Graph>& g) { return g.expired(); });
    loaded.push_back(graph);
  }
  bool Made(const std::shared_ptr<runnel::Graph>& graph) {
    const std::lock_guard lock(mutex);
    return std::any_of(loaded.begin(), loaded.end(),
                       [&](const std::weak_ptr<runnel::Graph>& g) { return g.lock() == graph; });
  }

  const runnel::SignatureDef* signature(size_t index) const {
    return index < meta->signatures.size() ? &meta->signatures[index] : nullptr;
  }
};

namespace runnel::capi {

// Of a folder, the graph whose tags are exactly `tags`; none: "serve". A file has no tags to choose by.
// Errors: NOT_FOUND for the path's files, or listing the tags that there are; DATA_LOSS or
// INVALID_ARGUMENT naming path and field for damage, and what a file of an unknown format is.
Result<Ref<rnl_saved_model_t>> OpenModel(rnl_runtime_t* runtime, const std::string& path,
                                         const std::vector<std::string>& tags,
                                         const ImporterOptions& options);

}  // namespace runnel::capi

#endif  // RUNNEL_C_API_MODEL_FILE_H_
