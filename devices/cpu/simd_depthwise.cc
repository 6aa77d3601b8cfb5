// Depthwise convolutions: rows, where a few pixels share what is loaded of the filter, and whole bands
// of rows for the usual filters.
#include <algorithm>
#include <cstring>

#include "devices/cpu/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "devices/cpu/simd_depthwise.cc"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "devices/cpu/depthwise.h"
#include "devices/cpu/simd_finish.h"

HWY_BEFORE_NAMESPACE();
namespace runnel::cpu::depthwise {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace finish = cpu::finish::HWY_NAMESPACE;

// Channels [c, c + kVectors vectors) of pixels [p, p + kPixels).
template <int kPixels, int kVectors, class D, typename T>
HWY_INLINE void Tile(D d, const DepthwiseRow<T>& row, int64_t p, int64_t c) {
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  hn::Vec<D> sum[kPixels][kVectors];
#pragma GCC unroll 4
  for (int i = 0; i < kPixels; ++i) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) sum[i][v] = hn::Zero(d);
  }
  for (int64_t s = 0; s < row.taps[0]; ++s) {
    const T* HWY_RESTRICT x = row.x + (p * row.x_pixel + s * row.x_tap[0] + c);
    const T* HWY_RESTRICT f = row.f + (s * row.f_tap[0] + c);
    for (int64_t t = 0; t < row.taps[1]; ++t) {
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) {
        const auto weight = hn::LoadU(d, f + t * row.f_tap[1] + v * lanes);
#pragma GCC unroll 4
        for (int i = 0; i < kPixels; ++i) {
          const auto value = hn::LoadU(d, x + t * row.x_tap[1] + i * row.x_pixel + v * lanes);
          sum[i][v] = hn::MulAdd(value, weight, sum[i][v]);
        }
      }
    }
  }
#pragma GCC unroll 4
  for (int i = 0; i < kPixels; ++i) {
    T* out = row.out + ((p + i) * row.out_pixel + c);
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      auto result = sum[i][v];
      if (row.accumulate) result = hn::Add(hn::LoadU(d, out + v * lanes), result);
      hn::StoreU(result, d, out + v * lanes);
    }
  }
}

template <int kVectors, class D, typename T>
HWY_INLINE void Pixels(D d, const DepthwiseRow<T>& row, int64_t c) {
  int64_t p = 0;
  for (; p + 4 <= row.pixels; p += 4) Tile<4, kVectors>(d, row, p, c);
  for (; p < row.pixels; ++p) Tile<1, kVectors>(d, row, p, c);
}

template <typename T>
void Row(const DepthwiseRow<T>& row) {
  const hn::ScalableTag<T> d;
  const hn::CappedTag<T, 1> d1;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t c = 0;
  for (; c + 2 * lanes <= row.channels; c += 2 * lanes) Pixels<2>(d, row, c);
  for (; c + lanes <= row.channels; c += lanes) Pixels<1>(d, row, c);
  for (; c < row.channels; ++c) Pixels<1>(d1, row, c);
}

// ---- bands of f32 ----

#if HWY_TARGET == HWY_AVX3
inline constexpr int kMostPixels = 7;  // of a tile; sizes of images are often multiples of it
#else
inline constexpr int kMostPixels = 4;
#endif
// Channels that go together: a line of the cache. `kVectors` of them.
inline constexpr int kBlock = kBandChannels;
inline constexpr int kLanes = static_cast<int>(hn::MaxLanes(hn::ScalableTag<float>()));
static_assert(kBlock % kLanes == 0);
inline constexpr int64_t kCopyFloats = 8192;  // of a few rows, in the nearest cache

// Keeps a value in its register: gcc would load it again for every tap that it meets.
template <class V>
HWY_INLINE void Keep(V& value) {
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_SSE4
  asm("" : "+v"(value.raw));
#else
  (void)value;
#endif
}

// Neighbouring pixels of a row of the grid, one vector of channels. A column of the copied rows meets
// all taps that see it; for a pixel the taps come in the order of their columns. rows[s] is the first
// column of what tap row s sees.
template <int kTaps, int kStep, int kPixels, class D>
HWY_INLINE void BandTile(D d, const float* const* rows, const float* weights,
                         const TileFinish<float>* follows, float* HWY_RESTRICT out, int64_t out_pixel) {
  using V = hn::Vec<D>;
  constexpr int kColumns = (kPixels - 1) * kStep + kTaps;
  V sum[kPixels][1];
#pragma GCC unroll 8
  for (int i = 0; i < kPixels; ++i) sum[i][0] = hn::Zero(d);
#pragma GCC unroll 8
  for (int s = 0; s < kTaps; ++s) {
    const float* const from = rows[s];
    V weight[kTaps];
#pragma GCC unroll 8
    for (int t = 0; t < kTaps; ++t) weight[t] = hn::Load(d, weights + (s * kTaps + t) * kBlock);
#pragma GCC unroll 32
    for (int q = 0; q < kColumns; ++q) {
      V value = hn::Load(d, from + q * kBlock);
      Keep(value);
#pragma GCC unroll 8
      for (int t = kTaps - 1; t >= 0; --t) {
        if (q < t || (q - t) % kStep != 0 || (q - t) / kStep >= kPixels) continue;
        const int i = (q - t) / kStep;
        sum[i][0] = hn::MulAdd(value, weight[t], sum[i][0]);
      }
    }
  }
  if (follows != nullptr) finish::Finish<kPixels, 1>(d, *follows, sum);
#pragma GCC unroll 8
  for (int i = 0; i < kPixels; ++i) hn::StoreU(sum[i][0], d, out + i * out_pixel);
}

template <int kTaps, int kStep, int kPixels, class D>
HWY_INLINE void BandPixels(D d, const float* const* rows, const float* weights,
                           const TileFinish<float>* follows, float* out, int64_t out_pixel,
                           int64_t pixels) {
  if (pixels == kPixels)
    return BandTile<kTaps, kStep, kPixels>(d, rows, weights, follows, out, out_pixel);
  if constexpr (kPixels > 1)
    BandPixels<kTaps, kStep, kPixels - 1>(d, rows, weights, follows, out, out_pixel, pixels);
}

// Some pixels of all rows, from `begin` on, in tiles of `width` pixels, the first `wider` of one more.
struct BandPart {
  int64_t begin, tiles, width, wider;
  int64_t first, columns;  // that they see
  int64_t low, high;       // of these, those in the image
  float* memory;           // for as many rows as taps, zeros outside of the image, and a row of zeros
};

// `kBlock` channels from c on. Every row of the image is copied once, next to each other, so that rows
// far apart do not fall into few sets of the cache and no column is at an edge.
template <int kTaps, int kStep>
void BandBlock(const DepthwiseBand& band, const BandPart& part, int64_t c) {
  const hn::ScalableTag<float> d;
  alignas(64) float weights[kTaps * kTaps * kBlock];
  for (int s = 0; s < kTaps; ++s) {
    for (int t = 0; t < kTaps; ++t) {
      const float* const from = band.f + c + s * band.f_tap[0] + t * band.f_tap[1];
      float* const to = weights + (s * kTaps + t) * kBlock;
#pragma GCC unroll 16
      for (int v = 0; v < kBlock; v += kLanes) hn::Store(hn::LoadU(d, from + v), d, to + v);
    }
  }
  const int64_t pitch = part.columns * kBlock, pixel = band.x_pixel;
  const float* const zeros = part.memory + kTaps * pitch;
  const float* rows[kTaps];
  std::fill_n(rows, kTaps, zeros);
  int slot = 0;
  int64_t next = band.begin * kStep + band.first[0];  // row of the image
  for (int64_t i = band.begin; i < band.end; ++i) {
    for (const int64_t end = i * kStep + band.first[0] + kTaps; next < end; ++next) {
#pragma GCC unroll 8
      for (int s = 0; s + 1 < kTaps; ++s) rows[s] = rows[s + 1];
      rows[kTaps - 1] = zeros;
      if (next < 0 || next >= band.size[0]) continue;
      float* HWY_RESTRICT to = part.memory + slot * pitch;
      rows[kTaps - 1] = to;
      slot = slot + 1 == kTaps ? 0 : slot + 1;
      const float* HWY_RESTRICT from = band.x + c + next * band.x_row + (part.first + part.low) * pixel;
      to += part.low * kBlock;
      for (int64_t q = part.high - part.low; q > 0; --q, to += kBlock, from += pixel) {
#pragma GCC unroll 16
        for (int v = 0; v < kBlock; v += kLanes) hn::Store(hn::LoadU(d, from + v), d, to + v);
      }
    }
    float* const out = band.out + c + i * band.out_row + part.begin * band.out_pixel;
    for (int v = 0; v < kBlock; v += kLanes) {
      TileFinish<float> here;
      if (band.finish != nullptr) {
        here = *band.finish;
        if (here.bias != nullptr) here.bias += c + v;
      }
      const float* at[kTaps];
#pragma GCC unroll 8
      for (int s = 0; s < kTaps; ++s) at[s] = rows[s] + v;
      float* to = out + v;
      for (int64_t t = 0; t < part.tiles; ++t) {
        const int64_t pixels = part.width + (t < part.wider ? 1 : 0);
        BandPixels<kTaps, kStep, kMostPixels>(
            d, at, weights + v, band.finish == nullptr ? nullptr : &here, to, band.out_pixel, pixels);
#pragma GCC unroll 8
        for (int s = 0; s < kTaps; ++s) at[s] += pixels * kStep * kBlock;
        to += pixels * band.out_pixel;
      }
    }
  }
}

template <int kTaps, int kStep>
void BandOf(const DepthwiseBand& band) {
  constexpr int64_t kMost = (kCopyFloats / kBlock / (kTaps + 1) - kTaps) / kStep + 1;
  alignas(64) float memory[kCopyFloats];
  const int64_t parts = (band.pixels + kMost - 1) / kMost;
  for (int64_t n = 0; n < parts; ++n) {
    BandPart part;
    part.begin = band.pixels * n / parts;
    const int64_t pixels = band.pixels * (n + 1) / parts - part.begin;
    part.tiles = (pixels + kMostPixels - 1) / kMostPixels;
    part.width = pixels / part.tiles;
    part.wider = pixels % part.tiles;
    part.first = part.begin * kStep + band.first[1];
    part.columns = (pixels - 1) * kStep + kTaps;
    part.low = std::clamp<int64_t>(-part.first, 0, part.columns);
    part.high = std::clamp<int64_t>(band.size[1] - part.first, part.low, part.columns);
    part.memory = memory;
    std::memset(memory, 0, static_cast<size_t>((kTaps + 1) * part.columns * kBlock) * sizeof(float));
    int64_t c = 0;
    for (; c + kBlock <= band.channels; c += kBlock) BandBlock<kTaps, kStep>(band, part, c);
    // The last block ends with the channels: some of it is computed again.
    if (c < band.channels) BandBlock<kTaps, kStep>(band, part, band.channels - kBlock);
  }
}

void Band(const DepthwiseBand& band) {
  if (band.taps == 3) {
    band.step == 1 ? BandOf<3, 1>(band) : BandOf<3, 2>(band);
  } else {
    band.step == 1 ? BandOf<5, 1>(band) : BandOf<5, 2>(band);
  }
}

constexpr DepthwiseTable kTable = {OnlyFor<float>(&Row<float>), OnlyFor<double>(&Row<double>),
                                   OnlyFor<float>(&Band)};

}  // namespace HWY_NAMESPACE
}  // namespace runnel::cpu::depthwise
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace runnel::cpu {
namespace depthwise {
const DepthwiseTable& Choose(Isa isa) { return RUNNEL_CPU_CHOOSE(isa, kTable); }
}  // namespace depthwise
const DepthwiseTable& Depthwise(Isa isa) { return depthwise::Choose(isa); }
}  // namespace runnel::cpu
#endif
