// Ops that give datasets of values, and of the elements of other datasets; iterators run them
// (iterator_ops.cc).
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// A dataset is a value, like any other; what an iterator does with it is not seen in the graph.
constexpr uint32_t kDatasetFlags = kOpHost | kOpNotDifferentiable;

constexpr OpRow kDatasetOps[] = {
    {
        .name = "TensorDataset",
        .inputs = "components: Toutput_types",
        .outputs = "handle: variant",
        .attrs = "Toutput_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = "
                 "''",
        .doc = "Gives a dataset of one element: the components.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "TensorSliceDataset",
        .inputs = "components: Toutput_types",
        .outputs = "handle: variant",
        .attrs = "Toutput_types: list(type) >= 1; output_shapes: list(shape) >= 1; is_files: bool = "
                 "false; metadata: string = ''; replicate_on_split: bool = false",
        .doc = "Gives a dataset of the slices of the components along dimension 0. Errors: "
               "INVALID_ARGUMENT unless that is the same size for all.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "RangeDataset",
        .inputs = "start: int64, stop: int64, step: int64",
        .outputs = "handle: variant",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = "
                 "''; replicate_on_split: bool = false",
        .doc = "Gives a dataset of start, start + step and so on, as long as they are before stop. "
               "Shapes: all inputs are scalars. Errors: INVALID_ARGUMENT for a step of 0.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "SparseTensorSliceDataset",
        .inputs = "indices: int64, values: Tvalues, dense_shape: int64",
        .outputs = "handle: variant",
        .attrs = "Tvalues: type",
        .doc = "Gives a dataset of the rows of a sparse tensor, each a sparse tensor of three "
               "components. Shapes: indices [n,rank], values [n], dense_shape [rank]. Errors: "
               "INVALID_ARGUMENT where these do not fit; UNIMPLEMENTED unless the rows are sorted.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "GeneratorDataset",
        .inputs = "init_func_other_args: Tinit_func_args, next_func_other_args: Tnext_func_args, "
                  "finalize_func_other_args: Tfinalize_func_args",
        .outputs = "handle: variant",
        .attrs = "init_func: func; next_func: func; finalize_func: func; Tinit_func_args: list(type) "
                 ">= 0; Tnext_func_args: list(type) >= 0; Tfinalize_func_args: list(type) >= 0; "
                 "output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = "
                 "''",
        .doc = "Gives a dataset of what next_func gives until it fails with OUT_OF_RANGE. init_func "
               "gives the state that is the first arguments of next_func and, at the end, of "
               "finalize_func. Errors: of a pass: those of the functions.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "TakeDataset",
        .inputs = "input_dataset: variant, count: int64",
        .outputs = "handle: variant",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = "
                 "''",
        .doc = "Gives a dataset of the first count elements; of all of them if count is below 0. "
               "Shapes: count is a scalar.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "SkipDataset",
        .inputs = "input_dataset: variant, count: int64",
        .outputs = "handle: variant",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = "
                 "''",
        .doc = "Gives a dataset without the first count elements; of none if count is below 0. "
               "Shapes: count is a scalar.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "RepeatDataset",
        .inputs = "input_dataset: variant, count: int64",
        .outputs = "handle: variant",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = "
                 "''",
        .doc = "Gives a dataset of count passes over the input, one after the other; without end if "
               "count is below 0. Shapes: count is a scalar.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ShardDataset",
        .inputs = "input_dataset: variant, num_shards: int64, index: int64",
        .outputs = "handle: variant",
        .attrs = "require_non_empty: bool = false; output_types: list(type) >= 1; output_shapes: "
                 "list(shape) >= 1; metadata: string = ''",
        .doc = "Gives a dataset of every num_shards-th element, from index on. Shapes: num_shards "
               "and index are scalars. Errors: INVALID_ARGUMENT unless 0 <= index < num_shards; of a "
               "pass, with require_non_empty: if there are fewer elements than shards.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ZipDataset",
        .inputs = "input_datasets: N * variant",
        .outputs = "handle: variant",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1; N: int >= 1; "
                 "metadata: string = ''",
        .doc = "Gives a dataset whose elements have the components of one element of each input, "
               "side by side. It ends with the first input that ends.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ConcatenateDataset",
        .inputs = "input_dataset: variant, another_dataset: variant",
        .outputs = "handle: variant",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = "
                 "''",
        .doc = "Gives a dataset of the elements of input_dataset, then of another_dataset. Errors: "
               "INVALID_ARGUMENT if their types differ.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "BatchDataset",
        .inputs = "input_dataset: variant, batch_size: int64",
        .outputs = "handle: variant",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = "
                 "''",
        .doc = "Gives a dataset of batch_size elements at a time, each component stacked along a new "
               "dimension 0; the last ones may be fewer. Shapes: batch_size is a scalar. Errors: "
               "INVALID_ARGUMENT unless it is above 0; of a pass: for elements of different shapes "
               "in a batch.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "BatchDatasetV2",
        .inputs = "input_dataset: variant, batch_size: int64, drop_remainder: bool",
        .outputs = "handle: variant",
        .attrs = "parallel_copy: bool = false; output_types: list(type) >= 1; output_shapes: "
                 "list(shape) >= 1; metadata: string = ''",
        .doc = "As BatchDataset; with drop_remainder a batch that is not full is left out.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ParallelBatchDataset",
        .inputs = "input_dataset: variant, batch_size: int64, num_parallel_calls: int64, "
                  "drop_remainder: bool",
        .outputs = "handle: variant",
        .attrs = "parallel_copy: bool = false; output_types: list(type) >= 1; output_shapes: "
                 "list(shape) >= 1; deterministic: string = 'default'; metadata: string = ''",
        .doc = "As BatchDatasetV2; num_parallel_calls batches are made ahead of their consumer.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "PaddedBatchDataset",
        .inputs = "input_dataset: variant, batch_size: int64, padded_shapes: N * int64, padding_values: "
                  "Toutput_types",
        .outputs = "handle: variant",
        .attrs = "Toutput_types: list(type) >= 1; output_shapes: list(shape) >= 1; N: int >= 1; "
                 "metadata: string = ''",
        .doc = "As BatchDataset, for components of different sizes: each is padded with its padding "
               "value to its padded shape, in which -1 stands for the largest size of the batch. "
               "Shapes: padded_shapes are vectors, padding_values scalars. Errors: of a pass: "
               "DATA_LOSS for a component that is larger than its padded shape; INVALID_ARGUMENT for "
               "one of another rank.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "PaddedBatchDatasetV2",
        .inputs = "input_dataset: variant, batch_size: int64, padded_shapes: N * int64, padding_values: "
                  "Toutput_types, drop_remainder: bool",
        .outputs = "handle: variant",
        .attrs = "parallel_copy: bool = false; Toutput_types: list(type) >= 1; output_shapes: "
                 "list(shape) >= 1; N: int >= 1; metadata: string = ''",
        .doc = "As PaddedBatchDataset; with drop_remainder a batch that is not full is left out.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "UnbatchDataset",
        .inputs = "input_dataset: variant",
        .outputs = "handle: variant",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = "
                 "''",
        .doc = "Gives a dataset of the slices of each element along dimension 0. Errors: of a pass: "
               "INVALID_ARGUMENT where components differ in that size or are scalars.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ExperimentalUnbatchDataset",
        .inputs = "input_dataset: variant",
        .outputs = "handle: variant",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1",
        .doc = "As UnbatchDataset, which newer programs say.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "WindowDataset",
        .inputs = "input_dataset: variant, size: int64, shift: int64, stride: int64, drop_remainder: "
                  "bool",
        .outputs = "handle: variant",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = "
                 "''",
        .doc = "Gives a dataset of windows: size elements, every stride-th, the next window shift "
               "elements further. Each component of a window is a dataset of the values of one "
               "component. With drop_remainder windows that are not full are left out. Errors: "
               "INVALID_ARGUMENT unless size, shift and stride are above 0.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
};

}  // namespace

std::span<const OpRow> DatasetOps() { return ChosenRows<kDatasetOps>::All(); }

}  // namespace runnel
