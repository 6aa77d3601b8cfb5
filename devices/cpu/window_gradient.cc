// The gradient for a filter: sums over all windows of an image, block by block (window_gemm.h).
#include <algorithm>

#include "devices/cpu/window_gemm.h"
#include "devices/cpu/window_join.h"
#include "devices/cpu/window_slab.h"

namespace runnel::cpu {
namespace {

constexpr int64_t kRows = 256;            // of a gathered block: what a tile sums up at once
constexpr int64_t kDepthBytes = 192 * 4;  // of a gathered block
constexpr int64_t kLeastTasks = 12;       // which two, three, four and six threads share evenly
constexpr int64_t kPartialBytes = 16 << 20;
constexpr int64_t kNearBytes = 512;  // rows of the gradient that lie so near are read where they are

// How a gradient is cut; a function of its shape.
struct Cut {
  Cut(const WindowMatrix& m, int64_t columns, uint32_t bytes, bool narrow, int64_t tile_rows)
      : chunk(std::max<int64_t>(1, std::min<int64_t>(m.depth(), kDepthBytes / bytes))),
        chunks(CeilDiv(m.depth(), chunk)),
        blocks(CeilDiv(m.rows(), kRows)),
        panel(kRows * kMaxTileCols) {
    const int64_t depth = m.depth();
    in_place =
        !narrow && m.image.channel_stride == 1 && m.image.channels >= tile_rows && m.grid[1] <= kRows;
    if (in_place) blocks = CeilDiv(m.rows() / m.grid[1], kRows / m.grid[1]);
    gathered = in_place ? 0 : RoundUp(kRows * chunk, 16);
    // A few long sums where there are not enough results to share.
    splits = std::clamp<int64_t>(CeilDiv(kLeastTasks, std::max<int64_t>(1, chunks)), 1,
                                 std::max<int64_t>(1, blocks));
    const double partial = static_cast<double>(depth) * static_cast<double>(columns) * bytes;
    splits = std::max<int64_t>(
        1, std::min(splits, static_cast<int64_t>(kPartialBytes / std::max(1.0, partial))));
  }
  // Whole lines of the grid where windows are read in place.
  int64_t FirstRow(const WindowMatrix& m, int64_t block) const {
    return in_place ? m.rows() / m.grid[1] * block / blocks * m.grid[1] : m.rows() * block / blocks;
  }
  int64_t chunk, chunks;  // of the depth
  int64_t blocks;         // of rows
  bool in_place;          // windows are not gathered
  int64_t gathered;       // elements of a slot's windows
  int64_t panel;          // and of a panel of the gradient
  int64_t splits;
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

// As Gather does, with whole rows of taps at once.
template <typename T>
Block<Compute<T>> GatherLines(const WindowMatrix& m, int64_t row, int64_t rows, int64_t begin,
                              int64_t depth, Compute<T>* out) {
  if constexpr (std::is_same_v<T, Compute<T>>) {
    const int64_t run = m.taps[1] * m.image.channels;
    const bool planes = m.image.channel_stride != 1 && m.image.channels > 1;
    if (!planes && m.tap_step[1] == 1 && begin % run == 0 && depth % run == 0) {
      GatherRuns(m, row, rows, begin / run, depth / run, out);
      return {out, depth, 1};
    }
  }
  return Gather<T>(m, row, rows, begin, depth, out);
}

WindowJoin GradientJoin(const GemmTable& table, const WindowMatrix& windows,
                        const ImageLayout& grad_image, uint32_t compute_bytes) {
  if (grad_image.channel_stride != 1) return {};
  return JoinOf(table, windows, grad_image.channels, compute_bytes);
}

// out = the sums of the parts that belong together, over all pixels and splits: of a joined product,
// where a tap of the wide window is one of each pixel's, or none.
template <typename T>
void AddJoined(const rnlp_run_t* run, const WindowMatrix& windows, const WindowJoin& join,
               const Compute<T>* partials, int64_t splits, int64_t partial, int64_t columns, T* out) {
  const int64_t channels = windows.image.channels, taps = windows.taps[1];
  const int64_t wide_taps = Joined(windows, join).taps[1], wide = columns * join.pixels;
  ParallelFor(run, windows.depth() * columns, kBlockElements, [&](int64_t begin, int64_t end) {
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

// The gradient of rows [row, row + count), columns [column, column + width), as a panel.
template <typename T>
void PackGradient(const T* grad, const ImageLayout& image, int64_t row, int64_t count, int64_t column,
                  int64_t width, int64_t pitch, Compute<T>* to) {
  if constexpr (std::is_same_v<T, Compute<T>>) {
    if (image.channel_stride == 1) {
      CopyRuns(grad + row * image.channels + column, image.channels, count, width, to, pitch);
      for (int64_t r = 0; r < count && width < pitch; ++r)
        std::fill(to + r * pitch + width, to + (r + 1) * pitch, T{0});
      return;
    }
  }
  GridPosition p(image.sizes, row);
  for (int64_t r = 0; r < count; ++r, p.Advance()) {
    const T* at = grad + (p.n * image.batch_stride + p.i * image.strides[0] + p.j * image.strides[1] +
                          column * image.channel_stride);
    for (int64_t j = 0; j < width; ++j) to[r * pitch + j] = Load(at[j * image.channel_stride]);
    std::fill(to + r * pitch + width, to + (r + 1) * pitch, Compute<T>{0});
  }
}

}  // namespace

uint64_t WindowGradientBytes(const GemmTable& table, const WindowMatrix& windows,
                             const ImageLayout& grad_image, uint32_t compute_bytes, bool narrow) {
  const WindowJoin join = GradientJoin(table, windows, grad_image, compute_bytes);
  const WindowMatrix joined = Joined(windows, join);
  const int64_t rows = joined.rows(), depth = joined.depth(),
                columns = grad_image.channels * join.pixels;
  if (!Plannable(rows, depth, columns)) return 0;
  const Cut cut(joined, columns, compute_bytes, narrow, TileOf(table, compute_bytes).rows);
  const int64_t slots = std::min(kSlots, cut.splits * cut.chunks);
  return Bytes(static_cast<double>(cut.splits * RoundUp(depth * columns, 16) +
                                   slots * (cut.gathered + cut.panel)),
               compute_bytes);
}

template <typename T>
void WindowGradient(const rnlp_run_t* run, const GemmTable& table, const WindowMatrix& windows,
                    const void* grad, const ImageLayout& grad_image, T* out, void* workspace) {
  using C = Compute<T>;
  const GemmKernels<C>& kernels = Select(table, C{});
  const WindowJoin join = GradientJoin(table, windows, grad_image, sizeof(C));
  const WindowMatrix joined = Joined(windows, join);
  const ImageLayout joined_grad = Joined(grad_image, join);
  const int64_t rows = joined.rows(), depth = joined.depth(), columns = joined_grad.channels;
  constexpr bool kNarrow = !std::is_same_v<T, C>;
  const Cut cut(joined, columns, sizeof(C), kNarrow, kernels.tile_rows);
  const int64_t nr = kernels.tile_cols, panels = CeilDiv(columns, nr);
  const int64_t size = depth * columns, partial = RoundUp(size, 16);
  C* partials = static_cast<C*>(workspace);
  C* scratch = partials + cut.splits * partial;
  if constexpr (std::is_same_v<T, C>) {
    if (cut.splits == 1 && join.pixels == 1) partials = out;
  }
  const bool near = !kNarrow && joined_grad.channel_stride == 1 &&
                    columns * static_cast<int64_t>(sizeof(T)) <= kNearBytes;

  Slots(run, cut.splits * cut.chunks, WorthSharing(rows, depth, columns),
        [&](int64_t slot, int64_t begin, int64_t end) {
          C* gathered = scratch + slot * (cut.gathered + cut.panel);
          C* packed = gathered + cut.gathered;
          for (int64_t task = begin; task < end && !IsStopped(run); ++task) {
            const int64_t split = task / cut.chunks, k = task % cut.chunks * cut.chunk;
            const int64_t length = std::min(cut.chunk, depth - k);
            const int64_t first = cut.blocks * split / cut.splits;
            const int64_t last = cut.blocks * (split + 1) / cut.splits;
            C* c = partials + split * partial + k * columns;
            for (int64_t block = first; block < last && !IsStopped(run); ++block) {
              const int64_t row = cut.FirstRow(joined, block);
              const int64_t count = cut.FirstRow(joined, block + 1) - row;
              Block<C> a{};
              if (!cut.in_place) a = GatherLines<T>(joined, row, count, k, length, gathered);
              for (int64_t s = 0; s < panels; ++s) {
                const int64_t width = std::min(nr, columns - s * nr);
                const C* panel = packed;
                int64_t pitch = PanelPitch(kernels, width);
                if (near && width == nr) {
                  if constexpr (!kNarrow) panel = static_cast<const T*>(grad) + row * columns + s * nr;
                  pitch = columns;
                } else {
                  PackGradient(static_cast<const T*>(grad), joined_grad, row, count, s * nr, width,
                               pitch, packed);
                }
                C* const to = c + s * nr;
                if (!cut.in_place) {
                  TileProduct<C> product = {a.a,   a.column, a.row,   panel,        pitch,
                                            count, to,       columns, block > first};
                  Tiles(kernels, length, width, product);
                } else if constexpr (!kNarrow) {
                  MultiplyInPlace(kernels, joined, row / joined.grid[1], count / joined.grid[1], k,
                                  length, width, panel, pitch, to, columns, block > first);
                }
              }
            }
          }
        });
  if (join.pixels > 1) {
    return AddJoined(run, windows, join, partials, cut.splits, partial, grad_image.channels, out);
  }
  if (std::is_same_v<T, C> && cut.splits == 1) return;
  ParallelFor(run, size, kBlockElements, [&](int64_t begin, int64_t end) {
    for (int64_t e = begin; e < end; ++e) {
      C sum = partials[e];
      for (int64_t split = 1; split < cut.splits; ++split) sum += partials[split * partial + e];
      out[e] = Store<T>(sum);
    }
  });
}

#define RUNNEL_CPU_WINDOW_GRADIENT(T)                                                       \
  template void WindowGradient<T>(const rnlp_run_t*, const GemmTable&, const WindowMatrix&, \
                                  const void*, const ImageLayout&, T*, void*);
RUNNEL_CPU_WINDOW_GRADIENT(float)
RUNNEL_CPU_WINDOW_GRADIENT(double)
RUNNEL_CPU_WINDOW_GRADIENT(Half)
RUNNEL_CPU_WINDOW_GRADIENT(BFloat16)

}  // namespace runnel::cpu
