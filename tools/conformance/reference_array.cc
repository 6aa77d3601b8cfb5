// References of moving data: selection, casts, transposition, joining and cutting.
#include <algorithm>
#include <cmath>

#include "tools/conformance/reference.h"

namespace runnel::conformance {
namespace {

// A result read off an input: element `index` of the output is element source(index) of the input.
Case Moved(std::string label, const Value& input, const Shape& shape,
           const std::function<int64_t(const Shape& index)>& source) {
  Case c;
  c.label = Count(shape) == 0 ? "zero size" : std::move(label);
  Expected expected{input.dtype(), shape, {}};
  ForEach(shape, [&](const Shape& index) { expected.numbers.push_back(input.Get(source(index))); });
  c.inputs.push_back(input);
  c.outputs.push_back(std::move(expected));
  return c;
}

std::vector<Case> SelectCases(bool broadcasts, const Types& types) {
  const int32_t dtype = types.at("T");
  Numbers numbers;
  std::vector<Case> cases;
  const auto add = [&](Shape condition, Shape a, Shape b) {
    Value c = Make(numbers, RNLP_BOOL, std::move(condition));
    Value t = Make(numbers, dtype, std::move(a));
    Value e = Make(numbers, dtype, std::move(b));
    const Shape shape =
        broadcasts ? BroadcastShape(BroadcastShape(c.shape(), t.shape()), e.shape()) : t.shape();
    Case out;
    out.label = Count(shape) == 0 ? "zero size" : "values";
    Expected expected{dtype, shape, {}};
    ForEach(shape, [&](const Shape& index) {
      // Select's condition may also be a scalar or choose whole rows.
      const bool rows = !broadcasts && c.shape().size() == 1 && shape.size() > 1;
      const int64_t at = rows ? index[0] : BroadcastFlat(c.shape(), index);
      const Value& from = c.Get(at) != 0 ? t : e;
      expected.numbers.push_back(from.Get(BroadcastFlat(from.shape(), index)));
    });
    out.inputs = {std::move(c), std::move(t), std::move(e)};
    out.outputs.push_back(std::move(expected));
    cases.push_back(std::move(out));
  };
  add({4, 3}, {4, 3}, {4, 3});
  add({}, {5}, {5});
  add({0}, {0}, {0});
  if (broadcasts) {
    add({3}, {4, 3}, {4, 1});
    add({2, 1}, {}, {3});
  } else {
    add({4}, {4, 3}, {4, 3});
  }
  return cases;
}

std::vector<Case> CastCases(const Types& types) {
  const int32_t from = types.at("SrcT");
  const int32_t to = types.at("DstT");
  Numbers numbers;
  std::vector<Case> cases;
  for (const Shape& shape : {Shape{5, 9}, Shape{}, Shape{0, 2}}) {
    Value input = Make(numbers, from, shape, IsUnsigned(to) ? 0 : -4, 4);
    Case c;
    c.label = Count(shape) == 0 ? "zero size" : "values";
    Expected expected{to, shape, {}};
    for (int64_t i = 0; i < input.count(); ++i) {
      const double x = input.Get(i);
      expected.numbers.push_back(to == RNLP_BOOL  ? (x != 0 ? 1 : 0)
                                 : IsFloating(to) ? x
                                                  : std::trunc(x));
    }
    c.attrs["Truncate"] = false;
    c.inputs.push_back(std::move(input));
    c.outputs.push_back(std::move(expected));
    cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<Case> FillCases(const Types& types) {
  std::vector<Case> cases;
  for (const Shape& shape : {Shape{3, 4}, Shape{}, Shape{0, 2}}) {
    const Value value(types.at("T"), {}, {1});
    Case c = Moved("values", value, shape, [](const Shape&) { return 0; });
    c.inputs.insert(c.inputs.begin(),
                    Ints(types.at("index_type"), {static_cast<int64_t>(shape.size())}, shape));
    cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<Case> TileCases(const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  for (const std::vector<int64_t>& multiples : {std::vector<int64_t>{2, 3}, {1, 1}, {0, 2}, {4, 1}}) {
    const Value input = Make(numbers, types.at("T"), {3, 5});
    cases.push_back(Moved("values", input, {3 * multiples[0], 5 * multiples[1]},
                          [](const Shape& i) { return i[0] % 3 * 5 + i[1] % 5; }));
    cases.back().inputs.push_back(Ints(types.at("Tmultiples"), {2}, multiples));
  }
  return cases;
}

std::vector<Case> TransposeCases(const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  for (const Shape& shape : {Shape{3, 4, 5}, Shape{2, 0, 3}, Shape{1, 33, 17}}) {
    for (const std::vector<int64_t>& perm :
         {std::vector<int64_t>{0, 1, 2}, {2, 1, 0}, {0, 2, 1}, {1, 2, 0}}) {
      const Value input = Make(numbers, types.at("T"), shape);
      Shape out;
      for (const int64_t axis : perm) out.push_back(shape[static_cast<size_t>(axis)]);
      cases.push_back(Moved("values", input, out, [&](const Shape& index) {
        Shape source(3);
        for (size_t i = 0; i < 3; ++i) source[static_cast<size_t>(perm[i])] = index[i];
        return Flat(shape, source);
      }));
      cases.back().inputs.push_back(Ints(types.at("Tperm"), {3}, perm));
    }
  }
  return cases;
}

std::vector<Case> ConcatCases(bool pack, const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  for (const int64_t axis : {0, 1, -1}) {
    for (const int64_t n : {2, 3}) {
      const int64_t rank = pack ? 3 : 2;
      const auto at = static_cast<size_t>(axis < 0 ? axis + rank : axis);
      Case c;
      c.label = "values";
      c.attrs["N"] = n;
      if (pack) c.attrs["axis"] = axis;
      Shape shape = {2, 3};
      if (pack) {
        shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(at), n);
      } else {
        shape[at] = 0;
      }
      std::vector<std::pair<int64_t, int64_t>> source;  // along the axis: which input, and where in it
      for (int64_t i = 0; i < n; ++i) {
        Shape part = {2, 3};
        if (!pack) {
          part[at] = i;  // the first is empty along the axis
          shape[at] += i;
          for (int64_t j = 0; j < i; ++j) source.emplace_back(i, j);
        }
        c.inputs.push_back(Make(numbers, types.at("T"), part));
      }
      Expected expected{types.at("T"), shape, {}};
      ForEach(shape, [&](const Shape& index) {
        Shape inner = index;
        int64_t which = index[at];
        if (pack) {
          inner.erase(inner.begin() + static_cast<std::ptrdiff_t>(at));
        } else {
          inner[at] = source[static_cast<size_t>(index[at])].second;
          which = source[static_cast<size_t>(index[at])].first;
        }
        const Value& input = c.inputs[static_cast<size_t>(which)];
        expected.numbers.push_back(input.Get(Flat(input.shape(), inner)));
      });
      if (!pack) c.inputs.push_back(Ints(types.at("Tidx"), {}, {axis}));
      c.outputs.push_back(std::move(expected));
      cases.push_back(std::move(c));
    }
  }
  return cases;
}

std::vector<Case> SliceCases(const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  const Shape shape = {4, 5};
  for (const auto& [begin, size] :
       {std::pair<Shape, Shape>{{1, 2}, {2, 3}}, {{0, 0}, {-1, -1}}, {{3, 0}, {0, 5}}}) {
    const Value input = Make(numbers, types.at("T"), shape);
    Shape out;
    for (size_t i = 0; i < 2; ++i) out.push_back(size[i] < 0 ? shape[i] - begin[i] : size[i]);
    cases.push_back(Moved("values", input, out, [&, from = begin](const Shape& index) {
      return Flat(shape, {index[0] + from[0], index[1] + from[1]});
    }));
    cases.back().inputs.push_back(Ints(types.at("Index"), {2}, begin));
    cases.back().inputs.push_back(Ints(types.at("Index"), {2}, size));
  }
  return cases;
}

std::vector<Case> BroadcastToCases(const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  for (const auto& [from, to] :
       {std::pair<Shape, Shape>{{3}, {4, 3}}, {{4, 1}, {4, 3}}, {{}, {2, 2}}, {{1}, {0}}}) {
    const Value input = Make(numbers, types.at("T"), from);
    cases.push_back(
        Moved("values", input, to, [shape = from](const Shape& i) { return BroadcastFlat(shape, i); }));
    cases.back().inputs.push_back(Ints(types.at("Tidx"), {static_cast<int64_t>(to.size())}, to));
  }
  return cases;
}

std::vector<Case> GatherCases(const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  const Shape shape = {4, 3};
  for (const int64_t axis : {0, 1}) {
    for (const std::vector<int64_t>& indices : {std::vector<int64_t>{2, 0, 2, 1}, {}}) {
      const Value params = Make(numbers, types.at("Tparams"), shape);
      const auto count = static_cast<int64_t>(indices.size());
      const Shape out = axis == 0 ? Shape{count, 3} : Shape{4, count};
      cases.push_back(Moved("values", params, out, [&](const Shape& index) {
        Shape source = index;
        const auto at = static_cast<size_t>(axis);
        source[at] = indices[static_cast<size_t>(index[at])];
        return Flat(shape, source);
      }));
      cases.back().attrs["batch_dims"] = int64_t{0};
      cases.back().inputs.push_back(Ints(types.at("Tindices"), {count}, indices));
      cases.back().inputs.push_back(Ints(types.at("Taxis"), {}, {axis}));
    }
  }
  // An index that nothing is read by may be any: there are no rows to take from.
  Case none = Moved("no rows", Make(numbers, types.at("Tparams"), {0, 3}), {0, 2},
                    [](const Shape&) { return 0; });
  none.attrs["batch_dims"] = int64_t{0};
  none.inputs.push_back(Ints(types.at("Tindices"), {2}, {1, 7}));
  none.inputs.push_back(Ints(types.at("Taxis"), {}, {1}));
  cases.push_back(std::move(none));
  return cases;
}

// As older graphs call them: Gather is along the first axis, Concat is told the axis first.
std::vector<Case> FirstAxisGatherCases(const Types& types) {
  Types with_axis = types;
  with_axis["Taxis"] = RNLP_INT32;
  std::vector<Case> cases = GatherCases(with_axis);
  std::erase_if(cases, [](const Case& c) { return c.inputs.back().Get(0) != 0; });
  for (Case& c : cases) {
    c.attrs.erase("batch_dims");
    c.inputs.pop_back();
  }
  return cases;
}
std::vector<Case> AxisFirstConcatCases(const Types& types) {
  Types with_axis = types;
  with_axis["Tidx"] = RNLP_INT32;
  std::vector<Case> cases = ConcatCases(false, with_axis);
  for (Case& c : cases) std::rotate(c.inputs.begin(), c.inputs.end() - 1, c.inputs.end());
  return cases;
}

std::vector<Case> PadCases(const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  for (const std::vector<int64_t>& pads : {std::vector<int64_t>{1, 2, 0, 3}, {0, 0, 0, 0}}) {
    const Value input = Make(numbers, types.at("T"), {2, 3});
    const Shape out = {2 + pads[0] + pads[1], 3 + pads[2] + pads[3]};
    Case c;
    c.label = "values";
    Expected expected{types.at("T"), out, {}};
    ForEach(out, [&](const Shape& index) {
      const int64_t i = index[0] - pads[0];
      const int64_t j = index[1] - pads[2];
      expected.numbers.push_back(i >= 0 && i < 2 && j >= 0 && j < 3 ? input.Get(i * 3 + j) : 0);
    });
    c.inputs = {input, Ints(types.at("Tpaddings"), {2, 2}, pads)};
    c.outputs.push_back(std::move(expected));
    cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<Case> WhereCases(const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  for (const Shape& shape : {Shape{4, 3}, Shape{9}, Shape{0, 2}}) {
    Value input = Make(numbers, types.at("T"), shape, 0, 1);
    std::vector<double> places;
    ForEach(shape, [&](const Shape& index) {
      if (input.Get(Flat(shape, index)) == 0) return;
      for (const int64_t i : index) places.push_back(static_cast<double>(i));
    });
    Case c;
    c.label = input.count() == 0 ? "zero size" : "values";
    const auto rank = static_cast<int64_t>(shape.size());
    c.outputs.push_back({RNLP_INT64, {static_cast<int64_t>(places.size()) / rank, rank}, places});
    c.inputs.push_back(std::move(input));
    cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<Case> InvertPermutationCases(const Types& types) {
  Case c;
  c.label = "values";
  c.inputs.push_back(Ints(types.at("T"), {5}, {3, 0, 4, 1, 2}));
  c.outputs.push_back({types.at("T"), {5}, {1, 3, 4, 0, 2}});
  return {c};
}

std::vector<Case> RangeCases(const Types& types) {
  const int32_t dtype = types.at("Tidx");
  Case c;
  c.label = "values";
  c.inputs = {Ints(dtype, {}, {2}), Ints(dtype, {}, {11}), Ints(dtype, {}, {3})};
  c.outputs.push_back({dtype, {3}, {2, 5, 8}});
  return {c};
}

std::vector<Case> SegmentSumCases(const Types& types) {
  Numbers numbers;
  const int32_t dtype = types.at("T");
  const Value data = Make(numbers, dtype, {4, 2});
  const std::vector<int64_t> segments = {2, 0, 2, -1};  // a negative one is dropped
  Case c;
  c.label = "values";
  c.scale = 8;
  Expected expected{dtype, {3, 2}, std::vector<double>(6, 0)};
  for (size_t i = 0; i < segments.size(); ++i) {
    for (int64_t j = 0; j < 2 && segments[i] >= 0; ++j) {
      expected.numbers[static_cast<size_t>(segments[i] * 2 + j)] +=
          data.Get(static_cast<int64_t>(i) * 2 + j);
    }
  }
  c.inputs = {data, Ints(types.at("Tindices"), {4}, segments), Ints(types.at("Tnumsegments"), {}, {3})};
  c.outputs.push_back(std::move(expected));
  return {c};
}

}  // namespace

std::vector<Reference> ArrayReferences() {
  constexpr int32_t kInt = RNLP_INT32;
  return {
      {"Select",
       {"condition", "t", "e"},
       {"output"},
       {},
       [](const Types& t) { return SelectCases(false, t); }},
      {"SelectV2",
       {"condition", "t", "e"},
       {"output"},
       {},
       [](const Types& t) { return SelectCases(true, t); }},
      {"Cast", {"x"}, {"y"}, {{"SrcT", RNLP_FLOAT}, {"DstT", kInt}}, CastCases},
      {"Fill", {"dims", "value"}, {"output"}, {{"index_type", kInt}}, FillCases},
      {"Tile", {"input", "multiples"}, {"output"}, {{"Tmultiples", kInt}}, TileCases},
      {"Transpose", {"x", "perm"}, {"y"}, {{"Tperm", kInt}}, TransposeCases},
      {"Pack", {"values"}, {"output"}, {}, [](const Types& t) { return ConcatCases(true, t); }},
      {"Slice", {"input", "begin", "size"}, {"output"}, {{"Index", kInt}}, SliceCases},
      {"BroadcastTo", {"input", "shape"}, {"output"}, {{"Tidx", kInt}}, BroadcastToCases},
      {"GatherV2",
       {"params", "indices", "axis"},
       {"output"},
       {{"Tparams", RNLP_FLOAT}, {"Tindices", kInt}, {"Taxis", kInt}},
       GatherCases},
      {"Gather",
       {"params", "indices"},
       {"output"},
       {{"Tparams", RNLP_FLOAT}, {"Tindices", kInt}},
       FirstAxisGatherCases},
      {"Concat", {"concat_dim", "values"}, {"output"}, {}, AxisFirstConcatCases},
      {"Pad", {"input", "paddings"}, {"output"}, {{"Tpaddings", kInt}}, PadCases},
      {"Where", {"input"}, {"index"}, {{"T", RNLP_BOOL}}, WhereCases},
      {"InvertPermutation", {"x"}, {"y"}, {{"T", kInt}}, InvertPermutationCases},
      {"Range", {"start", "limit", "delta"}, {"output"}, {{"Tidx", kInt}}, RangeCases},
      {"UnsortedSegmentSum",
       {"data", "segment_ids", "num_segments"},
       {"output"},
       {{"Tindices", kInt}, {"Tnumsegments", kInt}},
       SegmentSumCases},
      // The axis is the last input, after any number of values.
      {"ConcatV2",
       {"values"},
       {"output"},
       {{"Tidx", kInt}},
       [](const Types& t) { return ConcatCases(false, t); },
       "axis"},
  };
}

}  // namespace runnel::conformance
