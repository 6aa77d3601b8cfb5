// References of normalisation: over a batch and its gradients, over neighbouring channels, and the check
// that numbers are finite.
#include <algorithm>
#include <cmath>

#include "tools/conformance/reference.h"

namespace runnel::conformance {
namespace {

constexpr double kEpsilon = 0.125;

Expected Out(int32_t dtype, const Shape& shape) {
  return {dtype, shape, std::vector<double>(static_cast<size_t>(Count(shape)), 0)};
}

// Pixels and channels of a tensor in one of the formats.
struct Layout {
  Layout(const Shape& shape, bool channels_first)
      : channels(channels_first ? shape[1] : shape.back()), first(channels_first), total(Count(shape)) {
    inner = 1;
    for (size_t i = 2; i < shape.size(); ++i) inner *= shape[i];
  }
  int64_t ChannelOf(int64_t i) const { return first ? i / inner % channels : i % channels; }
  int64_t channels;
  bool first;
  int64_t total, inner;
};

struct Format {
  const char* name;
  bool first;
  Shape shape;
};

struct Moments {
  std::vector<double> mean, variance;
  double count = 0;
};
Moments MomentsOf(const Value& x, const Layout& layout) {
  const auto channels = static_cast<size_t>(layout.channels);
  Moments m{std::vector<double>(channels, 0), std::vector<double>(channels, 0),
            static_cast<double>(layout.total) / static_cast<double>(layout.channels)};
  for (int64_t i = 0; i < layout.total; ++i)
    m.mean[static_cast<size_t>(layout.ChannelOf(i))] += x.Get(i) / m.count;
  for (int64_t i = 0; i < layout.total; ++i) {
    const auto c = static_cast<size_t>(layout.ChannelOf(i));
    m.variance[c] += (x.Get(i) - m.mean[c]) * (x.Get(i) - m.mean[c]) / m.count;
  }
  return m;
}

std::vector<Format> Formats(bool volumes) {
  std::vector<Format> formats = {{"NHWC", false, {3, 4, 5, 7}}, {"NCHW", true, {2, 3, 6, 5}}};
  if (volumes) {
    formats.push_back({"NDHWC", false, {2, 2, 3, 4, 5}});
    formats.push_back({"NCDHW", true, {2, 5, 2, 3, 3}});
  }
  return formats;
}

void SetAttrs(Case* c, const Format& format, bool training) {
  c->label = std::string(training ? "training " : "inference ") + format.name;
  c->attrs["epsilon"] = static_cast<float>(kEpsilon);
  c->attrs["data_format"] = std::string(format.name);
  c->attrs["is_training"] = training;
}

std::vector<Case> NormCases(int version, const Types& types) {
  const int32_t dtype = types.at("T");
  Numbers numbers;
  std::vector<Case> cases;
  for (const Format& format : Formats(version == 3)) {
    for (const double average : {1.0, 0.25, -1.0}) {
      const bool training = average >= 0;
      const Layout layout(format.shape, format.first);
      const Shape vector{layout.channels};
      Case c;
      SetAttrs(&c, format, training);
      c.attrs["exponential_avg_factor"] = static_cast<float>(training ? average : 1.0);
      c.terms = layout.total / layout.channels;
      c.scale = 4;
      const Shape moments = training && average == 1 ? Shape{0} : vector;
      c.inputs = {Make(numbers, dtype, format.shape), Make(numbers, RNLP_FLOAT, vector, 0.5, 2),
                  Make(numbers, RNLP_FLOAT, vector), Make(numbers, RNLP_FLOAT, moments),
                  Make(numbers, RNLP_FLOAT, moments, 0.5, 4)};
      const Value& x = c.inputs[0];
      Moments m = MomentsOf(x, layout);
      Expected y = Out(dtype, format.shape);
      Expected mean = Out(RNLP_FLOAT, vector), variance = mean, saved_mean = mean, saved_variance = mean;
      for (size_t k = 0; k < m.mean.size(); ++k) {
        const auto at = static_cast<int64_t>(k);
        if (!training) {
          m.mean[k] = c.inputs[3].Get(at);
          m.variance[k] = c.inputs[4].Get(at);
        }
        saved_mean.numbers[k] = m.mean[k];
        saved_variance.numbers[k] = m.variance[k];
        mean.numbers[k] = m.mean[k];
        variance.numbers[k] = training ? m.variance[k] * m.count / (m.count - 1) : m.variance[k];
        if (!training || average == 1) continue;
        mean.numbers[k] = (1 - average) * c.inputs[3].Get(at) + average * mean.numbers[k];
        variance.numbers[k] = (1 - average) * c.inputs[4].Get(at) + average * variance.numbers[k];
      }
      for (int64_t i = 0; i < layout.total; ++i) {
        const int64_t channel = layout.ChannelOf(i);
        const auto k = static_cast<size_t>(channel);
        y.numbers[static_cast<size_t>(i)] =
            (x.Get(i) - m.mean[k]) / std::sqrt(m.variance[k] + kEpsilon) * c.inputs[1].Get(channel) +
            c.inputs[2].Get(channel);
      }
      c.outputs = {y, mean, variance, saved_mean, saved_variance};
      if (version == 3) c.outputs.push_back(Out(RNLP_FLOAT, {0}));
      cases.push_back(std::move(c));
    }
  }
  return cases;
}

// With m = x - mean and r = 1 / sqrt(variance + epsilon), in training
// dx = scale r (dy - mean(dy) - m r^2 mean(dy m)). Source: Ioffe & Szegedy 2015, section 3.
std::vector<Case> NormGradCases(int version, const Types& types) {
  const int32_t dtype = types.at("T");
  Numbers numbers;
  std::vector<Case> cases;
  for (const Format& format : Formats(version == 3)) {
    for (const bool training : {true, false}) {
      const Layout layout(format.shape, format.first);
      const Shape vector{layout.channels};
      Case c;
      SetAttrs(&c, format, training);
      c.terms = layout.total / layout.channels;
      c.scale = 16;
      const Value dy = Make(numbers, dtype, format.shape), x = Make(numbers, dtype, format.shape);
      const Value scale = Make(numbers, RNLP_FLOAT, vector, 0.5, 2);
      Value mean = Make(numbers, RNLP_FLOAT, vector), variance = Make(numbers, RNLP_FLOAT, vector, 1, 4);
      Moments m = MomentsOf(x, layout);
      for (size_t k = 0; k < m.mean.size(); ++k) {
        const auto at = static_cast<int64_t>(k);
        if (training) {
          mean.Set(at, m.mean[k]);
          variance.Set(at, m.variance[k]);
        }
        m.mean[k] = mean.Get(at);
        m.variance[k] = variance.Get(at);
      }
      Expected dx = Out(dtype, format.shape), dscale = Out(RNLP_FLOAT, vector), doffset = dscale;
      for (int64_t i = 0; i < layout.total; ++i) {
        const auto k = static_cast<size_t>(layout.ChannelOf(i));
        doffset.numbers[k] += dy.Get(i);
        dscale.numbers[k] += dy.Get(i) * (x.Get(i) - m.mean[k]);
      }
      for (int64_t i = 0; i < layout.total; ++i) {
        const auto k = static_cast<size_t>(layout.ChannelOf(i));
        const double r2 = 1 / (m.variance[k] + kEpsilon);
        double d = dy.Get(i);
        if (training) {
          d -= doffset.numbers[k] / m.count + (x.Get(i) - m.mean[k]) * r2 * dscale.numbers[k] / m.count;
        }
        dx.numbers[static_cast<size_t>(i)] = scale.Get(static_cast<int64_t>(k)) * std::sqrt(r2) * d;
      }
      for (size_t k = 0; k < dscale.numbers.size(); ++k)
        dscale.numbers[k] /= std::sqrt(m.variance[k] + kEpsilon);
      c.inputs = {dy, x, scale, mean, variance};
      if (version == 3) c.inputs.emplace_back(RNLP_FLOAT, Shape{0});
      c.outputs = {dx, dscale, doffset, Out(RNLP_FLOAT, {0}), Out(RNLP_FLOAT, {0})};
      cases.push_back(std::move(c));
    }
  }
  return cases;
}

// Source: Krizhevsky, Sutskever & Hinton 2012, section 3.3.
std::vector<Case> LrnCases(bool gradient, const Types& types) {
  const int32_t dtype = types.at("T");
  Numbers numbers;
  std::vector<Case> cases;
  for (const auto& [radius, beta] : {std::pair<int64_t, double>{2, 0.5}, {1, 0.75}, {9, 1}}) {
    for (const Shape& shape : {Shape{2, 3, 2, 7}, Shape{1, 2, 2, 1}, Shape{0, 2, 2, 3}}) {
      const double bias = 1.5, alpha = 0.25;
      Case c;
      c.label = Count(shape) == 0 ? "zero size" : "values";
      c.scale = 1;
      c.terms = 16;
      c.attrs = {{"depth_radius", radius},
                 {"bias", static_cast<float>(bias)},
                 {"alpha", static_cast<float>(alpha)},
                 {"beta", static_cast<float>(beta)}};
      const Value x = Make(numbers, dtype, shape);
      const int64_t channels = shape.back();
      std::vector<double> norms(static_cast<size_t>(x.count()));
      Value y(dtype, shape);
      Expected out = Out(dtype, shape);
      const auto around = [&, reach = radius](int64_t i, const auto& f) {
        const int64_t c0 = i % channels, base = i - c0;
        double sum = 0;
        for (int64_t k = std::max<int64_t>(0, c0 - reach); k <= std::min(channels - 1, c0 + reach); ++k)
          sum += f(base + k);
        return sum;
      };
      for (int64_t i = 0; i < x.count(); ++i) {
        const auto at = static_cast<size_t>(i);
        norms[at] = bias + alpha * around(i, [&](int64_t k) { return x.Get(k) * x.Get(k); });
        out.numbers[at] = x.Get(i) * std::pow(norms[at], -beta);
        y.Set(i, out.numbers[at]);
      }
      c.inputs = {x};
      if (gradient) {
        const Value g = Make(numbers, dtype, shape);
        for (int64_t i = 0; i < x.count(); ++i) {
          const double shared =
              around(i, [&](int64_t k) { return g.Get(k) * y.Get(k) / norms[static_cast<size_t>(k)]; });
          out.numbers[static_cast<size_t>(i)] =
              g.Get(i) * std::pow(norms[static_cast<size_t>(i)], -beta) -
              2 * alpha * beta * x.Get(i) * shared;
        }
        c.inputs = {g, x, y};
        c.scale = 4;
      }
      c.outputs = {out};
      cases.push_back(std::move(c));
    }
  }
  return cases;
}

std::vector<Case> FiniteCases(const Types& types) {
  Numbers numbers;
  std::vector<Case> cases;
  for (const Shape& shape : {Shape{3, 7}, Shape{}, Shape{0}}) {
    Case c;
    c.label = Count(shape) == 0 ? "zero size" : "values";
    c.attrs["message"] = std::string("not finite");
    c.inputs = {Make(numbers, types.at("T"), shape)};
    Expected same = Out(types.at("T"), shape);
    for (int64_t i = 0; i < c.inputs[0].count(); ++i)
      same.numbers[static_cast<size_t>(i)] = c.inputs[0].Get(i);
    c.outputs = {same};
    cases.push_back(std::move(c));
  }
  for (const double number : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    Case c;
    c.label = "a number that is not finite";
    c.fails = RNLP_INVALID_ARGUMENT;
    c.attrs["message"] = std::string("not finite");
    c.inputs = {Value(types.at("T"), {5}, {1, 2, number, 0, 3})};
    c.outputs = {Out(types.at("T"), {5})};
    cases.push_back(std::move(c));
  }
  return cases;
}

}  // namespace

std::vector<Reference> NormReferences() {
  const std::vector<std::string_view> in = {"x", "scale", "offset", "mean", "variance"};
  const std::vector<std::string_view> out = {
      "y", "batch_mean", "batch_variance", "reserve_space_1", "reserve_space_2", "reserve_space_3"};
  const std::vector<std::string_view> grad_in = {
      "y_backprop", "x", "scale", "reserve_space_1", "reserve_space_2", "reserve_space_3"};
  const std::vector<std::string_view> grad_out = {"x_backprop", "scale_backprop", "offset_backprop",
                                                  "reserve_space_4", "reserve_space_5"};
  std::vector<Reference> references;
  const char* kForward[] = {"FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3"};
  const char* kBackward[] = {"FusedBatchNormGrad", "FusedBatchNormGradV2", "FusedBatchNormGradV3"};
  for (int v = 1; v <= 3; ++v) {
    const Types defaults = v == 1 ? Types{} : Types{{"U", RNLP_FLOAT}};
    references.push_back(
        {kForward[v - 1], in, out, defaults, [v](const Types& t) { return NormCases(v, t); }});
    references.push_back({kBackward[v - 1], grad_in, grad_out, defaults,
                          [v](const Types& t) { return NormGradCases(v, t); }});
  }
  references.push_back(
      {"LRN", {"input"}, {"output"}, {}, [](const Types& t) { return LrnCases(false, t); }});
  references.push_back(
      {"LRNGrad", {"input_grads", "input_image", "output_image"}, {"output"}, {}, [](const Types& t) {
         return LrnCases(true, t);
       }});
  references.push_back({"CheckNumerics", {"tensor"}, {"output"}, {}, FiniteCases});
  return references;
}

}  // namespace runnel::conformance
