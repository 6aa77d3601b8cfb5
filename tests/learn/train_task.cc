// One task of a cluster that trains and evaluates, as a program: what tools/train_faults starts, kills
// and starts again. It learns a plane, by asynchronous steps or as a strategy in OPTIONS divides them,
// and says on standard output what became of it, a line each:
//
//   session STEP NEWEST      a session begins at STEP; NEWEST is the newest checkpoint's step, -1: none
//   step STEP                now and then
//   saved STEP
//   evaluated STEP LOSS      the last one, at the end
//   done STEP
#include <runnel/runnel_learn.h>
#include <stdio.h>
#include <stdlib.h>

#include <string>
#include <vector>

namespace {

[[noreturn]] void Fail(rnl_status_t* status) {
  const rnl_str_t code = rnl_code_name(rnl_status_code(status)), message = rnl_status_message(status);
  printf("failed %.*s: %.*s\n", static_cast<int>(code.size), code.data, static_cast<int>(message.size),
         message.data);
  fflush(stdout);
  exit(1);
}

void Check(rnl_status_t* status) {
  if (status != nullptr) Fail(status);
}

rnl_str_t View(const std::string& text) { return {text.data(), text.size()}; }

void Say(const char* what, int64_t step, const std::string& more = "") {
  printf("%s %lld%s\n", what, static_cast<long long>(step), more.c_str());
  fflush(stdout);
}

struct Watch {
  rnl_runtime_t* runtime = nullptr;
  std::string model_dir;
  int64_t told = 0, newest = -1, last = 0;
};

int64_t StepOf(const std::string& prefix) {
  const size_t dash = prefix.rfind('-');
  return dash == std::string::npos ? -1 : atoll(prefix.c_str() + dash + 1);
}

rnl_status_t* OnSession(void* arg, rnl_learn_hook_call_t* call) {
  auto* const watch = static_cast<Watch*>(arg);
  Say("session", rnl_learn_hook_call_step(call), " " + std::to_string(watch->newest));
  return nullptr;
}

// Before a session begins the newest checkpoint is what it will be restored from.
rnl_status_t* OnBegin(void* arg, rnl_learn_hook_call_t*) {
  auto* const watch = static_cast<Watch*>(arg);
  rnl_names_t* names = nullptr;
  rnl_status_release(rnl_checkpoint_list(watch->runtime, View(watch->model_dir), &names));
  const size_t count = rnl_names_count(names);
  if (count > 0) {
    const rnl_str_t last = rnl_names_get(names, count - 1);
    watch->newest = StepOf(std::string(last.data, last.size));
  }
  rnl_names_release(names);
  return nullptr;
}

rnl_status_t* OnStep(void* arg, rnl_learn_hook_call_t* call) {
  auto* const watch = static_cast<Watch*>(arg);
  watch->last = rnl_learn_hook_call_step(call);
  if (watch->last >= watch->told + 20 || watch->last < watch->told) {
    watch->told = watch->last;
    Say("step", watch->last);
  }
  return nullptr;
}

rnl_status_t* OnSaved(void* arg, rnl_learn_hook_call_t* call) {
  auto* const watch = static_cast<Watch*>(arg);
  const rnl_str_t prefix = rnl_learn_hook_call_checkpoint(call);
  watch->newest = StepOf(std::string(prefix.data, prefix.size));
  Say("saved", watch->newest);
  return nullptr;
}

rnl_dataset_t* MakeData(rnl_runtime_t* runtime, int64_t passes) {
  std::vector<float> x, y;
  for (int i = 0; i < 64; ++i) {
    const int column = i % 8, row = i / 8;
    const float a = static_cast<float>(column) / 8, b = static_cast<float>(row) / 8;
    x.insert(x.end(), {a, b});
    y.push_back(a - 2 * b + 1);
  }
  const int64_t x_dims[] = {64, 2}, y_dims[] = {64, 1};
  rnl_tensor_t* tensors[2] = {};
  Check(rnl_tensor_from_data(runtime, RNL_FLOAT, 2, x_dims, x.data(), x.size() * sizeof(float),
                             &tensors[0]));
  Check(rnl_tensor_from_data(runtime, RNL_FLOAT, 2, y_dims, y.data(), y.size() * sizeof(float),
                             &tensors[1]));
  rnl_dataset_t *slices = nullptr, *batches = nullptr, *all = nullptr;
  Check(rnl_dataset_from_slices(runtime, tensors, 2, &slices));
  Check(rnl_dataset_batch(slices, 16, false, &batches));
  Check(rnl_dataset_repeat(batches, passes, &all));
  for (rnl_tensor_t* tensor : tensors) rnl_tensor_release(tensor);
  rnl_dataset_release(slices);
  rnl_dataset_release(batches);
  return all;
}

}  // namespace

// usage: learn_train_task MODEL_DIR MAX_STEPS OPTIONS, with TF_CONFIG in the environment.
int main(int argc, char** argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: learn_train_task MODEL_DIR MAX_STEPS OPTIONS\n");
    return 2;
  }
  rnl_runtime_options_t* runtime_options = nullptr;
  rnl_runtime_t* runtime = nullptr;
  Check(rnl_runtime_options_create(&runtime_options));
  Check(rnl_runtime_options_set_threads(runtime_options, 1));
  Check(rnl_runtime_create(runtime_options, &runtime));
  rnl_runtime_options_release(runtime_options);
  const char* const tf_config = getenv("TF_CONFIG");
  const std::string options = "model_dir='" + std::string(argv[1]) + "', " + argv[3];
  rnl_learn_config_t* config = nullptr;
  Check(rnl_learn_config_create(runtime, View(options), rnl_str(tf_config), &config));
  rnl_learn_model_t* model = nullptr;
  Check(rnl_learn_model_create(runtime, rnl_str("seed=7"), &model));
  for (const char* layer : {"Input([2])", "Dense(4, activation=tanh)", "Dense(1)"})
    Check(rnl_learn_model_add(model, rnl_str(layer)));
  Check(rnl_learn_model_compile(model, rnl_str("SGD(0.05)"), rnl_str("MeanSquaredError"), rnl_str(""),
                                nullptr, 0));
  rnl_learn_estimator_t* estimator = nullptr;
  Check(rnl_learn_estimator_from_model(config, model, nullptr, &estimator));

  Watch watch;
  watch.runtime = runtime;
  watch.model_dir = argv[1];
  rnl_learn_hook_t hook = {};
  hook.struct_size = sizeof(hook);
  hook.name = rnl_str("train_task");
  hook.begin = &OnBegin;
  hook.after_create_session = &OnSession;
  hook.after_run = &OnStep;
  hook.after_save = &OnSaved;
  rnl_learn_input_t train = {}, evaluate = {};
  train.struct_size = evaluate.struct_size = sizeof(train);
  train.dataset = MakeData(runtime, -1);
  evaluate.dataset = MakeData(runtime, 1);
  train.num_features = evaluate.num_features = 1;
  rnl_learn_history_t* history = nullptr;
  Check(rnl_learn_estimator_train_and_evaluate(
      estimator, &train, View("max_steps=" + std::string(argv[2])), &evaluate,
      rnl_str("steps=0, start_delay_secs=0, throttle_secs=0.1, idle_secs=120, "
              "exporters='[FinalExporter(final)]'"),
      rnl_str(""), &hook, &watch, &history));
  if (rnl_learn_history_num_epochs(history) > 0) {
    double step = 0, loss = 0;
    Check(rnl_learn_history_find(history, 0, rnl_str("global_step"), &step));
    Check(rnl_learn_history_find(history, 0, rnl_str("loss"), &loss));
    char digits[32];
    snprintf(digits, sizeof(digits), " %.17g", loss);
    Say("evaluated", static_cast<int64_t>(step), digits);
  }
  Say("done", watch.last);
  rnl_learn_history_release(history);
  rnl_learn_estimator_release(estimator);
  rnl_dataset_release(train.dataset);
  rnl_dataset_release(evaluate.dataset);
  rnl_learn_model_release(model);
  rnl_learn_config_release(config);
  rnl_runtime_release(runtime);
  return 0;
}
