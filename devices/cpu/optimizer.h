// The update rules of the training ops (plugins/sdk/optimizer.h), element by element.
#ifndef RUNNEL_DEVICES_CPU_OPTIMIZER_H_
#define RUNNEL_DEVICES_CPU_OPTIMIZER_H_

#include <cstdint>

#include "devices/cpu/simd.h"
#include "plugins/sdk/optimizer.h"

namespace runnel::cpu {

using plugin::OptimizerRule;
using enum plugin::OptimizerRule;
inline constexpr int kMaxSlots = plugin::kMaxOptimizerSlots;
inline constexpr int kMaxScalars = plugin::kMaxOptimizerScalars;

// One step for n elements: slots[0] is the variable, the others what the rule keeps beside it. scalars
// are in the order of the op's inputs; `option` is its bool attr besides use_locking. Nothing overlaps.
template <typename T>
using OptimizerLoop = void (*)(T* const* slots, const T* grad, const T* scalars, bool option, int64_t n);

struct OptimizerTable {
  OptimizerLoop<float> f32[kNumOptimizerRules];
  OptimizerLoop<double> f64[kNumOptimizerRules];
};
const OptimizerTable& Optimizers(Isa isa);

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_OPTIMIZER_H_
