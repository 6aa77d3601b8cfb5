// Memory of a device: from a pool of the driver, ordered by a stream of its own that is waited for at
// once, since core uses a buffer on every queue.
#include <algorithm>
#include <cstring>

#include "devices/cuda/driver/api.h"

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

// With the memory's lock held. *out_call is the call that failed: what its error means is said without
// the lock, for a device that is lost by it calls back, and who is called may free memory.
CUresult TakeMemory(const rnlp_device_t* device, uint64_t size_bytes, CUdeviceptr* out,
                    const char** out_call) {
  const Driver& driver = device->driver;
  if (device->pool == nullptr) {
    *out_call = "cuMemAlloc";
    return driver.MemAlloc(out, size_bytes);
  }
  const auto take = [&] {
    return driver.MemAllocFromPoolAsync(out, size_bytes, device->pool, device->memory_stream);
  };
  *out_call = "cuMemAllocFromPoolAsync";
  CUresult result = take();
  if (result == CUDA_ERROR_OUT_OF_MEMORY) {
    // The pool keeps what was freed, perhaps in pieces that do not fit.
    driver.StreamSynchronize(device->memory_stream);
    driver.MemPoolTrimTo(device->pool, 0);
    result = take();
  }
  if (result != CUDA_SUCCESS) return result;
  *out_call = "cuStreamSynchronize";
  result = driver.StreamSynchronize(device->memory_stream);
  if (result != CUDA_SUCCESS) driver.MemFreeAsync(*out, device->memory_stream);
  return result;
}

}  // namespace

rnlp_status_t* BufferAlloc(rnlp_device_t* device, uint64_t size_bytes, rnlp_buffer_t** out) {
  RNLP_TRY(device->CheckAlive());
  auto* buffer = New<rnlp_buffer_t>(device->host);
  if (buffer == nullptr) return OutOfMemory(device->host, sizeof(rnlp_buffer_t), kId);
  buffer->device = device;
  const Current current(device);
  const char* call = nullptr;
  CUresult result = CUDA_SUCCESS;
  rnlp_status_t* failure = nullptr;
  {
    std::lock_guard<std::mutex> lock(device->memory_mutex);
    if (size_bytes > device->limit_bytes || device->bytes_in_use > device->limit_bytes - size_bytes) {
      failure = Exhausted(device, size_bytes, "");
    } else {
      result = TakeMemory(device, std::max<uint64_t>(size_bytes, 1), &buffer->address, &call);
      if (result == CUDA_ERROR_OUT_OF_MEMORY)
        failure = Exhausted(device, size_bytes, "; the device has no more");
    }
    if (failure == nullptr && result == CUDA_SUCCESS) {
      buffer->size_bytes = size_bytes;
      device->bytes_in_use += size_bytes;
      device->peak_bytes_in_use = std::max(device->peak_bytes_in_use, device->bytes_in_use);
    }
  }
  if (failure == nullptr && result != CUDA_SUCCESS) failure = device->Failed(result, call);
  if (failure != nullptr) {
    Delete(device->host, buffer);
    return failure;
  }
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
