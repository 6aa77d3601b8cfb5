// Products of matrices and convolutions. Filters are [out, in / group, ...] in ONNX and [..., in, out]
// in TensorFlow; what is constant is turned when a plan is made.
#include <algorithm>
#include <map>
#include <string>

#include "plugins/onnx/window.h"

namespace runnel::onnx {
namespace {

// With vectors for matrices where numpy's matmul takes them; types without a kernel go by int64.
Value Product(Builder& b, Value x, Value y) {
  const int64_t left = NeedRank(x), right = NeedRank(y);
  if (left == 0 || right == 0) Invalid("a scalar in a product of matrices");
  const int32_t dtype = x.dtype;
  const bool narrow = IsInteger(dtype) && dtype != RNLP_INT32 && dtype != RNLP_INT64;
  if (narrow) {
    x = b.Cast(x, RNLP_INT64);
    y = b.Cast(y, RNLP_INT64);
  }
  if (left == 1) x = b.Unsqueeze(x, {0});
  if (right == 1) y = b.Unsqueeze(y, {1});
  Value out = b.MatMul(x, y);
  if (right == 1) out = b.Squeeze(out, {out.rank() - 1});
  if (left == 1) out = b.Squeeze(out, {out.rank() - (right == 1 ? 1 : 2)});
  return b.Cast(out, dtype);
}

void MatMul(Node& n) { n.Out(Product(n.b, n.In(0), n.In(1))); }

void Gemm(Node& n) {
  Value a = n.In(0), c = n.In(1);
  const float alpha = n.Float("alpha", 1), beta = n.Float("beta", 1);
  const bool ta = n.Int("transA", 0) != 0, tb = n.Int("transB", 0) != 0;
  n.Ignore("broadcast");
  if (NeedRank(a) != 2 || NeedRank(c) != 2) Invalid("inputs of other ranks than 2");
  const int32_t dtype = a.dtype;
  const bool narrow = IsInteger(dtype) && dtype != RNLP_INT32 && dtype != RNLP_INT64;
  if (IsInteger(dtype) && (alpha != 1 || beta != 1)) Refuse("alpha or beta of integers");
  if (narrow) {
    a = n.b.Cast(a, RNLP_INT64);
    c = n.b.Cast(c, RNLP_INT64);
  }
  Value out = n.b.Cast(n.b.MatMul(a, c, ta, tb), dtype);
  if (alpha != 1) out = n.b.Mul(out, alpha);
  if (auto bias = n.Opt(2); bias && beta != 0) {
    if (beta != 1) bias = n.b.Mul(*bias, beta);
    out = n.b.Add(out, *bias);
  }
  n.Out(out);
}

void FusedMatMul(Node& n) {
  Value x = n.In(0), y = n.In(1);
  const float alpha = n.Float("alpha", 1);
  if (n.Int("transBatchA", 0) != 0 || n.Int("transBatchB", 0) != 0) Refuse("transBatchA or transBatchB");
  const bool tx = n.Int("transA", 0) != 0, ty = n.Int("transB", 0) != 0;
  Value out = NeedRank(x) < 2 || NeedRank(y) < 2 ? Product(n.b, x, y) : n.b.MatMul(x, y, tx, ty);
  n.Out(alpha == 1 ? out : n.b.Mul(out, alpha));
}

void Bias(Builder& b, const std::optional<Value>& bias, Value* out) {
  if (!bias) return;
  Ints shape(static_cast<size_t>(out->rank() - 1), 1);
  shape[0] = bias->shape.ranked && bias->rank() == 1 ? bias->dim(0) : -1;
  *out = b.Add(*out, b.Reshape(*bias, shape));
}

constexpr int64_t kMostVolumeGroups = 64;

Value Conv3d(Builder& b, const Value& x, const Value& filter, const Window& w, int64_t group) {
  if (group > kMostVolumeGroups) Refuse("more than 64 groups of a convolution over volumes");
  if (group != 1) {
    const int64_t in = x.dim(1), out = filter.dim(0);
    if (group < 1 || in < 0 || out < 0 || in % group != 0 || out % group != 0)
      Invalid("groups that do not divide the channels");
    const Values images = b.Split(x, Ints(static_cast<size_t>(group), in / group), 1);
    const Values filters = b.Split(filter, Ints(static_cast<size_t>(group), out / group), 0);
    Values parts;
    for (size_t g = 0; g < images.size(); ++g) parts.push_back(Conv3d(b, images[g], filters[g], w, 1));
    return b.Concat(parts, 1);
  }
  if (w.same) Refuse("auto_pad of an unknown size");
  const Value padded = ToLast(b, PadSpatial(b, x, w.before, w.after, Builder::Scalar(x.dtype, 0)));
  Shape shape = Shape::Of({x.dim(0), Places(x, w, 0), Places(x, w, 1), Places(x, w, 2), filter.dim(0)});
  const Value f = b.Transpose(filter, {2, 3, 4, 1, 0});
  return ToFirst(b, b.Node("Conv3D", {padded, f}, x.dtype, shape, [&](plugin::NodeWriter& node) {
    node.Type("T", x.dtype).String("padding", "VALID");
    node.Ints("strides", Ints{1, w.strides[0], w.strides[1], w.strides[2], 1});
    node.Ints("dilations", Ints{1, w.dilations[0], w.dilations[1], w.dilations[2], 1});
  }));
}

void Geometry(plugin::NodeWriter& node, const Window& w, int32_t dtype) {
  node.Type("T", dtype).String("data_format", "NCHW");
  node.Ints("strides", Ints{1, 1, w.strides[0], w.strides[1]});
  node.Ints("dilations", Ints{1, 1, w.dilations[0], w.dilations[1]});
  const bool pads = w.before[0] != 0 || w.before[1] != 0 || w.after[0] != 0 || w.after[1] != 0;
  node.String("padding", w.same ? "SAME" : pads ? "EXPLICIT" : "VALID");
  if (pads && !w.same)
    node.Ints("explicit_paddings", Ints{0, 0, 0, 0, w.before[0], w.after[0], w.before[1], w.after[1]});
}

Value Conv2d(Builder& b, const Value& x, const Value& filter, const Window& w, int64_t group) {
  Shape shape = Shape::Of({x.dim(0), filter.dim(0), Places(x, w, 0), Places(x, w, 1)});
  if (w.same) shape.dims[2] = shape.dims[3] = -1;
  const bool alike = w.strides[0] == w.strides[1];
  if (group > 1 && filter.dim(1) == 1 && filter.dim(0) > 0 && filter.dim(0) % group == 0 && alike &&
      IsFloating(x.dtype)) {
    const Ints four{group, filter.dim(0) / group, w.kernel[0], w.kernel[1]};
    const Value f = b.Transpose(b.Reshape(filter, four), {2, 3, 0, 1});
    return b.Node("DepthwiseConv2dNative", {x, f}, x.dtype, shape,
                  [&](plugin::NodeWriter& node) { Geometry(node, w, x.dtype); });
  }
  if (group > 1 && x.dim(1) < 0) Refuse("group of an unknown number of channels");
  const Value f = b.Transpose(filter, {2, 3, 1, 0});
  return b.Node("Conv2D", {x, f}, x.dtype, shape,
                [&](plugin::NodeWriter& node) { Geometry(node, w, x.dtype); });
}

}  // namespace

// Shared with the quantised ops.
Value Convolve(Node& n, Value x, Value filter) {
  if (filter.ranked()) x = OfRank(x, filter.rank());
  const int64_t rank = NeedRank(x);
  if (NeedRank(filter) != rank || rank < 3)
    Invalid("input and filter have not the same spatial dimensions");
  Ints kernel(filter.shape.dims.begin() + 2, filter.shape.dims.end());
  if (const auto given = n.IntList("kernel_shape")) {
    if (given->size() != kernel.size()) Invalid("kernel_shape has not the filter's dimensions");
    for (size_t i = 0; i < kernel.size(); ++i) {
      if (kernel[i] >= 0 && kernel[i] != (*given)[i]) Invalid("kernel_shape is not the filter's");
    }
    kernel = *given;
  }
  for (const int64_t size : kernel) {
    if (size < 0) Refuse("a filter of unknown size");
  }
  const int64_t group = n.Int("group", 1);
  if (group < 1) Invalid("group " + std::to_string(group));
  Window w = ReadWindow(n, x, kernel);
  if (rank == 5) return Conv3d(n.b, x, filter, w, group);
  const bool flat = rank == 3;
  if (flat) {
    x = Widen(n.b, x);
    filter = Widen(n.b, filter);
    WidenWindow(&w);
  }
  const bool negative = std::any_of(w.before.begin(), w.before.end(), [](int64_t p) { return p < 0; }) ||
                        std::any_of(w.after.begin(), w.after.end(), [](int64_t p) { return p < 0; });
  if (negative) Refuse("negative pads");
  const Value out = Conv2d(n.b, x, filter, w, group);
  return flat ? Narrow(n.b, out) : out;
}

namespace {

void Conv(Node& n) {
  Value out = Convolve(n, n.In(0), n.In(1));
  Bias(n.b, n.Opt(2), &out);
  n.Out(out);
}

void ConvTranspose(Node& n) {
  Value x = n.In(0), filter = n.In(1);
  const int64_t rank = NeedRank(x);
  if (NeedRank(filter) != rank || rank < 3)
    Invalid("input and filter have not the same spatial dimensions");
  Ints kernel(filter.shape.dims.begin() + 2, filter.shape.dims.end());
  n.Ignore("kernel_shape");
  const int64_t group = n.Int("group", 1);
  const auto output_shape = n.IntList("output_shape");
  const std::string mode = n.Str("auto_pad", "NOTSET");
  Window w;
  {
    // SAME is about the output here, so the pads come from its size.
    Window read = ReadWindow(n, x, kernel);
    w = read;
  }
  const size_t dims = w.dims();
  const Ints extra = n.IntList("output_padding", Ints(dims, 0));
  if (extra.size() != dims) Invalid("output_padding has not the kernel's dimensions");
  if (!filter.shape.is_static()) Refuse("a filter of unknown size");
  const int64_t channels = filter.dim(1) * group;
  const bool same = mode == "SAME_UPPER" || mode == "SAME_LOWER";
  Ints sizes(dims, -1);  // of the output
  for (size_t i = 0; i < dims; ++i) {
    const int64_t size = x.dim(static_cast<int64_t>(i) + 2);
    if (!output_shape && !same) {
      if (size >= 0)
        sizes[i] = w.strides[i] * (size - 1) + extra[i] + w.reach(i) - w.before[i] - w.after[i];
      continue;
    }
    if (size < 0) Refuse("pads of an unknown size");
    if (output_shape && output_shape->size() != dims && output_shape->size() != dims + 2)
      Invalid("output_shape");
    sizes[i] = output_shape ? (*output_shape)[output_shape->size() - dims + i] : size * w.strides[i];
    const int64_t total = w.strides[i] * (size - 1) + extra[i] + w.reach(i) - sizes[i];
    const int64_t half = std::max<int64_t>(total, 0) / 2;
    const bool upper = mode == "SAME_UPPER";
    w.before[i] = upper ? half : std::max<int64_t>(total, 0) - half;
    w.after[i] = std::max<int64_t>(total, 0) - w.before[i];
    if (total < 0) w.after[i] = total;
  }
  // All that windows reach, [..., stride * (size - 1) + reach], from which pads are cut.
  Values spatial;
  for (size_t i = 0; i < dims; ++i) {
    const int64_t axis = static_cast<int64_t>(i) + 2;
    const Value size = n.b.SizesOf(x, axis, axis + 1);
    const Value all = n.b.Add(n.b.Mul(n.b.Sub(size, Builder::I64({1})), Builder::I64({w.strides[i]})),
                              Builder::I64({w.reach(i)}));
    spatial.push_back(all);
  }
  if (dims == 1) {
    x = Widen(n.b, x);
    filter = Widen(n.b, filter);
    spatial.insert(spatial.begin(), Builder::I64({1}));
    w.strides.insert(w.strides.begin(), w.strides[0]);
    w.dilations.insert(w.dilations.begin(), 1);
  }
  const bool volume = dims == 3;
  if (volume && group != 1) Refuse("group of a convolution over volumes");
  Values to_parts{n.b.SizesOf(x, 0, 1)};
  if (!volume) to_parts.push_back(Builder::I64({channels}));
  to_parts.insert(to_parts.end(), spatial.begin(), spatial.end());
  if (volume) to_parts.push_back(Builder::I64({channels}));
  const Value to64 = n.b.Concat(to_parts, 0);
  const Value to = n.b.Cast(to64, RNLP_INT32);
  Shape full = Shape::OfRank(x.rank());
  if (const auto known = IntegersOf(to64)) full = Shape::Of(*known);
  Value out;
  if (volume) {
    const Value f = n.b.Transpose(filter, {2, 3, 4, 1, 0});
    out = n.b.Node("Conv3DBackpropInputV2", {to, f, ToLast(n.b, x)}, x.dtype, full,
                   [&](plugin::NodeWriter& node) {
                     node.Type("T", x.dtype).String("padding", "VALID").Type("Tshape", RNLP_INT32);
                     node.Ints("strides", Ints{1, w.strides[0], w.strides[1], w.strides[2], 1});
                     node.Ints("dilations", Ints{1, w.dilations[0], w.dilations[1], w.dilations[2], 1});
                   });
    out = ToFirst(n.b, out);
  } else {
    const Value f = n.b.Transpose(filter, {2, 3, 1, 0});
    out = n.b.Node("Conv2DBackpropInput", {to, f, x}, x.dtype, full, [&](plugin::NodeWriter& node) {
      node.Type("T", x.dtype).String("data_format", "NCHW").String("padding", "VALID");
      node.Ints("strides", Ints{1, 1, w.strides[0], w.strides[1]});
      node.Ints("dilations", Ints{1, 1, w.dilations[0], w.dilations[1]});
    });
    if (dims == 1) out = Narrow(n.b, out);
  }
  Ints starts, ends, axes, more(dims, 0);
  for (size_t i = 0; i < dims; ++i) {
    const int64_t cut = w.after[i] - extra[i];
    if (w.before[i] < 0) Refuse("negative pads");
    more[i] = std::max<int64_t>(-cut, 0);
    if (w.before[i] == 0 && cut <= 0) continue;
    axes.push_back(static_cast<int64_t>(i) + 2);
    starts.push_back(w.before[i]);
    ends.push_back(cut > 0 ? -cut : INT64_MAX);
  }
  if (!axes.empty()) out = n.b.Slice(out, starts, ends, axes, Ints(axes.size(), 1));
  out = PadSpatial(n.b, out, Ints(dims, 0), more, Builder::Scalar(x.dtype, 0));
  Bias(n.b, n.Opt(2), &out);
  n.Out(out);
}

// "ij, jk" and "...ij,...jk->...ik": TensorFlow's op wants the result written out and no spaces. What is
// left out is the ellipsis, if there is one, and all labels that come once, in alphabetical order.
void Einsum(Node& n) {
  const Values inputs = n.AllIn();
  if (inputs.empty()) Refuse("no inputs");
  std::string equation;
  for (const char c : n.Str("equation", "")) {
    if (c != ' ') equation.push_back(c);
  }
  if (equation.empty()) Refuse("no equation");
  for (const Value& input : inputs) {
    if (input.dtype != inputs[0].dtype) Refuse("inputs of different types");
  }
  if (equation.find("->") == std::string::npos) {
    std::map<char, int> uses;
    for (const char c : equation) ++uses[c];
    std::string result = uses.contains('.') ? "..." : "";
    for (const auto& [label, count] : uses) {
      if (label != '.' && label != ',' && count == 1) result.push_back(label);
    }
    equation += "->" + result;
  }
  const std::string result = equation.substr(equation.find("->") + 2);
  const Shape shape = result.find('.') == std::string::npos
                          ? Shape::OfRank(static_cast<int64_t>(result.size()))
                          : Shape();
  n.Out(n.b.Node("Einsum", inputs, inputs[0].dtype, shape, [&](plugin::NodeWriter& w) {
    w.String("equation", equation)
        .Int("N", static_cast<int64_t>(inputs.size()))
        .Type("T", inputs[0].dtype);
  }));
}

constexpr OpRow kConvOps[] = {
    {"", "Einsum", Einsum}, {"", "MatMul", MatMul},
    {"", "Gemm", Gemm},     {"com.microsoft", "FusedMatMul", FusedMatMul},
    {"", "Conv", Conv},     {"", "ConvTranspose", ConvTranspose},
};

}  // namespace

std::span<const OpRow> ConvOps() { return kConvOps; }

}  // namespace runnel::onnx
