// Ops that read or update variables, against float64 references.
#include "tests/cpu/kernel_test.h"

namespace runnel::test {
namespace {

const std::vector<int32_t> kFloating = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_BFLOAT16};

const RunOptions kOnce = [] {
  RunOptions options;
  options.both = false;  // a second run would update again
  return options;
}();

Variable Var(int32_t dtype, Shape shape, const std::vector<double>& values) {
  Variable variable;
  variable.value = Value::Doubles(dtype, std::move(shape), values);
  return variable;
}
Value Number(int32_t dtype, double value) { return Value::Doubles(dtype, {}, {value}); }
double Rounded(int32_t dtype, double value) { return Number(dtype, value).Get(0); }

TEST(CpuVariable, AddsAndSubtractsInPlace) {
  Numbers numbers;
  for (int32_t dtype : kAllReal) {
    for (int64_t n : {0, 1, 17, 40000}) {
      const std::vector<double> a = numbers.For(dtype, n, 4, 9), b = numbers.For(dtype, n, 0, 4);
      for (bool add : {true, false}) {
        Variable var = Var(dtype, {n}, a);
        const Outcome got =
            RunCpu(Node(add ? "AssignAddVariableOp" : "AssignSubVariableOp").Set("dtype", Type{dtype}),
                   {&var, Value::Doubles(dtype, {n}, b)}, kOnce);
        ASSERT_EQ(got.code, 0) << got.message;
        std::vector<double> want;
        for (size_t i = 0; i < a.size(); ++i) want.push_back(add ? a[i] + b[i] : a[i] - b[i]);
        ExpectNear(var.value, want, Tolerance(dtype), 0, "assign");
      }
    }
  }
  Variable var = Var(RNLP_FLOAT, {2}, {1, 2});
  EXPECT_EQ(RunCpu(Node("AssignAddVariableOp").Set("dtype", Type{RNLP_FLOAT}),
                   {&var, Value(RNLP_FLOAT, {3})}, kOnce)
                .message,
            "AssignAddVariableOp: value has shape [3], the variable [2]");
}

TEST(CpuVariable, GathersAndScattersRows) {
  for (int32_t dtype : {RNLP_FLOAT, RNLP_DOUBLE, RNLP_INT32, RNLP_HALF}) {
    Variable var = Var(dtype, {4, 2}, {0, 1, 10, 11, 20, 21, 30, 31});
    const Node gather = Node("ResourceGather")
                            .Set("dtype", Type{dtype})
                            .Set("Tindices", Type{RNLP_INT32})
                            .Outputs({dtype});
    const Outcome got = RunCpu(gather, {&var, Value::Ints({3}, {3, 0, 3})});
    ASSERT_EQ(got.code, 0) << got.message;
    EXPECT_EQ(got.outputs[0].shape(), (Shape{3, 2}));
    EXPECT_EQ(got.outputs[0].Doubles(), (std::vector<double>{30, 31, 0, 1, 30, 31}));
    const Node scatter =
        Node("ResourceScatterAdd").Set("dtype", Type{dtype}).Set("Tindices", Type{RNLP_INT64});
    // An index that comes twice is added twice.
    const Outcome added = RunCpu(
        scatter, {&var, Value::Longs({3}, {1, 3, 1}), Value::Doubles(dtype, {3, 2}, {1, 2, 3, 4, 5, 6})},
        kOnce);
    ASSERT_EQ(added.code, 0) << added.message;
    EXPECT_EQ(var.value.Doubles(), (std::vector<double>{0, 1, 16, 19, 20, 21, 33, 35}));
    const Outcome scalar = RunCpu(scatter, {&var, Value::Longs({}, {0}), Number(dtype, 7)}, kOnce);
    ASSERT_EQ(scalar.code, 0) << scalar.message;
    EXPECT_EQ(var.value.Get(0), 7);
    EXPECT_EQ(var.value.Get(1), 8);
  }
}

TEST(CpuVariable, RefusesBadIndicesShapesAndTypes) {
  Variable var = Var(RNLP_FLOAT, {4, 2}, std::vector<double>(8, 1));
  const Node gather = Node("ResourceGather").Set("dtype", Type{RNLP_FLOAT}).Outputs({RNLP_FLOAT});
  EXPECT_EQ(RunCpu(gather, {&var, Value::Vector({0, 4})}).message,
            "ResourceGather: indices[1] = 4 is not in [0, 4)");
  const Node scatter = Node("ResourceScatterAdd").Set("dtype", Type{RNLP_FLOAT});
  EXPECT_EQ(RunCpu(scatter, {&var, Value::Vector({-1}), Value(RNLP_FLOAT, {1, 2})}, kOnce).code,
            RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(scatter, {&var, Value::Vector({1}), Value(RNLP_FLOAT, {2, 2})}, kOnce).code,
            RNLP_INVALID_ARGUMENT);
  const Node descend = Node("ResourceApplyGradientDescent").T(RNLP_DOUBLE);
  EXPECT_EQ(RunCpu(descend, {&var, Number(RNLP_DOUBLE, 1), Value(RNLP_DOUBLE, {4, 2})}, kOnce).message,
            "ResourceApplyGradientDescent: variable \"v\" is float, expected double");
  EXPECT_EQ(var.value.Doubles(), std::vector<double>(8, 1));
}

TEST(CpuVariable, DescendsAlongGradients) {
  Numbers numbers;
  for (int32_t dtype : kFloating) {
    for (int64_t n : {1, 17, 1000, 50000}) {
      const Value start = Value::Doubles(dtype, {n}, numbers.For(dtype, n)),
                  grad = Value::Doubles(dtype, {n}, numbers.For(dtype, n));
      const double rate = Rounded(dtype, 0.25), momentum = Rounded(dtype, 0.5);
      Variable var;
      var.value = start;
      ASSERT_EQ(
          RunCpu(Node("ResourceApplyGradientDescent").T(dtype), {&var, Number(dtype, rate), grad}, kOnce)
              .code,
          0);
      std::vector<double> want;
      for (int64_t i = 0; i < n; ++i) want.push_back(start.Get(i) - rate * grad.Get(i));
      ExpectNear(var.value, want, Tolerance(dtype), Tolerance(dtype), "descent");

      for (bool nesterov : {false, true}) {
        Variable weights, accum;
        weights.value = start;
        accum.value = Value::Doubles(dtype, {n}, std::vector<double>(static_cast<size_t>(n), 2));
        const Outcome got =
            RunCpu(Node("ResourceApplyMomentum").T(dtype).Set("use_nesterov", nesterov),
                   {&weights, &accum, Number(dtype, rate), grad, Number(dtype, momentum)}, kOnce);
        ASSERT_EQ(got.code, 0) << got.message;
        std::vector<double> want_accum;
        want.clear();
        for (int64_t i = 0; i < n; ++i) {
          const double g = grad.Get(i), a = 2 * momentum + g;
          want_accum.push_back(a);
          want.push_back(start.Get(i) - (nesterov ? g * rate + a * momentum * rate : a * rate));
        }
        ExpectNear(accum.value, want_accum, Tolerance(dtype), Tolerance(dtype), "accum");
        ExpectNear(weights.value, want, Tolerance(dtype), 2 * Tolerance(dtype), "momentum");
      }
    }
  }
}

TEST(CpuVariable, StepsAsAdamDoes) {
  Numbers numbers;
  for (int32_t dtype : kFloating) {
    for (bool nesterov : {false, true}) {
      for (int64_t n : {1, 17, 1000, 50000}) {
        const Value start = Value::Doubles(dtype, {n}, numbers.For(dtype, n)),
                    grad = Value::Doubles(dtype, {n}, numbers.For(dtype, n, 0.5, 2));
        Variable var, m, v;
        var.value = start;
        m.value = Value::Doubles(dtype, {n}, std::vector<double>(static_cast<size_t>(n), 0.25));
        v.value = Value::Doubles(dtype, {n}, std::vector<double>(static_cast<size_t>(n), 0.5));
        const double b1p = Rounded(dtype, 0.5), b2p = Rounded(dtype, 0.75), lr = Rounded(dtype, 0.125);
        const double b1 = Rounded(dtype, 0.875), b2 = Rounded(dtype, 0.9375),
                     epsilon = Rounded(dtype, 0.0625);
        const Outcome got =
            RunCpu(Node("ResourceApplyAdam").T(dtype).Set("use_nesterov", nesterov),
                   {&var, &m, &v, Number(dtype, b1p), Number(dtype, b2p), Number(dtype, lr),
                    Number(dtype, b1), Number(dtype, b2), Number(dtype, epsilon), grad},
                   kOnce);
        ASSERT_EQ(got.code, 0) << got.message;
        std::vector<double> want_m, want_v, want;
        for (int64_t i = 0; i < n; ++i) {
          const double g = grad.Get(i);
          const double mean = b1 * 0.25 + (1 - b1) * g, square = b2 * 0.5 + (1 - b2) * g * g;
          const double direction = nesterov ? b1 * mean + (1 - b1) * g : mean;
          want_m.push_back(mean);
          want_v.push_back(square);
          want.push_back(start.Get(i) - lr * std::sqrt(1 - b2p) / (1 - b1p) * direction /
                                            (std::sqrt(square) + epsilon));
        }
        ExpectNear(m.value, want_m, Tolerance(dtype), 0, "m");
        ExpectNear(v.value, want_v, Tolerance(dtype), 0, "v");
        ExpectNear(var.value, want, Tolerance(dtype), Tolerance(dtype), "var");
      }
    }
  }
}

TEST(CpuVariable, NamesAVariableWithoutAValue) {
  Variable var;
  const Outcome got = RunCpu(Node("ResourceApplyGradientDescent").T(RNLP_FLOAT),
                             {&var, Number(RNLP_FLOAT, 1), Value(RNLP_FLOAT, {1})}, kOnce);
  EXPECT_EQ(got.code, RNLP_FAILED_PRECONDITION);
  EXPECT_EQ(got.message, "ResourceApplyGradientDescent: variable \"v\" has no value");
}

}  // namespace
}  // namespace runnel::test
