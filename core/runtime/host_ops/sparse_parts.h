// Sparse tensors as inputs of host kernels: indices, a row of them for each value, values, dense shape.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_SPARSE_PARTS_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_SPARSE_PARTS_H_

#include <string_view>
#include <vector>

#include "core/runtime/host_ops/attr_kernel.h"

namespace runnel {

class SparseParts {
 public:
  // Three inputs from `first` on. Errors: INVALID_ARGUMENT naming `what` unless they fit each other, and
  // for a dim below 0.
  static Result<SparseParts> FromInputs(const HostContext& ctx, size_t first, std::string_view what);
  // Parts from different lists of inputs.
  static Result<SparseParts> Make(const Tensor& indices, const Tensor& values, const Tensor& shape,
                                  std::string_view what);

  int64_t size() const { return size_; }
  int rank() const { return rank_; }
  int64_t index(int64_t i, int d) const { return indices_[i * rank_ + d]; }
  const int64_t* row(int64_t i) const { return indices_ + i * rank_; }
  int64_t dim(int d) const { return dims_[static_cast<size_t>(d)]; }
  const std::vector<int64_t>& dims() const { return dims_; }
  const Tensor& values() const { return *values_; }
  const Tensor& indices() const { return *index_tensor_; }

  // Errors: INVALID_ARGUMENT for an index out of range.
  Status CheckRange(std::string_view what) const;
  // -1, 0 or 1: how row i lies to row k of `other`, which has as many columns, over the first `depth`.
  int Compare(int64_t i, const SparseParts& other, int64_t k, int depth) const;
  // Whether rows rise strictly.
  bool InOrder() const;
  // The places of values in the order of their rows; equal ones stay in theirs.
  std::vector<int64_t> Order() const;

 private:
  const Tensor* index_tensor_ = nullptr;
  const Tensor* values_ = nullptr;
  const int64_t* indices_ = nullptr;
  int64_t size_ = 0;
  int rank_ = 0;
  std::vector<int64_t> dims_;
};

// An output that is a vector of int64.
Status SetVector(HostContext& ctx, size_t output, const std::vector<int64_t>& values);
// Output `index` of the chosen elements of `from`, a vector.
Status SetChosen(HostContext& ctx, size_t output, const Tensor& from,
                 const std::vector<int64_t>& chosen);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_SPARSE_PARTS_H_
