// Queue kernels: they check what comes against the queue, and hand over to FifoQueue, which waits.
#include <cstring>
#include <utility>

#include "core/base/checked.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "core/runtime/host_ops/queue.h"

namespace runnel {
namespace {

Result<Ref<FifoQueue>> QueueFromInput(const HostContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Resource> resource,
                          ResourceFromHandle(ctx.inputs[0], FifoQueue::kTypeName));
  return Ref<FifoQueue>::Share(static_cast<FifoQueue*>(resource.get()));
}

// The shape of one element, or of a batch of n of them.
Shape WithBatch(int64_t n, const Shape& element) {
  Shape shape{n};
  for (const int64_t dim : element.dims()) shape.Append(dim);
  return shape;
}

Shape WithoutBatch(const Shape& batch) { return Shape(batch.dims().subspan(1)); }

Status CheckTypes(const FifoQueue& queue, std::span<const DType> got, std::string_view what) {
  const std::vector<DType>& types = queue.spec().types;
  if (got.size() != types.size()) {
    return InvalidArgument("queue \"", queue.name(), "\" has ", types.size(), " components, ", what, " ",
                           got.size());
  }
  for (size_t i = 0; i < types.size(); ++i) {
    if (got[i] != types[i]) {
      return InvalidArgument("queue \"", queue.name(), "\" component ", i, " is ", DTypeName(types[i]),
                             ", ", what, " ", DTypeName(got[i]));
    }
  }
  return OkStatus();
}

class MakeQueue : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    auto kernel = std::make_unique<MakeQueue>();
    RUNNEL_ASSIGN_OR_RETURN(kernel->key_, MakeResourceKey(node));
    FifoQueue::Spec& spec = kernel->spec_;
    spec.types = TypeListAttr(node, "component_types");
    spec.shapes = ShapeListAttr(node, "shapes");
    if (const int64_t* capacity = node.attr<int64_t>("capacity")) spec.capacity = *capacity;
    if (spec.types.empty()) return InvalidArgument("component_types is empty, expected at least one");
    if (!spec.shapes.empty() && spec.shapes.size() != spec.types.size()) {
      return InvalidArgument("a queue of ", spec.types.size(),
                             " component types needs as many shapes or none, got ", spec.shapes.size());
    }
    for (size_t i = 0; i < spec.shapes.size(); ++i) {
      if (!spec.shapes[i].IsFullyDefined()) {
        return InvalidArgument("the shape of component ", i, ", ", spec.shapes[i].ToString(),
                               ", is not fully defined");
      }
    }
    return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
  }

  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(
        Ref<Resource> queue,
        ctx.session_resources->LookupOrCreate(
            key_.container, FifoQueue::kTypeName, key_.name, [this]() -> Result<Ref<Resource>> {
              return Ref<Resource>(MakeRef<FifoQueue>(key_.name, spec_));
            }));
    RUNNEL_RETURN_IF_ERROR(static_cast<FifoQueue*>(queue.get())->CheckSame(spec_));
    ctx.outputs[0] = MakeResourceHandle(std::move(queue));
    return OkStatus();
  }

 private:
  ResourceKey key_;
  FifoQueue::Spec spec_;
};

class EnqueueBase : public HostKernel {
 public:
  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    Ref<FifoQueue> queue;
    std::vector<FifoQueue::Tuple> tuples;
    Status status = Prepare(ctx, &queue, &tuples);
    if (!status.ok()) return done(std::move(status));
    queue->Enqueue(std::move(tuples), ctx.cancellation, std::move(done));
  }

 protected:
  virtual Status MakeTuples(HostContext& ctx, const FifoQueue& queue, std::span<const Tensor> components,
                            std::vector<FifoQueue::Tuple>* tuples) = 0;

  static Status CheckNode(const HostNode& node) {
    const int64_t* timeout_ms = node.attr<int64_t>("timeout_ms");
    if (timeout_ms != nullptr && *timeout_ms != -1) {
      return Unimplemented("timeout_ms ", *timeout_ms,
                           " of a queue operation: use the timeout of the step");
    }
    return OkStatus();
  }

 private:
  Status Prepare(HostContext& ctx, Ref<FifoQueue>* queue, std::vector<FifoQueue::Tuple>* tuples) {
    RUNNEL_ASSIGN_OR_RETURN(*queue, QueueFromInput(ctx));
    const std::span<const Tensor> components = ctx.inputs.subspan(1);
    std::vector<DType> types;
    for (const Tensor& component : components) types.push_back(component.dtype());
    RUNNEL_RETURN_IF_ERROR(CheckTypes(**queue, types, "the value has"));
    return MakeTuples(ctx, **queue, components, tuples);
  }
};

class EnqueueOne : public EnqueueBase {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    RUNNEL_RETURN_IF_ERROR(CheckNode(node));
    return Result<std::unique_ptr<HostKernel>>(std::make_unique<EnqueueOne>());
  }

 private:
  Status MakeTuples(HostContext& ctx, const FifoQueue& queue, std::span<const Tensor> components,
                    std::vector<FifoQueue::Tuple>* tuples) override {
    const std::vector<Shape>& shapes = queue.spec().shapes;
    FifoQueue::Tuple tuple;
    for (size_t i = 0; i < components.size(); ++i) {
      if (!shapes.empty() && !(components[i].shape() == shapes[i])) {
        return InvalidArgument("queue \"", queue.name(), "\" component ", i, " has shape ",
                               shapes[i].ToString(), ", got ", components[i].shape().ToString());
      }
      RUNNEL_ASSIGN_OR_RETURN(Tensor kept, KeepBeyondStep(components[i], ctx.allocator));
      tuple.push_back(std::move(kept));
    }
    tuples->push_back(std::move(tuple));
    return OkStatus();
  }
};

class EnqueueMany : public EnqueueBase {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    RUNNEL_RETURN_IF_ERROR(CheckNode(node));
    return Result<std::unique_ptr<HostKernel>>(std::make_unique<EnqueueMany>());
  }

 private:
  Status MakeTuples(HostContext& ctx, const FifoQueue& queue, std::span<const Tensor> components,
                    std::vector<FifoQueue::Tuple>* tuples) override {
    const std::vector<Shape>& shapes = queue.spec().shapes;
    for (size_t i = 0; i < components.size(); ++i) {
      const Shape& shape = components[i].shape();
      if (shape.rank() < 1) {
        return InvalidArgument("component ", i,
                               " of an EnqueueMany needs a first dimension to divide, got a scalar");
      }
      if (shape.dim(0) != components[0].shape().dim(0)) {
        return InvalidArgument("component ", i, " has ", shape.dim(0), " elements, component 0 has ",
                               components[0].shape().dim(0));
      }
      if (!shapes.empty() && !(WithoutBatch(shape) == shapes[i])) {
        return InvalidArgument("queue \"", queue.name(), "\" component ", i, " has shape ",
                               shapes[i].ToString(), ", got a batch of shape ", shape.ToString());
      }
    }
    const int64_t count = components[0].shape().dim(0);
    if (count == 0) return OkStatus();
    tuples->resize(static_cast<size_t>(count));
    for (const Tensor& component : components) {
      if (component.dtype() == DType::kResource)
        return Unimplemented("batches of resource handles in a queue");
      // One copy of the batch; the elements are views of it.
      RUNNEL_ASSIGN_OR_RETURN(Tensor kept, KeepBeyondStep(component, ctx.allocator));
      const Shape element = WithoutBatch(kept.shape());
      const uint64_t stride = static_cast<uint64_t>(element.num_elements()) * DTypeSize(kept.dtype());
      for (int64_t k = 0; k < count; ++k) {
        (*tuples)[static_cast<size_t>(k)].emplace_back(
            kept.dtype(), element, kept.buffer(),
            kept.offset_bytes() + static_cast<uint64_t>(k) * stride);
      }
    }
    return OkStatus();
  }
};

class DequeueBase : public HostKernel {
 protected:
  static Status CheckNode(const HostNode& node, DequeueBase* kernel) {
    kernel->types_.assign(node.output_types.begin(), node.output_types.end());
    const int64_t* timeout_ms = node.attr<int64_t>("timeout_ms");
    if (timeout_ms != nullptr && *timeout_ms != -1) {
      return Unimplemented("timeout_ms ", *timeout_ms,
                           " of a queue operation: use the timeout of the step");
    }
    return OkStatus();
  }
  std::vector<DType> types_;
};

class DequeueOne : public DequeueBase {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    auto kernel = std::make_unique<DequeueOne>();
    RUNNEL_RETURN_IF_ERROR(CheckNode(node, kernel.get()));
    return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
  }

  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    auto queue = QueueFromInput(ctx);
    if (!queue.ok()) return done(queue.status());
    if (Status s = CheckTypes(**queue, types_, "the node expects"); !s.ok()) return done(std::move(s));
    (*queue)->Dequeue(
        1, ctx.cancellation,
        [&ctx, done = std::move(done)](Status status, std::vector<FifoQueue::Tuple> tuples) {
          if (status.ok()) std::move(tuples[0].begin(), tuples[0].end(), ctx.outputs.begin());
          done(std::move(status));
        });
  }
};

class DequeueMany : public DequeueBase {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    auto kernel = std::make_unique<DequeueMany>();
    RUNNEL_RETURN_IF_ERROR(CheckNode(node, kernel.get()));
    return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
  }

  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    auto queue = QueueFromInput(ctx);
    if (!queue.ok()) return done(queue.status());
    if (Status s = Prepare(ctx, **queue); !s.ok()) return done(std::move(s));
    const int64_t count = ctx.inputs[1].int_at(0);
    (*queue)->Dequeue(
        count, ctx.cancellation,
        [&ctx, done = std::move(done)](Status status, std::vector<FifoQueue::Tuple> tuples) {
          for (size_t k = 0; status.ok() && k < tuples.size(); ++k) {
            for (size_t i = 0; status.ok() && i < tuples[k].size(); ++i) {
              status = CopyInto(tuples[k][i], static_cast<int64_t>(k), &ctx.outputs[i]);
            }
          }
          done(std::move(status));
        });
  }

 private:
  // Makes the outputs before anything is taken, so that no element is lost when memory runs out.
  Status Prepare(HostContext& ctx, const FifoQueue& queue) const {
    RUNNEL_RETURN_IF_ERROR(CheckTypes(queue, types_, "the node expects"));
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[1], DType::kInt32, "n"));
    const int64_t count = ctx.inputs[1].int_at(0);
    if (count < 0) return InvalidArgument("n is ", count, ", expected at least 0");
    const FifoQueue::Spec& spec = queue.spec();
    if (spec.shapes.empty()) {
      return InvalidArgument("queue \"", queue.name(),
                             "\" was made without component shapes, which DequeueMany needs");
    }
    for (size_t i = 0; i < spec.types.size(); ++i) {
      if (spec.types[i] == DType::kResource)
        return Unimplemented("batches of resource handles in a queue");
      RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[i], Tensor::Allocate(ctx.allocator, spec.types[i],
                                                               WithBatch(count, spec.shapes[i])));
    }
    return OkStatus();
  }

  static Status CopyInto(const Tensor& element, int64_t index, Tensor* batch) {
    const int64_t n = element.num_elements();
    if (element.dtype() == DType::kString) {
      auto* strings = static_cast<StringBuffer*>(batch->buffer().get());
      for (int64_t j = 0; j < n; ++j) {
        RUNNEL_RETURN_IF_ERROR(strings->Set(index * n + j, element.string_at(j)));
      }
    } else if (n > 0) {
      const uint64_t bytes = element.size_bytes();
      std::memcpy(static_cast<char*>(batch->data()) + static_cast<uint64_t>(index) * bytes,
                  element.data(), bytes);
    }
    return OkStatus();
  }
};

class CloseQueue : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    auto kernel = std::make_unique<CloseQueue>();
    const bool* cancel = node.attr<bool>("cancel_pending_enqueues");
    kernel->cancel_pending_ = cancel != nullptr && *cancel;
    return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
  }
  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    auto queue = QueueFromInput(ctx);
    if (!queue.ok()) return done(queue.status());
    (*queue)->Close(cancel_pending_, ctx.cancellation, std::move(done));
  }

 private:
  bool cancel_pending_ = false;
};

class QueueSize : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode&) {
    return Result<std::unique_ptr<HostKernel>>(std::make_unique<QueueSize>());
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(Ref<FifoQueue> queue, QueueFromInput(ctx));
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], Tensor::Allocate(ctx.allocator, DType::kInt32, Shape()));
    ctx.outputs[0].values<int32_t>()[0] = static_cast<int32_t>(queue->size());
    return OkStatus();
  }
};

class QueueIsClosed : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode&) {
    return Result<std::unique_ptr<HostKernel>>(std::make_unique<QueueIsClosed>());
  }
  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(Ref<FifoQueue> queue, QueueFromInput(ctx));
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], Tensor::Allocate(ctx.allocator, DType::kBool, Shape()));
    ctx.outputs[0].values<bool>()[0] = queue->closed();
    return OkStatus();
  }
};

constexpr HostKernelRow kRows[] = {
    {.op = "FIFOQueueV2", .create = MakeQueue::Create},
    {.op = "QueueEnqueueV2", .is_async = true, .create = EnqueueOne::Create},
    {.op = "QueueEnqueueManyV2", .is_async = true, .create = EnqueueMany::Create},
    {.op = "QueueDequeueV2", .is_async = true, .create = DequeueOne::Create},
    {.op = "QueueDequeueManyV2", .is_async = true, .create = DequeueMany::Create},
    {.op = "QueueCloseV2", .is_async = true, .create = CloseQueue::Create},
    {.op = "QueueSizeV2", .create = QueueSize::Create},
    {.op = "QueueIsClosedV2", .create = QueueIsClosed::Create},
};

}  // namespace

std::span<const HostKernelRow> QueueKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
