#include "core/runtime/host_ops/tensor_array.h"

#include "core/runtime/exchange/combine.h"
#include "core/runtime/host_ops/elements.h"

namespace runnel {

Result<Ref<TensorArray>> TensorArray::Make(std::string name, Spec spec, int64_t size,
                                           Allocator* allocator) {
  auto array = MakeRef<TensorArray>(std::move(name), std::move(spec), allocator);
  RUNNEL_RETURN_IF_ERROR(Resize(&array->elements_, size));
  return array;
}

Status TensorArray::CheckOpen() const {
  return closed_ ? InvalidArgument("TensorArray \"", name(), "\" has already been closed") : OkStatus();
}

Status TensorArray::Write(int64_t index, const Tensor& value) {
  const std::lock_guard lock(mutex_);
  RUNNEL_RETURN_IF_ERROR(CheckOpen());
  const auto size = static_cast<int64_t>(elements_.size());
  if (index < 0 || (index >= size && !spec_.dynamic_size)) {
    return InvalidArgument("TensorArray \"", name(), "\": write to index ", index, " of ", size,
                           " elements; the array does not grow");
  }
  if (value.dtype() != spec_.dtype) {
    return InvalidArgument("TensorArray \"", name(), "\" holds ", DTypeName(spec_.dtype), ", got ",
                           DTypeName(value.dtype()), " for index ", index);
  }
  if (!spec_.element_shape.IsCompatibleWith(value.shape())) {
    return InvalidArgument("TensorArray \"", name(), "\": index ", index, " is given shape ",
                           value.shape().ToString(), ", elements have ", spec_.element_shape.ToString());
  }
  if (index >= size) {
    RUNNEL_RETURN_IF_ERROR(Resize(&elements_, index + 1));
  }
  Element& element = elements_[static_cast<size_t>(index)];
  if (element.read) {
    return InvalidArgument("TensorArray \"", name(), "\": write to index ", index,
                           ", which has already been read");
  }
  if (spec_.identical_element_shapes && !spec_.element_shape.IsFullyDefined())
    spec_.element_shape = value.shape();
  if (element.written) {
    if (spec_.is_gradient) return Add(&element, index, value);
    return InvalidArgument("TensorArray \"", name(), "\": write to index ", index,
                           ", which has already been written to");
  }
  element.value = value;
  element.shape = value.shape();
  element.written = true;
  return OkStatus();
}

Status TensorArray::Add(Element* to, int64_t index, const Tensor& value) {
  if (!to->shape.IsCompatibleWith(value.shape())) {
    return InvalidArgument("TensorArray \"", name(), "\": gradients of shapes ", to->shape.ToString(),
                           " and ", value.shape().ToString(), " for index ", index);
  }
  if (to->value.empty()) {
    to->value = value;
    to->shape = value.shape();
    return OkStatus();
  }
  if (!CanCombine(spec_.dtype)) {
    return Unimplemented("TensorArray \"", name(), "\": sums of gradients of type ",
                         DTypeName(spec_.dtype));
  }
  RUNNEL_ASSIGN_OR_RETURN(Tensor sum, Tensor::Allocate(allocator_, spec_.dtype, value.shape()));
  CombineTo(Combine::kAdd, spec_.dtype, sum.data(), to->value.data(), value.data(),
            value.num_elements());
  to->value = std::move(sum);
  return OkStatus();
}

Result<Tensor> TensorArray::Read(int64_t index) {
  const std::lock_guard lock(mutex_);
  RUNNEL_RETURN_IF_ERROR(CheckOpen());
  const auto size = static_cast<int64_t>(elements_.size());
  if (index < 0 || index >= size) {
    return InvalidArgument("TensorArray \"", name(), "\": read of index ", index, " of ", size,
                           " elements");
  }
  Element& element = elements_[static_cast<size_t>(index)];
  if (element.cleared) {
    return InvalidArgument("TensorArray \"", name(), "\": index ", index,
                           " is read twice, and was cleared after the first time (clear_after_read)");
  }
  Tensor value = element.value;
  if (value.empty()) {
    Shape shape = spec_.element_shape;
    if (element.shape.has_rank()) {
      RUNNEL_ASSIGN_OR_RETURN(shape, Shape::Merge(shape, element.shape));
    }
    if (!shape.IsFullyDefined()) {
      return InvalidArgument("TensorArray \"", name(), "\": index ", index,
                             " was not written, and its element shape, ", shape.ToString(),
                             ", is not known, so that zeros could stand for it");
    }
    RUNNEL_ASSIGN_OR_RETURN(value, MakeZeros(spec_.dtype, shape, allocator_));
    element.value = value;
    element.shape = shape;
    element.written = true;
  }
  element.read = true;
  if (spec_.clear_after_read) {
    element.value.Reset();
    element.cleared = true;
  }
  return value;
}

Result<Shape> TensorArray::ElementShape() {
  const std::lock_guard lock(mutex_);
  RUNNEL_RETURN_IF_ERROR(CheckOpen());
  return spec_.element_shape;
}

Result<int64_t> TensorArray::Size() {
  const std::lock_guard lock(mutex_);
  RUNNEL_RETURN_IF_ERROR(CheckOpen());
  return static_cast<int64_t>(elements_.size());
}

Status TensorArray::Reserve(int64_t size, std::string_view what) {
  const std::lock_guard lock(mutex_);
  RUNNEL_RETURN_IF_ERROR(CheckOpen());
  if (size <= static_cast<int64_t>(elements_.size())) return OkStatus();
  if (!spec_.dynamic_size) {
    return InvalidArgument("TensorArray \"", name(), "\": ", what, " asks for ", size,
                           " elements, it has ", elements_.size(), " and does not grow");
  }
  return Resize(&elements_, size);
}

Result<Ref<TensorArray>> TensorArray::Gradient(const std::string& source,
                                               std::span<const int64_t> prepended) {
  const std::lock_guard lock(mutex_);
  RUNNEL_RETURN_IF_ERROR(CheckOpen());
  const auto found = gradients_.find(source);
  if (found != gradients_.end()) return found->second;
  spec_.dynamic_size = false;
  const auto with_prefix = [&](const Shape& shape) {
    if (!shape.has_rank()) return shape;
    Shape out(prepended);
    for (const int64_t dim : shape.dims()) out.Append(dim);
    return out;
  };
  Spec spec = spec_;
  spec.is_gradient = true;
  // Each write to a gradient array reads what the sum's gradient is.
  spec.clear_after_read = !spec_.is_gradient;
  spec.element_shape = with_prefix(spec_.element_shape);
  RUNNEL_ASSIGN_OR_RETURN(Ref<TensorArray> gradient,
                          Make(StrCat(name(), "@", source), std::move(spec),
                               static_cast<int64_t>(elements_.size()), allocator_));
  for (size_t i = 0; i < elements_.size(); ++i) {
    gradient->elements_[i].shape = with_prefix(elements_[i].shape);
    gradient->elements_[i].written = elements_[i].written;
  }
  gradients_.emplace(source, gradient);
  return gradient;
}

void TensorArray::Close() {
  CountedVector<Element> dropped{CountedAllocator<Element>(allocator_)};
  std::map<std::string, Ref<TensorArray>> gradients;
  const std::lock_guard lock(mutex_);
  closed_ = true;
  dropped.swap(elements_);
  gradients.swap(gradients_);
}

}  // namespace runnel
