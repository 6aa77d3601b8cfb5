// Fused batch normalisation and LRN against float64 references and recorded values of TensorFlow.
#include "tests/cpu/kernel_test.h"
#include "tests/support/case_log.h"

namespace runnel::test {
namespace {

struct NormCase {
  Shape shape;  // batch, rows, columns, channels, whatever the format
  const char* format;
};
const std::vector<NormCase> kCases = {
    {{2, 3, 4, 3}, "NHWC"},   {{2, 3, 4, 3}, "NCHW"},    {{1, 1, 1, 5}, "NHWC"},
    {{7, 1, 1, 5}, "NCHW"},   {{3, 5, 7, 70}, "NHWC"},   {{3, 5, 7, 70}, "NCHW"},
    {{2, 9, 9, 300}, "NHWC"}, {{20, 31, 33, 8}, "NHWC"}, {{2, 60, 70, 3}, "NCHW"},
};

struct Call {
  Call(const NormCase& c, int32_t type, bool train)
      : format(c.format), dtype(type), training(train), channels(c.shape[3]) {
    const int64_t inner = c.shape[1] * c.shape[2];
    first = format == "NCHW";
    shape = first ? Shape{c.shape[0], channels, c.shape[1], c.shape[2]} : c.shape;
    per_channel = c.shape[0] * inner;
    step = first ? inner : 1;
    Numbers numbers;
    x = numbers.For(dtype, Elements(shape), -3, 5);
    dy = numbers.For(dtype, Elements(shape), -2, 2);
    scale = numbers.For(RNLP_FLOAT, channels, 1, 2);
    offset = numbers.For(RNLP_FLOAT, channels, -2, 2);
    mean = numbers.For(RNLP_FLOAT, channels, -1, 1);
    variance = numbers.For(RNLP_FLOAT, channels, 1, 3);
  }
  size_t channel(size_t i) const {
    return static_cast<size_t>(static_cast<int64_t>(i) / step % channels);
  }
  // The mean and the variance that x is normalised by.
  std::vector<double> Moment(bool second) const {
    if (!training) return second ? variance : mean;
    std::vector<double> means(mean.size(), 0), variances = means;
    for (size_t i = 0; i < x.size(); ++i) means[channel(i)] += x[i];
    for (double& m : means) m /= static_cast<double>(per_channel);
    for (size_t i = 0; i < x.size(); ++i) {
      variances[channel(i)] += (x[i] - means[channel(i)]) * (x[i] - means[channel(i)]);
    }
    for (double& v : variances) v /= static_cast<double>(per_channel);
    return second ? variances : means;
  }
  Value Vector(const std::vector<double>& of) const {
    return Value::Doubles(RNLP_FLOAT, {static_cast<int64_t>(of.size())}, of);
  }
  Node Make(const char* op, size_t outputs, float average) const {
    std::vector<int32_t> types(outputs, RNLP_FLOAT);
    types[0] = dtype;
    Node node = Node(op).T(dtype).Set("U", Type{RNLP_FLOAT}).Set("epsilon", 0.001f);
    return node.Set("exponential_avg_factor", average)
        .Set("is_training", training)
        .Set("data_format", format)
        .Outputs(types);
  }
  std::string what() const {
    return Name(shape) + format + " type " + std::to_string(dtype) + (training ? " training" : "");
  }
  std::string format;
  int32_t dtype;
  bool training, first;
  int64_t channels, per_channel, step;
  Shape shape;
  std::vector<double> x, dy, scale, offset, mean, variance;
};

void CheckForward(const Call& c, const char* op, size_t outputs, float average, const char* isa) {
  MiniHost host;
  host.settings["isa"] = isa;
  const bool keeps = c.training && average == 1.0f;
  const std::vector<double> unused;
  const Outcome got =
      RunCpu(host, c.Make(op, outputs, average),
             {Value::Doubles(c.dtype, c.shape, c.x), c.Vector(c.scale), c.Vector(c.offset),
              c.Vector(keeps ? unused : c.mean), c.Vector(keeps ? unused : c.variance)});
  ASSERT_EQ(got.code, 0) << got.message;
  const std::vector<double> m = c.Moment(false), v = c.Moment(true);
  std::vector<double> y, running_mean, running_variance;
  for (size_t i = 0; i < c.x.size(); ++i) {
    const size_t k = c.channel(i);
    y.push_back((c.x[i] - m[k]) / std::sqrt(v[k] + 0.001) * c.scale[k] + c.offset[k]);
  }
  const auto n = static_cast<double>(c.per_channel);
  for (size_t k = 0; k < m.size(); ++k) {
    const double factor = c.training ? average : 1;
    running_mean.push_back((1 - factor) * c.mean[k] + factor * m[k]);
    const double unbiased = c.training ? v[k] * n / std::max(1.0, n - 1) : v[k];
    running_variance.push_back((1 - factor) * c.variance[k] + factor * unbiased);
  }
  ExpectNear(got.outputs[0], y, 4 * Tolerance(c.dtype), 4 * Tolerance(c.dtype), c.what());
  ExpectNear(got.outputs[1], running_mean, 1e-6, 1e-6, c.what() + " batch_mean");
  ExpectNear(got.outputs[2], running_variance, 2e-6, 1e-6, c.what() + " batch_variance");
  ExpectNear(got.outputs[3], m, 1e-6, 1e-6, c.what() + " reserve 1");
  ExpectNear(got.outputs[4], v, 2e-6, 1e-6, c.what() + " reserve 2");
  if (outputs > 5) {
    EXPECT_EQ(got.outputs[5].shape(), Shape{0});
  }
}

void CheckGradient(const Call& c, const char* op, size_t inputs, const char* isa) {
  MiniHost host;
  host.settings["isa"] = isa;
  const std::vector<double> m = c.Moment(false), v = c.Moment(true);
  std::vector<Input> values = {Value::Doubles(c.dtype, c.shape, c.dy),
                               Value::Doubles(c.dtype, c.shape, c.x), c.Vector(c.scale), c.Vector(m),
                               c.Vector(v)};
  if (inputs > 5) values.push_back(Value(RNLP_FLOAT, {0}));
  const Outcome got = RunCpu(host, c.Make(op, 5, 1), std::move(values));
  ASSERT_EQ(got.code, 0) << got.message;
  std::vector<double> sum(m.size(), 0), product = sum, dx;
  for (size_t i = 0; i < c.x.size(); ++i) {
    const size_t k = c.channel(i);
    sum[k] += c.dy[i];
    product[k] += c.dy[i] * (c.x[i] - m[k]);
  }
  const auto n = static_cast<double>(c.per_channel);
  for (size_t i = 0; i < c.x.size(); ++i) {
    const size_t k = c.channel(i);
    const double rate = 1 / std::sqrt(v[k] + 0.001);
    double centred = c.dy[i];
    if (c.training) centred -= sum[k] / n + (c.x[i] - m[k]) * rate * rate * product[k] / n;
    dx.push_back(c.scale[k] * rate * centred);
  }
  for (size_t k = 0; k < m.size(); ++k) product[k] /= std::sqrt(v[k] + 0.001);
  ExpectNear(got.outputs[0], dx, 4 * Tolerance(c.dtype), 8 * Tolerance(c.dtype), c.what());
  ExpectNear(got.outputs[1], product, 4e-6, 1e-5, c.what() + " scale");
  ExpectNear(got.outputs[2], sum, 1e-6, 1e-5, c.what() + " offset");
  EXPECT_EQ(got.outputs[3].elements() + got.outputs[4].elements(), 0);
}

TEST(CpuBatchNorm, AgreesWithDoubleForEveryTypeAndFormat) {
  for (const NormCase& c : kCases) {
    for (const int32_t dtype : {RNLP_FLOAT, RNLP_HALF, RNLP_BFLOAT16}) {
      for (const bool training : {true, false}) {
        const Call call(c, dtype, training);
        CheckForward(call, "FusedBatchNormV3", 6, 1.0f, "avx3");
        CheckForward(call, "FusedBatchNormV3", 6, 0.25f, "avx3");
        CheckForward(call, "FusedBatchNormV2", 5, 1.0f, "avx3");
        CheckGradient(call, "FusedBatchNormGradV3", 6, "avx3");
        CheckGradient(call, "FusedBatchNormGradV2", 5, "avx3");
        if (dtype != RNLP_FLOAT) continue;
        CheckForward(call, "FusedBatchNorm", 5, 1.0f, "avx3");
        CheckGradient(call, "FusedBatchNormGrad", 5, "avx3");
      }
      if (::testing::Test::HasFailure()) return;
      const char* name = dtype == RNLP_FLOAT ? "float" : dtype == RNLP_HALF ? "half" : "bfloat16";
      const std::string both = std::string(name) + ",float";
      for (const char* op :
           {"FusedBatchNormV2", "FusedBatchNormV3", "FusedBatchNormGradV2", "FusedBatchNormGradV3"}) {
        testing::LogCase("forward", op, both, "CPU");
      }
      if (dtype != RNLP_FLOAT) continue;
      testing::LogCase("forward", "FusedBatchNorm", name, "CPU");
      testing::LogCase("forward", "FusedBatchNormGrad", name, "CPU");
    }
  }
}

TEST(CpuBatchNorm, AgreesOnEveryInstructionSet) {
  for (const char* isa : {"scalar", "sse4", "avx2"}) {
    for (const NormCase& c : kCases) {
      const Call call(c, RNLP_FLOAT, true);
      CheckForward(call, "FusedBatchNormV3", 6, 1.0f, isa);
      CheckGradient(call, "FusedBatchNormGradV3", 6, isa);
    }
  }
}

TEST(CpuBatchNorm, GivesTheSameBitsOnAnyNumberOfThreads) {
  for (const char* format : {"NHWC", "NCHW"}) {
    Call call({{6, 40, 41, 24}, format}, RNLP_FLOAT, true);
    for (double& value : call.x) value *= 0.3;
    const auto run = [&](int threads) {
      MiniHost host;
      host.threads = threads;
      const std::vector<double> unused;
      return RunCpu(host, call.Make("FusedBatchNormV3", 6, 1),
                    {Value::Doubles(RNLP_FLOAT, call.shape, call.x), call.Vector(call.scale),
                     call.Vector(call.offset), call.Vector(unused), call.Vector(unused)});
    };
    const Outcome one = run(1), three = run(3);
    ASSERT_EQ(one.code, 0) << one.message;
    for (size_t i = 0; i < 5; ++i) EXPECT_TRUE(one.outputs[i].SameBytes(three.outputs[i])) << i;
  }
}

// A mean of a million times the deviation: a variance of squares less the square would be noise.
TEST(CpuBatchNorm, KeepsASmallVarianceBesideALargeMean) {
  Call call({{1, 1, 4, 1}, "NHWC"}, RNLP_FLOAT, true);
  call.x = {4096.0, 4096.0009765625, 4096.001953125, 4096.0029296875};
  CheckForward(call, "FusedBatchNormV3", 6, 1.0f, "avx3");
}

// Recorded from TensorFlow 2.21 (tf.raw_ops.FusedBatchNormV3 and FusedBatchNormGradV3, epsilon 0.001).
const std::vector<double> kX = {1, -2, 3, 0.5, 2, 4, -1, 0.25, 5, 3, 2, 1};
const std::vector<double> kDy = {1, 2, -1, 3, .5, -2, 1, 1, 2, -3, 0, 1};
Call Recorded(bool training) {
  Call call({{1, 3, 2, 2}, "NHWC"}, RNLP_FLOAT, training);
  call.x = kX;
  call.dy = kDy;
  call.scale = {2, 3};
  call.offset = {.5, -1};
  call.mean = {1, 2};
  call.variance = {3, 4};
  return call;
}
TEST(CpuBatchNorm, GivesTensorFlowsRecordedValues) {
  const auto forward = [](const Call& c, float average) {
    return RunCpu(c.Make("FusedBatchNormV3", 6, average),
                  {Value::Doubles(RNLP_FLOAT, c.shape, c.x), c.Vector(c.scale), c.Vector(c.offset),
                   c.Vector(c.mean), c.Vector(c.variance)});
  };
  const auto backward = [](const Call& c, const std::vector<double>& m, const std::vector<double>& v) {
    return RunCpu(c.Make("FusedBatchNormGradV3", 5, 1),
                  {Value::Doubles(RNLP_FLOAT, c.shape, c.dy), Value::Doubles(RNLP_FLOAT, c.shape, c.x),
                   c.Vector(c.scale), c.Vector(m), c.Vector(v), Value(RNLP_FLOAT, {0})});
  };
  const Outcome trained = forward(Recorded(true), 0.25f);
  ASSERT_EQ(trained.code, 0) << trained.message;
  ExpectNear(trained.outputs[0],
             {-0.5952808856964111, -5.817229270935059, 1.5952808856964111, -1.9634459018707275, 0.5,
              3.431851387023926, -2.7858426570892334, -2.3488242626190186, 3.7858426570892334,
              1.8903377056121826, 0.5, -1.1926891803741455},
             1e-6, 1e-6, "y");
  ExpectNear(trained.outputs[1], {1.25, 1.78125}, 1e-6, 0, "mean");
  ExpectNear(trained.outputs[2], {3.25, 4.135937690734863}, 1e-6, 0, "variance");
  ExpectNear(trained.outputs[3], {2.0, 1.125}, 1e-6, 0, "reserve 1");
  ExpectNear(trained.outputs[4], {3.3333332538604736, 3.7864582538604736}, 1e-6, 0, "reserve 2");
  const Outcome grads = backward(Recorded(true), {2.0, 1.125}, {3.3333332538604736, 3.7864582538604736});
  ASSERT_EQ(grads.code, 0) << grads.message;
  ExpectNear(grads.outputs[0],
             {0.5111146569252014, -1.7764341831207275, -1.7889423370361328, 3.2415781021118164,
              -0.09127338230609894, 0.40110883116722107, 0.6206099390983582, -0.18909882009029388,
              1.3874051570892334, -2.5310041904449463, -0.6389138102531433, 0.8538507223129272},
             1e-6, 1e-6, "dx");
  ExpectNear(grads.outputs[1], {0.5476404428482056, -10.533675193786621}, 1e-6, 0, "dscale");
  ExpectNear(grads.outputs[2], {3.5, 2.0}, 1e-6, 0, "doffset");

  const Outcome served = forward(Recorded(false), 1);
  ASSERT_EQ(served.code, 0) << served.message;
  ExpectNear(served.outputs[0],
             {0.5, -6.999250411987305, 2.809016466140747, -3.2497189044952393, 1.6545082330703735,
              1.9996252059936523, -1.809016466140747, -3.6246719360351562, 5.118032932281494,
              0.49981260299682617, 1.6545082330703735, -2.499812602996826},
             1e-6, 1e-6, "y of inference");
  const Outcome fixed = backward(Recorded(false), {1, 2}, {3, 4});
  ASSERT_EQ(fixed.code, 0) << fixed.message;
  ExpectNear(fixed.outputs[0],
             {1.1545082330703735, 2.9996252059936523, -1.1545082330703735, 4.4994378089904785,
              0.5772541165351868, -2.9996252059936523, 1.1545082330703735, 1.4998126029968262,
              2.309016466140747, -4.4994378089904785, 0.0, 1.4998126029968262},
             1e-6, 1e-6, "dx of inference");
  ExpectNear(fixed.outputs[1], {2.5976436138153076, -11.123610496520996}, 1e-6, 0, "dscale");
}

// TensorFlow's answers where there is nothing to take a mean of.
TEST(CpuBatchNorm, AnEmptyBatchHasNoMean) {
  const double nan = std::nan("");
  Call call({{0, 3, 2, 2}, "NHWC"}, RNLP_FLOAT, true);
  const Value two = Value::Floats({2}, {1, 2}), none(RNLP_FLOAT, {0}), x(RNLP_FLOAT, {0, 3, 2, 2});
  const Outcome got = RunCpu(call.Make("FusedBatchNormV3", 6, 1), {x, two, two, none, none});
  ASSERT_EQ(got.code, 0) << got.message;
  EXPECT_EQ(got.outputs[0].shape(), (Shape{0, 3, 2, 2}));
  ExpectNear(got.outputs[1], {nan, nan}, 0, 0, "mean");
  ExpectNear(got.outputs[2], {nan, nan}, 0, 0, "variance");
  ExpectNear(got.outputs[3], {0, 0}, 0, 0, "reserve 1");
  const Outcome grad = RunCpu(call.Make("FusedBatchNormGradV3", 5, 1), {x, x, two, two, two, none});
  ASSERT_EQ(grad.code, 0) << grad.message;
  ExpectNear(grad.outputs[1], {0, 0}, 0, 0, "scale");
  ExpectNear(grad.outputs[2], {0, 0}, 0, 0, "offset");
  const Value flat(RNLP_FLOAT, {2, 3, 2, 0});
  EXPECT_EQ(RunCpu(call.Make("FusedBatchNormV3", 6, 1), {flat, none, none, none, none}).code, 0);
}

TEST(CpuBatchNorm, RefusesWhatDoesNotFitNamingOpAndSizes) {
  const Call call({{1, 3, 2, 2}, "NHWC"}, RNLP_FLOAT, true);
  const Value x(RNLP_FLOAT, {1, 3, 2, 2}), two(RNLP_FLOAT, {2}), none(RNLP_FLOAT, {0});
  const auto error = [](const Node& node, std::vector<Input> inputs) {
    const Outcome got = RunCpu(node, std::move(inputs));
    return got.code == RNLP_INVALID_ARGUMENT ? got.message : "code " + std::to_string(got.code);
  };
  EXPECT_EQ(
      error(call.Make("FusedBatchNormV3", 6, 1), {Value(RNLP_FLOAT, {3, 2}), two, two, none, none}),
      "FusedBatchNormV3: x should have 4 dimensions, got [3,2]");
  EXPECT_EQ(error(call.Make("FusedBatchNormV3", 6, 1), {x, Value(RNLP_FLOAT, {3}), two, none, none}),
            "FusedBatchNormV3: input 1 should have one element for each of 2 channels, got shape [3]");
  EXPECT_EQ(error(call.Make("FusedBatchNormV3", 6, 0.5f), {x, two, two, none, none}),
            "FusedBatchNormV3: input 3 should have one element for each of 2 channels, got shape [0]");
  EXPECT_EQ(error(call.Make("FusedBatchNormGradV2", 5, 1),
                  {Value(RNLP_FLOAT, {1, 2, 3, 2}), x, two, two, two}),
            "FusedBatchNormGradV2: y_backprop should have shape [1,3,2,2], got [1,2,3,2]");
  MiniHost host;
  host.fail_allocation = 0;
  const Outcome full = RunCpu(host, call.Make("FusedBatchNormV3", 6, 1), {x, two, two, none, none});
  EXPECT_EQ(full.code, RNLP_RESOURCE_EXHAUSTED);
}

Node LrnNode(const char* op, int32_t dtype, int64_t radius, float bias, float alpha, float beta) {
  return Node(op)
      .T(dtype)
      .Set("depth_radius", radius)
      .Set("bias", bias)
      .Set("alpha", alpha)
      .Set("beta", beta)
      .Outputs({dtype});
}
// bias + alpha * the sum of squares around each channel
std::vector<double> LrnNorms(const Value& x, int64_t radius, double bias, double alpha) {
  const int64_t channels = x.shape()[3];
  std::vector<double> norms;
  for (int64_t i = 0; i < x.elements(); ++i) {
    double sum = 0;
    for (int64_t k = 0; k < channels; ++k) {
      const double value = x.Get(i / channels * channels + k);
      if (std::abs(k - i % channels) <= radius) sum += value * value;
    }
    norms.push_back(bias + alpha * sum);
  }
  return norms;
}

TEST(CpuLrn, AgreesWithDoubleForEveryTypeAndRadius) {
  Numbers numbers;
  for (const int32_t dtype : {RNLP_FLOAT, RNLP_HALF, RNLP_BFLOAT16}) {
    for (const Shape& shape :
         std::vector<Shape>{{1, 1, 1, 1}, {2, 3, 4, 7}, {3, 20, 20, 33}, {0, 1, 1, 2}}) {
      for (const int64_t radius : {int64_t{0}, int64_t{2}, int64_t{5}, int64_t{INT32_MAX} - 1}) {
        for (const float beta : {0.5f, 1.0f, 0.75f}) {
          const Value x = Value::Doubles(dtype, shape, numbers.For(dtype, Elements(shape), -3, 3));
          const Value g = Value::Doubles(dtype, shape, numbers.For(dtype, Elements(shape), -2, 2));
          const std::vector<double> norms = LrnNorms(x, radius, 2, 0.25);
          std::vector<double> want, direct, shares;
          for (int64_t i = 0; i < x.elements(); ++i) {
            const double power = std::pow(norms[static_cast<size_t>(i)], -static_cast<double>(beta));
            want.push_back(x.Get(i) * power);
            direct.push_back(g.Get(i) * power);
          }
          const double tolerance = 4 * Tolerance(dtype);
          const Outcome got = RunCpu(LrnNode("LRN", dtype, radius, 2, 0.25f, beta), {x});
          ASSERT_EQ(got.code, 0) << got.message;
          ExpectNear(got.outputs[0], want, tolerance, 1e-6, "LRN " + Name(shape));
          for (int64_t i = 0; i < x.elements(); ++i) {
            shares.push_back(g.Get(i) * got.outputs[0].Get(i) / norms[static_cast<size_t>(i)]);
          }
          const int64_t channels = shape[3];
          std::vector<double> dx;
          for (int64_t i = 0; i < x.elements(); ++i) {
            double sum = 0;
            for (int64_t k = 0; k < channels; ++k) {
              if (std::abs(k - i % channels) > radius) continue;
              sum += shares[static_cast<size_t>(i / channels * channels + k)];
            }
            dx.push_back(direct[static_cast<size_t>(i)] -
                         2 * 0.25 * static_cast<double>(beta) * x.Get(i) * sum);
          }
          const Outcome back =
              RunCpu(LrnNode("LRNGrad", dtype, radius, 2, 0.25f, beta), {g, x, got.outputs[0]});
          ASSERT_EQ(back.code, 0) << back.message;
          ExpectNear(back.outputs[0], dx, tolerance, 10 * Tolerance(dtype), "LRNGrad " + Name(shape));
        }
      }
    }
    if (::testing::Test::HasFailure()) return;
    const char* name = dtype == RNLP_FLOAT ? "float" : dtype == RNLP_HALF ? "half" : "bfloat16";
    testing::LogCase("forward", "LRN", name, "CPU");
    testing::LogCase("forward", "LRNGrad", name, "CPU");
  }
}

TEST(CpuLrn, RefusesARadiusThatIsNone) {
  const Value x = Value::Doubles(RNLP_FLOAT, {1, 1, 1, 2}, {1, 2});
  for (const int64_t radius : {int64_t{-1}, int64_t{INT32_MAX}, int64_t{1} << 62}) {
    const Outcome got = RunCpu(LrnNode("LRN", RNLP_FLOAT, radius, 2, 0.25f, 0.5f), {x});
    EXPECT_EQ(got.code, RNLP_INVALID_ARGUMENT);
    EXPECT_EQ(got.message,
              "LRN: attr depth_radius should be from 0 to 2147483646, got " + std::to_string(radius));
  }
}

// Recorded from TensorFlow 2.21: tf.raw_ops.LRN and LRNGrad on arange(-6, 6) / 2 as [1,1,2,6], gradients
// 0 to 5 twice; depth_radius 2, bias 1.5, alpha 0.5, beta 0.75.
TEST(CpuLrn, GivesTensorFlowsRecordedValues) {
  std::vector<double> x, g;
  for (int i = 0; i < 12; ++i) {
    x.push_back((i - 6) / 2.0);
    g.push_back(i % 6);
  }
  const Value in = Value::Doubles(RNLP_FLOAT, {1, 1, 2, 6}, x);
  const Value grads = Value::Doubles(RNLP_FLOAT, {1, 1, 2, 6}, g);
  const Outcome got = RunCpu(LrnNode("LRN", RNLP_FLOAT, 2, 1.5f, 0.5f, 0.75f), {in});
  ASSERT_EQ(got.code, 0) << got.message;
  ExpectNear(got.outputs[0],
             {-0.4924887418746948, -0.3818017244338989, -0.2964130640029907, -0.3046860992908478,
              -0.2883237898349762, -0.20656535029411316, 0, 0.20656535029411316, 0.2883238196372986,
              0.3046860992908478, 0.41085588932037354, 0.5382248759269714},
             1e-6, 1e-7, "LRN");
  const Outcome alone = RunCpu(LrnNode("LRN", RNLP_FLOAT, 0, 1.5f, 0.5f, 0.5f), {in});
  ExpectNear(alone.outputs[0],
             {-1.2247447967529297, -1.1624763011932373, -1.0690449476242065, -0.9258200526237488,
              -0.7071067094802856, -0.3922322392463684, 0, 0.3922322392463684, 0.7071067690849304,
              0.9258201122283936, 1.0690449476242065, 1.1624764204025269},
             1e-6, 1e-7, "LRN of radius 0");
  const Node back = LrnNode("LRNGrad", RNLP_FLOAT, 2, 1.5f, 0.5f, 0.75f);
  ExpectNear(RunCpu(back, {grads, in, got.outputs[0]}).outputs[0],
             {-0.17474322021007538, -0.1975385695695877, -0.3133072853088379, -0.20543500781059265,
              0.6334660053253174, 1.8231749534606934, 0, 0.30717915296554565, 0.21534234285354614,
              -0.3232327997684479, -0.3264235854148865, -0.15277403593063354},
             1e-5, 1e-6, "LRNGrad");
  std::vector<double> other = got.outputs[0].Doubles();
  for (double& value : other) value += 1;
  ExpectNear(RunCpu(back, {grads, in, Value::Doubles(RNLP_FLOAT, {1, 1, 2, 6}, other)}).outputs[0],
             {0.3618714213371277, 0.9212820529937744, 1.7246065139770508, 3.053769588470459,
              2.745044708251953, 2.820140838623047, 0, -0.08539098501205444, -0.933434247970581,
              -2.7722039222717285, -3.1301803588867188, -2.9431838989257812},
             1e-5, 1e-6, "LRNGrad of another output");
}

TEST(CpuLrn, AnInfiniteChannelTouchesItsNeighboursAlone) {
  const Outcome got =
      RunCpu(LrnNode("LRN", RNLP_FLOAT, 1, 1, 1, 1), {Value::Floats({1, 1, 1, 4}, {INFINITY, 1, 1, 1})});
  ExpectNear(got.outputs[0], {std::nan(""), 0, 0.25, 1.0 / 3}, 1e-6, 0, "LRN");
}

TEST(CpuLrn, RefusesWhatDoesNotFit) {
  const Value x(RNLP_FLOAT, {1, 2, 3, 4});
  EXPECT_EQ(RunCpu(LrnNode("LRN", RNLP_FLOAT, -1, 1, 1, 1), {x}).message,
            "LRN: attr depth_radius should be from 0 to 2147483646, got -1");
  EXPECT_EQ(RunCpu(LrnNode("LRN", RNLP_FLOAT, 1, 1, 1, 1), {Value(RNLP_FLOAT, {2, 3})}).message,
            "LRN: images should have four dimensions, got [2,3]");
  EXPECT_EQ(RunCpu(LrnNode("LRNGrad", RNLP_FLOAT, 1, 1, 1, 1), {x, Value(RNLP_FLOAT, {1, 2, 3, 5}), x})
                .message,
            "LRNGrad: input 1 should have shape [1,2,3,4], got [1,2,3,5]");
}

}  // namespace
}  // namespace runnel::test
