// Element by element: one operand, two that broadcast, comparisons, casts, sums of several, selections.
#include <algorithm>

#include "devices/vulkan/kernels/kernel.h"

namespace runnel::vulkan {
namespace {

// ---- one operand ----

constexpr OpNumber kUnary[] = {
    {"Neg", 0},   {"Abs", 1},       {"Sign", 2},        {"Square", 3},   {"Relu", 4},   {"Relu6", 5},
    {"Exp", 8},   {"Expm1", 9},     {"Log", 10},        {"Log1p", 11},   {"Sqrt", 12},  {"Rsqrt", 13},
    {"Inv", 14},  {"Tanh", 15},     {"Reciprocal", 14}, {"Sigmoid", 16}, {"Sin", 17},   {"Cos", 18},
    {"Erf", 19},  {"Floor", 20},    {"Ceil", 21},       {"Rint", 22},    {"Round", 22}, {"Elu", 23},
    {"Selu", 24}, {"Softplus", 25}, {"Softsign", 26},   {"Invert", 27},
};

struct UnaryKernel {
  uint32_t number = 0;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return FindOp(host, node, kUnary, std::size(kUnary), &number);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* in = run->inputs[0];
    RNLP_TRY(plugin::EnsureOutputLike(run, 0, in));
    Call call(run, Shader("unary", TypeWord(in->dtype)));
    call.Const(number).Read(in).Write(run->outputs[0]).Push(in->num_elements);
    return call.Threads((in->num_elements + 3) / 4);
  }
};

constexpr OpNumber kTests[] = {{"IsNan", 0}, {"IsInf", 1}, {"IsFinite", 2}, {"LogicalNot", 3}};

struct TestKernel {
  uint32_t number = 0;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return FindOp(host, node, kTests, std::size(kTests), &number);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* in = run->inputs[0];
    RNLP_TRY(plugin::EnsureOutputLike(run, 0, in));
    Call call(run, Shader("test", TypeWord(in->dtype)));
    call.Const(number).Read(in).Write(run->outputs[0]).Push(in->num_elements);
    return call.Threads((in->num_elements + 3) / 4);
  }
};

struct LikeKernel {
  uint64_t bits = 0;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    const rnlp_str_t op = host->node_op(host, node);
    if (op.data[0] == 'Z') return nullptr;
    int32_t dtype = RNLP_FLOAT;
    RNLP_TRY(plugin::AttrType(host, node, "T", &dtype));
    bits = dtype == RNLP_FLOAT      ? 0x3F800000u
           : dtype == RNLP_HALF     ? 0x3C00u
           : dtype == RNLP_BFLOAT16 ? 0x3F80u
           : dtype == RNLP_DOUBLE   ? 0x3FF0000000000000u
                                    : 1u;
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    RNLP_TRY(plugin::EnsureOutputLike(run, 0, run->inputs[0]));
    return RecordFill(run, run->outputs[0], bits);
  }
};

// ---- two operands ----

constexpr OpNumber kBinary[] = {
    {"Add", 0},
    {"AddV2", 0},
    {"Sub", 1},
    {"Mul", 2},
    {"Div", 3},
    {"RealDiv", 3},
    {"Maximum", 4},
    {"Minimum", 5},
    {"SquaredDifference", 6},
    {"ReluGrad", 7},
    {"DivNoNan", 8},
    {"FloorDiv", 9},
    {"FloorMod", 10},
    {"TruncateDiv", 11},
    {"TruncateMod", 12},
    {"Mod", 12},
    {"Pow", 13},
    {"TanhGrad", 14},
    {"SigmoidGrad", 15},
    {"SqrtGrad", 16},
    {"RsqrtGrad", 17},
    {"ReciprocalGrad", 18},
    {"InvGrad", 18},
    {"Relu6Grad", 19},
    {"EluGrad", 20},
    {"SeluGrad", 21},
    {"SoftplusGrad", 22},
    {"SoftsignGrad", 23},
    {"Xdivy", 24},
    {"Xlogy", 25},
    {"BitwiseAnd", 26},
    {"BitwiseOr", 27},
    {"BitwiseXor", 28},
};
constexpr OpNumber kCompare[] = {
    {"Equal", 0},   {"NotEqual", 1},     {"Less", 2},       {"LessEqual", 3},
    {"Greater", 4}, {"GreaterEqual", 5}, {"LogicalAnd", 6}, {"LogicalOr", 7},
};

rnlp_status_t* RunPair(const rnlp_run_t* run, const char* file, uint32_t number, bool may_be_flat) {
  const rnlp_tensor_t* a = run->inputs[0];
  const rnlp_tensor_t* b = run->inputs[1];
  const rnlp_tensor_t* out = run->outputs[0];
  const rnlp_tensor_t* const tensors[] = {a, b};
  Dims dims;
  if (!plugin::BroadcastShapes(tensors, 2, &dims)) {
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "shapes %s and %s do not broadcast",
                plugin::ShapeText(a).c_str(), plugin::ShapeText(b).c_str());
  }
  RNLP_TRY(Expect(run, 0, dims));
  const int64_t n = out->num_elements;
  if (n == 0) return nullptr;
  const uint32_t shader = Shader(file, TypeWord(a->dtype));
  const bool a_one = a->num_elements == 1 && n > 1, b_one = b->num_elements == 1 && n > 1;
  if (may_be_flat && (a->num_elements == n || a_one) && (b->num_elements == n || b_one) &&
      !(a_one && b_one)) {
    Call call(run, shader);
    call.Const(number).Const(b_one ? 1 : a_one ? 2 : 0).Const(0);
    return call.Read(a).Read(b).Write(out).Push(n).Threads((n + 3) / 4);
  }
  Loops<3> loops;
  const rnlp_tensor_t* const all[] = {a, b, out};
  BroadcastLoops<3>(all, dims, &loops);
  return ForOuter<3>(loops, kMaxLoops, [&](const int64_t* offsets, int outer) {
    const int inner = loops.rank - outer;
    int64_t count = 1;
    for (int i = outer; i < loops.rank; ++i) count *= loops.size[i];
    Call call(run, shader);
    call.Const(number).Const(3).Const(static_cast<uint32_t>(inner)).Read(a).Read(b).Write(out);
    call.Push(count).Push(offsets[0]).Push(offsets[1]).Push(offsets[2]);
    call.PushAll(loops.size + outer, inner, 8)
        .PushAll(loops.stride[0] + outer, inner, 8)
        .PushAll(loops.stride[1] + outer, inner, 8);
    return call.Threads(may_be_flat ? count : (count + 3) / 4);
  });
}

struct BinaryKernel {
  uint32_t number = 0;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return FindOp(host, node, kBinary, std::size(kBinary), &number);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const { return RunPair(run, "binary", number, true); }
};

struct CompareKernel {
  uint32_t number = 0;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return FindOp(host, node, kCompare, std::size(kCompare), &number);
  }
  static const char* Refuse(const rnlp_host_t* host, const rnlp_node_t* node,
                            const rnlp_tensor_t* const*, uint32_t) {
    bool is_error = true;
    if (rnlp_status_t* status = plugin::AttrBool(host, node, "incompatible_shape_error", &is_error))
      host->status_release(host, status);
    return is_error ? nullptr : "incompatible_shape_error is false";
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const { return RunPair(run, "compare", number, false); }
};

// ---- several operands ----

struct AddNKernel {
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* out = run->outputs[0];
    for (uint32_t i = 0; i < run->num_inputs; ++i) {
      if (plugin::SameShape(run->inputs[0], run->inputs[i])) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "AddN: input %u has shape %s, input 0 %s", i,
                  plugin::ShapeText(run->inputs[i]).c_str(), plugin::ShapeText(run->inputs[0]).c_str());
    }
    RNLP_TRY(plugin::EnsureOutputLike(run, 0, run->inputs[0]));
    if (run->num_inputs == 1) return RecordCopyAll(run, run->inputs[0], out);
    for (uint32_t i = 1; i < run->num_inputs; ++i) {
      Call call(run, Shader("binary", TypeWord(out->dtype)));
      call.Const(0)
          .Const(0)
          .Const(0)
          .Read(i == 1 ? run->inputs[0] : out)
          .Read(run->inputs[i])
          .Write(out);
      RNLP_TRY(call.Push(out->num_elements).Threads((out->num_elements + 3) / 4));
    }
    return nullptr;
  }
};

// Select: a condition of one element, of the first dimension, or of all elements. SelectV2 broadcasts.
struct SelectKernel {
  bool broadcasts = false;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    broadcasts = host->node_op(host, node).size == 8;
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    rnlp_tensor_t condition = *run->inputs[0];
    const rnlp_tensor_t* a = run->inputs[1];
    const rnlp_tensor_t* b = run->inputs[2];
    const rnlp_tensor_t* out = run->outputs[0];
    int64_t padded[254];
    if (!broadcasts) {
      const bool rows = condition.rank == 1 && a->rank > 1;
      if (!plugin::SameShape(a, b) ||
          !(condition.rank == 0 || (rows && condition.dims[0] == a->dims[0]) ||
            plugin::SameShape(&condition, a))) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "Select: condition %s, then %s, else %s",
                    plugin::ShapeText(&condition).c_str(), plugin::ShapeText(a).c_str(),
                    plugin::ShapeText(b).c_str());
      }
      if (rows) {
        for (int32_t i = 0; i < a->rank; ++i) padded[i] = i == 0 ? condition.dims[0] : 1;
        condition.rank = a->rank;
        condition.dims = padded;
      }
    }
    const rnlp_tensor_t* const all[] = {&condition, a, b};
    Dims dims;
    if (!plugin::BroadcastShapes(all, 3, &dims)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "shapes %s, %s and %s do not broadcast",
                  plugin::ShapeText(&condition).c_str(), plugin::ShapeText(a).c_str(),
                  plugin::ShapeText(b).c_str());
    }
    RNLP_TRY(Expect(run, 0, dims));
    if (out->num_elements == 0) return nullptr;
    Loops<4> loops;
    const rnlp_tensor_t* const four[] = {&condition, a, b, out};
    BroadcastLoops<4>(four, dims, &loops);
    constexpr int kInner = 6;
    return ForOuter<4>(loops, kInner, [&](const int64_t* offsets, int outer) {
      const int inner = loops.rank - outer;
      int64_t count = 1;
      for (int i = outer; i < loops.rank; ++i) count *= loops.size[i];
      Call call(run, Shader("select", SizeWord(out->dtype)));
      call.Const(static_cast<uint32_t>(inner)).Read(&condition).Read(a).Read(b).Write(out).Push(count);
      for (int t = 0; t < 4; ++t) call.Push(offsets[t]);
      call.PushAll(loops.size + outer, inner, kInner);
      for (int t = 0; t < 3; ++t) call.PushAll(loops.stride[t] + outer, inner, kInner);
      return call.Threads(count);
    });
  }
};

struct CastKernel {
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* in = run->inputs[0];
    const rnlp_tensor_t* out = run->outputs[0];
    RNLP_TRY(plugin::EnsureOutputLike(run, 0, in));
    if (in->dtype == out->dtype) return RecordCopyAll(run, in, out);
    Call call(run, Shader("cast", TypeWord(in->dtype), TypeWord(out->dtype)));
    call.Const(out->dtype == RNLP_BOOL ? 1 : 0).Read(in).Write(out).Push(in->num_elements);
    return call.Threads((in->num_elements + 3) / 4);
  }
};

constexpr int32_t kEqualTypes[] = {RNLP_FLOAT, RNLP_HALF, RNLP_INT32, RNLP_INT64, RNLP_BOOL, RNLP_UINT8};
constexpr int32_t kCastTypes[] = {RNLP_FLOAT, RNLP_HALF, RNLP_INT32, RNLP_INT64, RNLP_BOOL, RNLP_UINT8};
constexpr rnlp_type_constraint_t kIntegerT[] = {plugin::Types("T", kIntegers)};
constexpr rnlp_type_constraint_t kEqualT[] = {plugin::Types("T", kEqualTypes)};
constexpr rnlp_type_constraint_t kCastT[] = {plugin::Types("SrcT", kCastTypes),
                                             plugin::Types("DstT", kCastTypes)};

constexpr rnlp_kernel_row_t Unary(const char* op, const rnlp_type_constraint_t* types) {
  return Row<UnaryKernel>(
      {.op = op, .types = types, .num_types = 1, .aliases = kInPlace, .num_aliases = 1});
}
constexpr rnlp_kernel_row_t Test(const char* op, const rnlp_type_constraint_t* types) {
  return Row<TestKernel>({.op = op, .types = types, .num_types = types == nullptr ? 0u : 1u});
}
constexpr rnlp_kernel_row_t Binary(const char* op, const rnlp_type_constraint_t* types) {
  return Row<BinaryKernel>(
      {.op = op, .types = types, .num_types = 1, .aliases = kEitherInPlace, .num_aliases = 2});
}
constexpr rnlp_kernel_row_t Compare(const char* op, const rnlp_type_constraint_t* types) {
  return Row<CompareKernel>({.op = op, .types = types, .num_types = types == nullptr ? 0u : 1u});
}

}  // namespace

constinit const rnlp_kernel_row_t kElementsRows[] = {
    Unary("Neg", kNumberT),
    Unary("Abs", kNumberT),
    Unary("Sign", kNumberT),
    Unary("Square", kNumberT),
    Unary("Relu", kNumberT),
    Unary("Relu6", kNumberT),
    Unary("Exp", kFloatT),
    Unary("Expm1", kFloatT),
    Unary("Log", kFloatT),
    Unary("Log1p", kFloatT),
    Unary("Sqrt", kFloatT),
    Unary("Rsqrt", kFloatT),
    Unary("Inv", kFloatT),
    Unary("Reciprocal", kFloatT),
    Unary("Tanh", kFloatT),
    Unary("Sigmoid", kFloatT),
    Unary("Sin", kFloatT),
    Unary("Cos", kFloatT),
    Unary("Erf", kFloatT),
    Unary("Floor", kFloatT),
    Unary("Ceil", kFloatT),
    Unary("Rint", kFloatT),
    Unary("Round", kFloatT),
    Unary("Elu", kFloatT),
    Unary("Selu", kFloatT),
    Unary("Softplus", kFloatT),
    Unary("Softsign", kFloatT),
    Unary("Invert", kIntegerT),
    Test("IsNan", kFloatT),
    Test("IsInf", kFloatT),
    Test("IsFinite", kFloatT),
    Test("LogicalNot", nullptr),
    Row<LikeKernel>({.op = "ZerosLike", .types = kMovableT, .num_types = 1}),
    Row<LikeKernel>({.op = "OnesLike", .types = kMovableT, .num_types = 1}),
    Binary("Add", kNumberT),
    Binary("AddV2", kNumberT),
    Binary("Sub", kNumberT),
    Binary("Mul", kNumberT),
    Binary("Div", kNumberT),
    Binary("RealDiv", kFloatT),
    Binary("Maximum", kNumberT),
    Binary("Minimum", kNumberT),
    Binary("SquaredDifference", kNumberT),
    Binary("ReluGrad", kNumberT),
    Binary("DivNoNan", kFloatT),
    Binary("FloorDiv", kNumberT),
    Binary("FloorMod", kNumberT),
    Binary("TruncateDiv", kNumberT),
    Binary("TruncateMod", kNumberT),
    Binary("Mod", kNumberT),
    Binary("Pow", kNumberT),
    Binary("TanhGrad", kFloatT),
    Binary("SigmoidGrad", kFloatT),
    Binary("SqrtGrad", kFloatT),
    Binary("RsqrtGrad", kFloatT),
    Binary("ReciprocalGrad", kFloatT),
    Binary("InvGrad", kFloatT),
    Binary("Relu6Grad", kFloatT),
    Binary("EluGrad", kFloatT),
    Binary("SeluGrad", kFloatT),
    Binary("SoftplusGrad", kFloatT),
    Binary("SoftsignGrad", kFloatT),
    Binary("Xdivy", kFloatT),
    Binary("Xlogy", kFloatT),
    Binary("BitwiseAnd", kIntegerT),
    Binary("BitwiseOr", kIntegerT),
    Binary("BitwiseXor", kIntegerT),
    Compare("Equal", kEqualT),
    Compare("NotEqual", kEqualT),
    Compare("Less", kNumberT),
    Compare("LessEqual", kNumberT),
    Compare("Greater", kNumberT),
    Compare("GreaterEqual", kNumberT),
    Compare("LogicalAnd", nullptr),
    Compare("LogicalOr", nullptr),
    Row<AddNKernel>(
        {.op = "AddN", .types = kNumberT, .num_types = 1, .aliases = kInPlace, .num_aliases = 1}),
    Row<SelectKernel>({.op = "Select", .types = kMovableT, .num_types = 1}),
    Row<SelectKernel>({.op = "SelectV2", .types = kMovableT, .num_types = 1}),
    Row<CastKernel>({.op = "Cast", .types = kCastT, .num_types = 2}),
};
std::span<const rnlp_kernel_row_t> ElementsRows() { return kElementsRows; }

}  // namespace runnel::vulkan
