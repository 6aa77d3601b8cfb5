#include "core/tensor/tensor.h"

#include <cstring>

namespace runnel {
namespace {

template <typename T>
void AppendValues(const Tensor& t, int64_t count, std::string* out) {
  for (int64_t i = 0; i < count; ++i) {
    if (i > 0) *out += ' ';
    *out += StrCat(t.values<const T>()[static_cast<size_t>(i)]);
  }
}

}  // namespace

Result<Tensor> Tensor::Allocate(Allocator* allocator, DType dtype, const Shape& shape) {
  if (!shape.IsFullyDefined()) {
    return InvalidArgument("cannot allocate a tensor of shape ", shape.ToString());
  }
  if (DTypeSize(dtype) == 0 || dtype == DType::kResource) {
    return InvalidArgument("cannot allocate a tensor of dtype ", DTypeName(dtype));
  }
  RUNNEL_RETURN_IF_ERROR(shape.CheckSize(DTypeSize(dtype)));
  if (dtype == DType::kString) {
    RUNNEL_ASSIGN_OR_RETURN(Ref<Buffer> buffer, StringBuffer::Create(allocator, shape.num_elements()));
    return Tensor(dtype, shape, std::move(buffer));
  }
  const uint64_t bytes = static_cast<uint64_t>(shape.num_elements()) * DTypeSize(dtype);
  RUNNEL_ASSIGN_OR_RETURN(Ref<Buffer> buffer, AllocateHostBuffer(allocator, bytes));
  return Tensor(dtype, shape, std::move(buffer));
}

Result<Tensor> Tensor::FromStrings(const Shape& shape, std::span<const std::string> values) {
  RUNNEL_ASSIGN_OR_RETURN(Tensor t, Allocate(SystemAllocator(), DType::kString, shape));
  if (static_cast<size_t>(t.num_elements()) != values.size()) {
    return InvalidArgument("shape ", shape.ToString(), " holds ", t.num_elements(), " strings, got ",
                           values.size());
  }
  auto* strings = static_cast<StringBuffer*>(t.buffer_.get());
  for (size_t i = 0; i < values.size(); ++i) {
    RUNNEL_RETURN_IF_ERROR(strings->Set(static_cast<int64_t>(i), values[i]));
  }
  return t;
}

Result<Tensor> Tensor::Reshaped(const Shape& shape) const {
  if (!shape.IsFullyDefined() || shape.num_elements() != num_elements()) {
    return InvalidArgument("cannot reshape ", shape_.ToString(), " (", num_elements(), " elements) to ",
                           shape.ToString());
  }
  return Tensor(dtype_, shape, buffer_, offset_bytes_);
}

Result<Tensor> Tensor::Clone(Allocator* allocator) const {
  if (dtype_ == DType::kResource) return *this;
  if (!on_host()) return InvalidArgument("cannot clone a tensor in device memory on the host");
  RUNNEL_ASSIGN_OR_RETURN(Tensor copy, Allocate(allocator, dtype_, shape_));
  if (dtype_ == DType::kString) {
    auto* strings = static_cast<StringBuffer*>(copy.buffer_.get());
    for (int64_t i = 0; i < num_elements(); ++i) {
      RUNNEL_RETURN_IF_ERROR(strings->Set(i, string_at(i)));
    }
  } else if (size_bytes() > 0) {
    std::memcpy(copy.data(), data(), size_bytes());
  }
  return copy;
}

std::string Tensor::ToString(int max_elements) const {
  std::string out = StrCat(DTypeName(dtype_), shape_.ToString());
  if (!on_host() || dtype_ == DType::kResource) return out;
  out += " = [";
  const int64_t count = std::min<int64_t>(num_elements(), max_elements);
  switch (dtype_) {
    case DType::kFloat:
      AppendValues<float>(*this, count, &out);
      break;
    case DType::kDouble:
      AppendValues<double>(*this, count, &out);
      break;
    case DType::kInt8:
      AppendValues<int8_t>(*this, count, &out);
      break;
    case DType::kInt16:
      AppendValues<int16_t>(*this, count, &out);
      break;
    case DType::kInt32:
      AppendValues<int32_t>(*this, count, &out);
      break;
    case DType::kInt64:
      AppendValues<int64_t>(*this, count, &out);
      break;
    case DType::kUInt8:
      AppendValues<uint8_t>(*this, count, &out);
      break;
    case DType::kUInt16:
      AppendValues<uint16_t>(*this, count, &out);
      break;
    case DType::kUInt32:
      AppendValues<uint32_t>(*this, count, &out);
      break;
    case DType::kUInt64:
      AppendValues<uint64_t>(*this, count, &out);
      break;
    case DType::kBool:
      AppendValues<bool>(*this, count, &out);
      break;
    case DType::kString:
      for (int64_t i = 0; i < count; ++i) out += StrCat(i > 0 ? " \"" : "\"", string_at(i), "\"");
      break;
    default:
      out += "...";
      return out + "]";
  }
  if (count < num_elements()) out += " ...";
  return out + "]";
}

}  // namespace runnel
