// Reductions, for the kernels that have one inside.
#ifndef RUNNEL_DEVICES_VULKAN_KERNELS_REDUCE_H_
#define RUNNEL_DEVICES_VULKAN_KERNELS_REDUCE_H_

#include "devices/vulkan/kernels/kernel.h"

namespace runnel::vulkan {

// Numbers of reduce.comp.
enum ReduceOp : uint32_t {
  kReduceSum = 0,
  kReduceMean = 1,
  kReduceProd = 2,
  kReduceMax = 3,
  kReduceMin = 4,
  kReduceAll = 5,
  kReduceAny = 6,
  kReduceHalfSquares = 7,
};

// out = in over the dimensions that are set in `reduced`. Joins what lies side by side.
// Workspace: ReduceBytes, or none, which is slower where a few results come from many elements.
rnlp_status_t* RecordReduce(const rnlp_run_t* run, ReduceOp op, const rnlp_tensor_t* in,
                            const bool* reduced, const rnlp_tensor_t* out);
uint64_t ReduceBytes(int64_t num_in, int64_t num_out, int32_t dtype);

}  // namespace runnel::vulkan

#endif  // RUNNEL_DEVICES_VULKAN_KERNELS_REDUCE_H_
