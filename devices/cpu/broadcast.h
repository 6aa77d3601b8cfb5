// Broadcasting over any number of operands: the output shape, and a loop over its innermost rows.
#ifndef RUNNEL_DEVICES_CPU_BROADCAST_H_
#define RUNNEL_DEVICES_CPU_BROADCAST_H_

#include <algorithm>

#include "devices/cpu/kernel_base.h"

namespace runnel::cpu {

// NumPy's rule over `count` shapes. False if they do not broadcast.
inline bool BroadcastShapes(const rnlp_tensor_t* const* tensors, int count, Dims* out) {
  out->rank = 0;
  for (int t = 0; t < count; ++t) out->rank = std::max(out->rank, tensors[t]->rank);
  if (out->rank > kMaxRank) return false;
  for (int32_t i = 0; i < out->rank; ++i) {
    int64_t dim = 1;
    for (int t = 0; t < count; ++t) {
      const int32_t at = i - (out->rank - tensors[t]->rank);
      if (at < 0) continue;
      const int64_t size = tensors[t]->dims[at];
      if (size == 1 || size == dim) continue;
      if (dim != 1) return false;
      dim = size;
    }
    out->size[i] = dim;
  }
  return true;
}

// The loop nest over an output shape, with neighbouring dimensions joined wherever every operand steps
// through them alike. strides[t][i] is in elements, 0 where operand t repeats.
template <int kOperands>
struct BroadcastLoop {
  int rank = 0;  // at least 1 after Init
  int64_t size[kMaxRank + 1];
  int64_t strides[kOperands][kMaxRank + 1];

  // `out` is what BroadcastShapes gave for these tensors.
  void Init(const rnlp_tensor_t* const* tensors, const Dims& out) {
    int64_t next[kOperands];  // elements of operand t in the dimensions behind
    for (int t = 0; t < kOperands; ++t) next[t] = 1;
    // From the last dimension to the first; the result is in that order and is reversed at the end.
    for (int32_t i = out.rank - 1; i >= 0; --i) {
      if (out.size[i] == 1) continue;
      int64_t stride[kOperands];
      bool joins = rank > 0;
      for (int t = 0; t < kOperands; ++t) {
        const int32_t at = i - (out.rank - tensors[t]->rank);
        const bool repeats = at < 0 || tensors[t]->dims[at] == 1;
        stride[t] = repeats ? 0 : next[t];
        if (!repeats) next[t] *= out.size[i];
        if (joins && stride[t] != strides[t][rank - 1] * size[rank - 1]) joins = false;
      }
      if (joins) {
        size[rank - 1] *= out.size[i];
        continue;
      }
      for (int t = 0; t < kOperands; ++t) strides[t][rank] = stride[t];
      size[rank++] = out.size[i];
    }
    if (rank == 0) {
      for (int t = 0; t < kOperands; ++t) strides[t][0] = 0;
      size[rank++] = 1;
    }
    std::reverse(size, size + rank);
    for (int t = 0; t < kOperands; ++t) std::reverse(strides[t], strides[t] + rank);
  }

  int64_t inner() const { return size[rank - 1]; }
  int64_t rows() const {
    int64_t rows = 1;
    for (int i = 0; i + 1 < rank; ++i) rows *= size[i];
    return rows;
  }

  // Calls f(row, offsets) for rows [begin, end), offsets[t] being where operand t starts that row.
  template <typename F>
  void ForRows(int64_t begin, int64_t end, const F& f) const {
    int64_t index[kMaxRank + 1];
    int64_t offsets[kOperands] = {};
    int64_t rest = begin;
    for (int i = rank - 2; i >= 0; --i) {
      index[i] = rest % size[i];
      rest /= size[i];
      for (int t = 0; t < kOperands; ++t) offsets[t] += index[i] * strides[t][i];
    }
    for (int64_t row = begin; row < end; ++row) {
      f(row, offsets);
      for (int i = rank - 2; i >= 0; --i) {
        for (int t = 0; t < kOperands; ++t) offsets[t] += strides[t][i];
        if (++index[i] < size[i]) break;
        for (int t = 0; t < kOperands; ++t) offsets[t] -= strides[t][i] * size[i];
        index[i] = 0;
      }
    }
  }
};

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_BROADCAST_H_
