// Importing the model files of other programs, by the importers that plugins bring.
//
// The content decides which importer reads a file. If no plugin of the runtime knows it, those that the
// build names (RUNNEL_IMPORTERS) are loaded, which a process that reads only TensorFlow's files never
// does.
#ifndef RUNNEL_CORE_RUNTIME_PLUGINS_IMPORTERS_H_
#define RUNNEL_CORE_RUNTIME_PLUGINS_IMPORTERS_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/graph/meta_graph.h"
#include "core/runtime/plugins/plugin_loader.h"

namespace runnel {

using ImporterOptions = std::vector<std::pair<std::string, std::string>>;  // key and value

struct ImportedModel {
  std::string format;  // "ONNX"
  MetaGraphDef meta;
};

// The model in `bytes`, the whole of the file at `path`; an empty path is bytes from memory, which can
// have no files beside them. Nothing, if no importer knows the format; *out_missing then names the
// importers that could not be loaded, with the reasons. Any thread. Errors: the importer's, with format
// and path; INVALID_ARGUMENT for an option that the importer does not have, and for a result that is no
// MetaGraph.
Result<std::optional<ImportedModel>> ImportModel(PluginSet* plugins, const OpRegistry& ops,
                                                 std::string_view bytes, const std::string& path,
                                                 const ImporterOptions& options,
                                                 std::string* out_missing);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLUGINS_IMPORTERS_H_
