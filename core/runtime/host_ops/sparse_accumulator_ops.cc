// Kernels of sparse accumulators: they check what comes, and hand over to SparseAccumulator, which
// waits. The ops that ask for counts and set steps are those of dense ones (accumulator_ops.cc).
#include <memory>
#include <utility>

#include "core/runtime/exchange/combine.h"
#include "core/runtime/host_ops/attr_kernel.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "core/runtime/host_ops/sparse_accumulator.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Result<Ref<SparseAccumulator>> FromInput(const HostContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Resource> resource,
                          ResourceFromHandle(ctx.inputs[0], SparseAccumulator::kTypeName));
  return Ref<SparseAccumulator>::Share(static_cast<SparseAccumulator*>(resource.get()));
}

class MakeSparseAccumulator : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    RUNNEL_ASSIGN_OR_RETURN(key_, MakeResourceKey(node));
    spec_.dtype = AttrOr(node, "dtype", DType::kFloat);
    spec_.shape = AttrOr(node, "shape", Shape::Unknown());
    const std::string reduction = StringAttrOr(node, "reduction_type", "MEAN");
    if (reduction != "MEAN" && reduction != "SUM") {
      return InvalidArgument("reduction_type is \"", reduction, "\", expected MEAN or SUM");
    }
    spec_.mean = reduction == "MEAN";
    if (CanCombine(spec_.dtype)) return OkStatus();
    return Unimplemented("an accumulator of ", DTypeName(spec_.dtype),
                         "; there are half, bfloat16, float, double and integers of 32 and 64 bits");
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(
        Ref<Resource> accumulator,
        ctx.session_resources->LookupOrCreate(
            key_.container, SparseAccumulator::kTypeName, key_.name, [this]() -> Result<Ref<Resource>> {
              return Ref<Resource>(MakeRef<SparseAccumulator>(key_.name, spec_));
            }));
    if (!(static_cast<SparseAccumulator*>(accumulator.get())->spec() == spec_)) {
      return InvalidArgument("shared accumulator \"", key_.name,
                             "\" has another type, shape or reduction than this node asks for");
    }
    ctx.outputs[0] = MakeResourceHandle(std::move(accumulator));
    return OkStatus();
  }

 private:
  ResourceKey key_;
  SparseAccumulator::Spec spec_;
};

class ApplySparse : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    has_shape_ = AttrOr(node, "has_known_shape", false);
    return OkStatus();
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<SparseAccumulator> accumulator, FromInput(ctx));
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[1], DType::kInt64, "local_step"));
    Shape shape = Shape::Unknown();
    if (has_shape_) {
      RUNNEL_RETURN_IF_ERROR(CheckRank(ctx, 4, "gradient_shape", 1));
      std::vector<int64_t> dims;
      for (int64_t d = 0; d < ctx.inputs[4].num_elements(); ++d) dims.push_back(ctx.inputs[4].int_at(d));
      RUNNEL_ASSIGN_OR_RETURN(shape, Shape::Make(dims, -1));
    }
    return accumulator->Apply(ctx.inputs[1].int_at(0), ctx.inputs[2], ctx.inputs[3], shape);
  }

 private:
  bool has_shape_ = false;
};

class TakeSparse : public AttrKernel {
 public:
  Status Init(const HostNode& node) override {
    dtype_ = AttrOr(node, "dtype", DType::kInvalid);
    return OkStatus();
  }
  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    const auto accumulator = FromInput(ctx);
    Status status = accumulator.status();
    if (status.ok()) status = CheckScalar(ctx.inputs[1], DType::kInt32, "num_required");
    if (status.ok() && (*accumulator)->spec().dtype != dtype_) {
      status = InvalidArgument("accumulator \"", (*accumulator)->name(), "\" adds up ",
                               DTypeName((*accumulator)->spec().dtype), ", the node expects ",
                               DTypeName(dtype_));
    }
    if (!status.ok()) return done(std::move(status));
    auto rows = std::make_shared<SparseAccumulator::Rows>();
    (*accumulator)
        ->Take(ctx.inputs[1].int_at(0), ctx.allocator, ctx.cancellation, rows.get(),
               [&ctx, rows, done = std::move(done)](Status taken) {
                 if (taken.ok()) {
                   ctx.outputs[0] = std::move(rows->indices);
                   ctx.outputs[1] = std::move(rows->values);
                   ctx.outputs[2] = std::move(rows->shape);
                 }
                 done(std::move(taken));
               });
  }

 private:
  DType dtype_ = DType::kInvalid;
};

constexpr HostKernelRow kRows[] = {
    {.op = "SparseConditionalAccumulator", .create = CreateKernel<MakeSparseAccumulator>},
    {.op = "SparseAccumulatorApplyGradient", .create = CreateKernel<ApplySparse>},
    {.op = "SparseAccumulatorTakeGradient", .is_async = true, .create = CreateKernel<TakeSparse>},
};

}  // namespace

std::span<const HostKernelRow> SparseAccumulatorKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
