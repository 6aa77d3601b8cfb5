#include "plugins/onnx/affine.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "plugins/onnx/window.h"

namespace runnel::onnx {
namespace {

constexpr size_t kMostChannels = size_t{1} << 20;

bool IsByte(int32_t dtype) { return dtype == RNLP_INT8 || dtype == RNLP_UINT8; }
bool Holds(int32_t dtype, int64_t zero) {
  return dtype == RNLP_INT8 ? zero >= -128 && zero <= 127 : zero >= 0 && zero <= 255;
}

void Describe(plugin::NodeWriter& node, const std::string& name, float scale, int64_t zero) {
  node.Float(name + "_scale", scale).Int(name + "_zero_point", zero);
}

Value Floats(const std::vector<float>& values) {
  std::string bytes(values.size() * sizeof(float), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return Builder::Constant(RNLP_FLOAT, Shape::Of({static_cast<int64_t>(values.size())}),
                           std::move(bytes));
}

// The bias in steps of x_scale * filter_scale.
Value Steps(const std::optional<List<double>>& bias, float x_scale, const std::vector<float>& scales,
            int64_t channels) {
  std::string bytes(static_cast<size_t>(channels) * sizeof(int32_t), '\0');
  for (size_t c = 0; bias && c < static_cast<size_t>(channels); ++c) {
    const double scale =
        static_cast<double>(x_scale) * static_cast<double>(scales[scales.size() == 1 ? 0 : c]);
    const double steps = std::nearbyint((*bias)[c] / scale);
    const auto step = static_cast<int32_t>(std::clamp(steps, -2147483648.0, 2147483647.0));
    std::memcpy(bytes.data() + c * sizeof step, &step, sizeof step);
  }
  return Builder::Constant(RNLP_INT32, Shape::Of({channels}), std::move(bytes));
}

// Attrs and inputs of a product of x with a filter.
struct Product {
  const Stored& x;
  const Stored& filter;
  const Wanted& y;

  // Whether types and scales are those of the ops: `channels` results.
  bool Fits(int64_t channels, int64_t axis, const std::optional<List<double>>& bias) const {
    const bool scaled = filter.is_uniform() ||
                        (filter.axis == axis && static_cast<int64_t>(filter.scales.size()) == channels);
    return x.is_uniform() && scaled && y.dtype == x.value.dtype && IsByte(filter.value.dtype) &&
           (!bias || static_cast<int64_t>(bias->size()) == channels);
  }
  void Write(plugin::NodeWriter& node) const {
    node.Type("T", x.value.dtype).Type("W", filter.value.dtype).Type("B", RNLP_INT32);
    Describe(node, "x", x.scales[0], x.zero);
    node.Int("filter_zero_point", filter.zero);
    Describe(node, "y", y.scale, y.zero);
    node.String("activation", y.activation).String("rounding", "REAL");
  }
};

void Slide(plugin::NodeWriter& node, const Window& w) {
  node.Ints("strides", Ints{1, w.strides[0], w.strides[1], 1});
  const bool pads = w.before[0] != 0 || w.before[1] != 0 || w.after[0] != 0 || w.after[1] != 0;
  node.String("padding", pads ? "EXPLICIT" : "VALID");
  if (pads)
    node.Ints("explicit_paddings", Ints{0, 0, w.before[0], w.after[0], w.before[1], w.after[1], 0, 0});
}
bool IsPlain(const Window& w) {
  const auto is_pad = [](int64_t pad) { return pad >= 0; };
  return w.dims() == 2 && !w.same && std::all_of(w.before.begin(), w.before.end(), is_pad) &&
         std::all_of(w.after.begin(), w.after.end(), is_pad);
}

Stored Widened(Builder& b, Stored stored) {
  stored.value = Widen(b, stored.value);
  return stored;
}
std::optional<Value> ConvOf(Builder& b, const Stored& x, const Stored& filter, const Window& w,
                            int64_t group, const std::optional<List<double>>& bias, const Wanted& y) {
  if (x.value.rank() == 3) {
    const auto wide = ConvOf(b, Widened(b, x), Widened(b, filter), w, group, bias, y);
    if (!wide) return {};
    return Narrow(b, *wide);
  }
  const Shape& f = filter.value.shape;
  if (!IsPlain(w) || x.value.rank() != 4 || f.rank() != 4 || !f.is_static()) return {};
  const int64_t channels = f.dims[0];
  const bool by_channel = group > 1 && group == channels && f.dims[1] == 1;
  const Product product = {x, filter, y};
  if (!product.Fits(channels, 0, bias) || (group > 1 && x.value.dim(1) != group * f.dims[1])) return {};
  const Value turned = b.Transpose(filter.value, by_channel ? Ints{1, 2, 3, 0} : Ints{0, 2, 3, 1});
  const Shape shape =
      Shape::Of({x.value.dim(0), Places(x.value, w, 0), Places(x.value, w, 1), channels});
  const char* const op = by_channel ? "Runnel>AffineDepthwiseConv2D" : "Runnel>AffineConv2D";
  const Values inputs{ToLast(b, x.value), turned, Steps(bias, x.scales[0], filter.scales, channels),
                      Floats(filter.scales)};
  return ToFirst(b, b.Node(op, inputs, y.dtype, shape, [&](plugin::NodeWriter& node) {
    product.Write(node);
    Slide(node, w);
    node.Ints("dilations", Ints{1, w.dilations[0], w.dilations[1], 1});
  }));
}

struct ConvWindow {
  Window window;
  int64_t group = 1;
};
// Of images and, as those of one row, of lines. Nothing where kernel_shape is not the filter's, which
// the conversion refuses.
std::optional<ConvWindow> ReadConv(Node& n, const Value& x, const Value& filter) {
  if (!x.ranked() || (x.rank() != 3 && x.rank() != 4) || !filter.shape.is_static() ||
      filter.rank() != x.rank()) {
    return {};
  }
  const Ints kernel(filter.shape.dims.begin() + 2, filter.shape.dims.end());
  if (n.IntList("kernel_shape", kernel) != kernel) return {};
  ConvWindow out;
  out.group = n.Int("group", 1);
  if (out.group < 1) return {};
  out.window = ReadWindow(n, x, kernel);
  if (x.rank() == 3) WidenWindow(&out.window);
  return out;
}

// The numbers of a bias that is constant, dequantised or not.
std::optional<List<double>> BiasNumbers(const Value& bias) {
  const Quantised* const q = bias.quantised.get();
  if (q == nullptr || !q->stored) return NumbersOf(bias, kMostChannels);
  auto numbers = NumbersOf(q->stored->value, kMostChannels);
  const std::vector<float>& scales = q->stored->scales;
  if (!numbers || (scales.size() != 1 && scales.size() != numbers->size())) return {};
  for (size_t i = 0; i < numbers->size(); ++i) {
    (*numbers)[i] = ((*numbers)[i] - static_cast<double>(q->stored->zero)) *
                    static_cast<double>(scales[scales.size() == 1 ? 0 : i]);
  }
  return numbers;
}

// The zero point of all of x; nothing where its rows have points of their own.
std::optional<Value> OnePoint(const Value& x, const std::optional<Value>& zero) {
  if (!IsByte(x.dtype)) return {};
  if (!zero) return Builder::Scalar(x.dtype, 0);
  const bool fits = zero->dtype == x.dtype && zero->ranked() &&
                    (zero->rank() == 0 || (zero->rank() == 1 && zero->dim(0) == 1));
  return fits ? zero : std::nullopt;
}
// What `sums` gives of a filter [channels, ...] with one zero point, for any: constant or not, one for
// each channel. As (x - a) (f - z) is (x - a) f - z (x - a), a filter of ones gives what is missing.
template <typename Sums>
Value WithoutZeros(Builder& b, const Value& filter, const std::optional<Value>& zero, bool has_groups,
                   const Sums& sums) {
  if (!zero) return sums(filter, 0);
  const auto zeros = NumbersOf(*zero, kMostChannels);
  if (zeros && !zeros->empty() &&
      std::all_of(zeros->begin(), zeros->end(), [&](double one) { return one == (*zeros)[0]; })) {
    return sums(filter, static_cast<int64_t>((*zeros)[0]));
  }
  Ints dims = filter.shape.dims;
  if (!has_groups) dims[0] = 1;
  const Value ones = b.Fill(Builder::I64(dims), Builder::Scalar(filter.dtype, 1));
  return b.Sub(sums(filter, 0), b.Mul(sums(ones, 0), b.Cast(*zero, RNLP_INT32)));
}

Value Moved(const Value& real, std::shared_ptr<const Quantised> how) {
  Value out = real;
  out.quantised = std::move(how);
  return out;
}

using Give = std::function<std::optional<Value>(Builder& b, const Wanted& wanted)>;

// ---- how an output could be computed of stored numbers ----

const Stored* StoredOf(const Node& n, const Value& value) {
  const Quantised* const q = value.quantised.get();
  return q != nullptr && q->of == &n.b && q->stored ? &*q->stored : nullptr;
}

Give GiveConv(Node& n) {
  const Value x = n.In(0), filter = n.In(1);
  const Stored *a = StoredOf(n, x), *f = StoredOf(n, filter);
  if (a == nullptr || f == nullptr || f->value.literal == nullptr) return {};
  std::optional<List<double>> bias;
  if (const auto given = n.Opt(2)) {
    bias = BiasNumbers(*given);
    if (!bias) return {};
  }
  const auto conv = ReadConv(n, a->value, f->value);
  if (!conv) return {};
  return [=, a = *a, f = *f](Builder& b, const Wanted& wanted) {
    return ConvOf(b, a, f, conv->window, conv->group, bias, wanted);
  };
}

Give GiveProduct(Node& n, bool is_gemm) {
  const Value x = n.In(0), filter = n.In(1);
  const Stored *a = StoredOf(n, x), *f = StoredOf(n, filter);
  if (a == nullptr || f == nullptr || f->value.literal == nullptr || f->value.rank() != 2) return {};
  std::optional<List<double>> bias;
  bool transposed = false;
  if (is_gemm) {
    if (n.Float("alpha", 1) != 1 || n.Float("beta", 1) != 1 || n.Int("transA", 0) != 0) return {};
    transposed = n.Int("transB", 0) != 0;
    if (const auto given = n.Opt(2)) {
      bias = BiasNumbers(*given);
      if (!bias || !given->ranked() || given->rank() != 1) return {};
    }
  }
  return [=, a = *a, f = *f](Builder& b, const Wanted& wanted) {
    return AffineProduct(b, a, f, transposed, bias, wanted);
  };
}

Give GivePair(Node& n, const char* op) {
  const Value x = n.In(0), y = n.In(1);
  const Stored *a = StoredOf(n, x), *c = StoredOf(n, y);
  if (a == nullptr || c == nullptr) return {};
  return
      [op, a = *a, c = *c](Builder& b, const Wanted& wanted) { return AffinePair(b, op, a, c, wanted); };
}

Give GiveMean(Node& n) {
  const Value x = n.In(0);
  const Stored* const a = StoredOf(n, x);
  if (a == nullptr) return {};
  return [a = *a](Builder& b, const Wanted& wanted) { return AffineMean(b, a, false, wanted); };
}

Give GiveActivation(Node& n, const char* activation) {
  return [x = n.In(0), activation](Builder& b, Wanted wanted) -> std::optional<Value> {
    if (std::strcmp(wanted.activation, "NONE") != 0) return {};
    wanted.activation = activation;
    return InIntegers(b, x, wanted);
  };
}
// Relu, or Relu6; NULL if it is another.
const char* ActivationOf(Node& n) {
  if (n.proto.op == "Relu") return "RELU";
  std::optional<double> limits[2];
  const char* const names[] = {"min", "max"};
  for (size_t i = 0; i < 2; ++i) {
    if (n.opset < 11) {
      if (n.HasAttr(names[i])) limits[i] = static_cast<double>(n.Float(names[i], 0));
      continue;
    }
    const auto given = n.Opt(i + 1);
    if (!given) continue;
    const auto number = NumbersOf(*given, 1);
    if (!number || number->size() != 1) return nullptr;
    limits[i] = (*number)[0];
  }
  if (limits[0] != 0.0) return nullptr;
  return !limits[1] ? "RELU" : *limits[1] == 6.0 ? "RELU6" : nullptr;
}

Give GiveMaxPool(Node& n) {
  const Value x = n.In(0);
  if (!x.ranked() || x.rank() != 4 || n.Int("ceil_mode", 0) != 0 || n.Int("storage_order", 0) != 0 ||
      n.Wants(1)) {
    return {};
  }
  const Window w = ReadWindow(n, x, n.IntList("kernel_shape", {}));
  if (!IsPlain(w) || w.dilations != Ints(2, 1)) return {};
  return [x, w](Builder& b, const Wanted& wanted) -> std::optional<Value> {
    const auto stored = InIntegers(b, x, wanted);
    if (!stored) return {};
    const Shape shape = Shape::Of({x.dim(0), Places(x, w, 0), Places(x, w, 1), x.dim(1)});
    return ToFirst(
        b, b.Node("Runnel>AffineMaxPool", {ToLast(b, *stored)}, wanted.dtype, shape,
                  [&](plugin::NodeWriter& node) {
                    node.Type("T", wanted.dtype).Ints("ksize", Ints{1, w.kernel[0], w.kernel[1], 1});
                    Slide(node, w);
                    Describe(node, "y", wanted.scale, wanted.zero);
                  }));
  };
}

// Numbers that are only moved: to the shape of the output, or by the perm of a Transpose.
Give GiveMoved(Node& n, const Value& out) {
  const Value x = n.In(0);
  if (n.proto.op == "Transpose") {
    if (!x.ranked()) return {};
    Ints reverse = AllAxes(x.rank());
    std::reverse(reverse.begin(), reverse.end());
    const Ints perm = n.IntList("perm", reverse);
    return [x, perm](Builder& b, const Wanted& wanted) -> std::optional<Value> {
      const auto stored = InIntegers(b, x, wanted);
      if (!stored) return {};
      return b.Transpose(*stored, perm);
    };
  }
  if (!out.ranked() || std::count(out.shape.dims.begin(), out.shape.dims.end(), -1) > 1) return {};
  return [x, dims = out.shape.dims](Builder& b, const Wanted& wanted) -> std::optional<Value> {
    const auto stored = InIntegers(b, x, wanted);
    if (!stored) return {};
    return b.Reshape(*stored, dims);
  };
}

Give GiveConcat(Node& n) {
  const Values parts = n.AllIn();
  const int64_t axis = n.Int("axis", 1);
  return [parts, axis](Builder& b, const Wanted& wanted) -> std::optional<Value> {
    Values stored;
    for (const Value& part : parts) {
      const auto one = InIntegers(b, part, wanted);
      if (!one) return {};
      stored.push_back(*one);
    }
    return b.Concat(stored, Axis(axis, NeedRank(stored[0])));
  };
}

Give HowToGive(Node& n, const Value& out) {
  const std::string_view op = n.proto.op;
  if (op == "Conv") return GiveConv(n);
  if (op == "Gemm") return GiveProduct(n, true);
  if (op == "MatMul") return GiveProduct(n, false);
  if (op == "Add") return GivePair(n, "Runnel>AffineAdd");
  if (op == "Sub") return GivePair(n, "Runnel>AffineSub");
  if (op == "Mul") return GivePair(n, "Runnel>AffineMul");
  if (op == "GlobalAveragePool") return GiveMean(n);
  if (op == "MaxPool") return GiveMaxPool(n);
  if (op == "Concat") return GiveConcat(n);
  if (op == "Relu" || op == "Clip") {
    const char* const activation = ActivationOf(n);
    return activation == nullptr ? Give() : GiveActivation(n, activation);
  }
  if (op == "Flatten" || op == "Reshape" || op == "Squeeze" || op == "Unsqueeze" || op == "Transpose")
    return GiveMoved(n, out);
  return {};
}

}  // namespace

std::optional<Stored> ReadStored(const Value& value, const Value& scale,
                                 const std::optional<Value>& zero, int64_t axis, bool wide) {
  if (!IsByte(value.dtype) && !(wide && value.dtype == RNLP_INT32)) return {};
  if (scale.dtype != RNLP_FLOAT || !scale.ranked() || scale.rank() > 1 || !value.ranked()) return {};
  const auto scales = NumbersOf(scale, kMostChannels);
  if (!scales || scales->empty()) return {};
  Stored out;
  out.value = value;
  for (const double one : *scales) {
    if (!(one > 0) || std::isinf(one)) return {};
    out.scales.push_back(static_cast<float>(one));
  }
  if (out.scales.size() > 1) out.axis = Axis(axis, value.rank());
  if (!zero) return out;
  const auto zeros = NumbersOf(*zero, kMostChannels);
  if (!zeros || zeros->empty()) return {};
  for (const double one : *zeros) {
    if (one != (*zeros)[0]) return {};
  }
  out.zero = static_cast<int64_t>((*zeros)[0]);
  return out;
}

std::optional<Wanted> ReadWanted(const Value& scale, const Value& zero) {
  if (!IsByte(zero.dtype) || scale.dtype != RNLP_FLOAT) return {};
  const auto scales = NumbersOf(scale, 1), zeros = NumbersOf(zero, 1);
  if (!scales || !zeros || scales->size() != 1 || zeros->size() != 1) return {};
  if (!((*scales)[0] > 0) || std::isinf((*scales)[0])) return {};
  return Wanted{zero.dtype, static_cast<float>((*scales)[0]), static_cast<int64_t>((*zeros)[0])};
}

Value Dequantize(Builder& b, const Stored& stored) {
  const Value zeros = b.Cast(Builder::I32(Ints(stored.scales.size(), stored.zero)), RNLP_INT32);
  const Value real = b.Node("Runnel>AffineDequantize", {stored.value, Floats(stored.scales), zeros},
                            RNLP_FLOAT, stored.value.shape, [&](plugin::NodeWriter& node) {
                              node.Type("T", stored.value.dtype).Int("axis", stored.axis);
                            });
  auto how = std::make_shared<Quantised>();
  how->of = &b;
  how->stored = stored;
  return Moved(real, how);
}

std::optional<Value> InIntegers(Builder& b, const Value& x, const Wanted& wanted) {
  const Quantised* const q = x.quantised.get();
  if (q == nullptr || q->of != &b || !Holds(wanted.dtype, wanted.zero)) return {};
  if (!q->stored) return q->give(b, wanted);
  const Stored& stored = *q->stored;
  if (!stored.is_uniform()) return {};
  if (stored.value.dtype == wanted.dtype && stored.scales[0] == wanted.scale &&
      stored.zero == wanted.zero && std::strcmp(wanted.activation, "NONE") == 0) {
    return stored.value;
  }
  if (!IsByte(stored.value.dtype)) return {};
  return b.Node("Runnel>AffineRequantize", {stored.value}, wanted.dtype, stored.value.shape,
                [&](plugin::NodeWriter& node) {
                  node.Type("T", stored.value.dtype).Type("U", wanted.dtype);
                  Describe(node, "x", stored.scales[0], stored.zero);
                  Describe(node, "y", wanted.scale, wanted.zero);
                  node.String("activation", wanted.activation).String("rounding", "REAL");
                });
}

Value Quantize(Builder& b, const Value& x, const Wanted& wanted) {
  if (const auto stored = InIntegers(b, x, wanted)) return *stored;
  return b.Node("Runnel>AffineQuantize", {x, Floats({wanted.scale}), Builder::I32({wanted.zero})},
                wanted.dtype, x.shape, [&](plugin::NodeWriter& node) {
                  node.Type("T", wanted.dtype).String("round_mode", "HALF_TO_EVEN");
                });
}

void Remember(Node& n) {
  if (!n.proto.domain.empty() || n.outputs().empty() || !n.outputs()[0]) return;
  bool any = false;
  for (size_t i = 0; i < n.num_inputs() && !any; ++i) {
    if (!n.Has(i)) continue;
    const Value* const value = n.scope.Find(n.proto.inputs[i]);
    any = value != nullptr && value->quantised != nullptr && value->quantised->of == &n.b;
  }
  Value& out = *n.outputs()[0];
  if (!any || out.quantised != nullptr || out.is_sequence() || out.dtype != RNLP_FLOAT) return;
  Give give = HowToGive(n, out);
  if (!give) return;
  auto how = std::make_shared<Quantised>();
  how->of = &n.b;
  how->give = std::move(give);
  out.quantised = std::move(how);
}

std::optional<Value> AffineConv(Node& n, const Stored& x, const Stored& filter,
                                const std::optional<List<double>>& bias, const Wanted& y) {
  const auto conv = ReadConv(n, x.value, filter.value);
  if (!conv) return {};
  return ConvOf(n.b, x, filter, conv->window, conv->group, bias, y);
}

std::optional<Value> AffineProduct(Builder& b, const Stored& x, const Stored& filter, bool transposed,
                                   const std::optional<List<double>>& bias, const Wanted& y) {
  const Shape& f = filter.value.shape;
  if (f.rank() != 2 || !f.is_static() || !x.value.ranked() || x.value.rank() < 1) return {};
  const int64_t units = f.dims[transposed ? 0 : 1];
  const Product product = {x, filter, y};
  if (!product.Fits(units, transposed ? 0 : 1, bias)) return {};
  const Value turned = transposed ? filter.value : b.Transpose(filter.value, {1, 0});
  Shape shape = x.value.shape;
  shape.dims.back() = units;
  const Values inputs{x.value, turned, Steps(bias, x.scales[0], filter.scales, units),
                      Floats(filter.scales)};
  return b.Node("Runnel>AffineFullyConnected", inputs, y.dtype, shape, [&](plugin::NodeWriter& node) {
    product.Write(node);
    node.Bool("keep_dims", true);
  });
}

std::optional<Value> AffineConvSums(Node& n, const Value& x, const std::optional<Value>& x_zero,
                                    const Value& filter, const std::optional<Value>& filter_zero) {
  Builder& b = n.b;
  const auto point = OnePoint(x, x_zero);
  if (!point || !IsByte(filter.dtype)) return {};
  const auto conv = ReadConv(n, x, filter);
  if (!conv || !IsPlain(conv->window)) return {};
  const bool flat = x.rank() == 3;
  const Value image = flat ? Widen(b, x) : x, wide = flat ? Widen(b, filter) : filter;
  const int64_t seen = wide.dim(1);
  if (conv->group > 1 && image.dim(1) != conv->group * seen) return {};
  const Window& w = conv->window;
  const Value last = ToLast(b, image);
  const auto sums = [&](const Value& by, int64_t zero) {
    const Shape shape = Shape::Of({image.dim(0), Places(image, w, 0), Places(image, w, 1), by.dim(0)});
    return b.Node("Runnel>AffineConv2DSums", {last, by, *point}, RNLP_INT32, shape,
                  [&](plugin::NodeWriter& node) {
                    node.Type("T", x.dtype).Type("W", by.dtype).Int("filter_zero_point", zero);
                    Slide(node, w);
                    node.Ints("dilations", Ints{1, w.dilations[0], w.dilations[1], 1});
                  });
  };
  const Value turned = b.Transpose(wide, {0, 2, 3, 1});
  const Value out = ToFirst(b, WithoutZeros(b, turned, filter_zero, conv->group > 1, sums));
  return flat ? Narrow(b, out) : out;
}

std::optional<Value> AffineProductSums(Builder& b, const Value& x, const std::optional<Value>& x_zero,
                                       const Value& filter, const std::optional<Value>& filter_zero) {
  const auto point = OnePoint(x, x_zero);
  const bool fits = point && IsByte(filter.dtype) && x.ranked() && x.rank() > 1 && filter.ranked() &&
                    filter.rank() == 2 && filter.shape.is_static();
  if (!fits) return {};
  const auto sums = [&](const Value& by, int64_t zero) {
    Shape shape = x.shape;
    shape.dims.back() = by.dim(0);
    return b.Node("Runnel>AffineFullyConnectedSums", {x, by, *point}, RNLP_INT32, shape,
                  [&](plugin::NodeWriter& node) {
                    node.Type("T", x.dtype).Type("W", by.dtype).Int("filter_zero_point", zero);
                  });
  };
  return WithoutZeros(b, b.Transpose(filter, {1, 0}), filter_zero, false, sums);
}

std::optional<Value> AffinePair(Builder& b, const char* op, const Stored& x, const Stored& y,
                                const Wanted& z) {
  if (!x.is_uniform() || !y.is_uniform() || x.value.dtype != z.dtype || y.value.dtype != z.dtype ||
      !IsByte(z.dtype)) {
    return {};
  }
  return b.Node(op, {x.value, y.value}, z.dtype, Broadcast(x.value.shape, y.value.shape),
                [&](plugin::NodeWriter& node) {
                  node.Type("T", z.dtype);
                  Describe(node, "x", x.scales[0], x.zero);
                  Describe(node, "y", y.scales[0], y.zero);
                  Describe(node, "z", z.scale, z.zero);
                  node.String("activation", z.activation).String("rounding", "REAL");
                });
}

std::optional<Value> AffineMean(Builder& b, const Stored& x, bool channels_last, const Wanted& y) {
  if (!x.is_uniform() || x.value.dtype != y.dtype || x.value.rank() != 4 ||
      std::strcmp(y.activation, "NONE") != 0) {
    return {};
  }
  const Value last = channels_last ? x.value : ToLast(b, x.value);
  const Shape shape = Shape::Of({last.dim(0), 1, 1, last.dim(3)});
  const Value mean = b.Node("Runnel>AffineMean", {last, Builder::I32({1, 2})}, y.dtype, shape,
                            [&](plugin::NodeWriter& node) {
                              node.Type("T", y.dtype).Bool("keep_dims", true);
                              Describe(node, "x", x.scales[0], x.zero);
                              Describe(node, "y", y.scale, y.zero);
                              node.String("rounding", "REAL");
                            });
  return channels_last ? mean : ToFirst(b, mean);
}

}  // namespace runnel::onnx
