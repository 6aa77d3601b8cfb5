// Layers and losses by their definitions, where Keras is no oracle: what it cannot compute on a CPU, or
// computes from samples that cases of keras.txt have not.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/learn/support.h"

namespace runnel_test {
namespace {

class LayersTest : public LearnTest {
 protected:
  std::vector<float> Waves(size_t count, float step) {
    std::vector<float> values;
    for (size_t i = 0; i < count; ++i) values.push_back(std::sin(step * static_cast<float>(i)));
    return values;
  }
  std::vector<float> Predict(const Model& model, const Tensor& x) {
    rnl_tensor_t* feed = x;
    Tensor y;
    EXPECT_TRUE(IsOk(rnl_learn_model_predict(model, &feed, 1, 8, y.out(), 1)));
    return Floats(y);
  }
};

// The same layers, with what they are given and give turned around.
TEST_F(LayersTest, ConvLstmTakesChannelsFirst) {
  const std::string shared =
      "padding=same, return_sequences=true, kernel_initializer=Constant(0.1), "
      "recurrent_initializer=Constant(0.05)";
  const Tensor x = Of<float>(RNL_FLOAT, {2, 3, 4, 5, 2}, Waves(240, 0.7f));
  const Model last = Sequential("Input([3, 4, 5, 2])|ConvLSTM2D(3, [2, 3], " + shared +
                                ")|ConvLSTM2D(2, 2, strides=[1, 2], kernel_initializer=Constant(0.2))");
  const Model first = Sequential(
      "Input([3, 4, 5, 2])|Permute([1, 4, 2, 3])|ConvLSTM2D(3, [2, 3], data_format=channels_first, " +
      shared +
      ")|ConvLSTM2D(2, 2, data_format=channels_first, strides=[1, 2], "
      "kernel_initializer=Constant(0.2))|Permute([2, 3, 1])");
  const std::vector<float> expected = Predict(last, x), got = Predict(first, x);
  ASSERT_EQ(got.size(), expected.size());
  for (size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], expected[i], 1e-6) << i;
  EXPECT_GT(std::fabs(expected[0]), 1e-3);
}

TEST_F(LayersTest, ConvLstmKeepsStates) {
  // Two batches of half of the steps give what one of all does.
  const std::string cell =
      "ConvLSTM1D(2, 3, padding=same, kernel_initializer=Constant(0.1), "
      "recurrent_initializer=Constant(0.2)";
  const Model whole = Sequential("Input([4, 5, 2], batch_size=2)|" + cell + ")");
  const Model halves = Sequential("Input([2, 5, 2], batch_size=2)|" + cell + ", stateful=true)");
  const std::vector<float> values = Waves(80, 0.9f);
  std::vector<float> front, back;
  for (size_t b = 0; b < 2; ++b) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(40 * b);
    front.insert(front.end(), at, at + 20);
    back.insert(back.end(), at + 20, at + 40);
  }
  const std::vector<float> expected = Predict(whole, Of<float>(RNL_FLOAT, {2, 4, 5, 2}, values));
  Predict(halves, Of<float>(RNL_FLOAT, {2, 2, 5, 2}, front));
  const std::vector<float> got = Predict(halves, Of<float>(RNL_FLOAT, {2, 2, 5, 2}, back));
  ASSERT_EQ(got.size(), expected.size());
  for (size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], expected[i], 1e-6) << i;
}

TEST_F(LayersTest, SayWhatDoesNotFit) {
  const auto refused = [&](const std::string& input, const std::string& layer) {
    Model model;
    EXPECT_TRUE(IsOk(rnl_learn_model_create(runtime, View(""), model.out())));
    EXPECT_TRUE(IsOk(rnl_learn_model_add(model, View(input))));
    return rnl_learn_model_add(model, View(layer));
  };
  const std::string steps = "Input([3, 4, 5, 2])";
  EXPECT_TRUE(Fails(refused(steps, "ConvLSTM2D(3, 6)"), RNL_INVALID_ARGUMENT,
                    {"conv_lstm2d", "a kernel of 6 does not fit into 4 values"}));
  EXPECT_TRUE(Fails(refused(steps, "ConvLSTM1D(3, 2)"), RNL_INVALID_ARGUMENT, {"its input"}));
  EXPECT_TRUE(Fails(refused(steps, "ConvLSTM2D(3, 2, strides=2, dilation_rate=2)"), RNL_INVALID_ARGUMENT,
                    {"strides and dilation_rate"}));
  EXPECT_TRUE(Fails(refused("Input([3, none, 5, 2])", "ConvLSTM2D(3, 2)"), RNL_INVALID_ARGUMENT,
                    {"behind the steps must be known"}));
  EXPECT_TRUE(Fails(refused("Input([4])", "EinsumDense('ab,bc', output_shape=[3])"),
                    RNL_INVALID_ARGUMENT, {"equation: expected one as"}));
  EXPECT_TRUE(Fails(refused("Input([4])", "EinsumDense('abc,cd->abd', output_shape=[3, 3])"),
                    RNL_INVALID_ARGUMENT, {"3 dimensions", "[?,4]"}));
  EXPECT_TRUE(Fails(refused("Input([4])", "EinsumDense('ab,bc->ac', output_shape=[3, 3])"),
                    RNL_INVALID_ARGUMENT, {"output_shape: expected 1 sizes", "got 2"}));
  EXPECT_TRUE(Fails(refused("Input([4])", "EinsumDense('ab,bc->acb', output_shape=[3, 5])"),
                    RNL_INVALID_ARGUMENT, {"output_shape: 5 for \"b\", which is 4"}));
  EXPECT_TRUE(Fails(refused("Input([4])", "EinsumDense('ab,bc->ac', output_shape=[-1])"),
                    RNL_INVALID_ARGUMENT, {"the size of \"c\""}));
  EXPECT_TRUE(Fails(refused("Input([4])", "EinsumDense('ab,bc->ac', output_shape=[3], bias_axes='d')"),
                    RNL_INVALID_ARGUMENT, {"bias_axes: \"d\""}));
  EXPECT_TRUE(Fails(refused("Input([8, 8, 3])", "AdaptiveMaxPooling2D([0, 2])"), RNL_INVALID_ARGUMENT,
                    {"output_size: expected at least 1"}));
  EXPECT_TRUE(Fails(refused("Input([8, 3])", "AdaptiveMaxPooling1D(1000000007)"), RNL_UNIMPLEMENTED,
                    {"output_size 1000000007"}));
  EXPECT_TRUE(Fails(refused("Input([none, 3])", "AdaptiveAveragePooling1D(2)"), RNL_INVALID_ARGUMENT,
                    {"dimension 1", "not known"}));
}

// By the definition: the probabilities of all ways to say the labels.
double NegativeLogOfAllPaths(const std::vector<std::vector<double>>& probabilities,
                             const std::vector<int>& labels) {
  const size_t steps = probabilities.size(), classes = probabilities[0].size();
  double sum = 0;
  std::vector<size_t> path(steps, 0);
  for (bool more = true; more;) {
    std::vector<int> said;
    double p = 1;
    for (size_t t = 0; t < steps; ++t) {
      p *= probabilities[t][path[t]];
      if (path[t] != 0 && (t == 0 || path[t] != path[t - 1])) said.push_back(static_cast<int>(path[t]));
    }
    if (said == labels) sum += p;
    more = false;
    for (size_t t = 0; t < steps && !more; ++t) {
      path[t] = (path[t] + 1) % classes;
      more = path[t] != 0;
    }
  }
  return -std::log(sum);
}

TEST_F(LayersTest, CtcIsTheProbabilityOfAllPaths) {
  constexpr size_t kBatch = 3, kSteps = 5, kClasses = 4;
  // 0 stands behind shorter ones.
  const std::vector<int32_t> labels = {1, 2, 3, 0, 0, 2, 2, 0, 0, 0, 3, 0, 0, 0, 0};
  const std::vector<std::vector<int>> said = {{1, 2, 3}, {2, 2}, {3}};
  const std::vector<float> logits = Waves(kBatch * kSteps * kClasses, 1.3f);
  double expected = 0;
  for (size_t b = 0; b < kBatch; ++b) {
    std::vector<std::vector<double>> probabilities;
    for (size_t t = 0; t < kSteps; ++t) {
      std::vector<double>& row = probabilities.emplace_back();
      double sum = 0;
      for (size_t c = 0; c < kClasses; ++c) {
        row.push_back(std::exp(static_cast<double>(logits[(b * kSteps + t) * kClasses + c])));
        sum += row.back();
      }
      for (double& p : row) p /= sum;
    }
    expected += NegativeLogOfAllPaths(probabilities, said[b]) / kBatch;
  }
  const Model model = Sequential("Input([5, 4])|Dense(4, use_bias=false, kernel_initializer=Identity)");
  Compile(model, "Adam(0.1)", "CTC");
  const Tensor x = Of<float>(RNL_FLOAT, {3, 5, 4}, logits);
  const Tensor y = Of<int32_t>(RNL_INT32, {3, 5}, labels);
  const Pairs samples(x, y);
  History evaluated, fitted;
  ASSERT_TRUE(IsOk(rnl_learn_model_evaluate(model, &samples.samples, 8, evaluated.out())));
  EXPECT_NEAR(Find(evaluated, 0, "loss"), expected, 1e-5);
  ASSERT_TRUE(IsOk(rnl_learn_model_fit(model, &samples.samples, nullptr, View("epochs=60"), View(""),
                                       nullptr, nullptr, fitted.out())));
  EXPECT_LT(Find(fitted, 59, "loss"), 0.5 * expected);
}

}  // namespace
}  // namespace runnel_test
