// A graph to train that says by its value how many steps have counted: w begins at 10 and loses 1 a
// step.
#ifndef RUNNEL_TESTS_LEARN_TRAIN_SUPPORT_H_
#define RUNNEL_TESTS_LEARN_TRAIN_SUPPORT_H_

#include <stdlib.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <mutex>

#include "tests/learn/support.h"

namespace runnel_test {

using Config = Handle<rnl_learn_config_t, rnl_learn_config_release>;
using Trainer = Handle<rnl_learn_trainer_t, rnl_learn_trainer_release>;
using Estimator = Handle<rnl_learn_estimator_t, rnl_learn_estimator_release>;
using Predictions = Handle<rnl_learn_predictions_t, rnl_learn_predictions_release>;
using Dataset = Handle<rnl_dataset_t, rnl_dataset_release>;

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "runnel_train_XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  Folder(const Folder&) = delete;
  std::string operator/(const std::string& name) const { return path + "/" + name; }
  std::string path;
};

// `device` is where the variables are.
inline std::string CounterGraph(const std::string& device = "") {
  const std::string at = device.empty() ? "" : "device: '" + device + "' ";
  const auto constant = [](const std::string& name, const std::string& type, const std::string& value) {
    return "node { name: '" + name + "' op: 'Const' attr { key: 'dtype' value { type: " + type +
           " } } attr { key: 'value' value { tensor { dtype: " + type + " tensor_shape { } " + value +
           " } } } }\n";
  };
  const auto variable = [&](const std::string& name, const std::string& type) {
    return "node { name: '" + name + "' op: 'VarHandleOp' " + at +
           "attr { key: 'dtype' value { type: " + type +
           " } } attr { key: 'shape' value { shape { } } } attr { key: 'shared_name' value { s: '" +
           name + "' } } }\n";
  };
  const auto update = [](const std::string& name, const std::string& op, const std::string& type,
                         const std::string& inputs) {
    return "node { name: '" + name + "' op: '" + op + "' " + inputs +
           " attr { key: 'dtype' value { type: " + type + " } } }\n";
  };
  return variable("w", "DT_FLOAT") + variable("global_step", "DT_INT64") +
         constant("ten", "DT_FLOAT", "float_val: 10") + constant("one", "DT_FLOAT", "float_val: 1") +
         constant("zero", "DT_INT64", "int64_val: 0") + constant("step", "DT_INT64", "int64_val: 1") +
         update("w/Assign", "AssignVariableOp", "DT_FLOAT", "input: 'w' input: 'ten'") +
         update("global_step/Assign", "AssignVariableOp", "DT_INT64",
                "input: 'global_step' input: 'zero'") +
         update("value", "ReadVariableOp", "DT_FLOAT", "input: 'w'") +
         "node { name: 'x' op: 'PlaceholderWithDefault' input: 'one' attr { key: 'dtype' value { type: "
         "DT_FLOAT } } attr { key: 'shape' value { shape { } } } }\n"
         "node { name: 'loss' op: 'Mul' input: 'value' input: 'x' attr { key: 'T' value { type: "
         "DT_FLOAT "
         "} } }\n" +
         constant("tag", "DT_STRING", "string_val: 'loss'") +
         "node { name: 'summary' op: 'ScalarSummary' input: 'tag' input: 'loss' attr { key: 'T' value { "
         "type: DT_FLOAT } } }\n" +
         update("down", "AssignSubVariableOp", "DT_FLOAT", "input: 'w' input: 'one' input: '^loss'") +
         update("count", "AssignAddVariableOp", "DT_INT64", "input: 'global_step' input: 'step'") +
         "node { name: 'train' op: 'NoOp' input: '^down' input: '^count' }\n";
}

// The scalars with a tag in the event files of a folder, in their order.
inline std::vector<float> ScalarsIn(const std::string& folder, const std::string& tag) {
  const std::string field = "\x0a" + std::string(1, static_cast<char>(tag.size())) + tag + "\x15";
  std::vector<float> values;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().filename().string().find("tfevents") == std::string::npos) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string all(std::istreambuf_iterator<char>(file), {});
    for (size_t at = 0; (at = all.find(field, at)) != std::string::npos;) {
      at += field.size();
      float value = NAN;
      if (at + sizeof(value) <= all.size()) memcpy(&value, all.data() + at, sizeof(value));
      values.push_back(value);
    }
  }
  return values;
}

// A hook made of functions.
struct TestHook {
  using Fn = std::function<rnl_status_t*(rnl_learn_hook_call_t*)>;
  Fn begin, after_create_session, before_run, after_run, end, before_save, after_save;
  int drops = 0;

  template <Fn TestHook::*member>
  static rnl_status_t* Call(void* arg, rnl_learn_hook_call_t* call) {
    const Fn& fn = static_cast<TestHook*>(arg)->*member;
    return fn ? fn(call) : nullptr;
  }
  static void Drop(void* arg) { ++static_cast<TestHook*>(arg)->drops; }
  rnl_learn_hook_t ToC() const {
    rnl_learn_hook_t hook = {};
    hook.struct_size = sizeof(hook);
    hook.name = rnl_str("test");
    hook.begin = Call<&TestHook::begin>;
    hook.after_create_session = Call<&TestHook::after_create_session>;
    hook.before_run = Call<&TestHook::before_run>;
    hook.after_run = Call<&TestHook::after_run>;
    hook.end = Call<&TestHook::end>;
    hook.before_save = Call<&TestHook::before_save>;
    hook.after_save = Call<&TestHook::after_save>;
    return hook;
  }
};

class TrainerTest : public testing::Test {
 protected:
  TrainerTest() {
    RuntimeOptions options;
    EXPECT_TRUE(IsOk(rnl_runtime_options_create(options.out())));
    EXPECT_TRUE(IsOk(rnl_runtime_options_set_threads(options, 2)));
    EXPECT_TRUE(IsOk(rnl_runtime_options_set_log(options, &Log, this)));
    EXPECT_TRUE(IsOk(rnl_runtime_options_set_log_level(options, RNL_LOG_INFO)));
    EXPECT_TRUE(IsOk(rnl_runtime_create(options, runtime.out())));
    NewGraph();
  }
  void NewGraph(const std::string& device = "") {
    EXPECT_TRUE(IsOk(rnl_graph_create(runtime, graph.out())));
    EXPECT_TRUE(IsOk(rnl_graph_import(graph, View(CounterGraph(device)), nullptr)));
  }
  rnl_node_t Node(const std::string& name) {
    rnl_node_t node = RNL_NO_NODE;
    EXPECT_TRUE(IsOk(rnl_graph_find_node(graph, View(name), &node))) << name;
    return node;
  }
  Config NewConfig(const std::string& options, const std::string& tf_config = "") {
    Config config;
    EXPECT_TRUE(IsOk(rnl_learn_config_create(runtime, View(options), View(tf_config), config.out())));
    return config;
  }
  static rnl_learn_scaffold_t Scaffold() {
    rnl_learn_scaffold_t scaffold = {};
    scaffold.struct_size = sizeof(scaffold);
    return scaffold;
  }
  Trainer NewTrainer(const std::string& options, const std::string& hooks = "") {
    Trainer trainer;
    const Config config = NewConfig(options);
    const rnl_learn_scaffold_t scaffold = Scaffold();
    EXPECT_TRUE(
        IsOk(rnl_learn_trainer_create(graph, config, &scaffold, nullptr, nullptr, trainer.out())));
    EXPECT_TRUE(IsOk(rnl_learn_trainer_add_hooks(trainer, View(hooks))));
    return trainer;
  }
  void Add(const Trainer& trainer, TestHook* hook) {
    const rnl_learn_hook_t c = hook->ToC();
    EXPECT_TRUE(IsOk(rnl_learn_trainer_add_hook(trainer, &c, hook, &TestHook::Drop)));
  }
  rnl_status_t* Train(const Trainer& trainer) {
    const rnl_node_t target = Node("train");
    return rnl_learn_trainer_train(trainer, &target, 1);
  }
  rnl_status_t* Step(const Trainer& trainer) {
    const rnl_node_t target = Node("train");
    return rnl_learn_trainer_run(trainer, nullptr, nullptr, 0, nullptr, nullptr, 0, &target, 1);
  }
  // The log's lines that hold `piece`.
  int Logged(const std::string& piece) {
    const std::lock_guard lock(mutex_);
    int count = 0;
    for (const std::string& line : lines_) count += line.find(piece) != std::string::npos;
    return count;
  }
  std::vector<std::string> Checkpoints(const std::string& folder) {
    Names names;
    EXPECT_TRUE(IsOk(rnl_checkpoint_list(runtime, View(folder), names.out())));
    std::vector<std::string> all;
    for (size_t i = 0; i < rnl_names_count(names); ++i)
      all.push_back(std::filesystem::path(Str(rnl_names_get(names, i))).filename());
    return all;
  }

  Runtime runtime;
  Graph graph;

 private:
  static void Log(void* arg, rnl_severity_t, rnl_str_t message) {
    auto* const self = static_cast<TrainerTest*>(arg);
    const std::lock_guard lock(self->mutex_);
    self->lines_.push_back(Str(message));
  }
  std::mutex mutex_;
  std::vector<std::string> lines_;
};

}  // namespace runnel_test

#endif  // RUNNEL_TESTS_LEARN_TRAIN_SUPPORT_H_
