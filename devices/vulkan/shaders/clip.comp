#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
// kOp 0: elements held between two bounds, each of which is one element or as many; 1: x, or alpha x below
// 0; 2: the gradient of that, b the features. One invocation an element.
layout(local_size_x_id = 63) in;
layout(constant_id = 0) const uint kOp = 0;
layout(constant_id = 1) const uint kOneLow = 0;
layout(constant_id = 2) const uint kOneHigh = 0;
layout(push_constant) uniform Push { uint n; float alpha; } p;
layout(binding = 0) readonly buffer A { T a[]; };
layout(binding = 1) readonly buffer B { T b[]; };
layout(binding = 2) readonly buffer H { T h[]; };
layout(binding = 3) writeonly buffer O { T o[]; };

void main() {
  const uint id = Id();
  if (id >= p.n) return;
  C x = C(a[id]);
  if (kOp == 0) {
    const C low = C(b[kOneLow == 1 ? 0 : id]), high = C(h[kOneHigh == 1 ? 0 : id]);
    x = x < low ? low : x;
    x = high < x ? high : x;
  }
#if IS_FLOAT
  if (kOp == 1) x = x > 0.0 ? x : x * p.alpha;
  if (kOp == 2) x = float(b[id]) > 0.0 ? x : x * p.alpha;
#endif
  o[id] = T(x);
}
