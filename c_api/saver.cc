// Checkpoints written as training goes on.
#include <chrono>
#include <mutex>
#include <optional>

#include "c_api/meta_graph.h"
#include "c_api/variables.h"
#include "core/base/clock.h"
#include "core/io/bundle_reader.h"
#include "core/io/bundle_writer.h"
#include "core/io/checkpoint_manager.h"

using runnel::BundleReader;
using runnel::CheckpointManager;
using runnel::FileSystem;
using runnel::InvalidArgument;
using runnel::KeepRules;
using runnel::Ref;
using runnel::Result;
using runnel::SavedVariable;
using runnel::Status;
using runnel::Tensor;
using namespace runnel::capi;

struct rnl_saver_t final : Child {
  explicit rnl_saver_t(Ref<rnl_session_t> s) : Child(s->owner), session(std::move(s)) {}
  const Ref<rnl_session_t> session;
  runnel::MetaGraphSpec spec;
  std::string folder, name;  // "folder/name-STEP"

  std::mutex mutex;  // guards the rest
  KeepRules rules;
  std::optional<CheckpointManager> manager;
  int64_t every_steps = 0;
  double every_seconds = 600;
  std::optional<int64_t> last_step;
  int64_t last_ns = 0;
};

namespace {

// The nodes of the graph that save and restore; null if it has none.
struct GraphSaver {
  runnel::OutputRef filename, save;
  runnel::Node* restore = nullptr;
};

GraphSaver FindGraphSaver(const rnl_saver_t& saver) {
  const runnel::SaverDef& def = saver.spec.def.saver;
  runnel::Graph& graph = *saver.session->graph->graph;
  GraphSaver found;
  constexpr int kVersion2 = 2;
  if (def.version != kVersion2 || def.restore_op.empty()) return found;
  const auto filename = graph.FindOutput(def.filename_tensor), save = graph.FindOutput(def.save_tensor);
  runnel::Node* restore = graph.FindNode(def.restore_op.substr(0, def.restore_op.find(':')));
  if (!filename.ok() || !save.ok() || restore == nullptr) return found;
  return {*filename, *save, restore};
}

Result<std::vector<VariableNodes>> Variables(const rnl_saver_t& saver,
                                             std::vector<SavedVariable>* saved) {
  runnel::Graph& graph = *saver.session->graph->graph;
  RUNNEL_ASSIGN_OR_RETURN(auto listed, runnel::ListVariables(graph));
  RUNNEL_ASSIGN_OR_RETURN(listed, runnel::GlobalVariables(saver.spec, std::move(listed)));
  RUNNEL_ASSIGN_OR_RETURN(*saved, runnel::SavedVariables(saver.spec, listed));
  return NodesOf(graph, listed);
}

Status WriteByRunnel(const rnl_saver_t& saver, const std::string& prefix) {
  runnel::Session& session = *saver.session->session;
  std::vector<SavedVariable> saved, with_value;
  RUNNEL_ASSIGN_OR_RETURN(const auto nodes, Variables(saver, &saved));
  RUNNEL_ASSIGN_OR_RETURN(const auto initialized, AreInitialized(session, nodes));
  std::vector<VariableNodes> read;
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (!initialized[i]) continue;
    read.push_back(nodes[i]);
    with_value.push_back(saved[i]);
  }
  if (read.empty()) {
    return runnel::FailedPrecondition("none of the graph's ", nodes.size(),
                                      " variables has a value to save");
  }
  RUNNEL_ASSIGN_OR_RETURN(const auto values, ReadAll(session, read));
  runnel::BundleWriter writer{FileSystem(), prefix};
  for (size_t i = 0; i < values.size(); ++i) {
    const SavedVariable& variable = with_value[i];
    if (variable.slice.empty()) {
      RUNNEL_RETURN_IF_ERROR(writer.Add(variable.key, values[i]));
      continue;
    }
    RUNNEL_ASSIGN_OR_RETURN(const auto where, runnel::ParseShapeAndSlice(variable.slice));
    RUNNEL_RETURN_IF_ERROR(writer.AddSlice(variable.key, where, values[i]));
  }
  return writer.Finish();
}

Status ReadByRunnel(const rnl_saver_t& saver, const std::string& prefix) {
  std::vector<SavedVariable> saved;
  RUNNEL_ASSIGN_OR_RETURN(auto nodes, Variables(saver, &saved));
  RUNNEL_ASSIGN_OR_RETURN(const auto reader, BundleReader::Open(FileSystem(), prefix));
  // What a variable is in the checkpoint, a slice of a tensor by its own shape.
  std::map<std::string, size_t, std::less<>> by_node;
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (!saved[i].slice.empty()) nodes[i].key = nodes[i].handle->name();
    by_node.emplace(nodes[i].key, i);
  }
  const auto stored = [&](const std::string& name) -> std::optional<StoredVariable> {
    const auto it = by_node.find(name);
    const bool is_slice = it != by_node.end() && !saved[it->second].slice.empty();
    const runnel::BundleEntry* entry = reader->Find(is_slice ? saved[it->second].key : name);
    if (entry == nullptr) return std::nullopt;
    if (!is_slice) return StoredVariable{entry->dtype, entry->shape};
    const auto where = runnel::ParseShapeAndSlice(saved[it->second].slice);
    if (!where.ok() || where->full_shape != entry->shape)
      return StoredVariable{entry->dtype, entry->shape};
    return StoredVariable{entry->dtype, where->slice.BoxShape()};
  };
  RUNNEL_RETURN_IF_ERROR(CheckStored(reader->prefix(), nodes, stored));
  std::vector<Tensor> values;
  runnel::Allocator* const allocator = saver.runtime().allocator();
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (saved[i].slice.empty()) {
      RUNNEL_ASSIGN_OR_RETURN(Tensor value, reader->Read(nodes[i].key, allocator));
      values.push_back(std::move(value));
      continue;
    }
    RUNNEL_ASSIGN_OR_RETURN(const auto where, runnel::ParseShapeAndSlice(saved[i].slice));
    RUNNEL_ASSIGN_OR_RETURN(Tensor value, reader->ReadSlice(saved[i].key, where.slice, allocator));
    values.push_back(std::move(value));
  }
  return AssignAll(*saver.session->session, nodes, values);
}

Status SaveLocked(rnl_saver_t* saver, int64_t step, std::string* out_prefix) {
  if constexpr (runnel::kMinimal) return runnel::LeftOut("savers");
  runnel::Graph& graph = *saver->session->graph->graph;
  const FileSystem files;
  if (!saver->manager) {
    RUNNEL_RETURN_IF_ERROR(files.MakeFolders(saver->folder));
    RUNNEL_ASSIGN_OR_RETURN(saver->manager, CheckpointManager::Open(files, saver->folder, saver->rules));
  }
  saver->manager->set_rules(saver->rules);
  const std::string prefix = saver->manager->PrefixFor(saver->name, step);
  const GraphSaver nodes = FindGraphSaver(*saver);
  if (nodes.restore != nullptr) {
    RUNNEL_ASSIGN_OR_RETURN(const Tensor fed, Tensor::FromStrings(runnel::Shape(), {&prefix, 1}));
    runnel::Signature signature;
    signature.feeds.push_back(nodes.filename);
    // What is fed may be what is fetched, too.
    const bool is_same = nodes.save == nodes.filename;
    if (!is_same) signature.fetches.push_back(nodes.save);
    if (is_same) signature.targets.push_back(nodes.save.node);
    Tensor path;
    RUNNEL_RETURN_IF_ERROR(
        saver->session->session->Run(signature, {&fed, 1}, {&path, is_same ? 0u : 1u}));
  } else {
    RUNNEL_RETURN_IF_ERROR(WriteByRunnel(*saver, prefix));
  }
  RUNNEL_ASSIGN_OR_RETURN(auto listed, runnel::ListVariables(graph));
  RUNNEL_ASSIGN_OR_RETURN(listed, runnel::GlobalVariables(saver->spec, std::move(listed)));
  RUNNEL_ASSIGN_OR_RETURN(const auto saved, runnel::SavedVariables(saver->spec, listed));
  RUNNEL_ASSIGN_OR_RETURN(const auto def, runnel::BuildMetaGraph(graph, saver->spec, saved));
  RUNNEL_ASSIGN_OR_RETURN(const std::string bytes, runnel::EncodeMetaGraphDef(def));
  RUNNEL_RETURN_IF_ERROR(files.WriteAtomically(prefix + ".meta", bytes));
  RUNNEL_RETURN_IF_ERROR(saver->manager->Record(prefix));
  saver->last_step = step;
  saver->last_ns = runnel::MonotonicNs();
  *out_prefix = prefix;
  return runnel::OkStatus();
}

}  // namespace

rnl_status_t* rnl_saver_create(rnl_session_t* session, const rnl_meta_graph_t* meta, rnl_str_t prefix,
                               rnl_saver_t** out_saver) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_saver);
    *out_saver = nullptr;
    RNL_CHECK_NOT_NULL(session);
    RUNNEL_RETURN_IF_ERROR(session->runtime().CheckProcess());
    if constexpr (runnel::kMinimal) return runnel::LeftOut("savers");
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(prefix, "prefix", &view));
    const std::string path(view);
    const auto saver = Ref<rnl_saver_t>::Adopt(new rnl_saver_t(Ref<rnl_session_t>::Share(session)));
    saver->folder = runnel::FolderOf(path);
    saver->name = runnel::FileNameOf(path);
    if (saver->name.empty())
      return InvalidArgument("the prefix \"", path, "\" has no name in its folder");
    saver->rules.name_prefix = saver->name + "-";
    if (meta != nullptr) {
      saver->spec = meta->spec;
      saver->spec.def.saver = meta->saver;
      if (!meta->saver.restore_op.empty()) {
        saver->rules.newest = meta->saver.max_to_keep;
        saver->rules.every_hours = static_cast<double>(meta->saver.keep_checkpoint_every_n_hours);
      }
    }
    const auto state = runnel::ReadCheckpointState(FileSystem(), saver->folder);
    if (!state.ok() && state.status().code() != runnel::Code::kNotFound) return state.status();
    saver->last_ns = runnel::MonotonicNs();
    *out_saver = Retain(saver.get());
    return runnel::OkStatus();
  });
}

rnl_saver_t* rnl_saver_retain(rnl_saver_t* saver) { return Retain(saver); }

void rnl_saver_release(rnl_saver_t* saver) { Release(saver); }

rnl_status_t* rnl_saver_set_keep(rnl_saver_t* saver, int32_t max_to_keep, double keep_every_hours) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(saver);
    if (max_to_keep < 0) return InvalidArgument("max_to_keep is ", max_to_keep, ", expected 0 or more");
    if (!(keep_every_hours >= 0))
      return InvalidArgument("keep_every_hours is ", keep_every_hours, ", expected 0 or more");
    const std::lock_guard lock(saver->mutex);
    saver->rules.newest = max_to_keep;
    saver->rules.every_hours = keep_every_hours;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_saver_set_interval(rnl_saver_t* saver, int64_t every_steps, double every_seconds) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(saver);
    if (every_steps < 0) return InvalidArgument("every_steps is ", every_steps, ", expected 0 or more");
    if (!(every_seconds >= 0))
      return InvalidArgument("every_seconds is ", every_seconds, ", expected 0 or more");
    const std::lock_guard lock(saver->mutex);
    saver->every_steps = every_steps;
    saver->every_seconds = every_seconds;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_saver_save(rnl_saver_t* saver, int64_t step, rnl_bytes_t** out_prefix) {
  if (out_prefix != nullptr) *out_prefix = nullptr;
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(saver);
    RUNNEL_RETURN_IF_ERROR(saver->runtime().CheckProcess());
    const std::lock_guard lock(saver->mutex);
    std::string prefix;
    RUNNEL_RETURN_IF_ERROR(SaveLocked(saver, step, &prefix));
    if (out_prefix != nullptr) *out_prefix = NewBytes(std::move(prefix));
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_saver_step(rnl_saver_t* saver, int64_t step, bool* out_saved) {
  if (out_saved != nullptr) *out_saved = false;
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(saver);
    RUNNEL_RETURN_IF_ERROR(saver->runtime().CheckProcess());
    const std::lock_guard lock(saver->mutex);
    const int64_t now = runnel::MonotonicNs();
    if (!saver->last_step) {
      saver->last_step = step;
      saver->last_ns = now;
      return runnel::OkStatus();
    }
    const bool by_steps = saver->every_steps > 0 && step - *saver->last_step >= saver->every_steps;
    const bool by_time = saver->every_seconds > 0 &&
                         static_cast<double>(now - saver->last_ns) >= saver->every_seconds * 1e9;
    if (!by_steps && !by_time) return runnel::OkStatus();
    std::string prefix;
    RUNNEL_RETURN_IF_ERROR(SaveLocked(saver, step, &prefix));
    if (out_saved != nullptr) *out_saved = true;
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_saver_restore(rnl_saver_t* saver, rnl_str_t prefix) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(saver);
    RUNNEL_RETURN_IF_ERROR(saver->runtime().CheckProcess());
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(prefix, "prefix", &view));
    std::string path(view);
    const std::lock_guard lock(saver->mutex);
    if (path.empty()) {
      RUNNEL_ASSIGN_OR_RETURN(path, runnel::LatestCheckpoint(FileSystem(), saver->folder));
    }
    const GraphSaver nodes = FindGraphSaver(*saver);
    if (nodes.restore == nullptr) return ReadByRunnel(*saver, path);
    RUNNEL_ASSIGN_OR_RETURN(const Tensor fed, Tensor::FromStrings(runnel::Shape(), {&path, 1}));
    runnel::Signature signature;
    signature.feeds.push_back(nodes.filename);
    signature.targets.push_back(nodes.restore);
    return saver->session->session->Run(signature, {&fed, 1}, {});
  });
}

rnl_status_t* rnl_checkpoint_list(rnl_runtime_t* runtime, rnl_str_t folder, rnl_names_t** out_prefixes) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_prefixes);
    *out_prefixes = nullptr;
    RNL_CHECK_NOT_NULL(runtime);
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(folder, "folder", &view));
    const std::string path(view);
    RUNNEL_ASSIGN_OR_RETURN(runnel::CheckpointState state,
                            runnel::ReadCheckpointState(FileSystem(), path));
    // The newest is last, also where a reader of older ones has written the file.
    std::erase(state.all, state.latest);
    if (!state.latest.empty()) state.all.push_back(state.latest);
    for (std::string& name : state.all) name = runnel::JoinPath(path, name);
    *out_prefixes = NewNames(std::move(state.all));
    return runnel::OkStatus();
  });
}
