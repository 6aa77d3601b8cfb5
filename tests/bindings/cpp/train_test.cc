// Trainers with hooks of the program, and estimators: what they train, what a failing hook does, what is
// there again afterwards.
#include <stdlib.h>

#include <filesystem>

#include "expect.h"

namespace runnel_test {
namespace {

using namespace runnel;  // NOLINT

class CppTrain : public testing::Test {
 protected:
  CppTrain() {
    std::string name = (std::filesystem::temp_directory_path() / "runnel_cpp_XXXXXX").string();
    folder_ = mkdtemp(name.data());
    std::vector<float> x, y;
    for (int i = 0; i < 8; ++i) {
      x.push_back(static_cast<float>(i) / 2);
      y.push_back(2 * x.back() + 1);
    }
    x_ = Tensor::Wrap(runtime_, std::move(x), {8, 1});
    y_ = Tensor::Wrap(runtime_, std::move(y), {8, 1});
  }
  ~CppTrain() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  EstimatorInput Pairs(std::int64_t passes) const {
    const Tensor columns[] = {x_, y_};
    return {Dataset::FromSlices(runtime_, columns).Batch(4).Repeat(passes), {"size"}};
  }
  RunConfig Config(std::int64_t steps) const {
    return RunConfig::Create(
        runtime_, {.model_dir = folder_, .save_checkpoints_steps = steps, .log_step_count_steps = 0});
  }

  const Runtime& runtime_ = SharedRuntime();
  std::string folder_;
  Tensor x_, y_;
};

// A graph in which w loses 1 a step, and global_step counts.
struct Counter {
  explicit Counter(const Runtime& runtime) : graph(Graph::Create(runtime)) {
    const Variable w = graph.Variable(graph.Constant(10.0F, "ten"), "w");
    const Variable step = graph.Variable(graph.Constant(std::int64_t{0}), "global_step");
    x = graph.Placeholder(DType::kFloat, Shape{}, "x");
    value = w * x;
    const std::vector<Node> updates = {
        ops::AssignSubVariableOp(w.handle, graph.Constant(1.0F)),
        ops::AssignAddVariableOp(step.handle, graph.Constant(std::int64_t{1}))};
    train = graph.Group(updates, "train");
  }
  Graph graph;
  Output x, value;
  Node train;
};

class Watching final : public Hook {
 public:
  Watching(const Counter& counter, Tensor three, std::int64_t fail_at = -1)
      : counter_(counter), three_(std::move(three)), fail_at_(fail_at) {}
  std::string name() const override { return "watching"; }
  void Begin(const HookCall& call) override {
    events.emplace_back("begin");
    EXPECT_FALSE(call.Session());
    EXPECT_EQ(call.Graph().get(), counter_.graph.get());
  }
  void AfterCreateSession(const HookCall& call) override {
    events.push_back("session " + std::to_string(call.step()));
  }
  void BeforeRun(const HookCall& call) override {
    EXPECT_EQ(call.Fetch(counter_.value), 0U);
    call.Feed(counter_.x, three_);
  }
  void AfterRun(const HookCall& call) override {
    EXPECT_EQ(call.num_values(), 1U);
    values.push_back(call.value(0).item<float>());
    if (call.step() == fail_at_) throw std::runtime_error("enough");
  }
  void AfterSave(const HookCall& call) override {
    events.push_back(std::filesystem::path(call.checkpoint()).filename());
  }
  void End(const HookCall& call) override { events.push_back("end " + std::to_string(call.step())); }

  std::vector<std::string> events;
  std::vector<float> values;

 private:
  const Counter& counter_;
  const Tensor three_;
  const std::int64_t fail_at_;
};

TEST_F(CppTrain, ATrainerRecoversFromAFailingHook) {
  const Counter counter(runtime_);
  const RunConfig config = Config(2);
  EXPECT_TRUE(config.is_chief());
  EXPECT_EQ(config.task_type(), "chief");
  EXPECT_EQ(config.task_index(), 0);
  EXPECT_EQ(config.model_dir(), folder_);
  EXPECT_EQ(config.num_tasks("ps"), 0U);
  EXPECT_FALSE(config.StartServer());
  const Tensor three = Tensor::Scalar(runtime_, 3.0F);
  const auto failing = std::make_shared<Watching>(counter, three, 3);
  {
    const Trainer trainer = Trainer::Create(counter.graph, config);
    trainer.AddHook(failing);
    EXPECT_TRUE(Throws([&] { trainer.Train({counter.train}); }, Code::kUnknown,
                       {"hook watching, after_run", "enough"}));
    EXPECT_TRUE(trainer.should_stop());
  }
  EXPECT_EQ(failing->values, (std::vector<float>{30, 27, 24}));
  EXPECT_EQ(failing->events,
            (std::vector<std::string>{"begin", "model.ckpt-0", "session 0", "model.ckpt-2"}));
  // From the last checkpoint: step 2.
  const Counter again(runtime_);
  const auto watching = std::make_shared<Watching>(again, three);
  std::vector<std::int64_t> steps;
  const Trainer trainer = Trainer::Create(again.graph, config, {.global_step = "global_step"});
  trainer.AddHook(watching);
  trainer.AddHook(
      std::make_shared<AfterRunHook>([&](const HookCall& call) { steps.push_back(call.step()); }));
  trainer.AddHooks({hooks::StopAtStepHook({.last_step = 5}), hooks::FinalOpsHook({"ten"})});
  trainer.Start();
  EXPECT_EQ(trainer.global_step(), 2);
  EXPECT_EQ(trainer.Run({}, {again.value}, {again.train})[0].item<float>(), 24);
  EXPECT_EQ(trainer.Session().Fetch(again.value, {{again.x, three}}).item<float>(), 21);
  trainer.Train({again.train});
  EXPECT_EQ(watching->values, (std::vector<float>{24, 21, 18}));
  EXPECT_EQ(steps, (std::vector<std::int64_t>{3, 4, 5}));
  EXPECT_EQ(watching->events.back(), "end 5");
  EXPECT_EQ(trainer.recoveries(), 0);
  ASSERT_EQ(trainer.num_final_values(), 1U);
  EXPECT_EQ(trainer.final_value(0).item<float>(), 10);
  EXPECT_TRUE(Throws([&] { (void)trainer.Session(); }, Code::kFailedPrecondition, {"no session"}));
  EXPECT_TRUE(Throws([&] { trainer.AddHook(watching); }, Code::kFailedPrecondition, {"before"}));
}

TEST_F(CppTrain, WhatIsWrongWithATrainerIsNamed) {
  const Counter counter(runtime_);
  EXPECT_TRUE(Throws([&] { (void)RunConfig::Create(runtime_, {.tf_config = "{"}); },
                     Code::kInvalidArgument, {"byte 1"}));
  const RunConfig worker = RunConfig::Create(
      runtime_,
      {.cluster = {{"chief", {"127.0.0.1:1"}}, {"worker", {"127.0.0.1:2"}}}, .task_type = "worker"});
  EXPECT_FALSE(worker.is_chief());
  EXPECT_EQ(worker.num_tasks("worker"), 1U);
  const RunConfig config = RunConfig::Create(runtime_);
  EXPECT_TRUE(Throws([&] { (void)Trainer::Create(counter.graph, config, {.finalize_op = "nothing"}); },
                     Code::kNotFound, {"finalize_op", "nothing"}));
  EXPECT_TRUE(Throws([&] { (void)Trainer::Create(counter.graph, config, {.init_op = "nothing"}); },
                     Code::kNotFound, {"init_op", "nothing"}));
  const Trainer trainer = Trainer::Create(counter.graph, config);
  EXPECT_TRUE(
      Throws([&] { trainer.AddHooks({"StopAtStepHook(num_step=1)"}); }, Code::kInvalidArgument, {}));
  trainer.RequestStop();
  EXPECT_TRUE(Throws([&] { (void)trainer.Run({}, {}, {counter.train}); }, Code::kFailedPrecondition,
                     {"a stop was asked for"}));
  trainer.Close();
}

// price = size w + b.
void Line(const ModelCall& call) {
  const Graph& graph = call.graph();
  const Variable w = graph.Variable(graph.Constant({0.0F}, {1, 1}), "w");
  const Variable b = graph.Variable(graph.Constant({0.0F}, {1}), "b");
  const Output price = ops::MatMul(call.features().at("size"), w) + b;
  call.AddPrediction("price", price);
  if (call.mode() == Mode::kPredict) return;
  const Output label = call.labels().at(0);
  call.AddMetric("error", losses::MeanAbsoluteError(), label, price);
  call.Minimize(ops::Mean(ops::SquaredDifference(price, label), graph.Constant({0, 1}, {2})),
                optimizers::SGD({.learning_rate = 0.02}));
}

TEST_F(CppTrain, AnEstimatorRecoversFromAFailingHook) {
  const Estimator estimator = Estimator::Create(Config(100), Line);
  const auto failing = std::make_shared<AfterRunHook>([](const HookCall& call) {
    if (call.step() == 250) throw Error(Code::kDataLoss, "at 250");
  });
  EXPECT_TRUE(Throws([&] { estimator.Train(Pairs(-1), {.max_steps = 1000, .own_hooks = {failing}}); },
                     Code::kDataLoss, {"at 250", "after_run"}));
  EXPECT_EQ(estimator.Evaluate(Pairs(1)).at("global_step"), 200);
  estimator.Train(Pairs(-1), {.max_steps = 1000, .hooks = {hooks::StepCounterHook()}});
  const History::Logs found = estimator.Evaluate(Pairs(1), {.steps = 2, .name = "late"});
  EXPECT_EQ(found.at("global_step"), 1000);
  EXPECT_LT(found.at("error"), 0.05);
  const Predictions predictions = estimator.Predict(Pairs(1));
  EXPECT_EQ(predictions.names(), (std::vector<std::string>{"price"}));
  std::vector<float> prices;
  for (auto batch = predictions.Next(); batch; batch = predictions.Next()) {
    for (const float price : Values<float>(batch->at(0))) prices.push_back(price);
  }
  ASSERT_EQ(prices.size(), 8U);
  for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(prices[i], 1 + static_cast<float>(i), 0.1);
  EXPECT_TRUE(std::filesystem::exists(estimator.Export(folder_ + "/served", Pairs(1))));
}

TEST_F(CppTrain, EstimatorsOfLayersOfColumnsAndByTurns) {
  const Model model = Model::Sequential(
      runtime_, {layers::Input(1), layers::Dense(1, {.kernel_initializer = initializers::Zeros()})});
  model.Compile(
      {.optimizer = optimizers::SGD({.learning_rate = 0.02}), .losses = {losses::MeanSquaredError()}});
  const History::Logs found = Estimator::Create(Config(200), model)
                                  .TrainAndEvaluate(Pairs(-1), Pairs(1),
                                                    {.max_steps = 1000,
                                                     .start_delay_secs = 0,
                                                     .throttle_secs = 0,
                                                     .exporters = {exporters::FinalExporter("final")}});
  EXPECT_LT(found.at("loss"), 0.01);
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/export/final"));
  const RunConfig config = RunConfig::Create(runtime_, {.model_dir = folder_ + "/warm"});
  const Estimator warm = Estimator::Create(config, model);
  warm.WarmStart(folder_ + "/model.ckpt-1000", "dense/*");
  warm.Train(Pairs(-1), {.steps = 1});
  EXPECT_LT(warm.Evaluate(Pairs(1)).at("loss"), 0.01);

  const Estimator canned = Estimator::Create(
      RunConfig::Create(runtime_, {.model_dir = folder_ + "/canned"}),
      estimators::LinearRegressor({columns::NumericColumn("size")},
                                  {.optimizer = optimizers::SGD({.learning_rate = 0.02})}));
  canned.Train(Pairs(-1), {.steps = 1000});
  EXPECT_LT(canned.Evaluate(Pairs(1)).at("average_loss"), 0.01);
  const Estimator wrong = Estimator::Create(config, [](const ModelCall& call) {
    call.SetLoss(call.features().at("size"));
    call.SetTrainOp(call.graph().Group({}));
    throw Error(Code::kDataLoss, "no model");
  });
  EXPECT_TRUE(Throws([&] { wrong.Train(Pairs(-1)); }, Code::kDataLoss, {"model function", "no model"}));
  wrong.RequestStop();
}

}  // namespace
}  // namespace runnel_test
