#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
// The gradient of padding with mirror images: each element of the tensor sums those that it was copied to,
// of which every dimension has up to three: inside, in front and behind.
layout(local_size_x_id = 63) in;
#include "mirror.glsl"
layout(binding = 0) readonly buffer A { T a[]; };
layout(binding = 1) writeonly buffer B { T b[]; };

void main() {
  const uint id = Id();
  if (id >= p.n) return;
  uint combinations = 1;
  for (uint d = 0; d < kRank; ++d) combinations *= p.padded[d] == p.size[d] ? 1u : 3u;
  C sum = C(0);
  for (uint k = 0; k < combinations; ++k) {
    uint rest = id, choices = k, from = 0, stride = 1;
    bool there = true;
    for (uint d = kRank; d-- > 0;) {
      const int size = int(p.size[d]), place = int(rest % p.size[d]);
      rest /= p.size[d];
      uint choice = 0;
      if (p.padded[d] != p.size[d]) {
        choice = choices % 3;
        choices /= 3;
      }
      int at = place;
      if (choice == 1) {
        at = p.skip - 1 - place;
        there = there && at < 0;
      } else if (choice == 2) {
        at = 2 * size - 1 - p.skip - place;
        there = there && at >= size;
      }
      at += int(p.before[d]);
      there = there && at >= 0 && at < int(p.padded[d]);
      from += uint(at) * stride;
      stride *= p.padded[d];
    }
    if (there) sum += C(a[from]);
  }
  b[id] = T(sum);
}
