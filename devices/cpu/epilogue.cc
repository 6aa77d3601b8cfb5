#include "devices/cpu/epilogue.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>

namespace runnel::cpu {
namespace {

UnaryLoop FindLoop(std::string_view name, int32_t dtype, const ElementTable& simd) {
  for (const ElementOps* ops : {&kUnaryElementOps, &kMathElementOps, &kActivationElementOps}) {
    for (size_t i = 0; i < ops->num_unary; ++i) {
      const UnaryEntry& entry = ops->unary[i];
      if (name == entry.op) return entry.tests ? nullptr : LoopOf(entry, dtype, simd);
    }
  }
  return nullptr;
}

}  // namespace

// As the loops of these ops, which let a NaN pass.
void Epilogue::AddLimits(std::string_view step) {
  if (element_bytes != 4 || num_steps > 0 || (step != "Relu" && step != "Relu6")) return;
  limits = {true, step == "Relu6", 0, 6};
  limit_steps = 1;
}

rnlp_status_t* Epilogue::Init(const rnlp_host_t* host, const rnlp_node_t* node, int32_t dtype,
                              FusedProgram* room, const Names& names) {
  rnlp_str_t text = {};
  RUNNEL_CPU_RETURN_IF_ERROR(host->attr_string(host, node, names.steps, &text));
  const ElementTable& simd = Elements(ChooseIsa(host));
  element_bytes = TypeSize(dtype);
  std::string_view rest(text.data, text.size);
  bool first = true;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(';'), rest.size());
    const std::string_view step = rest.substr(0, end);
    if (step.find(' ') != std::string_view::npos) {  // with operands: the program, to the end
      if constexpr (!kHasArithmetic) {
        return Fail(host, RNLP_UNIMPLEMENTED,
                    "epilogues with operands are not in this build (RUNNEL_ONLY_OPS)");
      }
      uint32_t runs = 0;
      RUNNEL_CPU_RETURN_IF_ERROR(host->attr_int_list(
          host, node, names.runs, FusedProgram::kMaxInputs - 1, room->runs + 1, &runs));
      room->num_inputs = static_cast<int>(runs) + 1;
      const char* wrong = InitProgram(rest, dtype, simd, room);
      if (wrong == nullptr) return nullptr;
      return Fail(host, RNLP_INVALID_ARGUMENT, "the epilogue \"%.*s\" cannot be run: %s",
                  static_cast<int>(std::min<size_t>(text.size, 200)), text.data, wrong);
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (first && step == "BiasAdd") {
      add = dtype == RNLP_FLOAT ? simd.binary_f32[kSimdAdd] : simd.binary_f64[kSimdAdd];
    } else {
      const UnaryLoop loop = FindLoop(step, dtype, simd);
      if (loop == nullptr || num_steps == kMaxSteps) {
        return Fail(host, RNLP_INVALID_ARGUMENT, "epilogue \"%.*s\" has no step \"%.*s\" here",
                    static_cast<int>(text.size), text.data, static_cast<int>(step.size()), step.data());
      }
      AddLimits(step);
      steps[num_steps++] = loop;
    }
    first = false;
  }
  return nullptr;
}

// What is wrong with the program, or NULL. Its last instruction gives the results.
const char* Epilogue::InitProgram(std::string_view text, int32_t dtype, const ElementTable& simd,
                                  FusedProgram* room) {
  room->runs[0] = RNLP_RUN_ALL;
  room->num_results = 1;
  for (int v = 1; v < room->num_inputs; ++v) {
    if (room->runs[v] > 1) return "an operand spreads in runs";
    by_column |= room->runs[v] == 1;
  }
  const auto count = static_cast<int64_t>(std::count(text.begin(), text.end(), ';'));
  const int64_t last = room->num_inputs + count - 1;
  program = room;
  return room->Init(text, dtype, simd, &last);
}

rnlp_status_t* Epilogue::Bind(const rnlp_host_t* host, const char* op, const Operands& of,
                              int64_t columns, bool in_rows, Epilogue* out) const {
  *out = *this;
  const uint32_t first = add == nullptr ? 0 : 1;  // of the program's operands
  const uint32_t operands_here = has_program() ? static_cast<uint32_t>(program->num_inputs - 1) : 0;
  if (of.count != first + operands_here || (has_program() && !in_rows)) {
    return Fail(host, RNLP_INVALID_ARGUMENT,
                "%s: the epilogue does not go with %u inputs of its own, or not with this layout", op,
                of.count);
  }
  if (add != nullptr) {
    const rnlp_tensor_t* vector = of.inputs[0];
    if (vector->rank != 1 || vector->dims[0] != columns) {
      return Fail(host, RNLP_INVALID_ARGUMENT, "%s: the bias should be a vector of %lld, got shape %s",
                  op, static_cast<long long>(columns), ShapeText(vector).text);
    }
    out->bias = Data<const char>(vector);
  }
  return has_program()
             ? out->BindProgram(host, op, {of.inputs + first, operands_here, of.output}, columns)
             : nullptr;
}

rnlp_status_t* Epilogue::BindProgram(const rnlp_host_t* host, const char* op, const Operands& of,
                                     int64_t columns) {
  if (of.output != nullptr) output = Data<const char>(of.output);
  for (int v = 1; v < program->num_inputs; ++v) {
    const rnlp_tensor_t* operand = of.inputs[v - 1];
    const int64_t kind = program->runs[v];
    if (kind == RNLP_RUN_ALL && of.output == nullptr) {
      return Fail(host, RNLP_INVALID_ARGUMENT,
                  "%s: operand %d of the epilogue should have one element, or %lld", op, v,
                  static_cast<long long>(columns));
    }
    const int64_t want = kind == RNLP_RUN_ALL   ? of.output->num_elements
                         : kind == RNLP_RUN_ONE ? 1
                                                : columns;
    if (operand->num_elements != want) {
      return Fail(host, RNLP_INVALID_ARGUMENT,
                  "%s: operand %d of the epilogue has shape %s, expected %lld elements", op, v,
                  ShapeText(operand).text, static_cast<long long>(want));
    }
    operands[v] = Data<const char>(operand);
  }
  TakeLimits();
  return nullptr;
}

// A program that is Maximum and Minimum with single elements is done by tiles, unless the limits cross:
// then their order matters.
void Epilogue::TakeLimits() {
  if (element_bytes != 4 || num_steps > 0 || program->num_instructions > 2) return;
  Limits found;
  for (int k = 0; k < program->num_instructions; ++k) {
    const FusedProgram::Instruction& i = program->code[k];
    const int before = k == 0 ? 0 : program->num_inputs + k - 1;
    if (i.law != FusedProgram::kLimitsLow && i.law != FusedProgram::kLimitsHigh) return;
    const int other = i.a == before ? i.b : i.a;
    if ((i.a != before && i.b != before) || other <= 0 || other >= program->num_inputs) return;
    if (program->runs[other] != RNLP_RUN_ONE) return;
    float value = 0;
    std::memcpy(&value, operands[other], sizeof(value));
    const bool low = i.law == FusedProgram::kLimitsLow;
    if (low ? found.has_low : found.has_high) return;
    (low ? found.has_low : found.has_high) = true;
    (low ? found.low : found.high) = value;
    if (std::isnan(value)) return;
  }
  if (found.has_low && found.has_high && !(found.low <= found.high)) return;
  limits = found;
  limits_are_program = true;
}

void Epilogue::RunProgram(void* results, int64_t rows, int64_t columns, int64_t ld,
                          int64_t column) const {
  alignas(64) char slots[FusedProgram::kMaxSlots * FusedProgram::kTileBytes];
  const int64_t tile = FusedProgram::kTileBytes / element_bytes;
  if (ld == columns && !by_column) {  // one long row
    columns *= rows;
    ld = columns;
    rows = 1;
  }
  for (int64_t r = 0; r < rows; ++r) {
    char* const row = static_cast<char*>(results) + r * ld * element_bytes;
    for (int64_t at = 0; at < columns; at += tile) {
      char* const to = row + at * element_bytes;
      const int64_t count = std::min(tile, columns - at);
      const int64_t offset = output == nullptr ? 0 : to - output;
      const void* values[FusedProgram::kMaxValues];
      values[0] = to;
      for (int v = 1; v < program->num_inputs; ++v) {
        const int64_t kind = program->runs[v];
        values[v] = operands[v] + (kind == RNLP_RUN_ALL   ? offset
                                   : kind == RNLP_RUN_ONE ? 0
                                                          : (column + at) * element_bytes);
      }
      for (int k = 0; k < program->num_instructions; ++k) {
        const FusedProgram::Instruction& i = program->code[k];
        void* const result = i.result >= 0 ? to : slots + i.slot * FusedProgram::kTileBytes;
        program->Do(i, values, result, count);
        values[program->num_inputs + k] = result;
      }
    }
  }
}

void Epilogue::ApplyRest(void* results, int64_t rows, int64_t columns, int64_t ld,
                         int64_t column) const {
  if (!StartsInTiles()) return Apply(results, rows, columns, ld, column);
  if (num_steps > limit_steps) {
    const bool one = ld == columns;
    const int64_t lines = one ? 1 : rows, length = one ? columns * rows : columns;
    for (int64_t r = 0; r < lines; ++r) {
      char* row = static_cast<char*>(results) + r * ld * element_bytes;
      for (int s = limit_steps; s < num_steps; ++s) steps[s](row, row, length);
    }
  }
  if (has_program() && !limits_are_program) RunProgram(results, rows, columns, ld, column);
}

void Epilogue::Apply(void* results, int64_t rows, int64_t columns, int64_t ld, int64_t column) const {
  if (add != nullptr || num_steps > 0) ApplySteps(results, rows, columns, ld, column);
  if (has_program()) RunProgram(results, rows, columns, ld, column);
}

void Epilogue::ApplySteps(void* results, int64_t rows, int64_t columns, int64_t ld,
                          int64_t column) const {
  constexpr int64_t kPiece = 256;
  if (ld == columns && columns <= kPiece / 4 && rows >= 4) {
    // Short rows without gaps: as many at once as make a piece, each under its own copy of the bias.
    alignas(64) char repeated[kPiece * sizeof(double)];
    const int64_t row_bytes = columns * element_bytes, at_once = std::min(rows, kPiece / columns);
    for (int64_t r = 0; r < at_once && add != nullptr; ++r)
      std::memcpy(repeated + r * row_bytes, bias + column * element_bytes,
                  static_cast<size_t>(row_bytes));
    for (int64_t r = 0; r < rows; r += at_once) {
      char* piece = static_cast<char*>(results) + r * row_bytes;
      const int64_t count = std::min(at_once, rows - r) * columns;
      if (add != nullptr) add(piece, repeated, piece, count, kVectors);
      for (int s = 0; s < num_steps; ++s) steps[s](piece, piece, count);
    }
    return;
  }
  for (int64_t r = 0; r < rows; ++r) {
    char* row = static_cast<char*>(results) + r * ld * element_bytes;
    if (add != nullptr) add(row, bias + column * element_bytes, row, columns, kVectors);
    for (int s = 0; s < num_steps; ++s) steps[s](row, row, columns);
  }
}

void Epilogue::ApplyToChannel(void* results, int64_t count, int64_t channel) const {
  if (add != nullptr) add(results, bias + channel * element_bytes, results, count, kScalarB);
  for (int s = 0; s < num_steps; ++s) steps[s](results, results, count);
}

}  // namespace runnel::cpu
