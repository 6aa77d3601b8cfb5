// References of arithmetic: reductions, matrix products, losses.
#include <algorithm>
#include <cmath>
#include <limits>

#include "plugins/sdk/tensor.h"
#include "tools/conformance/reference.h"

namespace runnel::conformance {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

int32_t MainType(const Types& types) {
  const auto found = types.find("T");
  return found == types.end() ? static_cast<int32_t>(RNLP_BOOL) : found->second;
}

// ---- reductions ----

struct Reduction {
  const char* op;
  double start;
  double (*step)(double so_far, double x);
  bool mean = false;
  bool of_nothing = true;  // the result over no elements is `start`
  bool special = true;
};

constexpr Reduction kReductions[] = {
    {"Sum", 0, [](double a, double x) { return a + x; }},
    {"Mean", 0, [](double a, double x) { return a + x; }, true, false},
    {"Prod", 1, [](double a, double x) { return a * x; }},
    {"Max", -kInf, [](double a, double x) { return std::max(a, x); }, false, false, false},
    {"Min", kInf, [](double a, double x) { return std::min(a, x); }, false, false, false},
    {"All", 1, [](double a, double x) { return a != 0 && x != 0 ? 1.0 : 0.0; }},
    {"Any", 0, [](double a, double x) { return a != 0 || x != 0 ? 1.0 : 0.0; }},
};

std::vector<Case> ReductionCases(const Reduction& reduction, const Types& types) {
  const int32_t dtype = MainType(types);
  const bool product = std::string_view(reduction.op) == "Prod";
  Numbers numbers;
  std::vector<Case> cases;
  const auto add = [&](std::string label, Value input, const std::vector<int64_t>& axes, bool keep_dims,
                       bool exact = false) {
    Case c;
    c.label = std::move(label);
    const auto rank = static_cast<int64_t>(input.shape().size());
    std::vector<bool> reduced(static_cast<size_t>(rank), false);
    for (const int64_t axis : axes) reduced[static_cast<size_t>(axis < 0 ? axis + rank : axis)] = true;
    Shape full;
    Shape kept;
    double factor = 1;
    for (size_t i = 0; i < input.shape().size(); ++i) {
      full.push_back(reduced[i] ? 1 : input.shape()[i]);
      if (!reduced[i] || keep_dims) kept.push_back(full.back());
      if (reduced[i]) factor *= static_cast<double>(input.shape()[i]);
    }
    Expected expected{dtype, kept,
                      std::vector<double>(static_cast<size_t>(Count(full)), reduction.start)};
    ForEach(input.shape(), [&](const Shape& index) {
      double& total = expected.numbers[static_cast<size_t>(BroadcastFlat(full, index))];
      total = reduction.step(total, input.Get(Flat(input.shape(), index)));
    });
    if (reduction.mean) {
      for (double& total : expected.numbers)
        total = IsFloating(dtype) ? total / factor : std::trunc(total / factor);
    }
    c.scale = 4 * factor;
    c.terms = static_cast<int64_t>(factor);
    c.exact = exact;
    c.attrs["keep_dims"] = keep_dims;
    const auto count = static_cast<int64_t>(axes.size());
    c.inputs = {std::move(input), Ints(types.at("Tidx"), {count}, axes)};
    c.outputs.push_back(std::move(expected));
    cases.push_back(std::move(c));
  };
  const double low = product ? 1 : -4;
  const double high = product ? 2 : 4;
  const Shape shape = {2, 3, 2};
  for (const std::vector<int64_t>& axes :
       {std::vector<int64_t>{1}, {0, 2}, {-1}, {0, 1, 2}, {}, {0}, {1, 2}}) {
    add("values", Make(numbers, dtype, shape, low, high), axes, false);
    add("keep_dims", Make(numbers, dtype, shape, low, high), axes, true);
  }
  if (IsFloating(dtype) && !product) {
    add("many elements", Make(numbers, dtype, {300, 7}, 0, 1), {0}, false);
    add("many elements", Make(numbers, dtype, {3, 700}, 0, 1), {1}, false);
    // So many that devices do them in parts.
    add("in parts", Make(numbers, dtype, {20000}, 0, 1), {0}, false);
    add("in parts", Make(numbers, dtype, {2, 10000}, 0, 1), {1}, false);
    add("in parts", Make(numbers, dtype, {10000, 2}, 0, 1), {0}, false);
  }
  if (IsFloating(dtype) && std::string_view(reduction.op) == "Sum") {
    add("whole numbers", MakeWhole(numbers, dtype, {5, 77, 3}, 0, 3), {1}, false, true);
    add("whole numbers", MakeWhole(numbers, dtype, {9, 80}, 0, 3), {1}, false, true);
  }
  if (const uint32_t size = plugin::DTypeSize(dtype); reduction.mean && !IsFloating(dtype) && size < 8) {
    const double large = size == 1 ? 100 : size == 2 ? 30000 : 2e9;
    add("sums beyond the type", Value(dtype, {40, 3}, std::vector<double>(120, large)), {0}, false);
    add("sums beyond the type", Value(dtype, {3, 40}, std::vector<double>(120, large)), {1}, false);
  }
  add("zero size", Make(numbers, dtype, {0, 3}), {1}, false);
  if (reduction.of_nothing) add("over nothing", Make(numbers, dtype, {0, 3}), {0}, false);
  if (reduction.special && IsFloating(dtype))
    add("NaN", Value(dtype, {2, 2}, {1, kNaN, 2, 3}), {1}, false);
  return cases;
}

// As TensorFlow has it: the first of the best, and 0 where nothing is better than the worst finite
// number, which NaN never is.
std::vector<Case> ArgCases(bool largest, const Types& types) {
  const int32_t dtype = MainType(types);
  const double worst =
      largest ? std::numeric_limits<double>::lowest() : std::numeric_limits<double>::max();
  std::vector<Case> cases;
  const auto add = [&](const char* label, const Shape& shape, const std::vector<double>& numbers,
                       int64_t axis) {
    const auto rank = static_cast<int64_t>(shape.size());
    const auto at = static_cast<size_t>(axis < 0 ? axis + rank : axis);
    Case c;
    c.label = label;
    Shape kept = shape;
    kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(at));
    Expected expected{types.at("output_type"), kept, {}};
    const Value input(dtype, shape, numbers);
    ForEach(kept, [&](const Shape& index) {
      Shape full = index;
      full.insert(full.begin() + static_cast<std::ptrdiff_t>(at), 0);
      int64_t best = 0;
      double best_number = worst;
      for (int64_t i = 0; i < shape[at]; ++i) {
        full[at] = i;
        const double number = input.Get(Flat(shape, full));
        if (largest ? number > best_number : number < best_number) {
          best = i;
          best_number = number;
        }
      }
      expected.numbers.push_back(static_cast<double>(best));
    });
    c.inputs = {input, Ints(types.at("Tidx"), {}, {axis})};
    c.outputs.push_back(std::move(expected));
    cases.push_back(std::move(c));
  };
  // Numbers of which many are equal, the best ones too.
  const auto repeated = [&](const Shape& shape) {
    std::vector<double> numbers;
    for (int64_t i = 0; i < Count(shape); ++i)
      numbers.push_back(static_cast<double>(dtype == RNLP_BOOL ? i * 7 % 5 / 4 : i * 37 % 101));
    return numbers;
  };
  for (const int64_t axis : {0, 1, 2, -1}) add("values", {3, 4, 5}, repeated({3, 4, 5}), axis);
  add("long rows", {3, 700}, repeated({3, 700}), 1);
  add("long columns", {700, 3}, repeated({700, 3}), 0);
  add("one column of a hundred", {2, 100, 40}, repeated({2, 100, 40}), 1);
  add("all are equal", {2, 300}, std::vector<double>(600, 1), 1);
  if (IsFloating(dtype)) {
    add("NaN", {6, 3},
        {kNaN, 1, 2, 1, kNaN, 2, 1, 2, kNaN, 2, kNaN, 1, kNaN, kNaN, kNaN, kNaN, kInf, -kInf}, 1);
    std::vector<double> numbers(600, kNaN);
    for (size_t i = 0; i < 300; ++i) numbers[i] = i % 3 == 0 ? kNaN : static_cast<double>(i % 70);
    add("long rows with NaN", {2, 300}, numbers, 1);
    add("infinities", {3, 2}, {-kInf, -kInf, kInf, kInf, -kInf, kInf}, 1);
  }
  return cases;
}

// ---- matrix products ----

std::vector<Case> L2LossCases(const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  for (const Shape& shape : {Shape{7, 5}, Shape{}, Shape{300}, Shape{10000}, Shape{0, 3}}) {
    Case c;
    c.label = Count(shape) == 0 ? "zero size" : Count(shape) > 1000 ? "in parts" : "values";
    c.inputs = {Make(numbers, MainType(types), shape)};
    double sum = 0;
    for (int64_t i = 0; i < c.inputs[0].count(); ++i) sum += c.inputs[0].Get(i) * c.inputs[0].Get(i);
    c.outputs.push_back({MainType(types), {}, {sum / 2}});
    cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<Case> MatMulCases(bool batched, const Types& types) {
  const int32_t dtype = MainType(types);
  Numbers numbers;
  std::vector<Case> cases;
  const auto add = [&](const char* label, Shape batch_a, Shape batch_b, int64_t m, int64_t k, int64_t n,
                       bool ta, bool tb, bool nan = false, bool whole = false) {
    Shape a_shape = batch_a;
    Shape b_shape = batch_b;
    for (const int64_t dim : {ta ? k : m, ta ? m : k}) a_shape.push_back(dim);
    for (const int64_t dim : {tb ? n : k, tb ? k : n}) b_shape.push_back(dim);
    Value a = whole ? MakeWhole(numbers, dtype, a_shape) : Make(numbers, dtype, a_shape);
    Value b = whole ? MakeWhole(numbers, dtype, b_shape) : Make(numbers, dtype, b_shape);
    if (nan) a.Set(0, kNaN);
    const Shape batch = BroadcastShape(batch_a, batch_b);
    Shape shape = batch;
    shape.insert(shape.end(), {m, n});
    Expected expected{dtype, shape, {}};
    ForEach(shape, [&](const Shape& index) {
      const Shape which(index.begin(), index.end() - 2);
      const int64_t i = index[index.size() - 2];
      const int64_t j = index[index.size() - 1];
      const int64_t a_base = BroadcastFlat(batch_a, which) * m * k;
      const int64_t b_base = BroadcastFlat(batch_b, which) * k * n;
      double sum = 0;
      for (int64_t l = 0; l < k; ++l) {
        sum +=
            a.Get(a_base + (ta ? l * m + i : i * k + l)) * b.Get(b_base + (tb ? j * k + l : l * n + j));
      }
      expected.numbers.push_back(sum);
    });
    Case c;
    c.label = label;
    c.scale = 16 * static_cast<double>(std::max<int64_t>(k, 1));
    c.terms = k;
    c.exact = whole;
    c.attrs[batched ? "adj_x" : "transpose_a"] = ta;
    c.attrs[batched ? "adj_y" : "transpose_b"] = tb;
    c.inputs = {std::move(a), std::move(b)};
    c.outputs.push_back(std::move(expected));
    cases.push_back(std::move(c));
  };
  // int8 and its kin hold sums of few products only.
  const int64_t k = IsFloating(dtype) ? 37 : 4;
  for (const bool ta : {false, true}) {
    for (const bool tb : {false, true}) {
      add("values", {}, {}, 5, k, 7, ta, tb);
      if (batched) add("batches", {2}, {2}, 3, 4, 5, ta, tb);
      if (!IsFloating(dtype)) continue;
      // Sums below 256, which bfloat16 holds exactly.
      add("whole numbers", {}, {}, 17, 27, 33, ta, tb, false, true);
      if (dtype != RNLP_BFLOAT16 && dtype != RNLP_HALF)
        add("whole numbers", {}, {}, 65, 129, 70, ta, tb, false, true);
      // What fills vectors and is cut by rows, for kernels that take nothing else.
      if (dtype == RNLP_FLOAT) add("many rows", {}, {}, 200, 48, 64, ta, tb, !ta && tb);
    }
  }
  add("a row", {}, {}, 1, k, 19, false, false);
  add("a column", {}, {}, 33, k, 1, false, false);
  add("zero size", {}, {}, 0, 3, 2, false, false);
  add("over nothing", {}, {}, 2, 0, 3, false, false);
  if (batched) add("broadcast", {2, 1}, {3}, 2, 4, 3, false, false);
  if (IsFloating(dtype)) add("NaN", {}, {}, 3, 4, 2, false, false, true);
  return cases;
}

// ---- neural networks ----

std::vector<Case> SoftmaxCases(bool log, const Types& types) {
  const int32_t dtype = MainType(types);
  Numbers numbers;
  std::vector<Case> cases;
  for (const Shape& shape : {Shape{4, 6}, Shape{9}, Shape{2, 3, 5}, Shape{0, 3}, Shape{3, 1}}) {
    Value input = Make(numbers, dtype, shape);
    Expected expected{dtype, shape, {}};
    const int64_t row = shape.back();
    for (int64_t start = 0; start < input.count(); start += row) {
      double largest = -kInf;
      double sum = 0;
      for (int64_t i = 0; i < row; ++i) largest = std::max(largest, input.Get(start + i));
      for (int64_t i = 0; i < row; ++i) sum += std::exp(input.Get(start + i) - largest);
      for (int64_t i = 0; i < row; ++i) {
        const double x = input.Get(start + i) - largest;
        expected.numbers.push_back(log ? x - std::log(sum) : std::exp(x) / sum);
      }
    }
    Case c;
    c.label = input.count() == 0 ? "zero size" : "values";
    c.scale = 1;
    c.inputs.push_back(std::move(input));
    c.outputs.push_back(std::move(expected));
    cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<Case> CrossEntropyCases(bool sparse, const Types& types) {
  const int32_t dtype = MainType(types);
  Numbers numbers;
  std::vector<Case> cases;
  for (const int64_t rows : {5, 1, 0}) {
    const int64_t classes = 6;
    Value logits = Make(numbers, dtype, {rows, classes});
    Value labels = sparse ? Make(numbers, types.at("Tlabels"), {rows}, 0, 5)
                          : Make(numbers, dtype, {rows, classes}, 0, 1);
    Expected loss{dtype, {rows}, {}};
    Expected backprop{dtype, {rows, classes}, {}};
    for (int64_t r = 0; r < rows; ++r) {
      double sum = 0;
      for (int64_t i = 0; i < classes; ++i) sum += std::exp(logits.Get(r * classes + i));
      double total = 0;
      for (int64_t i = 0; i < classes; ++i) {
        const double log_p = logits.Get(r * classes + i) - std::log(sum);
        const double label =
            sparse ? (labels.Get(r) == static_cast<double>(i) ? 1 : 0) : labels.Get(r * classes + i);
        total -= label * log_p;
        backprop.numbers.push_back(std::exp(log_p) - label);
      }
      loss.numbers.push_back(total);
    }
    Case c;
    c.label = rows == 0 ? "zero size" : "values";
    c.scale = 16;
    c.inputs = {std::move(logits), std::move(labels)};
    c.outputs = {std::move(loss), std::move(backprop)};
    cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<Case> BiasCases(bool gradient, const Types& types) {
  const int32_t dtype = MainType(types);
  Numbers numbers;
  std::vector<Case> cases;
  for (const bool nchw : {false, true}) {
    for (const Shape& shape : {Shape{2, 3, 2, 3}, Shape{0, 3, 2, 3}}) {
      Value value = Make(numbers, dtype, shape, -2, 2);
      const size_t channel = nchw ? 1 : 3;
      Value bias = Make(numbers, dtype, {shape[channel]});
      Expected added{dtype, shape, {}};
      Expected summed{dtype, bias.shape(), std::vector<double>(static_cast<size_t>(bias.count()), 0)};
      ForEach(shape, [&](const Shape& index) {
        const double x = value.Get(Flat(shape, index));
        added.numbers.push_back(x + bias.Get(index[channel]));
        summed.numbers[static_cast<size_t>(index[channel])] += x;
      });
      Case c;
      c.label = value.count() == 0 ? "zero size" : "values";
      c.scale = 64;
      c.attrs["data_format"] = std::string(nchw ? "NCHW" : "NHWC");
      c.inputs.push_back(std::move(value));
      if (!gradient) c.inputs.push_back(std::move(bias));
      c.outputs.push_back(gradient ? std::move(summed) : std::move(added));
      cases.push_back(std::move(c));
    }
  }
  return cases;
}

std::vector<Case> AddNCases(const Types& types) {
  const int32_t dtype = MainType(types);
  Numbers numbers;
  std::vector<Case> cases;
  for (const int64_t n : {1, 2, 5}) {
    for (const Shape& shape : {Shape{3, 7}, Shape{0}}) {
      Case c;
      c.label = Count(shape) == 0 ? "zero size" : "values";
      c.scale = 16;
      c.attrs["N"] = n;
      Expected expected{dtype, shape, std::vector<double>(static_cast<size_t>(Count(shape)), 0)};
      for (int64_t i = 0; i < n; ++i) {
        c.inputs.push_back(Make(numbers, dtype, shape));
        for (int64_t j = 0; j < Count(shape); ++j)
          expected.numbers[static_cast<size_t>(j)] += c.inputs.back().Get(j);
      }
      c.outputs.push_back(std::move(expected));
      cases.push_back(std::move(c));
    }
  }
  return cases;
}

}  // namespace

std::vector<Reference> MathReferences() {
  std::vector<Reference> all;
  for (const Reduction& reduction : kReductions) {
    all.push_back({reduction.op,
                   {"input", "reduction_indices"},
                   {"output"},
                   {{"Tidx", RNLP_INT32}},
                   [&reduction](const Types& types) { return ReductionCases(reduction, types); }});
  }
  for (const bool largest : {true, false}) {
    all.push_back({largest ? "ArgMax" : "ArgMin",
                   {"input", "dimension"},
                   {"output"},
                   {{"Tidx", RNLP_INT32}, {"output_type", RNLP_INT64}},
                   [largest](const Types& types) { return ArgCases(largest, types); }});
  }
  all.push_back(
      {"MatMul", {"a", "b"}, {"product"}, {}, [](const Types& t) { return MatMulCases(false, t); }});
  all.push_back({"BatchMatMulV2", {"x", "y"}, {"output"}, {}, [](const Types& t) {
                   return MatMulCases(true, t);
                 }});
  all.push_back({"BatchMatMul", {"x", "y"}, {"output"}, {}, [](const Types& t) {
                   std::vector<Case> cases = MatMulCases(true, t);
                   std::erase_if(cases, [](const Case& c) {  // its batches do not broadcast
                     const Shape &x = c.inputs[0].shape(), &y = c.inputs[1].shape();
                     return x.size() != y.size() || !std::equal(x.begin(), x.end() - 2, y.begin());
                   });
                   return cases;
                 }});
  all.push_back({"L2Loss", {"t"}, {"output"}, {}, L2LossCases});
  all.push_back(
      {"Softmax", {"logits"}, {"softmax"}, {}, [](const Types& t) { return SoftmaxCases(false, t); }});
  all.push_back({"LogSoftmax", {"logits"}, {"logsoftmax"}, {}, [](const Types& t) {
                   return SoftmaxCases(true, t);
                 }});
  all.push_back({"SoftmaxCrossEntropyWithLogits",
                 {"features", "labels"},
                 {"loss", "backprop"},
                 {},
                 [](const Types& t) { return CrossEntropyCases(false, t); }});
  all.push_back({"SparseSoftmaxCrossEntropyWithLogits",
                 {"features", "labels"},
                 {"loss", "backprop"},
                 {{"Tlabels", RNLP_INT64}},
                 [](const Types& t) { return CrossEntropyCases(true, t); }});
  all.push_back({"BiasAdd", {"value", "bias"}, {"output"}, {}, [](const Types& t) {
                   return BiasCases(false, t);
                 }});
  all.push_back({"BiasAddGrad", {"out_backprop"}, {"output"}, {}, [](const Types& t) {
                   return BiasCases(true, t);
                 }});
  all.push_back({"AddN", {"inputs"}, {"sum"}, {}, AddNCases});
  return all;
}

}  // namespace runnel::conformance
