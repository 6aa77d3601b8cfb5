#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
#include "math.glsl"
// Softmax cross entropy and its slope by the logits, row by row. kSparse 0: labels are distributions, and
// both operands may repeat rows or columns; 1 and 2: labels are 32- and 64-bit classes, of which those out
// of range give NaN.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint kLanes = 1;
layout(constant_id = 1) const uint kSparse = 0;
layout(push_constant) uniform Push {
  uint rows, cols;
  uint x_row, x_col, y_row, y_col;
} p;
layout(binding = 0) readonly buffer A { T a[]; };
layout(binding = 1) readonly buffer L { T labels[]; };
layout(binding = 1) readonly buffer I { uint classes[]; };
layout(binding = 2) writeonly buffer O { T loss[]; };
layout(binding = 3) writeonly buffer G { T grad[]; };
#include "rows.glsl"

void main() {
  const uint lane = kLanes == 1 ? 0 : gl_LocalInvocationID.x;
  const uint row = kLanes == 1 ? Id() : GroupId();
  if (row >= p.rows) return;
  const uint x_at = row * p.x_row, y_at = row * p.y_row;
  float top = -RNL_INF;
  for (uint c = lane; c < p.cols; c += kLanes) {
    const float x = float(a[x_at + c * p.x_col]);
    top = IsNan(top) || top > x ? top : x;
  }
  top = RowMax(top);
  float sum = 0.0;
  for (uint c = lane; c < p.cols; c += kLanes) sum += Exp(float(a[x_at + c * p.x_col]) - top);
  sum = RowSum(sum);
  const float log_sum = Log(sum), scale = 1.0 / sum;
  uint target = 0xFFFFFFFFu;
  if (kSparse == 1) target = classes[row];
  if (kSparse == 2 && classes[2 * row + 1] == 0) target = classes[2 * row];
  const bool bad = kSparse != 0 && target >= p.cols;
  float total = 0.0;
  for (uint c = lane; c < p.cols; c += kLanes) {
    const float x = float(a[x_at + c * p.x_col]) - top;
    const float label = kSparse == 0 ? float(labels[y_at + c * p.y_col]) : c == target ? 1.0 : 0.0;
    if (label != 0.0) total += label * (log_sum - x);
    grad[row * p.cols + c] = T(bad ? RNL_NAN : Exp(x) * scale - label);
  }
  total = RowSum(total);
  if (lane == 0) loss[row] = T(bad ? RNL_NAN : total);
}
