// Complex numbers: functions and arithmetic of them, their parts, and Cast from and to them.
//
// Functions are the C++ library's, which are exact where plain formulas lose digits; products are plain,
// as TensorFlow's are. Division is Smith's (1962), which does not overflow where the quotient does not.
#include <complex>
#include <cstring>

#include "devices/cpu/broadcast.h"
#include "devices/cpu/elementwise.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

template <typename T>
std::complex<T> Std(Complex<T> x) {
  return {x.re, x.im};
}
template <typename T>
Complex<T> Own(const std::complex<T>& x) {
  return {x.real(), x.imag()};
}
template <typename T>
bool IsZero(Complex<T> x) {
  return x.re == 0 && x.im == 0;
}
template <typename T>
Complex<T> Divide(Complex<T> a, Complex<T> b) {
  if (std::fabs(b.re) >= std::fabs(b.im)) {
    const T ratio = b.im / b.re, size = b.re + b.im * ratio;
    return {(a.re + a.im * ratio) / size, (a.im - a.re * ratio) / size};
  }
  const T ratio = b.re / b.im, size = b.re * ratio + b.im;
  return {(a.re * ratio + a.im) / size, (a.im * ratio - a.re) / size};
}

#define RUNNEL_STD_FUNCTION(Name, function) \
  struct Name {                             \
    template <typename T>                   \
    static Complex<T> Do(Complex<T> x) {    \
      return Own(function(Std(x)));         \
    }                                       \
  };
RUNNEL_STD_FUNCTION(Exp, std::exp)
RUNNEL_STD_FUNCTION(Log, std::log)
RUNNEL_STD_FUNCTION(Sqrt, std::sqrt)
RUNNEL_STD_FUNCTION(Tanh, std::tanh)
RUNNEL_STD_FUNCTION(Sin, std::sin)
RUNNEL_STD_FUNCTION(Cos, std::cos)
RUNNEL_STD_FUNCTION(Tan, std::tan)
RUNNEL_STD_FUNCTION(Sinh, std::sinh)
RUNNEL_STD_FUNCTION(Cosh, std::cosh)
RUNNEL_STD_FUNCTION(Asin, std::asin)
RUNNEL_STD_FUNCTION(Acos, std::acos)
RUNNEL_STD_FUNCTION(Atan, std::atan)
RUNNEL_STD_FUNCTION(Asinh, std::asinh)
RUNNEL_STD_FUNCTION(Acosh, std::acosh)
RUNNEL_STD_FUNCTION(Atanh, std::atanh)
#undef RUNNEL_STD_FUNCTION

struct Log1p {
  // The real part is half of log(|1 + x|^2) = log1p(2 re + |x|^2).
  template <typename T>
  static Complex<T> Do(Complex<T> x) {
    if (std::fabs(x.re) > T{0.5} || std::fabs(x.im) > T{0.5}) return Log::Do(Complex<T>{x.re + 1, x.im});
    return {T{0.5} * std::log1p(x.re * (x.re + 2) + x.im * x.im), std::atan2(x.im, x.re + 1)};
  }
};
struct Expm1 {
  template <typename T>
  static Complex<T> Do(Complex<T> x) {
    const T half = std::sin(x.im / 2), grown = std::expm1(x.re);
    // exp(re) cos(im) - 1 = expm1(re) cos(im) - 2 sin(im / 2)^2
    return {grown * std::cos(x.im) - 2 * half * half, std::exp(x.re) * std::sin(x.im)};
  }
};
struct Reciprocal {
  template <typename T>
  static Complex<T> Do(Complex<T> x) {
    return Divide(Complex<T>{1, 0}, x);
  }
};
struct Rsqrt {
  template <typename T>
  static Complex<T> Do(Complex<T> x) {
    return Reciprocal::Do(Sqrt::Do(x));
  }
};
struct Sigmoid {
  template <typename T>
  static Complex<T> Do(Complex<T> x) {
    const Complex<T> e = Exp::Do(Complex<T>{-x.re, -x.im});
    return Reciprocal::Do(Complex<T>{e.re + 1, e.im});
  }
};
struct Sign {
  template <typename T>
  static Complex<T> Do(Complex<T> x) {
    const T size = std::hypot(x.re, x.im);
    return size == 0 ? Complex<T>{} : Complex<T>{x.re / size, x.im / size};
  }
};
struct Conj {
  template <typename T>
  static Complex<T> Do(Complex<T> x) {
    return {x.re, -x.im};
  }
};

struct Div {
  template <typename T>
  static Complex<T> Do(Complex<T> a, Complex<T> b, uint32_t*) {
    return Divide(a, b);
  }
};
struct DivNoNan {
  template <typename T>
  static Complex<T> Do(Complex<T> a, Complex<T> b, uint32_t*) {
    return IsZero(b) ? Complex<T>{} : Divide(a, b);
  }
};
struct Pow {
  template <typename T>
  static Complex<T> Do(Complex<T> a, Complex<T> b, uint32_t*) {
    if (IsZero(b)) return {1, 0};
    // In double: the logarithm's error is multiplied by b.
    const std::complex<double> z =
        std::pow(std::complex<double>(a.re, a.im), std::complex<double>(b.re, b.im));
    return {static_cast<T>(z.real()), static_cast<T>(z.imag())};
  }
};
struct SquaredDifference {
  template <typename T>
  static Complex<T> Do(Complex<T> a, Complex<T> b, uint32_t*) {
    const Complex<T> d = SubValues(a, b);
    return {d.re * d.re + d.im * d.im, 0};  // TensorFlow: times its conjugate
  }
};
struct Xdivy {
  template <typename T>
  static Complex<T> Do(Complex<T> a, Complex<T> b, uint32_t*) {
    return IsZero(a) ? Complex<T>{} : Divide(a, b);
  }
};
struct MulNoNan {
  template <typename T>
  static Complex<T> Do(Complex<T> a, Complex<T> b, uint32_t*) {
    return IsZero(b) ? Complex<T>{} : MulValues(a, b);
  }
};
struct Xlog1py {
  template <typename T>
  static Complex<T> Do(Complex<T> a, Complex<T> b, uint32_t*) {
    return IsZero(a) ? Complex<T>{} : MulValues(a, Log1p::Do(b));
  }
};
struct Xlogy {
  template <typename T>
  static Complex<T> Do(Complex<T> a, Complex<T> b, uint32_t*) {
    return IsZero(a) ? Complex<T>{} : MulValues(a, Log::Do(b));
  }
};
// Gradients take the output y, which comes conjugated, and what arrives, dy.
struct TanhGrad {
  template <typename T>
  static Complex<T> Do(Complex<T> y, Complex<T> dy, uint32_t*) {
    return MulValues(dy, SubValues(Complex<T>{1, 0}, MulValues(y, y)));
  }
};
struct SigmoidGrad {
  template <typename T>
  static Complex<T> Do(Complex<T> y, Complex<T> dy, uint32_t*) {
    return MulValues(MulValues(dy, y), SubValues(Complex<T>{1, 0}, y));
  }
};
// TensorFlow's functors of these conjugate y themselves.
struct ReciprocalGrad {
  template <typename T>
  static Complex<T> Do(Complex<T> y, Complex<T> dy, uint32_t*) {
    const Complex<T> square = MulValues(y, y);
    return MulValues(Complex<T>{-dy.re, -dy.im}, Complex<T>{square.re, -square.im});
  }
};
struct SqrtGrad {
  template <typename T>
  static Complex<T> Do(Complex<T> y, Complex<T> dy, uint32_t*) {
    return IsZero(dy) ? Complex<T>{} : Divide(Complex<T>{dy.re / 2, dy.im / 2}, Complex<T>{y.re, -y.im});
  }
};
struct RsqrtGrad {
  template <typename T>
  static Complex<T> Do(Complex<T> y, Complex<T> dy, uint32_t*) {
    const Complex<T> c = {y.re, -y.im};
    return MulValues(MulValues(Complex<T>{-dy.re / 2, -dy.im / 2}, c), MulValues(c, c));
  }
};

constexpr UnaryEntry kAllUnary[] = {
    {"Exp", -1, UnaryLoopFor<Exp, ComplexList>},
    {"Expm1", -1, UnaryLoopFor<Expm1, ComplexList>},
    {"Log", -1, UnaryLoopFor<Log, ComplexList>},
    {"Log1p", -1, UnaryLoopFor<Log1p, ComplexList>},
    {"Sqrt", -1, UnaryLoopFor<Sqrt, ComplexList>},
    {"Rsqrt", -1, UnaryLoopFor<Rsqrt, ComplexList>},
    {"Reciprocal", -1, UnaryLoopFor<Reciprocal, ComplexList>},
    {"Inv", -1, UnaryLoopFor<Reciprocal, ComplexList>},
    {"Sigmoid", -1, UnaryLoopFor<Sigmoid, ComplexList>},
    {"Sign", -1, UnaryLoopFor<Sign, ComplexList>},
    {"Tanh", -1, UnaryLoopFor<Tanh, ComplexList>},
    {"Sin", -1, UnaryLoopFor<Sin, ComplexList>},
    {"Cos", -1, UnaryLoopFor<Cos, ComplexList>},
    {"Tan", -1, UnaryLoopFor<Tan, ComplexList>},
    {"Sinh", -1, UnaryLoopFor<Sinh, ComplexList>},
    {"Cosh", -1, UnaryLoopFor<Cosh, ComplexList>},
    {"Asin", -1, UnaryLoopFor<Asin, ComplexList>},
    {"Acos", -1, UnaryLoopFor<Acos, ComplexList>},
    {"Atan", -1, UnaryLoopFor<Atan, ComplexList>},
    {"Asinh", -1, UnaryLoopFor<Asinh, ComplexList>},
    {"Acosh", -1, UnaryLoopFor<Acosh, ComplexList>},
    {"Atanh", -1, UnaryLoopFor<Atanh, ComplexList>},
    {"Conj", -1, UnaryLoopFor<Conj, ComplexList>},
};
constexpr auto kUnary = ChosenRows<kAllUnary>::kPicked;
constexpr BinaryEntry kAllBinary[] = {
    {"Div", -1, BinaryLoopFor<Div, ComplexList>},
    {"RealDiv", -1, BinaryLoopFor<Div, ComplexList>},
    {"DivNoNan", -1, BinaryLoopFor<DivNoNan, ComplexList>},
    {"Pow", -1, BinaryLoopFor<Pow, ComplexList>},
    {"SquaredDifference", -1, BinaryLoopFor<SquaredDifference, ComplexList>},
    {"Xdivy", -1, BinaryLoopFor<Xdivy, ComplexList>},
    {"MulNoNan", -1, BinaryLoopFor<MulNoNan, ComplexList>},
    {"Xlog1py", -1, BinaryLoopFor<Xlog1py, ComplexList>},
    {"Xlogy", -1, BinaryLoopFor<Xlogy, ComplexList>},
    {"TanhGrad", -1, BinaryLoopFor<TanhGrad, ComplexList>, false, false},
    {"SigmoidGrad", -1, BinaryLoopFor<SigmoidGrad, ComplexList>, false, false},
    {"ReciprocalGrad", -1, BinaryLoopFor<ReciprocalGrad, ComplexList>, false, false},
    {"InvGrad", -1, BinaryLoopFor<ReciprocalGrad, ComplexList>, false, false},
    {"SqrtGrad", -1, BinaryLoopFor<SqrtGrad, ComplexList>, false, false},
    {"RsqrtGrad", -1, BinaryLoopFor<RsqrtGrad, ComplexList>, false, false},
};
constexpr auto kBinary = ChosenRows<kAllBinary>::kPicked;

// ---- parts ----

constexpr char kReal[] = "Real";
constexpr char kImag[] = "Imag";
constexpr char kAngle[] = "Angle";
constexpr char kAbs[] = "ComplexAbs";
constexpr char kComplex[] = "Complex";
constexpr char kCast[] = "Cast";

rnlp_status_t* RequirePart(const rnlp_host_t* host, const char* op, int32_t whole, int32_t part) {
  if (part == (whole == RNLP_COMPLEX64 ? RNLP_FLOAT : RNLP_DOUBLE)) return nullptr;
  return Fail(host, RNLP_INVALID_ARGUMENT, "%s: the parts of %s are not %s", op, TypeName(whole),
              TypeName(part));
}

struct PartKernel {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return RequirePart(host, op, host->node_input_dtype(host, node, 0),
                       host->node_output_dtype(host, node, 0));
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, run->inputs[0]));
    if (run->inputs[0]->dtype == RNLP_COMPLEX64) {
      Take<float>(run);
    } else {
      Take<double>(run);
    }
    return nullptr;
  }
  template <typename T>
  void Take(const rnlp_run_t* run) const {
    const Complex<T>* in = Data<Complex<T>>(run->inputs[0]);
    T* out = Data<T>(run->outputs[0]);
    ParallelFor(run, run->inputs[0]->num_elements, kBlockElements, [&](int64_t begin, int64_t end) {
      if (op == kReal) {
        for (int64_t i = begin; i < end; ++i) out[i] = in[i].re;
      } else if (op == kImag) {
        for (int64_t i = begin; i < end; ++i) out[i] = in[i].im;
      } else if (op == kAngle) {
        for (int64_t i = begin; i < end; ++i) out[i] = std::atan2(in[i].im, in[i].re);
      } else {
        for (int64_t i = begin; i < end; ++i) out[i] = std::hypot(in[i].re, in[i].im);
      }
    });
  }
};

struct ComplexKernel {
  const char* op;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return RequirePart(host, op, host->node_output_dtype(host, node, 0),
                       host->node_input_dtype(host, node, 0));
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    Dims dims;
    if (!BroadcastShapes(run->inputs, 2, &dims)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: shapes %s and %s do not broadcast", op,
                  ShapeText(run->inputs[0]).text, ShapeText(run->inputs[1]).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureOutput(run, op, 0, dims));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    if (run->inputs[0]->dtype == RNLP_FLOAT) {
      Join<float>(run, dims);
    } else {
      Join<double>(run, dims);
    }
    return nullptr;
  }
  template <typename T>
  void Join(const rnlp_run_t* run, const Dims& dims) const {
    BroadcastLoop<2> loops;
    loops.Init(run->inputs, dims);
    const int64_t inner = loops.inner(), rows = loops.rows();
    const int64_t step_a = loops.strides[0][loops.rank - 1], step_b = loops.strides[1][loops.rank - 1];
    const T* a = Data<T>(run->inputs[0]);
    const T* b = Data<T>(run->inputs[1]);
    Complex<T>* out = Data<Complex<T>>(run->outputs[0]);
    ParallelFor(run, rows, RowBlock(inner), [&](int64_t begin, int64_t end) {
      loops.ForRows(begin, end, [&](int64_t row, const int64_t* offsets) {
        for (int64_t i = 0; i < inner; ++i) {
          out[row * inner + i] = {a[offsets[0] + i * step_a], b[offsets[1] + i * step_b]};
        }
      });
    });
  }
};

// ---- Cast: numbers become complex ones without an imaginary part, which is lost the other way. It goes
// through a piece of doubles, or of what both sides hold exactly. ----

template <typename T>
void ToWide(const void* in, Complex<double>* out, int64_t n) {
  const T* from = static_cast<const T*>(in);
  for (int64_t i = 0; i < n; ++i) {
    if constexpr (std::is_same_v<T, Complex<float>> || std::is_same_v<T, Complex<double>>) {
      out[i] = {from[i].re, from[i].im};
    } else {
      out[i] = {static_cast<double>(Load(from[i])), 0};
    }
  }
}
template <typename I>
I ToInteger(double value) {
  // As in cast.cc: what does not fit gives what x86's conversions give.
  using Wide = std::conditional_t<(sizeof(I) < 4) || std::is_same_v<I, int32_t>, int32_t, int64_t>;
  constexpr double kLow = static_cast<double>(std::numeric_limits<Wide>::min());
  return static_cast<I>(value >= kLow && value < -kLow ? static_cast<Wide>(value)
                                                       : std::numeric_limits<Wide>::min());
}
template <typename T>
void FromWide(const Complex<double>* in, void* out, int64_t n) {
  T* to = static_cast<T*>(out);
  for (int64_t i = 0; i < n; ++i) {
    if constexpr (std::is_same_v<T, Complex<float>>) {
      to[i] = {static_cast<float>(in[i].re), static_cast<float>(in[i].im)};
    } else if constexpr (std::is_same_v<T, Complex<double>>) {
      to[i] = in[i];
    } else if constexpr (std::is_same_v<T, bool>) {
      to[i] = in[i].re != 0;  // as TensorFlow has it
    } else if constexpr (std::is_integral_v<T>) {
      to[i] = ToInteger<T>(in[i].re);
    } else {
      to[i] = Store<T>(static_cast<Compute<T>>(in[i].re));
    }
  }
}

using CastTypes = TypeList<float, double, Half, BFloat16, int8_t, int16_t, int32_t, int64_t, uint8_t,
                           uint16_t, uint32_t, uint64_t, bool, Complex<float>, Complex<double>>;
using ToWideFn = void (*)(const void*, Complex<double>*, int64_t);
using FromWideFn = void (*)(const Complex<double>*, void*, int64_t);

struct CastKernel {
  const char* op;
  ToWideFn in = nullptr;
  FromWideFn out = nullptr;
  uint32_t in_bytes = 0, out_bytes = 0;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    const int32_t from = host->node_input_dtype(host, node, 0);
    const int32_t to = host->node_output_dtype(host, node, 0);
    in = VisitType<ToWideFn>(CastTypes{}, from, nullptr,
                             [](auto tag) -> ToWideFn { return &ToWide<typename decltype(tag)::Type>; });
    out = VisitType<FromWideFn>(CastTypes{}, to, nullptr, [](auto tag) -> FromWideFn {
      return &FromWide<typename decltype(tag)::Type>;
    });
    if (in == nullptr || out == nullptr) {
      return Fail(host, RNLP_UNIMPLEMENTED, "%s: no CPU kernel from %s to %s", op, TypeName(from),
                  TypeName(to));
    }
    in_bytes = TypeSize(from);
    out_bytes = TypeSize(to);
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, run->inputs[0]));
    const char* from = Data<const char>(run->inputs[0]);
    char* to = Data<char>(run->outputs[0]);
    ParallelFor(run, run->inputs[0]->num_elements, kBlockElements, [&](int64_t begin, int64_t end) {
      constexpr int64_t kPiece = 128;
      Complex<double> piece[kPiece];
      for (int64_t i = begin; i < end; i += kPiece) {
        const int64_t n = std::min(kPiece, end - i);
        in(from + i * in_bytes, piece, n);
        out(piece, to + i * out_bytes, n);
      }
    });
    return nullptr;
  }
};

constexpr int32_t kComplexTypes[] = {RNLP_COMPLEX64, RNLP_COMPLEX128};
constexpr int32_t kWideTypes[] = {RNLP_FLOAT, RNLP_DOUBLE};
constexpr int32_t kAllTypes[] = {RNLP_FLOAT,  RNLP_DOUBLE, RNLP_HALF,      RNLP_BFLOAT16,   RNLP_INT8,
                                 RNLP_INT16,  RNLP_INT32,  RNLP_INT64,     RNLP_UINT8,      RNLP_UINT16,
                                 RNLP_UINT32, RNLP_UINT64, RNLP_COMPLEX64, RNLP_COMPLEX128, RNLP_BOOL};
constexpr rnlp_type_constraint_t kT = Types("T", kComplexTypes);
constexpr rnlp_type_constraint_t kPartT[] = {Types("T", kComplexTypes), Types("Tout", kWideTypes)};
constexpr rnlp_type_constraint_t kJoinT[] = {Types("T", kWideTypes), Types("Tout", kComplexTypes)};
constexpr rnlp_type_constraint_t kFromT[] = {Types("SrcT", kComplexTypes), Types("DstT", kAllTypes)};
constexpr rnlp_type_constraint_t kToT[] = {Types("SrcT", kRealOrBoolTypes),
                                           Types("DstT", kComplexTypes)};

constexpr rnlp_kernel_row_t Unary(const char* op) {
  return MakeRow({.op = op,
                  .types = &kT,
                  .num_types = 1,
                  .aliases = kUnaryInPlace,
                  .num_aliases = 1,
                  .create = CreateUnaryOf<kUnary>,
                  .destroy = Destroy<UnaryKernel>,
                  .plan = PlanElements<20000>,
                  .run = runnel::cpu::Run<UnaryKernel>});
}
constexpr rnlp_kernel_row_t Binary(const char* op) {
  return MakeRow({.op = op,
                  .types = &kT,
                  .num_types = 1,
                  .aliases = kBinaryInPlace,
                  .num_aliases = 2,
                  .create = CreateBinaryOf<kBinary>,
                  .destroy = Destroy<BinaryKernel>,
                  .plan = PlanElements<3000>,
                  .run = runnel::cpu::Run<BinaryKernel>});
}
template <class K, const char* kOp>
constexpr rnlp_kernel_row_t Row(const rnlp_type_constraint_t (&types)[2]) {
  return MakeRow({.op = kOp,
                  .types = types,
                  .num_types = 2,
                  .create = Create<K, kOp>,
                  .destroy = Destroy<K>,
                  .plan = PlanElements<1000>,
                  .run = runnel::cpu::Run<K>});
}

}  // namespace

constexpr rnlp_kernel_row_t kComplexRows[] = {
    Unary("Exp"),
    Unary("Expm1"),
    Unary("Log"),
    Unary("Log1p"),
    Unary("Sqrt"),
    Unary("Rsqrt"),
    Unary("Reciprocal"),
    Unary("Inv"),
    Unary("Sigmoid"),
    Unary("Sign"),
    Unary("Tanh"),
    Unary("Sin"),
    Unary("Cos"),
    Unary("Tan"),
    Unary("Sinh"),
    Unary("Cosh"),
    Unary("Asin"),
    Unary("Acos"),
    Unary("Atan"),
    Unary("Asinh"),
    Unary("Acosh"),
    Unary("Atanh"),
    Unary("Conj"),
    Binary("Div"),
    Binary("RealDiv"),
    Binary("DivNoNan"),
    Binary("Pow"),
    Binary("SquaredDifference"),
    Binary("Xdivy"),
    Binary("Xlogy"),
    Binary("Xlog1py"),
    Binary("MulNoNan"),
    Binary("TanhGrad"),
    Binary("SigmoidGrad"),
    Binary("ReciprocalGrad"),
    Binary("InvGrad"),
    Binary("SqrtGrad"),
    Binary("RsqrtGrad"),
    Row<PartKernel, kReal>(kPartT),
    Row<PartKernel, kImag>(kPartT),
    Row<PartKernel, kAngle>(kPartT),
    Row<PartKernel, kAbs>(kPartT),
    Row<ComplexKernel, kComplex>(kJoinT),
    Row<CastKernel, kCast>(kFromT),
    Row<CastKernel, kCast>(kToT),
};
RUNNEL_CPU_ROWS(Complex)

}  // namespace runnel::cpu
