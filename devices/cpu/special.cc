// Math: the gamma function's logarithm and its derivatives, and Hurwitz' zeta function. Everything is
// computed in double; where TensorFlow gives NaN or an infinity at a pole, so does this.
//
// Sources: Abramowitz & Stegun 1964, 6.1 to 6.4 and 23.2; Johansson 2015 for the zeta function.
#include <algorithm>

#include "devices/cpu/elementwise.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Not std::lgamma, which writes the sign to a global.
double LogGamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

// The logarithmic derivative of the gamma function: reflected to positive arguments, moved up by its
// recurrence, and there its asymptotic series.
double Psi(double x) {
  double reflected = 0;
  if (x <= 0) {
    double part = x - std::floor(x);
    if (part == 0 || !std::isfinite(x)) return kNaN;
    if (part > 0.5) part -= 1;
    reflected = M_PI / std::tan(M_PI * part);
    x = 1 - x;
  }
  double moved = 0;
  for (; x < 10; x += 1) moved += 1 / x;
  double series = 0;
  if (x < 1e17) {
    constexpr double kCoefficients[] = {1.0 / 12,  -1.0 / 120,     1.0 / 252, -1.0 / 240,
                                        1.0 / 132, -691.0 / 32760, 1.0 / 12};
    const double square = 1 / (x * x);
    for (size_t i = std::size(kCoefficients); i-- > 0;) series = (series + kCoefficients[i]) * square;
  }
  return std::log(x) - 0.5 / x - series - moved - reflected;
}

// The sum of (q + k)^-x over all k from 0, for x > 1 and q > 0 (Euler & Maclaurin).
double PositiveZeta(double x, double q) {
  if (q > 1e17) return std::pow(q, 1 - x) / (x - 1);  // an integral to all digits
  double sum = 0;
  double term = 0;
  for (int k = 0; k < 10 || q < 10; ++k, q += 1) {
    term = std::pow(q, -x);
    sum += term;
    if (term <= sum * 1e-18) return sum;
  }
  term = std::pow(q, -x);
  sum += term * q / (x - 1) + 0.5 * term;
  // B(2j) / (2j)! for j from 1.
  constexpr double kBernoulli[] = {
      8.333333333333333e-02,  -1.388888888888889e-03, 3.306878306878307e-05,   -8.267195767195768e-07,
      2.0876756987868099e-08, -5.284190138687493e-10, 1.3382536530684679e-11,  -3.389680296322583e-13,
      8.586062056277845e-15,  -2.174868698558062e-16, 5.50900282836022953e-18, -1.395446468581252e-19};
  double factor = x;
  term /= q;
  for (size_t j = 0; j < std::size(kBernoulli); ++j) {
    const double part = kBernoulli[j] * factor * term;
    sum += part;
    if (!(std::fabs(part) > std::fabs(sum) * 1e-17)) break;
    const double next = x + 2 * static_cast<double>(j);
    factor *= (next + 1) * (next + 2);
    term /= q * q;
  }
  return sum;
}

double HurwitzZeta(double x, double q) {
  if (std::isnan(x) || std::isnan(q) || x < 1) return kNaN;
  if (x == 1) return kInfinity;
  if (q > 0) return q == kInfinity ? 0 : PositiveZeta(x, q);
  const bool is_even = std::fmod(x, 2) == 0 || x == kInfinity;
  if (q == std::floor(q)) return is_even ? kInfinity : kNaN;
  if (x != std::floor(x)) return kNaN;
  if (x == kInfinity) return kInfinity;
  // Below zero the terms are those of two positive sums: -(part + m)^-x up to m = steps, and (1 - part +
  // k)^-x.
  const double steps = std::floor(-q);
  const double part = -q - steps;
  const double below = PositiveZeta(x, part) - PositiveZeta(x, part + steps + 1);
  return (is_even ? below : -below) + PositiveZeta(x, 1 - part);
}

// Derivative n of Psi.
double PolyGamma(double n, double x) {
  if (!(n >= 0) || n != std::floor(n) || n == kInfinity) return kNaN;
  if (n == 0) return Psi(x);
  const double zeta = HurwitzZeta(n + 1, x);
  // Factorials beyond 170 are out of range, but not their products with what is small.
  const double size = n <= 170 || zeta == 0 || !std::isfinite(zeta)
                          ? std::tgamma(n + 1) * std::fabs(zeta)
                          : std::exp(LogGamma(n + 1) + std::log(std::fabs(zeta)));
  const bool negative = (std::fmod(n, 2) == 0) != (zeta < 0);
  if (std::isnan(zeta)) return kNaN;
  return zeta == 0 ? 0 : negative ? -size : size;
}

struct Lgamma {
  template <typename T>
  static T Do(T x) {
    return static_cast<T>(LogGamma(static_cast<double>(x)));
  }
};
struct Digamma {
  template <typename T>
  static T Do(T x) {
    return static_cast<T>(Psi(static_cast<double>(x)));
  }
};
struct Polygamma {
  template <typename T>
  static T Do(T a, T x, uint32_t*) {
    return static_cast<T>(PolyGamma(static_cast<double>(a), static_cast<double>(x)));
  }
};
struct Zeta {
  template <typename T>
  static T Do(T x, T q, uint32_t*) {
    return static_cast<T>(HurwitzZeta(static_cast<double>(x), static_cast<double>(q)));
  }
};

using Floats = TypeList<float, double>;
constexpr UnaryEntry kAllUnary[] = {
    {"Lgamma", -1, UnaryLoopFor<Lgamma, Floats>},
    {"Digamma", -1, UnaryLoopFor<Digamma, Floats>},
};
constexpr auto kUnary = ChosenRows<kAllUnary>::kPicked;
constexpr BinaryEntry kAllBinary[] = {
    {"Polygamma", -1, BinaryLoopFor<Polygamma, Floats>},
    {"Zeta", -1, BinaryLoopFor<Zeta, Floats>},
};
constexpr auto kBinary = ChosenRows<kAllBinary>::kPicked;

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
                  .plan = PlanElements<30000>,
                  .run = runnel::cpu::Run<UnaryKernel>});
}
constexpr rnlp_kernel_row_t Row2(const char* op) {
  return MakeRow({.op = op,
                  .types = &kWideT,
                  .num_types = 1,
                  .aliases = kBinaryInPlace,
                  .num_aliases = 2,
                  .create = CreateBinaryOf<kBinary>,
                  .destroy = Destroy<BinaryKernel>,
                  .plan = PlanElements<200000>,
                  .run = runnel::cpu::Run<BinaryKernel>});
}

}  // namespace

constexpr rnlp_kernel_row_t kSpecialRows[] = {Row("Lgamma"), Row("Digamma"), Row2("Polygamma"),
                                              Row2("Zeta")};
RUNNEL_CPU_ROWS(Special)

}  // namespace runnel::cpu
