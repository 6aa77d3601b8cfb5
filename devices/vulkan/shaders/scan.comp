#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
// Running sums (kProduct 1: products) along an axis, an invocation for each line.
layout(local_size_x_id = 63) in;
layout(constant_id = 0) const uint kProduct = 0;
layout(constant_id = 1) const uint kExclusive = 0;
layout(constant_id = 2) const uint kReverse = 0;
layout(push_constant) uniform Push { uint n, extent, inner; } p;
layout(binding = 0) readonly buffer A { T a[]; };
layout(binding = 1) writeonly buffer O { T o[]; };

void main() {
  const uint id = Id();
  if (id >= p.n) return;
  const uint base = id / p.inner * p.extent * p.inner + id % p.inner;
  C sum = kProduct == 1 ? C(1) : C(0);
  for (uint i = 0; i < p.extent; ++i) {
    const uint at = base + (kReverse == 1 ? p.extent - 1 - i : i) * p.inner;
    const C x = C(a[at]);
    if (kExclusive == 1) o[at] = T(sum);
    sum = kProduct == 1 ? sum * x : sum + x;
    if (kExclusive == 0) o[at] = T(sum);
  }
}
