// Ops that join, split, repeat or permute whole tensors.
#include "core/ops/families.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

constinit const OpRow kConcatOps[] = {
    {
        .name = "ConcatV2",
        .inputs = "values: N * T, axis: Tidx",
        .outputs = "output: T",
        .attrs = "N: int >= 2; T: type; Tidx: {int32, int64} = int32",
        .doc =
            "Joins tensors along an axis. Shapes: axis is a scalar in [-rank,rank); all values have one "
            "rank and agree in every other dimension. Errors: INVALID_ARGUMENT otherwise.",
    },
    {
        .name = "Split",
        .inputs = "split_dim: int32, value: T",
        .outputs = "output: num_split * T",
        .attrs = "num_split: int >= 1; T: type",
        .doc =
            "Cuts a tensor into num_split equal pieces along an axis. Shapes: split_dim is a scalar in "
            "[-rank,rank). Errors: INVALID_ARGUMENT if num_split does not divide that dimension.",
    },
    {
        .name = "Pack",
        .inputs = "values: N * T",
        .outputs = "output: T",
        .attrs = "N: int >= 1; T: type; axis: int = 0",
        .doc = "Stacks tensors along a new axis. Shapes: all values are alike; axis lies in "
               "[-rank-1,rank]. Errors: INVALID_ARGUMENT otherwise.",
    },
    {
        .name = "Unpack",
        .inputs = "value: T",
        .outputs = "output: num * T",
        .attrs = "num: int >= 0; T: type; axis: int = 0",
        .doc = "Takes a tensor apart along an axis, which vanishes. Shapes: axis lies in [-rank,rank). "
               "Errors: INVALID_ARGUMENT if that dimension is not num.",
    },
    {
        .name = "Tile",
        .inputs = "input: T, multiples: Tmultiples",
        .outputs = "output: T",
        .attrs = "T: type; Tmultiples: {int32, int64} = int32",
        .doc =
            "Repeats input multiples[i] times along each dimension i. Shapes: multiples is a vector as "
            "long as the rank of input. Errors: INVALID_ARGUMENT for a negative multiple.",
    },
    {
        .name = "Transpose",
        .inputs = "x: T, perm: Tperm",
        .outputs = "y: T",
        .attrs = "T: type; Tperm: {int32, int64} = int32",
        .doc =
            "Permutes dimensions: dimension i of y is dimension perm[i] of x. Shapes: perm is a vector "
            "as long as the rank of x. Errors: INVALID_ARGUMENT if perm is no permutation.",
    },
    {
        .name = "DynamicStitch",
        .inputs = "indices: N * int32, data: N * T",
        .outputs = "merged: T",
        .attrs = "N: int >= 1; T: type",
        .doc = "Interleaves slices: merged[indices[m][i..]] = data[m][i..]; of equal indices the last "
               "wins; "
               "rows that no index names are unspecified. Shapes: data[m] is shaped like indices[m] "
               "followed by one common shape; merged has 1 + the largest index as its first dimension, "
               "known only at run time. Errors: INVALID_ARGUMENT for a negative index.",
    },
};

}  // namespace

std::span<const OpRow> ConcatOps() { return kConcatOps; }

}  // namespace runnel
