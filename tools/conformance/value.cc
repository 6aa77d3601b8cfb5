#include "tools/conformance/value.h"

#include <cmath>
#include <cstring>

#include "plugins/sdk/tensor.h"

namespace runnel::conformance {
namespace {

// A 16-bit format with `mantissa_bits` and 15 - mantissa_bits of exponent, by plain arithmetic.
double Decode16(uint16_t bits, int mantissa_bits) {
  const int exponent_bits = 15 - mantissa_bits;
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = (bits & 0x7fff) >> mantissa_bits;
  const int mantissa = bits & ((1 << mantissa_bits) - 1);
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == (1 << exponent_bits) - 1) return mantissa != 0 ? std::nan("") : sign * INFINITY;
  if (exponent == 0) return sign * std::ldexp(mantissa, 1 - bias - mantissa_bits);
  return sign * std::ldexp((1 << mantissa_bits) + mantissa, exponent - bias - mantissa_bits);
}

uint16_t Encode16(double number, int mantissa_bits) {
  const int exponent_bits = 15 - mantissa_bits;
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int infinity = ((1 << exponent_bits) - 1) << mantissa_bits;
  const int sign = std::signbit(number) ? 0x8000 : 0;
  if (std::isnan(number)) return static_cast<uint16_t>(infinity | 1 << (mantissa_bits - 1));
  number = std::fabs(number);
  if (number == 0) return static_cast<uint16_t>(sign);
  if (std::isinf(number)) return static_cast<uint16_t>(sign | infinity);
  int exponent = std::ilogb(number);
  if (exponent < 1 - bias) exponent = 1 - bias;
  const double units = std::nearbyint(std::ldexp(number, mantissa_bits - exponent));
  const double bits = units + std::ldexp(exponent + bias - 1, mantissa_bits);  // carries by itself
  return static_cast<uint16_t>(sign | (bits >= infinity ? infinity : static_cast<int>(bits)));
}

template <typename T>
double Load(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return static_cast<double>(value);
}
template <typename T>
void Store(char* at, T value) {
  std::memcpy(at, &value, sizeof(T));
}
template <typename T>
void StoreWrapped(char* at, double number) {
  Store(at, static_cast<T>(static_cast<int64_t>(number)));
}

}  // namespace

int64_t Count(const Shape& shape) {
  int64_t count = 1;
  for (const int64_t dim : shape) count *= dim;
  return count;
}

bool IsFloating(int32_t dtype) {
  return dtype == RNLP_FLOAT || dtype == RNLP_DOUBLE || dtype == RNLP_HALF || dtype == RNLP_BFLOAT16;
}
bool IsUnsigned(int32_t dtype) {
  return dtype == RNLP_UINT8 || dtype == RNLP_UINT16 || dtype == RNLP_UINT32 || dtype == RNLP_UINT64 ||
         dtype == RNLP_QUINT8 || dtype == RNLP_QUINT16;
}
bool IsReal(int32_t dtype) {
  return IsFloating(dtype) || IsUnsigned(dtype) || dtype == RNLP_INT8 || dtype == RNLP_INT16 ||
         dtype == RNLP_INT32 || dtype == RNLP_INT64 || dtype == RNLP_BOOL || dtype == RNLP_QINT8 ||
         dtype == RNLP_QINT16 || dtype == RNLP_QINT32;
}

Value::Value(int32_t dtype, Shape shape) : dtype_(dtype), shape_(std::move(shape)) {
  bytes_.resize(static_cast<size_t>(count()) * plugin::DTypeSize(dtype));
}
Value::Value(int32_t dtype, Shape shape, const std::vector<double>& numbers)
    : Value(dtype, std::move(shape)) {
  for (size_t i = 0; i < numbers.size(); ++i) Set(static_cast<int64_t>(i), numbers[i]);
}

double Value::Get(int64_t i) const {
  const char* at = bytes_.data() + static_cast<uint64_t>(i) * plugin::DTypeSize(dtype_);
  switch (dtype_) {
    case RNLP_FLOAT:
      return Load<float>(at);
    case RNLP_DOUBLE:
      return Load<double>(at);
    case RNLP_HALF:
      return Decode16(static_cast<uint16_t>(Load<uint16_t>(at)), 10);
    case RNLP_BFLOAT16:
      return Decode16(static_cast<uint16_t>(Load<uint16_t>(at)), 7);
    case RNLP_INT8:
    case RNLP_QINT8:
      return Load<int8_t>(at);
    case RNLP_INT16:
    case RNLP_QINT16:
      return Load<int16_t>(at);
    case RNLP_INT32:
    case RNLP_QINT32:
      return Load<int32_t>(at);
    case RNLP_INT64:
      return Load<int64_t>(at);
    case RNLP_BOOL:
    case RNLP_UINT8:
    case RNLP_QUINT8:
      return Load<uint8_t>(at);
    case RNLP_UINT16:
    case RNLP_QUINT16:
      return Load<uint16_t>(at);
    case RNLP_UINT32:
      return Load<uint32_t>(at);
    case RNLP_UINT64:
      return Load<uint64_t>(at);
    default:
      return std::nan("");
  }
}

void Value::Set(int64_t i, double number) {
  char* at = bytes_.data() + static_cast<uint64_t>(i) * plugin::DTypeSize(dtype_);
  switch (dtype_) {
    case RNLP_FLOAT:
      Store(at, static_cast<float>(number));
      break;
    case RNLP_DOUBLE:
      Store(at, number);
      break;
    case RNLP_HALF:
      Store(at, Encode16(number, 10));
      break;
    case RNLP_BFLOAT16:
      Store(at, Encode16(number, 7));
      break;
    case RNLP_INT8:
    case RNLP_QINT8:
      StoreWrapped<int8_t>(at, number);
      break;
    case RNLP_INT16:
    case RNLP_QINT16:
      StoreWrapped<int16_t>(at, number);
      break;
    case RNLP_INT32:
    case RNLP_QINT32:
      StoreWrapped<int32_t>(at, number);
      break;
    case RNLP_INT64:
      StoreWrapped<int64_t>(at, number);
      break;
    case RNLP_UINT8:
    case RNLP_QUINT8:
      StoreWrapped<uint8_t>(at, number);
      break;
    case RNLP_UINT16:
    case RNLP_QUINT16:
      StoreWrapped<uint16_t>(at, number);
      break;
    case RNLP_UINT32:
      StoreWrapped<uint32_t>(at, number);
      break;
    case RNLP_UINT64:
      StoreWrapped<uint64_t>(at, number);
      break;
    case RNLP_BOOL:
      Store(at, static_cast<uint8_t>(number != 0));
      break;
    default:
      break;
  }
}

}  // namespace runnel::conformance
