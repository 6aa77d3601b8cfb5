#include "devices/cpu/window_join.h"

#include <algorithm>
#include <cmath>

namespace runnel::cpu {
namespace {

constexpr double kWorth = 0.8;  // of the work without

// Row k of the filter.
struct Tap {
  Tap(const WindowMatrix& m, int64_t k)
      : s(k / m.image.channels / m.taps[1]),
        t(k / m.image.channels % m.taps[1]),
        c(k % m.image.channels) {}
  void Advance(const WindowMatrix& m) {
    if (++c < m.image.channels) return;
    c = 0;
    if (++t < m.taps[1]) return;
    t = 0;
    ++s;
  }
  int64_t s, t, c;
};

int64_t FilterOffset(const FilterMatrix& f, int64_t s, int64_t t, int64_t c) {
  return ((f.tap[0] + s * f.step[0]) * f.row + f.tap[1] + t * f.step[1]) * f.plane + c * f.channel;
}

}  // namespace

WindowJoin JoinOf(const WindowMatrix& windows, int64_t columns, int64_t lanes, int64_t tile_cols) {
  const int64_t taps = windows.taps[1];
  if (columns <= 0 || columns >= lanes || taps <= 0 || windows.step[1] % windows.tap_step[1] != 0)
    return {};
  // Planes are gathered column by column, which takes steps of one pixel to be fast.
  if (windows.image.channels > 1 && windows.image.channel_stride != 1) return {};
  const int64_t shift = windows.step[1] / windows.tap_step[1];
  // Of a pixel, in multiplications of a row of taps.
  const auto work = [&](int64_t pixels) {
    const int64_t filled = (pixels * columns + lanes - 1) / lanes * lanes;
    const double wide =
        static_cast<double>(taps) + static_cast<double>(pixels - 1) * static_cast<double>(shift);
    return wide * static_cast<double>(filled) / static_cast<double>(pixels);
  };
  int64_t best = 1;
  for (int64_t pixels = 2; pixels * columns <= tile_cols; ++pixels) {
    if (windows.grid[1] % pixels == 0 && work(pixels) < work(best)) best = pixels;
  }
  return work(best) < kWorth * work(1) ? WindowJoin{best, shift} : WindowJoin{};
}

WindowMatrix Joined(const WindowMatrix& windows, const WindowJoin& join) {
  WindowMatrix joined = windows;
  joined.grid[1] /= join.pixels;
  joined.step[1] *= join.pixels;
  joined.taps[1] += (join.pixels - 1) * join.shift;
  return joined;
}

ImageLayout Joined(const ImageLayout& image, const WindowJoin& join) {
  ImageLayout joined = image;
  joined.sizes[1] /= join.pixels;
  joined.strides[1] *= join.pixels;
  joined.channels *= join.pixels;
  return joined;
}

template <typename T>
void PackJoinedFilter(const WindowMatrix& windows, const FilterMatrix& filter, const WindowJoin& join,
                      int64_t columns, int64_t begin, int64_t depth, int64_t tile, Compute<T>* out) {
  const T* data = static_cast<const T*>(filter.data);
  const WindowMatrix joined = Joined(windows, join);
  Tap tap(joined, begin);
  for (int64_t k = 0; k < depth; ++k, tap.Advance(joined), out += tile) {
    std::fill_n(out, tile, Compute<T>{0});
    for (int64_t pixel = 0; pixel < join.pixels; ++pixel) {
      const int64_t t = tap.t - pixel * join.shift;
      if (t < 0 || t >= windows.taps[1]) continue;
      const T* from = data + FilterOffset(filter, tap.s, t, tap.c);
      for (int64_t j = 0; j < columns; ++j) out[pixel * columns + j] = Load(from[j * filter.column]);
    }
  }
}

template <typename T>
void MultiplyApart(const WindowMatrix& windows, const FilterMatrix& filter, int64_t columns, int64_t row,
                   int64_t rows, Compute<T>* out) {
  const T* filters = static_cast<const T*>(filter.data);
  const T* data = static_cast<const T*>(windows.data);
  const int64_t depth = windows.depth();
  std::fill_n(out, rows * columns, Compute<T>{0});
  for (int64_t r = row; r < row + rows; ++r, out += columns) {
    const int64_t j = r % windows.grid[1], i = r / windows.grid[1] % windows.grid[0];
    const T* image = data + r / windows.grid[1] / windows.grid[0] * windows.image.batch_stride;
    Tap tap(windows, 0);
    for (int64_t k = 0; k < depth; ++k, tap.Advance(windows)) {
      const int64_t h = i * windows.step[0] + windows.first[0] + tap.s * windows.tap_step[0];
      const int64_t w = j * windows.step[1] + windows.first[1] + tap.t * windows.tap_step[1];
      const bool inside = h >= 0 && h < windows.image.sizes[0] && w >= 0 && w < windows.image.sizes[1];
      const Compute<T> value =
          inside ? Load(image[h * windows.image.strides[0] + w * windows.image.strides[1] +
                              tap.c * windows.image.channel_stride])
                 : Compute<T>{0};
      const T* from = filters + FilterOffset(filter, tap.s, tap.t, tap.c);
      for (int64_t n = 0; n < columns; ++n)
        out[n] = std::fma(value, Compute<T>{Load(from[n * filter.column])}, out[n]);
    }
  }
}

#define RUNNEL_CPU_WINDOW_JOIN(T)                                                                     \
  template void PackJoinedFilter<T>(const WindowMatrix&, const FilterMatrix&, const WindowJoin&,      \
                                    int64_t, int64_t, int64_t, int64_t, Compute<T>*);                 \
  template void MultiplyApart<T>(const WindowMatrix&, const FilterMatrix&, int64_t, int64_t, int64_t, \
                                 Compute<T>*);
RUNNEL_CPU_WINDOW_JOIN(float)
RUNNEL_CPU_WINDOW_JOIN(double)
RUNNEL_CPU_WINDOW_JOIN(Half)
RUNNEL_CPU_WINDOW_JOIN(BFloat16)

}  // namespace runnel::cpu
