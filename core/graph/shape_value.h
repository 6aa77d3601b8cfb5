// ShapeValueOf: what is known of a tensor that will be used as a shape, found by following the few ops
// that graphs compute shapes with. Works on any graph through a small view.
#ifndef RUNNEL_CORE_GRAPH_SHAPE_VALUE_H_
#define RUNNEL_CORE_GRAPH_SHAPE_VALUE_H_

#include <vector>

#include "core/tensor/tensor.h"

namespace runnel {

// A vector (or scalar) of int32 or int64 as a shape; -1 becomes an unknown dim.
Result<Shape> ShapeFromTensor(const Tensor& value);

// View offers: Ref; bool valid(Ref); std::string_view op(Ref); int num_inputs(Ref); Ref input(Ref, int);
// const Tensor* constant(Ref); const Shape& shape(Ref).
template <typename View>
Result<Shape> ShapeValueOf(const View& view, typename View::Ref ref, int depth = 0) {
  constexpr int kMaxDepth = 8;
  if (!view.valid(ref)) return Shape::Unknown();
  if (const Tensor* value = view.constant(ref)) return ShapeFromTensor(*value);
  if (depth < kMaxDepth) {
    const std::string_view op = view.op(ref);
    if (op == "Shape") return view.shape(view.input(ref, 0));
    if (op == "Identity" || op == "Cast") return ShapeValueOf(view, view.input(ref, 0), depth + 1);
    if (op == "Pack") {
      Shape shape;
      for (int i = 0; i < view.num_inputs(ref); ++i) {
        const Tensor* value = view.constant(view.input(ref, i));
        shape.Append(value != nullptr && value->num_elements() == 1 && IsInteger(value->dtype())
                         ? value->int_at(0)
                         : kUnknownDim);
      }
      return shape;
    }
    if (op == "ConcatV2") {
      Shape shape;
      for (int i = 0; i + 1 < view.num_inputs(ref); ++i) {
        RUNNEL_ASSIGN_OR_RETURN(Shape piece, ShapeValueOf(view, view.input(ref, i), depth + 1));
        if (!piece.has_rank()) return Shape::Unknown();
        for (const int64_t d : piece.dims()) shape.Append(d);
      }
      return shape;
    }
  }
  const Shape& vector = view.shape(ref);
  if (vector.has_rank() && vector.rank() == 1 && vector.dim(0) >= 0 && vector.dim(0) <= kMaxRank) {
    return Shape::UnknownOfRank(static_cast<int>(vector.dim(0)));
  }
  return Shape::Unknown();
}

}  // namespace runnel

#endif  // RUNNEL_CORE_GRAPH_SHAPE_VALUE_H_
