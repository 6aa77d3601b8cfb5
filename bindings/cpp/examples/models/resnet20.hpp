// The residual network of 20 layers for images of CIFAR's size, trained with momentum. Its moments are
// gathered in variables for serving. Source: He et al. 2016, section 4.2; `width` is 16 there.
#ifndef RUNNEL_EXAMPLES_MODELS_RESNET20_HPP_
#define RUNNEL_EXAMPLES_MODELS_RESNET20_HPP_

#include "model.hpp"

namespace models {

class ResNet20 {
 public:
  ResNet20(const Graph& graph, std::int64_t batch, std::int64_t width)
      : w_(graph), batch_(batch), width_(width) {}

  Model Build() {
    const Graph& graph = w_.graph();
    const Output image = graph.Placeholder(DType::kFloat, Shape{batch_, 32, 32, 3}, "image");
    const Output label = graph.Placeholder(DType::kInt32, Shape{batch_}, "label");
    Output x = ops::Relu(ConvNorm(image, "resnet/first", 3, 3, width_, 1));
    std::int64_t in = width_;
    for (int stage = 0; stage < 3; ++stage) {
      const std::int64_t out = width_ << stage;
      for (int block = 0; block < 3; ++block) {
        const std::string name = "resnet/" + std::to_string(stage) + "/" + std::to_string(block);
        x = Block(x, name, in, out, stage > 0 && block == 0 ? 2 : 1);
        in = out;
      }
    }
    x = ops::Mean(x, w_.Ints({1, 2}));
    const Variable dense = w_.Random("resnet/dense", {in, 10}, 0.1);
    const Output logits = ops::BiasAdd(ops::MatMul(x, dense), w_.Filled("resnet/bias", {10}, 0));
    Model m;
    m.inputs = {image, label};
    m.loss = MeanCrossEntropy(w_, logits, label);
    moments_.push_back(runnel::Momentum(0.01, 0.9).Minimize(graph, m.loss));
    m.step = graph.Group(moments_);
    m.batch = [batch = batch_](const Runtime& runtime, int step) {
      return NoisyPatterns(runtime, "resnet", step, batch, 32, 3, 8);
    };
    return m;
  }

 private:
  Output ConvNorm(const Output& x, const std::string& name, std::int64_t size, std::int64_t in,
                  std::int64_t out, std::int64_t stride, float scale = 1) {
    const Variable filter = w_.Layer(name + "/filter", {size, size, in, out}, size * size * in);
    const Output y = ops::Conv2D(x, filter, {1, stride, stride, 1}, "SAME");
    const Variable mean = w_.Filled(name + "/mean", {out}, 0, false);
    const Variable variance = w_.Filled(name + "/variance", {out}, 1, false);
    const auto norm = ops::FusedBatchNormV3(y, w_.Filled(name + "/scale", {out}, scale),
                                            w_.Filled(name + "/offset", {out}, 0), mean, variance,
                                            {.epsilon = 1e-3F, .exponential_avg_factor = 0.1F});
    moments_.push_back(ops::AssignVariableOp(mean.handle, norm.batch_mean));
    moments_.push_back(ops::AssignVariableOp(variance.handle, norm.batch_variance));
    return norm.y;
  }
  // A shortcut that changes its size is a convolution of its own (option B). A block adds little at
  // first: so the first steps are calm. Source: Goyal et al. 2017, section 5.1, where it adds nothing.
  Output Block(const Output& x, const std::string& name, std::int64_t in, std::int64_t out,
               std::int64_t stride) {
    Output y = ops::Relu(ConvNorm(x, name + "/a", 3, in, out, stride));
    y = ConvNorm(y, name + "/b", 3, out, out, 1, 0.2F);
    return ops::Relu(y + (in == out ? x : ConvNorm(x, name + "/skip", 1, in, out, stride)));
  }

  const Weights w_;
  std::int64_t batch_, width_;
  std::vector<runnel::Node> moments_;
};

}  // namespace models

#endif  // RUNNEL_EXAMPLES_MODELS_RESNET20_HPP_
