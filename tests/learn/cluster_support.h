// Estimators over a cluster whose tasks are threads of this process: each a runtime and a server of its
// own.
#ifndef RUNNEL_TESTS_LEARN_CLUSTER_SUPPORT_H_
#define RUNNEL_TESTS_LEARN_CLUSTER_SUPPORT_H_

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "tests/learn/train_support.h"
#include "tests/support/listen.h"

namespace runnel_test {

// One listening socket for each task, and what TF_CONFIG says of them: a chief, workers, and parameter
// servers.
class Addresses {
 public:
  explicit Addresses(int workers, int servers = 0) {
    Add("chief", 1);
    Add("worker", workers);
    Add("ps", servers);
  }
  ~Addresses() {
    for (const auto& [task, fd] : fds_) close(fd);
  }
  Addresses(const Addresses&) = delete;
  std::string Options(const std::string& job, int index) const {
    return ", cluster='" + cluster_ + "', task_type=" + job + ", task_index=" + std::to_string(index) +
           ", listen_fd=" + std::to_string(dup(fds_.at({job, index})));
  }
  // -1: the chief.
  std::string Options(int worker) const {
    return worker < 0 ? Options("chief", 0) : Options("worker", worker);
  }

 private:
  void Add(const std::string& job, int count) {
    for (int i = 0; i < count; ++i) {
      const auto [fd, port] = ListenAnywhere();
      fds_[{job, i}] = fd;
      cluster_ += (i > 0              ? ","
                   : cluster_.empty() ? job + "="
                                      : ";" + job + "=") +
                  "127.0.0.1:" + std::to_string(port);
    }
  }
  std::map<std::pair<std::string, int>, int> fds_;
  std::string cluster_;
};

// Points of time that threads wait for.
class Events {
 public:
  void Set(const std::string& name) {
    const std::lock_guard lock(mutex_);
    names_.insert(name);
    changed_.notify_all();
  }
  void Await(const std::string& name) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return names_.count(name) != 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<std::string> names_;
};

// What a task trains: of three numbers one.
struct TaskModel {
  bool normalises = true;
  std::string optimizer = "Adam(0.02)", loss = "mse";
  std::string last = "Dense(1)";
};

// A task's program: a model, its data, and the training.
class Task {
 public:
  explicit Task(const std::string& options, const TaskModel& model = {}) {
    RuntimeOptions runtime_options;
    EXPECT_TRUE(IsOk(rnl_runtime_options_create(runtime_options.out())));
    EXPECT_TRUE(IsOk(rnl_runtime_options_set_threads(runtime_options, 1)));
    EXPECT_TRUE(IsOk(rnl_runtime_options_set_log(runtime_options, &Log, this)));
    EXPECT_TRUE(IsOk(rnl_runtime_options_set_log_level(runtime_options, RNL_LOG_INFO)));
    EXPECT_TRUE(IsOk(rnl_runtime_create(runtime_options, runtime_.out())));
    EXPECT_TRUE(IsOk(rnl_learn_model_create(runtime_, rnl_str("dtype=float64, seed=3"), model_.out())));
    const char* const middle = model.normalises ? "BatchNormalization" : "Activation(relu)";
    for (const char* layer :
         {"Input([3], dtype=double)", "Dense(6, activation=tanh)", middle, model.last.c_str()})
      EXPECT_TRUE(IsOk(rnl_learn_model_add(model_, rnl_str(layer))));
    EXPECT_TRUE(IsOk(rnl_learn_model_compile(model_, View(model.optimizer), View(model.loss),
                                             rnl_str("[mae]"), nullptr, 0)));
    Config config;
    EXPECT_TRUE(IsOk(rnl_learn_config_create(runtime_, View(options), rnl_str(""), config.out())));
    EXPECT_TRUE(IsOk(rnl_learn_estimator_from_model(config, model_, nullptr, estimator_.out())));
  }
  ~Task() {
    if (thread_.joinable()) Leave();  // what it waits for has failed
  }

  rnl_status_t* Train(int steps, TestHook* hook = nullptr) {
    const Dataset data = Data(-1);
    const rnl_learn_input_t input = {sizeof(input), data, nullptr, 1};
    rnl_learn_hook_t raw = {};
    if (hook != nullptr) raw = hook->ToC();
    return rnl_learn_estimator_train(estimator_, &input, View("max_steps=" + std::to_string(steps)),
                                     rnl_str(""), hook == nullptr ? nullptr : &raw, hook);
  }
  void Start(int steps, TestHook* hook = nullptr) {
    thread_ = std::thread([this, steps, hook] { EXPECT_TRUE(IsOk(Train(steps, hook))); });
  }
  void Join() { thread_.join(); }
  // The task ends, and its server with it.
  void Leave() {
    rnl_learn_estimator_request_stop(estimator_);
    Join();
    estimator_.reset();
  }
  double Loss() {
    const Dataset data = Data(1);
    const rnl_learn_input_t input = {sizeof(input), data, nullptr, 1};
    History history;
    EXPECT_TRUE(
        IsOk(rnl_learn_estimator_evaluate(estimator_, &input, rnl_str(""), rnl_str(""), history.out())));
    double loss = -1;
    EXPECT_TRUE(IsOk(rnl_learn_history_find(history, 0, rnl_str("loss"), &loss)));
    return loss;
  }
  bool Logged(const std::string& piece) {
    const std::lock_guard lock(mutex_);
    return log_.find(piece) != std::string::npos;
  }

 private:
  // Batches of 7, 7, 7 and 2 rows.
  Dataset Data(int64_t passes) {
    constexpr int64_t kRows = 23;
    std::vector<double> x, y;
    for (int i = 0; i < kRows * 3; ++i) x.push_back(std::sin(0.7 * i));
    for (int i = 0; i < kRows; ++i) y.push_back(std::cos(0.3 * i));
    const int64_t x_dims[] = {kRows, 3}, y_dims[] = {kRows, 1};
    Tensor inputs, targets;
    EXPECT_TRUE(IsOk(
        rnl_tensor_from_data(runtime_, RNL_DOUBLE, 2, x_dims, x.data(), x.size() * 8, inputs.out())));
    EXPECT_TRUE(IsOk(
        rnl_tensor_from_data(runtime_, RNL_DOUBLE, 2, y_dims, y.data(), y.size() * 8, targets.out())));
    rnl_tensor_t* tensors[] = {inputs, targets};
    Dataset slices, batches, all;
    EXPECT_TRUE(IsOk(rnl_dataset_from_slices(runtime_, tensors, 2, slices.out())));
    EXPECT_TRUE(IsOk(rnl_dataset_batch(slices, 7, false, batches.out())));
    EXPECT_TRUE(IsOk(rnl_dataset_repeat(batches, passes, all.out())));
    return all;
  }
  static void Log(void* arg, rnl_severity_t, rnl_str_t message) {
    auto* const self = static_cast<Task*>(arg);
    const std::lock_guard lock(self->mutex_);
    self->log_ += Str(message) + "\n";
  }

  std::mutex mutex_;
  std::string log_;
  Runtime runtime_;
  Model model_;
  Estimator estimator_;
  std::thread thread_;
};

constexpr int kSteps = 40;

inline std::string Base(const Folder& folder, const std::string& strategy) {
  return "model_dir='" + folder.path + "', save_checkpoints_steps=5, connect_secs=20" +
         (strategy.empty() ? "" : ", strategy='" + strategy + "'");
}

}  // namespace runnel_test

#endif  // RUNNEL_TESTS_LEARN_CLUSTER_SUPPORT_H_
