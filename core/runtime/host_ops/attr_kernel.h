// Kernels that are no more than their attrs and a function of their inputs.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_ATTR_KERNEL_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_ATTR_KERNEL_H_

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/runtime/host_ops/host_kernel.h"

namespace runnel {

class AttrKernel : public HostKernel {
 public:
  // Reads the attrs. Errors: those of the node.
  virtual Status Init(const HostNode& node) {
    (void)node;
    return OkStatus();
  }
};

// `create` of a row.
template <typename Kernel>
Result<std::unique_ptr<HostKernel>> CreateKernel(const HostNode& node) {
  auto kernel = std::make_unique<Kernel>();
  RUNNEL_RETURN_IF_ERROR(kernel->Init(node));
  return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
}

// The attr, or `otherwise` where the node has none.
template <typename T>
T AttrOr(const HostNode& node, std::string_view name, T otherwise) {
  const T* value = node.attr<T>(name);
  return value == nullptr ? std::move(otherwise) : *value;
}
inline std::string StringAttrOr(const HostNode& node, std::string_view name, const char* otherwise) {
  return AttrOr<std::string>(node, name, otherwise);
}

// Makes output `index`, uninitialised (strings: empty), and gives it to write to.
inline Result<Tensor*> NewOutput(HostContext& ctx, size_t index, DType dtype, const Shape& shape) {
  RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[index], Tensor::Allocate(ctx.allocator, dtype, shape));
  return &ctx.outputs[index];
}

inline Status SetString(const Tensor& tensor, int64_t i, std::string_view value) {
  return static_cast<StringBuffer*>(tensor.buffer().get())->Set(i, value);
}

// Errors: INVALID_ARGUMENT naming `what` unless input `index` has the rank.
inline Status CheckRank(const HostContext& ctx, size_t index, std::string_view what, int rank) {
  const Shape& shape = ctx.inputs[index].shape();
  if (shape.rank() == rank) return OkStatus();
  static constexpr std::string_view kNames[] = {"a scalar", "a vector", "a matrix"};
  if (rank < 3) {
    return InvalidArgument(what, " must be ", kNames[rank], ", got shape ", shape.ToString());
  }
  return InvalidArgument(what, " must have rank ", rank, ", got shape ", shape.ToString());
}

// Asked now and then in loops whose length comes from outside.
inline Status CheckNotCancelled(const HostContext& ctx) {
  return ctx.cancellation != nullptr && ctx.cancellation->cancelled() ? Cancelled("the step has ended")
                                                                      : OkStatus();
}

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_ATTR_KERNEL_H_
