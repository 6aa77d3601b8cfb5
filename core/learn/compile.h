// What a model is trained with, as nodes of its graph: losses, gradients, an optimizer's updates,
// metrics.
#ifndef RUNNEL_CORE_LEARN_COMPILE_H_
#define RUNNEL_CORE_LEARN_COMPILE_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/learn/aggregation.h"
#include "core/learn/learn.h"
#include "core/learn/strategy.h"
#include "core/learn/updates.h"

namespace runnel::learn {

// A metric of one output. Its row may be a loss, whose mean it is then.
struct MetricNodes {
  BoundRow row;
  size_t output = 0;
  std::string name;  // "accuracy"; behind its output's layer where there are several outputs
  std::vector<Weight> states;
  OutputRef result;
};

struct CompiledModel : OptimizerNodes {
  std::vector<OutputRef> inputs;   // of the model
  std::vector<OutputRef> targets;  // one for each output
  OutputRef sample_weight;         // one number for each sample; need not be fed: then all are 1
  std::vector<OutputRef> predictions;
  // The mean loss of a batch with what regularizers add, and what is to be run for a step. The loss is
  // that of the weights before the step.
  OutputRef train_loss;
  Node* train_step = nullptr;
  OutputRef test_loss;
  Node* test_step = nullptr;
  std::vector<MetricNodes> metrics;
  Node* reset_metrics = nullptr;
  // Gives copies of variables their values, which a train step keeps up; null: there are none. The
  // copies are no part of checkpoints.
  Node* sync = nullptr;
  std::vector<Node*> copies;  // handles
  bool all_update = false;    // each device updates its own copies
  // Where the strategy aggregates gradients: the runs of a step. train_step is then its updates alone.
  AggregationNodes aggregation;
};

// `losses` and `metrics` are specs; one loss for all outputs or one for each in a list. Metrics apply to
// all outputs; accuracy means the kind that fits loss and shapes. loss_weights is empty or has one for
// each output. `scope` keeps the nodes of several compilations apart. Steps of training are divided as
// `strategy` says, whose `home` is the session's default device. Errors: those of specs, formulas and
// gradients.
Result<CompiledModel> Compile(Layers* layers, decltype(&AddGradients) add_gradients,
                              std::string_view optimizer, std::string_view losses,
                              std::string_view metrics, std::span<const double> loss_weights,
                              std::string_view scope, const Strategy& strategy);

// What others than the model itself run.
ModelParts PartsOf(const Layers& layers, const CompiledModel& compiled);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_COMPILE_H_
