// inference: MobileNetV2 as a frozen Keras graph has it, one image at a time: many kernels of 10 to 500
// us, most with little to divide. What a second thread gains is held against what it gains for
// multiply-adds in registers, measured in the same run.
#include <algorithm>
#include <limits>

#include "models/model.hpp"
#include "tools/benchmarks/bench.h"

namespace runnel::tools {
namespace {

using ::runnel::Graph;
using ::runnel::Output;
using ::runnel::Shape;
using ::runnel::Tensor;
namespace ops = ::runnel::ops;

constexpr int kRounds = 5;
constexpr double kSeconds = 0.6;  // for each round and number of threads
// Wanted of a second thread where registers gain kFullGain by it.
constexpr double kWantedGain = 1.5, kFullGain = 1.8;

// Source: Sandler et al. 2018, table 2; normalisation in front of Relu6 is a product and a sum.
class MobileNetV2 {
 public:
  explicit MobileNetV2(const Graph& graph) : graph_(graph) {
    image = graph.Placeholder(::runnel::DType::kFloat, Shape{1, 224, 224, 3}, "image");
    Output x = Active(Convolve(image, 3, 3, 32, 2));
    int64_t in = 32;
    for (const Stage& stage : kStages) {
      for (int64_t i = 0; i < stage.repeats; ++i) {
        x = Block(x, in, stage.expansion, stage.channels, i == 0 ? stage.stride : 1);
        in = stage.channels;
      }
    }
    x = Active(Convolve(x, 1, in, 1280, 1));
    x = ops::MatMul(ops::Mean(x, Ints({1, 2}, {2})), Values({1280, 1000}, 1280));
    probabilities = ops::Softmax(ops::BiasAdd(x, Values({1000}, 1)));
  }
  Output image, probabilities;

 private:
  struct Stage {
    int64_t expansion, channels, repeats, stride;
  };
  static constexpr Stage kStages[] = {{1, 16, 1, 1}, {6, 24, 2, 2},  {6, 32, 3, 2}, {6, 64, 4, 2},
                                      {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1}};

  // Small and of both signs, so that nothing grows through fifty layers.
  Output Values(const Shape& shape, int64_t fan_in) const {
    int64_t count = 1;
    for (const int64_t dim : shape) count *= dim;
    std::vector<float> values(static_cast<size_t>(count));
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = (static_cast<float>(i * 7 % 17) - 8) / static_cast<float>(4 * fan_in);
    return graph_.Constant(Tensor::From<float>(graph_.runtime(), values, shape));
  }
  Output Ints(const std::vector<int32_t>& values, const Shape& shape) const {
    return graph_.Constant(Tensor::From<int32_t>(graph_.runtime(), values, shape));
  }
  Output Convolve(const Output& x, int64_t size, int64_t in, int64_t out, int64_t stride) const {
    return Normal(
        ops::Conv2D(x, Values({size, size, in, out}, size * size * in), {1, stride, stride, 1}, "SAME"),
        out);
  }
  Output Normal(const Output& x, int64_t channels) const {
    return x * Values({channels}, 1) + Values({channels}, 1);
  }
  static Output Active(const Output& x) { return ops::Relu6(x); }
  Output Block(const Output& x, int64_t in, int64_t expansion, int64_t out, int64_t stride) const {
    const int64_t wide = in * expansion;
    Output y = expansion == 1 ? x : Active(Convolve(x, 1, in, wide, 1));
    if (stride == 2) y = ops::Pad(y, Ints({0, 0, 0, 1, 0, 1, 0, 0}, {4, 2}));
    y = ops::DepthwiseConv2dNative(y, Values({3, 3, wide, 1}, 9), {1, stride, stride, 1},
                                   stride == 2 ? "VALID" : "SAME");
    y = Convolve(Active(Normal(y, wide)), 1, wide, out, 1);
    return in == out && stride == 1 ? y + x : y;
  }

  const Graph& graph_;
};

class OnThreads {
 public:
  explicit OnThreads(int threads)
      : runtime_(::runnel::Runtime::Create({.threads = threads})),
        graph_(Graph::Create(runtime_)),
        net_(graph_),
        session_(::runnel::Session::Create(graph_)) {
    const Output feeds[] = {net_.image}, fetches[] = {net_.probabilities};
    run_ = std::make_unique<::runnel::Callable>(session_.Prepare(feeds, fetches, {}));
    std::vector<float> pixels(size_t{224} * 224 * 3);
    for (size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<float>(i % 29) / 29;
    image_.push_back(Tensor::From<float>(runtime_, pixels, {1, 224, 224, 3}));
    (*run_)(image_);
  }
  double MedianMillis() {
    return MedianSecondsOf([&] { (*run_)(image_); }, kSeconds) * 1e3;
  }

 private:
  ::runnel::Runtime runtime_;
  Graph graph_;
  MobileNetV2 net_;
  ::runnel::Session session_;
  std::unique_ptr<::runnel::Callable> run_;
  std::vector<Tensor> image_;
};

}  // namespace

void BenchInference(Report* report) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  OnThreads one(1), two(2);
  // In turns, so that what else the machine does weighs on all alike.
  std::vector<double> ms[2], gains, peaks;
  for (int round = 0; round < kRounds; ++round) {
    ms[0].push_back(one.MedianMillis());
    ms[1].push_back(two.MedianMillis());
    gains.push_back(ms[0].back() / ms[1].back());
    peaks.push_back(PeakGflops(2) / PeakGflops(1));
  }
  for (const int threads : {1, 2}) {
    report->Add({.section = "inference",
                 .name = "mobilenet_v2_b1",
                 .threads = threads,
                 .value = Median(ms[threads - 1]),
                 .unit = "ms",
                 .limit = kNone,
                 .peers = {"onnxruntime"}});
  }
  const double peak = Median(peaks);
  report->Add({.section = "inference",
               .name = "fma_gain",
               .threads = 2,
               .value = peak,
               .unit = "times",
               .limit = kNone});
  report->Add({.section = "inference",
               .name = "mobilenet_v2_b1_gain",
               .threads = 2,
               .value = Median(gains),
               .unit = "times",
               .limit = kWantedGain * std::min(1.0, peak / kFullGain),
               .at_least = true});
}

}  // namespace runnel::tools
