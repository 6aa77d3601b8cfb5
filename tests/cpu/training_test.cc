// What steps of optimizers and scatter updates refuse, the order of repeated indices, and threads. The
// rules themselves are checked by runnel-conformance's float64 references, at one thread.
#include <complex>

#include "tests/cpu/kernel_test.h"
#include "tests/support/case_log.h"

namespace runnel::test {
namespace {

const RunOptions kOnce = [] {
  RunOptions options;
  options.both = false;  // a second run would update again
  return options;
}();

Variable Var(Value value) {
  Variable variable;
  variable.value = std::move(value);
  return variable;
}
Value Number(double value) { return Value::Doubles(RNLP_FLOAT, {}, {value}); }
Value Floats(const Shape& shape, float value) {
  return Value::Floats(shape, std::vector<float>(static_cast<size_t>(Elements(shape)), value));
}

TEST(CpuTraining, StepsRowsInTheOrderOfTheIndices) {
  // accum: 1, then 1 + 4, then 5 + 9; every step divides by the root of the sum so far.
  Variable var = Var(Floats({2, 1}, 0)), accum = Var(Floats({2, 1}, 1));
  const Outcome got =
      RunCpu(Node("ResourceSparseApplyAdagrad").T(RNLP_FLOAT).Set("Tindices", Type{RNLP_INT32}),
             {&var, &accum, Number(1), Value::Floats({2, 1}, {2, 3}), Value::Vector({1, 1})}, kOnce);
  ASSERT_EQ(got.code, 0) << got.message;
  EXPECT_EQ(accum.value.Doubles(), (std::vector<double>{1, 14}));
  ExpectNear(var.value, {0, -2 / std::sqrt(5.0) - 3 / std::sqrt(14.0)}, 1e-6, 0, "var");
}

TEST(CpuTraining, GivesTheSameBitsOnAnyNumberOfThreads) {
  Numbers numbers;
  const Value start = Value::Doubles(RNLP_FLOAT, {50, 100}, numbers.For(RNLP_FLOAT, 5000)),
              grad = Value::Doubles(RNLP_FLOAT, {2000, 100}, numbers.For(RNLP_FLOAT, 200000));
  std::vector<int32_t> indices;
  for (int i = 0; i < 2000; ++i) indices.push_back(static_cast<int32_t>(numbers.Int(0, 49)));
  for (const char* op : {"ResourceSparseApplyMomentum", "ResourceScatterSub"}) {
    std::vector<Value> results;
    for (int threads : {1, 4}) {
      MiniHost host;
      host.threads = threads;
      host.backwards = threads > 1;
      Variable var = Var(start), accum = Var(start);
      const Node node = Node(op).T(RNLP_FLOAT).Set("dtype", Type{RNLP_FLOAT});
      const Outcome got =
          op[8] == 'S' && op[9] == 'p'
              ? RunCpu(host, node,
                       {&var, &accum, Number(0.3), grad, Value::Vector(indices), Number(0.9)}, kOnce)
              : RunCpu(host, node, {&var, Value::Vector(indices), grad}, kOnce);
      ASSERT_EQ(got.code, 0) << got.message;
      results.push_back(var.value);
    }
    EXPECT_TRUE(results[0].SameBytes(results[1])) << op;
    EXPECT_FALSE(results[0].SameBytes(start)) << op;
  }
}

TEST(CpuTraining, RefusesWhatDoesNotFitBeforeItUpdates) {
  const auto step = [](const Value& grad, const Value& indices) {
    Variable var = Var(Floats({3, 2}, 1)), accum = Var(Floats({3, 2}, 1));
    const Outcome got =
        RunCpu(Node("ResourceSparseApplyMomentum").T(RNLP_FLOAT).Set("Tindices", Type{RNLP_INT32}),
               {&var, &accum, Number(1), grad, indices, Number(1)}, kOnce);
    EXPECT_EQ(var.value.Doubles(), std::vector<double>(6, 1)) << got.message;
    EXPECT_EQ(got.code, RNLP_INVALID_ARGUMENT);
    return got.message;
  };
  EXPECT_EQ(step(Floats({2, 2}, 1), Value::Vector({0, 3})),
            "ResourceSparseApplyMomentum: indices[1] = 3 is not in [0, 3)");
  EXPECT_EQ(step(Floats({2, 2}, 1), Value::Vector({-1, 0})),
            "ResourceSparseApplyMomentum: indices[0] = -1 is not in [0, 3)");
  EXPECT_EQ(step(Floats({2, 3}, 1), Value::Vector({0, 1})),
            "ResourceSparseApplyMomentum: grad [2,3] should have a row of the variable [3,2] for every "
            "index of indices [2]");
  EXPECT_EQ(step(Floats({1, 2}, 1), Value::Vector({0, 1})),
            "ResourceSparseApplyMomentum: grad [1,2] should have a row of the variable [3,2] for every "
            "index of indices [2]");
  EXPECT_EQ(step(Floats({1, 2}, 1), Value::Scalar(0)),
            "ResourceSparseApplyMomentum: grad [1,2] should have a row of the variable [3,2] for every "
            "index of indices []");

  Variable var = Var(Floats({3}, 1)), other = Var(Floats({4}, 1));
  EXPECT_EQ(RunCpu(Node("ResourceApplyAdagrad").T(RNLP_FLOAT), {&var, &other, Number(1), Floats({3}, 1)},
                   kOnce)
                .message,
            "ResourceApplyAdagrad: accum has shape [4], the variable [3]");
  EXPECT_EQ(RunCpu(Node("ResourceApplyAdagrad").T(RNLP_FLOAT),
                   {&var, &var, Floats({2}, 1), Floats({3}, 1)}, kOnce)
                .message,
            "ResourceApplyAdagrad: lr should be a scalar, got shape [2]");
  Variable scalar = Var(Floats({}, 1));
  EXPECT_EQ(RunCpu(Node("ResourceSparseApplyAdagrad").T(RNLP_FLOAT),
                   {&scalar, &scalar, Number(1), Floats({}, 1), Value::Vector({0})}, kOnce)
                .code,
            RNLP_INVALID_ARGUMENT);
}

TEST(CpuTraining, FtrlRefusesScalarsOutOfItsRange) {
  const auto step = [](double lr, double l1, double l2, double shrinkage, double power) {
    Variable var = Var(Floats({2}, 1)), accum = Var(Floats({2}, 1)), linear = Var(Floats({2}, 1));
    const Outcome got = RunCpu(Node("ResourceApplyFtrlV2").T(RNLP_FLOAT),
                               {&var, &accum, &linear, Floats({2}, 1), Number(lr), Number(l1),
                                Number(l2), Number(shrinkage), Number(power)},
                               kOnce);
    EXPECT_EQ(accum.value.Get(0), got.code == 0 ? 2 : 1);
    return got.message;
  };
  EXPECT_EQ(step(1, 0, 0, 0, 0), "");
  EXPECT_EQ(step(0, 0, 0, 0, 0), "ResourceApplyFtrlV2: lr is 0, it should be positive");
  EXPECT_EQ(step(NAN, 0, 0, 0, 0), "ResourceApplyFtrlV2: lr is nan, it should be positive");
  EXPECT_EQ(step(1, -1, 0, 0, 0), "ResourceApplyFtrlV2: l1 is -1, it should not be negative");
  EXPECT_EQ(step(1, 0, -2, 0, 0), "ResourceApplyFtrlV2: l2 is -2, it should not be negative");
  EXPECT_EQ(step(1, 0, 0, -3, 0), "ResourceApplyFtrlV2: l2_shrinkage is -3, it should not be negative");
  EXPECT_EQ(step(1, 0, 0, 0, 0.5), "ResourceApplyFtrlV2: lr_power is 0.5, it should not be positive");
}

TEST(CpuTraining, ScatterRefusesWhatDoesNotFitBeforeItUpdates) {
  const auto scatter = [](const char* op, Value start, const Value& indices, const Value& updates) {
    const Value before = start;
    const int32_t dtype = start.dtype();
    Variable var = Var(std::move(start));
    const Outcome got =
        RunCpu(Node(op).T(dtype).Set("dtype", Type{dtype}), {&var, indices, updates}, kOnce);
    EXPECT_TRUE(var.value.SameBytes(before)) << op;
    EXPECT_EQ(got.code, RNLP_INVALID_ARGUMENT) << op;
    return got.message;
  };
  EXPECT_EQ(scatter("ResourceScatterDiv", Value::Ints({2}, {6, 7}), Value::Vector({0, 1}),
                    Value::Vector({2, 0})),
            "ResourceScatterDiv: integer division by zero");
  EXPECT_EQ(scatter("ResourceScatterUpdate", Floats({2}, 1), Value::Vector({0, 2}), Floats({2}, 3)),
            "ResourceScatterUpdate: indices[1] = 2 is not in [0, 2)");
  EXPECT_EQ(
      scatter("ResourceScatterUpdate", Floats({}, 1), Value::Vector({0}), Floats({1}, 3)),
      "ResourceScatterUpdate: updates [1] should be shaped like indices [1] followed by the rows of "
      "the variable []");
  EXPECT_EQ(
      scatter("ResourceScatterNdAdd", Floats({2, 2}, 1), Value::Ints({1, 2}, {1, 2}), Floats({1}, 3)),
      "ResourceScatterNdAdd: indices[0] = [1,2] does not index into shape [2,2]");
  EXPECT_EQ(
      scatter("ResourceScatterNdAdd", Floats({2, 2}, 1), Value::Ints({1, 3}, {0, 0, 0}), Floats({1}, 3)),
      "ResourceScatterNdAdd: indices [1,3] should hold vectors of at most 2 entries, for a tensor "
      "of shape [2,2]");
  EXPECT_EQ(
      scatter("ResourceScatterNdAdd", Floats({2, 2}, 1), Value::Ints({1, 1}, {0}), Floats({1, 3}, 3)),
      "ResourceScatterNdAdd: updates [1,3] should be shaped like indices [1,1] but for the last "
      "dimension, then like what the vectors leave of [2,2]");
}

using Complex = std::complex<double>;
Value ComplexValue(int32_t dtype, Shape shape, const std::vector<Complex>& values) {
  std::vector<double> parts;
  for (Complex value : values) {
    parts.push_back(value.real());
    parts.push_back(value.imag());
  }
  if (dtype == RNLP_COMPLEX128) {
    Value out(dtype, std::move(shape));
    std::memcpy(out.data(), parts.data(), out.size_bytes());
    return out;
  }
  const std::vector<float> narrow(parts.begin(), parts.end());
  Value out(dtype, std::move(shape));
  std::memcpy(out.data(), narrow.data(), out.size_bytes());
  return out;
}

TEST(CpuTraining, ScattersComplexNumbers) {
  struct Law {
    const char* name;
    Complex (*combine)(Complex a, Complex b);
    bool has_vectors;
  };
  const Law laws[] = {{"Update", [](Complex, Complex b) { return b; }, true},
                      {"Add", [](Complex a, Complex b) { return a + b; }, true},
                      {"Sub", [](Complex a, Complex b) { return a - b; }, true},
                      {"Mul", [](Complex a, Complex b) { return a * b; }, false}};
  const std::vector<Complex> start = {{1, 2}, {3, -4}, {-5, 6}, {7, 8}}, updates = {{2, 1}, {0, -3}};
  for (const auto& [dtype, name] :
       {std::pair<int32_t, std::string>{RNLP_COMPLEX64, "complex64"}, {RNLP_COMPLEX128, "complex128"}}) {
    for (const auto& [index, index_name] :
         {std::pair<int32_t, std::string>{RNLP_INT32, "int32"}, {RNLP_INT64, "int64"}}) {
      for (const Law& law : laws) {
        std::vector<Complex> want = start;
        want[3] = law.combine(want[3], updates[0]);
        want[1] = law.combine(want[1], updates[1]);
        for (const bool vectors : {false, true}) {
          if (vectors && !law.has_vectors) continue;
          const std::string op =
              std::string(vectors ? "ResourceScatterNd" : "ResourceScatter") + law.name;
          Variable var = Var(ComplexValue(dtype, {4}, start));
          const Outcome got =
              RunCpu(Node(op).Set(vectors ? "T" : "dtype", Type{dtype}).Set("Tindices", Type{index}),
                     {&var, Value::Doubles(index, vectors ? Shape{2, 1} : Shape{2}, {3, 1}),
                      ComplexValue(dtype, {2}, updates)},
                     kOnce);
          ASSERT_EQ(got.code, 0) << got.message;
          EXPECT_TRUE(var.value.SameBytes(ComplexValue(dtype, {4}, want))) << op;
          if (HasFailure()) continue;
          std::string types = vectors ? "T=" : "dtype=";
          types.append(name).append(",Tindices=").append(index_name);
          testing::LogCase("forward", op, types, "CPU");
        }
      }
    }
  }
}

TEST(CpuTraining, ScattersTruthValues) {
  Variable var = Var(Value::Bools({3}, {1, 0, 1}));
  for (const auto& [index, name] :
       {std::pair<int32_t, std::string>{RNLP_INT32, "int32"}, {RNLP_INT64, "int64"}}) {
    const Outcome got =
        RunCpu(Node("ResourceScatterUpdate").Set("dtype", Type{RNLP_BOOL}).Set("Tindices", Type{index}),
               {&var, Value::Doubles(index, {2}, {0, 1}), Value::Bools({2}, {0, 1})}, kOnce);
    ASSERT_EQ(got.code, 0) << got.message;
    EXPECT_EQ(var.value.Doubles(), (std::vector<double>{0, 1, 1}));
  }
}

}  // namespace
}  // namespace runnel::test
