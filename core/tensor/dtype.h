// Element types: names, sizes, and the mapping from C++ types. Numbers are TensorFlow's.
#ifndef RUNNEL_CORE_TENSOR_DTYPE_H_
#define RUNNEL_CORE_TENSOR_DTYPE_H_

#include <complex>
#include <cstdint>
#include <string_view>

#include "core/base/status.h"

namespace runnel {

enum class DType : int32_t {
  kInvalid = RNLP_INVALID,
  kFloat = RNLP_FLOAT,
  kDouble = RNLP_DOUBLE,
  kInt32 = RNLP_INT32,
  kUInt8 = RNLP_UINT8,
  kInt16 = RNLP_INT16,
  kInt8 = RNLP_INT8,
  kString = RNLP_STRING,
  kComplex64 = RNLP_COMPLEX64,
  kInt64 = RNLP_INT64,
  kBool = RNLP_BOOL,
  kQInt8 = RNLP_QINT8,
  kQUInt8 = RNLP_QUINT8,
  kQInt32 = RNLP_QINT32,
  kBFloat16 = RNLP_BFLOAT16,
  kQInt16 = RNLP_QINT16,
  kQUInt16 = RNLP_QUINT16,
  kUInt16 = RNLP_UINT16,
  kComplex128 = RNLP_COMPLEX128,
  kHalf = RNLP_HALF,
  kResource = RNLP_RESOURCE,
  kVariant = RNLP_VARIANT,
  kUInt32 = RNLP_UINT32,
  kUInt64 = RNLP_UINT64,
};
inline constexpr int kNumDTypes = 24;

// TensorFlow writes reference types as the base type plus 100.
inline constexpr int kRefOffset = 100;

// "float", "int32", "bfloat16": TensorFlow's names. "invalid" for numbers outside the list.
std::string_view DTypeName(DType dtype);
// Inverse of DTypeName; also takes "DT_FLOAT" and so on. kInvalid if unknown.
DType DTypeFromName(std::string_view name);
// True for the numbers above except kInvalid.
bool IsValidDType(int32_t value);
inline constexpr uint8_t kDTypeSizes[kNumDTypes] = {
    0, 4, 8, 4, 1, 2,  1, sizeof(rnlp_str_t), 8, 8, 1, 1, 1,
    4, 2, 2, 2, 2, 16, 2, sizeof(void*),      0, 4, 8};
// Bytes of one element; 0 for kInvalid and kVariant. A string element is one rnlp_str_t, a resource one
// pointer: neither may be read as plain data.
inline size_t DTypeSize(DType dtype) {
  const uint32_t index = static_cast<uint32_t>(dtype);
  return index < kNumDTypes ? kDTypeSizes[index] : 0;
}
// Elements may be copied byte by byte.
bool IsPlainData(DType dtype);
bool IsFloating(DType dtype);  // f16 bf16 f32 f64
bool IsInteger(DType dtype);   // i8..i64, u8..u64
bool IsComplex(DType dtype);
bool IsQuantized(DType dtype);

template <typename T>
struct DTypeOf;
#define RUNNEL_DTYPE_OF(type, value)              \
  template <>                                     \
  struct DTypeOf<type> {                          \
    static constexpr DType kValue = DType::value; \
  }
RUNNEL_DTYPE_OF(float, kFloat);
RUNNEL_DTYPE_OF(double, kDouble);
RUNNEL_DTYPE_OF(int8_t, kInt8);
RUNNEL_DTYPE_OF(int16_t, kInt16);
RUNNEL_DTYPE_OF(int32_t, kInt32);
RUNNEL_DTYPE_OF(int64_t, kInt64);
RUNNEL_DTYPE_OF(uint8_t, kUInt8);
RUNNEL_DTYPE_OF(uint16_t, kUInt16);
RUNNEL_DTYPE_OF(uint32_t, kUInt32);
RUNNEL_DTYPE_OF(uint64_t, kUInt64);
RUNNEL_DTYPE_OF(bool, kBool);
RUNNEL_DTYPE_OF(std::complex<float>, kComplex64);
RUNNEL_DTYPE_OF(std::complex<double>, kComplex128);
#undef RUNNEL_DTYPE_OF

}  // namespace runnel

#endif  // RUNNEL_CORE_TENSOR_DTYPE_H_
