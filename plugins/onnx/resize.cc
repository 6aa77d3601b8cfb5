// Resize, axis by axis: every output is a sum of a few neighbours, whose places and weights are computed
// from the coordinate that it has in the input. What is constant of that is folded when a plan is made.
#include <cmath>

#include "plugins/onnx/node.h"

namespace runnel::onnx {
namespace {

struct How {
  std::string mode, transform, nearest;
  double a = -0.75, fill = 0;
  bool excludes = false, antialias = false;
};

Value Double(double value) { return Builder::Scalar(RNLP_DOUBLE, value); }

// Coordinates in the input of all outputs along one axis. Source: the ONNX operator Resize.
Value Coordinates(Builder& b, const How& how, const Value& count, const Value& size, const Value& scale,
                  const std::optional<Value>& start, const std::optional<Value>& end) {
  const Value line = b.Range(Builder::I64Scalar(0), count, Builder::I64Scalar(1));
  const Value x = b.Cast(line, RNLP_DOUBLE), in = b.Cast(size, RNLP_DOUBLE);
  const Value length = b.Mul(scale, in);  // of the output before it is a whole number
  const Value half = Double(0.5), one = Double(1), zero = Double(0);
  const auto centers = [&] { return b.Sub(b.Div(b.Add(x, half), scale), half); };
  const auto single = [&](const Value& otherwise, const Value& alone) {
    return b.Select(b.Compare("Equal", length, one), alone, otherwise);
  };
  const auto spans = [&] { return b.Binary("Maximum", b.Sub(length, one), Double(1e-12)); };
  if (how.transform == "half_pixel") return centers();
  if (how.transform == "asymmetric") return b.Div(x, scale);
  if (how.transform == "tf_half_pixel_for_nn") return b.Div(b.Add(x, half), scale);
  if (how.transform == "pytorch_half_pixel")
    return single(centers(), Double(how.mode == "nearest" ? 0 : -0.5));
  if (how.transform == "align_corners") return single(b.Div(b.Mul(x, b.Sub(in, one)), spans()), zero);
  if (how.transform == "half_pixel_symmetric") {
    const Value adjustment = b.Div(b.Cast(count, RNLP_DOUBLE), length);
    const Value offset = b.Mul(b.Mul(in, half), b.Sub(one, adjustment));
    return b.Add(offset, centers());
  }
  if (how.transform == "tf_crop_and_resize") {
    if (!start) Refuse("tf_crop_and_resize without roi");
    const Value reach = b.Mul(b.Sub(*end, *start), b.Sub(in, one));
    const Value many = b.Div(b.Mul(x, reach), spans());
    return b.Add(single(many, b.Mul(reach, half)), b.Mul(*start, b.Sub(in, one)));
  }
  Refuse("coordinate_transformation_mode=" + how.transform);
}

Value Clamped(Builder& b, const Value& at, const Value& size) {
  const Value top = b.Sub(size, Builder::I64Scalar(1));
  return b.Binary("Minimum", b.Binary("Maximum", at, Builder::I64Scalar(0)), top);
}

Value Nearest(Builder& b, const How& how, const Value& x) {
  Value at;
  if (how.nearest == "round_prefer_floor")
    at = b.Unary("Ceil", b.Sub(x, 0.5));
  else if (how.nearest == "round_prefer_ceil")
    at = b.Unary("Floor", b.Add(x, 0.5));
  else if (how.nearest == "floor")
    at = b.Unary("Floor", x);
  else if (how.nearest == "ceil")
    at = b.Unary("Ceil", x);
  else
    Refuse("nearest_mode=" + how.nearest);
  return b.Cast(at, RNLP_INT64);
}

// Of a neighbour at distance d >= 0. Source: Keys 1981, equation 4.
Value Cubic(Builder& b, double a, const Value& d) {
  const Value near = b.Add(b.Mul(b.Mul(b.Sub(b.Mul(d, a + 2), a + 3), d), d), 1);
  const Value far = b.Sub(b.Mul(b.Add(b.Mul(b.Sub(b.Mul(d, a), 5 * a), d), 8 * a), d), 4 * a);
  const Value zero = Double(0);
  return b.Select(b.Compare("LessEqual", d, Double(1)), near,
                  b.Select(b.Compare("Less", d, Double(2)), far, zero));
}

struct Axis1 {
  int64_t axis = 0;
  Value count, size, scale;  // int64, int64, double: scalars
  std::optional<Value> start, end;
  std::optional<double> known_scale;
};

Value Column(Builder& b, const Value& vector, int64_t axis, int64_t rank) {
  Ints shape(static_cast<size_t>(rank), 1);
  shape[static_cast<size_t>(axis)] = -1;
  return b.Reshape(vector, shape);
}

// Of a scale below 1 the windows are wider by as much: their neighbours are a dimension of their own.
Value Smoothed(Builder& b, const How& how, const Value& x, const Axis1& s, const Value& at) {
  const bool cubic = how.mode == "cubic";
  const Value narrow = b.Binary("Minimum", s.scale, Double(1));
  const Value low = b.Add(b.Cast(b.Unary("Floor", b.Div(Double(cubic ? -2 : -1), narrow)), RNLP_INT64),
                          Builder::I64Scalar(1));
  const Value taps =
      b.Reshape(b.Range(low, b.Sub(Builder::I64Scalar(2), low), Builder::I64Scalar(1)), Ints{1, -1});
  const Value base = b.Unary("Floor", at);
  const Value origin = b.Reshape(b.Cast(base, RNLP_INT64), Ints{-1, 1}),
              fraction = b.Reshape(b.Sub(at, base), Ints{-1, 1});
  const Value d = b.Unary("Abs", b.Mul(b.Sub(b.Cast(taps, RNLP_DOUBLE), fraction), narrow));
  Value w = cubic ? Cubic(b, how.a, d) : b.Binary("Maximum", b.Sub(Double(1), d), Double(0));
  const Value place = b.Add(origin, taps);
  if (how.excludes) {
    const Value inside = b.Compare("LogicalAnd", b.Compare("GreaterEqual", place, Builder::I64Scalar(0)),
                                   b.Compare("Less", place, s.size));
    w = b.Select(inside, w, Double(0));
  }
  w = b.Div(w, b.Reduce("Sum", w, {1}, true));
  const int32_t wide = x.dtype == RNLP_DOUBLE ? RNLP_DOUBLE : RNLP_FLOAT;
  const Value parts =
      b.Gather(b.Cast(x, wide), Clamped(b, place, s.size), s.axis);  // [..., out, taps, ...]
  Values shape{b.ShapeOf(w), Builder::I64(Ints(static_cast<size_t>(x.rank() - 1 - s.axis), 1))};
  Value weights = b.Reshape(b.Cast(w, wide), b.Concat(shape, 0));
  weights.shape = Shape::OfRank(x.rank() + 1 - s.axis);
  Value out = b.Reduce("Sum", b.Mul(parts, weights), {s.axis + 1}, false);
  if (!IsFloating(x.dtype)) out = b.Unary("Rint", out);
  return b.Cast(out, x.dtype);
}

// Weighted neighbours of the coordinates.
Value Mixed(Builder& b, const How& how, const Value& x, const Axis1& s, const Value& at) {
  const bool cubic = how.mode == "cubic";
  const Value base = b.Unary("Floor", at);
  const Value origin = b.Cast(base, RNLP_INT64), fraction = b.Sub(at, base);
  const int64_t low = cubic ? -1 : 0, high = cubic ? 2 : 1;
  Values weights, places;
  for (int64_t i = low; i <= high; ++i) {
    const Value d = b.Unary("Abs", b.Sub(Double(static_cast<double>(i)), fraction));
    Value w = cubic ? Cubic(b, how.a, d) : b.Binary("Maximum", b.Sub(Double(1), d), Double(0));
    const Value place = b.Add(origin, Builder::I64Scalar(i));
    if (how.excludes) {
      const Value inside =
          b.Compare("LogicalAnd", b.Compare("GreaterEqual", place, Builder::I64Scalar(0)),
                    b.Compare("Less", place, s.size));
      w = b.Select(inside, w, Double(0));
    }
    weights.push_back(w);
    places.push_back(Clamped(b, place, s.size));
  }
  std::optional<Value> total;
  if (how.excludes) {
    total = weights[0];
    for (size_t i = 1; i < weights.size(); ++i) total = b.Add(*total, weights[i]);
  }
  const int32_t wide = x.dtype == RNLP_DOUBLE ? RNLP_DOUBLE : RNLP_FLOAT;
  const Value in = b.Cast(x, wide);
  Value out;
  for (size_t i = 0; i < weights.size(); ++i) {
    const Value w = total ? b.Div(weights[i], *total) : weights[i];
    const Value part =
        b.Mul(b.Gather(in, places[i], s.axis), Column(b, b.Cast(w, wide), s.axis, x.rank()));
    out = i == 0 ? part : b.Add(out, part);
  }
  if (!IsFloating(x.dtype)) out = b.Unary("Rint", out);
  return b.Cast(out, x.dtype);
}

Value ResizeAxis(Builder& b, const How& how, const Value& x, const Axis1& s) {
  const Value at = Coordinates(b, how, s.count, s.size, s.scale, s.start, s.end);
  Value out;
  if (how.mode == "nearest")
    out = b.Gather(x, Clamped(b, Nearest(b, how, at), s.size), s.axis);
  else
    out = how.antialias ? Smoothed(b, how, x, s, at) : Mixed(b, how, x, s, at);
  if (how.transform != "tf_crop_and_resize") return out;
  const Value top = b.Cast(b.Sub(s.size, Builder::I64Scalar(1)), RNLP_DOUBLE);
  const Value inside =
      b.Compare("LogicalAnd", b.Compare("GreaterEqual", at, Double(0)), b.Compare("LessEqual", at, top));
  return b.Select(Column(b, inside, s.axis, x.rank()), out, Builder::Scalar(x.dtype, how.fill));
}

Value Pick(Builder& b, const Value& vector, int64_t i) {
  return b.Squeeze(b.Slice(vector, 0, i, i + 1), {0});
}

// Sizes and scales of the axes that are resized.
std::vector<Axis1> Plan(Node& n, const Value& x, const Ints& axes, const std::optional<Value>& scales,
                        const std::optional<Value>& sizes, const std::optional<Value>& roi) {
  Builder& b = n.b;
  const std::string policy = n.Str("keep_aspect_ratio_policy", "stretch");
  std::vector<Axis1> plan;
  const auto known_scales = scales ? NumbersOf(*scales) : std::optional<List<double>>();
  const auto known_sizes = sizes ? IntegersOf(*sizes) : std::optional<Ints>();
  for (const auto& [given, what] : {std::pair(&scales, "scales"), std::pair(&sizes, "sizes")}) {
    if (*given && (*given)->ranked() && (*given)->rank() == 1 && (*given)->dim(0) >= 0 &&
        (*given)->dim(0) != static_cast<int64_t>(axes.size()))
      Invalid(std::string(what) + " are not as many as axes");
  }
  for (size_t i = 0; i < axes.size(); ++i) {
    Axis1 s;
    s.axis = axes[i];
    const auto at = static_cast<int64_t>(i);
    s.size = b.SizeOf(x, s.axis);
    if (scales) {
      if (known_scales) s.known_scale = (*known_scales)[i];
      s.scale = known_scales ? Double((*known_scales)[i]) : b.Cast(Pick(b, *scales, at), RNLP_DOUBLE);
      if (known_scales && x.dim(s.axis) >= 0) {
        const double count = std::floor((*known_scales)[i] * static_cast<double>(x.dim(s.axis)));
        if (!(count >= 0 && count <= 1e9)) Invalid("a scale of " + std::to_string((*known_scales)[i]));
        s.count = Builder::I64Scalar(static_cast<int64_t>(count));
      } else {
        s.count = b.Cast(b.Unary("Floor", b.Mul(s.scale, b.Cast(s.size, RNLP_DOUBLE))), RNLP_INT64);
      }
    } else {
      s.count = b.Cast(Pick(b, *sizes, at), RNLP_INT64);
      if (known_sizes && x.dim(s.axis) > 0) {
        s.known_scale = static_cast<double>((*known_sizes)[i]) / static_cast<double>(x.dim(s.axis));
        s.scale = Double(*s.known_scale);
      } else {
        s.scale = b.Div(b.Cast(s.count, RNLP_DOUBLE), b.Cast(s.size, RNLP_DOUBLE));
      }
    }
    if (roi) {
      const auto all = static_cast<int64_t>(axes.size());
      s.start = b.Cast(Pick(b, *roi, at), RNLP_DOUBLE);
      s.end = b.Cast(Pick(b, *roi, at + all), RNLP_DOUBLE);
    }
    plan.push_back(s);
  }
  if (policy == "stretch" || !sizes) return plan;
  if (policy != "not_larger" && policy != "not_smaller") Refuse("keep_aspect_ratio_policy=" + policy);
  Value one = plan[0].scale;
  for (const Axis1& s : plan)
    one = b.Binary(policy == "not_larger" ? "Minimum" : "Maximum", one, s.scale);
  for (Axis1& s : plan) {
    s.scale = one;
    s.known_scale.reset();
    // Halves go up.
    s.count = b.Cast(b.Unary("Floor", b.Add(b.Mul(one, b.Cast(s.size, RNLP_DOUBLE)), 0.5)), RNLP_INT64);
    s.scale = b.Div(b.Cast(s.count, RNLP_DOUBLE), b.Cast(s.size, RNLP_DOUBLE));
  }
  return plan;
}

bool Unchanged(const Axis1& s, const How& how) {
  return s.known_scale && *s.known_scale == 1 && how.transform != "tf_crop_and_resize";
}

void Run(Node& n, const Value& x, const How& how, const std::vector<Axis1>& plan) {
  Value out = x;
  bool any = false;
  for (const Axis1& s : plan) {
    if (Unchanged(s, how)) continue;
    out = ResizeAxis(n.b, how, out, s);
    any = true;
  }
  n.Out(any ? out : n.b.Identity(x));
}

void Resize(Node& n) {
  const Value x = n.In(0);
  const int64_t rank = NeedRank(x);
  How how;
  how.mode = n.Str("mode", "nearest");
  if (how.mode != "nearest" && how.mode != "linear" && how.mode != "cubic") Refuse("mode=" + how.mode);
  std::optional<Value> scales, sizes, roi;
  Ints axes = AllAxes(rank);
  if (n.opset < 11) {
    scales = n.In(1);
    how.transform = "asymmetric";
    how.nearest = "floor";
    return Run(n, x, how, Plan(n, x, axes, scales, sizes, roi));
  }
  how.transform = n.Str("coordinate_transformation_mode", "half_pixel");
  how.nearest = n.Str("nearest_mode", "round_prefer_floor");
  how.a = static_cast<double>(n.Float("cubic_coeff_a", -0.75f));
  how.fill = static_cast<double>(n.Float("extrapolation_value", 0));
  how.excludes = n.Int("exclude_outside", 0) != 0;
  how.antialias = n.Int("antialias", 0) != 0 && how.mode != "nearest";
  roi = n.Opt(1);
  scales = n.Opt(2);
  sizes = n.Opt(3);
  const auto empty = [](const std::optional<Value>& v) {
    return v && v->shape.ranked && v->rank() == 1 && v->dim(0) == 0;
  };
  if (empty(scales)) scales.reset();
  if (how.transform != "tf_crop_and_resize" || empty(roi)) roi.reset();
  if (scales && sizes) Invalid("scales and sizes");
  if (!scales && !sizes) Invalid("neither scales nor sizes");
  axes = n.IntList("axes", axes);
  for (int64_t& axis : axes) axis = Axis(axis, rank);
  Run(n, x, how, Plan(n, x, axes, scales, sizes, roi));
}

void Upsample(Node& n) {
  const Value x = n.In(0);
  How how;
  how.mode = n.Str("mode", "nearest");
  if (how.mode == "bilinear") how.mode = "linear";
  if (how.mode != "nearest" && how.mode != "linear") Refuse("mode=" + how.mode);
  how.transform = "asymmetric";
  how.nearest = "floor";
  std::optional<Value> scales;
  if (n.opset >= 9) {
    scales = n.In(1);
  } else {
    const auto list = n.FloatList("scales");
    if (!list) Refuse("without scales");
    scales = Builder::Numbers(RNLP_FLOAT, {list->begin(), list->end()});
  }
  Run(n, x, how, Plan(n, x, AllAxes(NeedRank(x)), scales, {}, {}));
}

constexpr OpRow kResizeOps[] = {
    {"", "Resize", Resize},
    {"", "Upsample", Upsample},
};

}  // namespace

std::span<const OpRow> ResizeOps() { return kResizeOps; }

}  // namespace runnel::onnx
