// Blocks of a matrix of windows (window_matrix.h), gathered from the image into memory that is near.
#ifndef RUNNEL_DEVICES_CPU_WINDOW_GATHER_H_
#define RUNNEL_DEVICES_CPU_WINDOW_GATHER_H_

#include <algorithm>
#include <cstring>

#include "devices/cpu/gemm.h"
#include "devices/cpu/types.h"
#include "devices/cpu/window_matrix.h"

namespace runnel::cpu {

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

// A filter of one tap that goes everywhere: the image is the matrix.
inline bool IsWhole(const WindowMatrix& m) {
  bool whole = true;
  for (int axis = 0; axis < 2; ++axis) {
    whole = whole && m.taps[axis] == 1 && m.step[axis] == 1 && m.first[axis] == 0 &&
            m.grid[axis] == m.image.sizes[axis];
  }
  return whole;
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
    if (IsWhole(m)) {
      const int64_t channels = m.image.channels;
      return {static_cast<const T*>(m.data) + row * channels + begin, channels, 1};
    }
  }
  GatherByRow<T>(m, row, rows, begin, depth, scratch);
  return {scratch, depth, 1};
}

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_WINDOW_GATHER_H_
