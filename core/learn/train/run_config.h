// How a program trains: where its files are, how often it saves, and which task of which cluster it is.
#ifndef RUNNEL_CORE_LEARN_TRAIN_RUN_CONFIG_H_
#define RUNNEL_CORE_LEARN_TRAIN_RUN_CONFIG_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/learn/strategy.h"

namespace runnel::learn {

struct RunConfig {
  std::string model_dir;
  int64_t save_checkpoints_steps = 0;  // 0: by time
  double save_checkpoints_secs = 600;  // 0: by steps
  int64_t keep_checkpoint_max = 5;
  double keep_checkpoint_every_n_hours = 10000;
  int64_t log_step_count_steps = 100;
  int64_t save_summary_steps = 100;
  bool checkpoint_failures_are_fatal = true;
  int64_t max_recoveries = 10;  // one after another, without a step beyond the last one before
  double ready_secs = 7200;     // how long a worker waits for the chief
  double connect_secs = 60;     // how long one try to reach the cluster may take
  double shutdown_secs = 60;    // how long a parameter server waits for workers when the chief is done
  int64_t seed = 1;
  Strategy strategy;  // its devices are as its text says, until training begins

  // Addresses by task by job. Empty: this process alone.
  std::map<std::string, std::map<int64_t, std::string>> cluster;
  std::string task_type = "chief";
  int64_t task_index = 0;
  int64_t listen_fd = -1;  // a socket that listens already, for the task's server
  std::string target;      // of sessions; empty: this process, or the server that the task starts

  bool is_chief() const;
  bool is_distributed() const { return !cluster.empty() && task_type != "evaluator"; }
  size_t num_tasks(std::string_view job) const;
  // The chief runs the steps of all tasks, which lend it their devices.
  bool runs_over_tasks() const { return is_distributed() && strategy.is_over_tasks(); }
  // Device names of chief and workers, this task's first.
  std::vector<std::string> TrainingTasks() const;
  std::string DeviceName() const;  // "/job:worker/task:1"; empty without a cluster
  // The tasks that this one's sessions use, as TensorFlow's RunConfig has them: the parameter servers,
  // and itself; where the chief runs the steps of all, those of the strategy.
  std::vector<std::string> DeviceFilters() const;
};

// `options` are arguments, as "model_dir='/tmp/m', save_checkpoints_steps=100"; `tf_config` is the JSON
// of TF_CONFIG, or empty. Errors: INVALID_ARGUMENT naming the argument, or the byte and field of JSON.
Result<RunConfig> ParseRunConfig(std::string_view options, std::string_view tf_config);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_TRAIN_RUN_CONFIG_H_
