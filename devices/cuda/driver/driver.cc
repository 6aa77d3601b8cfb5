#include "devices/cuda/driver/driver.h"

#include <dlfcn.h>

namespace runnel::cuda {

#define RUNNEL_CUDA_TEXT(name) #name
#define RUNNEL_CUDA_SYMBOL(name) RUNNEL_CUDA_TEXT(name)

bool Driver::Open(const std::string& path, std::string* out_why) {
  void* library = dlopen(path.empty() ? "libcuda.so.1" : path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* why = dlerror();
    *out_why = why == nullptr ? "there is no libcuda.so.1" : why;
    return false;
  }
#define RUNNEL_CUDA_FIND(name)                                                           \
  name = reinterpret_cast<decltype(name)>(dlsym(library, RUNNEL_CUDA_SYMBOL(cu##name))); \
  if (name == nullptr) {                                                                 \
    *out_why = "the driver has no " RUNNEL_CUDA_SYMBOL(cu##name) ": it is too old";      \
    is_too_old = true;                                                                   \
    return false;                                                                        \
  }
  RUNNEL_CUDA_DRIVER_CALLS(RUNNEL_CUDA_FIND)
#undef RUNNEL_CUDA_FIND
  if (const CUresult result = Init(0)) {
    *out_why = Describe("cuInit", result);
    return false;
  }
  int version = 0;
  if (const CUresult result = DriverGetVersion(&version)) {
    *out_why = Describe("cuDriverGetVersion", result);
    return false;
  }
  // Kernels run on drivers of their major version, and later ones.
  constexpr int kLeast = CUDA_VERSION / 1000 * 1000;
  const auto text = [](int of) {
    return std::to_string(of / 1000) + "." + std::to_string(of % 1000 / 10);
  };
  is_too_old = version < kLeast;
  if (is_too_old)
    *out_why =
        "the driver is for CUDA " + text(version) + ", wanted is one for " + text(kLeast) + " or newer";
  return !is_too_old;
}

std::string Driver::Describe(const char* call, CUresult result) const {
  const char* name = nullptr;
  const char* text = nullptr;
  if (GetErrorName(result, &name) != CUDA_SUCCESS || name == nullptr) name = "an unknown error";
  if (GetErrorString(result, &text) != CUDA_SUCCESS || text == nullptr) text = "no description";
  return std::string(call) + ": " + name + " (" + text + ")";
}

bool IsSticky(CUresult result) {
  switch (result) {
    case CUDA_ERROR_DEINITIALIZED:
    case CUDA_ERROR_DEVICE_UNAVAILABLE:
    case CUDA_ERROR_ECC_UNCORRECTABLE:
    case CUDA_ERROR_NVLINK_UNCORRECTABLE:
    case CUDA_ERROR_ILLEGAL_ADDRESS:
    case CUDA_ERROR_LAUNCH_TIMEOUT:
    case CUDA_ERROR_CONTEXT_IS_DESTROYED:
    case CUDA_ERROR_ASSERT:
    case CUDA_ERROR_HARDWARE_STACK_ERROR:
    case CUDA_ERROR_ILLEGAL_INSTRUCTION:
    case CUDA_ERROR_MISALIGNED_ADDRESS:
    case CUDA_ERROR_INVALID_ADDRESS_SPACE:
    case CUDA_ERROR_INVALID_PC:
    case CUDA_ERROR_LAUNCH_FAILED:
    case CUDA_ERROR_EXTERNAL_DEVICE:
    case CUDA_ERROR_CONTAINED:
    case CUDA_ERROR_TENSOR_MEMORY_LEAK:
    case CUDA_ERROR_MPS_CLIENT_TERMINATED:
    case CUDA_ERROR_UNKNOWN:
      return true;
    default:
      return false;
  }
}

int32_t CodeOf(CUresult result) {
  switch (result) {
    case CUDA_ERROR_OUT_OF_MEMORY:
      return RNLP_RESOURCE_EXHAUSTED;
    case CUDA_ERROR_NOT_SUPPORTED:
    case CUDA_ERROR_NO_BINARY_FOR_GPU:
    case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
      return RNLP_FAILED_PRECONDITION;
    default:
      return RNLP_INTERNAL;
  }
}

}  // namespace runnel::cuda
