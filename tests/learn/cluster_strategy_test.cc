// Estimators whose batches the tasks of a cluster divide.
#include "tests/learn/cluster_support.h"

namespace runnel_test {
namespace {

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
