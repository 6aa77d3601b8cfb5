// The vector loop of depthwise convolutions, forwards and backwards: sums of products, channel by
// channel.
#ifndef RUNNEL_DEVICES_CPU_DEPTHWISE_H_
#define RUNNEL_DEVICES_CPU_DEPTHWISE_H_

#include <cstdint>

#include "devices/cpu/simd.h"
#include "devices/cpu/tile_finish.h"

namespace runnel::cpu {

// For every pixel p and channel c, with taps (s, t):
//   out[p * out_pixel + c] (+)= sum over s, t of
//       x[p * x_pixel + s * x_tap[0] + t * x_tap[1] + c] * f[s * f_tap[0] + t * f_tap[1] + c]
// The products of a pixel are one chain of fused multiply-adds, whatever pixels are beside it.
template <typename T>
struct DepthwiseRow {
  int64_t pixels, channels;
  int64_t taps[2];
  const T* x;
  int64_t x_pixel, x_tap[2];
  const T* f;
  int64_t f_tap[2];
  T* out;
  int64_t out_pixel;
  bool accumulate;
};

inline constexpr int64_t kBandChannels = 16;

// Rows [begin, end) of a grid of `pixels` columns, all channels, of a filter of taps x taps in steps of
// `step`: the window of row i, pixel p begins at i * step + first[0], p * step + first[1] of an image of
// `size`, outside of which zeros are read. x is its first pixel; `out` that of row 0 of the grid.
struct DepthwiseBand {
  int64_t begin, end;
  int64_t pixels, channels;
  int64_t taps, step;
  int64_t first[2], size[2];
  const float* x;
  int64_t x_row, x_pixel;
  const float* f;
  int64_t f_tap[2];
  float* out;
  int64_t out_row, out_pixel;
  const TileFinish<float>* finish;  // NULL: out is the sum
};

struct DepthwiseTable {
  void (*f32)(const DepthwiseRow<float>& row);
  void (*f64)(const DepthwiseRow<double>& row);
  // For 3 or 5 taps, steps of 1 or 2, and kBandChannels channels or more.
  void (*band)(const DepthwiseBand& band);
};
const DepthwiseTable& Depthwise(Isa isa);

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_DEPTHWISE_H_
