#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
// Batch normalisation. kRole 0: a workgroup for each channel finds its mean and variance; 1: an invocation
// for each element applies them; 2: a workgroup for each channel sums the gradient; 3: the gradient of each
// element. kTraining: moments come from the batch. The vectors are floats, whatever the image is.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint kRole = 0;
layout(constant_id = 1) const uint kTraining = 1;
layout(constant_id = 2) const uint kLanes = 256;
layout(push_constant) uniform Push {
  uint n, channels, inner;  // elements, and how many lie behind each other in one channel
  float epsilon, average;
} p;
layout(binding = 0) readonly buffer X { T x[]; };
// 0 and 1: scale, offset, mean and variance before; y; mean and variance after; what the gradient needs.
// 2 and 3: y_backprop, scale, mean, variance; x_backprop, scale_backprop, offset_backprop.
layout(binding = 1) readonly buffer V1 { float v1[]; };
layout(binding = 1) readonly buffer V1T { T dy[]; };
layout(binding = 2) readonly buffer V2 { float v2[]; };
layout(binding = 3) readonly buffer V3 { float v3[]; };
layout(binding = 4) readonly buffer V4 { float v4[]; };
layout(binding = 5) writeonly buffer Y { T y[]; };
layout(binding = 6) buffer W1 { float w1[]; };
layout(binding = 7) buffer W2 { float w2[]; };
layout(binding = 8) buffer W3 { float w3[]; };
layout(binding = 9) buffer W4 { float w4[]; };
#include "rows.glsl"

uint Where(uint c, uint i) { return (i / p.inner * p.channels + c) * p.inner + i % p.inner; }

void main() {
  const uint count = p.n / p.channels;
  if (kRole == 0) {
    const uint c = GroupId();
    if (c >= p.channels) return;
    float mean = v3[c], variance = v4[c];
    if (kTraining == 1) {
      float sum = 0.0;
      for (uint i = gl_LocalInvocationID.x; i < count; i += 256) sum += float(x[Where(c, i)]);
      mean = RowSum(sum) / float(count);
      sum = 0.0;
      for (uint i = gl_LocalInvocationID.x; i < count; i += 256) {
        const float d = float(x[Where(c, i)]) - mean;
        sum = fma(d, d, sum);
      }
      variance = RowSum(sum) / float(count);
    }
    if (gl_LocalInvocationID.x != 0) return;
    // What is remembered of a batch's variance is the estimate for what it was drawn from.
    float m = mean, v = kTraining == 1 ? variance * (float(count) / float(max(count, 2u) - 1u)) : variance;
    if (kTraining == 1 && count < 2u) v = variance;
    if (kTraining == 1 && p.average != 1.0) {
      m = (1.0 - p.average) * v3[c] + p.average * m;
      v = (1.0 - p.average) * v4[c] + p.average * v;
    }
    if (count == 0u) {  // nothing to take a mean of: as TensorFlow has it
      m = v = uintBitsToFloat(0x7fc00000u);
      if (kTraining == 1) mean = variance = 0.0;
    }
    w1[c] = m;
    w2[c] = v;
    w3[c] = mean;
    w4[c] = variance;
  } else if (kRole == 1) {
    const uint id = Id();
    if (id >= p.n) return;
    const uint c = id / p.inner % p.channels;
    y[id] = T((float(x[id]) - w3[c]) * (v1[c] / sqrt(w4[c] + p.epsilon)) + v2[c]);
  } else if (kRole == 2) {
    // v2 scale, v3 mean, v4 variance; w1 scale_backprop, w2 offset_backprop.
    const uint c = GroupId();
    if (c >= p.channels) return;
    const float mean = v3[c];
    float first = 0.0, second = 0.0;
    for (uint i = gl_LocalInvocationID.x; i < count; i += 256) {
      const uint at = Where(c, i);
      const float g = float(dy[at]);
      first += g;
      second = fma(g, float(x[at]) - mean, second);
    }
    first = RowSum(first);
    second = RowSum(second);
    if (gl_LocalInvocationID.x != 0) return;
    w1[c] = second / sqrt(v4[c] + p.epsilon);
    w2[c] = first;
  } else {
    const uint id = Id();
    if (id >= p.n) return;
    const uint c = id / p.inner % p.channels;
    const float inverse = 1.0 / sqrt(v4[c] + p.epsilon);
    const float scale = v2[c] * inverse;
    float d = float(dy[id]);
    if (kTraining == 1) d = d - w2[c] / float(count) - (float(x[id]) - v3[c]) * inverse * (w1[c] / float(count));
    y[id] = T(d * scale);
  }
}
