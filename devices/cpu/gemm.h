// Matrix products for f32 and f64: C = A * B with any strides of A and B, C row-major.
//
// Each element of C is one chain of fused multiply-adds over k in ascending order, whatever tile, panel
// or thread computes it, so results do not depend on the number of threads.
#ifndef RUNNEL_DEVICES_CPU_GEMM_H_
#define RUNNEL_DEVICES_CPU_GEMM_H_

#include <cstdint>

#include "devices/cpu/simd.h"
#include "devices/cpu/tile_finish.h"

namespace runnel::cpu {

// Element (i, j) is at data[i * row_stride + j * col_stride]; one of the strides is 1.
template <typename T>
struct MatrixView {
  const T* data;
  int64_t row_stride;
  int64_t col_stride;
};

// C[0..rows)[0..cols) = (accumulate ? C : 0) + A * B. A's element (i, p) is at a[i * a_row + p * a_col],
// and B's rows are ldb apart. The sum runs over `depth`, and over `lines` such pairs, one a_line and
// b_line behind the other. Meanwhile the second cache is asked for `depth` times `ahead_step` elements
// from `ahead` on: what comes after B is needed soon, and all at once.
template <typename T>
struct TileProduct {
  const T* a;
  int64_t a_row, a_col;
  const T* b;
  int64_t ldb;
  int64_t depth;
  T* c;
  int64_t ldc;
  bool accumulate;
  int64_t lines = 1, a_line = 0, b_line = 0;
  const T* ahead = b;
  int64_t ahead_step = 0;
  const TileFinish<T>* finish = nullptr;  // NULL: C is the sum; of other types than f32 it is

  // While this times `tiles` others is computed, as much is asked for as B has, from its end on.
  void LookAhead(int64_t tiles) {
    ahead = b + lines * depth * ldb;
    ahead_step = (ldb + tiles - 1) / tiles;
  }
};

// The vector code of one element type on one instruction set.
template <typename T>
struct GemmKernels {
  int tile_rows;  // MR
  int tile_cols;  // NR
  int lanes;      // of one vector
  // Rows <= MR, cols <= NR. Of each row of B `lanes` values are read if cols <= lanes, else NR.
  void (*tile)(int rows, int cols, const TileProduct<T>& product);
  bool (*has_nan)(const T* values, int64_t count);
  // y[j] = sum over p of x[p] * b[p * ldb + j]
  void (*combine_rows)(int64_t k, int64_t n, const T* x, const T* b, int64_t ldb, T* y);
  // The same for n = kWideTiles * tile_cols = ldb: a matrix in that order is read as fast as it comes.
  void (*wide_row)(int64_t k, const T* x, const T* b, T* y);
  // y[i] = sum over p of a[i * lda + p] * x[p]
  void (*dot_rows)(int64_t m, int64_t k, const T* a, int64_t lda, const T* x, T* y);
};
struct GemmTable {
  GemmKernels<float> f32;
  GemmKernels<double> f64;
  Isa isa;
  // `count` elements of half or bfloat16 as floats; a multiple of f32.lanes.
  void (*widen_half)(const uint16_t* from, float* to, int64_t count);
  void (*widen_bfloat16)(const uint16_t* from, float* to, int64_t count);
};
const GemmTable& Gemms(Isa isa);

inline constexpr int64_t kMaxTileCols = 64;  // of any instruction set
inline constexpr int kWideTiles = 4;         // side by side in GemmKernels::wide_row

// What the rows of a packed panel are apart: one that fills no more than a vector is stored as one.
template <typename T>
int64_t PanelPitch(const GemmKernels<T>& kernels, int64_t width) {
  return width <= kernels.lanes ? kernels.lanes : kernels.tile_cols;
}

inline const GemmKernels<float>& Select(const GemmTable& table, float) { return table.f32; }
inline const GemmKernels<double>& Select(const GemmTable& table, double) { return table.f64; }

// Workspace of Gemm for this shape; an unknown dimension is -1. `packed`: B is, ahead of time.
uint64_t GemmWorkspaceBytes(int64_t m, int64_t n, int64_t k, uint32_t element_bytes,
                            bool packed = false);

// B in the order in which tiles read it, for products with any number of rows.
uint64_t PackedMatrixBytes(const GemmTable& table, int64_t n, int64_t k, uint32_t element_bytes);
template <typename T>
void PackMatrix(const rnlp_run_t* run, const GemmTable& table, int64_t n, int64_t k, MatrixView<T> b,
                T* packed);

// `workspace` holds GemmWorkspaceBytes and is 64-byte aligned. `run` NULL: on the calling thread only.
// `epilogue`, if any, follows on C tile by tile. `packed`: what PackMatrix made of B, or NULL.
template <typename T>
void Gemm(const rnlp_run_t* run, const GemmTable& table, int64_t m, int64_t n, int64_t k,
          MatrixView<T> a, MatrixView<T> b, T* c, void* workspace, const Epilogue* epilogue = nullptr,
          const T* packed = nullptr);

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_GEMM_H_
