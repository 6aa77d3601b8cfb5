#include "core/runtime/host_ops/row_splits.h"

#include <algorithm>

#include "core/runtime/host_ops/numbers.h"

namespace runnel {

Result<RowSplits> ReadSplits(const Tensor& tensor, std::string_view what) {
  if (tensor.shape().rank() != 1 || tensor.num_elements() < 1) {
    return InvalidArgument(what, " must be a vector of at least one number, got shape ",
                           tensor.shape().ToString());
  }
  RowSplits splits(static_cast<size_t>(tensor.num_elements()));
  for (size_t i = 0; i < splits.size(); ++i) {
    splits[i] = tensor.int_at(static_cast<int64_t>(i));
    if (i == 0 && splits[i] != 0) {
      return InvalidArgument("First value of ragged splits must be 0: ", what, "[0] is ", splits[i]);
    }
    if (i > 0 && splits[i] < splits[i - 1]) {
      return InvalidArgument("ragged splits must not fall: ", what, "[", i, "] is ", splits[i],
                             " after ", splits[i - 1]);
    }
  }
  return splits;
}

Result<std::vector<RowSplits>> ReadNestedSplits(std::span<const Tensor> tensors, int64_t rows) {
  std::vector<RowSplits> all;
  for (size_t i = 0; i < tensors.size(); ++i) {
    RUNNEL_ASSIGN_OR_RETURN(RowSplits splits, ReadSplits(tensors[i], StrCat("splits ", i)));
    all.push_back(std::move(splits));
  }
  for (size_t i = 0; i < all.size(); ++i) {
    const int64_t there = i + 1 < all.size() ? static_cast<int64_t>(all[i + 1].size()) - 1 : rows;
    if (all[i].back() == there) continue;
    return InvalidArgument(
        "Final value of ragged splits must match the length of what they divide: "
        "splits ",
        i, " end at ", all[i].back(), " of ", there);
  }
  return all;
}

int64_t LongestRow(const RowSplits& splits) {
  int64_t longest = 0;
  for (size_t i = 0; i + 1 < splits.size(); ++i) longest = std::max(longest, splits[i + 1] - splits[i]);
  return longest;
}

Status SetSplits(HostContext& ctx, size_t index, DType dtype, const RowSplits& splits) {
  if (dtype == DType::kInt32 && splits.back() > INT32_MAX) {
    return InvalidArgument("splits up to ", splits.back(), " do not fit int32");
  }
  RUNNEL_ASSIGN_OR_RETURN(Tensor* const out,
                          NewOutput(ctx, index, dtype, Shape{static_cast<int64_t>(splits.size())}));
  for (size_t i = 0; i < splits.size(); ++i) {
    if (dtype == DType::kInt32) {
      ElementsOf<int32_t>(*out)[i] = static_cast<int32_t>(splits[i]);
    } else {
      ElementsOf<int64_t>(*out)[i] = splits[i];
    }
  }
  return OkStatus();
}

Result<int64_t> FirstDim(const Tensor& tensor, std::string_view what) {
  if (tensor.shape().rank() == 0)
    return InvalidArgument(what, " must have rank 1 or more, got a scalar");
  return tensor.shape().dim(0);
}

}  // namespace runnel
