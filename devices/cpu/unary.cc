// Math: element-wise ops of one argument.
#include <iterator>

#include "devices/cpu/elementwise.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

struct Neg {
  template <typename T>
  static T Do(T x) {
    return SubValues(T{}, x);
  }
};
struct Abs {
  template <typename T>
  static T Do(T x) {
    return x < 0 ? SubValues(T{}, x) : x;
  }
};
struct Sign {
  template <typename T>
  static T Do(T x) {
    if constexpr (std::is_floating_point_v<T>) {
      if (std::isnan(x)) return x;
    }
    return static_cast<T>((x > 0) - (x < 0));
  }
};
struct Square {
  template <typename T>
  static T Do(T x) {
    return MulValues(x, x);
  }
};
struct Relu {
  template <typename T>
  static T Do(T x) {
    return x < 0 ? T{0} : x;
  }
};
struct Exp {
  template <typename T>
  static T Do(T x) {
    return std::exp(x);
  }
};
struct Log {
  template <typename T>
  static T Do(T x) {
    return std::log(x);
  }
};
struct Log1p {
  template <typename T>
  static T Do(T x) {
    return std::log1p(x);
  }
};
struct Tanh {
  template <typename T>
  static T Do(T x) {
    return std::tanh(x);
  }
};
struct Sigmoid {
  template <typename T>
  static T Do(T x) {
    const T e = std::exp(-std::fabs(x));
    return (x < 0 ? e : T{1}) / (T{1} + e);
  }
};
struct Not {
  static bool Do(bool x) { return !x; }
};

using Floats = TypeList<float, double>;
using Doubles = TypeList<double>;
using SignedInts = TypeList<int8_t, int16_t, int32_t, int64_t>;
using SignedAndComplex = TypeList<int8_t, int16_t, int32_t, int64_t, Complex<float>, Complex<double>>;
using FloatsAndSigned = TypeList<float, double, int8_t, int16_t, int32_t, int64_t>;
using IntsAndComplex = TypeList<int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t,
                                Complex<float>, Complex<double>>;

constexpr UnaryEntry kAllEntries[] = {
    {"Neg", kSimdNeg, UnaryLoopFor<Neg, SignedAndComplex>},
    {"Abs", kSimdAbs, UnaryLoopFor<Abs, SignedInts>},
    {"Sign", -1, UnaryLoopFor<Sign, FloatsAndSigned>},
    {"Exp", kSimdExp, UnaryLoopFor<Exp, Doubles>},
    {"Log", kSimdLog, UnaryLoopFor<Log, Doubles>},
    {"Log1p", -1, UnaryLoopFor<Log1p, Floats>},
    {"Sqrt", kSimdSqrt, NoUnaryLoop},
    {"Rsqrt", kSimdRsqrt, NoUnaryLoop},
    {"Square", kSimdSquare, UnaryLoopFor<Square, IntsAndComplex>},
    {"Reciprocal", kSimdReciprocal, NoUnaryLoop},
    {"Tanh", kSimdTanh, UnaryLoopFor<Tanh, Doubles>},
    {"Sigmoid", kSimdSigmoid, UnaryLoopFor<Sigmoid, Doubles>},
    {"Relu", kSimdRelu, UnaryLoopFor<Relu, IntegerList>},
    {"Floor", kSimdFloor, NoUnaryLoop},
    {"Ceil", kSimdCeil, NoUnaryLoop},
    {"LogicalNot", -1, UnaryLoopFor<Not, TypeList<bool>>},
};
constexpr auto kEntries = ChosenRows<kAllEntries>::kPicked;

constexpr int32_t kSignedReals[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF,  RNLP_BFLOAT16,
                                    RNLP_INT8,  RNLP_INT16,  RNLP_INT32, RNLP_INT64};
constexpr int32_t kSigned[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF,  RNLP_BFLOAT16,  RNLP_INT8,
                               RNLP_INT16, RNLP_INT32,  RNLP_INT64, RNLP_COMPLEX64, RNLP_COMPLEX128};
constexpr int32_t kNumbers[] = {RNLP_FLOAT,  RNLP_DOUBLE, RNLP_HALF,      RNLP_BFLOAT16,  RNLP_INT8,
                                RNLP_INT16,  RNLP_INT32,  RNLP_INT64,     RNLP_UINT8,     RNLP_UINT16,
                                RNLP_UINT32, RNLP_UINT64, RNLP_COMPLEX64, RNLP_COMPLEX128};
constexpr rnlp_type_constraint_t kFloatT = Types("T", kFloatTypes);
constexpr rnlp_type_constraint_t kSignedRealT = Types("T", kSignedReals);
constexpr rnlp_type_constraint_t kSignedT = Types("T", kSigned);
constexpr rnlp_type_constraint_t kNumberT = Types("T", kNumbers);
constexpr rnlp_type_constraint_t kRealT = Types("T", kRealTypes);

template <int kPicoseconds>
constexpr rnlp_kernel_row_t Row(const char* op, const rnlp_type_constraint_t* types) {
  return MakeRow({.op = op,
                  .types = types,
                  .num_types = types == nullptr ? 0u : 1u,
                  .aliases = kUnaryInPlace,
                  .num_aliases = 1,
                  .create = CreateUnaryOf<kEntries>,
                  .destroy = Destroy<UnaryKernel>,
                  .plan = PlanElements<kPicoseconds>,
                  .run = runnel::cpu::Run<UnaryKernel>});
}

}  // namespace

constinit const ElementOps kUnaryElementOps = {std::data(kEntries), std::size(kEntries), nullptr, 0};

constexpr rnlp_kernel_row_t kUnaryRows[] = {
    Row<200>("Neg", &kSignedT),       Row<200>("Abs", &kSignedRealT), Row<500>("Sign", &kSignedRealT),
    Row<1000>("Exp", &kFloatT),       Row<1500>("Log", &kFloatT),     Row<8000>("Log1p", &kFloatT),
    Row<500>("Sqrt", &kFloatT),       Row<800>("Rsqrt", &kFloatT),    Row<200>("Square", &kNumberT),
    Row<400>("Reciprocal", &kFloatT), Row<1500>("Tanh", &kFloatT),    Row<1500>("Sigmoid", &kFloatT),
    Row<200>("Relu", &kRealT),        Row<200>("Floor", &kFloatT),    Row<200>("Ceil", &kFloatT),
    Row<200>("LogicalNot", nullptr),
};
RUNNEL_CPU_ROWS(Unary)

}  // namespace runnel::cpu
