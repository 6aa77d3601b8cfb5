// Nested loops over several tensors at once, with neighbouring loops joined wherever every tensor goes
// on without a gap: what broadcasting, transposing, slicing and reducing come down to on a device that
// is handed sizes and strides.
#ifndef RUNNEL_DEVICES_VULKAN_KERNELS_LOOPS_H_
#define RUNNEL_DEVICES_VULKAN_KERNELS_LOOPS_H_

#include <cstdint>

#include "plugins/sdk/shape.h"

namespace runnel::vulkan {

// The loops of kOperands tensors, outermost first. Strides are in elements: 0 repeats, below 0 goes
// backwards.
template <int kOperands>
struct Loops {
  static constexpr int kMax = 2 * plugin::kMaxRank + 4;  // Tile has two loops a dimension
  int rank = 0;
  bool empty = false;  // a loop runs 0 times
  int64_t size[kMax];
  int64_t stride[kOperands][kMax];

  // Adds the next inner loop.
  void Add(int64_t count, const int64_t (&step)[kOperands]) {
    if (count == 0) empty = true;
    if (count == 1 || empty) return;
    bool joins = rank > 0;
    for (int t = 0; t < kOperands && joins; ++t) joins = stride[t][rank - 1] == step[t] * count;
    if (joins) {
      size[rank - 1] *= count;
    } else {
      size[rank++] = count;
    }
    for (int t = 0; t < kOperands; ++t) stride[t][rank - 1] = step[t];
  }
  int64_t count() const {
    int64_t n = empty ? 0 : 1;
    for (int i = 0; i < rank; ++i) n *= size[i];
    return n;
  }
};

// The loops of tensors that broadcast to `dims`.
template <int kOperands>
void BroadcastLoops(const rnlp_tensor_t* const (&tensors)[kOperands], const plugin::Dims& dims,
                    Loops<kOperands>* out) {
  int64_t steps[kOperands][plugin::kMaxRank + 1];
  for (int t = 0; t < kOperands; ++t) {
    int64_t step = 1;
    for (int32_t i = dims.rank - 1; i >= 0; --i) {
      const int32_t at = i - (dims.rank - tensors[t]->rank);
      const bool repeats = at < 0 || tensors[t]->dims[at] == 1;
      steps[t][i] = repeats ? 0 : step;
      if (!repeats) step *= tensors[t]->dims[at];
    }
  }
  for (int32_t i = 0; i < dims.rank; ++i) {
    int64_t step[kOperands];
    for (int t = 0; t < kOperands; ++t) step[t] = steps[t][i];
    out->Add(dims.size[i], step);
  }
}

}  // namespace runnel::vulkan

#endif  // RUNNEL_DEVICES_VULKAN_KERNELS_LOOPS_H_
