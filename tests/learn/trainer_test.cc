// Trainers in one process: hooks, checkpoints, ends.
#include <signal.h>
#include <sys/resource.h>

#include <thread>

#include "tests/learn/train_support.h"

namespace runnel_test {
namespace {

TEST_F(TrainerTest, TrainsToAStepAndKeepsTheNewestCheckpoints) {
  const Folder folder;
  const std::string options =
      "model_dir='" + folder.path + "', save_checkpoints_steps=2, keep_checkpoint_max=3";
  {
    const Trainer trainer = NewTrainer(options, "StopAtStepHook(last_step=7)");
    ASSERT_TRUE(IsOk(Train(trainer)));
    EXPECT_EQ(rnl_learn_trainer_global_step(trainer), 7);
    EXPECT_TRUE(rnl_learn_trainer_should_stop(trainer));
    // At 0, 2, 4, 6 and the end.
    EXPECT_EQ(Checkpoints(folder.path),
              (std::vector<std::string>{"model.ckpt-4", "model.ckpt-6", "model.ckpt-7"}));
    EXPECT_TRUE(Fails(Step(trainer), RNL_FAILED_PRECONDITION));
  }
  // Another process goes on where that one was.
  NewGraph();
  const Trainer trainer =
      NewTrainer(options, "[StopAtStepHook(num_steps=2), FinalOpsHook(final_ops=[value])]");
  ASSERT_TRUE(IsOk(Train(trainer)));
  EXPECT_EQ(rnl_learn_trainer_global_step(trainer), 9);
  ASSERT_EQ(rnl_learn_trainer_num_final_values(trainer), 1u);
  Tensor value;
  ASSERT_TRUE(IsOk(rnl_learn_trainer_final_value(trainer, 0, value.out())));
  EXPECT_EQ(Floats(value)[0], 1);
  EXPECT_EQ(Checkpoints(folder.path).back(), "model.ckpt-9");
}

TEST_F(TrainerTest, HooksFetchFeedAndStopOnTheCallingThread) {
  const Trainer trainer = NewTrainer("");
  TestHook hook;
  std::string order;
  float seen = 0;
  hook.begin = [&](rnl_learn_hook_call_t* call) -> rnl_status_t* {
    order += "b";
    EXPECT_EQ(rnl_learn_hook_call_session(call), nullptr);
    return nullptr;
  };
  hook.after_create_session = [&](rnl_learn_hook_call_t* call) -> rnl_status_t* {
    order += "c";
    EXPECT_NE(rnl_learn_hook_call_session(call), nullptr);
    return nullptr;
  };
  hook.before_run = [&](rnl_learn_hook_call_t* call) -> rnl_status_t* {
    order += "(";
    Tensor two;
    const float value = 2;
    if (rnl_status_t* s = rnl_tensor_from_data(runtime, RNL_FLOAT, 0, nullptr, &value, 4, two.out()))
      return s;
    if (rnl_status_t* s = rnl_learn_hook_call_feed(call, rnl_output(Node("x"), 0), two)) return s;
    size_t index = 7;
    rnl_status_t* s = rnl_learn_hook_call_fetch(call, rnl_output(Node("loss"), 0), &index);
    EXPECT_EQ(index, 0u);
    return s;
  };
  hook.after_run = [&](rnl_learn_hook_call_t* call) -> rnl_status_t* {
    order += ")";
    Tensor loss;
    if (rnl_status_t* s = rnl_learn_hook_call_value(call, 0, loss.out())) return s;
    seen = Floats(loss)[0];
    EXPECT_EQ(rnl_learn_hook_call_num_values(call), 1u);
    EXPECT_TRUE(Fails(rnl_learn_hook_call_fetch(call, rnl_output(Node("loss"), 0), nullptr),
                      RNL_FAILED_PRECONDITION));
    if (rnl_learn_hook_call_step(call) == 3) rnl_learn_hook_call_request_stop(call);
    return nullptr;
  };
  hook.end = [&](rnl_learn_hook_call_t*) -> rnl_status_t* {
    order += "e";
    return nullptr;
  };
  Add(trainer, &hook);
  ASSERT_TRUE(IsOk(Train(trainer)));
  EXPECT_EQ(order, "bc()()()e");
  EXPECT_EQ(seen, 16);  // 2 * (10 - 2)
}

TEST_F(TrainerTest, AHookIsDroppedWithItsTrainer) {
  TestHook hook;
  {
    const Trainer trainer = NewTrainer("");
    Add(trainer, &hook);
    EXPECT_EQ(hook.drops, 0);
  }
  EXPECT_EQ(hook.drops, 1);
}

TEST_F(TrainerTest, AFailingHookEndsTheRunWithItsStatus) {
  const Trainer trainer = NewTrainer("");
  TestHook hook;
  bool ended = false;
  hook.after_run = [&](rnl_learn_hook_call_t*) -> rnl_status_t* {
    return rnl_status_create(RNL_UNAVAILABLE, rnl_str("no more paper"));
  };
  hook.end = [&](rnl_learn_hook_call_t*) -> rnl_status_t* {
    ended = true;
    return nullptr;
  };
  Add(trainer, &hook);
  EXPECT_TRUE(Fails(Step(trainer), RNL_UNAVAILABLE, {"hook test, after_run", "no more paper"}));
  EXPECT_EQ(rnl_learn_trainer_recoveries(trainer), 0);
  EXPECT_TRUE(Fails(Step(trainer), RNL_FAILED_PRECONDITION));
  EXPECT_TRUE(IsOk(rnl_learn_trainer_close(trainer)));
  EXPECT_FALSE(ended);
}

TEST_F(TrainerTest, AHookMayRunTheSessionButNotItsTrainer) {
  const Trainer trainer = NewTrainer("", "StopAtStepHook(last_step=1)");
  TestHook hook;
  float value = 0;
  hook.after_run = [&](rnl_learn_hook_call_t* call) -> rnl_status_t* {
    EXPECT_TRUE(Fails(Step(trainer), RNL_FAILED_PRECONDITION, {"hook"}));
    Tensor read;
    const rnl_str_t name = rnl_str("value");
    rnl_status_t* s = rnl_session_run(rnl_learn_hook_call_session(call), nullptr, nullptr, nullptr, 0,
                                      &name, read.out(), 1, nullptr, 0, nullptr);
    if (s == nullptr) value = Floats(read)[0];
    return s;
  };
  Add(trainer, &hook);
  ASSERT_TRUE(IsOk(Train(trainer)));
  EXPECT_EQ(value, 9);
}

TEST_F(TrainerTest, ListenersHearOfEveryCheckpoint) {
  const Folder folder;
  const Trainer trainer = NewTrainer("model_dir='" + folder.path + "', save_checkpoints_steps=2",
                                     "StopAtStepHook(last_step=3)");
  TestHook hook;
  std::vector<std::string> saved;
  hook.before_save = [&](rnl_learn_hook_call_t* call) -> rnl_status_t* {
    EXPECT_EQ(Str(rnl_learn_hook_call_checkpoint(call)), "");
    saved.push_back("before " + std::to_string(rnl_learn_hook_call_step(call)));
    return nullptr;
  };
  hook.after_save = [&](rnl_learn_hook_call_t* call) -> rnl_status_t* {
    saved.push_back(std::filesystem::path(Str(rnl_learn_hook_call_checkpoint(call))).filename());
    return nullptr;
  };
  Add(trainer, &hook);
  ASSERT_TRUE(IsOk(Train(trainer)));
  EXPECT_EQ(saved, (std::vector<std::string>{"before 0", "model.ckpt-0", "before 2", "model.ckpt-2",
                                             "before 3", "model.ckpt-3"}));
}

TEST_F(TrainerTest, LoggingAndCountingSayWhatTensorFlowSays) {
  const Trainer trainer = NewTrainer("",
                                     "[LoggingTensorHook(tensors=[loss], every_n_iter=2, at_end=true), "
                                     "StepCounterHook(every_n_steps=2), StopAtStepHook(last_step=5)]");
  ASSERT_TRUE(IsOk(Train(trainer)));
  EXPECT_EQ(Logged("loss = 10"), 1);
  EXPECT_EQ(Logged("loss = 9"), 0);
  EXPECT_EQ(Logged("loss = 8 ("), 1);
  EXPECT_EQ(Logged("loss = 6 ("), 1);
  EXPECT_EQ(Logged("loss = 5"), 1);
  EXPECT_EQ(Logged("global_step/sec: "), 2);
}

TEST_F(TrainerTest, ALossThatIsNotANumberFailsOrStops) {
  const float nan = NAN;
  Tensor value;
  ASSERT_TRUE(IsOk(rnl_tensor_from_data(runtime, RNL_FLOAT, 0, nullptr, &nan, 4, value.out())));
  const rnl_output_t x = rnl_output(Node("x"), 0);
  const rnl_node_t target = Node("train");
  rnl_tensor_t* const fed = value;
  const Trainer fails = NewTrainer("", "NanTensorHook('loss:0')");
  EXPECT_TRUE(Fails(rnl_learn_trainer_run(fails, &x, &fed, 1, nullptr, nullptr, 0, &target, 1),
                    RNL_INVALID_ARGUMENT, {"NanTensorHook", "NaN loss", "step 1"}));
  const Trainer stops = NewTrainer("", "NanTensorHook(loss, fail_on_nan_loss=false)");
  EXPECT_TRUE(IsOk(rnl_learn_trainer_run(stops, &x, &fed, 1, nullptr, nullptr, 0, &target, 1)));
  EXPECT_TRUE(rnl_learn_trainer_should_stop(stops));
  EXPECT_TRUE(IsOk(rnl_learn_trainer_close(stops)));
}

TEST_F(TrainerTest, SummariesAndTracesAreFiles) {
  const Folder folder;
  Trainer trainer;
  const Config config = NewConfig("model_dir='" + folder.path + "', save_summary_steps=2");
  rnl_learn_scaffold_t scaffold = Scaffold();
  scaffold.summary_op = rnl_str("summary:0");
  ASSERT_TRUE(IsOk(rnl_learn_trainer_create(graph, config, &scaffold, nullptr, nullptr, trainer.out())));
  ASSERT_TRUE(IsOk(rnl_learn_trainer_add_hooks(
      trainer, rnl_str("[ProfilerHook(save_steps=2), StopAtStepHook(last_step=5)]"))));
  ASSERT_TRUE(IsOk(Train(trainer)));
  int traces = 0, events = 0;
  std::string recorded;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path)) {
    const std::string name = entry.path().filename();
    traces += name.starts_with("timeline-") && std::filesystem::file_size(entry) > 100;
    if (!name.starts_with("events.out.tfevents.")) continue;
    ++events;
    std::ifstream file(entry.path(), std::ios::binary);
    recorded.assign(std::istreambuf_iterator<char>(file), {});
  }
  EXPECT_EQ(traces, 2);  // at 3 and 5: the first run plans
  EXPECT_EQ(events, 1);
  size_t summaries = 0;
  for (size_t at = 0; (at = recorded.find("\x04loss", at)) != std::string::npos; ++at) ++summaries;
  EXPECT_EQ(summaries, 3u);  // at 1, 3 and 5
}

TEST_F(TrainerTest, AFullDiskEndsTheRunOrIsLogged) {
  const Folder folder;
  // A file where the folder should be: what cannot be written.
  std::ofstream(folder / "taken") << "x";
  const std::string options = "model_dir='" + (folder / "taken") + "', save_checkpoints_steps=1";
  const Trainer ends = NewTrainer(options, "StopAtStepHook(last_step=2)");
  rnl_status_t* const status = Train(ends);
  EXPECT_NE(status, nullptr);
  EXPECT_NE(Str(rnl_status_message(status)).find("taken"), std::string::npos);
  rnl_status_release(status);
  const Trainer goes_on = NewTrainer("save_checkpoints_steps=1, checkpoint_failures=log",
                                     "[CheckpointSaverHook('" + (folder / "taken/x") +
                                         "', save_steps=1), StopAtStepHook(last_step=2)]");
  EXPECT_TRUE(IsOk(Train(goes_on)));
  EXPECT_EQ(rnl_learn_trainer_global_step(goes_on), 2);
  EXPECT_GE(Logged("training goes on"), 2);
}

TEST_F(TrainerTest, WhatWasSavedBeforeTheDiskWasFullStaysAndSavingGoesOnAfterwards) {
  const Folder folder;
  const Trainer trainer =
      NewTrainer("model_dir='" + folder.path +
                     "', save_checkpoints_steps=1, log_step_count_steps=0, checkpoint_failures=log",
                 "StopAtStepHook(last_step=6)");
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto ignored = signal(SIGXFSZ, SIG_IGN);
  TestHook hook;
  std::vector<std::string> newest;
  hook.after_run = [&](rnl_learn_hook_call_t* call) -> rnl_status_t* {
    const int64_t step = rnl_learn_hook_call_step(call);
    newest.push_back(Checkpoints(folder.path).back());
    // No file may become larger than nothing between steps 2 and 4.
    const rlimit none{0, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, step == 2 || step == 3 ? &none : &before);
    return nullptr;
  };
  Add(trainer, &hook);
  Status status(Train(trainer));
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, ignored);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(newest, (std::vector<std::string>{"model.ckpt-1", "model.ckpt-2", "model.ckpt-2",
                                              "model.ckpt-2", "model.ckpt-5", "model.ckpt-6"}));
  EXPECT_EQ(Logged("training goes on"), 2);
  for (const std::string& name : Checkpoints(folder.path)) {
    Checkpoint checkpoint;
    Tensor value;
    ASSERT_TRUE(IsOk(rnl_checkpoint_open(runtime, View(folder / name), checkpoint.out()))) << name;
    ASSERT_TRUE(IsOk(rnl_checkpoint_read(checkpoint, rnl_str("w"), value.out()))) << name;
  }
}

TEST_F(TrainerTest, TrainsOnADeviceThatComputesLater) {
  const Folder folder;
  const Status loaded(rnl_runtime_load_plugin(runtime, rnl_str("virtual")));
  if (loaded.code() == RNL_NOT_FOUND) GTEST_SKIP() << loaded.message();
  ASSERT_TRUE(loaded.ok()) << loaded.ToString();
  SessionOptions options;
  ASSERT_TRUE(IsOk(rnl_session_options_create(options.out())));
  ASSERT_TRUE(IsOk(rnl_session_options_set_default_device(options, rnl_str("/device:VIRTUAL:0"))));
  ASSERT_TRUE(IsOk(rnl_session_options_set_soft_placement(options, true)));
  Trainer trainer;
  ASSERT_TRUE(IsOk(rnl_learn_trainer_create(
      graph, NewConfig("model_dir='" + folder.path + "', save_checkpoints_steps=2"), nullptr, options,
      nullptr, trainer.out())));
  ASSERT_TRUE(IsOk(rnl_learn_trainer_add_hooks(
      trainer, rnl_str("[NanTensorHook(loss), FinalOpsHook([value]), StopAtStepHook(last_step=5)]"))));
  ASSERT_TRUE(IsOk(Train(trainer)));
  Tensor value;
  ASSERT_TRUE(IsOk(rnl_learn_trainer_final_value(trainer, 0, value.out())));
  EXPECT_EQ(Floats(value)[0], 5);
  EXPECT_EQ(Checkpoints(folder.path).back(), "model.ckpt-5");
}

TEST_F(TrainerTest, AVariableThatNothingInitialisesIsNamed) {
  Trainer trainer;
  const Config config = NewConfig("");
  rnl_learn_scaffold_t scaffold = Scaffold();
  scaffold.init_op = rnl_str("global_step/Assign");
  ASSERT_TRUE(IsOk(rnl_learn_trainer_create(graph, config, &scaffold, nullptr, nullptr, trainer.out())));
  EXPECT_TRUE(Fails(Step(trainer), RNL_FAILED_PRECONDITION, {"not ready", "w"}));
}

TEST_F(TrainerTest, AWorkerWithoutAChiefGivesUpAfterItsTime) {
  Trainer trainer;
  const Config config =
      NewConfig("ready_secs=0.2", R"({"cluster": {"chief": ["localhost:1"], "worker": ["localhost:2"]},
                                  "task": {"type": "worker", "index": 0}})");
  EXPECT_FALSE(rnl_learn_config_is_chief(config));
  ASSERT_TRUE(IsOk(rnl_learn_trainer_create(graph, config, nullptr, nullptr, nullptr, trainer.out())));
  EXPECT_TRUE(Fails(Step(trainer), RNL_DEADLINE_EXCEEDED, {"waited 0.2", "chief", "w, global_step"}));
}

TEST_F(TrainerTest, AStopThatIsAskedForWakesWhatWaits) {
  const Trainer trainer = NewTrainer("");
  TestHook hook;
  std::thread other;
  hook.before_run = [&](rnl_learn_hook_call_t*) -> rnl_status_t* {
    other = std::thread([&] { rnl_learn_trainer_request_stop(trainer); });
    return nullptr;
  };
  Add(trainer, &hook);
  ASSERT_TRUE(IsOk(rnl_learn_trainer_add_hooks(trainer, rnl_str("GlobalStepWaiterHook(1000)"))));
  EXPECT_TRUE(Fails(Step(trainer), RNL_CANCELLED, {"GlobalStepWaiterHook", "step 1000"}));
  other.join();
}

TEST_F(TrainerTest, ConfigurationsSayWhatIsWrong) {
  Config config;
  const auto create = [&](const char* options, const char* json) {
    return rnl_learn_config_create(runtime, rnl_str(options), rnl_str(json), config.out());
  };
  EXPECT_TRUE(Fails(create("model_dirs=x", ""), RNL_INVALID_ARGUMENT, {"model_dirs", "model_dir"}));
  EXPECT_TRUE(Fails(create("ready_secs=-1", ""), RNL_INVALID_ARGUMENT, {"ready_secs"}));
  EXPECT_TRUE(Fails(create("", "{\"cluster\": 3}"), RNL_INVALID_ARGUMENT, {"TF_CONFIG", "cluster"}));
  EXPECT_TRUE(Fails(create("", "{\"cluster\": "), RNL_INVALID_ARGUMENT, {"TF_CONFIG", "byte 12"}));
  EXPECT_TRUE(
      Fails(create("", R"({"cluster": {"worker": ["a:1"]}, "task": {"type": "ps", "index": 0}})"),
            RNL_INVALID_ARGUMENT, {"/job:ps/task:0", "worker (1)"}));
  EXPECT_TRUE(Fails(create("task_type=worker", ""), RNL_INVALID_ARGUMENT, {"no cluster"}));
  ASSERT_TRUE(IsOk(create("cluster='ps=a:1,b:2;worker=c:3', task_type=worker", "")));
  EXPECT_TRUE(rnl_learn_config_is_chief(config));
  EXPECT_EQ(rnl_learn_config_num_tasks(config, rnl_str("ps")), 2u);
}

TEST_F(TrainerTest, HooksThatAreWrongSayWhy) {
  const Trainer trainer = NewTrainer("");
  EXPECT_TRUE(Fails(rnl_learn_trainer_add_hooks(trainer, rnl_str("StopAtStepHook")),
                    RNL_INVALID_ARGUMENT, {"num_steps", "last_step"}));
  EXPECT_TRUE(Fails(rnl_learn_trainer_add_hooks(trainer, rnl_str("StopAtHook(3)")), RNL_NOT_FOUND,
                    {"StopAtHook"}));
  ASSERT_TRUE(IsOk(rnl_learn_trainer_add_hooks(trainer, rnl_str("NanTensorHook(nothing)"))));
  EXPECT_TRUE(Fails(Step(trainer), RNL_NOT_FOUND, {"NanTensorHook, begin", "nothing"}));
}

// What the end of training changes is in the last checkpoint.
TEST_F(TrainerTest, TheFinalizeOpRunsOnceBeforeTheLastCheckpoint) {
  const Folder folder;
  const Config config = NewConfig("model_dir='" + folder.path + "', save_checkpoints_steps=100");
  rnl_learn_scaffold_t scaffold = Scaffold();
  scaffold.finalize_op = rnl_str("down");
  {
    Trainer trainer;
    ASSERT_TRUE(
        IsOk(rnl_learn_trainer_create(graph, config, &scaffold, nullptr, nullptr, trainer.out())));
    ASSERT_TRUE(IsOk(rnl_learn_trainer_add_hooks(trainer, rnl_str("StopAtStepHook(last_step=3)"))));
    ASSERT_TRUE(IsOk(Train(trainer)));
  }
  const Trainer again = NewTrainer("model_dir='" + folder.path + "'", "[FinalOpsHook([value])]");
  ASSERT_TRUE(IsOk(rnl_learn_trainer_start(again)));
  ASSERT_TRUE(IsOk(rnl_learn_trainer_close(again)));
  Tensor value;
  ASSERT_TRUE(IsOk(rnl_learn_trainer_final_value(again, 0, value.out())));
  EXPECT_EQ(Floats(value)[0], 6);  // 10, less 3 steps, less 1
  Trainer trainer;
  scaffold.finalize_op = rnl_str("nothing");
  EXPECT_TRUE(Fails(rnl_learn_trainer_create(graph, config, &scaffold, nullptr, nullptr, trainer.out()),
                    RNL_NOT_FOUND, {"finalize_op", "nothing"}));
  // A program that was compiled before there was a finalize_op.
  scaffold.struct_size = offsetof(rnl_learn_scaffold_t, finalize_op);
  EXPECT_TRUE(IsOk(rnl_learn_trainer_create(graph, config, &scaffold, nullptr, nullptr, trainer.out())));
}

}  // namespace
}  // namespace runnel_test
