#include "core/runtime/host_ops/sparse_parts.h"

#include <algorithm>
#include <numeric>

#include "core/runtime/host_ops/elements.h"

namespace runnel {

Result<SparseParts> SparseParts::FromInputs(const HostContext& ctx, size_t first,
                                            std::string_view what) {
  return Make(ctx.inputs[first], ctx.inputs[first + 1], ctx.inputs[first + 2], what);
}

Result<SparseParts> SparseParts::Make(const Tensor& indices, const Tensor& values, const Tensor& shape,
                                      std::string_view what) {
  const bool fits = indices.shape().rank() == 2 && values.shape().rank() == 1 &&
                    shape.shape().rank() == 1 && indices.shape().dim(0) == values.num_elements() &&
                    indices.shape().dim(1) == shape.num_elements();
  if (!fits) {
    return InvalidArgument(what, ": indices ", indices.shape().ToString(), ", values ",
                           values.shape().ToString(), ", shape ", shape.shape().ToString(),
                           ": expected [n,rank], [n] and [rank]");
  }
  SparseParts out;
  out.index_tensor_ = &indices;
  out.values_ = &values;
  out.indices_ = static_cast<const int64_t*>(indices.data());
  out.size_ = values.num_elements();
  out.rank_ = static_cast<int>(shape.num_elements());
  for (int64_t d = 0; d < shape.num_elements(); ++d) {
    if (shape.int_at(d) < 0) {
      return InvalidArgument(what, ": dim ", d, " of its dense shape is ", shape.int_at(d));
    }
    out.dims_.push_back(shape.int_at(d));
  }
  return out;
}

Status SparseParts::CheckRange(std::string_view what) const {
  for (int64_t i = 0; i < size_; ++i) {
    for (int d = 0; d < rank_; ++d) {
      if (index(i, d) >= 0 && index(i, d) < dim(d)) continue;
      return InvalidArgument(what, ": indices[", i, ",", d, "] = ", index(i, d), " is not in [0,",
                             dim(d), ")");
    }
  }
  return OkStatus();
}

int SparseParts::Compare(int64_t i, const SparseParts& other, int64_t k, int depth) const {
  for (int d = 0; d < depth; ++d) {
    if (index(i, d) != other.index(k, d)) return index(i, d) < other.index(k, d) ? -1 : 1;
  }
  return 0;
}

bool SparseParts::InOrder() const {
  for (int64_t i = 1; i < size_; ++i) {
    if (Compare(i - 1, *this, i, rank_) >= 0) return false;
  }
  return true;
}

std::vector<int64_t> SparseParts::Order() const {
  std::vector<int64_t> order(static_cast<size_t>(size_));
  std::iota(order.begin(), order.end(), int64_t{0});
  if (InOrder()) return order;
  std::stable_sort(order.begin(), order.end(), [this](int64_t a, int64_t b) {
    return std::lexicographical_compare(row(a), row(a) + rank_, row(b), row(b) + rank_);
  });
  return order;
}

Status SetVector(HostContext& ctx, size_t output, const std::vector<int64_t>& values) {
  RUNNEL_ASSIGN_OR_RETURN(Tensor* const out, NewOutput(ctx, output, DType::kInt64,
                                                       Shape{static_cast<int64_t>(values.size())}));
  std::copy(values.begin(), values.end(), static_cast<int64_t*>(out->data()));
  return OkStatus();
}

Status SetChosen(HostContext& ctx, size_t output, const Tensor& from,
                 const std::vector<int64_t>& chosen) {
  RUNNEL_ASSIGN_OR_RETURN(Tensor* const out, NewOutput(ctx, output, from.dtype(),
                                                       Shape{static_cast<int64_t>(chosen.size())}));
  for (size_t i = 0; i < chosen.size(); ++i) {
    RUNNEL_RETURN_IF_ERROR(CopyElements(from, chosen[i], 1, out, static_cast<int64_t>(i)));
  }
  return OkStatus();
}

}  // namespace runnel
