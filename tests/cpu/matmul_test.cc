// Matrix products against float64 triple loops.
#include "tests/cpu/kernel_test.h"

namespace runnel::test {
namespace {

struct Product {
  int64_t m, n, k;
};
const std::vector<Product> kProducts = {
    {1, 1, 1},     {0, 3, 2},    {3, 0, 2},    {2, 3, 0},    {1, 17, 5},    {17, 1, 5},
    {1, 1, 100},   {3, 3, 3},    {2, 33, 7},   {14, 32, 9},  {15, 33, 17},  {29, 65, 3},
    {5, 100, 500}, {64, 64, 64}, {1, 300, 70}, {300, 1, 70}, {85, 47, 401}, {100, 10, 784},
    {33, 1100, 5}, {7, 1, 1},    {1, 7, 1},    {5, 1, 1000}, {31, 2, 390}};

Value Matrix(Numbers& numbers, int32_t dtype, int64_t rows, int64_t cols, bool transposed) {
  const Shape shape = transposed ? Shape{cols, rows} : Shape{rows, cols};
  return Value::Doubles(dtype, shape, numbers.For(dtype, rows * cols, -2, 2), 1);
}
double At(const Value& matrix, int64_t i, int64_t j, bool transposed) {
  return transposed ? matrix.Get(j * matrix.shape()[1] + i) : matrix.Get(i * matrix.shape()[1] + j);
}

void Check(int32_t dtype, const Product& p, bool ta, bool tb, const char* isa, int threads = 1) {
  Numbers numbers;
  const Value a = Matrix(numbers, dtype, p.m, p.k, ta);
  const Value b = Matrix(numbers, dtype, p.k, p.n, tb);
  MiniHost host;
  host.settings["isa"] = isa;
  host.threads = threads;
  host.backwards = true;
  const Node node =
      Node("MatMul").T(dtype).Set("transpose_a", ta).Set("transpose_b", tb).Outputs({dtype});
  const Outcome got = RunCpu(host, node, {a, b});
  const std::string what = "MatMul type " + std::to_string(dtype) + " " + Name({p.m, p.n, p.k}) +
                           (ta ? " ta" : "") + (tb ? " tb " : " ") + isa;
  ASSERT_EQ(got.code, 0) << what << got.message;
  ASSERT_EQ(got.outputs[0].shape(), (Shape{p.m, p.n})) << what;
  std::vector<double> want;
  for (int64_t i = 0; i < p.m; ++i) {
    for (int64_t j = 0; j < p.n; ++j) {
      double sum = 0;
      for (int64_t q = 0; q < p.k; ++q) sum += At(a, i, q, ta) * At(b, q, j, tb);
      want.push_back(sum);
    }
  }
  ExpectNear(got.outputs[0], want, Tolerance(dtype),
             Tolerance(dtype) * std::sqrt(static_cast<double>(p.k)), what);
}

TEST(CpuMatMul, AgreesWithDoubleForEveryTypeShapeAndTranspose) {
  for (int32_t dtype : {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_BFLOAT16, RNLP_INT32, RNLP_INT64}) {
    for (const Product& p : kProducts) {
      for (int flags = 0; flags < 4; ++flags)
        Check(dtype, p, (flags & 1) != 0, (flags & 2) != 0, "avx3");
    }
  }
}

TEST(CpuMatMul, AgreesOnEveryInstructionSet) {
  for (const char* isa : {"scalar", "sse4", "avx2"}) {
    for (int32_t dtype : {RNLP_FLOAT, RNLP_DOUBLE, RNLP_BFLOAT16}) {
      for (const Product& p : kProducts) {
        for (int flags = 0; flags < 4; ++flags) Check(dtype, p, (flags & 1) != 0, (flags & 2) != 0, isa);
      }
    }
  }
}

TEST(CpuMatMul, GivesTheSameBitsOnAnyNumberOfThreads) {
  Numbers numbers;
  for (const Product& p :
       std::vector<Product>{{200, 200, 200}, {32, 128, 784}, {1, 2000, 900}, {1500, 1, 900}}) {
    std::vector<double> a_values, b_values;
    for (int64_t i = 0; i < p.m * p.k; ++i) a_values.push_back(numbers.Uniform(-1, 1));
    for (int64_t i = 0; i < p.k * p.n; ++i) b_values.push_back(numbers.Uniform(-1, 1));
    for (const int32_t dtype : {RNLP_FLOAT, RNLP_HALF}) {
      const Value a = Value::Doubles(dtype, {p.m, p.k}, a_values);
      const Value b = Value::Doubles(dtype, {p.k, p.n}, b_values);
      const Node node = Node("MatMul").T(dtype).Outputs({dtype});
      const Outcome one = RunCpu(node, {a, b});
      MiniHost host;
      host.threads = 3;
      const Outcome three = RunCpu(host, node, {a, b});
      EXPECT_TRUE(one.outputs[0].SameBytes(three.outputs[0])) << Name({p.m, p.n, p.k}) << dtype;
    }
  }
}

TEST(CpuMatMul, RefusesShapesThatDoNotMultiply) {
  const Node node = Node("MatMul").T(RNLP_FLOAT).Outputs({RNLP_FLOAT});
  const Outcome inner = RunCpu(node, {Value(RNLP_FLOAT, {2, 3}), Value(RNLP_FLOAT, {4, 2})});
  EXPECT_EQ(inner.code, RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(inner.message, "MatMul: inner dimensions differ: 3 and 4, of shapes [2,3] and [4,2]");
  EXPECT_EQ(RunCpu(node, {Value(RNLP_FLOAT, {2}), Value(RNLP_FLOAT, {2, 2})}).code,
            RNLP_INVALID_ARGUMENT);
}

TEST(CpuMatMul, NamesWhatIsMissingWhenMemoryIsFull) {
  MiniHost host;
  host.fail_allocation = 0;
  const Node node = Node("MatMul").T(RNLP_FLOAT).Outputs({RNLP_FLOAT});
  const Outcome got = RunCpu(host, node, {Value(RNLP_FLOAT, {2, 3}), Value(RNLP_FLOAT, {3, 2})});
  EXPECT_EQ(got.code, RNLP_RESOURCE_EXHAUSTED);
}

TEST(CpuBatchMatMul, BroadcastsBatchesAndTransposes) {
  Numbers numbers;
  struct BatchCase {
    Shape a, b, out;
    bool adj_x, adj_y;
  };
  const std::vector<BatchCase> cases = {{{2, 3}, {3, 4}, {2, 4}, false, false},
                                        {{5, 2, 3}, {5, 3, 4}, {5, 2, 4}, false, false},
                                        {{5, 3, 2}, {5, 4, 3}, {5, 2, 4}, true, true},
                                        {{2, 1, 2, 3}, {7, 3, 4}, {2, 7, 2, 4}, false, false},
                                        {{3, 4}, {2, 4, 5}, {2, 3, 5}, false, false},
                                        {{20, 16, 40}, {1, 40, 33}, {20, 16, 33}, false, false},
                                        {{0, 2, 3}, {1, 3, 4}, {0, 2, 4}, false, false},
                                        {{3, 1, 5}, {3, 5, 1}, {3, 1, 1}, false, false}};
  for (int32_t dtype : {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_INT32}) {
    for (const BatchCase& c : cases) {
      const Value a = Value::Doubles(dtype, c.a, numbers.For(dtype, Elements(c.a), -2, 2));
      const Value b = Value::Doubles(dtype, c.b, numbers.For(dtype, Elements(c.b), -2, 2));
      MiniHost host;
      host.threads = 2;
      const Outcome got = RunCpu(
          host,
          Node("BatchMatMulV2").T(dtype).Set("adj_x", c.adj_x).Set("adj_y", c.adj_y).Outputs({dtype}),
          {a, b});
      ASSERT_EQ(got.code, 0) << got.message;
      ASSERT_EQ(got.outputs[0].shape(), c.out);
      const int64_t m = c.out[c.out.size() - 2], n = c.out.back();
      const int64_t k = c.adj_x ? c.a[c.a.size() - 2] : c.a.back();
      std::vector<double> want;
      for (int64_t batch = 0; batch < Elements(c.out) / std::max<int64_t>(1, m * n); ++batch) {
        const auto start = [&](const Shape& shape, int64_t matrix) {
          int64_t rest = batch, offset = 0, step = 1;
          for (size_t i = c.out.size() - 2; i-- > 0;) {
            const int64_t coordinate = rest % c.out[i];
            rest /= c.out[i];
            const int64_t dim =
                static_cast<int64_t>(i) - static_cast<int64_t>(c.out.size() - shape.size());
            if (dim < 0) continue;
            if (shape[static_cast<size_t>(dim)] != 1) offset += coordinate * step;
            step *= shape[static_cast<size_t>(dim)];
          }
          return offset * matrix;
        };
        for (int64_t i = 0; i < m; ++i) {
          for (int64_t j = 0; j < n; ++j) {
            double sum = 0;
            for (int64_t q = 0; q < k; ++q) {
              sum += a.Get(start(c.a, m * k) + (c.adj_x ? q * m + i : i * k + q)) *
                     b.Get(start(c.b, k * n) + (c.adj_y ? j * k + q : q * n + j));
            }
            want.push_back(sum);
          }
        }
      }
      ExpectNear(got.outputs[0], want, Tolerance(dtype), 4 * Tolerance(dtype), Name(c.a) + Name(c.b));
    }
  }
  EXPECT_EQ(RunCpu(Node("BatchMatMulV2").T(RNLP_FLOAT).Outputs({RNLP_FLOAT}),
                   {Value(RNLP_FLOAT, {2, 2, 3}), Value(RNLP_FLOAT, {3, 3, 4})})
                .code,
            RNLP_INVALID_ARGUMENT);
}

TEST(CpuMatMul, MultipliesComplexMatrices) {
  // [1+2i, 3] * [1; i] = 1+5i; with adjoints in a batch the first is conjugated.
  const Value a = Value::Of<float>(RNLP_COMPLEX64, {1, 2}, {1, 2, 3, 0});
  const Value b = Value::Of<float>(RNLP_COMPLEX64, {2, 1}, {1, 0, 0, 1});
  const Outcome got = RunCpu(Node("MatMul").T(RNLP_COMPLEX64).Outputs({RNLP_COMPLEX64}), {a, b});
  EXPECT_EQ(got.outputs[0].as<float>()[0], 1);
  EXPECT_EQ(got.outputs[0].as<float>()[1], 5);
  const Value c = Value::Of<float>(RNLP_COMPLEX64, {1, 1}, {1, 2});
  const Outcome adjoint = RunCpu(
      Node("BatchMatMulV2").T(RNLP_COMPLEX64).Set("adj_x", true).Outputs({RNLP_COMPLEX64}), {c, c});
  EXPECT_EQ(adjoint.outputs[0].as<float>()[0], 5);
  EXPECT_EQ(adjoint.outputs[0].as<float>()[1], 0);
}

}  // namespace
}  // namespace runnel::test
