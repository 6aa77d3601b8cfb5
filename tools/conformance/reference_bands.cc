// The reference of a convolution of 1 x 1 and the depthwise one behind it as one op.
#include <algorithm>
#include <string>

#include "tools/conformance/reference.h"

namespace runnel::conformance {
namespace {

struct Geometry {
  int64_t batch, height, width, in, channels;
  int64_t taps, step;
  bool same;
  bool biased, limited;  // both convolutions
};
constexpr Geometry kGeometries[] = {
    {1, 7, 9, 3, 32, 3, 1, true, false, false},  {2, 9, 7, 4, 40, 3, 2, true, true, true},
    {1, 11, 8, 1, 33, 5, 1, false, true, false}, {1, 12, 12, 5, 64, 5, 2, true, false, true},
    {2, 40, 5, 2, 48, 3, 1, true, true, true},
};

std::vector<Case> BandCases(const Types& types) {
  const int32_t dtype = types.at("T");
  std::vector<Case> cases;
  Numbers numbers;
  for (const Geometry& g : kGeometries) {
    const auto count = [&](int64_t size) { return (g.same ? size - 1 : size - g.taps) / g.step + 1; };
    const auto before = [&](int64_t size) {
      return g.same ? std::max<int64_t>(0, (count(size) - 1) * g.step + g.taps - size) / 2 : 0;
    };
    const Value image = MakeWhole(numbers, dtype, {g.batch, g.height, g.width, g.in});
    const Value pointwise = MakeWhole(numbers, dtype, {1, 1, g.in, g.channels});
    const Value filter = MakeWhole(numbers, dtype, {g.taps, g.taps, g.channels, 1});
    const Value first_bias = MakeWhole(numbers, dtype, {g.channels});
    const Value bias = MakeWhole(numbers, dtype, {g.channels});
    const auto follow = [&](double sum, const Value& added, int64_t channel) {
      if (g.biased) sum += added.Get(channel);
      return g.limited ? std::max(sum, 0.0) : sum;
    };
    const Shape wide = {g.batch, g.height, g.width, g.channels};
    std::vector<double> between(static_cast<size_t>(Count(wide)));
    ForEach(wide, [&](const Shape& at) {
      double sum = 0;
      for (int64_t k = 0; k < g.in; ++k) {
        sum += image.Get(((at[0] * g.height + at[1]) * g.width + at[2]) * g.in + k) *
               pointwise.Get(k * g.channels + at[3]);
      }
      between[static_cast<size_t>(Flat(wide, at))] = follow(sum, first_bias, at[3]);
    });
    const Shape out = {g.batch, count(g.height), count(g.width), g.channels};
    Case c;
    c.label = std::to_string(g.taps) + " taps, steps of " + std::to_string(g.step) +
              (g.same ? ", SAME" : ", VALID") + (g.biased ? ", biased" : "") +
              (g.limited ? ", limited" : "");
    c.exact = true;
    c.terms = g.taps * g.taps * g.in;
    c.inputs = {image, pointwise, filter};
    if (g.biased) c.inputs.insert(c.inputs.end(), {first_bias, bias});
    std::string epilogue = g.biased ? "BiasAdd" : "";
    if (g.limited) epilogue += g.biased ? ";Relu" : "Relu";
    c.attrs["M"] = static_cast<int64_t>(g.biased ? 1 : 0);
    c.attrs["N"] = static_cast<int64_t>(g.biased ? 1 : 0);
    c.attrs["strides"] = std::vector<int64_t>{1, g.step, g.step, 1};
    c.attrs["padding"] = std::string(g.same ? "SAME" : "VALID");
    c.attrs["pointwise_epilogue"] = epilogue;
    c.attrs["epilogue"] = epilogue;
    Expected expected = {dtype, out, {}};
    ForEach(out, [&](const Shape& at) {
      double sum = 0;
      for (int64_t s = 0; s < g.taps; ++s) {
        for (int64_t t = 0; t < g.taps; ++t) {
          const int64_t h = at[1] * g.step + s - before(g.height),
                        w = at[2] * g.step + t - before(g.width);
          if (h < 0 || h >= g.height || w < 0 || w >= g.width) continue;
          sum += between[static_cast<size_t>(Flat(wide, {at[0], h, w, at[3]}))] *
                 filter.Get((s * g.taps + t) * g.channels + at[3]);
        }
      }
      expected.numbers.push_back(follow(sum, bias, at[3]));
    });
    c.outputs.push_back(std::move(expected));
    cases.push_back(std::move(c));
  }
  return cases;
}

}  // namespace

std::vector<Reference> BandReferences() {
  return {{"_FusedPointwiseDepthwise",
           {"input", "pointwise_filter", "filter", "pointwise_bias"},
           {"output"},
           {},
           BandCases}};
}

}  // namespace runnel::conformance
