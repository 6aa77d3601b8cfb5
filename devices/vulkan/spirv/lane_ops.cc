// What element-wise ops compute, for fused programs: the formulas of shaders/math.glsl and ops.glsl,
// which the ops' own kernels have, with selections in place of branches. Sources: erf, sin, cos:
// N. Juffa's minimax polynomials; log: Cephes; expm1, log1p: W. Kahan.
#include <algorithm>
#include <iterator>
#include <limits>

#include "devices/vulkan/spirv/lanes.h"

namespace runnel::vulkan {
namespace {

using spirv::Function;

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kSelu = 1.0507009873554805F, kSeluAlpha = 1.0507009873554805F * 1.6732632423543772F;

// By bits, which hold whatever a driver assumes of NaN.
Bool4 IsNan(Float4 x) { return (Bits(x) & 0x7FFFFFFF) > 0x7F800000; }
Bool4 IsInf(Float4 x) { return (Bits(x) & 0x7FFFFFFF) == 0x7F800000; }
Float4 Abs(Float4 x) { return Apply(Function::kFAbs, x); }
Float4 Floor(Float4 x) { return Apply(Function::kFloor, x); }
Float4 Truncate(Float4 x) { return Apply(Function::kTrunc, x); }
Float4 RoundEven(Float4 x) { return Apply(Function::kRoundEven, x); }
Float4 Sqrt(Float4 x) { return Apply(Function::kSqrt, x); }

// k * part + r as it stands: drivers join chains of fma.
Float4 ExactSum(Float4 k, float part, Float4 r) { return Exactly(Exactly(k * part) + r); }

// The polynomial of `coefficients`, the highest first.
template <size_t kCount>
Float4 Polynomial(const float (&coefficients)[kCount], Float4 x) {
  Float4 sum = coefficients[0];
  for (size_t i = 1; i < kCount; ++i) sum = Fma(sum, x, coefficients[i]);
  return sum;
}

Float4 Exp(Float4 x) {
  const Float4 inside = Clamp(x, -104.0F, 89.0F);
  const Float4 k = RoundEven(inside * 1.44269504088896341F);
  const Float4 r = ExactSum(k, -1.42860682030941723e-6F, ExactSum(k, -0.693145751953125F, inside));
  constexpr float kTerms[] = {1.9875691500e-4F, 1.3981999507e-3F, 8.3334519073e-3F,
                              4.1665795894e-2F, 1.6666665459e-1F, 5.0000001201e-1F};
  const Float4 p = Fma(Polynomial(kTerms, r) * r, r, r) + 1.0F;
  const Int4 e = ToInt(k), half = ShiftRight(e, 1);
  const Float4 scaled = p * FromBits((half + 127) << 23) * FromBits((e - half + 127) << 23);
  const Float4 low = Select(x < -103.97208F, 0.0F, scaled);
  return Select(IsNan(x), x, Select(x > 88.7228394F, kInf, low));
}

Float4 Log(Float4 x) {
  const Bool4 small = x < 1.17549435e-38F;
  const Int4 bits = Bits(Select(small, x * 8388608.0F, x));
  const Float4 whole =
      ToFloat((ShiftRightLogical(bits, 23) & 0xFF) - 126) + Select(small, Float4(-23.0F), 0.0F);
  const Float4 half = FromBits((bits & 0x007FFFFF) | 0x3F000000);
  const Bool4 below = half < 0.707106781186547524F;
  const Float4 e = Select(below, whole - 1.0F, whole);
  const Float4 m = Select(below, half + half, half) - 1.0F;
  const Float4 z = m * m;
  constexpr float kTerms[] = {7.0376836292e-2F,  -1.1514610310e-1F, 1.1676998740e-1F,
                              -1.2420140846e-1F, 1.4249322787e-1F,  -1.6668057665e-1F,
                              2.0000714765e-1F,  -2.4999993993e-1F, 3.3333331174e-1F};
  const Float4 tail = Polynomial(kTerms, m) * m * z;
  const Float4 y = Fma(-0.5F, z, Fma(e, -2.12194440e-4F, tail));
  const Float4 usual = Fma(e, 0.693359375F, m + y);
  const Float4 above = Select(IsInf(x), x, usual);
  return Select(IsNan(x) || x < 0.0F, kNan, Select(x == 0.0F, -kInf, above));
}

Float4 Expm1(Float4 x) {
  constexpr float kTerms[] = {1.0F / 40320.0F, 1.0F / 5040.0F, 1.0F / 720.0F, 1.0F / 120.0F,
                              1.0F / 24.0F,    1.0F / 6.0F,    0.5F};
  return Select(Abs(x) < 0.35F, Fma(Polynomial(kTerms, x) * x, x, x), Exp(x) - 1.0F);
}
Float4 Log1p(Float4 x) {
  const Float4 u = Exactly(x + 1.0F), rounded = Exactly(u - 1.0F);  // not x
  const Float4 log = Log(u);
  const Float4 mended = Select(IsInf(u) || IsNan(u) || u <= 0.0F, log, log * (x / rounded));
  return Select(u == 1.0F, x, mended);
}
Float4 Tanh(Float4 x) {
  const Float4 a = Abs(x);
  const Float4 t = Expm1(Clamp(a, 0.0F, 10.0F) * 2.0F);
  const Float4 y = Select(a > 9.1F, 1.0F, t / (t + 2.0F));
  return Select(IsNan(x), x, Select(x < 0.0F, -y, y));
}
Float4 Sigmoid(Float4 x) { return Float4(1.0F) / (Exp(-x) + 1.0F); }
Float4 Softplus(Float4 x) { return Select(x > 30.0F, x, Log1p(Exp(x))); }

// The sine of x + quarters * pi/2.
Float4 Turned(Float4 x, int32_t quarters) {
  const Float4 k = RoundEven(Clamp(x, -102943.0F, 102943.0F) * 0.636619772367581343F);
  Float4 r = x;
  for (const float part :
       {-1.5703125F, -4.84466552734375e-4F, 6.407499313354492e-7F, -9.92093629470503e-10F})
    r = ExactSum(k, part, r);
  const Float4 s = r * r;
  constexpr float kSine[] = {2.86567956e-6F, -1.98559923e-4F, 8.33338592e-3F, -1.66666672e-1F};
  constexpr float kCosine[] = {2.44677067e-5F, -1.38877297e-3F, 4.16666567e-2F, -0.5F, 1.0F};
  const Float4 sine = Fma(Polynomial(kSine, s), r * s, r), cosine = Polynomial(kCosine, s);
  const Int4 quarter = ToInt(k) + quarters;
  const Float4 positive = Select((quarter & 1) == 0, sine, cosine);
  const Float4 near = Select((quarter & 2) == 0, positive, -positive);
  const Float4 far = Apply(quarters == 0 ? Function::kSin : Function::kCos, x);
  const Float4 y = Select(Abs(x) > 102943.0F, far, near);
  return Select(IsNan(x) || IsInf(x), kNan, y);
}

Float4 Erf(Float4 a) {
  const Float4 t = Abs(a), s = a * a;
  const Float4 u = Fma(Float4(-3.88396438e-3F), t, 2.42546219e-2F);
  Float4 far = Fma(Fma(Float4(-1.72853470e-5F), t, 3.83197126e-4F), s, u);
  for (const float term : {-1.06777877e-1F, -6.34846687e-1F, -1.28717512e-1F}) far = Fma(far, t, term);
  far = Fma(far, t, -t);
  far = Select(t > 4.0F, 1.0F, Float4(1.0F) - Exp(far));
  constexpr float kTerms[] = {-5.96761703e-4F, 4.99119423e-3F,  -2.67681349e-2F,
                              1.12819925e-1F,  -3.76125336e-1F, 1.28379166e-1F};
  const Float4 near = Fma(Polynomial(kTerms, s), a, a);
  const Float4 y = Select(t > 0.927734375F, Select(a < 0.0F, -far, far), near);
  return Select(IsNan(a), a, y);
}

Float4 Pow(Float4 a, Float4 b) {
  const Bool4 whole = b == Floor(b);
  const Float4 size = Abs(b);
  // Small whole powers by squaring, exact where the result is.
  const Int4 count = ToInt(Clamp(size, 0.0F, 64.0F));
  Float4 power = 1.0F, base = a;
  for (int32_t bit = 1; bit <= 64; bit *= 2) {
    power = Select((count & bit) != 0, bit == 1 ? base : power * base, power);
    if (bit < 64) base = base * base;
  }
  const Float4 small = Select(b < 0.0F, Float4(1.0F) / power, power);
  const Float4 magnitude = Exp(b * Log(Abs(a)));
  const Bool4 odd = whole && size < 16777216.0F && (ToInt(Clamp(size, 0.0F, 16777216.0F)) & 1) != 0;
  const Float4 signed_power = Select(a < 0.0F && odd, -magnitude, magnitude);
  Float4 y = Select(a < 0.0F && !whole && !IsInf(a), kNan, signed_power);
  y = Select(Abs(a) == 1.0F && IsInf(b), 1.0F, y);
  y = Select(whole && size <= 64.0F, small, y);
  y = Select(IsNan(a) || IsNan(b), kNan, y);
  return Select(b == 0.0F || a == 1.0F, 1.0F, y);
}

// Division by 0 gives 0: a GPU cannot say that it happened.
Int4 TruncateDiv(Int4 x, Int4 y) {
  const Int4 q = x / Select(y == 0 || y == -1, 1, y);
  return Select(y == 0, 0, Select(y == -1, -x, q));
}
Int4 TruncateMod(Int4 x, Int4 y) {
  const Bool4 none = y == 0 || y == -1;
  const Int4 by = Select(none, 1, y);
  return Select(none, 0, x - x / by * by);
}
Int4 FloorDiv(Int4 x, Int4 y) {
  const Int4 q = TruncateDiv(x, y);
  const Bool4 differ = (x ^ y) < 0;
  return Select(y != 0 && q * y != x && differ, q - 1, q);
}
Int4 FloorMod(Int4 x, Int4 y) {
  const Int4 r = TruncateMod(x, y);
  return Select(r != 0 && (r ^ y) < 0, r + y, r);
}

template <typename V>
V Add(V x, V y) {
  return x + y;
}
template <typename V>
V Sub(V x, V y) {
  return x - y;
}
template <typename V>
V Mul(V x, V y) {
  return x * y;
}
// NaN wins, whichever argument it is.
template <typename V>
V Maximum(V x, V y) {
  return Select(x < y, y, Select(y == y, x, y));
}
template <typename V>
V Minimum(V x, V y) {
  return Select(y < x, y, Select(y == y, x, y));
}
template <typename V>
V SquaredDifference(V x, V y) {
  const V d = x - y;
  return d * d;
}
template <typename V>
V ReluGrad(V slope, V x) {
  return Select(x > V(0), slope, V(0));
}
template <typename V>
V Neg(V x) {
  return -x;
}
template <typename V>
V Square(V x) {
  return x * x;
}
template <typename V>
V Relu(V x) {  // NaN stays
  return Select(x < V(0), V(0), x);
}
template <typename V>
V Relu6(V x) {
  return Select(x < V(0), V(0), Select(x > V(6), V(6), x));
}
Float4 Divide(Float4 x, Float4 y) { return x / y; }
// Within an ulp, and exact where the result is a whole number.
Float4 Quotient(Float4 x, Float4 y) {
  const Float4 q = Exactly(x / y);
  const Float4 better = Exactly(Fma(Exactly(Fma(-q, y, x)), Float4(1.0F) / y, q));
  return Select(IsNan(better) || IsInf(better), q, better);
}
// Where nothing arrives nothing leaves.
Float4 Unless0(Float4 dy, Float4 slope) { return Select(dy == 0.0F, 0.0F, slope); }
Float4 ReciprocalGrad(Float4 y, Float4 dy) { return Unless0(dy, -dy * y * y); }
Float4 Reciprocal(Float4 x) { return Float4(1.0F) / x; }

constexpr LaneOp kOps[] = {
    {.op = "Neg", .unary = Neg<Float4>, .int_unary = Neg<Int4>},
    {.op = "Abs", .unary = Abs, .int_unary = [](Int4 x) { return Select(x < 0, -x, x); }},
    {.op = "Sign",
     .unary = [](Float4 x) { return Select(x > 0.0F, 1.0F, Select(x < 0.0F, -1.0F, x)); },
     .int_unary = [](Int4 x) { return Select(x > 0, 1, Select(x < 0, -1, Int4(0))); }},
    {.op = "Square", .unary = Square<Float4>, .int_unary = Square<Int4>},
    {.op = "Relu", .unary = Relu<Float4>, .int_unary = Relu<Int4>},
    {.op = "Relu6", .unary = Relu6<Float4>, .int_unary = Relu6<Int4>},
    {.op = "Exp", .unary = Exp},
    {.op = "Expm1", .unary = Expm1},
    {.op = "Log", .unary = Log},
    {.op = "Log1p", .unary = Log1p},
    {.op = "Sqrt", .unary = Sqrt},
    {.op = "Rsqrt", .unary = [](Float4 x) { return Reciprocal(Sqrt(x)); }},
    {.op = "Inv", .unary = Reciprocal},
    {.op = "Reciprocal", .unary = Reciprocal},
    {.op = "Tanh", .unary = Tanh},
    {.op = "Sigmoid", .unary = Sigmoid},
    {.op = "Sin", .unary = [](Float4 x) { return Turned(x, 0); }},
    {.op = "Cos", .unary = [](Float4 x) { return Turned(x, 1); }},
    {.op = "Erf", .unary = Erf},
    {.op = "Floor", .unary = Floor},
    {.op = "Ceil", .unary = [](Float4 x) { return Apply(Function::kCeil, x); }},
    {.op = "Rint", .unary = RoundEven},
    {.op = "Round", .unary = RoundEven},
    {.op = "Elu", .unary = [](Float4 x) { return Select(x < 0.0F, Expm1(x), x); }},
    {.op = "Selu", .unary = [](Float4 x) { return Select(x < 0.0F, Expm1(x) * kSeluAlpha, x * kSelu); }},
    {.op = "Softplus", .unary = Softplus},
    {.op = "Softsign", .unary = [](Float4 x) { return x / (Abs(x) + 1.0F); }},
    {.op = "Invert", .int_unary = [](Int4 x) { return ~x; }},
    {.op = "Add", .binary = Add<Float4>, .int_binary = Add<Int4>},
    {.op = "AddV2", .binary = Add<Float4>, .int_binary = Add<Int4>},
    {.op = "Sub", .binary = Sub<Float4>, .int_binary = Sub<Int4>},
    {.op = "Mul", .binary = Mul<Float4>, .int_binary = Mul<Int4>},
    {.op = "Div", .binary = Divide, .int_binary = TruncateDiv},
    {.op = "RealDiv", .binary = Divide},
    {.op = "Maximum", .binary = Maximum<Float4>, .int_binary = Maximum<Int4>},
    {.op = "Minimum", .binary = Minimum<Float4>, .int_binary = Minimum<Int4>},
    {.op = "SquaredDifference",
     .binary = SquaredDifference<Float4>,
     .int_binary = SquaredDifference<Int4>},
    {.op = "ReluGrad", .binary = ReluGrad<Float4>, .int_binary = ReluGrad<Int4>},
    {.op = "DivNoNan", .binary = [](Float4 x, Float4 y) { return Select(y == 0.0F, 0.0F, x / y); }},
    {.op = "FloorDiv",
     .binary = [](Float4 x, Float4 y) { return Floor(Quotient(x, y)); },
     .int_binary = FloorDiv},
    // Of floats these divide in a loop, if the quotient is large: their kernels do.
    {.op = "FloorMod", .int_binary = FloorMod},
    {.op = "TruncateDiv",
     .binary = [](Float4 x, Float4 y) { return Truncate(Quotient(x, y)); },
     .int_binary = TruncateDiv},
    {.op = "TruncateMod", .int_binary = TruncateMod},
    {.op = "Mod", .int_binary = TruncateMod},
    {.op = "Pow", .binary = Pow},
    {.op = "TanhGrad", .binary = [](Float4 y, Float4 dy) { return dy * (Float4(1.0F) - y * y); }},
    {.op = "SigmoidGrad", .binary = [](Float4 y, Float4 dy) { return dy * y * (Float4(1.0F) - y); }},
    {.op = "SqrtGrad", .binary = [](Float4 y, Float4 dy) { return Unless0(dy, dy * 0.5F / y); }},
    {.op = "RsqrtGrad",
     .binary = [](Float4 y, Float4 dy) { return Unless0(dy, dy * -0.5F * y * y * y); }},
    {.op = "ReciprocalGrad", .binary = ReciprocalGrad},
    {.op = "InvGrad", .binary = ReciprocalGrad},
    {.op = "Relu6Grad",
     .binary = [](Float4 dy, Float4 x) { return Select(x > 0.0F && x < 6.0F, dy, 0.0F); }},
    {.op = "EluGrad",
     .binary = [](Float4 dy, Float4 y) { return Select(y < 0.0F, dy * (y + 1.0F), dy); }},
    {.op = "SeluGrad",
     .binary = [](Float4 dy, Float4 y) { return dy * Select(y < 0.0F, y + kSeluAlpha, kSelu); }},
    {.op = "SoftplusGrad", .binary = [](Float4 dy, Float4 x) { return dy / (Exp(-x) + 1.0F); }},
    {.op = "SoftsignGrad",
     .binary =
         [](Float4 dy, Float4 x) {
           const Float4 d = Abs(x) + 1.0F;
           return dy / (d * d);
         }},
    {.op = "Xdivy", .binary = [](Float4 x, Float4 y) { return Select(x == 0.0F, 0.0F, x / y); }},
    {.op = "Xlogy", .binary = [](Float4 x, Float4 y) { return Select(x == 0.0F, 0.0F, x * Log(y)); }},
    {.op = "BitwiseAnd", .int_binary = [](Int4 x, Int4 y) { return x & y; }},
    {.op = "BitwiseOr", .int_binary = [](Int4 x, Int4 y) { return x | y; }},
    {.op = "BitwiseXor", .int_binary = [](Int4 x, Int4 y) { return x ^ y; }},
};

}  // namespace

std::span<const LaneOp> LaneOps() { return kOps; }

const LaneOp* FindLaneOp(std::string_view op) {
  const LaneOp* found = std::find_if(std::begin(kOps), std::end(kOps),
                                     [&](const LaneOp& entry) { return op == entry.op; });
  return found == std::end(kOps) ? nullptr : found;
}

}  // namespace runnel::vulkan
