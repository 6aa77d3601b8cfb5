// Fused element-wise regions (plugins/abi/rnlp_fused.h): the program becomes the constants of one
// shader, which the driver folds into straight code; pipelines are kept by program.
#include <algorithm>
#include <string_view>

#include "devices/vulkan/kernel.h"
#include "devices/vulkan/rows.h"
#include "plugins/abi/rnlp_fused.h"

namespace runnel::vulkan {
namespace {

constexpr uint32_t kMaxInputs = RNLP_FUSED_MAX_INPUTS;
constexpr uint32_t kMaxOutputs = RNLP_FUSED_MAX_OUTPUTS;
constexpr uint32_t kMaxSteps = RNLP_FUSED_MAX_INSTRUCTIONS;
constexpr uint32_t kNone = 255;  // no second operand
// Programs with a long op (an exponential, a logarithm) have a shader that drivers take longer over.
constexpr uint32_t kMaxLongSteps = 12;

// As ops.glsl has it under TYPE1_basic.
bool IsLong(uint32_t number, bool binary) {
  if (binary) return number == 13 || number == 22 || number == 25;
  return (number >= 8 && number <= 11) || (number >= 15 && number <= 19) ||
         (number >= 23 && number <= 25);
}

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

struct FusedKernel {
  uint32_t num_inputs = 0, num_outputs = 0, num_steps = 0, modes = 0, results = 0;
  bool is_long = false;
  int64_t runs[kMaxInputs] = {};
  uint32_t code[kMaxSteps] = {};

  // Values are numbered as the shader has them: inputs from 0, instructions from kMaxInputs on.
  uint32_t Place(uint32_t value) const {
    return value < num_inputs ? value : kMaxInputs + value - num_inputs;
  }
  const char* Parse(std::string_view program) {
    while (!program.empty()) {
      if (num_steps == kMaxSteps) return "it has too many instructions";
      const size_t space = program.find(' ');
      if (space == std::string_view::npos) return "an instruction has no operand";
      const std::string_view op = program.substr(0, space);
      program.remove_prefix(space + 1);
      const uint32_t values = num_inputs + num_steps;
      uint32_t a = 0, b = 0, number = 0;
      if (!TakeNumber(&program, values, &a)) return "an operand is no earlier value";
      const bool binary = !program.empty() && program.front() == ' ';
      if (binary) {
        program.remove_prefix(1);
        if (!TakeNumber(&program, values, &b)) return "an operand is no earlier value";
      }
      if (program.empty() || program.front() != ';') return "an instruction does not end in \";\"";
      program.remove_prefix(1);
      if (!FindElementOp(op, binary, &number)) return "an op is not there";
      is_long = is_long || IsLong(number, binary);
      code[num_steps++] = number | Place(a) << 8 | (binary ? Place(b) : kNone) << 16;
    }
    if (is_long && num_steps > kMaxLongSteps) return "it is too long for its ops";
    return num_steps == 0 ? "it has no instructions" : nullptr;
  }

  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    rnlp_str_t program = {};
    int64_t values[kMaxOutputs];
    uint32_t num_runs = 0, num_results = 0;
    num_inputs = host->node_num_inputs(host, node);
    num_outputs = host->node_num_outputs(host, node);
    RNLP_TRY(host->attr_string(host, node, "program", &program));
    RNLP_TRY(host->attr_int_list(host, node, "runs", kMaxInputs, runs, &num_runs));
    RNLP_TRY(host->attr_int_list(host, node, "results", kMaxOutputs, values, &num_results));
    const char* wrong = nullptr;
    if (num_inputs < 1 || num_inputs > kMaxInputs || num_outputs < 1 || num_outputs > kMaxOutputs ||
        num_runs != num_inputs || num_results != num_outputs)
      wrong = "its inputs or outputs are too many, or not those of its attrs";
    if (wrong == nullptr) wrong = Parse({program.data, program.size});
    for (uint32_t v = 0; wrong == nullptr && v < num_inputs; ++v) {
      if (runs[v] < RNLP_RUN_ONE) wrong = "a run is below -1";
      modes |= (runs[v] == RNLP_RUN_ALL ? 0u : runs[v] == RNLP_RUN_ONE ? 1u : 2u) << (2 * v);
    }
    for (uint32_t r = 0; wrong == nullptr && r < num_outputs; ++r) {
      if (values[r] < num_inputs || values[r] >= num_inputs + num_steps)
        wrong = "a result is no instruction's";
      results |= Place(static_cast<uint32_t>(values[r])) << (8 * r);
    }
    if (wrong == nullptr) return nullptr;
    return Fail(host, RNLP_INVALID_ARGUMENT, "%s: the program \"%.*s\" cannot be run: %s", kId,
                static_cast<int>(std::min<size_t>(program.size, 200)), program.data, wrong);
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* like = run->outputs[0];
    const int64_t n = like->num_elements;
    for (uint32_t v = 0; v < num_inputs; ++v) {
      const int64_t count = run->inputs[v]->num_elements;
      if (runs[v] == RNLP_RUN_ALL   ? count == n
          : runs[v] == RNLP_RUN_ONE ? count == 1
                                    : count > 0 || n == 0)
        continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: input %u, %s, does not spread over %s", kId, v,
                  plugin::ShapeText(run->inputs[v]).c_str(), plugin::ShapeText(like).c_str());
    }
    for (uint32_t r = 1; r < num_outputs; ++r) {
      if (!plugin::SameShape(run->outputs[r], like))
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: output %u should be like output 0", kId, r);
    }
    Call call(run, Shader("fused", "f32", is_long ? "full" : "basic"));
    call.Const(num_inputs).Const(num_steps).Const(num_outputs).Const(modes).Const(results);
    for (uint32_t k = 0; k < num_steps; ++k) call.Const(code[k]);
    // Bindings that the program does not use repeat the first ones of their kind.
    for (uint32_t v = 0; v < kMaxInputs; ++v) call.Read(run->inputs[v < num_inputs ? v : 0]);
    for (uint32_t r = 0; r < kMaxOutputs; ++r) call.Write(run->outputs[r < num_outputs ? r : 0]);
    call.Push(n);
    for (uint32_t v = 0; v < kMaxInputs; ++v)
      call.Push(v < num_inputs ? std::max<int64_t>(runs[v], 1) : 1);
    for (uint32_t v = 0; v < kMaxInputs; ++v)
      call.Push(v < num_inputs ? run->inputs[v]->num_elements : 1);
    return call.Threads(n);
  }
};

rnlp_status_t* SupportsFused(const rnlp_host_t* host, rnlp_device_t* device, const rnlp_node_t* node,
                             const rnlp_tensor_t* const* inputs, uint32_t num_inputs,
                             rnlp_support_t* out) {
  RNLP_TRY(SupportsTypes(host, device, node, inputs, num_inputs, out));
  if (out->supported == 0) return nullptr;
  FusedKernel trial;
  rnlp_status_t* failed = trial.Init(host, node);
  if (failed != nullptr) host->status_release(host, failed);
  const bool too_many = device->physical.can.max_bindings < kMaxInputs + kMaxOutputs;
  out->supported = failed == nullptr && !too_many ? 1 : 0;
  if (failed != nullptr) out->reason = "the program has an op or a size that is not known here";
  if (too_many) out->reason = "the device takes too few tensors in one kernel";
  return nullptr;
}

constexpr rnlp_alias_t kInPlaceAll[] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0},
                                        {0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}};
constexpr int32_t kFloatOnly[] = {RNLP_FLOAT};
constexpr rnlp_type_constraint_t kFusedT[] = {plugin::Types("T", kFloatOnly)};

constexpr rnlp_kernel_row_t FusedRow() {
  rnlp_kernel_row_t row = Row<FusedKernel>({.op = RNLP_OP_FUSED_ELEMENTWISE,
                                            .types = kFusedT,
                                            .num_types = 1,
                                            .aliases = kInPlaceAll,
                                            .num_aliases = std::size(kInPlaceAll)});
  row.supports = SupportsFused;
  return row;
}

}  // namespace

constinit const rnlp_kernel_row_t kFusedRows[] = {FusedRow()};

}  // namespace runnel::vulkan
