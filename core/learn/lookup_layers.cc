// Layers of vocabularies: numbers for strings, whole numbers and the words of texts.
//
// A vocabulary is a part of the spec, given or learned from data, so that what a layer gives has a known
// shape. In the graph it is a table, which every lookup makes sure is filled: the same tensors once more
// cost nothing.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "core/learn/adapt.h"
#include "core/learn/encode.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

Result<Tensor> Scalar(const std::string& text) { return Tensor::FromStrings(Shape(), {&text, 1}); }

// So many numbers are in memory where there are weights for them.
constexpr int64_t kMaxTokens = int64_t{1} << 26;

// What StringLookup, IntegerLookup and TextVectorization have in common.
struct Vocabulary {
  bool is_string = true;
  std::string mode;
  int64_t max_tokens = 0, num_oov = 1;
  bool pads = false;
  std::vector<std::string> mask, words;  // masks: none or one
  std::vector<int64_t> masked_number, numbers;
  std::vector<float> weights;  // of tf_idf
  int64_t oov_start() const { return has_mask() && mode == "int" ? 1 : 0; }
  int64_t token_start() const { return oov_start() + num_oov; }
  bool has_mask() const { return is_string ? !mask.empty() : !masked_number.empty(); }
  size_t size() const { return is_string ? words.size() : numbers.size(); }
  int64_t depth() const { return pads ? max_tokens : token_start() + static_cast<int64_t>(size()); }
};

// Leaves out special tokens at the front, and checks the rest.
template <typename T>
Status CheckTokens(const std::vector<T>& mask, const T& oov, const Vocabulary& v,
                   std::vector<T>* tokens) {
  std::vector<T> special(static_cast<size_t>(v.oov_start()), mask.empty() ? T() : mask[0]);
  special.resize(static_cast<size_t>(v.token_start()), oov);
  if (!special.empty() && tokens->size() > special.size() &&
      std::equal(special.begin(), special.end(), tokens->begin())) {
    tokens->erase(tokens->begin(), tokens->begin() + static_cast<std::ptrdiff_t>(special.size()));
  }
  std::set<T> seen;
  for (const T& token : *tokens) {
    if (!seen.insert(token).second)
      return InvalidArgument("vocabulary: has \"", token, "\" more than once");
    if (!mask.empty() && token == mask[0])
      return InvalidArgument("vocabulary: has the mask \"", token,
                             "\", which may stand at its front only");
  }
  if (v.max_tokens > 0 && v.token_start() + static_cast<int64_t>(tokens->size()) > v.max_tokens) {
    return InvalidArgument("vocabulary: with special tokens ",
                           v.token_start() + static_cast<int64_t>(tokens->size()),
                           ", which is more than max_tokens, ", v.max_tokens);
  }
  return OkStatus();
}

Result<Vocabulary> ReadVocabulary(const BoundRow& row, bool learns) {
  Vocabulary v;
  const bool text = row.name() == "TextVectorization";
  v.is_string = row.name() != "IntegerLookup";
  v.mode = row.arg<std::string>("output_mode");
  v.max_tokens = row.arg<int64_t>("max_tokens");
  v.pads = row.arg<bool>("pad_to_max_tokens");
  if (v.max_tokens == 1 || v.max_tokens < 0 || v.max_tokens > kMaxTokens) {
    return InvalidArgument("max_tokens: expected more than 1 and at most ", kMaxTokens, ", got ",
                           v.max_tokens);
  }
  if (v.pads && v.max_tokens == 0) return InvalidArgument("pad_to_max_tokens needs max_tokens");
  if (!text) v.num_oov = row.arg<int64_t>("num_oov_indices");
  if (v.num_oov > kMaxTokens)
    return InvalidArgument("num_oov_indices: expected at most ", kMaxTokens, ", got ", v.num_oov);
  if (v.is_string) {
    v.mask = text ? std::vector<std::string>{""} : row.arg<std::vector<std::string>>("mask_token");
    v.words = row.arg<std::vector<std::string>>("vocabulary");
    const std::string oov = text ? "[UNK]" : row.arg<std::string>("oov_token");
    RUNNEL_RETURN_IF_ERROR(CheckTokens(v.mask, oov, v, &v.words));
  } else {
    v.masked_number = row.arg<std::vector<int64_t>>("mask_token");
    v.numbers = row.arg<std::vector<int64_t>>("vocabulary");
    RUNNEL_RETURN_IF_ERROR(CheckTokens(v.masked_number, row.arg<int64_t>("oov_token"), v, &v.numbers));
  }
  if (v.mask.size() > 1 || v.masked_number.size() > 1)
    return InvalidArgument("mask_token: expected none or one");
  v.weights = row.arg<std::vector<float>>("idf_weights");
  if (learns) return v;
  if (v.size() == 0) return InvalidArgument("vocabulary: expected one, given or learned from data");
  if ((v.mode == "tf_idf") != (v.weights.size() == v.size()) ||
      (v.mode != "tf_idf" && !v.weights.empty())) {
    return InvalidArgument("idf_weights: expected ", v.mode == "tf_idf" ? v.size() : 0, ", got ",
                           v.weights.size());
  }
  return v;
}

Result<Tensor> Tokens(const Vocabulary& v) {
  const Shape shape{static_cast<int64_t>(v.size())};
  if (v.is_string) return Tensor::FromStrings(shape, v.words);
  return Tensor::FromValues<int64_t>(shape, v.numbers);
}

// Looks keys up in a table of the layer, which is filled by then.
Result<OutputRef> Find(LayerContext& ctx, const Tensor& keys, const Tensor& values, OutputRef x,
                       OutputRef otherwise) {
  GraphBuilder& b = ctx.b();
  const DType key_dtype = keys.dtype(), value_dtype = values.dtype();
  const std::string name = StrCat(ctx.name(), "/table");
  const OutputRef table =
      b.Op("HashTableV2", std::vector<OutputRef>{},
           {{"key_dtype", key_dtype}, {"value_dtype", value_dtype}, {"shared_name", name}});
  NodeSpec fill;
  fill.op = "InitializeTableV2";
  fill.inputs = {table, b.Constant(keys), b.Constant(values)};
  RUNNEL_RETURN_IF_ERROR(b.status());
  Node* filled = b.AddNode(std::move(fill));
  NodeSpec find;
  find.op = "LookupTableFindV2";
  find.inputs = {table, x, otherwise};
  find.control_inputs = {filled};
  RUNNEL_RETURN_IF_ERROR(b.status());
  const OutputRef found{b.AddNode(std::move(find)), 0};
  // The table does not know that an entry is one number.
  const OutputRef shaped = b.Op("Reshape", {found, b.Op("Shape", {x})});
  RUNNEL_RETURN_IF_ERROR(b.status());
  return shaped;
}

// The numbers of tokens; of a mask 0 in mode int, else one that counts for nothing.
Result<OutputRef> Numbers(LayerContext& ctx, const Vocabulary& v, OutputRef x) {
  GraphBuilder& b = ctx.b();
  RUNNEL_ASSIGN_OR_RETURN(const Tensor keys, Tokens(v));
  std::vector<int64_t> places(v.size());
  for (size_t i = 0; i < places.size(); ++i) places[i] = v.token_start() + static_cast<int64_t>(i);
  RUNNEL_ASSIGN_OR_RETURN(const Tensor values, Tensor::FromValues<int64_t>(keys.shape(), places));
  const int64_t unknown = v.num_oov == 1 ? v.oov_start() : -1;
  const DType int64 = DType::kInt64;
  RUNNEL_ASSIGN_OR_RETURN(OutputRef found, Find(ctx, keys, values, x, IntScalar(b, int64, unknown)));
  OutputRef masked;
  if (v.has_mask()) {
    OutputRef mask;
    if (v.is_string) {
      RUNNEL_ASSIGN_OR_RETURN(const Tensor word, Tensor::FromStrings(Shape(), v.mask));
      mask = b.Constant(word);
    } else {
      mask = IntScalar(b, int64, v.masked_number[0]);
    }
    masked = b.Op("Equal", {x, mask});
    const int64_t stands_for = v.mode == "int" ? 0 : std::numeric_limits<int64_t>::max();
    found = b.Op("SelectV2", {masked, IntScalar(b, int64, stands_for), found});
  }
  const OutputRef none = IntScalar(b, int64, -1);
  if (v.num_oov == 0) {
    const OutputRef known = b.Op(
        "All",
        {b.Op("Reshape", {b.Op("NotEqual", {found, none}), b.Int32Vector({-1})}), b.Int32Vector({0})});
    RUNNEL_ASSIGN_OR_RETURN(const Tensor text,
                            Scalar(StrCat("layer \"", ctx.name(),
                                          "\": num_oov_indices is 0 and a value is not "
                                          "in the vocabulary:")));
    NodeSpec check;
    check.op = "Assert";
    check.inputs = {known, b.Constant(text), x};
    RUNNEL_RETURN_IF_ERROR(b.status());
    Node* checked = b.AddNode(std::move(check));
    NodeSpec same;
    same.op = "Identity";
    same.inputs = {found};
    same.control_inputs = {checked};
    RUNNEL_RETURN_IF_ERROR(b.status());
    found = {b.AddNode(std::move(same)), 0};
  } else if (v.num_oov > 1) {
    OutputRef other;
    std::vector<int64_t> salt;
    if (const AttrValue* given = FindAttr(ctx.row().args, "salt"))
      salt = *given->get_if<std::vector<int64_t>>();
    if (salt.size() == 1) salt.push_back(salt[0]);
    const AttrValue* method = FindAttr(ctx.row().args, "oov_method");
    const bool hashes =
        v.is_string || (method != nullptr && *method->get_if<std::string>() == "farmhash");
    if (!hashes) {
      other = b.Op("FloorMod", {x, IntScalar(b, int64, v.num_oov)});
    } else {
      const OutputRef text = v.is_string ? x : b.Op("AsString", {x});
      other = salt.empty() ? b.Op("StringToHashBucketFast", {text}, {{"num_buckets", v.num_oov}})
                           : b.Op("StringToHashBucketStrong", {text},
                                  {{"num_buckets", v.num_oov}, {"key", salt}});
    }
    other = b.Op("AddV2", {other, IntScalar(b, int64, v.oov_start())});
    found = b.Op("SelectV2", {b.Op("Equal", {found, none}), other, found});
  }
  RUNNEL_RETURN_IF_ERROR(b.status());
  return found;
}

// One weight for each number of a vocabulary: special tokens weigh the mean.
Result<OutputRef> TokenWeights(LayerContext& ctx, const Vocabulary& v) {
  double mean = 0;
  for (const float w : v.weights) mean += static_cast<double>(w) / static_cast<double>(v.weights.size());
  std::vector<float> weights(static_cast<size_t>(v.token_start()), static_cast<float>(mean));
  weights.insert(weights.end(), v.weights.begin(), v.weights.end());
  weights.resize(static_cast<size_t>(v.depth()));
  RUNNEL_ASSIGN_OR_RETURN(const Tensor tensor, Tensor::FromValues<float>(Shape{v.depth()}, weights));
  const OutputRef constant = ctx.b().Constant(tensor);
  return ctx.dtype() == DType::kFloat ? constant
                                      : ctx.b().Op("Cast", {constant}, {{"DstT", ctx.dtype()}});
}

Status Invert(LayerContext& ctx, const Vocabulary& v) {
  if (v.mode != "int") return InvalidArgument("invert needs output_mode int, got ", v.mode);
  GraphBuilder& b = ctx.b();
  std::vector<int64_t> places(v.size());
  for (size_t i = 0; i < places.size(); ++i) places[i] = v.token_start() + static_cast<int64_t>(i);
  RUNNEL_ASSIGN_OR_RETURN(const Tensor values, Tokens(v));
  RUNNEL_ASSIGN_OR_RETURN(const Tensor keys, Tensor::FromValues<int64_t>(values.shape(), places));
  OutputRef unknown, mask;
  if (v.is_string) {
    RUNNEL_ASSIGN_OR_RETURN(const Tensor oov, Scalar(ctx.text("oov_token")));
    unknown = b.Constant(oov);
    if (v.has_mask()) {
      RUNNEL_ASSIGN_OR_RETURN(const Tensor word, Tensor::FromStrings(Shape(), v.mask));
      mask = b.Constant(word);
    }
  } else {
    unknown = IntScalar(b, DType::kInt64, ctx.arg<int64_t>("oov_token"));
    if (v.has_mask()) mask = IntScalar(b, DType::kInt64, v.masked_number[0]);
  }
  OutputRef x = ctx.input(0);
  if (TypeOf(x) == DType::kInt32) x = b.Op("Cast", {x}, {{"DstT", DType::kInt64}});
  RUNNEL_ASSIGN_OR_RETURN(OutputRef found, Find(ctx, keys, values, x, unknown));
  if (mask) found = b.Op("SelectV2", {b.Op("Equal", {x, IntScalar(b, DType::kInt64, 0)}), mask, found});
  ctx.Give(found);
  return b.status();
}

Status LookupCall(LayerContext& ctx) {
  GraphBuilder& b = ctx.b();
  RUNNEL_ASSIGN_OR_RETURN(const Vocabulary v, ReadVocabulary(ctx.row(), false));
  if (ctx.arg<bool>("invert")) return Invert(ctx, v);
  OutputRef x = ctx.input(0);
  if (!v.is_string && TypeOf(x) == DType::kInt32) x = b.Op("Cast", {x}, {{"DstT", DType::kInt64}});
  const DType expected = v.is_string ? DType::kString : DType::kInt64;
  if (TypeOf(x) != expected)
    return InvalidArgument("its input: expected ", DTypeName(expected), ", got ", DTypeName(TypeOf(x)));
  RUNNEL_ASSIGN_OR_RETURN(const OutputRef numbers, Numbers(ctx, v, x));
  const bool weighs = v.mode == "tf_idf";
  RUNNEL_ASSIGN_OR_RETURN(OutputRef y, Encode(ctx, numbers, weighs ? "count" : v.mode, v.depth()));
  if (weighs) {
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef weights, TokenWeights(ctx, v));
    y = b.Op("Mul", {y, weights});
  }
  ctx.Give(y);
  return b.status();
}

// ---- texts ----

// Words of all samples, and where those of each sample begin and the last ones end.
struct Words {
  OutputRef values, splits;
};

OutputRef AsRow(GraphBuilder& b, OutputRef x) {
  return b.Op("ExpandDims", {x, IntScalar(b, DType::kInt32, 0)});
}
OutputRef AsColumn(GraphBuilder& b, OutputRef x) {
  return b.Op("ExpandDims", {x, IntScalar(b, DType::kInt32, -1)});
}
OutputRef UpTo(GraphBuilder& b, OutputRef size) {
  return b.Op("Range", {IntScalar(b, DType::kInt64, 0), size, IntScalar(b, DType::kInt64, 1)});
}
OutputRef SizeOf(GraphBuilder& b, OutputRef x, int32_t at) {
  const OutputRef shape = b.Op("Shape", {x}, {{"out_type", DType::kInt64}});
  return b.Op("StridedSlice", {shape, b.Int32Vector({at}), b.Int32Vector({at + 1}), b.Int32Vector({1})},
              {{"shrink_axis_mask", 1}});
}
OutputRef OneMore(GraphBuilder& b, OutputRef size) {
  return b.Op("AddV2", {size, IntScalar(b, DType::kInt64, 1)});
}
// How many numbers of `sorted` are below each of `values`, or not above.
OutputRef CountBelow(GraphBuilder& b, const char* op, OutputRef sorted, OutputRef values) {
  const std::vector<int64_t> first = {0};
  return b.Op("Squeeze", {b.Op(op, {AsRow(b, sorted), AsRow(b, values)}, {{"out_type", DType::kInt64}})},
              {{"squeeze_dims", first}});
}

Result<Words> WordsOf(GraphBuilder& b, const BoundRow& row, OutputRef x) {
  const auto& text = [&](std::string_view arg) -> const std::string& {
    return row.arg<std::string>(arg);
  };
  const std::string &standardize = text("standardize"), &split = text("split");
  if (TypeOf(x) != DType::kString)
    return InvalidArgument("its input: expected strings, got ", DTypeName(TypeOf(x)));
  const Shape shape = ShapeOf(x);
  if (!shape.has_rank() || shape.rank() < 1 || shape.rank() > 2)
    return InvalidArgument("its input: expected [batch] or [batch, 1], got ", shape.ToString());
  if (shape.rank() == 2 && shape.dim(1) != 1 && !split.empty())
    return InvalidArgument("its input: expected [batch] or [batch, 1] texts to split, got ",
                           shape.ToString());
  if (standardize.find("lower") != std::string::npos)
    x = b.Op("StringLower", {x}, {{"encoding", AttrValue("utf-8")}});
  if (standardize.find("strip_punctuation") != std::string::npos) {
    x = b.Op("StaticRegexReplace", {x},
             {{"pattern", AttrValue(R"([!"#$%&()\*\+,-\./:;<=>?@\[\\\]^_`{|}~\'])")},
              {"rewrite", AttrValue("")}});
  }
  const OutputRef flat = b.Op("Reshape", {x, b.Int32Vector({-1})});
  Words words;
  if (split == "whitespace") {
    RUNNEL_ASSIGN_OR_RETURN(const Tensor any, Scalar(""));
    const std::vector<OutputRef> parts = b.Ops("StringSplitV2", {flat, b.Constant(any)});
    RUNNEL_RETURN_IF_ERROR(b.status());
    const OutputRef rows = b.Op(
        "StridedSlice", {parts[0], b.Int32Vector({0, 0}), b.Int32Vector({0, 1}), b.Int32Vector({1, 1})},
        {{"begin_mask", 1}, {"end_mask", 1}, {"shrink_axis_mask", 2}});
    words.values = parts[1];
    words.splits = CountBelow(b, "LowerBound", rows, UpTo(b, OneMore(b, SizeOf(b, flat, 0))));
  } else if (split == "character") {
    const std::vector<OutputRef> parts =
        b.Ops("UnicodeDecode", {flat}, {{"input_encoding", AttrValue("UTF-8")}});
    RUNNEL_RETURN_IF_ERROR(b.status());
    words.splits = parts[0];
    words.values = b.Op("UnicodeEncode", {parts[1], UpTo(b, OneMore(b, SizeOf(b, parts[1], 0)))},
                        {{"output_encoding", AttrValue("UTF-8")}});
  } else {
    words.values = flat;
    const OutputRef each = shape.rank() == 2 ? SizeOf(b, x, 1) : IntScalar(b, DType::kInt64, 1);
    words.splits = b.Op("Mul", {UpTo(b, OneMore(b, SizeOf(b, x, 0))), each});
  }
  std::vector<int64_t> widths = row.arg<std::vector<int64_t>>("ngrams");
  if (widths.size() == 1 && widths[0] > 0 && widths[0] <= 1000 &&
      row.text.find("ngrams=[") == std::string::npos) {
    const int64_t most = widths[0];  // a number stands for all up to it
    widths.clear();
    for (int64_t i = 1; i <= most; ++i) widths.push_back(i);
  }
  if (!widths.empty()) {
    const std::vector<OutputRef> grams = b.Ops("StringNGrams", {words.values, words.splits},
                                               {{"separator", AttrValue(" ")},
                                                {"ngram_widths", widths},
                                                {"left_pad", AttrValue("")},
                                                {"right_pad", AttrValue("")},
                                                {"pad_width", 0},
                                                {"preserve_short_sequences", false}});
    RUNNEL_RETURN_IF_ERROR(b.status());
    words = {grams[0], grams[1]};
  }
  RUNNEL_RETURN_IF_ERROR(b.status());
  return words;
}

Status TextCall(LayerContext& ctx) {
  GraphBuilder& b = ctx.b();
  RUNNEL_ASSIGN_OR_RETURN(const Vocabulary v, ReadVocabulary(ctx.row(), false));
  RUNNEL_ASSIGN_OR_RETURN(const Words words, WordsOf(b, ctx.row(), ctx.input(0)));
  RUNNEL_ASSIGN_OR_RETURN(const OutputRef numbers, Numbers(ctx, v, words.values));
  const DType int64 = DType::kInt64;
  const OutputRef begins =
      b.Op("StridedSlice", {words.splits, b.Int32Vector({0}), b.Int32Vector({-1}), b.Int32Vector({1})});
  const OutputRef ends =
      b.Op("StridedSlice", {words.splits, b.Int32Vector({1}), b.Int32Vector({0}), b.Int32Vector({1})},
           {{"end_mask", 1}});
  const OutputRef all = UpTo(b, SizeOf(b, words.values, 0));
  const OutputRef rows = CountBelow(b, "UpperBound", ends, all);
  const OutputRef batch = SizeOf(b, begins, 0);
  const int64_t length = ctx.arg<int64_t>("output_sequence_length");
  if (v.mode == "int") {
    const OutputRef columns =
        b.Op("Sub", {all, b.Op("GatherV2", {begins, rows, IntScalar(b, DType::kInt32, 0)})});
    const OutputRef longest = b.Op("Max", {b.Op("Sub", {ends, begins}), b.Int32Vector({0})});
    const OutputRef places =
        b.Op("ConcatV2", {AsColumn(b, rows), AsColumn(b, columns), IntScalar(b, DType::kInt32, 1)});
    const OutputRef shape = b.Op("Pack", {batch, longest});
    OutputRef y = b.Op("SparseToDense", {places, shape, numbers, IntScalar(b, int64, 0)});
    if (length > 0) {
      RUNNEL_ASSIGN_OR_RETURN(
          const Tensor behind,
          Tensor::FromValues<int64_t>(Shape{2, 2}, std::vector<int64_t>{0, 0, 0, length}));
      y = b.Op("Slice", {b.Op("Pad", {y, b.Constant(behind)}), IntVector(b, int64, {0, 0}),
                         IntVector(b, int64, {-1, length})});
    }
    ctx.Give(y);
    return b.status();
  }
  if (length > 0) return InvalidArgument("output_sequence_length needs output_mode int, got ", v.mode);
  if (v.mode == "one_hot") return Unimplemented("output_mode one_hot of texts, which have many words");
  // Words that count for nothing are added as nothing to the first number.
  const OutputRef counts = b.Op("Less", {numbers, IntScalar(b, int64, v.depth())});
  const OutputRef safe = b.Op("SelectV2", {counts, numbers, IntScalar(b, int64, 0)});
  const OutputRef places =
      b.Op("ConcatV2", {AsColumn(b, rows), AsColumn(b, safe), IntScalar(b, DType::kInt32, 1)});
  const OutputRef shape = b.Op("Pack", {batch, IntScalar(b, int64, v.depth())});
  OutputRef y = b.Op("ScatterNd", {places, b.Op("Cast", {counts}, {{"DstT", ctx.dtype()}}), shape});
  if (v.mode == "multi_hot") y = b.Op("Minimum", {y, b.Scalar(ctx.dtype(), 1)});
  if (v.mode == "tf_idf") {
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef weights, TokenWeights(ctx, v));
    y = b.Op("Mul", {y, weights});
  }
  ctx.Give(b.Op("Reshape", {y, IntVector(b, int64, {-1, v.depth()})}));
  return b.status();
}

// ---- learning ----

// The most frequent tokens, and the later in order of those that are as frequent, with their weights.
template <typename T>
void Learn(AdaptContext& ctx, const Vocabulary& v, const std::vector<std::vector<T>>& documents,
           const std::vector<T>& special) {
  struct Seen {
    int64_t count = 0, documents = 0;
    size_t last = 0;  // of the documents, from 1
  };
  std::map<T, Seen> tokens;
  for (size_t i = 0; i < documents.size(); ++i) {
    for (const T& token : documents[i]) {
      if (std::find(special.begin(), special.end(), token) != special.end()) continue;
      Seen& seen = tokens[token];
      ++seen.count;
      if (seen.last != i + 1) ++seen.documents;
      seen.last = i + 1;
    }
  }
  std::vector<std::pair<T, Seen>> order(tokens.begin(), tokens.end());
  std::sort(order.begin(), order.end(), [](const auto& x, const auto& y) {
    return x.second.count != y.second.count ? x.second.count > y.second.count : x.first > y.first;
  });
  if (v.max_tokens > 0) {
    const auto most = static_cast<size_t>(std::max<int64_t>(v.max_tokens - v.token_start(), 0));
    if (order.size() > most) order.resize(most);
  }
  SpecValue::List words;
  std::vector<double> weights;
  for (const auto& [token, seen] : order) {
    words.emplace_back();
    words.back().value = token;
    weights.push_back(
        std::log(1 + static_cast<double>(documents.size()) / (1 + static_cast<double>(seen.documents))));
  }
  SpecValue list;
  list.value = std::move(words);
  ctx.Set("vocabulary", std::move(list));
  if (v.mode == "tf_idf") ctx.Set("idf_weights", ListOf(weights));
}

// The elements of each row of data.
template <typename T, typename Get>
std::vector<std::vector<T>> Rows(const Tensor& data, const Get& get) {
  const int64_t rows = data.shape().dim(0), each = data.num_elements() / rows;
  std::vector<std::vector<T>> made(static_cast<size_t>(rows));
  for (int64_t i = 0; i < data.num_elements(); ++i)
    made[static_cast<size_t>(i / each)].push_back(get(i));
  return made;
}

Status LookupAdapt(AdaptContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Vocabulary v, ReadVocabulary(ctx.row, true));
  if (v.size() > 0) return InvalidArgument("it has a vocabulary already");
  const Tensor& data = ctx.data;
  if (v.is_string) {
    if (data.dtype() != DType::kString)
      return InvalidArgument("data: expected strings, got ", DTypeName(data.dtype()));
    std::vector<std::string> special = v.mask;
    special.push_back(ctx.row.arg<std::string>("oov_token"));
    Learn(ctx, v, Rows<std::string>(data, [&](int64_t i) { return std::string(data.string_at(i)); }),
          special);
    return OkStatus();
  }
  if (data.dtype() != DType::kInt32 && data.dtype() != DType::kInt64)
    return InvalidArgument("data: expected int32 or int64, got ", DTypeName(data.dtype()));
  std::vector<int64_t> special = v.masked_number;
  special.push_back(ctx.row.arg<int64_t>("oov_token"));
  Learn(ctx, v, Rows<int64_t>(data, [&](int64_t i) { return data.int_at(i); }), special);
  return OkStatus();
}

Status TextAdapt(AdaptContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Vocabulary v, ReadVocabulary(ctx.row, true));
  if (v.size() > 0) return InvalidArgument("it has a vocabulary already");
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<Tensor> found,
                          ctx.Run([&](GraphBuilder& b, OutputRef x) -> Result<std::vector<OutputRef>> {
                            RUNNEL_ASSIGN_OR_RETURN(const Words words, WordsOf(b, ctx.row, x));
                            return std::vector<OutputRef>{words.values, words.splits};
                          }));
  std::vector<std::vector<std::string>> documents(static_cast<size_t>(found[1].num_elements() - 1));
  for (size_t i = 0; i < documents.size(); ++i) {
    const auto at = static_cast<int64_t>(i);
    for (int64_t k = found[1].int_at(at); k < found[1].int_at(at + 1); ++k)
      documents[i].emplace_back(found[0].string_at(k));
  }
  Learn(ctx, v, documents, {"", "[UNK]"});
  return OkStatus();
}

#define RUNNEL_LOOKUP_ARGS                                                                             \
  "idf_weights: list(float) = []; invert: bool = false; output_mode: {'int', 'one_hot', 'multi_hot', " \
  "'count', 'tf_idf'} = 'int'; pad_to_max_tokens: bool = false; oov_method: {'floormod', 'farmhash'} " \
  "= "                                                                                                 \
  "'floormod'; salt: list(int) = []"
#define RUNNEL_LOOKUP_DOC                                                                               \
  " A mask_token gives 0 in mode int and counts for nothing else; what is not in the vocabulary gives " \
  "one "                                                                                                \
  "of num_oov_indices numbers behind it, and an error if there are none; the vocabulary follows. It "   \
  "is given, "                                                                                          \
  "or learned from data: the most frequent ones. With invert the other way round. tf_idf: count times " \
  "idf_weights."

constexpr Row kLookupLayers[] = {
    {
        .kind = RowKind::kLayer,
        .name = "StringLookup",
        .inputs = "x: I",
        .args = "max_tokens: int = 0; num_oov_indices: int >= 0 = 1; mask_token: list(string) = []; "
                "oov_token: "
                "string = '[UNK]'; vocabulary: list(string) = []; " RUNNEL_LOOKUP_ARGS,
        .doc = "The number of a string." RUNNEL_LOOKUP_DOC RUNNEL_ENCODED_DOC,
        .layer = LookupCall,
        .adapt = LookupAdapt,
    },
    {
        .kind = RowKind::kLayer,
        .name = "IntegerLookup",
        .inputs = "x: I",
        .args =
            "max_tokens: int = 0; num_oov_indices: int >= 0 = 1; mask_token: list(int) = []; oov_token: "
            "int = -1; vocabulary: list(int) = []; " RUNNEL_LOOKUP_ARGS,
        .doc = "The number of a whole number." RUNNEL_LOOKUP_DOC RUNNEL_ENCODED_DOC,
        .layer = LookupCall,
        .adapt = LookupAdapt,
    },
    {
        .kind = RowKind::kLayer,
        .name = "TextVectorization",
        .inputs = "x: I",
        .args =
            "max_tokens: int = 0; standardize: string = 'lower_and_strip_punctuation'; split: string = "
            "'whitespace'; ngrams: list(int) = []; output_mode: {'int', 'one_hot', 'multi_hot', "
            "'count', "
            "'tf_idf'} = 'int'; output_sequence_length: int >= 0 = 0; pad_to_max_tokens: bool = false; "
            "vocabulary: list(string) = []; idf_weights: list(float) = []",
        .doc = "The words of texts by number: 0 behind the last one, 1 for those that are not in the "
               "vocabulary, "
               "which is given, or learned from data: the most frequent ones. standardize: lower, "
               "strip_punctuation, lower_and_strip_punctuation or none; split: whitespace, character or "
               "none; "
               "ngrams: neighbours as words too, of as many words as the list says, or of up to a "
               "number. Shapes: "
               "x [b] or [b, 1] strings; y [b, longest] or [b, output_sequence_length] in mode int, "
               "else [b, "
               "words].",
        .layer = TextCall,
        .adapt = TextAdapt,
    },
};

}  // namespace

std::span<const Row> LookupLayerRows() { return kLookupLayers; }

}  // namespace runnel::learn
