// What several tasks of a cluster compute together.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr OpRow kCollectiveOps[] = {
    {
        .name = "CollectiveReduce",
        .inputs = "input: T",
        .outputs = "data: T",
        .attrs = "T: {bfloat16, float, half, double, int32, int64}; group_size: int; group_key: int; "
                 "instance_key: int; merge_op: {'Min', 'Max', 'Mul', 'Add'}; final_op: {'Id', 'Div'}; "
                 "subdiv_offsets: list(int); wait_for: list(int) = []; "
                 "communication_hint: string = 'auto'; timeout_seconds: float = 0",
        .doc =
            "Combines input, element by element, with what the other tasks of its group give for the "
            "same instance_key, and divides by group_size if final_op is Div; all get the same bits. In "
            "a session that is not on a cluster the members are devices of the process that form a "
            "group, each with a node of the same step. "
            "communication_hint is ring, halving or auto, which takes what is faster as measured; where "
            "the values of all lie on devices that reach each other (NCCL), these combine them, and "
            "minima and maxima of NaN are theirs. "
            "Shapes: all inputs and data are alike. Errors: UNAVAILABLE naming a task that was lost; "
            "FAILED_PRECONDITION in a session that is not on a cluster for a value in the host's "
            "memory; "
            "UNIMPLEMENTED there for timeout_seconds; DEADLINE_EXCEEDED after timeout_seconds, if that "
            "is not 0.",
        .flags = kOpStateful | kOpHost | kOpNotDifferentiable,
        .shape = UnchangedShape,
    },
};

}  // namespace

std::span<const OpRow> CollectiveOps() { return ChosenRows<kCollectiveOps>::All(); }

}  // namespace runnel
