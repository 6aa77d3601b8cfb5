// The CUDA driver, opened at run time: one table of its entries, and what its error codes mean.
//
// Nothing here links to libcuda: where there is none, or an old one, Open says so and no device is
// listed. The table is filled once and constant afterwards; the library stays open for the life of the
// process, as drivers want it.
#ifndef RUNNEL_DEVICES_CUDA_DRIVER_DRIVER_H_
#define RUNNEL_DEVICES_CUDA_DRIVER_DRIVER_H_

#include <cuda.h>

#include <string>

#include "plugins/sdk/plugin.h"

namespace runnel::cuda {

using plugin::Fail;

inline constexpr const char* kId = "runnel.cuda";

// X(name): the entry cu<name>, in the version that the headers speak.
#define RUNNEL_CUDA_DRIVER_CALLS(X) \
  X(Init)                           \
  X(GetErrorName)                   \
  X(GetErrorString)                 \
  X(DriverGetVersion)               \
  X(DeviceGetCount)                 \
  X(DeviceGet)                      \
  X(DeviceGetName)                  \
  X(DeviceGetAttribute)             \
  X(DeviceTotalMem)                 \
  X(DeviceCanAccessPeer)            \
  X(DevicePrimaryCtxRetain)         \
  X(DevicePrimaryCtxRelease)        \
  X(DevicePrimaryCtxReset)          \
  X(CtxGetCurrent)                  \
  X(CtxPushCurrent)                 \
  X(CtxPopCurrent)                  \
  X(MemPoolCreate)                  \
  X(MemPoolDestroy)                 \
  X(MemPoolSetAttribute)            \
  X(MemPoolSetAccess)               \
  X(MemPoolTrimTo)                  \
  X(MemAllocFromPoolAsync)          \
  X(MemFreeAsync)                   \
  X(MemAlloc)                       \
  X(MemFree)                        \
  X(MemHostAlloc)                   \
  X(MemFreeHost)                    \
  X(MemHostRegister)                \
  X(MemHostUnregister)              \
  X(MemHostGetDevicePointer)        \
  X(PointerGetAttribute)            \
  X(MemcpyHtoDAsync)                \
  X(MemcpyDtoHAsync)                \
  X(MemcpyDtoDAsync)                \
  X(MemcpyPeerAsync)                \
  X(MemsetD8Async)                  \
  X(MemsetD16Async)                 \
  X(MemsetD32Async)                 \
  X(MemsetD2D32Async)               \
  X(StreamCreate)                   \
  X(StreamDestroy)                  \
  X(StreamSynchronize)              \
  X(StreamWaitEvent)                \
  X(EventCreate)                    \
  X(EventDestroy)                   \
  X(EventRecord)                    \
  X(EventQuery)                     \
  X(EventSynchronize)               \
  X(LaunchHostFunc)                 \
  X(LaunchKernel)                   \
  X(ModuleLoadData)                 \
  X(ModuleUnload)                   \
  X(ModuleGetFunction)              \
  X(StreamBeginCapture)             \
  X(StreamEndCapture)               \
  X(GraphInstantiateWithFlags)      \
  X(GraphLaunch)                    \
  X(GraphExecDestroy)               \
  X(GraphDestroy)

struct Driver {
#define RUNNEL_CUDA_DECLARE(name) decltype(&::cu##name) name = nullptr;
  RUNNEL_CUDA_DRIVER_CALLS(RUNNEL_CUDA_DECLARE)
#undef RUNNEL_CUDA_DECLARE

  // Opens `path`, or libcuda.so.1 where the system has it if it is empty, and starts it. False with a
  // reason in *out_why where there is no driver that can be used; that is no error.
  bool Open(const std::string& path, std::string* out_why);
  bool is_too_old = false;  // why it cannot be used: whoever has a GPU wants to know

  // "cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY (out of memory)".
  std::string Describe(const char* call, CUresult result) const;
};

// Whether nothing will work on the context any more.
bool IsSticky(CUresult result);
// The status code for an error that is not sticky.
int32_t CodeOf(CUresult result);

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_DRIVER_DRIVER_H_
