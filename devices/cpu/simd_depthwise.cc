// Rows of depthwise convolutions: a few pixels share what is loaded of the filter.
#include "devices/cpu/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "devices/cpu/simd_depthwise.cc"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "devices/cpu/depthwise.h"

HWY_BEFORE_NAMESPACE();
namespace runnel::cpu::depthwise {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Channels [c, c + kVectors vectors) of pixels [p, p + kPixels).
template <int kPixels, int kVectors, class D, typename T>
HWY_INLINE void Tile(D d, const DepthwiseRow<T>& row, int64_t p, int64_t c) {
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  hn::Vec<D> sum[kPixels][kVectors];
#pragma GCC unroll 4
  for (int i = 0; i < kPixels; ++i) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) sum[i][v] = hn::Zero(d);
  }
  for (int64_t s = 0; s < row.taps[0]; ++s) {
    const T* HWY_RESTRICT x = row.x + (p * row.x_pixel + s * row.x_tap[0] + c);
    const T* HWY_RESTRICT f = row.f + (s * row.f_tap[0] + c);
    for (int64_t t = 0; t < row.taps[1]; ++t) {
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) {
        const auto weight = hn::LoadU(d, f + t * row.f_tap[1] + v * lanes);
#pragma GCC unroll 4
        for (int i = 0; i < kPixels; ++i) {
          const auto value = hn::LoadU(d, x + t * row.x_tap[1] + i * row.x_pixel + v * lanes);
          sum[i][v] = hn::MulAdd(value, weight, sum[i][v]);
        }
      }
    }
  }
#pragma GCC unroll 4
  for (int i = 0; i < kPixels; ++i) {
    T* out = row.out + ((p + i) * row.out_pixel + c);
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      auto result = sum[i][v];
      if (row.accumulate) result = hn::Add(hn::LoadU(d, out + v * lanes), result);
      hn::StoreU(result, d, out + v * lanes);
    }
  }
}

template <int kVectors, class D, typename T>
HWY_INLINE void Pixels(D d, const DepthwiseRow<T>& row, int64_t c) {
  int64_t p = 0;
  for (; p + 4 <= row.pixels; p += 4) Tile<4, kVectors>(d, row, p, c);
  for (; p < row.pixels; ++p) Tile<1, kVectors>(d, row, p, c);
}

template <typename T>
void Row(const DepthwiseRow<T>& row) {
  const hn::ScalableTag<T> d;
  const hn::CappedTag<T, 1> d1;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t c = 0;
  for (; c + 2 * lanes <= row.channels; c += 2 * lanes) Pixels<2>(d, row, c);
  for (; c + lanes <= row.channels; c += lanes) Pixels<1>(d, row, c);
  for (; c < row.channels; ++c) Pixels<1>(d1, row, c);
}

constexpr DepthwiseTable kTable = {OnlyFor<float>(&Row<float>), OnlyFor<double>(&Row<double>)};

}  // namespace HWY_NAMESPACE
}  // namespace runnel::cpu::depthwise
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace runnel::cpu {
namespace depthwise {
const DepthwiseTable& Choose(Isa isa) { return RUNNEL_CPU_CHOOSE(isa, kTable); }
}  // namespace depthwise
const DepthwiseTable& Depthwise(Isa isa) { return depthwise::Choose(isa); }
}  // namespace runnel::cpu
#endif
