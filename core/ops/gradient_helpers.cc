#include "core/ops/gradient_helpers.h"

#include <algorithm>

namespace runnel {
namespace {

// Axes of the common shape along which x is repeated, as far as its rank goes; nothing if the shapes do
// not tell. `leading` counts those that x does not have.
struct RepeatedAxes {
  std::vector<int64_t> axes;
  bool reduces_own = false;  // some of them are dims of x, of size 1
};

std::optional<RepeatedAxes> FindRepeatedAxes(const Shape& x, const Shape& y, int tail) {
  if (!x.has_rank() || !y.has_rank()) return std::nullopt;
  const int rank = std::max(x.rank(), y.rank());
  RepeatedAxes out;
  for (int i = 0; i < rank - tail; ++i) {
    const int ix = i - (rank - x.rank());
    const int iy = i - (rank - y.rank());
    if (ix < 0) {
      out.axes.push_back(i);
      continue;
    }
    const int64_t dx = x.dim(ix), dy = iy < 0 ? 1 : y.dim(iy);
    if (dy == 1 || (dx >= 0 && dx != 1)) continue;
    if (dx < 0) return std::nullopt;
    out.axes.push_back(i);
    out.reduces_own = true;
  }
  return out;
}

OutputRef Sum(GraphBuilder& b, OutputRef value, OutputRef axes, bool keep_dims) {
  return b.Op("Sum", {value, axes}, {{"keep_dims", AttrValue(keep_dims)}});
}

// All but the last `tail` entries of a shape vector.
OutputRef DropTail(GraphBuilder& b, OutputRef shape, int tail) {
  if (tail == 0) return shape;
  return b.Op("StridedSlice", {shape, IntVector(b, DType::kInt32, {0}),
                               IntVector(b, DType::kInt32, {-tail}), IntVector(b, DType::kInt32, {1})});
}

}  // namespace

const Shape& ShapeOf(OutputRef edge) {
  static const Shape kUnknown = Shape::Unknown();
  return edge.node == nullptr ? kUnknown : edge.node->output_shape(edge.index);
}

DType TypeOf(OutputRef edge) {
  return edge.node == nullptr ? DType::kInvalid : edge.node->output_type(edge.index);
}

const Tensor* ConstantOf(OutputRef edge) {
  while (edge.node != nullptr && edge.node->op() == "Identity") edge = edge.node->input(0);
  if (edge.node == nullptr || edge.node->op() != "Const") return nullptr;
  const Tensor* value = edge.node->attr<Tensor>("value");
  return value != nullptr && value->on_host() ? value : nullptr;
}

std::optional<std::vector<int64_t>> ConstantIntsOf(OutputRef edge) {
  const Tensor* value = ConstantOf(edge);
  if (value == nullptr || value->shape().rank() > 1) return std::nullopt;
  if (value->dtype() != DType::kInt32 && value->dtype() != DType::kInt64) return std::nullopt;
  std::vector<int64_t> out;
  for (int64_t i = 0; i < value->num_elements(); ++i) out.push_back(value->int_at(i));
  return out;
}

OutputRef IntVector(GraphBuilder& b, DType dtype, const std::vector<int64_t>& values) {
  const Shape shape{static_cast<int64_t>(values.size())};
  Result<Tensor> tensor = Status();
  if (dtype == DType::kInt64) {
    tensor = Tensor::FromValues<int64_t>(shape, values);
  } else {
    const std::vector<int32_t> narrow(values.begin(), values.end());
    tensor = Tensor::FromValues<int32_t>(shape, narrow);
  }
  if (!tensor.ok()) {
    b.Fail(tensor.status());
    return {};
  }
  return b.Constant(*tensor);
}

OutputRef IntScalar(GraphBuilder& b, DType dtype, int64_t value) {
  auto tensor = dtype == DType::kInt64 ? Tensor::FromScalar<int64_t>(value)
                                       : Tensor::FromScalar<int32_t>(static_cast<int32_t>(value));
  if (!tensor.ok()) {
    b.Fail(tensor.status());
    return {};
  }
  return b.Constant(*tensor);
}

OutputRef ShapeTensor(GradientContext& ctx, OutputRef forward, DType dtype) {
  const Shape& shape = ShapeOf(forward);
  const auto dims = shape.dims();
  const bool fits = dtype == DType::kInt64 ||
                    std::all_of(dims.begin(), dims.end(), [](int64_t d) { return d <= INT32_MAX; });
  if (shape.IsFullyDefined() && fits) {
    return IntVector(ctx.b(), dtype, std::vector<int64_t>(dims.begin(), dims.end()));
  }
  return ctx.Forward(ctx.b().Op("Shape", {forward}, {{"out_type", AttrValue(dtype)}}));
}

OutputRef ReshapeLike(GradientContext& ctx, OutputRef value, OutputRef like) {
  const Shape& shape = ShapeOf(like);
  if (shape.IsFullyDefined() && ShapeOf(value) == shape) return value;
  return ctx.b().Op("Reshape", {value, ShapeTensor(ctx, like)});
}

OutputRef SumToShape(GradientContext& ctx, OutputRef grad, OutputRef x, OutputRef y, int tail) {
  GraphBuilder& b = ctx.b();
  const auto repeated = FindRepeatedAxes(ShapeOf(x), ShapeOf(y), tail);
  if (repeated) {
    if (repeated->axes.empty()) return grad;
    const OutputRef axes = IntVector(b, DType::kInt32, repeated->axes);
    if (!repeated->reduces_own) return Sum(b, grad, axes, false);
    if (ShapeOf(x).rank() >= ShapeOf(y).rank()) return Sum(b, grad, axes, true);
    return b.Op("Reshape", {Sum(b, grad, axes, false), ShapeTensor(ctx, x)});
  }
  const OutputRef shape_x = ShapeTensor(ctx, x), shape_y = ShapeTensor(ctx, y);
  const OutputRef axes =
      b.Op("BroadcastGradientArgs", {DropTail(b, shape_x, tail), DropTail(b, shape_y, tail)});
  return b.Op("Reshape", {Sum(b, grad, axes, false), shape_x});
}

void SetBroadcastGrads(GradientContext& ctx, OutputRef grad_x, OutputRef grad_y) {
  if (grad_x) ctx.set_input_grad(0, SumToShape(ctx, grad_x, ctx.input_ref(0), ctx.input_ref(1)));
  if (grad_y) ctx.set_input_grad(1, SumToShape(ctx, grad_y, ctx.input_ref(1), ctx.input_ref(0)));
}

Status RealOnly(const GradientContext& ctx) {
  for (const OutputRef& in : ctx.node().inputs()) {
    if (IsComplex(TypeOf(in))) {
      return Unimplemented("gradients of ", ctx.node().op(), " for ", DTypeName(TypeOf(in)),
                           " need the op Conj");
    }
  }
  return OkStatus();
}

OutputRef ZerosForward(GradientContext& ctx, OutputRef forward) {
  return ctx.b().Op("Fill", {ShapeTensor(ctx, forward), ctx.b().Scalar(TypeOf(forward), 0)});
}

OutputRef ZerosLike(GraphBuilder& b, OutputRef edge) { return b.Op("ZerosLike", {edge}); }

}  // namespace runnel
