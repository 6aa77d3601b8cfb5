// TileFinish in registers; included by simd_*.cc once for every instruction set.
#if defined(RUNNEL_DEVICES_CPU_SIMD_FINISH_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef RUNNEL_DEVICES_CPU_SIMD_FINISH_H_
#undef RUNNEL_DEVICES_CPU_SIMD_FINISH_H_
#else
#define RUNNEL_DEVICES_CPU_SIMD_FINISH_H_
#endif

#include <hwy/highway.h>

#include "devices/cpu/tile_finish.h"

HWY_BEFORE_NAMESPACE();
namespace runnel::cpu::finish {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The comparisons are those of the element-wise loops: the same bits.
template <int kRows, int kVectors, class D, class V>
HWY_INLINE void Finish(D d, const TileFinish<float>& finish, V (&sum)[kRows][kVectors]) {
  if (finish.bias != nullptr) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      const V bias = hn::LoadU(d, finish.bias + v * hn::Lanes(d));
#pragma GCC unroll 16
      for (int i = 0; i < kRows; ++i) sum[i][v] = hn::Add(sum[i][v], bias);
    }
  }
  if (finish.has_low) {
    const V low = hn::Set(d, finish.low);
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v)
        sum[i][v] = hn::IfThenElse(hn::Lt(sum[i][v], low), low, sum[i][v]);
    }
  }
  if (finish.has_high) {
    const V high = hn::Set(d, finish.high);
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v)
        sum[i][v] = hn::IfThenElse(hn::Gt(sum[i][v], high), high, sum[i][v]);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace runnel::cpu::finish
HWY_AFTER_NAMESPACE();

#endif
