#include "tools/conformance/reference.h"

#include <algorithm>
#include <cmath>

namespace runnel::conformance {

#define RUNNEL_FAMILY(family) std::vector<Reference> family##References();
#include "runnel_reference_families.h"
#undef RUNNEL_FAMILY

double Numbers::Next(double low, double high) {
  state_ ^= state_ << 13;
  state_ ^= state_ >> 7;
  state_ ^= state_ << 17;
  return low + (high - low) * static_cast<double>(state_ >> 11) * 0x1p-53;
}

std::vector<double> Numbers::For(int32_t dtype, int64_t count, double low, double high) {
  if (IsUnsigned(dtype)) low = std::max(low, 0.0);
  if (dtype == RNLP_BOOL) {
    low = 0;
    high = 1;
  }
  std::vector<double> out;
  for (int64_t i = 0; i < count; ++i) {
    double number = Next(low, high);
    number = IsFloating(dtype) ? std::round(number * 8) / 8 : std::round(number);
    out.push_back(std::clamp(number, low, high));
  }
  return out;
}

Value Make(Numbers& numbers, int32_t dtype, Shape shape, double low, double high) {
  const int64_t count = Count(shape);
  return Value(dtype, std::move(shape), numbers.For(dtype, count, low, high));
}

Value MakeWhole(Numbers& numbers, int32_t dtype, Shape shape, double low, double high) {
  std::vector<double> whole = numbers.For(dtype, Count(shape), low, high);
  for (double& number : whole) number = std::nearbyint(number);
  return Value(dtype, std::move(shape), whole);
}

Value Ints(int32_t dtype, Shape shape, const std::vector<int64_t>& values) {
  return Value(dtype, std::move(shape), std::vector<double>(values.begin(), values.end()));
}

void ForEach(const Shape& shape, const std::function<void(const Shape& index)>& f) {
  if (Count(shape) == 0) return;
  Shape index(shape.size(), 0);
  for (;;) {
    f(index);
    size_t i = shape.size();
    while (i > 0 && ++index[i - 1] == shape[i - 1]) index[--i] = 0;
    if (i == 0) return;
  }
}

int64_t Flat(const Shape& shape, const Shape& index) {
  int64_t flat = 0;
  for (size_t i = 0; i < shape.size(); ++i) flat = flat * shape[i] + index[i];
  return flat;
}

int64_t BroadcastFlat(const Shape& shape, const Shape& index) {
  const size_t skip = index.size() - shape.size();
  int64_t flat = 0;
  for (size_t i = 0; i < shape.size(); ++i)
    flat = flat * shape[i] + (shape[i] == 1 ? 0 : index[skip + i]);
  return flat;
}

Shape BroadcastShape(const Shape& a, const Shape& b) {
  Shape out(std::max(a.size(), b.size()), 1);
  for (const Shape* shape : {&a, &b}) {
    const size_t skip = out.size() - shape->size();
    for (size_t i = 0; i < shape->size(); ++i) {
      if ((*shape)[i] != 1) out[skip + i] = (*shape)[i];
    }
  }
  return out;
}

const Reference* FindReference(std::string_view op) {
  static const std::vector<Reference> all = [] {
    std::vector<Reference> references;
#define RUNNEL_FAMILY(family) \
  for (Reference & reference : family##References()) references.push_back(std::move(reference));
#include "runnel_reference_families.h"
#undef RUNNEL_FAMILY
    return references;
  }();
  for (const Reference& reference : all) {
    if (reference.op == op) return &reference;
  }
  return nullptr;
}

}  // namespace runnel::conformance
