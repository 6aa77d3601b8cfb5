#include "core/runtime/session/session_impl.h"

#include "core/base/caught.h"
#include "core/base/clock.h"
#include "core/base/thread.h"
#include "core/runtime/host/host_memory.h"
#include "core/runtime/plan/pass_table.h"
#include "core/runtime/session/partial_run.h"
#include "core/runtime/session/signature_check.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// A timeout of 0 leaves no time to plan or to run. Without this check, quick steps would sometimes end
// in time. A task of a cluster gets the step's timeout, so the rule holds there too.
Status CheckTimeLeft(const SessionOptions& session, const RunOptions& run) {
  const int64_t timeout_ms = run.timeout_ms >= 0 ? run.timeout_ms : session.default_timeout_ms;
  return timeout_ms == 0 ? DeadlineExceeded("the step did not end within 0 ms") : OkStatus();
}

}  // namespace

LocalSession::LocalSession(Ref<Runtime> runtime, std::shared_ptr<Graph> graph,
                           const SessionOptions& options, const PlanningOptions& planning)
    : runtime_(std::move(runtime)),
      graph_(std::move(graph)),
      options_(options),
      planning_(planning),
      resources_(options.resources ? options.resources : std::make_shared<ResourceManager>()),
      owns_resources_(!options.resources),
      memory_(options.placement_memory ? options.placement_memory : std::make_shared<PlacementMemory>()),
      random_counters_(options.random_counters ? options.random_counters
                                               : std::make_shared<RandomCounters>()),
      functions_(options.functions != nullptr || !kHasFunctions
                     ? nullptr
                     : MakeRef<FunctionRunner>(runtime_, graph_, options, resources_)) {
  for (const std::string& pass : options.disabled_passes) {
    (void)DisablePass(pass, &planner_options_.passes);  // CreateSession has checked the names
  }
  planner_options_.print = options.print_passes;
  planner_options_.soft_placement = options.soft_placement;
  planner_options_.log_placement = options.log_device_placement;
  planner_options_.default_device = options.default_device;
  planner_options_.automatic_placement = options.automatic_placement;
}

LocalSession::~LocalSession() { (void)Close(); }

void LocalSession::Destroy() const {
  if (runtime_->pool().IsWorker()) {
    if (StartThread(
            "the end of a session", [this] { delete this; }, nullptr)
            .ok()) {
      return;
    }
    // The last reference is gone, so no step runs and this thread need not wait. A partial run may still
    // need this thread: then the session stays, as if its user had kept it.
    if (!partial_.empty()) return;
  }
  delete this;
}

Status CheckPassName(std::string_view pass) {
  PassSet passes;
  return DisablePass(pass, &passes);
}

Result<Ref<Session>> Session::Create(Ref<Runtime> runtime, std::shared_ptr<Graph> graph,
                                     const SessionOptions& options) {
  return CreateSession(std::move(runtime), std::move(graph), options, {});
}

Result<Ref<Session>> CreateSession(Ref<Runtime> runtime, std::shared_ptr<Graph> graph,
                                   const SessionOptions& options, const PlanningOptions& planning) {
  if (!runtime) return InvalidArgument("a session needs a runtime");
  if (!graph) return InvalidArgument("a session needs a graph");
  RUNNEL_RETURN_IF_ERROR(runtime->CheckProcess());
  for (const std::string& pass : options.disabled_passes) RUNNEL_RETURN_IF_ERROR(CheckPassName(pass));
  if (kMinimal && options.automatic_placement)
    return Unimplemented("automatic placement is not in this build (RUNNEL_MINIMAL)");
  if (kMinimal && options.print_passes) return LeftOut("passes that are printed");
  return Ref<Session>(MakeRef<LocalSession>(std::move(runtime), std::move(graph), options, planning));
}

Status LocalSession::CheckOpen() const {
  RUNNEL_RETURN_IF_ERROR(runtime_->CheckProcess());
  return closed_.load(std::memory_order_relaxed) ? FailedPrecondition("the session is closed")
                                                 : OkStatus();
}

Status LocalSession::CheckFetched(const Signature& signature, std::span<const Tensor> fetches) {
  for (size_t i = 0; i < fetches.size(); ++i) {
    if (fetches[i].empty()) {
      return NeverComputed(signature.fetches[i]);
    }
  }
  return OkStatus();
}

// ---- runs ----

StepContext LocalSession::MakeContext(const RunOptions& options) {
  StepContext context;
  context.host = runtime_.get();
  context.resources = resources_.get();
  context.functions = functions_ ? functions_.get() : options_.functions;
  context.trace = options.trace || options.profile || options.sample;
  context.profile = options.profile || options.sample;
  context.rendezvous = options.rendezvous.get();
  if (planning_.on_look) context.on_look = &planning_.on_look;
  context.step_id = next_step_.fetch_add(1, std::memory_order_relaxed);
  return context;
}

void LocalSession::FillMetadata(const Plan& plan, Step& step, double planning_seconds, bool traced,
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

void LocalSession::Conclude(Prepared* prepared, StepPool& steps, Step& step, double planning_seconds,
                            bool profiled, bool traced, RunMetadata* metadata) {
  if (profiled) {
    RunMetadata measured;
    FillMetadata(steps.plan(), step, planning_seconds, true, &measured);
    Learn(prepared, steps, measured);
    if (traced && metadata != nullptr) {
      *metadata = std::move(measured);
      return;
    }
  }
  if (metadata != nullptr) FillMetadata(steps.plan(), step, planning_seconds, traced, metadata);
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
  const Deadline deadline = DeadlineOf(options);
  RUNNEL_ASSIGN_OR_RETURN(const Ref<StepPool> steps,
                          PlanFor(prepared, feeds, options, deadline, &planning_seconds));
  std::unique_ptr<Step> step = steps->Take();
  StepContext context = MakeContext(options);
  if (IsSampled(*steps)) context.trace = context.profile = true;
  const bool profiled = context.profile;
  Status status;
  {
    Running running(this, step.get(), options, deadline);
    status = running.Enter();
    if (status.ok()) status = step->Run(context, feeds, fetches);
  }
  if (status.ok()) status = CheckFetched(prepared->signature, fetches);
  if (status.ok()) {
    Conclude(prepared, *steps, *step, planning_seconds, profiled, options.trace || options.profile,
             metadata);
  }
  steps->GiveBack(std::move(step));
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
  Ref<StepPool> steps;
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

// An asynchronous run that is still to be planned, which its caller does not wait for.
struct LocalSession::Unplanned {
  Unplanned(LocalSession* session, Prepared* prepared, const RunOptions& its_options,
            const Deadline& its)
      : options(its_options),
        deadline(its),
        watch(session->options_.planning, session->planning_.on_look),
        running(session, &watch, prepared, options, deadline) {}
  const RunOptions options;
  const Deadline deadline;
  PlanWatch watch;
  Running running;
  std::shared_ptr<AsyncRecord> record;
  AsyncDone done;
};

void LocalSession::RunPreparedAsync(std::shared_ptr<Prepared> prepared, std::vector<Tensor> feeds,
                                    const RunOptions& options, AsyncDone done, Status status) {
  const Deadline deadline = DeadlineOf(options);
  if (status.ok()) status = CheckFeeds(runtime_.get(), prepared->signature, feeds);
  if (status.ok()) status = CheckTimeLeft(options_, options);
  auto record = std::make_shared<AsyncRecord>();
  record->session = Ref<Session>::Share(this);
  record->prepared = std::move(prepared);
  record->feeds = std::move(feeds);
  if (kMinimal && status.ok() && (options.trace || options.profile)) status = LeftOut("traces of steps");
  if (status.ok() && !options.lends_thread) {
    record->steps = FindPlan(record->prepared.get(), record->feeds, options);
    if (!record->steps) {
      auto later = std::make_shared<Unplanned>(this, record->prepared.get(), options, deadline);
      status = later->running.Enter();
      if (status.ok()) {
        later->record = std::move(record);
        later->done = std::move(done);
        return runtime_->pool().Run(
            [later = std::move(later)]() mutable { PlanLater(std::move(later)); });
      }
    }
  }
  if (status.ok() && !record->steps) {
    auto plan =
        PlanFor(record->prepared.get(), record->feeds, options, deadline, &record->planning_seconds);
    status = plan.status();
    if (plan.ok()) record->steps = std::move(*plan);
  }
  StartPlanned(std::move(record), options, deadline, std::move(done), std::move(status), nullptr);
}

// On a thread of the pool.
void LocalSession::PlanLater(std::shared_ptr<Unplanned> later) {
  // Objects that are held here are released before the end is reported.
  std::shared_ptr<AsyncRecord> record = std::move(later->record);
  const AsyncDone done = std::move(later->done);
  auto* const self = static_cast<LocalSession*>(record->session.get());
  Status status;
  try {
    auto plan = self->MakePlan(record->prepared.get(), record->feeds, later->options, &later->watch,
                               &record->planning_seconds);
    status = plan.status();
    if (plan.ok()) record->steps = std::move(*plan);
    self->StartPlanned(std::move(record), later->options, later->deadline, done, std::move(status),
                       later.get());
  } catch (const std::bad_alloc&) {
    later = nullptr;
    record = nullptr;
    done(Status::OutOfMemory(), {});
  }
}

void LocalSession::StartPlanned(std::shared_ptr<AsyncRecord> record, const RunOptions& options,
                                const Deadline& deadline, AsyncDone done, Status status,
                                Unplanned* planned) {
  if (status.ok() && options.is_brief != nullptr) *options.is_brief = record->steps->plan().is_brief;
  std::shared_ptr<Running> running;
  if (status.ok()) {
    record->step = record->steps->Take();
    record->rendezvous = options.rendezvous;
    record->fetches.resize(record->prepared->signature.fetches.size());
    running = std::make_shared<Running>(this, record->step.get(), options, deadline);
    status = running->Enter();
  }
  if (planned != nullptr) {
    // Before the step could be told to end, its planning was: that reason counts.
    if (planned->watch.stopped()) status = planned->watch.reason();
    planned->running.Leave();
  }
  // The callback may write to the feeds at once.
  if (!status.ok()) {
    if (running != nullptr) running->Leave();
    record->feeds.clear();
    CallOnPool(runtime_.get(), [done = std::move(done), status] { done(status, {}); });
    return;
  }
  record->metadata = options.metadata;
  record->traced = options.trace || options.profile;
  StepContext context = MakeContext(options);
  context.lent = options.lends_thread;
  if (IsSampled(*record->steps)) context.trace = context.profile = true;
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
                        self->Conclude(record->prepared.get(), *record->steps, *record->step,
                                       record->planning_seconds, record->profiled, record->traced,
                                       record->metadata.get());
                      } catch (const std::bad_alloc&) {
                        result = Status::OutOfMemory();
                      }
                    }
                    record->steps->GiveBack(std::move(record->step));
                    record->feeds.clear();
                    std::vector<Tensor> fetches;
                    if (result.ok()) fetches = std::move(record->fetches);
                    // Released first: the callback may drop the session, and this thread, which cannot
                    // destroy it, must not hold the last reference.
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
  bool is_idle = false;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    for (Running* r = running_; r != nullptr; r = r->next_) r->Fail(Cancelled("the session was closed"));
    is_idle = running_count_ == 0 && partial_.empty();
  }
  if (is_idle || !runtime_->pool().IsWorker()) {
    FinishClosing();
    return OkStatus();
  }
  // What must be waited for may need this thread. Without another thread the session's contents are
  // released with its last reference.
  (void)StartThread(
      "the end of a session", [self = Ref<LocalSession>::Share(this)] { self->FinishClosing(); },
      nullptr);
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
  // What resources call of functions has ended with them. Resources that outlive the session may go on
  // calling.
  if (functions_ && owns_resources_) functions_->Close();
  // Twice, because the memory that was in use just now counts as a recent peak.
  HostMemory::Forget(runtime_->allocator());
  HostMemory::Forget(runtime_->allocator());
}

}  // namespace runnel
