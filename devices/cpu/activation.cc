// Neural networks: activations and their gradients, and clipping.
#include <algorithm>
#include <cstring>
#include <iterator>

#include "devices/cpu/elementwise.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

struct Relu6 {
  template <typename T>
  static T Do(T x) {
    return std::clamp<T>(x, 0, 6);
  }
};
struct Relu6Grad {  // (gradients, features)
  template <typename T>
  static T Do(T a, T b, uint32_t*) {
    return b > 0 && b < 6 ? a : T{0};
  }
};
struct Elu {
  template <typename T>
  static T Do(T x) {
    return x < 0 ? std::expm1(x) : x;
  }
};
struct Selu {
  template <typename T>
  static T Do(T x) {
    return x < 0 ? static_cast<T>(kSeluScaleAlpha) * std::expm1(x) : static_cast<T>(kSeluScale) * x;
  }
};
struct Softplus {
  template <typename T>
  static T Do(T x) {
    return std::isnan(x) ? x : std::max(x, T{0}) + std::log1p(std::exp(-std::fabs(x)));
  }
};
struct SoftplusGrad {  // (gradients, features)
  template <typename T>
  static T Do(T a, T b, uint32_t*) {
    const T e = std::exp(-std::fabs(b));
    return a * ((b < 0 ? e : T{1}) / (T{1} + e));
  }
};
struct Max {
  template <typename T>
  static T Do(T a, T b, uint32_t*) {
    return std::max(a, b);
  }
};
struct Min {
  template <typename T>
  static T Do(T a, T b, uint32_t*) {
    return std::min(a, b);
  }
};

using Doubles = TypeList<double>;

constexpr UnaryEntry kAllUnary[] = {
    {"Relu6", kSimdRelu6, UnaryLoopFor<Relu6, IntegerList>},
    {"Elu", kSimdElu, UnaryLoopFor<Elu, Doubles>},
    {"Selu", kSimdSelu, UnaryLoopFor<Selu, Doubles>},
    {"Softplus", kSimdSoftplus, UnaryLoopFor<Softplus, Doubles>},
    {"Softsign", kSimdSoftsign, NoUnaryLoop},
};
constexpr auto kUnary = ChosenRows<kAllUnary>::kPicked;
constexpr BinaryEntry kAllBinary[] = {
    {"Relu6Grad", kSimdRelu6Grad, BinaryLoopFor<Relu6Grad, IntegerList>, false, false},
    {"EluGrad", kSimdEluGrad, NoBinaryLoop, false, false},
    {"SeluGrad", kSimdSeluGrad, NoBinaryLoop, false, false},
    {"SoftplusGrad", kSimdSoftplusGrad, BinaryLoopFor<SoftplusGrad, Doubles>, false, false},
    {"SoftsignGrad", kSimdSoftsignGrad, NoBinaryLoop, false, false},
};
constexpr auto kBinary = ChosenRows<kAllBinary>::kPicked;

// LeakyRelu is its own gradient with the features as gradients.
struct LeakyKernel {
  const char* op;
  LeakyLoop loop;
  int32_t narrow;
  uint32_t bytes;
  float alpha;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    const int32_t dtype = host->node_input_dtype(host, node, 0);
    const ElementTable& simd = Elements(ChooseIsa(host));
    loop = dtype == RNLP_DOUBLE ? simd.leaky_f64 : simd.leaky_f32;
    narrow = dtype == RNLP_HALF || dtype == RNLP_BFLOAT16 ? dtype : 0;
    bytes = TypeSize(dtype);
    return host->attr_float(host, node, "alpha", &alpha);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* a = run->inputs[0];
    const rnlp_tensor_t* b = run->inputs[run->num_inputs - 1];
    if (!SameDims(a, b)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: arguments should have one shape, got %s and %s",
                  op, ShapeText(a).text, ShapeText(b).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, a));
    ParallelFor(run, a->num_elements, kBlockElements, [&](int64_t begin, int64_t end) {
      const auto at = [&](const rnlp_tensor_t* tensor) { return Data<char>(tensor) + begin * bytes; };
      if (narrow != 0)
        RunNarrow(narrow, loop, at(a), at(b), at(run->outputs[0]), end - begin, alpha);
      else
        loop(at(a), at(b), at(run->outputs[0]), end - begin, alpha);
    });
    return nullptr;
  }
};
constexpr char kLeakyRelu[] = "LeakyRelu";
constexpr char kLeakyReluGrad[] = "LeakyReluGrad";

// Two loops over pieces that stay in the nearest cache.
struct ClipKernel {
  const char* op;
  BinaryKernel min, max;

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    static constexpr BinaryEntry kMin = {kClip, kSimdMin, BinaryLoopFor<Min, IntegerList>};
    static constexpr BinaryEntry kMax = {kClip, kSimdMax, BinaryLoopFor<Max, IntegerList>};
    BinaryKernel* made = nullptr;
    RUNNEL_CPU_RETURN_IF_ERROR(CreateBinaryKernel(&kMin, 1, host, node, &made));
    min = *made;
    Destroy<BinaryKernel>(host, AsHandle(made));
    RUNNEL_CPU_RETURN_IF_ERROR(CreateBinaryKernel(&kMax, 1, host, node, &made));
    max = *made;
    Destroy<BinaryKernel>(host, AsHandle(made));
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* t = run->inputs[0];
    const rnlp_tensor_t* low = run->inputs[1];
    const rnlp_tensor_t* high = run->inputs[2];
    for (const rnlp_tensor_t* bound : {low, high}) {
      if (bound->rank == 0 || SameDims(bound, t)) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: bounds should be scalars or have the shape of t, %s, got %s", op,
                  ShapeText(t).text, ShapeText(bound).text);
    }
    RUNNEL_CPU_RETURN_IF_ERROR(EnsureLike(run, op, 0, t));
    const int low_mode = low->rank == 0 ? kScalarB : kVectors;
    const int high_mode = high->rank == 0 ? kScalarB : kVectors;
    const int64_t bytes = min.in_bytes;
    ParallelFor(run, t->num_elements, kBlockElements, [&](int64_t begin, int64_t end) {
      constexpr int64_t kPiece = 2048;
      for (int64_t i = begin; i < end; i += kPiece) {
        const int64_t count = std::min(kPiece, end - i);
        char* out = Data<char>(run->outputs[0]) + i * bytes;
        min.Call(Data<char>(t) + i * bytes, Data<char>(high) + (high_mode == kScalarB ? 0 : i) * bytes,
                 out, count, high_mode);
        max.Call(out, Data<char>(low) + (low_mode == kScalarB ? 0 : i) * bytes, out, count, low_mode);
      }
    });
    return nullptr;
  }
  static constexpr char kClip[] = "ClipByValue";
};

constexpr rnlp_type_constraint_t kFloatT = Types("T", kFloatTypes);
constexpr rnlp_type_constraint_t kRealT = Types("T", kRealTypes);

template <int kPicoseconds>
constexpr rnlp_kernel_row_t Row(const char* op, const rnlp_type_constraint_t* types = &kFloatT) {
  return MakeRow({.op = op,
                  .types = types,
                  .num_types = 1,
                  .aliases = kUnaryInPlace,
                  .num_aliases = 1,
                  .create = CreateUnaryOf<kUnary>,
                  .destroy = Destroy<UnaryKernel>,
                  .plan = PlanElements<kPicoseconds>,
                  .run = runnel::cpu::Run<UnaryKernel>});
}
template <int kPicoseconds>
constexpr rnlp_kernel_row_t Row2(const char* op, const rnlp_type_constraint_t* types = &kFloatT) {
  return MakeRow({.op = op,
                  .types = types,
                  .num_types = 1,
                  .aliases = kBinaryInPlace,
                  .num_aliases = 2,
                  .create = CreateBinaryOf<kBinary>,
                  .destroy = Destroy<BinaryKernel>,
                  .plan = PlanElements<kPicoseconds>,
                  .run = runnel::cpu::Run<BinaryKernel>});
}
template <typename Kernel, const char* kOp>
constexpr rnlp_kernel_row_t OwnRow(const rnlp_type_constraint_t* types, uint32_t num_aliases) {
  return MakeRow({.op = kOp,
                  .types = types,
                  .num_types = 1,
                  .aliases = kBinaryInPlace,
                  .num_aliases = num_aliases,
                  .create = Create<Kernel, kOp>,
                  .destroy = Destroy<Kernel>,
                  .plan = PlanElements<300>,
                  .run = runnel::cpu::Run<Kernel>});
}

}  // namespace

constinit const ElementOps kActivationElementOps = {std::data(kUnary), std::size(kUnary),
                                                    std::data(kBinary), std::size(kBinary)};

constexpr rnlp_kernel_row_t kActivationRows[] = {
    Row<200>("Relu6", &kRealT),
    Row<1500>("Elu"),
    Row<1500>("Selu"),
    Row<3000>("Softplus"),
    Row<400>("Softsign"),
    Row2<250>("Relu6Grad", &kRealT),
    Row2<250>("EluGrad"),
    Row2<250>("SeluGrad"),
    Row2<1500>("SoftplusGrad"),
    Row2<400>("SoftsignGrad"),
    OwnRow<LeakyKernel, kLeakyRelu>(&kFloatT, 1),
    OwnRow<LeakyKernel, kLeakyReluGrad>(&kFloatT, 2),
    OwnRow<ClipKernel, ClipKernel::kClip>(&kRealT, 1),
};
RUNNEL_CPU_ROWS(Activation)

}  // namespace runnel::cpu
