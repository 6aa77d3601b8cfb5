// The element-wise ops by name: a number for each, which is what a kernel is told. element_ops.h has
// what they compute.
#ifndef RUNNEL_DEVICES_CUDA_DEVICE_CODE_ELEMENT_CODES_H_
#define RUNNEL_DEVICES_CUDA_DEVICE_CODE_ELEMENT_CODES_H_

// clang-format off
// X(code): of one argument, the type stays.
#define RUNNEL_CUDA_UNARY_CODES(X)                                                           \
  X(Neg) X(Abs) X(Sign) X(Exp) X(Log) X(Log1p) X(Sqrt) X(Rsqrt) X(Square) X(Reciprocal)      \
  X(Tanh) X(Sigmoid) X(Relu) X(Floor) X(Ceil) X(Sin) X(Cos) X(Tan) X(Asin) X(Acos) X(Atan)   \
  X(Sinh) X(Cosh) X(Asinh) X(Acosh) X(Atanh) X(Expm1) X(Erf) X(Erfc) X(Rint) X(Relu6) X(Elu) \
  X(Selu) X(Softplus) X(Softsign) X(LeakyRelu) X(LogicalNot) X(Copy)
// Of one floating-point argument, the result is bool.
#define RUNNEL_CUDA_TEST_CODES(X) X(IsNan) X(IsInf) X(IsFinite)
// Of two arguments of one type, which stays.
#define RUNNEL_CUDA_BINARY_CODES(X)                                                          \
  X(Add) X(Sub) X(Mul) X(Div) X(DivNoNan) X(FloorDiv) X(FloorMod) X(TruncateDiv)             \
  X(TruncateMod) X(Maximum) X(Minimum) X(Pow) X(SquaredDifference) X(ReluGrad) X(TanhGrad)   \
  X(SigmoidGrad) X(Relu6Grad) X(EluGrad) X(SeluGrad) X(SoftplusGrad) X(SoftsignGrad)         \
  X(LeakyReluGrad) X(Atan2) X(Xdivy) X(Xlogy) X(SqrtGrad) X(RsqrtGrad) X(ReciprocalGrad)     \
  X(LogicalAnd) X(LogicalOr)
// Of two arguments of one type, the result is bool.
#define RUNNEL_CUDA_COMPARE_CODES(X) \
  X(Equal) X(NotEqual) X(Less) X(LessEqual) X(Greater) X(GreaterEqual)
// clang-format on

namespace runnel::cuda {

#define RUNNEL_CUDA_CODE(name) k##name,
enum UnaryCode : int { RUNNEL_CUDA_UNARY_CODES(RUNNEL_CUDA_CODE) kNumUnaryCodes };
enum TestCode : int { RUNNEL_CUDA_TEST_CODES(RUNNEL_CUDA_CODE) kNumTestCodes };
enum BinaryCode : int { RUNNEL_CUDA_BINARY_CODES(RUNNEL_CUDA_CODE) kNumBinaryCodes };
enum CompareCode : int { RUNNEL_CUDA_COMPARE_CODES(RUNNEL_CUDA_CODE) kNumCompareCodes };
#undef RUNNEL_CUDA_CODE

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_DEVICE_CODE_ELEMENT_CODES_H_
