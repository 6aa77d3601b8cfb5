// Element-wise loops over f32 and f64. One functor per op, written once over a Highway tag: whole
// vectors for the body, the same code on one lane for the rest, so an element's bits do not depend on
// its place.
#include "devices/cpu/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "devices/cpu/simd_elements.cc"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/cache_control.h>
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include "devices/cpu/simd_exp.h"

HWY_BEFORE_NAMESPACE();
namespace runnel::cpu::elements {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace exponential = cpu::exponential::HWY_NAMESPACE;

#define RUNNEL_OP(Name, ...)                \
  struct Name {                             \
    template <class D, class V>             \
    static HWY_INLINE V Do(D d, V a, V b) { \
      (void)d;                              \
      __VA_ARGS__;                          \
    }                                       \
  };
RUNNEL_OP(Add, return hn::Add(a, b))
RUNNEL_OP(Sub, return hn::Sub(a, b))
RUNNEL_OP(Mul, return hn::Mul(a, b))
RUNNEL_OP(Div, return hn::Div(a, b))
RUNNEL_OP(DivNoNan, return hn::IfThenZeroElse(hn::Eq(b, hn::Zero(d)), hn::Div(a, b)))
// A NaN on either side wins: it is never lost silently.
RUNNEL_OP(Max, return hn::IfThenElse(hn::Eq(a, a), hn::IfThenElse(hn::Lt(b, a), a, b), a))
RUNNEL_OP(Min, return hn::IfThenElse(hn::Eq(a, a), hn::IfThenElse(hn::Lt(a, b), a, b), a))
RUNNEL_OP(SquaredDifference, const V c = hn::Sub(a, b); return hn::Mul(c, c))
// (gradients, features)
RUNNEL_OP(ReluGrad, return hn::IfThenElseZero(hn::Gt(b, hn::Zero(d)), a))
// (y, dy): dy * (1 - y * y), dy * y * (1 - y)
RUNNEL_OP(TanhGrad, return hn::Mul(b, hn::Sub(hn::Set(d, 1), hn::Mul(a, a))))
RUNNEL_OP(SigmoidGrad, return hn::Mul(hn::Mul(b, a), hn::Sub(hn::Set(d, 1), a)))
// (gradients, features or outputs)
RUNNEL_OP(Relu6Grad,
          return hn::IfThenElseZero(hn::And(hn::Gt(b, hn::Zero(d)), hn::Lt(b, hn::Set(d, 6))), a))
RUNNEL_OP(EluGrad,
          return hn::IfThenElse(hn::Lt(b, hn::Zero(d)), hn::Mul(a, hn::Add(b, hn::Set(d, 1))), a))
RUNNEL_OP(SeluGrad, using T = hn::TFromD<D>;
          const V low = hn::Add(b, hn::Set(d, static_cast<T>(kSeluScaleAlpha)));
          return hn::Mul(a, hn::IfThenElse(hn::Lt(b, hn::Zero(d)), low,
                                           hn::Set(d, static_cast<T>(kSeluScale)))))
RUNNEL_OP(SoftsignGrad, const V c = hn::Add(hn::Abs(b), hn::Set(d, 1)); return hn::Div(a, hn::Mul(c, c)))
// (y, dy): where nothing arrives nothing leaves, be y infinite or NaN.
RUNNEL_OP(SqrtGrad,
          return hn::IfThenZeroElse(hn::Eq(b, hn::Zero(d)), hn::Div(hn::Mul(b, hn::Set(d, 0.5f)), a)))
RUNNEL_OP(RsqrtGrad,
          return hn::IfThenZeroElse(hn::Eq(b, hn::Zero(d)),
                                    hn::Mul(hn::Mul(b, hn::Set(d, -0.5f)), hn::Mul(hn::Mul(a, a), a))))
RUNNEL_OP(ReciprocalGrad,
          return hn::IfThenZeroElse(hn::Eq(b, hn::Zero(d)), hn::Mul(hn::Neg(b), hn::Mul(a, a))))
#undef RUNNEL_OP

template <typename T, class Op>
uint32_t Binary(const void* a_data, const void* b_data, void* out_data, int64_t n, int mode) {
  const hn::ScalableTag<T> d;
  const hn::CappedTag<T, 1> d1;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const T* a = static_cast<const T*>(a_data);
  const T* b = static_cast<const T*>(b_data);
  T* out = static_cast<T*>(out_data);
  int64_t i = 0;
  if (mode == kVectors) {
    for (; i + 2 * lanes <= n; i += 2 * lanes) {
      const auto r0 = Op::Do(d, hn::LoadU(d, a + i), hn::LoadU(d, b + i));
      const auto r1 = Op::Do(d, hn::LoadU(d, a + i + lanes), hn::LoadU(d, b + i + lanes));
      hn::StoreU(r0, d, out + i);
      hn::StoreU(r1, d, out + i + lanes);
    }
    for (; i + lanes <= n; i += lanes) {
      hn::StoreU(Op::Do(d, hn::LoadU(d, a + i), hn::LoadU(d, b + i)), d, out + i);
    }
    for (; i < n; ++i) {
      hn::StoreU(Op::Do(d1, hn::LoadU(d1, a + i), hn::LoadU(d1, b + i)), d1, out + i);
    }
  } else if (mode == kScalarA) {
    const T value = a[0];
    const auto va = hn::Set(d, value);
    for (; i + lanes <= n; i += lanes) hn::StoreU(Op::Do(d, va, hn::LoadU(d, b + i)), d, out + i);
    for (; i < n; ++i) hn::StoreU(Op::Do(d1, hn::Set(d1, value), hn::LoadU(d1, b + i)), d1, out + i);
  } else {
    const T value = b[0];
    const auto vb = hn::Set(d, value);
    for (; i + lanes <= n; i += lanes) hn::StoreU(Op::Do(d, hn::LoadU(d, a + i), vb), d, out + i);
    for (; i < n; ++i) hn::StoreU(Op::Do(d1, hn::LoadU(d1, a + i), hn::Set(d1, value)), d1, out + i);
  }
  return kLoopOk;
}

#define RUNNEL_OP(Name, ...)           \
  struct Name {                        \
    template <class D, class V>        \
    static HWY_INLINE V Do(D d, V x) { \
      (void)d;                         \
      __VA_ARGS__;                     \
    }                                  \
  };
RUNNEL_OP(Neg, return hn::Neg(x))
RUNNEL_OP(Abs, return hn::Abs(x))
RUNNEL_OP(Square, return hn::Mul(x, x))
RUNNEL_OP(Sqrt, return hn::Sqrt(x))
RUNNEL_OP(Rsqrt, return hn::Div(hn::Set(d, 1), hn::Sqrt(x)))
RUNNEL_OP(Reciprocal, return hn::Div(hn::Set(d, 1), x))
RUNNEL_OP(Relu, return hn::IfThenZeroElse(hn::Lt(x, hn::Zero(d)), x))
RUNNEL_OP(Floor, return hn::Floor(x))
RUNNEL_OP(Ceil, return hn::Ceil(x))
RUNNEL_OP(Rint, return hn::Round(x))
RUNNEL_OP(Relu6, const V y = hn::IfThenZeroElse(hn::Lt(x, hn::Zero(d)), x); const V six = hn::Set(d, 6);
          return hn::IfThenElse(hn::Gt(y, six), six, y))
RUNNEL_OP(Softsign, return hn::Div(x, hn::Add(hn::Abs(x), hn::Set(d, 1))))
#undef RUNNEL_OP

// Highway's Exp loses NaN, and is stated up to 104 only.
template <class D, class V>
HWY_INLINE V SafeExp(D d, V x) {
  const V high = hn::Set(d, 88.72284f);
  const V y = hn::Exp(d, hn::Min(hn::Max(x, hn::Set(d, -105.0f)), high));
  const V inf = hn::Set(d, __builtin_inff());
  return hn::IfThenElse(hn::Eq(x, x), hn::IfThenElse(hn::Gt(x, high), inf, y), x);
}
struct Exp {
  template <class D, class V>
  static HWY_INLINE V Do(D d, V x) {
    return SafeExp(d, x);
  }
};
// Poles and NaN are put right after Highway's polynomial, which knows (0, max] only.
struct Log {
  template <class D, class V>
  static HWY_INLINE V Do(D d, V x) {
    const V inf = hn::Set(d, __builtin_inff());
    V y = hn::Log(d, x);
    y = hn::IfThenElse(hn::Eq(x, inf), inf, y);
    y = hn::IfThenElse(hn::Eq(x, hn::Zero(d)), hn::Neg(inf), y);
    y = hn::IfThenElse(hn::Lt(x, hn::Zero(d)), hn::Set(d, __builtin_nanf("")), y);
    return hn::IfThenElse(hn::Eq(x, x), y, x);
  }
};
struct Tanh {
  template <class D, class V>
  static HWY_INLINE V Do(D d, V x) {
    // Beyond 9.1 the result rounds to 1; the clamp keeps Expm1 in its range for infinities.
    const V limit = hn::Set(d, 19.0f);
    const V y = hn::Tanh(d, hn::Min(hn::Max(x, hn::Neg(limit)), limit));
    return hn::IfThenElse(hn::Eq(x, x), y, x);
  }
};
#if HWY_TARGET == HWY_AVX3
// 1 / x within 2^-14, by vectors of every size the same; Highway's has 12 bits in short ones.
template <class D, class V>
HWY_INLINE V Reciprocal14(D d, V x) {
  if constexpr (hn::MaxLanes(d) == 16)
    return V{_mm512_rcp14_ps(x.raw)};
  else if constexpr (hn::MaxLanes(d) == 8)
    return V{_mm256_rcp14_ps(x.raw)};
  else
    return V{_mm_rcp14_ps(x.raw)};
}
#endif
// a / b for b from 1 to 2 or NaN. One step of Newton's makes 28 bits of 14; AVX-512's division takes
// five times as long.
template <class D, class V>
HWY_INLINE V DivBySmall(D d, V a, V b) {
#if HWY_TARGET == HWY_AVX3
  const V near = Reciprocal14(d, b);
  return hn::Mul(a, hn::MulAdd(near, hn::NegMulAdd(b, near, hn::Set(d, 1.0f)), near));
#else
  (void)d;
  return hn::Div(a, b);
#endif
}
// 1 / (1 + e^-x) for x >= 0, e^x / (1 + e^x) below: neither overflows nor loses small results.
struct Sigmoid {
  template <class D, class V>
  static HWY_INLINE V Do(D d, V x) {
    const V one = hn::Set(d, 1.0f);
    const V e = exponential::ExpOfNegative(d, hn::Neg(hn::Abs(x)));
    return DivBySmall(d, hn::IfThenElse(hn::Lt(x, hn::Zero(d)), e, one), hn::Add(one, e));
  }
};
// Up to 1 x times a polynomial of x^2, from there on 1 - e^p(|x|), where p is log(1 - erf); from 4 on it
// is 1. Coefficients minimise the largest error beside that of the result (Lawson's iteration).
struct Erf {
  template <class D, class V>
  static HWY_INLINE V Do(D d, V x) {
    const V a = hn::Abs(x), one = hn::Set(d, 1.0f), s = hn::Mul(x, x);
    V low = hn::MulAdd(hn::Set(d, 7.853857823647559e-05f), s, hn::Set(d, -0.0008010193123482168f));
    low = hn::MulAdd(low, s, hn::Set(d, 0.005188327748328447f));
    low = hn::MulAdd(low, s, hn::Set(d, -0.026853812858462334f));
    low = hn::MulAdd(low, s, hn::Set(d, 0.1128358542919159f));
    low = hn::MulAdd(low, s, hn::Set(d, -0.3761262595653534f));
    low = hn::Mul(hn::MulAdd(low, s, hn::Set(d, 1.1283791065216064f)), x);
    const V b = hn::Min(a, hn::Set(d, 4.0f));
    V p = hn::MulAdd(hn::Set(d, -2.1697638658224605e-05f), b, hn::Set(d, 0.00044147291919216514f));
    p = hn::MulAdd(p, b, hn::Set(d, -0.0042052860371768475f));
    p = hn::MulAdd(p, b, hn::Set(d, 0.025210341438651085f));
    p = hn::MulAdd(p, b, hn::Set(d, -0.10842210054397583f));
    p = hn::MulAdd(p, b, hn::Set(d, -0.633216381072998f));
    p = hn::MulAdd(p, b, hn::Set(d, -1.1295802593231201f));
    p = hn::MulAdd(p, b, hn::Set(d, 0.00018846767775207704f));
    const V high = hn::CopySign(hn::Sub(one, exponential::ExpOfNegative(d, hn::Min(p, hn::Zero(d)))), x);
    return hn::IfThenElse(hn::Eq(x, x), hn::IfThenElse(hn::Gt(a, one), high, low), x);
  }
};
// e^x - 1; Highway's knows [-104, 88] only and loses NaN.
template <class D, class V>
HWY_INLINE V SafeExpm1(D d, V x) {
  const V high = hn::Set(d, 88.0f);
  const V y = hn::Expm1(d, hn::Min(hn::Max(x, hn::Set(d, -100.0f)), high));
  return hn::IfThenElse(hn::Le(x, high), y, SafeExp(d, x));
}
struct Expm1 {
  template <class D, class V>
  static HWY_INLINE V Do(D d, V x) {
    return SafeExpm1(d, x);
  }
};
struct Elu {
  template <class D, class V>
  static HWY_INLINE V Do(D d, V x) {
    return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), SafeExpm1(d, x), x);
  }
};
struct Selu {
  template <class D, class V>
  static HWY_INLINE V Do(D d, V x) {
    const V low = hn::Mul(hn::Set(d, static_cast<float>(kSeluScaleAlpha)), SafeExpm1(d, x));
    return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), low,
                          hn::Mul(hn::Set(d, static_cast<float>(kSeluScale)), x));
  }
};
// max(x, 0) + log(1 + e^-|x|): the exponential lies in [0, 1].
struct Softplus {
  template <class D, class V>
  static HWY_INLINE V Do(D d, V x) {
    const V zero = hn::Zero(d);
    const V y = hn::Add(hn::Max(x, zero), hn::Log1p(d, SafeExp(d, hn::Neg(hn::Abs(x)))));
    return hn::IfThenElse(hn::Eq(x, x), y, x);
  }
};
struct SoftplusGrad {  // (gradients, features)
  template <class D, class V>
  static HWY_INLINE V Do(D d, V a, V b) {
    return hn::Mul(a, Sigmoid::Do(d, b));
  }
};

// Sums are made in TensorFlow's order.
template <class D>
HWY_INLINE void LstmAt(D d, const LstmRow& row, int64_t n) {
  using V = hn::Vec<D>;
  const auto sum = [=](const LstmRow::Gate& gate) HWY_ATTR {
    const V both = hn::Add(hn::LoadU(d, gate.x + n), hn::LoadU(d, gate.h + n));
    return hn::Add(both, hn::LoadU(d, gate.bias + n));
  };
  const auto peep = [=](V gate, const float* weights, V state) HWY_ATTR {
    return weights == nullptr ? gate : hn::Add(gate, hn::Mul(state, hn::LoadU(d, weights + n)));
  };
  const V cs_prev = hn::LoadU(d, row.cs_prev + n);
  const V i = Sigmoid::Do(d, peep(sum(row.i), row.wci, cs_prev));
  const V forget = hn::Add(sum(row.f), hn::Set(d, row.forget_bias));
  const V f = Sigmoid::Do(d, peep(forget, row.wcf, cs_prev));
  const V ci = Tanh::Do(d, sum(row.ci));
  V cs = hn::Add(hn::Mul(ci, i), hn::Mul(cs_prev, f));
  if (row.clip > 0) {
    cs = Min::Do(d, cs, hn::Set(d, row.clip));
    cs = Max::Do(d, cs, hn::Set(d, -row.clip));
  }
  const V o = Sigmoid::Do(d, peep(sum(row.o), row.wco, cs));
  const V co = Tanh::Do(d, cs);
  hn::StoreU(i, d, row.out_i + n);
  hn::StoreU(cs, d, row.out_cs + n);
  hn::StoreU(f, d, row.out_f + n);
  hn::StoreU(o, d, row.out_o + n);
  hn::StoreU(ci, d, row.out_ci + n);
  hn::StoreU(co, d, row.out_co + n);
  hn::StoreU(hn::Mul(o, co), d, row.out_h + n);
}

void Lstm(const LstmRow& row) {
  const hn::ScalableTag<float> d;
  const hn::CappedTag<float, 1> d1;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t n = 0;
  for (; n + lanes <= row.cells; n += lanes) LstmAt(d, row, n);
  for (; n < row.cells; ++n) LstmAt(d1, row, n);
}

template <typename T>
void Leaky(const void* a_data, const void* b_data, void* out_data, int64_t n, float alpha) {
  const hn::ScalableTag<T> d;
  const hn::CappedTag<T, 1> d1;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const T* a = static_cast<const T*>(a_data);
  const T* b = static_cast<const T*>(b_data);
  T* out = static_cast<T*>(out_data);
  const auto part = [alpha](auto tag, const T* from, const T* by, T* to) HWY_ATTR {
    const auto value = hn::LoadU(tag, from);
    const auto low = hn::Mul(value, hn::Set(tag, static_cast<T>(alpha)));
    hn::StoreU(hn::IfThenElse(hn::Gt(hn::LoadU(tag, by), hn::Zero(tag)), value, low), tag, to);
  };
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes) part(d, a + i, b + i, out + i);
  for (; i < n; ++i) part(d1, a + i, b + i, out + i);
}

template <typename T, class Op>
void Unary(const void* in_data, void* out_data, int64_t n) {
  const hn::ScalableTag<T> d;
  const hn::CappedTag<T, 1> d1;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const T* in = static_cast<const T*>(in_data);
  T* out = static_cast<T*>(out_data);
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes) hn::StoreU(Op::Do(d, hn::LoadU(d, in + i)), d, out + i);
  for (; i < n; ++i) hn::StoreU(Op::Do(d1, hn::LoadU(d1, in + i)), d1, out + i);
}

// Up to a cache line's beginning and from its end on, plain copies: a line written in part would be
// read.
void StreamCopy(const void* in_data, void* out_data, int64_t bytes) {
  constexpr int64_t kLine = 64;
  const hn::ScalableTag<uint8_t> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const uint8_t* in = static_cast<const uint8_t*>(in_data);
  uint8_t* out = static_cast<uint8_t*>(out_data);
  const int64_t past = static_cast<int64_t>(reinterpret_cast<uintptr_t>(out) % kLine);
  const int64_t head = past == 0 ? 0 : std::min(kLine - past, bytes);
  __builtin_memcpy(out, in, static_cast<size_t>(head));
  int64_t i = head;
  for (; i + kLine <= bytes; i += kLine) {
    for (int64_t k = 0; k < kLine; k += lanes) hn::Stream(hn::LoadU(d, in + i + k), d, out + i + k);
  }
  __builtin_memcpy(out + i, in + i, static_cast<size_t>(bytes - i));
}
void FlushStream() { hwy::FlushStream(); }

constexpr ElementTable kAll = {
    {Binary<float, Add>, Binary<float, Sub>, Binary<float, Mul>, Binary<float, Div>,
     Binary<float, DivNoNan>, Binary<float, Max>, Binary<float, Min>, Binary<float, SquaredDifference>,
     Binary<float, ReluGrad>, Binary<float, TanhGrad>, Binary<float, SigmoidGrad>,
     Binary<float, Relu6Grad>, Binary<float, EluGrad>, Binary<float, SeluGrad>,
     Binary<float, SoftsignGrad>, Binary<float, SqrtGrad>, Binary<float, RsqrtGrad>,
     Binary<float, ReciprocalGrad>, Binary<float, SoftplusGrad>},
    {Binary<double, Add>, Binary<double, Sub>, Binary<double, Mul>, Binary<double, Div>,
     Binary<double, DivNoNan>, Binary<double, Max>, Binary<double, Min>,
     Binary<double, SquaredDifference>, Binary<double, ReluGrad>, Binary<double, TanhGrad>,
     Binary<double, SigmoidGrad>, Binary<double, Relu6Grad>, Binary<double, EluGrad>,
     Binary<double, SeluGrad>, Binary<double, SoftsignGrad>, Binary<double, SqrtGrad>,
     Binary<double, RsqrtGrad>, Binary<double, ReciprocalGrad>},
    {Unary<float, Neg>,   Unary<float, Abs>,        Unary<float, Square>, Unary<float, Sqrt>,
     Unary<float, Rsqrt>, Unary<float, Reciprocal>, Unary<float, Relu>,   Unary<float, Floor>,
     Unary<float, Ceil>,  Unary<float, Rint>,       Unary<float, Relu6>,  Unary<float, Softsign>,
     Unary<float, Exp>,   Unary<float, Log>,        Unary<float, Tanh>,   Unary<float, Sigmoid>,
     Unary<float, Expm1>, Unary<float, Elu>,        Unary<float, Selu>,   Unary<float, Softplus>,
     Unary<float, Erf>},
    {Unary<double, Neg>, Unary<double, Abs>, Unary<double, Square>, Unary<double, Sqrt>,
     Unary<double, Rsqrt>, Unary<double, Reciprocal>, Unary<double, Relu>, Unary<double, Floor>,
     Unary<double, Ceil>, Unary<double, Rint>, Unary<double, Relu6>, Unary<double, Softsign>},
    Leaky<float>,
    Leaky<double>,
    Lstm,
    StreamCopy,
    FlushStream};

// The ops of the loops that no kernel takes but that of the op itself.
constexpr std::string_view kUnaryOps[] = {"Neg",  "Abs",      "Square", "Sqrt",    "Rsqrt", "Reciprocal",
                                          "Relu", "Floor",    "Ceil",   "Rint",    "Relu6", "Softsign",
                                          "Exp",  "Log",      "Tanh",   "Sigmoid", "Expm1", "Elu",
                                          "Selu", "Softplus", "Erf"};
static_assert(std::size(kUnaryOps) == kNumSimdUnaryF32);
constexpr std::string_view kBinaryOps[] = {"ReluGrad",  "TanhGrad",       "SigmoidGrad",  "Relu6Grad",
                                           "EluGrad",   "SeluGrad",       "SoftsignGrad", "SqrtGrad",
                                           "RsqrtGrad", "ReciprocalGrad", "SoftplusGrad"};
static_assert(std::size(kBinaryOps) == kNumSimdBinaryF32 - kSimdReluGrad);

constexpr ElementTable ChosenTable() {
  ElementTable table = kAll;
  for (int i = 0; i < kNumSimdUnaryF32; ++i) {
    if (IsChosenOp(kUnaryOps[i])) continue;
    table.unary_f32[i] = nullptr;
    if (i < kNumSimdUnary) table.unary_f64[i] = nullptr;
  }
  for (int i = kSimdReluGrad; i < kNumSimdBinaryF32; ++i) {
    if (IsChosenOp(kBinaryOps[i - kSimdReluGrad])) continue;
    table.binary_f32[i] = nullptr;
    if (i < kNumSimdBinary) table.binary_f64[i] = nullptr;
  }
  if (!IsChosenType(RNLP_DOUBLE)) {
    for (BinaryLoop& loop : table.binary_f64) loop = nullptr;
    for (UnaryLoop& loop : table.unary_f64) loop = nullptr;
    table.leaky_f64 = nullptr;
  }
  if (!IsChosenOp("LSTMBlockCell") && !IsChosenOp("BlockLSTM") && !IsChosenOp("BlockLSTMV2"))
    table.lstm_f32 = nullptr;
  return table;
}
constexpr ElementTable kTable = ChosenTable();

}  // namespace HWY_NAMESPACE
}  // namespace runnel::cpu::elements
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace runnel::cpu {
namespace elements {
const ElementTable& Choose(Isa isa) { return RUNNEL_CPU_CHOOSE(isa, kTable); }
}  // namespace elements
const ElementTable& Elements(Isa isa) { return elements::Choose(isa); }
}  // namespace runnel::cpu
#endif
