// Every entry checks its arguments and hands on to queue, fence or memory.
#include "devices/vulkan/api.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "devices/vulkan/canary.h"
#include "devices/vulkan/driver/device.h"
#include "devices/vulkan/driver/queue.h"

namespace runnel::vulkan {

namespace {

using plugin::Delete;
using plugin::New;
using plugin::OutOfMemory;

constexpr uint64_t kSliceNs = 20'000'000;

unsigned long long Ull(uint64_t value) { return value; }

// ---- devices ----

rnlp_status_t* Enumerate(rnlp_instance_t* instance, uint32_t capacity, rnlp_device_info_t* out,
                         uint32_t* out_count) {
  RNLP_TRY(instance->Start());
  *out_count = static_cast<uint32_t>(instance->devices.size());
  for (uint32_t i = 0; i < *out_count && i < capacity; ++i) {
    const PhysicalDevice& device = instance->devices[i];
    rnlp_device_info_t info{};
    info.size_bytes = RNLP_SIZE_TO(rnlp_device_info_t, memory_bytes);
    info.flags = RNLP_DEVICE_CAPTURE | (device.can.unified ? uint32_t{RNLP_DEVICE_UNIFIED} : 0u);
    std::memcpy(info.type, "VULKAN", sizeof("VULKAN"));
    const uint32_t version = device.properties.apiVersion;
    std::snprintf(info.description, sizeof(info.description), "%.90s, Vulkan %u.%u",
                  device.properties.deviceName, VK_API_VERSION_MAJOR(version),
                  VK_API_VERSION_MINOR(version));
    info.ordinal = i;
    info.alignment_bytes = device.can.alignment_bytes;
    info.memory_bytes = device.memory_bytes;
    out[i] = info;
  }
  return nullptr;
}

void Close(rnlp_device_t* device) {
  if (device->handle != VK_NULL_HANDLE) {
    device->vk.DeviceWaitIdle(device->handle);  // whatever it answers, nothing is waited for again
    const rnlp_host_t* host = device->host;
    if (!device->lost()) {
      rnlp_status_t* status = Guard(host, [&]() -> rnlp_status_t* {
        device->pipelines.Save();
        return nullptr;
      });
      if (status != nullptr) host->status_release(host, status);
    }
  }
  VkDevice handle = device->handle;
  const auto destroy = device->vk.DestroyDevice;
  const rnlp_host_t* host = device->host;
  Delete(host, device);
  if (handle != VK_NULL_HANDLE && destroy != nullptr) destroy(handle, nullptr);
}

rnlp_status_t* Open(rnlp_instance_t* instance, uint32_t ordinal, rnlp_device_t** out) {
  const rnlp_host_t* host = instance->host;
  RNLP_TRY(instance->Start());
  if (ordinal >= instance->devices.size()) {
    return Fail(host, RNLP_NOT_FOUND, "%s: no device %u, there are %zu", kId, ordinal,
                instance->devices.size());
  }
  auto* device = New<rnlp_device_t>(host, instance, instance->devices[ordinal]);
  if (device == nullptr) return OutOfMemory(host, sizeof(rnlp_device_t), kId);
  rnlp_status_t* status = Guard(host, [&] { return device->Open(); });
  if (status == nullptr) status = Guard(host, [&] { return RunCanary(device); });
  if (status != nullptr) {
    Close(device);
    return status;
  }
  *out = device;
  return nullptr;
}

// ---- memory ----

rnlp_status_t* BufferAlloc(rnlp_device_t* device, uint64_t size_bytes, rnlp_buffer_t** out) {
  return Guard(device->host, [&]() -> rnlp_status_t* {
    RNLP_TRY(device->CheckAlive());
    return device->memory.Allocate(size_bytes, out);
  });
}
void BufferFree(rnlp_device_t* device, rnlp_buffer_t* buffer) { device->memory.Free(buffer); }

rnlp_status_t* BufferMap(rnlp_device_t* device, rnlp_buffer_t* buffer, void** out) {
  RNLP_TRY(device->CheckAlive());
  if (!device->physical.can.unified || buffer->block->mapped == nullptr) {
    return Fail(device->host, RNLP_UNIMPLEMENTED, "%s: memory of %s cannot be mapped", kId,
                device->physical.properties.deviceName);
  }
  *out = buffer->block->mapped + buffer->offset;
  return nullptr;
}
void BufferUnmap(rnlp_device_t*, rnlp_buffer_t*) {}

rnlp_status_t* MemoryStats(rnlp_device_t* device, rnlp_memory_stats_t* out) {
  RNLP_TRY(device->CheckAlive());
  device->memory.Stats(out);
  return nullptr;
}

// ---- queues ----

rnlp_status_t* QueueCreate(rnlp_device_t* device, int32_t kind, rnlp_queue_t** out) {
  return Guard(device->host, [&]() -> rnlp_status_t* {
    if (kind < RNLP_QUEUE_COMPUTE || kind > RNLP_QUEUE_COPY_OUT) {
      return Fail(device->host, RNLP_INVALID_ARGUMENT, "%s: queue kind %d, expected 0 to 2", kId, kind);
    }
    RNLP_TRY(device->CheckAlive());
    const size_t physical = std::min(static_cast<size_t>(kind), device->queues.size() - 1);
    auto* queue = New<rnlp_queue_t>(device->host, device, device->queues[physical]);
    if (queue == nullptr) return OutOfMemory(device->host, sizeof(rnlp_queue_t), kId);
    if (rnlp_status_t* status = queue->Init()) {
      Delete(device->host, queue);
      return status;
    }
    *out = queue;
    return nullptr;
  });
}

void QueueDestroy(rnlp_device_t* device, rnlp_queue_t* queue) {
  queue->Drain();
  device->AwaitUnpinned(queue);
  Delete(device->host, queue);
}

rnlp_status_t* CheckPlace(const rnlp_host_t* host, const rnlp_place_t* place, uint64_t size_bytes,
                          const char* name) {
  if (place->buffer == nullptr) {
    if (place->host != nullptr) return nullptr;
    return Fail(host, RNLP_INVALID_ARGUMENT, "%s: the %s of a copy has neither buffer nor address", kId,
                name);
  }
  const uint64_t size = place->buffer->size_bytes;
  if (place->offset_bytes <= size && size_bytes <= size - place->offset_bytes) return nullptr;
  return Fail(host, RNLP_INVALID_ARGUMENT, "%s: the %s is bytes %llu to %llu of a buffer of %llu", kId,
              name, Ull(place->offset_bytes), Ull(place->offset_bytes + size_bytes), Ull(size));
}

rnlp_status_t* QueueCopy(rnlp_queue_t* queue, const rnlp_place_t* src, const rnlp_place_t* dst,
                         uint64_t size_bytes) {
  const rnlp_host_t* host = queue->device->host;
  return Guard(host, [&]() -> rnlp_status_t* {
    if (size_bytes == 0) return queue->device->CheckAlive();
    RNLP_TRY(CheckPlace(host, src, size_bytes, "source"));
    RNLP_TRY(CheckPlace(host, dst, size_bytes, "destination"));
    return queue->Copy(*src, *dst, size_bytes);
  });
}

rnlp_status_t* QueueFill(rnlp_queue_t* queue, const rnlp_place_t* dst, uint64_t size_bytes,
                         const void* pattern, uint32_t pattern_bytes) {
  const rnlp_host_t* host = queue->device->host;
  return Guard(host, [&]() -> rnlp_status_t* {
    const bool known =
        pattern_bytes == 1 || pattern_bytes == 2 || pattern_bytes == 4 || pattern_bytes == 8;
    if (!known || size_bytes % pattern_bytes != 0) {
      return Fail(host, RNLP_INVALID_ARGUMENT,
                  "%s: a pattern of %u bytes over %llu, expected 1, 2, 4 or 8", kId, pattern_bytes,
                  Ull(size_bytes));
    }
    if (size_bytes == 0) return queue->device->CheckAlive();
    RNLP_TRY(CheckPlace(host, dst, size_bytes, "destination"));
    if (dst->buffer == nullptr) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: a fill of host memory", kId);
    }
    char bytes[8];
    for (uint32_t i = 0; i < 8; ++i) bytes[i] = static_cast<const char*>(pattern)[i % pattern_bytes];
    uint32_t words[2];
    std::memcpy(words, bytes, sizeof(words));
    if (dst->offset_bytes % 4 == 0 && size_bytes % 4 == 0 && words[0] == words[1]) {
      return queue->FillWords(dst->buffer, dst->offset_bytes, size_bytes, words[0]);
    }
    return queue->FillBytes(dst->buffer, dst->offset_bytes, size_bytes, words);
  });
}

rnlp_status_t* QueueHostCall(rnlp_queue_t* queue, rnlp_range_fn_t fn, void* arg) {
  return Guard(queue->device->host, [&] { return queue->HostCall(fn, arg); });
}
rnlp_status_t* QueueWait(rnlp_queue_t* queue, rnlp_fence_t* fence, uint64_t value) {
  return Guard(queue->device->host, [&] { return queue->Wait(fence->state, value); });
}
rnlp_status_t* QueueSignal(rnlp_queue_t* queue, rnlp_fence_t* fence, uint64_t value) {
  return Guard(queue->device->host, [&] { return queue->Signal(fence->state, value); });
}
rnlp_status_t* QueueFlush(rnlp_queue_t* queue) {
  return Guard(queue->device->host, [&] { return queue->Flush(); });
}

// ---- fences ----

rnlp_status_t* FenceCreate(rnlp_device_t* device, rnlp_fence_t** out) {
  return Guard(device->host, [&]() -> rnlp_status_t* {
    RNLP_TRY(device->CheckAlive());
    std::shared_ptr<Fence> state;
    RNLP_TRY(device->NewFence(&state));
    auto* fence = New<rnlp_fence_t>(device->host);
    if (fence == nullptr) return OutOfMemory(device->host, sizeof(rnlp_fence_t), kId);
    fence->device = device;
    fence->state = std::move(state);
    *out = fence;
    return nullptr;
  });
}
void FenceDestroy(rnlp_device_t* device, rnlp_fence_t* fence) { Delete(device->host, fence); }

// Starts what reaches the fence's points.
rnlp_status_t* FlushFor(rnlp_queue_t* queue, uint64_t serial) {
  return queue->submitted() < serial ? queue->Flush() : nullptr;
}

rnlp_status_t* FenceQuery(rnlp_fence_t* fence, uint64_t* out_value) {
  return Guard(fence->device->host, [&]() -> rnlp_status_t* {
    QueuePin queue;
    uint64_t serial = 0;
    if (fence->state->AnyPending(&queue, &serial)) {
      RNLP_TRY(FlushFor(queue.get(), serial));
      fence->device->Poll();
    }
    return fence->state->Query(out_value);
  });
}

rnlp_status_t* FenceWait(rnlp_fence_t* fence, uint64_t value, uint64_t timeout_ns) {
  using Clock = std::chrono::steady_clock;
  constexpr uint64_t kNoLimit = uint64_t{1} << 62;
  rnlp_device_t* device = fence->device;
  return Guard(device->host, [&]() -> rnlp_status_t* {
    const bool limited = timeout_ns < kNoLimit;
    const auto end = Clock::now() + std::chrono::nanoseconds(limited ? timeout_ns : 0);
    bool polled = false;
    for (;;) {
      QueuePin queue;
      uint64_t serial = 0;
      const Fence::State state = fence->state->Find(value, &queue, &serial);
      if (state == Fence::State::kReached) return nullptr;
      if (state == Fence::State::kFailed) return fence->state->Failure();
      if (state == Fence::State::kPending) RNLP_TRY(FlushFor(queue.get(), serial));
      uint64_t left = kSliceNs;
      if (limited) {
        const auto rest =
            std::chrono::duration_cast<std::chrono::nanoseconds>(end - Clock::now()).count();
        if (rest <= 0 && polled) {
          uint64_t at = 0;
          RNLP_TRY(fence->state->Query(&at));
          return Fail(device->host, RNLP_DEADLINE_EXCEEDED,
                      "fence is at %llu, %llu was not reached in %llu ns", Ull(at), Ull(value),
                      Ull(timeout_ns));
        }
        left = std::min(left, static_cast<uint64_t>(std::max<int64_t>(rest, 0)));
      }
      polled = true;
      if (state == Fence::State::kPending) {
        device->WaitFor(queue.get(), serial, left);
      } else if (device->lost()) {
        return device->CheckAlive();
      } else {
        fence->state->Sleep(value, left);
      }
    }
  });
}

rnlp_status_t* FenceNotify(rnlp_fence_t* fence, uint64_t value, rnlp_done_fn_t fn, void* arg) {
  return Guard(fence->device->host, [&]() -> rnlp_status_t* {
    RNLP_TRY(fence->device->StartNotifying());
    QueuePin queue;
    uint64_t serial = 0;
    if (fence->state->Find(value, &queue, &serial) == Fence::State::kPending) {
      RNLP_TRY(FlushFor(queue.get(), serial));
    }
    if (fence->state->Keep(value, fn, arg)) return nullptr;
    const bool reached = fence->state->Find(value, &queue, &serial) == Fence::State::kReached;
    fn(arg, reached ? nullptr : fence->state->Failure());
    return nullptr;
  });
}

rnlp_status_t* FenceSignal(rnlp_fence_t* fence, uint64_t value, rnlp_status_t* status) {
  return Guard(fence->device->host, [&]() -> rnlp_status_t* {
    std::vector<Callback> due;
    if (status != nullptr) {
      fence->state->Fail(status, &due);
    } else {
      fence->state->Reach(value, nullptr, 0, &due);
    }
    for (const Callback& callback : due) callback.fn(callback.arg, callback.status);
    return nullptr;
  });
}

// ---- captures ----

rnlp_status_t* CaptureBegin(rnlp_queue_t* queue) {
  return Guard(queue->device->host, [&] { return queue->CaptureBegin(); });
}
rnlp_status_t* CaptureEnd(rnlp_queue_t* queue, rnlp_capture_t** out) {
  return Guard(queue->device->host, [&] { return queue->CaptureEnd(out); });
}
rnlp_status_t* CaptureLaunch(rnlp_queue_t* queue, rnlp_capture_t* capture) {
  return Guard(queue->device->host, [&] { return queue->CaptureLaunch(capture); });
}
void CaptureDestroy(rnlp_device_t* device, rnlp_capture_t* capture) { FreeCapture(device, capture); }

constexpr rnlp_device_api_t MakeApi() {
  rnlp_device_api_t api{};
  api.size_bytes = RNLP_SIZE_TO(rnlp_device_api_t, capture_destroy);
  api.enumerate = Enumerate;
  api.open = Open;
  api.close = Close;
  api.buffer_alloc = BufferAlloc;
  api.buffer_free = BufferFree;
  api.buffer_map = BufferMap;
  api.buffer_unmap = BufferUnmap;
  api.memory_stats = MemoryStats;
  api.queue_create = QueueCreate;
  api.queue_destroy = QueueDestroy;
  api.queue_copy = QueueCopy;
  api.queue_fill = QueueFill;
  api.queue_host_call = QueueHostCall;
  api.queue_wait = QueueWait;
  api.queue_signal = QueueSignal;
  api.queue_flush = QueueFlush;
  api.fence_create = FenceCreate;
  api.fence_destroy = FenceDestroy;
  api.fence_query = FenceQuery;
  api.fence_wait = FenceWait;
  api.fence_notify = FenceNotify;
  api.fence_signal = FenceSignal;
  api.capture_begin = CaptureBegin;
  api.capture_end = CaptureEnd;
  api.capture_launch = CaptureLaunch;
  api.capture_destroy = CaptureDestroy;
  return api;
}

}  // namespace

constinit const rnlp_device_api_t kDeviceApi = MakeApi();

}  // namespace runnel::vulkan
