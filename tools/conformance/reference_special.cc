// References of functions that are no element of the C library: by series that are exact to a double.
#include <cmath>

#include "tools/conformance/reference.h"

namespace runnel::conformance {
namespace {

// Source: Abramowitz & Stegun 6.3.5 and 6.3.18, the series from 12 on.
double Digamma(double x) {
  double sum = 0;
  for (; x < 12; ++x) sum -= 1 / x;
  const double y = 1 / (x * x);
  const double series =
      y * (1.0 / 12 -
           y * (1.0 / 120 - y * (1.0 / 252 - y * (1.0 / 240 - y * (5.0 / 660 - y * 691.0 / 32760)))));
  return sum + std::log(x) - 0.5 / x - series;
}

// The sum of 1 / (q + k)^x. Source: Abramowitz & Stegun 23.1.30 (Euler & Maclaurin), from the 20th term
// on.
double Zeta(double x, double q) {
  constexpr int kTerms = 20;
  double sum = 0;
  for (int k = 0; k < kTerms; ++k) sum += std::pow(q + k, -x);
  const double a = q + kTerms;
  sum += std::pow(a, 1 - x) / (x - 1) + 0.5 * std::pow(a, -x);
  // B2k / (2k)!
  constexpr double kFactors[] = {1.0 / 12,       -1.0 / 720,     1.0 / 30240,
                                 -1.0 / 1209600, 1.0 / 47900160, -691.0 / 1307674368000};
  double rising = x, power = std::pow(a, -x - 1);
  for (int k = 0; k < 6; ++k) {
    sum += kFactors[k] * rising * power;
    rising *= (x + 2 * k + 1) * (x + 2 * k + 2);
    power /= a * a;
  }
  return sum;
}

double Polygamma(double n, double x) {
  if (n == 0) return Digamma(x);
  const double sign = std::fmod(n, 2) == 1 ? 1 : -1;
  return sign * std::tgamma(n + 1) * Zeta(n + 1, x);
}

std::vector<Case> OneInput(double (*f)(double), const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  for (const Shape& shape : {Shape{6, 9}, Shape{}, Shape{0, 2}}) {
    Case c;
    c.label = Count(shape) == 0 ? "zero size" : "values";
    c.scale = 1;
    c.inputs = {Make(numbers, types.at("T"), shape, 0.125, 8)};
    Expected y{types.at("T"), shape, {}};
    for (int64_t i = 0; i < c.inputs[0].count(); ++i) y.numbers.push_back(f(c.inputs[0].Get(i)));
    c.outputs = {y};
    cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<Case> TwoInputs(double (*f)(double, double), bool whole, double low, double high,
                            const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  for (const Shape& shape : {Shape{6, 9}, Shape{}, Shape{0, 2}}) {
    Case c;
    c.label = Count(shape) == 0 ? "zero size" : "values";
    c.scale = 1;
    const int32_t dtype = types.at("T");
    c.inputs = {
        whole ? MakeWhole(numbers, dtype, shape, low, high) : Make(numbers, dtype, shape, low, high),
        Make(numbers, dtype, shape, 0.5, 6)};
    Expected y{dtype, shape, {}};
    for (int64_t i = 0; i < c.inputs[0].count(); ++i)
      y.numbers.push_back(f(c.inputs[0].Get(i), c.inputs[1].Get(i)));
    c.outputs = {y};
    cases.push_back(std::move(c));
  }
  return cases;
}

double LogGamma(double x) { return std::lgamma(x); }

}  // namespace

std::vector<Reference> SpecialReferences() {
  return {
      {"Lgamma", {"x"}, {"y"}, {}, [](const Types& t) { return OneInput(LogGamma, t); }},
      {"Digamma", {"x"}, {"y"}, {}, [](const Types& t) { return OneInput(Digamma, t); }},
      {"Zeta", {"x", "q"}, {"z"}, {}, [](const Types& t) { return TwoInputs(Zeta, false, 1.5, 6, t); }},
      {"Polygamma",
       {"a", "x"},
       {"z"},
       {},
       [](const Types& t) { return TwoInputs(Polygamma, true, 0, 4, t); }},
  };
}

}  // namespace runnel::conformance
