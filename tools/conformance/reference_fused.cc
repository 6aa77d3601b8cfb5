// References of fused element-wise programs (rnlp_fused.h): every op of the language by itself, and
// programs with operands that repeat and several results. An op that `supports` refuses is no failure.
#include <cmath>

#include "plugins/abi/rnlp_fused.h"
#include "tools/conformance/reference.h"

namespace runnel::conformance {
namespace {

struct Instruction {
  std::string_view op;
  int a, b;  // b below 0: one operand
};
struct Operand {
  Shape shape;
  int64_t run;
  double low, high;
};
struct Program {
  std::string label;
  std::vector<Operand> operands;
  std::vector<Instruction> code;
  std::vector<int64_t> results;
  Shape shape;
};

Case MakeCase(const Program& program, int32_t dtype) {
  Numbers numbers;
  Case c;
  c.label = program.label;
  c.scale = 1;
  c.terms = static_cast<int64_t>(program.code.size()) * 8;
  std::string text;
  std::vector<int64_t> runs;
  std::vector<std::vector<double>> values;
  const int64_t count = Count(program.shape);
  for (const Operand& operand : program.operands) {
    const Value value = Make(numbers, dtype, operand.shape, operand.low, operand.high);
    runs.push_back(operand.run);
    std::vector<double> spread;
    for (int64_t i = 0; i < count; ++i) {
      const int64_t at = operand.run == RNLP_RUN_ALL   ? i
                         : operand.run == RNLP_RUN_ONE ? 0
                                                       : i / operand.run % value.count();
      spread.push_back(value.Get(at));
    }
    values.push_back(std::move(spread));
    c.inputs.push_back(value);
  }
  for (const Instruction& one : program.code) {
    text += std::string(one.op) + " " + std::to_string(one.a);
    if (one.b >= 0) text += " " + std::to_string(one.b);
    text += ";";
    double low = 0, high = 0;
    std::vector<double> result;
    for (int64_t i = 0; i < count; ++i) {
      const auto at = static_cast<size_t>(i);
      const double a = values[static_cast<size_t>(one.a)][at];
      const double r = one.b < 0
                           ? FindUnary(one.op, &low, &high)(a)
                           : FindBinary(one.op, &low, &high)(a, values[static_cast<size_t>(one.b)][at]);
      result.push_back(IsFloating(dtype) ? r : std::trunc(r));
    }
    values.push_back(std::move(result));
  }
  for (const int64_t result : program.results)
    c.outputs.push_back({dtype, program.shape, values[static_cast<size_t>(result)]});
  c.attrs["program"] = text;
  c.attrs["results"] = program.results;
  c.attrs["runs"] = runs;
  c.attrs["N"] = static_cast<int64_t>(program.operands.size());
  c.attrs["M"] = static_cast<int64_t>(program.results.size());
  return c;
}

std::vector<Case> FusedCases(const Types& types) {
  const int32_t dtype = types.at("T");
  std::vector<Case> cases;
  const auto add = [&](const Program& program) { cases.push_back(MakeCase(program, dtype)); };
  // A program has at least two instructions: one alone is the op's own kernel.
  for (const std::string_view op : UnaryElementOps()) {
    double low = 0, high = 0;
    FindUnary(op, &low, &high);
    add({std::string(op),
         {{{5, 13}, RNLP_RUN_ALL, low, high}},
         {{op, 0, -1}, {"Neg", 1, -1}},
         {2},
         {5, 13}});
  }
  for (const std::string_view op : BinaryElementOps()) {
    double low = 0, high = 0;
    FindBinary(op, &low, &high);
    const double first = op == "Pow" || op == "Xlogy" ? 0.5 : -4;
    add({std::string(op),
         {{{67}, RNLP_RUN_ALL, first, 4}, {{67}, RNLP_RUN_ALL, low, high}},
         {{op, 0, 1}, {"Neg", 2, -1}},
         {3},
         {67}});
  }
  // Operands that are one for all, that repeat, and that hold for a run of elements.
  for (const Shape& shape : {Shape{6, 4, 5}, Shape{6, 5, 8}, Shape{40, 20, 30}, Shape{0, 4, 5}}) {
    const std::string label = Count(shape) == 0 ? "zero size" : "repeated operands";
    add({label,
         {{shape, RNLP_RUN_ALL, -4, 4},
          {{shape[2]}, 1, -4, 4},
          {{shape[1]}, shape[2], -4, 4},
          {{}, RNLP_RUN_ONE, -4, 4}},
         {{"AddV2", 0, 1}, {"Mul", 4, 2}, {"Sub", 5, 3}, {"Relu", 6, -1}, {"Maximum", 6, 0}},
         {7, 8},
         shape});
    add({label,
         {{shape, RNLP_RUN_ALL, -2, 2}, {shape, RNLP_RUN_ALL, -2, 2}},
         {{"Mul", 0, 1}, {"Mul", 2, 2}, {"AddV2", 3, 0}, {"Tanh", 4, -1}},
         {2, 5, 3},
         shape});
  }
  // The last of as many instructions as there may be; what they compute stays small.
  Program longest{"as many instructions as there may be", {{{97}, RNLP_RUN_ALL, -1, 1}}, {}, {}, {97}};
  for (int i = 0; i < RNLP_FUSED_MAX_INSTRUCTIONS; ++i)
    longest.code.push_back(i % 2 == 0 ? Instruction{"Neg", i, -1} : Instruction{"Maximum", i, 0});
  longest.results = {RNLP_FUSED_MAX_INSTRUCTIONS};
  add(longest);
  Program widest{"as many operands as there may be", {}, {}, {}, {33}};
  for (int i = 0; i < RNLP_FUSED_MAX_INPUTS; ++i) widest.operands.push_back({{33}, RNLP_RUN_ALL, -4, 4});
  widest.code.push_back({"AddV2", 0, 1});
  for (int i = 2; i < RNLP_FUSED_MAX_INPUTS; ++i)
    widest.code.push_back({"AddV2", RNLP_FUSED_MAX_INPUTS + i - 2, i});
  widest.results = {2 * RNLP_FUSED_MAX_INPUTS - 2};
  add(widest);
  if (!IsFloating(dtype)) return cases;
  const double nan = std::nan("");
  Case special = MakeCase({"NaN and infinities",
                           {{{5}, RNLP_RUN_ALL, -4, 4}, {{5}, RNLP_RUN_ALL, -4, 4}},
                           {{"AddV2", 0, 1}, {"Neg", 2, -1}, {"Maximum", 0, 1}, {"Minimum", 0, 1}},
                           {3, 4, 5},
                           {5}},
                          dtype);
  special.inputs = {Value(dtype, {5}, {nan, 1, HUGE_VAL, -HUGE_VAL, 2}),
                    Value(dtype, {5}, {1, nan, 1, 1, HUGE_VAL})};
  special.outputs[0].numbers = {nan, nan, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};
  special.outputs[1].numbers = {nan, nan, HUGE_VAL, 1, HUGE_VAL};
  special.outputs[2].numbers = {nan, nan, 1, -HUGE_VAL, 2};
  cases.push_back(std::move(special));
  return cases;
}

}  // namespace

std::vector<Reference> FusedReferences() {
  return {{RNLP_OP_FUSED_ELEMENTWISE, {"inputs"}, {"outputs"}, {}, FusedCases}};
}

}  // namespace runnel::conformance
