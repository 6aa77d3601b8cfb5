// Barriers: tuples whose components come one by one. TensorFlow's ops pass a reference to a string;
// these pass a resource.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kBarrierFlags = kOpStateful | kOpHost | kOpNotDifferentiable;

Status InsertManyShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "handle"));
  RUNNEL_ASSIGN_OR_RETURN(const Shape keys, RequireRank(ctx, 1, "keys", 1));
  const Shape& values = ctx.input(2);
  if (!values.has_rank()) return OkStatus();
  if (values.rank() < 1 || !Shape{keys.dim(0)}.IsCompatibleWith(Shape{values.dim(0)})) {
    return InvalidArgument("values must have as many rows as there are keys: ", ArgIs(ctx, 2, "values"),
                           ", ", ArgIs(ctx, 1, "keys"));
  }
  return OkStatus();
}

Status TakeManyShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "handle"));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "num_elements"));
  ctx.set_output(0, Shape::UnknownOfRank(1));
  ctx.set_output(1, Shape::UnknownOfRank(1));
  return OkStatus();
}

Status CloseShape(ShapeContext& ctx) { return RequireScalar(ctx, 0, "handle"); }

Status SizeShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "handle"));
  return ScalarShape(ctx);
}

constexpr OpRow kBarrierOps[] = {
    {
        .name = "Barrier",
        .outputs = "handle: resource",
        .attrs = "component_types: list(type) >= 1; shapes: list(shape) >= 0 = []; capacity: int = -1; "
                 "container: string = ''; shared_name: string = ''",
        .doc = "Gives the handle of a barrier, which puts tuples of the given types and shapes together "
               "from components that come one by one. Shapes: a component whose shape is unknown is a "
               "scalar. Errors: INVALID_ARGUMENT for a shape that is missing or not fully defined, or "
               "a capacity other than -1.",
        .flags = kBarrierFlags,
        .shape = ScalarShape,
    },
    {
        .name = "BarrierInsertMany",
        .inputs = "handle: resource, keys: string, values: T",
        .attrs = "T: type; component_index: int",
        .doc = "Gives the tuple of each key a value for one component; a tuple that has all of them can "
               "be taken. Shapes: keys is a vector, values has a row for each. Errors: "
               "INVALID_ARGUMENT for a component that is there already; CANCELLED for a new key if the "
               "barrier is closed.",
        .flags = kBarrierFlags,
        .shape = InsertManyShape,
    },
    {
        .name = "BarrierTakeMany",
        .inputs = "handle: resource, num_elements: int32",
        .outputs = "indices: int64, keys: string, values: component_types",
        .attrs = "component_types: list(type) >= 1; allow_small_batch: bool = false; "
                 "wait_for_incomplete: bool = false; timeout_ms: int = -1",
        .doc = "Takes complete tuples, waiting for them, those whose keys came first before others; "
               "indices number the insertions that brought the keys, from the least int64 on. With "
               "allow_small_batch a closed barrier gives what it has. Shapes: num_elements is a scalar; "
               "the outputs have a row for each tuple. Errors: OUT_OF_RANGE if the barrier is closed "
               "and has fewer.",
        .flags = kBarrierFlags,
        .shape = TakeManyShape,
    },
    {
        .name = "BarrierClose",
        .inputs = "handle: resource",
        .attrs = "cancel_pending_enqueues: bool = false",
        .doc = "Lets no new keys in; components of those that are there may still come, unless "
               "cancel_pending_enqueues drops them. Errors: CANCELLED if the barrier is closed already.",
        .flags = kBarrierFlags,
        .shape = CloseShape,
    },
    {
        .name = "BarrierReadySize",
        .inputs = "handle: resource",
        .outputs = "size: int32",
        .doc = "Gives the number of complete tuples. Shapes: size is a scalar.",
        .flags = kBarrierFlags,
        .shape = SizeShape,
    },
    {
        .name = "BarrierIncompleteSize",
        .inputs = "handle: resource",
        .outputs = "size: int32",
        .doc = "Gives the number of tuples that lack components. Shapes: size is a scalar.",
        .flags = kBarrierFlags,
        .shape = SizeShape,
    },
};

}  // namespace

std::span<const OpRow> BarrierOps() { return ChosenRows<kBarrierOps>::All(); }

}  // namespace runnel
