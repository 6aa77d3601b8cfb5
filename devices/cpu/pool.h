// The vector loops of maxima over windows, channel by channel.
#ifndef RUNNEL_DEVICES_CPU_POOL_H_
#define RUNNEL_DEVICES_CPU_POOL_H_

#include <cstdint>

#include "devices/cpu/simd.h"

namespace runnel::cpu {

// The pixels of a window, at least one: pixel (h, w) has its channels at h * row + w * column.
struct PoolWindow {
  int64_t rows, columns;
  int64_t row, column;
  int64_t channels;
};

template <typename T>
struct PoolLoops {
  // out[c] is the largest that the pixels have; a NaN is larger than any number, the first one stays.
  void (*max)(const PoolWindow& window, const T* in, T* out);
  // Adds grad[c] at the first pixel that has the largest, in `out`, which is laid out as `in`.
  void (*max_grad)(const PoolWindow& window, const T* in, const T* grad, T* out);
};
struct PoolTable {
  PoolLoops<float> f32;
  PoolLoops<double> f64;
};
const PoolTable& Pools(Isa isa);

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_POOL_H_
