// Ops of older graphs, which are compositions: their values.
#include <gtest/gtest.h>

#include "tests/gradients/numeric.h"
#include "tests/support/case_log.h"

namespace runnel::testing {
namespace {

void ExpectValues(const char* op, const std::vector<std::vector<double>>& values,
                  const std::vector<Shape>& shapes,
                  const std::function<OutputRef(GraphBuilder& b, const Edges& x)>& function,
                  const std::vector<double>& want) {
  for (const bool known : {true, false}) {
    Evaluator evaluator;
    GraphBuilder b(&evaluator.graph(), "");
    Edges x;
    for (const Shape& shape : shapes) x.push_back(evaluator.Input(shape, DType::kDouble, known));
    const OutputRef out = function(b, x);
    ASSERT_TRUE(b.status().ok()) << b.status().ToString();
    const auto got = evaluator.Run(values, {out});
    ASSERT_EQ(got.size(), 1u);
    EXPECT_EQ(got[0], want) << op;
  }
  if (!::testing::Test::HasFailure()) LogCase("forward", op, "*", "composition");
}

TEST(OlderOps, GiveWhatTheirSuccessorsGive) {
  ExpectValues("Gather", {{1, 2, 3, 4, 5, 6}}, {Shape{3, 2}},
               [](GraphBuilder& b, const Edges& x) {
                 return b.Op("Gather", {x[0], b.Int32Vector({2, 0})});
               },
               {5, 6, 1, 2});
  ExpectValues("Concat", {{1, 2}, {3, 4, 5, 6}}, {Shape{2, 1}, Shape{2, 2}},
               [](GraphBuilder& b, const Edges& x) {
                 return b.Op("Concat", {b.Scalar(DType::kInt32, -1), x[0], x[1]});
               },
               {1, 3, 4, 2, 5, 6});
  ExpectValues("BatchMatMul", {{1, 2, 3, 4}, {1, 0, 2, 1}}, {Shape{1, 2, 2}, Shape{1, 2, 2}},
               [](GraphBuilder& b, const Edges& x) {
                 return b.Op("BatchMatMul", {x[0], x[1]}, {{"adj_y", AttrValue(true)}});
               },
               {1, 4, 3, 10});
}

}  // namespace
}  // namespace runnel::testing
