// Integers as patterns of bits.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr OpRow kBitwiseOps[] = {
    {
        .name = "BitwiseAnd",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_INTEGER_TYPES,
        .doc =
            "Gives the bits that are set in both x and y. Shapes: x and y broadcast against each other.",
        .flags = kOpNotDifferentiable | kOpCommutative,
        .shape = BroadcastShape,
    },
    {
        .name = "BitwiseOr",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_INTEGER_TYPES,
        .doc = "Gives the bits that are set in x or y. Shapes: x and y broadcast against each other.",
        .flags = kOpNotDifferentiable | kOpCommutative,
        .shape = BroadcastShape,
    },
    {
        .name = "BitwiseXor",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_INTEGER_TYPES,
        .doc = "Gives the bits in which x and y differ. Shapes: x and y broadcast against each other.",
        .flags = kOpNotDifferentiable | kOpCommutative,
        .shape = BroadcastShape,
    },
    {
        .name = "Invert",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: " RUNNEL_INTEGER_TYPES,
        .doc = "Gives x with every bit turned. Shapes: y is like x.",
        .flags = kOpNotDifferentiable,
        .shape = UnchangedShape,
    },
    {
        .name = "LeftShift",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_INTEGER_TYPES,
        .doc =
            "Gives x with its bits moved up by y places; y counts as 0 below it, and as one less than "
            "the bits of T from there on. Shapes: x and y broadcast against each other.",
        .flags = kOpNotDifferentiable,
        .shape = BroadcastShape,
    },
    {
        .name = "RightShift",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_INTEGER_TYPES,
        .doc =
            "Gives x with its bits moved down by y places, the sign kept; y is bounded as in LeftShift. "
            "Shapes: x and y broadcast against each other.",
        .flags = kOpNotDifferentiable,
        .shape = BroadcastShape,
    },
};

}  // namespace

std::span<const OpRow> BitwiseOps() { return ChosenRows<kBitwiseOps>::All(); }

}  // namespace runnel
