// Element-wise loops over quantised tensors.
#include <algorithm>
#include <cmath>

#include "devices/cpu/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "devices/cpu/simd_affine_loops.cc"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "devices/cpu/affine.h"
#include "devices/cpu/affine_scales.h"
#include "devices/cpu/affine_tiles.h"

HWY_BEFORE_NAMESPACE();
namespace runnel::cpu::affine {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

int32_t NumberAt(const uint8_t* in, bool is_signed) {
  return is_signed ? int32_t{static_cast<int8_t>(*in)} : int32_t{*in};
}
int32_t PairOne(const Pair& pair, int32_t a, int32_t b) {
  const auto times = [&](int which, int32_t x) {
    Factor factor;
    factor.multiplier = pair.multiplier[which];
    factor.shift = -pair.right[which];
    factor.rounding = pair.rounding;
    return factor.Times(x);
  };
  a -= pair.x_zero;
  b -= pair.y_zero;
  int32_t result = a * b;
  if (pair.rounding == Rounding::kReal) {
    float real = static_cast<float>(result) * pair.real[0];
    if (pair.kind != Pair::Kind::kMul) {
      const float left = static_cast<float>(a) * pair.real[0],
                  right = static_cast<float>(b) * pair.real[1];
      real = pair.kind == Pair::Kind::kAdd ? left + right : left - right;
    }
    const float low = static_cast<float>(pair.low - pair.zero),
                high = static_cast<float>(pair.high - pair.zero);
    return static_cast<int32_t>(std::nearbyint(std::min(std::max(real, low), high))) + pair.zero;
  }
  if (pair.kind != Pair::Kind::kMul) {
    const int32_t left = times(0, WrapShift(a, pair.shift)), right = times(1, WrapShift(b, pair.shift));
    result = pair.kind == Pair::Kind::kAdd ? left + right : left - right;
  }
  return std::min(std::max(Saturate(int64_t{times(2, result)} + pair.zero), pair.low), pair.high);
}

#if HWY_TARGET == HWY_SCALAR
void PairOf(const Pair& pair, const uint8_t* x, bool one_x, const uint8_t* y, bool one_y, uint8_t* out,
            int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    out[i] = static_cast<uint8_t>(PairOne(pair, NumberAt(one_x ? x : x + i, pair.is_signed),
                                          NumberAt(one_y ? y : y + i, pair.is_signed)));
  }
}
#else
struct PairScales {
  Scales of[3];
  explicit PairScales(const Pair& pair) {
    const D32 d;
    for (int k = 0; k < 3; ++k) {
      Scales& s = of[k];
      s.multiplier = hn::Set(d, pair.multiplier[k]);
      s.odd_multiplier = OddLanes(s.multiplier);
      s.down = hn::Set(d, std::max(pair.right[k] - 1, 0));
      s.half = hn::Set(d, pair.right[k] > 0 ? 1 : 0);
      s.zero = hn::Set(d, pair.zero);
      s.low = hn::Set(d, pair.low - pair.zero);
      s.high = hn::Set(d, pair.high - pair.zero);
    }
  }
};
// A term of a sum, shifted to the left. A factor of 1/2, which the term of the larger scale has, is a
// shift by one less.
template <Finish::Kind kKind, bool kUnshifted>
HWY_INLINE V32 Term(V32 x, bool halves, V32 shift, const Scales& scales) {
  if (halves) return hn::Shl(x, hn::Sub(shift, hn::Set(D32(), 1)));
  return Times<kKind, kUnshifted>(hn::Shl(x, shift), scales);
}
template <bool kMul, Finish::Kind kKind, bool kUnshifted>
void PairLoop(const Pair& pair, const uint8_t* x, bool one_x, const uint8_t* y, bool one_y, uint8_t* out,
              int64_t n) {
  const D32 d;
  const PairScales scales(pair);
  const auto x_zero = hn::Set(d, pair.x_zero), y_zero = hn::Set(d, pair.y_zero),
             shift = hn::Set(d, pair.shift);
  const V32 only_x = hn::Set(d, one_x ? NumberAt(x, pair.is_signed) : 0),
            only_y = hn::Set(d, one_y ? NumberAt(y, pair.is_signed) : 0);
  const V32 negated = hn::Set(d, pair.kind == Pair::Kind::kSub ? -1 : 0);
  const bool halves_x = pair.Halves(0), halves_y = pair.Halves(1);
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    V32 a = hn::Sub(one_x ? only_x : LoadBytes(x + i, pair.is_signed), x_zero);
    V32 b = hn::Sub(one_y ? only_y : LoadBytes(y + i, pair.is_signed), y_zero);
    V32 result;
    if constexpr (kMul) {
      result = hn::Mul(a, b);
    } else {
      a = Term<kKind, kUnshifted>(a, halves_x, shift, scales.of[0]);
      b = Term<kKind, kUnshifted>(b, halves_y, shift, scales.of[1]);
      result = hn::Add(a, hn::Sub(hn::Xor(b, negated), negated));
    }
    StoreBytes(Scaled<kKind, kUnshifted>(result, scales.of[2]), pair.is_signed, out + i);
  }
  for (; i < n; ++i) {
    out[i] = static_cast<uint8_t>(PairOne(pair, NumberAt(one_x ? x : x + i, pair.is_signed),
                                          NumberAt(one_y ? y : y + i, pair.is_signed)));
  }
}
// With products of floats.
template <bool kMul>
void RealPairLoop(const Pair& pair, const uint8_t* x, bool one_x, const uint8_t* y, bool one_y,
                  uint8_t* out, int64_t n) {
  const D32 d;
  const hn::ScalableTag<float> df;
  const auto x_zero = hn::Set(d, pair.x_zero), y_zero = hn::Set(d, pair.y_zero),
             zero = hn::Set(d, pair.zero);
  const auto low = hn::Set(df, static_cast<float>(pair.low - pair.zero)),
             high = hn::Set(df, static_cast<float>(pair.high - pair.zero)),
             of_x = hn::Set(df, pair.real[0]),
             of_y = hn::Set(df, pair.kind == Pair::Kind::kSub ? -pair.real[1] : pair.real[1]);
  const V32 only_x = hn::Set(d, one_x ? NumberAt(x, pair.is_signed) : 0),
            only_y = hn::Set(d, one_y ? NumberAt(y, pair.is_signed) : 0);
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    const V32 a = hn::Sub(one_x ? only_x : LoadBytes(x + i, pair.is_signed), x_zero);
    const V32 b = hn::Sub(one_y ? only_y : LoadBytes(y + i, pair.is_signed), y_zero);
    hn::Vec<decltype(df)> real;
    if constexpr (kMul) {
      real = hn::Mul(hn::ConvertTo(df, hn::Mul(a, b)), of_x);
    } else {
      real = hn::Add(hn::Mul(hn::ConvertTo(df, a), of_x), hn::Mul(hn::ConvertTo(df, b), of_y));
    }
    StoreBytes(hn::Add(hn::NearestInt(hn::Min(hn::Max(real, low), high)), zero), pair.is_signed,
               out + i);
  }
  for (; i < n; ++i) {
    out[i] = static_cast<uint8_t>(PairOne(pair, NumberAt(one_x ? x : x + i, pair.is_signed),
                                          NumberAt(one_y ? y : y + i, pair.is_signed)));
  }
}
template <bool kMul>
void PairRounding(const Pair& pair, const uint8_t* x, bool one_x, const uint8_t* y, bool one_y,
                  uint8_t* out, int64_t n) {
  using enum Finish::Kind;
  if (pair.rounding == Rounding::kReal) return RealPairLoop<kMul>(pair, x, one_x, y, one_y, out, n);
  bool unshifted = pair.right[2] == 0;
  for (int k = 0; k < 2 && !kMul; ++k) unshifted |= pair.right[k] == 0 && !pair.Halves(k);
  if (pair.rounding == Rounding::kOnce)
    return PairLoop<kMul, kOnce, true>(pair, x, one_x, y, one_y, out, n);
  if (unshifted) return PairLoop<kMul, kTwice, true>(pair, x, one_x, y, one_y, out, n);
  PairLoop<kMul, kTwice, false>(pair, x, one_x, y, one_y, out, n);
}
void PairOf(const Pair& pair, const uint8_t* x, bool one_x, const uint8_t* y, bool one_y, uint8_t* out,
            int64_t n) {
  if (pair.kind == Pair::Kind::kMul) return PairRounding<true>(pair, x, one_x, y, one_y, out, n);
  PairRounding<false>(pair, x, one_x, y, one_y, out, n);
}
#endif

// Beyond 2^20 steps the sum is out of range whatever the zero point; NaN becomes the lowest.
inline constexpr float kMostSteps = 1048576.0F;
uint8_t QuantizeOne(float x, float scale, int32_t zero, bool is_signed, bool to_even) {
  const float real = x / scale;
  const float steps = to_even ? std::nearbyint(real) : std::round(real);
  const float near = steps > -kMostSteps ? std::min(steps, kMostSteps) : -kMostSteps;
  const int32_t sum = static_cast<int32_t>(near) + zero;
  return static_cast<uint8_t>(std::clamp(sum, is_signed ? -128 : 0, is_signed ? 127 : 255));
}
#if HWY_TARGET != HWY_SCALAR
// Halves go away from 0.
HWY_INLINE V32 Rounded(hn::Vec<hn::ScalableTag<float>> real) {
  const hn::ScalableTag<float> df;
  const auto whole = hn::Trunc(real);
  const auto away = hn::Ge(hn::Abs(hn::Sub(real, whole)), hn::Set(df, 0.5F));
  const auto one = hn::CopySign(hn::Set(df, 1.0F), real);
  return hn::ConvertTo(D32(), hn::Add(whole, hn::IfThenElseZero(away, one)));
}
#endif
void Scale(const float* in, uint8_t* out, int64_t n, float inverse, int32_t zero, int32_t low) {
  const auto offset = static_cast<float>(zero);
  int64_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const D32 d;
  const hn::ScalableTag<float> df;
  const auto most = hn::Set(df, kMostSteps), least = hn::Neg(most);
  for (; i + kLanes <= n; i += kLanes) {
    auto real = hn::Add(hn::Set(df, offset), hn::Mul(hn::LoadU(df, in + i), hn::Set(df, inverse)));
    real = hn::IfThenElse(hn::Gt(real, least), hn::Min(real, most), least);
    StoreBytes(hn::Min(hn::Max(Rounded(real), hn::Set(d, low)), hn::Set(d, 127)), true, out + i);
  }
#endif
  for (; i < n; ++i) {
    const float real = offset + in[i] * inverse;
    const float near = real > -kMostSteps ? std::min(real, kMostSteps) : -kMostSteps;
    out[i] = static_cast<uint8_t>(std::clamp(static_cast<int32_t>(std::round(near)), low, 127));
  }
}
void Quantize(const float* in, uint8_t* out, int64_t n, float scale, int32_t zero, bool is_signed,
              bool to_even) {
  int64_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const D32 d;
  const hn::ScalableTag<float> df;
  const auto per = hn::Set(df, scale), most = hn::Set(df, kMostSteps);
  const auto low = hn::Set(d, is_signed ? -128 : 0), high = hn::Set(d, is_signed ? 127 : 255);
  for (; i + kLanes <= n; i += kLanes) {
    auto real = hn::Div(hn::LoadU(df, in + i), per);
    real = hn::IfThenElse(hn::Gt(real, hn::Neg(most)), hn::Min(real, most), hn::Neg(most));
    const V32 steps = hn::Add(to_even ? hn::NearestInt(real) : Rounded(real), hn::Set(d, zero));
    StoreBytes(hn::Min(hn::Max(steps, low), high), is_signed, out + i);
  }
#endif
  for (; i < n; ++i) out[i] = QuantizeOne(in[i], scale, zero, is_signed, to_even);
}
void Dequantize(const uint8_t* in, float* out, int64_t n, float scale, int32_t zero, bool is_signed) {
  int64_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const D32 d;
  const hn::ScalableTag<float> df;
  for (; i + kLanes <= n; i += kLanes) {
    const V32 steps = hn::Sub(LoadBytes(in + i, is_signed), hn::Set(d, zero));
    hn::StoreU(hn::Mul(hn::Set(df, scale), hn::ConvertTo(df, steps)), df, out + i);
  }
#endif
  for (; i < n; ++i) out[i] = scale * static_cast<float>(NumberAt(in + i, is_signed) - zero);
}
void Limits(const float* in, int64_t n, float* low, float* high) {
  float least = *low, most = *high;
  int64_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<float> df;
  if (n >= 2 * kLanes) {
    // Comparisons with NaN are false, so that it changes nothing.
    auto first = hn::Set(df, least), second = first, first_most = hn::Set(df, most),
         second_most = first_most;
    const auto smaller = [](auto a, auto b) { return hn::IfThenElse(hn::Lt(a, b), a, b); };
    const auto larger = [](auto a, auto b) { return hn::IfThenElse(hn::Gt(a, b), a, b); };
    for (; i + 2 * kLanes <= n; i += 2 * kLanes) {
      const auto a = hn::LoadU(df, in + i), b = hn::LoadU(df, in + i + kLanes);
      first = smaller(a, first);
      second = smaller(b, second);
      first_most = larger(a, first_most);
      second_most = larger(b, second_most);
    }
    least = hn::GetLane(hn::MinOfLanes(df, smaller(first, second)));
    most = hn::GetLane(hn::MaxOfLanes(df, larger(first_most, second_most)));
  }
#endif
  for (; i < n; ++i) {
    least = in[i] < least ? in[i] : least;
    most = in[i] > most ? in[i] : most;
  }
  *low = least;
  *high = most;
}
void Add(const uint8_t* in, int32_t* sums, int64_t n, bool is_signed) {
  int64_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const D32 d;
  for (; i + kLanes <= n; i += kLanes)
    hn::StoreU(hn::Add(hn::LoadU(d, sums + i), LoadBytes(in + i, is_signed)), d, sums + i);
#endif
  for (; i < n; ++i) sums[i] += NumberAt(in + i, is_signed);
}
void Max(const uint8_t* in, uint8_t* most, int64_t n, bool is_signed) {
  const hn::ScalableTag<uint8_t> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const uint8_t flip = is_signed ? 128 : 0;
  const auto bit = hn::Set(d, flip);
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    const auto a = hn::Xor(hn::LoadU(d, in + i), bit), b = hn::Xor(hn::LoadU(d, most + i), bit);
    hn::StoreU(hn::Xor(hn::Max(a, b), bit), d, most + i);
  }
  for (; i < n; ++i) most[i] = std::max<uint8_t>(in[i] ^ flip, most[i] ^ flip) ^ flip;
}

constexpr AffineLoops kTable = {PairOf, Quantize, Scale, Dequantize, Limits, Add, Max};

}  // namespace HWY_NAMESPACE
}  // namespace runnel::cpu::affine
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace runnel::cpu::affine {
namespace {
const AffineLoops& ChooseLoops(Isa isa) { return RUNNEL_CPU_CHOOSE(isa, kTable); }
}  // namespace
const AffineLoops& AffineLoopsOf(Isa isa) { return ChooseLoops(isa); }
}  // namespace runnel::cpu::affine
#endif
