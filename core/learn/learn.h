// Models that are built of layers and trained, as librunnel sees them. What implements this is in
// librunnel_learn.so, which is opened when the first model is made: who only runs graphs loads none of
// it.
#ifndef RUNNEL_CORE_LEARN_LEARN_H_
#define RUNNEL_CORE_LEARN_LEARN_H_

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/build_mark.h"
#include "core/io/file.h"
#include "core/learn/aggregation_nodes.h"
#include "core/runtime/session/session.h"

namespace runnel::learn {

// Samples in host memory: rows of tensors of equal length.
struct Samples {
  std::vector<Tensor> inputs;   // one for each input of the model
  std::vector<Tensor> targets;  // one for each output
  Tensor weights;               // one number for each sample; empty: all 1
};

// Values by name: "loss", metrics, and behind "val_" those of the validation samples.
using Logs = std::vector<std::pair<std::string, double>>;

struct Progress {
  int64_t epoch = 0, epochs = 0;   // the epoch counts from 0
  int64_t batch = 0, batches = 0;  // how many batches of the epoch are done
  bool epoch_ends = false;
  Logs logs;  // after a batch the loss so far, after an epoch all
};

// Hears of a fit on the thread that called it, with no lock held that calls of the model need. An error
// ends the fit and is what it returns.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual Status OnProgress(const Progress& progress) = 0;
};

// One pass over an input. One thread.
class InputPass {
 public:
  virtual ~InputPass() = default;
  // One tensor for each component, features first; false at the end.
  virtual Result<bool> Next(std::vector<Tensor>* element) = 0;
};
// What begins passes over the same elements.
class InputBegin {
 public:
  virtual ~InputBegin() = default;
  virtual Result<std::unique_ptr<InputPass>> Begin() = 0;
};

// What fit did: one entry of logs for each epoch.
struct History {
  std::vector<int64_t> epochs;
  std::vector<Logs> logs;
  std::string stopped_by;  // the callback that ended it; empty: it went to the end
};

// The nodes of a compiled model, in its graph.
struct ModelParts {
  std::vector<OutputRef> inputs, targets, predictions;
  std::vector<std::string> output_names;
  OutputRef train_loss, test_loss;
  Node* train_step = nullptr;
  Node* test_step = nullptr;  // adds a batch to the metrics
  Node* finalize = nullptr;   // what is to be run when training has ended; null: nothing
  std::vector<std::pair<std::string, OutputRef>> metrics;
  std::vector<Node*> metric_states;  // handles
  // Copies of variables on other devices, by handle, and what gives them their values; null: none.
  std::vector<Node*> copies;
  Node* sync = nullptr;
  bool all_update = false;  // each device updates its own copies
  AggregationNodes aggregation;
  std::string scope;  // that names of the optimizer's variables begin with
};

struct CompiledModel;
class Layers;
struct Strategy;

// A weight of a program's own layer.
struct OwnWeight {
  std::string name;
  std::string shape;        // a formula, as a row's: "[dim(x, -1), 8]"
  std::string initializer;  // a spec
};

// A layer or loss that a program defines.
struct OwnRow {
  std::string kind;    // "layer" or "loss"
  std::string name;    // that specs use
  int num_inputs = 1;  // of a layer; 0: any number. A loss has what is true and what was predicted.
  std::vector<OwnWeight> weights;
  // Adds nodes to the model's graph and gives the output: of a loss that of each sample. It is called
  // for each call of the layer, once for prediction and once for training, with the model's lock held.
  std::function<Result<OutputRef>(std::span<const OutputRef> inputs, std::span<const OutputRef> weights,
                                  bool training)>
      call;
};

// What a model consists of, by name.
struct ModelNames {
  std::vector<int> inputs, outputs;  // values
  std::vector<std::string> layers;   // names, in the order in which they were added
  std::vector<std::string> names;    // of each value: its layer's, or the input's
};

// Any thread; calls wait for each other, except from an observer, which may call the model.
class Model : public RefCounted {
 public:
  // Building. Values are numbers. Errors name the layer, what it was called on, and what it takes.
  virtual Result<int> AddInput(std::string_view name, DType dtype, const Shape& shape) = 0;
  virtual Result<int> AddLayer(std::string_view spec, int group = -1) = 0;
  // Layers of a model within it, whose names begin with the group's (Layers::AddGroup).
  virtual Result<int> AddGroup(std::string_view name, std::string_view kind, int parent) = 0;
  virtual Result<int> FindLayer(std::string_view name) = 0;
  virtual Result<int> Call(int layer, std::span<const int> inputs) = 0;
  virtual Status SetOutputs(std::span<const int> values) = 0;
  // A sequential model: the layer is called on what was added last. Input(shape, dtype='float') comes
  // first.
  virtual Status Add(std::string_view spec) = 0;
  // Of a layer, or of all layers of a group.
  virtual Status SetTrainable(std::string_view name, bool trainable) = 0;
  virtual Result<Shape> ShapeOf(int value) = 0;
  virtual Result<DType> TypeOf(int value) = 0;
  virtual Result<OutputRef> OutputOf(int value) = 0;
  virtual Status Define(OwnRow row) = 0;
  virtual ModelNames PartNames() = 0;

  // How the next Compile divides training: a row, or an empty text.
  virtual Status SetStrategy(std::string_view strategy) = 0;
  virtual Status Compile(std::string_view optimizer, std::string_view losses, std::string_view metrics,
                         std::span<const double> loss_weights) = 0;
  virtual Result<History> Fit(const Samples& samples, const Samples* validation,
                              std::string_view options, std::string_view callbacks,
                              Observer* observer) = 0;
  // Of batches: the components of an element are the inputs, the targets and, if there is one more,
  // weights of samples.
  virtual Result<History> FitInput(InputBegin* input, InputBegin* validation, std::string_view options,
                                   std::string_view callbacks, Observer* observer) = 0;
  virtual Result<Logs> Evaluate(const Samples& samples, int64_t batch_size) = 0;
  // steps: 0 for one pass.
  virtual Result<Logs> EvaluateInput(InputBegin* input, int64_t steps) = 0;
  virtual Result<Logs> TrainOnBatch(const Samples& samples) = 0;
  virtual Result<std::vector<Tensor>> Predict(std::span<const Tensor> inputs, int64_t batch_size) = 0;

  // Weights in the order of layers.
  virtual Result<std::vector<std::string>> WeightNames() = 0;
  virtual Result<std::vector<Tensor>> GetWeights() = 0;
  virtual Status SetWeights(std::span<const Tensor> values) = 0;
  // Of layers with stateful=true: zeros again.
  virtual Status ResetStates() = 0;
  // As a checkpoint (core/learn/model_state.h). `options` are arguments: optimizer=true, with the
  // optimizer's state if the model is compiled.
  virtual Status Save(const std::string& prefix, std::string_view options) = 0;
  virtual Status Load(const std::string& prefix, std::string_view options) = 0;
  // Calls `use` with the session, whose variables have values, and what the model is compiled to, or
  // null, while no other call of the model runs.
  virtual Status WithState(
      const std::function<Status(Session& session, const CompiledModel* compiled)>& use) = 0;
  // Layers, shapes and numbers of weights as a table.
  virtual Result<std::string> Summary() = 0;

  virtual const std::shared_ptr<Graph>& graph() = 0;
  virtual const Layers& layers() = 0;
  // Errors: FAILED_PRECONDITION for a model that is not compiled.
  virtual Result<ModelParts> Parts() = 0;
  // The same as compiled for another strategy; the model's own compilation stays. Nodes are added once
  // for each.
  virtual Result<ModelParts> PartsFor(const Strategy& strategy) = 0;
  // Makes it, and gives variables their first values.
  virtual Result<Ref<Session>> session() = 0;
};

// Training by steps: core/learn/train/train.h.
struct TrainPart;
const TrainPart& TheTrainPart();
// Keras' files: core/learn/keras/keras.h.
struct KerasPart;
const KerasPart& TheKerasPart();
// With the optimizer's state, if the model is compiled. Errors: those of files; FAILED_PRECONDITION for
// a model without weights.
Status SaveKerasWeights(const FileSystem& files, const std::string& path, Model* model);

struct LearnPart : BuiltPart {
  Result<Ref<Model>> (*create)(Ref<Runtime> runtime, std::string_view options);
  std::string (*describe)();  // DescribeRows (core/learn/describe.h)
  const TrainPart& (*train)();
  const KerasPart& (*keras)();
  Result<std::string> (*adapt)(const Ref<Runtime>& runtime, std::string_view spec,
                               const Tensor& data);  // AdaptSpec
};

// Opens the library. Errors: as OpenPart.
Result<const LearnPart*> OpenLearn();

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_LEARN_H_
