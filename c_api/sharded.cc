// Sharded checkpoints: every task saves and restores what lies on it, in files of its own.
//
// Under a prefix each task has two files, of which a save takes the one that the last whole save does
// not use, and a manifest, which is written once all files are whole and is what makes the save count.
// So at every moment one whole save is there, also if tasks end in the middle.
#include <sys/random.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include "c_api/shard_nodes.h"
#include "core/io/file.h"

using runnel::Code;
using runnel::Result;
using runnel::Session;
using runnel::Status;
using runnel::StrCat;
using runnel::Tensor;
using namespace runnel::capi;

namespace {

constexpr std::string_view kManifestSuffix = ".manifest";
constexpr std::string_view kIndexSuffix = ".index";

Result<Tensor> StringScalar(const std::string& value) {
  return Tensor::FromStrings(runnel::Shape(), std::span(&value, 1));
}

// The prefix as a pattern that matches it alone.
std::string Quoted(std::string_view text) {
  std::string quoted;
  for (const char c : text) {
    if (c == '*' || c == '?' || c == '[' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted;
}

// A checkpoint of a session's tasks under one prefix.
class Sharded {
 public:
  Sharded(rnl_session_t* session, std::string prefix)
      : session_(*session->session),
        graph_(*session->graph->graph),
        nodes_(session->graph->shards()),
        prefix_(std::move(prefix)) {}

  Status Save();
  Status Restore();
  // The newest save's number, 0 if there is none.
  Result<int64_t> Saves();

 private:
  struct Manifest {
    TaskOfSession at;
    ShardManifest content;
  };

  // What of this prefix the tasks have: behind it and a dot, by task.
  Status Find();
  // The newest manifest, if there is one. Errors: FAILED_PRECONDITION if tasks disagree.
  Result<std::optional<Manifest>> Newest();
  Result<ShardManifest> ReadManifest(const TaskOfSession& task, const std::string& path);
  // Where a shard of the save `id` lies now: task, and path there.
  Result<std::pair<TaskOfSession, std::string>> Locate(const ShardManifest::Shard& shard, int64_t id);
  Status Run(const std::vector<std::pair<runnel::OutputRef, Tensor>>& feeds,
             const std::vector<runnel::OutputRef>& fetches, const std::vector<runnel::Node*>& targets,
             std::vector<Tensor>* fetched, runnel::RunMetadata* metadata = nullptr);
  // The graph's variables that have a value, by the task that they lie on.
  Result<std::vector<ShardOfVariables>> Spread();
  Result<std::vector<ShardOfVariables>> Spread(const ShardManifest& manifest,
                                               std::vector<std::string>* paths);
  std::string PathOf(std::string_view suffix) const { return StrCat(prefix_, ".", suffix); }

  Session& session_;
  runnel::Graph& graph_;
  ShardNodes& nodes_;
  const std::string prefix_;
  std::vector<TaskOfSession> tasks_;
  std::vector<std::vector<std::pair<std::string, std::string>>> found_;  // by task: suffix, path
  Status refused_;         // what a task answered that lets nobody read its files
  bool answered_ = false;  // another one did
};

Status Sharded::Run(const std::vector<std::pair<runnel::OutputRef, Tensor>>& feeds,
                    const std::vector<runnel::OutputRef>& fetches,
                    const std::vector<runnel::Node*>& targets, std::vector<Tensor>* fetched,
                    runnel::RunMetadata* metadata) {
  runnel::Signature signature;
  std::vector<Tensor> values;
  for (const auto& [output, value] : feeds) {
    signature.feeds.push_back(output);
    values.push_back(value);
  }
  signature.fetches = fetches;
  signature.targets = targets;
  fetched->resize(fetches.size());
  return session_.Run(signature, values, *fetched, {}, metadata);
}

Status Sharded::Find() {
  RUNNEL_ASSIGN_OR_RETURN(tasks_, ListTasks(session_));
  RUNNEL_ASSIGN_OR_RETURN(const ShardNodes::Fed fed, nodes_.Placeholders());
  RUNNEL_ASSIGN_OR_RETURN(const Tensor pattern,
                          StringScalar(StrCat(Quoted(prefix_), ".*", kIndexSuffix)));
  const size_t beginning = runnel::FileNameOf(prefix_).size() + 1;
  found_.assign(tasks_.size(), {});
  for (size_t t = 0; t < tasks_.size(); ++t) {
    RUNNEL_ASSIGN_OR_RETURN(const TaskNodes task, nodes_.OfTask(tasks_[t]));
    std::vector<Tensor> names;
    const Status status = Run({{fed.pattern, pattern}}, {task.find}, {}, &names);
    if (status.code() == Code::kPermissionDenied) {  // it has none, then
      refused_ = status;
      continue;
    }
    RUNNEL_RETURN_IF_ERROR(status);
    answered_ = true;
    for (int64_t i = 0; i < names[0].num_elements(); ++i) {
      std::string path(names[0].string_at(i));
      const std::string name = runnel::FileNameOf(path);
      if (!name.ends_with(kIndexSuffix) || name.size() < beginning + kIndexSuffix.size()) continue;
      path.resize(path.size() - kIndexSuffix.size());
      found_[t].emplace_back(runnel::FileNameOf(path).substr(beginning), path);
    }
  }
  return runnel::OkStatus();
}

Result<ShardManifest> Sharded::ReadManifest(const TaskOfSession& task, const std::string& path) {
  RUNNEL_ASSIGN_OR_RETURN(const ShardNodes::Fed fed, nodes_.Placeholders());
  RUNNEL_ASSIGN_OR_RETURN(const TaskNodes nodes, nodes_.OfTask(task));
  RUNNEL_ASSIGN_OR_RETURN(const Tensor fed_path, StringScalar(path));
  std::vector<Tensor> tensors;
  RUNNEL_RETURN_IF_ERROR(Run({{fed.prefix, fed_path}}, nodes.read_manifest, {}, &tensors));
  Result<ShardManifest> manifest = ShardManifest::FromTensors(tensors);
  if (manifest.ok()) return manifest;
  return manifest.status().WithPrefix(StrCat("the manifest ", path, " of ", task.name));
}

Result<std::optional<Sharded::Manifest>> Sharded::Newest() {
  RUNNEL_RETURN_IF_ERROR(Find());
  std::optional<Manifest> newest;
  for (size_t t = 0; t < tasks_.size(); ++t) {
    for (const auto& [suffix, path] : found_[t]) {
      if (!suffix.ends_with(kManifestSuffix)) continue;
      RUNNEL_ASSIGN_OR_RETURN(ShardManifest content, ReadManifest(tasks_[t], path));
      if (newest && content.generation == newest->content.generation &&
          content.id != newest->content.id) {
        return runnel::FailedPrecondition("the checkpoint ", prefix_, " of ", newest->at.name,
                                          " is another one than that of ", tasks_[t].name,
                                          ": both are the ", content.generation,
                                          ". save; remove the files of one of them");
      }
      if (newest && content.generation <= newest->content.generation) continue;
      newest = Manifest{tasks_[t], std::move(content)};
    }
  }
  return newest;
}

Result<std::vector<ShardOfVariables>> Sharded::Spread() {
  RUNNEL_ASSIGN_OR_RETURN(const auto all, FindVariables(graph_));
  std::vector<runnel::OutputRef> fetches;
  for (const VariableNodes& variable : all) fetches.push_back(variable.is_initialized);
  std::vector<Tensor> initialized;
  runnel::RunMetadata metadata;
  if (!all.empty()) RUNNEL_RETURN_IF_ERROR(Run({}, fetches, {}, &initialized, &metadata));
  const std::map<std::string, std::string> devices(metadata.placement.begin(), metadata.placement.end());
  std::vector<ShardOfVariables> shards;
  for (const TaskOfSession& task : tasks_) shards.push_back({task, {}});
  bool any = false;
  for (size_t i = 0; i < all.size(); ++i) {
    if (!initialized[i].values<const bool>()[0]) continue;
    any = true;
    const std::string& name = all[i].handle->name();
    const auto device = devices.find(name);
    const std::string where = device == devices.end() ? std::string() : device->second;
    RUNNEL_ASSIGN_OR_RETURN(const runnel::DeviceName parsed, runnel::DeviceName::Parse(where));
    const auto is_there = [task = TaskOf(parsed)](const ShardOfVariables& s) {
      return s.task.name == task;
    };
    const auto shard = std::find_if(shards.begin(), shards.end(), is_there);
    if (shard == shards.end()) {
      return runnel::Internal("variable \"", name, "\" lies on \"", where,
                              "\", which is no device of the session's tasks");
    }
    shard->variables.push_back(all[i]);
  }
  if (!any) {
    return runnel::FailedPrecondition("none of the graph's ", all.size(),
                                      " variables has a value to save");
  }
  std::erase_if(shards, [](const ShardOfVariables& shard) { return shard.variables.empty(); });
  return shards;
}

Status Sharded::Save() {
  RUNNEL_ASSIGN_OR_RETURN(const std::optional<Manifest> last, Newest());
  RUNNEL_ASSIGN_OR_RETURN(const auto shards, Spread());
  ShardManifest manifest;
  manifest.generation = last ? last->content.generation + 1 : 1;
  if (getrandom(&manifest.id, sizeof(manifest.id), 0) != static_cast<ssize_t>(sizeof(manifest.id))) {
    return runnel::Internal("the system gave no random number");
  }
  RUNNEL_ASSIGN_OR_RETURN(const ShardNodes::Fed fed, nodes_.Placeholders());
  RUNNEL_ASSIGN_OR_RETURN(const SpreadNodes saving, nodes_.Saving(shards));
  std::vector<std::pair<runnel::OutputRef, Tensor>> feeds;
  RUNNEL_ASSIGN_OR_RETURN(const Tensor id, Tensor::FromScalar(manifest.id));
  feeds.emplace_back(fed.id, id);
  for (size_t s = 0; s < shards.size(); ++s) {
    manifest.shards.push_back(
        {shards[s].task.name, StrCat(shards[s].task.label, ".", manifest.generation % 2)});
    RUNNEL_ASSIGN_OR_RETURN(const Tensor path, StringScalar(PathOf(manifest.shards[s].file)));
    feeds.emplace_back(saving.prefixes[s], path);
  }
  std::vector<runnel::OutputRef> open;
  for (const runnel::OutputRef shape : saving.shapes) {
    if (shape.node != nullptr) open.push_back(shape);
  }
  std::vector<Tensor> dims;
  RUNNEL_RETURN_IF_ERROR(Run(feeds, open, saving.targets, &dims));
  auto shape_node = saving.shapes.begin();
  auto next_dims = dims.begin();
  for (size_t s = 0; s < shards.size(); ++s) {
    for (const VariableNodes& variable : shards[s].variables) {
      const runnel::Node& handle = *variable.handle;
      runnel::Shape shape = *handle.attr<runnel::Shape>("shape");
      if ((shape_node++)->node != nullptr) {
        RUNNEL_ASSIGN_OR_RETURN(shape, runnel::Shape::Make((next_dims++)->values<const int64_t>()));
      }
      manifest.entries.push_back(
          {variable.key, *handle.attr<runnel::DType>("dtype"), std::move(shape), s});
    }
  }
  // All files are whole: now they are the checkpoint, wherever a manifest says so.
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<Tensor> content, manifest.ToTensors());
  for (const ShardOfVariables& shard : shards) {
    RUNNEL_ASSIGN_OR_RETURN(const TaskNodes task, nodes_.OfTask(shard.task));
    feeds.clear();
    for (size_t i = 0; i < content.size(); ++i) feeds.emplace_back(fed.manifest[i], content[i]);
    RUNNEL_ASSIGN_OR_RETURN(const Tensor path,
                            StringScalar(PathOf(StrCat(shard.task.label, kManifestSuffix))));
    feeds.emplace_back(fed.prefix, path);
    std::vector<Tensor> none;
    RUNNEL_RETURN_IF_ERROR(Run(feeds, {}, {task.write_manifest}, &none));
  }
  return runnel::OkStatus();
}

Result<std::pair<TaskOfSession, std::string>> Sharded::Locate(const ShardManifest::Shard& shard,
                                                              int64_t id) {
  RUNNEL_ASSIGN_OR_RETURN(const ShardNodes::Fed fed, nodes_.Placeholders());
  std::vector<std::pair<size_t, std::string>> candidates;
  for (size_t t = 0; t < tasks_.size(); ++t) {
    for (const auto& [suffix, path] : found_[t]) {
      if (suffix != shard.file) continue;
      // The task that wrote it first.
      candidates.emplace(tasks_[t].name == shard.task ? candidates.begin() : candidates.end(), t, path);
    }
  }
  Status last = runnel::DataLoss("no task of the session has the file");
  for (const auto& [t, path] : candidates) {
    RUNNEL_ASSIGN_OR_RETURN(const TaskNodes nodes, nodes_.OfTask(tasks_[t]));
    RUNNEL_ASSIGN_OR_RETURN(const Tensor fed_path, StringScalar(path));
    std::vector<Tensor> read;
    const Status status = Run({{fed.prefix, fed_path}}, {nodes.read_id}, {}, &read);
    if (status.code() == Code::kUnavailable || status.code() == Code::kAborted) return status;
    if (status.ok() && read[0].values<const int64_t>()[0] == id) return std::pair(tasks_[t], path);
    last = status.ok() ? runnel::DataLoss(path, " on ", tasks_[t].name, " belongs to another save")
                       : status;
  }
  return last.WithPrefix(StrCat("the checkpoint ", prefix_, " lacks \"", PathOf(shard.file),
                                "\", which ", shard.task, " wrote"));
}

Result<std::vector<ShardOfVariables>> Sharded::Spread(const ShardManifest& manifest,
                                                      std::vector<std::string>* paths) {
  RUNNEL_ASSIGN_OR_RETURN(auto variables, FindVariables(graph_));
  std::map<std::string_view, const ShardManifest::Entry*> entries;
  for (const ShardManifest::Entry& entry : manifest.entries) entries.emplace(entry.name, &entry);
  const auto find = [&](const std::string& name) -> std::optional<StoredVariable> {
    const auto found = entries.find(name);
    if (found == entries.end()) return std::nullopt;
    return StoredVariable{found->second->dtype, found->second->shape};
  };
  RUNNEL_RETURN_IF_ERROR(CheckStored(prefix_, variables, find));
  std::vector<std::vector<VariableNodes>> by_shard(manifest.shards.size());
  for (const VariableNodes& variable : variables) {
    by_shard[entries.at(variable.key)->shard].push_back(variable);
  }
  std::vector<ShardOfVariables> shards;
  for (size_t s = 0; s < by_shard.size(); ++s) {
    if (by_shard[s].empty()) continue;
    RUNNEL_ASSIGN_OR_RETURN(auto where, Locate(manifest.shards[s], manifest.id));
    shards.push_back({std::move(where.first), std::move(by_shard[s])});
    paths->push_back(std::move(where.second));
  }
  return shards;
}

Status Sharded::Restore() {
  RUNNEL_ASSIGN_OR_RETURN(const std::optional<Manifest> newest, Newest());
  if (!newest) {
    if (!answered_) return refused_;
    return runnel::NotFound("no task of the session has a checkpoint ", prefix_, ": expected ",
                            PathOf("<task>"), kManifestSuffix);
  }
  std::vector<std::string> paths;
  RUNNEL_ASSIGN_OR_RETURN(const auto shards, Spread(newest->content, &paths));
  if (shards.empty()) return runnel::OkStatus();  // a graph without variables
  RUNNEL_ASSIGN_OR_RETURN(const SpreadNodes restoring, nodes_.Restoring(shards));
  std::vector<std::pair<runnel::OutputRef, Tensor>> feeds;
  for (size_t s = 0; s < shards.size(); ++s) {
    RUNNEL_ASSIGN_OR_RETURN(const Tensor path, StringScalar(paths[s]));
    feeds.emplace_back(restoring.prefixes[s], path);
  }
  std::vector<Tensor> none;
  return Run(feeds, {}, restoring.targets, &none);
}

Result<int64_t> Sharded::Saves() {
  RUNNEL_ASSIGN_OR_RETURN(const std::optional<Manifest> newest, Newest());
  return newest ? newest->content.generation : 0;
}

Status Use(rnl_session_t* session, rnl_str_t prefix, const std::function<Status(Sharded&)>& what) {
  RNL_CHECK_NOT_NULL(session);
  RUNNEL_RETURN_IF_ERROR(session->runtime().CheckProcess());
  std::string_view view;
  RUNNEL_RETURN_IF_ERROR(ToView(prefix, "prefix", &view));
  if (runnel::FileNameOf(std::string(view)).empty()) {
    return runnel::InvalidArgument("prefix \"", view, "\" names no file");
  }
  Sharded sharded(session, std::string(view));
  return what(sharded);
}

}  // namespace

rnl_status_t* rnl_session_save_sharded(rnl_session_t* session, rnl_str_t prefix) {
  return Guard([&] { return Use(session, prefix, [](Sharded& sharded) { return sharded.Save(); }); });
}

rnl_status_t* rnl_session_restore_sharded(rnl_session_t* session, rnl_str_t prefix) {
  return Guard([&] { return Use(session, prefix, [](Sharded& sharded) { return sharded.Restore(); }); });
}

rnl_status_t* rnl_session_find_sharded(rnl_session_t* session, rnl_str_t prefix, int64_t* out_saves) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_saves);
    *out_saves = 0;
    return Use(session, prefix, [&](Sharded& sharded) -> Status {
      RUNNEL_ASSIGN_OR_RETURN(*out_saves, sharded.Saves());
      return runnel::OkStatus();
    });
  });
}
