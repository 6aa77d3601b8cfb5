// The two 16-bit float formats: their bits to float, exactly, and a float to them, rounded to nearest
// with ties to even. A NaN stays one.
#ifndef RUNNEL_CORE_TENSOR_HALF_H_
#define RUNNEL_CORE_TENSOR_HALF_H_

#include <bit>
#include <cstdint>

namespace runnel {

// Source: IEEE 754, binary16.
inline float FloatOfHalf(uint16_t half) {
  const uint32_t sign = static_cast<uint32_t>(half & 0x8000) << 16;
  const uint32_t rest = half & 0x7fff;
  // Scaled by 2^112, which makes a subnormal half a normal float.
  const float magnitude =
      std::bit_cast<float>(rest << 13) * std::bit_cast<float>(uint32_t{(127 + 112)} << 23);
  const uint32_t bits = rest >= 0x7c00 ? 0x7f800000 | rest << 13 : std::bit_cast<uint32_t>(magnitude);
  return std::bit_cast<float>(sign | bits);
}

// The upper half of a float's bits.
inline float FloatOfBfloat16(uint16_t bits) {
  return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

inline uint16_t HalfOfFloat(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const auto sign = static_cast<uint16_t>(bits >> 16 & 0x8000);
  const uint32_t rest = bits & 0x7fffffff;
  uint32_t half = 0;
  if (rest > 0x7f800000) {
    half = 0x7e00;  // NaN
  } else if (rest >= 0x477ff000) {
    half = 0x7c00;  // 65520 and more
  } else if (rest >= 0x38800000) {
    const uint32_t rebased = rest - (uint32_t{112} << 23);
    half = (rebased + 0xfff + (rebased >> 13 & 1)) >> 13;
  } else {
    // Subnormal: adding 0.5 leaves the half's bits at the end of the mantissa, rounded by the processor.
    half = std::bit_cast<uint32_t>(std::bit_cast<float>(rest) + 0.5F) - 0x3f000000;
  }
  return static_cast<uint16_t>(sign | half);
}

inline uint16_t Bfloat16OfFloat(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const bool nan = (bits & 0x7fffffff) > 0x7f800000;
  return static_cast<uint16_t>(nan ? bits >> 16 | 0x40 : (bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

}  // namespace runnel

#endif  // RUNNEL_CORE_TENSOR_HALF_H_
