// Kernels of the ops about optional values.
#include "core/runtime/data/iterator_resource.h"
#include "core/runtime/data/optional.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Result<Ref<OptionalValue>> OptionalInput(const HostContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Ref<Variant> variant,
                          VariantFromScalar(ctx.inputs[0], OptionalValue::kTypeName, "optional"));
  return Ref<OptionalValue>::Share(static_cast<OptionalValue*>(variant.get()));
}

template <typename T>
Result<std::unique_ptr<HostKernel>> Make(const HostNode& node) {
  return Result<std::unique_ptr<HostKernel>>(std::make_unique<T>(node));
}

class FromValue final : public HostKernel {
 public:
  explicit FromValue(const HostNode&) {}
  Status Run(HostContext& ctx) override {
    std::vector<Tensor> components;
    for (const Tensor& t : ctx.inputs) {
      RUNNEL_ASSIGN_OR_RETURN(Tensor kept, KeepBeyondStep(t, ctx.allocator));
      components.push_back(std::move(kept));
    }
    ctx.outputs[0] = MakeVariant(MakeRef<OptionalValue>(std::move(components)));
    return OkStatus();
  }
};

class None final : public HostKernel {
 public:
  explicit None(const HostNode&) {}
  Status Run(HostContext& ctx) override {
    ctx.outputs[0] = MakeVariant(MakeRef<OptionalValue>());
    return OkStatus();
  }
};

class HasValue final : public HostKernel {
 public:
  explicit HasValue(const HostNode&) {}
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<OptionalValue> optional, OptionalInput(ctx));
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], Tensor::Allocate(ctx.allocator, DType::kBool, Shape()));
    ctx.outputs[0].values<bool>()[0] = optional->has_value();
    return OkStatus();
  }
};

class GetValue final : public HostKernel {
 public:
  explicit GetValue(const HostNode& node)
      : types_(node.output_types.begin(), node.output_types.end()),
        shapes_(ShapeListAttr(node, "output_shapes")) {}
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<OptionalValue> optional, OptionalInput(ctx));
    if (!optional->has_value()) return InvalidArgument("The given optional does not have a value.");
    std::vector<DType> types;
    std::vector<Shape> shapes;
    for (const Tensor& t : optional->components()) {
      types.push_back(t.dtype());
      shapes.push_back(t.shape());
    }
    RUNNEL_RETURN_IF_ERROR(CheckElements(types_, shapes_, types, shapes));
    for (size_t i = 0; i < types.size(); ++i) ctx.outputs[i] = optional->components()[i];
    return OkStatus();
  }

 private:
  const std::vector<DType> types_;
  const std::vector<Shape> shapes_;
};

constexpr HostKernelRow kOptionalKernels[] = {
    {.op = "OptionalFromValue", .create = Make<FromValue>},
    {.op = "OptionalNone", .create = Make<None>},
    {.op = "OptionalHasValue", .create = Make<HasValue>},
    {.op = "OptionalGetValue", .create = Make<GetValue>},
};

}  // namespace

std::span<const HostKernelRow> OptionalKernels() { return ChosenRows<kOptionalKernels>::All(); }

}  // namespace runnel
