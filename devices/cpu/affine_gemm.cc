// Blocks around the tiles. An image is made unsigned (and, without VNNI, widened) and gets its padding
// once, if that is needed; then tiles read windows where they lie. Windows with gaps between columns,
// and those of groups of channels, are copied together for a block of rows.
#include "devices/cpu/affine_gemm.h"

#include <cstring>

namespace runnel::cpu::affine {
namespace {

constexpr int64_t kBlockBytes = 64 << 10;  // of A, for a task
constexpr int64_t kMostBlockTiles = 16;
// What one thread does in about 10 us, in tiles and channel by channel.
constexpr double kParallelProducts = 1'000'000, kParallelDepth = 500'000;
constexpr int64_t kPad = 64;  // so that vectors may read past an end

int64_t Words(const AffineTable& table, int64_t numbers) { return CeilDiv(numbers, table.quad); }
int64_t ElementBytes(const AffineTable& table) { return table.quad == 4 ? 1 : 2; }
int64_t PaddedColumns(const AffineTable& table, int64_t columns) {
  return RoundUp(columns, table.tile_cols);
}

// An image with its padding around it.
struct Padded {
  int64_t before[2], sizes[2];
  bool any = false;     // padding
  bool is_far = false;  // far more of it than image
  explicit Padded(const Windows& w) {
    double padded = 1, image = 1;
    for (int a = 0; a < 2; ++a) {
      const WindowAxis& axis = w.axes[a];
      const int64_t end = (axis.count - 1) * axis.stride + (axis.window - 1) * axis.dilation + 1;
      const int64_t after = std::max<int64_t>(0, end - axis.before - axis.image);
      before[a] = axis.before;
      sizes[a] = axis.image + axis.before + after;
      any |= axis.before + after > 0;
      padded *= static_cast<double>(sizes[a]);
      image *= static_cast<double>(axis.image);
    }
    is_far = padded > 4 * image + 4096;
  }
};

int64_t PaddedBytes(const Windows& w, const Padded& padded, int64_t bytes) {
  return RoundUp(w.batch * padded.sizes[0] * padded.sizes[1] * w.channels * bytes + kPad, 64);
}

// How rows of A are made of an image.
struct Walk {
  enum class Kind : uint8_t {
    kFlat,     // each pixel is a row
    kPlace,    // windows are read where they lie, with the image's padding around it
    kGathered  // windows are copied together
  } kind = Kind::kGathered;
  int64_t lines = 1;   // of a row
  int64_t length = 0;  // numbers in a line
  int64_t words = 0;   // of a line
  int64_t row_bytes = 0, line_bytes = 0;
  Padded padded;
  bool copies = false;      // an image of its own is needed
  int64_t image_bytes = 0;  // of that
  // Rows of A that lie row_bytes apart, of kPlace a line of the output; and how many such there are.
  int64_t line_rows = 0, num_lines = 0;
  int64_t block_lines = 0;  // of a task

  Walk(const AffineTable& table, const Windows& w, const Stored& x) : padded(w) {
    const WindowAxis &rows = w.axes[0], &columns = w.axes[1];
    const int64_t bytes = ElementBytes(table);
    lines = rows.window;
    length = columns.window * w.seen;
    words = Words(table, length);
    num_lines = w.batch * rows.count;
    line_rows = columns.count;
    // Lines of few pixels would leave tiles empty.
    const bool fits = w.groups() == 1 && columns.dilation == 1 && !padded.is_far &&
                      (columns.count >= 4 || columns.count == columns.image);
    const bool is_padded = padded.any;
    kind = fits ? Kind::kPlace : Kind::kGathered;
    if (!fits) {
      for (int a = 0; a < 2; ++a) {
        padded.before[a] = 0;
        padded.sizes[a] = w.axes[a].image;
      }
    }
    copies = bytes == 2 || x.is_signed || (fits && (is_padded || length % table.quad != 0));
    image_bytes = copies ? PaddedBytes(w, padded, bytes) : 0;
    const auto is_single = [](const WindowAxis& axis) { return axis.window == 1 && axis.stride == 1; };
    if (kind == Kind::kPlace) {
      row_bytes = columns.stride * w.channels * bytes;
      line_bytes = rows.dilation * padded.sizes[1] * w.channels * bytes;
      if (is_single(rows) && is_single(columns) && !is_padded) {
        kind = Kind::kFlat;
        CutRows(table, w.pixels());
      }
    } else {
      // Rows that are a power of two apart would share few sets of the cache.
      line_bytes = 4 * words;
      CutRows(table, w.pixels());
      row_bytes = RoundUp(4 * words * lines, 64);
      if (row_bytes % 1024 == 0) row_bytes += 64;
    }
    const int64_t of_line = kind == Kind::kPlace ? rows.stride * padded.sizes[1] * w.channels * bytes
                                                 : line_rows * row_bytes;
    const int64_t most = CeilDiv(kMostBlockTiles * table.tile_rows, line_rows);
    block_lines = std::clamp<int64_t>(kBlockBytes / std::max<int64_t>(of_line, 1), 1, most);
  }
  // Lines of nearly equal length, so that no tile is a sliver.
  void CutRows(const AffineTable& table, int64_t rows) {
    line_rows = CeilDiv(rows, CeilDiv(rows, table.tile_rows));
    num_lines = CeilDiv(rows, line_rows);
  }
  int64_t slot_bytes() const {
    const int64_t rows = block_lines * line_rows;
    return RoundUp(rows * 4 + (kind == Kind::kGathered ? rows * row_bytes + kPad : 0), 64);
  }
};
int64_t GroupBytes(const AffineTable& table, int64_t columns, const Walk& walk) {
  return RoundUp(PaddedColumns(table, columns) * (walk.lines * walk.words + 1) * 4, 64);
}
// Whether the products are worth threads.
double ProductsOf(const Windows& w, int64_t each) {
  return static_cast<double>(w.pixels()) * static_cast<double>(w.out) * static_cast<double>(each);
}
bool IsParallel(const Windows& w) { return ProductsOf(w, w.depth()) > kParallelProducts; }
bool IsParallelDepth(const Windows& w) { return ProductsOf(w, w.taps()) > kParallelDepth; }

int64_t ResultBytes(const Finish& finish) { return finish.kind == Finish::Kind::kSums ? 4 : 1; }

void FillRow(uint8_t* to, int64_t elements, int64_t element_bytes, int32_t value) {
  if (element_bytes == 1) {
    std::memset(to, value, static_cast<size_t>(elements));
  } else {
    for (int64_t i = 0; i < elements; ++i) {
      const auto wide = static_cast<uint16_t>(value);
      std::memcpy(to + 2 * i, &wide, 2);
    }
  }
}

// Of a copy that threads share because they share what reads it: each has the part that it reads, about,
// which else would go from one core's cache to the other's.
constexpr int64_t kCopyShares = 8, kLeastCopy = 4096;
// The image unsigned, in elements of 1 or 2 bytes, with its padding; on threads if it is `parallel`.
void Prepare(const rnlp_run_t* run, const AffineTable& table, const Windows& w, const Padded& padded,
             int64_t bytes, const Stored& x, const void* image, bool parallel, uint8_t* to) {
  const auto* from = static_cast<const uint8_t*>(image);
  const uint8_t flip = x.is_signed ? 128 : 0;
  const auto convert = bytes == 1 ? table.flip : table.widen;
  const int64_t rows = w.axes[0].image, columns = w.axes[1].image;
  if (padded.sizes[0] == rows && padded.sizes[1] == columns) {
    const int64_t elements = w.image_elements();
    const int64_t block = parallel ? std::max(kLeastCopy, CeilDiv(elements, kCopyShares)) : elements;
    ParallelFor(run, elements, block, [&](int64_t begin, int64_t end) {
      convert(from + begin, to + begin * bytes, end - begin, flip);
    });
    return;
  }
  const int64_t width = padded.sizes[1] * w.channels, left = padded.before[1] * w.channels,
                middle = columns * w.channels;
  const int64_t all = w.batch * padded.sizes[0];
  const int64_t block = parallel ? std::max(CeilDiv(kLeastCopy, width), CeilDiv(all, kCopyShares)) : all;
  ParallelFor(run, all, block, [&](int64_t begin, int64_t end) {
    for (int64_t line = begin; line < end; ++line) {
      const int64_t batch = line / padded.sizes[0], row = line % padded.sizes[0] - padded.before[0];
      uint8_t* const out = to + line * width * bytes;
      if (row < 0 || row >= rows) {
        FillRow(out, width, bytes, x.Unsigned());
        continue;
      }
      FillRow(out, left, bytes, x.Unsigned());
      convert(from + (batch * rows + row) * middle, out + left * bytes, middle, flip);
      FillRow(out + (left + middle) * bytes, width - left - middle, bytes, x.Unsigned());
    }
  });
}

// Where a window begins.
struct Place {
  int64_t batch, row, column;
  Place(const Windows& w, int64_t pixel)
      : batch(pixel / (w.axes[0].count * w.axes[1].count)),
        row(pixel / w.axes[1].count % w.axes[0].count * w.axes[0].stride - w.axes[0].before),
        column(pixel % w.axes[1].count * w.axes[1].stride - w.axes[1].before) {}
};

// The window at `pixel`, as far as group `group` sees it.
void Gather(const AffineTable& table, const Windows& w, const Walk& walk, const uint8_t* image,
            int32_t x_zero, int64_t group, int64_t pixel, uint8_t* to) {
  const int64_t bytes = ElementBytes(table), step = w.channels * bytes, part = w.seen * bytes;
  const WindowAxis &rows = w.axes[0], &columns = w.axes[1];
  const Place at(w, pixel);
  const uint8_t* const of_image = image + at.batch * rows.image * columns.image * step + group * part;
  for (int64_t i = 0; i < rows.window; ++i, to += walk.line_bytes) {
    const int64_t y = at.row + i * rows.dilation;
    const bool inside = y >= 0 && y < rows.image;
    for (int64_t j = 0; j < columns.window; ++j) {
      const int64_t x = at.column + j * columns.dilation;
      if (!inside || x < 0 || x >= columns.image) {
        FillRow(to + j * part, w.seen, bytes, x_zero);
      } else {
        std::memcpy(to + j * part, of_image + (y * columns.image + x) * step, static_cast<size_t>(part));
      }
    }
    std::memset(to + columns.window * part, 0,
                static_cast<size_t>(walk.line_bytes - columns.window * part));
  }
}

// - w_zero (row_sum - count x_zero) of a row of A. Only with bytes for words.
int32_t RowTerm(const Walk& walk, const uint8_t* row, int32_t x_zero, int32_t filter_zero) {
  uint32_t sum = 0;
  for (int64_t line = 0; line < walk.lines; ++line) {
    const uint8_t* const from = row + line * walk.line_bytes;
    for (int64_t i = 0; i < walk.length; ++i) sum += from[i];
  }
  sum -= static_cast<uint32_t>(walk.lines * walk.length) * static_cast<uint32_t>(x_zero);
  return static_cast<int32_t>(0u - static_cast<uint32_t>(filter_zero) * sum);
}

// Numbers of the filter as tiles have them.
struct Weights {
  const uint8_t* data;
  int32_t flip, zero;
  Weights(const AffineTable& table, const void* filter, const Stored& stored)
      : data(static_cast<const uint8_t*>(filter)),
        flip(stored.is_signed ? 0 : 128),
        zero(table.quad == 4 ? flip : static_cast<int32_t>(stored.zero)) {
    is_signed = stored.is_signed;
  }
  bool is_signed;
  int32_t At(int64_t i) const {
    return (is_signed ? int32_t{static_cast<int8_t>(data[i])} : int32_t{data[i]}) - zero;
  }
};
// The zero point that packed filters still have.
int32_t ZeroLeft(const AffineTable& table, const Stored& filter) {
  return table.quad == 4 ? static_cast<int32_t>(filter.zero) - (filter.is_signed ? 0 : 128) : 0;
}
void PutNumber(const AffineTable& table, int64_t at, int32_t value, int32_t* word) {
  if (table.quad == 4) {
    reinterpret_cast<int8_t*>(word)[at] = static_cast<int8_t>(value);
  } else {
    reinterpret_cast<int16_t*>(word)[at] = static_cast<int16_t>(value);
  }
}

}  // namespace

bool FillScales(const Factor* factors, const rnlp_tensor_t* bias, int64_t channels, void* memory,
                Finish* out) {
  const int64_t pitch = ScalesPitch(channels);
  auto* const of_bias = static_cast<int32_t*>(memory);
  int32_t *const multiplier = of_bias + pitch, *const down = multiplier + pitch,
                 *const half = down + pitch;
  std::memset(memory, 0, static_cast<size_t>(ScalesBytes(channels)));
  out->has_unshifted = false;
  for (int64_t c = 0; c < channels; ++c) {
    if (bias != nullptr) {
      of_bias[c] = bias->dtype == RNLP_INT64 ? static_cast<int32_t>(Data<int64_t>(bias)[c])
                                             : Data<int32_t>(bias)[c];
    }
    const Factor& factor = factors[c];
    if (factor.rounding == Rounding::kReal) {
      std::memcpy(multiplier + c, &factor.as_float, sizeof(float));
      continue;
    }
    if (factor.shift > 0) return false;
    multiplier[c] = factor.multiplier;
    down[c] = std::max(-factor.shift - 1, 0);
    half[c] = factor.shift < 0 || factor.multiplier == 0 ? 1 : 0;
    out->has_unshifted |= half[c] == 0;
  }
  // Channels come again behind the last one, for pixels that share a vector.
  for (int32_t* const of_channel : {of_bias, multiplier, down, half}) {
    for (int64_t c = channels; c < pitch && channels > 0; ++c) of_channel[c] = of_channel[c - channels];
  }
  out->bias = of_bias;
  out->multiplier = multiplier;
  out->down = down;
  out->half = half;
  return true;
}

uint64_t PackedBytes(const AffineTable& table, const Windows& w) {
  return static_cast<uint64_t>(w.groups() *
                               GroupBytes(table, w.out / w.groups(), Walk(table, w, Stored())));
}

void PackFilters(const AffineTable& table, const Windows& w, const void* filter, const Stored& stored,
                 const FilterOrder& order, void* packed) {
  const Weights weights(table, filter, stored);
  const Walk walk(table, w, Stored());
  const int64_t columns = w.out / w.groups(), padded = PaddedColumns(table, columns),
                words = walk.lines * walk.words, group_bytes = GroupBytes(table, columns, walk);
  std::memset(packed, 0, static_cast<size_t>(PackedBytes(table, w)));
  for (int64_t g = 0; g < w.groups(); ++g) {
    auto* const sums = reinterpret_cast<int32_t*>(static_cast<char*>(packed) + g * group_bytes);
    int32_t* const panels = sums + padded;
    for (int64_t c = 0; c < columns; ++c) {
      const int64_t panel = c / table.tile_cols * table.tile_cols;
      const int64_t pitch = columns - panel <= table.lanes ? table.lanes : table.tile_cols;
      int32_t* const to = panels + panel * words + (c - panel);
      uint32_t sum = 0;
      int64_t from = (g * columns + c) * order.channel;
      for (int64_t line = 0; line < walk.lines; ++line) {
        for (int64_t i = 0; i < walk.length; ++i, from += order.step) {
          const int32_t value = weights.At(from);
          sum += static_cast<uint32_t>(value);
          PutNumber(table, i % table.quad, value, to + (line * walk.words + i / table.quad) * pitch);
        }
      }
      sums[c] = static_cast<int32_t>(sum);
    }
  }
}

uint64_t ProductBytes(const AffineTable& table, const Windows& w, const Stored& x) {
  const Walk walk(table, w, x);
  return static_cast<uint64_t>(walk.image_bytes + (IsParallel(w) ? kSlots : 1) * walk.slot_bytes());
}

void Product(const rnlp_run_t* run, const AffineTable& table, const Windows& w, const void* image,
             const Stored& x, const void* packed, const Stored& filter, const Finish& finish, void* out,
             void* memory) {
  const Walk walk(table, w, x);
  const uint8_t* pixels = static_cast<const uint8_t*>(image);
  if (walk.copies) {
    pixels = static_cast<const uint8_t*>(memory);
    Prepare(run, table, w, walk.padded, ElementBytes(table), x, image, IsParallel(w),
            static_cast<uint8_t*>(memory));
  }
  char* const slots = static_cast<char*>(memory) + walk.image_bytes;
  const bool gathered = walk.kind == Walk::Kind::kGathered, flat = walk.kind == Walk::Kind::kFlat;
  const int64_t words = walk.lines * walk.words, groups = w.groups(), columns = w.out / groups,
                padded = PaddedColumns(table, columns), group_bytes = GroupBytes(table, columns, walk);
  const int32_t x_zero = x.Unsigned(), filter_zero = ZeroLeft(table, filter);
  const int64_t out_bytes = ResultBytes(finish);

  const int64_t blocks = CeilDiv(walk.num_lines, walk.block_lines), panels = padded / table.tile_cols;
  const int64_t row_tasks = blocks * groups;
  const int64_t column_tasks = row_tasks >= 8 ? 1 : std::min(panels, CeilDiv(8, row_tasks));
  const auto task = [&](int64_t slot, int64_t number) {
    const int64_t group = number / (blocks * column_tasks), block = number / column_tasks % blocks,
                  part = number % column_tasks;
    const int64_t begin = walk.num_lines * block / blocks, end = walk.num_lines * (block + 1) / blocks;
    const int64_t first = begin * walk.line_rows;  // pixel
    auto* const terms = reinterpret_cast<int32_t*>(slots + slot * walk.slot_bytes());
    auto* const rows = reinterpret_cast<uint8_t*>(terms + walk.block_lines * walk.line_rows);
    // Row 0 of a line of the output.
    const auto line_at = [&](int64_t line) -> const uint8_t* {
      if (gathered) return rows + (line - begin) * walk.line_rows * walk.row_bytes;
      if (flat) return pixels + line * walk.line_rows * walk.row_bytes;
      const int64_t batch = line / w.axes[0].count, row = line % w.axes[0].count;
      return pixels + (batch * walk.padded.sizes[0] + row * w.axes[0].stride) *
                          (walk.padded.sizes[1] * w.channels * ElementBytes(table));
    };
    const auto rows_of = [&](int64_t line) {
      return std::min(walk.line_rows, w.pixels() - line * walk.line_rows);
    };
    for (int64_t p = first; gathered && p < std::min(w.pixels(), end * walk.line_rows); ++p)
      Gather(table, w, walk, pixels, x_zero, group, p, rows + (p - first) * walk.row_bytes);
    for (int64_t line = begin; filter_zero != 0 && line < end; ++line) {
      for (int64_t r = 0; r < rows_of(line); ++r) {
        terms[line * walk.line_rows - first + r] =
            RowTerm(walk, line_at(line) + r * walk.row_bytes, x_zero, filter_zero);
      }
    }
    const auto* const sums =
        reinterpret_cast<const int32_t*>(static_cast<const char*>(packed) + group * group_bytes);
    for (int64_t s = panels * part / column_tasks; s < panels * (part + 1) / column_tasks; ++s) {
      const int64_t column = s * table.tile_cols, channel = group * columns + column;
      Tile tile = {};
      tile.cols = static_cast<int>(std::min<int64_t>(table.tile_cols, columns - column));
      tile.a_row = walk.row_bytes;
      tile.a_line = walk.line_bytes;
      tile.b = sums + padded + column * words;
      tile.lines = walk.lines;
      tile.words = walk.words;
      tile.column_sums = sums + column;
      tile.x_zero = x_zero;
      tile.finish = &finish;
      tile.channel = channel;
      tile.out_row = w.out;
      for (int64_t line = begin; line < end; ++line) {
        const uint8_t* const a = line_at(line);
        const int64_t count = rows_of(line), tiles = CeilDiv(count, table.tile_rows);
        for (int64_t t = 0; t < tiles; ++t) {
          // Tiles of nearly equal height, so that none is a sliver.
          const int64_t i0 = count * t / tiles, i1 = count * (t + 1) / tiles;
          const int64_t pixel = line * walk.line_rows + i0;
          tile.rows = static_cast<int>(i1 - i0);
          tile.a = a + i0 * walk.row_bytes;
          tile.row_terms = filter_zero == 0 ? nullptr : terms + (pixel - first);
          tile.out = static_cast<char*>(out) + (pixel * w.out + channel) * out_bytes;
          table.tile(tile);
        }
      }
    }
  };
  Slots(run, row_tasks * column_tasks, IsParallel(w), [&](int64_t slot, int64_t begin, int64_t end) {
    for (int64_t number = begin; number < end && !IsStopped(run); ++number) task(slot, number);
  });
}

// ---- channel by channel ----

namespace {
int64_t DepthPitch(const Windows& w) { return RoundUp(w.channels, kMaxTileChannels); }
// Pixels whose channels a vector holds: how often packed filters have theirs.
int64_t PixelsOfVector(const AffineTable& table, const Windows& w) {
  return std::max<int64_t>(1, table.lanes / std::max<int64_t>(1, w.channels));
}
// How many of them are computed at once: those that lie one behind the other.
int64_t PixelsTogether(const AffineTable& table, const Windows& w) {
  return w.axes[1].stride == 1 ? std::min(PixelsOfVector(table, w), w.axes[1].count) : 1;
}
bool CopiesDepth(const Padded& padded, const Stored& x) { return x.is_signed || padded.any; }
int64_t OffsetBytes(const Windows& w) {
  return RoundUp((w.taps() + 4) * static_cast<int64_t>(sizeof(int64_t)), 64);
}
}  // namespace

bool TakesDepth(const Windows& w) { return w.channels == w.out && !Padded(w).is_far; }

uint64_t PackedDepthBytes(const AffineTable& table, const Windows& w) {
  return static_cast<uint64_t>(DepthPitch(w) * (Words(table, w.taps()) + 1) * 4);
}

void PackDepthFilters(const AffineTable& table, const Windows& w, const void* filter,
                      const Stored& stored, const FilterOrder& order, void* packed) {
  Weights weights(table, filter, stored);
  const int64_t pitch = DepthPitch(w);
  auto* const sums = static_cast<int32_t*>(packed);
  std::memset(packed, 0, static_cast<size_t>(PackedDepthBytes(table, w)));
  for (int64_t t = 0; t < w.taps(); ++t) {
    for (int64_t c = 0; c < w.channels * PixelsOfVector(table, w); ++c) {
      const int32_t value = weights.At(c % w.channels * order.channel + t * order.step);
      sums[c] += value;
      PutNumber(table, t % table.quad, value, sums + (t / table.quad + 1) * pitch + c);
    }
  }
}

uint64_t DepthBytes(const Windows& w, const Stored& x) {
  const Padded padded(w);
  return static_cast<uint64_t>(OffsetBytes(w) +
                               (CopiesDepth(padded, x) ? PaddedBytes(w, padded, 1) : 0));
}

void DepthProduct(const rnlp_run_t* run, const AffineTable& table, const Windows& w, const void* image,
                  const Stored& x, const void* packed, const Stored& filter, const Finish& finish,
                  void* out, void* memory) {
  const Padded padded(w);
  const WindowAxis &rows = w.axes[0], &columns = w.axes[1];
  auto* const offsets = static_cast<int64_t*>(memory);
  const auto* pixels = static_cast<const uint8_t*>(image);
  if (CopiesDepth(padded, x)) {
    auto* const own = static_cast<uint8_t*>(memory) + OffsetBytes(w);
    Prepare(run, table, w, padded, 1, x, image, IsParallelDepth(w), own);
    pixels = own;
  }
  const int64_t width = padded.sizes[1] * w.channels;
  std::memset(offsets, 0, static_cast<size_t>(OffsetBytes(w)));
  for (int64_t i = 0; i < rows.window; ++i) {
    for (int64_t j = 0; j < columns.window; ++j)
      offsets[i * columns.window + j] = i * rows.dilation * width + j * columns.dilation * w.channels;
  }
  DepthRow line = {};
  const int64_t together = PixelsTogether(table, w);
  line.pixel_step = columns.stride * w.channels * together;
  line.offsets = offsets;
  line.pixels = columns.count / together;
  line.taps = w.taps();
  line.channels = w.channels * together;
  line.pitch = DepthPitch(w);
  line.column_sums = static_cast<const int32_t*>(packed);
  line.filter = line.column_sums + line.pitch;
  line.x_zero = x.Unsigned();
  line.filter_zero = ZeroLeft(table, filter);
  line.finish = &finish;
  Slots(run, w.batch * rows.count, IsParallelDepth(w), [&](int64_t, int64_t begin, int64_t end) {
    for (int64_t l = begin; l < end && !IsStopped(run); ++l) {
      DepthRow row = line;
      row.x = pixels + (l / rows.count * padded.sizes[0] + l % rows.count * rows.stride) * width;
      row.out = static_cast<uint8_t*>(out) + l * columns.count * w.channels * ResultBytes(finish);
      table.depth(row);
      if (columns.count % together == 0) continue;
      // The last ones, with some that are there already.
      const int64_t first = (columns.count - together) * w.channels;
      row.x += first;
      row.out = static_cast<uint8_t*>(row.out) + first * ResultBytes(finish);
      row.pixels = 1;
      table.depth(row);
    }
  });
}

}  // namespace runnel::cpu::affine
