// Functions that GLSL lacks, or that its drivers give with fewer digits than results need.
// Sources: erf, sin, cos: N. Juffa's minimax polynomials; expm1, log1p: W. Kahan. What is `precise` is
// exact in a way that a compiler would undo.

// x / y within an ulp, and exact where the result is a whole number: Vulkan allows 2.5 ulp of its own.
float Quotient(float x, float y) {
  precise const float q = x / y;
  precise const float rest = fma(-q, y, x);
  precise const float better = fma(rest, 1.0 / y, q);
  return IsNan(better) || IsInf(better) ? q : better;
}

// The e of m * 2^e with m from 1 to 2, plus 127.
int Exponent(float x) {
  const uint bits = floatBitsToUint(x) & 0x7FFFFFFFu;
  return bits >> 23 != 0u ? int(bits >> 23) : findMSB(bits) - 22;
}
float PowerOfTwo(int k) { return uintBitsToFloat(uint(k + 127) << 23); }
// x - trunc(x / y) * y, exact as C's fmod, by long division: what is taken off, the largest y * 2^k that fits, leaves
// no rounding. The remainder of a quotient would, for Vulkan lets an fma round twice.
float Remainder(float x, float y) {
  if (IsInf(y) && !IsInf(x)) return x;
  if (IsNan(x) || IsInf(x) || !(abs(y) > 0.0)) return RNL_NAN;
  const float by = abs(y);
  float rest = abs(x);
  // Each time one binary digit of the 277 that floats span, or more; a device that loses small numbers ends too.
  for (int i = 0; i < 277 && rest >= by; ++i) {
    const int k = Exponent(rest) - Exponent(by), third = k / 3;
    precise float part = by * PowerOfTwo(third) * PowerOfTwo(third) * PowerOfTwo(k - 2 * third);
    if (part > rest) part = part * 0.5;
    rest = rest - part;
  }
  return x < 0.0 ? -rest : rest;
}

// The sine of x + quarters * pi/2. pi/2 is taken off in parts of eight bits, whose products are exact;
// not by fma, whose chains drivers join. Beyond 65,536 quarters their own functions have to do.
float Turned(float x, int quarters) {
  if (IsNan(x) || IsInf(x)) return RNL_NAN;
  if (abs(x) > 102943.0) return (quarters & 1) == 0 ? sin(x) : cos(x);
  const float k = roundEven(x * 0.636619772367581343);
  precise float r = x - k * 1.5703125;
  r = r - k * 4.84466552734375e-4;
  r = r + k * 6.407499313354492e-7;
  r = r - k * 9.92093629470503e-10;
  const float s = r * r;
  const int quarter = int(k) + quarters;
  float y;
  if ((quarter & 1) == 0) {
    y = fma(2.86567956e-6, s, -1.98559923e-4);
    y = fma(y, s, 8.33338592e-3);
    y = fma(y, s, -1.66666672e-1);
    y = fma(y, r * s, r);
  } else {
    y = fma(2.44677067e-5, s, -1.38877297e-3);
    y = fma(y, s, 4.16666567e-2);
    y = fma(y, s, -5.00000000e-1);
    y = fma(y, s, 1.0);
  }
  return (quarter & 2) == 0 ? y : -y;
}
float Sin(float x) { return Turned(x, 0); }
float Cos(float x) { return Turned(x, 1); }

// e^x by reduction to [-ln2/2, ln2/2] and a polynomial; 1 ulp or so on any driver.
float Exp(float x) {
  if (IsNan(x)) return x;
  if (x > 88.7228394) return RNL_INF;
  if (x < -103.97208) return 0.0;
  const float k = roundEven(x * 1.44269504088896341);
  precise float r = x - k * 0.693145751953125;  // exact: the constant has 15 bits
  r = r - k * 1.42860682030941723e-6;
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
  precise const float u = 1.0 + x;
  if (u == 1.0) return x;
  if (IsInf(u) || IsNan(u) || u <= 0.0) return Log(u);
  precise const float rounded = u - 1.0;  // not x
  return Log(u) * (x / rounded);
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
  if (a < 0.0 && !whole && !IsInf(a)) return RNL_NAN;
  if (abs(a) == 1.0 && IsInf(b)) return 1.0;
  const float magnitude = Exp(b * Log(abs(a)));
  const bool odd = whole && abs(b) < 16777216.0 && (int(b) & 1) != 0;
  return a < 0.0 && odd ? -magnitude : magnitude;
}
