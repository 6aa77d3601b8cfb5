// The update loops of the training ops. All pointers are to n elements of T, which may not overlap.
#ifndef RUNNEL_DEVICES_CPU_OPTIMIZER_H_
#define RUNNEL_DEVICES_CPU_OPTIMIZER_H_

#include <cstdint>

#include "devices/cpu/simd.h"

namespace runnel::cpu {

template <typename T>
struct OptimizerLoops {
  // var -= alpha * delta
  void (*descend)(T* var, const T* delta, T alpha, int64_t n);
  // accum = momentum * accum + grad; var -= lr * accum (nesterov: lr * (grad + momentum * accum))
  void (*momentum)(T* var, T* accum, const T* grad, T lr, T momentum, bool nesterov, int64_t n);
  // m += (1 - beta1) (grad - m); v += (1 - beta2) (grad^2 - v); var -= alpha * m / (sqrt(v) + epsilon)
  void (*adam)(T* var, T* m, T* v, const T* grad, T alpha, T beta1, T beta2, T epsilon, bool nesterov,
               int64_t n);
};
struct OptimizerTable {
  OptimizerLoops<float> f32;
  OptimizerLoops<double> f64;
};
const OptimizerTable& Optimizers(Isa isa);

inline const OptimizerLoops<float>& Select(const OptimizerTable& table, float) { return table.f32; }
inline const OptimizerLoops<double>& Select(const OptimizerTable& table, double) { return table.f64; }

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_OPTIMIZER_H_
