// Tensors of variants (core/tensor/buffer.h): making one of an object, and taking the object out.
#ifndef RUNNEL_CORE_TENSOR_VARIANT_H_
#define RUNNEL_CORE_TENSOR_VARIANT_H_

#include <string_view>

#include "core/tensor/tensor.h"

namespace runnel {

// A scalar.
Tensor MakeVariant(Ref<Variant> value);
// Element i of a variant tensor; null if nothing was set.
const Ref<Variant>& VariantAt(const Tensor& tensor, int64_t i);
// The element of a scalar. Errors: INVALID_ARGUMENT naming `what` if `tensor` is no scalar of a variant
// whose TypeName is `type_name`.
Result<Ref<Variant>> VariantFromScalar(const Tensor& tensor, std::string_view type_name,
                                       std::string_view what);

}  // namespace runnel

#endif  // RUNNEL_CORE_TENSOR_VARIANT_H_
