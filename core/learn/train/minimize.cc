#include "core/learn/train/minimize.h"

#include <algorithm>

#include "core/ops/gradient_helpers.h"
#include "core/runtime/plugins/gradients_library.h"

namespace runnel::learn {
namespace {}  // namespace

std::vector<Node*> FloatingVariables(const Graph& graph, std::span<Node* const> but) {
  std::vector<Node*> found;
  for (int id = 0; id < graph.num_nodes(); ++id) {
    Node* const node = graph.node(id);
    if (node->op() != "VarHandleOp" || std::find(but.begin(), but.end(), node) != but.end()) continue;
    const DType dtype = *node->attr<DType>("dtype");
    const bool floats = dtype == DType::kFloat || dtype == DType::kDouble || dtype == DType::kHalf ||
                        dtype == DType::kBFloat16;
    if (floats) found.push_back(node);
  }
  return found;
}

Result<std::vector<Weight>> WeightsOf(Graph* graph, std::span<Node* const> variables,
                                      const std::string& scope) {
  std::vector<Weight> weights;
  GraphBuilder b(graph, scope);
  for (Node* const handle : variables) {
    Weight weight;
    weight.name = handle->name();
    weight.dtype = *handle->attr<DType>("dtype");
    weight.shape = *handle->attr<Shape>("shape");
    if (!weight.shape.IsFullyDefined())
      return InvalidArgument("variable \"", weight.name, "\": training needs its shape, which is ",
                             weight.shape.ToString());
    weight.handle = handle;
    weight.read = b.Op("ReadVariableOp", {{handle, 0}}, {{"dtype", weight.dtype}});
    weights.push_back(std::move(weight));
  }
  RUNNEL_RETURN_IF_ERROR(b.status());
  return weights;
}

Result<std::vector<Node*>> Minimize(Graph* graph, OutputRef loss, std::span<Node* const> variables,
                                    std::string_view optimizer, const std::string& scope,
                                    const GradientsFn& whole, const Strategy& strategy,
                                    std::vector<Weight>* slots, std::vector<Node*>* finals) {
  RUNNEL_ASSIGN_OR_RETURN(const OptimizerSpec spec, BindOptimizer(optimizer, false));
  RUNNEL_ASSIGN_OR_RETURN(const auto add_gradients, OpenGradients());
  Trained trained;
  trained.graph = graph;
  trained.scope = scope;
  trained.loss = loss;
  trained.rate_is_state = false;   // programs say another one when they train on
  trained.all_have_slots = false;  // as in TensorFlow
  trained.whole = whole;
  trained.is_colocated = strategy.aggregates();
  trained.is_shared = strategy.updates_meet();
  RUNNEL_ASSIGN_OR_RETURN(trained.weights, WeightsOf(graph, variables, scope));
  OptimizerNodes made;
  std::vector<Node*> updates;
  RUNNEL_RETURN_IF_ERROR(AddUpdates(trained, add_gradients, spec, &made, &updates));
  for (const OptimizerState& state : made.state) {
    if (state.trained >= 0) slots->push_back(state);
  }
  if (made.finalize != nullptr) finals->push_back(made.finalize);
  return updates;
}

namespace {

// A metric's row, or a loss's, whose mean is the metric then.
Result<BoundRow> BindMetric(std::string_view spec) {
  auto row = BindRow(RowKind::kMetric, spec);
  if (row.ok() || row.status().code() != Code::kNotFound) return row;
  auto loss = BindRow(RowKind::kLoss, spec);
  return loss.ok() ? std::move(loss) : std::move(row);
}

// Labels as a row takes them: of the type of predictions, or numbers of classes without a last
// dimension of 1.
OutputRef FitLabels(GraphBuilder* b, const BoundRow& row, OutputRef labels, OutputRef predictions) {
  const bool by_number = row.schema->op.inputs[0].type_attr == "Y";
  if (!by_number) {
    return TypeOf(labels) == TypeOf(predictions)
               ? labels
               : b->Op("Cast", {labels}, {{"DstT", TypeOf(predictions)}});
  }
  const Shape& shape = ShapeOf(labels);
  if (!shape.has_rank() || shape.rank() < 2 || shape.dim(shape.rank() - 1) != 1) return labels;
  const AttrValue last(std::vector<int64_t>{-1});
  return b->Op("Squeeze", {labels}, {{"squeeze_dims", last}});
}

}  // namespace

namespace {

// Metrics that are being made in one graph.
class Metrics {
 public:
  Metrics(Graph* graph, std::string_view name)
      : graph_(graph), scope_(StrCat("metrics/", name)), b_(graph, scope_) {}
  GraphBuilder& b() { return b_; }

  Result<OutputRef> State(std::string_view name, DType dtype, const Shape& shape,
                          std::string_view initializer) {
    RUNNEL_ASSIGN_OR_RETURN(
        Weight weight,
        AddWeight(graph_, graph_->UniqueName(StrCat(scope_, "/", name)), dtype, shape, initializer, 1));
    made.states.push_back(std::move(weight));
    return made.states.back().read;
  }
  // One for each sample of `like`, of its type, unless some are given.
  OutputRef Weights(OutputRef given, OutputRef like) {
    if (given)
      return TypeOf(given) == TypeOf(like) ? given : b_.Op("Cast", {given}, {{"DstT", TypeOf(like)}});
    const OutputRef batch = b_.Op("StridedSlice", {b_.Op("Shape", {like}), b_.Int32Vector({0}),
                                                   b_.Int32Vector({1}), b_.Int32Vector({1})});
    return b_.Op("Fill", {batch, b_.Scalar(TypeOf(like), 1)});
  }
  // A mean of values, one for each weight.
  Status Mean(OutputRef values, OutputRef weights) {
    const DType dtype = TypeOf(values);
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef total, State("total", dtype, Shape(), "zeros"));
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef count, State("count", dtype, Shape(), "zeros"));
    made.value = b_.Op("DivNoNan", {total, count});
    const OutputRef flat = b_.Int32Vector({-1}), first = b_.Int32Vector({0});
    const OutputRef each = b_.Op("Reshape", {weights, flat});
    const auto sum = [&](OutputRef of) {
      return b_.Op("Sum", {b_.Op("Mul", {b_.Op("Reshape", {of, flat}), each}), first});
    };
    return Update({sum(values), sum(b_.Op("OnesLike", {values}))});
  }
  // What a batch adds to the states.
  Status Update(const std::vector<OutputRef>& added) {
    NodeSpec group;
    for (size_t i = 0; i < made.states.size(); ++i)
      group.control_inputs.push_back(
          b_.Op("AssignAddVariableOp", {{made.states[i].handle, 0}, added[i]}).node);
    group.op = "NoOp";
    group.name = graph_->UniqueName(StrCat(scope_, "/update"));
    made.update = b_.AddNode(std::move(group));
    return b_.status();
  }

  MeanMetric made;

 private:
  Graph* const graph_;
  const std::string scope_;
  GraphBuilder b_;
};

}  // namespace

Result<MeanMetric> AddMean(Graph* graph, std::string_view name, OutputRef values, OutputRef weights) {
  Metrics metrics(graph, name);
  RUNNEL_RETURN_IF_ERROR(metrics.Mean(values, metrics.Weights(weights, values)));
  return std::move(metrics.made);
}

Result<MeanMetric> AddMetric(Graph* graph, std::string_view name, std::string_view spec,
                             OutputRef labels, OutputRef predictions, OutputRef weights) {
  RUNNEL_ASSIGN_OR_RETURN(const BoundRow row, BindMetric(spec));
  Metrics metrics(graph, name);
  GraphBuilder& b = metrics.b();
  weights = metrics.Weights(weights, predictions);
  labels = FitLabels(&b, row, labels, predictions);
  RowCall call;
  call.dtype = TypeOf(predictions);
  if (row.schema->row->kind == RowKind::kLoss) {
    call.inputs = {labels, predictions};
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> values, RunRow(&b, row, call));
    RUNNEL_RETURN_IF_ERROR(metrics.Mean(values[0], weights));
    return std::move(metrics.made);
  }
  call.inputs.resize(row.schema->num_inputs);
  for (const WeightRow& state : row.schema->weights()) {
    RUNNEL_ASSIGN_OR_RETURN(const AttrValue sizes, EvaluateOf(&b, row, state.shape, call));
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make(*sizes.get_if<std::vector<int64_t>>()));
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef read,
                            metrics.State(state.name, call.dtype, shape, state.initializer));
    call.weights.push_back(read);
  }
  RUNNEL_ASSIGN_OR_RETURN(metrics.made.value, RunResult(&b, row, call));
  call.inputs = {labels, predictions, weights};
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> added, RunRow(&b, row, call));
  RUNNEL_RETURN_IF_ERROR(metrics.Update(added));
  return std::move(metrics.made);
}

}  // namespace runnel::learn
