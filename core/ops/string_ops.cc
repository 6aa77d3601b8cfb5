// Strings.
#include "core/ops/families.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

constinit const OpRow kStringOps[] = {
    {
        .name = "StringJoin",
        .inputs = "inputs: N * string",
        .outputs = "output: string",
        .attrs = "N: int >= 1; separator: string = ''",
        .doc = "Joins the inputs' strings, element by element, with separator between them. Shapes: all "
               "inputs that are no scalars are alike; scalars are repeated.",
        .flags = kOpNotDifferentiable,
    },
    {
        .name = "AsString",
        .inputs = "input: T",
        .outputs = "output: string",
        .attrs =
            "T: {int8, int16, int32, int64, complex64, complex128, float, double, bool}; "
            "precision: int = -1; scientific: bool = false; shortest: bool = false; width: int = -1; "
            "fill: string = ''",
        .doc =
            "Prints every element as C's printf would: %d, %f, or with scientific %e, with shortest %g, "
            "with the given precision and width, filled with `fill` ('0', ' ', '+' or '-'). Shapes: "
            "output is like input. Errors: INVALID_ARGUMENT for a fill of several characters, or for "
            "scientific with shortest.",
        .flags = kOpNotDifferentiable,
    },
};

}  // namespace

std::span<const OpRow> StringOps() { return kStringOps; }

}  // namespace runnel
