// The vector loops of reductions and of softmax, f32.
#ifndef RUNNEL_DEVICES_CPU_REDUCE_H_
#define RUNNEL_DEVICES_CPU_REDUCE_H_

#include <cstdint>

#include "devices/cpu/simd.h"

namespace runnel::cpu {

struct ReduceTable {
  // Rows of n floats. NaN wins in max and min.
  double (*sum)(const float* data, int64_t n);
  float (*max)(const float* data, int64_t n);
  float (*min)(const float* data, int64_t n);
  // acc[j] += sum over rows of data[r * stride + j], n <= 256.
  void (*sum_columns)(const float* data, int64_t stride, int64_t rows, int64_t n, double* acc);
  // out[i] = exp(in[i] - shift); returns the sum. out may be in, or NULL.
  double (*exp_sum)(const float* in, float shift, float* out, int64_t n);
  // out[i] = in[i] * scale
  void (*scale)(const float* in, float scale, float* out, int64_t n);
  // out[i] = (in[i] - first) - second
  void (*shift)(const float* in, float first, float second, float* out, int64_t n);
};
const ReduceTable& Reductions(Isa isa);

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_REDUCE_H_
