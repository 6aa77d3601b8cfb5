// What the vector code of quantised tensors shares: numbers of 8 bits in and out of vectors of int32,
// and how sums are scaled. Compiled once for each instruction set; simd_affine*.cc include it after
// hwy/foreach_target.h.
#if defined(RUNNEL_DEVICES_CPU_AFFINE_SCALES_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef RUNNEL_DEVICES_CPU_AFFINE_SCALES_H_
#undef RUNNEL_DEVICES_CPU_AFFINE_SCALES_H_
#else
#define RUNNEL_DEVICES_CPU_AFFINE_SCALES_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "devices/cpu/affine_tiles.h"

HWY_BEFORE_NAMESPACE();
namespace runnel::cpu::affine {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D32 = hn::ScalableTag<int32_t>;
using V32 = hn::Vec<D32>;
inline constexpr int kLanes = static_cast<int>(hn::MaxLanes(D32()));

// Of one product and one lane, for what is not worth vectors.
HWY_INLINE int32_t FinishOne(const Finish& f, int64_t c, int32_t sum) {
  if (f.kind == Finish::Kind::kReal) {
    float factor;
    std::memcpy(&factor, f.multiplier + c, sizeof factor);
    const float real = static_cast<float>(sum) * factor;
    const float low = static_cast<float>(f.low - f.zero), high = static_cast<float>(f.high - f.zero);
    return static_cast<int32_t>(std::nearbyint(std::min(std::max(real, low), high))) + f.zero;
  }
  const int64_t product = int64_t{sum} * f.multiplier[c];
  const bool twice = f.kind == Finish::Kind::kTwice;
  const int64_t nudge = twice || f.half[c] == 0 ? int64_t{1} << 30 : 0;
  auto x = static_cast<int32_t>((product + nudge) >> 31);
  if (f.half[c] != 0) {
    if (twice && x < 0) --x;
    x = ((x >> f.down[c]) + 1) >> 1;
  }
  return std::min(std::max(x, f.low - f.zero), f.high - f.zero) + f.zero;
}

#if HWY_TARGET != HWY_SCALAR

// The parameters of a vector of channels.
struct Scales {
  V32 multiplier, odd_multiplier, down, half, zero, low, high;
};
HWY_INLINE V32 OddLanes(V32 x) {
  const hn::RepartitionToWide<D32> d64;
  return hn::BitCast(D32(), hn::ShiftRight<32>(hn::BitCast(d64, x)));
}
HWY_INLINE Scales LoadScales(const Finish& f, int64_t c) {
  const D32 d;
  Scales s;
  s.zero = hn::Set(d, f.zero);
  s.low = hn::Set(d, f.low - f.zero);
  s.high = hn::Set(d, f.high - f.zero);
  s.multiplier = s.odd_multiplier = s.down = s.half = hn::Zero(d);
  if (f.kind == Finish::Kind::kSums) return s;
  s.multiplier = hn::LoadU(d, f.multiplier + c);
  if (f.kind == Finish::Kind::kReal) return s;
  s.odd_multiplier = OddLanes(s.multiplier);
  s.down = hn::LoadU(d, f.down + c);
  s.half = hn::LoadU(d, f.half + c);
  return s;
}
// (x m + nudge) / 2^31, downwards. kNudge: 0 none, 1 a half, 2 a half where `half` is 0.
template <int kNudge>
HWY_INLINE V32 HighProduct(V32 x, V32 m, V32 odd_m, V32 half) {
  const D32 d;
  const hn::RepartitionToWide<D32> d64;
  auto even = hn::MulEven(x, m), odd = hn::MulEven(OddLanes(x), odd_m);
  if constexpr (kNudge == 1) {
    const auto nudge = hn::Set(d64, int64_t{1} << 30);
    even = hn::Add(even, nudge);
    odd = hn::Add(odd, nudge);
  } else if constexpr (kNudge == 2) {
    const auto nudge = hn::ShiftLeft<30>(hn::Xor(half, hn::Set(d, 1)));
    const hn::Repartition<uint64_t, D32> du64;
    const auto wide = hn::BitCast(du64, nudge);
    even = hn::Add(even, hn::BitCast(d64, hn::And(wide, hn::Set(du64, 0xFFFFFFFFu))));
    odd = hn::Add(odd, hn::BitCast(d64, hn::ShiftRight<32>(wide)));
  }
  const hn::Repartition<uint64_t, D32> du64;
  const auto low = hn::ShiftRight<31>(hn::BitCast(du64, even));
  return hn::OddEven(hn::BitCast(d, hn::ShiftLeft<1>(odd)), hn::BitCast(d, low));
}
// Of kTwice and kOnce.
template <Finish::Kind kKind, bool kUnshifted>
HWY_INLINE V32 Times(V32 x, const Scales& s) {
  constexpr bool kTwice = kKind == Finish::Kind::kTwice;
  constexpr int kNudge = kTwice ? 1 : kUnshifted ? 2 : 0;
  V32 y = HighProduct<kNudge>(x, s.multiplier, s.odd_multiplier, s.half);
  if constexpr (kTwice) {
    V32 sign = hn::ShiftRight<31>(y);
    if constexpr (kUnshifted) sign = hn::And(sign, hn::Neg(s.half));
    y = hn::Add(y, sign);
  }
  y = hn::Shr(y, s.down);
  if constexpr (kUnshifted) return hn::Shr(hn::Add(y, s.half), s.half);
  return hn::ShiftRight<1>(hn::Add(y, hn::Set(D32(), 1)));
}
template <Finish::Kind kKind, bool kUnshifted>
HWY_INLINE V32 Scaled(V32 x, const Scales& s) {
  if constexpr (kKind == Finish::Kind::kReal) {
    const hn::ScalableTag<float> df;
    const auto real = hn::Mul(hn::ConvertTo(df, x), hn::BitCast(df, s.multiplier));
    const auto clamped = hn::Min(hn::Max(real, hn::ConvertTo(df, s.low)), hn::ConvertTo(df, s.high));
    return hn::Add(hn::NearestInt(clamped), s.zero);
  } else {
    const V32 y = Times<kKind, kUnshifted>(x, s);
    return hn::Add(hn::Min(hn::Max(y, s.low), s.high), s.zero);
  }
}
// To 8 bits, which hold the values.
HWY_INLINE void StoreBytes(V32 x, bool is_signed, uint8_t* out) {
#if HWY_TARGET == HWY_AVX3
  (void)is_signed;
  _mm_storeu_si128(reinterpret_cast<__m128i*>(out), _mm512_cvtepi32_epi8(x.raw));
#else
  const D32 d;
  const hn::Rebind<uint8_t, D32> d8;
  const uint8_t flip = is_signed ? 128 : 0;
  const auto bytes = hn::DemoteTo(d8, hn::Add(x, hn::Set(d, int32_t{flip})));
  hn::StoreU(hn::Xor(bytes, hn::Set(d8, flip)), d8, out);
#endif
}
HWY_INLINE V32 LoadBytes(const uint8_t* in, bool is_signed) {
  const D32 d;
  if (is_signed) {
    const hn::Rebind<int8_t, D32> d8;
    return hn::PromoteTo(d, hn::LoadU(d8, reinterpret_cast<const int8_t*>(in)));
  }
  return hn::PromoteTo(d, hn::LoadU(hn::Rebind<uint8_t, D32>(), in));
}

#endif  // HWY_SCALAR

}  // namespace HWY_NAMESPACE
}  // namespace runnel::cpu::affine
HWY_AFTER_NAMESPACE();

#endif  // RUNNEL_DEVICES_CPU_AFFINE_SCALES_H_
