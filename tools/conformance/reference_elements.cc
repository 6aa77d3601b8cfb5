// References of what is computed element by element.
#include <algorithm>
#include <cmath>
#include <limits>

#include "tools/conformance/reference.h"

namespace runnel::conformance {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

int32_t MainType(const Types& types) {
  const auto found = types.find("T");
  return found == types.end() ? static_cast<int32_t>(RNLP_BOOL) : found->second;
}

// ---- one input ----

struct Unary {
  const char* op;
  double (*f)(double);
  double low;
  double high;
  bool special = true;         // NaN and infinities have one meaning
  const char* argument = "x";  // its name in the op's schema
  const char* result = "y";
  bool to_bool = false;
};

std::vector<Case> UnaryCases(const Unary& unary, const Types& types) {
  const int32_t dtype = MainType(types);
  Numbers numbers;
  std::vector<Case> cases;
  const auto add = [&](std::string label, Value input) {
    Case c;
    c.label = std::move(label);
    Expected expected{unary.to_bool ? static_cast<int32_t>(RNLP_BOOL) : dtype, input.shape(), {}};
    for (int64_t i = 0; i < input.count(); ++i) expected.numbers.push_back(unary.f(input.Get(i)));
    c.inputs.push_back(std::move(input));
    c.outputs.push_back(std::move(expected));
    cases.push_back(std::move(c));
  };
  for (const Shape& shape : {Shape{7, 5}, Shape{}, Shape{1000}, Shape{0}, Shape{3, 0, 2}}) {
    add(Count(shape) == 0 ? "zero size" : "values", Make(numbers, dtype, shape, unary.low, unary.high));
  }
  if (unary.low < 0 && IsFloating(dtype)) {
    // Where a sum with 1 rounds the argument away: right to the last digits, not to some share of 1.
    add("small values", Value(dtype, {8}, {1e-4, -1e-4, 2e-4, -2e-4, 1e-3, -1e-3, 1e-2, -1e-2}));
    cases.back().scale = 0;
    if (dtype == RNLP_FLOAT || dtype == RNLP_DOUBLE) {
      add("tiny values", Value(dtype, {6}, {1e-5, -1e-5, 1e-6, -1e-6, 1e-7, -1e-7}));
      cases.back().scale = 0;
    }
  }
  if (unary.special && IsFloating(dtype)) {
    add("NaN and infinities", Value(dtype, {5}, {kNaN, 1, kInf, 1, -kInf}));
  }
  return cases;
}

constexpr double kScale = 1.0507009873554804934193349852946;
constexpr double kSeluAlpha = 1.6732632423543772848170429916717;

double Same(double x) { return x; }

constexpr Unary kUnary[] = {
    {"Neg", [](double x) { return -x; }, -4, 4},
    {"Abs", [](double x) { return std::fabs(x); }, -4, 4},
    {"Sign", [](double x) { return x > 0   ? 1.0
                                   : x < 0 ? -1.0
                                           : x; }, -4, 4},
    {"Exp", [](double x) { return std::exp(x); }, -4, 4},
    {"Expm1", [](double x) { return std::expm1(x); }, -4, 4},
    {"Log", [](double x) { return std::log(x); }, 0.125, 8},
    {"Log1p", [](double x) { return std::log1p(x); }, -0.875, 8},
    {"Sqrt", [](double x) { return std::sqrt(x); }, 0, 8},
    {"Rsqrt", [](double x) { return 1 / std::sqrt(x); }, 0.125, 8},
    {"Square", [](double x) { return x * x; }, -4, 4},
    {"Reciprocal", [](double x) { return 1 / x; }, 0.125, 8},
    {"Inv", [](double x) { return 1 / x; }, 0.125, 8},
    {"Tanh", [](double x) { return std::tanh(x); }, -4, 4},
    {"Sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }, -4, 4},
    {"Sin", [](double x) { return std::sin(x); }, -400, 400, false},
    {"Cos", [](double x) { return std::cos(x); }, -400, 400, false},
    {"Erf", [](double x) { return std::erf(x); }, -4, 4},
    {"Relu", [](double x) { return x < 0 ? 0 : x; }, -4, 4, true, "features", "activations"},
    {"Relu6", [](double x) { return std::clamp(x, 0.0, 6.0); }, -4, 9, true, "features", "activations"},
    {"Tan", [](double x) { return std::tan(x); }, -4, 4, false},
    {"Asin", [](double x) { return std::asin(x); }, -1, 1},
    {"Acos", [](double x) { return std::acos(x); }, -1, 1},
    {"Atan", [](double x) { return std::atan(x); }, -4, 4},
    {"Sinh", [](double x) { return std::sinh(x); }, -4, 4},
    {"Cosh", [](double x) { return std::cosh(x); }, -4, 4},
    {"Asinh", [](double x) { return std::asinh(x); }, -4, 4},
    {"Acosh", [](double x) { return std::acosh(x); }, 1, 8},
    {"Atanh", [](double x) { return std::atanh(x); }, -0.875, 0.875},
    {"Erfc", [](double x) { return std::erfc(x); }, -4, 4},
    {"Rint", [](double x) { return std::nearbyint(x); }, -4, 4},
    {"Round", [](double x) { return std::nearbyint(x); }, -4, 4},
    {"Invert", [](double x) { return -1 - x; }, -4, 4},
    {"IsNan", [](double x) { return std::isnan(x) ? 1.0 : 0.0; }, -4, 4, true, "x", "y", true},
    {"IsInf", [](double x) { return std::isinf(x) ? 1.0 : 0.0; }, -4, 4, true, "x", "y", true},
    {"IsFinite", [](double x) { return std::isfinite(x) ? 1.0 : 0.0; }, -4, 4, true, "x", "y", true},
    {"Elu", [](double x) { return x < 0 ? std::expm1(x) : x; }, -4, 4, true, "features", "activations"},
    {"Selu", [](double x) { return x < 0 ? kScale * kSeluAlpha * std::expm1(x) : kScale * x; }, -4, 4,
     true, "features", "activations"},
    {"Softplus", [](double x) { return x > 30 ? x : std::log1p(std::exp(x)); }, -4, 4, true, "features",
     "activations"},
    {"Softsign", [](double x) { return x / (1 + std::fabs(x)); }, -4, 4, true, "features",
     "activations"},
    {"Floor", [](double x) { return std::floor(x); }, -4, 4},
    {"Ceil", [](double x) { return std::ceil(x); }, -4, 4},
    {"Identity", Same, -4, 4, true, "input", "output"},
    {"Snapshot", Same, -4, 4, true, "input", "output"},
    {"StopGradient", Same, -4, 4, true, "input", "output"},
    {"PreventGradient", Same, -4, 4, true, "input", "output"},
    {"ZerosLike", [](double) { return 0.0; }, -4, 4},
    {"OnesLike", [](double) { return 1.0; }, -4, 4},
    {"LogicalNot", [](double x) { return x != 0 ? 0.0 : 1.0; }, 0, 1, true, "x", "y", true},
};

// ---- two inputs that broadcast ----

struct Binary {
  const char* op;
  double (*f)(double a, double b);
  double low;  // of the second operand; the first lies in -4 to 4
  double high;
  bool to_bool = false;
  bool special = true;
  bool broadcasts = true;
  const char* first = "x";
  const char* second = "y";
};

int64_t Whole(double x) { return static_cast<int64_t>(x); }
double Bits(int64_t x) { return static_cast<double>(x); }
double FloorMod(double a, double b) {
  const double rest = std::fmod(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

// Division by 0 has one meaning for floating types only.
constexpr Binary kBinary[] = {
    {"Add", [](double a, double b) { return a + b; }, -4, 4},
    {"AddV2", [](double a, double b) { return a + b; }, -4, 4},
    {"Sub", [](double a, double b) { return a - b; }, -4, 4},
    {"Mul", [](double a, double b) { return a * b; }, -4, 4},
    {"Div", [](double a, double b) { return a / b; }, 1, 4},
    {"RealDiv", [](double a, double b) { return a / b; }, 1, 4},
    {"DivNoNan", [](double a, double b) { return b == 0 ? 0 : a / b; }, -1, 1, false, false},
    {"FloorDiv", [](double a, double b) { return std::floor(a / b); }, 1, 4, false, false},
    {"FloorMod", FloorMod, 1, 4},
    {"TruncateDiv", [](double a, double b) { return std::trunc(a / b); }, 1, 4, false, false},
    {"TruncateMod", [](double a, double b) { return std::fmod(a, b); }, 1, 4},
    {"Mod", [](double a, double b) { return std::fmod(a, b); }, 1, 4},
    {"Atan2", [](double a, double b) { return std::atan2(a, b); }, -4, 4},
    {"Xdivy", [](double a, double b) { return a == 0 ? 0 : a / b; }, 0.125, 4},
    {"Xlogy", [](double a, double b) { return a == 0 ? 0 : a * std::log(b); }, 0.125, 4},
    {"BitwiseAnd", [](double a, double b) { return Bits(Whole(a) & Whole(b)); }, -4, 4},
    {"BitwiseOr", [](double a, double b) { return Bits(Whole(a) | Whole(b)); }, -4, 4},
    {"BitwiseXor", [](double a, double b) { return Bits(Whole(a) ^ Whole(b)); }, -4, 4},
    {"LeftShift", [](double a, double b) { return a * std::exp2(b); }, 0, 3},
    {"RightShift", [](double a, double b) { return std::floor(a / std::exp2(b)); }, 0, 3},
    {"SqrtGrad", [](double y, double g) { return g == 0 ? 0 : g * 0.5 / y; }, -4, 4, false, false, false,
     "y", "dy"},
    {"RsqrtGrad", [](double y, double g) { return g == 0 ? 0 : g * -0.5 * y * y * y; }, -4, 4, false,
     false, false, "y", "dy"},
    {"ReciprocalGrad", [](double y, double g) { return g == 0 ? 0 : -g * y * y; }, -4, 4, false, false,
     false, "y", "dy"},
    {"InvGrad", [](double y, double g) { return g == 0 ? 0 : -g * y * y; }, -4, 4, false, false, false,
     "y", "dy"},
    {"Relu6Grad", [](double g, double x) { return x > 0 && x < 6 ? g : 0; }, -4, 9, false, false, false,
     "gradients", "features"},
    {"EluGrad", [](double g, double y) { return y < 0 ? g * (y + 1) : g; }, -1, 4, false, false, false,
     "gradients", "outputs"},
    {"SeluGrad", [](double g, double y) { return g * (y < 0 ? y + kScale * kSeluAlpha : kScale); },
     -1.75, 4, false, false, false, "gradients", "outputs"},
    {"SoftplusGrad", [](double g, double x) { return g / (std::exp(-x) + 1); }, -4, 4, false, false,
     false, "gradients", "features"},
    {"SoftsignGrad", [](double g, double x) { return g / ((std::fabs(x) + 1) * (std::fabs(x) + 1)); },
     -4, 4, false, false, false, "gradients", "features"},
    {"Maximum", [](double a, double b) { return a < b || std::isnan(b) ? b : a; }, -4, 4},
    {"Minimum", [](double a, double b) { return b < a || std::isnan(b) ? b : a; }, -4, 4},
    {"Pow", [](double a, double b) { return std::pow(a, b); }, 0, 2},
    {"SquaredDifference", [](double a, double b) { return (a - b) * (a - b); }, -4, 4},
    {"Equal", [](double a, double b) { return a == b ? 1.0 : 0.0; }, -4, 4, true},
    {"NotEqual", [](double a, double b) { return a != b ? 1.0 : 0.0; }, -4, 4, true},
    {"Less", [](double a, double b) { return a < b ? 1.0 : 0.0; }, -4, 4, true},
    {"LessEqual", [](double a, double b) { return a <= b ? 1.0 : 0.0; }, -4, 4, true},
    {"Greater", [](double a, double b) { return a > b ? 1.0 : 0.0; }, -4, 4, true},
    {"GreaterEqual", [](double a, double b) { return a >= b ? 1.0 : 0.0; }, -4, 4, true},
    {"LogicalAnd", [](double a, double b) { return a != 0 && b != 0 ? 1.0 : 0.0; }, 0, 1, true},
    {"LogicalOr", [](double a, double b) { return a != 0 || b != 0 ? 1.0 : 0.0; }, 0, 1, true},
    {"ReluGrad", [](double g, double x) { return x > 0 ? g : 0; }, -4, 4, false, false, false,
     "gradients", "features"},
    {"TanhGrad", [](double y, double g) { return g * (1 - y * y); }, -4, 4, false, false, false, "y",
     "dy"},
    {"SigmoidGrad", [](double y, double g) { return g * y * (1 - y); }, -4, 4, false, false, false, "y",
     "dy"},
};

std::vector<Case> BinaryCases(const Binary& binary, const Types& types) {
  const int32_t dtype = MainType(types);
  const bool is_pow = std::string_view(binary.op) == "Pow";
  const bool is_mod = std::string_view(binary.op).ends_with("Mod");
  Numbers numbers;
  std::vector<Case> cases;
  const auto add = [&](std::string label, Value a, Value b) {
    Case c;
    c.label = std::move(label);
    c.scale = 1;
    const Shape shape = BroadcastShape(a.shape(), b.shape());
    Expected expected{binary.to_bool ? static_cast<int32_t>(RNLP_BOOL) : dtype, shape, {}};
    ForEach(shape, [&](const Shape& index) {
      double result =
          binary.f(a.Get(BroadcastFlat(a.shape(), index)), b.Get(BroadcastFlat(b.shape(), index)));
      if (!IsFloating(dtype) && !binary.to_bool) result = std::trunc(result);
      expected.numbers.push_back(result);
    });
    c.inputs.push_back(std::move(a));
    c.inputs.push_back(std::move(b));
    c.outputs.push_back(std::move(expected));
    cases.push_back(std::move(c));
  };
  std::vector<std::pair<Shape, Shape>> shapes = {
      {{4, 3}, {4, 3}}, {{777}, {777}}, {{}, {}}, {{0, 3}, {0, 3}}};
  if (binary.broadcasts) {
    shapes.insert(shapes.end(), {{{4, 3}, {3}},
                                 {{4, 1}, {1, 3}},
                                 {{}, {5}},
                                 {{6}, {}},
                                 {{2, 1, 3}, {4, 1}},
                                 {{0, 3}, {3}},
                                 {{0, 1}, {2}}});
  }
  for (const auto& [a, b] : shapes) {
    const bool empty = Count(BroadcastShape(a, b)) == 0;
    add(empty    ? "zero size"
        : a == b ? "values"
                 : "broadcast",
        Make(numbers, dtype, a, is_pow ? 0.5 : -4, 4), Make(numbers, dtype, b, binary.low, binary.high));
  }
  if (binary.special && IsFloating(dtype)) {
    add("NaN and infinities", Value(dtype, {5}, {kNaN, 1, kInf, 2, -kInf}),
        Value(dtype, {5}, {1, kNaN, 2, 2, 3}));
  }
  if (is_mod && IsFloating(dtype)) {
    add("infinite divisors", Value(dtype, {6}, {0, 2.75, -2.75, 3, -3, kInf}),
        Value(dtype, {6}, {-kInf, kInf, -kInf, -kInf, kInf, 2}));
    // The quotient may be rounded to a whole number that it does not reach.
    std::vector<double> products, factors;
    for (int i = 1; i <= 300; ++i) {
      factors.push_back(0.1 * (i % 17 + 1));
      products.push_back((i % 2 == 0 ? -0.1 : 0.1) * (i % 17 + 1) * (i % 40 + 1));
    }
    add("quotients beside whole numbers", Value(dtype, {300}, products), Value(dtype, {300}, factors));
    cases.back().scale = 0;
    if (dtype == RNLP_FLOAT || dtype == RNLP_DOUBLE) {
      add("large quotients", Value(dtype, {8}, {1e10, 123456789, -1e7, 3e38, -7.5e8, 1e30, 5e20, -3e38}),
          Value(dtype, {8}, {3, 0.7, 5, 1e-3, -2.5, 1e-30, 7e-5, 3.5}));
      cases.back().scale = 0;
    }
  }
  if (is_pow && IsFloating(dtype)) {
    add("infinite powers and bases", Value(dtype, {8}, {-kInf, -kInf, -1, -1, kInf, 0, 1, kNaN}),
        Value(dtype, {8}, {-1.5, 2.5, kInf, -kInf, -1, -1.5, kNaN, 0}));
  }
  if (std::string_view(binary.second) == "dy" && IsFloating(dtype)) {
    add("nothing arrives", Value(dtype, {5}, {kNaN, 0, kInf, -kInf, 2}),
        Value(dtype, {5}, {0, 0, 0, 0, 0}));
  }
  return cases;
}

// ---- with attributes, or with three inputs ----

constexpr float kAlpha = 0.25f;
double Leaky(double g, double x) { return x > 0 ? g : g * static_cast<double>(kAlpha); }
constexpr Unary kLeakyRelu = {
    "LeakyRelu", [](double x) { return Leaky(x, x); }, -4, 4, true, "features", "activations"};
constexpr Binary kLeakyReluGrad = {"LeakyReluGrad", Leaky, -4,          4,         false,
                                   false,           false, "gradients", "features"};

std::vector<Case> WithAlpha(std::vector<Case> cases) {
  for (Case& c : cases) c.attrs["alpha"] = kAlpha;
  return cases;
}

std::vector<Case> ClipCases(const Types& types) {
  const int32_t dtype = MainType(types);
  Numbers numbers;
  std::vector<Case> cases;
  for (const Shape& shape : {Shape{5, 7}, Shape{5000}, Shape{}, Shape{0, 2}}) {
    for (const bool low_is_scalar : {true, false}) {
      for (const bool high_is_scalar : {true, false}) {
        const Value t = Make(numbers, dtype, shape, -4, 4);
        const Value low = Make(numbers, dtype, low_is_scalar ? Shape{} : shape, -3, 1);
        const Value high = Make(numbers, dtype, high_is_scalar ? Shape{} : shape, 1, 3);
        Case c;
        c.label = Count(shape) == 0 ? "zero size" : "values";
        Expected expected{dtype, shape, {}};
        for (int64_t i = 0; i < t.count(); ++i) {
          const double most = high.Get(high_is_scalar ? 0 : i), least = low.Get(low_is_scalar ? 0 : i);
          expected.numbers.push_back(std::max(std::min(t.Get(i), most), least));
        }
        c.inputs = {t, low, high};
        c.outputs.push_back(std::move(expected));
        cases.push_back(std::move(c));
      }
    }
  }
  return cases;
}

}  // namespace

double (*FindUnary(std::string_view op, double* low, double* high))(double) {
  for (const Unary& unary : kUnary) {
    if (op != unary.op || unary.to_bool) continue;
    *low = unary.low;
    *high = unary.high;
    return unary.f;
  }
  return nullptr;
}

double (*FindBinary(std::string_view op, double* low, double* high))(double, double) {
  for (const Binary& binary : kBinary) {
    if (op != binary.op || binary.to_bool) continue;
    *low = binary.low;
    *high = binary.high;
    return binary.f;
  }
  return nullptr;
}

std::vector<std::string_view> UnaryElementOps() {
  std::vector<std::string_view> ops;
  for (const Unary& unary : kUnary) {
    if (!unary.to_bool) ops.push_back(unary.op);
  }
  return ops;
}

std::vector<std::string_view> BinaryElementOps() {
  std::vector<std::string_view> ops;
  for (const Binary& binary : kBinary) {
    if (!binary.to_bool) ops.push_back(binary.op);
  }
  return ops;
}

std::vector<Reference> ElementReferences() {
  std::vector<Reference> all;
  for (const Unary& unary : kUnary) {
    all.push_back({unary.op, {unary.argument}, {unary.result}, {}, [&unary](const Types& types) {
                     return UnaryCases(unary, types);
                   }});
  }
  for (const Binary& binary : kBinary) {
    all.push_back({binary.op, {binary.first, binary.second}, {"z"}, {}, [&binary](const Types& types) {
                     return BinaryCases(binary, types);
                   }});
  }
  all.push_back({"LeakyRelu", {"features"}, {"activations"}, {}, [](const Types& types) {
                   return WithAlpha(UnaryCases(kLeakyRelu, types));
                 }});
  all.push_back({"LeakyReluGrad", {"gradients", "features"}, {"backprops"}, {}, [](const Types& types) {
                   return WithAlpha(BinaryCases(kLeakyReluGrad, types));
                 }});
  all.push_back({"ClipByValue", {"t", "clip_value_min", "clip_value_max"}, {"output"}, {}, ClipCases});
  return all;
}

}  // namespace runnel::conformance
