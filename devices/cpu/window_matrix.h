// A matrix whose rows are windows of an image, never whole in memory, and what it is multiplied with and
// into.
#ifndef RUNNEL_DEVICES_CPU_WINDOW_MATRIX_H_
#define RUNNEL_DEVICES_CPU_WINDOW_MATRIX_H_

#include "devices/cpu/window.h"

namespace runnel::cpu {

// Row (n, i, j) of the matrix, for positions [0,grid[0]) x [0,grid[1]) of every image; column (s, t, c),
// for taps [0,taps[0]) x [0,taps[1]) and all channels. The element is image n's channel c at row
// i * step[0] + first[0] + s * tap_step[0] and, by the same rule, its column; 0 outside of the image.
struct WindowMatrix {
  const void* data;
  ImageLayout image;
  int64_t grid[2];
  int64_t step[2];
  int64_t first[2];
  int64_t taps[2];
  int64_t tap_step[2];  // > 0

  int64_t rows() const { return image.batch * grid[0] * grid[1]; }
  int64_t depth() const { return taps[0] * taps[1] * image.channels; }
};

// The filter as the right side: row (s, t, c), column n is at
// ((tap[0] + s * step[0]) * row + (tap[1] + t * step[1])) * plane + c * channel + n * column.
struct FilterMatrix {
  const void* data;
  int64_t tap[2];
  int64_t step[2];
  int64_t row, plane, channel, column;
};

// Where row (n, i, j) of a product goes: image n's row i * step[0] + first[0], and so its column.
struct GridTarget {
  void* data;
  ImageLayout image;
  int64_t step[2];
  int64_t first[2];
};

// How many neighbours of a row of the grid a row of the product stands for (window_join.h).
struct WindowJoin {
  int64_t pixels = 1;
  int64_t shift = 0;  // from one's window to the next one's, in taps
};

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_WINDOW_MATRIX_H_
