#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
#include "math.glsl"
// Numbers by counter: Philox4x32-10 (Salmon et al. 2011), in TensorFlow's layout. Group g of four results
// comes from counter base + g; of truncated normal numbers from base + 256 g on. kLaw: 0 uniform in [0,1),
// 1 normal, 2 truncated normal, 3 integers of 32, 4 of 64 bits in [low, low + range).
layout(local_size_x_id = 63) in;
layout(constant_id = 0) const uint kLaw = 0;
layout(push_constant) uniform Push {
  uint n;
  uint key_low, key_high;
  uint base_low, base_high;
  uint high_low, high_high;  // the upper half of the counter
  uint low_low, low_high;    // of integers
  uint range_low, range_high;
} p;
#ifdef TYPE0_f32
layout(binding = 0) writeonly buffer B { float b[]; };
#else
layout(binding = 0) writeonly buffer B { T b[]; };
#endif
layout(binding = 0) writeonly buffer W { uint words[]; };

uvec4 Philox(uvec4 c) {
  uint k0 = p.key_low, k1 = p.key_high;
  for (int round_ = 0; round_ < 10; ++round_) {
    uint high0, low0, high1, low1;
    umulExtended(0xD2511F53u, c.x, high0, low0);
    umulExtended(0xCD9E8D57u, c.z, high1, low1);
    c = uvec4(high1 ^ c.y ^ k0, low1, high0 ^ c.w ^ k1, low0);
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return c;
}
// base + offset, with the carry into the upper half.
uvec4 Counter(uint offset_low, uint offset_high) {
  uvec4 c = uvec4(0, 0, p.high_low, p.high_high);
  uint carry, carry2;
  c.x = uaddCarry(p.base_low, offset_low, carry);
  c.y = uaddCarry(p.base_high, offset_high, carry2);
  uint carry3;
  c.y = uaddCarry(c.y, carry, carry3);
  if (carry2 + carry3 != 0) {
    c.z += 1;
    if (c.z == 0) c.w += 1;
  }
  return c;
}
float Unit(uint bits) { return uintBitsToFloat((bits & 0x7FFFFFu) | 0x3F800000u) - 1.0; }
void BoxMuller(uint x0, uint x1, out float first, out float second) {
  const float u = max(Unit(x0), 1.0e-7);
  const float angle = 6.28318530717958648 * Unit(x1);
  const float radius = sqrt(-2.0 * Log(u));
  first = Sin(angle) * radius;
  second = Cos(angle) * radius;
}
// x mod range, for 64 bits without 64-bit integers.
uvec2 Mod64(uvec2 x, uvec2 range) {
  uvec2 rest = uvec2(0);
  for (int bit = 63; bit >= 0; --bit) {
    const uint top = rest.y >> 31;
    rest.y = (rest.y << 1) | (rest.x >> 31);
    rest.x = (rest.x << 1) | ((bit >= 32 ? x.y >> (bit - 32) : x.x >> bit) & 1u);
    if (top != 0 || rest.y > range.y || (rest.y == range.y && rest.x >= range.x)) {
      uint borrow;
      rest.x = usubBorrow(rest.x, range.x, borrow);
      rest.y = rest.y - range.y - borrow;
    }
  }
  return rest;
}

void main() {
  const uint group = Id();
  const uint per_group = kLaw == 4 ? 2 : 4;
  const uint at = group * per_group;
  if (at >= p.n) return;
  const uint count = min(per_group, p.n - at);
  if (kLaw == 2) {
    uint low = group << 8, high = group >> 24;
    float f[4];
    for (uint have = 0; have < 4;) {
      const uvec4 x = Philox(Counter(low, high));
      low += 1;
      if (low == 0) high += 1;
      float y[4];
      BoxMuller(x.x, x.y, y[0], y[1]);
      BoxMuller(x.z, x.w, y[2], y[3]);
      for (uint i = 0; i < 4 && have < 4; ++i) {
        if (abs(y[i]) < 2.0) f[have++] = y[i];
      }
    }
    for (uint i = 0; i < count; ++i) b[at + i] = T(f[i]);
    return;
  }
  const uvec4 x = Philox(Counter(group, 0));
  if (kLaw == 3) {
    for (uint i = 0; i < count; ++i) {
      const uvec2 rest = Mod64(uvec2(x[i], 0), uvec2(p.range_low, p.range_high));
      words[at + i] = p.low_low + rest.x;
    }
  } else if (kLaw == 4) {
    for (uint i = 0; i < count; ++i) {
      const uvec2 rest = Mod64(uvec2(x[2 * i], x[2 * i + 1]), uvec2(p.range_low, p.range_high));
      uint carry;
      words[2 * (at + i)] = uaddCarry(p.low_low, rest.x, carry);
      words[2 * (at + i) + 1] = p.low_high + rest.y + carry;
    }
  } else {
    float f[4];
    if (kLaw == 0) {
#ifdef TYPE0_f16
      for (uint i = 0; i < 4; ++i) f[i] = unpackHalf2x16((x[i] & 0x3FFu) | 0x3C00u).x - 1.0;
#else
      for (uint i = 0; i < 4; ++i) f[i] = Unit(x[i]);
#endif
    } else {
      BoxMuller(x.x, x.y, f[0], f[1]);
      BoxMuller(x.z, x.w, f[2], f[3]);
    }
    for (uint i = 0; i < count; ++i) b[at + i] = T(f[i]);
  }
}
