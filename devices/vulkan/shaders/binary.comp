#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
#include "math.glsl"
// Two operands, element by element. kMode: 0 both are as long as the result; 1 the second, 2 the first is
// one element; 3 any strides, in loops of up to eight dimensions. kOp: the table in binary.cc.
layout(local_size_x = 256) in;
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

#if !IS_FLOAT
// Division by 0 gives 0: a GPU cannot say that it happened.
C TruncateDiv(C x, C y) { return y == C(0) ? C(0) : y == C(-1) ? -x : x / y; }
C TruncateMod(C x, C y) { return y == C(0) || y == C(-1) ? C(0) : x - x / y * y; }
C IntPow(C x, C y) {
  if (y < C(0)) return x == C(1) ? C(1) : C(0);
  C result = C(1);
  for (; y != C(0); y >>= 1) {
    if ((y & C(1)) != C(0)) result *= x;
    x *= x;
  }
  return result;
}
#endif

C Do(C x, C y) {
  switch (kOp) {
    case 0: return x + y;
    case 1: return x - y;
    case 2: return x * y;
    case 4: return x < y ? y : x;
    case 5: return y < x ? y : x;
    case 6: return (x - y) * (x - y);
    case 7: return y > C(0) ? x : C(0);  // ReluGrad(gradients, features)
#if IS_FLOAT
    case 3: return x / y;
    case 8: return y == 0.0 ? 0.0 : x / y;
    case 9: return floor(x / y);
    case 10: return x - floor(x / y) * y;
    case 11: return trunc(x / y);
    case 12: return x - trunc(x / y) * y;
    case 13: return Pow(x, y);
    case 14: return y * (1.0 - x * x);                  // TanhGrad(y, dy)
    case 15: return y * x * (1.0 - x);                  // SigmoidGrad(y, dy)
    case 16: return y * 0.5 / x;                        // SqrtGrad(y, dy)
    case 17: return y * -0.5 * x * x * x;               // RsqrtGrad(y, dy)
    case 18: return -y * x * x;                         // ReciprocalGrad(y, dy)
    case 19: return y > 0.0 && y < 6.0 ? x : 0.0;       // Relu6Grad
    case 20: return y < 0.0 ? x * (y + 1.0) : x;        // EluGrad(gradients, outputs)
    case 21: return x * (y < 0.0 ? y + 1.0507009873554805 * 1.6732632423543772 : 1.0507009873554805);
    case 22: return x / (Exp(-y) + 1.0);                // SoftplusGrad
    case 23: return x / ((abs(y) + 1.0) * (abs(y) + 1.0));  // SoftsignGrad
    case 24: return x == 0.0 ? 0.0 : x / y;             // Xdivy
    case 25: return x == 0.0 ? 0.0 : x * Log(y);        // Xlogy
#else
    case 3: case 11: return TruncateDiv(x, y);
    case 9: {
      const C q = TruncateDiv(x, y);
      return y != C(0) && q * y != x && (x < C(0)) != (y < C(0)) ? q - C(1) : q;
    }
    case 10: {
      const C r = TruncateMod(x, y);
      return r != C(0) && (r < C(0)) != (y < C(0)) ? r + y : r;
    }
    case 12: return TruncateMod(x, y);
    case 13: return IntPow(x, y);
    case 26: return x & y;
    case 27: return x | y;
    case 28: return x ^ y;
#endif
  }
  return x;
}

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
