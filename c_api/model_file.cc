#include "c_api/model_file.h"

#include <utility>

#include "core/base/file_kind.h"
#include "core/graph/content_store.h"
#include "core/io/file.h"
#include "core/io/file_bytes.h"
#include "core/io/foreign_file.h"
#include "core/io/plan_file.h"

namespace runnel::capi {
namespace {

constexpr std::string_view kDefaultTag = "serve";
constexpr uint64_t kMostBytes = uint64_t{1} << 40;       // of a model file
constexpr uint64_t kMostGraphBytes = uint64_t{1} << 30;  // of a folder's graph
constexpr std::string_view kMetaSuffix = ".meta";

constexpr std::string_view kMapKey = "models.map";

Result<MapFiles> MapOf(const Runtime& runtime) {
  const std::string* value = runtime.FindConfig(kMapKey);
  if (value == nullptr || *value == "never") return MapFiles::kNever;
  if (*value == "protected") return MapFiles::kProtected;
  if (*value == "always") return MapFiles::kAlways;
  return InvalidArgument("config ", kMapKey, " is \"", *value,
                         "\", expected never, protected or always");
}

// A file that was to be mapped, and was read after all, is told of.
Result<Ref<FileBytes>> OpenBytes(const std::string& path, uint64_t most, const FileOptions& how,
                                 Runtime& runtime) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<FileBytes> bytes,
                          FileBytes::Open(nullptr, path, how.map, most, how.allocator));
  if (!bytes->why_not().empty()) {
    runtime.Log(Severity::kWarning,
                StrCat("\"", path, "\" is read into memory, not mapped: ", bytes->why_not()));
  }
  return bytes;
}

// *out_file is that of the folder that was read.
Result<Ref<FileBytes>> ReadFolder(const FileSystem& files, const std::string& folder,
                                  const FileOptions& how, Runtime& runtime, std::string* out_file) {
  for (const char* name : {"/saved_model.pb", "/saved_model.pbtxt"}) {
    *out_file = folder + name;
    Result<Ref<FileBytes>> bytes = OpenBytes(*out_file, kMostGraphBytes, how, runtime);
    if (bytes.ok() || bytes.status().code() != Code::kNotFound) return bytes;
  }
  return NoSavedModelAt(files, folder);
}

Status OpenFolder(const FileSystem& files, const std::string& folder,
                  const std::vector<std::string>& tags, const FileOptions& how,
                  rnl_saved_model_t* model) {
  model->format = "SavedModel";
  model->what = StrCat("SavedModel \"", folder, "\"");
  model->checkpoint = folder + "/variables/variables";
  model->assets = folder + "/assets";
  std::string file;
  RUNNEL_ASSIGN_OR_RETURN(const Ref<FileBytes> bytes,
                          ReadFolder(files, folder, how, model->runtime(), &file));
  FileContents contents(how.allocator);
  contents.Add(bytes);
  Result<SavedModel> read = ReadSavedModelWith(bytes->bytes(), &contents);
  if (!read.ok() || read->meta_graphs.empty()) {
    const Status failed = ForeignFile(bytes->bytes(), FileKind::kSavedModel, read.status());
    if (!failed.ok()) return failed.WithPrefix(StrCat("SavedModel \"", file, "\""));
  }
  contents.Settle();
  model->model = std::move(*read);
  Result<const MetaGraphDef*> meta =
      model->model.Find(tags.empty() ? std::vector<std::string>{std::string(kDefaultTag)} : tags);
  if (!meta.ok()) return meta.status().WithPrefix(model->what);
  model->meta = *meta;
  return OkStatus();
}

// What TensorFlow wrote: a GraphDef or MetaGraph, binary or text.
Result<MetaGraphDef> ReadOwn(std::string_view bytes, FileKind kind, ContentStore* store) {
  if (kind == FileKind::kMetaGraph) return ReadMetaGraphDefWith(bytes, store);
  MetaGraphDef meta;
  RUNNEL_ASSIGN_OR_RETURN(meta.graph, ReadGraphFileWith(bytes, store));
  return meta;
}

// A file of TensorFlow's that is no graph: no importer is asked, for some look alike in their first
// bytes.
bool IsTensorFlows(FileKind kind) {
  switch (kind) {
    case FileKind::kSavedModel:
    case FileKind::kCheckpointIndex:
    case FileKind::kCheckpointState:
    case FileKind::kEvents:
    case FileKind::kRecords:
      return true;
    default:
      return false;
  }
}

Status OpenPlan(const Ref<FileBytes>& file, const FileOptions& how, const ImporterOptions& options,
                rnl_saved_model_t* model) {
  if (!options.empty())
    return InvalidArgument(model->what, ": importer option \"", options.front().first,
                           "\" for a plan, which needs no importer");
  model->format = "Runnel plan";
  model->what = StrCat("saved plan", model->what.substr(model->what.find(' ')));
  model->is_plan = true;
  FileContents contents(how.allocator);
  Result<MetaGraphDef> plan = ReadPlanFile(file, &contents);
  if (!plan.ok()) return plan.status().WithPrefix(model->what);
  contents.Settle();
  model->model.meta_graphs.back() = std::move(*plan);
  return OkStatus();
}

Status OpenFile(const FileSystem& files, const std::string& path, const FileOptions& how,
                const ImporterOptions& options, rnl_saved_model_t* model) {
  model->what = StrCat("model \"", path, "\"");
  const Result<Ref<FileBytes>> file = OpenBytes(path, kMostBytes, how, model->runtime());
  if (!file.ok()) return file.status().WithPrefix(model->what);
  const std::string_view bytes = (*file)->bytes();
  if (bytes.empty()) return InvalidArgument(model->what, ": the file is empty, expected a graph");
  const FileKind kind = SniffFile(bytes).kind;
  MetaGraphDef& meta = model->model.meta_graphs.emplace_back();
  model->meta = &meta;
  const bool is_own = kind == FileKind::kGraphDef || kind == FileKind::kMetaGraph;
  if (is_own || kMinimal) {
    if (!options.empty())
      return InvalidArgument(model->what, ": importer option \"", options.front().first,
                             "\" for a file that needs no importer");
    FileContents contents(how.allocator);
    contents.Add(*file);
    Result<MetaGraphDef> own = ReadOwn(bytes, kind, &contents);
    if (!own.ok()) return own.status().WithPrefix(model->what);
    contents.Settle();
    meta = std::move(*own);
    model->format = kind == FileKind::kMetaGraph ? "MetaGraph" : "GraphDef";
    if (path.ends_with(kMetaSuffix)) {
      const std::string prefix = path.substr(0, path.size() - kMetaSuffix.size());
      RUNNEL_ASSIGN_OR_RETURN(const bool has_values, files.Exists(prefix + ".index"));
      if (has_values) model->checkpoint = prefix;
    }
    return OkStatus();
  }
  if (kind == FileKind::kPlan) return OpenPlan(*file, how, options, model);
  std::string missing;
  std::optional<ImportedModel> imported;
  if (!IsTensorFlows(kind)) {
    RUNNEL_ASSIGN_OR_RETURN(imported, ImportModel(&model->runtime().plugins(), model->runtime().ops(),
                                                  *file, path, how, options, &missing));
  }
  if (imported.has_value()) {
    model->format = imported->format;
    model->what = StrCat(imported->format, " model \"", path, "\"");
    meta = std::move(imported->meta);
    return OkStatus();
  }
  // Neither ours nor an importer's: the reader of graphs says what it is.
  Status failed = ReadOwn(bytes, kind, nullptr).status();
  if (failed.ok()) failed = InvalidArgument("holds no graph");
  if (!missing.empty() && (kind == FileKind::kOnnx || kind == FileKind::kTfLite))
    failed = failed.WithPrefix(StrCat("no importer is there (", missing, ")"));
  return failed.WithPrefix(model->what);
}

}  // namespace

Result<Ref<rnl_saved_model_t>> OpenModel(rnl_runtime_t* runtime, const std::string& path,
                                         const std::vector<std::string>& tags,
                                         const ImporterOptions& options) {
  auto model = Ref<rnl_saved_model_t>::Adopt(new rnl_saved_model_t(Ref<rnl_runtime_t>::Share(runtime)));
  const FileSystem files;
  RUNNEL_ASSIGN_OR_RETURN(const MapFiles map, MapOf(model->runtime()));
  const FileOptions how{map, model->runtime().allocator()};
  RUNNEL_ASSIGN_OR_RETURN(const bool exists, files.Exists(path));
  const bool is_folder = !exists || files.List(path).ok();
  if (is_folder) {
    if (!options.empty())
      return InvalidArgument("importer option \"", options.front().first, "\" for a SavedModel");
    RUNNEL_RETURN_IF_ERROR(OpenFolder(files, path, tags, how, model.get()));
  } else {
    if (!tags.empty())
      return InvalidArgument("tags choose a graph of a SavedModel; \"", path, "\" is a file");
    RUNNEL_RETURN_IF_ERROR(OpenFile(files, path, how, options, model.get()));
  }
  return model;
}

}  // namespace runnel::capi
