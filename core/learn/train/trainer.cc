#include "core/learn/train/trainer.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>

#include "core/base/caught.h"
#include "core/base/clock.h"
#include "core/graph/needed.h"
#include "core/io/checkpoint_manager.h"
#include "core/learn/spec.h"
#include "core/learn/train/graph_parts.h"
#include "core/runtime/host/host.h"

namespace runnel::learn {
namespace {

// A peer is gone or came back as another one; the same step in a new session may do.
bool IsPreempted(const Status& status) {
  return status.code() == Code::kUnavailable || status.code() == Code::kAborted;
}

int64_t ToMs(double secs) { return static_cast<int64_t>(secs * 1000); }

constexpr int64_t kFirstPollMs = 50, kLongestPollMs = 2000;

class BuiltTrainer final : public Trainer {
 public:
  BuiltTrainer(std::unique_ptr<GraphHost> host, RunConfig config, Scaffold scaffold)
      : host_(std::move(host)), config_(std::move(config)), scaffold_(std::move(scaffold)) {}
  ~BuiltTrainer() override { static_cast<void>(host_->Close().ok()); }

  Status FindParts() {
    RUNNEL_RETURN_IF_ERROR(global_step_.Find(host_->graph().get(), scaffold_.global_step));
    if (config_.model_dir.empty() || !config_.is_chief()) return OkStatus();
    // The hooks that a chief has anyway, ahead of the program's.
    std::vector<std::string> rows;
    if (config_.log_step_count_steps > 0 && has_global_step())
      rows.push_back(StrCat("StepCounterHook(every_n_steps=", config_.log_step_count_steps, ")"));
    if (config_.save_summary_steps > 0 && scaffold_.summary_op)
      rows.push_back(StrCat("SummarySaverHook(save_steps=", config_.save_summary_steps, ", summary_op='",
                            scaffold_.summary_op.node->name(), ":", scaffold_.summary_op.index, "')"));
    if (config_.save_checkpoints_steps > 0 || config_.save_checkpoints_secs > 0)
      rows.push_back(StrCat("CheckpointSaverHook(save_steps=", config_.save_checkpoints_steps,
                            ", save_secs=", config_.save_checkpoints_secs, ")"));
    for (const std::string& row : rows) RUNNEL_RETURN_IF_ERROR(AddHookRows(row));
    return OkStatus();
  }

  Status AddHook(std::unique_ptr<Hook> hook) override {
    if (state_ != State::kNew) return FailedPrecondition("hooks are added before the trainer starts");
    hooks_.push_back(std::move(hook));
    return OkStatus();
  }
  Status AddHookRows(std::string_view specs) override {
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<Spec> parsed, ParseSpecs(specs, "hooks"));
    for (const Spec& spec : parsed) {
      RUNNEL_ASSIGN_OR_RETURN(std::unique_ptr<Hook> hook, MakeHook(spec));
      RUNNEL_RETURN_IF_ERROR(AddHook(std::move(hook)));
    }
    return OkStatus();
  }

  Status Start() override;
  Status Run(const Signature& signature, std::span<const Tensor> feeds,
             std::span<Tensor> fetches) override;
  Status Close() override;

  bool ended_normally() override { return stop_ && state_ == State::kRunning; }
  bool should_stop() override { return stop_ || state_ == State::kFailed || state_ == State::kClosed; }
  void RequestStop() override {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
      stopped_.notify_all();
    }
    stopping_->Cancel(Cancelled("a stop was asked for"));
  }
  const Ref<CancellationManager>& stopping() override { return stopping_; }
  bool WaitForStop(int64_t ms) override {
    std::unique_lock lock(mutex_);
    return stopped_.wait_for(lock, std::chrono::milliseconds(ms), [&] { return stop_.load(); });
  }

  int64_t step() override { return step_; }
  int64_t recoveries() override { return recoveries_; }
  Session* session() override { return session_.get(); }
  bool finalizes() override { return config_.is_chief() && !scaffold_.finalize.empty(); }
  const RunConfig& config() override { return config_; }
  GraphHost& host() override { return *host_; }
  std::vector<Tensor>& final_values() override { return final_values_; }
  const std::string& last_checkpoint() override { return last_checkpoint_; }
  bool has_global_step() override { return global_step_.is_there(); }
  Result<int64_t> ReadGlobalStep() override {
    if (!has_global_step()) return FailedPrecondition("the graph has no global step");
    if (!session_) return FailedPrecondition("there is no session");
    Signature signature;
    signature.fetches = {global_step_.value()};
    Tensor value;
    RUNNEL_RETURN_IF_ERROR(session_->Run(signature, {}, {&value, 1}));
    return GlobalStep::Of(value);
  }
  Status SaveCheckpoint(const SavePlan& plan, int64_t step) override;
  Result<EventWriter*> Events(const std::string& folder) override {
    const auto [it, is_new] = events_.try_emplace(folder);
    if (is_new) {
      auto made =
          EventWriter::Create(FileSystem(), folder, "trainer", static_cast<double>(UnixMicros()) / 1e6);
      if (!made.ok()) {
        events_.erase(it);
        return made.status();
      }
      it->second = std::make_unique<EventWriter>(std::move(*made));
    }
    return it->second.get();
  }

 private:
  enum class State { kNew, kRunning, kFailed, kClosed };
  using Event = Status (Hook::*)(HookCall*);
  using CallableKey = std::vector<std::pair<int, int>>;

  void Log(Severity severity, const std::string& text) { host_->runtime().Log(severity, text); }
  HookCall CallNow() {
    HookCall call;
    call.trainer = this;
    call.graph = &host_->graph();
    call.session = session_.get();
    call.step = step_;
    return call;
  }
  // Tells one hook. What it throws is its failure.
  Status Tell(Hook* hook, Event event, std::string_view when, HookCall* call) {
    Status status = Guarded([&] { return (hook->*event)(call); });
    if (call->stop) RequestStop();
    if (status.ok()) return status;
    foreign_failure_ |= hook->is_foreign();
    return status.WithPrefix(StrCat("hook ", hook->name(), ", ", when));
  }
  Status TellAll(Event event, std::string_view when, const std::string& checkpoint = {}) {
    for (auto& hook : hooks_) {
      HookCall call = CallNow();
      call.checkpoint = checkpoint;
      RUNNEL_RETURN_IF_ERROR(Tell(hook.get(), event, when, &call));
    }
    return OkStatus();
  }
  // For as long as one of its calls is under way.
  struct Busy {
    explicit Busy(bool* flag) : flag(flag) { *flag = true; }
    ~Busy() { *flag = false; }
    bool* const flag;
  };
  Status CheckIdle() const {
    return busy_ ? FailedPrecondition("a hook may not run the trainer that runs it") : OkStatus();
  }
  Status StartNow();
  bool CanRecover(const Status& status) const { return IsPreempted(status) && !foreign_failure_; }
  Status Fail(Status status) {
    state_ = State::kFailed;
    static_cast<void>(host_->Close().ok());
    session_ = nullptr;
    return status;
  }

  // Sessions, by role.
  SessionPlace Place() const {
    const Strategy& strategy = config_.strategy;
    return {config_.target, config_.DeviceFilters(), ToMs(config_.connect_secs),
            strategy.home.empty() ? config_.DeviceName() : strategy.home, strategy.divides()};
  }
  Status RunTargets(const std::vector<Node*>& targets) {
    if (targets.empty()) return OkStatus();
    Signature signature;
    signature.targets = targets;
    return session_->Run(signature, {}, {});
  }
  Result<std::vector<std::string>> NotReady();
  Status Initialize();
  Status MakeChiefSession();
  Status AwaitChief();
  Status CreateSession();
  Status Recover(Status why);

  // One try of a step.
  struct Merged {
    Signature signature;
    std::vector<Tensor> feeds;
    bool trace = false;
    // Where the values of a hook's fetches are: a fetch, or below 0 the feed -1 - i.
    std::vector<std::vector<int>> places;
    int step_place = -1;
  };
  Status Merge(std::vector<HookCall>* calls, Merged* merged);
  // *again: a hook wants the step to be run once more.
  Status RunOnce(const Signature& signature, std::span<const Tensor> feeds, std::span<Tensor> fetches,
                 bool* again);
  Result<Callable*> CallableFor(const Signature& signature);

  const std::unique_ptr<GraphHost> host_;
  const RunConfig config_;
  const Scaffold scaffold_;
  GlobalStep global_step_;
  std::vector<std::unique_ptr<Hook>> hooks_;
  State state_ = State::kNew;
  Ref<Session> session_;
  std::map<CallableKey, Ref<Callable>> callables_;  // of session_
  std::map<std::string, std::unique_ptr<EventWriter>> events_;
  std::vector<Tensor> final_values_;
  std::string last_checkpoint_;
  int64_t step_ = 0;
  int64_t highest_step_ = 0, failures_ = 0, recoveries_ = 0;
  bool busy_ = false, has_run_ = false;
  bool foreign_failure_ = false;  // what is failing is a hook of the program's

  std::mutex mutex_;  // for stopped_, with stop_
  std::condition_variable stopped_;
  std::atomic<bool> stop_{false};
  const Ref<CancellationManager> stopping_ = MakeRef<CancellationManager>();
};

// ---- sessions

Result<std::vector<std::string>> BuiltTrainer::NotReady() {
  if (!scaffold_.ready_op) return host_->Uninitialized();
  Signature signature;
  signature.fetches = {scaffold_.ready_op};
  Tensor names;
  RUNNEL_RETURN_IF_ERROR(session_->Run(signature, {}, {&names, 1}));
  if (names.dtype() != DType::kString)
    return InvalidArgument("the ready op \"", scaffold_.ready_op.node->name(), "\" gives ",
                           DTypeName(names.dtype()), ", expected names as strings");
  std::vector<std::string> missing;
  for (int64_t i = 0; i < names.num_elements(); ++i) missing.emplace_back(names.string_at(i));
  return missing;
}

Status BuiltTrainer::Initialize() {
  Signature signature;
  signature.feeds = scaffold_.init_feeds;
  signature.targets =
      scaffold_.init_ops.empty() ? FirstAssignments(*host_->graph()) : scaffold_.init_ops;
  if (!signature.targets.empty()) {
    RUNNEL_RETURN_IF_ERROR(
        session_->Run(signature, scaffold_.init_values, {}).WithPrefix("initialising variables"));
  }
  return scaffold_.after_init ? scaffold_.after_init(session_.get()) : OkStatus();
}

std::string Listed(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size() && i < 20; ++i) text += StrCat(i == 0 ? "" : ", ", names[i]);
  return names.size() > 20 ? StrCat(text, " and ", names.size() - 20, " more") : text;
}

Status BuiltTrainer::MakeChiefSession() {
  RUNNEL_ASSIGN_OR_RETURN(session_, host_->Connect(Place()));
  std::string from = scaffold_.checkpoint;
  if (!config_.model_dir.empty()) {
    auto latest = LatestCheckpoint(FileSystem(), config_.model_dir);
    if (!latest.ok() && latest.status().code() != Code::kNotFound) return latest.status();
    if (latest.ok()) from = *latest;
  }
  if (from.empty()) {
    RUNNEL_RETURN_IF_ERROR(Initialize());
  } else {
    RUNNEL_RETURN_IF_ERROR(host_->Restore(from));
    Log(Severity::kInfo, StrCat("restored ", from));
    last_checkpoint_ = from;
  }
  RUNNEL_RETURN_IF_ERROR(RunTargets(scaffold_.local_init_ops));
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<std::string> missing, NotReady());
  if (missing.empty()) return OkStatus();
  return FailedPrecondition("the model is not ready after ",
                            from.empty() ? std::string("its init op") : StrCat("restoring ", from),
                            "; without a value: ", Listed(missing));
}

Status BuiltTrainer::AwaitChief() {
  const int64_t deadline = MonotonicNs() + ToMs(config_.ready_secs) * 1'000'000;
  std::string missing = "nothing is known of the variables yet";
  int64_t poll_ms = kFirstPollMs;
  bool connected = false;
  for (;;) {
    if (scaffold_.is_over && scaffold_.is_over()) {
      RequestStop();
      return Cancelled("the job has ended");
    }
    const int64_t left_ms = (deadline - MonotonicNs()) / 1'000'000;
    if (left_ms <= 0)
      return DeadlineExceeded("waited ", config_.ready_secs, " s for the chief: ", missing);
    Status status;
    if (!connected) {
      SessionPlace place = Place();
      place.connect_timeout_ms = std::min(place.connect_timeout_ms, left_ms);
      auto made = host_->Connect(place);
      status = made.status();
      if (made.ok()) session_ = std::move(*made);
    }
    if (status.ok()) {
      const auto names = NotReady();
      connected = names.ok();
      status = names.status();
      if (names.ok() && names->empty()) status = RunTargets(scaffold_.local_init_ops);
      if (status.ok() && names->empty()) return OkStatus();
      if (status.ok()) missing = StrCat("without a value: ", Listed(*names));
    }
    if (!status.ok()) {
      connected = false;
      if (!IsPreempted(status) && status.code() != Code::kDeadlineExceeded) return status;
      missing = status.ToString();
    }
    if (WaitForStop(std::min(poll_ms, std::max<int64_t>(left_ms, 1))))
      return Cancelled("asked to stop while waiting for the chief: ", missing);
    poll_ms = std::min(poll_ms * 2, kLongestPollMs);
  }
}

Status BuiltTrainer::CreateSession() {
  callables_.clear();
  foreign_failure_ = false;
  RUNNEL_RETURN_IF_ERROR(config_.is_chief() ? MakeChiefSession() : AwaitChief());
  RUNNEL_RETURN_IF_ERROR(host_->StartQueueRunners());
  if (has_global_step()) {
    RUNNEL_ASSIGN_OR_RETURN(step_, ReadGlobalStep());
  }
  return TellAll(&Hook::AfterCreateSession, "after_create_session");
}

Status BuiltTrainer::Start() {
  RUNNEL_RETURN_IF_ERROR(CheckIdle());
  const Busy busy(&busy_);
  return StartNow();
}

Status BuiltTrainer::StartNow() {
  if (state_ == State::kRunning) return OkStatus();
  if (state_ != State::kNew) return FailedPrecondition("the trainer has ended");
  if (Status status = TellAll(&Hook::Begin, "begin"); !status.ok()) return Fail(std::move(status));
  state_ = State::kRunning;
  Status status = CreateSession();
  if (CanRecover(status)) status = Recover(std::move(status));
  if (!status.ok()) return Fail(std::move(status));
  highest_step_ = std::max(highest_step_, step_);
  return OkStatus();
}

Status BuiltTrainer::Recover(Status why) {
  if (step_ > highest_step_) {
    highest_step_ = step_;
    failures_ = 0;
  }
  for (int64_t wait_ms = 0;; wait_ms = std::min(wait_ms * 2 + kFirstPollMs, kLongestPollMs)) {
    if (++failures_ > config_.max_recoveries) {
      return why.WithPrefix(StrCat("gave up after ", config_.max_recoveries,
                                   " recoveries in a row without a step beyond ", highest_step_));
    }
    Log(Severity::kWarning, StrCat("the session is made anew: ", why.ToString()));
    if (wait_ms > 0 && WaitForStop(wait_ms)) return why.WithPrefix("asked to stop while recovering");
    ++recoveries_;
    Status status = CreateSession();
    if (status.ok() || !CanRecover(status)) return status;
    why = std::move(status);
  }
}

// ---- steps

Status BuiltTrainer::Merge(std::vector<HookCall>* calls, Merged* merged) {
  std::map<std::pair<int, int>, int> where;  // of what is fetched or fed
  const auto key = [](OutputRef output) { return std::pair(output.node->id(), output.index); };
  Signature& all = merged->signature;
  for (size_t i = 0; i < all.fetches.size(); ++i)
    where.emplace(key(all.fetches[i]), static_cast<int>(i));
  const auto add_feed = [&](OutputRef output, size_t at) {
    where[key(output)] = -1 - static_cast<int>(at);
  };
  for (size_t i = 0; i < all.feeds.size(); ++i) add_feed(all.feeds[i], i);
  for (size_t i = 0; i < calls->size(); ++i) {
    for (auto& [output, value] : (*calls)[i].feeds) {
      const auto known = where.find(key(output));
      if (known != where.end() && known->second < 0) {
        return InvalidArgument("hook ", hooks_[i]->name(), " feeds \"", output.node->name(), ":",
                               output.index, "\", which is fed already");
      }
      add_feed(output, all.feeds.size());
      all.feeds.push_back(output);
      merged->feeds.push_back(std::move(value));
    }
    merged->trace |= (*calls)[i].trace;
  }
  const auto place_of = [&](OutputRef output) {
    const auto [it, is_new] = where.emplace(key(output), static_cast<int>(all.fetches.size()));
    if (is_new) all.fetches.push_back(output);
    return it->second;
  };
  for (const HookCall& call : *calls) {
    std::vector<int>& places = merged->places.emplace_back();
    for (const OutputRef output : call.fetches) places.push_back(place_of(output));
  }
  if (has_global_step()) {
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef after, global_step_.After(all.targets));
    if (after) merged->step_place = place_of(after);
  }
  return OkStatus();
}

Result<Callable*> BuiltTrainer::CallableFor(const Signature& signature) {
  CallableKey key;
  const auto add = [&](const std::vector<OutputRef>& outputs) {
    for (const OutputRef output : outputs) key.emplace_back(output.node->id(), output.index);
    key.emplace_back(-1, -1);
  };
  add(signature.feeds);
  add(signature.fetches);
  for (const Node* target : signature.targets) key.emplace_back(target->id(), -1);
  const auto found = callables_.find(key);
  if (found != callables_.end()) return found->second.get();
  RUNNEL_ASSIGN_OR_RETURN(Ref<Callable> made, session_->MakeCallable(signature));
  constexpr size_t kMost = 64;  // a program that asks for something else each time keeps none of them
  if (callables_.size() >= kMost) callables_.clear();
  return callables_.emplace(std::move(key), std::move(made)).first->second.get();
}

Status BuiltTrainer::RunOnce(const Signature& signature, std::span<const Tensor> feeds,
                             std::span<Tensor> fetches, bool* again) {
  foreign_failure_ = false;
  Merged merged;
  merged.signature = signature;
  merged.feeds.assign(feeds.begin(), feeds.end());
  std::vector<HookCall> calls;
  for (auto& hook : hooks_) {
    calls.push_back(CallNow());
    RUNNEL_RETURN_IF_ERROR(Tell(hook.get(), &Hook::BeforeRun, "before_run", &calls.back()));
  }
  RUNNEL_RETURN_IF_ERROR(Merge(&calls, &merged));
  RUNNEL_ASSIGN_OR_RETURN(Callable * callable, CallableFor(merged.signature));
  std::vector<Tensor> values(merged.signature.fetches.size());
  RunOptions options;
  options.trace = merged.trace;
  RunMetadata metadata;
  RUNNEL_RETURN_IF_ERROR(
      callable->Run(merged.feeds, values, options, merged.trace ? &metadata : nullptr));
  has_run_ = true;
  if (merged.step_place >= 0) {
    step_ = GlobalStep::Of(values[static_cast<size_t>(merged.step_place)]);
  } else if (has_global_step()) {
    RUNNEL_ASSIGN_OR_RETURN(step_, ReadGlobalStep());
  } else {
    ++step_;
  }
  for (auto& hook : hooks_) {
    if (!hook->completes()) continue;
    HookCall call = CallNow();
    RUNNEL_RETURN_IF_ERROR(Tell(hook.get(), &Hook::Complete, "complete", &call));
    step_ = call.step;
    *again = call.again;
    if (*again) return OkStatus();
  }
  for (size_t i = 0; i < hooks_.size(); ++i) {
    std::vector<Tensor> own;
    for (const int place : merged.places[i]) {
      own.push_back(place < 0 ? merged.feeds[static_cast<size_t>(-1 - place)]
                              : values[static_cast<size_t>(place)]);
    }
    calls[i].session = session_.get();
    calls[i].step = step_;
    calls[i].values = own;
    calls[i].metadata = calls[i].trace ? &metadata : nullptr;
    RUNNEL_RETURN_IF_ERROR(Tell(hooks_[i].get(), &Hook::AfterRun, "after_run", &calls[i]));
  }
  for (size_t i = 0; i < fetches.size(); ++i) fetches[i] = std::move(values[i]);
  return OkStatus();
}

Status BuiltTrainer::Run(const Signature& signature, std::span<const Tensor> feeds,
                         std::span<Tensor> fetches) {
  RUNNEL_RETURN_IF_ERROR(CheckIdle());
  const Busy busy(&busy_);
  RUNNEL_RETURN_IF_ERROR(StartNow());
  if (stop_) return FailedPrecondition("a stop was asked for; no more steps are run");
  for (;;) {
    bool again = false;
    Status status = RunOnce(signature, feeds, fetches, &again);
    if (status.ok() && again && !stop_) continue;
    if (status.ok()) return status;
    // A queue that is closed because what fills it has failed.
    if (Status filling = host_->QueueFailure(); !filling.ok()) status = std::move(filling);
    if (!foreign_failure_ && status.code() == Code::kOutOfRange) {
      RequestStop();
      return status;
    }
    if (stop_ && status.code() == Code::kCancelled && !foreign_failure_) return status;
    if (!CanRecover(status)) return Fail(std::move(status));
    status = Recover(std::move(status));
    if (!status.ok()) return Fail(std::move(status));
    if (stop_) return FailedPrecondition("a stop was asked for; the step was not repeated");
  }
}

Status BuiltTrainer::SaveCheckpoint(const SavePlan& plan, int64_t step) {
  RUNNEL_RETURN_IF_ERROR(TellAll(&Hook::BeforeSave, "before_save"));
  auto saved = host_->Save(plan, step);
  if (!saved.ok()) {
    Status status = saved.status().WithPrefix(StrCat("saving a checkpoint at step ", step));
    if (IsPreempted(status) || config_.checkpoint_failures_are_fatal) return status;
    Log(Severity::kWarning, StrCat(status.ToString(), "; training goes on"));
    return OkStatus();
  }
  last_checkpoint_ = std::move(*saved);
  return TellAll(&Hook::AfterSave, "after_save", last_checkpoint_);
}

Status BuiltTrainer::Close() {
  RUNNEL_RETURN_IF_ERROR(CheckIdle());
  const Busy busy(&busy_);
  if (state_ == State::kClosed) return OkStatus();
  Status first;
  if (state_ == State::kRunning && finalizes() && has_run_) {
    Status status = RunTargets(scaffold_.finalize);
    if (!status.ok()) first = Fail(status.WithPrefix("the end of training"));
  }
  if (state_ == State::kRunning) {
    for (auto& hook : hooks_) {
      HookCall call = CallNow();
      Status status = Tell(hook.get(), &Hook::End, "end", &call);
      if (first.ok()) first = std::move(status);
    }
  }
  for (auto& [folder, writer] : events_) {
    Status status = writer->Sync();
    if (status.ok()) status = writer->Close();
    if (first.ok()) first = std::move(status);
  }
  callables_.clear();
  const bool failed = state_ == State::kFailed;
  state_ = State::kClosed;
  session_ = nullptr;
  Status closed = failed ? OkStatus() : host_->Close();
  // A cluster that is gone needs no goodbye.
  if (first.ok() && !IsPreempted(closed)) first = std::move(closed);
  return first;
}

}  // namespace

Result<Ref<Trainer>> MakeTrainer(std::unique_ptr<GraphHost> host, const RunConfig& config,
                                 const Scaffold& scaffold) {
  auto trainer = MakeRef<BuiltTrainer>(std::move(host), config, scaffold);
  RUNNEL_RETURN_IF_ERROR(trainer->FindParts());
  return Ref<Trainer>(std::move(trainer));
}

}  // namespace runnel::learn
