// The window that slides over an image: what convolutions and pools share. Axis 0 is that of rows, axis
// 1 that of columns. All sizes are at most 2^30, so that products of two do not overflow.
#ifndef RUNNEL_DEVICES_CPU_WINDOW_H_
#define RUNNEL_DEVICES_CPU_WINDOW_H_

#include "devices/cpu/kernel_base.h"

namespace runnel::cpu {

inline constexpr int64_t kMostSize = int64_t{1} << 30;

// One axis of one call.
struct WindowAxis {
  int64_t image;
  int64_t window;
  int64_t stride;
  int64_t dilation;
  int64_t before;  // padding
  int64_t count;   // of window positions: the output's size
};

// The attributes of a node.
struct WindowAttrs {
  bool channels_first = false;
  bool same = false;
  int64_t strides[2] = {1, 1};
  int64_t dilations[2] = {1, 1};
  int64_t size[2] = {1, 1};  // ksize, of pools
  int64_t before[2] = {0, 0}, after[2] = {0, 0};

  int dim(int axis) const { return channels_first ? 2 + axis : 1 + axis; }
  int channel_dim() const { return channels_first ? 1 : 3; }

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node, const char* op);
  // Errors: INVALID_ARGUMENT naming the op and the sizes.
  rnlp_status_t* Fit(const rnlp_host_t* host, const char* op, int axis, int64_t image, int64_t window,
                     WindowAxis* out) const;
};

// An image tensor without zero dims: its sizes, and how far apart its elements are.
struct ImageLayout {
  ImageLayout(const WindowAttrs& attrs, const int64_t* dims)
      : batch(dims[0]),
        sizes{dims[attrs.dim(0)], dims[attrs.dim(1)]},
        channels(dims[attrs.channel_dim()]),
        batch_stride(sizes[0] * sizes[1] * channels),
        strides{attrs.channels_first ? sizes[1] : sizes[1] * channels,
                attrs.channels_first ? 1 : channels},
        channel_stride(attrs.channels_first ? sizes[0] * sizes[1] : 1) {}
  int64_t batch;
  int64_t sizes[2];
  int64_t channels;
  int64_t batch_stride;
  int64_t strides[2];
  int64_t channel_stride;
};

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_WINDOW_H_
