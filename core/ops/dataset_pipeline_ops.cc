// Ops that give datasets by functions, with buffers, with options, and from files.
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// A dataset is a value, like any other; what an iterator does with it is not seen in the graph.
constexpr uint32_t kDatasetFlags = kOpHost | kOpNotDifferentiable;

constexpr OpRow kDatasetPipelineOps[] = {
    {
        .name = "MapDataset",
        .inputs = "input_dataset: variant, other_arguments: Targuments",
        .outputs = "handle: variant",
        .attrs = "f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: "
                 "list(shape) >= 1; use_inter_op_parallelism: bool = true; preserve_cardinality: bool "
                 "= false; force_synchronous: bool = false; metadata: string = ''",
        .doc = "Gives a dataset of what f gives for each element and other_arguments. Errors: "
               "INVALID_ARGUMENT if f takes or gives other types; of a pass: those of f, with the "
               "number of the element; OUT_OF_RANGE of f ends the dataset, unless "
               "preserve_cardinality is set.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "FilterDataset",
        .inputs = "input_dataset: variant, other_arguments: Targuments",
        .outputs = "handle: variant",
        .attrs = "predicate: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; "
                 "output_shapes: list(shape) >= 1; metadata: string = ''",
        .doc = "Gives a dataset of the elements for which predicate, which also takes "
               "other_arguments, gives true. Errors: of a pass: those of predicate; INVALID_ARGUMENT "
               "unless it gives a bool.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "TakeWhileDataset",
        .inputs = "input_dataset: variant, other_arguments: Targuments",
        .outputs = "handle: variant",
        .attrs = "predicate: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; "
                 "output_shapes: list(shape) >= 1; metadata: string = ''",
        .doc = "Gives a dataset of the elements before the first one for which predicate gives "
               "false. Errors: as FilterDataset.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ExperimentalTakeWhileDataset",
        .inputs = "input_dataset: variant, other_arguments: Targuments",
        .outputs = "handle: variant",
        .attrs = "predicate: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; "
                 "output_shapes: list(shape) >= 1",
        .doc = "As TakeWhileDataset, which newer programs say.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ScanDataset",
        .inputs = "input_dataset: variant, initial_state: Tstate, other_arguments: Targuments",
        .outputs = "handle: variant",
        .attrs = "f: func; Tstate: list(type) >= 1; Targuments: list(type) >= 0; output_types: "
                 "list(type) >= 1; output_shapes: list(shape) >= 1; preserve_cardinality: bool = "
                 "false; use_default_device: bool = true; metadata: string = ''",
        .doc = "Gives a dataset of what f gives for each element. f takes a state, the element and "
               "other_arguments, and gives the next state and the new element. Errors: as "
               "MapDataset.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ExperimentalScanDataset",
        .inputs = "input_dataset: variant, initial_state: Tstate, other_arguments: Targuments",
        .outputs = "handle: variant",
        .attrs = "f: func; Tstate: list(type) >= 1; Targuments: list(type) >= 0; output_types: "
                 "list(type) >= 1; output_shapes: list(shape) >= 1; preserve_cardinality: bool = false",
        .doc = "As ScanDataset, which newer programs say.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ParallelMapDataset",
        .inputs = "input_dataset: variant, other_arguments: Targuments, num_parallel_calls: int32",
        .outputs = "handle: variant",
        .attrs = "f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: "
                 "list(shape) >= 1; use_inter_op_parallelism: bool = true; sloppy: bool = false; "
                 "preserve_cardinality: bool = false; metadata: string = ''",
        .doc = "As MapDataset, with num_parallel_calls calls at a time; with sloppy in the order in "
               "which they end.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ParallelMapDatasetV2",
        .inputs = "input_dataset: variant, other_arguments: Targuments, num_parallel_calls: int64",
        .outputs = "handle: variant",
        .attrs = "f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: "
                 "list(shape) >= 1; use_inter_op_parallelism: bool = true; deterministic: string = "
                 "'default'; preserve_cardinality: bool = false; use_unbounded_threadpool: bool = "
                 "false; metadata: string = ''",
        .doc = "As MapDataset, with num_parallel_calls calls at a time (-1: as many as there are "
               "threads); if deterministic is 'false' in the order in which they end.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "MapAndBatchDataset",
        .inputs = "input_dataset: variant, other_arguments: Targuments, batch_size: int64, "
                  "num_parallel_calls: int64, drop_remainder: bool",
        .outputs = "handle: variant",
        .attrs = "f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: "
                 "list(shape) >= 1; preserve_cardinality: bool = false; metadata: string = ''",
        .doc = "ParallelMapDataset, then BatchDatasetV2.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ExperimentalMapAndBatchDataset",
        .inputs = "input_dataset: variant, other_arguments: Targuments, batch_size: int64, "
                  "num_parallel_calls: int64, drop_remainder: bool",
        .outputs = "handle: variant",
        .attrs = "f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: "
                 "list(shape) >= 1; preserve_cardinality: bool = false",
        .doc = "As MapAndBatchDataset, which newer programs say.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "FlatMapDataset",
        .inputs = "input_dataset: variant, other_arguments: Targuments",
        .outputs = "handle: variant",
        .attrs = "f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: "
                 "list(shape) >= 1; metadata: string = ''",
        .doc = "Gives a dataset of the elements of the datasets that f gives for each element and "
               "other_arguments, one after the other. Errors: as MapDataset; of a pass: "
               "INVALID_ARGUMENT if f gives another thing than a dataset of output_types.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "InterleaveDataset",
        .inputs = "input_dataset: variant, other_arguments: Targuments, cycle_length: int64, "
                  "block_length: int64",
        .outputs = "handle: variant",
        .attrs = "f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: "
                 "list(shape) >= 1; metadata: string = ''",
        .doc = "As FlatMapDataset, from cycle_length of these datasets in turn, block_length "
               "elements from each. Errors: INVALID_ARGUMENT unless both are above 0.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ParallelInterleaveDataset",
        .inputs = "input_dataset: variant, other_arguments: Targuments, cycle_length: int64, "
                  "block_length: int64, sloppy: bool, buffer_output_elements: int64, "
                  "prefetch_input_elements: int64",
        .outputs = "handle: variant",
        .attrs = "f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: "
                 "list(shape) >= 1; metadata: string = ''",
        .doc = "As InterleaveDataset; the datasets of the cycle run ahead of their consumer, with a "
               "buffer of buffer_output_elements each; with sloppy elements come as soon as they are "
               "there.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ExperimentalParallelInterleaveDataset",
        .inputs = "input_dataset: variant, other_arguments: Targuments, cycle_length: int64, "
                  "block_length: int64, sloppy: bool, buffer_output_elements: int64, "
                  "prefetch_input_elements: int64",
        .outputs = "handle: variant",
        .attrs = "f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: "
                 "list(shape) >= 1",
        .doc = "As ParallelInterleaveDataset, which newer programs say.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "LegacyParallelInterleaveDatasetV2",
        .inputs = "input_dataset: variant, other_arguments: Targuments, cycle_length: int64, "
                  "block_length: int64, buffer_output_elements: int64, prefetch_input_elements: int64",
        .outputs = "handle: variant",
        .attrs = "f: func; deterministic: string = 'default'; Targuments: list(type) >= 0; "
                 "output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = "
                 "''",
        .doc = "As ParallelInterleaveDataset; if deterministic is 'false' elements come as soon as "
               "they are there.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ParallelInterleaveDatasetV2",
        .inputs = "input_dataset: variant, other_arguments: Targuments, cycle_length: int64, "
                  "block_length: int64, num_parallel_calls: int64",
        .outputs = "handle: variant",
        .attrs = "f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1; output_shapes: "
                 "list(shape) >= 1; sloppy: bool = false; metadata: string = ''",
        .doc = "As InterleaveDataset; the datasets of the cycle run ahead of their consumer; with "
               "sloppy elements come as soon as they are there.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ParallelInterleaveDatasetV3",
        .inputs = "input_dataset: variant, other_arguments: Targuments, cycle_length: int64, "
                  "block_length: int64, num_parallel_calls: int64",
        .outputs = "handle: variant",
        .attrs = "f: func; deterministic: string = 'default'; Targuments: list(type) >= 0; "
                 "output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = "
                 "''",
        .doc = "As ParallelInterleaveDatasetV2; if deterministic is 'false' elements come as soon as "
               "they are there.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ParallelInterleaveDatasetV4",
        .inputs = "input_dataset: variant, other_arguments: Targuments, cycle_length: int64, "
                  "block_length: int64, buffer_output_elements: int64, prefetch_input_elements: int64, "
                  "num_parallel_calls: int64",
        .outputs = "handle: variant",
        .attrs = "f: func; deterministic: string = 'default'; Targuments: list(type) >= 0; "
                 "output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = "
                 "''",
        .doc = "As ParallelInterleaveDatasetV3, with a buffer of buffer_output_elements for each "
               "dataset of the cycle.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ShuffleDataset",
        .inputs = "input_dataset: variant, buffer_size: int64, seed: int64, seed2: int64",
        .outputs = "handle: variant",
        .attrs = "reshuffle_each_iteration: bool = true; output_types: list(type) >= 1; output_shapes: "
                 "list(shape) >= 1; metadata: string = ''",
        .doc = "Gives a dataset of the elements in a random order: each is drawn from a buffer of "
               "buffer_size elements. The seeds determine the order, which is another one in each "
               "pass if reshuffle_each_iteration is set; seeds of 0 and 0 stand for random ones. "
               "Errors: INVALID_ARGUMENT unless buffer_size is above 0 (or -1: the whole input).",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "GroupByWindowDataset",
        .inputs = "input_dataset: variant, key_func_other_arguments: Tkey_func_other_arguments, "
                  "reduce_func_other_arguments: Treduce_func_other_arguments, "
                  "window_size_func_other_arguments: Twindow_size_func_other_arguments",
        .outputs = "handle: variant",
        .attrs = "key_func: func; reduce_func: func; window_size_func: func; "
                 "Tkey_func_other_arguments: list(type) >= 0; Treduce_func_other_arguments: list(type) "
                 ">= 0; Twindow_size_func_other_arguments: list(type) >= 0; output_types: list(type) >= "
                 "1; output_shapes: list(shape) >= 1; metadata: string = ''",
        .doc =
            "Gives a dataset of groups: key_func gives each element an int64; as soon as there are as "
            "many of one key as window_size_func gives for it, the elements of the dataset that "
            "reduce_func makes of the key and a dataset of them come next; behind the input's end "
            "those of the groups that are left, in order of keys. Errors: INVALID_ARGUMENT for a "
            "function of other types; of a pass: those of the functions; INVALID_ARGUMENT for a "
            "size below 1.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ExperimentalGroupByWindowDataset",
        .inputs = "input_dataset: variant, key_func_other_arguments: Tkey_func_other_arguments, "
                  "reduce_func_other_arguments: Treduce_func_other_arguments, "
                  "window_size_func_other_arguments: Twindow_size_func_other_arguments",
        .outputs = "handle: variant",
        .attrs = "key_func: func; reduce_func: func; window_size_func: func; "
                 "Tkey_func_other_arguments: list(type) >= 0; Treduce_func_other_arguments: list(type) "
                 ">= 0; Twindow_size_func_other_arguments: list(type) >= 0; output_types: list(type) >= "
                 "1; output_shapes: list(shape) >= 1",
        .doc = "As GroupByWindowDataset, which newer programs say.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "AnonymousRandomSeedGenerator",
        .inputs = "seed: int64, seed2: int64",
        .outputs = "handle: resource, deleter: variant",
        .doc = "Gives the handle of a source of seeds for passes of ShuffleDatasetV2; with seeds of 0 "
               "they are another random sequence each time. It is gone with its last handle.",
        .flags = kOpHost | kOpStateful | kOpNotDifferentiable,
        .shape = ScalarShape,
    },
    {
        .name = "DeleteRandomSeedGenerator",
        .inputs = "handle: resource, deleter: variant",
        .doc = "Does nothing: the source goes with its last handle. Errors: INVALID_ARGUMENT for "
               "another resource.",
        .flags = kOpHost | kOpStateful | kOpNotDifferentiable,
        .shape = NoOutputShape,
    },
    {
        .name = "ShuffleDatasetV2",
        .inputs = "input_dataset: variant, buffer_size: int64, seed_generator: resource",
        .outputs = "handle: variant",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = ''",
        .doc = "As ShuffleDataset; each pass takes its seeds from seed_generator, an "
               "AnonymousRandomSeedGenerator, which datasets may share.",
        .flags = kDatasetFlags | kOpStateful,
        .shape = ScalarShape,
    },
    {
        .name = "ShuffleDatasetV3",
        .inputs = "input_dataset: variant, buffer_size: int64, seed: int64, seed2: int64, "
                  "seed_generator: resource",
        .outputs = "handle: variant",
        .attrs = "reshuffle_each_iteration: bool = true; output_types: list(type) >= 1; output_shapes: "
                 "list(shape) >= 1; metadata: string = ''",
        .doc = "As ShuffleDataset; seed_generator is not used.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ShuffleAndRepeatDataset",
        .inputs = "input_dataset: variant, buffer_size: int64, seed: int64, seed2: int64, count: int64",
        .outputs = "handle: variant",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1; "
                 "reshuffle_each_iteration: bool = true; metadata: string = ''",
        .doc = "As ShuffleDataset of each of count passes over the input, which fill one buffer; "
               "without end if count is below 0.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ShuffleAndRepeatDatasetV2",
        .inputs = "input_dataset: variant, buffer_size: int64, seed: int64, seed2: int64, count: int64, "
                  "seed_generator: resource",
        .outputs = "handle: variant",
        .attrs = "reshuffle_each_iteration: bool = true; output_types: list(type) >= 1; output_shapes: "
                 "list(shape) >= 1; metadata: string = ''",
        .doc = "As ShuffleAndRepeatDataset; seed_generator is not used.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "PrefetchDataset",
        .inputs = "input_dataset: variant, buffer_size: int64",
        .outputs = "handle: variant",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1; slack_period: int = "
                 "0; legacy_autotune: bool = true; buffer_size_min: int = 0; metadata: string = ''",
        .doc = "Gives a dataset of the same elements, buffer_size of which are made ahead of their "
               "consumer (-1: the runtime chooses).",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "CacheDataset",
        .inputs = "input_dataset: variant, filename: string",
        .outputs = "handle: variant",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = "
                 "''",
        .doc = "Gives a dataset of the same elements, which are kept when a pass has got to its end: "
               "in memory, or in a file whose name begins with filename. Errors: of a pass: "
               "ALREADY_EXISTS if another pass writes that file.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "CacheDatasetV2",
        .inputs = "input_dataset: variant, filename: string, cache: resource",
        .outputs = "handle: variant",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string = "
                 "''",
        .doc = "As CacheDataset; cache is not used.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "OptionsDataset",
        .inputs = "input_dataset: variant",
        .outputs = "handle: variant",
        .attrs = "serialized_options: string; output_types: list(type) >= 1; output_shapes: "
                 "list(shape) >= 1; metadata: string = ''",
        .doc = "Gives the same dataset. The options say how fast a pipeline is to be, not what it "
               "gives.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ModelDataset",
        .inputs = "input_dataset: variant",
        .outputs = "handle: variant",
        .attrs = "algorithm: int = 0; cpu_budget: int = 0; ram_budget: int = 0; output_types: "
                 "list(type) >= 1; output_shapes: list(shape) >= 1",
        .doc = "Gives the same dataset.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "OptimizeDataset",
        .inputs = "input_dataset: variant, optimizations: string",
        .outputs = "handle: variant",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1; "
                 "optimization_configs: list(string) = []",
        .doc = "Gives the same dataset.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "OptimizeDatasetV2",
        .inputs = "input_dataset: variant, optimizations_enabled: string, optimizations_disabled: "
                  "string, optimizations_default: string",
        .outputs = "handle: variant",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1; "
                 "optimization_configs: list(string) = []",
        .doc = "Gives the same dataset.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "FinalizeDataset",
        .inputs = "input_dataset: variant",
        .outputs = "handle: variant",
        .attrs = "has_captured_ref: bool = false; output_types: list(type) >= 1; output_shapes: "
                 "list(shape) >= 1",
        .doc = "Gives the same dataset.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "RewriteDataset",
        .inputs = "input_dataset: variant, rewrite_name: string",
        .outputs = "handle: variant",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1",
        .doc = "Gives the same dataset.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "MaxIntraOpParallelismDataset",
        .inputs = "input_dataset: variant, max_intra_op_parallelism: int64",
        .outputs = "handle: variant",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1",
        .doc = "Gives the same dataset, which uses the threads of the runtime.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "PrivateThreadPoolDataset",
        .inputs = "input_dataset: variant, num_threads: int64",
        .outputs = "handle: variant",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1",
        .doc = "Gives the same dataset, which uses the threads of the runtime.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "NonSerializableDataset",
        .inputs = "input_dataset: variant",
        .outputs = "handle: variant",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1",
        .doc = "Gives the same dataset.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "IgnoreErrorsDataset",
        .inputs = "input_dataset: variant",
        .outputs = "handle: variant",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1; log_warning: bool = "
                 "false",
        .doc = "Gives a dataset without the elements that fail.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ExperimentalIgnoreErrorsDataset",
        .inputs = "input_dataset: variant",
        .outputs = "handle: variant",
        .attrs = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1; log_warning: bool = "
                 "false",
        .doc = "As IgnoreErrorsDataset, which newer programs say.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "TFRecordDataset",
        .inputs = "filenames: string, compression_type: string, buffer_size: int64",
        .outputs = "handle: variant",
        .attrs = "metadata: string = ''",
        .doc = "Gives a dataset of the records of files, one file after the other. compression_type "
               "is empty, 'ZLIB' or 'GZIP'. Errors: of a pass: NOT_FOUND, and DATA_LOSS for damage, "
               "with file and byte; the pass then goes on with the next file.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "TFRecordDatasetV2",
        .inputs = "filenames: string, compression_type: string, buffer_size: int64, byte_offsets: int64",
        .outputs = "handle: variant",
        .attrs = "metadata: string = ''",
        .doc = "As TFRecordDataset, from the given byte of each file on, if there are any.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "TextLineDataset",
        .inputs = "filenames: string, compression_type: string, buffer_size: int64",
        .outputs = "handle: variant",
        .attrs = "metadata: string = ''",
        .doc = "Gives a dataset of the lines of files, without their ends. Errors: as "
               "TFRecordDataset.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "FixedLengthRecordDataset",
        .inputs = "filenames: string, header_bytes: int64, record_bytes: int64, footer_bytes: int64, "
                  "buffer_size: int64",
        .outputs = "handle: variant",
        .attrs = "metadata: string = ''",
        .doc = "Gives a dataset of pieces of record_bytes bytes of files, behind a header and before "
               "a footer. Errors: of a pass: INVALID_ARGUMENT for a file whose length does not fit; "
               "NOT_FOUND.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "FixedLengthRecordDatasetV2",
        .inputs = "filenames: string, header_bytes: int64, record_bytes: int64, footer_bytes: int64, "
                  "buffer_size: int64, compression_type: string",
        .outputs = "handle: variant",
        .attrs = "metadata: string = ''",
        .doc = "As FixedLengthRecordDataset, of compressed files too; one that ends within a record "
               "is DATA_LOSS.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
};

}  // namespace

std::span<const OpRow> DatasetPipelineOps() { return ChosenRows<kDatasetPipelineOps>::All(); }

}  // namespace runnel
