// Gathers, scatters, and what finds elements.
#include <algorithm>

#include "plugins/onnx/node.h"

namespace runnel::onnx {
namespace {

Value Wide(Builder& b, const Value& indices) {
  return indices.dtype == RNLP_INT32 || indices.dtype == RNLP_INT64 ? indices
                                                                    : b.Cast(indices, RNLP_INT64);
}

void Gather(Node& n) {
  const Value x = n.In(0);
  Value at = Wide(n.b, n.In(1));
  if (const auto few = IntegersOf(at);
      few && !x.ranked() && n.Int("axis", 0) >= 0 &&
      std::all_of(few->begin(), few->end(), [](int64_t i) { return i >= 0; }))
    return n.Out(n.b.Gather(x, at, n.Int("axis", 0)));
  const int64_t axis = Axis(n.Int("axis", 0), NeedRank(x));
  if (const auto few = IntegersOf(at); few && at.dtype == RNLP_INT32 && at.shape.is_static())
    at = n.b.Cast(at, RNLP_INT64);
  n.Out(n.b.Gather(x, n.b.FromZero(at, n.b.SizeOf(x, axis)), axis));
}

// Coordinates of every element of `indices`, with `indices` along `axis`: [..., rank].
Value Coordinates(Builder& b, const Value& indices, int64_t axis) {
  const int64_t rank = indices.rank();
  const Value shape = b.ShapeOf(indices);
  Values parts;
  for (int64_t i = 0; i < rank; ++i) {
    if (i == axis) {
      parts.push_back(b.Cast(indices, RNLP_INT64));
      continue;
    }
    Value line = b.Range(Builder::I64Scalar(0), b.SizeOf(indices, i), Builder::I64Scalar(1));
    Ints column(static_cast<size_t>(rank), 1);
    column[static_cast<size_t>(i)] = -1;
    Value whole = b.Expand(b.Reshape(line, column), shape);
    whole.shape = indices.shape;
    parts.push_back(whole);
  }
  return b.Stack(parts, rank);
}

void GatherElements(Node& n) {
  const Value x = n.In(0);
  Value at = Wide(n.b, n.In(1));
  const int64_t rank = NeedRank(x), axis = Axis(n.Int("axis", 0), rank);
  if (NeedRank(at) != rank) Invalid("data and indices have different ranks");
  at = n.b.FromZero(at, n.b.SizeOf(x, axis));
  n.Out(n.b.GatherNd(x, Coordinates(n.b, at, axis)));
}

// Indices that end in negative numbers count from the end of each dimension.
Value FromZeroNd(Builder& b, const Value& x, const Value& indices, int64_t first) {
  if (const auto all = IntegersOf(indices)) {
    if (std::all_of(all->begin(), all->end(), [](int64_t i) { return i >= 0; })) return indices;
  }
  const int64_t depth = indices.dim(NeedRank(indices) - 1);
  if (depth < 0) Refuse("indices of unknown length");
  const Value sizes = b.SizesOf(x, first, first + depth);
  return b.Select(b.Compare("Less", indices, Builder::I64Scalar(0)), b.Add(indices, sizes), indices);
}

void GatherNd(Node& n) {
  const Value x = n.In(0);
  Value at = n.b.Cast(n.In(1), RNLP_INT64);
  const int64_t batch = n.Int("batch_dims", 0), rank = NeedRank(at);
  if (batch < 0 || batch >= rank || batch >= NeedRank(x)) Invalid("batch_dims " + std::to_string(batch));
  if (rank < 1 || at.dim(rank - 1) < 0) Refuse("indices of unknown length");
  at = FromZeroNd(n.b, x, at, batch);
  if (batch > 0) {
    // The batch's own coordinates before the indices.
    Values parts;
    Value sizes = n.b.Concat({n.b.SizesOf(at, 0, rank - 1), Builder::I64({1})}, 0);
    for (int64_t i = 0; i < batch; ++i) {
      const Value line = n.b.Range(Builder::I64Scalar(0), n.b.SizeOf(at, i), Builder::I64Scalar(1));
      Ints column(static_cast<size_t>(rank), 1);
      column[static_cast<size_t>(i)] = -1;
      Value whole = n.b.Expand(n.b.Reshape(line, column), sizes);
      whole.shape = at.shape;
      whole.shape.dims.back() = 1;
      parts.push_back(whole);
    }
    parts.push_back(at);
    at = n.b.Concat(parts, rank - 1);
  }
  n.Out(n.b.GatherNd(x, at));
}

// x times all that is at a place: products of the rows of `updates` that have one place.
Value ScatterProduct(Builder& b, const Value& x, const Value& at, const Value& updates) {
  const int64_t known = at.dim(at.rank() - 1);
  const Value sizes = b.SizesOf(x, 0, known), rest = b.SizesOf(x, known, NeedRank(x));
  const Value strides = b.Cumulate("Cumprod", sizes, 0, true, true);
  const Value places = b.Reshape(b.Reduce("Sum", b.Mul(at, strides), {at.rank() - 1}, false), Ints{-1});
  const Value rows = b.Reshape(updates, b.Concat({Builder::I64({-1}), rest}, 0));
  const Value count = b.Reduce("Prod", sizes, {0}, false);
  Shape shape = Shape::OfRank(1 + x.rank() - known);
  const Value products =
      b.Node("UnsortedSegmentProd", {rows, places, count}, x.dtype, shape, [&](plugin::NodeWriter& w) {
        w.Type("T", x.dtype).Type("Tindices", RNLP_INT64);
        w.Type("Tnumsegments", RNLP_INT64);
      });
  Value out = b.Mul(x, b.Reshape(products, b.ShapeOf(x)));
  out.shape = x.shape;
  return out;
}

Value Scatter(Builder& b, const Value& x, const Value& at, const Value& updates,
              const std::string& how) {
  if (how == "mul") return ScatterProduct(b, x, at, updates);
  const char* op = how == "none" || how.empty() ? "TensorScatterUpdate"
                   : how == "add"               ? "TensorScatterAdd"
                   : how == "max"               ? "TensorScatterMax"
                   : how == "min"               ? "TensorScatterMin"
                                                : nullptr;
  if (op == nullptr) Refuse("reduction=" + how);
  return b.Node(op, {x, at, updates}, x.dtype, x.shape,
                [&](plugin::NodeWriter& w) { w.Type("T", x.dtype).Type("Tindices", at.dtype); });
}

void ScatterElements(Node& n) {
  const Value x = n.In(0), updates = n.In(2);
  Value at = Wide(n.b, n.In(1));
  const int64_t rank = NeedRank(x), axis = Axis(n.Int("axis", 0), rank);
  if (NeedRank(at) != rank) Invalid("data and indices have different ranks");
  at = n.b.FromZero(at, n.b.SizeOf(x, axis));
  const Value flat = n.b.Reshape(Coordinates(n.b, at, axis), Ints{-1, rank});
  n.Out(Scatter(n.b, x, flat, n.b.Reshape(updates, Ints{-1}), n.Str("reduction", "none")));
}

void ScatterNd(Node& n) {
  const Value x = n.In(0), updates = n.In(2);
  Value at = n.b.Cast(n.In(1), RNLP_INT64);
  if (NeedRank(at) < 1 || at.dim(at.rank() - 1) < 0) Refuse("indices of unknown length");
  at = FromZeroNd(n.b, x, at, 0);
  n.Out(Scatter(n.b, x, at, updates, n.Str("reduction", "none")));
}

}  // namespace

Value WriteAt(Builder& b, const Value& cache, const Value& update, int64_t axis,
              const std::optional<Value>& start, bool circular) {
  const int64_t rank = cache.rank();
  Value line = b.Range(Builder::I64Scalar(0), b.SizeOf(update, axis), Builder::I64Scalar(1));
  Ints column(static_cast<size_t>(rank), 1);
  column[static_cast<size_t>(axis)] = -1;
  Value at = b.Reshape(line, column);
  if (start) {
    Ints batch(static_cast<size_t>(rank), 1);
    batch[0] = -1;
    at = b.Add(at, b.Reshape(b.Cast(*start, RNLP_INT64), batch));
  }
  if (circular) at = b.Binary("FloorMod", at, b.SizeOf(cache, axis));
  Value whole = b.ExpandBoth(at, b.ShapeOf(update));
  whole.shape = update.shape;
  const Value flat = b.Reshape(Coordinates(b, whole, axis), Ints{-1, rank});
  return Scatter(b, cache, flat, b.Reshape(update, Ints{-1}), "none");
}

namespace {

// Writes `update` [b, h?, s, d] into a cache at places that begin at write_indices of each batch.
void TensorScatter(Node& n) {
  const Value cache = n.In(0), update = n.In(1);
  const auto start = n.Opt(2);
  const int64_t rank = NeedRank(cache), axis = Axis(n.Int("axis", -2), rank);
  const std::string mode = n.Str("mode", "linear");
  if (axis == 0 || NeedRank(update) != rank) Invalid("axis");
  if (mode != "linear" && mode != "circular") Refuse("mode=" + mode);
  n.Out(WriteAt(n.b, cache, update, axis, start, mode == "circular"));
}

void NonZero(Node& n) {
  const Value x = n.In(0);
  const int64_t rank = NeedRank(x);
  const Value at = n.b.Node("Where", {x}, RNLP_INT64, Shape::Of({-1, rank}));
  n.Out(n.b.Transpose(at, {1, 0}));
}

void TopK(Node& n) {
  Builder& b = n.b;
  Value x = n.In(0);
  const int64_t rank = NeedRank(x), axis = Axis(n.Int("axis", -1), rank);
  const bool largest = n.Int("largest", 1) != 0;
  n.Ignore("sorted");
  Value k = n.opset < 10 ? Builder::I64({n.Int("k", 1)}) : n.In(1);
  int64_t count = -1;
  if (const auto number = IntegersOf(k); number && number->size() == 1) count = (*number)[0];
  k = b.Cast(b.Reshape(k, Ints{}), RNLP_INT32);
  const int32_t dtype = x.dtype;
  // The order of the negatives: ties keep the lowest index either way. Integers have room in int64.
  if (!largest) {
    if (dtype == RNLP_UINT64) Refuse("the least of uint64");
    if (IsInteger(dtype))
      x = b.Node("Invert", {b.Cast(x, RNLP_INT64)}, RNLP_INT64, x.shape);
    else
      x = b.Unary("Neg", x);
  }
  Ints perm = AllAxes(rank);
  std::swap(perm[static_cast<size_t>(axis)], perm.back());
  x = b.Transpose(x, perm);
  Shape shape = x.shape;
  shape.dims.back() = count;
  const Value values = b.Node("TopKV2", {x, k}, x.dtype, shape, [&](plugin::NodeWriter& w) {
    w.Type("T", x.dtype).Bool("sorted", true).Type("Tk", RNLP_INT32).Type("index_type", RNLP_INT64);
  });
  const Value at = Builder::Other(values, 1, RNLP_INT64, shape);
  Value out = b.Transpose(values, perm);
  if (!largest) {
    if (IsInteger(dtype))
      out = b.Cast(b.Node("Invert", {out}, RNLP_INT64, out.shape), dtype);
    else
      out = b.Unary("Neg", out);
  }
  n.Out(0, out);
  n.Out(1, b.Transpose(at, perm));
}

void Trilu(Node& n) {
  Builder& b = n.b;
  const Value x = n.In(0);
  const auto k = n.Opt(1);
  const bool upper = n.Int("upper", 1) != 0;
  const int64_t rank = NeedRank(x);
  if (rank < 2) Invalid("an input of rank " + std::to_string(rank));
  const auto line = [&](int64_t axis) {
    return b.Range(Builder::I64Scalar(0), b.SizeOf(x, axis), Builder::I64Scalar(1));
  };
  const Value rows = b.Reshape(line(rank - 2), Ints{-1, 1}),
              columns = b.Reshape(line(rank - 1), Ints{1, -1});
  const Value edge = k ? b.Add(rows, b.Reshape(*k, Ints{})) : rows;
  const Value keeps = b.Compare(upper ? "GreaterEqual" : "LessEqual", columns, edge);
  n.Out(b.Select(keeps, x, Builder::Scalar(x.dtype, 0)));
}

void OneHot(Node& n) {
  Builder& b = n.b;
  const Value given = n.In(0), depth = n.In(1), values = n.In(2);
  const int64_t axis = n.Int("axis", -1);
  const Value at = b.Cast(given, RNLP_INT64);
  const Value size = b.Cast(b.Reshape(depth, Ints{}), RNLP_INT64);
  const Value from_zero = b.Select(b.Compare("Less", at, Builder::I64Scalar(0)), b.Add(at, size), at);
  const Values two = b.Unstack(b.Reshape(values, Ints{2}), 0, 2);
  Shape shape = at.shape;
  const int64_t place = Axis(axis, NeedRank(at) + 1);
  shape.dims.insert(shape.dims.begin() + place, -1);
  n.Out(b.Node("OneHot", {from_zero, b.Cast(size, RNLP_INT32), two[1], two[0]}, values.dtype, shape,
               [&](plugin::NodeWriter& w) {
                 w.Type("T", values.dtype).Type("TI", RNLP_INT64).Int("axis", place);
               }));
}

void EyeLike(Node& n) {
  Builder& b = n.b;
  const Value x = n.In(0);
  if (NeedRank(x) != 2) Invalid("an input that is no matrix");
  const int32_t dtype = n.HasAttr("dtype") ? DTypeOf(n.Int("dtype", 0)) : x.dtype;
  if (dtype == RNLP_INVALID) Refuse("dtype");
  const auto line = [&](int64_t axis) {
    return b.Range(Builder::I64Scalar(0), b.SizeOf(x, axis), Builder::I64Scalar(1));
  };
  const Value rows = b.Add(b.Reshape(line(0), Ints{-1, 1}), Builder::I64Scalar(n.Int("k", 0)));
  n.Out(b.Cast(b.Compare("Equal", rows, b.Reshape(line(1), Ints{1, -1})), dtype));
}

void Compress(Node& n) {
  Builder& b = n.b;
  Value x = n.In(0);
  const Value keeps = n.In(1);
  int64_t axis = 0;
  if (n.HasAttr("axis")) {
    axis = Axis(n.Int("axis", 0), NeedRank(x));
  } else {
    x = b.Reshape(x, Ints{-1});
  }
  const Value at = b.Node("Where", {keeps}, RNLP_INT64, Shape::Of({-1, 1}));
  n.Out(b.Gather(x, b.Squeeze(at, {1}), axis));
}

void ReverseSequence(Node& n) {
  const Value x = n.In(0), lengths = n.In(1);
  const int64_t batch = n.Int("batch_axis", 1), time = n.Int("time_axis", 0);
  n.Out(n.b.Node("ReverseSequence", {x, lengths}, x.dtype, x.shape, [&](plugin::NodeWriter& w) {
    w.Type("T", x.dtype).Type("Tlen", lengths.dtype).Int("seq_dim", time).Int("batch_dim", batch);
  }));
}

// Sorted or in the order of first appearance, with first places, inverse and counts.
void Unique(Node& n) {
  Builder& b = n.b;
  Value x = n.In(0);
  const bool sorted = n.Int("sorted", 1) != 0;
  int64_t axis = 0;
  if (n.HasAttr("axis")) {
    axis = Axis(n.Int("axis", 0), NeedRank(x));
    if (x.rank() != 1 && sorted) Refuse("sorted slices along an axis");
  } else {
    x = b.Reshape(x, Ints{-1});
  }
  Shape shape = x.shape;
  shape.dims[static_cast<size_t>(axis)] = -1;
  const Value y = b.Node("UniqueWithCountsV2", {x, Builder::I64({axis})}, x.dtype, shape,
                         [&](plugin::NodeWriter& w) {
                           w.Type("T", x.dtype).Type("Taxis", RNLP_INT64).Type("out_idx", RNLP_INT64);
                         });
  Value inverse = Builder::Other(y, 1, RNLP_INT64, Shape::Of({x.dim(axis)}));
  Value counts = Builder::Other(y, 2, RNLP_INT64, Shape::OfRank(1)), out = y;
  // The first place of each: the least of places with its number.
  const Value line = b.Range(Builder::I64Scalar(0), b.SizeOf(x, axis), Builder::I64Scalar(1));
  const Value number = b.Reduce("Prod", b.ShapeOf(counts), {0}, false);
  Value first =
      b.Node("UnsortedSegmentMin", {line, inverse, number}, RNLP_INT64, Shape::OfRank(1),
             [&](plugin::NodeWriter& w) {
               w.Type("T", RNLP_INT64).Type("Tindices", RNLP_INT64).Type("Tnumsegments", RNLP_INT64);
             });
  if (sorted) {
    if (x.dtype == RNLP_STRING || x.dtype == RNLP_BOOL) Refuse("sorted strings or bools");
    const Value up = b.Unary("Neg", IsFloating(x.dtype) ? y : b.Cast(y, RNLP_INT64));
    const Value k = b.Cast(number, RNLP_INT32);
    const Value ranked = b.Node("TopKV2", {up, k}, up.dtype, up.shape, [&](plugin::NodeWriter& w) {
      w.Type("T", up.dtype).Bool("sorted", true).Type("Tk", RNLP_INT32).Type("index_type", RNLP_INT64);
    });
    const Value order = Builder::Other(ranked, 1, RNLP_INT64, Shape::OfRank(1));
    out = b.Gather(y, order, 0);
    counts = b.Gather(counts, order, 0);
    first = b.Gather(first, order, 0);
    const Value place = b.Node("InvertPermutation", {order}, RNLP_INT64, Shape::OfRank(1));
    inverse = b.Gather(place, inverse, 0);
  }
  n.Out(0, out);
  n.Out(1, first);
  n.Out(2, inverse);
  n.Out(3, counts);
}

constexpr OpRow kIndexOps[] = {
    {"", "Gather", Gather},
    {"", "GatherElements", GatherElements},
    {"", "GatherND", GatherNd},
    {"", "Scatter", ScatterElements},
    {"", "ScatterElements", ScatterElements},
    {"", "ScatterND", ScatterNd},
    {"", "TensorScatter", TensorScatter},
    {"", "NonZero", NonZero},
    {"", "TopK", TopK},
    {"", "Trilu", Trilu},
    {"", "OneHot", OneHot},
    {"", "EyeLike", EyeLike},
    {"", "Compress", Compress},
    {"", "ReverseSequence", ReverseSequence},
    {"", "Unique", Unique},
};

}  // namespace

std::span<const OpRow> IndexOps() { return kIndexOps; }

}  // namespace runnel::onnx
