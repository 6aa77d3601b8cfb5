#include "devices/vulkan/spirv/fused_shader.h"

namespace runnel::vulkan {
namespace {

using spirv::Id;
using spirv::Op;

constexpr uint32_t kMaxInputs = RNLP_FUSED_MAX_INPUTS;
constexpr uint32_t kMaxValues = kMaxInputs + RNLP_FUSED_MAX_INSTRUCTIONS;

// Takes a number below `limit` off the front.
bool TakeNumber(std::string_view* text, uint32_t limit, uint32_t* out) {
  uint32_t value = 0;
  size_t digits = 0;
  while (digits < text->size() && digits < 4 && (*text)[digits] >= '0' && (*text)[digits] <= '9')
    value = value * 10 + static_cast<uint32_t>((*text)[digits++] - '0');
  text->remove_prefix(digits);
  *out = value;
  return digits > 0 && value < limit;
}

class Emitter {
 public:
  Emitter(const FusedProgram& program, Element element, const Spread* spreads, uint32_t group_size)
      : program_(program), element_(element), spreads_(spreads), group_size_(group_size) {}
  std::vector<uint32_t> Words();

 private:
  void Declare();
  Id Buffers(Id array_of, uint32_t stride);
  Id BufferVariable(Id type, uint32_t binding, bool written);
  void FindPlace();
  Id U(uint32_t value) { return out_.Constant(u32_, value); }
  Id Index(Op op, Id a, Id b) { return out_.Make(op, u32_, {a, b}); }
  Id Push(uint32_t member) {
    const Id at = out_.Make(Op::kAccessChain, u32_in_push_, {push_, U(member)});
    return out_.Make(Op::kLoad, u32_, {at});
  }
  Id At(uint32_t binding, Id index, bool wide) {
    return out_.Make(Op::kAccessChain, wide ? four_in_buffer_ : one_in_buffer_,
                     {wide ? fours_[binding] : ones_[binding], U(0), index});
  }
  // Halves are converted wherever they are read or written: nothing else may be done with them.
  Id LoadOne(uint32_t binding, Id index) {
    const Id loaded = out_.Make(Op::kLoad, one_, {At(binding, index, false)});
    return is_half() ? out_.Make(Op::kFConvert, code_.f32, {loaded}) : loaded;
  }
  Id LoadFour(uint32_t binding, Id index) {
    const Id loaded = out_.Make(Op::kLoad, four_, {At(binding, index, true)});
    return is_half() ? out_.Make(Op::kFConvert, code_.f32x4, {loaded}) : loaded;
  }
  void StoreOne(uint32_t binding, Id index, Id value) {
    if (is_half()) value = out_.Make(Op::kFConvert, one_, {value});
    out_.Do(Op::kStore, {At(binding, index, false), value});
  }
  void StoreFour(uint32_t binding, Id index, Id value) {
    if (is_half()) value = out_.Make(Op::kFConvert, four_, {value});
    out_.Do(Op::kStore, {At(binding, index, true), value});
  }
  Id Join(Id a, Id b, Id c, Id d) { return out_.Make(Op::kCompositeConstruct, values_, {a, b, c, d}); }
  Id Repeated(Id one) { return Join(one, one, one, one); }
  Id LoadSpread(uint32_t input);
  void LoadWhole(Id* values);
  void Compute(Id* values);
  void Store(const Id* values);
  // Both sides of a test go on at `joined`.
  void Branch(Id test, Id yes, Id no, Id joined) {
    out_.Do(Op::kSelectionMerge, {joined, 0});
    out_.Do(Op::kBranchConditional, {test, yes, no});
  }
  bool is_half() const { return element_ == Element::kHalf; }

  const FusedProgram& program_;
  const Element element_;
  const Spread* const spreads_;
  const uint32_t group_size_;
  LaneCode code_;
  spirv::Assembler& out_ = code_.out;
  const Id u32_ = out_.Type(Op::kTypeInt, {32, 0});
  Id one_ = 0, four_ = 0;                                               // as they are stored
  const Id value_ = element_ == Element::kInt ? code_.i32 : code_.f32;  // as they are computed with
  const Id values_ = element_ == Element::kInt ? code_.i32x4 : code_.f32x4;
  Id one_in_buffer_ = 0, four_in_buffer_ = 0, u32_in_push_ = 0;
  Id push_ = 0, groups_ = 0, group_ = 0, local_ = 0;
  Id ones_[kMaxInputs + RNLP_FUSED_MAX_OUTPUTS] = {};   // variables: bindings by element
  Id fours_[kMaxInputs + RNLP_FUSED_MAX_OUTPUTS] = {};  // and by four
  Id n_ = 0, quad_ = 0, first_ = 0, whole_ = 0;         // where this invocation is
  Id lane_[kLanes] = {};                                // its elements, none beyond the last
};

Id Emitter::Buffers(Id array_of, uint32_t stride) {
  const Id array = out_.NewType(Op::kTypeRuntimeArray, {array_of});
  out_.Decorate(array, spirv::kArrayStride, {stride});
  const Id type = out_.NewType(Op::kTypeStruct, {array});
  out_.Decorate(type, spirv::kBlock);
  out_.DecorateMember(type, 0, spirv::kOffset, {0});
  return type;
}

// Outputs may lie where inputs do, and each binding is seen by element and by four.
Id Emitter::BufferVariable(Id type, uint32_t binding, bool written) {
  const Id variable = out_.Variable(type, spirv::kStorageBuffer);
  out_.Decorate(variable, spirv::kDescriptorSet, {0});
  out_.Decorate(variable, spirv::kBinding, {binding});
  out_.Decorate(variable, spirv::kAliased);
  out_.Decorate(variable, written ? spirv::kNonReadable : spirv::kNonWritable);
  return variable;
}

void Emitter::Declare() {
  one_ = code_.f32;
  if (element_ == Element::kInt) one_ = code_.i32;
  if (element_ == Element::kHalf) {
    out_.Require(spirv::kStorageBuffer16BitAccess);
    one_ = out_.Type(Op::kTypeFloat, {16});
  }
  four_ = out_.Type(Op::kTypeVector, {one_, kLanes});
  const uint32_t size = element_ == Element::kHalf ? 2 : 4;
  const Id by_one = Buffers(one_, size), by_four = Buffers(four_, size * kLanes);
  one_in_buffer_ = out_.Type(Op::kTypePointer, {spirv::kStorageBuffer, one_});
  four_in_buffer_ = out_.Type(Op::kTypePointer, {spirv::kStorageBuffer, four_});
  for (uint32_t b = 0; b < program_.num_inputs + program_.num_outputs; ++b) {
    const bool written = b >= program_.num_inputs;
    ones_[b] = BufferVariable(by_one, b, written);
    fours_[b] = BufferVariable(by_four, b, written);
  }

  const uint32_t num_numbers = 1 + 2 * program_.num_inputs;
  const Id numbers = out_.NewStruct(u32_, num_numbers);
  out_.Decorate(numbers, spirv::kBlock);
  for (uint32_t i = 0; i < num_numbers; ++i) out_.DecorateMember(numbers, i, spirv::kOffset, {i * 4});
  push_ = out_.Variable(numbers, spirv::kPushConstant);
  u32_in_push_ = out_.Type(Op::kTypePointer, {spirv::kPushConstant, u32_});

  const Id three = out_.Type(Op::kTypeVector, {u32_, 3});
  const auto input = [&](spirv::BuiltIn what) {
    const Id variable = out_.Variable(three, spirv::kInput);
    out_.Decorate(variable, spirv::kBuiltIn, {what});
    return variable;
  };
  groups_ = input(spirv::kNumWorkgroups);
  group_ = input(spirv::kWorkgroupId);
  local_ = input(spirv::kLocalInvocationId);
}

// As common.glsl numbers invocations: grids that are too wide are folded into y.
void Emitter::FindPlace() {
  const Id three = out_.Type(Op::kTypeVector, {u32_, 3});
  const auto part = [&](Id variable, uint32_t which) {
    const Id loaded = out_.Make(Op::kLoad, three, {variable});
    return out_.Make(Op::kCompositeExtract, u32_, {loaded, which});
  };
  const Id row = Index(Op::kIMul, part(group_, 1), part(groups_, 0));
  const Id group = Index(Op::kIAdd, row, part(group_, 0));
  quad_ = Index(Op::kIAdd, Index(Op::kIMul, group, U(group_size_)), part(local_, 0));
  first_ = Index(Op::kIMul, quad_, U(kLanes));
  n_ = Push(0);
}

Id Emitter::LoadSpread(uint32_t input) {
  const Id run = Push(1 + 2 * input), count = Push(2 + 2 * input);
  switch (spreads_[input]) {
    case Spread::kOne:
      return Repeated(LoadOne(input, U(0)));
    case Spread::kWide:
      return Repeated(LoadOne(input, Index(Op::kUMod, Index(Op::kUDiv, first_, run), count)));
    case Spread::kCycle:
      return LoadFour(input, Index(Op::kUMod, quad_, Index(Op::kUDiv, count, U(kLanes))));
    default: {
      Id each[kLanes];
      for (uint32_t k = 0; k < kLanes; ++k)
        each[k] = LoadOne(input, Index(Op::kUMod, Index(Op::kUDiv, lane_[k], run), count));
      return Join(each[0], each[1], each[2], each[3]);
    }
  }
}

// Inputs that lie as the outputs do: four at once where all four are there.
void Emitter::LoadWhole(Id* values) {
  bool any = false;
  for (uint32_t v = 0; v < program_.num_inputs; ++v) any = any || spreads_[v] == Spread::kAll;
  if (!any) return;
  const Id yes = out_.NewId(), no = out_.NewId(), joined = out_.NewId();
  Id at_once[kMaxInputs] = {}, one_by_one[kMaxInputs] = {};
  Branch(whole_, yes, no, joined);
  out_.Label(yes);
  for (uint32_t v = 0; v < program_.num_inputs; ++v) {
    if (spreads_[v] == Spread::kAll) at_once[v] = LoadFour(v, quad_);
  }
  out_.Do(Op::kBranch, {joined});
  out_.Label(no);
  for (uint32_t v = 0; v < program_.num_inputs; ++v) {
    if (spreads_[v] != Spread::kAll) continue;
    Id each[kLanes];
    for (uint32_t k = 0; k < kLanes; ++k) each[k] = LoadOne(v, lane_[k]);
    one_by_one[v] = Join(each[0], each[1], each[2], each[3]);
  }
  out_.Do(Op::kBranch, {joined});
  out_.Label(joined);
  for (uint32_t v = 0; v < program_.num_inputs; ++v) {
    if (spreads_[v] == Spread::kAll)
      values[v] = out_.Make(Op::kPhi, values_, {at_once[v], yes, one_by_one[v], no});
  }
}

void Emitter::Compute(Id* values) {
  for (uint32_t k = 0; k < program_.num_steps; ++k) {
    const FusedProgram::Step& step = program_.steps[k];
    Id& result = values[program_.num_inputs + k];
    if (element_ != Element::kInt) {
      const Float4 x(&code_, values[step.a]), y(&code_, values[step.b]);
      result = (step.binary ? step.op->binary(x, y) : step.op->unary(x)).In(&code_);
    } else {
      const Int4 x(&code_, values[step.a]), y(&code_, values[step.b]);
      result = (step.binary ? step.op->int_binary(x, y) : step.op->int_unary(x)).In(&code_);
    }
  }
}

void Emitter::Store(const Id* values) {
  const Id yes = out_.NewId(), no = out_.NewId(), joined = out_.NewId();
  Branch(whole_, yes, no, joined);
  out_.Label(yes);
  for (uint32_t r = 0; r < program_.num_outputs; ++r)
    StoreFour(program_.num_inputs + r, quad_, values[program_.results[r]]);
  out_.Do(Op::kBranch, {joined});
  out_.Label(no);
  for (uint32_t k = 0; k + 1 < kLanes; ++k) {
    const Id inside = out_.NewId(), next = out_.NewId();
    const Id at = Index(Op::kIAdd, first_, U(k));
    Branch(out_.Make(Op::kULessThan, code_.boolean, {at, n_}), inside, next, next);
    out_.Label(inside);
    for (uint32_t r = 0; r < program_.num_outputs; ++r) {
      const Id one = out_.Make(Op::kCompositeExtract, value_, {values[program_.results[r]], k});
      StoreOne(program_.num_inputs + r, at, one);
    }
    out_.Do(Op::kBranch, {next});
    out_.Label(next);
  }
  out_.Do(Op::kBranch, {joined});
  out_.Label(joined);
}

std::vector<uint32_t> Emitter::Words() {
  Declare();
  FindPlace();
  const Id body = out_.NewId(), end = out_.NewId();
  Branch(out_.Make(Op::kULessThan, code_.boolean, {first_, n_}), body, end, end);
  out_.Label(body);
  whole_ = out_.Make(Op::kULessThanEqual, code_.boolean, {Index(Op::kIAdd, first_, U(kLanes)), n_});
  const Id last = Index(Op::kISub, n_, U(1));
  for (uint32_t k = 0; k < kLanes; ++k)
    lane_[k] = out_.Call(spirv::Function::kUMin, u32_, {Index(Op::kIAdd, first_, U(k)), last});
  Id values[kMaxValues] = {};
  LoadWhole(values);
  for (uint32_t v = 0; v < program_.num_inputs; ++v) {
    if (spreads_[v] != Spread::kAll) values[v] = LoadSpread(v);
  }
  Compute(values);
  Store(values);
  out_.Do(Op::kBranch, {end});
  out_.Label(end);
  out_.Do(Op::kReturn);
  return out_.Finish(group_size_);
}

}  // namespace

const char* FusedProgram::Parse(std::string_view text, Element element) {
  while (!text.empty()) {
    if (num_steps == RNLP_FUSED_MAX_INSTRUCTIONS) return "it has too many instructions";
    const size_t space = text.find(' ');
    if (space == std::string_view::npos) return "an instruction has no operand";
    Step& step = steps[num_steps];
    step.op = FindLaneOp(text.substr(0, space));
    text.remove_prefix(space + 1);
    const uint32_t values = num_inputs + num_steps;
    if (!TakeNumber(&text, values, &step.a)) return "an operand is no earlier value";
    step.b = step.a;
    step.binary = !text.empty() && text.front() == ' ';
    if (step.binary) {
      text.remove_prefix(1);
      if (!TakeNumber(&text, values, &step.b)) return "an operand is no earlier value";
    }
    if (text.empty() || text.front() != ';') return "an instruction does not end in \";\"";
    text.remove_prefix(1);
    if (step.op == nullptr) return "an op is not there";
    const bool known =
        element == Element::kInt
            ? (step.binary ? step.op->int_binary != nullptr : step.op->int_unary != nullptr)
            : (step.binary ? step.op->binary != nullptr : step.op->unary != nullptr);
    if (!known) return "an op is not there for the type or the number of operands";
    ++num_steps;
  }
  return num_steps == 0 ? "it has no instructions" : nullptr;
}

std::vector<uint32_t> EmitFused(const FusedProgram& program, Element element, const Spread* spreads,
                                uint32_t group_size) {
  return Emitter(program, element, spreads, group_size).Words();
}

}  // namespace runnel::vulkan
