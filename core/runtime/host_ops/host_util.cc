#include "core/runtime/host_ops/host_util.h"

#include <cctype>

namespace runnel {

Result<ResourceKey> MakeResourceKey(const HostNode& node) {
  const std::string* container = node.attr<std::string>("container");
  const std::string* shared_name = node.attr<std::string>("shared_name");
  ResourceKey key;
  if (container != nullptr) key.container = *container;
  for (const char c : key.container) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 &&
        std::string_view("._-/").find(c) == std::string_view::npos) {
      return InvalidArgument("container \"", key.container,
                             "\" may hold only letters, digits and \"._-/\"");
    }
  }
  if (key.container.empty()) key.container = ResourceManager::kDefaultContainer;
  key.name = shared_name != nullptr && !shared_name->empty() ? *shared_name : std::string(node.name);
  if (shared_name != nullptr && !shared_name->empty() && shared_name->front() == '_') {
    return InvalidArgument("shared_name \"", *shared_name, "\" begins with '_', which is reserved");
  }
  return key;
}

std::vector<DType> TypeListAttr(const HostNode& node, std::string_view name) {
  const auto* list = node.attr<std::vector<DType>>(name);
  return list == nullptr ? std::vector<DType>() : *list;
}

std::vector<Shape> ShapeListAttr(const HostNode& node, std::string_view name) {
  const auto* list = node.attr<std::vector<Shape>>(name);
  return list == nullptr ? std::vector<Shape>() : *list;
}

Status CheckScalar(const Tensor& tensor, DType dtype, std::string_view what, bool allow_vector) {
  if (tensor.dtype() != dtype) {
    return InvalidArgument(what, " must be a ", DTypeName(dtype), " scalar, got type ",
                           DTypeName(tensor.dtype()));
  }
  const bool fits = tensor.shape().rank() == 0 ||
                    (allow_vector && tensor.shape().rank() == 1 && tensor.num_elements() == 1);
  if (!fits) return InvalidArgument(what, " must be a scalar, got shape ", tensor.shape().ToString());
  return OkStatus();
}

FileSystem Files(const HostContext& ctx) {
  return ctx.session_resources == nullptr ? FileSystem() : ctx.session_resources->files();
}

Result<std::string> FilePath(const HostContext& ctx, std::string_view path) {
  if (ctx.session_resources == nullptr) return std::string(path);
  return ctx.session_resources->FilePath(path);
}

Status SetStringScalar(HostContext& ctx, size_t index, std::string_view value) {
  RUNNEL_ASSIGN_OR_RETURN(Tensor text, Tensor::Allocate(ctx.allocator, DType::kString, Shape()));
  RUNNEL_RETURN_IF_ERROR(static_cast<StringBuffer*>(text.buffer().get())->Set(0, value));
  ctx.outputs[index] = std::move(text);
  return OkStatus();
}

Result<Tensor> KeepBeyondStep(const Tensor& tensor, Allocator* allocator) {
  if (tensor.dtype() == DType::kResource || tensor.dtype() == DType::kVariant) return tensor;
  return tensor.Clone(allocator);
}

}  // namespace runnel
