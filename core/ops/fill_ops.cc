// Tensors made of one value or of a sequence.
#include "core/ops/families.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

constinit const OpRow kFillOps[] = {
    {
        .name = "Fill",
        .inputs = "dims: index_type, value: T",
        .outputs = "output: T",
        .attrs = "T: type; index_type: {int32, int64} = int32",
        .doc = "Gives a tensor of shape dims with value everywhere. Shapes: dims is a vector, value a "
               "scalar. Errors: INVALID_ARGUMENT for a negative dimension.",
    },
    {
        .name = "ZerosLike",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: type",
        .doc = "Gives zeros (false, empty strings) shaped like x.",
        .flags = kOpNotDifferentiable,
    },
    {
        .name = "OnesLike",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs =
            "T: {bfloat16, half, float, double, int8, uint8, int16, uint16, int32, int64, complex64, "
            "complex128, bool}",
        .doc = "Gives ones (true) shaped like x.",
        .flags = kOpNotDifferentiable,
    },
    {
        .name = "Range",
        .inputs = "start: Tidx, limit: Tidx, delta: Tidx",
        .outputs = "output: Tidx",
        .attrs = "Tidx: {bfloat16, half, float, double, int32, int64} = int32",
        .doc = "Gives start, start + delta, ... as far as they lie before limit. Shapes: inputs are "
               "scalars; output is a vector of max(0, ceil((limit - start) / delta)) elements. Errors: "
               "INVALID_ARGUMENT for a delta of 0.",
        .flags = kOpNotDifferentiable,
    },
};

}  // namespace

std::span<const OpRow> FillOps() { return kFillOps; }

}  // namespace runnel
