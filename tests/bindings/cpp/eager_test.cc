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

}  // namespace
}  // namespace runnel_test
