#include "core/learn/train/columns.h"

#include <algorithm>
#include <cmath>

#include "core/base/checked.h"
#include "core/base/number.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

#define RUNNEL_EMBEDDING_ARGS                                                                    \
  "dimension: int >= 1; combiner: {'mean', 'sqrtn', 'sum'} = 'mean'; initializer: string = ''; " \
  "max_norm: float = 0"

constexpr Row kColumns[] = {
    {.kind = RowKind::kColumn,
     .name = "numeric_column",
     .args = "key: string; shape: list(int) = [1]",
     .doc = "The numbers of a feature, `shape` of them for each sample."},
    {.kind = RowKind::kColumn,
     .name = "bucketized_column",
     .args = "source_column: string; boundaries: list(float)",
     .doc = "Which interval between boundaries each number of a numeric column lies in, lower ends "
            "included."},
    {.kind = RowKind::kColumn,
     .name = "categorical_column_with_identity",
     .args = "key: string; num_buckets: int >= 1; default_value: int = -1",
     .doc = "Whole numbers below num_buckets, as they are; others are default_value, or a failure where "
            "that is -1. -1 is a missing value."},
    {.kind = RowKind::kColumn,
     .name = "categorical_column_with_hash_bucket",
     .args = "key: string; hash_bucket_size: int >= 1",
     .doc = "A hash of each string or whole number. Empty strings and -1 are missing values."},
    {.kind = RowKind::kColumn,
     .name = "categorical_column_with_vocabulary_list",
     .args = "key: string; vocabulary_list: list(string); default_value: int = -1; num_oov_buckets: int "
             ">= 0 = 0",
     .doc = "The place of each value in a list; others are default_value, or hashed into "
            "num_oov_buckets behind it."},
    {.kind = RowKind::kColumn,
     .name = "categorical_column_with_vocabulary_file",
     .args = "key: string; vocabulary_file: string; vocabulary_size: int >= 1; default_value: int = -1; "
             "num_oov_buckets: int >= 0 = 0",
     .doc = "The same for the first vocabulary_size lines of a file."},
    {.kind = RowKind::kColumn,
     .name = "embedding_column",
     .args = "categorical_column: string; " RUNNEL_EMBEDDING_ARGS,
     .doc = "A trained vector for each value of a categorical column; those of several values are "
            "combined."},
    {.kind = RowKind::kColumn,
     .name = "shared_embeddings",
     .aliases = "shared_embedding_columns",
     .args = "categorical_columns: list(string); " RUNNEL_EMBEDDING_ARGS
             "; shared_embedding_collection_name: string = ''",
     .doc = "An embedding for each categorical column, with the same vectors for all."},
    {.kind = RowKind::kColumn,
     .name = "indicator_column",
     .args = "categorical_column: string",
     .doc = "How often each value of a categorical column is there."},
    {.kind = RowKind::kColumn,
     .name = "crossed_column",
     .args = "keys: list(string); hash_bucket_size: int >= 1; hash_key: int = 956888297470",
     .doc = "A hash of every combination of values of features, by key, and of categorical columns: "
            "those of columns first, as TensorFlow has them. The keys of a crossed column among them "
            "are crossed with the others."},
};

bool IsWhole(DType dtype) {
  return dtype == DType::kInt64 || dtype == DType::kInt32 || dtype == DType::kInt16 ||
         dtype == DType::kInt8 || dtype == DType::kUInt8 || dtype == DType::kBool;
}
const std::string& Text(const BoundRow& row, std::string_view arg) { return row.arg<std::string>(arg); }
int64_t Whole(const BoundRow& row, std::string_view arg) { return row.arg<int64_t>(arg); }

// A key of a crossed_column is the name of a feature, or a column.
bool IsColumn(std::string_view key) { return key.find('(') != key.npos; }

OutputRef Int64(GraphBuilder* b, int64_t value) {
  return b->Scalar(DType::kInt64, static_cast<double>(value));
}

}  // namespace

Columns::Columns(ModelCall* call, int64_t seed)
    : call_(call), seed_(seed), b_(call->made->graph.get(), "columns") {}

Result<Weight> Columns::Variable(const std::string& name, const Shape& shape,
                                 std::string_view initializer, bool trainable) {
  RUNNEL_ASSIGN_OR_RETURN(Weight weight, AddWeight(b_.graph(), name, DType::kFloat, shape, initializer,
                                                   MixSeed(seed_, ++made_)));
  if (trainable) variables_.push_back(weight.handle);
  return weight;
}

Result<OutputRef> Columns::Feature(std::string_view key) {
  const std::vector<InputPart>& features = call_->parts->features;
  std::string names;
  for (size_t i = 0; i < features.size(); ++i) {
    names += StrCat(i == 0 ? "" : ", ", features[i].name);
    if (features[i].name != key) continue;
    const OutputRef given = call_->made->features[i];
    const Shape& shape = ShapeOf(given);
    if (!shape.has_rank()) return InvalidArgument("the shape of feature \"", key, "\" is not known");
    int64_t size = 1;
    for (int d = 1; d < shape.rank(); ++d) size *= shape.dim(d);
    if (shape.rank() == 2) return given;
    return b_.Op("Reshape", {given, b_.Int32Vector({-1, static_cast<int32_t>(size)})});
  }
  return NotFound("the input has no feature \"", key, "\"; it has ", names);
}

Result<std::vector<std::string>> Columns::CrossedKeys(const BoundRow& row) {
  std::vector<std::string> keys;
  for (const std::string& key : row.arg<std::vector<std::string>>("keys")) {
    if (IsColumn(key)) {
      RUNNEL_ASSIGN_OR_RETURN(const BoundRow inner, BindRow(RowKind::kColumn, key));
      if (inner.name() == "crossed_column") {
        RUNNEL_ASSIGN_OR_RETURN(const std::vector<std::string> more, CrossedKeys(inner));
        keys.insert(keys.end(), more.begin(), more.end());
        continue;
      }
    }
    keys.push_back(key);
  }
  return keys;
}

Result<std::string> Columns::NameOf(const BoundRow& row) {
  const auto inner = [&](std::string_view arg, std::string_view suffix) -> Result<std::string> {
    RUNNEL_ASSIGN_OR_RETURN(const BoundRow column, BindRow(RowKind::kColumn, Text(row, arg)));
    RUNNEL_ASSIGN_OR_RETURN(const std::string name, NameOf(column));
    return StrCat(name, suffix);
  };
  if (row.name() == "bucketized_column") return inner("source_column", "_bucketized");
  if (row.name() == "indicator_column") return inner("categorical_column", "_indicator");
  if (row.name() == "embedding_column") return inner("categorical_column", "_embedding");
  if (row.name() != "crossed_column") return Text(row, "key");
  RUNNEL_ASSIGN_OR_RETURN(std::vector<std::string> names, CrossedKeys(row));
  for (std::string& name : names) {
    if (!IsColumn(name)) continue;
    RUNNEL_ASSIGN_OR_RETURN(const BoundRow column, BindRow(RowKind::kColumn, name));
    RUNNEL_ASSIGN_OR_RETURN(name, NameOf(column));
  }
  std::sort(names.begin(), names.end());
  std::string joined;
  for (const std::string& name : names) joined += StrCat(joined.empty() ? "" : "_X_", name);
  return joined;
}

Result<std::vector<Columns::Named>> Columns::Bind(const std::vector<std::string>& specs) {
  std::vector<Named> columns;
  if (specs.empty()) return InvalidArgument("there are no feature columns");
  for (const std::string& text : specs) {
    RUNNEL_ASSIGN_OR_RETURN(const BoundRow row, BindRow(RowKind::kColumn, text));
    if (row.name() != "shared_embeddings") {
      RUNNEL_ASSIGN_OR_RETURN(std::string name, NameOf(row));
      columns.push_back({std::move(name), row, ""});
      continue;
    }
    // One column for each, with one table.
    std::vector<std::string> names;
    std::vector<Named> parts;
    for (const std::string& inner : row.arg<std::vector<std::string>>("categorical_columns")) {
      RUNNEL_ASSIGN_OR_RETURN(
          const BoundRow one,
          BindRow(RowKind::kColumn, StrCat("embedding_column(", inner, ", ", Whole(row, "dimension"),
                                           ", combiner=", Text(row, "combiner"),
                                           Text(row, "initializer").empty() ? "" : ", initializer=",
                                           Text(row, "initializer"), ")")));
      RUNNEL_ASSIGN_OR_RETURN(const BoundRow column,
                              BindRow(RowKind::kColumn, Text(one, "categorical_column")));
      RUNNEL_ASSIGN_OR_RETURN(const std::string name, NameOf(column));
      names.push_back(name);
      parts.push_back({StrCat(name, "_shared_embedding"), one, ""});
    }
    std::sort(names.begin(), names.end());
    std::string table = Text(row, "shared_embedding_collection_name");
    if (table.empty()) {
      for (const std::string& name : names) table += StrCat(name, "_");
      table += "shared_embedding";
    }
    for (Named& part : parts) {
      part.table = table;
      columns.push_back(std::move(part));
    }
  }
  std::stable_sort(columns.begin(), columns.end(),
                   [](const Named& a, const Named& b) { return a.name < b.name; });
  for (size_t i = 1; i < columns.size(); ++i) {
    if (columns[i].name == columns[i - 1].name)
      return InvalidArgument("two feature columns are called \"", columns[i].name, "\"");
  }
  return columns;
}

OutputRef Columns::HashOf(OutputRef values, int64_t buckets) {
  const OutputRef text = TypeOf(values) == DType::kString ? values : b_.Op("AsString", {values});
  return b_.Op("StringToHashBucketFast", {text}, {{"num_buckets", buckets}});
}

Result<Columns::Ids> Columns::Vocabulary(const BoundRow& row, OutputRef keys, bool from_file) {
  const bool is_text = TypeOf(keys) == DType::kString;
  if (!is_text) keys = b_.Op("Cast", {keys}, {{"DstT", DType::kInt64}});
  const DType key_type = is_text ? DType::kString : DType::kInt64;
  const OutputRef table =
      b_.Op("HashTableV2", {}, {{"key_dtype", key_type}, {"value_dtype", DType::kInt64}});
  int64_t size = 0;
  Node* fill = nullptr;
  if (from_file) {
    size = Whole(row, "vocabulary_size");
    const std::string path = Text(row, "vocabulary_file");
    RUNNEL_ASSIGN_OR_RETURN(const Tensor name, Tensor::FromStrings(Shape(), {&path, 1}));
    fill = b_.Op("InitializeTableFromTextFileV2", {table, b_.Constant(name)},
                 {{"key_index", -2}, {"value_index", -1}, {"vocab_size", size}})
               .node;
  } else {
    const auto& list = row.arg<std::vector<std::string>>("vocabulary_list");
    size = static_cast<int64_t>(list.size());
    if (size == 0) return InvalidArgument(row.name(), ": the vocabulary is empty");
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make(std::vector<int64_t>{size}));
    std::vector<int64_t> places, numbers;
    for (int64_t i = 0; i < size; ++i) {
      places.push_back(i);
      double number = 0;
      const std::string& word = list[static_cast<size_t>(i)];
      if (!is_text && (ReadReal(word, &number) != word.size() || number != std::floor(number)))
        return InvalidArgument(row.name(), ": the feature is of whole numbers, the vocabulary has \"",
                               word, "\"");
      numbers.push_back(static_cast<int64_t>(number));
    }
    RUNNEL_ASSIGN_OR_RETURN(const Tensor values, Tensor::FromValues<int64_t>(shape, places));
    auto words =
        is_text ? Tensor::FromStrings(shape, list) : Tensor::FromValues<int64_t>(shape, numbers);
    if (!words.ok()) return words.status();
    fill = b_.Op("InitializeTableV2", {table, b_.Constant(*words), b_.Constant(values)}).node;
  }
  RUNNEL_RETURN_IF_ERROR(b_.status());
  call_->made->local_init.push_back(fill);
  const int64_t oov = Whole(row, "num_oov_buckets"), other = Whole(row, "default_value");
  if (oov > 0 && other >= 0)
    return InvalidArgument(row.name(), ": at most one of default_value and num_oov_buckets");
  if (other >= size) return InvalidArgument(row.name(), ": default_value is ", other, " of ", size);
  OutputRef ids = b_.Op("LookupTableFindV2", {table, keys, Int64(&b_, other)});
  if (oov > 0) {
    const OutputRef hashed = b_.Op("AddV2", {HashOf(keys, oov), Int64(&b_, size)});
    const OutputRef found = b_.Op("GreaterEqual", {ids, Int64(&b_, 0)});
    ids = b_.Op("SelectV2", {found, ids, hashed});
  }
  // What is missing is in no bucket.
  OutputRef missing;
  if (is_text) {
    const std::string empty;
    RUNNEL_ASSIGN_OR_RETURN(const Tensor none, Tensor::FromStrings(Shape(), {&empty, 1}));
    missing = b_.Op("Equal", {keys, b_.Constant(none)});
  } else {
    missing = b_.Op("Equal", {keys, Int64(&b_, -1)});
  }
  ids = b_.Op("SelectV2", {missing, Int64(&b_, -1), ids});
  RUNNEL_RETURN_IF_ERROR(b_.status());
  // Shapes are not known behind a table.
  ids = b_.Op("Reshape", {ids, b_.Int32Vector({-1, static_cast<int32_t>(ShapeOf(keys).dim(1))})});
  const OutputRef there = b_.Op("LogicalNot", {missing});
  RUNNEL_RETURN_IF_ERROR(b_.status());
  return Ids{ids, size + oov, there};
}

Result<OutputRef> Columns::CrossedFeature(const std::string& key) {
  RUNNEL_ASSIGN_OR_RETURN(const OutputRef value, Feature(key));
  if (TypeOf(value) == DType::kString || TypeOf(value) == DType::kInt64) return value;
  if (!IsWhole(TypeOf(value)))
    return InvalidArgument("crossed_column: feature \"", key, "\" is ", DTypeName(TypeOf(value)),
                           ", expected strings or whole numbers; bucketize it");
  return b_.Op("Cast", {value}, {{"DstT", DType::kInt64}});
}

// Buckets are TensorFlow's, which crosses columns, as sparse values, before features: where a column
// has no value there is no cross, but a feature's empty string is a value.
Result<Columns::Ids> Columns::Crossed(const BoundRow& row) {
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<std::string> keys, CrossedKeys(row));
  if (keys.size() < 2)
    return InvalidArgument("crossed_column: expected at least two keys, got ", keys.size());
  std::vector<OutputRef> indices, values, shapes, features;
  std::vector<DType> column_types, feature_types;
  int64_t combinations = 1;
  DType internal = DType::kString;
  for (const std::string& key : keys) {
    OutputRef value;
    if (IsColumn(key)) {
      RUNNEL_ASSIGN_OR_RETURN(const BoundRow inner, BindRow(RowKind::kColumn, key));
      if (inner.name() == "categorical_column_with_hash_bucket")
        return InvalidArgument("crossed_column: a hashed column would be hashed twice; use its key");
      RUNNEL_ASSIGN_OR_RETURN(const Ids ids, IdsOf(inner));
      value = ids.ids;
      const OutputRef there = ids.there ? ids.there : b_.Op("GreaterEqual", {value, Int64(&b_, 0)});
      indices.push_back(b_.Op("Where", {there}));
      values.push_back(b_.Op("GatherNd", {value, indices.back()}));
      shapes.push_back(b_.Op("Shape", {value}, {{"out_type", DType::kInt64}}));
      column_types.push_back(DType::kInt64);
    } else {
      RUNNEL_ASSIGN_OR_RETURN(value, CrossedFeature(key));
      features.push_back(value);
      feature_types.push_back(TypeOf(value));
    }
    RUNNEL_RETURN_IF_ERROR(b_.status());
    if (TypeOf(value) != DType::kString) internal = DType::kInt64;
    const Shape& shape = ShapeOf(value);
    if (!shape.has_rank() || shape.rank() != 2 || shape.dim(1) < 1)
      return InvalidArgument("crossed_column: how many values \"", key, "\" has is not known");
    if (!CheckedMul(combinations, shape.dim(1), &combinations) || combinations > INT32_MAX)
      return InvalidArgument("crossed_column: a sample has too many combinations");
  }
  std::vector<OutputRef> inputs = indices;
  for (const auto* more : {&values, &shapes, &features})
    inputs.insert(inputs.end(), more->begin(), more->end());
  const AttrValue sparse(column_types), dense(feature_types);
  const int64_t buckets = Whole(row, "hash_bucket_size");
  const std::vector<OutputRef> crossed = b_.Ops("SparseCross", inputs,
                                                {{"N", static_cast<int64_t>(indices.size())},
                                                 {"hashed_output", true},
                                                 {"num_buckets", buckets},
                                                 {"hash_key", Whole(row, "hash_key")},
                                                 {"sparse_types", sparse},
                                                 {"dense_types", dense},
                                                 {"out_type", DType::kInt64},
                                                 {"internal_type", internal}});
  RUNNEL_RETURN_IF_ERROR(b_.status());
  const auto width = static_cast<int32_t>(combinations);
  OutputRef ids = crossed[1];
  if (!indices.empty()) {
    const OutputRef rows = b_.Op(
        "StridedSlice", {crossed[2], b_.Int32Vector({0}), b_.Int32Vector({1}), b_.Int32Vector({1})});
    const OutputRef one = b_.Op("Cast", {b_.Int32Vector({width})}, {{"DstT", DType::kInt64}});
    const OutputRef whole = b_.Op("ConcatV2", {rows, one, b_.Scalar(DType::kInt32, 0)});
    ids = b_.Op("SparseToDense", {crossed[0], whole, ids, Int64(&b_, -1)});
  }
  ids = b_.Op("Reshape", {ids, b_.Int32Vector({-1, width})});
  RUNNEL_RETURN_IF_ERROR(b_.status());
  return Ids{ids, buckets, {}};
}

Result<Columns::Ids> Columns::IdsOf(const BoundRow& row) {
  if (row.name() == "crossed_column") return Crossed(row);
  if (row.name() == "bucketized_column") {
    RUNNEL_ASSIGN_OR_RETURN(const BoundRow source,
                            BindRow(RowKind::kColumn, Text(row, "source_column")));
    if (source.name() != "numeric_column")
      return InvalidArgument("bucketized_column: expected a numeric_column, got ", source.text);
    int64_t size = 0;
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef numbers, Numeric(source, &size));
    const auto& boundaries = row.arg<std::vector<float>>("boundaries");
    const int64_t each = static_cast<int64_t>(boundaries.size()) + 1;
    const AttrValue bounds(boundaries);
    OutputRef ids = b_.Op("Cast", {b_.Op("Bucketize", {numbers}, {{"boundaries", bounds}})},
                          {{"DstT", DType::kInt64}});
    if (size > 1) {  // each number of a sample has buckets of its own
      std::vector<int64_t> firsts;
      for (int64_t i = 0; i < size; ++i) firsts.push_back(i * each);
      RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make(std::vector<int64_t>{size}));
      RUNNEL_ASSIGN_OR_RETURN(const Tensor offsets, Tensor::FromValues<int64_t>(shape, firsts));
      ids = b_.Op("AddV2", {ids, b_.Constant(offsets)});
    }
    RUNNEL_RETURN_IF_ERROR(b_.status());
    return Ids{ids, each * size, {}};
  }
  if (!row.has_arg("key") || row.name() == "numeric_column")
    return InvalidArgument("expected a categorical column, got ", row.text);
  RUNNEL_ASSIGN_OR_RETURN(OutputRef values, Feature(Text(row, "key")));
  if (TypeOf(values) != DType::kString && !IsWhole(TypeOf(values)))
    return InvalidArgument(row.name(), ": feature \"", Text(row, "key"), "\" is ",
                           DTypeName(TypeOf(values)), ", expected strings or whole numbers");
  if (row.name() == "categorical_column_with_vocabulary_list") return Vocabulary(row, values, false);
  if (row.name() == "categorical_column_with_vocabulary_file") return Vocabulary(row, values, true);
  if (row.name() == "categorical_column_with_hash_bucket") {
    const int64_t buckets = Whole(row, "hash_bucket_size");
    OutputRef missing;
    if (TypeOf(values) == DType::kString) {
      const std::string empty;
      RUNNEL_ASSIGN_OR_RETURN(const Tensor none, Tensor::FromStrings(Shape(), {&empty, 1}));
      missing = b_.Op("Equal", {values, b_.Constant(none)});
    } else {
      values = b_.Op("Cast", {values}, {{"DstT", DType::kInt64}});
      missing = b_.Op("Equal", {values, Int64(&b_, -1)});
    }
    const OutputRef ids = b_.Op("SelectV2", {missing, Int64(&b_, -1), HashOf(values, buckets)});
    RUNNEL_RETURN_IF_ERROR(b_.status());
    return Ids{ids, buckets, {}};
  }
  if (!IsWhole(TypeOf(values)))
    return InvalidArgument(row.name(), ": feature \"", Text(row, "key"),
                           "\" is of strings, expected whole numbers");
  const int64_t buckets = Whole(row, "num_buckets"), other = Whole(row, "default_value");
  OutputRef ids = b_.Op("Cast", {values}, {{"DstT", DType::kInt64}});
  const OutputRef missing = b_.Op("Equal", {ids, Int64(&b_, -1)});
  if (other >= 0) {
    const OutputRef fits = b_.Op("LogicalAnd", {b_.Op("GreaterEqual", {ids, Int64(&b_, 0)}),
                                                b_.Op("Less", {ids, Int64(&b_, buckets)})});
    const OutputRef kept = b_.Op("LogicalOr", {fits, missing});
    ids = b_.Op("SelectV2", {kept, ids, Int64(&b_, other)});
  } else {
    // A number beyond the buckets is a failure of this gather; what is below 0 is in no bucket.
    const OutputRef all = b_.Op("Range", {Int64(&b_, 0), Int64(&b_, buckets), Int64(&b_, 1)});
    const OutputRef checked =
        b_.Op("GatherV2", {all, b_.Op("Maximum", {ids, Int64(&b_, 0)}), b_.Scalar(DType::kInt32, 0)});
    ids = b_.Op("SelectV2", {b_.Op("Less", {ids, Int64(&b_, 0)}), ids, checked});
  }
  const OutputRef there = b_.Op("LogicalNot", {missing});
  RUNNEL_RETURN_IF_ERROR(b_.status());
  return Ids{ids, buckets, there};
}

Result<OutputRef> Columns::Numeric(const BoundRow& row, int64_t* size) {
  const std::string& key = Text(row, "key");
  RUNNEL_ASSIGN_OR_RETURN(OutputRef value, Feature(key));
  if (TypeOf(value) == DType::kString)
    return InvalidArgument("numeric_column: feature \"", key, "\" is of strings, expected numbers");
  *size = 1;
  for (const int64_t dim : row.arg<std::vector<int64_t>>("shape")) *size *= dim;
  if (ShapeOf(value).dim(1) != *size)
    return InvalidArgument("numeric_column: feature \"", key, "\" has ", ShapeOf(value).dim(1),
                           " numbers in each sample, its column says ", *size);
  if (TypeOf(value) != DType::kFloat) value = b_.Op("Cast", {value}, {{"DstT", DType::kFloat}});
  return value;
}

// A larger norm becomes max_norm. Where it is 0 the derivative is 0, too.
OutputRef Columns::Clipped(OutputRef rows, float max_norm) {
  const OutputRef last = b_.Scalar(DType::kInt32, -1), most = b_.Scalar(DType::kFloat, max_norm);
  const OutputRef square = b_.Op("Sum", {b_.Op("Square", {rows}), last}, {{"keep_dims", true}});
  const OutputRef some = b_.Op("Greater", {square, b_.Scalar(DType::kFloat, 0)});
  const OutputRef norm = b_.Op("Sqrt", {b_.Op("SelectV2", {some, square, b_.Scalar(DType::kFloat, 1)})});
  const OutputRef large = b_.Op("Maximum", {b_.Op("SelectV2", {some, norm, square}), most});
  return b_.Op("RealDiv", {b_.Op("Mul", {rows, most}), large});
}

OutputRef Columns::Combined(OutputRef table, const Ids& ids, std::string_view combiner, float max_norm) {
  const OutputRef zero = Int64(&b_, 0), axis = b_.Scalar(DType::kInt32, 0);
  const OutputRef there =
      b_.Op("Cast", {b_.Op("GreaterEqual", {ids.ids, zero})}, {{"DstT", DType::kFloat}});
  OutputRef rows = b_.Op("GatherV2", {table, b_.Op("Maximum", {ids.ids, zero}), axis});
  if (max_norm > 0) rows = Clipped(rows, max_norm);
  const OutputRef last = b_.Scalar(DType::kInt32, -1), one = b_.Scalar(DType::kInt32, 1);
  const OutputRef sum = b_.Op("Sum", {b_.Op("Mul", {rows, b_.Op("ExpandDims", {there, last})}), one});
  if (combiner == "sum") return sum;
  OutputRef count = b_.Op("ExpandDims", {b_.Op("Sum", {there, one}), last});
  if (combiner == "sqrtn") count = b_.Op("Sqrt", {count});
  return b_.Op("DivNoNan", {sum, count});
}

Result<Columns::Dense> Columns::DenseOf(const Named& column, const std::string& scope) {
  const BoundRow& row = column.row;
  if (row.name() == "numeric_column") {
    Dense dense;
    RUNNEL_ASSIGN_OR_RETURN(dense.value, Numeric(row, &dense.size));
    return dense;
  }
  const bool is_indicator = row.name() == "indicator_column" || row.name() == "bucketized_column";
  if (!is_indicator && row.name() != "embedding_column")
    return InvalidArgument("expected a dense column, got ", row.text,
                           "; an embedding_column or indicator_column makes one of it");
  BoundRow inner = row;
  if (row.name() != "bucketized_column") {
    RUNNEL_ASSIGN_OR_RETURN(inner, BindRow(RowKind::kColumn, Text(row, "categorical_column")));
  }
  RUNNEL_ASSIGN_OR_RETURN(const Ids ids, IdsOf(inner));
  if (is_indicator) {
    const OutputRef hot =
        b_.Op("OneHot", {ids.ids, b_.Scalar(DType::kInt32, static_cast<double>(ids.buckets)),
                         b_.Scalar(DType::kFloat, 1), b_.Scalar(DType::kFloat, 0)});
    return Dense{b_.Op("Sum", {hot, b_.Scalar(DType::kInt32, 1)}), ids.buckets};
  }
  const float max_norm = row.arg<float>("max_norm");
  if (!(max_norm >= 0))
    return InvalidArgument("embedding_column: max_norm: expected at least 0 (0: none), got ", max_norm);
  const int64_t dimension = Whole(row, "dimension");
  RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make(std::vector<int64_t>{ids.buckets, dimension}));
  std::string initializer = Text(row, "initializer");
  if (initializer.empty())
    initializer = StrCat("TruncatedNormal(stddev=", 1 / std::sqrt(static_cast<double>(dimension)), ")");
  const std::string table = column.table.empty() ? column.name : column.table;
  auto known = shared_.find(StrCat(scope, "/", table));
  if (known == shared_.end()) {
    RUNNEL_ASSIGN_OR_RETURN(
        Weight weight,
        Variable(StrCat(scope, "/input_from_feature_columns/input_layer/", table, "/embedding_weights"),
                 shape, initializer));
    known = shared_.emplace(StrCat(scope, "/", table), std::move(weight)).first;
  }
  if (known->second.shape != shape)
    return InvalidArgument("shared_embeddings: the columns of \"", table,
                           "\" have different numbers of buckets");
  return Dense{Combined(known->second.read, ids, Text(row, "combiner"), max_norm), dimension};
}

Result<OutputRef> Columns::InputLayer(const std::vector<std::string>& specs, const std::string& scope) {
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<Named> columns, Bind(specs));
  std::vector<OutputRef> parts;
  for (const Named& column : columns) {
    auto dense = DenseOf(column, scope);
    if (!dense.ok()) return dense.status().WithPrefix(StrCat("feature column ", column.name));
    parts.push_back(dense->value);
  }
  if (parts.size() == 1) return parts[0];
  parts.push_back(b_.Scalar(DType::kInt32, 1));
  const OutputRef joined = b_.Op("ConcatV2", parts);
  RUNNEL_RETURN_IF_ERROR(b_.status());
  return joined;
}

Result<OutputRef> Columns::LinearModel(const std::vector<std::string>& specs, int64_t units,
                                       const std::string& scope) {
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<Named> columns, Bind(specs));
  OutputRef total;
  for (const Named& column : columns) {
    const std::string name = StrCat(scope, "/linear_model/", column.name, "/weights");
    const auto add = [&]() -> Result<OutputRef> {
      if (column.row.name() == "numeric_column" || column.row.name() == "embedding_column") {
        RUNNEL_ASSIGN_OR_RETURN(const Dense dense, DenseOf(column, scope));
        RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make(std::vector<int64_t>{dense.size, units}));
        RUNNEL_ASSIGN_OR_RETURN(const Weight weight, Variable(name, shape, "zeros"));
        return b_.Op("MatMul", {dense.value, weight.read});
      }
      BoundRow inner = column.row;
      if (inner.name() == "indicator_column") {
        RUNNEL_ASSIGN_OR_RETURN(inner,
                                BindRow(RowKind::kColumn, Text(column.row, "categorical_column")));
      }
      RUNNEL_ASSIGN_OR_RETURN(const Ids ids, IdsOf(inner));
      RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make(std::vector<int64_t>{ids.buckets, units}));
      RUNNEL_ASSIGN_OR_RETURN(const Weight weight, Variable(name, shape, "zeros"));
      return Combined(weight.read, ids, "sum", 0);
    };
    auto part = add();
    if (!part.ok()) return part.status().WithPrefix(StrCat("feature column ", column.name));
    total = total ? b_.Op("AddV2", {total, *part}) : *part;
  }
  RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make(std::vector<int64_t>{units}));
  RUNNEL_ASSIGN_OR_RETURN(const Weight bias,
                          Variable(StrCat(scope, "/linear_model/bias_weights"), shape, "zeros"));
  total = b_.Op("AddV2", {total, bias.read});
  RUNNEL_RETURN_IF_ERROR(b_.status());
  return total;
}

std::span<const Row> ColumnRows() { return kColumns; }

}  // namespace runnel::learn
