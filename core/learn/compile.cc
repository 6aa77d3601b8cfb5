#include "core/learn/compile.h"

#include <algorithm>

#include "core/learn/replicas.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

// Losses and metrics of small types are computed in float.
DType WideType(DType dtype) {
  return dtype == DType::kHalf || dtype == DType::kBFloat16 ? DType::kFloat : dtype;
}

// A prediction that is a softmax or sigmoid, and a loss of probabilities, are one function of the
// logits: without the rounding of probabilities near 0 and 1. Keras does the same.
void UseLogits(BoundRow* loss, OutputRef* predicted) {
  const AttrValue* from = FindAttr(loss->args, "from_logits");
  if (from == nullptr || *from->get_if<bool>() || WideType(TypeOf(*predicted)) != TypeOf(*predicted))
    return;
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
      : layers_(layers),
        scope_(scope),
        out_(out),
        b_(layers->graph().get(), std::string(scope.substr(0, scope.rfind('/')))) {}

  // Placeholders of what a batch has besides inputs.
  Status AddTargets(std::span<const BoundRow> losses) {
    for (const int input : layers_->inputs()) out_->inputs.push_back(layers_->value(input).predicted);
    for (size_t i = 0; i < layers_->outputs().size(); ++i) {
      const OutputRef predicted = layers_->value(layers_->outputs()[i]).predicted;
      const bool by_number = losses[i].schema->op.inputs[0].type_attr == "Y";
      const DType dtype = by_number ? DType::kInt64 : WideType(TypeOf(predicted));
      // A dimension of 1 may be there or not, so the number of dimensions is that of what is fed.
      const Shape shape = TargetShape(ShapeOf(predicted), *losses[i].schema);
      out_->targets.push_back(Placeholder(StrCat("target_", i), dtype, shape));
    }
    const OutputRef first = out_->targets[0];
    const OutputRef batch = b_.Op("StridedSlice", {b_.Op("Shape", {first}), b_.Int32Vector({0}),
                                                   b_.Int32Vector({1}), b_.Int32Vector({1})});
    const DType dtype = WideType(TypeOf(layers_->value(layers_->outputs()[0]).predicted));
    const OutputRef ones = b_.Op("Fill", {batch, b_.Scalar(dtype, 1)});
    out_->sample_weight = b_.Op("PlaceholderWithDefault", {ones}, {{"shape", Shape{-1}}});
    return b_.status();
  }

  // The loss of all outputs and penalties. With `counts`, these are what it is divided by, so that the
  // losses of parts of a batch add up to that of the batch if it is divided by the sums of the parts'.
  Result<OutputRef> TotalLoss(const ForwardPass& pass, std::span<const BoundRow> losses,
                              std::span<const double> weights, std::vector<OutputRef>* counts) {
    OutputRef total;
    counts_ = counts;
    for (size_t i = 0; i < pass.outputs.size(); ++i) {
      BoundRow loss = losses[i];
      OutputRef predicted = pass.outputs[i];
      UseLogits(&loss, &predicted);
      predicted = Widened(predicted);
      RUNNEL_ASSIGN_OR_RETURN(OutputRef value,
                              OneLoss(loss, out_->targets[i], predicted, pass.masks[i]));
      if (!weights.empty()) value = b_.Op("Mul", {value, b_.Scalar(TypeOf(value), weights[i])});
      total = total ? b_.Op("AddV2", {total, value}) : value;
    }
    for (const ForwardPass::Penalty& penalty : pass.penalties) {
      OutputRef value = penalty.value;
      if (counts != nullptr) {
        const OutputRef one = b_.Scalar(TypeOf(value), 1);
        value = penalty.rows ? Divided(b_.Op("Mul", {value, penalty.rows}), penalty.rows)
                             : Divided(value, one);
      }
      if (TypeOf(value) != TypeOf(total)) value = b_.Op("Cast", {value}, {{"DstT", TypeOf(total)}});
      total = b_.Op("AddV2", {total, value});
    }
    RUNNEL_RETURN_IF_ERROR(b_.status());
    return total;
  }

  // Adds what a batch adds to the metrics' states to `updates`. With `replicas` it is the sum of what
  // its parts add.
  Status UpdateMetrics(const ForwardPass& pass, Replicas* replicas, std::vector<Node*>* updates) {
    for (const MetricNodes& metric : out_->metrics) {
      RUNNEL_ASSIGN_OR_RETURN(
          std::vector<OutputRef> added,
          MetricIncrements(metric, Widened(pass.outputs[metric.output]), pass.masks[metric.output]));
      if (replicas != nullptr) {
        RUNNEL_ASSIGN_OR_RETURN(added, replicas->Sum(added, Replicas::To::kHome));
      }
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
        metric.name = NotTold(metric.name);
        RUNNEL_RETURN_IF_ERROR(AddStates(&metric, &resets));
        out_->metrics.push_back(std::move(metric));
      }
    }
    RUNNEL_ASSIGN_OR_RETURN(out_->reset_metrics, Group("reset_metrics", resets));
    return OkStatus();
  }

  // The optimizer's updates of all weights that are trained.
  Status Train(OutputRef loss, const GradientsFn& whole, const Strategy& strategy,
               const OptimizerSpec& optimizer, decltype(&AddGradients) add_gradients,
               std::vector<Node*>* updates) {
    Trained trained;
    trained.is_colocated = strategy.aggregates();
    trained.is_shared = strategy.updates_meet();
    trained.graph = layers_->graph().get();
    trained.scope = StrCat(scope_, "optimizer");
    trained.loss = loss;
    trained.whole = whole;
    for (const Layer& layer : layers_->layers()) {
      for (const int w : AllWeights(layer)) {
        const Weight& weight = layers_->weights()[static_cast<size_t>(w)];
        if (layer.trainable && weight.trainable) trained.weights.push_back(weight);
      }
    }
    return AddUpdates(trained, add_gradients, optimizer, out_, updates);
  }

  Status MoveStatistics(const ForwardPass& pass, std::vector<Node*>* updates) {
    for (const ForwardPass::Update& update : pass.updates) {
      const Weight& weight = layers_->weights()[static_cast<size_t>(update.weight)];
      const OutputRef value = TypeOf(update.value) == weight.dtype
                                  ? update.value
                                  : b_.Op("Cast", {update.value}, {{"DstT", weight.dtype}});
      updates->push_back(b_.Op("AssignVariableOp", {{weight.handle, 0}, value}).node);
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
  OutputRef Widened(OutputRef x) {
    const DType dtype = WideType(TypeOf(x));
    return dtype == TypeOf(x) ? x : b_.Op("Cast", {x}, {{"DstT", dtype}});
  }

  static Shape TargetShape(const Shape& predicted, const RowSchema& loss) {
    if (!predicted.has_rank() || predicted.rank() < 1) return Shape::Unknown();
    std::vector<int64_t> dims;
    for (int i = 0; i < predicted.rank(); ++i) dims.push_back(predicted.dim(i));
    if (loss.op.inputs[0].type_attr == "Y") dims.pop_back();
    if (loss.row->own_labels) std::fill(dims.begin() + 1, dims.end(), -1);
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
    call.dtype = TypeOf(predicted);
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> values, RunRow(&b_, loss, call));
    return values[0];
  }

  // One weight for each sample, with dimensions of 1 up to `rank`.
  OutputRef WeightOf(DType dtype, int rank) {
    OutputRef weight = out_->sample_weight;
    if (TypeOf(weight) != dtype) weight = b_.Op("Cast", {weight}, {{"DstT", dtype}});
    if (rank <= 1) return weight;
    std::vector<OutputRef> sizes = {b_.Op("Shape", {weight})};
    for (int i = 1; i < rank; ++i) sizes.push_back(b_.Int32Vector({1}));
    sizes.push_back(b_.Scalar(DType::kInt32, 0));
    return b_.Op("Reshape", {weight, b_.Op("ConcatV2", sizes)});
  }

  // What is divided by a count, which is noted.
  OutputRef Divided(OutputRef sum, OutputRef count) {
    if (counts_ == nullptr) return b_.Op("DivNoNan", {sum, count});
    counts_->push_back(b_.Op("StopGradient", {count}));
    return b_.Op("DivNoNan", {sum, counts_->back()});
  }

  // `weight` without what the mask leaves out. What is left weighs more by as much if `scales`, so that
  // the mean over all is the mean over it.
  OutputRef Masked(OutputRef weight, OutputRef mask, int rank, bool scales) {
    if (!mask) return weight;
    const DType dtype = TypeOf(weight);
    OutputRef part = b_.Op("Cast", {mask}, {{"DstT", dtype}});
    if (scales) {
      const OutputRef flat = b_.Op("Reshape", {part, b_.Int32Vector({-1})}), first = b_.Int32Vector({0});
      const OutputRef all = b_.Op("Cast", {b_.Op("Size", {part})}, {{"DstT", dtype}});
      part = b_.Op("Mul", {part, b_.Op("DivNoNan", {all, b_.Op("Sum", {flat, first})})});
    }
    for (int i = ShapeOf(mask).has_rank() ? ShapeOf(mask).rank() : rank; i < rank; ++i)
      part = b_.Op("ExpandDims", {part, b_.Scalar(DType::kInt32, -1)});
    return b_.Op("Mul", {weight, part});
  }

  Result<OutputRef> OneLoss(const BoundRow& loss, OutputRef target, OutputRef predicted,
                            OutputRef mask) {
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef values, PerSample(loss, target, predicted));
    if (!ShapeOf(values).has_rank())
      return InvalidArgument("the loss's number of dimensions is not known");
    const std::string& reduction = loss.arg<std::string>("reduction");
    const bool is_mean = reduction == "sum_over_batch_size";
    const int rank = ShapeOf(values).rank();
    const OutputRef weight =
        Masked(WeightOf(TypeOf(values), rank), mask, rank, is_mean && counts_ == nullptr);
    const OutputRef flat = b_.Int32Vector({-1}), first = b_.Int32Vector({0});
    const OutputRef weighted = b_.Op("Reshape", {b_.Op("Mul", {values, weight}), flat});
    if (is_mean && counts_ == nullptr) return b_.Op("Mean", {weighted, first});
    const OutputRef sum = b_.Op("Sum", {weighted, first});
    if (reduction == "sum") return sum;
    OutputRef all = b_.Op("OnesLike", {values});
    if (!is_mean) {
      all = b_.Op("Mul", {all, weight});
    } else if (mask) {
      all = Masked(all, mask, rank, false);
    }
    return Divided(sum, b_.Op("Sum", {b_.Op("Reshape", {all, flat}), first}));
  }

  OutputRef Predicted(size_t output) const {
    return layers_->value(layers_->outputs()[output]).predicted;
  }

  // The name, made another than those of the metrics so far, as Keras does it: precision_1.
  std::string NotTold(const std::string& name) const {
    const auto is_told = [&](const std::string& tried) {
      return std::any_of(out_->metrics.begin(), out_->metrics.end(),
                         [&](const MetricNodes& metric) { return metric.name == tried; });
    };
    std::string unique = name;
    for (int i = 1; is_told(unique); ++i) unique = StrCat(name, "_", i);
    return unique;
  }

  // A metric's row and name.
  Result<MetricNodes> BindMetric(Spec spec, const BoundRow& loss, size_t output) {
    MetricNodes metric;
    metric.output = output;
    metric.name = SnakeCase(spec.name);
    if (SameName(spec.name, "accuracy") || SameName(spec.name, "acc")) {
      spec.name = AccuracyOf(loss, ShapeOf(Predicted(output)));
    }
    auto row = layers_->own().Bind(RowKind::kMetric, spec);
    if (row.ok()) {
      metric.row = std::move(*row);
      const Row& known = *metric.row.schema->row;
      const std::string& name = metric.row.arg<std::string>("name");
      if (!name.empty()) {
        metric.name = name;
      } else if (!known.told_as.empty() && spec.name == known.name) {
        metric.name = known.told_as;
      }
    } else {
      if (row.status().code() != Code::kNotFound) return row.status();
      auto as_loss = layers_->own().Bind(RowKind::kLoss, spec);
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
    if (!is_loss) call.inputs[1] = Predicted(metric->output);
    call.dtype = WideType(TypeOf(Predicted(metric->output)));
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

  Result<std::vector<OutputRef>> MetricIncrements(const MetricNodes& nodes, OutputRef predicted,
                                                  OutputRef mask) {
    const BoundRow& row = nodes.row;
    const DType dtype = TypeOf(predicted);
    const OutputRef target = out_->targets[nodes.output];
    const int rank = ShapeOf(predicted).has_rank() ? std::max(1, ShapeOf(predicted).rank() - 1) : 1;
    OutputRef weight = WeightOf(dtype, rank);
    if (row.schema->row->uses_mask || row.schema->row->kind == RowKind::kLoss)
      weight = Masked(weight, mask, rank, false);
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

  Layers* const layers_;
  const std::string scope_;
  CompiledModel* const out_;
  GraphBuilder b_;
  std::vector<OutputRef>* counts_ = nullptr;  // of the loss that is being made; null: it is not divided
};

// The parts of a step of training, each on a device of its own.
Result<Replicas> MakeReplicas(const Layers& layers, const CompiledModel& made, std::string_view scope,
                              const Strategy& strategy) {
  for (const Layer& layer : layers.layers()) {
    if (layer.states.empty() || strategy.devices.size() < 2) continue;
    return Unimplemented("layer \"", layer.name,
                         "\": stateful=true has states of whole batches, and the ",
                         "strategy divides each into ", strategy.devices.size(), " parts");
  }
  std::vector<OutputRef> batch = made.inputs;
  batch.insert(batch.end(), made.targets.begin(), made.targets.end());
  batch.push_back(made.sample_weight);
  RUNNEL_ASSIGN_OR_RETURN(
      Replicas replicas,
      Replicas::Create(layers.graph().get(), StrCat(scope, "replicas"), strategy, batch));
  if (strategy.mirrors()) RUNNEL_RETURN_IF_ERROR(replicas.CopyVariables(layers.weights()));
  return replicas;
}

// Moving statistics of a whole batch.
Status JoinStatistics(Replicas* replicas, ForwardPass* pass) {
  std::vector<OutputRef> values;
  for (const ForwardPass::Update& update : pass->updates) values.push_back(update.value);
  RUNNEL_ASSIGN_OR_RETURN(values, replicas->Mean(values, Replicas::To::kUpdates));
  for (size_t i = 0; i < values.size(); ++i) pass->updates[i].value = values[i];
  return OkStatus();
}

// What an optimizer keeps of each weight is where the weight's copies are updated.
Status CopyStates(const OptimizerNodes& optimizer, Replicas* replicas) {
  std::vector<Weight> states;
  for (const OptimizerState& state : optimizer.state) {
    if (state.trained >= 0) states.push_back(state);
  }
  return replicas->CopyStates(states);
}

Result<std::vector<BoundRow>> BindLosses(const OwnRows& own, std::string_view text, size_t outputs) {
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<Spec> specs, ParseSpecs(text, "losses"));
  if (specs.size() != 1 && specs.size() != outputs) {
    return InvalidArgument("losses: expected one or ", outputs, ", one for each output, got ",
                           specs.size());
  }
  std::vector<BoundRow> rows;
  for (size_t i = 0; i < outputs; ++i) {
    RUNNEL_ASSIGN_OR_RETURN(BoundRow row, own.Bind(RowKind::kLoss, specs[specs.size() == 1 ? 0 : i]));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

Result<CompiledModel> Compile(Layers* layers, decltype(&AddGradients) add_gradients,
                              std::string_view optimizer, std::string_view losses,
                              std::string_view metrics, std::span<const double> loss_weights,
                              std::string_view scope, const Strategy& strategy) {
  const size_t num_outputs = layers->outputs().size();
  if (num_outputs == 0) return FailedPrecondition("the model has no outputs");
  if (!loss_weights.empty() && loss_weights.size() != num_outputs) {
    return InvalidArgument("loss weights: expected ", num_outputs, ", one for each output, got ",
                           loss_weights.size());
  }
  RUNNEL_ASSIGN_OR_RETURN(const OptimizerSpec optimizer_spec,
                          BindOptimizer(optimizer, layers->policy().scales_loss));
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<BoundRow> loss_rows,
                          BindLosses(layers->own(), losses, num_outputs));
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<Spec> specs, ParseSpecs(metrics, "metrics"));
  CompiledModel made;
  Compiler compiler(layers, scope, &made);
  RUNNEL_RETURN_IF_ERROR(compiler.AddTargets(loss_rows));
  RUNNEL_RETURN_IF_ERROR(compiler.AddMetrics(specs, loss_rows));

  RUNNEL_ASSIGN_OR_RETURN(const ForwardPass test, layers->Run(false));
  made.predictions = test.outputs;
  RUNNEL_ASSIGN_OR_RETURN(made.test_loss, compiler.TotalLoss(test, loss_rows, loss_weights, nullptr));
  std::vector<Node*> updates;
  RUNNEL_RETURN_IF_ERROR(compiler.UpdateMetrics(test, nullptr, &updates));
  RUNNEL_ASSIGN_OR_RETURN(made.test_step, compiler.Group("test_step", updates));

  RUNNEL_ASSIGN_OR_RETURN(ForwardPass train, layers->Run(true));
  std::vector<OutputRef> counts;
  RUNNEL_ASSIGN_OR_RETURN(made.train_loss, compiler.TotalLoss(train, loss_rows, loss_weights,
                                                              strategy.divides() ? &counts : nullptr));
  std::optional<Replicas> replicas;
  Aggregation aggregation(layers->graph().get(), std::string(scope), strategy);
  GradientsFn whole;
  if (strategy.aggregates()) {
    whole = [&aggregation](std::span<const Weight> weights, std::vector<OutputRef>* gradients) {
      return aggregation.Exchange(weights, gradients);
    };
  }
  const OutputRef own_loss = made.train_loss;  // of the nodes that a part copies
  if (strategy.divides()) {
    RUNNEL_ASSIGN_OR_RETURN(replicas, MakeReplicas(*layers, made, scope, strategy));
    RUNNEL_RETURN_IF_ERROR(replicas->Total(counts));
    RUNNEL_RETURN_IF_ERROR(JoinStatistics(&*replicas, &train));
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> loss,
                            replicas->Sum({&own_loss, 1}, Replicas::To::kHome));
    made.train_loss = loss[0];
    whole = [&replicas](std::span<const Weight>, std::vector<OutputRef>* gradients) -> Status {
      RUNNEL_ASSIGN_OR_RETURN(*gradients, replicas->Sum(*gradients, Replicas::To::kUpdates));
      return OkStatus();
    };
  }
  updates.clear();
  std::vector<Node*> step;  // what a step does besides
  RUNNEL_RETURN_IF_ERROR(compiler.UpdateMetrics(train, replicas ? &*replicas : nullptr, &step));
  RUNNEL_RETURN_IF_ERROR(
      compiler.Train(own_loss, whole, strategy, optimizer_spec, add_gradients, &updates));
  // Where only the chief updates, these are of its batches.
  if (strategy.replicas_to_aggregate == 0 || strategy.is_chief)
    RUNNEL_RETURN_IF_ERROR(compiler.MoveStatistics(train, &step));
  if (!strategy.aggregates()) updates.insert(updates.end(), step.begin(), step.end());
  if (replicas) RUNNEL_RETURN_IF_ERROR(CopyStates(made, &*replicas));
  if (replicas && !replicas->copies().empty()) {
    made.copies = replicas->copies();
    made.all_update = replicas->all_update();
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<Node*> sync, replicas->Sync());
    RUNNEL_ASSIGN_OR_RETURN(made.sync, compiler.Group("sync", sync));
    RUNNEL_ASSIGN_OR_RETURN(updates, replicas->Finish(updates));
  }
  RUNNEL_ASSIGN_OR_RETURN(made.train_step, compiler.Group("train_step", updates));
  if (strategy.aggregates()) {
    RUNNEL_ASSIGN_OR_RETURN(made.aggregation, aggregation.Finish(step, {made.train_step}));
  }
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
  parts.finalize = compiled.finalize;
  parts.test_step = compiled.test_step;
  parts.copies = compiled.copies;
  parts.sync = compiled.sync;
  parts.all_update = compiled.all_update;
  parts.aggregation = compiled.aggregation;
  for (const MetricNodes& metric : compiled.metrics) {
    parts.metrics.emplace_back(metric.name, metric.result);
    for (const Weight& state : metric.states) parts.metric_states.push_back(state.handle);
  }
  return parts;
}

}  // namespace runnel::learn
