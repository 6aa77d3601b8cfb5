// The entries of a libcuda.so.1 that is none: contexts, memory, streams, events, launches and graphs of
// one device, simulated. Each may be told to fail (control.h).
#include <cuda.h>
#include <dlfcn.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "tests/cuda/fake/block.h"
#include "tests/cuda/fake/control.h"
#include "tests/cuda/fake/memory.h"
#include "tests/cuda/fake/stream.h"

struct CUctx_st {
  int device;
};
struct CUmod_st {
  void* library;
};
struct CUfunc_st {
  const fake_cuda::Kernel* kernel;
};
struct CUmemPoolHandle_st {
  int device;
};

namespace fake_cuda {
namespace {

constexpr int kMaxDevices = 4;

struct State {
  std::mutex mutex;  // guards all below
  int64_t calls = 0, launches = 0, kernels_run = 0, graph_launches = 0, failures = 0;
  int64_t fail_in = 0;  // 0: not at all
  std::string fail_call;
  CUresult fail_code = CUDA_SUCCESS;
  CUctx_st contexts[kMaxDevices] = {{0}, {1}, {2}, {3}};
  int retained[kMaxDevices] = {};
};
State& The() {
  static auto* state = new State;
  return *state;
}
thread_local std::vector<CUcontext> current;

int NumDevices() {
  const char* text = std::getenv("FAKE_CUDA_DEVICES");
  return text == nullptr ? 1 : std::clamp(std::atoi(text), 0, kMaxDevices);
}

bool StaysBroken(CUresult code) {
  return code == CUDA_ERROR_ILLEGAL_ADDRESS || code == CUDA_ERROR_LAUNCH_FAILED ||
         code == CUDA_ERROR_ECC_UNCORRECTABLE || code == CUDA_ERROR_LAUNCH_TIMEOUT;
}

// What an order to fail answers; the error of a broken context for all but the calls that end it.
CUresult Enter(const char* name, bool needs_context = true, bool ends = false) {
  std::string_view call = name;  // without the version that a symbol may carry
  if (const size_t version = call.rfind("_v"); version != call.npos) call = call.substr(0, version);
  {
    State& state = The();
    std::lock_guard<std::mutex> lock(state.mutex);
    ++state.calls;
    if (state.fail_in > 0 && (state.fail_call.empty() || state.fail_call == call) &&
        --state.fail_in == 0) {
      ++state.failures;
      if (StaysBroken(state.fail_code)) SetStickyError(state.fail_code);
      return state.fail_code;
    }
  }
  if (ends) return CUDA_SUCCESS;
  if (InHostFunction()) return CUDA_ERROR_NOT_PERMITTED;
  if (needs_context && StickyError() != CUDA_SUCCESS) return StickyError();
  return needs_context && current.empty() ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS;
}

// Work that has found the context broken does nothing.
Work Unbroken(Work work) {
  return [work = std::move(work)] {
    if (StickyError() == CUDA_SUCCESS) work();
  };
}

CUresult AppendCopy(CUstream stream, CUdeviceptr to, CUdeviceptr from, void* host_to,
                    const void* host_from, size_t size) {
  if ((host_to == nullptr && !Covers(to, size)) || (host_from == nullptr && !Covers(from, size))) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  stream->Append(Unbroken([=] {
    // Memory may have been freed since.
    void* target = host_to != nullptr ? host_to : Covers(to, size) ? HostAddress(to) : nullptr;
    const void* source = host_from != nullptr ? host_from
                         : Covers(from, size) ? HostAddress(from)
                                              : nullptr;
    if (target == nullptr || source == nullptr) {
      SetStickyError(CUDA_ERROR_ILLEGAL_ADDRESS);
      return;
    }
    std::memmove(target, source, size);
  }));
  // Pageable memory is copied by the driver, on the thread of whoever asks: into it before the call
  // returns, and out of it, where that is more than a little, when it is the copy's turn.
  constexpr size_t kLittle = 64 << 10;
  const void* const host = host_to != nullptr ? host_to : host_from;
  if (host == nullptr || stream->recorded != nullptr || IsRegistered(host)) return CUDA_SUCCESS;
  if (host_to != nullptr || size > kLittle) stream->Synchronize();
  return CUDA_SUCCESS;
}

template <typename T>
CUresult AppendFill(CUstream stream, CUdeviceptr to, size_t pitch, T value, size_t width,
                    size_t height) {
  const size_t size = height == 0 ? 0 : pitch * (height - 1) + width * sizeof(T);
  if (!Covers(to, size) || to % sizeof(T) != 0) return CUDA_ERROR_INVALID_VALUE;
  stream->Append(Unbroken([=] {
    if (!Covers(to, size)) {
      SetStickyError(CUDA_ERROR_ILLEGAL_ADDRESS);
      return;
    }
    auto* out = static_cast<char*>(HostAddress(to));
    for (size_t y = 0; y < height; ++y) {
      for (size_t x = 0; x < width; ++x) std::memcpy(out + y * pitch + x * sizeof(T), &value, sizeof(T));
    }
  }));
  return CUDA_SUCCESS;
}

void Reset(uint64_t seed) {
  State& state = The();
  std::lock_guard<std::mutex> lock(state.mutex);
  state.calls = state.launches = state.kernels_run = state.graph_launches = state.failures =
      state.fail_in = 0;
  state.fail_call.clear();
  SetSeed(seed);
  SetStickyError(CUDA_SUCCESS);
  ResetCanaries();
}
void FailAt(int64_t nth, const char* call, int code) {
  State& state = The();
  std::lock_guard<std::mutex> lock(state.mutex);
  state.fail_in = nth;
  state.fail_call = call == nullptr ? "" : call;
  state.fail_code = static_cast<CUresult>(code);
}
int64_t Read(int64_t State::*what) {
  std::lock_guard<std::mutex> lock(The().mutex);
  return The().*what;
}

}  // namespace
}  // namespace fake_cuda

using fake_cuda::AppendCopy;
using fake_cuda::AppendFill;
using fake_cuda::current;
using fake_cuda::Enter;
using fake_cuda::State;
using fake_cuda::The;

extern "C" {

const fake_cuda_control_t* fake_cuda_control() {
  static constexpr fake_cuda_control_t kControl = {
      fake_cuda::Reset,
      fake_cuda::FailAt,
      [] { return fake_cuda::Read(&State::calls); },
      [] { return fake_cuda::Read(&State::failures); },
      [] { return fake_cuda::Read(&State::launches); },
      [] { return fake_cuda::Read(&State::kernels_run); },
      [] { return fake_cuda::Read(&State::graph_launches); },
      fake_cuda::BytesInUse,
      fake_cuda::SetTotalBytes,
      fake_cuda::BrokenCanaries,
      [](int on) { fake_cuda::Hold(on != 0); },
  };
  return &kControl;
}

#define ENTER(...)                                                                         \
  do {                                                                                     \
    if (const CUresult failed = Enter(__func__ __VA_OPT__(, ) __VA_ARGS__)) return failed; \
  } while (false)

// ---- starting, devices, contexts ----

CUresult cuInit(unsigned) {
  ENTER(false);
  if (const char* text = std::getenv("FAKE_CUDA_SEED"))
    fake_cuda::SetSeed(std::strtoull(text, nullptr, 0));
  if (const char* text = std::getenv("FAKE_CUDA_MEMORY")) {
    fake_cuda::SetTotalBytes(std::strtoull(text, nullptr, 0));
  }
  return CUDA_SUCCESS;
}
CUresult cuGetErrorName(CUresult error, const char** out) {
  switch (error) {
    case CUDA_ERROR_OUT_OF_MEMORY:
      *out = "CUDA_ERROR_OUT_OF_MEMORY";
      break;
    case CUDA_ERROR_ILLEGAL_ADDRESS:
      *out = "CUDA_ERROR_ILLEGAL_ADDRESS";
      break;
    case CUDA_ERROR_LAUNCH_FAILED:
      *out = "CUDA_ERROR_LAUNCH_FAILED";
      break;
    default:
      *out = "CUDA_ERROR";
      break;
  }
  return CUDA_SUCCESS;
}
CUresult cuGetErrorString(CUresult, const char** out) {
  *out = "said the fake driver";
  return CUDA_SUCCESS;
}
CUresult cuDriverGetVersion(int* out) {
  ENTER(false);
  const char* const text = std::getenv("FAKE_CUDA_VERSION");
  *out = text == nullptr ? 13000 : std::atoi(text);
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetCount(int* out) {
  ENTER(false);
  *out = fake_cuda::NumDevices();
  return CUDA_SUCCESS;
}
CUresult cuDeviceGet(CUdevice* out, int ordinal) {
  ENTER(false);
  if (ordinal < 0 || ordinal >= fake_cuda::NumDevices()) return CUDA_ERROR_INVALID_DEVICE;
  *out = ordinal;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetName(char* name, int size, CUdevice) {
  ENTER(false);
  std::snprintf(name, static_cast<size_t>(size), "fake device of the tests");
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetAttribute(int* out, CUdevice_attribute attribute, CUdevice) {
  ENTER(false);
  switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
      *out = 9;
      break;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
      *out = 2;
      break;
    case CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED: {
      const char* text = std::getenv("FAKE_CUDA_POOLS");
      *out = text == nullptr || text[0] != '0';
      break;
    }
    default:
      *out = 0;
      break;
  }
  return CUDA_SUCCESS;
}
CUresult cuDeviceCanAccessPeer(int* out, CUdevice device, CUdevice other) {
  ENTER(false);
  *out = device != other;
  return CUDA_SUCCESS;
}
CUresult cuDeviceTotalMem(size_t* out, CUdevice) {
  ENTER(false);
  *out = fake_cuda::TotalBytes();
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRetain(CUcontext* out, CUdevice device) {
  ENTER(false);
  std::lock_guard<std::mutex> lock(The().mutex);
  ++The().retained[device];
  *out = &The().contexts[device];
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  ENTER(false, true);
  std::lock_guard<std::mutex> lock(The().mutex);
  --The().retained[device];
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxReset(CUdevice) {
  ENTER(false, true);
  fake_cuda::SetStickyError(CUDA_SUCCESS);
  return CUDA_SUCCESS;
}
CUresult cuCtxGetCurrent(CUcontext* out) {
  ENTER(false, true);
  *out = current.empty() ? nullptr : current.back();
  return CUDA_SUCCESS;
}
CUresult cuCtxPushCurrent(CUcontext context) {
  ENTER(false, true);
  current.push_back(context);
  return CUDA_SUCCESS;
}
CUresult cuCtxPopCurrent(CUcontext* out) {
  ENTER(false, true);
  if (current.empty()) return CUDA_ERROR_INVALID_CONTEXT;
  *out = current.back();
  current.pop_back();
  return CUDA_SUCCESS;
}

// ---- memory ----

CUresult cuMemPoolCreate(CUmemoryPool* out, const CUmemPoolProps*) {
  ENTER();
  *out = new CUmemPoolHandle_st{0};
  return CUDA_SUCCESS;
}
CUresult cuMemPoolDestroy(CUmemoryPool pool) {
  const CUresult result = Enter(__func__, false, true);
  delete pool;
  return result;
}
CUresult cuMemPoolSetAccess(CUmemoryPool, const CUmemAccessDesc* access, size_t count) {
  ENTER();
  return count == 1 && access->location.type == CU_MEM_LOCATION_TYPE_DEVICE ? CUDA_SUCCESS
                                                                            : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuMemPoolTrimTo(CUmemoryPool, size_t) {
  ENTER();
  return CUDA_SUCCESS;
}
CUresult cuMemPoolSetAttribute(CUmemoryPool, CUmemPool_attribute, void*) {
  ENTER();
  return CUDA_SUCCESS;
}
CUresult cuMemAlloc(CUdeviceptr* out, size_t size) {
  ENTER();
  if (size == 0) return CUDA_ERROR_INVALID_VALUE;
  *out = fake_cuda::Allocate(size);
  fake_cuda::Own(*out, current.back());
  return *out == 0 ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
}
CUresult cuMemFree(CUdeviceptr address) {
  const CUresult result = Enter(__func__, false, true);
  return fake_cuda::Free(address) ? result : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuMemAllocFromPoolAsync(CUdeviceptr* out, size_t size, CUmemoryPool, CUstream stream) {
  ENTER();
  if (size == 0) return CUDA_ERROR_INVALID_VALUE;
  *out = fake_cuda::Allocate(size);
  if (*out == 0) {  // what was freed on this stream before is there in its order
    stream->Synchronize();
    *out = fake_cuda::Allocate(size);
  }
  fake_cuda::Own(*out, current.back());
  return *out == 0 ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
}
CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream) {
  const CUresult result = Enter(__func__, false, true);
  stream->Append([address] { fake_cuda::Free(address); });
  return result;
}
CUresult cuMemHostAlloc(void** out, size_t size, unsigned) {
  ENTER();
  *out = std::malloc(size);
  if (*out == nullptr) return CUDA_ERROR_OUT_OF_MEMORY;
  fake_cuda::Register(*out, size);
  return CUDA_SUCCESS;
}
CUresult cuMemFreeHost(void* memory) {
  const CUresult result = Enter(__func__, false, true);
  fake_cuda::Unregister(memory);
  std::free(memory);
  return result;
}
CUresult cuMemHostRegister(void* memory, size_t size, unsigned) {
  ENTER();
  fake_cuda::Register(memory, size);
  return CUDA_SUCCESS;
}
CUresult cuMemHostUnregister(void* memory) {
  const CUresult result = Enter(__func__, false, true);
  fake_cuda::Unregister(memory);
  return result;
}
CUresult cuMemHostGetDevicePointer(CUdeviceptr* out, void* memory, unsigned) {
  ENTER();
  *out = fake_cuda::RegisteredAddress(memory);
  return *out == 0 ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}
CUresult cuPointerGetAttribute(void* out, CUpointer_attribute, CUdeviceptr address) {
  ENTER();
  if (!fake_cuda::IsRegistered(reinterpret_cast<const void*>(address))) return CUDA_ERROR_INVALID_VALUE;
  *static_cast<unsigned*>(out) = CU_MEMORYTYPE_HOST;
  return CUDA_SUCCESS;
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, size_t size, CUstream stream) {
  ENTER();
  return AppendCopy(stream, to, 0, nullptr, from, size);
}
CUresult cuMemcpyDtoHAsync(void* to, CUdeviceptr from, size_t size, CUstream stream) {
  ENTER();
  return AppendCopy(stream, 0, from, to, nullptr, size);
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream) {
  ENTER();
  if (!fake_cuda::IsOf(to, current.back()) || !fake_cuda::IsOf(from, current.back()))
    return CUDA_ERROR_INVALID_VALUE;
  return AppendCopy(stream, to, from, nullptr, nullptr, size);
}
CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                           CUcontext from_context, size_t size, CUstream stream) {
  ENTER();
  if (!fake_cuda::IsOf(to, to_context) || !fake_cuda::IsOf(from, from_context))
    return CUDA_ERROR_INVALID_VALUE;
  return AppendCopy(stream, to, from, nullptr, nullptr, size);
}
CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream) {
  ENTER();
  return AppendFill<unsigned char>(stream, to, count, value, count, 1);
}
CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream stream) {
  ENTER();
  return AppendFill<unsigned short>(stream, to, count * 2, value, count, 1);
}
CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count, CUstream stream) {
  ENTER();
  return AppendFill<unsigned>(stream, to, count * 4, value, count, 1);
}
CUresult cuMemsetD2D32Async(CUdeviceptr to, size_t pitch, unsigned value, size_t width, size_t height,
                            CUstream stream) {
  ENTER();
  return AppendFill<unsigned>(stream, to, pitch, value, width, height);
}

// ---- streams and events ----

CUresult cuStreamCreate(CUstream* out, unsigned) {
  ENTER();
  *out = new CUstream_st;
  return CUDA_SUCCESS;
}
CUresult cuStreamDestroy(CUstream stream) {
  const CUresult result = Enter(__func__, false, true);
  delete stream;
  return result;
}
CUresult cuStreamSynchronize(CUstream stream) {
  ENTER();
  if (stream->recorded != nullptr) return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  stream->Synchronize();
  return fake_cuda::StickyError();
}
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned) {
  ENTER();
  if (stream->recorded != nullptr) return CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
  stream->Append([record = event->record] { fake_cuda::AwaitDone(record); });
  return CUDA_SUCCESS;
}
CUresult cuEventCreate(CUevent* out, unsigned) {
  ENTER();
  *out = new CUevent_st;
  return CUDA_SUCCESS;
}
CUresult cuEventDestroy(CUevent event) {
  const CUresult result = Enter(__func__, false, true);
  delete event;
  return result;
}
CUresult cuEventRecord(CUevent event, CUstream stream) {
  ENTER();
  if (stream->recorded != nullptr) return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  auto record = std::make_shared<fake_cuda::Record>();
  event->record = record;
  stream->Append([record] { fake_cuda::MarkDone(record); });
  return CUDA_SUCCESS;
}
CUresult cuEventQuery(CUevent event) {
  ENTER();
  return fake_cuda::IsDone(event->record) ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}
CUresult cuEventSynchronize(CUevent event) {
  ENTER();
  fake_cuda::AwaitDone(event->record);
  return fake_cuda::StickyError();
}
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn fn, void* arg) {
  ENTER();
  stream->Append([fn, arg] { fake_cuda::RunHostFunction(fn, arg); });
  return CUDA_SUCCESS;
}

// ---- code ----

// The machine code of a fat binary is nothing to us: its kernels were compiled in. What the fake NVRTC
// made is a library of the host's, by its path.
CUresult cuModuleLoadData(CUmodule* out, const void* image) {
  ENTER();
  if (image == nullptr) return CUDA_ERROR_INVALID_VALUE;
  static constexpr char kMagic[] = "fake cubin ";
  void* library = nullptr;
  if (std::strncmp(static_cast<const char*>(image), kMagic, sizeof(kMagic) - 1) == 0) {
    library = dlopen(static_cast<const char*>(image) + sizeof(kMagic) - 1, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return CUDA_ERROR_INVALID_IMAGE;
  }
  *out = new CUmod_st{library};
  return CUDA_SUCCESS;
}
CUresult cuModuleUnload(CUmodule module) {
  const CUresult result = Enter(__func__, false, true);
  delete module;
  return result;
}
CUresult cuModuleGetFunction(CUfunction* out, CUmodule, const char* name) {
  ENTER();
  const fake_cuda::Kernel* kernel = fake_cuda::FindKernel(name);
  if (kernel == nullptr) return CUDA_ERROR_NOT_FOUND;
  *out = new CUfunc_st{kernel};  // as long as the process: a test's few
  return CUDA_SUCCESS;
}
CUresult cuLaunchKernel(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                        unsigned by, unsigned bz, unsigned shared, CUstream stream, void** params,
                        void** extra) {
  ENTER();
  const bool fits = gx > 0 && gy > 0 && gz > 0 && gx <= 0x7fffffff && gy <= 65535 && gz <= 65535 &&
                    bx > 0 && by > 0 && bz > 0 && bx * by * bz <= 256 && shared == 0 && extra == nullptr;
  if (!fits) return CUDA_ERROR_INVALID_VALUE;
  uint64_t number = 0;
  {
    std::lock_guard<std::mutex> lock(The().mutex);
    number = static_cast<uint64_t>(++The().launches);
  }
  const fake_cuda::Kernel& kernel = *function->kernel;
  const auto* bytes = static_cast<const char*>(params[0]);
  // A launch keeps its arguments, aligned as any struct may want.
  const auto args = std::make_shared<std::vector<std::max_align_t>>(
      (kernel.args_bytes + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t));
  std::memcpy(args->data(), bytes, kernel.args_bytes);
  stream->Append(fake_cuda::Unbroken([=, &kernel] {
    {
      std::lock_guard<std::mutex> lock(The().mutex);
      ++The().kernels_run;
    }
    const std::string error =
        fake_cuda::RunLaunch(kernel.run, args->data(), {gx, gy, gz}, {bx, by, bz}, number);
    if (error.empty()) return;
    std::fprintf(stderr, "fake libcuda: %s: %s\n", kernel.name.c_str(), error.c_str());
    fake_cuda::SetStickyError(CUDA_ERROR_ILLEGAL_ADDRESS);
  }));
  return CUDA_SUCCESS;
}

// ---- graphs ----

CUresult cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode) {
  ENTER();
  if (stream->recorded != nullptr) return CUDA_ERROR_ILLEGAL_STATE;
  stream->recorded = std::make_unique<CUgraph_st>();
  return CUDA_SUCCESS;
}
CUresult cuStreamEndCapture(CUstream stream, CUgraph* out) {
  const CUresult result = Enter(__func__);
  if (stream->recorded == nullptr) return CUDA_ERROR_ILLEGAL_STATE;
  *out = stream->recorded.release();
  if (result == CUDA_SUCCESS) return result;
  delete *out;
  *out = nullptr;
  return result;
}
CUresult cuGraphInstantiateWithFlags(CUgraphExec* out, CUgraph graph, unsigned long long) {
  ENTER();
  *out = new CUgraphExec_st{std::make_shared<const std::vector<fake_cuda::Work>>(graph->work)};
  return CUDA_SUCCESS;
}
CUresult cuGraphLaunch(CUgraphExec graph, CUstream stream) {
  ENTER();
  {
    std::lock_guard<std::mutex> lock(The().mutex);
    ++The().graph_launches;
  }
  stream->Append([work = graph->work] {
    for (const fake_cuda::Work& one : *work) one();
  });
  return CUDA_SUCCESS;
}
CUresult cuGraphExecDestroy(CUgraphExec graph) {
  const CUresult result = Enter(__func__, false, true);
  delete graph;
  return result;
}
CUresult cuGraphDestroy(CUgraph graph) {
  const CUresult result = Enter(__func__, false, true);
  delete graph;
  return result;
}

}  // extern "C"
