#include "core/learn/train/minimize.h"

#include <algorithm>

#include "core/runtime/plugins/gradients_library.h"

namespace runnel::learn {
namespace {

DType TypeAt(OutputRef edge) { return edge.node->output_type(edge.index); }
const Shape& ShapeAt(OutputRef edge) { return edge.node->output_shape(edge.index); }

// An optimizer's state and updates in one graph.
class Updates {
 public:
  Updates(Graph* graph, const BoundRow& optimizer, std::string scope)
      : graph_(graph), optimizer_(optimizer), scope_(std::move(scope)), b_(graph, scope_) {}

  Status Begin(DType dtype) {
    for (const auto& [name, unset] :
         {std::pair("clipnorm", 0.0F), std::pair("clipvalue", 0.0F), std::pair("global_clipnorm", 0.0F),
          std::pair("loss_scale_factor", 1.0F)}) {
      if (optimizer_.arg<float>(name) != unset)
        return Unimplemented("optimizer ", optimizer_.name(), " of an estimator: ", name);
    }
    if (optimizer_.arg<bool>("use_ema") || optimizer_.arg<int64_t>("gradient_accumulation_steps") != 1)
      return Unimplemented("optimizer ", optimizer_.name(),
                           " of an estimator: use_ema, gradient_accumulation_steps");
    RUNNEL_ASSIGN_OR_RETURN(const Weight iteration, State("iteration", DType::kInt64, Shape(), "zeros"));
    nodes_.push_back(
        b_.Op("AssignAddVariableOp", {{iteration.handle, 0}, b_.Scalar(DType::kInt64, 1)}).node);
    const OutputRef done = b_.Op("Cast", {iteration.read}, {{"DstT", dtype}});
    step_ = b_.Op("AddV2", {done, b_.Scalar(dtype, 1)});
    const std::string& text = optimizer_.arg<std::string>("learning_rate");
    const char first = text.empty() ? 'x' : text[0];
    if (first == '-' || first == '.' || (first >= '0' && first <= '9')) {
      RUNNEL_ASSIGN_OR_RETURN(const BoundRow constant,
                              BindRow(RowKind::kInitializer, StrCat("Constant(", text, ")")));
      RowCall call;
      call.dtype = dtype;
      RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> value, RunRow(&b_, constant, call));
      rate_ = value[0];
    } else {
      RUNNEL_ASSIGN_OR_RETURN(const BoundRow schedule, BindRow(RowKind::kSchedule, text));
      RowCall call;
      call.inputs = {done};
      call.dtype = dtype;
      RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> value, RunRow(&b_, schedule, call));
      rate_ = value[0];
    }
    return b_.status();
  }

  Status Add(Node* handle, OutputRef gradient) {
    const DType dtype = *handle->attr<DType>("dtype");
    RowCall call;
    call.dtype = dtype;
    const auto typed = [&](OutputRef edge) {
      return TypeAt(edge) == dtype ? edge : b_.Op("Cast", {edge}, {{"DstT", dtype}});
    };
    const OutputRef rate = typed(rate_);
    OutputRef variable = b_.Op("ReadVariableOp", {{handle, 0}}, {{"dtype", dtype}});
    float decay = optimizer_.arg<float>("weight_decay");
    if (decay == 0 && optimizer_.name() == "AdamW") decay = 0.004F;
    if (decay > 0) {
      const OutputRef part = b_.Op("Mul", {rate, b_.Scalar(dtype, decay)});
      variable = b_.Op("Sub", {variable, b_.Op("Mul", {variable, part})});
    }
    call.inputs = {variable, gradient, rate, typed(step_)};
    std::vector<Node*> slots;
    for (const WeightRow& row : optimizer_.schema->weights()) {
      slots.push_back(nullptr);
      if (!row.when.empty()) {
        RUNNEL_ASSIGN_OR_RETURN(const AttrValue there, EvaluateOf(&b_, optimizer_, row.when, call));
        if (!*there.get_if<bool>()) {
          call.weights.emplace_back();
          continue;
        }
      }
      const Shape& shape = *handle->attr<Shape>("shape");
      std::string initializer(row.initializer);
      if (const AttrValue* arg = FindAttr(optimizer_.args, row.initializer)) {
        initializer =
            StrCat("Constant(", ToText(SpecValue{static_cast<double>(*arg->get_if<float>())}), ")");
      }
      RUNNEL_ASSIGN_OR_RETURN(const Weight slot,
                              State(StrCat(handle->name(), "/", row.name), dtype,
                                    row.shape == "[]" ? Shape() : shape, initializer));
      slots.back() = slot.handle;
      call.weights.push_back(slot.read);
    }
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> values, RunRow(&b_, optimizer_, call));
    Assign(handle, values[0]);
    for (size_t i = 0; i < slots.size(); ++i) {
      if (slots[i] != nullptr && values[i + 1]) Assign(slots[i], values[i + 1]);
    }
    return b_.status();
  }

  std::vector<Node*> Take() { return std::move(nodes_); }

 private:
  Result<Weight> State(const std::string& name, DType dtype, const Shape& shape,
                       std::string_view initializer) {
    return AddWeight(graph_, graph_->UniqueName(StrCat(scope_, "/", name)), dtype, shape, initializer,
                     1);
  }
  void Assign(Node* handle, OutputRef value) {
    nodes_.push_back(b_.Op("AssignVariableOp", {{handle, 0}, value}).node);
  }

  Graph* const graph_;
  const BoundRow& optimizer_;
  const std::string scope_;
  GraphBuilder b_;
  OutputRef step_, rate_;
  std::vector<Node*> nodes_;
};

}  // namespace

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

Result<std::vector<Node*>> Minimize(Graph* graph, OutputRef loss, std::span<Node* const> variables,
                                    std::string_view optimizer, const std::string& scope) {
  RUNNEL_ASSIGN_OR_RETURN(const BoundRow row, BindRow(RowKind::kOptimizer, optimizer));
  RUNNEL_ASSIGN_OR_RETURN(const auto add_gradients, OpenGradients());
  std::vector<OutputRef> handles;
  for (Node* variable : variables) handles.push_back({variable, 0});
  GradientOptions options;
  options.name_scope = StrCat(scope, "/gradients");
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> gradients,
                          add_gradients(graph, {&loss, 1}, handles, {}, options));
  Updates updates(graph, row, scope);
  RUNNEL_RETURN_IF_ERROR(updates.Begin(TypeAt(loss)));
  bool any = false;
  for (size_t i = 0; i < variables.size(); ++i) {
    if (!gradients[i]) continue;
    any = true;
    RUNNEL_RETURN_IF_ERROR(updates.Add(variables[i], gradients[i]));
  }
  if (!any)
    return InvalidArgument("the loss \"", loss.node->name(), "\" depends on none of the ",
                           variables.size(), " variables that could be trained");
  return updates.Take();
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
    return TypeAt(labels) == TypeAt(predictions)
               ? labels
               : b->Op("Cast", {labels}, {{"DstT", TypeAt(predictions)}});
  }
  const Shape& shape = ShapeAt(labels);
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
      return TypeAt(given) == TypeAt(like) ? given : b_.Op("Cast", {given}, {{"DstT", TypeAt(like)}});
    const OutputRef batch = b_.Op("StridedSlice", {b_.Op("Shape", {like}), b_.Int32Vector({0}),
                                                   b_.Int32Vector({1}), b_.Int32Vector({1})});
    return b_.Op("Fill", {batch, b_.Scalar(TypeAt(like), 1)});
  }
  // A mean of values, one for each weight.
  Status Mean(OutputRef values, OutputRef weights) {
    const DType dtype = TypeAt(values);
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
  call.dtype = TypeAt(predictions);
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
