#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
// Slices of a tensor by index: out[b, o, i, k] = params[b, o, indices[b, i], k]. An index out of range gives
// zeros, as on TensorFlow's GPUs. kLong: indices are 64-bit.
layout(local_size_x_id = 63) in;
layout(constant_id = 0) const uint kLong = 0;
layout(push_constant) uniform Push { uint n, outer, count, inner, limit; } p;
layout(binding = 0) readonly buffer A { T a[]; };
layout(binding = 1) readonly buffer I { uint index[]; };
layout(binding = 2) buffer O { T o[]; };

void main() {
  const uint id = Id();
  if (id >= p.n) return;
  const uint k = id % p.inner, i = id / p.inner % p.count;
  const uint slice = id / p.inner / p.count;  // b * outer + o
  const uint at = slice / p.outer * p.count + i;
  uint row = kLong == 1 ? index[2 * at] : index[at];
  if (kLong == 1 && index[2 * at + 1] != 0) row = 0xFFFFFFFFu;
  V value = V(0);
  if (row < p.limit) value = LOAD(a, (slice * p.limit + row) * p.inner + k);
  STORE(o, id, value);
}
