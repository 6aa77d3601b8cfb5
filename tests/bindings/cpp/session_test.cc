// Runs: prepared, asynchronous, cancelled; training, files, threads, and nothing left over.
#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <thread>

#include "expect.h"

namespace runnel_test {
namespace {

using namespace runnel;  // NOLINT

// y = x w with w = [[1],[2]].
class CppSession : public testing::Test {
 protected:
  CppSession() {
    x_ = graph_.Placeholder(DType::kFloat, Shape{-1, 2}, "x");
    w_ = graph_.Variable(graph_.Constant({1.0F, 2.0F}, {2, 1}), "w");
    y_ = ops::MatMul(x_, w_, {.name = "y"});
    session_ = Session::Create(graph_);
  }
  Tensor Row(float a, float b) const { return Tensor::From<float>(runtime_, {a, b}, {1, 2}); }
  // An output that a run computes for ever.
  Output Endless() const {
    const Graph cond = Graph::Create(runtime_), body = Graph::Create(runtime_);
    const std::vector<Output> i{cond.Placeholder(DType::kInt64, Shape{})}, more{i[0] >= 0};
    const std::vector<Output> j{body.Placeholder(DType::kInt64, Shape{})},
        next{ops::BitwiseAnd(j[0] + 1, 1023)};
    graph_.AddFunction("forever", cond, i, more);
    graph_.AddFunction("again", body, j, next);
    return ops::While({graph_.Constant<std::int64_t>(0)}, Function{"forever"}, Function{"again"}).at(0);
  }

  const Runtime& runtime_ = SharedRuntime();
  Graph graph_ = Graph::Create(runtime_);
  Output x_, y_;
  Variable w_;
  Session session_;
};

TEST_F(CppSession, RunsAndCallables) {
  session_.Do(graph_.Initializer());
  EXPECT_EQ(session_.Fetch(y_, {{x_, Row(1, 2)}}).item<float>(), 5);
  const Callable call = session_.Prepare({x_}, {y_, w_.Read()});
  const std::vector<Tensor> got = call({Row(3, 4)});
  EXPECT_EQ(got[0].item<float>(), 11);
  EXPECT_EQ(Values<float>(got[1]), (std::vector<float>{1, 2}));
  std::vector<Tensor> out(2);
  const Metadata metadata = Metadata::Create();
  const RunOptions options = RunOptions::Create({.trace = true});
  const std::vector<Tensor> feeds{Row(1, 0)};
  call.Run(feeds, out, options, metadata);
  EXPECT_EQ(out[0].item<float>(), 1);
  EXPECT_GT(metadata.launches(), 0);
  session_.Do(ops::AssignVariableOp(w_.handle, graph_.Constant({0.0F, 1.0F}, {2, 1})));
  EXPECT_EQ(session_.Fetch(y_, {{x_, Row(1, 2)}}).item<float>(), 2);
}

TEST_F(CppSession, PartialRunsGoInStages) {
  session_.Do(graph_.Initializer());
  const Output late = graph_.Placeholder(DType::kFloat, Shape{}), total = y_ + late;
  const PartialRun partial = session_.BeginPartialRun({x_, late}, {y_, total});
  EXPECT_EQ(std::vector<Tensor>(partial.Step({{x_, Row(1, 2)}}, {y_}))[0].item<float>(), 5);
  const Tensor one = Tensor::Scalar(runtime_, 1.0F);
  EXPECT_EQ(std::vector<Tensor>(partial.Step({{late, one}}, {total}))[0].item<float>(), 6);
  EXPECT_TRUE(Throws([&] { (void)partial.Step({{late, one}}, {}); }, Code::kInvalidArgument));
}

TEST_F(CppSession, MetadataAndEventFilesTellWhatWasDone) {
  session_.Do(graph_.Initializer());
  const Metadata metadata = Metadata::Create();
  const RunOptions options = RunOptions::Create({.trace = true});
  const std::vector<Feed> feeds{{x_, Row(1, 2)}};
  const std::vector<Output> fetches{y_};
  (void)session_.Run(feeds, fetches, {}, options, metadata);
  EXPECT_NE(metadata.placements().at("y").find("CPU:0"), std::string::npos);
  EXPECT_NE(std::string(metadata.Export()).find("CPU:0"), std::string::npos);
  std::string folder = testing::TempDir() + "/cppXXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const EventWriter writer = EventWriter::Create(runtime_, folder, "mine");
  writer.Scalar("loss", 0.5F, 1);
  writer.AddGraph(graph_);
  writer.Close();
  EXPECT_TRUE(Throws([&] { writer.Scalar("loss", 0.5F, 2); }, Code::kFailedPrecondition));
  EXPECT_GT(std::filesystem::file_size(writer.path()), 100U);
  std::filesystem::remove_all(folder);
}

TEST_F(CppSession, CallablesOutliveWhatTheyCameFrom) {
  session_.Do(graph_.Initializer());
  const Callable call = session_.Prepare({x_}, {y_});
  session_ = Session();
  graph_ = Graph::Create(runtime_);
  EXPECT_EQ(call({Row(1, 2)})[0].item<float>(), 5);
}

TEST_F(CppSession, FuturesHaveValuesAndFailures) {
  session_.Do(graph_.Initializer());
  std::vector<std::future<std::vector<Tensor>>> futures;
  for (int i = 0; i < 50; ++i)
    futures.push_back(session_.RunAsync({{x_, Row(static_cast<float>(i), 0)}}, {y_}));
  for (int i = 0; i < 50; ++i) EXPECT_EQ(futures[static_cast<std::size_t>(i)].get()[0].item<float>(), i);
  EXPECT_TRUE(Throws([&] { (void)session_.RunAsync({}, {y_}).get(); }, Code::kInvalidArgument, {"x"}));
  EXPECT_TRUE(Throws(
      [&] {
        (void)session_.RunAsync({}, {Output{graph_.state(), {999, 0}}}).get();
      },
      Code::kInvalidArgument, {"999"}));
}

TEST_F(CppSession, CancellationsDeadlinesAndCloseEndRuns) {
  const Output forever = Endless();
  const Cancellation cancellation = Cancellation::Create();
  auto waiting =
      session_.RunAsync({}, {forever}, {}, RunOptions::Create({.cancellation = cancellation}));
  cancellation.Cancel();
  EXPECT_TRUE(Throws([&] { (void)waiting.get(); }, Code::kCancelled));
  EXPECT_TRUE(Throws(
      [&] {
        (void)session_.Run({}, {forever}, {},
                           RunOptions::Create({.timeout = std::chrono::milliseconds(5)}));
      },
      Code::kDeadlineExceeded));
  auto closed = session_.RunAsync({}, {forever});
  session_.Close();
  EXPECT_TRUE(Throws([&] { (void)closed.get(); }, Code::kCancelled));
  EXPECT_TRUE(Throws([&] { (void)session_.Fetch(y_); }, Code::kFailedPrecondition, {"closed"}));
}

TEST_F(CppSession, BadRunsAreRefusedByName) {
  const Code bad = Code::kInvalidArgument;
  EXPECT_TRUE(Throws(
      [&] {
        (void)session_.Fetch(y_, {{x_, Row(1, 2)}});
      },
      Code::kFailedPrecondition, {"w"}));
  session_.Do(graph_.Initializer());
  EXPECT_TRUE(Throws([&] { (void)session_.Run({}, {}); }, bad));
  EXPECT_TRUE(Throws([&] { (void)session_.Fetch(y_); }, bad, {"x"}));
  EXPECT_TRUE(Throws([&] { (void)session_.Fetch(y_, {{x_, Row(1, 2)}, {x_, Row(1, 2)}}); }, bad, {"x"}));
  EXPECT_TRUE(Throws([&] { (void)session_.Fetch(x_, {{x_, Row(1, 2)}}); }, bad, {"fed and fetched"}));
  const Tensor ints = Tensor::From<std::int64_t>(runtime_, {1, 2}, {1, 2});
  EXPECT_TRUE(Throws([&] { (void)session_.Fetch(y_, {{x_, ints}}); }, bad, {"x", "int64", "float"}));
  const Tensor narrow = Tensor::From<float>(runtime_, {1}, {1, 1});
  EXPECT_TRUE(Throws([&] { (void)session_.Fetch(y_, {{x_, narrow}}); }, bad, {"x", "[1,1]"}));
  EXPECT_TRUE(Throws([&] { (void)session_.Fetch(y_, {{x_, Tensor()}}); }, bad, {"NULL"}));
  EXPECT_TRUE(Throws([&] { (void)session_.Fetch(Output()); }, bad));
  EXPECT_TRUE(Throws([&] { session_.Do(Node(graph_.state(), 999)); }, bad, {"999"}));
  EXPECT_TRUE(Throws([] { (void)Session().Run({}, {}); }, bad, {"session"}));
  const Callable call = session_.Prepare({x_}, {y_});
  EXPECT_TRUE(Throws([&] { (void)call({}); }, bad));
  EXPECT_TRUE(Throws([&] { (void)Session::Create(graph_, {.disable_passes = {"nonsense"}}); }, bad,
                     {"nonsense"}));
  EXPECT_EQ(session_.Fetch(y_, {{x_, Row(1, 2)}}).item<float>(), 5) << "the session goes on";
}

TEST_F(CppSession, OptimizersTakeTheStepsOfTheirFormulas) {
  const double rate = 0.1;
  const auto train = [&](Optimizer& optimizer, auto&& update) {
    const Graph graph = Graph::Create(runtime_);
    const Variable v = graph.Variable(graph.Constant(3.0), "v");
    const Node step = optimizer.Minimize(graph, ops::Square(v - 1));
    const Session session = Session::Create(graph);
    session.Do(graph.Initializer());
    double want = 3;
    for (int t = 1; t <= 5; ++t) {
      session.Do(step);
      want = update(want, 2 * (want - 1), t);
      EXPECT_NEAR(session.Fetch(v.Read()).item<double>(), want, 1e-12) << t;
    }
  };
  Sgd sgd(rate);
  train(sgd, [&](double x, double g, int) { return x - rate * g; });
  double accumulator = 0;
  Momentum momentum(rate, 0.9);
  train(momentum, [&](double x, double g, int) {
    accumulator = 0.9 * accumulator + g;
    return x - rate * accumulator;
  });
  double m = 0, v = 0;
  Adam adam(rate);
  train(adam, [&](double x, double g, int t) {
    m = 0.9 * m + 0.1 * g;
    v = 0.999 * v + 0.001 * g * g;
    return x -
           rate * std::sqrt(1 - std::pow(0.999, t)) / (1 - std::pow(0.9, t)) * m / (std::sqrt(v) + 1e-8);
  });
}

// 4 times the scale is more than half has.
TEST_F(CppSession, AScaledLossSkipsWhatIsNotFinite) {
  Sgd sgd(1.0);
  LossScale scaled(sgd, {.growth_steps = 2});
  const Graph graph = Graph::Create(runtime_);
  const Variable v = graph.Variable(graph.Constant({1.0F, 2.0F}, Shape{2}), "v");
  const Output k = graph.Placeholder(DType::kFloat, Shape{}, "k");
  const Output half = ops::Cast(v, DType::kHalf) * 0.5;
  const Node step = scaled.Minimize(graph, ops::Sum(ops::Cast(half, DType::kFloat), 0) * k);
  const Session session = Session::Create(graph);
  session.Do(graph.Initializer());
  struct Seen {
    float factor, first, second, scale;
    std::int64_t good;
  };
  for (const Seen& seen : {Seen{1, 0.5, 1.5, 32768, 1}, Seen{4, 0.5, 1.5, 16384, 0},
                           Seen{1, 0, 1, 16384, 1}, Seen{1, -0.5, 0.5, 32768, 0}}) {
    (void)session.Run({{k, Tensor::Scalar(runtime_, seen.factor)}}, {}, {step});
    const Tensor now = session.Fetch(v.Read());
    EXPECT_EQ(now.data<float>()[0], seen.first);
    EXPECT_EQ(now.data<float>()[1], seen.second);
    EXPECT_EQ(session.Fetch(scaled.scale()->Read()).item<float>(), seen.scale);
    EXPECT_EQ(session.Fetch(scaled.good_steps()->Read()).item<std::int64_t>(), seen.good);
  }
  LossScale never(sgd, {.initial = INFINITY});
  const Graph other = Graph::Create(runtime_);
  const Variable w = other.Variable(other.Constant(1.0F), "w");
  EXPECT_TRUE(Throws([&] { (void)never.Minimize(other, w * 1); }, Code::kInvalidArgument,
                     {"loss scale", "inf"}));
  LossScale early(sgd);
  EXPECT_TRUE(Throws([&] { (void)early.Apply(other, {w}, {w.Read()}); }, Code::kFailedPrecondition,
                     {"Minimize"}));
}

TEST_F(CppSession, SavesRestoresAndFreezes) {
  std::string folder = testing::TempDir() + "/cppXXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const std::string prefix = folder + "/w";
  EXPECT_TRUE(Throws([&] { (void)session_.Freeze({"y"}); }, Code::kFailedPrecondition, {"w"}));
  session_.Do(graph_.Initializer());
  session_.Save(prefix);
  const Session again = Session::Create(graph_);
  again.Restore(prefix);
  EXPECT_EQ(again.Fetch(y_, {{x_, Row(1, 2)}}).item<float>(), 5);
  EXPECT_EQ(again.FindSharded(prefix), 0);
  EXPECT_TRUE(Throws([&] { again.RestoreSharded(prefix); }, Code::kNotFound, {"/w"}));
  session_.SaveSharded(prefix);
  EXPECT_EQ(again.FindSharded(prefix), 1);
  const Session third = Session::Create(graph_);
  third.RestoreSharded(prefix);
  EXPECT_EQ(third.Fetch(y_, {{x_, Row(1, 2)}}).item<float>(), 5);
  const Checkpoint checkpoint = Checkpoint::Open(runtime_, prefix);
  EXPECT_EQ(checkpoint.names(), std::vector<std::string>{"w"});
  EXPECT_EQ(Values<float>(checkpoint.Read("w")), (std::vector<float>{1, 2}));
  const Graph frozen = Graph::Create(runtime_);
  frozen.Import(session_.Freeze({"y"}));
  EXPECT_EQ(Session::Create(frozen)
                .Fetch(frozen.FindOutput("y"), {{frozen.FindOutput("x"), Row(1, 2)}})
                .item<float>(),
            5);
  Checkpoint::Write(runtime_, prefix, {{"w", Row(1, 2)}});
  EXPECT_TRUE(Throws([&] { again.Restore(prefix); }, Code::kInvalidArgument, {"w"}));
  EXPECT_TRUE(
      Throws([&] { (void)Checkpoint::Open(runtime_, folder + "/none"); }, Code::kNotFound, {"none"}));
  EXPECT_TRUE(Throws([&] { (void)SavedModel::Open(runtime_, folder); }, Code::kNotFound));

  const Saver saver = Saver::Create(session_, folder + "/run");
  saver.SetKeep(1);
  saver.SetInterval(2, 0);
  EXPECT_FALSE(saver.Step(1));
  EXPECT_TRUE(saver.Step(3));
  EXPECT_EQ(saver.Save(4), folder + "/run-4");
  EXPECT_EQ(Saver::List(runtime_, folder), std::vector<std::string>{folder + "/run-4"});
  saver.Restore();
  EXPECT_TRUE(Throws([&] { saver.Restore(folder + "/run-3"); }, Code::kNotFound, {"run-3"}));

  const MetaGraph meta = MetaGraph::Create();
  meta.AddSignature("serving_default", {{"in", "x"}}, {{"out", "y"}}, "a/method");
  meta.AddTrainable("w");
  meta.AddToCollection("losses", RNL_COLLECTION_NODES, "y:0");
  meta.WriteSavedModel(session_, folder + "/model");
  const SavedModel model = SavedModel::Open(runtime_, folder + "/model");
  EXPECT_EQ(model.method(0), "a/method");
  const SavedModel::Loaded loaded = model.Load("serving_default");
  EXPECT_EQ(
      loaded.session.Fetch(loaded.graph.FindOutput("y"), {{loaded.graph.FindOutput("x"), Row(1, 2)}})
          .item<float>(),
      5);
  const Graph whole = Graph::Create(runtime_);
  const MetaGraph imported = model.Import(whole);
  EXPECT_EQ(imported.saver().restore, "save/restore_all");
  const Graph constants = Graph::Create(runtime_);
  constants.Import(std::string(session_.Freeze({"y"})));
  const MetaGraph names = MetaGraph::Create();
  names.AddSignature("serving_default", {{"in", "x"}}, {{"out", "y"}});
  const std::string file = folder + "/model.onnx";
  std::ofstream(file, std::ios::binary) << std::string(names.ExportModel(constants));
  const SavedModel onnx = SavedModel::Open(runtime_, file);
  const SavedModel::Loaded opened = onnx.Load("serving_default");
  const Output in = opened.graph.FindOutput(onnx.inputs(0).at("in")),
               out = opened.graph.FindOutput(onnx.outputs(0).at("out"));
  EXPECT_EQ(opened.session.Fetch(out, {{in, Row(1, 2)}}).item<float>(), 5);
  EXPECT_TRUE(
      Throws([&] { (void)std::string(names.ExportModel(constants, "pdf")); }, Code::kNotFound, {"pdf"}));
  const MetaGraph read = MetaGraph::Read(meta.Export(graph_));
  EXPECT_EQ(read.Collections(),
            (std::vector<std::string>{"losses", "trainable_variables", "variables"}));
  EXPECT_EQ(read.Find("losses").values, std::vector<std::string>{"y:0"});
  EXPECT_EQ(read.Variables("trainable_variables").at(0).handle, "w");
  EXPECT_TRUE(read.QueueRunners().empty());
  EXPECT_TRUE(Throws([&] { meta.WriteSavedModel(session_, folder + "/model"); }, Code::kAlreadyExists,
                     {"not empty"}));
  std::filesystem::remove_all(folder);
}

TEST_F(CppSession, SixteenThreadsOnOneSessionLoseNothing) {
  const Variable count = graph_.Variable(graph_.Constant<std::int64_t>(0), "count");
  const Node add = ops::AssignAddVariableOp(count.handle, graph_.Constant<std::int64_t>(1));
  session_.Do(graph_.Initializer());
  const Callable call = session_.Prepare({x_}, {y_}, {add});
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int n = 0; n < 16; ++n) {
    threads.emplace_back([&, n] {
      for (int i = 0; i < 100; ++i) {
        const Tensor row = Row(static_cast<float>(n), static_cast<float>(i));
        const float got = i % 2 == 0
                              ? call({row})[0].item<float>()
                              : session_.RunAsync({{x_, row}}, {y_}, {add}).get()[0].item<float>();
        if (got != static_cast<float>(n + 2 * i)) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(session_.Fetch(count.Read()).item<std::int64_t>(), 1600);
}

// What a runtime keeps for itself from its first run on, later rounds leave as it is. (Runs by futures
// are in the rounds that LeakSanitizer watches: a future is ready a moment before the runtime's thread
// has let go of the step.)
TEST(CppLeaks, MemoryReturnsToWhereItWas) {
  const Runtime runtime = Runtime::Create({.threads = 1});
  const auto round = [&] {
    const Graph graph = Graph::Create(runtime);
    const Output x = graph.Placeholder(DType::kFloat, Shape{2});
    const Variable v = graph.Variable(graph.Constant({1.0F, 2.0F}, {2}), "v");
    const Node step = Adam(0.1).Minimize(graph, ops::Sum(x * v, 0));
    const Session session = Session::Create(graph);
    session.Do(graph.Initializer());
    const Tensor value = Tensor::From<float>(runtime, {1, 2}, {2});
    const Callable call = session.Prepare({x}, {x * v}, {step});
    for (int i = 0; i < 3; ++i) (void)call({value});
    EXPECT_TRUE(Throws([&] { (void)session.Fetch(x * v); }, Code::kInvalidArgument));
  };
  round();
  const std::uint64_t before = runtime.memory_in_use();
  for (int i = 0; i < 5; ++i) round();
  EXPECT_EQ(runtime.memory_in_use(), before);
}

// Scales, refuses odd numbers of elements, and throws what is none of Runnel's.
TEST(CppHostFunction, IsCalledByNodesAndMayThrow) {
  const Runtime runtime = Runtime::Create({.threads = 1});
  const Graph graph = Graph::Create(runtime);
  graph.Import(R"(
      node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
      node { name: "y" op: "PyFunc" input: "x" attr { key: "token" value { s: "scale" } }
             attr { key: "Tin" value { list { type: DT_FLOAT } } }
             attr { key: "Tout" value { list { type: DT_FLOAT } } } })");
  const Session session = Session::Create(graph);
  const Output x = graph.FindOutput("x"), y = graph.FindOutput("y");
  const auto fetch = [&](std::initializer_list<float> values) {
    return Values<float>(session.Fetch(
        y, {{x, Tensor::From<float>(runtime, values, {static_cast<std::int64_t>(values.size())})}}));
  };
  EXPECT_TRUE(Throws([&] { fetch({1}); }, Code::kUnimplemented, {"\"scale\"", "\"y\""}));
  auto factor = std::make_shared<float>(3.0F);
  const std::weak_ptr<float> kept = factor;
  SetHostFunction(runtime, "scale", [factor](const HostCall& call) -> std::vector<Tensor> {
    const Tensor input = call.input(0);
    std::vector<float> values = Values<float>(input);
    if (values.size() == 3) throw std::runtime_error("three is too many");
    if (values.size() == 1) throw Error(Code::kOutOfRange, "one is too few");
    if (values.empty()) return {};
    for (float& v : values) v *= *factor;
    EXPECT_EQ(call.node(), "y");
    EXPECT_EQ(call.output_dtype(0), DType::kFloat);
    return {Tensor::From<float>(call.runtime(), std::span<const float>(values), input.shape())};
  });
  factor.reset();
  EXPECT_EQ(fetch({1, 2}), (std::vector<float>{3, 6}));
  EXPECT_TRUE(Throws([&] { fetch({1, 2, 3}); }, Code::kUnknown, {"three is too many"}));
  EXPECT_TRUE(Throws([&] { fetch({1}); }, Code::kOutOfRange, {"one is too few"}));
  EXPECT_TRUE(Throws([&] { fetch({}); }, Code::kInvalidArgument, {"0 tensors, expected 1"}));
  EXPECT_FALSE(kept.expired());
  SetHostFunction(runtime, "scale", nullptr);
  EXPECT_TRUE(kept.expired());
  EXPECT_TRUE(Throws([&] { fetch({1, 2}); }, Code::kUnimplemented));
}

}  // namespace
}  // namespace runnel_test
