// Datasets that fold the elements of others.
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kDatasetFlags = kOpHost | kOpNotDifferentiable;

constexpr OpRow kDatasetFoldOps[] = {
    {
        .name = "GroupByReducerDataset",
        .inputs = "input_dataset: variant, key_func_other_arguments: Tkey_func_other_arguments, "
                  "init_func_other_arguments: Tinit_func_other_arguments, reduce_func_other_arguments: "
                  "Treduce_func_other_arguments, finalize_func_other_arguments: "
                  "Tfinalize_func_other_arguments",
        .outputs = "handle: variant",
        .attrs = "key_func: func; init_func: func; reduce_func: func; finalize_func: func; "
                 "Tkey_func_other_arguments: list(type) >= 0; Tinit_func_other_arguments: list(type) >= "
                 "0; Treduce_func_other_arguments: list(type) >= 0; Tfinalize_func_other_arguments: "
                 "list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1",
        .doc = "Gives a dataset with an element for each int64 that key_func gives for the elements of "
               "the input, in order of these keys: what finalize_func makes of the last state of the "
               "key. init_func gives its first state, of the key, and reduce_func the next one, of the "
               "state and an element. Errors: INVALID_ARGUMENT for a function of other types; of a "
               "pass: those of the functions.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ExperimentalGroupByReducerDataset",
        .inputs = "input_dataset: variant, key_func_other_arguments: Tkey_func_other_arguments, "
                  "init_func_other_arguments: Tinit_func_other_arguments, reduce_func_other_arguments: "
                  "Treduce_func_other_arguments, finalize_func_other_arguments: "
                  "Tfinalize_func_other_arguments",
        .outputs = "handle: variant",
        .attrs = "key_func: func; init_func: func; reduce_func: func; finalize_func: func; "
                 "Tkey_func_other_arguments: list(type) >= 0; Tinit_func_other_arguments: list(type) >= "
                 "0; Treduce_func_other_arguments: list(type) >= 0; Tfinalize_func_other_arguments: "
                 "list(type) >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >= 1",
        .doc = "As GroupByReducerDataset, which newer programs say.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
};

}  // namespace

std::span<const OpRow> DatasetFoldOps() { return ChosenRows<kDatasetFoldOps>::All(); }

}  // namespace runnel
