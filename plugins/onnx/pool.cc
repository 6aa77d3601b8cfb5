// Pools. Pads are written out, so that TensorFlow's op slides over a padded image; averages are divided
// by the part of their window that counts. Windows that TensorFlow's ops do not have, dilated ones and
// those whose places are wanted, are joined from one slice for each of their elements.
#include <algorithm>
#include <limits>

#include "plugins/onnx/window.h"

namespace runnel::onnx {
namespace {

constexpr int64_t kMostSlices = 512;

Value Lowest(int32_t dtype) {
  if (IsFloating(dtype)) return Builder::Scalar(dtype, -std::numeric_limits<double>::infinity());
  return Builder::Scalar(dtype, -0x1p63);  // the nearest that the type has
}

// Pads at the end for the last window, which may lie partly outside.
Ints Ceiled(Node& n, const Value& x, const Window& w) {
  Ints more(w.dims(), 0);
  if (n.Int("ceil_mode", 0) == 0) return more;
  for (size_t i = 0; i < w.dims(); ++i) {
    const int64_t size = x.dim(static_cast<int64_t>(i) + 2);
    if (size < 0) Refuse("ceil_mode of an unknown size");
    const int64_t room = size + w.before[i] + w.after[i] - w.reach(i);
    if (room < 0) Invalid("a window that is larger than the image");
    int64_t places = (room + w.strides[i] - 1) / w.strides[i] + 1;
    if ((places - 1) * w.strides[i] >= size + w.before[i]) --places;
    more[i] =
        std::max<int64_t>(0, (places - 1) * w.strides[i] + w.reach(i) - size - w.before[i] - w.after[i]);
  }
  return more;
}

// `x` is padded.
Value Slide(Builder& b, const char* op2, const char* op3, Value x, const Window& w) {
  Window none = w;
  none.before.assign(w.dims(), 0);
  none.after.assign(w.dims(), 0);
  Shape shape = x.shape;
  for (size_t i = 0; i < w.dims(); ++i) shape.dims[i + 2] = w.same ? -1 : Places(x, none, i);
  const char* padding = w.same ? "SAME" : "VALID";
  if (w.dims() == 3) {
    const Value last = ToLast(b, x);
    const Shape out =
        Shape::Of({shape.dims[0], shape.dims[2], shape.dims[3], shape.dims[4], shape.dims[1]});
    return ToFirst(b, b.Node(op3, {last}, x.dtype, out, [&](plugin::NodeWriter& node) {
      node.Type("T", x.dtype).String("padding", padding);
      node.Ints("ksize", Ints{1, w.kernel[0], w.kernel[1], w.kernel[2], 1});
      node.Ints("strides", Ints{1, w.strides[0], w.strides[1], w.strides[2], 1});
    }));
  }
  const bool flat = w.dims() == 1;
  if (flat) {
    x = Widen(b, x);
    shape.dims.insert(shape.dims.begin() + 2, 1);
  }
  const Value out = b.Node(op2, {x}, x.dtype, shape, [&](plugin::NodeWriter& node) {
    node.Type("T", x.dtype).String("padding", padding).String("data_format", "NCHW");
    node.Ints("ksize", flat ? Ints{1, 1, 1, w.kernel[0]} : Ints{1, 1, w.kernel[0], w.kernel[1]});
    node.Ints("strides", flat ? Ints{1, 1, 1, w.strides[0]} : Ints{1, 1, w.strides[0], w.strides[1]});
  });
  return flat ? Narrow(b, out) : out;
}

// One slice of a padded image for each element of the window.
Values Slices(Builder& b, const Value& x, const Window& w) {
  int64_t count = 1;
  for (const int64_t size : w.kernel) {
    if (size > kMostSlices || (count *= size) > kMostSlices)
      Refuse("a window of more than 512 elements");
  }
  Values slices;
  Ints axes, ends(w.dims());
  for (size_t i = 0; i < w.dims(); ++i) axes.push_back(static_cast<int64_t>(i) + 2);
  for (int64_t at = 0; at < count; ++at) {
    Ints starts(w.dims());
    int64_t rest = at;
    for (size_t i = w.dims(); i-- > 0; rest /= w.kernel[i]) {
      const int64_t size = x.dim(static_cast<int64_t>(i) + 2);
      if (size < 0) Refuse("this window over an image of unknown size");
      const int64_t places = size < w.reach(i) ? 0 : (size - w.reach(i)) / w.strides[i] + 1;
      starts[i] = rest % w.kernel[i] * w.dilations[i];
      ends[i] = places == 0 ? starts[i] : starts[i] + (places - 1) * w.strides[i] + 1;
    }
    slices.push_back(b.Slice(x, starts, ends, axes, w.strides));
  }
  return slices;
}

bool IsDilated(const Window& w) {
  return std::any_of(w.dilations.begin(), w.dilations.end(), [](int64_t d) { return d != 1; });
}

// The largest element of each window: of the largest ones along one dimension those along the next.
Value Largest(Builder& b, const Value& x, const Window& w) {
  Value out = x;
  for (size_t i = 0; i < w.dims(); ++i) {
    Window line = w;
    for (size_t k = 0; k < w.dims(); ++k) {
      if (k != i) line.kernel[k] = line.strides[k] = line.dilations[k] = 1;
    }
    const Values slices = Slices(b, out, line);
    out = slices[0];
    for (size_t k = 1; k < slices.size(); ++k) out = b.Binary("Maximum", out, slices[k]);
  }
  return b.Identity(out);
}

// Number of each element of the image, in the order of `storage`: rows first or columns first.
Value Numbering(Builder& b, const Value& x, bool columns_first) {
  const int64_t count = x.shape.elements();
  if (count < 0) Refuse("places in an image of unknown size");
  const Value all = b.Range(Builder::I64Scalar(0), Builder::I64Scalar(count), Builder::I64Scalar(1));
  if (!columns_first) return b.Reshape(all, x.shape.dims);
  Ints shape = x.shape.dims;
  std::reverse(shape.begin() + 2, shape.end());
  Ints perm = AllAxes(x.rank());
  std::reverse(perm.begin() + 2, perm.end());
  return b.Transpose(b.Reshape(all, shape), perm);
}

void MaxPool(Node& n) {
  const Ints kernel = n.IntList("kernel_shape", {});
  const Value x = OfRank(n.In(0), static_cast<int64_t>(kernel.size()) + 2);
  Window w = ReadWindow(n, x, n.IntList("kernel_shape", {}));
  const bool columns_first = n.Int("storage_order", 0) != 0;
  const Ints more = Ceiled(n, x, w);
  if (w.same && (n.Wants(1) || IsDilated(w))) Refuse("auto_pad of an unknown size");
  Ints after = w.after;
  for (size_t i = 0; i < after.size(); ++i) after[i] += more[i];
  const Value padded = PadSpatial(n.b, x, w.before, after, Lowest(x.dtype));
  if (!n.Wants(1) && !IsDilated(w) && IsFloating(x.dtype))
    return n.Out(Slide(n.b, "MaxPool", "MaxPool3D", padded, w));
  if (!n.Wants(1)) return n.Out(Largest(n.b, padded, w));
  const Values slices = Slices(n.b, padded, w);
  Value out = slices[0];
  const Value all =
      PadSpatial(n.b, Numbering(n.b, x, columns_first), w.before, after, Builder::I64Scalar(0));
  const Values numbers = Slices(n.b, all, w);
  Value place = numbers[0];
  for (size_t i = 1; i < slices.size(); ++i) {
    const Value better = n.b.Compare("Greater", slices[i], out);
    place = n.b.Select(better, numbers[i], place);
    out = n.b.Select(better, slices[i], out);
  }
  n.Out(0, n.b.Identity(out));
  n.Out(1, n.b.Identity(place));
}

Value SumOf(Builder& b, const Values& slices) {
  Value sum = slices[0];
  for (size_t i = 1; i < slices.size(); ++i) sum = b.Add(sum, slices[i]);
  return sum;
}

void AveragePool(Node& n) {
  const Ints kernel = n.IntList("kernel_shape", {});
  const Value x = OfRank(n.In(0), static_cast<int64_t>(kernel.size()) + 2);
  const Window w = ReadWindow(n, x, n.IntList("kernel_shape", {}));
  const bool pads_count = n.Int("count_include_pad", 0) != 0;
  const Ints more = Ceiled(n, x, w);
  if (w.same) {
    if (pads_count || IsDilated(w)) Refuse("auto_pad of an unknown size");
    return n.Out(Slide(n.b, "AvgPool", "AvgPool3D", x, w));  // pads do not count in TensorFlow's
  }
  const Value zero = Builder::Scalar(x.dtype, 0), one = Builder::Scalar(x.dtype, 1);
  Ints after = w.after;
  bool any = false;
  for (size_t i = 0; i < after.size(); ++i) {
    after[i] += more[i];
    any |= more[i] != 0 || (!pads_count && (w.before[i] != 0 || after[i] != 0));
  }
  const Value padded = PadSpatial(n.b, x, w.before, after, zero);
  const auto mean = [&](const Value& of) {
    if (!IsDilated(w)) return Slide(n.b, "AvgPool", "AvgPool3D", of, w);
    const Values slices = Slices(n.b, of, w);
    return n.b.Div(SumOf(n.b, slices), static_cast<double>(slices.size()));
  };
  const Value sum = mean(padded);
  if (!any) return n.Out(sum);
  // The share of each window that counts, of one image with one channel.
  Value sizes = n.b.Concat({Builder::I64({1, 1}), n.b.SizesOf(x, 2, x.rank())}, 0);
  Value ones = n.b.Fill(sizes, one);
  ones.shape = x.shape;
  ones.shape.dims[0] = ones.shape.dims[1] = 1;
  if (pads_count) ones = PadSpatial(n.b, ones, w.before, w.after, one);
  ones = pads_count ? PadSpatial(n.b, ones, Ints(w.dims(), 0), more, zero)
                    : PadSpatial(n.b, ones, w.before, after, zero);
  n.Out(n.b.Div(sum, mean(ones)));
}

void LpPool(Node& n) {
  const Ints kernel = n.IntList("kernel_shape", {});
  const Value x = OfRank(n.In(0), static_cast<int64_t>(kernel.size()) + 2);
  const Window w = ReadWindow(n, x, n.IntList("kernel_shape", {}));
  const Attribute* attribute = n.Attr("p");
  const double p = attribute == nullptr   ? 2
                   : attribute->type == 1 ? static_cast<double>(attribute->real)
                                          : static_cast<double>(attribute->integer);
  const Ints more = Ceiled(n, x, w);
  if (w.same) Refuse("auto_pad of an unknown size");
  Ints after = w.after;
  for (size_t i = 0; i < after.size(); ++i) after[i] += more[i];
  Value power = n.b.Unary("Abs", x);
  if (p != 1)
    power = p == 2 ? n.b.Unary("Square", x) : n.b.Binary("Pow", power, Builder::Scalar(x.dtype, p));
  const Value padded = PadSpatial(n.b, power, w.before, after, Builder::Scalar(x.dtype, 0));
  Value sum;
  if (IsDilated(w)) {
    sum = SumOf(n.b, Slices(n.b, padded, w));
  } else {
    double count = 1;
    for (const int64_t size : w.kernel) count *= static_cast<double>(size);
    sum = n.b.Mul(Slide(n.b, "AvgPool", "AvgPool3D", padded, w), count);
  }
  if (p == 1) return n.Out(sum);
  n.Out(p == 2 ? n.b.Unary("Sqrt", sum) : n.b.Binary("Pow", sum, Builder::Scalar(x.dtype, 1 / p)));
}

Ints Spatial(const Value& x) {
  Ints axes = AllAxes(NeedRank(x));
  if (axes.size() < 3) Invalid("an input without spatial dimensions");
  axes.erase(axes.begin(), axes.begin() + 2);
  return axes;
}
void GlobalAveragePool(Node& n) { n.Out(n.b.Reduce("Mean", n.In(0), Spatial(n.In(0)), true)); }
void GlobalMaxPool(Node& n) { n.Out(n.b.Reduce("Max", n.In(0), Spatial(n.In(0)), true)); }
void GlobalLpPool(Node& n) {
  const Value x = n.In(0);
  if (n.Int("p", 2) != 2) Refuse("p");
  n.Out(n.b.Unary("Sqrt", n.b.Reduce("Sum", n.b.Unary("Square", x), Spatial(x), true)));
}

// Puts every element where its index says, in an image of zeros.
void MaxUnpool(Node& n) {
  const Value x = n.In(0), at = n.In(1);
  const auto wanted = n.Opt(2);
  const Window w = ReadWindow(n, x, n.IntList("kernel_shape", {}));
  if (!x.shape.is_static()) Refuse("an input of unknown size");
  Shape shape = x.shape;
  for (size_t i = 0; i < w.dims(); ++i)
    shape.dims[i + 2] =
        (x.shape.dims[i + 2] - 1) * w.strides[i] + w.kernel[i] - w.before[i] - w.after[i];
  if (shape.elements() < 0) Refuse("an input of unknown size");
  const Value flat = n.b.Reshape(x, Ints{-1}), index = n.b.Reshape(at, Ints{-1, 1});
  const Value total = Builder::I64({shape.elements()});
  Value out =
      n.b.Node("ScatterNd", {index, flat, total}, x.dtype, Shape::OfRank(1),
               [&](plugin::NodeWriter& node) { node.Type("T", x.dtype).Type("Tindices", RNLP_INT64); });
  out = n.b.Reshape(out, shape.dims);
  if (wanted) {
    // Indices count in the image without what output_shape adds at its ends.
    const Value more = n.b.Sub(n.b.Cast(*wanted, RNLP_INT64), Builder::I64(shape.dims));
    const Value none = Builder::I64(Ints(shape.dims.size(), 0));
    out = n.b.Pad(out, n.b.Stack({none, more}, 1), Builder::Scalar(x.dtype, 0));
  }
  n.Out(out);
}

constexpr OpRow kPoolOps[] = {
    {"", "MaxPool", MaxPool},
    {"", "AveragePool", AveragePool},
    {"", "LpPool", LpPool},
    {"", "GlobalAveragePool", GlobalAveragePool},
    {"", "GlobalMaxPool", GlobalMaxPool},
    {"", "GlobalLpPool", GlobalLpPool},
    {"", "MaxUnpool", MaxUnpool},
};

}  // namespace

std::span<const OpRow> PoolOps() { return kPoolOps; }

}  // namespace runnel::onnx
