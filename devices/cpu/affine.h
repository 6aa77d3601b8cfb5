// Fixed-point arithmetic on quantised numbers, bit by bit as LiteRT's reference kernels have it.
//
// A real factor is a multiplier, 31 bits behind the point and at least 1/2, and a shift. Products with
// it are rounded twice (the doubled high half, then the shift) or, by the attr "rounding", once, or are
// products of floats. Source: Jacob et al. 2018, sections 2.2 and 2.4; gemmlowp's doc/quantization.md.
#ifndef RUNNEL_DEVICES_CPU_AFFINE_H_
#define RUNNEL_DEVICES_CPU_AFFINE_H_

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

#include "devices/cpu/kernel_base.h"

namespace runnel::cpu::affine {

inline constexpr int32_t kLeast = std::numeric_limits<int32_t>::min();
inline constexpr int32_t kMost = std::numeric_limits<int32_t>::max();

inline int32_t Saturate(int64_t value) {
  return static_cast<int32_t>(std::clamp<int64_t>(value, kLeast, kMost));
}
inline int32_t WrapShift(int32_t x, int bits) {
  return static_cast<int32_t>(static_cast<uint32_t>(x) << bits);
}
// The rounded high half of 2 a b.
inline int32_t HighMul(int32_t a, int32_t b) {
  if (a == kLeast && b == kLeast) return kMost;
  const int64_t product = int64_t{a} * b;
  const int64_t nudge = product >= 0 ? int64_t{1} << 30 : 1 - (int64_t{1} << 30);
  return static_cast<int32_t>((product + nudge) / (int64_t{1} << 31));
}
// x / 2^bits, halves away from 0.
inline int32_t RoundedShift(int32_t x, int bits) {
  const auto mask = static_cast<int32_t>((int64_t{1} << bits) - 1);
  const int32_t rest = x & mask, half = (mask >> 1) + (x < 0 ? 1 : 0);
  return (x >> bits) + (rest > half ? 1 : 0);
}

enum class Rounding : uint8_t { kTwice, kOnce, kReal };

// The nearest int32 to a float; halves become even.
inline int32_t Nearest(float x) {
  return static_cast<int32_t>(std::nearbyint(std::min(std::max(x, -2147483648.0F), 2147483520.0F)));
}

// A real factor of at least 0.
struct Factor {
  int32_t multiplier = 0;
  int shift = 0;
  Rounding rounding = Rounding::kTwice;
  float as_float = 0;  // of kReal

  Factor() = default;
  Factor(double real, Rounding how) : rounding(how), as_float(static_cast<float>(real)) {
    if (!(real > 0) || std::isinf(real) || how == Rounding::kReal) return;
    const double mantissa = std::frexp(real, &shift);
    auto fixed = static_cast<int64_t>(std::round(mantissa * static_cast<double>(int64_t{1} << 31)));
    if (fixed == int64_t{1} << 31) {
      fixed /= 2;
      ++shift;
    }
    if (shift < -31) {
      shift = 0;
      fixed = 0;
    }
    if (shift > 30) {
      shift = 30;
      fixed = kMost;
    }
    multiplier = static_cast<int32_t>(fixed);
  }
  int32_t Times(int32_t x) const {
    if (rounding == Rounding::kReal) return Nearest(static_cast<float>(x) * as_float);
    if (rounding == Rounding::kOnce) {
      const int bits = 31 - shift;
      return Saturate((x * int64_t{multiplier} + (int64_t{1} << (bits - 1))) >> bits);
    }
    const int left = std::max(shift, 0), right = std::max(-shift, 0);
    return RoundedShift(HighMul(WrapShift(x, left), multiplier), right);
  }
  // Of a sum of 48 bits: the multiplier has 15, unless products are rounded once.
  int32_t Times(int64_t x) const {
    if (rounding == Rounding::kReal) return Nearest(static_cast<float>(x) * as_float);
    if (rounding == Rounding::kOnce) {
      // The product's low and high parts, so that 80 bits are enough.
      const int bits = 31 - shift;
      const int64_t high = (x >> 32) * multiplier, low = (x & 0xFFFFFFFF) * multiplier;
      const int64_t round = int64_t{1} << (bits - 1);
      if (bits >= 32) return Saturate((high + ((low + round) >> 32)) >> (bits - 32));
      const int64_t sum = (low + round) >> bits;
      return Saturate(std::clamp<int64_t>(high, -(int64_t{1} << 31), int64_t{1} << 31) *
                          (int64_t{1} << (32 - bits)) +
                      sum);
    }
    const int32_t reduced = multiplier < 0x7FFF0000 ? (multiplier + (1 << 15)) >> 16 : 0x7FFF;
    const int bits = std::max(15 - shift, 1);
    return static_cast<int32_t>((x * reduced + (int64_t{1} << (bits - 1))) >> bits);
  }
};

// ---- attributes ----

struct Scale {
  float scale = 1;
  int64_t zero = 0;
};
// Attrs "<name>_scale" and "<name>_zero_point". Errors: INVALID_ARGUMENT unless the scale is above 0 and
// the zero point is a number of 16 bits.
inline rnlp_status_t* ReadScale(const rnlp_host_t* host, const rnlp_node_t* node, const char* op,
                                const std::string& name, Scale* out) {
  RUNNEL_CPU_RETURN_IF_ERROR(plugin::AttrFloat(host, node, (name + "_scale").c_str(), &out->scale));
  RUNNEL_CPU_RETURN_IF_ERROR(AttrInt(host, node, (name + "_zero_point").c_str(), &out->zero));
  if (out->scale > 0 && !std::isinf(out->scale) && out->zero >= -32768 && out->zero <= 65535)
    return nullptr;
  return Fail(host, RNLP_INVALID_ARGUMENT, "%s: %s has scale %g and zero point %lld", op, name.c_str(),
              static_cast<double>(out->scale), static_cast<long long>(out->zero));
}
inline rnlp_status_t* ReadRounding(const rnlp_host_t* host, const rnlp_node_t* node, Rounding* out) {
  std::string rounding = "DOUBLE";
  RUNNEL_CPU_RETURN_IF_ERROR(plugin::AttrString(host, node, "rounding", &rounding));
  *out = rounding == "REAL"     ? Rounding::kReal
         : rounding == "SINGLE" ? Rounding::kOnce
                                : Rounding::kTwice;
  return nullptr;
}

// The stored numbers that an activation lets pass.
struct Clamp {
  int32_t low = 0, high = 0;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node, int32_t dtype, const Scale& y) {
    low = dtype == RNLP_INT8 ? -128 : dtype == RNLP_UINT8 ? 0 : dtype == RNLP_INT32 ? kLeast : -32768;
    high = dtype == RNLP_INT8 ? 127 : dtype == RNLP_UINT8 ? 255 : dtype == RNLP_INT32 ? kMost : 32767;
    std::string name = "NONE";
    RUNNEL_CPU_RETURN_IF_ERROR(plugin::AttrString(host, node, "activation", &name));
    const auto stored = [&](float real) {
      const double steps = static_cast<double>(std::round(real / y.scale));
      return static_cast<int32_t>(std::clamp(steps, -1e6, 1e6)) + static_cast<int32_t>(y.zero);
    };
    if (name == "RELU" || name == "RELU6") low = std::max(low, stored(0));
    if (name == "RELU_N1_TO_1") low = std::max(low, stored(-1));
    if (name == "RELU6") high = std::min(high, stored(6));
    if (name == "RELU_N1_TO_1") high = std::min(high, stored(1));
    return nullptr;
  }
  int32_t operator()(int32_t x) const { return std::min(std::max(x, low), high); }
};

// Calls f with a value of the type that holds dtype's stored numbers.
template <typename F>
auto ForStored(int32_t dtype, const F& f) {
  if (dtype == RNLP_INT8) return f(int8_t{});
  if (dtype == RNLP_UINT8) return f(uint8_t{});
  return f(int16_t{});
}
template <typename F>
auto ForStoredOrWide(int32_t dtype, const F& f) {
  return dtype == RNLP_INT32 ? f(int32_t{}) : ForStored(dtype, f);
}

inline constexpr int32_t kStored[] = {RNLP_INT8, RNLP_UINT8, RNLP_INT16};
inline constexpr int32_t kStoredOrWide[] = {RNLP_INT8, RNLP_UINT8, RNLP_INT16, RNLP_INT32};
inline constexpr int32_t kFilters[] = {RNLP_INT8, RNLP_UINT8};

}  // namespace runnel::cpu::affine

#endif  // RUNNEL_DEVICES_CPU_AFFINE_H_
