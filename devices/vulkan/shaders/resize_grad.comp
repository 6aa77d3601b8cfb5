#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
// The gradient of resizing: places never fall as the index rises, so each pixel collects the neighbouring
// elements that it went to. kLinear: the gradient is of floats, whatever the image is.
layout(local_size_x_id = 63) in;
#include "resize.glsl"
layout(constant_id = 2) const uint kLinear = 0;
layout(binding = 0) readonly buffer A { T a[]; };
layout(binding = 0) readonly buffer F { float floats[]; };
layout(binding = 1) writeonly buffer B { T b[]; };

Place At(uint i, uint axis) {
  if (kLinear == 1) return Linear(i, axis);
  return Nearest(i, axis);
}
float Weight(Place place, int pixel) {
  return (place.low == pixel ? 1.0 - place.lerp : 0.0) + (place.high == pixel ? place.lerp : 0.0);
}
// The first index from which on places reach `pixel`.
uint FirstOf(int pixel, uint axis) {
  uint begin = 0, end = p.resized[axis];
  while (begin < end) {
    const uint middle = begin + (end - begin) / 2;
    if (At(middle, axis).high < pixel) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

void main() {
  const uint id = Id();
  if (id >= p.n) return;
  const uint c = id % p.channels, pixel = id / p.channels, row = pixel / p.size[1];
  const int h = int(row % p.size[0]), w = int(pixel % p.size[1]);
  const uint first_row = row / p.size[0] * p.resized[0], first_column = FirstOf(w, 1);
  C sum = C(0);
  for (uint i = FirstOf(h, 0); i < p.resized[0]; ++i) {
    const Place y = At(i, 0);
    if (y.low > h) break;
    for (uint j = first_column; j < p.resized[1]; ++j) {
      const Place x = At(j, 1);
      if (x.low > w) break;
      const uint at = ((first_row + i) * p.resized[1] + j) * p.channels + c;
      if (kLinear == 1) {
        sum += C(Weight(y, h) * Weight(x, w) * floats[at]);
      } else {
        sum += C(a[at]);
      }
    }
  }
  b[id] = T(sum);
}
