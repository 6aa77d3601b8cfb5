#include "core/runtime/resources/variable.h"

#include <cstring>

namespace runnel {

Status Variable::Read(Tensor* out, uint64_t* out_version) const {
  const std::lock_guard lock(mutex_);
  if (value_.empty()) {
    return FailedPrecondition("Attempting to use uninitialized value ", name(), ": variable \"", name(),
                              "\" was read before a value was assigned to it");
  }
  *out = value_;
  if (out_version != nullptr) *out_version = version_;
  return OkStatus();
}

Shape Variable::declared_shape() const {
  const std::lock_guard lock(mutex_);
  return shape_;
}

Status CheckAsPlanned(const Variable& variable, const Tensor& value, const Shape& planned) {
  if (planned.IsCompatibleWith(value.shape())) return OkStatus();
  return Aborted("variable \"", variable.name(), "\" was given shape ", value.shape().ToString(),
                 " by another step, while this one, which was planned with ", planned.ToString(),
                 ", went on");
}

bool Variable::initialized() const {
  const std::lock_guard lock(mutex_);
  return !value_.empty();
}

uint64_t Variable::version() const {
  const std::lock_guard lock(mutex_);
  return version_;
}

uint64_t Variable::generation() const {
  const std::lock_guard lock(mutex_);
  return generation_;
}

Result<Tensor> Variable::AllocateLike(const Shape& shape) const {
  if (device_->host_memory() || !IsPlainData(dtype_)) return Tensor::Allocate(allocator_, dtype_, shape);
  RUNNEL_RETURN_IF_ERROR(shape.CheckSize(DTypeSize(dtype_)));
  const uint64_t bytes = static_cast<uint64_t>(shape.num_elements()) * DTypeSize(dtype_);
  auto buffer = device_->AllocateBuffer(bytes);
  if (!buffer.ok()) return buffer.status().WithPrefix(StrCat("variable \"", name(), "\""));
  return Tensor(dtype_, shape, std::move(*buffer));
}

Status Variable::CopyInto(const Tensor& from, Tensor* to, StepFence* fence) const {
  if (from.num_elements() == 0) return OkStatus();  // its memory may be null
  if (from.on_host() && to->on_host()) {
    if (dtype_ == DType::kString) {
      auto* strings = static_cast<StringBuffer*>(to->buffer().get());
      for (int64_t i = 0; i < from.num_elements(); ++i) {
        RUNNEL_RETURN_IF_ERROR(strings->Set(i, from.string_at(i)));
      }
    } else if (from.size_bytes() > 0) {
      std::memcpy(to->data(), from.data(), from.size_bytes());
    }
    return OkStatus();
  }
  if (from.on_host() != to->on_host()) {
    return Internal("variable \"", name(), "\": the value to assign is in another memory");
  }
  return device_->CopyWithin(from.buffer(), from.offset_bytes(), to->buffer(), to->offset_bytes(),
                             from.size_bytes(), fence);
}

// The counted borrows can neither come nor go meanwhile: the caller holds them, and a new one needs the
// lock.
bool Variable::MayChange(const UsedBorrows& used) const {
  int holders = 1;
  for (const int32_t i : used.which) {
    holders += used.values[static_cast<size_t>(i)].buffer().get() == value_.buffer().get() ? 1 : 0;
  }
  return value_.buffer()->HeldBy(holders);
}

Status Variable::Assign(const Tensor& value, StepFence* fence, bool same_shape,
                        const UsedBorrows& used) {
  if (value.dtype() != dtype_) {
    return InvalidArgument("variable \"", name(), "\" is ", DTypeName(dtype_),
                           ", the value assigned is ", DTypeName(value.dtype()));
  }
  const std::lock_guard lock(mutex_);
  if (same_shape && !value_.empty() && value_.shape() != value.shape()) {
    return InvalidArgument("variable \"", name(), "\" has a value of shape ", value_.shape().ToString(),
                           ", the value assigned has ", value.shape().ToString(),
                           ", and validate_shape lets none other in");
  }
  if (same_shape && is_reference_ && value_.empty() && !shape_.IsCompatibleWith(value.shape())) {
    return InvalidArgument("variable \"", name(), "\" has shape ", shape_.ToString(),
                           ", the value assigned has ", value.shape().ToString(),
                           ", and validate_shape lets none other in");
  }
  const bool in_place = !value_.empty() && value_.shape() == value.shape() && MayChange(used);
  if (in_place) {
    RUNNEL_RETURN_IF_ERROR(CopyInto(value, &value_, fence));
  } else {
    RUNNEL_ASSIGN_OR_RETURN(Tensor fresh, AllocateLike(value.shape()));
    RUNNEL_RETURN_IF_ERROR(CopyInto(value, &fresh, fence));
    value_ = std::move(fresh);
    ++generation_;
  }
  ++version_;
  if (!shape_.IsCompatibleWith(value.shape())) {
    shape_ = Shape::Unknown();
    resized_->fetch_add(1, std::memory_order_release);
  }
  return OkStatus();
}

Status Variable::Reset(bool must_exist) {
  const std::lock_guard lock(mutex_);
  if (must_exist && value_.empty()) return NotFound("variable \"", name(), "\" has no value to drop");
  value_ = Tensor();
  ++generation_;
  return OkStatus();
}

Status Variable::BeginUpdate(StepFence* fence, const UsedBorrows& used) {
  mutex_.lock();
  Status status;
  if (value_.empty()) {
    status = FailedPrecondition("Attempting to use uninitialized value ", name(), ": variable \"",
                                name(), "\" was updated before a value was assigned to it");
  } else if (!MayChange(used)) {
    // The value is borrowed: update a copy.
    auto fresh = AllocateLike(value_.shape());
    status = fresh.ok() ? CopyInto(value_, &*fresh, fence) : fresh.status();
    if (status.ok()) {
      value_ = std::move(*fresh);
      ++generation_;
    }
  }
  if (!status.ok()) mutex_.unlock();
  return status;
}

void Variable::EndUpdate(uint64_t updates) {
  version_ += updates;
  mutex_.unlock();
}

}  // namespace runnel
