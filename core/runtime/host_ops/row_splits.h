// The limits of rows of ragged tensors, read from inputs and checked.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_ROW_SPLITS_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_ROW_SPLITS_H_

#include <span>
#include <string_view>
#include <vector>

#include "core/runtime/host_ops/attr_kernel.h"

namespace runnel {

// Row i lies in [splits[i], splits[i + 1]).
using RowSplits = std::vector<int64_t>;

// Errors: INVALID_ARGUMENT naming `what` unless it is a vector of at least one number, the first 0, and
// none falls.
Result<RowSplits> ReadSplits(const Tensor& tensor, std::string_view what);

// The splits that `tensors` are, outermost first, over `rows` values. Errors: also INVALID_ARGUMENT
// unless each level ends where the next one does.
Result<std::vector<RowSplits>> ReadNestedSplits(std::span<const Tensor> tensors, int64_t rows);

// The length of the longest row.
int64_t LongestRow(const RowSplits& splits);

// Makes output `index` the splits. Errors: INVALID_ARGUMENT if the type cannot count so far.
Status SetSplits(HostContext& ctx, size_t index, DType dtype, const RowSplits& splits);

// The first dim of a tensor's shape. Errors: INVALID_ARGUMENT naming `what` for a scalar.
Result<int64_t> FirstDim(const Tensor& tensor, std::string_view what);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_ROW_SPLITS_H_
