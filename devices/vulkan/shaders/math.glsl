// Functions that GLSL lacks, or that its drivers give with fewer digits than results need.
// Sources: erf: N. Juffa's minimax polynomials; expm1, log1p: W. Kahan.

// e^x by reduction to [-ln2/2, ln2/2] and a polynomial; 1 ulp or so on any driver.
float Exp(float x) {
  if (IsNan(x)) return x;
  if (x > 88.7228394) return RNL_INF;
  if (x < -103.97208) return 0.0;
  const float k = roundEven(x * 1.44269504088896341);
  float r = fma(k, -0.693145751953125, x);
  r = fma(k, -1.42860682030941723e-6, r);
  float p = 1.9875691500e-4;
  p = fma(p, r, 1.3981999507e-3);
  p = fma(p, r, 8.3334519073e-3);
  p = fma(p, r, 4.1665795894e-2);
  p = fma(p, r, 1.6666665459e-1);
  p = fma(p, r, 5.0000001201e-1);
  p = fma(p * r, r, r) + 1.0;
  const int e = int(k);
  const int half_e = e / 2;
  return p * uintBitsToFloat(uint(half_e + 127) << 23) * uintBitsToFloat(uint(e - half_e + 127) << 23);
}

// ln x by reduction to [sqrt(1/2), sqrt(2)] and Cephes' polynomial.
float Log(float x) {
  if (IsNan(x) || x < 0.0) return RNL_NAN;
  if (x == 0.0) return -RNL_INF;
  if (IsInf(x)) return x;
  float bias = 0.0;
  if (x < 1.17549435e-38) {
    x *= 8388608.0;
    bias = -23.0;
  }
  const uint bits = floatBitsToUint(x);
  float e = float(int(bits >> 23) - 126) + bias;
  float m = uintBitsToFloat((bits & 0x007FFFFFu) | 0x3F000000u);
  if (m < 0.707106781186547524) {
    e -= 1.0;
    m = m + m - 1.0;
  } else {
    m = m - 1.0;
  }
  const float z = m * m;
  float y = 7.0376836292e-2;
  y = fma(y, m, -1.1514610310e-1);
  y = fma(y, m, 1.1676998740e-1);
  y = fma(y, m, -1.2420140846e-1);
  y = fma(y, m, 1.4249322787e-1);
  y = fma(y, m, -1.6668057665e-1);
  y = fma(y, m, 2.0000714765e-1);
  y = fma(y, m, -2.4999993993e-1);
  y = fma(y, m, 3.3333331174e-1);
  y = y * m * z;
  y = fma(e, -2.12194440e-4, y);
  y = fma(-0.5, z, y);
  return fma(e, 0.693359375, m + y);
}

float Expm1(float x) {
  if (abs(x) < 0.35) {
    float p = 1.0 / 40320.0;
    p = fma(p, x, 1.0 / 5040.0);
    p = fma(p, x, 1.0 / 720.0);
    p = fma(p, x, 1.0 / 120.0);
    p = fma(p, x, 1.0 / 24.0);
    p = fma(p, x, 1.0 / 6.0);
    p = fma(p, x, 0.5);
    return fma(p * x, x, x);
  }
  return Exp(x) - 1.0;
}
float Log1p(float x) {
  const float u = 1.0 + x;
  if (u == 1.0) return x;
  if (IsInf(u) || IsNan(u) || u <= 0.0) return Log(u);
  return Log(u) * (x / (u - 1.0));
}
float Tanh(float x) {
  if (IsNan(x)) return x;
  const float a = abs(x);
  if (a > 9.1) return x < 0.0 ? -1.0 : 1.0;
  const float t = Expm1(2.0 * a);
  const float y = t / (t + 2.0);
  return x < 0.0 ? -y : y;
}
float Sigmoid(float x) { return 1.0 / (1.0 + Exp(-x)); }
float Softplus(float x) { return x > 30.0 ? x : Log1p(Exp(x)); }
float Erf(float a) {
  if (IsNan(a)) return a;
  const float t = abs(a), s = a * a;
  float r;
  if (t > 0.927734375) {
    r = fma(-1.72853470e-5, t, 3.83197126e-4);
    const float u = fma(-3.88396438e-3, t, 2.42546219e-2);
    r = fma(r, s, u);
    r = fma(r, t, -1.06777877e-1);
    r = fma(r, t, -6.34846687e-1);
    r = fma(r, t, -1.28717512e-1);
    r = fma(r, t, -t);
    r = t > 4.0 ? 1.0 : 1.0 - Exp(r);
    return a < 0.0 ? -r : r;
  }
  r = -5.96761703e-4;
  r = fma(r, s, 4.99119423e-3);
  r = fma(r, s, -2.67681349e-2);
  r = fma(r, s, 1.12819925e-1);
  r = fma(r, s, -3.76125336e-1);
  r = fma(r, s, 1.28379166e-1);
  return fma(r, a, a);
}
float Pow(float a, float b) {
  if (b == 0.0 || a == 1.0) return 1.0;
  if (IsNan(a) || IsNan(b)) return RNL_NAN;
  const bool whole = b == floor(b);
  // Small whole powers by squaring, exact where the result is.
  if (whole && abs(b) <= 64.0) {
    float result = 1.0, base = a;
    for (uint k = uint(abs(b)); k != 0u; k >>= 1) {
      if ((k & 1u) != 0u) result *= base;
      base *= base;
    }
    return b < 0.0 ? 1.0 / result : result;
  }
  if (a < 0.0 && !whole) return RNL_NAN;
  const float magnitude = Exp(b * Log(abs(a)));
  const bool odd = whole && abs(b) < 16777216.0 && (int(b) & 1) != 0;
  return a < 0.0 && odd ? -magnitude : magnitude;
}
