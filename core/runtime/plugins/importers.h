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
#include "core/io/file_bytes.h"
#include "core/runtime/plugins/plugin_loader.h"

namespace runnel {

using ImporterOptions = std::vector<std::pair<std::string, std::string>>;  // key and value

struct ImportedModel {
  std::string format;  // "ONNX"
  MetaGraphDef meta;
};

// How a model file and the files beside it are read.
struct FileOptions {
  MapFiles map = MapFiles::kNever;
  Allocator* allocator = SystemAllocator();  // of their bytes and of constants
};

// The model in `file`, which is that at `path`. Its large constants are where they lie in the files: the
// bytes of `file` are of no use afterwards, if a model was imported. Nothing, if no importer knows the
// format; *out_missing then names the importers that could not be loaded, with the reasons. Any thread.
// Errors: the importer's, with format and path; INVALID_ARGUMENT for an option that the importer does
// not have, and for a result that is no MetaGraph.
Result<std::optional<ImportedModel>> ImportModel(PluginSet* plugins, const OpRegistry& ops,
                                                 const Ref<FileBytes>& file, const std::string& path,
                                                 const FileOptions& how, const ImporterOptions& options,
                                                 std::string* out_missing);

// `meta_graph`, a MetaGraphDef, binary or text, as a file of the format that plugins call `format`, by
// id
// ("onnx") or name. Any thread. Errors: the exporter's, with the format; NOT_FOUND for a format that no
// plugin writes; those of ReadMetaGraphDef.
Result<std::string> ExportModel(PluginSet* plugins, std::string_view meta_graph,
                                std::string_view format);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLUGINS_IMPORTERS_H_
