#include "devices/cuda/staging.h"

#include <cstring>

namespace runnel::cuda {

Staging::~Staging() {
  for (Slot& slot : slots_) {
    if (slot.done == nullptr) continue;
    if (slot.used) device_->driver.EventSynchronize(slot.done);
    device_->driver.EventDestroy(slot.done);
  }
  if (memory_ != nullptr) device_->driver.MemFreeHost(memory_);
}

rnlp_status_t* Staging::Take(Slot** out) {
  if (memory_ == nullptr) {
    void* memory = nullptr;
    RUNNEL_CUDA_TRY(device_, MemHostAlloc, &memory, kSlotBytes * kSlots, 0);
    memory_ = static_cast<char*>(memory);
  }
  Slot& slot = slots_[next_];
  if (slot.done == nullptr) {
    RUNNEL_CUDA_TRY(device_, EventCreate, &slot.done, CU_EVENT_DISABLE_TIMING | CU_EVENT_BLOCKING_SYNC);
    slot.data = memory_ + static_cast<uint64_t>(next_) * kSlotBytes;
  }
  if (slot.used) RUNNEL_CUDA_TRY(device_, EventSynchronize, slot.done);
  slot.used = false;
  next_ = (next_ + 1) % kSlots;
  *out = &slot;
  return nullptr;
}

rnlp_status_t* Staging::CopyIn(CUstream stream, const void* from, CUdeviceptr to, uint64_t size_bytes) {
  std::lock_guard<std::mutex> lock(mutex_);
  Slot* slot = nullptr;
  RNLP_TRY(Take(&slot));
  std::memcpy(slot->data, from, size_bytes);
  RUNNEL_CUDA_TRY(device_, MemcpyHtoDAsync, to, slot->data, size_bytes, stream);
  RUNNEL_CUDA_TRY(device_, EventRecord, slot->done, stream);
  slot->used = true;
  return nullptr;
}

void Staging::Deliver(void* arg) {
  const auto* slot = static_cast<const Slot*>(arg);
  std::memcpy(slot->to, slot->data, slot->size_bytes);
}

rnlp_status_t* Staging::CopyOut(CUstream stream, CUdeviceptr from, void* to, uint64_t size_bytes) {
  std::lock_guard<std::mutex> lock(mutex_);
  Slot* slot = nullptr;
  RNLP_TRY(Take(&slot));
  slot->to = to;
  slot->size_bytes = size_bytes;
  RUNNEL_CUDA_TRY(device_, MemcpyDtoHAsync, slot->data, from, size_bytes, stream);
  RUNNEL_CUDA_TRY(device_, LaunchHostFunc, stream, Deliver, slot);
  RUNNEL_CUDA_TRY(device_, EventRecord, slot->done, stream);
  slot->used = true;
  return nullptr;
}

}  // namespace runnel::cuda
