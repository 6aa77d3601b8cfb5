#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
// From the first type to the second. kOp 1: to bool.
layout(local_size_x_id = 63) in;
layout(constant_id = 0) const uint kOp = 0;
layout(push_constant) uniform Push { uint n; } p;
layout(binding = 0) readonly buffer A { T a[]; };
layout(binding = 1) buffer B { U b[]; };

void main() {
  const uint i = Id() * 4;
  if (i >= p.n) return;
#ifdef BYTES1
  uint word = 0;
  for (uint k = 0; k < min(p.n - i, 4u); ++k) {
    const C x = C(LOAD(a, i + k));
    word |= (kOp == 1 ? (x != C(0) ? 1u : 0u) : uint(int(x)) & 0xFFu) << (k * 8);
  }
  STORE_WORD(b, i, p.n, word);
#else
  for (uint k = i; k < min(i + 4, p.n); ++k) b[k] = U(D(C(LOAD(a, k))));
#endif
}
