// Products with a matrix of windows (window_gemm.h) for int32, which wraps round as TensorFlow's does.
// No model's speed hangs on them: plain loops along the filter's columns.
#ifndef RUNNEL_DEVICES_CPU_WINDOW_INTEGER_H_
#define RUNNEL_DEVICES_CPU_WINDOW_INTEGER_H_

#include <algorithm>

#include "devices/cpu/window_gather.h"

namespace runnel::cpu {

// target = windows * filter, as WindowProduct. Needs no workspace.
inline void IntegerProduct(const rnlp_run_t* run, const WindowMatrix& m, const FilterMatrix& filter,
                           const GridTarget& target) {
  constexpr int64_t kBlock = 64;               // columns whose sums stay in the cache
  constexpr int64_t kLeastProducts = 100'000;  // of a thread's share
  const ImageLayout &image = m.image, &out = target.image;
  const int64_t products = std::max<int64_t>(1, std::min(m.depth(), kLeastProducts) * out.channels);
  ParallelFor(
      run, m.rows(), std::max<int64_t>(1, kLeastProducts / products), [&](int64_t begin, int64_t end) {
        GridPosition p(m.grid, begin);
        for (int64_t row = begin; row < end; ++row, p.Advance()) {
          uint32_t* const to = static_cast<uint32_t*>(target.data) + p.n * out.batch_stride +
                               (p.i * target.step[0] + target.first[0]) * out.strides[0] +
                               (p.j * target.step[1] + target.first[1]) * out.strides[1];
          for (int64_t first = 0; first < out.channels; first += kBlock) {
            const int64_t columns = std::min(kBlock, out.channels - first);
            uint32_t sums[kBlock] = {};
            for (int64_t s = 0; s < m.taps[0]; ++s) {
              const int64_t h = p.i * m.step[0] + m.first[0] + s * m.tap_step[0];
              if (h < 0 || h >= image.sizes[0]) continue;
              for (int64_t t = 0; t < m.taps[1]; ++t) {
                const int64_t w = p.j * m.step[1] + m.first[1] + t * m.tap_step[1];
                if (w < 0 || w >= image.sizes[1]) continue;
                const uint32_t* pixel = static_cast<const uint32_t*>(m.data) + p.n * image.batch_stride +
                                        h * image.strides[0] + w * image.strides[1];
                const uint32_t* f = static_cast<const uint32_t*>(filter.data) + first * filter.column +
                                    ((filter.tap[0] + s * filter.step[0]) * filter.row + filter.tap[1] +
                                     t * filter.step[1]) *
                                        filter.plane;
                for (int64_t c = 0; c < image.channels; ++c) {
                  const uint32_t value = *pixel;
                  for (int64_t n = 0; n < columns; ++n) sums[n] += value * f[n * filter.column];
                  pixel += image.channel_stride;
                  f += filter.channel;
                }
              }
            }
            for (int64_t n = 0; n < columns; ++n) to[(first + n) * out.channel_stride] = sums[n];
          }
        }
      });
}

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_WINDOW_INTEGER_H_
