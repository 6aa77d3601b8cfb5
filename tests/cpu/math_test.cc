// Elementary functions, activations and bits where the float64 references of runnel-conformance do not
// look: the ends of the ranges, what is no number, and arguments that must be refused.
#include <functional>

#include "tests/cpu/kernel_test.h"

namespace runnel::test {
namespace {

const double kInf = INFINITY;
const double kNaN = std::nan("");

Outcome RunOp(const char* op, int32_t dtype, std::vector<Input> inputs) {
  return RunCpu(Node(op).T(dtype).Outputs({dtype}).Set("alpha", 0.5f), std::move(inputs));
}

TEST(CpuMath, KeepsFloatFunctionsNearDoubleOnEveryInstructionSet) {
  struct Sweep {
    const char* op;
    std::function<double(double)> reference;
    double low, high;
  };
  const double scale = 1.0507009873554805, alpha = 1.6732632423543772;
  const Sweep sweeps[] = {
      {"Expm1", [](double x) { return std::expm1(x); }, -110, 88.7},
      {"Elu", [](double x) { return x < 0 ? std::expm1(x) : x; }, -110, 10},
      {"Selu", [=](double x) { return x < 0 ? scale * alpha * std::expm1(x) : scale * x; }, -110, 10},
      {"Softplus", [](double x) { return x > 40 ? x : std::log1p(std::exp(x)); }, -80, 100},
      {"Softsign", [](double x) { return x / (1 + std::fabs(x)); }, -1e6, 1e6},
      {"Sin", [](double x) { return std::sin(x); }, -1e5, 1e5},
      {"Rint", [](double x) { return std::nearbyint(x); }, -1e7, 1e7},
  };
  for (const Sweep& sweep : sweeps) {
    std::vector<double> points;
    for (int i = 0; i <= 5000; ++i)
      points.push_back(static_cast<float>(sweep.low + (sweep.high - sweep.low) * i / 5000));
    std::vector<double> want;
    for (const double x : points) want.push_back(sweep.reference(x));
    const Value x = Value::Doubles(RNLP_FLOAT, {static_cast<int64_t>(points.size())}, points);
    for (const char* isa : {"scalar", "sse4", "avx2", "avx3"}) {
      MiniHost host;
      host.settings["isa"] = isa;
      const Outcome got = RunCpu(host, Node(sweep.op).T(RNLP_FLOAT).Outputs({RNLP_FLOAT}), {x});
      ASSERT_EQ(got.code, 0) << got.message;
      ExpectNear(got.outputs[0], want, 6e-7, 1e-38, std::string(sweep.op) + " " + isa);
    }
  }
}

TEST(CpuMath, TreatsInfinitiesZeroAndNaNAsTheMathLibraryDoes) {
  struct SpecialCase {
    const char* op;
    std::vector<double> in, out;
  };
  const double scale = 1.0507009873554805, alpha = 1.6732632423543772;
  const SpecialCase cases[] = {
      {"Sin", {kInf, -kInf, kNaN, 0}, {kNaN, kNaN, kNaN, 0}},
      {"Acos", {2, -2, 1}, {kNaN, kNaN, 0}},
      {"Acosh", {0.5, 1, kInf}, {kNaN, 0, kInf}},
      {"Atanh", {1, -1, 2}, {kInf, -kInf, kNaN}},
      {"Expm1", {kInf, -kInf, kNaN, 0, -1000}, {kInf, -1, kNaN, 0, -1}},
      {"Elu", {kInf, -kInf, kNaN, 0}, {kInf, -1, kNaN, 0}},
      {"Selu", {kInf, -kInf, kNaN}, {kInf, -scale * alpha, kNaN}},
      {"Softplus", {kInf, -kInf, kNaN, 1000}, {kInf, 0, kNaN, 1000}},
      {"Relu6", {kInf, -kInf, kNaN, 6.5}, {6, 0, kNaN, 6}},
      {"LeakyRelu", {kInf, -kInf, kNaN, -3}, {kInf, -kInf, kNaN, -1.5}},
      {"Rint", {0.5, 1.5, 2.5, -0.5, kInf, kNaN}, {0, 2, 2, 0, kInf, kNaN}},
      {"Round", {0.5, 1.5, -2.5, -kInf}, {0, 2, -2, -kInf}},
      {"Inv", {0, kInf, -4}, {kInf, 0, -0.25}},
  };
  for (const SpecialCase& c : cases) {
    for (const int32_t dtype : {RNLP_FLOAT, RNLP_DOUBLE}) {
      for (const int repeats : {1, 7}) {  // one element at a time, and vectors
        std::vector<double> in, out;
        for (int i = 0; i < repeats; ++i) {
          in.insert(in.end(), c.in.begin(), c.in.end());
          out.insert(out.end(), c.out.begin(), c.out.end());
        }
        const Outcome got =
            RunOp(c.op, dtype, {Value::Doubles(dtype, {static_cast<int64_t>(in.size())}, in)});
        ASSERT_EQ(got.code, 0) << got.message;
        ExpectNear(got.outputs[0], out, Tolerance(dtype), 1e-40, c.op);
      }
    }
  }
}

TEST(CpuMath, GivesZeroForZeroTimesALogarithmOrOverZero) {
  for (const int32_t dtype : {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_BFLOAT16}) {
    const Value x = Value::Doubles(dtype, {4}, {0, 0, 1, 0});
    const Value y = Value::Doubles(dtype, {4}, {0, -1, 0, kNaN});
    ExpectNear(RunOp("Xlogy", dtype, {x, y}).outputs[0], {0, 0, -kInf, 0}, 0, 0, "Xlogy");
    ExpectNear(RunOp("Xdivy", dtype, {x, y}).outputs[0], {0, 0, kInf, 0}, 0, 0, "Xdivy");
  }
}

TEST(CpuMath, TruncatesQuotientsAndRefusesIntegerDivisionByZero) {
  const Value a = Value::Ints({4}, {7, -7, 7, -7});
  const Value b = Value::Ints({4}, {2, 2, -2, -2});
  EXPECT_EQ(RunOp("TruncateDiv", RNLP_INT32, {a, b}).outputs[0].Doubles(),
            (std::vector<double>{3, -3, -3, 3}));
  for (const char* op : {"Mod", "TruncateMod"}) {
    EXPECT_EQ(RunOp(op, RNLP_INT32, {a, b}).outputs[0].Doubles(), (std::vector<double>{1, -1, 1, -1}));
  }
  const Value lowest = Value::Ints({1}, {std::numeric_limits<int32_t>::min()});
  EXPECT_EQ(RunOp("TruncateDiv", RNLP_INT32, {lowest, Value::Ints({1}, {-1})}).outputs[0].Get(0),
            std::numeric_limits<int32_t>::min());
  EXPECT_EQ(RunOp("Mod", RNLP_INT32, {lowest, Value::Ints({1}, {-1})}).outputs[0].Get(0), 0);
  for (const char* op : {"TruncateDiv", "TruncateMod", "Mod"}) {
    const Outcome got = RunOp(
        op, RNLP_INT64, {Value::Doubles(RNLP_INT64, {2}, {1, 2}), Value::Doubles(RNLP_INT64, {}, {0})});
    EXPECT_EQ(got.code, RNLP_INVALID_ARGUMENT);
    EXPECT_EQ(got.message, std::string(op) + ": integer division by zero");
    const Outcome real = RunOp(
        op, RNLP_FLOAT, {Value::Doubles(RNLP_FLOAT, {1}, {1}), Value::Doubles(RNLP_FLOAT, {}, {0})});
    EXPECT_EQ(real.code, 0) << real.message;
    EXPECT_FALSE(std::isfinite(real.outputs[0].Get(0)));
  }
}

TEST(CpuMath, ShiftsByPlacesOutsideOfTheType) {
  const Value x = Value::Ints({5}, {-3, -3, 1, 1, -3});
  const Value by = Value::Ints({5}, {40, -2, 31, 32, 1});
  EXPECT_EQ(RunOp("RightShift", RNLP_INT32, {x, by}).outputs[0].Doubles(),
            (std::vector<double>{-1, -3, 0, 0, -2}));
  const double top = std::numeric_limits<int32_t>::min();
  EXPECT_EQ(RunOp("LeftShift", RNLP_INT32, {x, by}).outputs[0].Doubles(),
            (std::vector<double>{top, -3, top, top, -6}));
  const Value wide = Value::Doubles(RNLP_UINT8, {2}, {255, 129});
  EXPECT_EQ(RunOp("LeftShift", RNLP_UINT8, {wide, Value::Doubles(RNLP_UINT8, {2}, {1, 200})})
                .outputs[0]
                .Doubles(),
            (std::vector<double>{254, 128}));
}

TEST(CpuMath, ClipsNaNToNaNAndRefusesBoundsOfAnotherShape) {
  for (const int32_t dtype : {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_BFLOAT16}) {
    const Value t = Value::Doubles(dtype, {4}, {kNaN, 5, -kInf, 0.5});
    const Value low = Value::Doubles(dtype, {}, {-1}), high = Value::Doubles(dtype, {}, {1});
    ExpectNear(RunOp("ClipByValue", dtype, {t, low, high}).outputs[0], {kNaN, 1, -1, 0.5}, 0, 0,
               "inside");
    // Bounds that cross: the lower one wins.
    ExpectNear(RunOp("ClipByValue", dtype, {t, high, low}).outputs[0], {kNaN, 1, 1, 1}, 0, 0, "crossed");
    ExpectNear(RunOp("ClipByValue", dtype, {t, Value::Doubles(dtype, {}, {kNaN}), high}).outputs[0],
               {kNaN, kNaN, kNaN, kNaN}, 0, 0, "NaN");
    const Outcome bad = RunOp("ClipByValue", dtype, {t, Value::Doubles(dtype, {1}, {0}), high});
    EXPECT_EQ(bad.code, RNLP_INVALID_ARGUMENT);
    EXPECT_EQ(bad.message, "ClipByValue: bounds should be scalars or have the shape of t, [4], got [1]");
  }
}

TEST(CpuMath, RefusesGradientsOfAnotherShape) {
  for (const char* op : {"Relu6Grad", "EluGrad", "SoftplusGrad", "LeakyReluGrad", "SqrtGrad"}) {
    const Outcome got = RunOp(op, RNLP_FLOAT, {Value(RNLP_FLOAT, {2}), Value(RNLP_FLOAT, {1})});
    EXPECT_EQ(got.code, RNLP_INVALID_ARGUMENT) << op;
  }
}

}  // namespace
}  // namespace runnel::test
