#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
// One element, repeated: of a tensor (kFrom 1), or of the push constants.
layout(local_size_x_id = 63) in;
layout(constant_id = 0) const uint kFrom = 0;
layout(push_constant) uniform Push { uint n; uint low, high; } p;
layout(binding = 0) buffer B { T b[]; };
layout(binding = 1) readonly buffer A { T a[]; };

void main() {
  const uint i = Id() * 4;
  if (i >= p.n) return;
  V value;
#ifdef TYPE0_b8
  value = V(p.low, p.high);
#else
  value = V(p.low);
#endif
  if (kFrom == 1) value = LOAD(a, 0);
#ifdef BYTES0
  STORE_WORD(b, i, p.n, (value & 0xFFu) * 0x01010101u);
#else
  for (uint k = i; k < min(i + 4, p.n); ++k) STORE(b, k, value);
#endif
}
