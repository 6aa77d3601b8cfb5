// Values in host memory: typed bytes, read and written as doubles.
#ifndef RUNNEL_TOOLS_CONFORMANCE_VALUE_H_
#define RUNNEL_TOOLS_CONFORMANCE_VALUE_H_

#include <cstdint>
#include <vector>

#include "plugins/abi/rnlp_base.h"

namespace runnel::conformance {

using Shape = std::vector<int64_t>;
int64_t Count(const Shape& shape);

// True for the types that a double can stand for exactly enough: real numbers, bool, and quantised ones,
// which count as the integers that they are made of.
bool IsReal(int32_t dtype);
bool IsFloating(int32_t dtype);
bool IsUnsigned(int32_t dtype);

class Value {
 public:
  Value() = default;
  Value(int32_t dtype, Shape shape);
  // Each number is rounded (floating types) or wrapped (integers) to the type.
  Value(int32_t dtype, Shape shape, const std::vector<double>& numbers);

  int32_t dtype() const { return dtype_; }
  const Shape& shape() const { return shape_; }
  int64_t count() const { return Count(shape_); }
  uint64_t size_bytes() const { return bytes_.size(); }
  char* bytes() { return bytes_.data(); }
  const char* bytes() const { return bytes_.data(); }
  double Get(int64_t i) const;
  void Set(int64_t i, double number);

 private:
  int32_t dtype_ = RNLP_INVALID;
  Shape shape_;
  std::vector<char> bytes_;
};

}  // namespace runnel::conformance

#endif  // RUNNEL_TOOLS_CONFORMANCE_VALUE_H_
