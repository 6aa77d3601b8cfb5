#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
#include "window.glsl"
// Pools, an invocation for each element of the result. kRole 0 largest, 1 mean, 2 the gradient of the
// largest (every element looks at the windows that it lies in), 3 of the mean, 4 the gradient of 2.
// The first of equals counts, and NaN is above all. Dilations are 1.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint kRole = 0;
layout(binding = 0) readonly buffer A { T a[]; };  // the image
layout(binding = 1) readonly buffer G { T g[]; };  // the gradient
layout(binding = 2) writeonly buffer O { T o[]; };

struct Window {
  int h0, h1, w0, w1;
};
Window At(int i, int j) {
  Window v;
  v.h0 = max(i * p.stride_h - p.before_h, 0);
  v.h1 = min(i * p.stride_h - p.before_h + p.taps_h, p.image_h);
  v.w0 = max(j * p.stride_w - p.before_w, 0);
  v.w1 = min(j * p.stride_w - p.before_w + p.taps_w, p.image_w);
  return v;
}
// Where the largest stands: h * image_w + w; -1 in an empty window.
int Largest(Window v, uint base, out float best) {
  int where = -1;
  best = -RNL_INF;
  for (int h = v.h0; h < v.h1; ++h) {
    for (int w = v.w0; w < v.w1; ++w) {
      const float x = float(a[base + uint(h) * p.image_row + uint(w) * p.image_col]);
      if (where >= 0 && !(x > best || (IsNan(x) && !IsNan(best)))) continue;
      best = x;
      where = h * p.image_w + w;
    }
  }
  return where;
}

void main() {
  const uint id = Id();
  const uint c = id % p.channels, pixel = id / p.channels;
  if (kRole == 0 || kRole == 1 || kRole == 4) {
    if (id >= p.batch * uint(p.out_h * p.out_w) * p.channels) return;
    const int j = int(pixel % uint(p.out_w)), i = int(pixel / uint(p.out_w) % uint(p.out_h));
    const uint n = pixel / uint(p.out_h * p.out_w);
    const Window v = At(i, j);
    const uint base = n * p.image_batch + c * p.image_channel;
    float result = 0.0;
    if (kRole == 1) {
      for (int h = v.h0; h < v.h1; ++h)
        for (int w = v.w0; w < v.w1; ++w) result += float(a[base + uint(h) * p.image_row + uint(w) * p.image_col]);
      result /= float((v.h1 - v.h0) * (v.w1 - v.w0));
    } else {
      float best;
      const int where = Largest(v, base, best);
      if (kRole == 0) {
        result = best;
      } else if (where >= 0) {
        result = float(g[base + uint(where / p.image_w) * p.image_row + uint(where % p.image_w) * p.image_col]);
      }
    }
    o[n * p.out_batch + uint(i) * p.out_row + uint(j) * p.out_col + c * p.out_channel] = T(result);
    return;
  }
  if (id >= p.batch * uint(p.image_h * p.image_w) * p.channels) return;
  const int w = int(pixel % uint(p.image_w)), h = int(pixel / uint(p.image_w) % uint(p.image_h));
  const uint n = pixel / uint(p.image_h * p.image_w);
  const uint base = n * p.image_batch + c * p.image_channel;
  // Windows i with i * stride - before <= h < i * stride - before + taps.
  const int i0 = max((h + p.before_h - p.taps_h + p.stride_h) / p.stride_h, 0);
  const int i1 = min((h + p.before_h) / p.stride_h, p.out_h - 1);
  const int j0 = max((w + p.before_w - p.taps_w + p.stride_w) / p.stride_w, 0);
  const int j1 = min((w + p.before_w) / p.stride_w, p.out_w - 1);
  float sum = 0.0;
  for (int i = i0; i <= i1; ++i) {
    for (int j = j0; j <= j1; ++j) {
      const Window v = At(i, j);
      if (h < v.h0 || h >= v.h1 || w < v.w0 || w >= v.w1) continue;
      const float grad = float(g[n * p.out_batch + uint(i) * p.out_row + uint(j) * p.out_col + c * p.out_channel]);
      if (kRole == 3) {
        sum += grad / float((v.h1 - v.h0) * (v.w1 - v.w0));
      } else {
        float best;
        if (Largest(v, base, best) == h * p.image_w + w) sum += grad;
      }
    }
  }
  o[base + uint(h) * p.image_row + uint(w) * p.image_col] = T(sum);
}
