// The device table of the virtual device: every entry records, checks, or asks; only device.cc runs
// work.
#include "plugins/virtual/api.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "plugins/virtual/device.h"
#include "plugins/virtual/group.h"

namespace runnel::virtual_device {
namespace {

using plugin::Delete;
using plugin::New;
using plugin::OutOfMemory;

unsigned long long Ull(uint64_t value) { return static_cast<unsigned long long>(value); }

// ---- devices ----

rnlp_status_t* Enumerate(rnlp_instance_t* instance, uint32_t capacity, rnlp_device_info_t* out,
                         uint32_t* out_count) {
  *out_count = static_cast<uint32_t>(instance->options.devices);
  for (uint32_t i = 0; i < *out_count && i < capacity; ++i) {
    rnlp_device_info_t info{};
    info.size_bytes = RNLP_SIZE_TO(rnlp_device_info_t, memory_bytes);
    info.flags = uint32_t{RNLP_DEVICE_CHANNELS_LAST} |
                 (instance->options.map != 0 ? uint32_t{RNLP_DEVICE_UNIFIED} : 0u) |
                 (instance->options.peers != 0 ? uint32_t{RNLP_DEVICE_PEERS} : 0u) |
                 (instance->options.capture != 0 ? uint32_t{RNLP_DEVICE_CAPTURE} : 0u);
    std::memcpy(info.type, "VIRTUAL", sizeof("VIRTUAL"));
    std::snprintf(info.description, sizeof(info.description),
                  "asynchronous device on CPU threads, seed %llu", Ull(instance->options.seed));
    info.ordinal = i;
    info.alignment_bytes = 64;
    info.memory_bytes = instance->options.memory_bytes;
    out[i] = info;
  }
  return nullptr;
}

rnlp_status_t* Open(rnlp_instance_t* instance, uint32_t ordinal, rnlp_device_t** out) {
  const rnlp_host_t* host = instance->host;
  if (ordinal >= instance->options.devices) {
    return Fail(host, RNLP_NOT_FOUND, "%s: no device %u, there are %llu", kId, ordinal,
                Ull(instance->options.devices));
  }
  auto* device = New<rnlp_device_t>(host, instance, ordinal);
  if (device == nullptr) return OutOfMemory(host, sizeof(rnlp_device_t), kId);
  if (!device->worker.joinable()) {
    Delete(host, device);
    return Fail(host, RNLP_RESOURCE_EXHAUSTED, "%s: no thread for device %u", kId, ordinal);
  }
  *out = device;
  return nullptr;
}

void Close(rnlp_device_t* device) { Delete(device->host, device); }

// ---- memory ----

rnlp_status_t* BufferAlloc(rnlp_device_t* device, uint64_t size_bytes, rnlp_buffer_t** out) {
  const rnlp_host_t* host = device->host;
  return Guard(host, [&]() -> rnlp_status_t* {
    RNLP_TRY(device->CheckAlive());
    const uint64_t limit = device->instance->options.memory_bytes;
    {
      std::lock_guard<std::mutex> lock(device->mutex);
      if (size_bytes > limit || device->bytes_in_use > limit - size_bytes) {
        return Fail(host, RNLP_RESOURCE_EXHAUSTED,
                    "%s: no memory for %llu bytes: %llu are in use, the limit is %llu", kId,
                    Ull(size_bytes), Ull(device->bytes_in_use), Ull(limit));
      }
      device->bytes_in_use += size_bytes;
      device->peak_bytes_in_use = std::max(device->peak_bytes_in_use, device->bytes_in_use);
    }
    struct Undo {
      rnlp_device_t* device;
      uint64_t size_bytes;
      ~Undo() {
        if (device == nullptr) return;
        std::lock_guard<std::mutex> lock(device->mutex);
        device->bytes_in_use -= size_bytes;
      }
    } undo{device, size_bytes};
    auto storage = std::make_shared<Storage>();
    const uint64_t rounded = (std::max<uint64_t>(size_bytes, 1) + 63) & ~uint64_t{63};
    storage->data = static_cast<char*>(std::aligned_alloc(64, rounded));
    if (storage->data == nullptr) return OutOfMemory(host, size_bytes, kId);
    storage->size_bytes = size_bytes;
    Poison(storage.get());
    auto* buffer = New<rnlp_buffer_t>(host);
    if (buffer == nullptr) return OutOfMemory(host, sizeof(rnlp_buffer_t), kId);
    buffer->storage = std::move(storage);
    buffer->device = device;
    undo.device = nullptr;
    *out = buffer;
    return nullptr;
  });
}

void BufferFree(rnlp_device_t* device, rnlp_buffer_t* buffer) {
  const std::shared_ptr<Storage> storage = std::move(buffer->storage);
  Delete(device->host, buffer);
  if (!storage->imported) {
    std::lock_guard<std::mutex> lock(device->mutex);
    device->bytes_in_use -= storage->size_bytes;
  }
  storage->freed.store(true, std::memory_order_release);
  if (storage.use_count() > 1) {
    // Recorded work still names it, and will fail; poisoning now could race with work that runs.
    plugin::Log(device->host, RNLP_LOG_ERROR,
                "a buffer of %llu bytes was freed before the work that uses it",
                Ull(storage->size_bytes));
    return;
  }
  if (!storage->imported) Poison(storage.get());
}

rnlp_status_t* BufferMap(rnlp_device_t* device, rnlp_buffer_t* buffer, void** out) {
  RNLP_TRY(device->CheckAlive());
  if (device->instance->options.map == 0) {
    return Fail(device->host, RNLP_UNIMPLEMENTED,
                "%s: memory cannot be mapped (configuration \"map\" is 0)", kId);
  }
  *out = buffer->storage->data;
  return nullptr;
}
void BufferUnmap(rnlp_device_t*, rnlp_buffer_t*) {}

// With mapping the device shares the host's memory, so the host's own serves as well.
rnlp_status_t* BufferImport(rnlp_device_t* device, void* host, uint64_t size_bytes,
                            rnlp_buffer_t** out) {
  return Guard(device->host, [&]() -> rnlp_status_t* {
    *out = nullptr;
    RNLP_TRY(device->CheckAlive());
    if (device->instance->options.map == 0) {
      return Fail(device->host, RNLP_UNIMPLEMENTED,
                  "%s: memory cannot be shared (configuration \"map\" is 0)", kId);
    }
    if (reinterpret_cast<uintptr_t>(host) % 64 != 0)
      return Fail(device->host, RNLP_INVALID_ARGUMENT, "%s: memory at %p is not aligned to 64", kId,
                  host);
    auto storage = std::make_shared<Storage>();
    storage->data = static_cast<char*>(host);
    storage->size_bytes = size_bytes;
    storage->imported = true;
    auto* buffer = New<rnlp_buffer_t>(device->host);
    if (buffer == nullptr) return OutOfMemory(device->host, sizeof(rnlp_buffer_t), kId);
    buffer->storage = std::move(storage);
    buffer->device = device;
    *out = buffer;
    return nullptr;
  });
}

rnlp_status_t* MemoryStats(rnlp_device_t* device, rnlp_memory_stats_t* out) {
  std::lock_guard<std::mutex> lock(device->mutex);
  if (device->lost) return device->Lost();
  out->bytes_in_use = device->bytes_in_use;
  out->peak_bytes_in_use = device->peak_bytes_in_use;
  out->limit_bytes = device->instance->options.memory_bytes;
  return nullptr;
}

// ---- queues ----

rnlp_status_t* QueueCreate(rnlp_device_t* device, int32_t kind, rnlp_queue_t** out) {
  return Guard(device->host, [&]() -> rnlp_status_t* {
    if (kind < RNLP_QUEUE_COMPUTE || kind > RNLP_QUEUE_COPY_OUT) {
      return Fail(device->host, RNLP_INVALID_ARGUMENT, "%s: queue kind %d, expected 0 to 2", kId, kind);
    }
    RNLP_TRY(device->CheckAlive());
    auto* queue = New<rnlp_queue_t>(device->host, device);
    if (queue == nullptr) return OutOfMemory(device->host, sizeof(rnlp_queue_t), kId);
    std::lock_guard<std::mutex> lock(device->mutex);
    try {
      device->queues.push_back(queue);
    } catch (const std::bad_alloc&) {
      Delete(device->host, queue);
      throw;
    }
    *out = queue;
    return nullptr;
  });
}

void QueueDestroy(rnlp_device_t* device, rnlp_queue_t* queue) {
  device->Drain(queue);
  {
    std::lock_guard<std::mutex> lock(device->mutex);
    device->queues.erase(std::find(device->queues.begin(), device->queues.end(), queue));
  }
  Delete(device->host, queue);
}

// One side of a copy, kept until the copy runs.
struct Side {
  std::shared_ptr<Storage> storage;
  char* host = nullptr;
  uint64_t offset = 0;

  rnlp_status_t* Resolve(const rnlp_host_t* table, char** out) const {
    if (storage == nullptr) {
      *out = host;
      return nullptr;
    }
    if (storage->freed.load(std::memory_order_acquire)) {
      return Fail(table, RNLP_INTERNAL, "%s: a copy uses a buffer that was freed before it ran", kId);
    }
    *out = storage->data + offset;
    return nullptr;
  }
};

rnlp_status_t* MakeSide(const rnlp_host_t* host, const rnlp_place_t* place, uint64_t size_bytes,
                        const char* name, Side* out) {
  if (place->buffer == nullptr) {
    if (place->host == nullptr) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: the %s of a copy has neither buffer nor address",
                  kId, name);
    }
    out->host = static_cast<char*>(place->host);
    return nullptr;
  }
  out->storage = place->buffer->storage;
  out->offset = place->offset_bytes;
  if (out->offset > out->storage->size_bytes || size_bytes > out->storage->size_bytes - out->offset) {
    return Fail(host, RNLP_INVALID_ARGUMENT,
                "%s: the %s of a copy is bytes %llu to %llu of a buffer of %llu", kId, name,
                Ull(out->offset), Ull(out->offset + size_bytes), Ull(out->storage->size_bytes));
  }
  return nullptr;
}

rnlp_status_t* QueueCopy(rnlp_queue_t* queue, const rnlp_place_t* src, const rnlp_place_t* dst,
                         uint64_t size_bytes) {
  const rnlp_host_t* host = queue->device->host;
  return Guard(host, [&]() -> rnlp_status_t* {
    if (size_bytes == 0) return queue->device->CheckAlive();
    Side from;
    Side to;
    RNLP_TRY(MakeSide(host, src, size_bytes, "source", &from));
    RNLP_TRY(MakeSide(host, dst, size_bytes, "destination", &to));
    Command command;
    command.work.run = [host, from, to, size_bytes]() -> rnlp_status_t* {
      char* source = nullptr;
      char* target = nullptr;
      RNLP_TRY(from.Resolve(host, &source));
      RNLP_TRY(to.Resolve(host, &target));
      std::memmove(target, source, size_bytes);
      return nullptr;
    };
    const auto is_foreign = [&](const rnlp_place_t* place) {
      return place->buffer != nullptr && place->buffer->device != queue->device;
    };
    const bool peers = is_foreign(src) || is_foreign(dst);
    if (peers && queue->device->instance->options.peers == 0) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: a copy names another device's buffer", kId);
    }
    const bool within = from.storage != nullptr && to.storage != nullptr && !peers;
    if (!within) {
      const uint64_t pace = queue->device->instance->options.copy_us_per_mib;
      command.work.busy_us =
          static_cast<uint64_t>(static_cast<double>(size_bytes) * 0x1p-20 * static_cast<double>(pace));
    }
    return queue->device->Append(queue, std::move(command));
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
    Side to;
    RNLP_TRY(MakeSide(host, dst, size_bytes, "destination", &to));
    uint64_t bits = 0;
    std::memcpy(&bits, pattern, pattern_bytes);
    Command command;
    command.work.run = [host, to, size_bytes, bits, pattern_bytes]() -> rnlp_status_t* {
      char* target = nullptr;
      RNLP_TRY(to.Resolve(host, &target));
      for (uint64_t i = 0; i < size_bytes; i += pattern_bytes)
        std::memcpy(target + i, &bits, pattern_bytes);
      return nullptr;
    };
    return queue->device->Append(queue, std::move(command));
  });
}

rnlp_status_t* QueueHostCall(rnlp_queue_t* queue, rnlp_range_fn_t fn, void* arg) {
  return Guard(queue->device->host, [&] {
    Command command;
    command.work.run = [fn, arg]() -> rnlp_status_t* {
      fn(arg, 0, 1);
      return nullptr;
    };
    return queue->device->Append(queue, std::move(command));
  });
}

rnlp_status_t* AppendPoint(rnlp_queue_t* queue, Command::Kind kind, rnlp_fence_t* fence,
                           uint64_t value) {
  return Guard(queue->device->host, [&] {
    Command command;
    command.kind = kind;
    command.fence = fence->timeline;
    command.value = value;
    return queue->device->Append(queue, std::move(command));
  });
}
rnlp_status_t* QueueWait(rnlp_queue_t* queue, rnlp_fence_t* fence, uint64_t value) {
  return AppendPoint(queue, Command::Kind::kWait, fence, value);
}
rnlp_status_t* QueueSignal(rnlp_queue_t* queue, rnlp_fence_t* fence, uint64_t value) {
  return AppendPoint(queue, Command::Kind::kSignal, fence, value);
}

rnlp_status_t* QueueFlush(rnlp_queue_t* queue) {
  RNLP_TRY(queue->device->CheckAlive());
  queue->device->Release(queue);
  return nullptr;
}

// ---- fences ----

rnlp_status_t* FenceCreate(rnlp_device_t* device, rnlp_fence_t** out) {
  return Guard(device->host, [&]() -> rnlp_status_t* {
    RNLP_TRY(device->CheckAlive());
    auto timeline = std::make_shared<Timeline>(device->host);
    {
      std::lock_guard<std::mutex> lock(device->mutex);
      std::erase_if(device->fences, [](const auto& fence) { return fence.expired(); });
      device->fences.push_back(timeline);
    }
    auto* fence = New<rnlp_fence_t>(device->host, rnlp_fence_t{device, std::move(timeline)});
    if (fence == nullptr) return OutOfMemory(device->host, sizeof(rnlp_fence_t), kId);
    *out = fence;
    return nullptr;
  });
}
void FenceDestroy(rnlp_device_t* device, rnlp_fence_t* fence) { Delete(device->host, fence); }

rnlp_status_t* FenceQuery(rnlp_fence_t* fence, uint64_t* out_value) {
  fence->device->ReleaseAll();
  return fence->timeline->Query(out_value);
}
rnlp_status_t* FenceWait(rnlp_fence_t* fence, uint64_t value, uint64_t timeout_ns) {
  fence->device->ReleaseAll();
  return Guard(fence->device->host, [&] { return fence->timeline->Wait(value, timeout_ns); });
}
rnlp_status_t* FenceNotify(rnlp_fence_t* fence, uint64_t value, rnlp_done_fn_t fn, void* arg) {
  fence->device->ReleaseAll();
  return fence->timeline->Notify(value, fn, arg);
}
rnlp_status_t* FenceSignal(rnlp_fence_t* fence, uint64_t value, rnlp_status_t* status) {
  if (status != nullptr) {
    fence->timeline->Fail(status);
  } else {
    fence->timeline->Signal(value);
  }
  return nullptr;
}

// ---- captures ----

rnlp_status_t* CaptureBegin(rnlp_queue_t* queue) {
  rnlp_device_t* device = queue->device;
  return Guard(device->host, [&]() -> rnlp_status_t* {
    RNLP_TRY(device->CheckAlive());
    std::lock_guard<std::mutex> lock(device->mutex);
    if (queue->recording != nullptr) {
      return Fail(device->host, RNLP_FAILED_PRECONDITION, "%s: a capture is being recorded", kId);
    }
    queue->recording = std::make_shared<Captured>();
    return nullptr;
  });
}

rnlp_status_t* CaptureEnd(rnlp_queue_t* queue, rnlp_capture_t** out) {
  rnlp_device_t* device = queue->device;
  std::shared_ptr<Captured> captured;
  {
    std::lock_guard<std::mutex> lock(device->mutex);
    captured = std::move(queue->recording);
    queue->recording = nullptr;
  }
  if (captured == nullptr) {
    return Fail(device->host, RNLP_FAILED_PRECONDITION, "%s: no capture is being recorded", kId);
  }
  RNLP_TRY(device->CheckAlive());
  auto* capture = New<rnlp_capture_t>(device->host);
  if (capture == nullptr) return OutOfMemory(device->host, sizeof(rnlp_capture_t), kId);
  capture->captured = std::move(captured);
  *out = capture;
  return nullptr;
}

rnlp_status_t* CaptureLaunch(rnlp_queue_t* queue, rnlp_capture_t* capture) {
  return Guard(queue->device->host, [&]() -> rnlp_status_t* {
    RNLP_TRY(queue->device->CountLaunches(capture->captured->launches));
    Command command;
    command.kind = Command::Kind::kLaunch;
    command.captured = capture->captured;
    return queue->device->Append(queue, std::move(command));
  });
}
void CaptureDestroy(rnlp_device_t* device, rnlp_capture_t* capture) { Delete(device->host, capture); }

constexpr rnlp_device_api_t MakeDeviceApi() {
  rnlp_device_api_t api{};
  // NOLINTNEXTLINE(bugprone-sizeof-expression): a pointer is what is meant
  api.size_bytes = RNLP_SIZE_TO(rnlp_device_api_t, group);
  api.enumerate = Enumerate;
  api.open = Open;
  api.close = Close;
  api.buffer_alloc = BufferAlloc;
  api.buffer_free = BufferFree;
  api.buffer_map = BufferMap;
  api.buffer_unmap = BufferUnmap;
  api.buffer_import = BufferImport;
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
  api.group = &kGroupApi;
  return api;
}

}  // namespace

constinit const rnlp_device_api_t kDeviceApi = MakeDeviceApi();

}  // namespace runnel::virtual_device
