// Estimators in one process.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <set>
#include <thread>

#include "tests/learn/train_support.h"

namespace runnel_test {
namespace {

// prediction = x w + b, loss its mean squared error.
rnl_status_t* BuildLine(void* arg, rnl_learn_model_call_t* call) {
  const auto variable = [](const std::string& name) {
    return "node { name: '" + name +
           "' op: 'VarHandleOp' attr { key: 'dtype' value { type: DT_FLOAT } } attr { key: "
           "'shape' value { shape { } } } attr { key: 'shared_name' value { s: '" +
           name +
           "' } } }\n"
           "node { name: '" +
           name + "/Assign' op: 'AssignVariableOp' input: '" + name +
           "' input: 'zero' attr { key: 'dtype' value { type: DT_FLOAT } } }\n"
           "node { name: '" +
           name + "/Read' op: 'ReadVariableOp' input: '" + name +
           "' attr { key: 'dtype' value { type: DT_FLOAT } } }\n";
  };
  const auto binary = [](const std::string& name, const std::string& op, const std::string& a,
                         const std::string& b) {
    return "node { name: '" + name + "' op: '" + op + "' input: '" + a + "' input: '" + b +
           "' attr { key: 'T' value { type: DT_FLOAT } } }\n";
  };
  const auto placeholder = [](const std::string& name) {
    return "node { name: '" + name +
           "' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } } }\n";
  };
  std::string text =
      "node { name: 'zero' op: 'Const' attr { key: 'dtype' value { type: DT_FLOAT } } attr { key: "
      "'value' value { "
      "tensor { dtype: DT_FLOAT tensor_shape { } float_val: 0 } } } }\n"
      "node { name: 'axes' op: 'Const' attr { key: 'dtype' value { type: DT_INT32 } } attr { key: "
      "'value' value { "
      "tensor { dtype: DT_INT32 tensor_shape { dim { size: 2 } } int_val: 0 int_val: 1 } } } }\n" +
      variable("w") + variable("b") + placeholder("x") + binary("xw", "Mul", "x", "w/Read") +
      binary("line", "AddV2", "xw", "b/Read");
  const bool has_label = rnl_learn_model_call_mode(call) != RNL_LEARN_PREDICT;
  if (has_label) {
    text += placeholder("y") + binary("square", "SquaredDifference", "line", "y") +
            "node { name: 'loss' op: 'Mean' input: 'square' input: 'axes' attr { key: 'T' value { type: "
            "DT_FLOAT } } "
            "attr { key: 'Tidx' value { type: DT_INT32 } } }\n";
  }
  rnl_graph_t* const graph = rnl_learn_model_call_graph(call);
  ImportOptions options;
  EXPECT_TRUE(IsOk(rnl_import_options_create(options.out())));
  EXPECT_TRUE(
      IsOk(rnl_import_options_map_input(options, rnl_str("x"), rnl_learn_model_call_feature(call, 0))));
  if (has_label) {
    EXPECT_TRUE(
        IsOk(rnl_import_options_map_input(options, rnl_str("y"), rnl_learn_model_call_label(call, 0))));
  }
  EXPECT_EQ(Str(rnl_learn_model_call_feature_name(call, 0)), "size");
  if (rnl_status_t* s = rnl_graph_import(graph, View(text), options)) return s;
  const auto find = [&](const char* name) {
    rnl_output_t output;
    EXPECT_TRUE(IsOk(rnl_graph_find_output(graph, rnl_str(name), &output)));
    return output;
  };
  if (rnl_status_t* s = rnl_learn_model_call_add_prediction(call, rnl_str("price"), find("line")))
    return s;
  if (!has_label) return nullptr;
  if (rnl_status_t* s = rnl_learn_model_call_add_metric(
          call, rnl_str("error"), rnl_str("MeanAbsoluteError"), rnl_learn_model_call_label(call, 0),
          find("line"), rnl_output(RNL_NO_NODE, 0)))
    return s;
  return rnl_learn_model_call_minimize(call, find("loss"), rnl_str(static_cast<const char*>(arg)));
}

char kSgd[] = "SGD(0.02)";

class EstimatorTest : public TrainerTest {
 protected:
  // y = 2 x + 1 of 8 samples, in batches of 4.
  EstimatorTest() {
    std::vector<float> x, y;
    for (int i = 0; i < 8; ++i) {
      x.push_back(static_cast<float>(i) / 2);
      y.push_back(2 * x.back() + 1);
    }
    x_ = FloatTensor(runtime, {8, 1}, x);
    y_ = FloatTensor(runtime, {8, 1}, y);
    once = Batches(1);
    always = Batches(-1);
  }
  Dataset Batches(int64_t passes) {
    rnl_tensor_t* const tensors[] = {x_, y_};
    Dataset slices, batches, all;
    EXPECT_TRUE(IsOk(rnl_dataset_from_slices(runtime, tensors, 2, slices.out())));
    EXPECT_TRUE(IsOk(rnl_dataset_batch(slices, 4, false, batches.out())));
    EXPECT_TRUE(IsOk(rnl_dataset_repeat(batches, passes, all.out())));
    return all;
  }
  rnl_learn_input_t Input(const Dataset& dataset) {
    rnl_learn_input_t input = {};
    input.struct_size = sizeof(input);
    input.dataset = dataset;
    input.feature_names = &name_;
    input.num_features = 1;
    return input;
  }
  Estimator NewEstimator(const std::string& options, char* optimizer = kSgd) {
    const Config config = NewConfig(options);
    Estimator estimator;
    EXPECT_TRUE(IsOk(
        rnl_learn_estimator_create(config, &BuildLine, optimizer, nullptr, nullptr, estimator.out())));
    return estimator;
  }
  rnl_status_t* TrainFor(const Estimator& estimator, const Dataset& data, const std::string& options) {
    const rnl_learn_input_t input = Input(data);
    return rnl_learn_estimator_train(estimator, &input, View(options), rnl_str(""), nullptr, nullptr);
  }
  History Evaluate(const Estimator& estimator, const std::string& options = "") {
    const rnl_learn_input_t input = Input(once);
    History history;
    EXPECT_TRUE(IsOk(
        rnl_learn_estimator_evaluate(estimator, &input, View(options), rnl_str(""), history.out())));
    return history;
  }
  Model Compiled(const std::vector<std::string>& layers, const char* optimizer) {
    Model model;
    EXPECT_TRUE(IsOk(rnl_learn_model_create(runtime, rnl_str("seed=3"), model.out())));
    for (const std::string& layer : layers) EXPECT_TRUE(IsOk(rnl_learn_model_add(model, View(layer))));
    EXPECT_TRUE(IsOk(rnl_learn_model_compile(model, rnl_str(optimizer), rnl_str("MeanSquaredError"),
                                             rnl_str("[MeanAbsoluteError]"), nullptr, 0)));
    return model;
  }
  // 20 steps, of the batches that the estimators see.
  static void Fit(const Model& model, const Pairs& samples) {
    History fit;
    EXPECT_TRUE(IsOk(rnl_learn_model_fit(model, &samples.samples, nullptr,
                                         rnl_str("epochs=10, batch_size=4, shuffle=false"), rnl_str(""),
                                         nullptr, nullptr, fit.out())));
  }
  static double Value(const History& history, const char* name) {
    double value = NAN;
    EXPECT_TRUE(IsOk(rnl_learn_history_find(history, 0, rnl_str(name), &value))) << name;
    return value;
  }
  static std::set<std::string> NamesIn(const std::string& folder) {
    std::set<std::string> names;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
      names.insert(entry.path().filename());
    return names;
  }

  Dataset once, always;

  rnl_tensor_t* x() const { return x_; }
  rnl_tensor_t* y() const { return y_; }

 private:
  Tensor x_, y_;
  const rnl_str_t name_ = rnl_str("size");
};

TEST_F(EstimatorTest, TrainsEvaluatesAndPredictsByCheckpoints) {
  const Folder folder;
  const Estimator estimator = NewEstimator("model_dir='" + folder.path + "'");
  ASSERT_TRUE(IsOk(TrainFor(estimator, always, "max_steps=100")));
  const History early = Evaluate(estimator);
  EXPECT_EQ(Value(early, "global_step"), 100);
  // Trained by another estimator, from where this one was.
  ASSERT_TRUE(IsOk(TrainFor(NewEstimator("model_dir='" + folder.path + "'"), always, "steps=900")));
  const History late = Evaluate(estimator, "name=again");
  EXPECT_EQ(Value(late, "global_step"), 1000);
  EXPECT_LT(Value(late, "loss"), Value(early, "loss"));
  EXPECT_LT(Value(late, "error"), 0.05);
  EXPECT_TRUE(NamesIn(folder.path).count("eval") && NamesIn(folder.path).count("eval_again"));
  ASSERT_TRUE(IsOk(TrainFor(estimator, always, "max_steps=1000")));
  EXPECT_EQ(Logged("nothing to train"), 1);

  const rnl_learn_input_t input = Input(once);
  Predictions predictions;
  ASSERT_TRUE(IsOk(rnl_learn_estimator_predict(estimator, &input, rnl_str(""), predictions.out())));
  ASSERT_EQ(rnl_learn_predictions_count(predictions), 1u);
  EXPECT_EQ(Str(rnl_learn_predictions_name(predictions, 0)), "price");
  std::vector<float> all;
  for (bool end = false; !end;) {
    Tensor batch;
    ASSERT_TRUE(IsOk(rnl_learn_predictions_next(predictions, batch.out(), 1, &end)));
    for (const float price : end ? std::vector<float>() : Floats(batch)) all.push_back(price);
  }
  ASSERT_EQ(all.size(), 8u);
  for (int i = 0; i < 8; ++i) EXPECT_NEAR(all[static_cast<size_t>(i)], 1 + i, 0.1);
}

// The optimizers' ways that are more than a row's formula.
constexpr const char* kOptimizers[] = {
    "Adam(0.01)",
    "SGD(ExponentialDecay(0.02, 5, 0.5), clipnorm=0.5, weight_decay=0.01)",
    "SGD(0.02, momentum=0.9, gradient_accumulation_steps=2, global_clipnorm=1)",
    "Adam(0.01, use_ema=true, ema_momentum=0.9)",
    "SGD(0.02, use_ema=true, ema_overwrite_frequency=3, clipvalue=1, loss_scale_factor=8)",
};

TEST_F(EstimatorTest, AModelOfLayersTrainsAsByFit) {
  for (const char* optimizer : kOptimizers) {
    SCOPED_TRACE(optimizer);
    const Folder folder;
    const std::vector<std::string> layers = {"Input([1])", "Dense(5, activation=tanh)", "Dense(1)"};
    const Model fitted = Compiled(layers, optimizer);
    const Pairs samples(x(), y());
    Fit(fitted, samples);
    Estimator estimator;
    const Config config = NewConfig("save_checkpoints_steps=5, model_dir='" + folder.path + "'");
    ASSERT_TRUE(IsOk(
        rnl_learn_estimator_from_model(config, Compiled(layers, optimizer), nullptr, estimator.out())));
    ASSERT_TRUE(IsOk(TrainFor(estimator, Batches(10), "")));
    // Equal to the last bit.
    std::vector<Tensor> weights(4);
    std::vector<rnl_tensor_t*> raw(4);
    ASSERT_TRUE(IsOk(rnl_learn_model_get_weights(fitted, raw.data(), raw.size())));
    for (size_t i = 0; i < raw.size(); ++i) weights[i] = Tensor(raw[i]);
    Checkpoint checkpoint;
    ASSERT_TRUE(IsOk(rnl_checkpoint_open(runtime, View(folder / "model.ckpt-20"), checkpoint.out())));
    Names names;
    ASSERT_TRUE(IsOk(rnl_learn_model_weight_names(fitted, names.out())));
    for (size_t i = 0; i < raw.size(); ++i) {
      Tensor saved;
      ASSERT_TRUE(IsOk(rnl_checkpoint_read(checkpoint, rnl_names_get(names, i), saved.out())));
      EXPECT_EQ(Floats(saved), Floats(weights[i])) << Str(rnl_names_get(names, i));
    }
    // Metrics are no part of it.
    for (size_t i = 0; i < rnl_checkpoint_count(checkpoint); ++i)
      EXPECT_EQ(Str(rnl_checkpoint_name(checkpoint, i)).find("metrics/"), std::string::npos);
    const History found = Evaluate(estimator);
    History expected;
    ASSERT_TRUE(IsOk(rnl_learn_model_evaluate(fitted, &samples.samples, 4, expected.out())));
    EXPECT_NEAR(Value(found, "loss"), Value(expected, "loss"), 1e-6);
    EXPECT_NEAR(Value(found, "mean_absolute_error"), Value(expected, "mean_absolute_error"), 1e-6);
  }
}

TEST_F(EstimatorTest, AModelFunctionMinimizesAsCompiledLayers) {
  for (const char* optimizer : kOptimizers) {
    SCOPED_TRACE(optimizer);
    const Folder folder;
    const Model fitted = Compiled({"Input([1])", "Dense(1, kernel_initializer=zeros)"}, optimizer);
    const Pairs samples(x(), y());
    Fit(fitted, samples);
    std::string spec = optimizer;
    const Estimator estimator =
        NewEstimator("save_checkpoints_steps=5, model_dir='" + folder.path + "'", spec.data());
    ASSERT_TRUE(IsOk(TrainFor(estimator, Batches(10), "")));
    History expected;
    ASSERT_TRUE(IsOk(rnl_learn_model_evaluate(fitted, &samples.samples, 4, expected.out())));
    EXPECT_NEAR(Value(Evaluate(estimator), "loss"), Value(expected, "loss"), 1e-5);
  }
}

TEST_F(EstimatorTest, TrainAndEvaluateExportsTheLatestTheBestAndTheFinalModel) {
  const Folder folder;
  const Estimator estimator = NewEstimator("model_dir='" + folder.path + "', save_checkpoints_steps=10");
  const rnl_learn_input_t train = Input(always), evaluate = Input(once);
  TestHook hook;
  int saves = 0;
  hook.after_save = [&](rnl_learn_hook_call_t*) -> rnl_status_t* {
    ++saves;
    return nullptr;
  };
  const rnl_learn_hook_t c = hook.ToC();
  History last;
  ASSERT_TRUE(IsOk(rnl_learn_estimator_train_and_evaluate(
      estimator, &train, rnl_str("max_steps=35"), &evaluate,
      rnl_str(
          "throttle_secs=0, start_delay_secs=0, exporters='[LatestExporter(latest, exports_to_keep=2), "
          "BestExporter(best), FinalExporter(final)]'"),
      rnl_str(""), &c, &hook, last.out())));
  EXPECT_EQ(Value(last, "global_step"), 35);
  EXPECT_EQ(saves, 5);  // at 0, 10, 20, 30, 35
  EXPECT_EQ(NamesIn(folder / "export/latest").size(), 2u);
  EXPECT_EQ(NamesIn(folder / "export/final").size(), 1u);
  EXPECT_GE(NamesIn(folder / "export/best").size(), 2u);  // one at least, and the best value
  const std::string exported = folder / "export/final/" + *NamesIn(folder / "export/final").begin();
  SavedModel model;
  ASSERT_TRUE(IsOk(rnl_saved_model_open(runtime, View(exported), nullptr, 0, model.out())));
  ASSERT_EQ(rnl_saved_model_num_inputs(model, 0), 1u);
  rnl_str_t key, tensor;
  ASSERT_TRUE(IsOk(rnl_saved_model_input(model, 0, 0, &key, &tensor, nullptr)));
  EXPECT_EQ(Str(key), "size");
  Graph served;
  Session session;
  ASSERT_TRUE(IsOk(rnl_saved_model_load_signature(model, rnl_str("serving_default"), nullptr,
                                                  served.out(), session.out())));
}

TEST_F(EstimatorTest, AWarmStartTakesWhatMatches) {
  const Folder first, second;
  ASSERT_TRUE(IsOk(TrainFor(NewEstimator("model_dir='" + first.path + "'"), always, "max_steps=50")));
  const auto value_of = [&](const std::string& prefix, const char* name) {
    Checkpoint checkpoint;
    Tensor value;
    EXPECT_TRUE(IsOk(rnl_checkpoint_open(runtime, View(prefix), checkpoint.out())));
    EXPECT_TRUE(IsOk(rnl_checkpoint_read(checkpoint, rnl_str(name), value.out())));
    return Floats(value)[0];
  };
  const Estimator estimator = NewEstimator("model_dir='" + second.path + "', save_checkpoints_steps=1");
  ASSERT_TRUE(
      IsOk(rnl_learn_estimator_warm_start(estimator, View(first / "model.ckpt-50"), rnl_str("w*"))));
  ASSERT_TRUE(IsOk(TrainFor(estimator, always, "max_steps=1")));
  EXPECT_EQ(value_of(second / "model.ckpt-0", "w"), value_of(first / "model.ckpt-50", "w"));
  EXPECT_EQ(value_of(second / "model.ckpt-0", "b"), 0);
  const Folder third;
  const Estimator wrong = NewEstimator("model_dir='" + third.path + "'");
  ASSERT_TRUE(
      IsOk(rnl_learn_estimator_warm_start(wrong, View(first / "model.ckpt-50"), rnl_str("dense/*"))));
  EXPECT_TRUE(Fails(TrainFor(wrong, always, "max_steps=1"), RNL_NOT_FOUND, {"dense/*"}));
}

TEST_F(EstimatorTest, WhatIsWrongIsNamed) {
  const Folder folder;
  const std::string options = "model_dir='" + folder.path + "'";
  const rnl_learn_input_t input = Input(once);
  History history;
  EXPECT_TRUE(Fails(rnl_learn_estimator_evaluate(NewEstimator(options), &input, rnl_str(""), rnl_str(""),
                                                 history.out()),
                    RNL_NOT_FOUND, {"no checkpoint", folder.path.c_str()}));
  char wrong[] = "Adem(0.1)";
  EXPECT_TRUE(Fails(TrainFor(NewEstimator(options, wrong), always, "steps=1"), RNL_NOT_FOUND,
                    {"model function", "Adem"}));
  char fast[] = "SGD(1e30)";
  EXPECT_TRUE(Fails(TrainFor(NewEstimator(options, fast), always, "steps=100"), RNL_INVALID_ARGUMENT,
                    {"NaN loss", "loss:0"}));
  EXPECT_TRUE(Fails(TrainFor(NewEstimator(options), Batches(0), "steps=1"), RNL_INVALID_ARGUMENT,
                    {"no element"}));
  EXPECT_TRUE(
      Fails(TrainFor(NewEstimator(options), always, "step=1"), RNL_INVALID_ARGUMENT, {"max_steps"}));
  rnl_learn_input_t short_input = input;
  short_input.num_features = 3;
  EXPECT_TRUE(Fails(rnl_learn_estimator_train(NewEstimator(options), &short_input, rnl_str(""),
                                              rnl_str(""), nullptr, nullptr),
                    RNL_INVALID_ARGUMENT, {"num_features is 3", "2 components"}));
}

// As TensorFlow writes them, every save_summary_steps.
TEST_F(EstimatorTest, WritesTheLossAndTheSummariesOfTheModelFunction) {
  const Folder folder, without;
  Estimator estimator;
  ASSERT_TRUE(IsOk(rnl_learn_estimator_create(
      NewConfig("model_dir='" + folder.path + "', save_summary_steps=2"),
      [](void*, rnl_learn_model_call_t* call) -> rnl_status_t* {
        if (rnl_status_t* s = BuildLine(kSgd, call)) return s;
        rnl_graph_t* const graph = rnl_learn_model_call_graph(call);
        ImportOptions options;
        rnl_output_t slope;
        EXPECT_TRUE(IsOk(rnl_import_options_create(options.out())));
        EXPECT_TRUE(IsOk(rnl_graph_find_output(graph, rnl_str("w/Read"), &slope)));
        EXPECT_TRUE(IsOk(rnl_import_options_map_input(options, rnl_str("slope"), slope)));
        return rnl_graph_import(
            graph,
            rnl_str(
                "node { name: 'tag' op: 'Const' attr { key: 'dtype' value { type: DT_STRING } } attr "
                "{ key: 'value' value { tensor { dtype: DT_STRING tensor_shape { } string_val: "
                "'slope' } } } }\n"
                "node { name: 'seen' op: 'ScalarSummary' input: 'tag' input: 'slope' attr { key: 'T' "
                "value { type: DT_FLOAT } } }\n"),
            options);
      },
      nullptr, nullptr, nullptr, estimator.out())));
  ASSERT_TRUE(IsOk(TrainFor(estimator, always, "steps=6")));
  const std::vector<float> losses = ScalarsIn(folder.path, "loss"),
                           slopes = ScalarsIn(folder.path, "slope");
  ASSERT_EQ(losses.size(), 3u);
  ASSERT_EQ(slopes.size(), 3u);
  EXPECT_EQ(slopes[0], 0);  // before the first step
  EXPECT_GT(slopes[1], 0);
  EXPECT_LT(losses[2], losses[0]);
  ASSERT_TRUE(IsOk(TrainFor(NewEstimator("model_dir='" + without.path + "', save_summary_steps=0"),
                            always, "steps=6")));
  EXPECT_TRUE(ScalarsIn(without.path, "loss").empty());
}

// A chief that saves at every step, until it is killed.
TEST_F(EstimatorTest, DISABLED_SavesWithoutAnEnd) {
  const char* const folder = getenv("RUNNEL_TEST_MODEL_DIR");
  ASSERT_NE(folder, nullptr);
  EXPECT_TRUE(IsOk(
      TrainFor(NewEstimator(std::string("save_checkpoints_steps=1, keep_checkpoint_max=2, model_dir='") +
                            folder + "'"),
               always, "")));
}

TEST_F(EstimatorTest, AnEvaluatorNeverReadsHalfACheckpoint) {
  const Folder folder;
  const auto newest = [&]() -> std::string {
    Names names;
    rnl_status_t* const status = rnl_checkpoint_list(runtime, View(folder.path), names.out());
    rnl_status_release(status);
    const size_t count = rnl_names_count(names);
    return count == 0 ? "" : Str(rnl_names_get(names, count - 1));
  };
  std::string before;
  for (int kill_at = 0; kill_at < 8; ++kill_at) {
    fflush(nullptr);
    const pid_t writer = fork();
    if (writer == 0) {
      setenv("RUNNEL_TEST_MODEL_DIR", folder.path.c_str(), 1);
      alarm(60);
      execl("/proc/self/exe", "test_learn", "--gtest_also_run_disabled_tests",
            "--gtest_filter=EstimatorTest.DISABLED_SavesWithoutAnEnd", "--gtest_brief=1",
            static_cast<char*>(nullptr));
      _exit(127);
    }
    ASSERT_GT(writer, 0);
    // Evaluated while it is written, from the first checkpoint of this writer on.
    const Estimator estimator = NewEstimator("model_dir='" + folder.path + "'");
    const rnl_learn_input_t input = Input(once);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(50);
    for (int read = 0; read < 2 && std::chrono::steady_clock::now() < deadline;) {
      const std::string now = newest();
      if (now == before) {
        std::this_thread::yield();
        continue;
      }
      before = now;
      History history;
      const Status status(rnl_learn_estimator_evaluate(estimator, &input, rnl_str("steps=1"),
                                                       rnl_str(""), history.out()));
      // The writer deletes what is old while it is read: that it is gone is said, and there is a newer
      // one.
      if (!status.ok()) {
        EXPECT_NE(newest(), now) << status.ToString();
      } else {
        ++read;
      }
    }
    kill(writer, SIGKILL);
    waitpid(writer, nullptr, 0);
    // What the killed writer has left is whole.
    History history;
    ASSERT_TRUE(
        IsOk(rnl_learn_estimator_evaluate(estimator, &input, rnl_str(""), rnl_str(""), history.out())));
    before = newest();
  }
}

}  // namespace
}  // namespace runnel_test
