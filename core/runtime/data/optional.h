// OptionalValue: a variant that holds one element, or none.
#ifndef RUNNEL_CORE_RUNTIME_DATA_OPTIONAL_H_
#define RUNNEL_CORE_RUNTIME_DATA_OPTIONAL_H_

#include <utility>
#include <vector>

#include "core/tensor/variant.h"

namespace runnel {

class OptionalValue final : public Variant {
 public:
  static constexpr std::string_view kTypeName = "tensorflow::data::Optional";
  OptionalValue() = default;
  explicit OptionalValue(std::vector<Tensor> components)
      : has_value_(true), components_(std::move(components)) {}
  std::string_view TypeName() const override { return kTypeName; }
  bool has_value() const { return has_value_; }
  const std::vector<Tensor>& components() const { return components_; }

 private:
  const bool has_value_ = false;
  const std::vector<Tensor> components_ = {};
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_DATA_OPTIONAL_H_
