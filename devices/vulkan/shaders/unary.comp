#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
#include "math.glsl"
// One operand, element by element; four elements an invocation. kOp: the table in unary.cc.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint kOp = 0;
layout(push_constant) uniform Push { uint n; } p;
layout(binding = 0) readonly buffer A { T a[]; };
layout(binding = 1) writeonly buffer B { T b[]; };
#ifdef TYPE0_f32
layout(binding = 0) readonly buffer A4 { vec4 a4[]; };
layout(binding = 1) writeonly buffer B4 { vec4 b4[]; };
#endif

C Do(C x) {
  switch (kOp) {
    case 0: return -x;
#if IS_FLOAT
    case 1: return abs(x);
    case 2: return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x;
#else
    case 1: return x < C(0) ? -x : x;
    case 2: return x > C(0) ? C(1) : x < C(0) ? C(-1) : C(0);
#endif
    case 3: return x * x;
    case 4: return x > C(0) ? x : C(0);
    case 5: return x > C(0) ? (x < C(6) ? x : C(6)) : C(0);
    case 6: return C(0);
    case 7: return C(1);
#if IS_FLOAT
    case 8: return Exp(x);
    case 9: return Expm1(x);
    case 10: return Log(x);
    case 11: return Log1p(x);
    case 12: return sqrt(x);
    case 13: return 1.0 / sqrt(x);
    case 14: return 1.0 / x;
    case 15: return Tanh(x);
    case 16: return Sigmoid(x);
    case 17: return sin(x);
    case 18: return cos(x);
    case 19: return Erf(x);
    case 20: return floor(x);
    case 21: return ceil(x);
    case 22: return roundEven(x);
    case 23: return x < 0.0 ? Expm1(x) : x;
    case 24: return x < 0.0 ? 1.0507009873554805 * 1.6732632423543772 * Expm1(x) : 1.0507009873554805 * x;
    case 25: return Softplus(x);
    case 26: return x / (1.0 + abs(x));
#else
    case 27: return ~x;
#endif
  }
  return x;
}

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
