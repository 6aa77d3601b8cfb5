// The example of a session that goes on when tasks are lost, over servers of this process that are
// stopped and started again.
#include "bindings/c/examples/monitored.h"

#include <unistd.h>

#include <filesystem>

#include "tests/c_api/support/cluster.h"
#include "tests/c_api/support/model.h"

namespace runnel_test {
namespace {

using Monitored = Handle<monitored_t, monitored_release>;

class MonitoredTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("runnel_monitored_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
    prefix_ = (folder_ / "model").string();
    ASSERT_TRUE(IsOk(BuildModel(runtime_, &model_)));
    ASSERT_TRUE(IsOk(MakeBatch(runtime_, &x_, &labels_)));
    for (const char* job : {"ps", "worker"}) servers_.Add(job, 0);
    Start("ps");
    Start("worker");
    servers_.SetOptions("worker", 0, &options_);
    ASSERT_TRUE(IsOk(rnl_session_options_set_default_device(options_, rnl_str("/job:ps/task:0"))));
  }
  void TearDown() override {
    monitored_.reset();
    std::filesystem::remove_all(folder_);
  }
  void Start(const std::string& job) { servers_.Start(job, 0); }
  void Stop(const std::string& job) { servers_.Stop(job, 0); }
  monitored_options_t Options(int64_t every_runs, int64_t patience_ms) {
    monitored_options_t options{};
    options.graph = model_.graph;
    options.options = options_;
    options.chief = 1;
    options.initializer = model_.init;
    options.checkpoint = prefix_.c_str();
    options.every_runs = every_runs;
    options.patience_ms = patience_ms;
    return options;
  }
  struct Work {
    MonitoredTest* test = nullptr;
    float loss = 0;
    int calls = 0, recovered = 0;
  };
  static rnl_status_t* Train(void* arg, rnl_session_t* session, int recovered) {
    auto* const work = static_cast<Work*>(arg);
    ++work->calls;
    work->recovered += recovered;
    MonitoredTest* const test = work->test;
    return TrainStep(test->model_, session, test->x_, test->labels_, nullptr, &work->loss);
  }
  // Each time the cluster is whole again, and lost again before anything was done.
  static rnl_status_t* TrainWithoutServer(void* arg, rnl_session_t* session, int) {
    auto* const work = static_cast<Work*>(arg);
    MonitoredTest* const test = work->test;
    ++work->calls;
    test->Stop("ps");
    float loss = 0;
    rnl_status_t* const status =
        TrainStep(test->model_, session, test->x_, test->labels_, nullptr, &loss);
    test->Start("ps");
    return status;
  }
  std::vector<float> Alone(int steps) {
    Session session;
    EXPECT_TRUE(IsOk(rnl_session_create(model_.graph, nullptr, session.out())));
    EXPECT_TRUE(IsOk(Initialise(model_, session)));
    std::vector<float> losses(static_cast<size_t>(steps));
    for (float& loss : losses)
      EXPECT_TRUE(IsOk(TrainStep(model_, session, x_, labels_, nullptr, &loss)));
    return losses;
  }

  std::filesystem::path folder_;
  std::string prefix_;
  Runtime runtime_ = NewRuntime();
  Model model_;
  Tensor x_, labels_;
  Servers servers_{runtime_};
  SessionOptions options_;
  Monitored monitored_;
};

TEST_F(MonitoredTest, GoesOnFromTheLastCheckpointWhereATaskIsStartedAgain) {
  const monitored_options_t options = Options(1, 60'000);
  ASSERT_TRUE(IsOk(monitored_create(&options, monitored_.out())));
  ASSERT_NE(monitored_.get(), nullptr);
  const std::vector<float> alone = Alone(9);
  for (size_t i = 0; i < alone.size(); ++i) {
    const bool lost = i == 3 || i == 6;
    // The parameter server with all variables, then the master.
    if (i == 3) {
      Stop("ps");
      Start("ps");
    } else if (i == 6) {
      Stop("worker");
      Start("worker");
    }
    Work work{this};
    ASSERT_TRUE(IsOk(monitored_run(monitored_, &Train, &work))) << i;
    EXPECT_EQ(work.loss, alone[i]) << i;
    EXPECT_EQ(work.calls, lost ? 2 : 1) << i;
    EXPECT_EQ(work.recovered, lost ? 1 : 0) << i;
  }
  EXPECT_EQ(monitored_recoveries(monitored_), 2);
}

TEST_F(MonitoredTest, WhatWasNotSavedIsDoneAgain) {
  const monitored_options_t options = Options(0, 60'000);
  ASSERT_TRUE(IsOk(monitored_create(&options, monitored_.out())));
  const std::vector<float> alone = Alone(4);
  Work work{this};
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(IsOk(monitored_run(monitored_, &Train, &work)));
  ASSERT_TRUE(IsOk(monitored_save(monitored_)));
  ASSERT_TRUE(IsOk(monitored_run(monitored_, &Train, &work)));
  EXPECT_EQ(work.loss, alone[2]);
  Stop("ps");
  Start("ps");
  ASSERT_TRUE(IsOk(monitored_run(monitored_, &Train, &work)));
  EXPECT_EQ(work.loss, alone[2]) << "from the checkpoint, not from nothing";
  ASSERT_TRUE(IsOk(monitored_run(monitored_, &Train, &work)));
  EXPECT_EQ(work.loss, alone[3]);
}

TEST_F(MonitoredTest, WhatFailsAgainAndAgainIsGivenUp) {
  const monitored_options_t options = Options(1, 300);
  ASSERT_TRUE(IsOk(monitored_create(&options, monitored_.out())));
  Work work{this};
  EXPECT_TRUE(Fails(monitored_run(monitored_, &TrainWithoutServer, &work), RNL_UNAVAILABLE));
  EXPECT_GT(work.calls, 1);
  // The next run has its own time.
  EXPECT_TRUE(IsOk(monitored_run(monitored_, &Train, &work)));
}

TEST_F(MonitoredTest, AClusterThatStaysBrokenAndOwnFailuresAreTold) {
  const monitored_options_t options = Options(1, 200);
  ASSERT_TRUE(IsOk(monitored_create(&options, monitored_.out())));
  const auto fail = [](void* arg, rnl_session_t* session, int) {
    ++*static_cast<int*>(arg);
    const rnl_str_t nobody = rnl_str("nobody");
    return rnl_session_run(session, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0, &nobody, 1,
                           nullptr);
  };
  int calls = 0;
  EXPECT_TRUE(Fails(monitored_run(monitored_, fail, &calls), RNL_NOT_FOUND, {"nobody"}));
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(monitored_recoveries(monitored_), 0);
  Stop("ps");
  servers_.Leave("ps", 0);
  Work work{this};
  EXPECT_TRUE(Fails(monitored_run(monitored_, &Train, &work), RNL_UNAVAILABLE, {"/job:ps"}));
}

TEST_F(MonitoredTest, WhoIsNotTheChiefWaitsForIt) {
  monitored_options_t options = Options(1, 60'000);
  options.chief = 0;
  Monitored other;
  ASSERT_TRUE(IsOk(monitored_create(&options, other.out())));
  struct Late {
    Work work;
    const monitored_options_t* chief = nullptr;
    Monitored* monitored = nullptr;
  };
  options.chief = 1;
  Late late{{this}, &options, &monitored_};
  // The chief comes after its first attempt.
  const auto train = [](void* arg, rnl_session_t* session, int recovered) -> rnl_status_t* {
    auto* const l = static_cast<Late*>(arg);
    rnl_status_t* const status = Train(&l->work, session, recovered);
    if (l->work.calls == 1) {
      EXPECT_EQ(rnl_status_code(status), RNL_FAILED_PRECONDITION);
      EXPECT_TRUE(IsOk(monitored_create(l->chief, l->monitored->out())));
    }
    return status;
  };
  ASSERT_TRUE(IsOk(monitored_run(other, train, &late)));
  EXPECT_EQ(late.work.calls, 2);
  EXPECT_EQ(late.work.loss, Alone(1)[0]);
}

}  // namespace
}  // namespace runnel_test
