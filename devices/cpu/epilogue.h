// What follows a product at once, while its results are still in the cache: a bias along their columns,
// element-wise functions, then a program of element-wise ops with operands of its own. The same loops on
// the same values as kernels of their own: the same bits.
#ifndef RUNNEL_DEVICES_CPU_EPILOGUE_H_
#define RUNNEL_DEVICES_CPU_EPILOGUE_H_

#include <string_view>

#include "devices/cpu/fused_program.h"
#include "devices/cpu/kernel_base.h"
#include "devices/cpu/simd.h"

namespace runnel::cpu {

struct Epilogue {
  static constexpr int kMaxSteps = 2;

  // The attributes of a node that say what follows (core/passes/epilogue.h).
  struct Names {
    const char *steps = "epilogue", *runs = "runs";
  };
  // What a run has for it: the bias, if there is one, and the program's operands; and where the results
  // end up, NULL if they are not kept in one piece.
  struct Operands {
    const rnlp_tensor_t* const* inputs;
    uint32_t count;
    const rnlp_tensor_t* output;
  };

  // Reads these of a node in float or double. `room` is for its program, and stays. Errors:
  // INVALID_ARGUMENT.
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node, int32_t dtype,
                      FusedProgram* room, const Names& names);
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node, int32_t dtype,
                      FusedProgram* room) {
    return Init(host, node, dtype, room, Names());
  }
  // This, with the operands of a run. `in_rows`: results are computed in the output's memory, its last
  // dimension the columns, or there is no program. Errors: INVALID_ARGUMENT unless the bias is a vector
  // of `columns`, and operands spread over the output.
  rnlp_status_t* Bind(const rnlp_host_t* host, const char* op, const Operands& of, int64_t columns,
                      bool in_rows, Epilogue* out) const;
  // With all inputs from 2 on, for output 0.
  rnlp_status_t* Bind(const rnlp_run_t* run, const char* op, int64_t columns, bool in_rows,
                      Epilogue* out) const {
    return Bind(run->host, op, {run->inputs + 2, run->num_inputs - 2, run->outputs[0]}, columns, in_rows,
                out);
  }

  bool any() const { return add != nullptr || num_steps > 0 || has_program(); }
  bool has_program() const { return kHasArithmetic && program != nullptr; }
  // In f32, register tiles add the bias and apply the limits that the first `limit_steps` steps are.
  struct Limits {
    bool has_low = false, has_high = false;
    float low = 0, high = 0;
  };
  bool StartsInTiles() const {
    return element_bytes == 4 && (add != nullptr || limits.has_low || limits.has_high);
  }
  // On rows x columns results that lie `ld` elements apart; the first column is the bias's `column`.
  void Apply(void* results, int64_t rows, int64_t columns, int64_t ld, int64_t column) const;
  // The same on results that come from tiles.
  void ApplyRest(void* results, int64_t rows, int64_t columns, int64_t ld, int64_t column) const;
  // On `count` results side by side of one channel; without a program.
  void ApplyToChannel(void* results, int64_t count, int64_t channel) const;

  void AddLimits(std::string_view step);
  const char* InitProgram(std::string_view text, int32_t dtype, const ElementTable& simd,
                          FusedProgram* room);
  rnlp_status_t* BindProgram(const rnlp_host_t* host, const char* op, const Operands& of,
                             int64_t columns);
  void TakeLimits();
  void ApplySteps(void* results, int64_t rows, int64_t columns, int64_t ld, int64_t column) const;
  void RunProgram(void* results, int64_t rows, int64_t columns, int64_t ld, int64_t column) const;

  BinaryLoop add = nullptr;  // NULL: no bias
  UnaryLoop steps[kMaxSteps] = {};
  int num_steps = 0;
  int limit_steps = 0;  // of f32, that only limit
  Limits limits;
  int64_t element_bytes = 0;
  const char* bias = nullptr;
  // Value 0 is what comes before; NULL: none. An operand has an element for each of the output
  // (RNLP_RUN_ALL), for each column (1), or one.
  const FusedProgram* program = nullptr;
  bool limits_are_program = false;  // all that the program does is in `limits`
  bool by_column = false;           // some operand has an element for each column
  const char* operands[FusedProgram::kMaxInputs] = {};
  const char* output = nullptr;
};

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_EPILOGUE_H_
