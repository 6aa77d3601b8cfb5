// A tensor as an element of a variant tensor: what a sparse tensor is in datasets, three of them.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_TENSOR_VARIANT_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_TENSOR_VARIANT_H_

#include <string_view>
#include <utility>

#include "core/tensor/variant.h"

namespace runnel {

class TensorVariant : public Variant {
 public:
  static constexpr std::string_view kTypeName = "Tensor";
  explicit TensorVariant(Tensor tensor) : tensor_(std::move(tensor)) {}
  std::string_view TypeName() const override { return kTypeName; }
  const Tensor& tensor() const { return tensor_; }

 private:
  const Tensor tensor_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_TENSOR_VARIANT_H_
