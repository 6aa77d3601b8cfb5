// Element by element: arithmetic, comparisons, activations, casts.
#include <cmath>

#include "plugins/tflite/affine.h"
#include "plugins/tflite/convert.h"

namespace runnel::tflite {

void LeakyRelu(Op& op) {
  op.Set(op.Last("LeakyRelu")
             .In(op.X(0))
             .Float("alpha", op.options().Get<float>(0, 0))
             .Type("T", op.Type(0))
             .Done());
}
void HardSwish(Op& op) {
  const int32_t t = op.Type(0);
  const std::string x = op.X(0);
  const std::string gate = op.Unary("Relu6", op.Binary("AddV2", x, op.Number(t, 3), t), t);
  const std::string sixth = op.Binary("Mul", gate, op.Number(t, 1.0 / 6), t);
  op.Set(op.Last("Mul").In(x).In(sixth).Type("T", t).Done());
}
void Softmax(Op& op) {
  const int32_t t = op.Type(0);
  const auto beta = op.options().Get<float>(0, 0);
  std::string x = op.X(0);
  if (beta != 1.0F) x = op.Binary("Mul", x, op.Number(t, static_cast<double>(beta)), t);
  op.Set(op.Last("Softmax").In(x).Type("T", t).Done());
}

namespace {

template <Text kOp>
void Map(Op& op) {
  op.Set(op.Last(kOp.text).In(op.X(0)).Type("T", op.Type(0)).Done());
}
template <Text kOp>
void Pair(Op& op) {
  op.Set(op.Last(kOp.text).In(op.X(0)).In(op.X(1)).Type("T", op.Type(0)).Done());
}
// With an activation in field 0 of the options.
template <Text kOp>
void Fused(Op& op) {
  op.Activate(op.options().Get<int8_t>(0, 0));
  Pair<kOp>(op);
}
void Div(Op& op) {
  op.Activate(op.options().Get<int8_t>(0, 0));
  const bool whole = op.Type(0) != RNLP_FLOAT && op.Type(0) != RNLP_DOUBLE;
  op.Set(
      op.Last(whole ? "TruncateDiv" : "RealDiv").In(op.X(0)).In(op.X(1)).Type("T", op.Type(0)).Done());
}
template <Text kOp>
void Logical(Op& op) {
  NodeWriter node = op.Last(kOp.text);
  for (size_t i = 0; i < op.num_inputs(); ++i) node.In(op.X(i));
  op.Set(node.Done());
}

// ---- activations ----

void ReluN1To1(Op& op) {
  const int32_t t = op.Type(0);
  const std::string low = op.Binary("Maximum", op.X(0), op.Number(t, -1), t);
  op.Set(op.Last("Minimum").In(low).In(op.Number(t, 1)).Type("T", t).Done());
}
void Relu0To1(Op& op) {
  const int32_t t = op.Type(0);
  const std::string low = op.Binary("Maximum", op.X(0), op.Number(t, 0), t);
  op.Set(op.Last("Minimum").In(low).In(op.Number(t, 1)).Type("T", t).Done());
}
void Prelu(Op& op) {
  const int32_t t = op.Type(0);
  const std::string x = op.X(0), scaled = op.Binary("Mul", x, op.X(1), t);
  const std::string keeps = op.Binary("GreaterEqual", x, op.Number(t, 0), t);
  op.Set(op.Last("SelectV2").In(keeps).In(x).In(scaled).Type("T", t).Done());
}
void Gelu(Op& op) {
  const int32_t t = op.Type(0);
  const std::string x = op.X(0);
  if (op.options().Flag(0)) {
    op.Set(op.Last("Runnel>Gelu").In(x).Type("T", t).Done());
    return;
  }
  const std::string erf = op.Unary("Erf", op.Binary("Mul", x, op.Number(t, std::sqrt(0.5)), t), t);
  const std::string gate =
      op.Binary("Mul", op.Binary("AddV2", erf, op.Number(t, 1), t), op.Number(t, 0.5), t);
  op.Set(op.Last("Mul").In(x).In(gate).Type("T", t).Done());
}
void L2Normalization(Op& op) {
  const int32_t t = op.Type(0);
  op.Activate(op.options().Get<int8_t>(0, 0));
  const std::string x = op.X(0);
  const std::string sum = op.Node("Sum")
                              .In(op.Unary("Square", x, t))
                              .In(op.Ints({-1}))
                              .Bool("keep_dims", true)
                              .Type("T", t)
                              .Type("Tidx", RNLP_INT32)
                              .Done();
  const std::string norm = op.Binary("Maximum", op.Unary("Sqrt", sum, t), op.Number(t, 1e-6), t);
  op.Set(op.Last("RealDiv").In(x).In(norm).Type("T", t).Done());
}
void LocalResponseNormalization(Op& op) {
  op.Set(op.Last("LRN")
             .In(op.X(0))
             .Int("depth_radius", op.options().Get<int32_t>(0, 0))
             .Float("bias", op.options().Get<float>(1, 0))
             .Float("alpha", op.options().Get<float>(2, 0))
             .Float("beta", op.options().Get<float>(3, 0))
             .Type("T", op.Type(0))
             .Done());
}

// ---- types ----

void Cast(Op& op) {
  op.Set(op.Last("Cast").In(op.X(0)).Type("SrcT", op.Type(0)).Type("DstT", op.OutType()).Done());
}
void Bitcast(Op& op) {
  op.Set(op.Last("Bitcast").In(op.X(0)).Type("T", op.Type(0)).Type("type", op.OutType()).Done());
}
template <Text kOp>
void Part(Op& op) {  // of complex numbers
  op.Set(op.Last(kOp.text).In(op.X(0)).Type("T", op.Type(0)).Type("Tout", op.OutType()).Done());
}
void AddN(Op& op) {
  op.Set(op.Last("AddN")
             .Ins(op.Xs())
             .Int("N", static_cast<int64_t>(op.num_inputs()))
             .Type("T", op.Type(0))
             .Done());
}
void FakeQuant(Op& op) {
  op.Set(op.Last("FakeQuantWithMinMaxArgs")
             .In(op.X(0))
             .Float("min", op.options().Get<float>(0, 0))
             .Float("max", op.options().Get<float>(1, 0))
             .Int("num_bits", op.options().Get<int32_t>(2, 0))
             .Bool("narrow_range", op.options().Flag(3))
             .Done());
}
void Bucketize(Op& op) {
  op.Set(op.Last("Bucketize")
             .In(op.X(0))
             .Floats("boundaries", op.options().Numbers<float>(0))
             .Type("T", op.Type(0))
             .Done());
}
// Select takes a vector of conditions for the first axis; a condition of any other shape is like x.
void Select(Op& op) {
  op.Set(op.Last("Select").In(op.X(0)).In(op.X(1)).In(op.X(2)).Type("T", op.Type(1)).Done());
}
void SelectV2(Op& op) {
  op.Set(op.Last("SelectV2").In(op.X(0)).In(op.X(1)).In(op.X(2)).Type("T", op.Type(1)).Done());
}

constexpr OpRow kArithmeticOps[] = {
    {.name = "ADD", .write = Fused<"AddV2">, .quantized = AffineAdd},
    {.name = "SUB", .write = Fused<"Sub">, .quantized = AffineSub},
    {.name = "MUL", .write = Fused<"Mul">, .quantized = AffineMul},
    {.name = "DIV", .write = Div},
    {.name = "FLOOR_DIV", .write = Pair<"FloorDiv">},
    {.name = "FLOOR_MOD", .write = Pair<"FloorMod">},
    {.name = "POW", .write = Pair<"Pow">},
    {.name = "MAXIMUM", .write = Pair<"Maximum">},
    {.name = "MINIMUM", .write = Pair<"Minimum">},
    {.name = "SQUARED_DIFFERENCE", .write = Pair<"SquaredDifference">},
    {.name = "ATAN2", .write = Pair<"Atan2">},
    {.name = "BITWISE_XOR", .write = Pair<"BitwiseXor">},
    {.name = "RIGHT_SHIFT", .write = Pair<"RightShift">},
    {.name = "EQUAL", .write = Pair<"Equal">},
    {.name = "NOT_EQUAL", .write = Pair<"NotEqual">},
    {.name = "LESS", .write = Pair<"Less">},
    {.name = "LESS_EQUAL", .write = Pair<"LessEqual">},
    {.name = "GREATER", .write = Pair<"Greater">},
    {.name = "GREATER_EQUAL", .write = Pair<"GreaterEqual">},
    {.name = "LOGICAL_AND", .write = Logical<"LogicalAnd">},
    {.name = "LOGICAL_OR", .write = Logical<"LogicalOr">},
    {.name = "LOGICAL_NOT", .write = Logical<"LogicalNot">},
    {.name = "ABS", .write = Map<"Abs">},
    {.name = "NEG", .write = Map<"Neg">},
    {.name = "SIGN", .write = Map<"Sign">},
    {.name = "SIN", .write = Map<"Sin">},
    {.name = "COS", .write = Map<"Cos">},
    {.name = "EXP", .write = Map<"Exp">},
    {.name = "LOG", .write = Map<"Log">},
    {.name = "SQRT", .write = Map<"Sqrt">},
    {.name = "RSQRT", .write = Map<"Rsqrt">},
    {.name = "SQUARE", .write = Map<"Square">},
    {.name = "FLOOR", .write = Map<"Floor">},
    {.name = "CEIL", .write = Map<"Ceil">},
    {.name = "ROUND", .write = Map<"Round">},
    {.name = "ELU", .write = Map<"Elu">},
    {.name = "RELU", .write = Map<"Relu">, .quantized = AffineRelu},
    {.name = "RELU6", .write = Map<"Relu6">, .quantized = AffineRelu6},
    {.name = "RELU_N1_TO_1", .write = ReluN1To1, .quantized = AffineReluN1To1},
    {.name = "RELU_0_TO_1", .write = Relu0To1},
    {.name = "LEAKY_RELU", .write = LeakyRelu, .quantized = AffineLeakyRelu},
    {.name = "PRELU", .write = Prelu},
    {.name = "HARD_SWISH", .write = HardSwish, .quantized = AffineHardSwish},
    {.name = "GELU", .write = Gelu},
    {.name = "LOGISTIC", .write = Map<"Sigmoid">, .quantized = AffineLogistic},
    {.name = "TANH", .write = Map<"Tanh">, .quantized = AffineTanh},
    {.name = "SOFTMAX", .write = Softmax, .quantized = AffineSoftmax},
    {.name = "LOG_SOFTMAX", .write = Map<"LogSoftmax">},
    {.name = "L2_NORMALIZATION", .write = L2Normalization},
    {.name = "LOCAL_RESPONSE_NORMALIZATION", .write = LocalResponseNormalization},
    {.name = "ZEROS_LIKE", .write = Map<"ZerosLike">},
    {.name = "CAST", .write = Cast},
    {.name = "BITCAST", .write = Bitcast},
    {.name = "REAL", .write = Part<"Real">},
    {.name = "IMAG", .write = Part<"Imag">},
    {.name = "COMPLEX_ABS", .write = Part<"ComplexAbs">},
    {.name = "ADD_N", .write = AddN},
    {.name = "FAKE_QUANT", .write = FakeQuant},
    {.name = "BUCKETIZE", .write = Bucketize},
    {.name = "SELECT", .write = Select, .moves = true},
    {.name = "SELECT_V2", .write = SelectV2, .moves = true},
};

}  // namespace

std::span<const OpRow> ArithmeticOps() { return kArithmeticOps; }

}  // namespace runnel::tflite
