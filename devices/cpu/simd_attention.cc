// Scores of attention: scaled, masked, and the largest found, in one pass.
#include <algorithm>
#include <limits>

#include "devices/cpu/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "devices/cpu/simd_attention.cc"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "devices/cpu/attention.h"

HWY_BEFORE_NAMESPACE();
namespace runnel::cpu::attention {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

float ScaleAddMax(float* row, float scale, const float* add, int64_t step, int64_t n) {
  const hn::ScalableTag<float> d;
  const hn::CappedTag<float, 1> d1;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto each = [&](auto tag, int64_t i) {
    const auto more = step == 0 ? hn::Set(tag, *add) : hn::LoadU(tag, add + i);
    const auto y = hn::MulAdd(hn::LoadU(tag, row + i), hn::Set(tag, scale), more);
    hn::StoreU(y, tag, row + i);
    return y;
  };
  auto b0 = hn::Set(d, -std::numeric_limits<float>::infinity()), b1 = b0;
  int64_t i = 0;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    b0 = hn::Max(each(d, i), b0);
    b1 = hn::Max(each(d, i + lanes), b1);
  }
  for (; i + lanes <= n; i += lanes) b0 = hn::Max(each(d, i), b0);
  float best = hn::GetLane(hn::MaxOfLanes(d, hn::Max(b0, b1)));
  for (; i < n; ++i) best = std::max(best, hn::GetLane(each(d1, i)));
  return best;
}

constexpr AttentionTable kTable = {ScaleAddMax};

}  // namespace HWY_NAMESPACE
}  // namespace runnel::cpu::attention
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace runnel::cpu {
namespace attention {
const AttentionTable& Choose(Isa isa) { return RUNNEL_CPU_CHOOSE(isa, kTable); }
}  // namespace attention
const AttentionTable& Attentions(Isa isa) { return attention::Choose(isa); }
}  // namespace runnel::cpu
#endif
