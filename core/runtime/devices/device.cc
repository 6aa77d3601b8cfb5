#include "core/runtime/devices/device.h"

#include "core/runtime/host/host.h"

namespace runnel {

Device::Device(Host* host, const rnlp_device_api_t* table, rnlp_instance_t* instance,
               const rnlp_device_info_t& info, int ordinal)
    : PluginDevice(*table, info, ordinal), host_(host), table_(table), instance_(instance) {}

bool Device::CloseForGood() {
  std::lock_guard<std::mutex> lock(open_mutex_);
  CloseLocked();
  return !abandoned_;
}

Device::~Device() {
  std::lock_guard<std::mutex> lock(open_mutex_);
  CloseLocked();
}

Ref<Host> Device::host() const { return Ref<Host>::Share(host_); }

Status Device::OpenNow() {
  std::lock_guard<std::mutex> lock(open_mutex_);
  if (handle_.load(std::memory_order_acquire) != nullptr) return {};
  return OpenLocked();
}

Status Device::OpenLocked() {
  rnlp_device_t* handle = nullptr;
  RUNNEL_RETURN_IF_ERROR(Check(api_.open(instance_, info_.ordinal, &handle)));
  if (handle == nullptr) return Internal(name_, ": its plugin opened it without a handle");
  // Undoes the opening on a failure: memory may run out before everything is made.
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
      host_->Log(Severity::kError,
                 StrCat(name_, ": its work does not end; the device is left as it is"));
      handle_.store(nullptr, std::memory_order_release);
      return;
    }
    for (DeviceQueue* queue : {&copy_in_, &compute_, &copy_out_}) queue->Close(handle);
    memory_.EndRests();
    memory_.FreeCached(UINT64_MAX, true);
  }
  handle_.store(nullptr, std::memory_order_release);
  api_.close(handle);
}

Status Device::Reopen() {
  std::lock_guard<std::mutex> lock(open_mutex_);
  if (const uint64_t alive = memory_.live_buffers(); alive > 0) {
    return FailedPrecondition(name_, ": ", alive, " buffers are still alive; release the tensors on it");
  }
  const int64_t fences = compute_.live_fences() + copy_in_.live_fences() + copy_out_.live_fences();
  if (fences > 0) return FailedPrecondition(name_, ": steps that use it have not ended");
  if (!kMinimal && live_groups_.load(std::memory_order_acquire) > 0)
    return FailedPrecondition(name_, ": groups that it is in have not ended");
  CloseLocked();
  if (abandoned_) return Unavailable(name_, ": its work does not end, and it cannot be closed");
  return OpenLocked();
}

Result<Ref<Buffer>> Device::AllocateBuffer(uint64_t size_bytes, uint64_t wanted) {
  if (host_memory()) return AllocateHostBuffer(host_->allocator(), size_bytes);
  RUNNEL_RETURN_IF_ERROR(Open());
  return memory_.Allocate(size_bytes, wanted);
}

Result<rnlp_memory_stats_t> Device::MemoryStats() const {
  rnlp_memory_stats_t stats{};
  stats.size_bytes = RNLP_SIZE_TO(rnlp_memory_stats_t, limit_bytes);
  if (host_memory()) {
    stats.bytes_in_use = host_->host_bytes_in_use();
    return stats;
  }
  if (api_.memory_stats == nullptr)
    return Unimplemented(name_, ": its plugin keeps no memory statistics");
  if (handle() == nullptr) return stats;
  RUNNEL_RETURN_IF_ERROR(Check(api_.memory_stats(handle(), &stats)));
  return stats;
}

}  // namespace runnel
