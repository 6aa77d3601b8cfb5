// Packed forms of constants that were saved with a plan (core/runtime/plan/save_plan.h), in annotations
// of their nodes. A Const may have one beside its value; a _PackedConst has nothing else.
#ifndef RUNNEL_CORE_RUNTIME_KERNELS_SAVED_FORM_H_
#define RUNNEL_CORE_RUNTIME_KERNELS_SAVED_FORM_H_

#include "core/passes/plan_graph.h"
#include "core/runtime/kernels/kernel_select.h"
#include "plugins/abi/rnlp_packed.h"

namespace runnel {

// What a form is: its bytes, in host memory, for kernels of this plugin and layout.
struct SavedForm {
  Tensor bytes;  // uint8
  std::string plugin;
  uint64_t layout = 0;
};

void SetSavedForm(const SavedForm& form, AttrList* attrs);
// The form of the constant that `kernel` has asked for. Null if the node has none, or, being a Const,
// one of another layout. Errors: FAILED_PRECONDITION, naming both, for that of a _PackedConst;
// INVALID_ARGUMENT if its size is not the one that the kernel expects.
Result<Ref<Buffer>> FindSavedForm(const PlanNode& node, const PlannedKernel& kernel);
// Whether a kernel that has its packed form does not read the input itself.
inline bool ReadsFormAlone(const PlannedKernel& kernel) {
  return (kernel.packed_layout & RNLP_PACKED_ALONE) != 0;
}
// The failure of whoever needs the value of a _PackedConst.
Status IsPackedAlone(const PlanNode& node);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_KERNELS_SAVED_FORM_H_
