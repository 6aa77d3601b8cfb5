// A layer of long short-term memory that guesses the next character, unrolled in time and trained with
// Adam. Source: Hochreiter and Schmidhuber 1997, with the forget gates of Gers et al. 2000.
#ifndef RUNNEL_EXAMPLES_MODELS_CHAR_LSTM_HPP_
#define RUNNEL_EXAMPLES_MODELS_CHAR_LSTM_HPP_

#include "text.hpp"

namespace models {

inline Model CharLstm(const Graph& graph, std::int64_t batch = 8, std::int64_t length = 24,
                      std::int64_t hidden = 48) {
  constexpr std::int64_t kEmbedding = 16;
  const Text text;
  const Weights w(graph);
  const Output ids = graph.Placeholder(DType::kInt32, Shape{batch, length}, "ids");
  const Output next = graph.Placeholder(DType::kInt32, Shape{batch, length}, "next");
  const Variable embedding = w.Random("lstm/embedding", {text.vocabulary(), kEmbedding}, 0.5);
  const Variable kernel = w.Random("lstm/kernel", {kEmbedding + hidden, 4 * hidden}, 0.15);
  const Variable bias = w.Filled("lstm/bias", {4 * hidden}, 0);
  const Variable dense = w.Random("lstm/dense", {hidden, text.vocabulary()}, 0.3);

  const Output zeros =
      ops::Fill(w.Ints({static_cast<std::int32_t>(batch), static_cast<std::int32_t>(hidden)}), 0.0F);
  Output state = zeros, cell = zeros;
  std::vector<runnel::Input> states;
  for (const Output& x : ops::Unpack(ops::GatherV2(embedding, ids, 0), length, {.axis = 1})) {
    const Output z = ops::BiasAdd(ops::MatMul(ops::ConcatV2({x, state}, 1), kernel), bias);
    const std::vector<Output> gates = ops::Split(1, z, 4);  // input, candidate, forget, output
    cell = cell * ops::Sigmoid(gates[2] + 1) + ops::Sigmoid(gates[0]) * ops::Tanh(gates[1]);
    state = ops::Tanh(cell) * ops::Sigmoid(gates[3]);
    states.emplace_back(state);
  }
  const Output all =
      ops::Reshape(ops::Pack(states, {.axis = 1}), w.Ints({-1, static_cast<std::int32_t>(hidden)}));
  const Output logits =
      ops::BiasAdd(ops::MatMul(all, dense), w.Filled("lstm/dense_bias", {text.vocabulary()}, 0));
  Model m;
  m.inputs = {ids, next};
  m.loss = MeanCrossEntropy(w, logits, ops::Reshape(next, w.Ints({-1})));
  m.step = runnel::Adam(0.003).Minimize(graph, m.loss);
  m.batch = [text, batch, length](const Runtime& runtime, int step) {
    return text.Batch(runtime, "lstm", step, batch, length);
  };
  return m;
}

}  // namespace models

#endif  // RUNNEL_EXAMPLES_MODELS_CHAR_LSTM_HPP_
