// Vector loops that cast numbers (simd_cast.cc).
#ifndef RUNNEL_DEVICES_CPU_CASTS_H_
#define RUNNEL_DEVICES_CPU_CASTS_H_

#include "devices/cpu/simd.h"

namespace runnel::cpu::casts {

struct CastLoops {
  UnaryLoop int32_to_float, uint8_to_float, int8_to_float, float_to_int32, float_to_uint8, half_to_float,
      float_to_half, bfloat16_to_float, float_to_bfloat16;
};
const CastLoops& LoopsOf(Isa isa);
// The loop between two types (rnlp_dtype_t), or null.
UnaryLoop LoopOf(Isa isa, int32_t from, int32_t to);

}  // namespace runnel::cpu::casts

#endif  // RUNNEL_DEVICES_CPU_CASTS_H_
