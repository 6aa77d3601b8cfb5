// Math: elementary functions. Where vector code exists it is named; the rest are the math library's, one
// element at a time.
#include <iterator>

#include "devices/cpu/elementwise.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

struct Sin {
  template <typename T>
  static T Do(T x) {
    return std::sin(x);
  }
};
struct Cos {
  template <typename T>
  static T Do(T x) {
    return std::cos(x);
  }
};
struct Tan {
  template <typename T>
  static T Do(T x) {
    return std::tan(x);
  }
};
struct Asin {
  template <typename T>
  static T Do(T x) {
    return std::asin(x);
  }
};
struct Acos {
  template <typename T>
  static T Do(T x) {
    return std::acos(x);
  }
};
struct Atan {
  template <typename T>
  static T Do(T x) {
    return std::atan(x);
  }
};
struct Sinh {
  template <typename T>
  static T Do(T x) {
    return std::sinh(x);
  }
};
struct Cosh {
  template <typename T>
  static T Do(T x) {
    return std::cosh(x);
  }
};
struct Asinh {
  template <typename T>
  static T Do(T x) {
    return std::asinh(x);
  }
};
struct Acosh {
  template <typename T>
  static T Do(T x) {
    return std::acosh(x);
  }
};
struct Atanh {
  template <typename T>
  static T Do(T x) {
    return std::atanh(x);
  }
};
struct Expm1 {
  template <typename T>
  static T Do(T x) {
    return std::expm1(x);
  }
};
struct Erf {
  template <typename T>
  static T Do(T x) {
    return std::erf(x);
  }
};
struct Erfc {
  template <typename T>
  static T Do(T x) {
    return std::erfc(x);
  }
};
struct Same {
  template <typename T>
  static T Do(T x) {
    return x;
  }
};
struct IsNan {
  template <typename T>
  static bool Do(T x) {
    return std::isnan(Load(x));
  }
};
struct IsInf {
  template <typename T>
  static bool Do(T x) {
    return std::isinf(Load(x));
  }
};
struct IsFinite {
  template <typename T>
  static bool Do(T x) {
    return std::isfinite(Load(x));
  }
};

struct Atan2 {  // (y, x)
  template <typename T>
  static T Do(T a, T b, uint32_t*) {
    return std::atan2(a, b);
  }
};
struct Xdivy {
  template <typename T>
  static T Do(T a, T b, uint32_t*) {
    return a == 0 ? T{0} : a / b;
  }
};
struct Xlog1py {
  template <typename T>
  static T Do(T a, T b, uint32_t*) {
    return a == 0 ? T{0} : a * std::log1p(b);
  }
};
struct MulNoNan {
  template <typename T>
  static T Do(T a, T b, uint32_t*) {
    return b == 0 ? T{0} : a * b;
  }
};
struct Xlogy {
  template <typename T>
  static T Do(T a, T b, uint32_t*) {
    return a == 0 ? T{0} : a * std::log(b);
  }
};

using Floats = TypeList<float, double>;
using Doubles = TypeList<double>;

template <class Op>
UnaryLoop TestLoopFor(int32_t dtype) {
  return VisitType<UnaryLoop>(FloatList{}, dtype, nullptr, [](auto tag) -> UnaryLoop {
    return &UnaryScalarLoop<typename decltype(tag)::Type, bool, Op>;
  });
}

constexpr UnaryEntry kAllUnary[] = {
    {"Sin", -1, UnaryLoopFor<Sin, Floats>},
    {"Cos", -1, UnaryLoopFor<Cos, Floats>},
    {"Tan", -1, UnaryLoopFor<Tan, Floats>},
    {"Asin", -1, UnaryLoopFor<Asin, Floats>},
    {"Acos", -1, UnaryLoopFor<Acos, Floats>},
    {"Atan", -1, UnaryLoopFor<Atan, Floats>},
    {"Sinh", -1, UnaryLoopFor<Sinh, Floats>},
    {"Cosh", -1, UnaryLoopFor<Cosh, Floats>},
    {"Asinh", -1, UnaryLoopFor<Asinh, Floats>},
    {"Acosh", -1, UnaryLoopFor<Acosh, Floats>},
    {"Atanh", -1, UnaryLoopFor<Atanh, Floats>},
    {"Expm1", kSimdExpm1, UnaryLoopFor<Expm1, Doubles>},
    {"Erf", kSimdErf, UnaryLoopFor<Erf, Doubles>},
    {"Erfc", -1, UnaryLoopFor<Erfc, Floats>},
    {"Rint", kSimdRint, NoUnaryLoop},
    {"Round", kSimdRint, UnaryLoopFor<Same, TypeList<int32_t, int64_t>>},
    {"Inv", kSimdReciprocal, NoUnaryLoop},
    {"IsNan", -1, TestLoopFor<IsNan>, true},
    {"IsInf", -1, TestLoopFor<IsInf>, true},
    {"IsFinite", -1, TestLoopFor<IsFinite>, true},
};
constexpr auto kUnary = ChosenRows<kAllUnary>::kPicked;
constexpr BinaryEntry kAllBinary[] = {
    {"Atan2", -1, BinaryLoopFor<Atan2, Floats>},
    {"Xdivy", -1, BinaryLoopFor<Xdivy, Floats>},
    {"Xlogy", -1, BinaryLoopFor<Xlogy, Floats>},
    {"Xlog1py", -1, BinaryLoopFor<Xlog1py, Floats>},
    {"MulNoNan", -1, BinaryLoopFor<MulNoNan, Floats>},
    {"SqrtGrad", kSimdSqrtGrad, NoBinaryLoop, false, false},
    {"RsqrtGrad", kSimdRsqrtGrad, NoBinaryLoop, false, false},
    {"ReciprocalGrad", kSimdReciprocalGrad, NoBinaryLoop, false, false},
    {"InvGrad", kSimdReciprocalGrad, NoBinaryLoop, false, false},
};
constexpr auto kBinary = ChosenRows<kAllBinary>::kPicked;

constexpr int32_t kRound[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_BFLOAT16, RNLP_INT32, RNLP_INT64};
constexpr rnlp_type_constraint_t kFloatT = Types("T", kFloatTypes);
constexpr rnlp_type_constraint_t kRoundT = Types("T", kRound);

template <int kPicoseconds>
constexpr rnlp_kernel_row_t Row(const char* op, const rnlp_type_constraint_t* types = &kFloatT,
                                bool in_place = true) {
  return MakeRow({.op = op,
                  .types = types,
                  .num_types = 1,
                  .aliases = in_place ? kUnaryInPlace : nullptr,
                  .num_aliases = in_place ? 1u : 0u,
                  .create = CreateUnaryOf<kUnary>,
                  .destroy = Destroy<UnaryKernel>,
                  .plan = PlanElements<kPicoseconds>,
                  .run = runnel::cpu::Run<UnaryKernel>});
}
template <int kPicoseconds>
constexpr rnlp_kernel_row_t Row2(const char* op) {
  return MakeRow({.op = op,
                  .types = &kFloatT,
                  .num_types = 1,
                  .aliases = kBinaryInPlace,
                  .num_aliases = 2,
                  .create = CreateBinaryOf<kBinary>,
                  .destroy = Destroy<BinaryKernel>,
                  .plan = PlanElements<kPicoseconds>,
                  .run = runnel::cpu::Run<BinaryKernel>});
}

}  // namespace

constinit const ElementOps kMathElementOps = {std::data(kUnary), std::size(kUnary), std::data(kBinary),
                                              std::size(kBinary)};

constexpr rnlp_kernel_row_t kMathRows[] = {
    Row<10000>("Sin"),
    Row<10000>("Cos"),
    Row<10000>("Tan"),
    Row<10000>("Asin"),
    Row<10000>("Acos"),
    Row<10000>("Atan"),
    Row<10000>("Sinh"),
    Row<10000>("Cosh"),
    Row<10000>("Asinh"),
    Row<10000>("Acosh"),
    Row<10000>("Atanh"),
    Row<1500>("Expm1"),
    Row<1500>("Erf"),
    Row<10000>("Erfc"),
    Row<200>("Rint"),
    Row<200>("Round", &kRoundT),
    Row<400>("Inv"),
    Row<500>("IsNan", &kFloatT, false),
    Row<500>("IsInf", &kFloatT, false),
    Row<500>("IsFinite", &kFloatT, false),
    Row2<15000>("Atan2"),
    Row2<1000>("Xdivy"),
    Row2<8000>("Xlogy"),
    Row2<8000>("Xlog1py"),
    Row2<500>("MulNoNan"),
    Row2<400>("SqrtGrad"),
    Row2<300>("RsqrtGrad"),
    Row2<300>("ReciprocalGrad"),
    Row2<300>("InvGrad"),
};
RUNNEL_CPU_ROWS(Math)

}  // namespace runnel::cpu
