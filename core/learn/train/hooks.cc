// The hooks that come with Runnel, by row: TensorFlow's, with its names, arguments and defaults.
#include <cmath>
#include <optional>

#include "core/base/number.h"
#include "core/io/checkpoint_manager.h"
#include "core/io/summary.h"
#include "core/learn/row.h"
#include "core/learn/train/step_timer.h"
#include "core/learn/train/trainer.h"
#include "core/ops/gradient_helpers.h"
#include "core/runtime/host/host.h"
#include "core/runtime/step/trace.h"

namespace runnel::learn {
namespace {

constexpr Row kHooks[] = {
    {.kind = RowKind::kHook,
     .name = "LoggingTensorHook",
     .args = "tensors: list(string); every_n_iter: int >= 0 = 0; every_n_secs: float = 0; at_end: bool "
             "= false",
     .doc = "Writes the tensors' values to the log, with severity info, every so many runs or seconds, "
            "and at the end if `at_end`."},
    {.kind = RowKind::kHook,
     .name = "StopAtStepHook",
     .args = "num_steps: int >= 0 = 0; last_step: int >= 0 = 0",
     .doc = "Stops at the global step `last_step`, or after `num_steps` more than there were at the "
            "beginning."},
    {.kind = RowKind::kHook,
     .name = "StepCounterHook",
     .args = "every_n_steps: int >= 0 = 100; every_n_secs: float = 0; output_dir: string = ''",
     .doc = "Writes steps per second, as global_step/sec, to the log and an event file."},
    {.kind = RowKind::kHook,
     .name = "NanTensorHook",
     .args = "loss_tensor: string; fail_on_nan_loss: bool = true",
     .doc = "Ends the run with a failure when the loss is not a number, or stops it."},
    {.kind = RowKind::kHook,
     .name = "CheckpointSaverHook",
     .args = "checkpoint_dir: string = ''; save_secs: float = 0; save_steps: int >= 0 = 0; "
             "checkpoint_basename: string = 'model.ckpt'",
     .doc = "Writes a checkpoint at the beginning, every so many steps or seconds, and at the end."},
    {.kind = RowKind::kHook,
     .name = "SummarySaverHook",
     .args = "save_steps: int >= 0 = 0; save_secs: float = 0; output_dir: string = ''; summary_op: "
             "string",
     .doc = "Writes what a summary op gives to an event file, every so many steps or seconds."},
    {.kind = RowKind::kHook,
     .name = "ProfilerHook",
     .args = "save_steps: int >= 0 = 0; save_secs: float = 0; output_dir: string = ''",
     .doc = "Traces a run every so many steps or seconds, into timeline-STEP.json."},
    {.kind = RowKind::kHook,
     .name = "FinalOpsHook",
     .args = "final_ops: list(string)",
     .doc = "Fetches tensors at the end, for the program."},
    {.kind = RowKind::kHook,
     .name = "GlobalStepWaiterHook",
     .args = "wait_until_step: int >= 0",
     .doc = "Holds the first runs back until the global step has been reached."},
};

Result<std::vector<OutputRef>> FindAll(const HookCall& call, const std::vector<std::string>& names) {
  std::vector<OutputRef> found;
  for (const std::string& name : names) {
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef output, (*call.graph)->FindOutput(name));
    found.push_back(output);
  }
  return found;
}

// A value as people read it: numbers of a scalar bare.
std::string ValueText(const Tensor& value) {
  if (value.num_elements() == 1 && value.shape().rank() == 0) {
    if (value.dtype() == DType::kFloat)
      return RealText(static_cast<double>(value.values<const float>()[0]), RealType::kFloat);
    if (value.dtype() == DType::kDouble)
      return RealText(value.values<const double>()[0], RealType::kDouble);
    if (value.dtype() == DType::kInt64 || value.dtype() == DType::kInt32) return StrCat(value.int_at(0));
  }
  return value.ToString();
}

class RowHook : public Hook {
 public:
  explicit RowHook(BoundRow row) : row_(std::move(row)) {}
  std::string_view name() const override { return row_.name(); }

 protected:
  double secs(std::string_view arg) const { return static_cast<double>(row_.arg<float>(arg)); }
  int64_t whole(std::string_view arg) const { return row_.arg<int64_t>(arg); }
  const std::string& text(std::string_view arg) const { return row_.arg<std::string>(arg); }
  StepTimer Timer(std::string_view steps, std::string_view seconds) const {
    return {whole(steps), secs(seconds)};
  }
  // A folder that an argument says, or else the model's. Errors: INVALID_ARGUMENT without either.
  Result<std::string> Folder(const HookCall& call, std::string_view arg) const {
    const std::string& said = text(arg);
    const std::string& folder = said.empty() ? call.trainer->config().model_dir : said;
    if (folder.empty())
      return InvalidArgument("neither ", arg, " nor the run's model_dir says where to write");
    return folder;
  }
  const BoundRow row_;
};

class LoggingHook final : public RowHook {
 public:
  explicit LoggingHook(BoundRow row)
      : RowHook(std::move(row)), timer_(Timer("every_n_iter", "every_n_secs")) {}

  Status Begin(HookCall* call) override {
    RUNNEL_ASSIGN_OR_RETURN(outputs_, FindAll(*call, names()));
    return OkStatus();
  }
  Status BeforeRun(HookCall* call) override {
    if (due_ = timer_.IsDue(iteration_); due_) call->fetches = outputs_;
    return OkStatus();
  }
  Status AfterRun(HookCall* call) override {
    if (due_) Write(*call, call->values, timer_.Mark(iteration_));
    ++iteration_;
    return OkStatus();
  }
  Status End(HookCall* call) override {
    if (!row_.arg<bool>("at_end")) return OkStatus();
    std::vector<Tensor> values(outputs_.size());
    Signature signature;
    signature.fetches = outputs_;
    RUNNEL_RETURN_IF_ERROR(call->session->Run(signature, {}, values));
    Write(*call, values, std::nullopt);
    return OkStatus();
  }

 private:
  const std::vector<std::string>& names() const { return row_.arg<std::vector<std::string>>("tensors"); }
  void Write(const HookCall& call, std::span<const Tensor> values,
             const std::optional<StepTimer::Elapsed>& passed) const {
    std::string line;
    for (size_t i = 0; i < values.size(); ++i)
      line += StrCat(i == 0 ? "" : ", ", names()[i], " = ", ValueText(values[i]));
    if (passed) line += StrCat(" (", std::round(passed->secs * 1000) / 1000, " sec)");
    call.trainer->host().runtime().Log(Severity::kInfo, line);
  }
  StepTimer timer_;
  std::vector<OutputRef> outputs_;
  int64_t iteration_ = 0;
  bool due_ = false;
};

class StopHook final : public RowHook {
 public:
  explicit StopHook(BoundRow row) : RowHook(std::move(row)), last_(whole("last_step")) {}
  Status Check() const {
    if ((whole("num_steps") > 0) != (last_ > 0)) return OkStatus();
    return InvalidArgument(name(), ": expected one of num_steps and last_step");
  }
  Status AfterCreateSession(HookCall* call) override {
    if (last_ == 0) last_ = call->step + whole("num_steps");
    call->stop = call->step >= last_;
    return OkStatus();
  }
  Status AfterRun(HookCall* call) override {
    call->stop = call->step >= last_;
    return OkStatus();
  }

 private:
  int64_t last_;
};

class CounterHook final : public RowHook {
 public:
  explicit CounterHook(BoundRow row)
      : RowHook(std::move(row)), timer_(Timer("every_n_steps", "every_n_secs")) {}
  Status AfterRun(HookCall* call) override {
    if (!timer_.IsDue(call->step)) return OkStatus();
    const auto passed = timer_.Mark(call->step);
    if (!passed || passed->steps <= 0 || passed->secs <= 0) return OkStatus();
    const float rate = static_cast<float>(static_cast<double>(passed->steps) / passed->secs);
    call->trainer->host().runtime().Log(Severity::kInfo, StrCat("global_step/sec: ", rate));
    if (text("output_dir").empty() && call->trainer->config().model_dir.empty()) return OkStatus();
    RUNNEL_ASSIGN_OR_RETURN(const std::string folder, Folder(*call, "output_dir"));
    RUNNEL_ASSIGN_OR_RETURN(EventWriter* const events, call->trainer->Events(folder));
    return events->Write({.wall_time = static_cast<double>(UnixMicros()) / 1e6,
                          .step = call->step,
                          .summary = EncodeScalarSummary("global_step/sec", rate)});
  }

 private:
  StepTimer timer_;
};

class NanHook final : public RowHook {
 public:
  using RowHook::RowHook;
  Status Begin(HookCall* call) override {
    RUNNEL_ASSIGN_OR_RETURN(outputs_, FindAll(*call, {text("loss_tensor")}));
    return OkStatus();
  }
  Status BeforeRun(HookCall* call) override {
    call->fetches = outputs_;
    return OkStatus();
  }
  Status AfterRun(HookCall* call) override {
    if (!HasNan(call->values[0])) return OkStatus();
    const std::string what = StrCat("NaN loss during training: \"", text("loss_tensor"), "\" is ",
                                    call->values[0].ToString(), " at step ", call->step);
    if (row_.arg<bool>("fail_on_nan_loss")) return InvalidArgument(what);
    call->trainer->host().runtime().Log(Severity::kWarning, what);
    call->stop = true;
    return OkStatus();
  }

 private:
  static bool HasNan(const Tensor& value) {
    const auto any = [](auto values) {
      for (const auto element : values) {
        if (std::isnan(element)) return true;
      }
      return false;
    };
    if (value.dtype() == DType::kFloat) return any(value.values<const float>());
    if (value.dtype() == DType::kDouble) return any(value.values<const double>());
    return false;
  }
  std::vector<OutputRef> outputs_;
};

class SaverHook final : public RowHook {
 public:
  explicit SaverHook(BoundRow row) : RowHook(std::move(row)), timer_(Timer("save_steps", "save_secs")) {}
  Status Begin(HookCall* call) override {
    if (!call->trainer->has_global_step())
      return FailedPrecondition("the graph has no global step to number checkpoints by");
    RUNNEL_ASSIGN_OR_RETURN(const std::string folder, Folder(*call, "checkpoint_dir"));
    const RunConfig& config = call->trainer->config();
    plan_ = {JoinPath(folder, text("checkpoint_basename")), static_cast<int>(config.keep_checkpoint_max),
             config.keep_checkpoint_every_n_hours};
    return OkStatus();
  }
  Status AfterCreateSession(HookCall* call) override {
    // What the session was restored from is there already.
    if (call->trainer->last_checkpoint() == StrCat(plan_.prefix, "-", call->step)) {
      timer_.Mark(call->step);
      return OkStatus();
    }
    return Save(call);
  }
  // Where the end changes variables, a step's checkpoint is written when the next one begins: only then
  // it is known that the step was not the last, whose checkpoint is the end's.
  Status BeforeRun(HookCall* call) override {
    return call->trainer->finalizes() ? SaveIfDue(call) : OkStatus();
  }
  Status AfterRun(HookCall* call) override {
    changes_at_end_ = call->trainer->finalizes();
    return changes_at_end_ ? OkStatus() : SaveIfDue(call);
  }
  Status End(HookCall* call) override {
    return timer_.last_step() == call->step && !changes_at_end_ ? OkStatus() : Save(call);
  }

 private:
  Status SaveIfDue(HookCall* call) { return timer_.IsDue(call->step) ? Save(call) : OkStatus(); }
  Status Save(HookCall* call) {
    timer_.Mark(call->step);
    return call->trainer->SaveCheckpoint(plan_, call->step);
  }
  StepTimer timer_;
  SavePlan plan_;
  bool changes_at_end_ = false;
};

class SummaryHook final : public RowHook {
 public:
  explicit SummaryHook(BoundRow row)
      : RowHook(std::move(row)), timer_(Timer("save_steps", "save_secs")) {}
  Status Begin(HookCall* call) override {
    RUNNEL_ASSIGN_OR_RETURN(outputs_, FindAll(*call, {text("summary_op")}));
    RUNNEL_ASSIGN_OR_RETURN(folder_, Folder(*call, "output_dir"));
    const OutputRef output = outputs_[0];
    if (TypeOf(output) != DType::kString)
      return InvalidArgument("\"", text("summary_op"), "\" gives ", DTypeName(TypeOf(output)),
                             ", expected a summary, which is a string");
    return OkStatus();
  }
  Status BeforeRun(HookCall* call) override {
    if (due_ = timer_.IsDue(call->step + 1); due_) call->fetches = outputs_;
    return OkStatus();
  }
  Status AfterRun(HookCall* call) override {
    if (!due_) return OkStatus();
    timer_.Mark(call->step);
    RUNNEL_ASSIGN_OR_RETURN(EventWriter* const events, call->trainer->Events(folder_));
    for (int64_t i = 0; i < call->values[0].num_elements(); ++i) {
      RUNNEL_RETURN_IF_ERROR(events->Write({.wall_time = static_cast<double>(UnixMicros()) / 1e6,
                                            .step = call->step,
                                            .summary = std::string(call->values[0].string_at(i))}));
    }
    return OkStatus();
  }

 private:
  StepTimer timer_;
  std::vector<OutputRef> outputs_;
  std::string folder_;
  bool due_ = false;
};

class TraceHook final : public RowHook {
 public:
  explicit TraceHook(BoundRow row) : RowHook(std::move(row)), timer_(Timer("save_steps", "save_secs")) {}
  Status Begin(HookCall* call) override {
    RUNNEL_ASSIGN_OR_RETURN(folder_, Folder(*call, "output_dir"));
    return OkStatus();
  }
  Status BeforeRun(HookCall* call) override {
    // The first run plans, which is nothing that a profile should show.
    if (due_ = !first_ && timer_.IsDue(call->step + 1); due_) call->trace = true;
    if (first_) timer_.Mark(call->step + 1);
    first_ = false;
    return OkStatus();
  }
  Status AfterRun(HookCall* call) override {
    if (!due_ || call->metadata == nullptr) return OkStatus();
    timer_.Mark(call->step);
    TraceFile file;
    file.AddStep(*call->metadata);
    const FileSystem files;
    RUNNEL_RETURN_IF_ERROR(files.MakeFolders(folder_));
    return files.WriteAtomically(JoinPath(folder_, StrCat("timeline-", call->step, ".json")),
                                 file.Json());
  }

 private:
  StepTimer timer_;
  std::string folder_;
  bool due_ = false, first_ = true;
};

class FinalHook final : public RowHook {
 public:
  using RowHook::RowHook;
  Status Begin(HookCall* call) override {
    RUNNEL_ASSIGN_OR_RETURN(outputs_, FindAll(*call, row_.arg<std::vector<std::string>>("final_ops")));
    return OkStatus();
  }
  Status End(HookCall* call) override {
    std::vector<Tensor> values(outputs_.size());
    Signature signature;
    signature.fetches = outputs_;
    if (!values.empty()) RUNNEL_RETURN_IF_ERROR(call->session->Run(signature, {}, values));
    for (Tensor& value : values) call->trainer->final_values().push_back(std::move(value));
    return OkStatus();
  }

 private:
  std::vector<OutputRef> outputs_;
};

class WaiterHook final : public RowHook {
 public:
  using RowHook::RowHook;
  Status Begin(HookCall* call) override {
    if (call->trainer->has_global_step()) return OkStatus();
    return FailedPrecondition("the graph has no global step to wait for");
  }
  Status BeforeRun(HookCall* call) override {
    int64_t step = call->step;
    for (int64_t wait_ms = 1; !done_ && step < whole("wait_until_step");
         wait_ms = std::min<int64_t>(wait_ms * 2, 500)) {
      if (call->trainer->WaitForStop(wait_ms))
        return Cancelled("asked to stop while waiting for step ", whole("wait_until_step"),
                         "; the global step is ", step);
      RUNNEL_ASSIGN_OR_RETURN(step, call->trainer->ReadGlobalStep());
    }
    done_ = true;
    return OkStatus();
  }

 private:
  bool done_ = false;
};

template <typename T>
Result<std::unique_ptr<Hook>> Make(BoundRow row) {
  return std::unique_ptr<Hook>(std::make_unique<T>(std::move(row)));
}

}  // namespace

Result<std::unique_ptr<Hook>> MakeHook(const Spec& spec) {
  RUNNEL_ASSIGN_OR_RETURN(BoundRow row, BindRow(RowKind::kHook, spec));
  // In the order of the rows.
  using Maker = Result<std::unique_ptr<Hook>> (*)(BoundRow);
  static constexpr Maker kMakers[] = {Make<LoggingHook>, nullptr,         Make<CounterHook>,
                                      Make<NanHook>,     Make<SaverHook>, Make<SummaryHook>,
                                      Make<TraceHook>,   Make<FinalHook>, Make<WaiterHook>};
  static_assert(std::size(kMakers) == std::size(kHooks));
  const size_t index = static_cast<size_t>(row.schema->row - kHooks);
  if (kMakers[index] != nullptr) return kMakers[index](std::move(row));
  auto stop = std::make_unique<StopHook>(std::move(row));
  RUNNEL_RETURN_IF_ERROR(stop->Check());
  return std::unique_ptr<Hook>(std::move(stop));
}

std::span<const Row> HookRows() { return kHooks; }

}  // namespace runnel::learn
