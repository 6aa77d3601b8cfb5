#include "core/runtime/device.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "core/base/checked.h"
#include "core/runtime/host_memory.h"
#include "core/runtime/plugin_loader.h"
#include "core/runtime/runtime.h"

namespace runnel {
namespace {

// What may stay cached above the highest amount ever in use at once.
constexpr uint64_t kCacheSlackBytes = 32ull << 20;
constexpr size_t kMaxRetiredFences = 32;

}  // namespace

// Memory of a device. While it is given out it keeps the runtime, and so the device, alive; while it
// lies in a free list it does not.
class Device::DeviceBuffer : public Buffer {
 public:
  DeviceBuffer(Device* device, rnlp_buffer_t* raw, SizeClass size_class)
      : Buffer(Kind::kDevice, nullptr, 0), size_class_(size_class) {
    device_ = device;
    device_buffer_ = raw;
  }
  ~DeviceBuffer() override = default;

  void GiveOut(Ref<Runtime> runtime, uint64_t size_bytes) {
    size_bytes_ = size_bytes;
    runtime_ = std::move(runtime);
  }
  void ReviveForUse() { Revive(); }
  Ref<Runtime> TakeRuntime() { return std::move(runtime_); }
  SizeClass size_class() const { return size_class_; }

  DeviceBuffer* next = nullptr;
  uint64_t last_point = 0;

 private:
  void Destroy() const override { device_->Recycle(const_cast<DeviceBuffer*>(this)); }

  SizeClass size_class_;
  Ref<Runtime> runtime_;
};

struct Device::Notice {
  Device* device;
  rnlp_done_fn_t fn;
  void* arg;
  Notice* next;
};

Device::Fence::~Fence() {
  if (raw != nullptr) api->fence_destroy(handle, raw);
}

Device::Device(Runtime* runtime, const LoadedPlugin* plugin, const rnlp_device_info_t& info, int ordinal)
    : runtime_(runtime),
      plugin_(plugin),
      info_(info),
      ordinal_(ordinal),
      name_(
          StrCat("/job:localhost/replica:0/task:0/device:", std::string_view(info.type), ":", ordinal)),
      alignment_(std::max<uint64_t>(info.alignment_bytes, kTensorAlignment)) {
  const rnlp_device_api_t* table = plugin->table->device;
  std::memcpy(&api_, table, std::min<size_t>(table->size_bytes, sizeof(api_)));
  free_.resize(kNumSizeClasses, nullptr);
}

Device::~Device() {
  std::lock_guard<std::mutex> lock(open_mutex_);
  CloseLocked();
  while (notices_ != nullptr) delete std::exchange(notices_, notices_->next);
}

Status Device::Check(rnlp_status_t* status) const {
  if (status == nullptr) return {};
  Status adopted = FromPluginStatus(status);
  if (adopted.code() == Code::kUnavailable) lost_.store(true, std::memory_order_release);
  return adopted.WithPrefix(name_);
}

Status Device::CheckFence(rnlp_status_t* status) {
  Status checked = Check(status);
  if (!checked.ok() && checked.code() != Code::kDeadlineExceeded &&
      checked.code() != Code::kUnavailable) {
    fence_failed_.store(true, std::memory_order_release);
  }
  return checked;
}

Status Device::CheckQueue() const {
  if (host_memory()) return FailedPrecondition(name_, ": computes in host memory and has no queue");
  return {};
}

Status Device::Open() {
  if (handle_.load(std::memory_order_acquire) != nullptr) return {};
  std::lock_guard<std::mutex> lock(open_mutex_);
  if (handle_.load(std::memory_order_acquire) != nullptr) return {};
  return OpenLocked();
}

Status Device::OpenLocked() {
  rnlp_device_t* handle = nullptr;
  RUNNEL_RETURN_IF_ERROR(Check(api_.open(plugin_->instance, info_.ordinal, &handle)));
  if (handle == nullptr) return Internal(name_, ": its plugin opened it without a handle");
  // Until all is there; memory may run out as well.
  struct Undo {
    const rnlp_device_api_t* api;
    rnlp_device_t* handle;
    rnlp_queue_t* queue;
    ~Undo() {
      if (queue != nullptr) api->queue_destroy(handle, queue);
      if (handle != nullptr) api->close(handle);
    }
  } undo{&api_, handle, nullptr};
  if (!host_memory()) {
    RUNNEL_RETURN_IF_ERROR(Check(api_.queue_create(handle, RNLP_QUEUE_COMPUTE, &undo.queue)));
    RUNNEL_ASSIGN_OR_RETURN(std::shared_ptr<Fence> fence, NewFence(handle));
    std::scoped_lock lock(queue_mutex_, fence_mutex_);
    queue_ = std::exchange(undo.queue, nullptr);
    fence_ = std::move(fence);
    retired_.clear();
    fence_failed_.store(false, std::memory_order_release);
    submitted_.store(0, std::memory_order_release);
  }
  lost_.store(false, std::memory_order_release);
  undo.handle = nullptr;
  handle_.store(handle, std::memory_order_release);
  return {};
}

void Device::CloseLocked() {
  rnlp_device_t* handle = handle_.load(std::memory_order_acquire);
  if (handle == nullptr) return;
  if (!host_memory()) {
    api_.queue_destroy(handle, queue_);  // waits for its work
    FreeCached(UINT64_MAX, true);
    {
      std::lock_guard<std::mutex> lock(memory_mutex_);
      kept_.clear();
      kept_head_ = 0;
    }
    std::lock_guard<std::mutex> lock(fence_mutex_);
    retired_.clear();
    fence_.reset();
    queue_ = nullptr;
  }
  handle_.store(nullptr, std::memory_order_release);
  api_.close(handle);
}

Status Device::Reopen() {
  std::lock_guard<std::mutex> lock(open_mutex_);
  {
    std::lock_guard<std::mutex> memory_lock(memory_mutex_);
    if (live_buffers_ > 0) {
      return FailedPrecondition(name_, ": ", live_buffers_,
                                " buffers are still alive; release the tensors on it");
    }
  }
  CloseLocked();
  return OpenLocked();
}

Status Device::AllocateRaw(uint64_t size_bytes, rnlp_buffer_t** out) {
  return Check(api_.buffer_alloc(handle(), size_bytes, out));
}

Result<Ref<Buffer>> Device::AllocateBuffer(uint64_t size_bytes) {
  if (host_memory()) return AllocateHostBuffer(runtime_->allocator(), size_bytes);
  RUNNEL_RETURN_IF_ERROR(Open());
  SizeClass size_class = SizeClassOf(std::max<uint64_t>(size_bytes, 1));
  DeviceBuffer* buffer = nullptr;
  if (size_class.index >= 0) {
    std::lock_guard<std::mutex> lock(memory_mutex_);
    DeviceBuffer*& head = free_[static_cast<size_t>(size_class.index)];
    if (head != nullptr) {
      buffer = std::exchange(head, head->next);
      cached_bytes_ -= size_class.bytes;
    }
  }
  if (buffer != nullptr) {
    buffer->ReviveForUse();
  } else {
    rnlp_buffer_t* raw = nullptr;
    Status status = AllocateRaw(size_class.bytes, &raw);
    if (status.code() == Code::kResourceExhausted) {
      // Everything cached goes back, and the rounding up is left out.
      const uint64_t point = CurrentPoint();
      RUNNEL_RETURN_IF_ERROR(Wait(point));
      FreeCached(point, true);
      if (size_bytes < UINT64_MAX - kTensorAlignment) {
        size_class = {-1, AlignUp(std::max<uint64_t>(size_bytes, 1), kTensorAlignment)};
      }
      status = AllocateRaw(size_class.bytes, &raw);
    }
    RUNNEL_RETURN_IF_ERROR(status);
    if (raw == nullptr) return Internal(name_, ": its plugin allocated no buffer and reported no error");
    buffer = new (std::nothrow) DeviceBuffer(this, raw, size_class);
    if (buffer == nullptr) {
      api_.buffer_free(handle(), raw);
      return Status::OutOfMemory();
    }
  }
  buffer->GiveOut(Ref<Runtime>::Share(runtime_), size_bytes);
  std::lock_guard<std::mutex> lock(memory_mutex_);
  ++live_buffers_;
  live_bytes_ += size_class.bytes;
  peak_live_bytes_ = std::max(peak_live_bytes_, live_bytes_);
  return Ref<Buffer>::Adopt(buffer);
}

void Device::Recycle(DeviceBuffer* buffer) {
  // Dropped last: it may end the runtime, and with it this device.
  const Ref<Runtime> runtime = buffer->TakeRuntime();
  const uint64_t point = CurrentPoint();
  bool doomed = false;
  {
    std::lock_guard<std::mutex> lock(memory_mutex_);
    const SizeClass size = buffer->size_class();
    --live_buffers_;
    live_bytes_ -= size.bytes;
    buffer->last_point = point;
    doomed = size.index < 0 ||
             live_bytes_ + cached_bytes_ + size.bytes > std::max(peak_live_bytes_, kCacheSlackBytes);
    DeviceBuffer*& list = doomed ? doomed_ : free_[static_cast<size_t>(size.index)];
    buffer->next = list;
    list = buffer;
    if (!doomed) cached_bytes_ += size.bytes;
  }
  if (doomed) Reap();
}

void Device::FreeCached(uint64_t reached, bool all) {
  DeviceBuffer* dead = nullptr;
  {
    std::lock_guard<std::mutex> lock(memory_mutex_);
    const auto sweep = [&](DeviceBuffer** link) {
      while (*link != nullptr) {
        DeviceBuffer* buffer = *link;
        if (buffer->last_point > reached) {
          link = &buffer->next;
          continue;
        }
        *link = buffer->next;
        buffer->next = dead;
        dead = buffer;
      }
    };
    sweep(&doomed_);
    if (all) {
      for (DeviceBuffer*& head : free_) {
        for (DeviceBuffer* b = head; b != nullptr; b = b->next) {
          if (b->last_point <= reached) cached_bytes_ -= b->size_class().bytes;
        }
        sweep(&head);
      }
    }
  }
  while (dead != nullptr) {
    DeviceBuffer* next = dead->next;
    api_.buffer_free(handle(), dead->device_buffer());
    delete dead;
    dead = next;
  }
}

Result<rnlp_memory_stats_t> Device::MemoryStats() const {
  rnlp_memory_stats_t stats{};
  stats.size_bytes = RNLP_SIZE_TO(rnlp_memory_stats_t, limit_bytes);
  if (host_memory()) {
    stats.bytes_in_use = runtime_->host_bytes_in_use();
    return stats;
  }
  if (api_.memory_stats == nullptr)
    return Unimplemented(name_, ": its plugin keeps no memory statistics");
  if (handle() == nullptr) return stats;
  RUNNEL_RETURN_IF_ERROR(Check(api_.memory_stats(handle(), &stats)));
  return stats;
}

Result<std::shared_ptr<Device::Fence>> Device::NewFence(rnlp_device_t* handle) {
  auto fence = std::make_shared<Fence>(&api_, handle);
  RUNNEL_RETURN_IF_ERROR(Check(api_.fence_create(handle, &fence->raw)));
  return fence;
}

Status Device::RenewFenceLocked() {
  if (!fence_failed_.load(std::memory_order_acquire)) return {};
  RUNNEL_ASSIGN_OR_RETURN(std::shared_ptr<Fence> fence, NewFence(handle()));
  std::lock_guard<std::mutex> lock(fence_mutex_);
  if (retired_.size() == kMaxRetiredFences) retired_.erase(retired_.begin());
  retired_.push_back(
      {std::exchange(fence_, std::move(fence)), submitted_.load(std::memory_order_relaxed)});
  fence_failed_.store(false, std::memory_order_release);
  return {};
}

std::shared_ptr<Device::Fence> Device::FenceOf(uint64_t point) const {
  std::lock_guard<std::mutex> lock(fence_mutex_);
  for (const Retired& retired : retired_) {
    if (point <= retired.last) return retired.fence;
  }
  return fence_;
}

Status Device::FailureSince(uint64_t since) {
  std::shared_ptr<Fence> failed;
  {
    std::lock_guard<std::mutex> lock(fence_mutex_);
    for (const Retired& retired : retired_) {
      if (retired.last <= since) continue;
      failed = retired.fence;
      break;
    }
  }
  if (failed == nullptr) return {};
  uint64_t reached = 0;
  return Check(api_.fence_query(failed->raw, &reached));
}

Status Device::SignalLocked(uint64_t* out_point) {
  const uint64_t point = submitted_.load(std::memory_order_relaxed) + 1;
  RUNNEL_RETURN_IF_ERROR(Check(api_.queue_signal(queue_, fence_->raw, point)));
  submitted_.store(point, std::memory_order_release);
  if (out_point != nullptr) *out_point = point;
  return {};
}

Status Device::Copy(const rnlp_place_t& src, const rnlp_place_t& dst, uint64_t size_bytes,
                    Ref<Buffer> host, uint64_t* out_point) {
  RUNNEL_RETURN_IF_ERROR(CheckQueue());
  RUNNEL_RETURN_IF_ERROR(Open());
  if (size_bytes == 0) {
    if (out_point != nullptr) *out_point = CurrentPoint();
    return {};
  }
  uint64_t point = 0;
  Status status =
      Submit([&](rnlp_queue_t* queue) { return Check(api_.queue_copy(queue, &src, &dst, size_bytes)); },
             &point);
  if (out_point != nullptr) *out_point = point;
  if (host && point != 0) KeepUntil(point, std::move(host));
  Reap();
  return status;
}

Status Device::CopyToDevice(Ref<Buffer> src, uint64_t src_offset, const Ref<Buffer>& dst,
                            uint64_t dst_offset, uint64_t size_bytes, uint64_t* out_point) {
  const rnlp_place_t from{nullptr, 0, static_cast<char*>(src->data()) + src_offset};
  const rnlp_place_t to{dst->device_buffer(), dst_offset, nullptr};
  return Copy(from, to, size_bytes, std::move(src), out_point);
}

Status Device::CopyFromDevice(const Ref<Buffer>& src, uint64_t src_offset, Ref<Buffer> dst,
                              uint64_t dst_offset, uint64_t size_bytes, uint64_t* out_point) {
  const rnlp_place_t from{src->device_buffer(), src_offset, nullptr};
  const rnlp_place_t to{nullptr, 0, static_cast<char*>(dst->data()) + dst_offset};
  return Copy(from, to, size_bytes, std::move(dst), out_point);
}

Status Device::CopyWithin(const Ref<Buffer>& src, uint64_t src_offset, const Ref<Buffer>& dst,
                          uint64_t dst_offset, uint64_t size_bytes, uint64_t* out_point) {
  const rnlp_place_t from{src->device_buffer(), src_offset, nullptr};
  const rnlp_place_t to{dst->device_buffer(), dst_offset, nullptr};
  return Copy(from, to, size_bytes, nullptr, out_point);
}

void Device::KeepUntil(uint64_t point, Ref<Buffer> buffer) {
  if (!buffer || buffer->kind() == Buffer::Kind::kDevice) return;
  std::lock_guard<std::mutex> lock(memory_mutex_);
  kept_.push_back({point, std::move(buffer)});
}

void Device::Reap() {
  if (host_memory() || handle() == nullptr) return;
  {
    std::lock_guard<std::mutex> lock(memory_mutex_);
    if (kept_.empty() && doomed_ == nullptr) return;
  }
  uint64_t reached = 0;
  if (!CheckFence(api_.fence_query(FenceOf(UINT64_MAX)->raw, &reached)).ok()) {
    // A lost device touches nothing any more. Behind a failure work may go on, and the next fence tells.
    if (!lost()) return;
    reached = UINT64_MAX;
  }
  for (;;) {
    Ref<Buffer> done;  // dropped without the lock: its deleter is the user's
    std::lock_guard<std::mutex> lock(memory_mutex_);
    if (kept_head_ == kept_.size()) {
      kept_.clear();
      kept_head_ = 0;
      break;
    }
    if (kept_[kept_head_].point > reached) break;
    done = std::move(kept_[kept_head_++].buffer);
    if (kept_head_ > 64 && kept_head_ * 2 > kept_.size()) {
      kept_.erase(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(kept_head_));
      kept_head_ = 0;
    }
  }
  FreeCached(reached, false);
}

Status Device::Flush() {
  RUNNEL_RETURN_IF_ERROR(CheckQueue());
  RUNNEL_RETURN_IF_ERROR(Open());
  std::lock_guard<std::mutex> lock(queue_mutex_);
  return Check(api_.queue_flush(queue_));
}

Status Device::Wait(uint64_t point, uint64_t timeout_ns) {
  if (point == 0 || host_memory()) return {};
  RUNNEL_RETURN_IF_ERROR(Open());
  // Waiting starts the work by itself; no lock of the queue, for a kernel that is being recorded may
  // wait.
  Status status = CheckFence(api_.fence_wait(FenceOf(point)->raw, point, timeout_ns));
  Reap();
  return status;
}

void Device::OnNotice(void* arg, rnlp_status_t* status) {
  auto* notice = static_cast<Notice*>(arg);
  Device* device = notice->device;
  const rnlp_done_fn_t fn = notice->fn;
  void* const fn_arg = notice->arg;
  Status checked = device->CheckFence(status);
  {
    std::lock_guard<std::mutex> lock(device->memory_mutex_);
    notice->next = std::exchange(device->notices_, notice);
  }
  fn(fn_arg, ToPluginStatus(std::move(checked)));  // last: it may end the device
}

Status Device::Notify(uint64_t point, rnlp_done_fn_t fn, void* arg) {
  if (point == 0 || host_memory()) {
    fn(arg, nullptr);
    return {};
  }
  RUNNEL_RETURN_IF_ERROR(Flush());
  Notice* notice = nullptr;
  {
    std::lock_guard<std::mutex> lock(memory_mutex_);
    if (notices_ != nullptr) notice = std::exchange(notices_, notices_->next);
  }
  if (notice == nullptr) notice = new (std::nothrow) Notice;
  if (notice == nullptr) return Status::OutOfMemory();
  *notice = {this, fn, arg, nullptr};
  const std::shared_ptr<Fence> fence = FenceOf(point);
  Status status = CheckFence(api_.fence_notify(fence->raw, point, OnNotice, notice));
  if (!status.ok()) {
    std::lock_guard<std::mutex> lock(memory_mutex_);
    notice->next = std::exchange(notices_, notice);
  }
  return status;
}

Result<bool> Device::Reached(uint64_t point) {
  if (point == 0 || host_memory()) return true;
  RUNNEL_RETURN_IF_ERROR(Open());
  uint64_t reached = 0;
  RUNNEL_RETURN_IF_ERROR(CheckFence(api_.fence_query(FenceOf(point)->raw, &reached)));
  return reached >= point;
}

}  // namespace runnel
