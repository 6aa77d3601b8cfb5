// What Reshape makes of a shape.
#ifndef RUNNEL_CORE_TENSOR_RESHAPE_H_
#define RUNNEL_CORE_TENSOR_RESHAPE_H_

#include <cstdint>
#include <span>

#include "core/tensor/shape.h"

namespace runnel {

// `dims` with its one entry of -1, if any, such that all elements of `from` fit. Beside an entry of 0 it
// is found from the sizes that are not 0, on both sides, rounding down. Errors: INVALID_ARGUMENT for an
// entry below -1, two of -1, or another number of elements. Source: TensorFlow's Reshape kernel.
Result<Shape> ReshapedTo(const Shape& from, std::span<const int64_t> dims);

}  // namespace runnel

#endif  // RUNNEL_CORE_TENSOR_RESHAPE_H_
