// Random ops that take their seed as an input, shuffling, and drawing classes: what TensorFlow 2.21.0
// gives (tf.raw_ops, seeds 87654321 and 1, or [3, -7]), the laws, threads and bad input.
#include <set>

#include "tests/cpu/kernel_test.h"
#include "tests/support/case_log.h"

namespace runnel::test {
namespace {

const RunOptions kOnce = [] {
  RunOptions options;
  options.both = false;  // a second run draws other numbers
  return options;
}();

std::string TypeText(int32_t dtype) {
  switch (dtype) {
    case RNLP_FLOAT:
      return "float";
    case RNLP_DOUBLE:
      return "double";
    case RNLP_HALF:
      return "half";
    case RNLP_BFLOAT16:
      return "bfloat16";
    default:
      return dtype == RNLP_INT64 ? "int64" : "int32";
  }
}

Outcome Seeded(const char* op, int32_t dtype, int64_t n, const Value& seed,
               const std::vector<Input>& more = {}, MiniHost* host = nullptr) {
  std::vector<Input> inputs = {Value::Longs({1}, {n}), seed};
  inputs.insert(inputs.end(), more.begin(), more.end());
  MiniHost own;
  return RunCpu(host == nullptr ? own : *host,
                Node(op).Set("dtype", Type{dtype}).Set("T", Type{RNLP_INT64}).Outputs({dtype}), inputs);
}

TEST(CpuSample, GivesTensorFlowsNumbersForASeed) {
  struct Recorded {
    const char* op;
    int32_t dtype;
    std::vector<double> want;
  };
  const Recorded table[] = {
      {"StatelessRandomUniform",
       RNLP_FLOAT,
       {0.8083738088607788, 0.9172391891479492, 0.8111089468002319, 0.851462721824646,
        0.956581711769104}},
      {"StatelessRandomNormal",
       RNLP_FLOAT,
       {-0.3241029679775238, 0.5660553574562073, -0.5199769735336304, 0.3851360082626343,
        -0.1349674016237259}},
      {"StatelessTruncatedNormal",
       RNLP_FLOAT,
       {-0.3241029679775238, 0.5660553574562073, -0.5199769735336304, 0.3851360082626343,
        -0.45304635167121887}},
      {"StatelessRandomUniform",
       RNLP_DOUBLE,
       {0.4669907221891716, 0.48887169519711793, 0.6526540807910617, 0.8246260170332274,
        0.46150939582928685}},
      {"StatelessRandomNormal",
       RNLP_DOUBLE,
       {0.08621631728723701, -1.231039610784243, -0.8240996965628027, 0.4174634680565627,
        -1.2365794128574241}},
      {"StatelessTruncatedNormal",
       RNLP_DOUBLE,
       {0.08621631728723701, -1.231039610784243, -1.467636934932294, 1.3461966665550866,
        1.2095045070160082}},
      {"StatelessRandomUniform",
       RNLP_HALF,
       {0.1982421875, 0.0234375, 0.6044921875, 0.1826171875, 0.3173828125}},
      {"StatelessRandomNormal",
       RNLP_HALF,
       {-0.32421875, 0.56591796875, -0.52001953125, 0.38525390625, -0.135009765625}},
      {"StatelessTruncatedNormal",
       RNLP_HALF,
       {-0.32421875, 0.56591796875, -0.52001953125, 0.38525390625, -0.453125}},
      {"StatelessRandomUniform", RNLP_BFLOAT16, {0.5859375, 0.1875, 0.8359375, 0.4609375, 0.5390625}},
      {"StatelessRandomNormal",
       RNLP_BFLOAT16,
       {-0.32421875, 0.56640625, -0.51953125, 0.384765625, -0.134765625}},
      {"StatelessTruncatedNormal",
       RNLP_BFLOAT16,
       {-0.32421875, 0.56640625, -0.51953125, 0.384765625, -0.453125}},
  };
  for (const Recorded& r : table) {
    for (const Value& seed : {Value::Vector({3, -7}), Value::Longs({2}, {3, -7})}) {
      const Outcome got = Seeded(r.op, r.dtype, 5, seed);
      ASSERT_EQ(got.code, 0) << got.message;
      ExpectNear(got.outputs[0], r.want, r.dtype == RNLP_DOUBLE ? 1e-14 : 1e-6, 0, r.op);
      if (HasFailure()) return;
      for (const char* shape : {"int32", "int64"}) {
        testing::LogCase(
            "forward", r.op,
            "dtype=" + TypeText(r.dtype) + ",T=" + shape + ",Tseed=" + TypeText(seed.dtype()), "CPU");
      }
    }
  }
  const Value seed = Value::Longs({2}, {3, -7});
  for (const auto& [dtype, want] :
       {std::pair<int32_t, std::vector<double>>{RNLP_INT32, {923, 832, 207, 699, -47}},
        {RNLP_INT64, {295, 411, -95, 71, 71}}}) {
    const Outcome got = Seeded("StatelessRandomUniformInt", dtype, 5, seed,
                               {Value::Doubles(dtype, {}, {-100}), Value::Doubles(dtype, {}, {1000})});
    ASSERT_EQ(got.code, 0) << got.message;
    EXPECT_EQ(got.outputs[0].Doubles(), want);
    if (HasFailure()) return;
    for (const char* rest : {",T=int32,Tseed=int32", ",T=int32,Tseed=int64", ",T=int64,Tseed=int32",
                             ",T=int64,Tseed=int64"}) {
      testing::LogCase("forward", "StatelessRandomUniformInt", "dtype=" + TypeText(dtype) + rest, "CPU");
    }
  }
}

TEST(CpuSample, SeededNumbersDependOnTheSeedAlone) {
  for (const char* op :
       {"StatelessRandomUniform", "StatelessRandomNormal", "StatelessTruncatedNormal"}) {
    MiniHost one, four;
    four.threads = 4;
    four.random_counter = 99;
    const Value seed = Value::Longs({2}, {1, 2});
    const Outcome a = Seeded(op, RNLP_FLOAT, 50001, seed, {}, &one);
    const Outcome b = Seeded(op, RNLP_FLOAT, 50001, seed, {}, &four);
    const Outcome c = Seeded(op, RNLP_FLOAT, 50001, Value::Longs({2}, {2, 1}));
    ASSERT_EQ(a.code, 0) << a.message;
    EXPECT_TRUE(a.outputs[0].SameBytes(b.outputs[0])) << op;
    EXPECT_FALSE(a.outputs[0].SameBytes(c.outputs[0])) << op;
    EXPECT_EQ(four.random_counter, 99u);
  }
}

Outcome Shuffle(MiniHost& host, const Value& value) {
  return RunCpu(host,
                Node("RandomShuffle")
                    .T(value.dtype())
                    .Set("seed", int64_t{87654321})
                    .Set("seed2", int64_t{1})
                    .Outputs({value.dtype()}),
                {value}, kOnce);
}

TEST(CpuSample, ShufflesAsTensorFlowDoes) {
  MiniHost host;
  std::vector<int32_t> ten;
  for (int i = 0; i < 10; ++i) ten.push_back(i);
  for (const std::vector<double>& want : {std::vector<double>{7, 9, 3, 6, 5, 1, 8, 4, 0, 2},
                                          std::vector<double>{5, 1, 8, 3, 0, 9, 4, 7, 2, 6}}) {
    const Outcome got = Shuffle(host, Value::Vector(ten));
    ASSERT_EQ(got.code, 0) << got.message;
    EXPECT_EQ(got.outputs[0].Doubles(), want);
  }
  MiniHost rows;
  for (const std::vector<double>& want :
       {std::vector<double>{6, 7, 0, 1, 2, 3, 4, 5}, std::vector<double>{2, 3, 6, 7, 4, 5, 0, 1}}) {
    const Outcome got = Shuffle(rows, Value::Ints({4, 2}, {0, 1, 2, 3, 4, 5, 6, 7}));
    ASSERT_EQ(got.code, 0) << got.message;
    EXPECT_EQ(got.outputs[0].Doubles(), want);
  }
}

TEST(CpuSample, ShufflesEveryTypeAlike) {
  const std::pair<int32_t, const char*> types[] = {
      {RNLP_FLOAT, "float"},         {RNLP_DOUBLE, "double"},
      {RNLP_HALF, "half"},           {RNLP_BFLOAT16, "bfloat16"},
      {RNLP_INT8, "int8"},           {RNLP_INT16, "int16"},
      {RNLP_INT32, "int32"},         {RNLP_INT64, "int64"},
      {RNLP_UINT8, "uint8"},         {RNLP_UINT16, "uint16"},
      {RNLP_UINT32, "uint32"},       {RNLP_UINT64, "uint64"},
      {RNLP_BOOL, "bool"},           {RNLP_QINT8, "qint8"},
      {RNLP_QUINT8, "quint8"},       {RNLP_QINT16, "qint16"},
      {RNLP_QUINT16, "quint16"},     {RNLP_QINT32, "qint32"},
      {RNLP_COMPLEX64, "complex64"}, {RNLP_COMPLEX128, "complex128"},
      {RNLP_STRING, "string"}};
  const int order[] = {3, 0, 1, 2};  // the rows of the test above
  for (const auto& [dtype, name] : types) {
    Value value(dtype, {4}), want(dtype, {4});
    const size_t bytes = SizeOfType(dtype);
    for (int64_t i = 0; i < 4; ++i) {
      const int from = order[i];
      if (dtype == RNLP_STRING) {
        value.SetString(i, std::to_string(i));
        want.SetString(i, std::to_string(from));
      } else {
        const int mark = dtype == RNLP_BOOL ? 1 : 16;
        static_cast<char*>(value.data())[static_cast<size_t>(i) * bytes] =
            static_cast<char>(i * mark % 48);
        static_cast<char*>(want.data())[static_cast<size_t>(i) * bytes] =
            static_cast<char>(from * mark % 48);
      }
    }
    if (dtype == RNLP_BOOL) {
      value = Value::Bools({4}, {0, 1, 1, 0});
      want = Value::Bools({4}, {0, 0, 1, 1});
    }
    MiniHost host;
    const Outcome got = Shuffle(host, value);
    ASSERT_EQ(got.code, 0) << name << got.message;
    EXPECT_TRUE(got.outputs[0].SameBytes(want)) << name;
    if (!HasFailure()) testing::LogCase("forward", "RandomShuffle", name, "CPU");
  }
  for (const Shape& shape : {Shape{}, Shape{0}, Shape{1, 3}, Shape{3, 0}}) {
    MiniHost host;
    const Outcome got = Shuffle(host, Value(RNLP_FLOAT, shape));
    EXPECT_EQ(got.code, 0) << got.message;
    EXPECT_EQ(host.random_counter, 0u);
  }
}

TEST(CpuSample, ShufflesToEveryOrderAsLikely) {
  MiniHost host;
  std::map<std::vector<double>, int> counts;
  for (int i = 0; i < 6000; ++i) ++counts[Shuffle(host, Value::Vector({0, 1, 2})).outputs[0].Doubles()];
  EXPECT_EQ(counts.size(), 6u);
  for (const auto& [order, count] : counts) EXPECT_NEAR(count, 1000, 120);
}

Outcome Draw(MiniHost& host, const Value& logits, int32_t samples, int32_t dtype = RNLP_INT64) {
  return RunCpu(host,
                Node("Multinomial")
                    .T(logits.dtype())
                    .Set("seed", int64_t{87654321})
                    .Set("seed2", int64_t{1})
                    .Set("output_dtype", Type{dtype})
                    .Outputs({dtype}),
                {logits, Value::Scalar(samples)}, kOnce);
}
Value Logits(int32_t dtype, Shape shape, const std::vector<double>& chances) {
  std::vector<double> logs;
  for (double chance : chances) logs.push_back(std::log(chance));
  return Value::Doubles(dtype, std::move(shape), logs);
}

TEST(CpuSample, DrawsTensorFlowsClasses) {
  MiniHost one, two;
  const Value logits = Logits(RNLP_FLOAT, {1, 4}, {.1, .2, .3, .4});
  EXPECT_EQ(Draw(one, logits, 12).outputs[0].Doubles(),
            (std::vector<double>{3, 2, 3, 3, 1, 1, 1, 2, 3, 2, 2, 2}));
  EXPECT_EQ(Draw(one, logits, 12).outputs[0].Doubles(),
            (std::vector<double>{3, 0, 3, 3, 2, 3, 2, 3, 1, 2, 3, 1}));
  const Value rows = Logits(RNLP_FLOAT, {2, 4}, {.1, .2, .3, .4, .7, .1, .1, .1});
  EXPECT_EQ(Draw(two, rows, 5).outputs[0].Doubles(),
            (std::vector<double>{3, 2, 3, 3, 1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(Draw(two, rows, 5).outputs[0].Doubles(),
            (std::vector<double>{3, 1, 2, 1, 0, 0, 2, 0, 0, 0}));
  const Outcome seeded = RunCpu(Node("StatelessMultinomial").T(RNLP_FLOAT).Outputs({RNLP_INT64}),
                                {rows, Value::Scalar(5), Value::Longs({2}, {3, -7})});
  ASSERT_EQ(seeded.code, 0) << seeded.message;
  EXPECT_EQ(seeded.outputs[0].Doubles(), (std::vector<double>{2, 2, 3, 3, 2, 1, 0, 0, 0, 0}));
}

TEST(CpuSample, DrawsClassesInProportion) {
  for (int32_t dtype : {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_BFLOAT16}) {
    for (int32_t out : {RNLP_INT32, RNLP_INT64}) {
      // The second and the last class have no chance.
      Value logits = Logits(dtype, {1, 5}, {.125, .5, .25, .625, .5});
      logits.Set(1, -INFINITY);
      logits.Set(4, NAN);
      MiniHost host;
      const Outcome got = Draw(host, logits, 20000, out);
      ASSERT_EQ(got.code, 0) << got.message;
      std::vector<int> counts(5);
      for (double value : got.outputs[0].Doubles()) ++counts[static_cast<size_t>(value)];
      EXPECT_NEAR(counts[0], 2500, 200);
      EXPECT_EQ(counts[1], 0);
      EXPECT_NEAR(counts[2], 5000, 250);
      EXPECT_NEAR(counts[3], 12500, 300);
      EXPECT_EQ(counts[4], 0);
      const Outcome seeded =
          RunCpu(Node("StatelessMultinomial").T(dtype).Set("output_dtype", Type{out}).Outputs({out}),
                 {logits, Value::Scalar(20000), Value::Vector({1, 2})});
      double sum = 0;
      for (double value : seeded.outputs[0].Doubles()) sum += value;
      EXPECT_NEAR(sum / 20000, 0.25 * 2 + 0.625 * 3, 0.05);
      if (HasFailure()) return;
      const std::string types = "T=" + TypeText(dtype) + ",output_dtype=" + TypeText(out);
      testing::LogCase("forward", "Multinomial", types, "CPU");
      for (const char* seed : {",Tseed=int32", ",Tseed=int64"})
        testing::LogCase("forward", "StatelessMultinomial", types + seed, "CPU");
    }
  }
}

TEST(CpuSample, RefusesWhatCannotBeDrawn) {
  MiniHost host;
  EXPECT_EQ(Draw(host, Value::Floats({2, 1}, {0, NAN}), 1).message,
            "Multinomial: row 1 of logits has no finite number");
  EXPECT_EQ(Draw(host, Value(RNLP_FLOAT, {2, 0}), 1).message,
            "Multinomial: row 0 of logits has no finite number");
  EXPECT_EQ(Draw(host, Value(RNLP_FLOAT, {2}), 1).code, RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(Draw(host, Value(RNLP_FLOAT, {2, 2}), -1).code, RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(Draw(host, Value(RNLP_FLOAT, {2, 0}), 0).code, 0);
  EXPECT_EQ(Draw(host, Value(RNLP_FLOAT, {0, 2}), 3).code, 0);
  EXPECT_EQ(Seeded("StatelessRandomUniform", RNLP_FLOAT, 1, Value::Vector({1})).message,
            "StatelessRandomUniform: seed should be two numbers, got shape [1]");
  EXPECT_EQ(Seeded("StatelessRandomUniform", RNLP_FLOAT, -1, Value::Vector({1, 2})).code,
            RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(Seeded("StatelessRandomUniformInt", RNLP_INT32, 1, Value::Vector({1, 2}),
                   {Value::Scalar(3), Value::Scalar(3)})
                .message,
            "StatelessRandomUniformInt: minval 3 should be below maxval 3");
}

}  // namespace
}  // namespace runnel::test
