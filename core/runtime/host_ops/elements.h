// Elements of host tensors by position, whatever their type: what gathers, stacks and cuts tensors.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_ELEMENTS_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_ELEMENTS_H_

#include <cstdint>

#include "core/tensor/tensor.h"

namespace runnel {

// Copies `count` elements of `from`, from element `first` on, to element `at` of `to` and those behind.
// Both have one dtype, which is no resource; the ranges are within bounds. Errors: RESOURCE_EXHAUSTED.
Status CopyElements(const Tensor& from, int64_t first, int64_t count, Tensor* to, int64_t at);

// A tensor of `shape` of the elements from `first` on: a view of `tensor` where it may be one (kernels
// count on the alignment of what they get), else a copy.
Result<Tensor> CutElements(const Tensor& tensor, int64_t first, const Shape& shape,
                           Allocator* allocator);

// A tensor of zeros, false, or empty strings.
Result<Tensor> MakeZeros(DType dtype, const Shape& shape, Allocator* allocator);

// `first` followed by the dims of `rest`.
Shape Prepend(int64_t first, const Shape& rest);
// Without the first dim; the rank is at least 1.
Shape WithoutFirst(const Shape& shape);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_ELEMENTS_H_
