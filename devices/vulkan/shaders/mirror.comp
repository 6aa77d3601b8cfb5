#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
// Padding with mirror images, an invocation for each element of the result.
layout(local_size_x_id = 63) in;
#include "mirror.glsl"
layout(binding = 0) readonly buffer A { T a[]; };
layout(binding = 1) buffer B { T b[]; };

void main() {
  const uint id = Id();
  if (id >= p.n) return;
  uint rest = id, from = 0, stride = 1;
  for (uint d = kRank; d-- > 0;) {
    int place = int(rest % p.padded[d]) - int(p.before[d]);
    rest /= p.padded[d];
    if (place < 0) place = p.skip - 1 - place;
    if (place >= int(p.size[d])) place = 2 * int(p.size[d]) - 1 - p.skip - place;
    from += uint(place) * stride;
    stride *= p.size[d];
  }
  STORE(b, id, LOAD(a, from));
}
