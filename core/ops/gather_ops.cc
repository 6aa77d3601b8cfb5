// Ops that move elements by index.
#include "core/ops/families.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

constinit const OpRow kGatherOps[] = {
    {
        .name = "GatherV2",
        .inputs = "params: Tparams, indices: Tindices, axis: Taxis",
        .outputs = "output: Tparams",
        .attrs = "batch_dims: int = 0; Tparams: type; Tindices: {int32, int64}; Taxis: {int32, int64}",
        .doc =
            "Takes the slices of params along axis that indices name; the first batch_dims dimensions "
            "are matched one to one. Shapes: output is params.shape[:axis] + "
            "indices.shape[batch_dims:] + params.shape[axis+1:]. Errors: INVALID_ARGUMENT for an index "
            "outside [0,params.shape[axis]).",
    },
    {
        .name = "UnsortedSegmentSum",
        .inputs = "data: T, segment_ids: Tindices, num_segments: Tnumsegments",
        .outputs = "output: T",
        .attrs =
            "T: " RUNNEL_NUMBER_TYPES "; Tindices: {int32, int64}; Tnumsegments: {int32, int64} = int32",
        .doc =
            "Adds every slice of data into the row of output that segment_ids names; negative ids are "
            "dropped, rows without an id are 0. Shapes: segment_ids is a prefix of data's shape; output "
            "is [num_segments] + the rest. Errors: INVALID_ARGUMENT for an id >= num_segments.",
    },
    {
        .name = "OneHot",
        .inputs = "indices: TI, depth: int32, on_value: T, off_value: T",
        .outputs = "output: T",
        .attrs = "axis: int = -1; T: type; TI: {uint8, int32, int64} = int64",
        .doc =
            "Gives on_value at the positions that indices name along a new axis of size depth, and "
            "off_value elsewhere; an index outside [0,depth) gives off_value only. Shapes: depth, "
            "on_value and off_value are scalars; axis lies in [-1,rank]. Errors: INVALID_ARGUMENT for a "
            "negative depth.",
        .flags = kOpNotDifferentiable,
    },
    {
        .name = "Where",
        .inputs = "input: T",
        .outputs = "index: int64",
        .attrs =
            "T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, "
            "bfloat16, uint16, complex128, half, uint32, uint64, bool} = bool",
        .doc =
            "Gives the positions of the elements that are true or not zero, in row-major order. Shapes: "
            "index is [count,rank]; count is known only at run time.",
        .flags = kOpNotDifferentiable,
    },
};

}  // namespace

std::span<const OpRow> GatherOps() { return kGatherOps; }

}  // namespace runnel
