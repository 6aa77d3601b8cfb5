// Computes the shape that Reshape gives.
#ifndef RUNNEL_CORE_TENSOR_RESHAPE_H_
#define RUNNEL_CORE_TENSOR_RESHAPE_H_

#include <cstdint>
#include <span>

#include "core/tensor/shape.h"

namespace runnel {

// `dims`, with its one entry of -1, if any, replaced such that all elements of `from` fit. With an entry
// of 0 the missing size is the quotient, rounded down, of the products of the sizes that are not 0.
// Errors: INVALID_ARGUMENT for an entry below -1, two of -1, or another number of elements. Source:
// TensorFlow's Reshape kernel.
Result<Shape> ReshapedTo(const Shape& from, std::span<const int64_t> dims);

}  // namespace runnel

#endif  // RUNNEL_CORE_TENSOR_RESHAPE_H_
