// Comparisons, logic, and selection by a condition.
#include "core/ops/families.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

constinit const OpRow kCompareOps[] = {
    {
        .name = "Equal",
        .inputs = "x: T, y: T",
        .outputs = "z: bool",
        .attrs = "T: type; incompatible_shape_error: bool = true",
        .doc = "Tells where x equals y. Shapes: x and y broadcast against each other; with "
               "incompatible_shape_error false, shapes that do not broadcast give a scalar false.",
        .flags = kOpCommutative | kOpNotDifferentiable,
    },
    {
        .name = "NotEqual",
        .inputs = "x: T, y: T",
        .outputs = "z: bool",
        .attrs = "T: type; incompatible_shape_error: bool = true",
        .doc = "Tells where x differs from y. Shapes: x and y broadcast against each other; with "
               "incompatible_shape_error false, shapes that do not broadcast give a scalar true.",
        .flags = kOpCommutative | kOpNotDifferentiable,
    },
    {
        .name = "Less",
        .inputs = "x: T, y: T",
        .outputs = "z: bool",
        .attrs = "T: " RUNNEL_REAL_TYPES,
        .doc = "Tells where x < y. Shapes: x and y broadcast against each other.",
        .flags = kOpNotDifferentiable,
    },
    {
        .name = "LessEqual",
        .inputs = "x: T, y: T",
        .outputs = "z: bool",
        .attrs = "T: " RUNNEL_REAL_TYPES,
        .doc = "Tells where x <= y. Shapes: x and y broadcast against each other.",
        .flags = kOpNotDifferentiable,
    },
    {
        .name = "Greater",
        .inputs = "x: T, y: T",
        .outputs = "z: bool",
        .attrs = "T: " RUNNEL_REAL_TYPES,
        .doc = "Tells where x > y. Shapes: x and y broadcast against each other.",
        .flags = kOpNotDifferentiable,
    },
    {
        .name = "GreaterEqual",
        .inputs = "x: T, y: T",
        .outputs = "z: bool",
        .attrs = "T: " RUNNEL_REAL_TYPES,
        .doc = "Tells where x >= y. Shapes: x and y broadcast against each other.",
        .flags = kOpNotDifferentiable,
    },
    {
        .name = "LogicalAnd",
        .inputs = "x: bool, y: bool",
        .outputs = "z: bool",
        .doc = "Gives x and y, element by element. Shapes: x and y broadcast against each other.",
        .flags = kOpCommutative | kOpNotDifferentiable,
    },
    {
        .name = "LogicalOr",
        .inputs = "x: bool, y: bool",
        .outputs = "z: bool",
        .doc = "Gives x or y, element by element. Shapes: x and y broadcast against each other.",
        .flags = kOpCommutative | kOpNotDifferentiable,
    },
    {
        .name = "LogicalNot",
        .inputs = "x: bool",
        .outputs = "y: bool",
        .doc = "Gives not x, element by element. Shapes: y is like x.",
        .flags = kOpNotDifferentiable,
    },
    {
        .name = "Select",
        .inputs = "condition: bool, t: T, e: T",
        .outputs = "output: T",
        .attrs = "T: type",
        .doc =
            "Takes elements of t where condition holds, of e elsewhere. Shapes: t and e are alike; "
            "condition is like them, or a scalar, or a vector as long as their first dimension, which "
            "then chooses whole rows.",
    },
    {
        .name = "SelectV2",
        .inputs = "condition: bool, t: T, e: T",
        .outputs = "output: T",
        .attrs = "T: type",
        .doc = "Takes elements of t where condition holds, of e elsewhere. Shapes: all three broadcast "
               "against each other.",
    },
};

}  // namespace

std::span<const OpRow> CompareOps() { return kCompareOps; }

}  // namespace runnel
