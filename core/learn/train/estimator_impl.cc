#include "core/learn/train/estimator_impl.h"

#include <algorithm>
#include <chrono>

#include "core/base/clock.h"
#include "core/graph/builder.h"
#include "core/graph/meta_graph_build.h"
#include "core/graph/needed.h"
#include "core/io/bundle_reader.h"
#include "core/io/checkpoint_manager.h"
#include "core/io/summary.h"
#include "core/learn/spec.h"
#include "core/learn/train/aggregation_hook.h"
#include "core/learn/train/estimators.h"
#include "core/learn/train/graph_parts.h"
#include "core/learn/train/trainer.h"
#include "core/ops/gradient_helpers.h"
#include "core/runtime/host/host.h"

namespace runnel::learn {

int64_t StepOf(std::string_view checkpoint) {
  const size_t dash = checkpoint.rfind('-');
  if (dash == checkpoint.npos || dash + 1 == checkpoint.size()) return -1;
  int64_t step = 0;
  for (const char c : checkpoint.substr(dash + 1)) {
    if (c < '0' || c > '9' || step > INT64_MAX / 10 - 1) return -1;
    step = step * 10 + (c - '0');
  }
  return step;
}

Result<std::string> Newest(const std::string& folder) {
  auto latest = LatestCheckpoint(FileSystem(), folder);
  if (!latest.ok() && latest.status().code() == Code::kNotFound) return std::string();
  return latest;
}

bool Matches(std::string_view name, std::string_view pattern) {
  if (const size_t bar = pattern.find('|'); bar != pattern.npos)
    return Matches(name, pattern.substr(0, bar)) || Matches(name, pattern.substr(bar + 1));
  if (pattern.empty()) return name.empty();
  if (pattern[0] != '*')
    return !name.empty() && name[0] == pattern[0] && Matches(name.substr(1), pattern.substr(1));
  while (pattern.size() > 1 && pattern[1] == '*') pattern.remove_prefix(1);
  for (size_t i = 0; i <= name.size(); ++i) {
    if (Matches(name.substr(i), pattern.substr(1))) return true;
  }
  return false;
}

Result<Tensor> FitTo(const Tensor& value, OutputRef placeholder) {
  const Shape& wanted = ShapeOf(placeholder);
  const int rank = value.shape().rank();
  if (!wanted.has_rank() || wanted.rank() == rank) return value;
  std::vector<int64_t> dims;
  for (int i = 0; i < rank; ++i) dims.push_back(value.shape().dim(i));
  if (wanted.rank() == rank + 1) {
    dims.push_back(1);
  } else if (wanted.rank() == rank - 1 && dims.back() == 1) {
    dims.pop_back();
  } else {
    return value;
  }
  RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make(dims));
  return value.Reshaped(shape);
}

namespace {

// What is fed with an element's components.
class Feeding {
 public:
  Feeding(const ModeGraph& graph, Signature* signature) {
    for (const auto* outputs : {&graph.features, &graph.labels}) {
      for (const OutputRef output : *outputs) {
        feeds_.push_back(output);
        if (output) signature->feeds.push_back(output);
      }
    }
  }
  Result<std::vector<Tensor>> Of(const std::vector<Tensor>& element) const {
    std::vector<Tensor> values;
    for (size_t i = 0; i < feeds_.size() && i < element.size(); ++i) {
      if (!feeds_[i]) continue;
      RUNNEL_ASSIGN_OR_RETURN(Tensor value, FitTo(element[i], feeds_[i]));
      values.push_back(std::move(value));
    }
    return values;
  }

 private:
  std::vector<OutputRef> feeds_;  // of the components; none: it is not fed
};

// A pass whose first element is known: what shapes its components have.
class KnownPass {
 public:
  Status Begin(InputSource* source) {
    parts_ = source->parts();
    RUNNEL_ASSIGN_OR_RETURN(pass_, source->Begin());
    RUNNEL_ASSIGN_OR_RETURN(has_first_, pass_->Next(&first_));
    if (!has_first_) return InvalidArgument("the input has no element");
    const size_t features = parts_.features.size();
    if (first_.size() != features + parts_.labels.size())
      return InvalidArgument("the input's elements have ", first_.size(), " components, expected ",
                             features, " features and ", parts_.labels.size(), " labels");
    for (size_t i = 0; i < first_.size(); ++i) {
      InputPart& part = i < features ? parts_.features[i] : parts_.labels[i - features];
      std::vector<int64_t> dims;
      for (int d = 0; d < first_[i].shape().rank(); ++d)
        dims.push_back(d == 0 ? -1 : first_[i].shape().dim(d));
      if (dims.empty())
        return InvalidArgument("component ", i, " of the input is a scalar, expected a batch");
      RUNNEL_ASSIGN_OR_RETURN(part.shape, Shape::Make(dims, -1));
      part.dtype = first_[i].dtype();
    }
    return OkStatus();
  }
  const InputParts& parts() const { return parts_; }
  Result<bool> Next(std::vector<Tensor>* element) {
    if (!has_first_) return pass_->Next(element);
    has_first_ = false;
    *element = std::move(first_);
    return true;
  }

 private:
  InputParts parts_;
  std::unique_ptr<InputPass> pass_;
  std::vector<Tensor> first_;
  bool has_first_ = false;
};

Scaffold ScaffoldOf(const ModeGraph& made) {
  Scaffold scaffold;
  scaffold.global_step = made.global_step;
  scaffold.summary_op = made.summary;
  const AggregationNodes& aggregation = made.aggregation;
  for (Node* assign : FirstAssignments(*made.graph)) {
    const bool is_clock = !aggregation.empty() && assign->input(0).node == aggregation.clock;
    if (is_clock && !aggregation.is_chief) continue;
    if (std::find(made.locals.begin(), made.locals.end(), assign->input(0).node) != made.locals.end())
      scaffold.local_init_ops.push_back(assign);
  }
  scaffold.local_init_ops.insert(scaffold.local_init_ops.end(), made.local_init.begin(),
                                 made.local_init.end());
  scaffold.finalize = made.finalize;
  return scaffold;
}

double NumberOf(const Tensor& tensor) {
  if (tensor.num_elements() != 1) return std::nan("");
  switch (tensor.dtype()) {
    case DType::kFloat:
      return static_cast<double>(tensor.values<const float>()[0]);
    case DType::kDouble:
      return tensor.values<const double>()[0];
    case DType::kInt32:
    case DType::kInt64:
      return static_cast<double>(tensor.int_at(0));
    default:
      return std::nan("");
  }
}

// Tells `stop` to a trainer for as long as it runs.
class Running {
 public:
  Running(std::mutex* mutex, Trainer** slot, Trainer* trainer) : mutex_(mutex), slot_(slot) {
    const std::lock_guard lock(*mutex_);
    before_ = *slot_;  // an evaluation while training
    *slot_ = trainer;
  }
  ~Running() {
    const std::lock_guard lock(*mutex_);
    *slot_ = before_;
  }
  Running(const Running&) = delete;

 private:
  std::mutex* const mutex_;
  Trainer** const slot_;
  Trainer* before_ = nullptr;
};

class CheckpointPredictions final : public Predictions {
 public:
  CheckpointPredictions(ModeGraph made, std::unique_ptr<GraphHost> host,
                        std::unique_ptr<InputSource> input)
      : made_(std::move(made)),
        host_(std::move(host)),
        input_(std::move(input)),
        feeding_(made_, &signature_) {
    for (const auto& [name, output] : made_.predictions) {
      names_.push_back(name);
      signature_.fetches.push_back(output);
    }
  }
  Status Open(const std::string& checkpoint) {
    RUNNEL_ASSIGN_OR_RETURN(session_, host_->Connect({}));
    RUNNEL_RETURN_IF_ERROR(host_->Restore(checkpoint));
    Signature locals;
    locals.targets = ScaffoldOf(made_).local_init_ops;
    return locals.targets.empty() ? OkStatus() : session_->Run(locals, {}, {});
  }
  void Begin(KnownPass pass) { pass_ = std::move(pass); }
  const std::vector<std::string>& names() const override { return names_; }
  Result<bool> Next(std::vector<Tensor>* values) override {
    std::vector<Tensor> element;
    RUNNEL_ASSIGN_OR_RETURN(const bool more, pass_.Next(&element));
    if (!more) return false;
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<Tensor> fed, feeding_.Of(element));
    values->assign(signature_.fetches.size(), Tensor());
    RUNNEL_RETURN_IF_ERROR(session_->Run(signature_, fed, *values));
    return true;
  }

 private:
  const ModeGraph made_;
  const std::unique_ptr<GraphHost> host_;
  const std::unique_ptr<InputSource> input_;
  Signature signature_;
  const Feeding feeding_;
  KnownPass pass_;
  std::vector<std::string> names_;
  Ref<Session> session_;
};

constexpr std::string_view kTrainArgs = "steps: int >= 0 = 0; max_steps: int >= 0 = 0";

}  // namespace

void BuiltEstimator::Log(Severity severity, const std::string& text) {
  host_->runtime()->Log(severity, text);
}

void BuiltEstimator::RequestStop() {
  const std::lock_guard lock(mutex_);
  stop_ = true;
  if (trainer_ != nullptr) trainer_->RequestStop();
  stopped_.notify_all();
}

bool BuiltEstimator::WaitForStop(int64_t ms) {
  std::unique_lock lock(mutex_);
  return stopped_.wait_for(lock, std::chrono::milliseconds(ms), [&] { return stop_.load(); });
}

Status BuiltEstimator::WarmStart(std::string_view checkpoint, std::string_view pattern) {
  if (checkpoint.empty() || pattern.empty())
    return InvalidArgument("a warm start needs a checkpoint and a pattern of names, as \"dense/*\"");
  warm_checkpoint_ = checkpoint;
  warm_pattern_ = pattern;
  return OkStatus();
}

Result<ModeGraph> BuiltEstimator::Make(Mode mode, const InputParts& parts, const Strategy& strategy) {
  RUNNEL_ASSIGN_OR_RETURN(ModeGraph made, maker_->Make(mode, parts, strategy));
  if (mode == Mode::kTrain && (!made.loss || made.train_op == nullptr))
    return InvalidArgument("the model function set neither a loss nor a train op for training");
  if (mode == Mode::kEvaluate && !made.loss)
    return InvalidArgument("the model function set no loss for evaluation");
  if (mode == Mode::kPredict && made.predictions.empty())
    return InvalidArgument("the model function gave no predictions");
  if (mode == Mode::kTrain && config_.save_summary_steps > 0 && !config_.model_dir.empty() &&
      config_.is_chief()) {
    RUNNEL_ASSIGN_OR_RETURN(made.summary, MergeSummaries(made.graph.get(), made.loss));
  }
  std::vector<std::string> devices;
  if (mode == Mode::kTrain && config_.is_distributed()) {
    for (size_t i = 0; i < config_.num_tasks("ps"); ++i) devices.push_back(StrCat("/job:ps/task:", i));
    // Without parameter servers the chief has the variables.
    if (devices.empty() && config_.is_chief()) devices.push_back(config_.DeviceName());
  }
  if (devices.empty()) return made;
  RUNNEL_ASSIGN_OR_RETURN(std::shared_ptr<Graph> placed, CopyGraph(*made.graph, devices));
  const auto move = [&](Node** node) {
    if (*node != nullptr) *node = placed->FindNode((*node)->name());
  };
  for (auto* outputs : {&made.features, &made.labels}) {
    for (OutputRef& output : *outputs) move(&output.node);
  }
  for (OutputRef* output : {&made.loss, &made.global_step, &made.summary}) move(&output->node);
  move(&made.train_op);
  move(&made.updated_step.node);
  for (Node** node : made.aggregation.All()) move(node);
  for (auto& prediction : made.predictions) move(&prediction.second.node);
  for (auto& metric : made.metrics) {
    move(&metric.value.node);
    move(&metric.update);
  }
  for (auto* nodes : {&made.locals, &made.local_init, &made.finalize}) {
    for (Node*& node : *nodes) move(&node);
  }
  made.graph = std::move(placed);
  return made;
}

// ---- training

namespace {

// A hook that outlives a trainer, as training may begin anew.
class SharedHook final : public Hook {
 public:
  explicit SharedHook(std::shared_ptr<Hook> hook) : hook_(std::move(hook)) {}
  std::string_view name() const override { return hook_->name(); }
  bool is_foreign() const override { return hook_->is_foreign(); }
  Status Begin(HookCall* call) override { return hook_->Begin(call); }
  Status AfterCreateSession(HookCall* call) override { return hook_->AfterCreateSession(call); }
  Status BeforeRun(HookCall* call) override { return hook_->BeforeRun(call); }
  Status AfterRun(HookCall* call) override { return hook_->AfterRun(call); }
  Status End(HookCall* call) override { return hook_->End(call); }
  Status BeforeSave(HookCall* call) override { return hook_->BeforeSave(call); }
  Status AfterSave(HookCall* call) override { return hook_->AfterSave(call); }

 private:
  const std::shared_ptr<Hook> hook_;
};

// Gives variables whose names match their values in a checkpoint.
Status AssignMatching(Session* session, const std::string& checkpoint, std::string_view pattern) {
  Graph* const graph = session->graph().get();
  RUNNEL_ASSIGN_OR_RETURN(const auto reader, BundleReader::Open(FileSystem(), checkpoint));
  RUNNEL_ASSIGN_OR_RETURN(const auto variables, ListVariables(*graph));
  GraphBuilder b(graph, "rnl_train/warm_start");
  Signature signature;
  std::vector<Tensor> values;
  for (const GraphVariable& variable : variables) {
    if (!Matches(variable.key, pattern)) continue;
    const DType dtype = *variable.handle->attr<DType>("dtype");
    const Shape& shape = *variable.handle->attr<Shape>("shape");
    const BundleEntry* const entry = reader->Find(variable.key);
    if (entry == nullptr)
      return NotFound("warm start: the checkpoint ", checkpoint, " has no \"", variable.key, "\"");
    if (entry->dtype != dtype || !shape.IsCompatibleWith(entry->shape))
      return InvalidArgument("warm start: variable \"", variable.key, "\" is ", DTypeName(dtype),
                             shape.ToString(), ", the checkpoint ", checkpoint, " has ",
                             DTypeName(entry->dtype), entry->shape.ToString());
    RUNNEL_ASSIGN_OR_RETURN(Tensor value, reader->Read(variable.key, session->runtime().allocator()));
    const OutputRef fed = b.Op("Placeholder", {}, {{"dtype", dtype}, {"shape", shape}});
    Node* const assign = b.Op("AssignVariableOp", {{variable.handle, 0}, fed}, {{"dtype", dtype}}).node;
    signature.feeds.push_back(fed);
    signature.targets.push_back(assign);
    values.push_back(std::move(value));
  }
  RUNNEL_RETURN_IF_ERROR(b.status());
  if (values.empty()) return NotFound("warm start: no variable's name matches \"", pattern, "\"");
  return session->Run(signature, values, {});
}

}  // namespace

Status BuiltEstimator::TrainOnce(TrainRun* run) {
  KnownPass pass;
  RUNNEL_RETURN_IF_ERROR(pass.Begin(run->input));
  RUNNEL_ASSIGN_OR_RETURN(const RunConfig config, ConfigNow());
  RUNNEL_ASSIGN_OR_RETURN(const ModeGraph made, Make(Mode::kTrain, pass.parts(), config.strategy));
  if (config.strategy.mirrors() && config.strategy.devices.size() > 1) {
    Log(Severity::kInfo,
        StrCat("cross_device_ops: ", made.all_update ? "all_reduce" : "reduction_to_one_device",
               " over ", config.strategy.devices.size(), " parts of each batch"));
  }
  RUNNEL_ASSIGN_OR_RETURN(std::unique_ptr<GraphHost> over, host_->Over(made.graph, made.locals));
  Scaffold scaffold = ScaffoldOf(made);
  if (run->max_steps > 0 && !config_.model_dir.empty())
    scaffold.is_over = [this, run] { return IsOver(run->max_steps); };
  if (!warm_checkpoint_.empty()) {
    scaffold.after_init = [this](Session* session) {
      return AssignMatching(session, warm_checkpoint_, warm_pattern_);
    };
  }
  RUNNEL_ASSIGN_OR_RETURN(const Ref<Trainer> trainer, MakeTrainer(std::move(over), config, scaffold));
  const Running running(&mutex_, &trainer_, trainer.get());
  const std::string loss = StrCat("'", made.loss.node->name(), ":", made.loss.index, "'");
  RUNNEL_RETURN_IF_ERROR(trainer->AddHookRows(StrCat("NanTensorHook(", loss, ")")));
  if (config_.log_step_count_steps > 0)
    RUNNEL_RETURN_IF_ERROR(trainer->AddHookRows(
        StrCat("LoggingTensorHook([", loss, "], every_n_iter=", config_.log_step_count_steps, ")")));
  if (run->max_steps > 0)
    RUNNEL_RETURN_IF_ERROR(
        trainer->AddHookRows(StrCat("StopAtStepHook(last_step=", run->max_steps, ")")));
  if (run->steps > 0)
    RUNNEL_RETURN_IF_ERROR(trainer->AddHookRows(StrCat("StopAtStepHook(num_steps=", run->steps, ")")));
  RUNNEL_RETURN_IF_ERROR(trainer->AddHookRows(run->specs));
  if (!made.aggregation.empty())
    RUNNEL_RETURN_IF_ERROR(trainer->AddHook(MakeAggregationHook(made, config.strategy)));
  if (run->hook) RUNNEL_RETURN_IF_ERROR(trainer->AddHook(std::make_unique<SharedHook>(run->hook)));
  if (std::unique_ptr<Hook> hook = WatchMembers())
    RUNNEL_RETURN_IF_ERROR(trainer->AddHook(std::move(hook)));
  Signature signature;
  const Feeding feeding(made, &signature);
  signature.targets = {made.train_op};
  if (Status status = trainer->Start(); !status.ok())
    return status.code() == Code::kCancelled && IsOver(run->max_steps) ? OkStatus() : status;
  std::vector<Tensor> element;
  for (int64_t step = 0; repeats_exactly() && step < trainer->step(); ++step)
    RUNNEL_RETURN_IF_ERROR(pass.Next(&element).status());
  while (!trainer->should_stop() && !stop_) {
    auto more = pass.Next(&element);
    Status status = more.status();
    if (more.ok() && !*more) break;
    if (status.ok()) {
      RUNNEL_ASSIGN_OR_RETURN(const std::vector<Tensor> fed, feeding.Of(element));
      status = trainer->Run(signature, fed, {});
    }
    run->reached = std::max(run->reached, trainer->step());
    if (status.ok() || trainer->ended_normally()) continue;
    static_cast<void>(trainer->Close().ok());
    return status.code() == Code::kCancelled && IsOver(run->max_steps) ? OkStatus() : status;
  }
  return trainer->Close();
}

bool BuiltEstimator::IsOver(int64_t max_steps) const {
  if (max_steps <= 0 || config_.model_dir.empty()) return false;
  const auto newest = Newest(config_.model_dir);
  return newest.ok() && StepOf(*newest) >= max_steps;
}

Status BuiltEstimator::Train(InputSource* input, std::string_view text, Hooks hooks) {
  RUNNEL_ASSIGN_OR_RETURN(const AttrList options, BindOptions(text, "train", kTrainArgs));
  TrainRun run;
  run.input = input;
  run.steps = Option<int64_t>(options, "steps");
  run.max_steps = Option<int64_t>(options, "max_steps");
  if (run.steps > 0 && run.max_steps > 0)
    return InvalidArgument("train: at most one of steps and max_steps");
  run.specs = hooks.specs;
  run.hook = std::move(hooks.hook);
  if (config_.task_type == "ps" || config_.task_type == "evaluator")
    return FailedPrecondition("a task of type ", config_.task_type, " does not train");
  if (config_.is_distributed() && config_.target.empty()) {
    RUNNEL_ASSIGN_OR_RETURN(config_.target, host_->StartServer(config_));
  }
  return config_.runs_over_tasks() && !config_.is_chief() ? Serve(run.max_steps) : TrainAll(&run);
}

// ---- evaluation

Result<std::string> BuiltEstimator::CheckpointFor(const std::string& given) const {
  if (!given.empty()) return given;
  if (config_.model_dir.empty())
    return FailedPrecondition("neither a checkpoint nor the run's model_dir says what to restore");
  RUNNEL_ASSIGN_OR_RETURN(std::string newest, Newest(config_.model_dir));
  if (newest.empty()) return NotFound("there is no checkpoint in \"", config_.model_dir, "\" yet");
  return newest;
}

Result<Logs> BuiltEstimator::Evaluate(InputSource* input, std::string_view text, Hooks hooks) {
  RUNNEL_ASSIGN_OR_RETURN(
      const AttrList options,
      BindOptions(text, "evaluate", "steps: int >= 0 = 0; name: string = ''; checkpoint: string = ''"));
  RUNNEL_ASSIGN_OR_RETURN(const std::string checkpoint,
                          CheckpointFor(Option<std::string>(options, "checkpoint")));
  KnownPass pass;
  RUNNEL_RETURN_IF_ERROR(pass.Begin(input));
  RUNNEL_ASSIGN_OR_RETURN(const ModeGraph made, Make(Mode::kEvaluate, pass.parts()));
  RUNNEL_ASSIGN_OR_RETURN(std::unique_ptr<GraphHost> over, host_->Over(made.graph, made.locals));
  RunConfig alone = config_;
  alone.model_dir.clear();
  alone.cluster.clear();
  alone.target.clear();
  alone.task_type = "chief";
  alone.strategy = {};
  Scaffold scaffold = ScaffoldOf(made);
  scaffold.checkpoint = checkpoint;
  RUNNEL_ASSIGN_OR_RETURN(const Ref<Trainer> trainer, MakeTrainer(std::move(over), alone, scaffold));
  const Running running(&mutex_, &trainer_, trainer.get());
  RUNNEL_RETURN_IF_ERROR(trainer->AddHookRows(hooks.specs));
  if (hooks.hook) RUNNEL_RETURN_IF_ERROR(trainer->AddHook(std::move(hooks.hook)));
  Signature signature;
  const Feeding feeding(made, &signature);
  signature.fetches = {made.loss};
  for (const ModeGraph::Metric& metric : made.metrics) {
    if (metric.update != nullptr) signature.targets.push_back(metric.update);
  }
  RUNNEL_RETURN_IF_ERROR(trainer->Start());
  const int64_t steps = Option<int64_t>(options, "steps");
  double sum = 0;
  int64_t batches = 0;
  std::vector<Tensor> element;
  for (; (steps == 0 || batches < steps) && !trainer->should_stop(); ++batches) {
    RUNNEL_ASSIGN_OR_RETURN(const bool more, pass.Next(&element));
    if (!more) break;
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<Tensor> fed, feeding.Of(element));
    Tensor loss;
    RUNNEL_RETURN_IF_ERROR(trainer->Run(signature, fed, {&loss, 1}));
    sum += NumberOf(loss);
  }
  Logs logs;
  Signature results;
  for (const ModeGraph::Metric& metric : made.metrics) results.fetches.push_back(metric.value);
  std::vector<Tensor> values(results.fetches.size());
  if (!values.empty()) RUNNEL_RETURN_IF_ERROR(trainer->session()->Run(results, {}, values));
  for (size_t i = 0; i < values.size(); ++i)
    logs.emplace_back(made.metrics[i].name, NumberOf(values[i]));
  logs.emplace_back("loss", sum / static_cast<double>(batches));
  const int64_t step = trainer->has_global_step() ? trainer->step() : StepOf(checkpoint);
  logs.emplace_back("global_step", static_cast<double>(step));
  RUNNEL_RETURN_IF_ERROR(trainer->Close());
  if (config_.model_dir.empty()) return logs;
  const std::string& name = Option<std::string>(options, "name");
  const double now = static_cast<double>(UnixMicros()) / 1e6;
  RUNNEL_ASSIGN_OR_RETURN(
      EventWriter events,
      EventWriter::Create(FileSystem(),
                          JoinPath(config_.model_dir, name.empty() ? "eval" : "eval_" + name),
                          "evaluator", now));
  std::string summary;
  for (const auto& [tag, value] : logs) {
    if (tag != "global_step") summary += EncodeScalarSummary(tag, static_cast<float>(value));
  }
  RUNNEL_RETURN_IF_ERROR(events.Write({.wall_time = now, .step = step, .summary = std::move(summary)}));
  RUNNEL_RETURN_IF_ERROR(events.Close());
  return logs;
}

// ---- prediction and export

Result<std::unique_ptr<Predictions>> BuiltEstimator::Predict(std::unique_ptr<InputSource> input,
                                                             std::string_view text) {
  RUNNEL_ASSIGN_OR_RETURN(const AttrList options,
                          BindOptions(text, "predict", "checkpoint: string = ''"));
  RUNNEL_ASSIGN_OR_RETURN(const std::string checkpoint,
                          CheckpointFor(Option<std::string>(options, "checkpoint")));
  KnownPass pass;
  RUNNEL_RETURN_IF_ERROR(pass.Begin(input.get()));
  RUNNEL_ASSIGN_OR_RETURN(ModeGraph made, Make(Mode::kPredict, pass.parts()));
  RUNNEL_ASSIGN_OR_RETURN(std::unique_ptr<GraphHost> over, host_->Over(made.graph, made.locals));
  auto predictions =
      std::make_unique<CheckpointPredictions>(std::move(made), std::move(over), std::move(input));
  RUNNEL_RETURN_IF_ERROR(predictions->Open(checkpoint));
  predictions->Begin(std::move(pass));
  return std::unique_ptr<Predictions>(std::move(predictions));
}

Result<std::string> BuiltEstimator::Export(const std::string& base, InputSource* input,
                                           std::string_view given) {
  RUNNEL_ASSIGN_OR_RETURN(const std::string checkpoint, CheckpointFor(std::string(given)));
  KnownPass pass;
  RUNNEL_RETURN_IF_ERROR(pass.Begin(input));
  RUNNEL_ASSIGN_OR_RETURN(const ModeGraph made, Make(Mode::kPredict, pass.parts()));
  RUNNEL_ASSIGN_OR_RETURN(const std::unique_ptr<GraphHost> over, host_->Over(made.graph, made.locals));
  RUNNEL_RETURN_IF_ERROR(over->Connect({}).status());
  RUNNEL_RETURN_IF_ERROR(over->Restore(checkpoint));
  const Node* init = nullptr;
  if (!made.local_init.empty()) {
    NodeSpec group;
    group.op = "NoOp";
    group.name = made.graph->UniqueName("init_op");
    group.control_inputs = made.local_init;
    RUNNEL_ASSIGN_OR_RETURN(init, made.graph->AddNode(std::move(group)));
  }
  std::vector<std::pair<std::string, OutputRef>> inputs;
  for (size_t i = 0; i < made.features.size(); ++i) {
    if (made.features[i]) inputs.emplace_back(pass.parts().features[i].name, made.features[i]);
  }
  const FileSystem files;
  RUNNEL_RETURN_IF_ERROR(files.MakeFolders(base));
  for (int64_t name = UnixMicros() / 1'000'000;; ++name) {
    const std::string folder = JoinPath(base, StrCat(name));
    RUNNEL_ASSIGN_OR_RETURN(const bool taken, files.Exists(folder));
    if (taken) continue;
    RUNNEL_RETURN_IF_ERROR(host_->Export(over.get(), inputs, made.predictions, init, folder));
    RUNNEL_RETURN_IF_ERROR(over->Close());
    return folder;
  }
}

Result<Ref<Estimator>> MakeEstimator(std::unique_ptr<EstimatorHost> host,
                                     std::unique_ptr<GraphMaker> maker, const RunConfig& config) {
  return Ref<Estimator>(MakeRef<BuiltEstimator>(std::move(host), std::move(maker), config));
}

}  // namespace runnel::learn
