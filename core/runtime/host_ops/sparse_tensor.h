// Sparse tensors as ops pass them: three tensors, checked together.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_SPARSE_TENSOR_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_SPARSE_TENSOR_H_

#include <vector>

#include "core/tensor/tensor.h"

namespace runnel {

struct SparseTensor {
  Tensor indices, values, shape;  // int64[n, rank], [n], int64[rank]
  int64_t count() const { return values.num_elements(); }
  int64_t rank() const { return shape.num_elements(); }
  int64_t index(int64_t i, int64_t d) const { return indices.int_at(i * rank() + d); }
};

// Errors: INVALID_ARGUMENT for types or shapes that do not go together, or a size below 0.
Status CheckSparse(const SparseTensor& sparse);

// One for each index along dimension 0, in order; the tensor has rank 2 or more and its indices are in
// order there. Errors: INVALID_ARGUMENT unless it has and they are.
Result<std::vector<SparseTensor>> SplitRows(const SparseTensor& sparse, Allocator* allocator);

// Stacks sparse tensors along new first dimensions `batch`, as many as its sizes say. Each size is the
// largest of all. Errors: INVALID_ARGUMENT for other dtypes or ranks.
Result<SparseTensor> StackSparse(const std::vector<SparseTensor>& parts, const Shape& batch, DType dtype,
                                 Allocator* allocator);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_SPARSE_TENSOR_H_
