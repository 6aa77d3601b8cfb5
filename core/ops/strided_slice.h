// What a StridedSlice node selects, resolved against an input shape: shared by its shape function, by
// StridedSliceGrad's and by gradients.
#ifndef RUNNEL_CORE_OPS_STRIDED_SLICE_H_
#define RUNNEL_CORE_OPS_STRIDED_SLICE_H_

#include <optional>
#include <vector>

#include "core/tensor/shape.h"

namespace runnel {

// The node's attrs and its three index vectors. Vectors that are not known now are empty optionals; at
// least `count`, their common length, is known.
struct StridedSliceSpec {
  int64_t begin_mask = 0;
  int64_t end_mask = 0;
  int64_t ellipsis_mask = 0;
  int64_t new_axis_mask = 0;
  int64_t shrink_axis_mask = 0;
  int count = 0;
  std::optional<std::vector<int64_t>> begin;
  std::optional<std::vector<int64_t>> end;
  std::optional<std::vector<int64_t>> strides;
};

// The shape of the slice of an input of known rank; dims that depend on what is not known are unknown.
// Errors: INVALID_ARGUMENT for a stride of 0, two ellipses, an index out of range, too many entries.
// Source: the semantics are those of NumPy's basic slicing, as TensorFlow 1.15 restricts them.
Result<Shape> StridedSliceOutput(const Shape& input, const StridedSliceSpec& spec);

}  // namespace runnel

#endif  // RUNNEL_CORE_OPS_STRIDED_SLICE_H_
