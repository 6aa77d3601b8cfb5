// Tasks that update the same weights without waiting for each other: no update is lost.
#include <atomic>
#include <cmath>

#include "tests/learn/cluster_support.h"

namespace runnel_test {
namespace {

using Server = Handle<rnl_server_t, rnl_server_release>;

constexpr int kTasks = 3, kRuns = 40;
constexpr double kFirst = -1e6;

class AsyncTest : public testing::Test {
 protected:
  AsyncTest() { setenv("RUNNEL_CLUSTER_TOKEN", "async", 1); }

  // All targets lie above the predictions, which begin with a bias of kFirst: whatever the kernels are,
  // the gradient of the bias is minus the number of rows in a batch.
  static TaskModel Model(const std::string& optimizer, const std::string& more = "") {
    return {.normalises = false,
            .optimizer = optimizer,
            .loss = "MeanAbsoluteError(reduction=sum)",
            .last = "Dense(1, bias_initializer=Constant(-1e6)" + more + ")"};
  }

  // After all runs of all tasks: the bias, its average where there is one, and how many steps were
  // counted.
  struct Ended {
    double bias = 0, average = 0;
    int64_t steps = 0;
  };
  static Ended Train(const TaskModel& model, const std::string& strategy) {
    const Folder folder;
    const Addresses addresses(kTasks - 1, 1);
    const std::string base = "model_dir='" + folder.path +
                             "', save_checkpoints_steps=100000, connect_secs=20, strategy='" + strategy +
                             "'";
    const Runtime runtime = NewRuntime();
    Config config;
    Server server;
    EXPECT_TRUE(IsOk(rnl_learn_config_create(runtime, View(base + addresses.Options("ps", 0)),
                                             rnl_str(""), config.out())));
    EXPECT_TRUE(IsOk(rnl_learn_config_start_server(config, server.out())));
    // Nobody begins before all are there, and the chief reads what has become of it when all are done.
    Events events;
    std::atomic<int> there{0}, done{0};
    const auto meet = [&events](std::atomic<int>* count, const char* all) {
      if (++*count == kTasks) events.Set(all);
      events.Await(all);
    };
    Ended ended;
    TestHook hooks[kTasks];
    int runs[kTasks] = {};
    for (int i = 0; i < kTasks; ++i) {
      hooks[i].after_create_session = [&](rnl_learn_hook_call_t*) -> rnl_status_t* {
        meet(&there, "there");
        return nullptr;
      };
      hooks[i].after_run = [&, i](rnl_learn_hook_call_t* call) -> rnl_status_t* {
        if (++runs[i] < kRuns) return nullptr;
        rnl_learn_hook_call_request_stop(call);
        meet(&done, "done");
        if (i == 0) ended = Read(call);
        return nullptr;
      };
    }
    std::vector<std::unique_ptr<Task>> tasks;
    for (int i = 0; i < kTasks; ++i)
      tasks.push_back(std::make_unique<Task>(base + addresses.Options(i - 1), model));
    for (int i = 1; i < kTasks; ++i) tasks[static_cast<size_t>(i)]->Start(1 << 20, &hooks[i]);
    EXPECT_TRUE(IsOk(tasks[0]->Train(1 << 20, &hooks[0])));
    for (int i = 1; i < kTasks; ++i) tasks[static_cast<size_t>(i)]->Join();
    return ended;
  }
  static Ended Read(rnl_learn_hook_call_t* call) {
    Ended ended;
    ended.bias = Value<double>(call, "dense_1/bias");
    ended.average = Value<double>(call, "optimizer/dense_1/bias/average");
    ended.steps = Value<int64_t>(call, "global_step");
    return ended;
  }
  // 0: there is no such variable.
  template <typename T>
  static T Value(rnl_learn_hook_call_t* call, const std::string& variable) {
    rnl_output_t read = {};
    rnl_status_t* const found = rnl_graph_find_node(rnl_learn_hook_call_graph(call),
                                                    View(variable + "/ReadVariableOp"), &read.node);
    const bool is_there = found == nullptr;
    rnl_status_release(found);
    if (!is_there) return 0;
    Tensor value;
    EXPECT_TRUE(IsOk(rnl_session_run_outputs(rnl_learn_hook_call_session(call), nullptr, nullptr,
                                             nullptr, 0, &read, value.out(), 1, nullptr, 0, nullptr)));
    return value == nullptr ? 0 : *static_cast<const T*>(rnl_tensor_data(value));
  }
};

// Four batches are a pass of 23 rows.
TEST_F(AsyncTest, NoUpdateOfAWeightIsLost) {
  for (const char* const strategy : {"", "ParameterServer()", "ParameterServer(max_staleness=100000)"}) {
    SCOPED_TRACE(strategy);
    const Ended ended = Train(Model("SGD(0.125)"), strategy);
    EXPECT_EQ(ended.steps, kTasks * kRuns);
    EXPECT_EQ(ended.bias, kFirst + 0.125 * 23 * kTasks * kRuns / 4);
  }
}

// With equal gradients the order of updates makes no difference: velocities are those of one task.
TEST_F(AsyncTest, WhatAnOptimizerKeepsOfAWeightMovesWithIt) {
  const Ended ended = Train(Model("SGD(0.125, momentum=0.5, clipvalue=1)"), "ParameterServer()");
  double velocity = 0, bias = kFirst;
  for (int i = 0; i < kTasks * kRuns; ++i) {
    velocity = 0.5 * velocity + 0.125;
    bias += velocity;
  }
  EXPECT_DOUBLE_EQ(ended.bias, bias);
}

TEST_F(AsyncTest, AnAverageFollowsAllUpdates) {
  const Ended ended =
      Train(Model("SGD(0.125, clipvalue=1, use_ema=true, ema_momentum=0.9)"), "ParameterServer()");
  EXPECT_EQ(ended.bias, kFirst + 0.125 * kTasks * kRuns);
  // It begins with the first values, of which little is left.
  double average = kFirst;
  for (int i = 1; i <= kTasks * kRuns; ++i) average = 0.9 * average + 0.1 * (kFirst + 0.125 * i);
  EXPECT_NEAR(ended.average, average, 1e-3);
}

TEST_F(AsyncTest, AccumulationOfGradientsIsRefused) {
  const Folder folder;
  const Addresses addresses(1, 1);
  Task chief("model_dir='" + folder.path + "'" + addresses.Options(-1),
             {.optimizer = "SGD(0.1, gradient_accumulation_steps=2)"});
  EXPECT_TRUE(Fails(chief.Train(1), RNL_UNIMPLEMENTED, {"SGD", "gradient_accumulation_steps"}));
}

}  // namespace
}  // namespace runnel_test
