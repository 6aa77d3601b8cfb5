#include "plugins/tflite/affine.h"

#include "plugins/tflite/window.h"

namespace runnel::tflite {
namespace {

// Attrs of one quantised tensor, under names that begin with `prefix`.
void Describe(NodeWriter& node, const std::string& prefix, const Tensor& tensor) {
  node.Float(prefix + "_scale", tensor.scale());
  node.Int(prefix + "_zero_point", tensor.zero_point());
}
void Sigmoid(Op& op) { op.Set(op.Last("Sigmoid").In(op.X(0)).Type("T", op.Type(0)).Done()); }
void Tanh(Op& op) { op.Set(op.Last("Tanh").In(op.X(0)).Type("T", op.Type(0)).Done()); }

void Round(Op& op, NodeWriter& node) {
  if (op.scope().import().rounds_once()) node.String("rounding", "SINGLE");
}
const char* ActivationName(Op& op, int8_t activation) {
  switch (activation) {
    case kNone:
      return "NONE";
    case kRelu:
      return "RELU";
    case kReluN1To1:
      return "RELU_N1_TO_1";
    case kRelu6:
      return "RELU6";
    default:
      op.Refuse("fused activation " + std::to_string(activation) + " of quantised numbers");
      return "NONE";
  }
}

// Whether the tensors are quantised with one scale each and of one type; refuses otherwise.
bool Uniform(Op& op, std::initializer_list<const Tensor*> tensors) {
  const int32_t dtype = (*tensors.begin())->dtype;
  for (const Tensor* tensor : tensors) {
    if (!IsAffine(*tensor) || tensor->dtype != dtype || tensor->quantization.scales.size() != 1) {
      op.Refuse("types or scales of its tensors differ, as of \"" + std::string(tensor->name) + "\"");
      return false;
    }
  }
  return true;
}
// Whether quantised weights meet numbers that are not.
bool IsHybrid(Op& op) { return !IsAffine(op.In(0)) || !IsAffine(op.Out()); }

void Pairwise(Op& op, const char* name) {
  if (!Uniform(op, {&op.In(0), &op.In(1), &op.Out()})) return;
  const int8_t activation = op.options().Get<int8_t>(0, 0);
  NodeWriter node = op.Last(name);
  node.In(op.Stored(0)).In(op.Stored(1)).Type("T", op.In(0).dtype);
  Describe(node, "x", op.In(0));
  Describe(node, "y", op.In(1));
  Describe(node, "z", op.Out());
  node.String("activation", ActivationName(op, activation));
  Round(op, node);
  op.Set(node.Done());
}

}  // namespace

std::string Scales(Scope& scope, const Tensor& tensor) {
  const Quantization& q = tensor.quantization;
  const int64_t dims[] = {static_cast<int64_t>(q.scales.size())};
  const std::string_view bytes(reinterpret_cast<const char*>(q.scales.data()),
                               q.scales.size() * sizeof(float));
  return scope.list().Const(scope.Named(std::string(tensor.name) + "/scales"), RNLP_FLOAT,
                            plugin::TensorMessage(RNLP_FLOAT, dims, bytes));
}
namespace {

std::string ZeroPoints(Scope& scope, const Tensor& tensor) {
  const std::vector<int32_t> zeros(tensor.quantization.zero_points.begin(),
                                   tensor.quantization.zero_points.end());
  const int64_t dims[] = {static_cast<int64_t>(zeros.size())};
  const std::string_view bytes(reinterpret_cast<const char*>(zeros.data()),
                               zeros.size() * sizeof(int32_t));
  return scope.list().Const(scope.Named(std::string(tensor.name) + "/zero_points"), RNLP_INT32,
                            plugin::TensorMessage(RNLP_INT32, dims, bytes));
}

// The bias, or zeros.
std::string Bias(Op& op, size_t i, int32_t x_type, int64_t count, int32_t* dtype) {
  if (op.Has(i)) {
    *dtype = op.In(i).dtype;
    if (*dtype != RNLP_INT32 && *dtype != RNLP_INT64)
      op.Refuse("bias of another type than int32 and int64");
    return op.Stored(i);
  }
  *dtype = x_type == RNLP_INT16 ? RNLP_INT64 : RNLP_INT32;
  // Zeros are not in the file, which so may not ask for many.
  if (count < 0 || (count > 65536 && !op.scope().IsConstant(op.index(1)))) {
    op.Refuse("a filter of unknown or large shape");
    return {};
  }
  const std::vector<int64_t> zeros(static_cast<size_t>(count), 0);
  return op.Ints(zeros, *dtype);
}

// What convolutions and products share: filter, bias, scales.
bool Filtered(Op& op, NodeWriter& node, size_t channel_axis, int8_t activation, size_t x_at = 0,
              size_t bias_at = 2) {
  const Tensor &x = op.In(x_at), &filter = op.In(1), &y = op.Out();
  const Quantization& q = filter.quantization;
  if (!Uniform(op, {&x, &y})) return false;
  if (!IsAffine(filter) || filter.dims.size() <= channel_axis) {
    op.Refuse("a filter of another type");
    return false;
  }
  const int64_t channels = filter.dims[channel_axis];
  for (const int64_t zero : q.zero_points) {
    if (zero != q.zero_points[0]) {
      op.Refuse("zero points of the filter that differ");
      return false;
    }
  }
  if (q.scales.size() > 1 && static_cast<size_t>(q.axis) != channel_axis) {
    op.Refuse("scales of the filter along axis " + std::to_string(q.axis));
    return false;
  }
  int32_t bias_type = 0;
  const std::string bias = Bias(op, bias_at, x.dtype, channels, &bias_type);
  node.In(op.Stored(x_at)).In(op.Stored(1)).In(bias).In(Scales(op.scope(), filter));
  node.Type("T", x.dtype).Type("W", filter.dtype).Type("B", bias_type);
  Describe(node, "x", x);
  node.Int("filter_zero_point", q.zero_points[0]);
  Describe(node, "y", y);
  node.String("activation", ActivationName(op, activation));
  return !op.refused();
}

void Pool(Op& op, const char* name) {
  if (!Uniform(op, {&op.In(0), &op.Out()})) return;
  const WindowOptions window = PoolOptions(op);
  NodeWriter node = op.Last(name);
  node.In(op.Stored(0)).Type("T", op.In(0).dtype);
  node.Ints("ksize", {1, window.size[0], window.size[1], 1});
  window.Write(node, false);
  Describe(node, "y", op.Out());
  node.String("activation", ActivationName(op, window.activation));
  op.Set(node.Done());
}

void Mapped(Op& op, const char* name) {
  if (!Uniform(op, {&op.In(0), &op.Out()})) return;
  NodeWriter node = op.Last(name);
  node.In(op.Stored(0)).Type("T", op.In(0).dtype);
  Describe(node, "x", op.In(0));
  Describe(node, "y", op.Out());
  op.Set(node.Done());
}

void Clamped(Op& op, const char* activation) {
  NodeWriter node = op.Last("Runnel>AffineRequantize");
  node.In(op.Stored(0)).Type("T", op.In(0).dtype).Type("U", op.Out().dtype);
  Describe(node, "x", op.In(0));
  Describe(node, "y", op.Out());
  node.String("activation", activation);
  Round(op, node);
  op.Set(node.Done());
}

}  // namespace

void AffineAdd(Op& op) { Pairwise(op, "Runnel>AffineAdd"); }
void AffineSub(Op& op) { Pairwise(op, "Runnel>AffineSub"); }
void AffineMul(Op& op) { Pairwise(op, "Runnel>AffineMul"); }

void AffineConv2D(Op& op) {
  if (IsHybrid(op)) return HybridConv2D(op);
  const WindowOptions window = Conv2DOptions(op);
  NodeWriter node = op.Last("Runnel>AffineConv2D");
  if (!Filtered(op, node, 0, window.activation)) return;
  Round(op, node);
  window.Write(node, true);
  op.Set(node.Done());
}
void AffineDepthwiseConv2D(Op& op) {
  if (IsHybrid(op)) return HybridDepthwiseConv2D(op);
  const WindowOptions window = DepthwiseOptions(op);
  NodeWriter node = op.Last("Runnel>AffineDepthwiseConv2D");
  if (!Filtered(op, node, 3, window.activation)) return;
  Round(op, node);
  window.Write(node, true);
  op.Set(node.Done());
}
void AffineFullyConnected(Op& op) {
  if (IsHybrid(op)) return HybridFullyConnected(op);
  if (op.options().Get<int8_t>(1, 0) != 0) return op.Refuse("weights that are shuffled");
  NodeWriter node = op.Last("Runnel>AffineFullyConnected");
  if (!Filtered(op, node, 0, op.options().Get<int8_t>(0, 0))) return;
  // Over int8, and with a scale for each unit, LiteRT's reference kernel rounds once, too.
  if (op.In(1).quantization.scales.size() > 1 || op.In(0).dtype == RNLP_INT8 ||
      op.scope().import().rounds_once())
    node.String("rounding", "SINGLE");
  node.Bool("keep_dims", op.options().Flag(2));
  op.Set(node.Done());
}
void AffineTransposeConv(Op& op) {
  if (!IsAffine(op.In(2)) || !IsAffine(op.Out())) return op.WriteReal(TransposeConv);
  const WindowOptions window = TransposeOptions(op);
  NodeWriter node = op.Last("Runnel>AffineTransposeConv2D");
  if (!Filtered(op, node, 0, window.activation, 2, 3)) return;
  node.In(op.Stored(0));
  Round(op, node);
  window.Write(node, false);
  op.Set(node.Done());
}
void AffineAveragePool(Op& op) { Pool(op, "Runnel>AffineAvgPool"); }
void AffineMaxPool(Op& op) { Pool(op, "Runnel>AffineMaxPool"); }

void AffineSoftmax(Op& op) {
  const Tensor &x = op.In(0), &y = op.Out();
  if (!IsAffine(x) || !IsAffine(y) || x.dtype == RNLP_INT16) return op.WriteReal(Softmax);
  NodeWriter node = op.Last("Runnel>AffineSoftmax");
  node.In(op.Stored(0)).Type("T", x.dtype).Type("U", y.dtype);
  Describe(node, "x", x);
  Describe(node, "y", y);
  node.Float("beta", op.options().Get<float>(0, 0));
  op.Set(node.Done());
}
void AffineLeakyRelu(Op& op) {
  const auto alpha = op.options().Get<float>(0, 0);
  if (!(alpha >= 0) || !IsAffine(op.Out())) return op.WriteReal(LeakyRelu);
  if (!Uniform(op, {&op.In(0), &op.Out()})) return;
  NodeWriter node = op.Last("Runnel>AffineLeakyRelu");
  node.In(op.Stored(0)).Type("T", op.In(0).dtype).Float("alpha", alpha);
  Describe(node, "x", op.In(0));
  Describe(node, "y", op.Out());
  op.Set(node.Done());
}
void AffineHardSwish(Op& op) {
  if (op.In(0).dtype == RNLP_INT16) return op.WriteReal(HardSwish);
  Mapped(op, "Runnel>AffineHardSwish");
}
// Other types and scales are computed in real numbers.
void AffineLogistic(Op& op) {
  const bool fits = op.In(0).dtype == RNLP_INT8 && op.Out().scale() == 1.0F / 256;
  if (!fits || op.Out().zero_point() != -128) return op.WriteReal(Sigmoid);
  Mapped(op, "Runnel>AffineSigmoid");
}
void AffineTanh(Op& op) {
  const bool fits = op.In(0).dtype == RNLP_INT8 && op.Out().scale() == 1.0F / 128;
  if (!fits || op.Out().zero_point() != 0) return op.WriteReal(Tanh);
  Mapped(op, "Runnel>AffineTanh");
}

void AffineMean(Op& op) {
  if (!Uniform(op, {&op.In(0), &op.Out()})) return;
  NodeWriter node = op.Last("Runnel>AffineMean");
  node.In(op.Stored(0)).In(op.Stored(1)).Type("T", op.In(0).dtype);
  Describe(node, "x", op.In(0));
  Describe(node, "y", op.Out());
  node.Bool("keep_dims", op.options().Flag(0));
  op.Set(node.Done());
}

void AffineRequantize(Op& op) { Clamped(op, "NONE"); }
void AffineRelu(Op& op) { Clamped(op, "RELU"); }
void AffineRelu6(Op& op) { Clamped(op, "RELU6"); }
void AffineReluN1To1(Op& op) { Clamped(op, "RELU_N1_TO_1"); }

// Sums of int32 and of int8 over int16, as LiteRT's integer kernel has them. Its scales are products of
// floats.
void AffineSvdf(Op& op) {
  const Tensor &x = op.In(0), &features = op.In(1), &times = op.In(2), &state = op.In(4), &y = op.Out();
  if (!IsAffine(x)) return HybridSvdf(op);
  const int64_t rank = op.options().Get<int32_t>(0, 0);
  const int8_t activation = op.options().Get<int8_t>(1, 0);
  const bool types = x.dtype == RNLP_INT8 && features.dtype == RNLP_INT8 && times.dtype == RNLP_INT16 &&
                     state.dtype == RNLP_INT16 && y.dtype == RNLP_INT8;
  if (!op.Has(4) || !types) return op.Refuse("types other than int8 with a state of int16");
  for (const Tensor* tensor : {&x, &features, &times, &state, &y}) {
    if (!tensor->is_quantized() || tensor->quantization.scales.size() != 1)
      return op.Refuse("a tensor without one scale");
  }
  if (features.zero_point() != 0 || times.zero_point() != 0 || state.zero_point() != 0)
    return op.Refuse("zero points of weights or of the state");
  if (features.dims.size() != 2 || times.dims.size() != 2 || times.count() < 0 || rank < 1 ||
      times.dims[0] % rank != 0)
    return op.Refuse("weights of unknown shape");
  if (activation != kNone && activation != kRelu)
    return op.Refuse("activation " + std::to_string(activation));
  const int64_t filters = times.dims[0], memory = times.dims[1];
  const int64_t state_dims[] = {-1, filters, memory}, new_dims[] = {-1, filters, 1},
                flat_dims[] = {-1, filters * memory}, unit_dims[] = {-1, filters / rank, rank};
  const auto scaled = [&](NodeWriter node, const std::string& sums, int32_t to, float scale,
                          int64_t zero) {
    node.In(sums).Type("T", RNLP_INT32).Type("U", to);
    node.Float("x_scale", scale).Int("x_zero_point", 0).Float("y_scale", 1).Int("y_zero_point", zero);
    node.String("activation", "NONE");
    Round(op, node);
    return node.Done();
  };
  const std::string dots = op.Node("Runnel>AffineFullyConnectedSums")
                               .In(op.Stored(0))
                               .In(op.Stored(1))
                               .In(op.Int(x.zero_point(), RNLP_INT8))
                               .Type("T", RNLP_INT8)
                               .Type("W", RNLP_INT8)
                               .Done();
  const std::string fresh = scaled(op.Node("Runnel>AffineRequantize"), dots, RNLP_INT16,
                                   x.scale() * features.scale() / state.scale(), 0);
  const std::string kept = op.Node("Slice")
                               .In(op.Reshaped(op.Stored(4), RNLP_INT16, state_dims))
                               .In(op.Ints({0, 0, 1}))
                               .In(op.Ints({-1, -1, -1}))
                               .Type("T", RNLP_INT16)
                               .Type("Index", RNLP_INT32)
                               .Done();
  const std::string next = op.Node("ConcatV2")
                               .In(kept)
                               .In(op.Reshaped(fresh, RNLP_INT16, new_dims))
                               .In(op.Int(2))
                               .Int("N", 2)
                               .Type("T", RNLP_INT16)
                               .Type("Tidx", RNLP_INT32)
                               .Done();
  op.Keep(4, op.Reshaped(next, RNLP_INT16, flat_dims));
  const auto sum = [&](const std::string& of) {
    return op.Node("Sum").In(of).In(op.Ints({2})).Type("T", RNLP_INT32).Type("Tidx", RNLP_INT32).Done();
  };
  const std::string products = op.Binary("Mul", op.CastTo(next, RNLP_INT16, RNLP_INT32),
                                         op.CastTo(op.Stored(2), RNLP_INT16, RNLP_INT32), RNLP_INT32);
  std::string out = sum(op.Reshaped(sum(products), RNLP_INT32, unit_dims));
  if (op.Has(3)) out = op.Binary("AddV2", out, op.Stored(3), RNLP_INT32);
  op.Set(scaled(op.Last("Runnel>AffineRequantize"), out, RNLP_INT8,
                state.scale() * times.scale() / y.scale(), y.zero_point()));
}

std::string Quantize(Scope& scope, const Tensor& like, const std::string& real,
                     const std::string& wanted) {
  return scope.list()
      .Node("Runnel>AffineQuantize", scope.Named(wanted))
      .In(real)
      .In(Scales(scope, like))
      .In(ZeroPoints(scope, like))
      .Type("T", like.dtype)
      .Int("axis", like.quantization.axis)
      .Done();
}
std::string Dequantize(Scope& scope, const Tensor& like, const std::string& stored,
                       const std::string& wanted) {
  return scope.list()
      .Node("Runnel>AffineDequantize", scope.Named(wanted))
      .In(stored)
      .In(Scales(scope, like))
      .In(ZeroPoints(scope, like))
      .Type("T", like.dtype)
      .Int("axis", like.quantization.axis)
      .Done();
}

}  // namespace runnel::tflite
