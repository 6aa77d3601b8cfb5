#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
#include "math.glsl"
// Softmax (kLog 1: its logarithm) of each row.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint kLanes = 1;
layout(constant_id = 1) const uint kLog = 0;
layout(push_constant) uniform Push { uint rows, cols; } p;
layout(binding = 0) readonly buffer A { T a[]; };
layout(binding = 1) writeonly buffer B { T b[]; };
#include "rows.glsl"

void main() {
  const uint lane = kLanes == 1 ? 0 : gl_LocalInvocationID.x;
  const uint row = kLanes == 1 ? Id() : GroupId();
  if (row >= p.rows) return;
  const uint at = row * p.cols;
  float top = -RNL_INF;
  for (uint c = lane; c < p.cols; c += kLanes) {
    const float x = float(a[at + c]);
    top = IsNan(top) || top > x ? top : x;
  }
  top = RowMax(top);
  float sum = 0.0;
  for (uint c = lane; c < p.cols; c += kLanes) sum += Exp(float(a[at + c]) - top);
  sum = RowSum(sum);
  const float scale = 1.0 / sum, log_sum = Log(sum);
  for (uint c = lane; c < p.cols; c += kLanes) {
    const float x = float(a[at + c]) - top;
    b[at + c] = T(kLog == 1 ? x - log_sum : Exp(x) * scale);
  }
}
