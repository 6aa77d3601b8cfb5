// Blocking around the register tile: panels of B are packed so that a tile reads them in order, A is
// copied where its rows are far apart or transposed. Blocks depend on the shape alone.
#include "devices/cpu/gemm.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "devices/cpu/kernel_base.h"
#include "devices/cpu/packed.h"
#include "devices/cpu/transpose.h"

namespace runnel::cpu {
namespace {

// Of A and B, the second cache of a core holds `rows` (MC of a task) and a panel of `depth_bytes` (KC).
// Its size decides: the bits of a result do not depend on them.
struct Blocking {
  int64_t depth_bytes, rows;
};
const Blocking& BlockingHere() {
  static const Blocking blocking =
      sysconf(_SC_LEVEL2_CACHE_SIZE) >= 1 << 20 ? Blocking{1024 * 4, 126} : Blocking{512 * 4, 84};
  return blocking;
}
constexpr int64_t kRowPadBytes = 64;      // so that the copied rows of a tile share no cache set
constexpr int64_t kColsBytes = 1024 * 4;  // NC
constexpr int64_t kRows = 1008;           // MC, a multiple of every MR
constexpr int64_t kParallelFlops = 1000000;
constexpr int64_t kParallelVector =
    200000;  // elements of a matrix that meets a vector: its bytes take the time

int64_t Bound(int64_t dim, int64_t limit) { return dim < 0 ? limit : std::min(dim, limit); }

// NC, of whole panels.
template <typename T>
int64_t BlockCols(int64_t panel) {
  return std::max<int64_t>(panel, kColsBytes / static_cast<int64_t>(sizeof(T)) / panel * panel);
}

uint64_t PackedBBytes(int64_t n, int64_t k, uint32_t element_bytes) {
  const int64_t cols = RoundUp(Bound(n, kColsBytes / element_bytes), kMaxTileCols);
  const int64_t depth = Bound(k, BlockingHere().depth_bytes / element_bytes);
  return static_cast<uint64_t>(RoundUp(cols * depth * element_bytes, 64));
}

// Calls f over the blocks, on the pool if the work is worth it.
template <typename F>
void Blocks(const rnlp_run_t* run, bool parallel, int64_t count, const F& f) {
  if (run == nullptr || !parallel) {
    if (count > 0) f(int64_t{0}, count);
    return;
  }
  ParallelFor(run, count, 1, f);
}

// Panel `s` of B: rows [0, depth) of `width` columns, zero-filled to `tile` columns.
template <typename T>
void PackPanel(Isa isa, const MatrixView<T>& b, int64_t row, int64_t col, int64_t depth, int64_t width,
               int64_t tile, T* out) {
  if (b.col_stride == 1) {
    for (int64_t p = 0; p < depth; ++p) {
      const T* from = b.data + (row + p) * b.row_stride + col;
      T* to = out + p * tile;
      std::memcpy(to, from, static_cast<size_t>(width) * sizeof(T));
      if (width < tile) std::memset(to + width, 0, static_cast<size_t>(tile - width) * sizeof(T));
    }
    return;
  }
  Transpose(isa, width, depth, b.data + row + col * b.col_stride, b.col_stride, out, tile);
  for (int64_t p = 0; p < depth && width < tile; ++p)
    std::fill(out + p * tile + width, out + (p + 1) * tile, T{0});
}

// Rows [row, row + rows) of A, `depth` columns of them, to rows that lie `ld` apart.
template <typename T>
void CopyRows(Isa isa, const MatrixView<T>& a, int64_t row, int64_t rows, int64_t col, int64_t depth,
              T* out, int64_t ld) {
  if (a.col_stride == 1) {
    for (int64_t i = 0; i < rows; ++i) {
      std::copy_n(a.data + (row + i) * a.row_stride + col, depth, out + i * ld);
    }
    return;
  }
  Transpose(isa, depth, rows, a.data + row + col * a.col_stride, a.col_stride, out, ld);
}

// One row of A, or one column of B.
template <typename T>
void MatrixVector(const rnlp_run_t* run, const GemmKernels<T>& kernels, int64_t m, int64_t n, int64_t k,
                  const MatrixView<T>& a, const MatrixView<T>& b, T* c) {
  const T* x = m == 1 ? a.data : b.data;
  const MatrixView<T>& matrix = m == 1 ? b : a;
  const int64_t count = m == 1 ? n : m;
  // The dimension that is summed runs along the columns of B, or the rows of A.
  const int64_t sum_stride = m == 1 ? matrix.row_stride : matrix.col_stride;
  const int64_t other_stride = m == 1 ? matrix.col_stride : matrix.row_stride;
  const bool parallel = run != nullptr && count * k > kParallelVector;
  if (sum_stride == 1 && (other_stride != 1 || k == 1 || count == 1)) {
    const int64_t block = parallel ? std::max<int64_t>(4, 65536 / k) : count;
    ParallelFor(run, count, block, [&](int64_t begin, int64_t end) {
      kernels.dot_rows(end - begin, k, matrix.data + begin * other_stride, other_stride, x, c + begin);
    });
    return;
  }
  if (other_stride == 1) {
    ParallelFor(run, count, parallel ? 512 : count, [&](int64_t begin, int64_t end) {
      kernels.combine_rows(k, end - begin, x, matrix.data + begin, sum_stride, c + begin);
    });
    return;
  }
}

}  // namespace

uint64_t GemmWorkspaceBytes(int64_t m, int64_t n, int64_t k, uint32_t element_bytes, bool packed) {
  if (m == 0 || n == 0 || k == 0 || m == 1 || n == 1) return 0;
  const int64_t rows = Bound(m, kRows);
  const int64_t depth = Bound(k, BlockingHere().depth_bytes / element_bytes);
  return (packed ? 0 : PackedBBytes(n, k, element_bytes)) +
         static_cast<uint64_t>(RoundUp(rows * (depth * element_bytes + kRowPadBytes), 64));
}

uint64_t PackedMatrixBytes(const GemmTable& table, int64_t n, int64_t k, uint32_t element_bytes) {
  const int64_t nr = element_bytes == 8 ? table.f64.tile_cols : table.f32.tile_cols;
  return static_cast<uint64_t>(RoundUp(n, nr) * k * element_bytes);
}

uint64_t PackedMatrixVariant() { return static_cast<uint64_t>(BlockingHere().depth_bytes); }

template <typename T>
void PackMatrix(const rnlp_run_t* run, const GemmTable& table, int64_t n, int64_t k, MatrixView<T> b,
                T* packed) {
  const GemmKernels<T>& kernels = Select(table, T{});
  const int64_t nr = kernels.tile_cols, nc = BlockCols<T>(nr),
                kc = BlockingHere().depth_bytes / sizeof(T);
  for (int64_t jc = 0; jc < n; jc += nc) {
    const int64_t cols = std::min(nc, n - jc), panels = (cols + nr - 1) / nr;
    for (int64_t pc = 0; pc < k; pc += kc) {
      const int64_t depth = std::min(kc, k - pc);
      T* block = packed + jc * k + pc * panels * nr;
      Blocks(run, n * k >= kParallelElements, panels, [&](int64_t begin, int64_t end) {
        for (int64_t s = begin; s < end; ++s) {
          const int64_t width = std::min(nr, cols - s * nr);
          PackPanel(table.isa, b, pc, jc + s * nr, depth, width, PanelPitch(kernels, width),
                    block + s * nr * depth);
        }
      });
    }
  }
}

template <typename T>
void Gemm(const rnlp_run_t* run, const GemmTable& table, int64_t m, int64_t n, int64_t k,
          MatrixView<T> a, MatrixView<T> b, T* c, void* workspace, const Epilogue* epilogue,
          const T* packed) {
  if (m == 0 || n == 0) return;
  const GemmKernels<T>& kernels = Select(table, T{});
  if (k == 0 || m == 1 || n == 1) {
    if (k == 0)
      std::fill_n(c, m * n, T{0});
    else
      MatrixVector(run, kernels, m, n, k, a, b, c);
    if (epilogue != nullptr) epilogue->Apply(c, m, n, n, 0);
    return;
  }

  const int64_t mr = kernels.tile_rows;
  const int64_t nr = kernels.tile_cols;
  const int64_t kc = BlockingHere().depth_bytes / sizeof(T);
  const int64_t nc = BlockCols<T>(nr);
  const bool parallel = 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k) >
                        static_cast<double>(kParallelFlops);
  T* packed_b = static_cast<T*>(workspace);
  T* packed_a = packed_b;
  if (packed == nullptr) {
    packed_a = reinterpret_cast<T*>(static_cast<char*>(workspace) + PackedBBytes(n, k, sizeof(T)));
  }
  // With few tiles of rows a packed panel would be used too rarely to pay for itself.
  const bool near = b.row_stride * static_cast<int64_t>(sizeof(T)) <= 2048;
  const bool direct_b = packed == nullptr && b.col_stride == 1 && m <= (near ? 4 : 2) * mr;

  for (int64_t jc = 0; jc < n; jc += nc) {
    const int64_t cols = std::min(nc, n - jc);
    const int64_t panels = (cols + nr - 1) / nr;
    for (int64_t pc = 0; pc < k; pc += kc) {
      const int64_t depth = std::min(kc, k - pc);
      const T* block_b = packed == nullptr ? packed_b : packed + jc * k + pc * panels * nr;
      const int64_t to_pack = packed == nullptr ? panels : 0;
      Blocks(run, parallel && !direct_b, to_pack, [&](int64_t begin, int64_t end) {
        for (int64_t s = begin; s < end; ++s) {
          const int64_t width = std::min(nr, cols - s * nr);
          if (direct_b && width == nr) continue;
          PackPanel(table.isa, b, pc, jc + s * nr, depth, width, PanelPitch(kernels, width),
                    packed_b + s * nr * depth);
        }
      });
      for (int64_t ic = 0; ic < m; ic += kRows) {
        const int64_t rows = std::min(kRows, m - ic);
        // Rows (or, transposed, columns) that lie pages apart are gathered if they are read often
        // enough.
        const int64_t far_stride = std::max(a.row_stride, a.col_stride);
        const bool copy_a = far_stride * static_cast<int64_t>(sizeof(T)) >= 2048 && panels >= 8;
        const int64_t copy_ld = depth + kRowPadBytes / static_cast<int64_t>(sizeof(T));
        const int64_t row_tiles = (rows + mr - 1) / mr;
        const int64_t row_tasks = CeilDiv(row_tiles, std::max<int64_t>(1, BlockingHere().rows / mr));
        const int64_t tiles_per_task = CeilDiv(row_tiles, row_tasks);  // in equal shares
        if (copy_a) {
          Blocks(run, parallel, row_tasks, [&](int64_t begin, int64_t end) {
            const int64_t first = rows * begin / row_tasks;
            const int64_t last = rows * end / row_tasks;
            CopyRows(table.isa, a, ic + first, last - first, pc, depth, packed_a + first * copy_ld,
                     copy_ld);
          });
        }
        const T* a_block = copy_a ? packed_a : a.data + ic * a.row_stride + pc * a.col_stride;
        const int64_t a_row = copy_a ? copy_ld : a.row_stride;
        const int64_t a_col = copy_a ? 1 : a.col_stride;
        // Enough tasks for a few threads even when there are few rows.
        const int64_t col_tasks = row_tasks >= 8 ? 1 : std::min(panels, (8 + row_tasks - 1) / row_tasks);
        Blocks(run, parallel, row_tasks * col_tasks, [&](int64_t begin, int64_t end) {
          for (int64_t task = begin; task < end; ++task) {
            const int64_t row_task = task / col_tasks;
            const int64_t col_task = task % col_tasks;
            const int64_t tile_begin = row_task * tiles_per_task;
            const int64_t tile_end = std::min(row_tiles, tile_begin + tiles_per_task);
            const int64_t panel_end = panels * (col_task + 1) / col_tasks;
            for (int64_t s = panels * col_task / col_tasks; s < panel_end; ++s) {
              const int64_t width = std::min(nr, cols - s * nr);
              const bool direct = direct_b && width == nr;
              const int64_t ldb = direct ? b.row_stride : PanelPitch(kernels, width);
              const T* panel =
                  direct ? b.data + pc * b.row_stride + jc + s * nr : block_b + s * nr * depth;
              for (int64_t t = tile_begin; t < tile_end; ++t) {
                // Tiles of nearly equal height, so that none is a sliver.
                const int64_t i0 = rows * t / row_tiles;
                const int64_t i1 = rows * (t + 1) / row_tiles;
                // Where the next tile goes is far when C is large: its lines come while this one is
                // computed.
                if (t + 1 < tile_end) {
                  const T* next = c + (ic + i1) * n + jc + s * nr;
                  for (int64_t r = 0; r < mr; ++r) {
                    __builtin_prefetch(next + r * n, 1);
                    __builtin_prefetch(next + r * n + nr / 2, 1);
                  }
                }
                TileProduct<T> product = {a_block + i0 * a_row,
                                          a_row,
                                          a_col,
                                          panel,
                                          ldb,
                                          depth,
                                          c + (ic + i0) * n + jc + s * nr,
                                          n,
                                          pc > 0};
                if (!direct) {
                  product.LookAhead(tile_end - tile_begin);
                  product.ahead += (t - tile_begin) * depth * product.ahead_step;
                }
                const bool last = epilogue != nullptr && pc + depth == k;
                TileFinish<T> finish;
                if (last) product.finish = FinishOf(epilogue, jc + s * nr, &finish);
                kernels.tile(static_cast<int>(i1 - i0), static_cast<int>(width), product);
                if (last) epilogue->ApplyRest(product.c, i1 - i0, width, n, jc + s * nr);
              }
            }
          }
        });
      }
    }
  }
}

#define RUNNEL_CPU_GEMM(T)                                                                             \
  template void PackMatrix<T>(const rnlp_run_t*, const GemmTable&, int64_t, int64_t, MatrixView<T>,    \
                              T*);                                                                     \
  template void Gemm<T>(const rnlp_run_t*, const GemmTable&, int64_t, int64_t, int64_t, MatrixView<T>, \
                        MatrixView<T>, T*, void*, const Epilogue*, const T*);
RUNNEL_CPU_GEMM(float)
RUNNEL_CPU_GEMM(double)

}  // namespace runnel::cpu
