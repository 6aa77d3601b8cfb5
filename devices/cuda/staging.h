// Copies between the device and host memory that the driver has not pinned: by way of a few pinned
// slots, so that the host need not wait for the device.
#ifndef RUNNEL_DEVICES_CUDA_STAGING_H_
#define RUNNEL_DEVICES_CUDA_STAGING_H_

#include <mutex>

#include "devices/cuda/device.h"

namespace runnel::cuda {

// Threads: any.
class Staging {
 public:
  // What is larger goes to the driver as it is, which then waits for the device.
  static constexpr uint64_t kSlotBytes = 512 << 10;
  static constexpr int kSlots = 16;

  explicit Staging(rnlp_device_t* device) : device_(device) {}
  ~Staging();

  // Append a copy to `stream`. size_bytes is at most kSlotBytes.
  rnlp_status_t* CopyIn(CUstream stream, const void* from, CUdeviceptr to, uint64_t size_bytes);
  rnlp_status_t* CopyOut(CUstream stream, CUdeviceptr from, void* to, uint64_t size_bytes);

 private:
  struct Slot {
    char* data = nullptr;
    CUevent done = nullptr;
    bool used = false;  // its event was recorded
    // Of a copy out: where the host's part goes.
    void* to = nullptr;
    uint64_t size_bytes = 0;
  };
  // Waits until the next slot is free. With the lock held.
  rnlp_status_t* Take(Slot** out);
  static void Deliver(void* slot);

  rnlp_device_t* const device_;
  std::mutex mutex_;  // guards all below
  char* memory_ = nullptr;
  Slot slots_[kSlots];
  int next_ = 0;
};

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_STAGING_H_
