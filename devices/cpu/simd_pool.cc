// Maxima over the pixels of a window, and where they are.
#include "devices/cpu/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "devices/cpu/simd_pool.cc"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "devices/cpu/pool.h"

HWY_BEFORE_NAMESPACE();
namespace runnel::cpu::pool {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class V>
HWY_INLINE auto IsLarger(V value, V than) {
  return hn::Or(hn::Gt(value, than), hn::AndNot(hn::IsNaN(than), hn::IsNaN(value)));
}

// f(offset, number of the pixel) for all but the first.
template <class F>
HWY_INLINE void EachOther(const PoolWindow& window, const F& f) {
  int64_t number = 0;
  for (int64_t h = 0; h < window.rows; ++h) {
    for (int64_t w = 0; w < window.columns; ++w, ++number) {
      if (number > 0) f(h * window.row + w * window.column, number);
    }
  }
}

// How a group of channels is read and written: a whole vector, or the first of one. Nothing beside them
// is touched.
struct Whole {
  template <class D, typename T = hn::TFromD<D>>
  HWY_INLINE hn::Vec<D> Load(D d, const T* from) const {
    return hn::LoadU(d, from);
  }
  template <class D, typename T = hn::TFromD<D>>
  HWY_INLINE void Store(hn::Vec<D> value, D d, T* to) const {
    hn::StoreU(value, d, to);
  }
};
template <class D>
struct First {
  using T = hn::TFromD<D>;
  hn::Mask<D> mask;
  HWY_INLINE hn::Vec<D> Load(D d, const T* from) const { return hn::MaskedLoad(mask, d, from); }
  HWY_INLINE void Store(hn::Vec<D> value, D d, T* to) const { hn::BlendedStore(value, mask, d, to); }
};

struct MaxAt {
  template <class Access, class D, typename T = hn::TFromD<D>>
  static HWY_INLINE void Do(Access access, D d, const PoolWindow& window, int64_t c, const T* in,
                            const T*, T* out) {
    auto best = access.Load(d, in + c);
    EachOther(window, [&](int64_t offset, int64_t) HWY_ATTR {
      const auto value = access.Load(d, in + offset + c);
      best = hn::IfThenElse(IsLarger(value, best), value, best);
    });
    access.Store(best, d, out + c);
  }
};

struct MaxGradAt {
  template <class Access, class D, typename T = hn::TFromD<D>>
  static HWY_INLINE void Do(Access access, D d, const PoolWindow& window, int64_t c, const T* in,
                            const T* grad, T* out) {
    const hn::RebindToSigned<D> di;
    using Number = hn::TFromD<decltype(di)>;
    auto best = access.Load(d, in + c);
    auto where = hn::Zero(di);
    EachOther(window, [&](int64_t offset, int64_t number) HWY_ATTR {
      const auto value = access.Load(d, in + offset + c);
      const auto larger = IsLarger(value, best);
      best = hn::IfThenElse(larger, value, best);
      where =
          hn::IfThenElse(hn::RebindMask(di, larger), hn::Set(di, static_cast<Number>(number)), where);
    });
    const auto g = access.Load(d, grad + c);
    const auto add = [&](int64_t offset, int64_t number) HWY_ATTR {
      const auto here = hn::RebindMask(d, hn::Eq(where, hn::Set(di, static_cast<Number>(number))));
      const auto sum = access.Load(d, out + offset + c);
      access.Store(hn::IfThenElse(here, hn::Add(sum, g), sum), d, out + offset + c);
    };
    add(0, 0);
    EachOther(window, add);
  }
};

// In whole vectors, then the rest of the channels: as the first of a vector where memory beside it stays
// untouched, else four at once and one by one.
template <class At, typename T>
HWY_INLINE void Channels(const PoolWindow& window, const T* in, const T* grad, T* out) {
  const hn::ScalableTag<T> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t c = 0;
  for (; c + lanes <= window.channels; c += lanes) At::Do(Whole(), d, window, c, in, grad, out);
  if (c == window.channels) return;
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
  const First<decltype(d)> rest = {hn::FirstN(d, static_cast<size_t>(window.channels - c))};
  At::Do(rest, d, window, c, in, grad, out);
#else
  const hn::CappedTag<T, 4> d4;
  const hn::CappedTag<T, 1> d1;
  const int64_t lanes4 = static_cast<int64_t>(hn::Lanes(d4));
  for (; c + lanes4 <= window.channels; c += lanes4) At::Do(Whole(), d4, window, c, in, grad, out);
  for (; c < window.channels; ++c) At::Do(Whole(), d1, window, c, in, grad, out);
#endif
}

template <typename T>
void Max(const PoolWindow& window, const T* in, T* out) {
  Channels<MaxAt>(window, in, static_cast<const T*>(nullptr), out);
}
template <typename T>
void MaxGrad(const PoolWindow& window, const T* in, const T* grad, T* out) {
  Channels<MaxGradAt>(window, in, grad, out);
}

template <typename T>
constexpr PoolLoops<T> Loops() {
  return OnlyFor<T>(PoolLoops<T>{Max<T>, MaxGrad<T>});
}
constexpr PoolTable kTable = {Loops<float>(), Loops<double>()};

}  // namespace HWY_NAMESPACE
}  // namespace runnel::cpu::pool
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace runnel::cpu {
namespace pool {
const PoolTable& Choose(Isa isa) { return RUNNEL_CPU_CHOOSE(isa, kTable); }
}  // namespace pool
const PoolTable& Pools(Isa isa) { return pool::Choose(isa); }
}  // namespace runnel::cpu
#endif
