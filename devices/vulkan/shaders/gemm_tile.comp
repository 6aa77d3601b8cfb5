#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common.glsl"
// Products of matrices by tiles in shared memory: a workgroup of 16 x 16 computes 64 x 64 results, 4 x 4 an
// invocation, 16 steps of the sum a tile (8 KiB shared). For GPUs with caches too small for matmul.comp.
layout(local_size_x = 16, local_size_y = 16) in;
layout(constant_id = 2) const uint kTransA = 0;
layout(constant_id = 3) const uint kTransB = 0;
#define EPILOGUE_CONSTANT 4
#include "epilogue.glsl"
layout(push_constant) uniform Push {
  uint M, N, K;
  uint a_base, b_base, o_base;
  uint a_batch, b_batch, o_batch;
} p;
layout(binding = 0) readonly buffer A { T a[]; };
layout(binding = 1) readonly buffer B { T b[]; };
layout(binding = 2) writeonly buffer O { T o[]; };
shared float left[16][64];
shared float right[16][64];

void main() {
  const uint row = gl_WorkGroupID.y * 64, col = gl_WorkGroupID.x * 64;
  const uint a_at = p.a_base + gl_WorkGroupID.z * p.a_batch;
  const uint b_at = p.b_base + gl_WorkGroupID.z * p.b_batch;
  const uint lane = gl_LocalInvocationIndex;
  float sum[4][4];
  [[unroll]] for (uint i = 0; i < 4; ++i)
    [[unroll]] for (uint j = 0; j < 4; ++j) sum[i][j] = 0.0;
  for (uint k = 0; k < p.K; k += 16) {
    for (uint e = lane; e < 1024; e += 256) {
      // Neighbours read neighbours, whichever way the matrix lies.
      const uint ak = kTransA == 0 ? e % 16 : e / 64, am = kTransA == 0 ? e / 16 : e % 64;
      const bool a_in = row + am < p.M && k + ak < p.K;
      left[ak][am] =
          a_in ? float(a[a_at + (kTransA == 0 ? (row + am) * p.K + k + ak : (k + ak) * p.M + row + am)]) : 0.0;
      const uint bk = kTransB == 0 ? e / 64 : e % 16, bn = kTransB == 0 ? e % 64 : e / 16;
      const bool b_in = col + bn < p.N && k + bk < p.K;
      right[bk][bn] =
          b_in ? float(b[b_at + (kTransB == 0 ? (k + bk) * p.N + col + bn : (col + bn) * p.K + k + bk)]) : 0.0;
    }
    barrier();
    [[unroll]] for (uint s = 0; s < 16; ++s) {
      float x[4], y[4];
      [[unroll]] for (uint i = 0; i < 4; ++i) x[i] = left[s][gl_LocalInvocationID.y + i * 16];
      [[unroll]] for (uint j = 0; j < 4; ++j) y[j] = right[s][gl_LocalInvocationID.x + j * 16];
      [[unroll]] for (uint i = 0; i < 4; ++i)
        [[unroll]] for (uint j = 0; j < 4; ++j) sum[i][j] = fma(x[i], y[j], sum[i][j]);
    }
    barrier();
  }
  const uint o_at = p.o_base + gl_WorkGroupID.z * p.o_batch;
  [[unroll]] for (uint i = 0; i < 4; ++i) {
    const uint m = row + gl_LocalInvocationID.y + i * 16;
    [[unroll]] for (uint j = 0; j < 4; ++j) {
      const uint n = col + gl_LocalInvocationID.x + j * 16;
      if (m < p.M && n < p.N) o[o_at + m * p.N + n] = T(Final(sum[i][j], n));
    }
  }
}
