// Math: element-wise ops of one argument.
#include <cstring>

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
      if (x != x) return x;
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

template <typename T, class Op>
void Loop(const void* in_data, void* out_data, int64_t n) {
  const T* in = static_cast<const T*>(in_data);
  T* out = static_cast<T*>(out_data);
  for (int64_t i = 0; i < n; ++i) out[i] = Op::Do(in[i]);
}

template <class Op, class List>
UnaryLoop LoopFor(int32_t dtype) {
  return VisitType<UnaryLoop>(List{}, dtype, nullptr, [](auto tag) -> UnaryLoop {
    return &Loop<typename decltype(tag)::Type, Op>;
  });
}
UnaryLoop NoLoop(int32_t) { return nullptr; }

using Floats = TypeList<float, double>;
using Doubles = TypeList<double>;
using WideInts = TypeList<int32_t, int64_t>;
using WideIntsAndComplex = TypeList<int32_t, int64_t, Complex<float>, Complex<double>>;
using FloatsAndWideInts = TypeList<float, double, int32_t, int64_t>;

struct Entry {
  const char* op;
  int simd;  // SimdUnary, or -1
  UnaryLoop (*loop)(int32_t dtype);
};
constexpr Entry kEntries[] = {
    {"Neg", kSimdNeg, LoopFor<Neg, WideIntsAndComplex>},
    {"Abs", kSimdAbs, LoopFor<Abs, WideInts>},
    {"Sign", -1, LoopFor<Sign, FloatsAndWideInts>},
    {"Exp", kSimdExp, LoopFor<Exp, Doubles>},
    {"Log", kSimdLog, LoopFor<Log, Doubles>},
    {"Log1p", -1, LoopFor<Log1p, Floats>},
    {"Sqrt", kSimdSqrt, NoLoop},
    {"Rsqrt", kSimdRsqrt, NoLoop},
    {"Square", kSimdSquare, LoopFor<Square, WideIntsAndComplex>},
    {"Reciprocal", kSimdReciprocal, NoLoop},
    {"Tanh", kSimdTanh, LoopFor<Tanh, Doubles>},
    {"Sigmoid", kSimdSigmoid, LoopFor<Sigmoid, Doubles>},
    {"Relu", kSimdRelu, LoopFor<Relu, IntegerList>},
    {"Floor", kSimdFloor, NoLoop},
    {"Ceil", kSimdCeil, NoLoop},
    {"LogicalNot", -1, LoopFor<Not, TypeList<bool>>},
};

rnlp_status_t* CreateUnary(const rnlp_host_t* host, rnlp_device_t*, const rnlp_node_t* node,
                           rnlp_kernel_t** out) {
  const rnlp_str_t op = host->node_op(host, node);
  const int32_t dtype = host->node_input_dtype(host, node, 0);
  for (const Entry& entry : kEntries) {
    if (op.size != std::strlen(entry.op) || std::memcmp(op.data, entry.op, op.size) != 0) continue;
    const bool is_narrow = dtype == RNLP_HALF || dtype == RNLP_BFLOAT16;
    const int32_t compute = is_narrow ? static_cast<int32_t>(RNLP_FLOAT) : dtype;
    UnaryLoop loop = nullptr;
    if (entry.simd >= 0 && compute == RNLP_FLOAT)
      loop = Elements(ChooseIsa(host)).unary_f32[entry.simd];
    else if (entry.simd >= 0 && entry.simd < kNumSimdUnary && compute == RNLP_DOUBLE)
      loop = Elements(ChooseIsa(host)).unary_f64[entry.simd];
    else
      loop = entry.loop(compute);
    if (loop == nullptr) break;
    auto* kernel = New<UnaryKernel>(host);
    if (kernel == nullptr) return OutOfMemory(host, entry.op);
    kernel->op = entry.op;
    kernel->loop = loop;
    kernel->narrow = is_narrow ? dtype : 0;
    kernel->in_bytes = TypeSize(dtype);
    kernel->out_bytes = kernel->in_bytes;
    *out = AsHandle(kernel);
    return nullptr;
  }
  return Fail(host, RNLP_UNIMPLEMENTED, "%.*s: no CPU kernel for %s", static_cast<int>(op.size), op.data,
              TypeName(dtype));
}

constexpr int32_t kFewer[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_BFLOAT16, RNLP_INT32, RNLP_INT64};
constexpr int32_t kSigned[] = {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF,      RNLP_BFLOAT16,
                               RNLP_INT32, RNLP_INT64,  RNLP_COMPLEX64, RNLP_COMPLEX128};
constexpr rnlp_type_constraint_t kFloatT = Types("T", kFloatTypes);
constexpr rnlp_type_constraint_t kFewerT = Types("T", kFewer);
constexpr rnlp_type_constraint_t kSignedT = Types("T", kSigned);
constexpr rnlp_type_constraint_t kRealT = Types("T", kRealTypes);
constexpr rnlp_alias_t kInPlace[] = {{0, 0}};

template <int kPicoseconds>
constexpr rnlp_kernel_row_t Row(const char* op, const rnlp_type_constraint_t* types) {
  return MakeRow({.op = op,
                  .types = types,
                  .num_types = types == nullptr ? 0u : 1u,
                  .aliases = kInPlace,
                  .num_aliases = 1,
                  .create = CreateUnary,
                  .destroy = Destroy<UnaryKernel>,
                  .plan = PlanElements<kPicoseconds>,
                  .run = runnel::cpu::Run<UnaryKernel>});
}

}  // namespace

constinit const rnlp_kernel_row_t kUnaryRows[] = {
    Row<200>("Neg", &kSignedT),       Row<200>("Abs", &kFewerT),   Row<500>("Sign", &kFewerT),
    Row<1000>("Exp", &kFloatT),       Row<1500>("Log", &kFloatT),  Row<8000>("Log1p", &kFloatT),
    Row<500>("Sqrt", &kFloatT),       Row<800>("Rsqrt", &kFloatT), Row<200>("Square", &kSignedT),
    Row<400>("Reciprocal", &kFloatT), Row<1500>("Tanh", &kFloatT), Row<1500>("Sigmoid", &kFloatT),
    Row<200>("Relu", &kRealT),        Row<200>("Floor", &kFloatT), Row<200>("Ceil", &kFloatT),
    Row<200>("LogicalNot", nullptr),
};

}  // namespace runnel::cpu
