// Layers and losses that a program defines for a model.
#include <gtest/gtest.h>

#include <functional>

#include "tests/learn/support.h"

namespace runnel_test {
namespace {

// A function of C++ behind C's.
struct Own {
  std::function<rnl_status_t*(rnl_graph_t*, const std::vector<rnl_output_t>& inputs,
                              const std::vector<rnl_output_t>& weights, bool training, rnl_output_t*)>
      add;
  int calls = 0, drops = 0;
};
rnl_status_t* AddNodes(void* arg, rnl_graph_t* graph, const rnl_output_t* inputs, size_t num_inputs,
                       const rnl_output_t* weights, size_t num_weights, bool training,
                       rnl_output_t* out) {
  Own* const own = static_cast<Own*>(arg);
  ++own->calls;
  return own->add(graph, {inputs, inputs + num_inputs}, {weights, weights + num_weights}, training, out);
}
void Drop(void* arg) { ++static_cast<Own*>(arg)->drops; }

rnl_status_t* AddOp(rnl_graph_t* graph, const char* op, std::vector<rnl_output_t> inputs,
                    rnl_output_t* out) {
  return rnl_graph_add_op(graph, rnl_str(op), rnl_str(""), inputs.data(), inputs.size(), out);
}

class OwnTest : public LearnTest {
 protected:
  OwnTest() {
    std::vector<float> xs, ys;
    for (int i = 0; i < 40; ++i) {
      for (int k = 0; k < 3; ++k) xs.push_back(std::sin(1.7f * static_cast<float>(3 * i + k)));
      ys.push_back(xs[xs.size() - 1] - 2 * xs[xs.size() - 2]);
    }
    x = Of<float>(RNL_FLOAT, {40, 3}, xs);
    y = Of<float>(RNL_FLOAT, {40, 1}, ys);
    // x times its kernel: a Dense without a bias.
    product.add = [](rnl_graph_t* graph, const auto& inputs, const auto& weights, bool, auto* out) {
      return AddOp(graph, "MatMul", {inputs.at(0), weights.at(0)}, out);
    };
    distance.add = [](rnl_graph_t* graph, const auto& inputs, const auto&, bool, auto* out) {
      rnl_output_t difference, square, axis;
      Tensor last;
      EXPECT_TRUE(IsOk(rnl_tensor_from_scalar(rnl_graph_runtime(graph), RNL_INT32, -1, last.out())));
      EXPECT_TRUE(IsOk(rnl_graph_add_constant(graph, rnl_str(""), last, &axis)));
      EXPECT_TRUE(IsOk(AddOp(graph, "Sub", {inputs.at(0), inputs.at(1)}, &difference)));
      EXPECT_TRUE(IsOk(AddOp(graph, "Square", {difference}, &square)));
      return AddOp(graph, "Mean", {square, axis}, out);
    };
  }
  static rnl_status_t* Define(rnl_learn_model_t* model, const char* name, Own* own, const char* shape) {
    const rnl_learn_weight_t weight = {rnl_str("kernel"), rnl_str(shape), rnl_str("glorot_uniform")};
    return rnl_learn_model_define_layer(model, rnl_str(name), 1, &weight, 1, &AddNodes, own, &Drop);
  }
  std::vector<double> Losses(const Model& model) {
    const Pairs samples(x, y);
    History history;
    EXPECT_TRUE(
        IsOk(rnl_learn_model_fit(model, &samples.samples, nullptr, View("epochs=5, batch_size=8"),
                                 View(""), nullptr, nullptr, history.out())));
    std::vector<double> losses;
    for (size_t e = 0; e < 5; ++e) losses.push_back(Find(history, e, "loss"));
    return losses;
  }

  Tensor x, y;
  Own product, distance;
};

TEST_F(OwnTest, AreTrainedAsThoseOfRunnel) {
  const Model built = Sequential("Input([3])|Dense(4, use_bias=false)|Dense(1, use_bias=false)");
  Compile(built, "Adam(0.05)", "MeanSquaredError", "[mse]");
  {
    const Model own = Sequential("Input([3])");
    ASSERT_TRUE(IsOk(Define(own, "Wide", &product, "[dim(x, -1), 4]")));
    ASSERT_TRUE(IsOk(Define(own, "Narrow", &product, "[dim(x, -1), 1]")));
    ASSERT_TRUE(IsOk(rnl_learn_model_define_loss(own, View("distance"), &AddNodes, &distance, &Drop)));
    ASSERT_TRUE(IsOk(rnl_learn_model_add(own, View("Wide(name=first)"))));
    ASSERT_TRUE(IsOk(rnl_learn_model_add(own, View("Narrow"))));
    Compile(own, "Adam(0.05)", "distance", "[distance]");
    Names names;
    ASSERT_TRUE(IsOk(rnl_learn_model_weight_names(own, names.out())));
    EXPECT_EQ(Text(rnl_names_get(names, 0)), "first/kernel");
    EXPECT_EQ(Text(rnl_names_get(names, 1)), "narrow/kernel");
    const std::vector<double> a = Losses(built), b = Losses(own);
    for (size_t e = 0; e < 5; ++e) EXPECT_NEAR(a[e], b[e], 1e-6 * a[e]) << e;
    EXPECT_LT(b[4], b[0]);
    EXPECT_EQ(product.calls, 4);  // two layers, each for prediction and training
    EXPECT_EQ(product.drops, 0);
  }
  EXPECT_EQ(product.drops, 2);
  EXPECT_EQ(distance.drops, 1);
}

TEST_F(OwnTest, KnowWhetherTheyTrain) {
  Own own;
  std::vector<bool> seen;
  own.add = [&](rnl_graph_t* graph, const auto& inputs, const auto&, bool training, auto* out) {
    seen.push_back(training);
    return AddOp(graph, "AddN", inputs, out);
  };
  Model model;
  ASSERT_TRUE(IsOk(rnl_learn_model_create(runtime, View(""), model.out())));
  ASSERT_TRUE(
      IsOk(rnl_learn_model_define_layer(model, View("Total"), 0, nullptr, 0, &AddNodes, &own, &Drop)));
  const int64_t dims[] = {3};
  rnl_learn_value_t in, total, out;
  ASSERT_TRUE(IsOk(rnl_learn_model_input(model, View(""), RNL_FLOAT, 1, dims, &in)));
  const rnl_learn_value_t three[] = {in, in, in};
  ASSERT_TRUE(IsOk(rnl_learn_model_call(model, View("Total"), three, 3, &total)));
  ASSERT_TRUE(IsOk(rnl_learn_model_call(model, View("Dense(1)"), &total, 1, &out)));
  ASSERT_TRUE(IsOk(rnl_learn_model_set_outputs(model, &out, 1)));
  Compile(model, "SGD(0.01)", "mse");
  Losses(model);
  EXPECT_EQ(seen, (std::vector<bool>{false, true}));
}

TEST_F(OwnTest, MistakesAreNamed) {
  Model model = Sequential("Input([3])");
  const auto define = [&](const char* name, Own* own) { return Define(model, name, own, "[3, 1]"); };
  EXPECT_TRUE(Fails(define("Dense", &product), RNL_ALREADY_EXISTS, {"layer \"Dense\""}));
  EXPECT_TRUE(Fails(define("a b", &product), RNL_INVALID_ARGUMENT, {"\"a b\""}));
  EXPECT_TRUE(Fails(Define(model, "Bad", &product, "[dim(x"), RNL_INVALID_ARGUMENT, {}) ||
              IsOk(rnl_learn_model_summary(model, Bytes().out())));
  EXPECT_EQ(product.drops, 0);  // what failed keeps nothing

  Own failing, silent, calling;
  failing.add = [](auto*, const auto&, const auto&, bool, auto*) {
    return rnl_status_create(RNL_DATA_LOSS, rnl_str("no nodes today"));
  };
  silent.add = [](auto*, const auto&, const auto&, bool, auto*) { return nullptr; };
  calling.add = [&](auto*, const auto&, const auto&, bool, auto*) {
    return rnl_learn_model_add(model, rnl_str("Dense(1)"));
  };
  ASSERT_TRUE(IsOk(define("Failing", &failing)));
  ASSERT_TRUE(IsOk(define("Silent", &silent)));
  ASSERT_TRUE(IsOk(define("Calling", &calling)));
  const auto add = [&](const char* spec) { return rnl_learn_model_add(model, rnl_str(spec)); };
  EXPECT_TRUE(Fails(add("Failing"), RNL_DATA_LOSS, {"failing", "no nodes today"}));
  EXPECT_TRUE(Fails(add("Silent"), RNL_INVALID_ARGUMENT, {"no output"}));
  EXPECT_TRUE(Fails(add("Calling"), RNL_FAILED_PRECONDITION, {"must not call its model"}));
  EXPECT_TRUE(Fails(add("Failing(units=3)"), RNL_INVALID_ARGUMENT, {"units"}));
  ASSERT_TRUE(IsOk(add("Dense(1)")));  // the model is usable
  EXPECT_TRUE(
      Fails(rnl_learn_model_define_layer(model, View("None"), 1, nullptr, 0, nullptr, nullptr, nullptr),
            RNL_INVALID_ARGUMENT, {"call"}));
}

}  // namespace
}  // namespace runnel_test
