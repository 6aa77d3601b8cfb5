// A convolution of 1 x 1 and the depthwise one behind it: rows of what is between are made just before
// they are read, in a slab that a core's second cache holds. The same sums in the same order as one
// after the other, so the same bits.
#ifndef RUNNEL_DEVICES_CPU_WINDOW_BANDS_H_
#define RUNNEL_DEVICES_CPU_WINDOW_BANDS_H_

#include "devices/cpu/window_depthwise.h"

namespace runnel::cpu {

// How a call is cut. Results do not depend on it.
struct BandCut {
  // `windows` of the image that is between, without data; for so many threads.
  BandCut(const WindowMatrix& windows, uint32_t threads);

  int64_t lines;           // of the grid, that a slab is filled for
  int64_t slab;            // elements
  int64_t bands;           // of an image's grid, each a task
  int64_t tasks;           // in all
  uint64_t bytes() const;  // of workspace
};

// The first convolution. `packed`: what PackFilters made of the filter for windows of one pixel.
struct Pointwise {
  const float* image;
  int64_t channels;
  const float* packed;
  const Epilogue* epilogue;  // NULL: none
};

// target = depthwise windows, of what `first` gives, * filter. `windows`: as for BandCut.
void PointwiseDepthwise(const rnlp_run_t* run, const GemmTable& gemms, const DepthwiseTable& table,
                        const BandCut& cut, const Pointwise& first, const WindowMatrix& windows,
                        const FilterMatrix& filter, const GridTarget& target, void* workspace,
                        const Epilogue* epilogue);

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_WINDOW_BANDS_H_
