#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
#include "math.glsl"
#include "ops.glsl"
// One operand, element by element; four elements an invocation. kOp: the table in elements.cc.
layout(local_size_x_id = 63) in;
layout(constant_id = 0) const uint kOp = 0;
layout(push_constant) uniform Push { uint n; } p;
layout(binding = 0) readonly buffer A { T a[]; };
layout(binding = 1) writeonly buffer B { T b[]; };
#ifdef TYPE0_f32
layout(binding = 0) readonly buffer A4 { vec4 a4[]; };
layout(binding = 1) writeonly buffer B4 { vec4 b4[]; };
#endif

C Do(C x) { return UnaryOp(kOp, x); }

void main() {
  const uint i = Id() * 4;
#ifdef TYPE0_f32
  if (i + 4 <= p.n) {
    const vec4 x = a4[i / 4];
    b4[i / 4] = vec4(Do(x.x), Do(x.y), Do(x.z), Do(x.w));
    return;
  }
#endif
  for (uint k = i; k < min(i + 4, p.n); ++k) b[k] = T(Do(C(a[k])));
}
