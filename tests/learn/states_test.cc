// Layers that keep states from one batch to the next.
#include "tests/learn/support.h"

namespace runnel_test {
namespace {

class StatesTest : public LearnTest {
 protected:
  std::vector<float> Predict(const Model& model) {
    std::vector<float> values(2 * 3 * 2);
    for (size_t i = 0; i < values.size(); ++i) values[i] = std::sin(static_cast<float>(i));
    const Tensor x = Of<float>(RNL_FLOAT, {2, 3, 2}, values);
    rnl_tensor_t* inputs[] = {x};
    Tensor y;
    EXPECT_TRUE(IsOk(rnl_learn_model_predict(model, inputs, 1, 2, y.out(), 1)));
    return y ? Floats(y) : std::vector<float>();
  }
};

TEST_F(StatesTest, GoOnUntilTheyAreReset) {
  const Model model = Sequential("Input([3, 2], batch_size=2)|LSTM(4, stateful=true)", "seed=3");
  const std::vector<float> first = Predict(model), second = Predict(model);
  EXPECT_NE(first, second);
  ASSERT_TRUE(IsOk(rnl_learn_model_reset_states(model)));
  EXPECT_EQ(Predict(model), first);
  EXPECT_EQ(Predict(model), second);
  // They are no weights.
  Names names;
  ASSERT_TRUE(IsOk(rnl_learn_model_weight_names(model, names.out())));
  EXPECT_EQ(rnl_names_count(names), 3u);
}

TEST_F(StatesTest, OfAModelWithoutAnyAreReset) {
  const Model model = Sequential("Input([3, 2])|GRU(4)", "seed=3");
  const std::vector<float> first = Predict(model);
  ASSERT_TRUE(IsOk(rnl_learn_model_reset_states(model)));
  EXPECT_EQ(Predict(model), first);
}

TEST_F(StatesTest, NeedABatchOfKnownSize) {
  const Model model = Sequential("Input([3, 2])");
  EXPECT_TRUE(Fails(rnl_learn_model_add(model, rnl_str("GRU(4, stateful=true)")), RNL_INVALID_ARGUMENT,
                    {"gru", "batch of known size", "[?,3,2]"}));
  const Model fixed = Sequential("Input([3, 2], batch_size=2)|GRU(4, stateful=true)");
  const Tensor x = Of<float>(RNL_FLOAT, {3, 3, 2}, std::vector<float>(18));
  rnl_tensor_t* inputs[] = {x};
  Tensor y;
  EXPECT_TRUE(Fails(rnl_learn_model_predict(fixed, inputs, 1, 3, y.out(), 1), RNL_INVALID_ARGUMENT,
                    {"[2,3,2]"}));
}

TEST_F(StatesTest, AreNotOfPartsOfABatch) {
  ASSERT_TRUE(IsOk(rnl_runtime_load_plugin(runtime, rnl_str("virtual"))));
  const Model model = Sequential("Input([3, 2], batch_size=2)|GRU(4, stateful=true)");
  const auto compile = [&](const char* strategy) {
    EXPECT_TRUE(IsOk(rnl_learn_model_set_strategy(model, View(strategy))));
    return rnl_learn_model_compile(model, rnl_str("SGD(0.1)"), rnl_str("MeanSquaredError"), rnl_str(""),
                                   nullptr, 0);
  };
  EXPECT_TRUE(IsOk(compile("Mirrored(['CPU:0'])")));
  EXPECT_TRUE(Fails(compile("Mirrored(['CPU:0', 'VIRTUAL:0'])"), RNL_UNIMPLEMENTED,
                    {"gru", "stateful=true", "2 parts"}));
}

TEST_F(StatesTest, OfStepsOfUnknownNumberAreNotTrained) {
  const Model model = Sequential("Input([none, 2])|TimeDistributed(BatchNormalization())");
  EXPECT_TRUE(Fails(rnl_learn_model_compile(model, rnl_str("SGD(0.1)"), rnl_str("MeanSquaredError"),
                                            rnl_str(""), nullptr, 0),
                    RNL_UNIMPLEMENTED, {"time_distributed", "moving statistics", "[?,?,2]"}));
}

}  // namespace
}  // namespace runnel_test
