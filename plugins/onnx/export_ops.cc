// What computes: element by element, over windows, products, sums.
#include <algorithm>

#include "plugins/onnx/builder.h"
#include "plugins/onnx/export.h"
#include "plugins/onnx/move.h"

namespace runnel::onnx {
namespace {

// A row's op and what ONNX calls it, for ops that differ in the name alone.
struct Renamed {
  std::string_view from, to;
};

template <size_t n>
std::string_view NewNameOf(const Renamed (&names)[n], std::string_view op) {
  for (const Renamed& name : names) {
    if (name.from == op) return name.to;
  }
  Refuse("");
}

// Element by element over one input, whichever order its channels are in.
template <typename Make>
void ElementWise(ExportNode& n, Make make) {
  if (n.IsChannelsFirst(0)) {
    n.OutChannelsFirst(make(n.ChannelsFirst(0)));
  } else {
    n.Out(make(n.In(0)));
  }
}

void Unary(ExportNode& n) {
  static constexpr Renamed kNames[] = {{"Abs", "Abs"},
                                       {"Acos", "Acos"},
                                       {"Acosh", "Acosh"},
                                       {"Asin", "Asin"},
                                       {"Asinh", "Asinh"},
                                       {"Atan", "Atan"},
                                       {"Atanh", "Atanh"},
                                       {"Ceil", "Ceil"},
                                       {"Cos", "Cos"},
                                       {"Cosh", "Cosh"},
                                       {"Erf", "Erf"},
                                       {"Exp", "Exp"},
                                       {"Floor", "Floor"},
                                       {"IsInf", "IsInf"},
                                       {"IsNan", "IsNaN"},
                                       {"Log", "Log"},
                                       {"LogicalNot", "Not"},
                                       {"Neg", "Neg"},
                                       {"Reciprocal", "Reciprocal"},
                                       {"Relu", "Relu"},
                                       {"Rint", "Round"},
                                       {"Round", "Round"},
                                       {"Selu", "Selu"},
                                       {"Sigmoid", "Sigmoid"},
                                       {"Sign", "Sign"},
                                       {"Sin", "Sin"},
                                       {"Sinh", "Sinh"},
                                       {"Softplus", "Softplus"},
                                       {"Softsign", "Softsign"},
                                       {"Sqrt", "Sqrt"},
                                       {"Tan", "Tan"},
                                       {"Tanh", "Tanh"},
                                       {"Inv", "Reciprocal"},
                                       {"Elu", "Elu"}};
  ElementWise(n, [&](const std::string& x) { return n.Add(NewNameOf(kNames, n.op()), {x}); });
}
void PassOn(ExportNode& n) { n.OutAsInput(); }
void LeakyRelu(ExportNode& n) {
  const OnnxAttrs attrs = OnnxAttrs().Float("alpha", n.Float("alpha", 0.2F));
  ElementWise(n, [&](const std::string& x) { return n.Add("LeakyRelu", {x}, attrs); });
}
void Relu6(ExportNode& n) {
  const int32_t type = n.Type("T");
  ElementWise(n, [&](const std::string& x) {
    return n.Add("Clip", {x, n.Scalar(type, 0), n.Scalar(type, 6)});
  });
}
void Square(ExportNode& n) {
  ElementWise(n, [&](const std::string& x) { return n.Add("Mul", {x, x}); });
}
void Rsqrt(ExportNode& n) {
  ElementWise(n, [&](const std::string& x) { return n.Add("Reciprocal", {n.Add("Sqrt", {x})}); });
}
void Cast(ExportNode& n) {
  const int32_t type = n.Type("DstT");
  ElementWise(n, [&](const std::string& x) { return n.CastTo(x, type); });
}

// A constant that is added to or multiplied with channels: a scalar, or one number for each channel.
std::optional<std::string> AlongChannels(ExportNode& n, size_t i) {
  const std::optional<TfTensor> tensor = n.Constant(i);
  if (!tensor.has_value()) return std::nullopt;
  if (tensor->dims.empty()) return n.In(i);
  if (tensor->dims.size() == 1) return n.Bytes(tensor->dtype, {tensor->dims[0], 1, 1}, tensor->content);
  return std::nullopt;
}

void WriteBinary(ExportNode& n, std::string_view op, bool is_negated = false) {
  const auto make = [&](std::string x, std::string y) {
    std::string out = n.Add(op, {std::move(x), std::move(y)});
    return is_negated ? n.Add("Not", {out}) : out;
  };
  for (size_t i = 0; i < 2; ++i) {
    if (!n.IsChannelsFirst(i)) continue;
    if (n.IsChannelsFirst(1 - i))
      return n.OutChannelsFirst(make(n.ChannelsFirst(0), n.ChannelsFirst(1)));
    const std::optional<std::string> other = AlongChannels(n, 1 - i);
    if (!other.has_value()) continue;
    const std::string x = n.ChannelsFirst(i);
    return n.OutChannelsFirst(i == 0 ? make(x, *other) : make(*other, x));
  }
  n.Out(make(n.In(0), n.In(1)));
}

void Binary(ExportNode& n) {
  static constexpr Renamed kNames[] = {{"Add", "Add"},
                                       {"AddV2", "Add"},
                                       {"BiasAdd", "Add"},
                                       {"Div", "Div"},
                                       {"Equal", "Equal"},
                                       {"Greater", "Greater"},
                                       {"GreaterEqual", "GreaterOrEqual"},
                                       {"Less", "Less"},
                                       {"LessEqual", "LessOrEqual"},
                                       {"LogicalAnd", "And"},
                                       {"LogicalOr", "Or"},
                                       {"Maximum", "Max"},
                                       {"Minimum", "Min"},
                                       {"Mul", "Mul"},
                                       {"NotEqual", "Equal"},
                                       {"Pow", "Pow"},
                                       {"RealDiv", "Div"},
                                       {"Sub", "Sub"}};
  if (n.op() == "BiasAdd" && n.Text("data_format", "NHWC") != "NHWC") Refuse("channels first");
  WriteBinary(n, NewNameOf(kNames, n.op()), n.op() == "NotEqual");
}
void SquaredDifference(ExportNode& n) {
  const std::string difference = n.Add("Sub", {n.In(0), n.In(1)});
  n.Out(n.Add("Mul", {difference, difference}));
}
void AddN(ExportNode& n) {
  std::vector<std::string> inputs;
  for (size_t i = 0; i < n.num_inputs(); ++i) inputs.push_back(n.In(i));
  n.Out(n.Add("Sum", std::move(inputs)));
}
void SelectV2(ExportNode& n) { n.Out(n.Add("Where", {n.In(0), n.In(1), n.In(2)})); }

// ---- windows over images ----

bool IsFirst(const ExportNode& n) {
  const std::string_view format = n.Text("data_format", "NHWC");
  if (format != "NHWC" && format != "NCHW") Refuse("data_format " + std::string(format));
  return format == "NCHW";
}

// Of an attr with one number for each of batch, height, width, channels.
Ints OverImage(const ExportNode& n, std::string_view attr, bool is_first) {
  const Ints all = n.List(attr);
  if (all.empty()) return {1, 1};
  if (all.size() != 4 || all[0] != 1 || all[is_first ? 1 : 3] != 1)
    Refuse(std::string(attr) + " over batch or channels");
  return {all[is_first ? 2 : 1], all[is_first ? 3 : 2]};
}

OnnxAttrs Window(const ExportNode& n, bool is_first) {
  OnnxAttrs attrs;
  attrs.Ints("strides", OverImage(n, "strides", is_first));
  const std::string_view padding = n.Text("padding");
  if (padding == "SAME") return attrs.String("auto_pad", "SAME_UPPER");
  if (padding == "VALID") return attrs;
  const Ints pads = n.List("explicit_paddings");
  if (pads.size() != 8) Refuse("padding " + std::string(padding));
  const size_t h = is_first ? 4 : 2;
  return attrs.Ints("pads", {pads[h], pads[h + 2], pads[h + 1], pads[h + 3]});
}

void WindowOut(ExportNode& n, bool is_first, std::string name) {
  if (is_first) {
    n.Out(std::move(name));
  } else {
    n.OutChannelsFirst(std::move(name));
  }
}

// A filter [height, width, in, out] as ONNX has it; `dims`, if not null, is its shape by then.
std::string Filter(ExportNode& n, const Ints& perm, Ints dims = {}) {
  const std::optional<TfTensor> filter = n.Constant(1);
  if (!filter.has_value()) {
    if (!dims.empty()) Refuse("a filter that is no constant");
    return n.Transposed(n.In(1), perm);
  }
  if (filter->dims.size() != 4 || filter->content.empty()) Refuse("a filter that is empty");
  std::string moved(filter->content.size(), '\0');
  MoveAxes(filter->content.data(), filter->dims, perm, SizeOf(filter->dtype), moved.data());
  if (dims.empty()) {
    for (const int64_t axis : perm) dims.push_back(filter->dims[static_cast<size_t>(axis)]);
  }
  return n.Bytes(filter->dtype, dims, moved);
}

void Conv2D(ExportNode& n) {
  const bool is_first = IsFirst(n);
  OnnxAttrs attrs = Window(n, is_first);
  attrs.Ints("dilations", OverImage(n, "dilations", is_first));
  if (const auto filter = n.Constant(1); filter.has_value() && filter->dims.size() == 4)
    attrs.Ints("kernel_shape", {filter->dims[0], filter->dims[1]});
  const std::string x = is_first ? n.In(0) : n.ChannelsFirst(0);
  WindowOut(n, is_first, n.Add("Conv", {x, Filter(n, {3, 2, 0, 1})}, attrs));
}
void Depthwise(ExportNode& n) {
  const bool is_first = IsFirst(n);
  const std::optional<TfTensor> filter = n.Constant(1);
  if (!filter.has_value() || filter->dims.size() != 4 || filter->content.empty())
    Refuse("a filter that is empty or no constant");
  const Ints& d = filter->dims;
  OnnxAttrs attrs = Window(n, is_first);
  attrs.Ints("dilations", OverImage(n, "dilations", is_first));
  attrs.Int("group", d[2]).Ints("kernel_shape", {d[0], d[1]});
  const std::string x = is_first ? n.In(0) : n.ChannelsFirst(0);
  const std::string w = Filter(n, {2, 3, 0, 1}, {d[2] * d[3], 1, d[0], d[1]});
  WindowOut(n, is_first, n.Add("Conv", {x, w}, attrs));
}
void Pool(ExportNode& n) {
  const bool is_first = IsFirst(n);
  OnnxAttrs attrs = Window(n, is_first);
  attrs.Ints("kernel_shape", OverImage(n, "ksize", is_first));
  const std::string x = is_first ? n.In(0) : n.ChannelsFirst(0);
  WindowOut(n, is_first, n.Add(n.op() == "MaxPool" ? "MaxPool" : "AveragePool", {x}, attrs));
}
void BatchNorm(ExportNode& n) {
  if (n.Bool("is_training", true)) Refuse("is_training");
  const bool is_first = IsFirst(n);
  const std::string x = is_first ? n.In(0) : n.ChannelsFirst(0);
  const OnnxAttrs attrs = OnnxAttrs().Float("epsilon", n.Float("epsilon", 0.0001F));
  WindowOut(n, is_first, n.Add("BatchNormalization", {x, n.In(1), n.In(2), n.In(3), n.In(4)}, attrs));
}

// ---- products ----

void MatMul(ExportNode& n) {
  const auto side = [&](size_t i, std::string_view attr) {
    return n.Bool(attr) ? n.Transposed(n.In(i), {1, 0}) : n.In(i);
  };
  const std::string a = side(0, "transpose_a");
  n.Out(n.Add("MatMul", {a, side(1, "transpose_b")}));
}
void BatchMatMul(ExportNode& n) {
  const bool x = n.Bool("adj_x"), y = n.Bool("adj_y");
  const auto can_swap = [&](size_t i) { return n.RankOf(i) >= 2 && n.RankOf(i) <= 8; };
  if ((!x || can_swap(0)) && (!y || can_swap(1))) {
    const auto side = [&](size_t i, bool is_swapped) {
      if (!is_swapped) return n.In(i);
      Ints perm = AllAxes(n.RankOf(i));
      std::swap(perm[perm.size() - 2], perm[perm.size() - 1]);
      return n.Transposed(n.In(i), perm);
    };
    const std::string a = side(0, x);
    return n.Out(n.Add("MatMul", {a, side(1, y)}));
  }
  const std::string equation =
      std::string(x ? "...ji," : "...ij,") + (y ? "...kj" : "...jk") + "->...ik";
  n.Out(n.Add("Einsum", {n.In(0), n.In(1)}, OnnxAttrs().String("equation", equation)));
}
void Einsum(ExportNode& n) {
  std::vector<std::string> inputs;
  for (size_t i = 0; i < n.num_inputs(); ++i) inputs.push_back(n.In(i));
  n.Out(n.Add("Einsum", std::move(inputs), OnnxAttrs().String("equation", n.Text("equation"))));
}

// ---- along axes ----

void Softmax(ExportNode& n) {
  n.Out(n.Add(n.op() == "Softmax" ? "Softmax" : "LogSoftmax", {n.In(0)}, OnnxAttrs().Int("axis", -1)));
}

void Reduce(ExportNode& n) {
  static constexpr Renamed kNames[] = {{"Max", "ReduceMax"},
                                       {"Mean", "ReduceMean"},
                                       {"Min", "ReduceMin"},
                                       {"Prod", "ReduceProd"},
                                       {"Sum", "ReduceSum"}};
  const std::string_view op = NewNameOf(kNames, n.op());
  Ints axes = n.Integers(1);
  const bool keep = n.Bool("keep_dims");
  if (axes.empty()) return n.Out(n.In(0));
  Ints sorted = axes;
  for (int64_t& axis : sorted) axis += axis < 0 ? 4 : 0;
  std::sort(sorted.begin(), sorted.end());
  // Over height and width alone, what is left has one order of its dimensions if they go.
  const bool is_first = n.IsChannelsFirst(0) && (sorted == Ints{1, 2} || keep);
  if (is_first) {
    constexpr int64_t kPlace[] = {0, 2, 3, 1};
    for (size_t i = 0; i < axes.size(); ++i) {
      if (sorted[i] < 0 || sorted[i] > 3) Refuse("an axis out of range");
      axes[i] = kPlace[sorted[i]];
    }
  }
  std::vector<std::string> inputs = {is_first ? n.ChannelsFirst(0) : n.In(0)};
  OnnxAttrs attrs;
  attrs.Int("keepdims", keep ? 1 : 0);
  if (op == "ReduceSum") {
    inputs.push_back(n.Numbers(axes));
  } else {
    attrs.Ints("axes", axes);
  }
  std::string out = n.Add(op, std::move(inputs), attrs);
  if (is_first && keep) {
    n.OutChannelsFirst(std::move(out));
  } else {
    n.Out(std::move(out));
  }
}

void ArgMost(ExportNode& n) {
  const Ints axis = n.Integers(1);
  if (axis.size() != 1) Refuse("several axes");
  const OnnxAttrs attrs = OnnxAttrs().Int("axis", axis[0]).Int("keepdims", 0);
  const std::string out = n.Add(n.op() == "ArgMax" ? "ArgMax" : "ArgMin", {n.In(0)}, attrs);
  n.Out(n.Type("output_type") == RNLP_INT32 ? n.CastTo(out, RNLP_INT32) : out);
}

constexpr ExportRow kRows[] = {
    {"Abs", Unary},
    {"Acos", Unary},
    {"Acosh", Unary},
    {"Add", Binary},
    {"AddN", AddN},
    {"AddV2", Binary},
    {"ArgMax", ArgMost},
    {"ArgMin", ArgMost},
    {"Asin", Unary},
    {"Asinh", Unary},
    {"Atan", Unary},
    {"Atanh", Unary},
    {"AvgPool", Pool},
    {"BatchMatMul", BatchMatMul},
    {"BatchMatMulV2", BatchMatMul},
    {"BiasAdd", Binary},
    {"Cast", Cast},
    {"Ceil", Unary},
    {"Conv2D", Conv2D},
    {"Cos", Unary},
    {"Cosh", Unary},
    {"DepthwiseConv2dNative", Depthwise},
    {"Einsum", Einsum},
    {"Elu", Unary},
    {"Equal", Binary},
    {"Erf", Unary},
    {"Exp", Unary},
    {"Floor", Unary},
    {"FusedBatchNorm", BatchNorm},
    {"FusedBatchNormV2", BatchNorm},
    {"FusedBatchNormV3", BatchNorm},
    {"Greater", Binary},
    {"GreaterEqual", Binary},
    {"Identity", PassOn},
    {"Inv", Unary},
    {"IsInf", Unary},
    {"IsNan", Unary},
    {"LeakyRelu", LeakyRelu},
    {"Less", Binary},
    {"LessEqual", Binary},
    {"Log", Unary},
    {"LogSoftmax", Softmax},
    {"LogicalAnd", Binary},
    {"LogicalNot", Unary},
    {"LogicalOr", Binary},
    {"MatMul", MatMul},
    {"Max", Reduce},
    {"MaxPool", Pool},
    {"Maximum", Binary},
    {"Mean", Reduce},
    {"Min", Reduce},
    {"Minimum", Binary},
    {"Mul", Binary},
    {"Neg", Unary},
    {"NotEqual", Binary},
    {"Pow", Binary},
    {"PreventGradient", PassOn},
    {"Prod", Reduce},
    {"RealDiv", Binary},
    {"Reciprocal", Unary},
    {"Relu", Unary},
    {"Relu6", Relu6},
    {"Rint", Unary},
    {"Round", Unary},
    {"Rsqrt", Rsqrt},
    {"SelectV2", SelectV2},
    {"Selu", Unary},
    {"Sigmoid", Unary},
    {"Sign", Unary},
    {"Sin", Unary},
    {"Sinh", Unary},
    {"Snapshot", PassOn},
    {"Softmax", Softmax},
    {"Softplus", Unary},
    {"Softsign", Unary},
    {"Sqrt", Unary},
    {"Square", Square},
    {"SquaredDifference", SquaredDifference},
    {"StopGradient", PassOn},
    {"Sub", Binary},
    {"Sum", Reduce},
    {"Tan", Unary},
    {"Tanh", Unary},
};

}  // namespace

std::span<const ExportRow> ExportedOps() { return kRows; }

}  // namespace runnel::onnx
