// References of cutting tensors apart and putting them together by index.
#include <algorithm>

#include "tools/conformance/reference.h"

namespace runnel::conformance {
namespace {

constexpr int32_t kInt = RNLP_INT32;

// Equal parts of a tensor along an axis, kept as an axis of 1 or dropped.
std::vector<Case> PartCases(bool unpack, const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  for (const int64_t axis : {0, 1, -1}) {
    for (const Shape& shape : {Shape{4, 6, 2}, Shape{2, 2, 0}}) {
      const auto at = static_cast<size_t>(axis < 0 ? axis + 3 : axis);
      const int64_t parts = unpack ? shape[at] : 2;
      if (parts == 0) continue;
      const Value input = Make(numbers, types.at("T"), shape);
      Case c;
      c.label = input.count() == 0 ? "zero size" : "values";
      if (unpack) {
        c.attrs["num"] = parts;
        c.attrs["axis"] = axis;
        c.inputs = {input};
      } else {
        c.attrs["num_split"] = parts;
        c.inputs = {Ints(kInt, {}, {axis}), input};
      }
      const int64_t length = shape[at] / parts;
      for (int64_t part = 0; part < parts; ++part) {
        Shape piece = shape;
        piece[at] = length;
        Expected expected{input.dtype(), piece, {}};
        ForEach(piece, [&](const Shape& index) {
          Shape source = index;
          source[at] += part * length;
          expected.numbers.push_back(input.Get(Flat(shape, source)));
        });
        if (unpack) expected.shape.erase(expected.shape.begin() + static_cast<std::ptrdiff_t>(at));
        c.outputs.push_back(std::move(expected));
      }
      cases.push_back(std::move(c));
    }
  }
  return cases;
}

// A strided slice of a [4,5] tensor as Python writes it, and which elements it takes.
struct Cut {
  std::vector<int64_t> begin, end, strides;
  int64_t begin_mask, end_mask, shrink_axis_mask;
  std::vector<int64_t> rows, columns;  // what is taken
  Shape shape;                         // of the result
};
const Cut kCuts[] = {
    {{1, 0}, {4, 5}, {2, 1}, 0, 0, 0, {1, 3}, {0, 1, 2, 3, 4}, {2, 5}},
    {{3, 4}, {0, 0}, {-1, -2}, 0, 2, 0, {3, 2, 1}, {4, 2, 0}, {3, 3}},
    {{9, -2}, {2, 9}, {1, 1}, 1, 0, 0, {0, 1}, {3, 4}, {2, 2}},
    {{2, 1}, {3, 4}, {1, 1}, 0, 0, 1, {2}, {1, 2, 3}, {3}},
    {{-1, 2}, {0, 3}, {1, 1}, 0, 0, 3, {3}, {2}, {}},
    {{2, 0}, {2, 5}, {1, 1}, 0, 0, 0, {}, {0, 1, 2, 3, 4}, {0, 5}},
    {{1}, {3}, {1}, 0, 0, 0, {1, 2}, {0, 1, 2, 3, 4}, {2, 5}},
};

std::vector<Case> StridedSliceCases(bool gradient, const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  const int32_t index = types.at("Index");
  for (const Cut& cut : kCuts) {
    Case c;
    c.label = Count(cut.shape) == 0 ? "zero size" : "values";
    c.attrs["begin_mask"] = cut.begin_mask;
    c.attrs["end_mask"] = cut.end_mask;
    c.attrs["shrink_axis_mask"] = cut.shrink_axis_mask;
    c.attrs["ellipsis_mask"] = int64_t{0};
    c.attrs["new_axis_mask"] = int64_t{0};
    const auto count = static_cast<int64_t>(cut.begin.size());
    const Value whole = Make(numbers, types.at("T"), {4, 5});
    const Value piece = Make(numbers, types.at("T"), cut.shape);
    Expected taken{types.at("T"), cut.shape, {}};
    Expected spread{types.at("T"), {4, 5}, std::vector<double>(20, 0)};
    int64_t at = 0;
    for (const int64_t row : cut.rows) {
      for (const int64_t column : cut.columns) {
        taken.numbers.push_back(whole.Get(row * 5 + column));
        spread.numbers[static_cast<size_t>(row * 5 + column)] = piece.Get(at++);
      }
    }
    c.inputs.push_back(gradient ? Ints(index, {2}, {4, 5}) : whole);
    for (const auto* numbers_of : {&cut.begin, &cut.end, &cut.strides}) {
      c.inputs.push_back(Ints(index, {count}, *numbers_of));
    }
    if (gradient) c.inputs.push_back(piece);
    c.outputs.push_back(gradient ? std::move(spread) : std::move(taken));
    cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<Case> OneHotCases(const Types& types) {
  const int32_t dtype = types.at("T");
  std::vector<Case> cases;
  for (const int64_t axis : {-1, 0}) {
    // Unsigned indices have no -1; 7 is outside too.
    const std::vector<int64_t> indices = {2, 0, 7, 1};
    Case c;
    c.label = "values";
    c.attrs["axis"] = axis;
    const Shape shape = axis == 0 ? Shape{3, 4} : Shape{4, 3};
    Expected expected{dtype, shape, {}};
    ForEach(shape, [&](const Shape& index) {
      const int64_t i = axis == 0 ? index[1] : index[0];
      const int64_t depth = axis == 0 ? index[0] : index[1];
      expected.numbers.push_back(indices[static_cast<size_t>(i)] == depth ? 1 : 0);
    });
    c.inputs = {Ints(types.at("TI"), {4}, indices), Ints(kInt, {}, {3}), Value(dtype, {}, {1}),
                Value(dtype, {}, {0})};
    c.outputs.push_back(std::move(expected));
    cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<Case> DynamicStitchCases(const Types& types) {
  Numbers numbers;
  const int32_t dtype = types.at("T");
  const Value a = Make(numbers, dtype, {2, 3});
  const Value b = Make(numbers, dtype, {3, 3});
  const std::vector<int64_t> of_a = {4, 1};
  const std::vector<int64_t> of_b = {0, 3, 2};
  Case c;
  c.label = "values";
  c.attrs["N"] = int64_t{2};
  Expected expected{dtype, {5, 3}, std::vector<double>(15, 0)};
  for (int64_t j = 0; j < 3; ++j) {
    for (size_t i = 0; i < 2; ++i) {
      expected.numbers[static_cast<size_t>(of_a[i] * 3 + j)] = a.Get(static_cast<int64_t>(i) * 3 + j);
    }
    for (size_t i = 0; i < 3; ++i) {
      expected.numbers[static_cast<size_t>(of_b[i] * 3 + j)] = b.Get(static_cast<int64_t>(i) * 3 + j);
    }
  }
  c.inputs = {Ints(kInt, {2}, of_a), Ints(kInt, {3}, of_b), a, b};
  c.outputs.push_back(std::move(expected));
  return {c};
}

std::vector<Case> ConcatOffsetCases(const Types&) {
  Case c;
  c.label = "values";
  c.attrs["N"] = int64_t{3};
  c.inputs = {Ints(kInt, {}, {1}), Ints(kInt, {2}, {2, 3}), Ints(kInt, {2}, {2, 0}),
              Ints(kInt, {2}, {2, 5})};
  for (const double offset : {0.0, 3.0, 3.0}) c.outputs.push_back({kInt, {2}, {0, offset}});
  return {c};
}

std::vector<Case> BroadcastGradientArgsCases(const Types& types) {
  const int32_t dtype = types.at("T");
  Case c;
  c.label = "values";
  c.inputs = {Ints(dtype, {3}, {2, 1, 5}), Ints(dtype, {2}, {3, 1})};
  c.outputs = {{dtype, {1}, {1}}, {dtype, {2}, {0, 2}}};
  return {c};
}

}  // namespace

std::vector<Reference> CutReferences() {
  return {
      {"Split",
       {"split_dim", "value"},
       {"output"},
       {},
       [](const Types& t) { return PartCases(false, t); }},
      {"Unpack", {"value"}, {"output"}, {}, [](const Types& t) { return PartCases(true, t); }},
      {"StridedSlice",
       {"input", "begin", "end", "strides"},
       {"output"},
       {{"Index", kInt}},
       [](const Types& t) { return StridedSliceCases(false, t); }},
      {"StridedSliceGrad",
       {"shape", "begin", "end", "strides", "dy"},
       {"output"},
       {{"Index", kInt}},
       [](const Types& t) { return StridedSliceCases(true, t); }},
      {"OneHot",
       {"indices", "depth", "on_value", "off_value"},
       {"output"},
       {{"TI", RNLP_INT64}},
       OneHotCases},
      {"DynamicStitch", {"indices", "indices", "data", "data"}, {"merged"}, {}, DynamicStitchCases},
      {"ConcatOffset", {"concat_dim", "shape"}, {"offset"}, {}, ConcatOffsetCases},
      {"BroadcastGradientArgs", {"s0", "s1"}, {"r0", "r1"}, {{"T", kInt}}, BroadcastGradientArgsCases},
  };
}

}  // namespace runnel::conformance
