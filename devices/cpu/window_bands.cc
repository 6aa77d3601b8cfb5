#include "devices/cpu/window_bands.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "devices/cpu/window_tiles.h"

namespace runnel::cpu {
namespace {

constexpr int64_t kLeastLines = 14;  // of a band: at its edge, rows are made twice
constexpr int64_t kRows = 84;        // whose results the first cache holds between tiles and epilogue

// Of the second cache, what leaves room for the image, both filters and the results.
int64_t SlabBytes() {
  static const int64_t bytes =
      std::clamp<int64_t>(sysconf(_SC_LEVEL2_CACHE_SIZE) / 16 * 5, 160 << 10, 640 << 10);
  return bytes;
}

// Rows of pixels of the first convolution, as they lie, into `out`.
void Fill(const GemmKernels<float>& kernels, const Pointwise& first, int64_t pixels, int64_t columns,
          const float* image, float* out) {
  const int64_t nr = kernels.tile_cols, depth = first.channels;
  for (int64_t row = 0; row < pixels; row += kRows) {
    const int64_t count = std::min(kRows, pixels - row);
    float* const c = out + row * columns;
    for (int64_t column = 0; column < columns; column += nr) {
      const int64_t width = std::min(nr, columns - column);
      TileFinish<float> finish;
      TileProduct<float> product = {image + row * depth,
                                    depth,
                                    1,
                                    first.packed + column * depth,
                                    PanelPitch(kernels, width),
                                    depth,
                                    c + column,
                                    columns,
                                    false};
      product.finish = FinishOf(first.epilogue, column, &finish);
      Tiles(kernels, count, width, product);
    }
    if (first.epilogue != nullptr) first.epilogue->ApplyRest(c, count, columns, columns, 0);
  }
}

}  // namespace

BandCut::BandCut(const WindowMatrix& m, uint32_t threads) {
  const int64_t line = m.image.sizes[1] * m.image.channels;
  const int64_t most = SlabBytes() / static_cast<int64_t>(sizeof(float)) / std::max<int64_t>(1, line);
  lines = std::clamp<int64_t>((most - m.taps[0]) / m.step[0] + 1, 1, std::max<int64_t>(1, m.grid[0]));
  slab = RoundUp(((lines - 1) * m.step[0] + m.taps[0]) * line, 16);
  bands = threads < 2 ? 1 : std::clamp<int64_t>(m.grid[0] / kLeastLines, 1, 2 * int64_t{threads});
  tasks = m.image.batch * bands;
}

uint64_t BandCut::bytes() const {
  return Bytes(static_cast<double>(std::min(kSlots, tasks)) * static_cast<double>(slab), sizeof(float));
}

void PointwiseDepthwise(const rnlp_run_t* run, const GemmTable& gemms, const DepthwiseTable& table,
                        const BandCut& cut, const Pointwise& first, const WindowMatrix& m,
                        const FilterMatrix& filter, const GridTarget& target, void* workspace,
                        const Epilogue* epilogue) {
  const int64_t channels = m.image.channels, height = m.image.sizes[0];
  const int64_t line = m.image.sizes[1] * channels, source = m.image.sizes[1] * first.channels;
  Slots(run, cut.tasks, cut.tasks > 1, [&](int64_t slot, int64_t from, int64_t to) {
    float* const slab = static_cast<float*>(workspace) + slot * cut.slab;
    for (int64_t task = from; task < to && !IsStopped(run); ++task) {
      const int64_t n = task / cut.bands, band = task % cut.bands;
      const int64_t end = m.grid[0] * (band + 1) / cut.bands;
      int64_t top = 0, ready = 0;  // the slab has these rows of the image
      for (int64_t i = m.grid[0] * band / cut.bands; i < end; i += cut.lines) {
        const int64_t last = std::min(end, i + cut.lines);
        const int64_t begin = std::clamp<int64_t>(i * m.step[0] + m.first[0], 0, height);
        const int64_t below =
            std::clamp<int64_t>((last - 1) * m.step[0] + m.first[0] + m.taps[0], begin, height);
        // What the next lines see, too, goes to the front.
        const int64_t kept = std::max<int64_t>(0, ready - begin);
        if (kept > 0 && begin > top)
          std::memmove(slab, slab + (begin - top) * line,
                       static_cast<size_t>(kept * line) * sizeof(float));
        top = begin;
        ready = begin + kept;
        if (below > ready) {
          Fill(gemms.f32, first, (below - ready) * m.image.sizes[1], channels,
               first.image + (n * height + ready) * source, slab + kept * line);
          ready = below;
        }
        DepthwiseBand call = BandOf(m, filter, target, n, i, last, 0, channels);
        call.x = slab - top * line;  // read from row `top` on
        TileFinish<float> finish;
        call.finish = FinishOf(epilogue, 0, &finish);
        table.band(call);
        for (int64_t r = i; r < last && epilogue != nullptr; ++r)
          epilogue->ApplyRest(call.out + r * call.out_row, call.pixels, channels, call.out_pixel, 0);
      }
    }
  });
}

}  // namespace runnel::cpu
