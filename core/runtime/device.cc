#include "core/runtime/device.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "core/base/checked.h"
#include "core/runtime/device_buffer.h"
#include "core/runtime/plugin_loader.h"
#include "core/runtime/runtime.h"

namespace runnel {
namespace {

// What may stay cached above the highest amount ever in use at once.
constexpr uint64_t kCacheSlackBytes = 32ull << 20;
constexpr int kBuffersCompared = 16;

}  // namespace

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

bool Device::CloseForGood() {
  std::lock_guard<std::mutex> lock(open_mutex_);
  CloseLocked();
  return !abandoned_;
}

Device::~Device() {
  std::lock_guard<std::mutex> lock(open_mutex_);
  CloseLocked();
}

Ref<Runtime> Device::runtime() const { return Ref<Runtime>::Share(runtime_); }

Status Device::Check(rnlp_status_t* status) const {
  if (status == nullptr) return {};
  Status adopted = FromPluginStatus(status);
  if (adopted.code() == Code::kUnavailable) lost_.store(true, std::memory_order_release);
  return adopted.WithPrefix(name_);
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
    Device* device;
    rnlp_device_t* handle;
    ~Undo() {
      if (handle == nullptr) return;
      if (!device->host_memory()) {
        for (DeviceQueue* queue : {&device->copy_out_, &device->copy_in_, &device->compute_})
          queue->Close(handle);
      }
      device->api_.close(handle);
    }
  } undo{this, handle};
  if (!host_memory()) {
    for (DeviceQueue* queue : {&compute_, &copy_in_, &copy_out_})
      RUNNEL_RETURN_IF_ERROR(queue->Open(handle));
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
    for (DeviceQueue* queue : {&copy_in_, &compute_, &copy_out_}) abandoned_ |= queue->Hangs();
    if (abandoned_) {
      runtime_->Log(Severity::kError,
                    StrCat(name_, ": its work does not end; the device is left as it is"));
      handle_.store(nullptr, std::memory_order_release);
      return;
    }
    for (DeviceQueue* queue : {&copy_in_, &compute_, &copy_out_}) queue->Close(handle);
    EndRests();
    FreeCached(UINT64_MAX, true);
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
  const int64_t fences = compute_.live_fences() + copy_in_.live_fences() + copy_out_.live_fences();
  if (fences > 0) return FailedPrecondition(name_, ": steps that use it have not ended");
  if (!kMinimal && live_groups_.load(std::memory_order_acquire) > 0)
    return FailedPrecondition(name_, ": groups that it is in have not ended");
  CloseLocked();
  if (abandoned_) return Unavailable(name_, ": its work does not end, and it cannot be closed");
  return OpenLocked();
}

Status Device::AllocateRaw(uint64_t size_bytes, rnlp_buffer_t** out) {
  return Check(api_.buffer_alloc(handle(), size_bytes, out));
}

Result<Ref<Buffer>> Device::AllocateBuffer(uint64_t size_bytes, uint64_t wanted) {
  if (host_memory()) return AllocateHostBuffer(runtime_->allocator(), size_bytes);
  RUNNEL_RETURN_IF_ERROR(Open());
  SizeClass size_class = SizeClassOf(std::max<uint64_t>(size_bytes, 1));
  DeviceBuffer* buffer = nullptr;
  EndRests();
  if (size_class.index >= 0) {
    std::lock_guard<std::mutex> lock(memory_mutex_);
    // Else the oldest of the first few, so that equal steps get equal buffers here, too.
    DeviceBuffer** best = &free_[static_cast<size_t>(size_class.index)];
    DeviceBuffer** link = best;
    for (int i = 0; i < kBuffersCompared && *link != nullptr; ++i, link = &(*link)->next) {
      if ((*link)->serial() < (*best)->serial()) best = link;
      if ((*link)->serial() == wanted) {
        best = link;
        break;
      }
    }
    if (*best != nullptr) {
      buffer = std::exchange(*best, (*best)->next);
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
      RUNNEL_RETURN_IF_ERROR(copy_in_.Wait(copy_in_.CurrentPoint()));
      RUNNEL_RETURN_IF_ERROR(copy_out_.Wait(copy_out_.CurrentPoint()));
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
  buffer->set_producer({});
  const uint64_t point = CurrentPoint();
  const bool copied = buffer->last_in.load(std::memory_order_relaxed) > 0 ||
                      buffer->last_out.load(std::memory_order_relaxed) > 0;
  bool doomed = false;
  {
    std::lock_guard<std::mutex> lock(memory_mutex_);
    --live_buffers_;
    live_bytes_ -= buffer->size_class().bytes;
    buffer->last_point = point;
    if (copied) {
      buffer->next = std::exchange(resting_, buffer);
    } else {
      ShelveLocked(buffer);
    }
    doomed = doomed_ != nullptr;
  }
  if (copied || doomed) Reap();
}

void Device::ShelveLocked(DeviceBuffer* buffer) {
  const SizeClass size = buffer->size_class();
  const bool doomed = size.index < 0 || live_bytes_ + cached_bytes_ + size.bytes >
                                            std::max(peak_live_bytes_, kCacheSlackBytes);
  DeviceBuffer*& list = doomed ? doomed_ : free_[static_cast<size_t>(size.index)];
  buffer->next = list;
  list = buffer;
  if (!doomed) cached_bytes_ += size.bytes;
}

void Device::EndRests() {
  {
    std::lock_guard<std::mutex> lock(memory_mutex_);
    if (resting_ == nullptr) return;
  }
  // A device that is closed or lost copies nothing any more.
  const uint64_t in = copy_in_.is_open() ? copy_in_.ReachedPoint() : UINT64_MAX;
  const uint64_t out = copy_out_.is_open() ? copy_out_.ReachedPoint() : UINT64_MAX;
  std::lock_guard<std::mutex> lock(memory_mutex_);
  for (DeviceBuffer** link = &resting_; *link != nullptr;) {
    DeviceBuffer* const buffer = *link;
    if (buffer->last_in.load(std::memory_order_relaxed) > in ||
        buffer->last_out.load(std::memory_order_relaxed) > out) {
      link = &buffer->next;
      continue;
    }
    *link = buffer->next;
    buffer->last_in.store(0, std::memory_order_relaxed);
    buffer->last_out.store(0, std::memory_order_relaxed);
    ShelveLocked(buffer);
  }
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

}  // namespace runnel
