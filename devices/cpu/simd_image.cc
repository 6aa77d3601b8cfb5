// Rows of resized images, and sums over neighbouring channels, of every instruction set.
#include "devices/cpu/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "devices/cpu/simd_image.cc"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "devices/cpu/image.h"

HWY_BEFORE_NAMESPACE();
namespace runnel::cpu::image {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// f(d, i) for whole vectors, then for single elements.
template <class F>
HWY_INLINE void Along(int64_t n, const F& f) {
  const hn::ScalableTag<float> d;
  const hn::CappedTag<float, 1> d1;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes) f(d, i);
  for (; i < n; ++i) f(d1, i);
}

void Pick(const float* row, const int32_t* low, const int32_t* high, const float* lerp, float* out,
          int64_t n) {
  Along(n, [&](auto d, int64_t i) HWY_ATTR {
    const hn::RebindToSigned<decltype(d)> di;
    const auto a = hn::GatherIndex(d, row, hn::LoadU(di, low + i));
    const auto b = hn::GatherIndex(d, row, hn::LoadU(di, high + i));
    hn::StoreU(hn::MulAdd(hn::Sub(b, a), hn::LoadU(d, lerp + i), a), d, out + i);
  });
}

void Mix(const float* a, const float* b, float lerp, float* out, int64_t n) {
  Along(n, [&](auto d, int64_t i) HWY_ATTR {
    const auto from = hn::LoadU(d, a + i);
    hn::StoreU(hn::MulAdd(hn::Sub(hn::LoadU(d, b + i), from), hn::Set(d, lerp), from), d, out + i);
  });
}

void Weigh(float weight, const float* x, float* acc, int64_t n) {
  Along(n, [&](auto d, int64_t i) HWY_ATTR {
    hn::StoreU(hn::MulAdd(hn::Set(d, weight), hn::LoadU(d, x + i), hn::LoadU(d, acc + i)), d, acc + i);
  });
}

void Square(const float* x, float* out, int64_t n) {
  Along(n, [&](auto d, int64_t i) HWY_ATTR {
    const auto v = hn::LoadU(d, x + i);
    hn::StoreU(hn::Mul(v, v), d, out + i);
  });
}

void Slide(const float* x, int64_t window, float* out, int64_t n) {
  Along(n, [&](auto d, int64_t i) HWY_ATTR {
    auto sum = hn::Zero(d);
    for (int64_t k = 0; k < window; ++k) sum = hn::Add(sum, hn::LoadU(d, x + i + k));
    hn::StoreU(sum, d, out + i);
  });
}

void Norms(const float* sums, float bias, float alpha, float beta, float* norms, float* powers,
           int64_t n) {
  Along(n, [&](auto d, int64_t i) HWY_ATTR {
    const auto norm = hn::MulAdd(hn::Set(d, alpha), hn::LoadU(d, sums + i), hn::Set(d, bias));
    hn::StoreU(norm, d, norms + i);
    auto root = norm;
    if (beta < 1) root = hn::Sqrt(norm);
    if (beta > 0.5f && beta < 1) root = hn::Mul(root, hn::Sqrt(root));
    hn::StoreU(hn::Div(hn::Set(d, 1.0f), root), d, powers + i);
  });
}

constexpr ImageTable kTable = {Pick, Mix, Weigh, Square, Slide, Norms};

}  // namespace HWY_NAMESPACE
}  // namespace runnel::cpu::image
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace runnel::cpu {
namespace image {
const ImageTable& Choose(Isa isa) { return RUNNEL_CPU_CHOOSE(isa, kTable); }
}  // namespace image
const ImageTable& Images(Isa isa) { return image::Choose(isa); }
}  // namespace runnel::cpu
#endif
