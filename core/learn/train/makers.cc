// Graphs of estimators: made by a function of the program's, or taken of a model of layers.
#include <optional>

#include "core/learn/aggregation.h"
#include "core/learn/replicas.h"
#include "core/learn/train/estimators.h"
#include "core/learn/train/graph_parts.h"
#include "core/learn/train/minimize.h"

namespace runnel::learn {
namespace {

Result<Node*> GroupOf(Graph* graph, const std::string& name, std::vector<Node*> nodes) {
  NodeSpec spec;
  spec.op = "NoOp";
  spec.name = graph->UniqueName(name);
  spec.control_inputs = std::move(nodes);
  return graph->AddNode(std::move(spec));
}

// A node that counts the global step behind these.
Result<Node*> Count(ModeGraph* made, std::vector<Node*> after) {
  GraphBuilder b(made->graph.get(), "global_step");
  b.set_control_inputs(std::move(after));
  Node* const count = b.Op("AssignAddVariableOp", {made->global_step, b.Scalar(DType::kInt64, 1)}).node;
  RUNNEL_RETURN_IF_ERROR(b.status());
  return count;
}

// A step sends, and where this task makes updates these count.
Status CountUpdates(ModeGraph* made) {
  AggregationNodes& nodes = made->aggregation;
  made->locals.push_back(nodes.clock);
  RUNNEL_ASSIGN_OR_RETURN(made->train_op, GroupOf(made->graph.get(), "train_op", {nodes.send}));
  if (nodes.update == nullptr) return OkStatus();
  RUNNEL_ASSIGN_OR_RETURN(nodes.update, Count(made, {nodes.update}));
  GraphBuilder b(made->graph.get(), "global_step");
  b.set_control_inputs({nodes.update});
  made->updated_step = b.Op("ReadVariableOp", {made->global_step}, {{"dtype", DType::kInt64}});
  return b.status();
}

class FunctionCall final : public ModelCall {
 public:
  FunctionCall(Mode m, const InputParts& p, const Strategy& strategy, ModeGraph* out)
      : strategy_(strategy) {
    mode = m;
    parts = &p;
    made = out;
  }

  Status Minimize(OutputRef loss, std::string_view optimizer) override {
    made->loss = loss;
    if (mode != Mode::kTrain) return OkStatus();
    if (made->train_op != nullptr) return FailedPrecondition("the model has a train op already");
    RUNNEL_ASSIGN_OR_RETURN(std::vector<Node*> updates, Updates(Variables(), optimizer, "optimizer"));
    return CountStep(std::move(updates));
  }

  Result<std::vector<Node*>> Updates(std::span<Node* const> variables, std::string_view optimizer,
                                     const std::string& scope) override {
    RUNNEL_RETURN_IF_ERROR(Divide());
    GradientsFn whole;
    if (replicas_) {
      whole = [this](std::span<const Weight>, std::vector<OutputRef>* gradients) -> Status {
        RUNNEL_ASSIGN_OR_RETURN(*gradients, Whole(*gradients, Replicas::To::kUpdates));
        return OkStatus();
      };
    } else if (strategy_.aggregates()) {
      if (!aggregation_) aggregation_.emplace(made->graph.get(), "", strategy_);
      whole = [this](std::span<const Weight> weights, std::vector<OutputRef>* gradients) {
        return aggregation_->Exchange(weights, gradients);
      };
    }
    std::vector<Weight> slots;
    RUNNEL_ASSIGN_OR_RETURN(
        std::vector<Node*> updates,
        learn::Minimize(made->graph.get(), replicas_ ? part_loss_ : made->loss, variables, optimizer,
                        scope, whole, strategy_, &slots, &made->finalize));
    if (replicas_) RUNNEL_RETURN_IF_ERROR(replicas_->CopyStates(slots));
    return updates;
  }

  Status CountStep(std::vector<Node*> updates) override {
    Graph* const graph = made->graph.get();
    if (replicas_) {
      RUNNEL_ASSIGN_OR_RETURN(const std::vector<Node*> sync, replicas_->Sync());
      made->locals.insert(made->locals.end(), replicas_->copies().begin(), replicas_->copies().end());
      made->local_init.insert(made->local_init.end(), sync.begin(), sync.end());
      made->all_update = replicas_->all_update();
      RUNNEL_ASSIGN_OR_RETURN(updates, replicas_->Finish(updates));
    }
    if (aggregation_) {
      RUNNEL_ASSIGN_OR_RETURN(made->aggregation, aggregation_->Finish({}, updates));
      return CountUpdates(made);
    }
    RUNNEL_ASSIGN_OR_RETURN(Node * count, Count(made, std::move(updates)));
    RUNNEL_ASSIGN_OR_RETURN(made->train_op, GroupOf(graph, "train_op", {count}));
    return OkStatus();
  }

  Status AddMetric(std::string_view name, std::string_view spec, OutputRef labels, OutputRef predictions,
                   OutputRef weights) override {
    RUNNEL_ASSIGN_OR_RETURN(const MeanMetric metric, learn::AddMetric(made->graph.get(), name, spec,
                                                                      labels, predictions, weights));
    for (const Weight& state : metric.states) made->locals.push_back(state.handle);
    made->metrics.push_back({std::string(name), metric.value, metric.update});
    return OkStatus();
  }

  // Whether a strategy has had no effect.
  bool lacks_division() const {
    return (strategy_.divides() && !replicas_) || (strategy_.aggregates() && !aggregation_);
  }

 private:
  std::vector<Node*> Variables() const {
    std::vector<Node*> but = made->locals;
    but.push_back(made->global_step.node);
    return FloatingVariables(*made->graph, but);
  }

  // Of parts of a batch what the batch has: of a loss, and of its gradients.
  Result<std::vector<OutputRef>> Whole(std::span<const OutputRef> values, Replicas::To to) {
    return made->loss_is_sum ? replicas_->Sum(values, to) : replicas_->Mean(values, to);
  }

  // As the strategy says.
  Status Divide() {
    if (!strategy_.divides() || replicas_) return OkStatus();
    Graph* const graph = made->graph.get();
    std::vector<OutputRef> batch = made->features;
    batch.insert(batch.end(), made->labels.begin(), made->labels.end());
    RUNNEL_ASSIGN_OR_RETURN(replicas_, Replicas::Create(graph, "replicas", strategy_, batch));
    if (strategy_.mirrors()) {
      RUNNEL_ASSIGN_OR_RETURN(const std::vector<Weight> weights,
                              WeightsOf(graph, Variables(), "replicas/variables"));
      RUNNEL_RETURN_IF_ERROR(replicas_->CopyVariables(weights));
    }
    part_loss_ = made->loss;
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<OutputRef> loss,
                            Whole({&part_loss_, 1}, Replicas::To::kHome));
    made->loss = loss[0];
    return OkStatus();
  }

  const Strategy strategy_;
  std::optional<Replicas> replicas_;  // once there are updates, as the next one
  std::optional<Aggregation> aggregation_;
  OutputRef part_loss_;  // of the nodes that a part copies
};

class FunctionMaker final : public GraphMaker {
 public:
  FunctionMaker(Ref<Runtime> runtime, std::unique_ptr<ModelFunction> function, int64_t seed)
      : runtime_(std::move(runtime)), function_(std::move(function)), seed_(seed) {}

  Result<ModeGraph> Make(Mode mode, const InputParts& parts, const Strategy& strategy) override {
    ModeGraph made;
    made.graph = std::make_shared<Graph>(&runtime_->ops());
    RUNNEL_ASSIGN_OR_RETURN(const Weight step, AddWeight(made.graph.get(), "global_step", DType::kInt64,
                                                         Shape(), "zeros", seed_));
    made.global_step = {step.handle, 0};
    const auto add = [&](const InputPart& part, const std::string& name,
                         std::vector<OutputRef>* out) -> Status {
      NodeSpec spec;
      spec.op = "Placeholder";
      spec.name = made.graph->UniqueName(name);
      SetAttr(&spec.attrs, "dtype", part.dtype);
      SetAttr(&spec.attrs, "shape", part.shape);
      RUNNEL_ASSIGN_OR_RETURN(Node * node, made.graph->AddNode(std::move(spec)));
      out->push_back({node, 0});
      return OkStatus();
    };
    for (const InputPart& part : parts.features)
      RUNNEL_RETURN_IF_ERROR(add(part, StrCat("features/", part.name), &made.features));
    for (size_t i = 0; i < parts.labels.size(); ++i) {
      if (mode == Mode::kPredict) {
        made.labels.emplace_back();
      } else {
        RUNNEL_RETURN_IF_ERROR(add(parts.labels[i], StrCat("labels/", i), &made.labels));
      }
    }
    FunctionCall call(mode, parts, mode == Mode::kTrain ? strategy : Strategy(), &made);
    Status status = function_->Build(&call);
    if (!status.ok()) return status.WithPrefix("model function");
    if (call.lacks_division())
      return Unimplemented("a train op of the model function's own under a strategy");
    return made;
  }

 private:
  const Ref<Runtime> runtime_;
  const std::unique_ptr<ModelFunction> function_;
  const int64_t seed_;
};

// What a mode runs of a model.
std::vector<Node*> RootsOf(Mode mode, const ModelParts& model) {
  std::vector<Node*> roots;
  const auto add = [&](const std::vector<OutputRef>& outputs) {
    for (const OutputRef output : outputs) roots.push_back(output.node);
  };
  add(model.inputs);
  if (mode == Mode::kPredict) {
    add(model.predictions);
    return roots;
  }
  add(model.targets);
  const bool trains = mode == Mode::kTrain;
  add({trains ? model.train_loss : model.test_loss});
  roots.push_back(trains ? model.train_step : model.test_step);
  roots.insert(roots.end(), model.metric_states.begin(), model.metric_states.end());
  if (trains) {
    for (Node* const node : {model.sync, model.finalize}) {
      if (node != nullptr) roots.push_back(node);
    }
    AggregationNodes aggregation = model.aggregation;
    for (Node** node : aggregation.All()) {
      if (*node != nullptr) roots.push_back(*node);
    }
    return roots;
  }
  for (const auto& [name, result] : model.metrics) add({result});
  return roots;
}

// A model's graph, copied, with the parts of a mode.
class ModelMaker final : public GraphMaker {
 public:
  explicit ModelMaker(Ref<Model> model) : model_(std::move(model)) {}

  Result<ModeGraph> Make(Mode mode, const InputParts& parts, const Strategy& strategy) override {
    const bool own =
        mode != Mode::kTrain || (strategy.kind == Strategy::Kind::kOne && !strategy.shares_weights);
    RUNNEL_ASSIGN_OR_RETURN(const ModelParts model, own ? model_->Parts() : model_->PartsFor(strategy));
    if (parts.features.size() != model.inputs.size())
      return InvalidArgument("the input has ", parts.features.size(), " features, the model ",
                             model.inputs.size(), " inputs");
    if (mode != Mode::kPredict && parts.labels.size() != model.targets.size())
      return InvalidArgument("the input has ", parts.labels.size(), " labels, the model ",
                             model.targets.size(), " outputs");
    ModeGraph made;
    const std::vector<Node*> roots = RootsOf(mode, model);
    RUNNEL_ASSIGN_OR_RETURN(made.graph, CopyNeeded(*model_->graph(), roots, model.scope));
    const auto node = [&](const Node* of) { return FindCopy(*made.graph, of, model.scope); };
    const auto moved = [&](OutputRef output) { return OutputRef{node(output.node), output.index}; };
    RUNNEL_ASSIGN_OR_RETURN(const Weight step, AddWeight(made.graph.get(), "global_step", DType::kInt64,
                                                         Shape(), "zeros", 1));
    made.global_step = {step.handle, 0};
    for (const OutputRef input : model.inputs) made.features.push_back(moved(input));
    for (size_t i = 0; i < parts.labels.size(); ++i)
      made.labels.push_back(mode == Mode::kPredict ? OutputRef() : moved(model.targets[i]));
    for (size_t i = 0; mode == Mode::kPredict && i < model.predictions.size(); ++i)
      made.predictions.emplace_back(model.output_names[i], moved(model.predictions[i]));
    if (mode == Mode::kPredict) return made;
    for (const Node* state : model.metric_states) made.locals.push_back(node(state));
    made.loss = moved(mode == Mode::kTrain ? model.train_loss : model.test_loss);
    for (size_t i = 0; mode == Mode::kEvaluate && i < model.metrics.size(); ++i) {
      // One node updates all metrics.
      made.metrics.push_back({model.metrics[i].first, moved(model.metrics[i].second),
                              i == 0 ? node(model.test_step) : nullptr});
    }
    if (mode == Mode::kTrain) {
      for (const Node* copy : model.copies) made.locals.push_back(node(copy));
      if (model.sync != nullptr) made.local_init.push_back(node(model.sync));
      made.all_update = model.all_update;
      if (model.aggregation.empty()) {
        RUNNEL_ASSIGN_OR_RETURN(Node * count, Count(&made, {node(model.train_step)}));
        RUNNEL_ASSIGN_OR_RETURN(made.train_op, GroupOf(made.graph.get(), "train_op", {count}));
      } else {
        made.aggregation = model.aggregation;
        for (Node** of : made.aggregation.All()) {
          if (*of != nullptr) *of = node(*of);
        }
        RUNNEL_RETURN_IF_ERROR(CountUpdates(&made));
      }
      if (model.finalize != nullptr) made.finalize = {node(model.finalize)};
    }
    return made;
  }

 private:
  const Ref<Model> model_;
};

}  // namespace

std::unique_ptr<GraphMaker> MakerOfFunction(const Ref<Runtime>& runtime,
                                            std::unique_ptr<ModelFunction> function, int64_t seed) {
  return std::make_unique<FunctionMaker>(runtime, std::move(function), seed);
}

Result<std::unique_ptr<GraphMaker>> MakerOfModel(const Ref<Model>& model) {
  RUNNEL_RETURN_IF_ERROR(model->Parts().status());
  return std::unique_ptr<GraphMaker>(std::make_unique<ModelMaker>(model));
}

}  // namespace runnel::learn
