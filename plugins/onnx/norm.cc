// Normalisations and the Softmax family.
#include "plugins/onnx/node.h"

namespace runnel::onnx {
namespace {

// [c] -> [c, 1, ...] with `after` ones.
Value Column(Builder& b, const Value& vector, int64_t after) {
  Ints shape(static_cast<size_t>(after) + 1, 1);
  shape[0] = -1;
  return after == 0 ? vector : b.Reshape(vector, shape);
}

void BatchNormalization(Node& n) {
  const Value x = n.In(0), scale = n.In(1), offset = n.In(2), mean = n.In(3), variance = n.In(4);
  const float epsilon = n.Float("epsilon", 1e-5f), momentum = n.Float("momentum", 0.9f);
  n.Ignore("consumed_inputs");
  if (n.Int("spatial", 1) != 1) Refuse("attribute spatial");
  const bool trains =
      n.Int("training_mode", 0) != 0 || (n.opset < 7 && n.Int("is_test", 0) == 0 && n.Wants(1));
  n.Ignore("is_test");
  const int64_t rank = NeedRank(x);
  if (rank < 2) Invalid("an input without channels");
  if (n.opset < 14 && n.num_outputs() > 1) {
    for (size_t i = 1; i < n.num_outputs(); ++i) {
      if (n.Wants(i)) Refuse("statistics as outputs");
    }
  }
  if (!trains && rank == 4 && x.dtype == RNLP_FLOAT && scale.dtype == RNLP_FLOAT &&
      mean.dtype == RNLP_FLOAT) {
    return n.Out(n.b.Node("FusedBatchNormV3", {x, scale, offset, mean, variance}, x.dtype, x.shape,
                          [&](plugin::NodeWriter& w) {
                            w.Type("T", x.dtype).Type("U", RNLP_FLOAT).Float("epsilon", epsilon);
                            w.String("data_format", "NCHW").Bool("is_training", false);
                          }));
  }
  Builder& b = n.b;
  const int32_t wide = mean.dtype;
  const Value in = b.Cast(x, wide);
  Value center = Column(b, mean, rank - 2), spread = Column(b, variance, rank - 2);
  if (trains) {
    Ints axes = AllAxes(rank);
    axes.erase(axes.begin() + 1);
    const Value m = b.Reduce("Mean", in, axes, true);
    const Value v = b.Reduce("Mean", b.Unary("Square", b.Sub(in, m)), axes, true);
    const auto next = [&](const Value& old, const Value& now) {
      return b.Add(b.Mul(old, momentum),
                   b.Mul(b.Reshape(now, Ints{-1}), 1 - static_cast<double>(momentum)));
    };
    if (n.Wants(1)) n.Out(1, next(mean, m));
    if (n.Wants(2)) n.Out(2, next(variance, v));
    center = m;
    spread = v;
  }
  const Value d = b.Unary("Rsqrt", b.Add(spread, epsilon));
  const Value y = b.Add(b.Mul(b.Mul(b.Sub(in, center), d), Column(b, b.Cast(scale, wide), rank - 2)),
                        Column(b, b.Cast(offset, wide), rank - 2));
  n.Out(b.Cast(y, x.dtype));
}

struct Moments {
  Value centered, inverse, mean;
};
Moments Normalize(Builder& b, const Value& x, const Ints& axes, double epsilon) {
  Moments m;
  m.mean = b.Reduce("Mean", x, axes, true);
  m.centered = b.Sub(x, m.mean);
  m.inverse =
      b.Unary("Rsqrt", b.Add(b.Reduce("Mean", b.Unary("Square", m.centered), axes, true), epsilon));
  return m;
}

// As LayerNormalization over dimensions from `axis` on; `y`, and the mean and inverse deviation if
// wanted.
Moments LayerNorm(Builder& b, const Value& x, int64_t axis, const Value& scale,
                  const std::optional<Value>& offset, double epsilon, int32_t stash, Value* y) {
  const bool last = axis == x.rank() - 1 && scale.ranked() && scale.rank() == 1;
  if (last && offset && offset->rank() == 1 && x.dtype == RNLP_FLOAT && scale.dim(0) == x.dim(axis) &&
      scale.dim(0) >= 0) {
    Shape one = x.shape;
    one.dims.back() = 1;
    *y = b.Node("Runnel>LayerNorm", {x, scale, *offset}, x.dtype, x.shape, [&](plugin::NodeWriter& w) {
      w.Type("T", x.dtype).Float("epsilon", static_cast<float>(epsilon));
    });
    return {{}, Builder::Other(*y, 2, x.dtype, one), Builder::Other(*y, 1, x.dtype, one)};
  }
  Ints axes;
  for (int64_t i = axis; i < x.rank(); ++i) axes.push_back(i);
  Moments m = Normalize(b, b.Cast(x, stash), axes, epsilon);
  *y = b.Mul(b.Cast(b.Mul(m.centered, m.inverse), x.dtype), scale);
  if (offset) *y = b.Add(*y, *offset);
  return m;
}

void LayerNormalization(Node& n) {
  const Value x = n.In(0), scale = n.In(1);
  const auto offset = n.Opt(2);
  const int64_t axis = Axis(n.Int("axis", -1), NeedRank(x));
  const int32_t stash = DTypeOf(n.Int("stash_type", 1));
  const float epsilon = n.Float("epsilon", 1e-5f);
  Value y;
  const Moments m =
      LayerNorm(n.b, x, axis, scale, offset, epsilon, x.dtype == RNLP_DOUBLE ? x.dtype : stash, &y);
  n.Out(0, y);
  n.Out(1, m.mean);
  n.Out(2, m.inverse);
}

void RmsNormalization(Node& n) {
  const Value x = n.In(0), scale = n.In(1);
  const int64_t axis = Axis(n.Int("axis", -1), NeedRank(x));
  int32_t stash = DTypeOf(n.Int("stash_type", 1));
  if (x.dtype == RNLP_DOUBLE) stash = RNLP_DOUBLE;
  Ints axes;
  for (int64_t i = axis; i < x.rank(); ++i) axes.push_back(i);
  const Value wide = n.b.Cast(x, stash);
  const Value mean = n.b.Reduce("Mean", n.b.Unary("Square", wide), axes, true);
  const Value inverse = n.b.Unary("Rsqrt", n.b.Add(mean, n.Float("epsilon", 1e-5f)));
  n.Out(0, n.b.Mul(n.b.Cast(n.b.Mul(wide, inverse), x.dtype), scale));
  n.Out(1, inverse);
}

// com.microsoft: x + skip (+ bias), then LayerNormalization or RMSNormalization of the last dimension.
void SkipNorm(Node& n, bool centered) {
  Builder& b = n.b;
  const Value scale = n.In(2);
  const auto offset = centered ? n.Opt(3) : std::optional<Value>();
  const auto bias = n.Opt(centered ? 4 : 3);
  Value sum = b.Add(n.In(0), n.In(1));
  if (bias) sum = b.Add(sum, *bias);
  const float epsilon = n.Float("epsilon", 1e-12f);
  const int64_t axis = NeedRank(sum) - 1;
  Value y;
  if (centered) {
    LayerNorm(b, sum, axis, scale, offset, epsilon, sum.dtype == RNLP_DOUBLE ? RNLP_DOUBLE : RNLP_FLOAT,
              &y);
  } else {
    const Value wide = b.Cast(sum, RNLP_FLOAT);
    const Value mean = b.Reduce("Mean", b.Unary("Square", wide), {axis}, true);
    const Value unit = b.Mul(wide, b.Unary("Rsqrt", b.Add(mean, epsilon)));
    y = b.Mul(b.Cast(unit, sum.dtype), scale);
  }
  if (n.Wants(1) || n.Wants(2)) Refuse("statistics as outputs");
  n.Out(0, y);
  n.Out(3, sum);
}
void SkipLayerNorm(Node& n) { SkipNorm(n, true); }
void SkipRmsNorm(Node& n) { SkipNorm(n, false); }

// com.microsoft: rows for words, places and segments, added and normalised.
void EmbedLayerNorm(Node& n) {
  Builder& b = n.b;
  const Value ids = n.In(0), words = n.In(2), places = n.In(3), scale = n.In(5), offset = n.In(6);
  const auto segments = n.Opt(1), segment_rows = n.Opt(4), mask = n.Opt(7), at = n.Opt(8);
  if (NeedRank(ids) != 2) Invalid("input_ids that are not [batch, words]");
  n.Ignore("mask_index_type");
  if (n.Wants(1) && mask) Refuse("mask_index");
  Value sum = b.Gather(words, ids, 0);
  const Value line = b.Range(Builder::I64Scalar(0), b.SizeOf(ids, 1), Builder::I64Scalar(1));
  sum = b.Add(sum, b.Gather(places, at ? *at : b.Unsqueeze(line, {0}), 0));
  if (segments && segment_rows) sum = b.Add(sum, b.Gather(*segment_rows, *segments, 0));
  Value y;
  LayerNorm(b, sum, 2, scale, offset, n.Float("epsilon", 1e-12f),
            sum.dtype == RNLP_DOUBLE ? RNLP_DOUBLE : RNLP_FLOAT, &y);
  n.Out(0, y);
  if (n.Wants(1)) n.Out(1, b.Fill(b.SizesOf(ids, 0, 1), Builder::Scalar(RNLP_INT32, 0)));
  n.Out(2, sum);
}

// Over groups of channels: [n, c, ...] -> [n, groups, rest].
Value GroupNorm(Builder& b, const Value& x, int64_t groups, double epsilon) {
  const Value grouped = b.Reshape(x, b.Concat({b.SizesOf(x, 0, 1), Builder::I64({groups, -1})}, 0));
  const Moments m = Normalize(b, grouped, {2}, epsilon);
  Value out = b.Reshape(b.Mul(m.centered, m.inverse), b.ShapeOf(x));
  out.shape = x.shape;
  return out;
}

void InstanceNormalization(Node& n) {
  const Value x = n.In(0), scale = n.In(1), offset = n.In(2);
  const int64_t rank = NeedRank(x);
  n.Ignore("consumed_inputs");
  if (rank < 3) Invalid("an input without spatial dimensions");
  Ints axes = AllAxes(rank);
  axes.erase(axes.begin(), axes.begin() + 2);
  const Moments m = Normalize(n.b, x, axes, n.Float("epsilon", 1e-5f));
  n.Out(n.b.Add(n.b.Mul(n.b.Mul(m.centered, m.inverse), Column(n.b, scale, rank - 2)),
                Column(n.b, offset, rank - 2)));
}

void GroupNormalization(Node& n) {
  const Value x = n.In(0), scale = n.In(1), offset = n.In(2);
  const int64_t rank = NeedRank(x), groups = n.Int("num_groups", 0);
  const int32_t stash = n.opset >= 21 ? DTypeOf(n.Int("stash_type", 1)) : x.dtype;
  if (groups < 1 || rank < 3) Invalid("num_groups " + std::to_string(groups));
  Builder& b = n.b;
  Value y = GroupNorm(b, b.Cast(x, x.dtype == RNLP_DOUBLE ? x.dtype : stash), groups,
                      n.Float("epsilon", 1e-5f));
  y = b.Cast(y, x.dtype);
  if (n.opset >= 21)
    return n.Out(b.Add(b.Mul(y, Column(b, scale, rank - 2)), Column(b, offset, rank - 2)));
  // Once scale and offset were those of groups.
  const auto each = [&](const Value& of) {
    if (x.dim(1) < 0) Refuse("an unknown number of channels");
    const Value wide = b.Tile(b.Unsqueeze(of, {1}), Builder::I64({1, x.dim(1) / groups}));
    return Column(b, b.Reshape(wide, Ints{-1}), rank - 2);
  };
  n.Out(b.Add(b.Mul(y, each(scale)), each(offset)));
}

void MeanVarianceNormalization(Node& n) {
  const Value x = n.In(0);
  const Ints axes = n.IntList("axes", {0, 2, 3});
  Builder& b = n.b;
  const Value mean = b.Reduce("Mean", x, axes, true);
  const Value second = b.Reduce("Mean", b.Unary("Square", x), axes, true);
  const Value deviation = b.Unary("Sqrt", b.Sub(second, b.Unary("Square", mean)));
  n.Out(b.Div(b.Sub(x, mean), b.Add(deviation, 1e-9)));
}

void LpNormalization(Node& n) {
  const Value x = n.In(0);
  const int64_t axis = Axis(n.Int("axis", -1), NeedRank(x)), p = n.Int("p", 2);
  Builder& b = n.b;
  Value norm;
  if (p == 1)
    norm = b.Reduce("Sum", b.Unary("Abs", x), {axis}, true);
  else if (p == 2)
    norm = b.Unary("Sqrt", b.Reduce("Sum", b.Unary("Square", x), {axis}, true));
  else
    Refuse("p");
  n.Out(b.Node("DivNoNan", {x, norm}, x.dtype, x.shape));  // zeros stay zeros
}

// Neighbours of a channel are few: their squares are added one by one.
void Lrn(Node& n) {
  const Value x = n.In(0);
  const int64_t size = n.Int("size", 1), rank = NeedRank(x);
  const float alpha = n.Float("alpha", 1e-4f), beta = n.Float("beta", 0.75f), bias = n.Float("bias", 1);
  if (size < 1 || size > 1024 || rank < 2) Invalid("size " + std::to_string(size));
  if (x.dim(1) < 0) Refuse("an unknown number of channels");
  Builder& b = n.b;
  Ints table(static_cast<size_t>(2 * rank), 0);
  table[2] = (size - 1) / 2;
  table[3] = size - 1 - table[2];
  const Value squares = b.Pad(b.Unary("Square", x), b.Reshape(Builder::I64(table), Ints{rank, 2}),
                              Builder::Scalar(x.dtype, 0));
  Value sum = b.Slice(squares, 1, 0, x.dim(1));
  for (int64_t i = 1; i < size; ++i) sum = b.Add(sum, b.Slice(squares, 1, i, i + x.dim(1)));
  const Value base = b.Add(b.Mul(sum, static_cast<double>(alpha) / static_cast<double>(size)), bias);
  n.Out(b.Div(x, b.Binary("Pow", base, Builder::Scalar(x.dtype, beta))));
}

// Before opset 13 all dimensions from the axis on were one.
Value OfRows(Node& n, Value (*of)(Builder&, const Value&, int64_t)) {
  const Value x = n.In(0);
  const int64_t rank = NeedRank(x), axis = Axis(n.Int("axis", n.opset < 13 ? 1 : -1), rank);
  if (n.opset >= 13 || axis == rank - 1) return of(n.b, x, axis);
  Value out = n.b.Reshape(of(n.b, n.b.Flatten(x, axis), 1), n.b.ShapeOf(x));
  out.shape = x.shape;
  return out;
}
void Softmax(Node& n) {
  n.Out(
      OfRows(n, [](Builder& b, const Value& x, int64_t axis) { return b.Softmax("Softmax", x, axis); }));
}
void LogSoftmax(Node& n) {
  n.Out(OfRows(
      n, [](Builder& b, const Value& x, int64_t axis) { return b.Softmax("LogSoftmax", x, axis); }));
}
void Hardmax(Node& n) {
  n.Out(OfRows(n, [](Builder& b, const Value& x, int64_t axis) {
    const Value at = b.ArgMost("ArgMax", x, axis);
    const Value depth = b.Cast(b.SizeOf(x, axis), RNLP_INT32);
    return b.Node("OneHot", {at, depth, Builder::Scalar(x.dtype, 1), Builder::Scalar(x.dtype, 0)},
                  x.dtype, x.shape, [&](plugin::NodeWriter& w) {
                    w.Type("T", x.dtype).Type("TI", RNLP_INT64).Int("axis", axis);
                  });
  }));
}

constexpr OpRow kNormOps[] = {
    {"", "BatchNormalization", BatchNormalization},
    {"", "LayerNormalization", LayerNormalization},
    {"", "RMSNormalization", RmsNormalization},
    {"", "SimplifiedLayerNormalization", RmsNormalization},
    {"com.microsoft", "SkipLayerNormalization", SkipLayerNorm},
    {"com.microsoft", "SkipSimplifiedLayerNormalization", SkipRmsNorm},
    {"com.microsoft", "EmbedLayerNormalization", EmbedLayerNorm},
    {"", "InstanceNormalization", InstanceNormalization},
    {"", "GroupNormalization", GroupNormalization},
    {"", "MeanVarianceNormalization", MeanVarianceNormalization},
    {"", "LpNormalization", LpNormalization},
    {"", "LRN", Lrn},
    {"", "Softmax", Softmax},
    {"", "LogSoftmax", LogSoftmax},
    {"", "Hardmax", Hardmax},
};

}  // namespace

std::span<const OpRow> NormOps() { return kNormOps; }

}  // namespace runnel::onnx
