#include "devices/cuda/elements.h"

#include <iterator>

namespace runnel::cuda {
namespace {

struct Named {
  std::string_view op;
  const char* code;
};

constexpr Named kUnary[] = {
    {"Neg", "kNeg"},
    {"Abs", "kAbs"},
    {"Sign", "kSign"},
    {"Square", "kSquare"},
    {"Relu", "kRelu"},
    {"Relu6", "kRelu6"},
    {"Round", "kRint"},
    {"Rint", "kRint"},
    {"Exp", "kExp"},
    {"Log", "kLog"},
    {"Log1p", "kLog1p"},
    {"Sqrt", "kSqrt"},
    {"Rsqrt", "kRsqrt"},
    {"Inv", "kReciprocal"},
    {"Tanh", "kTanh"},
    {"Sigmoid", "kSigmoid"},
    {"Floor", "kFloor"},
    {"Ceil", "kCeil"},
    {"Sin", "kSin"},
    {"Cos", "kCos"},
    {"Tan", "kTan"},
    {"Asin", "kAsin"},
    {"Acos", "kAcos"},
    {"Atan", "kAtan"},
    {"Sinh", "kSinh"},
    {"Cosh", "kCosh"},
    {"Asinh", "kAsinh"},
    {"Acosh", "kAcosh"},
    {"Atanh", "kAtanh"},
    {"Expm1", "kExpm1"},
    {"Erf", "kErf"},
    {"Erfc", "kErfc"},
    {"Elu", "kElu"},
    {"Selu", "kSelu"},
    {"Softplus", "kSoftplus"},
    {"Softsign", "kSoftsign"},
    {"Reciprocal", "kReciprocal"},
};
constexpr Named kBinary[] = {
    {"Add", "kAdd"},
    {"AddV2", "kAdd"},
    {"Sub", "kSub"},
    {"Mul", "kMul"},
    {"Div", "kDiv"},
    {"RealDiv", "kDiv"},
    {"DivNoNan", "kDivNoNan"},
    {"FloorDiv", "kFloorDiv"},
    {"FloorMod", "kFloorMod"},
    {"Mod", "kTruncateMod"},
    {"TruncateMod", "kTruncateMod"},
    {"TruncateDiv", "kTruncateDiv"},
    {"Maximum", "kMaximum"},
    {"Minimum", "kMinimum"},
    {"Pow", "kPow"},
    {"SquaredDifference", "kSquaredDifference"},
    {"Atan2", "kAtan2"},
    {"Xdivy", "kXdivy"},
    {"Xlogy", "kXlogy"},
    {"ReluGrad", "kReluGrad"},
    {"Relu6Grad", "kRelu6Grad"},
    {"TanhGrad", "kTanhGrad"},
    {"SigmoidGrad", "kSigmoidGrad"},
    {"EluGrad", "kEluGrad"},
    {"SeluGrad", "kSeluGrad"},
    {"SoftplusGrad", "kSoftplusGrad"},
    {"SoftsignGrad", "kSoftsignGrad"},
    {"SqrtGrad", "kSqrtGrad"},
    {"RsqrtGrad", "kRsqrtGrad"},
    {"ReciprocalGrad", "kReciprocalGrad"},
    {"InvGrad", "kReciprocalGrad"},
};

template <size_t kCount>
const char* Find(const Named (&list)[kCount], std::string_view op) {
  for (const Named& named : list) {
    if (named.op == op) return named.code;
  }
  return nullptr;
}

}  // namespace

const char* UnaryCodeName(std::string_view op) { return Find(kUnary, op); }
const char* BinaryCodeName(std::string_view op) { return Find(kBinary, op); }

}  // namespace runnel::cuda
