// Accumulator kernels: they check what comes, and hand over to Accumulator, which waits.
#include <utility>

#include "core/runtime/exchange/combine.h"
#include "core/runtime/host_ops/accumulator.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "core/runtime/host_ops/sparse_accumulator.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Result<Ref<Accumulator>> AccumulatorFromInput(const HostContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Resource> resource,
                          ResourceFromHandle(ctx.inputs[0], Accumulator::kTypeName));
  return Ref<Accumulator>::Share(static_cast<Accumulator*>(resource.get()));
}

class MakeAccumulator : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    auto kernel = std::make_unique<MakeAccumulator>();
    RUNNEL_ASSIGN_OR_RETURN(kernel->key_, MakeResourceKey(node));
    Accumulator::Spec& spec = kernel->spec_;
    if (const DType* dtype = node.attr<DType>("dtype")) spec.dtype = *dtype;
    if (!CanCombine(spec.dtype)) {
      return Unimplemented("an accumulator of ", DTypeName(spec.dtype),
                           "; there are half, bfloat16, float, double and integers of 32 and 64 bits");
    }
    const Shape* shape = node.attr<Shape>("shape");
    spec.shape = shape == nullptr ? Shape::Unknown() : *shape;
    if (const auto* reduction = node.attr<std::string>("reduction_type")) {
      if (*reduction != "MEAN" && *reduction != "SUM") {
        return InvalidArgument("reduction_type is \"", *reduction, "\", expected MEAN or SUM");
      }
      spec.mean = *reduction == "MEAN";
    }
    return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
  }

  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(
        Ref<Resource> accumulator,
        ctx.session_resources->LookupOrCreate(
            key_.container, Accumulator::kTypeName, key_.name, [this]() -> Result<Ref<Resource>> {
              return Ref<Resource>(MakeRef<Accumulator>(key_.name, spec_));
            }));
    const Accumulator::Spec& there = static_cast<Accumulator*>(accumulator.get())->spec();
    if (!(there == spec_)) {
      return InvalidArgument("shared accumulator \"", key_.name, "\" is ", DTypeName(there.dtype),
                             there.shape.ToString(), there.mean ? " of means" : " of sums",
                             ", this node asks for ", DTypeName(spec_.dtype), spec_.shape.ToString(),
                             spec_.mean ? " of means" : " of sums");
    }
    ctx.outputs[0] = MakeResourceHandle(std::move(accumulator));
    return OkStatus();
  }

 private:
  ResourceKey key_;
  Accumulator::Spec spec_;
};

// A kernel without attrs of its own.
template <typename T>
Result<std::unique_ptr<HostKernel>> Make(const HostNode&) {
  return Result<std::unique_ptr<HostKernel>>(std::make_unique<T>());
}

class ApplyGradient : public HostKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<Accumulator> accumulator, AccumulatorFromInput(ctx));
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[1], DType::kInt64, "local_step"));
    return accumulator->Apply(ctx.inputs[1].int_at(0), ctx.inputs[2], ctx.allocator);
  }
};

class TakeGradient : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    auto kernel = std::make_unique<TakeGradient>();
    kernel->dtype_ = node.output_types[0];
    return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
  }

  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    const auto accumulator = AccumulatorFromInput(ctx);
    Status status = accumulator.status();
    if (status.ok()) status = CheckScalar(ctx.inputs[1], DType::kInt32, "num_required");
    if (status.ok() && (*accumulator)->spec().dtype != dtype_) {
      status = InvalidArgument("accumulator \"", (*accumulator)->name(), "\" adds up ",
                               DTypeName((*accumulator)->spec().dtype), ", the node expects ",
                               DTypeName(dtype_));
    }
    if (!status.ok()) return done(std::move(status));
    (*accumulator)
        ->Take(ctx.inputs[1].int_at(0), ctx.cancellation,
               [&ctx, done = std::move(done)](Status taken, Tensor value) {
                 if (taken.ok()) ctx.outputs[0] = std::move(value);
                 done(std::move(taken));
               });
  }

 private:
  DType dtype_ = DType::kInvalid;
};

// The accumulator of a kind that input 0 is, or null.
template <typename T>
T* AccumulatorAs(const Ref<Resource>& resource) {
  return resource->TypeName() == T::kTypeName ? static_cast<T*>(resource.get()) : nullptr;
}

class SetGlobalStep : public HostKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[1], DType::kInt64, "new_global_step"));
    RUNNEL_ASSIGN_OR_RETURN(const Ref<Resource> resource, ResourceFromHandle(ctx.inputs[0], ""));
    if (auto* const sparse = AccumulatorAs<SparseAccumulator>(resource)) {
      sparse->SetGlobalStep(ctx.inputs[1].int_at(0));
      return OkStatus();
    }
    RUNNEL_ASSIGN_OR_RETURN(const Ref<Accumulator> accumulator, AccumulatorFromInput(ctx));
    accumulator->SetGlobalStep(ctx.inputs[1].int_at(0));
    return OkStatus();
  }
};

class NumAccumulated : public HostKernel {
 public:
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], Tensor::Allocate(ctx.allocator, DType::kInt32, Shape()));
    RUNNEL_ASSIGN_OR_RETURN(const Ref<Resource> resource, ResourceFromHandle(ctx.inputs[0], ""));
    int32_t& count = ctx.outputs[0].values<int32_t>()[0];
    if (const auto* const sparse = AccumulatorAs<SparseAccumulator>(resource)) {
      count = static_cast<int32_t>(sparse->num_accumulated());
      return OkStatus();
    }
    RUNNEL_ASSIGN_OR_RETURN(const Ref<Accumulator> accumulator, AccumulatorFromInput(ctx));
    count = static_cast<int32_t>(accumulator->num_accumulated());
    return OkStatus();
  }
};

constexpr HostKernelRow kRows[] = {
    {.op = "ConditionalAccumulator", .create = MakeAccumulator::Create},
    {.op = "AccumulatorApplyGradient", .create = Make<ApplyGradient>},
    {.op = "AccumulatorTakeGradient", .is_async = true, .create = TakeGradient::Create},
    {.op = "AccumulatorSetGlobalStep", .create = Make<SetGlobalStep>},
    {.op = "AccumulatorNumAccumulated", .create = Make<NumAccumulated>},
    {.op = "ResourceConditionalAccumulator", .create = MakeAccumulator::Create},
    {.op = "ResourceAccumulatorApplyGradient", .create = Make<ApplyGradient>},
    {.op = "ResourceAccumulatorTakeGradient", .is_async = true, .create = TakeGradient::Create},
    {.op = "ResourceAccumulatorSetGlobalStep", .create = Make<SetGlobalStep>},
    {.op = "ResourceAccumulatorNumAccumulated", .create = Make<NumAccumulated>},
};

}  // namespace

std::span<const HostKernelRow> AccumulatorKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
