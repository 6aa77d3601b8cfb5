#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
// out[o, d, k] is `on` where indices[o, k] is d, else `off`.
layout(local_size_x_id = 63) in;
layout(constant_id = 0) const uint kLong = 0;
layout(push_constant) uniform Push { uint n, depth, inner; } p;
layout(binding = 0) readonly buffer I { uint index[]; };
layout(binding = 1) readonly buffer On { T on[]; };
layout(binding = 2) readonly buffer Off { T off[]; };
layout(binding = 3) buffer O { T o[]; };

void main() {
  const uint id = Id();
  if (id >= p.n) return;
  const uint k = id % p.inner, d = id / p.inner % p.depth;
  const uint at = id / p.inner / p.depth * p.inner + k;
  bool same = kLong == 1 ? index[2 * at] == d && index[2 * at + 1] == 0 : index[at] == d;
  V value = LOAD(off, 0);
  if (same) value = LOAD(on, 0);
  STORE(o, id, value);
}
