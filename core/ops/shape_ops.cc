// Ops that read or change shapes, and those that compute with shapes.
#include "core/ops/families.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

constinit const OpRow kShapeOps[] = {
    {
        .name = "Reshape",
        .inputs = "tensor: T, shape: Tshape",
        .outputs = "output: T",
        .attrs = "T: type; Tshape: {int32, int64} = int32",
        .doc =
            "Gives the same elements, in row-major order, another shape. Shapes: shape is a vector; at "
            "most one entry may be -1 and is computed. Errors: INVALID_ARGUMENT if the number of "
            "elements would change.",
    },
    {
        .name = "ExpandDims",
        .inputs = "input: T, dim: Tdim",
        .outputs = "output: T",
        .attrs = "T: type; Tdim: {int32, int64} = int32",
        .doc = "Inserts a dimension of size 1 before axis dim. Shapes: dim is one number in "
               "[-rank-1,rank]. Errors: INVALID_ARGUMENT outside that range.",
    },
    {
        .name = "Squeeze",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = "T: type; squeeze_dims: list(int) >= 0 = []",
        .doc =
            "Removes dimensions of size 1: those listed, or all if none are. Shapes: listed axes lie in "
            "[-rank,rank). Errors: INVALID_ARGUMENT for a listed axis out of range or not of size 1.",
    },
    {
        .name = "Shape",
        .inputs = "input: T",
        .outputs = "output: out_type",
        .attrs = "T: type; out_type: {int32, int64} = int32",
        .doc =
            "Gives the shape of input as a vector. Errors: INVALID_ARGUMENT if a dimension does not fit "
            "out_type.",
        .flags = kOpNotDifferentiable,
    },
    {
        .name = "ShapeN",
        .inputs = "input: N * T",
        .outputs = "output: N * out_type",
        .attrs = "N: int >= 1; T: type; out_type: {int32, int64} = int32",
        .doc =
            "Gives the shape of every input as a vector. Errors: INVALID_ARGUMENT if a dimension does "
            "not fit out_type.",
        .flags = kOpNotDifferentiable,
    },
    {
        .name = "Rank",
        .inputs = "input: T",
        .outputs = "output: int32",
        .attrs = "T: type",
        .doc = "Gives the number of dimensions of input. Shapes: output is a scalar.",
        .flags = kOpNotDifferentiable,
    },
    {
        .name = "Size",
        .inputs = "input: T",
        .outputs = "output: out_type",
        .attrs = "T: type; out_type: {int32, int64} = int32",
        .doc = "Gives the number of elements of input. Shapes: output is a scalar. Errors: "
               "INVALID_ARGUMENT if it does not fit out_type.",
        .flags = kOpNotDifferentiable,
    },
    {
        .name = "BroadcastTo",
        .inputs = "input: T, shape: Tidx",
        .outputs = "output: T",
        .attrs = "T: type; Tidx: {int32, int64} = int32",
        .doc =
            "Repeats input along its dimensions of size 1, and along new leading ones, up to the given "
            "shape. Errors: INVALID_ARGUMENT if input does not broadcast to it.",
    },
    {
        .name = "BroadcastGradientArgs",
        .inputs = "s0: T, s1: T",
        .outputs = "r0: T, r1: T",
        .attrs = "T: {int32, int64} = int32",
        .doc =
            "For two shapes that broadcast against each other, gives the axes of the common shape along "
            "which each was repeated, over which its gradient is therefore summed. Shapes: vectors. "
            "Errors: INVALID_ARGUMENT if they do not broadcast.",
        .flags = kOpNotDifferentiable,
    },
    {
        .name = "InvertPermutation",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: {int32, int64} = int32",
        .doc =
            "Gives y with y[x[i]] = i. Shapes: vectors of one length. Errors: INVALID_ARGUMENT if x is "
            "no permutation of 0..n-1.",
        .flags = kOpNotDifferentiable,
    },
    {
        .name = "ConcatOffset",
        .inputs = "concat_dim: int32, shape: N * int32",
        .outputs = "offset: N * int32",
        .attrs = "N: int >= 2",
        .doc = "Gives for each of the shapes that are joined along concat_dim where it begins in the "
               "result. Shapes: all shapes are vectors of one length. Errors: INVALID_ARGUMENT if they "
               "differ anywhere else.",
        .flags = kOpNotDifferentiable,
    },
};

}  // namespace

std::span<const OpRow> ShapeOps() { return kShapeOps; }

}  // namespace runnel
