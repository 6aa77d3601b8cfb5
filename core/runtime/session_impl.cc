#include "core/runtime/session_impl.h"

#include <algorithm>
#include <thread>

#include "core/base/clock.h"
#include "core/runtime/partial_run.h"
#include "core/runtime/signature_check.h"

namespace runnel {
namespace {

// After this many shapes of one signature, a plan for any shape serves the rest.
constexpr size_t kMaxShapesPerSignature = 4;

bool Disabled(const SessionOptions& options, std::string_view pass) {
  return std::any_of(options.disabled_passes.begin(), options.disabled_passes.end(),
                     [&](const std::string& name) { return name == pass || name == "all"; });
}

Device* DeviceOf(const Tensor& value) {
  return value.on_host() || !value.buffer() ? nullptr : value.buffer()->device();
}

}  // namespace

// On the stack of a run (or in its asynchronous record): in the session's list while it runs, so that
// Close can end it, and tied to the user's cancellation and the deadline.
class LocalSession::Running {
 public:
  Running(LocalSession* session, Step* step, const RunOptions& options)
      : session_(session), step_(step) {
    user_ = options.cancellation;
    int64_t timeout_ms =
        options.timeout_ms >= 0 ? options.timeout_ms : session->options_.default_timeout_ms;
    if (user_) {
      token_ = user_->Register([this](const Status& reason) { step_->Fail(reason); });
      if (token_ == 0) early_ = user_->reason();
    }
    if (timeout_ms >= 0) {
      timed_ = true;
      key_ = session->timer_.Schedule(
          Timer::Clock::now() + std::chrono::milliseconds(timeout_ms), [this, timeout_ms] {
            step_->Fail(DeadlineExceeded("the step did not end within ", timeout_ms, " ms"));
          });
    }
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
      owns_resources_(!options.resources) {
  planner_options_.fold = !Disabled(options, "fold");
  planner_options_.cse = !Disabled(options, "cse");
  planner_options_.simplify = !Disabled(options, "simplify");
  planner_options_.branches = !Disabled(options, "branches");
  planner_options_.layout = !Disabled(options, "layout");
  planner_options_.epilogue = !Disabled(options, "epilogue");
  planner_options_.pack = !Disabled(options, "pack");
  planner_options_.fuse = !Disabled(options, "fuse");
  planner_options_.regions = !Disabled(options, "regions");
  planner_options_.print = options.print_passes;
  planner_options_.soft_placement = options.soft_placement;
  planner_options_.log_placement = options.log_device_placement;
  planner_options_.default_device = options.default_device;
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
  for (const std::string_view known :
       {"fold", "branches", "simplify", "cse", "layout", "epilogue", "fuse", "regions", "pack", "all"}) {
    if (pass == known) return OkStatus();
  }
  return InvalidArgument(
      "there is no pass \"", pass,
      "\"; the passes are fold, branches, simplify, cse, layout, epilogue, fuse, regions "
      "and pack, or all");
}

Result<Ref<Session>> Session::Create(Ref<Runtime> runtime, std::shared_ptr<Graph> graph,
                                     const SessionOptions& options) {
  if (!runtime) return InvalidArgument("a session needs a runtime");
  if (!graph) return InvalidArgument("a session needs a graph");
  RUNNEL_RETURN_IF_ERROR(runtime->CheckProcess());
  for (const std::string& pass : options.disabled_passes) RUNNEL_RETURN_IF_ERROR(CheckPassName(pass));
  return Ref<Session>(MakeRef<LocalSession>(std::move(runtime), std::move(graph), options));
}

Status LocalSession::CheckOpen() const {
  RUNNEL_RETURN_IF_ERROR(runtime_->CheckProcess());
  const std::lock_guard lock(mutex_);
  return closed_ ? FailedPrecondition("the session is closed") : OkStatus();
}

// A step that ends without a value is our own mistake; it must not pass for success.
Status LocalSession::CheckFetched(const Signature& signature, std::span<const Tensor> fetches) {
  for (size_t i = 0; i < fetches.size(); ++i) {
    if (fetches[i].empty()) {
      return Internal("the step ended before \"", OutputName(signature.fetches[i]), "\" was computed");
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

// ---- plans ----

std::shared_ptr<LocalSession::Prepared> LocalSession::Prepare(const Signature& signature) {
  std::string key;
  const auto add = [&](int a, int b) {
    key.append(reinterpret_cast<const char*>(&a), sizeof(a));
    key.append(reinterpret_cast<const char*>(&b), sizeof(b));
  };
  add(static_cast<int>(signature.feeds.size()), static_cast<int>(signature.fetches.size()));
  for (const OutputRef& o : signature.feeds) add(o.node->id(), o.index);
  for (const OutputRef& o : signature.fetches) add(o.node->id(), o.index);
  for (const Node* n : signature.targets) add(n->id(), -1);
  const std::lock_guard lock(mutex_);
  std::shared_ptr<Prepared>& prepared = prepared_[key];
  if (prepared == nullptr) {
    prepared = std::make_shared<Prepared>();
    prepared->signature = signature;
  }
  return prepared;
}

Result<Ref<Plan>> LocalSession::BuildPlan(const Signature& signature, const Prepared::Variant& variant,
                                          bool deferred_feeds, PlanDescription* description) {
  std::vector<PlanFeed> feeds;
  for (size_t i = 0; i < signature.feeds.size(); ++i) {
    const OutputRef& output = signature.feeds[i];
    PlanFeed feed;
    feed.output = output;
    feed.dtype = output.node->output_type(output.index);
    feed.shape = variant.generic ? output.node->output_shape(output.index) : variant.shapes[i];
    feed.device = variant.generic && variant.devices.empty() ? nullptr : variant.devices[i];
    feeds.push_back(std::move(feed));
  }
  PlannerOptions options = planner_options_;
  options.keep_on_device = variant.keep_on_device;
  options.partition_graphs = variant.partition_graphs;
  options.deferred_feeds = deferred_feeds;
  options.description = description;
  Plan::Context context;
  context.runtime = runtime_.get();
  context.resources = resources_.get();
  context.random_counter = [this](const std::string& node) { return RandomCounter(node); };
  return Plan::Build(context, options, *graph_, feeds, signature.fetches, signature.targets);
}

Result<Ref<Plan>> LocalSession::PlanFor(Prepared* prepared, std::span<const Tensor> feeds,
                                        const RunOptions& options, double* planning_seconds) {
  const auto fits = [&](const Prepared::Variant& v) {
    if (v.keep_on_device != options.keep_on_device || v.partition_graphs != options.partition_graphs)
      return false;
    for (size_t i = 0; i < feeds.size(); ++i) {
      if (v.devices[i] != DeviceOf(feeds[i])) return false;
      if (!v.generic && !(v.shapes[i] == feeds[i].shape())) return false;
    }
    return true;
  };
  uint64_t bytes = 0;
  Ref<Plan> plan;
  {
    const std::lock_guard lock(prepared->mutex);
    size_t shapes_seen = 0;
    for (Prepared::Variant& v : prepared->variants) {
      shapes_seen += v.generic ? 0 : 1;
      if (!fits(v)) continue;
      v.last_use = ++use_clock_;
      return v.plan;
    }
    Prepared::Variant variant;
    variant.generic = shapes_seen >= kMaxShapesPerSignature;
    variant.keep_on_device = options.keep_on_device;
    variant.partition_graphs = options.partition_graphs;
    for (const Tensor& feed : feeds) {
      variant.shapes.push_back(feed.shape());
      variant.devices.push_back(DeviceOf(feed));
    }
    RUNNEL_ASSIGN_OR_RETURN(plan, BuildPlan(prepared->signature, variant, false));
    *planning_seconds = plan->planning_seconds;
    bytes = plan->approximate_bytes;
    variant.plan = plan;
    variant.last_use = ++use_clock_;
    prepared->variants.push_back(std::move(variant));
  }
  {
    const std::lock_guard lock(mutex_);
    ++num_plans_;
    plan_bytes_ += bytes;
    Evict();
  }
  return plan;
}

Result<PlanDescription> Session::DescribePlan(const Signature&, std::span<const Shape>) {
  return Unimplemented("the plans of this session are not made in this process");
}

Result<std::vector<std::string>> Session::ListDevices() {
  std::vector<std::string> out;
  for (const Device* device : runtime().devices()) out.push_back(device->name());
  return out;
}

Status Session::ResetContainers(const std::vector<std::string>&) {
  return FailedPrecondition(
      "a session in this process has its resources for itself: closing it drops them; containers are of "
      "clusters");
}

Result<std::vector<std::string>> Session::TaskLogs() { return std::vector<std::string>(); }

Result<PlanDescription> LocalSession::DescribePlan(const Signature& signature,
                                                   std::span<const Shape> feed_shapes) {
  RUNNEL_RETURN_IF_ERROR(CheckOpen());
  RUNNEL_RETURN_IF_ERROR(CheckSignature(*graph_, signature));
  if (feed_shapes.size() != signature.feeds.size()) {
    return InvalidArgument("the signature has ", signature.feeds.size(), " feeds, got ",
                           feed_shapes.size(), " shapes");
  }
  Prepared::Variant variant;
  for (size_t i = 0; i < feed_shapes.size(); ++i) {
    const OutputRef& feed = signature.feeds[i];
    RUNNEL_RETURN_IF_ERROR(CheckFeedShape(feed, feed_shapes[i]));
    const Result<Shape> merged = Shape::Merge(feed.node->output_shape(feed.index), feed_shapes[i]);
    variant.shapes.push_back(merged.ok() ? *merged : feed_shapes[i]);
    variant.devices.push_back(nullptr);
  }
  PlanDescription description;
  RUNNEL_RETURN_IF_ERROR(BuildPlan(signature, variant, false, &description).status());
  return description;
}

// Drops the plans that were used least recently, down to the limits; those in use live on until then.
void LocalSession::Evict() {
  while (num_plans_ > options_.max_cached_plans ||
         (plan_bytes_ > options_.max_cached_plan_bytes && num_plans_ > 1)) {
    Prepared* oldest = nullptr;
    uint64_t oldest_use = UINT64_MAX;
    size_t oldest_index = 0;
    for (const auto& [key, prepared] : prepared_) {
      std::unique_lock lock(prepared->mutex, std::try_to_lock);
      if (!lock.owns_lock()) continue;  // in use: not the oldest
      for (size_t i = 0; i < prepared->variants.size(); ++i) {
        if (prepared->variants[i].last_use < oldest_use) {
          oldest_use = prepared->variants[i].last_use;
          oldest = prepared.get();
          oldest_index = i;
        }
      }
    }
    if (oldest == nullptr) return;
    std::unique_lock lock(oldest->mutex, std::try_to_lock);
    if (!lock.owns_lock() || oldest_index >= oldest->variants.size()) return;
    plan_bytes_ -= oldest->variants[oldest_index].plan->approximate_bytes;
    oldest->variants.erase(oldest->variants.begin() + static_cast<ptrdiff_t>(oldest_index));
    --num_plans_;
  }
}

// ---- runs ----

StepContext LocalSession::MakeContext(const RunOptions& options) {
  StepContext context;
  context.runtime = runtime_.get();
  context.resources = resources_.get();
  context.trace = options.trace;
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
  if (!traced) return;
  metadata->start_ns = step.start_ns();
  metadata->end_ns = MonotonicNs();
  metadata->start_unix_us = UnixMicros() - (metadata->end_ns - metadata->start_ns) / 1000;
  step.trace().Take(plan, step.start_ns(), metadata);
}

Status LocalSession::RunPrepared(Prepared* prepared, std::span<const Tensor> feeds,
                                 std::span<Tensor> fetches, const RunOptions& options,
                                 RunMetadata* metadata) {
  if (fetches.size() != prepared->signature.fetches.size()) {
    return InvalidArgument("the signature has ", prepared->signature.fetches.size(),
                           " fetches, there is room for ", fetches.size());
  }
  RUNNEL_RETURN_IF_ERROR(CheckFeeds(runtime_.get(), prepared->signature, feeds));
  double planning_seconds = 0;
  RUNNEL_ASSIGN_OR_RETURN(const Ref<Plan> plan, PlanFor(prepared, feeds, options, &planning_seconds));
  std::unique_ptr<Step> step = plan->TakeStep();
  Status status;
  {
    Running running(this, step.get(), options);
    status = running.Enter();
    if (status.ok()) status = step->Run(MakeContext(options), feeds, fetches);
  }
  if (status.ok()) status = CheckFetched(prepared->signature, fetches);
  if (status.ok() && metadata != nullptr) {
    FillMetadata(*plan, *step, planning_seconds, options.trace, metadata);
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
  bool traced = false;
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
  record->traced = options.trace;
  record->planning_seconds = planning_seconds;
  StepContext context = MakeContext(options);
  context.lent = options.lends_thread;
  record->step->Start(context, record->feeds, record->fetches,
                      [record, running, done = std::move(done)](Status result) mutable {
                        running->Leave();
                        if (result.ok()) {
                          result = CheckFetched(record->prepared->signature, record->fetches);
                        }
                        if (result.ok() && record->metadata) {
                          FillMetadata(*record->plan, *record->step, record->planning_seconds,
                                       record->traced, record->metadata.get());
                        }
                        record->plan->GiveBack(std::move(record->step));
                        record->feeds.clear();
                        std::vector<Tensor> fetches;
                        if (result.ok()) fetches = std::move(record->fetches);
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

// ---- partial runs ----

Result<std::string> LocalSession::PartialRunSetup(const Signature& signature) {
  RUNNEL_RETURN_IF_ERROR(CheckOpen());
  RUNNEL_RETURN_IF_ERROR(CheckSignature(*graph_, signature));
  Prepared::Variant variant;
  variant.generic = true;
  RUNNEL_ASSIGN_OR_RETURN(Ref<Plan> plan, BuildPlan(signature, variant, true));
  auto step = std::make_shared<PartialStep>(std::move(plan), signature);
  step->Start(MakeContext({}));
  const std::lock_guard lock(mutex_);
  if (closed_) return FailedPrecondition("the session is closed");
  const std::string handle = StrCat("partial_", next_partial_++);
  partial_[handle] = std::move(step);
  return handle;
}

Status LocalSession::PartialRun(const std::string& handle, std::span<const OutputRef> feeds,
                                std::span<const Tensor> feed_values, std::span<const OutputRef> fetches,
                                std::span<Tensor> fetch_values) {
  RUNNEL_RETURN_IF_ERROR(CheckOpen());
  std::shared_ptr<PartialStep> step;
  {
    const std::lock_guard lock(mutex_);
    const auto it = partial_.find(handle);
    if (it == partial_.end())
      return InvalidArgument("there is no partial run \"", handle, "\", or it has ended");
    step = it->second;
  }
  if (feeds.size() != feed_values.size() || fetches.size() != fetch_values.size()) {
    return InvalidArgument("as many values as names are needed");
  }
  for (size_t i = 0; i < feeds.size(); ++i) {
    if (feeds[i].node == nullptr) return InvalidArgument("a feed is missing");
    RUNNEL_RETURN_IF_ERROR(step->CheckDeclared(feeds[i]));
    RUNNEL_RETURN_IF_ERROR(CheckFeed(runtime_.get(), feeds[i], feed_values[i]));
  }
  Status status = step->Run(feeds, feed_values, fetches, fetch_values);
  if (step->ended()) {
    const std::lock_guard lock(mutex_);
    partial_.erase(handle);
  }
  return status;
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
}

}  // namespace runnel
