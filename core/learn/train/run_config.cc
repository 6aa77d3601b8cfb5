#include "core/learn/train/run_config.h"

#include <algorithm>
#include <cmath>

#include "core/learn/spec.h"
#include "core/learn/train/json_value.h"

namespace runnel::learn {
namespace {

constexpr std::string_view kArgs =
    "model_dir: string = ''; save_checkpoints_steps: int >= 0 = 0; save_checkpoints_secs: float = -1; "
    "keep_checkpoint_max: int >= 0 = 5; keep_checkpoint_every_n_hours: float = 10000; "
    "log_step_count_steps: int >= 0 = 100; save_summary_steps: int >= 0 = 100; "
    "checkpoint_failures: {'end', 'log'} = 'end'; max_recoveries: int >= 0 = 10; "
    "ready_secs: float = 7200; connect_secs: float = 60; shutdown_secs: float = 60; "
    "tf_random_seed: int = 1; master: string = ''; task_type: string = ''; "
    "task_index: int >= 0 = 0; cluster: string = ''; listen_fd: int = -1; strategy: string = ''";

template <typename T>
const T& Get(const AttrList& attrs, std::string_view name) {
  return *FindAttr(attrs, name)->get_if<T>();
}

Status AddTask(RunConfig* config, const std::string& job, int64_t index, std::string address) {
  if (job.empty() || address.empty())
    return InvalidArgument("a cluster's job and address must not be empty, got \"", job, "\" and \"",
                           address, "\"");
  if (!config->cluster[job].emplace(index, std::move(address)).second)
    return InvalidArgument("the cluster has /job:", job, "/task:", index, " twice");
  return OkStatus();
}

// "ps=a:1;worker=b:2,c:3", as rnl_cluster_from_text without numbers of tasks.
Status AddCluster(std::string_view text, RunConfig* config) {
  while (!text.empty()) {
    const size_t end = std::min(text.find(';'), text.size());
    const std::string_view job = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (job.empty()) continue;
    const size_t equals = job.find('=');
    if (equals == job.npos) return InvalidArgument("cluster: expected job=address, got \"", job, "\"");
    std::string_view addresses = job.substr(equals + 1);
    for (int64_t index = 0; !addresses.empty(); ++index) {
      const size_t comma = std::min(addresses.find(','), addresses.size());
      RUNNEL_RETURN_IF_ERROR(AddTask(config, std::string(job.substr(0, equals)), index,
                                     std::string(addresses.substr(0, comma))));
      addresses.remove_prefix(std::min(comma + 1, addresses.size()));
    }
  }
  return OkStatus();
}

Status AddTfConfig(std::string_view text, RunConfig* config) {
  RUNNEL_ASSIGN_OR_RETURN(const JsonValue json, ParseJson(text, "TF_CONFIG"));
  if (json.get_if<JsonValue::Object>() == nullptr)
    return InvalidArgument("TF_CONFIG: expected an object");
  const auto whole = [](const JsonValue& value, int64_t* out) {
    const double* number = value.get_if<double>();
    if (number == nullptr || *number < 0 || *number > 1e6 || *number != std::floor(*number))
      return false;
    *out = static_cast<int64_t>(*number);
    return true;
  };
  if (const JsonValue* cluster = json.Find("cluster")) {
    const auto* jobs = cluster->get_if<JsonValue::Object>();
    if (jobs == nullptr) return InvalidArgument("TF_CONFIG: cluster: expected an object of jobs");
    config->cluster.clear();
    for (const auto& [job, tasks] : *jobs) {
      if (const auto* list = tasks.get_if<JsonValue::Array>()) {
        for (size_t i = 0; i < list->size(); ++i) {
          const std::string* address = (*list)[i].get_if<std::string>();
          if (address == nullptr)
            return InvalidArgument("TF_CONFIG: cluster.", job, "[", i, "]: expected an address");
          RUNNEL_RETURN_IF_ERROR(AddTask(config, job, static_cast<int64_t>(i), *address));
        }
        continue;
      }
      return InvalidArgument("TF_CONFIG: cluster.", job, ": expected a list of addresses");
    }
  }
  if (const JsonValue* task = json.Find("task")) {
    if (const JsonValue* type = task->Find("type")) {
      const std::string* name = type->get_if<std::string>();
      if (name == nullptr) return InvalidArgument("TF_CONFIG: task.type: expected a string");
      config->task_type = *name;
    }
    if (const JsonValue* index = task->Find("index");
        index != nullptr && !whole(*index, &config->task_index))
      return InvalidArgument("TF_CONFIG: task.index: expected a whole number from 0 on");
  }
  if (const JsonValue* master = json.Find("session_master")) {
    const std::string* target = master->get_if<std::string>();
    if (target == nullptr) return InvalidArgument("TF_CONFIG: session_master: expected a string");
    config->target = *target;
  }
  return OkStatus();
}

std::string TasksOf(const RunConfig& config) {
  std::string text;
  for (const auto& [job, tasks] : config.cluster)
    text += StrCat(text.empty() ? "" : ", ", job, " (", tasks.size(), ")");
  return text;
}

// Whether the strategy is one for such a cluster.
Status CheckStrategy(const RunConfig& config) {
  const bool has_servers = config.strategy.kind == Strategy::Kind::kParameterServer;
  if (config.strategy.elastic && config.model_dir.empty())
    return InvalidArgument("an elastic strategy needs a model_dir: who comes begins with a checkpoint");
  if (config.strategy.aggregates() && config.cluster.empty())
    return InvalidArgument(
        "the strategy ParameterServer aggregates gradients over a cluster, but there is none");
  if (config.cluster.empty() || config.strategy.kind == Strategy::Kind::kOne) return OkStatus();
  if (!config.strategy.is_over_tasks() && !config.strategy.aggregates())
    return Unimplemented(
        "over a cluster the strategies MultiWorkerMirrored and ParameterServer divide "
        "batches; those of devices do so in one process");
  if (has_servers != (config.num_tasks("ps") > 0))
    return InvalidArgument("the strategy ",
                           has_servers ? "ParameterServer has" : "MultiWorkerMirrored has no",
                           " parameter servers, the cluster has ", config.num_tasks("ps"));
  const size_t tasks =
      config.num_tasks("chief") + config.num_tasks("master") + config.num_tasks("worker");
  if (config.strategy.replicas_to_aggregate > static_cast<int64_t>(tasks))
    return InvalidArgument("strategy ParameterServer: replicas_to_aggregate is ",
                           config.strategy.replicas_to_aggregate, ", but only ", tasks,
                           " tasks of the cluster train");
  return OkStatus();
}

Status CheckTask(RunConfig* config) {
  if (config->cluster.empty()) {
    if (config->task_type.empty()) config->task_type = "chief";
    if (config->task_type != "chief" && config->task_type != "master" &&
        config->task_type != "evaluator")
      return InvalidArgument("task_type is \"", config->task_type,
                             "\", but there is no cluster; alone a task is chief or evaluator");
    return OkStatus();
  }
  if (config->task_type.empty())
    return InvalidArgument("there is a cluster, but no task_type; its jobs are ", TasksOf(*config));
  if (config->task_type == "evaluator") return OkStatus();  // it is no part of the cluster
  const auto job = config->cluster.find(config->task_type);
  if (job == config->cluster.end() || job->second.count(config->task_index) == 0) {
    return InvalidArgument("the cluster has no /job:", config->task_type, "/task:", config->task_index,
                           "; its jobs are ", TasksOf(*config));
  }
  const size_t chiefs = config->num_tasks("chief") + config->num_tasks("master");
  if (chiefs > 1) return InvalidArgument("the cluster has ", chiefs, " chiefs, expected at most one");
  if (chiefs == 0 && config->num_tasks("worker") == 0)
    return InvalidArgument("the cluster has neither a chief nor a worker; its jobs are ",
                           TasksOf(*config));
  return OkStatus();
}

}  // namespace

size_t RunConfig::num_tasks(std::string_view job) const {
  const auto found = cluster.find(std::string(job));
  return found == cluster.end() ? 0 : found->second.size();
}

bool RunConfig::is_chief() const {
  if (task_type == "chief" || task_type == "master") return true;
  // Without a chief the first worker is it.
  return task_type == "worker" && num_tasks("chief") + num_tasks("master") == 0 &&
         cluster.find("worker")->second.begin()->first == task_index;
}

std::vector<std::string> RunConfig::TrainingTasks() const {
  std::vector<std::string> tasks = {DeviceName()};
  for (const char* job : {"chief", "master", "worker"}) {
    const auto found = cluster.find(job);
    if (found == cluster.end()) continue;
    for (const auto& [task, address] : found->second) {
      const std::string name = StrCat("/job:", job, "/task:", task);
      if (name != tasks[0]) tasks.push_back(name);
    }
  }
  return tasks;
}

std::string RunConfig::DeviceName() const {
  return is_distributed() ? StrCat("/job:", task_type, "/task:", task_index) : "";
}

std::vector<std::string> RunConfig::DeviceFilters() const {
  if (!is_distributed()) return {};
  std::vector<std::string> filters;
  if (runs_over_tasks() && is_chief()) {
    for (const std::string& device : strategy.devices) {
      if (std::find(filters.begin(), filters.end(), device) == filters.end()) filters.push_back(device);
    }
  }
  if (!filters.empty()) {
    if (num_tasks("ps") > 0) filters.push_back("/job:ps");
    return filters;
  }
  if (num_tasks("ps") > 0) filters.push_back("/job:ps");
  if (task_type != "ps") filters.push_back(DeviceName());
  return filters;
}

Result<RunConfig> ParseRunConfig(std::string_view options, std::string_view tf_config) {
  RUNNEL_ASSIGN_OR_RETURN(const Spec spec, ParseArguments(options, "a run's options"));
  RUNNEL_ASSIGN_OR_RETURN(const OpSchema schema, ParseOpSchema("RunConfig", "", "", kArgs));
  RUNNEL_ASSIGN_OR_RETURN(const AttrList args, BindArguments(spec, "RunConfig", schema.attrs));
  const auto real = [&](std::string_view name) { return static_cast<double>(Get<float>(args, name)); };
  RunConfig config;
  config.model_dir = Get<std::string>(args, "model_dir");
  config.save_checkpoints_steps = Get<int64_t>(args, "save_checkpoints_steps");
  config.save_checkpoints_secs = real("save_checkpoints_secs");
  if (config.save_checkpoints_secs < 0)
    config.save_checkpoints_secs = config.save_checkpoints_steps > 0 ? 0 : 600;
  if (config.save_checkpoints_steps > 0 && config.save_checkpoints_secs > 0)
    return InvalidArgument("RunConfig: save_checkpoints_steps and save_checkpoints_secs are both given");
  config.keep_checkpoint_max = Get<int64_t>(args, "keep_checkpoint_max");
  if (config.keep_checkpoint_max > INT32_MAX)
    return InvalidArgument("RunConfig: keep_checkpoint_max is ", config.keep_checkpoint_max);
  config.keep_checkpoint_every_n_hours = real("keep_checkpoint_every_n_hours");
  config.log_step_count_steps = Get<int64_t>(args, "log_step_count_steps");
  config.save_summary_steps = Get<int64_t>(args, "save_summary_steps");
  config.checkpoint_failures_are_fatal = Get<std::string>(args, "checkpoint_failures") == "end";
  config.max_recoveries = Get<int64_t>(args, "max_recoveries");
  config.ready_secs = real("ready_secs");
  config.connect_secs = real("connect_secs");
  config.shutdown_secs = real("shutdown_secs");
  for (const auto& [name, value] :
       {std::pair("keep_checkpoint_every_n_hours", config.keep_checkpoint_every_n_hours),
        std::pair("ready_secs", config.ready_secs), std::pair("connect_secs", config.connect_secs),
        std::pair("shutdown_secs", config.shutdown_secs)}) {
    if (!(value >= 0 && value < 1e9))
      return InvalidArgument("RunConfig: ", name, " is ", value, ", expected 0 or more");
  }
  config.seed = Get<int64_t>(args, "tf_random_seed");
  config.target = Get<std::string>(args, "master");
  config.listen_fd = Get<int64_t>(args, "listen_fd");
  if (config.listen_fd < -1 || config.listen_fd > INT32_MAX)
    return InvalidArgument("RunConfig: listen_fd is ", config.listen_fd,
                           ", expected a descriptor or -1");
  config.task_type = Get<std::string>(args, "task_type");
  config.task_index = Get<int64_t>(args, "task_index");
  RUNNEL_RETURN_IF_ERROR(AddCluster(Get<std::string>(args, "cluster"), &config));
  if (!tf_config.empty()) RUNNEL_RETURN_IF_ERROR(AddTfConfig(tf_config, &config));
  RUNNEL_RETURN_IF_ERROR(CheckTask(&config));
  RUNNEL_ASSIGN_OR_RETURN(config.strategy, BindStrategy(Get<std::string>(args, "strategy")));
  RUNNEL_RETURN_IF_ERROR(CheckStrategy(config));
  return config;
}

}  // namespace runnel::learn
