// Convolutions and products of 8-bit numbers over register tiles (affine_tiles.h): packed filters,
// blocks of rows, windows gathered block by block, and pixels of depthwise convolutions by pointers.
//
// Sums of integers are exact, so blocks and threads do not show in results.
#ifndef RUNNEL_DEVICES_CPU_AFFINE_GEMM_H_
#define RUNNEL_DEVICES_CPU_AFFINE_GEMM_H_

#include "devices/cpu/affine.h"
#include "devices/cpu/affine_tiles.h"
#include "devices/cpu/window.h"

namespace runnel::cpu::affine {

// Images [batch, rows, columns, channels] that windows slide over. Rows of a matrix are images of one
// pixel, with windows of one.
struct Windows {
  int64_t batch = 1, channels = 0;
  WindowAxis axes[2] = {{1, 1, 1, 1, 0, 1}, {1, 1, 1, 1, 0, 1}};
  int64_t seen = 0;  // channels that a filter sees
  int64_t out = 0;   // channels

  int64_t taps() const { return axes[0].window * axes[1].window; }
  int64_t depth() const { return taps() * seen; }
  int64_t groups() const { return channels / seen; }
  int64_t pixels() const { return batch * axes[0].count * axes[1].count; }
  int64_t image_elements() const { return batch * axes[0].image * axes[1].image * channels; }
};

// Numbers of 8 bits with their zero points, as tensors have them.
struct Stored {
  bool is_signed = true;
  int64_t zero = 0;
  // Whether the zero point is a number of the type: padding can stand for it.
  bool Holds() const { return zero >= (is_signed ? -128 : 0) && zero <= (is_signed ? 127 : 255); }
  // As tiles have images.
  int32_t Unsigned() const { return static_cast<int32_t>(zero) + (is_signed ? 128 : 0); }
};

// ---- what follows sums, by channel ----

// A tile of the last group may begin at any channel.
inline int64_t ScalesPitch(int64_t channels) {
  return RoundUp(channels + kMaxTileChannels, kMaxTileChannels);
}
// Bytes of the arrays that a Finish points to.
inline int64_t ScalesBytes(int64_t channels) {
  return 4 * ScalesPitch(channels) * static_cast<int64_t>(sizeof(int32_t));
}
// Fills `memory` and the pointers of *out. `bias`: int32 or int64, or NULL. False if a factor is at
// least 1, for which there is no vector code.
bool FillScales(const Factor* factors, const rnlp_tensor_t* bias, int64_t channels, void* memory,
                Finish* out);

// ---- products ----

// Where a number of a filter is: at channel * `channel` + place in its depth * `step`.
struct FilterOrder {
  int64_t channel, step;
};
// Filters [out, depth] as tiles read them: for each group the sums of columns, then panels.
uint64_t PackedBytes(const AffineTable& table, const Windows& windows);
void PackFilters(const AffineTable& table, const Windows& windows, const void* filter,
                 const Stored& stored, const FilterOrder& order, void* packed);

// What packed filters depend on beside the tensor and its kind: the zero point, the groups, and whether
// a filter is one line, as those over images of one column are.
inline uint64_t PackedVariant(const Windows& w, int64_t filter_zero) {
  return static_cast<uint64_t>(filter_zero + 256) | (w.axes[0].window == 1 ? uint64_t{1} << 15 : 0) |
         static_cast<uint64_t>(w.groups()) << 16;
}

// 64-byte aligned memory of a run.
uint64_t ProductBytes(const AffineTable& table, const Windows& windows, const Stored& x);
// out[pixel, channel], of int32 for Finish::Kind::kSums and else of 8 bits.
void Product(const rnlp_run_t* run, const AffineTable& table, const Windows& windows, const void* image,
             const Stored& x, const void* packed, const Stored& filter, const Finish& finish, void* out,
             void* memory);

// ---- channel by channel: filters [taps, channels], one for each channel ----

// One result for each channel, and not far more padding than image. Results are as those of Product.
bool TakesDepth(const Windows& windows);
uint64_t PackedDepthBytes(const AffineTable& table, const Windows& windows);
void PackDepthFilters(const AffineTable& table, const Windows& windows, const void* filter,
                      const Stored& stored, const FilterOrder& order, void* packed);
uint64_t DepthBytes(const Windows& windows, const Stored& x);
void DepthProduct(const rnlp_run_t* run, const AffineTable& table, const Windows& windows,
                  const void* image, const Stored& x, const void* packed, const Stored& filter,
                  const Finish& finish, void* out, void* memory);

}  // namespace runnel::cpu::affine

#endif  // RUNNEL_DEVICES_CPU_AFFINE_GEMM_H_
