#include "core/learn/model.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>

#include "core/learn/batches.h"
#include "core/learn/callbacks.h"
#include "core/learn/compilations.h"
#include "core/learn/fitting.h"
#include "core/learn/model_state.h"
#include "core/learn/options.h"
#include "core/learn/strategy.h"
#include "core/learn/summary.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

double ScalarOf(const Tensor& tensor) {
  switch (tensor.dtype()) {
    case DType::kDouble:
      return tensor.values<const double>()[0];
    case DType::kFloat:
      return static_cast<double>(tensor.values<const float>()[0]);
    default:
      return std::nan("");
  }
}

Result<Tensor> ScalarTensor(DType dtype, double value) {
  if (dtype == DType::kDouble) return Tensor::FromScalar<double>(value);
  return Tensor::FromScalar<float>(static_cast<float>(value));
}

#define RUNNEL_LOOP_ARGS                                                               \
  "epochs: int >= 1 = 1; initial_epoch: int >= 0 = 0; steps_per_epoch: int >= 0 = 0; " \
  "validation_freq: int >= 1 = 1"
constexpr std::string_view kFitArgs =
    "batch_size: int >= 1 = 32; shuffle: bool = true; validation_split: float = 0; "
    "validation_batch_size: int >= 0 = 0; seed: int = 0; " RUNNEL_LOOP_ARGS;
constexpr std::string_view kFitInputArgs = "validation_steps: int >= 0 = 0; " RUNNEL_LOOP_ARGS;

FitLoop LoopOf(const AttrList& args) {
  return {Option<int64_t>(args, "initial_epoch"), Option<int64_t>(args, "epochs"),
          Option<int64_t>(args, "steps_per_epoch"), Option<int64_t>(args, "validation_freq")};
}

class BuiltModel final : public Model, private Trainee {
 public:
  BuiltModel(Ref<Runtime> runtime, const DTypePolicy& policy, int64_t seed, std::string device)
      : runtime_(std::move(runtime)),
        device_(std::move(device)),
        layers_(&runtime_->ops(), policy, seed) {
    session_options_.default_device = device_;
    session_options_.soft_placement = !device_.empty();
  }

  ~BuiltModel() override {
    if (session_) static_cast<void>(session_->Close().ok());
  }

  Result<int> AddInput(std::string_view name, DType dtype, const Shape& shape) override {
    const std::lock_guard lock(mutex_);
    return layers_.AddInput(name, dtype, shape);
  }
  Result<int> AddLayer(std::string_view spec, int group) override {
    const std::lock_guard lock(mutex_);
    return layers_.AddLayer(spec, group);
  }
  Result<int> AddGroup(std::string_view name, std::string_view kind, int parent) override {
    const std::lock_guard lock(mutex_);
    return layers_.AddGroup(name, kind, parent);
  }
  Result<int> FindLayer(std::string_view name) override {
    const std::lock_guard lock(mutex_);
    return layers_.FindLayer(name);
  }
  Result<int> Call(int layer, std::span<const int> inputs) override {
    const std::lock_guard lock(mutex_);
    if (layer < 0 || layer >= static_cast<int>(layers_.layers().size())) {
      return InvalidArgument("layer ", layer, " is none of the model's ", layers_.layers().size());
    }
    return layers_.Call(layer, inputs);
  }
  Status SetOutputs(std::span<const int> values) override {
    const std::lock_guard lock(mutex_);
    compiled_.reset();
    return layers_.SetOutputs(values);
  }

  Status Add(std::string_view text) override {
    const std::lock_guard lock(mutex_);
    RUNNEL_ASSIGN_OR_RETURN(const Spec spec, ParseSpec(text, "layer"));
    compiled_.reset();
    if (SameName(spec.name, "Input") || SameName(spec.name, "InputLayer"))
      return AddSequentialInput(spec);
    if (layers_.num_values() == 0) {
      return FailedPrecondition("layer ", text, ": a sequential model begins with Input([...])");
    }
    const int last = layers_.outputs().empty() ? layers_.num_values() - 1 : layers_.outputs().back();
    RUNNEL_ASSIGN_OR_RETURN(const int layer, layers_.AddLayer(text));
    RUNNEL_ASSIGN_OR_RETURN(const int value, layers_.Call(layer, {&last, 1}));
    if (layers_.num_values() > value + 1)
      return InvalidArgument("layer ", text, ": a sequential model takes layers of one value");
    return layers_.SetOutputs({&value, 1});
  }

  Status SetTrainable(std::string_view name, bool trainable) override {
    const std::lock_guard lock(mutex_);
    return layers_.SetTrainable(name, trainable);
  }
  Result<Shape> ShapeOf(int value) override {
    const std::lock_guard lock(mutex_);
    RUNNEL_RETURN_IF_ERROR(CheckValue(value));
    const OutputRef edge = layers_.value(value).predicted;
    return runnel::ShapeOf(edge);
  }
  Result<DType> TypeOf(int value) override {
    const std::lock_guard lock(mutex_);
    RUNNEL_RETURN_IF_ERROR(CheckValue(value));
    const OutputRef edge = layers_.value(value).predicted;
    return runnel::TypeOf(edge);
  }

  Result<OutputRef> OutputOf(int value) override {
    const std::lock_guard lock(mutex_);
    RUNNEL_RETURN_IF_ERROR(CheckValue(value));
    return layers_.value(value).predicted;
  }

  Status Define(OwnRow row) override {
    const std::lock_guard lock(mutex_);
    return layers_.Define(std::move(row));
  }
  ModelNames PartNames() override {
    const std::lock_guard lock(mutex_);
    return NamesOf(layers_);
  }

  Status SetStrategy(std::string_view text) override {
    const std::lock_guard lock(mutex_);
    return compilations_.SetStrategy(*runtime_, text);
  }

  Status Compile(std::string_view optimizer, std::string_view losses, std::string_view metrics,
                 std::span<const double> loss_weights) override {
    const std::lock_guard lock(mutex_);
    RUNNEL_ASSIGN_OR_RETURN(CompiledModel made,
                            compilations_.Compile(optimizer, losses, metrics, loss_weights));
    train_.reset();
    test_.reset();
    RUNNEL_RETURN_IF_ERROR(MoveSession());
    compiled_ = std::move(made);
    copies_stale_ = true;
    return OkStatus();
  }

  Result<History> Fit(const Samples& samples, const Samples* validation, std::string_view options,
                      std::string_view callbacks, Observer* observer) override;
  Result<Logs> Evaluate(const Samples& samples, int64_t batch_size) override {
    const std::lock_guard lock(mutex_);
    RUNNEL_RETURN_IF_ERROR(Ready());
    RUNNEL_ASSIGN_OR_RETURN(const Batches batches, MakeBatches(samples));
    RUNNEL_ASSIGN_OR_RETURN(const auto source,
                            SampleSource::Create(&batches, {0, batches.num_rows(), batch_size}));
    return learn::Evaluate(this, source.get());
  }
  Result<History> FitInput(InputBegin* input, InputBegin* validation, std::string_view options,
                           std::string_view callbacks, Observer* observer) override;
  Result<Logs> EvaluateInput(InputBegin* input, int64_t steps) override {
    const std::lock_guard lock(mutex_);
    RUNNEL_RETURN_IF_ERROR(Ready());
    if (steps < 0) return InvalidArgument("steps: expected at least 0, got ", steps);
    InputBatches source = BatchesOf(input, steps);
    return learn::Evaluate(this, &source);
  }
  Result<Logs> TrainOnBatch(const Samples& samples) override {
    const std::lock_guard lock(mutex_);
    RUNNEL_RETURN_IF_ERROR(Ready());
    RUNNEL_ASSIGN_OR_RETURN(const Batches batches, MakeBatches(samples));
    std::vector<Tensor> values;
    RUNNEL_RETURN_IF_ERROR(batches.Range(0, batches.num_rows(), &values));
    RUNNEL_RETURN_IF_ERROR(ResetMetrics());
    RUNNEL_ASSIGN_OR_RETURN(const double loss,
                            Step({batches.feeds(), std::move(values), batches.num_rows()}, true));
    Logs logs = {{"loss", loss}};
    RUNNEL_RETURN_IF_ERROR(ReadMetrics(&logs));
    return logs;
  }
  Result<std::vector<Tensor>> Predict(std::span<const Tensor> inputs, int64_t batch_size) override;

  Result<std::vector<std::string>> WeightNames() override {
    const std::lock_guard lock(mutex_);
    return NamesOfWeights();
  }
  Result<std::vector<Tensor>> GetWeights() override {
    const std::lock_guard lock(mutex_);
    RUNNEL_RETURN_IF_ERROR(Initialized());
    Signature signature;
    for (const Weight& weight : layers_.weights()) signature.fetches.push_back(weight.read);
    std::vector<Tensor> values(signature.fetches.size());
    if (!values.empty()) RUNNEL_RETURN_IF_ERROR(session_->Run(signature, {}, values));
    return values;
  }
  Status SetWeights(std::span<const Tensor> values) override;
  Status ResetStates() override {
    const std::lock_guard lock(mutex_);
    initialized_states_ = 0;
    return Initialized();
  }
  Status Save(const std::string& prefix, std::string_view options) override {
    const std::lock_guard lock(mutex_);
    RUNNEL_RETURN_IF_ERROR(Initialized());
    RUNNEL_ASSIGN_OR_RETURN(const CompiledModel* state, StateToo(options, "save"));
    return SaveModel(*session_, layers_, state, prefix);
  }
  Status Load(const std::string& prefix, std::string_view options) override {
    const std::lock_guard lock(mutex_);
    RUNNEL_RETURN_IF_ERROR(Initialized());
    RUNNEL_ASSIGN_OR_RETURN(const CompiledModel* state, StateToo(options, "load"));
    copies_stale_ = true;
    return LoadModel(*session_, runtime_->allocator(), layers_, state, prefix);
  }
  Status WithState(const std::function<Status(Session&, const CompiledModel*)>& use) override {
    const std::lock_guard lock(mutex_);
    RUNNEL_RETURN_IF_ERROR(Initialized());
    copies_stale_ = true;
    return use(*session_, compiled_ ? &*compiled_ : nullptr);
  }
  Result<std::string> Summary() override {
    const std::lock_guard lock(mutex_);
    return SummaryOf(layers_);
  }

  const std::shared_ptr<Graph>& graph() override { return layers_.graph(); }
  const Layers& layers() override { return layers_; }
  Result<ModelParts> Parts() override {
    const std::lock_guard lock(mutex_);
    if (!compiled_) return FailedPrecondition("the model is not compiled");
    return compilations_.Own(*compiled_);
  }
  Result<ModelParts> PartsFor(const Strategy& strategy) override {
    const std::lock_guard lock(mutex_);
    if (!compiled_) return FailedPrecondition("the model is not compiled");
    return compilations_.For(strategy);
  }
  Result<Ref<Session>> session() override {
    const std::lock_guard lock(mutex_);
    RUNNEL_RETURN_IF_ERROR(Initialized());
    copies_stale_ = true;  // the program may assign variables
    return session_;
  }

 private:
  Status CheckValue(int value) const {
    if (value >= 0 && value < layers_.num_values()) return OkStatus();
    return InvalidArgument("value ", value, " is none of the model's ", layers_.num_values());
  }

  Status AddSequentialInput(const Spec& spec) {
    if (layers_.num_values() > 0) return FailedPrecondition("the model has an input already");
    RUNNEL_ASSIGN_OR_RETURN(
        const OpSchema schema,
        ParseOpSchema("Input", "", "",
                      "shape: list(int); dtype: type = float; name: string = ''; batch_size: int = -1"));
    RUNNEL_ASSIGN_OR_RETURN(const AttrList args, BindArguments(spec, "layer Input", schema.attrs));
    std::vector<int64_t> dims = {Option<int64_t>(args, "batch_size")};
    for (const int64_t dim : Option<std::vector<int64_t>>(args, "shape")) dims.push_back(dim);
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make(dims, -1));
    RUNNEL_ASSIGN_OR_RETURN(const int value, layers_.AddInput(Option<std::string>(args, "name"),
                                                              Option<DType>(args, "dtype"), shape));
    return layers_.SetOutputs({&value, 1});
  }

  // What a checkpoint has besides weights; null: nothing.
  Result<const CompiledModel*> StateToo(std::string_view options, std::string_view what) const {
    RUNNEL_ASSIGN_OR_RETURN(const AttrList args, BindOptions(options, what, "optimizer: bool = true"));
    return Option<bool>(args, "optimizer") && compiled_ ? &*compiled_ : nullptr;
  }

  // Takes a session that runs where the strategy says; weights go on with their values.
  Status MoveSession() {
    const Strategy& strategy = compilations_.strategy();
    const std::string& home = strategy.home.empty() ? device_ : strategy.home;
    const bool is_soft = strategy.divides() || !device_.empty();
    if (home == session_options_.default_device && is_soft == session_options_.soft_placement)
      return OkStatus();
    std::vector<Tensor> values;
    if (session_) {
      RUNNEL_ASSIGN_OR_RETURN(values, GetWeights());
      RUNNEL_RETURN_IF_ERROR(session_->Close());
      session_ = nullptr;
      initialized_weights_ = initialized_states_ = 0;
      compiled_.reset();
    }
    session_options_.default_device = home;
    session_options_.soft_placement = is_soft;  // some nodes of a part have kernels on the host alone
    return values.empty() ? OkStatus() : SetWeights(values);
  }

  // A session whose variables all have values.
  Status Initialized() {
    if (!session_) {
      RUNNEL_ASSIGN_OR_RETURN(session_, Session::Create(runtime_, layers_.graph(), session_options_));
    }
    Signature signature;
    for (; initialized_weights_ < layers_.weights().size(); ++initialized_weights_) {
      signature.targets.push_back(layers_.weights()[initialized_weights_].initialize);
    }
    for (; initialized_states_ < layers_.states().size(); ++initialized_states_)
      signature.targets.push_back(layers_.states()[initialized_states_].initialize);
    if (compiled_) {
      signature.targets.insert(signature.targets.end(), compiled_->initialize.begin(),
                               compiled_->initialize.end());
    }
    if (signature.targets.empty()) return OkStatus();
    RUNNEL_RETURN_IF_ERROR(session_->Run(signature, {}, {}));
    if (compiled_) compiled_->initialize.clear();
    return OkStatus();
  }

  Status Ready() {
    if (!compiled_) return FailedPrecondition("the model is not compiled");
    return Initialized();
  }

  Result<Batches> MakeBatches(const Samples& samples) {
    std::vector<Column> columns;
    if (samples.inputs.size() != compiled_->inputs.size() ||
        samples.targets.size() != compiled_->targets.size()) {
      return InvalidArgument("expected ", compiled_->inputs.size(), " inputs and ",
                             compiled_->targets.size(), " targets, got ", samples.inputs.size(), " and ",
                             samples.targets.size());
    }
    for (size_t i = 0; i < samples.inputs.size(); ++i) {
      columns.push_back({samples.inputs[i], compiled_->inputs[i], StrCat("input ", i)});
    }
    for (size_t i = 0; i < samples.targets.size(); ++i) {
      columns.push_back({samples.targets[i], compiled_->targets[i], StrCat("target ", i)});
    }
    if (!samples.weights.empty())
      columns.push_back({samples.weights, compiled_->sample_weight, "sample weights"});
    return Batches::Create(runtime_->allocator(), std::move(columns));
  }

  // Inputs, targets and weights of samples, as elements of an input have them.
  InputBatches BatchesOf(InputBegin* input, int64_t steps) {
    std::vector<OutputRef> feeds = compiled_->inputs;
    std::vector<std::string> names;
    for (size_t i = 0; i < feeds.size(); ++i) names.push_back(StrCat("input ", i));
    for (size_t i = 0; i < compiled_->targets.size(); ++i) {
      feeds.push_back(compiled_->targets[i]);
      names.push_back(StrCat("target ", i));
    }
    const size_t least = feeds.size();
    feeds.push_back(compiled_->sample_weight);
    names.push_back("sample weights");
    return InputBatches(runtime_->allocator(), input, std::move(feeds), std::move(names), least, steps);
  }

  // Gives copies of weights the values that were assigned to these by others than steps.
  Status SyncCopies() {
    if (copies_stale_ && compiled_->sync != nullptr) {
      Signature signature;
      signature.targets = {compiled_->sync};
      RUNNEL_RETURN_IF_ERROR(session_->Run(signature, {}, {}));
    }
    copies_stale_ = false;
    return OkStatus();
  }

  Result<double> Step(const Batch& batch, bool trains) override {
    if (trains) RUNNEL_RETURN_IF_ERROR(SyncCopies());
    std::optional<PreparedStep>& prepared = trains ? train_ : test_;
    if (!prepared || prepared->feeds != batch.feeds) {
      Signature signature;
      signature.feeds = batch.feeds;
      signature.fetches = {trains ? compiled_->train_loss : compiled_->test_loss};
      signature.targets = {trains ? compiled_->train_step : compiled_->test_step};
      RUNNEL_ASSIGN_OR_RETURN(Ref<Callable> callable, session_->MakeCallable(signature));
      prepared = PreparedStep{batch.feeds, std::move(callable)};
    }
    Tensor loss;
    if (Status status = prepared->callable->Run(batch.values, {&loss, 1}); !status.ok()) {
      copies_stale_ |= trains;  // some may have been updated
      return status;
    }
    return ScalarOf(loss);
  }

  Status Finish() override {
    if (compiled_->finalize == nullptr) return OkStatus();
    Signature signature;
    signature.targets = {compiled_->finalize};
    copies_stale_ = true;
    return session_->Run(signature, {}, {});
  }

  Status ResetMetrics() override {
    Signature signature;
    signature.targets = {compiled_->reset_metrics};
    return compiled_->metrics.empty() ? OkStatus() : session_->Run(signature, {}, {});
  }

  Status ReadMetrics(Logs* logs) override {
    if (compiled_->metrics.empty()) return OkStatus();
    Signature signature;
    for (const MetricNodes& metric : compiled_->metrics) signature.fetches.push_back(metric.result);
    std::vector<Tensor> values(signature.fetches.size());
    RUNNEL_RETURN_IF_ERROR(session_->Run(signature, {}, values));
    for (size_t i = 0; i < values.size(); ++i) {
      logs->emplace_back(compiled_->metrics[i].name, ScalarOf(values[i]));
    }
    return OkStatus();
  }

  Result<double> ReadLearningRate() override {
    Signature signature;
    signature.fetches = {compiled_->rate_value};
    Tensor rate;
    RUNNEL_RETURN_IF_ERROR(session_->Run(signature, {}, {&rate, 1}));
    return ScalarOf(rate);
  }
  Status AssignLearningRate(double rate) override {
    const auto& variable = compiled_->rate;
    if (!variable) return FailedPrecondition("a schedule says the learning rate");
    RUNNEL_ASSIGN_OR_RETURN(const Tensor value, ScalarTensor(variable->dtype, rate));
    // The initializer's value is what is assigned; fed, it is another one.
    Signature signature;
    signature.feeds = {variable->initialize->input(1)};
    signature.targets = {variable->initialize};
    return session_->Run(signature, {&value, 1}, {});
  }
  Result<std::vector<Tensor>> ReadWeights() override { return GetWeights(); }
  Status AssignWeights(std::span<const Tensor> values) override { return SetWeights(values); }
  Status SaveKerasWeights(const std::string& path) override {
    return learn::SaveKerasWeights(FileSystem(), path, this);
  }
  Status WriteState(BundleWriter* writer) override {
    return WriteModel(*session_, layers_, &*compiled_, writer);
  }
  Status ReadState(const BundleReader& reader) override {
    copies_stale_ = true;
    return ReadModel(*session_, runtime_->allocator(), layers_, &*compiled_, reader);
  }
  std::vector<std::string> NamesOfWeights() override {
    std::vector<std::string> names;
    for (const Weight& weight : layers_.weights()) names.push_back(weight.name);
    return names;
  }

  struct PreparedStep {
    std::vector<OutputRef> feeds;
    Ref<Callable> callable;
  };

  const Ref<Runtime> runtime_;
  const std::string device_;    // of nodes; empty: the first one
  std::recursive_mutex mutex_;  // guards all below; an observer of a fit may call the model
  Layers layers_;
  std::optional<CompiledModel> compiled_;
  Compilations compilations_{&layers_};
  Ref<Session> session_;
  size_t initialized_weights_ = 0, initialized_states_ = 0;
  std::optional<PreparedStep> train_, test_;
  SessionOptions session_options_;
  bool copies_stale_ = true;
};

Result<History> BuiltModel::Fit(const Samples& samples, const Samples* validation,
                                std::string_view options, std::string_view callbacks,
                                Observer* observer) {
  const std::lock_guard lock(mutex_);
  RUNNEL_RETURN_IF_ERROR(Ready());
  RUNNEL_ASSIGN_OR_RETURN(const AttrList args, BindOptions(options, "fit", kFitArgs));
  RUNNEL_ASSIGN_OR_RETURN(auto made, MakeCallbacks(callbacks, FileSystem()));
  RUNNEL_ASSIGN_OR_RETURN(const Batches training, MakeBatches(samples));
  int64_t rows = training.num_rows();
  std::optional<Batches> other;
  const Batches* checked = nullptr;
  const float split = Option<float>(args, "validation_split");
  if (!(split >= 0 && split < 1))
    return InvalidArgument("fit: validation_split: expected at least 0 and below 1, got ", split);
  if (validation != nullptr) {
    RUNNEL_ASSIGN_OR_RETURN(other, MakeBatches(*validation));
    checked = &*other;
  } else if (split > 0) {
    rows = static_cast<int64_t>(static_cast<double>(rows) * (1 - static_cast<double>(split)));
    if (rows < 1 || rows == training.num_rows()) {
      return InvalidArgument("fit: validation_split ", split, " leaves nothing of ", training.num_rows(),
                             " samples for one part");
    }
    checked = &training;
  }
  const int64_t size = Option<int64_t>(args, "batch_size"), seed = Option<int64_t>(args, "seed");
  const int64_t validation_size = Option<int64_t>(args, "validation_batch_size");
  RUNNEL_ASSIGN_OR_RETURN(const auto source,
                          SampleSource::Create(&training, {0, rows, size, Option<bool>(args, "shuffle"),
                                                           seed != 0 ? seed : layers_.seed()}));
  std::unique_ptr<SampleSource> checks;
  if (checked != nullptr) {
    RUNNEL_ASSIGN_OR_RETURN(
        checks, SampleSource::Create(checked, {checked == &training ? rows : 0, checked->num_rows(),
                                               validation_size > 0 ? validation_size : size}));
  }
  return learn::Fit(this, LoopOf(args), source.get(), checks.get(), made, observer);
}

Result<History> BuiltModel::FitInput(InputBegin* input, InputBegin* validation, std::string_view options,
                                     std::string_view callbacks, Observer* observer) {
  const std::lock_guard lock(mutex_);
  RUNNEL_RETURN_IF_ERROR(Ready());
  RUNNEL_ASSIGN_OR_RETURN(const AttrList args, BindOptions(options, "fit", kFitInputArgs));
  RUNNEL_ASSIGN_OR_RETURN(auto made, MakeCallbacks(callbacks, FileSystem()));
  InputBatches source = BatchesOf(input, Option<int64_t>(args, "steps_per_epoch"));
  InputBatches checks = BatchesOf(validation, Option<int64_t>(args, "validation_steps"));
  return learn::Fit(this, LoopOf(args), &source, validation == nullptr ? nullptr : &checks, made,
                    observer);
}

Result<std::vector<Tensor>> BuiltModel::Predict(std::span<const Tensor> inputs, int64_t batch_size) {
  const std::lock_guard lock(mutex_);
  if (layers_.outputs().empty()) return FailedPrecondition("the model has no outputs");
  if (batch_size < 1) return InvalidArgument("batch_size: expected at least 1, got ", batch_size);
  RUNNEL_RETURN_IF_ERROR(Initialized());
  if (inputs.size() != layers_.inputs().size()) {
    return InvalidArgument("expected ", layers_.inputs().size(), " inputs, got ", inputs.size());
  }
  std::vector<Column> columns;
  for (size_t i = 0; i < inputs.size(); ++i) {
    columns.push_back({inputs[i], layers_.value(layers_.inputs()[i]).predicted, StrCat("input ", i)});
  }
  RUNNEL_ASSIGN_OR_RETURN(const Batches batches,
                          Batches::Create(runtime_->allocator(), std::move(columns)));
  Signature signature;
  signature.feeds = batches.feeds();
  for (const int output : layers_.outputs())
    signature.fetches.push_back(layers_.value(output).predicted);
  RUNNEL_ASSIGN_OR_RETURN(const Ref<Callable> callable, session_->MakeCallable(signature));
  std::vector<Tensor> whole(signature.fetches.size()), part(signature.fetches.size());
  std::vector<Tensor> feeds;
  for (int64_t first = 0; first < batches.num_rows(); first += batch_size) {
    const int64_t rows = std::min(batch_size, batches.num_rows() - first);
    RUNNEL_RETURN_IF_ERROR(batches.Range(first, rows, &feeds));
    RUNNEL_RETURN_IF_ERROR(callable->Run(feeds, part));
    for (size_t i = 0; i < part.size(); ++i) {
      Status status =
          AddRows(runtime_->allocator(), part[i], rows, first, batches.num_rows(), &whole[i]);
      if (!status.ok()) return status.WithPrefix(StrCat("output ", i));
    }
  }
  return whole;
}

Status BuiltModel::SetWeights(std::span<const Tensor> values) {
  const std::lock_guard lock(mutex_);
  RUNNEL_RETURN_IF_ERROR(Initialized());
  const auto& weights = layers_.weights();
  if (values.size() != weights.size()) {
    return InvalidArgument("expected ", weights.size(), " weights, got ", values.size());
  }
  std::vector<const Weight*> variables;
  for (size_t i = 0; i < weights.size(); ++i) {
    if (values[i].dtype() != weights[i].dtype || !weights[i].shape.IsCompatibleWith(values[i].shape())) {
      return InvalidArgument("weight \"", weights[i].name, "\": expected ", DTypeName(weights[i].dtype),
                             weights[i].shape.ToString(), ", got ", DTypeName(values[i].dtype()),
                             values[i].shape().ToString());
    }
    variables.push_back(&weights[i]);
  }
  copies_stale_ = true;
  return AssignVariables(*session_, variables, values);
}

}  // namespace

Result<Ref<Model>> CreateModel(Ref<Runtime> runtime, std::string_view options) {
  RUNNEL_ASSIGN_OR_RETURN(
      const AttrList args,
      BindOptions(
          options, "model",
          "name: string = ''; dtype: string = 'float'; seed: int >= 1 = 1; device: string = ''"));
  RUNNEL_ASSIGN_OR_RETURN(const DTypePolicy policy,
                          ParsePolicy(Option<std::string>(args, "dtype"), "model"));
  std::string device = Option<std::string>(args, "device");
  if (!device.empty()) {
    auto found = FindDevice(*runtime, device);
    if (!found.ok()) return found.status().WithPrefix("model");
    device = std::move(*found);
  }
  return Ref<Model>(
      MakeRef<BuiltModel>(std::move(runtime), policy, Option<int64_t>(args, "seed"), std::move(device)));
}

}  // namespace runnel::learn
