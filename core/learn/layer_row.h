// What a layer's row makes of inputs and masks: by its formula, or by a function, which may give several
// values, use and make masks, and call the layers within it.
#ifndef RUNNEL_CORE_LEARN_LAYER_ROW_H_
#define RUNNEL_CORE_LEARN_LAYER_ROW_H_

#include <functional>
#include <string_view>
#include <vector>

#include "core/learn/row.h"

namespace runnel::learn {

// What a call of a layer gives. `masks` are of the values, and empty where there is none.
struct LayerResult {
  std::vector<OutputRef> values, masks;
  struct Update {
    int weight;
    OutputRef value;
  };
  std::vector<Update> updates;  // of weights that are not trained, counted by the row's weights
};

// Calls one of the layers within a layer, which keeps what it updates to itself.
using CallPartFn = std::function<Result<LayerResult>(size_t part, const std::vector<OutputRef>& inputs,
                                                     const std::vector<OutputRef>& masks)>;

// A value of a layer's that steps leave to the next one, without being a weight: zeros at the first.
struct KeptState {
  Node* handle = nullptr;
  OutputRef read;
};
// The layer's state of that number, made where it is asked for first. Errors: INVALID_ARGUMENT for
// another shape than it has.
using StateFn = std::function<Result<KeptState>(size_t number, const Shape& shape)>;

// The argument of a LayerFn.
class LayerContext {
 public:
  LayerContext(GraphBuilder* b, const BoundRow& row, const RowCall& call, PreparedRow prepared,
               const CallPartFn& call_part, const StateFn& state);

  GraphBuilder& b() { return *b_; }
  const BoundRow& row() const { return row_; }
  template <typename T>
  const T& arg(std::string_view name) const {
    return *FindAttr(prepared_.attrs, name)->get_if<T>();
  }
  const std::string& text(std::string_view name) const { return arg<std::string>(name); }
  double number(std::string_view name) const { return static_cast<double>(arg<float>(name)); }
  DType dtype() const { return call_.dtype; }
  bool training() const { return call_.training; }
  const std::string& name() const { return call_.name; }

  // Inputs that were given, cast to dtype() where the row says T.
  size_t num_inputs() const { return call_.inputs.size(); }
  // One that was left out is the one before.
  OutputRef input(size_t i) const { return prepared_.inputs[i]; }
  OutputRef mask(size_t i) const { return i < call_.masks.size() ? call_.masks[i] : OutputRef(); }
  OutputRef weight(std::string_view name) const;
  // Numbers from 0 up to 1. `number` tells draws apart.
  OutputRef Uniform(OutputRef shape, int number);
  // Ones where a draw is at least `rate`, larger by 1 / (1 - rate), else zeros.
  OutputRef Kept(OutputRef shape, double rate, int number);

  Result<LayerResult> CallPart(size_t part, const std::vector<OutputRef>& inputs,
                               const std::vector<OutputRef>& masks) const {
    return call_part_(part, inputs, masks);
  }
  Result<KeptState> State(size_t number, const Shape& shape) const {
    if (!state_) return Unimplemented("states between steps here");
    return state_(number, shape);
  }

  void Give(OutputRef value, OutputRef mask = {}) {
    result.values.push_back(value);
    result.masks.push_back(mask);
  }
  LayerResult result;

 private:
  GraphBuilder* const b_;
  const BoundRow& row_;
  const RowCall& call_;
  const PreparedRow prepared_;
  const CallPartFn& call_part_;
  const StateFn& state_;
};

// Runs a layer's row. Errors: those of formulas, with the row's name; UNIMPLEMENTED where its formula
// gives nothing for such inputs.
Result<LayerResult> RunLayerRow(GraphBuilder* b, const BoundRow& row, const RowCall& call,
                                const CallPartFn& call_part, const StateFn& state = {});

// The shape and type of an edge, with its number of dimensions checked; `what` names it in the message.
Result<Shape> RankOf(OutputRef edge, int rank, std::string_view what);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_LAYER_ROW_H_
