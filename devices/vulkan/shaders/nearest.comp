#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
// Each element of the resized image is the nearest one.
layout(local_size_x_id = 63) in;
#include "resize.glsl"
layout(binding = 0) readonly buffer A { T a[]; };
layout(binding = 1) buffer B { T b[]; };

void main() {
  const uint id = Id();
  if (id >= p.n) return;
  const uint c = id % p.channels, pixel = id / p.channels, row = pixel / p.resized[1];
  const uint h = Nearest(row % p.resized[0], 0).low, w = Nearest(pixel % p.resized[1], 1).low;
  STORE(b, id, LOAD(a, ((row / p.resized[0] * p.size[0] + h) * p.size[1] + w) * p.channels + c));
}
