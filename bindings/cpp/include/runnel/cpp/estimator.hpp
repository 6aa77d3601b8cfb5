// Estimators: a function that makes a graph for a mode, and what trains, evaluates and predicts with it.
//
//   auto estimator = Estimator::Create(config,
//   estimators::LinearRegressor({columns::NumericColumn("age")})); estimator.Train({batches, {"age"}},
//   {.max_steps = 1000}); History::Logs found = estimator.Evaluate({test_batches, {"age"}});
#ifndef RUNNEL_CPP_ESTIMATOR_HPP_
#define RUNNEL_CPP_ESTIMATOR_HPP_

#include "trainer.hpp"

RUNNEL_CPP_NAMESPACE

// What a graph is made for.
enum class Mode : std::int32_t {
  kTrain = RNL_LEARN_TRAIN,
  kEvaluate = RNL_LEARN_EVALUATE,
  kPredict = RNL_LEARN_PREDICT,
};

// One call of a model function, which builds a graph for the mode. It ends with the function.
class ModelCall {
 public:
  ModelCall(rnl_learn_model_call_t* raw, const Runtime& runtime)
      : raw_(raw), graph_(Graph::Adopt(rnl_graph_retain(rnl_learn_model_call_graph(raw)), runtime)) {}
  const Graph& graph() const { return graph_; }
  Mode mode() const { return static_cast<Mode>(rnl_learn_model_call_mode(raw_)); }
  // Placeholders by name.
  std::map<std::string, Output, std::less<>> features() const {
    std::map<std::string, Output, std::less<>> all;
    for (std::size_t i = 0; i < rnl_learn_model_call_num_features(raw_); ++i) {
      all.emplace(View(rnl_learn_model_call_feature_name(raw_, i)),
                  Edge(rnl_learn_model_call_feature(raw_, i)));
    }
    return all;
  }
  // What the input has besides; none where the mode is to predict.
  std::vector<Output> labels() const {
    std::vector<Output> all;
    for (std::size_t i = 0; i < rnl_learn_model_call_num_labels(raw_); ++i) {
      const rnl_output_t label = rnl_learn_model_call_label(raw_, i);
      if (label.node != RNL_NO_NODE) all.push_back(Edge(label));
    }
    return all;
  }
  // The handle of the variable that counts steps.
  Output global_step() const { return Edge(rnl_learn_model_call_global_step(raw_)); }
  // Sets the loss, a scalar, and where the mode is to train adds gradients of all floating variables,
  // the optimizer's updates, and the counting of the step.
  Outcome<void> Minimize(const Output& loss, const Spec& optimizer) const {
    return detail::Check(rnl_learn_model_call_minimize(raw_, loss.raw, Str(optimizer.text())));
  }
  Outcome<void> SetLoss(const Output& loss) const {
    return detail::Check(rnl_learn_model_call_set_loss(raw_, loss.raw));
  }
  // What makes a step, and counts it.
  Outcome<void> SetTrainOp(const Node& train_op) const {
    return detail::Check(rnl_learn_model_call_set_train_op(raw_, train_op.raw));
  }
  // What is predicted, of each sample.
  Outcome<void> AddPrediction(std::string_view name, const Output& prediction) const {
    return detail::Check(rnl_learn_model_call_add_prediction(raw_, Str(name), prediction.raw));
  }
  // A metric of Keras'; weights: a number for each sample, else 1.
  Outcome<void> AddMetric(std::string_view name, const Spec& metric, const Output& labels,
                          const Output& predictions, const Output& weights = {}) const {
    const rnl_output_t given = weights ? weights.raw : rnl_output_t{RNL_NO_NODE, 0};
    return detail::Check(rnl_learn_model_call_add_metric(raw_, Str(name), Str(metric.text()), labels.raw,
                                                         predictions.raw, given));
  }

 private:
  Output Edge(rnl_output_t raw) const { return {graph_.state(), raw}; }
  rnl_learn_model_call_t* raw_;
  Graph graph_;
};
// Builds a graph. What it throws, or the error that it gives, ends what needed the graph.
using ModelFunction = std::function<Outcome<void>(const ModelCall&)>;

// What an estimator is fed with: elements of a dataset, which are batches. The first components are
// features by name, the others labels. Each use is a pass of its own.
struct EstimatorInput {
  Dataset dataset;
  std::vector<std::string> features;
};

struct TrainOptions {
  std::int64_t steps = 0, max_steps = 0;  // so many more, or in all; 0: to the end of the input
  std::vector<Spec> hooks = {};           // of Runnel's own
  Hooks own_hooks = {};
};

struct EvaluateOptions {
  std::int64_t steps = 0;        // batches; 0: all
  std::string name = {};         // of the evaluation, in the model_dir
  std::string checkpoint = {};   // empty: the newest
  std::vector<Spec> hooks = {};  // of Runnel's own
};

struct TrainAndEvaluateOptions {
  std::int64_t max_steps = 0;
  std::int64_t steps = 100;  // batches of an evaluation
  std::string name = {};
  std::optional<double> start_delay_secs = {}, throttle_secs = {}, idle_secs = {};
  std::vector<Spec> exporters = {};
  std::vector<Spec> hooks = {};
  Hooks own_hooks = {};
};

namespace detail {

struct KeptModel {
  ModelFunction function;
  Runtime runtime;
};

inline rnl_status_t* BuildModel(void* arg, rnl_learn_model_call_t* raw) {
  return Contained([&]() -> Outcome<void> {
    const KeptModel& kept = *static_cast<const KeptModel*>(arg);
    const ModelCall call(raw, kept.runtime);
    RUNNEL_TRY(kept.function(call));
    return call.graph().status();
  });
}

inline void DropModel(void* arg) { delete static_cast<KeptModel*>(arg); }

// An input as C takes it.
class RawInput {
 public:
  explicit RawInput(const EstimatorInput& input)
      : names_(Strs(input.features)),
        raw_{sizeof(raw_), input.dataset.get(), names_.data(), names_.size()} {}
  RawInput(const RawInput&) = delete;
  const rnl_learn_input_t* get() const { return &raw_; }

 private:
  const std::vector<rnl_str_t> names_;
  const rnl_learn_input_t raw_;
};

}  // namespace detail

// What a checkpoint predicts, batch by batch. One thread at a time.
class Predictions : public Shared<rnl_learn_predictions_t, rnl_learn_predictions_retain,
                                  rnl_learn_predictions_release> {
 public:
  Predictions() = default;
  explicit Predictions(rnl_learn_predictions_t* adopted) : Shared(adopted) {}
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < rnl_learn_predictions_count(get()); ++i)
      all.emplace_back(View(rnl_learn_predictions_name(get(), i)));
    return all;
  }
  // One tensor for each name; nothing at the end.
  Outcome<std::optional<std::vector<Tensor>>> Next() const {
    detail::Array<rnl_tensor_t*> out(rnl_learn_predictions_count(get()));
    bool end = false;
    rnl_status_t* status = rnl_learn_predictions_next(get(), out.data(), out.size(), &end);
    using Batch = std::optional<std::vector<Tensor>>;
    return detail::Finish(status, [&] { return end ? Batch() : Batch(detail::Adopted(out)); });
  }
};

// Each call makes a graph and a session of its own; what they have in common is the checkpoints in the
// configuration's model_dir. Copies are the same one. Threads: one at a time, but for RequestStop.
class Estimator
    : public Shared<rnl_learn_estimator_t, rnl_learn_estimator_retain, rnl_learn_estimator_release> {
 public:
  Estimator() = default;
  static Outcome<Estimator> Create(const RunConfig& config, ModelFunction function,
                                   const SessionOptions& options = {}) {
    RUNNEL_TRY_ASSIGN(made, detail::MakeSessionOptions(options));
    auto kept =
        std::make_unique<detail::KeptModel>(detail::KeptModel{std::move(function), config.runtime()});
    rnl_learn_estimator_t* out = nullptr;
    rnl_status_t* status = rnl_learn_estimator_create(config.get(), detail::BuildModel, kept.get(),
                                                      detail::DropModel, made.get(), &out);
    if (status == nullptr) static_cast<void>(kept.release());  // the estimator's now
    return detail::Finish(status, [&] { return Estimator(out, config.runtime()); });
  }
  // Of a compiled model, which itself is not trained: its inputs are the features, its outputs the
  // labels.
  static Outcome<Estimator> Create(const RunConfig& config, const Model& model,
                                   const SessionOptions& options = {}) {
    RUNNEL_TRY_ASSIGN(made, detail::MakeSessionOptions(options));
    rnl_learn_estimator_t* out = nullptr;
    rnl_status_t* status = rnl_learn_estimator_from_model(config.get(), model.get(), made.get(), &out);
    return detail::Finish(status, [&] { return Estimator(out, config.runtime()); });
  }
  // A canned one, of the namespace estimators.
  static Outcome<Estimator> Create(const RunConfig& config, const Spec& canned,
                                   const SessionOptions& options = {}) {
    RUNNEL_TRY_ASSIGN(made, detail::MakeSessionOptions(options));
    rnl_learn_estimator_t* out = nullptr;
    rnl_status_t* status =
        rnl_learn_estimator_from_spec(config.get(), Str(canned.text()), made.get(), &out);
    return detail::Finish(status, [&] { return Estimator(out, config.runtime()); });
  }

  // Variables whose names match, where * is any text and | stands between several, begin with their
  // values in the checkpoint, where the model_dir has none.
  Outcome<void> WarmStart(std::string_view checkpoint, std::string_view pattern) const {
    return detail::Check(rnl_learn_estimator_warm_start(get(), Str(checkpoint), Str(pattern)));
  }
  // Until the input ends, a hook stops, or by the options. A task of a cluster starts its server with
  // the first training.
  Outcome<void> Train(const EstimatorInput& input, const TrainOptions& options = {}) const {
    const std::string text = detail::OptionsWriter()
                                 .Add("steps", options.steps, 0)
                                 .Add("max_steps", options.max_steps, 0)
                                 .Take();
    detail::KeptHooks kept(options.own_hooks, runtime_);
    const rnl_learn_hook_t hook = kept.raw();
    return detail::Check(rnl_learn_estimator_train(get(), detail::RawInput(input).get(), Str(text),
                                                   Str(detail::ListText(options.hooks)),
                                                   kept.hooks.empty() ? nullptr : &hook, &kept));
  }
  // The mean loss of batches, metrics, and global_step. Errors: kNotFound without a checkpoint.
  Outcome<History::Logs> Evaluate(const EstimatorInput& input,
                                  const EvaluateOptions& options = {}) const {
    const std::string text = detail::OptionsWriter()
                                 .Add("steps", options.steps, 0)
                                 .Add("name", options.name)
                                 .Add("checkpoint", options.checkpoint)
                                 .Take();
    rnl_learn_history_t* out = nullptr;
    rnl_status_t* status = rnl_learn_estimator_evaluate(get(), detail::RawInput(input).get(), Str(text),
                                                        Str(detail::ListText(options.hooks)), &out);
    return detail::Finish(status, [&] { return Last(out); });
  }
  // checkpoint: empty for the newest.
  Outcome<Predictions> Predict(const EstimatorInput& input, const std::string& checkpoint = {}) const {
    const std::string text = detail::OptionsWriter().Add("checkpoint", checkpoint).Take();
    rnl_learn_predictions_t* out = nullptr;
    rnl_status_t* status =
        rnl_learn_estimator_predict(get(), detail::RawInput(input).get(), Str(text), &out);
    return detail::Finish(status, [&] { return Predictions(out); });
  }
  // Trains to max_steps and evaluates checkpoints. In one process by turns; over a cluster each task
  // does its part. Gives the last evaluation; nothing where this task made none.
  Outcome<History::Logs> TrainAndEvaluate(const EstimatorInput& train, const EstimatorInput& evaluate,
                                          const TrainAndEvaluateOptions& options) const {
    const std::string trained = detail::OptionsWriter().Add("max_steps", options.max_steps, 0).Take();
    const std::string evaluated = detail::OptionsWriter()
                                      .Add("steps", options.steps, 100)
                                      .Add("name", options.name)
                                      .Add("start_delay_secs", options.start_delay_secs)
                                      .Add("throttle_secs", options.throttle_secs)
                                      .Add("idle_secs", options.idle_secs)
                                      .Add("exporters", detail::ListText(options.exporters))
                                      .Take();
    detail::KeptHooks kept(options.own_hooks, runtime_);
    const rnl_learn_hook_t hook = kept.raw();
    rnl_learn_history_t* out = nullptr;
    rnl_status_t* status = rnl_learn_estimator_train_and_evaluate(
        get(), detail::RawInput(train).get(), Str(trained), detail::RawInput(evaluate).get(),
        Str(evaluated), Str(detail::ListText(options.hooks)), kept.hooks.empty() ? nullptr : &hook,
        &kept, &out);
    return detail::Finish(status, [&] { return Last(out); });
  }
  // Writes what predicts as a SavedModel in a new folder below `base`, named by the time; its inputs are
  // the features. Gives the folder.
  Outcome<std::string> Export(std::string_view base, const EstimatorInput& input,
                              std::string_view checkpoint = {}) const {
    rnl_bytes_t* out = nullptr;
    rnl_status_t* status = rnl_learn_estimator_export(get(), Str(base), detail::RawInput(input).get(),
                                                      Str(checkpoint), &out);
    return detail::Finish(status, [&] { return detail::TakeBytes(out); });
  }
  // Any thread: what trains, evaluates or waits ends as soon as the step under way has.
  void RequestStop() const { rnl_learn_estimator_request_stop(get()); }

 private:
  Estimator(rnl_learn_estimator_t* adopted, Runtime runtime)
      : Shared(adopted), runtime_(std::move(runtime)) {}
  static History::Logs Last(rnl_learn_history_t* raw) {
    const History history(raw);
    return history.epochs().empty() ? History::Logs() : history.epochs().back();
  }
  Runtime runtime_;
};

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_ESTIMATOR_HPP_
