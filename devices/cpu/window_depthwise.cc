#include "devices/cpu/window_depthwise.h"

#include <algorithm>

namespace runnel::cpu {
namespace {

constexpr int64_t kBlockChannels = 32;
constexpr int64_t kBandElements = 32768;  // of a block's part of a band, about
constexpr double kParallelFlops = 500000;
constexpr double kPartialBytes = 16 << 20;
// Bands of rows in place, and tasks for a few threads.
constexpr int64_t kLeastBandRows = 7, kBands = 4, kBandTasks = 16, kGroupChannels = 64;

template <typename C>
auto RowOf(const DepthwiseTable& table) {
  if constexpr (std::is_same_v<C, float>) {
    return table.f32;
  } else {
    return table.f64;
  }
}

// Of the steps base + k * step, k in [0,count), those in [0,size) are [begin,end).
struct Inside {
  Inside(int64_t base, int64_t step, int64_t count, int64_t size) {
    begin = std::clamp<int64_t>(base < 0 ? CeilDiv(-base, step) : 0, 0, count);
    end = std::clamp<int64_t>(size > base ? CeilDiv(size - base, step) : 0, begin, count);
  }
  int64_t begin, end;
};

// Rows of pixels with their channels side by side: those of an image, or of a copied band of one.
template <typename C>
struct Pixels {
  C* data;  // row `first`, column 0
  int64_t first;
  int64_t row, pixel;  // strides
  C* at(int64_t h, int64_t w) const { return data + (h - first) * row + w * pixel; }
};

// The filter, one channel beside the other.
template <typename C>
struct Weights {
  const C* data;
  int64_t tap[2];
};

// The grids of all images in bands of rows and groups of channels: where there are few rows, a thread
// reads those channels that it wrote before, in a product that was shared by columns.
void DepthwiseBands(const rnlp_run_t* run, const DepthwiseTable& table, const WindowMatrix& m,
                    const FilterMatrix& f, const GridTarget& target, bool parallel,
                    const Epilogue* epilogue) {
  const int64_t channels = m.image.channels;
  const int64_t bands = std::clamp<int64_t>(m.grid[0] / kLeastBandRows, 1, kBands);
  const int64_t groups =
      std::clamp<int64_t>(channels / kGroupChannels, 1, CeilDiv(kBandTasks, bands * m.image.batch));
  const int64_t blocks = channels / kBandChannels, tasks = m.image.batch * bands * groups;
  ParallelFor(run, tasks, parallel ? 1 : tasks, [&](int64_t begin, int64_t end) {
    for (int64_t task = begin; task < end && !IsStopped(run); ++task) {
      const int64_t group = task % groups, band = task / groups % bands, n = task / groups / bands;
      const int64_t c0 = blocks * group / groups * kBandChannels;
      const int64_t c1 = group + 1 == groups ? channels : blocks * (group + 1) / groups * kBandChannels;
      DepthwiseBand call =
          BandOf(m, f, target, n, m.grid[0] * band / bands, m.grid[0] * (band + 1) / bands, c0, c1);
      TileFinish<float> finish;
      call.finish = FinishOf(epilogue, c0, &finish);
      table.band(call);
      for (int64_t i = call.begin; i < call.end && epilogue != nullptr; ++i)
        epilogue->ApplyRest(call.out + i * call.out_row, call.pixels, call.channels, call.out_pixel, c0);
    }
  });
}

// One row of the grid, `channels` of it, into out[j * out_pixel].
template <typename C>
void GridRow(const DepthwiseTable& table, const WindowMatrix& m, const Pixels<const C>& source,
             const Weights<C>& weights, int64_t i, int64_t channels, C* out, int64_t out_pixel,
             bool accumulate) {
  const int64_t h = i * m.step[0] + m.first[0], width = m.image.sizes[1];
  const Inside rows(h, m.tap_step[0], m.taps[0], m.image.sizes[0]);
  const auto call = [&](int64_t j, int64_t pixels, const Inside& columns) {
    DepthwiseRow<C> row = {};
    row.pixels = pixels;
    row.channels = channels;
    row.out = out + j * out_pixel;
    row.out_pixel = out_pixel;
    row.accumulate = accumulate;
    if (rows.begin < rows.end && columns.begin < columns.end) {
      row.taps[0] = rows.end - rows.begin;
      row.taps[1] = columns.end - columns.begin;
      row.x = source.at(h + rows.begin * m.tap_step[0],
                        j * m.step[1] + m.first[1] + columns.begin * m.tap_step[1]);
      row.x_pixel = m.step[1] * source.pixel;
      row.x_tap[0] = m.tap_step[0] * source.row;
      row.x_tap[1] = m.tap_step[1] * source.pixel;
      row.f = weights.data + rows.begin * weights.tap[0] + columns.begin * weights.tap[1];
      row.f_tap[0] = weights.tap[0];
      row.f_tap[1] = weights.tap[1];
    }
    RowOf<C>(table)(row);
  };
  // Positions whose taps are all inside go together; at the edges each has taps of its own.
  const int64_t reach = m.taps[1] > 0 ? (m.taps[1] - 1) * m.tap_step[1] : 0;
  const Inside whole(m.first[1], m.step[1], m.grid[1], width - reach);
  for (int64_t j = 0; j < m.grid[1]; ++j) {
    if (j == whole.begin && whole.end > j) {
      call(j, whole.end - j, Inside(0, 1, m.taps[1], m.taps[1]));
      j = whole.end - 1;
      continue;
    }
    call(j, 1, Inside(j * m.step[1] + m.first[1], m.tap_step[1], m.taps[1], width));
  }
}

// Adds row i of the grid's products into sums[s * sum_row + t * channels_of_sums + c].
template <typename C>
void GridRowGradient(const DepthwiseTable& table, const WindowMatrix& m, const Pixels<const C>& source,
                     const Pixels<const C>& grad, int64_t i, int64_t channels, C* sums, int64_t tap) {
  const int64_t h = i * m.step[0] + m.first[0], width = m.image.sizes[1];
  const Inside rows(h, m.tap_step[0], m.taps[0], m.image.sizes[0]);
  for (int64_t s = rows.begin; s < rows.end; ++s) {
    for (int64_t t = 0; t < m.taps[1]; ++t) {
      const int64_t w = m.first[1] + t * m.tap_step[1];
      const Inside columns(w, m.step[1], m.grid[1], width);
      if (columns.begin == columns.end) continue;
      DepthwiseRow<C> row = {};
      row.pixels = 1;
      row.channels = channels;
      row.taps[0] = 1;
      row.taps[1] = columns.end - columns.begin;
      row.x = source.at(h + s * m.tap_step[0], w + columns.begin * m.step[1]);
      row.x_tap[1] = m.step[1] * source.pixel;
      row.f = grad.at(i, columns.begin);
      row.f_tap[1] = grad.pixel;
      row.out = sums + (s * m.taps[1] + t) * tap;
      row.accumulate = true;
      RowOf<C>(table)(row);
    }
  }
}

// Rows [begin, end) of image n, channels first, first + step, ..., as dense pixels of `count` channels.
template <typename T>
void CopyIn(const void* data, const ImageLayout& image, int64_t n, int64_t begin, int64_t end,
            int64_t first, int64_t step, int64_t count, Compute<T>* out) {
  const T* from = static_cast<const T*>(data) + n * image.batch_stride + first * image.channel_stride;
  const int64_t stride = step * image.channel_stride, width = image.sizes[1];
  for (int64_t h = begin; h < end; ++h) {
    const T* row = from + h * image.strides[0];
    if (image.channel_stride == 1) {
      for (int64_t w = 0; w < width; ++w) {
        for (int64_t c = 0; c < count; ++c) {
          out[w * count + c] = Load(row[w * image.strides[1] + c * stride]);
        }
      }
    } else {
      for (int64_t c = 0; c < count; ++c) {
        for (int64_t w = 0; w < width; ++w) {
          out[w * count + c] = Load(row[w * image.strides[1] + c * stride]);
        }
      }
    }
    out += width * count;
  }
}

// Row i of a grid of dense pixels to where it belongs.
template <typename T>
void CopyOut(const Compute<T>* from, const GridTarget& target, int64_t n, int64_t i, int64_t columns,
             int64_t first, int64_t step, int64_t count) {
  const ImageLayout& image = target.image;
  T* out = static_cast<T*>(target.data) + n * image.batch_stride +
           (i * target.step[0] + target.first[0]) * image.strides[0] +
           target.first[1] * image.strides[1] + first * image.channel_stride;
  const int64_t pixel = target.step[1] * image.strides[1], stride = step * image.channel_stride;
  for (int64_t j = 0; j < columns; ++j) {
    for (int64_t c = 0; c < count; ++c) out[j * pixel + c * stride] = Store<T>(from[j * count + c]);
  }
}

// What follows on an image that was written whole.
void Follow(const rnlp_run_t* run, const Epilogue& epilogue, const GridTarget& target) {
  const ImageLayout& image = target.image;
  const int64_t plane = image.sizes[0] * image.sizes[1];
  char* const data = static_cast<char*>(target.data);
  if (image.channel_stride == 1) {
    ParallelFor(run, image.batch * plane, RowBlock(image.channels), [&](int64_t begin, int64_t end) {
      epilogue.Apply(data + begin * image.channels * epilogue.element_bytes, end - begin, image.channels,
                     image.channels, 0);
    });
    return;
  }
  ParallelFor(run, image.batch * image.channels, RowBlock(plane), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      epilogue.ApplyToChannel(data + i * plane * epilogue.element_bytes, plane, i % image.channels);
  });
}

// The rows of an image that rows [begin, end) of the grid see.
struct SourceRows {
  SourceRows(const WindowMatrix& m, int64_t grid_begin, int64_t grid_end) {
    const int64_t height = m.image.sizes[0];
    begin = std::clamp<int64_t>(grid_begin * m.step[0] + m.first[0], 0, height);
    end = (grid_end - 1) * m.step[0] + m.first[0] + (m.taps[0] - 1) * m.tap_step[0] + 1;
    end = m.taps[0] > 0 ? std::clamp<int64_t>(end, begin, height) : begin;
  }
  int64_t begin, end;
};

int64_t Splits(const DepthwiseCut& cut, int64_t batch, uint32_t bytes) {
  const double partial = std::max(1.0, cut.filter * bytes);
  const int64_t most = static_cast<int64_t>(std::min(1e6, kPartialBytes / partial));
  return std::clamp<int64_t>(std::min(CeilDiv(kSlots, cut.blocks), most), 1, batch * cut.bands);
}

uint64_t Bytes(double elements, uint32_t bytes) {
  const double total = elements * bytes + 64;
  return total < 1e15 ? (static_cast<uint64_t>(total) + 63) / 64 * 64 : 0;
}

int64_t RoundUp(double elements) { return (static_cast<int64_t>(elements) + 15) / 16 * 16; }

// The filter's taps as [multiplier][taps][channels].
template <typename T>
void PackFilter(const WindowMatrix& m, const FilterMatrix& f, const DepthwiseCut& cut, Compute<T>* out) {
  const T* data = static_cast<const T*>(f.data);
  for (int64_t k = 0; k < cut.multiplier; ++k) {
    for (int64_t s = 0; s < m.taps[0]; ++s) {
      for (int64_t t = 0; t < m.taps[1]; ++t) {
        const T* from =
            data + ((f.tap[0] + s * f.step[0]) * f.row + f.tap[1] + t * f.step[1]) * f.plane + k;
        for (int64_t c = 0; c < cut.channels; ++c) *out++ = Load(from[c * f.channel]);
      }
    }
  }
}

}  // namespace

bool IsForBands(const WindowMatrix& m, int64_t channels) {
  const bool square = m.taps[0] == m.taps[1] && m.step[0] == m.step[1];
  return square && (m.taps[0] == 3 || m.taps[0] == 5) && (m.step[0] == 1 || m.step[0] == 2) &&
         m.tap_step[0] == 1 && m.tap_step[1] == 1 && channels >= kBandChannels && m.grid[1] > 0;
}

DepthwiseBand BandOf(const WindowMatrix& m, const FilterMatrix& f, const GridTarget& target, int64_t n,
                     int64_t begin, int64_t end, int64_t first, int64_t last) {
  DepthwiseBand call = {};
  call.begin = begin;
  call.end = end;
  call.pixels = m.grid[1];
  call.channels = last - first;
  call.taps = m.taps[0];
  call.step = m.step[0];
  std::copy_n(m.first, 2, call.first);
  std::copy_n(m.image.sizes, 2, call.size);
  call.x = static_cast<const float*>(m.data) + n * m.image.batch_stride + first;
  call.x_row = m.image.strides[0];
  call.x_pixel = m.image.strides[1];
  call.f = static_cast<const float*>(f.data) + (f.tap[0] * f.row + f.tap[1]) * f.plane + first;
  call.f_tap[0] = f.step[0] * f.row * f.plane;
  call.f_tap[1] = f.step[1] * f.plane;
  call.out = static_cast<float*>(target.data) + n * target.image.batch_stride +
             target.first[0] * target.image.strides[0] + target.first[1] * target.image.strides[1] +
             first;
  call.out_row = target.step[0] * target.image.strides[0];
  call.out_pixel = target.step[1] * target.image.strides[1];
  return call;
}

DepthwiseCut::DepthwiseCut(const WindowMatrix& windows, int64_t filter_channels,
                           int64_t filter_multiplier)
    : channels(filter_channels), multiplier(filter_multiplier) {
  const auto& m = windows;
  block = std::min(channels, kBlockChannels);
  blocks = CeilDiv(channels, block);
  const int64_t reach = m.taps[0] > 0 ? (m.taps[0] - 1) * m.tap_step[0] + 1 : 0;
  // Short bands would copy most rows several times.
  const int64_t per_row = std::max(m.grid[1], std::min(m.step[0], kMostSize) * m.image.sizes[1]);
  band = std::max({int64_t{1}, kBandElements / block / std::max<int64_t>(1, per_row),
                   CeilDiv(std::min(reach, m.image.sizes[0]), m.step[0])});
  band = std::min(band, std::max<int64_t>(1, m.grid[0]));
  bands = CeilDiv(m.grid[0], band);
  const int64_t rows = std::min(m.image.sizes[0], (band - 1) * m.step[0] + reach);
  const auto size = static_cast<double>(block);
  source = static_cast<double>(rows) * static_cast<double>(m.image.sizes[1]) * size + 16;
  result = static_cast<double>(band) * static_cast<double>(m.grid[1]) * size + 16;
  const double taps = static_cast<double>(m.taps[0]) * static_cast<double>(m.taps[1]);
  filter = taps * static_cast<double>(channels) * static_cast<double>(multiplier) + 16;
  parallel = 2 * filter * static_cast<double>(m.image.batch) * static_cast<double>(m.grid[0]) *
                 static_cast<double>(m.grid[1]) >
             kParallelFlops;
}

uint64_t DepthwiseProductBytes(const DepthwiseCut& cut, int64_t batch, bool direct,
                               uint32_t compute_bytes) {
  if (direct) return 0;
  const auto slots = static_cast<double>(std::min(kSlots, batch * cut.blocks * cut.bands));
  return Bytes(cut.filter + 16 + slots * (cut.source + cut.result + 32), compute_bytes);
}

uint64_t DepthwiseGradientBytes(const DepthwiseCut& cut, int64_t batch, bool direct,
                                uint32_t compute_bytes) {
  const int64_t splits = Splits(cut, batch, compute_bytes);
  const auto slots = static_cast<double>(std::min(kSlots, splits * cut.blocks));
  const double copies = direct ? 0 : slots * (cut.source + cut.result + 32);
  return Bytes(static_cast<double>(splits) * (cut.filter + 16) + copies, compute_bytes);
}

template <typename T>
void DepthwiseProduct(const rnlp_run_t* run, const DepthwiseTable& table, const DepthwiseCut& cut,
                      const WindowMatrix& m, const FilterMatrix& f, const GridTarget& target,
                      void* workspace, const Epilogue* epilogue) {
  using C = Compute<T>;
  if constexpr (std::is_same_v<T, C>) {
    if (StaysInPlace<T>(m.image, target.image, cut.multiplier)) {
      if constexpr (std::is_same_v<C, float>) {
        if (IsForBands(m, cut.channels))
          return DepthwiseBands(run, table, m, f, target, cut.parallel, epilogue);
      }
      const int64_t row_work = m.grid[1] * cut.channels * (m.taps[0] * m.taps[1] / 4 + 1);
      const Weights<C> weights = {
          static_cast<const T*>(f.data) + (f.tap[0] * f.row + f.tap[1]) * f.plane,
          {f.step[0] * f.row * f.plane, f.step[1] * f.plane}};
      const int64_t pixel = target.step[1] * target.image.strides[1];
      ParallelFor(run, m.image.batch * m.grid[0], RowBlock(row_work), [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row) {
          const int64_t n = row / m.grid[0], i = row % m.grid[0];
          C* out = static_cast<T*>(target.data) + n * target.image.batch_stride +
                   (i * target.step[0] + target.first[0]) * target.image.strides[0] +
                   target.first[1] * target.image.strides[1];
          GridRow<C>(table, m,
                     {static_cast<const T*>(m.data) + n * m.image.batch_stride, 0, m.image.strides[0],
                      m.image.strides[1]},
                     weights, i, cut.channels, out, pixel, false);
          if (epilogue != nullptr) epilogue->Apply(out, m.grid[1], cut.channels, pixel, 0);
        }
      });
      return;
    }
  }
  C* packed = static_cast<C*>(workspace);
  C* scratch = packed + RoundUp(cut.filter);
  const int64_t source_size = RoundUp(cut.source), size = source_size + RoundUp(cut.result);
  const int64_t taps = m.taps[0] * m.taps[1];
  const bool many_in = m.image.channels > cut.channels, many_out = cut.multiplier > 1 && !many_in;
  PackFilter<T>(m, f, cut, packed);
  Slots(run, m.image.batch * cut.blocks * cut.bands, cut.parallel,
        [&](int64_t slot, int64_t begin, int64_t end) {
          C* source = scratch + slot * size;
          C* result = source + source_size;
          for (int64_t task = begin; task < end && !IsStopped(run); ++task) {
            const int64_t i0 = task % cut.bands * cut.band, i1 = std::min(i0 + cut.band, m.grid[0]);
            const int64_t c0 = task / cut.bands % cut.blocks * cut.block;
            const int64_t n = task / cut.bands / cut.blocks,
                          count = std::min(cut.block, cut.channels - c0);
            if (i0 >= i1) continue;
            const SourceRows rows(m, i0, i1);
            const int64_t width = m.image.sizes[1];
            for (int64_t k = 0; k < cut.multiplier; ++k) {
              const int64_t step = many_in ? cut.multiplier : 1;
              if (k == 0 || many_in) {
                CopyIn<T>(m.data, m.image, n, rows.begin, rows.end, c0 * step + (many_in ? k : 0), step,
                          count, source);
              }
              const Weights<C> weights = {packed + k * taps * cut.channels + c0,
                                          {m.taps[1] * cut.channels, cut.channels}};
              for (int64_t i = i0; i < i1; ++i) {
                C* row = result + (i - i0) * m.grid[1] * count;
                GridRow<C>(table, m, {source, rows.begin, width * count, count}, weights, i, count, row,
                           count, many_in && k > 0);
                if (many_in && k + 1 < cut.multiplier) continue;
                const int64_t out_step = many_out ? cut.multiplier : 1;
                CopyOut<T>(row, target, n, i, m.grid[1], c0 * out_step + (many_out ? k : 0), out_step,
                           count);
              }
            }
          }
        });
  if (epilogue != nullptr) Follow(run, *epilogue, target);
}

template <typename T>
void DepthwiseGradient(const rnlp_run_t* run, const DepthwiseTable& table, const DepthwiseCut& cut,
                       const WindowMatrix& m, const void* grad, const ImageLayout& grad_image, T* out,
                       void* workspace) {
  using C = Compute<T>;
  const bool direct = StaysInPlace<T>(m.image, grad_image, cut.multiplier);
  const int64_t taps = m.taps[0] * m.taps[1], filter = taps * cut.channels * cut.multiplier;
  const int64_t splits = Splits(cut, m.image.batch, sizeof(C)), partial = RoundUp(cut.filter);
  C* partials = static_cast<C*>(workspace);
  C* scratch = partials + splits * partial;
  const int64_t source_size = RoundUp(cut.source), size = source_size + RoundUp(cut.result);
  const int64_t width = m.image.sizes[1], columns = m.grid[1];
  Slots(run, splits * cut.blocks, cut.parallel, [&](int64_t slot, int64_t begin, int64_t end) {
    for (int64_t task = begin; task < end && !IsStopped(run); ++task) {
      const int64_t split = task / cut.blocks, c0 = task % cut.blocks * cut.block;
      const int64_t count = std::min(cut.block, cut.channels - c0);
      C* sums = partials + split * partial + c0;
      for (int64_t row = 0; row < taps * cut.multiplier; ++row) {
        std::fill_n(sums + row * cut.channels, count, C{0});
      }
      const int64_t all = m.image.batch * cut.bands;
      for (int64_t b = all * split / splits; b < all * (split + 1) / splits && !IsStopped(run); ++b) {
        const int64_t n = b / cut.bands, i0 = b % cut.bands * cut.band;
        const int64_t i1 = std::min(i0 + cut.band, m.grid[0]);
        if constexpr (std::is_same_v<T, C>) {
          if (direct) {
            const Pixels<const C> source = {
                static_cast<const T*>(m.data) + n * m.image.batch_stride + c0, 0, m.image.strides[0],
                m.image.strides[1]};
            const Pixels<const C> grads = {
                static_cast<const T*>(grad) + n * grad_image.batch_stride + c0, 0, grad_image.strides[0],
                grad_image.strides[1]};
            for (int64_t i = i0; i < i1; ++i)
              GridRowGradient<C>(table, m, source, grads, i, count, sums, cut.channels);
            continue;
          }
        }
        const SourceRows rows(m, i0, i1);
        C* source = scratch + slot * size;
        C* grads = source + source_size;
        CopyIn<T>(m.data, m.image, n, rows.begin, rows.end, c0, 1, count, source);
        for (int64_t k = 0; k < cut.multiplier; ++k) {
          CopyIn<T>(grad, grad_image, n, i0, i1, c0 * cut.multiplier + k, cut.multiplier, count, grads);
          for (int64_t i = i0; i < i1; ++i) {
            GridRowGradient<C>(table, m, {source, rows.begin, width * count, count},
                               {grads, i0, columns * count, count}, i, count,
                               sums + k * taps * cut.channels, cut.channels);
          }
        }
      }
    }
  });
  ParallelFor(run, filter, kBlockElements, [&](int64_t begin, int64_t end) {
    for (int64_t e = begin; e < end; ++e) {
      const int64_t k = e % cut.multiplier, rest = e / cut.multiplier;  // tap and channel
      const C* from = partials + k * taps * cut.channels + rest;
      C sum = from[0];
      for (int64_t split = 1; split < splits; ++split) sum += from[split * partial];
      out[e] = Store<T>(sum);
    }
  });
}

#define RUNNEL_CPU_WINDOW_DEPTHWISE(T)                                                                  \
  template void DepthwiseProduct<T>(const rnlp_run_t*, const DepthwiseTable&, const DepthwiseCut&,      \
                                    const WindowMatrix&, const FilterMatrix&, const GridTarget&, void*, \
                                    const Epilogue*);                                                   \
  template void DepthwiseGradient<T>(const rnlp_run_t*, const DepthwiseTable&, const DepthwiseCut&,     \
                                     const WindowMatrix&, const void*, const ImageLayout&, T*, void*);
RUNNEL_CPU_WINDOW_DEPTHWISE(float)
RUNNEL_CPU_WINDOW_DEPTHWISE(double)
RUNNEL_CPU_WINDOW_DEPTHWISE(Half)
RUNNEL_CPU_WINDOW_DEPTHWISE(BFloat16)

}  // namespace runnel::cpu
