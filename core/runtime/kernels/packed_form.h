// PackedForm: what a kernel would rather read than an input of its node (rnlp_plan_t.packed_bytes), made
// once for each value of a constant or a variable and shared by the plans of a runtime.
//
// Never stale: a variable's form is looked up by the version that a step has read together with the
// value, and the value does not change while the step borrows it.
#ifndef RUNNEL_CORE_RUNTIME_KERNELS_PACKED_FORM_H_
#define RUNNEL_CORE_RUNTIME_KERNELS_PACKED_FORM_H_

#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <vector>

#include "core/runtime/resources/variable.h"

namespace runnel {

class PlannedKernel;

// Threads: any.
class PackedForm {
 public:
  // Of a constant if `variable` is null. `allocator` is for host memory.
  PackedForm(const PlannedKernel& kernel, Device* device, Allocator* allocator, Tensor constant,
             Ref<Variable> variable);

  // The form of `value`; `kernel` packs it if it does not exist yet. It does not change while the caller
  // holds it. `version` is the variable's for this value; 0 for a constant. On a device that computes
  // later, the form is complete on return. Errors: RESOURCE_EXHAUSTED; the kernel's.
  Result<Ref<Buffer>> Get(const PlannedKernel& kernel, const rnlp_tensor_t& value, uint64_t version);
  uint64_t size_bytes() const { return bytes_; }

 private:
  Status Make(const PlannedKernel& kernel, const rnlp_tensor_t& value, const Ref<Buffer>& into) const;

  Device* const device_;
  Allocator* const allocator_;
  const uint64_t bytes_;
  const Tensor constant_;  // these two keep what the form is found by
  const Ref<Variable> variable_;
  std::mutex mutex_;  // guards all below
  Ref<Buffer> form_;
  uint64_t version_ = 0;
};

// The forms of one runtime. They live as long as a plan wants them. Threads: any.
class PackedForms {
 public:
  // The form of one value that is shaped like `view`, a constant or the value of a variable (one of the
  // two is empty), for kernels like `kernel`.
  std::shared_ptr<PackedForm> Find(const PlannedKernel& kernel, Device* device, Allocator* allocator,
                                   const rnlp_tensor_t& view, const Tensor& constant,
                                   const Ref<Variable>& variable);
  size_t size() const;  // that are alive

 private:
  // Whose value, where it begins, the plugin, device, layout, size, element type and shape.
  using Key = std::tuple<const void*, uint64_t, const void*, const Device*, uint64_t, uint64_t, int32_t,
                         std::vector<int64_t>>;
  mutable std::mutex mutex_;  // guards forms_
  std::map<Key, std::weak_ptr<PackedForm>> forms_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_KERNELS_PACKED_FORM_H_
