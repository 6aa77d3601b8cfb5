// Values that enter a graph or pass through it unchanged.
#include "core/ops/families.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

constinit const OpRow kArrayOps[] = {
    {
        .name = "Const",
        .outputs = "output: dtype",
        .attrs = "value: tensor; dtype: type",
        .doc =
            "Gives the tensor of the attr `value`. Errors: INVALID_ARGUMENT if its type is not dtype.",
        .flags = kOpNotDifferentiable,
    },
    {
        .name = "Placeholder",
        .outputs = "output: dtype",
        .attrs = "dtype: type; shape: shape = <unknown>",
        .doc = "Stands for a tensor that every run feeds. Shapes: what is fed must fit `shape`. Errors: "
               "INVALID_ARGUMENT if it is needed and not fed.",
        .flags = kOpNotDifferentiable,
    },
    {
        .name = "PlaceholderWithDefault",
        .inputs = "input: dtype",
        .outputs = "output: dtype",
        .attrs = "dtype: type; shape: shape",
        .doc =
            "Passes input on unless a run feeds something else. Shapes: input and what is fed must fit "
            "`shape`.",
    },
    {
        .name = "Identity",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = "T: type",
        .doc = "Passes input on. Shapes: output is like input.",
    },
    {
        .name = "IdentityN",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = "T: list(type) >= 1",
        .doc =
            "Passes all inputs on, once all of them are there. Shapes: each output is like its input.",
    },
    {
        .name = "StopGradient",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = "T: type",
        .doc = "Passes input on; no gradient flows back through it. Shapes: output is like input.",
        .flags = kOpNotDifferentiable,
    },
    {
        .name = "PreventGradient",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = "T: type; message: string = ''",
        .doc = "Passes input on; asking for a gradient through it is an error that shows `message`. "
               "Shapes: output is like input.",
    },
    {
        .name = "NoOp",
        .doc = "Does nothing: a place for control edges to meet.",
        .flags = kOpNotDifferentiable,
    },
};

}  // namespace

std::span<const OpRow> ArrayOps() { return kArrayOps; }

}  // namespace runnel
