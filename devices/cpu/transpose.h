// Transposes of matrices in memory: what packing a transposed operand and moving dimensions come down
// to.
#ifndef RUNNEL_DEVICES_CPU_TRANSPOSE_H_
#define RUNNEL_DEVICES_CPU_TRANSPOSE_H_

#include <cstdint>
#include <type_traits>

#include "devices/cpu/simd.h"

namespace runnel::cpu {

// out[c * out_column + r] = in[r * in_row + c] for r in [0, rows), c in [0, columns). `in` and `out` do
// not overlap.
template <typename U>
using TransposeFn = void (*)(int64_t rows, int64_t columns, const U* in, int64_t in_row, U* out,
                             int64_t out_column);

// For elements of four and of eight bytes.
struct TransposeTable {
  TransposeFn<uint32_t> by_4;
  TransposeFn<uint64_t> by_8;
};
const TransposeTable& Transposes(Isa isa);

template <typename T>
void Transpose(Isa isa, int64_t rows, int64_t columns, const T* in, int64_t in_row, T* out,
               int64_t out_column) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  using U = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  TransposeFn<U> transpose = nullptr;
  if constexpr (sizeof(T) == 4) {
    transpose = Transposes(isa).by_4;
  } else {
    transpose = Transposes(isa).by_8;
  }
  transpose(rows, columns, reinterpret_cast<const U*>(in), in_row, reinterpret_cast<U*>(out),
            out_column);
}

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_TRANSPOSE_H_
