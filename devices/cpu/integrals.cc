// Math: special functions that are integrals or inverses of such. Everything is computed in double, by
// series where they converge quickly and by continued fractions or asymptotic series elsewhere.
//
// Sources: Abramowitz & Stegun 1964; Press et al. 2007 for continued fractions (Lentz) and Dawson's
// integral (Rybicki); Acklam 2003 for the first guess of Ndtri.
#include <algorithm>
#include <complex>

#include "devices/cpu/broadcast.h"
#include "devices/cpu/elementwise.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kSmall = 1e-17;
constexpr double kTiny = 1e-300;
constexpr double kEuler = 0.57721566490153286061;

double LogGamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

// ---- inverses ----

// For p in (0, 0.5]; a guess of nine digits, then a step of Halley's method.
double LowerNdtri(double p) {
  constexpr double a[] = {-3.969683028665376e+01, 2.209460984245205e+02,  -2.759285104469687e+02,
                          1.383577518672690e+02,  -3.066479806614716e+01, 2.506628277459239e+00};
  constexpr double b[] = {-5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02,
                          6.680131188771972e+01, -1.328068155288572e+01};
  constexpr double c[] = {-7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00,
                          -2.549732539343734e+00, 4.374664141464968e+00,  2.938163982698783e+00};
  constexpr double d[] = {7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00,
                          3.754408661907416e+00};
  double x = 0;
  if (p < 0.02425) {
    const double q = std::sqrt(-2 * std::log(p));
    x = (((((c[0] * q + c[1]) * q + c[2]) * q + c[3]) * q + c[4]) * q + c[5]) /
        ((((d[0] * q + d[1]) * q + d[2]) * q + d[3]) * q + 1);
  } else {
    const double q = p - 0.5, r = q * q;
    x = (((((a[0] * r + a[1]) * r + a[2]) * r + a[3]) * r + a[4]) * r + a[5]) * q /
        (((((b[0] * r + b[1]) * r + b[2]) * r + b[3]) * r + b[4]) * r + 1);
  }
  for (int i = 0; i < 2; ++i) {
    const double error = 0.5 * std::erfc(-x * M_SQRT1_2) - p;
    const double step = error * std::sqrt(2 * M_PI) * std::exp(x * x / 2);
    if (!std::isfinite(step)) break;
    x -= step / (1 + x * step / 2);
  }
  return x;
}
double NdtriOf(double p) {
  if (!(p >= 0 && p <= 1)) return kNaN;
  if (p == 0 || p == 1) return p == 0 ? -kInfinity : kInfinity;
  return p <= 0.5 ? LowerNdtri(p) : -LowerNdtri(1 - p);
}
double ErfinvOf(double x) {
  if (!(x >= -1 && x <= 1)) return kNaN;
  if (x == 1 || x == -1) return x * kInfinity;
  const double size = std::fabs(x);
  double y = -LowerNdtri((1 - size) / 2) * M_SQRT1_2;
  if (size < 0.5) {
    // Near 0 the half above lost digits.
    for (int i = 0; i < 2; ++i) y -= (std::erf(y) - size) * (std::sqrt(M_PI) / 2) * std::exp(y * y);
  }
  return std::copysign(y, x);
}

// ---- Bessel's functions ----

// exp(-|x|) I_n(x) for n 0 and 1.
double ScaledI(int n, double x) {
  const double size = std::fabs(x);
  double value = 0;
  if (std::isinf(x)) return 0;
  if (size < 30) {
    const double quarter = x * x / 4;
    double term = n == 0 ? 1 : size / 2;
    for (int k = 1; term > value * kSmall && k < 500; ++k) {
      value += term;
      term *= quarter / (static_cast<double>(k) * (k + n));
    }
    value *= std::exp(-size);
  } else {
    double term = 1;
    const double mu = 4.0 * n * n;
    for (int k = 1; std::fabs(term) > kSmall && k < 60; ++k) {
      value += term;
      const double odd = 2 * k - 1;
      term *= -(mu - odd * odd) / (k * 8 * size);
    }
    value /= std::sqrt(2 * M_PI * size);
  }
  return n == 1 && x < 0 ? -value : value;
}
double PlainI(int n, double x) {
  const double scaled = ScaledI(n, x);
  return std::isinf(x) ? (n == 1 ? x : kInfinity) : scaled * std::exp(std::fabs(x));
}
// exp(x) K_n(x). The integral of exp(-x (cosh t - 1)) cosh(n t) over t from 0 by the trapezoidal rule,
// which converges exponentially for it.
double ScaledK(int n, double x) {
  if (std::isnan(x) || x < 0) return kNaN;
  if (x == 0) return kInfinity;
  if (std::isinf(x)) return 0;
  // What is below e^-745 is nothing.
  const double last = std::acosh(1 + 745 / x);
  const int steps = std::max(200, static_cast<int>(last * 24));
  const double h = last / steps;
  double sum = 0.5;
  for (int k = 1; k <= steps; ++k) {
    const double t = k * h, s = std::sinh(t / 2);
    sum += std::exp(-2 * x * s * s) * (n == 0 ? 1 : std::cosh(t));
  }
  return sum * h;
}

// ---- integrals ----

double DawsonOf(double x) {
  const double size = std::fabs(x);
  if (size < 0.2) {
    double term = x, sum = 0;
    for (int k = 1; std::fabs(term) > std::fabs(sum) * kSmall && k < 60; ++k) {
      sum += term;
      term *= -2 * x * x / (2 * k + 1);
    }
    return sum;
  }
  if (size > 1e3) return 1 / (2 * x) * (1 + 1 / (2 * x * x) * (1 + 3 / (2 * x * x)));
  // exp(-(x - n h)^2) / n over all odd n.
  constexpr double h = 0.2;
  const int middle = 2 * static_cast<int>(size / (2 * h));
  double sum = 0;
  for (int n = middle - 41; n <= middle + 41; n += 2) {
    const double d = size - n * h;
    sum += std::exp(-d * d) / n;
  }
  return std::copysign(sum / std::sqrt(M_PI), x);
}

double ExpintOf(double x) {
  if (std::isnan(x) || x < 0) return kNaN;
  if (x == 0) return -kInfinity;
  if (std::isinf(x)) return x;
  double sum = 0;
  if (x < 40) {
    double term = 1;
    for (int k = 1; k < 500; ++k) {
      term *= x / k;
      sum += term / k;
      if (term / k < std::fabs(sum) * kSmall) break;
    }
    return kEuler + std::log(x) + sum;
  }
  double term = 1;
  for (int k = 1; k < 60; ++k) {
    sum += term;
    const double next = term * k / x;
    if (next < kSmall || next > term) break;
    term = next;
  }
  return std::exp(x) / x * sum;
}

// C(x) + i S(x).
std::complex<double> FresnelOf(double x) {
  const double size = std::fabs(x);
  if (std::isnan(x)) return {kNaN, kNaN};
  std::complex<double> value;
  if (size < 1.5) {
    const double angle = M_PI_2 * size * size;
    double term = size, c = size, s = 0;
    for (int k = 1; k < 100; ++k) {
      term *= angle / k;
      const double part = term / (2 * k + 1);
      if (k % 2 == 0) {
        c += k % 4 == 0 ? part : -part;
      } else {
        s += k % 4 == 1 ? part : -part;
      }
      if (part < kSmall) break;
    }
    value = {c, s};
  } else if (size > 1e8) {
    value = {0.5, 0.5};
  } else {
    const double square = M_PI * size * size;
    std::complex<double> b(1, -square), c(1 / kTiny, 0), d = 1.0 / b, h = d;
    for (int k = 2, n = 1; k < 1000; ++k) {
      const double a = -n * (n + 1.0);
      n += 2;
      b += 4.0;
      d = 1.0 / (a * d + b);
      c = b + a / c;
      const std::complex<double> turn = c * d;
      h *= turn;
      if (std::fabs(turn.real() - 1) + std::fabs(turn.imag()) < 1e-16) break;
    }
    h *= std::complex<double>(size, -size);
    const double angle = std::fmod(square / 2, 2 * M_PI);
    value = std::complex<double>(0.5, 0.5) *
            (1.0 - std::complex<double>(std::cos(angle), std::sin(angle)) * h);
  }
  return x < 0 ? -value : value;
}

// sum of z^k / k^2, for |z| <= 1/2
double Dilogarithm(double z) {
  double sum = 0, power = z;
  for (int k = 1; k < 200 && std::fabs(power) > kSmall * 1e-3; ++k, power *= z) {
    sum += power / (static_cast<double>(k) * k);
  }
  return sum;
}
double SpenceOf(double x) {
  constexpr double kSixth = M_PI * M_PI / 6;
  if (std::isnan(x) || x < 0) return kNaN;
  if (x == 0) return kSixth;
  if (std::isinf(x)) return -kInfinity;
  if (x > 2) {
    const double log = std::log(x);
    return -SpenceOf(1 / x) - 0.5 * log * log;
  }
  if (x < 0.5) return kSixth - std::log(x) * std::log1p(-x) - Dilogarithm(x);
  if (x > 1.5) {  // Li2(z) = -Li2(z / (z - 1)) - log(1 - z)^2 / 2, with z = 1 - x
    const double log = std::log(x);
    return -Dilogarithm((x - 1) / x) - 0.5 * log * log;
  }
  return Dilogarithm(1 - x);
}

// ---- incomplete gamma and beta functions ----

// x^a exp(-x) / Gamma(a + 1)
double GammaDensity(double a, double x) { return std::exp(a * std::log(x) - x - LogGamma(a + 1)); }

double LowerSeries(double a, double x) {
  double term = 1, sum = 1;
  for (double n = a + 1; term > sum * kSmall && n < a + 1e6; n += 1) {
    term *= x / n;
    sum += term;
  }
  return sum * GammaDensity(a, x);
}
double UpperFraction(double a, double x) {
  double b = x + 1 - a, c = 1 / kTiny, d = 1 / b, h = d;
  for (int i = 1; i < 1000000; ++i) {
    const double n = -i * (i - a);
    b += 2;
    d = n * d + b;
    if (std::fabs(d) < kTiny) d = kTiny;
    c = b + n / c;
    if (std::fabs(c) < kTiny) c = kTiny;
    d = 1 / d;
    const double turn = d * c;
    h *= turn;
    if (std::fabs(turn - 1) < 2e-16) break;
  }
  return h * a * GammaDensity(a, x);
}
double LowerGamma(double a, double x) {
  if (!(a > 0) || !(x >= 0)) return kNaN;
  if (x == 0) return 0;
  if (std::isinf(a)) return std::isinf(x) ? kNaN : 0;
  if (std::isinf(x)) return 1;
  return x < a + 1 ? LowerSeries(a, x) : 1 - UpperFraction(a, x);
}
double UpperGamma(double a, double x) {
  if (!(a > 0) || !(x >= 0)) return kNaN;
  if (x == 0) return 1;
  if (std::isinf(a)) return std::isinf(x) ? kNaN : 1;
  if (std::isinf(x)) return 0;
  return x < a + 1 ? 1 - LowerSeries(a, x) : UpperFraction(a, x);
}

// The logarithmic derivative of the gamma function, for x > 0.
double Psi(double x) {
  double moved = 0;
  for (; x < 10; x += 1) moved += 1 / x;
  constexpr double kCoefficients[] = {1.0 / 12,  -1.0 / 120,     1.0 / 252, -1.0 / 240,
                                      1.0 / 132, -691.0 / 32760, 1.0 / 12};
  const double square = 1 / (x * x);
  double series = 0;
  for (size_t i = std::size(kCoefficients); i-- > 0;) series = (series + kCoefficients[i]) * square;
  return std::log(x) - 0.5 / x - series - moved;
}

// The derivative of Igamma by a: that of its series, sum of x^(a+n) exp(-x) / Gamma(a+n+1), term by
// term. Terms are largest near n = x - a; those far from there are nothing.
double LowerGammaByA(double a, double x) {
  if (!(a > 0) || !(x >= 0)) return kNaN;
  if (x == 0 || std::isinf(x) || std::isinf(a)) return 0;
  const double width = 40 * std::sqrt(x + 1) + 40;
  const double first = std::max(0.0, std::floor(x - a - width));
  const double log_x = std::log(x);
  double n = a + first, term = GammaDensity(n, x), psi = Psi(n + 1), sum = 0;
  for (; n < x + width || n < a + 40; n += 1) {
    sum += term * (log_x - psi);
    psi += 1 / (n + 1);
    term *= x / (n + 1);
    if (n > x && term < std::fabs(sum) * kSmall && log_x < psi) break;
  }
  return sum;
}
// A sample x moves with a so that Igamma(a, x) stays.
double GammaSampleByA(double a, double x) {
  if (!(a > 0) || !(x >= 0)) return kNaN;
  if (x == 0) return 0;
  const double density = a * GammaDensity(a, x) / x;
  return -LowerGammaByA(a, x) / density;
}

double BetaFraction(double a, double b, double x) {
  double c = 1, d = 1 - (a + b) * x / (a + 1);
  if (std::fabs(d) < kTiny) d = kTiny;
  d = 1 / d;
  double h = d;
  for (int m = 1; m < 100000; ++m) {
    const auto step = [&](double n) {
      d = 1 + n * d;
      if (std::fabs(d) < kTiny) d = kTiny;
      c = 1 + n / c;
      if (std::fabs(c) < kTiny) c = kTiny;
      d = 1 / d;
      h *= d * c;
    };
    step(m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)));
    step(-(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)));
    if (std::fabs(d * c - 1) < 2e-16) break;
  }
  return h;
}
double BetaOf(double a, double b, double x) {
  if (!(a > 0) || !(b > 0) || !(x >= 0 && x <= 1)) return kNaN;
  if (x == 0 || x == 1) return x;
  const double front =
      std::exp(LogGamma(a + b) - LogGamma(a) - LogGamma(b) + a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return front * BetaFraction(a, b, x) / a;
  return 1 - front * BetaFraction(b, a, 1 - x) / b;
}

#define RUNNEL_UNARY(Name, expression)           \
  struct Name {                                  \
    template <typename T>                        \
    static T Do(T value) {                       \
      const auto x = static_cast<double>(value); \
      return static_cast<T>(expression);         \
    }                                            \
  };
RUNNEL_UNARY(Erfinv, ErfinvOf(x))
RUNNEL_UNARY(Ndtri, NdtriOf(x))
RUNNEL_UNARY(BesselI0, PlainI(0, x))
RUNNEL_UNARY(BesselI1, PlainI(1, x))
RUNNEL_UNARY(BesselI0e, ScaledI(0, x))
RUNNEL_UNARY(BesselI1e, ScaledI(1, x))
RUNNEL_UNARY(BesselK0, ScaledK(0, x) * std::exp(-x))
RUNNEL_UNARY(BesselK1, ScaledK(1, x) * std::exp(-x))
RUNNEL_UNARY(BesselK0e, ScaledK(0, x))
RUNNEL_UNARY(BesselK1e, ScaledK(1, x))
RUNNEL_UNARY(BesselJ0, ::j0(x))
RUNNEL_UNARY(BesselJ1, ::j1(x))
RUNNEL_UNARY(BesselY0, x < 0 ? kNaN : ::y0(x))
RUNNEL_UNARY(BesselY1, x < 0 ? kNaN : ::y1(x))
RUNNEL_UNARY(Dawsn, DawsonOf(x))
RUNNEL_UNARY(Expint, ExpintOf(x))
RUNNEL_UNARY(FresnelCos, FresnelOf(x).real())
RUNNEL_UNARY(FresnelSin, FresnelOf(x).imag())
RUNNEL_UNARY(Spence, SpenceOf(x))
#undef RUNNEL_UNARY
#define RUNNEL_BINARY(Name, function)                                                  \
  struct Name {                                                                        \
    template <typename T>                                                              \
    static T Do(T a, T b, uint32_t*) {                                                 \
      return static_cast<T>(function(static_cast<double>(a), static_cast<double>(b))); \
    }                                                                                  \
  };
RUNNEL_BINARY(Igamma, LowerGamma)
RUNNEL_BINARY(Igammac, UpperGamma)
RUNNEL_BINARY(IgammaGradA, LowerGammaByA)
RUNNEL_BINARY(RandomGammaGrad, GammaSampleByA)
#undef RUNNEL_BINARY
struct NextAfter {
  template <typename T>
  static T Do(T a, T b, uint32_t*) {
    return std::nextafter(a, b);
  }
};

using Floats = TypeList<float, double>;
constexpr UnaryEntry kAllUnary[] = {
    {"Erfinv", -1, UnaryLoopFor<Erfinv, Floats>},
    {"Ndtri", -1, UnaryLoopFor<Ndtri, Floats>},
    {"BesselI0", -1, UnaryLoopFor<BesselI0, Floats>},
    {"BesselI1", -1, UnaryLoopFor<BesselI1, Floats>},
    {"BesselI0e", -1, UnaryLoopFor<BesselI0e, Floats>},
    {"BesselI1e", -1, UnaryLoopFor<BesselI1e, Floats>},
    {"BesselK0", -1, UnaryLoopFor<BesselK0, Floats>},
    {"BesselK1", -1, UnaryLoopFor<BesselK1, Floats>},
    {"BesselK0e", -1, UnaryLoopFor<BesselK0e, Floats>},
    {"BesselK1e", -1, UnaryLoopFor<BesselK1e, Floats>},
    {"BesselJ0", -1, UnaryLoopFor<BesselJ0, Floats>},
    {"BesselJ1", -1, UnaryLoopFor<BesselJ1, Floats>},
    {"BesselY0", -1, UnaryLoopFor<BesselY0, Floats>},
    {"BesselY1", -1, UnaryLoopFor<BesselY1, Floats>},
    {"Dawsn", -1, UnaryLoopFor<Dawsn, Floats>},
    {"Expint", -1, UnaryLoopFor<Expint, Floats>},
    {"FresnelCos", -1, UnaryLoopFor<FresnelCos, Floats>},
    {"FresnelSin", -1, UnaryLoopFor<FresnelSin, Floats>},
    {"Spence", -1, UnaryLoopFor<Spence, Floats>},
};
constexpr auto kUnary = ChosenRows<kAllUnary>::kPicked;
constexpr BinaryEntry kAllBinary[] = {
    {"Igamma", -1, BinaryLoopFor<Igamma, Floats>},
    {"Igammac", -1, BinaryLoopFor<Igammac, Floats>},
    {"IgammaGradA", -1, BinaryLoopFor<IgammaGradA, Floats>},
    {"RandomGammaGrad", -1, BinaryLoopFor<RandomGammaGrad, Floats>},
    {"NextAfter", -1, BinaryLoopFor<NextAfter, Floats>},
};
constexpr auto kBinary = ChosenRows<kAllBinary>::kPicked;

constexpr char kBetainc[] = "Betainc";
struct BetaKernel {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* like = run->inputs[0];
    for (int i = 1; i < 3; ++i) {
      if (like->rank == 0) like = run->inputs[i];
    }
    int64_t steps[3];
    for (int i = 0; i < 3; ++i) {
      steps[i] = run->inputs[i]->rank == 0 ? 0 : 1;
      if (steps[i] == 0 || SameDims(run->inputs[i], like)) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: a %s, b %s and x %s should have one shape where they are no scalars", op,
                  ShapeText(run->inputs[0]).text, ShapeText(run->inputs[1]).text,
                  ShapeText(run->inputs[2]).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, like));
    ForType(Floats{}, like->dtype, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      ParallelFor(run, like->num_elements, 512, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const auto at = [&](int k) {
            return static_cast<double>(Data<T>(run->inputs[k])[i * steps[k]]);
          };
          Data<T>(run->outputs[0])[i] = static_cast<T>(BetaOf(at(0), at(1), at(2)));
        }
      });
    });
    return nullptr;
  }
};

constexpr int32_t kWide[] = {RNLP_FLOAT, RNLP_DOUBLE};
constexpr rnlp_type_constraint_t kFloatT = Types("T", kFloatTypes);
constexpr rnlp_type_constraint_t kWideT = Types("T", kWide);

constexpr rnlp_kernel_row_t Row(const char* op) {
  return MakeRow({.op = op,
                  .types = &kFloatT,
                  .num_types = 1,
                  .aliases = kUnaryInPlace,
                  .num_aliases = 1,
                  .create = CreateUnaryOf<kUnary>,
                  .destroy = Destroy<UnaryKernel>,
                  .plan = PlanElements<100000>,
                  .run = runnel::cpu::Run<UnaryKernel>});
}
constexpr rnlp_kernel_row_t Row2(const char* op, const rnlp_type_constraint_t* types) {
  return MakeRow({.op = op,
                  .types = types,
                  .num_types = 1,
                  .aliases = kBinaryInPlace,
                  .num_aliases = 2,
                  .create = CreateBinaryOf<kBinary>,
                  .destroy = Destroy<BinaryKernel>,
                  .plan = PlanElements<200000>,
                  .run = runnel::cpu::Run<BinaryKernel>});
}

}  // namespace

constexpr rnlp_kernel_row_t kIntegralsRows[] = {
    Row("Erfinv"),
    Row("Ndtri"),
    Row("BesselI0"),
    Row("BesselI1"),
    Row("BesselI0e"),
    Row("BesselI1e"),
    Row("BesselK0"),
    Row("BesselK1"),
    Row("BesselK0e"),
    Row("BesselK1e"),
    Row("BesselJ0"),
    Row("BesselJ1"),
    Row("BesselY0"),
    Row("BesselY1"),
    Row("Dawsn"),
    Row("Expint"),
    Row("FresnelCos"),
    Row("FresnelSin"),
    Row("Spence"),
    Row2("Igamma", &kFloatT),
    Row2("Igammac", &kFloatT),
    Row2("IgammaGradA", &kWideT),
    Row2("RandomGammaGrad", &kWideT),
    Row2("NextAfter", &kWideT),
    MakeRow({.op = kBetainc,
             .types = &kWideT,
             .num_types = 1,
             .create = Create<BetaKernel, kBetainc>,
             .destroy = Destroy<BetaKernel>,
             .plan = PlanElements<300000>,
             .run = runnel::cpu::Run<BetaKernel>}),
};
RUNNEL_CPU_ROWS(Integrals)

}  // namespace runnel::cpu
