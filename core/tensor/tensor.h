// Tensor: a dtype, a fully defined shape, and a reference to a buffer at an offset.
//
// Dense and row-major, always. Copying a Tensor shares the buffer; nothing here copies elements unless
// its name says so. A default Tensor is empty (dtype invalid).
#ifndef RUNNEL_CORE_TENSOR_TENSOR_H_
#define RUNNEL_CORE_TENSOR_TENSOR_H_

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/tensor/buffer.h"
#include "core/tensor/dtype.h"
#include "core/tensor/shape.h"

namespace runnel {

class Tensor {
 public:
  Tensor() = default;
  Tensor(DType dtype, Shape shape, Ref<Buffer> buffer, uint64_t offset_bytes = 0)
      : shape_(std::move(shape)),
        dtype_(dtype),
        offset_bytes_(offset_bytes),
        buffer_(std::move(buffer)) {}

  Tensor(const Tensor&) = default;
  Tensor& operator=(const Tensor&) = default;
  // A tensor that was moved from is empty.
  Tensor(Tensor&& other) noexcept
      : shape_(std::move(other.shape_)),
        dtype_(std::exchange(other.dtype_, DType::kInvalid)),
        offset_bytes_(other.offset_bytes_),
        buffer_(std::move(other.buffer_)) {}
  Tensor& operator=(Tensor&& other) noexcept {
    dtype_ = std::exchange(other.dtype_, DType::kInvalid);
    shape_ = std::move(other.shape_);
    offset_bytes_ = other.offset_bytes_;
    buffer_ = std::move(other.buffer_);
    return *this;
  }

  // Uninitialised host memory (strings: all empty). Errors: INVALID_ARGUMENT for a shape that is not
  // fully defined or overflows, or a dtype without elements; RESOURCE_EXHAUSTED.
  static Result<Tensor> Allocate(Allocator* allocator, DType dtype, const Shape& shape);
  // Host tensors from values, in system memory; for constants, tests and tools.
  template <typename T>
  static Result<Tensor> FromValues(const Shape& shape, std::span<const T> values);
  template <typename T>
  static Result<Tensor> FromScalar(T value) {
    return FromValues<T>(Shape(), std::span<const T>(&value, 1));
  }
  static Result<Tensor> FromStrings(const Shape& shape, std::span<const std::string> values);

  // Empty again.
  void Reset() {
    dtype_ = DType::kInvalid;
    shape_ = Shape();
    buffer_ = nullptr;
  }
  bool empty() const { return dtype_ == DType::kInvalid; }
  DType dtype() const { return dtype_; }
  const Shape& shape() const { return shape_; }
  int64_t num_elements() const { return shape_.num_elements(); }
  uint64_t size_bytes() const { return static_cast<uint64_t>(num_elements()) * DTypeSize(dtype_); }
  const Ref<Buffer>& buffer() const { return buffer_; }
  uint64_t offset_bytes() const { return offset_bytes_; }
  bool on_host() const { return buffer_ && buffer_->kind() != Buffer::Kind::kDevice; }

  // Host address of the first element; null on devices and for empty buffers.
  void* data() const {
    return buffer_ && buffer_->data() != nullptr ? static_cast<char*>(buffer_->data()) + offset_bytes_
                                                 : nullptr;
  }
  // Elements as T, which must be the C++ type of the dtype (half and bfloat16: uint16_t). Host only.
  template <typename T>
  std::span<T> values() const {
    return {static_cast<T*>(data()), static_cast<size_t>(num_elements())};
  }
  // Element i of a string tensor.
  std::string_view string_at(int64_t i) const {
    return static_cast<const StringBuffer*>(buffer_.get())
        ->Get(static_cast<int64_t>(offset_bytes_ / sizeof(rnlp_str_t)) + i);
  }
  // Element i of an int32 or int64 host tensor.
  int64_t int_at(int64_t i) const {
    return dtype_ == DType::kInt32 ? values<const int32_t>()[static_cast<size_t>(i)]
                                   : values<const int64_t>()[static_cast<size_t>(i)];
  }

  // Same elements under another shape of equal element count.
  Result<Tensor> Reshaped(const Shape& shape) const;
  // A deep copy in host memory of a host tensor.
  Result<Tensor> Clone(Allocator* allocator) const;
  // The view that plugins see. `dims` point into this Tensor's shape: keep it alive and unmoved.
  rnlp_tensor_t View() const {
    rnlp_tensor_t view{};
    view.dtype = static_cast<int32_t>(dtype_);
    view.rank = shape_.rank();
    view.dims = shape_.data();
    view.num_elements = num_elements();
    view.size_bytes = static_cast<uint64_t>(view.num_elements) * DTypeSize(dtype_);
    view.data = data();
    view.buffer = buffer_ ? buffer_->device_buffer() : nullptr;
    view.offset_bytes = offset_bytes_;
    return view;
  }
  // "float[2,3] = [1 2 3 ...]", at most `max_elements` of them; for errors and people.
  std::string ToString(int max_elements = 8) const;

 private:
  // Eight bytes less than one after the other: tensors are moved from node to node.
  [[no_unique_address]] Shape shape_;
  DType dtype_ = DType::kInvalid;
  uint64_t offset_bytes_ = 0;
  Ref<Buffer> buffer_;
};

template <typename T>
Result<Tensor> Tensor::FromValues(const Shape& shape, std::span<const T> values) {
  RUNNEL_ASSIGN_OR_RETURN(Tensor t, Allocate(SystemAllocator(), DTypeOf<T>::kValue, shape));
  if (static_cast<size_t>(t.num_elements()) != values.size()) {
    return InvalidArgument("shape ", shape.ToString(), " holds ", t.num_elements(), " elements, got ",
                           values.size());
  }
  std::copy(values.begin(), values.end(), static_cast<T*>(t.data()));
  return t;
}

}  // namespace runnel

#endif  // RUNNEL_CORE_TENSOR_TENSOR_H_
