// Fourier transforms, windows and scales of hearing.
#include <cmath>
#include <functional>
#include <numbers>

#include "plugins/onnx/node.h"

namespace runnel::onnx {
namespace {

int32_t ComplexOf(int32_t dtype) {
  if (dtype == RNLP_FLOAT) return RNLP_COMPLEX64;
  if (dtype == RNLP_DOUBLE) return RNLP_COMPLEX128;
  Refuse("a transform of this type");
}

Value Complex(Builder& b, const Value& re, const Value& im) {
  const int32_t out = ComplexOf(re.dtype);
  return b.Node("Complex", {re, im}, out, re.shape,
                [&](plugin::NodeWriter& w) { w.Type("T", re.dtype).Type("Tout", out); });
}
Value Part(Builder& b, const char* op, const Value& z, int32_t real) {
  return b.Node(op, {z}, real, z.shape,
                [&](plugin::NodeWriter& w) { w.Type("T", z.dtype).Type("Tout", real); });
}

// [..., n, 1 or 2] to complex [..., n].
Value FromPairs(Builder& b, const Value& x) {
  const int64_t last = x.rank() - 1;
  const Value re = b.Squeeze(b.Slice(x, last, 0, 1), {last});
  if (x.dim(last) == 1) return Complex(b, re, b.Unary("ZerosLike", re));
  if (x.dim(last) != 2) Refuse("a last dimension that is neither 1 nor 2");
  return Complex(b, re, b.Squeeze(b.Slice(x, last, 1, 2), {last}));
}
Value ToPairs(Builder& b, const Value& z, int32_t real) {
  return b.Stack({Part(b, "Real", z, real), Part(b, "Imag", z, real)}, z.rank());
}

// Of the last dimension; a prime length is no matter.
Value Transform(Builder& b, const Value& z, bool inverse) {
  return b.Node(inverse ? "IFFT" : "FFT", {z}, z.dtype, z.shape,
                [&](plugin::NodeWriter& w) { w.Type("Tcomplex", z.dtype); });
}

// The last dimension cut or padded by zeros to `length`.
Value Fit(Builder& b, const Value& x, int64_t axis, const Value& length) {
  const auto known = IntegersOf(length);
  if (known && x.dim(axis) == (*known)[0]) return x;
  const Value zero = Builder::I64Scalar(0), size = b.SizeOf(x, axis);
  const Value less = b.Binary("Minimum", size, length), more = b.Sub(length, less);
  const Value cut = b.Slice(x, Builder::I64({0}), b.Reshape(less, Ints{1}), {axis}, Builder::I64({1}));
  Values table(static_cast<size_t>(2 * x.rank()), Builder::I64({0}));
  table[static_cast<size_t>(2 * axis + 1)] = b.Reshape(more, Ints{1});
  Value out = b.Pad(cut, b.Reshape(b.Concat(table, 0), Ints{x.rank(), 2}), Builder::Scalar(x.dtype, 0));
  if (known) out.shape.dims[static_cast<size_t>(axis)] = (*known)[0];
  return out;
}

// Along an axis that may be known in a step alone, which is exchanged with the last but one. In double,
// so that what cancels is nothing rather than a remainder in the last place of a large sum.
void Dft(Node& n) {
  Builder& b = n.b;
  Value x = n.In(0);
  const int64_t rank = NeedRank(x);
  const auto length = n.Opt(1);
  const bool inverse = n.Int("inverse", 0) != 0, half = n.Int("onesided", 0) != 0;
  if (rank < 3) Invalid("a signal that is not [batch, ..., 1 or 2]");
  const int32_t real = x.dtype;
  ComplexOf(real);
  std::optional<int64_t> axis;
  std::optional<Value> moving;
  if (n.opset < 20) {
    axis = n.Int("axis", 1);
  } else if (const auto given = n.Opt(2)) {
    const auto known = IntegersOf(*given);
    if (known && known->size() == 1)
      axis = (*known)[0];
    else if (rank == 3)
      axis = 1;  // there is no other
    else
      moving = b.FromZero(b.Cast(b.Reshape(*given, Ints{}), RNLP_INT64), Builder::I64Scalar(rank));
  } else {
    axis = -2;
  }
  const int64_t last = rank - 2;
  std::function<Value(const Value&)> exchange;
  if (axis) {
    axis = Axis(*axis, rank);
    if (*axis > last) Invalid("axis " + std::to_string(*axis));
    Ints perm = AllAxes(rank);
    std::swap(perm[static_cast<size_t>(*axis)], perm[static_cast<size_t>(last)]);
    exchange = [&b, perm](const Value& of) { return b.Transpose(of, perm); };
  } else {
    const Value line = Builder::I64(AllAxes(rank)), end = Builder::I64Scalar(last);
    const Value perm = b.Select(b.Compare("Equal", line, *moving), end,
                                b.Select(b.Compare("Equal", line, end), *moving, line));
    exchange = [&b, perm, rank](const Value& of) {
      Shape shape = Shape::OfRank(rank);
      shape.dims.back() = of.shape.dims.back();
      return b.Node("Transpose", {of, perm}, of.dtype, shape,
                    [&](plugin::NodeWriter& w) { w.Type("T", of.dtype).Type("Tperm", RNLP_INT64); });
    };
  }
  x = exchange(x);
  if (half && inverse) {
    // Half a spectrum, of which the other half is the conjugate, gives real numbers.
    const Value places = b.SizeOf(x, last);
    const Value count =
        length ? b.Cast(b.Reshape(*length, Ints{}), RNLP_INT32)
               : b.Cast(b.Mul(b.Sub(places, Builder::I64Scalar(1)), Builder::I64Scalar(2)), RNLP_INT32);
    const Value z = FromPairs(b, b.Cast(x, RNLP_DOUBLE));
    Shape shape = z.shape;
    shape.dims.back() = -1;
    const Value y = b.Node(
        "IRFFT", {z, b.Reshape(count, Ints{1})}, RNLP_DOUBLE, shape,
        [&](plugin::NodeWriter& w) { w.Type("Treal", RNLP_DOUBLE).Type("Tcomplex", RNLP_COMPLEX128); });
    return n.Out(exchange(b.Cast(b.Unsqueeze(y, {rank - 1}), real)));
  }
  if (length) x = Fit(b, x, last, b.Cast(b.Reshape(*length, Ints{}), RNLP_INT64));
  Value z = Transform(b, FromPairs(b, b.Cast(x, RNLP_DOUBLE)), inverse);
  if (half) {
    const Value count =
        b.Add(b.Binary("FloorDiv", b.SizeOf(z, last), Builder::I64Scalar(2)), Builder::I64Scalar(1));
    z = b.Slice(z, Builder::I64({0}), b.Reshape(count, Ints{1}), {last}, Builder::I64({1}));
  }
  n.Out(exchange(b.Cast(ToPairs(b, z, RNLP_DOUBLE), real)));
}

void Stft(Node& n) {
  Builder& b = n.b;
  Value x = n.In(0);
  const Value step = b.Cast(b.Reshape(n.In(1), Ints{}), RNLP_INT64);
  const auto window = n.Opt(2), given = n.Opt(3);
  const bool half = n.Int("onesided", 1) != 0;
  if (NeedRank(x) == 2) x = b.Unsqueeze(x, {2});
  if (x.rank() != 3) Invalid("a signal that is not [batch, samples, 1 or 2]");
  if (!window && !given) Invalid("neither a window nor a length");
  const Value length = given ? b.Cast(b.Reshape(*given, Ints{}), RNLP_INT64) : b.SizeOf(*window, 0);
  const Value samples = b.SizeOf(x, 1), one = Builder::I64Scalar(1);
  const Value frames = b.Add(b.Binary("FloorDiv", b.Sub(samples, length), step), one);
  const Value starts = b.Mul(b.Range(Builder::I64Scalar(0), frames, one), step);
  const Value inside = b.Range(Builder::I64Scalar(0), length, one);
  const Value at = b.Add(b.Reshape(starts, Ints{-1, 1}), b.Reshape(inside, Ints{1, -1}));
  Value parts = b.Gather(x, at, 1);  // [batch, frames, length, 1 or 2]
  if (window) parts = b.Mul(parts, b.Reshape(*window, Ints{-1, 1}));
  const int32_t real = x.dtype;
  Value z = Transform(b, FromPairs(b, parts), false);
  if (half) {
    const Value count = b.Add(b.Binary("FloorDiv", length, Builder::I64Scalar(2)), one);
    z = b.Slice(z, Builder::I64({0}), b.Reshape(count, Ints{1}), {2}, Builder::I64({1}));
  }
  n.Out(ToPairs(b, z, real));
}

// a0 - a1 cos(2 pi n / N) + a2 cos(4 pi n / N).
void Window(Node& n, double a0, double a1, double a2) {
  Builder& b = n.b;
  const Value size = b.Cast(b.Reshape(n.In(0), Ints{}), RNLP_INT64);
  const bool periodic = n.Int("periodic", 1) != 0;
  const int32_t dtype = DTypeOf(n.Int("output_datatype", kFloat));
  if (dtype == RNLP_INVALID) Refuse("output_datatype");
  const Value one = Builder::I64Scalar(1);
  const Value x = b.Cast(b.Range(Builder::I64Scalar(0), size, one), RNLP_DOUBLE);
  const Value length = b.Cast(periodic ? size : b.Sub(size, one), RNLP_DOUBLE);
  const Value turn = b.Div(b.Mul(x, 2 * std::numbers::pi), length);
  Value out = b.Sub(Builder::Scalar(RNLP_DOUBLE, a0), b.Mul(b.Unary("Cos", turn), a1));
  if (a2 != 0) out = b.Add(out, b.Mul(b.Unary("Cos", b.Mul(turn, 2)), a2));
  n.Out(b.Cast(out, dtype));
}
void HannWindow(Node& n) { Window(n, 0.5, 0.5, 0); }
void HammingWindow(Node& n) { Window(n, 25.0 / 46, 1 - 25.0 / 46, 0); }
void BlackmanWindow(Node& n) { Window(n, 0.42, 0.5, 0.08); }

// Triangles over the bins of a spectrum, with whole bins as their corners.
void MelWeightMatrix(Node& n) {
  Builder& b = n.b;
  const auto scalar = [&](size_t i) { return b.Cast(b.Reshape(n.In(i), Ints{}), RNLP_DOUBLE); };
  const Value bins = b.Cast(b.Reshape(n.In(0), Ints{}), RNLP_INT64), length = scalar(1),
              rate = scalar(2);
  const int32_t dtype = DTypeOf(n.Int("output_datatype", kFloat));
  if (dtype == RNLP_INVALID) Refuse("output_datatype");
  const auto to_mel = [&](const Value& hertz) {
    return b.Mul(b.Unary("Log", b.Add(b.Div(hertz, 700), 1)), 2595 / std::numbers::ln10);
  };
  const Value low = to_mel(scalar(3)), high = to_mel(scalar(4));
  const Value one = Builder::I64Scalar(1), zero = Builder::I64Scalar(0);
  const Value count = b.Add(bins, Builder::I64Scalar(2));
  const Value line = b.Cast(b.Range(zero, count, one), RNLP_DOUBLE);
  const Value step = b.Div(b.Sub(high, low), b.Cast(count, RNLP_DOUBLE));
  const Value mels = b.Add(b.Mul(line, step), low);
  const Value hertz = b.Mul(b.Sub(b.Unary("Exp", b.Mul(mels, std::numbers::ln10 / 2595)), 1), 700);
  const Value corner = b.Unary("Floor", b.Div(b.Mul(b.Add(length, 1), hertz), rate));
  const auto corners = [&](int64_t from) {
    return b.Reshape(
        b.Slice(corner, Builder::I64({from}), b.Reshape(b.Add(bins, Builder::I64Scalar(from)), Ints{1}),
                {0}, Builder::I64({1})),
        Ints{1, -1});
  };
  const Value left = corners(0), middle = corners(1), right = corners(2);
  const Value spectrum =
      b.Add(b.Binary("FloorDiv", b.Cast(length, RNLP_INT64), Builder::I64Scalar(2)), one);
  const Value row = b.Reshape(b.Cast(b.Range(zero, spectrum, one), RNLP_DOUBLE), Ints{-1, 1});
  const Value none = Builder::Scalar(RNLP_DOUBLE, 0), all = Builder::Scalar(RNLP_DOUBLE, 1);
  const auto within = [&](const Value& from, const Value& to) {
    return b.Compare("LogicalAnd", b.Compare("GreaterEqual", row, from), b.Compare("Less", row, to));
  };
  const auto share = [&](const Value& part, const Value& whole) {
    return b.Node("DivNoNan", {part, whole}, RNLP_DOUBLE, Broadcast(part.shape, whole.shape));
  };
  const Value up = b.Select(within(left, middle), share(b.Sub(row, left), b.Sub(middle, left)), none);
  const Value down =
      b.Select(within(middle, right), share(b.Sub(right, row), b.Sub(right, middle)), none);
  // Every corner is 1 in its middle, also without a side.
  const Value top = b.Select(b.Compare("Equal", row, middle), all, none);
  n.Out(b.Cast(b.Binary("Maximum", top, b.Binary("Maximum", up, down)), dtype));
}

constexpr OpRow kSignalOps[] = {
    {"", "DFT", Dft},
    {"", "STFT", Stft},
    {"", "HannWindow", HannWindow},
    {"", "HammingWindow", HammingWindow},
    {"", "BlackmanWindow", BlackmanWindow},
    {"", "MelWeightMatrix", MelWeightMatrix},
};

}  // namespace

std::span<const OpRow> SignalOps() { return kSignalOps; }

}  // namespace runnel::onnx
