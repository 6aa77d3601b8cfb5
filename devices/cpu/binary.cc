// Math: element-wise ops of two arguments, with broadcasting: arithmetic, comparisons, logic, and the
// gradients of activations (which take two arguments of one shape).
#include <concepts>
#include <cstring>
#include <iterator>

#include "devices/cpu/elementwise.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

struct Add {
  template <typename T>
  static T Do(T a, T b, uint32_t*) {
    return AddValues(a, b);
  }
};
struct Sub {
  template <typename T>
  static T Do(T a, T b, uint32_t*) {
    return SubValues(a, b);
  }
};
struct Mul {
  template <typename T>
  static T Do(T a, T b, uint32_t*) {
    return MulValues(a, b);
  }
};
// Integers: towards zero. The most negative number over -1 wraps around, as negation does.
struct TruncateDiv {
  template <std::floating_point T>
  static T Do(T a, T b, uint32_t*) {
    return std::trunc(a / b);
  }
  template <std::integral T>
  static T Do(T a, T b, uint32_t* error) {
    if (b == 0) {
      *error |= kDivisionByZero;
      return 0;
    }
    if constexpr (std::is_signed_v<T>) {
      if (b == -1) return SubValues(T{0}, a);
    }
    return static_cast<T>(a / b);
  }
};
struct FloorDiv {
  template <typename T>
  static T Do(T a, T b, uint32_t* error) {
    if constexpr (std::is_floating_point_v<T>) {
      return std::floor(a / b);
    } else {
      const T quotient = TruncateDiv::Do(a, b, error);
      if constexpr (std::is_signed_v<T>) {
        if (b != 0 && b != -1 && (a % b != 0) && ((a < 0) != (b < 0)))
          return static_cast<T>(quotient - 1);
      }
      return quotient;
    }
  }
};
// The result has the sign of the dividend.
struct TruncateMod {
  template <typename T>
  static T Do(T a, T b, uint32_t* error) {
    if constexpr (std::is_floating_point_v<T>) {
      return std::fmod(a, b);
    } else {
      if (b == 0) *error |= kDivisionByZero;
      return b == 0 || b == -1 ? T{0} : static_cast<T>(a % b);
    }
  }
};
// The result has the sign of the divisor.
struct FloorMod {
  template <typename T>
  static T Do(T a, T b, uint32_t* error) {
    if constexpr (std::is_floating_point_v<T>) {
      const T rest = std::fmod(a, b);
      return rest != 0 && ((rest < 0) != (b < 0)) ? rest + b : rest;
    } else {
      if (b == 0) {
        *error |= kDivisionByZero;
        return 0;
      }
      if constexpr (std::is_signed_v<T>) {
        if (b == -1) return 0;
        const T rest = static_cast<T>(a % b);
        return static_cast<T>(rest != 0 && ((rest < 0) != (b < 0)) ? rest + b : rest);
      } else {
        return static_cast<T>(a % b);
      }
    }
  }
};
struct Max {
  template <typename T>
  static T Do(T a, T b, uint32_t*) {
    return a < b ? b : a;
  }
};
struct Min {
  template <typename T>
  static T Do(T a, T b, uint32_t*) {
    return b < a ? b : a;
  }
};
struct SquaredDifference {
  template <typename T>
  static T Do(T a, T b, uint32_t*) {
    const T d = SubValues(a, b);
    return MulValues(d, d);
  }
};
struct Pow {
  template <typename T>
  static T Do(T a, T b, uint32_t* error) {
    if constexpr (std::is_floating_point_v<T>) {
      return std::pow(a, b);
    } else {
      if (b < 0) {
        *error |= kNegativePower;
        return 0;
      }
      T result = 1;
      for (; b != 0; b = static_cast<T>(b >> 1)) {
        if (b & 1) result = MulValues(result, a);
        a = MulValues(a, a);
      }
      return result;
    }
  }
};
struct ReluGrad {  // (gradients, features)
  template <typename T>
  static T Do(T a, T b, uint32_t*) {
    return b > 0 ? a : T{0};
  }
};

template <typename T>
bool Alike(T a, T b) {
  return a == b;
}
template <typename T>
bool Alike(Complex<T> a, Complex<T> b) {
  return a.re == b.re && a.im == b.im;
}
inline bool Alike(rnlp_str_t a, rnlp_str_t b) {
  return a.size == b.size && (a.size == 0 || std::memcmp(a.data, b.data, a.size) == 0);
}
struct Equal {
  template <typename T>
  static bool Do(T a, T b, uint32_t*) {
    return Alike(a, b);
  }
};
struct NotEqual {
  template <typename T>
  static bool Do(T a, T b, uint32_t*) {
    return !Alike(a, b);
  }
};
struct Less {
  template <typename T>
  static bool Do(T a, T b, uint32_t*) {
    return a < b;
  }
};
struct LessEqual {
  template <typename T>
  static bool Do(T a, T b, uint32_t*) {
    return a <= b;
  }
};
struct Greater {
  template <typename T>
  static bool Do(T a, T b, uint32_t*) {
    return a > b;
  }
};
struct GreaterEqual {
  template <typename T>
  static bool Do(T a, T b, uint32_t*) {
    return a >= b;
  }
};
struct And {
  static bool Do(bool a, bool b, uint32_t*) { return a & b; }
};
struct Or {
  static bool Do(bool a, bool b, uint32_t*) { return a | b; }
};

using Floats = TypeList<float, double>;
using IntsAndComplex = TypeList<int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t,
                                Complex<float>, Complex<double>>;
using WideInts = TypeList<int32_t, int64_t>;
using FloatsAndWideInts = TypeList<float, double, int32_t, int64_t>;
using FloatsAndSigned = TypeList<float, double, int8_t, int16_t, int32_t, int64_t>;
using Ordered =
    TypeList<float, double, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t>;
using Comparable = TypeList<float, double, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t,
                            uint32_t, uint64_t, bool, Complex<float>, Complex<double>, rnlp_str_t>;

template <class Op, class List>
BinaryLoop Compare(int32_t dtype) {
  return VisitType<BinaryLoop>(List{}, dtype, nullptr, [](auto tag) -> BinaryLoop {
    using T = typename decltype(tag)::Type;
    return &BinaryScalarLoop<T, bool, Op>;
  });
}
constexpr BinaryEntry kAllEntries[] = {
    {"Add", kSimdAdd, BinaryLoopFor<Add, IntsAndComplex>},
    {"AddV2", kSimdAdd, BinaryLoopFor<Add, IntsAndComplex>},
    {"Sub", kSimdSub, BinaryLoopFor<Sub, IntsAndComplex>},
    {"Mul", kSimdMul, BinaryLoopFor<Mul, IntsAndComplex>},
    {"Div", kSimdDiv, BinaryLoopFor<TruncateDiv, IntegerList>},
    {"RealDiv", kSimdDiv, NoBinaryLoop},
    {"DivNoNan", kSimdDivNoNan, NoBinaryLoop},
    {"FloorDiv", -1, BinaryLoopFor<FloorDiv, Ordered>},
    {"FloorMod", -1, BinaryLoopFor<FloorMod, Ordered>},
    {"Mod", -1, BinaryLoopFor<TruncateMod, FloatsAndWideInts>},
    {"TruncateMod", -1, BinaryLoopFor<TruncateMod, FloatsAndWideInts>},
    {"TruncateDiv", -1, BinaryLoopFor<TruncateDiv, Ordered>},
    {"Maximum", kSimdMax, BinaryLoopFor<Max, IntegerList>},
    {"Minimum", kSimdMin, BinaryLoopFor<Min, IntegerList>},
    {"Pow", -1, BinaryLoopFor<Pow, FloatsAndSigned>},
    {"SquaredDifference", kSimdSquaredDifference, BinaryLoopFor<SquaredDifference, WideInts>},
    {"Equal", -1, Compare<Equal, Comparable>, true},
    {"NotEqual", -1, Compare<NotEqual, Comparable>, true},
    {"Less", -1, Compare<Less, Ordered>, true},
    {"LessEqual", -1, Compare<LessEqual, Ordered>, true},
    {"Greater", -1, Compare<Greater, Ordered>, true},
    {"GreaterEqual", -1, Compare<GreaterEqual, Ordered>, true},
    {"LogicalAnd", -1, BinaryLoopFor<And, TypeList<bool>>},
    {"LogicalOr", -1, BinaryLoopFor<Or, TypeList<bool>>},
    {"ReluGrad", kSimdReluGrad, BinaryLoopFor<ReluGrad, IntegerList>, false, false},
    {"TanhGrad", kSimdTanhGrad, NoBinaryLoop, false, false},
    {"SigmoidGrad", kSimdSigmoidGrad, NoBinaryLoop, false, false},
};
constexpr auto kEntries = ChosenRows<kAllEntries>::kPicked;

rnlp_status_t* CreateBinary(const rnlp_host_t* host, rnlp_device_t*, const rnlp_node_t* node,
                            rnlp_kernel_t** out) {
  BinaryKernel* kernel = nullptr;
  RUNNEL_CPU_RETURN_IF_ERROR(
      CreateBinaryKernel(std::data(kEntries), std::size(kEntries), host, node, &kernel));
  const bool equal = std::strcmp(kernel->op, "Equal") == 0;
  if (equal || std::strcmp(kernel->op, "NotEqual") == 0) {
    bool is_error = true;
    if (rnlp_status_t* status = AttrBool(host, node, "incompatible_shape_error", &is_error)) {
      Destroy<BinaryKernel>(host, AsHandle(kernel));
      return status;
    }
    kernel->mismatch_is_answer = !is_error;
    kernel->mismatch_answer = !equal;
  }
  *out = AsHandle(kernel);
  return nullptr;
}

constexpr int32_t kAdd[] = {RNLP_FLOAT, RNLP_DOUBLE,    RNLP_HALF,      RNLP_BFLOAT16,
                            RNLP_INT8,  RNLP_INT16,     RNLP_INT32,     RNLP_INT64,
                            RNLP_UINT8, RNLP_COMPLEX64, RNLP_COMPLEX128};
constexpr int32_t kNumbers[] = {RNLP_FLOAT,  RNLP_DOUBLE, RNLP_HALF,      RNLP_BFLOAT16,  RNLP_INT8,
                                RNLP_INT16,  RNLP_INT32,  RNLP_INT64,     RNLP_UINT8,     RNLP_UINT16,
                                RNLP_UINT32, RNLP_UINT64, RNLP_COMPLEX64, RNLP_COMPLEX128};
constexpr int32_t kPow[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF,  RNLP_BFLOAT16,
                            RNLP_INT8,  RNLP_INT16,  RNLP_INT32, RNLP_INT64};
constexpr int32_t kFewer[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_BFLOAT16, RNLP_INT32, RNLP_INT64};
constexpr int32_t kEqual[] = {RNLP_FLOAT, RNLP_DOUBLE,    RNLP_HALF,       RNLP_BFLOAT16,
                              RNLP_INT8,  RNLP_INT16,     RNLP_INT32,      RNLP_INT64,
                              RNLP_UINT8, RNLP_UINT16,    RNLP_UINT32,     RNLP_UINT64,
                              RNLP_BOOL,  RNLP_COMPLEX64, RNLP_COMPLEX128, RNLP_STRING};

constexpr rnlp_type_constraint_t kAddT = Types("T", kAdd);
constexpr rnlp_type_constraint_t kNumberT = Types("T", kNumbers);
constexpr rnlp_type_constraint_t kPowT = Types("T", kPow);
constexpr rnlp_type_constraint_t kFewerT = Types("T", kFewer);
constexpr rnlp_type_constraint_t kFloatT = Types("T", kFloatTypes);
constexpr rnlp_type_constraint_t kRealT = Types("T", kRealTypes);
constexpr rnlp_type_constraint_t kEqualT = Types("T", kEqual);

constexpr rnlp_kernel_row_t Row(const char* op, const rnlp_type_constraint_t* types,
                                bool in_place = true) {
  return MakeRow({.op = op,
                  .types = types,
                  .num_types = types == nullptr ? 0u : 1u,
                  .aliases = in_place ? kBinaryInPlace : nullptr,
                  .num_aliases = in_place ? 2u : 0u,
                  .create = CreateBinary,
                  .destroy = Destroy<BinaryKernel>,
                  .plan = PlanElements<250>,
                  .run = runnel::cpu::Run<BinaryKernel>});
}

}  // namespace

bool InitCombineKernel(const rnlp_host_t* host, const char* op, int32_t dtype, SimdBinary law,
                       BinaryKernel* out) {
  const bool is_narrow = dtype == RNLP_HALF || dtype == RNLP_BFLOAT16;
  const int32_t compute = is_narrow ? static_cast<int32_t>(RNLP_FLOAT) : dtype;
  const ElementTable& simd = Elements(ChooseIsa(host));
  using List = TypeList<int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t,
                        Complex<float>, Complex<double>>;
  if (compute == RNLP_FLOAT) {
    out->loop = simd.binary_f32[law];
  } else if (compute == RNLP_DOUBLE) {
    out->loop = simd.binary_f64[law];
  } else {
    switch (law) {
      case kSimdAdd:
        out->loop = BinaryLoopFor<Add, List>(compute);
        break;
      case kSimdSub:
        out->loop = BinaryLoopFor<Sub, List>(compute);
        break;
      case kSimdMul:
        out->loop = BinaryLoopFor<Mul, List>(compute);
        break;
      case kSimdDiv:
        out->loop = BinaryLoopFor<TruncateDiv, IntegerList>(compute);
        break;
      case kSimdMax:
        out->loop = BinaryLoopFor<Max, IntegerList>(compute);
        break;
      default:
        out->loop = BinaryLoopFor<Min, IntegerList>(compute);
        break;
    }
  }
  out->op = op;
  out->narrow = is_narrow ? dtype : 0;
  out->in_bytes = out->out_bytes = TypeSize(dtype);
  return out->loop != nullptr;
}

constinit const ElementOps kBinaryElementOps = {nullptr, 0, std::data(kEntries), std::size(kEntries)};

constexpr rnlp_kernel_row_t kBinaryRows[] = {
    Row("Add", &kAddT),
    Row("AddV2", &kNumberT),
    Row("Sub", &kNumberT),
    Row("Mul", &kNumberT),
    Row("Div", &kRealT),
    Row("RealDiv", &kFloatT),
    Row("DivNoNan", &kFloatT),
    Row("FloorDiv", &kRealT),
    Row("FloorMod", &kRealT),
    Row("Mod", &kFewerT),
    Row("TruncateMod", &kFewerT),
    Row("TruncateDiv", &kRealT),
    Row("Maximum", &kRealT),
    Row("Minimum", &kRealT),
    Row("Pow", &kPowT),
    Row("SquaredDifference", &kFewerT),
    Row("Equal", &kEqualT, false),
    Row("NotEqual", &kEqualT, false),
    Row("Less", &kRealT, false),
    Row("LessEqual", &kRealT, false),
    Row("Greater", &kRealT, false),
    Row("GreaterEqual", &kRealT, false),
    Row("LogicalAnd", nullptr),
    Row("LogicalOr", nullptr),
    Row("ReluGrad", &kRealT),
    Row("TanhGrad", &kFloatT),
    Row("SigmoidGrad", &kFloatT),
};
RUNNEL_CPU_ROWS(Binary)

}  // namespace runnel::cpu
