// Queues are streams. Nothing here waits for the device, but a copy of pageable memory for which staging
// has no room.
#include <algorithm>
#include <cstring>

#include "devices/cuda/driver/api.h"
#include "devices/cuda/driver/capture.h"
#include "devices/cuda/driver/fence.h"
#include "devices/cuda/driver/staging.h"

namespace runnel::cuda {
namespace {

using plugin::Delete;
using plugin::New;
using plugin::OutOfMemory;

rnlp_status_t* CheckPlace(const rnlp_device_t* device, const rnlp_place_t* place, uint64_t size_bytes,
                          const char* name) {
  if (place->buffer == nullptr) {
    if (place->host != nullptr) return nullptr;
    return Fail(device->host, RNLP_INVALID_ARGUMENT,
                "%s: the %s of a copy has neither buffer nor address", kId, name);
  }
  const uint64_t size = place->buffer->size_bytes;
  if (place->offset_bytes <= size && size_bytes <= size - place->offset_bytes) return nullptr;
  return Fail(device->host, RNLP_INVALID_ARGUMENT,
              "%s: the %s is bytes %llu to %llu of a buffer of %llu", kId, name,
              Ull(place->offset_bytes), Ull(place->offset_bytes + size_bytes), Ull(size));
}

CUdeviceptr AddressOf(const rnlp_place_t* place) { return place->buffer->address + place->offset_bytes; }

// Whether the driver knows this host memory, so that a copy need not stop at a slot.
bool IsPinned(const rnlp_device_t* device, const void* memory) {
  unsigned type = 0;
  return device->driver.PointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                            reinterpret_cast<CUdeviceptr>(memory)) == CUDA_SUCCESS &&
         type == CU_MEMORYTYPE_HOST;
}

// A copy that is recorded reads and writes the host's own memory, each time it runs.
bool GoesDirect(const rnlp_queue_t* queue, const void* memory) {
  return queue->capture != nullptr || IsPinned(queue->device, memory);
}

// By slots of staging, until there is no more room: the rest goes to the driver as it is.
rnlp_status_t* CopyOut(rnlp_queue_t* queue, CUstream stream, CUdeviceptr from, void* to,
                       uint64_t size_bytes) {
  rnlp_device_t* device = queue->device;
  uint64_t at = 0;
  for (bool staged = !GoesDirect(queue, to); staged && at < size_bytes;) {
    const uint64_t piece = std::min(size_bytes - at, Staging::kMostSlotBytes);
    RNLP_TRY(device->staging->CopyOut(stream, from + at, static_cast<char*>(to) + at, piece, &staged));
    if (staged) at += piece;
  }
  if (at == size_bytes) return nullptr;
  RUNNEL_CUDA_TRY(device, MemcpyDtoHAsync, static_cast<char*>(to) + at, from + at, size_bytes - at,
                  stream);
  return nullptr;
}

rnlp_status_t* CopyIn(rnlp_queue_t* queue, CUstream stream, const void* from, CUdeviceptr to,
                      uint64_t size_bytes) {
  rnlp_device_t* device = queue->device;
  uint64_t at = 0;
  for (bool staged = !GoesDirect(queue, from); staged && at < size_bytes;) {
    const uint64_t piece = std::min(size_bytes - at, Staging::kMostSlotBytes);
    RNLP_TRY(
        device->staging->CopyIn(stream, static_cast<const char*>(from) + at, to + at, piece, &staged));
    if (staged) at += piece;
  }
  if (at == size_bytes) return nullptr;
  RUNNEL_CUDA_TRY(device, MemcpyHtoDAsync, to + at, static_cast<const char*>(from) + at, size_bytes - at,
                  stream);
  return nullptr;
}

void RunOnce(void* call) {
  auto* self = static_cast<HostCall*>(call);
  HostCall::Run(self);
  delete self;
}

}  // namespace

rnlp_status_t* QueueCreate(rnlp_device_t* device, int32_t kind, rnlp_queue_t** out) {
  if (kind < RNLP_QUEUE_COMPUTE || kind > RNLP_QUEUE_COPY_OUT) {
    return Fail(device->host, RNLP_INVALID_ARGUMENT, "%s: queue kind %d, expected 0 to 2", kId, kind);
  }
  RNLP_TRY(device->CheckAlive());
  const Current current(device);
  CUstream stream = nullptr;
  RUNNEL_CUDA_TRY(device, StreamCreate, &stream, CU_STREAM_NON_BLOCKING);
  auto* queue = New<rnlp_queue_t>(device->host, device, stream);
  if (queue == nullptr) {
    device->driver.StreamDestroy(stream);
    return OutOfMemory(device->host, sizeof(rnlp_queue_t), kId);
  }
  *out = queue;
  return nullptr;
}

void QueueDestroy(rnlp_device_t* device, rnlp_queue_t* queue) {
  {
    const Current current(device);
    if (queue->capture != nullptr) {
      rnlp_capture_t* capture = nullptr;
      const OwnedStatus ended(device->host, CaptureEnd(queue, &capture));
      if (ended.ok()) CaptureDestroy(device, capture);
    }
    CUstream stream = nullptr;
    const OwnedStatus launched(device->host, queue->Stream(&stream));
    if (const CUresult result = device->driver.StreamSynchronize(stream)) {
      OwnedStatus(device->host, device->Failed(result, "cuStreamSynchronize"));
    }
    device->driver.StreamDestroy(stream);
  }
  Delete(device->host, queue);
}

rnlp_status_t* QueueCopy(rnlp_queue_t* queue, const rnlp_place_t* src, const rnlp_place_t* dst,
                         uint64_t size_bytes) {
  rnlp_device_t* device = queue->device;
  RNLP_TRY(device->CheckAlive());
  if (size_bytes == 0) return nullptr;
  RNLP_TRY(CheckPlace(device, src, size_bytes, "source of a copy"));
  RNLP_TRY(CheckPlace(device, dst, size_bytes, "destination of a copy"));
  const Current current(device);
  CUstream stream = nullptr;
  RNLP_TRY(queue->Stream(&stream));
  if (src->buffer != nullptr && dst->buffer != nullptr && src->buffer->device != dst->buffer->device) {
    dst->buffer->device->AllowPeer(src->buffer->device);
    RUNNEL_CUDA_TRY(device, MemcpyPeerAsync, AddressOf(dst), dst->buffer->device->context,
                    AddressOf(src), src->buffer->device->context, size_bytes, stream);
    return nullptr;
  }
  if (src->buffer != nullptr && dst->buffer != nullptr) {
    RUNNEL_CUDA_TRY(device, MemcpyDtoDAsync, AddressOf(dst), AddressOf(src), size_bytes, stream);
    return nullptr;
  }
  if (src->buffer == nullptr && dst->buffer == nullptr) {
    return Fail(device->host, RNLP_INVALID_ARGUMENT, "%s: a copy from host memory to host memory", kId);
  }
  return Guard(device->host, [&] {
    return src->buffer != nullptr ? CopyOut(queue, stream, AddressOf(src), dst->host, size_bytes)
                                  : CopyIn(queue, stream, src->host, AddressOf(dst), size_bytes);
  });
}

rnlp_status_t* QueueFill(rnlp_queue_t* queue, const rnlp_place_t* dst, uint64_t size_bytes,
                         const void* pattern, uint32_t pattern_bytes) {
  rnlp_device_t* device = queue->device;
  RNLP_TRY(device->CheckAlive());
  const bool known =
      pattern_bytes == 1 || pattern_bytes == 2 || pattern_bytes == 4 || pattern_bytes == 8;
  if (!known || size_bytes % pattern_bytes != 0) {
    return Fail(device->host, RNLP_INVALID_ARGUMENT,
                "%s: a pattern of %u bytes over %llu, expected 1, 2, 4 or 8", kId, pattern_bytes,
                Ull(size_bytes));
  }
  if (size_bytes == 0) return nullptr;
  if (dst->buffer == nullptr) {
    return Fail(device->host, RNLP_INVALID_ARGUMENT, "%s: a fill of host memory", kId);
  }
  RNLP_TRY(CheckPlace(device, dst, size_bytes, "destination of a fill"));
  const Current current(device);
  CUstream stream = nullptr;
  RNLP_TRY(queue->Stream(&stream));
  const CUdeviceptr address = AddressOf(dst);
  const uint64_t count = size_bytes / pattern_bytes;
  if (pattern_bytes == 1) {
    RUNNEL_CUDA_TRY(device, MemsetD8Async, address, *static_cast<const unsigned char*>(pattern), count,
                    stream);
    return nullptr;
  }
  uint32_t words[2] = {0, 0};
  std::memcpy(words, pattern, pattern_bytes);
  if (address % (pattern_bytes == 2 ? 2 : 4) != 0) {
    return Fail(device->host, RNLP_INVALID_ARGUMENT, "%s: a fill of %u bytes at odd address %llu", kId,
                pattern_bytes, Ull(dst->offset_bytes));
  }
  if (pattern_bytes == 2) {
    RUNNEL_CUDA_TRY(device, MemsetD16Async, address, static_cast<unsigned short>(words[0]), count,
                    stream);
  } else if (pattern_bytes == 4) {
    RUNNEL_CUDA_TRY(device, MemsetD32Async, address, words[0], count, stream);
  } else {
    // Two columns of words.
    RUNNEL_CUDA_TRY(device, MemsetD2D32Async, address, 8, words[0], 1, count, stream);
    RUNNEL_CUDA_TRY(device, MemsetD2D32Async, address + 4, 8, words[1], 1, count, stream);
  }
  return nullptr;
}

rnlp_status_t* QueueHostCall(rnlp_queue_t* queue, rnlp_range_fn_t fn, void* arg) {
  rnlp_device_t* device = queue->device;
  RNLP_TRY(device->CheckAlive());
  return Guard(device->host, [&]() -> rnlp_status_t* {
    const Current current(device);
    CUstream stream = nullptr;
    RNLP_TRY(queue->Stream(&stream));
    if (queue->capture != nullptr) {
      queue->capture->calls.push_back({fn, arg});
      RUNNEL_CUDA_TRY(device, LaunchHostFunc, stream, HostCall::Run, &queue->capture->calls.back());
      return nullptr;
    }
    auto call = std::make_unique<HostCall>(HostCall{fn, arg});
    RUNNEL_CUDA_TRY(device, LaunchHostFunc, stream, RunOnce, call.get());
    (void)call.release();  // RunOnce's
    return nullptr;
  });
}

rnlp_status_t* QueueWait(rnlp_queue_t* queue, rnlp_fence_t* fence, uint64_t value) {
  rnlp_device_t* device = queue->device;
  RNLP_TRY(device->CheckAlive());
  return Guard(device->host, [&]() -> rnlp_status_t* {
    const Current current(device);
    std::shared_ptr<Event> event;
    OwnedStatus failure(device->host);
    RNLP_TRY(fence->state->WaitOn(value, &event, &failure));
    if (!failure.ok() && queue->error.ok()) queue->error = std::move(failure);
    if (event == nullptr) return nullptr;
    if (queue->capture != nullptr) {
      return Fail(device->host, RNLP_FAILED_PRECONDITION,
                  "%s: a queue that is being captured cannot wait for work outside", kId);
    }
    return queue->WaitFor(std::move(event));
  });
}

rnlp_status_t* QueueSignal(rnlp_queue_t* queue, rnlp_fence_t* fence, uint64_t value) {
  rnlp_device_t* device = queue->device;
  RNLP_TRY(device->CheckAlive());
  if (queue->capture != nullptr) {
    return Fail(device->host, RNLP_FAILED_PRECONDITION, "%s: a signal cannot be captured", kId);
  }
  return Guard(device->host, [&]() -> rnlp_status_t* {
    // Signals that follow each other are of one event.
    std::shared_ptr<Event> event = queue->LastEvent();
    if (event == nullptr) {
      const Current current(device);
      // What cannot be launched any more fails the fence.
      CUstream stream = nullptr;
      OwnedStatus failure(device->host, queue->Stream(&stream));
      if (queue->error.ok()) queue->error = std::move(failure);
      RNLP_TRY(device->TakeEvent(&event));
      RUNNEL_CUDA_TRY(device, EventRecord, event->handle, stream);
      queue->Signalled(event);
    }
    fence->state->Push(value, std::move(event), OwnedStatus(device->host, queue->error.release()));
    device->notifier->Wake();
    return nullptr;
  });
}

rnlp_status_t* QueueFlush(rnlp_queue_t* queue) {
  RNLP_TRY(queue->device->CheckAlive());
  const Current current(queue->device);
  CUstream stream = nullptr;
  return queue->Stream(&stream);
}

}  // namespace runnel::cuda
