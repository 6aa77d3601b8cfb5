// Shapes that do not fit on a branch that is not taken, or in a loop that goes round no time, fail no
// step; the step that does come there fails with the node that is wrong.
#include "tests/c_api/support/net.h"

namespace runnel_test {
namespace {

const Attrs kFloats = {{"T", kFloatT}};
const std::string kBoolT = "type: DT_BOOL";

class UntakenBranchTest : public testing::TestWithParam<bool> {
 protected:
  void Load(const std::string& text) {
    ASSERT_TRUE(IsOk(rnl_session_options_create(options_.out())));
    if (!GetParam()) {
      ASSERT_TRUE(IsOk(rnl_session_options_disable_pass(options_, rnl_str("all"))));
    }
    ASSERT_TRUE(IsOk(net_.Load(runtime_, text, options_)));
  }
  Tensor Matrix(int64_t rows, int64_t columns) {
    std::vector<float> values(static_cast<size_t>(rows * columns));
    std::iota(values.begin(), values.end(), 1.0f);
    return FloatTensor(runtime_, {rows, columns}, values);
  }

  Runtime runtime_ = NewRuntime();
  SessionOptions options_;
  Net net_;
};

// cond(shape(x)[-1] == 1, squeeze, identity), as it is written in Switch and Merge.
std::string SqueezeIfOne(const std::string& pred) {
  return AnyPlaceholderText("x") +
         NodeText("shape", "Shape", {"x"}, {{"T", kFloatT}, {"out_type", kInt32T}}) +
         ConstInts("minus", {-1}) + ConstInts("end", {0}) + ConstInts("step", {1}) +
         NodeText(
             "last", "StridedSlice", {"shape", "minus", "end", "step"},
             {{"T", kInt32T}, {"Index", kInt32T}, {"end_mask", "i: 1"}, {"shrink_axis_mask", "i: 1"}}) +
         ConstInt("one", 1) + NodeText("is_one", "Equal", {"last", "one"}, {{"T", kInt32T}}) +
         NodeText("s", "Switch", {"x", pred}, kFloats) +
         NodeText("squeezed", "Squeeze", {"s:1"}, {{"T", kFloatT}, {"squeeze_dims", "list { i: -1 }"}}) +
         NodeText("kept", "Identity", {"s"}, kFloats) +
         NodeText("y", "Merge", {"kept", "squeezed"}, {{"T", kFloatT}, {"N", "i: 2"}}) +
         NodeText("z", "Neg", {"y"}, kFloats);
}

TEST_P(UntakenBranchTest, ABranchByTheShapeRunsWithBothShapes) {
  Load(SqueezeIfOne("is_one"));
  const Tensor wide = Matrix(2, 4), narrow = Matrix(3, 1);
  std::vector<Tensor> out;
  ASSERT_TRUE(IsOk(net_.Run({{"x", wide}}, {"y", "z"}, &out)));
  EXPECT_EQ(Floats(out[0]), Floats(wide));
  EXPECT_EQ(rnl_tensor_rank(out[0]), 2);
  ASSERT_TRUE(IsOk(net_.Run({{"x", narrow}}, {"y", "z"}, &out)));
  EXPECT_EQ(Floats(out[1]), (std::vector<float>{-1, -2, -3}));
  EXPECT_EQ(rnl_tensor_rank(out[0]), 1);
}

TEST_P(UntakenBranchTest, TheStepThatTakesTheBranchFails) {
  Load(PlaceholderText("p", {}, kBoolT) + SqueezeIfOne("p"));
  const Tensor wide = Matrix(2, 4), yes = BoolTensor(runtime_, true), no = BoolTensor(runtime_, false);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(net_.Fetch({{"x", wide}, {"p", no}}, "y"), Floats(wide));
    EXPECT_TRUE(Fails(net_.Run({{"x", wide}, {"p", yes}}, {"z"}), RNL_INVALID_ARGUMENT,
                      {"\"squeezed\" (Squeeze)"}));
  }
}

TEST_P(UntakenBranchTest, ABranchOfAFunctionToo) {
  const auto function = [](const char* name, const std::string& node, const char* result) {
    return std::string("function { signature { name: \"") + name +
           "\" input_arg { name: \"a\" type: DT_FLOAT } input_arg { name: \"b\" type: DT_FLOAT } "
           "output_arg { "
           "name: \"r\" type: DT_FLOAT } } " +
           node + " ret { key: \"r\" value: \"" + result + "\" } }";
  };
  Load("library { " +
       function("times",
                "node_def { name: \"product\" op: \"MatMul\" input: \"a\" input: \"b\" attr { key: "
                "\"T\" value { "
                "type: DT_FLOAT } } }",
                "product:product:0") +
       function("first",
                "node_def { name: \"same\" op: \"Identity\" input: \"a\" attr { key: \"T\" value { "
                "type: DT_FLOAT "
                "} } }",
                "same:output:0") +
       " } " + PlaceholderText("p", {}, kBoolT) + AnyPlaceholderText("a") + AnyPlaceholderText("b") +
       NodeText("y", "If", {"p", "a", "b"},
                {{"Tcond", kBoolT},
                 {"Tin", "list { type: DT_FLOAT type: DT_FLOAT }"},
                 {"Tout", "list { type: DT_FLOAT }"},
                 {"then_branch", "func { name: \"times\" }"},
                 {"else_branch", "func { name: \"first\" }"}}));
  const Tensor a = Matrix(2, 3), b = Matrix(2, 3), c = Matrix(3, 1), yes = BoolTensor(runtime_, true),
               no = BoolTensor(runtime_, false);
  EXPECT_EQ(net_.Fetch({{"p", no}, {"a", a}, {"b", b}}, "y"), Floats(a));
  EXPECT_TRUE(
      Fails(net_.Run({{"p", yes}, {"a", a}, {"b", b}}, {"y"}), RNL_INVALID_ARGUMENT, {"(MatMul)"}));
  EXPECT_EQ(net_.Fetch({{"p", yes}, {"a", a}, {"b", c}}, "y"), (std::vector<float>{14, 32}));
}

TEST_P(UntakenBranchTest, ALoopThatGoesRoundNoTimeToo) {
  Load(PlaceholderText("go", {}, kBoolT) + AnyPlaceholderText("a") + AnyPlaceholderText("b") +
       NodeText("ae", "Enter", {"a"}, {{"T", kFloatT}, {"frame_name", "s: \"f\""}}) +
       NodeText("be", "Enter", {"b"},
                {{"T", kFloatT}, {"frame_name", "s: \"f\""}, {"is_constant", "b: true"}}) +
       NodeText("ge", "Enter", {"go"}, {{"T", kBoolT}, {"frame_name", "s: \"f\""}}) +
       NodeText("gm", "Merge", {"ge", "gn"}, {{"T", kBoolT}, {"N", "i: 2"}}) +
       NodeText("am", "Merge", {"ae", "an"}, {{"T", kFloatT}, {"N", "i: 2"}}) +
       NodeText("c", "LoopCond", {"gm"}) + NodeText("gs", "Switch", {"gm", "c"}, {{"T", kBoolT}}) +
       NodeText("as", "Switch", {"am", "c"}, kFloats) + NodeText("stop", "LogicalNot", {"gs:1"}) +
       NodeText("gn", "NextIteration", {"stop"}, {{"T", kBoolT}}) +
       NodeText("sum", "MatMul", {"as:1", "be"}, kFloats) +
       NodeText("an", "NextIteration", {"sum"}, kFloats) + NodeText("y", "Exit", {"as"}, kFloats));
  const Tensor a = Matrix(2, 3), yes = BoolTensor(runtime_, true), no = BoolTensor(runtime_, false);
  EXPECT_EQ(net_.Fetch({{"go", no}, {"a", a}, {"b", a}}, "y"), Floats(a));
  EXPECT_TRUE(Fails(net_.Run({{"go", yes}, {"a", a}, {"b", a}}, {"y"}), RNL_INVALID_ARGUMENT,
                    {"\"sum\" (MatMul)"}));
  const Tensor b = Matrix(3, 3);
  EXPECT_EQ(net_.Fetch({{"go", yes}, {"a", a}, {"b", b}}, "y"),
            (std::vector<float>{30, 36, 42, 66, 81, 96}));
}

// What a branch knows without its value is dead with the branch.
TEST_P(UntakenBranchTest, AKnownSizeBelongsToItsBranch) {
  Load(PlaceholderText("p", {}, kBoolT) + PlaceholderText("x", {2, 3}) +
       NodeText("s", "Switch", {"x", "p"}, kFloats) +
       NodeText("size", "Size", {"s:1"}, {{"T", kFloatT}, {"out_type", kInt32T}}) +
       NodeText("rank", "Rank", {"s"}, {{"T", kFloatT}}) +
       NodeText("y", "Merge", {"size", "rank"}, {{"T", kInt32T}, {"N", "i: 2"}}));
  const Tensor x = Matrix(2, 3);
  for (const bool taken : {false, true, false, true}) {
    std::vector<Tensor> out;
    ASSERT_TRUE(IsOk(net_.Run({{"p", BoolTensor(runtime_, taken)}, {"x", x}}, {"y", "y:1"}, &out)));
    EXPECT_EQ(*static_cast<const int32_t*>(rnl_tensor_data(out[0])), taken ? 6 : 2);
    EXPECT_EQ(*static_cast<const int32_t*>(rnl_tensor_data(out[1])), taken ? 0 : 1);
  }
}

TEST_P(UntakenBranchTest, WhatIsSureToRunIsRefusedBeforeAnythingRuns) {
  Load(AnyPlaceholderText("a") +
       NodeText("v", "VarHandleOp", {}, {{"dtype", kFloatT}, {"shape", "shape { }"}}) +
       ConstFloat("c", 3) + NodeText("set", "AssignVariableOp", {"v", "c"}, {{"dtype", kFloatT}}) +
       NodeText("y", "MatMul", {"a", "a"}, kFloats) + NodeText("is", "VarIsInitializedOp", {"v"}));
  EXPECT_TRUE(Fails(net_.Run({{"a", Matrix(2, 3)}}, {"y"}, nullptr, {"set"}), RNL_INVALID_ARGUMENT,
                    {"\"y\" (MatMul)"}));
  std::vector<Tensor> out;
  ASSERT_TRUE(IsOk(net_.Run({}, {"is"}, &out)));
  EXPECT_FALSE(*static_cast<const bool*>(rnl_tensor_data(out[0])));
}

INSTANTIATE_TEST_SUITE_P(Passes, UntakenBranchTest, testing::Bool(),
                         [](const auto& passes) { return passes.param ? "On" : "Off"; });

}  // namespace
}  // namespace runnel_test
