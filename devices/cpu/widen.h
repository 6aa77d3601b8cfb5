// Half and bfloat16 by way of float: kernels that have a vector loop for float alone copy their
// operands.
#ifndef RUNNEL_DEVICES_CPU_WIDEN_H_
#define RUNNEL_DEVICES_CPU_WIDEN_H_

#include <cstdint>

#include "devices/cpu/casts.h"
#include "devices/cpu/kernel_base.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {

// Of so many elements as floats, so that what lies behind them is aligned.
inline uint64_t WidenedBytes(int64_t count) {
  return (static_cast<uint64_t>(count) * sizeof(float) + 63) / 64 * 64;
}
// One after the other, unless `run` is there to share the work.
template <typename From, typename To>
void Convert(const rnlp_run_t* run, const From* from, To* to, int64_t n) {
  constexpr int64_t kFewest = 256;  // below that looking the loop up takes longer
  UnaryLoop loop = nullptr;
  if (run != nullptr && n >= kFewest)
    loop = casts::LoopOf(ChooseIsa(run->host), kDTypeOf<From>, kDTypeOf<To>);
  const auto part = [=](int64_t begin, int64_t end) {
    if (loop != nullptr) return loop(from + begin, to + begin, end - begin);
    for (int64_t i = begin; i < end; ++i) to[i] = Store<To>(Load(from[i]));
  };
  if (run == nullptr) return part(0, n);
  ParallelFor(run, n, kParallelElements, part);
}

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_WIDEN_H_
