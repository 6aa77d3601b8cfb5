// Ops that run at once, tapes, functions.
#include "expect.h"

namespace runnel_test {
namespace {

using namespace runnel;  // NOLINT

class CppEager : public testing::Test {
 protected:
  EagerTensor Of(std::initializer_list<float> values) const {
    return eager_.Tensor(values, {static_cast<std::int64_t>(values.size())});
  }
  const Runtime& runtime_ = SharedRuntime();
  Eager eager_ = Eager::Create(runtime_);
};

TEST_F(CppEager, OperatorsAndTypedOpsRunAtOnce) {
  const EagerTensor x = Of({1, 2, 3});
  EXPECT_EQ((x + x * 2 - 1).values<float>(), (std::vector<float>{2, 5, 8}));
  EXPECT_EQ((-x / 2).values<float>(), (std::vector<float>{-0.5F, -1, -1.5F}));
  EXPECT_EQ((x > 1.5).values<bool>(), (std::vector<bool>{false, true, true}));
  const EagerTensor m = eager_.Tensor({1.0F, 2.0F, 3.0F, 4.0F}, {2, 2});
  EXPECT_EQ(eager::MatMul(m, m, {.transpose_a = true}).values<float>(),
            (std::vector<float>{10, 14, 14, 20}));
  const std::vector<EagerTensor> rows = eager::Unpack(m, 2);
  EXPECT_EQ(rows.at(1).values<float>(), (std::vector<float>{3, 4}));
  const auto top = eager::TopKV2(x, 1);
  EXPECT_EQ(top.values.values<float>(), std::vector<float>{3});
  EXPECT_EQ(top.indices.values<std::int32_t>(), std::vector<std::int32_t>{2});
  EXPECT_THROW(eager::MatMul(m, x), Error);
  EXPECT_EQ((x + 0).values<float>(), (std::vector<float>{1, 2, 3}));
}

TEST_F(CppEager, TapesGiveGradientsOfAnyOrder) {
  const EagerTensor x = Of({2});
  const EagerVariable w = EagerVariable::Create(eager_, Of({3}).value(), "w");
  GradientTape outer(eager_);
  outer.Watch(x);
  GradientTape tape(eager_, true);
  tape.Watch(x);
  const EagerTensor y = x * x * x * w;
  const EagerTensor first = tape.Gradient(y, x);
  EXPECT_EQ(first.values<float>(), std::vector<float>{36});
  EXPECT_EQ(EagerTensor(tape.Gradient(y, w)).values<float>(), std::vector<float>{8});
  tape.Stop();
  EXPECT_EQ(EagerTensor(outer.Gradient(first, x)).values<float>(), std::vector<float>{36});
  EXPECT_FALSE(static_cast<bool>(tape.Gradient(y, Of({1}))));
}

TEST_F(CppEager, CustomGradientsAreCalled) {
  const EagerTensor x = Of({5});
  GradientTape tape(eager_);
  tape.Watch(x);
  tape.SetRecording(false);
  const EagerTensor y = x * 2;
  tape.SetRecording(true);
  tape.Record({x}, {y},
              [](const std::vector<EagerTensor>& dys) { return std::vector<EagerTensor>{dys[0] * 7}; });
  EXPECT_EQ(EagerTensor(tape.Gradient(y * 3, x)).values<float>(), std::vector<float>{21});
}

TEST_F(CppEager, VariablesAndFunctionsOfGraphs) {
  const EagerVariable w = EagerVariable::Create(eager_, Of({1, 2}).value(), "w");
  w.AssignAdd(Of({1, 1}));
  w.AssignSub(Of({0, 1}));
  const Graph graph = Graph::Create(runtime_);
  const Output x = graph.Placeholder(DType::kFloat, Shape{2});
  const Output handle = w.In(graph);
  const Output y = x * ops::ReadVariableOp(handle, DType::kFloat);
  const EagerFunction f = EagerFunction::Create(eager_, graph, {x, handle}, {y});
  GradientTape tape(eager_);
  const EagerTensor out = f({Of({10, 20}), w.handle()}).at(0);
  EXPECT_EQ(out.values<float>(), (std::vector<float>{20, 40}));
  EXPECT_EQ(EagerTensor(tape.Gradient(out, w)).values<float>(), (std::vector<float>{10, 20}));
  w.Assign(Of({0, 0}));
  EXPECT_EQ(w.Read().values<float>(), (std::vector<float>{0, 0}));
  eager_.Close();
  EXPECT_THROW(w.Read(), Error);
}

TEST_F(CppEager, CallablesAreTracedOnceForEachSignature) {
  int runs = 0;
  const auto line = Traced(eager_, "line", [&runs](Tracing&, const Output& x, Output w) {
    ++runs;
    return x * w + w;
  });
  EXPECT_EQ(line(Of({1, 2}), Of({3})).values<float>(), (std::vector<float>{6, 9}));
  EXPECT_EQ(line(Of({2, 3}), Of({1})).values<float>(), (std::vector<float>{3, 4}));
  EXPECT_EQ(line.num_traces(), 1U);
  EXPECT_EQ(line(Of({5}), Of({2})).values<float>(), std::vector<float>{12});
  const EagerTensor whole = eager_.Tensor({std::int32_t{4}}, {1});
  EXPECT_EQ(line(whole, whole).values<std::int32_t>(), std::vector<std::int32_t>{20});
  EXPECT_EQ(runs, 3);
  EXPECT_EQ(line.num_traces(), 3U);
  // A tape sees the call as one op.
  const EagerTensor x = Of({1, 2});
  GradientTape tape(eager_);
  tape.Watch(x);
  EXPECT_EQ(EagerTensor(tape.Gradient(line(x, Of({3})), x)).values<float>(), (std::vector<float>{3, 3}));
  EXPECT_EQ(runs, 3);
}

TEST_F(CppEager, TracedCallablesGiveWhatTheySay) {
  using Outputs = std::vector<Output>;
  const auto sums = Traced(eager_, "sums", [](Tracing&, const Outputs& xs) {
    return std::tuple<Output, Outputs>{ops::AddN(std::vector<Input>(xs.begin(), xs.end())),
                                       Outputs{xs[0] * 2.0F, xs[0]}};
  });
  const auto [sum, both] = sums({Of({1}), Of({2}), Of({3})});
  EXPECT_EQ(sum.values<float>(), std::vector<float>{6});
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[0].values<float>(), std::vector<float>{2});
  EXPECT_EQ(both[1].values<float>(), std::vector<float>{1});
  sums({Of({1}), Of({2})});
  sums({Of({7}), Of({2})});
  EXPECT_EQ(sums.num_traces(), 2U);
  const auto nothing = Traced(eager_, "nothing", [](Tracing&, Output) {});
  nothing(Of({1}));
  const auto twice = Traced(eager_, "twice", [&sums](Tracing& t, Output x) {
    return std::get<0>(sums.Within(t, {x, x}));
  });
  EXPECT_EQ(twice(Of({4})).values<float>(), std::vector<float>{8});
}

TEST_F(CppEager, EffectsOfTracedCallablesKeepTheirOrder) {
  const EagerVariable w = EagerVariable::Create(eager_, Of({1}).value(), "w");
  const EagerTensor step = Of({10});
  const auto train = Traced(eager_, "train", [&](Tracing& t, Output by) {
    const Output before = t.Read(w);
    t.AssignAdd(w, by);
    const Output between = t.Read(w);
    t.Assign(w, between * 2.0F);
    t.AssignSub(w, t.Capture(step));
    return std::vector<Output>{before, between, t.Read(w)};
  });
  for (const float begin : {1.0F, -6.0F}) {
    const std::vector<EagerTensor> seen = train(Of({1}));
    EXPECT_EQ(seen.at(0).values<float>(), std::vector<float>{begin});
    EXPECT_EQ(seen.at(1).values<float>(), std::vector<float>{begin + 1});
    EXPECT_EQ(seen.at(2).values<float>(), std::vector<float>{(begin + 1) * 2 - 10});
  }
  const auto grown = Traced(eager_, "grown", [&](Tracing& t, Output x) { return x * t.Read(w); });
  GradientTape tape(eager_);
  EXPECT_EQ(EagerTensor(tape.Gradient(grown(Of({5})), w)).values<float>(), std::vector<float>{5});
}

TEST_F(CppEager, WhatATracedCallableDoesWrongIsNamed) {
  int runs = 0;
  const auto product = Traced(eager_, "product", [&runs](Tracing&, Output x, Output y) {
    ++runs;
    return ops::MatMul(x, y);
  });
  for (int i = 0; i < 2; ++i) {
    try {
      product(Of({1}), Of({2}));
      FAIL() << "vectors have no matrix product";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Code::kInvalidArgument);
      EXPECT_NE(error.message().find("function product"), std::string::npos) << error.message();
    }
  }
  EXPECT_EQ(runs, 2);
  EXPECT_EQ(product.num_traces(), 0U);
  const EagerTensor m = eager_.Tensor({2.0F}, {1, 1});
  EXPECT_EQ(product(m, m).values<float>(), std::vector<float>{4});
  const auto none = Traced(eager_, "none", [](Tracing&, Output) { return Output(); });
  EXPECT_THROW(none(m), Error);
  const auto refuses = Traced(eager_, "refuses", [](Tracing&, Output) -> Output {
    throw Error(Code::kOutOfRange, "of its own");
  });
  EXPECT_THROW(refuses(m), Error);
}

}  // namespace
}  // namespace runnel_test
