// Depthwise convolutions: like window_gemm.h, but every channel has a filter of its own, or `multiplier`
// of them, and is summed by itself.
//
// Images in float or double with their channels side by side are read and written where they are; others
// are brought into that form block by block. Blocks, splits and orders of sums depend on shapes alone,
// so results do not depend on the number of threads.
#ifndef RUNNEL_DEVICES_CPU_WINDOW_DEPTHWISE_H_
#define RUNNEL_DEVICES_CPU_WINDOW_DEPTHWISE_H_

#include "devices/cpu/depthwise.h"
#include "devices/cpu/window_gemm.h"

namespace runnel::cpu {

// How a call is cut; a function of its shape, in `compute_bytes` as a workspace of that type needs it.
struct DepthwiseCut {
  // `windows` without data, `channels` of the filter and `multiplier` outputs for each of them. For
  // several calls with one cut: the largest grid and the most taps of any.
  DepthwiseCut(const WindowMatrix& windows, int64_t filter_channels, int64_t filter_multiplier);

  int64_t channels, multiplier;
  int64_t block, blocks;  // of channels
  int64_t band, bands;    // of rows of the grid
  double source;          // elements of a band of images, `block` channels of it
  double result;          // and of what it gives
  double filter;          // elements of the filter
  bool parallel;
};

// Workspaces. `direct`: images are in a form in which they can stay.
uint64_t DepthwiseProductBytes(const DepthwiseCut& cut, int64_t batch, bool direct,
                               uint32_t compute_bytes);
uint64_t DepthwiseGradientBytes(const DepthwiseCut& cut, int64_t batch, bool direct,
                                uint32_t compute_bytes);
// Whether images of type T, these two layouts and that many filters for each channel need no workspace.
template <typename T>
bool StaysInPlace(const ImageLayout& a, const ImageLayout& b, int64_t multiplier) {
  const bool beside =
      (a.channel_stride == 1 || a.channels == 1) && (b.channel_stride == 1 || b.channels == 1);
  return std::is_same_v<T, Compute<T>> && multiplier == 1 && beside;
}

// Whether DepthwiseTable::band is for it: images in place, in float.
bool IsForBands(const WindowMatrix& windows, int64_t channels);
// Rows [begin, end) of image n's grid and channels [first, last), without what follows.
DepthwiseBand BandOf(const WindowMatrix& windows, const FilterMatrix& filter, const GridTarget& target,
                     int64_t n, int64_t begin, int64_t end, int64_t first, int64_t last);

// target = windows * filter. One of the two images has cut.channels channels, the other one
// cut.multiplier times as many. The filter's column 0 of channel c is at c * filter.channel. `epilogue`,
// if any, follows along the target's channels; the target is then all of its image.
template <typename T>
void DepthwiseProduct(const rnlp_run_t* run, const DepthwiseTable& table, const DepthwiseCut& cut,
                      const WindowMatrix& windows, const FilterMatrix& filter, const GridTarget& target,
                      void* workspace, const Epilogue* epilogue = nullptr);

// out[taps, channels, multiplier] = the products of windows and grad, summed over the grid.
template <typename T>
void DepthwiseGradient(const rnlp_run_t* run, const DepthwiseTable& table, const DepthwiseCut& cut,
                       const WindowMatrix& windows, const void* grad, const ImageLayout& grad_image,
                       T* out, void* workspace);

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_WINDOW_DEPTHWISE_H_
