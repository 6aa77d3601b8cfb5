#include "core/runtime/session_impl.h"

#include <algorithm>
#include <thread>

#include "core/base/caught.h"
#include "core/base/clock.h"
#include "core/runtime/host_memory.h"
#include "core/runtime/partial_run.h"
#include "core/runtime/signature_check.h"

namespace runnel {
namespace {

// The passes that can be switched off, in the order in which they run.
constexpr struct {
  std::string_view name;
  bool PlannerOptions::*on;
} kPasses[] = {{"fold", &PlannerOptions::fold},
               {"branches", &PlannerOptions::branches},
               {"simplify", &PlannerOptions::simplify},
               {"cse", &PlannerOptions::cse},
               {"layout", &PlannerOptions::layout},
               {"products", &PlannerOptions::products},
               {"attention", &PlannerOptions::attention},
               {"epilogue", &PlannerOptions::epilogue},
               {"fuse", &PlannerOptions::fuse},
               {"regions", &PlannerOptions::regions},
               {"pack", &PlannerOptions::pack}};

bool Disabled(const SessionOptions& options, std::string_view pass) {
  return std::any_of(options.disabled_passes.begin(), options.disabled_passes.end(),
                     [&](const std::string& name) { return name == pass || name == "all"; });
}

// No time is none to plan in, nor to run: otherwise what is quick would now and then end in time. A task
// of a cluster is told the step's timeout, so that this holds there too.
Status CheckTimeLeft(const SessionOptions& session, const RunOptions& run) {
  const int64_t timeout_ms = run.timeout_ms >= 0 ? run.timeout_ms : session.default_timeout_ms;
  return timeout_ms == 0 ? DeadlineExceeded("the step did not end within 0 ms") : OkStatus();
}

}  // namespace

// On the stack of a run (or in its asynchronous record): in the session's list while it runs, so that
// Close can end it, and tied to the user's cancellation and the deadline.
class LocalSession::Running {
 public:
  Running(LocalSession* session, Step* step, const RunOptions& options)
      : session_(session), step_(step) {
    // What fails here is the run's status, and what was done so far is undone as after any run.
    const Status status = Guarded([&] { return Watch(options); });
    if (early_.ok()) early_ = status;
  }
  // Adds itself to the session. Errors: FAILED_PRECONDITION if it is closed.
  Status Enter() {
    if (!early_.ok()) return early_;
    const std::lock_guard lock(session_->mutex_);
    if (session_->closed_) return FailedPrecondition("the session is closed");
    next_ = session_->running_;
    if (next_ != nullptr) next_->previous_ = this;
    session_->running_ = this;
    ++session_->running_count_;
    entered_ = true;
    return OkStatus();
  }
  // The step's run is over; nothing will touch it any more.
  void Leave() {
    if (user_ && token_ != 0) user_->Deregister(token_);
    if (timed_) session_->timer_.Cancel(key_);
    token_ = 0;
    timed_ = false;
    if (!entered_) return;
    const std::lock_guard lock(session_->mutex_);
    if (previous_ != nullptr) previous_->next_ = next_;
    if (next_ != nullptr) next_->previous_ = previous_;
    if (session_->running_ == this) session_->running_ = next_;
    entered_ = false;
    if (--session_->running_count_ == 0) session_->idle_.notify_all();
  }
  ~Running() { Leave(); }

 private:
  friend class LocalSession;
  Status Watch(const RunOptions& options) {
    user_ = options.cancellation;
    const int64_t timeout_ms =
        options.timeout_ms >= 0 ? options.timeout_ms : session_->options_.default_timeout_ms;
    if (user_) {
      token_ = user_->Register([this](const Status& reason) { step_->Fail(reason); });
      if (token_ == 0) early_ = user_->reason();
    }
    if (timeout_ms < 0) return OkStatus();
    RUNNEL_ASSIGN_OR_RETURN(
        key_, session_->timer_.Schedule(
                  Timer::Clock::now() + std::chrono::milliseconds(timeout_ms), [this, timeout_ms] {
                    step_->Fail(DeadlineExceeded("the step did not end within ", timeout_ms, " ms"));
                  }));
    timed_ = true;
    return OkStatus();
  }

  LocalSession* session_;
  Step* step_;
  Ref<CancellationManager> user_;
  CancellationManager::Token token_ = 0;
  bool timed_ = false;
  Timer::Key key_;
  Status early_;
  bool entered_ = false;
  Running* next_ = nullptr;
  Running* previous_ = nullptr;
};

LocalSession::LocalSession(Ref<Runtime> runtime, std::shared_ptr<Graph> graph,
                           const SessionOptions& options)
    : runtime_(std::move(runtime)),
      graph_(std::move(graph)),
      options_(options),
      resources_(options.resources ? options.resources : std::make_shared<ResourceManager>()),
      owns_resources_(!options.resources),
      memory_(options.placement_memory ? options.placement_memory
                                       : std::make_shared<PlacementMemory>()) {
  for (const auto& pass : kPasses) planner_options_.*pass.on = !Disabled(options, pass.name);
  planner_options_.print = options.print_passes;
  planner_options_.soft_placement = options.soft_placement;
  planner_options_.log_placement = options.log_device_placement;
  planner_options_.default_device = options.default_device;
  planner_options_.automatic_placement = options.automatic_placement;
}

LocalSession::~LocalSession() { (void)Close(); }

void LocalSession::Destroy() const {
  if (!runtime_->pool().IsWorker()) {
    delete this;
    return;
  }
  try {
    std::thread([this] { delete this; }).detach();
  } catch (const std::exception&) {
    // No memory for a thread: the session stays, as it would if its user had kept it.
  }
}

Status CheckPassName(std::string_view pass) {
  std::string names;
  for (const auto& known : kPasses) {
    if (pass == known.name) return OkStatus();
    names += StrCat(known.name, ", ");
  }
  if (pass == "all") return OkStatus();
  return InvalidArgument("there is no pass \"", pass, "\"; the passes are ", names, "or all");
}

Result<Ref<Session>> Session::Create(Ref<Runtime> runtime, std::shared_ptr<Graph> graph,
                                     const SessionOptions& options) {
  if (!runtime) return InvalidArgument("a session needs a runtime");
  if (!graph) return InvalidArgument("a session needs a graph");
  RUNNEL_RETURN_IF_ERROR(runtime->CheckProcess());
  for (const std::string& pass : options.disabled_passes) RUNNEL_RETURN_IF_ERROR(CheckPassName(pass));
  if (kMinimal && options.automatic_placement)
    return Unimplemented("automatic placement is not in this build (RUNNEL_MINIMAL)");
  if (kMinimal && options.print_passes) return LeftOut("passes that are printed");
  return Ref<Session>(MakeRef<LocalSession>(std::move(runtime), std::move(graph), options));
}

Status LocalSession::CheckOpen() const {
  RUNNEL_RETURN_IF_ERROR(runtime_->CheckProcess());
  const std::lock_guard lock(mutex_);
  return closed_ ? FailedPrecondition("the session is closed") : OkStatus();
}

Status LocalSession::CheckFetched(const Signature& signature, std::span<const Tensor> fetches) {
  for (size_t i = 0; i < fetches.size(); ++i) {
    if (fetches[i].empty()) {
      return NeverComputed(signature.fetches[i]);
    }
  }
  return OkStatus();
}

std::atomic<uint64_t>* LocalSession::RandomCounter(const std::string& node) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<std::atomic<uint64_t>>& counter = counters_[node];
  if (counter == nullptr) counter = std::make_unique<std::atomic<uint64_t>>(0);
  return counter.get();
}

// ---- runs ----

StepContext LocalSession::MakeContext(const RunOptions& options) {
  StepContext context;
  context.runtime = runtime_.get();
  context.resources = resources_.get();
  context.trace = options.trace || options.profile || options.sample;
  context.profile = options.profile || options.sample;
  context.rendezvous = options.rendezvous.get();
  context.step_id = next_step_.fetch_add(1, std::memory_order_relaxed);
  return context;
}

void LocalSession::FillMetadata(Plan& plan, Step& step, double planning_seconds, bool traced,
                                RunMetadata* metadata) {
  metadata->launches = step.launches();
  metadata->copies = step.copies();
  metadata->replays = step.replays();
  metadata->arena_bytes = plan.arena_bytes;
  metadata->placement = plan.placement;
  metadata->fallbacks = plan.fallbacks;
  metadata->partition_graphs = plan.partition_graphs;
  metadata->planning_seconds = planning_seconds;
  metadata->node_stats.clear();
  metadata->spans.clear();
  metadata->start_ns = 0;
  if (kMinimal || !traced) return;
  metadata->start_ns = step.start_ns();
  metadata->end_ns = MonotonicNs();
  metadata->start_unix_us = UnixMicros() - (metadata->end_ns - metadata->start_ns) / 1000;
  step.trace().Take(plan, step.start_ns(), metadata);
}

void LocalSession::Conclude(Prepared* prepared, Plan& plan, Step& step, double planning_seconds,
                            bool profiled, bool traced, RunMetadata* metadata) {
  if (profiled) {
    RunMetadata measured;
    FillMetadata(plan, step, planning_seconds, true, &measured);
    Learn(prepared, plan, measured);
    if (traced && metadata != nullptr) {
      *metadata = std::move(measured);
      return;
    }
  }
  if (metadata != nullptr) FillMetadata(plan, step, planning_seconds, traced, metadata);
}

Status LocalSession::RunPrepared(Prepared* prepared, std::span<const Tensor> feeds,
                                 std::span<Tensor> fetches, const RunOptions& options,
                                 RunMetadata* metadata) {
  if (fetches.size() != prepared->signature.fetches.size()) {
    return InvalidArgument("the signature has ", prepared->signature.fetches.size(),
                           " fetches, there is room for ", fetches.size());
  }
  RUNNEL_RETURN_IF_ERROR(CheckFeeds(runtime_.get(), prepared->signature, feeds));
  RUNNEL_RETURN_IF_ERROR(CheckTimeLeft(options_, options));
  double planning_seconds = 0;
  RUNNEL_ASSIGN_OR_RETURN(const Ref<Plan> plan, PlanFor(prepared, feeds, options, &planning_seconds));
  std::unique_ptr<Step> step = plan->TakeStep();
  StepContext context = MakeContext(options);
  if (IsSampled(*plan)) context.trace = context.profile = true;
  const bool profiled = context.profile;
  Status status;
  {
    Running running(this, step.get(), options);
    status = running.Enter();
    if (status.ok()) status = step->Run(context, feeds, fetches);
  }
  if (status.ok()) status = CheckFetched(prepared->signature, fetches);
  if (status.ok()) {
    Conclude(prepared, *plan, *step, planning_seconds, profiled, options.trace || options.profile,
             metadata);
  }
  plan->GiveBack(std::move(step));
  if (!status.ok()) {
    for (Tensor& t : fetches) t = Tensor();
  }
  return status;
}

Status LocalSession::Run(const Signature& signature, std::span<const Tensor> feeds,
                         std::span<Tensor> fetches, const RunOptions& options, RunMetadata* metadata) {
  RUNNEL_RETURN_IF_ERROR(CheckOpen());
  RUNNEL_RETURN_IF_ERROR(CheckSignature(*graph_, signature));
  return RunPrepared(Prepare(signature).get(), feeds, fetches, options, metadata);
}

struct LocalSession::AsyncRecord {
  Ref<Session> session;
  std::shared_ptr<Prepared> prepared;
  Ref<Plan> plan;
  std::unique_ptr<Step> step;
  std::vector<Tensor> feeds, fetches;
  Ref<Rendezvous> rendezvous;  // borrowed by the step
  std::shared_ptr<RunMetadata> metadata;
  bool traced = false, profiled = false;
  double planning_seconds = 0;
};

namespace {

// Calls `done` on a pool thread, never on the caller's stack.
struct Callback : ThreadPool::Task {
  std::function<void()> call;
};

void CallOnPool(Runtime* runtime, std::function<void()> call) {
  auto* callback = new Callback;
  callback->call = std::move(call);
  callback->run = [](ThreadPool::Task* task) {
    const std::unique_ptr<Callback> self(static_cast<Callback*>(task));
    self->call();
  };
  runtime->pool().Schedule(callback);
}

}  // namespace

void LocalSession::RunAsync(const Signature& signature, std::vector<Tensor> feeds,
                            const RunOptions& options, AsyncDone done) {
  Status status = CheckOpen();
  if (status.ok()) status = CheckSignature(*graph_, signature);
  std::shared_ptr<Prepared> prepared;
  if (status.ok()) prepared = Prepare(signature);
  RunPreparedAsync(std::move(prepared), std::move(feeds), options, std::move(done), std::move(status));
}

void LocalSession::RunPreparedAsync(std::shared_ptr<Prepared> prepared, std::vector<Tensor> feeds,
                                    const RunOptions& options, AsyncDone done, Status status) {
  double planning_seconds = 0;
  if (status.ok()) status = CheckFeeds(runtime_.get(), prepared->signature, feeds);
  if (status.ok()) status = CheckTimeLeft(options_, options);
  auto record = std::make_shared<AsyncRecord>();
  record->session = Ref<Session>::Share(this);
  record->prepared = std::move(prepared);
  if (status.ok()) {
    auto plan = PlanFor(record->prepared.get(), feeds, options, &planning_seconds);
    status = plan.status();
    if (plan.ok()) record->plan = *plan;
    if (plan.ok() && options.is_brief != nullptr) *options.is_brief = (*plan)->is_brief;
  }
  std::shared_ptr<Running> running;
  if (status.ok()) {
    record->step = record->plan->TakeStep();
    record->feeds = std::move(feeds);
    record->rendezvous = options.rendezvous;
    record->fetches.resize(record->prepared->signature.fetches.size());
    running = std::make_shared<Running>(this, record->step.get(), options);
    status = running->Enter();
  }
  // Whoever hears of the end may write its feeds again at once.
  if (!status.ok()) {
    feeds.clear();
    record->feeds.clear();
    CallOnPool(runtime_.get(), [done = std::move(done), status] { done(status, {}); });
    return;
  }
  record->metadata = options.metadata;
  record->traced = options.trace || options.profile;
  record->planning_seconds = planning_seconds;
  StepContext context = MakeContext(options);
  context.lent = options.lends_thread;
  if (IsSampled(*record->plan)) context.trace = context.profile = true;
  record->profiled = context.profile;
  AsyncRecord& run = *record;
  run.step->Start(context, run.feeds, run.fetches,
                  [self = this, record = std::move(record), running = std::move(running),
                   done = std::move(done)](Status result) mutable {
                    running->Leave();
                    if (result.ok()) {
                      result = CheckFetched(record->prepared->signature, record->fetches);
                    }
                    if (result.ok()) {
                      try {
                        self->Conclude(record->prepared.get(), *record->plan, *record->step,
                                       record->planning_seconds, record->profiled, record->traced,
                                       record->metadata.get());
                      } catch (const std::bad_alloc&) {
                        result = Status::OutOfMemory();
                      }
                    }
                    record->plan->GiveBack(std::move(record->step));
                    record->feeds.clear();
                    std::vector<Tensor> fetches;
                    if (result.ok()) fetches = std::move(record->fetches);
                    // Whoever hears of the end may let go of the session at once: then this is not
                    // the last thread to hold it, which could only leave its end to yet another.
                    running = nullptr;
                    record = nullptr;
                    done(std::move(result), std::move(fetches));
                  });
}

// ---- callables ----

class LocalCallable final : public Callable {
 public:
  LocalCallable(Ref<LocalSession> session, std::shared_ptr<LocalSession::Prepared> prepared)
      : session_(std::move(session)), prepared_(std::move(prepared)) {}

  Status Run(std::span<const Tensor> feeds, std::span<Tensor> fetches, const RunOptions& options,
             RunMetadata* metadata) override {
    RUNNEL_RETURN_IF_ERROR(session_->CheckOpen());
    return session_->RunPrepared(prepared_.get(), feeds, fetches, options, metadata);
  }

  void RunAsync(std::vector<Tensor> feeds, const RunOptions& options, AsyncDone done) override {
    session_->RunPreparedAsync(prepared_, std::move(feeds), options, std::move(done),
                               session_->CheckOpen());
  }

 private:
  Ref<LocalSession> session_;
  std::shared_ptr<LocalSession::Prepared> prepared_;
};

Result<Ref<Callable>> LocalSession::MakeCallable(const Signature& signature) {
  RUNNEL_RETURN_IF_ERROR(CheckOpen());
  RUNNEL_RETURN_IF_ERROR(CheckSignature(*graph_, signature));
  return Ref<Callable>(MakeRef<LocalCallable>(Ref<LocalSession>::Share(this), Prepare(signature)));
}

Status LocalSession::Close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    for (Running* r = running_; r != nullptr; r = r->next_)
      r->step_->Fail(Cancelled("the session was closed"));
  }
  if (!runtime_->pool().IsWorker()) {
    FinishClosing();
    return OkStatus();
  }
  // What has to be waited for may need this very thread.
  try {
    std::thread([self = Ref<LocalSession>::Share(this)] { self->FinishClosing(); }).detach();
  } catch (const std::exception&) {
    // No memory for a thread: what the session holds goes with its last reference.
  }
  return OkStatus();
}

void LocalSession::FinishClosing() {
  std::map<std::string, std::shared_ptr<PartialStep>> partial;
  {
    std::unique_lock lock(mutex_);
    partial.swap(partial_);
    idle_.wait(lock, [&] { return running_count_ == 0; });
  }
  for (const auto& [handle, step] : partial) step->Abort(Cancelled("the session was closed"));
  partial.clear();
  {
    const std::lock_guard lock(mutex_);
    prepared_.clear();
  }
  if (owns_resources_) resources_->Clear();
  // Once more: what was in use just now is no peak to keep memory for.
  HostMemory::Forget(runtime_->allocator());
  HostMemory::Forget(runtime_->allocator());
}

}  // namespace runnel
