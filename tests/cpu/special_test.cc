// The gamma function's relatives, against values of mpmath (special_values.py), and at their poles.
#include <span>

#include "tests/cpu/kernel_test.h"
#include "tests/support/case_log.h"

namespace runnel::test {
namespace {

#include "tests/cpu/special_values.inc"

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Runs `op` on rows of arguments, each followed by the value. The arguments are rounded to the type, so
// wide types alone are compared closely.
void ExpectRows(const char* op, std::span<const std::vector<double>> rows) {
  const size_t arguments = rows[0].size() - 1;
  for (const auto& [dtype, name] : {std::pair<int32_t, const char*>{RNLP_DOUBLE, "double"},
                                    {RNLP_FLOAT, "float"},
                                    {RNLP_HALF, "half"},
                                    {RNLP_BFLOAT16, "bfloat16"}}) {
    if (arguments == 2 && (dtype == RNLP_HALF || dtype == RNLP_BFLOAT16)) continue;
    std::vector<std::vector<double>> columns(arguments + 1);
    for (const std::vector<double>& row : rows) {
      bool holds = true;
      for (size_t i = 0; i < arguments; ++i) {
        holds = holds && Value::Doubles(dtype, {}, {row[i]}).Get(0) == row[i];
      }
      if (!holds) continue;
      for (size_t i = 0; i <= arguments; ++i) columns[i].push_back(row[i]);
    }
    const auto count = static_cast<int64_t>(columns[0].size());
    ASSERT_GE(count, 10) << op;
    std::vector<Input> inputs;
    for (size_t i = 0; i < arguments; ++i) inputs.push_back(Value::Doubles(dtype, {count}, columns[i]));
    const Outcome got = RunCpu(Node(op).T(dtype).Outputs({dtype}), inputs);
    ASSERT_EQ(got.code, 0) << got.message;
    const Value want = Value::Doubles(dtype, {count}, columns[arguments]);  // may be out of range
    std::vector<double> limits;
    for (int64_t i = 0; i < count; ++i) {
      const double w = columns[arguments][static_cast<size_t>(i)];
      limits.push_back(std::isinf(want.Get(i)) ? want.Get(i) : w);
    }
    const double relative = dtype == RNLP_DOUBLE ? 2e-13 : Tolerance(dtype);
    const double smallest = dtype == RNLP_FLOAT ? 1e-44 : dtype == RNLP_HALF ? 1e-7 : 0;
    ExpectNear(got.outputs[0], limits, relative, dtype == RNLP_DOUBLE ? 1e-15 : smallest, op);
    if (!::testing::Test::HasFailure()) testing::LogCase("forward", op, name, "CPU");
  }
}

TEST(CpuSpecial, GivesRecordedValues) {
  ExpectRows("Lgamma", kLgammaValues);
  ExpectRows("Digamma", kDigammaValues);
  ExpectRows("Polygamma", kPolygammaValues);
  ExpectRows("Zeta", kZetaValues);
}

double At(const char* op, const std::vector<double>& arguments) {
  std::vector<Input> inputs;
  for (double argument : arguments) inputs.push_back(Value::Doubles(RNLP_DOUBLE, {}, {argument}));
  const Outcome got = RunCpu(Node(op).T(RNLP_DOUBLE).Outputs({RNLP_DOUBLE}), inputs);
  EXPECT_EQ(got.code, 0) << got.message;
  return got.outputs[0].Get(0);
}

// What TensorFlow 2.21.0 gives there.
TEST(CpuSpecial, KnowsItsPoles) {
  for (double pole : {0.0, -0.0, -1.0, -2.0, -1e10, kInf, -kInf}) {
    EXPECT_EQ(At("Lgamma", {pole}), kInf) << pole;
  }
  EXPECT_TRUE(std::isnan(At("Lgamma", {kNan})));
  for (double pole : {0.0, -0.0, -1.0, -2.0, -1e10, -kInf, kNan}) {
    EXPECT_TRUE(std::isnan(At("Digamma", {pole}))) << pole;
  }
  EXPECT_EQ(At("Digamma", {kInf}), kInf);
  EXPECT_DOUBLE_EQ(At("Digamma", {1e300}), std::log(1e300));
  EXPECT_DOUBLE_EQ(At("Digamma", {1e-20}), -1e20);
  EXPECT_EQ(At("Polygamma", {1, -2}), kInf);
  EXPECT_TRUE(std::isnan(At("Polygamma", {2, -2})));
  EXPECT_TRUE(std::isnan(At("Polygamma", {0, 0})));
  for (double order : {-1.0, 3.5, kInf, kNan}) EXPECT_TRUE(std::isnan(At("Polygamma", {order, 2.5})));
  for (double q : {0.0, -2.5, 1.0, kInf}) {
    EXPECT_TRUE(std::isnan(At("Zeta", {0.5, q}))) << q;
    EXPECT_EQ(At("Zeta", {1, q}), kInf) << q;
  }
  EXPECT_EQ(At("Zeta", {2, -1}), kInf);
  EXPECT_TRUE(std::isnan(At("Zeta", {3, -1})));
  EXPECT_TRUE(std::isnan(At("Zeta", {2.5, -0.25})));
  EXPECT_NEAR(At("Zeta", {2, -2.5}), 9.539246644989124, 1e-13);
  EXPECT_NEAR(At("Zeta", {3, -0.25}), -61.34868339183117, 1e-12);
  EXPECT_EQ(At("Zeta", {2, kInf}), 0);
  EXPECT_EQ(At("Zeta", {kInf, 1}), 1);
  EXPECT_EQ(At("Zeta", {kInf, 2}), 0);
}

// No argument makes a loop run for long.
TEST(CpuSpecial, AnswersAtOnceFarFromZero) {
  for (double q : {-1e15 - 0.5, -1e8 - 0.25, 1e300, 1e-300, 5e-324}) {
    EXPECT_GT(At("Zeta", {2, q}), 0) << q;
    EXPECT_GT(At("Polygamma", {1, q}), 0) << q;
    EXPECT_FALSE(std::isnan(At("Zeta", {1e300, q}))) << q;
    EXPECT_FALSE(std::isnan(At("Digamma", {q}))) << q;
  }
}

}  // namespace
}  // namespace runnel::test
