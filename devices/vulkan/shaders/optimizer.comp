#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
// A step of an optimizer, element by element: x[0] is the variable, the others what is kept beside it; the
// scalars lie on the device, so that schedules need not come back to the host. kRule: training.cc. TYPE1_rows:
// for the rows that indices name, shared out as in scatter.comp: equal ones follow each other.
layout(local_size_x_id = 63) in;
layout(constant_id = 0) const uint kRule = 0;
layout(constant_id = 1) const uint kSlots = 1;
layout(constant_id = 2) const uint kOption = 0;
#ifdef TYPE1_rows
layout(constant_id = 3) const uint kLong = 0;
layout(push_constant) uniform Push { uint shares, count, inner, limit; } p;
layout(binding = 11) readonly buffer I { uint index[]; };
#else
layout(push_constant) uniform Push { uint n; } p;
#endif
layout(binding = 0) buffer X0 { T x0[]; };
layout(binding = 1) buffer X1 { T x1[]; };
layout(binding = 2) buffer X2 { T x2[]; };
layout(binding = 3) buffer X3 { T x3[]; };
layout(binding = 4) readonly buffer G { T grad[]; };
layout(binding = 5) readonly buffer S0 { T s0[]; };
layout(binding = 6) readonly buffer S1 { T s1[]; };
layout(binding = 7) readonly buffer S2 { T s2[]; };
layout(binding = 8) readonly buffer S3 { T s3[]; };
layout(binding = 9) readonly buffer S4 { T s4[]; };
layout(binding = 10) readonly buffer S5 { T s5[]; };
#include "math.glsl"

float Power(float x, float y) { return y == 0.5 ? sqrt(x) : Pow(x, y); }

void Ftrl(inout float x[4], float g, float shrinkage, float lr, float l1, float l2, float power) {
  const float next = x[1] + g * g;
  const float z = (kOption == 1 ? x[2] / lr : x[2]) + g + 2.0 * shrinkage * x[0] -
                  (Power(next, -power) - Power(x[1], -power)) / lr * x[0];
  x[0] = abs(z) <= l1 ? 0.0 : ((z < 0.0 ? -l1 : l1) - z) / (Power(next, -power) / lr + 2.0 * l2);
  x[1] = next;
  x[2] = kOption == 1 ? z * lr : z;
}

// Of element i, whose gradient is g.
void Step(uint i, float g) {
  float x[4];
  x[0] = float(x0[i]);
  if (kSlots > 1) x[1] = float(x1[i]);
  if (kSlots > 2) x[2] = float(x2[i]);
  if (kSlots > 3) x[3] = float(x3[i]);
  const float a = float(s0[0]), b = float(s1[0]), c = float(s2[0]), d = float(s3[0]), e = float(s4[0]), f = float(s5[0]);
  switch (kRule) {
    case 0:  // gradient descent: alpha
      x[0] -= g * a;
      break;
    case 1:  // momentum: lr, momentum
      x[1] = x[1] * b + g;
      x[0] -= kOption == 1 ? g * a + x[1] * b * a : x[1] * a;
      break;
    case 2:  // Keras momentum
      x[1] = x[1] * b - g * a;
      x[0] += kOption == 1 ? x[1] * b - g * a : x[1];
      break;
    case 3: {  // Adam: beta1_power, beta2_power, lr, beta1, beta2, epsilon
      const float rate = c * sqrt(1.0 - b) / (1.0 - a);
      x[1] += (g - x[1]) * (1.0 - d);
      x[2] += (g * g - x[2]) * (1.0 - e);
      x[0] -= rate * (kOption == 1 ? x[1] * d + (1.0 - d) * g : x[1]) / (sqrt(x[2]) + f);
      break;
    }
    case 4:  // AdaMax: beta1_power, lr, beta1, beta2, epsilon
      x[1] += (g - x[1]) * (1.0 - c);
      x[2] = max(d * x[2], abs(g));
      x[0] -= b / (1.0 - a) * (x[1] / (x[2] + e));
      break;
    case 5:  // Adagrad: lr
      if (kOption == 1) x[1] += g * g;
      x[0] -= a * g / sqrt(x[1]);
      break;
    case 6:  // Adagrad V2: lr, epsilon
      if (kOption == 1) x[1] += g * g;
      x[0] -= a * g / (sqrt(x[1]) + b);
      break;
    case 7: {  // Adadelta: lr, rho, epsilon
      x[1] = b * x[1] + (1.0 - b) * g * g;
      const float update = sqrt(x[2] + c) / sqrt(x[1] + c) * g;
      x[2] = b * x[2] + (1.0 - b) * update * update;
      x[0] -= a * update;
      break;
    }
    case 8:  // RMSProp: lr, rho, momentum, epsilon
      x[1] += (g * g - x[1]) * (1.0 - b);
      x[2] = c * x[2] + a * g / sqrt(x[1] + d);
      x[0] -= x[2];
      break;
    case 9:  // centered RMSProp
      x[1] += (g - x[1]) * (1.0 - b);
      x[2] += (g * g - x[2]) * (1.0 - b);
      x[3] = c * x[3] + a * g / sqrt(x[2] - x[1] * x[1] + d);
      x[0] -= x[3];
      break;
    case 10:  // FTRL: lr, l1, l2, lr_power
      Ftrl(x, g, 0.0, a, b, c, d);
      break;
    case 11:  // FTRL V2: lr, l1, l2, l2_shrinkage, lr_power
      Ftrl(x, g, d, a, b, c, e);
      break;
  }
  x0[i] = T(x[0]);
  if (kSlots > 1) x1[i] = T(x[1]);
  if (kSlots > 2) x2[i] = T(x[2]);
  if (kSlots > 3) x3[i] = T(x[3]);
}

void main() {
  const uint id = Id();
#ifdef TYPE1_rows
  if (id >= p.shares * p.inner) return;
  const uint k = id % p.inner, share = id / p.inner;
  for (uint i = 0; i < p.count; ++i) {
    uint row = kLong == 1 ? index[2 * i] : index[i];
    if (kLong == 1 && index[2 * i + 1] != 0) row = 0xFFFFFFFFu;
    if (row < p.limit && row % p.shares == share) Step(row * p.inner + k, float(grad[i * p.inner + k]));
  }
#else
  if (id < p.n) Step(id, float(grad[id]));
#endif
}
