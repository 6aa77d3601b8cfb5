// Examples and SequenceExamples into tensors.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kExampleFlags = kOpStateful | kOpHost | kOpNotDifferentiable;

#define RUNNEL_VALUE_TYPES "list({float, int64, string}) >= 0"

size_t CountAttr(const ShapeContext& ctx, const char* name) {
  const auto* list = ctx.attr<std::vector<DType>>(name);
  return list == nullptr ? 0 : list->size();
}

// Lists of attrs whose lengths contradict each other give more or fewer shapes than there are outputs:
// Set leaves out what has no place, and CheckOutputs refuses the node in the end.
void Set(ShapeContext& ctx, int out, Shape shape) {
  if (out < ctx.num_outputs()) ctx.set_output(out, std::move(shape));
}
Status CheckOutputs(const ShapeContext& ctx, int shapes) {
  if (shapes == ctx.num_outputs()) return OkStatus();
  return InvalidArgument("the attrs contradict each other: their types and shapes are of ", shapes,
                         " outputs, their counts of ", ctx.num_outputs());
}

// The outputs of `sparse` features: indices of `rank` columns, values, shapes.
int SetSparse(ShapeContext& ctx, int out, size_t sparse, const Shape& row, int more) {
  const auto n = static_cast<int>(sparse);
  const int64_t rank = row.has_rank() ? row.rank() + more : kUnknownDim;
  for (int i = 0; i < n; ++i) {
    Set(ctx, out + i, Shape{kUnknownDim, rank});
    Set(ctx, out + n + i, Shape{kUnknownDim});
    Set(ctx, out + 2 * n + i, Shape{rank});
  }
  return out + 3 * n;
}

int SetDense(ShapeContext& ctx, int out, const char* shapes_attr, const Shape& row) {
  const auto* shapes = ctx.attr<std::vector<Shape>>(shapes_attr);
  if (shapes == nullptr) return out;
  for (const Shape& shape : *shapes) Set(ctx, out++, Concat(row, shape));
  return out;
}

// The outputs of features, whatever their keys.
Status FeaturesShape(ShapeContext& ctx, const Shape& row) {
  int out = SetSparse(ctx, 0, CountAttr(ctx, "sparse_types"), row, 1);
  out = SetDense(ctx, out, "dense_shapes", row);
  const auto ragged = static_cast<int>(CountAttr(ctx, "ragged_value_types"));
  for (int i = 0; i < 2 * ragged; ++i) Set(ctx, out + i, Shape{kUnknownDim});
  return CheckOutputs(ctx, out + 2 * ragged);
}

Status ParseExampleShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape rows, RequireRank(ctx, 0, "serialized", 1));
  return FeaturesShape(ctx, rows);
}

Status ParseExampleV2Shape(ShapeContext& ctx) {
  const Shape& rows = ctx.input(0);
  if (rows.rank() > 1) {
    return InvalidArgument("serialized must be a vector or a scalar: ", ArgIs(ctx, 0, "serialized"));
  }
  return FeaturesShape(ctx, rows);
}

Status ParseSingleExampleShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "serialized"));
  return FeaturesShape(ctx, Shape());
}

Status SequencesShape(ShapeContext& ctx, const Shape& row, bool has_lengths) {
  int out = SetSparse(ctx, 0, CountAttr(ctx, "context_sparse_types"), row, 1);
  out = SetDense(ctx, out, "context_dense_shapes", row);
  // Of one SequenceExample, scalars stand for the splits into rows.
  const Shape splits = !row.has_rank() ? row : row.rank() == 0 ? Shape() : Shape{kUnknownDim};
  const size_t context_ragged = CountAttr(ctx, "context_ragged_value_types");
  for (size_t i = 0; i < 2 * context_ragged; ++i) {
    Set(ctx, out++, i < context_ragged ? Shape{kUnknownDim} : splits);
  }
  out = SetSparse(ctx, out, CountAttr(ctx, "feature_list_sparse_types"), row, 2);
  const int first = out;
  out = SetDense(ctx, out, "feature_list_dense_shapes", Concat(row, Shape{kUnknownDim}));
  const int lengths = has_lengths ? out - first : 0;
  for (int i = 0; i < lengths; ++i) Set(ctx, out++, row);
  const size_t list_ragged = CountAttr(ctx, "feature_list_ragged_value_types");
  for (size_t i = 0; i < 3 * list_ragged; ++i) {
    Set(ctx, out++, i / list_ragged == 1 ? splits : Shape{kUnknownDim});
  }
  return CheckOutputs(ctx, out);
}

Status ParseSequenceShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape rows, RequireRank(ctx, 0, "serialized", 1));
  return SequencesShape(ctx, rows, true);
}

Status ParseSequenceV2Shape(ShapeContext& ctx) {
  const Shape& rows = ctx.input(0);
  if (rows.rank() > 1) {
    return InvalidArgument("serialized must be a vector or a scalar: ", ArgIs(ctx, 0, "serialized"));
  }
  return SequencesShape(ctx, rows, true);
}

Status ParseSingleSequenceShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "serialized"));
  return SequencesShape(ctx, Shape(), false);
}

constexpr OpRow kExampleOps[] = {
    {
        .name = "DecodeJSONExample",
        .inputs = "json_examples: string",
        .outputs = "binary_examples: string",
        .doc =
            "Gives Examples that are JSON, by protocol buffers' mapping, as messages. Shapes: "
            "binary_examples is like json_examples. Errors: INVALID_ARGUMENT naming the string and the "
            "byte where it is no Example.",
        .flags = kExampleFlags,
        .shape = UnchangedShape,
    },
    {
        .name = "ParseExample",
        .inputs = "serialized: string, names: string, sparse_keys: Nsparse * string, dense_keys: Ndense "
                  "* string, dense_defaults: Tdense",
        .outputs = "sparse_indices: Nsparse * int64, sparse_values: sparse_types, sparse_shapes: "
                   "Nsparse * int64, dense_values: Tdense",
        .attrs = "Nsparse: int >= 0; Ndense: int >= 0; sparse_types: " RUNNEL_VALUE_TYPES
                 "; Tdense: " RUNNEL_VALUE_TYPES "; dense_shapes: list(shape) >= 0",
        .doc = "Parses a vector of Examples: sparse features into sparse tensors, dense ones into "
               "tensors of a row for each; a default without elements says that the feature is "
               "required, a shape whose first size is unknown that rows are filled up with the default. "
               "Shapes: serialized and names are vectors, names maybe empty. Errors: INVALID_ARGUMENT "
               "naming row and feature for bytes that are no Example, another type, a wrong number of "
               "values, or a feature that is missing.",
        .flags = kExampleFlags,
        .shape = ParseExampleShape,
    },
    {
        .name = "ParseExampleV2",
        .inputs = "serialized: string, names: string, sparse_keys: string, dense_keys: string, "
                  "ragged_keys: string, dense_defaults: Tdense",
        .outputs = "sparse_indices: num_sparse * int64, sparse_values: sparse_types, sparse_shapes: "
                   "num_sparse * int64, dense_values: Tdense, ragged_values: ragged_value_types, "
                   "ragged_row_splits: ragged_split_types",
        .attrs =
            "Tdense: " RUNNEL_VALUE_TYPES "; num_sparse: int >= 0; sparse_types: " RUNNEL_VALUE_TYPES
            "; ragged_value_types: " RUNNEL_VALUE_TYPES
            "; ragged_split_types: list({int32, int64}) >= 0; dense_shapes: list(shape) >= 0",
        .doc = "As ParseExample, with ragged features too, given as values and row splits. Shapes: a "
               "scalar is one Example, whose tensors have no dimension for rows, and its row splits are "
               "empty; keys are vectors. Errors: as ParseExample.",
        .flags = kExampleFlags,
        .shape = ParseExampleV2Shape,
    },
    {
        .name = "ParseSingleExample",
        .inputs = "serialized: string, dense_defaults: Tdense",
        .outputs = "sparse_indices: num_sparse * int64, sparse_values: sparse_types, sparse_shapes: "
                   "num_sparse * int64, dense_values: Tdense",
        .attrs = "num_sparse: int >= 0; sparse_keys: list(string) >= 0; dense_keys: list(string) >= 0; "
                 "sparse_types: " RUNNEL_VALUE_TYPES "; Tdense: " RUNNEL_VALUE_TYPES
                 "; dense_shapes: list(shape) >= 0",
        .doc = "As ParseExampleV2 of a scalar, with keys as attrs. Shapes: serialized is a scalar. "
               "Errors: as ParseExample.",
        .flags = kExampleFlags,
        .shape = ParseSingleExampleShape,
    },
    {
        .name = "ParseSequenceExample",
        .inputs = "serialized: string, debug_name: string, context_dense_defaults: Tcontext_dense",
        .outputs = "context_sparse_indices: Ncontext_sparse * int64, context_sparse_values: "
                   "context_sparse_types, context_sparse_shapes: Ncontext_sparse * int64, "
                   "context_dense_values: Tcontext_dense, feature_list_sparse_indices: "
                   "Nfeature_list_sparse * int64, feature_list_sparse_values: "
                   "feature_list_sparse_types, feature_list_sparse_shapes: Nfeature_list_sparse * "
                   "int64, feature_list_dense_values: feature_list_dense_types, "
                   "feature_list_dense_lengths: Nfeature_list_dense * int64",
        .attrs = "feature_list_dense_missing_assumed_empty: list(string) >= 0; context_sparse_keys: "
                 "list(string) >= 0; context_dense_keys: list(string) >= 0; feature_list_sparse_keys: "
                 "list(string) >= 0; feature_list_dense_keys: list(string) >= 0; Ncontext_sparse: int "
                 ">= 0 = 0; Ncontext_dense: int >= 0 = 0; Nfeature_list_sparse: int >= 0 = 0; "
                 "Nfeature_list_dense: int >= 0 = 0; context_sparse_types: " RUNNEL_VALUE_TYPES
                 " = []; Tcontext_dense: " RUNNEL_VALUE_TYPES
                 " = []; feature_list_dense_types: " RUNNEL_VALUE_TYPES
                 " = []; context_dense_shapes: list(shape) >= 0 = []; "
                 "feature_list_sparse_types: " RUNNEL_VALUE_TYPES
                 " = []; feature_list_dense_shapes: list(shape) >= 0 = []",
        .doc = "Parses a vector of SequenceExamples: context features as ParseExample, feature lists "
               "with a dimension for steps behind that for rows; dense ones are filled up with zeros, "
               "and their lengths are given. Shapes: serialized and debug_name are vectors, debug_name "
               "maybe empty. Errors: as ParseExample, also for a dense list that is missing and not "
               "among feature_list_dense_missing_assumed_empty.",
        .flags = kExampleFlags,
        .shape = ParseSequenceShape,
    },
    {
        .name = "ParseSequenceExampleV2",
        .inputs = "serialized: string, debug_name: string, context_sparse_keys: string, "
                  "context_dense_keys: string, context_ragged_keys: string, feature_list_sparse_keys: "
                  "string, feature_list_dense_keys: string, feature_list_ragged_keys: string, "
                  "feature_list_dense_missing_assumed_empty: bool, context_dense_defaults: "
                  "Tcontext_dense",
        .outputs = "context_sparse_indices: Ncontext_sparse * int64, context_sparse_values: "
                   "context_sparse_types, context_sparse_shapes: Ncontext_sparse * int64, "
                   "context_dense_values: Tcontext_dense, context_ragged_values: "
                   "context_ragged_value_types, context_ragged_row_splits: "
                   "context_ragged_split_types, feature_list_sparse_indices: Nfeature_list_sparse * "
                   "int64, feature_list_sparse_values: feature_list_sparse_types, "
                   "feature_list_sparse_shapes: Nfeature_list_sparse * int64, "
                   "feature_list_dense_values: feature_list_dense_types, feature_list_dense_lengths: "
                   "Nfeature_list_dense * int64, feature_list_ragged_values: "
                   "feature_list_ragged_value_types, feature_list_ragged_outer_splits: "
                   "feature_list_ragged_split_types, feature_list_ragged_inner_splits: "
                   "feature_list_ragged_split_types",
        .attrs = "Ncontext_sparse: int >= 0 = 0; Tcontext_dense: " RUNNEL_VALUE_TYPES
                 " = []; context_sparse_types: " RUNNEL_VALUE_TYPES
                 " = []; context_ragged_value_types: " RUNNEL_VALUE_TYPES
                 " = []; context_ragged_split_types: list({int32, int64}) >= 0 = []; "
                 "context_dense_shapes: list(shape) >= 0 = []; Nfeature_list_sparse: int >= 0 = 0; "
                 "Nfeature_list_dense: int >= 0 = 0; feature_list_dense_types: " RUNNEL_VALUE_TYPES
                 " = []; feature_list_sparse_types: " RUNNEL_VALUE_TYPES
                 " = []; feature_list_ragged_value_types: " RUNNEL_VALUE_TYPES
                 " = []; feature_list_ragged_split_types: list({int32, int64}) >= 0 = []; "
                 "feature_list_dense_shapes: list(shape) >= 0 = []",
        .doc = "As ParseSequenceExample, with ragged features too. Shapes: a scalar is one "
               "SequenceExample, whose tensors have no dimension for rows and whose row splits are 0; "
               "keys are vectors, "
               "feature_list_dense_missing_assumed_empty has an entry for each dense list. Errors: as "
               "ParseSequenceExample.",
        .flags = kExampleFlags,
        .shape = ParseSequenceV2Shape,
    },
    {
        .name = "ParseSingleSequenceExample",
        .inputs = "serialized: string, feature_list_dense_missing_assumed_empty: string, "
                  "context_sparse_keys: Ncontext_sparse * string, context_dense_keys: Ncontext_dense * "
                  "string, feature_list_sparse_keys: Nfeature_list_sparse * string, "
                  "feature_list_dense_keys: Nfeature_list_dense * string, context_dense_defaults: "
                  "Tcontext_dense, debug_name: string",
        .outputs = "context_sparse_indices: Ncontext_sparse * int64, context_sparse_values: "
                   "context_sparse_types, context_sparse_shapes: Ncontext_sparse * int64, "
                   "context_dense_values: Tcontext_dense, feature_list_sparse_indices: "
                   "Nfeature_list_sparse * int64, feature_list_sparse_values: "
                   "feature_list_sparse_types, feature_list_sparse_shapes: Nfeature_list_sparse * "
                   "int64, feature_list_dense_values: feature_list_dense_types",
        .attrs = "Ncontext_sparse: int >= 0 = 0; Ncontext_dense: int >= 0 = 0; Nfeature_list_sparse: "
                 "int >= 0 = 0; Nfeature_list_dense: int >= 0 = 0; "
                 "context_sparse_types: " RUNNEL_VALUE_TYPES " = []; Tcontext_dense: " RUNNEL_VALUE_TYPES
                 " = []; feature_list_dense_types: " RUNNEL_VALUE_TYPES
                 " = []; context_dense_shapes: list(shape) >= 0 = []; "
                 "feature_list_sparse_types: " RUNNEL_VALUE_TYPES
                 " = []; feature_list_dense_shapes: list(shape) >= 0 = []",
        .doc = "Parses one SequenceExample, as ParseSequenceExample, without a dimension for rows and "
               "without lengths. Shapes: serialized, the keys and debug_name are scalars. Errors: as "
               "ParseSequenceExample.",
        .flags = kExampleFlags,
        .shape = ParseSingleSequenceShape,
    },
};

}  // namespace

std::span<const OpRow> ExampleOps() { return ChosenRows<kExampleOps>::All(); }

}  // namespace runnel
