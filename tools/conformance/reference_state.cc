// References of what reads and updates variables.
#include <algorithm>
#include <cmath>
#include <utility>

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

using Combine = double (*)(double old, double update);

// Rows of the variable for `indices`; also with a scalar for all of them, and with none.
std::vector<Case> ScatterCases(Combine combine, bool divides, const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  const int32_t dtype = types.at("dtype");
  for (const auto& [indices, scalar] :
       {std::pair<std::vector<int64_t>, bool>{{3, 0, 3}, false}, {{2, 1}, true}, {{}, false}}) {
    Case c;
    const auto count = static_cast<int64_t>(indices.size());
    c.label = Label({count});
    c.scale = 8;
    // Powers of two, so that no division needs more digits than the narrow types have.
    const Value updates = divides ? Value(dtype, scalar ? Shape{} : Shape{count, 3},
                                          std::vector<double>(scalar ? 1 : indices.size() * 3, 2))
                                  : Make(numbers, dtype, scalar ? Shape{} : Shape{count, 3});
    c.inputs = {Make(numbers, dtype, {4, 3}), Ints(types.at("Tindices"), {count}, indices), updates};
    Expected after = Like(c.inputs[0]);
    for (size_t i = 0; i < indices.size(); ++i) {
      for (int64_t j = 0; j < 3; ++j) {
        double& element = after.numbers[static_cast<size_t>(indices[i] * 3 + j)];
        element = combine(element, updates.Get(scalar ? 0 : static_cast<int64_t>(i) * 3 + j));
        if (!IsFloating(dtype)) element = std::trunc(element);
      }
    }
    c.variables[0] = std::move(after);
    cases.push_back(std::move(c));
  }
  return cases;
}

// Vectors of indices that name rows of three, or single elements.
std::vector<Case> ScatterNdCases(Combine combine, const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  const int32_t dtype = types.at("T");
  for (const int64_t depth : {1, 2}) {
    const std::vector<int64_t> indices =
        depth == 1 ? std::vector<int64_t>{3, 0, 3} : std::vector<int64_t>{3, 1, 0, 2, 3, 1};
    Case c;
    c.label = depth == 1 ? "rows" : "elements";
    c.scale = 8;
    c.attrs["use_locking"] = true;
    const int64_t slice = depth == 1 ? 3 : 1;
    c.inputs = {Make(numbers, dtype, {4, 3}), Ints(types.at("Tindices"), {3, depth}, indices),
                Make(numbers, dtype, depth == 1 ? Shape{3, 3} : Shape{3})};
    Expected after = Like(c.inputs[0]);
    for (size_t i = 0; i < 3; ++i) {
      const int64_t place = depth == 1 ? indices[i] * 3 : indices[2 * i] * 3 + indices[2 * i + 1];
      for (int64_t j = 0; j < slice; ++j) {
        double& element = after.numbers[static_cast<size_t>(place + j)];
        element = combine(element, c.inputs[2].Get(static_cast<int64_t>(i) * slice + j));
      }
    }
    c.variables[0] = std::move(after);
    cases.push_back(std::move(c));
  }
  return cases;
}

}  // namespace

std::vector<Reference> StateReferences() {
  const Types indexed = {{"Tindices", RNLP_INT32}};
  std::vector<Reference> references = {
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
  };
  struct Law {
    const char* rows;
    const char* vectors;  // null: there is none
    Combine combine;
    bool divides = false;
  };
  for (const Law& law : {
           Law{"ResourceScatterUpdate", "ResourceScatterNdUpdate", [](double, double b) { return b; }},
           Law{"ResourceScatterAdd", "ResourceScatterNdAdd", [](double a, double b) { return a + b; }},
           Law{"ResourceScatterSub", "ResourceScatterNdSub", [](double a, double b) { return a - b; }},
           Law{"ResourceScatterMul", nullptr, [](double a, double b) { return a * b; }},
           Law{"ResourceScatterDiv", nullptr, [](double a, double b) { return a / b; }, true},
           Law{"ResourceScatterMax", "ResourceScatterNdMax",
               [](double a, double b) { return std::max(a, b); }},
           Law{"ResourceScatterMin", "ResourceScatterNdMin",
               [](double a, double b) { return std::min(a, b); }},
       }) {
    references.push_back(
        {law.rows, {"resource", "indices", "updates"}, {""}, indexed, [=](const Types& t) {
           return ScatterCases(law.combine, law.divides, t);
         }});
    if (law.vectors == nullptr) continue;
    references.push_back(
        {law.vectors, {"ref", "indices", "updates"}, {""}, indexed, [=](const Types& t) {
           return ScatterNdCases(law.combine, t);
         }});
  }
  return references;
}

}  // namespace runnel::conformance
