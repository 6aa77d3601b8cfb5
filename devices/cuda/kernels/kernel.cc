#include "devices/cuda/kernels/kernel.h"

#include <cstdio>

#include "plugins/sdk/tensor.h"

namespace runnel::cuda {

const char* Suffix(int32_t dtype) {
  switch (dtype) {
    case RNLP_FLOAT:
      return "f32";
    case RNLP_HALF:
      return "f16";
    case RNLP_BFLOAT16:
      return "bf16";
    case RNLP_INT32:
      return "i32";
    case RNLP_INT64:
      return "i64";
    case RNLP_BOOL:
      return "bool";
    default:
      return nullptr;
  }
}

rnlp_status_t* FindTyped(const Build& build, const char* op, Family family, const char* stem,
                         int32_t dtype, CUfunction* out) {
  const char* suffix = Suffix(dtype);
  if (suffix == nullptr) {
    return Fail(build.host, RNLP_UNIMPLEMENTED, "%s: no CUDA kernel for %s", op,
                plugin::DTypeName(dtype));
  }
  char name[64];
  std::snprintf(name, sizeof(name), "%s_%s", stem, suffix);
  return build.device->FindFunction(family, name, out);
}

rnlp_status_t* FindSized(const Build& build, Family family, const char* stem, uint32_t bytes,
                         CUfunction* out) {
  char name[64];
  std::snprintf(name, sizeof(name), "%s_%u", stem, bytes);
  return build.device->FindFunction(family, name, out);
}

Grid GridFor(const rnlp_run_t* run, i64 count, i64 elements_per_thread) {
  const i64 per_block = i64{kThreads} * elements_per_thread;
  const i64 blocks = (count + per_block - 1) / per_block;
  const i64 most = i64{run->queue->device->multiprocessors} * 32;
  return {static_cast<u32>(std::clamp<i64>(blocks, 1, most))};
}

rnlp_status_t* LaunchRaw(const rnlp_run_t* run, CUfunction function, Grid grid, Grid block, void* args) {
  rnlp_device_t* device = run->queue->device;
  RNLP_TRY(device->CheckAlive());
  const Current current(device);
  CUstream stream = nullptr;
  RNLP_TRY(run->queue->Stream(&stream));
  void* parameters[] = {args};
  RUNNEL_CUDA_TRY(device, LaunchKernel, function, grid.x, grid.y, grid.z, block.x, block.y, block.z, 0,
                  stream, parameters, nullptr);
  return nullptr;
}

rnlp_status_t* ZeroOutput(const rnlp_run_t* run, uint32_t index) {
  const rnlp_tensor_t* output = run->outputs[index];
  if (output->num_elements == 0) return nullptr;
  rnlp_device_t* device = run->queue->device;
  RNLP_TRY(device->CheckAlive());
  const Current current(device);
  CUstream stream = nullptr;
  RNLP_TRY(run->queue->Stream(&stream));
  const size_t bytes = static_cast<size_t>(output->num_elements) * plugin::DTypeSize(output->dtype);
  RUNNEL_CUDA_TRY(device, MemsetD8Async, AddressOf(output), 0, bytes, stream);
  return nullptr;
}

rnlp_status_t* CopyTensor(const rnlp_run_t* run, const rnlp_tensor_t* from, const rnlp_tensor_t* to) {
  if (from->num_elements == 0 || AddressOf(from) == AddressOf(to)) return nullptr;
  rnlp_device_t* device = run->queue->device;
  RNLP_TRY(device->CheckAlive());
  const Current current(device);
  CUstream stream = nullptr;
  RNLP_TRY(run->queue->Stream(&stream));
  const size_t bytes = static_cast<size_t>(from->num_elements) * plugin::DTypeSize(from->dtype);
  RUNNEL_CUDA_TRY(device, MemcpyDtoDAsync, AddressOf(to), AddressOf(from), bytes, stream);
  return nullptr;
}

}  // namespace runnel::cuda
