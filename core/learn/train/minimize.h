// What a model is trained by in a graph of one's own: gradients and an optimizer's updates.
#ifndef RUNNEL_CORE_LEARN_TRAIN_MINIMIZE_H_
#define RUNNEL_CORE_LEARN_TRAIN_MINIMIZE_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/learn/layers.h"
#include "core/learn/strategy.h"
#include "core/learn/updates.h"

namespace runnel::learn {

// Variables of a floating type that are in a graph, but for some.
std::vector<Node*> FloatingVariables(const Graph& graph, std::span<Node* const> but);

// Adds what one step of an optimizer, a spec, does to the variables with these handles, as AddUpdates
// does (core/learn/updates.h), with states under `scope`, "optimizer". Gives the nodes that update, in
// *slots what is kept of each variable, and in *finals the node that is to be run when training has
// ended, where there is one. `whole` may be empty. Errors: also INVALID_ARGUMENT for a variable whose
// shape is not known.
Result<std::vector<Node*>> Minimize(Graph* graph, OutputRef loss, std::span<Node* const> variables,
                                    std::string_view optimizer, const std::string& scope,
                                    const GradientsFn& whole, const Strategy& strategy,
                                    std::vector<Weight>* slots, std::vector<Node*>* finals);

// Variables of a graph by their handles, whose shapes must be known.
Result<std::vector<Weight>> WeightsOf(Graph* graph, std::span<Node* const> variables,
                                      const std::string& scope);

// A metric of Keras' over batches. Its states are new variables.
struct MeanMetric {
  OutputRef value;
  Node* update = nullptr;
  std::vector<Weight> states;
};
Result<MeanMetric> AddMetric(Graph* graph, std::string_view name, std::string_view spec,
                             OutputRef labels, OutputRef predictions, OutputRef weights);

// The mean of values, one for each sample, with weights as above.
Result<MeanMetric> AddMean(Graph* graph, std::string_view name, OutputRef values, OutputRef weights);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_TRAIN_MINIMIZE_H_
