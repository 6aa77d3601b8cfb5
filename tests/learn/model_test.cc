// What users do with models: build them of any form, train, watch, stop, save; and what they do wrong.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>

#include "tests/learn/small_model.h"

namespace runnel_test {
namespace {

using ModelTest = SmallModelTest;

TEST_F(ModelTest, LearnsAndTellsOfIt) {
  const Model model = Classifier();
  const History history = Fit(model, "epochs=30, batch_size=8, validation_split=0.25");
  ASSERT_EQ(rnl_learn_history_num_epochs(history), 30u);
  EXPECT_LT(Find(history, 29, "loss"), 0.3 * Find(history, 0, "loss"));
  EXPECT_GT(Find(history, 29, "accuracy"), 0.95);
  EXPECT_GT(Find(history, 29, "val_accuracy"), 0.8);
  EXPECT_GT(Find(history, 29, "val_loss"), 0);
  EXPECT_EQ(Text(rnl_learn_history_stopped_by(history)), "");
  double none = 0;
  EXPECT_TRUE(Fails(rnl_learn_history_find(history, 0, View("auc"), &none), RNL_NOT_FOUND,
                    {"\"auc\"", "val_loss"}));
  EXPECT_TRUE(Fails(rnl_learn_history_find(history, 30, View("loss"), &none), RNL_OUT_OF_RANGE, {"30"}));
  Tensor predicted;
  rnl_tensor_t* feed = x;
  ASSERT_TRUE(IsOk(rnl_learn_model_predict(model, &feed, 1, 16, predicted.out(), 1)));
  const std::vector<float> values = Floats(predicted);
  int right = 0;
  for (size_t i = 0; i < 40; ++i)
    right += (values[2 * i + 1] > values[2 * i] ? 1 : 0) == labels[i] ? 1 : 0;
  EXPECT_GE(right, 36);
}

TEST_F(ModelTest, EqualSeedsGiveEqualModels) {
  const Model a = Classifier(), b = Classifier(), c = Classifier("seed=4");
  EXPECT_EQ(AllWeights(a), AllWeights(b));
  EXPECT_NE(AllWeights(a), AllWeights(c));
  Fit(a, "epochs=2, batch_size=8");
  Fit(b, "epochs=2, batch_size=8");
  EXPECT_EQ(AllWeights(a), AllWeights(b));
  Fit(b, "epochs=1, batch_size=8, seed=9");
  Fit(a, "epochs=1, batch_size=8");
  EXPECT_NE(AllWeights(a), AllWeights(b));
}

// Two inputs, one layer that is called on both, a sum, and two outputs.
TEST_F(ModelTest, AnyFormWithSharedWeights) {
  Model model;
  ASSERT_TRUE(IsOk(rnl_learn_model_create(runtime, View(""), model.out())));
  const int64_t dims[] = {4};
  rnl_learn_value_t a, b, ha, hb, sum, first, second;
  ASSERT_TRUE(IsOk(rnl_learn_model_input(model, View("a"), RNL_FLOAT, 1, dims, &a)));
  ASSERT_TRUE(IsOk(rnl_learn_model_input(model, View("b"), RNL_FLOAT, 1, dims, &b)));
  ASSERT_TRUE(
      IsOk(rnl_learn_model_call(model, View("Dense(5, activation=tanh, name=shared)"), &a, 1, &ha)));
  ASSERT_TRUE(IsOk(rnl_learn_model_call_again(model, View("shared"), &b, 1, &hb)));
  const rnl_learn_value_t both[] = {ha, hb};
  ASSERT_TRUE(IsOk(rnl_learn_model_call(model, View("Add"), both, 2, &sum)));
  ASSERT_TRUE(IsOk(
      rnl_learn_model_call(model, View("Dense(2, activation=softmax, name=kind)"), &sum, 1, &first)));
  ASSERT_TRUE(IsOk(rnl_learn_model_call(model, View("Dense(1, name=size)"), &sum, 1, &second)));
  const rnl_learn_value_t outputs[] = {first, second};
  ASSERT_TRUE(IsOk(rnl_learn_model_set_outputs(model, outputs, 2)));
  Names names;
  ASSERT_TRUE(IsOk(rnl_learn_model_weight_names(model, names.out())));
  EXPECT_EQ(rnl_names_count(names), 6u);
  EXPECT_EQ(Text(rnl_names_get(names, 0)), "shared/kernel");
  const double weights[] = {1, 0.5};
  ASSERT_TRUE(
      IsOk(rnl_learn_model_compile(model, View("SGD(0.1)"), View("[SparseCategoricalCrossentropy, mse]"),
                                   View("[mae]"), weights, 2)));
  const Tensor sizes = Of<float>(RNL_FLOAT, {40}, std::vector<float>(40, 0.5f));
  rnl_tensor_t* inputs[] = {x, x};
  rnl_tensor_t* targets[] = {y, sizes};
  rnl_learn_samples_t samples = {sizeof(samples), inputs, 2, targets, 2, nullptr};
  History history;
  ASSERT_TRUE(IsOk(rnl_learn_model_fit(model, &samples, nullptr, View("epochs=20"), View(""), nullptr,
                                       nullptr, history.out())));
  EXPECT_LT(Find(history, 19, "loss"), Find(history, 0, "loss"));
  EXPECT_LT(Find(history, 19, "size_mae"), Find(history, 0, "size_mae"));
  EXPECT_GT(Find(history, 0, "kind_mae"), 0);
  Bytes table;
  ASSERT_TRUE(IsOk(rnl_learn_model_summary(model, table.out())));
  const std::string text = Text(rnl_bytes_view(table));
  EXPECT_NE(text.find("shared (Dense)"), std::string::npos) << text;
  EXPECT_NE(text.find("Total params: 43"), std::string::npos) << text;
}

// How many nodes of a step of training were placed on a device.
size_t NodesOn(const std::string& device, const Model& model, rnl_tensor_t* x, rnl_tensor_t* y) {
  Session session;
  Graph graph;
  Metadata metadata;
  rnl_output_t feeds[2];
  rnl_node_t train;
  EXPECT_TRUE(IsOk(rnl_metadata_create(metadata.out())));
  EXPECT_TRUE(IsOk(rnl_learn_model_session(model, session.out())));
  EXPECT_TRUE(IsOk(rnl_learn_model_graph(model, graph.out())));
  EXPECT_TRUE(IsOk(rnl_graph_find_output(graph, rnl_str("x"), &feeds[0])));
  EXPECT_TRUE(IsOk(rnl_graph_find_output(graph, rnl_str("target_0"), &feeds[1])));
  EXPECT_TRUE(IsOk(rnl_graph_find_node(graph, rnl_str("train_step"), &train)));
  rnl_tensor_t* values[] = {x, y};
  EXPECT_TRUE(IsOk(rnl_session_run_outputs(session, nullptr, feeds, values, 2, nullptr, nullptr, 0,
                                           &train, 1, metadata)));
  size_t count = 0;
  for (size_t i = 0; i < rnl_metadata_num_placements(metadata); ++i) {
    rnl_str_t node, on;
    EXPECT_TRUE(IsOk(rnl_metadata_placement(metadata, i, &node, &on)));
    count += Text(on).ends_with(device);
  }
  return count;
}

// The virtual device computes later and poisons free memory; the numbers are the CPU's, and so are the
// kernels.
TEST_F(ModelTest, TrainsOnADeviceThatItNames) {
  const Status loaded(rnl_runtime_load_plugin(runtime, rnl_str("virtual")));
  if (loaded.code() == RNL_NOT_FOUND) GTEST_SKIP() << loaded.message();
  ASSERT_TRUE(loaded.ok()) << loaded.ToString();
  std::vector<float> rows;
  std::vector<int64_t> classes;
  for (int i = 0; i < 32 * 36; ++i) rows.push_back(static_cast<float>(std::sin(i)));
  for (int64_t i = 0; i < 32; ++i) classes.push_back(i % 3);
  const Tensor x = Of(RNL_FLOAT, {32, 6, 6, 1}, rows), y = Of(RNL_INT64, {32}, classes);
  Pairs pairs(x, y);
  double losses[2] = {};
  for (const std::string device : {"", "VIRTUAL:0"}) {
    const Model model = Sequential(
        "Input([6, 6, 1], name=x)|Conv2D(3, 3, activation=relu)|BatchNormalization()|Flatten()|"
        "Dense(3, activation=softmax)",
        "seed=3, device='" + device + "'");
    ASSERT_TRUE(
        IsOk(rnl_learn_model_compile(model, View("Adam(0.01)"), View("SparseCategoricalCrossentropy"),
                                     View("[accuracy]"), nullptr, 0)));
    History history;
    ASSERT_TRUE(IsOk(rnl_learn_model_fit(model, &pairs.samples, nullptr, View("epochs=3, batch_size=8"),
                                         View(""), nullptr, nullptr, history.out())));
    losses[device.empty() ? 0 : 1] = Find(history, 2, "loss");
    const size_t placed = NodesOn("VIRTUAL:0", model, x, y);
    EXPECT_EQ(placed > 10, !device.empty()) << placed;
  }
  EXPECT_NEAR(losses[0], losses[1], 1e-6);
  Model none;
  EXPECT_TRUE(Fails(rnl_learn_model_create(runtime, View("device='/device:GPU:3'"), none.out()),
                    RNL_NOT_FOUND, {"/device:GPU:3", "CPU:0", "VIRTUAL:0"}));
}

// Each output has the accuracy that fits it.
TEST_F(ModelTest, AccuracyFitsEachOutput) {
  Model model;
  ASSERT_TRUE(IsOk(rnl_learn_model_create(runtime, View(""), model.out())));
  const int64_t dims[] = {4};
  rnl_learn_value_t in, outputs[2], dot;
  ASSERT_TRUE(IsOk(rnl_learn_model_input(model, View("in"), RNL_FLOAT, 1, dims, &in)));
  ASSERT_TRUE(IsOk(rnl_learn_model_call(model, View("Dense(2, activation=softmax, name=kind)"), &in, 1,
                                        &outputs[0])));
  ASSERT_TRUE(IsOk(rnl_learn_model_call(model, View("Dense(1, activation=sigmoid, name=side)"), &in, 1,
                                        &outputs[1])));
  const rnl_learn_value_t pair[] = {in, in};
  EXPECT_TRUE(IsOk(rnl_learn_model_call(model, View("Dot(1)"), pair, 2, &dot)));
  EXPECT_TRUE(Fails(rnl_learn_model_call(model, View("Dot(2)"), pair, 2, &dot), RNL_INVALID_ARGUMENT,
                    {"axes: 2"}));
  ASSERT_TRUE(IsOk(rnl_learn_model_set_outputs(model, outputs, 2)));
  ASSERT_TRUE(IsOk(rnl_learn_model_compile(model, View("Adam(0.1)"),
                                           View("[SparseCategoricalCrossentropy, BinaryCrossentropy]"),
                                           View("[accuracy]"), nullptr, 0)));
  rnl_tensor_t* inputs[] = {x};
  rnl_tensor_t* targets[] = {y, y};
  const rnl_learn_samples_t samples = {sizeof(samples), inputs, 1, targets, 2, nullptr};
  History history;
  ASSERT_TRUE(IsOk(rnl_learn_model_fit(model, &samples, nullptr, View("epochs=30, batch_size=8"),
                                       View(""), nullptr, nullptr, history.out())));
  EXPECT_GT(Find(history, 29, "kind_accuracy"), 0.9);
  EXPECT_GT(Find(history, 29, "side_accuracy"), 0.9);
}

TEST_F(ModelTest, FrozenLayersStay) {
  Model model = Sequential(
      "Input([4])|Dense(8, name=first)|BatchNormalization(name=norm)|Dense(2, activation=softmax)");
  ASSERT_TRUE(IsOk(rnl_learn_model_set_trainable(model, View("first"), false)));
  ASSERT_TRUE(IsOk(rnl_learn_model_set_trainable(model, View("norm"), false)));
  Compile(model, "SGD(0.5)", "SparseCategoricalCrossentropy");
  const std::vector<float> before = AllWeights(model);
  Fit(model, "epochs=2");
  const std::vector<float> after = AllWeights(model);
  const size_t fixed = 4 * 8 + 8 + 4 * 8;  // with moving statistics
  EXPECT_TRUE(std::equal(before.begin(), before.begin() + fixed, after.begin()));
  EXPECT_FALSE(std::equal(before.begin() + fixed, before.end(), after.begin() + fixed));
}

TEST_F(ModelTest, SampleWeightsCount) {
  const Model model = Classifier();
  std::vector<float> ones(40, 1), first(40, 0);
  for (size_t i = 0; i < 10; ++i) first[i] = 1;
  const Tensor all = Of<float>(RNL_FLOAT, {40}, ones), some = Of<float>(RNL_FLOAT, {40}, first);
  const Pairs plain(x, y), weighted(x, y, all), partly(x, y, some);
  History a, b, c;
  ASSERT_TRUE(IsOk(rnl_learn_model_evaluate(model, &plain.samples, 40, a.out())));
  ASSERT_TRUE(IsOk(rnl_learn_model_evaluate(model, &weighted.samples, 40, b.out())));
  ASSERT_TRUE(IsOk(rnl_learn_model_evaluate(model, &partly.samples, 40, c.out())));
  EXPECT_DOUBLE_EQ(Find(a, 0, "loss"), Find(b, 0, "loss"));
  EXPECT_EQ(Find(a, 0, "accuracy"), Find(b, 0, "accuracy"));
  const Tensor head = Of<float>(RNL_FLOAT, {10, 4}, std::vector<float>(xs.begin(), xs.begin() + 40));
  const Tensor tail =
      Of<int32_t>(RNL_INT32, {10}, std::vector<int32_t>(labels.begin(), labels.begin() + 10));
  const Pairs ten(head, tail);
  History d;
  ASSERT_TRUE(IsOk(rnl_learn_model_evaluate(model, &ten.samples, 10, d.out())));
  EXPECT_NEAR(Find(c, 0, "loss") * 4, Find(d, 0, "loss"),
              1e-6);  // the mean is over all samples, as in Keras
  EXPECT_NEAR(Find(c, 0, "accuracy"), Find(d, 0, "accuracy"), 1e-6);
}

struct Seen {
  int batches = 0, epochs = 0;
  rnl_learn_model_t* model = nullptr;
  int fail_at = 0;
};
rnl_status_t* Watch(void* arg, const rnl_learn_progress_t* progress) {
  Seen* const seen = static_cast<Seen*>(arg);
  if (progress->epoch_ends) {
    ++seen->epochs;
    EXPECT_EQ(Text(progress->names[0]), "loss");
    return nullptr;
  }
  EXPECT_EQ(progress->batches, 5);
  // An observer may call the model.
  Names names;
  EXPECT_TRUE(IsOk(rnl_learn_model_weight_names(seen->model, names.out())));
  return ++seen->batches == seen->fail_at ? rnl_status_create(RNL_CANCELLED, rnl_str("enough"))
                                          : nullptr;
}

TEST_F(ModelTest, ProgressAndItsEnd) {
  const Model model = Classifier();
  Seen seen;
  seen.model = model;
  Fit(model, "epochs=3, batch_size=8", "", &Watch, &seen);
  EXPECT_EQ(seen.batches, 15);
  EXPECT_EQ(seen.epochs, 3);
  seen.fail_at = seen.batches + 2;
  const Pairs samples(x, y);
  History history;
  EXPECT_TRUE(Fails(rnl_learn_model_fit(model, &samples.samples, nullptr, View("epochs=3, batch_size=8"),
                                        View(""), &Watch, &seen, history.out()),
                    RNL_CANCELLED, {"enough"}));
  EXPECT_EQ(history.get(), nullptr);
  Fit(model, "");
}

// The model's session saves, and another model restores.
TEST_F(ModelTest, SessionsSaveAndRestore) {
  const Model model = Classifier(), other = Classifier("seed=8");
  Fit(model, "epochs=2");
  const std::string prefix = testing::TempDir() + "/learn_saved";
  Session a, b;
  ASSERT_TRUE(IsOk(rnl_learn_model_session(model, a.out())));
  ASSERT_TRUE(IsOk(rnl_learn_model_session(other, b.out())));
  EXPECT_NE(AllWeights(model), AllWeights(other));
  const Pairs samples(x, y);
  History history;
  ASSERT_TRUE(IsOk(rnl_learn_model_evaluate(model, &samples.samples, 8, history.out())));
  ASSERT_TRUE(IsOk(rnl_session_save(a, View(prefix))));
  ASSERT_TRUE(IsOk(rnl_learn_model_evaluate(other, &samples.samples, 8, history.out())));
  ASSERT_TRUE(IsOk(rnl_session_restore(b, View(prefix))));
  EXPECT_EQ(AllWeights(model), AllWeights(other));
  // Steps go on alike: the optimizer's state is saved, too.
  Fit(model, "epochs=1");
  Fit(other, "epochs=1, seed=3");
  EXPECT_EQ(AllWeights(model), AllWeights(other));
}

TEST_F(ModelTest, MistakesAreNamed) {
  Model model;
  ASSERT_TRUE(IsOk(rnl_learn_model_create(runtime, View(""), model.out())));
  const auto add = [&](const char* spec) { return rnl_learn_model_add(model, rnl_str(spec)); };
  EXPECT_TRUE(Fails(add("Dense(3)"), RNL_FAILED_PRECONDITION, {"Input"}));
  ASSERT_TRUE(IsOk(add("Input([4])")));
  EXPECT_TRUE(Fails(add("Dens(3)"), RNL_NOT_FOUND, {"layer \"Dens\"", "Dense"}));
  EXPECT_TRUE(Fails(add("Dense"), RNL_INVALID_ARGUMENT, {"units", "missing"}));
  EXPECT_TRUE(Fails(add("Dense(0)"), RNL_INVALID_ARGUMENT, {"units", "at least 1", "got 0"}));
  EXPECT_TRUE(Fails(add("Dense(2.5)"), RNL_INVALID_ARGUMENT, {"units", "whole number", "2.5"}));
  EXPECT_TRUE(Fails(add("Dense(3, unit=2)"), RNL_INVALID_ARGUMENT, {"no argument unit", "units"}));
  EXPECT_TRUE(Fails(add("Dense(3, units=2)"), RNL_INVALID_ARGUMENT, {"units is given twice"}));
  EXPECT_TRUE(Fails(add("Dense(3"), RNL_INVALID_ARGUMENT, {"\")\"", "the end"}));
  EXPECT_TRUE(Fails(add("Dense(3, activation='relu)"), RNL_INVALID_ARGUMENT, {"string that ends"}));
  EXPECT_TRUE(Fails(add("Dense(3, activation=rellu)"), RNL_NOT_FOUND, {"activation \"rellu\"", "relu"}));
  EXPECT_TRUE(Fails(add("LayerNormalization(axis=0)"), RNL_INVALID_ARGUMENT,
                    {"layer_normalization", "axis 0", "[?,4]"}));
  EXPECT_TRUE(Fails(add("BatchNormalization(axis=2)"), RNL_INVALID_ARGUMENT, {"axis 2", "[?,4]"}));
  EXPECT_TRUE(Fails(add("PReLU(shared_axes=[3])"), RNL_INVALID_ARGUMENT, {"shared_axes", "3", "[?,4]"}));
  EXPECT_TRUE(
      Fails(add("Dropout(0.5, noise_shape=[1])"), RNL_INVALID_ARGUMENT, {"noise_shape", "[?,4]"}));
  EXPECT_TRUE(Fails(add("Dropout(1.5)"), RNL_INVALID_ARGUMENT, {"rate", "1.5"}));
  EXPECT_TRUE(Fails(add("Dense(3, activation=glu)"), RNL_INVALID_ARGUMENT, {"even", "got [?,3]"}));
  EXPECT_TRUE(Fails(add("Conv1DTranspose(2, 2)"), RNL_INVALID_ARGUMENT, {"conv1d_transpose", "[?,4]"}));
  for (const char* layer : {"Conv2DTranspose(2, [3, 3, 3])", "Conv2DTranspose(2, 3, strides=[1, 1, 1])",
                            "Conv3DTranspose(2, 2, dilation_rate=[1, 1, 1, 1])"}) {
    Model images;
    ASSERT_TRUE(IsOk(rnl_learn_model_create(runtime, View(""), images.out())));
    ASSERT_TRUE(IsOk(rnl_learn_model_add(images, rnl_str("Input([4, 4, 4, 3])"))));
    EXPECT_TRUE(
        Fails(rnl_learn_model_add(images, rnl_str(layer)), RNL_INVALID_ARGUMENT, {"numbers each, got"}))
        << layer;
    EXPECT_TRUE(Fails(rnl_learn_model_add(images, rnl_str("Conv3DTranspose(2, 2, output_padding=-2)")),
                      RNL_INVALID_ARGUMENT, {"output_padding -2"}));
  }
  rnl_learn_value_t none = 0;
  for (const char* layer : {"PReLU", "LayerNormalization", "Softmax", "Conv2D(1, 1)", "Dense(1)"}) {
    EXPECT_TRUE(Fails(rnl_learn_model_call(model, rnl_str(layer), nullptr, 0, &none),
                      RNL_INVALID_ARGUMENT, {"takes 1 inputs", "got 0"}));
  }
  EXPECT_TRUE(Fails(add("UpSampling3D"), RNL_INVALID_ARGUMENT, {"up_sampling3d", "[?,4]"}));
  EXPECT_TRUE(Fails(add("Conv2D(3, 3)"), RNL_INVALID_ARGUMENT, {"conv2d", "[?,4]"}));
  std::string deep = "Dense(3, activation=";
  for (int i = 0; i < 100; ++i) deep += "a(";
  EXPECT_TRUE(Fails(add(deep.c_str()), RNL_INVALID_ARGUMENT, {"nesting"}));
  ASSERT_TRUE(IsOk(add("Dense(2, name=two)")));
  EXPECT_TRUE(Fails(add("Dense(2, name=two)"), RNL_ALREADY_EXISTS, {"two"}));
  const auto compile = [&](const char* optimizer, const char* loss, const char* metrics) {
    return rnl_learn_model_compile(model, rnl_str(optimizer), rnl_str(loss), rnl_str(metrics), nullptr,
                                   0);
  };
  EXPECT_TRUE(Fails(compile("Adm", "mse", ""), RNL_NOT_FOUND, {"optimizer \"Adm\"", "Adam"}));
  EXPECT_TRUE(Fails(compile("Adam", "msse", ""), RNL_NOT_FOUND, {"loss \"msse\""}));
  EXPECT_TRUE(Fails(compile("Adam", "mse", "[acuracy]"), RNL_NOT_FOUND, {"metric \"acuracy\""}));
  EXPECT_TRUE(Fails(compile("Adam", "[mse, mae]", ""), RNL_INVALID_ARGUMENT, {"one or 1", "got 2"}));
  EXPECT_TRUE(Fails(compile("SGD(use_ema=true, ema_momentum=2)", "mse", ""), RNL_INVALID_ARGUMENT,
                    {"ema_momentum", "got 2"}));
  EXPECT_TRUE(Fails(compile("LossScaleOptimizer(LossScaleOptimizer(SGD))", "mse", ""),
                    RNL_INVALID_ARGUMENT, {"inner optimizer"}));
  EXPECT_TRUE(
      Fails(compile("SGD(clipnorm=1, clipvalue=1)", "mse", ""), RNL_INVALID_ARGUMENT, {"at most one"}));
  EXPECT_TRUE(Fails(compile("SGD(PiecewiseConstantDecay([10, 20], [0.1, 0.2]))", "mse", ""),
                    RNL_INVALID_ARGUMENT, {"values", "expected 3", "got 2"}));
  const Pairs samples(x, y);
  History history;
  const auto fit = [&](const char* options) {
    return rnl_learn_model_fit(model, &samples.samples, nullptr, rnl_str(options), rnl_str(""), nullptr,
                               nullptr, history.out());
  };
  EXPECT_TRUE(Fails(fit(""), RNL_FAILED_PRECONDITION, {"not compiled"}));
  ASSERT_TRUE(IsOk(compile("Adam", "mse", "")));
  EXPECT_TRUE(Fails(fit(""), RNL_INVALID_ARGUMENT, {"target 0", "[?,2]", "[40]"}));
  EXPECT_TRUE(Fails(fit("epoch=3"), RNL_INVALID_ARGUMENT, {"fit", "epoch", "epochs"}));
  ASSERT_TRUE(IsOk(compile("Adam", "SparseCategoricalCrossentropy(from_logits=true)", "")));
  EXPECT_TRUE(Fails(fit("validation_split=1.5"), RNL_INVALID_ARGUMENT, {"validation_split", "1.5"}));
  const Tensor short_y = Of<int32_t>(RNL_INT32, {3}, {0, 1, 0});
  const Pairs uneven(x, short_y);
  EXPECT_TRUE(Fails(rnl_learn_model_evaluate(model, &uneven.samples, 8, history.out()),
                    RNL_INVALID_ARGUMENT, {"target 0", "40 rows", "got 3"}));
  const Tensor fractions = Of<float>(RNL_FLOAT, {40}, std::vector<float>(40, 0.5f));
  const Pairs halves(x, fractions);
  EXPECT_TRUE(Fails(rnl_learn_model_evaluate(model, &halves.samples, 8, history.out()),
                    RNL_INVALID_ARGUMENT, {"target 0", "int64", "float"}));
  // Labels out of range end the step, and the model goes on.
  const Tensor wrong = Of<int32_t>(RNL_INT32, {40}, std::vector<int32_t>(40, 7));
  const Pairs outside(x, wrong);
  EXPECT_FALSE(Status(rnl_learn_model_evaluate(model, &outside.samples, 8, history.out())).ok());
  ASSERT_TRUE(IsOk(fit("")));
}

// A layer of several values gives consecutive numbers, any of which other layers take.
TEST_F(ModelTest, StatesAreValues) {
  Model model;
  ASSERT_TRUE(IsOk(rnl_learn_model_create(runtime, View(""), model.out())));
  const int64_t dims[] = {-1, 2};
  rnl_learn_value_t in, first, second;
  ASSERT_TRUE(IsOk(rnl_learn_model_input(model, View("in"), RNL_FLOAT, 2, dims, &in)));
  ASSERT_TRUE(IsOk(rnl_learn_model_call(
      model, View("LSTM(3, return_state=true, return_sequences=true, name=reads)"), &in, 1, &first)));
  rnl_dtype_t dtype;
  int32_t rank;
  int64_t shape[8];
  ASSERT_TRUE(IsOk(rnl_learn_model_value(model, first, &dtype, &rank, shape, 8)));
  EXPECT_EQ(rank, 3);
  EXPECT_EQ(shape[2], 3);
  ASSERT_TRUE(IsOk(rnl_learn_model_value(model, first + 2, &dtype, &rank, shape, 8)));
  EXPECT_EQ(rank, 2);
  EXPECT_FALSE(Status(rnl_learn_model_value(model, first + 3, &dtype, &rank, shape, 8)).ok());
  const rnl_learn_value_t given[] = {in, first + 1, first + 2}, few[] = {in, first + 1};
  ASSERT_TRUE(IsOk(rnl_learn_model_call(model, View("LSTM(3)"), given, 3, &second)));
  EXPECT_EQ(second, first + 3);
  EXPECT_TRUE(Fails(rnl_learn_model_call(model, View("LSTM(3)"), few, 2, &second), RNL_INVALID_ARGUMENT,
                    {"2 initial states", "got 2"}));
  EXPECT_TRUE(Fails(rnl_learn_model_call(model, View("LSTM(4)"), given, 3, &second),
                    RNL_INVALID_ARGUMENT, {"[?,4]"}));
  EXPECT_TRUE(Fails(rnl_learn_model_call(model, View("GRU(4, stateful=true)"), &in, 1, &second),
                    RNL_INVALID_ARGUMENT, {"batch of known size"}));
  EXPECT_TRUE(Fails(rnl_learn_model_call(model, View("GRU(4, unroll=true)"), &in, 1, &second),
                    RNL_INVALID_ARGUMENT, {"unroll", "[?,?,2]"}));
  EXPECT_TRUE(Fails(rnl_learn_model_call(model, View("Bidirectional(Dense(3))"), &in, 1, &second),
                    RNL_INVALID_ARGUMENT, {"recurrent layer", "Dense"}));
  EXPECT_TRUE(Fails(rnl_learn_model_call(model, View("MultiHeadAttention(2, 2)"), &in, 1, &second),
                    RNL_INVALID_ARGUMENT, {"2 to 3", "got 1"}));
  Names names;
  ASSERT_TRUE(IsOk(rnl_learn_model_weight_names(model, names.out())));
  ASSERT_EQ(rnl_names_count(names), 6u);  // what failed added none
  EXPECT_EQ(Text(rnl_names_get(names, 1)), "reads/lstm_cell/recurrent_kernel");
  Model sequential = Sequential("Input([5, 2])");
  EXPECT_TRUE(Fails(rnl_learn_model_add(sequential, View("LSTM(3, return_state=true)")),
                    RNL_INVALID_ARGUMENT, {"one value"}));
}

// Dropout is on in training only, and drops other elements in each step of a fit.
TEST_F(ModelTest, RecurrentDropoutTrains) {
  for (const char* layer :
       {"LSTM(6, dropout=0.3)", "LSTM(6, recurrent_dropout=0.4)",
        "GRU(6, dropout=0.3, recurrent_dropout=0.3)",
        "GRU(6, dropout=0.3, recurrent_dropout=0.3, reset_after=false)",
        "SimpleRNN(6, dropout=0.3, recurrent_dropout=0.3)", "Bidirectional(GRU(3, dropout=0.3))"}) {
    const Model model =
        Sequential("Input([4])|Reshape([2, 2])|" + std::string(layer) + "|Dense(2, activation=softmax)");
    Compile(model, "SGD(0.0)", "SparseCategoricalCrossentropy");
    const Pairs samples(x, y);
    const auto loss = [&](bool trains) {
      History history;
      EXPECT_TRUE(IsOk(trains ? rnl_learn_model_train_on_batch(model, &samples.samples, history.out())
                              : rnl_learn_model_evaluate(model, &samples.samples, 40, history.out())));
      return Find(history, 0, "loss");
    };
    EXPECT_EQ(loss(false), loss(false)) << layer;
    EXPECT_NE(loss(true), loss(true)) << layer;
    EXPECT_NE(loss(true), loss(false)) << layer;
  }
}

// By their definitions: Keras' own sparsemax sums too much where more than one element is left.
TEST_F(ModelTest, ActivationsOfWholeVectors) {
  const auto gives = [&](const char* activation, const std::vector<float>& values) {
    const auto size = static_cast<int64_t>(values.size());
    const Model model =
        Sequential("Input([" + std::to_string(size) + "])|Activation(" + activation + ")");
    const Tensor input = Of<float>(RNL_FLOAT, {1, size}, values);
    rnl_tensor_t* feed = input;
    Tensor output;
    EXPECT_TRUE(IsOk(rnl_learn_model_predict(model, &feed, 1, 1, output.out(), 1)));
    return Floats(output);
  };
  const auto near = [](const std::vector<float>& got, const std::vector<float>& expected) {
    ASSERT_EQ(got.size(), expected.size());
    for (size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], expected[i], 1e-6) << i;
  };
  near(gives("sparsemax", {0.1f, 0.5f, -1, 0.2f}), {0.1666667f, 0.5666667f, 0, 0.2666667f});
  near(gives("sparsemax", {3, 1, 0}), {1, 0, 0});
  near(gives("glu", {0.5f, 0.2f, 0, 1}), {0.25f, 0.2f * 0.7310586f});
}

// What a layer of dropout makes of ones while it trains, by their mean.
TEST_F(ModelTest, DropoutsDrawAsTheySay) {
  const auto loss = [&](const std::string& layers) {
    const Model model = Sequential("Input([4])|" + layers);
    Compile(model, "SGD(0.0)", "MeanAbsoluteError");
    const Tensor ones = Of<float>(RNL_FLOAT, {40, 4}, std::vector<float>(160, 1));
    const Tensor zeros = Of<float>(RNL_FLOAT, {40, 4}, std::vector<float>(160, 0));
    const Pairs samples(ones, zeros);
    History history;
    EXPECT_TRUE(IsOk(rnl_learn_model_train_on_batch(model, &samples.samples, history.out())));
    return Find(history, 0, "loss");
  };
  // One draw for the whole batch: all or nothing of each column.
  const double whole = loss("Dropout(0.5, noise_shape=[1, none])");
  EXPECT_EQ(whole * 2, std::round(whole * 2)) << whole;
  // One for each sample: a whole number of 40 samples of 2.
  const double each = loss("Dropout(0.5, noise_shape=[none, 1])");
  EXPECT_NEAR(each * 20, std::round(each * 20), 1e-4) << each;
  EXPECT_EQ(loss("Dropout(1.0)"), 0);
  // What is dropped is not zero, and rate 0.5 moves ones to one of two values.
  const double alpha = loss("AlphaDropout(0.5)");
  const double a = 1 / std::sqrt(0.5 * (1 + 0.5 * 1.7580993 * 1.7580993));
  const double kept = a * (1 + 1.7580993 * 0.5), dropped = a * (1.7580993 - 1.7580993 * 0.5);
  const double share = (alpha - dropped) / (kept - dropped);
  EXPECT_NEAR(share * 160, std::round(share * 160), 1e-3) << alpha;
  EXPECT_GT(share, 0.2);
  EXPECT_LT(share, 0.8);
  const double volume = loss("Reshape([2, 1, 1, 2])|SpatialDropout3D(0.5)|Flatten");
  EXPECT_NEAR(volume * 40, std::round(volume * 40), 1e-4) << volume;
}

// A step whose gradients are not finite leaves weights and slots as they are, and the scale is halved.
TEST_F(ModelTest, NoFiniteGradientIsLeftOut) {
  const Model model = Sequential("Input([4])|Dense(2, activation=softmax)", "dtype=mixed_float16");
  Compile(model, "LossScaleOptimizer(Adam(0.01), initial_scale=1e30)", "SparseCategoricalCrossentropy");
  const std::vector<float> before = AllWeights(model);
  Fit(model, "epochs=3, batch_size=40");
  EXPECT_EQ(AllWeights(model), before);
  Fit(model, "epochs=100, batch_size=40");  // small enough by then
  EXPECT_NE(AllWeights(model), before);
  for (const float weight : AllWeights(model)) EXPECT_TRUE(std::isfinite(weight));
}

TEST_F(ModelTest, EveryRowIsDescribed) {
  Bytes lines;
  ASSERT_TRUE(IsOk(rnl_learn_describe(lines.out())));
  const std::string text = Text(rnl_bytes_view(lines));
  for (const char* row : {"\"kind\":\"layer\",\"name\":\"Dense\"", "\"name\":\"Adam\"",
                          "\"name\":\"HeNormal\"", "\"name\":\"AUC\"", "\"name\":\"EarlyStopping\"",
                          "\"name\":\"CosineDecay\"", "\"name\":\"gelu\""}) {
    EXPECT_NE(text.find(row), std::string::npos) << row;
  }
}

TEST_F(ModelTest, NullsAreRefused) {
  EXPECT_TRUE(Fails(rnl_learn_model_create(nullptr, View(""), nullptr), RNL_INVALID_ARGUMENT));
  EXPECT_TRUE(Fails(rnl_learn_model_add(nullptr, View("Dense(1)")), RNL_INVALID_ARGUMENT, {"model"}));
  History history;
  const Model model = Classifier();
  EXPECT_TRUE(Fails(
      rnl_learn_model_fit(model, nullptr, nullptr, View(""), View(""), nullptr, nullptr, history.out()),
      RNL_INVALID_ARGUMENT, {"samples"}));
  rnl_learn_samples_t empty = {};
  EXPECT_TRUE(Fails(
      rnl_learn_model_fit(model, &empty, nullptr, View(""), View(""), nullptr, nullptr, history.out()),
      RNL_INVALID_ARGUMENT, {"struct_size"}));
  rnl_learn_model_release(nullptr);
  rnl_learn_history_release(nullptr);
}

}  // namespace
}  // namespace runnel_test
