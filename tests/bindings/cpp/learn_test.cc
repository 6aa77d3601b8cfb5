// Models of layers: builders, fits, files, layers of one's own.
#include <cmath>
#include <cstdlib>

#include "expect.h"

namespace runnel_test {
namespace {

using namespace runnel;  // NOLINT

class CppLearn : public testing::Test {
 protected:
  CppLearn() {
    std::vector<float> xs, ys;
    std::vector<std::int64_t> kinds;
    for (int i = 0; i < 40; ++i) {
      float sum = 0;
      for (int k = 0; k < 4; ++k) {
        xs.push_back(std::sin(1.3F * static_cast<float>(4 * i + k)));
        sum += xs.back();
      }
      ys.push_back(sum);
      kinds.push_back(sum > 0 ? 1 : 0);
    }
    x_ = Tensor::Wrap(runtime_, std::move(xs), {40, 4});
    sums_ = Tensor::Wrap(runtime_, std::move(ys), {40});
    kinds_ = Tensor::Wrap(runtime_, std::move(kinds), {40});
  }
  Model Classifier(std::int64_t seed = 3) const {
    Model model = Model::Sequential(runtime_,
                                    {layers::Input(4), layers::Dense(8, {.activation = "relu"}),
                                     layers::Dense(2, {.activation = "softmax"})},
                                    {.seed = seed});
    model.Compile({.optimizer = optimizers::Adam({.learning_rate = 0.05}),
                   .losses = {losses::SparseCategoricalCrossentropy()},
                   .metrics = {"accuracy"}});
    return model;
  }
  std::vector<float> Weights(const Model& model) const {
    std::vector<float> all;
    for (const Tensor& weight : model.GetWeights()) {
      const std::vector<float> part = Values<float>(weight);
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  }

  const Runtime& runtime_ = SharedRuntime();
  Tensor x_, sums_, kinds_;
};

TEST_F(CppLearn, BuildersWriteWhatWasSaid) {
  EXPECT_EQ(layers::Dense(8).text(), "Dense(units=8)");
  EXPECT_EQ(layers::Dense(8, {.activation = "relu", .use_bias = false}).text(),
            "Dense(units=8, activation=relu, use_bias=false)");
  EXPECT_EQ(layers::Conv2D(4, 3, {.strides = {2, 2}}).text(),
            "Conv2D(filters=4, kernel_size=3, strides=[2, 2])");
  EXPECT_EQ(layers::Dense(8, {.kernel_initializer = initializers::HeNormal({.seed = 1})}).text(),
            "Dense(units=8, kernel_initializer=HeNormal(seed=1))");
  EXPECT_EQ(
      optimizers::SGD({.learning_rate = schedules::CosineDecay(0.5, 100), .momentum = 0.75}).text(),
      "SGD(learning_rate=CosineDecay(initial_learning_rate=0.5, decay_steps=100), momentum=0.75)");
  EXPECT_EQ(callbacks::CSVLogger("a\"b").text(), "CSVLogger(filename=\"a\\\"b\")");
  EXPECT_EQ(layers::Input({28, -1}, DType::kUint8).text(), "Input(shape=[28, -1], dtype=\"uint8\")");
}

TEST_F(CppLearn, FitsTellHowFarTheyAre) {
  const Model model = Classifier();
  int batches = 0, epochs = 0;
  const History history =
      model.Fit({{x_}, {kinds_}}, {.batch_size = 8, .epochs = 20, .progress = [&](const Progress& p) {
                                     EXPECT_EQ(p.batches, 5);
                                     ++(p.epoch_ends ? epochs : batches);
                                   }});
  EXPECT_EQ(batches, 100);
  EXPECT_EQ(epochs, 20);
  ASSERT_EQ(history.epochs().size(), 20u);
  EXPECT_LT(history.epochs()[19].at("loss"), 0.5 * history.epochs()[0].at("loss"));
  const History::Logs score = model.Evaluate({{x_}, {kinds_}});
  EXPECT_GT(score.at("accuracy"), 0.9);
  const std::vector<Tensor> predicted = model.Predict({x_}, 7);
  EXPECT_EQ(predicted.at(0).shape(), (Shape{40, 2}));
  EXPECT_GT(model.TrainOnBatch({{x_}, {kinds_}}).at("loss"), 0);
  EXPECT_TRUE(Throws(
      [&] {
        model.Fit({{x_}, {kinds_}},
                  {.progress = [](const Progress&) { throw std::runtime_error("enough"); }});
      },
      Code::kUnknown, {"enough"}));
  const History ended = model.Fit(
      {{x_}, {kinds_}},
      {.epochs = 50, .callbacks = {callbacks::EarlyStopping({.monitor = "loss", .min_delta = 10})}});
  EXPECT_EQ(ended.stopped_by(), "EarlyStopping");
  EXPECT_TRUE(
      Throws([&] { model.Add(layers::Conv2D(3, 3)); }, Code::kInvalidArgument, {"conv2d", "[?,2]"}));
}

TEST_F(CppLearn, ALayerLearnsFromData) {
  const Layer layer = Model::Adapt(runtime_, layers::Normalization(), x_);
  const Model model = Model::Sequential(runtime_, {layers::Input(4), layer}, {.seed = 1});
  double sum = 0;
  for (const float value : Values<float>(std::vector<Tensor>(model.Predict({x_}, 8)).at(0)))
    sum += value;
  EXPECT_NEAR(sum, 0, 1e-3);
  EXPECT_TRUE(
      Throws([&] { Model::Adapt(runtime_, layers::Dense(3), x_); }, Code::kInvalidArgument, {"Dense"}));
}

TEST_F(CppLearn, AModelNamesItsDevice) {
  const Model model =
      Model::Sequential(runtime_, {layers::Input(4), layers::Dense(2)}, {.device = "/device:CPU:0"});
  EXPECT_EQ(std::vector<Tensor>(model.Predict({x_}, 8)).size(), 1u);
  EXPECT_TRUE(Throws([&] { Model::Create(runtime_, {.device = "/device:GPU:7"}); }, Code::kNotFound,
                     {"/device:GPU:7", "CPU:0"}));
}

TEST_F(CppLearn, DatasetsDoAsSamples) {
  const Model by_samples = Classifier(), by_dataset = Classifier();
  const Dataset data = Dataset(Dataset::FromSlices(runtime_, std::vector<Tensor>{x_, kinds_})).Batch(8);
  const Samples samples = {{x_}, {kinds_}};
  const History a =
      by_samples.Fit(samples, {.batch_size = 8, .epochs = 2, .shuffle = false, .validation = &samples});
  const History b = by_dataset.FitDataset(data, {.epochs = 2, .validation_dataset = &data});
  EXPECT_EQ(a.epochs(), b.epochs());
  EXPECT_EQ(Weights(by_samples), Weights(by_dataset));
  const History::Logs one = by_samples.Evaluate(samples, 8), other = by_dataset.EvaluateDataset(data);
  EXPECT_EQ(one, other);
  EXPECT_TRUE(Throws([&] { by_dataset.FitDataset(data, {.epochs = 2, .steps_per_epoch = 4}); },
                     Code::kOutOfRange, {"ended after 1 batches"}));
}

TEST_F(CppLearn, AnyFormWithSharedLayersAndOperators) {
  const Model model = Model::Create(runtime_, {.seed = 5});
  const Value a = model.Input({4}, DType::kFloat, "a"), b = model.Input({4}, DType::kFloat, "b");
  const Layer shared = layers::Dense(3, {.activation = "tanh"});
  const Value x = shared(a), y = shared(b);
  EXPECT_EQ(shared.name(), "dense");
  const Value total = (x + y) * 0.5 - x * y + 1.0;
  EXPECT_EQ(total.shape(), PartialShape(Shape{-1, 3}));
  EXPECT_EQ(total.dtype(), DType::kFloat);
  const Value side = layers::Concatenate()(x, y);
  model.SetOutputs(
      {layers::Dense(1, {.name = "size"})(total), layers::Dense(2, {.name = "kind"})(side)});
  EXPECT_EQ(model.outputs().at(1).name(), "kind");
  EXPECT_EQ(model.inputs().size(), 2u);
  EXPECT_EQ(model.weight_names().size(), 6u);
  model.SetTrainable("dense", false);
  model.Compile({.optimizer = optimizers::SGD(),
                 .losses = {"mse", losses::SparseCategoricalCrossentropy({.from_logits = true})},
                 .loss_weights = {1, 0.5}});
  const std::vector<float> before = Weights(model);
  model.Fit({{x_, x_}, {sums_, kinds_}});
  const std::vector<float> after = Weights(model);
  EXPECT_TRUE(std::equal(before.begin(), before.begin() + 15, after.begin()));
  EXPECT_NE(before, after);
  EXPECT_NE(std::string(model.Summary()).find("Total params"), std::string::npos);
  const Model other = Model::Create(runtime_);
  const Value elsewhere = other.Input({4});
  EXPECT_TRUE(Throws([&] { shared(elsewhere); }, Code::kInvalidArgument, {"another model"}));
}

TEST_F(CppLearn, FilesCarryWeightsAndTheOptimizer) {
  const std::string folder = testing::TempDir() + "/cpp_learn";
  ASSERT_EQ(std::system(("rm -rf " + folder + " && mkdir -p " + folder).c_str()), 0);
  const Model whole = Classifier(), first = Classifier(), second = Classifier(9);
  whole.Fit({{x_}, {kinds_}}, {.epochs = 3});
  first.Fit({{x_}, {kinds_}}, {.epochs = 1});
  first.Save(folder + "/at");
  second.Load(folder + "/at");
  second.Fit({{x_}, {kinds_}}, {.epochs = 3, .initial_epoch = 1, .seed = 3});
  EXPECT_EQ(Weights(second), Weights(whole));
  second.SetWeights(first.GetWeights());
  EXPECT_EQ(Weights(second), Weights(first));
  first.Export(folder + "/served");
  Graph graph = Graph::Create(runtime_);
  EXPECT_GT(std::string(first.Freeze()).size(), 100u);
  // Steps of one's own see the weights.
  const Graph own = first.Graph();
  const Output doubled = first.OutputOf(own, first.outputs().at(0)) * 2.0F;
  const Tensor got =
      Session(first.Session()).Fetch(doubled, {{first.OutputOf(own, first.inputs().at(0)), x_}});
  EXPECT_FLOAT_EQ(Values<float>(got)[0], 2 * Values<float>(first.Predict({x_}).at(0))[0]);
}

TEST_F(CppLearn, LayersAndLossesOfOnesOwn) {
  const Model built = Model::Sequential(
      runtime_,
      {layers::Input(4), layers::Dense(6, {.activation = "tanh", .use_bias = false}), layers::Dense(1)});
  built.Compile({.optimizer = optimizers::Adam(), .losses = {losses::MeanSquaredError()}});
  const Model own = Model::Sequential(runtime_, {layers::Input(4)});
  std::vector<bool> training;
  const Layer wide =
      own.DefineLayer("Wide",
                      [&](const OwnCall& call) {
                        training.push_back(call.training);
                        return ops::Tanh(ops::MatMul(call.inputs.at(0), call.weights.at(0)));
                      },
                      {{.name = "kernel", .shape = "[dim(x, -1), 6]"}});
  const Spec distance = own.DefineLoss("distance", [](const OwnCall& call) {
    return ops::Mean(ops::Square(call.inputs.at(0) - call.inputs.at(1)), -1);
  });
  own.Add(wide);
  own.Add(layers::Dense(1));
  own.Compile({.optimizer = optimizers::Adam(), .losses = {distance}});
  EXPECT_EQ(training, (std::vector<bool>{false, true}));
  const History a = built.Fit({{x_}, {sums_}}), b = own.Fit({{x_}, {sums_}});
  EXPECT_NEAR(a.epochs()[0].at("loss"), b.epochs()[0].at("loss"), 1e-5);
  const Layer bad =
      own.DefineLayer("Bad", [](const OwnCall&) -> Output { throw std::runtime_error("in a layer"); });
  EXPECT_TRUE(Throws([&] { own.Add(bad); }, Code::kUnknown, {"bad", "in a layer"}));
  const Layer calls = own.DefineLayer("Calls", [&](const OwnCall& call) {
    own.Summary();
    return call.inputs.at(0);
  });
  EXPECT_TRUE(Throws([&] { own.Add(calls); }, Code::kFailedPrecondition, {"must not call"}));
}

}  // namespace
}  // namespace runnel_test
