#include "devices/cpu/lstm_groups.h"

#include <algorithm>

#include "devices/cpu/window_tiles.h"

namespace runnel::cpu {

LstmGroups::LstmGroups(const GemmKernels<float>& kernels, int64_t rows, int64_t cells)
    : kernels_(kernels),
      rows_(rows),
      cells_(cells),
      width_(kernels.tile_cols),
      count_(CeilDiv(cells, kernels.tile_cols)) {}

int64_t LstmGroups::Cells(int64_t group) const { return std::min(width_, cells_ - First(group)); }

uint64_t LstmGroups::bytes() const {
  const double wide = static_cast<double>(cells_) + static_cast<double>(width_);
  if (!Plannable(1, rows_, cells_) || static_cast<double>(rows_) * wide > 1e13) return 0;
  return static_cast<uint64_t>(count_ * rows_ * pitch()) * sizeof(float);
}

void LstmGroups::Pack(const float* w, float* packed) const {
  for (int64_t g = 0; g < count_; ++g) {
    for (int64_t row = 0; row < rows_; ++row) {
      for (int64_t gate = 0; gate < kGates; ++gate, packed += width_) {
        std::copy_n(w + (row * kGates + gate) * cells_ + First(g), Cells(g), packed);
        std::fill(packed + Cells(g), packed + width_, 0.0F);
      }
    }
  }
}

void LstmGroups::Multiply(int64_t m, const float* a, const float* packed, int64_t group, int64_t first,
                          int64_t depth, float* out) const {
  const float* const b = packed + (group * rows_ + first) * pitch();
  if (depth == 0) {
    std::fill_n(out, m * pitch(), 0.0F);
  } else if (m == 1) {
    kernels_.wide_row(depth, a, b, out);
  } else {
    for (int64_t gate = 0; gate < kGates; ++gate) {
      const int64_t at = gate * width_;
      TileProduct<float> product = {a, depth, 1, b + at, pitch(), depth, out + at, pitch(), false};
      Tiles(kernels_, m, width_, product);
    }
  }
}

}  // namespace runnel::cpu
