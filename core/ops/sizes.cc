#include "core/ops/sizes.h"

#include <algorithm>
#include <limits>

#include "core/base/checked.h"
#include "core/ops/gradient_helpers.h"

namespace runnel {

Size Sizes::OfVector(OutputRef vector, const Shape& shape, int dim) {
  if (shape.has_rank() && dim < shape.rank() && shape.dim(dim) >= 0) return shape.dim(dim);
  if (TypeOf(vector) != DType::kInt32) vector = b_.Op("Cast", {vector}, {{"DstT", DType::kInt32}});
  return b_.Op("Gather", {vector, IntScalar(b_, DType::kInt32, dim)});
}

Size Sizes::Of(OutputRef tensor, int dim) {
  const Shape& shape = ShapeOf(tensor);
  if (shape.has_rank() && dim < shape.rank() && shape.dim(dim) >= 0) return shape.dim(dim);
  return OfVector(ShapeTensor(ctx_, tensor), shape, dim);
}

Size Sizes::Node(const char* op, const Size& x, const Size& y) {
  return b_.Op(op, {Scalar(x), Scalar(y)});
}

Size Sizes::Plus(const Size& x, const Size& y) {
  int64_t sum = 0;
  if (x.value && y.value && !__builtin_add_overflow(*x.value, *y.value, &sum)) return sum;
  return y.is(0) ? x : x.is(0) ? y : Node("AddV2", x, y);
}

Size Sizes::Minus(const Size& x, const Size& y) {
  int64_t difference = 0;
  if (x.value && y.value && !__builtin_sub_overflow(*x.value, *y.value, &difference)) return difference;
  return y.is(0) ? x : Node("Sub", x, y);
}

Size Sizes::Times(const Size& x, const Size& y) {
  int64_t product = 0;
  if (x.value && y.value && !__builtin_mul_overflow(*x.value, *y.value, &product)) return product;
  return y.is(1) ? x : x.is(1) ? y : Node("Mul", x, y);
}

Size Sizes::Over(const Size& x, const Size& y) {
  if (x.value && y.value && *y.value > 0) {
    const int64_t quotient = *x.value / *y.value;
    return *x.value % *y.value < 0 ? quotient - 1 : quotient;
  }
  return y.is(1) ? x : Node("FloorDiv", x, y);
}

Size Sizes::Most(const Size& x, const Size& y) {
  if (x.value && y.value) return std::max(*x.value, *y.value);
  return Node("Maximum", x, y);
}

Size Sizes::Product(const std::vector<Size>& all) {
  Size product = 1;
  for (const Size& size : all) product = Times(product, size);
  return product;
}

OutputRef Sizes::Scalar(const Size& size) {
  if (!size.value) return size.edge;
  if (*size.value < std::numeric_limits<int32_t>::min() ||
      *size.value > std::numeric_limits<int32_t>::max()) {
    b_.Fail(InvalidArgument(ctx_.schema().name, ": a size of ", *size.value, ", expected an int32"));
    return IntScalar(b_, DType::kInt32, 0);
  }
  return IntScalar(b_, DType::kInt32, *size.value);
}

OutputRef Sizes::Vector(const std::vector<Size>& sizes) {
  std::vector<int64_t> numbers;
  std::vector<OutputRef> edges;
  for (const Size& size : sizes) {
    if (size.value) numbers.push_back(*size.value);
    edges.push_back(Scalar(size));
  }
  if (numbers.size() == sizes.size()) return IntVector(b_, DType::kInt32, numbers);
  return b_.Op("Pack", edges);
}

OutputRef Sizes::Reshape(OutputRef tensor, const std::vector<Size>& sizes) {
  const Shape& shape = ShapeOf(tensor);
  bool same = shape.has_rank() && shape.rank() == static_cast<int>(sizes.size());
  for (int d = 0; same && d < shape.rank(); ++d) {
    same = shape.dim(d) >= 0 && sizes[static_cast<size_t>(d)].is(shape.dim(d));
  }
  return same ? tensor : b_.Op("Reshape", {tensor, Vector(sizes)});
}

OutputRef Sizes::Transpose(OutputRef tensor, const std::vector<int64_t>& order) {
  return b_.Op("Transpose", {tensor, IntVector(b_, DType::kInt32, order)});
}

OutputRef Sizes::Concat(std::vector<OutputRef> parts, int axis) {
  if (parts.size() == 1) return parts[0];
  parts.push_back(IntScalar(b_, DType::kInt32, axis));
  return b_.Op("ConcatV2", parts);
}

}  // namespace runnel
