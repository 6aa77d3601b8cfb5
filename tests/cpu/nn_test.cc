// Softmax, losses, bias, selection, arg extrema and casts against float64 references.
#include "tests/cpu/kernel_test.h"

namespace runnel::test {
namespace {

const std::vector<int32_t> kFloating = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_BFLOAT16};

std::vector<double> SoftmaxOf(const std::vector<double>& x, bool log) {
  const double max = *std::max_element(x.begin(), x.end());
  double sum = 0;
  for (double v : x) sum += std::exp(v - max);
  std::vector<double> result;
  for (double v : x) result.push_back(log ? v - max - std::log(sum) : std::exp(v - max) / sum);
  return result;
}
std::vector<double> Row(const Value& matrix, int64_t r, int64_t n) {
  std::vector<double> row;
  for (int64_t j = 0; j < n; ++j) row.push_back(matrix.Get(r * n + j));
  return row;
}

TEST(CpuSoftmax, AgreesWithDoubleForEveryTypeAndShape) {
  Numbers numbers;
  for (int32_t dtype : kFloating) {
    for (const Shape& shape : std::vector<Shape>{{1},
                                                 {3},
                                                 {17},
                                                 {1000},
                                                 {0, 3},
                                                 {3, 0},
                                                 {5, 10},
                                                 {2, 3, 33},
                                                 {300, 200},
                                                 {501, 2},
                                                 {40, 16}}) {
      const Value x = Value::Doubles(dtype, shape, numbers.For(dtype, Elements(shape), -20, 20), 1);
      for (bool log : {false, true}) {
        RunOptions in_place;
        in_place.alias_input = 0;
        const Outcome got =
            RunCpu(Node(log ? "LogSoftmax" : "Softmax").T(dtype).Outputs({dtype}), {x}, in_place);
        ASSERT_EQ(got.code, 0) << got.message;
        std::vector<double> want;
        const int64_t n = shape.back();
        for (int64_t r = 0; r * n < x.elements(); ++r) {
          for (double v : SoftmaxOf(Row(x, r, n), log)) want.push_back(v);
        }
        ExpectNear(got.outputs[0], want, 3 * Tolerance(dtype), dtype == RNLP_DOUBLE ? 1e-14 : 1e-6,
                   Name(shape));
      }
    }
  }
}

TEST(CpuSoftmax, StaysFiniteForLargeLogitsAndPassesNaNOn) {
  const Value x = Value::Floats({3, 2}, {1e30f, 0, -1e30f, -1e30f, NAN, 1});
  const Outcome got = RunCpu(Node("Softmax").T(RNLP_FLOAT).Outputs({RNLP_FLOAT}), {x});
  ExpectNear(got.outputs[0], {1, 0, 0.5, 0.5, std::nan(""), std::nan("")}, 0, 0, "softmax");
}

TEST(CpuSoftmax, LogarithmsAndLossesOfLargeLogitsAreNotLost) {
  const Value x = Value::Floats({2, 2}, {1000, 0, -1000, -1001});
  const double last = std::log1p(std::exp(-1.0));
  const Outcome log = RunCpu(Node("LogSoftmax").T(RNLP_FLOAT).Outputs({RNLP_FLOAT}), {x});
  ASSERT_EQ(log.code, 0) << log.message;
  ExpectNear(log.outputs[0], {0, -1000, -last, -1 - last}, 1e-6, 0, "log softmax");
  const Outcome loss = RunCpu(Node("SparseSoftmaxCrossEntropyWithLogits")
                                  .T(RNLP_FLOAT)
                                  .Set("Tlabels", Type{RNLP_INT64})
                                  .Outputs({RNLP_FLOAT, RNLP_FLOAT}),
                              {x, Value::Longs({2}, {1, 0})});
  ASSERT_EQ(loss.code, 0) << loss.message;
  ExpectNear(loss.outputs[0], {1000, last}, 1e-6, 0, "loss");
}

TEST(CpuCrossEntropy, AgreesWithDoubleDenseAndSparse) {
  Numbers numbers;
  for (int32_t dtype : kFloating) {
    for (const Shape& shape :
         std::vector<Shape>{{1, 1}, {1, 10}, {100, 10}, {7, 33}, {0, 10}, {400, 120}}) {
      const int64_t rows = shape[0], n = shape[1];
      const Value x = Value::Doubles(dtype, shape, numbers.For(dtype, rows * n, -5, 5));
      std::vector<double> one_hot(static_cast<size_t>(rows * n), 0);
      std::vector<int64_t> labels;
      std::vector<double> loss, backprop;
      for (int64_t r = 0; r < rows; ++r) {
        labels.push_back(numbers.Int(0, n - 1));
        one_hot[static_cast<size_t>(r * n + labels.back())] = 1;
        const std::vector<double> p = SoftmaxOf(Row(x, r, n), false);
        loss.push_back(-SoftmaxOf(Row(x, r, n), true)[static_cast<size_t>(labels.back())]);
        for (int64_t j = 0; j < n; ++j)
          backprop.push_back(p[static_cast<size_t>(j)] - (j == labels.back() ? 1 : 0));
      }
      const double absolute = dtype == RNLP_DOUBLE  ? 1e-13
                              : dtype == RNLP_FLOAT ? 2e-6
                                                    : Tolerance(dtype);
      const Outcome dense =
          RunCpu(Node("SoftmaxCrossEntropyWithLogits").T(dtype).Outputs({dtype, dtype}),
                 {x, Value::Doubles(dtype, shape, one_hot)});
      ASSERT_EQ(dense.code, 0) << dense.message;
      ExpectNear(dense.outputs[0], loss, Tolerance(dtype), absolute, "loss");
      ExpectNear(dense.outputs[1], backprop, 2 * Tolerance(dtype), absolute, "backprop");
      const Outcome sparse = RunCpu(Node("SparseSoftmaxCrossEntropyWithLogits")
                                        .T(dtype)
                                        .Set("Tlabels", Type{RNLP_INT64})
                                        .Outputs({dtype, dtype}),
                                    {x, Value::Longs({rows}, labels)});
      ASSERT_EQ(sparse.code, 0) << sparse.message;
      ExpectNear(sparse.outputs[0], loss, Tolerance(dtype), absolute, "sparse loss");
      ExpectNear(sparse.outputs[1], backprop, 2 * Tolerance(dtype), absolute, "sparse backprop");
    }
  }
}

TEST(CpuCrossEntropy, BroadcastsOneRowOfLabels) {
  const Value x = Value::Doubles(RNLP_DOUBLE, {2, 2}, {0, 1, 2, 0});
  const Value y = Value::Doubles(RNLP_DOUBLE, {1, 2}, {0.25, 0.75});
  const Outcome got = RunCpu(
      Node("SoftmaxCrossEntropyWithLogits").T(RNLP_DOUBLE).Outputs({RNLP_DOUBLE, RNLP_DOUBLE}), {x, y});
  const std::vector<double> a = SoftmaxOf({0, 1}, true), b = SoftmaxOf({2, 0}, true);
  ExpectNear(got.outputs[0], {-0.25 * a[0] - 0.75 * a[1], -0.25 * b[0] - 0.75 * b[1]}, 1e-14, 0, "loss");
}

TEST(CpuCrossEntropy, RefusesLabelsOutOfRange) {
  for (int32_t label : {-1, 3}) {
    const Outcome got = RunCpu(
        Node("SparseSoftmaxCrossEntropyWithLogits").T(RNLP_FLOAT).Outputs({RNLP_FLOAT, RNLP_FLOAT}),
        {Value(RNLP_FLOAT, {2, 3}), Value::Vector({0, label})});
    EXPECT_EQ(got.code, RNLP_INVALID_ARGUMENT);
    EXPECT_EQ(got.message, "SparseSoftmaxCrossEntropyWithLogits: labels[1] is " + std::to_string(label) +
                               ", outside of [0,3)");
  }
}

TEST(CpuBias, IsAddedAndSummedInEitherFormat) {
  Numbers numbers;
  for (int32_t dtype : kAllReal) {
    for (const char* format : {"NHWC", "NCHW"}) {
      for (const Shape& shape :
           std::vector<Shape>{{2, 3}, {100, 10}, {2, 3, 4}, {2, 3, 5, 7}, {0, 3}, {300, 200}}) {
        const bool first = std::string(format) == "NCHW";
        const size_t channel = first ? 1 : shape.size() - 1;
        const int64_t channels = shape[channel];
        int64_t inner = 1;
        for (size_t i = channel + 1; i < shape.size(); ++i) inner *= shape[i];
        const Value x = Value::Doubles(dtype, shape, numbers.For(dtype, Elements(shape), 0, 1));
        const Value bias = Value::Doubles(dtype, {channels}, numbers.For(dtype, channels, 0, 5));
        std::vector<double> sum, grad(static_cast<size_t>(channels), 0);
        for (int64_t i = 0; i < x.elements(); ++i) {
          const int64_t c = i / inner % channels;
          sum.push_back(x.Get(i) + bias.Get(c));
          grad[static_cast<size_t>(c)] += x.Get(i);
        }
        const Node add =
            Node("BiasAdd").T(dtype).Set("data_format", std::string(format)).Outputs({dtype});
        RunOptions in_place;
        in_place.alias_input = 0;
        const Outcome added = RunCpu(add, {x, bias}, in_place);
        ASSERT_EQ(added.code, 0) << added.message;
        ExpectNear(added.outputs[0], sum, Tolerance(dtype), 0, Name(shape));
        if (Elements(shape) > 10000 && dtype != RNLP_FLOAT && dtype != RNLP_DOUBLE) continue;
        const Node sums =
            Node("BiasAddGrad").T(dtype).Set("data_format", std::string(format)).Outputs({dtype});
        const Outcome summed = RunCpu(sums, {x});
        ASSERT_EQ(summed.code, 0) << summed.message;
        ExpectNear(summed.outputs[0], grad, Tolerance(dtype), 0, Name(shape));
      }
    }
  }
  EXPECT_EQ(RunCpu(Node("BiasAdd").T(RNLP_FLOAT).Outputs({RNLP_FLOAT}),
                   {Value(RNLP_FLOAT, {2, 3}), Value(RNLP_FLOAT, {2})})
                .message,
            "BiasAdd: bias has 2 elements, value [2,3] has 3 channels");
  EXPECT_EQ(
      RunCpu(Node("BiasAddGrad").T(RNLP_FLOAT).Outputs({RNLP_FLOAT}), {Value(RNLP_FLOAT, {2})}).code,
      RNLP_INVALID_ARGUMENT);
}

TEST(CpuAddN, AddsAnyNumberOfInputs) {
  Numbers numbers;
  for (int32_t dtype : kAllReal) {
    for (size_t count : {1, 2, 5}) {
      for (int64_t n : {0, 1, 17, 5000, 40000}) {
        std::vector<Input> inputs;
        std::vector<double> want(static_cast<size_t>(n), 0);
        for (size_t k = 0; k < count; ++k) {
          Value x = Value::Doubles(dtype, {n}, numbers.For(dtype, n, 0, 4));
          for (int64_t i = 0; i < n; ++i) want[static_cast<size_t>(i)] += x.Get(i);
          inputs.push_back(std::move(x));
        }
        RunOptions in_place;
        in_place.alias_input = 0;
        const Outcome got =
            RunCpu(Node("AddN").T(dtype).Set("N", static_cast<int64_t>(count)).Outputs({dtype}), inputs,
                   in_place);
        ASSERT_EQ(got.code, 0) << got.message;
        ExpectNear(got.outputs[0], want, 2 * Tolerance(dtype), 0, "AddN");
      }
    }
  }
  EXPECT_EQ(RunCpu(Node("AddN").T(RNLP_FLOAT).Outputs({RNLP_FLOAT}),
                   {Value(RNLP_FLOAT, {2}), Value(RNLP_FLOAT, {1})})
                .code,
            RNLP_INVALID_ARGUMENT);
}

TEST(CpuSelect, TakesAScalarARowOrAFullCondition) {
  for (int32_t dtype : {RNLP_FLOAT, RNLP_DOUBLE, RNLP_INT8, RNLP_HALF, RNLP_COMPLEX128, RNLP_BOOL}) {
    Numbers numbers;
    const std::vector<double> tv = numbers.For(dtype, 6), ev = numbers.For(dtype, 6);
    const Value t = Value::Doubles(dtype, {3, 2}, tv), e = Value::Doubles(dtype, {3, 2}, ev);
    const auto run = [&](const char* op, const Value& c) {
      const Outcome got = RunCpu(Node(op).T(dtype).Outputs({dtype}), {c, t, e});
      EXPECT_EQ(got.code, 0) << got.message;
      return got.outputs[0].Doubles();
    };
    EXPECT_EQ(run("Select", Value::Bools({}, {1})), tv);
    EXPECT_EQ(run("Select", Value::Bools({3}, {1, 0, 1})),
              (std::vector<double>{tv[0], tv[1], ev[2], ev[3], tv[4], tv[5]}));
    EXPECT_EQ(run("Select", Value::Bools({3, 2}, {1, 0, 0, 1, 0, 0})),
              (std::vector<double>{tv[0], ev[1], ev[2], tv[3], ev[4], ev[5]}));
    EXPECT_EQ(run("SelectV2", Value::Bools({2}, {1, 0})),
              (std::vector<double>{tv[0], ev[1], tv[2], ev[3], tv[4], ev[5]}));
    EXPECT_EQ(run("SelectV2", Value::Bools({3, 1}, {0, 0, 1})),
              (std::vector<double>{ev[0], ev[1], ev[2], ev[3], tv[4], tv[5]}));
  }
  const Outcome wide =
      RunCpu(Node("SelectV2").T(RNLP_FLOAT).Outputs({RNLP_FLOAT}),
             {Value::Bools({2, 1}, {1, 0}), Value::Floats({3}, {1, 2, 3}), Value::Floats({}, {9})});
  EXPECT_EQ(wide.outputs[0].shape(), (Shape{2, 3}));
  EXPECT_EQ(wide.outputs[0].Doubles(), (std::vector<double>{1, 2, 3, 9, 9, 9}));
  const Outcome strings =
      RunCpu(Node("SelectV2").T(RNLP_STRING).Outputs({RNLP_STRING}),
             {Value::Bools({2}, {1, 0}), Value::Strings({}, {"yes"}), Value::Strings({2}, {"a", "b"})});
  ASSERT_EQ(strings.code, 0) << strings.message;
  EXPECT_EQ(strings.outputs[0].string(0), "yes");
  EXPECT_EQ(strings.outputs[0].string(1), "b");
  EXPECT_EQ(RunCpu(Node("Select").T(RNLP_FLOAT).Outputs({RNLP_FLOAT}),
                   {Value::Bools({2}, {1, 0}), Value(RNLP_FLOAT, {3}), Value(RNLP_FLOAT, {3})})
                .code,
            RNLP_INVALID_ARGUMENT);
}

TEST(CpuArg, FindsTheFirstExtreme) {
  for (int32_t dtype : kAllReal) {
    const Value x = Value::Doubles(dtype, {2, 4}, {1, 7, 0, 7, 5, 5, 2, 2});
    for (int32_t out : {RNLP_INT32, RNLP_INT64}) {
      const auto run = [&](const char* op, int32_t axis) {
        const Outcome got = RunCpu(
            Node(op).T(dtype).Set("Tidx", Type{RNLP_INT32}).Set("output_type", Type{out}).Outputs({out}),
            {x, Value::Scalar(axis)});
        EXPECT_EQ(got.code, 0) << got.message;
        return got.outputs[0].Doubles();
      };
      EXPECT_EQ(run("ArgMax", 1), (std::vector<double>{1, 0}));
      EXPECT_EQ(run("ArgMin", -1), (std::vector<double>{2, 2}));
      EXPECT_EQ(run("ArgMax", 0), (std::vector<double>{1, 0, 1, 0}));
    }
  }
  const Node node = Node("ArgMax").T(RNLP_FLOAT).Outputs({RNLP_INT64});
  EXPECT_EQ(RunCpu(node, {Value(RNLP_FLOAT, {2}), Value::Scalar(1)}).code, RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(node, {Value(RNLP_FLOAT, {2, 0}), Value::Scalar(1)}).code, RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(node, {Value::Floats({3}, {NAN, 1, 2}), Value::Scalar(0)}).outputs[0].Get(0), 2);
}

TEST(CpuCast, ConvertsBetweenAllTypes) {
  std::vector<int32_t> types(std::begin(kAllReal), std::end(kAllReal));
  types.push_back(RNLP_BOOL);
  for (int32_t from : types) {
    for (int32_t to : types) {
      const std::vector<double> values =
          from == RNLP_BOOL ? std::vector<double>{0, 1, 1} : std::vector<double>{0, 1, 100};
      const Outcome got =
          RunCpu(Node("Cast").Set("SrcT", Type{from}).Set("DstT", Type{to}).Outputs({to}),
                 {Value::Doubles(from, {3}, values)});
      ASSERT_EQ(got.code, 0) << got.message;
      for (int64_t i = 0; i < 3; ++i) {
        const double value = values[static_cast<size_t>(i)];
        EXPECT_EQ(got.outputs[0].Get(i), to == RNLP_BOOL ? (value != 0 ? 1 : 0) : value)
            << from << " to " << to;
      }
    }
  }
}

TEST(CpuCast, TruncatesTowardsZeroAndSurvivesWhatDoesNotFit) {
  const Value x = Value::Floats({7}, {1.9f, -1.9f, 3e9f, -3e9f, NAN, INFINITY, -0.5f});
  const auto run = [&](int32_t to) {
    return RunCpu(Node("Cast").Set("SrcT", Type{RNLP_FLOAT}).Set("DstT", Type{to}).Outputs({to}), {x})
        .outputs[0]
        .Doubles();
  };
  const double low = std::numeric_limits<int32_t>::min();
  EXPECT_EQ(run(RNLP_INT32), (std::vector<double>{1, -1, low, low, low, low, 0}));
  EXPECT_EQ(run(RNLP_INT64)[2], 3e9);
  EXPECT_EQ(run(RNLP_UINT32)[2], 3e9);
  EXPECT_EQ(run(RNLP_UINT64)[2], 3e9);
  EXPECT_EQ(run(RNLP_BOOL), (std::vector<double>{1, 1, 1, 1, 1, 1, 1}));
}

TEST(CpuCast, RoundsToNearestOrTruncates) {
  // 1 + 3/512: bfloat16 has steps of 1/128.
  const Value x = Value::Doubles(RNLP_FLOAT, {2}, {1 + 3.0 / 512, -(1 + 3.0 / 512)});
  const auto run = [&](bool truncate) {
    return RunCpu(Node("Cast")
                      .Set("SrcT", Type{RNLP_FLOAT})
                      .Set("DstT", Type{RNLP_BFLOAT16})
                      .Set("Truncate", truncate)
                      .Outputs({RNLP_BFLOAT16}),
                  {x})
        .outputs[0]
        .Doubles();
  };
  EXPECT_EQ(run(false), (std::vector<double>{1 + 1.0 / 128, -1 - 1.0 / 128}));
  EXPECT_EQ(run(true), (std::vector<double>{1, -1}));
}

}  // namespace
}  // namespace runnel::test
