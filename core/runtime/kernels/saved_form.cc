#include "core/runtime/kernels/saved_form.h"

#include <cstdint>

namespace runnel {
namespace {

constexpr std::string_view kForm = "_rnl_form", kPlugin = "_rnl_form_plugin",
                           kLayout = "_rnl_form_layout";
constexpr std::string_view kAgain =
    "; the plan was saved for another processor or another build: save it again, from its model";

}  // namespace

void SetSavedForm(const SavedForm& form, AttrList* attrs) {
  SetAttr(attrs, kForm, form.bytes);
  SetAttr(attrs, kPlugin, form.plugin);
  SetAttr(attrs, kLayout, static_cast<int64_t>(form.layout));
}

Result<Ref<Buffer>> FindSavedForm(const PlanNode& node, const PlannedKernel& kernel) {
  const auto* bytes = node.attr<Tensor>(kForm);
  const auto* plugin = node.attr<std::string>(kPlugin);
  const auto* layout = node.attr<int64_t>(kLayout);
  const bool is_there = bytes != nullptr && plugin != nullptr && layout != nullptr &&
                        bytes->dtype() == DType::kUInt8 && bytes->on_host();
  const bool alone = node.is("_PackedConst");
  if (!is_there && alone)
    return InvalidArgument("node \"", node.name, "\" (_PackedConst) has no packed form");
  if (!is_there) return Ref<Buffer>();
  if (*plugin != kernel.plugin().id || static_cast<uint64_t>(*layout) != kernel.packed_layout) {
    if (!alone) return Ref<Buffer>();
    return FailedPrecondition("constant \"", node.name, "\" is packed for ", *plugin, ", layout ",
                              static_cast<uint64_t>(*layout), "; expected ", kernel.plugin().id,
                              ", layout ", kernel.packed_layout, kAgain);
  }
  if (bytes->size_bytes() != kernel.packed_bytes) {
    return InvalidArgument("constant \"", node.name, "\" has ", bytes->size_bytes(),
                           " bytes in its packed form, expected ", kernel.packed_bytes);
  }
  // Kernels read it with aligned loads.
  const bool whole =
      bytes->offset_bytes() == 0 && reinterpret_cast<uintptr_t>(bytes->data()) % kTensorAlignment == 0;
  if (!whole && !alone) return Ref<Buffer>();
  if (!whole)
    return InvalidArgument("constant \"", node.name, "\": its packed form is not aligned to ",
                           kTensorAlignment, " bytes");
  return bytes->buffer();
}

Status IsPackedAlone(const PlanNode& node) {
  return FailedPrecondition(
             "constant \"", node.name,
             "\" was saved only in the form that its kernel reads, and is needed as it "
             "is: by a kernel of another build, by what was added to the plan, or because "
             "a pass is off (regions, pack)")
      .WithNode(node.name);
}

}  // namespace runnel
