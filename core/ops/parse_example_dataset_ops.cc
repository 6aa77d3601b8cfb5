// Datasets of parsed Examples.
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kDatasetFlags = kOpHost | kOpNotDifferentiable;

#define RUNNEL_EXAMPLE_ATTRS                                                                          \
  "sparse_keys: list(string) >= 0; dense_keys: list(string) >= 0; sparse_types: list({float, int64, " \
  "string}) >= 0; Tdense: list({float, int64, string}) >= 0; dense_shapes: list(shape) >= 0; "        \
  "output_types: list(type) >= 1; output_shapes: list(shape) >= 1"
#define RUNNEL_RAGGED_ATTRS                                                                             \
  "; ragged_keys: list(string) >= 0 = []; ragged_value_types: list({float, int64, string}) >= 0 = []; " \
  "ragged_split_types: list({int32, int64}) >= 0 = []"

constexpr OpRow kParseExampleDatasetOps[] = {
    {
        .name = "ParseExampleDataset",
        .inputs = "input_dataset: variant, num_parallel_calls: int64, dense_defaults: Tdense",
        .outputs = "handle: variant",
        .attrs = RUNNEL_EXAMPLE_ATTRS "; sloppy: bool = false" RUNNEL_RAGGED_ATTRS,
        .doc = "Gives a dataset of what ParseExample gives for each element, a vector of serialised "
               "Examples: the features in order of their keys, a sparse one as a vector of the variants "
               "of its three tensors. dense_defaults are what stands for missing dense features. "
               "Errors: INVALID_ARGUMENT for attrs that do not fit; UNIMPLEMENTED for ragged features; "
               "of a pass: as ParseExample.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ParseExampleDatasetV2",
        .inputs = "input_dataset: variant, num_parallel_calls: int64, dense_defaults: Tdense",
        .outputs = "handle: variant",
        .attrs = RUNNEL_EXAMPLE_ATTRS "; deterministic: string = 'default'" RUNNEL_RAGGED_ATTRS,
        .doc = "As ParseExampleDataset.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ExperimentalParseExampleDataset",
        .inputs = "input_dataset: variant, num_parallel_calls: int64, dense_defaults: Tdense",
        .outputs = "handle: variant",
        .attrs = RUNNEL_EXAMPLE_ATTRS "; sloppy: bool = false",
        .doc = "As ParseExampleDataset, which newer programs say.",
        .flags = kDatasetFlags,
        .shape = ScalarShape,
    },
};

}  // namespace

std::span<const OpRow> ParseExampleDatasetOps() { return ChosenRows<kParseExampleDatasetOps>::All(); }

}  // namespace runnel
