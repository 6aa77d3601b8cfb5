// Ops that give datasets of chosen elements of other datasets, random numbers, and what older programs
// say for the datasets of dataset_pipeline_ops.cc.
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kDatasetFlags = kOpHost | kOpNotDifferentiable;

#define RUNNEL_ELEMENT_ATTRS "output_types: list(type) >= 1; output_shapes: list(shape) >= 1"

constexpr OpRow kDatasetChoiceOps[] = {
    {
        .name = "DirectedInterleaveDataset",
        .inputs = "selector_input_dataset: variant, data_input_datasets: N * variant",
        .outputs = "handle: variant",
        .attrs = RUNNEL_ELEMENT_ATTRS "; N: int >= 1; stop_on_empty_dataset: bool = false",
        .doc = "Gives a dataset whose elements come each from the input whose number "
               "selector_input_dataset gives, an int64. "
               "It ends with that one, or with all inputs; a number of an input that has ended counts "
               "for nothing, or ends "
               "it if stop_on_empty_dataset. Errors: INVALID_ARGUMENT for inputs of different types; of "
               "a pass: for a "
               "number of no input.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ExperimentalDirectedInterleaveDataset",
        .inputs = "selector_input_dataset: variant, data_input_datasets: N * variant",
        .outputs = "handle: variant",
        .attrs = RUNNEL_ELEMENT_ATTRS "; N: int >= 1",
        .doc = "As DirectedInterleaveDataset, which newer programs say.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "UniqueDataset",
        .inputs = "input_dataset: variant",
        .outputs = "handle: variant",
        .attrs = RUNNEL_ELEMENT_ATTRS "; metadata: string = ''",
        .doc = "Gives a dataset of the elements that are equal to none before. Errors: INVALID_ARGUMENT "
               "unless elements have "
               "one component.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ExperimentalUniqueDataset",
        .inputs = "input_dataset: variant",
        .outputs = "handle: variant",
        .attrs = RUNNEL_ELEMENT_ATTRS,
        .doc = "As UniqueDataset, which newer programs say.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "AssertCardinalityDataset",
        .inputs = "input_dataset: variant, cardinality: int64",
        .outputs = "handle: variant",
        .attrs = RUNNEL_ELEMENT_ATTRS,
        .doc = "Gives the same dataset, which is taken to have `cardinality` elements; -1: without end, "
               "-2: unknown. Shapes: "
               "cardinality is a scalar. Errors: of a pass: FAILED_PRECONDITION where there are fewer "
               "or more.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ParallelFilterDataset",
        .inputs = "input_dataset: variant, other_arguments: Targuments, num_parallel_calls: int64",
        .outputs = "handle: variant",
        .attrs = "predicate: func; deterministic: string = 'default'; Targuments: list(type) >= "
                 "0; " RUNNEL_ELEMENT_ATTRS "; metadata: string = ''",
        .doc = "As FilterDataset: the order is that of the input, and calls are made one after the "
               "other, whatever "
               "num_parallel_calls says.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "RandomDataset",
        .inputs = "seed: int64, seed2: int64",
        .outputs = "handle: variant",
        .attrs = RUNNEL_ELEMENT_ATTRS "; metadata: string = ''",
        .doc = "Gives a dataset without end of random numbers of 32 bits as int64. Every pass gives the "
               "same ones, but for a "
               "seed and seed2 of 0, where each pass has its own. Shapes: seed and seed2 are scalars. "
               "Source: Salmon et al. "
               "2011 (Philox).",
        .flags = kDatasetFlags | kOpStateful,
        .shape = ScalarShape,
    },
    {
        .name = "ExperimentalRandomDataset",
        .inputs = "seed: int64, seed2: int64",
        .outputs = "handle: variant",
        .attrs = RUNNEL_ELEMENT_ATTRS,
        .doc = "As RandomDataset, which newer programs say.",
        .flags = kDatasetFlags | kOpStateful,
        .shape = ScalarShape,
    },
    {
        .name = "ExperimentalPrivateThreadPoolDataset",
        .inputs = "input_dataset: variant, num_threads: int64",
        .outputs = "handle: variant",
        .attrs = RUNNEL_ELEMENT_ATTRS,
        .doc = "As PrivateThreadPoolDataset, which newer programs say.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ExperimentalMaxIntraOpParallelismDataset",
        .inputs = "input_dataset: variant, max_intra_op_parallelism: int64",
        .outputs = "handle: variant",
        .attrs = RUNNEL_ELEMENT_ATTRS,
        .doc = "As MaxIntraOpParallelismDataset, which newer programs say.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ExperimentalNonSerializableDataset",
        .inputs = "input_dataset: variant",
        .outputs = "handle: variant",
        .attrs = RUNNEL_ELEMENT_ATTRS,
        .doc = "As NonSerializableDataset, which newer programs say.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
};

}  // namespace

std::span<const OpRow> DatasetChoiceOps() { return ChosenRows<kDatasetChoiceOps>::All(); }

}  // namespace runnel
