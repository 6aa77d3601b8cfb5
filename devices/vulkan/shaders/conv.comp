#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common.glsl"
#include "window.glsl"
// Convolutions as products whose left side, windows of the image, is never whole. An invocation computes
// 16 columns of one row: kRole 0 the output channels of an output pixel; 1 the channels of an image's
// pixel, from the gradient of the output; 2 the filter's output channels for one tap and channel, over one
// share of the pixels. Neighbours are rows, so what all of them need (filter, gradient) is read once.
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint kRole = 0;
layout(constant_id = 1) const uint kVec = 0;  // whole vectors of output channels
#define EPILOGUE_CONSTANT 2
#include "epilogue.glsl"
layout(binding = 0) readonly buffer A { T a[]; };
layout(binding = 1) readonly buffer B { T b[]; };
layout(binding = 2) writeonly buffer O { T o[]; };
#ifdef TYPE0_f32
layout(binding = 1) readonly buffer B4 { vec4 b4[]; };
layout(binding = 2) writeonly buffer P { float parts[]; };
#define PART_STORE(at, v) parts[at] = v
#else
#define PART_STORE(at, v) o[at] = T(v)
#endif

vec4 Four(uint at, uint count) {
#ifdef TYPE0_f32
  if (kVec == 1) return b4[at / 4];
#endif
  vec4 v = vec4(0);
  for (uint j = 0; j < min(count, 4u); ++j) v[j] = float(b[at + j]);
  return v;
}

void main() {
  const uint row = (gl_WorkGroupID.z * gl_NumWorkGroups.x + gl_WorkGroupID.x) * 64u + gl_LocalInvocationID.x;
  const uint col = gl_WorkGroupID.y * 16u;
  vec4 sum[4] = vec4[4](vec4(0), vec4(0), vec4(0), vec4(0));
  if (kRole == 0) {
    const uint pixels = uint(p.out_h * p.out_w);
    if (row >= p.batch * pixels) return;
    const uint n = row / pixels, pixel = row % pixels;
    const int i = int(pixel) / p.out_w, j = int(pixel) % p.out_w;
    const uint left = p.out_channels - col;
    for (int s = 0; s < p.taps_h; ++s) {
      const int h = i * p.stride_h - p.before_h + s * p.dilation_h;
      for (int t = 0; t < p.taps_w; ++t) {
        const int w = j * p.stride_w - p.before_w + t * p.dilation_w;
        const bool inside = h >= 0 && h < p.image_h && w >= 0 && w < p.image_w;
        const uint from = n * p.image_batch + (inside ? uint(h) * p.image_row + uint(w) * p.image_col : 0u);
        uint at = uint(s * p.taps_w + t) * p.channels * p.out_channels + col;
        for (uint c = 0; c < p.channels; ++c) {
          const float x = inside ? float(a[from + c * p.image_channel]) : 0.0;
          [[unroll]] for (uint v = 0; v < 4; ++v) {
            if (v * 4 < left) sum[v] = fma(vec4(x), Four(at + v * 4, left - v * 4), sum[v]);
          }
          at += p.out_channels;
        }
      }
    }
    const uint to = n * p.out_batch + uint(i) * p.out_row + uint(j) * p.out_col;
    [[unroll]] for (uint v = 0; v < 16; ++v) {
      if (v < left) o[to + (col + v) * p.out_channel] = T(Final(sum[v / 4][v % 4], col + v));
    }
  } else if (kRole == 1) {
    // a: the gradient of the output; b: the filter.
    const uint pixels = uint(p.image_h * p.image_w);
    if (row >= p.batch * pixels) return;
    const uint n = row / pixels, pixel = row % pixels;
    const int h = int(pixel) / p.image_w, w = int(pixel) % p.image_w;
    const uint left = min(p.channels - col, 16u);
    for (int s = 0; s < p.taps_h; ++s) {
      const int up = h + p.before_h - s * p.dilation_h;
      const int i = up / p.stride_h;
      const bool in_h = up >= 0 && up % p.stride_h == 0 && i < p.out_h;
      for (int t = 0; t < p.taps_w; ++t) {
        const int across = w + p.before_w - t * p.dilation_w;
        const int j = across / p.stride_w;
        const bool inside = in_h && across >= 0 && across % p.stride_w == 0 && j < p.out_w;
        const uint from = n * p.out_batch + (inside ? uint(i) * p.out_row + uint(j) * p.out_col : 0u);
        const uint at = (uint(s * p.taps_w + t) * p.channels + col) * p.out_channels;
        for (uint k = 0; k < p.out_channels; ++k) {
          const float x = inside ? float(a[from + k * p.out_channel]) : 0.0;
          [[unroll]] for (uint c = 0; c < 16; ++c) {
            if (c < left) sum[c / 4][c % 4] = fma(x, float(b[at + c * p.out_channels + k]), sum[c / 4][c % 4]);
          }
        }
      }
    }
    const uint to = n * p.image_batch + uint(h) * p.image_row + uint(w) * p.image_col;
    [[unroll]] for (uint c = 0; c < 16; ++c) {
      if (c < left) o[to + (col + c) * p.image_channel] = T(sum[c / 4][c % 4]);
    }
  } else {
    // a: the image; b: the gradient of the output. z and x are folded: row is (share, tap, channel).
    const uint rows = uint(p.taps_h * p.taps_w) * p.channels;
    if (row >= rows * p.splits) return;
    const uint share = row / rows, r = row % rows;
    const uint tap = r / p.channels, c = r % p.channels;
    const int s = int(tap) / p.taps_w, t = int(tap) % p.taps_w;
    const uint lines = p.batch * uint(p.out_h);  // a share is so many rows of pixels
    const uint each = (lines + p.splits - 1) / p.splits;
    const uint left = p.out_channels - col;
    for (uint line = share * each; line < min(share * each + each, lines); ++line) {
      const uint n = line / uint(p.out_h);
      const int i = int(line % uint(p.out_h));
      const int h = i * p.stride_h - p.before_h + s * p.dilation_h;
      if (h < 0 || h >= p.image_h) continue;
      const uint from = n * p.image_batch + uint(h) * p.image_row + c * p.image_channel;
      uint at = n * p.out_batch + uint(i) * p.out_row + col * p.out_channel;
      for (int j = 0; j < p.out_w; ++j) {
        const int w = j * p.stride_w - p.before_w + t * p.dilation_w;
        const float x = w >= 0 && w < p.image_w ? float(a[from + uint(w) * p.image_col]) : 0.0;
        if (p.out_channel == 1) {
          [[unroll]] for (uint v = 0; v < 4; ++v) {
            if (v * 4 < left) sum[v] = fma(vec4(x), Four(at + v * 4, left - v * 4), sum[v]);
          }
        } else {
          [[unroll]] for (uint v = 0; v < 16; ++v) {
            if (v < left) sum[v / 4][v % 4] = fma(x, float(b[at + v * p.out_channel]), sum[v / 4][v % 4]);
          }
        }
        at += p.out_col;
      }
    }
    const uint to = row * p.out_channels + col;
    [[unroll]] for (uint v = 0; v < 16; ++v) {
      if (v < left) PART_STORE(to + v, sum[v / 4][v % 4]);
    }
  }
}
