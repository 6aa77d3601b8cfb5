#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
// Where the largest (kMin 1: smallest) element along an axis stands; the first of equals, and NaN is above
// all. kLong: results are 64-bit.
layout(local_size_x_id = 63) in;
layout(constant_id = 0) const uint kMin = 0;
layout(constant_id = 1) const uint kLong = 0;
layout(push_constant) uniform Push { uint n, extent, inner; } p;
layout(binding = 0) readonly buffer A { T a[]; };
layout(binding = 1) writeonly buffer B { uint b[]; };

void main() {
  const uint id = Id();
  if (id >= p.n) return;
  const uint at = id / p.inner * p.extent * p.inner + id % p.inner;
  uint best = 0;
  C top = C(a[at]);
  for (uint i = 1; i < p.extent; ++i) {
    const C x = C(a[at + i * p.inner]);
    if (kMin == 0 ? x > top : x < top) {
      top = x;
      best = i;
    }
  }
  if (kLong == 1) {
    b[2 * id] = best;
    b[2 * id + 1] = 0;
  } else {
    b[id] = best;
  }
}
