// What host kernels of resources share: names, scalars, attr lists, and values that outlive their step.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_HOST_UTIL_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_HOST_UTIL_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/io/file.h"
#include "core/runtime/host_ops/host_kernel.h"

namespace runnel {

// TensorFlow's rule: shared_name if it is given, else the name of the node, in `container` or the
// default.
struct ResourceKey {
  std::string container;
  std::string name;
};
// Errors: INVALID_ARGUMENT for a shared_name that begins with '_', or a container with a character
// other than letters, digits and "._-/".
Result<ResourceKey> MakeResourceKey(const HostNode& node);

// The list attr `name`, empty where it is absent or an empty list of unknown kind.
std::vector<DType> TypeListAttr(const HostNode& node, std::string_view name);
std::vector<Shape> ShapeListAttr(const HostNode& node, std::string_view name);

// Errors: INVALID_ARGUMENT naming `what` unless `tensor` is a host scalar (a vector of one element is
// taken too where `allow_vector`) of the dtype.
Status CheckScalar(const Tensor& tensor, DType dtype, std::string_view what, bool allow_vector = false);

// How ops of this task reach files, and the path there of the file `path`. Errors: PERMISSION_DENIED
// unless they may use it; INVALID_ARGUMENT for a NUL byte.
FileSystem Files(const HostContext& ctx);
Result<std::string> FilePath(const HostContext& ctx, std::string_view path);

// Makes output `index` a string scalar.
Status SetStringScalar(HostContext& ctx, size_t index, std::string_view value);

// A value that may be kept after the step: a copy, since the step's tensors may lie in its arena, be a
// variable's borrowed buffer or the caller's memory. Resource handles and variants are shared.
Result<Tensor> KeepBeyondStep(const Tensor& tensor, Allocator* allocator);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_HOST_UTIL_H_
