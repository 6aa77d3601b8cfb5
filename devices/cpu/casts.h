// Vector loops that cast numbers (simd_cast.cc).
#ifndef RUNNEL_DEVICES_CPU_CASTS_H_
#define RUNNEL_DEVICES_CPU_CASTS_H_

#include <array>

#include "devices/cpu/simd.h"

namespace runnel::cpu::casts {

// Between two types (rnlp_dtype_t).
struct CastRow {
  int32_t from, to;
  UnaryLoop loop;
};
using CastTable = std::array<CastRow, 9>;
// The loop between two types, or null: others are cast number by number.
UnaryLoop LoopOf(Isa isa, int32_t from, int32_t to);

}  // namespace runnel::cpu::casts

#endif  // RUNNEL_DEVICES_CPU_CASTS_H_
