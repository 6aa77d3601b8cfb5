// The vector loops of batch normalisation, f32. Channels are columns (rows of pixels, channels side by
// side) or one whole row each; parameters are one for each column, or the first of each for a row.
#ifndef RUNNEL_DEVICES_CPU_NORM_H_
#define RUNNEL_DEVICES_CPU_NORM_H_

#include <cstdint>

#include "devices/cpu/simd.h"

namespace runnel::cpu {

struct NormTable {
  // acc[c] += sum over rows of a[c] * (x[c] - shift[c]), n <= 256 columns; without a (NULL) of the
  // differences, and where a is x of their squares.
  void (*columns)(const float* a, const float* x, const float* shift, int64_t stride, int64_t rows,
                  int64_t n, double* acc);
  // The same for one channel of n elements.
  double (*row)(const float* a, const float* x, float shift, int64_t n);
  // out = (x - m) * p + o. out may be x.
  void (*apply_columns)(const float* x, const float* m, const float* p, const float* o, float* out,
                        int64_t n);
  void (*apply_row)(const float* x, const float* m, const float* p, const float* o, float* out,
                    int64_t n);
  // out = (dy - a) * k - (x - m) * b. out may be x or dy.
  void (*gradient_columns)(const float* dy, const float* a, const float* k, const float* x,
                           const float* m, const float* b, float* out, int64_t n);
  void (*gradient_row)(const float* dy, const float* a, const float* k, const float* x, const float* m,
                       const float* b, float* out, int64_t n);
};
const NormTable& Norms(Isa isa);

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_NORM_H_
