// Samples of images at places that a step computes, boxes, and columns of windows.
#include <algorithm>
#include <cmath>
#include <limits>

#include "plugins/onnx/window.h"

namespace runnel::onnx {
namespace {

Value Line(Builder& b, const Value& count) {
  return b.Range(Builder::I64Scalar(0), count, Builder::I64Scalar(1));
}
Value Int(int64_t value) { return Builder::I64Scalar(value); }

// An image [n, c, ...] to be read at places [n, ...]: its places as rows [n * size, c].
struct Source {
  Value rows;
  Values sizes;      // int64 scalars, of spatial dimensions
  Value batch;       // [n, 1, ...]: number of the first row of each image
  int64_t rank = 0;  // of places
};

Source Open(Builder& b, const Value& x, int64_t places_rank) {
  Source s;
  s.rank = places_rank;
  Ints perm = AllAxes(x.rank());
  std::rotate(perm.begin() + 1, perm.begin() + 2, perm.end());
  const Value last = b.Transpose(x, perm);
  s.rows = b.Reshape(last, b.Concat({Builder::I64({-1}), b.SizesOf(x, 1, 2)}, 0));
  s.rows.shape = Shape::Of({-1, x.dim(1)});
  Value size = Int(1);
  for (int64_t i = 2; i < x.rank(); ++i) {
    s.sizes.push_back(b.SizeOf(x, i));
    size = b.Mul(size, s.sizes.back());
  }
  Ints shape(static_cast<size_t>(places_rank), 1);
  shape[0] = -1;
  s.batch = b.Reshape(b.Mul(Line(b, b.SizeOf(x, 0)), size), shape);
  return s;
}

// Values at whole places, one integer tensor for each dimension: [n, ..., c]. Zeros outside if `zeros`.
Value ReadAt(Builder& b, const Source& s, const Values& at, bool zeros) {
  Value row = s.batch, inside;
  Value stride = Int(1);
  Value flat;
  for (size_t i = at.size(); i-- > 0;) {
    const Value top = b.Sub(s.sizes[i], Int(1));
    const Value place = b.Binary("Minimum", b.Binary("Maximum", at[i], Int(0)), top);
    const Value part = b.Mul(place, stride);
    flat = flat.dtype == RNLP_INVALID ? part : b.Add(flat, part);
    stride = b.Mul(stride, s.sizes[i]);
    if (zeros) {
      const Value in = b.Compare("Equal", place, at[i]);
      inside = inside.dtype == RNLP_INVALID ? in : b.Compare("LogicalAnd", inside, in);
    }
  }
  Value out = b.Gather(s.rows, b.Add(flat, row), 0);
  if (zeros) out = b.Select(b.Unsqueeze(inside, {s.rank}), out, Builder::Scalar(out.dtype, 0));
  return out;
}

// The products of one weight for each dimension: all combinations of taps.
Value Blend(Builder& b, const Source& s, const std::vector<Values>& places,
            const std::vector<Values>& weights, bool zeros) {
  const size_t dims = places.size();
  std::vector<size_t> at(dims, 0);
  Value sum;
  for (;;) {
    Values place;
    Value weight;
    for (size_t i = 0; i < dims; ++i) {
      place.push_back(places[i][at[i]]);
      weight = i == 0 ? weights[i][at[i]] : b.Mul(weight, weights[i][at[i]]);
    }
    const Value part = b.Mul(ReadAt(b, s, place, zeros), b.Unsqueeze(weight, {s.rank}));
    sum = sum.dtype == RNLP_INVALID ? part : b.Add(sum, part);
    size_t i = 0;
    while (i < dims && ++at[i] == places[i].size()) at[i++] = 0;
    if (i == dims) return sum;
  }
}

// Folds a coordinate at both ends, again and again.
Value Reflected(Builder& b, const Value& x, const Value& low, const Value& high) {
  const Value range = b.Sub(high, low);
  const Value away = b.Unary("Abs", b.Sub(x, low));
  const Value safe = b.Binary("Maximum", range, Builder::Scalar(x.dtype, 1e-9));
  const Value turns = b.Unary("Floor", b.Div(away, safe));
  const Value rest = b.Sub(away, b.Mul(turns, range));
  const Value odd = b.Compare("Equal", b.Binary("FloorMod", turns, Builder::Scalar(x.dtype, 2)),
                              Builder::Scalar(x.dtype, 1));
  const Value folded = b.Select(odd, b.Sub(high, rest), b.Add(low, rest));
  return b.Select(b.Compare("Equal", range, Builder::Scalar(x.dtype, 0)), Builder::Scalar(x.dtype, 0),
                  folded);
}

// Source: Keys 1981, equation 4, with a = -0.75.
Value Cubic(Builder& b, const Value& d) {
  constexpr double a = -0.75;
  const Value near = b.Add(b.Mul(b.Mul(b.Sub(b.Mul(d, a + 2), a + 3), d), d), 1);
  const Value far = b.Sub(b.Mul(b.Add(b.Mul(b.Sub(b.Mul(d, a), 5 * a), d), 8 * a), d), 4 * a);
  return b.Select(b.Compare("LessEqual", d, Builder::Scalar(d.dtype, 1)), near, far);
}

void GridSample(Node& n) {
  Builder& b = n.b;
  const Value x = n.In(0), grid = n.In(1);
  const int64_t rank = NeedRank(x), dims = rank - 2;
  if (NeedRank(grid) != rank || dims < 1 || dims > 3) Invalid("X and grid");
  std::string mode = n.Str("mode", n.opset >= 20 ? "linear" : "bilinear");
  if (mode == "bilinear") mode = "linear";
  if (mode == "bicubic") mode = "cubic";
  const std::string padding = n.Str("padding_mode", "zeros");
  const bool corners = n.Int("align_corners", 0) != 0;
  if (padding != "zeros" && padding != "border" && padding != "reflection")
    Refuse("padding_mode=" + padding);
  const Source s = Open(b, x, rank - 1);
  const int32_t real = grid.dtype;
  const auto scalar = [&](double v) { return Builder::Scalar(real, v); };
  std::vector<Values> places(static_cast<size_t>(dims)), weights(static_cast<size_t>(dims));
  for (int64_t i = 0; i < dims; ++i) {
    const auto at = static_cast<size_t>(i);
    // The last number of the grid is for the first spatial dimension.
    const Value g = b.Squeeze(b.Slice(grid, rank - 1, dims - 1 - i, dims - i), {rank - 1});
    const Value size = b.Cast(s.sizes[at], real);
    Value c = corners ? b.Mul(b.Add(g, 1), b.Div(b.Sub(size, 1), 2))
                      : b.Div(b.Sub(b.Mul(b.Add(g, 1), size), 1), 2);
    const Value low = corners ? scalar(0) : scalar(-0.5),
                high = corners ? b.Sub(size, 1) : b.Sub(size, 0.5);
    // Of a nearest neighbour the rounded place is what lies inside or not.
    if (mode == "nearest") c = b.Unary("Rint", c);
    const auto bounded = [&](const Value& v) {
      if (padding == "border")
        return b.Binary("Minimum", b.Binary("Maximum", v, scalar(0)), b.Sub(size, 1));
      if (padding == "reflection") return Reflected(b, v, low, high);
      return v;
    };
    const auto whole = [&](const Value& v) { return b.Cast(bounded(v), RNLP_INT64); };
    if (mode == "nearest") {
      places[at] = {b.Cast(b.Unary("Rint", bounded(c)), RNLP_INT64)};
      weights[at] = {b.Unary("OnesLike", c)};
    } else if (mode == "linear") {
      c = bounded(c);
      const Value base = b.Unary("Floor", c), f = b.Sub(c, base), origin = b.Cast(base, RNLP_INT64);
      places[at] = {origin, b.Add(origin, Int(1))};
      weights[at] = {b.Sub(scalar(1), f), f};
    } else if (mode == "cubic") {
      const Value base = b.Unary("Floor", c), f = b.Sub(c, base);
      for (int64_t k = -1; k <= 2; ++k) {
        places[at].push_back(whole(b.Add(base, static_cast<double>(k))));
        weights[at].push_back(Cubic(b, b.Unary("Abs", b.Sub(f, static_cast<double>(k)))));
      }
    } else {
      Refuse("mode=" + mode);
    }
  }
  for (Values& list : weights) {
    for (Value& w : list) w = b.Cast(w, x.dtype);
  }
  const Value last = Blend(b, s, places, weights, padding == "zeros");
  Ints perm = AllAxes(rank);
  std::rotate(perm.begin() + 1, perm.end() - 1, perm.end());
  Value out = last;
  out.shape = Shape::Of({x.dim(0)});
  for (int64_t i = 1; i <= dims; ++i) out.shape.dims.push_back(grid.dim(i));
  out.shape.dims.push_back(x.dim(1));
  n.Out(b.Transpose(out, perm));
}

// Places of an image in [-1, 1], turned and moved by theta.
void AffineGrid(Node& n) {
  Builder& b = n.b;
  const Value theta = n.In(0), size = b.Cast(n.In(1), RNLP_INT64);
  const bool corners = n.Int("align_corners", 0) != 0;
  if (NeedRank(theta) != 3 || theta.dim(1) < 2) Refuse("theta of unknown size");
  const int64_t dims = theta.dim(1);
  if (dims > 3) Invalid("theta");
  Values counts;
  for (int64_t i = 0; i < dims; ++i) counts.push_back(b.Squeeze(b.Slice(size, 0, 2 + i, 3 + i), {0}));
  Values lines;  // for each spatial dimension, along it
  for (int64_t i = 0; i < dims; ++i) {
    const Value count = b.Cast(counts[static_cast<size_t>(i)], theta.dtype);
    const Value line = b.Cast(Line(b, counts[static_cast<size_t>(i)]), theta.dtype);
    const Value ends = b.Binary("Maximum", b.Sub(count, 1), Builder::Scalar(theta.dtype, 1));
    const Value place = corners ? b.Sub(b.Div(b.Mul(line, 2), ends), 1)
                                : b.Sub(b.Div(b.Add(b.Mul(line, 2), 1), count), 1);
    Ints shape(static_cast<size_t>(dims), 1);
    shape[static_cast<size_t>(i)] = -1;
    lines.push_back(b.Reshape(place, shape));
  }
  const Value spatial = b.Slice(size, 0, 2, 2 + dims);
  Values columns;
  for (int64_t i = dims; i-- > 0;) {
    Value whole = b.Expand(lines[static_cast<size_t>(i)], spatial);
    whole.shape = Shape::OfRank(dims);
    columns.push_back(b.Reshape(whole, Ints{-1}));
  }
  columns.push_back(b.Unary("OnesLike", columns[0]));
  const Value base = b.Unsqueeze(b.Stack(columns, 1), {0});  // [1, places, dims + 1]
  const Value out = b.MatMul(base, theta, false, true);
  Value shaped = b.Reshape(out, b.Concat({b.SizesOf(theta, 0, 1), spatial, Builder::I64({dims})}, 0));
  n.Out(shaped);
}

void NonMaxSuppression(Node& n) {
  Builder& b = n.b;
  Value boxes = n.In(0);
  const Value scores = n.In(1);
  const auto most = n.Opt(2), overlap = n.Opt(3), least = n.Opt(4);
  if (NeedRank(boxes) != 3 || NeedRank(scores) != 3 || scores.dim(0) < 0 || scores.dim(1) < 0)
    Refuse("an unknown number of images or classes");
  if (scores.dim(0) * scores.dim(1) > 1024) Refuse("more than 1024 images and classes");
  if (n.Int("center_point_box", 0) != 0) {
    const Value x = b.Slice(boxes, 2, 0, 1), y = b.Slice(boxes, 2, 1, 2),
                w = b.Div(b.Slice(boxes, 2, 2, 3), 2), h = b.Div(b.Slice(boxes, 2, 3, 4), 2);
    boxes = b.Concat({b.Sub(y, h), b.Sub(x, w), b.Add(y, h), b.Add(x, w)}, 2);
  }
  const Value limit = most ? b.Cast(b.Binary("Minimum", b.Cast(b.Reshape(*most, Ints{}), RNLP_INT64),
                                             Int(std::numeric_limits<int32_t>::max())),
                                    RNLP_INT32)
                           : Builder::I32Scalar(0);
  const Value iou = overlap ? b.Reshape(*overlap, Ints{}) : Builder::Scalar(RNLP_FLOAT, 0);
  const Value score = least ? b.Reshape(*least, Ints{})
                            : Builder::Scalar(RNLP_FLOAT, -std::numeric_limits<double>::infinity());
  Values all;
  for (int64_t i = 0; i < scores.dim(0); ++i) {
    const Value own = b.Squeeze(b.Slice(boxes, 0, i, i + 1), {0});
    for (int64_t c = 0; c < scores.dim(1); ++c) {
      const Value of =
          b.Squeeze(b.Slice(scores, Ints{i, c}, Ints{i + 1, c + 1}, Ints{0, 1}, Ints{1, 1}), {0, 1});
      const Value kept = b.Node(
          "NonMaxSuppressionV3", {own, of, limit, iou, score}, RNLP_INT32, Shape::OfRank(1),
          [&](plugin::NodeWriter& w) { w.Type("T", boxes.dtype).Type("T_threshold", RNLP_FLOAT); });
      const Value at = b.Cast(kept, RNLP_INT64), zero = b.Mul(at, Int(0));
      all.push_back(b.Stack({b.Add(zero, Int(i)), b.Add(zero, Int(c)), at}, 1));
    }
  }
  if (all.empty()) Refuse("no images or classes");
  n.Out(b.Concat(all, 0));
}

void RoiAlign(Node& n) {
  Builder& b = n.b;
  const Value x = n.In(0), rois = n.In(1), which = b.Cast(n.In(2), RNLP_INT64);
  const std::string mode = n.Str("mode", "avg");
  const int64_t height = n.Int("output_height", 1), width = n.Int("output_width", 1),
                ratio = n.Int("sampling_ratio", 0);
  const float scale = n.Float("spatial_scale", 1);
  const std::string transform =
      n.Str("coordinate_transformation_mode", n.opset >= 16 ? "half_pixel" : "output_half_pixel");
  if (ratio < 1) Refuse("sampling_ratio that depends on each region");
  if (ratio > 16 || height < 1 || width < 1 || height > 4096 || width > 4096)
    Refuse("this many samples");
  if (mode != "avg" && mode != "max") Invalid("mode \"" + mode + "\"");
  const bool half = transform == "half_pixel";
  const auto corner = [&](int64_t i) {
    return b.Sub(b.Mul(b.Slice(rois, 1, i, i + 1), scale), half ? 0.5 : 0.0);
  };
  const Value x1 = corner(0), y1 = corner(1);
  Value w = b.Sub(corner(2), x1), h = b.Sub(corner(3), y1);  // [r, 1]
  if (!half) {
    w = b.Binary("Maximum", w, Builder::Scalar(x.dtype, 1));
    h = b.Binary("Maximum", h, Builder::Scalar(x.dtype, 1));
  }
  // All samples of all bins along each dimension: [r, bins * ratio].
  const auto samples = [&](const Value& from, const Value& length, int64_t bins) {
    const Value line = b.Cast(Line(b, Int(bins * ratio)), x.dtype);
    return b.Add(from, b.Mul(b.Div(length, static_cast<double>(bins * ratio)),
                             b.Reshape(b.Add(line, 0.5), Ints{1, -1})));
  };
  const Value ys = b.Unsqueeze(samples(y1, h, height), {2}),
              xs = b.Unsqueeze(samples(x1, w, width), {1});
  // Each region reads its image: rows of [n * h * w, c].
  Source s = Open(b, x, 3);
  const Value size = b.Mul(s.sizes[0], s.sizes[1]);
  s.batch = b.Reshape(b.Mul(which, size), Ints{-1, 1, 1});
  Value valid;
  std::vector<Values> places(2), weights(2);
  for (size_t i = 0; i < 2; ++i) {
    const Value& at = i == 0 ? ys : xs;
    const Value top = b.Cast(s.sizes[i], x.dtype);
    const Value in = b.Compare("LogicalAnd", b.Compare("GreaterEqual", at, Builder::Scalar(x.dtype, -1)),
                               b.Compare("LessEqual", at, top));
    valid = i == 0 ? in : b.Compare("LogicalAnd", valid, in);
    const Value c =
        b.Binary("Minimum", b.Binary("Maximum", at, Builder::Scalar(x.dtype, 0)), b.Sub(top, 1));
    const Value base = b.Unary("Floor", c), f = b.Sub(c, base), origin = b.Cast(base, RNLP_INT64);
    places[i] = {origin, b.Add(origin, Int(1))};
    weights[i] = {b.Sub(Builder::Scalar(x.dtype, 1), f), f};
  }
  const Value counts = b.Unsqueeze(b.Cast(valid, x.dtype), {3});
  Value value;
  if (mode == "avg") {
    value = b.Mul(Blend(b, s, places, weights, false), counts);
  } else {
    // The greatest of the four weighted neighbours, not of their sum.
    for (size_t i = 0; i < 2; ++i) {
      for (size_t k = 0; k < 2; ++k) {
        const Value weight = b.Unsqueeze(b.Mul(weights[0][i], weights[1][k]), {3});
        const Value part =
            b.Mul(b.Mul(ReadAt(b, s, {places[0][i], places[1][k]}, false), weight), counts);
        value = value.dtype == RNLP_INVALID ? part : b.Binary("Maximum", value, part);
      }
    }
  }
  value.shape = Shape::Of({rois.dim(0), height * ratio, width * ratio, x.dim(1)});
  const Value six = b.Concat(
      {b.SizesOf(rois, 0, 1), Builder::I64({height, ratio, width, ratio}), b.SizesOf(x, 1, 2)}, 0);
  Value bins = b.Reshape(value, six);
  bins.shape = Shape::Of({rois.dim(0), height, ratio, width, ratio, x.dim(1)});
  const Value out = b.Reduce(mode == "avg" ? "Mean" : "Max", bins, {2, 4}, false);
  n.Out(b.Transpose(out, {0, 3, 1, 2}));
}

// Adds the columns of all windows at their places: the transpose of taking them.
void Col2Im(Node& n) {
  Builder& b = n.b;
  const Value x = n.In(0), image = b.Cast(n.In(1), RNLP_INT64), block = b.Cast(n.In(2), RNLP_INT64);
  if (NeedRank(x) != 3 || NeedRank(image) != 1 || image.dim(0) < 0) Refuse("sizes of unknown number");
  const int64_t count = image.dim(0);
  const auto dims = static_cast<size_t>(count);
  if (count < 1 || count > 8) Invalid("sizes");
  const Ints strides = n.IntList("strides", Ints(dims, 1)),
             dilations = n.IntList("dilations", Ints(dims, 1)),
             pads = n.IntList("pads", Ints(2 * dims, 0));
  if (strides.size() != dims || dilations.size() != dims || pads.size() != 2 * dims)
    Invalid("strides, dilations or pads");
  constexpr int64_t kMost = int64_t{1} << 24;
  for (size_t i = 0; i < dims; ++i) {
    if (strides[i] < 1 || dilations[i] < 1 || pads[i] < 0 || pads[dims + i] < 0 || pads[i] > kMost ||
        pads[dims + i] > kMost)
      Invalid("strides, dilations or pads");
  }
  const auto pick = [&](const Value& of, int64_t i) { return b.Squeeze(b.Slice(of, 0, i, i + 1), {0}); };
  Values sizes, blocks, places;  // padded sizes, the window and its places: scalars
  Value padded = Int(1), area = Int(1), all = Int(1);
  for (int64_t i = 0; i < count; ++i) {
    const auto at = static_cast<size_t>(i);
    sizes.push_back(b.Add(pick(image, i), Int(pads[at] + pads[dims + at])));
    blocks.push_back(pick(block, i));
    const Value reach = b.Mul(b.Sub(blocks[at], Int(1)), Int(dilations[at]));
    places.push_back(
        b.Add(b.Binary("FloorDiv", b.Sub(b.Sub(sizes[at], reach), Int(1)), Int(strides[at])), Int(1)));
    padded = b.Mul(padded, sizes[at]);
    area = b.Mul(area, blocks[at]);
    all = b.Mul(all, places[at]);
  }
  // Where each (element of the window, place) lies in the padded image.
  Value at, stride = Int(1);
  for (size_t i = dims; i-- > 0;) {
    Ints inner(2 * dims, 1), outer(2 * dims, 1);
    inner[i] = -1;
    outer[dims + i] = -1;
    const Value k = b.Reshape(b.Mul(Line(b, blocks[i]), Int(dilations[i])), inner);
    const Value p = b.Reshape(b.Mul(Line(b, places[i]), Int(strides[i])), outer);
    const Value part = b.Mul(b.Add(k, p), stride);
    at = at.dtype == RNLP_INVALID ? part : b.Add(at, part);
    stride = b.Mul(stride, sizes[i]);
  }
  const auto one = [&](const Value& scalar) { return b.Reshape(scalar, Ints{1}); };
  const Value channels = one(b.Binary("FloorDiv", b.SizeOf(x, 1), area));
  Value columns = b.Reshape(x, b.Concat({b.SizesOf(x, 0, 1), channels, one(b.Mul(area, all))}, 0));
  columns.shape = Shape::Of({x.dim(0), -1, -1});
  columns = b.Transpose(columns, {2, 0, 1});
  const Value shape = b.Concat({one(padded), b.SizesOf(x, 0, 1), channels}, 0);
  Value sum =
      b.Node("ScatterNd", {b.Reshape(at, Ints{-1, 1}), columns, shape}, x.dtype, Shape::OfRank(3),
             [&](plugin::NodeWriter& w) { w.Type("T", x.dtype).Type("Tindices", RNLP_INT64); });
  sum = b.Transpose(sum, {1, 2, 0});
  Values parts{b.SizesOf(x, 0, 1), channels};
  for (const Value& size : sizes) parts.push_back(one(size));
  Value out = b.Reshape(sum, b.Concat(parts, 0));
  Ints axes;
  for (int64_t i = 0; i < count; ++i) axes.push_back(i + 2);
  const Value starts = Builder::I64(Ints(pads.begin(), pads.begin() + count));
  n.Out(b.Slice(out, starts, b.Add(starts, image), axes, Builder::I64(Ints(dims, 1))));
}

// Columns of samples at places that `offset` moves, times the filter. Groups of offsets are images of
// their own. Source: Dai et al. 2017, equation 2; Zhu et al. 2019, equation 1 (with a mask).
void DeformConv(Node& n) {
  Builder& b = n.b;
  const Value x = n.In(0), w = n.In(1), offset = n.In(2);
  const auto bias = n.Opt(3), mask = n.Opt(4);
  if (NeedRank(x) != 4 || NeedRank(w) != 4 || NeedRank(offset) != 4) Refuse("other than two dimensions");
  if (!w.shape.is_static() || x.dim(1) < 1) Refuse("a filter or channels of unknown size");
  const int64_t group = n.Int("group", 1), parts = n.Int("offset_group", 1);
  const Ints kernel = n.IntList("kernel_shape", Ints{w.dim(2), w.dim(3)}),
             strides = n.IntList("strides", Ints{1, 1}), dilations = n.IntList("dilations", Ints{1, 1}),
             pads = n.IntList("pads", Ints{0, 0, 0, 0});
  if (kernel.size() != 2 || strides.size() != 2 || dilations.size() != 2 || pads.size() != 4 ||
      kernel[0] != w.dim(2) || kernel[1] != w.dim(3))
    Invalid("kernel_shape, strides, dilations or pads");
  const int64_t channels = x.dim(1), taps = kernel[0] * kernel[1], out_channels = w.dim(0);
  if (group < 1 || parts < 1 || channels % parts != 0 || channels % group != 0 ||
      out_channels % group != 0 || w.dim(1) != channels / group || taps < 1 || taps > 4096)
    Invalid("group, offset_group or the filter");
  const auto count = [](int64_t size) { return Builder::I64({size}); };
  const Value batch = b.SizesOf(x, 0, 1), places = b.SizesOf(offset, 2, 4);
  Value images = b.Reshape(x, b.Concat({Builder::I64({-1, channels / parts}), b.SizesOf(x, 2, 4)}, 0));
  images.shape = Shape::Of({-1, channels / parts, x.dim(2), x.dim(3)});
  const Source s = Open(b, images, 4);
  Value moved = b.Reshape(offset, b.Concat({Builder::I64({-1, taps, 2}), places}, 0));
  moved.shape = Shape::Of({-1, taps, 2, offset.dim(2), offset.dim(3)});
  std::vector<Values> at(2), weights(2);
  for (size_t i = 0; i < 2; ++i) {
    const auto axis = static_cast<int64_t>(i);
    Ints tap, shape(4, 1);
    for (int64_t t = 0; t < taps; ++t)
      tap.push_back((i == 0 ? t / kernel[1] : t % kernel[1]) * dilations[i] - pads[i]);
    shape[2 + i] = -1;
    const Value line = b.Mul(Line(b, b.SizeOf(offset, 2 + axis)), Int(strides[i]));
    const Value still = b.Add(b.Reshape(Builder::I64(tap), Ints{1, taps, 1, 1}), b.Reshape(line, shape));
    const Value by = b.Squeeze(b.Slice(moved, 2, axis, axis + 1), {2});
    const Value c = b.Add(by, b.Cast(still, by.dtype)), base = b.Unary("Floor", c);
    const Value part = b.Sub(c, base), origin = b.Cast(base, RNLP_INT64);
    at[i] = {origin, b.Add(origin, Int(1))};
    weights[i] = {b.Sub(Builder::Scalar(part.dtype, 1), part), part};
  }
  Value samples = Blend(b, s, at, weights, true);
  if (mask) {
    const Value by = b.Reshape(*mask, b.Concat({Builder::I64({-1, taps}), places, count(1)}, 0));
    samples = b.Mul(samples, by);
  }
  Value columns = b.Reshape(
      samples, b.Concat({batch, Builder::I64({parts, taps}), places, count(channels / parts)}, 0));
  columns.shape = Shape::OfRank(6);
  columns = b.Transpose(columns, {0, 1, 5, 2, 3, 4});
  columns = b.Reshape(columns, b.Concat({batch, Builder::I64({group, channels / group * taps, -1})}, 0));
  columns.shape = Shape::OfRank(4);
  const Value filter = b.Reshape(w, Ints{1, group, out_channels / group, channels / group * taps});
  Value out = b.Reshape(b.MatMul(filter, columns), b.Concat({batch, count(out_channels), places}, 0));
  out.shape = Shape::Of({x.dim(0), out_channels, offset.dim(2), offset.dim(3)});
  if (bias) out = b.Add(out, b.Reshape(*bias, Ints{out_channels, 1, 1}));
  out.shape = Shape::Of({x.dim(0), out_channels, offset.dim(2), offset.dim(3)});
  n.Out(out);
}

void Det(Node& n) {
  const Value x = n.In(0);
  Shape shape = x.shape;
  if (NeedRank(x) < 2) Invalid("an input that is no matrix");
  shape.dims.resize(shape.dims.size() - 2);
  n.Out(n.b.Node("MatrixDeterminant", {x}, x.dtype, shape));
}

constexpr OpRow kImageOps[] = {
    {"", "GridSample", GridSample},
    {"", "AffineGrid", AffineGrid},
    {"", "NonMaxSuppression", NonMaxSuppression},
    {"", "RoiAlign", RoiAlign},
    {"", "Col2Im", Col2Im},
    {"", "DeformConv", DeformConv},
    {"", "Det", Det},
};

}  // namespace

std::span<const OpRow> ImageOps() { return kImageOps; }

}  // namespace runnel::onnx
