// Products of half matrices whose terms a subgroup multiplies 16 x 16 x 16 at a time, added up in float: a
// workgroup of 8 subgroups of 32 computes 128 x 128 results, a subgroup 64 x 32. Tiles lie in shared memory
// as the matrices do, transposed or not, each line with 16 bytes behind it that keep banks apart.
//
// MATRICES_ARE_EMULATED: the subgroup's matrices by plain arithmetic, for devices without them. It is slow,
// and there to test the rest on a processor.
// WholeA, WholeB: lines of the matrix as it lies in memory are whole vectors of 16 bytes.
layout(local_size_x = 256) in;
layout(constant_id = 2) const uint kTransA = 0;
layout(constant_id = 3) const uint kTransB = 0;
layout(constant_id = 4) const uint kWholeA = 0;
layout(constant_id = 5) const uint kWholeB = 0;
#define EPILOGUE_CONSTANT 6
#include "epilogue.glsl"
layout(push_constant) uniform Push {
  uint M, N, K;
  uint a_base, b_base, o_base;
  uint a_batch, b_batch, o_batch;
} p;
layout(binding = 0) readonly buffer A { T a[]; };
layout(binding = 0) readonly buffer A8 { uvec4 a8[]; };
layout(binding = 1) readonly buffer B { T b[]; };
layout(binding = 1) readonly buffer B8 { uvec4 b8[]; };
layout(binding = 2) writeonly buffer O { T o[]; };

const uint kSide = 128;
#ifdef MATRICES_ARE_EMULATED
#define LOOP [[dont_unroll]]
const uint kDepth = 16;
#else
#define LOOP [[unroll]]
const uint kDepth = 32;
#endif
// In vectors of 8 elements.
const uint kAlongSum = kDepth / 8, kAlongSide = kSide / 8;
shared uvec4 left[kSide * (kAlongSum + 1)];
shared uvec4 right[kSide * (kAlongSum + 1)];

#ifdef MATRICES_ARE_EMULATED

// Elements e of lane e / 8.
struct Matrix {
  float at[8];
};
#define LEFT_MATRIX Matrix
#define RIGHT_MATRIX Matrix
#define SUM_MATRIX Matrix
shared float operands[8][2][256];
uint Group() { return gl_LocalInvocationIndex / 32; }
uint Element(uint i) { return gl_LocalInvocationIndex % 32 * 8 + i; }
float HalfOf(uvec4 vector, uint i) {
  const vec2 pair = unpackHalf2x16(vector[i / 2]);
  return i % 2 == 0 ? pair.x : pair.y;
}
#define LOAD_MATRIX(matrix, tile, first, step, columns_first)                                         \
  LOOP for (uint i_ = 0; i_ < 8; ++i_) {                                                        \
    const uint row_ = Element(i_) / 16, column_ = Element(i_) % 16;                                   \
    const uint line_ = (columns_first) ? column_ : row_, along_ = (columns_first) ? row_ : column_;   \
    matrix.at[i_] = HalfOf(tile[(first) + line_ * (step) + along_ / 8], along_ % 8);                  \
  }
Matrix MultiplyAdd(Matrix x, Matrix y, Matrix sum) {
  LOOP for (uint i = 0; i < 8; ++i) {
    operands[Group()][0][Element(i)] = x.at[i];
    operands[Group()][1][Element(i)] = y.at[i];
  }
  barrier();
  LOOP for (uint i = 0; i < 8; ++i) {
    const uint row = Element(i) / 16, column = Element(i) % 16;
    for (uint k = 0; k < 16; ++k)
      sum.at[i] = fma(operands[Group()][0][row * 16 + k], operands[Group()][1][k * 16 + column], sum.at[i]);
  }
  barrier();
  return sum;
}
#define ZERO_MATRIX(matrix) LOOP for (uint i_ = 0; i_ < 8; ++i_) matrix.at[i_] = 0.0
#define STORE_MATRIX(matrix) LOOP for (uint i_ = 0; i_ < 8; ++i_) operands[Group()][0][Element(i_)] = matrix.at[i_]
#define RESULT(element) operands[Group()][0][element]

#else

#define LEFT_MATRIX fcoopmatNV<16, gl_ScopeSubgroup, 16, 16>
#define RIGHT_MATRIX fcoopmatNV<16, gl_ScopeSubgroup, 16, 16>
#define SUM_MATRIX fcoopmatNV<32, gl_ScopeSubgroup, 16, 16>
shared float results[8 * 256];
uint Group() { return gl_SubgroupID; }
uint Element(uint i) { return gl_SubgroupInvocationID * 8 + i; }
#define LOAD_MATRIX(matrix, tile, first, step, columns_first) coopMatLoadNV(matrix, tile, first, step, columns_first)
#define MultiplyAdd coopMatMulAddNV
#define ZERO_MATRIX(matrix) matrix = SUM_MATRIX(0.0)
#define STORE_MATRIX(matrix) coopMatStoreNV(matrix, results, Group() * 256, 16, false)
#define RESULT(element) results[Group() * 256 + (element)]

#endif

// `lines` lines of `count` vectors of a matrix whose lines have `width` elements, from line `line` and
// element `first` on; zeros where it ends.
#define LOAD_TILE(tile, lines, count, scalars, vectors, whole, base, line, height, first, width)             \
  for (uint e_ = gl_LocalInvocationIndex; e_ < (lines) * (count); e_ += 256) {                               \
    const uint l_ = (line) + e_ / (count), c_ = (first) + e_ % (count) * 8;                                  \
    uvec4 vector_ = uvec4(0);                                                                                \
    if (l_ < (height) && c_ < (width)) {                                                                     \
      const uint at_ = (base) + l_ * (width) + c_;                                                           \
      if ((whole) != 0) {                                                                                    \
        vector_ = vectors[at_ / 8];                                                                          \
      } else {                                                                                               \
        LOOP for (uint h_ = 0; h_ < 4; ++h_) {                                                         \
          const uint k_ = h_ * 2;                                                                            \
          const float low_ = c_ + k_ < (width) ? float(scalars[at_ + k_]) : 0.0;                             \
          const float high_ = c_ + k_ + 1 < (width) ? float(scalars[at_ + k_ + 1]) : 0.0;                    \
          vector_[h_] = packHalf2x16(vec2(low_, high_));                                                     \
        }                                                                                                    \
      }                                                                                                      \
    }                                                                                                        \
    tile[e_ / (count) * ((count) + 1) + e_ % (count)] = vector_;                                             \
  }

void main() {
  const uint row = gl_WorkGroupID.y * kSide, column = gl_WorkGroupID.x * kSide;
  const uint a_at = p.a_base + gl_WorkGroupID.z * p.a_batch;
  const uint b_at = p.b_base + gl_WorkGroupID.z * p.b_batch;
  const uint own_row = Group() / 4 * 64, own_column = Group() % 4 * 32;
  SUM_MATRIX sum[4][2];
  LOOP for (uint i = 0; i < 4; ++i) {
    LOOP for (uint j = 0; j < 2; ++j) {
      ZERO_MATRIX(sum[i][j]);
    }
  }
  for (uint k = 0; k < p.K; k += kDepth) {
    if (kTransA == 0) {
      LOAD_TILE(left, kSide, kAlongSum, a, a8, kWholeA, a_at, row, p.M, k, p.K)
    } else {
      LOAD_TILE(left, kDepth, kAlongSide, a, a8, kWholeA, a_at, k, p.K, row, p.M)
    }
    if (kTransB == 0) {
      LOAD_TILE(right, kDepth, kAlongSide, b, b8, kWholeB, b_at, k, p.K, column, p.N)
    } else {
      LOAD_TILE(right, kSide, kAlongSum, b, b8, kWholeB, b_at, column, p.N, k, p.K)
    }
    barrier();
    LOOP for (uint s = 0; s < kDepth / 16; ++s) {
      LEFT_MATRIX x[4];
      RIGHT_MATRIX y[2];
      LOOP for (uint i = 0; i < 4; ++i) {
        const uint at = own_row + i * 16;
        if (kTransA == 0) {
          LOAD_MATRIX(x[i], left, at * (kAlongSum + 1) + s * 2, kAlongSum + 1, false);
        } else {
          LOAD_MATRIX(x[i], left, s * 16 * (kAlongSide + 1) + at / 8, kAlongSide + 1, true);
        }
      }
      LOOP for (uint j = 0; j < 2; ++j) {
        const uint at = own_column + j * 16;
        if (kTransB == 0) {
          LOAD_MATRIX(y[j], right, s * 16 * (kAlongSide + 1) + at / 8, kAlongSide + 1, false);
        } else {
          LOAD_MATRIX(y[j], right, at * (kAlongSum + 1) + s * 2, kAlongSum + 1, true);
        }
      }
      LOOP for (uint i = 0; i < 4; ++i) {
        LOOP for (uint j = 0; j < 2; ++j) sum[i][j] = MultiplyAdd(x[i], y[j], sum[i][j]);
      }
    }
    barrier();
  }
  const uint o_at = p.o_base + gl_WorkGroupID.z * p.o_batch;
  LOOP for (uint i = 0; i < 4; ++i) {
    LOOP for (uint j = 0; j < 2; ++j) {
      STORE_MATRIX(sum[i][j]);
      barrier();
      LOOP for (uint e = 0; e < 8; ++e) {
        const uint m = row + own_row + i * 16 + Element(e) / 16;
        const uint n = column + own_column + j * 16 + Element(e) % 16;
        if (m < p.M && n < p.N) o[o_at + m * p.N + n] = T(Final(RESULT(Element(e)), n));
      }
      barrier();
    }
  }
}
