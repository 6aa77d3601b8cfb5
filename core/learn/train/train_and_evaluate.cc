// Training and evaluation by turns: in one process after checkpoints, over a cluster by role.
#include <algorithm>

#include "core/base/clock.h"
#include "core/base/number.h"
#include "core/learn/row.h"
#include "core/learn/train/cluster_end.h"
#include "core/learn/train/estimator_impl.h"
#include "core/runtime/host/host.h"

namespace runnel::learn {
namespace {

constexpr Row kExporters[] = {
    {.kind = RowKind::kExporter,
     .name = "LatestExporter",
     .args = "name: string; exports_to_keep: int >= 0 = 5",
     .doc = "Writes a SavedModel after every evaluation, and keeps the newest."},
    {.kind = RowKind::kExporter,
     .name = "BestExporter",
     .args = "name: string = 'best_exporter'; metric: string = 'loss'; mode: {'min', 'max'} = 'min'; "
             "exports_to_keep: int >= 0 = 5",
     .doc = "Writes a SavedModel after an evaluation whose metric is better than all before."},
    {.kind = RowKind::kExporter,
     .name = "FinalExporter",
     .args = "name: string",
     .doc = "Writes a SavedModel at the end."},
};

constexpr std::string_view kEvaluateArgs =
    "steps: int >= 0 = 100; name: string = ''; start_delay_secs: float = 120; throttle_secs: float = "
    "600; idle_secs: float = 7200; exporters: string = ''";

// Whatever is there.
Status RemoveTree(const FileSystem& files, const std::string& path) {
  const auto names = files.List(path);
  if (!names.ok()) return files.Remove(path);
  for (const std::string& name : *names) RUNNEL_RETURN_IF_ERROR(RemoveTree(files, JoinPath(path, name)));
  return files.RemoveFolder(path);
}

bool IsNumber(const std::string& name) {
  return !name.empty() && name.find_first_not_of("0123456789") == name.npos;
}

// What is written after evaluations.
class Exporting {
 public:
  Exporting(BuiltEstimator* estimator, InputSource* input) : estimator_(estimator), input_(input) {}

  Status Bind(std::string_view text) {
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<Spec> specs, ParseSpecs(text, "exporters"));
    for (const Spec& spec : specs) {
      RUNNEL_ASSIGN_OR_RETURN(BoundRow row, BindRow(RowKind::kExporter, spec));
      rows_.push_back(std::move(row));
    }
    if (!rows_.empty() && estimator_->config().model_dir.empty())
      return InvalidArgument("exporters write to the run's model_dir, which is empty");
    return OkStatus();
  }

  enum class When { kBetween, kLast, kOnlyFinal };  // what is written: all, all, or at the end alone
  Status After(const Logs& logs, const std::string& checkpoint, When when) {
    for (const BoundRow& row : rows_) {
      if ((row.name() == "FinalExporter") ? when == When::kBetween : when == When::kOnlyFinal) continue;
      const std::string base =
          JoinPath(JoinPath(estimator_->config().model_dir, "export"), row.arg<std::string>("name"));
      Status status = One(row, base, logs, checkpoint);
      if (!status.ok()) return status.WithPrefix(StrCat(row.name(), " ", base));
    }
    return OkStatus();
  }

 private:
  Status One(const BoundRow& row, const std::string& base, const Logs& logs,
             const std::string& checkpoint) {
    const std::string best_path = JoinPath(base, "best");
    double value = 0;
    if (row.name() == "BestExporter") {
      RUNNEL_ASSIGN_OR_RETURN(value, Find(logs, row.arg<std::string>("metric")));
      RUNNEL_ASSIGN_OR_RETURN(const bool known, files_.Exists(best_path));
      if (known) {
        RUNNEL_ASSIGN_OR_RETURN(const std::string text, files_.ReadAll(best_path, 64));
        double best = 0;
        const bool larger = row.arg<std::string>("mode") == "max";
        if (ReadReal(text, &best) > 0 && !(larger ? value > best : value < best)) return OkStatus();
      }
    }
    RUNNEL_RETURN_IF_ERROR(estimator_->Export(base, input_, checkpoint).status());
    if (row.name() == "BestExporter") {
      RUNNEL_RETURN_IF_ERROR(files_.WriteAtomically(best_path, RealText(value, RealType::kDouble)));
    }
    if (row.name() == "FinalExporter") return OkStatus();
    const int64_t keep = row.arg<int64_t>("exports_to_keep");
    RUNNEL_ASSIGN_OR_RETURN(std::vector<std::string> names, files_.List(base));
    std::erase_if(names, [](const std::string& name) { return !IsNumber(name); });
    for (size_t i = 0; keep > 0 && i + static_cast<size_t>(keep) < names.size(); ++i)
      RUNNEL_RETURN_IF_ERROR(RemoveTree(files_, JoinPath(base, names[i])));
    return OkStatus();
  }
  static Result<double> Find(const Logs& logs, const std::string& name) {
    std::string names;
    for (const auto& [known, value] : logs) {
      if (known == name) return value;
      names += StrCat(names.empty() ? "" : ", ", known);
    }
    return NotFound("there is no metric \"", name, "\"; there is ", names);
  }

  BuiltEstimator* const estimator_;
  InputSource* const input_;
  const FileSystem files_;
  std::vector<BoundRow> rows_;
};

// One evaluation of a checkpoint, and what is exported then.
class Evaluating {
 public:
  Evaluating(BuiltEstimator* estimator, InputSource* input)
      : estimator_(estimator), input_(input), exporting_(estimator, input) {}

  Status Bind(std::string_view text) {
    RUNNEL_ASSIGN_OR_RETURN(options_, BindOptions(text, "evaluate", kEvaluateArgs));
    return exporting_.Bind(Option<std::string>(options_, "exporters"));
  }
  double secs(std::string_view name) const { return static_cast<double>(Option<float>(options_, name)); }
  Status Run(const std::string& checkpoint, bool is_last) {
    const std::string text =
        StrCat("steps=", Option<int64_t>(options_, "steps"), ", name='",
               Option<std::string>(options_, "name"), "', checkpoint='", checkpoint, "'");
    RUNNEL_ASSIGN_OR_RETURN(logs_, estimator_->Evaluate(input_, text, {}));
    evaluated_ = checkpoint;
    return exporting_.After(logs_, checkpoint,
                            is_last ? Exporting::When::kLast : Exporting::When::kBetween);
  }
  const std::string& evaluated() const { return evaluated_; }
  const Logs& logs() const { return logs_; }
  Status Finish() { return exporting_.After(logs_, evaluated_, Exporting::When::kOnlyFinal); }

 private:
  BuiltEstimator* const estimator_;
  InputSource* const input_;
  Exporting exporting_;
  AttrList options_;
  Logs logs_;
  std::string evaluated_;
};

// Evaluates what training saves, as often as the throttle lets it.
class EvaluatingHook final : public Hook {
 public:
  EvaluatingHook(Evaluating* evaluating, std::unique_ptr<Hook> inner)
      : evaluating_(evaluating), inner_(std::move(inner)) {}
  std::string_view name() const override { return "train_and_evaluate"; }
  bool is_foreign() const override { return true; }
  Status Begin(HookCall* call) override { return inner_ ? inner_->Begin(call) : OkStatus(); }
  Status AfterCreateSession(HookCall* call) override {
    return inner_ ? inner_->AfterCreateSession(call) : OkStatus();
  }
  Status BeforeRun(HookCall* call) override { return inner_ ? inner_->BeforeRun(call) : OkStatus(); }
  Status AfterRun(HookCall* call) override { return inner_ ? inner_->AfterRun(call) : OkStatus(); }
  Status End(HookCall* call) override { return inner_ ? inner_->End(call) : OkStatus(); }
  Status BeforeSave(HookCall* call) override { return inner_ ? inner_->BeforeSave(call) : OkStatus(); }
  Status AfterSave(HookCall* call) override {
    if (inner_) RUNNEL_RETURN_IF_ERROR(inner_->AfterSave(call));
    if (call->step == 0) return OkStatus();  // nothing has been trained
    const int64_t now = MonotonicNs();
    const double throttle = evaluating_->secs("throttle_secs");
    if (last_ns_ != 0 && static_cast<double>(now - last_ns_) < throttle * 1e9) return OkStatus();
    last_ns_ = now;
    return evaluating_->Run(call->checkpoint, false);
  }

 private:
  Evaluating* const evaluating_;
  const std::unique_ptr<Hook> inner_;
  int64_t last_ns_ = 0;
};

// An evaluator's loop, until the last step's checkpoint has been evaluated.
Status EvaluateAll(BuiltEstimator* estimator, Evaluating* evaluating, int64_t max_steps) {
  if (max_steps <= 0)
    return InvalidArgument("an evaluator needs max_steps: it ends when that checkpoint is there");
  const std::string& folder = estimator->config().model_dir;
  if (folder.empty()) return InvalidArgument("an evaluator needs the run's model_dir");
  const auto to_ms = [](double secs) { return static_cast<int64_t>(secs * 1000); };
  if (estimator->WaitForStop(to_ms(evaluating->secs("start_delay_secs")))) return OkStatus();
  const int64_t throttle_ms = to_ms(evaluating->secs("throttle_secs"));
  const int64_t poll_ms = std::clamp<int64_t>(throttle_ms, 20, 1000);
  int64_t last_ns = MonotonicNs();
  while (!estimator->stops()) {
    RUNNEL_ASSIGN_OR_RETURN(const std::string newest, Newest(folder));
    if (newest.empty() || newest == evaluating->evaluated()) {
      const double idle = static_cast<double>(MonotonicNs() - last_ns) / 1e9;
      if (idle > evaluating->secs("idle_secs"))
        return DeadlineExceeded("there was no new checkpoint in \"", folder, "\" for ",
                                evaluating->secs("idle_secs"), " s; the last one is \"", newest, "\"");
      estimator->WaitForStop(poll_ms);
      continue;
    }
    const bool is_last = StepOf(newest) >= max_steps;
    const int64_t began = MonotonicNs();
    Status status = evaluating->Run(newest, is_last);
    if (!status.ok()) {
      // The chief deletes old checkpoints, maybe while they are read.
      RUNNEL_ASSIGN_OR_RETURN(const std::string now, Newest(folder));
      if (now == newest) return status;
      continue;
    }
    if (is_last) return OkStatus();
    last_ns = MonotonicNs();
    const int64_t left_ms = throttle_ms - (last_ns - began) / 1'000'000;
    if (left_ms > 0) estimator->WaitForStop(left_ms);
  }
  return OkStatus();
}

}  // namespace

Result<Logs> BuiltEstimator::TrainAndEvaluate(InputSource* train, std::string_view train_options,
                                              InputSource* evaluate, std::string_view evaluate_options,
                                              Hooks hooks) {
  RUNNEL_ASSIGN_OR_RETURN(const AttrList options,
                          BindOptions(train_options, "train", "max_steps: int >= 0 = 0"));
  const int64_t max_steps = Option<int64_t>(options, "max_steps");
  Evaluating evaluating(this, evaluate);
  RUNNEL_RETURN_IF_ERROR(evaluating.Bind(evaluate_options));
  if (config_.task_type == "evaluator") {
    RUNNEL_RETURN_IF_ERROR(EvaluateAll(this, &evaluating, max_steps));
    return evaluating.logs();
  }
  if (config_.is_distributed()) {
    if (config_.target.empty()) {
      RUNNEL_ASSIGN_OR_RETURN(config_.target, host_->StartServer(config_));
    }
    if (config_.task_type == "ps") {
      RUNNEL_RETURN_IF_ERROR(AwaitEnd(
          host_.get(), config_, [&] { return IsOver(max_steps); }, [&] { return stops(); }));
      return Logs();
    }
    RUNNEL_RETURN_IF_ERROR(Train(train, train_options, std::move(hooks)));
    RUNNEL_RETURN_IF_ERROR(TellEnd(host_.get(), config_, "ps"));
    return Logs();
  }
  hooks.hook = std::make_unique<EvaluatingHook>(&evaluating, std::move(hooks.hook));
  RUNNEL_RETURN_IF_ERROR(Train(train, train_options, std::move(hooks)));
  RUNNEL_ASSIGN_OR_RETURN(const std::string newest, CheckpointFor(""));
  if (newest != evaluating.evaluated()) {
    RUNNEL_RETURN_IF_ERROR(evaluating.Run(newest, true));
  } else {
    RUNNEL_RETURN_IF_ERROR(evaluating.Finish());
  }
  return evaluating.logs();
}

std::span<const Row> ExporterRows() { return kExporters; }

}  // namespace runnel::learn
