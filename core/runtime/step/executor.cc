// Step: schedules a plan's nodes. Every node counts the inputs that it awaits, per iteration of its
// frame (propagate.cc); the worker that takes a count to zero makes it ready. Cheap nodes stay in the
// worker's queue (last in, first out), all but one of several expensive ones go to the pool,
// asynchronous ones continue in a callback (run_async.cc). `outstanding_` counts ready and running nodes
// and active workers: whoever takes it to zero completes the step. The first failure wins; workers then
// stop at their next node, and waits for devices are withdrawn. Counts are decremented with acq_rel
// order, so whoever sees zero sees what all producers wrote.
#include "core/runtime/step/step_internal.h"

#include <algorithm>

namespace runnel {

namespace {

// Interval at which a step that waits for a device checks whether it was ended meanwhile.
constexpr uint64_t kLookNs = 50'000'000;

}  // namespace

Step::Step(const Plan& plan) : plan_(&plan), free_iterations_(plan.frames.size()) {}

Step::~Step() = default;

void Step::Fail(const Status& reason) {
  bool first = false;
  Ref<CancellationManager> cancellation;
  {
    const std::lock_guard lock(mutex_);
    first = !failed_.load(std::memory_order_relaxed);
    if (first) status_ = reason;
    failed_.store(true, std::memory_order_release);
    cancellation = cancellation_;
  }
  if (first && cancellation) cancellation->Cancel(Cancelled("the step has failed: ", reason.message()));
  if (first) WithdrawAll(reason);
}

// Withdraws every wait for a device: the device may never answer. Its work goes on, in memory that is
// kept for it.
void Step::WithdrawAll(const Status& reason) {
  for (;;) {
    AsyncRun* run = nullptr;
    bool at_end = false;
    {
      const std::lock_guard lock(mutex_);
      for (const auto& each : runs_) {
        DeviceQueue* const queue = std::exchange(each->queue, nullptr);
        if (queue == nullptr || !queue->Withdraw(each->ticket)) continue;
        queue->Abandon();
        run = each.get();
        break;
      }
      if (run == nullptr && last_queue_ != nullptr) {
        DeviceQueue* const queue = std::exchange(last_queue_, nullptr);
        at_end = queue->Withdraw(last_ticket_);
        if (at_end) queue->Abandon();
      }
    }
    if (at_end) return CompletedElsewhere();
    if (run == nullptr) return;
    AsyncDone(run, reason);
  }
}

Status Step::NotifyOf(const FencePoint& point, AsyncRun* run, rnlp_done_fn_t fn, void* arg,
                      Ref<Buffer> keep) {
  DeviceQueue& queue = point.fence->queue();
  RUNNEL_ASSIGN_OR_RETURN(const DeviceQueue::Ticket ticket,
                          queue.Reserve(point.fence.get(), point.value, fn, arg, std::move(keep)));
  {
    const std::lock_guard lock(mutex_);
    (run == nullptr ? last_ticket_ : run->ticket) = ticket;
    (run == nullptr ? last_queue_ : run->queue) = &queue;
  }
  // From here on, a thread that ends the step finds the ticket.
  if (failed_.load(std::memory_order_acquire)) {
    const bool mine = queue.Withdraw(ticket);
    queue.Discard(ticket);
    return mine ? Outcome() : OkStatus();
  }
  return queue.NotifyFence(ticket);
}

// Locks, because a deadline or a cancellation may still arrive while the step ends.
Status Step::Outcome() {
  const std::lock_guard lock(mutex_);
  return status_;
}

void Step::Renew() {
  status_ = Status();
  failed_.store(false, std::memory_order_relaxed);
}

Step::Worker* Step::TakeWorker() {
  const std::lock_guard lock(mutex_);
  if (!free_workers_.empty()) {
    Worker* worker = free_workers_.back();
    free_workers_.pop_back();
    return worker;
  }
  auto worker = std::make_unique<Worker>(this, plan_->max_inputs, plan_->max_outputs);
  free_workers_.reserve(workers_.size() + 1);  // giving back never allocates
  workers_.push_back(std::move(worker));
  return workers_.back().get();
}

void Step::GiveBackWorker(Worker* worker) {
  const std::lock_guard lock(mutex_);
  free_workers_.push_back(worker);
}

void Step::Begin(const StepContext& context, std::span<const Tensor> feeds, std::span<Tensor> fetches) {
  context_ = context;
  context_.host->pool().BeginStep();
  feeds_ = feeds;
  fetches_ = fetches;
  finished_.store(0, std::memory_order_relaxed);
  awaited_ = 0;
  launches_.store(0, std::memory_order_relaxed);
  copies_.store(0, std::memory_order_relaxed);
  replays_.store(0, std::memory_order_relaxed);
  if (context.traced()) {
    trace_.Clear();
    start_ns_ = MonotonicNs();
  }
}

void Step::End() {
  // A failed step leaves frames and values behind, and so does a loop that waits for a value that never
  // comes. Any other step has consumed them all.
  const bool failed = failed_.load(std::memory_order_relaxed);
  if (failed || HasOpenFrames()) root_.reset();
  step_resources_.Clear();
  if (plan_->keeps_fetches && !failed) {
    // The step has not waited for these. Their readers wait for this fence, and get its failure.
    for (const Tensor& fetch : fetches_) {
      if (!fetch.buffer() || fetch.buffer()->device() == nullptr) continue;
      FencePoint made_at = PointOn(fetch.buffer()->device()->compute());
      if (made_at.fence) Device::SetProducer(*fetch.buffer(), std::move(made_at));
    }
  }
  // Tells the queues what is over, so that the next step can reuse the memory of this one's copies.
  for (const Ref<StepFence>& fence : fences_) fence->queue().NoteOver(*fence);
  fences_.clear();
  if (plan_->has_async) {
    const std::lock_guard lock(mutex_);
    cancellation_ = nullptr;
  }
  context_.host->pool().EndStep();
  context_ = StepContext();
  feeds_ = {};
  fetches_ = {};
}

bool Step::HasOpenFrames() const {
  return root_ != nullptr && root_->iterations[0] != nullptr && !root_->iterations[0]->children.empty();
}

Result<StepFence*> Step::FenceOn(DeviceQueue& queue) {
  const std::lock_guard lock(fences_mutex_);
  for (const Ref<StepFence>& fence : fences_) {
    if (&fence->queue() == &queue) return fence.get();
  }
  RUNNEL_ASSIGN_OR_RETURN(Ref<StepFence> fence, queue.TakeFence());
  fences_.push_back(std::move(fence));
  return fences_.back().get();
}

FencePoint Step::PointOn(DeviceQueue& queue) {
  const std::lock_guard lock(fences_mutex_);
  for (const Ref<StepFence>& fence : fences_) {
    if (&fence->queue() == &queue && fence->value() > 0) return {fence, fence->value()};
  }
  return {};
}

// Fetches that stay on their device are not waited for: their readers wait. Copies from and to host
// memory always are, because that memory is the caller's again when the step ends.
bool Step::Awaits(const StepFence& fence) const {
  return !plan_->keeps_fetches || fence.queue().kind() != RNLP_QUEUE_COMPUTE;
}

Status Step::WaitFor(StepFence* fence) { return Awaits(*fence) ? WaitUntilReached(fence) : OkStatus(); }

Status Step::Settle(DeviceQueue& queue) {
  if (!context_.profile) return OkStatus();
  const FencePoint given = PointOn(queue);
  return given.fence ? WaitUntilReached(given.fence.get()) : OkStatus();
}

Status Step::WaitUntilReached(StepFence* fence) {
  DeviceQueue& queue = fence->queue();
  const int64_t start = MonotonicNs();
  Status status;
  for (int64_t from = start;; from = MonotonicNs()) {
    status = queue.WaitFence(fence, fence->value(), kLookNs);
    // A wait that timed out took kLookNs. DEADLINE_EXCEEDED before that is the status of the failed
    // work: the deadline cannot fail the step with this code.
    if (status.code() != Code::kDeadlineExceeded ||
        MonotonicNs() - from < static_cast<int64_t>(kLookNs)) {
      break;
    }
    if (failed_.load(std::memory_order_acquire)) {
      queue.Abandon();
      return Outcome();
    }
  }
  if (status.ok() && context_.traced()) {
    try {
      trace_.Add({.kind = NodeStats::Kind::kWait,
                  .from = queue.device(),
                  .start_ns = start,
                  .end_ns = MonotonicNs()});
    } catch (const std::bad_alloc&) {
      return Status::OutOfMemory();
    }
  }
  return status;
}

Status Step::Run(const StepContext& context, std::span<const Tensor> feeds, std::span<Tensor> fetches) {
  Begin(context, feeds, fetches);
  if (plan_->only_region >= 0) {
    Status status = RunOnlyRegion();
    for (size_t i = 0; status.ok() && i < fences_.size(); ++i) status = WaitFor(fences_[i].get());
    if (!status.ok()) Fail(status);
    End();
    return status;
  }
  std::atomic<uint32_t>& finished = finished_;
  Worker* worker = nullptr;
  try {
    worker = StartRoots();
  } catch (const std::bad_alloc&) {
    End();
    return Status::OutOfMemory();
  }
  if (worker != nullptr && !Process(worker)) {
    while (finished.load(std::memory_order_acquire) == 0) finished.wait(0, std::memory_order_acquire);
  }
  // Waits on this thread, which the caller has lent: once it returns, the devices may be closed.
  for (size_t i = 0; i < fences_.size() && !failed_.load(std::memory_order_acquire); ++i) {
    const Status late = WaitFor(fences_[i].get());
    if (!late.ok()) Fail(late);
  }
  // Outcome takes the lock: the thread that stored `finished` may still hold it.
  Status status = Outcome();
  End();
  return status;
}

void Step::Start(const StepContext& context, std::span<const Tensor> feeds, std::span<Tensor> fetches,
                 std::function<void(Status)> done) {
  Begin(context, feeds, fetches);
  done_ = std::move(done);
  Worker* worker = nullptr;
  try {
    if (plan_->only_region >= 0) {
      worker = TakeWorker();
    } else {
      worker = StartRoots();
    }
  } catch (const std::bad_alloc&) {
    Fail(Status::OutOfMemory());
  }
  if (worker == nullptr) return CompletedElsewhere();
  worker->run = [](ThreadPool::Task* task) {
    Worker* self = static_cast<Worker*>(task);
    Step* step = self->step;
    if (step->plan_->only_region >= 0) {
      step->GiveBackWorker(self);
      const Status status = step->RunOnlyRegion();
      if (!status.ok()) step->Fail(status);
      step->Completed();
    } else if (step->Process(self)) {
      step->Completed();
    }
  };
  // On a lent thread the step may already be destroyed when this returns.
  if (context.lent) return worker->run(worker);
  context_.host->pool().Schedule(worker);
}

// For Start: waits asynchronously for the step's devices, one after another. True if no wait is left;
// false: Completed will be called again.
bool Step::AwaitDevices() {
  if (fences_.empty()) return true;
  // Holds the runtime: before NotifyFence returns, the run's end may have been reported and its runtime
  // released.
  const Ref<Host> host = Ref<Host>::Share(context_.host);
  while (awaited_ < fences_.size() && !failed_.load(std::memory_order_acquire)) {
    StepFence* const fence = fences_[awaited_++].get();
    if (!Awaits(*fence) || !fence->Pending(fence->value())) continue;
    const Status status = NotifyOf(
        {Ref<StepFence>::Share(fence), fence->value()}, nullptr,
        [](void* arg, rnlp_status_t* failed) {
          auto* step = static_cast<Step*>(arg);
          const Status done = FromPluginStatus(failed);
          if (!done.ok()) step->Fail(done);
          step->CompletedElsewhere();
        },
        this);
    if (status.ok()) return false;
    Fail(status);
  }
  return true;
}

// The last node is done. For Start it calls back, after which the step may be destroyed.
void Step::Completed() {
  if (done_) {
    if (!AwaitDevices()) return;
    std::function<void(Status)> done = std::move(done_);
    done_ = nullptr;
    const Status status = Outcome();
    End();
    done(status);
    return;
  }
  const std::lock_guard lock(mutex_);
  finished_.store(1, std::memory_order_release);
  finished_.notify_all();
}

// Completes the step from a foreign thread: a caller's, a device's, a timer's, or one that cancels or
// closes and holds locks. `done` may wait for any of these, so it runs on the pool.
void Step::CompletedElsewhere() {
  if (!done_) return Completed();
  ended_.step = this;
  ended_.run = [](ThreadPool::Task* task) { static_cast<Ended*>(task)->step->Completed(); };
  context_.host->pool().Schedule(&ended_);
}

// Queues the nodes without inputs on a worker; null if there are none.
Step::Worker* Step::StartRoots() {
  if (plan_->roots.empty()) return nullptr;
  if (plan_->has_async) {
    const std::lock_guard lock(mutex_);
    cancellation_ = MakeRef<CancellationManager>();
    if (failed_.load(std::memory_order_relaxed)) cancellation_->Cancel(status_);
  }
  if (root_ == nullptr) {
    auto root = std::make_unique<Frame>();
    root->info = &plan_->frames[0];
    root->iterations.resize(1);
    root_ = std::move(root);
  }
  if (root_->iterations[0] != nullptr) {
    const std::lock_guard lock(mutex_);
    free_iterations_[0].push_back(std::move(root_->iterations[0]));
  }
  Iteration* iteration = NewIteration(root_.get(), 0);
  Worker* worker = TakeWorker();
  worker->queue.reserve(plan_->roots.size() + 64);
  worker->next.clear();
  for (auto it = plan_->roots.rbegin(); it != plan_->roots.rend(); ++it) {
    worker->next.push_back({&plan_->nodes[static_cast<size_t>(*it)], root_.get(), iteration, false});
  }
  // Every active worker counts too, so that the step outlives the worker's last access to it.
  outstanding_.store(static_cast<int64_t>(worker->next.size()) + 1, std::memory_order_relaxed);
  worker->queue.clear();
  // Asynchronous roots are started when the queue gets to them.
  for (const Ready& ready : worker->next) worker->queue.push_back(ready);
  worker->next.clear();
  return worker;
}

bool Step::Account(const Status& status, ReadyList* next) {
  if (!status.ok()) Fail(status);
  if (failed_.load(std::memory_order_acquire)) next->clear();
  const int64_t n = static_cast<int64_t>(next->size());
  if (n == 0) return outstanding_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  if (n > 1) outstanding_.fetch_add(n - 1, std::memory_order_relaxed);
  return false;
}

// Keeps cheap nodes and the last expensive one on this thread; the other expensive ones may run
// elsewhere.
void Step::Distribute(Worker* worker, ReadyList* ready) {
  const bool parallel = context_.host->pool().num_threads() > 1;
  const Ready* kept = nullptr;
  for (const Ready& r : *ready) {
    if (!parallel || !r.node->expensive || r.dead) {
      worker->queue.push_back(r);
      continue;
    }
    if (kept != nullptr && !Spawn(*kept)) worker->queue.push_back(*kept);
    kept = &r;
  }
  if (kept != nullptr) {
    // If other work waits here, the expensive node goes to the pool as well.
    if (worker->queue.empty() || !Spawn(*kept)) worker->queue.push_back(*kept);
  }
  ready->clear();
}

// False if there is no memory for another worker.
bool Step::Spawn(const Ready& ready) {
  Worker* worker = nullptr;
  try {
    worker = TakeWorker();
    worker->queue.clear();
    worker->queue.push_back(ready);
  } catch (const std::bad_alloc&) {
    if (worker != nullptr) GiveBackWorker(worker);
    return false;
  }
  SchedulePoolWorker(worker);
  return true;
}

void Step::SchedulePoolWorker(Worker* worker) {
  outstanding_.fetch_add(1, std::memory_order_relaxed);
  worker->run = [](ThreadPool::Task* task) {
    Worker* self = static_cast<Worker*>(task);
    Step* step = self->step;
    if (step->Process(self)) step->Completed();
  };
  context_.host->pool().Schedule(worker);
}

// On return, values that the node released are gone. After an error nothing has been made ready.
Status Step::RunAndPropagate(const Ready& ready, Worker* worker) {
  const ExecNode& node = *ready.node;
  const std::span<Entry> outputs = worker->outputs_of(node);
  for (Entry& e : outputs) e.dead = ready.dead;
  if (failed_.load(std::memory_order_relaxed)) return Cancelled("the step has failed");
  if (!ready.dead || node.kind == NodeKind::kFetch) {
    RUNNEL_RETURN_IF_ERROR(RunNode(ready, worker));
  } else {
    // A dead node releases the inputs that did arrive.
    GatherInputs(ready, &worker->inputs);
    worker->inputs.clear();
  }
  Status status =
      Propagate(ready, outputs, node.kind == NodeKind::kRegion && !ready.dead, &worker->next);
  worker->MakeRoom(worker->next.size());
  return status;
}

bool Step::Process(Worker* worker) {
  while (!worker->queue.empty()) {
    Ready ready = worker->queue.back();
    worker->queue.pop_back();
    // A node that makes a single cheap one ready hands over to it directly.
    for (bool more = true; more;) {
      more = false;
      if (!kMinimal && ready.node->is_async && (!ready.dead || ready.node->takes_dead) &&
          !failed_.load(std::memory_order_acquire)) {
        StartAsync(ready);
        break;
      }
      Status status;
      worker->next.clear();
      try {
        status = RunAndPropagate(ready, worker);
      } catch (const std::bad_alloc&) {
        worker->next.clear();
        status = Status::OutOfMemory();
      }
      for (Entry& e : worker->outputs_of(*ready.node)) {
        if (!e.tensor.empty()) e.tensor.Reset();
      }
      (void)Account(status, &worker->next);  // this worker counts, so it is never the last
      if (worker->next.size() == 1 && (!worker->next[0].node->expensive || worker->queue.empty())) {
        ready = worker->next[0];
        more = true;
      } else if (!worker->next.empty()) {
        Distribute(worker, &worker->next);
      }
    }
  }
  worker->inputs.clear();
  launches_.fetch_add(worker->launches, std::memory_order_relaxed);
  worker->launches = 0;
  GiveBackWorker(worker);
  return outstanding_.fetch_sub(1, std::memory_order_acq_rel) == 1;
}

void Step::GatherInputs(const Ready& ready, std::vector<Tensor>* inputs) {
  const ExecNode& node = *ready.node;
  inputs->resize(static_cast<size_t>(node.num_inputs));
  int32_t slot = node.first_slot, literal = node.first_literal;
  for (int32_t k = 0; k < node.num_inputs; ++k) {
    Tensor& input = (*inputs)[static_cast<size_t>(k)];
    if (literal < node.last_literal && plan_->literals[static_cast<size_t>(literal)].input == k) {
      const int32_t value = plan_->literals[static_cast<size_t>(literal++)].value;
      input = plan_->values[static_cast<size_t>(value)].value;
    } else {
      input = std::move(ready.iteration->entries[static_cast<size_t>(slot++)].tensor);
    }
  }
}

// ---- a plan that is one region: no frames, no queues ----

class Step::OnlyRegionRun final : public RegionClient {
 public:
  OnlyRegionRun(Step* step, const ExecNode& node) : step_(step), node_(node) {}
  bool Cancelled() const override { return step_->Look(); }
  Allocator* allocator() override { return step_->context_.host->allocator(); }
  void Exported(int e, Tensor value) override {
    for (int32_t i = node_.first_edge; i < node_.last_edge; ++i) {
      const ExecEdge& edge = step_->plan_->edges[static_cast<size_t>(i)];
      if (edge.src_output != e) continue;
      const ExecNode& fetch = step_->plan_->nodes[static_cast<size_t>(edge.dst)];
      step_->fetches_[static_cast<size_t>(fetch.index)] = value;
    }
  }
  Result<StepFence*> FenceOn(DeviceQueue& queue) override { return step_->FenceOn(queue); }
  bool tracing() const override { return step_->context_.traced(); }
  Status Settle(DeviceQueue& queue) override { return step_->Settle(queue); }
  void Replayed() override { step_->replays_.fetch_add(1, std::memory_order_relaxed); }
  void Trace(const RegionOp& op, int64_t start_ns, int64_t end_ns) override {
    step_->trace_.Add({.node = &node_, .op = &op, .start_ns = start_ns, .end_ns = end_ns});
  }

 private:
  Step* step_;
  const ExecNode& node_;
};

Status Step::RunOnlyRegion() {
  const ExecNode& node = plan_->nodes[static_cast<size_t>(plan_->only_region)];
  runnel::Region& region = *plan_->regions[static_cast<size_t>(node.index)];
  Status status;
  try {
    region_inputs_.resize(static_cast<size_t>(node.num_inputs));
    for (size_t i = 0; i < plan_->feed_nodes.size(); ++i) {
      const ExecNode& feed = plan_->nodes[static_cast<size_t>(plan_->feed_nodes[i])];
      for (int32_t e = feed.first_edge; e < feed.last_edge; ++e) {
        const ExecEdge& edge = plan_->edges[static_cast<size_t>(e)];
        region_inputs_[static_cast<size_t>(edge.dst_slot - node.first_slot)] =
            feeds_[static_cast<size_t>(feed.index)];
      }
    }
    auto arena = region.TakeArena(context_.host->allocator());
    if (arena.ok()) {
      OnlyRegionRun client(this, node);
      const int64_t start = context_.traced() ? MonotonicNs() : 0;
      status = (*arena)->Run(region, region_inputs_, &client);
      if (context_.traced()) {
        trace_.Add({.kind = NodeStats::Kind::kRegion,
                    .node = &node,
                    .start_ns = start,
                    .end_ns = MonotonicNs()});
      }
      launches_.store(region.launches, std::memory_order_relaxed);
      region.GiveBack(std::move(*arena));
    } else {
      status = arena.status();
    }
  } catch (const std::bad_alloc&) {
    status = Status::OutOfMemory();
  }
  for (Tensor& t : region_inputs_) t = Tensor();
  return failed_.load(std::memory_order_acquire) ? Outcome() : status;
}

}  // namespace runnel
