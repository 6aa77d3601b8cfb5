#include "core/runtime/devices/device_queue.h"

#include <algorithm>
#include <new>
#include <utility>

namespace runnel {
namespace {

constexpr size_t kMaxRetiredFences = 32;
// How many unused fences are looked at for one whose work is over.
constexpr int kFencesTried = 4;
// How long closing a device waits for work that a step has stopped waiting for.
constexpr uint64_t kPatienceNs = 1'000'000'000;

void RaiseTo(std::atomic<uint64_t>* value, uint64_t least) {
  uint64_t before = value->load(std::memory_order_relaxed);
  while (before < least && !value->compare_exchange_weak(before, least, std::memory_order_acq_rel)) {
  }
}

}  // namespace

struct DeviceQueue::Notice {
  DeviceQueue* queue;
  rnlp_done_fn_t fn;
  void* arg;
  Ref<StepFence> fence;  // null: of the timeline
  std::shared_ptr<Fence> timeline;
  Ref<Buffer> keep;
  uint64_t value;
  Notice* next;
  std::atomic<uint64_t> number;  // odd while fn is to be called; never the same again
};

thread_local int PluginCall::depth_ = 0;

void StepFence::Destroy() const { queue_->Recycle(const_cast<StepFence*>(this)); }

DeviceQueue::Fence::~Fence() {
  if (raw != nullptr) api->fence_destroy(handle, raw);
}

DeviceQueue::~DeviceQueue() {
  while (notices_ != nullptr) delete std::exchange(notices_, notices_->next);
}

const rnlp_device_api_t& DeviceQueue::api() const { return device_->api(); }

Status DeviceQueue::Open(rnlp_device_t* handle) {
  rnlp_queue_t* queue = nullptr;
  RUNNEL_RETURN_IF_ERROR(device_->Check(api().queue_create(handle, kind_, &queue)));
  if (queue == nullptr) return Internal(device_->name(), ": its plugin made no queue");
  auto fence = NewFence(handle);
  if (!fence.ok()) {
    api().queue_destroy(handle, queue);
    return fence.status();
  }
  std::scoped_lock lock(mutex_, fence_mutex_);
  queue_ = queue;
  fence_ = std::move(*fence);
  retired_.clear();
  fence_failed_.store(false, std::memory_order_release);
  submitted_.store(0, std::memory_order_release);
  known_over_.store(0, std::memory_order_release);
  return {};
}

bool DeviceQueue::Hangs() {
  if (queue_ == nullptr || !abandoned()) return false;
  const uint64_t point = CurrentPoint();
  const Status status = CheckFence(api().fence_wait(FenceOf(point)->raw, point, kPatienceNs));
  return status.code() == Code::kDeadlineExceeded;
}

void DeviceQueue::Close(rnlp_device_t* handle) {
  if (queue_ == nullptr) return;
  api().queue_destroy(handle, queue_);  // waits for its work
  std::vector<Kept> kept;
  StepFence* fences = nullptr;
  {
    std::lock_guard<std::mutex> lock(pool_mutex_);
    kept.swap(kept_);
    kept_head_ = 0;
    fences = std::exchange(fences_, nullptr);
  }
  DestroyFences(fences, handle);
  DestroyCaptures(UINT64_MAX, handle);
  std::lock_guard<std::mutex> lock(fence_mutex_);
  retired_.clear();
  fence_.reset();
  queue_ = nullptr;
}

// ---- the timeline ----

Status DeviceQueue::CheckFence(rnlp_status_t* status) {
  Status checked = device_->Check(status);
  if (!checked.ok() && checked.code() != Code::kDeadlineExceeded &&
      checked.code() != Code::kUnavailable) {
    fence_failed_.store(true, std::memory_order_release);
  }
  return checked;
}

Result<std::shared_ptr<DeviceQueue::Fence>> DeviceQueue::NewFence(rnlp_device_t* handle) {
  auto fence = std::make_shared<Fence>(&api(), handle);
  RUNNEL_RETURN_IF_ERROR(device_->Check(api().fence_create(handle, &fence->raw)));
  if (fence->raw == nullptr) return Internal(device_->name(), ": its plugin made no fence");
  return fence;
}

Status DeviceQueue::RenewFenceLocked() {
  if (!fence_failed_.load(std::memory_order_acquire)) return {};
  RUNNEL_ASSIGN_OR_RETURN(std::shared_ptr<Fence> fence, NewFence(device_->handle()));
  std::lock_guard<std::mutex> lock(fence_mutex_);
  if (retired_.size() == kMaxRetiredFences) retired_.erase(retired_.begin());
  retired_.push_back(
      {std::exchange(fence_, std::move(fence)), submitted_.load(std::memory_order_relaxed)});
  fence_failed_.store(false, std::memory_order_release);
  return {};
}

std::shared_ptr<DeviceQueue::Fence> DeviceQueue::FenceOf(uint64_t point) const {
  std::lock_guard<std::mutex> lock(fence_mutex_);
  for (const Retired& retired : retired_) {
    if (point <= retired.last) return retired.fence;
  }
  return fence_;
}

Status DeviceQueue::WaitsLocked(const SubmitOrder& order) {
  if (order.behind != nullptr && order.behind != this && order.behind_point > 0) {
    const std::shared_ptr<Fence> fence = order.behind->FenceOf(order.behind_point);
    RUNNEL_RETURN_IF_ERROR(device_->Check(api().queue_wait(queue_, fence->raw, order.behind_point)));
  }
  const auto wait = [&](StepFence* fence, uint64_t value) {
    if (value == 0 || !fence->Pending(value)) return OkStatus();
    return device_->Check(api().queue_wait(queue_, fence->raw_, value));
  };
  for (const FencePoint& point : order.after) {
    RUNNEL_RETURN_IF_ERROR(wait(point.fence.get(), point.value));
  }
  return order.fence == nullptr ? OkStatus() : wait(order.fence, order.fence->value());
}

Status DeviceQueue::SignalLocked(StepFence* fence, uint64_t* out_point) {
  const uint64_t point = submitted_.load(std::memory_order_relaxed) + 1;
  Status status;
  const uint64_t before = fence == nullptr ? 0 : fence->point_.load(std::memory_order_relaxed);
  if (fence != nullptr) {
    const uint64_t value = fence->value_.load(std::memory_order_relaxed) + 1;
    status = device_->Check(api().queue_signal(queue_, fence->raw_, value));
    if (status.ok()) {
      fence->point_.store(point, std::memory_order_release);
      fence->value_.store(value, std::memory_order_release);
    }
  }
  if (Status failed = device_->Check(api().queue_signal(queue_, fence_->raw, point)); !failed.ok()) {
    // The next submission will have this point.
    if (fence != nullptr) fence->point_.store(before, std::memory_order_release);
    return failed;
  }
  submitted_.store(point, std::memory_order_release);
  if (out_point != nullptr) *out_point = point;
  return status;
}

Status DeviceQueue::Flush() {
  std::lock_guard<std::mutex> lock(mutex_);
  return device_->Check(api().queue_flush(queue_));
}

Status DeviceQueue::Wait(uint64_t point, uint64_t timeout_ns) {
  if (point == 0) return {};
  // A wait starts the work by itself. The queue is not locked: a kernel may wait while it is being
  // recorded.
  Status status = CheckFence(api().fence_wait(FenceOf(point)->raw, point, timeout_ns));
  device_->Reap();
  return status;
}

Result<bool> DeviceQueue::Reached(uint64_t point) {
  if (point == 0) return true;
  uint64_t reached = 0;
  RUNNEL_RETURN_IF_ERROR(CheckFence(api().fence_query(FenceOf(point)->raw, &reached)));
  return reached >= point;
}

uint64_t DeviceQueue::ReachedPoint() {
  uint64_t reached = 0;
  if (!CheckFence(api().fence_query(FenceOf(UINT64_MAX)->raw, &reached)).ok()) {
    // A lost device touches nothing any more. Behind a failure work may go on; the next fence tells when
    // it is done.
    if (device_->lost()) return UINT64_MAX;
  }
  return std::max(reached, known_over_.load(std::memory_order_acquire));
}

void DeviceQueue::NoteOver(const StepFence& fence) {
  if (fence.Pending(fence.value())) return;
  RaiseTo(&known_over_, fence.point_.load(std::memory_order_acquire));
}

void DeviceQueue::KeepUntil(uint64_t point, Ref<Buffer> buffer) {
  if (!buffer || buffer->kind() == Buffer::Kind::kDevice) return;
  std::lock_guard<std::mutex> lock(pool_mutex_);
  kept_.push_back({point, std::move(buffer)});
}

bool DeviceQueue::HasKept() {
  std::lock_guard<std::mutex> lock(pool_mutex_);
  return !kept_.empty() || !doomed_.empty();
}

void DeviceQueue::DropCapture(rnlp_capture_t* capture) {
  const uint64_t point = CurrentPoint();
  try {
    std::lock_guard<std::mutex> lock(pool_mutex_);
    doomed_.push_back({point, capture});
    return;
  } catch (const std::bad_alloc&) {  // no memory to remember it: it is destroyed at once
  }
  (void)Wait(point);
  api().capture_destroy(device_->handle(), capture);
}

void DeviceQueue::DestroyCaptures(uint64_t reached, rnlp_device_t* handle) {
  for (;;) {
    rnlp_capture_t* capture = nullptr;
    {
      std::lock_guard<std::mutex> lock(pool_mutex_);
      if (doomed_.empty() || doomed_.front().point > reached) return;
      capture = doomed_.front().capture;
      doomed_.erase(doomed_.begin());
    }
    api().capture_destroy(handle, capture);
  }
}

uint64_t DeviceQueue::Reap() {
  const uint64_t reached = ReachedPoint();
  DestroyCaptures(reached, device_->handle());
  for (;;) {
    Ref<Buffer> done;  // dropped outside of the lock: the deleter is user code
    std::lock_guard<std::mutex> lock(pool_mutex_);
    if (kept_head_ == kept_.size()) {
      kept_.clear();
      kept_head_ = 0;
      return reached;
    }
    if (kept_[kept_head_].point > reached) return reached;
    done = std::move(kept_[kept_head_++].buffer);
    if (kept_head_ > 64 && kept_head_ * 2 > kept_.size()) {
      kept_.erase(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(kept_head_));
      kept_head_ = 0;
    }
  }
}

// ---- notifications ----

Result<DeviceQueue::Notice*> DeviceQueue::TakeNotice(rnlp_done_fn_t fn, void* arg) {
  Notice* notice = nullptr;
  {
    std::lock_guard<std::mutex> lock(pool_mutex_);
    if (notices_ != nullptr) notice = std::exchange(notices_, notices_->next);
  }
  if (notice == nullptr) notice = new (std::nothrow) Notice{};
  if (notice == nullptr) return Status::OutOfMemory();
  notice->queue = this;
  notice->fn = fn;
  notice->arg = arg;
  ++notice->number;
  return notice;
}

void DeviceQueue::GiveBack(Notice* notice) {
  notice->timeline.reset();
  const Ref<Buffer> keep = std::move(notice->keep);
  const Ref<StepFence> fence = std::move(notice->fence);
  std::lock_guard<std::mutex> lock(pool_mutex_);
  notice->next = std::exchange(notices_, notice);
}

void DeviceQueue::OnNotice(void* arg, rnlp_status_t* status) {
  const PluginCall call;
  auto* notice = static_cast<Notice*>(arg);
  DeviceQueue* queue = notice->queue;
  const rnlp_done_fn_t fn = notice->fn;
  void* const fn_arg = notice->arg;
  uint64_t number = notice->number.load(std::memory_order_acquire);
  const bool wanted = number % 2 == 1 && notice->number.compare_exchange_strong(number, number + 1);
  Status checked;
  if (notice->fence) {
    checked = queue->device_->Check(status);
    if (checked.ok()) RaiseTo(&notice->fence->reached_, notice->value);
  } else {
    checked = queue->CheckFence(status);
  }
  Ref<Buffer> keep = std::move(notice->keep);
  queue->GiveBack(notice);
  keep = nullptr;                                              // if unwanted, this may end the device
  if (wanted) fn(fn_arg, ToPluginStatus(std::move(checked)));  // last: it may end the device
}

Status DeviceQueue::Notify(uint64_t point, rnlp_done_fn_t fn, void* arg) {
  if (point == 0) {
    fn(arg, nullptr);
    return {};
  }
  RUNNEL_RETURN_IF_ERROR(Flush());
  RUNNEL_ASSIGN_OR_RETURN(Notice * notice, TakeNotice(fn, arg));
  notice->timeline = FenceOf(point);
  notice->value = point;
  rnlp_status_t* const failed = api().fence_notify(notice->timeline->raw, point, OnNotice, notice);
  if (failed == nullptr) return {};
  ++notice->number;
  GiveBack(notice);
  return CheckFence(failed);
}

Result<DeviceQueue::Ticket> DeviceQueue::Reserve(StepFence* fence, uint64_t value, rnlp_done_fn_t fn,
                                                 void* arg, Ref<Buffer> keep) {
  const Result<Notice*> taken = TakeNotice(fn, arg);
  if (!taken.ok()) {
    // Nothing will tell when `keep` may be released, so this waits.
    if (keep) (void)WaitFence(fence, value, kPatienceNs);
    return taken.status();
  }
  Notice* const notice = *taken;
  notice->fence = Ref<StepFence>::Share(fence);
  notice->value = value;
  notice->keep = std::move(keep);
  Ticket ticket;
  ticket.notice = notice;
  ticket.number = notice->number.load(std::memory_order_relaxed);
  return ticket;
}

Status DeviceQueue::NotifyFence(const Ticket& ticket) {
  Notice* const notice = ticket.notice;
  if (!notice->fence->Pending(notice->value)) {
    OnNotice(notice, nullptr);
    return {};
  }
  Status status = Flush();
  if (status.ok()) {
    rnlp_status_t* const failed =
        api().fence_notify(notice->fence->raw_, notice->value, OnNotice, notice);
    if (failed == nullptr) return {};
    status = device_->Check(failed);
  }
  // Nothing will tell when it may be released, so this waits.
  if (notice->keep) (void)WaitFence(notice->fence.get(), notice->value, kPatienceNs);
  const bool wanted = Withdraw(ticket);
  GiveBack(notice);
  return wanted ? status : Status();
}

void DeviceQueue::Discard(const Ticket& ticket) {
  if (!ticket.notice->keep) return GiveBack(ticket.notice);
  (void)NotifyFence(ticket);
}

bool DeviceQueue::Withdraw(const Ticket& ticket) {
  uint64_t number = ticket.number;
  return ticket.notice != nullptr && ticket.notice->number.compare_exchange_strong(number, number + 1);
}

// ---- fences of steps ----

Result<Ref<StepFence>> DeviceQueue::TakeFence() {
  RUNNEL_RETURN_IF_ERROR(device_->Open());
  rnlp_device_t* const handle = device_->handle();
  StepFence* found = nullptr;
  StepFence* failed = nullptr;
  {
    std::lock_guard<std::mutex> lock(pool_mutex_);
    StepFence** link = &fences_;
    for (int i = 0; i < kFencesTried && *link != nullptr && found == nullptr; ++i) {
      StepFence* fence = *link;
      const uint64_t value = fence->value();
      uint64_t reached = value;
      bool sound = true;
      if (fence->Pending(value)) {
        sound = device_->Check(api().fence_query(fence->raw_, &reached)).ok();
        if (sound && reached < value) {
          link = &fence->next_;  // its work goes on
          continue;
        }
      }
      *link = fence->next_;
      if (sound) {
        fence->reached_.store(value, std::memory_order_release);
        found = fence;
      } else {
        fence->next_ = failed;
        failed = fence;
        --i;
      }
    }
  }
  DestroyFences(failed, handle);
  if (found != nullptr) {
    found->Revive();
    live_fences_.fetch_add(1, std::memory_order_acq_rel);
    return Ref<StepFence>::Adopt(found);
  }
  rnlp_fence_t* raw = nullptr;
  RUNNEL_RETURN_IF_ERROR(device_->Check(api().fence_create(handle, &raw)));
  if (raw == nullptr) return Internal(device_->name(), ": its plugin made no fence");
  auto* fence = new (std::nothrow) StepFence(this, raw);
  if (fence == nullptr) {
    api().fence_destroy(handle, raw);
    return Status::OutOfMemory();
  }
  live_fences_.fetch_add(1, std::memory_order_acq_rel);
  return Ref<StepFence>::Adopt(fence);
}

// Makes no call into the plugin: this may be the plugin's own thread, in a callback of this fence.
void DeviceQueue::Recycle(StepFence* fence) {
  {
    std::lock_guard<std::mutex> lock(pool_mutex_);
    fence->next_ = std::exchange(fences_, fence);
  }
  live_fences_.fetch_sub(1, std::memory_order_acq_rel);
}

void DeviceQueue::DestroyFences(StepFence* list, rnlp_device_t* handle) {
  while (list != nullptr) {
    StepFence* const fence = std::exchange(list, list->next_);
    api().fence_destroy(handle, fence->raw_);
    delete fence;
  }
}

Status DeviceQueue::WaitFence(StepFence* fence, uint64_t value, uint64_t timeout_ns) {
  if (value == 0 || !fence->Pending(value)) return {};
  const uint64_t point = fence->point_.load(std::memory_order_acquire);
  Status status = device_->Check(api().fence_wait(fence->raw_, value, timeout_ns));
  if (status.ok()) RaiseTo(&fence->reached_, value);
  // The timeline is signalled behind the fence. What the step has submitted behind a failure must be
  // over as well; failures of other steps are not reported here.
  if (status.code() != Code::kDeadlineExceeded && !device_->lost()) (void)Wait(point, timeout_ns);
  return status;
}

}  // namespace runnel
