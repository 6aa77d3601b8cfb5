// What convolutions and pools share on the host's side.
#ifndef RUNNEL_DEVICES_CUDA_KERNELS_WINDOW_H_
#define RUNNEL_DEVICES_CUDA_KERNELS_WINDOW_H_

#include "devices/cuda/device_code/window_args.h"
#include "plugins/sdk/tensor.h"
#include "plugins/sdk/window.h"

namespace runnel::cuda {

inline Layout LayoutOf(const plugin::WindowAttrs& attrs, const int64_t* dims) {
  const plugin::ImageLayout layout(attrs, dims);
  return {static_cast<int>(layout.sizes[0]),
          static_cast<int>(layout.sizes[1]),
          static_cast<int>(layout.channels),
          layout.batch_stride,
          layout.strides[0],
          layout.strides[1],
          layout.channel_stride};
}

inline void SetAxis(const plugin::WindowAxis& from, int axis, Window* to) {
  to->size[axis] = static_cast<int>(from.window);
  to->stride[axis] = static_cast<int>(from.stride);
  to->dilation[axis] = static_cast<int>(from.dilation);
  to->before[axis] = static_cast<int>(from.before);
}

// Four sizes from a vector of them in host memory.
inline rnlp_status_t* ReadSizes(const rnlp_host_t* host, const char* op, const rnlp_tensor_t* tensor,
                                int64_t* out) {
  bool fits = tensor->rank == 1 && tensor->dims[0] == 4;
  for (int64_t i = 0; fits && i < 4; ++i) fits = (out[i] = plugin::IndexAt(tensor, i)) >= 0;
  if (fits) return nullptr;
  return plugin::Fail(host, RNLP_INVALID_ARGUMENT,
                      "%s: the sizes should be four, from 0, got a tensor of shape %s", op,
                      plugin::ShapeText(tensor).c_str());
}

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_KERNELS_WINDOW_H_
