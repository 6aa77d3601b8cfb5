// Attention in blocks against plain loops in float64.
#include "tests/cpu/kernel_test.h"
#include "tests/support/case_log.h"

namespace runnel::test {
namespace {

struct AttentionCase {
  Shape outer;
  int64_t m, n, d, e;
  Shape mask;
};
const std::vector<AttentionCase> kCases = {
    {{}, 1, 1, 1, 1, {}},
    {{}, 3, 5, 4, 6, {3, 5}},
    {{2}, 1, 7, 3, 1, {7}},
    {{2, 3}, 5, 1, 2, 4, {2, 1, 5, 1}},
    {{2, 3}, 4, 5, 3, 2, {2, 1, 1, 5}},
    {{3}, 9, 6, 2, 2, {3, 9, 6}},
    {{3, 2}, 33, 47, 16, 20, {33, 47}},
    {{2}, 130, 70, 8, 40, {2, 130, 1}},    // more than one block of queries
    {{1, 2}, 20, 1100, 24, 3, {1, 1100}},  // and of what a block of scores is summed over
    {{2, 2}, 4, 6, 0, 3, {}},              // scores of nothing: every value counts alike
    {{0, 2}, 4, 6, 2, 3, {}},
    {{2}, 0, 6, 2, 3, {}},
    {{2}, 4, 0, 2, 3, {}},
};

struct Call {
  explicit Call(const AttentionCase& from, float factor = 0.25F) : c(from), scale(factor) {
    const auto with = [&](int64_t rows, int64_t columns) {
      Shape shape = c.outer;
      shape.push_back(rows);
      shape.push_back(columns);
      return shape;
    };
    shapes = {with(c.m, c.d), with(c.n, c.d), with(c.n, c.e), c.mask};
    Numbers numbers;
    for (const Shape& shape : shapes) values.push_back(numbers.For(RNLP_FLOAT, Elements(shape), -3, 3));
  }
  double MaskAt(int64_t matrix, int64_t i, int64_t j) const {
    int64_t at = 0, step = 1;
    Shape scores = c.outer;
    scores.push_back(c.m);
    scores.push_back(c.n);
    std::vector<int64_t> index(scores.size());
    index[scores.size() - 1] = j;
    index[scores.size() - 2] = i;
    for (size_t k = c.outer.size(); k-- > 0; matrix /= c.outer[k]) index[k] = matrix % c.outer[k];
    for (size_t k = c.mask.size(); k-- > 0; step *= c.mask[k]) {
      if (c.mask[k] != 1) at += index[k + scores.size() - c.mask.size()] * step;
    }
    return values[3][static_cast<size_t>(at)];
  }
  std::vector<double> Reference() const {
    std::vector<double> out;
    const auto at = [&](int of, int64_t row, int64_t column) {
      const int64_t columns = of == 2 ? c.e : c.d;
      return values[static_cast<size_t>(of)][static_cast<size_t>(row * columns + column)];
    };
    for (int64_t matrix = 0; matrix < Elements(c.outer); ++matrix) {
      for (int64_t i = 0; i < c.m; ++i) {
        std::vector<double> weights;
        double largest = -INFINITY, sum = 0;
        for (int64_t j = 0; j < c.n; ++j) {
          double score = 0;
          for (int64_t k = 0; k < c.d; ++k)
            score += at(0, matrix * c.m + i, k) * at(1, matrix * c.n + j, k);
          weights.push_back(score * static_cast<double>(scale) + MaskAt(matrix, i, j));
          largest = std::max(largest, weights.back());
        }
        for (double& weight : weights) sum += weight = std::exp(weight - largest);
        for (int64_t k = 0; k < c.e; ++k) {
          double mean = 0;
          for (int64_t j = 0; j < c.n; ++j)
            mean += weights[static_cast<size_t>(j)] / sum * at(2, matrix * c.n + j, k);
          out.push_back(mean);
        }
      }
    }
    return out;
  }
  Outcome Run(const char* isa, int threads = 1, int32_t dtype = RNLP_FLOAT) const {
    MiniHost host;
    host.settings["isa"] = isa;
    host.threads = threads;
    std::vector<Input> inputs;
    for (size_t i = 0; i < 4; ++i) inputs.push_back(Value::Doubles(dtype, shapes[i], values[i]));
    return RunCpu(host, Node("Runnel>Attention").T(dtype).Set("scale", scale).Outputs({dtype}),
                  std::move(inputs));
  }
  const AttentionCase& c;
  const float scale;
  std::vector<Shape> shapes;
  std::vector<std::vector<double>> values;
};

TEST(CpuAttention, AgreesWithDoubleOnEveryInstructionSet) {
  for (const AttentionCase& c : kCases) {
    const Call call(c);
    for (const char* isa : {"scalar", "sse4", "avx2", "avx3"}) {
      const Outcome got = call.Run(isa);
      ASSERT_EQ(got.code, 0) << got.message;
      ExpectNear(got.outputs[0], call.Reference(), 1e-5, 1e-5, Name(call.shapes[0]) + isa);
    }
  }
}

// Values that bfloat16 has too; what is rounded is the result alone.
TEST(CpuAttention, NarrowTypesAreComputedInFloat) {
  for (const AttentionCase& c : kCases) {
    Call call(c);
    for (std::vector<double>& values : call.values) {
      for (double& value : values) value = std::round(value * 16) / 16;
    }
    for (const int32_t dtype : {RNLP_HALF, RNLP_BFLOAT16}) {
      const Outcome got = call.Run("avx2", 2, dtype);
      ASSERT_EQ(got.code, 0) << got.message;
      const double near = dtype == RNLP_HALF ? 0x1p-11 : 0x1p-8;
      ExpectNear(got.outputs[0], call.Reference(), near, 1e-5, Name(call.shapes[0]));
    }
  }
}

TEST(CpuAttention, GivesTheSameBitsOnAnyNumberOfThreads) {
  const Call call(kCases[6]);
  const Outcome one = call.Run("avx3", 1), three = call.Run("avx3", 3);
  ASSERT_EQ(one.code, 0) << one.message;
  EXPECT_TRUE(one.outputs[0].SameBytes(three.outputs[0]));
}

// As Softmax: what is masked by minus infinity has no weight, a row without anything else is NaN, and
// NaN stays in its row.
TEST(CpuAttention, InfinitiesAndNansStayInTheirRows) {
  Call call(kCases[1]);
  for (size_t j = 0; j < 5; ++j) call.values[3][j] = j == 2 ? 0 : -INFINITY;
  for (size_t j = 5; j < 10; ++j) call.values[3][j] = -INFINITY;
  call.values[0][2 * 4] = NAN;
  for (const char* isa : {"scalar", "sse4", "avx2", "avx3"}) {
    const Outcome got = call.Run(isa);
    ASSERT_EQ(got.code, 0) << got.message;
    for (int64_t k = 0; k < 6; ++k) {
      EXPECT_EQ(got.outputs[0].Get(k), call.values[2][static_cast<size_t>(2 * 6 + k)]) << isa;
      EXPECT_TRUE(std::isnan(got.outputs[0].Get(6 + k))) << isa;
      EXPECT_TRUE(std::isnan(got.outputs[0].Get(12 + k))) << isa;
    }
  }
}

TEST(CpuAttention, RefusesWhatDoesNotFitNamingTheShapes) {
  const AttentionCase fits = {{2}, 3, 4, 5, 6, {3, 4}};
  for (const auto& [input, shape] : std::vector<std::pair<size_t, Shape>>{
           {0, {2, 3, 4}}, {1, {2, 5, 5}}, {2, {3, 4, 6}}, {3, {4, 4}}, {3, {2, 2, 3, 4}}, {0, {3}}}) {
    Call call(fits);
    call.shapes[input] = shape;
    call.values[input].assign(static_cast<size_t>(Elements(shape)), 1);
    const Outcome got = call.Run("avx2");
    EXPECT_EQ(got.code, RNLP_INVALID_ARGUMENT) << Name(shape);
    EXPECT_NE(got.message.find("Runnel>Attention: query [..., m, d]"), std::string::npos) << got.message;
  }
}

}  // namespace
}  // namespace runnel::test
