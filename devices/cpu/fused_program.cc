#include "devices/cpu/fused_program.h"

#include <algorithm>

namespace runnel::cpu {
namespace {

template <typename Entry>
const Entry* Find(const Entry* entries, size_t count, std::string_view op) {
  const Entry* entry =
      std::find_if(entries, entries + count, [&](const Entry& e) { return op == e.op; });
  return entry == entries + count ? nullptr : entry;
}

bool FindLoop(std::string_view op, bool binary, int32_t dtype, const ElementTable& simd,
              FusedProgram::Instruction* out, int64_t* work) {
  for (const ElementOps* ops :
       {&kUnaryElementOps, &kBinaryElementOps, &kMathElementOps, &kActivationElementOps}) {
    if (binary) {
      const BinaryEntry* entry = Find(ops->binary, ops->num_binary, op);
      if (entry == nullptr) continue;
      out->binary = entry->compares ? nullptr : LoopOf(*entry, dtype, simd);
      *work += WorkOf(*entry, dtype);
      return out->binary != nullptr;
    }
    const UnaryEntry* entry = Find(ops->unary, ops->num_unary, op);
    if (entry == nullptr) continue;
    out->unary = entry->tests ? nullptr : LoopOf(*entry, dtype, simd);
    *work += WorkOf(*entry, dtype);
    return out->unary != nullptr;
  }
  return false;
}

// Takes a number off the front; false if there is none.
bool TakeNumber(std::string_view* text, int limit, int* out) {
  if (text->empty() || text->front() < '0' || text->front() > '9') return false;
  int value = 0;
  while (!text->empty() && text->front() >= '0' && text->front() <= '9' && value < limit) {
    value = value * 10 + (text->front() - '0');
    text->remove_prefix(1);
  }
  *out = value;
  return value < limit;
}

}  // namespace

const char* FusedProgram::Init(std::string_view program, int32_t dtype, const ElementTable& simd,
                               const int64_t* results) {
  element_bytes = TypeSize(dtype);
  for (int v = 0; v < num_inputs; ++v) {
    if (runs[v] < RNLP_RUN_ONE) return "a run is below -1";
  }
  if (const char* wrong = Parse(program, dtype, simd)) return wrong;
  return AssignSlots(results);
}

const char* FusedProgram::Parse(std::string_view program, int32_t dtype, const ElementTable& simd) {
  while (!program.empty()) {
    if (num_instructions == kMaxInstructions) return "it has too many instructions";
    Instruction& next = code[num_instructions];
    next = {nullptr, nullptr, 0, -1, kVectors, -1, -1, kAnyLaw};
    const int values = num_inputs + num_instructions;
    const size_t space = program.find(' ');
    if (space == std::string_view::npos) return "an instruction has no operand";
    const std::string_view name = program.substr(0, space);
    program.remove_prefix(space + 1);
    next.law = name == "Maximum" ? kLimitsLow : name == "Minimum" ? kLimitsHigh : kAnyLaw;
    if (!TakeNumber(&program, values, &next.a)) return "an operand is no earlier value";
    if (!program.empty() && program.front() == ' ') {
      program.remove_prefix(1);
      if (!TakeNumber(&program, values, &next.b)) return "an operand is no earlier value";
    }
    if (program.empty() || program.front() != ';') return "an instruction does not end in \";\"";
    program.remove_prefix(1);
    if (!FindLoop(name, next.b >= 0, dtype, simd, &next, &work)) return "an op has no loop here";
    ++num_instructions;
  }
  return num_instructions == 0 ? "it has no instructions" : nullptr;
}

// Places for what repeats and for what is computed: a slot is free again once its value was used last.
// Results stay to the end of the tile.
const char* FusedProgram::AssignSlots(const int64_t* results) {
  int last[kMaxValues];
  std::fill(last, last + kMaxValues, -1);
  const auto is_one = [&](int value) { return value < num_inputs && runs[value] == RNLP_RUN_ONE; };
  for (int k = 0; k < num_instructions; ++k) {
    Instruction& i = code[k];
    last[i.a] = k;
    if (i.b >= 0) last[i.b] = k;
    if (is_one(i.a) && (i.b < 0 || is_one(i.b))) return "an instruction has single elements only";
    i.mode = is_one(i.a) ? kScalarA : i.b >= 0 && is_one(i.b) ? kScalarB : kVectors;
  }
  std::copy(last, last + num_inputs, last_use);
  for (int r = 0; r < num_results; ++r) {
    const int64_t at = results[r] - num_inputs;
    if (at < 0 || at >= num_instructions || code[at].result >= 0) return "a result is no instruction's";
    code[at].result = r;
    last[results[r]] = num_instructions;
  }
  bool taken[kMaxSlots] = {};
  const auto take = [&](int* slot) {
    const bool* free = std::find(taken, taken + kMaxSlots, false);
    *slot = static_cast<int>(free - taken);
    if (*slot == kMaxSlots) return false;
    taken[*slot] = true;
    num_slots = std::max(num_slots, *slot + 1);
    return true;
  };
  for (int v = 0; v < num_inputs; ++v) {
    input_slot[v] = -1;
    if (runs[v] > 0 && !take(&input_slot[v])) return "it has too many values at once";
  }
  for (int k = 0; k < num_instructions; ++k) {
    // Loops may write over what they read.
    for (const int value : {code[k].a, code[k].b}) {
      if (value < 0 || last[value] != k) continue;
      const int slot = value < num_inputs ? input_slot[value] : code[value - num_inputs].slot;
      if (slot >= 0) taken[slot] = false;
    }
    if (!take(&code[k].slot)) return "it has too many values at once";
    if (last[num_inputs + k] < 0) return "a value is used by nothing";
  }
  return nullptr;
}

}  // namespace runnel::cpu
