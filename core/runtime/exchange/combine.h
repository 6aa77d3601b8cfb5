// Element by element arithmetic on host tensors, for what adds up values of several replicas:
// accumulators and all-reduce.
#ifndef RUNNEL_CORE_RUNTIME_EXCHANGE_COMBINE_H_
#define RUNNEL_CORE_RUNTIME_EXCHANGE_COMBINE_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/tensor/dtype.h"

namespace runnel {

enum class Combine : uint8_t { kAdd, kMul, kMin, kMax };

// "Add", "Mul", "Min" or "Max", as TensorFlow's merge_op names them.
std::optional<Combine> ParseCombine(std::string_view name);

// Real numbers: floating point (half and bfloat16 by way of float, each result rounded to the nearest)
// and integers of 32 and 64 bits.
bool CanCombine(DType dtype);

// to[i] = a[i] combined with b[i]. The ranges may be the same. Minima and maxima hand NaN on.
void CombineTo(Combine combine, DType dtype, void* to, const void* a, const void* b, int64_t count);
inline void CombineInto(Combine combine, DType dtype, void* to, const void* from, int64_t count) {
  CombineTo(combine, dtype, to, to, from, count);
}

// values[i] /= divisor, which is not 0; integers are rounded towards zero.
void DivideBy(DType dtype, void* values, int64_t count, int64_t divisor);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_EXCHANGE_COMBINE_H_
