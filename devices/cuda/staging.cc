#include "devices/cuda/staging.h"

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

rnlp_status_t* Staging::Take(uint64_t size_bytes, Slot** out) {
  *out = nullptr;
  if (size_bytes > most_bytes_) return nullptr;
  // Of few sizes, so that the next copy finds one that it fits.
  const uint64_t capacity = std::min(std::bit_ceil(std::max(size_bytes, kLeastBytes)), most_bytes_);
  std::lock_guard<std::mutex> lock(mutex_);
  const auto fit = std::find_if(slots_.begin(), slots_.end(), [&](const Slot& slot) {
    return slot.capacity == capacity && IsFree(slot);
  });
  if (fit != slots_.end()) {
    slots_.splice(slots_.end(), slots_, fit);
    *out = &*fit;
  } else {
    RNLP_TRY(Make(capacity, out));
    if (*out == nullptr) return nullptr;
  }
  (*out)->taken = true;
  (*out)->used = false;
  return nullptr;
}

rnlp_status_t* Staging::Make(uint64_t capacity, Slot** out) {
  for (auto slot = slots_.begin(); bytes_ > most_bytes_ - capacity;) {
    if (slot == slots_.end()) return nullptr;
    if (!IsFree(*slot)) {
      ++slot;
      continue;
    }
    bytes_ -= slot->capacity;
    Free(*slot);
    slot = slots_.erase(slot);
  }
  std::list<Slot> made(1);
  Slot& slot = made.front();
  void* memory = nullptr;
  const CUresult result = device_->driver.MemHostAlloc(&memory, capacity, 0);
  if (result == CUDA_ERROR_OUT_OF_MEMORY) return nullptr;
  if (result != CUDA_SUCCESS) return device_->Failed(result, "cuMemHostAlloc");
  const CUresult failed =
      device_->driver.EventCreate(&slot.done, CU_EVENT_DISABLE_TIMING | CU_EVENT_BLOCKING_SYNC);
  if (failed != CUDA_SUCCESS) {
    device_->driver.MemFreeHost(memory);
    return device_->Failed(failed, "cuEventCreate");
  }
  slot.data = static_cast<char*>(memory);
  slot.capacity = capacity;
  bytes_ += capacity;
  slots_.splice(slots_.end(), made);
  *out = &slot;
  return nullptr;
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

void Staging::Deliver(void* arg) {
  const auto* slot = static_cast<const Slot*>(arg);
  std::memcpy(slot->to, slot->data, slot->size_bytes);
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
