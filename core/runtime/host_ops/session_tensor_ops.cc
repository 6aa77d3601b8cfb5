// Kernels of tensors that a session keeps: one resource of the session holds all of them.
#include <map>
#include <mutex>
#include <utility>

#include "core/runtime/host_ops/attr_kernel.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

class KeptTensors : public Resource {
 public:
  static constexpr std::string_view kTypeName = "SessionTensors";
  KeptTensors() : Resource("_session_tensors") {}
  std::string_view TypeName() const override { return kTypeName; }

  // Its handle, as TensorFlow writes them: name, number and device, which is left out.
  std::string Keep(std::string_view name, Tensor value) {
    const std::lock_guard lock(mutex_);
    std::string handle = StrCat(name, ";", next_++, ";");
    tensors_.emplace(handle, std::move(value));
    return handle;
  }
  Result<Tensor> Find(std::string_view handle) const {
    const std::lock_guard lock(mutex_);
    const auto it = tensors_.find(handle);
    if (it != tensors_.end()) return it->second;
    return InvalidArgument("the tensor with handle \"", handle, "\" is not in the session");
  }
  Status Drop(std::string_view handle) {
    Tensor dropped;
    const std::lock_guard lock(mutex_);
    const auto it = tensors_.find(handle);
    if (it == tensors_.end())
      return InvalidArgument("the tensor with handle \"", handle, "\" is not in the session");
    dropped = std::move(it->second);
    tensors_.erase(it);
    return OkStatus();
  }

 private:
  mutable std::mutex mutex_;  // guards all below
  uint64_t next_ = 0;
  std::map<std::string, Tensor, std::less<>> tensors_;
};

class SessionTensorKernel : public AttrKernel {
 protected:
  static Result<Ref<KeptTensors>> Kept(HostContext& ctx) {
    RUNNEL_ASSIGN_OR_RETURN(
        Ref<Resource> found,
        ctx.session_resources->LookupOrCreate(
            ResourceManager::kDefaultContainer, KeptTensors::kTypeName, "_session_tensors",
            []() -> Result<Ref<Resource>> { return Ref<Resource>(MakeRef<KeptTensors>()); }));
    return Ref<KeptTensors>::Share(static_cast<KeptTensors*>(found.get()));
  }
};

class GetSessionHandle : public SessionTensorKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<KeptTensors> kept, Kept(ctx));
    RUNNEL_ASSIGN_OR_RETURN(Tensor value, KeepBeyondStep(ctx.inputs[0], ctx.allocator));
    return SetStringScalar(ctx, 0, kept->Keep(ctx.node_name, std::move(value)));
  }
};

class GetSessionTensor : public SessionTensorKernel {
 public:
  Status Init(const HostNode& node) override {
    type_ = node.output_types[0];
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[0], DType::kString, "handle"));
    RUNNEL_ASSIGN_OR_RETURN(const Ref<KeptTensors> kept, Kept(ctx));
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], kept->Find(ctx.inputs[0].string_at(0)));
    if (ctx.outputs[0].dtype() == type_) return OkStatus();
    return InvalidArgument("the tensor with handle \"", ctx.inputs[0].string_at(0), "\" is ",
                           DTypeName(ctx.outputs[0].dtype()), ", the node expects ", DTypeName(type_));
  }

 private:
  DType type_ = DType::kInvalid;
};

class DeleteSessionTensor : public SessionTensorKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[0], DType::kString, "handle"));
    RUNNEL_ASSIGN_OR_RETURN(const Ref<KeptTensors> kept, Kept(ctx));
    return kept->Drop(ctx.inputs[0].string_at(0));
  }
};

constexpr HostKernelRow kRows[] = {
    {.op = "GetSessionHandle", .create = CreateKernel<GetSessionHandle>},
    {.op = "GetSessionTensor", .create = CreateKernel<GetSessionTensor>},
    {.op = "DeleteSessionTensor", .create = CreateKernel<DeleteSessionTensor>},
};

}  // namespace

std::span<const HostKernelRow> SessionTensorKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
