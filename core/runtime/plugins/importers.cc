#include "core/runtime/plugins/importers.h"

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <memory>
#include <new>

#include "core/graph/body_names.h"
#include "core/io/confined_calls.h"
#include "core/io/file.h"
#include "core/runtime/devices/plugin_status.h"
#include "core/runtime/plugins/plugin_check.h"

namespace runnel {
namespace {

constexpr std::initializer_list<const char*> kImporters = {RUNNEL_IMPORTERS};
constexpr uint64_t kMostBytes = uint64_t{1} << 40;  // of one file beside a model
constexpr size_t kSniffedBytes = 4096;

// The words of a row's list, which are separated by spaces.
std::vector<std::string_view> Words(const char* text) {
  std::vector<std::string_view> words;
  std::string_view rest = text == nullptr ? "" : text;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(' '), rest.size());
    if (end > 0) words.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return words;
}

// One call of an importer: what it may ask for, and its result.
class Import : private rnlp_import_t {
 public:
  Import(const Ref<FileBytes>& file, const std::string& path, const FileOptions& how,
         const ImporterOptions& options)
      : rnlp_import_t{}, file_path_(path), how_(how), options_(options), contents_(how.allocator) {
    size_bytes = RNLP_SIZE_TO(rnlp_import_t, allocate_content);
    contents_.Add(file);
    model = {file->bytes().data(), file->bytes().size()};
    rnlp_import_t::path = {file_path_.data(), file_path_.size()};
    option = [](const rnlp_import_t* import, const char* key, size_t size) -> rnlp_str_t {
      for (const auto& [name, value] : Self(import)->options_) {
        if (name == std::string_view(key, size)) return {value.data(), value.size()};
      }
      return {nullptr, 0};
    };
    open = [](const rnlp_import_t* import, const char* name, size_t size, rnlp_str_t* out) {
      *out = {nullptr, 0};
      return Answer([&] { return Self(import)->Open({name, size}, out); });
    };
    append = [](const rnlp_import_t* import, const void* data, size_t size) {
      return Answer([&]() -> Status {
        Self(import)->result_.append(static_cast<const char*>(data), size);
        return OkStatus();
      });
    };
    name_content = [](const rnlp_import_t* import, const void* data, size_t size, uint64_t* out_number) {
      *out_number = 0;
      return Answer([&]() -> Status {
        RUNNEL_ASSIGN_OR_RETURN(*out_number,
                                Self(import)->contents_.Name({static_cast<const char*>(data), size}));
        return OkStatus();
      });
    };
    allocate_content = [](const rnlp_import_t* import, size_t size, void** out_data,
                          uint64_t* out_number) {
      *out_data = nullptr;
      *out_number = 0;
      return Answer([&]() -> Status {
        char* data = nullptr;
        RUNNEL_ASSIGN_OR_RETURN(*out_number, Self(import)->contents_.Allocate(size, &data));
        *out_data = data;
        return OkStatus();
      });
    };
  }
  Import(const Import&) = delete;

  const rnlp_import_t* table() const { return this; }
  // What the importer has made. Once: its constants take over the contents of the files.
  Result<MetaGraphDef> Read() {
    Result<MetaGraphDef> meta = ReadMetaGraphDefWith(result_, &contents_);
    contents_.Settle();
    return meta;
  }

 private:
  // Importers do not write to the table that they get; its own functions may.
  static Import* Self(const rnlp_import_t* import) {
    return const_cast<Import*>(static_cast<const Import*>(import));
  }

  // Nothing is thrown into a plugin.
  template <typename Fn>
  static rnlp_status_t* Answer(Fn&& fn) {
    try {
      return ToPluginStatus(fn());
    } catch (const std::bad_alloc&) {
      return ToPluginStatus(ResourceExhausted("out of memory while a model is imported"));
    }
  }

  Status Open(std::string_view name, rnlp_str_t* out) {
    const std::string wanted(name);
    auto found = files_.find(wanted);
    if (found == files_.end()) {
      Result<Ref<FileBytes>> bytes = ReadBeside(wanted);
      if (!bytes.ok()) return bytes.status().WithPrefix(StrCat("the model's file \"", wanted, "\""));
      contents_.Add(*bytes);
      found = files_.emplace(wanted, std::move(*bytes)).first;
    }
    *out = {found->second->bytes().data(), found->second->bytes().size()};
    return OkStatus();
  }

  Result<Ref<FileBytes>> ReadBeside(const std::string& name) {
    if (file_path_.empty()) return FailedPrecondition("the model came from memory, without a folder");
    if (folder_ == nullptr) {
      std::error_code error;
      const auto real = std::filesystem::canonical(FolderOf(file_path_), error);
      if (error) return FileError("find the folder of", file_path_, error.value());
      RUNNEL_ASSIGN_OR_RETURN(folder_, ConfinedCalls::Make(real.string()));
    }
    if (name.empty() || name.front() == '/')
      return PermissionDenied("its path must be relative to the model's folder");
    return FileBytes::Open(folder_.get(), JoinPath(folder_->folder(), name), how_.map, kMostBytes,
                           how_.allocator);
  }

  const std::string& file_path_;
  const FileOptions& how_;
  const ImporterOptions& options_;
  std::shared_ptr<ConfinedCalls> folder_;
  std::map<std::string, Ref<FileBytes>, std::less<>> files_;
  FileContents contents_;
  std::string result_;
};

struct Importer {
  const rnlp_importer_row_t* row = nullptr;
  const LoadedPlugin* plugin = nullptr;
};

Importer FindImporter(const PluginSet& plugins, std::string_view bytes) {
  const std::string_view head = bytes.substr(0, kSniffedBytes);
  for (const LoadedPlugin* plugin : plugins.plugins()) {
    for (const rnlp_importer_row_t* row : ImportersOf(*plugin->table)) {
      if (row->sniff(head.data(), head.size(), bytes.size()) != 0) return {row, plugin};
    }
  }
  return {};
}

// Those of the build that are not there yet. *out_missing tells of those that cannot be.
Status LoadImporters(PluginSet* plugins, std::string* out_missing) {
  if constexpr (kMinimal) return OkStatus();
  for (const char* name : kImporters) {
    Status loaded = plugins->Load(name, plugins->plugins().size());
    if (loaded.ok() || loaded.code() == Code::kAlreadyExists) continue;
    if (loaded.code() == Code::kResourceExhausted) return loaded;
    *out_missing += StrCat(out_missing->empty() ? "" : "; ", loaded.message());
  }
  return OkStatus();
}

// The one that writes the format; *out_known names those that do.
Importer FindExporter(const PluginSet& plugins, std::string_view format, std::string* out_known) {
  out_known->clear();
  for (const LoadedPlugin* plugin : plugins.plugins()) {
    for (const rnlp_importer_row_t* row : ImportersOf(*plugin->table)) {
      if (!RNLP_HAS(rnlp_importer_row_t, row, export_model) || row->export_model == nullptr) continue;
      if (format == row->id || format == row->name) return {row, plugin};
      *out_known += StrCat(out_known->empty() ? "" : ", ", row->id);
    }
  }
  return {};
}

// One call of an exporter, and its result.
struct Export : rnlp_export_t {
  explicit Export(std::string_view meta) : rnlp_export_t{} {
    size_bytes = RNLP_SIZE_TO(rnlp_export_t, append);
    meta_graph = {meta.data(), meta.size()};
    append = [](const rnlp_export_t* job, const void* data, size_t size) -> rnlp_status_t* {
      try {
        static_cast<const Export*>(job)->result.append(static_cast<const char*>(data), size);
        return nullptr;
      } catch (const std::bad_alloc&) {
        return ToPluginStatus(ResourceExhausted("out of memory while a model is exported"));
      }
    };
  }
  mutable std::string result;
};

Status CheckOptions(const rnlp_importer_row_t& row, const ImporterOptions& options) {
  const std::vector<std::string_view> known = Words(row.options);
  for (const auto& [key, value] : options) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    return InvalidArgument("the importer of ", row.name, " has no option \"", key, "\"; it has ",
                           known.empty() ? "none" : row.options);
  }
  return OkStatus();
}

}  // namespace

Result<std::optional<ImportedModel>> ImportModel(PluginSet* plugins, const OpRegistry& ops,
                                                 const Ref<FileBytes>& file, const std::string& path,
                                                 const FileOptions& how, const ImporterOptions& options,
                                                 std::string* out_missing) {
  out_missing->clear();
  const std::string_view bytes = file->bytes();
  Importer importer = FindImporter(*plugins, bytes);
  if (importer.row == nullptr) {
    RUNNEL_RETURN_IF_ERROR(LoadImporters(plugins, out_missing));
    importer = FindImporter(*plugins, bytes);
  }
  if (importer.row == nullptr) return std::optional<ImportedModel>();
  RUNNEL_RETURN_IF_ERROR(CheckOptions(*importer.row, options));
  const std::string what = path.empty() ? StrCat(importer.row->name, " model")
                                        : StrCat(importer.row->name, " model \"", path, "\"");
  ImportedModel imported{importer.row->name, {}};
  {
    Import import(file, path, how, options);
    const Status status = FromPluginStatus(
        importer.row->import(importer.plugin->host->table(), importer.plugin->instance, import.table()));
    if (!status.ok()) return status.WithPrefix(what);
    Result<MetaGraphDef> meta = import.Read();
    if (!meta.ok()) return meta.status().WithPrefix(StrCat(what, ": what its importer made"));
    imported.meta = std::move(*meta);
  }
  NameBodyOutputs(ops, &imported.meta.graph);
  return std::optional<ImportedModel>(std::move(imported));
}

Result<std::string> ExportModel(PluginSet* plugins, std::string_view meta_graph,
                                std::string_view format) {
  // Written again, so that an exporter sees one form: binary, numbers as bytes.
  RUNNEL_ASSIGN_OR_RETURN(const MetaGraphDef meta, ReadMetaGraphDef(meta_graph));
  std::string known, missing;
  Importer exporter = FindExporter(*plugins, format, &known);
  if (exporter.row == nullptr) {
    RUNNEL_RETURN_IF_ERROR(LoadImporters(plugins, &missing));
    exporter = FindExporter(*plugins, format, &known);
  }
  if (exporter.row == nullptr) {
    return NotFound("no plugin writes models of format \"", format, "\"; there are exporters of ",
                    known.empty() ? "none" : known, missing.empty() ? "" : "; ", missing);
  }
  RUNNEL_ASSIGN_OR_RETURN(const std::string bytes, EncodeMetaGraphDef(meta));
  const Export job(bytes);
  const Status status = FromPluginStatus(
      exporter.row->export_model(exporter.plugin->host->table(), exporter.plugin->instance, &job));
  if (!status.ok()) return status.WithPrefix(StrCat(exporter.row->name, " model"));
  return std::move(job.result);
}

}  // namespace runnel
