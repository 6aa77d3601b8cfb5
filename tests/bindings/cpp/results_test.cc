// Failures as results, in a file without exceptions: what is thrown elsewhere is returned or sticks to
// the graph here.
#define RUNNEL_RESULTS 1
#include <gtest/gtest.h>

#include <runnel/runnel.hpp>

namespace runnel_test {
namespace {

using namespace runnel;  // NOLINT

Result<float> SquareOf(const Runtime& runtime, float value) {
  RUNNEL_TRY_ASSIGN(graph, Graph::Create(runtime));
  const Output x = graph.Placeholder(DType::kFloat, Shape{}), y = x * x;
  RUNNEL_TRY(graph.status());
  RUNNEL_TRY_ASSIGN(session, Session::Create(graph));
  RUNNEL_TRY_ASSIGN(fed, Tensor::Scalar(runtime, value));
  RUNNEL_TRY_ASSIGN(got, session.Fetch(y, {{x, fed}}));
  return got.item<float>();
}

TEST(CppResults, AreValuesOrErrors) {
  const Result<Runtime> runtime = Runtime::Create();
  ASSERT_TRUE(runtime.ok());
  const Result<float> nine = SquareOf(*runtime, 3);
  ASSERT_TRUE(nine.ok()) << nine.error().message();
  EXPECT_EQ(*nine, 9);
  const Result<Tensor> bad = Tensor::Empty(*runtime, DType::kFloat, {-1});
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().code(), Code::kInvalidArgument);
  EXPECT_FALSE(Runtime::Create({.threads = -1}).ok());
  EXPECT_EQ(SquareOf(Runtime(), 3).error().code(), Code::kInvalidArgument) << "an empty handle";
}

TEST(CppResults, TracedCallablesKeepTheirFailures) {
  const Result<Runtime> runtime = Runtime::Create();
  const Result<Eager> eager = Eager::Create(*runtime);
  ASSERT_TRUE(eager.ok());
  const auto product =
      Traced(*eager, "product", [](Tracing&, Output x, Output y) { return ops::MatMul(x, y); });
  const EagerTensor m = eager->Tensor({2.0F}, {1, 1}), v = eager->Tensor({2.0F}, {1});
  const Result<float> four = product(m, m).item<float>();
  ASSERT_TRUE(four.ok());
  EXPECT_EQ(*four, 4);
  ASSERT_TRUE(eager->status().ok());
  EXPECT_FALSE(static_cast<bool>(product(v, v)));
  ASSERT_FALSE(eager->status().ok());
  EXPECT_NE(eager->status().error().message().find("function product"), std::string::npos);
  EXPECT_EQ(product.num_traces(), 1U);
}

TEST(CppResults, TheFirstFailureOfBuildingSticks) {
  const Result<Runtime> runtime = Runtime::Create();
  const Result<Graph> graph = Graph::Create(*runtime);
  const Output a = graph->Placeholder(DType::kFloat, Shape{2, 3}),
               b = graph->Placeholder(DType::kFloat, Shape{4, 5});
  const Output good = ops::Neg(a);
  EXPECT_TRUE(good);
  EXPECT_TRUE(graph->status().ok());
  const std::size_t before = graph->size();
  const Output wrong = ops::MatMul(a, b, {.name = "first"}) + 1;
  EXPECT_FALSE(wrong);
  EXPECT_FALSE(ops::Neg(a, {.name = "no name"}));
  EXPECT_EQ(graph->size(), before) << "nothing is added after it";
  const Result<void> status = graph->status();
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code(), Code::kInvalidArgument);
  EXPECT_NE(status.error().message().find("first"), std::string::npos) << status.error().message();
}

TEST(CppResults, RunsAndFuturesReturnTheirFailures) {
  const Result<Runtime> runtime = Runtime::Create();
  const Result<Graph> graph = Graph::Create(*runtime);
  const Output x = graph->Placeholder(DType::kFloat, Shape{}, "x"), y = x + 1;
  const Result<Session> session = Session::Create(*graph);
  const Result<std::vector<Tensor>> unfed = session->Run({}, {y});
  ASSERT_FALSE(unfed.ok());
  EXPECT_EQ(unfed.error().node(), "x");
  EXPECT_FALSE(session->RunAsync({}, {y}).get().ok());
  const Result<Tensor> two = Tensor::Scalar(*runtime, 2.0F);
  const Result<std::vector<Tensor>> got = session->RunAsync({{x, *two}}, {y}).get();
  ASSERT_TRUE(got.ok());
  EXPECT_EQ(got.value()[0].item<float>().value(), 3);
  EXPECT_FALSE(Sgd(0.1).Minimize(*graph, y).ok());
  EXPECT_TRUE(session->Close().ok());
  EXPECT_EQ(session->Close().ok(), true);
  EXPECT_EQ(session->Fetch(y, {{x, *two}}).error().code(), Code::kFailedPrecondition);
}

class FailingHook final : public Hook {
 public:
  Outcome<void> AfterRun(const HookCall&) override { return Error(Code::kDataLoss, "enough"); }
};

TEST(CppResults, HooksAndModelFunctionsReturnTheirFailures) {
  const Result<Runtime> runtime = Runtime::Create();
  const Result<Graph> graph = Graph::Create(*runtime);
  const Variable w = graph->Variable(graph->Constant(1.0F), "w");
  const Result<RunConfig> config = RunConfig::Create(*runtime);
  const Result<Trainer> trainer = Trainer::Create(*graph, *config);
  ASSERT_TRUE(trainer.ok());
  ASSERT_TRUE(trainer->AddHook(std::make_shared<FailingHook>()).ok());
  const Result<void> trained = trainer->Train({ops::AssignVariableOp(w.handle, w * 2)});
  ASSERT_FALSE(trained.ok());
  EXPECT_EQ(trained.error().code(), Code::kDataLoss);
  EXPECT_NE(trained.error().message().find("enough"), std::string::npos);

  const Result<Estimator> estimator =
      Estimator::Create(*config, [](const ModelCall& call) -> Outcome<void> {
        const Output two = call.graph().Constant({1.0F, 2.0F}, {2});
        static_cast<void>(ops::MatMul(two, two, {.name = "wrong"}));  // sticks to the graph
        return {};
      });
  const Result<Tensor> row = Tensor::From<float>(*runtime, {1.0F}, {1});
  const Result<Dataset> data = Dataset::FromTensors(*runtime, {&*row, 1});
  ASSERT_TRUE(data.ok());
  const Result<void> built = estimator->Train({*data, {"x"}});
  ASSERT_FALSE(built.ok());
  EXPECT_NE(built.error().message().find("wrong"), std::string::npos) << built.error().message();
}

}  // namespace
}  // namespace runnel_test
