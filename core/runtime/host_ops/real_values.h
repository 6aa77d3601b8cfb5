// Elements of real tensors as doubles, for summaries: numbers to look at, not to compute with.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_REAL_VALUES_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_REAL_VALUES_H_

#include <cmath>
#include <cstring>

#include "core/tensor/tensor.h"

namespace runnel {

inline double HalfValue(uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const double mantissa = bits & 1023;
  const double size = exponent == 0    ? std::ldexp(mantissa, -24)
                      : exponent == 31 ? (mantissa == 0 ? INFINITY : NAN)
                                       : std::ldexp(mantissa + 1024, exponent - 25);
  return bits >> 15 != 0 ? -size : size;
}

inline double Bfloat16Value(uint16_t bits) {
  const uint32_t wide = static_cast<uint32_t>(bits) << 16;
  float value = 0;
  std::memcpy(&value, &wide, sizeof(value));
  return static_cast<double>(value);
}

// Element `i` of a host tensor; 0 for a dtype that is not real.
inline double RealValue(const Tensor& tensor, int64_t i) {
  const size_t at = static_cast<size_t>(i);
  switch (tensor.dtype()) {
    case DType::kFloat:
      return static_cast<double>(tensor.values<const float>()[at]);
    case DType::kDouble:
      return tensor.values<const double>()[at];
    case DType::kHalf:
      return HalfValue(tensor.values<const uint16_t>()[at]);
    case DType::kBFloat16:
      return Bfloat16Value(tensor.values<const uint16_t>()[at]);
    case DType::kInt8:
      return tensor.values<const int8_t>()[at];
    case DType::kInt16:
      return tensor.values<const int16_t>()[at];
    case DType::kInt32:
      return tensor.values<const int32_t>()[at];
    case DType::kInt64:
      return static_cast<double>(tensor.values<const int64_t>()[at]);
    case DType::kUInt8:
      return tensor.values<const uint8_t>()[at];
    case DType::kUInt16:
      return tensor.values<const uint16_t>()[at];
    case DType::kUInt32:
      return tensor.values<const uint32_t>()[at];
    case DType::kUInt64:
      return static_cast<double>(tensor.values<const uint64_t>()[at]);
    default:
      return 0;
  }
}

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_REAL_VALUES_H_
