// The models by name.
#ifndef RUNNEL_EXAMPLES_MODELS_MODELS_HPP_
#define RUNNEL_EXAMPLES_MODELS_MODELS_HPP_

#include "char_lstm.hpp"
#include "gpt.hpp"
#include "lenet.hpp"
#include "resnet20.hpp"

namespace models {

inline constexpr const char* kNames[] = {"lenet", "resnet20", "char_lstm", "gpt"};

// Throws INVALID_ARGUMENT for a name that is none of them.
inline Model Build(const Graph& graph, std::string_view name) {
  if (name == "lenet") return LeNet(graph);
  if (name == "resnet20") return ResNet20(graph, 8, 8).Build();
  if (name == "char_lstm") return CharLstm(graph);
  if (name == "gpt") return Gpt(graph, 8, 24, 2, 2, 32).Build();
  throw runnel::Error(runnel::Code::kInvalidArgument, "there is no model " + std::string(name));
}

// The losses of the first `steps` steps of training.
inline std::vector<float> Train(const Runtime& runtime, std::string_view name, int steps,
                                const std::function<void(int, float)>& seen = {}) {
  const Graph graph = Graph::Create(runtime);
  const Model model = Build(graph, name);
  const runnel::Session session = runnel::Session::Create(graph);
  session.Do(graph.Initializer());
  const Output fetches[] = {model.loss};
  const runnel::Node targets[] = {model.step};
  const runnel::Callable train = session.Prepare(model.inputs, fetches, targets);
  std::vector<float> losses;
  for (int step = 0; step < steps; ++step) {
    losses.push_back(train(model.batch(runtime, step))[0].item<float>());
    if (seen) seen(step, losses.back());
  }
  return losses;
}

}  // namespace models

#endif  // RUNNEL_EXAMPLES_MODELS_MODELS_HPP_
