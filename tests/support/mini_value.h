// Value: a tensor of any dtype for tests of kernels, read and written as doubles.
#ifndef RUNNEL_TESTS_SUPPORT_MINI_VALUE_H_
#define RUNNEL_TESTS_SUPPORT_MINI_VALUE_H_

#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "plugins/abi/rnlp_plugin.h"

namespace runnel::test {

using Shape = std::vector<int64_t>;
struct Type {
  int32_t dtype;
};
struct ShapeAttr {
  bool known;
  Shape dims;
};
using Attr = std::variant<int64_t, float, bool, Type, std::string, std::vector<int64_t>,
                          std::vector<float>, ShapeAttr>;

inline size_t SizeOfType(int32_t dtype) {
  switch (dtype) {
    case RNLP_INT8:
    case RNLP_UINT8:
    case RNLP_QINT8:
    case RNLP_QUINT8:
    case RNLP_BOOL:
      return 1;
    case RNLP_INT16:
    case RNLP_UINT16:
    case RNLP_QINT16:
    case RNLP_QUINT16:
    case RNLP_HALF:
    case RNLP_BFLOAT16:
      return 2;
    case RNLP_DOUBLE:
    case RNLP_INT64:
    case RNLP_UINT64:
    case RNLP_COMPLEX64:
      return 8;
    case RNLP_COMPLEX128:
      return 16;
    case RNLP_STRING:
      return sizeof(rnlp_str_t);
    default:
      return 4;
  }
}

// Half and bfloat16 by plain arithmetic, independent of the kernels' bit tricks.
inline double RoundToBits(double value, int mantissa_bits, int min_exponent) {
  if (value == 0 || !std::isfinite(value)) return value;
  int exponent = 0;
  std::frexp(value, &exponent);
  const int e = std::max(exponent - 1, min_exponent);
  const double ulp = std::ldexp(1.0, e - mantissa_bits);
  return std::nearbyint(value / ulp) * ulp;
}
inline uint16_t EncodeNarrow(double value, int mantissa_bits, int exponent_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  const uint16_t inf = static_cast<uint16_t>(((1 << exponent_bits) - 1) << mantissa_bits);
  if (std::isnan(value)) return static_cast<uint16_t>(inf | (1 << (mantissa_bits - 1)));
  if (std::isinf(value)) return static_cast<uint16_t>(sign | inf);
  value = RoundToBits(std::fabs(value), mantissa_bits, 1 - bias);
  if (value == 0) return sign;
  int exponent = 0;
  std::frexp(value, &exponent);
  if (exponent - 1 > bias) return static_cast<uint16_t>(sign | inf);
  const int e = std::max(exponent - 1, 1 - bias);
  const auto mantissa = static_cast<int64_t>(std::ldexp(value, mantissa_bits - e));
  // A mantissa with its leading bit carries into the exponent field; a subnormal has none.
  return static_cast<uint16_t>(sign |
                               ((static_cast<int64_t>(e + bias - 1) << mantissa_bits) + mantissa));
}
inline double DecodeNarrow(uint16_t bits, int mantissa_bits, int exponent_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  const int exponent = (bits & 0x7fff) >> mantissa_bits;
  const int mantissa = bits & ((1 << mantissa_bits) - 1);
  if (exponent == (1 << exponent_bits) - 1) return mantissa != 0 ? std::nan("") : sign * INFINITY;
  if (exponent == 0) return sign * std::ldexp(mantissa, 1 - bias - mantissa_bits);
  return sign * std::ldexp(mantissa + (1 << mantissa_bits), exponent - bias - mantissa_bits);
}

// A tensor that owns its bytes. `offset` shifts the data off its alignment, in elements.
class Value {
 public:
  Value() = default;
  Value(int32_t dtype, Shape shape, int64_t offset = 0) : dtype_(dtype), shape_(std::move(shape)) {
    elements_ = 1;
    for (int64_t dim : shape_) elements_ *= dim;
    const size_t size = SizeOfType(dtype);
    bytes_.assign((static_cast<size_t>(elements_ + offset) + 1) * size + 64, 0);
    const auto address = reinterpret_cast<uintptr_t>(bytes_.data());
    start_ = (64 - address % 64) % 64 + static_cast<size_t>(offset) * size;
    if (dtype == RNLP_STRING) strings_.resize(static_cast<size_t>(elements_));
  }
  Value(Value&&) = default;
  Value& operator=(Value&&) = default;
  Value(const Value& other) { *this = other; }
  Value& operator=(const Value& other) {
    if (this == &other) return *this;
    if (other.dtype_ == RNLP_INVALID) return *this = Value();
    *this = Value(other.dtype_, other.shape_);
    if (elements_ > 0) std::memcpy(data(), other.data(), size_bytes());
    strings_ = other.strings_;
    Rebind();
    return *this;
  }

  template <typename T>
  static Value Of(int32_t dtype, Shape shape, const std::vector<T>& values) {
    Value v(dtype, std::move(shape));
    for (size_t i = 0; i < values.size(); ++i) {
      const T value = values[i];
      std::memcpy(static_cast<char*>(v.data()) + i * sizeof(T), &value, sizeof(T));
    }
    return v;
  }
  static Value Doubles(int32_t dtype, Shape shape, const std::vector<double>& values,
                       int64_t offset = 0) {
    Value v(dtype, std::move(shape), offset);
    for (size_t i = 0; i < values.size(); ++i) v.Set(static_cast<int64_t>(i), values[i]);
    return v;
  }
  static Value Ints(Shape shape, const std::vector<int32_t>& values) {
    return Of<int32_t>(RNLP_INT32, std::move(shape), values);
  }
  static Value Longs(Shape shape, const std::vector<int64_t>& values) {
    return Of<int64_t>(RNLP_INT64, std::move(shape), values);
  }
  static Value Vector(const std::vector<int32_t>& values) {
    return Ints({static_cast<int64_t>(values.size())}, values);
  }
  static Value Scalar(int32_t value) { return Ints({}, {value}); }
  static Value Floats(Shape shape, const std::vector<float>& values) {
    return Of<float>(RNLP_FLOAT, std::move(shape), values);
  }
  static Value Bools(Shape shape, const std::vector<int>& values) {
    Value v(RNLP_BOOL, std::move(shape));
    for (size_t i = 0; i < values.size(); ++i) static_cast<bool*>(v.data())[i] = values[i] != 0;
    return v;
  }
  static Value Strings(Shape shape, const std::vector<std::string>& values) {
    Value v(RNLP_STRING, std::move(shape));
    for (size_t i = 0; i < values.size(); ++i) v.SetString(static_cast<int64_t>(i), values[i]);
    return v;
  }

  int32_t dtype() const { return dtype_; }
  const Shape& shape() const { return shape_; }
  int64_t elements() const { return elements_; }
  size_t size_bytes() const { return static_cast<size_t>(elements_) * SizeOfType(dtype_); }
  void* data() { return bytes_.data() + start_; }
  const void* data() const { return bytes_.data() + start_; }
  template <typename T>
  const T* as() const {
    return static_cast<const T*>(data());
  }
  const std::string& string(int64_t i) const { return strings_[static_cast<size_t>(i)]; }
  void SetString(int64_t i, std::string value) {
    strings_[static_cast<size_t>(i)] = std::move(value);
    const std::string& kept = strings_[static_cast<size_t>(i)];
    static_cast<rnlp_str_t*>(data())[i] = {kept.data(), kept.size()};
  }

  // Element i as a double (the real part of complex numbers).
  double Get(int64_t i) const {
    switch (dtype_) {
      case RNLP_FLOAT:
        return static_cast<double>(as<float>()[i]);
      case RNLP_DOUBLE:
        return as<double>()[i];
      case RNLP_HALF:
        return DecodeNarrow(as<uint16_t>()[i], 10, 5);
      case RNLP_BFLOAT16:
        return DecodeNarrow(as<uint16_t>()[i], 7, 8);
      case RNLP_INT8:
        return as<int8_t>()[i];
      case RNLP_INT16:
        return as<int16_t>()[i];
      case RNLP_INT32:
        return as<int32_t>()[i];
      case RNLP_INT64:
        return static_cast<double>(as<int64_t>()[i]);
      case RNLP_UINT8:
        return as<uint8_t>()[i];
      case RNLP_UINT16:
        return as<uint16_t>()[i];
      case RNLP_UINT32:
        return as<uint32_t>()[i];
      case RNLP_UINT64:
        return static_cast<double>(as<uint64_t>()[i]);
      case RNLP_BOOL:
        return as<bool>()[i] ? 1 : 0;
      case RNLP_COMPLEX64:
        return static_cast<double>(as<float>()[2 * i]);
      case RNLP_COMPLEX128:
        return as<double>()[2 * i];
      default:
        return std::nan("");
    }
  }
  // Integers of up to 32 bits take the low bits of a value beyond them.
  void Set(int64_t i, double value) {
    switch (dtype_) {
      case RNLP_FLOAT:
        put(i, static_cast<float>(value));
        break;
      case RNLP_DOUBLE:
        put(i, value);
        break;
      case RNLP_HALF:
        put(i, EncodeNarrow(value, 10, 5));
        break;
      case RNLP_BFLOAT16:
        put(i, EncodeNarrow(value, 7, 8));
        break;
      case RNLP_INT8:
        put(i, static_cast<int8_t>(static_cast<int64_t>(value)));
        break;
      case RNLP_INT16:
        put(i, static_cast<int16_t>(static_cast<int64_t>(value)));
        break;
      case RNLP_INT32:
        put(i, static_cast<int32_t>(static_cast<int64_t>(value)));
        break;
      case RNLP_INT64:
        put(i, static_cast<int64_t>(value));
        break;
      case RNLP_UINT8:
        put(i, static_cast<uint8_t>(static_cast<int64_t>(value)));
        break;
      case RNLP_UINT16:
        put(i, static_cast<uint16_t>(static_cast<int64_t>(value)));
        break;
      case RNLP_UINT32:
        put(i, static_cast<uint32_t>(static_cast<int64_t>(value)));
        break;
      case RNLP_UINT64:
        put(i, static_cast<uint64_t>(value));
        break;
      case RNLP_BOOL:
        put(i, value != 0);
        break;
      case RNLP_COMPLEX64:
        put(2 * i, static_cast<float>(value));
        break;
      case RNLP_COMPLEX128:
        put(2 * i, value);
        break;
      default:
        break;
    }
  }
  std::vector<double> Doubles() const {
    std::vector<double> all;
    for (int64_t i = 0; i < elements_; ++i) all.push_back(Get(i));
    return all;
  }
  bool SameBytes(const Value& other) const {
    if (dtype_ != other.dtype_ || shape_ != other.shape_) return false;
    if (dtype_ == RNLP_STRING) return strings_ == other.strings_;
    return elements_ == 0 || std::memcmp(data(), other.data(), size_bytes()) == 0;
  }

  rnlp_tensor_t View(bool with_data = true) {
    return {dtype_,       static_cast<int32_t>(shape_.size()), shape_.data(), elements_,
            size_bytes(), with_data ? data() : nullptr,        nullptr,       0};
  }

 private:
  template <typename T>
  void put(int64_t i, T value) {
    static_cast<T*>(data())[i] = value;
  }
  void Rebind() {
    for (size_t i = 0; i < strings_.size(); ++i) {
      static_cast<rnlp_str_t*>(data())[i] = {strings_[i].data(), strings_[i].size()};
    }
  }
  int32_t dtype_ = RNLP_INVALID;
  Shape shape_;
  int64_t elements_ = 0;
  size_t start_ = 0;
  std::vector<char> bytes_;
  std::deque<std::string> strings_;
};

}  // namespace runnel::test

#endif  // RUNNEL_TESTS_SUPPORT_MINI_VALUE_H_
