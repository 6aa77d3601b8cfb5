// Four lanes at a time, written as arithmetic: each operator appends the instruction that computes it.
// Literals become constants where they meet a value. Nothing branches: what depends on a lane is
// selected.
#ifndef RUNNEL_DEVICES_VULKAN_SPIRV_LANES_H_
#define RUNNEL_DEVICES_VULKAN_SPIRV_LANES_H_

#include <span>
#include <string_view>

#include "devices/vulkan/spirv/spirv.h"

namespace runnel::vulkan {

inline constexpr uint32_t kLanes = 4;

// A shader's body being written, and the types that it computes with.
struct LaneCode {
  spirv::Assembler out;
  spirv::Id f32 = out.Type(spirv::Op::kTypeFloat, {32});
  spirv::Id i32 = out.Type(spirv::Op::kTypeInt, {32, 1});
  spirv::Id boolean = out.Type(spirv::Op::kTypeBool);
  spirv::Id f32x4 = out.Type(spirv::Op::kTypeVector, {f32, kLanes});
  spirv::Id i32x4 = out.Type(spirv::Op::kTypeVector, {i32, kLanes});
  spirv::Id bool4 = out.Type(spirv::Op::kTypeVector, {boolean, kLanes});
};

// Values of the body; without code, literals.
struct Bool4 {
  LaneCode* code;
  spirv::Id id;
};
struct Int4 {
  Int4(LaneCode* of, spirv::Id value) : code(of), id(value) {}
  Int4(int32_t value) : literal(value) {}  // NOLINT: literals stand where values do
  spirv::Id In(LaneCode* where) const;
  LaneCode* code = nullptr;
  spirv::Id id = 0;
  int32_t literal = 0;
};
struct Float4 {
  Float4(LaneCode* of, spirv::Id value) : code(of), id(value) {}
  Float4(float value) : literal(value) {}  // NOLINT: literals stand where values do
  spirv::Id In(LaneCode* where) const;
  LaneCode* code = nullptr;
  spirv::Id id = 0;
  float literal = 0;
};

Float4 operator+(Float4 a, Float4 b);
Float4 operator-(Float4 a, Float4 b);
Float4 operator*(Float4 a, Float4 b);
Float4 operator/(Float4 a, Float4 b);
Float4 operator-(Float4 a);
Bool4 operator<(Float4 a, Float4 b);
Bool4 operator>(Float4 a, Float4 b);
Bool4 operator<=(Float4 a, Float4 b);
Bool4 operator==(Float4 a, Float4 b);
Float4 Fma(Float4 a, Float4 b, Float4 c);
Float4 Exactly(Float4 sum);  // the result of arithmetic, which no compiler may fold into another
Float4 Clamp(Float4 x, float low, float high);
Float4 Apply(spirv::Function function, Float4 x);
Float4 Select(Bool4 condition, Float4 yes, Float4 no);

Int4 operator+(Int4 a, Int4 b);
Int4 operator-(Int4 a, Int4 b);
Int4 operator*(Int4 a, Int4 b);
Int4 operator/(Int4 a, Int4 b);  // towards 0; neither by 0 nor the least number by -1
Int4 operator&(Int4 a, Int4 b);
Int4 operator|(Int4 a, Int4 b);
Int4 operator^(Int4 a, Int4 b);
Int4 operator-(Int4 a);
Int4 operator~(Int4 a);
Int4 operator<<(Int4 a, int32_t bits);
Int4 ShiftRight(Int4 a, int32_t bits);         // keeps the sign
Int4 ShiftRightLogical(Int4 a, int32_t bits);  // fills with zeros
Bool4 operator<(Int4 a, Int4 b);
Bool4 operator>(Int4 a, Int4 b);
Bool4 operator==(Int4 a, Int4 b);
Bool4 operator!=(Int4 a, Int4 b);
Int4 Select(Bool4 condition, Int4 yes, Int4 no);

Bool4 operator||(Bool4 a, Bool4 b);
Bool4 operator&&(Bool4 a, Bool4 b);
Bool4 operator!(Bool4 a);

Int4 Bits(Float4 x);
Float4 FromBits(Int4 x);
Int4 ToInt(Float4 x);  // towards 0; whatever where it does not fit
Float4 ToFloat(Int4 x);

// How an op is computed; NULL where it is not, for that type or number of operands.
struct LaneOp {
  const char* op;
  Float4 (*unary)(Float4 x) = nullptr;
  Float4 (*binary)(Float4 x, Float4 y) = nullptr;
  Int4 (*int_unary)(Int4 x) = nullptr;
  Int4 (*int_binary)(Int4 x, Int4 y) = nullptr;
};
// All that there are (lane_ops.cc), and the one of this name or NULL.
std::span<const LaneOp> LaneOps();
const LaneOp* FindLaneOp(std::string_view op);

}  // namespace runnel::vulkan

#endif  // RUNNEL_DEVICES_VULKAN_SPIRV_LANES_H_
