// Queue kernels: they check what comes against the queue, and hand over to Queue, which waits.
#include <algorithm>
#include <utility>

#include "core/runtime/host_ops/elements.h"
#include "core/runtime/host_ops/families.h"
#include "core/runtime/host_ops/host_util.h"
#include "core/runtime/host_ops/queue.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Result<Ref<Queue>> QueueFromInput(const HostContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Ref<Resource> resource, ResourceFromHandle(ctx.inputs[0], Queue::kTypeName));
  return Ref<Queue>::Share(static_cast<Queue*>(resource.get()));
}

Status CheckTypes(const Queue& queue, std::span<const DType> got, std::string_view what) {
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

Status CheckNoTimeout(const HostNode& node) {
  const int64_t* timeout_ms = node.attr<int64_t>("timeout_ms");
  if (timeout_ms == nullptr || *timeout_ms == -1) return OkStatus();
  return InvalidArgument("timeout_ms is ", *timeout_ms,
                         ": a queue operation has no timeout of its own, use the step's");
}

template <QueueKind kind>
class MakeQueue : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    auto kernel = std::make_unique<MakeQueue>();
    RUNNEL_ASSIGN_OR_RETURN(kernel->key_, MakeResourceKey(node));
    Queue::Spec& spec = kernel->spec_;
    spec.kind = kind;
    spec.types = TypeListAttr(node, "component_types");
    spec.shapes = ShapeListAttr(node, "shapes");
    for (const auto& [value, name] :
         {std::pair(&spec.capacity, "capacity"), std::pair(&spec.min_after_dequeue, "min_after_dequeue"),
          std::pair(&spec.seed, "seed"), std::pair(&spec.seed2, "seed2")}) {
      if (const int64_t* given = node.attr<int64_t>(name)) *value = *given;
    }
    if (kind == QueueKind::kPriority) {
      if (spec.shapes.size() != spec.types.size()) {
        return InvalidArgument("a priority queue of ", spec.types.size(),
                               " component types needs as many shapes, got ", spec.shapes.size());
      }
      spec.types.insert(spec.types.begin(), DType::kInt64);
      spec.shapes.insert(spec.shapes.begin(), Shape());
    }
    RUNNEL_RETURN_IF_ERROR(CheckSpec(spec));
    return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
  }

  Status Run(HostContext& ctx) override {
    RUNNEL_ASSIGN_OR_RETURN(
        Ref<Resource> queue,
        ctx.session_resources->LookupOrCreate(key_.container, Queue::kTypeName, key_.name,
                                              [this]() -> Result<Ref<Resource>> {
                                                return Ref<Resource>(MakeRef<Queue>(key_.name, spec_));
                                              }));
    RUNNEL_RETURN_IF_ERROR(static_cast<Queue*>(queue.get())->CheckSame(spec_));
    ctx.outputs[0] = MakeResourceHandle(std::move(queue));
    return OkStatus();
  }

 private:
  static Status CheckSpec(const Queue::Spec& spec) {
    if (spec.types.empty()) return InvalidArgument("component_types is empty, expected at least one");
    if (!spec.shapes.empty() && spec.shapes.size() != spec.types.size()) {
      return InvalidArgument("a queue of ", spec.types.size(),
                             " component types needs as many shapes or none, got ", spec.shapes.size());
    }
    if (kind == QueueKind::kPadding && spec.shapes.empty()) {
      return InvalidArgument("a queue that pads needs the shape of each component");
    }
    for (size_t i = 0; i < spec.shapes.size(); ++i) {
      const Shape& shape = spec.shapes[i];
      if (kind == QueueKind::kPadding ? !shape.has_rank() : !shape.IsFullyDefined()) {
        return InvalidArgument(
            "the shape of component ", i, ", ", shape.ToString(),
            kind == QueueKind::kPadding ? ", has no known rank" : ", is not fully defined");
      }
    }
    if (spec.min_after_dequeue < 0 ||
        (spec.capacity >= 0 && spec.min_after_dequeue >= spec.capacity && kind == QueueKind::kShuffle)) {
      return InvalidArgument("min_after_dequeue is ", spec.min_after_dequeue,
                             ", expected at least 0 and less than the capacity, ", spec.capacity);
    }
    return OkStatus();
  }

  ResourceKey key_;
  Queue::Spec spec_;
};

class EnqueueBase : public HostKernel {
 public:
  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    Ref<Queue> queue;
    std::vector<Queue::Tuple> tuples;
    Status status = Prepare(ctx, &queue, &tuples);
    if (!status.ok()) return done(std::move(status));
    queue->Enqueue(std::move(tuples), ctx.cancellation, std::move(done));
  }

 protected:
  virtual Status MakeTuples(HostContext& ctx, const Queue& queue, std::span<const Tensor> components,
                            std::vector<Queue::Tuple>* tuples) = 0;

 private:
  Status Prepare(HostContext& ctx, Ref<Queue>* queue, std::vector<Queue::Tuple>* tuples) {
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
    RUNNEL_RETURN_IF_ERROR(CheckNoTimeout(node));
    return Result<std::unique_ptr<HostKernel>>(std::make_unique<EnqueueOne>());
  }

 private:
  Status MakeTuples(HostContext& ctx, const Queue& queue, std::span<const Tensor> components,
                    std::vector<Queue::Tuple>* tuples) override {
    const std::vector<Shape>& shapes = queue.spec().shapes;
    Queue::Tuple tuple;
    for (size_t i = 0; i < components.size(); ++i) {
      if (!shapes.empty() && !shapes[i].IsCompatibleWith(components[i].shape())) {
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
    RUNNEL_RETURN_IF_ERROR(CheckNoTimeout(node));
    return Result<std::unique_ptr<HostKernel>>(std::make_unique<EnqueueMany>());
  }

 private:
  Status MakeTuples(HostContext& ctx, const Queue& queue, std::span<const Tensor> components,
                    std::vector<Queue::Tuple>* tuples) override {
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
      if (!shapes.empty() && !shapes[i].IsCompatibleWith(WithoutFirst(shape))) {
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
      // One copy of the batch; the elements are views of it where they may be.
      RUNNEL_ASSIGN_OR_RETURN(const Tensor kept, KeepBeyondStep(component, ctx.allocator));
      const Shape element = WithoutFirst(kept.shape());
      for (int64_t k = 0; k < count; ++k) {
        RUNNEL_ASSIGN_OR_RETURN(Tensor piece,
                                CutElements(kept, k * element.num_elements(), element, ctx.allocator));
        (*tuples)[static_cast<size_t>(k)].push_back(std::move(piece));
      }
    }
    return OkStatus();
  }
};

class DequeueOne : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    RUNNEL_RETURN_IF_ERROR(CheckNoTimeout(node));
    auto kernel = std::make_unique<DequeueOne>();
    kernel->types_.assign(node.output_types.begin(), node.output_types.end());
    return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
  }

  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    auto queue = QueueFromInput(ctx);
    if (!queue.ok()) return done(queue.status());
    if (Status s = CheckTypes(**queue, types_, "the node expects"); !s.ok()) return done(std::move(s));
    (*queue)->Dequeue(1, /*take_rest=*/false, ctx.cancellation,
                      [&ctx, done = std::move(done)](Status status, std::vector<Queue::Tuple> tuples) {
                        if (status.ok())
                          std::move(tuples[0].begin(), tuples[0].end(), ctx.outputs.begin());
                        done(std::move(status));
                      });
  }

 private:
  std::vector<DType> types_;
};

// The shape of a batch of component `i` of the tuples: what the queue leaves open is the most that one
// of them has, 0 for none.
Shape BatchShape(const Shape& element, std::span<const Queue::Tuple> tuples, size_t i) {
  Shape shape = Prepend(static_cast<int64_t>(tuples.size()), element);
  for (int d = 0; d < element.rank(); ++d) {
    if (element.dim(d) >= 0) continue;
    int64_t most = 0;
    for (const Queue::Tuple& tuple : tuples) most = std::max(most, tuple[i].shape().dim(d));
    shape.set_dim(d + 1, most);
  }
  return shape;
}

// Copies `element` to position `index` of a batch whose elements may be larger.
Status CopyPadded(const Tensor& element, int64_t index, Tensor* batch) {
  const Shape& from = element.shape();
  const Shape& to = batch->shape();
  int64_t slots = 1;
  for (int d = 1; d < to.rank(); ++d) slots *= to.dim(d);
  const int rank = from.rank();
  const int64_t row = rank == 0 ? 1 : from.dim(rank - 1);
  const int64_t rows = row == 0 ? 0 : element.num_elements() / row;
  for (int64_t r = 0; r < rows; ++r) {
    int64_t at = 0, rest = r, stride = rank == 0 ? 1 : to.dim(rank);
    for (int d = rank - 2; d >= 0; --d) {
      at += rest % from.dim(d) * stride;
      rest /= from.dim(d);
      stride *= to.dim(d + 1);
    }
    RUNNEL_RETURN_IF_ERROR(CopyElements(element, r * row, row, batch, index * slots + at));
  }
  return OkStatus();
}

// Of n elements, or, with `take_rest`, of fewer from a closed queue.
template <bool take_rest>
class DequeueMany : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode& node) {
    RUNNEL_RETURN_IF_ERROR(CheckNoTimeout(node));
    auto kernel = std::make_unique<DequeueMany>();
    kernel->types_.assign(node.output_types.begin(), node.output_types.end());
    return Result<std::unique_ptr<HostKernel>>(std::move(kernel));
  }

  void Start(HostContext& ctx, std::function<void(Status)> done) override {
    auto found = QueueFromInput(ctx);
    if (!found.ok()) return done(found.status());
    Queue* const queue = found->get();
    if (Status s = Check(ctx, *queue); !s.ok()) return done(std::move(s));
    queue->Dequeue(ctx.inputs[1].int_at(0), take_rest, ctx.cancellation,
                   [&ctx, queue = std::move(*found), done = std::move(done)](
                       Status status, std::vector<Queue::Tuple> tuples) {
                     if (status.ok()) {
                       status = MakeBatches(ctx, queue->spec(), tuples);
                       if (!status.ok()) queue->PutBack(std::move(tuples));
                     }
                     done(std::move(status));
                   });
  }

 private:
  Status Check(const HostContext& ctx, const Queue& queue) const {
    RUNNEL_RETURN_IF_ERROR(CheckTypes(queue, types_, "the node expects"));
    RUNNEL_RETURN_IF_ERROR(CheckScalar(ctx.inputs[1], DType::kInt32, "n"));
    const int64_t count = ctx.inputs[1].int_at(0);
    if (count < 0) return InvalidArgument("n is ", count, ", expected at least 0");
    const Queue::Spec& spec = queue.spec();
    if (spec.shapes.empty()) {
      return InvalidArgument("queue \"", queue.name(),
                             "\" was made without component shapes, which DequeueMany needs");
    }
    for (const DType dtype : spec.types) {
      if (dtype == DType::kResource) return Unimplemented("batches of resource handles in a queue");
    }
    return OkStatus();
  }

  static Status MakeBatches(HostContext& ctx, const Queue::Spec& spec,
                            std::span<const Queue::Tuple> tuples) {
    for (size_t i = 0; i < spec.types.size(); ++i) {
      const Shape shape = BatchShape(spec.shapes[i], tuples, i);
      RUNNEL_RETURN_IF_ERROR(Shape::Make(shape.dims()).status());
      const bool whole = spec.shapes[i].IsFullyDefined();
      RUNNEL_ASSIGN_OR_RETURN(Tensor batch, whole ? Tensor::Allocate(ctx.allocator, spec.types[i], shape)
                                                  : MakeZeros(spec.types[i], shape, ctx.allocator));
      for (size_t k = 0; k < tuples.size(); ++k) {
        RUNNEL_RETURN_IF_ERROR(CopyPadded(tuples[k][i], static_cast<int64_t>(k), &batch));
      }
      ctx.outputs[i] = std::move(batch);
    }
    return OkStatus();
  }

  std::vector<DType> types_;
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
    RUNNEL_ASSIGN_OR_RETURN(Ref<Queue> queue, QueueFromInput(ctx));
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
    RUNNEL_ASSIGN_OR_RETURN(Ref<Queue> queue, QueueFromInput(ctx));
    RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[0], Tensor::Allocate(ctx.allocator, DType::kBool, Shape()));
    ctx.outputs[0].values<bool>()[0] = queue->closed();
    return OkStatus();
  }
};

// The older ops pass queues by references to strings.
class FakeQueue : public HostKernel {
 public:
  static Result<std::unique_ptr<HostKernel>> Create(const HostNode&) {
    return Result<std::unique_ptr<HostKernel>>(std::make_unique<FakeQueue>());
  }
  Status Run(HostContext& ctx) override {
    ctx.outputs[0] = ctx.inputs[0];
    return OkStatus();
  }
};

#define RUNNEL_QUEUE_KERNELS(version)                                                             \
  {.op = "FIFOQueue" version, .create = MakeQueue<QueueKind::kFifo>::Create},                     \
      {.op = "PaddingFIFOQueue" version, .create = MakeQueue<QueueKind::kPadding>::Create},       \
      {.op = "RandomShuffleQueue" version, .create = MakeQueue<QueueKind::kShuffle>::Create},     \
      {.op = "PriorityQueue" version, .create = MakeQueue<QueueKind::kPriority>::Create},         \
      {.op = "QueueEnqueue" version, .is_async = true, .create = EnqueueOne::Create},             \
      {.op = "QueueEnqueueMany" version, .is_async = true, .create = EnqueueMany::Create},        \
      {.op = "QueueDequeue" version, .is_async = true, .create = DequeueOne::Create},             \
      {.op = "QueueDequeueMany" version, .is_async = true, .create = DequeueMany<false>::Create}, \
      {.op = "QueueDequeueUpTo" version, .is_async = true, .create = DequeueMany<true>::Create},  \
      {.op = "QueueClose" version, .is_async = true, .create = CloseQueue::Create},               \
      {.op = "QueueSize" version, .create = QueueSize::Create}, {                                 \
    .op = "QueueIsClosed" version, .create = QueueIsClosed::Create                                \
  }

constexpr HostKernelRow kRows[] = {
    RUNNEL_QUEUE_KERNELS(""),
    RUNNEL_QUEUE_KERNELS("V2"),
    {.op = "FakeQueue", .create = FakeQueue::Create},
};

#undef RUNNEL_QUEUE_KERNELS

}  // namespace

std::span<const HostKernelRow> QueueKernels() { return ChosenRows<kRows>::All(); }

}  // namespace runnel
