// Training that is divided over devices: the same as on one, but for the order of additions.
#include <cstdio>
#include <map>
#include <numeric>
#include <set>

#include "tests/learn/train_support.h"

namespace runnel_test {
namespace {

using Plan = Handle<rnl_plan_t, rnl_plan_release>;

class StrategyTest : public LearnTest {
 protected:
  StrategyTest() {
    RuntimeOptions options;
    EXPECT_TRUE(IsOk(rnl_runtime_options_create(options.out())));
    EXPECT_TRUE(IsOk(rnl_runtime_options_set_threads(options, 2)));
    EXPECT_TRUE(IsOk(rnl_runtime_options_set_config(options, rnl_str("virtual.devices"), rnl_str("2"))));
    EXPECT_TRUE(IsOk(rnl_runtime_create(options, runtime.out())));
    EXPECT_TRUE(IsOk(rnl_runtime_load_plugin(runtime, rnl_str("virtual"))));
  }

  // What a fit of a model ends with: its losses, and the weights.
  struct Fitted {
    std::vector<double> values;
    std::vector<std::vector<double>> weights;
  };
  struct Case {
    std::string layers, optimizer = "SGD(0.1)", loss = "MeanSquaredError", metrics = "";
    std::vector<int64_t> input = {11, 4};
    int64_t outputs = 2;
    std::string fit = "batch_size=4, epochs=3, shuffle=true, seed=5";
    bool weighted = false, whole_inputs = false;
  };

  Model Compiled(const Case& c, const std::string& strategy) {
    Model model = Sequential(c.layers, "dtype=float64, seed=3");
    EXPECT_TRUE(IsOk(rnl_learn_model_set_strategy(model, View(strategy))));
    Compile(model, c.optimizer, c.loss, c.metrics);
    return model;
  }
  void Fit(const Model& model, const Case& c, Fitted* out) {
    const int64_t count =
        std::accumulate(c.input.begin(), c.input.end(), int64_t{1}, std::multiplies<>());
    std::vector<double> x(static_cast<size_t>(count)), y(static_cast<size_t>(c.input[0] * c.outputs));
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = c.whole_inputs ? static_cast<double>((i * 7 + i / 5) % 4)
                            : std::sin(1.3 * static_cast<double>(i)) + 0.01 * static_cast<double>(i % 5);
    for (size_t i = 0; i < y.size(); ++i) y[i] = std::cos(0.7 * static_cast<double>(i));
    std::vector<double> weights;
    for (int64_t i = 0; i < c.input[0]; ++i) weights.push_back(0.5 + 0.25 * static_cast<double>(i % 3));
    const Tensor inputs = Of(RNL_DOUBLE, c.input, x),
                 targets = Of(RNL_DOUBLE, {c.input[0], c.outputs}, y),
                 samples = Of(RNL_DOUBLE, {c.input[0]}, weights);
    const Pairs pairs(inputs, targets, c.weighted ? static_cast<rnl_tensor_t*>(samples) : nullptr);
    History history;
    ASSERT_TRUE(IsOk(rnl_learn_model_fit(model, &pairs.samples, nullptr, View(c.fit), View(""), nullptr,
                                         nullptr, history.out())));
    for (size_t epoch = 0; epoch < rnl_learn_history_num_epochs(history); ++epoch) {
      out->values.push_back(Find(history, epoch, "loss"));
      if (!c.metrics.empty()) out->values.push_back(Find(history, epoch, c.metrics));
    }
    out->weights = WeightsOf(model);
  }
  static std::vector<std::vector<double>> WeightsOf(const Model& model) {
    Names names;
    EXPECT_TRUE(IsOk(rnl_learn_model_weight_names(model, names.out())));
    std::vector<rnl_tensor_t*> values(rnl_names_count(names));
    EXPECT_TRUE(IsOk(rnl_learn_model_get_weights(model, values.data(), values.size())));
    std::vector<std::vector<double>> weights;
    for (rnl_tensor_t* value : values) {
      const auto* const data = static_cast<const double*>(rnl_tensor_data(value));
      weights.emplace_back(data, data + rnl_tensor_num_elements(value));
      rnl_tensor_release(value);
    }
    return weights;
  }
  static void ExpectSame(const Fitted& a, const Fitted& b) {
    ASSERT_EQ(a.values.size(), b.values.size());
    for (size_t i = 0; i < a.values.size(); ++i) EXPECT_NEAR(a.values[i], b.values[i], 1e-9) << i;
    ASSERT_EQ(a.weights.size(), b.weights.size());
    for (size_t i = 0; i < a.weights.size(); ++i) {
      ASSERT_EQ(a.weights[i].size(), b.weights[i].size());
      for (size_t k = 0; k < a.weights[i].size(); ++k)
        EXPECT_NEAR(a.weights[i][k], b.weights[i][k], 1e-9) << "weight " << i << ", " << k;
    }
  }
  void ExpectSameAsOneDevice(const Case& c) {
    Fitted one;
    ASSERT_NO_FATAL_FAILURE(Fit(Compiled(c, ""), c, &one));
    for (const char* const strategy :
         {"Mirrored(['VIRTUAL:0', 'VIRTUAL:1', 'CPU:0'])", "Mirrored(['/device:CPU:0', 'VIRTUAL:1'])",
          "mirrored", "Mirrored(cross_device_ops=reduction_to_one_device)",
          "CentralStorageStrategy(devices=['VIRTUAL:0', 'VIRTUAL:1', 'CPU:0'])"}) {
      SCOPED_TRACE(strategy);
      Fitted divided;
      ASSERT_NO_FATAL_FAILURE(Fit(Compiled(c, strategy), c, &divided));
      ExpectSame(one, divided);
    }
  }
};

// The last batch of each epoch has 3 rows for 2 or 3 devices.
TEST_F(StrategyTest, MirroredAndCentralStorageTrainAsOneDeviceDoes) {
  ExpectSameAsOneDevice({.layers = "Input([4])|Dense(8, activation=tanh)|Dense(2)",
                         .optimizer = "Adam(0.01, global_clipnorm=0.5)",
                         .metrics = "mean_absolute_error"});
}
// The last batch has one row: two devices have none.
TEST_F(StrategyTest, ABatchMayHaveFewerRowsThanThereAreDevices) {
  ExpectSameAsOneDevice({.layers = "Input([4])|Dense(8, activation=relu)|Dense(2)",
                         .fit = "batch_size=5, epochs=2, shuffle=false"});
}
TEST_F(StrategyTest, RegularizersAndWeightsOfSamplesCountOnce) {
  ExpectSameAsOneDevice(
      {.layers =
           "Input([4])|Dense(6, kernel_regularizer=L2(0.1), activity_regularizer=L1(0.05))|Dense(2)",
       .optimizer = "SGD(0.05, momentum=0.9, use_ema=true, ema_momentum=0.5)",
       .loss = "MeanSquaredError(reduction=mean_with_sample_weight)",
       .weighted = true});
  ExpectSameAsOneDevice({.layers = "Input([4])|Dense(2)",
                         .optimizer = "SGD(0.01, gradient_accumulation_steps=2)",
                         .loss = "MeanSquaredError(reduction=sum)",
                         .weighted = true});
}
TEST_F(StrategyTest, LoopsAndMasksAreDividedToo) {
  ExpectSameAsOneDevice({.layers = "Input([6])|Embedding(4, 3, mask_zero=true)|LSTM(4)|Dense(2)",
                         .input = {11, 6},
                         .whole_inputs = true});
}
TEST_F(StrategyTest, ConvolutionsAreDividedToo) {
  ExpectSameAsOneDevice(
      {.layers = "Input([6, 6, 2])|Conv2D(3, 3, activation=relu)|MaxPooling2D(2)|Flatten|Dense(2)",
       .input = {10, 6, 6, 2}});
}

// As Keras' MirroredStrategy: each part is normalised by its own mean and variance, and the moving ones
// follow the mean of those.
TEST_F(StrategyTest, MovingStatisticsAreTheMeansOfThoseOfTheParts) {
  const Case c = {.layers = "Input([2])|BatchNormalization(momentum=0)",
                  .optimizer = "SGD(0)",
                  .input = {4, 2},
                  .fit = "batch_size=4, shuffle=false"};
  const Model model = Compiled(c, "Mirrored(['VIRTUAL:0', 'VIRTUAL:1'])");
  const Tensor x = Of<double>(RNL_DOUBLE, {4, 2}, {1, 10, 3, 30, 5, 50, 9, 90}),
               y = Of<double>(RNL_DOUBLE, {4, 2}, std::vector<double>(8));
  const Pairs pairs(x, y);
  History history;
  ASSERT_TRUE(IsOk(rnl_learn_model_fit(model, &pairs.samples, nullptr, View(c.fit), View(""), nullptr,
                                       nullptr, history.out())));
  const auto weights = WeightsOf(model);   // gamma, beta, moving mean, moving variance
  EXPECT_NEAR(weights[2][0], 4.5, 1e-12);  // (2 + 7) / 2
  EXPECT_NEAR(weights[2][1], 45, 1e-12);
  EXPECT_NEAR(weights[3][0], 2.5, 1e-12);  // (1 + 4) / 2
  EXPECT_NEAR(weights[3][1], 250, 1e-12);
}

TEST_F(StrategyTest, ACheckpointOfOneStrategyGoesOnUnderAnother) {
  const Folder folder;
  const Case c = {.layers = "Input([4])|Dense(8, activation=tanh)|Dense(2)", .optimizer = "Adam(0.05)"};
  for (const char* const mirrored :
       {"Mirrored(['VIRTUAL:0', 'CPU:0'])", "Mirrored(cross_device_ops=all_reduce)"}) {
    SCOPED_TRACE(mirrored);
    Fitted whole, first, second, third;
    const Model one = Compiled(c, "");
    Fit(one, c, &whole);
    Fit(one, c, &whole);
    const Model divided = Compiled(c, mirrored);
    Fit(divided, c, &first);
    ASSERT_TRUE(IsOk(rnl_learn_model_save(divided, View(folder / "a"), View(""))));
    const Model central = Compiled(c, "CentralStorage(['VIRTUAL:1'])");
    ASSERT_TRUE(IsOk(rnl_learn_model_load(central, View(folder / "a"), View(""))));
    Fit(central, c, &second);
    first.values.insert(first.values.end(), second.values.begin(), second.values.end());
    first.weights = second.weights;
    ExpectSame(whole, first);
    // And what is loaded or set between fits reaches the copies.
    ASSERT_TRUE(IsOk(rnl_learn_model_load(divided, View(folder / "a"), View(""))));
    Fit(divided, c, &third);
    ExpectSame(second, third);
  }
}

TEST_F(StrategyTest, AModelThatIsCompiledAgainKeepsItsWeightsAndEvaluatesAlike) {
  const Case c = {.layers = "Input([4])|Dense(8, activation=tanh)|Dense(2)"};
  const Model model = Compiled(c, "");
  Fitted first;
  Fit(model, c, &first);
  ASSERT_TRUE(IsOk(rnl_learn_model_set_strategy(model, View("Mirrored(['VIRTUAL:1', 'VIRTUAL:0'])"))));
  Compile(model, c.optimizer, c.loss);
  EXPECT_EQ(WeightsOf(model), first.weights);
  Fitted again;
  Fit(model, c, &again);
  Fitted expected;
  const Model other = Compiled(c, "");
  Fit(other, c, &expected);
  Compile(other, c.optimizer, c.loss);
  expected.values.clear();
  Fit(other, c, &expected);
  ExpectSame(expected, again);
}

struct Planned {
  std::string name, op, device;
};
// What a step of training of a model is planned to be.
std::vector<Planned> PlanOf(const Model& model) {
  std::vector<Planned> nodes;
  Session session;
  Graph graph;
  rnl_node_t step = RNL_NO_NODE;
  rnl_output_t feeds[2] = {};
  rnl_learn_value_t input = 0;
  size_t count = 0;
  EXPECT_TRUE(IsOk(rnl_learn_model_session(model, session.out())));
  EXPECT_TRUE(IsOk(rnl_learn_model_graph(model, graph.out())));
  EXPECT_TRUE(IsOk(rnl_learn_model_inputs(model, &input, 1, &count)));
  EXPECT_TRUE(IsOk(rnl_learn_model_output(model, input, &feeds[0])));
  EXPECT_TRUE(IsOk(rnl_graph_find_node(graph, rnl_str("target_0"), &feeds[1].node)));
  EXPECT_TRUE(IsOk(rnl_graph_find_node(graph, rnl_str("train_step"), &step)));
  const int32_t ranks[] = {2, 2};
  const int64_t x_dims[] = {12, 4}, y_dims[] = {12, 2};
  const int64_t* const dims[] = {x_dims, y_dims};
  Plan plan;
  const testing::AssertionResult planned =
      IsOk(rnl_session_plan(session, feeds, ranks, dims, 2, nullptr, 0, &step, 1, plan.out()));
  EXPECT_TRUE(planned);
  for (size_t i = 0; planned && i < rnl_plan_num_nodes(plan); ++i) {
    rnl_str_t name, op, device;
    EXPECT_TRUE(IsOk(rnl_plan_node(plan, i, &name, &op, &device, nullptr, nullptr)));
    nodes.push_back({Str(name), Str(op), Str(device).substr(Str(device).find("/device:"))});
  }
  return nodes;
}

// Where the products of each part of a step run, by the part's number.
std::map<int, std::set<std::string>> DevicesOfParts(const Model& model) {
  std::map<int, std::set<std::string>> devices;
  for (const Planned& node : PlanOf(model)) {
    int part = 0, used = 0;
    if (sscanf(node.name.c_str(), "replicas/%d/%n", &part, &used) == 1 && used > 0 &&
        node.op.find("MatMul") != std::string::npos)
      devices[part].insert(node.device);
  }
  return devices;
}
// Where gradients are reduced.
std::set<std::string> DevicesThatReduce(const Model& model) {
  std::set<std::string> devices;
  for (const Planned& node : PlanOf(model))
    if (node.op == "CollectiveReduce") devices.insert(node.device);
  return devices;
}

TEST_F(StrategyTest, EachPartRunsOnItsDevice) {
  const Case c = {.layers = "Input([4])|Dense(8, activation=tanh)|Dense(2)"};
  const std::string cpu = "/device:CPU:0", first = "/device:VIRTUAL:0", second = "/device:VIRTUAL:1";
  using Devices = std::map<int, std::set<std::string>>;
  EXPECT_EQ(DevicesOfParts(Compiled(c, "Mirrored(['VIRTUAL:1', 'CPU:0', 'VIRTUAL:0'])")),
            (Devices{{0, {second}}, {1, {cpu}}, {2, {first}}}));
  EXPECT_EQ(DevicesOfParts(Compiled(c, "CentralStorage()")), (Devices{{0, {first}}, {1, {second}}}));
  EXPECT_EQ(DevicesOfParts(Compiled(c, "")), Devices());
}

// The virtual devices form groups, the CPU is in none.
TEST_F(StrategyTest, DevicesThatFormAGroupReduceByIt) {
  const Case c = {.layers = "Input([4])|Dense(8, activation=tanh)|Dense(2)"};
  using Devices = std::set<std::string>;
  const Devices both = {"/device:VIRTUAL:0", "/device:VIRTUAL:1"};
  EXPECT_EQ(DevicesThatReduce(Compiled(c, "Mirrored()")), both);
  EXPECT_EQ(DevicesThatReduce(
                Compiled(c, "Mirrored(['VIRTUAL:1', 'VIRTUAL:0'], cross_device_ops=all_reduce)")),
            both);
  EXPECT_EQ(DevicesThatReduce(Compiled(c, "Mirrored(cross_device_ops=reduction_to_one_device)")),
            Devices());
  EXPECT_EQ(DevicesThatReduce(Compiled(c, "Mirrored(['VIRTUAL:0', 'CPU:0'])")), Devices());
  EXPECT_EQ(DevicesThatReduce(Compiled(c, "CentralStorage")), Devices());
}

TEST_F(StrategyTest, NamesWhatIsWrongWithAStrategy) {
  const Model model = Sequential("Input([4])|Dense(2)");
  const auto fails = [&](const char* text, rnl_code_t code, std::initializer_list<const char*> pieces) {
    EXPECT_TRUE(Fails(rnl_learn_model_set_strategy(model, View(text)), code, pieces)) << text;
  };
  fails("Mirrored(['VIRTUAL:7'])", RNL_NOT_FOUND,
        {"strategy Mirrored", "no device \"VIRTUAL:7\"", "/device:VIRTUAL:0"});
  fails("Mirrored(['CPU:0', '/device:CPU:0'])", RNL_INVALID_ARGUMENT, {"/device:CPU:0", "twice"});
  fails("Mirrored(['VIRTUAL:0', 'CPU:0'], cross_device_ops=all_reduce)", RNL_INVALID_ARGUMENT,
        {"strategy Mirrored", "/device:CPU:0", "in no group"});
  fails("Mirored", RNL_NOT_FOUND, {"there is no strategy \"Mirored\"", "CentralStorage"});
  fails("Mirrored(device=['CPU:0'])", RNL_INVALID_ARGUMENT, {"device"});
}

}  // namespace
}  // namespace runnel_test
