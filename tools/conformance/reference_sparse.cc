// References of sparse tensors, of parts named by numbers, and of what is counted.
#include <algorithm>
#include <cmath>

#include "tools/conformance/reference.h"

namespace runnel::conformance {
namespace {

Expected Out(int32_t dtype, const Shape& shape, double fill = 0) {
  return {dtype, shape, std::vector<double>(static_cast<size_t>(Count(shape)), fill)};
}

std::vector<Case> ToDenseCases(const Types& types) {
  const int32_t dtype = types.at("T"), index = types.at("Tindices");
  Numbers numbers;
  std::vector<Case> cases;
  for (const int kind : {0, 1, 2, 3}) {  // matrix, vector, one value for all, no values
    const Shape shape = kind == 1 ? Shape{6} : Shape{3, 4};
    const std::vector<int64_t> places = kind == 3   ? std::vector<int64_t>{}
                                        : kind == 1 ? std::vector<int64_t>{1, 4, 5}
                                                    : std::vector<int64_t>{0, 1, 1, 3, 2, 0};
    const auto rank = static_cast<int64_t>(shape.size());
    const int64_t count = static_cast<int64_t>(places.size()) / rank;
    Case c;
    c.label = kind == 3 ? "no values" : kind == 2 ? "one value" : "values";
    c.attrs["validate_indices"] = true;
    const Value value = Make(numbers, dtype, kind == 2 ? Shape{} : Shape{count});
    const Value fill = Make(numbers, dtype, {});
    c.inputs = {Ints(index, kind == 1 ? Shape{count} : Shape{count, rank}, places),
                Ints(index, {rank}, shape), value, fill};
    Expected out = Out(dtype, shape, fill.Get(0));
    for (int64_t i = 0; i < count; ++i) {
      int64_t at = 0;
      for (int64_t d = 0; d < rank; ++d)
        at = at * shape[static_cast<size_t>(d)] + places[static_cast<size_t>(i * rank + d)];
      out.numbers[static_cast<size_t>(at)] = value.Get(kind == 2 ? 0 : i);
    }
    c.outputs = {out};
    cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<Case> SparseProductCases(const Types& types) {
  const int32_t dtype = types.at("T");
  Numbers numbers;
  std::vector<Case> cases;
  const std::vector<std::pair<int64_t, int64_t>> places = {{0, 2}, {1, 0}, {1, 3}, {1, 3}, {2, 1}};
  for (const bool adjoint_a : {false, true}) {
    for (const bool adjoint_b : {false, true}) {
      for (const int64_t columns : {5, 0}) {
        const int64_t rows = adjoint_a ? 4 : 3, inner = adjoint_a ? 3 : 4;
        Case c;
        c.label = columns == 0 ? "zero size" : "values";
        c.scale = 16;
        c.terms = 4;
        c.attrs["adjoint_a"] = adjoint_a;
        c.attrs["adjoint_b"] = adjoint_b;
        std::vector<int64_t> indices;
        for (const auto& [row, column] : places) indices.insert(indices.end(), {row, column});
        const Value a = Make(numbers, dtype, {5});
        const Value b = Make(numbers, dtype, adjoint_b ? Shape{columns, inner} : Shape{inner, columns});
        c.inputs = {Ints(types.at("Tindices"), {5, 2}, indices), a, Ints(RNLP_INT64, {2}, {3, 4}), b};
        Expected out = Out(dtype, {rows, columns});
        for (size_t i = 0; i < places.size(); ++i) {
          const int64_t row = adjoint_a ? places[i].second : places[i].first;
          const int64_t k = adjoint_a ? places[i].first : places[i].second;
          for (int64_t j = 0; j < columns; ++j) {
            out.numbers[static_cast<size_t>(row * columns + j)] +=
                a.Get(static_cast<int64_t>(i)) * b.Get(adjoint_b ? j * inner + k : k * columns + j);
          }
        }
        c.outputs = {out};
        cases.push_back(std::move(c));
      }
    }
  }
  return cases;
}

std::vector<Case> UniqueCases(bool counts, const Types& types) {
  const int32_t dtype = types.at("T"), index = types.at("out_idx");
  std::vector<Case> cases;
  const bool logical = dtype == RNLP_BOOL;
  for (const std::vector<double>& x :
       {logical ? std::vector<double>{1, 0, 0, 1} : std::vector<double>{3, 1, 3, 7, 1, 3, 0},
        std::vector<double>{1}, std::vector<double>{}}) {
    const auto n = static_cast<int64_t>(x.size());
    Case c;
    c.label = n == 0 ? "zero size" : "values";
    c.inputs = {Value(dtype, {n}, x)};
    Expected y{dtype, {}, {}}, idx{index, {n}, {}}, count{index, {}, {}};
    for (const double number : x) {
      const auto found = std::find(y.numbers.begin(), y.numbers.end(), number);
      const auto at = static_cast<size_t>(found - y.numbers.begin());
      if (found == y.numbers.end()) {
        y.numbers.push_back(number);
        count.numbers.push_back(0);
      }
      idx.numbers.push_back(static_cast<double>(at));
      ++count.numbers[at];
    }
    y.shape = count.shape = {static_cast<int64_t>(y.numbers.size())};
    c.outputs = {y, idx};
    if (counts) c.outputs.push_back(count);
    cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<Case> PartitionCases(const Types& types) {
  const int32_t dtype = types.at("T");
  Numbers numbers;
  std::vector<Case> cases;
  for (const int64_t row : {1, 3, 0}) {
    const std::vector<int64_t> parts = {2, 0, 0, 2, 1, 2};
    Case c;
    c.label = row == 0 ? "zero size" : "values";
    c.attrs["num_partitions"] = int64_t{4};
    const Value data = Make(numbers, dtype, row == 1 ? Shape{6} : Shape{6, row});
    c.inputs = {data, Ints(RNLP_INT32, {6}, parts)};
    for (int64_t p = 0; p < 4; ++p) {
      Expected out{dtype, {0}, {}};
      if (row != 1) out.shape.push_back(row);
      for (size_t i = 0; i < parts.size(); ++i) {
        if (parts[i] != p) continue;
        ++out.shape[0];
        for (int64_t j = 0; j < row; ++j)
          out.numbers.push_back(data.Get(static_cast<int64_t>(i) * row + j));
      }
      c.outputs.push_back(std::move(out));
    }
    cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<Case> CountCases(const Types& types) {
  const int32_t dtype = types.at("T");
  Numbers numbers;
  std::vector<Case> cases;
  for (const bool weighted : {false, true}) {
    const std::vector<int64_t> numbers_counted = {4, 0, 2, 2, 9, 4, 2};
    Case c;
    c.label = weighted ? "weights" : "counts";
    c.scale = 16;
    const Value weights = Make(numbers, dtype, weighted ? Shape{7} : Shape{0});
    c.inputs = {Ints(RNLP_INT32, {7}, numbers_counted), Ints(RNLP_INT32, {}, {6}), weights};
    Expected bins = Out(dtype, {6});
    for (size_t i = 0; i < numbers_counted.size(); ++i) {
      if (numbers_counted[i] >= 6) continue;
      bins.numbers[static_cast<size_t>(numbers_counted[i])] +=
          weighted ? weights.Get(static_cast<int64_t>(i)) : 1;
    }
    c.outputs = {bins};
    cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<Case> InTopCases(bool as_input, const Types& types) {
  std::vector<Case> cases;
  for (const int64_t k : {1, 2, 3}) {
    Case c;
    c.label = "values";
    // The last row holds a number that is not finite, the one before names no class.
    const std::vector<double> predictions = {0.5, 2, 1, 1, 1, 0, 3, 2, 1, 4, 5, 6, 1, HUGE_VAL, 2};
    const std::vector<int64_t> targets = {1, 0, 2, 5, 0};
    c.inputs = {Value(RNLP_FLOAT, {5, 3}, predictions), Ints(types.at("T"), {5}, targets)};
    if (as_input) {
      c.inputs.push_back(Ints(types.at("T"), {}, {k}));
    } else {
      c.attrs["k"] = k;
    }
    Expected out = Out(RNLP_BOOL, {5});
    for (size_t i = 0; i < 3; ++i) {
      int64_t above = 0;
      for (size_t j = 0; j < 3; ++j)
        above += predictions[i * 3 + j] > predictions[i * 3 + static_cast<size_t>(targets[i])] ? 1 : 0;
      out.numbers[i] = above < k ? 1 : 0;
    }
    c.outputs = {out};
    cases.push_back(std::move(c));
  }
  return cases;
}

}  // namespace

std::vector<Reference> SparseReferences() {
  return {
      {"SparseToDense",
       {"sparse_indices", "output_shape", "sparse_values", "default_value"},
       {"dense"},
       {{"Tindices", RNLP_INT32}},
       ToDenseCases},
      {"SparseTensorDenseMatMul",
       {"a_indices", "a_values", "a_shape", "b"},
       {"product"},
       {{"Tindices", RNLP_INT64}},
       SparseProductCases},
      {"Unique",
       {"x"},
       {"y", "idx"},
       {{"out_idx", RNLP_INT32}},
       [](const Types& t) { return UniqueCases(false, t); }},
      {"UniqueWithCounts",
       {"x"},
       {"y", "idx", "count"},
       {{"out_idx", RNLP_INT32}},
       [](const Types& t) { return UniqueCases(true, t); }},
      {"DynamicPartition", {"data", "partitions"}, {"outputs"}, {}, PartitionCases},
      {"Bincount", {"arr", "size", "weights"}, {"bins"}, {}, CountCases},
      {"InTopK",
       {"predictions", "targets"},
       {"precision"},
       {{"T", RNLP_INT32}},
       [](const Types& t) { return InTopCases(false, t); }},
      {"InTopKV2",
       {"predictions", "targets", "k"},
       {"precision"},
       {{"T", RNLP_INT32}},
       [](const Types& t) { return InTopCases(true, t); }},
  };
}

}  // namespace runnel::conformance
