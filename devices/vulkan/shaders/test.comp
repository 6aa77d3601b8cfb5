#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
// A truth value for each element; four elements an invocation. kOp: the table in elements.cc.
layout(local_size_x_id = 63) in;
layout(constant_id = 0) const uint kOp = 0;
layout(push_constant) uniform Push { uint n; } p;
layout(binding = 0) readonly buffer A { T a[]; };
layout(binding = 1) buffer B { uint b[]; };

bool Do(C x) {
  switch (kOp) {
#if IS_FLOAT
    case 0: return IsNan(x);
    case 1: return IsInf(x);
    case 2: return !IsNan(x) && !IsInf(x);
#else
    case 3: return x == C(0);
#endif
  }
  return false;
}

void main() {
  const uint i = Id() * 4;
  if (i >= p.n) return;
  uint word = 0;
  for (uint k = 0; k < min(p.n - i, 4u); ++k) word |= (Do(C(LOAD(a, i + k))) ? 1u : 0u) << (k * 8);
  STORE_WORD(b, i, p.n, word);
}
