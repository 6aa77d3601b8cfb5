// The CUDA device plugin: devices of type "CUDA" over the driver API, and the rows that the
// build finds in the files beside this one.
#include <algorithm>
#include <cstring>

#include "devices/cuda/driver/api.h"
#include "devices/cuda/driver/fence.h"
#include "devices/cuda/driver/group.h"
#include "devices/cuda/driver/staging.h"
#include "plugins/sdk/rows.h"

namespace runnel::cuda {

#define RUNNEL_FAMILY(family) std::span<const rnlp_kernel_row_t> family##Rows();
#include "runnel_cuda_families.h"
#undef RUNNEL_FAMILY

namespace {

using plugin::Delete;
using plugin::New;
using plugin::OutOfMemory;

// ---- devices ----

// A device that cannot even be asked is listed with what is known: opening it says what is wrong.
void Describe(const Driver& driver, uint32_t ordinal, rnlp_device_info_t* out) {
  rnlp_device_info_t info{};
  info.size_bytes = RNLP_SIZE_TO(rnlp_device_info_t, memory_bytes);
  info.flags = uint32_t{RNLP_DEVICE_CAPTURE} | uint32_t{RNLP_DEVICE_PEERS};
  std::memcpy(info.type, "CUDA", sizeof("CUDA"));
  info.ordinal = ordinal;
  info.alignment_bytes = 256;
  CUdevice device = 0;
  size_t total = 0;
  char name[96] = "CUDA device";
  int major = 0, minor = 0, version = 0;
  if (driver.DeviceGet(&device, static_cast<int>(ordinal)) == CUDA_SUCCESS) {
    if (driver.DeviceGetName(name, sizeof(name), device) != CUDA_SUCCESS) name[0] = '\0';
    if (driver.DeviceTotalMem(&total, device) == CUDA_SUCCESS) info.memory_bytes = total;
    driver.DeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    driver.DeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
  }
  driver.DriverGetVersion(&version);
  std::snprintf(info.description, sizeof(info.description), "%.80s, compute %d.%d, driver %d.%d", name,
                major, minor, version / 1000, version % 1000 / 10);
  *out = info;
}

rnlp_status_t* Enumerate(rnlp_instance_t* instance, uint32_t capacity, rnlp_device_info_t* out,
                         uint32_t* out_count) {
  *out_count = 0;
  return Guard(instance->host, [&]() -> rnlp_status_t* {
    if (!instance->OpenDriver()) {
      const rnlp_severity_t severity = instance->driver.is_too_old ? RNLP_LOG_WARNING : RNLP_LOG_DEBUG;
      if (!instance->no_driver.empty())
        plugin::Log(instance->host, severity, "no CUDA devices: %s", instance->no_driver.c_str());
      return nullptr;
    }
    int count = 0;
    if (const CUresult result = instance->driver.DeviceGetCount(&count)) {
      plugin::Log(instance->host, RNLP_LOG_WARNING, "no CUDA devices: %s",
                  instance->driver.Describe("cuDeviceGetCount", result).c_str());
      return nullptr;
    }
    *out_count = static_cast<uint32_t>(
        std::min<uint64_t>(static_cast<uint64_t>(std::max(count, 0)), instance->options.devices));
    for (uint32_t i = 0; i < *out_count && i < capacity; ++i) Describe(instance->driver, i, &out[i]);
    return nullptr;
  });
}

rnlp_status_t* Open(rnlp_instance_t* instance, uint32_t ordinal, rnlp_device_t** out) {
  const rnlp_host_t* host = instance->host;
  return Guard(host, [&]() -> rnlp_status_t* {
    int count = 0;
    if (instance->OpenDriver() && instance->driver.DeviceGetCount(&count) != CUDA_SUCCESS) count = 0;
    if (ordinal >= static_cast<uint32_t>(count)) {
      return Fail(host, RNLP_NOT_FOUND, "%s: no device %u, there are %d", kId, ordinal, count);
    }
    auto* device = New<rnlp_device_t>(host, instance, ordinal);
    if (device == nullptr) return OutOfMemory(host, sizeof(rnlp_device_t), kId);
    struct Undo {
      rnlp_device_t* device;
      ~Undo() {
        if (device != nullptr) Delete(device->host, device);
      }
    } undo{device};
    RNLP_TRY(device->Init());
    undo.device = nullptr;
    *out = device;
    return nullptr;
  });
}

void Close(rnlp_device_t* device) { Delete(device->host, device); }

// ---- fences ----

rnlp_status_t* FenceCreate(rnlp_device_t* device, rnlp_fence_t** out) {
  return Guard(device->host, [&]() -> rnlp_status_t* {
    RNLP_TRY(device->CheckAlive());
    auto state = std::make_shared<Fence>(device);
    device->Remember(state);
    auto* fence = New<rnlp_fence_t>(device->host, rnlp_fence_t{std::move(state)});
    if (fence == nullptr) return OutOfMemory(device->host, sizeof(rnlp_fence_t), kId);
    *out = fence;
    return nullptr;
  });
}
void FenceDestroy(rnlp_device_t* device, rnlp_fence_t* fence) { Delete(device->host, fence); }

template <typename Body>
rnlp_status_t* WithFence(rnlp_fence_t* fence, Body&& body) {
  rnlp_device_t* device = fence->state->device();
  return Guard(device->host, [&] {
    const Current current(device);
    return body(*fence->state);
  });
}
rnlp_status_t* FenceQuery(rnlp_fence_t* fence, uint64_t* out_value) {
  return WithFence(fence, [&](Fence& state) { return state.Query(out_value); });
}
rnlp_status_t* FenceWait(rnlp_fence_t* fence, uint64_t value, uint64_t timeout_ns) {
  return WithFence(fence, [&](Fence& state) { return state.Wait(value, timeout_ns); });
}
rnlp_status_t* FenceNotify(rnlp_fence_t* fence, uint64_t value, rnlp_done_fn_t fn, void* arg) {
  return WithFence(fence, [&](Fence& state) { return state.Notify(value, fn, arg); });
}
rnlp_status_t* FenceSignal(rnlp_fence_t* fence, uint64_t value, rnlp_status_t* status) {
  fence->state->Signal(value, status);
  return nullptr;
}

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
  api.buffer_export = BufferExport;
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
constinit const rnlp_device_api_t kDeviceApi = MakeDeviceApi();

rnlp_plugin_t MakeTable() {
  static const plugin::RowTable rows({
#define RUNNEL_FAMILY(family) family##Rows(),
#include "runnel_cuda_families.h"
#undef RUNNEL_FAMILY
  });
  return plugin::MakePlugin<rnlp_instance_t>({.id = kId,
                                              .version = "0.1.0",
                                              .device = &kDeviceApi,
                                              .kernels = rows.rows(),
                                              .num_kernels = rows.count()});
}

}  // namespace
}  // namespace runnel::cuda

extern "C" RNLP_EXPORT const rnlp_plugin_t* rnlp_plugin_query(void) {
  static const rnlp_plugin_t table = runnel::cuda::MakeTable();  // built once, then constant
  return &table;
}
