// The tile interpreter by itself: programs against float64 arithmetic, results over inputs, results that
// go past the caches, and programs that must be refused.
#include "plugins/abi/rnlp_fused.h"
#include "tests/cpu/kernel_test.h"
#include "tests/support/case_log.h"

namespace runnel::test {
namespace {

Node Program(int32_t dtype, const char* program, std::vector<int64_t> results,
             std::vector<int64_t> runs) {
  std::vector<int32_t> outputs(results.size(), dtype);
  return Node(RNLP_OP_FUSED_ELEMENTWISE)
      .T(dtype)
      .Outputs(std::move(outputs))
      .Set("program", std::string(program))
      .Set("results", std::move(results))
      .Set("runs", std::move(runs));
}

Value Sawtooth(int32_t dtype, Shape shape, double step) {
  int64_t n = 1;
  for (const int64_t dim : shape) n *= dim;
  std::vector<double> values;
  for (int64_t i = 0; i < n; ++i) values.push_back(static_cast<double>(i % 97) * 0.25 - step);
  return Value::Doubles(dtype, std::move(shape), values);
}

TEST(CpuFused, ComputesTheProgramInBothTypesOnEveryInstructionSet) {
  for (const int32_t dtype : {RNLP_FLOAT, RNLP_DOUBLE}) {
    for (const int64_t n : {1, 255, 257, 512, 5000, 70000}) {
      const Value x = Sawtooth(dtype, {n}, 3), y = Sawtooth(dtype, {n}, 11);
      const Value c = Value::Doubles(dtype, {}, {0.5});
      std::vector<double> product, rest;
      for (int64_t i = 0; i < n; ++i) {
        product.push_back(x.Get(i) * y.Get(i));
        rest.push_back(std::max(0.5 - product.back(), 0.0) + x.Get(i));
      }
      for (const char* isa : {"scalar", "sse4", "avx2", "avx3"}) {
        MiniHost host;
        host.threads = 2;
        host.settings["isa"] = isa;
        RunOptions options;
        options.static_shapes = {{n}, {n}};
        const Outcome got = RunCpu(host,
                                   Program(dtype, "Mul 0 1;Sub 2 3;Relu 4;AddV2 5 0;", {6, 3},
                                           {RNLP_RUN_ALL, RNLP_RUN_ALL, RNLP_RUN_ONE}),
                                   {x, y, c}, options);
        ASSERT_EQ(got.code, 0) << got.message;
        ExpectNear(got.outputs[0], rest, 0, 0, isa);
        ExpectNear(got.outputs[1], product, 0, 0, isa);
      }
    }
    if (!::testing::Test::HasFailure()) {
      runnel::testing::LogCase("forward", "_FusedElementwise", dtype == RNLP_FLOAT ? "float" : "double",
                               "CPU");
    }
  }
}

TEST(CpuFused, SpreadsWhatRepeats) {
  const int64_t rows = 37, channels = 11, columns = 29;
  const Value x = Sawtooth(RNLP_FLOAT, {rows, channels, columns}, 2);
  const Value channel = Sawtooth(RNLP_FLOAT, {channels, 1}, 1),
              column = Sawtooth(RNLP_FLOAT, {columns}, 5);
  const Value row = Sawtooth(RNLP_FLOAT, {rows, 1, 1}, 0);
  std::vector<double> want;
  for (int64_t i = 0; i < rows * channels * columns; ++i) {
    want.push_back((x.Get(i) + channel.Get(i / columns % channels)) * column.Get(i % columns) -
                   row.Get(i / (columns * channels)));
  }
  RunOptions options;
  options.static_shapes = {{rows, channels, columns}};
  const Outcome got = RunCpu(Program(RNLP_FLOAT, "AddV2 0 1;Mul 4 2;Sub 5 3;", {6},
                                     {RNLP_RUN_ALL, columns, 1, columns * channels}),
                             {x, channel, column, row}, options);
  ASSERT_EQ(got.code, 0) << got.message;
  ExpectNear(got.outputs[0], want, 0, 0, "spread");
}

TEST(CpuFused, WritesOverAnInputThatLaterInstructionsRead) {
  const int64_t n = 40000;
  const Value x = Sawtooth(RNLP_FLOAT, {n}, 3), y = Sawtooth(RNLP_FLOAT, {n}, 7);
  // The first result is there before the second instruction reads input 0.
  const Node node = Program(RNLP_FLOAT, "AddV2 0 1;Mul 0 2;", {2, 3}, {RNLP_RUN_ALL, RNLP_RUN_ALL});
  for (const int alias : {-1, 0, 1}) {
    RunOptions options;
    options.static_shapes = {{n}, {n}};
    options.alias_input = alias;
    const Outcome got = RunCpu(node, {x, y}, options);
    ASSERT_EQ(got.code, 0) << got.message;
    for (int64_t i = 0; i < n; ++i) {
      const double sum = x.Get(i) + y.Get(i);
      ASSERT_EQ(got.outputs[0].Get(i), sum) << alias << " " << i;
      ASSERT_EQ(got.outputs[1].Get(i), x.Get(i) * sum) << alias << " " << i;
    }
  }
}

TEST(CpuFused, LargeResultsGoPastTheCaches) {
  const int64_t n = (int64_t{16} << 20) / 4 + 1003;
  const Value x = Sawtooth(RNLP_FLOAT, {n}, 3);
  MiniHost host;
  host.threads = 2;
  RunOptions options;
  options.static_shapes = {{n}, {n}};
  const Outcome got =
      RunCpu(host, Program(RNLP_FLOAT, "Neg 0;Square 1;", {1, 2}, {RNLP_RUN_ALL}), {x}, options);
  ASSERT_EQ(got.code, 0) << got.message;
  for (int64_t i = 0; i < n; ++i) {
    ASSERT_EQ(got.outputs[0].Get(i), -x.Get(i)) << i;
    ASSERT_EQ(got.outputs[1].Get(i), x.Get(i) * x.Get(i)) << i;
  }
}

TEST(CpuFused, RefusesProgramsThatMakeNoSense) {
  struct BadCase {
    const char* program;
    std::vector<int64_t> results, runs;
    const char* says;
  };
  std::string endless;
  for (int i = 0; i < 33; ++i) endless += "Neg " + std::to_string(i) + ";";
  const BadCase cases[] = {
      {"", {1}, {0}, "no instructions"},
      {"Neg", {1}, {0}, "no operand"},
      {"Neg 0", {1}, {0}, "does not end"},
      {"Neg 1;", {1}, {0}, "no earlier value"},
      {"Neg 99999999999999999999;", {1}, {0}, "no earlier value"},
      {"Neg -1;", {1}, {0}, "no earlier value"},
      {"AddV2 0 5;", {1}, {0}, "no earlier value"},
      {"AddV2 0;", {1}, {0}, "no loop"},
      {"Neg 0 0;", {1}, {0}, "no loop"},
      {"MatMul 0 0;", {1}, {0}, "no loop"},
      {"Equal 0 0;", {1}, {0}, "no loop"},
      {"Neg 0;", {0}, {0}, "no instruction's"},
      {"Neg 0;", {2}, {0}, "no instruction's"},
      {"Neg 0;", {-1}, {0}, "no instruction's"},
      {"Neg 0;", {1, 1}, {0}, "no instruction's"},
      {"Neg 0;Neg 0;", {1}, {0}, "used by nothing"},
      {"Neg 0;", {1}, {-1}, "single elements only"},
      {"Neg 0;", {1}, {-2}, "below -1"},
      {"Neg 0;", {1}, {0, 0}, "not those of its attrs"},
      {"Neg 0;", {1}, {}, "not those of its attrs"},
      {endless.c_str(), {33}, {0}, "too many instructions"},
  };
  const Value x = Sawtooth(RNLP_FLOAT, {4}, 0);
  for (const BadCase& bad : cases) {
    RunOptions options;
    options.static_shapes.assign(bad.results.size(), {4});
    const Outcome got = RunCpu(Program(RNLP_FLOAT, bad.program, bad.results, bad.runs), {x}, options);
    EXPECT_EQ(got.code, RNLP_INVALID_ARGUMENT) << bad.program;
    EXPECT_NE(got.message.find(bad.says), std::string::npos) << bad.program << ": " << got.message;
  }
}

TEST(CpuFused, RefusesShapesThatDoNotFit) {
  const Value x = Sawtooth(RNLP_FLOAT, {4}, 0), none = Value(RNLP_FLOAT, {0});
  RunOptions options;
  options.static_shapes = {{5}};
  EXPECT_EQ(RunCpu(Program(RNLP_FLOAT, "Neg 0;", {1}, {RNLP_RUN_ALL}), {x}, options).code,
            RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(
      RunCpu(Program(RNLP_FLOAT, "Mul 0 1;", {2}, {RNLP_RUN_ALL, RNLP_RUN_ONE}), {x, x}, options).code,
      RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(Program(RNLP_FLOAT, "Neg 0;", {1}, {3}), {none}, options).code,
            RNLP_INVALID_ARGUMENT);
  options.static_shapes = {{4}, {2, 2}};
  EXPECT_EQ(RunCpu(Program(RNLP_FLOAT, "Neg 0;Neg 1;", {1, 2}, {RNLP_RUN_ALL}), {x}, options).code,
            RNLP_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace runnel::test
