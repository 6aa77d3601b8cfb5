// Every op that has a gradient is witnessed by a case of a table, in this folder or in
// tests/recorded/by_hand.txt.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "core/graph/op_schema.h"
#include "tests/recorded/case_line.h"

namespace runnel {
namespace {

std::string TextOf(const std::filesystem::path& file) {
  std::ifstream in(file);
  EXPECT_TRUE(in.good()) << file;
  std::ostringstream all;
  all << in.rdbuf();
  return all.str();
}

TEST(GradientCoverage, EveryDifferentiableOpHasACase) {
  // Judged by the text of the tables, so that a new row in core/ops asks for a case: of the files that
  // compare gradients with differences.
  std::string text;
  for (const auto& entry : std::filesystem::directory_iterator(RUNNEL_GRADIENT_TESTS)) {
    if (!entry.path().filename().string().ends_with("_test.cc")) continue;
    const std::string file = TextOf(entry.path());
    if (file.find("CheckGradients(") != std::string::npos ||
        file.find("LogCase(\"gradient\"") != std::string::npos)
      text += file;
  }
  for (const std::string& line : LinesByHand()) text += StrCat('"', Cut(line, '\t')[0], '"');
  // Errors by definition, or met through the loops that are made of them.
  // Samples whose gradients are those of their laws, and rounding as if it were none: recorded values.
  const std::set<std::string_view> elsewhere = {"PreventGradient",
                                                "StackPushV2",
                                                "StackPopV2",
                                                "Print",
                                                "RandomGamma",
                                                "StatelessRandomGammaV2",
                                                "StatelessRandomGammaV3",
                                                "FakeQuantWithMinMaxArgs",
                                                "FakeQuantWithMinMaxVars",
                                                "FakeQuantWithMinMaxVarsPerChannel",
                                                "SparseSparseMaximum",
                                                "SparseSparseMinimum",
                                                "CTCLossV2"};  // its loss is float
  for (const std::span<const OpRow> family : CoreOpFamilies()) {
    for (const OpRow& row : family) {
      if (!row.gradient || elsewhere.contains(row.name)) continue;
      EXPECT_NE(text.find(StrCat('"', row.name, '"')), std::string::npos) << row.name;
    }
  }
}

}  // namespace
}  // namespace runnel
