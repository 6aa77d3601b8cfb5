// A small assembler of SPIR-V: one module with one compute shader. Words are put into the format's
// sections as they come, types and constants once each.
// Source: Khronos, SPIR-V Specification 1.3 (opcodes and enumerants are its numbers).
#ifndef RUNNEL_DEVICES_VULKAN_SPIRV_SPIRV_H_
#define RUNNEL_DEVICES_VULKAN_SPIRV_SPIRV_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <vector>

namespace runnel::vulkan::spirv {

using Id = uint32_t;  // 0 is none

enum class Op : uint32_t {
  kExtension = 10,
  kExtInstImport = 11,
  kExtInst = 12,
  kMemoryModel = 14,
  kEntryPoint = 15,
  kExecutionMode = 16,
  kCapability = 17,
  kTypeVoid = 19,
  kTypeBool = 20,
  kTypeInt = 21,
  kTypeFloat = 22,
  kTypeVector = 23,
  kTypeRuntimeArray = 29,
  kTypeStruct = 30,
  kTypePointer = 32,
  kTypeFunction = 33,
  kConstant = 43,
  kConstantComposite = 44,
  kFunction = 54,
  kFunctionEnd = 56,
  kVariable = 59,
  kLoad = 61,
  kStore = 62,
  kAccessChain = 65,
  kDecorate = 71,
  kMemberDecorate = 72,
  kCompositeConstruct = 80,
  kCompositeExtract = 81,
  kConvertFToS = 110,
  kConvertSToF = 111,
  kFConvert = 115,
  kBitcast = 124,
  kSNegate = 126,
  kFNegate = 127,
  kIAdd = 128,
  kFAdd = 129,
  kISub = 130,
  kFSub = 131,
  kIMul = 132,
  kFMul = 133,
  kUDiv = 134,
  kSDiv = 135,
  kFDiv = 136,
  kUMod = 137,
  kLogicalOr = 166,
  kLogicalAnd = 167,
  kLogicalNot = 168,
  kSelect = 169,
  kIEqual = 170,
  kINotEqual = 171,
  kSGreaterThan = 173,
  kULessThan = 176,
  kSLessThan = 177,
  kULessThanEqual = 178,
  kFOrdEqual = 180,
  kFOrdLessThan = 184,
  kFOrdGreaterThan = 186,
  kFOrdLessThanEqual = 188,
  kShiftRightLogical = 194,
  kShiftRightArithmetic = 195,
  kShiftLeftLogical = 196,
  kBitwiseOr = 197,
  kBitwiseXor = 198,
  kBitwiseAnd = 199,
  kNot = 200,
  kPhi = 245,
  kSelectionMerge = 247,
  kLabel = 248,
  kBranch = 249,
  kBranchConditional = 250,
  kReturn = 253,
};

// Of the extended set GLSL.std.450.
enum class Function : uint32_t {
  kRoundEven = 2,
  kTrunc = 3,
  kFAbs = 4,
  kSAbs = 5,
  kFloor = 8,
  kCeil = 9,
  kSin = 13,
  kCos = 14,
  kSqrt = 31,
  kUMin = 38,
  kFClamp = 43,
  kFma = 50,
};

enum Capability : uint32_t {
  kShader = 1,
  kStorageBuffer16BitAccess = 4433,
  kSignedZeroInfNanPreserve = 4466
};
enum StorageClass : uint32_t { kInput = 1, kPushConstant = 9, kStorageBuffer = 12 };
enum Decoration : uint32_t {
  kBlock = 2,
  kArrayStride = 6,
  kBuiltIn = 11,
  kAliased = 20,
  kNonWritable = 24,
  kNonReadable = 25,
  kBinding = 33,
  kDescriptorSet = 34,
  kOffset = 35,
  kNoContraction = 42,
};
enum BuiltIn : uint32_t { kNumWorkgroups = 24, kWorkgroupId = 26, kLocalInvocationId = 27 };

// Adds an instruction.
void Put(std::vector<uint32_t>* section, Op op, std::initializer_list<uint32_t> operands);

class Assembler {
 public:
  Assembler();

  void Require(Capability capability);
  void Decorate(Id target, Decoration decoration, std::initializer_list<uint32_t> operands = {});
  void DecorateMember(Id type, uint32_t member, Decoration decoration,
                      std::initializer_list<uint32_t> operands = {});

  // The same operands give the same id.
  Id Type(Op op, std::initializer_list<uint32_t> operands = {});
  Id Constant(Id type, uint32_t bits);
  // A vector of `count` equal constants.
  Id Splat(Id vector_type, Id constant, uint32_t count);
  // Structures and arrays of their own, for they are decorated.
  Id NewType(Op op, std::initializer_list<uint32_t> operands);
  // A structure of `count` members of one type.
  Id NewStruct(Id member, uint32_t count);
  // A variable outside of functions; inputs become part of the entry point's interface.
  Id Variable(Id type, StorageClass storage);

  // The body of the shader, in order. Labels are taken first, so that jumps may name them.
  Id NewId() { return next_++; }
  void Label(Id label) { Put(&code_, Op::kLabel, {label}); }
  void Do(Op op, std::initializer_list<uint32_t> operands = {}) { Put(&code_, op, operands); }
  Id Make(Op op, Id type, std::initializer_list<uint32_t> operands);
  Id Call(Function function, Id type, std::initializer_list<uint32_t> operands);

  // The module: the body becomes "main", with workgroups of local_size_x.
  std::vector<uint32_t> Finish(uint32_t local_size_x);

 private:
  using Words = std::vector<uint32_t>;
  Id Global(Op op, Id type, std::initializer_list<uint32_t> operands);

  Id next_ = 1;
  Id glsl_ = 0;
  std::vector<Capability> capabilities_;
  std::vector<Id> inputs_;
  std::map<Words, Id> known_;  // types and constants, by opcode, type and operands
  Words decorations_, globals_, code_;
};

// The module, whoever made it, with the mode in which floats of 32 bits keep NaN, infinities and the
// sign of zero: without it a driver may take Relu's "x < 0 ? 0 : x" for a maximum, which loses NaN.
std::vector<uint32_t> WithNanKept(const uint32_t* words, size_t num_words);

}  // namespace runnel::vulkan::spirv

#endif  // RUNNEL_DEVICES_VULKAN_SPIRV_SPIRV_H_
