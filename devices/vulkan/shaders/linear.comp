#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
// Each element of the resized image is mixed of four.
layout(local_size_x_id = 63) in;
#include "resize.glsl"
layout(binding = 0) readonly buffer A { T a[]; };
layout(binding = 1) writeonly buffer B { float b[]; };

void main() {
  const uint id = Id();
  if (id >= p.n) return;
  const uint c = id % p.channels, pixel = id / p.channels, row = pixel / p.resized[1];
  const Place y = Linear(row % p.resized[0], 0), x = Linear(pixel % p.resized[1], 1);
  const uint first = row / p.resized[0] * p.size[0];
#define AT(h, w) float(LOAD(a, ((first + uint(h)) * p.size[1] + uint(w)) * p.channels + c))
  const float top = AT(y.low, x.low) + (AT(y.low, x.high) - AT(y.low, x.low)) * x.lerp;
  const float bottom = AT(y.high, x.low) + (AT(y.high, x.high) - AT(y.high, x.low)) * x.lerp;
  b[id] = top + (bottom - top) * y.lerp;
}
