#include "core/learn/compile.h"

#include <algorithm>

namespace runnel::learn {
namespace {

DType TypeAt(OutputRef edge) { return edge.node->output_type(edge.index); }
const Shape& ShapeAt(OutputRef edge) { return edge.node->output_shape(edge.index); }

// A prediction that is a softmax or sigmoid, and a loss of probabilities, are one function of the
// logits: without the rounding of probabilities near 0 and 1. Keras does the same.
void UseLogits(BoundRow* loss, OutputRef* predicted) {
  const AttrValue* from = FindAttr(loss->args, "from_logits");
  if (from == nullptr || *from->get_if<bool>()) return;
  const bool binary = loss->name() == "BinaryCrossentropy";
  if (predicted->node->op() != (binary ? "Sigmoid" : "Softmax")) return;
  *predicted = predicted->node->input(0);
  SetAttr(&loss->args, "from_logits", true);
}

// The kind of accuracy that Keras takes for an output and its loss.
std::string_view AccuracyOf(const BoundRow& loss, const Shape& predicted) {
  if (loss.schema->op.inputs[0].type_attr == "Y") return "SparseCategoricalAccuracy";
  const bool one =
      predicted.has_rank() && predicted.rank() > 0 && predicted.dim(predicted.rank() - 1) == 1;
  return one || loss.name() == "BinaryCrossentropy" ? "BinaryAccuracy" : "CategoricalAccuracy";
}

class Compiler {
 public:
  Compiler(Layers* layers, std::string_view scope, CompiledModel* out)
      : layers_(layers), scope_(scope), out_(out), b_(layers->graph().get(), std::string(scope)) {}

  // Placeholders of what a batch has besides inputs.
  Status AddTargets(std::span<const BoundRow> losses) {
    for (const int input : layers_->inputs()) out_->inputs.push_back(layers_->value(input).predicted);
    for (size_t i = 0; i < layers_->outputs().size(); ++i) {
      const OutputRef predicted = layers_->value(layers_->outputs()[i]).predicted;
      const bool by_number = losses[i].schema->op.inputs[0].type_attr == "Y";
      const DType dtype = by_number ? DType::kInt64 : TypeAt(predicted);
      // A dimension of 1 may be there or not, so the number of dimensions is that of what is fed.
      const Shape shape = TargetShape(ShapeAt(predicted), by_number);
      out_->targets.push_back(Placeholder(StrCat("target_", i), dtype, shape));
    }
    const OutputRef first = out_->targets[0];
    const OutputRef batch = b_.Op("StridedSlice", {b_.Op("Shape", {first}), b_.Int32Vector({0}),
                                                   b_.Int32Vector({1}), b_.Int32Vector({1})});
    const DType dtype = TypeAt(layers_->value(layers_->outputs()[0]).predicted);
    const OutputRef ones = b_.Op("Fill", {batch, b_.Scalar(dtype, 1)});
    out_->sample_weight = b_.Op("PlaceholderWithDefault", {ones}, {{"shape", Shape{-1}}});
    return b_.status();
  }

  // The loss of all outputs and penalties.
  Result<OutputRef> TotalLoss(const ForwardPass& pass, std::span<const BoundRow> losses,
                              std::span<const double> weights) {
    OutputRef total;
    for (size_t i = 0; i < pass.outputs.size(); ++i) {
      BoundRow loss = losses[i];
      OutputRef predicted = pass.outputs[i];
      UseLogits(&loss, &predicted);
      RUNNEL_ASSIGN_OR_RETURN(OutputRef value, OneLoss(loss, out_->targets[i], predicted));
      if (!weights.empty()) value = b_.Op("Mul", {value, b_.Scalar(TypeAt(value), weights[i])});
      total = total ? b_.Op("AddV2", {total, value}) : value;
    }
    for (const OutputRef& penalty : pass.penalties) {
      const OutputRef same = TypeAt(penalty) == TypeAt(total)
                                 ? penalty
                                 : b_.Op("Cast", {penalty}, {{"DstT", TypeAt(total)}});
      total = b_.Op("AddV2", {total, same});
    }
    RUNNEL_RETURN_IF_ERROR(b_.status());
    return total;
  }

  // Adds what a batch adds to the metrics' states to `updates`.
  Status UpdateMetrics(const std::vector<OutputRef>& predictions, std::vector<Node*>* updates) {
    for (const MetricNodes& metric : out_->metrics) {
      RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> added,
                              MetricIncrements(metric, predictions[metric.output]));
      for (size_t i = 0; i < added.size(); ++i) {
        updates->push_back(b_.Op("AssignAddVariableOp", {{metric.states[i].handle, 0}, added[i]}).node);
      }
    }
    return b_.status();
  }

  // States and results of the metrics that `specs` name, for every output.
  Status AddMetrics(std::span<const Spec> specs, std::span<const BoundRow> losses) {
    std::vector<Node*> resets;
    for (size_t output = 0; output < layers_->outputs().size(); ++output) {
      for (const Spec& spec : specs) {
        RUNNEL_ASSIGN_OR_RETURN(MetricNodes metric, BindMetric(spec, losses[output], output));
        RUNNEL_RETURN_IF_ERROR(AddStates(&metric, &resets));
        out_->metrics.push_back(std::move(metric));
      }
    }
    RUNNEL_ASSIGN_OR_RETURN(out_->reset_metrics, Group("reset_metrics", resets));
    return OkStatus();
  }

  // The optimizer's updates of all weights that are trained.
  Status Train(const BoundRow& optimizer, decltype(&AddGradients) add_gradients, const ForwardPass& pass,
               OutputRef loss, std::vector<Node*>* updates) {
    RUNNEL_RETURN_IF_ERROR(CheckOptimizer(optimizer));
    std::vector<int> trained;
    std::vector<OutputRef> reads;
    for (const Layer& layer : layers_->layers()) {
      for (const int w : layer.weights) {
        if (w < 0 || !layer.trainable || !layers_->weights()[static_cast<size_t>(w)].trainable) continue;
        trained.push_back(w);
        reads.push_back(layers_->weights()[static_cast<size_t>(w)].read);
      }
    }
    GradientOptions options;
    options.name_scope = StrCat(scope_, "gradients");
    RUNNEL_ASSIGN_OR_RETURN(std::vector<OutputRef> gradients,
                            add_gradients(layers_->graph().get(), {&loss, 1}, reads, {}, options));
    RUNNEL_RETURN_IF_ERROR(AddRate(optimizer, TypeAt(loss), updates));
    RUNNEL_RETURN_IF_ERROR(Clip(optimizer, &gradients));
    for (size_t i = 0; i < trained.size(); ++i) {
      if (!gradients[i]) continue;  // the loss does not depend on it
      RUNNEL_RETURN_IF_ERROR(UpdateWeight(optimizer, layers_->weights()[static_cast<size_t>(trained[i])],
                                          gradients[i], updates));
    }
    for (const ForwardPass::Update& update : pass.updates) {
      Assign(layers_->weights()[static_cast<size_t>(update.weight)], update.value, updates);
    }
    return b_.status();
  }

  Result<Node*> Group(std::string_view name, const std::vector<Node*>& nodes) {
    NodeSpec spec;
    spec.op = "NoOp";
    spec.name = layers_->graph()->UniqueName(StrCat(scope_, name));
    spec.control_inputs = nodes;
    Node* node = b_.AddNode(std::move(spec));
    RUNNEL_RETURN_IF_ERROR(b_.status());
    return node;
  }

  // What layer gives an output.
  const std::string& OutputName(size_t output) const {
    const LayerValue& value = layers_->value(layers_->outputs()[output]);
    if (value.call < 0) return value.predicted.node->name();
    return layers_
        ->layers()[static_cast<size_t>(layers_->calls()[static_cast<size_t>(value.call)].layer)]
        .name;
  }

 private:
  static Shape TargetShape(const Shape& predicted, bool by_number) {
    if (!predicted.has_rank() || predicted.rank() < 1) return Shape::Unknown();
    std::vector<int64_t> dims;
    for (int i = 0; i < predicted.rank(); ++i) dims.push_back(predicted.dim(i));
    if (by_number) dims.pop_back();
    const auto shape = Shape::Make(dims, -1);
    return shape.ok() ? *shape : Shape::Unknown();
  }

  OutputRef Placeholder(std::string_view name, DType dtype, const Shape& shape) {
    NodeSpec spec;
    spec.op = "Placeholder";
    spec.name = layers_->graph()->UniqueName(StrCat(scope_, name));
    SetAttr(&spec.attrs, "dtype", dtype);
    SetAttr(&spec.attrs, "shape", shape);
    return {b_.AddNode(std::move(spec)), 0};
  }

  Result<OutputRef> PerSample(const BoundRow& loss, OutputRef target, OutputRef predicted) {
    RowCall call;
    call.inputs = {target, predicted};
    call.dtype = TypeAt(predicted);
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> values, RunRow(&b_, loss, call));
    return values[0];
  }

  // One weight for each sample, with dimensions of 1 up to `rank`.
  OutputRef WeightOf(DType dtype, int rank) {
    OutputRef weight = out_->sample_weight;
    if (TypeAt(weight) != dtype) weight = b_.Op("Cast", {weight}, {{"DstT", dtype}});
    if (rank <= 1) return weight;
    std::vector<OutputRef> sizes = {b_.Op("Shape", {weight})};
    for (int i = 1; i < rank; ++i) sizes.push_back(b_.Int32Vector({1}));
    sizes.push_back(b_.Scalar(DType::kInt32, 0));
    return b_.Op("Reshape", {weight, b_.Op("ConcatV2", sizes)});
  }

  Result<OutputRef> OneLoss(const BoundRow& loss, OutputRef target, OutputRef predicted) {
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef values, PerSample(loss, target, predicted));
    if (!ShapeAt(values).has_rank())
      return InvalidArgument("the loss's number of dimensions is not known");
    const OutputRef weight = WeightOf(TypeAt(values), ShapeAt(values).rank());
    const OutputRef flat = b_.Int32Vector({-1}), first = b_.Int32Vector({0});
    const OutputRef weighted = b_.Op("Reshape", {b_.Op("Mul", {values, weight}), flat});
    const std::string& reduction = loss.arg<std::string>("reduction");
    if (reduction == "sum_over_batch_size") return b_.Op("Mean", {weighted, first});
    const OutputRef sum = b_.Op("Sum", {weighted, first});
    if (reduction == "sum") return sum;
    const OutputRef all = b_.Op("Mul", {b_.Op("OnesLike", {values}), weight});
    return b_.Op("DivNoNan", {sum, b_.Op("Sum", {b_.Op("Reshape", {all, flat}), first})});
  }

  OutputRef Predicted(size_t output) const {
    return layers_->value(layers_->outputs()[output]).predicted;
  }

  // A metric's row and name.
  Result<MetricNodes> BindMetric(Spec spec, const BoundRow& loss, size_t output) {
    MetricNodes metric;
    metric.output = output;
    metric.name = SnakeCase(spec.name);
    if (SameName(spec.name, "accuracy") || SameName(spec.name, "acc")) {
      spec.name = AccuracyOf(loss, ShapeAt(Predicted(output)));
    }
    auto row = BindRow(RowKind::kMetric, spec);
    if (row.ok()) {
      metric.row = std::move(*row);
      if (const std::string& name = metric.row.arg<std::string>("name"); !name.empty())
        metric.name = name;
    } else {
      if (row.status().code() != Code::kNotFound) return row.status();
      auto as_loss = BindRow(RowKind::kLoss, spec);
      if (!as_loss.ok()) return row.status();
      metric.row = std::move(*as_loss);
    }
    if (layers_->outputs().size() > 1) metric.name = StrCat(OutputName(output), "_", metric.name);
    return metric;
  }

  Status AddStates(MetricNodes* metric, std::vector<Node*>* resets) {
    static constexpr WeightRow kMean[] = {{.name = "total", .shape = "[]", .initializer = "zeros"},
                                          {.name = "count", .shape = "[]", .initializer = "zeros"}};
    const BoundRow& row = metric->row;
    const bool is_loss = row.schema->row->kind == RowKind::kLoss;
    RowCall call;
    call.inputs.resize(row.schema->num_inputs);
    call.dtype = TypeAt(Predicted(metric->output));
    for (const WeightRow& state : is_loss ? std::span<const WeightRow>(kMean) : row.schema->weights()) {
      RUNNEL_ASSIGN_OR_RETURN(const AttrValue sizes, EvaluateOf(&b_, row, state.shape, call));
      RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make(*sizes.get_if<std::vector<int64_t>>()));
      const std::string name = StrCat(scope_, "metrics/", metric->name, "/", state.name);
      RUNNEL_ASSIGN_OR_RETURN(Weight weight,
                              AddWeight(layers_->graph().get(), layers_->graph()->UniqueName(name),
                                        call.dtype, shape, state.initializer, 1));
      out_->initialize.push_back(weight.initialize);
      resets->push_back(weight.initialize);
      call.weights.push_back(weight.read);
      metric->states.push_back(std::move(weight));
    }
    if (is_loss) {
      metric->result = b_.Op("DivNoNan", {call.weights[0], call.weights[1]});
    } else {
      RUNNEL_ASSIGN_OR_RETURN(metric->result, RunResult(&b_, row, call));
    }
    return b_.status();
  }

  Result<std::vector<OutputRef>> MetricIncrements(const MetricNodes& nodes, OutputRef predicted) {
    const BoundRow& row = nodes.row;
    const DType dtype = TypeAt(predicted);
    const OutputRef target = out_->targets[nodes.output];
    const int rank = ShapeAt(predicted).has_rank() ? std::max(1, ShapeAt(predicted).rank() - 1) : 1;
    const OutputRef weight = WeightOf(dtype, rank);
    if (row.schema->row->kind == RowKind::kLoss) {
      RUNNEL_ASSIGN_OR_RETURN(const OutputRef values, PerSample(row, target, predicted));
      const OutputRef flat = b_.Int32Vector({-1}), first = b_.Int32Vector({0});
      const auto sum = [&](OutputRef of) {
        return b_.Op("Sum", {b_.Op("Reshape", {b_.Op("Mul", {of, weight}), flat}), first});
      };
      return std::vector<OutputRef>{sum(values), sum(b_.Op("OnesLike", {values}))};
    }
    RowCall call;
    call.inputs = {target, predicted, weight};
    call.dtype = dtype;
    for (const Weight& state : nodes.states) call.weights.push_back(state.read);
    return RunRow(&b_, row, call);
  }

  static Status CheckOptimizer(const BoundRow& optimizer) {
    if (optimizer.arg<bool>("use_ema"))
      return Unimplemented("optimizer ", optimizer.name(), ": use_ema");
    if (optimizer.arg<float>("loss_scale_factor") != 1) {
      return Unimplemented("optimizer ", optimizer.name(), ": loss_scale_factor");
    }
    if (optimizer.arg<int64_t>("gradient_accumulation_steps") != 1) {
      return Unimplemented("optimizer ", optimizer.name(), ": gradient_accumulation_steps");
    }
    return OkStatus();
  }

  Result<Weight> AddState(std::string_view name, DType dtype, const Shape& shape,
                          std::string_view initializer) {
    RUNNEL_ASSIGN_OR_RETURN(
        Weight weight, AddWeight(layers_->graph().get(),
                                 layers_->graph()->UniqueName(StrCat(scope_, "optimizer/", name)), dtype,
                                 shape, initializer, 1));
    weight.trainable = false;
    out_->initialize.push_back(weight.initialize);
    out_->state.push_back(weight);
    return weight;
  }

  // The iteration, the learning rate, and their step.
  Status AddRate(const BoundRow& optimizer, DType dtype, std::vector<Node*>* updates) {
    RUNNEL_ASSIGN_OR_RETURN(const Weight iteration,
                            AddState("iteration", DType::kInt64, Shape(), "zeros"));
    updates->push_back(
        b_.Op("AssignAddVariableOp", {{iteration.handle, 0}, b_.Scalar(DType::kInt64, 1)}).node);
    const OutputRef done = b_.Op("Cast", {iteration.read}, {{"DstT", dtype}});
    step_ = b_.Op("AddV2", {done, b_.Scalar(dtype, 1)});
    const std::string& text = optimizer.arg<std::string>("learning_rate");
    const char first = text.empty() ? 'x' : text[0];
    if (first == '-' || first == '.' || (first >= '0' && first <= '9')) {
      RUNNEL_ASSIGN_OR_RETURN(const Weight rate,
                              AddState("learning_rate", dtype, Shape(), StrCat("Constant(", text, ")")));
      out_->rate = rate;
      out_->rate_value = rate.read;
    } else {
      RUNNEL_ASSIGN_OR_RETURN(const BoundRow schedule, BindRow(RowKind::kSchedule, text));
      RowCall call;
      call.inputs = {done};
      call.dtype = dtype;
      RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> rate, RunRow(&b_, schedule, call));
      out_->rate_value = rate[0];
    }
    return b_.status();
  }

  OutputRef SquaredNorm(OutputRef x) {
    return b_.Op("Sum",
                 {b_.Op("Reshape", {b_.Op("Square", {x}), b_.Int32Vector({-1})}), b_.Int32Vector({0})});
  }

  // x, made as small as `limit` if its norm, whose square is given, is larger.
  OutputRef Shrink(OutputRef x, OutputRef squared, double limit) {
    const DType dtype = TypeAt(x);
    const OutputRef norm = b_.Op("Sqrt", {squared});
    const OutputRef most = b_.Scalar(dtype, limit);
    return b_.Op("Mul", {x, b_.Op("RealDiv", {most, b_.Op("Maximum", {norm, most})})});
  }

  Status Clip(const BoundRow& optimizer, std::vector<OutputRef>* gradients) {
    const float norm = optimizer.arg<float>("clipnorm"), value = optimizer.arg<float>("clipvalue");
    const float global = optimizer.arg<float>("global_clipnorm");
    if ((norm > 0) + (value > 0) + (global > 0) > 1) {
      return InvalidArgument("optimizer ", optimizer.name(),
                             ": at most one of clipnorm, clipvalue, global_clipnorm");
    }
    OutputRef sum;
    for (OutputRef& g : *gradients) {
      if (!g) continue;
      if (norm > 0) g = Shrink(g, SquaredNorm(g), norm);
      if (value > 0) {
        g = b_.Op("Minimum",
                  {b_.Op("Maximum", {g, b_.Scalar(TypeAt(g), -value)}), b_.Scalar(TypeAt(g), value)});
      }
      if (global > 0) {
        const OutputRef one = SquaredNorm(g);
        sum = sum ? b_.Op("AddV2", {sum, one}) : one;
      }
    }
    for (OutputRef& g : *gradients) {
      if (g && sum) g = Shrink(g, sum, global);
    }
    return b_.status();
  }

  void Assign(const Weight& weight, OutputRef value, std::vector<Node*>* updates) {
    NodeSpec spec;
    spec.op = "AssignVariableOp";
    spec.name = layers_->graph()->UniqueName(StrCat(scope_, weight.name, "/Assign"));
    spec.inputs = {{weight.handle, 0}, value};
    updates->push_back(b_.AddNode(std::move(spec)));
  }

  Status UpdateWeight(const BoundRow& optimizer, const Weight& weight, OutputRef gradient,
                      std::vector<Node*>* updates) {
    RowCall call;
    call.dtype = weight.dtype;
    const auto typed = [&](OutputRef edge) {
      return TypeAt(edge) == weight.dtype ? edge : b_.Op("Cast", {edge}, {{"DstT", weight.dtype}});
    };
    const OutputRef rate = typed(out_->rate_value);
    OutputRef variable = weight.read;
    float decay = optimizer.arg<float>("weight_decay");
    if (decay == 0 && optimizer.name() == "AdamW") decay = 0.004F;
    if (decay > 0) {
      const OutputRef part = b_.Op("Mul", {rate, b_.Scalar(weight.dtype, decay)});
      variable = b_.Op("Sub", {variable, b_.Op("Mul", {variable, part})});
    }
    call.inputs = {variable, gradient, rate, typed(step_)};
    std::vector<std::optional<Weight>> slots;
    for (const WeightRow& row : optimizer.schema->weights()) {
      slots.emplace_back();
      if (!row.when.empty()) {
        RUNNEL_ASSIGN_OR_RETURN(const AttrValue there, EvaluateOf(&b_, optimizer, row.when, call));
        if (!*there.get_if<bool>()) {
          call.weights.emplace_back();
          continue;
        }
      }
      const Shape shape = row.shape == "[]" ? Shape() : weight.shape;
      std::string initializer(row.initializer);
      if (const AttrValue* arg = FindAttr(optimizer.args, row.initializer)) {
        initializer =
            StrCat("Constant(", ToText(SpecValue{static_cast<double>(*arg->get_if<float>())}), ")");
      }
      RUNNEL_ASSIGN_OR_RETURN(
          slots.back(), AddState(StrCat(weight.name, "/", row.name), weight.dtype, shape, initializer));
      call.weights.push_back(slots.back()->read);
    }
    RUNNEL_ASSIGN_OR_RETURN(std::vector<OutputRef> values, RunRow(&b_, optimizer, call));
    if (!weight.constraint.empty()) {
      RUNNEL_ASSIGN_OR_RETURN(const BoundRow constraint,
                              BindRow(RowKind::kConstraint, weight.constraint));
      RowCall constrain;
      constrain.inputs = {values[0]};
      constrain.dtype = weight.dtype;
      RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> allowed, RunRow(&b_, constraint, constrain));
      values[0] = allowed[0];
    }
    Assign(weight, values[0], updates);
    for (size_t i = 0; i < slots.size(); ++i) {
      if (slots[i] && values[i + 1]) Assign(*slots[i], values[i + 1], updates);
    }
    return b_.status();
  }

  Layers* const layers_;
  const std::string scope_;
  CompiledModel* const out_;
  GraphBuilder b_;
  OutputRef step_;  // 1 at the first
};

Result<std::vector<BoundRow>> BindLosses(std::string_view text, size_t outputs) {
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<Spec> specs, ParseSpecs(text, "losses"));
  if (specs.size() != 1 && specs.size() != outputs) {
    return InvalidArgument("losses: expected one or ", outputs, ", one for each output, got ",
                           specs.size());
  }
  std::vector<BoundRow> rows;
  for (size_t i = 0; i < outputs; ++i) {
    RUNNEL_ASSIGN_OR_RETURN(BoundRow row, BindRow(RowKind::kLoss, specs[specs.size() == 1 ? 0 : i]));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

Result<CompiledModel> Compile(Layers* layers, decltype(&AddGradients) add_gradients,
                              std::string_view optimizer, std::string_view losses,
                              std::string_view metrics, std::span<const double> loss_weights,
                              std::string_view scope) {
  const size_t num_outputs = layers->outputs().size();
  if (num_outputs == 0) return FailedPrecondition("the model has no outputs");
  if (!loss_weights.empty() && loss_weights.size() != num_outputs) {
    return InvalidArgument("loss weights: expected ", num_outputs, ", one for each output, got ",
                           loss_weights.size());
  }
  RUNNEL_ASSIGN_OR_RETURN(const BoundRow optimizer_row, BindRow(RowKind::kOptimizer, optimizer));
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<BoundRow> loss_rows, BindLosses(losses, num_outputs));
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<Spec> specs, ParseSpecs(metrics, "metrics"));
  CompiledModel made;
  Compiler compiler(layers, scope, &made);
  RUNNEL_RETURN_IF_ERROR(compiler.AddTargets(loss_rows));
  RUNNEL_RETURN_IF_ERROR(compiler.AddMetrics(specs, loss_rows));

  RUNNEL_ASSIGN_OR_RETURN(const ForwardPass test, layers->Run(false));
  made.predictions = test.outputs;
  RUNNEL_ASSIGN_OR_RETURN(made.test_loss, compiler.TotalLoss(test, loss_rows, loss_weights));
  std::vector<Node*> updates;
  RUNNEL_RETURN_IF_ERROR(compiler.UpdateMetrics(test.outputs, &updates));
  RUNNEL_ASSIGN_OR_RETURN(made.test_step, compiler.Group("test_step", updates));

  RUNNEL_ASSIGN_OR_RETURN(const ForwardPass train, layers->Run(true));
  RUNNEL_ASSIGN_OR_RETURN(made.train_loss, compiler.TotalLoss(train, loss_rows, loss_weights));
  updates.clear();
  RUNNEL_RETURN_IF_ERROR(compiler.UpdateMetrics(train.outputs, &updates));
  RUNNEL_RETURN_IF_ERROR(compiler.Train(optimizer_row, add_gradients, train, made.train_loss, &updates));
  RUNNEL_ASSIGN_OR_RETURN(made.train_step, compiler.Group("train_step", updates));
  return made;
}

ModelParts PartsOf(const Layers& layers, const CompiledModel& compiled) {
  ModelParts parts;
  parts.inputs = compiled.inputs;
  parts.targets = compiled.targets;
  parts.predictions = compiled.predictions;
  for (const int output : layers.outputs()) {
    const LayerValue& value = layers.value(output);
    parts.output_names.push_back(
        value.call < 0
            ? value.predicted.node->name()
            : layers.layers()[static_cast<size_t>(layers.calls()[static_cast<size_t>(value.call)].layer)]
                  .name);
  }
  parts.train_loss = compiled.train_loss;
  parts.test_loss = compiled.test_loss;
  parts.train_step = compiled.train_step;
  parts.test_step = compiled.test_step;
  for (const MetricNodes& metric : compiled.metrics) {
    parts.metrics.emplace_back(metric.name, metric.result);
    for (const Weight& state : metric.states) parts.metric_states.push_back(state.handle);
  }
  return parts;
}

}  // namespace runnel::learn
