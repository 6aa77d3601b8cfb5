// Arguments of kernels that are compiled at run time for a fused region.
#ifndef RUNNEL_DEVICES_CUDA_DEVICE_CODE_FUSED_ARGS_H_
#define RUNNEL_DEVICES_CUDA_DEVICE_CODE_FUSED_ARGS_H_

#include "devices/cuda/device_code/language.h"

namespace runnel::cuda {

constexpr int kMaxFusedInputs = 12;
constexpr int kMaxFusedOutputs = 4;

struct FusedArgs {
  u64 in[kMaxFusedInputs];
  u64 out[kMaxFusedOutputs];
  i64 size[kMaxFusedInputs];  // elements of inputs that repeat
  i64 count;
};

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_DEVICE_CODE_FUSED_ARGS_H_
