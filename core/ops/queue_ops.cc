// Queues of tuples of tensors. Blocked operations hold no thread and end when their step is cancelled.
// TensorFlow's older ops, without V2, pass a reference to a string; these pass a resource. The graphs
// are the same, since a GraphDef's edges have no types.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kQueueFlags = kOpStateful | kOpHost | kOpNotDifferentiable;

// Argument 0 of all ops but the first. The shapes of components are known to the queue at run time.
Status QueueOpShape(ShapeContext& ctx) { return RequireScalar(ctx, 0, "handle"); }

Status DequeueManyShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "handle"));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "n"));
  const auto n = ConstantInt(ctx, 1);
  if (n && *n < 0) return InvalidArgument("n is ", *n, ", expected at least 0");
  return OkStatus();
}

Status QueueFactShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "handle"));
  return ScalarShape(ctx);
}

Status MakeQueueShape(ShapeContext& ctx) {
  const auto* types = ctx.attr<std::vector<DType>>("component_types");
  const auto* shapes = ctx.attr<std::vector<Shape>>("shapes");
  if (types != nullptr && shapes != nullptr && !shapes->empty() && shapes->size() != types->size()) {
    return InvalidArgument("attr \"shapes\" has ", shapes->size(), " entries, \"component_types\" has ",
                           types->size());
  }
  return ScalarShape(ctx);
}

Status FakeQueueShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "resource"));
  return ScalarShape(ctx);
}

#define RUNNEL_QUEUE_ATTRS(first, more) \
  first "; capacity: int = -1; " more "container: string = ''; shared_name: string = ''"
#define RUNNEL_COMPONENTS "component_types: list(type) >= 1; shapes: list(shape) >= 0 = []"

#define RUNNEL_QUEUE_ROWS(version)                                                                     \
  {                                                                                                    \
      .name = "FIFOQueue" version,                                                                     \
      .outputs = "handle: resource",                                                                   \
      .attrs = RUNNEL_QUEUE_ATTRS(RUNNEL_COMPONENTS, ""),                                              \
      .doc =                                                                                           \
          "Gives the handle of a first-in first-out queue whose elements are tuples of tensors of "    \
          "the given types, and shapes if these are given; capacity -1 sets no limit.",                \
      .flags = kQueueFlags,                                                                            \
      .shape = MakeQueueShape,                                                                         \
  },                                                                                                   \
      {                                                                                                \
          .name = "PaddingFIFOQueue" version,                                                          \
          .outputs = "handle: resource",                                                               \
          .attrs = RUNNEL_QUEUE_ATTRS(RUNNEL_COMPONENTS, ""),                                          \
          .doc =                                                                                       \
              "Gives the handle of a first-in first-out queue whose shapes may leave sizes open: "     \
              "in a batch, elements are filled up with zeros or empty strings to the largest of "      \
              "them.",                                                                                 \
          .flags = kQueueFlags,                                                                        \
          .shape = MakeQueueShape,                                                                     \
      },                                                                                               \
      {                                                                                                \
          .name = "RandomShuffleQueue" version,                                                        \
          .outputs = "handle: resource",                                                               \
          .attrs = RUNNEL_QUEUE_ATTRS(RUNNEL_COMPONENTS,                                               \
                                      "min_after_dequeue: int = 0; seed: int = 0; seed2: int = 0; "),  \
          .doc =                                                                                       \
              "Gives the handle of a queue that gives its elements in random order. Until it is "      \
              "closed, min_after_dequeue elements stay in it. Equal seeds give equal orders; seeds "   \
              "of 0 are drawn.",                                                                       \
          .flags = kQueueFlags,                                                                        \
          .shape = MakeQueueShape,                                                                     \
      },                                                                                               \
      {                                                                                                \
          .name = "PriorityQueue" version,                                                             \
          .outputs = "handle: resource",                                                               \
          .attrs = RUNNEL_QUEUE_ATTRS(                                                                 \
              "component_types: list(type) >= 0 = []; shapes: list(shape) >= 0", ""),                  \
          .doc =                                                                                       \
              "Gives the handle of a queue whose elements have an int64 scalar, their priority, "      \
              "before the given components; the least comes out first.",                               \
          .flags = kQueueFlags,                                                                        \
          .shape = MakeQueueShape,                                                                     \
      },                                                                                               \
      {                                                                                                \
          .name = "QueueEnqueue" version,                                                              \
          .inputs = "handle: resource, components: Tcomponents",                                       \
          .attrs = "Tcomponents: list(type) >= 1; timeout_ms: int = -1",                               \
          .doc =                                                                                       \
              "Puts one element into the queue, waiting for room. Errors: CANCELLED if the queue "     \
              "is closed; INVALID_ARGUMENT for other types or shapes.",                                \
          .flags = kQueueFlags,                                                                        \
          .shape = QueueOpShape,                                                                       \
      },                                                                                               \
      {                                                                                                \
          .name = "QueueEnqueueMany" version,                                                          \
          .inputs = "handle: resource, components: Tcomponents",                                       \
          .attrs = "Tcomponents: list(type) >= 1; timeout_ms: int = -1",                               \
          .doc =                                                                                       \
              "Puts the slices of the components along dimension 0 into the queue, one by one. "       \
              "Shapes: all components have the same first dimension. Errors: as QueueEnqueue.",        \
          .flags = kQueueFlags,                                                                        \
          .shape = QueueOpShape,                                                                       \
      },                                                                                               \
      {                                                                                                \
          .name = "QueueDequeue" version,                                                              \
          .inputs = "handle: resource",                                                                \
          .outputs = "components: component_types",                                                    \
          .attrs = "component_types: list(type) >= 1; timeout_ms: int = -1",                           \
          .doc =                                                                                       \
              "Takes one element out of the queue, waiting for one. Errors: OUT_OF_RANGE if the "      \
              "queue is closed and empty.",                                                            \
          .flags = kQueueFlags,                                                                        \
          .shape = QueueOpShape,                                                                       \
      },                                                                                               \
      {                                                                                                \
          .name = "QueueDequeueMany" version,                                                          \
          .inputs = "handle: resource, n: int32",                                                      \
          .outputs = "components: component_types",                                                    \
          .attrs = "component_types: list(type) >= 1; timeout_ms: int = -1",                           \
          .doc =                                                                                       \
              "Takes n elements out of the queue, waiting for all, and stacks each component "         \
              "along a new dimension 0. Shapes: n is a scalar; the queue knows its components' "       \
              "shapes. Errors: OUT_OF_RANGE if the queue is closed and holds fewer.",                  \
          .flags = kQueueFlags,                                                                        \
          .shape = DequeueManyShape,                                                                   \
      },                                                                                               \
      {                                                                                                \
          .name = "QueueDequeueUpTo" version,                                                          \
          .inputs = "handle: resource, n: int32",                                                      \
          .outputs = "components: component_types",                                                    \
          .attrs = "component_types: list(type) >= 1; timeout_ms: int = -1",                           \
          .doc =                                                                                       \
              "As QueueDequeueMany, but takes what is left if the queue is closed and holds fewer "    \
              "than n. Errors: OUT_OF_RANGE if it is closed and empty.",                               \
          .flags = kQueueFlags,                                                                        \
          .shape = DequeueManyShape,                                                                   \
      },                                                                                               \
      {                                                                                                \
          .name = "QueueClose" version,                                                                \
          .inputs = "handle: resource",                                                                \
          .attrs = "cancel_pending_enqueues: bool = false",                                            \
          .doc =                                                                                       \
              "Lets no more elements in; what is in the queue can still be taken out. Waiting "        \
              "enqueues go on, or end with CANCELLED if cancel_pending_enqueues is set.",              \
          .flags = kQueueFlags,                                                                        \
          .shape = QueueOpShape,                                                                       \
      },                                                                                               \
      {                                                                                                \
          .name = "QueueSize" version,                                                                 \
          .inputs = "handle: resource",                                                                \
          .outputs = "size: int32",                                                                    \
          .doc = "Gives the number of elements in the queue. Shapes: size is a scalar.",               \
          .flags = kQueueFlags,                                                                        \
          .shape = QueueFactShape,                                                                     \
      },                                                                                               \
  {                                                                                                    \
    .name = "QueueIsClosed" version, .inputs = "handle: resource", .outputs = "is_closed: bool",       \
    .doc = "Tells whether the queue was closed. Shapes: is_closed is a scalar.", .flags = kQueueFlags, \
    .shape = QueueFactShape,                                                                           \
  }

constexpr OpRow kQueueOps[] = {
    RUNNEL_QUEUE_ROWS(""),
    RUNNEL_QUEUE_ROWS("V2"),
    {
        .name = "FakeQueue",
        .inputs = "resource: resource",
        .outputs = "handle: resource",
        .doc = "Hands a queue on to the ops without V2. Shapes: scalars.",
        .flags = kQueueFlags,
        .shape = FakeQueueShape,
    },
};

#undef RUNNEL_QUEUE_ROWS
#undef RUNNEL_COMPONENTS
#undef RUNNEL_QUEUE_ATTRS

}  // namespace

std::span<const OpRow> QueueOps() { return ChosenRows<kQueueOps>::All(); }

}  // namespace runnel
