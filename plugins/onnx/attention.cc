// Attention and positions.
#include <algorithm>
#include <cmath>
#include <limits>

#include "plugins/onnx/node.h"

namespace runnel::onnx {
namespace {

Value Line(Builder& b, const Value& count) {
  return b.Range(Builder::I64Scalar(0), count, Builder::I64Scalar(1));
}

// [b, s, h * d] -> [b, h, s, d].
Value Heads(Builder& b, const Value& x, int64_t heads) {
  if (heads < 1) Invalid("the number of heads is missing");
  const Value four = b.Concat({b.SizesOf(x, 0, 2), Builder::I64({heads, -1})}, 0);
  Value split = b.Reshape(x, four);
  split.shape = Shape::Of({x.dim(0), x.dim(1), heads, x.dim(2) < 0 ? -1 : x.dim(2) / heads});
  return b.Transpose(split, {0, 2, 1, 3});
}
Value Joined(Builder& b, const Value& x) {
  const Value rows = b.Transpose(x, {0, 2, 1, 3});
  Value out = b.Reshape(rows, b.Concat({b.SizesOf(rows, 0, 2), Builder::I64({-1})}, 0));
  const bool known = x.dim(1) >= 0 && x.dim(3) >= 0;
  out.shape = Shape::Of({x.dim(0), x.dim(2), known ? x.dim(1) * x.dim(3) : -1});
  return out;
}

// Each head of keys and values for a group of the query's heads.
Value Repeated(Builder& b, const Value& x, int64_t times) {
  if (times == 1) return x;
  const Value five = b.Unsqueeze(x, {2});
  const Value wide = b.Tile(five, Builder::I64({1, 1, times, 1, 1}));
  Value out = b.Reshape(
      wide, b.Concat({b.SizesOf(x, 0, 1), Builder::I64({x.dim(1) * times}), b.SizesOf(x, 2, 4)}, 0));
  out.shape = x.shape;
  out.shape.dims[1] *= times;
  return out;
}

struct Parts {
  Value q, k, v;               // [b, h, s, d]
  std::optional<Value> bias;   // added to the scores, or false where they do not count
  std::optional<Value> valid;  // numbers of keys that count, by batch
  std::optional<Value> past;   // as many keys come before the first query: a scalar
  bool causal = false;
  int64_t window = 0;  // of keys that a query sees, up to its own; 0: all
  double scale = 1, softcap = 0;
  int32_t softmax = RNLP_FLOAT;
};

// The places that count, [q, k] or [b, 1, q, k].
void Mask(Builder& b, const Parts& p, std::optional<Value>* mask) {
  const auto both = [&](const Value& more) {
    *mask = *mask ? b.Compare("LogicalAnd", **mask, more) : more;
  };
  const Value queries = b.SizeOf(p.q, 2), keys = b.SizeOf(p.k, 2);
  const Value columns = b.Reshape(Line(b, keys), Ints{1, -1});
  if (p.causal) {
    Value rows = b.Reshape(Line(b, queries), Ints{-1, 1});
    if (p.past) rows = b.Add(rows, *p.past);
    both(b.Compare("LessEqual", columns, rows));
    if (p.window > 0) both(b.Compare("Greater", columns, b.Sub(rows, Builder::I64Scalar(p.window))));
  }
  if (p.valid) {
    const Value limit = b.Reshape(b.Cast(*p.valid, RNLP_INT64), Ints{-1, 1, 1, 1});
    both(b.Compare("Less", columns, limit));
  }
}

// `stages`: scores after the product, after softcap, after the mask and after softmax.
Value Attend(Builder& b, const Parts& p, Value* stages) {
  const int32_t dtype = p.q.dtype;
  const double root = std::sqrt(p.scale);
  const bool halves = dtype == RNLP_HALF || dtype == RNLP_BFLOAT16;
  Value scores;
  if (halves || p.scale < 0) {
    scores = b.Mul(b.MatMul(p.q, p.k, false, true), p.scale);
  } else {
    scores = b.MatMul(b.Mul(p.q, root), b.Mul(p.k, root), false, true);
  }
  stages[0] = scores;
  const auto capped = [&](const Value& x) {
    return p.softcap == 0 ? x : b.Mul(b.Unary("Tanh", b.Div(x, p.softcap)), p.softcap);
  };
  std::optional<Value> mask;
  Mask(b, p, &mask);
  std::optional<Value> bias = p.bias;
  if (bias && bias->dtype == RNLP_BOOL) {
    mask = mask ? b.Compare("LogicalAnd", *mask, *bias) : *bias;
    bias.reset();
  }
  scores = capped(scores);
  stages[1] = scores;
  if (bias) scores = b.Add(scores, b.Cast(*bias, dtype));
  if (mask)
    scores = b.Select(*mask, scores, Builder::Scalar(dtype, -std::numeric_limits<double>::infinity()));
  stages[2] = scores;
  Value weights = b.Cast(b.Softmax("Softmax", b.Cast(scores, p.softmax), -1), dtype);
  if (mask) {
    // A query without a key that counts gets nothing rather than what is no number.
    Value any = b.Reduce("Any", *mask, {mask->rank() - 1}, true);
    weights = b.Select(any, weights, Builder::Scalar(dtype, 0));
  }
  stages[3] = weights;
  return b.MatMul(weights, p.v);
}

void Attention(Node& n) {
  Builder& b = n.b;
  Parts p;
  p.q = n.In(0);
  p.k = n.In(1);
  p.v = n.In(2);
  const int64_t rank = NeedRank(p.q);
  if (NeedRank(p.k) != rank || NeedRank(p.v) != rank || (rank != 3 && rank != 4))
    Invalid("Q, K and V have not 3 or 4 dimensions");
  const int64_t q_heads = n.Int("q_num_heads", 0), kv_heads = n.Int("kv_num_heads", 0);
  if (rank == 3) {
    p.q = Heads(b, p.q, q_heads);
    p.k = Heads(b, p.k, kv_heads);
    p.v = Heads(b, p.v, kv_heads);
  }
  if (p.q.dim(1) < 0 || p.k.dim(1) < 1 || p.q.dim(1) % p.k.dim(1) != 0)
    Refuse("heads of unknown number");
  if (p.q.dim(3) < 0) Refuse("heads of unknown size");
  p.bias = n.Opt(3);
  const auto past_k = n.Opt(4), past_v = n.Opt(5);
  p.valid = n.Opt(6);
  if (past_k && past_v) {
    p.past = b.SizeOf(*past_k, 2);
    p.k = b.Concat({*past_k, p.k}, 2);
    p.v = b.Concat({*past_v, p.v}, 2);
  }
  n.Out(1, p.k);
  n.Out(2, p.v);
  const int64_t group = p.q.dim(1) / p.k.dim(1);
  p.k = Repeated(b, p.k, group);
  p.v = Repeated(b, p.v, group);
  p.causal = n.Int("is_causal", 0) != 0;
  if (p.causal && p.valid && !p.past) {
    // The last query sees all keys that count.
    const Value count = b.Reshape(b.Cast(*p.valid, RNLP_INT64), Ints{-1, 1, 1, 1});
    const Value before = b.Sub(count, b.SizeOf(p.q, 2));
    p.past = before;
  }
  p.scale = n.HasAttr("scale") ? static_cast<double>(n.Float("scale", 1))
                               : 1 / std::sqrt(static_cast<double>(p.q.dim(3)));
  p.softcap = n.Float("softcap", 0);
  p.softmax = n.HasAttr("softmax_precision") ? DTypeOf(n.Int("softmax_precision", 1)) : p.q.dtype;
  const int64_t mode = n.Int("qk_matmul_output_mode", 0);
  if (p.bias) {
    // A mask may be shorter than the keys: what it does not name does not count.
    const int64_t last = p.bias->rank() - 1;
    if (p.bias->dim(last) != p.k.dim(2) && p.bias->dim(last) != 1) {
      const Value missing = b.Sub(b.SizeOf(p.k, 2), b.SizeOf(*p.bias, last));
      Values table(static_cast<size_t>(2 * p.bias->rank()), Builder::I64({0}));
      table.back() = b.Reshape(missing, Ints{1});
      const bool is_bool = p.bias->dtype == RNLP_BOOL;
      const double with = is_bool ? 0 : -std::numeric_limits<double>::infinity();
      p.bias = b.Pad(*p.bias, b.Reshape(b.Concat(table, 0), Ints{p.bias->rank(), 2}),
                     Builder::Scalar(p.bias->dtype, with));
    }
  }
  Value stages[4];
  Value y = Attend(b, p, stages);
  y.shape = Shape::Of({p.q.dim(0), p.q.dim(1), p.q.dim(2), p.v.dim(3)});
  n.Out(0, rank == 3 ? Joined(b, y) : y);
  if (n.Wants(3)) {
    if (mode < 0 || mode > 3) Invalid("qk_matmul_output_mode " + std::to_string(mode));
    n.Out(3, stages[mode]);
  }
}

// com.microsoft's op with joined weights: x [b, s, in], weights [in, 3 * hidden], bias.
void MicrosoftAttention(Node& n) {
  Builder& b = n.b;
  const Value x = n.In(0), weights = n.In(1);
  const auto bias = n.Opt(2), mask = n.Opt(3);
  if (n.Has(4) || n.Has(5)) Refuse("a past or a relative position bias");
  const int64_t heads = n.Int("num_heads", 0);
  if (n.Int("do_rotary", 0) != 0) Refuse("do_rotary");
  n.Ignore("past_present_share_buffer");
  n.Ignore("mask_filter_value");
  if (const auto sizes = n.IntList("qkv_hidden_sizes"); sizes && !sizes->empty())
    Refuse("qkv_hidden_sizes");
  if (NeedRank(x) != 3 || weights.dim(1) < 0) Refuse("an input of unknown size");
  Value all = b.MatMul(b.Reshape(x, b.Concat({Builder::I64({-1}), b.SizesOf(x, 2, 3)}, 0)), weights);
  if (bias) all = b.Add(all, *bias);
  const int64_t hidden = weights.dim(1) / 3;
  Value wide = b.Reshape(all, b.Concat({b.SizesOf(x, 0, 2), Builder::I64({weights.dim(1)})}, 0));
  wide.shape = Shape::Of({x.dim(0), x.dim(1), weights.dim(1)});
  const Values qkv = b.Split(wide, {hidden, hidden, hidden}, 2);
  Parts p;
  p.q = Heads(b, qkv[0], heads);
  p.k = Heads(b, qkv[1], heads);
  p.v = Heads(b, qkv[2], heads);
  p.causal = n.Int("unidirectional", 0) != 0;
  p.softmax = x.dtype;
  p.scale = n.HasAttr("scale") ? static_cast<double>(n.Float("scale", 1))
                               : 1 / std::sqrt(static_cast<double>(hidden) / static_cast<double>(heads));
  if (mask) {
    if (NeedRank(*mask) != 2) Refuse("a mask that is no [batch, keys]");
    p.bias = b.Unsqueeze(b.Compare("NotEqual", *mask, Builder::Scalar(mask->dtype, 0)), {1, 2});
  }
  Value stages[4];
  n.Out(0, Joined(b, Attend(b, p, stages)));
}

// x [b, s, h, d]: its first `turned` numbers are turned by the angles of cos and sin [b, s, turned / 2
// or more].
Value Rotated(Builder& b, const Value& x, Value cos, Value sin, int64_t turned, bool interleaved) {
  const int64_t half = turned / 2, size = x.dim(3);
  cos = b.Unsqueeze(b.Slice(cos, NeedRank(cos) - 1, 0, half), {2});
  sin = b.Unsqueeze(b.Slice(sin, NeedRank(sin) - 1, 0, half), {2});
  const Value part = turned == size ? x : b.Slice(x, 3, 0, turned);
  Value first, second;
  if (interleaved) {
    first = b.Slice(part, Ints{0}, Ints{turned}, Ints{3}, Ints{2});
    second = b.Slice(part, Ints{1}, Ints{turned}, Ints{3}, Ints{2});
  } else {
    first = b.Slice(part, 3, 0, half);
    second = b.Slice(part, 3, half, turned);
  }
  const Value real = b.Sub(b.Mul(cos, first), b.Mul(sin, second));
  const Value imaginary = b.Add(b.Mul(sin, first), b.Mul(cos, second));
  Value out;
  if (interleaved) {
    const Value pairs = b.Stack({real, imaginary}, 4);
    out = b.Reshape(pairs, b.Concat({b.SizesOf(x, 0, 3), Builder::I64({turned})}, 0));
    out.shape = part.shape;
  } else {
    out = b.Concat({real, imaginary}, 3);
  }
  if (turned != size) out = b.Concat({out, b.Slice(x, 3, turned, size)}, 3);
  return out;
}

void RotaryEmbedding(Node& n) {
  Builder& b = n.b;
  const Value given = n.In(0);
  const bool microsoft = n.proto.domain == "com.microsoft";
  std::optional<Value> positions;
  Value cos, sin;
  if (microsoft) {
    positions = n.In(1);
    cos = n.In(2);
    sin = n.In(3);
    if (n.Float("scale", 1) != 1 || n.Int("is_packed_batching", 0) != 0)
      Refuse("scale or is_packed_batching");
  } else {
    cos = n.In(1);
    sin = n.In(2);
    positions = n.Opt(3);
  }
  const bool interleaved = n.Int("interleaved", 0) != 0;
  const int64_t rank = NeedRank(given), heads = n.Int("num_heads", 0);
  int64_t turned = n.Int("rotary_embedding_dim", 0);
  Value x = given;  // to [b, s, h, d]
  if (rank == 4) {
    x = b.Transpose(x, {0, 2, 1, 3});
  } else {
    int64_t count = heads;
    if (count == 0 && microsoft && cos.dim(cos.rank() - 1) > 0 && x.dim(2) > 0)
      count = x.dim(2) / (2 * cos.dim(cos.rank() - 1));
    if (count < 1) Invalid("num_heads is missing");
    Value four = b.Reshape(x, b.Concat({b.SizesOf(x, 0, 2), Builder::I64({count, -1})}, 0));
    four.shape = Shape::Of({x.dim(0), x.dim(1), count, x.dim(2) < 0 ? -1 : x.dim(2) / count});
    x = four;
  }
  const int64_t size = x.dim(3);
  if (size < 0) Refuse("heads of unknown size");
  if (turned == 0) turned = size;
  if (turned > size || turned % 2 != 0 || turned < 0)
    Invalid("rotary_embedding_dim " + std::to_string(turned));
  if (positions) {
    Value at = b.Cast(*positions, RNLP_INT64);
    if (NeedRank(at) == 1)
      at = b.Add(b.Reshape(at, Ints{1, 1}), b.Unsqueeze(Line(b, b.SizeOf(x, 1)), {0}));
    cos = b.Gather(cos, at, 0);
    sin = b.Gather(sin, at, 0);
  }
  Value out = Rotated(b, x, cos, sin, turned, interleaved);
  out = rank == 4 ? b.Transpose(out, {0, 2, 1, 3}) : b.Reshape(out, b.ShapeOf(given));
  out.shape = given.shape;
  n.Out(out);
}

// [b, s, hidden] with its part of a bias, or heads as they are.
Value HeadsOf(Builder& b, const Value& x, int64_t heads, const std::optional<Value>& bias) {
  if (NeedRank(x) == 4) {
    if (bias) Refuse("a bias of heads that are apart");
    return x;
  }
  if (NeedRank(x) != 3) Refuse("joined queries, keys and values");
  return Heads(b, bias ? b.Add(x, *bias) : x, heads);
}

// com.microsoft's op with queries, keys and values apart.
void MultiHeadAttention(Node& n) {
  Builder& b = n.b;
  const int64_t heads = n.Int("num_heads", 0);
  const Value q = n.In(0), k = n.In(1), v = n.In(2);
  const auto bias = n.Opt(3), mask = n.Opt(4), added = n.Opt(5), past_k = n.Opt(6), past_v = n.Opt(7);
  const double unseen = n.Float("mask_filter_value", -10000);
  std::optional<Value> biases[3];
  if (bias) {
    const int64_t hidden = NeedRank(q) == 3 ? q.dim(2) : -1, all = bias->rank() == 1 ? bias->dim(0) : -1;
    if (hidden < 0 || all < 2 * hidden) Refuse("a bias of unknown parts");
    const Values parts = b.Split(*bias, {hidden, hidden, all - 2 * hidden}, 0);
    for (size_t i = 0; i < 3; ++i) biases[i] = parts[i];
  }
  Parts p;
  p.q = HeadsOf(b, q, heads, biases[0]);
  p.k = HeadsOf(b, k, heads, biases[1]);
  p.v = HeadsOf(b, v, heads, biases[2]);
  if (p.q.dim(3) < 0 && !n.HasAttr("scale")) Refuse("heads of unknown size");
  if (past_k && past_v) {
    p.past = b.SizeOf(*past_k, 2);
    p.k = b.Concat({*past_k, p.k}, 2);
    p.v = b.Concat({*past_v, p.v}, 2);
  }
  n.Out(1, p.k);
  n.Out(2, p.v);
  p.causal = n.Int("unidirectional", 0) != 0;
  p.softmax = q.dtype;
  p.scale = n.HasAttr("scale") ? static_cast<double>(n.Float("scale", 1))
                               : 1 / std::sqrt(static_cast<double>(p.q.dim(3)));
  p.bias = added;
  if (mask && NeedRank(*mask) == 1 && mask->dim(0) >= 0 && mask->dim(0) == q.dim(0)) {
    p.valid = mask;
  } else if (mask) {
    if (mask->rank() != 2 && mask->rank() != 3) Refuse("a key_padding_mask of these dimensions");
    const Value seen = b.Compare("NotEqual", *mask, Builder::Scalar(mask->dtype, 0));
    const Value terms = b.Select(b.Unsqueeze(seen, mask->rank() == 2 ? Ints{1, 2} : Ints{1}),
                                 Builder::Scalar(q.dtype, 0), Builder::Scalar(q.dtype, unseen));
    p.bias = added ? b.Add(*added, terms) : terms;
  }
  Value stages[4];
  n.Out(0, Joined(b, Attend(b, p, stages)));
}

// com.microsoft's op with a cache, in which each batch has as many keys as seqlens_k says, less 1, with
// the new ones. In a first step, where total_sequence_length is that of the query, none are old.
void GroupQueryAttention(Node& n) {
  Builder& b = n.b;
  const int64_t heads = n.Int("num_heads", 0), kv_heads = n.Int("kv_num_heads", 0);
  const Value joined = n.In(0);
  const auto key = n.Opt(1), value = n.Opt(2), past_k = n.Opt(3), past_v = n.Opt(4);
  const Value lengths = b.Cast(n.In(5), RNLP_INT64),
              total = b.Cast(b.Reshape(n.In(6), Ints{}), RNLP_INT64);
  const bool rotates = n.Int("do_rotary", 0) != 0, interleaved = n.Int("rotary_interleaved", 0) != 0;
  if (n.Int("smooth_softmax", 0) != 0) Refuse("smooth_softmax");
  constexpr int64_t kMostHeads = 1 << 16;
  if (heads < 1 || kv_heads < 1 || heads > kMostHeads || heads % kv_heads != 0)
    Invalid("num_heads or kv_num_heads");
  if (NeedRank(joined) != 3 || joined.dim(2) < 0) Refuse("a query of unknown size");
  if (key.has_value() != value.has_value() || past_k.has_value() != past_v.has_value())
    Invalid("a key without a value");
  const int64_t size = joined.dim(2) / (key ? heads : heads + 2 * kv_heads);
  if (size < 1) Invalid("a query that is shorter than its heads");
  Values qkv;
  if (key) {
    qkv = {joined, *key, *value};
  } else {
    qkv = b.Split(joined, {heads * size, kv_heads * size, kv_heads * size}, 2);
  }
  Parts p;
  p.q = Heads(b, qkv[0], heads);
  p.k = Heads(b, qkv[1], kv_heads);
  p.v = Heads(b, qkv[2], kv_heads);
  const Value count = b.SizeOf(p.q, 2);
  const Value old = b.Sub(b.Add(b.Reshape(lengths, Ints{-1}), Builder::I64Scalar(1)), count);
  const Value before =
      b.Select(b.Compare("Equal", total, count), b.Mul(old, Builder::I64Scalar(0)), old);  // [b]
  if (rotates) {
    const Value cos = n.In(7), sin = n.In(8);
    const int64_t turned = 2 * cos.dim(NeedRank(cos) - 1);
    if (turned < 2 || turned > size) Invalid("cos_cache is not for heads of this size");
    const auto positions = n.Opt(9);
    const Value at = positions ? b.Cast(*positions, RNLP_INT64)
                               : b.Add(b.Reshape(before, Ints{-1, 1}), b.Unsqueeze(Line(b, count), {0}));
    const Value c = b.Gather(cos, at, 0), s = b.Gather(sin, at, 0);
    for (Value* part : {&p.q, &p.k}) {
      const Value turned_part = Rotated(b, b.Transpose(*part, {0, 2, 1, 3}), c, s, turned, interleaved);
      const Shape shape = part->shape;
      *part = b.Transpose(turned_part, {0, 2, 1, 3});
      part->shape = shape;
    }
  }
  if (past_k) {
    const auto cached = [&](const Value& past, const Value& fresh) {
      if (NeedRank(past) != 4) Invalid("a cache that is not [batch, heads, places, size]");
      const Value more = b.Binary("Maximum", b.Sub(total, b.SizeOf(past, 2)), Builder::I64Scalar(0));
      Values table(8, Builder::I64({0}));
      table[5] = b.Reshape(more, Ints{1});
      Value room =
          b.Pad(past, b.Reshape(b.Concat(table, 0), Ints{4, 2}), Builder::Scalar(past.dtype, 0));
      room.shape = Shape::Of({past.dim(0), kv_heads, -1, size});
      Value all = WriteAt(b, room, fresh, 2, before, false);
      all.shape = room.shape;
      return all;
    };
    p.k = cached(*past_k, p.k);
    p.v = cached(*past_v, p.v);
  }
  n.Out(1, p.k);
  n.Out(2, p.v);
  p.k = Repeated(b, p.k, heads / kv_heads);
  p.v = Repeated(b, p.v, heads / kv_heads);
  p.bias = n.Opt(10);
  p.causal = true;
  p.window = std::max<int64_t>(n.Int("local_window_size", -1), 0);
  p.past = b.Reshape(before, Ints{-1, 1, 1, 1});
  p.softmax = joined.dtype;
  p.softcap = n.Float("softcap", 0);
  const float scale = n.Float("scale", 0);
  p.scale = scale != 0 ? static_cast<double>(scale) : 1 / std::sqrt(static_cast<double>(size));
  Value stages[4];
  Value y = Attend(b, p, stages);
  y.shape = Shape::Of({joined.dim(0), heads, joined.dim(1), size});
  n.Out(0, Joined(b, y));
}

constexpr OpRow kAttentionOps[] = {
    {"", "Attention", Attention},
    {"", "RotaryEmbedding", RotaryEmbedding},
    {"com.microsoft", "Attention", MicrosoftAttention},
    {"com.microsoft", "GroupQueryAttention", GroupQueryAttention},
    {"com.microsoft", "MultiHeadAttention", MultiHeadAttention},
    {"com.microsoft", "RotaryEmbedding", RotaryEmbedding},
};

}  // namespace

std::span<const OpRow> AttentionOps() { return kAttentionOps; }

}  // namespace runnel::onnx
