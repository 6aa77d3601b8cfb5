// One witness of every hard kind of op, through a session.
#include <unistd.h>

#include <cmath>
#include <filesystem>

#include "core/passes/gradients.h"
#include "tests/runtime/runtime_test.h"
#include "tests/support/case_log.h"

namespace runnel {
namespace {

using WitnessTest = RuntimeTest;

OutputRef Strings(GraphBuilder& b, std::vector<std::string> values) {
  return b.Constant(*Tensor::FromStrings(Shape({static_cast<int64_t>(values.size())}), values));
}

TEST_F(WitnessTest, StringsAreJoinedAndFedAndFetched) {
  const OutputRef x = Placeholder("x", DType::kString, Shape({2}));
  const OutputRef y =
      b().Op("StringJoin", {x, Strings(b(), {"one", ""})}, {{"separator", AttrValue("-")}});
  const std::string nul("a\0b", 3);
  const auto out = Run({y}, {{x, *Tensor::FromStrings(Shape({2}), std::vector<std::string>{nul, "c"})}});
  EXPECT_EQ(out[0].string_at(0), nul + "-one");
  EXPECT_EQ(out[0].string_at(1), "c-");
}

TEST_F(WitnessTest, SparseUpdateTouchesItsRowsOnly) {
  const OutputRef v = Variable("v", DType::kFloat, Shape({4, 2}));
  Node* init = Assign(v, b().Constant(Floats({0, 0, 1, 1, 2, 2, 3, 3}, Shape({4, 2}))));
  const OutputRef rows = Placeholder("rows", DType::kInt32, Shape({-1}));
  const OutputRef updates = Placeholder("updates", DType::kFloat, Shape({-1, 2}));
  Node* scatter = b().AddNode(
      {{}, "ResourceScatterAdd", {v, rows, updates}, {}, {{"dtype", AttrValue(DType::kFloat)}}, {}});
  const OutputRef gathered = b().Op("ResourceGather", {v, rows}, {{"dtype", AttrValue(DType::kFloat)}});
  Run({}, {}, {init});
  const int32_t picked[] = {2, 0, 2};
  const Tensor index = *Tensor::FromValues<int32_t>(Shape({3}), picked);
  Run({}, {{rows, index}, {updates, Floats({1, 2, 10, 20, 100, 200}, Shape({3, 2}))}}, {scatter});
  EXPECT_EQ(ToFloats(Run({Read(v)})[0]), (std::vector<float>{10, 20, 1, 1, 103, 204, 3, 3}));
  EXPECT_EQ(ToFloats(Run({gathered}, {{rows, index}})[0]),
            (std::vector<float>{103, 204, 10, 20, 103, 204}));
  const int32_t outside[] = {1, 4};
  std::vector<Tensor> out;
  const Status status = TryRun({},
                               {{rows, *Tensor::FromValues<int32_t>(Shape({2}), outside)},
                                {updates, Floats({1, 1, 1, 1}, Shape({2, 2}))}},
                               {scatter}, &out);
  EXPECT_EQ(status.code(), Code::kInvalidArgument) << status.ToString();
  EXPECT_NE(status.message().find('4'), std::string::npos) << status.ToString();
}

TEST_F(WitnessTest, CompositionRunsWithoutAKernelOfItsOwn) {
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({3}));
  const OutputRef y = b().Op("Runnel>Gelu", {x});
  auto slope = AddGradients(graph_.get(), {{y}}, {{x}});
  ASSERT_TRUE(slope.ok()) << slope.status().ToString();
  const auto out = Run({y, (*slope)[0]}, {{x, Floats({-1, 0, 2})}});
  const auto gelu = [](double v) {
    return 0.5 * v * (1 + std::tanh(0.7978845608028654 * (v + 0.044715 * v * v * v)));
  };
  const double at[] = {-1, 0, 2};
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(ToFloats(out[0])[i], gelu(at[i]), 1e-6);
    EXPECT_NEAR(ToFloats(out[1])[i], (gelu(at[i] + 1e-5) - gelu(at[i] - 1e-5)) / 2e-5, 1e-4);
  }
  if (!HasFailure()) testing::LogCase("forward", "Runnel>Gelu", "*", "composition");
}

TEST_F(WitnessTest, L2LossIsHalfTheSumOfSquaresOfAnyShape) {
  const OutputRef x = Placeholder("x", DType::kFloat, Shape::Unknown());
  const OutputRef y = b().Op("L2Loss", {x});
  EXPECT_EQ(ToFloats(Run({y}, {{x, Floats({1, -2, 3, 0.5}, Shape({2, 1, 2}))}})[0]),
            (std::vector<float>{7.125F}));
  EXPECT_EQ(ToFloats(Run({y}, {{x, Floats({4}, Shape())}})[0]), (std::vector<float>{8}));
  EXPECT_EQ(ToFloats(Run({y}, {{x, Floats({}, Shape({3, 0}))}})[0]), (std::vector<float>{0}));
  if (!HasFailure()) testing::LogCase("forward", "L2Loss", "*", "composition");
}

// As they stand in the graphs that TensorFlow shows of its partitions.
TEST_F(WitnessTest, AnArgumentIsFedAndAResultIsATarget) {
  const auto typed = [](DType dtype) {
    return AttrList{{"T", AttrValue(dtype)}, {"index", AttrValue(int64_t{0})}};
  };
  const OutputRef arg = {b().AddNode({"arg", "_Arg", {}, {}, typed(DType::kFloat), {}}), 0};
  const OutputRef v = Variable("v", DType::kFloat, Shape({2}));
  Node* assign = Assign(v, b().Op("Square", {arg}));
  const OutputRef read = {
      b().AddNode({{}, "ReadVariableOp", {v}, {assign}, {{"dtype", AttrValue(DType::kFloat)}}, {}}), 0};
  Node* result = b().AddNode({"result", "_Retval", {read}, {}, typed(DType::kFloat), {}});
  ASSERT_TRUE(b().status().ok()) << b().status().ToString();
  for (const bool regions : {true, false}) {
    session_options_.disabled_passes.assign(regions ? 0 : 1, "regions");
    session_ = nullptr;
    const float at = regions ? 3 : 5;
    Run({}, {{arg, Floats({at, -2})}}, {result});
    EXPECT_EQ(ToFloats(Run({read}, {{arg, Floats({at, -2})}})[0]), (std::vector<float>{at * at, 4}));
  }
  std::vector<Tensor> out;
  const Status unfed = TryRun({}, {}, {result}, &out);
  EXPECT_EQ(unfed.code(), Code::kInvalidArgument);
  EXPECT_NE(unfed.message().find("'arg'"), std::string::npos) << unfed.ToString();
  if (!HasFailure()) testing::LogHostOps({"_Arg", "_Retval"});
}

TEST_F(WitnessTest, ReshapeTakesItsShapeFromTheHost) {
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({-1}));
  const OutputRef shape = Placeholder("shape", DType::kInt32, Shape({-1}));
  const OutputRef y = b().Op("Reshape", {x, shape});
  const int32_t dims[] = {2, -1};
  const Tensor want = *Tensor::FromValues<int32_t>(Shape({2}), dims);
  EXPECT_EQ(Run({y}, {{x, Floats({1, 2, 3, 4, 5, 6})}, {shape, want}})[0].shape(), Shape({2, 3}));
  std::vector<Tensor> out;
  const Status status = TryRun({y}, {{x, Floats({1, 2, 3})}, {shape, want}}, {}, &out);
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_NE(status.message().find("[3]"), std::string::npos) << status.ToString();
}

TEST_F(WitnessTest, SavesAndRestoresThroughOps) {
  const std::string prefix = ::testing::TempDir() + "runnel_witness_" + std::to_string(getpid());
  const OutputRef v = Variable("v", DType::kFloat, Shape({3}));
  Node* init = Assign(v, Vector({1, 2, 3}));
  const OutputRef file = b().Constant(*Tensor::FromStrings(Shape(), std::vector<std::string>{prefix}));
  const OutputRef names = Strings(b(), {"v"}), slices = Strings(b(), {""});
  Node* save = b().AddNode({{}, "SaveV2", {file, names, slices, Read(v)}, {}, {}, {}});
  const OutputRef restored = b().Op("RestoreV2", {file, names, slices},
                                    {{"dtypes", AttrValue(std::vector<DType>{DType::kFloat})}});
  Node* load = Assign(v, restored);
  Node* wipe = Assign(v, Vector({0, 0, 0}));
  Run({}, {}, {init});
  Run({}, {}, {save});
  Run({}, {}, {wipe});
  EXPECT_EQ(ToFloats(Run({Read(v)})[0]), (std::vector<float>{0, 0, 0}));
  Run({}, {}, {load});
  EXPECT_EQ(ToFloats(Run({Read(v)})[0]), (std::vector<float>{1, 2, 3}));
  for (const auto& entry : std::filesystem::directory_iterator(::testing::TempDir())) {
    if (entry.path().string().starts_with(prefix)) std::filesystem::remove(entry.path());
  }
  if (!HasFailure())
    testing::LogHostOps({"SaveV2", "RestoreV2", "VarHandleOp", "ReadVariableOp", "AssignVariableOp"});
}

TEST_F(WitnessTest, AssertNamesItselfAndShowsItsData) {
  const OutputRef ok = Placeholder("ok", DType::kBool, Shape());
  Node* check = b().AddNode({"check", "Assert", {ok, Vector({1.5f, 2})}, {}, {}, {}});
  Run({}, {{ok, Scalar(true)}}, {check});
  std::vector<Tensor> out;
  const Status status = TryRun({}, {{ok, Scalar(false)}}, {check}, &out);
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_EQ(status.node(), "check");
  EXPECT_NE(status.message().find("1.5"), std::string::npos) << status.ToString();
  if (!HasFailure()) testing::LogHostOps({"Assert"});
}

// What a loop pushes for its gradient must be the value at that iteration, also if the variable it came
// from is updated later in the step.
TEST_F(WitnessTest, ValuesPushedInALoopSurviveLaterUpdates) {
  const OutputRef v = Variable("v", DType::kFloat, Shape({2}));
  Node* init = Assign(v, Vector({3, 4}));
  const OutputRef read = Read(v);
  const OutputRef stack =
      b().Op("StackV2", {b().Scalar(DType::kInt32, 10)},
             {{"elem_type", AttrValue(DType::kFloat)}, {"stack_name", AttrValue("s")}});
  Node* push = b().AddNode({{}, "StackPushV2", {stack, read}, {}, {}, {}});
  Node* update = b().AddNode({{}, "AssignAddVariableOp", {v, Vector({10, 10})}, {push}, {}, {}});
  const OutputRef popped{
      b().AddNode({{}, "StackPopV2", {stack}, {update}, {{"elem_type", AttrValue(DType::kFloat)}}, {}}),
      0};
  Run({}, {}, {init});
  EXPECT_EQ(ToFloats(Run({popped})[0]), (std::vector<float>{3, 4}));
  EXPECT_EQ(ToFloats(Run({Read(v)})[0]), (std::vector<float>{13, 14}));
  if (!HasFailure()) testing::LogHostOps({"StackV2", "StackPushV2", "StackPopV2"});
}

}  // namespace
}  // namespace runnel
