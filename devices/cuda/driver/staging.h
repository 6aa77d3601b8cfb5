// Pinned memory between the host's own and the device's, so that who gives a copy to a stream does not
// wait for it: the driver would, for as long as the stream is busy, where memory is pageable.
//
// Each copy has a slot, which is kept for later ones. All of them have at most so many bytes; a copy
// that finds no room goes to the driver as it is. No slot is given back before the end: the driver may
// wait for the device with that, and for host functions.
#ifndef RUNNEL_DEVICES_CUDA_DRIVER_STAGING_H_
#define RUNNEL_DEVICES_CUDA_DRIVER_STAGING_H_

#include <atomic>
#include <list>

#include "devices/cuda/driver/device.h"

namespace runnel::cuda {

// Threads: any. The context of the device is current.
class Staging {
 public:
  Staging(rnlp_device_t* device, uint64_t most_bytes) : device_(device), most_bytes_(most_bytes) {}
  ~Staging();

  static constexpr uint64_t kMostSlotBytes = 16 << 20;

  // Append a copy of at most kMostSlotBytes to `stream`. *out_staged is false if there was no room for
  // it, and nothing is done then. What is copied in is read at once. Throw bad_alloc.
  rnlp_status_t* CopyIn(CUstream stream, const void* from, CUdeviceptr to, uint64_t size_bytes,
                        bool* out_staged);
  rnlp_status_t* CopyOut(CUstream stream, CUdeviceptr from, void* to, uint64_t size_bytes,
                         bool* out_staged);
  // After this nothing is written any more to where copies out go: of a device that is lost.
  void AwaitDeliveries() const;

 private:
  struct Slot {
    Staging* staging = nullptr;
    char* data = nullptr;
    uint64_t capacity = 0;
    CUevent done = nullptr;
    bool taken = false;  // by a call that goes on
    bool used = false;   // its event was recorded
    // Of a copy out: where the host's part goes.
    void* to = nullptr;
    uint64_t size_bytes = 0;
  };
  // *out is NULL where there is no room. Failures are told without the lock: who hears of a loss may
  // copy.
  rnlp_status_t* Take(uint64_t size_bytes, Slot** out);
  // Appends the slot's event to the stream. Takes `status`, that of what was appended before, and
  // returns the first failure.
  rnlp_status_t* GiveBack(CUstream stream, Slot* slot, rnlp_status_t* status);
  static void Deliver(void* slot);
  // With the lock held; *out_call is the call that failed.
  Slot* Find(uint64_t size_bytes);
  CUresult Make(uint64_t capacity, Slot** out, const char** out_call);
  bool IsFree(const Slot& slot) const;
  void Free(const Slot& slot) const;

  rnlp_device_t* const device_;
  const uint64_t most_bytes_;
  std::mutex mutex_;       // guards all below, but for what lies in slots that are taken
  std::list<Slot> slots_;  // the one that was taken last is the last; a list: their addresses stay
  uint64_t bytes_ = 0;
  std::atomic<int> delivering_{0};
};

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_DRIVER_STAGING_H_
