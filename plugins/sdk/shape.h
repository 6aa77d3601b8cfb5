// Shapes as devices work with them: broadcasting, the loops of strided copies, axes and sizes that come
// as inputs. All of it is arithmetic on the host, the same for every device.
#ifndef RNLP_SDK_SHAPE_H_
#define RNLP_SDK_SHAPE_H_

#include <algorithm>
#include <cstdint>

#include "status.h"
#include "tensor.h"

namespace runnel::plugin {

inline constexpr int kMaxRank = 254;

// A shape on the stack. Not initialised, so that a run pays only for the dimensions it uses.
struct Dims {
  int32_t rank = 0;
  int64_t size[kMaxRank + 1];
  void Add(int64_t dim) { size[rank++] = dim; }
};

inline bool SameDims(const rnlp_tensor_t* a, const rnlp_tensor_t* b) {
  if (a->rank != b->rank) return false;
  for (int32_t i = 0; i < a->rank; ++i) {
    if (a->dims[i] != b->dims[i]) return false;
  }
  return true;
}

// Whether `grad` has a row of `var` for each of `indices`, a vector.
inline bool RowsFit(const rnlp_tensor_t* grad, const rnlp_tensor_t* var, const rnlp_tensor_t* indices) {
  if (indices->rank != 1 || var->rank == 0 || grad->rank != var->rank) return false;
  for (int32_t i = 0; i < grad->rank; ++i) {
    if (grad->dims[i] != (i == 0 ? indices->dims[0] : var->dims[i])) return false;
  }
  return true;
}

// False on overflow.
inline bool Product(const int64_t* dims, int64_t count, int64_t* out) {
  int64_t product = 1;
  bool zero = false;
  for (int64_t i = 0; i < count; ++i) {
    if (dims[i] == 0)
      zero = true;
    else if (__builtin_mul_overflow(product, dims[i], &product))
      return false;
  }
  *out = zero ? 0 : product;
  return true;
}

// Elements behind each dimension of a dense shape.
inline void Strides(int32_t rank, const int64_t* dims, int64_t* strides) {
  int64_t step = 1;
  for (int32_t i = rank - 1; i >= 0; --i) {
    strides[i] = step;
    step *= dims[i];
  }
}
inline int64_t ProductOf(const int64_t* dims, int32_t begin, int32_t end) {
  int64_t product = 1;
  for (int32_t i = begin; i < end; ++i) product *= dims[i];
  return product;
}
// Sets *out to `axis` counted from the front. Errors: INVALID_ARGUMENT outside [-rank, rank).
inline rnlp_status_t* CheckAxis(const rnlp_host_t* host, const char* op, const char* arg, int64_t axis,
                                int32_t rank, int32_t* out) {
  if (axis < -rank || axis >= rank) {
    return Fail(host, RNLP_INVALID_ARGUMENT, "%s: %s is %lld, expected a value in [%d,%d)", op, arg,
                static_cast<long long>(axis), -rank, rank);
  }
  *out = static_cast<int32_t>(axis < 0 ? axis + rank : axis);
  return nullptr;
}

// Reads a vector of dimensions, none negative, from host memory. Errors: INVALID_ARGUMENT naming op and
// argument.
inline rnlp_status_t* ReadDims(const rnlp_host_t* host, const char* op, const char* arg,
                               const rnlp_tensor_t* tensor, Dims* out) {
  if (tensor->rank != 1 || tensor->dims[0] > kMaxRank) {
    return Fail(host, RNLP_INVALID_ARGUMENT,
                "%s: %s should be a vector of at most %d sizes, got shape %s", op, arg, kMaxRank,
                ShapeText(tensor).c_str());
  }
  out->rank = 0;
  for (int64_t i = 0; i < tensor->dims[0]; ++i) {
    const int64_t dim = IndexAt(tensor, i);
    if (dim < 0) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: %s[%lld] is %lld, sizes are not negative", op, arg,
                  static_cast<long long>(i), static_cast<long long>(dim));
    }
    out->Add(dim);
  }
  int64_t elements = 0;
  if (!Product(out->size, out->rank, &elements)) {
    return Fail(host, RNLP_INVALID_ARGUMENT, "%s: %s %s has too many elements", op, arg,
                ShapeText(out->rank, out->size).c_str());
  }
  return nullptr;
}

// ---- broadcasting ----

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

// ---- copies of blocks of one tensor into another ----

// The loops of one copy, outermost first; strides in elements, 0 to repeat, negative to go backwards.
struct StridedCopy {
  // Tile has two loops a dimension.
  static constexpr int kMaxLoops = 2 * kMaxRank + 4;
  int loops = 0;
  bool empty = false;
  int64_t size[kMaxLoops];
  int64_t in_stride[kMaxLoops];
  int64_t out_stride[kMaxLoops];

  // Adds the next inner loop, joining it with the one outside where both tensors go on without a gap.
  void Loop(int64_t count, int64_t in, int64_t out) {
    if (count == 0) empty = true;
    if (count == 1 || empty) return;
    if (loops > 0 && in_stride[loops - 1] == count * in && out_stride[loops - 1] == count * out) {
      size[loops - 1] *= count;
      in_stride[loops - 1] = in;
      out_stride[loops - 1] = out;
      return;
    }
    size[loops] = count;
    in_stride[loops] = in;
    out_stride[loops] = out;
    ++loops;
  }
};

}  // namespace runnel::plugin

#endif  // RNLP_SDK_SHAPE_H_
