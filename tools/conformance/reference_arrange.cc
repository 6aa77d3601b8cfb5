// References of padding, reversing, cutting at given places, moving by index vectors, running sums and
// the largest elements.
#include <algorithm>

#include "tools/conformance/reference.h"

namespace runnel::conformance {
namespace {

constexpr int32_t kInt = RNLP_INT32;

std::string Label(const Shape& shape) { return Count(shape) == 0 ? "zero size" : "values"; }

std::vector<Case> SplitVCases(const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  struct Cuts {
    Shape shape;
    int64_t axis;
    std::vector<int64_t> given, sizes;
  };
  for (const Cuts& cuts : {Cuts{{4, 6}, 1, {1, 3, 2}, {1, 3, 2}}, Cuts{{4, 6}, -2, {3, -1}, {3, 1}},
                           Cuts{{5}, 0, {0, 5, -1}, {0, 5, 0}}, Cuts{{2, 0, 3}, 2, {1, 2}, {1, 2}},
                           Cuts{{4, 6}, 1, {6}, {6}}, Cuts{{0, 3}, 0, {0, -1}, {0, 0}}}) {
    const Value input = Make(numbers, types.at("T"), cuts.shape);
    const auto rank = static_cast<int64_t>(cuts.shape.size());
    const auto at = static_cast<size_t>(cuts.axis < 0 ? cuts.axis + rank : cuts.axis);
    const auto count = static_cast<int64_t>(cuts.sizes.size());
    Case c;
    c.label = Label(cuts.shape);
    c.attrs["num_split"] = count;
    c.inputs = {input, Ints(types.at("Tlen"), {count}, cuts.given), Ints(kInt, {}, {cuts.axis})};
    int64_t start = 0;
    for (const int64_t size : cuts.sizes) {
      Shape piece = cuts.shape;
      piece[at] = size;
      Expected expected{input.dtype(), piece, {}};
      ForEach(piece, [&](const Shape& index) {
        Shape source = index;
        source[at] += start;
        expected.numbers.push_back(input.Get(Flat(cuts.shape, source)));
      });
      start += size;
      c.outputs.push_back(std::move(expected));
    }
    cases.push_back(std::move(c));
  }
  return cases;
}

struct Padding {
  Shape shape;
  std::vector<int64_t> pads;  // before and after for each dimension
};
const Padding kPaddings[] = {{{3, 4}, {1, 2, 0, 3}},
                             {{5}, {2, 0}},
                             {{2, 3, 2}, {1, 1, 2, 2, 0, 1}},
                             {{}, {}},
                             {{4, 0}, {1, 0, 0, 0}}};

Shape Padded(const Padding& padding) {
  Shape out = padding.shape;
  for (size_t i = 0; i < out.size(); ++i) out[i] += padding.pads[2 * i] + padding.pads[2 * i + 1];
  return out;
}
Value PadsOf(const Padding& padding, const Types& types) {
  return Ints(types.at("Tpaddings"), {static_cast<int64_t>(padding.shape.size()), 2}, padding.pads);
}

std::vector<Case> PadV2Cases(const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  for (const Padding& padding : kPaddings) {
    const Value input = Make(numbers, types.at("T"), padding.shape);
    const Value value = Make(numbers, types.at("T"), {}, 1, 3);
    Expected expected{input.dtype(), Padded(padding), {}};
    ForEach(expected.shape, [&](const Shape& index) {
      Shape source = index;
      bool inside = true;
      for (size_t i = 0; i < source.size(); ++i) {
        source[i] -= padding.pads[2 * i];
        inside = inside && source[i] >= 0 && source[i] < padding.shape[i];
      }
      expected.numbers.push_back(inside ? input.Get(Flat(padding.shape, source)) : value.Get(0));
    });
    Case c;
    c.label = Label(expected.shape);
    c.inputs = {input, PadsOf(padding, types), value};
    c.outputs.push_back(std::move(expected));
    cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<Case> MirrorCases(bool gradient, const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  for (const Padding& full : kPaddings) {
    for (const bool reflects : {false, true}) {
      Padding padding = full;
      for (size_t i = 0; i < padding.pads.size(); ++i) {
        const int64_t most = padding.shape[i / 2] - (reflects ? 1 : 0);
        padding.pads[i] = std::clamp<int64_t>(padding.pads[i], 0, std::max<int64_t>(most, 0));
      }
      const Shape whole = Padded(padding);
      // Where each padded element comes from: the plain row, written out as Python's np.pad does it.
      std::vector<int64_t> sources;
      ForEach(whole, [&](const Shape& index) {
        Shape source = index;
        for (size_t i = 0; i < source.size(); ++i) {
          std::vector<int64_t> row;
          const int64_t n = padding.shape[i];
          for (int64_t p = padding.pads[2 * i]; p > 0; --p) row.push_back(reflects ? p : p - 1);
          for (int64_t p = 0; p < n; ++p) row.push_back(p);
          for (int64_t p = 0; p < padding.pads[2 * i + 1]; ++p)
            row.push_back(n - 1 - p - (reflects ? 1 : 0));
          source[i] = row[static_cast<size_t>(index[i])];
        }
        sources.push_back(Flat(padding.shape, source));
      });
      Case c;
      c.label = Label(whole);
      c.scale = 4;
      // Nothing is less than a dimension of nothing.
      if (reflects && Count(padding.shape) == 0) c.fails = RNLP_INVALID_ARGUMENT;
      c.attrs["mode"] = std::string(reflects ? "REFLECT" : "SYMMETRIC");
      const Value input = Make(numbers, types.at("T"), gradient ? whole : padding.shape);
      Expected expected{input.dtype(), gradient ? padding.shape : whole, {}};
      if (gradient) {
        expected.numbers.assign(static_cast<size_t>(Count(padding.shape)), 0);
        for (size_t i = 0; i < sources.size(); ++i)
          expected.numbers[static_cast<size_t>(sources[i])] += input.Get(static_cast<int64_t>(i));
      } else {
        for (const int64_t source : sources) expected.numbers.push_back(input.Get(source));
      }
      c.inputs = {input, PadsOf(padding, types)};
      c.outputs.push_back(std::move(expected));
      cases.push_back(std::move(c));
    }
  }
  return cases;
}

std::vector<Case> ReverseCases(const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  for (const std::vector<int64_t>& axes : {std::vector<int64_t>{0}, {-1}, {0, 2}, {1, 2, 0}, {}}) {
    for (const Shape& shape : {Shape{2, 3, 4}, Shape{20, 1, 17}, Shape{2, 0, 3}}) {
      const Value input = Make(numbers, types.at("T"), shape);
      Expected expected{input.dtype(), shape, {}};
      ForEach(shape, [&](const Shape& index) {
        Shape source = index;
        for (const int64_t axis : axes) {
          const auto i = static_cast<size_t>(axis < 0 ? axis + 3 : axis);
          source[i] = shape[i] - 1 - source[i];
        }
        expected.numbers.push_back(input.Get(Flat(shape, source)));
      });
      Case c;
      c.label = Label(shape);
      c.inputs = {input, Ints(types.at("Tidx"), {static_cast<int64_t>(axes.size())}, axes)};
      c.outputs.push_back(std::move(expected));
      cases.push_back(std::move(c));
    }
  }
  return cases;
}

std::vector<Case> ScanCases(bool product, const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  for (const int64_t axis : {0, 1, -1}) {
    for (const bool exclusive : {false, true}) {
      for (const bool reverse : {false, true}) {
        for (const Shape& shape : {Shape{3, 5, 2}, Shape{2, 0, 3}}) {
          const auto at = static_cast<size_t>(axis < 0 ? axis + 3 : axis);
          const Value x = Make(numbers, types.at("T"), shape, product ? 1 : -4, product ? 2 : 4);
          Expected expected{x.dtype(), shape, {}};
          ForEach(shape, [&](const Shape& index) {
            double total = product ? 1 : 0;
            Shape source = index;
            for (source[at] = 0; source[at] < shape[at]; ++source[at]) {
              const bool before = reverse ? source[at] > index[at] : source[at] < index[at];
              if (!before && (exclusive || source[at] != index[at])) continue;
              const double element = x.Get(Flat(shape, source));
              total = product ? total * element : total + element;
            }
            expected.numbers.push_back(total);
          });
          Case c;
          c.label = Label(shape);
          c.scale = 8;
          c.attrs["exclusive"] = exclusive;
          c.attrs["reverse"] = reverse;
          c.inputs = {x, Ints(types.at("Tidx"), {}, {axis})};
          c.outputs.push_back(std::move(expected));
          cases.push_back(std::move(c));
        }
      }
    }
  }
  return cases;
}

// Index vectors into a [3,4,2] tensor, some of them twice.
struct Vectors {
  Shape indices;
  std::vector<int64_t> values;
};
const Vectors kVectors[] = {{{3, 1}, {2, 0, 2}},
                            {{2, 2, 2}, {0, 3, 2, 1, 1, 0, 0, 3}},
                            {{2, 3}, {1, 2, 0, 1, 2, 1}},
                            {{3}, {2, 3, 1}},
                            {{2, 0}, {}},
                            {{0, 2}, {}}};

std::vector<Case> IndexVectorCases(bool scatter, const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  const Shape whole = {3, 4, 2};
  for (const Vectors& vectors : kVectors) {
    const auto depth = static_cast<size_t>(vectors.indices.back());
    Shape outer = vectors.indices;
    outer.pop_back();
    const Shape inner(whole.begin() + static_cast<std::ptrdiff_t>(depth), whole.end());
    Shape picked = outer;
    picked.insert(picked.end(), inner.begin(), inner.end());
    const Value indices = Ints(types.at("Tindices"), vectors.indices, vectors.values);
    const Value data = Make(numbers, types.at(scatter ? "T" : "Tparams"), scatter ? picked : whole);
    Expected expected{data.dtype(), scatter ? whole : picked, {}};
    expected.numbers.assign(static_cast<size_t>(Count(expected.shape)), 0);
    const int64_t slice = Count(inner);
    for (int64_t i = 0; i < Count(outer); ++i) {
      int64_t place = 0;
      for (size_t d = 0; d < whole.size(); ++d) {
        const int64_t step = d < depth ? vectors.values[static_cast<size_t>(i) * depth + d] : 0;
        place = place * whole[d] + step;
      }
      for (int64_t k = 0; k < slice; ++k) {
        if (scatter)
          expected.numbers[static_cast<size_t>(place + k)] += data.Get(i * slice + k);
        else
          expected.numbers[static_cast<size_t>(i * slice + k)] = data.Get(place + k);
      }
    }
    Case c;
    c.label = Count(picked) == 0 ? "zero size" : "values";
    c.scale = 4;
    if (scatter)
      c.inputs = {indices, data, Ints(types.at("Tindices"), {3}, whole)};
    else
      c.inputs = {data, indices};
    c.outputs.push_back(std::move(expected));
    cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<Case> TopKCases(const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  for (const Shape& shape : {Shape{4, 9}, Shape{50}, Shape{2, 3, 1}, Shape{0, 3}}) {
    for (const int64_t k : {int64_t{0}, int64_t{1}, std::min<int64_t>(5, shape.back()), shape.back()}) {
      const Value input = Make(numbers, types.at("T"), shape);  // with equals
      Shape out = shape;
      out.back() = k;
      Expected values{input.dtype(), out, {}};
      Expected indices{kInt, out, {}};
      const int64_t length = shape.back();
      for (int64_t row = 0; row < Count(shape) / length; ++row) {
        std::vector<int64_t> order;
        for (int64_t i = 0; i < length; ++i) order.push_back(i);
        std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
          return input.Get(row * length + a) > input.Get(row * length + b);
        });
        for (int64_t i = 0; i < k; ++i) {
          values.numbers.push_back(input.Get(row * length + order[static_cast<size_t>(i)]));
          indices.numbers.push_back(static_cast<double>(order[static_cast<size_t>(i)]));
        }
      }
      Case c;
      c.label = Label(out);
      c.attrs["sorted"] = true;
      c.inputs = {input, Ints(kInt, {}, {k})};
      c.outputs = {std::move(values), std::move(indices)};
      cases.push_back(std::move(c));
    }
  }
  return cases;
}

}  // namespace

std::vector<Reference> ArrangeReferences() {
  const Types paddings = {{"Tpaddings", kInt}};
  return {
      {"SplitV", {"value", "size_splits", "split_dim"}, {"output"}, {{"Tlen", RNLP_INT64}}, SplitVCases},
      {"PadV2", {"input", "paddings", "constant_values"}, {"output"}, paddings, PadV2Cases},
      {"MirrorPad",
       {"input", "paddings"},
       {"output"},
       paddings,
       [](const Types& t) { return MirrorCases(false, t); }},
      {"MirrorPadGrad",
       {"input", "paddings"},
       {"output"},
       paddings,
       [](const Types& t) { return MirrorCases(true, t); }},
      {"ReverseV2", {"tensor", "axis"}, {"output"}, {{"Tidx", kInt}}, ReverseCases},
      {"Cumsum",
       {"x", "axis"},
       {"out"},
       {{"Tidx", kInt}},
       [](const Types& t) { return ScanCases(false, t); }},
      {"Cumprod",
       {"x", "axis"},
       {"out"},
       {{"Tidx", kInt}},
       [](const Types& t) { return ScanCases(true, t); }},
      {"GatherNd",
       {"params", "indices"},
       {"output"},
       {},
       [](const Types& t) { return IndexVectorCases(false, t); }},
      {"ScatterNd",
       {"indices", "updates", "shape"},
       {"output"},
       {},
       [](const Types& t) { return IndexVectorCases(true, t); }},
      {"TopKV2", {"input", "k"}, {"values", "indices"}, {}, TopKCases},
  };
}

}  // namespace runnel::conformance
