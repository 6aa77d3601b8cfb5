// The vector loop of attention, f32.
#ifndef RUNNEL_DEVICES_CPU_ATTENTION_H_
#define RUNNEL_DEVICES_CPU_ATTENTION_H_

#include <cstdint>

#include "devices/cpu/simd.h"

namespace runnel::cpu {

struct AttentionTable {
  // row[i] = row[i] * scale + add[i * step], step 0 or 1; returns the largest that is a number. n > 0.
  float (*scale_add_max)(float* row, float scale, const float* add, int64_t step, int64_t n);
};
const AttentionTable& Attentions(Isa isa);

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_ATTENTION_H_
