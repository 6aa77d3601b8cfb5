// Tasks whose gradients meet on parameter servers: backups, and gradients that come too late.
#include "tests/learn/cluster_support.h"

namespace runnel_test {
namespace {

using Server = Handle<rnl_server_t, rnl_server_release>;

// Ends a worker's training after so many runs: it sends nothing that no step would take.
struct Runs : TestHook {
  explicit Runs(int most) {
    after_run = [this, most](rnl_learn_hook_call_t* call) -> rnl_status_t* {
      if (++count >= most) rnl_learn_hook_call_request_stop(call);
      return nullptr;
    };
  }
  int count = 0;
};

class AggregationTest : public testing::Test {
 protected:
  AggregationTest() { setenv("RUNNEL_CLUSTER_TOKEN", "aggregation", 1); }

  // A chief, workers and two parameter servers, which run already.
  void Open(const std::string& strategy, int workers) {
    strategy_ = strategy;
    addresses_ = std::make_unique<Addresses>(workers, 2);
    runtime_ = NewRuntime();
    for (int i = 0; i < 2; ++i) {
      Config config;
      const std::string options = Base(folder_, strategy) + addresses_->Options("ps", i);
      ASSERT_TRUE(IsOk(rnl_learn_config_create(runtime_, View(options), rnl_str(""), config.out())));
      ASSERT_TRUE(IsOk(rnl_learn_config_start_server(config, servers_[i].out())));
    }
  }
  std::unique_ptr<Task> NewTask(int worker) {
    return std::make_unique<Task>(Base(folder_, strategy_) + addresses_->Options(worker),
                                  TaskModel{.normalises = false});
  }
  // The loss after as many steps of one process without a strategy.
  static double Alone() {
    const Folder folder;
    Task task(Base(folder, ""), {.normalises = false});
    EXPECT_TRUE(IsOk(task.Train(kSteps)));
    return task.Loss();
  }

  const Folder folder_;
  std::string strategy_;
  std::unique_ptr<Addresses> addresses_;
  Runtime runtime_;
  Server servers_[2];
};

// All tasks read the same batches, so the mean of their gradients is that of one process.
TEST_F(AggregationTest, TheMeanOfTheTasksGradientsMakesAStep) {
  Open("ParameterServer(sync=true, replicas_to_aggregate=3)", 2);
  const auto chief = NewTask(-1), first = NewTask(0), second = NewTask(1);
  Runs first_runs(kSteps), second_runs(kSteps);
  first->Start(kSteps, &first_runs);
  second->Start(kSteps, &second_runs);
  ASSERT_TRUE(IsOk(chief->Train(kSteps)));
  first->Join();
  second->Join();
  EXPECT_NEAR(chief->Loss(), Alone(), 1e-9);
  EXPECT_TRUE(chief->Logged("aggregated 120 gradients and dropped 0"));
}

TEST_F(AggregationTest, AGradientOfAnOldStepIsDroppedAndTheOthersDoNotWaitForIt) {
  Open("ParameterServer(sync=true, replicas_to_aggregate=2)", 2);
  const auto chief = NewTask(-1), worker = NewTask(0), late = NewTask(1);
  Events events;
  TestHook chief_hook, late_hook;
  chief_hook.before_run = [&](rnl_learn_hook_call_t* call) -> rnl_status_t* {
    if (rnl_learn_hook_call_step(call) == 0) events.Await("late has read the clock");
    if (rnl_learn_hook_call_step(call) == 5) {
      events.Set("five steps");
      events.Await("late has sent");
    }
    return nullptr;
  };
  int late_runs = 0;
  late_hook.before_run = [&](rnl_learn_hook_call_t*) -> rnl_status_t* {
    events.Set("late has read the clock");
    events.Await(++late_runs == 1 ? "five steps" : "the end");
    return nullptr;
  };
  late_hook.after_run = [&](rnl_learn_hook_call_t* call) -> rnl_status_t* {
    if (late_runs == 1) EXPECT_EQ(rnl_learn_hook_call_step(call), 5);
    events.Set("late has sent");
    return nullptr;
  };
  Runs runs(kSteps);
  late->Start(kSteps, &late_hook);
  worker->Start(kSteps, &runs);
  const testing::AssertionResult trained = IsOk(chief->Train(kSteps, &chief_hook));
  events.Set("the end");
  ASSERT_TRUE(trained);
  late->Join();
  worker->Join();
  EXPECT_NEAR(chief->Loss(), Alone(), 1e-9);
  EXPECT_TRUE(chief->Logged("aggregated 80 gradients and dropped 1"));
}

TEST_F(AggregationTest, WorkersEndWithAChiefThatStopsBeforeTheLastStep) {
  Open("ParameterServer(sync=true, replicas_to_aggregate=1)", 1);
  const auto chief = NewTask(-1), worker = NewTask(0);
  TestHook hook;
  hook.after_run = [&](rnl_learn_hook_call_t* call) -> rnl_status_t* {
    if (rnl_learn_hook_call_step(call) == 7) rnl_learn_hook_call_request_stop(call);
    return nullptr;
  };
  worker->Start(kSteps);
  ASSERT_TRUE(IsOk(chief->Train(kSteps, &hook)));
  worker->Join();
}

// As where its input ends: the others need no longer wait for it.
TEST_F(AggregationTest, TheOthersGoOnWithoutAWorkerThatEndsEarly) {
  Open("ParameterServer(sync=true, replicas_to_aggregate=3)", 2);
  const auto chief = NewTask(-1), worker = NewTask(0), early = NewTask(1);
  Runs few(3);
  early->Start(kSteps, &few);
  worker->Start(kSteps);
  ASSERT_TRUE(IsOk(chief->Train(kSteps)));
  early->Join();
  worker->Join();
  EXPECT_EQ(few.count, 3);
}

TEST_F(AggregationTest, AChiefThatWaitsForGradientsCanBeStopped) {
  Open("ParameterServer(sync=true, replicas_to_aggregate=2)", 1);
  const auto chief = NewTask(-1);
  Events events;
  TestHook hook;
  hook.before_run = [&](rnl_learn_hook_call_t*) -> rnl_status_t* {
    events.Set("runs");
    return nullptr;
  };
  chief->Start(kSteps, &hook);
  events.Await("runs");
  chief->Leave();
  EXPECT_TRUE(chief->Logged("aggregated 0 gradients and dropped 0"));
}

// The chief makes three updates while the worker computes a gradient.
class StalenessTest : public AggregationTest {
 protected:
  // The global step after each of the worker's two runs.
  std::vector<int64_t> StepsOfLateWorker(int max_staleness) {
    Open("ParameterServer(max_staleness=" + std::to_string(max_staleness) + ")", 1);
    chief_ = NewTask(-1);
    worker_ = NewTask(0);
    Events events;
    TestHook chief_hook, worker_hook;
    std::vector<int64_t> steps;
    chief_hook.before_run = [&](rnl_learn_hook_call_t* call) -> rnl_status_t* {
      if (rnl_learn_hook_call_step(call) == 0) events.Await("read");
      if (rnl_learn_hook_call_step(call) == 3) {
        events.Set("three updates");
        events.Await("ended");
      }
      return nullptr;
    };
    worker_hook.before_run = [&](rnl_learn_hook_call_t*) -> rnl_status_t* {
      events.Set("read");
      events.Await("three updates");
      return nullptr;
    };
    worker_hook.after_run = [&](rnl_learn_hook_call_t* call) -> rnl_status_t* {
      steps.push_back(rnl_learn_hook_call_step(call));
      if (steps.size() == 2) rnl_learn_hook_call_request_stop(call);
      return nullptr;
    };
    worker_hook.end = [&](rnl_learn_hook_call_t*) -> rnl_status_t* {
      events.Set("ended");
      return nullptr;
    };
    worker_->Start(kSteps, &worker_hook);
    EXPECT_TRUE(IsOk(chief_->Train(kSteps, &chief_hook)));
    worker_->Join();
    return steps;
  }
  std::unique_ptr<Task> chief_, worker_;
};

TEST_F(StalenessTest, AGradientThatIsTooOldUpdatesNothing) {
  EXPECT_EQ(StepsOfLateWorker(2), (std::vector<int64_t>{3, 4}));
  EXPECT_TRUE(worker_->Logged("dropped 1 gradients that were more than 2 updates old"));
  EXPECT_TRUE(chief_->Logged("dropped 0 gradients that were more than 2 updates old"));
  EXPECT_LT(chief_->Loss(), 0.6);
}

TEST_F(StalenessTest, AGradientWithinTheBoundCounts) {
  EXPECT_EQ(StepsOfLateWorker(3), (std::vector<int64_t>{4, 5}));
  EXPECT_TRUE(worker_->Logged("dropped 0 gradients that were more than 3 updates old"));
}

TEST(Aggregation, WhatDoesNotFitIsNamed) {
  const Runtime runtime = NewRuntime();
  const auto fails = [&](const std::string& strategy, const char* cluster, const char* piece) {
    Config config;
    const std::string options = "strategy='ParameterServer(" + strategy + ")'" + cluster;
    EXPECT_TRUE(Fails(rnl_learn_config_create(runtime, View(options), rnl_str(""), config.out()),
                      RNL_INVALID_ARGUMENT, {piece}))
        << options;
  };
  const char* const cluster = ", cluster='ps=a:1;chief=b:1;worker=c:2', task_type=worker";
  fails("replicas_to_aggregate=2", cluster, "replicas_to_aggregate needs sync");
  fails("sync=true, max_staleness=2", cluster, "max_staleness is of steps that are not in sync");
  fails("sync=true, shards=2, replicas_to_aggregate=2", cluster, "shards are of one batch");
  fails("sync=true, replicas_to_aggregate=3", cluster, "only 2 tasks of the cluster train");
  fails("sync=true, replicas_to_aggregate=1", "", "over a cluster, but there is none");
  fails("max_staleness=-2", cluster, "max_staleness");
  Model model;
  ASSERT_TRUE(IsOk(rnl_learn_model_create(runtime, rnl_str("seed=1"), model.out())));
  EXPECT_TRUE(Fails(rnl_learn_model_set_strategy(model, rnl_str("ParameterServer(max_staleness=1)")),
                    RNL_INVALID_ARGUMENT,
                    {"ParameterServer(max_staleness=1)", "a model by itself has no tasks"}));
}

}  // namespace
}  // namespace runnel_test
