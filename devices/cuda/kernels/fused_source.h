// The source of a kernel for a fused region (plugins/abi/rnlp_fused.h), as NVRTC compiles it.
#ifndef RUNNEL_DEVICES_CUDA_KERNELS_FUSED_SOURCE_H_
#define RUNNEL_DEVICES_CUDA_KERNELS_FUSED_SOURCE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace runnel::cuda {

struct FusedProgram {
  std::string_view program;
  std::vector<int64_t> runs;     // by input
  std::vector<int64_t> results;  // values
  std::string_view type;         // "float", "Half", "BFloat16"
};

// Writes the kernel's source, and its name, which the program determines. Empty, or what is wrong with
// the program.
std::string FusedSource(const FusedProgram& fused, std::string* out_source, std::string* out_name);

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_KERNELS_FUSED_SOURCE_H_
