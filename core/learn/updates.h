// What a step of training does to weights: the gradients of the loss, an optimizer's row for each
// weight, and what all optimizers can do besides: decay, clip, average, accumulate gradients, scale the
// loss.
#ifndef RUNNEL_CORE_LEARN_UPDATES_H_
#define RUNNEL_CORE_LEARN_UPDATES_H_

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/learn/layers.h"
#include "core/passes/gradients.h"

namespace runnel::learn {

// A variable that an optimizer keeps.
struct OptimizerState : Weight {
  // "iteration", "learning_rate", "step_counter", "dynamic_scale"; of each weight "moving_average",
  // "gradient_accumulator", and the slots of the optimizer's row.
  std::string kind;
  int trained = -1;  // of which of the trained weights; -1: of none
};

// An optimizer in the graph.
struct OptimizerNodes {
  std::string row;                    // "Adam"
  std::vector<OptimizerState> state;  // iteration, learning rate, slots
  std::vector<Weight> trained;        // what it trains, in the order of layers
  std::optional<Weight> rate;         // unless a schedule says it
  OutputRef rate_value;
  Node* finalize = nullptr;  // what is to be run when training has ended; null: nothing
  // What gives states their first values: the optimizer's, and what else is compiled. The layers'
  // weights have theirs.
  std::vector<Node*> initialize;
};

struct OptimizerSpec {
  BoundRow row;
  // Of a LossScaleOptimizer; 0: the loss is not scaled, or by a number that stays.
  double initial_scale = 0;
  int64_t growth_steps = 0;
};

// `scales`: a LossScaleOptimizer is put around another one, as Keras does for mixed_float16. Errors:
// those of specs; INVALID_ARGUMENT for arguments that exclude each other.
Result<OptimizerSpec> BindOptimizer(std::string_view text, bool scales);

// What is made of the gradients of weights before anything else: of those of a part of a batch those of
// all. A gradient may be empty.
using GradientsFn =
    std::function<Status(std::span<const Weight> weights, std::vector<OutputRef>* gradients)>;

// What an optimizer trains, in a graph.
struct Trained {
  Graph* graph = nullptr;
  std::string scope;  // of its nodes and of the names of its states: "optimizer"
  std::vector<Weight> weights;
  OutputRef loss;
  // The learning rate, where no schedule says it, is a variable that can be assigned, not a constant.
  bool rate_is_state = true;
  // Weights that the loss does not depend on have slots, too, as Keras' files have them.
  bool all_have_slots = true;
  GradientsFn whole = {};  // may be empty
  // A weight is updated, and what the optimizer keeps of it lies, where the weight is.
  bool is_colocated = false;
  // Other tasks update the weights, too, at any time. An update of a weight and of what is kept of it is
  // made of the values that they have by then, where they lie, and no other comes in between. Implies
  // is_colocated. Errors: UNIMPLEMENTED for gradients that are accumulated over steps.
  bool is_shared = false;
};

// Adds the nodes of the optimizer's updates of the weights to `updates`; its state, rate and `finalize`
// to `out`. Weights that the loss does not depend on stay as they are. Errors: those of specs and
// gradients; INVALID_ARGUMENT if the loss depends on none of them.
Status AddUpdates(const Trained& trained, decltype(&AddGradients) add_gradients,
                  const OptimizerSpec& optimizer, OptimizerNodes* out, std::vector<Node*>* updates);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_UPDATES_H_
