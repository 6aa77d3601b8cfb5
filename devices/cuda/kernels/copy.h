// Copies with strides, put on a queue: what transposing, slicing, joining, repeating and padding come
// down to.
#ifndef RUNNEL_DEVICES_CUDA_KERNELS_COPY_H_
#define RUNNEL_DEVICES_CUDA_KERNELS_COPY_H_

#include "devices/cuda/kernels/kernel.h"
#include "devices/cuda/kernels/loops.h"

namespace runnel::cuda {

// Operand 0 is read, operand 1 written.
using CopyLoops = StridedLoops<2>;

// From `from` to `to`, by the function for elements of `bytes`.
inline rnlp_status_t* CopyStrided(const rnlp_run_t* run, CUfunction copy, uint32_t bytes,
                                  CopyLoops* loops, u64 from, u64 to) {
  return loops->ForEach(kMaxLoops, [&](const CopyLoops::Part& part) -> rnlp_status_t* {
    CopyArgs args{};
    args.in = from + static_cast<u64>(part.offset[0]) * bytes;
    args.out = to + static_cast<u64>(part.offset[1]) * bytes;
    args.count = part.count;
    args.loops = part.loops;
    for (int i = 0; i < part.loops; ++i) {
      args.size[i] = static_cast<u32>(part.size[i]);
      args.in_stride[i] = part.stride[0][i];
      args.out_stride[i] = part.stride[1][i];
    }
    return Launch(run, copy, GridFor(run, args.count, 2), args);
  });
}

// Base of kernels that copy: the function for the size of their elements.
struct CopyKernel : KernelBase {
  CUfunction copy;
  uint32_t bytes = 0;
  rnlp_status_t* Init(const Build& build) {
    bytes = plugin::DTypeSize(build.output(0));
    return FindSized(build, k_move, "copy", bytes, &copy);
  }
  // From element `from_offset` of `from` to element `to_offset` of `to`.
  rnlp_status_t* Copy(const rnlp_run_t* run, CopyLoops* loops, const rnlp_tensor_t* from,
                      int64_t from_offset, const rnlp_tensor_t* to, int64_t to_offset) const {
    return CopyStrided(run, copy, bytes, loops, AddressOf(from) + static_cast<u64>(from_offset) * bytes,
                       AddressOf(to) + static_cast<u64>(to_offset) * bytes);
  }
};

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_KERNELS_COPY_H_
