// Element-wise ops: a table of names and codes, and what is the same for all: broadcasting, in place.
#include <array>
#include <cstring>

#include "devices/cuda/device_code/element_codes.h"
#include "devices/cuda/kernels/kernel.h"
#include "devices/cuda/kernels/loops.h"
#include "plugins/sdk/node.h"

namespace runnel::cuda {
namespace {

using plugin::SameShape;

struct Named {
  const char* op;
  int code;
  std::span<const rnlp_type_constraint_t> types;
};

constexpr rnlp_type_constraint_t kComparedT[] = {Types("T", kComparedTypes)};
constexpr int32_t kNoNanTypes[] = {RNLP_FLOAT, RNLP_HALF};
constexpr rnlp_type_constraint_t kNoNanT[] = {Types("T", kNoNanTypes)};

constexpr Named kUnaryOps[] = {
    {"Neg", kNeg, kNumberT},          {"Abs", kAbs, kNumberT},
    {"Sign", kSign, kNumberT},        {"Square", kSquare, kNumberT},
    {"Relu", kRelu, kNumberT},        {"Relu6", kRelu6, kNumberT},
    {"Round", kRint, kNumberT},       {"Rint", kRint, kFloatT},
    {"Exp", kExp, kFloatT},           {"Log", kLog, kFloatT},
    {"Log1p", kLog1p, kFloatT},       {"Sqrt", kSqrt, kFloatT},
    {"Rsqrt", kRsqrt, kFloatT},       {"Reciprocal", kReciprocal, kFloatT},
    {"Inv", kReciprocal, kFloatT},    {"Tanh", kTanh, kFloatT},
    {"Sigmoid", kSigmoid, kFloatT},   {"Floor", kFloor, kFloatT},
    {"Ceil", kCeil, kFloatT},         {"Sin", kSin, kFloatT},
    {"Cos", kCos, kFloatT},           {"Tan", kTan, kFloatT},
    {"Asin", kAsin, kFloatT},         {"Acos", kAcos, kFloatT},
    {"Atan", kAtan, kFloatT},         {"Sinh", kSinh, kFloatT},
    {"Cosh", kCosh, kFloatT},         {"Asinh", kAsinh, kFloatT},
    {"Acosh", kAcosh, kFloatT},       {"Atanh", kAtanh, kFloatT},
    {"Expm1", kExpm1, kFloatT},       {"Erf", kErf, kFloatT},
    {"Erfc", kErfc, kFloatT},         {"Elu", kElu, kFloatT},
    {"Selu", kSelu, kFloatT},         {"Softplus", kSoftplus, kFloatT},
    {"Softsign", kSoftsign, kFloatT}, {"LeakyRelu", kLeakyRelu, kFloatT},
    {"LogicalNot", kLogicalNot, {}},
};
constexpr Named kTestOps[] = {
    {"IsNan", kIsNan, kFloatT}, {"IsInf", kIsInf, kFloatT}, {"IsFinite", kIsFinite, kFloatT}};
constexpr Named kBinaryOps[] = {
    {"Add", kAdd, kNumberT},
    {"AddV2", kAdd, kNumberT},
    {"Sub", kSub, kNumberT},
    {"Mul", kMul, kNumberT},
    {"Div", kDiv, kNumberT},
    {"RealDiv", kDiv, kFloatT},
    {"DivNoNan", kDivNoNan, kNoNanT},
    {"FloorDiv", kFloorDiv, kNumberT},
    {"FloorMod", kFloorMod, kNumberT},
    {"Mod", kTruncateMod, kNumberT},
    {"TruncateMod", kTruncateMod, kNumberT},
    {"TruncateDiv", kTruncateDiv, kNumberT},
    {"Maximum", kMaximum, kNumberT},
    {"Minimum", kMinimum, kNumberT},
    {"Pow", kPow, kNumberT},
    {"SquaredDifference", kSquaredDifference, kNumberT},
    {"Atan2", kAtan2, kFloatT},
    {"Xdivy", kXdivy, kFloatT},
    {"Xlogy", kXlogy, kFloatT},
    {"LogicalAnd", kLogicalAnd, {}},
    {"LogicalOr", kLogicalOr, {}},
};
// Of two arguments of one shape.
constexpr Named kGradientOps[] = {
    {"ReluGrad", kReluGrad, kNumberT},
    {"Relu6Grad", kRelu6Grad, kNumberT},
    {"TanhGrad", kTanhGrad, kFloatT},
    {"SigmoidGrad", kSigmoidGrad, kFloatT},
    {"EluGrad", kEluGrad, kFloatT},
    {"SeluGrad", kSeluGrad, kFloatT},
    {"SoftplusGrad", kSoftplusGrad, kFloatT},
    {"SoftsignGrad", kSoftsignGrad, kFloatT},
    {"LeakyReluGrad", kLeakyReluGrad, kFloatT},
    {"SqrtGrad", kSqrtGrad, kFloatT},
    {"RsqrtGrad", kRsqrtGrad, kFloatT},
    {"ReciprocalGrad", kReciprocalGrad, kFloatT},
    {"InvGrad", kReciprocalGrad, kFloatT},
};
constexpr Named kCompareOps[] = {
    {"Equal", kEqual, kComparedT},   {"NotEqual", kNotEqual, kComparedT},
    {"Less", kLess, kNumberT},       {"LessEqual", kLessEqual, kNumberT},
    {"Greater", kGreater, kNumberT}, {"GreaterEqual", kGreaterEqual, kNumberT},
};

rnlp_status_t* CodeOf(const Build& build, std::span<const Named> ops, const char* op, int* out) {
  for (const Named& named : ops) {
    if (std::strcmp(named.op, op) != 0) continue;
    *out = named.code;
    return nullptr;
  }
  return Fail(build.host, RNLP_UNIMPLEMENTED, "%s: no CUDA kernel", op);
}

template <const auto& kOps>
struct UnaryKernel : KernelBase {
  CUfunction function;
  int code = 0;
  float parameter = 0;
  rnlp_status_t* Init(const Build& build) {
    RNLP_TRY(CodeOf(build, kOps, op, &code));
    RNLP_TRY(plugin::AttrFloat(build.host, build.node, "alpha", &parameter));
    const char* stem = std::size(kOps) == std::size(kTestOps) ? "test" : "unary";
    return FindTyped(build, op, k_elementwise, stem, build.input(0), &function);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* in = run->inputs[0];
    RNLP_TRY(EnsureOutputLike(run, 0, in));
    if (in->num_elements == 0) return nullptr;
    return Launch(
        run, function, GridFor(run, in->num_elements, 4),
        UnaryArgs{AddressOf(in), AddressOf(run->outputs[0]), in->num_elements, code, parameter});
  }
};

template <const auto& kOps, bool kBroadcasts, bool kCompares>
struct BinaryKernel : KernelBase {
  CUfunction function;
  CUfunction fill = nullptr;  // where shapes that do not fit are an answer
  int code = 0;
  float parameter = 0;
  bool mismatch_is_error = true;
  rnlp_status_t* Init(const Build& build) {
    RNLP_TRY(CodeOf(build, kOps, op, &code));
    RNLP_TRY(plugin::AttrFloat(build.host, build.node, "alpha", &parameter));
    if (kCompares && (code == kEqual || code == kNotEqual)) {
      RNLP_TRY(plugin::AttrBool(build.host, build.node, "incompatible_shape_error", &mismatch_is_error));
      if (!mismatch_is_error) RNLP_TRY(FindSized(build, k_move, "fill", 1, &fill));
    }
    return FindTyped(build, op, k_elementwise, kCompares ? "compare" : "binary", build.input(0),
                     &function);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* x = run->inputs[0];
    const rnlp_tensor_t* y = run->inputs[1];
    Dims dims;
    const bool fits = kBroadcasts ? plugin::BroadcastShapes(run->inputs, 2, &dims) : SameShape(x, y);
    if (!fits && !mismatch_is_error) {
      RNLP_TRY(EnsureOutput(run, 0, 0, nullptr));
      return Launch(run, fill, {}, FillArgs{0, AddressOf(run->outputs[0]), u64{code == kNotEqual}, 1});
    }
    if (!fits) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: shapes %s and %s do not %s", op,
                  ShapeText(x).c_str(), ShapeText(y).c_str(), kBroadcasts ? "broadcast" : "agree");
    }
    if (kBroadcasts) {
      RNLP_TRY(EnsureOutput(run, 0, dims.rank, dims.size));
    } else {
      RNLP_TRY(EnsureOutputLike(run, 0, x));
    }
    BinaryArgs args{};
    args.count = run->outputs[0]->num_elements;
    if (args.count == 0) return nullptr;
    args.in[0] = AddressOf(x);
    args.in[1] = AddressOf(y);
    args.out = AddressOf(run->outputs[0]);
    args.code = code;
    args.parameter = parameter;
    const auto is_whole = [&](const rnlp_tensor_t* t) { return t->num_elements == args.count; };
    if ((is_whole(x) || x->num_elements == 1) && (is_whole(y) || y->num_elements == 1)) {
      args.plain = 1;
      args.step[0] = is_whole(x) ? 1 : 0;
      args.step[1] = is_whole(y) ? 1 : 0;
      return Launch(run, function, GridFor(run, args.count, 4), args);
    }
    StridedLoops<3> loops;
    loops.Broadcast(run->inputs, 2, dims);
    const uint64_t x_bytes = plugin::DTypeSize(x->dtype),
                   out_bytes = plugin::DTypeSize(run->outputs[0]->dtype);
    return loops.ForEach(kMaxLoops, [&](const StridedLoops<3>::Part& part) -> rnlp_status_t* {
      BinaryArgs now = args;
      now.in[0] += static_cast<u64>(part.offset[0]) * x_bytes;
      now.in[1] += static_cast<u64>(part.offset[1]) * x_bytes;
      now.out += static_cast<u64>(part.offset[2]) * out_bytes;
      now.count = part.count;
      now.loops = part.loops;
      for (int i = 0; i < part.loops; ++i) {
        now.size[i] = static_cast<u32>(part.size[i]);
        now.stride[0][i] = part.stride[0][i];
        now.stride[1][i] = part.stride[1][i];
      }
      return Launch(run, function, GridFor(run, now.count, 4), now);
    });
  }
};

template <typename K, size_t kCount>
constexpr std::array<rnlp_kernel_row_t, kCount> RowsOf(const Named (&ops)[kCount],
                                                       std::span<const rnlp_alias_t> aliases) {
  std::array<rnlp_kernel_row_t, kCount> rows{};
  for (size_t i = 0; i < kCount; ++i) rows[i] = Row<K>(ops[i].op, ops[i].types, {}, aliases);
  return rows;
}

template <size_t... kCounts>
constexpr auto Join(const std::array<rnlp_kernel_row_t, kCounts>&... parts) {
  std::array<rnlp_kernel_row_t, (kCounts + ...)> all{};
  size_t next = 0;
  const auto add = [&](const auto& part) {
    for (const rnlp_kernel_row_t& row : part) all[next++] = row;
  };
  (add(parts), ...);
  return all;
}

constexpr auto kRows = Join(RowsOf<UnaryKernel<kUnaryOps>>(kUnaryOps, kFirstInPlace),
                            RowsOf<UnaryKernel<kTestOps>>(kTestOps, {}),
                            RowsOf<BinaryKernel<kBinaryOps, true, false>>(kBinaryOps, kBothInPlace),
                            RowsOf<BinaryKernel<kGradientOps, false, false>>(kGradientOps, kBothInPlace),
                            RowsOf<BinaryKernel<kCompareOps, true, true>>(kCompareOps, {}));

}  // namespace

std::span<const rnlp_kernel_row_t> ElementwiseRows() { return kRows; }

}  // namespace runnel::cuda
