// Every op that has a gradient is witnessed by a case of a table in this folder.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "core/graph/op_schema.h"

namespace runnel {
namespace {

TEST(GradientCoverage, EveryDifferentiableOpHasACase) {
  // Judged by the table rows' text, so that a new row in core/ops asks for one here.
  std::string text;
  for (const char* file : {"math_test.cc", "array_test.cc", "conv_test.cc", "image_test.cc",
                           "loop_test.cc", "norm_test.cc", "variable_test.cc"}) {
    std::ifstream in(StrCat(RUNNEL_GRADIENT_TESTS, "/", file));
    ASSERT_TRUE(in.good()) << file;
    std::ostringstream all;
    all << in.rdbuf();
    text += all.str();
  }
  // Errors by definition, or met through the loops that are made of them.
  const std::set<std::string_view> elsewhere = {"PreventGradient", "StackPushV2", "StackPopV2"};
  for (const std::span<const OpRow> family : CoreOpFamilies()) {
    for (const OpRow& row : family) {
      if (!row.gradient || elsewhere.contains(row.name)) continue;
      EXPECT_NE(text.find(StrCat('"', row.name, '"')), std::string::npos) << row.name;
    }
  }
}

}  // namespace
}  // namespace runnel
