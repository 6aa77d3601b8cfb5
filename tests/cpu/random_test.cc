// Random numbers: known answers of the generator, TensorFlow's layout, moments, and independence of
// threads.
#include "tests/cpu/kernel_test.h"

namespace runnel::test {
namespace {

Node RandomNode(const char* op, int32_t dtype, int64_t seed, int64_t seed2) {
  return Node(op)
      .Set("dtype", Type{dtype})
      .Set("Tout", Type{dtype})
      .Set("T", Type{RNLP_INT32})
      .Set("seed", seed)
      .Set("seed2", seed2)
      .Outputs({dtype});
}
Outcome Draw(MiniHost& host, const Node& node, Shape shape, const std::vector<Input>& more = {}) {
  std::vector<int32_t> dims(shape.begin(), shape.end());
  std::vector<Input> inputs = {Value::Vector(dims)};
  for (const Input& input : more) inputs.push_back(input);
  RunOptions once;
  once.both = false;  // a second run draws other numbers
  return RunCpu(host, node, inputs, once);
}

TEST(CpuRandom, GivesTheKnownAnswersOfPhilox) {
  // Random123's known answers for philox4x32 with 10 rounds: counter and key from the digits of pi.
  MiniHost host;
  host.random_counter = 0x85a308d3243f6a88ull;
  const Node node =
      RandomNode("RandomUniformInt", RNLP_INT64, 0x299f31d0a4093822ll, 0x0370734413198a2ell);
  const Outcome got = Draw(host, node, {2}, {Value::Longs({}, {0}), Value::Longs({}, {1ll << 32})});
  ASSERT_EQ(got.code, 0) << got.message;
  EXPECT_EQ(got.outputs[0].as<int64_t>()[0], 0xd16cfe09ll);
  EXPECT_EQ(got.outputs[0].as<int64_t>()[1], 0x5001e420ll);
  MiniHost zero;
  zero.random_counter =
      1;  // so that not everything is 0; the counter before it is checked by the sums below
  EXPECT_EQ(Draw(zero, node, {0}, {Value::Longs({}, {0}), Value::Longs({}, {5})}).outputs[0].elements(),
            0);
}

TEST(CpuRandom, TakesTheCounterAsTensorFlowDoes) {
  MiniHost host;
  const Node node = RandomNode("RandomUniform", RNLP_FLOAT, 87654321, 1);
  (void)Draw(host, node, {3, 5});
  EXPECT_EQ(host.random_counter, 15u * 256u);
}

TEST(CpuRandom, RepeatsWithEqualSeedsAndGoesOnWithinASession) {
  for (const char* op : {"RandomUniform", "RandomStandardNormal", "TruncatedNormal"}) {
    for (int32_t dtype : {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_BFLOAT16}) {
      MiniHost one, two;
      const Outcome first = Draw(one, RandomNode(op, dtype, 7, 9), {1001});
      const Outcome again = Draw(two, RandomNode(op, dtype, 7, 9), {1001});
      const Outcome next = Draw(two, RandomNode(op, dtype, 7, 9), {1001});
      ASSERT_EQ(first.code, 0) << first.message;
      EXPECT_TRUE(first.outputs[0].SameBytes(again.outputs[0])) << op;
      EXPECT_FALSE(first.outputs[0].SameBytes(next.outputs[0])) << op;
      MiniHost other;
      EXPECT_FALSE(
          Draw(other, RandomNode(op, dtype, 7, 10), {1001}).outputs[0].SameBytes(first.outputs[0]))
          << op;
    }
  }
}

TEST(CpuRandom, GivesTheSameNumbersOnAnyNumberOfThreads) {
  for (const char* op : {"RandomUniform", "RandomStandardNormal", "TruncatedNormal"}) {
    MiniHost one, four;
    four.threads = 4;
    const Outcome a = Draw(one, RandomNode(op, RNLP_FLOAT, 1, 2), {50001});
    const Outcome b = Draw(four, RandomNode(op, RNLP_FLOAT, 1, 2), {50001});
    EXPECT_TRUE(a.outputs[0].SameBytes(b.outputs[0])) << op;
  }
}

TEST(CpuRandom, DrawsSeedsOfItsOwnWhereNoneIsGiven) {
  MiniHost one, two;
  const Outcome a = Draw(one, RandomNode("RandomUniform", RNLP_FLOAT, 0, 0), {100});
  const Outcome b = Draw(two, RandomNode("RandomUniform", RNLP_FLOAT, 0, 0), {100});
  EXPECT_FALSE(a.outputs[0].SameBytes(b.outputs[0]));
}

TEST(CpuRandom, HasTheMomentsOfItsLaw) {
  struct Law {
    const char* op;
    double mean, variance, low, high;
  };
  // The variance of a normal number cut at 2 is 1 - 4 f(2) / (2 F(2) - 1).
  const Law laws[] = {{"RandomUniform", 0.5, 1.0 / 12, 0, 1},
                      {"RandomStandardNormal", 0, 1, -7, 7},
                      {"TruncatedNormal", 0, 0.7737, -2, 2}};
  for (const Law& law : laws) {
    for (int32_t dtype : {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_BFLOAT16}) {
      MiniHost host;
      const Outcome got = Draw(host, RandomNode(law.op, dtype, 3, 4), {100000});
      double sum = 0, squares = 0;
      for (double value : got.outputs[0].Doubles()) {
        ASSERT_GE(value, law.low);
        ASSERT_LE(value, law.high);
        sum += value;
        squares += value * value;
      }
      const double mean = sum / 100000;
      // bfloat16 has 128 values below 1, the largest missing half a step each.
      EXPECT_NEAR(mean, law.mean, 0.012) << law.op << dtype;
      EXPECT_NEAR(squares / 100000 - mean * mean, law.variance, 0.02) << law.op << dtype;
    }
  }
}

// More numbers than come from one stream, by each way that the kernel has of finding them.
TEST(CpuRandom, KeepsTheMeanOfNormalNumbersBetweenBounds) {
  struct Law {
    double mean, deviation, low, high;
  };
  for (const Law& law :
       {Law{0.5, 1.5, -2.5, 2}, Law{0, 1, 1, 1.25}, Law{0, 1, 3, 20}, Law{5, 0.5, -20, 2}}) {
    double weight = 0, sum = 0;
    constexpr int kPieces = 100000;
    for (int i = 0; i < kPieces; ++i) {
      const double x = law.low + (law.high - law.low) * (i + 0.5) / kPieces;
      const double z = (x - law.mean) / law.deviation;
      weight += std::exp(-z * z / 2);
      sum += x * std::exp(-z * z / 2);
    }
    for (int32_t dtype : {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_BFLOAT16}) {
      const std::vector<Input> parameters = {
          Value::Doubles(dtype, {}, {law.mean}), Value::Doubles(dtype, {}, {law.deviation}),
          Value::Doubles(dtype, {}, {law.low}), Value::Doubles(dtype, {}, {law.high})};
      MiniHost host, four;
      four.threads = 4;
      const Node node = RandomNode("ParameterizedTruncatedNormal", dtype, 3, 4);
      const Outcome got = Draw(host, node, {40, 500}, parameters);
      ASSERT_EQ(got.code, 0) << got.message;
      EXPECT_TRUE(got.outputs[0].SameBytes(Draw(four, node, {40, 500}, parameters).outputs[0]));
      double total = 0;
      const double rounding = dtype == RNLP_BFLOAT16 ? 0.02 : 1e-3;
      for (double value : got.outputs[0].Doubles()) {
        ASSERT_GE(value, law.low - rounding);
        ASSERT_LE(value, law.high + rounding);
        total += value;
      }
      EXPECT_NEAR(total / 20000, sum / weight, 0.01 * law.deviation + rounding) << law.mean << dtype;
    }
  }
}

TEST(CpuRandom, KeepsIntegersInTheirRange) {
  for (int32_t dtype : {RNLP_INT32, RNLP_INT64}) {
    MiniHost host;
    const Outcome got = Draw(host, RandomNode("RandomUniformInt", dtype, 3, 4), {10001},
                             {Value::Doubles(dtype, {}, {-3}), Value::Doubles(dtype, {}, {4})});
    std::vector<int> counts(7);
    for (double value : got.outputs[0].Doubles()) {
      ASSERT_GE(value, -3);
      ASSERT_LT(value, 4);
      ++counts[static_cast<size_t>(value + 3)];
    }
    for (int count : counts) EXPECT_GT(count, 1200);
    const Outcome bad = Draw(host, RandomNode("RandomUniformInt", dtype, 3, 4), {1},
                             {Value::Doubles(dtype, {}, {4}), Value::Doubles(dtype, {}, {4})});
    EXPECT_EQ(bad.code, RNLP_INVALID_ARGUMENT);
  }
}

TEST(CpuRandom, RefusesBadShapes) {
  MiniHost host;
  EXPECT_EQ(Draw(host, RandomNode("RandomUniform", RNLP_FLOAT, 1, 1), {-1}).code, RNLP_INVALID_ARGUMENT);
  RunOptions once;
  once.both = false;
  EXPECT_EQ(RunCpu(host, RandomNode("RandomUniform", RNLP_FLOAT, 1, 1),
                   {Value::Longs({3}, {1ll << 40, 1ll << 40, 2})}, once)
                .code,
            RNLP_INVALID_ARGUMENT);
}

TEST(CpuRandom, GivesTensorFlowsNumbersForItsDefaultGraphSeed) {
  // What TensorFlow 1.x prints for tf.random_uniform([4], seed=1) and tf.random_normal([6], seed=1).
  MiniHost host;
  const Outcome uniform = Draw(host, RandomNode("RandomUniform", RNLP_FLOAT, 87654321, 1), {4});
  ExpectNear(uniform.outputs[0], {0.2390374, 0.92039955, 0.05051243, 0.49574447}, 1e-6, 1e-8, "uniform");
  MiniHost other;
  const Outcome normal = Draw(other, RandomNode("RandomStandardNormal", RNLP_FLOAT, 87654321, 1), {6});
  ExpectNear(normal.outputs[0], {-0.8113182, 1.4845988, 0.06532937, -2.4427042, 0.0992484, 0.5912243},
             1e-6, 1e-7, "normal");
}

}  // namespace
}  // namespace runnel::test
