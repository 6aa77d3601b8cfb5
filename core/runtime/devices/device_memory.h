// DeviceMemory: the memory that a device gives out, cached by size class, and DeviceBuffer, a piece of
// it.
//
// What is freed may be given out again at once for later work of the compute queue, whose order is
// enough; what a copy queue uses rests until that is done with it.
#ifndef RUNNEL_CORE_RUNTIME_DEVICES_DEVICE_MEMORY_H_
#define RUNNEL_CORE_RUNTIME_DEVICES_DEVICE_MEMORY_H_

#include <atomic>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "core/runtime/devices/device_queue.h"
#include "core/runtime/devices/plugin_device.h"
#include "core/runtime/host/host.h"
#include "core/runtime/host/host_memory.h"

namespace runnel {

class DeviceMemory;

// Memory of a device. While it is given out it keeps the runtime, and so the device, alive; while it
// lies in a free list it does not.
class DeviceBuffer : public Buffer {
 public:
  DeviceBuffer(DeviceMemory* memory, Device* device, rnlp_buffer_t* raw, SizeClass size_class)
      : Buffer(Kind::kDevice, nullptr, 0), memory_(memory), size_class_(size_class) {
    device_ = device;
    device_buffer_ = raw;
  }
  ~DeviceBuffer() override = default;

  void GiveOut(Ref<Host> host, uint64_t size_bytes) {
    size_bytes_ = size_bytes;
    host_ = std::move(host);
  }
  void ReviveForUse() { Revive(); }
  Ref<Host> TakeHost() { return std::move(host_); }
  // The host memory that this buffer is. It lives as long as the device may use it and is never
  // overwritten.
  void Import(Ref<Buffer> host) {
    imported_ = std::move(host);
    writable_ = false;
  }
  const Ref<Buffer>& imported() const { return imported_; }
  SizeClass size_class() const { return size_class_; }
  uint64_t serial() const { return serial_; }

  // Threads: any. The end of one step and the start of another may meet here.
  FencePoint producer() const {
    if (!has_producer_.load(std::memory_order_acquire)) return {};
    std::lock_guard<std::mutex> lock(producer_mutex_);
    if (!producer_.fence || !producer_.fence->Pending(producer_.value)) return {};
    return producer_;
  }
  void set_producer(FencePoint point) {
    std::lock_guard<std::mutex> lock(producer_mutex_);
    if (point.fence && producer_.fence && producer_.fence->Pending(producer_.value)) return;
    std::swap(producer_, point);
    has_producer_.store(static_cast<bool>(producer_.fence), std::memory_order_release);
  }

  DeviceBuffer* next = nullptr;
  uint64_t last_point = 0;                        // of the compute queue, when it was given back
  std::atomic<uint64_t> last_in{0}, last_out{0};  // of the copy queues; 0: they are done with it

 private:
  void Destroy() const override;

  static uint64_t NextSerial() {
    static std::atomic<uint64_t> last{0};
    return ++last;
  }

  DeviceMemory* const memory_;
  SizeClass size_class_;
  Ref<Buffer> imported_;
  const uint64_t serial_ = NextSerial();
  Ref<Host> host_;
  std::atomic<bool> has_producer_{false};
  mutable std::mutex producer_mutex_;  // guards producer_
  FencePoint producer_;
};

// Threads: any, the device open.
class DeviceMemory {
 public:
  // All are the device's own and live as long as this. `device`: the same as `self`, for the buffers to
  // name.
  DeviceMemory(Host* host, PluginDevice* self, Device* device, DeviceQueue* compute,
               DeviceQueue* copy_in, DeviceQueue* copy_out)
      : host_(host),
        self_(self),
        device_(device),
        compute_(compute),
        copy_in_(copy_in),
        copy_out_(copy_out),
        free_(kNumSizeClasses, nullptr) {}
  DeviceMemory(const DeviceMemory&) = delete;

  // As Device::AllocateBuffer.
  Result<Ref<Buffer>> Allocate(uint64_t size_bytes, uint64_t wanted);
  // A buffer of `raw`, which is the memory of `host`. Takes `raw`, also if it fails.
  Result<Ref<Buffer>> Adopt(rnlp_buffer_t* raw, const Ref<Buffer>& host);
  void Recycle(DeviceBuffer* buffer);  // its last reference is gone
  // Moves to the free lists what the copy queues are done with.
  void EndRests();
  bool HasDoomed();
  // Frees what waits to be freed, up to `reached`; everything that is cached too if `all`.
  void FreeCached(uint64_t reached, bool all);
  uint64_t live_buffers();  // given out and not yet recycled

 private:
  Status AllocateRaw(uint64_t size_bytes, rnlp_buffer_t** out);
  void ShelveLocked(DeviceBuffer* buffer);

  Host* const host_;
  PluginDevice* const self_;
  Device* const device_;
  DeviceQueue* const compute_;
  DeviceQueue* const copy_in_;
  DeviceQueue* const copy_out_;

  std::mutex mutex_;                 // guards all below
  std::vector<DeviceBuffer*> free_;  // by size class, chained
  DeviceBuffer* doomed_ = nullptr;   // to be freed once its point is reached
  DeviceBuffer* resting_ = nullptr;  // given back while a copy queue used it
  uint64_t live_buffers_ = 0;
  uint64_t live_bytes_ = 0;
  uint64_t peak_live_bytes_ = 0;
  uint64_t cached_bytes_ = 0;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_DEVICES_DEVICE_MEMORY_H_
