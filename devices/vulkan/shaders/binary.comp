#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
#include "math.glsl"
#include "ops.glsl"
// Two operands, element by element. kMode: 0 both are as long as the result; 1 the second, 2 the first is
// one element; 3 any strides, in loops of up to eight dimensions. kOp: the table in elements.cc.
layout(local_size_x_id = 63) in;
layout(constant_id = 0) const uint kOp = 0;
layout(constant_id = 1) const uint kMode = 0;
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
layout(binding = 2) writeonly buffer O { T o[]; };
#ifdef TYPE0_f32
layout(binding = 0) readonly buffer A4 { vec4 a4[]; };
layout(binding = 1) readonly buffer B4 { vec4 b4[]; };
layout(binding = 2) writeonly buffer O4 { vec4 o4[]; };
#endif

C Do(C x, C y) { return BinaryOp(kOp, x, y); }

void main() {
  const uint id = Id();
  if (kMode == 3) {
    if (id >= p.n) return;
    uint rest = id, at_a = p.a_base, at_b = p.b_base;
    for (uint d = kRank; d-- > 0;) {
      const uint index = rest % p.size[d];
      rest /= p.size[d];
      at_a += index * p.a_stride[d];
      at_b += index * p.b_stride[d];
    }
    o[p.out_base + id] = T(Do(C(a[at_a]), C(b[at_b])));
    return;
  }
  const uint i = id * 4;
#ifdef TYPE0_f32
  if (i + 4 <= p.n) {
    const vec4 x = kMode == 2 ? vec4(a[0]) : a4[i / 4];
    const vec4 y = kMode == 1 ? vec4(b[0]) : b4[i / 4];
    o4[i / 4] = vec4(Do(x.x, y.x), Do(x.y, y.y), Do(x.z, y.z), Do(x.w, y.w));
    return;
  }
#endif
  for (uint k = i; k < min(i + 4, p.n); ++k) {
    o[k] = T(Do(C(a[kMode == 2 ? 0 : k]), C(b[kMode == 1 ? 0 : k])));
  }
}
