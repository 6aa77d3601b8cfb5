#include "core/runtime/host_ops/sparse_accumulator.h"

#include <cstring>
#include <utility>

#include "core/runtime/exchange/combine.h"
#include "core/runtime/host_ops/elements.h"

namespace runnel {
namespace {

// SyncReplicasOptimizer makes its accumulators of sparse gradients with the shape of a scalar, whatever
// they add up.
bool SaysNothing(const Shape& whole) { return !whole.has_rank() || whole.rank() == 0; }

}  // namespace

Status SparseAccumulator::Check(const Tensor& indices, const Tensor& values, const Shape& shape) const {
  if (values.dtype() != spec_.dtype) {
    return InvalidArgument("accumulator \"", name(), "\" adds up ", DTypeName(spec_.dtype), ", got ",
                           DTypeName(values.dtype()));
  }
  if (indices.dtype() != DType::kInt64 || indices.shape().rank() != 1 || values.shape().rank() < 1 ||
      values.shape().dim(0) != indices.num_elements()) {
    return InvalidArgument(
        "gradient_indices must be a vector of int64 and gradient_values have a row "
        "for each: their shapes are ",
        indices.shape().ToString(), " and ", values.shape().ToString());
  }
  // What the accumulator and the gradient say of the whole.
  for (const Shape* whole : {&spec_.shape, &shape}) {
    if (SaysNothing(*whole)) continue;
    Shape got = values.shape();
    if (got.rank() > 0 && whole->rank() > 0) got.set_dim(0, whole->dim(0));
    if (!whole->IsCompatibleWith(got)) {
      return InvalidArgument("accumulator \"", name(), "\": rows of shape ", values.shape().ToString(),
                             " are none of a gradient of shape ", whole->ToString());
    }
  }
  if (!SaysNothing(spec_.shape) && !spec_.shape.IsCompatibleWith(shape)) {
    return InvalidArgument("accumulator \"", name(), "\" has shape ", spec_.shape.ToString(),
                           ", got a gradient of shape ", shape.ToString());
  }
  for (int64_t i = 0; i < indices.num_elements(); ++i) {
    const int64_t row = indices.int_at(i);
    bool inside = row >= 0;
    for (const Shape* whole : {&spec_.shape, &shape}) {
      inside = inside && (SaysNothing(*whole) || whole->dim(0) < 0 || row < whole->dim(0));
    }
    if (inside) continue;
    return InvalidArgument("gradient_indices[", i, "] is ", row, ", which is no row of accumulator \"",
                           name(), "\" of shape ", spec_.shape.ToString());
  }
  return OkStatus();
}

Status SparseAccumulator::Apply(int64_t local_step, const Tensor& indices, const Tensor& values,
                                const Shape& shape) {
  RUNNEL_RETURN_IF_ERROR(Check(indices, values, shape));
  Status status;
  Submit(
      [&](Status* result) {
        if (local_step >= global_step_) *result = Add(indices, values);
        return true;
      },
      nullptr, [&status](Status done) { status = std::move(done); });
  return status;
}

Status SparseAccumulator::Add(const Tensor& indices, const Tensor& values) {
  const Shape row_shape = WithoutFirst(values.shape());
  if (count_ == 0) {
    row_shape_ = row_shape;
  } else if (!(row_shape_ == row_shape)) {
    return InvalidArgument("accumulator \"", name(), "\" has added up rows of shape ",
                           row_shape_.ToString(), ", got some of ", row_shape.ToString());
  }
  const int64_t elements = row_shape.num_elements();
  const size_t bytes = static_cast<size_t>(elements) * DTypeSize(spec_.dtype);
  for (int64_t i = 0; i < indices.num_elements(); ++i) {
    const char* const from = static_cast<const char*>(values.data()) + static_cast<size_t>(i) * bytes;
    Row& row = rows_[indices.int_at(i)];
    if (row.count == 0) {
      row.sum.assign(from, bytes);
    } else {
      CombineInto(Combine::kAdd, spec_.dtype, row.sum.data(), from, elements);
    }
    // A gradient that names a row twice is one gradient.
    if (row.last != count_) ++row.count;
    row.last = count_;
  }
  ++count_;
  return OkStatus();
}

Status SparseAccumulator::Give(Allocator* allocator, Rows* out) const {
  const auto rows = static_cast<int64_t>(rows_.size());
  RUNNEL_ASSIGN_OR_RETURN(out->indices, Tensor::Allocate(allocator, DType::kInt64, Shape{rows}));
  RUNNEL_ASSIGN_OR_RETURN(out->values,
                          Tensor::Allocate(allocator, spec_.dtype, Prepend(rows, row_shape_)));
  const int rank = row_shape_.rank() + 1;
  RUNNEL_ASSIGN_OR_RETURN(out->shape, Tensor::Allocate(allocator, DType::kInt64, Shape{rank}));
  const std::span<int64_t> shape = out->shape.values<int64_t>();
  shape[0] = SaysNothing(spec_.shape) ? -1 : spec_.shape.dim(0);
  for (int d = 1; d < rank; ++d) shape[static_cast<size_t>(d)] = row_shape_.dim(d - 1);
  int64_t* index = static_cast<int64_t*>(out->indices.data());
  char* value = static_cast<char*>(out->values.data());
  for (const auto& [number, row] : rows_) {
    *index++ = number;
    if (row.sum.empty()) continue;
    std::memcpy(value, row.sum.data(), row.sum.size());
    if (spec_.mean) DivideBy(spec_.dtype, value, row_shape_.num_elements(), row.count);
    value += row.sum.size();
  }
  return OkStatus();
}

void SparseAccumulator::Take(int64_t num_required, Allocator* allocator,
                             CancellationManager* cancellation, Rows* out, Done done) {
  if (num_required < 1) {
    return done(InvalidArgument("num_required is ", num_required, ", expected at least 1"));
  }
  Submit(
      [this, num_required, allocator, out](Status* status) {
        if (count_ < num_required) return false;
        *status = Give(allocator, out);
        if (!status->ok()) return true;
        ++global_step_;
        count_ = 0;
        rows_.clear();
        return true;
      },
      cancellation, std::move(done));
}

void SparseAccumulator::SetGlobalStep(int64_t step) {
  const std::lock_guard lock(mutex_);
  global_step_ = step;
}

int64_t SparseAccumulator::num_accumulated() const {
  const std::lock_guard lock(mutex_);
  return count_;
}

}  // namespace runnel
