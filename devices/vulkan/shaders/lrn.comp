#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
#include "math.glsl"
// Local response normalisation over the channels, which lie innermost, and its gradient. Sums of squares are
// made anew for every channel: what leaves a window leaves nothing behind, neither rounding nor infinities.
layout(local_size_x_id = 63) in;
layout(constant_id = 0) const uint kGradient = 0;
layout(push_constant) uniform Push {
  uint n, channels, radius;
  float bias, alpha, beta;
} p;
layout(binding = 0) readonly buffer X { T x[]; };
layout(binding = 1) readonly buffer G { T dy[]; };
layout(binding = 2) readonly buffer Y { T y[]; };
layout(binding = 3) writeonly buffer O { T o[]; };

// bias + alpha * the sum of squares around channel c of the pixel that begins at `first`.
float Norm(uint first, uint c) {
  const uint begin = c - min(c, p.radius), end = min(c + p.radius, p.channels - 1);
  float sum = 0.0;
  for (uint k = begin; k <= end; ++k) sum += float(x[first + k]) * float(x[first + k]);
  return p.bias + p.alpha * sum;
}
float InversePower(float norm) {
  if (p.beta == 1.0) return 1.0 / norm;
  if (p.beta == 0.5) return 1.0 / sqrt(norm);
  if (p.beta == 0.75) return 1.0 / (sqrt(norm) * sqrt(sqrt(norm)));
  return Pow(norm, -p.beta);
}

void main() {
  const uint id = Id();
  if (id >= p.n) return;
  const uint c = id % p.channels, first = id - c;
  const float power = InversePower(Norm(first, c));
  if (kGradient == 0) {
    o[id] = T(float(x[id]) * power);
    return;
  }
  // dx = g / norm^beta - 2 alpha beta x * the sum of g y / norm around it.
  const uint begin = c - min(c, p.radius), end = min(c + p.radius, p.channels - 1);
  float sum = 0.0;
  for (uint k = begin; k <= end; ++k) sum += float(dy[first + k]) * float(y[first + k]) / Norm(first, k);
  o[id] = T(float(dy[id]) * power - 2.0 * p.alpha * p.beta * float(x[id]) * sum);
}
