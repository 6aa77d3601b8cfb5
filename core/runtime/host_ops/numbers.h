// Elements of all types of numbers, for host kernels that compute with them.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_NUMBERS_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_NUMBERS_H_

#include <cmath>
#include <complex>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "core/tensor/half.h"
#include "core/tensor/tensor.h"

namespace runnel {

// 16 bits that are computed with as floats.
struct HalfNumber {
  uint16_t bits = 0;
  HalfNumber() = default;
  HalfNumber(float value) : bits(HalfOfFloat(value)) {}  // NOLINT: a number like others
  operator float() const { return FloatOfHalf(bits); }   // NOLINT
};
struct Bfloat16Number {
  uint16_t bits = 0;
  Bfloat16Number() = default;
  Bfloat16Number(float value) : bits(Bfloat16OfFloat(value)) {}  // NOLINT
  operator float() const { return FloatOfBfloat16(bits); }       // NOLINT
};
static_assert(sizeof(HalfNumber) == 2 && sizeof(Bfloat16Number) == 2);

template <typename T>
inline constexpr bool kIsNarrow = std::is_same_v<T, HalfNumber> || std::is_same_v<T, Bfloat16Number>;
template <typename T>
inline constexpr bool kIsComplex =
    std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>;

// What sums and products are computed in. Integers wrap, as in TensorFlow, so that they go through
// unsigned ones.
template <typename T>
struct ComputeOf {
  using Type = T;
};
template <typename T>
requires kIsNarrow<T>
struct ComputeOf<T> {
  using Type = float;
};

template <typename T>
T Plus(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  } else if constexpr (kIsNarrow<T>) {
    return T(static_cast<float>(a) + static_cast<float>(b));
  } else {
    return a + b;
  }
}
template <typename T>
T Times(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  } else if constexpr (kIsNarrow<T>) {
    return T(static_cast<float>(a) * static_cast<float>(b));
  } else {
    return a * b;
  }
}

template <typename T>
struct NumberTag {
  using Type = T;
};

// Calls f(NumberTag<T>()) with the type of elements, and gives what it gives. Errors: INVALID_ARGUMENT
// for a type that is no number.
template <typename F>
Status VisitRealNumbers(DType dtype, F&& f) {
  switch (dtype) {
    case DType::kFloat:
      return f(NumberTag<float>());
    case DType::kDouble:
      return f(NumberTag<double>());
    case DType::kHalf:
      return f(NumberTag<HalfNumber>());
    case DType::kBFloat16:
      return f(NumberTag<Bfloat16Number>());
    case DType::kInt8:
    case DType::kQInt8:
      return f(NumberTag<int8_t>());
    case DType::kInt16:
    case DType::kQInt16:
      return f(NumberTag<int16_t>());
    case DType::kInt32:
    case DType::kQInt32:
      return f(NumberTag<int32_t>());
    case DType::kInt64:
      return f(NumberTag<int64_t>());
    case DType::kUInt8:
    case DType::kQUInt8:
      return f(NumberTag<uint8_t>());
    case DType::kUInt16:
    case DType::kQUInt16:
      return f(NumberTag<uint16_t>());
    case DType::kUInt32:
      return f(NumberTag<uint32_t>());
    case DType::kUInt64:
      return f(NumberTag<uint64_t>());
    default:
      return InvalidArgument("elements of type ", DTypeName(dtype), " are no real numbers");
  }
}
template <typename F>
Status VisitNumbers(DType dtype, F&& f) {
  if (dtype == DType::kComplex64) return f(NumberTag<std::complex<float>>());
  if (dtype == DType::kComplex128) return f(NumberTag<std::complex<double>>());
  return VisitRealNumbers(dtype, std::forward<F>(f));
}

template <typename T>
T* ElementsOf(const Tensor& tensor) {
  return static_cast<T*>(tensor.data());
}

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_NUMBERS_H_
