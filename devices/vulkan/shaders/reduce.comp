#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
// One result for each index of the kept dimensions, over all of the reduced ones. kOp: 0 sum, 1 mean,
// 2 product, 3 largest, 4 smallest, 5 all, 6 any, 7 half the sum of squares. kLanes invocations share a
// result: 1, or the 256 of a workgroup, whose parts are joined as a tree, the same for every device.
// With kSplits above 1 a result has so many partial ones, which a second pass joins.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint kOp = 0;
layout(constant_id = 1) const uint kLanes = 1;
layout(constant_id = 2) const uint kKept = 0;
layout(constant_id = 3) const uint kReduced = 0;
layout(constant_id = 4) const uint kSplits = 1;
layout(push_constant) uniform Push {
  uint n, extent, in_base, out_base;
  uint divisor;  // of a mean
  uint kept_size[5], kept_stride[5];
  uint reduced_size[5], reduced_stride[5];
} p;
layout(binding = 0) readonly buffer A { T a[]; };
layout(binding = 1) buffer B { T b[]; };
shared C part[kLanes];

C Start() {
  switch (kOp) {
    case 2: case 5: return C(1);
#if IS_FLOAT
    case 3: return -RNL_INF;
    case 4: return RNL_INF;
#elif defined(TYPE0_i64)
    case 3: return C(1) << 63;
    case 4: return ~(C(1) << 63);
#else
    case 3: return C(0x80000000);
    case 4: return C(0x7FFFFFFF);
#endif
  }
  return C(0);
}
C Join(C x, C y) {
  switch (kOp) {
    case 2: return x * y;
#if IS_FLOAT
    case 3: return IsNan(x) || x > y ? x : y;
    case 4: return IsNan(x) || x < y ? x : y;
#else
    case 3: return x > y ? x : y;
    case 4: return x < y ? x : y;
#endif
    case 5: return x != C(0) && y != C(0) ? C(1) : C(0);
    case 6: return x != C(0) || y != C(0) ? C(1) : C(0);
  }
  return x + y;
}

void main() {
  const uint lane = kLanes == 1 ? 0 : gl_LocalInvocationID.x;
  const uint id = kLanes == 1 ? Id() : GroupId();
  if (id >= p.n * kSplits) return;
  uint rest = id / kSplits, at = p.in_base;
  for (uint d = kKept; d-- > 0;) {
    at += rest % p.kept_size[d] * p.kept_stride[d];
    rest /= p.kept_size[d];
  }
  const uint share = (p.extent + kSplits - 1) / kSplits;
  const uint begin = id % kSplits * share, end = min(begin + share, p.extent);
  C sum = Start();
  for (uint i = begin + lane; i < end; i += kLanes) {
    uint from = at, index = i;
    if (kReduced == 1) {
      from += i * p.reduced_stride[0];
    } else {
      for (uint d = kReduced; d-- > 0;) {
        from += index % p.reduced_size[d] * p.reduced_stride[d];
        index /= p.reduced_size[d];
      }
    }
    C x = C(LOAD(a, from));
    if (kOp == 7) x = x * x;
    sum = Join(sum, x);
  }
  if (kLanes > 1) {
    part[lane] = sum;
    barrier();
    for (uint half_ = kLanes / 2; half_ > 0; half_ /= 2) {
      if (lane < half_) part[lane] = Join(part[lane], part[lane + half_]);
      barrier();
    }
    if (lane != 0) return;
    sum = part[0];
  }
#if IS_FLOAT
  if (kOp == 1 && p.divisor != 0) sum = sum / float(p.divisor);
  if (kOp == 7 && p.divisor != 0) sum = sum * 0.5;
#else
  if (kOp == 1 && p.divisor != 0) sum = sum / C(p.divisor);
#endif
#ifdef BYTES0
  const uint truth = uint(sum);
  STORE_BYTE(b, p.out_base + id, truth);
#else
  b[p.out_base + id] = T(sum);
#endif
}
