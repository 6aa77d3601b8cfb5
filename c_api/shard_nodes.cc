#include "c_api/shard_nodes.h"

#include "core/graph/builder.h"

namespace runnel::capi {
namespace {

// What tells one way to spread variables from another.
std::string KeyOf(const std::vector<ShardOfVariables>& shards) {
  std::string key;
  for (const ShardOfVariables& shard : shards) {
    key += StrCat("\n", shard.task.device, "\n");
    for (const VariableNodes& variable : shard.variables)
      key += StrCat(" ", variable.handle->name(), " ", variable.key);
  }
  return key;
}

OutputRef StringsOf(GraphBuilder& b, const std::vector<std::string>& values) {
  const Result<Tensor> tensor = Tensor::FromStrings(Shape{static_cast<int64_t>(values.size())}, values);
  if (!tensor.ok()) {
    b.Fail(tensor.status());
    return {};
  }
  return b.Constant(*tensor);
}

OutputRef Placeholder(GraphBuilder& b, DType dtype, const Shape& shape) {
  return b.Op("Placeholder", {}, {{"dtype", dtype}, {"shape", shape}});
}

// tensor_names and shape_and_slices of a checkpoint's op: the variables' names, and `also`.
void AddNames(GraphBuilder& b, const std::vector<VariableNodes>& variables, const char* also,
              std::vector<OutputRef>* inputs) {
  std::vector<std::string> names;
  if (also != nullptr) names.emplace_back(also);
  for (const VariableNodes& variable : variables) names.push_back(variable.key);
  inputs->push_back(StringsOf(b, names));
  inputs->push_back(StringsOf(b, std::vector<std::string>(names.size())));
}

AttrList TypesAttr(std::vector<DType> types) {
  AttrList attrs;
  SetAttr(&attrs, "dtypes", AttrValue(std::move(types)));
  return attrs;
}

}  // namespace

std::string TaskOf(DeviceName device) {
  device.type.reset();
  device.id.reset();
  return device.ToString();
}

Result<std::vector<TaskOfSession>> ListTasks(Session& session) {
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<std::string> devices, session.ListDevices());
  std::vector<TaskOfSession> tasks;
  for (const std::string& device : devices) {
    RUNNEL_ASSIGN_OR_RETURN(const DeviceName name, DeviceName::Parse(device));
    if (name.type != "CPU") continue;
    const std::string task = TaskOf(name);
    if (!tasks.empty() && tasks.back().name == task) continue;
    tasks.push_back({task, StrCat(name.job.value_or("localhost"), "-", name.task.value_or(0)), device});
  }
  return tasks;
}

Status ShardNodes::AddPlaceholders() {
  if (fed_.prefix.node != nullptr) return OkStatus();
  GraphBuilder b(graph_, "rnl_shards");
  Fed fed;
  fed.pattern = Placeholder(b, DType::kString, Shape());
  fed.prefix = Placeholder(b, DType::kString, Shape());
  fed.id = Placeholder(b, DType::kInt64, Shape());
  for (const DType dtype : ShardManifest::kTypes) {
    fed.manifest.push_back(Placeholder(b, dtype, Shape::Unknown()));
  }
  RUNNEL_RETURN_IF_ERROR(b.status());
  fed_ = std::move(fed);
  return OkStatus();
}

Result<ShardNodes::Fed> ShardNodes::Placeholders() {
  const std::lock_guard lock(mutex_);
  RUNNEL_RETURN_IF_ERROR(AddPlaceholders());
  return fed_;
}

Result<TaskNodes> ShardNodes::OfTask(const TaskOfSession& task) {
  const std::lock_guard lock(mutex_);
  RUNNEL_RETURN_IF_ERROR(AddPlaceholders());
  if (const auto found = tasks_.find(task.device); found != tasks_.end()) return found->second;
  GraphBuilder b(graph_, StrCat("rnl_shards/", task.label));
  b.set_device(task.device);
  TaskNodes nodes;
  nodes.find = b.Op("MatchingFiles", {fed_.pattern});
  std::vector<OutputRef> inputs = {fed_.prefix};
  AddNames(b, {}, kIdName, &inputs);
  nodes.read_id = b.Op("RestoreV2", inputs, TypesAttr({DType::kInt64}));
  inputs = {fed_.prefix};
  const std::vector<std::string> names(ShardManifest::kNames.begin(), ShardManifest::kNames.end());
  inputs.push_back(StringsOf(b, names));
  inputs.push_back(StringsOf(b, std::vector<std::string>(names.size())));
  const std::vector<DType> types(ShardManifest::kTypes.begin(), ShardManifest::kTypes.end());
  nodes.read_manifest = b.Ops("RestoreV2", inputs, TypesAttr(types));
  inputs.insert(inputs.end(), fed_.manifest.begin(), fed_.manifest.end());
  nodes.write_manifest = b.Op("SaveV2", inputs, TypesAttr(types)).node;
  RUNNEL_RETURN_IF_ERROR(b.status());
  return tasks_.emplace(task.device, std::move(nodes)).first->second;
}

Result<SpreadNodes> ShardNodes::AddSaving(const std::vector<ShardOfVariables>& shards) {
  GraphBuilder b(graph_, "rnl_shards/save");
  SpreadNodes nodes;
  for (const ShardOfVariables& shard : shards) {
    b.set_device({});
    nodes.prefixes.push_back(Placeholder(b, DType::kString, Shape()));
    b.set_device(shard.task.device);
    std::vector<OutputRef> inputs = {nodes.prefixes.back()};
    AddNames(b, shard.variables, kIdName, &inputs);
    inputs.push_back(fed_.id);
    std::vector<DType> types = {DType::kInt64};
    for (const VariableNodes& variable : shard.variables) {
      inputs.push_back(variable.read);
      types.push_back(*variable.handle->attr<DType>("dtype"));
      nodes.shapes.emplace_back();
      if (variable.handle->attr<Shape>("shape")->IsFullyDefined()) continue;
      nodes.shapes.back() = b.Op("Shape", {variable.read}, {{"out_type", DType::kInt64}});
    }
    nodes.targets.push_back(b.Op("SaveV2", inputs, TypesAttr(std::move(types))).node);
  }
  RUNNEL_RETURN_IF_ERROR(b.status());
  return nodes;
}

Result<SpreadNodes> ShardNodes::AddRestoring(const std::vector<ShardOfVariables>& shards) {
  GraphBuilder b(graph_, "rnl_shards/restore");
  SpreadNodes nodes;
  std::vector<std::vector<OutputRef>> values;
  std::vector<Node*> reads;
  for (const ShardOfVariables& shard : shards) {
    b.set_device({});
    nodes.prefixes.push_back(Placeholder(b, DType::kString, Shape()));
    b.set_device(shard.task.device);
    std::vector<OutputRef> inputs = {nodes.prefixes.back()};
    AddNames(b, shard.variables, nullptr, &inputs);
    std::vector<DType> types;
    for (const VariableNodes& variable : shard.variables) {
      types.push_back(*variable.handle->attr<DType>("dtype"));
    }
    values.push_back(b.Ops("RestoreV2", inputs, TypesAttr(std::move(types))));
    if (b.status().ok()) reads.push_back(values.back()[0].node);
  }
  // Each variable where it is now, whatever task its file lies on; none before all have been read.
  b.set_device({});
  b.set_control_inputs(std::move(reads));
  for (size_t s = 0; s < shards.size() && b.status().ok(); ++s) {
    for (size_t v = 0; v < shards[s].variables.size(); ++v) {
      Node* const handle = shards[s].variables[v].handle;
      const OutputRef assign = b.Op("AssignVariableOp", {OutputRef{handle, 0}, values[s][v]},
                                    {{"dtype", *handle->attr<DType>("dtype")}});
      nodes.targets.push_back(assign.node);
    }
  }
  RUNNEL_RETURN_IF_ERROR(b.status());
  return nodes;
}

Result<SpreadNodes> ShardNodes::Saving(const std::vector<ShardOfVariables>& shards) {
  const std::lock_guard lock(mutex_);
  RUNNEL_RETURN_IF_ERROR(AddPlaceholders());
  const std::string key = KeyOf(shards);
  if (const auto found = saving_.find(key); found != saving_.end()) return found->second;
  RUNNEL_ASSIGN_OR_RETURN(SpreadNodes nodes, AddSaving(shards));
  return saving_.emplace(key, std::move(nodes)).first->second;
}

Result<SpreadNodes> ShardNodes::Restoring(const std::vector<ShardOfVariables>& shards) {
  const std::lock_guard lock(mutex_);
  const std::string key = KeyOf(shards);
  if (const auto found = restoring_.find(key); found != restoring_.end()) return found->second;
  RUNNEL_ASSIGN_OR_RETURN(SpreadNodes nodes, AddRestoring(shards));
  return restoring_.emplace(key, std::move(nodes)).first->second;
}

}  // namespace runnel::capi

runnel::capi::ShardNodes& rnl_graph_t::shards() {
  const std::lock_guard lock(shards_mutex_);
  if (!shards_) shards_ = std::make_shared<runnel::capi::ShardNodes>(graph.get());
  return *shards_;
}
