// Gradients for variables behind handles: read, gathered from, and read inside loops. Each step assigns
// what it is fed, so that differences by the feed are derivatives by the variable.
#include <gtest/gtest.h>

#include "core/passes/control_flow_builder.h"
#include "core/passes/gradients.h"
#include "tests/gradients/numeric.h"
#include "tests/support/case_log.h"

namespace runnel::testing {
namespace {

const Shape kShape = {3, 2};

OutputRef Read(GraphBuilder& b, OutputRef handle) {
  return b.Op("ReadVariableOp", {handle}, {{"dtype", AttrValue(DType::kDouble)}});
}

struct VariableCase {
  const char* name;
  const char* op;  // whose gradient this witnesses
  std::function<OutputRef(GraphBuilder& b, OutputRef handle)> function;
};

OutputRef Loop(GraphBuilder& b, const Edges& vars, const Edges& constants, size_t result,
               const std::function<Edges(GraphBuilder& b, const Edges& v)>& body) {
  Edges inputs = {b.Scalar(DType::kInt32, 0)};
  inputs.insert(inputs.end(), vars.begin(), vars.end());
  const auto exits = BuildWhile(
      b.graph(), inputs, constants,
      [](GraphBuilder& c, const Edges& v) {
        return c.Op("Less", {v[0], c.Scalar(DType::kInt32, 3)});
      },
      [&](GraphBuilder& c, const Edges& v) {
        Edges next = {c.Op("AddV2", {v[0], c.Scalar(DType::kInt32, 1)})};
        const Edges rest = body(c, v);
        next.insert(next.end(), rest.begin(), rest.end());
        return next;
      });
  if (exits.ok()) return (*exits)[result];
  b.Fail(exits.status());
  return {};
}

OutputRef Start(GraphBuilder& b) {
  const std::vector<double> values = Draw(kShape.num_elements(), -1, 1, 5);
  return b.Constant(*Tensor::FromValues<double>(kShape, values));
}

// clang-format off
const VariableCase kCases[] = {
    {"Read", "ReadVariableOp", [](GraphBuilder& b, OutputRef handle) { return b.Op("Square", {Read(b, handle)}); }},
    {"ReadTwice", "ReadVariableOp", [](GraphBuilder& b, OutputRef handle) { return b.Op("Mul", {Read(b, handle), b.Op("Tanh", {Read(b, handle)})}); }},
    {"Gather", "ResourceGather", [](GraphBuilder& b, OutputRef handle) {
       return b.Op("Square", {b.Op("ResourceGather", {handle, b.Int32Vector({2, 0, 2})}, {{"dtype", AttrValue(DType::kDouble)}})});
     }},
    {"GatherNd", "ResourceGatherNd", [](GraphBuilder& b, OutputRef handle) {
       const OutputRef indices = b.Op("Reshape", {b.Int32Vector({1, 0, 1}), b.Int32Vector({3, 1})});
       return b.Op("Square", {b.Op("ResourceGatherNd", {handle, indices}, {{"dtype", AttrValue(DType::kDouble)}})});
     }},
    {"ReadInLoop", "ReadVariableOp", [](GraphBuilder& b, OutputRef handle) {
       return Loop(b, {Start(b)}, {handle}, 1, [](GraphBuilder& c, const Edges& v) {
         return Edges{c.Op("Mul", {c.Op("Tanh", {v[1]}), Read(c, v[2])})};
       });
     }},
    {"HandleAsLoopVariable", "ReadVariableOp", [](GraphBuilder& b, OutputRef handle) {
       return Loop(b, {Start(b), handle}, {}, 1, [](GraphBuilder& c, const Edges& v) {
         return Edges{c.Op("Mul", {c.Op("Tanh", {v[1]}), Read(c, v[2])}), v[2]};
       });
     }},
    {"HandleInBranch", "ReadVariableOp", [](GraphBuilder& b, OutputRef handle) {
       const auto read = [](GraphBuilder& c, const Edges& v) { return Edges{c.Op("Square", {Read(c, v[0])})}; };
       const auto gather = [](GraphBuilder& c, const Edges& v) {
         const OutputRef rows = c.Op("ResourceGather", {v[0], c.Int32Vector({0, 1, 1})}, {{"dtype", AttrValue(DType::kDouble)}});
         return Edges{rows};
       };
       const OutputRef pred = b.Op("Less", {b.Scalar(DType::kInt32, 2), b.Scalar(DType::kInt32, 1)});
       const auto out = BuildCond(b.graph(), pred, {handle}, read, gather);
       if (out.ok()) return (*out)[0];
       b.Fail(out.status());
       return OutputRef();
     }},
};
// clang-format on

class VariableGradients : public ::testing::TestWithParam<VariableCase> {};

TEST_P(VariableGradients, MatchFiniteDifferences) {
  Evaluator evaluator;
  GraphBuilder b(&evaluator.graph(), "");
  const OutputRef x = evaluator.Input(kShape, DType::kDouble, true);
  const OutputRef variable =
      b.Op("VarHandleOp", {}, {{"dtype", AttrValue(DType::kDouble)}, {"shape", AttrValue(kShape)}});
  Node* assign = b.Op("AssignVariableOp", {variable, x}).node;
  ASSERT_TRUE(b.status().ok()) << b.status().ToString();
  NodeSpec spec;
  spec.op = "Identity";
  spec.inputs = {variable};
  spec.control_inputs = {assign};
  const OutputRef handle = {b.AddNode(std::move(spec)), 0};
  const Edges ys = {GetParam().function(b, handle)}, xs = {handle};
  ASSERT_TRUE(b.status().ok()) << b.status().ToString();
  const auto at = std::vector<std::vector<double>>{Draw(kShape.num_elements(), -1.5, 1.5, 3)};
  const auto value = evaluator.Run(at, ys);
  ASSERT_EQ(value.size(), 1u);
  const auto grads = AddGradients(&evaluator.graph(), ys, xs);
  ASSERT_TRUE(grads.ok()) << grads.status().ToString();
  ASSERT_TRUE((*grads)[0]);
  const auto got = evaluator.Run(at, *grads);
  const auto want = Differences(evaluator, at, ys[0], std::vector<double>(value[0].size(), 1.0));
  ASSERT_EQ(got.size(), 1u);
  ASSERT_EQ(got[0].size(), want[0].size());
  for (size_t i = 0; i < want[0].size(); ++i)
    EXPECT_NEAR(got[0][i], want[0][i], 1e-7) << "element " << i;
  if (!HasFailure()) LogCase("gradient", GetParam().op, "double", "*");
}

INSTANTIATE_TEST_SUITE_P(Table, VariableGradients, ::testing::ValuesIn(kCases),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace runnel::testing
