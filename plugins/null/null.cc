// The skeleton of a device plugin: copy this file, rename it, and replace its insides one by one.
// Built as plugins/README.md says, in the tree and against an install.
//
// The device "NULL" is whole but idle: its memory is host memory, its queues do what they are told
// before the call returns, its fences are real, and its kernels are the few ops that are nothing but a
// copy or a fill. It computes no other op, and says so by having no row for it; the host then places
// that op elsewhere. Everything else that a device must do is here, in the order of rnlp_device_api_t.
#include <runnel/plugin/plugin.h>
#include <runnel/plugin/timeline.h>

#include <cstring>

using runnel::plugin::Delete;
using runnel::plugin::Fail;
using runnel::plugin::New;
using runnel::plugin::OutOfMemory;
using runnel::plugin::Timeline;

// What the opaque handles of the ABI are in this plugin. Handles of one plugin never reach another.
struct rnlp_instance_t {
  explicit rnlp_instance_t(const rnlp_host_t* h) : host(h) {}
  rnlp_status_t* Init() { return nullptr; }  // a place to read the configuration
  const rnlp_host_t* host;
};
struct rnlp_device_t {
  const rnlp_host_t* host = nullptr;
  std::mutex mutex;  // guards the two below
  uint64_t bytes_in_use = 0;
  uint64_t peak_bytes_in_use = 0;
};
struct rnlp_buffer_t {
  void* data = nullptr;
  uint64_t size_bytes = 0;
};
struct rnlp_queue_t {
  rnlp_device_t* device = nullptr;
};
struct rnlp_fence_t {
  explicit rnlp_fence_t(const rnlp_host_t* host) : timeline(host) {}
  Timeline timeline;
};

namespace {

constexpr const char* kId = "runnel.null";

// ---- devices ----

rnlp_status_t* Enumerate(rnlp_instance_t*, uint32_t capacity, rnlp_device_info_t* out,
                         uint32_t* out_count) {
  // Where the hardware or its driver is missing this answers 0, not an error.
  *out_count = 1;
  if (capacity == 0) return nullptr;
  rnlp_device_info_t info{};
  info.size_bytes = RNLP_SIZE_TO(rnlp_device_info_t, memory_bytes);
  info.flags = RNLP_DEVICE_UNIFIED;  // because buffer_map works
  std::memcpy(info.type, "NULL", sizeof("NULL"));
  static constexpr char kDescription[] = "memory and copies, no arithmetic";
  std::memcpy(info.description, kDescription, sizeof(kDescription));
  info.alignment_bytes = 64;
  out[0] = info;
  return nullptr;
}

rnlp_status_t* Open(rnlp_instance_t* instance, uint32_t ordinal, rnlp_device_t** out) {
  if (ordinal != 0)
    return Fail(instance->host, RNLP_NOT_FOUND, "%s: no device %u, there is one", kId, ordinal);
  auto* device = New<rnlp_device_t>(instance->host);
  if (device == nullptr) return OutOfMemory(instance->host, sizeof(rnlp_device_t), kId);
  device->host = instance->host;
  *out = device;
  return nullptr;
}

void Close(rnlp_device_t* device) { Delete(device->host, device); }

// ---- memory ----

rnlp_status_t* BufferAlloc(rnlp_device_t* device, uint64_t size_bytes, rnlp_buffer_t** out) {
  auto* buffer = New<rnlp_buffer_t>(device->host);
  if (buffer == nullptr) return OutOfMemory(device->host, sizeof(rnlp_buffer_t), kId);
  buffer->size_bytes = size_bytes;
  buffer->data = device->host->alloc(device->host, size_bytes);
  std::lock_guard<std::mutex> lock(device->mutex);
  if (buffer->data == nullptr) {
    Delete(device->host, buffer);
    return Fail(device->host, RNLP_RESOURCE_EXHAUSTED,
                "%s: no memory for %llu bytes; %llu are in use, no limit", kId,
                static_cast<unsigned long long>(size_bytes),
                static_cast<unsigned long long>(device->bytes_in_use));
  }
  device->bytes_in_use += size_bytes;
  if (device->bytes_in_use > device->peak_bytes_in_use) device->peak_bytes_in_use = device->bytes_in_use;
  *out = buffer;
  return nullptr;
}

void BufferFree(rnlp_device_t* device, rnlp_buffer_t* buffer) {
  {
    std::lock_guard<std::mutex> lock(device->mutex);
    device->bytes_in_use -= buffer->size_bytes;
  }
  device->host->free(device->host, buffer->data, buffer->size_bytes);
  Delete(device->host, buffer);
}

rnlp_status_t* BufferMap(rnlp_device_t*, rnlp_buffer_t* buffer, void** out) {
  *out = buffer->data;
  return nullptr;
}
void BufferUnmap(rnlp_device_t*, rnlp_buffer_t*) {}

rnlp_status_t* MemoryStats(rnlp_device_t* device, rnlp_memory_stats_t* out) {
  std::lock_guard<std::mutex> lock(device->mutex);
  out->bytes_in_use = device->bytes_in_use;
  out->peak_bytes_in_use = device->peak_bytes_in_use;
  out->limit_bytes = 0;
  return nullptr;
}

// ---- queues: a device that works for itself would note these down and return ----

rnlp_status_t* QueueCreate(rnlp_device_t* device, int32_t, rnlp_queue_t** out) {
  auto* queue = New<rnlp_queue_t>(device->host);
  if (queue == nullptr) return OutOfMemory(device->host, sizeof(rnlp_queue_t), kId);
  queue->device = device;
  *out = queue;
  return nullptr;
}
void QueueDestroy(rnlp_device_t* device, rnlp_queue_t* queue) { Delete(device->host, queue); }

// The host address of a place, checked against the buffer's end.
rnlp_status_t* Resolve(const rnlp_queue_t* queue, const rnlp_place_t* place, uint64_t size_bytes,
                       char** out) {
  if (place->buffer == nullptr) {
    *out = static_cast<char*>(place->host);
    return nullptr;
  }
  const rnlp_buffer_t& buffer = *place->buffer;
  if (place->offset_bytes > buffer.size_bytes || size_bytes > buffer.size_bytes - place->offset_bytes) {
    return Fail(queue->device->host, RNLP_INVALID_ARGUMENT, "%s: bytes %llu to %llu of a buffer of %llu",
                kId, static_cast<unsigned long long>(place->offset_bytes),
                static_cast<unsigned long long>(place->offset_bytes) + size_bytes,
                static_cast<unsigned long long>(buffer.size_bytes));
  }
  *out = static_cast<char*>(buffer.data) + place->offset_bytes;
  return nullptr;
}

rnlp_status_t* QueueCopy(rnlp_queue_t* queue, const rnlp_place_t* src, const rnlp_place_t* dst,
                         uint64_t size_bytes) {
  if (size_bytes == 0) return nullptr;
  char* from = nullptr;
  char* to = nullptr;
  RNLP_TRY(Resolve(queue, src, size_bytes, &from));
  RNLP_TRY(Resolve(queue, dst, size_bytes, &to));
  std::memmove(to, from, size_bytes);
  return nullptr;
}

rnlp_status_t* QueueFill(rnlp_queue_t* queue, const rnlp_place_t* dst, uint64_t size_bytes,
                         const void* pattern, uint32_t pattern_bytes) {
  const bool known =
      pattern_bytes == 1 || pattern_bytes == 2 || pattern_bytes == 4 || pattern_bytes == 8;
  if (!known || size_bytes % pattern_bytes != 0) {
    return Fail(queue->device->host, RNLP_INVALID_ARGUMENT, "%s: a pattern of %u bytes over %llu", kId,
                pattern_bytes, static_cast<unsigned long long>(size_bytes));
  }
  if (size_bytes == 0) return nullptr;
  char* to = nullptr;
  RNLP_TRY(Resolve(queue, dst, size_bytes, &to));
  for (uint64_t i = 0; i < size_bytes; i += pattern_bytes) std::memcpy(to + i, pattern, pattern_bytes);
  return nullptr;
}

rnlp_status_t* QueueHostCall(rnlp_queue_t*, rnlp_range_fn_t fn, void* arg) {
  fn(arg, 0, 1);
  return nullptr;
}

// A wait names a point whose signal was submitted, and here that means reached, or failed.
rnlp_status_t* QueueWait(rnlp_queue_t*, rnlp_fence_t* fence, uint64_t value) {
  return fence->timeline.Wait(value, 0);
}
rnlp_status_t* QueueSignal(rnlp_queue_t*, rnlp_fence_t* fence, uint64_t value) {
  fence->timeline.Signal(value);
  return nullptr;
}
rnlp_status_t* QueueFlush(rnlp_queue_t*) { return nullptr; }

// ---- fences ----

rnlp_status_t* FenceCreate(rnlp_device_t* device, rnlp_fence_t** out) {
  *out = New<rnlp_fence_t>(device->host, device->host);
  return *out == nullptr ? OutOfMemory(device->host, sizeof(rnlp_fence_t), kId) : nullptr;
}
void FenceDestroy(rnlp_device_t* device, rnlp_fence_t* fence) { Delete(device->host, fence); }
rnlp_status_t* FenceQuery(rnlp_fence_t* fence, uint64_t* out_value) {
  return fence->timeline.Query(out_value);
}
rnlp_status_t* FenceWait(rnlp_fence_t* fence, uint64_t value, uint64_t timeout_ns) {
  return fence->timeline.Wait(value, timeout_ns);
}
rnlp_status_t* FenceNotify(rnlp_fence_t* fence, uint64_t value, rnlp_done_fn_t fn, void* arg) {
  return fence->timeline.Notify(value, fn, arg);
}
rnlp_status_t* FenceSignal(rnlp_fence_t* fence, uint64_t value, rnlp_status_t* status) {
  if (status != nullptr) {
    fence->timeline.Fail(status);
  } else {
    fence->timeline.Signal(value);
  }
  return nullptr;
}

constexpr rnlp_device_api_t MakeDeviceApi() {
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
  return api;  // no import, no export, no captures: NULL says so
}
constexpr rnlp_device_api_t kDeviceApi = MakeDeviceApi();

// ---- kernels: `run` puts work on run->queue and returns ----

struct CopyKernel {
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    RNLP_TRY(runnel::plugin::EnsureOutputLike(run, 0, run->inputs[0]));
    const rnlp_tensor_t& in = *run->inputs[0];
    const rnlp_tensor_t& out = *run->outputs[0];
    const rnlp_place_t src{in.buffer, in.offset_bytes, nullptr};
    const rnlp_place_t dst{out.buffer, out.offset_bytes, nullptr};
    return QueueCopy(run->queue, &src, &dst, in.size_bytes);
  }
};

struct ZerosKernel {
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    RNLP_TRY(runnel::plugin::EnsureOutputLike(run, 0, run->inputs[0]));
    const rnlp_tensor_t& out = *run->outputs[0];
    const rnlp_place_t dst{out.buffer, out.offset_bytes, nullptr};
    const char zero = 0;
    return QueueFill(run->queue, &dst, out.size_bytes, &zero, 1);
  }
};

constexpr int32_t kPlainTypes[] = {RNLP_FLOAT,  RNLP_DOUBLE, RNLP_HALF,  RNLP_BFLOAT16, RNLP_INT8,
                                   RNLP_INT16,  RNLP_INT32,  RNLP_INT64, RNLP_UINT8,    RNLP_UINT16,
                                   RNLP_UINT32, RNLP_UINT64, RNLP_BOOL};
constexpr rnlp_type_constraint_t kPlain[] = {runnel::plugin::Types("T", kPlainTypes)};
constexpr rnlp_alias_t kInPlace[] = {{0, 0}};

template <typename K>
constexpr rnlp_kernel_row_t Row(const char* op, uint32_t num_aliases) {
  return runnel::plugin::KernelRow<K>({.op = op,
                                       .device_type = "NULL",
                                       .types = kPlain,
                                       .num_types = 1,
                                       .aliases = kInPlace,
                                       .num_aliases = num_aliases});
}
constexpr rnlp_kernel_row_t kIdentity = Row<CopyKernel>("Identity", 1);
constexpr rnlp_kernel_row_t kSnapshot = Row<CopyKernel>("Snapshot", 1);
constexpr rnlp_kernel_row_t kStopGradient = Row<CopyKernel>("StopGradient", 1);
constexpr rnlp_kernel_row_t kPreventGradient = Row<CopyKernel>("PreventGradient", 1);
constexpr rnlp_kernel_row_t kZerosLike = Row<ZerosKernel>("ZerosLike", 1);
constexpr const rnlp_kernel_row_t* kKernels[] = {&kIdentity, &kSnapshot, &kStopGradient,
                                                 &kPreventGradient, &kZerosLike};

constexpr rnlp_plugin_t kPlugin =
    runnel::plugin::MakePlugin<rnlp_instance_t>({.id = kId,
                                                 .version = "0.1.0",
                                                 .device = &kDeviceApi,
                                                 .kernels = kKernels,
                                                 .num_kernels = std::size(kKernels)});

}  // namespace

extern "C" RNLP_EXPORT const rnlp_plugin_t* rnlp_plugin_query(void) { return &kPlugin; }
