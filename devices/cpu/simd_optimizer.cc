// Update rules of the training ops, f32 and f64. Multiplications and additions are rounded one by one,
// as TensorFlow's are, so that a step gives the same bits on every instruction set.
#include "devices/cpu/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "devices/cpu/simd_optimizer.cc"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "devices/cpu/optimizer.h"

HWY_BEFORE_NAMESPACE();
namespace runnel::cpu::optimizer {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class D, typename T>
HWY_INLINE void DescendAt(D d, T* var, const T* delta, T alpha) {
  hn::StoreU(hn::Sub(hn::LoadU(d, var), hn::Mul(hn::LoadU(d, delta), hn::Set(d, alpha))), d, var);
}
template <typename T>
void Descend(T* var, const T* delta, T alpha, int64_t n) {
  const hn::ScalableTag<T> d;
  const hn::CappedTag<T, 1> d1;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes) DescendAt(d, var + i, delta + i, alpha);
  for (; i < n; ++i) DescendAt(d1, var + i, delta + i, alpha);
}

template <class D, typename T>
HWY_INLINE void MomentumAt(D d, T* var, T* accum, const T* grad, T lr, T momentum, bool nesterov) {
  const auto g = hn::LoadU(d, grad);
  const auto a = hn::Add(hn::Mul(hn::LoadU(d, accum), hn::Set(d, momentum)), g);
  hn::StoreU(a, d, accum);
  const auto rate = hn::Set(d, lr);
  const auto step = nesterov ? hn::Add(hn::Mul(g, rate), hn::Mul(hn::Mul(a, hn::Set(d, momentum)), rate))
                             : hn::Mul(a, rate);
  hn::StoreU(hn::Sub(hn::LoadU(d, var), step), d, var);
}
template <typename T>
void Momentum(T* var, T* accum, const T* grad, T lr, T momentum, bool nesterov, int64_t n) {
  const hn::ScalableTag<T> d;
  const hn::CappedTag<T, 1> d1;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes) MomentumAt(d, var + i, accum + i, grad + i, lr, momentum, nesterov);
  for (; i < n; ++i) MomentumAt(d1, var + i, accum + i, grad + i, lr, momentum, nesterov);
}

template <class D, typename T>
HWY_INLINE void AdamAt(D d, T* var, T* m, T* v, const T* grad, T alpha, T beta1, T beta2, T epsilon,
                       bool nesterov) {
  const auto g = hn::LoadU(d, grad);
  const auto rest1 = hn::Set(d, T{1} - beta1);
  auto mean = hn::LoadU(d, m);
  mean = hn::Add(mean, hn::Mul(hn::Sub(g, mean), rest1));
  auto square = hn::LoadU(d, v);
  square = hn::Add(square, hn::Mul(hn::Sub(hn::Mul(g, g), square), hn::Set(d, T{1} - beta2)));
  hn::StoreU(mean, d, m);
  hn::StoreU(square, d, v);
  const auto direction = nesterov ? hn::Add(hn::Mul(g, rest1), hn::Mul(mean, hn::Set(d, beta1))) : mean;
  const auto step =
      hn::Div(hn::Mul(direction, hn::Set(d, alpha)), hn::Add(hn::Sqrt(square), hn::Set(d, epsilon)));
  hn::StoreU(hn::Sub(hn::LoadU(d, var), step), d, var);
}
template <typename T>
void Adam(T* var, T* m, T* v, const T* grad, T alpha, T beta1, T beta2, T epsilon, bool nesterov,
          int64_t n) {
  const hn::ScalableTag<T> d;
  const hn::CappedTag<T, 1> d1;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    AdamAt(d, var + i, m + i, v + i, grad + i, alpha, beta1, beta2, epsilon, nesterov);
  }
  for (; i < n; ++i) AdamAt(d1, var + i, m + i, v + i, grad + i, alpha, beta1, beta2, epsilon, nesterov);
}

constexpr OptimizerTable kTable = {{Descend<float>, Momentum<float>, Adam<float>},
                                   {Descend<double>, Momentum<double>, Adam<double>}};

}  // namespace HWY_NAMESPACE
}  // namespace runnel::cpu::optimizer
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace runnel::cpu {
namespace optimizer {
const OptimizerTable& Choose(Isa isa) { return RUNNEL_CPU_CHOOSE(isa, kTable); }
}  // namespace optimizer
const OptimizerTable& Optimizers(Isa isa) { return optimizer::Choose(isa); }
}  // namespace runnel::cpu
#endif
