// The memory that a device gives out. Only for Device's own files.
#ifndef RUNNEL_CORE_RUNTIME_DEVICE_BUFFER_H_
#define RUNNEL_CORE_RUNTIME_DEVICE_BUFFER_H_

#include <atomic>
#include <mutex>
#include <utility>

#include "core/runtime/device.h"
#include "core/runtime/host_memory.h"
#include "core/runtime/runtime.h"

namespace runnel {

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
  // Memory of the host's that this is: it lives as long as the device may use it, and nobody overwrites
  // it.
  void Import(Ref<Buffer> host) {
    imported_ = std::move(host);
    writable_ = false;
  }
  const Ref<Buffer>& imported() const { return imported_; }
  SizeClass size_class() const { return size_class_; }
  uint64_t serial() const { return serial_; }

  // Threads: any; a step's end and another step's start may meet here.
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
  void Destroy() const override { device_->Recycle(const_cast<DeviceBuffer*>(this)); }

  static uint64_t NextSerial() {
    static std::atomic<uint64_t> last{0};
    return ++last;
  }

  SizeClass size_class_;
  Ref<Buffer> imported_;
  const uint64_t serial_ = NextSerial();
  Ref<Runtime> runtime_;
  std::atomic<bool> has_producer_{false};
  mutable std::mutex producer_mutex_;  // guards producer_
  FencePoint producer_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_DEVICE_BUFFER_H_
