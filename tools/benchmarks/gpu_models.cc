#include "tools/benchmarks/gpu_models.h"

#include <cmath>
#include <string>
#include <vector>

namespace runnel::tools {
namespace {

using ::runnel::DType;
using ::runnel::Graph;
using ::runnel::Node;
using ::runnel::Output;
using ::runnel::Shape;
using ::runnel::Variable;
namespace ops = ::runnel::ops;

class Builder {
 public:
  explicit Builder(const Graph& graph) : graph_(graph) {}
  const Graph& graph() const { return graph_; }

  Output Ints(const std::vector<int64_t>& values) const { return IntVector(graph_, values); }
  static Output Narrow(const Output& x) { return ops::Cast(x, DType::kBfloat16); }
  static Output Wide(const Output& x) { return ops::Cast(x, DType::kFloat); }

  // Kept in float, used in bfloat16.
  Output Weights(const Shape& shape, double scale) {
    return Narrow(graph_.Variable(Normal(shape) * scale, NextName()).Read());
  }
  Variable Filled(int64_t count, double value, bool trainable = true) {
    const Output scalar =
        graph_.Constant(::runnel::Tensor::Scalar<float>(graph_.runtime(), static_cast<float>(value)));
    return graph_.Variable(ops::Fill(Ints({count}), scalar), NextName(), trainable);
  }
  // What a step reads and nothing changes.
  Output Data(const Shape& shape) {
    return graph_.Variable(Narrow(Normal(shape)), NextName(), false).Read();
  }
  Output Dense(const Output& x, int64_t in, int64_t out) {
    const Output product = ops::MatMul(x, Weights({in, out}, std::sqrt(1.0 / static_cast<double>(in))));
    return ops::BiasAdd(product, Narrow(Filled(out, 0).Read()));
  }

 private:
  Output Normal(const Shape& shape) const {
    return ops::RandomStandardNormal(Ints(shape), DType::kFloat);
  }
  std::string NextName() { return "v" + std::to_string(count_++); }

  const Graph& graph_;
  int count_ = 0;
};

class ResNet {
 public:
  explicit ResNet(const Graph& graph) : b_(graph) {}

  GpuModel Build(int64_t batch, int64_t side, int64_t first_width) {
    constexpr int64_t kClasses = 1000;
    Output x = ConvNorm(b_.Data({batch, side, side, 3}), 7, 3, first_width, 2);
    x = ops::MaxPool(ops::Relu(x), {1, 3, 3, 1}, {1, 2, 2, 1}, "SAME");
    int64_t in = first_width;
    const int blocks[] = {3, 4, 6, 3};
    for (int stage = 0; stage < 4; ++stage) {
      for (int block = 0; block < blocks[stage]; ++block) {
        const int64_t width = first_width << stage;
        x = Block(x, in, width, stage > 0 && block == 0 ? 2 : 1);
        in = 4 * width;
      }
    }
    const Output logits = Builder::Wide(b_.Dense(ops::Mean(x, b_.Ints({1, 2})), in, kClasses));
    std::vector<int64_t> labels(static_cast<size_t>(batch));
    for (size_t i = 0; i < labels.size(); ++i) labels[i] = static_cast<int64_t>(i) % kClasses;
    const Output losses = ops::SparseSoftmaxCrossEntropyWithLogits(logits, b_.Ints(labels)).loss;
    const Output loss = ops::Mean(losses, b_.Ints({0}));
    moments_.push_back(::runnel::Momentum(0.01, 0.9).Minimize(b_.graph(), loss));
    return {loss, b_.graph().Group(moments_)};
  }

 private:
  Output ConvNorm(const Output& x, int64_t size, int64_t in, int64_t out, int64_t stride) {
    const double scale = std::sqrt(2.0 / static_cast<double>(size * size * in));
    const Output y =
        ops::Conv2D(x, b_.Weights({size, size, in, out}, scale), {1, stride, stride, 1}, "SAME");
    const Variable mean = b_.Filled(out, 0, false), variance = b_.Filled(out, 1, false);
    const auto norm = ops::FusedBatchNormV3(y, b_.Filled(out, 1), b_.Filled(out, 0), mean, variance,
                                            {.epsilon = 1e-3F, .exponential_avg_factor = 0.1F});
    moments_.push_back(ops::AssignVariableOp(mean.handle, norm.batch_mean));
    moments_.push_back(ops::AssignVariableOp(variance.handle, norm.batch_variance));
    return norm.y;
  }
  Output Block(const Output& x, int64_t in, int64_t width, int64_t stride) {
    Output y = ops::Relu(ConvNorm(x, 1, in, width, 1));
    y = ops::Relu(ConvNorm(y, 3, width, width, stride));
    y = ConvNorm(y, 1, width, 4 * width, 1);
    const bool same = in == 4 * width && stride == 1;
    return ops::Relu(y + (same ? x : ConvNorm(x, 1, in, 4 * width, stride)));
  }

  Builder b_;
  std::vector<Node> moments_;
};

}  // namespace

Output IntVector(const Graph& graph, const std::vector<int64_t>& values) {
  const std::vector<int32_t> narrow(values.begin(), values.end());
  return graph.Constant(
      ::runnel::Tensor::From<int32_t>(graph.runtime(), narrow, {static_cast<int64_t>(values.size())}));
}

GpuModel ResNet50(const Graph& graph, int64_t batch, int64_t side, int64_t width) {
  return ResNet(graph).Build(batch, side, width);
}

GpuModel GptBlock(const Graph& graph, int64_t batch, int64_t length, int64_t heads, int64_t size) {
  Builder b(graph);
  const int64_t rows = batch * length, width = size / heads;
  const auto norm = [&](const Output& x) {
    return Builder::Narrow(ops::LayerNorm(Builder::Wide(x), b.Filled(size, 1), b.Filled(size, 0)).y);
  };
  // [rows,size] to [batch,heads,length,width].
  const auto split = [&](const Output& x) {
    return ops::Transpose(ops::Reshape(x, b.Ints({batch, length, heads, width})), b.Ints({0, 2, 1, 3}));
  };
  // Very negative where a position would look at a later one.
  std::vector<float> values;
  for (int64_t i = 0; i < length; ++i) {
    for (int64_t j = 0; j < length; ++j) values.push_back(j > i ? -1e9F : 0);
  }
  const Output mask = Builder::Narrow(
      graph.Constant(::runnel::Tensor::From<float>(graph.runtime(), values, {length, length})));

  Output x = b.Data({rows, size});
  const std::vector<Output> qkv = ops::Split(1, b.Dense(norm(x), size, 3 * size), 3);
  const Output scores = ops::BatchMatMulV2(split(qkv[0]), split(qkv[1]), {.adj_y = true}) *
                            (1 / std::sqrt(static_cast<double>(width))) +
                        mask;
  const Output mixed = ops::BatchMatMulV2(ops::Softmax(scores), split(qkv[2]));
  const Output joined = ops::Reshape(ops::Transpose(mixed, b.Ints({0, 2, 1, 3})), b.Ints({rows, size}));
  x = x + b.Dense(joined, size, size);
  const Output wide = b.Dense(norm(x), size, 4 * size);
  // Source: Hendrycks and Gimpel 2016, the approximation with tanh.
  const Output gelu =
      0.5 * wide * (1 + ops::Tanh(0.7978845608 * (wide + 0.044715 * (wide * wide * wide))));
  x = x + b.Dense(gelu, 4 * size, size);
  const Output loss = ops::Mean(ops::Square(Builder::Wide(x)), b.Ints({0, 1}));
  return {loss, ::runnel::Adam(1e-4).Minimize(graph, loss)};
}

}  // namespace runnel::tools
