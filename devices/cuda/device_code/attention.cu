// Attention without the scores in memory: a block keeps some queries and goes through all keys and values,
// part by part; what it has added up is scaled down whenever a score is larger than all before it (Dao et
// al. 2022).
#include "devices/cuda/device_code/attention_args.h"
#include "devices/cuda/device_code/tile_gemm.h"
#include "devices/cuda/device_code/warp_matrix.h"

namespace runnel::cuda {

RUNNEL_DEVICE i64 MaskAt(const AttentionArgs& a, i64 matrix) {
  i64 at = 0;
  for (int d = a.loops - 1; d >= 0; --d) {
    at += matrix % a.size[d] * a.mask_matrix[d];
    matrix /= a.size[d];
  }
  return at;
}
// Where each score is minus infinity so far nothing is taken from them, so that none becomes NaN.
RUNNEL_DEVICE float BaseOf(float most) { return most == -BitsToFloat(0x7f800000u) ? 0.0f : most; }

// ---- by plain arithmetic, any type ----

// 256 threads, each with 4 x 4 of the scores and 4 x 8 of the results, 16 apart.
template <typename T>
RUNNEL_DEVICE void AttentionOf(const AttentionArgs& a, i64 matrix, int first_row, int first_column,
                               int columns) {
  __shared__ float left[kTileK][kTileM + 4];
  __shared__ float right[kTileK][kValueColumns + 4];
  __shared__ float weights[kTileN][kTileM + 4];
  constexpr int kWide = kValueColumns / 16;
  const float infinity = BitsToFloat(0x7f800000u);
  const int thread = static_cast<int>(threadIdx.x), x = thread % 16, y = thread / 16;
  const T* query = At<const T>(a.query) + matrix * a.m * a.d;
  const T* key = At<const T>(a.key) + matrix * a.n * a.d;
  const T* value = At<const T>(a.value) + matrix * a.n * a.e;
  const T* mask = At<const T>(a.mask) + MaskAt(a, matrix);
  float out[kPart][kWide] = {}, total[kPart] = {}, most[kPart];
  RUNNEL_UNROLL
  for (int i = 0; i < kPart; ++i) most[i] = -infinity;

  for (int first_key = 0; first_key < a.n; first_key += kTileN) {
    float score[kPart][kPart] = {};
    for (int first = 0; first < a.d; first += kTileK) {
      const int k = first + x;
      RUNNEL_UNROLL
      for (int i = 0; i < kPart; ++i) {
        const int at = y + i * 16;
        const i64 row = first_row + at, other = first_key + at;
        left[x][at] = k < a.d && row < a.m ? Load(query[row * a.d + k]) : 0.0f;
        right[x][at] = k < a.d && other < a.n ? Load(key[other * a.d + k]) : 0.0f;
      }
      __syncthreads();
      TileMultiply(left, right, y, x, score);
      __syncthreads();
    }
    RUNNEL_UNROLL
    for (int i = 0; i < kPart; ++i) {
      const i64 row = min(first_row + y + i * 16, a.m - 1);
      float largest = most[i];
      RUNNEL_UNROLL
      for (int j = 0; j < kPart; ++j) {
        const i64 at = first_key + x + j * 16;
        score[i][j] = at < a.n ? score[i][j] * a.scale + Load(mask[row * a.mask_row + at * a.mask_column])
                               : -infinity;
        largest = fmaxf(largest, score[i][j]);
      }
      for (int lanes = 8; lanes > 0; lanes /= 2)
        largest = fmaxf(largest, __shfl_xor_sync(0xffffffffu, largest, lanes));
      const float base = BaseOf(largest), shrink = expf(most[i] - base);
      most[i] = largest;
      float sum = 0;
      RUNNEL_UNROLL
      for (int j = 0; j < kPart; ++j) {
        const float weight = expf(score[i][j] - base);
        sum += weight;
        weights[x + j * 16][y + i * 16] = weight;
      }
      for (int lanes = 8; lanes > 0; lanes /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, lanes);
      total[i] = total[i] * shrink + sum;
      RUNNEL_UNROLL
      for (int j = 0; j < kWide; ++j) out[i][j] *= shrink;
    }
    for (int first = 0; first < kTileN; first += kTileK) {
      RUNNEL_UNROLL
      for (int i = 0; i < kTileK * kValueColumns / 256; ++i) {
        const int k = thread / kValueColumns + i * (256 / kValueColumns), column = thread % kValueColumns;
        const i64 row = first_key + first + k;
        right[k][column] =
            row < a.n && column < columns ? Load(value[row * a.e + first_column + column]) : 0.0f;
      }
      __syncthreads();
      TileMultiply(&weights[first], right, y, x, out);
      __syncthreads();
    }
  }
  RUNNEL_UNROLL
  for (int i = 0; i < kPart; ++i) {
    const i64 row = first_row + y + i * 16;
    if (row >= a.m) continue;
    T* to = At<T>(a.out) + (matrix * a.m + row) * a.e + first_column;
    RUNNEL_UNROLL
    for (int j = 0; j < kWide; ++j) {
      if (x + j * 16 < columns) to[x + j * 16] = Store<T>(out[i][j] / total[i]);
    }
  }
}

template <typename T>
RUNNEL_DEVICE void AttentionBody(const AttentionArgs& a, int queries, int width) {
  const int first_column = static_cast<int>(blockIdx.y) * width;
  const int first_row = static_cast<int>(blockIdx.x) * queries;
  for (i64 matrix = blockIdx.z; matrix < a.matrices; matrix += gridDim.z) {
    for (int row = first_row; row < min(first_row + queries, a.m); row += kQueries)
      AttentionOf<T>(a, matrix, row, first_column, min(a.e - first_column, width));
  }
}
RUNNEL_KERNEL(attention_f32, AttentionArgs) { AttentionBody<float>(a, kQueries, kValueColumns); }
RUNNEL_KERNEL(attention_f16, AttentionArgs) { AttentionBody<Half>(a, kQueries, kValueColumns); }
RUNNEL_KERNEL(attention_bf16, AttentionArgs) { AttentionBody<BFloat16>(a, kQueries, kValueColumns); }

// ---- by products of tiles, 16-bit types ----

#if defined(RUNNEL_WARP_MATRIX)

// Two neighbours of a row, as a fragment has them; zeros where there is none.
template <typename T>
RUNNEL_DEVICE u32 PairAt(const T* row, int column, int columns) {
  const u32 low = column < columns ? row[column].bits : 0;
  const u32 high = column + 1 < columns ? row[column + 1].bits : 0;
  return low | high << 16;
}

// `kRows` rows of so many columns, zeros behind them, to shared memory where rows are kStep apart.
template <int kRows, int kStep, int kWidth, typename T>
RUNNEL_DEVICE void BeginTile(u16* to, const T* from, int row, int rows, int step, int columns,
                             int aligned) {
  constexpr int kParts = kWidth / 8;
  for (int i = static_cast<int>(threadIdx.x); i < kRows * kParts; i += 256) {
    const int at = i / kParts, column = i % kParts * 8;
    const bool real = row + at < rows && column < columns;
    const T* source = from + (real ? static_cast<i64>(row + at) * step + column : 0);
    u16* target = to + at * kStep + column;
    if (aligned) {
      CopyBeside(target, reinterpret_cast<const u16*>(source), real);
    } else {
      for (int j = 0; j < 8; ++j) target[j] = real && column + j < columns ? source[j].bits : u16{0};
    }
  }
}

// 8 warps with 16 queries each. kWidth: the most columns of queries and keys, and of the values that a
// block works on.
template <typename T, int kWidth>
RUNNEL_DEVICE void AttentionTiles(const AttentionArgs& a, i64 matrix) {
  constexpr int kKeys = kWidth <= 64 ? 64 : 32;
  // So that 8 rows of 16 bytes lie in banks of their own.
  constexpr int kStep = kWidth + 8;
  constexpr float kLog2E = 1.4426950408889634f;
  alignas(16) __shared__ u16 keys[2][kKeys * kStep];
  alignas(16) __shared__ u16 values[2][kKeys * kStep];
  const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
  const int group = lane / 4, pair = lane % 4 * 2;
  const int first_column = static_cast<int>(blockIdx.y) * kWidth, columns = min(a.e - first_column, kWidth);
  const int first_row = static_cast<int>(blockIdx.x) * kTileQueries + warp * 16;
  const T* key = At<const T>(a.key) + matrix * a.n * a.d;
  const T* value = At<const T>(a.value) + matrix * a.n * a.e + first_column;
  const T* mask = At<const T>(a.mask) + MaskAt(a, matrix);
  const auto begin = [&](int first_key) {
    const int slot = first_key / kKeys % 2;
    BeginTile<kKeys, kStep, kWidth>(keys[slot], key, first_key, a.n, a.d, a.d, a.aligned);
    BeginTile<kKeys, kStep, kWidth>(values[slot], value, first_key, a.n, a.e, columns, a.aligned);
  };
  begin(0);

  // Rows of this thread: `group` of its warp's 16, and the one 8 on. Those behind the last are its copies.
  i64 rows[2];
  RUNNEL_UNROLL
  for (int r = 0; r < 2; ++r) rows[r] = min(first_row + group + r * 8, a.m - 1);
  u32 query[kWidth / 16][4];
  RUNNEL_UNROLL
  for (int k = 0; k < kWidth / 16; ++k) {
    RUNNEL_UNROLL
    for (int r = 0; r < 4; ++r) {
      query[k][r] = PairAt(At<const T>(a.query) + (matrix * a.m + rows[r % 2]) * a.d,
                           k * 16 + r / 2 * 8 + pair, a.d);
    }
  }
  const bool one_mask = a.mask_row == 0 && a.mask_column == 0;
  const float always = one_mask ? Load(mask[0]) : 0.0f;
  float out[kWidth / 8][4] = {}, total[2] = {}, most[2];
  most[0] = most[1] = -BitsToFloat(0x7f800000u);

  for (int first_key = 0; first_key < a.n; first_key += kKeys) {
    // This part has come, and everybody is done with the one before, in whose place the next comes.
    WaitForCopies();
    __syncthreads();
    if (first_key + kKeys < a.n) begin(first_key + kKeys);
    const u16* key_tile = keys[first_key / kKeys % 2];
    const u16* value_tile = values[first_key / kKeys % 2];

    float score[kKeys / 8][4] = {};
    RUNNEL_UNROLL
    for (int k = 0; k < kWidth / 32; ++k) {
      if (k * 32 >= a.d) break;
      RUNNEL_UNROLL
      for (int j = 0; j < kKeys / 8; ++j) {
        u32 right[4];
        LoadMatrices(key_tile + (j * 8 + lane % 8) * kStep + k * 32 + lane / 8 * 8, right);
        WarpMultiply(T{}, score[j], query[k * 2], right);
        WarpMultiply(T{}, score[j], query[k * 2 + 1], right + 2);
      }
    }
    float largest[2] = {most[0], most[1]};
    RUNNEL_UNROLL
    for (int j = 0; j < kKeys / 8; ++j) {
      RUNNEL_UNROLL
      for (int r = 0; r < 4; ++r) {
        const int at = first_key + j * 8 + pair + r % 2;
        float& one = score[j][r];
        const float more = one_mask || at >= a.n
                               ? always
                               : Load(mask[rows[r / 2] * a.mask_row + at * a.mask_column]);
        one = at < a.n ? one * a.scale + more : -BitsToFloat(0x7f800000u);
        largest[r / 2] = fmaxf(largest[r / 2], one);
      }
    }
    float base[2], sum[2] = {}, shrink[2];
    RUNNEL_UNROLL
    for (int r = 0; r < 2; ++r) {
      largest[r] = fmaxf(largest[r], __shfl_xor_sync(0xffffffffu, largest[r], 1));
      largest[r] = fmaxf(largest[r], __shfl_xor_sync(0xffffffffu, largest[r], 2));
      base[r] = BaseOf(largest[r]);
      shrink[r] = exp2f((most[r] - base[r]) * kLog2E);
      most[r] = largest[r];
    }
    RUNNEL_UNROLL
    for (int j = 0; j < kKeys / 8; ++j) {
      RUNNEL_UNROLL
      for (int r = 0; r < 4; ++r) {
        score[j][r] = exp2f((score[j][r] - base[r / 2]) * kLog2E);
        sum[r / 2] += score[j][r];
      }
    }
    RUNNEL_UNROLL
    for (int r = 0; r < 2; ++r) {
      sum[r] += __shfl_xor_sync(0xffffffffu, sum[r], 1);
      sum[r] += __shfl_xor_sync(0xffffffffu, sum[r], 2);
      total[r] = total[r] * shrink[r] + sum[r];
    }
    RUNNEL_UNROLL
    for (int j = 0; j < kWidth / 8; ++j) {
      RUNNEL_UNROLL
      for (int r = 0; r < 4; ++r) out[j][r] *= shrink[r / 2];
    }
    RUNNEL_UNROLL
    for (int k = 0; k < kKeys / 16; ++k) {
      // The scores of a thread are the left operand's elements that it should have.
      const u32 left[4] = {PackPair(T{}, score[k * 2][0], score[k * 2][1]),
                           PackPair(T{}, score[k * 2][2], score[k * 2][3]),
                           PackPair(T{}, score[k * 2 + 1][0], score[k * 2 + 1][1]),
                           PackPair(T{}, score[k * 2 + 1][2], score[k * 2 + 1][3])};
      RUNNEL_UNROLL
      for (int j = 0; j < kWidth / 16; ++j) {
        if (j * 16 >= columns) break;
        u32 right[4];
        LoadMatricesTransposed(
            value_tile + (k * 16 + lane / 8 % 2 * 8 + lane % 8) * kStep + j * 16 + lane / 16 * 8, right);
        WarpMultiply(T{}, out[j * 2], left, right);
        WarpMultiply(T{}, out[j * 2 + 1], left, right + 2);
      }
    }
  }
  RUNNEL_UNROLL
  for (int r = 0; r < 2; ++r) {
    if (first_row + group + r * 8 >= a.m) continue;
    T* to = At<T>(a.out) + (matrix * a.m + rows[r]) * a.e + first_column;
    RUNNEL_UNROLL
    for (int j = 0; j < kWidth / 8; ++j) {
      const int column = j * 8 + pair;
      if (column < columns) to[column] = Store<T>(out[j][r * 2] / total[r]);
      if (column + 1 < columns) to[column + 1] = Store<T>(out[j][r * 2 + 1] / total[r]);
    }
  }
  // The tiles are another matrix's next.
  __syncthreads();
}

template <typename T, int kWidth>
RUNNEL_DEVICE void AttentionTilesBody(const AttentionArgs& a) {
  for (i64 matrix = blockIdx.z; matrix < a.matrices; matrix += gridDim.z) AttentionTiles<T, kWidth>(a, matrix);
}

#else

// Code for what came before, which later devices may have been given as well.
template <typename T, int kWidth>
RUNNEL_DEVICE void AttentionTilesBody(const AttentionArgs& a) {
  AttentionBody<T>(a, kTileQueries, kWidth);
}

#endif

RUNNEL_PACKED_KERNEL(attention_tiles_64_f16, AttentionArgs, 2) { AttentionTilesBody<Half, 64>(a); }
RUNNEL_PACKED_KERNEL(attention_tiles_64_bf16, AttentionArgs, 2) { AttentionTilesBody<BFloat16, 64>(a); }
RUNNEL_KERNEL(attention_tiles_128_f16, AttentionArgs) { AttentionTilesBody<Half, 128>(a); }
RUNNEL_KERNEL(attention_tiles_128_bf16, AttentionArgs) { AttentionTilesBody<BFloat16, 128>(a); }

}  // namespace runnel::cuda
