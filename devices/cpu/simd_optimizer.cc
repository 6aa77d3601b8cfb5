// Update rules of the training ops, f32 and f64. Multiplications and additions are rounded one by one,
// as TensorFlow's are, so that a step gives the same bits on every instruction set.
#include <cmath>

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
using hn::Abs;
using hn::Add;
using hn::Div;
using hn::Max;
using hn::Mul;
using hn::Set;
using hn::Sqrt;
using hn::Sub;

// A rule is made from the scalars and steps x, the variable and what is kept beside it, along g.
template <class D>
struct Rule {
  using V = hn::Vec<D>;
  using T = hn::TFromD<D>;
};

// old + (now - old) * rest
template <class V>
HWY_INLINE V Decay(V old, V now, V rest) {
  return Add(old, Mul(Sub(now, old), rest));
}

template <class D>
struct Descend : Rule<D> {
  using typename Rule<D>::V, typename Rule<D>::T;
  static constexpr int kSlots = 1;
  HWY_INLINE Descend(D d, const T* s, bool) : alpha(Set(d, s[0])) {}
  HWY_INLINE void Step(V* x, V g) const { x[0] = Sub(x[0], Mul(g, alpha)); }
  V alpha;
};

template <class D>
struct Momentum : Rule<D> {
  using typename Rule<D>::V, typename Rule<D>::T;
  static constexpr int kSlots = 2;
  HWY_INLINE Momentum(D d, const T* s, bool option)
      : rate(Set(d, s[0])), momentum(Set(d, s[1])), nesterov(option) {}
  HWY_INLINE void Step(V* x, V g) const {
    x[1] = Add(Mul(x[1], momentum), g);
    x[0] = Sub(x[0], nesterov ? Add(Mul(g, rate), Mul(Mul(x[1], momentum), rate)) : Mul(x[1], rate));
  }
  V rate, momentum;
  bool nesterov;
};

template <class D>
struct KerasMomentum : Rule<D> {
  using typename Rule<D>::V, typename Rule<D>::T;
  static constexpr int kSlots = 2;
  HWY_INLINE KerasMomentum(D d, const T* s, bool option)
      : rate(Set(d, s[0])), momentum(Set(d, s[1])), nesterov(option) {}
  HWY_INLINE void Step(V* x, V g) const {
    x[1] = Sub(Mul(x[1], momentum), Mul(g, rate));
    x[0] = Add(x[0], nesterov ? Sub(Mul(x[1], momentum), Mul(g, rate)) : x[1]);
  }
  V rate, momentum;
  bool nesterov;
};

template <class D>
struct Adam : Rule<D> {
  using typename Rule<D>::V, typename Rule<D>::T;
  static constexpr int kSlots = 3;
  HWY_INLINE Adam(D d, const T* s, bool option)
      : alpha(Set(d, s[2] * std::sqrt(T{1} - s[1]) / (T{1} - s[0]))),
        beta1(Set(d, s[3])),
        rest1(Set(d, T{1} - s[3])),
        rest2(Set(d, T{1} - s[4])),
        epsilon(Set(d, s[5])),
        nesterov(option) {}
  HWY_INLINE void Step(V* x, V g) const {
    x[1] = Decay(x[1], g, rest1);
    x[2] = Decay(x[2], Mul(g, g), rest2);
    const V direction = nesterov ? Add(Mul(g, rest1), Mul(x[1], beta1)) : x[1];
    x[0] = Sub(x[0], Div(Mul(direction, alpha), Add(Sqrt(x[2]), epsilon)));
  }
  V alpha, beta1, rest1, rest2, epsilon;
  bool nesterov;
};

template <class D>
struct AdaMax : Rule<D> {
  using typename Rule<D>::V, typename Rule<D>::T;
  static constexpr int kSlots = 3;
  HWY_INLINE AdaMax(D d, const T* s, bool)
      : alpha(Set(d, s[1] / (T{1} - s[0]))),
        rest1(Set(d, T{1} - s[2])),
        beta2(Set(d, s[3])),
        epsilon(Set(d, s[4])) {}
  HWY_INLINE void Step(V* x, V g) const {
    x[1] = Decay(x[1], g, rest1);
    x[2] = Max(Mul(beta2, x[2]), Abs(g));
    x[0] = Sub(x[0], Mul(alpha, Div(x[1], Add(x[2], epsilon))));
  }
  V alpha, rest1, beta2, epsilon;
};

template <class D>
struct Adagrad : Rule<D> {
  using typename Rule<D>::V, typename Rule<D>::T;
  static constexpr int kSlots = 2;
  HWY_INLINE Adagrad(D d, const T* s, bool option) : rate(Set(d, s[0])), update(option) {}
  HWY_INLINE void Step(V* x, V g) const {
    if (update) x[1] = Add(x[1], Mul(g, g));
    x[0] = Sub(x[0], Div(Mul(g, rate), Sqrt(x[1])));
  }
  V rate;
  bool update;
};

template <class D>
struct AdagradV2 : Rule<D> {
  using typename Rule<D>::V, typename Rule<D>::T;
  static constexpr int kSlots = 2;
  HWY_INLINE AdagradV2(D d, const T* s, bool option)
      : rate(Set(d, s[0])), epsilon(Set(d, s[1])), update(option) {}
  HWY_INLINE void Step(V* x, V g) const {
    if (update) x[1] = Add(x[1], Mul(g, g));
    x[0] = Sub(x[0], Div(Mul(g, rate), Add(Sqrt(x[1]), epsilon)));
  }
  V rate, epsilon;
  bool update;
};

template <class D>
struct Adadelta : Rule<D> {
  using typename Rule<D>::V, typename Rule<D>::T;
  static constexpr int kSlots = 3;
  HWY_INLINE Adadelta(D d, const T* s, bool)
      : rate(Set(d, s[0])), rest(Set(d, T{1} - s[1])), epsilon(Set(d, s[2])) {}
  HWY_INLINE void Step(V* x, V g) const {
    x[1] = Decay(x[1], Mul(g, g), rest);
    const V update = Mul(g, Div(Sqrt(Add(x[2], epsilon)), Sqrt(Add(x[1], epsilon))));
    x[0] = Sub(x[0], Mul(update, rate));
    x[2] = Decay(x[2], Mul(update, update), rest);
  }
  V rate, rest, epsilon;
};

template <class D>
struct RmsProp : Rule<D> {
  using typename Rule<D>::V, typename Rule<D>::T;
  static constexpr int kSlots = 3;
  HWY_INLINE RmsProp(D d, const T* s, bool)
      : rate(Set(d, s[0])), rest(Set(d, T{1} - s[1])), momentum(Set(d, s[2])), epsilon(Set(d, s[3])) {}
  HWY_INLINE void Step(V* x, V g) const {
    x[1] = Decay(x[1], Mul(g, g), rest);
    x[2] = Add(Mul(x[2], momentum), Div(Mul(g, rate), Sqrt(Add(x[1], epsilon))));
    x[0] = Sub(x[0], x[2]);
  }
  V rate, rest, momentum, epsilon;
};

template <class D>
struct CenteredRmsProp : Rule<D> {
  using typename Rule<D>::V, typename Rule<D>::T;
  static constexpr int kSlots = 4;
  HWY_INLINE CenteredRmsProp(D d, const T* s, bool)
      : rate(Set(d, s[0])), rest(Set(d, T{1} - s[1])), momentum(Set(d, s[2])), epsilon(Set(d, s[3])) {}
  HWY_INLINE void Step(V* x, V g) const {
    x[1] = Decay(x[1], g, rest);
    x[2] = Decay(x[2], Mul(g, g), rest);
    const V spread = Add(Sub(x[2], Mul(x[1], x[1])), epsilon);
    x[3] = Add(Mul(x[3], momentum), Div(Mul(g, rate), Sqrt(spread)));
    x[0] = Sub(x[0], x[3]);
  }
  V rate, rest, momentum, epsilon;
};

template <class D, bool kShrinks>
struct FtrlRule : Rule<D> {
  using typename Rule<D>::V, typename Rule<D>::T;
  static constexpr int kSlots = 3;
  HWY_INLINE FtrlRule(D d, const T* s, bool times_rate)
      : rate(Set(d, times_rate ? T{1} : s[0])),
        weight(Set(d, times_rate ? s[0] : T{1})),
        l1(Mul(Set(d, s[1]), weight)),
        l2(Mul(Set(d, T{2} * s[2]), weight)),
        shrinkage(Set(d, kShrinks ? T{2} * s[3] : T{0})),
        power(-s[kShrinks ? 4 : 3]) {}
  // v to the power -lr_power
  HWY_INLINE V Power(V v) const {
    if (power == T(0.5)) return Sqrt(v);
    const D d;
    HWY_ALIGN T lanes[hn::MaxLanes(D())];
    hn::Store(v, d, lanes);
    for (T& lane : lanes) lane = std::pow(lane, power);
    return hn::Load(d, lanes);
  }
  HWY_INLINE void Step(V* x, V g) const {
    const V accum = Add(x[1], Mul(g, g));
    const V scale = Power(accum);
    const V shrunk = kShrinks ? Add(g, Mul(shrinkage, x[0])) : g;
    x[2] = Add(x[2], Sub(Mul(shrunk, weight), Mul(Div(Sub(scale, Power(x[1])), rate), x[0])));
    const V pull = Sub(hn::CopySign(l1, x[2]), x[2]);
    const V moved = Div(pull, Add(Div(scale, rate), l2));
    x[0] = hn::IfThenElseZero(hn::Gt(Abs(x[2]), l1), moved);
    x[1] = accum;
  }
  V rate, weight, l1, l2, shrinkage;
  T power;
};
template <class D>
using Ftrl = FtrlRule<D, false>;
template <class D>
using FtrlV2 = FtrlRule<D, true>;

// -1, 0 or 1
template <class D, class V>
HWY_INLINE V Sign(D d, V x) {
  return hn::IfThenElse(hn::Eq(x, hn::Zero(d)), hn::Zero(d), hn::CopySign(Set(d, hn::TFromD<D>{1}), x));
}
// What is left of x when its size has shrunk by `by`, at most to 0.
template <class D, class V>
HWY_INLINE V Shrink(D d, V x, V by) {
  return Mul(Sign(d, x), Max(Sub(Abs(x), by), hn::Zero(d)));
}

template <class D>
struct ProximalDescend : Rule<D> {
  using typename Rule<D>::V, typename Rule<D>::T;
  static constexpr int kSlots = 1;
  HWY_INLINE ProximalDescend(D d, const T* s, bool)
      : alpha(Set(d, s[0])),
        l1(Set(d, s[0] * (s[1] > 0 ? s[1] : T{0}))),
        size(Set(d, T{1} + s[2] * s[0])) {}
  HWY_INLINE void Step(V* x, V g) const { x[0] = Div(Shrink(D(), Sub(x[0], Mul(g, alpha)), l1), size); }
  V alpha, l1, size;
};

template <class D>
struct ProximalAdagrad : Rule<D> {
  using typename Rule<D>::V, typename Rule<D>::T;
  static constexpr int kSlots = 2;
  HWY_INLINE ProximalAdagrad(D d, const T* s, bool)
      : rate(Set(d, s[0])), l1(Set(d, s[1] > 0 ? s[1] : T{0})), l2(Set(d, s[2])), one(Set(d, T{1})) {}
  HWY_INLINE void Step(V* x, V g) const {
    x[1] = Add(x[1], Mul(g, g));
    const V own = Div(rate, Sqrt(x[1]));
    x[0] = Div(Shrink(D(), Sub(x[0], Mul(g, own)), Mul(own, l1)), Add(one, Mul(l2, own)));
  }
  V rate, l1, l2, one;
};

template <class D>
struct AdagradDa : Rule<D> {
  using typename Rule<D>::V, typename Rule<D>::T;
  static constexpr int kSlots = 3;
  HWY_INLINE AdagradDa(D d, const T* s, bool)
      : rate(Set(d, -s[0])),
        l1(Set(d, (s[1] > 0 ? s[1] : T{0}) * s[3])),
        l2(Set(d, s[2] * s[3] * s[0])) {}
  HWY_INLINE void Step(V* x, V g) const {
    x[1] = Add(x[1], g);
    x[2] = Add(x[2], Mul(g, g));
    x[0] = Div(Mul(rate, Shrink(D(), x[1], l1)), Add(l2, Sqrt(x[2])));
  }
  V rate, l1, l2;
};

template <class D>
struct AddSign : Rule<D> {
  using typename Rule<D>::V, typename Rule<D>::T;
  static constexpr int kSlots = 2;
  HWY_INLINE AddSign(D d, const T* s, bool)
      : rate(Set(d, s[0])), alpha(Set(d, s[1])), decay(Set(d, s[2])), rest(Set(d, T{1} - s[3])) {}
  HWY_INLINE void Step(V* x, V g) const {
    const D d;
    x[1] = Decay(x[1], g, rest);
    const V agree = Mul(Sign(d, g), Sign(d, x[1]));
    x[0] = Sub(x[0], Mul(Mul(rate, Add(alpha, Mul(decay, agree))), g));
  }
  V rate, alpha, decay, rest;
};

template <class D>
struct PowerSign : Rule<D> {
  using typename Rule<D>::V, typename Rule<D>::T;
  static constexpr int kSlots = 2;
  HWY_INLINE PowerSign(D d, const T* s, bool)
      : rate(Set(d, s[0])),
        with(Set(d, std::exp(s[1] * s[2]))),
        against(Set(d, std::exp(-s[1] * s[2]))),
        rest(Set(d, T{1} - s[3])) {}
  HWY_INLINE void Step(V* x, V g) const {
    const D d;
    x[1] = Decay(x[1], g, rest);
    const V agree = Mul(Sign(d, g), Sign(d, x[1])), zero = hn::Zero(d);
    const V scale = hn::IfThenElse(hn::Gt(agree, zero), with,
                                   hn::IfThenElse(hn::Lt(agree, zero), against, Set(d, T{1})));
    x[0] = Sub(x[0], Mul(Mul(rate, scale), g));
  }
  V rate, with, against, rest;
};

template <class D>
struct Amsgrad : Rule<D> {
  using typename Rule<D>::V, typename Rule<D>::T;
  static constexpr int kSlots = 4;
  HWY_INLINE Amsgrad(D d, const T* s, bool)
      : alpha(Set(d, s[2] * std::sqrt(T{1} - s[1]) / (T{1} - s[0]))),
        rest1(Set(d, T{1} - s[3])),
        rest2(Set(d, T{1} - s[4])),
        epsilon(Set(d, s[5])) {}
  HWY_INLINE void Step(V* x, V g) const {
    x[1] = Decay(x[1], g, rest1);
    x[2] = Decay(x[2], Mul(g, g), rest2);
    x[3] = Max(x[3], x[2]);
    x[0] = Sub(x[0], Div(Mul(x[1], alpha), Add(Sqrt(x[3]), epsilon)));
  }
  V alpha, rest1, rest2, epsilon;
};

// The last elements go through a full vector of their own, so that every rule is compiled once.
template <template <class> class Rule, typename T>
void Apply(T* const* slots, const T* grad, const T* scalars, bool option, int64_t n) {
  const hn::ScalableTag<T> d;
  using R = Rule<hn::ScalableTag<T>>;
  const R rule(d, scalars, option);
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  HWY_ALIGN T rest[R::kSlots + 1][hn::MaxLanes(hn::ScalableTag<T>())] = {};
  for (int64_t i = 0; i < n; i += lanes) {
    const bool is_rest = n - i < lanes;
    T* at[R::kSlots];
    const T* g = grad + i;
    for (int k = 0; k < R::kSlots; ++k) at[k] = slots[k] + i;
    if (is_rest) [[unlikely]] {
      for (int k = 0; k < R::kSlots; ++k) {
        for (int64_t j = i; j < n; ++j) rest[k][j - i] = slots[k][j];
        at[k] = rest[k];
      }
      for (int64_t j = i; j < n; ++j) rest[R::kSlots][j - i] = grad[j];
      g = rest[R::kSlots];
    }
    hn::Vec<hn::ScalableTag<T>> x[R::kSlots];
    for (int k = 0; k < R::kSlots; ++k) x[k] = hn::LoadU(d, at[k]);
    rule.Step(x, hn::LoadU(d, g));
    for (int k = 0; k < R::kSlots; ++k) hn::StoreU(x[k], d, at[k]);
    if (is_rest) [[unlikely]] {
      for (int k = 0; k < R::kSlots; ++k) {
        for (int64_t j = i; j < n; ++j) slots[k][j] = rest[k][j - i];
      }
    }
  }
}

// In the order of OptimizerRule.
#define RUNNEL_OPTIMIZER_LOOPS(T)                                                                     \
  {                                                                                                   \
    Apply<Descend, T>, Apply<Momentum, T>, Apply<KerasMomentum, T>, Apply<Adam, T>, Apply<AdaMax, T>, \
        Apply<Adagrad, T>, Apply<AdagradV2, T>, Apply<Adadelta, T>, Apply<RmsProp, T>,                \
        Apply<CenteredRmsProp, T>, Apply<Ftrl, T>, Apply<FtrlV2, T>, Apply<ProximalDescend, T>,       \
        Apply<ProximalAdagrad, T>, Apply<AdagradDa, T>, Apply<AddSign, T>, Apply<PowerSign, T>,       \
        Apply<Amsgrad, T>                                                                             \
  }
constexpr OptimizerTable kTable = {RUNNEL_OPTIMIZER_LOOPS(float), RUNNEL_OPTIMIZER_LOOPS(double)};
#undef RUNNEL_OPTIMIZER_LOOPS

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
