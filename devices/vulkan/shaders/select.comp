#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
// An element of one of two tensors, by a truth value, broadcast: loops of up to six dimensions.
layout(local_size_x_id = 63) in;
layout(constant_id = 0) const uint kRank = 1;
layout(push_constant) uniform Push {
  uint n;
  uint c_base, a_base, b_base, out_base;
  uint size[6];
  uint c_stride[6];
  uint a_stride[6];
  uint b_stride[6];
} p;
layout(binding = 0) readonly buffer Q { uint c[]; };
layout(binding = 1) readonly buffer A { T a[]; };
layout(binding = 2) readonly buffer B { T b[]; };
layout(binding = 3) buffer O { T o[]; };

void main() {
  const uint id = Id();
  if (id >= p.n) return;
  uint rest = id, at_c = p.c_base, at_a = p.a_base, at_b = p.b_base;
  for (uint d = kRank; d-- > 0;) {
    const uint index = rest % p.size[d];
    rest /= p.size[d];
    at_c += index * p.c_stride[d];
    at_a += index * p.a_stride[d];
    at_b += index * p.b_stride[d];
  }
  if (LOAD_BYTE(c, at_c) != 0u) {
    STORE(o, p.out_base + id, LOAD(a, at_a));
  } else {
    STORE(o, p.out_base + id, LOAD(b, at_b));
  }
}
