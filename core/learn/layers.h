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

// Adds a variable, its read and its initializer, a spec, to the graph. Errors: those of specs and
// formulas.
Result<Weight> AddWeight(Graph* graph, std::string name, DType dtype, const Shape& shape,
                         std::string_view initializer, int64_t seed);

struct Layer {
  std::string name;
  BoundRow row;
  DType dtype = DType::kInvalid;  // T; kInvalid until the layer is built, unless its spec says it
  bool trainable = true;
  bool built = false;
  std::vector<int> weights;  // by the row's weights; -1: there is none
};

struct LayerCall {
  int layer = 0;
  std::vector<int> inputs;  // values
  int output = 0;           // a value
};

// A value of a model: an input, or what a call gives.
struct LayerValue {
  OutputRef predicted;
  int call = -1;  // -1: an input
};

// What the nodes of one pass over all calls give.
struct ForwardPass {
  std::vector<OutputRef> outputs;
  struct Update {
    int weight;
    OutputRef value;
  };
  std::vector<Update> updates;       // of weights that are not trained, as moving means
  std::vector<OutputRef> penalties;  // scalars: of weights and of activities
};

class Layers {
 public:
  // Weights are of `dtype` unless a layer says otherwise. Equal seeds give equal models.
  Layers(const OpRegistry* registry, DType dtype, int64_t seed);

  const std::shared_ptr<Graph>& graph() const { return graph_; }
  int64_t seed() const { return seed_; }
  DType dtype() const { return dtype_; }
  const std::vector<Layer>& layers() const { return layers_; }
  const std::vector<LayerCall>& calls() const { return calls_; }
  const std::vector<Weight>& weights() const { return weights_; }
  const std::vector<int>& inputs() const { return inputs_; }
  const std::vector<int>& outputs() const { return outputs_; }
  const LayerValue& value(int i) const { return values_[static_cast<size_t>(i)]; }
  int num_values() const { return static_cast<int>(values_.size()); }

  // A placeholder. The first dimension of `shape`, the batch, should be unknown. Gives a value.
  Result<int> AddInput(std::string_view name, DType dtype, const Shape& shape);
  // A layer that is not called yet. Its name, if its spec says none, is the row's in Keras' spelling,
  // with a number where it is taken. Errors: ALREADY_EXISTS for a name that its spec says.
  Result<int> AddLayer(std::string_view spec);
  Result<int> FindLayer(std::string_view name) const;
  // Gives a value. Errors: naming the layer and the shapes of its inputs. What failed adds no value.
  Result<int> Call(int layer, std::span<const int> inputs);
  Status SetOutputs(std::span<const int> values);
  Status SetTrainable(int layer, bool trainable);

  // Adds the nodes of all calls that the outputs need; those of prediction are there already.
  Result<ForwardPass> Run(bool training);

 private:
  Status Build(int layer, std::span<const OutputRef> inputs, GraphBuilder* b);
  // The row's outputs for a call, its activation applied; the first is y.
  Result<std::vector<OutputRef>> Apply(int layer, const std::vector<OutputRef>& inputs, bool training,
                                       GraphBuilder* b);
  std::string NewName(std::string_view row);

  const std::shared_ptr<Graph> graph_;
  const DType dtype_;
  const int64_t seed_;
  std::vector<Layer> layers_;
  std::vector<LayerCall> calls_;
  std::vector<LayerValue> values_;
  std::vector<Weight> weights_;
  std::vector<int> inputs_, outputs_;
};

// Mixes a number into a seed; at least 1.
int64_t MixSeed(int64_t seed, int64_t number);
// "GlobalMaxPooling2D" as Keras names a layer of it: "global_max_pooling2d".
std::string SnakeCase(std::string_view name);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_LAYERS_H_
