// Loops over operands with strides, as kernels take them: joined where neighbours go on without a gap,
// and cut into launches where there are more of them, or longer ones, than a launch takes.
#ifndef RUNNEL_DEVICES_CUDA_KERNELS_LOOPS_H_
#define RUNNEL_DEVICES_CUDA_KERNELS_LOOPS_H_

#include <cstdint>

#include "plugins/sdk/shape.h"

namespace runnel::cuda {

// Strides are in elements; the last operand is what is written.
template <int kOperands>
struct StridedLoops {
  static constexpr int kMost = 2 * plugin::kMaxRank + 4;
  int loops = 0;
  bool empty = false;
  int64_t size[kMost];
  int64_t stride[kOperands][kMost];

  // What one launch does.
  struct Part {
    int loops;
    const int64_t* size;
    const int64_t* stride[kOperands];
    int64_t offset[kOperands];
    int64_t count;
  };

  // Adds the next inner loop.
  void Loop(int64_t count, const int64_t (&steps)[kOperands]) {
    if (count == 0) empty = true;
    if (count == 1 || empty) return;
    bool joins = loops > 0 && size[loops - 1] <= UINT32_MAX / count;
    for (int k = 0; k < kOperands; ++k) joins = joins && stride[k][loops - 1] == count * steps[k];
    if (!joins) size[loops++] = 1;
    size[loops - 1] *= count;
    for (int k = 0; k < kOperands; ++k) stride[k][loops - 1] = steps[k];
  }

  // The loops over `out`, to which `count` tensors are broadcast; the last operand is `out` itself.
  void Broadcast(const rnlp_tensor_t* const* tensors, int count, const plugin::Dims& out) {
    int64_t step[kOperands][plugin::kMaxRank + 1];
    int64_t next[kOperands];
    for (int k = 0; k < kOperands; ++k) next[k] = 1;
    for (int32_t i = out.rank - 1; i >= 0; --i) {
      for (int k = 0; k < kOperands; ++k) {
        const rnlp_tensor_t* tensor = k < count ? tensors[k] : nullptr;
        const int32_t at = tensor == nullptr ? i : i - (out.rank - tensor->rank);
        const int64_t dim = tensor == nullptr ? out.size[i] : at < 0 ? 1 : tensor->dims[at];
        step[k][i] = dim == 1 ? 0 : next[k];
        next[k] *= dim;
      }
    }
    for (int32_t i = 0; i < out.rank; ++i) {
      int64_t steps[kOperands];
      for (int k = 0; k < kOperands; ++k) steps[k] = step[k][i];
      Loop(out.size[i], steps);
    }
  }

  // Calls f(part) for launches of at most `most` loops, of at most 2^32 - 1 steps each, until one fails.
  template <typename F>
  rnlp_status_t* ForEach(int most, const F& f) {
    if (empty) return nullptr;
    Split();
    const int outer = loops > most ? loops - most : 0;
    Part part{};
    part.loops = loops - outer;
    part.size = size + outer;
    part.count = 1;
    for (int i = outer; i < loops; ++i) part.count *= size[i];
    for (int k = 0; k < kOperands; ++k) part.stride[k] = stride[k] + outer;
    int64_t index[kMost] = {};
    for (;;) {
      RNLP_TRY(f(part));
      int i = outer - 1;
      for (; i >= 0; --i) {
        for (int k = 0; k < kOperands; ++k) part.offset[k] += stride[k][i];
        if (++index[i] < size[i]) break;
        for (int k = 0; k < kOperands; ++k) part.offset[k] -= stride[k][i] * size[i];
        index[i] = 0;
      }
      if (i < 0) return nullptr;
    }
  }

  // A loop of 2^32 steps or more becomes two. In the worst case, a prime, the outer one has all steps.
  void Split() {
    for (int i = 0; i < loops; ++i) {
      if (size[i] <= int64_t{UINT32_MAX}) continue;
      int64_t factor = 2;
      while (size[i] % factor != 0 || size[i] / factor > int64_t{UINT32_MAX}) ++factor;
      for (int j = loops; j > i + 1; --j) {
        size[j] = size[j - 1];
        for (int k = 0; k < kOperands; ++k) stride[k][j] = stride[k][j - 1];
      }
      ++loops;
      size[i + 1] = size[i] / factor;
      size[i] = factor;
      for (int k = 0; k < kOperands; ++k) {
        stride[k][i + 1] = stride[k][i];
        stride[k][i] *= size[i + 1];
      }
    }
  }
};

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_KERNELS_LOOPS_H_
