// Copies with strides, put on a queue: what transposing, slicing, joining, repeating and padding come
// down to.
#ifndef RUNNEL_DEVICES_CUDA_KERNELS_COPY_H_
#define RUNNEL_DEVICES_CUDA_KERNELS_COPY_H_

#include <bit>

#include "devices/cuda/kernels/kernel.h"
#include "devices/cuda/kernels/loops.h"

namespace runnel::cuda {

// Operand 0 is read, operand 1 written.
using CopyLoops = StridedLoops<2>;

// The functions that copy elements of a size and of its multiples up to kPackBytes.
struct CopyFunctions {
  static constexpr uint32_t kWidest = kPackBytes;
  uint32_t bytes = 0;
  CUfunction by_log[5] = {};  // of 1, 2, 4, 8 and 16 bytes

  rnlp_status_t* Find(const Build& build, uint32_t element_bytes) {
    bytes = element_bytes;
    for (uint32_t wide = bytes, log = static_cast<uint32_t>(std::countr_zero(bytes)); wide <= kWidest;
         wide *= 2, ++log) {
      RNLP_TRY(FindSized(build, k_move, "copy", wide, &by_log[log]));
    }
    return nullptr;
  }
};

// Makes one element of neighbours that move together; returns of how many.
inline uint32_t WidenLoops(uint32_t bytes, u64 from, u64 to, CopyLoops* loops) {
  if (loops->empty || loops->loops == 0) return 1;
  const int last = loops->loops - 1;
  if (loops->stride[0][last] != 1 || loops->stride[1][last] != 1) return 1;
  uint32_t count = CopyFunctions::kWidest / bytes;
  const auto fits = [&] {
    bool all = (from | to) % (count * bytes) == 0 && loops->size[last] % count == 0;
    for (int i = 0; i < last; ++i)
      all = all && loops->stride[0][i] % count == 0 && loops->stride[1][i] % count == 0;
    return all;
  };
  while (count > 1 && !fits()) count /= 2;
  loops->size[last] /= count;
  for (int i = 0; i < last; ++i) {
    loops->stride[0][i] /= count;
    loops->stride[1][i] /= count;
  }
  return count;
}

// From `from` to `to`.
inline rnlp_status_t* CopyStrided(const rnlp_run_t* run, const CopyFunctions& copy, CopyLoops* loops,
                                  u64 from, u64 to) {
  const uint32_t bytes = copy.bytes * WidenLoops(copy.bytes, from, to, loops);
  const CUfunction function = copy.by_log[std::countr_zero(bytes)];
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
    return Launch(run, function, GridFor(run, args.count, 2), args);
  });
}

// Base of kernels that copy.
struct CopyKernel : KernelBase {
  CopyFunctions copy;
  rnlp_status_t* Init(const Build& build) {
    return copy.Find(build, plugin::DTypeSize(build.output(0)));
  }
  // From element `from_offset` of `from` to element `to_offset` of `to`.
  rnlp_status_t* Copy(const rnlp_run_t* run, CopyLoops* loops, const rnlp_tensor_t* from,
                      int64_t from_offset, const rnlp_tensor_t* to, int64_t to_offset) const {
    const uint64_t bytes = copy.bytes;
    return CopyStrided(run, copy, loops, AddressOf(from) + static_cast<u64>(from_offset) * bytes,
                       AddressOf(to) + static_cast<u64>(to_offset) * bytes);
  }
};

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_KERNELS_COPY_H_
