#include "core/runtime/plan/plan_objects.h"

#include <unordered_set>

#include "core/graph/ref_ops.h"
#include "core/passes/handle_shapes.h"
#include "core/runtime/devices/device.h"
#include "core/runtime/kernels/saved_form.h"
#include "core/runtime/placement/placement.h"
#include "core/runtime/resources/resource.h"
#include "core/runtime/runtime.h"
#include "runnel_chosen.h"

namespace runnel {

Result<Tensor> PlanObjects::Constant(const PlanGraph& graph, int i) {
  if (const auto it = constants_.find(i); it != constants_.end()) return it->second;
  const PlanNode& node = graph.at(i);
  if (node.is("_PackedConst")) return IsPackedAlone(node);
  const Tensor* value = node.attr<Tensor>("value");
  if (value == nullptr || value->empty()) {
    return InvalidArgument("node \"", node.name, "\" (Const) has no value");
  }
  Tensor constant = *value;
  if (Device* device = node.where[0]) {
    auto allocated = device->AllocateBuffer(value->size_bytes());
    if (!allocated.ok()) {
      return allocated.status()
          .WithPrefix(StrCat("node \"", node.name, "\" (Const)"))
          .WithNode(node.name);
    }
    Ref<Buffer> buffer = std::move(*allocated);
    if (value->size_bytes() > 0) {
      RUNNEL_RETURN_IF_ERROR(
          device->CopyToDevice(value->buffer(), value->offset_bytes(), buffer, 0, value->size_bytes()));
    }
    constant = Tensor(value->dtype(), value->shape(), std::move(buffer));
  }
  constant_bytes_ += value->size_bytes();
  return constants_[i] = constant;
}

Result<Ref<Variable>> PlanObjects::VariableOf(const PlanGraph& graph, int i) {
  if constexpr (!kHasVariables) return LeftOut("variables");
  if (const auto it = variables_.find(i); it != variables_.end()) return it->second;
  const PlanNode& node = graph.at(i);
  const auto* dtype = node.attr<DType>("dtype");
  const Shape shape = DeclaredShape(node);
  const std::pair<std::string, std::string> known_as = VariableName(node);
  const std::string &container = known_as.first, &name = known_as.second;
  const auto create = [&]() -> Result<Ref<Resource>> {
    const bool is_reference = node.attr<std::string>(kLoweredFromAttr) != nullptr;
    return Ref<Resource>(MakeRef<Variable>(name, *dtype, shape, node.placed,
                                           context_.plan.runtime->allocator(),
                                           context_.plan.resources->resized(), is_reference));
  };
  RUNNEL_ASSIGN_OR_RETURN(Ref<Resource> resource, context_.plan.resources->LookupOrCreate(
                                                      container, Variable::kTypeName, name, create));
  Ref<Variable> variable = Ref<Variable>::Share(static_cast<Variable*>(resource.get()));
  if (variable->dtype() != *dtype || !variable->declared_shape().IsCompatibleWith(shape)) {
    return InvalidArgument("node \"", node.name, "\" declares variable \"", name, "\" as ",
                           DTypeName(*dtype), shape.ToString(), ", but it is ",
                           DTypeName(variable->dtype()), variable->declared_shape().ToString());
  }
  if (variable->device() != node.placed) {
    return InvalidArgument("variable \"", name, "\" lives on ", variable->device()->name(), ", node \"",
                           node.name, "\" was placed on ", node.placed->name());
  }
  variables_[i] = variable;
  return variable;
}

const PlannedKernel* PlanObjects::FindKernel(int node) const {
  const auto it = kernel_of_.find(node);
  return it == kernel_of_.end() ? nullptr : it->second;
}

Result<const PlannedKernel*> PlanObjects::Kernel(const PlanGraph& graph, int i,
                                                 std::span<const uint32_t> lives) {
  if (const PlannedKernel* const known = FindKernel(i)) return known;
  const PlanNode& node = graph.at(i);
  RUNNEL_ASSIGN_OR_RETURN(const KernelEntry entry,
                          SelectKernel(context_.plugins(), graph, node, node.placed));
  if (entry.row == nullptr) return Internal("node \"", node.name, "\" was placed without a kernel");
  RUNNEL_ASSIGN_OR_RETURN(std::unique_ptr<PlannedKernel> kernel,
                          CreateKernel(entry, graph, node, node.placed, lives));
  kernels_.push_back(std::move(kernel));
  return kernel_of_[i] = kernels_.back().get();
}

void PlanObjects::DropRemoved(const PlanGraph& graph) {
  std::unordered_set<const PlannedKernel*> gone;
  std::erase_if(kernel_of_, [&](const auto& entry) {
    return graph.at(entry.first).removed && gone.insert(entry.second).second;
  });
  std::erase_if(kernels_, [&](const auto& kernel) { return gone.count(kernel.get()) != 0; });
}

}  // namespace runnel
