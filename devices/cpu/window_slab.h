// Windows that are read where they lie, for images whose channels lie side by side: a tap is an offset,
// and neighbours in a line of the grid are one step apart. A gathered block (window_gather.h) holds each
// pixel once for every tap that sees it.
#ifndef RUNNEL_DEVICES_CPU_WINDOW_SLAB_H_
#define RUNNEL_DEVICES_CPU_WINDOW_SLAB_H_

#include <algorithm>

#include "devices/cpu/window_tiles.h"

namespace runnel::cpu {

// f(image, first line, number of lines) for each image that has some of the grid's lines
// [first, first + lines), which are counted over all images.
template <typename F>
void EachImage(const WindowMatrix& m, int64_t first, int64_t lines, const F& f) {
  for (const int64_t end = first + lines; first < end;) {
    const int64_t i = first % m.grid[0], count = std::min(end - first, m.grid[0] - i);
    f(first / m.grid[0], i, count);
    first += count;
  }
}

// Whole lines of an image, copied once with the zeros around them, for a block of windows.
class Slab {
 public:
  Slab(const WindowMatrix& m, uint32_t bytes)
      : m_(m),
        halo_((m.taps[0] - 1) * m.tap_step[0] + 1),
        width_((m.grid[1] - 1) * m.step[1] + (m.taps[1] - 1) * m.tap_step[1] + 1),
        pixel_(m.image.channels) {
    // Pixels that lie pages apart would share a few sets of the first cache.
    if (pixel_ * bytes >= 2048) pixel_ += 64 / bytes;
    merged_ = pixel_ == m.image.channels && m.tap_step[1] == 1;
  }
  // The most that `lines` lines of the grid take, which may be of several images.
  double Elements(int64_t lines) const {
    const int64_t images = std::min(lines, (lines + m_.grid[0] - 2) / m_.grid[0] + 1);
    const double height = static_cast<double>(lines - 1) * static_cast<double>(m_.step[0]) +
                          static_cast<double>(images) * static_cast<double>(halo_);
    return height * static_cast<double>(width_) * static_cast<double>(pixel_);
  }
  // What the grid's lines [first, first + lines) see.
  template <typename T>
  void Fill(int64_t first, int64_t lines, Compute<T>* out) const {
    EachImage(m_, first, lines, [&](int64_t n, int64_t i, int64_t count) {
      const int64_t top = i * m_.step[0] + m_.first[0], height = (count - 1) * m_.step[0] + halo_;
      for (int64_t h = top; h < top + height; ++h, out += width_ * pixel_) FillLine<T>(n, h, out);
    });
  }

  // C[lines * grid[1], width] (+)= columns [begin, begin + depth) of their windows times a panel, and
  // what `finish` says if it is not NULL.
  template <typename C>
  void Multiply(const GemmKernels<C>& kernels, const C* slab, int64_t first, int64_t lines,
                int64_t begin, int64_t depth, int64_t width, const C* panel, int64_t ldb, C* c,
                int64_t ldc, const TileFinish<C>* finish) const {
    const int64_t line = width_ * pixel_;
    // Elements of a window that lie side by side, and how many such runs follow at equal steps.
    const int64_t run = (merged_ ? m_.taps[1] : 1) * m_.image.channels;
    const int64_t runs = merged_ ? m_.taps[0] : m_.taps[1];
    const int64_t step = merged_ ? m_.tap_step[0] * line : m_.tap_step[1] * pixel_;
    for (int64_t at = begin, end = begin + depth; at < end;) {
      const int64_t offset = at % run, r = at / run % runs, s = at / run / runs;
      const bool whole = offset == 0 && end - at >= run;
      TileProduct<C> product = {slab + s * m_.tap_step[0] * line + r * step + offset,
                                m_.step[1] * pixel_,
                                1,
                                panel + (at - begin) * ldb,
                                ldb,
                                std::min(run - offset, end - at),
                                c,
                                ldc,
                                at > 0};
      if (whole) product.lines = std::min(runs - r, (end - at) / run);
      product.a_line = step;
      product.b_line = run * ldb;
      product.LookAhead(lines * CeilDiv(m_.grid[1], kernels.tile_rows));
      if (at + product.lines * product.depth == end) product.finish = finish;
      EachImage(m_, first, lines, [&](int64_t, int64_t, int64_t count) {
        const C* const next = product.a + ((count - 1) * m_.step[0] + halo_) * line;
        for (int64_t i = 0; i < count; ++i) {
          Tiles(kernels, m_.grid[1], width, product);
          product.a += m_.step[0] * line;
          product.c += m_.grid[1] * ldc;
        }
        product.a = next;
      });
      at += product.lines * product.depth;
    }
  }

 private:
  template <typename T>
  void FillLine(int64_t n, int64_t h, Compute<T>* out) const {
    const int64_t channels = m_.image.channels, left = m_.first[1];
    const bool inside = h >= 0 && h < m_.image.sizes[0];
    const int64_t low = inside ? std::clamp<int64_t>(-left, 0, width_) : width_;
    const int64_t high = std::clamp(m_.image.sizes[1] - left, low, width_);
    std::fill_n(out, low * pixel_, Compute<T>{0});
    std::fill_n(out + high * pixel_, (width_ - high) * pixel_, Compute<T>{0});
    if (high == low) return;
    const T* from = static_cast<const T*>(m_.data) + n * m_.image.batch_stride +
                    h * m_.image.strides[0] + (left + low) * channels;
    if (pixel_ == channels) return CopyOut(from, (high - low) * channels, out + low * pixel_);
    for (int64_t w = low; w < high; ++w, from += channels) CopyOut(from, channels, out + w * pixel_);
  }

  const WindowMatrix& m_;
  int64_t halo_;   // lines of an image that a line of the grid sees
  int64_t width_;  // pixels of a line
  int64_t pixel_;  // elements from one to the next
  bool merged_;    // the taps of a line lie side by side
};

// C[depth, width] (+)= transposed columns [begin, begin + depth) of the windows of the grid's lines
// [first, first + lines) times as many rows of a panel. What lies outside of the image is left out.
template <typename T>
void MultiplyInPlace(const GemmKernels<T>& kernels, const WindowMatrix& m, int64_t first, int64_t lines,
                     int64_t begin, int64_t depth, int64_t width, const T* panel, int64_t ldb, T* c,
                     int64_t ldc, bool accumulate) {
  const int64_t channels = m.image.channels;
  for (int64_t at = begin; at < begin + depth;) {
    const int64_t tap = at / channels, offset = at % channels;
    const int64_t length = std::min(channels - offset, begin + depth - at);
    // Of each line and of the lines of each image: those whose windows have this tap.
    int64_t top[2], low[2], high[2];
    for (int axis = 0; axis < 2; ++axis) {
      const int64_t t = axis == 0 ? tap / m.taps[1] : tap % m.taps[1];
      top[axis] = m.first[axis] + t * m.tap_step[axis];
      low[axis] = std::clamp<int64_t>(CeilDiv(-top[axis], m.step[axis]), 0, m.grid[axis]);
      const int64_t room = m.image.sizes[axis] - top[axis];
      high[axis] = std::clamp(room > 0 ? CeilDiv(room, m.step[axis]) : 0, low[axis], m.grid[axis]);
    }
    const T* rows = panel;
    TileProduct<T> product = {nullptr,
                              1,
                              m.step[1] * channels,
                              nullptr,
                              ldb,
                              high[1] - low[1],
                              c + (at - begin) * ldc,
                              ldc,
                              accumulate,
                              0,
                              m.step[0] * m.image.strides[0],
                              m.grid[1] * ldb};
    EachImage(m, first, lines, [&](int64_t n, int64_t i, int64_t count) {
      const int64_t from = std::max(i, low[0]), to = std::min(i + count, high[0]);
      if (from < to) {
        product.lines = to - from;
        product.a = static_cast<const T*>(m.data) + n * m.image.batch_stride +
                    (from * m.step[0] + top[0]) * m.image.strides[0] +
                    (low[1] * m.step[1] + top[1]) * channels + offset;
        product.b = rows + ((from - i) * m.grid[1] + low[1]) * ldb;
        Tiles(kernels, length, width, product);
        product.accumulate = true;
      }
      rows += count * m.grid[1] * ldb;
    });
    for (int64_t r = 0; r < length && !product.accumulate; ++r)
      std::fill_n(product.c + r * ldc, width, T{0});
    at += length;
  }
}

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_WINDOW_SLAB_H_
