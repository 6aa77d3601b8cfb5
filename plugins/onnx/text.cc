// Strings.
#include <algorithm>

#include "plugins/onnx/node.h"

namespace runnel::onnx {
namespace {

void StringConcat(Node& n) {
  Builder& b = n.b;
  const Value x = n.In(0), y = n.In(1);
  const Value left = b.ExpandBoth(x, b.ShapeOf(y)), right = b.ExpandBoth(y, b.ShapeOf(x));
  n.Out(b.Node("StringJoin", {left, right}, RNLP_STRING, Broadcast(x.shape, y.shape),
               [&](plugin::NodeWriter& w) { w.Int("N", 2).String("separator", ""); }));
}

void RegexFullMatch(Node& n) {
  const Value x = n.In(0);
  const std::string pattern = n.Str("pattern", "");
  Value text = Builder::Strings({pattern});
  text.shape = Shape::Scalar();
  n.Out(n.b.Node("RegexFullMatch", {x, text}, RNLP_BOOL, x.shape, [](auto&) {}));
}

Value Cased(Builder& b, const Value& x, bool upper) {
  return b.Node(upper ? "StringUpper" : "StringLower", {x}, RNLP_STRING, x.shape,
                [](plugin::NodeWriter& w) { w.String("encoding", "utf-8"); });
}

// Drops stop words, then changes case. An empty result is one empty string.
void StringNormalizer(Node& n) {
  Builder& b = n.b;
  Value x = n.In(0);
  const std::string action = n.Str("case_change_action", "NONE");
  const bool sensitive = n.Int("is_case_sensitive", 0) != 0;
  std::vector<std::string> stops = n.StrList("stopwords");
  n.Ignore("locale");
  if (action != "NONE" && action != "LOWER" && action != "UPPER")
    Invalid("case_change_action \"" + action + "\"");
  const int64_t rank = NeedRank(x);
  if (rank != 1 && rank != 2) Invalid("strings of rank " + std::to_string(rank));
  Value flat = b.Reshape(x, Ints{-1});
  if (!stops.empty()) {
    const Value seen = sensitive ? flat : Cased(b, flat, false);
    Value words = Builder::Strings(stops);
    if (!sensitive) words = Cased(b, words, false);
    const Value same = b.Compare("Equal", b.Unsqueeze(seen, {1}), b.Unsqueeze(words, {0}));
    const Value keeps = b.Not(b.Reduce("Any", same, {1}, false));
    const Value at = b.Node("Where", {keeps}, RNLP_INT64, Shape::Of({-1, 1}));
    flat = b.Gather(flat, b.Squeeze(at, {1}), 0);
    // Nothing is left: one empty string.
    const Value size = b.ShapeOf(flat);
    const Value missing = b.Sub(Builder::I64({1}), b.Binary("Minimum", size, Builder::I64({1})));
    Value nothing = Builder::Strings({""});
    nothing.shape = Shape::Scalar();
    flat = b.Concat({flat, b.Fill(missing, nothing)}, 0);
  }
  if (action != "NONE") flat = Cased(b, flat, action == "UPPER");
  n.Out(rank == 2 ? b.Reshape(flat, Ints{1, -1}) : b.Identity(flat));
}

// The parts of each string along a new last dimension, padded by empty ones, and their numbers.
void StringSplit(Node& n) {
  Builder& b = n.b;
  const Value x = n.In(0);
  const int64_t limit = n.Int("maxsplit", -1);
  Value separator = Builder::Strings({n.Str("delimiter", "")});
  separator.shape = Shape::Scalar();
  const Value flat = b.Reshape(x, Ints{-1});
  if (limit == 0) Refuse("maxsplit=0");
  Value at = b.Node("StringSplitV2", {flat, separator}, RNLP_INT64, Shape::Of({-1, 2}),
                    [&](plugin::NodeWriter& w) { w.Int("maxsplit", limit); });
  Value parts = Builder::Other(at, 1, RNLP_STRING, Shape::OfRank(1));
  Value columns = b.Slice(Builder::Other(at, 2, RNLP_INT64, Shape::Of({2})), 0, 1, 2);
  Value nothing = Builder::Strings({""});
  nothing.shape = Shape::Scalar();
  if (n.Str("delimiter", "").empty() && limit > 0) {
    // Between spaces is no empty part, but TensorFlow's op gives one where the last split ends the text.
    const Value kept =
        b.Node("Where", {b.Compare("NotEqual", parts, nothing)}, RNLP_INT64, Shape::Of({-1, 1}));
    const Value rows = b.Squeeze(kept, {1});
    at = b.Gather(at, rows, 0);
    parts = b.Gather(parts, rows, 0);
    const Value ends = b.Concat(
        {Builder::I64({0}), b.Add(b.Squeeze(b.Slice(at, 1, 1, 2), {1}), Builder::I64Scalar(1))}, 0);
    columns = b.Reduce("Max", ends, {0}, true);
  }
  const Value shape = b.Concat({b.ShapeOf(flat), columns}, 0);
  Value table =
      b.Node("TensorScatterUpdate", {b.Fill(shape, nothing), at, parts}, RNLP_STRING, Shape::OfRank(2),
             [&](plugin::NodeWriter& w) { w.Type("T", RNLP_STRING).Type("Tindices", RNLP_INT64); });
  const Value size = b.ShapeOf(x);
  Value out = b.Reshape(table, b.Concat({size, columns}, 0));
  const Value rows = b.Squeeze(b.Slice(at, 1, 0, 1), {1});
  const Value ones = b.Add(b.Mul(rows, Builder::I64Scalar(0)), Builder::I64Scalar(1));
  const Value counts =
      b.Node("ScatterNd", {b.Unsqueeze(rows, {1}), ones, b.ShapeOf(flat)}, RNLP_INT64, Shape::OfRank(1),
             [&](plugin::NodeWriter& w) { w.Type("T", RNLP_INT64).Type("Tindices", RNLP_INT64); });
  n.Out(0, out);
  n.Out(1, b.Reshape(counts, size));
}

// Counts of n-grams of a pool, with gaps of 0 to max_skip_count, in the columns that ngram_indexes says.
void TfIdfVectorizer(Node& n) {
  Builder& b = n.b;
  Value x = n.In(0);
  const int64_t rank = NeedRank(x), shortest = n.Int("min_gram_length", 1),
                longest = n.Int("max_gram_length", 1);
  const int64_t skips = n.Int("max_skip_count", 0);
  const std::string mode = n.Str("mode", "TF");
  const Ints starts = n.IntList("ngram_counts", {}), columns = n.IntList("ngram_indexes", {});
  const auto given = n.FloatList("weights");
  const std::vector<std::string> words = n.StrList("pool_strings");
  const auto numbers = n.IntList("pool_int64s");
  if (rank != 1 && rank != 2) Invalid("an input of rank " + std::to_string(rank));
  if (x.dim(rank - 1) < 0) Refuse("a sequence of unknown length");
  if (mode != "TF" && mode != "IDF" && mode != "TFIDF") Invalid("mode \"" + mode + "\"");
  constexpr int64_t kMost = 1 << 16;
  if (shortest < 1 || longest < shortest || longest > 64 || skips < 0 || skips > 64)
    Refuse("lengths or gaps of this size");
  const Value pool = numbers ? Builder::I64(*numbers) : Builder::Strings(words);
  if (x.dtype == RNLP_INT32 && numbers) x = b.Cast(x, RNLP_INT64);
  if (x.dtype != pool.dtype) Invalid("a pool of another type than the input");
  const int64_t size = pool.dim(0), length = x.dim(rank - 1);
  int64_t width = 0;
  for (const int64_t column : columns) {
    if (column < 0 || column >= kMost) Refuse("a column of " + std::to_string(column));
    width = std::max(width, column + 1);
  }
  Values counts;
  std::vector<double> spread;
  size_t gram = 0;
  for (size_t k = 0; k < starts.size(); ++k) {
    const auto order = static_cast<int64_t>(k) + 1;
    const int64_t from = starts[k], to = k + 1 < starts.size() ? starts[k + 1] : size;
    if (from < 0 || to > size || from > to || (to - from) % order != 0) Invalid("ngram_counts");
    const int64_t count = (to - from) / order;
    if (gram + static_cast<size_t>(count) > columns.size() || (given && given->size() < columns.size()))
      Invalid("ngram_indexes or weights");
    const size_t first = gram;
    gram += static_cast<size_t>(count);
    if (count == 0 || order < shortest || order > longest) continue;
    if (count * width > (1 << 22)) Refuse("a pool of this size");
    const Value grams = b.Reshape(b.Slice(pool, 0, from, to), Ints{count, order});
    Value sum;
    for (int64_t gap = 1; gap <= (order == 1 ? 1 : skips + 1); ++gap) {
      const int64_t places = length - gap * (order - 1);
      if (places < 1) break;
      Value match;
      for (int64_t i = 0; i < order; ++i) {
        const Value at = b.Unsqueeze(b.Slice(x, rank - 1, i * gap, i * gap + places), {rank - 1});
        const Value same = b.Compare("Equal", at, b.Slice(grams, 1, i, i + 1));  // [..., count, places]
        match = i == 0 ? same : b.Compare("LogicalAnd", match, same);
      }
      const Value found = b.Reduce("Sum", b.Cast(match, RNLP_FLOAT), {rank}, false);
      sum = gap == 1 ? found : b.Add(sum, found);
    }
    if (sum.dtype == RNLP_INVALID) continue;
    counts.push_back(sum);
    for (int64_t i = 0; i < count; ++i) {
      const size_t at = first + static_cast<size_t>(i);
      for (int64_t column = 0; column < width; ++column)
        spread.push_back(column == columns[at]
                             ? (mode == "TF" || !given ? 1.0 : static_cast<double>((*given)[at]))
                             : 0.0);
    }
  }
  if (counts.empty()) Refuse("no n-gram of these lengths");
  Value all = b.Concat(counts, rank - 1);
  if (mode == "IDF") all = b.Cast(b.Compare("Greater", all, Builder::Scalar(RNLP_FLOAT, 0)), RNLP_FLOAT);
  const int64_t rows = static_cast<int64_t>(spread.size()) / width;
  const Value matrix = b.Reshape(Builder::Numbers(RNLP_FLOAT, spread), Ints{rows, width});
  const Value out = b.MatMul(rank == 1 ? b.Unsqueeze(all, {0}) : all, matrix);
  n.Out(rank == 1 ? b.Squeeze(out, {0}) : out);
}

constexpr OpRow kTextOps[] = {
    {"", "TfIdfVectorizer", TfIdfVectorizer}, {"", "StringConcat", StringConcat},
    {"", "RegexFullMatch", RegexFullMatch},   {"", "StringNormalizer", StringNormalizer},
    {"", "StringSplit", StringSplit},
};

}  // namespace

std::span<const OpRow> TextOps() { return kTextOps; }

}  // namespace runnel::onnx
