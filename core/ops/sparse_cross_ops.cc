// Crossed features of sparse and dense columns.
#include "core/ops/fixed_shapes.h"
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kHostFlags = kOpStateful | kOpHost | kOpNotDifferentiable;

constexpr OpRow kSparseCrossOps[] = {
    {
        .name = "SparseCross",
        .inputs =
            "indices: N * int64, values: sparse_types, shapes: N * int64, dense_inputs: dense_types",
        .outputs = "output_indices: int64, output_values: out_type, output_shape: int64",
        .attrs = "N: int >= 0; hashed_output: bool; num_buckets: int >= 0; hash_key: int; sparse_types: "
                 "list({int64, string}) >= 0; dense_types: list({int64, string}) >= 0; out_type: "
                 "{int64, string}; internal_type: {int64, string}",
        .doc = "Crosses features: gives for each row all combinations of one value of every sparse "
               "and dense input, joined by _X_ or, with hashed_output, as one hash of hash_key and "
               "the values' (FarmHash's Fingerprint64 of strings) modulo num_buckets, if there are "
               "any. Rows of sparse inputs are in order. The last column runs fastest. The result is "
               "sparse, [rows, most crosses of one row]. Errors: INVALID_ARGUMENT for inputs of "
               "different numbers of rows, or indices out of order.",
        .flags = kHostFlags,
        .shape = FixedShapes<"?x2;?;2">,
    },
    {
        .name = "SparseCrossV2",
        .inputs = "indices: N * int64, values: sparse_types, shapes: N * int64, dense_inputs: "
                  "dense_types, sep: string",
        .outputs = "output_indices: int64, output_values: string, output_shape: int64",
        .attrs = "N: int >= 0; sparse_types: list({int64, string}) >= 0; dense_types: list({int64, "
                 "string}) >= 0",
        .doc = "Crosses features: gives for each row all combinations of one value of every sparse "
               "and dense input, joined by sep. Rows of sparse inputs are in order. The last column "
               "runs fastest. The result is sparse, [rows, most crosses of one row]. Errors: "
               "INVALID_ARGUMENT for inputs of different numbers of rows, or indices out of order.",
        .flags = kHostFlags,
        .shape = FixedShapes<"?x2;?;2">,
    },
    {
        .name = "SparseCrossHashed",
        .inputs = "indices: N * int64, values: sparse_types, shapes: N * int64, dense_inputs: "
                  "dense_types, num_buckets: int64, strong_hash: bool, salt: int64",
        .outputs = "output_indices: int64, output_values: int64, output_shape: int64",
        .attrs = "N: int >= 0; sparse_types: list({int64, string}) >= 0; dense_types: list({int64, "
                 "string}) >= 0",
        .doc = "Crosses features: gives for each row all combinations of one value of every sparse "
               "and dense input as one hash of the values', which for strings is FarmHash's "
               "Fingerprint64 or, with strong_hash, SipHash with salt, modulo num_buckets if that is "
               "above 0. Rows of sparse inputs are in order. The last column runs fastest. The "
               "result is sparse, [rows, most crosses of one row]. Errors: INVALID_ARGUMENT for "
               "inputs of different numbers of rows, or indices out of order.",
        .flags = kHostFlags,
        .shape = FixedShapes<"?x2;?;2">,
    },
};

}  // namespace

std::span<const OpRow> SparseCrossOps() { return ChosenRows<kSparseCrossOps>::All(); }

}  // namespace runnel
