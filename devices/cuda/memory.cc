// Memory of a device: from a pool of the driver, ordered by a stream of its own that is waited for at
// once, since core uses a buffer on every queue.
#include <algorithm>
#include <cstring>

#include "devices/cuda/api.h"

namespace runnel::cuda {
namespace {

using plugin::Delete;
using plugin::New;
using plugin::OutOfMemory;

rnlp_status_t* Exhausted(const rnlp_device_t* device, uint64_t size_bytes, const char* why) {
  return Fail(device->host, RNLP_RESOURCE_EXHAUSTED,
              "%s: CUDA:%u: no memory for %llu bytes: %llu are in use, the limit is %llu%s", kId,
              device->ordinal, Ull(size_bytes), Ull(device->bytes_in_use), Ull(device->limit_bytes),
              why);
}

// With the memory's lock held.
rnlp_status_t* TakeMemory(rnlp_device_t* device, uint64_t size_bytes, CUdeviceptr* out) {
  const Driver& driver = device->driver;
  const CUresult result =
      device->pool == nullptr
          ? driver.MemAlloc(out, size_bytes)
          : driver.MemAllocFromPoolAsync(out, size_bytes, device->pool, device->memory_stream);
  if (result == CUDA_ERROR_OUT_OF_MEMORY) {
    return Exhausted(device, size_bytes, "; the device has no more");
  }
  if (result != CUDA_SUCCESS) {
    return device->Failed(result, device->pool == nullptr ? "cuMemAlloc" : "cuMemAllocFromPoolAsync");
  }
  if (device->pool == nullptr) return nullptr;
  const CUresult waited = driver.StreamSynchronize(device->memory_stream);
  if (waited == CUDA_SUCCESS) return nullptr;
  driver.MemFreeAsync(*out, device->memory_stream);
  return device->Failed(waited, "cuStreamSynchronize");
}

}  // namespace

rnlp_status_t* BufferAlloc(rnlp_device_t* device, uint64_t size_bytes, rnlp_buffer_t** out) {
  RNLP_TRY(device->CheckAlive());
  auto* buffer = New<rnlp_buffer_t>(device->host);
  if (buffer == nullptr) return OutOfMemory(device->host, sizeof(rnlp_buffer_t), kId);
  buffer->device = device;
  const Current current(device);
  std::lock_guard<std::mutex> lock(device->memory_mutex);
  rnlp_status_t* failure = nullptr;
  if (size_bytes > device->limit_bytes || device->bytes_in_use > device->limit_bytes - size_bytes) {
    failure = Exhausted(device, size_bytes, "");
  } else {
    failure = TakeMemory(device, std::max<uint64_t>(size_bytes, 1), &buffer->address);
  }
  if (failure != nullptr) {
    Delete(device->host, buffer);
    return failure;
  }
  buffer->size_bytes = size_bytes;
  device->bytes_in_use += size_bytes;
  device->peak_bytes_in_use = std::max(device->peak_bytes_in_use, device->bytes_in_use);
  *out = buffer;
  return nullptr;
}

void BufferFree(rnlp_device_t* device, rnlp_buffer_t* buffer) {
  {
    const Current current(device);
    std::lock_guard<std::mutex> lock(device->memory_mutex);
    if (buffer->imported != nullptr) {
      device->driver.MemHostUnregister(buffer->imported);
    } else {
      // An error has nobody to hear it; a broken context takes its memory with it.
      if (device->pool == nullptr) {
        device->driver.MemFree(buffer->address);
      } else {
        device->driver.MemFreeAsync(buffer->address, device->memory_stream);
      }
      device->bytes_in_use -= buffer->size_bytes;
    }
  }
  Delete(device->host, buffer);
}

rnlp_status_t* BufferMap(rnlp_device_t* device, rnlp_buffer_t*, void**) {
  RNLP_TRY(device->CheckAlive());
  return Fail(device->host, RNLP_UNIMPLEMENTED, "%s: device memory cannot be mapped", kId);
}
void BufferUnmap(rnlp_device_t*, rnlp_buffer_t*) {}

rnlp_status_t* BufferImport(rnlp_device_t* device, void* memory, uint64_t size_bytes,
                            rnlp_buffer_t** out) {
  RNLP_TRY(device->CheckAlive());
  const Current current(device);
  CUdeviceptr address = 0;
  RUNNEL_CUDA_TRY(device, MemHostRegister, memory, size_bytes, CU_MEMHOSTREGISTER_DEVICEMAP);
  if (const CUresult result = device->driver.MemHostGetDevicePointer(&address, memory, 0)) {
    device->driver.MemHostUnregister(memory);
    return device->Failed(result, "cuMemHostGetDevicePointer");
  }
  auto* buffer = New<rnlp_buffer_t>(device->host, rnlp_buffer_t{device, address, size_bytes, memory});
  if (buffer == nullptr) {
    device->driver.MemHostUnregister(memory);
    return OutOfMemory(device->host, sizeof(rnlp_buffer_t), kId);
  }
  *out = buffer;
  return nullptr;
}

rnlp_status_t* BufferExport(rnlp_device_t* device, rnlp_buffer_t* buffer, uint64_t* out_native) {
  RNLP_TRY(device->CheckAlive());
  *out_native = buffer->address;
  return nullptr;
}

rnlp_status_t* MemoryStats(rnlp_device_t* device, rnlp_memory_stats_t* out) {
  RNLP_TRY(device->CheckAlive());
  std::lock_guard<std::mutex> lock(device->memory_mutex);
  out->bytes_in_use = device->bytes_in_use;
  out->peak_bytes_in_use = device->peak_bytes_in_use;
  out->limit_bytes = device->limit_bytes;
  return nullptr;
}

}  // namespace runnel::cuda
