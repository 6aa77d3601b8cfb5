// A program of element-wise ops (plugins/abi/rnlp_fused.h), made ready: each instruction is one vector
// loop over a tile of values that stays in the nearest cache.
#ifndef RUNNEL_DEVICES_CPU_FUSED_PROGRAM_H_
#define RUNNEL_DEVICES_CPU_FUSED_PROGRAM_H_

#include <string_view>

#include "devices/cpu/elementwise.h"
#include "plugins/abi/rnlp_fused.h"

namespace runnel::cpu {

// All of it is fixed when it is made, where the inputs' tensors are not needed.
struct FusedProgram {
  static constexpr int kMaxInputs = RNLP_FUSED_MAX_INPUTS;
  static constexpr int kMaxOutputs = RNLP_FUSED_MAX_OUTPUTS;
  static constexpr int kMaxInstructions = RNLP_FUSED_MAX_INSTRUCTIONS;
  static constexpr int kMaxValues = kMaxInputs + kMaxInstructions;
  // A tile of one value, and of how many there is room on the stack.
  static constexpr int64_t kTileBytes = 2048;
  static constexpr int kMaxSlots = 16;

  // What epilogues tell apart.
  enum Law : uint8_t { kAnyLaw, kLimitsLow, kLimitsHigh };
  struct Instruction {
    UnaryLoop unary;
    BinaryLoop binary;  // one of the two
    int a, b;
    int mode;    // LoopMode
    int slot;    // where the result lies unless an output takes it at once
    int result;  // output, or -1
    Law law;     // Maximum limits below, Minimum above
  };

  // Reads a program of num_inputs inputs, which spread by `runs`; `results` has num_results values. What
  // is wrong with it, or NULL.
  const char* Init(std::string_view program, int32_t dtype, const ElementTable& simd,
                   const int64_t* results);
  void Do(const Instruction& i, const void* const* values, void* to, int64_t count) const {
    if (i.unary != nullptr)
      i.unary(values[i.a], to, count);
    else
      i.binary(values[i.a], values[i.b], to, count, i.mode);
  }

  int num_inputs = 0, num_instructions = 0, num_slots = 0, num_results = 0;
  int64_t element_bytes = 0;
  int64_t work = kMoveWork;  // on an element, see WorkBlock
  int64_t runs[kMaxInputs];
  int input_slot[kMaxInputs];  // of what repeats, else -1
  int last_use[kMaxInputs];    // instruction
  Instruction code[kMaxInstructions];

 private:
  const char* Parse(std::string_view program, int32_t dtype, const ElementTable& simd);
  const char* AssignSlots(const int64_t* results);
};

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_FUSED_PROGRAM_H_
