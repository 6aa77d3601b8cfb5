// Reductions against float64 loops.
#include <functional>

#include "tests/cpu/kernel_test.h"

namespace runnel::test {
namespace {

struct ReduceCase {
  const char* op;
  double first;
  std::function<double(double, double)> step;
  bool mean = false;
};
const std::vector<ReduceCase>& Cases() {
  static const std::vector<ReduceCase> cases = {
      {"Sum", 0, [](double a, double b) { return a + b; }},
      {"Mean", 0, [](double a, double b) { return a + b; }, true},
      {"Prod", 1, [](double a, double b) { return a * b; }},
      {"Max", -INFINITY, [](double a, double b) { return std::max(a, b); }},
      {"Min", INFINITY, [](double a, double b) { return std::min(a, b); }},
  };
  return cases;
}

std::vector<double> Reference(const ReduceCase& c, const Value& x, const std::vector<int32_t>& axes) {
  const Shape& shape = x.shape();
  std::vector<bool> reduced(shape.size());
  for (int32_t axis : axes)
    reduced[static_cast<size_t>(axis < 0 ? axis + static_cast<int32_t>(shape.size()) : axis)] = true;
  int64_t outputs = 1, count = 1;
  for (size_t i = 0; i < shape.size(); ++i) (reduced[i] ? count : outputs) *= shape[i];
  std::vector<double> result(static_cast<size_t>(outputs), c.first);
  for (int64_t i = 0; i < x.elements(); ++i) {
    int64_t rest = i, at = 0, step = 1;
    for (size_t d = shape.size(); d-- > 0;) {
      const int64_t coordinate = rest % shape[d];
      rest /= shape[d];
      if (reduced[d]) continue;
      at += coordinate * step;
      step *= shape[d];
    }
    double& cell = result[static_cast<size_t>(at)];
    cell = c.step(cell, x.Get(i));
  }
  if (c.mean) {
    for (double& cell : result) cell /= static_cast<double>(count);
  }
  return result;
}

struct AxesCase {
  Shape shape;
  std::vector<int32_t> axes;
};
const std::vector<AxesCase> kAxes = {
    {{}, {}},
    {{1}, {0}},
    {{17}, {0}},
    {{17}, {}},
    {{3, 5}, {0}},
    {{3, 5}, {1}},
    {{3, 5}, {0, 1}},
    {{3, 5}, {-1}},
    {{2, 3, 4}, {1}},
    {{2, 3, 4}, {0, 2}},
    {{2, 1, 4}, {1}},
    {{4, 3, 2, 5}, {1, 3}},
    {{4, 3, 2, 5}, {0, 2}},
    {{3, 2, 2, 2, 3}, {0, 2, 4}},
    {{1000}, {0}},
    {{3, 300}, {0}},
    {{300, 3}, {0}},
};

TEST(CpuReduce, AgreesWithDoubleForEveryOpTypeAndAxes) {
  Numbers numbers;
  for (const ReduceCase& c : Cases()) {
    for (int32_t dtype : kAllReal) {
      const bool is_float = Tolerance(dtype) > 0;
      for (const AxesCase& a : kAxes) {
        // Products and integer types of eight bits need small values.
        const bool small = std::string(c.op) == "Prod";
        std::vector<double> values =
            numbers.For(dtype, Elements(a.shape), small ? 1 : -2, small ? 1 : 3);
        if (!is_float && dtype != RNLP_INT32 && dtype != RNLP_INT64 && Elements(a.shape) > 60) {
          for (double& v : values) v = small ? 1 : 0;
        }
        const Value x = Value::Doubles(dtype, a.shape, values, 1);
        for (bool keep : {false, true}) {
          MiniHost host;
          host.backwards = true;
          const Node node =
              Node(c.op).T(dtype).Set("Tidx", Type{RNLP_INT32}).Set("keep_dims", keep).Outputs({dtype});
          const Outcome got = RunCpu(host, node, {x, Value::Vector(a.axes)});
          const std::string what = std::string(c.op) + " type " + std::to_string(dtype) + Name(a.shape);
          ASSERT_EQ(got.code, 0) << what << got.message;
          ASSERT_EQ(got.outputs[0].shape().size() == a.shape.size(), keep || a.axes.empty()) << what;
          std::vector<double> want = Reference(c, x, a.axes);
          if (!is_float) {
            for (double& w : want) w = std::trunc(w);
          }
          ExpectNear(got.outputs[0], want, Tolerance(dtype), is_float ? Tolerance(dtype) : 0, what);
        }
      }
    }
  }
}

TEST(CpuReduce, GivesTheSameBitsOnAnyNumberOfThreads) {
  Numbers numbers;
  for (const AxesCase& a : std::vector<AxesCase>{{{300000}, {0}},
                                                 {{1000, 300}, {0}},
                                                 {{1000, 300}, {1}},
                                                 {{50000, 10}, {0}},
                                                 {{40, 50, 60}, {0, 2}}}) {
    std::vector<double> values;
    for (int64_t i = 0; i < Elements(a.shape); ++i) values.push_back(numbers.Uniform(-1, 1));
    const Value x = Value::Doubles(RNLP_FLOAT, a.shape, values);
    const Node node = Node("Sum").T(RNLP_FLOAT).Set("Tidx", Type{RNLP_INT32}).Outputs({RNLP_FLOAT});
    const Outcome one = RunCpu(node, {x, Value::Vector(a.axes)});
    MiniHost host;
    host.threads = 4;
    const Outcome four = RunCpu(host, node, {x, Value::Vector(a.axes)});
    ASSERT_EQ(one.code, 0) << one.message;
    EXPECT_TRUE(one.outputs[0].SameBytes(four.outputs[0])) << Name(a.shape);
    ExpectNear(one.outputs[0], Reference(Cases()[0], x, a.axes), 1e-6, 1e-4, Name(a.shape));
  }
}

TEST(CpuReduce, GivesTheNeutralElementOfNothing) {
  const struct {
    const char* op;
    double want;
  } cases[] = {{"Sum", 0}, {"Mean", std::nan("")}, {"Prod", 1}, {"Max", -INFINITY}, {"Min", INFINITY}};
  for (const auto& c : cases) {
    const Node node = Node(c.op).T(RNLP_FLOAT).Outputs({RNLP_FLOAT});
    const Outcome got = RunCpu(node, {Value(RNLP_FLOAT, {0, 3}), Value::Vector({0})});
    ASSERT_EQ(got.code, 0) << got.message;
    ExpectNear(got.outputs[0], {c.want, c.want, c.want}, 0, 0, c.op);
    const Outcome none = RunCpu(node, {Value(RNLP_FLOAT, {0, 3}), Value::Vector({1})});
    EXPECT_EQ(none.outputs[0].shape(), Shape{0});
  }
  const Outcome mean = RunCpu(Node("Mean").T(RNLP_INT32).Outputs({RNLP_INT32}),
                              {Value(RNLP_INT32, {0}), Value::Vector({0})});
  EXPECT_EQ(mean.outputs[0].Get(0), 0);
}

TEST(CpuReduce, KeepsNaNInExtrema) {
  for (const char* isa : {"scalar", "sse4", "avx2", "avx3"}) {
    for (int64_t n : {1, 5, 100}) {
      for (int64_t at = 0; at < n; at += 3) {
        std::vector<double> values(static_cast<size_t>(n), 1);
        values[static_cast<size_t>(at)] = std::nan("");
        const Value x = Value::Doubles(RNLP_FLOAT, {n}, values);
        for (const char* op : {"Max", "Min", "Sum"}) {
          MiniHost host;
          host.settings["isa"] = isa;
          const Outcome got =
              RunCpu(host, Node(op).T(RNLP_FLOAT).Outputs({RNLP_FLOAT}), {x, Value::Vector({0})});
          EXPECT_TRUE(std::isnan(got.outputs[0].Get(0))) << op << " " << isa;
        }
      }
    }
  }
}

TEST(CpuReduce, CombinesBooleans) {
  const Value x = Value::Bools({2, 3}, {1, 1, 1, 0, 1, 0});
  EXPECT_EQ(RunCpu(Node("All").Outputs({RNLP_BOOL}), {x, Value::Vector({1})}).outputs[0].Doubles(),
            (std::vector<double>{1, 0}));
  EXPECT_EQ(RunCpu(Node("Any").Outputs({RNLP_BOOL}), {x, Value::Vector({0})}).outputs[0].Doubles(),
            (std::vector<double>{1, 1, 1}));
}

TEST(CpuReduce, RefusesBadAxesByName) {
  const Value x(RNLP_FLOAT, {2, 3});
  const Node node = Node("Sum").T(RNLP_FLOAT).Outputs({RNLP_FLOAT});
  EXPECT_EQ(RunCpu(node, {x, Value::Vector({2})}).message,
            "Sum: reduction index 2 for an input of shape [2,3]");
  EXPECT_EQ(RunCpu(node, {x, Value::Vector({-3})}).code, RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(node, {x, Value::Vector({0, -2})}).code, RNLP_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace runnel::test
