#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
// Where the largest (kMin 1: smallest) element along an axis stands; the first of equals, and 0 where nothing
// is better than the worst finite number, which NaN never is. kLong: results are 64-bit. kLanes invocations
// share a result: 1, or a whole workgroup of 256.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint kMin = 0;
layout(constant_id = 1) const uint kLong = 0;
layout(constant_id = 2) const uint kLanes = 1;
layout(push_constant) uniform Push { uint n, extent, inner; } p;
layout(binding = 0) readonly buffer A { T a[]; };
layout(binding = 1) writeonly buffer B { uint b[]; };
shared C tops[kLanes];
shared uint places[kLanes];

#if IS_FLOAT
#define WORST (kMin == 0 ? uintBitsToFloat(0xFF7FFFFFu) : uintBitsToFloat(0x7F7FFFFFu))
#elif defined(TYPE0_i64)
#define WORST (kMin == 0 ? C(1) << 63 : ~(C(1) << 63))
#else
#define WORST (kMin == 0 ? C(0x80000000) : C(0x7FFFFFFF))
#endif

void main() {
  const uint lane = kLanes == 1 ? 0 : gl_LocalInvocationID.x;
  const uint id = kLanes == 1 ? Id() : GroupId();
  if (id >= p.n) return;
  const uint at = id / p.inner * p.extent * p.inner + id % p.inner;
  uint best = 0;
  C top = WORST;
  for (uint i = lane; i < p.extent; i += kLanes) {
    const C x = C(a[at + i * p.inner]);
    if (kMin == 0 ? x > top : x < top) {
      top = x;
      best = i;
    }
  }
  if (kLanes > 1) {
    tops[lane] = top;
    places[lane] = best;
    barrier();
    for (uint half_ = kLanes / 2; half_ > 0; half_ /= 2) {
      if (lane < half_) {
        const C x = tops[lane + half_];
        const uint place = places[lane + half_];
        if ((kMin == 0 ? x > tops[lane] : x < tops[lane]) || (x == tops[lane] && place < places[lane])) {
          tops[lane] = x;
          places[lane] = place;
        }
      }
      barrier();
    }
    if (lane != 0) return;
    best = places[0];
  }
  if (kLong == 1) {
    b[2 * id] = best;
    b[2 * id + 1] = 0;
  } else {
    b[id] = best;
  }
}
