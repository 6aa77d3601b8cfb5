// Datasets of records of comma separated values in files.
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kCsvFlags = kOpHost | kOpNotDifferentiable | kOpStateful;

#define RUNNEL_CSV_INPUTS                                                                        \
  "filenames: string, compression_type: string, buffer_size: int64, header: bool, field_delim: " \
  "string, use_quote_delim: bool, na_value: string, select_cols: int64, record_defaults: output_types"
#define RUNNEL_CSV_ATTRS \
  "output_types: list({float, double, int32, int64, string}) >= 1; output_shapes: list(shape) >= 1"

constexpr OpRow kCsvDatasetOps[] = {
    {
        .name = "CSVDataset",
        .inputs = RUNNEL_CSV_INPUTS,
        .outputs = "handle: variant",
        .attrs = RUNNEL_CSV_ATTRS,
        .doc =
            "Gives a dataset of the records of files, each with a scalar for every column, or for every "
            "one of "
            "select_cols. A field that is empty or na_value has the value of its default, if that has "
            "one. "
            "Quoted fields may hold delimiters, doubled quotes and ends of lines. Shapes: filenames and "
            "select_cols are vectors, record_defaults scalars or vectors of at most one element, the "
            "rest "
            "scalars. Errors: INVALID_ARGUMENT for inputs that do not fit; of a pass, which goes on "
            "behind "
            "the record: INVALID_ARGUMENT with file and byte for a record that is none; NOT_FOUND; "
            "DATA_LOSS for damaged compressed data. Source: RFC 4180.",
        .flags = kCsvFlags,
        .shape = ScalarShape,
    },
    {
        .name = "CSVDatasetV2",
        .inputs = RUNNEL_CSV_INPUTS ", exclude_cols: int64",
        .outputs = "handle: variant",
        .attrs = RUNNEL_CSV_ATTRS,
        .doc = "As CSVDataset; exclude_cols, a vector, has the columns that are left out if select_cols "
               "is empty.",
        .flags = kCsvFlags,
        .shape = ScalarShape,
    },
    {
        .name = "ExperimentalCSVDataset",
        .inputs = RUNNEL_CSV_INPUTS,
        .outputs = "handle: variant",
        .attrs = RUNNEL_CSV_ATTRS,
        .doc = "As CSVDataset, which newer programs say.",
        .flags = kCsvFlags,
        .shape = ScalarShape,
    },
};

}  // namespace

std::span<const OpRow> CsvDatasetOps() { return ChosenRows<kCsvDatasetOps>::All(); }

}  // namespace runnel
