// Barrier kernels: they check what comes, and hand over to Barrier.
#include <utility>

#include "core/runtime/host_ops/barrier.h"
#include "core/runtime/host_ops/elements.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Result<Ref<Barrier>> BarrierFromInput(const HostContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Resource> resource, ResourceFromHandle(ctx.inputs[0], Barrier::kTypeName));
  return Ref<Barrier>::Share(static_cast<Barrier*>(resource.get()));
}

class MakeBarrier : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    auto kernel = std::make_unique<MakeBarrier>();
    RUNNEL_ASSIGN_OR_RETURN(kernel->key_, MakeResourceKey(node));
    Barrier::Spec& spec = kernel->spec_;
    spec.types = TypeListAttr(node, "component_types");
    spec.shapes = ShapeListAttr(node, "shapes");
    const int64_t* capacity = node.attr<int64_t>("capacity");
    if (capacity != nullptr && *capacity != -1) {
      return InvalidArgument("capacity is ", *capacity,
                             ": a barrier takes only -1; a queue before it limits what comes");
    }
    if (spec.types.empty() || spec.shapes.size() != spec.types.size()) {
      return InvalidArgument("a barrier of ", spec.types.size(),
                             " component types needs as many shapes, got ", spec.shapes.size());
    }
    for (size_t i = 0; i < spec.shapes.size(); ++i) {
      // TensorFlow reads a shape of which nothing is said as that of a scalar.
      if (!spec.shapes[i].has_rank()) spec.shapes[i] = Shape();
      if (!spec.shapes[i].IsFullyDefined()) {
        return InvalidArgument("the shape of component ", i, ", ", spec.shapes[i].ToString(),
                               ", is not fully defined");
      }
    }
    return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
  }

  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(
        Ref<Resource> barrier,
        ctx.session_resources->LookupOrCreate(key_.container, Barrier::kTypeName, key_.name,
                                              [this]() -> Result<Ref<Resource>> {
                                                return Ref<Resource>(MakeRef<Barrier>(key_.name, spec_));
                                              }));
    const Barrier::Spec& there = static_cast<Barrier*>(barrier.get())->spec();
    if (!(there == spec_)) {
      return InvalidArgument("shared barrier \"", key_.name, "\" has other component ",
                             there.types == spec_.types ? "shapes" : "types",
                             " than this node asks for");
    }
    ctx.outputs[0] = MakeResourceHandle(std::move(barrier));
    return OkStatus();
  }

 private:
  ResourceKey key_;
  Barrier::Spec spec_;
};

class InsertMany : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    auto kernel = std::make_unique<InsertMany>();
    if (const int64_t* index = node.attr<int64_t>("component_index")) kernel->index_ = *index;
    return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
  }

  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<Barrier> barrier, BarrierFromInput(ctx));
    const Tensor& keys = ctx.inputs[1];
    const Tensor& values = ctx.inputs[2];
    RUNNEL_RETURN_IF_ERROR(Check(*barrier, keys, values));
    const int64_t count = keys.num_elements();
    std::vector<std::string> names;
    std::vector<Tensor> pieces;
    RUNNEL_ASSIGN_OR_RETURN(const Tensor kept, KeepBeyondStep(values, ctx.allocator));
    const Shape element = WithoutFirst(values.shape());
    for (int64_t k = 0; k < count; ++k) {
      names.emplace_back(keys.string_at(k));
      RUNNEL_ASSIGN_OR_RETURN(Tensor piece,
                              CutElements(kept, k * element.num_elements(), element, ctx.allocator));
      pieces.push_back(std::move(piece));
    }
    return barrier->Insert(names, index_, std::move(pieces));
  }

 private:
  Status Check(const Barrier& barrier, const Tensor& keys, const Tensor& values) const {
    const Barrier::Spec& spec = barrier.spec();
    if (index_ < 0 || static_cast<size_t>(index_) >= spec.types.size()) {
      return InvalidArgument("component_index is ", index_, ", barrier \"", barrier.name(), "\" has ",
                             spec.types.size(), " components");
    }
    const auto i = static_cast<size_t>(index_);
    if (keys.dtype() != DType::kString || keys.shape().rank() != 1) {
      return InvalidArgument("keys must be a vector of strings, got ", DTypeName(keys.dtype()),
                             keys.shape().ToString());
    }
    if (values.dtype() != spec.types[i]) {
      return InvalidArgument("component ", index_, " of barrier \"", barrier.name(), "\" is ",
                             DTypeName(spec.types[i]), ", got ", DTypeName(values.dtype()));
    }
    if (values.dtype() == DType::kResource) return Unimplemented("resource handles in a barrier");
    if (keys.num_elements() > 0 && values.num_elements() == 0) {
      return InvalidArgument("barrier \"", barrier.name(),
                             "\": Tensors with no elements are not supported, got shape ",
                             values.shape().ToString());
    }
    if (!(values.shape() == Prepend(keys.num_elements(), spec.shapes[i]))) {
      return InvalidArgument(
          "values for ", keys.num_elements(), " keys of component ", index_, " must have shape ",
          Prepend(keys.num_elements(), spec.shapes[i]).ToString(), ", got ", values.shape().ToString());
    }
    return OkStatus();
  }

  int64_t index_ = 0;
};

class TakeMany : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    auto kernel = std::make_unique<TakeMany>();
    const int64_t* timeout_ms = node.attr<int64_t>("timeout_ms");
    if (timeout_ms != nullptr && *timeout_ms != -1) {
      return InvalidArgument("timeout_ms is ", *timeout_ms,
                             ": a barrier has no timeout of its own, use the step's");
    }
    const bool* small = node.attr<bool>("allow_small_batch");
    kernel->take_rest_ = small != nullptr && *small;
    kernel->types_.assign(node.output_types.begin() + 2, node.output_types.end());
    return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
  }

  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    auto found = BarrierFromInput(ctx);
    Status status = found.status();
    if (status.ok()) status = CheckScalar(ctx.inputs[1], DType::kInt32, "num_elements");
    if (status.ok() && (*found)->spec().types != types_) {
      status = InvalidArgument("barrier \"", (*found)->name(),
                               "\" has components of other types than the node expects");
    }
    if (status.ok() && ctx.inputs[1].int_at(0) < 0) {
      status = InvalidArgument("num_elements is ", ctx.inputs[1].int_at(0), ", expected at least 0");
    }
    if (!status.ok()) return done(std::move(status));
    Barrier* const barrier = found->get();
    barrier->Take(ctx.inputs[1].int_at(0), take_rest_, ctx.cancellation,
                  [&ctx, barrier = std::move(*found), done = std::move(done)](
                      Status taken, std::vector<QueueTuple> tuples) {
                    if (taken.ok()) {
                      taken = MakeBatches(ctx, barrier->spec(), tuples);
                      if (!taken.ok()) barrier->PutBack(std::move(tuples));
                    }
                    done(std::move(taken));
                  });
  }

 private:
  static Status MakeBatches(HostContext& ctx, const Barrier::Spec& spec,
                            std::span<const QueueTuple> tuples) {
    const auto count = static_cast<int64_t>(tuples.size());
    for (size_t i = 0; i < ctx.outputs.size(); ++i) {
      const DType dtype = i == 0 ? DType::kInt64 : i == 1 ? DType::kString : spec.types[i - 2];
      const Shape shape = Prepend(count, i < 2 ? Shape() : spec.shapes[i - 2]);
      RUNNEL_RETURN_IF_ERROR(Shape::Make(shape.dims()).status());
      RUNNEL_ASSIGN_OR_RETURN(Tensor batch, Tensor::Allocate(ctx.allocator, dtype, shape));
      for (int64_t k = 0; k < count; ++k) {
        const Tensor& element = tuples[static_cast<size_t>(k)][i];
        RUNNEL_RETURN_IF_ERROR(
            CopyElements(element, 0, element.num_elements(), &batch, k * element.num_elements()));
      }
      ctx.outputs[i] = std::move(batch);
    }
    return OkStatus();
  }

  bool take_rest_ = false;
  std::vector<DType> types_;
};

class CloseBarrier : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    auto kernel = std::make_unique<CloseBarrier>();
    const bool* cancel = node.attr<bool>("cancel_pending_enqueues");
    kernel->cancel_pending_ = cancel != nullptr && *cancel;
    return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<Barrier> barrier, BarrierFromInput(ctx));
    return barrier->Close(cancel_pending_);
  }

 private:
  bool cancel_pending_ = false;
};

template <bool ready>
class BarrierSize : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode&) {
    return Result<std::unique_ptr<HostKernel>>(std::make_unique<BarrierSize>());
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(const Ref<Barrier> barrier, BarrierFromInput(ctx));
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], Tensor::Allocate(ctx.allocator, DType::kInt32, Shape()));
    ctx.outputs[0].values<int32_t>()[0] =
        static_cast<int32_t>(ready ? barrier->ready_size() : barrier->incomplete_size());
    return OkStatus();
  }
};

constexpr HostKernelRow kRows[] = {
    {.op = "Barrier", .create = MakeBarrier::Create},
    {.op = "BarrierInsertMany", .create = InsertMany::Create},
    {.op = "BarrierTakeMany", .is_async = true, .create = TakeMany::Create},
    {.op = "BarrierClose", .create = CloseBarrier::Create},
    {.op = "BarrierReadySize", .create = BarrierSize<true>::Create},
    {.op = "BarrierIncompleteSize", .create = BarrierSize<false>::Create},
};

}  // namespace

std::span<const HostKernelRow> BarrierKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
