#include "core/tensor/variant.h"

namespace runnel {
namespace {

int64_t FirstOf(const Tensor& tensor) { return static_cast<int64_t>(tensor.offset_bytes()); }

}  // namespace

Tensor MakeVariant(Ref<Variant> value) {
  auto buffer = MakeRef<VariantBuffer>(1);
  buffer->Set(0, std::move(value));
  return Tensor(DType::kVariant, Shape(), std::move(buffer));
}

const Ref<Variant>& VariantAt(const Tensor& tensor, int64_t i) {
  return static_cast<const VariantBuffer*>(tensor.buffer().get())->Get(FirstOf(tensor) + i);
}

Result<Ref<Variant>> VariantFromScalar(const Tensor& tensor, std::string_view type_name,
                                       std::string_view what) {
  if (tensor.dtype() != DType::kVariant || !tensor.buffer() || !(tensor.shape() == Shape())) {
    return InvalidArgument(what, " must be a scalar of type variant, got ", DTypeName(tensor.dtype()),
                           tensor.shape().ToString());
  }
  const Ref<Variant>& value = VariantAt(tensor, 0);
  if (!value || value->TypeName() != type_name) {
    return InvalidArgument(what, " must hold a ", type_name, ", got ",
                           value ? value->TypeName() : std::string_view("nothing"));
  }
  return value;
}

}  // namespace runnel
