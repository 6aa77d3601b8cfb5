// A small transformer that guesses the next character: learned positions, normalisation before each
// part, attention to what came before, trained with Adam. Source: Radford et al. 2019.
#ifndef RUNNEL_EXAMPLES_MODELS_GPT_HPP_
#define RUNNEL_EXAMPLES_MODELS_GPT_HPP_

#include "text.hpp"

namespace models {

class Gpt {
 public:
  Gpt(const Graph& graph, std::int32_t batch, std::int32_t length, std::int32_t layers,
      std::int32_t heads, std::int32_t size)
      : w_(graph), batch_(batch), length_(length), layers_(layers), heads_(heads), size_(size) {}

  Model Build() const {
    const Text text;
    const Graph& graph = w_.graph();
    const Output ids = graph.Placeholder(DType::kInt32, Shape{batch_, length_}, "ids");
    const Output next = graph.Placeholder(DType::kInt32, Shape{batch_, length_}, "next");
    const Variable embedding = w_.Random("gpt/embedding", {text.vocabulary(), size_}, 0.1);
    const Variable positions = w_.Random("gpt/positions", {length_, size_}, 0.1);
    Output x = ops::GatherV2(embedding, ids, 0) + positions;
    x = ops::Reshape(x, w_.Ints({batch_ * length_, size_}));
    for (std::int32_t i = 0; i < layers_; ++i) {
      const std::string name = "gpt/" + std::to_string(i);
      x = x + Attention(Norm(x, name + "/norm1"), name + "/attention");
      const Output wide = Dense(Norm(x, name + "/norm2"), name + "/wide", size_, 4 * size_);
      x = x + Dense(Gelu(wide), name + "/narrow", 4 * size_, size_);
    }
    const Output logits =
        ops::MatMul(Norm(x, "gpt/norm"), embedding, {.transpose_b = true});  // shared weights
    Model m;
    m.inputs = {ids, next};
    m.loss = MeanCrossEntropy(w_, logits, ops::Reshape(next, w_.Ints({-1})));
    m.step = runnel::Adam(0.001).Minimize(graph, m.loss);
    m.batch = [text, batch = batch_, length = length_](const Runtime& runtime, int step) {
      return text.Batch(runtime, "gpt", step, batch, length);
    };
    return m;
  }

 private:
  Output Dense(const Output& x, const std::string& name, std::int64_t in, std::int64_t out) const {
    const Variable weights = w_.Random(name + "/weights", {in, out}, 0.1);
    return ops::BiasAdd(ops::MatMul(x, weights), w_.Filled(name + "/bias", {out}, 0));
  }
  Output Norm(const Output& x, const std::string& name) const {
    return ops::LayerNorm(x, w_.Filled(name + "/scale", {size_}, 1),
                          w_.Filled(name + "/offset", {size_}, 0))
        .y;
  }
  // Source: Hendrycks and Gimpel 2016, the approximation with tanh.
  static Output Gelu(const Output& x) {
    return 0.5 * x * (1 + ops::Tanh(0.7978845608 * (x + 0.044715 * (x * x * x))));
  }
  // [batch*length,size] to [batch,heads,length,size/heads].
  Output Heads(const Output& x) const {
    const Output split = ops::Reshape(x, w_.Ints({batch_, length_, heads_, size_ / heads_}));
    return ops::Transpose(split, w_.Ints({0, 2, 1, 3}));
  }
  Output Attention(const Output& x, const std::string& name) const {
    const std::vector<Output> qkv = ops::Split(1, Dense(x, name + "/qkv", size_, 3 * size_), 3);
    const double scale = 1 / std::sqrt(static_cast<double>(size_ / heads_));
    const Output scores =
        ops::BatchMatMulV2(Heads(qkv[0]), Heads(qkv[1]), {.adj_y = true}) * scale + Mask();
    const Output mixed = ops::BatchMatMulV2(ops::Softmax(scores), Heads(qkv[2]));
    const Output back =
        ops::Reshape(ops::Transpose(mixed, w_.Ints({0, 2, 1, 3})), w_.Ints({batch_ * length_, size_}));
    return Dense(back, name + "/out", size_, size_);
  }
  // Very negative where a position would look at a later one.
  Output Mask() const {
    std::vector<float> mask;
    for (std::int32_t i = 0; i < length_; ++i) {
      for (std::int32_t j = 0; j < length_; ++j) mask.push_back(j > i ? -1e9F : 0);
    }
    return w_.graph().Constant(Tensor::From<float>(w_.graph().runtime(), mask, {length_, length_}));
  }

  const Weights w_;
  std::int32_t batch_, length_, layers_, heads_, size_;
};

}  // namespace models

#endif  // RUNNEL_EXAMPLES_MODELS_GPT_HPP_
