#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
// A block of one tensor into another, each with strides of its own, in loops of up to eight dimensions.
layout(local_size_x_id = 63) in;
layout(constant_id = 0) const uint kRank = 1;
layout(push_constant) uniform Push {
  uint n;
  uint in_base, out_base;
  uint size[8];
  uint in_stride[8];  // negative ones wrap, as all sums here do
  uint out_stride[8];
} p;
layout(binding = 0) readonly buffer A { T a[]; };
layout(binding = 1) buffer B { T b[]; };

void main() {
  const uint id = Id();
  if (id >= p.n) return;
  uint rest = id;
  uint from = p.in_base, to = p.out_base;
  for (uint d = kRank; d-- > 0;) {
    const uint index = rest % p.size[d];
    rest /= p.size[d];
    from += index * p.in_stride[d];
    to += index * p.out_stride[d];
  }
  STORE(b, to, LOAD(a, from));
}
