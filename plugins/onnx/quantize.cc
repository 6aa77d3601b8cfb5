// Quantised numbers: scale and zero point as inputs, of the whole tensor, of an axis or of blocks.
#include "plugins/onnx/affine.h"

namespace runnel::onnx {

namespace {

struct Limits {
  double low, high;
};
Limits LimitsOf(int32_t dtype) {
  switch (dtype) {
    case RNLP_INT8:
      return {-128, 127};
    case RNLP_UINT8:
      return {0, 255};
    case RNLP_INT16:
      return {-32768, 32767};
    case RNLP_UINT16:
      return {0, 65535};
    case RNLP_INT32:
      return {-0x1p31, 0x1p31 - 1};
    default:
      Refuse("a quantised type without limits");
  }
}

// Scale or zero point in the shape of x: a scalar, a vector along the axis, or one value for each block.
Value Spread(Builder& b, const Value& of, const Value& x, int64_t axis, int64_t block) {
  const int64_t rank = NeedRank(x);
  if (NeedRank(of) == 0) return of;
  if (block > 0) {
    if (of.rank() != rank) Invalid("blocks have another rank than the input");
    Ints repeat(static_cast<size_t>(rank) + 1, 1);
    const int64_t at = Axis(axis, rank);
    repeat[static_cast<size_t>(at) + 1] = block;
    const Value wide = b.Tile(b.Unsqueeze(of, {at + 1}), Builder::I64(repeat));
    Ints shape = of.shape.dims;
    if (shape[static_cast<size_t>(at)] < 0) Refuse("an unknown number of blocks");
    shape[static_cast<size_t>(at)] *= block;
    Value out = b.Reshape(wide, shape);
    // The last block may be longer than what is left.
    if (x.dim(at) >= 0 && x.dim(at) < shape[static_cast<size_t>(at)])
      out = b.Slice(out, at, 0, x.dim(at));
    return out;
  }
  if (of.rank() != 1) Refuse("a scale that is no scalar or vector");
  if (of.dim(0) == 1) return b.Reshape(of, Ints{});
  Ints shape(static_cast<size_t>(rank), 1);
  shape[static_cast<size_t>(Axis(axis, rank))] = -1;
  return b.Reshape(of, shape);
}

Value Rounded(Builder& b, const Value& x, const std::optional<Value>& zero, int32_t dtype) {
  const Limits limits = LimitsOf(dtype);
  Value q = b.Unary("Rint", x);
  if (zero) q = b.Add(q, b.Cast(*zero, x.dtype));
  q = b.Binary("Minimum", b.Binary("Maximum", q, Builder::Scalar(x.dtype, limits.low)),
               Builder::Scalar(x.dtype, limits.high));
  return b.Cast(q, dtype);
}

void QuantizeLinear(Node& n) {
  Builder& b = n.b;
  const Value x = n.In(0), scale = n.In(1);
  const auto zero = n.Opt(2);
  const int64_t axis = n.Int("axis", 1), block = n.Int("block_size", 0);
  n.Ignore("saturate");
  n.Ignore("precision");
  int32_t dtype = zero ? zero->dtype : RNLP_UINT8;
  if (const int64_t wanted = n.Int("output_dtype", 0); wanted != 0 && !zero) dtype = DTypeOf(wanted);
  if (dtype == RNLP_INVALID) Refuse("output_dtype");
  if (const auto wanted = ReadWanted(scale, zero.value_or(Builder::Scalar(dtype, 0)));
      wanted && block == 0 && x.dtype == RNLP_FLOAT) {
    return n.Out(Quantize(b, x, *wanted));
  }
  const Value in = b.Cast(x, scale.dtype == RNLP_DOUBLE ? RNLP_DOUBLE : RNLP_FLOAT);
  const Value s = b.Cast(Spread(b, scale, x, axis, block), in.dtype);
  std::optional<Value> z;
  if (zero) z = Spread(b, *zero, x, axis, block);
  n.Out(Rounded(b, b.Div(in, s), z, dtype));
}

Value Dequantized(Builder& b, const Value& x, const Value& scale, const std::optional<Value>& zero,
                  int64_t axis, int64_t block) {
  Value wide = b.Cast(x, RNLP_INT32);
  if (zero) wide = b.Sub(wide, b.Cast(Spread(b, *zero, x, axis, block), RNLP_INT32));
  const int32_t real = scale.dtype;
  return b.Mul(b.Cast(wide, real), Spread(b, scale, x, axis, block));
}

void DequantizeLinear(Node& n) {
  const Value x = n.In(0), scale = n.In(1);
  const auto zero = n.Opt(2);
  const int64_t wanted = n.Int("output_dtype", 0), axis = n.Int("axis", 1),
                block = n.Int("block_size", 0);
  if (const auto stored = ReadStored(x, scale, zero, axis, true);
      stored && block == 0 && (wanted == 0 || DTypeOf(wanted) == RNLP_FLOAT)) {
    return n.Out(Dequantize(n.b, *stored));
  }
  Value out = Dequantized(n.b, x, scale, zero, axis, block);
  n.Out(wanted == 0 ? out : n.b.Cast(out, DTypeOf(wanted)));
}

void DynamicQuantizeLinear(Node& n) {
  const Value x = n.In(0);
  if (x.dtype != RNLP_FLOAT) Refuse("numbers that are not of float");
  const Value y = n.b.Node("Runnel>AffineDynamicQuantize", {x}, RNLP_UINT8, x.shape,
                           [](plugin::NodeWriter& node) { node.Type("T", RNLP_UINT8); });
  n.Out(0, y);
  n.Out(1, Builder::Other(y, 1, RNLP_FLOAT, Shape::Scalar()));
  n.Out(2, Builder::Other(y, 2, RNLP_UINT8, Shape::Scalar()));
}

// x - zero in int32; a vector of zero points is one for each row or column: `axis` from the end.
Value Centered(Builder& b, const Value& x, const std::optional<Value>& zero, int64_t axis) {
  Value wide = b.Cast(x, RNLP_INT32);
  if (!zero) return wide;
  Value z = b.Cast(*zero, RNLP_INT32);
  if (NeedRank(z) == 1 && z.dim(0) != 1) {
    Ints shape(static_cast<size_t>(NeedRank(x)), 1);
    shape[static_cast<size_t>(Axis(axis, x.rank()))] = -1;
    z = b.Reshape(z, shape);
  } else if (z.rank() == 1) {
    z = b.Reshape(z, Ints{});
  }
  return b.Sub(wide, z);
}

// In int32, which wraps round.
Value ProductSums(Builder& b, const Value& x, const std::optional<Value>& x_zero, const Value& y,
                  const std::optional<Value>& y_zero) {
  if (const auto sums = AffineProductSums(b, x, x_zero, y, y_zero)) return *sums;
  return b.MatMul(Centered(b, x, x_zero, -2), Centered(b, y, y_zero, -1));
}
void MatMulInteger(Node& n) { n.Out(ProductSums(n.b, n.In(0), n.Opt(2), n.In(1), n.Opt(3))); }

// A vector of scales: one for each row (of x) or column (of y and the output).
Value Scales(Builder& b, const Value& scale, int64_t rank, int64_t axis) {
  if (NeedRank(scale) == 0 || scale.dim(0) == 1) return b.Reshape(scale, Ints{});
  if (scale.rank() != 1) return scale;
  Ints shape(static_cast<size_t>(rank), 1);
  shape[static_cast<size_t>(Axis(axis, rank))] = -1;
  return b.Reshape(scale, shape);
}

Value Requantized(Builder& b, const Value& sum, const Value& factor, const Value& zero) {
  const Value real = b.Mul(b.Cast(sum, RNLP_FLOAT), factor);
  return Rounded(b, real, NeedRank(zero) == 1 && zero.dim(0) == 1 ? b.Reshape(zero, Ints{}) : zero,
                 zero.dtype);
}

void QLinearMatMul(Node& n) {
  Builder& b = n.b;
  const Value x = n.In(0), xs = n.In(1), xz = n.In(2), y = n.In(3), ys = n.In(4), yz = n.In(5),
              os = n.In(6), oz = n.In(7);
  const auto a = ReadStored(x, xs, xz, -2), f = ReadStored(y, ys, yz, -1);
  const auto wanted = ReadWanted(os, oz);
  if (a && f && wanted && y.literal != nullptr) {
    if (const auto out = AffineProduct(b, *a, *f, false, {}, *wanted)) return n.Out(*out);
  }
  const Value sum = ProductSums(b, x, xz, y, yz);
  const int64_t rank = NeedRank(sum);
  const auto wide = [&](const Value& s, int64_t axis) {
    return b.Cast(Scales(b, s, rank, axis), RNLP_FLOAT);
  };
  const Value factor = b.Div(b.Mul(wide(xs, -2), wide(ys, -1)), wide(os, -1));
  n.Out(Requantized(b, sum, factor, oz));
}

// Where no integer op has the window, as over volumes, products go by doubles: exact while sums stay
// below 2^53.
Value ConvSums(Node& n, const Value& x, const std::optional<Value>& x_zero, const Value& filter,
               const std::optional<Value>& filter_zero) {
  Builder& b = n.b;
  if (const auto sums = AffineConvSums(n, x, x_zero, filter, filter_zero)) return *sums;
  const Value out = Convolve(n, b.Cast(Centered(b, x, x_zero, 1), RNLP_DOUBLE),
                             b.Cast(Centered(b, filter, filter_zero, 0), RNLP_DOUBLE));
  return b.Cast(out, RNLP_INT32);
}
void ConvInteger(Node& n) { n.Out(ConvSums(n, n.In(0), n.Opt(2), n.In(1), n.Opt(3))); }

void QLinearConv(Node& n) {
  Builder& b = n.b;
  const Value x = n.In(0), xs = n.In(1), xz = n.In(2), f = n.In(3), fs = n.In(4), fz = n.In(5),
              os = n.In(6), oz = n.In(7);
  const auto bias = n.Opt(8);
  const auto a = ReadStored(x, xs, xz, 1), filter = ReadStored(f, fs, fz, 0);
  const auto wanted = ReadWanted(os, oz);
  if (a && filter && wanted && f.literal != nullptr && (!bias || bias->literal != nullptr)) {
    std::optional<List<double>> numbers;
    if (bias) {
      // In steps of x_scale * filter_scale.
      numbers = NumbersOf(*bias, size_t{1} << 20);
      for (size_t c = 0; numbers && c < numbers->size(); ++c) {
        const size_t at = filter->scales.size() == numbers->size() ? c : 0;
        (*numbers)[c] *= static_cast<double>(a->scales[0]) * static_cast<double>(filter->scales[at]);
      }
    }
    if (const auto out = AffineConv(n, *a, *filter, numbers, *wanted)) return n.Out(*out);
  }
  Value sum = ConvSums(n, x, xz, f, fz);
  const int64_t rank = NeedRank(sum);
  if (bias) {
    Ints shape(static_cast<size_t>(rank), 1);
    shape[1] = -1;
    sum = b.Add(sum, b.Reshape(*bias, shape));
  }
  const Value factor =
      b.Div(b.Mul(Scales(b, xs, rank, 1), Scales(b, fs, rank, 1)), Scales(b, os, rank, 1));
  n.Out(Requantized(b, sum, factor, oz));
}

// com.microsoft: what ONNX Runtime's quantiser writes.
template <char kOp>
void QLinearPair(Node& n) {
  Builder& b = n.b;
  const auto x = ReadStored(n.In(0), n.In(1), n.Opt(2), 0),
             y = ReadStored(n.In(3), n.In(4), n.Opt(5), 0);
  const Value scale = n.In(6);
  const auto wanted = ReadWanted(scale, n.Opt(7).value_or(Builder::Scalar(n.In(0).dtype, 0)));
  if (!x || !y || !wanted) Refuse("scales or zero points that are not constant");
  const char* const op = kOp == '+' ? "Runnel>AffineAdd" : "Runnel>AffineMul";
  const auto out = AffinePair(b, op, *x, *y, *wanted);
  if (!out) Refuse("types that differ");
  n.Out(*out);
}
void QLinearGlobalAveragePool(Node& n) {
  const auto x = ReadStored(n.In(0), n.In(1), n.Opt(2), 0);
  const Value scale = n.In(3);
  const auto wanted = ReadWanted(scale, n.Opt(4).value_or(Builder::Scalar(n.In(0).dtype, 0)));
  const bool last = n.Int("channels_last", 0) != 0;
  if (!x || !wanted) Refuse("scales or zero points that are not constant");
  const auto out = AffineMean(n.b, *x, last, *wanted);
  if (!out) Refuse("types or dimensions");
  n.Out(*out);
}
void QGemm(Node& n) {
  Builder& b = n.b;
  const bool transposed = n.Int("transB", 0) != 0;
  if (n.Float("alpha", 1) != 1 || n.Int("transA", 0) != 0) Refuse("alpha or transA");
  const auto x = ReadStored(n.In(0), n.In(1), n.Opt(2), 0),
             f = ReadStored(n.In(3), n.In(4), n.Opt(5), transposed ? 0 : 1);
  const auto bias = n.Opt(6), scale = n.Opt(7), zero = n.Opt(8);
  if (!x || !f || !x->is_uniform() || n.In(3).literal == nullptr)
    Refuse("numbers that are not constant");
  std::optional<List<double>> numbers;
  if (bias) {
    numbers = NumbersOf(*bias, size_t{1} << 20);
    if (!numbers) Refuse("a bias that is not constant");
    for (size_t c = 0; c < numbers->size(); ++c) {
      const size_t at = f->scales.size() == numbers->size() ? c : 0;
      (*numbers)[c] *= static_cast<double>(x->scales[0]) * static_cast<double>(f->scales[at]);
    }
  }
  if (!scale) Refuse("a result in real numbers");
  const auto wanted = ReadWanted(*scale, zero.value_or(Builder::Scalar(x->value.dtype, 0)));
  if (!wanted) Refuse("scales or zero points that are not constant");
  const auto out = AffineProduct(b, *x, *f, transposed, numbers, *wanted);
  if (!out) Refuse("types or scales");
  n.Out(*out);
}

// com.microsoft: a product with a matrix of numbers of 2, 4 or 8 bits, [columns, blocks, bytes], the low
// bits of a byte first, with a scale and perhaps a zero point for each block.
void MatMulNBits(Node& n) {
  Builder& b = n.b;
  const Value x = n.In(0), packed = n.In(1), scales = n.In(2);
  const auto zeros = n.Opt(3);
  const int64_t depth = n.Int("K", 0), columns = n.Int("N", 0), bits = n.Int("bits", 4),
                block = n.Int("block_size", 0);
  n.Ignore("accuracy_level");
  constexpr int64_t kMost = int64_t{1} << 24;
  if (bits != 2 && bits != 4 && bits != 8) Refuse("bits=" + std::to_string(bits));
  const int64_t each = 8 / bits;  // numbers in a byte
  if (depth < 1 || columns < 1 || block < 2 || block % each != 0 || depth > kMost || columns > kMost ||
      block > kMost)
    Invalid("K, N or block_size");
  const int64_t blocks = (depth + block - 1) / block;
  const Value mask = Builder::Scalar(RNLP_UINT8, static_cast<double>((1 << bits) - 1));
  // Bytes [rows, bytes] to numbers [rows, each * bytes].
  const auto unpacked = [&](const Value& bytes, int64_t rows, int64_t numbers) {
    const Value flat = b.Reshape(bytes, Ints{rows, numbers / each});
    if (each == 1) return b.Cast(flat, x.dtype);
    Values parts;
    for (int64_t i = 0; i < each; ++i) {
      const Value by = Builder::Scalar(RNLP_UINT8, static_cast<double>(i * bits));
      parts.push_back(b.Binary("BitwiseAnd", i == 0 ? flat : b.Binary("RightShift", flat, by), mask));
    }
    return b.Cast(b.Reshape(b.Stack(parts, 2), Ints{rows, numbers}), x.dtype);
  };
  const Value numbers = unpacked(packed, columns * blocks, block);
  Value zero = Builder::Scalar(x.dtype, static_cast<double>(1 << (bits - 1)));
  if (zeros && zeros->dtype == RNLP_UINT8) {
    const int64_t whole = (blocks + each - 1) / each * each;
    zero = b.Reshape(b.Slice(unpacked(*zeros, columns, whole), 1, 0, blocks), Ints{columns * blocks, 1});
  } else if (zeros) {
    zero = b.Reshape(b.Cast(*zeros, x.dtype), Ints{columns * blocks, 1});
  }
  const Value scaled = b.Mul(b.Sub(numbers, zero), b.Reshape(scales, Ints{columns * blocks, 1}));
  const Value matrix = b.Slice(b.Reshape(scaled, Ints{columns, blocks * block}), 1, 0, depth);
  const Value rows = b.Reshape(x, Ints{-1, depth});
  Value out = b.MatMul(rows, matrix, false, true);
  if (NeedRank(x) != 2)
    out = b.Reshape(out, b.Concat({b.SizesOf(x, 0, x.rank() - 1), Builder::I64({columns})}, 0));
  if (const auto bias = n.Opt(5)) out = b.Add(out, *bias);
  n.Out(out);
}

constexpr OpRow kQuantizeOps[] = {
    {"com.microsoft", "MatMulNBits", MatMulNBits},
    {"com.microsoft", "QLinearAdd", QLinearPair<'+'>},
    {"com.microsoft", "QLinearMul", QLinearPair<'*'>},
    {"com.microsoft", "QLinearGlobalAveragePool", QLinearGlobalAveragePool},
    {"com.microsoft", "QGemm", QGemm},
    {"", "QuantizeLinear", QuantizeLinear},
    {"", "DequantizeLinear", DequantizeLinear},
    {"com.microsoft", "QuantizeLinear", QuantizeLinear},
    {"com.microsoft", "DequantizeLinear", DequantizeLinear},
    {"", "DynamicQuantizeLinear", DynamicQuantizeLinear},
    {"", "MatMulInteger", MatMulInteger},
    {"", "QLinearMatMul", QLinearMatMul},
    {"", "ConvInteger", ConvInteger},
    {"", "QLinearConv", QLinearConv},
};

}  // namespace

std::span<const OpRow> QuantizeOps() { return kQuantizeOps; }

}  // namespace runnel::onnx
