// Products of matrices.
#include "core/ops/families.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

constinit const OpRow kMatMulOps[] = {
    {
        .name = "MatMul",
        .inputs = "a: T, b: T",
        .outputs = "product: T",
        .attrs = "transpose_a: bool = false; transpose_b: bool = false; T: " RUNNEL_SIGNED_COMPLEX_TYPES,
        .doc = "Multiplies two matrices, either transposed first where its attr says so. Shapes: [m,k] "
               "times [k,n] gives [m,n]; k = 0 gives zeros. Errors: INVALID_ARGUMENT if the inner "
               "dimensions differ.",
    },
    {
        .name = "BatchMatMulV2",
        .inputs = "x: T, y: T",
        .outputs = "output: T",
        .attrs = "T: " RUNNEL_SIGNED_COMPLEX_TYPES "; adj_x: bool = false; adj_y: bool = false",
        .doc =
            "Multiplies matrices that lie in the last two dimensions; adj_x and adj_y take the adjoint "
            "(conjugate transpose) first. Shapes: [..,m,k] times [..,k,n] gives [..,m,n]; the leading "
            "dimensions broadcast. Errors: INVALID_ARGUMENT if the inner dimensions differ.",
    },
};

}  // namespace

std::span<const OpRow> MatMulOps() { return kMatMulOps; }

}  // namespace runnel
