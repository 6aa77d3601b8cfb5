// What functions of TensorFlow 1 hold: control edges from arguments, loops of primitives, calls on
// branches. Each call has loops of its own.
#include "tests/c_api/support/net.h"

namespace runnel_test {
namespace {

const std::string kBoolT = "type: DT_BOOL", kResourceT = "type: DT_RESOURCE";
const Attrs kFloats = {{"T", kFloatT}}, kInts = {{"T", kInt32T}};

// A NodeText of a body.
std::string BodyNode(const std::string& name, const std::string& op,
                     const std::vector<std::string>& inputs, const Attrs& attrs = {}) {
  return "node_def" + NodeText(name, op, inputs, attrs).substr(4);
}
std::string BodyInt(const std::string& name, int value, const std::vector<std::string>& behind = {}) {
  return BodyNode(
      name, "Const", behind,
      {{"dtype", kInt32T},
       {"value", "tensor { dtype: DT_INT32 tensor_shape { } int_val: " + std::to_string(value) + " }"}});
}
std::string BodyFloat(const std::string& name, int value, const std::vector<std::string>& behind = {}) {
  return BodyNode(name, "Const", behind,
                  {{"dtype", kFloatT},
                   {"value", "tensor { dtype: DT_FLOAT tensor_shape { } float_val: " +
                                 std::to_string(value) + " }"}});
}
using Types = std::vector<std::pair<std::string, std::string>>;
std::string Function(const std::string& name, const Types& args, const Types& outputs,
                     const std::string& body, const std::string& results) {
  std::string text = "function { signature { name: \"" + name + "\"";
  for (const auto& [arg, type] : args)
    text.append(" input_arg { name: \"").append(arg).append("\" ").append(type).append(" }");
  for (const auto& [out, type] : outputs)
    text.append(" output_arg { name: \"").append(out).append("\" ").append(type).append(" }");
  return text + " } " + body + results + " }\n";
}
std::string Library(const std::string& functions) { return "library { " + functions + " }\n"; }
std::string Ret(const std::string& name, const std::string& value) {
  return " ret { key: \"" + name + "\" value: \"" + value + "\" }";
}
std::string CallText(const std::string& name, const std::string& f,
                     const std::vector<std::string>& inputs, const std::string& in,
                     const std::string& out) {
  return NodeText(name, "PartitionedCall", inputs,
                  {{"f", "func { name: \"" + f + "\" }"},
                   {"Tin", "list { " + in + " }"},
                   {"Tout", "list { " + out + " }"}});
}

class FunctionBodyTest : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override { ASSERT_TRUE(IsOk(rnl_session_options_create(options_.out()))); }
  void Load(const std::string& text) {
    if (!GetParam()) {
      ASSERT_TRUE(IsOk(rnl_session_options_disable_pass(options_, rnl_str("all"))));
    }
    ASSERT_TRUE(IsOk(net_.Load(runtime_, text, options_)));
  }
  int32_t FetchInt(const Net::Feeds& feeds, const std::string& name) {
    std::vector<Tensor> out;
    EXPECT_TRUE(IsOk(net_.Run(feeds, {name}, &out)));
    return out.empty() || out[0] == nullptr ? -1 : *static_cast<const int32_t*>(rnl_tensor_data(out[0]));
  }
  Tensor Int(int32_t value) { return IntTensor(runtime_, {}, {value}); }

  Runtime runtime_ = NewRuntime();
  SessionOptions options_;
  Net net_;
};

// while (i < 10) i = 12, where 12 hangs on the loop's variable.
TEST_P(FunctionBodyTest, AConstantBehindAnArgument) {
  Load(Library(Function("cond", {{"i", kInt32T}}, {{"r", kBoolT}},
                        BodyInt("ten", 10) + BodyNode("less", "Less", {"i", "ten:output:0"}, kInts),
                        Ret("r", "less:z:0")) +
               Function("body", {{"i", kInt32T}}, {{"n", kInt32T}}, BodyInt("twelve", 12, {"^i"}),
                        Ret("n", "twelve:output:0"))) +
       PlaceholderText("n", {}, kInt32T) +
       NodeText("y", "While", {"n"},
                {{"T", "list { type: DT_INT32 }"},
                 {"cond", "func { name: \"cond\" }"},
                 {"body", "func { name: \"body\" }"}}));
  EXPECT_EQ(FetchInt({{"n", Int(0)}}, "y"), 12);
  EXPECT_EQ(FetchInt({{"n", Int(11)}}, "y"), 11);
}

// A branch that is not taken does nothing behind its argument, in itself or in what it calls.
TEST_P(FunctionBodyTest, ABranchActsBehindItsArgumentsOnlyIfTaken) {
  const Types args = {{"v", kResourceT}, {"x", kFloatT}};
  const std::string call = BodyNode("c", "StatefulPartitionedCall", {"v", "x"},
                                    {{"f", "func { name: \"set\" }"},
                                     {"Tin", "list { type: DT_RESOURCE type: DT_FLOAT }"},
                                     {"Tout", "list { type: DT_FLOAT }"}});
  const Attrs branches = {{"Tcond", kBoolT},
                          {"Tin", "list { type: DT_RESOURCE type: DT_FLOAT }"},
                          {"Tout", "list { type: DT_FLOAT }"},
                          {"else_branch", "func { name: \"same\" }"}};
  const auto with = [&](const std::string& then) {
    Attrs attrs = branches;
    attrs.emplace_back("then_branch", "func { name: \"" + then + "\" }");
    return attrs;
  };
  Load(
      Library(Function("set", args, {{"r", kFloatT}},
                       BodyFloat("five", 5, {"^x"}) +
                           BodyNode("assign", "AssignVariableOp", {"v", "five:output:0"},
                                    {{"dtype", kFloatT}}) +
                           BodyFloat("one", 1, {"^x"}),
                       Ret("r", "one:output:0") + " control_ret { key: \"assign\" value: \"assign\" }") +
              Function("calls", args, {{"r", kFloatT}}, call,
                       Ret("r", "c:output:0") + " control_ret { key: \"c\" value: \"c\" }") +
              Function("same", args, {{"r", kFloatT}}, BodyNode("i", "Identity", {"x"}, kFloats),
                       Ret("r", "i:output:0"))) +
      PlaceholderText("p", {}, kBoolT) + PlaceholderText("x", {}) + ConstFloat("seven", 7) +
      NodeText("v", "VarHandleOp", {}, {{"dtype", kFloatT}, {"shape", "shape { }"}}) +
      NodeText("init", "AssignVariableOp", {"v", "seven"}, {{"dtype", kFloatT}}) +
      NodeText("read", "ReadVariableOp", {"v"}, {{"dtype", kFloatT}}) +
      NodeText("y", "If", {"p", "v", "x"}, with("set")) +
      NodeText("z", "If", {"p", "v", "x"}, with("calls")));
  const Tensor x = FloatTensor(runtime_, {}, {3});
  for (const char* fetch : {"y", "z"}) {
    for (const bool taken : {false, true}) {
      ASSERT_TRUE(IsOk(net_.Run({}, {}, nullptr, {"init"})));
      const Tensor p = BoolTensor(runtime_, taken);
      EXPECT_EQ(net_.Fetch({{"p", p}, {"x", x}}, fetch), (std::vector<float>{taken ? 1.0f : 3.0f}))
          << fetch;
      EXPECT_EQ(net_.Fetch({}, "read"), (std::vector<float>{taken ? 5.0f : 7.0f})) << fetch << taken;
    }
  }
}

// f(n, x): n times x = 2 x + 1, as tf.while_loop of TensorFlow 1 writes it.
std::string Doubling() {
  const auto enter = [](const char* name, const char* input, const std::string& type, bool constant) {
    return BodyNode(name, "Enter", {input},
                    {{"T", type},
                     {"frame_name", "s: \"while/while_context\""},
                     {"is_constant", constant ? "b: true" : "b: false"}});
  };
  const auto merge = [](const char* name, const char* in, const char* back, const std::string& type) {
    return BodyNode(name, "Merge", {in, back}, {{"T", type}, {"N", "i: 2"}});
  };
  return Function("doubling", {{"n", kInt32T}, {"x", kFloatT}}, {{"count", kInt32T}, {"y", kFloatT}},
                  BodyInt("zero", 0) + enter("ie", "zero:output:0", kInt32T, false) +
                      enter("xe", "x", kFloatT, false) + enter("ne", "n", kInt32T, true) +
                      merge("im", "ie:output:0", "in:output:0", kInt32T) +
                      merge("xm", "xe:output:0", "xn:output:0", kFloatT) +
                      BodyNode("less", "Less", {"im:output:0", "ne:output:0"}, kInts) +
                      BodyNode("go", "LoopCond", {"less:z:0"}) +
                      BodyNode("is", "Switch", {"im:output:0", "go:output:0"}, kInts) +
                      BodyNode("xs", "Switch", {"xm:output:0", "go:output:0"}, kFloats) +
                      BodyNode("ib", "Identity", {"is:output_true:0"}, kInts) +
                      BodyNode("xb", "Identity", {"xs:output_true:0"}, kFloats) +
                      BodyInt("one", 1, {"^ib"}) + BodyFloat("more", 1, {"^ib"}) +
                      BodyNode("ia", "AddV2", {"ib:output:0", "one:output:0"}, kInts) +
                      BodyNode("twice", "AddV2", {"xb:output:0", "xb:output:0"}, kFloats) +
                      BodyNode("xa", "AddV2", {"twice:z:0", "more:output:0"}, kFloats) +
                      BodyNode("in", "NextIteration", {"ia:z:0"}, kInts) +
                      BodyNode("xn", "NextIteration", {"xa:z:0"}, kFloats) +
                      BodyNode("iout", "Exit", {"is:output_false:0"}, kInts) +
                      BodyNode("xout", "Exit", {"xs:output_false:0"}, kFloats),
                  Ret("count", "iout:output:0") + Ret("y", "xout:output:0"));
}
const std::string kIn = "type: DT_INT32 type: DT_FLOAT", kOut = kIn;

TEST_P(FunctionBodyTest, EachCallHasALoopOfItsOwn) {
  Load(Library(Doubling()) + PlaceholderText("n", {}, kInt32T) + PlaceholderText("m", {}, kInt32T) +
       PlaceholderText("x", {}) + CallText("a", "doubling", {"n", "x"}, kIn, kOut) +
       CallText("b", "doubling", {"m", "x"}, kIn, kOut) +
       CallText("c", "doubling", {"a", "b:1"}, kIn, kOut) +
       NodeText("sum", "AddV2", {"a:1", "b:1"}, kFloats));
  const Tensor x = FloatTensor(runtime_, {}, {1});
  const auto after = [](int times) { return static_cast<float>((2 << times) - 1); };
  for (const int n : {0, 1, 5}) {
    for (const int m : {0, 3}) {
      const Tensor first = Int(n), second = Int(m);
      const Net::Feeds feeds = {{"n", first}, {"m", second}, {"x", x}};
      EXPECT_EQ(FetchInt(feeds, "a"), n);
      EXPECT_EQ(net_.Fetch(feeds, "sum"), (std::vector<float>{after(n) + after(m)}));
      EXPECT_EQ(net_.Fetch(feeds, "c:1"), (std::vector<float>{after(n + m)}));
    }
  }
}

TEST_P(FunctionBodyTest, ALoopInAFunctionStandsOnABranchAndInALoop) {
  const std::string body = BodyNode("call", "PartitionedCall", {"i", "x"},
                                    {{"f", "func { name: \"doubling\" }"},
                                     {"Tin", "list { " + kIn + " }"},
                                     {"Tout", "list { " + kOut + " }"}}) +
                           BodyInt("one", 1) + BodyNode("next", "AddV2", {"i", "one:output:0"}, kInts);
  Load(Library(Doubling() +
               Function("cond", {{"i", kInt32T}, {"x", kFloatT}}, {{"r", kBoolT}},
                        BodyInt("four", 4) + BodyNode("less", "Less", {"i", "four:output:0"}, kInts),
                        Ret("r", "less:z:0")) +
               Function("body", {{"i", kInt32T}, {"x", kFloatT}}, {{"a", kInt32T}, {"b", kFloatT}}, body,
                        Ret("a", "next:z:0") + Ret("b", "call:output:1"))) +
       PlaceholderText("p", {}, kBoolT) + PlaceholderText("n", {}, kInt32T) + PlaceholderText("x", {}) +
       NodeText("loop", "While", {"n", "x"},
                {{"T", "list { " + kIn + " }"},
                 {"cond", "func { name: \"cond\" }"},
                 {"body", "func { name: \"body\" }"}}) +
       NodeText("sn", "Switch", {"n", "p"}, kInts) + NodeText("sx", "Switch", {"x", "p"}, kFloats) +
       CallText("taken", "doubling", {"sn:1", "sx:1"}, kIn, kOut) +
       NodeText("y", "Merge", {"sx", "taken:1"}, {{"T", kFloatT}, {"N", "i: 2"}}));
  const Tensor x = FloatTensor(runtime_, {}, {1}), three = Int(3), one = Int(1);
  EXPECT_EQ(net_.Fetch({{"p", BoolTensor(runtime_, true)}, {"n", three}, {"x", x}}, "y"),
            (std::vector<float>{15}));
  EXPECT_EQ(net_.Fetch({{"p", BoolTensor(runtime_, false)}, {"n", three}, {"x", x}}, "y"),
            (std::vector<float>{1}));
  // 1, 2 and 3 times.
  EXPECT_EQ(net_.Fetch({{"n", one}, {"x", x}}, "loop:1"), (std::vector<float>{127}));
}

TEST_P(FunctionBodyTest, ALoopThatNothingEntersIsRefused) {
  Load(Library(Function("f", {{"x", kFloatT}}, {{"y", kFloatT}},
                        BodyNode("m", "Merge", {"n:output:0", "n:output:0"},
                                 {{"T", kFloatT}, {"N", "i: 2"}}) +
                            BodyNode("n", "NextIteration", {"m:output:0"}, kFloats),
                        Ret("y", "m:output:0")) +
               Function("g", {{"x", kFloatT}}, {{"y", kFloatT}},
                        BodyNode("m", "Merge", {"x", "n:output:0"}, {{"T", kFloatT}, {"N", "i: 2"}}) +
                            BodyNode("n", "NextIteration", {"m:output:0"}, kFloats),
                        Ret("y", "m:output:0")) +
               Function("h", {{"x", kFloatT}}, {{"y", kFloatT}},
                        BodyNode("m", "AddV2", {"x", "n:y:0"}, kFloats) +
                            BodyNode("n", "Neg", {"m:z:0"}, kFloats),
                        Ret("y", "m:z:0"))) +
       PlaceholderText("x", {}) + CallText("a", "f", {"x"}, "type: DT_FLOAT", "type: DT_FLOAT") +
       CallText("b", "g", {"x"}, "type: DT_FLOAT", "type: DT_FLOAT") +
       CallText("c", "h", {"x"}, "type: DT_FLOAT", "type: DT_FLOAT"));
  const Tensor x = FloatTensor(runtime_, {}, {1});
  EXPECT_TRUE(Fails(net_.Run({{"x", x}}, {"a"}), RNL_INVALID_ARGUMENT, {"\"f\"", "\"m\""}));
  EXPECT_TRUE(
      Fails(net_.Run({{"x", x}}, {"b"}), RNL_INVALID_ARGUMENT, {"b/n\"", "outside of any loop"}));
  EXPECT_TRUE(Fails(net_.Run({{"x", x}}, {"c"}), RNL_INVALID_ARGUMENT, {"\"h\""}));
}

TEST_P(FunctionBodyTest, WhatPlanningMayTakeIsAnOption) {
  const std::string graph =
      Library(Function("two", {{"x", kFloatT}}, {{"y", kFloatT}},
                       BodyNode("a", "Neg", {"x"}, kFloats) + BodyNode("b", "Neg", {"a:y:0"}, kFloats),
                       Ret("y", "b:y:0"))) +
      PlaceholderText("x", {}) + CallText("y", "two", {"x"}, "type: DT_FLOAT", "type: DT_FLOAT") +
      NodeText("big", "Fill", {"dims", "one"}, {{"T", kFloatT}, {"index_type", kInt32T}}) +
      ConstInts("dims", {1000}) + ConstFloat("one", 1) + NodeText("z", "Neg", {"big"}, kFloats);
  ASSERT_TRUE(IsOk(rnl_session_options_set_planning_limits(options_, 1, 1000)));
  Load(graph);
  const Tensor x = FloatTensor(runtime_, {}, {1});
  EXPECT_TRUE(Fails(net_.Run({{"x", x}}, {"y"}), RNL_RESOURCE_EXHAUSTED,
                    {"\"y\"", "1 nodes", "max_inlined_nodes"}));
  if (GetParam()) {
    EXPECT_TRUE(Fails(net_.Run({}, {"z"}), RNL_RESOURCE_EXHAUSTED, {"1000 bytes", "max_folded_bytes"}));
  }
  ASSERT_TRUE(IsOk(rnl_session_options_set_planning_limits(options_, 100, 100'000)));
  Load(graph);
  EXPECT_EQ(net_.Fetch({{"x", x}}, "y"), (std::vector<float>{1}));
  EXPECT_EQ(net_.Fetch({}, "z").size(), 1000u);
}

INSTANTIATE_TEST_SUITE_P(Passes, FunctionBodyTest, testing::Bool(),
                         [](const auto& passes) { return passes.param ? "On" : "Off"; });

}  // namespace
}  // namespace runnel_test
