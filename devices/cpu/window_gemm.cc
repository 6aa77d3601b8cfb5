#include "devices/cpu/window_gemm.h"

#include <algorithm>
#include <cstring>

namespace runnel::cpu {
namespace {

constexpr int64_t kRows = 84;             // of a gathered block: a multiple of every tile's height
constexpr int64_t kDepthBytes = 384 * 4;  // of a gathered block
constexpr int64_t kColumns = 512;         // of a block of results
constexpr int64_t kMaxTileCols = 64;
constexpr int64_t kPartialBytes = 16 << 20;
constexpr double kParallelFlops = 500000;

int64_t RoundUp(int64_t value, int64_t multiple) { return (value + multiple - 1) / multiple * multiple; }
int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

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

template <typename T, typename C>
void CopyOut(const T* from, int64_t count, C* to) {
  if constexpr (std::is_same_v<T, C>) {
    if (count >= 16) {
      std::memcpy(to, from, static_cast<size_t>(count) * sizeof(T));
      return;
    }
  }
  for (int64_t i = 0; i < count; ++i) to[i] = Load(from[i]);
}

// Walks the rows of a grid.
struct GridPosition {
  GridPosition(const int64_t* grid_sizes, int64_t row) : grid(grid_sizes) {
    j = row % grid[1];
    i = row / grid[1] % grid[0];
    n = row / grid[1] / grid[0];
  }
  void Advance() {
    if (++j < grid[1]) return;
    j = 0;
    if (++i < grid[0]) return;
    i = 0;
    ++n;
  }
  const int64_t* grid;
  int64_t n, i, j;
};

// `count` runs of `length` elements, each `from_step` and `to_step` behind the one before. Short ones
// are two moves, which overlap.
template <typename T>
void CopyRuns(const T* from, int64_t from_step, int64_t count, int64_t length, T* to, int64_t to_step) {
  const auto copy = [&](auto each) {
    for (int64_t i = 0; i < count; ++i, from += from_step, to += to_step) each(from, to);
  };
  const auto twice = [&](auto size) {
    constexpr int64_t kSize = decltype(size)::value;
    copy([&](const T* a, T* b) {
      std::memcpy(b, a, kSize * sizeof(T));
      std::memcpy(b + (length - kSize), a + (length - kSize), kSize * sizeof(T));
    });
  };
  if (length >= 128) {
    copy([&](const T* a, T* b) { std::memcpy(b, a, static_cast<size_t>(length) * sizeof(T)); });
  } else if (length >= 16) {
    copy([&](const T* a, T* b) {
      for (int64_t i = 0; i + 16 < length; i += 16) std::memcpy(b + i, a + i, 16 * sizeof(T));
      std::memcpy(b + (length - 16), a + (length - 16), 16 * sizeof(T));
    });
  } else if (length >= 8) {
    twice(std::integral_constant<int64_t, 8>());
  } else if (length >= 4) {
    twice(std::integral_constant<int64_t, 4>());
  } else {
    copy([&](const T* a, T* b) {
      for (int64_t i = 0; i < length; ++i) b[i] = a[i];
    });
  }
}

// Rows [row, row + rows) as a dense matrix of `num_runs` whole rows of taps, from the first_run-th on,
// whose elements lie side by side in the image: for all windows of a row of the grid together.
template <typename T>
void GatherRuns(const WindowMatrix& m, int64_t row, int64_t rows, int64_t first_run, int64_t num_runs,
                T* out) {
  const int64_t channels = m.image.channels, run = m.taps[1] * channels, depth = num_runs * run;
  const int64_t step = m.step[1], width = m.image.sizes[1];
  GridPosition p(m.grid, row);
  for (int64_t r = 0; r < rows;) {
    const int64_t length = std::min(rows - r, m.grid[1] - p.j);
    const int64_t w = p.j * step + m.first[1];
    // Windows [low, high) are inside of the image's columns.
    const int64_t room = width - m.taps[1] - w;
    const int64_t low = std::clamp<int64_t>(w < 0 ? CeilDiv(-w, step) : 0, 0, length);
    const int64_t high = std::clamp(room >= 0 ? room / step + 1 : 0, low, length);
    for (int64_t s = 0; s < num_runs; ++s) {
      T* const to = out + (r * num_runs + s) * run;
      const int64_t h = p.i * m.step[0] + m.first[0] + (first_run + s) * m.tap_step[0];
      if (h < 0 || h >= m.image.sizes[0]) {
        for (int64_t e = 0; e < length; ++e) std::fill_n(to + e * depth, run, T{0});
        continue;
      }
      const T* const from =
          static_cast<const T*>(m.data) + p.n * m.image.batch_stride + h * m.image.strides[0];
      for (int64_t e = 0; e < length; ++e) {
        if (e == low) e = high;
        if (e == length) break;
        const int64_t at = (w + e * step) * channels;
        const int64_t begin = std::clamp<int64_t>(-at, 0, run);
        const int64_t end = std::clamp(width * channels - at, begin, run);
        T* const edge = to + e * depth;
        std::fill_n(edge, begin, T{0});
        std::copy(from + (at + begin), from + (at + end), edge + begin);
        std::fill_n(edge + end, run - end, T{0});
      }
      if (high > low) {
        CopyRuns(from + (w + low * step) * channels, step * channels, high - low, run, to + low * depth,
                 depth);
      }
    }
    r += length;
    p.j += length - 1;
    p.Advance();
  }
}

// Rows [row, row + rows) and columns [begin, begin + depth) as a dense matrix, row by row.
template <typename T>
void GatherByRow(const WindowMatrix& m, int64_t row, int64_t rows, int64_t begin, int64_t depth,
                 Compute<T>* out) {
  const T* data = static_cast<const T*>(m.data);
  const int64_t channels = m.image.channels;
  // Columns that lie side by side in the image: a row of taps, or the channels of one.
  const bool whole_rows = m.tap_step[1] == 1;
  const int64_t run = whole_rows ? m.taps[1] * channels : channels;
  const int64_t runs_per_row = whole_rows ? 1 : m.taps[1];
  const int64_t first_run = begin / run, first_at = begin % run;
  if constexpr (std::is_same_v<T, Compute<T>>) {
    if (whole_rows && first_at == 0 && depth % run == 0) {
      return GatherRuns(m, row, rows, first_run, depth / run, out);
    }
  }
  GridPosition p(m.grid, row);
  for (int64_t r = 0; r < rows; ++r, p.Advance()) {
    int64_t at = first_at, s = first_run / runs_per_row, t = first_run % runs_per_row;
    for (int64_t left = depth; left > 0;) {
      const int64_t length = std::min(run - at, left);
      const int64_t h = p.i * m.step[0] + m.first[0] + s * m.tap_step[0];
      const int64_t w = p.j * m.step[1] + m.first[1] + t * m.tap_step[1];
      // Of the run's elements [at, at + length), [low, high) are inside of the image.
      const int64_t end = at + length;
      const bool outside = h < 0 || h >= m.image.sizes[0];
      const int64_t low = std::clamp(-w * channels, at, end);
      const int64_t high = outside ? low : std::clamp((m.image.sizes[1] - w) * channels, low, end);
      if (low > at) std::fill_n(out, low - at, Compute<T>{0});
      if (high > low) {
        CopyOut(data + (p.n * m.image.batch_stride + h * m.image.strides[0] + w * channels + low),
                high - low, out + (low - at));
      }
      if (end > high) std::fill_n(out + (high - at), end - high, Compute<T>{0});
      out += length;
      left -= length;
      at = 0;
      if (++t == runs_per_row) {
        t = 0;
        ++s;
      }
    }
  }
}

// The same, column by column: for images whose channels are planes.
template <typename T>
void GatherByColumn(const WindowMatrix& m, int64_t row, int64_t rows, int64_t begin, int64_t depth,
                    Compute<T>* out) {
  const T* data = static_cast<const T*>(m.data);
  const int64_t channels = m.image.channels;
  int64_t c = begin % channels, t = begin / channels % m.taps[1], s = begin / channels / m.taps[1];
  for (int64_t k = 0; k < depth; ++k) {
    GridPosition p(m.grid, row);
    for (int64_t r = 0; r < rows;) {
      // The rows that follow in the same row of the grid.
      const int64_t length = std::min(rows - r, m.grid[1] - p.j);
      const int64_t h = p.i * m.step[0] + m.first[0] + s * m.tap_step[0];
      const int64_t w = p.j * m.step[1] + m.first[1] + t * m.tap_step[1];
      const int64_t step = m.step[1];
      const bool outside = h < 0 || h >= m.image.sizes[0];
      const int64_t low = std::clamp<int64_t>(w < 0 ? CeilDiv(-w, step) : 0, 0, length);
      const int64_t room = m.image.sizes[1] - w;
      const int64_t high = outside ? low : std::clamp(room > 0 ? CeilDiv(room, step) : 0, low, length);
      std::fill_n(out + r, low, Compute<T>{0});
      const int64_t base =
          p.n * m.image.batch_stride + h * m.image.strides[0] + c * m.image.channel_stride + w;
      if (step == 1) {
        if (high > low) CopyOut(data + (base + low), high - low, out + r + low);
      } else {
        for (int64_t e = low; e < high; ++e) out[r + e] = Load(data[base + e * step]);
      }
      std::fill_n(out + r + high, length - high, Compute<T>{0});
      r += length;
      p.j += length - 1;
      p.Advance();
    }
    out += rows;
    if (++c == channels) {
      c = 0;
      if (++t == m.taps[1]) {
        t = 0;
        ++s;
      }
    }
  }
}

// A block of the matrix, wherever it is: element (i, p) at a[i * row + p * column].
template <typename C>
struct Block {
  const C* a;
  int64_t row, column;
};
template <typename T>
Block<Compute<T>> Gather(const WindowMatrix& m, int64_t row, int64_t rows, int64_t begin, int64_t depth,
                         Compute<T>* scratch) {
  if (m.image.channel_stride != 1 && m.image.channels > 1) {
    GatherByColumn<T>(m, row, rows, begin, depth, scratch);
    return {scratch, 1, rows};
  }
  if constexpr (std::is_same_v<T, Compute<T>>) {
    // A filter of one tap that goes everywhere: the image is the matrix.
    bool whole = true;
    for (int axis = 0; axis < 2; ++axis) {
      whole = whole && m.taps[axis] == 1 && m.step[axis] == 1 && m.first[axis] == 0 &&
              m.grid[axis] == m.image.sizes[axis];
    }
    if (whole) {
      const int64_t channels = m.image.channels;
      return {static_cast<const T*>(m.data) + row * channels + begin, channels, 1};
    }
  }
  GatherByRow<T>(m, row, rows, begin, depth, scratch);
  return {scratch, depth, 1};
}

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

}  // namespace

uint64_t WindowProductBytes(int64_t rows, int64_t depth, int64_t columns, uint32_t compute_bytes,
                            bool packed) {
  if (!Plannable(rows, depth, columns)) return 0;
  const Cut cut(rows, depth, columns, compute_bytes);
  const int64_t slots = std::min(kSlots, cut.blocks);
  const int64_t filter = packed ? 0 : cut.packed;
  return Bytes(static_cast<double>(filter + slots * (cut.gathered + cut.results)), compute_bytes);
}

uint64_t WindowGradientBytes(int64_t rows, int64_t depth, int64_t columns, uint32_t compute_bytes) {
  if (!Plannable(rows, depth, columns)) return 0;
  const Cut cut(rows, depth, columns, compute_bytes);
  const int64_t slots = std::min(kSlots, cut.splits * cut.chunks);
  return Bytes(static_cast<double>(cut.splits * RoundUp(depth * columns, 16) +
                                   slots * (cut.gathered + cut.results)),
               compute_bytes);
}

uint64_t PackedFilterBytes(int64_t depth, int64_t columns, uint32_t compute_bytes) {
  if (!Plannable(1, depth, columns)) return 0;
  return Bytes(static_cast<double>(Cut(1, depth, columns, compute_bytes).packed), compute_bytes);
}

template <typename T>
void PackFilters(const rnlp_host_t* host, const GemmTable& table, const WindowMatrix& windows,
                 const FilterMatrix& filter, int64_t columns, void* packed) {
  using C = Compute<T>;
  const GemmKernels<C>& kernels = Select(table, C{});
  const int64_t depth = windows.depth(), nr = kernels.tile_cols, panels = CeilDiv(columns, nr);
  const Cut cut(1, depth, columns, sizeof(C));
  const int64_t pieces = cut.chunks * panels;
  ParallelFor(host, pieces, host != nullptr && depth * columns >= kParallelElements / 2 ? 1 : pieces,
              [&](int64_t begin, int64_t end) {
                for (int64_t piece = begin; piece < end; ++piece) {
                  const int64_t chunk = piece / panels, s = piece % panels;
                  const int64_t k = chunk * cut.chunk, length = std::min(cut.chunk, depth - k);
                  const int64_t width = std::min(nr, columns - s * nr);
                  PackFilter<T>(windows, filter, k, length, s * nr, width,
                                width <= kernels.lanes ? kernels.lanes : nr,
                                static_cast<C*>(packed) + k * panels * nr + s * nr * length);
                }
              });
}

template <typename T>
void WindowProduct(const rnlp_host_t* host, const GemmTable& table, const WindowMatrix& windows,
                   const FilterMatrix& filter, const GridTarget& target, void* workspace,
                   const Epilogue* epilogue, const void* packed_ahead) {
  using C = Compute<T>;
  const GemmKernels<C>& kernels = Select(table, C{});
  const int64_t rows = windows.rows(), depth = windows.depth(), columns = target.image.channels;
  const Cut cut(rows, depth, columns, sizeof(C));
  const int64_t nr = kernels.tile_cols, panels = CeilDiv(columns, nr);
  const bool parallel = WorthSharing(rows, depth, columns);
  const C* packed = static_cast<const C*>(packed_ahead != nullptr ? packed_ahead : workspace);
  C* scratch = static_cast<C*>(workspace) + (packed_ahead != nullptr ? 0 : cut.packed);
  const auto width_of = [&](int64_t s) { return std::min(nr, columns - s * nr); };
  const auto pitch_of = [&](int64_t s) { return width_of(s) <= kernels.lanes ? kernels.lanes : nr; };

  if (packed_ahead == nullptr)
    PackFilters<T>(parallel ? host : nullptr, table, windows, filter, columns, workspace);

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
          const Block<C> a = Gather<T>(windows, row, count, k, length, gathered);
          for (int64_t s = s0; s < s1; ++s) {
            Tiles(kernels, a, count, width_of(s), length, packed + k * panels * nr + s * nr * length,
                  pitch_of(s), c + (s - s0) * nr, ldc, k > 0);
          }
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
  const int64_t rows = windows.rows(), depth = windows.depth(), columns = grad_image.channels;
  const Cut cut(rows, depth, columns, sizeof(C));
  const int64_t nr = kernels.tile_cols, panels = CeilDiv(columns, nr);
  const bool parallel = WorthSharing(rows, depth, columns);
  const int64_t size = depth * columns, partial = RoundUp(size, 16);
  C* partials = static_cast<C*>(workspace);
  C* scratch = partials + cut.splits * partial;
  if constexpr (std::is_same_v<T, C>) {
    if (cut.splits == 1) partials = out;
  }
  // The gradient of rows [row, row + count), columns [column, column + width), as a panel.
  const auto pack = [&](int64_t row, int64_t count, int64_t column, int64_t width, int64_t pitch,
                        C* to) {
    const T* from = static_cast<const T*>(grad);
    GridPosition p(grad_image.sizes, row);
    for (int64_t r = 0; r < count; ++r, p.Advance()) {
      const T* at = from + (p.n * grad_image.batch_stride + p.i * grad_image.strides[0] +
                            p.j * grad_image.strides[1] + column * grad_image.channel_stride);
      for (int64_t j = 0; j < width; ++j) to[r * pitch + j] = Load(at[j * grad_image.channel_stride]);
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
        const Block<C> a = Gather<T>(windows, row, count, k, length, gathered);
        const Block<C> transposed = {a.a, a.column, a.row};
        for (int64_t s = 0; s < panels; ++s) {
          const int64_t width = std::min(nr, columns - s * nr);
          const C* panel = nullptr;
          int64_t pitch = columns;
          if constexpr (std::is_same_v<T, C>) {
            if (grad_image.channel_stride == 1 && width == nr) {
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
                               const FilterMatrix&, int64_t, void*);                             \
  template void WindowGradient<T>(const rnlp_host_t*, const GemmTable&, const WindowMatrix&,     \
                                  const void*, const ImageLayout&, T*, void*);
RUNNEL_CPU_WINDOW_GEMM(float)
RUNNEL_CPU_WINDOW_GEMM(double)
RUNNEL_CPU_WINDOW_GEMM(Half)
RUNNEL_CPU_WINDOW_GEMM(BFloat16)

}  // namespace runnel::cpu
