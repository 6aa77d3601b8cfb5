// Variants in checkpoints: what they are, and their bytes.
//
// A checkpoint holds each element of a variant tensor as TensorFlow does, as a VariantTensorDataProto:
// the name of its type, and as metadata the bytes that the type writes. Whoever reads one gets a
// SavedVariant, and whoever knows the type makes of it what it was: which type that is depends on the
// node that takes it, never on the file.
#ifndef RUNNEL_CORE_IO_SAVED_VARIANT_H_
#define RUNNEL_CORE_IO_SAVED_VARIANT_H_

#include <string>
#include <string_view>

#include "core/tensor/variant.h"

namespace runnel {

// One that can be written.
class SavableVariant : public Variant {
 public:
  // TensorFlow's name of the type.
  virtual std::string_view SavedType() const = 0;
  // Errors: UNIMPLEMENTED if it holds what has no bytes.
  virtual Result<std::string> SavedBytes() const = 0;
};

// As read, whatever it holds.
class SavedVariant : public SavableVariant {
 public:
  static constexpr std::string_view kTypeName = "saved variant";
  SavedVariant(std::string_view type, std::string_view bytes) : type_(type), bytes_(bytes) {}
  std::string_view TypeName() const override { return kTypeName; }
  std::string_view SavedType() const override { return type_; }
  Result<std::string> SavedBytes() const override { return bytes_; }
  const std::string& bytes() const { return bytes_; }

 private:
  const std::string type_, bytes_;
};

// An element as a VariantTensorDataProto. Errors: UNIMPLEMENTED naming a type that cannot be written.
Result<std::string> EncodeVariant(const Ref<Variant>& value);
// Errors: DATA_LOSS for bytes that are none; UNIMPLEMENTED for one with tensors of its own.
Result<Ref<Variant>> DecodeVariant(std::string_view bytes);

}  // namespace runnel

#endif  // RUNNEL_CORE_IO_SAVED_VARIANT_H_
