#include "devices/cpu/mixed_gemm.h"

#include <algorithm>

#include "devices/cpu/kernel_base.h"

namespace runnel::cpu {
namespace {

constexpr int64_t kDepth = 128;           // of a widened piece: with the widest tile it takes 32 KiB
constexpr int64_t kRows = 252;            // of a task, a multiple of every MR
constexpr int64_t kTaskProducts = 65536;  // that are worth a task of their own
constexpr int64_t kLines = 16;            // of B that a vector meets at once
constexpr int64_t kLineColumns = 512;     // of which so much is widened: with the lines 32 KiB

using Widen = void (*)(const uint16_t*, float*, int64_t);
// Also where the last vector is not full.
void WidenSome(Widen widen, int64_t lanes, const uint16_t* from, float* to, int64_t count) {
  const int64_t whole = count / lanes * lanes;
  widen(from, to, whole);
  if (whole == count) return;
  uint16_t rest[kMaxTileCols] = {};
  float wide[kMaxTileCols];
  std::copy_n(from + whole, count - whole, rest);
  widen(rest, wide, lanes);
  std::copy_n(wide, count - whole, to + whole);
}

}  // namespace

uint64_t PackedMixedBytes(const GemmTable& table, int64_t n, int64_t k) {
  if (static_cast<double>(n) * static_cast<double>(k) > 1e13) return 0;
  return static_cast<uint64_t>(RoundUp(n, table.f32.tile_cols) * k) * sizeof(uint16_t);
}

void PackMixedMatrix(const rnlp_run_t* run, const GemmTable& table, int64_t n, int64_t k,
                     MatrixView<uint16_t> b, uint16_t* packed) {
  const int64_t nr = table.f32.tile_cols, panels = CeilDiv(n, nr);
  ParallelFor(run, panels, WorkBlock(panels, k * nr), [&](int64_t begin, int64_t end) {
    for (int64_t s = begin; s < end; ++s) {
      const int64_t width = std::min(nr, n - s * nr), pitch = PanelPitch(table.f32, width);
      uint16_t* const to = packed + s * nr * k;
      if (b.col_stride == 1) {
        for (int64_t p = 0; p < k; ++p) {
          std::copy_n(b.data + p * b.row_stride + s * nr, width, to + p * pitch);
          std::fill(to + p * pitch + width, to + (p + 1) * pitch, uint16_t{0});
        }
        continue;
      }
      for (int64_t j = 0; j < width; ++j) {
        const uint16_t* const from = b.data + (s * nr + j) * b.col_stride;
        for (int64_t p = 0; p < k; ++p) to[p * pitch + j] = from[p * b.row_stride];
      }
      for (int64_t p = 0; p < k && width < pitch; ++p)
        std::fill(to + p * pitch + width, to + (p + 1) * pitch, uint16_t{0});
    }
  });
}

void MixedGemm(const rnlp_run_t* run, const GemmTable& table, int32_t dtype, int64_t m, int64_t n,
               int64_t k, MatrixView<float> a, const uint16_t* packed, float* c,
               const Epilogue* epilogue) {
  if (m == 0 || n == 0) return;
  if (k == 0) {
    std::fill_n(c, m * n, 0.0f);
    if (epilogue != nullptr) epilogue->Apply(c, m, n, n, 0);
    return;
  }
  const GemmKernels<float>& kernels = table.f32;
  const auto widen = dtype == RNLP_HALF ? table.widen_half : table.widen_bfloat16;
  const int64_t mr = kernels.tile_rows, nr = kernels.tile_cols, panels = CeilDiv(n, nr);
  const int64_t row_tasks = CeilDiv(m, kRows);
  const int64_t block = std::max<int64_t>(1, kTaskProducts / (std::min(m, kRows) * nr * k));
  ParallelFor(run, row_tasks * panels, block, [&](int64_t begin, int64_t end) {
    alignas(64) float wide[kDepth * kMaxTileCols];
    for (int64_t task = begin; task < end && !IsStopped(run); ++task) {
      const int64_t s = task % panels, row = m * (task / panels) / row_tasks,
                    rows = m * (task / panels + 1) / row_tasks - row;
      const int64_t width = std::min(nr, n - s * nr), pitch = PanelPitch(kernels, width);
      const int64_t tiles = CeilDiv(rows, mr);
      TileFinish<float> finish;
      for (int64_t pc = 0; pc < k; pc += kDepth) {
        const int64_t depth = std::min(kDepth, k - pc);
        const uint16_t* const from = packed + s * nr * k + pc * pitch;
        widen(from, wide, depth * pitch);
        for (int64_t t = 0; t < tiles; ++t) {
          const int64_t i0 = row + rows * t / tiles, i1 = row + rows * (t + 1) / tiles;
          TileProduct<float> product = {a.data + i0 * a.row_stride + pc * a.col_stride,
                                        a.row_stride,
                                        a.col_stride,
                                        wide,
                                        pitch,
                                        depth,
                                        c + i0 * n + s * nr,
                                        n,
                                        pc > 0};
          const bool last = epilogue != nullptr && pc + depth == k;
          if (last) product.finish = FinishOf(epilogue, s * nr, &finish);
          kernels.tile(static_cast<int>(i1 - i0), static_cast<int>(width), product);
          if (last) epilogue->ApplyRest(product.c, i1 - i0, width, n, s * nr);
        }
      }
    }
  });
}

void MixedVector(const rnlp_run_t* run, const GemmTable& table, int32_t dtype, int64_t n, int64_t k,
                 const float* a, MatrixView<uint16_t> b, float* c, const Epilogue* epilogue) {
  const GemmKernels<float>& kernels = table.f32;
  const auto widen = dtype == RNLP_HALF ? table.widen_half : table.widen_bfloat16;
  const int64_t lanes = kernels.lanes, nr = kernels.tile_cols;
  const int64_t block = std::max(kLineColumns, RoundUp(kTaskProducts / std::max<int64_t>(k, 1), nr));
  // By columns of B, each a line in memory: a sum of products of two lines.
  const auto by_columns = [&](int64_t begin, int64_t end) {
    alignas(64) float wide[kLines * kLineColumns];
    for (int64_t j = begin; j < end; ++j) {
      c[j] = 0;
      for (int64_t p = 0; p < k; p += kLines * kLineColumns) {
        const int64_t depth = std::min(kLines * kLineColumns, k - p);
        WidenSome(widen, lanes, b.data + j * b.col_stride + p, wide, depth);
        float part = 0;
        kernels.dot_rows(1, depth, wide, depth, a + p, &part);
        c[j] += part;
      }
    }
  };
  const auto by_rows = [&](int64_t begin, int64_t end) {
    alignas(64) float wide[kLines * kLineColumns];
    for (int64_t j0 = begin; j0 < end; j0 += kLineColumns) {
      const int64_t columns = std::min(kLineColumns, end - j0), pitch = RoundUp(columns, nr);
      for (int64_t p0 = 0; p0 < k; p0 += kLines) {
        const int64_t lines = std::min(kLines, k - p0);
        for (int64_t p = 0; p < lines; ++p)
          WidenSome(widen, lanes, b.data + (p0 + p) * b.row_stride + j0, wide + p * pitch, columns);
        for (int64_t j = 0; j < columns; j += nr) {
          const auto width = static_cast<int>(std::min(nr, columns - j));
          kernels.tile(1, width, {a + p0, k, 1, wide + j, pitch, lines, c + j0 + j, n, p0 > 0});
        }
      }
    }
  };
  if (k == 0) std::fill_n(c, n, 0.0f);
  if (k > 0 && b.col_stride == 1) ParallelFor(run, n, block, by_rows);
  if (k > 0 && b.col_stride != 1) ParallelFor(run, n, block, by_columns);
  if (epilogue != nullptr) epilogue->Apply(c, 1, n, n, 0);
}

}  // namespace runnel::cpu
