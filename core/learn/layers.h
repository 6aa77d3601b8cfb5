// The layers of a model: what they are called on, their weights as variables of a graph, and the nodes
// that a call makes, for prediction or for training.
//
// A layer is built when it is first called: its weights' shapes follow from its input. Calling it makes
// the nodes of prediction, from which shapes are known to the next layer; the nodes of training are made
// when a model is compiled. A layer that is called again uses the same weights.
#ifndef RUNNEL_CORE_LEARN_LAYERS_H_
#define RUNNEL_CORE_LEARN_LAYERS_H_

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/learn/layer_row.h"
#include "core/learn/own_rows.h"
#include "core/learn/row.h"

namespace runnel::learn {

// A variable of a model.
struct Weight {
  std::string name;  // "dense/kernel", in checkpoints too
  DType dtype = DType::kFloat;
  Shape shape;
  bool trainable = true;
  std::string regularizer;  // specs; empty: none
  std::string constraint;
  Node* handle = nullptr;
  OutputRef read;
  Node* initialize = nullptr;
};

// Adds a variable, its read and its initializer, a spec, to the graph; all of it where the node `beside`
// is, if that is named. Errors: those of specs and formulas.
Result<Weight> AddWeight(Graph* graph, std::string name, DType dtype, const Shape& shape,
                         std::string_view initializer, int64_t seed, const std::string& beside = {});

// Of what types layers are, in Keras' words: "float", "mixed_float16".
struct DTypePolicy {
  DType compute = DType::kInvalid;  // T of rows
  DType variable = DType::kInvalid;
  bool scales_loss = false;  // so that gradients do not become 0 in half
};
// Errors: INVALID_ARGUMENT for what is no floating type or policy; `what` names it.
Result<DTypePolicy> ParsePolicy(std::string_view text, std::string_view what);

struct Layer {
  std::string name;
  std::string
      path;  // what its weights' names begin with: that of the layer that it is part of, and its own
  BoundRow row;
  DTypePolicy policy;  // the model's unless its spec says another
  bool trainable = true;
  bool built = false;
  int group = -1;            // of Layers::groups(); -1: none
  std::vector<int> weights;  // by the row's weights; -1: there is none
  std::vector<Layer> parts;  // the layers within it
  std::vector<int> states;   // of Layers::states()
};

// The layers of a model within the model, as an opened file has them. Their names begin with the
// group's.
struct LayerGroup {
  std::string name;  // "base", or "outer/base"
  std::string kind;  // Keras' class: "Functional"
  int parent = -1;
};

// The numbers of all weights of a layer, those of its parts behind its own.
std::vector<int> AllWeights(const Layer& layer);

struct LayerCall {
  int layer = 0;
  std::vector<int> inputs;  // values
  int output = 0;           // the first of its values, which have consecutive numbers
  int num_outputs = 1;
};

// A value of a model: an input, or what a call gives.
struct LayerValue {
  OutputRef predicted;
  OutputRef mask;  // which of its steps count; empty: all do
  int call = -1;   // -1: an input
};

// What the nodes of one pass over all calls give.
struct ForwardPass {
  std::vector<OutputRef> outputs;
  std::vector<OutputRef> masks;  // of the outputs; empty where there is none
  using Update = LayerResult::Update;
  std::vector<Update> updates;  // of weights that are not trained, as moving means
  // Scalars: of weights, and of activities, which are divided by the batch's `rows`.
  struct Penalty {
    OutputRef value;
    OutputRef rows;  // of the penalty's type; empty: it is of a weight
  };
  std::vector<Penalty> penalties;
};

class Layers {
 public:
  // Layers are of `policy` unless they say otherwise. Equal seeds give equal models.
  Layers(const OpRegistry* registry, const DTypePolicy& policy, int64_t seed);

  const std::shared_ptr<Graph>& graph() const { return graph_; }
  int64_t seed() const { return seed_; }
  const DTypePolicy& policy() const { return policy_; }
  const std::vector<Layer>& layers() const { return layers_; }
  const std::vector<LayerGroup>& groups() const { return groups_; }
  const std::vector<LayerCall>& calls() const { return calls_; }
  const std::vector<Weight>& weights() const { return weights_; }
  // What recurrent layers with stateful=true keep from one batch to the next. No weights: files of a
  // model have none of them.
  const std::vector<Weight>& states() const { return states_; }
  const std::vector<int>& inputs() const { return inputs_; }
  const std::vector<int>& outputs() const { return outputs_; }
  const LayerValue& value(int i) const { return values_[static_cast<size_t>(i)]; }
  int num_values() const { return static_cast<int>(values_.size()); }

  // Layers and losses of the program's own, which specs may name from then on.
  Status Define(OwnRow row) { return own_.Add(std::move(row)); }
  const OwnRows& own() const { return own_; }
  // A placeholder. The first dimension of `shape`, the batch, should be unknown. Gives a value.
  Result<int> AddInput(std::string_view name, DType dtype, const Shape& shape);
  // A layer that is not called yet. Its name, if its spec says none, is the row's in Keras' spelling,
  // with a number where it is taken. Errors: ALREADY_EXISTS for a name that its spec says.
  Result<int> AddLayer(std::string_view spec, int group = -1);
  // An empty group, within another or none (-1). Errors: ALREADY_EXISTS for a name that is taken there.
  Result<int> AddGroup(std::string_view name, std::string_view kind, int parent);
  Result<int> FindLayer(std::string_view name) const;
  // Gives the first of the layer's values, which have consecutive numbers. Errors: naming the layer and
  // the shapes of its inputs. What failed adds no value.
  Result<int> Call(int layer, std::span<const int> inputs);
  Status SetOutputs(std::span<const int> values);
  // Of one layer, or of all in a group. Errors: NOT_FOUND.
  Status SetTrainable(std::string_view name, bool trainable);

  // Adds the nodes of all calls that the outputs need; those of prediction are there already.
  Result<ForwardPass> Run(bool training);

 private:
  // What is alike for a layer and all its parts in one call.
  struct Pass {
    bool training = false, trainable = true;
    int64_t seed = 0;
    GraphBuilder* b = nullptr;
    std::vector<LayerResult::Update>* updates = nullptr;  // by the model's weights
  };
  Result<Layer> MakeLayer(const Spec& spec, std::string_view path, std::string_view prefix);
  Status Build(Layer* layer, const RowCall& call, GraphBuilder* b);
  // Whether the weights that it has are those that it would be built with for such inputs.
  Status CheckBuilt(const Layer& layer, const RowCall& call, GraphBuilder* b) const;
  Result<KeptState> StateOf(Layer* layer, size_t number, const Shape& shape);
  // What the row gives for a call, its activation applied. Builds the layer if it is not.
  Result<LayerResult> Apply(Layer* layer, const std::vector<OutputRef>& inputs,
                            const std::vector<OutputRef>& masks, Pass pass);
  Status Penalise(const Layer& layer, std::span<const OutputRef> values, GraphBuilder* b,
                  std::vector<bool>* penalised, ForwardPass* pass);
  std::string NewName(std::string_view row);
  std::string PrefixOf(int group) const;

  const std::shared_ptr<Graph> graph_;
  const DTypePolicy policy_;
  const int64_t seed_;
  OwnRows own_;
  std::vector<Layer> layers_;
  std::vector<LayerGroup> groups_;
  std::vector<LayerCall> calls_;
  std::vector<LayerValue> values_;
  std::vector<Weight> weights_, states_;
  std::vector<int> inputs_, outputs_;
  std::vector<std::string> part_names_;  // without prefixes
};

// Mixes a number into a seed; at least 1.
int64_t MixSeed(int64_t seed, int64_t number);
// "GlobalMaxPooling2D" as Keras names a layer of it: "global_max_pooling2d".
std::string SnakeCase(std::string_view name);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_LAYERS_H_
