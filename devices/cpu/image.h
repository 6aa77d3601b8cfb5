// The vector loops of image ops, f32: rows of resized images, and sums over neighbouring channels.
#ifndef RUNNEL_DEVICES_CPU_IMAGE_H_
#define RUNNEL_DEVICES_CPU_IMAGE_H_

#include <cstdint>

#include "devices/cpu/simd.h"

namespace runnel::cpu {

struct ImageTable {
  // out[i] = row[low[i]] + (row[high[i]] - row[low[i]]) * lerp[i]
  void (*pick)(const float* row, const int32_t* low, const int32_t* high, const float* lerp, float* out,
               int64_t n);
  // out[i] = a[i] + (b[i] - a[i]) * lerp
  void (*mix)(const float* a, const float* b, float lerp, float* out, int64_t n);
  // acc[i] += weight * x[i]
  void (*weigh)(float weight, const float* x, float* acc, int64_t n);
  // out[i] = x[i]^2
  void (*square)(const float* x, float* out, int64_t n);
  // out[i] = the sum of x[i..i + window), from the first to the last
  void (*slide)(const float* x, int64_t window, float* out, int64_t n);
  // norms[i] = bias + alpha * sums[i]; powers[i] = norms[i]^-beta, for beta 0.5, 0.75 and 1
  void (*norms)(const float* sums, float bias, float alpha, float beta, float* norms, float* powers,
                int64_t n);
};
const ImageTable& Images(Isa isa);

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_IMAGE_H_
