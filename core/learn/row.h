// What a layer, activation, initializer, regularizer, constraint, loss, metric, optimizer or schedule
// is: a row of constant data, as ops are rows of core/ops. A row has arguments, weights and a formula
// over ops (plugins/abi/rnlp_formula.h), or a function where sizes and loops must be computed. What is
// computed becomes ordinary nodes of a graph, so gradients, passes and devices know nothing of rows.
#ifndef RUNNEL_CORE_LEARN_ROW_H_
#define RUNNEL_CORE_LEARN_ROW_H_

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/builder.h"
#include "core/graph/op_schema.h"
#include "core/learn/spec.h"

namespace runnel::learn {

// Each kind says what a row's formula gets besides its arguments, and what it gives.
enum class RowKind {
  // The inputs of `inputs`, and the weights. Gives y; new values of weights that are not trained by
  // their
  // names. Type T
  // is the layer's: inputs of T are cast to it, those of another type attr stay as they are. Attrs:
  // training, which is false when a model predicts, and seed2.
  kLayer,
  kActivation,   // x: T. Gives y.
  kInitializer,  // attrs shape, fan_in, fan_out, T, seed2. Gives value, of that shape.
  kRegularizer,  // w: T. Gives penalty, a scalar.
  kConstraint,   // w: T. Gives value, like w.
  // y_true: Y, which is T unless the row says otherwise, and y_pred: T. Gives loss, of one sample each:
  // y_pred without its last dimension.
  kLoss,
  // y_true, y_pred, weight: T, one for each sample, and the states, which are its weights. Gives, by the
  // states' names, what is to be added to them. `result` is a formula of the states alone.
  kMetric,
  // variable: T, gradient: T, rate: T, step: T (1 at the first) and the slots, which are its weights.
  // Gives the new variable and slots.
  kOptimizer,
  kSchedule,   // step: T (0 at the first). Gives rate.
  kCallback,   // arguments alone: what happens is in callbacks.cc
  kHook,       // likewise, in train/hooks.cc
  kExporter,   // likewise, in train/train_and_evaluate.cc
  kColumn,     // of features; likewise, in train/columns.cc
  kEstimator,  // likewise, in train/canned.cc
  kStrategy,   // likewise, in strategy.cc
};

struct BoundRow;
struct RowCall;
class LayerContext;
// What is learned from data before a layer is made: see core/learn/adapt.h.
struct AdaptContext;
using AdaptFn = Status (*)(AdaptContext& ctx);
// A layer within a layer: its name has the prefix before what its spec says or what it gets.
struct LayerPart {
  Spec spec;
  std::string prefix;
};
// What a layer does where a formula says too little: see core/learn/layer_row.h.
using LayerFn = Status (*)(LayerContext& ctx);

// A weight of a layer, a state of a metric, a slot of an optimizer.
struct WeightRow {
  std::string_view name = {};
  std::string_view shape = {};        // a formula: "[dim(x, -1), units]"
  std::string_view initializer = {};  // the argument that says it, or a spec
  std::string_view regularizer = {};  // arguments
  std::string_view constraint = {};
  std::string_view when = {};  // a formula; where it is false there is no such weight: none in formulas
  bool trainable = true;
  std::string_view path = {};  // what stands before its name, as "lstm_cell" in "lstm/lstm_cell/kernel"
  std::string_view keras_name = {};  // where `name` tells more, as "kernel" of several
  // Of an optimizer's slot: in Keras' files it stands behind the slots before it of all weights.
  bool apart = false;
  // Its sizes, where a formula cannot say them; nothing: there is no such weight.
  Result<std::optional<std::vector<int64_t>>> (*sizes)(const BoundRow& row,
                                                       const RowCall& call) = nullptr;
  // The initializer's spec, where several arguments say it together.
  std::string (*initial)(const BoundRow& row) = nullptr;
};

// Where a layer's inputs have their channels, which its formula finds last: what is elsewhere is moved
// there, and back in what it gives, if that has as many dimensions.
enum class Channels {
  kLast,      // or anywhere
  kByFormat,  // first if the argument data_format says so, which such rows have
  kByAxis,    // along the argument axis
};

struct Row {
  RowKind kind;
  std::string_view name;          // Keras'
  std::string_view aliases = {};  // more names, with commas between
  std::string_view inputs = {};   // empty: those of the kind
  std::string_view args = {};     // as attrs of ops
  std::string_view doc = {};
  Rule<CompositionFn> call = {};
  WeightRow weights[10] = {};
  std::string_view result = {};
  // A metric's name in a history, where Keras does not make it of `name`.
  std::string_view told_as = {};
  // Of layers only.
  bool own_activation = false;  // `call` uses the argument `activation`; else it is applied to y
  // What mask y has: none if empty; kKeepsMask; kJoinsMasks; or a formula of inputs that says `mask`.
  std::string_view mask = {};
  // `call` has an input `mask` of type bool, that of the first input, where the attr has_mask is true.
  // Of a metric: what the prediction's mask leaves out weighs nothing.
  bool uses_mask = false;
  bool own_labels = false;  // of a loss: y_true has sizes of its own behind the batch
  bool widens = false;      // computes in float where T is half or bfloat16
  Channels channels = Channels::kLast;
  int num_optional = 0;  // how many of the last inputs may be left out: the one before stands for them
  LayerFn layer = nullptr;  // in place of `call` and `mask`
  // The layers within this one, which `layer` calls.
  Status (*parts)(const BoundRow& row, std::vector<LayerPart>* parts) = nullptr;
  AdaptFn adapt = nullptr;  // gives arguments that follow from data
};

inline constexpr std::string_view kKeepsMask = "keep";  // that of the first input
inline constexpr std::string_view kJoinsMasks =
    "join";  // true where one of the inputs' is, if all have one

// A row that was parsed.
struct RowSchema {
  const Row* row = nullptr;
  OpSchema op;                   // inputs and weights, outputs, all attrs
  std::vector<AttrSchema> args;  // what a spec may say
  size_t num_inputs = 0;         // of op.inputs, those that are no weights
  // Of a program's own row (core/learn/own_rows.h) what computes it, as OwnRow::call; else null.
  const std::function<Result<OutputRef>(std::span<const OutputRef>, std::span<const OutputRef>, bool)>*
      own = nullptr;
  std::span<const WeightRow> weights() const;
  bool ends_with_list() const { return num_inputs > 0 && op.inputs[num_inputs - 1].is_list(); }
};

// All rows, in the order of their files.
std::vector<std::span<const Row>> AllRows();
// Schemas live as long as the program. Any thread. Errors: NOT_FOUND naming the kind and close names.
Result<const RowSchema*> FindRow(RowKind kind, std::string_view name);
std::string_view KindName(RowKind kind);

// Errors: those of ParseOpSchema.
Result<std::unique_ptr<RowSchema>> ParseRow(const Row& row);

// A row with its arguments.
struct BoundRow {
  const RowSchema* schema = nullptr;
  AttrList args;
  std::string text;  // a spec that gives the same
  const std::string& name() const { return schema->op.name; }
  template <typename T>
  const T& arg(std::string_view name) const {
    return *FindAttr(args, name)->get_if<T>();
  }
  bool has_arg(std::string_view name) const { return FindAttr(args, name) != nullptr; }
};
// Errors: those of specs and FindRow.
Result<BoundRow> BindRow(RowKind kind, const Spec& spec);
Result<BoundRow> BindRow(RowKind kind, std::string_view text);
Result<BoundRow> BindTo(const RowSchema& schema, const Spec& spec);

// What a row's formula is run with.
struct RowCall {
  std::vector<OutputRef> inputs;   // without weights
  std::vector<OutputRef> masks;    // of a layer's inputs; empty where there is none
  std::vector<OutputRef> weights;  // one for each of the row's; empty where there is none
  DType dtype = DType::kFloat;     // T
  bool training = false;
  int64_t seed = 0;            // where the row's argument `seed` says none
  std::vector<int64_t> shape;  // of kInitializer
  std::string name;            // of a layer: what its weights' names begin with
};
// Adds the row's nodes. The outputs are in the order of the schema; empty where a formula gives none.
// Errors: those of formulas, with the row's name.
Result<std::vector<OutputRef>> RunRow(GraphBuilder* b, const BoundRow& row, const RowCall& call);
// A formula of the row, as a weight's shape, whose value is known. weights may be empty.
Result<AttrValue> EvaluateOf(GraphBuilder* b, const BoundRow& row, std::string_view formula,
                             const RowCall& call);
// INVALID_ARGUMENT naming the row where it does not take so many inputs: a list as the last input takes
// any number, alone at least one.
Status CheckNumInputs(const BoundRow& row, size_t given);
// Attrs and inputs as the row's schema declares them: what its formulas and functions are run with.
struct PreparedRow {
  AttrList attrs;
  std::vector<OutputRef> inputs;
};
Result<PreparedRow> PrepareRow(GraphBuilder* b, const BoundRow& row, const RowCall& call);
// The value of another formula of the row, `formula`, which says `output`, of a fixed type or kInvalid:
// T.
Result<OutputRef> RunFormulaOf(GraphBuilder* b, const BoundRow& row, std::string_view formula,
                               std::string_view output, DType dtype, const RowCall& call);
// A formula over the weights of the row alone, as a metric's result.
Result<OutputRef> RunResult(GraphBuilder* b, const BoundRow& row, const RowCall& call);

// Applies an activation's spec; "" and linear give x itself.
Result<OutputRef> Activate(GraphBuilder* b, std::string_view spec, OutputRef x);

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_ROW_H_
