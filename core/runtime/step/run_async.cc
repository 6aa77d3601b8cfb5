// Asynchronous nodes: transfers between memories, host kernels that wait (queues), and feeds that come
// while a step runs. None of them holds a thread.
#include "core/runtime/step/step_internal.h"

namespace runnel {

void Step::StartAsync(const Ready& ready) {
  AsyncRun* run = nullptr;
  try {
    {
      const std::lock_guard lock(mutex_);
      if (free_runs_.empty()) {
        free_runs_.reserve(runs_.size() + 1);
        runs_.push_back(std::make_unique<AsyncRun>());
        free_runs_.push_back(runs_.back().get());
      }
      run = free_runs_.back();
      free_runs_.pop_back();
    }
    run->step = this;
    run->ready = ready;
    run->host.outputs_dead = false;
    run->start_ns = context_.traced() ? MonotonicNs() : 0;
    GatherInputs(ready, &run->inputs);
    run->results.assign(static_cast<size_t>(ready.node->num_outputs), Tensor());
    run->outputs.assign(static_cast<size_t>(ready.node->num_outputs), Entry());
    switch (ready.node->kind) {
      case NodeKind::kTransfer:
        return StartTransfer(run);
      case NodeKind::kHost:
        return StartHost(run);
      case NodeKind::kFeed:
        return StartFeed(run);
      default:
        return AsyncDone(run, Internal("it waits for nothing"));
    }
  } catch (const std::bad_alloc&) {
    if (run != nullptr) return AsyncDone(run, Status::OutOfMemory());
    ReadyList next;
    if (Account(Status::OutOfMemory(), &next)) Completed();
  }
}

void Step::TraceAsync(const AsyncRun& run) {
  StepTrace::Record record{.kind = NodeStats::Kind::kAsync,
                           .node = run.ready.node,
                           .start_ns = run.start_ns,
                           .end_ns = MonotonicNs()};
  if (run.ready.node->kind == NodeKind::kTransfer && !run.inputs.empty()) {
    const Tensor& value = run.inputs[0];
    record.kind = NodeStats::Kind::kTransfer;
    record.from = value.on_host() ? nullptr : value.buffer()->device();
    record.bytes = value.size_bytes();
  }
  for (const Entry& output : run.outputs) {
    record.shapes.push_back(output.tensor.empty() ? Shape::Unknown() : output.tensor.shape());
  }
  trace_.Add(std::move(record));
}

void Step::AsyncDone(AsyncRun* run, const Status& status) {
  Ready ready = run->ready;
  Status result = status;
  ReadyList next;
  try {
    if (result.ok() && !failed_.load(std::memory_order_acquire)) {
      ready.dead = ready.dead || run->host.outputs_dead;
      for (size_t k = 0; k < run->results.size(); ++k) {
        run->outputs[k].dead = ready.dead;
        if (ready.dead) continue;
        if (run->results[k].empty()) result = Internal("the kernel left output ", k, " unset");
        run->outputs[k].tensor = std::move(run->results[k]);
      }
    }
    if (!result.ok() && result.node().empty()) {
      result = result
                   .WithPrefix(StrCat("node \"", ready.node->details->name, "\" (",
                                      ready.node->details->op, ")"))
                   .WithNode(ready.node->details->name);
    }
    if (context_.traced()) TraceAsync(*run);
    if (result.ok() && !failed_.load(std::memory_order_acquire))
      result = Propagate(ready, run->outputs, false, &next);
  } catch (const std::bad_alloc&) {
    next.clear();
    result = Status::OutOfMemory();
  }
  run->inputs.clear();
  run->results.clear();
  run->outputs.clear();
  if constexpr (!kMinimal) run->copied = {};
  {
    const std::lock_guard lock(mutex_);
    free_runs_.push_back(run);
  }
  // From here on the step may end on another thread, as soon as nothing of it is outstanding.
  if (Account(result, &next)) return CompletedElsewhere();
  if (next.empty()) return;
  // One task for all of them: this may be a device's thread or one of another step, which must not do
  // this step's work.
  Worker* worker = nullptr;
  try {
    worker = TakeWorker();
    worker->queue.clear();
    worker->queue.insert(worker->queue.end(), next.begin(), next.end());
  } catch (const std::bad_alloc&) {
    if (worker != nullptr) GiveBackWorker(worker);
    Fail(Status::OutOfMemory());
    const int64_t n = static_cast<int64_t>(next.size());
    if (outstanding_.fetch_sub(n, std::memory_order_acq_rel) == n) CompletedElsewhere();
    return;
  }
  SchedulePoolWorker(worker);
}

void Step::StartHost(AsyncRun* run) {
  run->host = HostContext();
  FillHostContext(run->ready, &run->host);
  run->host.inputs = run->inputs;
  run->host.outputs = run->results;
  run->host.dead = run->ready.dead;
  launches_.fetch_add(1, std::memory_order_relaxed);
  const Tensor* const value = run->inputs.empty() ? nullptr : &run->inputs[0];
  if (kMinimal || value == nullptr || !value->buffer() || value->on_host()) return StartHostKernel(run);
  const Status status = NotifyWhenMade(run, ComputedOnDevice);
  if (!status.ok()) AsyncDone(run, status);
}

// Calls `then` when the first input is valid: behind what this step has computed, whose result may lie
// in place of a value that was copied there, and then behind that copy.
Status Step::NotifyWhenMade(AsyncRun* run, rnlp_done_fn_t then) {
  const Buffer& buffer = *run->inputs[0].buffer();
  FencePoint made_at = PointOn(buffer.device()->compute());
  if (made_at.fence) {
    run->when_made = then;
    return NotifyOf(made_at, run, ComputedInPlace, run);
  }
  made_at = Device::ProducerOf(buffer);
  if (!made_at.fence) RUNNEL_RETURN_IF_ERROR(BehindAll(buffer.device(), &made_at));
  return NotifyOf(made_at, run, then, run);
}

void Step::ComputedInPlace(void* arg, rnlp_status_t* failed) {
  AsyncRun* const run = static_cast<AsyncRun*>(arg);
  const FencePoint made_at = Device::ProducerOf(*run->inputs[0].buffer());
  if (failed != nullptr || !made_at.fence) return run->when_made(arg, failed);
  const Status status = run->step->NotifyOf(made_at, run, run->when_made, run);
  if (!status.ok()) run->step->AsyncDone(run, status);
}

// The end of all work that any step has given the device so far; that includes copies of constants.
Status Step::BehindAll(Device* device, FencePoint* out) {
  *out = PointOn(device->compute());
  if (out->fence) return OkStatus();
  SubmitOrder order;
  RUNNEL_ASSIGN_OR_RETURN(order.fence, FenceOn(device->compute()));
  RUNNEL_RETURN_IF_ERROR(device->Submit([](rnlp_queue_t*) { return OkStatus(); }, order));
  *out = PointOn(device->compute());
  return OkStatus();
}

void Step::ComputedOnDevice(void* arg, rnlp_status_t* failed) {
  AsyncRun* const run = static_cast<AsyncRun*>(arg);
  const Status computed = FromPluginStatus(failed);
  if (!computed.ok()) return run->step->AsyncDone(run, computed);
  run->step->StartHostKernel(run);
}

void Step::StartHostKernel(AsyncRun* run) {
  run->ready.node->details->host->Start(
      run->host, [run](const Status& status) { run->step->AsyncDone(run, status); });
}

void Step::StartFeed(AsyncRun* run) {
  context_.await_feed(run->ready.node->index, [run](const Status& status, Tensor value) {
    if (status.ok()) run->results[0] = std::move(value);
    run->step->AsyncDone(run, status);
  });
}

void Step::StartTransfer(AsyncRun* run) {
  const ExecNode& node = *run->ready.node;
  const Tensor& value = run->inputs[0];
  Device* const to = node.details->where;
  Device* const from = value.on_host() ? nullptr : value.buffer()->device();
  const uint64_t bytes = value.size_bytes();
  if (from == to) {
    copies_.fetch_add(1, std::memory_order_relaxed);
    run->results[0] = value;
    return AsyncDone(run, OkStatus());
  }
  if (from != nullptr && to != nullptr && to->Reaches(*from)) return StartPeer(run);
  if (from != nullptr ? ReachInto(from, run) : LendTo(to, run)) return;
  copies_.fetch_add(1, std::memory_order_relaxed);
  if (from == nullptr) {
    Status status = CopyTo(node, value, &run->results[0]);
    if (status.ok()) status = Settle(to->copy_in());
    return AsyncDone(run, status);
  }
  auto host = Tensor::Allocate(context_.host->allocator(), value.dtype(), value.shape());
  if (!host.ok()) return AsyncDone(run, host.status());
  run->results[0] = *host;
  // The copy waits for what this step has given the device so far.
  const FencePoint computed = PointOn(from->compute());
  FencePoint copied = computed;
  if (bytes > 0) {
    auto fence = FenceOn(from->copy_out());
    Status status = fence.status();
    if (status.ok()) {
      status =
          from->CopyOut(*fence, computed, value.buffer(), value.offset_bytes(), host->buffer(), bytes);
    }
    if (!status.ok()) return AsyncDone(run, status);
    copied = PointOn(from->copy_out());
  }
  if (!copied.fence) return AsyncDone(run, OkStatus());
  const Status status = NotifyOf(copied, run, CopiedToHost, run);
  if (!status.ok()) AsyncDone(run, status);
}

// Copies between two devices without the host. The copy starts when the value is there, so that no queue
// of one device waits for a queue of the other.
void Step::StartPeer(AsyncRun* run) {
  copies_.fetch_add(1, std::memory_order_relaxed);
  const Status status = NotifyWhenMade(run, ComputedForPeer);
  if (!status.ok()) AsyncDone(run, status);
}

void Step::ComputedForPeer(void* arg, rnlp_status_t* failed) {
  AsyncRun* const run = static_cast<AsyncRun*>(arg);
  Status status = FromPluginStatus(failed);
  bool copies = false;
  Step* const step = run->step;
  if (status.ok()) status = step->CopyFromPeer(run, &copies);
  if (!status.ok() || !copies) step->AsyncDone(run, status);
}

Status Step::CopyFromPeer(AsyncRun* run, bool* out_copies) {
  ExecDetails& details = *run->ready.node->details;
  Device* const device = details.where;
  const Tensor& value = run->inputs[0];
  {
    RUNNEL_ASSIGN_OR_RETURN(
        Ref<Buffer> buffer,
        device->AllocateBuffer(value.size_bytes(), details.last_buffer.load(std::memory_order_relaxed)));
    details.last_buffer.store(Device::SerialOf(*buffer), std::memory_order_relaxed);
    run->results[0] = Tensor(value.dtype(), value.shape(), std::move(buffer));
  }
  if (value.size_bytes() == 0) return OkStatus();
  RUNNEL_ASSIGN_OR_RETURN(StepFence * fence, FenceOn(device->copy_in()));
  RUNNEL_RETURN_IF_ERROR(device->CopyPeer(fence, value.buffer(), value.offset_bytes(),
                                          run->results[0].buffer(), value.size_bytes()));
  // The source is kept until the copy is done, whatever becomes of the step. Nothing else is held:
  // CopiedFromPeer runs on a thread of the plugin's, and once the copy is reported everything may end.
  run->copied = {Ref<StepFence>::Share(fence), fence->value()};
  *out_copies = true;
  return NotifyOf(run->copied, run, CopiedFromPeer, run, value.buffer());
}

void Step::CopiedFromPeer(void* arg, rnlp_status_t* failed) {
  AsyncRun* const run = static_cast<AsyncRun*>(arg);
  run->step->AsyncDone(run, FromPluginStatus(failed));
}

void Step::CopiedToHost(void* arg, rnlp_status_t* failed) {
  AsyncRun* const self = static_cast<AsyncRun*>(arg);
  Status arrived = FromPluginStatus(failed);
  Device* const destination = self->ready.node->details->where;
  if (arrived.ok() && destination != nullptr) {
    // Between two devices without a direct link the value goes through the host.
    const Tensor staged = self->results[0];
    arrived = self->step->CopyTo(*self->ready.node, staged, &self->results[0]);
  }
  self->step->AsyncDone(self, arrived);
}

// Hands over the value in memory that a device shares with the host, once it is computed. False: the
// value has to be copied.
bool Step::ReachInto(Device* from, AsyncRun* run) {
  if (!from->unified()) return false;
  const Tensor& value = run->inputs[0];
  if (!PointOn(from->compute()).fence && !Device::ProducerOf(*value.buffer()).fence) return false;
  auto host = from->AsHost(value.buffer());
  if (host.ok() && !*host) return false;
  Status status = host.status();
  if (status.ok()) {
    run->results[0] = Tensor(value.dtype(), value.shape(), *host, value.offset_bytes());
    if (run->ready.node->details->where != nullptr) copies_.fetch_add(1, std::memory_order_relaxed);
    status = NotifyWhenMade(run, CopiedToHost);
  }
  if (!status.ok()) AsyncDone(run, status);
  return true;
}

// Hands over a host value by address to a device that shares the host's memory. Not if the device may go
// on after the step has ended: fed memory is the caller's again then.
bool Step::LendTo(Device* to, AsyncRun* run) {
  if (!to->unified() || plan_->keeps_fetches) return false;
  const Tensor& value = run->inputs[0];
  if (value.offset_bytes() % to->alignment_bytes() != 0) return false;
  auto buffer = to->AsDevice(value.buffer());
  if (buffer.ok() && !*buffer) return false;
  if (buffer.ok()) run->results[0] = Tensor(value.dtype(), value.shape(), *buffer, value.offset_bytes());
  AsyncDone(run, buffer.status());
  return true;
}

// Copies a value in host memory to where the transfer wants it, in parallel to what the device computes.
// The consumer there waits for the copy.
Status Step::CopyTo(const ExecNode& transfer, const Tensor& value, Tensor* out) {
  Device* const device = transfer.details->where;
  std::atomic<uint64_t>& last = transfer.details->last_buffer;
  RUNNEL_ASSIGN_OR_RETURN(
      Ref<Buffer> buffer,
      device->AllocateBuffer(value.size_bytes(), last.load(std::memory_order_relaxed)));
  last.store(Device::SerialOf(*buffer), std::memory_order_relaxed);
  if (value.size_bytes() > 0) {
    RUNNEL_ASSIGN_OR_RETURN(StepFence * fence, FenceOn(device->copy_in()));
    RUNNEL_RETURN_IF_ERROR(
        device->CopyIn(fence, value.buffer(), value.offset_bytes(), buffer, value.size_bytes()));
  }
  *out = Tensor(value.dtype(), value.shape(), std::move(buffer));
  return OkStatus();
}

}  // namespace runnel
