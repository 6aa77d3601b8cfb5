#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_shader_subgroup_basic : require
#include "common.glsl"
// Products of matrices on processors, where a subgroup is a vector and every load is one of each lane by
// itself: so there should be few, of four elements each. A workgroup is one subgroup of kWidth lanes, eight
// columns each, and computes kGroups * kWidth rows. Of `a` each lane loads another row, four steps of the
// sum at a time, and hands them to all. kVecA, kVecB: rows of the matrix as it lies in memory are whole vectors.
layout(local_size_x_id = 0) in;
layout(constant_id = 0) const uint kWidth = 8;
layout(constant_id = 1) const uint kGroups = 2;
layout(constant_id = 2) const uint kTransA = 0;
layout(constant_id = 3) const uint kTransB = 0;
layout(constant_id = 4) const uint kVecA = 0;
layout(constant_id = 5) const uint kVecB = 0;
#define EPILOGUE_CONSTANT 6
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
const uint kRows = kWidth * kGroups;
shared vec4 rows[kRows];

void main() {
  const uint lane = gl_SubgroupInvocationID;
  const uint row = gl_WorkGroupID.y * kRows;
  const uint col = (gl_WorkGroupID.x * kWidth + lane) * 8;
  const uint a_at = p.a_base + gl_WorkGroupID.z * p.a_batch;
  const uint b_at = p.b_base + gl_WorkGroupID.z * p.b_batch;
  vec4 sum[kRows][2];
  [[unroll]] for (uint i = 0; i < kRows; ++i) {
    sum[i][0] = vec4(0);
    sum[i][1] = vec4(0);
  }
  // Rows and columns behind the end read what lies inside, and are not stored.
  const uint last = p.N - 1;
  const uint col1 = min(col, last / 4 * 4), col2 = min(col + 4, last / 4 * 4);
  for (uint k = 0; k < p.K; k += 4) {
    vec4 x[kGroups];
    [[unroll]] for (uint g = 0; g < kGroups; ++g) {
      const uint m = min(row + g * kWidth + lane, p.M - 1);
      if (kVecA == 1 && kTransA == 0) {
        x[g] = vec4(a4[(a_at + m * p.K + k) / 4]);
      } else {
        [[unroll]] for (uint s = 0; s < 4; ++s) {
          const uint kk = min(k + s, p.K - 1);
          x[g][s] = float(a[a_at + (kTransA == 0 ? m * p.K + kk : kk * p.M + m)]);
          if (k + s >= p.K) x[g][s] = 0.0;  // infinities there are nobody's
        }
      }
    }
    subgroupMemoryBarrierShared();
    [[unroll]] for (uint g = 0; g < kGroups; ++g) rows[g * kWidth + lane] = x[g];
    subgroupMemoryBarrierShared();
    vec4 y[4][2];
    if (kVecB == 1 && kTransB == 0) {
      [[unroll]] for (uint s = 0; s < 4; ++s) {
        const uint at = b_at + min(k + s, p.K - 1) * p.N;
        y[s][0] = vec4(b4[(at + col1) / 4]);
        y[s][1] = vec4(b4[(at + col2) / 4]);
      }
    } else if (kVecB == 1) {
      [[unroll]] for (uint j = 0; j < 8; ++j) {
        const vec4 v = vec4(b4[(b_at + min(col + j, last) * p.K + k) / 4]);
        [[unroll]] for (uint s = 0; s < 4; ++s) y[s][j / 4][j % 4] = v[s];
      }
    } else {
      [[unroll]] for (uint s = 0; s < 4; ++s) {
        const uint kk = min(k + s, p.K - 1);
        [[unroll]] for (uint j = 0; j < 8; ++j) {
          const uint n = min(col + j, last);
          y[s][j / 4][j % 4] = float(b[b_at + (kTransB == 0 ? kk * p.N + n : n * p.K + kk)]);
        }
      }
    }
    if (k + 4 > p.K) {
      [[unroll]] for (uint s = 1; s < 4; ++s) {
        if (k + s >= p.K) {
          y[s][0] = vec4(0);
          y[s][1] = vec4(0);
        }
      }
    }
    [[unroll]] for (uint i = 0; i < kRows; ++i) {
      const vec4 all = rows[i];
      [[unroll]] for (uint s = 0; s < 4; ++s) {
        sum[i][0] = fma(vec4(all[s]), y[s][0], sum[i][0]);
        sum[i][1] = fma(vec4(all[s]), y[s][1], sum[i][1]);
      }
    }
  }
  if (col >= p.N) return;
  const uint o_at = p.o_base + gl_WorkGroupID.z * p.o_batch;
  const bool vectors = p.N % 4 == 0 && p.o_batch % 4 == 0 && p.o_base % 4 == 0;
  [[unroll]] for (uint i = 0; i < kRows; ++i) {
    if (row + i >= p.M) continue;
    const uint at = o_at + (row + i) * p.N + col;
    [[unroll]] for (uint j = 0; j < 8; ++j) sum[i][j / 4][j % 4] = Final(sum[i][j / 4][j % 4], min(col + j, p.N - 1));
    if (vectors) {
      o4[at / 4] = T4(sum[i][0]);
      if (col + 4 < p.N) o4[at / 4 + 1] = T4(sum[i][1]);
    } else {
      [[unroll]] for (uint j = 0; j < 8; ++j) {
        if (col + j < p.N) o[at + j] = T(sum[i][j / 4][j % 4]);
      }
    }
  }
}
