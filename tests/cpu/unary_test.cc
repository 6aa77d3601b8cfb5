// Element-wise ops of one argument against float64 references.
#include <functional>

#include "tests/cpu/kernel_test.h"

namespace runnel::test {
namespace {

const std::vector<int32_t> kFloating = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_BFLOAT16};
const std::vector<int32_t> kFew = {RNLP_FLOAT,    RNLP_DOUBLE, RNLP_HALF,
                                   RNLP_BFLOAT16, RNLP_INT32,  RNLP_INT64};

struct UnaryCase {
  const char* op;
  std::function<double(double)> reference;
  std::vector<int32_t> types;
  double low, high;
};
const std::vector<UnaryCase>& Cases() {
  static const std::vector<UnaryCase> cases = {
      {"Neg", [](double x) { return -x; }, kFew, -9, 9},
      {"Abs", [](double x) { return std::fabs(x); }, kFew, -9, 9},
      {"Sign", [](double x) { return x > 0   ? 1.0
                                     : x < 0 ? -1.0
                                             : 0.0; }, kFew, -9, 9},
      {"Square", [](double x) { return x * x; }, kFew, -9, 9},
      {"Exp", [](double x) { return std::exp(x); }, kFloating, -9, 9},
      {"Log", [](double x) { return std::log(x); }, kFloating, 0.25, 9},
      {"Log1p", [](double x) { return std::log1p(x); }, kFloating, -0.75, 9},
      {"Sqrt", [](double x) { return std::sqrt(x); }, kFloating, 0, 9},
      {"Rsqrt", [](double x) { return 1 / std::sqrt(x); }, kFloating, 0.25, 9},
      {"Reciprocal", [](double x) { return 1 / x; }, kFloating, 0.25, 9},
      {"Tanh", [](double x) { return std::tanh(x); }, kFloating, -9, 9},
      {"Sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }, kFloating, -9, 9},
      {"Relu",
       [](double x) { return x > 0 ? x : 0; },
       {std::begin(kAllReal), std::end(kAllReal)},
       -9,
       9},
      {"Floor", [](double x) { return std::floor(x); }, kFloating, -9, 9},
      {"Ceil", [](double x) { return std::ceil(x); }, kFloating, -9, 9},
  };
  return cases;
}

TEST(CpuUnary, AgreesWithDoubleForEveryOpTypeAndShape) {
  Numbers numbers;
  for (const UnaryCase& c : Cases()) {
    for (int32_t dtype : c.types) {
      for (const Shape& shape :
           std::vector<Shape>{{}, {0}, {1}, {3}, {17}, {1000}, {3, 0, 2}, {2, 5, 7}, {40000}}) {
        const Value x =
            Value::Doubles(dtype, shape, numbers.For(dtype, Elements(shape), c.low, c.high), 1);
        RunOptions in_place;
        in_place.alias_input = 0;
        MiniHost host;
        host.backwards = true;
        const Outcome got = RunCpu(host, Node(c.op).T(dtype).Outputs({dtype}), {x}, in_place);
        const std::string what = std::string(c.op) + " type " + std::to_string(dtype) + Name(shape);
        ASSERT_EQ(got.code, 0) << what << got.message;
        std::vector<double> want;
        for (double value : x.Doubles()) want.push_back(c.reference(value));
        ExpectNear(got.outputs[0], want, Tolerance(dtype), dtype == RNLP_FLOAT ? 1e-7 : 0, what);
      }
    }
  }
}

// The largest error in units of the last place over a sweep of floats.
double MaxUlp(const char* op, const std::function<double(double)>& reference, double low, double high,
              const char* isa) {
  std::vector<double> points;
  for (int i = 0; i <= 20000; ++i) points.push_back(low + (high - low) * i / 20000);
  const Value x = Value::Doubles(RNLP_FLOAT, {static_cast<int64_t>(points.size())}, points);
  MiniHost host;
  host.settings["isa"] = isa;
  const Outcome got = RunCpu(host, Node(op).T(RNLP_FLOAT).Outputs({RNLP_FLOAT}), {x});
  double worst = 0;
  for (int64_t i = 0; i < x.elements(); ++i) {
    const double want = reference(x.Get(i));
    const double ulp = std::fabs(static_cast<double>(
        std::nextafter(static_cast<float>(want), std::numeric_limits<float>::infinity()) -
        static_cast<float>(want)));
    if (ulp > 0) worst = std::max(worst, std::fabs(got.outputs[0].Get(i) - want) / ulp);
  }
  return worst;
}

TEST(CpuUnary, KeepsFloatFunctionsWithinAFewUlp) {
  for (const char* isa : {"scalar", "sse4", "avx2", "avx3"}) {
    EXPECT_LT(MaxUlp(
                  "Exp", [](double x) { return std::exp(x); }, -87, 88.7, isa),
              3)
        << isa;
    EXPECT_LT(MaxUlp(
                  "Log", [](double x) { return std::log(x); }, 1e-6, 50, isa),
              4)
        << isa;
    EXPECT_LT(MaxUlp(
                  "Tanh", [](double x) { return std::tanh(x); }, -10, 10, isa),
              5)
        << isa;
    EXPECT_LT(MaxUlp(
                  "Sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }, -80, 80, isa),
              5)
        << isa;
    EXPECT_LT(MaxUlp(
                  "Log1p", [](double x) { return std::log1p(x); }, -0.99, 10, isa),
              2)
        << isa;
  }
}

TEST(CpuUnary, TreatsInfinitiesZeroAndNaNAsTheMathLibraryDoes) {
  const double inf = INFINITY;
  const double nan = std::nan("");
  struct SpecialCase {
    const char* op;
    std::vector<double> in, out;
  };
  const SpecialCase cases[] = {
      {"Exp", {inf, -inf, nan, 0, 89, -200}, {inf, 0, nan, 1, inf, 0}},
      {"Log", {inf, 0, nan, -1, 1}, {inf, -inf, nan, nan, 0}},
      {"Tanh", {inf, -inf, nan, 0, 100}, {1, -1, nan, 0, 1}},
      {"Sigmoid", {inf, -inf, nan, 0, 200, -200}, {1, 0, nan, 0.5, 1, 0}},
      {"Relu", {inf, -inf, nan, -0.5}, {inf, 0, nan, 0}},
      {"Sqrt", {inf, -1, nan, 0}, {inf, nan, nan, 0}},
      {"Sign", {inf, -inf, nan}, {1, -1, nan}},
      {"Abs", {-inf, nan}, {inf, nan}},
      {"Reciprocal", {0, inf}, {inf, 0}},
  };
  for (const SpecialCase& c : cases) {
    for (int32_t dtype : {RNLP_FLOAT, RNLP_DOUBLE}) {
      if (dtype == RNLP_DOUBLE && std::string(c.op) == "Exp") continue;  // 89 is finite there
      for (int repeats : {1, 20}) {
        std::vector<double> in, out;
        for (int i = 0; i < repeats; ++i) {
          in.insert(in.end(), c.in.begin(), c.in.end());
          out.insert(out.end(), c.out.begin(), c.out.end());
        }
        const Value x = Value::Doubles(dtype, {static_cast<int64_t>(in.size())}, in);
        const Outcome got = RunCpu(Node(c.op).T(dtype).Outputs({dtype}), {x});
        ExpectNear(got.outputs[0], out, 0, 1e-80, c.op);
      }
    }
  }
}

TEST(CpuUnary, ConvertsEveryHalfAndRoundsTiesToEven) {
  // Through an op that changes nothing but the sign, all 65,536 bit patterns come back.
  for (int32_t dtype : {RNLP_HALF, RNLP_BFLOAT16}) {
    Value x(dtype, {65536});
    for (int i = 0; i < 65536; ++i) static_cast<uint16_t*>(x.data())[i] = static_cast<uint16_t>(i);
    const Outcome got = RunCpu(Node("Neg").T(dtype).Outputs({dtype}), {x});
    for (int64_t i = 0; i < 65536; ++i) {
      const double want = -x.Get(i);
      if (std::isnan(want))
        ASSERT_TRUE(std::isnan(got.outputs[0].Get(i)));
      else
        ASSERT_EQ(got.outputs[0].Get(i), want) << i;
    }
  }
}

TEST(CpuUnary, NegatesBooleans) {
  const Outcome got = RunCpu(Node("LogicalNot").Outputs({RNLP_BOOL}), {Value::Bools({3}, {1, 0, 1})});
  EXPECT_EQ(got.outputs[0].Doubles(), (std::vector<double>{0, 1, 0}));
}

}  // namespace
}  // namespace runnel::test
