#include "core/io/saved_variant.h"

#include "core/io/proto.h"

namespace runnel {
namespace {

// Fields of VariantTensorDataProto.
constexpr uint32_t kType = 1, kMetadata = 2, kTensors = 3;

}  // namespace

Result<std::string> EncodeVariant(const Ref<Variant>& value) {
  const auto* const savable = dynamic_cast<const SavableVariant*>(value.get());
  if (savable == nullptr) {
    return Unimplemented("writing a variant that holds ",
                         value ? value->TypeName() : std::string_view("nothing"), " to a checkpoint");
  }
  RUNNEL_ASSIGN_OR_RETURN(const std::string bytes, savable->SavedBytes());
  ProtoWriter out;
  out.Bytes(kType, savable->SavedType());
  out.Bytes(kMetadata, bytes);
  return out.Take();
}

Result<Ref<Variant>> DecodeVariant(std::string_view bytes) {
  std::string_view type, metadata;
  ProtoReader in(bytes);
  while (in.Next()) {
    if (in.field() == kType) in.ReadBytes(&type);
    if (in.field() == kMetadata) in.ReadBytes(&metadata);
    if (in.field() == kTensors) {
      return Unimplemented("reading a variant of type ", type, " with tensors from a checkpoint");
    }
  }
  if (!in.ok()) return DataLoss("a variant is damaged");
  return Ref<Variant>(MakeRef<SavedVariant>(type, metadata));
}

}  // namespace runnel
