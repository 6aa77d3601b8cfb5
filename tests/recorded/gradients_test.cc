// The gradients of the lines of by_hand.txt against finite differences.
#include <gtest/gtest.h>

#include "tests/gradients/numeric.h"
#include "tests/recorded/case_line.h"

namespace runnel::testing {
namespace {

bool TakesDouble(const std::string& types) {
  const std::vector<std::string> all = Cut(types, '/');
  return std::any_of(all.begin(), all.end(),
                     [](const std::string& one) { return Cut(one, ',')[0].ends_with("double"); });
}

// By the inputs of type T that are no constants, at the line's values, which lie apart from kinks.
void CheckLine(const std::vector<std::string>& cells) {
  const std::vector<std::string> inputs = Cut(cells[3], '|');
  const auto varies = [](const std::string& text) { return text.starts_with("T["); };
  GradientCase c{cells[0].c_str(), {cells[0].c_str()}, {}, {}};
  for (const std::string& text : inputs) {
    if (!varies(text)) continue;
    const Recorded in(WithType(text, "double"));
    c.inputs.push_back(in.shape);
    c.values.emplace_back();
    for (const std::string& value : in.values)
      c.values.back().push_back(std::strtod(value.c_str(), nullptr));
  }
  c.function = [&](GraphBuilder& b, const Edges& x) {
    const std::string type(DTypeName(x[0].node->output_type(x[0].index)));
    Edges all;
    size_t next = 0;
    for (const std::string& text : inputs) {
      all.push_back(varies(text) ? x[next++] : b.Constant(Recorded(WithType(text, type)).ToTensor()));
    }
    return b.Op(cells[0], all, ToAttrs(cells[2]));
  };
  // Whose gradients have none, as in TensorFlow.
  c.second = !cells[0].starts_with("Dilation2D") && !cells[0].starts_with("Fractional");
  CheckGradients(c);
}

TEST(CasesByHand, HaveTheGradientsOfTheirDifferences) {
  int count = 0;
  for (const std::string& line : LinesByHand()) {
    SCOPED_TRACE(line);
    const std::vector<std::string> cells = Cut(line, '\t');
    ASSERT_EQ(cells.size(), 5u);
    const auto schema = SharedRuntime()->ops().Find(cells[0]);
    ASSERT_TRUE(schema.ok()) << schema.status().ToString();
    if (!(*schema)->has_gradient() && !(*schema)->has_composition()) continue;
    if (cells[4].starts_with("complex")) continue;  // tests/gradients/complex_test.cc
    if (cells[0] == "Cholesky") continue;           // tests/gradients/linear_algebra_test.cc
    if (cells[0].starts_with("Dilation2DBackprop")) continue;
    if (cells[0].starts_with("Fractional") && cells[0].ends_with("Grad")) continue;
    if (cells[0].starts_with("ScaleAndTranslate"))
      continue;  // gives floats: recorded like their gradients
    if (cells[0].starts_with("ImageProjective"))
      continue;                                         // back along the projection, whatever it weighs
    if (cells[0].starts_with("QuantizeAnd")) continue;  // rounds as if it did not
    if (!TakesDouble(cells[1]) || StrCat("|", cells[3]).find("|T[") == std::string::npos) continue;
    CheckLine(cells);
    ++count;
  }
  EXPECT_GT(count, 3);
}

}  // namespace
}  // namespace runnel::testing
