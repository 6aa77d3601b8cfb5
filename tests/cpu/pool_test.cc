// Pools and their gradients against plain loops in float64.
#include "tests/cpu/window_reference.h"

namespace runnel::test {
namespace {

// clang-format off
const std::vector<WindowCase> kCases = {
    {1, 1, 1, 1, {1, 1}, 1},
    {2, 6, 8, 3, {2, 2}, 3, {2, 2}},
    {2, 7, 5, 3, {2, 2}, 3, {2, 2}, "SAME"},
    {2, 7, 6, 3, {3, 2}, 3, {1, 2}, "SAME"},
    {1, 7, 6, 5, {3, 3}, 5, {2, 1}},
    {1, 3, 3, 2, {5, 7}, 2, {1, 1}, "SAME"},     // larger than the image
    {1, 6, 6, 2, {2, 1}, 2, {3, 4}},             // pixels that no window sees
    {2, 5, 4, 300, {3, 3}, 300, {2, 2}, "SAME"},  // more than one chunk of channels
    {3, 40, 40, 8, {2, 2}, 8, {2, 2}},
    {0, 5, 5, 2, {3, 3}, 2}, {2, 5, 5, 0, {3, 3}, 0},
    {1, 2, 5, 2, {3, 3}, 2},                     // less than a stride is missing: nothing
};
// clang-format on

struct Call {
  Call(const WindowCase& c, bool nchw, int32_t type)
      : windows(c),
        image(nchw, c.batch, c.rows, c.columns, c.channels),
        cotangent(image),
        grad(nchw, c.batch, windows.count[0], windows.count[1], c.channels),
        dtype(type) {
    Numbers numbers;
    image.Draw(numbers, dtype);
    cotangent.Draw(numbers, dtype);
    grad.Draw(numbers, dtype);
  }
  Outcome Run(const char* op, std::vector<Input> inputs) const {
    MiniHost host;
    host.threads = 2;
    return RunCpu(host,
                  WindowNode(op, dtype, image.first, windows.c)
                      .Set("ksize", AxisList(image.first, windows.c.window)),
                  std::move(inputs));
  }
  void Expect(const char* op, std::vector<Input> inputs, const Images& want, double tolerance) const {
    const std::string what = Name(windows.c, op, dtype, image.first);
    const Outcome got = Run(op, std::move(inputs));
    ASSERT_EQ(got.code, 0) << what << got.message;
    ASSERT_EQ(got.outputs[0].shape(), want.dims) << what;
    ExpectNear(got.outputs[0], want.values, tolerance, tolerance, what);
    if (!::testing::Test::HasFailure()) testing::LogCase("forward", op, LogName(dtype), "CPU");
  }
  Windows windows;
  Images image, cotangent, grad;
  int32_t dtype;
};

void Check(const WindowCase& c, bool nchw, int32_t dtype) {
  Call call(c, nchw, dtype);
  Images most = call.grad, mean = call.grad, count = call.grad, second = call.grad;
  Images of_most = call.image, of_mean = call.image;
  for (Images* images : {&mean, &count, &second, &of_most, &of_mean}) {
    std::fill(images->values.begin(), images->values.end(), 0);
  }
  std::fill(most.values.begin(), most.values.end(), -1e9);
  const auto each = [&](const auto& f) {
    call.windows.ForEach([&](int64_t n, int64_t i, int64_t j, int64_t, int64_t, int64_t h, int64_t w) {
      for (int64_t k = 0; k < c.channels; ++k) f(n, i, j, h, w, k);
    });
  };
  each([&](int64_t n, int64_t i, int64_t j, int64_t h, int64_t w, int64_t k) {
    most.at(n, i, j, k) = std::max(most.at(n, i, j, k), call.image.at(n, h, w, k));
    mean.at(n, i, j, k) += call.image.at(n, h, w, k);
    count.at(n, i, j, k) += 1;
  });
  for (size_t i = 0; i < mean.values.size(); ++i) mean.values[i] /= count.values[i];
  Images taken = call.grad;
  std::fill(taken.values.begin(), taken.values.end(), 0);
  each([&](int64_t n, int64_t i, int64_t j, int64_t h, int64_t w, int64_t k) {
    of_mean.at(n, h, w, k) += call.grad.at(n, i, j, k) / count.at(n, i, j, k);
    if (taken.at(n, i, j, k) != 0 || call.image.at(n, h, w, k) != most.at(n, i, j, k)) return;
    taken.at(n, i, j, k) = 1;
    of_most.at(n, h, w, k) += call.grad.at(n, i, j, k);
    second.at(n, i, j, k) = call.cotangent.at(n, h, w, k);
  });
  const Value image = call.image.In(dtype), pooled = most.In(dtype), grad = call.grad.In(dtype);
  const double tolerance = 8 * Tolerance(dtype);
  call.Expect("MaxPool", {image}, most, 0);
  call.Expect("MaxPoolGrad", {image, pooled, grad}, of_most, tolerance);
  call.Expect("MaxPoolGradGrad", {image, pooled, call.cotangent.In(dtype)}, second, 0);
  call.Expect("AvgPool", {image}, mean, tolerance);
  const std::vector<int32_t> sizes(call.image.dims.begin(), call.image.dims.end());
  call.Expect("AvgPoolGrad", {Value::Vector(sizes), grad}, of_mean, tolerance);
}

TEST(CpuPool, AgreesWithDoubleForEveryTypeAndLayout) {
  for (const WindowCase& c : kCases) {
    for (const bool nchw : {false, true}) {
      for (const int32_t dtype : {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_BFLOAT16})
        Check(c, nchw, dtype);
    }
  }
}

TEST(CpuPool, PadsByMinusInfinityAndNaNWins) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const WindowCase c = {1, 1, 2, 1, {1, 1}, 1, {1, 1}, "EXPLICIT", {1, 1}, {0, 0, 1, 0}};
  const Node node =
      WindowNode("MaxPool", RNLP_FLOAT, false, c).Set("ksize", std::vector<int64_t>{1, 1, 1, 1});
  const Outcome got = RunCpu(node, {Value::Doubles(RNLP_FLOAT, {1, 1, 2, 1}, {-3, nan})});
  ASSERT_EQ(got.code, 0) << got.message;
  ExpectNear(got.outputs[0], {-infinity, -3, nan}, 0, 0, "padded");
  const WindowCase row = {1, 1, 3, 1, {1, 3}, 1};
  const Outcome wins = RunCpu(
      WindowNode("MaxPool", RNLP_FLOAT, false, row).Set("ksize", std::vector<int64_t>{1, 1, 3, 1}),
      {Value::Doubles(RNLP_FLOAT, {1, 1, 3, 1}, {-3, nan, 7})});
  ExpectNear(wins.outputs[0], {nan}, 0, 0, "NaN");
}

TEST(CpuPool, BearsAbsurdWindows) {
  const WindowCase c = {1, 2, 2, 1, {1, 1}, 1, {2, 2}, "SAME"};
  const int64_t most = int64_t{1} << 29;
  const Outcome got = RunCpu(
      WindowNode("MaxPool", RNLP_FLOAT, false, c).Set("ksize", std::vector<int64_t>{1, most, most, 1}),
      {Value::Floats({1, 2, 2, 1}, {1, 4, 3, 2})});
  ASSERT_EQ(got.code, 0) << got.message;
  ExpectNear(got.outputs[0], {4}, 0, 0, "absurd");
}

TEST(CpuPool, RefusesWhatDoesNotFitNamingOpAndSizes) {
  const WindowCase c = {1, 4, 4, 1, {2, 2}, 1};
  const auto error = [&](const char* op, std::vector<int64_t> ksize, std::vector<Input> inputs) {
    const Outcome got =
        RunCpu(WindowNode(op, RNLP_FLOAT, false, c).Set("ksize", std::move(ksize)), std::move(inputs));
    return got.code == RNLP_INVALID_ARGUMENT ? got.message : "code " + std::to_string(got.code);
  };
  const Value image(RNLP_FLOAT, {1, 4, 4, 1}), pooled(RNLP_FLOAT, {1, 3, 3, 1});
  EXPECT_EQ(
      error("MaxPool", {1, 9, 2, 1}, {image}),
      "MaxPool: a window of 9 rows with stride 1 and dilation 1 should fit into an image of 4 with "
      "paddings of 0 and 0");
  EXPECT_EQ(error("MaxPool", {1, 2, 2, 3}, {image}),
            "MaxPool: attr ksize should be from 1, and 1 for batch and channels, got 3 at 3");
  EXPECT_EQ(error("AvgPool", {1, 2, 2, 1}, {Value(RNLP_FLOAT, {4, 4, 1})}),
            "AvgPool: the image should have four dimensions, got [4,4,1]");
  EXPECT_EQ(error("MaxPoolGrad", {1, 2, 2, 1}, {image, pooled, image}),
            "MaxPoolGrad: input 2 should have shape [1,3,3,1], got [1,4,4,1]");
  EXPECT_EQ(error("MaxPoolGradGrad", {1, 2, 2, 1}, {image, pooled, pooled}),
            "MaxPoolGradGrad: input 2 should have shape [1,4,4,1], got [1,3,3,1]");
  EXPECT_EQ(error("AvgPoolGrad", {1, 2, 2, 1}, {Value::Vector({1, 4, -4, 1}), pooled}),
            "AvgPoolGrad: the image should have four dimensions, got sizes in a tensor of shape [4]");
}

}  // namespace
}  // namespace runnel::test
