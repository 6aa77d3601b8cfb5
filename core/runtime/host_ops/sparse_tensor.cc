#include "core/runtime/host_ops/sparse_tensor.h"

#include <algorithm>

#include "core/base/checked.h"
#include "core/runtime/host_ops/elements.h"

namespace runnel {

Status CheckSparse(const SparseTensor& sparse) {
  const Shape& indices = sparse.indices.shape();
  const Shape& values = sparse.values.shape();
  const Shape& shape = sparse.shape.shape();
  if (sparse.indices.dtype() != DType::kInt64 || sparse.shape.dtype() != DType::kInt64) {
    return InvalidArgument("sparse_indices and sparse_shape must be int64, got ",
                           DTypeName(sparse.indices.dtype()), " and ", DTypeName(sparse.shape.dtype()));
  }
  if (indices.rank() != 2 || values.rank() != 1 || shape.rank() != 1) {
    return InvalidArgument(
        "sparse_indices must be a matrix, sparse_values and sparse_shape vectors, "
        "their shapes are ",
        indices.ToString(), ", ", values.ToString(), " and ", shape.ToString());
  }
  if (indices.dim(0) != values.dim(0) || indices.dim(1) != shape.dim(0)) {
    return InvalidArgument("sparse_indices has shape ", indices.ToString(), " for ", values.dim(0),
                           " values of rank ", shape.dim(0));
  }
  for (int64_t d = 0; d < sparse.rank(); ++d) {
    if (sparse.shape.int_at(d) < 0) {
      return InvalidArgument("sparse_shape[", d, "] is ", sparse.shape.int_at(d),
                             ", expected at least 0");
    }
  }
  return OkStatus();
}

Result<std::vector<SparseTensor>> SplitRows(const SparseTensor& sparse, Allocator* allocator) {
  const int64_t rank = sparse.rank();
  if (rank < 2) return InvalidArgument("the sparse tensor has rank ", rank, ", expected 2 or more");
  const int64_t rows = sparse.shape.int_at(0);
  RUNNEL_ASSIGN_OR_RETURN(const Tensor rest, CutElements(sparse.shape, 1, Shape{rank - 1}, allocator));
  std::vector<SparseTensor> out;
  int64_t next = 0;
  for (int64_t row = 0; row < rows; ++row) {
    const int64_t first = next;
    while (next < sparse.count() && sparse.index(next, 0) == row) ++next;
    SparseTensor part;
    RUNNEL_ASSIGN_OR_RETURN(part.indices,
                            Tensor::Allocate(allocator, DType::kInt64, Shape{next - first, rank - 1}));
    for (int64_t i = first; i < next; ++i) {
      RUNNEL_RETURN_IF_ERROR(
          CopyElements(sparse.indices, i * rank + 1, rank - 1, &part.indices, (i - first) * (rank - 1)));
    }
    RUNNEL_ASSIGN_OR_RETURN(part.values,
                            Tensor::Allocate(allocator, sparse.values.dtype(), Shape{next - first}));
    RUNNEL_RETURN_IF_ERROR(CopyElements(sparse.values, first, next - first, &part.values, 0));
    RUNNEL_ASSIGN_OR_RETURN(part.shape, rest.Clone(allocator));
    out.push_back(std::move(part));
  }
  if (next == sparse.count()) return out;
  return InvalidArgument("sparse_indices[", next, ",0] is ", sparse.index(next, 0),
                         ", which is out of order or not below ", rows);
}

Result<SparseTensor> StackSparse(const std::vector<SparseTensor>& parts, const Shape& batch, DType dtype,
                                 Allocator* allocator) {
  if (parts.empty()) return InvalidArgument("there is no sparse tensor to stack");
  const int64_t rank = parts[0].rank(), before = batch.rank();
  std::vector<int64_t> sizes(static_cast<size_t>(before + rank), 0);
  std::copy(batch.dims().begin(), batch.dims().end(), sizes.begin());
  int64_t total = 0;
  for (size_t p = 0; p < parts.size(); ++p) {
    const SparseTensor& part = parts[p];
    if (part.values.dtype() != dtype) {
      return InvalidArgument("sparse tensor ", p, " has values of ", DTypeName(part.values.dtype()),
                             ", expected ", DTypeName(dtype));
    }
    if (part.rank() != rank) {
      return InvalidArgument("sparse tensor ", p, " has rank ", part.rank(), ", the first one has ",
                             rank);
    }
    for (int64_t d = 0; d < rank; ++d) {
      int64_t& size = sizes[static_cast<size_t>(before + d)];
      size = std::max(size, part.shape.int_at(d));
    }
    if (!CheckedAdd(total, part.count(), &total)) return InvalidArgument("there are too many values");
  }
  SparseTensor out;
  RUNNEL_ASSIGN_OR_RETURN(out.indices,
                          Tensor::Allocate(allocator, DType::kInt64, Shape{total, before + rank}));
  RUNNEL_ASSIGN_OR_RETURN(out.values, Tensor::Allocate(allocator, dtype, Shape{total}));
  RUNNEL_ASSIGN_OR_RETURN(out.shape, Tensor::Allocate(allocator, DType::kInt64, Shape{before + rank}));
  std::copy(sizes.begin(), sizes.end(), out.shape.values<int64_t>().begin());
  auto* index = static_cast<int64_t*>(out.indices.data());
  int64_t at = 0;
  for (size_t p = 0; p < parts.size(); ++p) {
    const SparseTensor& part = parts[p];
    for (int64_t i = 0; i < part.count(); ++i) {
      auto position = static_cast<int64_t>(p);
      for (int64_t d = before - 1; d >= 0; --d) {
        index[d] = position % batch.dim(static_cast<int>(d));
        position /= batch.dim(static_cast<int>(d));
      }
      index += before;
      for (int64_t d = 0; d < rank; ++d) *index++ = part.index(i, d);
    }
    RUNNEL_RETURN_IF_ERROR(CopyElements(part.values, 0, part.count(), &out.values, at));
    at += part.count();
  }
  return out;
}

}  // namespace runnel
