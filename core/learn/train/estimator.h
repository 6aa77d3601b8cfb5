// Estimators, as librunnel sees them: a function that makes a graph for a mode, and what trains,
// evaluates and predicts with it. Each call makes a graph and a session of its own; what they have in
// common is the checkpoints of model_dir.
#ifndef RUNNEL_CORE_LEARN_TRAIN_ESTIMATOR_H_
#define RUNNEL_CORE_LEARN_TRAIN_ESTIMATOR_H_

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/learn/learn.h"
#include "core/learn/train/train.h"

namespace runnel::learn {

enum class Mode { kTrain = 0, kEvaluate = 1, kPredict = 2 };

// One component of an input's elements.
struct InputPart {
  std::string name;  // of a feature
  DType dtype = DType::kInvalid;
  Shape shape = Shape::Unknown();  // the first dimension, the batch, is unknown
};
struct InputParts {
  std::vector<InputPart> features, labels;
};

class InputSource : public InputBegin {
 public:
  virtual const InputParts& parts() const = 0;  // shapes need not be known
};

// A graph for one mode.
struct ModeGraph {
  std::shared_ptr<Graph> graph;
  std::vector<OutputRef> features, labels;  // Placeholders; labels may be missing where one predicts
  OutputRef loss;
  bool loss_is_sum = false;  // over rows; else their mean
  bool all_update = false;   // each part of a divided step updates its own copies of variables
  // Counts the global step, too, unless gradients are aggregated: then the update does, behind which
  // `updated_step` is its value.
  Node* train_op = nullptr;
  AggregationNodes aggregation;
  OutputRef updated_step;
  OutputRef global_step;  // a handle
  OutputRef summary;      // of a step of training, for event files; none: none is wanted
  std::vector<std::pair<std::string, OutputRef>> predictions;
  struct Metric {
    std::string name;
    OutputRef value;
    Node* update = nullptr;
  };
  std::vector<Metric> metrics;
  std::vector<Node*> locals;      // handles of variables that are no part of checkpoints
  std::vector<Node*> local_init;  // tables and such, besides the locals' first assignments
  std::vector<Node*> finalize;    // what is to be run when training has ended
};

// Makes graphs. Any thread, one at a time.
class GraphMaker {
 public:
  virtual ~GraphMaker() = default;
  // Training is divided as the strategy says.
  virtual Result<ModeGraph> Make(Mode mode, const InputParts& parts, const Strategy& strategy) = 0;
};

// What a function of the program sees: a graph that is being made. `graph` has the placeholders and,
// but for predicting, the global step.
class ModelCall {
 public:
  Mode mode = Mode::kTrain;
  const InputParts* parts = nullptr;
  ModeGraph* made = nullptr;
  virtual ~ModelCall() = default;
  // Adds gradients, an optimizer's updates (a spec) and the step's counting; sets loss and train_op.
  // In other modes it only sets the loss.
  virtual Status Minimize(OutputRef loss, std::string_view optimizer) = 0;
  // A metric of Keras' by spec: what it compares and, or none, a weight for each sample.
  virtual Status AddMetric(std::string_view name, std::string_view spec, OutputRef labels,
                           OutputRef predictions, OutputRef weights) = 0;
  // What one step of an optimizer does to some variables, to make the loss of `made` small; its states
  // are under `scope`.
  virtual Result<std::vector<Node*>> Updates(std::span<Node* const> variables,
                                             std::string_view optimizer, const std::string& scope) = 0;
  // Sets a train op that counts the step when `updates` have been made.
  virtual Status CountStep(std::vector<Node*> updates) = 0;
};
class ModelFunction {
 public:
  virtual ~ModelFunction() = default;
  virtual Status Build(ModelCall* call) = 0;
};

// What librunnel gives besides sessions over one graph.
class EstimatorHost {
 public:
  virtual ~EstimatorHost() = default;
  virtual const Ref<Runtime>& runtime() = 0;
  // `locals` are handles of variables that are no part of checkpoints.
  virtual Result<std::unique_ptr<GraphHost>> Over(const std::shared_ptr<Graph>& graph,
                                                  const std::vector<Node*>& locals) = 0;
  // The server of the configuration's task, once; its target. Empty without a cluster.
  virtual Result<std::string> StartServer(const RunConfig& config) = 0;
  // The session of `host`, with a signature, as a SavedModel. init_op, which fills tables, may be null.
  virtual Status Export(GraphHost* host, const std::vector<std::pair<std::string, OutputRef>>& inputs,
                        const std::vector<std::pair<std::string, OutputRef>>& outputs,
                        const Node* init_op, const std::string& folder) = 0;
};

// What predicts: batches of an input in, one tensor for each prediction out. One thread.
class Predictions {
 public:
  virtual ~Predictions() = default;
  virtual const std::vector<std::string>& names() const = 0;
  virtual Result<bool> Next(std::vector<Tensor>* values) = 0;
};

// One thread, but for RequestStop.
class Estimator : public RefCounted {
 public:
  // Hooks of one call: rows, and one of the program's, which may be null.
  struct Hooks {
    std::string_view specs;
    std::unique_ptr<Hook> hook;
  };
  // Variables whose names match get their first values from a checkpoint, where model_dir has none.
  virtual Status WarmStart(std::string_view checkpoint, std::string_view pattern) = 0;
  virtual Status Train(InputSource* input, std::string_view options, Hooks hooks) = 0;
  virtual Result<Logs> Evaluate(InputSource* input, std::string_view options, Hooks hooks) = 0;
  virtual Result<std::unique_ptr<Predictions>> Predict(std::unique_ptr<InputSource> input,
                                                       std::string_view options) = 0;
  virtual Result<Logs> TrainAndEvaluate(InputSource* train, std::string_view train_options,
                                        InputSource* evaluate, std::string_view evaluate_options,
                                        Hooks hooks) = 0;
  // A SavedModel in a new folder below `base`, named by the time; its path.
  virtual Result<std::string> Export(const std::string& base, InputSource* input,
                                     std::string_view checkpoint) = 0;
  virtual void RequestStop() = 0;
  virtual const RunConfig& config() = 0;
};

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_TRAIN_ESTIMATOR_H_
