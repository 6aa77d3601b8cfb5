// Element-wise ops of two arguments against float64 references written here.
#include <functional>

#include "tests/cpu/kernel_test.h"

namespace runnel::test {
namespace {

using Reference = std::function<double(double, double)>;

struct BinaryCase {
  const char* op;
  Reference reference;
  std::vector<int32_t> types;
  bool to_bool = false;
};

const std::vector<int32_t> kFloating = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_BFLOAT16};
const std::vector<int32_t> kMost = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF,  RNLP_BFLOAT16, RNLP_INT8,
                                    RNLP_INT16, RNLP_INT32,  RNLP_INT64, RNLP_UINT8};
const std::vector<int32_t> kFew = {RNLP_FLOAT,    RNLP_DOUBLE, RNLP_HALF,
                                   RNLP_BFLOAT16, RNLP_INT32,  RNLP_INT64};
const std::vector<int32_t> kReal(std::begin(kAllReal), std::end(kAllReal));

bool IsFloat(int32_t dtype) { return Tolerance(dtype) > 0; }

double FloorModulo(double a, double b) {
  const double rest = std::fmod(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

const std::vector<BinaryCase>& Cases() {
  static const std::vector<BinaryCase> cases = {
      {"Add", [](double a, double b) { return a + b; }, kMost},
      {"AddV2", [](double a, double b) { return a + b; }, kMost},
      {"Sub", [](double a, double b) { return a - b; }, kMost},
      {"Mul", [](double a, double b) { return a * b; }, kMost},
      {"RealDiv", [](double a, double b) { return a / b; }, kFloating},
      {"DivNoNan",
       [](double a, double b) { return b == 0 ? 0 : a / b; },
       {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF}},
      {"Maximum", [](double a, double b) { return std::max(a, b); }, kFew},
      {"Minimum", [](double a, double b) { return std::min(a, b); }, kFew},
      {"SquaredDifference", [](double a, double b) { return (a - b) * (a - b); }, kFew},
      {"Equal", [](double a, double b) { return a == b; }, kMost, true},
      {"NotEqual", [](double a, double b) { return a != b; }, kMost, true},
      {"Less", [](double a, double b) { return a < b; }, kReal, true},
      {"LessEqual", [](double a, double b) { return a <= b; }, kReal, true},
      {"Greater", [](double a, double b) { return a > b; }, kReal, true},
      {"GreaterEqual", [](double a, double b) { return a >= b; }, kReal, true},
  };
  return cases;
}

// Result shape and reference of a broadcasting op.
std::vector<double> Expected(const Value& a, const Value& b, const Shape& out, int32_t dtype,
                             bool to_bool, const Reference& reference) {
  std::vector<double> values;
  const auto at = [&](const Value& value, int64_t index) {
    int64_t offset = 0, step = 1;
    for (int64_t i = static_cast<int64_t>(out.size()) - 1; i >= 0; --i) {
      const int64_t coordinate = index % out[static_cast<size_t>(i)];
      index /= out[static_cast<size_t>(i)];
      const int64_t dim = i - static_cast<int64_t>(out.size() - value.shape().size());
      if (dim < 0) continue;
      const int64_t size = value.shape()[static_cast<size_t>(dim)];
      if (size != 1) offset += coordinate * step;
      step *= size;
    }
    return value.Get(offset);
  };
  for (int64_t i = 0; i < Elements(out); ++i) {
    double value = reference(at(a, i), at(b, i));
    if (!to_bool && !IsFloat(dtype)) {
      // Wraps around as the type does; done in int64, which holds every product of the cases.
      Value cell(dtype, {1});
      const auto wide = static_cast<int64_t>(value);
      std::memcpy(cell.data(), &wide, SizeOfType(dtype));
      value = cell.Get(0);
    }
    values.push_back(value);
  }
  return values;
}

struct ShapeCase {
  Shape a, b, out;
};
const std::vector<ShapeCase> kShapes = {
    {{}, {}, {}},
    {{1}, {1}, {1}},
    {{0}, {0}, {0}},
    {{0, 3}, {1, 3}, {0, 3}},
    {{3}, {}, {3}},
    {{}, {17}, {17}},
    {{1000}, {1000}, {1000}},
    {{1000}, {1}, {1000}},
    {{1}, {1000}, {1000}},
    {{2, 3}, {3}, {2, 3}},
    {{2, 1}, {1, 3}, {2, 3}},
    {{17, 1, 3}, {5, 1}, {17, 5, 3}},
    {{3, 1, 2, 1}, {1, 4, 1, 5}, {3, 4, 2, 5}},
    {{1, 1, 1}, {2, 2}, {1, 2, 2}},
    {{200, 300}, {300}, {200, 300}},
    {{200, 300}, {200, 1}, {200, 300}},
    {{70000}, {70000}, {70000}},
};

TEST(CpuBinary, AgreesWithDoubleForEveryOpTypeAndShape) {
  Numbers numbers;
  for (const BinaryCase& c : Cases()) {
    for (int32_t dtype : c.types) {
      for (const ShapeCase& s : kShapes) {
        const Value a = Value::Doubles(dtype, s.a, numbers.For(dtype, Elements(s.a)));
        const Value b = Value::Doubles(dtype, s.b, numbers.For(dtype, Elements(s.b)));
        MiniHost host;
        host.backwards = true;
        const int32_t out = c.to_bool ? static_cast<int32_t>(RNLP_BOOL) : dtype;
        const Outcome got = RunCpu(host, Node(c.op).T(dtype).Outputs({out}), {a, b});
        const std::string what =
            std::string(c.op) + " type " + std::to_string(dtype) + " " + Name(s.a) + Name(s.b);
        ASSERT_EQ(got.code, 0) << what << ": " << got.message;
        ASSERT_EQ(got.outputs[0].shape(), s.out) << what;
        ExpectNear(got.outputs[0], Expected(a, b, s.out, dtype, c.to_bool, c.reference),
                   c.to_bool ? 0 : Tolerance(dtype), 0, what);
      }
    }
  }
}

TEST(CpuBinary, WritesOverEitherInput) {
  Numbers numbers;
  for (int alias : {0, 1}) {
    for (const char* op : {"AddV2", "Mul", "Maximum", "ReluGrad"}) {
      for (int64_t n : {1, 3, 1000, 70000}) {
        const Value a = Value::Doubles(RNLP_FLOAT, {n}, numbers.For(RNLP_FLOAT, n));
        const Value b = Value::Doubles(RNLP_FLOAT, {n}, numbers.For(RNLP_FLOAT, n));
        RunOptions in_place;
        in_place.alias_input = alias;
        const Outcome got = RunCpu(Node(op).T(RNLP_FLOAT).Outputs({RNLP_FLOAT}), {a, b}, in_place);
        EXPECT_EQ(got.code, 0) << op << ": "
                               << got.message;  // RunKernel compares with the run beside it
      }
    }
  }
}

TEST(CpuBinary, AcceptsDataOffItsVectorAlignment) {
  Numbers numbers;
  for (int32_t dtype : kReal) {
    for (int64_t offset : {1, 3, 5}) {
      const Value a = Value::Doubles(dtype, {37}, numbers.For(dtype, 37), offset);
      const Value b = Value::Doubles(dtype, {37}, numbers.For(dtype, 37), 0);
      const Outcome got = RunCpu(Node("Less").T(dtype).Outputs({RNLP_BOOL}), {a, b});
      ASSERT_EQ(got.code, 0) << got.message;
      for (int64_t i = 0; i < 37; ++i) EXPECT_EQ(got.outputs[0].Get(i), a.Get(i) < b.Get(i));
    }
  }
}

TEST(CpuBinary, DividesIntegersTowardsZeroOrDown) {
  const Value a = Value::Ints({4}, {7, -7, 7, -7});
  const Value b = Value::Ints({4}, {2, 2, -2, -2});
  const auto run = [&](const char* op) {
    return RunCpu(Node(op).T(RNLP_INT32).Outputs({RNLP_INT32}), {a, b}).outputs[0].Doubles();
  };
  EXPECT_EQ(run("Div"), (std::vector<double>{3, -3, -3, 3}));
  EXPECT_EQ(run("FloorDiv"), (std::vector<double>{3, -4, -4, 3}));
  EXPECT_EQ(run("FloorMod"), (std::vector<double>{1, 1, -1, -1}));
}

TEST(CpuBinary, RefusesIntegerDivisionByZeroByName) {
  for (const char* op : {"Div", "FloorDiv", "FloorMod"}) {
    for (int32_t dtype : {RNLP_INT32, RNLP_INT64}) {
      const Value a = Value::Doubles(dtype, {2}, {1, 2});
      const Value b = Value::Doubles(dtype, {2}, {1, 0});
      const Outcome got = RunCpu(Node(op).T(dtype).Outputs({dtype}), {a, b});
      EXPECT_EQ(got.code, RNLP_INVALID_ARGUMENT);
      EXPECT_EQ(got.message, std::string(op) + ": integer division by zero");
    }
  }
}

TEST(CpuBinary, SurvivesTheMostNegativeIntegerOverMinusOne) {
  const Value a = Value::Ints({1}, {std::numeric_limits<int32_t>::min()});
  const Value b = Value::Ints({1}, {-1});
  for (const char* op : {"Div", "FloorDiv"}) {
    const Outcome got = RunCpu(Node(op).T(RNLP_INT32).Outputs({RNLP_INT32}), {a, b});
    EXPECT_EQ(got.outputs[0].as<int32_t>()[0], std::numeric_limits<int32_t>::min());
  }
  EXPECT_EQ(RunCpu(Node("FloorMod").T(RNLP_INT32).Outputs({RNLP_INT32}), {a, b}).outputs[0].Get(0), 0);
}

TEST(CpuBinary, FloorsFloatQuotientsAndGivesTheDivisorsSign) {
  Numbers numbers;
  for (int32_t dtype : kFloating) {
    const Value a = Value::Doubles(dtype, {100}, numbers.For(dtype, 100));
    std::vector<double> divisors = numbers.For(dtype, 100);
    for (double& d : divisors) {
      if (d == 0) d = 2;
    }
    const Value b = Value::Doubles(dtype, {100}, divisors);
    const Outcome mod = RunCpu(Node("FloorMod").T(dtype).Outputs({dtype}), {a, b});
    std::vector<double> want;
    for (int64_t i = 0; i < 100; ++i) want.push_back(FloorModulo(a.Get(i), b.Get(i)));
    ExpectNear(mod.outputs[0], want, 0, 0, "FloorMod");
    const Outcome div = RunCpu(Node("FloorDiv").T(dtype).Outputs({dtype}), {a, b});
    want.clear();
    for (int64_t i = 0; i < 100; ++i) want.push_back(std::floor(a.Get(i) / b.Get(i)));
    ExpectNear(div.outputs[0], want, 0, 0, "FloorDiv");
  }
}

TEST(CpuBinary, RaisesIntegersToPowersAndRefusesNegativeOnes) {
  const Value base = Value::Ints({5}, {2, -3, 0, 7, 1});
  const Value power = Value::Ints({5}, {10, 3, 0, 0, 1000000});
  const Outcome got = RunCpu(Node("Pow").T(RNLP_INT32).Outputs({RNLP_INT32}), {base, power});
  EXPECT_EQ(got.outputs[0].Doubles(), (std::vector<double>{1024, -27, 1, 1, 1}));
  const Outcome bad = RunCpu(Node("Pow").T(RNLP_INT32).Outputs({RNLP_INT32}), {base, Value::Scalar(-1)});
  EXPECT_EQ(bad.code, RNLP_INVALID_ARGUMENT);
  for (int32_t dtype : kFloating) {
    const Value x = Value::Doubles(dtype, {3}, {0.5, 2, 3});
    const Value y = Value::Doubles(dtype, {3}, {2, -1, 2.5});
    ExpectNear(RunCpu(Node("Pow").T(dtype).Outputs({dtype}), {x, y}).outputs[0],
               {0.25, 0.5, std::pow(3.0, 2.5)}, 2 * Tolerance(dtype), 0, "Pow");
  }
}

TEST(CpuBinary, NeverLosesNaN) {
  const double nan = std::nan("");
  for (int32_t dtype : kFloating) {
    for (int64_t n : {1, 40}) {
      const auto size = static_cast<size_t>(n);
      const Value bad = Value::Doubles(dtype, {n}, std::vector<double>(size, nan));
      const Value one = Value::Doubles(dtype, {n}, std::vector<double>(size, 1));
      for (const char* op : {"AddV2", "Maximum", "Minimum", "RealDiv", "Mul"}) {
        for (const Outcome& got : {RunCpu(Node(op).T(dtype).Outputs({dtype}), {bad, one}),
                                   RunCpu(Node(op).T(dtype).Outputs({dtype}), {one, bad})}) {
          for (double value : got.outputs[0].Doubles()) EXPECT_TRUE(std::isnan(value)) << op;
        }
      }
      EXPECT_EQ(RunCpu(Node("Equal").T(dtype).Outputs({RNLP_BOOL}), {bad, bad}).outputs[0].Get(0), 0);
      EXPECT_EQ(RunCpu(Node("NotEqual").T(dtype).Outputs({RNLP_BOOL}), {bad, bad}).outputs[0].Get(0), 1);
    }
  }
}

TEST(CpuBinary, RefusesShapesThatDoNotBroadcast) {
  const Value a(RNLP_FLOAT, {2, 3});
  const Value b(RNLP_FLOAT, {4});
  const Outcome got = RunCpu(Node("AddV2").T(RNLP_FLOAT).Outputs({RNLP_FLOAT}), {a, b});
  EXPECT_EQ(got.code, RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(got.message, "AddV2: shapes [2,3] and [4] do not broadcast");
  RunOptions wrong;
  wrong.static_shapes = {{3, 2}};
  const Outcome planned = RunCpu(Node("AddV2").T(RNLP_FLOAT).Outputs({RNLP_FLOAT}), {a, a}, wrong);
  EXPECT_EQ(planned.code, RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(planned.message, "AddV2: output 0 should have shape [2,3], was planned as [3,2]");
}

TEST(CpuBinary, ComparesIncompatibleShapesWhereTheAttrAllowsIt) {
  const Value a(RNLP_FLOAT, {2});
  const Value b(RNLP_FLOAT, {3});
  EXPECT_EQ(RunCpu(Node("Equal").T(RNLP_FLOAT).Outputs({RNLP_BOOL}), {a, b}).code,
            RNLP_INVALID_ARGUMENT);
  const Node lax =
      Node("Equal").T(RNLP_FLOAT).Outputs({RNLP_BOOL}).Set("incompatible_shape_error", false);
  const Outcome got = RunCpu(lax, {a, b});
  ASSERT_EQ(got.code, 0);
  EXPECT_EQ(got.outputs[0].shape(), Shape{});
  EXPECT_EQ(got.outputs[0].Get(0), 0);
}

TEST(CpuBinary, CombinesBooleans) {
  const Value a = Value::Bools({4}, {0, 0, 1, 1});
  const Value b = Value::Bools({4}, {0, 1, 0, 1});
  EXPECT_EQ(RunCpu(Node("LogicalAnd").Outputs({RNLP_BOOL}), {a, b}).outputs[0].Doubles(),
            (std::vector<double>{0, 0, 0, 1}));
  EXPECT_EQ(RunCpu(Node("LogicalOr").Outputs({RNLP_BOOL}), {a, b}).outputs[0].Doubles(),
            (std::vector<double>{0, 1, 1, 1}));
}

TEST(CpuBinary, ComputesComplexSumsDifferencesAndProducts) {
  const Value a = Value::Of<float>(RNLP_COMPLEX64, {2}, {1, 2, 3, -1});
  const Value b = Value::Of<float>(RNLP_COMPLEX64, {2}, {5, -1, 0, 2});
  const auto run = [&](const char* op) {
    const Outcome got = RunCpu(Node(op).T(RNLP_COMPLEX64).Outputs({RNLP_COMPLEX64}), {a, b});
    const float* data = got.outputs[0].as<float>();
    return std::vector<float>(data, data + 4);
  };
  EXPECT_EQ(run("AddV2"), (std::vector<float>{6, 1, 3, 1}));
  EXPECT_EQ(run("Sub"), (std::vector<float>{-4, 3, 3, -3}));
  EXPECT_EQ(run("Mul"), (std::vector<float>{7, 9, 2, 6}));
}

TEST(CpuBinary, GivesGradientsOfActivations) {
  Numbers numbers;
  struct GradCase {
    const char* op;
    Reference reference;
  };
  const GradCase cases[] = {{"ReluGrad", [](double dy, double x) { return x > 0 ? dy : 0; }},
                            {"TanhGrad", [](double y, double dy) { return dy * (1 - y * y); }},
                            {"SigmoidGrad", [](double y, double dy) { return dy * y * (1 - y); }}};
  for (const GradCase& c : cases) {
    for (int32_t dtype : kFloating) {
      for (int64_t n : {0, 1, 3, 17, 1000}) {
        const Value a = Value::Doubles(dtype, {n}, numbers.For(dtype, n, -1, 1));
        const Value b = Value::Doubles(dtype, {n}, numbers.For(dtype, n, -1, 1));
        const Outcome got = RunCpu(Node(c.op).T(dtype).Outputs({dtype}), {a, b});
        ASSERT_EQ(got.code, 0) << got.message;
        ExpectNear(got.outputs[0], Expected(a, b, {n}, dtype, false, c.reference), 2 * Tolerance(dtype),
                   0, c.op);
      }
    }
  }
  const Outcome bad = RunCpu(Node("ReluGrad").T(RNLP_FLOAT).Outputs({RNLP_FLOAT}),
                             {Value(RNLP_FLOAT, {2}), Value(RNLP_FLOAT, {1})});
  EXPECT_EQ(bad.code, RNLP_INVALID_ARGUMENT);
}

TEST(CpuBinary, GivesTheSameResultOnEveryInstructionSet) {
  Numbers numbers;
  const Value a = Value::Doubles(RNLP_FLOAT, {1001}, numbers.For(RNLP_FLOAT, 1001));
  const Value b = Value::Doubles(RNLP_FLOAT, {1001}, numbers.For(RNLP_FLOAT, 1001));
  for (const char* op : {"AddV2", "Mul", "RealDiv", "Maximum"}) {
    const Outcome best = RunCpu(Node(op).T(RNLP_FLOAT).Outputs({RNLP_FLOAT}), {a, b});
    for (const char* isa : {"scalar", "sse4", "avx2", "avx3"}) {
      MiniHost host;
      host.settings["isa"] = isa;
      const Outcome got = RunCpu(host, Node(op).T(RNLP_FLOAT).Outputs({RNLP_FLOAT}), {a, b});
      EXPECT_TRUE(got.outputs[0].SameBytes(best.outputs[0])) << op << " " << isa;
    }
  }
}

TEST(CpuBinary, ComparesAndJoinsStrings) {
  const Value words = Value::Strings({2, 1}, {"a", "word that is longer than a small string"});
  const Value others = Value::Strings({3}, {"a", "", std::string("a\0b", 3)});
  const Outcome equal = RunCpu(Node("Equal").T(RNLP_STRING).Outputs({RNLP_BOOL}), {words, others});
  ASSERT_EQ(equal.code, 0) << equal.message;
  EXPECT_EQ(equal.outputs[0].shape(), Shape({2, 3}));
  for (int64_t i = 0; i < 6; ++i) EXPECT_EQ(equal.outputs[0].Get(i), i == 0 ? 1 : 0) << i;
  const Outcome unequal = RunCpu(Node("NotEqual").T(RNLP_STRING).Outputs({RNLP_BOOL}), {others, others});
  ASSERT_EQ(unequal.code, 0) << unequal.message;
  for (int64_t i = 0; i < 3; ++i) EXPECT_EQ(unequal.outputs[0].Get(i), 0) << i;
  const Node add = Node("Add").T(RNLP_STRING).Outputs({RNLP_STRING});
  const Outcome joined = RunCpu(add, {words, others});
  ASSERT_EQ(joined.code, 0) << joined.message;
  const std::string word = "word that is longer than a small string";
  EXPECT_TRUE(joined.outputs[0].SameBytes(Value::Strings(
      {2, 3}, {"aa", "a", std::string("aa\0b", 4), word + "a", word, word + std::string("a\0b", 3)})));
  const Outcome wrong = RunCpu(add, {others, Value::Strings({2}, {"a", "b"})});
  EXPECT_EQ(wrong.code, RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(wrong.message, "Add: shapes [3] and [2] do not broadcast");
}

}  // namespace
}  // namespace runnel::test
