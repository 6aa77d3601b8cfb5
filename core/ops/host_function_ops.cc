// Ops that call a function of the host program. What it computes is not known here, nor its shapes.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kHostFunctionFlags = kOpStateful | kOpHost | kOpNotDifferentiable;

constexpr OpRow kHostFunctionOps[] = {
    {
        .name = "PyFunc",
        .inputs = "input: Tin",
        .outputs = "output: Tout",
        .attrs = "token: string; Tin: list(type) >= 0; Tout: list(type) >= 0",
        .doc =
            "Gives what the host program's function for the token makes of the inputs, whatever its "
            "shapes. Errors: UNIMPLEMENTED where none is registered; INVALID_ARGUMENT for other types "
            "than Tout; those of the function.",
        .flags = kHostFunctionFlags,
        .shape = LateShape,
    },
    {
        .name = "PyFuncStateless",
        .inputs = "input: Tin",
        .outputs = "output: Tout",
        .attrs = "token: string; Tin: list(type) >= 0; Tout: list(type) >= 0",
        .doc = "As PyFunc, of a function without side effects. It runs in every step that needs it.",
        .flags = kHostFunctionFlags,
        .shape = LateShape,
    },
    {
        .name = "EagerPyFunc",
        .inputs = "input: Tin",
        .outputs = "output: Tout",
        .attrs = "token: string; is_async: bool = false; Tin: list(type) >= 0; Tout: list(type) >= 0",
        .doc = "As PyFunc, of a function that TensorFlow would run eagerly; is_async has no effect.",
        .flags = kHostFunctionFlags,
        .shape = LateShape,
    },
};

}  // namespace

std::span<const OpRow> HostFunctionOps() { return ChosenRows<kHostFunctionOps>::All(); }

}  // namespace runnel
