// The two 16-bit float formats, converted from their bits to float, exactly.
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

}  // namespace runnel

#endif  // RUNNEL_CORE_TENSOR_HALF_H_
