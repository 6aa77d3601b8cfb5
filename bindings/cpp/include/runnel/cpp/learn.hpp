// Models of layers, and their training.
//
//   auto model = runnel::Model::Sequential(runtime, {
//       layers::Input({784}),
//       layers::Dense(128, {.activation = "relu"}),
//       layers::Dense(10, {.activation = "softmax"}),
//   });
//   model.Compile({.optimizer = optimizers::Adam(),
//                  .losses = {losses::SparseCategoricalCrossentropy()}, .metrics = {"accuracy"}});
//   model.Fit({{images}, {labels}}, {.batch_size = 100, .epochs = 5});
//
// Names, arguments and defaults are Keras'. Equal models with equal seeds are equal, in every language
// that Runnel has.
#ifndef RUNNEL_CPP_LEARN_HPP_
#define RUNNEL_CPP_LEARN_HPP_

#include <runnel/runnel_learn.h>

#include <functional>
#include <map>
#include <memory>
#include <span>

#include "dataset.hpp"
#include "host_function.hpp"
#include "session.hpp"
#include "spec.hpp"

RUNNEL_CPP_NAMESPACE

class Model;

// A value of a model: an input, or what a layer gives. Operators make layers, and are in this file's
// end.
class Value {
 public:
  Value() = default;
  Value(rnl_learn_model_t* model, rnl_learn_value_t index)
      : model_(rnl_learn_model_retain(model), rnl_learn_model_release), index_(index) {}
  rnl_learn_model_t* model() const { return model_.get(); }
  rnl_learn_value_t index() const { return index_; }

  Outcome<DType> dtype() const {
    RUNNEL_TRY_ASSIGN(seen, Seen());
    return DType(seen.first);
  }
  // No value: nothing is known; -1 in it: any size. The first size is the batch.
  Outcome<PartialShape> shape() const {
    RUNNEL_TRY_ASSIGN(seen, Seen());
    return PartialShape(seen.second);
  }
  // Of the layer that gives it, or the input's.
  Outcome<std::string> name() const {
    rnl_bytes_t* out = nullptr;
    rnl_status_t* status = rnl_learn_model_value_name(model(), index_, &out);
    return detail::Finish(status, [&] { return detail::TakeBytes(out); });
  }

 private:
  Outcome<std::pair<DType, PartialShape>> Seen() const {
    using Pair = std::pair<DType, PartialShape>;
    rnl_dtype_t dtype = RNL_INVALID;
    std::int32_t rank = -1;
    std::int64_t dims[254];
    rnl_status_t* status = rnl_learn_model_value(model(), index_, &dtype, &rank, dims, 254);
    return detail::Finish(status, [&] {
      return Pair(static_cast<DType>(dtype),
                  rank < 0 ? PartialShape() : PartialShape(Shape(dims, dims + rank)));
    });
  }

  std::shared_ptr<rnl_learn_model_t> model_;
  rnl_learn_value_t index_ = 0;
};

// A layer, to be added to a model. Called on values of a model it becomes one of its layers; called
// again, a copy too, it uses the same weights.
class Layer : public Spec {
 public:
  Layer(const char* text) : Spec(text) {}             // NOLINT: text is a spec
  Layer(std::string text) : Spec(std::move(text)) {}  // NOLINT

  template <typename... Values>
  Outcome<Value> operator()(const Value& first, const Values&... more) const {
    return Call({first, more...});
  }
  Outcome<Value> Call(const std::vector<Value>& inputs) const {
    if (inputs.empty())
      return detail::Fail<Value>(Error(Code::kInvalidArgument, "a layer without inputs"));
    rnl_learn_model_t* const model = inputs[0].model();
    std::vector<rnl_learn_value_t> values;
    for (const Value& input : inputs) {
      if (input.model() != model || (made_->model && made_->model.get() != model)) {
        return detail::Fail<Value>(
            Error(Code::kInvalidArgument, "layer " + text() + " is called on a value of another model"));
      }
      values.push_back(input.index());
    }
    rnl_learn_value_t out = 0;
    const bool again = made_->model != nullptr;
    const auto function = again ? rnl_learn_model_call_again : rnl_learn_model_call;
    RUNNEL_TRY(detail::Check(
        function(model, Str(again ? made_->name : text()), values.data(), values.size(), &out)));
    const Value value(model, out);
    if (!again) {
      RUNNEL_TRY_ASSIGN(name, value.name());
      made_->name = name;
      made_->model = {rnl_learn_model_retain(model), rnl_learn_model_release};
    }
    return value;
  }
  // The model's name for it; empty until it is called.
  const std::string& name() const { return made_->name; }

 private:
  struct Made {
    std::shared_ptr<rnl_learn_model_t> model;
    std::string name;
  };
  std::shared_ptr<Made> made_ = std::make_shared<Made>();
};

// Values by name, one for each epoch.
class History {
 public:
  using Logs = std::map<std::string, double, std::less<>>;
  // Takes the handle over.
  explicit History(rnl_learn_history_t* raw) {
    const Unique<rnl_learn_history_t, rnl_learn_history_release> owned(raw);
    for (std::size_t epoch = 0; epoch < rnl_learn_history_num_epochs(raw); ++epoch) {
      Logs logs;
      for (std::size_t i = 0; i < rnl_learn_history_num_values(raw, epoch); ++i) {
        logs.emplace(View(rnl_learn_history_name(raw, epoch, i)),
                     rnl_learn_history_value(raw, epoch, i));
      }
      epochs_.push_back(std::move(logs));
    }
    stopped_by_ = View(rnl_learn_history_stopped_by(raw));
  }
  const std::vector<Logs>& epochs() const { return epochs_; }
  // The callback that ended the fit; empty: it went to the end.
  const std::string& stopped_by() const { return stopped_by_; }

 private:
  std::vector<Logs> epochs_;
  std::string stopped_by_;
};

// How far a fit is.
struct Progress {
  std::int64_t epoch = 0, epochs = 0;   // the epoch counts from 0
  std::int64_t batch = 0, batches = 0;  // how many of the epoch's batches are done
  bool epoch_ends = false;
  History::Logs logs;  // after a batch the mean loss so far, after an epoch all values
};

// Samples: one tensor for each input and each output, in host memory, with as many rows as the others.
struct Samples {
  std::vector<Tensor> inputs, targets;
  Tensor weights = {};  // one number for each sample; none: all 1
};

struct CompileOptions {
  Spec optimizer = "RMSprop";
  std::vector<Spec> losses = {};   // one for all outputs, or one for each
  std::vector<Spec> metrics = {};  // "accuracy" is the kind that fits
  std::vector<double> loss_weights = {};
  Spec strategy = "";  // as strategies::Mirrored({.devices = {"GPU:0", "GPU:1"}}); none: one device
};

struct FitOptions {
  std::int64_t batch_size = 32, epochs = 1;
  bool shuffle = true;
  double validation_split = 0;  // the last part of the samples
  std::int64_t initial_epoch = 0, steps_per_epoch = 0, validation_batch_size = 0, validation_freq = 1,
               seed = 0;
  const Samples* validation = nullptr;
  const Dataset* validation_dataset = nullptr;  // of FitDataset; so many batches of it, 0 for all:
  std::int64_t validation_steps = 0;
  std::vector<Spec> callbacks = {};
  // Hears of each batch and epoch on the thread of the call. What it throws, or the error that it gives,
  // ends the fit.
  std::function<Outcome<void>(const Progress&)> progress = {};
};

struct ModelOptions {
  std::int64_t seed = 1;
  DType dtype = DType::kFloat;  // of weights
  std::string device = "";      // "/device:CUDA:0"; ops without a kernel there run on the CPU
};

// Adds the nodes of a layer or loss of one's own; see Model::DefineLayer.
struct OwnCall {
  Graph graph;
  std::vector<Output> inputs, weights;
  bool training = false;
};
using OwnFunction = std::function<Outcome<Output>(const OwnCall&)>;

struct OwnWeight {
  std::string name;
  std::string shape;  // a formula over the input x: "[dim(x, -1), 8]"
  Spec initializer = "glorot_uniform";
};

namespace detail {

inline std::string ListText(const std::vector<Spec>& specs) {
  std::string text = "[";
  for (const Spec& spec : specs) text += (text.size() == 1 ? "" : ", ") + spec.text();
  return text + "]";
}

// Calls `body`, which gives an Outcome<void>; nothing of the program's may unwind into C.
template <typename Body>
rnl_status_t* Contained(Body&& body) {
#if defined(RUNNEL_RESULTS)
  const auto done = body();
  return done.ok() ? nullptr : RefuseCall(done.error());
#else
  try {
    body();
    return nullptr;
  } catch (const Error& error) {
    return RefuseCall(error);
  } catch (const std::bad_alloc&) {
    return rnl_status_create(RNL_RESOURCE_EXHAUSTED, Str("no memory in the function"));
  } catch (const std::exception& error) {
    return rnl_status_create(RNL_UNKNOWN, rnl_str(error.what()));
  } catch (...) {
    return rnl_status_create(RNL_UNKNOWN, Str("the function threw something that is no std::exception"));
  }
#endif
}

inline rnl_status_t* TellProgress(void* arg, const rnl_learn_progress_t* told) {
  return Contained([&]() -> Outcome<void> {
    Progress progress{told->epoch, told->epochs, told->batch, told->batches, told->epoch_ends, {}};
    for (std::size_t i = 0; i < told->num_values; ++i)
      progress.logs.emplace(View(told->names[i]), told->values[i]);
    return (*static_cast<const std::function<Outcome<void>(const Progress&)>*>(arg))(progress);
  });
}

struct Own {
  OwnFunction function;
  Runtime runtime;
};

inline rnl_status_t* AddOwnNodes(void* arg, rnl_graph_t* graph, const rnl_output_t* inputs,
                                 std::size_t num_inputs, const rnl_output_t* weights,
                                 std::size_t num_weights, bool training, rnl_output_t* out) {
  return Contained([&]() -> Outcome<void> {
    const Own& own = *static_cast<const Own*>(arg);
    OwnCall call{Graph::Adopt(rnl_graph_retain(graph), own.runtime), {}, {}, training};
    for (std::size_t i = 0; i < num_inputs; ++i) call.inputs.push_back({call.graph.state(), inputs[i]});
    for (std::size_t i = 0; i < num_weights; ++i)
      call.weights.push_back({call.graph.state(), weights[i]});
    RUNNEL_TRY_ASSIGN(output, own.function(call));
    RUNNEL_TRY(call.graph.status());
    *out = output.raw;
    return Outcome<void>();
  });
}

inline void DropOwn(void* arg) { delete static_cast<Own*>(arg); }

// Samples as C takes them.
class RawSamples {
 public:
  explicit RawSamples(const Samples& samples) {
    for (const Tensor& t : samples.inputs) inputs_.push_back(t.get());
    for (const Tensor& t : samples.targets) targets_.push_back(t.get());
    raw_.struct_size = sizeof(raw_);
    raw_.inputs = inputs_.data();
    raw_.num_inputs = inputs_.size();
    raw_.targets = targets_.data();
    raw_.num_targets = targets_.size();
    raw_.weights = samples.weights.get();
  }
  RawSamples(const RawSamples&) = delete;
  const rnl_learn_samples_t* get() const { return &raw_; }

 private:
  std::vector<rnl_tensor_t*> inputs_, targets_;
  rnl_learn_samples_t raw_ = {};
};

}  // namespace detail

// A model of any form. Copies are the same one; calls wait for each other.
class Model : public Shared<rnl_learn_model_t, rnl_learn_model_retain, rnl_learn_model_release> {
 public:
  Model() = default;
  static Outcome<Model> Create(const Runtime& runtime, const ModelOptions& options = {}) {
    std::string text =
        "seed=" + std::to_string(options.seed) + ", dtype=" + std::string(Name(options.dtype));
    if (!options.device.empty()) text += ", device='" + options.device + "'";
    rnl_learn_model_t* out = nullptr;
    rnl_status_t* status = rnl_learn_model_create(runtime.get(), Str(text), &out);
    return detail::Finish(status, [&] { return Model(out, runtime); });
  }
  // The layer with what it learns from samples, as the means of Normalization or a vocabulary.
  static Outcome<Layer> Adapt(const Runtime& runtime, const Layer& layer, const Tensor& data) {
    rnl_bytes_t* out = nullptr;
    rnl_status_t* status = rnl_learn_adapt(runtime.get(), Str(layer.text()), data.get(), &out);
    return detail::Finish(status, [&] { return Layer(detail::TakeBytes(out)); });
  }
  // A model that Keras 3 saved as a file NAME.keras, compiled as the file says.
  static Outcome<Model> Open(const Runtime& runtime, std::string_view path) {
    rnl_learn_model_t* out = nullptr;
    rnl_status_t* status = rnl_learn_model_open(runtime.get(), Str(path), Str(""), &out);
    return detail::Finish(status, [&] { return Model(out, runtime); });
  }
  // Layers that follow each other; the first is layers::Input.
  static Outcome<Model> Sequential(const Runtime& runtime, const std::vector<Layer>& layers,
                                   const ModelOptions& options = {}) {
    RUNNEL_TRY_ASSIGN(model, Create(runtime, options));
    for (const Layer& layer : layers) RUNNEL_TRY(model.Add(layer));
    return model;
  }

  // ---- building

  // Calls a layer on what was added last.
  Outcome<void> Add(const Layer& layer) const {
    return detail::Check(rnl_learn_model_add(get(), Str(layer.text())));
  }
  // An input whose samples have this shape; -1: any size.
  Outcome<Value> Input(const Shape& shape, DType dtype = DType::kFloat,
                       std::string_view name = {}) const {
    rnl_learn_value_t out = 0;
    rnl_status_t* status =
        rnl_learn_model_input(get(), Str(name), static_cast<rnl_dtype_t>(dtype),
                              static_cast<std::int32_t>(shape.size()), shape.data(), &out);
    return detail::Finish(status, [&] { return Value(get(), out); });
  }
  Outcome<std::vector<Value>> inputs() const { return Values(rnl_learn_model_inputs); }
  Outcome<std::vector<Value>> outputs() const { return Values(rnl_learn_model_outputs); }
  // A model that was compiled must be compiled again.
  Outcome<void> SetOutputs(const std::vector<Value>& values) const {
    std::vector<rnl_learn_value_t> raw;
    for (const Value& value : values) raw.push_back(value.index());
    return detail::Check(rnl_learn_model_set_outputs(get(), raw.data(), raw.size()));
  }
  Outcome<std::vector<std::string>> layer_names() const { return Names(rnl_learn_model_layer_names); }
  // Whether Compile lets the layer's weights be trained.
  Outcome<void> SetTrainable(std::string_view layer_name, bool trainable) const {
    return detail::Check(rnl_learn_model_set_trainable(get(), Str(layer_name), trainable));
  }
  // States of recurrent layers with stateful=true are 0 again.
  Outcome<void> ResetStates() const { return detail::Check(rnl_learn_model_reset_states(get())); }
  Outcome<std::string> Summary() const { return Text(rnl_learn_model_summary); }

  // A layer of one's own: `function` adds nodes that compute it to the model's graph, once for each call
  // of the layer for prediction and again for training. It must not use the model. Specs name the layer
  // from then on, with the arguments name, trainable and dtype. num_inputs of 0: any number.
  Outcome<Layer> DefineLayer(std::string_view name, OwnFunction function,
                             const std::vector<OwnWeight>& weights = {},
                             std::int32_t num_inputs = 1) const {
    std::vector<rnl_learn_weight_t> raw;
    for (const OwnWeight& w : weights)
      raw.push_back({Str(w.name), Str(w.shape), Str(w.initializer.text())});
    RUNNEL_TRY(Define(std::move(function), [&](detail::Own* own) {
      return rnl_learn_model_define_layer(get(), Str(name), num_inputs, raw.data(), raw.size(),
                                          detail::AddOwnNodes, own, detail::DropOwn);
    }));
    return Layer(std::string(name));
  }
  // A loss, and metric, of one's own: of inputs[0], what is true, and inputs[1], what was predicted, it
  // gives the loss of each sample.
  Outcome<Spec> DefineLoss(std::string_view name, OwnFunction function) const {
    RUNNEL_TRY(Define(std::move(function), [&](detail::Own* own) {
      return rnl_learn_model_define_loss(get(), Str(name), detail::AddOwnNodes, own, detail::DropOwn);
    }));
    return Spec(std::string(name));
  }

  // ---- training

  Outcome<void> Compile(const CompileOptions& options) const {
    RUNNEL_TRY(detail::Check(rnl_learn_model_set_strategy(get(), Str(options.strategy.text()))));
    return detail::Check(rnl_learn_model_compile(
        get(), Str(options.optimizer.text()), Str(detail::ListText(options.losses)),
        Str(detail::ListText(options.metrics)), options.loss_weights.data(),
        options.loss_weights.size()));
  }
  // Trains. The model stays usable after any error.
  Outcome<History> Fit(const Samples& samples, const FitOptions& options = {}) const {
    const std::string text = detail::SpecWriter("")
                                 .Add("batch_size", options.batch_size)
                                 .Add("epochs", options.epochs)
                                 .Add("shuffle", options.shuffle)
                                 .Add("validation_split", options.validation_split)
                                 .Add("initial_epoch", options.initial_epoch)
                                 .Add("steps_per_epoch", options.steps_per_epoch)
                                 .Add("validation_batch_size", options.validation_batch_size)
                                 .Add("validation_freq", options.validation_freq)
                                 .Add("seed", options.seed)
                                 .Take();
    const detail::RawSamples raw(samples);
    std::unique_ptr<detail::RawSamples> validation;
    if (options.validation != nullptr)
      validation = std::make_unique<detail::RawSamples>(*options.validation);
    auto progress = options.progress;
    rnl_learn_history_t* out = nullptr;
    rnl_status_t* status = rnl_learn_model_fit(
        get(), raw.get(), validation ? validation->get() : nullptr,
        Str(std::string_view(text).substr(1, text.size() - 2)), Str(detail::ListText(options.callbacks)),
        progress ? detail::TellProgress : nullptr, &progress, &out);
    return detail::Finish(status, [&] { return History(out); });
  }
  // The same of a dataset, whose elements are batches: inputs, then targets, then, if there is one more
  // component, a number for each sample. Of the options, what is about samples has no meaning.
  Outcome<History> FitDataset(const Dataset& dataset, const FitOptions& options = {}) const {
    const std::string text = detail::SpecWriter("")
                                 .Add("epochs", options.epochs)
                                 .Add("initial_epoch", options.initial_epoch)
                                 .Add("steps_per_epoch", options.steps_per_epoch)
                                 .Add("validation_steps", options.validation_steps)
                                 .Add("validation_freq", options.validation_freq)
                                 .Take();
    auto progress = options.progress;
    rnl_learn_history_t* out = nullptr;
    rnl_status_t* status = rnl_learn_model_fit_dataset(
        get(), dataset.get(),
        options.validation_dataset != nullptr ? options.validation_dataset->get() : nullptr,
        Str(std::string_view(text).substr(1, text.size() - 2)), Str(detail::ListText(options.callbacks)),
        progress ? detail::TellProgress : nullptr, &progress, &out);
    return detail::Finish(status, [&] { return History(out); });
  }
  // steps: 0 for all of it.
  Outcome<History::Logs> EvaluateDataset(const Dataset& dataset, std::int64_t steps = 0) const {
    rnl_learn_history_t* out = nullptr;
    rnl_status_t* status = rnl_learn_model_evaluate_dataset(get(), dataset.get(), steps, &out);
    return detail::Finish(status, [&] { return History::Logs(History(out).epochs().at(0)); });
  }
  // The loss and metrics over all samples.
  Outcome<History::Logs> Evaluate(const Samples& samples, std::int64_t batch_size = 32) const {
    const detail::RawSamples raw(samples);
    rnl_learn_history_t* out = nullptr;
    rnl_status_t* status = rnl_learn_model_evaluate(get(), raw.get(), batch_size, &out);
    return detail::Finish(status, [&] { return History::Logs(History(out).epochs().at(0)); });
  }
  // One step; the loss is that of the weights before it.
  Outcome<History::Logs> TrainOnBatch(const Samples& samples) const {
    const detail::RawSamples raw(samples);
    rnl_learn_history_t* out = nullptr;
    rnl_status_t* status = rnl_learn_model_train_on_batch(get(), raw.get(), &out);
    return detail::Finish(status, [&] { return History::Logs(History(out).epochs().at(0)); });
  }
  // One tensor for each output.
  Outcome<std::vector<Tensor>> Predict(const std::vector<Tensor>& inputs,
                                       std::int64_t batch_size = 32) const {
    std::vector<rnl_tensor_t*> raw;
    for (const Tensor& t : inputs) raw.push_back(t.get());
    RUNNEL_TRY_ASSIGN(values, outputs());
    return Tensors(values.size(), [&](rnl_tensor_t** out, std::size_t count) {
      return rnl_learn_model_predict(get(), raw.data(), raw.size(), batch_size, out, count);
    });
  }

  // ---- weights and files

  // "dense/kernel".
  Outcome<std::vector<std::string>> weight_names() const { return Names(rnl_learn_model_weight_names); }
  Outcome<std::vector<Tensor>> GetWeights() const {
    RUNNEL_TRY_ASSIGN(names, weight_names());
    return Tensors(names.size(), [&](rnl_tensor_t** out, std::size_t count) {
      return rnl_learn_model_get_weights(get(), out, count);
    });
  }
  // All or none.
  Outcome<void> SetWeights(const std::vector<Tensor>& values) const {
    std::vector<rnl_tensor_t*> raw;
    for (const Tensor& t : values) raw.push_back(t.get());
    return detail::Check(rnl_learn_model_set_weights(get(), raw.data(), raw.size()));
  }
  // A checkpoint of the weights and, with `optimizer`, of what a fit needs to go on as if it had never
  // ended.
  Outcome<void> Save(std::string_view prefix, bool optimizer = true) const {
    return detail::Check(rnl_learn_model_save(get(), Str(prefix), Str(OptimizerText(optimizer))));
  }
  Outcome<void> Load(std::string_view prefix, bool optimizer = true) const {
    return detail::Check(rnl_learn_model_load(get(), Str(prefix), Str(OptimizerText(optimizer))));
  }
  // The weights, and what the optimizer of a compiled model keeps of them, as Keras' file,
  // NAME.weights.h5.
  Outcome<void> SaveKeras(std::string_view path) const {
    return detail::Check(rnl_learn_model_save_weights(get(), Str(path)));
  }
  Outcome<void> LoadKeras(std::string_view path) const {
    return detail::Check(rnl_learn_model_load_weights(get(), Str(path)));
  }
  // A SavedModel with the signature "serving_default".
  Outcome<void> Export(std::string_view folder) const {
    return detail::Check(rnl_learn_model_export(get(), Str(folder)));
  }
  // A GraphDef of what predicts, with the weights as constants.
  Outcome<std::string> Freeze() const { return Text(rnl_learn_model_freeze); }
  // The model's own session, for steps of one's own; closing it ends the model.
  Outcome<class Session> Session() const {
    rnl_session_t* out = nullptr;
    rnl_status_t* status = rnl_learn_model_session(get(), &out);
    return detail::Finish(status, [&] { return runnel::Session::Adopt(out); });
  }
  Outcome<class Graph> Graph() const {
    rnl_graph_t* out = nullptr;
    rnl_status_t* status = rnl_learn_model_graph(get(), &out);
    return detail::Finish(status, [&] { return runnel::Graph::Adopt(out, runtime_); });
  }
  // The node of `graph`, the model's, that predicts a value.
  Outcome<Output> OutputOf(const class Graph& graph, const Value& value) const {
    rnl_output_t out{RNL_NO_NODE, 0};
    rnl_status_t* status = rnl_learn_model_output(get(), value.index(), &out);
    return detail::Finish(status, [&] { return Output{graph.state(), out}; });
  }

 private:
  Model(rnl_learn_model_t* adopted, Runtime runtime) : Shared(adopted), runtime_(std::move(runtime)) {}
  static std::string_view OptimizerText(bool optimizer) { return optimizer ? "" : "optimizer=false"; }

  template <typename Call>
  Outcome<void> Define(OwnFunction function, Call call) const {
    auto own = std::make_unique<detail::Own>(detail::Own{std::move(function), runtime_});
    rnl_status_t* status = call(own.get());
    if (status == nullptr) static_cast<void>(own.release());  // the model's now
    return detail::Check(status);
  }
  Outcome<std::vector<Value>> Values(rnl_status_t* (*call)(rnl_learn_model_t*, rnl_learn_value_t*,
                                                           std::size_t, std::size_t*)) const {
    std::vector<rnl_learn_value_t> raw(16);
    std::size_t count = 0;
    rnl_status_t* status = call(get(), raw.data(), raw.size(), &count);
    if (status != nullptr && count > raw.size()) {
      rnl_status_release(status);
      raw.resize(count);
      status = call(get(), raw.data(), raw.size(), &count);
    }
    return detail::Finish(status, [&] {
      std::vector<Value> values;
      for (std::size_t i = 0; i < count; ++i) values.emplace_back(get(), raw[i]);
      return values;
    });
  }
  Outcome<std::vector<std::string>> Names(rnl_status_t* (*call)(rnl_learn_model_t*,
                                                                rnl_names_t**)) const {
    rnl_names_t* out = nullptr;
    rnl_status_t* status = call(get(), &out);
    return detail::Finish(status, [&] { return detail::TakeNames(out); });
  }
  Outcome<std::string> Text(rnl_status_t* (*call)(rnl_learn_model_t*, rnl_bytes_t**)) const {
    rnl_bytes_t* out = nullptr;
    rnl_status_t* status = call(get(), &out);
    return detail::Finish(status, [&] { return detail::TakeBytes(out); });
  }
  template <typename Call>
  Outcome<std::vector<Tensor>> Tensors(std::size_t count, Call call) const {
    std::vector<rnl_tensor_t*> raw(count);
    rnl_status_t* status = call(raw.data(), count);
    return detail::Finish(status, [&] {
      std::vector<Tensor> tensors;
      for (rnl_tensor_t* t : raw) tensors.push_back(Tensor::Adopt(t));
      return tensors;
    });
  }

  Runtime runtime_;
};

// Layers that add, subtract and multiply; a number scales or shifts.
inline Outcome<Value> operator+(const Value& a, const Value& b) { return Layer("Add")(a, b); }
inline Outcome<Value> operator-(const Value& a, const Value& b) { return Layer("Subtract")(a, b); }
inline Outcome<Value> operator*(const Value& a, const Value& b) { return Layer("Multiply")(a, b); }
inline Outcome<Value> operator*(const Value& a, double scale) {
  return Layer("Rescaling(" + detail::NumberText(scale) + ")")(a);
}
inline Outcome<Value> operator*(double scale, const Value& a) { return a * scale; }
inline Outcome<Value> operator+(const Value& a, double offset) {
  return Layer("Rescaling(1, " + detail::NumberText(offset) + ")")(a);
}
inline Outcome<Value> operator-(const Value& a, double offset) { return a + -offset; }
inline Outcome<Value> operator-(const Value& a) { return a * -1.0; }

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_LEARN_HPP_
