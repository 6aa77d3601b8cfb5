// What the products with windows and their gradients share (window_gemm.h).
#ifndef RUNNEL_DEVICES_CPU_WINDOW_TILES_H_
#define RUNNEL_DEVICES_CPU_WINDOW_TILES_H_

#include "devices/cpu/window_gather.h"

namespace runnel::cpu {

// A product with `rows` rows, tile by tile of nearly equal height. What it looks ahead to goes on.
template <typename C>
void Tiles(const GemmKernels<C>& kernels, int64_t rows, int64_t width, TileProduct<C>& product) {
  const int64_t tiles = CeilDiv(rows, kernels.tile_rows);
  const C* const a = product.a;
  C* const c = product.c;
  for (int64_t t = 0; t < tiles; ++t) {
    const int64_t i0 = rows * t / tiles, i1 = rows * (t + 1) / tiles;
    product.a = a + i0 * product.a_row;
    product.c = c + i0 * product.ldc;
    kernels.tile(static_cast<int>(i1 - i0), static_cast<int>(width), product);
    product.ahead += product.lines * product.depth * product.ahead_step;
  }
  product.a = a;
  product.c = c;
}

struct TileShape {
  int64_t rows, cols;
};
inline TileShape TileOf(const GemmTable& table, uint32_t compute_bytes) {
  if (compute_bytes == sizeof(double)) return {table.f64.tile_rows, table.f64.tile_cols};
  return {table.f32.tile_rows, table.f32.tile_cols};
}

inline bool WorthSharing(int64_t rows, int64_t depth, int64_t columns) {
  return 2.0 * static_cast<double>(rows) * static_cast<double>(depth) * static_cast<double>(columns) >
         500000;
}

// 0 where a size is unknown or so large that nothing of the kind can be run.
inline uint64_t Bytes(double elements, uint32_t bytes) {
  const double total = elements * bytes;
  return total > 0 && total < 1e15 ? (static_cast<uint64_t>(total) + 63) / 64 * 64 : 0;
}
inline bool Plannable(int64_t rows, int64_t depth, int64_t columns) {
  return rows > 0 && depth > 0 && columns > 0 &&
         static_cast<double>(depth) * static_cast<double>(columns) < 1e13;
}

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_WINDOW_TILES_H_
