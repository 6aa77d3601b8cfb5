#include "devices/vulkan/spirv/lanes.h"

namespace runnel::vulkan {
namespace {

using spirv::Function;
using spirv::Op;

// The body that operands are of: not all of them may be literals.
template <typename A, typename B>
LaneCode* CodeOf(const A& a, const B& b) {
  return a.code != nullptr ? a.code : b.code;
}
Float4 Arithmetic(Op op, Float4 a, Float4 b) {
  LaneCode* code = CodeOf(a, b);
  return {code, code->out.Make(op, code->f32x4, {a.In(code), b.In(code)})};
}
Int4 Arithmetic(Op op, Int4 a, Int4 b) {
  LaneCode* code = CodeOf(a, b);
  return {code, code->out.Make(op, code->i32x4, {a.In(code), b.In(code)})};
}
template <typename V>
Bool4 Compare(Op op, V a, V b) {
  LaneCode* code = CodeOf(a, b);
  return {code, code->out.Make(op, code->bool4, {a.In(code), b.In(code)})};
}

}  // namespace

spirv::Id Float4::In(LaneCode* where) const {
  if (code != nullptr) return id;
  return where->out.Splat(
      where->f32x4, where->out.Constant(where->f32, __builtin_bit_cast(uint32_t, literal)), kLanes);
}
spirv::Id Int4::In(LaneCode* where) const {
  if (code != nullptr) return id;
  return where->out.Splat(where->i32x4, where->out.Constant(where->i32, static_cast<uint32_t>(literal)),
                          kLanes);
}

Float4 operator+(Float4 a, Float4 b) { return Arithmetic(Op::kFAdd, a, b); }
Float4 operator-(Float4 a, Float4 b) { return Arithmetic(Op::kFSub, a, b); }
Float4 operator*(Float4 a, Float4 b) { return Arithmetic(Op::kFMul, a, b); }
Float4 operator/(Float4 a, Float4 b) { return Arithmetic(Op::kFDiv, a, b); }
Float4 operator-(Float4 a) { return {a.code, a.code->out.Make(Op::kFNegate, a.code->f32x4, {a.id})}; }
Bool4 operator<(Float4 a, Float4 b) { return Compare(Op::kFOrdLessThan, a, b); }
Bool4 operator>(Float4 a, Float4 b) { return Compare(Op::kFOrdGreaterThan, a, b); }
Bool4 operator<=(Float4 a, Float4 b) { return Compare(Op::kFOrdLessThanEqual, a, b); }
Bool4 operator==(Float4 a, Float4 b) { return Compare(Op::kFOrdEqual, a, b); }

Float4 Fma(Float4 a, Float4 b, Float4 c) {
  LaneCode* code = a.code != nullptr ? a.code : CodeOf(b, c);
  return {code, code->out.Call(Function::kFma, code->f32x4, {a.In(code), b.In(code), c.In(code)})};
}
Float4 Exactly(Float4 sum) {
  sum.code->out.Decorate(sum.id, spirv::kNoContraction, {});
  return sum;
}
Float4 Clamp(Float4 x, float low, float high) {
  LaneCode* code = x.code;
  return {code, code->out.Call(Function::kFClamp, code->f32x4,
                               {x.id, Float4(low).In(code), Float4(high).In(code)})};
}
Float4 Apply(Function function, Float4 x) {
  return {x.code, x.code->out.Call(function, x.code->f32x4, {x.id})};
}
Float4 Select(Bool4 condition, Float4 yes, Float4 no) {
  LaneCode* code = condition.code;
  return {code, code->out.Make(Op::kSelect, code->f32x4, {condition.id, yes.In(code), no.In(code)})};
}

Int4 operator+(Int4 a, Int4 b) { return Arithmetic(Op::kIAdd, a, b); }
Int4 operator-(Int4 a, Int4 b) { return Arithmetic(Op::kISub, a, b); }
Int4 operator*(Int4 a, Int4 b) { return Arithmetic(Op::kIMul, a, b); }
Int4 operator/(Int4 a, Int4 b) { return Arithmetic(Op::kSDiv, a, b); }
Int4 operator&(Int4 a, Int4 b) { return Arithmetic(Op::kBitwiseAnd, a, b); }
Int4 operator|(Int4 a, Int4 b) { return Arithmetic(Op::kBitwiseOr, a, b); }
Int4 operator^(Int4 a, Int4 b) { return Arithmetic(Op::kBitwiseXor, a, b); }
Int4 operator-(Int4 a) { return {a.code, a.code->out.Make(Op::kSNegate, a.code->i32x4, {a.id})}; }
Int4 operator~(Int4 a) { return {a.code, a.code->out.Make(Op::kNot, a.code->i32x4, {a.id})}; }
Int4 operator<<(Int4 a, int32_t bits) { return Arithmetic(Op::kShiftLeftLogical, a, Int4(bits)); }
Int4 ShiftRight(Int4 a, int32_t bits) { return Arithmetic(Op::kShiftRightArithmetic, a, Int4(bits)); }
Int4 ShiftRightLogical(Int4 a, int32_t bits) {
  return Arithmetic(Op::kShiftRightLogical, a, Int4(bits));
}
Bool4 operator<(Int4 a, Int4 b) { return Compare(Op::kSLessThan, a, b); }
Bool4 operator>(Int4 a, Int4 b) { return Compare(Op::kSGreaterThan, a, b); }
Bool4 operator==(Int4 a, Int4 b) { return Compare(Op::kIEqual, a, b); }
Bool4 operator!=(Int4 a, Int4 b) { return Compare(Op::kINotEqual, a, b); }
Int4 Select(Bool4 condition, Int4 yes, Int4 no) {
  LaneCode* code = condition.code;
  return {code, code->out.Make(Op::kSelect, code->i32x4, {condition.id, yes.In(code), no.In(code)})};
}

Bool4 operator||(Bool4 a, Bool4 b) {
  return {a.code, a.code->out.Make(Op::kLogicalOr, a.code->bool4, {a.id, b.id})};
}
Bool4 operator&&(Bool4 a, Bool4 b) {
  return {a.code, a.code->out.Make(Op::kLogicalAnd, a.code->bool4, {a.id, b.id})};
}
Bool4 operator!(Bool4 a) { return {a.code, a.code->out.Make(Op::kLogicalNot, a.code->bool4, {a.id})}; }

Int4 Bits(Float4 x) { return {x.code, x.code->out.Make(Op::kBitcast, x.code->i32x4, {x.id})}; }
Float4 FromBits(Int4 x) { return {x.code, x.code->out.Make(Op::kBitcast, x.code->f32x4, {x.id})}; }
Int4 ToInt(Float4 x) { return {x.code, x.code->out.Make(Op::kConvertFToS, x.code->i32x4, {x.id})}; }
Float4 ToFloat(Int4 x) { return {x.code, x.code->out.Make(Op::kConvertSToF, x.code->f32x4, {x.id})}; }

}  // namespace runnel::vulkan
