// What the models here have in common: feeds, a loss, a step of training, and variables whose initial
// values come from their names.
#ifndef RUNNEL_EXAMPLES_MODELS_MODEL_HPP_
#define RUNNEL_EXAMPLES_MODELS_MODEL_HPP_

#include <cmath>
#include <functional>
#include <runnel/runnel.hpp>
#include <string>
#include <vector>

#include "numbers.hpp"

namespace models {

using runnel::DType;
using runnel::Graph;
using runnel::Output;
using runnel::Runtime;
using runnel::Shape;
using runnel::Tensor;
using runnel::Variable;
namespace ops = runnel::ops;

struct Model {
  std::vector<Output> inputs;
  Output loss;
  runnel::Node step;
  // The values of `inputs` in that step: the same for the same step.
  std::function<std::vector<Tensor>(const Runtime&, int step)> batch;
};

// Variables of one model. Their names are the streams of their initial values.
class Weights {
 public:
  explicit Weights(const Graph& graph) : graph_(graph) {}
  // Uniform in [-scale,scale).
  Variable Random(const std::string& name, const Shape& shape, double scale) const {
    std::int64_t count = 1;
    for (const std::int64_t d : shape) count *= d;
    return Make(name, Numbers(name).Around0(count, scale), shape);
  }
  // For what is multiplied with `fan_in` inputs and then goes through a Relu. Source: He et al. 2015.
  Variable Layer(const std::string& name, const Shape& shape, std::int64_t fan_in) const {
    return Random(name, shape, std::sqrt(6.0 / static_cast<double>(fan_in)));
  }
  Variable Filled(const std::string& name, const Shape& shape, float value,
                  bool trainable = true) const {
    std::int64_t count = 1;
    for (const std::int64_t d : shape) count *= d;
    return Make(name, std::vector<float>(static_cast<std::size_t>(count), value), shape, trainable);
  }
  const Graph& graph() const { return graph_; }
  Output Ints(const std::vector<std::int32_t>& values) const {
    return graph_.Constant(Tensor::From<std::int32_t>(graph_.runtime(), values,
                                                      {static_cast<std::int64_t>(values.size())}));
  }

 private:
  Variable Make(const std::string& name, const std::vector<float>& values, const Shape& shape,
                bool trainable = true) const {
    const Tensor value = Tensor::From<float>(graph_.runtime(), values, shape);
    return graph_.Variable(graph_.Constant(value), name, trainable);
  }
  const Graph& graph_;
};

// The mean over a batch of the cross entropy of logits with labels.
inline Output MeanCrossEntropy(const Weights& w, const Output& logits, const Output& labels) {
  const Output losses = ops::SparseSoftmaxCrossEntropyWithLogits(logits, labels).loss;
  return ops::Mean(losses, w.Ints({0}));
}

// Square images of 10 classes: each class has its pattern of square patches, under noise that is as
// strong.
inline std::vector<Tensor> NoisyPatterns(const Runtime& runtime, const std::string& name, int step,
                                         std::int64_t batch, std::uint64_t size, std::uint64_t channels,
                                         std::uint64_t patch) {
  constexpr std::int32_t kClasses = 10;
  const Numbers patterns(name + "/patterns"), noise(name + "/noise"), classes(name + "/classes");
  const std::uint64_t patches = size / patch;
  std::vector<float> values;
  std::vector<std::int32_t> labels;
  for (std::int64_t n = 0; n < batch; ++n) {
    const auto image = static_cast<std::uint64_t>(step * batch + n);
    labels.push_back(classes.Choice(image, kClasses));
    const auto label = static_cast<std::uint64_t>(labels.back());
    for (std::uint64_t i = 0; i < size * size * channels; ++i) {
      const std::uint64_t y = i / channels / size / patch, x = i / channels % size / patch;
      const std::uint64_t at = ((label * patches + y) * patches + x) * channels + i % channels;
      const double pixel = patterns(at) + noise(image * size * size * channels + i) - 1;
      values.push_back(static_cast<float>(pixel));
    }
  }
  const auto side = static_cast<std::int64_t>(size);
  return {
      Tensor::Wrap(runtime, std::move(values), {batch, side, side, static_cast<std::int64_t>(channels)}),
      Tensor::Wrap(runtime, std::move(labels), {batch})};
}

}  // namespace models

#endif  // RUNNEL_EXAMPLES_MODELS_MODEL_HPP_
