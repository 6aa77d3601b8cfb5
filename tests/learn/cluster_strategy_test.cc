// Estimators whose batches the tasks of a cluster divide.
#include <cstring>

#include "tests/learn/cluster_support.h"

namespace runnel_test {
namespace {

class ClusterStrategyTest : public testing::Test {
 protected:
  ClusterStrategyTest() { setenv("RUNNEL_CLUSTER_TOKEN", "strategies", 1); }

  struct Job {
    std::string strategy;
    bool normalises = true;
    std::string optimizer = "Adam(0.02)";
    // Each part begins with the last one's checkpoint.
    std::vector<int> steps = {kSteps};
    const char* logged = "";  // by the chief
    TestHook* hook = nullptr;
  };
  // The loss after a job of one process.
  static double Alone(const Job& job) {
    const Folder folder;
    double loss = -1;
    for (const int steps : job.steps) {
      Task task(Base(folder, job.strategy),
                TaskModel{.normalises = job.normalises, .optimizer = job.optimizer});
      EXPECT_TRUE(IsOk(task.Train(steps)));
      loss = task.Loss();
    }
    return loss;
  }
  // That of a job of a chief and so many workers.
  static double Together(const Job& job, int workers) {
    const Folder folder;
    double loss = -1;
    for (const int steps : job.steps) {
      const Addresses addresses(workers);
      std::vector<std::unique_ptr<Task>> tasks;
      for (int i = 0; i < workers; ++i) {
        tasks.push_back(
            std::make_unique<Task>(Base(folder, job.strategy) + addresses.Options(i),
                                   TaskModel{.normalises = job.normalises, .optimizer = job.optimizer}));
        tasks.back()->Start(steps);
      }
      Task chief(Base(folder, job.strategy) + addresses.Options(-1),
                 TaskModel{.normalises = job.normalises, .optimizer = job.optimizer});
      const testing::AssertionResult trained = IsOk(chief.Train(steps, job.hook));
      EXPECT_TRUE(trained);
      if (!trained) return -1;
      for (auto& task : tasks) task->Join();
      loss = chief.Loss();
      EXPECT_TRUE(chief.Logged(job.logged)) << job.logged;
    }
    return loss;
  }
};

// Reads, when training has ended, all copies of variables that tasks have, and the originals.
struct Copies {
  Copies() {
    hook.begin = [this](rnl_learn_hook_call_t* call) -> rnl_status_t* {
      rnl_graph_t* const graph = rnl_learn_hook_call_graph(call);
      for (size_t i = 0, count = rnl_graph_num_nodes(graph); i < count; ++i) {
        const auto node = static_cast<rnl_node_t>(i);
        const std::string name = Str(rnl_graph_node_name(graph, node));
        int part = 0, used = 0;
        if (Str(rnl_graph_node_op(graph, node)) != "VarHandleOp" ||
            sscanf(name.c_str(), "replicas/%d/%n", &part, &used) < 1 || used == 0)
          continue;
        rnl_node_t original = RNL_NO_NODE;
        EXPECT_TRUE(
            IsOk(rnl_graph_find_node(graph, View(name.substr(static_cast<size_t>(used))), &original)));
        names.push_back(name);
        reads.push_back(Read(graph, node));
        reads.push_back(Read(graph, original));
      }
      return nullptr;
    };
    hook.end = [this](rnl_learn_hook_call_t* call) -> rnl_status_t* {
      values.resize(reads.size());
      std::vector<rnl_tensor_t*> raw(reads.size());
      EXPECT_TRUE(
          IsOk(rnl_session_run_outputs(rnl_learn_hook_call_session(call), nullptr, nullptr, nullptr, 0,
                                       reads.data(), raw.data(), reads.size(), nullptr, 0, nullptr)));
      for (size_t i = 0; i < raw.size(); ++i) *values[i].out() = raw[i];
      return nullptr;
    };
  }
  static rnl_output_t Read(rnl_graph_t* graph, rnl_node_t handle) {
    rnl_node_builder_t* const builder =
        rnl_node_builder_create(graph, rnl_str("ReadVariableOp"), rnl_str(""));
    rnl_node_builder_add_input(builder, {handle, 0});
    rnl_node_builder_set_attr_type(builder, rnl_str("dtype"), RNL_DOUBLE);
    rnl_node_t read = RNL_NO_NODE;
    EXPECT_TRUE(IsOk(rnl_node_builder_finish(builder, &read)));
    return {read, 0};
  }
  void ExpectEqualBits() const {
    for (size_t i = 0; i < names.size(); ++i) {
      rnl_tensor_t* const copy = values[2 * i];
      rnl_tensor_t* const original = values[2 * i + 1];
      ASSERT_TRUE(copy != nullptr && original != nullptr) << names[i];
      ASSERT_EQ(rnl_tensor_size_bytes(copy), rnl_tensor_size_bytes(original)) << names[i];
      EXPECT_EQ(memcmp(rnl_tensor_data(copy), rnl_tensor_data(original), rnl_tensor_size_bytes(copy)), 0)
          << names[i];
    }
  }

  TestHook hook;
  std::vector<std::string> names;
  std::vector<rnl_output_t> reads;
  std::vector<Tensor> values;
};

TEST_F(ClusterStrategyTest, TasksTrainAsOneProcessWithTheWholeBatch) {
  const double alone = Alone({.normalises = false});
  for (const auto& [strategy, logged] :
       {std::pair("MultiWorkerMirrored", "cross_device_ops: all_reduce over 3 parts"),
        std::pair("MultiWorkerMirrored(cross_device_ops=reduction_to_one_device)",
                  "cross_device_ops: reduction_to_one_device over 3 parts")}) {
    SCOPED_TRACE(strategy);
    EXPECT_NEAR(Together({.strategy = strategy, .normalises = false, .logged = logged}, 2), alone, 1e-9);
  }
  // Batch normalisation counts by parts: three of them here, too.
  const Job sharded = {.strategy = "MultiWorkerMirrored(shards=3)",
                       .logged = "cross_device_ops: reduction_to_one_device"};
  EXPECT_NEAR(Together({.strategy = "MultiWorkerMirrored(cross_device_ops=all_reduce)"}, 2),
              Alone(sharded), 1e-9);
}

// All that is part of an update besides the optimizer's formula. The weights are read again from a
// checkpoint in between, and so is what the optimizer keeps of them.
TEST_F(ClusterStrategyTest, TasksUpdateTheirCopiesAsOneProcessDoes) {
  Job job = {.normalises = false, .steps = {kSteps / 2, kSteps}};
  for (const char* const optimizer :
       {"Adam(0.02, global_clipnorm=0.3, weight_decay=0.01, use_ema=true, ema_overwrite_frequency=7)",
        "LossScaleOptimizer(SGD(ExponentialDecay(0.1, 9, 0.8), momentum=0.9, clipnorm=0.4, "
        "gradient_accumulation_steps=2), initial_scale=4, dynamic_growth_steps=5)"}) {
    SCOPED_TRACE(optimizer);
    job.optimizer = optimizer;
    job.strategy = "";
    const double alone = Alone(job);
    job.strategy = "MultiWorkerMirrored";
    EXPECT_NEAR(Together(job, 2), alone, 1e-9);
  }
}

TEST_F(ClusterStrategyTest, TheCopiesOfAllTasksHaveTheSameBits) {
  Copies copies;
  const Job job = {.strategy = "MultiWorkerMirrored(cross_device_ops=all_reduce)", .hook = &copies.hook};
  Together(job, 2);
  // Of each worker: 8 weights, of which batch normalisation does not train 2, and Adam's two slots.
  EXPECT_EQ(copies.names.size(), 2u * (8 + 2 * 6));
  copies.ExpectEqualBits();
}

TEST_F(ClusterStrategyTest, TheSameShardsGiveTheSameBitsOnAnyNumberOfTasks) {
  const std::string strategy = "MultiWorkerMirrored(shards=6)";
  const double alone = Alone({.strategy = strategy});
  EXPECT_EQ(Together({.strategy = strategy}, 1), alone);
  EXPECT_EQ(Together({.strategy = strategy}, 2), alone);
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
  const double fixed = Alone({.strategy = "MultiWorkerMirrored(shards=6)"});
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
  fails("strategy='MultiWorkerMirrored(shards=2, cross_device_ops=all_reduce)'", RNL_INVALID_ARGUMENT,
        "no fixed order");
  fails("strategy='MultiWorkerMirrored(cross_device_ops=nccl)'", RNL_INVALID_ARGUMENT,
        "reduction_to_one_device");
  fails("strategy='ParameterServer(sync=true)', cluster='chief=a:1;worker=b:2', task_type=worker",
        RNL_INVALID_ARGUMENT, "ParameterServer has parameter servers, the cluster has 0");
  fails("strategy='ParameterServer(shards=3)'", RNL_INVALID_ARGUMENT, "sync");
  fails("strategy='Sharded'", RNL_NOT_FOUND, "there is no strategy \"Sharded\"");
}

}  // namespace
}  // namespace runnel_test
