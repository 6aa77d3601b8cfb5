// Models as files: checkpoints with which a fit goes on, SavedModels, frozen graphs.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/learn/support.h"

namespace runnel_test {
namespace {

class ModelFilesTest : public LearnTest {
 protected:
  ModelFilesTest() {
    std::vector<float> xs;
    std::vector<int32_t> labels;
    for (int i = 0; i < 40; ++i) {
      float sum = 0;
      for (int k = 0; k < 4; ++k) {
        xs.push_back(std::sin(1.3f * static_cast<float>(4 * i + k)));
        sum += xs.back();
      }
      labels.push_back(sum > 0 ? 1 : 0);
    }
    x = Of<float>(RNL_FLOAT, {40, 4}, xs);
    y = Of<int32_t>(RNL_INT32, {40}, labels);
    folder = testing::TempDir() + "/learn_model_files";
    EXPECT_EQ(std::system(("rm -rf " + folder + " && mkdir -p " + folder).c_str()), 0);
  }
  Model Classifier(const std::string& options = "seed=3", int units = 8) {
    return Sequential("Input([4], name=in)|Dense(" + std::to_string(units) +
                          ", activation=relu)|BatchNormalization|Dense(2, activation=softmax)",
                      options);
  }
  void Fit(const Model& model, const std::string& options) {
    const Pairs samples(x, y);
    History history;
    EXPECT_TRUE(IsOk(rnl_learn_model_fit(model, &samples.samples, nullptr, View(options), View(""),
                                         nullptr, nullptr, history.out())));
  }
  std::vector<float> AllWeights(const Model& model) {
    Names names;
    EXPECT_TRUE(IsOk(rnl_learn_model_weight_names(model, names.out())));
    std::vector<rnl_tensor_t*> values(rnl_names_count(names));
    EXPECT_TRUE(IsOk(rnl_learn_model_get_weights(model, values.data(), values.size())));
    std::vector<float> all;
    for (rnl_tensor_t* value : values) {
      const std::vector<float> part = Floats(value);
      all.insert(all.end(), part.begin(), part.end());
      rnl_tensor_release(value);
    }
    return all;
  }
  std::vector<float> Predict(const Model& model) {
    Tensor out;
    rnl_tensor_t* feed = x;
    EXPECT_TRUE(IsOk(rnl_learn_model_predict(model, &feed, 1, 40, out.out(), 1)));
    return Floats(out);
  }

  Tensor x, y;
  std::string folder;
};

constexpr const char* kLoss = "SparseCategoricalCrossentropy";

TEST_F(ModelFilesTest, AFitGoesOnAsIfItHadNeverEnded) {
  const Model whole = Classifier();
  Compile(whole, "Adam(0.05)", kLoss);
  Fit(whole, "epochs=4, batch_size=8");

  const Model first = Classifier();
  Compile(first, "Adam(0.05)", kLoss);
  Fit(first, "epochs=2, batch_size=8");
  ASSERT_TRUE(IsOk(rnl_learn_model_save(first, View(folder + "/at"), View(""))));

  // Compiled twice: the state has the same names.
  const Model second = Classifier();
  Compile(second, "SGD(0.1)", kLoss);
  Compile(second, "Adam(0.05)", kLoss);
  ASSERT_TRUE(IsOk(rnl_learn_model_load(second, View(folder + "/at"), View(""))));
  Fit(second, "epochs=4, initial_epoch=2, batch_size=8");
  EXPECT_EQ(AllWeights(second), AllWeights(whole));

  const Model weights_alone = Classifier();
  Compile(weights_alone, "Adam(0.05)", kLoss);
  ASSERT_TRUE(IsOk(rnl_learn_model_load(weights_alone, View(folder + "/at"), View("optimizer=false"))));
  EXPECT_EQ(AllWeights(weights_alone), AllWeights(first));
  Fit(weights_alone, "epochs=4, initial_epoch=2, batch_size=8");
  EXPECT_NE(AllWeights(weights_alone), AllWeights(whole));
}

TEST_F(ModelFilesTest, WeightsHaveKerasNamesAndNothingElse) {
  const Model model = Classifier();
  Compile(model, "Adam", kLoss);
  ASSERT_TRUE(IsOk(rnl_learn_model_save(model, View(folder + "/weights"), View("optimizer=false"))));
  Checkpoint checkpoint;
  ASSERT_TRUE(IsOk(rnl_checkpoint_open(runtime, View(folder + "/weights"), checkpoint.out())));
  std::string names;
  for (size_t i = 0; i < rnl_checkpoint_count(checkpoint); ++i)
    names += Text(rnl_checkpoint_name(checkpoint, i)) + " ";
  EXPECT_EQ(names,
            "batch_normalization/beta batch_normalization/gamma batch_normalization/moving_mean "
            "batch_normalization/moving_variance dense/bias dense/kernel dense_1/bias dense_1/kernel ");
  // A model that is not compiled, and one that is, take them.
  const Model plain = Classifier("seed=9");
  ASSERT_TRUE(IsOk(rnl_learn_model_load(plain, View(folder + "/weights"), View(""))));
  EXPECT_EQ(AllWeights(plain), AllWeights(model));
  const Model compiled = Classifier("seed=9");
  Compile(compiled, "Adam", kLoss);
  ASSERT_TRUE(IsOk(rnl_learn_model_load(compiled, View(folder + "/weights"), View(""))));
  EXPECT_EQ(Predict(compiled), Predict(model));
}

TEST_F(ModelFilesTest, WhatDoesNotFitIsRefusedWhole) {
  const Model model = Classifier();
  ASSERT_TRUE(IsOk(rnl_learn_model_save(model, View(folder + "/weights"), View(""))));
  const Model wider = Classifier("", 9);
  const std::vector<float> before = AllWeights(wider);
  EXPECT_TRUE(Fails(rnl_learn_model_load(wider, View(folder + "/weights"), View("")),
                    RNL_INVALID_ARGUMENT, {"dense/kernel", "[4,9]", "[4,8]", "/weights"}));
  const Model other = Sequential("Input([4])|Dense(8)|Dense(2)|Dense(2, name=last)");
  EXPECT_TRUE(Fails(rnl_learn_model_load(other, View(folder + "/weights"), View("")), RNL_NOT_FOUND,
                    {"last/kernel, last/bias"}));
  EXPECT_EQ(AllWeights(wider), before);
  EXPECT_TRUE(
      Fails(rnl_learn_model_load(model, View(folder + "/none"), View("")), RNL_NOT_FOUND, {"/none"}));
  EXPECT_TRUE(
      Fails(rnl_learn_model_save(model, View("/dev/null/at"), View("")), RNL_NOT_FOUND, {"/dev/null"}));
  EXPECT_TRUE(Fails(rnl_learn_model_save(model, View(folder + "/a"), View("opt=1")),
                    RNL_INVALID_ARGUMENT, {"opt", "optimizer"}));
  const Model none = Sequential("Input([4])");
  EXPECT_TRUE(Fails(rnl_learn_model_save(none, View(folder + "/a"), View("")), RNL_FAILED_PRECONDITION,
                    {"no weights"}));
}

TEST_F(ModelFilesTest, SavedModelsServe) {
  const Model model = Classifier();
  Compile(model, "Adam", kLoss);
  Fit(model, "");
  ASSERT_TRUE(IsOk(rnl_learn_model_export(model, View(folder + "/served"))));
  EXPECT_TRUE(
      Fails(rnl_learn_model_export(model, View(folder + "/served")), RNL_ALREADY_EXISTS, {"/served"}));
  Handle<rnl_saved_model_t, rnl_saved_model_release> saved;
  ASSERT_TRUE(IsOk(rnl_saved_model_open(runtime, View(folder + "/served"), nullptr, 0, saved.out())));
  rnl_str_t key, tensor;
  ASSERT_TRUE(IsOk(rnl_saved_model_input(saved, 0, 0, &key, &tensor, nullptr)));
  EXPECT_EQ(Text(key), "in");
  const std::string in = Text(tensor);
  ASSERT_TRUE(IsOk(rnl_saved_model_output(saved, 0, 0, &key, &tensor, nullptr)));
  EXPECT_EQ(Text(key), "dense_1");
  Graph graph;
  Session session;
  ASSERT_TRUE(IsOk(rnl_saved_model_load_signature(saved, View("serving_default"), nullptr, graph.out(),
                                                  session.out())));
  const rnl_str_t feed = View(in), fetch = tensor;
  rnl_tensor_t* value = x;
  Tensor out;
  ASSERT_TRUE(IsOk(
      rnl_session_run(session, nullptr, &feed, &value, 1, &fetch, out.out(), 1, nullptr, 0, nullptr)));
  EXPECT_EQ(Floats(out), Predict(model));
}

TEST_F(ModelFilesTest, FrozenGraphsPredict) {
  const Model model = Classifier();
  Bytes bytes;
  ASSERT_TRUE(IsOk(rnl_learn_model_freeze(model, bytes.out())));
  Graph graph;
  ASSERT_TRUE(IsOk(rnl_graph_create(runtime, graph.out())));
  const rnl_str_t def = rnl_bytes_view(bytes);
  ASSERT_TRUE(IsOk(rnl_graph_import(graph, def, nullptr)));
  rnl_learn_value_t value;
  size_t count = 0;
  ASSERT_TRUE(IsOk(rnl_learn_model_outputs(model, &value, 1, &count)));
  ASSERT_EQ(count, 1u);
  Graph whole;
  ASSERT_TRUE(IsOk(rnl_learn_model_graph(model, whole.out())));
  rnl_output_t edge;
  ASSERT_TRUE(IsOk(rnl_learn_model_output(model, value, &edge)));
  const std::string name = Text(rnl_graph_node_name(whole, edge.node));
  const rnl_str_t feed = rnl_str("in"), fetch = View(name);
  Session session;
  ASSERT_TRUE(IsOk(rnl_session_create(graph, nullptr, session.out())));
  rnl_tensor_t* fed = x;
  Tensor out;
  ASSERT_TRUE(IsOk(
      rnl_session_run(session, nullptr, &feed, &fed, 1, &fetch, out.out(), 1, nullptr, 0, nullptr)));
  EXPECT_EQ(Floats(out), Predict(model));
}

TEST_F(ModelFilesTest, PartsHaveNames) {
  const Model model = Classifier();
  Names layers;
  ASSERT_TRUE(IsOk(rnl_learn_model_layer_names(model, layers.out())));
  ASSERT_EQ(rnl_names_count(layers), 3u);
  EXPECT_EQ(Text(rnl_names_get(layers, 1)), "batch_normalization");
  rnl_learn_value_t values[2];
  size_t count = 7;
  ASSERT_TRUE(IsOk(rnl_learn_model_inputs(model, values, 2, &count)));
  EXPECT_EQ(count, 1u);
  Bytes name;
  ASSERT_TRUE(IsOk(rnl_learn_model_value_name(model, values[0], name.out())));
  EXPECT_EQ(Text(rnl_bytes_view(name)), "in");
  EXPECT_TRUE(
      Fails(rnl_learn_model_outputs(model, values, 0, &count), RNL_INVALID_ARGUMENT, {"1", "0"}));
  EXPECT_EQ(count, 1u);
  EXPECT_TRUE(Fails(rnl_learn_model_value_name(model, 99, name.out()), RNL_INVALID_ARGUMENT, {"99"}));
}

}  // namespace
}  // namespace runnel_test
