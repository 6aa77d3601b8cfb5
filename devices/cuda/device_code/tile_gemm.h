// A matrix product by tiles in shared memory, for whoever says where its elements come from and go to:
// plain matrices, or the windows of a convolution. Products are added up in float.
#ifndef RUNNEL_DEVICES_CUDA_DEVICE_CODE_TILE_GEMM_H_
#define RUNNEL_DEVICES_CUDA_DEVICE_CODE_TILE_GEMM_H_

#include "devices/cuda/device_code/language.h"

namespace runnel::cuda {

constexpr int kTileM = 64, kTileN = 64, kTileK = 16;
// 256 threads; each has 4 x 4 results, 16 apart.
constexpr int kPart = 4;

// sum[i][j] += the product of tiles that lie k by k, of rows y + 16 i and columns x + 16 j.
template <int kLeft, int kRight, int kColumns>
RUNNEL_DEVICE void TileMultiply(const float (*left)[kLeft], const float (*right)[kRight], int y, int x,
                                float (*sum)[kColumns]) {
  RUNNEL_UNROLL
  for (int k = 0; k < kTileK; ++k) {
    float a_part[kPart], b_part[kColumns];
    RUNNEL_UNROLL
    for (int i = 0; i < kPart; ++i) a_part[i] = left[k][y + i * 16];
    RUNNEL_UNROLL
    for (int j = 0; j < kColumns; ++j) b_part[j] = right[k][x + j * 16];
    RUNNEL_UNROLL
    for (int i = 0; i < kPart; ++i) {
      RUNNEL_UNROLL
      for (int j = 0; j < kColumns; ++j) sum[i][j] += a_part[i] * b_part[j];
    }
  }
}

// What follows a product in the same launch. NaN stays.
template <typename T>
RUNNEL_DEVICE float WithEpilogue(float sum, const T* bias, int column, int relu) {
  if (bias != nullptr) sum += Load(bias[column]);
  return relu != 0 && sum < 0.0f ? 0.0f : sum;
}

// left.At(left.Row(m), k) and right.At(k, n) are the elements: what is the same for all k of a row is
// found once. put(m, n, sum) takes a result. Sums over [k_begin, k_end). The operands say what lies next
// to each other in memory.
template <typename Left, typename Right, typename Put>
RUNNEL_DEVICE void TileGemm(int m_count, int n_count, i64 k_begin, i64 k_end, const Left& left,
                            const Right& right, const Put& put) {
  __shared__ float a_tile[kTileK][kTileM + 4];
  __shared__ float b_tile[kTileK][kTileN + 4];
  const int thread = static_cast<int>(threadIdx.x);
  const int m_first = static_cast<int>(blockIdx.x) * kTileM;
  const int x = thread % 16, y = thread / 16;

  // Loads: the right operand by columns next to each other; the left by k, or by rows where these lie
  // next to each other in memory.
  const int a_row = left.rows_are_next ? thread % 64 : thread / 16;
  const int a_k = left.rows_are_next ? thread / 64 : thread % 16;
  const int a_row_step = left.rows_are_next ? 0 : 16, a_k_step = left.rows_are_next ? 4 : 0;
  const int b_column = right.columns_are_next ? thread % 64 : thread / 16;
  const int b_k = right.columns_are_next ? thread / 64 : thread % 16;
  const int b_column_step = right.columns_are_next ? 0 : 16, b_k_step = right.columns_are_next ? 4 : 0;

  typename Left::RowState rows[kPart];
  RUNNEL_UNROLL
  for (int i = 0; i < kPart; ++i) rows[i] = left.Row(min(m_first + a_row + i * a_row_step, m_count - 1));

  // A grid has fewer rows of blocks than the widest matrices have tiles.
  for (int tile = static_cast<int>(blockIdx.y); tile * kTileN < n_count;
       tile += static_cast<int>(gridDim.y)) {
    const int n_first = tile * kTileN;
    float sum[kPart][kPart] = {};
    for (i64 k_first = k_begin; k_first < k_end; k_first += kTileK) {
      RUNNEL_UNROLL
      for (int i = 0; i < kPart; ++i) {
        const int row = a_row + i * a_row_step, k = a_k + i * a_k_step;
        const int m = m_first + row;
        a_tile[k][row] = m < m_count && k_first + k < k_end ? left.At(rows[i], k_first + k) : 0.0f;
      }
      RUNNEL_UNROLL
      for (int i = 0; i < kPart; ++i) {
        const int column = b_column + i * b_column_step, k = b_k + i * b_k_step;
        const int n = n_first + column;
        b_tile[k][column] = n < n_count && k_first + k < k_end ? right.At(k_first + k, n) : 0.0f;
      }
      __syncthreads();
      TileMultiply(a_tile, b_tile, y, x, sum);
      __syncthreads();
    }
    RUNNEL_UNROLL
    for (int i = 0; i < kPart; ++i) {
      const int m = m_first + y + i * 16;
      RUNNEL_UNROLL
      for (int j = 0; j < kPart; ++j) {
        const int n = n_first + x + j * 16;
        if (m < m_count && n < n_count) put(m, n, sum[i][j]);
      }
    }
  }
}

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_DEVICE_CODE_TILE_GEMM_H_
