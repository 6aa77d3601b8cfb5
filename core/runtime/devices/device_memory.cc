#include "core/runtime/devices/device_memory.h"

#include <algorithm>
#include <new>
#include <utility>

#include "core/base/checked.h"

namespace runnel {
namespace {

// What may stay cached above the highest amount ever in use at once.
constexpr uint64_t kCacheSlackBytes = 32ull << 20;
constexpr int kBuffersCompared = 16;

}  // namespace

void DeviceBuffer::Destroy() const { memory_->Recycle(const_cast<DeviceBuffer*>(this)); }

Status DeviceMemory::AllocateRaw(uint64_t size_bytes, rnlp_buffer_t** out) {
  return self_->Check(self_->api().buffer_alloc(self_->handle(), size_bytes, out));
}

Result<Ref<Buffer>> DeviceMemory::Allocate(uint64_t size_bytes, uint64_t wanted) {
  SizeClass size_class = SizeClassOf(std::max<uint64_t>(size_bytes, 1));
  DeviceBuffer* buffer = nullptr;
  EndRests();
  if (size_class.index >= 0) {
    std::lock_guard<std::mutex> lock(mutex_);
    // Otherwise takes the oldest of the first few, so that equal steps get equal buffers here, too.
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
      // Retries with all cached memory freed and without rounding up.
      const uint64_t point = compute_->CurrentPoint();
      RUNNEL_RETURN_IF_ERROR(compute_->Wait(point));
      RUNNEL_RETURN_IF_ERROR(copy_in_->Wait(copy_in_->CurrentPoint()));
      RUNNEL_RETURN_IF_ERROR(copy_out_->Wait(copy_out_->CurrentPoint()));
      FreeCached(point, true);
      if (size_bytes < UINT64_MAX - kTensorAlignment) {
        size_class = {-1, AlignUp(std::max<uint64_t>(size_bytes, 1), kTensorAlignment)};
      }
      status = AllocateRaw(size_class.bytes, &raw);
    }
    RUNNEL_RETURN_IF_ERROR(status);
    if (raw == nullptr)
      return Internal(self_->name(), ": its plugin allocated no buffer and reported no error");
    buffer = new (std::nothrow) DeviceBuffer(this, device_, raw, size_class);
    if (buffer == nullptr) {
      self_->api().buffer_free(self_->handle(), raw);
      return Status::OutOfMemory();
    }
  }
  buffer->GiveOut(Ref<Host>::Share(host_), size_bytes);
  std::lock_guard<std::mutex> lock(mutex_);
  ++live_buffers_;
  live_bytes_ += size_class.bytes;
  peak_live_bytes_ = std::max(peak_live_bytes_, live_bytes_);
  return Ref<Buffer>::Adopt(buffer);
}

void DeviceMemory::Recycle(DeviceBuffer* buffer) {
  // Declared first and so dropped last: it may end the runtime, and with it this device.
  const Ref<Host> host = buffer->TakeHost();
  buffer->set_producer({});
  const uint64_t point = compute_->CurrentPoint();
  const bool copied = buffer->last_in.load(std::memory_order_relaxed) > 0 ||
                      buffer->last_out.load(std::memory_order_relaxed) > 0;
  bool doomed = false;
  {
    std::lock_guard<std::mutex> lock(mutex_);
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
  if (copied || doomed) self_->Reap();
}

void DeviceMemory::ShelveLocked(DeviceBuffer* buffer) {
  const SizeClass size = buffer->size_class();
  DeviceBuffer*& list = size.index < 0 ? doomed_ : free_[static_cast<size_t>(size.index)];
  buffer->next = list;
  list = buffer;
  if (size.index < 0) return;
  cached_bytes_ += size.bytes;
  // The largest go first: what a step frees and asks for again in the next is mostly small.
  const uint64_t most = std::max(peak_live_bytes_, kCacheSlackBytes);
  for (size_t i = free_.size(); i > 0 && live_bytes_ + cached_bytes_ > most; --i) {
    while (free_[i - 1] != nullptr && live_bytes_ + cached_bytes_ > most) {
      DeviceBuffer* const dropped = free_[i - 1];
      free_[i - 1] = dropped->next;
      dropped->next = std::exchange(doomed_, dropped);
      cached_bytes_ -= dropped->size_class().bytes;
    }
  }
}

void DeviceMemory::EndRests() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (resting_ == nullptr) return;
  }
  // A closed or lost device copies nothing any more.
  const uint64_t in = copy_in_->is_open() ? copy_in_->ReachedPoint() : UINT64_MAX;
  const uint64_t out = copy_out_->is_open() ? copy_out_->ReachedPoint() : UINT64_MAX;
  std::lock_guard<std::mutex> lock(mutex_);
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

void DeviceMemory::FreeCached(uint64_t reached, bool all) {
  DeviceBuffer* dead = nullptr;
  {
    std::lock_guard<std::mutex> lock(mutex_);
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
    self_->api().buffer_free(self_->handle(), dead->device_buffer());
    delete dead;
    dead = next;
  }
}

Result<Ref<Buffer>> DeviceMemory::Adopt(rnlp_buffer_t* raw, const Ref<Buffer>& host) {
  auto* buffer = new (std::nothrow) DeviceBuffer(this, device_, raw, {-1, 0});
  if (buffer == nullptr) {
    self_->api().buffer_free(self_->handle(), raw);
    return Status::OutOfMemory();
  }
  buffer->Import(host);
  buffer->GiveOut(Ref<Host>::Share(host_), host->size_bytes());
  const std::lock_guard<std::mutex> lock(mutex_);
  ++live_buffers_;
  return Ref<Buffer>::Adopt(buffer);
}

bool DeviceMemory::HasDoomed() {
  std::lock_guard<std::mutex> lock(mutex_);
  return doomed_ != nullptr;
}

uint64_t DeviceMemory::live_buffers() {
  std::lock_guard<std::mutex> lock(mutex_);
  return live_buffers_;
}

}  // namespace runnel
