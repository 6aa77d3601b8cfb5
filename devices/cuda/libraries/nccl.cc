#include "devices/cuda/libraries/nccl.h"

#include "devices/cuda/libraries/library.h"

namespace runnel::cuda {

bool NcclLibrary::Open(const std::string& path) {
  void* const library = OpenLibrary(path, {"libnccl.so.2"});
  if (library == nullptr) {
    why_ = path == "none" ? "configuration \"nccl\" is none" : "there is no libnccl.so.2";
    return false;
  }
#define RUNNEL_CUDA_FIND(entry, result, parameters)                                         \
  if (entry = reinterpret_cast<nccl::entry##Call>(dlsym(library, "nccl" #entry)); !entry) { \
    why_ = "the NCCL that is there lacks nccl" #entry;                                      \
    return false;                                                                           \
  }
  RUNNEL_CUDA_NCCL_CALLS(RUNNEL_CUDA_FIND)
#undef RUNNEL_CUDA_FIND
  int code = 0;
  if (GetVersion(&code) != nccl::kSuccess) {
    why_ = "NCCL does not say its version";
    return false;
  }
  version_ = "NCCL " + std::to_string(code / 10000) + "." + std::to_string(code % 10000 / 100) + "." +
             std::to_string(code % 100);
  is_open_ = true;
  return true;
}

std::string NcclLibrary::Describe(const char* call, nccl::Result result, nccl::Comm comm) const {
  std::string text = std::string(call) + ": " + GetErrorString(result);
  if (const char* more = GetLastError(comm); more != nullptr && *more != '\0')
    text += std::string(", ") + more;
  return text;
}

}  // namespace runnel::cuda
