// e^x of numbers that are not positive, as functions of saturation need it; included by simd_*.cc once
// for every instruction set.
#if defined(RUNNEL_DEVICES_CPU_SIMD_EXP_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef RUNNEL_DEVICES_CPU_SIMD_EXP_H_
#undef RUNNEL_DEVICES_CPU_SIMD_EXP_H_
#else
#define RUNNEL_DEVICES_CPU_SIMD_EXP_H_
#endif

#include <hwy/highway.h>

#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace runnel::cpu::exponential {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// x <= 0 or NaN, which stays. Results that would be below 2^-125 or so are 0. Within 2e-7 of the result:
// x = n * ln 2 + r with |r| <= ln 2 / 2, and e^r by a polynomial whose coefficients minimise the largest
// relative error (Lawson's iteration). The sum with 1.5 * 2^23 leaves n in the lowest bits of its
// mantissa.
template <class D, class V>
HWY_INLINE V ExpOfNegative(D d, V x) {
  const hn::RebindToSigned<D> bits;
  const V least = hn::Set(d, -87.0f), shift = hn::Set(d, 12582912.0f);
  const V y = hn::Max(x, least);
  const V moved = hn::MulAdd(y, hn::Set(d, 1.44269504f), shift);
  const V n = hn::Sub(moved, shift);
  V r = hn::NegMulAdd(n, hn::Set(d, 0.693145752f), y);  // 16 bits of ln 2, then the rest of it
  r = hn::NegMulAdd(n, hn::Set(d, 1.42860677e-6f), r);
  V p = hn::MulAdd(hn::Set(d, 0.001381453825f), r, hn::Set(d, 0.008368745446f));
  p = hn::MulAdd(p, r, hn::Set(d, 0.041668388993f));
  p = hn::MulAdd(p, r, hn::Set(d, 0.166665211320f));
  p = hn::MulAdd(p, r, hn::Set(d, 0.499999940395f));
  p = hn::MulAdd(p, r, hn::Set(d, 1.0f));
  p = hn::MulAdd(p, r, hn::Set(d, 1.0f));
  const auto scale = hn::ShiftLeft<23>(hn::BitCast(bits, moved));
  const V power = hn::BitCast(d, hn::Add(hn::BitCast(bits, p), scale));
  return hn::IfThenElse(hn::Eq(x, x), hn::IfThenZeroElse(hn::Lt(x, least), power), x);
}

}  // namespace HWY_NAMESPACE
}  // namespace runnel::cpu::exponential
HWY_AFTER_NAMESPACE();

#endif
