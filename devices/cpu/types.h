// Element types that C++ lacks, and the arithmetic that kernels share: half and bfloat16 compute in
// float, integers wrap around, complex numbers are pairs.
#ifndef RUNNEL_DEVICES_CPU_TYPES_H_
#define RUNNEL_DEVICES_CPU_TYPES_H_

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "plugins/abi/rnlp_base.h"
#include "plugins/sdk/half.h"
#include "runnel_chosen.h"

namespace runnel::cpu {

using plugin::BFloat16;
using plugin::Half;
using plugin::ToBFloat16;
using plugin::ToFloat;
using plugin::ToHalf;

template <typename T>
struct Complex {
  T re;
  T im;
};

// Of two bytes, computed in float.
template <typename T>
inline constexpr bool kIsNarrow = std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;

// ---- the type that a kernel computes in, and the ways in and out ----
template <typename T>
struct ComputeOf {
  using Type = T;
};
template <>
struct ComputeOf<Half> {
  using Type = float;
};
template <>
struct ComputeOf<BFloat16> {
  using Type = float;
};
template <typename T>
using Compute = typename ComputeOf<T>::Type;

template <typename T>
inline Compute<T> Load(T value) {
  if constexpr (kIsNarrow<T>) {
    return ToFloat(value);
  } else {
    return value;
  }
}
template <typename T>
inline T Store(Compute<T> value) {
  if constexpr (std::is_same_v<T, Half>) {
    return ToHalf(value);
  } else if constexpr (std::is_same_v<T, BFloat16>) {
    return ToBFloat16(value);
  } else {
    return value;
  }
}

// ---- arithmetic without undefined cases ----
template <typename T>
struct WrapOf {
  using Type = T;
};
template <std::integral T>
struct WrapOf<T> {
  // At least unsigned int, so that no promotion brings the sign back.
  using Type = std::conditional_t<(sizeof(T) < sizeof(unsigned)), unsigned, std::make_unsigned_t<T>>;
};
template <>
struct WrapOf<bool> {
  using Type = unsigned;
};
template <typename T>
using Wrap = typename WrapOf<T>::Type;

template <typename T>
inline T AddValues(T a, T b) {
  return static_cast<T>(static_cast<Wrap<T>>(a) + static_cast<Wrap<T>>(b));
}
template <typename T>
inline T SubValues(T a, T b) {
  return static_cast<T>(static_cast<Wrap<T>>(a) - static_cast<Wrap<T>>(b));
}
template <typename T>
inline T MulValues(T a, T b) {
  return static_cast<T>(static_cast<Wrap<T>>(a) * static_cast<Wrap<T>>(b));
}
template <typename T>
inline Complex<T> AddValues(Complex<T> a, Complex<T> b) {
  return {a.re + b.re, a.im + b.im};
}
template <typename T>
inline Complex<T> SubValues(Complex<T> a, Complex<T> b) {
  return {a.re - b.re, a.im - b.im};
}
template <typename T>
inline Complex<T> MulValues(Complex<T> a, Complex<T> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

// The C++ type of a dtype, as a tag: f is called as f(TypeTag<T>{}) and its result returned; Other where
// the type is not in the list. Only the types of the list are instantiated.
template <typename T>
struct TypeTag {
  using Type = T;
};
template <typename T>
inline constexpr int32_t kDTypeOf = RNLP_INVALID;
template <>
inline constexpr int32_t kDTypeOf<float> = RNLP_FLOAT;
template <>
inline constexpr int32_t kDTypeOf<double> = RNLP_DOUBLE;
template <>
inline constexpr int32_t kDTypeOf<Half> = RNLP_HALF;
template <>
inline constexpr int32_t kDTypeOf<BFloat16> = RNLP_BFLOAT16;
template <>
inline constexpr int32_t kDTypeOf<int8_t> = RNLP_INT8;
template <>
inline constexpr int32_t kDTypeOf<int16_t> = RNLP_INT16;
template <>
inline constexpr int32_t kDTypeOf<int32_t> = RNLP_INT32;
template <>
inline constexpr int32_t kDTypeOf<int64_t> = RNLP_INT64;
template <>
inline constexpr int32_t kDTypeOf<uint8_t> = RNLP_UINT8;
template <>
inline constexpr int32_t kDTypeOf<uint16_t> = RNLP_UINT16;
template <>
inline constexpr int32_t kDTypeOf<uint32_t> = RNLP_UINT32;
template <>
inline constexpr int32_t kDTypeOf<uint64_t> = RNLP_UINT64;
template <>
inline constexpr int32_t kDTypeOf<bool> = RNLP_BOOL;
template <>
inline constexpr int32_t kDTypeOf<Complex<float>> = RNLP_COMPLEX64;
template <>
inline constexpr int32_t kDTypeOf<Complex<double>> = RNLP_COMPLEX128;
template <>
inline constexpr int32_t kDTypeOf<rnlp_str_t> = RNLP_STRING;

// A table of loops over T, empty where this build leaves T out.
template <typename T, typename Table>
constexpr Table OnlyFor(Table loops) {
  return IsChosenType(kDTypeOf<T>) ? loops : Table{};
}

template <typename... T>
struct TypeList {};
using FloatList = TypeList<float, double, Half, BFloat16>;
using IntegerList = TypeList<int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t>;
using RealList = TypeList<float, double, Half, BFloat16, int8_t, int16_t, int32_t, int64_t, uint8_t,
                          uint16_t, uint32_t, uint64_t>;
using RealOrBoolList = TypeList<float, double, Half, BFloat16, int8_t, int16_t, int32_t, int64_t,
                                uint8_t, uint16_t, uint32_t, uint64_t, bool>;
using ComplexList = TypeList<Complex<float>, Complex<double>>;

template <typename Result, typename F, typename... T>
Result VisitType(TypeList<T...>, int32_t dtype, Result other, const F& f) {
  Result result = other;
  const auto visit = [&]<typename U>(TypeTag<U> tag) {
    if constexpr (IsChosenType(kDTypeOf<U>)) {
      if (dtype == kDTypeOf<U>) {
        result = f(tag);
        return true;
      }
    }
    return false;
  };
  (void)(visit(TypeTag<T>{}) || ...);
  return result;
}

template <typename F, typename... T>
void ForType(TypeList<T...> types, int32_t dtype, const F& f) {
  VisitType<bool>(types, dtype, false, [&](auto tag) {
    f(tag);
    return true;
  });
}

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_TYPES_H_
