// Element types, and which C++ type holds an element of each.
#ifndef RUNNEL_CPP_DTYPE_HPP_
#define RUNNEL_CPP_DTYPE_HPP_

#include <complex>
#include <concepts>

#include "error.hpp"

RUNNEL_CPP_NAMESPACE

enum class DType : std::int32_t {
  kInvalid = RNL_INVALID,
  kFloat = RNL_FLOAT,
  kDouble = RNL_DOUBLE,
  kInt32 = RNL_INT32,
  kUint8 = RNL_UINT8,
  kInt16 = RNL_INT16,
  kInt8 = RNL_INT8,
  kString = RNL_STRING,
  kComplex64 = RNL_COMPLEX64,
  kInt64 = RNL_INT64,
  kBool = RNL_BOOL,
  kQint8 = RNL_QINT8,
  kQuint8 = RNL_QUINT8,
  kQint32 = RNL_QINT32,
  kBfloat16 = RNL_BFLOAT16,
  kQint16 = RNL_QINT16,
  kQuint16 = RNL_QUINT16,
  kUint16 = RNL_UINT16,
  kComplex128 = RNL_COMPLEX128,
  kHalf = RNL_HALF,
  kResource = RNL_RESOURCE,
  kVariant = RNL_VARIANT,
  kUint32 = RNL_UINT32,
  kUint64 = RNL_UINT64,
};

// "float", "int32".
inline std::string_view Name(DType dtype) {
  return View(rnl_dtype_name(static_cast<rnl_dtype_t>(dtype)));
}

// Bytes of an element; 0 where elements are not plain data.
inline std::size_t SizeOf(DType dtype) { return rnl_dtype_size(static_cast<rnl_dtype_t>(dtype)); }

// The bits of elements for which C++20 has no type.
struct Bfloat16 {
  std::uint16_t bits;
};
struct Half {
  std::uint16_t bits;
};

template <typename T>
inline constexpr DType kDTypeOf = DType::kInvalid;
template <>
inline constexpr DType kDTypeOf<float> = DType::kFloat;
template <>
inline constexpr DType kDTypeOf<double> = DType::kDouble;
template <>
inline constexpr DType kDTypeOf<std::int8_t> = DType::kInt8;
template <>
inline constexpr DType kDTypeOf<std::uint8_t> = DType::kUint8;
template <>
inline constexpr DType kDTypeOf<std::int16_t> = DType::kInt16;
template <>
inline constexpr DType kDTypeOf<std::uint16_t> = DType::kUint16;
template <>
inline constexpr DType kDTypeOf<std::int32_t> = DType::kInt32;
template <>
inline constexpr DType kDTypeOf<std::uint32_t> = DType::kUint32;
template <>
inline constexpr DType kDTypeOf<std::int64_t> = DType::kInt64;
template <>
inline constexpr DType kDTypeOf<std::uint64_t> = DType::kUint64;
template <>
inline constexpr DType kDTypeOf<bool> = DType::kBool;
template <>
inline constexpr DType kDTypeOf<std::complex<float>> = DType::kComplex64;
template <>
inline constexpr DType kDTypeOf<std::complex<double>> = DType::kComplex128;
template <>
inline constexpr DType kDTypeOf<Bfloat16> = DType::kBfloat16;
template <>
inline constexpr DType kDTypeOf<Half> = DType::kHalf;

// A C++ type that is the element of tensors.
template <typename T>
concept Element = kDTypeOf<T>
!= DType::kInvalid;

RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_DTYPE_HPP_
