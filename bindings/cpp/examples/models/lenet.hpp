// LeNet-5 with Relu and max pools, trained with momentum. Source: LeCun et al. 1998.
#ifndef RUNNEL_EXAMPLES_MODELS_LENET_HPP_
#define RUNNEL_EXAMPLES_MODELS_LENET_HPP_

#include "model.hpp"

namespace models {

inline Model LeNet(const Graph& graph, std::int64_t batch = 16) {
  const Weights w(graph);
  const Output image = graph.Placeholder(DType::kFloat, Shape{batch, 28, 28, 1}, "image");
  const Output label = graph.Placeholder(DType::kInt32, Shape{batch}, "label");
  const auto conv = [&](const Output& x, const std::string& name, std::int64_t in, std::int64_t out,
                        const char* padding) {
    const Variable filter = w.Layer(name + "/filter", {5, 5, in, out}, 25 * in);
    const Variable bias = w.Filled(name + "/bias", {out}, 0);
    const Output y = ops::Relu(ops::BiasAdd(ops::Conv2D(x, filter, {1, 1, 1, 1}, padding), bias));
    return ops::MaxPool(y, {1, 2, 2, 1}, {1, 2, 2, 1}, "VALID");
  };
  const auto dense = [&](const Output& x, const std::string& name, std::int64_t in, std::int64_t out) {
    const Variable weights = w.Layer(name + "/weights", {in, out}, in);
    return ops::BiasAdd(ops::MatMul(x, weights), w.Filled(name + "/bias", {out}, 0));
  };
  Output x = conv(image, "lenet/conv1", 1, 6, "SAME");
  x = conv(x, "lenet/conv2", 6, 16, "VALID");
  x = ops::Reshape(x, w.Ints({static_cast<std::int32_t>(batch), 400}));
  x = ops::Relu(dense(x, "lenet/dense1", 400, 120));
  x = ops::Relu(dense(x, "lenet/dense2", 120, 84));
  Model m;
  m.inputs = {image, label};
  m.loss = MeanCrossEntropy(w, dense(x, "lenet/dense3", 84, 10), label);
  m.step = runnel::Momentum(0.001, 0.9).Minimize(graph, m.loss);
  m.batch = [batch](const Runtime& runtime, int step) {
    return NoisyPatterns(runtime, "lenet", step, batch, 28, 1, 1);
  };
  return m;
}

}  // namespace models

#endif  // RUNNEL_EXAMPLES_MODELS_LENET_HPP_
