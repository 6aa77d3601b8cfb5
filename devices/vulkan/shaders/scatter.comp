#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
// Rows of `updates` into rows of `o`, by index, in the order of the indices: an invocation has one element
// of every kShares-th row and walks all indices, so that equal ones never meet and sums are the same every
// time. kOp: 0 add, 1 subtract, 2 put, 3 multiply, 4 largest, 5 smallest. Out of range: left out.
layout(local_size_x_id = 63) in;
layout(constant_id = 0) const uint kOp = 0;
layout(constant_id = 1) const uint kLong = 0;
layout(push_constant) uniform Push { uint shares, count, inner, limit, scalar; } p;
layout(binding = 0) readonly buffer I { uint index[]; };
layout(binding = 1) readonly buffer A { T a[]; };
layout(binding = 2) buffer O { T o[]; };

void main() {
  const uint id = Id();
  if (id >= p.shares * p.inner) return;
  const uint k = id % p.inner, share = id / p.inner;
  for (uint i = 0; i < p.count; ++i) {
    uint row = kLong == 1 ? index[2 * i] : index[i];
    if (kLong == 1 && index[2 * i + 1] != 0) row = 0xFFFFFFFFu;
    if (row >= p.limit || row % p.shares != share) continue;
    const uint at = row * p.inner + k;
    const C x = C(a[p.scalar == 1 ? 0 : i * p.inner + k]), old = C(o[at]);
    C now = x;
    switch (kOp) {
      case 0: now = old + x; break;
      case 1: now = old - x; break;
      case 3: now = old * x; break;
      case 4: now = x > old ? x : old; break;
      case 5: now = x < old ? x : old; break;
    }
    o[at] = T(now);
  }
}
