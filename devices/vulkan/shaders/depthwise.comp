#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
#include "window.glsl"
// Depthwise convolutions: every channel has filters of its own, out_channels / channels of them. kRole 0:
// an invocation for each output; 1: for each element of the image, from the gradient; 2: a workgroup for
// each element of the filter, whose invocations share the pixels.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint kRole = 0;
layout(constant_id = 1) const uint kLanes = 256;
layout(binding = 0) readonly buffer A { T a[]; };
layout(binding = 1) readonly buffer B { T b[]; };
layout(binding = 2) writeonly buffer O { T o[]; };
#include "rows.glsl"

void main() {
  const uint many = p.out_channels / p.channels;
  float sum = 0.0;
  if (kRole == 0) {
    const uint id = Id();
    if (id >= p.batch * uint(p.out_h * p.out_w) * p.out_channels) return;
    const uint k = id % p.out_channels, c = k / many;
    const uint pixel = id / p.out_channels;
    const int j = int(pixel % uint(p.out_w)), i = int(pixel / uint(p.out_w) % uint(p.out_h));
    const uint n = pixel / uint(p.out_h * p.out_w);
    for (int s = 0; s < p.taps_h; ++s) {
      const int h = i * p.stride_h - p.before_h + s * p.dilation_h;
      if (h < 0 || h >= p.image_h) continue;
      for (int t = 0; t < p.taps_w; ++t) {
        const int w = j * p.stride_w - p.before_w + t * p.dilation_w;
        if (w < 0 || w >= p.image_w) continue;
        sum = fma(float(a[n * p.image_batch + uint(h) * p.image_row + uint(w) * p.image_col + c * p.image_channel]),
                  float(b[uint(s * p.taps_w + t) * p.out_channels + k]), sum);
      }
    }
    o[n * p.out_batch + uint(i) * p.out_row + uint(j) * p.out_col + k * p.out_channel] = T(sum);
  } else if (kRole == 1) {
    const uint id = Id();
    if (id >= p.batch * uint(p.image_h * p.image_w) * p.channels) return;
    const uint c = id % p.channels, pixel = id / p.channels;
    const int w = int(pixel % uint(p.image_w)), h = int(pixel / uint(p.image_w) % uint(p.image_h));
    const uint n = pixel / uint(p.image_h * p.image_w);
    for (int s = 0; s < p.taps_h; ++s) {
      const int up = h + p.before_h - s * p.dilation_h;
      const int i = up / p.stride_h;
      if (up < 0 || up % p.stride_h != 0 || i >= p.out_h) continue;
      for (int t = 0; t < p.taps_w; ++t) {
        const int across = w + p.before_w - t * p.dilation_w;
        const int j = across / p.stride_w;
        if (across < 0 || across % p.stride_w != 0 || j >= p.out_w) continue;
        const uint from = n * p.out_batch + uint(i) * p.out_row + uint(j) * p.out_col;
        for (uint m = 0; m < many; ++m) {
          const uint k = c * many + m;
          sum = fma(float(a[from + k * p.out_channel]), float(b[uint(s * p.taps_w + t) * p.out_channels + k]), sum);
        }
      }
    }
    o[n * p.image_batch + uint(h) * p.image_row + uint(w) * p.image_col + c * p.image_channel] = T(sum);
  } else {
    const uint id = GroupId();
    if (id >= uint(p.taps_h * p.taps_w) * p.out_channels) return;
    const uint k = id % p.out_channels, c = k / many, tap = id / p.out_channels;
    const int s = int(tap) / p.taps_w, t = int(tap) % p.taps_w;
    const uint pixels = p.batch * uint(p.out_h * p.out_w);
    for (uint pixel = gl_LocalInvocationID.x; pixel < pixels; pixel += kLanes) {
      const int j = int(pixel % uint(p.out_w)), i = int(pixel / uint(p.out_w) % uint(p.out_h));
      const uint n = pixel / uint(p.out_h * p.out_w);
      const int h = i * p.stride_h - p.before_h + s * p.dilation_h;
      const int w = j * p.stride_w - p.before_w + t * p.dilation_w;
      if (h < 0 || h >= p.image_h || w < 0 || w >= p.image_w) continue;
      sum = fma(float(a[n * p.image_batch + uint(h) * p.image_row + uint(w) * p.image_col + c * p.image_channel]),
                float(b[n * p.out_batch + uint(i) * p.out_row + uint(j) * p.out_col + k * p.out_channel]), sum);
    }
    sum = RowSum(sum);
    if (gl_LocalInvocationID.x == 0) o[id] = T(sum);
  }
}
