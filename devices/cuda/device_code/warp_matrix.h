// What a warp does together with small matrices of 16-bit floats: products on its tensor cores, and
// copies to shared memory that go on beside its work. From compute capability 8.0 on
// (RUNNEL_WARP_MATRIX).
//
// A fragment has two neighbouring elements in each register. Of a 16 x 16 left operand, lane l has rows
// l / 4 and l / 4 + 8 (registers 0 and 1), columns l % 4 * 2 and the next; registers 2 and 3 are those 8
// columns on. Of a 16 x 8 right operand it has column l / 4, rows l % 4 * 2 and the next (register 0),
// and those 8 rows on (1). Of the 16 x 8 result it has row l / 4, columns l % 4 * 2 and the next, then
// row l / 4 + 8.
#ifndef RUNNEL_DEVICES_CUDA_DEVICE_CODE_WARP_MATRIX_H_
#define RUNNEL_DEVICES_CUDA_DEVICE_CODE_WARP_MATRIX_H_

#include "devices/cuda/device_code/language.h"

#if defined(RUNNEL_FAKE_CUDA)
#define RUNNEL_WARP_MATRIX 1
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define RUNNEL_WARP_MATRIX 1

namespace runnel::cuda {

// sum += left * right
RUNNEL_DEVICE void WarpMultiply(Half, float* sum, const u32* left, const u32* right) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(left[0]), "r"(left[1]), "r"(left[2]), "r"(left[3]), "r"(right[0]), "r"(right[1]));
}
RUNNEL_DEVICE void WarpMultiply(BFloat16, float* sum, const u32* left, const u32* right) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(left[0]), "r"(left[1]), "r"(left[2]), "r"(left[3]), "r"(right[0]), "r"(right[1]));
}
// Rounds both to nearest; `low` is the first of the two in memory.
RUNNEL_DEVICE u32 PackPair(Half, float low, float high) {
  u32 pair;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
  return pair;
}
RUNNEL_DEVICE u32 PackPair(BFloat16, float low, float high) {
  u32 pair;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
  return pair;
}
// Four 8 x 8 matrices from shared memory: lane l names row l % 8 of matrix l / 8, 16 bytes that are
// aligned so. Register i of matrix i: row lane / 4, columns lane % 4 * 2 and the next; transposed:
// column lane / 4, rows lane % 4 * 2 and the next.
RUNNEL_DEVICE void LoadMatrices(const u16* row, u32* out) {
  const auto at = static_cast<u32>(__cvta_generic_to_shared(row));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
               : "r"(at)
               : "memory");
}
RUNNEL_DEVICE void LoadMatricesTransposed(const u16* row, u32* out) {
  const auto at = static_cast<u32>(__cvta_generic_to_shared(row));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
               : "r"(at)
               : "memory");
}
// Copies 16 bytes, or writes so many zeros if `real` is false, until WaitForCopies; both aligned so.
RUNNEL_DEVICE void CopyBeside(u16* to_shared, const u16* from, bool real) {
  const auto at = static_cast<u32>(__cvta_generic_to_shared(to_shared));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(at), "l"(from), "r"(real ? 16 : 0)
               : "memory");
}
// All that this thread has begun.
RUNNEL_DEVICE void WaitForCopies() { asm volatile("cp.async.wait_all;" ::: "memory"); }

}  // namespace runnel::cuda
#endif

#endif  // RUNNEL_DEVICES_CUDA_DEVICE_CODE_WARP_MATRIX_H_
