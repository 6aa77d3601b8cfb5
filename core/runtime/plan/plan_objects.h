// PlanObjects: what the nodes of a placed graph are while steps run: kernels, constants in the memory
// where they are used, variables. Each is made when it is first asked for, and once.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_PLAN_OBJECTS_H_
#define RUNNEL_CORE_RUNTIME_PLAN_PLAN_OBJECTS_H_

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/runtime/kernels/kernel_select.h"
#include "core/runtime/plan/pass_context.h"
#include "core/runtime/resources/variable.h"

namespace runnel {

// Of one graph, whose nodes do not change after they have been asked about; it may get more.
class PlanObjects {
 public:
  explicit PlanObjects(const PassContext& context) : context_(context) {}
  PlanObjects(const PlanObjects&) = delete;
  const PassContext& context() const { return context_; }

  // Of a Const. Errors: its device's; INVALID_ARGUMENT if it has no value.
  Result<Tensor> Constant(const PlanGraph& graph, int node);
  // Of a VarHandleOp. Errors: INVALID_ARGUMENT if the variable is of another type, shape or device.
  Result<Ref<Variable>> VariableOf(const PlanGraph& graph, int node);
  // Null until it is made.
  const PlannedKernel* FindKernel(int node) const;
  // `lives`, as for CreateKernel, counts when the kernel is made. Errors: those of plugins.
  Result<const PlannedKernel*> Kernel(const PlanGraph& graph, int node,
                                      std::span<const uint32_t> lives = {});
  // Lets go of the kernels of nodes that a pass has removed.
  void DropRemoved(const PlanGraph& graph);

  // The kernels, for the plan to keep. What was asked for stays valid as long as they do.
  std::vector<std::unique_ptr<PlannedKernel>> TakeKernels() { return std::move(kernels_); }
  uint64_t constant_bytes() const { return constant_bytes_; }

 private:
  const PassContext& context_;
  std::unordered_map<int, Tensor> constants_;
  std::unordered_map<int, Ref<Variable>> variables_;
  std::unordered_map<int, const PlannedKernel*> kernel_of_;
  std::vector<std::unique_ptr<PlannedKernel>> kernels_;
  uint64_t constant_bytes_ = 0;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_PLAN_OBJECTS_H_
