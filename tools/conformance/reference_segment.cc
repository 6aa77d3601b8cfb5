// References of rows that are reduced segment by segment, of the layer norm, and of attention.
#include <algorithm>
#include <cmath>
#include <limits>

#include "tools/conformance/reference.h"

namespace runnel::conformance {
namespace {

enum class How { kSum, kMean, kProd, kMax, kMin };

// The lowest finite number of a type, or the highest.
double Edge(int32_t dtype, bool lowest) {
  const double sign = lowest ? -1 : 1;
  switch (dtype) {
    case RNLP_HALF:
      return sign * 65504;
    case RNLP_BFLOAT16:
      return sign * 0x1.FEp127;
    case RNLP_FLOAT:
      return sign * static_cast<double>(std::numeric_limits<float>::max());
    case RNLP_DOUBLE:
      return sign * std::numeric_limits<double>::max();
    case RNLP_INT8:
      return lowest ? -128 : 127;
    case RNLP_UINT8:
      return lowest ? 0 : 255;
    case RNLP_INT16:
      return lowest ? -32768 : 32767;
    case RNLP_UINT16:
      return lowest ? 0 : 65535;
    case RNLP_INT32:
      return lowest ? -0x1p31 : 0x1p31 - 1;
    default:
      return lowest ? 0 : 0x1p32 - 1;
  }
}

// What a segment without rows holds.
double OfNothing(How how, bool sorted, int32_t dtype) {
  if (how == How::kProd) return 1;
  if (sorted || how == How::kSum || how == How::kMean) return 0;
  return Edge(dtype, how == How::kMax);
}

double Step(How how, double so_far, double x, bool first) {
  switch (how) {
    case How::kProd:
      return first ? x : so_far * x;
    case How::kMax:
      return first ? x : std::max(so_far, x);
    case How::kMin:
      return first ? x : std::min(so_far, x);
    default:
      return first ? x : so_far + x;
  }
}

std::vector<Case> SegmentCases(How how, bool sorted, const Types& types) {
  const int32_t dtype = types.at("T"), ids_type = types.at("Tindices");
  // Edges of 64-bit integers are no doubles.
  const bool wide = dtype == RNLP_INT64 || dtype == RNLP_UINT64;
  const bool extreme = how == How::kMax || how == How::kMin;
  Numbers numbers;
  std::vector<Case> cases;
  const auto add = [&](std::string label, const Shape& data_shape, const Shape& ids_shape,
                       const std::vector<int64_t>& ids, int64_t segments, int32_t fails = RNLP_OK) {
    const double low = how == How::kProd ? 1 : -4, high = how == How::kProd ? 2 : 4;
    Value data = Make(numbers, dtype, data_shape, low, high);
    Shape shape = {segments};
    shape.insert(shape.end(), data_shape.begin() + static_cast<std::ptrdiff_t>(ids_shape.size()),
                 data_shape.end());
    const int64_t row = segments == 0 ? 0 : Count(shape) / segments;
    Expected expected{dtype, shape, {}};
    for (int64_t s = 0; s < segments; ++s) {
      for (int64_t i = 0; i < row; ++i) {
        double total = OfNothing(how, sorted, dtype);
        double count = 0;
        for (size_t r = 0; r < ids.size(); ++r) {
          if (ids[r] != s) continue;
          total = Step(how, total, data.Get(static_cast<int64_t>(r) * row + i), count == 0);
          ++count;
        }
        if (how == How::kMean && count > 0)
          total = IsFloating(dtype) ? total / count : std::trunc(total / count);
        expected.numbers.push_back(total);
      }
    }
    Case c;
    c.label = std::move(label);
    c.scale = 16;
    c.terms = static_cast<int64_t>(ids.size());
    c.fails = fails;
    c.inputs = {std::move(data), Ints(ids_type, ids_shape, ids)};
    if (!sorted) c.inputs.push_back(Ints(types.at("Tnumsegments"), {}, {segments}));
    c.outputs.push_back(std::move(expected));
    cases.push_back(std::move(c));
  };
  add("values", {7, 3}, {7}, {0, 0, 1, 1, 1, 2, 3}, 4);
  add("one segment", {4, 2, 2}, {4}, {0, 0, 0, 0}, 1);
  if (!extreme || sorted || !wide) add("gaps", {5, 3}, {5}, {1, 1, 4, 4, 4}, 5);
  if (sorted) {
    add("zero size", {0, 3}, {0}, {}, 0);
    add("ids that fall", {3, 2}, {3}, {1, 0, 2}, 3, RNLP_INVALID_ARGUMENT);
    add("an id below 0", {3, 2}, {3}, {-1, 0, 1}, 2, RNLP_INVALID_ARGUMENT);
    return cases;
  }
  add("in any order", {6, 2}, {6}, {2, 0, 1, 0, 2, 1}, 3);
  add("ids of two dimensions", {2, 3, 4}, {2, 3}, {1, 0, 1, 2, 0, 2}, 3);
  add("ids below 0 are dropped", {5, 2}, {5}, {0, -1, 1, 0, -3}, 2);
  add("no segments", {0, 2}, {0}, {}, 0);
  add("an id too large", {3, 2}, {3}, {0, 1, 2}, 2, RNLP_INVALID_ARGUMENT);
  return cases;
}

std::vector<Case> LayerNormCases(const Types& types) {
  const int32_t dtype = types.at("T");
  Numbers numbers;
  std::vector<Case> cases;
  for (const Shape& shape : {Shape{3, 5}, Shape{2, 3, 70}, Shape{1, 1}, Shape{0, 4}, Shape{33}}) {
    for (const double epsilon : {1e-5, 0.125}) {
      const int64_t row = shape.back();
      Value x = Make(numbers, dtype, shape), scale = Make(numbers, dtype, {row}, -2, 2),
            offset = Make(numbers, dtype, {row}, -2, 2);
      Shape moments = shape;
      moments.back() = 1;
      Expected y{dtype, shape, {}}, mean{dtype, moments, {}}, inverse{dtype, moments, {}};
      const double e = static_cast<double>(static_cast<float>(epsilon));
      for (int64_t start = 0; start < x.count(); start += row) {
        double m = 0, v = 0;
        for (int64_t i = 0; i < row; ++i) m += x.Get(start + i) / static_cast<double>(row);
        for (int64_t i = 0; i < row; ++i)
          v += std::pow(x.Get(start + i) - m, 2) / static_cast<double>(row);
        const double d = 1 / std::sqrt(v + e);
        mean.numbers.push_back(m);
        inverse.numbers.push_back(d);
        for (int64_t i = 0; i < row; ++i)
          y.numbers.push_back((x.Get(start + i) - m) * d * scale.Get(i) + offset.Get(i));
      }
      Case c;
      c.label = x.count() == 0 ? "zero size" : "values";
      c.scale = 16;
      c.terms = row;
      c.attrs["epsilon"] = static_cast<float>(epsilon);
      c.inputs = {std::move(x), std::move(scale), std::move(offset)};
      c.outputs = {std::move(y), std::move(mean), std::move(inverse)};
      cases.push_back(std::move(c));
    }
  }
  return cases;
}

std::vector<Case> AttentionCases(const Types& types) {
  const int32_t dtype = types.at("T");
  Numbers numbers;
  std::vector<Case> cases;
  const auto add = [&](int64_t outer, int64_t m, int64_t n, int64_t d, int64_t e, Shape mask_shape) {
    Value q = Make(numbers, dtype, {outer, m, d}, -2, 2), k = Make(numbers, dtype, {outer, n, d}, -2, 2),
          v = Make(numbers, dtype, {outer, n, e}, -2, 2), mask = Make(numbers, dtype, mask_shape, -2, 2);
    // Steps of the mask through matrices, rows and columns.
    int64_t step[3] = {0, 0, 0}, next = 1;
    for (size_t at = mask_shape.size(); at-- > 0;) {
      if (mask_shape[at] != 1) step[at + 3 - mask_shape.size()] = next;
      next *= mask_shape[at];
    }
    Expected out{dtype, {outer, m, e}, {}};
    for (int64_t i = 0; i < outer * m; ++i) {
      const int64_t matrix = i / m;
      std::vector<double> weights;
      double sum = 0;
      for (int64_t j = 0; j < n; ++j) {
        double score = 0;
        for (int64_t x = 0; x < d; ++x) score += q.Get(i * d + x) * k.Get((matrix * n + j) * d + x);
        weights.push_back(
            std::exp(score * 0.25 + mask.Get(matrix * step[0] + i % m * step[1] + j * step[2])));
        sum += weights.back();
      }
      for (int64_t x = 0; x < e; ++x) {
        double mean = 0;
        for (int64_t j = 0; j < n; ++j)
          mean += weights[static_cast<size_t>(j)] / sum * v.Get((matrix * n + j) * e + x);
        out.numbers.push_back(mean);
      }
    }
    Case c;
    c.label = q.count() == 0 ? "zero size" : "values";
    c.scale = 16;
    c.terms = n + d;
    c.attrs["scale"] = 0.25F;
    c.inputs = {std::move(q), std::move(k), std::move(v), std::move(mask)};
    c.outputs = {std::move(out)};
    cases.push_back(std::move(c));
  };
  add(1, 1, 1, 1, 1, {});
  add(2, 3, 5, 4, 6, {3, 5});
  add(3, 17, 70, 16, 20, {3, 1, 70});
  add(2, 70, 33, 5, 3, {70, 1});
  add(0, 3, 5, 4, 6, {});
  return cases;
}

}  // namespace

std::vector<Reference> SegmentReferences() {
  std::vector<Reference> all;
  const auto add = [&](std::string_view op, How how, bool sorted) {
    std::vector<std::string_view> inputs = {"data", "segment_ids"};
    if (!sorted) inputs.emplace_back("num_segments");
    all.push_back({op,
                   std::move(inputs),
                   {"output"},
                   {{"Tindices", RNLP_INT32}, {"Tnumsegments", RNLP_INT32}},
                   [=](const Types& types) { return SegmentCases(how, sorted, types); }});
  };
  add("SegmentSum", How::kSum, true);
  add("SegmentMean", How::kMean, true);
  add("SegmentProd", How::kProd, true);
  add("SegmentMax", How::kMax, true);
  add("SegmentMin", How::kMin, true);
  add("UnsortedSegmentSum", How::kSum, false);
  add("UnsortedSegmentProd", How::kProd, false);
  add("UnsortedSegmentMax", How::kMax, false);
  add("UnsortedSegmentMin", How::kMin, false);
  all.push_back({"Runnel>Attention", {"query", "key", "value", "mask"}, {"output"}, {}, AttentionCases});
  all.push_back({"Runnel>LayerNorm",
                 {"x", "scale", "offset"},
                 {"y", "mean", "inverse_deviation"},
                 {},
                 LayerNormCases});
  return all;
}

}  // namespace runnel::conformance
