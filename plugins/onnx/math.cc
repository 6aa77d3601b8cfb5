// Arithmetic and activations, element by element.
#include <cmath>
#include <limits>

#include "plugins/onnx/node.h"

namespace runnel::onnx {
namespace {

template <const char* kOp>
void Unary(Node& n) {
  n.Out(n.b.Unary(kOp, n.In(0)));
}

// As `op` of TensorFlow; before opset 7 the second input could be placed by `axis`.
Value Aligned(Node& n, const Value& x, const Value& y) {
  if (n.opset >= 7) return y;
  const bool broadcast = n.Int("broadcast", 0) != 0;
  const Attribute* axis = n.Attr("axis");
  if (!broadcast || axis == nullptr) return y;
  const int64_t at = Axis(axis->integer, NeedRank(x));
  Ints axes;
  for (int64_t i = at + NeedRank(y); i < x.rank(); ++i) axes.push_back(i - at);
  return n.b.Unsqueeze(y, axes);
}

template <const char* kOp>
void Binary(Node& n) {
  const Value x = n.In(0);
  const Value y = Aligned(n, x, n.In(1));
  n.Ignore("consumed_inputs");
  n.Out(n.b.Binary(kOp, x, y));
}

void Div(Node& n) {
  const Value x = n.In(0), y = Aligned(n, n.In(0), n.In(1));
  n.Out(n.b.Binary(IsFloating(x.dtype) ? "RealDiv" : "TruncateDiv", x, y));
}

void Mod(Node& n) {
  const Value x = n.In(0), y = n.In(1);
  const bool truncates = n.Int("fmod", 0) != 0;
  if (!truncates && IsFloating(x.dtype)) Refuse("floats without fmod");
  // Neither op has all small types; int64 has their values.
  const bool narrow = IsInteger(x.dtype) && x.dtype != RNLP_INT32 && x.dtype != RNLP_INT64;
  if (x.dtype == RNLP_UINT64) return n.Out(n.b.Binary("FloorMod", x, y));
  const Value a = narrow ? n.b.Cast(x, RNLP_INT64) : x, c = narrow ? n.b.Cast(y, RNLP_INT64) : y;
  const Value out = n.b.Binary(truncates ? "TruncateMod" : "FloorMod", a, c);
  n.Out(n.b.Cast(out, x.dtype));
}

void Pow(Node& n) {
  const Value x = n.In(0);
  Value y = Aligned(n, x, n.In(1));
  const auto exponent = NumbersOf(y);
  if (exponent && exponent->size() == 1 && (*exponent)[0] == 2 && y.rank() <= 1 && x.rank() >= y.rank())
    return n.Out(n.b.Unary("Square", x));
  if (x.dtype == y.dtype && (IsFloating(x.dtype) || x.dtype == RNLP_INT32 || x.dtype == RNLP_INT64))
    return n.Out(n.b.Binary("Pow", x, y));
  if (IsFloating(x.dtype) && (IsFloating(y.dtype) || y.dtype != RNLP_DOUBLE))
    return n.Out(n.b.Binary("Pow", x, n.b.Cast(y, x.dtype)));
  if (IsInteger(x.dtype) && IsInteger(y.dtype)) {
    const Value out = n.b.Binary("Pow", n.b.Cast(x, RNLP_INT64), n.b.Cast(y, RNLP_INT64));
    return n.Out(n.b.Cast(out, x.dtype));
  }
  const Value out = n.b.Binary("Pow", n.b.Cast(x, RNLP_DOUBLE), n.b.Cast(y, RNLP_DOUBLE));
  n.Out(n.b.Cast(out, x.dtype));
}

// Maximum, Minimum or AddV2 of any number of inputs.
Value Folded(Node& n, const char* op) {
  const Values all = n.AllIn();
  Value out = all[0];
  for (size_t i = 1; i < all.size(); ++i) out = n.b.Binary(op, out, all[i]);
  return all.size() == 1 ? n.b.Identity(out) : out;
}
template <const char* kOp>
void Variadic(Node& n) {
  n.Out(Folded(n, kOp));
}
void Mean(Node& n) {
  const Value sum = Folded(n, "AddV2");
  n.Out(n.b.Div(sum, static_cast<double>(n.num_inputs())));
}

void Neg(Node& n) { n.Out(n.b.Unary("Neg", n.In(0))); }

void Abs(Node& n) {
  const Value x = n.In(0);
  n.Out(IsUnsigned(x.dtype) ? n.b.Identity(x) : n.b.Unary("Abs", x));
}

void Sign(Node& n) {
  const Value x = n.In(0);
  if (!IsUnsigned(x.dtype)) return n.Out(n.b.Unary("Sign", x));
  n.Out(n.b.Cast(n.b.Compare("NotEqual", x, Builder::Scalar(x.dtype, 0)), x.dtype));
}

void Clip(Node& n) {
  Value out = n.In(0);
  std::optional<Value> low, high;
  if (n.opset >= 11) {
    low = n.Opt(1);
    high = n.Opt(2);
  } else {
    if (n.HasAttr("min")) low = Builder::Scalar(out.dtype, n.Float("min", 0));
    if (n.HasAttr("max")) high = Builder::Scalar(out.dtype, n.Float("max", 0));
  }
  if (!low && !high) return n.Out(n.b.Identity(out));
  if (low) out = n.b.Binary("Maximum", out, *low);
  if (high) out = n.b.Binary("Minimum", out, *high);
  n.Out(out);
}

void LeakyRelu(Node& n) {
  const Value x = n.In(0);
  const float alpha = n.Float("alpha", 0.01f);
  n.Out(n.b.Node("LeakyRelu", {x}, x.dtype, x.shape,
                 [&](plugin::NodeWriter& w) { w.Type("T", x.dtype).Float("alpha", alpha); }));
}

void PRelu(Node& n) {
  const Value x = n.In(0);
  Value slope = n.In(1);
  // Before opset 7 a vector has a number for each channel.
  if (n.opset < 7 && NeedRank(slope) == 1 && slope.dim(0) != 1 && NeedRank(x) > 2) {
    Ints shape(static_cast<size_t>(x.rank()) - 1, 1);
    shape[0] = -1;
    slope = n.b.Reshape(slope, shape);
  }
  const Value out = n.b.Mul(x, slope);
  n.Out(n.b.Select(n.b.Compare("Less", x, Builder::Scalar(x.dtype, 0)), out, x));
}

void Elu(Node& n) {
  const Value x = n.In(0);
  const float alpha = n.Float("alpha", 1);
  if (alpha == 1) return n.Out(n.b.Unary("Elu", x));
  const Value below = n.b.Mul(n.b.Unary("Expm1", x), alpha);
  n.Out(n.b.Select(n.b.Compare("Less", x, Builder::Scalar(x.dtype, 0)), below, x));
}

void Celu(Node& n) {
  const Value x = n.In(0);
  const float alpha = n.Float("alpha", 1);
  n.Out(n.b.Mul(n.b.Unary("Elu", n.b.Div(x, alpha)), alpha));
}

void Selu(Node& n) {
  const Value x = n.In(0);
  const float alpha = n.Float("alpha", 1.67326319217681884765625f);
  const float gamma = n.Float("gamma", 1.05070102214813232421875f);
  const Value below = n.b.Mul(n.b.Unary("Expm1", x), static_cast<double>(alpha));
  const Value out = n.b.Select(n.b.Compare("LessEqual", x, Builder::Scalar(x.dtype, 0)), below, x);
  n.Out(n.b.Mul(out, gamma));
}

Value Clamped(Builder& b, const Value& x, double low, double high) {
  return b.Binary("Minimum", b.Binary("Maximum", x, Builder::Scalar(x.dtype, low)),
                  Builder::Scalar(x.dtype, high));
}

void HardSigmoid(Node& n) {
  const Value x = n.In(0);
  const float alpha = n.Float("alpha", 0.2f), beta = n.Float("beta", 0.5f);
  n.Out(Clamped(n.b, n.b.Add(n.b.Mul(x, alpha), beta), 0, 1));
}
void HardSwish(Node& n) {
  const Value x = n.In(0);
  n.Out(n.b.Mul(x, Clamped(n.b, n.b.Add(n.b.Mul(x, 1.0 / 6), 0.5), 0, 1)));
}
void ThresholdedRelu(Node& n) {
  const Value x = n.In(0);
  const float alpha = n.Float("alpha", 1);
  const Value zero = Builder::Scalar(x.dtype, 0);
  n.Out(n.b.Select(n.b.Compare("Greater", x, Builder::Scalar(x.dtype, alpha)), x, zero));
}
void Shrink(Node& n) {
  const Value x = n.In(0);
  const float lambd = n.Float("lambd", 0.5f), bias = n.Float("bias", 0);
  const Value zero = Builder::Scalar(x.dtype, 0);
  const Value above = n.b.Compare("Greater", x, Builder::Scalar(x.dtype, lambd));
  const Value below = n.b.Compare("Less", x, Builder::Scalar(x.dtype, -lambd));
  const Value rest = n.b.Select(below, n.b.Add(x, bias), zero);
  n.Out(n.b.Select(above, n.b.Sub(x, bias), rest));
}
void Mish(Node& n) {
  const Value x = n.In(0);
  n.Out(n.b.Mul(x, n.b.Unary("Tanh", n.b.Unary("Softplus", x))));
}
void Swish(Node& n) {
  const Value x = n.In(0);
  const float alpha = n.Float("alpha", 1);
  n.Out(n.b.Mul(x, n.b.Unary("Sigmoid", alpha == 1 ? x : n.b.Mul(x, alpha))));
}

void Gelu(Node& n) {
  const Value x = n.In(0);
  const std::string approximate = n.Str("approximate", "none");
  if (approximate == "tanh") return n.Out(n.b.Unary("Runnel>Gelu", x));
  if (approximate != "none") Refuse("approximate=" + approximate);
  const Value erf = n.b.Unary("Erf", n.b.Mul(x, std::sqrt(0.5)));
  n.Out(n.b.Mul(n.b.Mul(x, 0.5), n.b.Add(erf, 1)));
}

// com.microsoft: x (+ bias), then Gelu by erf, by tanh, or x * sigmoid(alpha * x).
Value Biased(Node& n) {
  const Value x = n.In(0);
  const auto bias = n.Opt(1);
  return bias ? n.b.Add(x, *bias) : x;
}
void BiasGelu(Node& n) {
  const Value x = Biased(n);
  const Value erf = n.b.Unary("Erf", n.b.Mul(x, std::sqrt(0.5)));
  n.Out(n.b.Mul(n.b.Mul(x, 0.5), n.b.Add(erf, 1)));
}
void FastGelu(Node& n) { n.Out(n.b.Unary("Runnel>Gelu", Biased(n))); }
void QuickGelu(Node& n) {
  const Value x = n.In(0);
  n.Out(n.b.Mul(x, n.b.Unary("Sigmoid", n.b.Mul(x, n.Float("alpha", 1.702f)))));
}

void Softsign(Node& n) { n.Out(n.b.Unary("Softsign", n.In(0))); }

void PRound(Node& n) { n.Out(n.b.Unary("Rint", n.In(0))); }  // halves to even

void BitShift(Node& n) {
  const std::string direction = n.Str("direction", "");
  if (direction != "LEFT" && direction != "RIGHT") Invalid("direction \"" + direction + "\"");
  n.Out(n.b.Binary(direction == "LEFT" ? "LeftShift" : "RightShift", n.In(0), n.In(1)));
}

void Cast(Node& n) {
  const Value x = n.In(0);
  n.Ignore("saturate");
  n.Ignore("round_mode");
  const int32_t dtype = DTypeOf(n.Int("to", 0));
  if (dtype == RNLP_INVALID) Refuse("element type " + std::to_string(n.Int("to", 0)));
  n.Out(CastTo(n.b, x, dtype));
}

void CastLike(Node& n) {
  n.Ignore("saturate");
  n.Ignore("round_mode");
  n.Out(CastTo(n.b, n.In(0), n.In(1).dtype));
}

#define NAME(id, text) constexpr char id[] = text
NAME(kAcos, "Acos");
NAME(kAcosh, "Acosh");
NAME(kAsin, "Asin");
NAME(kAsinh, "Asinh");
NAME(kAtan, "Atan");
NAME(kAtanh, "Atanh");
NAME(kCeil, "Ceil");
NAME(kCos, "Cos");
NAME(kCosh, "Cosh");
NAME(kErf, "Erf");
NAME(kExp, "Exp");
NAME(kFloor, "Floor");
NAME(kLog, "Log");
NAME(kReciprocal, "Reciprocal");
NAME(kRelu, "Relu");
NAME(kSigmoid, "Sigmoid");
NAME(kSin, "Sin");
NAME(kSinh, "Sinh");
NAME(kSoftplus, "Softplus");
NAME(kSqrt, "Sqrt");
NAME(kTan, "Tan");
NAME(kTanh, "Tanh");
NAME(kInvert, "Invert");
NAME(kAdd, "AddV2");
NAME(kSub, "Sub");
NAME(kMul, "Mul");
NAME(kMaximum, "Maximum");
NAME(kMinimum, "Minimum");
NAME(kAnd, "BitwiseAnd");
NAME(kOr, "BitwiseOr");
NAME(kXor, "BitwiseXor");
#undef NAME

constexpr OpRow kMathOps[] = {
    {"", "Abs", Abs},
    {"", "Acos", Unary<kAcos>},
    {"", "Acosh", Unary<kAcosh>},
    {"", "Asin", Unary<kAsin>},
    {"", "Asinh", Unary<kAsinh>},
    {"", "Atan", Unary<kAtan>},
    {"", "Atanh", Unary<kAtanh>},
    {"", "Ceil", Unary<kCeil>},
    {"", "Cos", Unary<kCos>},
    {"", "Cosh", Unary<kCosh>},
    {"", "Erf", Unary<kErf>},
    {"", "Exp", Unary<kExp>},
    {"", "Floor", Unary<kFloor>},
    {"", "Log", Unary<kLog>},
    {"", "Neg", Neg},
    {"", "Reciprocal", Unary<kReciprocal>},
    {"", "Relu", Unary<kRelu>},
    {"", "Round", PRound},
    {"", "Sigmoid", Unary<kSigmoid>},
    {"", "Sign", Sign},
    {"", "Sin", Unary<kSin>},
    {"", "Sinh", Unary<kSinh>},
    {"", "Softplus", Unary<kSoftplus>},
    {"", "Softsign", Softsign},
    {"", "Sqrt", Unary<kSqrt>},
    {"", "Tan", Unary<kTan>},
    {"", "Tanh", Unary<kTanh>},
    {"", "BitwiseNot", Unary<kInvert>},
    {"", "Add", Binary<kAdd>},
    {"", "Sub", Binary<kSub>},
    {"", "Mul", Binary<kMul>},
    {"", "Div", Div},
    {"", "Mod", Mod},
    {"", "Pow", Pow},
    {"", "Max", Variadic<kMaximum>},
    {"", "Min", Variadic<kMinimum>},
    {"", "Sum", Variadic<kAdd>},
    {"", "Mean", Mean},
    {"", "BitwiseAnd", Binary<kAnd>},
    {"", "BitwiseOr", Binary<kOr>},
    {"", "BitwiseXor", Binary<kXor>},
    {"", "BitShift", BitShift},
    {"", "Clip", Clip},
    {"", "LeakyRelu", LeakyRelu},
    {"", "PRelu", PRelu},
    {"", "Elu", Elu},
    {"", "Celu", Celu},
    {"", "Selu", Selu},
    {"", "HardSigmoid", HardSigmoid},
    {"", "HardSwish", HardSwish},
    {"", "ThresholdedRelu", ThresholdedRelu},
    {"", "Shrink", Shrink},
    {"", "Mish", Mish},
    {"", "Swish", Swish},
    {"", "Gelu", Gelu},
    {"com.microsoft", "Gelu", Gelu},
    {"com.microsoft", "BiasGelu", BiasGelu},
    {"com.microsoft", "FastGelu", FastGelu},
    {"com.microsoft", "QuickGelu", QuickGelu},
    {"", "Cast", Cast},
    {"", "CastLike", CastLike},
};

}  // namespace

Value CastTo(Builder& b, const Value& x, int32_t dtype) {
  if (x.dtype == dtype) return b.Identity(x);
  if (dtype == RNLP_STRING) {
    if (!IsInteger(x.dtype) || IsUnsigned(x.dtype)) Refuse("numbers as text");
    return b.Node("AsString", {x}, dtype, x.shape);
  }
  if (x.dtype == RNLP_STRING) {
    const bool direct =
        dtype == RNLP_FLOAT || dtype == RNLP_DOUBLE || dtype == RNLP_INT32 || dtype == RNLP_INT64;
    const int32_t via = direct ? dtype : IsFloating(dtype) ? RNLP_FLOAT : RNLP_INT64;
    const Value out = b.Node("StringToNumber", {x}, via, x.shape,
                             [&](plugin::NodeWriter& w) { w.Type("out_type", via); });
    return b.Cast(out, dtype);
  }
  return b.Cast(x, dtype);
}

std::span<const OpRow> MathOps() { return kMathOps; }

}  // namespace runnel::onnx
