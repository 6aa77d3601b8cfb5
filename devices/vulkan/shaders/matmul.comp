#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common.glsl"
// Products of matrices without shared memory: every invocation computes kRows x 8 results, in vectors of
// four columns, and takes four steps of the sum at a time. Neighbours in x share the rows of `a`. Good
// where caches are large (processors, small GPUs); gemm_tile.comp is for the rest.
// kVecA, kVecB: rows of the matrix as it lies in memory are whole vectors.
layout(local_size_x_id = 0, local_size_y_id = 1) in;
layout(constant_id = 2) const uint kTransA = 0;
layout(constant_id = 3) const uint kTransB = 0;
layout(constant_id = 4) const uint kVecA = 0;
layout(constant_id = 5) const uint kVecB = 0;
layout(constant_id = 6) const uint kRows = 8;
#define EPILOGUE_CONSTANT 7
#include "epilogue.glsl"
layout(push_constant) uniform Push {
  uint M, N, K;
  uint a_base, b_base, o_base;
  uint a_batch, b_batch, o_batch;  // elements from one matrix of a batch to the next
} p;
#ifdef TYPE0_f16
#define T4 f16vec4
#else
#define T4 vec4
#endif
layout(binding = 0) readonly buffer A { T a[]; };
layout(binding = 0) readonly buffer A4 { T4 a4[]; };
layout(binding = 1) readonly buffer B { T b[]; };
layout(binding = 1) readonly buffer B4 { T4 b4[]; };
layout(binding = 2) writeonly buffer O { T o[]; };
layout(binding = 2) writeonly buffer O4 { T4 o4[]; };

void main() {
  const uint row = gl_GlobalInvocationID.y * kRows;
  const uint col = gl_GlobalInvocationID.x * 8;
  if (row >= p.M || col >= p.N) return;
  const uint a_at = p.a_base + gl_WorkGroupID.z * p.a_batch;
  const uint b_at = p.b_base + gl_WorkGroupID.z * p.b_batch;
  vec4 sum[kRows][2];
  [[unroll]] for (uint i = 0; i < kRows; ++i) {
    sum[i][0] = vec4(0);
    sum[i][1] = vec4(0);
  }
  // Columns behind the end read what lies inside, and are not stored.
  const bool second = col + 4 < p.N;
  const uint col2 = second ? col + 4 : col;
  for (uint k = 0; k < p.K; k += 4) {
    vec4 y[4][2];
    const bool whole = k + 4 <= p.K;
    if (kVecB == 1 && kTransB == 0) {
      [[unroll]] for (uint s = 0; s < 4; ++s) {
        const uint at = b_at + min(k + s, p.K - 1) * p.N;
        y[s][0] = vec4(b4[(at + col) / 4]);
        y[s][1] = vec4(b4[(at + col2) / 4]);
      }
    } else if (kVecB == 1) {
      [[unroll]] for (uint j = 0; j < 8; ++j) {
        const vec4 v = vec4(b4[(b_at + min(col + j, p.N - 1) * p.K + k) / 4]);
        [[unroll]] for (uint s = 0; s < 4; ++s) y[s][j / 4][j % 4] = v[s];
      }
    } else {
      [[unroll]] for (uint s = 0; s < 4; ++s) {
        const uint kk = min(k + s, p.K - 1);
        [[unroll]] for (uint j = 0; j < 8; ++j) {
          const uint n = min(col + j, p.N - 1);
          y[s][j / 4][j % 4] = float(b[b_at + (kTransB == 0 ? kk * p.N + n : n * p.K + kk)]);
        }
      }
    }
    if (!whole) {
      [[unroll]] for (uint s = 1; s < 4; ++s) {
        if (k + s >= p.K) {
          y[s][0] = vec4(0);
          y[s][1] = vec4(0);
        }
      }
    }
    [[unroll]] for (uint i = 0; i < kRows; ++i) {
      const uint m = min(row + i, p.M - 1);
      vec4 x;
      if (kVecA == 1 && kTransA == 0) {
        x = vec4(a4[(a_at + m * p.K + k) / 4]);
      } else {
        [[unroll]] for (uint s = 0; s < 4; ++s) {
          const uint kk = min(k + s, p.K - 1);
          x[s] = float(a[a_at + (kTransA == 0 ? m * p.K + kk : kk * p.M + m)]);
          if (k + s >= p.K) x[s] = 0.0;  // infinities there are nobody's
        }
      }
      [[unroll]] for (uint s = 0; s < 4; ++s) {
        sum[i][0] = fma(vec4(x[s]), y[s][0], sum[i][0]);
        sum[i][1] = fma(vec4(x[s]), y[s][1], sum[i][1]);
      }
    }
  }
  const uint o_at = p.o_base + gl_WorkGroupID.z * p.o_batch;
  [[unroll]] for (uint i = 0; i < kRows; ++i) {
    if (row + i >= p.M) continue;
    const uint at = o_at + (row + i) * p.N + col;
    [[unroll]] for (uint j = 0; j < 8; ++j) sum[i][j / 4][j % 4] = Final(sum[i][j / 4][j % 4], min(col + j, p.N - 1));
    if (p.N % 4 == 0 && p.o_batch % 4 == 0 && p.o_base % 4 == 0) {
      o4[at / 4] = T4(sum[i][0]);
      if (second) o4[at / 4 + 1] = T4(sum[i][1]);
    } else {
      [[unroll]] for (uint j = 0; j < 8; ++j) {
        if (col + j < p.N) o[at + j] = T(sum[i][j / 4][j % 4]);
      }
    }
  }
}
