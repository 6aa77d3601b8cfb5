// Variables behind resource handles.
#include "core/ops/families.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

constinit const OpRow kVariableOps[] = {
    {
        .name = "VarHandleOp",
        .outputs = "resource: resource",
        .attrs = "container: string = ''; shared_name: string = ''; dtype: type; shape: shape",
        .doc =
            "Gives the handle of the variable called shared_name (the node's name if that is empty) in "
            "container. Shapes: values assigned later must fit `shape`.",
        .flags = kOpStateful,
    },
    {
        .name = "ReadVariableOp",
        .inputs = "resource: resource",
        .outputs = "value: dtype",
        .attrs = "dtype: type",
        .doc =
            "Gives the value that the variable has now. Errors: FAILED_PRECONDITION naming a variable "
            "without a value; INVALID_ARGUMENT for another dtype.",
        .flags = kOpStateful,
    },
    {
        .name = "AssignVariableOp",
        .inputs = "resource: resource, value: dtype",
        .attrs = "dtype: type",
        .doc = "Makes value the variable's new value. Shapes: value fits the variable's shape. Errors: "
               "INVALID_ARGUMENT for another dtype or shape.",
        .flags = kOpStateful | kOpNotDifferentiable,
    },
    {
        .name = "AssignAddVariableOp",
        .inputs = "resource: resource, value: dtype",
        .attrs = "dtype: type",
        .doc =
            "Adds value to the variable, in place. Shapes: value is like the variable. Errors: "
            "FAILED_PRECONDITION for a variable without a value; INVALID_ARGUMENT for another dtype or "
            "shape.",
        .flags = kOpStateful | kOpNotDifferentiable,
    },
    {
        .name = "AssignSubVariableOp",
        .inputs = "resource: resource, value: dtype",
        .attrs = "dtype: type",
        .doc = "Subtracts value from the variable, in place. Shapes and errors: as AssignAddVariableOp.",
        .flags = kOpStateful | kOpNotDifferentiable,
    },
    {
        .name = "VarIsInitializedOp",
        .inputs = "resource: resource",
        .outputs = "is_initialized: bool",
        .doc = "Tells whether the variable has a value. Shapes: is_initialized is a scalar.",
        .flags = kOpStateful | kOpNotDifferentiable,
    },
    {
        .name = "DestroyResourceOp",
        .inputs = "resource: resource",
        .attrs = "ignore_lookup_error: bool = true",
        .doc = "Drops the resource: a variable loses its value. Errors: NOT_FOUND if it is gone already "
               "and ignore_lookup_error is false.",
        .flags = kOpStateful | kOpNotDifferentiable,
    },
    {
        .name = "ResourceGather",
        .inputs = "resource: resource, indices: Tindices",
        .outputs = "output: dtype",
        .attrs = "batch_dims: int = 0; validate_indices: bool = true; dtype: type; "
                 "Tindices: {int32, int64}",
        .doc =
            "Takes the rows of the variable that indices name, without reading the rest. Shapes: output "
            "is indices.shape + variable.shape[1:] (batch_dims as in GatherV2). Errors: "
            "INVALID_ARGUMENT for an index out of range; FAILED_PRECONDITION for a variable without a "
            "value.",
        .flags = kOpStateful,
    },
    {
        .name = "ResourceScatterAdd",
        .inputs = "resource: resource, indices: Tindices, updates: dtype",
        .attrs = "dtype: " RUNNEL_NUMBER_TYPES "; Tindices: {int32, int64}",
        .doc = "Adds updates to the rows of the variable that indices name, in place; equal indices add "
               "up. Shapes: updates is indices.shape + variable.shape[1:], or a scalar. Errors: as "
               "ResourceGather.",
        .flags = kOpStateful | kOpNotDifferentiable,
    },
};

}  // namespace

std::span<const OpRow> VariableOps() { return kVariableOps; }

}  // namespace runnel
