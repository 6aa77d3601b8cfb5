// What planning makes of several nodes.
#include "core/ops/families.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

constinit const OpRow kFusedOps[] = {
    {
        .name = "_FusedElementwise",
        .inputs = "inputs: N * T",
        .outputs = "outputs: M * T",
        .attrs = "T: {float, double}; N: int >= 1; M: int >= 1; program: string; results: list(int); "
                 "runs: list(int)",
        .doc = "Several element-wise ops in one pass over their operands; plugins/abi/rnlp_fused.h has "
               "the program's language. Shapes: outputs are all alike.",
        .flags = kOpNotDifferentiable,
        .shape = LateShape,
    },
};

}  // namespace

std::span<const OpRow> FusedOps() { return kFusedOps; }

}  // namespace runnel
