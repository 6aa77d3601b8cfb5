#include "devices/vulkan/spirv/spirv.h"

#include <algorithm>
#include <string_view>

namespace runnel::vulkan::spirv {
namespace {

constexpr uint32_t kMagic = 0x07230203, kVersion = 0x00010300;
constexpr uint32_t kLogical = 0, kGlsl450 = 1, kGlCompute = 5, kLocalSize = 17;
constexpr uint32_t kModeSignedZeroInfNanPreserve = 4461;
constexpr size_t kHeaderWords = 5;

uint32_t Head(Op op, size_t words) {
  return static_cast<uint32_t>(words) << 16 | static_cast<uint32_t>(op);
}

// Text as words: ended by a zero byte, the last word filled with zeros.
std::vector<uint32_t> Text(std::string_view text) {
  std::vector<uint32_t> words(text.size() / 4 + 1, 0);
  for (size_t i = 0; i < text.size(); ++i)
    words[i / 4] |= static_cast<uint32_t>(static_cast<unsigned char>(text[i])) << (i % 4 * 8);
  return words;
}

}  // namespace

Assembler::Assembler() : glsl_(NewId()) { Require(kShader); }

void Put(std::vector<uint32_t>* section, Op op, std::initializer_list<uint32_t> operands) {
  section->push_back(Head(op, operands.size() + 1));
  section->insert(section->end(), operands);
}

void Assembler::Require(Capability capability) {
  if (std::find(capabilities_.begin(), capabilities_.end(), capability) == capabilities_.end())
    capabilities_.push_back(capability);
}

void Assembler::Decorate(Id target, Decoration decoration, std::initializer_list<uint32_t> operands) {
  decorations_.push_back(Head(Op::kDecorate, operands.size() + 3));
  decorations_.push_back(target);
  decorations_.push_back(decoration);
  decorations_.insert(decorations_.end(), operands);
}

void Assembler::DecorateMember(Id type, uint32_t member, Decoration decoration,
                               std::initializer_list<uint32_t> operands) {
  decorations_.push_back(Head(Op::kMemberDecorate, operands.size() + 4));
  decorations_.push_back(type);
  decorations_.push_back(member);
  decorations_.push_back(decoration);
  decorations_.insert(decorations_.end(), operands);
}

// Types have their result first, all others their type and then the result.
Id Assembler::Global(Op op, Id type, std::initializer_list<uint32_t> operands) {
  const Id id = NewId();
  globals_.push_back(Head(op, operands.size() + (type == 0 ? 2 : 3)));
  if (type != 0) globals_.push_back(type);
  globals_.push_back(id);
  globals_.insert(globals_.end(), operands);
  return id;
}

Id Assembler::NewType(Op op, std::initializer_list<uint32_t> operands) {
  return Global(op, 0, operands);
}

Id Assembler::Type(Op op, std::initializer_list<uint32_t> operands) {
  Words key = {static_cast<uint32_t>(op), 0};
  key.insert(key.end(), operands);
  Id& id = known_[key];
  if (id == 0) id = NewType(op, operands);
  return id;
}

Id Assembler::Constant(Id type, uint32_t bits) {
  Id& id = known_[{static_cast<uint32_t>(Op::kConstant), type, bits}];
  if (id == 0) id = Global(Op::kConstant, type, {bits});
  return id;
}

Id Assembler::Splat(Id vector_type, Id constant, uint32_t count) {
  Id& id = known_[{static_cast<uint32_t>(Op::kConstantComposite), vector_type, constant}];
  if (id != 0) return id;
  id = NewId();
  globals_.push_back(Head(Op::kConstantComposite, count + 3));
  globals_.push_back(vector_type);
  globals_.push_back(id);
  globals_.insert(globals_.end(), count, constant);
  return id;
}

Id Assembler::NewStruct(Id member, uint32_t count) {
  const Id id = NewId();
  globals_.push_back(Head(Op::kTypeStruct, count + 2));
  globals_.push_back(id);
  globals_.insert(globals_.end(), count, member);
  return id;
}

Id Assembler::Variable(Id type, StorageClass storage) {
  const Id pointer = Type(Op::kTypePointer, {storage, type});
  const Id id = Global(Op::kVariable, pointer, {storage});
  if (storage == kInput) inputs_.push_back(id);
  return id;
}

Id Assembler::Make(Op op, Id type, std::initializer_list<uint32_t> operands) {
  const Id id = NewId();
  code_.push_back(Head(op, operands.size() + 3));
  code_.push_back(type);
  code_.push_back(id);
  code_.insert(code_.end(), operands);
  return id;
}

Id Assembler::Call(Function function, Id type, std::initializer_list<uint32_t> operands) {
  const Id id = NewId();
  code_.push_back(Head(Op::kExtInst, operands.size() + 5));
  code_.push_back(type);
  code_.push_back(id);
  code_.push_back(glsl_);
  code_.push_back(static_cast<uint32_t>(function));
  code_.insert(code_.end(), operands);
  return id;
}

std::vector<uint32_t> Assembler::Finish(uint32_t local_size_x) {
  const Id nothing = Type(Op::kTypeVoid);
  const Id signature = Type(Op::kTypeFunction, {nothing});
  const Id main = NewId(), first = NewId();
  const auto append = [](Words* to, const Words& what) {
    to->insert(to->end(), what.begin(), what.end());
  };

  Words all = {kMagic, kVersion, 0, 0, 0};
  for (const Capability capability : capabilities_) Put(&all, Op::kCapability, {capability});
  const Words set = Text("GLSL.std.450"), name = Text("main");
  all.push_back(Head(Op::kExtInstImport, set.size() + 2));
  all.push_back(glsl_);
  append(&all, set);
  Put(&all, Op::kMemoryModel, {kLogical, kGlsl450});
  all.push_back(Head(Op::kEntryPoint, 3 + name.size() + inputs_.size()));
  all.push_back(kGlCompute);
  all.push_back(main);
  append(&all, name);
  append(&all, inputs_);
  Put(&all, Op::kExecutionMode, {main, kLocalSize, local_size_x, 1, 1});
  append(&all, decorations_);
  append(&all, globals_);
  Put(&all, Op::kFunction, {nothing, main, 0, signature});
  Put(&all, Op::kLabel, {first});
  append(&all, code_);
  Put(&all, Op::kFunctionEnd, {});
  all[3] = next_;  // all ids are below
  return all;
}

std::vector<uint32_t> WithNanKept(const uint32_t* words, size_t num_words) {
  const auto op = [&](size_t at) { return static_cast<Op>(words[at] & 0xFFFF); };
  const auto next = [&](size_t at) { return at + (words[at] >> 16); };
  // The format's order: capabilities, extensions, imports, the memory model, the entry point, its modes.
  size_t after_capabilities = kHeaderWords;
  while (op(after_capabilities) == Op::kCapability) after_capabilities = next(after_capabilities);
  size_t entry = after_capabilities;
  while (op(entry) != Op::kEntryPoint) entry = next(entry);
  const size_t after_entry = next(entry);
  const uint32_t main = words[entry + 2];

  std::vector<uint32_t> all(words, words + after_capabilities);
  Put(&all, Op::kCapability, {kSignedZeroInfNanPreserve});
  const std::vector<uint32_t> name = Text("SPV_KHR_float_controls");
  all.push_back(Head(Op::kExtension, name.size() + 1));
  all.insert(all.end(), name.begin(), name.end());
  all.insert(all.end(), words + after_capabilities, words + after_entry);
  Put(&all, Op::kExecutionMode, {main, kModeSignedZeroInfNanPreserve, 32});
  all.insert(all.end(), words + after_entry, words + num_words);
  return all;
}

}  // namespace runnel::vulkan::spirv
