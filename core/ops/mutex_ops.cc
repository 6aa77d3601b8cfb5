// Mutexes of graphs: what critical sections are made of.
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kHostFlags = kOpStateful | kOpHost | kOpNotDifferentiable;

Status MutexLockShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "mutex"));
  return ScalarShape(ctx);
}

Status ConsumeMutexLockShape(ShapeContext& ctx) { return RequireScalar(ctx, 0, "mutex_lock"); }

constexpr OpRow kMutexOps[] = {
    {
        .name = "MutexV2",
        .outputs = "resource: resource",
        .attrs = "container: string = ''; shared_name: string = ''",
        .doc = "Gives the handle of the mutex called shared_name (the node's name if that is empty) in "
               "container. Shapes: resource is a scalar.",
        .flags = kHostFlags,
        .shape = ScalarShape,
    },
    {
        .name = "MutexLock",
        .inputs = "mutex: resource",
        .outputs = "mutex_lock: variant",
        .doc = "Waits for the mutex, in order of arrival, and gives the lock, which holds it until "
               "ConsumeMutexLock has run or the value is dropped, as at the end of a step that fails. "
               "Shapes: both are scalars. Errors: CANCELLED if the step ends first.",
        .flags = kHostFlags,
        .shape = MutexLockShape,
    },
    {
        .name = "ConsumeMutexLock",
        .inputs = "mutex_lock: variant",
        .doc = "Gives the mutex free. Shapes: mutex_lock is a scalar. Errors: INVALID_ARGUMENT for a "
               "value that is no lock.",
        .flags = kHostFlags,
        .shape = ConsumeMutexLockShape,
    },
};

}  // namespace

std::span<const OpRow> MutexOps() { return ChosenRows<kMutexOps>::All(); }

}  // namespace runnel
