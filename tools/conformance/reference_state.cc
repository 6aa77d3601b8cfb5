// References of what reads and updates variables.
#include <cmath>

#include "tools/conformance/reference.h"

namespace runnel::conformance {
namespace {

Expected Like(const Value& value) {
  Expected out{value.dtype(), value.shape(), {}};
  for (int64_t i = 0; i < value.count(); ++i) out.numbers.push_back(value.Get(i));
  return out;
}

std::string Label(const Shape& shape) { return Count(shape) == 0 ? "zero size" : "values"; }

std::vector<Case> AssignCases(double sign, const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  for (const Shape& shape : {Shape{4, 5}, Shape{}, Shape{0, 3}}) {
    Case c;
    c.label = Label(shape);
    c.scale = 1;
    c.inputs = {Make(numbers, types.at("dtype"), shape), Make(numbers, types.at("dtype"), shape)};
    Expected after = Like(c.inputs[0]);
    for (size_t i = 0; i < after.numbers.size(); ++i) {
      after.numbers[i] += sign * c.inputs[1].Get(static_cast<int64_t>(i));
    }
    c.variables[0] = std::move(after);
    cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<Case> GatherCases(const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  for (const std::vector<int64_t>& indices : {std::vector<int64_t>{3, 0, 3}, {}}) {
    Case c;
    const auto count = static_cast<int64_t>(indices.size());
    c.label = Label({count});
    c.attrs["batch_dims"] = int64_t{0};
    c.attrs["validate_indices"] = true;
    c.inputs = {Make(numbers, types.at("dtype"), {4, 3}), Ints(types.at("Tindices"), {count}, indices)};
    Expected gathered{types.at("dtype"), {count, 3}, {}};
    for (const int64_t row : indices) {
      for (int64_t j = 0; j < 3; ++j) gathered.numbers.push_back(c.inputs[0].Get(row * 3 + j));
    }
    c.variables[0] = Like(c.inputs[0]);
    c.outputs.push_back(std::move(gathered));
    cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<Case> ScatterAddCases(const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  for (const std::vector<int64_t>& indices : {std::vector<int64_t>{3, 0, 3}, {}}) {
    Case c;
    const auto count = static_cast<int64_t>(indices.size());
    c.label = Label({count});
    c.scale = 4;
    c.inputs = {Make(numbers, types.at("dtype"), {4, 3}), Ints(types.at("Tindices"), {count}, indices),
                Make(numbers, types.at("dtype"), {count, 3})};
    Expected after = Like(c.inputs[0]);
    for (size_t i = 0; i < indices.size(); ++i) {
      for (int64_t j = 0; j < 3; ++j) {
        after.numbers[static_cast<size_t>(indices[i] * 3 + j)] +=
            c.inputs[2].Get(static_cast<int64_t>(i) * 3 + j);
      }
    }
    c.variables[0] = std::move(after);
    cases.push_back(std::move(c));
  }
  return cases;
}

Value Scalar(const Types& types, double number) { return Value(types.at("T"), {}, {number}); }

std::vector<Case> GradientDescentCases(const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  for (const Shape& shape : {Shape{4, 5}, Shape{700}, Shape{0}}) {
    Case c;
    c.label = Label(shape);
    c.scale = 4;
    c.attrs["use_locking"] = false;
    c.inputs = {Make(numbers, types.at("T"), shape), Scalar(types, 0.25),
                Make(numbers, types.at("T"), shape)};
    Expected after = Like(c.inputs[0]);
    for (size_t i = 0; i < after.numbers.size(); ++i) {
      after.numbers[i] -= 0.25 * c.inputs[2].Get(static_cast<int64_t>(i));
    }
    c.variables[0] = std::move(after);
    cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<Case> MomentumCases(const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  for (const bool nesterov : {false, true}) {
    for (const Shape& shape : {Shape{4, 5}, Shape{0}}) {
      Case c;
      c.label = Label(shape);
      c.scale = 8;
      c.attrs["use_locking"] = false;
      c.attrs["use_nesterov"] = nesterov;
      c.inputs = {Make(numbers, types.at("T"), shape), Make(numbers, types.at("T"), shape),
                  Scalar(types, 0.25), Make(numbers, types.at("T"), shape), Scalar(types, 0.5)};
      Expected var = Like(c.inputs[0]);
      Expected accum = Like(c.inputs[1]);
      for (size_t i = 0; i < var.numbers.size(); ++i) {
        const double grad = c.inputs[3].Get(static_cast<int64_t>(i));
        accum.numbers[i] = accum.numbers[i] * 0.5 + grad;
        var.numbers[i] -=
            nesterov ? grad * 0.25 + accum.numbers[i] * 0.5 * 0.25 : accum.numbers[i] * 0.25;
      }
      c.variables[0] = std::move(var);
      c.variables[1] = std::move(accum);
      cases.push_back(std::move(c));
    }
  }
  return cases;
}

// Source: Kingma & Ba 2015, the form at the end of section 2, which TensorFlow uses.
std::vector<Case> AdamCases(const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  for (const bool nesterov : {false, true}) {
    for (const Shape& shape : {Shape{4, 5}, Shape{0}}) {
      Case c;
      c.label = Label(shape);
      c.scale = 8;
      c.attrs["use_locking"] = false;
      c.attrs["use_nesterov"] = nesterov;
      const double power1 = 0.5;
      const double power2 = 0.75;
      const double rate = 0.25;
      const double beta1 = 0.5;
      const double beta2 = 0.75;
      const double epsilon = 0.125;
      c.inputs = {Make(numbers, types.at("T"), shape), Make(numbers, types.at("T"), shape),
                  Make(numbers, types.at("T"), shape, 0, 4)};
      for (const double number : {power1, power2, rate, beta1, beta2, epsilon}) {
        c.inputs.push_back(Scalar(types, number));
      }
      c.inputs.push_back(Make(numbers, types.at("T"), shape));
      Expected var = Like(c.inputs[0]);
      Expected m = Like(c.inputs[1]);
      Expected v = Like(c.inputs[2]);
      const double step = rate * std::sqrt(1 - power2) / (1 - power1);
      for (size_t i = 0; i < var.numbers.size(); ++i) {
        const double grad = c.inputs[9].Get(static_cast<int64_t>(i));
        m.numbers[i] += (grad - m.numbers[i]) * (1 - beta1);
        v.numbers[i] += (grad * grad - v.numbers[i]) * (1 - beta2);
        const double direction = nesterov ? m.numbers[i] * beta1 + grad * (1 - beta1) : m.numbers[i];
        var.numbers[i] -= step * direction / (std::sqrt(v.numbers[i]) + epsilon);
      }
      c.variables[0] = std::move(var);
      c.variables[1] = std::move(m);
      c.variables[2] = std::move(v);
      cases.push_back(std::move(c));
    }
  }
  return cases;
}

}  // namespace

std::vector<Reference> StateReferences() {
  const Types indexed = {{"Tindices", RNLP_INT32}};
  return {
      {"AssignAddVariableOp",
       {"resource", "value"},
       {""},
       {},
       [](const Types& t) { return AssignCases(1, t); }},
      {"AssignSubVariableOp",
       {"resource", "value"},
       {""},
       {},
       [](const Types& t) { return AssignCases(-1, t); }},
      {"ResourceGather", {"resource", "indices"}, {"output"}, indexed, GatherCases},
      {"ResourceScatterAdd", {"resource", "indices", "updates"}, {""}, indexed, ScatterAddCases},
      {"ResourceApplyGradientDescent", {"var", "alpha", "delta"}, {""}, {}, GradientDescentCases},
      {"ResourceApplyMomentum", {"var", "accum", "lr", "grad", "momentum"}, {""}, {}, MomentumCases},
      {"ResourceApplyAdam",
       {"var", "m", "v", "beta1_power", "beta2_power", "lr", "beta1", "beta2", "epsilon", "grad"},
       {""},
       {},
       AdamCases},
  };
}

}  // namespace runnel::conformance
