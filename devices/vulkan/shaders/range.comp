#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
// start, start + delta, ...
layout(local_size_x_id = 63) in;
layout(push_constant) uniform Push { uint n; uint start_low, start_high, delta_low, delta_high; } p;
layout(binding = 0) writeonly buffer O { T o[]; };

void main() {
  const uint id = Id();
  if (id >= p.n) return;
#if IS_FLOAT
  o[id] = T(uintBitsToFloat(p.start_low) + float(id) * uintBitsToFloat(p.delta_low));
#elif defined(TYPE0_i64)
  const int64_t start = int64_t(uint64_t(p.start_low) | uint64_t(p.start_high) << 32);
  const int64_t delta = int64_t(uint64_t(p.delta_low) | uint64_t(p.delta_high) << 32);
  o[id] = start + int64_t(id) * delta;
#else
  o[id] = int(p.start_low) + int(id) * int(p.delta_low);
#endif
}
