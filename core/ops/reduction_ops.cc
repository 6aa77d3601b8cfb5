// Reductions over given axes, and the positions of extremes.
#include "core/ops/families.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

constinit const OpRow kReductionOps[] = {
    {
        .name = "Sum",
        .inputs = "input: T, reduction_indices: Tidx",
        .outputs = "output: T",
        .attrs = "keep_dims: bool = false; T: " RUNNEL_NUMBER_TYPES "; Tidx: {int32, int64} = int32",
        .doc =
            "Sums over the given axes; an empty axis gives 0. Shapes: reduction_indices is a scalar or "
            "vector of axes in [-rank,rank); they vanish, or become 1 with keep_dims. Errors: "
            "INVALID_ARGUMENT for an axis out of range or given twice.",
    },
    {
        .name = "Mean",
        .inputs = "input: T, reduction_indices: Tidx",
        .outputs = "output: T",
        .attrs = "keep_dims: bool = false; T: " RUNNEL_NUMBER_TYPES "; Tidx: {int32, int64} = int32",
        .doc = "Averages over the given axes; an empty axis gives NaN, or 0 for integers, whose "
               "quotient is "
               "cut towards zero. Shapes and errors: as Sum.",
    },
    {
        .name = "Prod",
        .inputs = "input: T, reduction_indices: Tidx",
        .outputs = "output: T",
        .attrs = "keep_dims: bool = false; T: " RUNNEL_NUMBER_TYPES "; Tidx: {int32, int64} = int32",
        .doc = "Multiplies over the given axes; an empty axis gives 1. Shapes and errors: as Sum.",
    },
    {
        .name = "Max",
        .inputs = "input: T, reduction_indices: Tidx",
        .outputs = "output: T",
        .attrs = "keep_dims: bool = false; T: " RUNNEL_NUMBER_TYPES "; Tidx: {int32, int64} = int32",
        .doc =
            "Gives the largest element over the given axes; an empty axis gives the lowest number of T. "
            "Shapes and errors: as Sum.",
    },
    {
        .name = "Min",
        .inputs = "input: T, reduction_indices: Tidx",
        .outputs = "output: T",
        .attrs = "keep_dims: bool = false; T: " RUNNEL_NUMBER_TYPES "; Tidx: {int32, int64} = int32",
        .doc =
            "Gives the smallest element over the given axes; an empty axis gives the highest number of "
            "T. Shapes and errors: as Sum.",
    },
    {
        .name = "All",
        .inputs = "input: bool, reduction_indices: Tidx",
        .outputs = "output: bool",
        .attrs = "keep_dims: bool = false; Tidx: {int32, int64} = int32",
        .doc = "Tells whether all elements over the given axes hold; true for an empty axis. Shapes and "
               "errors: as Sum.",
        .flags = kOpNotDifferentiable,
    },
    {
        .name = "Any",
        .inputs = "input: bool, reduction_indices: Tidx",
        .outputs = "output: bool",
        .attrs = "keep_dims: bool = false; Tidx: {int32, int64} = int32",
        .doc =
            "Tells whether any element over the given axes holds; false for an empty axis. Shapes and "
            "errors: as Sum.",
        .flags = kOpNotDifferentiable,
    },
    {
        .name = "ArgMax",
        .inputs = "input: T, dimension: Tidx",
        .outputs = "output: output_type",
        .attrs = "T: " RUNNEL_NUMBER_TYPES
                 "; Tidx: {int32, int64} = int32; output_type: {int32, int64} = int64",
        .doc =
            "Gives the position of the largest element along one axis, the first of equal ones. Shapes: "
            "dimension is a scalar in [-rank,rank); that axis vanishes. Errors: INVALID_ARGUMENT for an "
            "axis out of range or an empty axis.",
        .flags = kOpNotDifferentiable,
    },
    {
        .name = "ArgMin",
        .inputs = "input: T, dimension: Tidx",
        .outputs = "output: output_type",
        .attrs = "T: " RUNNEL_NUMBER_TYPES
                 "; Tidx: {int32, int64} = int32; output_type: {int32, int64} = int64",
        .doc =
            "Gives the position of the smallest element along one axis, the first of equal ones. Shapes "
            "and errors: as ArgMax.",
        .flags = kOpNotDifferentiable,
    },
};

}  // namespace

std::span<const OpRow> ReductionOps() { return kReductionOps; }

}  // namespace runnel
