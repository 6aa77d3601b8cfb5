#include "core/tensor/tensor.h"

#include <cstring>

#include "core/base/number.h"
#include "core/tensor/half.h"

namespace runnel {
namespace {

std::string Text(float value) { return RealText(value, RealType::kFloat); }
std::string Text(double value) { return RealText(value, RealType::kDouble); }

// As Python writes them, without brackets: "1+2j".
template <typename T>
std::string ComplexText(const T* parts) {
  std::string imaginary = Text(parts[1]);
  if (imaginary[0] != '-') imaginary.insert(0, 1, '+');
  return Text(parts[0]) + imaginary + "j";
}

// Element i for people; empty for types that are not printed.
std::string ElementToString(const Tensor& t, int64_t i) {
  const void* const at =
      static_cast<const char*>(t.data()) + static_cast<size_t>(i) * DTypeSize(t.dtype());
  switch (t.dtype()) {
    case DType::kFloat:
      return Text(*static_cast<const float*>(at));
    case DType::kDouble:
      return Text(*static_cast<const double*>(at));
    case DType::kHalf:
      return RealText(FloatOfHalf(*static_cast<const uint16_t*>(at)), RealType::kHalf);
    case DType::kBFloat16:
      return RealText(FloatOfBfloat16(*static_cast<const uint16_t*>(at)), RealType::kBfloat16);
    case DType::kComplex64:
      return ComplexText(static_cast<const float*>(at));
    case DType::kComplex128:
      return ComplexText(static_cast<const double*>(at));
    case DType::kInt8:
    case DType::kQInt8:
      return StrCat(int64_t{*static_cast<const int8_t*>(at)});
    case DType::kInt16:
    case DType::kQInt16:
      return StrCat(int64_t{*static_cast<const int16_t*>(at)});
    case DType::kInt32:
    case DType::kQInt32:
      return StrCat(int64_t{*static_cast<const int32_t*>(at)});
    case DType::kInt64:
      return StrCat(*static_cast<const int64_t*>(at));
    case DType::kUInt8:
    case DType::kQUInt8:
      return StrCat(int64_t{*static_cast<const uint8_t*>(at)});
    case DType::kUInt16:
    case DType::kQUInt16:
      return StrCat(int64_t{*static_cast<const uint16_t*>(at)});
    case DType::kUInt32:
      return StrCat(int64_t{*static_cast<const uint32_t*>(at)});
    case DType::kUInt64:
      return StrCat(*static_cast<const uint64_t*>(at));
    case DType::kBool:
      return StrCat(*static_cast<const bool*>(at));
    case DType::kString:
      return StrCat("\"", t.string_at(i), "\"");
    default:
      return {};
  }
}

}  // namespace

Result<Tensor> Tensor::Allocate(Allocator* allocator, DType dtype, const Shape& shape) {
  if (!shape.IsFullyDefined()) {
    return InvalidArgument("cannot allocate a tensor of shape ", shape.ToString());
  }
  if (dtype == DType::kVariant) {
    RUNNEL_RETURN_IF_ERROR(shape.CheckSize(sizeof(void*)));
    return Tensor(dtype, shape, MakeRef<VariantBuffer>(shape.num_elements()));
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
  if (dtype_ == DType::kResource || dtype_ == DType::kVariant) return *this;
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
  if (!on_host() || dtype_ == DType::kResource || dtype_ == DType::kVariant) return out;
  out += " = [";
  const int64_t count = std::min<int64_t>(num_elements(), max_elements);
  for (int64_t i = 0; i < count; ++i) {
    const std::string element = ElementToString(*this, i);
    if (element.empty()) return out + "...]";
    if (i > 0) out += ' ';
    out += element;
  }
  if (count < num_elements()) out += " ...";
  return out + "]";
}

}  // namespace runnel
