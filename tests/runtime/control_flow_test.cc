#include "core/passes/control_flow_builder.h"
#include "core/passes/gradients.h"
#include "tests/runtime/runtime_test.h"
#include "tests/support/case_log.h"

namespace runnel {
namespace {

class ControlFlowTest : public RuntimeTest {
 protected:
  // while (i < limit) { i += 1; x = x * factor + v }
  struct Loop {
    OutputRef count, value;
  };
  Loop BuildLoop(OutputRef start, OutputRef limit, float factor) {
    GraphBuilder& g = b();
    const AttrList frame{{"frame_name", AttrValue("loop")}};
    const OutputRef zero = g.Scalar(DType::kInt32, 0);
    const OutputRef enter_i = g.Op("Enter", {zero}, frame);
    const OutputRef enter_x = g.Op("Enter", {start}, frame);
    AttrList constant = frame;
    constant.insert(constant.begin() + 0, {"is_constant", AttrValue(true)});
    const OutputRef enter_limit = g.Op("Enter", {limit}, constant);
    const OutputRef merge_i = g.Op("Merge", {enter_i}, {{"N", AttrValue(2)}});
    const OutputRef merge_x = g.Op("Merge", {enter_x}, {{"N", AttrValue(2)}});
    const OutputRef cond = g.Op("LoopCond", {g.Op("Less", {merge_i, enter_limit})});
    const OutputRef switch_i = g.Op("Switch", {merge_i, cond});
    const OutputRef switch_x = g.Op("Switch", {merge_x, cond});
    const OutputRef body_i{switch_i.node, 1}, body_x{switch_x.node, 1};
    g.set_control_inputs({body_i.node});
    const OutputRef one = g.Op(
        "Const", {}, {{"dtype", AttrValue(DType::kInt32)}, {"value", AttrValue(Scalar<int32_t>(1))}});
    const OutputRef f = g.Op(
        "Const", {}, {{"dtype", AttrValue(DType::kFloat)}, {"value", AttrValue(Scalar<float>(factor))}});
    g.set_control_inputs({});
    const OutputRef next_i = g.Op("NextIteration", {g.Op("AddV2", {body_i, one})});
    const OutputRef next_x = g.Op("NextIteration", {g.Op("Mul", {body_x, f})});
    EXPECT_TRUE(g.status().ok()) << g.status().ToString();
    EXPECT_TRUE(graph_->CloseLoop(merge_i.node, next_i).ok());
    EXPECT_TRUE(graph_->CloseLoop(merge_x.node, next_x).ok());
    return {g.Op("Exit", {switch_i}), g.Op("Exit", {switch_x})};
  }

  // A loop that doubles x five times, a branch and a call, for both values of the branch's condition.
  void ExpectTwins(const std::vector<OutputRef>& loop, const std::vector<OutputRef>& branch,
                   const std::vector<OutputRef>& call, OutputRef x, OutputRef pred) {
    for (const bool p : {true, false}) {
      const auto out =
          Run({loop[0], loop[1], branch[0], call[0]}, {{x, Scalar(3.0f)}, {pred, Scalar(p)}});
      EXPECT_EQ(out[0].values<int32_t>()[0], 5);
      EXPECT_EQ(ToFloats(out[1]), (std::vector<float>{96}));
      EXPECT_EQ(ToFloats(out[2]), (std::vector<float>{p ? 9.0f : -3.0f}));
      EXPECT_EQ(ToFloats(out[3]), (std::vector<float>{9}));
    }
  }
};

TEST_F(ControlFlowTest, LoopsAsOftenAsTheConditionSays) {
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({2}));
  const OutputRef limit = Placeholder("limit", DType::kInt32, Shape());
  const Loop loop = BuildLoop(x, limit, 2);
  for (const int n : {0, 1, 2, 9, 10, 11, 25, 100}) {
    const auto out = Run({loop.count, loop.value}, {{x, Floats({1, 0})}, {limit, Scalar<int32_t>(n)}});
    EXPECT_EQ(out[0].values<int32_t>()[0], n);
    EXPECT_EQ(ToFloats(out[1]), (std::vector<float>{std::ldexp(1.0f, n), 0})) << n;
  }
  if (!HasFailure())
    testing::LogHostOps({"Enter", "Exit", "NextIteration", "LoopCond", "Merge", "Switch"});
}

TEST_F(ControlFlowTest, TakesOneBranchAndLeavesTheOtherDead) {
  const OutputRef pred = Placeholder("pred", DType::kBool, Shape());
  const OutputRef x = Vector({2});
  const OutputRef sw = b().Op("Switch", {x, pred});
  const OutputRef no = b().Op("Neg", {sw});
  const OutputRef yes = b().Op("Square", {OutputRef{sw.node, 1}});
  const std::vector<OutputRef> merge = b().Ops("Merge", {no, yes});
  for (const bool taken : {false, true}) {
    const auto out = Run({merge[0], merge[1]}, {{pred, Scalar(taken)}});
    EXPECT_EQ(ToFloats(out[0]), (std::vector<float>{taken ? 4.0f : -2.0f}));
    EXPECT_EQ(out[1].values<int32_t>()[0], taken ? 1 : 0);
  }
  // A ControlTrigger behind the dead branch runs all the same, and what waits for it.
  Node* trigger = b().AddNode({{}, "ControlTrigger", {}, {no.node}, {}, {}});
  const OutputRef after{b().AddNode({{}, "Identity", {x}, {trigger}, {}, {}}), 0};
  EXPECT_EQ(ToFloats(Run({after}, {{pred, Scalar(true)}})[0]), (std::vector<float>{2}));
  if (!HasFailure()) testing::LogHostOps({"ControlTrigger"});
  std::vector<Tensor> out;
  const Status dead = TryRun({no}, {{pred, Scalar(true)}}, {}, &out);
  EXPECT_EQ(dead.code(), Code::kInvalidArgument);
  EXPECT_NE(dead.message().find("dead"), std::string::npos);
}

TEST_F(ControlFlowTest, LoopOnADeadBranchEndsDead) {
  const OutputRef pred = Placeholder("pred", DType::kBool, Shape());
  const OutputRef sw = b().Op("Switch", {Vector({1, 1}), pred});
  const OutputRef limit = b().Op("Switch", {b().Scalar(DType::kInt32, 3), pred});
  const Loop loop = BuildLoop(OutputRef{sw.node, 1}, OutputRef{limit.node, 1}, 3);
  const OutputRef merge = b().Op("Merge", {b().Op("Neg", {sw}), loop.value});
  EXPECT_EQ(ToFloats(Run({merge}, {{pred, Scalar(true)}})[0]), (std::vector<float>{27, 27}));
  EXPECT_EQ(ToFloats(Run({merge}, {{pred, Scalar(false)}})[0]), (std::vector<float>{-1, -1}));
}

TEST_F(ControlFlowTest, RunsFunctionalWhileAndIf) {
  FunctionDef cond, body, yes, no;
  const auto arg = [](const char* name, DType dtype) {
    ArgSchema a;
    a.name = name;
    a.dtype = dtype;
    return a;
  };
  cond.signature.name = "cond";
  cond.signature.inputs = {arg("i", DType::kInt32), arg("x", DType::kFloat)};
  cond.signature.outputs = {arg("r", DType::kBool)};
  cond.nodes = {{"five",
                 "Const",
                 {},
                 "",
                 {{"dtype", AttrValue(DType::kInt32)}, {"value", AttrValue(Scalar<int32_t>(5))}}},
                {"less", "Less", {"i", "five:output:0"}, "", {{"T", AttrValue(DType::kInt32)}}}};
  cond.ret = {{"r", "less:z:0"}};
  body.signature.name = "body";
  body.signature.inputs = cond.signature.inputs;
  body.signature.outputs = {arg("i_out", DType::kInt32), arg("x_out", DType::kFloat)};
  body.nodes = {{"one",
                 "Const",
                 {},
                 "",
                 {{"dtype", AttrValue(DType::kInt32)}, {"value", AttrValue(Scalar<int32_t>(1))}}},
                {"add", "AddV2", {"i", "one:output:0"}, "", {{"T", AttrValue(DType::kInt32)}}},
                {"double", "AddV2", {"x", "x"}, "", {{"T", AttrValue(DType::kFloat)}}}};
  body.ret = {{"i_out", "add:z:0"}, {"x_out", "double:z:0"}};
  for (const bool which : {true, false}) {
    FunctionDef& f = which ? yes : no;
    f.signature.name = which ? "yes" : "no";
    f.signature.inputs = {arg("x", DType::kFloat)};
    f.signature.outputs = {arg("y", DType::kFloat)};
    f.nodes = {{"op", which ? "Square" : "Neg", {"x"}, "", {{"T", AttrValue(DType::kFloat)}}}};
    f.ret = {{"y", "op:y:0"}};
  }
  for (FunctionDef* f : {&cond, &body, &yes, &no}) ASSERT_TRUE(graph_->AddFunction(*f).ok());
  const OutputRef x = Placeholder("x", DType::kFloat, Shape());
  const OutputRef pred = Placeholder("pred", DType::kBool, Shape());
  for (const bool stateless : {false, true}) {
    SCOPED_TRACE(stateless);
    const auto loop = b().Ops(stateless ? "StatelessWhile" : "While", {b().Scalar(DType::kInt32, 0), x},
                              {{"T", AttrValue(std::vector<DType>{DType::kInt32, DType::kFloat})},
                               {"body", AttrValue(FuncRef{"body", {}})},
                               {"cond", AttrValue(FuncRef{"cond", {}})}});
    const auto branch = b().Ops(stateless ? "StatelessIf" : "If", {pred, x},
                                {{"Tcond", AttrValue(DType::kBool)},
                                 {"Tin", AttrValue(std::vector<DType>{DType::kFloat})},
                                 {"Tout", AttrValue(std::vector<DType>{DType::kFloat})},
                                 {"else_branch", AttrValue(FuncRef{"no", {}})},
                                 {"then_branch", AttrValue(FuncRef{"yes", {}})}});
    const auto call = b().Ops(stateless ? "PartitionedCall" : "StatefulPartitionedCall", {x},
                              {{"Tin", AttrValue(std::vector<DType>{DType::kFloat})},
                               {"Tout", AttrValue(std::vector<DType>{DType::kFloat})},
                               {"f", AttrValue(FuncRef{"yes", {}})}});
    ASSERT_TRUE(b().status().ok()) << b().status().ToString();
    ExpectTwins(loop, branch, call, x, pred);
  }
  if (!HasFailure()) {
    testing::LogHostOps({"While", "StatelessWhile", "If", "StatelessIf", "PartitionedCall",
                         "StatefulPartitionedCall", "Placeholder"});
  }
}

TEST_F(ControlFlowTest, CaseRunsOneBranchAndTheLastForAnIndexThatIsNone) {
  const OutputRef x = Placeholder("x", DType::kFloat, Shape());
  const OutputRef index = Placeholder("index", DType::kInt32, Shape());
  const OutputRef count = Variable("count", DType::kFloat, Shape());
  std::vector<FuncRef> branches;
  for (const char* op : {"Square", "Neg", "Identity"}) {
    ArgSchema in, handle, out;
    in.name = "x";
    out.name = "y";
    in.dtype = out.dtype = DType::kFloat;
    handle.name = "count";
    handle.dtype = DType::kResource;
    FunctionDef f;
    f.signature.name = std::string(op) + "_counted";
    f.signature.inputs = {in, handle};
    f.signature.outputs = {out};
    const std::string result = op == std::string("Identity") ? "op:output:0" : "op:y:0";
    f.nodes = {
        {"op", op, {"x"}, "", {{"T", AttrValue(DType::kFloat)}}},
        {"add", "AssignAddVariableOp", {"count", result}, "", {{"dtype", AttrValue(DType::kFloat)}}}};
    f.ret = {{"y", result}};
    f.control_ret = {{"add", "add"}};
    ASSERT_TRUE(graph_->AddFunction(f).ok());
    branches.push_back({f.signature.name, {}});
  }
  const AttrList attrs = {{"Tin", AttrValue(std::vector<DType>{DType::kFloat, DType::kResource})},
                          {"Tout", AttrValue(std::vector<DType>{DType::kFloat})},
                          {"branches", AttrValue(branches)}};
  const auto taken = b().Ops("Case", {index, x, count}, attrs);
  const auto stateless = b().Ops("StatelessCase", {index, x, count}, attrs);
  ASSERT_TRUE(b().status().ok()) << b().status().ToString();
  Run({}, {}, {Assign(count, b().Scalar(DType::kFloat, 0))});
  const OutputRef total = Read(count);
  float sum = 0;
  const std::pair<int32_t, float> wanted[] = {{0, 9}, {1, -3}, {2, 3},
                                              {3, 3}, {-1, 3}, {std::numeric_limits<int32_t>::min(), 3}};
  for (const auto& [i, want] : wanted) {
    EXPECT_EQ(ToFloats(Run(taken, {{x, Scalar(3.0f)}, {index, Scalar(i)}})[0]),
              (std::vector<float>{want}))
        << i;
    EXPECT_EQ(ToFloats(Run(stateless, {{x, Scalar(3.0f)}, {index, Scalar(i)}})[0]),
              (std::vector<float>{want}))
        << i;
    sum += 2 * want;
    EXPECT_EQ(ToFloats(Run({total})[0]), (std::vector<float>{sum})) << i;
  }
  if (!HasFailure()) testing::LogHostOps({"Case", "StatelessCase"});
}

// More branches than calls may nest.
TEST_F(ControlFlowTest, CaseMayHaveAnyNumberOfBranches) {
  constexpr int32_t kBranches = 150;
  const OutputRef x = Placeholder("x", DType::kFloat, Shape());
  const OutputRef index = Placeholder("index", DType::kInt32, Shape());
  std::vector<FuncRef> branches;
  for (int32_t k = 0; k < kBranches; ++k) {
    ArgSchema in, out;
    in.name = "x";
    out.name = "y";
    in.dtype = out.dtype = DType::kFloat;
    FunctionDef f;
    f.signature.name = "times" + std::to_string(k);
    f.signature.inputs = {in};
    f.signature.outputs = {out};
    f.nodes = {
        {"k",
         "Const",
         {},
         "",
         {{"dtype", AttrValue(DType::kFloat)}, {"value", AttrValue(Scalar(static_cast<float>(k)))}}},
        {"op", "Mul", {"x", "k:output:0"}, "", {{"T", AttrValue(DType::kFloat)}}}};
    f.ret = {{"y", "op:z:0"}};
    ASSERT_TRUE(graph_->AddFunction(f).ok());
    branches.push_back({f.signature.name, {}});
  }
  const AttrList attrs = {{"Tin", AttrValue(std::vector<DType>{DType::kFloat})},
                          {"Tout", AttrValue(std::vector<DType>{DType::kFloat})},
                          {"branches", AttrValue(branches)}};
  const OutputRef taken = b().Op("StatelessCase", {index, x}, attrs);
  ASSERT_TRUE(b().status().ok()) << b().status().ToString();
  const auto gradients = AddGradients(graph_.get(), {{taken}}, {{x}});
  ASSERT_TRUE(gradients.ok()) << gradients.status().ToString();
  const OutputRef slope = gradients->front();
  constexpr int32_t kMin = std::numeric_limits<int32_t>::min(),
                    kMax = std::numeric_limits<int32_t>::max();
  std::vector<int32_t> indices = {-1, kMin, kMin + 1, kMin + 80, kMax};
  for (int32_t k = 0; k <= kBranches; ++k) indices.push_back(k);
  for (const int32_t k : indices) {
    const float factor = static_cast<float>(k >= 0 && k < kBranches ? k : kBranches - 1);
    const std::vector<Tensor> out = Run({taken, slope}, {{x, Scalar(2.0f)}, {index, Scalar(k)}});
    EXPECT_EQ(ToFloats(out[0]), (std::vector<float>{2 * factor})) << k;
    EXPECT_EQ(ToFloats(out[1]), (std::vector<float>{factor})) << k;
  }
}

TEST_F(ControlFlowTest, RefusesToFetchFromInsideALoop) {
  const Loop loop = BuildLoop(Vector({1}), b().Scalar(DType::kInt32, 3), 2);
  (void)loop;
  Node* inside = graph_->FindNode("Mul");
  ASSERT_NE(inside, nullptr);
  std::vector<Tensor> out;
  const Status status = TryRun({{inside, 0}}, {}, {}, &out);
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_NE(status.message().find("inside a loop"), std::string::npos);
}

TEST_F(ControlFlowTest, LateShapesRunInTheGeneralPath) {
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({-1}));
  const OutputRef where = b().Op("Where", {b().Op("Greater", {x, b().Scalar(DType::kFloat, 0)})});
  const OutputRef picked = b().Op(
      "GatherV2", {x, b().Op("Reshape", {where, b().Int32Vector({-1})}), b().Scalar(DType::kInt32, 0)});
  EXPECT_EQ(ToFloats(Run({picked}, {{x, Floats({1, -1, 2, -2, 3})}})[0]), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(ToFloats(Run({picked}, {{x, Floats({-1, -1})}})[0]), (std::vector<float>{}));
}

}  // namespace
}  // namespace runnel
