// Trainers over servers of this process that are stopped and started again.
#include <algorithm>

#include "tests/c_api/support/cluster.h"
#include "tests/learn/train_support.h"

namespace runnel_test {
namespace {

class ClusterTrainerTest : public TrainerTest {
 protected:
  ClusterTrainerTest() {
    NewGraph("/job:ps/task:0");
    servers.Add("ps", 0);
    servers.Add("chief", 0);
    servers.Start("ps", 0);
    servers.Start("chief", 0);
  }
  Trainer ChiefOf(const std::string& options, const std::string& hooks) {
    SessionOptions session_options;
    servers.SetOptions("chief", 0, &session_options);
    // The addresses are the servers' own; a trainer asks only which jobs there are.
    const Config config = NewConfig(options + ", cluster='ps=ps:1;chief=chief:1', task_type=chief");
    Trainer trainer;
    EXPECT_TRUE(
        IsOk(rnl_learn_trainer_create(graph, config, nullptr, session_options, nullptr, trainer.out())));
    EXPECT_TRUE(IsOk(rnl_learn_trainer_add_hooks(trainer, View(hooks))));
    return trainer;
  }

  Servers servers{runtime};
};

TEST_F(ClusterTrainerTest, GoesOnFromTheLastCheckpointWhereATaskIsStartedAgain) {
  const Folder folder;
  const Trainer trainer =
      ChiefOf("model_dir='" + folder.path + "', save_checkpoints_steps=2, connect_secs=5",
              "[FinalOpsHook([value]), StopAtStepHook(last_step=6)]");
  TestHook hook;
  std::vector<int64_t> sessions, steps;
  hook.after_create_session = [&](rnl_learn_hook_call_t* call) -> rnl_status_t* {
    sessions.push_back(rnl_learn_hook_call_step(call));
    return nullptr;
  };
  hook.after_run = [&](rnl_learn_hook_call_t* call) -> rnl_status_t* {
    steps.push_back(rnl_learn_hook_call_step(call));
    return nullptr;
  };
  Add(trainer, &hook);
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(IsOk(Step(trainer)));
  servers.Stop("ps", 0);
  servers.Start("ps", 0);
  ASSERT_TRUE(IsOk(Train(trainer)));
  EXPECT_EQ(sessions, (std::vector<int64_t>{0, 2}));
  EXPECT_EQ(steps, (std::vector<int64_t>{1, 2, 3, 3, 4, 5, 6}));
  EXPECT_EQ(rnl_learn_trainer_recoveries(trainer), 1);
  Tensor value;
  ASSERT_TRUE(IsOk(rnl_learn_trainer_final_value(trainer, 0, value.out())));
  EXPECT_EQ(Floats(value)[0], 4);  // 10 - 6: what was done twice counts once
}

TEST_F(ClusterTrainerTest, GivesUpWhereATaskStaysAway) {
  // The master's answer, which names the task, comes a tenth of the time before the client gives up, so
  // that tenth must be longer than a busy machine makes a message wait.
  const char* const slow = getenv("RUNNEL_TEST_SLOW");
  const int connect_secs = 2 * std::max(1, slow == nullptr ? 1 : atoi(slow));
  const Trainer trainer =
      ChiefOf("connect_secs=" + std::to_string(connect_secs) + ", max_recoveries=1", "");
  ASSERT_TRUE(IsOk(Step(trainer)));
  servers.Stop("ps", 0);
  servers.Leave("ps", 0);
  EXPECT_TRUE(Fails(Step(trainer), RNL_UNAVAILABLE, {"gave up after 1 recoveries", "/job:ps"}));
  EXPECT_EQ(rnl_learn_trainer_recoveries(trainer), 1);
  EXPECT_TRUE(Fails(Step(trainer), RNL_FAILED_PRECONDITION));
}

}  // namespace
}  // namespace runnel_test
