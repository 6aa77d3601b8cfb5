// Estimators whose batches the tasks of a cluster divide: each a runtime and a server of its own, in
// threads of this process.
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <memory>
#include <thread>

#include "tests/learn/train_support.h"

namespace runnel_test {
namespace {

using Estimator = Handle<rnl_learn_estimator_t, rnl_learn_estimator_release>;
using Dataset = Handle<rnl_dataset_t, rnl_dataset_release>;

// One listening socket for each task, and what TF_CONFIG says of them. The first one is the chief.
class Addresses {
 public:
  explicit Addresses(int workers) {
    for (int i = 0; i <= workers; ++i) {
      const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
      sockaddr_in address{};
      address.sin_family = AF_INET;
      address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
      socklen_t size = sizeof(address);
      EXPECT_EQ(bind(fd, reinterpret_cast<sockaddr*>(&address), size), 0);
      EXPECT_EQ(getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size), 0);
      EXPECT_EQ(listen(fd, 16), 0);
      fds_.push_back(fd);
      const std::string text = "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
      cluster_ += (i == 0 ? "chief=" : i == 1 ? ";worker=" : ",") + text;
    }
  }
  ~Addresses() {
    for (const int fd : fds_) close(fd);
  }
  Addresses(const Addresses&) = delete;
  // -1: the chief.
  std::string Options(int worker) const {
    return ", cluster='" + cluster_ + "', task_type=" + (worker < 0 ? "chief" : "worker") +
           ", task_index=" + std::to_string(std::max(worker, 0)) +
           ", listen_fd=" + std::to_string(dup(fds_[static_cast<size_t>(worker) + 1]));
  }

 private:
  std::vector<int> fds_;
  std::string cluster_;
};

// A task's program: a model, its data, and the training.
class Task {
 public:
  explicit Task(const std::string& options, bool normalises = true) {
    RuntimeOptions runtime_options;
    EXPECT_TRUE(IsOk(rnl_runtime_options_create(runtime_options.out())));
    EXPECT_TRUE(IsOk(rnl_runtime_options_set_threads(runtime_options, 1)));
    EXPECT_TRUE(IsOk(rnl_runtime_options_set_log(runtime_options, &Log, this)));
    EXPECT_TRUE(IsOk(rnl_runtime_options_set_log_level(runtime_options, RNL_LOG_INFO)));
    EXPECT_TRUE(IsOk(rnl_runtime_create(runtime_options, runtime_.out())));
    EXPECT_TRUE(IsOk(rnl_learn_model_create(runtime_, rnl_str("dtype=float64, seed=3"), model_.out())));
    const char* const middle = normalises ? "BatchNormalization" : "Activation(relu)";
    for (const char* layer :
         {"Input([3], dtype=double)", "Dense(6, activation=tanh)", middle, "Dense(1)"})
      EXPECT_TRUE(IsOk(rnl_learn_model_add(model_, rnl_str(layer))));
    EXPECT_TRUE(IsOk(rnl_learn_model_compile(model_, rnl_str("Adam(0.02)"), rnl_str("mse"),
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
  void Start(int steps) {
    thread_ = std::thread([this, steps] { EXPECT_TRUE(IsOk(Train(steps))); });
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

std::string Base(const Folder& folder, const std::string& strategy) {
  return "model_dir='" + folder.path + "', save_checkpoints_steps=5, connect_secs=20" +
         (strategy.empty() ? "" : ", strategy='" + strategy + "'");
}

class ClusterStrategyTest : public testing::Test {
 protected:
  ClusterStrategyTest() { setenv("RUNNEL_CLUSTER_TOKEN", "strategies", 1); }

  // The loss after a job of one process.
  static double Alone(const std::string& strategy, bool normalises = true) {
    const Folder folder;
    Task task(Base(folder, strategy), normalises);
    EXPECT_TRUE(IsOk(task.Train(kSteps)));
    return task.Loss();
  }
  // That of a job of a chief and so many workers.
  static double Together(const std::string& strategy, int workers, bool normalises = true) {
    const Folder folder;
    const Addresses addresses(workers);
    std::vector<std::unique_ptr<Task>> tasks;
    for (int i = 0; i < workers; ++i) {
      tasks.push_back(std::make_unique<Task>(Base(folder, strategy) + addresses.Options(i), normalises));
      tasks.back()->Start(kSteps);
    }
    Task chief(Base(folder, strategy) + addresses.Options(-1), normalises);
    const testing::AssertionResult trained = IsOk(chief.Train(kSteps));
    EXPECT_TRUE(trained);
    if (!trained) return -1;
    for (auto& task : tasks) task->Join();
    return chief.Loss();
  }
};

TEST_F(ClusterStrategyTest, TasksTrainAsOneProcessWithTheWholeBatch) {
  EXPECT_NEAR(Together("MultiWorkerMirrored", 2, false), Alone("", false), 1e-9);
  // Batch normalisation counts by parts: three of them here, too.
  EXPECT_NEAR(Together("MultiWorkerMirrored", 2), Alone("MultiWorkerMirrored(shards=3)"), 1e-9);
}

TEST_F(ClusterStrategyTest, TheSameShardsGiveTheSameBitsOnAnyNumberOfTasks) {
  const std::string strategy = "MultiWorkerMirrored(shards=6)";
  const double alone = Alone(strategy);
  EXPECT_EQ(Together(strategy, 1), alone);
  EXPECT_EQ(Together(strategy, 2), alone);
}

// Waits until a worker has told the chief that it is there.
void AwaitWorker(rnl_learn_hook_call_t* call) {
  rnl_node_t node = RNL_NO_NODE;
  ASSERT_TRUE(IsOk(rnl_graph_find_node(rnl_learn_hook_call_graph(call),
                                       rnl_str("rnl_train/members/QueueSizeV2"), &node)));
  const rnl_output_t size = {node, 0};
  for (int32_t count = 0; count == 0;) {
    Tensor value;
    ASSERT_TRUE(IsOk(rnl_session_run_outputs(rnl_learn_hook_call_session(call), nullptr, nullptr,
                                             nullptr, 0, &size, value.out(), 1, nullptr, 0, nullptr)));
    count = *static_cast<const int32_t*>(rnl_tensor_data(value));
  }
}

TEST_F(ClusterStrategyTest, AnElasticJobGivesTheSameBitsWhoeverComesAndGoes) {
  const std::string strategy = "MultiWorkerMirrored(shards=6, elastic=true)";
  const double fixed = Alone("MultiWorkerMirrored(shards=6)");
  const Folder folder;
  const Addresses addresses(2);
  std::unique_ptr<Task> workers[2];
  const auto come = [&](int i) {
    workers[i] = std::make_unique<Task>(Base(folder, strategy) + addresses.Options(i));
    workers[i]->Start(kSteps);
  };
  Task chief(Base(folder, strategy) + addresses.Options(-1));
  TestHook hook;
  int done = 0;  // of what is to happen
  std::vector<int64_t> begun;
  hook.after_create_session = [&](rnl_learn_hook_call_t* call) -> rnl_status_t* {
    begun.push_back(rnl_learn_hook_call_step(call));
    return nullptr;
  };
  hook.before_run = [&](rnl_learn_hook_call_t* call) -> rnl_status_t* {
    const int64_t step = rnl_learn_hook_call_step(call);
    const bool all = chief.Logged("the chief and 2 workers");
    if ((done == 0 && step == 3) || (done == 1 && step == 9)) come(done++);
    if (done == 1 && step == 3) AwaitWorker(call);
    if (done == 2 && !all) AwaitWorker(call);  // the first one tells again, too
    if (done == 2 && all && step >= 17) {
      ++done;
      workers[0]->Leave();
    }
    return nullptr;
  };
  ASSERT_TRUE(IsOk(chief.Train(kSteps, &hook)));
  EXPECT_EQ(done, 3);
  EXPECT_TRUE(chief.Logged("membership epoch 1: the chief and 1 workers"));
  EXPECT_TRUE(chief.Logged("the chief and 2 workers"));
  EXPECT_TRUE(chief.Logged("/job:worker/replica:0/task:0"));
  workers[1]->Join();
  EXPECT_EQ(chief.Loss(), fixed);
  ASSERT_GE(begun.size(), 4u);
  EXPECT_EQ(begun[0], 0);
  EXPECT_EQ(begun[1], 4);
  EXPECT_GE(begun[2], 10);
  EXPECT_EQ(begun[3] % 5, 0);  // from the last checkpoint, alone
}

TEST_F(ClusterStrategyTest, WhatDoesNotFitIsNamed) {
  const Runtime runtime = NewRuntime();
  const auto fails = [&](const char* options, rnl_code_t code, const char* piece) {
    Config config;
    EXPECT_TRUE(Fails(rnl_learn_config_create(runtime, rnl_str(options), rnl_str(""), config.out()),
                      code, {piece}))
        << options;
  };
  fails("strategy='MultiWorkerMirrored', cluster='ps=a:1;worker=b:2', task_type=worker",
        RNL_INVALID_ARGUMENT, "no parameter servers");
  fails("strategy='Mirrored', cluster='chief=a:1;worker=b:2', task_type=worker", RNL_UNIMPLEMENTED,
        "MultiWorkerMirrored");
  fails("strategy='MultiWorkerMirrored(elastic=true)'", RNL_INVALID_ARGUMENT, "elastic needs shards");
  fails("strategy='MultiWorkerMirrored(shards=2, elastic=true)'", RNL_INVALID_ARGUMENT, "model_dir");
  fails("strategy='ParameterServer(sync=true)', cluster='chief=a:1;worker=b:2', task_type=worker",
        RNL_INVALID_ARGUMENT, "ParameterServer has parameter servers, the cluster has 0");
  fails("strategy='ParameterServer(shards=3)'", RNL_INVALID_ARGUMENT, "sync");
  fails("strategy='Sharded'", RNL_NOT_FOUND, "there is no strategy \"Sharded\"");
}

}  // namespace
}  // namespace runnel_test
