#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
// Two operands of any strides, a truth value for each pair; four pairs an invocation. kOp: the table in elements.cc.
layout(local_size_x_id = 63) in;
layout(constant_id = 0) const uint kOp = 0;
layout(constant_id = 2) const uint kRank = 0;
layout(push_constant) uniform Push {
  uint n;
  uint a_base, b_base, out_base;
  uint size[8];
  uint a_stride[8];
  uint b_stride[8];
} p;
layout(binding = 0) readonly buffer A { T a[]; };
layout(binding = 1) readonly buffer B { T b[]; };
layout(binding = 2) buffer O { uint o[]; };

bool Do(C x, C y) {
  switch (kOp) {
    case 0: return x == y;
    case 1: return x != y;
    case 2: return x < y;
    case 3: return x <= y;
    case 4: return x > y;
    case 5: return x >= y;
    case 6: return x != C(0) && y != C(0);
    case 7: return x != C(0) || y != C(0);
  }
  return false;
}

uint At(uint id) {
  uint rest = id, at_a = p.a_base, at_b = p.b_base;
  for (uint d = kRank; d-- > 0;) {
    const uint index = rest % p.size[d];
    rest /= p.size[d];
    at_a += index * p.a_stride[d];
    at_b += index * p.b_stride[d];
  }
  return Do(C(LOAD(a, at_a)), C(LOAD(b, at_b))) ? 1u : 0u;
}

void main() {
  const uint i = Id() * 4;
  if (i >= p.n) return;
  if ((p.out_base & 3) == 0) {
    uint word = 0;
    for (uint k = 0; k < min(p.n - i, 4u); ++k) word |= At(i + k) << (k * 8);
    STORE_WORD(o, p.out_base + i, p.out_base + p.n, word);
    return;
  }
  for (uint k = i; k < min(i + 4, p.n); ++k) {
    const uint truth = At(k);
    STORE_BYTE(o, p.out_base + k, truth);
  }
}
