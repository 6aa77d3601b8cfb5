#include "core/runtime/host_ops/elements.h"

#include <cstring>

#include "core/tensor/variant.h"

namespace runnel {

Status CopyElements(const Tensor& from, int64_t first, int64_t count, Tensor* to, int64_t at) {
  if (count == 0) return OkStatus();
  if (from.dtype() == DType::kString) {
    auto* const strings = static_cast<StringBuffer*>(to->buffer().get());
    for (int64_t i = 0; i < count; ++i) {
      RUNNEL_RETURN_IF_ERROR(strings->Set(at + i, from.string_at(first + i)));
    }
  } else if (from.dtype() == DType::kVariant) {
    auto* const variants = static_cast<VariantBuffer*>(to->buffer().get());
    for (int64_t i = 0; i < count; ++i) variants->Set(at + i, VariantAt(from, first + i));
  } else {
    const size_t size = DTypeSize(from.dtype());
    std::memcpy(static_cast<char*>(to->data()) + static_cast<size_t>(at) * size,
                static_cast<const char*>(from.data()) + static_cast<size_t>(first) * size,
                static_cast<size_t>(count) * size);
  }
  return OkStatus();
}

Result<Tensor> CutElements(const Tensor& tensor, int64_t first, const Shape& shape,
                           Allocator* allocator) {
  const int64_t count = shape.num_elements();
  const uint64_t offset = static_cast<uint64_t>(first) * DTypeSize(tensor.dtype());
  if (IsPlainData(tensor.dtype()) && (tensor.offset_bytes() + offset) % kTensorAlignment == 0) {
    return Tensor(tensor.dtype(), shape, tensor.buffer(), tensor.offset_bytes() + offset);
  }
  RUNNEL_ASSIGN_OR_RETURN(Tensor copy, Tensor::Allocate(allocator, tensor.dtype(), shape));
  RUNNEL_RETURN_IF_ERROR(CopyElements(tensor, first, count, &copy, 0));
  return copy;
}

Result<Tensor> MakeZeros(DType dtype, const Shape& shape, Allocator* allocator) {
  RUNNEL_ASSIGN_OR_RETURN(Tensor zeros, Tensor::Allocate(allocator, dtype, shape));
  if (IsPlainData(dtype) && zeros.size_bytes() > 0) std::memset(zeros.data(), 0, zeros.size_bytes());
  return zeros;
}

Shape Prepend(int64_t first, const Shape& rest) {
  if (!rest.has_rank()) return Shape::Unknown();
  Shape out{first};
  for (const int64_t dim : rest.dims()) out.Append(dim);
  return out;
}

Shape WithoutFirst(const Shape& shape) { return Shape(shape.dims().subspan(1)); }

}  // namespace runnel
