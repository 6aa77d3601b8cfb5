#include "devices/cpu/window_gemm.h"

#include <algorithm>

#include "devices/cpu/transpose.h"
#include "devices/cpu/window_join.h"
#include "devices/cpu/window_slab.h"

namespace runnel::cpu {
namespace {

constexpr int64_t kRows = 84;       // of a gathered block: a multiple of every tile's height
constexpr int64_t kManyRows = 168;  // the same, where the filter is too large to be read often
constexpr int64_t kFewRows = 256;   // which one block holds, and meet each panel once
constexpr int64_t kMostRows = 256;  // whose places are found at once
constexpr int64_t kLargeFilter = 512 << 10;
constexpr int64_t kDepthBytes = kPackedDepth * 4;  // of a gathered block
constexpr int64_t kColumns = 512;                  // of a block of results
constexpr int64_t kLeastTasks = 4;                 // so that a few threads have something to do
constexpr int64_t kSlabBytes = 448 << 10;          // of the lines that a block copies
constexpr double kSlabWorth = 0.75;                // of what would be gathered, element by element

// How a filter is cut; a function of its shape.
struct FilterCut {
  FilterCut(int64_t depth, int64_t columns, uint32_t bytes)
      : chunk(std::max<int64_t>(1, std::min<int64_t>(depth, kDepthBytes / bytes))),
        chunks(CeilDiv(depth, chunk)),
        packed(RoundUp(columns, kMaxTileCols) * depth) {}
  int64_t chunk, chunks;  // of the depth
  int64_t packed;         // elements of the packed filter
};

// How a product is cut; a function of its shape.
struct Cut : FilterCut {
  // `packs`: the filter is not in order yet; `widens`: it is, in elements of two bytes.
  Cut(const WindowMatrix& m, int64_t columns, uint32_t bytes, bool packs, TileShape tile,
      bool widens = false)
      : FilterCut(m.depth(), columns, bytes) {
    const int64_t rows = m.rows(), depth = m.depth();
    const bool large = static_cast<double>(depth) * static_cast<double>(columns) * bytes > kLargeFilter;
    packs_apart = packs && large && rows <= kFewRows;
    panel = packs_apart || widens ? chunk * kMaxTileCols : 0;
    if (packs_apart || !packs) packed = 0;
    blocks = packs_apart ? 1 : Shares(rows, large ? kManyRows : kRows);
    ChooseSlab(m, bytes, tile.rows);
    const int64_t height = slab ? CeilDiv(rows / m.grid[1], blocks) * m.grid[1] : CeilDiv(rows, blocks);
    // Columns may be shared, too, at the price of gathering the windows again unless the image is their
    // matrix. Few rows then leave the filter to be read, of which each share has a part.
    const bool in_place = IsWhole(m) && m.image.channel_stride == 1;
    const int64_t most_groups =
        std::max<int64_t>(1, in_place ? CeilDiv(columns, tile.cols) : columns / (2 * kMaxTileCols));
    const int64_t least_tasks = in_place && blocks == 1 ? 2 * kLeastTasks : kLeastTasks;
    groups = std::max(CeilDiv(columns, kColumns), std::min(most_groups, CeilDiv(least_tasks, blocks)));
    group = RoundUp(CeilDiv(columns, std::max<int64_t>(1, groups)), tile.cols);
    groups = std::max<int64_t>(1, CeilDiv(columns, std::max<int64_t>(1, group)));
    if (!slab) gathered = height * chunk;
    gathered = RoundUp(gathered, 16);
    results = height * group;
  }
  // Rows of the block: whole lines of the grid where they are read from a slab.
  int64_t FirstRow(const WindowMatrix& m, int64_t block) const {
    return slab ? m.rows() / m.grid[1] * block / blocks * m.grid[1] : m.rows() * block / blocks;
  }
  bool packs_apart;       // panel by panel, each just before its one use
  int64_t panel;          // elements of a slot's panel then
  int64_t blocks;         // of rows
  int64_t groups, group;  // of columns
  bool slab = false;
  int64_t gathered = 0;  // elements of a slot's windows, or of its slab
  int64_t results;       // and of its results
  int64_t slot() const { return gathered + results + panel; }

 private:
  // Where it pays: a line fills half a tile, and what is copied is less than what would be gathered.
  void ChooseSlab(const WindowMatrix& m, uint32_t bytes, int64_t tile_rows) {
    const bool planes = m.image.channel_stride != 1 && m.image.channels > 1;
    if (planes || 2 * m.grid[1] < tile_rows || m.rows() == 0 || m.depth() == 0) return;
    const int64_t lines = m.rows() / m.grid[1];
    const int64_t in_lines =
        packs_apart ? 1 : Shares(lines, std::max<int64_t>(1, kManyRows / m.grid[1]));
    const int64_t most = CeilDiv(lines, in_lines);
    const double elements = Slab(m, bytes).Elements(most);
    slab =
        elements * bytes <= kSlabBytes &&
        elements < kSlabWorth * static_cast<double>(most * m.grid[1]) * static_cast<double>(m.depth());
    if (!slab) return;
    blocks = in_lines;
    gathered = static_cast<int64_t>(elements);
  }
  // Blocks of about `size`, in equal shares for a few threads: so each has the rows that it has in other
  // kernels.
  static int64_t Shares(int64_t count, int64_t size) {
    int64_t shares = CeilDiv(count, size);
    if (shares > 2) shares = RoundUp(shares, shares > kSlots ? kSlots : 4);
    return std::max<int64_t>(1, std::min(shares, count));
  }
};

// Columns [column, column + width) of rows [begin, begin + depth) of the filter, zero-filled to `tile`.
template <typename T>
void PackFilter(Isa isa, const WindowMatrix& m, const FilterMatrix& f, int64_t begin, int64_t depth,
                int64_t column, int64_t width, int64_t tile, Compute<T>* out) {
  const T* data = static_cast<const T*>(f.data);
  const int64_t channels = m.image.channels;
  int64_t c = begin % channels, t = begin / channels % m.taps[1], s = begin / channels / m.taps[1];
  const bool turned = std::is_same_v<T, Compute<T>> && f.channel == 1;
  const int64_t most = f.column == 1 ? 1 : turned ? channels : 16;
  for (int64_t p = 0; p < depth;) {
    const int64_t length = std::min({depth - p, channels - c, most});
    const T* from = data + ((f.tap[0] + s * f.step[0]) * f.row + f.tap[1] + t * f.step[1]) * f.plane +
                    c * f.channel + column * f.column;
    Compute<T>* to = out + p * tile;
    if (f.column == 1) {
      CopyOut(from, width, to);
    } else if (turned) {
      if constexpr (std::is_same_v<T, Compute<T>>)
        Transpose(isa, width, length, from, f.column, to, tile);
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

// Rows [row, row + rows), columns [column, column + columns) of results to where they belong.
template <typename T>
void Scatter(const GridTarget& target, const int64_t* grid, int64_t row, int64_t rows, int64_t column,
             int64_t columns, const Compute<T>* results, int64_t ld) {
  for (; rows > kMostRows; rows -= kMostRows, row += kMostRows, results += kMostRows * ld)
    Scatter<T>(target, grid, row, kMostRows, column, columns, results, ld);
  int64_t offsets[kMostRows];
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

// What follows on rows [row, row + rows) of the product that was not joined: they lie in c without gaps.
template <typename T>
void FinishJoined(const GemmKernels<Compute<T>>& kernels, const WindowMatrix& windows,
                  const FilterMatrix& filter, const GridTarget& target, int64_t row, int64_t rows,
                  const Epilogue* epilogue, bool direct, Compute<T>* c) {
  const int64_t columns = target.image.channels;
  if (kernels.has_nan(c, rows * columns)) MultiplyApart<T>(windows, filter, columns, row, rows, c);
  if (epilogue != nullptr) epilogue->Apply(c, rows, columns, columns, 0);
  if (!direct) Scatter<T>(target, windows.grid, row, rows, 0, columns, c, columns);
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
  // Without depth there is still a result to keep.
  if (!Plannable(rows, std::max<int64_t>(depth, 1), columns)) return 0;
  const Cut cut(joined, columns, compute_bytes, !packed, TileOf(table, compute_bytes));
  const int64_t slots = std::min(kSlots, cut.blocks * cut.groups);
  return Bytes(static_cast<double>(cut.packed + slots * cut.slot()), compute_bytes);
}

uint64_t PackedFilterBytes(const WindowMatrix& windows, const WindowJoin& join, int64_t columns,
                           uint32_t compute_bytes) {
  const int64_t depth = Joined(windows, join).depth();
  columns *= join.pixels;
  if (!Plannable(1, depth, columns)) return 0;
  return Bytes(static_cast<double>(FilterCut(depth, columns, compute_bytes).packed), compute_bytes);
}

namespace {

// A panel of a filter, and where it goes in the packed one.
struct Panel {
  int64_t begin, depth, column, width, pitch, offset;
};
// Calls f(panel) for each, on the pool if `parallel`.
template <typename C, typename F>
void Panels(const rnlp_run_t* run, const GemmKernels<C>& kernels, int64_t depth, int64_t columns,
            bool parallel, const F& f) {
  const int64_t nr = kernels.tile_cols, panels = CeilDiv(columns, nr);
  const FilterCut cut(depth, columns, sizeof(C));
  const int64_t pieces = cut.chunks * panels;
  ParallelFor(run, pieces, parallel ? 1 : pieces, [&](int64_t begin, int64_t end) {
    for (int64_t piece = begin; piece < end; ++piece) {
      const int64_t chunk = piece / panels, s = piece % panels;
      const int64_t k = chunk * cut.chunk, length = std::min(cut.chunk, depth - k);
      const int64_t width = std::min(nr, columns - s * nr);
      f(Panel{k, length, s * nr, width, PanelPitch(kernels, width), k * panels * nr + s * nr * length});
    }
  });
}

// A filter that is in order, in elements of two bytes.
struct MixedFilter {
  const uint16_t* packed = nullptr;
  WidenFn widen = nullptr;
};

}  // namespace

template <typename T>
void PackFilters(const rnlp_run_t* run, const GemmTable& table, const WindowMatrix& windows,
                 const WindowJoin& join, const FilterMatrix& filter, int64_t columns, void* packed) {
  using C = Compute<T>;
  const int64_t depth = Joined(windows, join).depth(), wide = columns * join.pixels;
  const bool parallel = run != nullptr && depth * wide >= kParallelElements / 2;
  Panels<C>(run, Select(table, C{}), depth, wide, parallel, [&](const Panel& p) {
    C* const to = static_cast<C*>(packed) + p.offset;
    if (join.pixels > 1)
      PackJoinedFilter<T>(windows, filter, join, columns, p.begin, p.depth, p.pitch, to);
    else
      PackFilter<T>(table.isa, windows, filter, p.begin, p.depth, p.column, p.width, p.pitch, to);
  });
}

template <typename T>
bool PackMixedFilters(const rnlp_run_t* run, const GemmTable& table, const WindowMatrix& windows,
                      const FilterMatrix& filter, int64_t columns, uint16_t* packed) {
  const int64_t depth = windows.depth();
  const FilterCut cut(depth, columns, sizeof(float));
  const auto bytes = static_cast<uint64_t>(cut.chunk * kMaxTileCols) * sizeof(float);
  auto* const panel = static_cast<float*>(run->host->alloc(run->host, bytes));
  if (panel == nullptr) return false;
  Panels<float>(run, table.f32, depth, columns, false, [&](const Panel& p) {
    PackFilter<T>(table.isa, windows, filter, p.begin, p.depth, p.column, p.width, p.pitch, panel);
    // They were numbers of two bytes before, so nothing is rounded.
    for (int64_t i = 0; i < p.depth * p.pitch; ++i) packed[p.offset + i] = Store<T>(panel[i]).bits;
  });
  run->host->free(run->host, panel, bytes);
  return true;
}

namespace {

// A panel that is made just before it is used: packed, or widened.
template <typename T>
const Compute<T>* OwnPanel(Isa isa, const WindowMatrix& windows, const FilterMatrix& filter,
                           const MixedFilter& mixed, const Panel& p, Compute<T>* own) {
  if constexpr (std::is_same_v<T, float>) {
    if (mixed.packed != nullptr) {
      mixed.widen(mixed.packed + p.offset, own, p.depth * p.pitch);
      return own;
    }
  }
  PackFilter<T>(isa, windows, filter, p.begin, p.depth, p.column, p.width, p.pitch, own);
  return own;
}

// `join`: none where there is a MixedFilter, whose `packed` then counts.
template <typename T>
void ProductOf(const rnlp_run_t* run, const GemmTable& table, const WindowMatrix& windows,
               const WindowJoin& join, const FilterMatrix& filter, const GridTarget& target,
               void* workspace, const Epilogue* epilogue, const void* packed_ahead,
               const MixedFilter& mixed) {
  using C = Compute<T>;
  const GemmKernels<C>& kernels = Select(table, C{});
  const WindowMatrix joined = Joined(windows, join);
  const bool widens = mixed.packed != nullptr;
  // Joined, what is a row and a column here is not one of the target.
  const int64_t rows = joined.rows(), depth = joined.depth(),
                columns = target.image.channels * join.pixels;
  const Cut cut(joined, columns, sizeof(C), packed_ahead == nullptr && !widens, TileOf(table, sizeof(C)),
                widens);
  const int64_t nr = kernels.tile_cols, panels = CeilDiv(columns, nr);
  const bool parallel = WorthSharing(rows, depth, columns);
  const C* packed = static_cast<const C*>(packed_ahead != nullptr ? packed_ahead : workspace);
  C* scratch = static_cast<C*>(workspace) + cut.packed;
  if (cut.packed > 0) {
    PackFilters<T>(parallel ? run : nullptr, table, windows, join, filter, target.image.channels,
                   workspace);
  }

  bool direct = std::is_same_v<T, C> && target.image.channel_stride == 1 && depth > 0;
  for (int axis = 0; axis < 2; ++axis) {
    direct = direct && target.step[axis] == 1 && windows.grid[axis] == target.image.sizes[axis];
  }
  const int64_t panels_per_group = cut.group / nr;
  const Slab slab(joined, sizeof(C));
  Slots(run, cut.blocks * cut.groups, parallel, [&](int64_t slot, int64_t begin, int64_t end) {
    C* gathered = scratch + slot * cut.slot();
    C* results = gathered + cut.gathered;
    C* own_panel = cut.panel > 0 ? results + cut.results : nullptr;
    for (int64_t task = begin; task < end && !IsStopped(run); ++task) {
      const int64_t block = task / cut.groups, s0 = task % cut.groups * panels_per_group;
      const int64_t row = cut.FirstRow(joined, block), count = cut.FirstRow(joined, block + 1) - row;
      const int64_t line = cut.slab ? row / joined.grid[1] : 0;
      const int64_t lines = cut.slab ? count / joined.grid[1] : 0;
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
      if (cut.slab) slab.Fill<T>(line, lines, gathered);
      for (int64_t k = 0; k < depth; k += cut.chunk) {
        const int64_t length = std::min(cut.chunk, depth - k);
        Block<C> a{};
        if (!cut.slab) a = Gather<T>(joined, row, count, k, length, gathered);
        for (int64_t s = s0; s < s1; ++s) {
          const int64_t width = std::min(nr, columns - s * nr);
          const int64_t pitch = PanelPitch(kernels, width);
          const C* const panel =
              own_panel == nullptr
                  ? packed + k * panels * nr + s * nr * length
                  : OwnPanel<T>(table.isa, windows, filter, mixed,
                                {k, length, s * nr, width, pitch, k * panels * nr + s * nr * length},
                                own_panel);
          C* const to = c + (s - s0) * nr;
          TileFinish<C> finish;
          const bool last = k + length == depth && join.pixels == 1;
          const TileFinish<C>* const then = last ? FinishOf(epilogue, s * nr, &finish) : nullptr;
          if (cut.slab) {
            slab.Multiply(kernels, gathered, line, lines, k, length, width, panel, pitch, to, ldc, then);
          } else {
            TileProduct<C> product = {a.a, a.row, a.column, panel, pitch, length, to, ldc, k > 0};
            product.finish = then;
            if (own_panel == nullptr) product.LookAhead(CeilDiv(count, kernels.tile_rows));
            Tiles(kernels, count, width, product);
          }
        }
      }
      if (join.pixels > 1) {
        FinishJoined<T>(kernels, windows, filter, target, row * join.pixels, count * join.pixels,
                        epilogue, direct, c);
        continue;
      }
      if (epilogue != nullptr && depth == 0) epilogue->Apply(c, count, group, ldc, s0 * nr);
      if (epilogue != nullptr && depth > 0) epilogue->ApplyRest(c, count, group, ldc, s0 * nr);
      if (!direct) Scatter<T>(target, windows.grid, row, count, s0 * nr, group, results, group);
    }
  });
}

}  // namespace

template <typename T>
void WindowProduct(const rnlp_run_t* run, const GemmTable& table, const WindowMatrix& windows,
                   const FilterMatrix& filter, const GridTarget& target, void* workspace,
                   const Epilogue* epilogue, const void* packed) {
  const WindowJoin join = JoinOf(table, windows, target.image.channels, sizeof(Compute<T>));
  ProductOf<T>(run, table, windows, join, filter, target, workspace, epilogue, packed, {});
}

uint64_t MixedProductBytes(const GemmTable& table, const WindowMatrix& windows, int64_t columns) {
  const int64_t rows = windows.rows(), depth = windows.depth();
  if (!Plannable(rows, std::max<int64_t>(depth, 1), columns)) return 0;
  const Cut cut(windows, columns, sizeof(float), false, TileOf(table, sizeof(float)), true);
  const int64_t slots = std::min(kSlots, cut.blocks * cut.groups);
  return Bytes(static_cast<double>(slots * cut.slot()), sizeof(float));
}

void MixedProduct(const rnlp_run_t* run, const GemmTable& table, const WindowMatrix& windows,
                  const GridTarget& target, void* workspace, const Epilogue* epilogue,
                  const uint16_t* packed, WidenFn widen) {
  ProductOf<float>(run, table, windows, {}, {}, target, workspace, epilogue, nullptr, {packed, widen});
}
template bool PackMixedFilters<Half>(const rnlp_run_t*, const GemmTable&, const WindowMatrix&,
                                     const FilterMatrix&, int64_t, uint16_t*);
template bool PackMixedFilters<BFloat16>(const rnlp_run_t*, const GemmTable&, const WindowMatrix&,
                                         const FilterMatrix&, int64_t, uint16_t*);

#define RUNNEL_CPU_WINDOW_GEMM(T)                                                                \
  template void WindowProduct<T>(const rnlp_run_t*, const GemmTable&, const WindowMatrix&,       \
                                 const FilterMatrix&, const GridTarget&, void*, const Epilogue*, \
                                 const void*);                                                   \
  template void PackFilters<T>(const rnlp_run_t*, const GemmTable&, const WindowMatrix&,         \
                               const WindowJoin&, const FilterMatrix&, int64_t, void*);
RUNNEL_CPU_WINDOW_GEMM(float)
RUNNEL_CPU_WINDOW_GEMM(double)
RUNNEL_CPU_WINDOW_GEMM(Half)
RUNNEL_CPU_WINDOW_GEMM(BFloat16)

}  // namespace runnel::cpu
