// Shape functions of the ops that parse Examples: lists of attrs that contradict each other.
#include <gtest/gtest.h>

#include "core/graph/builder.h"

namespace runnel {
namespace {

// As EveryOpAloneIsAValueOrAStatus once met it: counts that the lists of types do not have.
TEST(ShapeFunctionsOfExamples, RefuseListsThatContradictEachOther) {
  const OpRegistry registry;
  Graph graph(&registry);
  GraphBuilder b(&graph, "");
  const OutputRef text =
      b.Op("Placeholder", {}, {{"dtype", AttrValue(DType::kString)}, {"shape", AttrValue(Shape{0})}});
  const AttrValue none = std::vector<DType>();
  b.Op("ParseExampleV2", std::vector<OutputRef>{text, text, text, text, text},
       AttrList{{"Tdense", none},
                {"num_sparse", AttrValue(int64_t{2})},
                {"sparse_types", AttrValue(std::vector<DType>{DType::kFloat})},
                {"ragged_value_types", none},
                {"ragged_split_types", none},
                {"dense_shapes", AttrValue(std::vector<Shape>())}});
  EXPECT_EQ(b.status().code(), Code::kInvalidArgument);
  EXPECT_NE(b.status().message().find("contradict each other"), std::string::npos)
      << b.status().ToString();
}

}  // namespace
}  // namespace runnel
