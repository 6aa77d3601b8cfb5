#include "core/ops/gradient_helpers.h"

#include <algorithm>

namespace runnel {
namespace {

// The axes of the common shape along which x is repeated, as far as its rank goes; nothing if the shapes
// do not tell. `leading` counts the axes that x does not have.
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
  return b.Op("Sum", {value, axes}, {{"keep_dims", keep_dims}});
}

// All entries of a shape vector but the last `tail`.
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
  if (edge.node == nullptr) return nullptr;
  // In a composition the placeholder of an input has its value, if that is known and small.
  const bool stands_for = edge.node->op() == "Placeholder";
  if (edge.node->op() != "Const" && !stands_for) return nullptr;
  const Tensor* value = edge.node->attr<Tensor>(stands_for ? "_value" : "value");
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

OutputRef ShapeTensor(RuleContext& ctx, OutputRef forward, DType dtype) {
  const Shape& shape = ShapeOf(forward);
  const auto dims = shape.dims();
  const bool fits = dtype == DType::kInt64 ||
                    std::all_of(dims.begin(), dims.end(), [](int64_t d) { return d <= INT32_MAX; });
  if (shape.IsFullyDefined() && fits) {
    return IntVector(ctx.b(), dtype, std::vector<int64_t>(dims.begin(), dims.end()));
  }
  return ctx.Forward(ctx.b().Op("Shape", {forward}, {{"out_type", dtype}}));
}

OutputRef ReshapeLike(RuleContext& ctx, OutputRef value, OutputRef like) {
  const Shape& shape = ShapeOf(like);
  if (shape.IsFullyDefined() && ShapeOf(value) == shape) return value;
  return ctx.b().Op("Reshape", {value, ShapeTensor(ctx, like)});
}

OutputRef SumToShape(RuleContext& ctx, OutputRef grad, OutputRef x, OutputRef y, int tail) {
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

OutputRef ExpandReduced(RuleContext& ctx, OutputRef value, OutputRef input, OutputRef axes) {
  GraphBuilder& b = ctx.b();
  const auto known = ConstantIntsOf(axes);
  const Shape& in = ShapeOf(input);
  if (known && in.has_rank()) {
    std::vector<int64_t> sorted;
    for (const int64_t axis : *known) sorted.push_back(axis < 0 ? axis + in.rank() : axis);
    std::sort(sorted.begin(), sorted.end());
    // Leading axes need no reshape: broadcasting adds them.
    bool leading = true;
    for (size_t i = 0; i < sorted.size(); ++i) leading &= sorted[i] == static_cast<int64_t>(i);
    for (size_t i = 0; i < sorted.size() && !leading; ++i) {
      value = b.Op("ExpandDims", {value, IntScalar(b, DType::kInt32, sorted[i])});
    }
    return value;
  }
  // The input's shape with 1 at every axis, stitched together from both.
  const OutputRef shape = ShapeTensor(ctx, input);
  const OutputRef zero = b.Scalar(DType::kInt32, 0), one = b.Scalar(DType::kInt32, 1);
  const OutputRef rank = b.Op("Size", {shape});
  OutputRef places = ctx.Forward(axes);
  if (TypeOf(places) != DType::kInt32) {
    places = b.Op("Cast", {places}, {{"DstT", DType::kInt32}});
  }
  places = b.Op("FloorMod", {b.Op("AddV2", {places, rank}), rank});
  places = b.Op("Reshape", {places, b.Int32Vector({-1})});
  const OutputRef ones = b.Op("OnesLike", {places});
  const OutputRef all = b.Op("Range", {zero, rank, one});
  return b.Op("Reshape", {value, b.Op("DynamicStitch", {all, places, shape, ones})});
}

OutputRef ElementsPerResult(RuleContext& ctx, OutputRef input, OutputRef axes, OutputRef output,
                            DType dtype) {
  GraphBuilder& b = ctx.b();
  const auto known = ConstantIntsOf(axes);
  const Shape& in = ShapeOf(input);
  bool fixed = known && in.has_rank();
  double count = 1;
  for (size_t i = 0; fixed && i < known->size(); ++i) {
    const int64_t axis = (*known)[i];
    const int64_t dim = in.dim(static_cast<int>(axis < 0 ? axis + in.rank() : axis));
    fixed = dim >= 0;
    count *= static_cast<double>(dim);
  }
  if (fixed) return b.Scalar(dtype, count);
  const auto size = [&](OutputRef forward) {
    return b.Op("Prod", {ShapeTensor(ctx, forward, DType::kInt64), b.Int32Vector({0})});
  };
  // An empty result has nothing to divide.
  const OutputRef results = b.Op("Maximum", {size(output), b.Scalar(DType::kInt64, 1)});
  const OutputRef ratio = b.Op("FloorDiv", {size(input), results});
  return b.Op("Cast", {ratio}, {{"DstT", dtype}});
}

OutputRef ZerosForward(RuleContext& ctx, OutputRef forward) {
  return ctx.b().Op("Fill", {ShapeTensor(ctx, forward), ctx.b().Scalar(TypeOf(forward), 0)});
}

}  // namespace runnel
