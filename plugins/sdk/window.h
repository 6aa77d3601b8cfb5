// The window that slides over an image: what convolutions and pools share. Axis 0 is that of rows, axis
// 1 that of columns. All sizes are at most 2^30, so that products of two do not overflow.
#ifndef RNLP_SDK_WINDOW_H_
#define RNLP_SDK_WINDOW_H_

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "node.h"
#include "status.h"

namespace runnel::plugin {

// data_format: false for NHWC, true for NCHW.
inline rnlp_status_t* AttrChannelsFirst(const rnlp_host_t* host, const rnlp_node_t* node, bool* out) {
  std::string format = "NHWC";
  RNLP_TRY(AttrString(host, node, "data_format", &format));
  *out = format == "NCHW";
  if (*out || format == "NHWC") return nullptr;
  return Fail(host, RNLP_INVALID_ARGUMENT, "data_format should be NHWC or NCHW, got %.32s",
              format.c_str());
}

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

  // Reads data_format, padding, strides, dilations, ksize and explicit_paddings, as far as the op has
  // them.
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

namespace internal {
// Reads a list attr of `want` numbers; *count is 0 where the op has no such attr or it is empty.
inline rnlp_status_t* ReadWindowList(const rnlp_host_t* host, const rnlp_node_t* node, const char* op,
                                     const char* name, uint32_t want, int64_t* out, uint32_t* count) {
  *count = 0;
  rnlp_status_t* status = host->attr_int_list(host, node, name, want, out, count);
  if (status != nullptr && host->status_code(host, status) == RNLP_NOT_FOUND) {
    host->status_release(host, status);
    *count = 0;
    return nullptr;
  }
  if (status != nullptr || *count == 0 || *count == want) return status;
  return Fail(host, RNLP_INVALID_ARGUMENT, "%s: attr %s should have %u numbers, got %u", op, name, want,
              *count);
}

}  // namespace internal

inline rnlp_status_t* WindowAttrs::Init(const rnlp_host_t* host, const rnlp_node_t* node,
                                        const char* op) {
  RNLP_TRY(AttrChannelsFirst(host, node, &channels_first));
  rnlp_str_t padding = {"", 0};
  RNLP_TRY(host->attr_string(host, node, "padding", &padding));
  same = padding.size == 4 && std::memcmp(padding.data, "SAME", 4) == 0;

  const struct {
    const char* name;
    int64_t* out;
  } lists[] = {{"strides", strides}, {"dilations", dilations}, {"ksize", size}};
  for (const auto& list : lists) {
    int64_t values[4];
    uint32_t count;
    RNLP_TRY(internal::ReadWindowList(host, node, op, list.name, 4, values, &count));
    if (count == 0) continue;
    for (int i = 0; i < 4; ++i) {
      const bool is_axis = i == dim(0) || i == dim(1);
      if (is_axis) list.out[i - dim(0)] = values[i];
      if (is_axis ? values[i] >= 1 && values[i] <= kMostSize : values[i] == 1) continue;
      return Fail(host, RNLP_INVALID_ARGUMENT,
                  "%s: attr %s should be from 1, and 1 for batch and channels, got %lld at %d", op,
                  list.name, static_cast<long long>(values[i]), i);
    }
  }
  int64_t pads[8];
  uint32_t count;
  RNLP_TRY(internal::ReadWindowList(host, node, op, "explicit_paddings", 8, pads, &count));
  for (uint32_t i = 0; i < count; ++i) {
    const int at = static_cast<int>(i / 2);
    const bool is_axis = at == dim(0) || at == dim(1);
    if (is_axis) (i % 2 == 0 ? before : after)[at - dim(0)] = pads[i];
    if (is_axis ? pads[i] >= 0 && pads[i] <= kMostSize : pads[i] == 0) continue;
    return Fail(host, RNLP_INVALID_ARGUMENT,
                "%s: explicit_paddings should be from 0, and 0 for batch and channels, got %lld at %u",
                op, static_cast<long long>(pads[i]), i);
  }
  return nullptr;
}

inline rnlp_status_t* WindowAttrs::Fit(const rnlp_host_t* host, const char* op, int axis, int64_t image,
                                       int64_t window, WindowAxis* out) const {
  const int64_t stride = strides[axis], dilation = dilations[axis];
  *out = {image, window, stride, dilation, before[axis], 0};
  const bool known = image >= 0 && image <= kMostSize && window >= 1 && window <= kMostSize;
  const int64_t reach = known ? (window - 1) * dilation + 1 : 0;
  if (known && reach <= kMostSize) {
    if (same) {
      out->count = (image + stride - 1) / stride;
      out->before = std::max<int64_t>(0, (out->count - 1) * stride + reach - image) / 2;
      return nullptr;
    }
    // As TensorFlow has it, which rounds towards 0: none fit if less than two strides are missing.
    const int64_t room = image + before[axis] + after[axis] - reach + stride;
    out->count = room / stride;
    if (room > -stride) return nullptr;
  }
  return Fail(
      host, RNLP_INVALID_ARGUMENT,
      "%s: a window of %lld %s with stride %lld and dilation %lld should fit into an image of %lld "
      "with paddings of %lld and %lld",
      op, static_cast<long long>(window), axis == 0 ? "rows" : "columns", static_cast<long long>(stride),
      static_cast<long long>(dilation), static_cast<long long>(image),
      static_cast<long long>(before[axis]), static_cast<long long>(after[axis]));
}

// ---- reasons for a "no" of `supports`, or NULL ----

// Of a pool that goes over channels. The host then composes it of a reduction.
inline const char* RefuseDepthPool(const rnlp_host_t* host, const rnlp_node_t* node) {
  bool channels_first = false;
  int64_t size[4] = {1, 1, 1, 1};
  uint32_t count = 0;
  rnlp_status_t* status = AttrChannelsFirst(host, node, &channels_first);
  if (status == nullptr) status = internal::ReadWindowList(host, node, "pool", "ksize", 4, size, &count);
  if (status != nullptr) {
    host->status_release(host, status);  // what is wrong is said when the kernel is made
    return nullptr;
  }
  return size[channels_first ? 1 : 3] > 1 ? "a pool over channels" : nullptr;
}

// Of a convolution whose filter sees a part of the image's channels, as far as shapes tell. The host
// then composes it of one for each part.
inline const char* RefuseGroups(const rnlp_host_t* host, const rnlp_node_t* node,
                                const rnlp_tensor_t* const* inputs, uint32_t num_inputs,
                                const rnlp_support_t* answer) {
  bool channels_first = false;
  if (rnlp_status_t* status = AttrChannelsFirst(host, node, &channels_first)) {
    host->status_release(host, status);
    return nullptr;
  }
  const rnlp_str_t name = host->node_op(host, node);
  const auto ends_with = [&](const char* end) {
    const size_t size = std::strlen(end);
    return name.size >= size && std::memcmp(name.data + name.size - size, end, size) == 0;
  };
  const bool tells = RNLP_HAS(rnlp_support_t, answer, outputs) && answer->num_outputs > 0;
  const rnlp_tensor_t* const out = tells ? answer->outputs[0] : nullptr;
  if (num_inputs < 2) return nullptr;
  const rnlp_tensor_t* const image = ends_with("BackpropInput") ? out : inputs[0];
  const rnlp_tensor_t* const filter = ends_with("BackpropFilter") ? out : inputs[1];
  if (image == nullptr || filter == nullptr || image->rank != 4 || filter->rank != 4) return nullptr;
  const int64_t channels = image->dims[channels_first ? 1 : 3], seen = filter->dims[2];
  return channels >= 0 && seen >= 0 && channels != seen ? "a convolution in groups" : nullptr;
}

}  // namespace runnel::plugin

#endif  // RNLP_SDK_WINDOW_H_
