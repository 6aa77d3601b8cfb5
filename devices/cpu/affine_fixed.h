// Exponentials and what is made of them, in 32-bit fixed-point numbers.
//
// A number of q integer bits has 31 - q behind the point; names end in the bits of what they take. The
// exponential comes from a polynomial on [-1/4, 0) and the factors exp(-2^k) for the other bits, the
// reciprocal of 1 + x from three steps of Newton's. Source: gemmlowp's fixedpoint (its constants are
// those of the formulas), which LiteRT's kernels use.
#ifndef RUNNEL_DEVICES_CPU_AFFINE_FIXED_H_
#define RUNNEL_DEVICES_CPU_AFFINE_FIXED_H_

#include "devices/cpu/affine.h"

namespace runnel::cpu::affine {

inline int32_t SaturatedShift(int32_t x, int bits) { return Saturate(int64_t{x} << bits); }

// exp(x) of x in [-1/4, 0), both without integer bits.
inline int32_t ExpOfQuarter(int32_t x) {
  constexpr int32_t kExpOfEighth = 1895147668;  // exp(-1/8)
  constexpr int32_t kThird = 715827883;
  const int32_t at = x + (1 << 28);  // about -1/8
  const int32_t square = HighMul(at, at), cube = HighMul(square, at), fourth = HighMul(square, square);
  const int32_t tail = HighMul(RoundedShift(fourth, 2) + cube, kThird) + square;
  return Saturate(int64_t{kExpOfEighth} + HighMul(kExpOfEighth, at + RoundedShift(tail, 1)));
}

// exp(x), without integer bits, of x <= 0 with `bits` of them.
inline int32_t ExpOfNegative(int32_t x, int bits) {
  constexpr int32_t kFactors[] = {1672461947, 1302514674, 790015084, 290630308, 39332535, 720401, 242};
  if (x == 0) return kMost;
  const int fraction = 31 - bits;
  const int32_t quarter = 1 << (fraction - 2);
  const int32_t rest = (x & (quarter - 1)) - quarter;
  int32_t result = ExpOfQuarter(SaturatedShift(rest, bits));
  const int32_t others = rest - x;
  for (int k = 0; k < 7; ++k) {  // exp(-2^(k - 2))
    const int exponent = k - 2;
    if (bits <= exponent) break;
    if ((others >> (fraction + exponent) & 1) != 0) result = HighMul(result, kFactors[k]);
  }
  if (bits > 5 && x < -(1 << (fraction + 5))) return 0;
  return result;
}

// 2 / (1 + x) with 2 integer bits, of x in [0, 1) without.
inline int32_t TwiceReciprocal(int32_t x) {
  constexpr int32_t k48Over17 = 1515870810, kMinus32Over17 = -1010580540;  // 2 integer bits
  constexpr int32_t kOne = 1 << 29;
  const int64_t sum = int64_t{x} + kMost;
  const auto half = static_cast<int32_t>((sum + (sum >= 0 ? 1 : -1)) / 2);  // (1 + x) / 2
  int32_t result = k48Over17 + HighMul(half, kMinus32Over17);
  for (int i = 0; i < 3; ++i) {
    const int32_t rest = kOne - HighMul(half, result);
    result += SaturatedShift(HighMul(result, rest), 2);
  }
  return result;
}
inline int32_t OneOverOnePlus(int32_t x) { return SaturatedShift(TwiceReciprocal(x), 1); }

// Of x with 4 integer bits, without any.
inline int32_t Sigmoid4(int32_t x) {
  if (x == 0) return 1 << 30;
  const int32_t positive = OneOverOnePlus(ExpOfNegative(x > 0 ? -x : x, 4));
  return x > 0 ? positive : kMost - positive;
}
inline int32_t Tanh4(int32_t x) {
  if (x == 0) return 0;
  // (1 - e) / (1 + e) of e = exp(-2 |x|), whose argument has 5 integer bits.
  const int32_t e = ExpOfNegative(x > 0 ? -x : x, 5);
  const int32_t positive = SaturatedShift(TwiceReciprocal(e) - (1 << 29), 2);
  return x > 0 ? positive : -positive;
}

// The reciprocal of x, which has `bits` integer bits, as a number without any, times 2^-*over.
inline int32_t ReciprocalOf(int32_t x, int bits, int* over) {
  const int headroom = std::countl_zero(static_cast<uint32_t>(x));
  *over = bits - headroom;
  const auto rest = static_cast<int32_t>((static_cast<uint32_t>(x) << headroom) - (uint32_t{1} << 31));
  return OneOverOnePlus(rest);
}

// The largest difference that is not cut off before a left shift of `left`, with `bits` integer bits.
inline int32_t Radius(int bits, int left) {
  const double most = static_cast<double>((1 << bits) - 1) *
                      static_cast<double>(int64_t{1} << (31 - bits)) / std::ldexp(1.0, left);
  return static_cast<int32_t>(std::min(std::floor(most), 2147483647.0));
}

}  // namespace runnel::cpu::affine

#endif  // RUNNEL_DEVICES_CPU_AFFINE_FIXED_H_
