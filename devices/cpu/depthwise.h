// The vector loop of depthwise convolutions, forwards and backwards: sums of products, channel by
// channel.
#ifndef RUNNEL_DEVICES_CPU_DEPTHWISE_H_
#define RUNNEL_DEVICES_CPU_DEPTHWISE_H_

#include <cstdint>

#include "devices/cpu/simd.h"

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

struct DepthwiseTable {
  void (*f32)(const DepthwiseRow<float>& row);
  void (*f64)(const DepthwiseRow<double>& row);
};
const DepthwiseTable& Depthwise(Isa isa);

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_DEPTHWISE_H_
