// Boxes within one tensor: what two of them share, and copying it from one's tensor into the other's.
#ifndef RUNNEL_CORE_IO_SLICE_COPY_H_
#define RUNNEL_CORE_IO_SLICE_COPY_H_

#include <vector>

#include "core/io/bundle_format.h"
#include "core/tensor/tensor.h"

namespace runnel {

// Both are resolved and of one rank. 0 if they share nothing.
int64_t IntersectionSize(const TensorSlice& a, const TensorSlice& b);

// `from` holds the elements of `from_box`, `to` has room for those of `to_box`; both are host tensors of
// one dtype. Marks what it writes in `filled`, one flag for each element of `to`.
// Errors: DATA_LOSS if an element was filled before; RESOURCE_EXHAUSTED for strings.
Status CopyIntersection(const TensorSlice& from_box, const Tensor& from, const TensorSlice& to_box,
                        Tensor* to, std::vector<bool>* filled);

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_SLICE_COPY_H_
