#include "devices/cpu/window_gemm.h"

#include <algorithm>
#include <cstring>

#include "devices/cpu/window_gather.h"
#include "devices/cpu/window_join.h"

namespace runnel::cpu {
namespace {

constexpr int64_t kRows = 84;             // of a gathered block: a multiple of every tile's height
constexpr int64_t kDepthBytes = 384 * 4;  // of a gathered block
constexpr int64_t kColumns = 512;         // of a block of results
constexpr int64_t kMaxTileCols = 64;
constexpr int64_t kPartialBytes = 16 << 20;
constexpr double kParallelFlops = 500000;

int64_t RoundUp(int64_t value, int64_t multiple) { return (value + multiple - 1) / multiple * multiple; }

// How a product is cut; a function of its shape.
struct Cut {
  Cut(int64_t rows, int64_t depth, int64_t columns, uint32_t bytes)
      : chunk(std::max<int64_t>(1, std::min<int64_t>(depth, kDepthBytes / bytes))),
        chunks(CeilDiv(depth, chunk)),
        blocks(CeilDiv(rows, kRows)),
        group(std::min(kColumns, RoundUp(columns, kMaxTileCols))),
        packed(RoundUp(columns, kMaxTileCols) * depth),
        gathered(RoundUp(kRows * chunk, 16)),
        results(kRows * group) {
    // Gradients are sums over all rows: a few long sums where there are not enough results to share.
    splits = std::clamp<int64_t>(CeilDiv(kSlots, std::max<int64_t>(1, chunks)), 1,
                                 std::max<int64_t>(1, blocks));
    const double partial = static_cast<double>(depth) * static_cast<double>(columns) * bytes;
    splits = std::max<int64_t>(
        1, std::min(splits, static_cast<int64_t>(kPartialBytes / std::max(1.0, partial))));
  }
  int64_t chunk, chunks;  // of the depth
  int64_t blocks;         // of rows
  int64_t group;          // of columns
  int64_t packed;         // elements of the packed filter
  int64_t gathered;       // elements of a slot's windows
  int64_t results;        // and of its results, or of its part of a gradient
  int64_t splits;
};

// Columns [column, column + width) of rows [begin, begin + depth) of the filter, zero-filled to `tile`.
template <typename T>
void PackFilter(const WindowMatrix& m, const FilterMatrix& f, int64_t begin, int64_t depth,
                int64_t column, int64_t width, int64_t tile, Compute<T>* out) {
  const T* data = static_cast<const T*>(f.data);
  const int64_t channels = m.image.channels;
  int64_t c = begin % channels, t = begin / channels % m.taps[1], s = begin / channels / m.taps[1];
  for (int64_t p = 0; p < depth;) {
    const int64_t length = std::min({depth - p, channels - c, f.column == 1 ? int64_t{1} : int64_t{16}});
    const T* from = data + ((f.tap[0] + s * f.step[0]) * f.row + f.tap[1] + t * f.step[1]) * f.plane +
                    c * f.channel + column * f.column;
    Compute<T>* to = out + p * tile;
    if (f.column == 1) {
      CopyOut(from, width, to);
    } else {
      for (int64_t j = 0; j < width; ++j) {
        for (int64_t q = 0; q < length; ++q) to[q * tile + j] = Load(from[j * f.column + q * f.channel]);
      }
    }
    for (int64_t q = 0; q < length; ++q)
      std::fill(to + q * tile + width, to + (q + 1) * tile, Compute<T>{0});
    p += length;
    c += length;
    if (c == channels) {
      c = 0;
      if (++t == m.taps[1]) {
        t = 0;
        ++s;
      }
    }
  }
}

// C[rows, width] (+)= a block times a panel, tile by tile of nearly equal height.
template <typename C>
void Tiles(const GemmKernels<C>& kernels, const Block<C>& block, int64_t rows, int64_t width,
           int64_t depth, const C* panel, int64_t ldb, C* c, int64_t ldc, bool accumulate) {
  const int64_t tiles = CeilDiv(rows, kernels.tile_rows);
  for (int64_t t = 0; t < tiles; ++t) {
    const int64_t i0 = rows * t / tiles, i1 = rows * (t + 1) / tiles;
    kernels.tile(static_cast<int>(i1 - i0), static_cast<int>(width), depth, block.a + i0 * block.row,
                 block.row, block.column, panel, ldb, c + i0 * ldc, ldc, accumulate);
  }
}

// Rows [row, row + rows), columns [column, column + columns) of results to where they belong.
template <typename T>
void Scatter(const GridTarget& target, const int64_t* grid, int64_t row, int64_t rows, int64_t column,
             int64_t columns, const Compute<T>* results, int64_t ld) {
  int64_t offsets[kRows];
  GridPosition p(grid, row);
  for (int64_t r = 0; r < rows; ++r, p.Advance()) {
    offsets[r] = p.n * target.image.batch_stride +
                 (p.i * target.step[0] + target.first[0]) * target.image.strides[0] +
                 (p.j * target.step[1] + target.first[1]) * target.image.strides[1];
  }
  T* out = static_cast<T*>(target.data);
  const int64_t stride = target.image.channel_stride;
  if (stride == 1) {
    for (int64_t r = 0; r < rows; ++r) {
      for (int64_t j = 0; j < columns; ++j) out[offsets[r] + column + j] = Store<T>(results[r * ld + j]);
    }
    return;
  }
  for (int64_t j = 0; j < columns; ++j) {
    for (int64_t r = 0; r < rows; ++r)
      out[offsets[r] + (column + j) * stride] = Store<T>(results[r * ld + j]);
  }
}

bool WorthSharing(int64_t rows, int64_t depth, int64_t columns) {
  return 2.0 * static_cast<double>(rows) * static_cast<double>(depth) * static_cast<double>(columns) >
         kParallelFlops;
}

// 0 where a size is unknown or so large that nothing of the kind can be run.
uint64_t Bytes(double elements, uint32_t bytes) {
  const double total = elements * bytes;
  return total > 0 && total < 1e15 ? (static_cast<uint64_t>(total) + 63) / 64 * 64 : 0;
}
bool Plannable(int64_t rows, int64_t depth, int64_t columns) {
  return rows > 0 && depth > 0 && columns > 0 &&
         static_cast<double>(depth) * static_cast<double>(columns) < 1e13;
}

// What follows on rows [row, row + rows) of the product that was not joined: they lie in c without gaps.
template <typename T>
void FinishJoined(const GemmKernels<Compute<T>>& kernels, const WindowMatrix& windows,
                  const FilterMatrix& filter, const GridTarget& target, int64_t row, int64_t rows,
                  const Epilogue* epilogue, bool direct, Compute<T>* c) {
  const int64_t columns = target.image.channels;
  if (kernels.has_nan(c, rows * columns)) MultiplyApart<T>(windows, filter, columns, row, rows, c);
  if (epilogue != nullptr) epilogue->Apply(c, rows, columns, columns, 0);
  for (int64_t r = 0; r < rows && !direct; r += kRows) {
    Scatter<T>(target, windows.grid, row + r, std::min(kRows, rows - r), 0, columns, c + r * columns,
               columns);
  }
}

WindowJoin GradientJoin(const GemmTable& table, const WindowMatrix& windows,
                        const ImageLayout& grad_image, uint32_t compute_bytes) {
  if (grad_image.channel_stride != 1) return {};
  return JoinOf(table, windows, grad_image.channels, compute_bytes);
}

// out = the sums of the parts that belong together, over all pixels and splits: of a joined product,
// where a tap of the wide window is one of each pixel's, or none.
template <typename T>
void AddJoined(const rnlp_host_t* host, const WindowMatrix& windows, const WindowJoin& join,
               const Compute<T>* partials, int64_t splits, int64_t partial, int64_t columns, T* out) {
  const int64_t channels = windows.image.channels, taps = windows.taps[1];
  const int64_t wide_taps = Joined(windows, join).taps[1], wide = columns * join.pixels;
  ParallelFor(host, windows.depth() * columns, kBlockElements, [&](int64_t begin, int64_t end) {
    for (int64_t e = begin; e < end; ++e) {
      const int64_t n = e % columns, c = e / columns % channels, t = e / columns / channels % taps;
      const int64_t s = e / columns / channels / taps;
      Compute<T> sum = 0;
      for (int64_t pixel = 0; pixel < join.pixels; ++pixel) {
        const int64_t k = (s * wide_taps + t + pixel * join.shift) * channels + c;
        for (int64_t split = 0; split < splits; ++split)
          sum += partials[split * partial + k * wide + pixel * columns + n];
      }
      out[e] = Store<T>(sum);
    }
  });
}

}  // namespace

WindowJoin JoinOf(const GemmTable& table, const WindowMatrix& windows, int64_t columns,
                  uint32_t compute_bytes) {
  const bool wide = compute_bytes == sizeof(double);
  return JoinOf(windows, columns, wide ? table.f64.lanes : table.f32.lanes,
                wide ? table.f64.tile_cols : table.f32.tile_cols);
}

uint64_t WindowProductBytes(const GemmTable& table, const WindowMatrix& windows, int64_t columns,
                            uint32_t compute_bytes, bool packed) {
  const WindowJoin join = JoinOf(table, windows, columns, compute_bytes);
  const WindowMatrix joined = Joined(windows, join);
  const int64_t rows = joined.rows(), depth = joined.depth();
  columns *= join.pixels;
  if (!Plannable(rows, depth, columns)) return 0;
  const Cut cut(rows, depth, columns, compute_bytes);
  const int64_t slots = std::min(kSlots, cut.blocks);
  const int64_t filter = packed ? 0 : cut.packed;
  return Bytes(static_cast<double>(filter + slots * (cut.gathered + cut.results)), compute_bytes);
}

uint64_t WindowGradientBytes(const GemmTable& table, const WindowMatrix& windows,
                             const ImageLayout& grad_image, uint32_t compute_bytes) {
  const WindowJoin join = GradientJoin(table, windows, grad_image, compute_bytes);
  const WindowMatrix joined = Joined(windows, join);
  const int64_t rows = joined.rows(), depth = joined.depth(),
                columns = grad_image.channels * join.pixels;
  if (!Plannable(rows, depth, columns)) return 0;
  const Cut cut(rows, depth, columns, compute_bytes);
  const int64_t slots = std::min(kSlots, cut.splits * cut.chunks);
  return Bytes(static_cast<double>(cut.splits * RoundUp(depth * columns, 16) +
                                   slots * (cut.gathered + cut.results)),
               compute_bytes);
}

uint64_t PackedFilterBytes(const WindowMatrix& windows, const WindowJoin& join, int64_t columns,
                           uint32_t compute_bytes) {
  const int64_t depth = Joined(windows, join).depth();
  columns *= join.pixels;
  if (!Plannable(1, depth, columns)) return 0;
  return Bytes(static_cast<double>(Cut(1, depth, columns, compute_bytes).packed), compute_bytes);
}

template <typename T>
void PackFilters(const rnlp_host_t* host, const GemmTable& table, const WindowMatrix& windows,
                 const WindowJoin& join, const FilterMatrix& filter, int64_t columns, void* packed) {
  using C = Compute<T>;
  const GemmKernels<C>& kernels = Select(table, C{});
  const int64_t depth = Joined(windows, join).depth(), nr = kernels.tile_cols;
  const int64_t wide = columns * join.pixels, panels = CeilDiv(wide, nr);
  const Cut cut(1, depth, wide, sizeof(C));
  const int64_t pieces = cut.chunks * panels;
  ParallelFor(host, pieces, host != nullptr && depth * wide >= kParallelElements / 2 ? 1 : pieces,
              [&](int64_t begin, int64_t end) {
                for (int64_t piece = begin; piece < end; ++piece) {
                  const int64_t chunk = piece / panels, s = piece % panels;
                  const int64_t k = chunk * cut.chunk, length = std::min(cut.chunk, depth - k);
                  const int64_t width = std::min(nr, wide - s * nr);
                  const int64_t tile = width <= kernels.lanes ? kernels.lanes : nr;
                  C* const to = static_cast<C*>(packed) + k * panels * nr + s * nr * length;
                  if (join.pixels > 1)
                    PackJoinedFilter<T>(windows, filter, join, columns, k, length, tile, to);
                  else
                    PackFilter<T>(windows, filter, k, length, s * nr, width, tile, to);
                }
              });
}

template <typename T>
void WindowProduct(const rnlp_host_t* host, const GemmTable& table, const WindowMatrix& windows,
                   const FilterMatrix& filter, const GridTarget& target, void* workspace,
                   const Epilogue* epilogue, const void* packed_ahead) {
  using C = Compute<T>;
  const GemmKernels<C>& kernels = Select(table, C{});
  const WindowJoin join = JoinOf(table, windows, target.image.channels, sizeof(C));
  const WindowMatrix joined = Joined(windows, join);
  // Joined, what is a row and a column here is not one of the target.
  const int64_t rows = joined.rows(), depth = joined.depth(),
                columns = target.image.channels * join.pixels;
  const Cut cut(rows, depth, columns, sizeof(C));
  const int64_t nr = kernels.tile_cols, panels = CeilDiv(columns, nr);
  const bool parallel = WorthSharing(rows, depth, columns);
  const C* packed = static_cast<const C*>(packed_ahead != nullptr ? packed_ahead : workspace);
  C* scratch = static_cast<C*>(workspace) + (packed_ahead != nullptr ? 0 : cut.packed);
  const auto width_of = [&](int64_t s) { return std::min(nr, columns - s * nr); };
  const auto pitch_of = [&](int64_t s) { return width_of(s) <= kernels.lanes ? kernels.lanes : nr; };

  if (packed_ahead == nullptr) {
    PackFilters<T>(parallel ? host : nullptr, table, windows, join, filter, target.image.channels,
                   workspace);
  }

  bool direct = std::is_same_v<T, C> && target.image.channel_stride == 1 && depth > 0;
  for (int axis = 0; axis < 2; ++axis) {
    direct = direct && target.step[axis] == 1 && windows.grid[axis] == target.image.sizes[axis];
  }
  const int64_t panels_per_group = cut.group / nr;
  Slots(host, cut.blocks, parallel, [&](int64_t slot, int64_t begin, int64_t end) {
    C* gathered = scratch + slot * (cut.gathered + cut.results);
    C* results = gathered + cut.gathered;
    for (int64_t block = begin; block < end; ++block) {
      const int64_t row = block * kRows, count = std::min(kRows, rows - row);
      for (int64_t s0 = 0; s0 < panels; s0 += panels_per_group) {
        const int64_t s1 = std::min(panels, s0 + panels_per_group);
        const int64_t group = std::min(columns, s1 * nr) - s0 * nr;
        C* c = results;
        int64_t ldc = group;
        if constexpr (std::is_same_v<T, C>) {
          if (direct) {
            c = static_cast<T*>(target.data) + row * columns + s0 * nr;
            ldc = columns;
          }
        }
        if (depth == 0) std::fill_n(c, count * group, C{0});
        for (int64_t k = 0; k < depth; k += cut.chunk) {
          const int64_t length = std::min(cut.chunk, depth - k);
          const Block<C> a = Gather<T>(joined, row, count, k, length, gathered);
          for (int64_t s = s0; s < s1; ++s) {
            Tiles(kernels, a, count, width_of(s), length, packed + k * panels * nr + s * nr * length,
                  pitch_of(s), c + (s - s0) * nr, ldc, k > 0);
          }
        }
        if (join.pixels > 1) {
          FinishJoined<T>(kernels, windows, filter, target, row * join.pixels, count * join.pixels,
                          epilogue, direct, c);
          continue;
        }
        if (epilogue != nullptr) epilogue->Apply(c, count, group, ldc, s0 * nr);
        if (!direct) Scatter<T>(target, windows.grid, row, count, s0 * nr, group, results, group);
      }
    }
  });
}

template <typename T>
void WindowGradient(const rnlp_host_t* host, const GemmTable& table, const WindowMatrix& windows,
                    const void* grad, const ImageLayout& grad_image, T* out, void* workspace) {
  using C = Compute<T>;
  const GemmKernels<C>& kernels = Select(table, C{});
  const WindowJoin join = GradientJoin(table, windows, grad_image, sizeof(C));
  const WindowMatrix joined = Joined(windows, join);
  const ImageLayout joined_grad = Joined(grad_image, join);
  const int64_t rows = joined.rows(), depth = joined.depth(), columns = joined_grad.channels;
  const Cut cut(rows, depth, columns, sizeof(C));
  const int64_t nr = kernels.tile_cols, panels = CeilDiv(columns, nr);
  const bool parallel = WorthSharing(rows, depth, columns);
  const int64_t size = depth * columns, partial = RoundUp(size, 16);
  C* partials = static_cast<C*>(workspace);
  C* scratch = partials + cut.splits * partial;
  if constexpr (std::is_same_v<T, C>) {
    if (cut.splits == 1 && join.pixels == 1) partials = out;
  }
  // The gradient of rows [row, row + count), columns [column, column + width), as a panel.
  const auto pack = [&](int64_t row, int64_t count, int64_t column, int64_t width, int64_t pitch,
                        C* to) {
    const T* from = static_cast<const T*>(grad);
    if constexpr (std::is_same_v<T, C>) {
      if (joined_grad.channel_stride == 1) {
        CopyRuns(from + row * columns + column, columns, count, width, to, pitch);
        for (int64_t r = 0; r < count; ++r)
          std::fill(to + r * pitch + width, to + (r + 1) * pitch, C{0});
        return;
      }
    }
    GridPosition p(joined_grad.sizes, row);
    for (int64_t r = 0; r < count; ++r, p.Advance()) {
      const T* at = from + (p.n * joined_grad.batch_stride + p.i * joined_grad.strides[0] +
                            p.j * joined_grad.strides[1] + column * joined_grad.channel_stride);
      for (int64_t j = 0; j < width; ++j) to[r * pitch + j] = Load(at[j * joined_grad.channel_stride]);
      std::fill(to + r * pitch + width, to + (r + 1) * pitch, C{0});
    }
  };

  Slots(host, cut.splits * cut.chunks, parallel, [&](int64_t slot, int64_t begin, int64_t end) {
    C* gathered = scratch + slot * (cut.gathered + cut.results);
    C* packed = gathered + cut.gathered;
    for (int64_t task = begin; task < end; ++task) {
      const int64_t split = task / cut.chunks, k = task % cut.chunks * cut.chunk;
      const int64_t length = std::min(cut.chunk, depth - k);
      const int64_t first = cut.blocks * split / cut.splits;
      const int64_t last = cut.blocks * (split + 1) / cut.splits;
      C* c = partials + split * partial + k * columns;
      for (int64_t block = first; block < last; ++block) {
        const int64_t row = block * kRows, count = std::min(kRows, rows - row);
        const Block<C> a = Gather<T>(joined, row, count, k, length, gathered);
        const Block<C> transposed = {a.a, a.column, a.row};
        for (int64_t s = 0; s < panels; ++s) {
          const int64_t width = std::min(nr, columns - s * nr);
          const C* panel = nullptr;
          int64_t pitch = columns;
          if constexpr (std::is_same_v<T, C>) {
            if (joined_grad.channel_stride == 1 && width == nr) {
              panel = static_cast<const T*>(grad) + row * columns + s * nr;
            }
          }
          if (panel == nullptr) {
            pitch = width <= kernels.lanes ? kernels.lanes : nr;
            pack(row, count, s * nr, width, pitch, packed);
            panel = packed;
          }
          Tiles(kernels, transposed, length, width, count, panel, pitch, c + s * nr, columns,
                block > first);
        }
      }
    }
  });
  if (join.pixels > 1) {
    return AddJoined(host, windows, join, partials, cut.splits, partial, grad_image.channels, out);
  }
  if (std::is_same_v<T, C> && cut.splits == 1) return;
  ParallelFor(host, size, kBlockElements, [&](int64_t begin, int64_t end) {
    for (int64_t e = begin; e < end; ++e) {
      C sum = partials[e];
      for (int64_t split = 1; split < cut.splits; ++split) sum += partials[split * partial + e];
      out[e] = Store<T>(sum);
    }
  });
}

#define RUNNEL_CPU_WINDOW_GEMM(T)                                                                \
  template void WindowProduct<T>(const rnlp_host_t*, const GemmTable&, const WindowMatrix&,      \
                                 const FilterMatrix&, const GridTarget&, void*, const Epilogue*, \
                                 const void*);                                                   \
  template void PackFilters<T>(const rnlp_host_t*, const GemmTable&, const WindowMatrix&,        \
                               const WindowJoin&, const FilterMatrix&, int64_t, void*);          \
  template void WindowGradient<T>(const rnlp_host_t*, const GemmTable&, const WindowMatrix&,     \
                                  const void*, const ImageLayout&, T*, void*);
RUNNEL_CPU_WINDOW_GEMM(float)
RUNNEL_CPU_WINDOW_GEMM(double)
RUNNEL_CPU_WINDOW_GEMM(Half)
RUNNEL_CPU_WINDOW_GEMM(BFloat16)

}  // namespace runnel::cpu
