#version 450
// Repeats eight bytes over any bytes: a word an invocation, of which only those from `first` on count.
layout(local_size_x = 256) in;
layout(push_constant) uniform Push { uint words, first, count, low, high; } p;
layout(binding = 0) buffer B { uint b[]; };

void main() {
  const uint w = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * 256u + gl_LocalInvocationID.x;
  if (w >= p.words) return;
  uint value = 0, mask = 0;
  for (uint k = 0; k < 4; ++k) {
    const uint at = w * 4 + k;
    if (at < p.first || at >= p.first + p.count) continue;
    const uint q = (at - p.first) & 7u;
    value |= (((q < 4 ? p.low : p.high) >> ((q & 3u) * 8)) & 0xFFu) << (k * 8);
    mask |= 0xFFu << (k * 8);
  }
  b[w] = mask == 0xFFFFFFFFu ? value : (b[w] & ~mask) | value;
}
