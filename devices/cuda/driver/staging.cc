#include "devices/cuda/driver/staging.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace runnel::cuda {
namespace {

constexpr uint64_t kLeastBytes = 64 << 10;
// A copy in goes by pieces: one is on its way while the next is read.
constexpr uint64_t kPieceBytes = 1 << 20;

}  // namespace

Staging::~Staging() {
  for (const Slot& slot : slots_) {
    if (slot.used) device_->driver.EventSynchronize(slot.done);
    Free(slot);
  }
}

bool Staging::IsFree(const Slot& slot) const {
  return !slot.taken && (!slot.used || device_->driver.EventQuery(slot.done) == CUDA_SUCCESS);
}

void Staging::Free(const Slot& slot) const {
  device_->driver.EventDestroy(slot.done);
  device_->driver.MemFreeHost(slot.data);
}

// The smallest that is large enough.
Staging::Slot* Staging::Find(uint64_t size_bytes) {
  auto best = slots_.end();
  for (auto slot = slots_.begin(); slot != slots_.end(); ++slot) {
    const bool better = best == slots_.end() || slot->capacity < best->capacity;
    if (slot->capacity >= size_bytes && better && IsFree(*slot)) best = slot;
  }
  if (best == slots_.end()) return nullptr;
  slots_.splice(slots_.end(), slots_, best);
  return &*best;
}

CUresult Staging::Make(uint64_t capacity, Slot** out, const char** out_call) {
  std::list<Slot> made(1);
  Slot& slot = made.front();
  void* memory = nullptr;
  *out_call = "cuMemHostAlloc";
  CUresult result = device_->driver.MemHostAlloc(&memory, capacity, 0);
  if (result == CUDA_ERROR_OUT_OF_MEMORY) return CUDA_SUCCESS;  // no room
  if (result != CUDA_SUCCESS) return result;
  *out_call = "cuEventCreate";
  result = device_->driver.EventCreate(&slot.done, CU_EVENT_DISABLE_TIMING | CU_EVENT_BLOCKING_SYNC);
  if (result != CUDA_SUCCESS) {
    device_->driver.MemFreeHost(memory);
    return result;
  }
  slot.staging = this;
  slot.data = static_cast<char*>(memory);
  slot.capacity = capacity;
  bytes_ += capacity;
  slots_.splice(slots_.end(), made);
  *out = &slot;
  return CUDA_SUCCESS;
}

rnlp_status_t* Staging::Take(uint64_t size_bytes, Slot** out) {
  *out = nullptr;
  const char* call = nullptr;
  CUresult result = CUDA_SUCCESS;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    *out = Find(size_bytes);
    if (*out == nullptr && bytes_ < most_bytes_) {
      const uint64_t room = most_bytes_ - bytes_;
      const uint64_t capacity = std::min(std::bit_ceil(std::max(size_bytes, kLeastBytes)), room);
      if (capacity >= size_bytes) result = Make(capacity, out, &call);
    }
    if (*out != nullptr) {
      (*out)->taken = true;
      (*out)->used = false;
    }
  }
  return result == CUDA_SUCCESS ? nullptr : device_->Failed(result, call);
}

rnlp_status_t* Staging::GiveBack(CUstream stream, Slot* slot, rnlp_status_t* status) {
  const CUresult recorded = device_->driver.EventRecord(slot->done, stream);
  // Without its event nobody would know how long the stream needs it.
  if (recorded != CUDA_SUCCESS) device_->driver.StreamSynchronize(stream);
  {
    std::lock_guard<std::mutex> lock(mutex_);
    slot->used = recorded == CUDA_SUCCESS;
    slot->taken = false;
  }
  if (recorded == CUDA_SUCCESS || status != nullptr) return status;
  return device_->Failed(recorded, "cuEventRecord");
}

rnlp_status_t* Staging::CopyIn(CUstream stream, const void* from, CUdeviceptr to, uint64_t size_bytes,
                               bool* out_staged) {
  Slot* slot = nullptr;
  RNLP_TRY(Take(size_bytes, &slot));
  *out_staged = slot != nullptr;
  if (slot == nullptr) return nullptr;
  CUresult result = CUDA_SUCCESS;
  for (uint64_t at = 0; at < size_bytes && result == CUDA_SUCCESS; at += kPieceBytes) {
    const uint64_t piece = std::min(size_bytes - at, kPieceBytes);
    std::memcpy(slot->data + at, static_cast<const char*>(from) + at, piece);
    result = device_->driver.MemcpyHtoDAsync(to + at, slot->data + at, piece, stream);
  }
  return GiveBack(stream, slot,
                  result == CUDA_SUCCESS ? nullptr : device_->Failed(result, "cuMemcpyHtoDAsync"));
}

// What the device was lost before is not delivered: nobody waits for it.
void Staging::Deliver(void* arg) {
  const auto* slot = static_cast<const Slot*>(arg);
  Staging* const staging = slot->staging;
  staging->delivering_.fetch_add(1, std::memory_order_seq_cst);
  if (!staging->device_->lost.load(std::memory_order_seq_cst))
    std::memcpy(slot->to, slot->data, slot->size_bytes);
  staging->delivering_.fetch_sub(1, std::memory_order_release);
}

void Staging::AwaitDeliveries() const {
  while (delivering_.load(std::memory_order_seq_cst) != 0) std::this_thread::yield();
}

rnlp_status_t* Staging::CopyOut(CUstream stream, CUdeviceptr from, void* to, uint64_t size_bytes,
                                bool* out_staged) {
  Slot* slot = nullptr;
  RNLP_TRY(Take(size_bytes, &slot));
  *out_staged = slot != nullptr;
  if (slot == nullptr) return nullptr;
  slot->to = to;
  slot->size_bytes = size_bytes;
  rnlp_status_t* status = nullptr;
  if (const CUresult result = device_->driver.MemcpyDtoHAsync(slot->data, from, size_bytes, stream)) {
    status = device_->Failed(result, "cuMemcpyDtoHAsync");
  } else if (const CUresult failed = device_->driver.LaunchHostFunc(stream, Deliver, slot)) {
    status = device_->Failed(failed, "cuLaunchHostFunc");
  }
  return GiveBack(stream, slot, status);
}

}  // namespace runnel::cuda
