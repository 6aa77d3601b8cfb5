// Overflow-checked arithmetic. Sizes that come from a model, a file or a peer are computed with these
// only.
#ifndef RUNNEL_CORE_BASE_CHECKED_H_
#define RUNNEL_CORE_BASE_CHECKED_H_

#include <cstdint>

namespace runnel {

// Each returns false, leaving *out unspecified, if the exact result does not fit.
template <typename T>
[[nodiscard]] inline bool CheckedAdd(T a, T b, T* out) {
  return !__builtin_add_overflow(a, b, out);
}
template <typename T>
[[nodiscard]] inline bool CheckedSub(T a, T b, T* out) {
  return !__builtin_sub_overflow(a, b, out);
}
template <typename T>
[[nodiscard]] inline bool CheckedMul(T a, T b, T* out) {
  return !__builtin_mul_overflow(a, b, out);
}

// Rounds up to a multiple of `alignment`, a power of two. The caller keeps value far from the maximum.
inline uint64_t AlignUp(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) & ~(alignment - 1);
}

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_CHECKED_H_
